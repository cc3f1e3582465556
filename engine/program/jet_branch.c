/* jet_branch.c: Taylor coefficients of the operators that are conditions. See jet.h. */
#include <float.h>
#include <math.h>

#include "jet.h"
#include "program.h"

static const ptl_interval zero = {0.0, 0.0};

static void copy(int order, const ptl_jet *from, double sign, ptl_jet *out) {
  for (int k = 0; k <= order; k++)
    out->c[k] = sign < 0.0 ? ptl_interval_negate(from->c[k]) : from->c[k];
  out->degree = from->degree;
}

/* Nothing is known from coefficient k on. */
static void forget(int k, int order, ptl_jet *out) {
  out->degree = order;
  for (; k <= order; k++) out->c[k] = ptl_interval_whole;
}

/* ------------------------------------------------------------------ decisions */

/* -1, 0, 1: a is below, at, above b throughout; 2: that changes. */
static int compare(ptl_interval a, ptl_interval b) {
  if (a.hi < b.lo) return -1;
  if (a.lo > b.hi) return 1;
  return a.lo == b.hi && a.hi == b.lo ? 0 : 2;
}

static int decides_comparison(int op, ptl_interval a, ptl_interval b, double *branch) {
  int order = compare(a, b);
  if (order != 2) {
    *branch = ptl_op_branch(op, (double)order, 0.0);
    return 1;
  }
  int not_above = a.hi <= b.lo, not_below = a.lo >= b.hi;
  switch (op) {
    case OP_LESS:
    case OP_MAX:
    case OP_GREATER_EQUAL:
      *branch = op == OP_GREATER_EQUAL;
      return not_below;
    case OP_GREATER:
    case OP_MIN:
    case OP_LESS_EQUAL:
      *branch = op == OP_LESS_EQUAL;
      return not_above;
    default:
      return 0;
  }
}

/* Rounded quotients and arguments: whether the float beside may fall on the other side. */
static int decides_steps(int op, ptl_interval a, ptl_interval b, double *branch) {
  static const ptl_interval half = {0.5, 0.5};
  if (op == OP_MOD) {
    if (ptl_interval_has_zero(b)) return 0;
    ptl_interval q = ptl_interval_divide(a, b);
    *branch = trunc(q.lo);
    /* exact where a and b are: a whole multiple belongs to the quotient it reaches */
    if (a.lo == a.hi && b.lo == b.hi) *branch = ptl_op_branch(op, a.lo, b.lo);
    return (a.lo == a.hi && b.lo == b.hi) || *branch == trunc(q.hi);
  }
  if (op == OP_RINT) a = ptl_interval_add(a, half);
  int plain = op == OP_RINT ? OP_FLOOR : op;
  *branch = ptl_op_apply(plain, a.lo, 0.0);
  return *branch == ptl_op_apply(plain, a.hi, 0.0);
}

/* Both sides differ by rounding only, and which of them it is makes no difference. */
static int is_level(int op, ptl_interval a, ptl_interval b) {
  if (op != OP_MIN && op != OP_MAX && op != OP_ABS) return 0;
  ptl_interval g = ptl_interval_subtract(a, b);
  return ptl_interval_size(g) <=
         16.0 * DBL_EPSILON * fmin(ptl_interval_size(a), ptl_interval_size(b));
}

int ptl_jet_decides(int op, const ptl_jet *ja, const ptl_jet *jb, double *branch) {
  ptl_interval a = ja->c[0], b = jb != NULL ? jb->c[0] : zero;
  *branch = NAN;
  switch (op) {
    case OP_TRUTH:
      *branch = !ptl_interval_is_zero(a);
      return ptl_interval_is_zero(a) || !ptl_interval_has_zero(a);
    case OP_ABS:
      *branch = a.lo < 0.0;
      return a.lo >= 0.0 || a.hi < 0.0;
    case OP_SIGN:
      *branch = ptl_op_branch(op, a.lo, 0.0);
      return *branch == ptl_op_branch(op, a.hi, 0.0);
    case OP_ATAN2:
      *branch = a.hi < 0.0 && b.hi < 0.0;
      return a.lo >= 0.0 || b.lo >= 0.0 || (a.hi < 0.0 && b.hi < 0.0);
    case OP_FLOOR:
    case OP_CEIL:
    case OP_ROUND:
    case OP_RINT:
    case OP_MOD:
      return decides_steps(op, a, b, branch);
    default:
      if (decides_comparison(op, a, b, branch)) return 1;
      *branch = 0.0;
      return is_level(op, a, b);
  }
}

/* ------------------------------------------------------------------ results */

/* v' = (x y' - y x')/(x^2 + y^2) */
static void angle(int order, const ptl_jet *y, const ptl_jet *x, ptl_jet *out) {
  ptl_jet xx, yy, sum, quotient;
  ptl_jet_apply(OP_SQUARE, order, x, NULL, &xx);
  ptl_jet_apply(OP_SQUARE, order, y, NULL, &yy);
  ptl_jet_apply(OP_ADD, order, &xx, &yy, &sum);
  ptl_jet dx = *x, dy = *y, left, right;
  for (int k = 0; k < order; k++) {
    dx.c[k] = ptl_interval_scale(x->c[k + 1], k + 1);
    dy.c[k] = ptl_interval_scale(y->c[k + 1], k + 1);
  }
  int less = order > 0 ? order - 1 : 0;
  ptl_jet_apply(OP_MULTIPLY, less, x, &dy, &left);
  ptl_jet_apply(OP_MULTIPLY, less, y, &dx, &right);
  ptl_jet_apply(OP_SUBTRACT, less, &left, &right, &left);
  ptl_jet_apply(OP_DIVIDE, less, &left, &sum, &quotient);
  ptl_interval value = ptl_interval_atan2(y->c[0], x->c[0]);
  for (int k = 1; k <= order; k++) out->c[k] = ptl_interval_scale(quotient.c[k - 1], 1.0 / k);
  out->c[0] = value;
  out->degree = quotient.degree < order ? quotient.degree + 1 : order;
}

/* A comparison is true or false whatever it compares. */
static int faults_of(int op, const ptl_jet *a, const ptl_jet *b) {
  int faults = a->faults | (b != NULL ? b->faults : 0);
  return ptl_op_is_comparison(op) ? faults & PTL_JET_TOO_LARGE : faults;
}

/* Of min and max, where what is not a number is not taken for the second. */
static int faults_of_choice(const ptl_jet *taken, const ptl_jet *other) {
  int fault = other->faults & PTL_JET_NOWHERE ? 0 : other->faults;
  return taken->faults | fault;
}

void ptl_jet_branch(int op, double branch, int order, const ptl_jet *a, const ptl_jet *b,
                    ptl_jet *out) {
  int faults = faults_of(op, a, b);
  switch (op) {
    case OP_ABS:
      copy(order, a, branch != 0.0 ? -1.0 : 1.0, out);
      break;
    case OP_MIN:
    case OP_MAX:
      faults = faults_of_choice(branch != 0.0 ? b : a, branch != 0.0 ? a : b);
      copy(order, branch != 0.0 ? b : a, 1.0, out);
      break;
    case OP_MOD:
      out->degree = a->degree > b->degree ? a->degree : b->degree;
      for (int k = 0; k <= order; k++)
        out->c[k] = ptl_interval_subtract(a->c[k], ptl_interval_scale(b->c[k], branch));
      break;
    case OP_ATAN2:
      angle(order, a, b, out);
      break;
    default:
      ptl_jet_constant(out, order, ptl_interval_point(branch));
  }
  out->faults = faults;
}

/* What a remainder can be: of a's sign, smaller than b and not larger than a. */
static ptl_interval remainder_range(ptl_interval a, ptl_interval b) {
  double most = ptl_interval_size(b);
  return (ptl_interval){a.lo < 0.0 ? fmax(-most, a.lo) : 0.0, a.hi > 0.0 ? fmin(most, a.hi) : 0.0};
}

void ptl_jet_any_branch(int op, int order, const ptl_jet *a, const ptl_jet *b, ptl_jet *out) {
  int faults = faults_of(op, a, b);
  ptl_interval x = a->c[0], y = b != NULL ? b->c[0] : zero, slope = ptl_interval_whole;
  ptl_interval value = {0.0, 1.0};
  switch (op) {
    case OP_ABS:
      value = (ptl_interval){0.0, ptl_interval_size(x)};
      if (order > 0) slope = ptl_interval_hull(a->c[1], ptl_interval_negate(a->c[1]));
      break;
    case OP_MIN:
    case OP_MAX:
      value = op == OP_MIN ? (ptl_interval){fmin(x.lo, y.lo), fmin(x.hi, y.hi)}
                           : (ptl_interval){fmax(x.lo, y.lo), fmax(x.hi, y.hi)};
      if (order > 0) slope = ptl_interval_hull(a->c[1], b->c[1]);
      break;
    case OP_SIGN:
    case OP_FLOOR:
    case OP_CEIL:
    case OP_ROUND:
      value = (ptl_interval){ptl_op_apply(op, x.lo, 0.0), ptl_op_apply(op, x.hi, 0.0)};
      break;
    case OP_RINT:
      x = ptl_interval_add(x, ptl_interval_point(0.5));
      value = (ptl_interval){floor(x.lo), floor(x.hi)};
      break;
    case OP_MOD:
      value = remainder_range(x, y);
      if (ptl_interval_has_zero(y)) faults |= PTL_JET_UNDEFINED;
      break;
    case OP_ATAN2:
      value = ptl_interval_atan2(x, y);
      break;
    default: /* true or false */
      break;
  }
  out->c[0] = value;
  if (order > 0) out->c[1] = slope;
  forget(2, order, out);
  out->faults = faults;
}

void ptl_jet_logic(int op, int order, const ptl_jet *a, const ptl_jet *b, ptl_jet *out) {
  int faults = a->faults | b->faults;
  ptl_interval value = {ptl_op_apply(op, a->c[0].lo, b->c[0].lo),
                        ptl_op_apply(op, a->c[0].hi, b->c[0].hi)};
  ptl_jet_constant(out, order, value);
  if (value.lo != value.hi) forget(1, order, out);
  out->faults = faults;
}

void ptl_jet_switch(int op, int order, const ptl_jet *a, const ptl_jet *b, ptl_jet *out) {
  if (op == OP_MOD)
    ptl_jet_apply(OP_DIVIDE, order, a, b, out);
  else if (b == NULL || op == OP_ATAN2)
    *out = *a;
  else
    ptl_jet_apply(OP_SUBTRACT, order, a, b, out);
}

void ptl_jet_either(int order, const ptl_jet *a, const ptl_jet *b, ptl_jet *out) {
  out->faults = a->faults | b->faults;
  if (!(a->faults & b->faults & PTL_JET_NOWHERE)) out->faults &= ~PTL_JET_NOWHERE;
  out->c[0] = ptl_interval_hull(a->c[0], b->c[0]);
  forget(1, order, out);
}
