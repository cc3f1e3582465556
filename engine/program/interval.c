/* interval.c: interval arithmetic. See interval.h. */
#include "interval.h"

#include "program.h"

const ptl_interval ptl_interval_whole = {-INFINITY, INFINITY};

static const double pi = 3.14159265358979323846;
/* Relative widths of one and of four units in the last place. */
static const double one_unit = DBL_EPSILON, four_units = 4.0 * DBL_EPSILON;

double ptl_interval_down_from(double x) {
  return x > 0.0 ? DBL_MAX : -INFINITY;
}

static ptl_interval widened(double lo, double hi, double unit) {
  return (ptl_interval){ptl_interval_down(lo, unit), ptl_interval_up(hi, unit)};
}

ptl_interval ptl_interval_hull(ptl_interval a, ptl_interval b) {
  return (ptl_interval){fmin(a.lo, b.lo), fmax(a.hi, b.hi)};
}

/* ------------------------------------------------------------------ basic operations */

/* Bounds are limits of real numbers, so that 0 times any is 0. */
static double product(double a, double b) {
  return a == 0.0 || b == 0.0 ? 0.0 : a * b;
}

/* Between a least and a largest product; an exact 0 as a bound stays one. */
static ptl_interval between(double lo, double hi, int exact_lo, int exact_hi) {
  return (ptl_interval){exact_lo && lo == 0.0 ? 0.0 : ptl_interval_down(lo, one_unit),
                        exact_hi && hi == 0.0 ? 0.0 : ptl_interval_up(hi, one_unit)};
}

static void negate_both(ptl_interval *a, ptl_interval *b) {
  *a = ptl_interval_negate(*a);
  *b = ptl_interval_negate(*b);
}

/* With one of both nowhere below 0, it follows from the other's signs which bounds meet in the
 * least and in the largest product. */
ptl_interval ptl_interval_multiply(ptl_interval a, ptl_interval b) {
  if (ptl_interval_is_zero(a) || ptl_interval_is_zero(b)) return ptl_interval_point(0.0);
  if (a.hi <= 0.0) negate_both(&a, &b);
  if (a.lo < 0.0) {
    if (b.hi <= 0.0) negate_both(&a, &b);
    if (b.lo < 0.0)
      return between(fmin(product(a.lo, b.hi), product(a.hi, b.lo)),
                     fmax(product(a.lo, b.lo), product(a.hi, b.hi)), 0, 0);
    const ptl_interval of_both_signs = a;
    a = b;
    b = of_both_signs;
  }
  return between(product(b.lo >= 0.0 ? a.lo : a.hi, b.lo), product(b.hi <= 0.0 ? a.lo : a.hi, b.hi),
                 b.lo >= 0.0, b.hi <= 0.0);
}

ptl_interval ptl_interval_divide(ptl_interval a, ptl_interval b) {
  if (ptl_interval_has_zero(b)) return ptl_interval_whole;
  if (ptl_interval_is_zero(a)) return a;
  return ptl_interval_multiply(a, widened(1.0 / b.hi, 1.0 / b.lo, one_unit));
}

/* ------------------------------------------------------------------ powers */

static double least_size(ptl_interval a) {
  return ptl_interval_has_zero(a) ? 0.0 : fmin(fabs(a.lo), fabs(a.hi));
}

ptl_interval ptl_interval_whole_power(ptl_interval a, double n) {
  if (n == 0.0) return ptl_interval_point(1.0);
  if (n < 0.0) return ptl_interval_divide(ptl_interval_point(1.0), ptl_interval_whole_power(a, -n));
  double lo = pow(a.lo, n), hi = pow(a.hi, n);
  if (fmod(n, 2.0) == 0.0) {
    lo = pow(least_size(a), n);
    hi = pow(ptl_interval_size(a), n);
  }
  return (ptl_interval){least_size(a) == 0.0 && lo == 0.0 ? 0.0 : ptl_interval_down(lo, four_units),
                        a.hi == 0.0 && hi == 0.0 ? 0.0 : ptl_interval_up(hi, four_units)};
}

ptl_interval ptl_interval_power(ptl_interval a, ptl_interval b) {
  if (a.hi < 0.0) return ptl_interval_whole;
  a.lo = fmax(a.lo, 0.0);
  double p = pow(a.lo, b.lo), q = pow(a.lo, b.hi), r = pow(a.hi, b.lo), s = pow(a.hi, b.hi);
  ptl_interval out =
      widened(fmin(fmin(p, q), fmin(r, s)), fmax(fmax(p, q), fmax(r, s)), four_units);
  out.lo = fmax(out.lo, 0.0);
  return out;
}

/* ------------------------------------------------------------------ functions */

/* Whether a point at offset + whole periods may lie in a. */
static int may_hold(ptl_interval a, double offset, double period) {
  double margin = four_units * (ptl_interval_size(a) + period);
  double last = floor((a.hi + margin - offset) / period) * period + offset;
  return last >= a.lo - margin;
}

static ptl_interval wave(ptl_interval a, double at_lo, double at_hi, double crest) {
  const ptl_interval full = {-1.0, 1.0};
  if (!(a.hi - a.lo < 2.0 * pi) || !(ptl_interval_size(a) < 1e15)) return full;
  ptl_interval out = widened(fmin(at_lo, at_hi), fmax(at_lo, at_hi), four_units);
  if (out.lo < -1.0 || may_hold(a, crest + pi, 2.0 * pi)) out.lo = -1.0;
  if (out.hi > 1.0 || may_hold(a, crest, 2.0 * pi)) out.hi = 1.0;
  return out;
}

static ptl_interval rising(double lo, double hi) {
  return widened(lo, hi, four_units);
}

static ptl_interval tangent(ptl_interval a) {
  if (!(a.hi - a.lo < pi) || may_hold(a, 0.5 * pi, pi)) return ptl_interval_whole;
  return rising(tan(a.lo), tan(a.hi));
}

static ptl_interval hyperbolic_cosine(ptl_interval a) {
  ptl_interval out = rising(cosh(least_size(a)), cosh(ptl_interval_size(a)));
  out.lo = fmax(out.lo, 1.0);
  return out;
}

static ptl_interval exponential(ptl_interval a) {
  ptl_interval out = rising(exp(a.lo), exp(a.hi));
  out.lo = fmax(out.lo, 0.0);
  return out;
}

static ptl_interval square_root(ptl_interval a) {
  ptl_interval out = rising(sqrt(a.lo), sqrt(a.hi));
  out.lo = fmax(out.lo, 0.0);
  return out;
}

/* Where the functions are defined: between these, which count or not. */
static ptl_interval domain(int op) {
  switch (op) {
    case OP_ASIN:
    case OP_ACOS:
    case OP_ATANH:
      return (ptl_interval){-1.0, 1.0};
    case OP_LOG:
    case OP_LOG2:
    case OP_LOG10:
    case OP_SQRT:
      return (ptl_interval){0.0, INFINITY};
    case OP_ACOSH:
      return (ptl_interval){1.0, INFINITY};
    default:
      return ptl_interval_whole;
  }
}

int ptl_interval_domain(int op, ptl_interval a) {
  ptl_interval d = domain(op);
  if (a.hi < d.lo || a.lo > d.hi) return -1;
  if (op == OP_TAN) return ptl_interval_is_finite(tangent(a));
  if (op == OP_ATANH) return a.lo > d.lo && a.hi < d.hi;
  if (op == OP_LOG || op == OP_LOG2 || op == OP_LOG10) return a.lo > 0.0;
  return a.lo >= d.lo && a.hi <= d.hi;
}

ptl_interval ptl_interval_apply(int op, ptl_interval a) {
  ptl_interval d = domain(op);
  if (a.hi < d.lo || a.lo > d.hi) return ptl_interval_whole;
  a.lo = fmax(a.lo, d.lo);
  a.hi = fmin(a.hi, d.hi);
  switch (op) {
    case OP_SIN:
      return wave(a, sin(a.lo), sin(a.hi), 0.5 * pi);
    case OP_COS:
      return wave(a, cos(a.lo), cos(a.hi), 0.0);
    case OP_TAN:
      return tangent(a);
    case OP_ACOS:
      return rising(acos(a.hi), acos(a.lo));
    case OP_COSH:
      return hyperbolic_cosine(a);
    case OP_EXP:
      return exponential(a);
    case OP_SQRT:
      return square_root(a);
    case OP_SQUARE:
      return ptl_interval_whole_power(a, 2.0);
    case OP_CUBE:
      return ptl_interval_whole_power(a, 3.0);
    case OP_FOURTH:
      return ptl_interval_whole_power(a, 4.0);
    default: /* those that rise */
      return rising(ptl_op_apply(op, a.lo, 0.0), ptl_op_apply(op, a.hi, 0.0));
  }
}

ptl_interval ptl_interval_atan2(ptl_interval y, ptl_interval x) {
  const ptl_interval full = {-pi * (1.0 + one_unit), pi * (1.0 + one_unit)};
  if (x.lo <= 0.0 && ptl_interval_has_zero(y)) return full;
  double p = atan2(y.lo, x.lo), q = atan2(y.lo, x.hi), r = atan2(y.hi, x.lo), s = atan2(y.hi, x.hi);
  return widened(fmin(fmin(p, q), fmin(r, s)), fmax(fmax(p, q), fmax(r, s)), four_units);
}
