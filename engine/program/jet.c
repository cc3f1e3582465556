/* jet.c: Taylor coefficients of the operators and functions that are no conditions. See jet.h. */
#include "jet.h"

#include <math.h>

#include "program.h"

#define ADD ptl_interval_add
#define SUB ptl_interval_subtract
#define MUL ptl_interval_multiply
#define DIV ptl_interval_divide
#define SCALE ptl_interval_scale

/* The coefficients alone. */
typedef ptl_interval series[PTL_JET_ORDER + 1];

static const ptl_interval zero = {0.0, 0.0};

void ptl_jet_constant(ptl_jet *out, int order, ptl_interval value) {
  out->degree = 0;
  out->c[0] = value;
  for (int k = 1; k <= order; k++) out->c[k] = zero;
}

/* Nothing is known from coefficient k on. */
static void forget(ptl_interval *c, int k, int order) {
  for (; k <= order; k++) c[k] = ptl_interval_whole;
}

/* ------------------------------------------------------------------ series */

static int is_constant(const ptl_interval *a, int order) {
  for (int k = 1; k <= order; k++)
    if (!ptl_interval_is_zero(a[k])) return 0;
  return 1;
}

/* sum + a b; most coefficients of simple expressions are 0. */
static inline ptl_interval add_product(ptl_interval sum, ptl_interval a, ptl_interval b) {
  return ptl_interval_is_zero(a) || ptl_interval_is_zero(b) ? sum : ADD(sum, MUL(a, b));
}

static inline ptl_interval subtract_product(ptl_interval sum, ptl_interval a, ptl_interval b) {
  return ptl_interval_is_zero(a) || ptl_interval_is_zero(b) ? sum : SUB(sum, MUL(a, b));
}

/* The same with a factor. */
static inline ptl_interval add_multiple(ptl_interval sum, ptl_interval a, ptl_interval b,
                                        double factor) {
  if (ptl_interval_is_zero(a) || ptl_interval_is_zero(b)) return sum;
  return ADD(sum, SCALE(MUL(a, b), factor));
}

/* Coefficient k of a b. */
static ptl_interval convolve(const ptl_interval *a, const ptl_interval *b, int k) {
  ptl_interval sum = zero;
  for (int j = 0; j <= k; j++) sum = add_product(sum, a[j], b[k - j]);
  return sum;
}

static void multiply(int order, const ptl_interval *a, const ptl_interval *b, series out) {
  for (int k = 0; k <= order; k++) out[k] = convolve(a, b, k);
}

/* b q = a */
static void divide(int order, const ptl_interval *a, const ptl_interval *b, series q) {
  for (int k = 0; k <= order; k++) {
    ptl_interval sum = a[k];
    for (int j = 1; j <= k; j++) sum = subtract_product(sum, b[j], q[k - j]);
    q[k] = DIV(sum, b[0]);
  }
}

/* a^2, whose first coefficients are tight. */
static void square(int order, const ptl_interval *a, series out) {
  for (int k = 0; k <= order; k++) {
    ptl_interval sum = zero;
    for (int j = 0; 2 * j < k; j++) sum = add_product(sum, a[j], a[k - j]);
    sum = SCALE(sum, 2.0);
    out[k] = k % 2 == 0 ? ADD(sum, ptl_interval_whole_power(a[k / 2], 2.0)) : sum;
  }
}

/* w v' = u', with v[0] known: k w0 v_k = k u_k - sum of j v_j w_(k-j) over 0 < j < k. */
static void integrate_quotient(int order, const ptl_interval *u, const ptl_interval *w, series v) {
  for (int k = 1; k <= order; k++) {
    ptl_interval sum = zero;
    for (int j = 1; j < k; j++) sum = add_multiple(sum, v[j], w[k - j], j);
    v[k] = DIV(SUB(u[k], SCALE(sum, 1.0 / k)), w[0]);
  }
}

/* v' = g u': k v_k = sum of j u_j g_(k-j) over 0 < j <= k; g may be v itself. */
static ptl_interval integrate_product(const ptl_interval *u, const ptl_interval *g, int k) {
  ptl_interval sum = zero;
  for (int j = 1; j <= k; j++) sum = add_multiple(sum, u[j], g[k - j], j);
  return SCALE(sum, 1.0 / k);
}

/* s' = c u', c' = sign s u' */
static void integrate_pair(int order, const ptl_interval *u, double sign, series s, series c) {
  for (int k = 1; k <= order; k++) {
    s[k] = integrate_product(u, c, k);
    c[k] = SCALE(integrate_product(u, s, k), sign);
  }
}

/* s^2 = a, with s[0] known */
static void square_root(int order, const ptl_interval *a, series s) {
  for (int k = 1; k <= order; k++) {
    ptl_interval sum = a[k];
    for (int j = 1; j < k; j++) sum = subtract_product(sum, s[j], s[k - j]);
    s[k] = DIV(SCALE(sum, 0.5), s[0]);
  }
}

/* a^r, with p[0] known: k a0 p_k = sum of (r j - (k - j)) a_j p_(k-j) over 0 < j <= k */
static void constant_power(int order, const ptl_interval *a, double r, series p) {
  for (int k = 1; k <= order; k++) {
    ptl_interval sum = zero;
    for (int j = 1; j <= k; j++) sum = add_multiple(sum, a[j], p[k - j], r * j - (k - j));
    p[k] = DIV(SCALE(sum, 1.0 / k), a[0]);
  }
}

/* ------------------------------------------------------------------ functions */

/* 1 + sign a^2, or its root, or sign (1 - a^2) and so on: what divides u' in the derivative of an
 * inverse function. */
static void divisor(int op, int order, const ptl_interval *a, series w) {
  series q;
  square(order, a, q);
  int falls = op == OP_ASIN || op == OP_ACOS || op == OP_ATANH;
  for (int k = 0; k <= order; k++) w[k] = falls ? ptl_interval_negate(q[k]) : q[k];
  w[0] = ADD(w[0], ptl_interval_point(op == OP_ACOSH ? -1.0 : 1.0));
  if (op == OP_ATAN || op == OP_ATANH) return;
  for (int k = 0; k <= order; k++) q[k] = w[k];
  w[0] = ptl_interval_apply(OP_SQRT, q[0]);
  square_root(order, q, w);
}

static void inverse_function(int op, int order, const ptl_interval *a, series out) {
  series w;
  divisor(op, order, a, w);
  integrate_quotient(order, a, w, out);
  for (int k = 1; k <= order && op == OP_ACOS; k++) out[k] = ptl_interval_negate(out[k]);
}

static void logarithm(int op, int order, const ptl_interval *a, series out) {
  integrate_quotient(order, a, a, out);
  double factor = op == OP_LOG2 ? 1.0 / log(2.0) : op == OP_LOG10 ? 1.0 / log(10.0) : 1.0;
  for (int k = 1; k <= order; k++) out[k] = SCALE(out[k], factor);
}

/* sin, cos, sinh and cosh come in pairs. */
static void trigonometric(int op, int order, const ptl_interval *a, series out) {
  series other;
  int circular = op == OP_SIN || op == OP_COS, is_sine = op == OP_SIN || op == OP_SINH;
  int partner = circular ? (is_sine ? OP_COS : OP_SIN) : is_sine ? OP_COSH : OP_SINH;
  double sign = circular ? -1.0 : 1.0;
  other[0] = ptl_interval_apply(partner, a[0]);
  if (is_sine)
    integrate_pair(order, a, sign, out, other);
  else
    integrate_pair(order, a, sign, other, out);
}

/* t' = (1 + sign t^2) u' */
static void tangent(int op, int order, const ptl_interval *a, series t) {
  series g;
  for (int k = 1; k <= order; k++) {
    square(k - 1, t, g);
    for (int j = 0; j < k && op == OP_TANH; j++) g[j] = ptl_interval_negate(g[j]);
    g[0] = ADD(g[0], ptl_interval_point(1.0));
    t[k] = integrate_product(a, g, k);
  }
}

static void apply_to_one(int op, int order, const ptl_interval *a, series out) {
  if (op == OP_NEGATE) {
    for (int k = 0; k <= order; k++) out[k] = ptl_interval_negate(a[k]);
    return;
  }
  out[0] = ptl_interval_apply(op, a[0]);
  if (op == OP_SIN || op == OP_COS || op == OP_SINH || op == OP_COSH) {
    trigonometric(op, order, a, out);
  } else if (op == OP_TAN || op == OP_TANH) {
    tangent(op, order, a, out);
  } else if (op == OP_EXP) {
    for (int k = 1; k <= order; k++) out[k] = integrate_product(a, out, k);
  } else if (op == OP_LOG || op == OP_LOG2 || op == OP_LOG10) {
    logarithm(op, order, a, out);
  } else if (op == OP_SQRT) {
    square_root(order, a, out);
  } else {
    inverse_function(op, order, a, out);
  }
}

/* ------------------------------------------------------------------ powers */

/* a^n for n > 0 by squaring; the first coefficient is that of the power itself. */
static void whole_power(int order, const ptl_interval *a, int exponent, series out) {
  int n = exponent;
  series factor, product;
  int empty = 1;
  for (int k = 0; k <= order; k++) factor[k] = a[k];
  for (;; n /= 2) {
    if (n % 2 == 1) {
      if (empty)
        for (int k = 0; k <= order; k++) product[k] = factor[k];
      else
        multiply(order, out, factor, product);
      for (int k = 0; k <= order; k++) out[k] = product[k];
      empty = 0;
    }
    if (n == 1) break;
    square(order, factor, product);
    for (int k = 0; k <= order; k++) factor[k] = product[k];
  }
  out[0] = ptl_interval_whole_power(a[0], exponent);
}

/* a^r; returns its faults. */
static int power_by_constant(int order, const ptl_interval *a, double r, series out) {
  enum { LARGEST = 64 };
  int is_whole = r == floor(r), is_small = is_whole && fabs(r) <= LARGEST;
  if (r == 0.0) {
    out[0] = ptl_interval_point(1.0);
    for (int k = 1; k <= order; k++) out[k] = zero;
    return 0;
  }
  if (is_small && r > 0.0) {
    whole_power(order, a, (int)r, out);
    return 0;
  }
  out[0] = is_whole ? ptl_interval_whole_power(a[0], r)
                    : ptl_interval_power(a[0], ptl_interval_point(r));
  if (a[0].lo > 0.0 || (is_whole && a[0].hi < 0.0)) {
    constant_power(order, a, r, out);
    return 0;
  }
  forget(out, 1, order);
  if (!is_whole && a[0].lo < 0.0)
    return a[0].hi < 0.0 ? PTL_JET_UNDEFINED | PTL_JET_NOWHERE : PTL_JET_UNDEFINED;
  return r < 0.0 ? PTL_JET_TOO_LARGE : 0;
}

static int power(int order, const ptl_interval *a, const ptl_interval *b, series out) {
  if (b[0].lo == b[0].hi && is_constant(b, order)) return power_by_constant(order, a, b[0].lo, out);
  ptl_interval range = ptl_interval_power(a[0], b[0]);
  int faults = 0;
  if (a[0].lo > 0.0) {
    series logs, exponent;
    logs[0] = ptl_interval_apply(OP_LOG, a[0]);
    logarithm(OP_LOG, order, a, logs);
    multiply(order, b, logs, exponent);
    apply_to_one(OP_EXP, order, exponent, out);
  } else {
    forget(out, 1, order);
    faults = a[0].lo < 0.0 ? PTL_JET_UNDEFINED : b[0].lo < 0.0 ? PTL_JET_TOO_LARGE : 0;
  }
  out[0] = a[0].lo < 0.0 ? ptl_interval_whole : range;
  return faults;
}

static int is_nothing(const ptl_jet *a) {
  return a->degree == 0 && ptl_interval_is_zero(a->c[0]);
}

/* Above which coefficients are 0 for certain. */
static int degree_of(int op, const ptl_jet *a, const ptl_jet *b) {
  const int da = a->degree, db = b != NULL ? b->degree : 0;
  switch (op) {
    case OP_NEGATE:
      return da;
    case OP_ADD:
    case OP_SUBTRACT:
      return da > db ? da : db;
    case OP_MULTIPLY:
      return is_nothing(a) || is_nothing(b) ? 0 : da + db;
    case OP_DIVIDE:
      return db == 0 && !ptl_interval_has_zero(b->c[0]) ? da : PTL_JET_ORDER;
    case OP_SQUARE:
    case OP_CUBE:
    case OP_FOURTH:
      return (op - OP_SQUARE + 2) * da;
    case OP_POWER:
      return da == 0 && db == 0 && a->c[0].lo > 0.0 ? 0 : PTL_JET_ORDER;
    default:
      return da == 0 && ptl_interval_domain(op, a->c[0]) == 1 ? 0 : PTL_JET_ORDER;
  }
}

void ptl_jet_apply(int op, int order, const ptl_jet *a, const ptl_jet *b, ptl_jet *out) {
  series result;
  int faults = a->faults | (b != NULL ? b->faults : 0), defined, degree = degree_of(op, a, b);
  if (degree > order) degree = order;
  switch (op) {
    case OP_ADD:
      for (int k = 0; k <= degree; k++) result[k] = ADD(a->c[k], b->c[k]);
      break;
    case OP_SUBTRACT:
      for (int k = 0; k <= degree; k++) result[k] = SUB(a->c[k], b->c[k]);
      break;
    case OP_MULTIPLY:
      multiply(degree, a->c, b->c, result);
      break;
    case OP_DIVIDE:
      divide(degree, a->c, b->c, result);
      if (ptl_interval_has_zero(b->c[0]))
        faults |= PTL_JET_UNDEFINED | PTL_JET_TOO_LARGE;
      else /* by what is too large, it is 0 */
        faults = a->faults | (b->faults & ~PTL_JET_TOO_LARGE);
      break;
    case OP_POWER:
      if (b->c[0].hi < 0.0 && a->c[0].lo > 0.0) faults &= ~PTL_JET_TOO_LARGE;
      faults |= power(degree, a->c, b->c, result);
      break;
    case OP_SQUARE:
    case OP_CUBE:
    case OP_FOURTH:
      whole_power(degree, a->c, op - OP_SQUARE + 2, result);
      break;
    default:
      apply_to_one(op, degree, a->c, result);
      defined = ptl_interval_domain(op, a->c[0]);
      if (op == OP_NEGATE || defined == 1) break;
      faults |= defined == 0 ? PTL_JET_UNDEFINED : PTL_JET_UNDEFINED | PTL_JET_NOWHERE;
      forget(result, 1, degree);
  }
  int are_finite =
      ptl_interval_is_finite(a->c[0]) && (b == NULL || ptl_interval_is_finite(b->c[0]));
  if (are_finite && !ptl_interval_is_finite(result[0])) faults |= PTL_JET_TOO_LARGE;
  for (int k = 0; k <= degree; k++) out->c[k] = result[k];
  for (int k = degree + 1; k <= order; k++) out->c[k] = zero;
  out->degree = degree;
  out->faults = faults;
}
