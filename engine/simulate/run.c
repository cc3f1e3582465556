/* run.c: the life of a run: ptl_run_create, advance, step, destroy; ptl_simulate. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "accelerations.h"
#include "arena.h"
#include "data.h"
#include "run_anew.h"
#include "run_contact.h"
#include "run_energy.h"
#include "run_failure.h"
#include "run_life.h"
#include "run_now.h"
#include "run_output.h"
#include "run_reactions.h"
#include "run_step.h"
#include "run_switches.h"
#include "state.h"

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
                              PTL_BLOCK(run->taken, s->n_gaps),
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

static ptl_status allocate_summary(const ptl_run *run, ptl_summary *sum) {
  const ptl_system *s = run->system;
  sum->gaps = ptl_alloc(run->context, (size_t)s->n_gaps, sizeof *sum->gaps);
  sum->frictions = ptl_alloc(run->context, (size_t)s->n_frictions, sizeof *sum->frictions);
  if (sum->gaps == NULL || sum->frictions == NULL) return PTL_ERR_MEMORY;
  sum->n_gaps = s->n_gaps;
  sum->n_frictions = s->n_frictions;
  return PTL_OK;
}

static ptl_status begin_summary(ptl_run *run) {
  const ptl_system *s = run->system;
  ptl_summary *sum = run->summary;
  ptl_status status = allocate_summary(run, sum);
  if (status != PTL_OK) return status;
  sum->rtol = run->rtol;
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

static ptl_status make_parts(ptl_run *run, const ptl_run_options *options) {
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

void ptl_run_destroy(ptl_run *run) {
  if (run == NULL) return;
  ptl_context *context = run->context;
  ptl_run_now_destroy(run);
  ptl_switches_destroy(run);
  ptl_output_destroy(run);
  ptl_switch_destroy(run->integrator);
  ptl_reactions_destroy(run->reactions);
  ptl_accelerations_destroy(run->reduced);
  ptl_free(context, run->memory);
  ptl_data_destroy(run->data);
  ptl_summary_release(context, &run->own_summary);
  ptl_free(context, run);
}

ptl_run_options ptl_run_options_default(void) {
  return (ptl_run_options){.until_time = NAN, .every_time = NAN, .rtol = NAN};
}

/* ---------------------------------------------------------------- clocks and ends */

typedef struct moment {
  double wall, cpu; /* [s] */
} moment;

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static moment now(void) {
  return (moment){seconds(CLOCK_MONOTONIC), seconds(CLOCK_THREAD_CPUTIME_ID)};
}

/* Books the time since then, and what ends the run. */
static ptl_status leave(ptl_run *run, moment since, ptl_status status) {
  moment present = now();
  run->wall_time += present.wall - since.wall;
  run->cpu_time += present.cpu - since.cpu;
  if (status == PTL_OK && run->failure != PTL_OK) status = run->failure;
  if (status == PTL_OK && run->phase == PTL_RUN_INTERRUPTED) status = PTL_ERR_INTERRUPTED;
  run->ended_by = status;
  if (status == PTL_ERR_SIMULATION || status == PTL_ERR_UNFIT)
    run->is_explained = ptl_failure_explain(run);
  return status;
}

static ptl_status prepare(ptl_run *run) {
  const ptl_run_options *options = &run->options;
  const ptl_run_def *def = &run->system->run;
  run->summary = &run->own_summary;
  run->rtol = isnan(options->rtol) ? def->rtol : options->rtol;
  if (!(run->rtol > 0.0 && run->rtol < 0.1))
    return ptl_fail(run->context, PTL_ERR_INPUT, "run: rtol must lie between 0 and 0.1, not %g",
                    run->rtol);
  run->violation_limit = isnan(def->drift_limit) ? 1e-4 * run->system->length : def->drift_limit;
  run->energy_limit = def->energy_limit;
  run->stops = options->stop_at;
  return make_parts(run, options);
}

/* Everything up to the first row, which stands for the start. */
static ptl_status begin(ptl_run *run) {
  const moment since = now();
  ptl_status status = prepare(run);
  if (status != PTL_OK) return status;
  status = ptl_switch_start(run->integrator, run->y);
  return leave(run, since, status);
}

static ptl_status make(ptl_context *context, const ptl_system *system,
                       const ptl_run_options *options, const ptl_sink *sink, ptl_run **out) {
  ptl_run *run = *out = ptl_alloc(context, 1, sizeof *run);
  if (run == NULL) return PTL_ERR_MEMORY;
  run->context = context;
  run->system = system;
  run->options = options != NULL ? *options : ptl_run_options_default();
  if (sink != NULL) run->sink = *sink;
  return PTL_OK;
}

ptl_status ptl_run_prepare(ptl_context *context, const ptl_system *system,
                           const ptl_run_options *options, const ptl_sink *sink, ptl_run **out) {
  ptl_status status = make(context, system, options, sink, out);
  return status == PTL_OK ? prepare(*out) : status;
}

ptl_status ptl_run_create(ptl_context *context, const ptl_system *system,
                          const ptl_run_options *options, const ptl_sink *sink, ptl_run **out) {
  ptl_status status = make(context, system, options, sink, out);
  if (status == PTL_OK) status = begin(*out);
  if (status == PTL_OK) return PTL_OK;
  ptl_run_destroy(*out);
  *out = NULL;
  return status;
}

/* ---------------------------------------------------------------- going on */

/* One step, or up to `until` within it. */
static ptl_status take(ptl_run *run, double until) {
  if (!run->has_begun) ptl_output_row(run, run->t, 0, run->t, run->t);
  run->has_begun = 1;
  run->is_stopped = run->is_paused = 0;
  ptl_status status = run->failure;
  if (status == PTL_OK && run->phase == PTL_RUN_GOING) status = ptl_run_take(run, until);
  return status;
}

static void tell_reason(const ptl_run *run, ptl_run_reason *reason) {
  if (reason == NULL) return;
  *reason = run->phase == PTL_RUN_FINISHED ? PTL_RUN_AT_END
            : run->is_stopped              ? PTL_RUN_AT_EVENT
            : run->is_paused               ? PTL_RUN_PAUSED
                                           : PTL_RUN_AT_TIME;
}

ptl_status ptl_run_advance(ptl_run *run, double t, ptl_run_reason *reason) {
  ptl_status status = ptl_run_check_may_go_on(run);
  if (status != PTL_OK) return status;
  if (!(t >= run->t))
    return ptl_fail(run->context, PTL_ERR_USAGE,
                    "a run at t = %.17g s cannot be advanced to %.17g s", run->t, t);
  const moment since = now();
  run->is_stopped = run->is_paused = 0;
  while (status == PTL_OK && run->t < t && run->phase == PTL_RUN_GOING && !run->is_stopped &&
         !run->is_paused)
    status = take(run, t);
  if (run->t >= t) run->is_paused = 0;
  tell_reason(run, reason);
  return leave(run, since, status);
}

ptl_status ptl_run_step(ptl_run *run, ptl_run_reason *reason) {
  ptl_status status = ptl_run_check_may_go_on(run);
  if (status != PTL_OK) return status;
  const moment since = now();
  status = take(run, INFINITY);
  tell_reason(run, reason);
  return leave(run, since, status);
}

double ptl_run_get_time(const ptl_run *run) {
  return run->t;
}

/* ---------------------------------------------------------------- summary */

ptl_status ptl_run_get_summary(ptl_run *run, ptl_summary *out) {
  const ptl_summary *own = run->summary;
  memset(out, 0, sizeof *out);
  ptl_summary copy = *own;
  ptl_status status = allocate_summary(run, &copy);
  if (status != PTL_OK || own->gaps == NULL || own->frictions == NULL) {
    ptl_summary_release(run->context, &copy);
    return status;
  }
  memcpy(copy.gaps, own->gaps, sizeof *copy.gaps * (size_t)copy.n_gaps);
  memcpy(copy.frictions, own->frictions, sizeof *copy.frictions * (size_t)copy.n_frictions);
  ptl_contact_summarise(run, &copy);
  ptl_switch_count(run->integrator, &copy.counters);
  copy.relative_compliance = ptl_switch_largest_compliance(run->integrator);
  const ptl_switch_change *change = ptl_switch_changes(run->integrator);
  copy.counters.integrator_changes = change->n;
  copy.integrator_change_time = change->time;
  snprintf(copy.integrator_change_reason, sizeof copy.integrator_change_reason, "%s",
           change->reason);
  copy.complete = run->phase == PTL_RUN_FINISHED && run->ended_by == PTL_OK;
  copy.wall_time = run->wall_time;
  copy.cpu_time = run->cpu_time;
  *out = copy;
  return PTL_OK;
}

void ptl_summary_release(ptl_context *context, ptl_summary *summary) {
  ptl_free(context, summary->gaps);
  ptl_free(context, summary->frictions);
  memset(summary, 0, sizeof *summary);
}

/* ---------------------------------------------------------------- whole runs */

static ptl_status run_to_end(ptl_run *run) {
  ptl_status status = begin(run);
  if (status != PTL_OK) return status;
  const moment since = now();
  while (status == PTL_OK && run->phase == PTL_RUN_GOING) status = take(run, INFINITY);
  return leave(run, since, status);
}

/* ---------------------------------------------------------------- advice */

typedef struct trial { /* of a smaller rtol */
  const ptl_sink *sink;
  int64_t steps_left;
} trial;

static int go_on(void *user, double fraction) {
  trial *t = user;
  if (--t->steps_left < 0) return 1;
  if (t->sink == NULL || t->sink->progress == NULL) return 0;
  const int answer = t->sink->progress(t->sink->user, fraction);
  return answer != PTL_PAUSE ? answer : 0;
}

/* A run whose numbers became inexact is tried with a smaller rtol, up to a little after its end, and the message
 * told whether that helps. */
static void advise(const ptl_run *run, const ptl_sink *sink) {
  const double rtol = fmax(1e-2 * run->rtol, 1e-12);
  char effect[400];
  strncpy(effect, ptl_context_message(run->context), sizeof effect - 1);
  effect[sizeof effect - 1] = '\0';
  trial limits = {sink, 30 * (run->n_steps + 100)};
  const ptl_sink silent = {.user = &limits, .progress = go_on};
  ptl_run_options options = ptl_run_options_default();
  ptl_run *other = NULL;
  options.rtol = rtol;
  options.no_output = 1;
  options.until_time = run->t + 1e-3 * fmax(run->t, run->system->length / run->system->speed);
  int helps = rtol < run->rtol &&
              make(run->context, run->system, &options, &silent, &other) == PTL_OK &&
              run_to_end(other) == PTL_OK;
  ptl_run_destroy(other);
  ptl_fail(run->context, PTL_ERR_SIMULATION,
           helps ? "%s; rtol %g gets beyond this: use a smaller rtol"
                 : "%s; rtol %g does not get beyond this either",
           effect, rtol);
}

ptl_status ptl_simulate(ptl_context *context, const ptl_system *system,
                        const ptl_run_options *options, const ptl_sink *sink,
                        ptl_summary *summary) {
  ptl_run *run;
  memset(summary, 0, sizeof *summary);
  ptl_status status = make(context, system, options, sink, &run);
  if (status != PTL_OK) return status;
  status = run_to_end(run);
  ptl_status told = ptl_run_get_summary(run, summary);
  if (status == PTL_ERR_SIMULATION && run->is_inexact && !run->is_explained) advise(run, sink);
  ptl_run_destroy(run);
  return status != PTL_OK ? status : told;
}
