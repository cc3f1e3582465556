/* run_contact.c: what happens to gaps and surfaces within an accepted step, in order of time.
 *
 * Touching, largest depth and parting are located on the dense output of the step, and the approach
 * speed is latched there: the laws that use it are as exact as that time. Whether the integration
 * then goes on or starts anew is up to the stepper. Each gap is a state machine (open or touching),
 * so that a depth of exactly zero means nothing. */
#include "run_contact.h"

#include <math.h>
#include <string.h>

#include "data.h"
#include "run_energy.h"
#include "run_friction.h"
#include "run_gaps.h"
#include "run_output.h"
#include "state.h"

/* More events than this in one interval are rounding noise, not mechanics. */
enum { MAX_EVENTS = 200 };

/* ---------------------------------------------------------------- the next event */

typedef struct event {
  double time;
  int gap, friction; /* whose event it is; the other -1 */
  ptl_event_kind kind;
} event;

/* Whether sign times the depth can become positive between the ends of an interval of that length,
 * as the cubic through depths and rates there tells, with some room. */
static int may_cross(ptl_gap_sample p, ptl_gap_sample q, double length, double sign) {
  double largest = -INFINITY, slack = 1e-3 * fabs(p.rate - q.rate) * length;
  for (int i = 1; i < 8; i++)
    largest = fmax(largest, sign * ptl_gaps_between(p, q, length, i / 8.0).depth);
  return largest + slack + length * 0.02 * (fabs(p.rate) + fabs(q.rate)) >= 0.0;
}

/* When an open gap first touches in [a, b]; INFINITY if it does not. */
static double next_touch(ptl_run *run, int gap, double a, double b) {
  ptl_gap_sample p = run->before.gaps[gap], q = run->after.gaps[gap];
  if (q.depth > 0.0) {
    if (p.depth < 0.0) return ptl_gaps_depth_root(run, gap, a, p, b, q);
    if (p.rate >= 0.0 || q.rate <= 0.0) return a;
    double lowest = ptl_gaps_depth_extremum(run, gap, a, p, b, q);
    ptl_gap_sample w = ptl_gaps_at(run, gap, lowest);
    return w.depth < 0.0 ? ptl_gaps_depth_root(run, gap, lowest, w, b, q) : a;
  }
  if (p.rate > 0.0 && q.rate < 0.0 && p.depth < 0.0 && may_cross(p, q, b - a, 1.0)) {
    double highest = ptl_gaps_depth_extremum(run, gap, a, p, b, q);
    ptl_gap_sample w = ptl_gaps_at(run, gap, highest);
    if (w.depth > 0.0) return ptl_gaps_depth_root(run, gap, a, p, highest, w);
  }
  return INFINITY;
}

/* First event of a touching gap in [a, b]: it reaches its largest depth, or parts. */
static event next_of_touching(ptl_run *run, int gap, double a, double b) {
  ptl_gap_sample p = run->before.gaps[gap], q = run->after.gaps[gap];
  event part = {INFINITY, gap, -1, PTL_EVENT_PART};
  if (p.rate > 0.0 && q.rate < 0.0) {
    double deepest = ptl_gaps_depth_extremum(run, gap, a, p, b, q);
    if (deepest > a) return (event){deepest, gap, -1, PTL_EVENT_DEEPEST};
  }
  if (q.depth <= 0.0) {
    part.time = p.depth > 0.0 ? ptl_gaps_depth_root(run, gap, a, p, b, q) : a;
  } else if (p.rate < 0.0 && q.rate > 0.0 && p.depth > 0.0 && may_cross(p, q, b - a, -1.0)) {
    double lowest = ptl_gaps_depth_extremum(run, gap, a, p, b, q);
    ptl_gap_sample w = ptl_gaps_at(run, gap, lowest);
    if (w.depth < 0.0) part.time = ptl_gaps_depth_root(run, gap, a, p, lowest, w);
  }
  return part;
}

static event next_event(ptl_run *run, double a, double b) {
  event first = {INFINITY, -1, -1, PTL_EVENT_TOUCH};
  for (int g = 0; g < run->system->n_gaps; g++) {
    event e = {INFINITY, g, -1, PTL_EVENT_TOUCH};
    if (run->data->gaps[g].touching)
      e = next_of_touching(run, g, a, b);
    else
      e.time = next_touch(run, g, a, b);
    if (e.time < first.time) first = e;
  }
  for (int i = 0; i < run->system->n_frictions; i++) {
    event e = {ptl_friction_next(run, i, a, b), -1, i, PTL_EVENT_STICK};
    if (e.time < first.time) first = e;
  }
  return first;
}

/* ---------------------------------------------------------------- its effects */

static void update_law(ptl_run *run, int gap, ptl_gap_sample w, ptl_contact_event kind) {
  const ptl_sys_gap *g = &run->system->gaps[gap];
  if (g->law.n_memory == 0) return;
  ptl_energy_forget_forces(run);
  ptl_law_update(&g->law, w.depth, w.rate, run->data->gaps[gap].touch_speed, kind,
                 run->data->memory + g->memory);
}

static void begin_contact(ptl_run *run, int gap, double t, ptl_gap_sample w) {
  ptl_gap_state *state = &run->data->gaps[gap];
  ptl_gap_summary *sum = &run->summary->gaps[gap];
  state->touching = 1;
  state->touch_speed = fmax(w.rate, run->system->gaps[gap].touch_speed_floor);
  sum->touches++;
  sum->longest_flight = fmax(sum->longest_flight, t - run->episodes[gap].since);
  run->episodes[gap] = (ptl_episode){.since = t};
  ptl_energy_forget_forces(run);
  update_law(run, gap, w, PTL_TOUCH);
}

static void end_contact(ptl_run *run, int gap, double t, ptl_gap_sample w) {
  ptl_gap_state *state = &run->data->gaps[gap];
  update_law(run, gap, w, PTL_PART);
  state->touching = 0;
  state->touch_speed = 0.0;
  ptl_energy_forget_forces(run);
  run->episodes[gap] = (ptl_episode){.since = t};
}

static void note_deepest(ptl_run *run, int gap, double t, double depth) {
  ptl_gap_summary *sum = &run->summary->gaps[gap];
  if (depth <= sum->deepest) return;
  sum->deepest = depth;
  sum->deepest_time = t;
}

/* The gap's state, its law's memory, the summary and the event itself; run->before is as at the
 * event. */
static ptl_event change_gap(ptl_run *run, event e) {
  int g = e.gap;
  ptl_gap_sample w = run->before.gaps[g];
  ptl_event out = {
      .time = e.time, .gap = g, .friction = -1, .kind = e.kind, .depth = w.depth, .rate = w.rate};
  if (e.kind == PTL_EVENT_TOUCH) {
    begin_contact(run, g, e.time, w);
  } else if (e.kind == PTL_EVENT_DEEPEST) {
    out.force = ptl_gaps_contact(run, g, w).force;
    note_deepest(run, g, e.time, w.depth);
    update_law(run, g, w, PTL_DEEPEST);
  } else {
    out.peak_force = run->episodes[g].peak;
    out.impulse = run->episodes[g].impulse;
    out.energy_lost = run->episodes[g].lost;
    end_contact(run, g, e.time, w);
  }
  out.count = run->summary->gaps[g].touches;
  return out;
}

/* Why the integration has to start anew at the event: a law with memory turns onto another path at
 * its largest depth, and what the step did after it belongs to the old one; of touching and parting
 * the stepper knows. */
static ptl_restart_request restart_at(const ptl_run *run, event e, int inside) {
  static const ptl_restart_reason reasons[] = {
      [PTL_EVENT_TOUCH] = PTL_RESTART_TOUCH, [PTL_EVENT_PART] = PTL_RESTART_PART};
  ptl_restart_request none = {.touched = -1}, request = {.touched = -1};
  if (e.kind == PTL_EVENT_DEEPEST) {
    int has_memory = run->system->gaps[e.gap].law.n_memory > 0;
    return (ptl_restart_request){.reason = has_memory ? PTL_RESTART_LAW : PTL_RESTART_NONE,
                                 .touched = -1};
  }
  request.reason = reasons[e.kind];
  if (e.kind == PTL_EVENT_TOUCH) request.touched = e.gap;
  return ptl_switch_must_restart(run->integrator, request.reason, inside) ? request : none;
}

/* Handles the event that is next in [a, b]. */
static void handle_event(ptl_run *run, event e, double a, double b, ptl_restart_request *restart) {
  ptl_run_interpolate(run, e.time);
  ptl_gaps_sample(run, run->interpolated, &run->before);
  if (e.friction >= 0) {
    const ptl_event change = ptl_friction_change(run, e.friction, e.time);
    ptl_output_event(run, &change);
    return;
  }
  int has_rows = e.kind != PTL_EVENT_DEEPEST;
  if (has_rows)
    run->before.gaps[e.gap].depth = 0.0;
  else
    run->before.gaps[e.gap].rate = 0.0;
  if (has_rows) ptl_output_row(run, e.time, 1, a, e.time);
  const ptl_event change = change_gap(run, e);
  ptl_output_event(run, &change);
  if (has_rows) ptl_output_row(run, e.time, 2, a, e.time);
  *restart = restart_at(run, e, e.time < b);
}

/* ---------------------------------------------------------------- the interval */

/* The interval's end without an event before it. */
static void finish_interval(ptl_run *run, double b) {
  ptl_sample swap = run->before;
  run->before = run->after;
  run->after = swap;
  for (int g = 0; g < run->system->n_gaps; g++) {
    if (!run->data->gaps[g].touching) continue;
    note_deepest(run, g, b, run->before.gaps[g].depth);
    update_law(run, g, run->before.gaps[g], PTL_STEP);
  }
}

ptl_status ptl_contact_interval(ptl_run *run, double a, double *b, ptl_restart_request *restart) {
  *restart = (ptl_restart_request){.touched = -1};
  for (int count = 0; count < MAX_EVENTS && run->phase != PTL_RUN_INTERRUPTED; count++) {
    event e = next_event(run, a, *b);
    double end = fmin(e.time, *b);
    ptl_energy_integrate(run, a, end);
    ptl_output_interval(run, a, end);
    if (isinf(e.time)) {
      finish_interval(run, end);
      return PTL_OK;
    }
    handle_event(run, e, a, *b, restart);
    a = e.time;
    if (restart->reason != PTL_RESTART_NONE) {
      *b = a;
      return run->phase == PTL_RUN_INTERRUPTED ? PTL_ERR_INTERRUPTED : PTL_OK;
    }
  }
  if (run->phase == PTL_RUN_INTERRUPTED) return PTL_ERR_INTERRUPTED;
  return ptl_fail(run->context, PTL_ERR_SIMULATION,
                  "a contact opens and closes more than %d times within one step at t = %.9g s",
                  MAX_EVENTS, *b);
}

/* ---------------------------------------------------------------- start and end of the run */

void ptl_contact_start(ptl_run *run) {
  ptl_data_set_unknowns(run->data, run->t, run->y);
  ptl_gaps_sample(run, run->y, &run->before);
  for (int g = 0; g < run->system->n_gaps; g++) {
    run->episodes[g] = (ptl_episode){.since = run->t};
    if (run->before.gaps[g].depth <= 0.0) continue;
    begin_contact(run, g, run->t, run->before.gaps[g]);
    note_deepest(run, g, run->t, run->before.gaps[g].depth);
    double stored = ptl_gaps_contact(run, g, run->before.gaps[g]).energy;
    run->episodes[g].lost = stored;
    run->summary->gaps[g].energy_lost = stored;
  }
  ptl_friction_start(run);
}

void ptl_contact_finish(ptl_run *run) {
  for (int g = 0; g < run->system->n_gaps; g++) {
    ptl_gap_summary *sum = &run->summary->gaps[g];
    if (run->data->gaps[g].touching)
      sum->energy_lost -= ptl_gaps_contact(run, g, run->before.gaps[g]).energy;
    else
      sum->longest_flight =
          fmax(sum->longest_flight, run->summary->end_time - run->episodes[g].since);
  }
}
