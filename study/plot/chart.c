/* chart.c: a field with axes, and marks in it. */
#include "chart.h"

#include <math.h>

#include "format.h"

void ptl_chart_include(double *low, double *high, double value) {
  if (!isfinite(value)) return;
  if (!(value >= *low)) *low = value;
  if (!(value <= *high)) *high = value;
}

static void pad(double *low, double *high, int is_log) {
  if (isnan(*low)) {
    *low = 0;
    *high = 1;
  }
  if (!is_log) {
    ptl_axes_pad(low, high);
    return;
  }
  double from = log(*low), to = log(*high);
  ptl_axes_pad(&from, &to);
  *low = exp(from);
  *high = exp(to);
}

void ptl_chart_pad(ptl_chart *c) {
  ptl_axes *a = &c->axes;
  a->x_log = a->x_log && a->x_low > 0;
  a->y_log = a->y_log && a->y_low > 0;
  pad(&a->x_low, &a->x_high, a->x_log);
  pad(&a->y_low, &a->y_high, a->y_log);
}

/* ------------------------------------------------------------------ axes */

static void add_name(ptl_align align, double x, double y, const char *name, const char *unit,
                     ptl_shapes *out) {
  ptl_add_text(out, PTL_INK_TEXT, 12, align, x, y, *unit == '\0' ? "%s" : "%s [%s]", name, unit);
}

void ptl_chart_axes(ptl_chart *c, int small, ptl_shapes *out) {
  static const double size = 10.5;
  ptl_axes *a = &c->axes;
  ptl_choose_prefix(fmax(fabs(a->x_low), fabs(a->x_high)), c->x_unit != NULL ? c->x_unit : "1",
                    &a->x_scale, a->x_unit, sizeof a->x_unit);
  ptl_choose_prefix(fmax(fabs(a->y_low), fabs(a->y_high)), c->y_unit != NULL ? c->y_unit : "1",
                    &a->y_scale, a->y_unit, sizeof a->y_unit);
  ptl_shapes_tag(out, PTL_TAG_PLOT, 0);
  ptl_add_rect(out, ptl_filled(PTL_INK_PANEL), a->x, a->y, a->w, a->h, 0);
  ptl_axes_draw_x(a, size, !small, out);
  if (c->y_name != NULL) ptl_axes_draw_y(a, size, small ? INFINITY : a->y, out);
  if (!small) {
    add_name(PTL_CENTER, a->x + a->w / 2, a->y + a->h + 32, c->x_name, a->x_unit, out);
    if (c->y_name != NULL) add_name(PTL_LEFT, a->x - 40, a->y - 8, c->y_name, a->y_unit, out);
  }
  ptl_add_rect(out, ptl_stroked(PTL_INK_DIM, 1), a->x, a->y, a->w, a->h, 0);
}

/* ------------------------------------------------------------------ marks */

void ptl_chart_dot(const ptl_chart *c, int series, double x, double y, double radius, double alpha,
                   ptl_shapes *out) {
  const ptl_axes *a = &c->axes;
  if (!(x >= a->x_low && x <= a->x_high && y >= a->y_low && y <= a->y_high)) return;
  const ptl_ink ink = (ptl_ink)(PTL_INK_SERIES + series % PTL_N_SERIES_INKS);
  ptl_add_circle(out, ptl_faded(ptl_filled(ink), alpha), ptl_axes_screen_x(a, x),
                 ptl_axes_screen_y(a, y), radius);
}

void ptl_chart_failed(const ptl_chart *c, double x, ptl_shapes *out) {
  const ptl_axes *a = &c->axes;
  const double at = ptl_axes_screen_x(a, x), y = a->y + a->h - 7, r = 3.5;
  if (!(x >= a->x_low && x <= a->x_high)) return;
  ptl_shapes_tag(out, PTL_TAG_MESSAGE, 0);
  ptl_path_begin(out, ptl_stroked(PTL_INK_ERROR, 1.4));
  ptl_path_move(out, at - r, y - r);
  ptl_path_line(out, at + r, y + r);
  ptl_path_move(out, at - r, y + r);
  ptl_path_line(out, at + r, y - r);
}
