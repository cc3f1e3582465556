/* plot_data.h: the columns of a trace as curves, in as many points as can be seen. */
#ifndef PTL_CLI_PLOT_DATA_H
#define PTL_CLI_PLOT_DATA_H

#include <limits.h>
#include <stdint.h>

#include "pintle_trace.h"

typedef struct ptl_plot_source {
  ptl_trace_reader *reader;
  const ptl_column *columns;
  int n_columns;
  int64_t rows; /* read */
} ptl_plot_source;

typedef struct ptl_plot_curve {
  int column;
  double factor; /* of its values */
  double *x, *y; /* points, interrupted by NAN */
  int64_t n;
  double low, high; /* of all finite values; low > high: there is none */
} ptl_plot_curve;

/* Returns 0, or non-zero after a message. */
int ptl_cli_plot_open(ptl_context *context, const char *path, ptl_plot_source *out);
void ptl_cli_plot_close(ptl_plot_source *source);

/* Fills x, y, n, low and high of the curves over the column x times `x_factor`. Where that column
 * grows, and [from, to] is a range, the curves hold so many points as can be seen there, every peak
 * among them, over time also those that events.csv has beside the rows, else all rows. Returns 0,
 * or non-zero after a message. */
int ptl_cli_plot_read(ptl_context *context, ptl_plot_source *source, int x, double x_factor,
                      double from, double to, ptl_plot_curve *curves, int n);
void ptl_cli_plot_free(ptl_plot_curve *curves, int n);

#endif
