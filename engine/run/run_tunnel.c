/* run_tunnel.c: contacts that a step goes through without noticing them.
 *
 * Where nothing accelerates a step may become as long as the method likes, and two parts may meet
 * and part again within it. The ends of a step tell what happened in between only while the parts
 * move little against the sizes of their surfaces; a longer interval is halved, and the state in
 * its middle is taken from the dense output. A step that has gone through a contact is cut off
 * where the contact begins. */
#include "run_tunnel.h"

#include <math.h>

#include "run_gaps.h"

enum { MAX_HALVINGS = 12, INTERVALS = 4 };

/* Parts of a radius of curvature, and of a radian, over which a surface counts as its osculating
 * circle. */
static const double small_part = 0.3;

/* Upper bounds of the distance and of the angle that part B moves, with some room for speeds that
 * are larger inside. */
static double max_distance(const ptl_gap_sample *p, const ptl_gap_sample *q, double length) {
  return 0.75 * length * (p->speed + q->speed);
}

static double max_angle(const ptl_gap_sample *p, const ptl_gap_sample *q, double length) {
  return 0.75 * length * (p->angular_speed + q->angular_speed);
}

/* Too far away to touch. */
static int is_out_of_reach(const ptl_gap_sample *p, const ptl_gap_sample *q, double length) {
  return max_distance(p, q, length) < -(p->depth + q->depth);
}

/* Short enough for depths and rates at the ends to tell. */
static int is_resolved(const ptl_gap_sample *p, const ptl_gap_sample *q, double length) {
  return max_distance(p, q, length) < small_part * fmin(p->extent, q->extent) &&
         max_angle(p, q, length) < small_part;
}

int ptl_tunnel_intervals(ptl_run *run, double a, double b) {
  int n_gaps = run->system->n_gaps, none_in_reach = 1;
  if (!ptl_switch_stepper(run->integrator)->type->has_long_steps || n_gaps == 0) return 1;
  for (int g = 0; g < n_gaps; g++)
    if (run->data->gaps[g].touching) return 1; /* steps in a contact are short */
  ptl_run_interpolate(run, b);
  ptl_gaps_sample(run, run->interpolated, &run->after);
  for (int g = 0; g < n_gaps && none_in_reach; g++)
    none_in_reach = is_out_of_reach(&run->before.gaps[g], &run->after.gaps[g], b - a);
  return none_in_reach ? 1 : INTERVALS;
}

double ptl_tunnel_safe_step(const ptl_run *run) {
  double safe = INFINITY;
  for (int g = 0; g < run->system->n_gaps; g++) {
    const ptl_gap_sample *w = &run->before.gaps[g];
    if (run->data->gaps[g].touching || !(w->speed > 0.0 || w->angular_speed > 0.0)) continue;
    double far = -w->depth / w->speed;
    double near = small_part * fmin(w->extent / w->speed, 1.0 / w->angular_speed);
    safe = fmin(safe, 0.75 * fmax(far, near));
  }
  return safe;
}

/* Last time before b, where the gap is closed, at which it is still open; it is at a. */
static double last_open_time(ptl_run *run, int gap, double a, double b) {
  for (;;) {
    double middle = 0.5 * (a + b);
    if (!(middle > a && middle < b)) return a;
    if (ptl_gaps_at(run, gap, middle).depth < 0.0)
      a = middle;
    else
      b = middle;
  }
}

/* Where the gap closes in [a, b], or INFINITY; it is open at both ends. */
static double closing_time(ptl_run *run, int gap, double a, const ptl_gap_sample *p, double b,
                           const ptl_gap_sample *q, int halvings) {
  if (halvings == MAX_HALVINGS || is_out_of_reach(p, q, b - a)) return INFINITY;
  double middle = 0.5 * (a + b);
  int is_last = is_resolved(p, q, b - a);
  if (is_last) {
    if (!(p->rate > 0.0 && q->rate < 0.0)) return INFINITY;
    middle = ptl_gaps_depth_extremum(run, gap, a, *p, b, *q);
  }
  ptl_gap_sample w = ptl_gaps_at(run, gap, middle);
  if (!(w.depth < 0.0)) return last_open_time(run, gap, a, middle);
  if (is_last) return INFINITY;
  double t = closing_time(run, gap, a, p, middle, &w, halvings + 1);
  return isfinite(t) ? t : closing_time(run, gap, middle, &w, b, q, halvings + 1);
}

double ptl_tunnel_find(ptl_run *run, double a, double b) {
  double first = INFINITY;
  for (int g = 0; g < run->system->n_gaps; g++) {
    const ptl_gap_sample *p = &run->before.gaps[g], *q = &run->after.gaps[g];
    if (run->data->gaps[g].touching || !(p->depth < 0.0) || q->depth > 0.0) continue;
    double t = INFINITY;
    if (isnan(q->depth))
      t = last_open_time(run, g, a, b);
    else if (!is_out_of_reach(p, q, b - a) && !is_resolved(p, q, b - a))
      t = closing_time(run, g, a, p, b, q, 0);
    first = fmin(first, t);
  }
  return first;
}
