/* derivative.c: derivatives by the chain rule, operator by operator (forward mode; Griewank,
 * Walther: Evaluating Derivatives, SIAM 2008, ch. 3 and 13). Every operand is known as its limit
 * from the right: value, slope and curvature. A condition takes the side on which its operands are
 * just behind. */
#include "derivative.h"

#include <math.h>

#include "compiled.h"

typedef struct limit {
  double f, d, dd; /* value, first, second derivative */
} limit;

static limit constant(double value) {
  return (limit){value, 0.0, 0.0};
}

/* g(u), where g is the function's value and derivatives at u.f. */
static limit chain(double g, double g1, double g2, limit u) {
  if (u.d == 0.0 && u.dd == 0.0) return constant(g); /* where g1 may be infinite */
  return (limit){g, g1 * u.d, g2 * u.d * u.d + g1 * u.dd};
}

static limit add(limit a, double sign, limit b) {
  return (limit){a.f + sign * b.f, a.d + sign * b.d, a.dd + sign * b.dd};
}

static limit multiply(limit a, limit b) {
  return (limit){a.f * b.f, a.d * b.f + a.f * b.d, a.dd * b.f + 2.0 * a.d * b.d + a.f * b.dd};
}

static limit divide(limit a, limit b) {
  limit q = {.f = a.f / b.f};
  q.d = (a.d - q.f * b.d) / b.f;
  q.dd = (a.dd - 2.0 * q.d * b.d - q.f * b.dd) / b.f;
  return q;
}

/* -1, 0, 1: where it is just behind, seen from 0. */
static double sign_behind(limit a) {
  double first = a.f != 0.0 ? a.f : a.d != 0.0 ? a.d : a.dd;
  return first < 0.0 ? -1.0 : first > 0.0 ? 1.0 : 0.0;
}

/* ------------------------------------------------------------------ functions */

/* a^r for a constant r; a factor that is 0 counts more than a power that is infinite. */
static limit power_by_constant(limit a, double r) {
  if (r == 2.0) return chain(a.f * a.f, 2.0 * a.f, 2.0, a);
  if (r == 3.0) return chain(a.f * a.f * a.f, 3.0 * a.f * a.f, 6.0 * a.f, a);
  if (r == 4.0) return chain(a.f * a.f * a.f * a.f, 4.0 * a.f * a.f * a.f, 12.0 * a.f * a.f, a);
  double g1 = r == 0.0 ? 0.0 : r * pow(a.f, r - 1.0);
  double g2 = r == 0.0 || r == 1.0 ? 0.0 : r * (r - 1.0) * pow(a.f, r - 2.0);
  return chain(pow(a.f, r), g1, g2, a);
}

static limit logarithm(double value, double base, limit a) {
  double g1 = 1.0 / (base * a.f);
  return chain(value, g1, -g1 / a.f, a);
}

/* a^b = exp(b ln a) */
static limit power(limit a, limit b) {
  if (b.d == 0.0 && b.dd == 0.0) return power_by_constant(a, b.f);
  limit exponent = multiply(b, logarithm(log(a.f), 1.0, a));
  double value = pow(a.f, b.f);
  return chain(value, value, value, exponent);
}

/* From 1/g1^2 = w: g1 = w^(-1/2), g2 = factor u g1^3 */
static limit root_inverse(double value, double w, double sign, double factor, limit u) {
  double g1 = sign / sqrt(w);
  return chain(value, g1, factor * u.f * g1 * g1 * g1, u);
}

static limit apply_to_one(int op, limit u) {
  if (op >= OP_SQUARE && op <= OP_FOURTH) return power_by_constant(u, op - OP_SQUARE + 2);
  const double value = ptl_op_apply(op, u.f, 0.0), square = u.f * u.f;
  switch (op) {
    case OP_NEGATE:
      return add(constant(-0.0), -1.0, u);
    case OP_SIN:
      return chain(value, cos(u.f), -value, u);
    case OP_COS:
      return chain(value, -sin(u.f), -value, u);
    case OP_TAN:
      return chain(value, 1.0 + value * value, 2.0 * value * (1.0 + value * value), u);
    case OP_SINH:
      return chain(value, cosh(u.f), value, u);
    case OP_COSH:
      return chain(value, sinh(u.f), value, u);
    case OP_TANH:
      return chain(value, 1.0 - value * value, -2.0 * value * (1.0 - value * value), u);
    case OP_ASIN:
      return root_inverse(value, 1.0 - square, 1.0, 1.0, u);
    case OP_ACOS:
      return root_inverse(value, 1.0 - square, -1.0, 1.0, u);
    case OP_ASINH:
      return root_inverse(value, 1.0 + square, 1.0, -1.0, u);
    case OP_ACOSH:
      return root_inverse(value, square - 1.0, 1.0, -1.0, u);
    case OP_ATAN:
      return chain(value, 1.0 / (1.0 + square), -2.0 * u.f / ((1.0 + square) * (1.0 + square)), u);
    case OP_ATANH:
      return chain(value, 1.0 / (1.0 - square), 2.0 * u.f / ((1.0 - square) * (1.0 - square)), u);
    case OP_EXP:
      return chain(value, value, value, u);
    case OP_LOG:
      return logarithm(value, 1.0, u);
    case OP_LOG2:
      return logarithm(value, log(2.0), u);
    case OP_LOG10:
      return logarithm(value, log(10.0), u);
    default: /* OP_SQRT */
      return chain(value, 0.5 / value, -0.25 / (value * u.f), u);
  }
}

/* ------------------------------------------------------------------ conditions */

/* A rounded number where the argument, on a step, goes on in this direction. */
static double rounded(int op, limit u) {
  double value = ptl_op_apply(op, u.f, 0.0), way = sign_behind((limit){0.0, u.d, u.dd});
  double shifted = op == OP_RINT || op == OP_ROUND ? u.f + 0.5 : u.f;
  if (shifted != floor(shifted) || way == 0.0) return value;
  if (op == OP_CEIL) return way > 0.0 ? u.f + 1.0 : u.f;
  return way > 0.0 ? shifted : shifted - 1.0;
}

/* a - b trunc(a/b), with the quotient just behind. */
static limit remainder_behind(limit a, limit b) {
  limit q = divide(a, b);
  double rest = fmod(a.f, b.f), quotient = nearbyint((a.f - rest) / b.f);
  if (rest == 0.0) {
    double way = sign_behind((limit){0.0, q.d, q.dd});
    if (quotient > 0.0 && way < 0.0) quotient -= 1.0;
    if (quotient < 0.0 && way > 0.0) quotient += 1.0;
  }
  limit out = add(a, -quotient, b);
  if (rest != 0.0) out.f = rest;
  return out;
}

/* The angle of (x, y): its slope is (x y' - y x')/(x^2 + y^2). */
static limit angle(limit y, limit x) {
  double square = x.f * x.f + y.f * y.f, across = x.f * y.d - y.f * x.d;
  limit out = {.f = atan2(y.f, x.f), .d = across / square};
  out.dd = (x.f * y.dd - y.f * x.dd - 2.0 * out.d * (x.f * x.d + y.f * y.d)) / square;
  double side = sign_behind(y);
  if (y.f == 0.0 && side != 0.0) out.f = copysign(out.f, side);
  return out;
}

static limit apply_condition(int op, limit a, limit b) {
  double side = sign_behind(a), order = sign_behind(add(a, -1.0, b));
  switch (op) {
    case OP_TRUTH:
      return constant(side != 0.0 || isnan(a.f));
    case OP_SIGN:
      return constant(side);
    case OP_ABS:
      return side < 0.0 ? add(constant(0.0), -1.0, a) : a;
    case OP_MIN:
      return order > 0.0 ? b : a;
    case OP_MAX:
      return order < 0.0 ? b : a;
    case OP_MOD:
      return remainder_behind(a, b);
    case OP_ATAN2:
      return angle(a, b);
    case OP_FLOOR:
    case OP_CEIL:
    case OP_ROUND:
    case OP_RINT:
      return constant(rounded(op, a));
    default: /* comparisons; of what is not a number none holds but != */
      if (isnan(a.f) || isnan(b.f)) return constant(ptl_op_apply(op, a.f, b.f));
      return constant(ptl_op_apply(op, order, 0.0));
  }
}

/* On a held branch. */
static limit continue_condition(int op, double branch, limit a, limit b) {
  switch (op) {
    case OP_ABS:
      return branch != 0.0 ? add(constant(0.0), -1.0, a) : a;
    case OP_MIN:
    case OP_MAX:
      return branch != 0.0 ? b : a;
    case OP_MOD:
      return add(a, -branch, b);
    case OP_ATAN2:
      return angle(a, b);
    default:
      return constant(branch);
  }
}

/* ------------------------------------------------------------------ all */

static limit apply_to_two(int op, limit a, limit b) {
  switch (op) {
    case OP_ADD:
      return add(a, 1.0, b);
    case OP_SUBTRACT:
      return add(a, -1.0, b);
    case OP_MULTIPLY:
      return multiply(a, b);
    case OP_DIVIDE:
      return divide(a, b);
    case OP_POWER:
      return power(a, b);
    default: /* OP_AND, OP_OR */
      return constant(ptl_op_apply(op, a.f, b.f));
  }
}

void ptl_program_derive(const ptl_program *p, const double *variables, const double *held,
                        int variable, double out[3]) {
  limit stack[PTL_PROGRAM_DEEPEST + 1], kept[PTL_PROGRAM_PLACES],
      *top = stack; /* stack[0] is not used */
  for (int i = 0; i < p->n; i++) {
    const ptl_instruction *now = &p->code[i];
    switch (now->op) {
      case OP_NUMBER:
        *++top = constant(now->number);
        break;
      case OP_VARIABLE:
        *++top = constant(variables[now->index]);
        if (now->index == variable) top->d = 1.0;
        break;
      case OP_TEST:
        if ((top--)->f == 0.0) i = now->index - 1;
        break;
      case OP_ELSE:
        i = now->index;
        break;
      case OP_END:
        break;
      case OP_KEEP:
        kept[now->index] = *top--;
        break;
      case OP_RECALL:
        *++top = kept[now->index];
        break;
      default: {
        int two = ptl_op_operands(now->op) == 2;
        top -= two;
        limit b = two ? top[1] : constant(0.0);
        if (now->condition >= 0 && held != NULL && !isnan(held[now->condition]))
          *top = continue_condition(now->op, held[now->condition], *top, b);
        else if (now->condition >= 0)
          *top = apply_condition(now->op, *top, b);
        else
          *top = two ? apply_to_two(now->op, *top, b) : apply_to_one(now->op, *top);
      }
    }
  }
  out[0] = top->f;
  out[1] = top->d;
  out[2] = top->dd;
}

/* Where nothing switches the limit from the right is the value. */
void ptl_expr_expand(const ptl_expr *expr, int variable, double out[3]) {
  ptl_program_derive(&expr->program, expr->values, expr->held, variable, out);
  if (expr->program.n_conditions > 0) out[0] = ptl_expr_eval(expr);
}

void ptl_expr_derive(const ptl_expr *expr, int variable, double *first, double *second) {
  double out[3];
  ptl_program_derive(&expr->program, expr->values, expr->held, variable, out);
  *first = out[1];
  *second = out[2];
}
