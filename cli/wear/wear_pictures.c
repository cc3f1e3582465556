/* wear_pictures.c: clearance, peak force and depth over the cycles; the profile of each bearing. */
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

static double *column_of(const ptl_wear_table *t, int column) {
  double *out = ptl_cli_alloc((size_t)t->rows + 1, sizeof *out);
  for (int i = 0; i < t->rows; i++)
    out[i] = t->values[(size_t)i * (size_t)t->columns + (size_t)column];
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

/* Columns of wear.csv: four of the block, then of each bearing clearance, peak force, and of each side depth, volume,
 * work. */
enum { BLOCK = 4, OF_BEARING = 8, OF_SIDE = 3 };

static int draw_course(const ptl_wear *w, int dark) {
  enum { PANELS = 3, MOST = 2 * 16 };
  static const char *const labels[] = {"largest clearance [µm]", "peak force [N]",
                                       "volume worn off [mm³]"};
  static const double scales[] = {1e6, 1.0, 1e9};
  ptl_wear_table t;
  ptl_shapes shapes = {0};
  ptl_figure_panel panels[PANELS];
  ptl_figure_curve curves[PANELS][MOST];
  char names[MOST][160];
  const int n = w->n_bearings < MOST / 2 ? w->n_bearings : MOST / 2;
  if (ptl_wear_read_table(w, "wear.csv", &t) != PTL_OK)
    return ptl_cli_exit_status(w->context, PTL_ERR_IO);
  double *cycles = column_of(&t, 1);
  for (int k = 0; k < PANELS; k++) {
    int n_curves = 0;
    for (int i = 0; i < n; i++)
      for (int side = 0; side < (k == 2 ? 2 : 1); side++) {
        const ptl_wear_side *s = &w->bearings[i].sides[side];
        if (k == 2 && s->coefficient == 0.0) continue;
        const int column = BLOCK + OF_BEARING * i + (k < 2 ? k : 3 + OF_SIDE * side);
        if (k == 2)
          snprintf(names[2 * i + side], sizeof names[0], "%s, %s", w->bearings[i].joint, s->part);
        curves[k][n_curves++] =
            (ptl_figure_curve){.name = k == 2 ? names[2 * i + side] : w->bearings[i].joint,
                               .x = cycles,
                               .y = column_of(&t, column),
                               .n = t.rows,
                               .series = (2 * i + side) % PTL_N_SERIES_INKS};
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
enum { P_BLOCK, P_CYCLES, P_JOINT, P_PART, P_DIRECTION, P_LOSS };

/* The first row of a block, -1 without. */
static int row_of_block(const ptl_wear_table *t, int block) {
  for (int i = 0; i < t->rows; i++)
    if ((int)t->values[i * t->columns + P_BLOCK] == block) return i;
  return -1;
}

static int draw_profile(const ptl_wear *w, const ptl_wear_table *t, int bearing, int dark) {
  const ptl_wear_bearing *b = &w->bearings[bearing];
  ptl_polar_curve curves[2 * SHOWN];
  char names[2 * SHOWN][120], title[300], note[160], file[300];
  ptl_shapes shapes = {0};
  int n = 0, offset = 0;
  for (int i = 0; i < bearing; i++) offset += 2 * w->bearings[i].n_sectors;
  for (int side = 0; side < 2; side++) {
    if (b->sides[side].coefficient == 0.0) continue;
    for (int k = 1; k <= SHOWN; k++) {
      const int block = (int)lround((double)w->n_blocks * k / SHOWN);
      const int row = block > 0 ? row_of_block(t, block) : -1;
      if (row < 0 || (k > 1 && block == (int)lround((double)w->n_blocks * (k - 1) / SHOWN)))
        continue;
      double *values = ptl_cli_alloc((size_t)b->n_sectors, sizeof *values);
      for (int i = 0; i < b->n_sectors; i++)
        values[i] = t->values[(row + offset + side * b->n_sectors + i) * t->columns + P_LOSS];
      snprintf(names[n], sizeof names[n], "%s after %.6g cycles", b->sides[side].part,
               t->values[row * t->columns + P_CYCLES]);
      curves[n] = (ptl_polar_curve){.name = names[n],
                                    .values = values,
                                    .n = b->n_sectors,
                                    .series = side,
                                    .strength = 0.25 + 0.75 * k / SHOWN,
                                    .inward = side == 1};
      n++;
    }
  }
  snprintf(title, sizeof title, "Loss of the surfaces of %s", b->joint);
  snprintf(note, sizeof note,
           "outwards: bearing, inwards: journal; directions in each part's frame");
  const ptl_polar polar = {.title = title,
                           .note = note,
                           .curves = curves,
                           .n_curves = n,
                           .scale = 1e6,
                           .unit = "µm",
                           .width = 520};
  const double height = ptl_polar_draw(&polar, &shapes);
  snprintf(file, sizeof file, "profile_%s.svg", b->joint);
  const int status = write_shapes(w, file, dark, &shapes, polar.width, height);
  for (int i = 0; i < n; i++) free((void *)curves[i].values);
  ptl_shapes_release(&shapes);
  return status;
}

int ptl_cli_wear_pictures(const ptl_wear *w, int dark) {
  ptl_wear_table profiles;
  int status = draw_course(w, dark);
  if (status != PTL_EXIT_DONE) return status;
  if (ptl_wear_read_table(w, "profiles.csv", &profiles) != PTL_OK)
    return ptl_cli_exit_status(w->context, PTL_ERR_IO);
  for (int i = 0; i < w->n_bearings && status == PTL_EXIT_DONE; i++)
    status = draw_profile(w, &profiles, i, dark);
  ptl_wear_table_release(w, &profiles);
  return status;
}
