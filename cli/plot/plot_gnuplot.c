/* plot_gnuplot.c: a script that draws a picture with gnuplot. */
#include "plot_gnuplot.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "output.h"
#include "printable.h"

enum { WIDTH = 1100, PANEL_HEIGHT = 290, EXTRA_HEIGHT = 110, LEGEND_HEIGHT = 32, N_COLOURS = 8 };

typedef struct data { /* where a run's columns stand in the file that gnuplot reads */
  char file[PATH_MAX];
  int x;
  int *columns; /* of each curve, -1 where there is none */
} data;

/* ------------------------------------------------------------------ data */

static void put_name(const ptl_column *column, int follows, FILE *out) {
  char cell[1024];
  snprintf(cell, sizeof cell, "%s [%s]", column->name, column->unit);
  if (follows) putc(',', out);
  ptl_cli_put_cell(out, cell);
}

/* Column x and those of the curves, as CSV. */
static ptl_status copy_rows(const ptl_plot_source *s, const int *columns, int n, FILE *out) {
  ptl_trace_block block;
  ptl_status status = ptl_trace_reader_select(s->reader, columns, n, -1, 0, 0);
  for (int k = 0; k < n; k++) put_name(&s->columns[columns[k]], k > 0, out);
  while (status == PTL_OK && (status = ptl_trace_reader_next(s->reader, &block)) == PTL_OK &&
         block.n_rows > 0)
    for (int i = 0; i < block.n_rows; i++)
      for (int k = 0; k < n; k++) fprintf(out, "%c%.17g", k > 0 ? ',' : '\n', block.columns[k][i]);
  fputc('\n', out);
  return status;
}

static int copy_columns(ptl_context *context, const ptl_plot_source *s, int x,
                        const ptl_plot_curve *curves, int n, data *d) {
  int *columns = ptl_cli_alloc((size_t)n + 1, sizeof *columns), used = 1;
  columns[0] = x;
  for (int k = 0; k < n; k++) {
    d->columns[k] = curves[k].column < 0 ? -1 : used;
    if (curves[k].column >= 0) columns[used++] = curves[k].column;
  }
  d->x = 0;
  ptl_new_file file;
  int failed = ptl_cli_file_open(&file, d->file);
  if (!failed) {
    const ptl_status status = copy_rows(s, columns, used, file.stream);
    if (status != PTL_OK) ptl_cli_say_failure(context);
    failed = ptl_cli_file_close(&file, d->file, status == PTL_OK);
  }
  free(columns);
  return failed;
}

static int find_data(ptl_context *context, const ptl_plot_source *s, int x,
                     const ptl_plot_curve *curves, int n, const char *copy, data *d) {
  d->columns = ptl_cli_alloc((size_t)n + 1, sizeof *d->columns);
  if (ptl_trace_reader_get_format(s->reader) != PTL_TRACE_CSV) {
    snprintf(d->file, sizeof d->file, "%s", copy);
    return copy_columns(context, s, x, curves, n, d);
  }
  d->x = x;
  for (int k = 0; k < n; k++) d->columns[k] = curves[k].column;
  if (realpath(ptl_trace_reader_get_file(s->reader), d->file) != NULL) return 0;
  ptl_cli_say(PTL_E(0903) "cannot find the way to %s: %s", ptl_trace_reader_get_file(s->reader),
              strerror(errno));
  return 1;
}

/* ------------------------------------------------------------------ pieces of gnuplot */

/* In single quotes gnuplot reads nothing but a doubled quote. Its SVG writes > as it is, and ]]>
 * cannot stand in XML: a space parts it. */
static void put_string(FILE *out, const char *text) {
  static const char end_of_data[] = "]]>";
  const char *const begin = text;
  fputc('\'', out);
  while (*text != '\0') {
    const size_t n = ptl_printable_length(text, SIZE_MAX);
    if (*text == '\'') fputc('\'', out);
    if (text - begin >= 2 && strncmp(text - 2, end_of_data, 3) == 0) fputc(' ', out);
    if (n == 0 || *text == '\n')
      fputc(' ', out);
    else
      fwrite(text, 1, n, out);
    text += n > 0 ? n : 1;
  }
  fputc('\'', out);
}

/* As a path, so that what begins with < or | is a file's name and no command to gnuplot. */
static void put_path(FILE *out, const char *path) {
  fputs("'", out);
  if (*path != '/') fputs("./", out);
  for (; *path != '\0'; path++) {
    if (*path == '\'') fputc('\'', out);
    fputc(*path, out);
  }
  fputc('\'', out);
}

/* A string of gnuplot ends with its line, so that such a name cannot be written. */
static int check_path(const char *path) {
  for (const char *p = path; *p != '\0'; p++)
    if ((unsigned char)*p < ' ' || *p == 0x7F) {
      ptl_cli_say(
          PTL_E(0903) "%s: a name with control characters cannot stand in a script of gnuplot",
          path);
      return 1;
    }
  return 0;
}

static void put_terminal(const char *kind, int height, FILE *out) {
  if (strcmp(kind, ".svg") == 0)
    fprintf(out,
            "set terminal svg size %d,%d noenhanced font 'DejaVu Sans,14' background '#ffffff'\n",
            WIDTH, height);
  else if (strcmp(kind, ".png") == 0)
    fprintf(out, "set terminal pngcairo size %d,%d noenhanced font 'DejaVu Sans,21' linewidth 2\n",
            2 * WIDTH, 2 * height);
  else
    fprintf(out, "set terminal pdfcairo size %.2fin,%.2fin noenhanced font 'DejaVu Sans,11'\n",
            WIDTH / 96.0, height / 96.0);
}

static void put_settings(const ptl_gnuplot *g, const char *picture, FILE *out) {
  fprintf(out, "set encoding utf8\nset output ");
  put_path(out, picture);
  fprintf(out,
          "\nset datafile separator comma\n"
          "set border 3 linewidth 0.8 linecolor rgb '#404040'\n"
          "set tics nomirror out scale 0.6 textcolor rgb '#202020'\n"
          "set grid linetype 1 linewidth 0.5 linecolor rgb '#e2e2e2'\n"
          "set xzeroaxis linetype 1 linewidth 0.7 linecolor rgb '#9a9a9a'\n"
          "set lmargin screen 0.095\nset rmargin screen 0.97\n"
          "set format y '%%.6g'\n");
  if (g->touches == NULL) return;
  fprintf(out, "set y2range [0:1]\nunset y2tics\n$touches << EOD\n");
  for (int i = 0; i < g->n_touches; i++) fprintf(out, "%.9g,1\n", g->touches[i] * g->x_scale);
  fprintf(out, "EOD\n");
}

/* Where a panel stands on the page: the graph, the legend above it and the label at its left,
 * all at fixed positions, so that the panels line up. */
static void put_layout(const ptl_gnuplot *g, int panel, FILE *out) {
  const double height = EXTRA_HEIGHT + PANEL_HEIGHT * g->n_panels;
  const double top = height - 50 - PANEL_HEIGHT * panel - LEGEND_HEIGHT;
  const double bottom = top + LEGEND_HEIGHT - PANEL_HEIGHT + 15;
  fprintf(out, "set tmargin screen %.5f\nset bmargin screen %.5f\n", top / height, bottom / height);
  fprintf(
      out,
      "set key at screen 0.97,%.5f right bottom horizontal maxcols 6 samplen 1.6 reverse Left\n",
      (top + 2) / height);
  fprintf(out, "set label 2 ");
  put_string(out, g->panels[panel].label);
  fprintf(out, " at screen 0.022,%.5f center rotate by 90\n", (top + bottom) / 2 / height);
}

/* One curve of a panel: the file, the columns with their factors, and how it looks. */
static void put_curve(const data *d, int curve, double x_factor, double factor, const char *style,
                      const char *name, int *n, FILE *out) {
  fprintf(out, (*n)++ > 0 ? ", \\\n  " : "  ");
  put_path(out, d->file);
  fprintf(out, " skip 1 using ($%d*%.12g):($%d*%.12g) with lines %s ", d->x + 1, x_factor,
          d->columns[curve] + 1, factor, style);
  if (name == NULL) {
    fprintf(out, "notitle");
    return;
  }
  fprintf(out, "title ");
  put_string(out, name);
}

static void put_curves(const ptl_gnuplot *g, const ptl_panel *panel, const data *run,
                       const data *other, FILE *out) {
  static const char *const colours[N_COLOURS] = {"#1769c4", "#d35a00", "#138a60", "#b5418f",
                                                 "#7c6a00", "#3a9cc9", "#6b4bb8", "#555b63"};
  int n = 0;
  fprintf(out, "plot \\\n");
  if (g->touches != NULL) {
    fprintf(out,
            "  $touches using 1:2 axes x1y2 with impulses linewidth 0.7 linecolor rgb '#efb36a' "
            "notitle");
    n++;
  }
  for (int k = 0; k < panel->n_curves; k++) {
    char style[80];
    snprintf(style, sizeof style, "linewidth 1.4 dashtype %d linecolor rgb '%s'", 1 + k / N_COLOURS,
             colours[k % N_COLOURS]);
    put_curve(run, panel->curves[k], g->x_scale, panel->scale, style, panel->names[k], &n, out);
  }
  const char *name = g->other_name;
  for (int k = 0; k < panel->n_curves && g->other != NULL; k++) {
    const int curve = panel->curves[k];
    if (g->others[curve].column < 0) continue;
    put_curve(other, curve, g->x_scale * g->other_x_factor, panel->scale * g->others[curve].factor,
              "linewidth 1.2 dashtype (6,5) linecolor rgb '#202020'", name, &n, out);
    name = NULL;
  }
  fprintf(out, "\n");
}

static int is_constant(const ptl_gnuplot *g, const ptl_panel *panel, double *value) {
  double low = INFINITY, high = -INFINITY;
  for (int k = 0; k < panel->n_curves; k++) {
    low = fmin(low, g->curves[panel->curves[k]].low);
    high = fmax(high, g->curves[panel->curves[k]].high);
  }
  *value = low == high ? low * panel->scale : 0;
  return !(high > low);
}

static void put_panel(const ptl_gnuplot *g, int index, const data *run, const data *other,
                      FILE *out) {
  const ptl_panel *panel = &g->panels[index];
  const int last = index == g->n_panels - 1;
  double value;
  fprintf(out, "\n");
  put_layout(g, index, out);
  fprintf(out, "set xlabel ");
  put_string(out, last ? g->x_label : "");
  fprintf(out, "\nset format x '%s'\n", last ? "%.6g" : "");
  if (is_constant(g, panel, &value))
    fprintf(out, "set yrange [%.12g:%.12g]\n", value - 1, value + 1);
  else
    fprintf(out, "set yrange [*:*]\n");
  put_curves(g, panel, run, other, out);
}

static void put_script(const ptl_gnuplot *g, const char *picture, const data *run,
                       const data *other, FILE *out) {
  const int height = EXTRA_HEIGHT + PANEL_HEIGHT * g->n_panels;
  fprintf(out, "# Written by pintle plot. To draw: gnuplot <this file>\n");
  put_terminal(g->kind, height, out);
  put_settings(g, picture, out);
  fprintf(out, "set multiplot\nset label 1 ");
  put_string(out, g->title);
  fprintf(out, " at screen 0.095,%.5f left font ',%d'\n", 1 - 28.0 / height,
          strcmp(g->kind, ".png") == 0   ? 26
          : strcmp(g->kind, ".svg") == 0 ? 17
                                         : 13);
  for (int i = 0; i < g->n_panels; i++) {
    put_panel(g, i, run, other, out);
    if (i == 0) fprintf(out, "unset label 1\n");
  }
  fprintf(out, "unset multiplot\nunset output\n");
}

/* ------------------------------------------------------------------ the script */

static int find_all_data(ptl_context *context, const ptl_gnuplot *g, const char *file, data *run,
                         data *other) {
  char *copy = ptl_cli_alloc(strlen(file) + sizeof ".with.csv", 1);
  sprintf(copy, "%s.csv", file);
  int failed = find_data(context, g->run, g->x, g->curves, g->n_curves, copy, run);
  sprintf(copy, "%s.with.csv", file);
  if (!failed && g->other != NULL)
    failed = find_data(context, g->other, g->other_x, g->others, g->n_curves, copy, other);
  free(copy);
  return failed;
}

/* FILE with the picture's ending in place of its own. */
static char *picture_of(const char *file, const char *kind) {
  char *picture = ptl_cli_alloc(strlen(file) + strlen(kind) + 1, 1);
  strcpy(picture, file);
  char *dot = strrchr(picture, '.');
  if (dot != NULL && dot > picture && dot[-1] != '/' && strchr(dot, '/') == NULL) *dot = '\0';
  strcat(picture, kind);
  return picture;
}

int ptl_cli_gnuplot_write(ptl_context *context, const ptl_gnuplot *g, const char *file) {
  data run = {.columns = NULL}, other = {.columns = NULL};
  int failed = check_path(file) || find_all_data(context, g, file, &run, &other) ||
               check_path(run.file) || check_path(other.file);
  if (!failed) {
    char *picture = picture_of(file, g->kind);
    ptl_new_file script;
    failed = ptl_cli_file_open(&script, file);
    if (!failed) {
      put_script(g, picture, &run, &other, script.stream);
      failed = ptl_cli_file_close(&script, file, 1);
    }
    free(picture);
  }
  free(run.columns);
  free(other.columns);
  return failed;
}
