/* interval.h: interval arithmetic with bounds rounded outwards. Internal.
 *
 * An interval holds every real number that an operation can give for real operands in theirs; a
 * bound may be infinite, neither is NAN. The basic operations are widened by one unit in the last
 * place, functions of the C library by four, which is more than their error in glibc. Where an
 * operand may lie outside a function's domain, the result holds what the rest of the operand gives;
 * ptl_interval_domain tells. Moore, Kearfott, Cloud: Introduction to Interval Analysis (SIAM
 * 2009). */
#ifndef PTL_INTERVAL_H
#define PTL_INTERVAL_H

#include <float.h>
#include <math.h>

typedef struct ptl_interval {
  double lo, hi;
} ptl_interval;

extern const ptl_interval ptl_interval_whole; /* the real line */

static inline ptl_interval ptl_interval_point(double x) {
  return (ptl_interval){x, x};
}
static inline int ptl_interval_has_zero(ptl_interval a) {
  return a.lo <= 0.0 && a.hi >= 0.0;
}
static inline int ptl_interval_is_zero(ptl_interval a) {
  return a.lo == 0.0 && a.hi == 0.0;
}
static inline int ptl_interval_is_finite(ptl_interval a) {
  return isfinite(a.lo) && isfinite(a.hi);
}
/* Largest absolute value in it. */
static inline double ptl_interval_size(ptl_interval a) {
  return fmax(fabs(a.lo), fabs(a.hi));
}
ptl_interval ptl_interval_hull(ptl_interval a, ptl_interval b);

/* A bound that is no number, or infinite on the wrong side: down to what can still be said. */
double ptl_interval_down_from(double x);
/* Below and above what x is the rounded value of; unit: its relative error. */
static inline double ptl_interval_down(double x, double unit) {
  return isfinite(x) ? x - (fabs(x) * unit + DBL_TRUE_MIN) : ptl_interval_down_from(x);
}
static inline double ptl_interval_up(double x, double unit) {
  return -ptl_interval_down(-x, unit);
}

static inline ptl_interval ptl_interval_negate(ptl_interval a) {
  return (ptl_interval){-a.hi, -a.lo};
}
/* Sums that are 0 are exact. */
static inline ptl_interval ptl_interval_add(ptl_interval a, ptl_interval b) {
  const double lo = a.lo + b.lo, hi = a.hi + b.hi;
  return (ptl_interval){lo == 0.0 ? 0.0 : ptl_interval_down(lo, DBL_EPSILON),
                        hi == 0.0 ? 0.0 : ptl_interval_up(hi, DBL_EPSILON)};
}
static inline ptl_interval ptl_interval_subtract(ptl_interval a, ptl_interval b) {
  return ptl_interval_add(a, ptl_interval_negate(b));
}
ptl_interval ptl_interval_multiply(ptl_interval a, ptl_interval b);
static inline ptl_interval ptl_interval_scale(ptl_interval a, double factor) {
  return ptl_interval_multiply(a, ptl_interval_point(factor));
}
/* The whole line when b holds 0. */
ptl_interval ptl_interval_divide(ptl_interval a, ptl_interval b);
/* a^n of one and the same a, for a whole number n. */
ptl_interval ptl_interval_whole_power(ptl_interval a, double n);
/* a^b for a >= 0; the part of a below 0 is left out. */
ptl_interval ptl_interval_power(ptl_interval a, ptl_interval b);
/* The angle of (x, y), from -pi to pi. */
ptl_interval ptl_interval_atan2(ptl_interval y, ptl_interval x);
/* A function of one operand without conditions (program.h), OP_SIN to OP_FOURTH. */
ptl_interval ptl_interval_apply(int op, ptl_interval a);
/* 1 when all of a lies where the function `op` is defined, -1 when none of it does, else 0. */
int ptl_interval_domain(int op, ptl_interval a);

#endif
