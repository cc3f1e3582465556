/* plot_gnuplot.h: a script that draws a picture with gnuplot. */
#ifndef PTL_CLI_PLOT_GNUPLOT_H
#define PTL_CLI_PLOT_GNUPLOT_H

#include "plot_data.h"
#include "plot_panels.h"

typedef struct ptl_gnuplot {
  const ptl_plot_source *run, *other; /* the other may be NULL */
  const ptl_plot_curve *curves, *others;
  int n_curves;
  const ptl_panel *panels;
  int n_panels;
  int x, other_x; /* columns of the horizontal axis */
  double other_x_factor, x_scale;
  const char *x_label, *title, *other_name;
  const double *touches;
  int n_touches;
  const char *kind; /* ending of the picture that it draws */
} ptl_gnuplot;

/* Writes the script `file`, which draws the picture of its name and reads all rows: of CSV from the
 * trace itself, else from a copy of the columns beside the script (FILE.csv). Returns 0, or
 * non-zero after a message. */
int ptl_cli_gnuplot_write(ptl_context *context, const ptl_gnuplot *script, const char *file);

#endif
