/* cell.c: running a program over an interval. See cell.h. */
#include "cell.h"

#include <math.h>

static void push_variable(const ptl_cell *cell, int index, ptl_jet *out) {
  out->faults = 0;
  out->free = 0;
  if (index == cell->variable) {
    out->middle = cell->from + 0.5 * (cell->to - cell->from);
    ptl_jet_constant(out, cell->order, (ptl_interval){cell->from, cell->to});
    if (cell->order > 0) out->c[1] = ptl_interval_point(1.0);
    out->degree = 1;
    return;
  }
  ptl_interval value = ptl_interval_whole;
  if (!cell->free)
    value = cell->lo != NULL ? (ptl_interval){cell->lo[index], cell->hi[index]}
                             : ptl_interval_point(cell->values[index]);
  out->free = cell->free;
  out->middle = cell->free ? NAN : value.lo;
  ptl_jet_constant(out, cell->order, value);
}

static void push_number(const ptl_cell *cell, double value, ptl_jet *out) {
  out->faults = isnan(value)   ? PTL_JET_UNDEFINED | PTL_JET_NOWHERE
                : isinf(value) ? PTL_JET_TOO_LARGE
                               : 0;
  out->free = 0;
  out->middle = value;
  ptl_jet_constant(out, cell->order,
                   isfinite(value) ? ptl_interval_point(value) : ptl_interval_whole);
}

/* Whether the condition has one branch throughout, and which. What compares a value that may be
 * undefined is in doubt; where it is so everywhere, plain arithmetic tells. */
static int decides(const ptl_cell *cell, const ptl_instruction *now, const ptl_jet *a,
                   const ptl_jet *b, double middle, double *branch) {
  int faults = a->faults | (b != NULL ? b->faults : 0);
  int in_doubt = ptl_op_is_comparison(now->op) && (faults & PTL_JET_UNDEFINED) != 0;
  *branch = middle;
  if (faults & PTL_JET_NOWHERE) return 1;
  if (!in_doubt && ptl_jet_decides(now->op, a, b, branch)) return 1;
  if (cell->known == NULL || !cell->known[now->condition].decided) return 0;
  *branch = cell->known[now->condition].branch;
  return 1;
}

static void apply_condition(const ptl_cell *cell, const ptl_instruction *now, ptl_jet *a,
                            const ptl_jet *b, ptl_mark *marks) {
  double branch, middle = ptl_op_branch(now->op, a->middle, b != NULL ? b->middle : 0.0);
  int free = a->free || (b != NULL && b->free);
  int decided = decides(cell, now, a, b, middle, &branch);
  if (marks != NULL && !free) {
    ptl_mark *mark = &marks[now->condition];
    *mark = (ptl_mark){.reached = 1, .decided = decided, .branch = middle};
    int order = cell->order < 2 ? cell->order : 2;
    ptl_jet g;
    ptl_jet_switch(now->op, order, a, b, &g);
    for (int k = 0; k <= order; k++) mark->value[k] = g.c[k];
  }
  if (!decided && cell->settled && !free) {
    branch = middle;
    decided = 1;
  }
  if (decided && !isnan(branch))
    ptl_jet_branch(now->op, branch, cell->order, a, b, a);
  else
    ptl_jet_any_branch(now->op, cell->order, a, b, a);
}

/* What becomes of a choice. */
enum { TAKE_FIRST, TAKE_SECOND, TAKE_BOTH };
typedef struct choice {
  int taken;
  double test; /* in the middle */
  int free, faults;
} choice;

static choice choose(const ptl_jet *test) {
  choice out = {TAKE_BOTH, test->middle, test->free, test->faults};
  if (!ptl_interval_has_zero(test->c[0])) out.taken = TAKE_FIRST;
  if (ptl_interval_is_zero(test->c[0])) out.taken = TAKE_SECOND;
  return out;
}

static void finish_choice(const ptl_cell *cell, const choice *made, ptl_jet *first,
                          const ptl_jet *second) {
  if (made->taken == TAKE_BOTH) {
    ptl_jet_either(cell->order, first, second, first);
    first->middle = made->test != 0.0 ? first->middle : second->middle;
    first->free |= second->free;
  }
  first->free |= made->free;
  first->faults |= made->faults;
}

static void apply(const ptl_cell *cell, const ptl_instruction *now, ptl_jet *a, const ptl_jet *b,
                  ptl_mark *marks) {
  double middle = ptl_op_apply(now->op, a->middle, b != NULL ? b->middle : 0.0);
  if (now->condition >= 0)
    apply_condition(cell, now, a, b, marks);
  else if (now->op == OP_AND || now->op == OP_OR)
    ptl_jet_logic(now->op, cell->order, a, b, a);
  else
    ptl_jet_apply(now->op, cell->order, a, b, a);
  a->middle = middle;
  a->free |= b != NULL && b->free;
}

void ptl_program_enclose(const ptl_program *p, const ptl_cell *cell, ptl_jet *stack,
                         ptl_mark *marks) {
  choice choices[PTL_PROGRAM_DEEPEST];
  ptl_jet *kept = stack + p->deepest;
  int top = -1, n_choices = 0;
  for (int i = 0; i < p->n_conditions && marks != NULL; i++) marks[i] = (ptl_mark){0};
  for (int i = 0; i < p->n; i++) {
    const ptl_instruction *now = &p->code[i];
    choice *last = n_choices > 0 ? &choices[n_choices - 1] : NULL;
    switch (now->op) {
      case OP_NUMBER:
        push_number(cell, now->number, &stack[++top]);
        break;
      case OP_VARIABLE:
        push_variable(cell, now->index, &stack[++top]);
        break;
      case OP_KEEP:
        kept[now->index] = stack[top--];
        break;
      case OP_RECALL:
        stack[++top] = kept[now->index];
        break;
      case OP_TEST:
        choices[n_choices] = choose(&stack[top--]);
        if (choices[n_choices++].taken == TAKE_SECOND) i = now->index - 1;
        break;
      case OP_ELSE:
        if (last->taken == TAKE_FIRST) i = now->index - 1;
        break;
      case OP_END:
        if (last->taken == TAKE_BOTH) top--;
        finish_choice(cell, last, &stack[top], &stack[top + 1]);
        n_choices--;
        break;
      default: {
        int two = ptl_op_operands(now->op) == 2;
        top -= two;
        apply(cell, now, &stack[top], two ? &stack[top + 1] : NULL, marks);
      }
    }
  }
}
