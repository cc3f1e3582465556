/* switches.c: the times at which conditions of time change.
 *
 * [t0, t1] is bisected, the left part first, until in every part every condition is settled: bounds
 * of its switching function have no 0 in them; or its slope keeps its sign, so that the function
 * passes a surface once at most, which its ends tell; or its curvature keeps its sign, so that it
 * does so at most twice, on both sides of its extreme value. A change is then located to the last
 * double by bisection on the condition itself. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "compiled.h"

enum {
  MOST_PARTS = 3000,  /* enclosed in one search */
  DEEPEST_PART = 200, /* halvings on top of one another */
  CROWD = 24          /* changes in a short time that count as never ending */
};
/* Of the larger of the times: parts that are not divided further, though next to t = 0 only those
 * so short against the whole; and the short time of a crowd. */
static const double narrowest = 8.0 * DBL_EPSILON, next_to_zero = 1e-6, crowded = 1e-8;

/* ------------------------------------------------------------------ conditions at one time */

static void enclose(const ptl_expr *expr, double from, double to, int settled, int order,
                    ptl_mark *marks) {
  ptl_cell cell = {.variable = expr->time,
                   .from = from,
                   .to = to,
                   .values = expr->values,
                   .free = 1,
                   .settled = settled,
                   .order = order};
  ptl_program_enclose(&expr->program, &cell, expr->stack, marks);
}

static void enclose_at(const ptl_expr *expr, double t, ptl_mark *marks) {
  enclose(expr, t, t, 1, 0, marks);
}

/* Whether two numbers of a branch tell of one branch; NAN equals itself. */
static int is_same(double a, double b) {
  return a == b || (isnan(a) && isnan(b));
}

static int has_changed(const ptl_mark *a, const ptl_mark *b) {
  return a->reached && b->reached && !is_same(a->branch, b->branch);
}

/* -------------------------------------------------------- between two times, to the last double */

static int64_t rank_of(double x) {
  int64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits >= 0 ? bits : INT64_MIN - bits;
}

static double of_rank(int64_t rank) {
  int64_t bits = rank >= 0 ? rank : INT64_MIN - rank;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* The double in the middle of all that lie between; a itself when there is none. */
static double between(double a, double b) {
  return of_rank(rank_of(a) / 2 + rank_of(b) / 2 + (rank_of(a) % 2 + rank_of(b) % 2) / 2);
}

/* The first double in (a, b] with another branch than at a, where the condition changes between a
 * and b. */
static double locate(const ptl_expr *expr, int condition, double a, double b) {
  enclose_at(expr, a, expr->marks);
  const double branch = expr->marks[condition].branch;
  for (;;) {
    double t = between(a, b);
    if (t <= a || t >= b) return b;
    enclose_at(expr, t, expr->marks);
    const ptl_mark *mark = &expr->marks[condition];
    if (!mark->reached || !is_same(mark->branch, branch))
      b = t;
    else
      a = t;
  }
}

/* Where in [a, b] the slope of the switching function, which rises or falls throughout, passes
 * 0. */
static double find_extreme(const ptl_expr *expr, int condition, double a, double b, int rises) {
  for (;;) {
    double t = between(a, b);
    if (t <= a || t >= b) return a;
    enclose(expr, t, t, 1, 1, expr->marks);
    ptl_interval slope = expr->marks[condition].value[1];
    if (rises ? slope.lo + slope.hi < 0.0 : slope.lo + slope.hi > 0.0)
      a = t;
    else
      b = t;
  }
}

/* ------------------------------------------------------------------ one part */

static int keeps_sign(ptl_interval a) {
  return a.lo >= 0.0 || a.hi <= 0.0;
}

/* What a condition does in a part whose ends are in expr->left and right. Returns 0 when that is
 * not known, else 1, and 2 with the time of the first change when there is one. */
static int follow(const ptl_expr *expr, int condition, double a, double b, double *t) {
  const ptl_mark *part = &expr->part[condition], *left = &expr->left[condition],
                 *right = &expr->right[condition];
  if (!part->reached || part->decided) return 1;
  if (!left->reached || !right->reached) return 0;
  if (keeps_sign(part->value[1])) {
    if (!has_changed(left, right)) return 1;
    *t = locate(expr, condition, a, b);
    return 2;
  }
  if (!keeps_sign(part->value[2])) return 0;
  double middle = find_extreme(expr, condition, a, b, part->value[2].lo >= 0.0);
  enclose_at(expr, middle, expr->marks);
  ptl_mark extreme = expr->marks[condition];
  if (has_changed(left, &extreme))
    *t = locate(expr, condition, a, middle);
  else if (has_changed(&extreme, right))
    *t = locate(expr, condition, middle, b);
  else
    return 1;
  return 2;
}

/* The first change between two times so near to each other that their difference is all there is;
 * INFINITY for none. */
static double first_difference(const ptl_expr *expr, double a, double b) {
  double first = INFINITY;
  for (int i = 0; i < expr->program.n_conditions; i++)
    if (has_changed(&expr->left[i], &expr->right[i])) first = fmin(first, locate(expr, i, a, b));
  return first;
}

/* Bounds over [a, b], with what is known of conditions. Returns whether any is open. */
static int enclose_part(const ptl_expr *expr, double a, double b) {
  ptl_cell cell = {.variable = expr->time,
                   .from = a,
                   .to = b,
                   .values = expr->values,
                   .free = 1,
                   .order = 2,
                   .known = expr->known};
  ptl_program_enclose(&expr->program, &cell, expr->stack, expr->part);
  for (int i = 0; i < expr->program.n_conditions; i++)
    if (expr->part[i].reached && !expr->part[i].decided) return 1;
  return 0;
}

/* Looks at [a, b]: *first is the first change known of, INFINITY for none; 1 if there is no other
 * before. A condition that is found not to change may settle those that depend on it. */
static int examine(const ptl_expr *expr, double a, double b, double least, double *first) {
  int open = 0, learnt = 1, n = expr->program.n_conditions;
  for (int i = 0; i < n; i++) expr->known[i].decided = 0;
  *first = INFINITY;
  if (!enclose_part(expr, a, b)) return 1;
  enclose_at(expr, a, expr->left);
  enclose_at(expr, b, expr->right);
  for (;;) {
    learnt = open = 0;
    *first = INFINITY;
    for (int i = 0; i < n; i++) {
      double t;
      int known = follow(expr, i, a, b, &t);
      if (known == 2) *first = fmin(*first, t);
      open |= known == 0;
      if (known != 1 || !expr->part[i].reached || expr->part[i].decided) continue;
      expr->known[i] = (ptl_mark){.decided = 1, .branch = expr->left[i].branch};
      learnt = 1;
    }
    if (!open || !learnt) break;
    enclose_part(expr, a, b);
  }
  if (!open || b - a > narrowest * fmax(least, fmax(fabs(a), fabs(b)))) return !open;
  *first = first_difference(expr, a, b);
  return 1;
}

/* ------------------------------------------------------------------ search */

static int differs(const ptl_expr *expr, double a, double b) {
  enclose_at(expr, a, expr->left);
  enclose_at(expr, b, expr->right);
  for (int i = 0; i < expr->program.n_conditions; i++)
    if (has_changed(&expr->left[i], &expr->right[i])) return 1;
  return 0;
}

/* The parts still to be examined end at `ends`, the next one last; behind those marked `change`
 * there is a change of a condition that may stand in a part of a choice that is not taken. */
static ptl_switch_result search(const ptl_expr *expr, double t0, double t1, double *t) {
  double ends[DEEPEST_PART] = {t1}, first;
  int change[DEEPEST_PART] = {0}, n = 1, parts = 0;
  double a = t0;
  while (n > 0) {
    double b = ends[n - 1];
    *t = a;
    if (parts++ == MOST_PARTS || n == DEEPEST_PART - 1)
      return a - t0 > crowded * fmax(fabs(t0), fabs(t1)) ? PTL_SWITCH_NONE : PTL_SWITCH_UNRESOLVED;
    int settled = examine(expr, a, b, next_to_zero * (t1 - t0), &first);
    *t = first;
    if (settled && isfinite(first)) return PTL_SWITCH_FOUND;
    if (settled) {
      a = b;
      if (change[--n]) {
        double behind = nextafter(a, INFINITY);
        *t = behind;
        if (differs(expr, a, behind)) return PTL_SWITCH_FOUND;
        a = behind;
      }
      continue;
    }
    change[n] = isfinite(first);
    ends[n++] = isfinite(first) ? nextafter(first, -INFINITY) : a + 0.5 * (b - a);
    if (ends[n - 1] <= a) { /* nothing lies before the change */
      n--;
      if (isfinite(first) && differs(expr, a, first)) return PTL_SWITCH_FOUND;
      a = isfinite(first) ? first : b;
    }
  }
  *t = t1;
  return PTL_SWITCH_NONE;
}

/* Whether changes go on and on behind the one at t. */
static int is_crowded(const ptl_expr *expr, double t0, double t, double t1) {
  double end = fmin(t1, t0 + crowded * fmax(fabs(t0), fabs(t1)));
  for (int i = 0; i < CROWD; i++) {
    if (!(t < end)) return 0;
    ptl_switch_result found = search(expr, t, end, &t);
    if (found != PTL_SWITCH_FOUND) return found == PTL_SWITCH_UNRESOLVED;
  }
  return 1;
}

ptl_switch_result ptl_expr_next_switch(const ptl_expr *expr, double t0, double t1, double *t) {
  static const double far = 1e3; /* more than is examined at once where there is no end */
  *t = t1;
  if (expr->n_timed == 0 || !(t1 > t0)) return PTL_SWITCH_NONE;
  if (!isfinite(t1)) t1 = t0 + fmax(far, fabs(t0));
  ptl_switch_result found = search(expr, t0, t1, t);
  if (found == PTL_SWITCH_FOUND && is_crowded(expr, t0, *t, t1)) return PTL_SWITCH_UNRESOLVED;
  return found;
}
