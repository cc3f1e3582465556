/* run_step.c: see run_step.h. Each step is handed to contacts, energies and output, and the run
 * ends when the numbers can no longer be trusted. */
#include "run_step.h"

#include <math.h>
#include <string.h>

#include "contact.h"
#include "data.h"
#include "motion.h"
#include "run_contact.h"
#include "run_energy.h"
#include "run_failure.h"
#include "run_friction.h"
#include "run_gaps.h"
#include "run_limits.h"
#include "run_output.h"
#include "run_switches.h"
#include "run_tunnel.h"

/* So many domain failures, without so many good steps in between, end the run where the steps have
 * also become shorter than this part of the time since the first of them: they then close in on a
 * place that they do not pass. */
enum { MAX_DOMAIN_FAILURES = 20, STEPS_TO_FORGET = 50 };
/* Times that a step is taken again because it has gone over something. */
enum { MAX_RETAKES = 20 };
static const double closing_in = 1e-6;

/* ---------------------------------------------------------------- trust */

/* Whether the run has come to where its laws or joints are not defined: a part is inside the other
 * at the end of the interval, steps keep failing because it would be, or a gap is as deep as its
 * law allows. */
static int has_left_domain(ptl_run *run) {
  for (int g = 0; g < run->system->n_gaps; g++) {
    if (!isnan(run->after.gaps[g].depth)) continue;
    run->data->outside_domain_gap = g;
    run->data->inside_solid = 1;
    return 1;
  }
  int gap = run->data->outside_domain_gap;
  if (gap >= 0 && run->data->inside_solid) {
    if (run->domain_failures == 0) run->first_domain_failure = run->step_start;
    run->steps_since_domain_failure = 0;
    double length = run->step.end - run->step_start;
    return ++run->domain_failures > MAX_DOMAIN_FAILURES &&
           length < closing_in * (run->step.end - run->first_domain_failure);
  }
  if (++run->steps_since_domain_failure >= STEPS_TO_FORGET) run->domain_failures = 0;
  return gap >= 0 && run->after.gaps[gap].depth > 0.99 * run->system->gaps[gap].law.max_depth;
}

/* Local error of each touching gap's force: partial derivatives times the local errors of depth and
 * rate that the stepper estimates. */
static void note_force_errors(ptl_run *run) {
  const ptl_system *s = run->system;
  int is_known = 0;
  for (int g = 0; g < s->n_gaps; g++) {
    if (!run->data->gaps[g].touching) continue;
    if (!is_known) ptl_stepper_local_error(ptl_switch_stepper(run->integrator), run->local_error);
    is_known = 1;
    const ptl_gap_sample *now = &run->before.gaps[g];
    if (now->depth <= 0.0) continue;
    const ptl_contact_out law = ptl_gaps_contact(run, g, *now);
    double error =
        ptl_eval_force_error(run->data, g, &law, now->gradient, run->y, run->local_error);
    run->summary->gaps[g].force_error = fmax(run->summary->gaps[g].force_error, error);
  }
}

/* ---------------------------------------------------------------- a step */

static void sample_end(ptl_run *run, double b) {
  ptl_run_interpolate(run, b);
  ptl_gaps_sample(run, run->interpolated, &run->after);
}

/* The interval [a, *b] of a step, with run->after at *b: its events and the rows that are due. *b
 * comes back earlier where the integration has to start anew. */
static ptl_status process_interval(ptl_run *run, double a, double *b,
                                   ptl_restart_request *restart) {
  double missed = ptl_tunnel_find(run, a, *b), end = fmin(missed, *b);
  int has_missed = missed < *b;
  if (has_missed) sample_end(run, end);
  if (end == run->step.end && run->step.parted >= 0) run->after.gaps[run->step.parted].depth = 0.0;
  if (has_left_domain(run)) return ptl_switch_domain_error(run->data, run->t);
  const int too_deep = ptl_gaps_too_deep(run, a, &end);
  if (too_deep >= 0) sample_end(run, end);
  *b = end;
  ptl_status status = end > a ? ptl_contact_interval(run, a, b, restart) : PTL_OK;
  if (status == PTL_OK && too_deep >= 0 && *b == end && run->data->gaps[too_deep].touching)
    return ptl_gaps_fail_too_deep(run, too_deep, end);
  if (has_missed && *b == end) ptl_contact_request_missed(run, restart);
  return status;
}

/* The step [a, *b] in as many intervals as it takes to see what open gaps do, and for the works in
 * it. */
static ptl_status process_step(ptl_run *run, double a, double *b, ptl_restart_request *restart) {
  sample_end(run, *b);
  int n = ptl_tunnel_intervals(run, a, *b), n_energy = ptl_energy_intervals(run, a, *b);
  if (n < n_energy) n = n_energy;
  double from = a, to = a;
  restart->reason = PTL_RESTART_NONE;
  for (int i = 1; i <= n && restart->reason == PTL_RESTART_NONE && !run->is_stopped;
       i++, from = to) {
    to = i < n ? a + (*b - a) * i / n : *b;
    if (n > 1) sample_end(run, to);
    ptl_status status = process_interval(run, from, &to, restart);
    if (status != PTL_OK) return status;
  }
  *b = to;
  return PTL_OK;
}

/* run->t and run->y become the state at b. */
static void accept_state(ptl_run *run, double b) {
  ptl_run_interpolate(run, b);
  run->t = b;
  memcpy(run->y, run->interpolated, sizeof(double) * (size_t)run->system->pattern.n);
}

static ptl_status restart_integration(ptl_run *run, const ptl_restart_request *request) {
  const ptl_restart from = {
      .t = run->t, .y = run->y, .touched = request->touched, .first_step = request->first_step};
  ptl_energy_forget_forces(run);
  ptl_status status = ptl_switch_restart(run->integrator, request->reason, from);
  if (status == PTL_ERR_UNFIT && run->data->outside_domain_gap >= 0 && run->data->inside_solid)
    return ptl_switch_domain_error(run->data, run->t);
  return status;
}

/* The energies at the end of the step, in the summary and against their limit. */
static ptl_status check_energy(ptl_run *run) {
  ptl_energy now;
  ptl_energy_now(run, &now);
  run->summary->energy = now;
  return ptl_limits_check_energy(run, run->t, &now);
}

/* What kept a step from being longer; for_gaps and longest: what open gaps, and expressions
 * besides, allow. */
static void count_limited(ptl_run *run, double length, double for_gaps, double longest) {
  static const double nearly = 0.999;
  ptl_counters *counters = &run->summary->counters;
  const double given = run->system->run.max_step;
  if (given > 0.0 && length >= nearly * given)
    counters->steps_limited_by_max_step++;
  else if (longest < for_gaps && length >= nearly * longest)
    counters->steps_limited_by_expressions++;
  else if (length >= nearly * for_gaps)
    counters->steps_limited_by_gaps++;
}

static ptl_status take_step(ptl_run *run, double limit, double max_step) {
  const double a = run->t;
  run->data->energy = ptl_energy_scale(run);
  run->data->imbalance = run->summary->largest_imbalance;
  ptl_status status = ptl_switch_step(run->integrator, a, run->y, limit, max_step, &run->step);
  if (status != PTL_OK) return status;
  run->step_start = a;
  run->passed.is_on = 0;
  if (run->step.restarted) ptl_energy_forget_forces(run);
  run->interpolated_time = NAN;
  run->step_switched = ptl_switches_find(run, a, run->step.end);
  return PTL_OK;
}

/* The step from the same state, and shorter. */
static ptl_status take_again(ptl_run *run, double limit, double max_step) {
  memcpy(run->y, run->good_y, sizeof(double) * (size_t)run->system->pattern.n);
  const ptl_restart from = {.t = run->t, .y = run->y, .touched = -1};
  ptl_energy_forget_forces(run);
  ptl_status status = ptl_switch_restart(run->integrator, PTL_RESTART_SWITCH, from);
  return status == PTL_OK ? take_step(run, limit, max_step) : status;
}

/* The step in hand has gone over something; *longest: how long one may be that does not. */
static int is_overlooked(ptl_run *run, double *longest) {
  const int by_expressions = ptl_switches_overlooked(run, longest);
  if (!by_expressions) *longest = INFINITY;
  return ptl_friction_overlooked(run, longest) || by_expressions;
}

/* One step of the integrator from run->t on, up to where it counts. */
static ptl_status begin_step(ptl_run *run) {
  double a = run->t, limit = ptl_motion_next_kink(run->system, a), longest = INFINITY;
  double max_step = fmin(ptl_tunnel_safe_step(run), ptl_friction_safe_step(run));
  run->good_t = a;
  memcpy(run->good_y, run->y, sizeof(double) * (size_t)run->system->pattern.n);
  for (int i = 0; i < run->system->mechanism->n_inputs; i++) {
    const double kink = run->data->inputs[i].until;
    if (kink > a) limit = fmin(limit, kink);
  }
  const double for_gaps = max_step;
  ptl_status status = ptl_switches_limit(run, &limit, &max_step);
  if (status == PTL_OK) status = take_step(run, limit, max_step);
  for (int i = 0; i < MAX_RETAKES && status == PTL_OK && is_overlooked(run, &longest); i++)
    status = take_again(run, limit, fmin(max_step, longest));
  if (status != PTL_OK) return status;
  count_limited(run, run->step.end - a, for_gaps, max_step);
  run->is_in_step = 1;
  return PTL_OK;
}

/* The step in hand counts up to run->t, and no further; is_finished: the run ends there. */
static ptl_status end_step(ptl_run *run, int is_finished, ptl_restart_request *restart) {
  ptl_status status = PTL_OK;
  run->is_in_step = 0;
  if (!is_finished) status = ptl_switches_pass(run, run->step_switched, restart);
  if (is_finished) {
    if (run->phase == PTL_RUN_GOING) run->phase = PTL_RUN_FINISHED;
    int puts_onto_constraints = ptl_switch_must_restart(run->integrator, PTL_RESTART_END, 0);
    restart->reason = puts_onto_constraints ? PTL_RESTART_END : PTL_RESTART_NONE;
  }
  if (status == PTL_OK && restart->reason != PTL_RESTART_NONE)
    status = restart_integration(run, restart);
  return status == PTL_OK ? ptl_limits_check_step(run, run->t - run->step_start) : status;
}

/* The step in hand from run->t up to `until` at the latest. */
static ptl_status pass_through_step(ptl_run *run, double until) {
  double a = run->t, last = fmin(run->step.end, run->step_switched);
  double end = ptl_output_end(run, a, last), b = fmin(fmin(last, end), until);
  ptl_restart_request restart;
  ptl_status status = process_step(run, a, &b, &restart);
  if (status != PTL_OK) return status;
  int is_finished = b >= end || run->summary->stopped_by != NULL,
      is_over = is_finished || b >= last;
  if (is_finished && run->output.last_row < b) ptl_output_row(run, b, 0, b, b);
  accept_state(run, b);
  note_force_errors(run);
  is_over |= restart.reason != PTL_RESTART_NONE;
  if (is_over) ptl_friction_count_failures(run);
  status = check_energy(run);
  if (status == PTL_OK) status = ptl_failure_check_laws(run);
  if (status == PTL_OK && is_over) status = end_step(run, is_finished, &restart);
  return status;
}

/* One of the sink's functions that are given the run. */
static void call_hook(ptl_run *run, int (*hook)(void *user, ptl_run *run)) {
  if (hook == NULL) return;
  run->is_in_hook = 1;
  if (hook(run->sink.user, run) != 0) run->phase = PTL_RUN_INTERRUPTED;
  run->is_in_hook = 0;
}

ptl_status ptl_run_take(ptl_run *run, double until) {
  if (!run->is_in_step) call_hook(run, run->sink.before_step);
  if (run->phase == PTL_RUN_INTERRUPTED || run->ended_by != PTL_OK) return run->ended_by;
  ptl_status status = run->is_in_step ? PTL_OK : begin_step(run);
  if (status == PTL_OK) status = pass_through_step(run, until);
  run->summary->end_time = run->t;
  if (status == PTL_OK && !run->is_in_step) status = ptl_output_check_end_reachable(run, run->t);
  if (status == PTL_OK && run->sink.progress != NULL && !run->is_in_step) {
    double end = run->output.end_time, fraction = isfinite(end) ? run->t / end : NAN;
    const int answer = run->sink.progress(run->sink.user, fraction);
    run->is_paused = answer == PTL_PAUSE;
    if (answer != 0 && !run->is_paused) run->phase = PTL_RUN_INTERRUPTED;
  }
  if (status == PTL_OK && !run->is_in_step && run->phase != PTL_RUN_INTERRUPTED) {
    call_hook(run, run->sink.after_step);
    status = run->ended_by;
  }
  return status;
}
