/* law_output.h: numbers and pictures of `pintle law`. */
#ifndef PTL_CLI_LAW_OUTPUT_H
#define PTL_CLI_LAW_OUTPUT_H

#include <stdio.h>

/* The number as the shortest text of at least 15 digits that reads back. */
void ptl_cli_law_put(FILE *out, double value);

typedef struct ptl_chart_curve {
  char title[64];
  double *x, *y;
  int n, capacity;
} ptl_chart_curve;

typedef struct ptl_chart {
  const char *title, *x_label, *y_label;
  ptl_chart_curve *curves;
  int n_curves;
  int diagonal; /* with the line y = x */
} ptl_chart;

ptl_chart_curve *ptl_cli_chart_add(ptl_chart *chart, const char *title);
void ptl_cli_chart_point(ptl_chart_curve *curve, double x, double y);
/* The exit status. */
int ptl_cli_chart_draw(const ptl_chart *chart, const char *file);
void ptl_cli_chart_release(ptl_chart *chart);

#endif
