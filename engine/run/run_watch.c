/* run_watch.c: how long steps may be so that they see what an expression does.
 *
 * Of time, bounds tell beforehand. What it does by the state is looked at along an accepted step. */
#include "run_watch.h"

#include <math.h>
#include <string.h>

/* Where the next look at a point without derivatives goes: part of the time in which the mechanism moves by its own
 * size. */
static const double least_reach = 1e-9;

ptl_status ptl_watch_fail(ptl_run *run, const ptl_watch *w, double t, const char *what) {
  return ptl_fail(run->context, PTL_ERR_SIMULATION, "at t = %.9g s: %s '%s': '%.200s' %s", t,
                  w->motion >= 0 ? "motion" : "load", w->name, ptl_expr_text(w->expr), what);
}

ptl_status ptl_watch_span(ptl_run *run, ptl_watch *w, double t, double end) {
  double least = least_reach * run->system->length / run->system->speed;
  ptl_expr_resolve_span(w->expr, t, end, w->tolerance, &w->longest, &w->longest_until);
  if (w->longest_until - t < least) w->longest_until = fmin(end, t + least);
  w->longest = fmax(w->longest, least);
  if (t + least > t) return PTL_OK;
  return ptl_watch_fail(run, w, t, "varies too fast there to be followed");
}

/* ---------------------------------------------------------------- along an accepted step */

int ptl_watch_parts(const ptl_run *run) {
  /* an explicit method of order 8 sees more in between than one that looks at the end */
  return ptl_switch_stepper(run->integrator)->type->has_long_steps ? 4 : 1;
}

static double look(ptl_run *run, const ptl_watch *w, double t, double *variables) {
  ptl_run_interpolate(run, t);
  memcpy(variables, run->data->variables, sizeof(double) * (size_t)run->watches->n_variables);
  return ptl_expr_eval(w->expr);
}

void ptl_watch_range(ptl_run *run, const ptl_watch *w, double a, double b, double value[2]) {
  ptl_run_watches *all = run->watches;
  double at_a = look(run, w, a, all->before);
  look(run, w, 0.5 * (a + b), all->lo);
  double at_b = look(run, w, b, all->hi);
  value[0] = fmin(at_a, at_b);
  value[1] = fmax(at_a, at_b);
  for (int i = 0; i < all->n_variables; i++) {
    double p = all->before[i], q = all->lo[i], r = all->hi[i];
    double room = i > 0 ? 0.5 * fabs(p - 2.0 * q + r) + 0.02 * fabs(r - p) : 0.0;
    all->lo[i] = fmin(fmin(p, q), r) - room;
    all->hi[i] = fmax(fmax(p, q), r) + room;
  }
}

/* Whether [a, b] in so many parts shows nothing narrow in any of them; was_seen: the method has met the values at their
 * ends. */
static int is_plain(ptl_run *run, const ptl_watch *w, double a, double b, int parts, int was_seen) {
  double value[2];
  for (int i = 0; i < parts; i++) {
    double from = a + (b - a) * i / parts, to = i + 1 < parts ? a + (b - a) * (i + 1) / parts : b;
    ptl_watch_range(run, w, from, to, value);
    if (!was_seen) value[1] = value[0];
    if (!ptl_expr_is_plain(w->expr, run->watches->lo, run->watches->hi, w->tolerance, value[0],
                           value[1]))
      return 0;
  }
  return 1;
}

double ptl_watch_seen(ptl_run *run, const ptl_watch *w, double a, double b) {
  enum { HALVINGS = 20 };
  int parts = ptl_watch_parts(run);
  if (is_plain(run, w, a, b, 1, 1) || (parts > 1 && is_plain(run, w, a, b, parts, 1))) return b;
  double length = 0.5 * (b - a);
  for (int i = 0; i < HALVINGS; i++, length *= 0.5)
    if (is_plain(run, w, a, a + length, parts, 0)) return a + length;
  return b; /* no narrow feature but a point without derivatives */
}
