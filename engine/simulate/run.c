/* run.c: a run goes on: ptl_run_create, advance, step; ptl_simulate. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "assemble.h"
#include "run_anew.h"
#include "run_contact.h"
#include "run_failure.h"
#include "run_life.h"
#include "run_output.h"
#include "run_step.h"
#include "run_wear.h"

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
  if (status == PTL_ERR_SIMULATION && (run->is_inexact || run->failure != PTL_OK))
    run->summary->end_time = run->good_t; /* the step that showed it does not count */
  if (status == PTL_ERR_SIMULATION || status == PTL_ERR_UNFIT)
    run->is_explained = ptl_failure_explain(run);
  if (status != PTL_OK && status != PTL_ERR_INTERRUPTED)
    ptl_place_failure(run->context, run->system->mechanism);
  if (status == PTL_ERR_SIMULATION) run->context->told.error.time = run->t;
  return status;
}

/* ---------------------------------------------------------------- the start */

/* A run may begin where one was that began where another was, and so on; a folder may lead to
 * itself. */
enum { MOST_STARTS = 32 };

static ptl_status create(ptl_context *context, const ptl_system *system, const ptl_run_given *given,
                         int n_starts, ptl_run **out);

/* Runs the model of a run folder, without rows, up to the time. `n_starts`: with this one. */
static ptl_status run_again(ptl_context *context, const char *folder, double at, int n_starts,
                            ptl_system **system, ptl_run **run) {
  ptl_run_given given = {.options = ptl_run_options_default()};
  ptl_mechanism *m = NULL;
  char path[4096];
  given.options.no_output = 1;
  if (n_starts > MOST_STARTS)
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0603) "start: more than %d runs begin where another was, one after the "
                    "other, up to that in %s: does one begin where it was itself?",
                    (int)MOST_STARTS, folder);
  if (snprintf(path, sizeof path, "%s/model.yaml", folder) >= (int)sizeof path)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0603) "start: the name %s is too long", folder);
  ptl_status status = ptl_mechanism_load(context, path, NULL, 0, &m);
  if (status == PTL_OK) status = ptl_assemble_own(m, system);
  if (status == PTL_OK) status = create(context, *system, &given, n_starts, run);
  ptl_run_reason reason = PTL_RUN_AT_TIME;
  while (status == PTL_OK && reason != PTL_RUN_AT_END && reason != PTL_RUN_AT_STOP &&
         !(ptl_run_get_time(*run) >= at))
    status = isnan(at) ? ptl_run_step(*run, &reason) : ptl_run_advance(*run, at, &reason);
  if (status != PTL_OK || isnan(at) || ptl_run_get_time(*run) >= at) return status;
  return ptl_fail(
      context, PTL_ERR_INPUT,
      PTL_E(0603) "start: the run %s ends at t = %.9g s, before the %.9g s at which it is wanted",
      folder, ptl_run_get_time(*run), at);
}

/* A run that has been prepared begins where its description says that another run was: its
 * start_from. */
static ptl_status begin_from(ptl_run *run, int n_starts) {
  const ptl_mechanism *m = run->system->mechanism;
  ptl_system *system = NULL;
  ptl_run *from = NULL;
  ptl_status status =
      run_again(run->context, m->start_from, m->start_at, n_starts + 1, &system, &from);
  if (status == PTL_OK) status = ptl_run_continue_from(from, run);
  ptl_run_destroy(from);
  ptl_system_destroy(system);
  return status == PTL_ERR_USAGE ? PTL_ERR_INPUT : status;
}

/* Everything up to the first row, which stands for the start; `n_starts` runs begin where this one
 * is to be. */
static ptl_status begin(ptl_run *run, int n_starts) {
  const moment since = now();
  ptl_status status = ptl_run_prepare_made(run);
  if (status != PTL_OK) return status;
  status = run->system->mechanism->start_from != NULL ? begin_from(run, n_starts)
                                                      : ptl_switch_start(run->integrator, run->y);
  return leave(run, since, status);
}

static ptl_status create(ptl_context *context, const ptl_system *system, const ptl_run_given *given,
                         int n_starts, ptl_run **out) {
  ptl_status status = ptl_run_make(context, system, &given->options, &given->sink, out);
  if (status == PTL_OK) status = begin(*out, n_starts);
  if (status == PTL_OK) return PTL_OK;
  ptl_run_destroy(*out);
  *out = NULL;
  return status;
}

ptl_status ptl_run_create_sized(ptl_context *context, const ptl_system *system,
                                const ptl_run_options *options, size_t size_options,
                                const ptl_sink *sink, size_t size_sink, ptl_run **out) {
  ptl_run_given given;
  const ptl_status status =
      ptl_run_take_given(context, options, size_options, sink, size_sink, &given);
  *out = NULL;
  return status == PTL_OK ? create(context, system, &given, 0, out) : status;
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
  const int is_finished = run->phase == PTL_RUN_FINISHED;
  *reason = is_finished && run->summary->stopped_by != NULL ? PTL_RUN_AT_STOP
            : is_finished                                   ? PTL_RUN_AT_END
            : run->is_stopped                               ? PTL_RUN_AT_EVENT
            : run->is_paused                                ? PTL_RUN_PAUSED
                                                            : PTL_RUN_AT_TIME;
}

/* Not within one of the sink's functions either. */
static ptl_status check_may_advance(const ptl_run *run) {
  if (run->is_in_hook)
    return ptl_fail(
        run->context, PTL_ERR_USAGE,
        PTL_E(0005) "a run cannot be advanced by a function that is called in its steps");
  return ptl_run_check_may_go_on(run);
}

ptl_status ptl_run_advance(ptl_run *run, double t, ptl_run_reason *reason) {
  ptl_status status = check_may_advance(run);
  if (status != PTL_OK) return status;
  if (!(t >= run->t))
    return ptl_fail(run->context, PTL_ERR_USAGE,
                    PTL_E(0005) "a run at t = %.17g s cannot be advanced to %.17g s", run->t, t);
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
  ptl_status status = check_may_advance(run);
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
  ptl_status status = ptl_run_allocate_summary(run, &copy);
  if (status != PTL_OK || own->gaps == NULL || own->frictions == NULL || own->films == NULL ||
      own->statistics == NULL) {
    ptl_summary_release(run->context, &copy);
    return status;
  }
  memcpy(copy.gaps, own->gaps, sizeof *copy.gaps * (size_t)copy.n_gaps);
  memcpy(copy.frictions, own->frictions, sizeof *copy.frictions * (size_t)copy.n_frictions);
  memcpy(copy.films, own->films, sizeof *copy.films * (size_t)copy.n_films);
  memcpy(copy.statistics, own->statistics, sizeof *copy.statistics * (size_t)copy.n_statistics);
  status = ptl_wear_summarise(run, &copy);
  if (status != PTL_OK) {
    ptl_summary_release(run->context, &copy);
    return status;
  }
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

/* ---------------------------------------------------------------- whole runs */

static ptl_status run_to_end(ptl_run *run) {
  ptl_status status = begin(run, 0);
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

/* A run whose numbers became inexact is tried with a smaller rtol, up to a little after its end,
 * and the message tells whether that helps, unless that run ended for another reason, as by a
 * limit. */
static void advise(const ptl_run *run, const ptl_sink *sink) {
  const double rtol = fmax(1e-2 * run->rtol, 1e-12);
  const ptl_told told = run->context->told;
  trial limits = {sink, 30 * (run->n_steps + 100)};
  const ptl_sink silent = {.user = &limits, .progress = go_on};
  ptl_run_options options = ptl_run_options_default();
  ptl_run *other = NULL;
  options.rtol = rtol;
  options.no_output = 1;
  options.until_time = run->t + 1e-3 * fmax(run->t, run->system->length / run->system->speed);
  int is_tried = 0, helps = 0;
  if (rtol < run->rtol &&
      ptl_run_make(run->context, run->system, &options, &silent, &other) == PTL_OK) {
    const ptl_status status = run_to_end(other);
    helps = status == PTL_OK;
    is_tried = helps || (status == PTL_ERR_SIMULATION && other->is_inexact);
  }
  ptl_run_destroy(other);
  run->context->told = told;
  if (!is_tried) return;
  ptl_fail_again(run->context, PTL_ERR_SIMULATION,
                 helps ? PTL_E_SAME "%s; rtol %g gets beyond this: use a smaller rtol"
                       : PTL_E_SAME "%s; rtol %g does not get beyond this either",
                 told.message, rtol);
}

ptl_status ptl_simulate_sized(ptl_context *context, const ptl_system *system,
                              const ptl_run_options *options, size_t size_options,
                              const ptl_sink *sink, size_t size_sink, ptl_summary *summary) {
  ptl_run_given given;
  ptl_status status = ptl_run_take_given(context, options, size_options, sink, size_sink, &given);
  ptl_run *run;
  memset(summary, 0, sizeof *summary);
  if (status == PTL_OK) status = ptl_run_make(context, system, &given.options, &given.sink, &run);
  if (status != PTL_OK) return status;
  status = run_to_end(run);
  ptl_status told = ptl_run_get_summary(run, summary);
  if (status == PTL_ERR_SIMULATION && run->is_inexact && !run->is_explained)
    advise(run, &given.sink);
  ptl_run_destroy(run);
  return status != PTL_OK ? status : told;
}
