/* table.c: piecewise cubics with continuous slope, monotone where the points are. */
#include "table.h"

static double *derived(double *c, int index, int n) {
  return c + (size_t)c[index + 1] + 2 * n;
}

int ptl_table_prepare(double *c, int index, const char *name, ptl_reason *why) {
  int n;
  const double *p = ptl_points(c, index, &n);
  double *d = derived(c, index, n);
  if (n == 0) return 0;
  if (n < 2) return ptl_refuse(why, "%s needs 2 points or more", name);
  for (int i = 1; i < n; i++)
    if (!(p[2 * i] > p[2 * i - 2]))
      return ptl_refuse(why, "%s must grow: point %d at %g follows %g", name, i + 1, p[2 * i],
                        p[2 * i - 2]);
  ptl_monotone_slopes(p, n, d, 2);
  /* Integrals from the first point: of a cubic piece, h (y0 + y1)/2 + h^2 (d0 - d1)/12. */
  d[1] = 0.0;
  for (int i = 1; i < n; i++) {
    double h = p[2 * i] - p[2 * i - 2];
    d[2 * i + 1] = d[2 * i - 1] + 0.5 * h * (p[2 * i - 1] + p[2 * i + 1]) +
                   h * h / 12.0 * (d[2 * i - 2] - d[2 * i]);
  }
  return 0;
}

/* Hermite's cubic on [0, 1] with u = (x - x0)/h. */
static void inside(const double *p, const double *d, double x, double out[3]) {
  double h = p[2] - p[0], u = (x - p[0]) / h, v = 1.0 - u, y0 = p[1], y1 = p[3];
  double d0 = h * d[0], d1 = h * d[2], rise = y1 - y0;
  out[0] = y0 + u * u * (3.0 - 2.0 * u) * rise + u * v * (v * d0 - u * d1);
  out[1] = (6.0 * u * v * rise + v * (1.0 - 3.0 * u) * d0 + u * (3.0 * u - 2.0) * d1) / h;
  out[2] = d[1] +
           h * u *
               (y0 + u * u * (1.0 - 0.5 * u) * rise + u * (0.5 + u * (-2.0 / 3.0 + 0.25 * u)) * d0 +
                u * u * (-1.0 / 3.0 + 0.25 * u) * d1);
}

static void eval_from_first(const double *c, int index, double x, double out[3]) {
  int n, first = 0;
  const double *p = ptl_points(c, index, &n), *d = p + 2 * n;
  int last = n - 1;
  if (x <= p[0] || x >= p[2 * last]) { /* linear extrapolation */
    int end = x <= p[0] ? 0 : last;
    double beyond = x - p[2 * end];
    out[0] = p[2 * end + 1] + d[2 * end] * beyond;
    out[1] = d[2 * end];
    out[2] = d[2 * end + 1] + beyond * (p[2 * end + 1] + 0.5 * d[2 * end] * beyond);
    return;
  }
  while (last - first > 1) {
    int middle = first + (last - first) / 2;
    if (x < p[2 * middle])
      last = middle;
    else
      first = middle;
  }
  inside(p + 2 * first, d + 2 * first, x, out);
}

void ptl_table_eval(const double *c, int index, double x, double out[3]) {
  double at_zero[3];
  if (c[index] == 0.0) {
    out[0] = out[1] = out[2] = 0.0;
    return;
  }
  eval_from_first(c, index, x, out);
  eval_from_first(c, index, 0.0, at_zero);
  out[2] -= at_zero[2];
}
