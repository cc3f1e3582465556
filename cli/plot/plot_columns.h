/* plot_columns.h: which columns of a trace are drawn. */
#ifndef PTL_CLI_PLOT_COLUMNS_H
#define PTL_CLI_PLOT_COLUMNS_H

#include "options.h"
#include "plot_data.h"

/* Indices of the columns that match the patterns, in their order; without patterns force and depth
 * of all gaps, or the motion of the bodies. *n of them, in memory to be freed; NULL after a
 * message. */
int *ptl_cli_plot_choose(const ptl_plot_source *source, const ptl_texts *patterns, int *n);
/* Of columns that were chosen without patterns and are read now: leaves those out whose gap never
 * touched, unless none did. Returns how many are left. */
int ptl_cli_plot_drop_untouched(const ptl_plot_source *source, ptl_plot_curve *curves, int n);
/* The column of that name; -1 after a message. */
int ptl_cli_plot_find(const ptl_plot_source *source, const char *name);

#endif
