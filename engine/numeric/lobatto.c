/* lobatto.c: see lobatto.h. */
#include "lobatto.h"

#include <math.h>

/* (1 -+ 1/sqrt 5)/2 inside; weights 1/12, 5/12, 5/12, 1/12. */
#define INNER 0.27639320225002106
const double ptl_lobatto_points[PTL_LOBATTO_POINTS] = {0.0, INNER, 1.0 - INNER, 1.0};
const double ptl_lobatto_weights[PTL_LOBATTO_POINTS] = {1.0 / 12.0, 5.0 / 12.0, 5.0 / 12.0,
                                                        1.0 / 12.0};

/* By Newton's divided differences. */
void ptl_lobatto_cubic(const double f[PTL_LOBATTO_POINTS], double c[4]) {
  static const double first = INNER, second = 1.0 - INNER;
  const double p = f[1] - f[0], q = f[2] - f[0], r = f[3] - f[0];
  const double d1 = p / first;
  const double d12 = (q - p) / (second - first), d23 = (r - q) / (1.0 - second);
  const double d2 = (d12 - d1) / second, d3 = (d23 - d12) / (1.0 - first);
  const double e = d3 - d2;
  c[0] = f[0];
  c[3] = e;
  c[2] = d2 - e * (first + second);
  c[1] = d1 - d2 * first + e * first * second;
}

double ptl_lobatto_integral(const double c[4], double x) {
  return x * (c[0] + x * (c[1] / 2.0 + x * (c[2] / 3.0 + x * c[3] / 4.0)));
}

double ptl_lobatto_maximum(const double f[PTL_LOBATTO_POINTS], double *where) {
  double c[4], best = f[0];
  *where = 0.0;
  ptl_lobatto_cubic(f, c);
  if (f[3] > best) {
    best = f[3];
    *where = 1.0;
  }
  const double half = -c[2], root = c[2] * c[2] - 3.0 * c[1] * c[3];
  if (root < 0.0) return best;
  /* the maximum is the root of the derivative where the curvature is negative */
  const double denominator = half + sqrt(root);
  double x = half > 0.0 && c[3] != 0.0 ? (half - sqrt(root)) / (3.0 * c[3])
                                       : (denominator != 0.0 ? c[1] / denominator : -1.0);
  for (int pass = 0; pass < 2; pass++) {
    if (x > 0.0 && x < 1.0) {
      const double value = c[0] + x * (c[1] + x * (c[2] + x * c[3]));
      if (value > best) {
        best = value;
        *where = x;
      }
    }
    x = c[3] != 0.0 ? (half + sqrt(root)) / (3.0 * c[3]) : -1.0;
  }
  return best;
}
