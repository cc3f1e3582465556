/* point.c: one run of a study. */
#include "point.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis_rows.h"
#include "lyapunov.h"
#include "measure_table.h"
#include "pintle_trace.h"

ptl_status ptl_point_runner_begin(ptl_context *context, const ptl_study *study,
                                  ptl_point_runner *out) {
  const size_t n = (size_t)study->design.n_factors;
  *out = (ptl_point_runner){.context = context, .study = study, .state_of = -1};
  out->values = ptl_alloc(context, n, sizeof *out->values);
  out->settings = ptl_alloc(context, n + (size_t)study->n_settings, sizeof *out->settings);
  out->texts = ptl_alloc(context, n, sizeof *out->texts);
  out->units = ptl_alloc(context, (size_t)study->measures.n, sizeof *out->units);
  return out->values != NULL && out->settings != NULL && out->texts != NULL && out->units != NULL
             ? PTL_OK
             : PTL_ERR_MEMORY;
}

ptl_status ptl_point_context(const char *const *plugins, int n_plugins, ptl_context **out) {
  *out = ptl_context_create(NULL);
  ptl_status status = *out != NULL ? PTL_OK : PTL_ERR_MEMORY;
  for (int i = 0; i < n_plugins && status == PTL_OK; i++)
    status = ptl_context_load_plugin(*out, plugins[i]);
  return status;
}

void ptl_point_runner_end(ptl_point_runner *r) {
  ptl_mechanism_destroy(r->base);
  ptl_free(r->context, r->values);
  ptl_free(r->context, r->settings);
  ptl_free(r->context, r->texts);
  ptl_free(r->context, r->units);
  ptl_free(r->context, r->state);
}

void ptl_result_release(ptl_result *result) {
  free(result->message);
  free(result->measures);
  free(result->passages);
  free(result->values);
  free(result->events);
  *result = (ptl_result){0};
}

/* ------------------------------------------------------------------ the model of a point */

int ptl_point_settings(ptl_point_runner *r, int64_t index) {
  const ptl_study *study = r->study;
  int n = 0;
  for (; n < study->n_settings; n++) r->settings[n] = study->settings[n];
  ptl_design_point(&study->design, index, r->values);
  for (int i = 0; i < study->design.n_factors; i++) {
    const ptl_factor *factor = &study->design.factors[i];
    if (!r->values[i].is_given || factor->is_direction) continue;
    const char *text = r->values[i].word;
    if (text == NULL) {
      ptl_factor_value_text(factor, &r->values[i], r->texts[i], sizeof r->texts[i]);
      text = r->texts[i];
    }
    r->settings[n++] = (ptl_setting){factor->path, text};
  }
  return n;
}

typedef struct loaded {
  ptl_mechanism *mechanism;
  ptl_system *system;
} loaded;

static ptl_status make_model(ptl_point_runner *r, int n, ptl_mechanism **out) {
  const int fixed = r->study->n_settings;
  const char *file = r->study->model;
  if (!r->has_read &&
      ptl_mechanism_load(r->context, file, r->settings, fixed, &r->base) == PTL_ERR_MEMORY)
    return PTL_ERR_MEMORY;
  r->has_read = 1;
  return r->base != NULL
             ? ptl_mechanism_vary(r->context, r->base, r->settings + fixed, n - fixed, out)
             : ptl_mechanism_load(r->context, file, r->settings, n, out);
}

static ptl_status load(ptl_point_runner *r, int64_t index, loaded *out) {
  const int n = ptl_point_settings(r, index);
  *out = (loaded){0};
  ptl_status status = make_model(r, n, &out->mechanism);
  return status == PTL_OK ? ptl_assemble(out->mechanism, &out->system) : status;
}

static void drop(loaded *model) {
  ptl_system_destroy(model->system);
  ptl_mechanism_destroy(model->mechanism);
}

/* ------------------------------------------------------------------ the run */

typedef struct running {
  ptl_point_runner *runner;
  ptl_sink measures;
  ptl_result *result;
  size_t room_passages, room_values, room_events;
  const ptl_system *system;
  int out_of_memory;
} running;

static int pass_row(void *user, const double *values, int n) {
  running *run = user;
  return run->measures.row(run->measures.user, values, n) || run->out_of_memory;
}

static int pass_progress(void *user, double fraction) {
  const running *run = user;
  (void)fraction;
  return run->runner->stop != NULL && run->runner->stop(run->runner->user);
}

/* Room for n more elements of `size` bytes behind `used`. */
static void *enlarge(void *old, size_t used, size_t n, size_t size, size_t *room) {
  if (used + n <= *room) return old;
  const size_t larger = 2 * (used + n);
  void *grown = realloc(old, larger * size);
  if (grown != NULL) *room = larger;
  return grown;
}

static void keep_event(running *run, const ptl_event *event) {
  ptl_result *r = run->result;
  const char *joint = "", *gap = "";
  ptl_kept_event *events = enlarge(r->events, r->n_events, 1, sizeof *events, &run->room_events);
  run->out_of_memory |= events == NULL;
  if (events == NULL) return;
  r->events = events;
  if (event->gap >= 0)
    ptl_system_get_gap(run->system, event->gap, &joint, &gap, NULL);
  else
    ptl_system_get_friction(run->system, event->friction, &joint, &gap, NULL);
  ptl_kept_event *kept = &events[r->n_events++];
  memset(kept, 0, sizeof *kept);
  kept->event = *event;
  snprintf(kept->joint, sizeof kept->joint, "%s", joint);
  snprintf(kept->gap, sizeof kept->gap, "%s", gap != NULL ? gap : "");
}

static int pass_event(void *user, const ptl_event *event) {
  running *run = user;
  if (run->runner->study->events >> event->kind & 1U) keep_event(run, event);
  return run->measures.event(run->measures.user, event) || run->out_of_memory;
}

static void keep_passage(void *user, int section, int64_t passage, double time,
                         const double *values, int n) {
  running *run = user;
  ptl_result *r = run->result;
  ptl_passage *passages =
      enlarge(r->passages, r->n_passages, 1, sizeof *passages, &run->room_passages);
  if (passages != NULL) r->passages = passages;
  double *numbers = enlarge(r->values, r->n_values, (size_t)n, sizeof *numbers, &run->room_values);
  if (numbers != NULL) r->values = numbers;
  if (passages == NULL || numbers == NULL) {
    run->out_of_memory = 1;
    return;
  }
  passages[r->n_passages++] = (ptl_passage){section, n, passage, time, r->n_values};
  memcpy(numbers + r->n_values, values, (size_t)n * sizeof *values);
  r->n_values += (size_t)n;
}

/* The measures that need runs of their own. */
static ptl_status run_twins(ptl_point_runner *r, const ptl_system *system, double end_time,
                            ptl_collector *collector) {
  const ptl_measures *measures = &r->study->measures;
  ptl_status status = PTL_OK;
  for (int i = 0; i < measures->n_calls && status == PTL_OK; i++) {
    const ptl_call *call = &measures->calls[i];
    if (call->type->kind != PTL_CALL_LYAPUNOV) continue;
    const int limited = call->window.kind == PTL_WINDOW_BETWEEN;
    const ptl_lyapunov options = {
        .from = call->window.from,
        .until = limited && call->window.to < end_time ? call->window.to : end_time,
        .interval = call->number,
        .seed = r->study->design.seed,
        .stop = r->stop,
        .user = r->user};
    double value;
    status = ptl_lyapunov_run(r->context, system, &options, &value);
    ptl_collector_set(collector, i, value);
  }
  return status;
}

/* ------------------------------------------------------------------ continuations */

int64_t ptl_points_together(const ptl_study *study, const int64_t *points, int64_t n) {
  const int64_t block = ptl_design_block(&study->design);
  int64_t together = n > 0;
  while (together < n && points[together] / block == points[0] / block) together++;
  return together;
}

/* The state that the run before has left, with each body turned back by whole turns to where it
 * starts. */
static ptl_status set_start(ptl_point_runner *r, const ptl_system *system, ptl_run *run) {
  const ptl_initial *initial;
  const int n = r->n_coordinates, n_bodies = ptl_system_get_initial(system, &initial);
  if (ptl_system_get_sizes(system).n_coordinates != n) return PTL_OK; /* another mechanism */
  for (int i = 0; i < n_bodies; i++) {
    double *angle = &r->state[3 * i + 2];
    *angle -= 2 * M_PI * round((*angle - initial[i].angle) / (2 * M_PI));
  }
  ptl_moved moved;
  ptl_status status = ptl_run_set_state(run, r->state, r->state + n, &moved);
  if (status == PTL_OK && moved.angle > 0.1)
    status =
        ptl_fail(r->context, PTL_ERR_UNFIT,
                 PTL_E(0801) "the run before does not end where drivers begin (%.3g rad away): let runs of a "
                 "continuation end after whole turns",
                 moved.angle);
  return status;
}

static ptl_status keep_state(ptl_point_runner *r, const ptl_system *system, const ptl_run *run,
                             int64_t index) {
  const int n = ptl_system_get_sizes(system).n_coordinates;
  ptl_free(r->context, r->state);
  r->state = ptl_alloc(r->context, 2 * (size_t)n, sizeof *r->state);
  r->n_coordinates = n;
  r->state_of = index;
  return r->state != NULL ? ptl_run_get_state(run, r->state, r->state + n) : PTL_ERR_MEMORY;
}

/* As ptl_simulate, from the end of the run before and with the end kept for the next one. */
static ptl_status continue_run(ptl_point_runner *r, const ptl_system *system,
                               const ptl_run_options *options, const ptl_sink *sink, int64_t index,
                               ptl_summary *summary) {
  ptl_run *run = NULL;
  ptl_run_reason reason = PTL_RUN_AT_TIME;
  const int64_t block = ptl_design_block(&r->study->design);
  const int goes_on = index % block != 0 && r->state != NULL && r->state_of == index - 1;
  ptl_status status = ptl_run_create(r->context, system, options, sink, &run);
  if (status == PTL_OK && goes_on) status = set_start(r, system, run);
  while (status == PTL_OK && reason != PTL_RUN_AT_END && reason != PTL_RUN_AT_STOP)
    status = ptl_run_step(run, &reason);
  if (status == PTL_OK) status = ptl_run_get_summary(run, summary);
  if (status == PTL_OK) {
    status = keep_state(r, system, run, index);
  } else {
    ptl_free(r->context, r->state);
    r->state = NULL;
  }
  ptl_run_destroy(run);
  return status;
}

/* ------------------------------------------------------------------ a run */

static ptl_status simulate(ptl_point_runner *r, const ptl_system *system, ptl_collector *collector,
                           ptl_result *out) {
  running run = {
      .runner = r, .system = system, .measures = ptl_collector_sink(collector), .result = out};
  const ptl_sink sink = {
      .row = pass_row, .event = pass_event, .progress = pass_progress, .user = &run};
  ptl_run_options options = ptl_run_options_default();
  ptl_summary summary = {0};
  ptl_collector_on_section(collector, keep_passage, &run);
  options.no_output = !ptl_collector_needs_rows(collector);
  ptl_status status = ptl_design_block(&r->study->design) > 1
                          ? continue_run(r, system, &options, &sink, out->index, &summary)
                          : ptl_simulate(r->context, system, &options, &sink, &summary);
  if (status == PTL_ERR_INTERRUPTED && ptl_collector_failure(collector) != PTL_OK)
    status = ptl_collector_failure(collector);
  if (run.out_of_memory) status = PTL_ERR_MEMORY;
  if (status == PTL_OK) status = run_twins(r, system, summary.end_time, collector);
  if (status == PTL_OK) {
    out->measures = calloc((size_t)r->study->measures.n + 1, sizeof *out->measures);
    status = out->measures != NULL ? ptl_collector_finish(collector, &summary, out->measures)
                                   : PTL_ERR_MEMORY;
  }
  ptl_summary_release(r->context, &summary);
  return status;
}

/* An analysis that is no run: its rows alone are what measures are made of. */
static ptl_status analyse(ptl_point_runner *r, ptl_analysis_rows *rows, ptl_collector *collector,
                          ptl_result *out) {
  running run = {.runner = r, .measures = ptl_collector_sink(collector)};
  const ptl_sink sink = {.row = pass_row, .progress = pass_progress, .user = &run};
  const ptl_summary nothing = {0};
  ptl_status status = ptl_analysis_rows_compute(rows, &sink);
  if (status == PTL_ERR_INTERRUPTED && ptl_collector_failure(collector) != PTL_OK)
    status = ptl_collector_failure(collector);
  if (status != PTL_OK) return status;
  out->measures = calloc((size_t)r->study->measures.n + 1, sizeof *out->measures);
  return out->measures != NULL ? ptl_collector_finish(collector, &nothing, out->measures)
                               : PTL_ERR_MEMORY;
}

/* What a point's rows are, and what is to be made of them; both are to be ended in every case. */
static ptl_status collect(ptl_point_runner *r, const loaded *model, ptl_analysis_rows *rows,
                          ptl_collector **out) {
  *out = NULL;
  ptl_status status = ptl_analysis_rows_begin(r->context, &r->study->analysis, model->mechanism,
                                              model->system, NULL, rows);
  if (status == PTL_OK)
    status = ptl_collector_create(r->context, &r->study->measures, model->mechanism, model->system,
                                  rows->columns, rows->n, out);
  for (int i = 0; i < r->study->measures.n && status == PTL_OK; i++)
    strcpy(r->units[i], ptl_collector_unit(*out, i));
  return status;
}

ptl_status ptl_point_check(ptl_point_runner *r, int64_t index) {
  loaded model;
  ptl_analysis_rows rows = {0};
  ptl_collector *collector = NULL;
  ptl_status status = load(r, index, &model);
  if (status == PTL_OK) status = collect(r, &model, &rows, &collector);
  ptl_collector_destroy(collector);
  ptl_analysis_rows_end(&rows);
  drop(&model);
  return status;
}

static ptl_status run_loaded(ptl_point_runner *r, const loaded *model, ptl_result *out) {
  ptl_analysis_rows rows;
  ptl_collector *collector;
  ptl_status status = collect(r, model, &rows, &collector);
  if (status == PTL_OK)
    status = r->study->analysis.kind == PTL_ANALYSIS_RUN
                 ? simulate(r, model->system, collector, out)
                 : analyse(r, &rows, collector, out);
  ptl_collector_destroy(collector);
  ptl_analysis_rows_end(&rows);
  return status;
}

/* What a status of the library is as a result; 0 when it is none. */
static int is_result(ptl_status status, ptl_run_status *out) {
  switch (status) {
    case PTL_OK:
      *out = PTL_RUN_OK;
      return 1;
    case PTL_ERR_SIMULATION:
      *out = PTL_RUN_FAILED;
      return 1;
    case PTL_ERR_UNFIT:
      *out = PTL_RUN_UNFIT;
      return 1;
    case PTL_ERR_INPUT:
      *out = PTL_RUN_INPUT;
      return 1;
    default:
      return 0;
  }
}

/* One run, from where the one before has ended if that is known. */
static ptl_status run_point(ptl_point_runner *r, int64_t index, ptl_result *out) {
  loaded model;
  struct timespec start, end;
  *out = (ptl_result){.index = index};
  clock_gettime(CLOCK_MONOTONIC, &start);
  ptl_status status = load(r, index, &model);
  if (status == PTL_OK) status = run_loaded(r, &model, out);
  drop(&model);
  clock_gettime(CLOCK_MONOTONIC, &end);
  out->wall_time =
      (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
  if (status == PTL_OK) return PTL_OK;
  if (is_result(status, &out->status)) {
    free(out->measures);
    out->measures = NULL;
    out->n_passages = out->n_events = 0;
    out->message = strdup(ptl_context_message(r->context));
    if (out->message != NULL) return PTL_OK;
    status = PTL_ERR_MEMORY;
  }
  ptl_result_release(out);
  return status;
}

ptl_status ptl_point_run(ptl_point_runner *r, int64_t index, ptl_result *out) {
  const int64_t block = ptl_design_block(&r->study->design), first = index - index % block;
  ptl_status status = PTL_OK;
  /* Runs that this one goes on from, and that are not at hand: done anew. */
  if (index > first && r->state_of != index - 1) {
    for (int64_t i = first; i < index && status == PTL_OK; i++) {
      status = run_point(r, i, out);
      if (status == PTL_OK) ptl_result_release(out);
    }
  }
  if (status == PTL_OK) status = run_point(r, index, out);
  if (status == PTL_OK) r->state_of = index;
  return status;
}

/* ------------------------------------------------------------------ with a run folder */

/* The folder of `pintle wear`. */
static ptl_status keep_wear(ptl_point_runner *r, const loaded *model, const char *folder) {
  ptl_analysis_rows rows;
  ptl_status status = ptl_analysis_rows_begin(r->context, &r->study->analysis, model->mechanism,
                                              model->system, folder, &rows);
  if (status == PTL_OK) status = ptl_analysis_rows_compute(&rows, &(ptl_sink){0});
  ptl_analysis_rows_end(&rows);
  return status == PTL_ERR_SIMULATION ? PTL_OK : status;
}

static ptl_status keep_run(ptl_point_runner *r, const loaded *model, const char *folder) {
  ptl_folder *written = NULL;
  ptl_summary summary = {0};
  const ptl_run_options options = ptl_run_options_default();
  ptl_status status = ptl_folder_open(r->context, model->system, folder, &written);
  if (status == PTL_OK) {
    const ptl_sink sink = ptl_folder_sink(written);
    status = ptl_simulate(r->context, model->system, &options, &sink, &summary);
    char *reason = status == PTL_OK ? NULL : strdup(ptl_context_message(r->context));
    if (status == PTL_OK || status == PTL_ERR_SIMULATION)
      status = ptl_folder_close(written, &summary, reason);
    else
      ptl_folder_abandon(written);
    free(reason);
  }
  ptl_summary_release(r->context, &summary);
  return status;
}

ptl_status ptl_point_keep(ptl_point_runner *r, int64_t index, const char *folder) {
  loaded model;
  ptl_status status = load(r, index, &model);
  if (status == PTL_OK)
    status = r->study->analysis.kind == PTL_ANALYSIS_WEAR ? keep_wear(r, &model, folder)
                                                          : keep_run(r, &model, folder);
  drop(&model);
  return status == PTL_ERR_UNFIT || status == PTL_ERR_INPUT ? PTL_OK : status;
}
