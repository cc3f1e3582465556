/* compiled.c: expressions as programs of variables. See expression.h. */
#include "compiled.h"

#include <math.h>

#include "grammar.h"

/* What an operand depends on: it is what all its parts depend on. */
enum { ON_TIME = 1, ON_STATE = 2 };

static ptl_condition_kind kind_of(int uses) {
  return uses & ON_STATE  ? PTL_CONDITION_STATE
         : uses & ON_TIME ? PTL_CONDITION_TIME
                          : PTL_CONDITION_CONSTANT;
}

/* A condition's kind is that of its operands; what chooses between them is a condition of its
 * own. */
static void find_kinds(ptl_expr *expr) {
  const ptl_program *p = &expr->program;
  int stack[PTL_PROGRAM_DEEPEST], tests[PTL_PROGRAM_DEEPEST], kept[PTL_PROGRAM_PLACES];
  int top = -1, n_tests = 0;
  for (int i = 0; i < p->n; i++) {
    const ptl_instruction *now = &p->code[i];
    if (now->op == OP_NUMBER || now->op == OP_VARIABLE) {
      stack[++top] = now->op == OP_NUMBER ? 0 : now->index == expr->time ? ON_TIME : ON_STATE;
    } else if (now->op == OP_KEEP) {
      kept[now->index] = stack[top--];
    } else if (now->op == OP_RECALL) {
      stack[++top] = kept[now->index];
    } else if (now->op == OP_TEST) {
      tests[n_tests++] = stack[top--];
    } else if (now->op == OP_END) {
      top--;
      stack[top] |= stack[top + 1] | tests[--n_tests];
    } else if (now->op != OP_ELSE) {
      if (ptl_op_operands(now->op) == 2) {
        top--;
        stack[top] |= stack[top + 1];
      }
      if (now->condition < 0) continue;
      expr->kinds[now->condition] = kind_of(stack[top]);
      expr->n_timed += stack[top] == ON_TIME;
    }
  }
}

/* ------------------------------------------------------------------ degrees */

enum { NO_POLYNOMIAL = 1000 };

static int degree_of_one(int op, int a) {
  if (a == 0 || op == OP_NEGATE || op == OP_ABS) return a;
  if (op >= OP_SQUARE && op <= OP_FOURTH) return a * (op - OP_SQUARE + 2);
  return ptl_op_is_condition(op) ? 0 : NO_POLYNOMIAL;
}

static int degree_of_two(int op, int a, int b) {
  int larger = a > b ? a : b;
  switch (op) {
    case OP_ADD:
    case OP_SUBTRACT:
    case OP_MIN:
    case OP_MAX:
    case OP_MOD:
      return larger;
    case OP_MULTIPLY:
      return a + b;
    case OP_DIVIDE:
      return b == 0 ? a : NO_POLYNOMIAL;
    case OP_POWER:
    case OP_ATAN2:
      return larger == 0 ? 0 : NO_POLYNOMIAL;
    default:
      return 0; /* true or false */
  }
}

/* Degree in one variable, or with -1 in all but time. */
static int degree_in(const ptl_expr *expr, int variable) {
  const ptl_program *p = &expr->program;
  int stack[PTL_PROGRAM_DEEPEST], kept[PTL_PROGRAM_PLACES], top = -1;
  for (int i = 0; i < p->n; i++) {
    const ptl_instruction *now = &p->code[i];
    if (now->op == OP_NUMBER || now->op == OP_VARIABLE) {
      stack[++top] = now->op == OP_VARIABLE &&
                     (variable < 0 ? now->index != expr->time : now->index == variable);
    } else if (now->op == OP_KEEP) {
      kept[now->index] = stack[top--];
    } else if (now->op == OP_RECALL) {
      stack[++top] = kept[now->index];
    } else if (now->op == OP_TEST) {
      top--;
    } else if (now->op == OP_END) {
      top--;
      if (stack[top] < stack[top + 1]) stack[top] = stack[top + 1];
    } else if (now->op != OP_ELSE) {
      int two = ptl_op_operands(now->op) == 2;
      top -= two;
      stack[top] = two ? degree_of_two(now->op, stack[top], stack[top + 1])
                       : degree_of_one(now->op, stack[top]);
      if (stack[top] > NO_POLYNOMIAL) stack[top] = NO_POLYNOMIAL;
    }
  }
  return stack[0];
}

static void find_degrees(ptl_expr *expr) {
  expr->degree = degree_in(expr, -1);
  for (int i = 0; i < expr->n_reads; i++) {
    const int is_bounded = expr->degree < NO_POLYNOMIAL && expr->reads[i] != expr->time;
    expr->degrees[i] = is_bounded ? expr->degree : degree_in(expr, expr->reads[i]);
  }
}

int ptl_expr_degree(const ptl_expr *expr) {
  return expr->degree;
}

/* ------------------------------------------------------------------ variables */

int ptl_expr_uses(const ptl_expr *expr, int variable) {
  for (int i = 0; i < expr->n_reads; i++)
    if (expr->reads[i] == variable) return 1;
  return 0;
}

static ptl_status find_reads(ptl_expr *expr) {
  const ptl_program *p = &expr->program;
  int n = 0;
  for (int i = 0; i < p->n; i++) n += p->code[i].op == OP_VARIABLE;
  expr->reads = ptl_alloc(expr->context, 2 * (size_t)n, sizeof *expr->reads);
  if (expr->reads == NULL) return PTL_ERR_MEMORY;
  expr->degrees = expr->reads + n;
  for (int i = 0; i < p->n; i++)
    if (p->code[i].op == OP_VARIABLE && !ptl_expr_uses(expr, p->code[i].index))
      expr->reads[expr->n_reads++] = p->code[i].index;
  return PTL_OK;
}

/* ------------------------------------------------------------------ life */

static ptl_status make_scratch(ptl_expr *expr) {
  ptl_context *context = expr->context;
  size_t n = (size_t)expr->program.n_conditions;
  expr->kinds = ptl_alloc(context, n, sizeof *expr->kinds);
  expr->stack = ptl_alloc(context, (size_t)(expr->program.deepest + expr->program.places),
                          sizeof *expr->stack);
  expr->marks = ptl_alloc(context, n, sizeof *expr->marks);
  expr->part = ptl_alloc(context, n, sizeof *expr->part);
  expr->known = ptl_alloc(context, n, sizeof *expr->known);
  expr->left = ptl_alloc(context, n, sizeof *expr->left);
  expr->right = ptl_alloc(context, n, sizeof *expr->right);
  int whole = expr->kinds != NULL && expr->stack != NULL && expr->marks != NULL &&
              expr->part != NULL && expr->known != NULL && expr->left != NULL &&
              expr->right != NULL;
  return whole ? PTL_OK : PTL_ERR_MEMORY;
}

ptl_status ptl_expr_create(ptl_context *context, const char *resolved,
                           const ptl_symbol_list *variables, const double *values, ptl_expr **out) {
  ptl_reading r = {.context = context, .text = resolved, .variables = variables};
  ptl_dimension d;
  *out = NULL;
  ptl_expr *expr = ptl_alloc(context, 1, sizeof *expr);
  if (expr == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_reading_all(&r, &d);
  *expr = (ptl_expr){.context = context, .program = r.program, .values = values};
  r.program = (ptl_program){0};
  ptl_reading_release(&r);
  expr->time = ptl_symbols_find(variables, "time", 4);
  if (status == PTL_OK) expr->text = ptl_copy_text(context, resolved);
  if (status == PTL_OK) status = expr->text != NULL ? make_scratch(expr) : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = find_reads(expr);
  if (status != PTL_OK) {
    ptl_expr_destroy(expr);
    return status;
  }
  find_kinds(expr);
  find_degrees(expr);
  *out = expr;
  return PTL_OK;
}

void ptl_expr_destroy(ptl_expr *expr) {
  if (expr == NULL) return;
  ptl_context *context = expr->context;
  ptl_program_release(context, &expr->program);
  void *blocks[] = {expr->text,  expr->kinds, expr->stack, expr->marks, expr->part,
                    expr->known, expr->left,  expr->right, expr->reads, expr};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) ptl_free(context, blocks[i]);
}

const char *ptl_expr_text(const ptl_expr *expr) {
  return expr->text;
}

double ptl_expr_eval(const ptl_expr *expr) {
  double value = ptl_program_value(&expr->program, 0, expr->values, expr->held);
  if (isfinite(value) || expr->held == NULL) return value;
  return ptl_program_value(&expr->program, 0, expr->values, NULL);
}

void ptl_expr_hold(ptl_expr *expr, const double *branch) {
  expr->held = branch;
}

/* ------------------------------------------------------------------ conditions */

int ptl_expr_n_conditions(const ptl_expr *expr) {
  return expr->program.n_conditions;
}

int ptl_expr_may_jump(const ptl_expr *expr) {
  const ptl_program *p = &expr->program;
  for (int i = 0; i < p->n; i++) {
    const int op = p->code[i].op;
    if (p->code[i].condition >= 0 && op != OP_MIN && op != OP_MAX && op != OP_ABS) return 1;
  }
  return 0;
}

ptl_condition_kind ptl_expr_condition_kind(const ptl_expr *expr, int condition) {
  return expr->kinds[condition];
}

void ptl_expr_conditions(const ptl_expr *expr, double *branch, double *switching) {
  ptl_program_conditions(&expr->program, expr->values, expr->held, branch, switching);
}
