/* law_output.c: numbers and pictures of `pintle law`. */
#include "law_output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure_file.h"
#include "message.h"
#include "quantity.h"

/* ------------------------------------------------------------------ CSV */

void ptl_cli_law_put(FILE *out, double value) {
  char text[PTL_CLI_NUMBER_ROOM];
  ptl_cli_number_text(value, text);
  fputs(text, out);
}

/* ------------------------------------------------------------------ pictures */

ptl_chart_curve *ptl_cli_chart_add(ptl_chart *chart, const char *title) {
  ptl_chart_curve *larger = ptl_cli_alloc((size_t)chart->n_curves + 1, sizeof *larger);
  if (chart->n_curves > 0) memcpy(larger, chart->curves, (size_t)chart->n_curves * sizeof *larger);
  free(chart->curves);
  chart->curves = larger;
  snprintf(larger[chart->n_curves].title, sizeof larger->title, "%s", title);
  return &larger[chart->n_curves++];
}

static double *enlarged(double *old, int n, int capacity) {
  double *larger = ptl_cli_alloc((size_t)capacity, sizeof *larger);
  if (n > 0) memcpy(larger, old, (size_t)n * sizeof *larger);
  free(old);
  return larger;
}

void ptl_cli_chart_point(ptl_chart_curve *curve, double x, double y) {
  if (curve->n == curve->capacity) {
    curve->capacity = curve->capacity ? 2 * curve->capacity : 256;
    curve->x = enlarged(curve->x, curve->n, curve->capacity);
    curve->y = enlarged(curve->y, curve->n, curve->capacity);
  }
  curve->x[curve->n] = x;
  curve->y[curve->n++] = y;
}

void ptl_cli_chart_release(ptl_chart *chart) {
  for (int i = 0; i < chart->n_curves; i++) {
    free(chart->curves[i].x);
    free(chart->curves[i].y);
  }
  free(chart->curves);
}

int ptl_cli_chart_draw(const ptl_chart *chart, const char *file) {
  ptl_figure_curve *curves = ptl_cli_alloc((size_t)chart->n_curves + 1, sizeof *curves);
  for (int i = 0; i < chart->n_curves; i++) {
    const ptl_chart_curve *c = &chart->curves[i];
    curves[i] = (ptl_figure_curve){.name = c->title, .x = c->x, .y = c->y, .n = c->n, .series = i};
  }
  ptl_figure_panel panel = {.label = chart->y_label,
                            .curves = curves,
                            .n_curves = chart->n_curves,
                            .y_scale = 1,
                            .diagonal = chart->diagonal};
  const ptl_figure figure = {.title = chart->title,
                             .x_label = chart->x_label,
                             .x_scale = 1,
                             .panels = &panel,
                             .n_panels = 1,
                             .width = 1100,
                             .panel_height = 600};
  const int status = ptl_cli_figure_write(&figure, 0, file);
  free(curves);
  return status;
}
