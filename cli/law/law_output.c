/* law_output.c: CSV files and pictures of `pintle law`. */
#include "law_output.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gnuplot.h"
#include "message.h"
#include "quantity.h"

enum { HEIGHT = 700 };

/* ------------------------------------------------------------------ CSV */

FILE *ptl_cli_law_open_csv(const char *file) {
  FILE *out = file != NULL ? fopen(file, "w") : stdout;
  if (out == NULL) ptl_cli_say("cannot create %s: %s", file, strerror(errno));
  return out;
}

int ptl_cli_law_close_csv(FILE *out, const char *file) {
  if (file == NULL) return PTL_EXIT_DONE; /* main() looks after the standard output */
  int failed = ferror(out) != 0;
  failed |= fclose(out) != 0;
  if (!failed) return PTL_EXIT_DONE;
  ptl_cli_say("cannot write %s: %s", file, strerror(errno));
  unlink(file);
  return PTL_EXIT_USAGE;
}

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

static void put_data(const ptl_chart_curve *curve, int index, FILE *out) {
  fprintf(out, "$curve%d << EOD\n", index);
  for (int i = 0; i < curve->n; i++) fprintf(out, "%.9g %.9g\n", curve->x[i], curve->y[i]);
  fprintf(out, "EOD\n");
}

/* The script holds the data, so that it can be run anywhere. */
static void write_script(const void *what, const char *file, FILE *out) {
  const ptl_chart *chart = what;
  ptl_cli_gnuplot_terminal(file, HEIGHT, out);
  fprintf(out, "set output ");
  ptl_cli_gnuplot_string(out, file);
  fprintf(out, "\nset title ");
  ptl_cli_gnuplot_string(out, chart->title);
  fprintf(out, "\nset xlabel ");
  ptl_cli_gnuplot_string(out, chart->x_label);
  fprintf(out, "\nset ylabel ");
  ptl_cli_gnuplot_string(out, chart->y_label);
  fprintf(out, "\nset grid\nset key outside right\n");
  for (int i = 0; i < chart->n_curves; i++) put_data(&chart->curves[i], i, out);
  fprintf(out, "plot ");
  if (chart->diagonal) fprintf(out, "x with lines lc rgb '#999999' dt 3 notitle, \\\n     ");
  for (int i = 0; i < chart->n_curves; i++) {
    fprintf(out, "$curve%d using 1:2 with lines lw 2 lc rgb '%s' dt %d title ", i,
            ptl_cli_gnuplot_colour(i), ptl_cli_gnuplot_dash(i));
    ptl_cli_gnuplot_string(out, chart->curves[i].title);
    fprintf(out, i + 1 < chart->n_curves ? ", \\\n     " : "\n");
  }
}

int ptl_cli_chart_draw(const ptl_chart *chart, const char *file) {
  return ptl_cli_gnuplot_draw(file, write_script, chart);
}
