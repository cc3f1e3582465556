/* run_contact.c: what happens to the gaps within an accepted step, in order of time.
 *
 * The integrator is not stopped for a contact. Touching, largest depth and parting are located on
 * the dense output of the step, the approach speed is latched there, and the run goes on: the
 * speed at touch decides the accuracy of the laws that use it, and a restart would only cost steps.
 * Each gap is a state machine (open or touching), so that a depth of exactly zero means nothing. */
#include <math.h>
#include <string.h>

#include "run.h"

/* More happenings than this in one step are rounding noise, not mechanics. */
enum { MOST_EVENTS = 200 };

static ptl_watch watch_of(const ptl_gap_eval *gap) {
  return (ptl_watch){gap->depth, gap->rate, gap->speed, gap->turn, gap->reach};
}

void ptl_contacts_watch(ptl_run *run, const double *y, ptl_watch *out, double *slips) {
  const ptl_system *s = run->system;
  const double *q = y, *v = y + s->n_coordinates, *lambda = y + s->first_state - s->n_rows;
  ptl_gap_eval gaps[PTL_MAX_GAPS];
  for (int i = 0; i < s->n_gap_sets; i++) {
    ptl_eval_gaps(run->data, i, q, v, gaps);
    for (int g = 0; g < s->gap_sets[i].n_gaps; g++) {
      int gap = s->gap_sets[i].first_gap + g;
      out[gap] = watch_of(&gaps[g]);
      if (s->gaps[gap].friction >= 0) slips[s->gaps[gap].friction] = gaps[g].slip;
    }
  }
  for (int i = 0; i < s->n_frictions; i++)
    if (s->frictions[i].constraint >= 0) slips[i] = ptl_eval_slip(run->data, i, q, v, lambda);
}

ptl_watch ptl_contact_look(ptl_run *run, int gap, double t) {
  const ptl_sys_gap_set *p = &run->system->gap_sets[run->system->gaps[gap].gap_set];
  ptl_gap_eval gaps[PTL_MAX_GAPS];
  ptl_run_look(run, t);
  ptl_eval_gaps(run->data, run->system->gaps[gap].gap_set, ptl_run_q(run), ptl_run_v(run), gaps);
  return watch_of(&gaps[gap - p->first_gap]);
}

ptl_contact_out ptl_contact_at(ptl_run *run, int gap, ptl_watch w) {
  ptl_contact_out out = {0};
  if (w.depth > 0.0 && ptl_eval_contact_law(run->data, gap, w.depth, w.rate, &out))
    out = (ptl_contact_out){0};
  return out;
}

/* The root in [0, 1] of c0 + c1 x + c2 x^2 + c3 x^3, which changes its sign there: Newton's iteration, kept
 * between bounds. */
static double cubic_root(const double c[4]) {
  double low = 0.0, high = 1.0, x = c[0] / -(c[1] + c[2] + c[3]);
  for (int i = 0; i < 50; i++) {
    double f = c[0] + x * (c[1] + x * (c[2] + x * c[3]));
    double slope = c[1] + x * (2.0 * c[2] + x * 3.0 * c[3]);
    if ((f > 0.0) == (c[0] > 0.0))
      low = x;
    else
      high = x;
    double next = x - f / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (fabs(next - x) < 1e-14) return next;
    x = next;
  }
  return x;
}

/* Where the cubic through depths and rates at both ends of an interval of that length has its root, or that
 * of its derivative, as part of the interval. */
static double guess(int of_rate, ptl_watch p, ptl_watch q, double length) {
  double begins = length * p.rate, ends = length * q.rate, rise = q.depth - p.depth;
  double square = 3.0 * rise - 2.0 * begins - ends, cube = begins + ends - 2.0 * rise;
  const double depth[4] = {p.depth, begins, square, cube};
  const double rate[4] = {begins, 2.0 * square, 3.0 * cube, 0.0};
  return cubic_root(of_rate ? rate : depth);
}

/* Root of the depth, or of its rate, on the dense output, where the gap is as p and q say at a and b: a cubic
 * through both ends gives the next end. It is three looks away as a rule. */
static double find_root(ptl_run *run, int gap, int of_rate, double a, ptl_watch p, double b,
                        ptl_watch q) {
  static const double near = 1e-8; /* of the interval: as good as its square after another look */
  double fa = of_rate ? p.rate : p.depth, fb = of_rate ? q.rate : q.depth;
  double last = INFINITY, enough = near * (b - a);
  if (fa == 0.0) return a;
  if (fb == 0.0 || (fa > 0.0) == (fb > 0.0)) return b;
  for (int i = 1;; i++) {
    double t = a + (b - a) * guess(of_rate, p, q, b - a);
    if (fabs(t - last) <= enough || t <= a || t >= b) return fmax(a, fmin(t, b));
    if (i % 8 == 0 || isnan(t)) t = 0.5 * (a + b);
    if (!(t > a && t < b)) return a; /* neighbours */
    ptl_watch w = ptl_contact_look(run, gap, t);
    double ft = of_rate ? w.rate : w.depth;
    if (ft == 0.0) return t;
    if ((ft > 0.0) == (fa > 0.0)) {
      a = t;
      p = w;
    } else {
      b = t;
      q = w;
    }
    last = t;
  }
}

static double depth_root(ptl_run *run, int gap, double a, ptl_watch p, double b, ptl_watch q) {
  return find_root(run, gap, 0, a, p, b, q);
}

double ptl_contact_turn(ptl_run *run, int gap, double a, ptl_watch p, double b, ptl_watch q) {
  return find_root(run, gap, 1, a, p, b, q);
}

/* Whether the cubic through depths and rates at both ends can change sign in between. */
static int may_cross(ptl_watch p, ptl_watch q, double length, double sign) {
  double most = -INFINITY, slack = 1e-3 * fabs(p.rate - q.rate) * length;
  for (int i = 1; i < 8; i++) {
    most = fmax(most, sign * ptl_watch_between(p, q, length, i / 8.0).depth);
  }
  return most + slack + length * 0.02 * (fabs(p.rate) + fabs(q.rate)) >= 0.0;
}

typedef struct happening {
  double time;
  int gap; /* STICK: index of a friction that begins to stick or to slip */
  ptl_event_kind kind;
} happening;

/* First thing that an open gap does in [a, b]: nothing, or touch. */
static double next_touch(ptl_run *run, int gap, double a, double b) {
  ptl_watch p = run->before[gap], q = run->after[gap];
  if (q.depth > 0.0) {
    if (p.depth < 0.0) return depth_root(run, gap, a, p, b, q);
    if (p.rate >= 0.0 || q.rate <= 0.0) return a;
    double lowest = ptl_contact_turn(run, gap, a, p, b, q);
    ptl_watch w = ptl_contact_look(run, gap, lowest);
    return w.depth < 0.0 ? depth_root(run, gap, lowest, w, b, q) : a;
  }
  if (p.rate > 0.0 && q.rate < 0.0 && p.depth < 0.0 && may_cross(p, q, b - a, 1.0)) {
    double highest = ptl_contact_turn(run, gap, a, p, b, q);
    ptl_watch w = ptl_contact_look(run, gap, highest);
    if (w.depth > 0.0) return depth_root(run, gap, a, p, highest, w);
  }
  return INFINITY;
}

/* First thing that a touching gap does in [a, b]: nothing, reach its largest depth, or part. */
static happening next_of_touching(ptl_run *run, int gap, double a, double b) {
  ptl_watch p = run->before[gap], q = run->after[gap];
  happening none = {INFINITY, gap, PTL_EVENT_PART};
  if (p.rate > 0.0 && q.rate < 0.0) {
    double deepest = ptl_contact_turn(run, gap, a, p, b, q);
    if (deepest > a) return (happening){deepest, gap, PTL_EVENT_DEEPEST};
  }
  if (q.depth <= 0.0) {
    double t = p.depth > 0.0 ? depth_root(run, gap, a, p, b, q) : a;
    return (happening){t, gap, PTL_EVENT_PART};
  }
  if (p.rate < 0.0 && q.rate > 0.0 && p.depth > 0.0 && may_cross(p, q, b - a, -1.0)) {
    double lowest = ptl_contact_turn(run, gap, a, p, b, q);
    ptl_watch w = ptl_contact_look(run, gap, lowest);
    if (w.depth < 0.0)
      return (happening){depth_root(run, gap, a, p, lowest, w), gap, PTL_EVENT_PART};
  }
  return none;
}

static happening next_happening(ptl_run *run, double a, double b) {
  happening first = {INFINITY, -1, PTL_EVENT_TOUCH};
  for (int g = 0; g < run->system->n_gaps; g++) {
    happening h = {INFINITY, g, PTL_EVENT_TOUCH};
    if (run->data->gaps[g].touching)
      h = next_of_touching(run, g, a, b);
    else
      h.time = next_touch(run, g, a, b);
    if (h.time < first.time) first = h;
  }
  for (int i = 0; i < run->system->n_frictions; i++) {
    happening h = {ptl_friction_next(run, i, a, b), i, PTL_EVENT_STICK};
    if (h.time < first.time) first = h;
  }
  return first;
}

static void update_law(ptl_run *run, int gap, ptl_watch w, ptl_contact_event event) {
  const ptl_sys_gap *g = &run->system->gaps[gap];
  if (g->law.n_memory == 0) return;
  run->accounted = NAN;
  ptl_law_update(&g->law, w.depth, w.rate, run->data->gaps[gap].touch_speed, event,
                 run->data->memory + g->memory);
}

static void touch(ptl_run *run, int gap, double t, ptl_watch w) {
  ptl_gap_state *state = &run->data->gaps[gap];
  ptl_gap_summary *sum = &run->summary->gaps[gap];
  ptl_episode *episode = &run->episodes[gap];
  state->touching = 1;
  state->touch_speed = fmax(w.rate, run->system->gaps[gap].touch_speed_floor);
  sum->touches++;
  sum->longest_flight = fmax(sum->longest_flight, t - episode->since);
  *episode = (ptl_episode){.since = t};
  run->accounted = NAN;
  update_law(run, gap, w, PTL_TOUCH);
}

static void part(ptl_run *run, int gap, double t, ptl_watch w) {
  ptl_gap_state *state = &run->data->gaps[gap];
  update_law(run, gap, w, PTL_PART);
  state->touching = 0;
  state->touch_speed = 0.0;
  run->accounted = NAN;
  run->episodes[gap] = (ptl_episode){.since = t};
}

static void note_deepest(ptl_run *run, int gap, double t, double depth) {
  ptl_gap_summary *sum = &run->summary->gaps[gap];
  if (depth <= sum->deepest) return;
  sum->deepest = depth;
  sum->deepest_time = t;
}

/* Carries the happening out at a time that has been looked at: latches, counts, reports. */
static void carry_out(ptl_run *run, happening h, double a) {
  int g = h.gap, rows = h.kind != PTL_EVENT_DEEPEST;
  ptl_watch w = run->before[g];
  if (rows) ptl_output_row(run, h.time, 1, a, h.time);
  ptl_event event = {
      .time = h.time, .gap = g, .friction = -1, .kind = h.kind, .depth = w.depth, .rate = w.rate};
  if (h.kind == PTL_EVENT_TOUCH) {
    touch(run, g, h.time, w);
  } else if (h.kind == PTL_EVENT_DEEPEST) {
    event.force = ptl_contact_at(run, g, w).force;
    note_deepest(run, g, h.time, w.depth);
    update_law(run, g, w, PTL_DEEPEST);
    run->renew = run->system->gaps[g].law.n_memory > 0;
  } else {
    event.peak_force = run->episodes[g].peak;
    event.impulse = run->episodes[g].impulse;
    event.energy_lost = run->episodes[g].lost;
    part(run, g, h.time, w);
  }
  event.count = run->summary->gaps[g].touches;
  ptl_output_event(run, &event);
  if (rows) ptl_output_row(run, h.time, 2, a, h.time);
}

/* The explicit integrator goes by the state of the gaps and has to know of its change. The other one is in
 * use instead because something was stiff; when a gap parts that may be over. */
static void cut_at(ptl_run *run, happening h, double b) {
  if (run->rk == NULL || h.kind == PTL_EVENT_DEEPEST) return;
  int parts = h.kind == PTL_EVENT_PART;
  if (!parts) run->touched = run->is_explicit ? h.gap : -1;
  run->calmed = !run->is_explicit && parts;
  if (run->is_explicit ? !parts || h.time < b : parts) run->renew = 1;
}

/* Both ends of an interval that has been dealt with are now at its end. */
static void close_interval(ptl_run *run) {
  memcpy(run->after, run->before, sizeof *run->after * (size_t)run->system->n_gaps);
}

ptl_status ptl_contacts_step(ptl_run *run, double a, double *end) {
  const ptl_system *s = run->system;
  double b = *end;
  run->renew = 0;
  run->touched = -1;
  for (int count = 0; count < MOST_EVENTS && !run->interrupted; count++) {
    happening h = next_happening(run, a, b);
    if (h.gap < 0) {
      ptl_ledger_interval(run, a, b);
      ptl_output_interval(run, a, b);
      for (int g = 0; g < s->n_gaps; g++) {
        if (!run->data->gaps[g].touching) continue;
        note_deepest(run, g, b, run->after[g].depth);
        update_law(run, g, run->after[g], PTL_STEP);
      }
      return PTL_OK;
    }
    ptl_ledger_interval(run, a, h.time);
    ptl_output_interval(run, a, h.time);
    ptl_run_look(run, h.time);
    ptl_contacts_watch(run, run->scratch, run->before, run->slip_before);
    if (h.kind == PTL_EVENT_STICK) {
      ptl_friction_change(run, h.gap, h.time);
    } else {
      if (h.kind == PTL_EVENT_DEEPEST)
        run->before[h.gap].rate = 0.0;
      else
        run->before[h.gap].depth = 0.0;
      carry_out(run, h, a);
      cut_at(run, h, b);
    }
    a = h.time;
    if (run->renew) {
      close_interval(run);
      *end = a;
      return run->interrupted ? PTL_ERR_INTERRUPTED : PTL_OK;
    }
  }
  if (run->interrupted) return PTL_ERR_INTERRUPTED;
  return ptl_fail(run->context, PTL_ERR_SIMULATION,
                  "a contact opens and closes more than %d times within one step at t = %.9g s",
                  MOST_EVENTS, b);
}

void ptl_contacts_start(ptl_run *run) {
  ptl_data_place_all(run->data, run->t, run->y);
  ptl_contacts_watch(run, run->y, run->before, run->slip_before);
  for (int g = 0; g < run->system->n_gaps; g++) {
    run->episodes[g] = (ptl_episode){.since = run->t};
    if (run->before[g].depth <= 0.0) continue;
    touch(run, g, run->t, run->before[g]);
    note_deepest(run, g, run->t, run->before[g].depth);
    double stored = ptl_contact_at(run, g, run->before[g]).energy;
    run->episodes[g].lost = stored;
    run->summary->gaps[g].energy_lost = stored;
  }
  ptl_friction_start(run);
}

void ptl_contacts_finish(ptl_run *run) {
  for (int g = 0; g < run->system->n_gaps; g++) {
    ptl_gap_summary *sum = &run->summary->gaps[g];
    if (run->data->gaps[g].touching)
      sum->energy_lost -= ptl_contact_at(run, g, run->before[g]).energy;
    else
      sum->longest_flight =
          fmax(sum->longest_flight, run->summary->end_time - run->episodes[g].since);
  }
}
