/* baseline_gap.c: what happens to a gap within a step. */
#include <math.h>

#include "baseline.h"

typedef double (*pick)(const ptl_bench_gap_state *state);

static double depth_of(const ptl_bench_gap_state *state) {
  return state->depth;
}
static double rate_of(const ptl_bench_gap_state *state) {
  return state->rate;
}
static double slope_of(const ptl_bench_gap_state *state) {
  return state->slope;
}

/* A root of one figure in [a, b], where it is fa and fb: regula falsi with the Illinois rule. */
static double root(const ptl_bench_gap *gap, pick figure, double a, double fa, double b, double fb,
                   ptl_bench_gap_state *there) {
  double end = 1e-10 * (b - a), t = a, previous;
  int side = 0;
  do {
    previous = t;
    t = a + (b - a) * (fa / (fa - fb));
    *there = gap->state(gap->user, gap->gap, t);
    double f = figure(there);
    if (f == 0.0) break;
    if ((f > 0.0) == (fb > 0.0)) {
      b = t;
      fb = f;
      if (side < 0) fa *= 0.5;
      side = -1;
    } else {
      a = t;
      fa = f;
      if (side > 0) fb *= 0.5;
      side = 1;
    }
  } while (fabs(t - previous) > end);
  return t;
}

static void update_peaks(ptl_bench_contact *contact, const ptl_bench_gap_state *state) {
  contact->force = fmax(contact->force, state->force);
  contact->depth = fmax(contact->depth, state->depth);
}

/* Peaks of a touching gap in [a, b]. */
static void find_peaks(ptl_bench_gap *gap, double a, const ptl_bench_gap_state *p, double b,
                       const ptl_bench_gap_state *q) {
  ptl_bench_gap_state there;
  update_peaks(gap->contact, q);
  if (p->slope > 0.0 && q->slope < 0.0) {
    root(gap, slope_of, a, p->slope, b, q->slope, &there);
    update_peaks(gap->contact, &there);
  }
  if (p->rate > 0.0 && q->rate < 0.0) {
    root(gap, rate_of, a, p->rate, b, q->rate, &there);
    update_peaks(gap->contact, &there);
  }
}

static double part(ptl_bench_gap *gap, double a, const ptl_bench_gap_state *p, double b,
                   const ptl_bench_gap_state *q, ptl_bench_gap_state *there) {
  ptl_bench_gap_state top = *p;
  if (!(p->depth > 0.0)) { /* touched a moment ago */
    a = root(gap, rate_of, a, p->rate, b, q->rate, &top);
    update_peaks(gap->contact, &top);
  }
  double end = top.depth > 0.0 ? root(gap, depth_of, a, top.depth, b, q->depth, there) : a;
  find_peaks(gap, a, &top, end, there);
  gap->contact->end = end;
  gap->contact = NULL;
  return end;
}

static double touch(ptl_bench_gap *gap, double a, const ptl_bench_gap_state *p, double b,
                    const ptl_bench_gap_state *q, ptl_bench_gap_state *there) {
  double begin = root(gap, depth_of, a, p->depth, b, q->depth, there);
  gap->contact = ptl_bench_touch(gap->record, begin, there->rate);
  if (gap->touch != NULL) gap->touch(gap->user, gap->gap, there->rate);
  return begin;
}

/* The step is looked at up to the first touch or parting. */
static double step_to_cut(ptl_bench_gap *gap, double a, double b,
                          const ptl_bench_gap_state *after) {
  ptl_bench_gap_state *p = &gap->before, there = *after, top = *after;
  double end = b, highest = b;
  if (gap->contact != NULL) {
    if (after->depth > 0.0) {
      find_peaks(gap, a, p, b, after);
    } else {
      end = part(gap, a, p, b, after, &there);
    }
  } else {
    int over = after->depth <= 0.0 && p->rate > 0.0 && after->rate < 0.0 &&
               p->depth + p->rate * (b - a) > 0.0;
    if (over) highest = root(gap, rate_of, a, p->rate, b, after->rate, &top);
    if (top.depth > 0.0) end = touch(gap, a, p, highest, &top, &there);
  }
  *p = there;
  return end;
}

double ptl_bench_gap_step(ptl_bench_gap *gap, double a, double b,
                          const ptl_bench_gap_state *after) {
  ptl_bench_gap_state *p = &gap->before, there, top;
  if (gap->cuts) return step_to_cut(gap, a, b, after);
  if (gap->contact != NULL) {
    if (after->depth > 0.0) {
      find_peaks(gap, a, p, b, after);
    } else {
      part(gap, a, p, b, after, &there);
    }
  } else if (after->depth > 0.0) {
    double begin = touch(gap, a, p, b, after, &there);
    find_peaks(gap, begin, &there, b, after);
  } else if (p->rate > 0.0 && after->rate < 0.0 && p->depth + p->rate * (b - a) > 0.0) {
    double highest = root(gap, rate_of, a, p->rate, b, after->rate, &top);
    if (top.depth > 0.0) { /* opens and closes within the step */
      double begin = touch(gap, a, p, highest, &top, &there);
      find_peaks(gap, begin, &there, highest, &top);
      part(gap, highest, &top, b, after, &there);
    }
  }
  *p = *after;
  return b;
}
