/* polar.c: polar plots: a circle at zero, rings at round values, closed curves. */
#include "polar.h"

#include <math.h>

enum { TOP = 64, FOOT = 56, ROW = 18, RINGS = 3 };

static const double turn = 6.283185307179586;
static const double zero = 0.62; /* radius of the circle at zero, of the largest ring's */

static double largest_value(const ptl_polar *p) {
  double largest = 0.0;
  for (int k = 0; k < p->n_curves; k++)
    for (int i = 0; i < p->curves[k].n; i++) largest = fmax(largest, fabs(p->curves[k].values[i]));
  return largest > 0.0 ? largest : 1.0;
}

/* 1, 2 or 5 times a power of ten, so that RINGS of them reach the largest value. */
static double ring_step(double largest) {
  const double least = largest / RINGS, power = pow(10.0, floor(log10(least)));
  const double part = least / power;
  return power * (part <= 1.0 ? 1.0 : part <= 2.0 ? 2.0 : part <= 5.0 ? 5.0 : 10.0);
}

static void draw_rings(const ptl_polar *p, double x, double y, double radius, double step,
                       ptl_shapes *out) {
  for (int k = 0; k <= RINGS; k++) {
    const double r = radius * (zero + (1.0 - zero) * k / RINGS);
    ptl_add_circle(out, k == 0 ? ptl_stroked(PTL_INK_DIM, 1.2) : ptl_stroked(PTL_INK_GRID, 0.8), x,
                   y, r);
    ptl_add_text(out, PTL_INK_DIM, 10, PTL_LEFT, x + r * cos(0.125 * turn) + 2,
                 y - r * sin(0.125 * turn) - 2, k == RINGS ? "%g %s" : "%g", k * step * p->scale,
                 p->unit);
  }
  for (int k = 0; k < 12; k++) {
    const double c = cos(turn * k / 12), s = sin(turn * k / 12);
    ptl_add_line(out, ptl_stroked(PTL_INK_GRID, 0.6), x + zero * radius * c, y - zero * radius * s,
                 x + radius * c, y - radius * s);
    if (k % 3 == 0)
      ptl_add_text(out, PTL_INK_DIM, 10, PTL_CENTER, x + (radius + 18) * c,
                   y - (radius + 14) * s + 4, "%d°", 30 * k);
  }
}

static void draw_curve(const ptl_polar_curve *c, double x, double y, double radius, double most,
                       ptl_shapes *out) {
  const double side = c->inward ? -1.0 : 1.0;
  ptl_path_begin(out,
                 ptl_faded(ptl_stroked((ptl_ink)(PTL_INK_SERIES + c->series), 1.6), c->strength));
  for (int i = 0; i < c->n; i++) {
    const double r = radius * (zero + side * (1.0 - zero) * c->values[i] / most);
    const double at_x = x + r * cos(turn * i / c->n), at_y = y - r * sin(turn * i / c->n);
    if (i == 0)
      ptl_path_move(out, at_x, at_y);
    else
      ptl_path_line(out, at_x, at_y);
  }
  ptl_path_close(out);
}

double ptl_polar_draw(const ptl_polar *p, ptl_shapes *out) {
  const double step = ring_step(largest_value(p)), most = RINGS * step;
  int rows = 0;
  for (int k = 0; k < p->n_curves; k++) rows += p->curves[k].name != NULL;
  const double radius = 0.5 * p->width - 60, x = 0.5 * p->width;
  const double y = TOP + radius + 20, height = y + radius + FOOT + ROW * rows;
  ptl_add_rect(out, ptl_filled(PTL_INK_PAPER), 0, 0, p->width, height, 0);
  ptl_add_title(out, PTL_INK_TEXT, 15, PTL_LEFT, 20, 30, "%s", p->title);
  ptl_shapes_tag(out, PTL_TAG_PLOT, 0);
  draw_rings(p, x, y, radius, step, out);
  for (int k = 0; k < p->n_curves; k++) {
    ptl_shapes_tag(out, PTL_TAG_CURVE, k);
    draw_curve(&p->curves[k], x, y, radius, most, out);
  }
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  double base = y + radius + 44;
  for (int k = 0; k < p->n_curves; k++) {
    const ptl_polar_curve *c = &p->curves[k];
    if (c->name == NULL) continue;
    ptl_add_line(out, ptl_faded(ptl_stroked((ptl_ink)(PTL_INK_SERIES + c->series), 2), c->strength),
                 20, base - 4, 44, base - 4);
    ptl_add_text(out, PTL_INK_TEXT, 12, PTL_LEFT, 52, base, "%s", c->name);
    base += ROW;
  }
  if (p->note != NULL) ptl_add_text(out, PTL_INK_DIM, 11, PTL_LEFT, 20, base, "%s", p->note);
  return height;
}
