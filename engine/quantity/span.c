/* span.c: bounds of expressions over ranges of variables, and over what time nothing narrow hides. */
#include <math.h>

#include "compiled.h"

void ptl_expr_range(const ptl_expr *expr, const double *lo, const double *hi, double *least,
                    double *largest) {
  ptl_cell cell = {.variable = -1, .lo = lo, .hi = hi};
  ptl_program_enclose(&expr->program, &cell, expr->stack, NULL);
  ptl_interval range = expr->stack->faults != 0 ? ptl_interval_whole : expr->stack->c[0];
  *least = range.lo;
  *largest = range.hi;
}

/* The expression over [from, to], with conditions as they are in its middle. */
static const ptl_jet *enclose(const ptl_expr *expr, double from, double to, int order) {
  ptl_cell cell = {.variable = expr->time,
                   .from = from,
                   .to = to,
                   .values = expr->values,
                   .settled = 1,
                   .order = order};
  ptl_program_enclose(&expr->program, &cell, expr->stack, NULL);
  return expr->stack;
}

void ptl_expr_taylor_bounds(const ptl_expr *expr, double t0, double t1, int order, double value[2],
                            double coefficient[2]) {
  const ptl_jet *jet = enclose(expr, t0, t1, order);
  ptl_interval range = jet->faults != 0 ? ptl_interval_whole : jet->c[0];
  ptl_interval last = jet->faults != 0 ? ptl_interval_whole : jet->c[order];
  value[0] = range.lo;
  value[1] = range.hi;
  coefficient[0] = last.lo;
  coefficient[1] = last.hi;
}

enum { SMOOTH_ORDER = 8, MOST_TRIALS = 60, REFINEMENTS = 4 };

/* How far the value stays within a band as wide as the tolerance. */
static double flat_end(const ptl_expr *expr, double t0, double t1, double tolerance) {
  static const double fine = 1.0 / 64.0; /* of the length */
  ptl_interval band = enclose(expr, t0, t0, 0)->c[0];
  double end = t0, step = t1 - t0;
  for (int i = 0; i < MOST_TRIALS && end < t1 && step > fine * (end - t0); i++) {
    double to = fmin(end + step, t1);
    const ptl_jet *jet = enclose(expr, end, to, 0);
    ptl_interval wider = ptl_interval_hull(band, jet->c[0]);
    if (jet->faults == 0 && wider.hi - wider.lo <= tolerance) {
      band = wider;
      end = to;
    } else {
      step *= 0.5;
    }
  }
  return end;
}

/* Whether the remainder of the Taylor polynomial about the middle is within the tolerance. */
static int is_smooth(const ptl_expr *expr, double from, double to, double tolerance) {
  const ptl_jet *jet = enclose(expr, from, to, SMOOTH_ORDER);
  double half = 0.5 * (to - from), size = ptl_interval_size(jet->c[SMOOTH_ORDER]);
  if (jet->faults != 0 || !isfinite(size)) return 0;
  for (int i = 0; i < SMOOTH_ORDER; i++) size *= half;
  return size <= tolerance;
}

static double smooth_end(const ptl_expr *expr, double t0, double t1, double tolerance) {
  double good = 0.0, bad = t1 - t0;
  if (is_smooth(expr, t0, t1, tolerance)) return t1;
  for (int i = 0; i < MOST_TRIALS && good == 0.0; i++) {
    double half = 0.5 * bad;
    if (is_smooth(expr, t0, t0 + half, tolerance))
      good = half;
    else
      bad = half;
  }
  for (int i = 0; i < REFINEMENTS && good > 0.0; i++) {
    double middle = 0.5 * (good + bad);
    if (is_smooth(expr, t0, t0 + middle, tolerance))
      good = middle;
    else
      bad = middle;
  }
  return t0 + good;
}

void ptl_expr_resolve_span(const ptl_expr *expr, double t0, double t1, double tolerance,
                           double *t_end) {
  *t_end = flat_end(expr, t0, t1, tolerance);
  if (*t_end < t1) *t_end = fmax(*t_end, smooth_end(expr, t0, t1, tolerance));
  *t_end = fmax(*t_end, fmin(t1, nextafter(t0, INFINITY)));
}
