/* run_watch.c: how long steps may be so that they see what an expression does.
 *
 * Of time, bounds tell beforehand. What it does by the state is examined along an accepted step. */
#include "run_watch.h"

#include <math.h>
#include <string.h>

/* Where the next examination of a point without derivatives goes: part of the time in which the
 * mechanism moves by its own size. */
static const double least_reach = 1e-9;

ptl_status ptl_watch_fail(ptl_run *run, const ptl_watch *w, double t, const char *what) {
  const ptl_status status =
      ptl_fail(run->context, PTL_ERR_SIMULATION, PTL_E(0502) "at t = %.9g s: %s '%s': '%.200s' %s",
               t, w->kind, w->name, ptl_expr_text(w->expr), what);
  ptl_error_element(run->context, w->kind, w->name);
  return status;
}

ptl_status ptl_watch_span(ptl_run *run, ptl_watch *w, double t, double end, double enough) {
  double least = least_reach * run->system->length / run->system->speed;
  ptl_expr_resolve_span(w->expr, t, end, enough, w->tolerance, &w->longest, &w->longest_until);
  if (w->longest_until - t < least) w->longest_until = fmin(end, t + least);
  w->longest = fmax(w->longest, least);
  w->enough = enough;
  if (t + least > t) return PTL_OK;
  return ptl_watch_fail(run, w, t, "varies too fast there to be followed");
}

/* ---------------------------------------------------------------- along an accepted step */

int ptl_watch_parts(const ptl_run *run) {
  /* an explicit method of order 8 sees more in between than one that looks at the end */
  return ptl_switch_stepper(run->integrator)->type->has_long_steps ? 4 : 1;
}

static void sample_variables(ptl_run *run, double t, double *variables) {
  ptl_run_interpolate(run, t);
  memcpy(variables, run->data->variables, sizeof(double) * (size_t)run->watches->n_variables);
}

void ptl_watch_range(ptl_run *run, double a, double b) {
  ptl_run_watches *all = run->watches;
  if (all->range_start == a && all->range_end == b) return;
  all->range_start = a;
  all->range_end = b;
  sample_variables(run, a, all->before);
  sample_variables(run, 0.5 * (a + b), all->lo);
  sample_variables(run, b, all->hi);
  for (int i = 0; i < all->n_variables; i++) {
    double p = all->before[i], q = all->lo[i], r = all->hi[i];
    double room = i > 0 ? 0.5 * fabs(p - 2.0 * q + r) + 0.02 * fabs(r - p) : 0.0;
    all->lo[i] = fmin(fmin(p, q), r) - room;
    all->hi[i] = fmax(fmax(p, q), r) + room;
  }
}

static double value_at(ptl_run *run, const ptl_watch *w, double t) {
  ptl_run_interpolate(run, t);
  return ptl_expr_eval(w->expr);
}

/* Whether nothing narrow shows in [a, b]; was_seen: the method has met the values at both ends. */
static int is_part_plain(ptl_run *run, const ptl_watch *w, double a, double b, int was_seen) {
  const ptl_run_watches *all = run->watches;
  ptl_watch_range(run, a, b);
  double from = value_at(run, w, a), to = was_seen ? value_at(run, w, b) : from;
  return ptl_expr_is_between(w->expr, all->lo, all->hi, w->tolerance, fmin(from, to),
                             fmax(from, to)) ||
         ptl_expr_is_smooth(w->expr, all->lo, all->hi, w->tolerance);
}

static int is_plain(ptl_run *run, const ptl_watch *w, double a, double b, int parts, int was_seen) {
  for (int i = 0; i < parts; i++) {
    double from = a + (b - a) * i / parts, to = i + 1 < parts ? a + (b - a) * (i + 1) / parts : b;
    if (!is_part_plain(run, w, from, to, was_seen)) return 0;
  }
  return 1;
}

/* Part of the time in which the mechanism moves by its own size: features by the state are not
 * looked for below. */
static const double narrowest = 1e-7;

double ptl_watch_seen(ptl_run *run, const ptl_watch *w, double a, double b) {
  enum { HALVINGS = 20 };
  int parts = ptl_watch_parts(run);
  if (is_plain(run, w, a, b, 1, 1) || (parts > 1 && is_plain(run, w, a, b, parts, 1))) return b;
  double length = 0.5 * (b - a), least = narrowest * run->system->length / run->system->speed;
  for (int i = 0; i < HALVINGS && length > least; i++, length *= 0.5)
    if (is_plain(run, w, a, a + length, parts, 0)) return a + length;
  return b; /* no narrow feature but a point without derivatives */
}
