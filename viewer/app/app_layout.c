#include "app_layout.h"

#include <math.h>
#include <string.h>

static const double bar_height = 66, panel_width = 238; /* points */

ptl_layout ptl_app_layout(const ptl_app *app) {
  ptl_layout l;
  double bar = app->show_bar ? bar_height : 0;
  double panel = app->show_panel && app->width > 620 ? panel_width : 0;
  double w = app->width - panel, h = app->height - bar;
  double plots = app->show_plots && app->n_plots > 0 ? floor(h * app->plot_share) : 0;
  if (plots > 0 && app->result != NULL && !app->result->has_bodies) plots = h; /* no mechanism */
  double scene = ptl_app_shows_two(app) ? floor(w / 2) : w;
  memcpy(l.scene, (double[4]){0, 0, scene, h - plots}, sizeof l.scene);
  memcpy(l.other, (double[4]){scene, 0, w - scene, h - plots}, sizeof l.other);
  memcpy(l.plots, (double[4]){0, h - plots, w, plots}, sizeof l.plots);
  memcpy(l.panel, (double[4]){w, 0, panel, h}, sizeof l.panel);
  memcpy(l.bar, (double[4]){0, h, app->width, bar}, sizeof l.bar);
  return l;
}

double ptl_app_lens_size(const double scene[4]) {
  return fmax(fmin(fmin(0.66 * scene[3], 0.4 * scene[2]), 380), 140);
}

void ptl_app_layout_lens(const double box[4], ptl_lens *lens) {
  lens->size = ptl_app_lens_size(box);
  lens->x = box[0] + box[2] - lens->size - 18;
  lens->y = box[1] + 18;
}

void ptl_app_layout_plots(const ptl_app *app, const double box[4], double boxes[][4]) {
  int n_square = 0, n_wide = 0;
  for (int i = 0; i < app->n_plots; i++) {
    if (app->plots[i].equal) {
      n_square++;
    } else {
      n_wide++;
    }
  }
  double side = fmin(box[3], n_square > 0 ? 0.5 * box[2] / n_square : 0);
  if (n_wide == 0 && n_square > 0) side = fmin(box[3], box[2] / n_square);
  double wide = box[2] - side * n_square, usable = box[3] - 26;
  double height = n_wide > 0 ? usable / n_wide : 0, y = box[1] + 3, x = box[0] + wide;
  for (int i = 0, k = 0; i < app->n_plots; i++) {
    if (app->plots[i].equal) {
      memcpy(boxes[i], (double[4]){x, box[1] + 3, side, box[3] - 6}, sizeof boxes[i]);
      x += side;
    } else {
      double h = height + (++k == n_wide ? 22 : 0);
      memcpy(boxes[i], (double[4]){box[0], y, wide, h}, sizeof boxes[i]);
      y += height;
    }
  }
}
