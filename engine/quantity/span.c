/* span.c: bounds of expressions over ranges of variables, and over what time nothing narrow
 * hides. */
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

int ptl_expr_may_leave(const ptl_expr *expr, const double *lo, const double *hi) {
  ptl_cell cell = {.variable = -1, .lo = lo, .hi = hi};
  if (expr->held == NULL) return 0;
  ptl_program_enclose(&expr->program, &cell, expr->stack, expr->marks);
  for (int i = 0; i < expr->program.n_conditions; i++) {
    const ptl_mark *mark = &expr->marks[i];
    if (!isnan(expr->held[i]) && mark->reached && !(mark->decided && mark->branch == expr->held[i]))
      return 1;
  }
  return 0;
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

double ptl_expr_rounding(const ptl_expr *expr, double t, int order) {
  static const double part = 0.25; /* each operation widens bounds by more than it rounds */
  const ptl_jet *jet = enclose(expr, nextafter(t, -INFINITY), nextafter(t, INFINITY), order);
  const ptl_interval c = jet->c[order];
  return jet->faults == 0 && ptl_interval_is_finite(c) ? part * 0.5 * (c.hi - c.lo) : 0.0;
}

enum { SMOOTH_ORDER = 8, MOST_TRIALS = 60, MOST_PARTS = 2000, MOST_HALVINGS = 40 };

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

/* Length of a step anywhere in [from, to] over which the remainder of the Taylor polynomial about
 * its middle is within the tolerance. */
static double smooth_length(const ptl_expr *expr, double from, double to, double tolerance) {
  const ptl_jet *jet = enclose(expr, from, to, SMOOTH_ORDER);
  double size = ptl_interval_size(jet->c[SMOOTH_ORDER]);
  if (jet->faults != 0 || !isfinite(size)) return 0.0;
  return 2.0 * pow(tolerance / size, 1.0 / SMOOTH_ORDER);
}

void ptl_expr_resolve_span(const ptl_expr *expr, double t0, double t1, double enough,
                           double tolerance, double *longest, double *t_end) {
  static const double better = 1.01;
  double allowed, next = nextafter(t0, INFINITY);
  *longest = smooth_length(expr, t0, t1, tolerance);
  *t_end = t1;
  if (*longest >= fmin(enough, t1 - t0)) return;
  *longest = INFINITY;
  *t_end = flat_end(expr, t0, t1, tolerance);
  allowed = *t_end - t0;
  for (double reach = t1 - t0; reach > better * allowed && t0 + reach > next; reach *= 0.5) {
    double length = smooth_length(expr, t0, t0 + reach, tolerance);
    if (!(fmin(length, reach) > better * allowed)) continue;
    allowed = fmin(length, reach);
    *longest = length;
    *t_end = reach < t1 - t0 ? t0 + reach : t1;
    if (length >= enough) break;
  }
  *t_end = fmax(*t_end, fmin(t1, next));
}

/* ------------------------------------------------------------------ over several variables */

/* The expression while variable i goes over its range, others anywhere in theirs, with held
 * conditions. */
static const ptl_jet *enclose_along(const ptl_expr *expr, const double *lo, const double *hi, int i,
                                    int order) {
  ptl_cell cell = {.variable = i,
                   .from = i >= 0 ? lo[i] : 0.0,
                   .to = i >= 0 ? hi[i] : 0.0,
                   .lo = lo,
                   .hi = hi,
                   .settled = 1,
                   .order = order,
                   .known = expr->known};
  for (int k = 0; k < expr->program.n_conditions; k++) {
    double branch = expr->held != NULL ? expr->held[k] : NAN;
    expr->known[k] = (ptl_mark){.decided = !isnan(branch), .branch = branch};
  }
  ptl_program_enclose(&expr->program, &cell, expr->stack, NULL);
  return expr->stack;
}

static int is_smooth_along(const ptl_expr *expr, const double *lo, const double *hi, int i,
                           double tolerance) {
  const ptl_jet *jet = enclose_along(expr, lo, hi, i, SMOOTH_ORDER);
  double size = ptl_interval_size(jet->c[SMOOTH_ORDER]);
  if (jet->faults != 0 || !isfinite(size)) return 0;
  for (int k = 0; k < SMOOTH_ORDER; k++) size *= 0.5 * (hi[i] - lo[i]);
  return size <= tolerance;
}

int ptl_expr_is_smooth(const ptl_expr *expr, const double *lo, const double *hi, double tolerance) {
  for (int k = 0; k < expr->n_reads; k++) {
    const int i = expr->reads[k];
    if (!(hi[i] > lo[i]) || expr->degrees[k] < SMOOTH_ORDER) continue;
    if (!is_smooth_along(expr, lo, hi, i, tolerance)) return 0;
  }
  return 1;
}

int ptl_expr_is_between(const ptl_expr *expr, const double *lo, const double *hi, double tolerance,
                        double least, double largest) {
  const ptl_jet *all = enclose_along(expr, lo, hi, -1, 0);
  double room = largest - least + tolerance;
  int faults = all->faults & ~PTL_JET_UNDEFINED; /* beyond where it is defined it does nothing */
  return faults == 0 && all->c[0].lo >= least - room && all->c[0].hi <= largest + room;
}

/* ------------------------------------------------------------------ largest values */

typedef struct search { /* for the largest size of a Taylor coefficient */
  const ptl_expr *expr;
  int order, parts; /* parts: examined so far */
  double largest;
} search;

static void examine_between(search *s, double from, double to, int halvings) {
  static const double near = 1.25;
  double middle = from + 0.5 * (to - from);
  if (s->parts++ > MOST_PARTS) return;
  ptl_cell cell = {.variable = s->expr->time,
                   .from = from,
                   .to = to,
                   .values = s->expr->values,
                   .settled = s->order > 0,
                   .order = s->order};
  ptl_program_enclose(&s->expr->program, &cell, s->expr->stack, NULL);
  if (ptl_interval_size(s->expr->stack->c[s->order]) <= near * s->largest) return;
  double size = ptl_interval_size(enclose(s->expr, middle, middle, s->order)->c[s->order]);
  if (isfinite(size)) s->largest = fmax(s->largest, size);
  if (halvings == 0) return;
  examine_between(s, from, middle, halvings - 1);
  examine_between(s, middle, to, halvings - 1);
}

double ptl_expr_largest(const ptl_expr *expr, double t0, double t1, int order, double known) {
  search s = {.expr = expr, .order = order, .largest = known};
  examine_between(&s, t0, t1, MOST_HALVINGS);
  return s.largest;
}
