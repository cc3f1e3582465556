/* Smooth curves through points. */
#include "monotone.h"

double ptl_cubic_value(double h, const double value[2], const double slopes[2], double t,
                       double *slope) {
  const double rise = value[1] - value[0];
  const double c2 = 3 * rise - h * (2 * slopes[0] + slopes[1]);
  const double c3 = h * (slopes[0] + slopes[1]) - 2 * rise;
  *slope = slopes[0] + t * (2 * c2 + 3 * c3 * t) / h;
  return value[0] + t * (h * slopes[0] + t * (c2 + t * c3));
}

double ptl_monotone_value(const double *points, const double *slopes, int n, double x,
                          double *slope) {
  int low = 0, high = n - 1;
  *slope = 0;
  if (x <= points[0]) return points[1];
  if (x >= points[2 * high]) return points[2 * high + 1];
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (x < points[2 * middle])
      high = middle;
    else
      low = middle;
  }
  const double *p = points + 2 * low;
  const double h = p[2] - p[0], value[2] = {p[1], p[3]};
  return ptl_cubic_value(h, value, slopes + low, (x - p[0]) / h, slope);
}
