/* chart.h: a field with axes, and marks in it. Internal. */
#ifndef PTL_CHART_H
#define PTL_CHART_H

#include "axes.h"

typedef struct ptl_chart {
  ptl_axes axes; /* scales and their units are set by ptl_chart_axes */
  const char *x_name, *x_unit, *y_name, *y_unit; /* y_name NULL: no axis */
} ptl_chart;

/* Widens low and high by a value; both begin as NAN. */
void ptl_chart_include(double *low, double *high, double value);
/* Room around what is shown; a range of one value gets a width. */
void ptl_chart_pad(ptl_chart *chart);
/* Panel, ticks, numbers and names of the axes; small: without numbers. */
void ptl_chart_axes(ptl_chart *chart, int small, ptl_shapes *out);
/* A dot, of series 0 to 7; nothing outside of the field. */
void ptl_chart_dot(const ptl_chart *chart, int series, double x, double y, double radius,
                   double alpha, ptl_shapes *out);
/* A cross at the lower end of the field: a run that failed. */
void ptl_chart_failed(const ptl_chart *chart, double x, ptl_shapes *out);

#endif
