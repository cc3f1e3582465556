/* plot_script.c: the gnuplot script of a picture. The curves are read straight from the CSV. */
#include "plot_script.h"

#include <stdlib.h>
#include <string.h>

#include "gnuplot.h"

enum { PANEL_HEIGHT = 290, EXTRA_HEIGHT = 110, LEGEND_HEIGHT = 32 };

/* ------------------------------------------------------------------ pieces of gnuplot */

/* m/s^2 as m/s2 with the 2 raised. */
static void raised_unit(char *text, size_t size, const char *unit) {
  static const char *const raised[] = {
      "\xE2\x81\xB0", "\xC2\xB9",     "\xC2\xB2",     "\xC2\xB3",     "\xE2\x81\xB4",
      "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9"};
  size_t n = 0;
  int up = 0;
  for (; *unit && n + 4 < size; unit++) {
    if (*unit == '^') {
      up = 1;
      continue;
    }
    const char *piece = NULL;
    if (up && *unit >= '0' && *unit <= '9') piece = raised[*unit - '0'];
    if (up && *unit == '-') piece = "\xE2\x81\xBB";
    if (piece != NULL) {
      memcpy(text + n, piece, strlen(piece));
      n += strlen(piece);
    } else {
      up = 0;
      text[n++] = *unit;
    }
  }
  text[n] = '\0';
}

/* ------------------------------------------------------------------ panels */

static void put_settings(const ptl_picture *p, FILE *out) {
  fprintf(out, "set encoding utf8\nset output ");
  ptl_cli_gnuplot_string(out, p->file);
  fprintf(out,
          "\nset datafile separator comma\n"
          "set border 3 linewidth 0.8 linecolor rgb '#404040'\n"
          "set tics nomirror out scale 0.6 textcolor rgb '#202020'\n"
          "set grid linetype 1 linewidth 0.5 linecolor rgb '#e2e2e2'\n"
          "set xzeroaxis linetype 1 linewidth 0.7 linecolor rgb '#9a9a9a'\n"
          "set lmargin screen 0.095\nset rmargin screen 0.97\n"
          "set format y '%%.6g'\n");
  if (p->x_max > p->x_min) fprintf(out, "set xrange [%.12g:%.12g]\n", p->x_min, p->x_max);
  if (p->events != NULL) fprintf(out, "set y2range [0:1]\nunset y2tics\n");
}

/* Where a panel stands on the page: the graph, the legend above it and the label at its left,
 * all at fixed positions, so that the panels line up. */
static void put_layout(const ptl_picture *p, int panel, const char *label, FILE *out) {
  const double height = EXTRA_HEIGHT + PANEL_HEIGHT * p->n_panels;
  const double top = height - 50 - PANEL_HEIGHT * panel - LEGEND_HEIGHT;
  const double bottom = top + LEGEND_HEIGHT - PANEL_HEIGHT + 15;
  fprintf(out, "set tmargin screen %.5f\nset bmargin screen %.5f\n", top / height, bottom / height);
  fprintf(
      out,
      "set key at screen 0.97,%.5f right bottom horizontal maxcols 6 samplen 1.6 reverse Left\n",
      (top + 2) / height);
  fprintf(out, "set label 2 ");
  ptl_cli_gnuplot_string(out, label);
  fprintf(out, " at screen 0.022,%.5f center rotate by 90\n", (top + bottom) / 2 / height);
}

/* " using (x):(y)" with the scale factors. */
static void put_using(FILE *out, int x, double x_scale, int y, double y_scale) {
  fprintf(out, " skip 1 using ($%d*%.12g):($%d*%.12g)", x + 1, x_scale, y + 1, y_scale);
}

static void put_touches(const ptl_picture *p, FILE *out) {
  fprintf(out, "  ");
  ptl_cli_gnuplot_string(out, p->events);
  fprintf(out,
          " skip 1 using ($1*%.12g):(strcol(4) eq 'touch' ? 1 : NaN) axes x1y2 with impulses "
          "linewidth 0.7 linecolor rgb '#efb36a' notitle, \\\n",
          p->x_scale);
}

/* The other run is named once, at the end of the legend. */
static int is_last_with_other(const ptl_panel *panel, int k) {
  for (k++; k < panel->n_curves; k++)
    if (panel->curves[k].other >= 0) return 0;
  return 1;
}

static void put_curve(const ptl_picture *p, const ptl_panel *panel, int k, FILE *out) {
  const ptl_curve *curve = &panel->curves[k];
  const char *colour = ptl_cli_gnuplot_colour(k);
  const int dash = ptl_cli_gnuplot_dash(k);
  fprintf(out, "  ");
  ptl_cli_gnuplot_string(out, p->csv);
  put_using(out, p->x, p->x_scale, curve->column, panel->scale);
  fprintf(out, " with lines linewidth 1.4 dashtype %d linecolor rgb '%s' title ", dash, colour);
  ptl_cli_gnuplot_string(out, curve->title);
  if (curve->other < 0) return;
  fprintf(out, ", \\\n  ");
  ptl_cli_gnuplot_string(out, p->other_csv);
  put_using(out, p->other_x, p->x_scale * p->other_x_factor, curve->other,
            panel->scale * curve->other_factor);
  fprintf(out, " with lines linewidth 1.2 dashtype (6,5) linecolor rgb '#202020' ");
  if (!is_last_with_other(panel, k)) {
    fprintf(out, "notitle");
    return;
  }
  fprintf(out, "title ");
  ptl_cli_gnuplot_string(out, p->other_name);
}

static void put_panel(const ptl_picture *p, int index, FILE *out) {
  const ptl_panel *panel = &p->panels[index];
  const int last = index == p->n_panels - 1;
  char unit[PTL_PLOT_NAME];
  raised_unit(unit, sizeof unit, panel->unit);
  char label[2 * PTL_PLOT_NAME + 16];
  if (strcmp(unit, "1") == 0)
    snprintf(label, sizeof label, "%s", panel->quantity);
  else
    snprintf(label, sizeof label, "%s [%s%s]", panel->quantity, panel->prefix, unit);
  fprintf(out, "\n");
  put_layout(p, index, label, out);
  fprintf(out, "set xlabel ");
  ptl_cli_gnuplot_string(out, last ? p->x_label : "");
  fprintf(out, "\nset format x '%s'\n", last ? "%.6g" : "");
  if (panel->constant)
    fprintf(out, "set yrange [%.12g:%.12g]\n", panel->value - 1, panel->value + 1);
  else
    fprintf(out, "set yrange [*:*]\n");
  fprintf(out, "plot \\\n");
  if (p->events != NULL) put_touches(p, out);
  for (int k = 0; k < panel->n_curves; k++) {
    put_curve(p, panel, k, out);
    fprintf(out, k + 1 < panel->n_curves ? ", \\\n" : "\n");
  }
}

void ptl_cli_plot_write_script(const ptl_picture *p, FILE *out) {
  fprintf(out, "# Drawn by pintle plot. To draw it again, after changes: gnuplot <this file>\n");
  ptl_cli_gnuplot_terminal(p->file, EXTRA_HEIGHT + PANEL_HEIGHT * p->n_panels, out);
  put_settings(p, out);
  fprintf(out, "set multiplot\nset label 1 ");
  ptl_cli_gnuplot_string(out, p->title);
  fprintf(out, " at screen 0.095,%.5f left font ',%d'\n",
          1 - 28.0 / (EXTRA_HEIGHT + PANEL_HEIGHT * p->n_panels),
          strcmp(ptl_cli_gnuplot_kind(p->file), "png") == 0   ? 26
          : strcmp(ptl_cli_gnuplot_kind(p->file), "svg") == 0 ? 17
                                                              : 13);
  for (int i = 0; i < p->n_panels; i++) {
    put_panel(p, i, out);
    if (i == 0) fprintf(out, "unset label 1\n");
  }
  fprintf(out, "unset multiplot\nunset output\n");
}
