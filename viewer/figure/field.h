/* field.h: values over two coordinates, as cells the fuller the larger they are. */
#ifndef PTL_FIELD_H
#define PTL_FIELD_H

#include "axes.h"

typedef struct ptl_field {
  int64_t n_x;
  int n_y;
  /* value[j * n_x + i] stands for the cell around x_first + i x_step, from y_edges[j] to y_edges[j
   * + 1]. */
  double x_first, x_step;
  const double *y_edges; /* n_y + 1, growing */
  const double *values;
  double low, high;                 /* > 0: from no colour to the full one, by their logarithms */
  const char *low_text, *high_text; /* in the legend */
} ptl_field;

/* Cells of two points' width and height; of several values in one the largest is seen. */
void ptl_field_draw(const ptl_field *field, const ptl_axes *axes, ptl_shapes *out);
/* Legend that ends at x, on the line `base`. */
void ptl_field_legend(const ptl_field *field, double x, double base, double size, ptl_shapes *out);

#endif
