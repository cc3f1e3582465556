/* wear_pictures.c: clearance, peak force and depth over the cycles; the profiles of the surfaces. */
#include "wear_pictures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "message.h"
#include "picture.h"
#include "polar.h"
#include "verb.h"

enum { SHOWN = 6 }; /* profiles in a picture */

/* ------------------------------------------------------------------ the tables */

static double value_of(const ptl_wear_table *t, int row, int column) {
  return t->values[(size_t)row * (size_t)t->columns + (size_t)column];
}

static double *column_of(const ptl_wear_table *t, int column) {
  double *out = ptl_cli_alloc((size_t)t->rows + 1, sizeof *out);
  for (int i = 0; i < t->rows; i++) out[i] = value_of(t, i, column);
  return out;
}

/* ------------------------------------------------------------------ pictures */

static int write_shapes(const ptl_wear *w, const char *name, int dark, const ptl_shapes *shapes,
                        double width, double height) {
  char path[1400], why[1400];
  const ptl_picture picture = {.lists = &shapes,
                               .n = 1,
                               .theme = dark ? PTL_THEME_DARK : PTL_THEME_LIGHT,
                               .width = width,
                               .height = height,
                               .scale = 2};
  snprintf(path, sizeof path, "%s/%s", w->options.folder, name);
  if (!ptl_picture_write(path, &picture, ptl_picture_write_svg, why, sizeof why))
    return PTL_EXIT_DONE;
  ptl_cli_say(PTL_E(0903) "%s", why);
  return PTL_EXIT_USAGE;
}

/* Columns of wear.csv: four of the block, then of each joint clearance, peak force, and of each side depth, volume,
 * work. */
enum { BLOCK = 4, OF_JOINT = 2, OF_SIDE = 3 };

static int first_column(const ptl_wear *w, int bearing) {
  int column = BLOCK;
  for (int i = 0; i < bearing; i++) column += OF_JOINT + OF_SIDE * w->bearings[i].n_sides;
  return column;
}

static int wears(const ptl_wear_side *s) {
  return s->coefficient > 0.0 && s->n > 0;
}

static int draw_course(const ptl_wear *w, int dark) {
  enum { PANELS = 3, MOST = 32 };
  static const char *const labels[] = {"largest clearance [µm]", "peak force [N]",
                                       "volume worn off [mm³]"};
  static const double scales[] = {1e6, 1.0, 1e9};
  ptl_wear_table t;
  ptl_shapes shapes = {0};
  ptl_figure_panel panels[PANELS];
  ptl_figure_curve curves[PANELS][MOST];
  char names[MOST][160];
  const ptl_status read = ptl_wear_read_table(w, "wear.csv", &t);
  if (read != PTL_OK) return ptl_cli_exit_status(w->context, read);
  double *cycles = column_of(&t, 1);
  for (int k = 0; k < PANELS; k++) {
    int n_curves = 0;
    for (int i = 0; i < w->n_bearings; i++)
      for (int side = 0; side < (k == 2 ? w->bearings[i].n_sides : 1) && n_curves < MOST; side++) {
        const ptl_wear_side *s = &w->bearings[i].sides[side];
        if (k == 2 && !wears(s)) continue;
        const int column = first_column(w, i) + (k < 2 ? k : OF_JOINT + 1 + OF_SIDE * side);
        if (k == 2)
          snprintf(names[n_curves], sizeof names[0], "%s, %s", w->bearings[i].joint, s->name);
        curves[k][n_curves] =
            (ptl_figure_curve){.name = k == 2 ? names[n_curves] : w->bearings[i].joint,
                               .x = cycles,
                               .y = column_of(&t, column),
                               .n = t.rows,
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
                             .panels = panels,
                             .n_panels = PANELS,
                             .width = 720,
                             .panel_height = 190};
  const double height = ptl_figure_draw(&figure, &shapes);
  const int status = write_shapes(w, "wear.svg", dark, &shapes, figure.width, height);
  for (int k = 0; k < PANELS; k++)
    for (int i = 0; i < panels[k].n_curves; i++) free((void *)panels[k].curves[i].y);
  free(cycles);
  ptl_wear_table_release(w, &t);
  ptl_shapes_release(&shapes);
  return status;
}

/* Columns of profiles.csv. */
enum { P_BLOCK, P_CYCLES, P_JOINT, P_PART, P_DIRECTION, P_PLACE, P_LOSS };

/* The first row of a block, -1 where there are not as many as `rows` from it on. */
static int row_of_block(const ptl_wear_table *t, int block, int rows) {
  for (int i = 0; i < t->rows; i++)
    if (value_of(t, i, P_BLOCK) == block) return rows <= t->rows - i ? i : -1;
  return -1;
}

/* The profiles of some blocks of one side, oldest first. */
typedef struct history {
  double *losses[SHOWN], cycles[SHOWN];
  int parts[SHOWN]; /* which of the SHOWN blocks */
  int n;
} history;

static history history_of(const ptl_wear *w, const ptl_wear_table *t, int bearing, int side) {
  const ptl_wear_side *s = &w->bearings[bearing].sides[side];
  history out = {.n = 0};
  int offset = 0;
  for (int i = 0; i <= bearing; i++)
    for (int k = 0; k < (i < bearing ? w->bearings[i].n_sides : side); k++)
      offset += w->bearings[i].sides[k].n;
  for (int k = 1; k <= SHOWN; k++) {
    const int block = (int)lround((double)w->n_blocks * k / SHOWN);
    const int row = block > 0 ? row_of_block(t, block, offset + s->n) : -1;
    if (row < 0 || (k > 1 && block == (int)lround((double)w->n_blocks * (k - 1) / SHOWN))) continue;
    double *values = out.losses[out.n] = ptl_cli_alloc((size_t)s->n, sizeof *values);
    for (int i = 0; i < s->n; i++) values[i] = value_of(t, row + offset + i, P_LOSS);
    out.cycles[out.n] = value_of(t, row, P_CYCLES);
    out.parts[out.n++] = k;
  }
  return out;
}

enum { MOST_CURVES = PTL_WEAR_MOST_SIDES * SHOWN };

/* The round surfaces of a joint. */
static int draw_rings(const ptl_wear *w, const ptl_wear_table *t, int bearing, int dark) {
  const ptl_wear_bearing *b = &w->bearings[bearing];
  ptl_polar_curve curves[MOST_CURVES];
  char names[MOST_CURVES][120], title[300], file[300];
  ptl_shapes shapes = {0};
  int n = 0, status = PTL_EXIT_DONE, has_hole = 0;
  for (int side = 0; side < b->n_sides; side++) {
    const ptl_wear_side *s = &b->sides[side];
    if (!wears(s) || s->shape.radius == 0.0) continue;
    has_hole |= s->shape.radius < 0.0;
    const history h = history_of(w, t, bearing, side);
    for (int k = 0; k < h.n; k++) {
      snprintf(names[n], sizeof names[n], "%s after %.6g cycles", s->name, h.cycles[k]);
      curves[n] = (ptl_polar_curve){.name = names[n],
                                    .values = h.losses[k],
                                    .n = s->n,
                                    .series = side,
                                    .strength = 0.25 + 0.75 * h.parts[k] / SHOWN,
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
      .width = 520};
  if (n > 0) {
    const double height = ptl_polar_draw(&polar, &shapes);
    snprintf(file, sizeof file, "profile_%s.svg", b->joint);
    status = write_shapes(w, file, dark, &shapes, polar.width, height);
  }
  for (int i = 0; i < n; i++) free((void *)curves[i].values);
  ptl_shapes_release(&shapes);
  return status;
}

/* The walls of a joint: a panel each, with the loss downwards. */
static int draw_walls(const ptl_wear *w, const ptl_wear_table *t, int bearing, int dark) {
  const ptl_wear_bearing *b = &w->bearings[bearing];
  ptl_figure_panel panels[PTL_WEAR_MOST_SIDES];
  ptl_figure_curve curves[MOST_CURVES];
  char names[MOST_CURVES][120], labels[PTL_WEAR_MOST_SIDES][120], title[300], file[300];
  double *places[PTL_WEAR_MOST_SIDES];
  ptl_shapes shapes = {0};
  int n = 0, n_panels = 0, status = PTL_EXIT_DONE;
  for (int side = 0; side < b->n_sides; side++) {
    const ptl_wear_side *s = &b->sides[side];
    if (!wears(s) || s->shape.radius != 0.0) continue;
    const history h = history_of(w, t, bearing, side);
    double *x = places[n_panels] = ptl_cli_alloc((size_t)s->n, sizeof *x);
    for (int i = 0; i < s->n; i++) x[i] = s->first + i * s->step;
    snprintf(labels[n_panels], sizeof labels[0], "loss of %s [µm]", s->name);
    panels[n_panels] = (ptl_figure_panel){
        .label = labels[n_panels], .curves = curves + n, .n_curves = h.n, .y_scale = 1e6};
    n_panels++;
    for (int k = 0; k < h.n; k++) {
      snprintf(names[n], sizeof names[n], "after %.6g cycles", h.cycles[k]);
      curves[n] = (ptl_figure_curve){
          .name = names[n], .x = x, .y = h.losses[k], .n = s->n, .series = k % PTL_N_SERIES_INKS};
      n++;
    }
  }
  snprintf(title, sizeof title, "Loss of the walls of %s", b->joint);
  const ptl_figure figure = {.title = title,
                             .x_label = "place along the wall [mm]",
                             .x_scale = 1e3,
                             .panels = panels,
                             .n_panels = n_panels,
                             .width = 720,
                             .panel_height = 190};
  if (n_panels > 0) {
    const double height = ptl_figure_draw(&figure, &shapes);
    snprintf(file, sizeof file, "walls_%s.svg", b->joint);
    status = write_shapes(w, file, dark, &shapes, figure.width, height);
  }
  for (int i = 0; i < n; i++) free((void *)curves[i].y);
  for (int i = 0; i < n_panels; i++) free(places[i]);
  ptl_shapes_release(&shapes);
  return status;
}

int ptl_cli_wear_pictures(const ptl_wear *w, int dark) {
  ptl_wear_table profiles;
  int status = draw_course(w, dark);
  if (status != PTL_EXIT_DONE) return status;
  const ptl_status read = ptl_wear_read_table(w, "profiles.csv", &profiles);
  if (read != PTL_OK) return ptl_cli_exit_status(w->context, read);
  for (int i = 0; i < w->n_bearings && status == PTL_EXIT_DONE; i++) {
    status = draw_rings(w, &profiles, i, dark);
    if (status == PTL_EXIT_DONE) status = draw_walls(w, &profiles, i, dark);
  }
  ptl_wear_table_release(w, &profiles);
  return status;
}
