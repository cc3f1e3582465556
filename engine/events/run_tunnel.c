/* run_tunnel.c: contacts that a step goes through without noticing them.
 *
 * Where nothing accelerates a step may become as long as the method likes, and two parts may meet
 * and part again within it. The ends of a step tell what happened in between only while the parts
 * move little against the sizes of their surfaces; a longer interval is halved, and the state in
 * its middle is taken from the dense output. Neither do they tell of a gap that opens, closes and
 * opens again while it hardly moves: a cubic through the ends is believed as far as it meets the
 * middle. A step that has gone through a contact is cut off where the contact begins. */
#include "run_tunnel.h"

#include <float.h>
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

/* The same by the rates of the depth, where parts move little against the sizes of their surfaces:
 * besides, the depth changes by how far a tangent of that length leaves the surface. With twice the
 * room. */
static int is_out_of_reach_along_normal(const ptl_gap_sample *p, const ptl_gap_sample *q,
                                        double length) {
  double along = max_distance(p, q, length), size = fmin(p->extent, q->extent);
  return is_resolved(p, q, length) &&
         1.5 * length * (fabs(p->rate) + fabs(q->rate)) + 2.0 * along * along / size <
             -(p->depth + q->depth);
}

int ptl_tunnel_intervals(const ptl_run *run, double a, double b) {
  int n_gaps = run->system->n_gaps, none_in_reach = 1;
  if (!ptl_switch_stepper(run->integrator)->type->has_long_steps || n_gaps == 0) return 1;
  for (int g = 0; g < n_gaps; g++)
    if (run->data->gaps[g].touching) return 1; /* steps in a contact are short */
  for (int g = 0; g < n_gaps && none_in_reach; g++)
    none_in_reach = is_out_of_reach(&run->before.gaps[g], &run->after.gaps[g], b - a);
  return none_in_reach ? 1 : INTERVALS;
}

/* How much deeper a touching gap may go in a step: by what is left up to where its geometry means
 * nothing, or by a tenth of that depth. No step goes past it and out on the other side. */
static double safe_way(double depth, double max_depth) {
  return fmax(max_depth - depth, 0.1 * max_depth);
}

double ptl_tunnel_safe_step(const ptl_run *run) {
  double safe = INFINITY;
  for (int g = 0; g < run->system->n_gaps; g++) {
    const ptl_gap_sample *w = &run->before.gaps[g];
    if (run->data->gaps[g].touching && w->rate > 0.0)
      safe = fmin(safe, safe_way(w->depth, run->system->gaps[g].max_depth) / w->rate);
    if (run->data->gaps[g].touching || !(w->speed > 0.0 || w->angular_speed > 0.0)) continue;
    double far = -w->depth / w->speed;
    double near = small_part * fmin(w->extent / w->speed, 1.0 / w->angular_speed);
    safe = fmin(safe, 0.75 * fmax(far, near));
  }
  return fmax(safe, 8.0 * DBL_EPSILON * fabs(run->t)); /* time has to move */
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

/* An interval of time in which the first change of sign of a depth is looked for. Samples have
 * depth and rate times `sign`, so that the depth is negative in the beginning. */
typedef struct watch {
  int gap;
  double sign;
  double begin, end;
  ptl_gap_sample p, q; /* there */
} watch;

static watch part_of(const watch *w, double begin, ptl_gap_sample p, double end, ptl_gap_sample q) {
  return (watch){w->gap, w->sign, begin, end, p, q};
}

static ptl_gap_sample times(ptl_gap_sample sample, double sign) {
  sample.depth *= sign;
  sample.rate *= sign;
  return sample;
}

static ptl_gap_sample sample_at(ptl_run *run, const watch *w, double t) {
  return times(ptl_gaps_at(run, w->gap, t), w->sign);
}

/* Of the depth between two times at which it has different signs. */
static double root_between(ptl_run *run, const watch *w, double a, ptl_gap_sample p, double b,
                           ptl_gap_sample q) {
  return ptl_gaps_depth_root(run, w->gap, a, times(p, w->sign), b, times(q, w->sign));
}

static double crossing_in(ptl_run *run, const watch *whole, int halvings);

typedef enum told { TOLD_OPEN, TOLD_CLOSED, UNTOLD } told;

/* By how much a cubic through depths and rates at the ends of an interval misses at its part x, if
 * by `error` in the middle. */
static double miss_at(double x, double error) {
  double between = x * (1.0 - x);
  return 16.0 * error * between * between;
}

/* What the cubic tells of the interval, which it misses by `error` at most: where *at the depth is
 * positive first, or that it is so nowhere. */
static told tell(const watch *w, double error, double *at) {
  enum { PARTS = 8 };
  double length = w->end - w->begin, top;
  double most = ptl_gaps_highest_between(&w->p, &w->q, length, &top);
  int is_near_zero = 0;
  if (isfinite(most) && fabs(most) <= miss_at(top, error)) return UNTOLD;
  for (int k = 1; k <= PARTS; k++) {
    double x = (double)k / PARTS, miss = miss_at(x, error);
    double depth = ptl_gaps_depth_between(&w->p, &w->q, length, x);
    *at = x;
    if (most > 0.0 && top <= x) {
      *at = top;
      return TOLD_CLOSED;
    }
    if (depth > miss) return TOLD_CLOSED;
    if (is_near_zero) return UNTOLD; /* it has come near without going through */
    is_near_zero = !(depth < -miss);
  }
  return TOLD_OPEN;
}

/* In a half that the cubic describes within `error`. */
static double crossing_in_half(ptl_run *run, const watch *half, double error, int halvings) {
  double at = 0.0, length = half->end - half->begin;
  if (half->q.depth < 0.0 && is_out_of_reach(&half->p, &half->q, length)) return INFINITY;
  told what = is_resolved(&half->p, &half->q, length) ? tell(half, error, &at) : UNTOLD;
  if (what == TOLD_OPEN) return INFINITY;
  if (what == TOLD_CLOSED) {
    double t = at < 1.0 ? half->begin + at * length : half->end;
    ptl_gap_sample there = at < 1.0 ? sample_at(run, half, t) : half->q;
    if (there.depth > 0.0) return root_between(run, half, half->begin, half->p, t, there);
  }
  return crossing_in(run, half, halvings + 1);
}

/* Where the sign changes first, or INFINITY. The cubics through depths and rates at the ends and in
 * the middle are believed by how far the one through the ends misses the middle: for the halves it
 * is 16 times less. */
static double crossing_in(ptl_run *run, const watch *whole, int halvings) {
  static const double share = 0.25; /* of the miss, with room for other than quartic terms */
  const double begin = whole->begin, end = whole->end, length = end - begin;
  const double middle = begin + 0.5 * length;
  if (whole->q.depth <= 0.0 && is_out_of_reach(&whole->p, &whole->q, length)) return INFINITY;
  if (halvings == MAX_HALVINGS || !(middle > begin && middle < end))
    return whole->q.depth > 0.0 ? root_between(run, whole, begin, whole->p, end, whole->q)
                                : INFINITY;
  const ptl_gap_sample w = sample_at(run, whole, middle);
  if (isnan(w.depth)) return last_open_time(run, whole->gap, begin, middle);
  double miss = fabs(w.depth - ptl_gaps_depth_between(&whole->p, &whole->q, length, 0.5));
  const watch first = part_of(whole, begin, whole->p, middle, w);
  double t = crossing_in_half(run, &first, share * miss, halvings);
  if (isfinite(t) || w.depth > 0.0) return t;
  const watch second = part_of(whole, middle, w, end, whole->q);
  return crossing_in_half(run, &second, share * miss, halvings);
}

/* Where the depth is 0 in the beginning: moves that to where it has its sign by more than rounding;
 * 0 where it has it nowhere before the end. */
static int leave_surface(ptl_run *run, watch *w) {
  enum { FIRST_PART = 20 }; /* 2^-20 of the interval */
  const double rounding = 64.0 * DBL_EPSILON * run->system->length, begin = w->begin;
  for (int i = FIRST_PART; i > 0; i -= 2) {
    double t = begin + ldexp(w->end - begin, -i);
    ptl_gap_sample there = sample_at(run, w, t);
    if (!(there.depth < -rounding)) continue;
    w->begin = t;
    w->p = there;
    return 1;
  }
  return 0;
}

static double crossing(ptl_run *run, int gap, double sign, double a, double b) {
  watch w = {
      gap, sign, a, b, times(run->before.gaps[gap], sign), times(run->after.gaps[gap], sign)};
  if (w.p.depth < 0.0 && w.q.depth < 0.0 && is_out_of_reach_along_normal(&w.p, &w.q, b - a))
    return INFINITY;
  if (w.p.depth < 0.0 || leave_surface(run, &w)) return crossing_in(run, &w, 0);
  const int is_leaving = w.p.rate < 0.0 && w.q.rate < 0.0; /* so that a depth above 0 is rounding */
  return w.q.depth > 0.0 && !is_leaving ? a : INFINITY;
}

double ptl_tunnel_touch(ptl_run *run, int gap, double a, double b) {
  return crossing(run, gap, 1.0, a, b);
}

double ptl_tunnel_part(ptl_run *run, int gap, double a, double b) {
  return crossing(run, gap, -1.0, a, b);
}

/* As if the gap touched; 0 also where a law's damping would pull. */
static double force_at(ptl_run *run, int gap, ptl_gap_sample there) {
  return there.depth > 0.0 ? ptl_gaps_force(run, gap, there.depth, there.rate) : 0.0;
}

/* What a velocity may be off by, as an impulse on the gap. */
static double least_impulse(const ptl_run *run, int gap) {
  return run->rtol * run->system->speed * run->system->gaps[gap].start.effective_mass;
}

/* When in [a, b] a touching gap that exerts no force at a, nor at the end of the step in hand,
 * begins to exert one that is worth mentioning; INFINITY if it does not. Where it exerts none,
 * steps become long as in flight. It is looked at up to where it parts, mostly next to that, where
 * damping that goes with the depth ends. */
static double find_idle_end(ptl_run *run, int gap, double a, double b) {
  enum { PARTS = 12, HALVINGS = 20 };
  const ptl_gap_sample p = run->before.gaps[gap];
  double last = a, before = a, first = INFINITY, impulse = 0.0, end = run->step.end;
  if (!(p.rate < 0.0) || force_at(run, gap, p) != 0.0) return INFINITY;
  const ptl_gap_sample q = ptl_gaps_at(run, gap, end);
  if (force_at(run, gap, q) != 0.0) return INFINITY;
  if (q.depth < 0.0) end = ptl_gaps_depth_root(run, gap, a, p, end, q);
  for (int i = 1; i < PARTS; i++) {
    const double left = 1.0 - (double)i / PARTS, t = end - (end - a) * left * left * left;
    const double force = force_at(run, gap, ptl_gaps_at(run, gap, t));
    impulse += (t - before) * fabs(force);
    before = t;
    if (force != 0.0)
      first = fmin(first, t);
    else if (isinf(first))
      last = t;
  }
  if (!(impulse > least_impulse(run, gap))) return INFINITY;
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = 0.5 * (last + first);
    if (force_at(run, gap, ptl_gaps_at(run, gap, middle)) == 0.0)
      last = middle;
    else
      first = middle;
  }
  return first <= b ? first : INFINITY;
}

double ptl_tunnel_find(ptl_run *run, double a, double b) {
  /* an explicit method of order 8 meets such forces at its stages */
  const int has_long_steps = ptl_switch_stepper(run->integrator)->type->has_long_steps;
  double first = INFINITY;
  for (int g = 0; g < run->system->n_gaps; g++) {
    const ptl_gap_sample *p = &run->before.gaps[g], *q = &run->after.gaps[g];
    double t = INFINITY;
    if (run->data->gaps[g].touching && !has_long_steps) t = find_idle_end(run, g, a, b);
    first = fmin(first, t);
    if (run->data->gaps[g].touching || !(p->depth < 0.0) || q->depth > 0.0) continue;
    if (isnan(q->depth))
      t = last_open_time(run, g, a, b);
    else if (!is_out_of_reach(p, q, b - a) && !is_resolved(p, q, b - a))
      t = ptl_tunnel_touch(run, g, a, b);
    first = fmin(first, t);
  }
  return first;
}

int ptl_tunnel_is_missed(ptl_run *run, int gap, double touch) {
  enum { PARTS = 8 };
  const double part = (run->step.end - touch) / PARTS;
  double impulse = 0.0;
  if (!(ptl_gaps_at(run, gap, run->step.end).depth < 0.0)) return 0;
  for (int i = 1; i < PARTS; i++)
    impulse += part * fabs(force_at(run, gap, ptl_gaps_at(run, gap, touch + i * part)));
  return impulse > least_impulse(run, gap);
}
