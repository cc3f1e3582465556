/* verify.c: ptl_verify: the run itself in the calling thread, the two others beside it. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "run_life.h"
#include "switch.h"
#include "verify_parts.h"

/* One of the other runs, in its thread. */
typedef struct companion {
  ptl_context *context; /* its own */
  const ptl_system *system;
  ptl_run_options options;
  ptl_verify_record *record;
  ptl_summary *summary;
  ptl_verify_run *run;
  const atomic_int *stop;
  pthread_t thread;
  int has_started;
} companion;

/* ---------------------------------------------------------------- rows */

static int keep_row(void *user, const double *values, int n) {
  (void)n;
  ptl_verify_record_row(((companion *)user)->record, values);
  return 0;
}

static int keep_event(void *user, const ptl_event *event) {
  ptl_verify_record_event(((companion *)user)->record, event);
  return 0;
}

static int is_stopped(void *user, double fraction) {
  (void)fraction;
  return atomic_load(((companion *)user)->stop);
}

static int see_row(void *user, const double *values, int n) {
  (void)n;
  ptl_verify_record_row(user, values);
  return 0;
}

static int see_event(void *user, const ptl_event *event) {
  ptl_verify_record_event(user, event);
  return 0;
}

/* What the run itself gives goes on to the caller's sink. */
typedef struct tee {
  const ptl_sink *sink;
  ptl_sink seen;
} tee;

static int pass_row(void *user, const double *values, int n) {
  const tee *t = user;
  t->seen.row(t->seen.user, values, n);
  return t->sink->row != NULL && t->sink->row(t->sink->user, values, n);
}

static int pass_event(void *user, const ptl_event *event) {
  const tee *t = user;
  t->seen.event(t->seen.user, event);
  return t->sink->event != NULL && t->sink->event(t->sink->user, event);
}

static int pass_progress(void *user, double fraction) {
  const tee *t = user;
  return t->sink->progress != NULL && t->sink->progress(t->sink->user, fraction);
}

/* ---------------------------------------------------------------- the other runs */

static void *run_companion(void *user) {
  companion *c = user;
  const ptl_sink sink = {.row = keep_row, .event = keep_event, .progress = is_stopped, .user = c};
  ptl_verify_run *run = c->run;
  run->status = ptl_simulate(c->context, c->system, &c->options, &sink, c->summary);
  run->counters = c->summary->counters;
  run->cpu_time = c->summary->cpu_time;
  if (run->status == PTL_OK && c->record->failed) {
    run->status = PTL_ERR_MEMORY;
    snprintf(run->message, sizeof run->message, "out of memory");
  } else if (run->status != PTL_OK) {
    snprintf(run->message, sizeof run->message, "%s", ptl_context_message(c->context));
  }
  return NULL;
}

/* A tolerance at which IDA takes about as many steps per step of DOP853 at `rtol` whatever that is.
 * Errors of a step are of the order 6 (BDF) and 8 (DOP853), so that steps per time grow as
 * tolerance^-1/5 and rtol^-1/8 do, which measured counts confirm; ten times the default rtol at the
 * default. What it costs are digits that can be claimed. */
static double affordable_rtol(double rtol) {
  static const double usual = 1e-7, of_usual = 1e-6, proportion = 5.0 / 8.0;
  return fmax(rtol, of_usual * pow(rtol / usual, proportion));
}

/* Integrator and tolerance of each run. Without contacts nothing but IDA's low order decides about
 * the cost. */
static void choose_runs(const ptl_system *system, const ptl_run_options *options,
                        ptl_verify_run *runs) {
  static const double least_rtol = 1e-13;
  const double rtol = isnan(options->rtol) ? system->run.rtol : options->rtol;
  const ptl_integrator own =
      options->integrator < 0 ? system->run.integrator : (ptl_integrator)options->integrator;
  ptl_verify_run *other = &runs[PTL_VERIFY_OTHER];
  for (int r = 0; r < PTL_VERIFY_RUNS; r++)
    runs[r] = (ptl_verify_run){.integrator = own, .rtol = rtol};
  runs[PTL_VERIFY_TIGHTER].rtol = fmax(1e-2 * rtol, least_rtol);
  if (ptl_switch_explicit_obstacle(system) != NULL) { /* there is no other */
    other->rtol = fmax(0.1 * rtol, least_rtol);
  } else if (own == PTL_INTEGRATOR_IDA) {
    other->integrator = PTL_INTEGRATOR_AUTO;
  } else {
    other->integrator = PTL_INTEGRATOR_IDA;
    if (system->n_gaps == 0) other->rtol = affordable_rtol(rtol);
  }
}

static ptl_status start_companion(companion *c, const ptl_system *system,
                                  const ptl_run_options *options) {
  c->context = ptl_context_create(NULL);
  if (c->context == NULL) return PTL_ERR_MEMORY;
  c->system = system;
  c->options = *options;
  c->options.rtol = c->run->rtol;
  c->options.integrator = (int)c->run->integrator;
  c->options.contact_rows = PTL_CONTACT_ROWS_ENDS;
  const ptl_column *columns;
  ptl_verify_record_begin(c->record, c->context, ptl_system_get_columns(system, &columns));
  c->has_started = pthread_create(&c->thread, NULL, run_companion, c) == 0;
  return c->has_started ? PTL_OK : PTL_ERR_MEMORY;
}

static void finish_companion(companion *c) {
  if (c->context == NULL) return;
  ptl_verify_record_release(c->record);
  ptl_summary_release(c->context, c->summary);
  ptl_context_destroy(c->context);
}

/* ---------------------------------------------------------------- the whole */

static ptl_status compare(ptl_context *context, const ptl_verify_runs *runs, ptl_verification *v) {
  ptl_status status = ptl_verify_diverge(context, runs, v);
  if (status == PTL_OK) status = ptl_verify_agree(context, runs, v);
  return status == PTL_OK ? ptl_verify_statistics(context, runs, v) : status;
}

struct ptl_verifier {
  ptl_context *context;
  ptl_verify_runs runs;
  companion others[PTL_VERIFY_RUNS]; /* from 1 on */
  ptl_verification *v;
  atomic_int stop;
};

static ptl_status start_companions(ptl_verifier *verifier, const ptl_run_options *options) {
  ptl_status status = PTL_OK;
  for (int r = 1; r < PTL_VERIFY_RUNS && status == PTL_OK; r++) {
    companion *c = &verifier->others[r];
    c->record = &verifier->runs.records[r];
    c->summary = &verifier->runs.summaries[r];
    c->run = &verifier->v->runs[r];
    c->stop = &verifier->stop;
    status = start_companion(c, verifier->runs.system, options);
  }
  if (status == PTL_OK) return PTL_OK;
  return ptl_fail(verifier->context, status,
                  PTL_E(0501) "verify: a thread for another run could not be started");
}

static ptl_status create(ptl_context *context, const ptl_system *system,
                         const ptl_run_options *options, ptl_verifier **out) {
  ptl_verifier *verifier = ptl_alloc(context, 1, sizeof *verifier);
  const ptl_column *columns;
  *out = NULL;
  if (verifier == NULL) return PTL_ERR_MEMORY;
  verifier->context = context;
  verifier->runs.system = system;
  ptl_verify_record_begin(&verifier->runs.records[PTL_VERIFY_SELF], context,
                          ptl_system_get_columns(system, &columns));
  verifier->v = ptl_alloc(context, 1, sizeof *verifier->v);
  ptl_status status = PTL_ERR_MEMORY;
  if (verifier->v != NULL) {
    choose_runs(system, options, verifier->v->runs);
    status = start_companions(verifier, options);
  }
  if (status == PTL_OK)
    *out = verifier;
  else
    ptl_verifier_finish(verifier, NULL, NULL);
  return status;
}

ptl_status ptl_verifier_create_sized(ptl_context *context, const ptl_system *system,
                                     const ptl_run_options *options, size_t size_options,
                                     ptl_verifier **out) {
  ptl_run_given given;
  ptl_status status = ptl_run_take_given(context, options, size_options, NULL, 0, &given);
  *out = NULL;
  return status == PTL_OK ? create(context, system, &given.options, out) : status;
}

void ptl_verifier_sink_sized(ptl_verifier *verifier, ptl_sink *out, size_t size) {
  const ptl_sink sink = {
      .row = see_row, .event = see_event, .user = &verifier->runs.records[PTL_VERIFY_SELF]};
  ptl_give_def(out, size, &sink, sizeof sink);
}

/* All three runs are over. */
static ptl_status judge(ptl_verifier *verifier, const ptl_summary *summary) {
  ptl_verify_runs *runs = &verifier->runs;
  ptl_verify_run *self = &verifier->v->runs[PTL_VERIFY_SELF];
  runs->summaries[PTL_VERIFY_SELF] = *summary;
  self->counters = summary->counters;
  self->cpu_time = summary->cpu_time;
  self->status = PTL_OK;
  for (int r = 0; r < PTL_VERIFY_RUNS; r++)
    runs->succeeded[r] = verifier->v->runs[r].status == PTL_OK;
  if (runs->records[PTL_VERIFY_SELF].failed) return PTL_ERR_MEMORY;
  return compare(verifier->context, runs, verifier->v);
}

ptl_status ptl_verifier_finish(ptl_verifier *verifier, const ptl_summary *summary,
                               ptl_verification **out) {
  ptl_context *context = verifier->context;
  ptl_status status = PTL_OK;
  if (summary == NULL) atomic_store(&verifier->stop, 1);
  for (int r = 1; r < PTL_VERIFY_RUNS; r++)
    if (verifier->others[r].has_started) pthread_join(verifier->others[r].thread, NULL);
  if (summary != NULL) status = judge(verifier, summary);
  ptl_verify_record_release(&verifier->runs.records[PTL_VERIFY_SELF]);
  for (int r = 1; r < PTL_VERIFY_RUNS; r++) finish_companion(&verifier->others[r]);
  const int is_given = summary != NULL && status == PTL_OK;
  if (out != NULL) *out = is_given ? verifier->v : NULL;
  if (!is_given) ptl_verification_release(context, verifier->v);
  ptl_free(context, verifier);
  return status;
}

ptl_status ptl_verify_sized(ptl_context *context, const ptl_system *system,
                            const ptl_run_options *options, size_t size_options,
                            const ptl_sink *sink, size_t size_sink, ptl_summary *summary,
                            ptl_verification **out) {
  ptl_run_given given;
  ptl_verifier *verifier = NULL;
  ptl_status status = ptl_run_take_given(context, options, size_options, sink, size_sink, &given);
  *out = NULL;
  memset(summary, 0, sizeof *summary);
  if (status == PTL_OK) status = create(context, system, &given.options, &verifier);
  if (status != PTL_OK) return status;
  tee t = {.sink = &given.sink, .seen = ptl_verifier_sink(verifier)};
  const ptl_sink own = {
      .row = pass_row, .event = pass_event, .progress = pass_progress, .user = &t};
  status = ptl_simulate(context, system, &given.options, &own, summary);
  const ptl_status told = ptl_verifier_finish(verifier, status == PTL_OK ? summary : NULL, out);
  return status != PTL_OK ? status : told;
}

void ptl_verification_release(ptl_context *context, ptl_verification *v) {
  if (v == NULL) return;
  for (int i = 0; i < v->n_figures; i++) ptl_free(context, (void *)v->figures[i].name);
  for (int i = 0; i < v->n_statistics; i++) ptl_free(context, (void *)v->statistics[i].name);
  ptl_free(context, v->figures);
  ptl_free(context, v->columns);
  ptl_free(context, v->statistics);
  ptl_free(context, v);
}
