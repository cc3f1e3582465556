/* finite_shape.h: where the nodes of the table of the law `finite` lie, and what is taken out of
 * its values; for the law and for the program that makes the table.
 *
 * A node has
 *   s = ln((1 + eps)/(1 - eps)) = j step, so that exp(-s/2) is the length of the narrowest gap over
 *   the radius, up to a factor,
 *   t from -1 to 1 for the direction a of the film velocity from e, 0 to pi: even steps of a, and
 *   closer together about pi/2, by
 *     steps in proportion to that length, where the film leaves the narrowest gap,
 *   r = sqrt(x)/(1 + sqrt(x)), x = slenderness/l, from 0 to that of the largest slenderness, with l
 *   the length of the film around
 *     over the radius, up to a factor: a film is short or long by x, not by the bearing's
 *     slenderness alone.
 * The force of a short film is proportional to x^2, that of a long one does not depend on x. So the
 * table has
 *   ln(f (1 + 1/x)^2/|v|) and ln(tan(b/2)/tan(a/2)), b the direction of -f,
 * which are even about a = 0 and a = pi and become straight in s near the wall. */
#ifndef PTL_FINITE_SHAPE_H
#define PTL_FINITE_SHAPE_H

#include <math.h>

enum { PTL_FINITE_LENGTH_NODES = 14, PTL_FINITE_RATIO_NODES = 29, PTL_FINITE_ANGLE_NODES = 37 };

static const double ptl_finite_ratio_step = 10.0 / (PTL_FINITE_RATIO_NODES - 1);
static const double ptl_finite_most_slenderness = 4.0;
/* Of the table's integers. */
static const double ptl_finite_unit = 1e-5;

/* t at (s, a), with its derivatives. */
static inline double ptl_finite_place(double s, double a, double *by_s, double *by_a) {
  static const double half_pi = 1.57079632679489662, even = 0.25; /* part of even steps */
  const double x = a / half_pi - 1.0, steep = exp(0.5 * s), stretch = asinh(steep);
  const double u = x * steep, root = sqrt(1.0 + u * u), stretched = asinh(u) / stretch;
  *by_s = 0.5 * (1.0 - even) / stretch * (u / root - stretched * steep / sqrt(1.0 + steep * steep));
  *by_a = ((1.0 - even) * steep / (stretch * root) + even) / half_pi;
  return (1.0 - even) * stretched + even * x;
}

/* The direction whose place is t. */
static inline double ptl_finite_direction(double s, double t) {
  double low = 0.0, high = 3.14159265358979324, by_s, by_a;
  for (int i = 0; i < 60; i++) {
    const double middle = 0.5 * (low + high);
    if (ptl_finite_place(s, middle, &by_s, &by_a) < t)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

/* l at (s, a), with the derivatives of its logarithm: that of the narrowest gap where the film
 * reaches it, and otherwise grows with the distance of the film from it. */
static inline double ptl_finite_length(double s, double a, double *by_s, double *by_a) {
  static const double factor = 1.5; /* which spreads what there is between short and long over r */
  const double steep = exp(0.5 * s), u = -cos(a) * steep, root = sqrt(1.0 + u * u);
  const double away = u < 0.0 ? 1.0 / (root - u) : root + u, square = 0.25 * away * away;
  const double by_u = square / ((1.0 + square) * root);
  *by_s = 0.5 * (u * by_u - 1.0);
  *by_a = sin(a) * steep * by_u;
  return factor / steep * sqrt(1.0 + square);
}

/* r over its largest value, 0 to 1. */
static inline double ptl_finite_part(double slenderness, double length) {
  const double root = sqrt(slenderness / length);
  const double last = sqrt(ptl_finite_most_slenderness / length);
  return root / (1.0 + root) * (1.0 + last) / last;
}

#endif
