/* run_contact.c: what happens to gaps and surfaces within an accepted step, in order of time.
 *
 * Touching, largest depth and parting are located on the dense output of the step, and the approach
 * speed is latched there: the laws that use it are as exact as that time. Whether the integration
 * then goes on or starts anew is up to the stepper. Each gap is a state machine (open or touching),
 * so that a depth of exactly zero means nothing. */
#include "run_contact.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact.h"
#include "data.h"
#include "roots.h"
#include "run_energy.h"
#include "run_friction.h"
#include "run_gaps.h"
#include "run_output.h"
#include "run_tunnel.h"
#include "run_wear.h"
#include "state.h"

/* More events than this in one interval are rounding noise, not mechanics. */
enum { MAX_EVENTS = 200 };

/* ---------------------------------------------------------------- the next event */

/* What becomes of the reference speed of a law. */
typedef enum speed_change {
  SPEED_STEADY,
  SPEED_RISES,  /* it goes with the speed of the depth from here on */
  SPEED_LARGEST /* that has its largest value, which it keeps */
} speed_change;

typedef struct event {
  double time;
  int gap, friction; /* whose event it is; the other -1 */
  ptl_event_kind kind;
  speed_change speed; /* STEADY: it is one for the reader */
} event;

/* When an open gap first touches in [a, b]; INFINITY if it does not. */
static double next_touch(ptl_run *run, int gap, double a, double b) {
  /* what comes to a surface beside one that touches is the contact of that */
  if (ptl_contact_owner(run->data, gap) != gap) return INFINITY;
  ptl_gap_sample p = run->before.gaps[gap], q = run->after.gaps[gap];
  if (p.depth >= 0.0 && p.rate >= 0.0) return q.depth > 0.0 ? a : INFINITY;
  return ptl_tunnel_touch(run, gap, a, b);
}

/* Whether a gap that touches at both ends may have been open in between: it turns, or the cubic
 * through depths and rates there turns twice and is far less deep at one of the turns. */
static int may_open(ptl_gap_sample p, ptl_gap_sample q, double length) {
  static const double far_less = 0.5;
  const ptl_gap_sample p_height = {.depth = -p.depth, .rate = -p.rate},
                       q_height = {.depth = -q.depth, .rate = -q.rate};
  double x;
  if (p.depth > 0.0 && p.rate < 0.0 && q.rate > 0.0) return 1;
  if (p.rate > 0.0 && q.rate < 0.0) return 1;
  return ptl_gaps_highest_between(&p_height, &q_height, length, &x) >
         -far_less * fmin(p.depth, q.depth);
}

/* When a touching gap parts in [a, b]; INFINITY if it does not. */
static double next_part(ptl_run *run, int gap, double a, double b) {
  ptl_gap_sample p = run->before.gaps[gap], q = run->after.gaps[gap];
  if (!(q.depth <= 0.0 || may_open(p, q, b - a))) return INFINITY;
  if (q.depth <= 0.0 && !(p.depth > 0.0 || p.rate > 0.0)) return a;
  if (run->step.parted == gap && b == run->step.end && a == run->step_start) return b;
  double t = ptl_tunnel_part(run, gap, a, b);
  return q.depth <= 0.0 && isinf(t) ? b : t;
}

/* Rates up to this are those of rest. */
static double rounding_of_rates(const ptl_run *run) {
  return 16.0 * DBL_EPSILON * run->system->speed;
}

/* When a touching gap reaches its largest depth, or parts, in [a, b]. */
static event next_turn(ptl_run *run, int gap, double a, double b) {
  event part = {next_part(run, gap, a, b), gap, -1, PTL_EVENT_PART, SPEED_STEADY};
  ptl_gap_sample p = run->before.gaps[gap], q = run->after.gaps[gap];
  double end = b;
  if (!(p.rate > rounding_of_rates(run))) return part;
  if (part.time > a && part.time < b) q = ptl_gaps_at(run, gap, end = part.time);
  if (!(q.rate < 0.0)) return part;
  double deepest = ptl_gaps_depth_extremum(run, gap, a, p.rate, end, q.rate);
  return (event){deepest, gap, -1, PTL_EVENT_DEEPEST, SPEED_STEADY};
}

/* When the contact of a gap passes to an adjoining one in [a, b], where the gap is as q says at b;
 * INFINITY if it does not. Depth and rate do not tell, which go on. */
static double next_hand_over(ptl_run *run, int gap, double a, double b, ptl_gap_sample q) {
  if (!(b > a) || q.passed_to < 0) return INFINITY;
  for (;;) {
    double middle = 0.5 * (a + b);
    if (!(middle > a && middle < b)) return b;
    if (ptl_gaps_at(run, gap, middle).passed_to >= 0)
      b = middle;
    else
      a = middle;
  }
}

typedef struct gap_of_run {
  ptl_run *run;
  int gap;
} gap_of_run;

/* Where between a and b the rate, times sign, has its largest value: golden section; the value is
 * flat there. */
static double fastest_time(ptl_run *run, int gap, double sign, double a, double b) {
  static const double golden = 0.38196601125010515;
  enum { PASSES = 30 };
  double x = a + golden * (b - a), y = b - golden * (b - a);
  double at_x = sign * ptl_gaps_at(run, gap, x).rate, at_y = sign * ptl_gaps_at(run, gap, y).rate;
  for (int i = 0; i < PASSES; i++) {
    if (at_x >= at_y) {
      b = y;
      y = x;
      at_y = at_x;
      x = a + golden * (b - a);
      at_x = sign * ptl_gaps_at(run, gap, x).rate;
    } else {
      a = x;
      x = y;
      at_x = at_y;
      y = b - golden * (b - a);
      at_y = sign * ptl_gaps_at(run, gap, y).rate;
    }
  }
  return 0.5 * (a + b);
}

/* By how much a rate exceeds what leaves the gap's reference speed as it is; <= 0: not at all. */
static double excess(const ptl_run *run, int gap, double rate) {
  const ptl_gap_state *state = &run->data->gaps[gap];
  return ptl_reference_of_rate(state, rate) - state->reference_speed;
}

/* Where the speed of the depth has a largest value inside [a, b] that raises the reference speed;
 * INFINITY if it has none. By the cubic through depths and rates at both ends the rate is p + c1 x
 * + c2 x^2. */
static double largest_speed_time(ptl_run *run, int gap, double a, double b) {
  ptl_gap_sample p = run->before.gaps[gap], q = run->after.gaps[gap];
  double c2 = 3.0 * (p.rate + q.rate) - 6.0 * (q.depth - p.depth) / (b - a);
  double c1 = q.rate - p.rate - c2, x = -0.5 * c1 / c2;
  if (!(x > 0.0 && x < 1.0)) return INFINITY;
  double rate = p.rate + 0.5 * c1 * x, sign = rate < 0.0 ? -1.0 : 1.0;
  if (sign * c2 > 0.0 || !(excess(run, gap, rate) > 0.0)) return INFINITY;
  double t = fastest_time(run, gap, sign, a, b);
  double reached = sign * ptl_gaps_at(run, gap, t).rate;
  int is_inside = t > a && reached > sign * p.rate && reached > sign * q.rate;
  return is_inside && excess(run, gap, reached) > 0.0 ? t : INFINITY;
}

static double excess_at(void *user, double t) {
  const gap_of_run *at = user;
  return excess(at->run, at->gap, ptl_gaps_at(at->run, at->gap, t).rate);
}

/* When the speed of the depth begins to raise the reference speed in [a, b]; INFINITY if it does
 * not. */
static double rise_time(ptl_run *run, int gap, double a, double b, double largest) {
  static const double rounding = 1e-9; /* of the reference speed */
  double end = fmin(largest, b), at_a = excess(run, gap, run->before.gaps[gap].rate);
  double rate = end == b ? run->after.gaps[gap].rate : ptl_gaps_at(run, gap, end).rate;
  double at_end = excess(run, gap, rate);
  if (!(at_end > rounding * run->data->gaps[gap].reference_speed)) return INFINITY;
  gap_of_run at = {run, gap};
  return at_a < 0.0 ? ptl_root(excess_at, &at, a, at_a, end, at_end, 0.0) : a;
}

/* What happens first to the gap's reference speed in [a, b]. Where steps go by the states of the
 * gaps, a state also says whether it rises, and a largest speed at the very start of the interval
 * counts. */
static event next_speed_change(ptl_run *run, int gap, double a, double b) {
  event e = {INFINITY, gap, -1, PTL_EVENT_DEEPEST, SPEED_LARGEST};
  if (!run->system->gaps[gap].law.uses_reference_speed || !(b > a)) return e;
  e.time = largest_speed_time(run, gap, a, b);
  if (!ptl_switch_must_restart(run->integrator, PTL_RESTART_SPEED, 1)) return e;
  if (!run->data->gaps[gap].is_raised) {
    e.time = rise_time(run, gap, a, b, e.time);
    e.speed = SPEED_RISES;
  } else if (fabs(run->after.gaps[gap].rate) < fabs(run->before.gaps[gap].rate) && isinf(e.time)) {
    e.time = a;
  }
  return e;
}

/* First event of a touching gap in [a, b]. */
static event next_of_touching(ptl_run *run, int gap, double a, double b) {
  static const double just_before = 1.0 - 1e-6;
  event first = next_turn(run, gap, a, b);
  double end = first.kind == PTL_EVENT_PART && isfinite(first.time)
                   ? a + just_before * (first.time - a)
                   : fmin(first.time, b);
  if (run->system->gaps[gap].adjoining != 0) {
    const ptl_gap_sample q = end == b ? run->after.gaps[gap] : ptl_gaps_at(run, gap, end);
    double passes = next_hand_over(run, gap, a, end, q);
    if (passes < first.time) first = (event){passes, gap, -1, PTL_EVENT_HAND_OVER, SPEED_STEADY};
  }
  event change = next_speed_change(run, gap, a, b);
  return change.time < first.time ? change : first;
}

static event next_event(ptl_run *run, double a, double b) {
  event first = {INFINITY, -1, -1, PTL_EVENT_TOUCH, SPEED_STEADY};
  for (int g = 0; g < run->system->n_gaps; g++) {
    event e = {INFINITY, g, -1, PTL_EVENT_TOUCH, SPEED_STEADY};
    if (run->data->gaps[g].touching)
      e = next_of_touching(run, g, a, b);
    else
      e.time = next_touch(run, g, a, b);
    if (e.time < first.time) first = e;
  }
  for (int i = 0; i < run->system->n_frictions; i++) {
    event e = {ptl_friction_next(run, i, a, b), -1, i, PTL_EVENT_STICK, SPEED_STEADY};
    if (e.time < first.time) first = e;
  }
  return first;
}

/* ---------------------------------------------------------------- its effects */

static void update_law(ptl_run *run, int gap, ptl_gap_sample w, ptl_contact_event kind) {
  const ptl_sys_gap *g = &run->system->gaps[gap];
  if (g->law.n_memory == 0) return;
  ptl_energy_forget_forces(run);
  ptl_law_update(&g->law, w.depth, w.rate, run->data->gaps[gap].reference_speed, kind,
                 run->data->memory + g->memory);
}

/* The speed of the depth while the gap touches, in the summary and in the law's reference. */
static void note_speed(ptl_run *run, int gap, double rate) {
  ptl_gap_summary *sum = &run->summary->gaps[gap];
  ptl_gap_state *state = &run->data->gaps[gap];
  sum->largest_speed_ratio = fmax(sum->largest_speed_ratio, fabs(rate) / state->touch_speed);
  state->reference_speed = fmax(state->reference_speed, ptl_reference_of_rate(state, rate));
}

/* The memory of a law at the beginning of a contact. One that is closed and does not deepen has
 * been as deep as it was to be, and goes out on the path from there. */
static void begin_law(ptl_run *run, int gap, ptl_gap_sample w) {
  update_law(run, gap, w, PTL_TOUCH);
  if (w.depth > 0.0 && !(w.rate > rounding_of_rates(run))) update_law(run, gap, w, PTL_DEEPEST);
}

static void begin_contact(ptl_run *run, int gap, double t, ptl_gap_sample w) {
  ptl_gap_state *state = &run->data->gaps[gap];
  ptl_gap_summary *sum = &run->summary->gaps[gap];
  state->touching = 1;
  state->touch_speed = fmax(w.rate, run->system->gaps[gap].touch_speed_floor);
  state->reference_speed = state->touch_speed;
  sum->touches++;
  sum->longest_flight = fmax(sum->longest_flight, t - run->episodes[gap].since);
  run->episodes[gap] = (ptl_episode){.since = t, .shown_until = t};
  note_speed(run, gap, w.rate);
  ptl_energy_forget_forces(run);
  begin_law(run, gap, w);
}

static void end_contact(ptl_run *run, int gap, double t, ptl_gap_sample w) {
  note_speed(run, gap, w.rate);
  update_law(run, gap, w, PTL_PART);
  run->data->gaps[gap] = (ptl_gap_state){0};
  ptl_energy_forget_forces(run);
  run->episodes[gap] = (ptl_episode){.since = t, .shown_until = t};
}

static void note_deepest(ptl_run *run, int gap, double t, double depth) {
  ptl_gap_summary *sum = &run->summary->gaps[gap];
  if (depth <= sum->deepest) return;
  sum->deepest = depth;
  sum->deepest_time = t;
}

/* The contact of gap `from` goes on at gap `to`: one contact, with one reference speed and, if it
 * is the same, one memory of its law. What is stored in the one passes to the other; what the other
 * law stores more at the depth comes from nothing, as a loss below 0. */
static void hand_over(ptl_run *run, int from, int to, double t, ptl_gap_sample w) {
  const ptl_sys_gap *gaps = run->system->gaps;
  ptl_gap_summary *sums = run->summary->gaps;
  ptl_gap_state *states = run->data->gaps;
  int is_same = strcmp(gaps[from].contact, gaps[to].contact) == 0;
  double flight = t - run->episodes[to].since;
  double stored = ptl_gaps_contact(run, from, w).energy;
  states[to] = states[from];
  if (is_same) {
    size_t size = sizeof(double) * (size_t)gaps[to].law.n_memory;
    memcpy(run->data->memory + gaps[to].memory, run->data->memory + gaps[from].memory, size);
    memset(run->data->memory + gaps[from].memory, 0, size);
  } else {
    begin_law(run, to, w);
    update_law(run, from, w, PTL_PART);
  }
  states[from] = (ptl_gap_state){0};
  run->episodes[to] = run->episodes[from];
  run->episodes[from] = (ptl_episode){.since = t};
  double taken = ptl_gaps_contact(run, to, w).energy;
  sums[from].energy_lost -= stored;
  sums[to].energy_lost += stored;
  sums[to].hand_over_energy += taken - stored;
  sums[to].hand_overs++;
  sums[to].longest_flight = fmax(sums[to].longest_flight, flight);
  ptl_friction_hand_over(run, gaps[from].friction, gaps[to].friction, t);
  ptl_energy_forget_forces(run);
}

/* The gap's state, its law's memory, the summary and the event itself; run->before is as at the
 * event. */
static ptl_event change_gap(ptl_run *run, event e) {
  int g = e.gap;
  ptl_gap_sample w = run->before.gaps[g];
  ptl_event out = {
      .time = e.time, .friction = -1, .kind = e.kind, .depth = w.depth, .rate = w.rate};
  if (e.kind == PTL_EVENT_TOUCH) {
    begin_contact(run, g, e.time, w);
    out.force = ptl_gaps_force(run, g, w.depth, w.rate);
  } else if (e.kind == PTL_EVENT_DEEPEST) {
    out.force = ptl_gaps_force(run, g, w.depth, w.rate);
    note_deepest(run, g, e.time, w.depth);
    update_law(run, g, w, PTL_DEEPEST);
  } else if (e.kind == PTL_EVENT_HAND_OVER) {
    hand_over(run, g, w.passed_to, e.time, w);
    g = w.passed_to;
    out.force = ptl_gaps_force(run, g, w.depth, w.rate);
  } else {
    out.force = ptl_gaps_force(run, g, w.depth, w.rate);
    out.peak_force = run->episodes[g].peak;
    out.peak_time = run->episodes[g].peak_time;
    out.impulse = run->episodes[g].impulse;
    out.energy_lost = run->episodes[g].lost;
    end_contact(run, g, e.time, w);
  }
  out.gap = g;
  out.count = run->summary->gaps[g].touches + run->summary->gaps[g].hand_overs;
  return out;
}

void ptl_contact_request_missed(const ptl_run *run, ptl_restart_request *restart) {
  static const double first_step = 1e-6; /* of length over speed */
  if (restart->reason == PTL_RESTART_NONE) restart->reason = PTL_RESTART_MISSED;
  restart->first_step = first_step * run->system->length / run->system->speed;
}

/* Why the integration has to start anew at the event: a law with memory turns onto another path at
 * its largest depth, and what the step did after it belongs to the old one; of touching and parting
 * the stepper knows, but for a contact that begins and ends within its step. */
static ptl_restart_request restart_at(ptl_run *run, event e, int inside) {
  static const ptl_restart_reason reasons[] = {[PTL_EVENT_TOUCH] = PTL_RESTART_TOUCH,
                                               [PTL_EVENT_PART] = PTL_RESTART_PART,
                                               [PTL_EVENT_HAND_OVER] = PTL_RESTART_PASS};
  ptl_restart_request none = {.touched = -1}, request = {.touched = -1};
  if (e.kind == PTL_EVENT_DEEPEST && e.speed == SPEED_STEADY) {
    int has_memory = run->system->gaps[e.gap].law.n_memory > 0;
    return (ptl_restart_request){.reason = has_memory ? PTL_RESTART_LAW : PTL_RESTART_NONE,
                                 .touched = -1};
  }
  request.reason = e.speed == SPEED_STEADY ? reasons[e.kind] : PTL_RESTART_SPEED;
  if (e.kind == PTL_EVENT_TOUCH) request.touched = e.gap;
  if (ptl_switch_must_restart(run->integrator, request.reason, inside) || run->passed.is_on)
    return request;
  if (e.kind == PTL_EVENT_TOUCH && ptl_tunnel_is_missed(run, e.gap, e.time))
    ptl_contact_request_missed(run, &none);
  return none;
}

/* Where a contact may pass between gaps, samples go by the states of both, which have changed at
 * the event. */
static void sample_anew(ptl_run *run, event e, double b) {
  double own = run->before.gaps[e.gap].depth, end = run->after.gaps[e.gap].depth;
  ptl_run_interpolate(run, b);
  ptl_gaps_sample(run, run->interpolated, &run->after);
  ptl_run_interpolate(run, e.time);
  ptl_gaps_sample(run, run->interpolated, &run->before);
  if (e.kind == PTL_EVENT_HAND_OVER) return;
  run->before.gaps[e.gap].depth = own;
  if (b == run->step.end && run->step.parted == e.gap) run->after.gaps[e.gap].depth = end;
}

/* run->before as at the event; it is at the event before, at a. Of two contacts that are deepest at
 * one instant the second still is about to be so, and the first is not again. */
static void sample_at_event(ptl_run *run, event e, double a) {
  const double rounding = rounding_of_rates(run);
  if (e.time == a) return;
  for (int g = 0; g < run->system->n_gaps; g++) {
    run->episodes[g].deepens = run->data->gaps[g].touching && run->before.gaps[g].rate > rounding;
    run->episodes[g].has_turned &= !(run->before.gaps[g].rate < 0.0);
  }
  ptl_run_interpolate(run, e.time);
  ptl_gaps_sample(run, run->interpolated, &run->before);
  for (int g = 0; g < run->system->n_gaps; g++)
    if (run->episodes[g].has_turned)
      run->before.gaps[g].rate = fmin(run->before.gaps[g].rate, 0.0);
    else if (run->episodes[g].deepens && !(run->before.gaps[g].rate > rounding))
      run->before.gaps[g].rate = 2.0 * rounding;
}

/* Handles the event that is next in [a, b]; run->before is as at it. */
static void handle_event(ptl_run *run, event e, double a, double b, ptl_restart_request *restart) {
  if (e.friction >= 0) {
    const ptl_event change = ptl_friction_change(run, e.friction, e.time);
    ptl_output_event(run, &change);
    return;
  }
  if (e.speed != SPEED_STEADY) {
    run->data->gaps[e.gap].is_raised = e.speed == SPEED_RISES;
    note_speed(run, e.gap, run->before.gaps[e.gap].rate);
    *restart = restart_at(run, e, e.time < b);
    return;
  }
  int has_rows = e.kind != PTL_EVENT_DEEPEST;
  if (e.kind == PTL_EVENT_DEEPEST) {
    run->before.gaps[e.gap].rate = 0.0;
    run->episodes[e.gap].has_turned = 1;
  } else if (e.kind != PTL_EVENT_HAND_OVER)
    run->before.gaps[e.gap].depth = 0.0;
  if (has_rows)
    ptl_output_row(run, e.time, 1, a, e.time);
  else
    ptl_output_deepest(run, e.time, a);
  const ptl_event change = change_gap(run, e);
  ptl_output_event(run, &change);
  if (has_rows) ptl_output_row(run, e.time, 2, a, e.time);
  *restart = restart_at(run, e, e.time < b);
  if (has_rows && run->system->gaps[e.gap].adjoining != 0) sample_anew(run, e, b);
}

/* ---------------------------------------------------------------- the interval */

/* Whether the depth jumps at a touch, by more than what the time and the coordinates are rounded
 * by: the part has come into the other from beside or behind its surface. run->before is as at the
 * event. */
static int comes_from_inside(const ptl_run *run, event e) {
  static const double tolerated = 1e-6; /* of the mechanism's length */
  if (e.gap < 0 || e.kind != PTL_EVENT_TOUCH) return 0;
  const ptl_gap_sample there = run->before.gaps[e.gap];
  return fabs(there.depth) >
         tolerated * run->system->length + 64.0 * DBL_EPSILON * fabs(e.time) * there.speed;
}

static ptl_status fail_inside(const ptl_run *run, event e) {
  const ptl_sys_gap *g = &run->system->gaps[e.gap];
  const ptl_joint_type *type = run->system->gap_sets[g->gap_set].type;
  ptl_fail(run->context, PTL_ERR_SIMULATION,
           PTL_E(0506) "at t = %.9g s: joint '%s', gap '%s': the %s is where it cannot be, inside the %s, which it "
           "has not entered through its surface; make that longer, or keep the %s away from what is "
           "beside and behind it",
           e.time, g->joint, g->name, type->part_b, type->part_a, type->part_b);
  ptl_error_element(run->context, "joint", g->joint);
  return PTL_ERR_SIMULATION;
}

/* The interval's end without an event before it. */
static void finish_interval(ptl_run *run, double b) {
  ptl_sample swap = run->before;
  run->before = run->after;
  run->after = swap;
  for (int g = 0; g < run->system->n_gaps; g++) {
    if (!run->data->gaps[g].touching) continue;
    note_speed(run, g, run->before.gaps[g].rate);
    note_deepest(run, g, b, run->before.gaps[g].depth);
    update_law(run, g, run->before.gaps[g], PTL_STEP);
  }
}

/* The run ends at t, in the interval from a. */
static ptl_status stop_at(ptl_run *run, double a, double t, ptl_restart_request *restart) {
  restart->reason = PTL_RESTART_END;
  ptl_run_interpolate(run, t);
  ptl_gaps_sample(run, run->interpolated, &run->after);
  ptl_energy_integrate(run, a, t);
  ptl_wear_integrate(run, a, t);
  ptl_output_interval(run, a, t);
  finish_interval(run, t);
  return run->phase == PTL_RUN_INTERRUPTED ? PTL_ERR_INTERRUPTED : PTL_OK;
}

/* More events than there can be in the interval up to t, of which e is the last. */
static ptl_status fail_events(const ptl_run *run, event e, double t) {
  const ptl_system *s = run->system;
  const char *joint = e.friction >= 0 ? s->frictions[e.friction].joint : s->gaps[e.gap].joint;
  const char *gap = e.friction >= 0 ? s->frictions[e.friction].gap : s->gaps[e.gap].name;
  const char *what = e.friction >= 0                 ? "the friction sticks and slides"
                     : e.speed != SPEED_STEADY       ? "the depth is fastest"
                     : e.kind == PTL_EVENT_DEEPEST   ? "the depth is largest"
                     : e.kind == PTL_EVENT_HAND_OVER ? "the contact passes to another gap"
                                                     : "the gap opens and closes";
  char place[160] = "";
  if (gap != NULL) snprintf(place, sizeof place, ", gap '%s'", gap);
  ptl_fail(run->context, PTL_ERR_SIMULATION,
           PTL_E(0510) "at t = %.9g s: joint '%s'%s: %s more than %d times within one step", t,
           joint, place, what, MAX_EVENTS);
  ptl_error_element(run->context, "joint", joint);
  return PTL_ERR_SIMULATION;
}

ptl_status ptl_contact_interval(ptl_run *run, double a, double *b, ptl_restart_request *restart) {
  *restart = (ptl_restart_request){.touched = -1};
  for (int g = 0; g < run->system->n_gaps; g++) run->episodes[g].has_turned = 0;
  event e = {.gap = -1, .friction = -1};
  for (int count = 0; count < MAX_EVENTS && run->phase != PTL_RUN_INTERRUPTED; count++) {
    e = next_event(run, a, *b);
    double end = fmin(e.time, *b), stop;
    ptl_status status = ptl_stops_find(run, a, end, &stop);
    if (status != PTL_OK) return status;
    if (stop <= end) return stop_at(run, a, *b = stop, restart);
    ptl_wear_integrate(run, a, end);
    ptl_output_interval(run, a, end);
    if (isinf(e.time)) {
      finish_interval(run, end);
      return PTL_OK;
    }
    sample_at_event(run, e, a);
    if (comes_from_inside(run, e)) return fail_inside(run, e);
    handle_event(run, e, a, *b, restart);
    a = e.time;
    if (restart->reason != PTL_RESTART_NONE || run->is_stopped) {
      *b = a;
      return run->phase == PTL_RUN_INTERRUPTED ? PTL_ERR_INTERRUPTED : PTL_OK;
    }
  }
  if (run->phase == PTL_RUN_INTERRUPTED) return PTL_ERR_INTERRUPTED;
  return fail_events(run, e, *b);
}

/* ---------------------------------------------------------------- start and end of the run */

void ptl_contact_start(ptl_run *run) {
  ptl_data_set_unknowns(run->data, run->t, run->y);
  ptl_gaps_sample(run, run->y, &run->before);
  for (int g = 0; g < run->system->n_gaps; g++) {
    run->episodes[g] = (ptl_episode){.since = run->t, .shown_until = run->t};
    if (run->before.gaps[g].depth <= 0.0) continue;
    begin_contact(run, g, run->t, run->before.gaps[g]);
    note_deepest(run, g, run->t, run->before.gaps[g].depth);
    double stored = ptl_gaps_contact(run, g, run->before.gaps[g]).energy;
    run->episodes[g].lost = stored;
    run->summary->gaps[g].energy_lost = stored;
  }
  ptl_friction_start(run);
}

double ptl_contact_stored(ptl_run *run, int gap) {
  int touches = run->data->gaps[gap].touching;
  return touches ? ptl_gaps_contact(run, gap, run->before.gaps[gap]).energy : 0.0;
}

void ptl_contact_set(ptl_run *run) {
  for (int g = 0; g < run->system->n_gaps; g++)
    run->summary->gaps[g].energy_lost -= ptl_contact_stored(run, g);
  ptl_contact_enter(run);
}

void ptl_contact_enter(ptl_run *run) {
  ptl_data_set_unknowns(run->data, run->t, run->y);
  ptl_gaps_sample(run, run->y, &run->before);
  for (int g = 0; g < run->system->n_gaps; g++) {
    ptl_gap_sample w = run->before.gaps[g];
    int touches = run->data->gaps[g].touching;
    if (touches && w.depth < 0.0) end_contact(run, g, run->t, w);
    if (!touches && w.depth > 0.0) begin_contact(run, g, run->t, w);
    double stored = ptl_contact_stored(run, g);
    run->summary->gaps[g].energy_lost += stored;
    if (!touches) run->episodes[g].lost = stored;
    if (w.depth > 0.0) note_deepest(run, g, run->t, w.depth);
  }
}

void ptl_contact_summarise(ptl_run *run, ptl_summary *out) {
  for (int g = 0; g < run->system->n_gaps; g++) {
    ptl_gap_summary *sum = &out->gaps[g];
    if (run->data->gaps[g].touching)
      sum->energy_lost -= ptl_gaps_contact(run, g, run->before.gaps[g]).energy;
    else
      sum->longest_flight =
          fmax(sum->longest_flight, run->summary->end_time - run->episodes[g].since);
  }
}
