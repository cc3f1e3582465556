/* pintle_monotone.h: slopes of piecewise cubics that are monotone where their points are (Fritsch,
 * Butland: A method for constructing local monotone piecewise cubic interpolants, 1984). */
#ifndef PINTLE_MONOTONE_H
#define PINTLE_MONOTONE_H

#include <math.h>
#include <stddef.h>

/* Between points of slopes p and q over lengths g and h: their weighted harmonic mean, 0 at an
 * extremum. */
static inline double ptl_monotone_inner(double g, double p, double h, double q) {
  double v = 2.0 * h + g, w = h + 2.0 * g;
  return p * q > 0.0 ? (v + w) / (v / p + w / q) : 0.0;
}

/* At an end, from the two nearest pieces, limited so that the curve keeps the shape of the points.
 */
static inline double ptl_monotone_end(double h, double p, double g, double q) {
  double slope = ((2.0 * h + g) * p - h * q) / (h + g);
  if (slope * p <= 0.0) return 0.0;
  return p * q < 0.0 && fabs(slope) > 3.0 * fabs(p) ? 3.0 * p : slope;
}

/* Slopes at n >= 2 points x0, y0, x1, y1, ... with growing x, into every `stride`-th number. */
static inline void ptl_monotone_slopes(const double *points, int n, double *slopes, int stride) {
  const double *p = points;
  for (int i = 0; i < n; i++) {
    double g = i > 0 ? p[2 * i] - p[2 * i - 2] : 0.0;
    double h = i + 1 < n ? p[2 * i + 2] - p[2 * i] : 0.0;
    double before = i > 0 ? (p[2 * i + 1] - p[2 * i - 1]) / g : 0.0;
    double after = i + 1 < n ? (p[2 * i + 3] - p[2 * i + 1]) / h : 0.0;
    double *out = slopes + (size_t)stride * (size_t)i;
    if (i > 0 && i + 1 < n) {
      *out = ptl_monotone_inner(g, before, h, after);
    } else if (n == 2) {
      *out = i == 0 ? after : before;
    } else if (i == 0) {
      double next = p[4] - p[2];
      *out = ptl_monotone_end(h, after, next, (p[5] - p[3]) / next);
    } else {
      double last = p[2 * i - 2] - p[2 * i - 4];
      *out = ptl_monotone_end(g, before, last, (p[2 * i - 1] - p[2 * i - 3]) / last);
    }
  }
}

#endif
