/* run.c: ptl_simulate. Takes step after step, hands each to contacts, energies and output, and
 * stops when the numbers can no longer be trusted. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "accelerations.h"
#include "arena.h"
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
#include "run_reactions.h"
#include "run_switches.h"
#include "run_tunnel.h"
#include "state.h"

/* Domain failures without so many good steps in between end the run. */
enum { MAX_DOMAIN_FAILURES = 20, STEPS_TO_FORGET = 50 };

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
    run->steps_since_domain_failure = 0;
    return ++run->domain_failures > MAX_DOMAIN_FAILURES;
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
    double error = ptl_eval_force_error(run->data, g, run->y, run->local_error);
    run->summary->gaps[g].force_error = fmax(run->summary->gaps[g].force_error, error);
  }
}

/* ---------------------------------------------------------------- a step */

static void sample_end(ptl_run *run, double b) {
  ptl_run_interpolate(run, b);
  ptl_gaps_sample(run, run->interpolated, &run->after);
}

/* The interval [a, *b] of a step: its events and the rows that are due. *b comes back earlier where
 * the integration has to start anew. */
static ptl_status process_interval(ptl_run *run, double a, double *b,
                                   ptl_restart_request *restart) {
  sample_end(run, *b);
  double missed = ptl_tunnel_find(run, a, *b), end = fmin(missed, *b);
  int has_missed = missed < *b;
  if (has_missed) sample_end(run, end);
  if (end == run->step.end && run->step.parted >= 0) run->after.gaps[run->step.parted].depth = 0.0;
  if (has_left_domain(run)) return ptl_switch_domain_error(run->data, run->t);
  *b = end;
  ptl_status status = ptl_contact_interval(run, a, b, restart);
  if (has_missed && *b == end) {
    if (restart->reason == PTL_RESTART_NONE) restart->reason = PTL_RESTART_MISSED;
    restart->first_step = 1e-6 * run->system->length / run->system->speed;
  }
  return status;
}

/* The step [a, *b] in as many intervals as it takes to see what open gaps do, and for the works in it. */
static ptl_status process_step(ptl_run *run, double a, double *b, ptl_restart_request *restart) {
  int n = ptl_tunnel_intervals(run, a, *b), n_energy = ptl_energy_intervals(run, a, *b);
  if (n < n_energy) n = n_energy;
  double from = a, to = a;
  restart->reason = PTL_RESTART_NONE;
  for (int i = 1; i <= n && restart->reason == PTL_RESTART_NONE; i++, from = to) {
    to = i < n ? a + (*b - a) * i / n : *b;
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
  ptl_energy_at(run, run->t, run->t, run->t, &now);
  run->summary->energy = now;
  return ptl_limits_check_energy(run, run->t, &now);
}

static ptl_status take_step(ptl_run *run) {
  double a = run->t, limit = ptl_motion_next_kink(run->system, a);
  double max_step = ptl_tunnel_safe_step(run);
  ptl_restart_request restart;
  run->good_t = a;
  memcpy(run->good_y, run->y, sizeof(double) * (size_t)run->system->pattern.n);
  ptl_status status = ptl_switches_limit(run, &limit, &max_step);
  if (status == PTL_OK)
    status = ptl_switch_step(run->integrator, a, run->y, limit, max_step, &run->step);
  if (status != PTL_OK) return status;
  run->step_start = a;
  if (run->step.restarted) ptl_energy_forget_forces(run);
  run->interpolated_time = NAN;
  double switched = ptl_switches_find(run, a, run->step.end);
  double last = fmin(run->step.end, switched);
  double end = ptl_output_end(run, a, last), b = fmin(last, end);
  status = process_step(run, a, &b, &restart);
  if (status != PTL_OK) return status;
  int is_finished = b >= end;
  if (is_finished && run->output.last_row < b) ptl_output_row(run, b, 0, b, b);
  accept_state(run, b);
  note_force_errors(run);
  ptl_friction_count_failures(run);
  status = check_energy(run);
  if (status == PTL_OK) status = ptl_failure_check_laws(run);
  if (status == PTL_OK && !is_finished) status = ptl_switches_pass(run, switched, &restart);
  if (is_finished) {
    if (run->phase == PTL_RUN_GOING) run->phase = PTL_RUN_FINISHED;
    int puts_onto_constraints = ptl_switch_must_restart(run->integrator, PTL_RESTART_END, 0);
    restart.reason = puts_onto_constraints ? PTL_RESTART_END : PTL_RESTART_NONE;
  }
  if (status == PTL_OK && restart.reason != PTL_RESTART_NONE)
    status = restart_integration(run, &restart);
  return status == PTL_OK ? ptl_limits_check_step(run, b - a) : status;
}

static ptl_status take_steps(ptl_run *run) {
  ptl_status status = PTL_OK;
  ptl_output_row(run, run->t, 0, run->t, run->t);
  while (status == PTL_OK && run->phase == PTL_RUN_GOING) {
    status = take_step(run);
    run->summary->end_time = run->t;
    if (status == PTL_OK) status = ptl_output_check_end_reachable(run, run->t);
    if (status == PTL_OK && run->sink.progress != NULL) {
      double end = run->output.end_time, fraction = isfinite(end) ? run->t / end : NAN;
      if (run->sink.progress(run->sink.user, fraction)) run->phase = PTL_RUN_INTERRUPTED;
    }
  }
  if (status == PTL_OK) status = run->failure;
  return status == PTL_OK && run->phase == PTL_RUN_INTERRUPTED ? PTL_ERR_INTERRUPTED : status;
}

/* ---------------------------------------------------------------- life */

static ptl_status allocate(ptl_run *run) {
  const ptl_system *s = run->system;
  ptl_run_energy *e = &run->energy;
  int n = s->pattern.n, n_forces = 2 * (s->n_gaps + s->n_frictions);
  const ptl_block blocks[] = {PTL_BLOCK(run->y, n),
                              PTL_BLOCK(run->interpolated, n),
                              PTL_BLOCK(run->local_error, n),
                              PTL_BLOCK(run->good_y, n),
                              PTL_BLOCK(run->spare_y, n),
                              PTL_BLOCK(run->spare_next, n),
                              PTL_BLOCK(run->spare_a, s->n_coordinates),
                              PTL_BLOCK(run->before.gaps, s->n_gaps),
                              PTL_BLOCK(run->before.slips, s->n_frictions),
                              PTL_BLOCK(run->after.gaps, s->n_gaps),
                              PTL_BLOCK(run->after.slips, s->n_frictions),
                              PTL_BLOCK(run->episodes, s->n_gaps),
                              PTL_BLOCK(run->sticking, s->n_frictions),
                              PTL_BLOCK(e->forces[0], n_forces),
                              PTL_BLOCK(e->forces[1], n_forces),
                              PTL_BLOCK(e->forces[2], n_forces),
                              PTL_BLOCK(e->forces[3], n_forces),
                              PTL_BLOCK(e->forces_now, n_forces),
                              PTL_BLOCK(e->integrals_before, ptl_n_integrals(s)),
                              PTL_BLOCK(e->integrals, ptl_n_integrals(s))};
  _Static_assert(PTL_QUADRATURE_POINTS == 4, "the table lists each");
  run->memory = ptl_arena_create(run->context, blocks, sizeof blocks / sizeof *blocks);
  return run->memory != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

static ptl_status begin_summary(ptl_run *run) {
  const ptl_system *s = run->system;
  ptl_summary *sum = run->summary;
  sum->gaps = ptl_alloc(run->context, (size_t)s->n_gaps, sizeof *sum->gaps);
  sum->frictions = ptl_alloc(run->context, (size_t)s->n_frictions, sizeof *sum->frictions);
  if (sum->gaps == NULL || sum->frictions == NULL) return PTL_ERR_MEMORY;
  sum->n_gaps = s->n_gaps;
  for (int g = 0; g < s->n_gaps; g++) {
    const ptl_sys_gap *gap = &s->gaps[g];
    sum->gaps[g] = (ptl_gap_summary){.joint = gap->joint,
                                     .gap = gap->name,
                                     .contact = gap->contact,
                                     .elastic = gap->law.elastic->name,
                                     .damping = gap->law.damping->name,
                                     .effective_mass = gap->start.effective_mass,
                                     .start_depth = fmax(gap->start.depth, 0.0),
                                     .start_energy = gap->start.energy,
                                     .uses_reference_speed = gap->law.uses_reference_speed};
  }
  sum->n_frictions = s->n_frictions;
  for (int i = 0; i < s->n_frictions; i++) {
    const ptl_sys_friction *k = &s->frictions[i];
    sum->frictions[i] = (ptl_friction_summary){
        .joint = k->joint, .gap = k->gap, .law = k->law->name, .stick_speed = k->stick_speed};
  }
  return PTL_OK;
}

/* The system's consistent start becomes the present state. */
static void set_start(ptl_run *run) {
  const ptl_system *s = run->system;
  size_t n = (size_t)s->n_coordinates, m = (size_t)s->n_rows;
  memcpy(run->y, s->q0, sizeof(double) * n);
  memcpy(run->y + n, s->v0, sizeof(double) * n);
  memcpy(run->y + 2 * n + m, s->lambda0, sizeof(double) * m);
  memcpy(run->y + s->first_state, s->z0, sizeof(double) * (size_t)s->n_states);
  memcpy(run->interpolated, run->y, sizeof(double) * (size_t)s->pattern.n);
  memcpy(run->good_y, run->y, sizeof(double) * (size_t)s->pattern.n);
  run->interpolated_time = run->t;
  ptl_data_set_unknowns(run->data, run->t, run->y);
}

static ptl_status create(ptl_run *run, const ptl_run_options *options) {
  const ptl_system *s = run->system;
  ptl_status status = ptl_data_create(run->context, s, &run->data);
  if (status != PTL_OK) return status;
  status = ptl_accelerations_create(run->data, &run->reduced);
  if (status == PTL_OK) status = ptl_run_reactions_create(run);
  if (status == PTL_OK)
    status = ptl_switch_create(run->data, run->reduced, run->rtol, &run->integrator);
  if (status == PTL_OK) status = allocate(run);
  if (status == PTL_OK) status = begin_summary(run);
  if (status != PTL_OK) return status;
  set_start(run);
  status = ptl_output_create(run, options);
  if (status != PTL_OK) return status;
  ptl_contact_start(run);
  ptl_energy_start(run);
  return ptl_switches_create(run);
}

static void destroy(ptl_run *run) {
  ptl_switches_destroy(run);
  ptl_output_destroy(run);
  ptl_switch_destroy(run->integrator);
  ptl_reactions_destroy(run->reactions);
  ptl_accelerations_destroy(run->reduced);
  ptl_free(run->context, run->memory);
  ptl_data_destroy(run->data);
}

static ptl_status simulate(ptl_run *run) {
  ptl_status status = ptl_switch_start(run->integrator, run->y);
  if (status == PTL_OK) status = take_steps(run);
  if (status == PTL_ERR_SIMULATION || status == PTL_ERR_UNFIT)
    run->is_explained = ptl_failure_explain(run);
  ptl_contact_finish(run);
  ptl_switch_count(run->integrator, &run->summary->counters);
  run->summary->relative_compliance = ptl_switch_largest_compliance(run->integrator);
  return status;
}

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

ptl_run_options ptl_run_options_default(void) {
  return (ptl_run_options){.until_time = NAN, .every_time = NAN, .rtol = NAN};
}

static ptl_status run_once(ptl_run *run, const ptl_run_options *options, const ptl_sink *sink) {
  ptl_context *context = run->context;
  const ptl_run_def *def = &run->system->run;
  if (sink != NULL) run->sink = *sink;
  memset(run->summary, 0, sizeof *run->summary);
  run->rtol = isnan(options->rtol) ? def->rtol : options->rtol;
  if (!(run->rtol > 0.0 && run->rtol < 0.1))
    return ptl_fail(context, PTL_ERR_INPUT, "run: rtol must lie between 0 and 0.1, not %g",
                    run->rtol);
  run->violation_limit = isnan(def->drift_limit) ? 1e-4 * run->system->length : def->drift_limit;
  run->energy_limit = def->energy_limit;
  run->summary->rtol = run->rtol;
  double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
  ptl_status status = create(run, options);
  if (status == PTL_OK) status = simulate(run);
  run->summary->complete = status == PTL_OK;
  run->summary->wall_time = seconds(CLOCK_MONOTONIC) - wall;
  run->summary->cpu_time = seconds(CLOCK_THREAD_CPUTIME_ID) - cpu;
  destroy(run);
  return status;
}

/* ---------------------------------------------------------------- advice */

typedef struct trial { /* of a smaller rtol */
  const ptl_sink *sink;
  int64_t steps_left;
} trial;

static int go_on(void *user, double fraction) {
  trial *t = user;
  if (--t->steps_left < 0) return 1;
  return t->sink != NULL && t->sink->progress != NULL && t->sink->progress(t->sink->user, fraction);
}

/* A run whose numbers became inexact is tried with a smaller rtol, up to a little after its end, and the message
 * told whether that helps. */
static void advise(const ptl_run *run, const ptl_sink *sink) {
  const double rtol = fmax(1e-2 * run->rtol, 1e-12);
  char effect[400];
  strncpy(effect, ptl_context_message(run->context), sizeof effect - 1);
  effect[sizeof effect - 1] = '\0';
  trial limits = {sink, 30 * (run->summary->counters.steps + 100)};
  const ptl_sink silent = {.user = &limits, .progress = go_on};
  ptl_run_options options = ptl_run_options_default();
  ptl_summary summary;
  ptl_run other = {.context = run->context, .system = run->system, .summary = &summary};
  options.rtol = rtol;
  options.no_output = 1;
  options.until_time = run->t + 1e-3 * fmax(run->t, run->system->length / run->system->speed);
  int helps = rtol < run->rtol && run_once(&other, &options, &silent) == PTL_OK;
  ptl_summary_release(run->context, &summary);
  ptl_fail(run->context, PTL_ERR_SIMULATION,
           helps ? "%s; rtol %g gets beyond this: use a smaller rtol"
                 : "%s; rtol %g does not get beyond this either",
           effect, rtol);
}

ptl_status ptl_simulate(ptl_context *context, const ptl_system *system,
                        const ptl_run_options *options, const ptl_sink *sink,
                        ptl_summary *summary) {
  ptl_run_options defaults = ptl_run_options_default();
  ptl_run run = {.context = context, .system = system, .summary = summary};
  const ptl_status status = run_once(&run, options != NULL ? options : &defaults, sink);
  if (status == PTL_ERR_SIMULATION && run.is_inexact && !run.is_explained) advise(&run, sink);
  return status;
}

void ptl_summary_release(ptl_context *context, ptl_summary *summary) {
  ptl_free(context, summary->gaps);
  ptl_free(context, summary->frictions);
  memset(summary, 0, sizeof *summary);
}
