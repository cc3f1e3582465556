/* plot_copy.h: the drawn columns of a trace that gnuplot cannot read. */
#ifndef PTL_CLI_PLOT_COPY_H
#define PTL_CLI_PLOT_COPY_H

#include "picture.h"
#include "pintle_trace.h"

/* Writes the columns that are drawn, of the run or of the run overlaid, to the CSV
 * file `path`, and makes the picture refer to those. Non-zero after a message when that fails. */
int ptl_cli_plot_copy(ptl_picture *picture, const ptl_trace *trace, int other, const char *path);

#endif
