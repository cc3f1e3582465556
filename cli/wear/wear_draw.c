/* wear_draw.c: clearance, peak force and volume over the cycles; the profiles of the surfaces. */
#include "wear_draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figure.h"
#include "message.h"
#include "polar.h"

/* ------------------------------------------------------------------ the tables */

static double value_of(const ptl_wear_table *t, int row, int column) {
  return t->values[(size_t)row * (size_t)t->columns + (size_t)column];
}

static double *column_of(const ptl_wear_table *t, int column) {
  double *out = ptl_cli_alloc((size_t)t->rows + 1, sizeof *out);
  for (int i = 0; i < t->rows; i++) out[i] = value_of(t, i, column);
  return out;
}

/* Columns of wear.csv: four of the block, then of each joint clearance, peak force, and of each
 * side depth, volume, work. */
enum { BLOCK = 4, OF_JOINT = 2, OF_SIDE = 3 };

static int first_column(const ptl_wear *w, int bearing) {
  int column = BLOCK;
  for (int i = 0; i < bearing; i++) column += OF_JOINT + OF_SIDE * w->bearings[i].n_sides;
  return column;
}

/* Columns of profiles.csv, which has a row per sector of every side after every block. */
enum { P_BLOCK, P_CYCLES, P_JOINT, P_PART, P_DIRECTION, P_PLACE, P_LOSS };

double ptl_wear_cycles_of_block(const ptl_wear_table *t, int block) {
  for (int i = 0; i < t->rows; i++)
    if (value_of(t, i, P_BLOCK) == block) return value_of(t, i, P_CYCLES);
  return 0.0;
}

/* The loss of one side after so many cycles, as many as it has sectors; 0 where the table has no
 * block. */
static double *profile_at(const ptl_wear *w, const ptl_wear_table *t, int bearing, int side,
                          double cycles) {
  const int n = w->bearings[bearing].sides[side].n;
  int offset = 0, per_block = 0;
  for (int i = 0; i < w->n_bearings; i++)
    for (int k = 0; k < w->bearings[i].n_sides; k++) {
      if (i == bearing && k == side) offset = per_block;
      per_block += w->bearings[i].sides[k].n;
    }
  double *out = ptl_cli_alloc((size_t)n, sizeof *out);
  if (t->rows < per_block) return out;
  int row = 0; /* of the first block that ends there or later */
  while (row + 2 * per_block <= t->rows && value_of(t, row, P_CYCLES) < cycles) row += per_block;
  const double end = value_of(t, row, P_CYCLES);
  const double begin = row > 0 ? value_of(t, row - per_block, P_CYCLES) : 0.0;
  const double part = fmin(1.0, (cycles - begin) / (end - begin));
  for (int i = row + offset; i < row + offset + n; i++) {
    const double before = row > 0 ? value_of(t, i - per_block, P_LOSS) : 0.0;
    out[i - row - offset] = before + part * (value_of(t, i, P_LOSS) - before);
  }
  return out;
}

static int wears(const ptl_wear_side *s) {
  return s->coefficient > 0.0 && s->n > 0;
}

/* ------------------------------------------------------------------ pages */

double ptl_wear_draw_course(const ptl_wear *w, const ptl_wear_table *t, int bearing, double mark,
                            double width, ptl_shapes *out) {
  enum { PANELS = 3, MOST = 32 };
  static const char *const labels[] = {"largest clearance [µm]", "peak force [N]",
                                       "volume worn off [mm³]"};
  static const double scales[] = {1e6, 1.0, 1e9};
  ptl_figure_panel panels[PANELS];
  ptl_figure_curve curves[PANELS][MOST];
  char names[MOST][160];
  double *cycles = column_of(t, 1);
  for (int k = 0; k < PANELS; k++) {
    int n_curves = 0;
    for (int i = 0; i < w->n_bearings; i++)
      for (int side = 0; side < (k == 2 ? w->bearings[i].n_sides : 1) && n_curves < MOST; side++) {
        const ptl_wear_side *s = &w->bearings[i].sides[side];
        if ((k == 2 && !wears(s)) || (bearing >= 0 && i != bearing)) continue;
        const int column = first_column(w, i) + (k < 2 ? k : OF_JOINT + 1 + OF_SIDE * side);
        if (k == 2)
          snprintf(names[n_curves], sizeof names[0], "%s, %s", w->bearings[i].joint, s->name);
        curves[k][n_curves] =
            (ptl_figure_curve){.name = k == 2 ? names[n_curves] : w->bearings[i].joint,
                               .x = cycles,
                               .y = column_of(t, column),
                               .n = t->rows,
                               .series = (k == 2 ? n_curves : 2 * i) % PTL_N_SERIES_INKS};
        n_curves++;
      }
    panels[k] = (ptl_figure_panel){
        .label = labels[k], .curves = curves[k], .n_curves = n_curves, .y_scale = scales[k]};
  }
  const char *title = ptl_mechanism_get_title(w->model);
  const ptl_figure figure = {.title = title != NULL ? title : "wear",
                             .x_label = "cycles",
                             .x_scale = 1.0,
                             .marks = &mark,
                             .n_marks = !isnan(mark),
                             .panels = panels,
                             .n_panels = PANELS,
                             .width = width,
                             .panel_height = 190};
  const double height = ptl_figure_draw(&figure, out);
  for (int k = 0; k < PANELS; k++)
    for (int i = 0; i < panels[k].n_curves; i++) free((void *)panels[k].curves[i].y);
  free(cycles);
  return height;
}

enum { MOST_CURVES = PTL_WEAR_MOST_SIDES * PTL_WEAR_MOST_MOMENTS };

double ptl_wear_draw_rings(const ptl_wear *w, const ptl_wear_table *t, int bearing,
                           const ptl_wear_moments *moments, double width, ptl_shapes *out) {
  const ptl_wear_bearing *b = &w->bearings[bearing];
  ptl_polar_curve curves[MOST_CURVES];
  char names[MOST_CURVES][120], title[300];
  int n = 0, has_hole = 0;
  for (int side = 0; side < b->n_sides; side++) {
    const ptl_wear_side *s = &b->sides[side];
    if (!wears(s) || s->shape.radius == 0.0) continue;
    has_hole |= s->shape.radius < 0.0;
    for (int k = 0; k < moments->n; k++) {
      snprintf(names[n], sizeof names[n], "%s after %.6g cycles", s->name, moments->cycles[k]);
      curves[n] = (ptl_polar_curve){.name = names[n],
                                    .values = profile_at(w, t, bearing, side, moments->cycles[k]),
                                    .n = s->n,
                                    .series = side,
                                    .strength = moments->strength[k],
                                    .inward = s->shape.radius > 0.0};
      n++;
    }
  }
  snprintf(title, sizeof title, "Loss of the surfaces of %s", b->joint);
  const ptl_polar polar = {
      .title = title,
      .note = has_hole ? "outwards: bearing, inwards: journal; directions in each part's frame"
                       : "inwards: what is lost; directions in the part's frame",
      .curves = curves,
      .n_curves = n,
      .scale = 1e6,
      .unit = "µm",
      .width = width};
  const double height = n > 0 ? ptl_polar_draw(&polar, out) : 0.0;
  for (int i = 0; i < n; i++) free((void *)curves[i].values);
  return height;
}

double ptl_wear_draw_walls(const ptl_wear *w, const ptl_wear_table *t, int bearing,
                           const ptl_wear_moments *moments, double width, ptl_shapes *out) {
  const ptl_wear_bearing *b = &w->bearings[bearing];
  ptl_figure_panel panels[PTL_WEAR_MOST_SIDES];
  ptl_figure_curve curves[MOST_CURVES];
  char names[MOST_CURVES][120], labels[PTL_WEAR_MOST_SIDES][120], title[300];
  double *places[PTL_WEAR_MOST_SIDES];
  int n = 0, n_panels = 0;
  for (int side = 0; side < b->n_sides; side++) {
    const ptl_wear_side *s = &b->sides[side];
    if (!wears(s) || s->shape.radius != 0.0) continue;
    double *x = places[n_panels] = ptl_cli_alloc((size_t)s->n, sizeof *x);
    for (int i = 0; i < s->n; i++) x[i] = s->first + i * s->step;
    snprintf(labels[n_panels], sizeof labels[0], "loss of %s [µm]", s->name);
    panels[n_panels] = (ptl_figure_panel){
        .label = labels[n_panels], .curves = curves + n, .n_curves = moments->n, .y_scale = 1e6};
    n_panels++;
    for (int k = 0; k < moments->n; k++) {
      snprintf(names[n], sizeof names[n], "after %.6g cycles", moments->cycles[k]);
      curves[n] = (ptl_figure_curve){.name = names[n],
                                     .x = x,
                                     .y = profile_at(w, t, bearing, side, moments->cycles[k]),
                                     .n = s->n,
                                     .series = k % PTL_N_SERIES_INKS};
      n++;
    }
  }
  snprintf(title, sizeof title, "Loss of the walls of %s", b->joint);
  const ptl_figure figure = {.title = title,
                             .x_label = "place along the wall [mm]",
                             .x_scale = 1e3,
                             .panels = panels,
                             .n_panels = n_panels,
                             .width = width,
                             .panel_height = 190};
  const double height = n_panels > 0 ? ptl_figure_draw(&figure, out) : 0.0;
  for (int i = 0; i < n; i++) free((void *)curves[i].y);
  for (int i = 0; i < n_panels; i++) free(places[i]);
  return height;
}
