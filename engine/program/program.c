/* program.c: building and running postfix programs. See program.h. */
#include "program.h"

#include <math.h>

/* ------------------------------------------------------------------ operators */

int ptl_op_operands(int op) {
  return op < OP_NEGATE ? 0 : op < OP_ADD ? 1 : 2;
}

int ptl_op_is_condition(int op) {
  return op == OP_TRUTH || (op >= OP_ABS && op <= OP_RINT) || (op >= OP_MOD && op <= OP_UNEQUAL);
}

int ptl_op_is_comparison(int op) {
  return op == OP_TRUTH || (op >= OP_LESS && op <= OP_UNEQUAL);
}

/* Its value is 0 or 1. */
static int is_logical(int op) {
  return op == OP_TRUTH || op >= OP_LESS;
}

static double sign_of(double a) {
  return a < 0.0 ? -1.0 : a > 0.0 ? 1.0 : 0.0;
}

static double apply_to_one(int op, double a) {
  switch (op) {
    case OP_NEGATE:
      return -a;
    case OP_TRUTH:
      return a != 0.0;
    case OP_SIN:
      return sin(a);
    case OP_COS:
      return cos(a);
    case OP_TAN:
      return tan(a);
    case OP_ASIN:
      return asin(a);
    case OP_ACOS:
      return acos(a);
    case OP_ATAN:
      return atan(a);
    case OP_SINH:
      return sinh(a);
    case OP_COSH:
      return cosh(a);
    case OP_TANH:
      return tanh(a);
    case OP_ASINH:
      return asinh(a);
    case OP_ACOSH:
      return acosh(a);
    case OP_ATANH:
      return atanh(a);
    case OP_EXP:
      return exp(a);
    case OP_LOG:
      return log(a);
    case OP_LOG2:
      return log2(a);
    case OP_LOG10:
      return log10(a);
    case OP_SQRT:
      return sqrt(a);
    case OP_SQUARE:
      return a * a;
    case OP_CUBE:
      return a * a * a;
    case OP_FOURTH:
      return a * a * a * a;
    case OP_ABS:
      return fabs(a);
    case OP_SIGN:
      return sign_of(a);
    case OP_FLOOR:
      return floor(a);
    case OP_CEIL:
      return ceil(a);
    case OP_ROUND:
      return round(a);
    default: /* OP_RINT */
      return floor(a + 0.5);
  }
}

double ptl_op_apply(int op, double a, double b) {
  switch (op) {
    case OP_ADD:
      return a + b;
    case OP_SUBTRACT:
      return a - b;
    case OP_MULTIPLY:
      return a * b;
    case OP_DIVIDE:
      return a / b;
    case OP_POWER:
      return pow(a, b);
    case OP_MOD:
      return fmod(a, b);
    case OP_ATAN2:
      return atan2(a, b);
    case OP_MIN:
      return b < a ? b : a;
    case OP_MAX:
      return a < b ? b : a;
    case OP_LESS:
      return a < b;
    case OP_GREATER:
      return a > b;
    case OP_LESS_EQUAL:
      return a <= b;
    case OP_GREATER_EQUAL:
      return a >= b;
    case OP_EQUAL:
      return a == b;
    case OP_UNEQUAL:
      return a != b;
    case OP_AND:
      return a != 0.0 && b != 0.0;
    case OP_OR:
      return a != 0.0 || b != 0.0;
    default:
      return apply_to_one(op, a);
  }
}

double ptl_op_branch(int op, double a, double b) {
  switch (op) {
    case OP_ABS:
      return a < 0.0;
    case OP_MIN:
      return b < a;
    case OP_MAX:
      return a < b;
    case OP_ATAN2:
      return a < 0.0 && b < 0.0;
    case OP_MOD:
      return nearbyint((a - fmod(a, b)) / b);
    default:
      return ptl_op_apply(op, a, b);
  }
}

/* sin(pi a)/pi: 0 at the whole numbers, where its slope is 1 or -1. */
static double whole_numbers(double a) {
  const double pi = 3.14159265358979323846;
  return sin(pi * fmod(a, 2.0)) / pi;
}

double ptl_op_switch(int op, double a, double b) {
  switch (op) {
    case OP_TRUTH:
    case OP_ABS:
    case OP_SIGN:
    case OP_ATAN2:
      return a;
    case OP_FLOOR:
    case OP_CEIL:
      return whole_numbers(a);
    case OP_ROUND:
    case OP_RINT:
      return whole_numbers(a + 0.5);
    case OP_MOD:
      return whole_numbers(a / b);
    default:
      return a - b;
  }
}

double ptl_op_continue(int op, double branch, double a, double b) {
  switch (op) {
    case OP_ABS:
      return branch != 0.0 ? -a : a;
    case OP_MIN:
    case OP_MAX:
      return branch != 0.0 ? b : a;
    case OP_MOD:
      return a - b * branch;
    case OP_ATAN2:
      return atan2(a, b);
    default:
      return branch;
  }
}

/* ------------------------------------------------------------------ building */

static ptl_status put(ptl_context *context, ptl_program *p, ptl_instruction instruction) {
  ptl_instruction *grown = ptl_grow(context, p->code, (size_t)p->n, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  p->code = grown;
  p->code[p->n++] = instruction;
  return PTL_OK;
}

static ptl_status push(ptl_context *context, ptl_program *p, ptl_instruction instruction) {
  if (p->depth == PTL_PROGRAM_DEEPEST)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0103) "an expression is nested too deeply");
  if (++p->depth > p->deepest) p->deepest = p->depth;
  return put(context, p, instruction);
}

ptl_status ptl_program_number(ptl_context *context, ptl_program *p, double value) {
  return push(context, p, (ptl_instruction){OP_NUMBER, -1, 0, value});
}

ptl_status ptl_program_variable(ptl_context *context, ptl_program *p, int index) {
  return push(context, p, (ptl_instruction){OP_VARIABLE, -1, index, 0.0});
}

static int are_numbers(const ptl_program *p, int n) {
  for (int i = 1; i <= n; i++)
    if (p->code[p->n - i].op != OP_NUMBER) return 0;
  return 1;
}

/* x^2, x^3 and x^4 of a variable, or of what is kept, by multiplication. */
static int is_small_power(const ptl_program *p, ptl_op op) {
  if (op != OP_POWER ||
      (p->code[p->n - 2].op != OP_VARIABLE && p->code[p->n - 2].op != OP_RECALL) ||
      !are_numbers(p, 1))
    return 0;
  double exponent = p->code[p->n - 1].number;
  return exponent == 2.0 || exponent == 3.0 || exponent == 4.0;
}

ptl_status ptl_program_apply(ptl_context *context, ptl_program *p, ptl_op op) {
  int operands = ptl_op_operands(op);
  ptl_instruction *last = &p->code[p->n - 1], *first = last - (operands - 1);
  p->depth -= operands - 1;
  if (are_numbers(p, operands)) {
    first->number = ptl_op_apply(op, first->number, last->number);
    p->n -= operands - 1;
    return PTL_OK;
  }
  if (is_small_power(p, op)) {
    *last = (ptl_instruction){(short)(OP_SQUARE + (int)last->number - 2), -1, 0, 0.0};
    return PTL_OK;
  }
  int condition = ptl_op_is_condition(op) ? p->n_conditions++ : -1;
  return put(context, p, (ptl_instruction){(short)op, (short)condition, 0, 0.0});
}

ptl_status ptl_program_truth(ptl_context *context, ptl_program *p) {
  return is_logical(p->code[p->n - 1].op) ? PTL_OK : ptl_program_apply(context, p, OP_TRUTH);
}

ptl_status ptl_program_test(ptl_context *context, ptl_program *p, int *mark) {
  ptl_status status = ptl_program_truth(context, p);
  *mark = p->n;
  p->depth--;
  return status == PTL_OK ? put(context, p, (ptl_instruction){OP_TEST, -1, 0, 0.0}) : status;
}

ptl_status ptl_program_else(ptl_context *context, ptl_program *p, int *mark) {
  p->code[*mark].index = p->n + 1;
  *mark = p->n;
  return put(context, p, (ptl_instruction){OP_ELSE, -1, 0, 0.0});
}

ptl_status ptl_program_end(ptl_context *context, ptl_program *p, int mark) {
  p->code[mark].index = p->n;
  p->depth--; /* both may stand on the stack (cell.c) */
  return put(context, p, (ptl_instruction){OP_END, -1, 0, 0.0});
}

ptl_status ptl_program_keep(ptl_context *context, ptl_program *p, int *place) {
  if (p->n_kept == PTL_PROGRAM_PLACES)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0103) "an expression is nested too deeply");
  *place = p->n_kept++;
  if (p->n_kept > p->places) p->places = p->n_kept;
  p->depth--;
  return put(context, p, (ptl_instruction){OP_KEEP, -1, *place, 0.0});
}

ptl_status ptl_program_recall(ptl_context *context, ptl_program *p, int place) {
  return push(context, p, (ptl_instruction){OP_RECALL, -1, place, 0.0});
}

int ptl_program_take_number(ptl_program *p, double *number) {
  if (p->n == 0 || p->code[p->n - 1].op != OP_NUMBER) return 0;
  *number = p->code[--p->n].number;
  p->depth--;
  return 1;
}

void ptl_program_release(ptl_context *context, ptl_program *p) {
  ptl_free(context, p->code);
  *p = (ptl_program){0};
}

/* ------------------------------------------------------------------ running */

static int is_held(const double *held, int condition) {
  return held != NULL && condition >= 0 && !isnan(held[condition]);
}

double ptl_program_value(const ptl_program *p, int from, const double *variables,
                         const double *held) {
  double stack[PTL_PROGRAM_DEEPEST + 1], kept[PTL_PROGRAM_PLACES],
      *top = stack; /* stack[0] is not used */
  for (int i = from; i < p->n; i++) {
    const ptl_instruction *now = &p->code[i];
    switch (now->op) {
      case OP_NUMBER:
        *++top = now->number;
        break;
      case OP_VARIABLE:
        *++top = variables[now->index];
        break;
      case OP_TEST:
        if (*top-- == 0.0) i = now->index - 1;
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
      case OP_ADD:
        top--;
        top[0] += top[1];
        break;
      case OP_SUBTRACT:
        top--;
        top[0] -= top[1];
        break;
      case OP_MULTIPLY:
        top--;
        top[0] *= top[1];
        break;
      case OP_DIVIDE:
        top--;
        top[0] /= top[1];
        break;
      default:
        if (now->op >= OP_ADD) top--;
        double second = now->op >= OP_ADD ? top[1] : 0.0;
        *top = is_held(held, now->condition)
                   ? ptl_op_continue(now->op, held[now->condition], top[0], second)
                   : ptl_op_apply(now->op, top[0], second);
    }
  }
  return *top;
}

void ptl_program_conditions(const ptl_program *p, const double *variables, const double *held,
                            double *branch, double *switching) {
  double stack[PTL_PROGRAM_DEEPEST], kept[PTL_PROGRAM_PLACES];
  int top = -1;
  for (int i = 0; i < p->n_conditions; i++) branch[i] = switching[i] = NAN;
  for (int i = 0; i < p->n; i++) {
    const ptl_instruction *now = &p->code[i];
    if (now->op == OP_NUMBER || now->op == OP_VARIABLE) {
      stack[++top] = now->op == OP_NUMBER ? now->number : variables[now->index];
    } else if (now->op == OP_TEST) {
      if (stack[top--] == 0.0) i = now->index - 1;
    } else if (now->op == OP_ELSE) {
      i = now->index;
    } else if (now->op == OP_KEEP) {
      kept[now->index] = stack[top--];
    } else if (now->op == OP_RECALL) {
      stack[++top] = kept[now->index];
    } else if (now->op != OP_END) {
      int two = ptl_op_operands(now->op) == 2;
      top -= two;
      double a = stack[top], b = two ? stack[top + 1] : 0.0;
      if (now->condition >= 0) {
        branch[now->condition] = ptl_op_branch(now->op, a, b);
        switching[now->condition] = ptl_op_switch(now->op, a, b);
      }
      stack[top] = is_held(held, now->condition)
                       ? ptl_op_continue(now->op, held[now->condition], a, b)
                       : ptl_op_apply(now->op, a, b);
    }
  }
}
