/* run_watch.c: how long steps may be so that they see what an expression of time does. */
#include <math.h>

#include "run_watch.h"

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
