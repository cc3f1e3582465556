#include "simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "controls.h"
#include "depth.h"
#include "format.h"
#include "pintle.h"
#include "printable.h"
#include "record_events.h"
#include "sketch_build.h"

static ptl_source_kind kind_of(const char *path) {
  struct stat info;
  size_t n = strlen(path);
  if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) return PTL_FROM_FOLDER;
  return n > 4 && strcmp(path + n - 4, ".csv") == 0 ? PTL_FROM_CSV : PTL_FROM_MODEL;
}

/* ------------------------------------------------------------------ filling a result */

static void fail(ptl_result *result, ptl_status status, const char *code, const char *message) {
  if (result->status != PTL_OK) return; /* the first failure counts */
  result->status = status;
  result->code = code;
  snprintf(result->message, sizeof result->message, "%s", message);
  ptl_make_one_line(result->message);
}

static void fail_memory(ptl_result *result) {
  fail(result, PTL_ERR_MEMORY, "E0001", "out of memory");
}

/* As the context tells it. */
static void fail_as(ptl_result *result, ptl_status status, const ptl_context *context) {
  if (result->status != PTL_OK) return;
  result->status = status;
  result->code = ptl_context_get_error(context)->code;
  snprintf(result->message, sizeof result->message, "%s", ptl_context_message(context));
}

static int take_columns(void *user, const ptl_column *columns, int n) {
  ptl_result *result = user;
  return ptl_record_begin(&result->record, columns, n);
}

static int take_row(void *user, const double *values, int n) {
  ptl_result *result = user;
  (void)n;
  ptl_record_add_row(&result->record, values);
  return result->record.failed;
}

static ptl_mechanism *load_model(ptl_context *context, const ptl_source *source, const char *path,
                                 ptl_result *result) {
  ptl_setting settings[PTL_MAX_SETTINGS];
  ptl_mechanism *mechanism = NULL;
  for (int i = 0; i < source->n_settings; i++) {
    settings[i] = (ptl_setting){source->settings[i].path, source->settings[i].value};
  }
  ptl_status status = ptl_mechanism_load(context, path, settings, source->n_settings, &mechanism);
  if (status != PTL_OK) {
    fail_as(result, status, context);
    return NULL;
  }
  if (ptl_sketch_build(mechanism, &result->sketch)) {
    fail_memory(result);
  } else {
    result->has_bodies = 1;
  }
  if (ptl_controls_build(context, mechanism, result)) fail_memory(result);
  return mechanism;
}

/* Keeps the description where its films can be asked for their pressure, else destroys it. */
static void keep_films(ptl_mechanism *mechanism, ptl_result *result) {
  ptl_joint_def joint;
  int has_film = 0;
  for (int i = 0; mechanism != NULL && ptl_mechanism_get_joint(mechanism, i, &joint); i++)
    has_film |= joint.film.type != NULL;
  if (has_film && result->source.n_later == 0)
    result->mechanism = mechanism;
  else
    ptl_mechanism_destroy(mechanism);
}

/* ------------------------------------------------------------------ run */

typedef struct receiver {
  ptl_result *result;
  const ptl_system *system;
  const atomic_int *stop;
} receiver;

static int run_row(void *user, const double *values, int n) {
  return take_row(((receiver *)user)->result, values, n);
}

static int run_event(void *user, const ptl_event *event) {
  receiver *r = user;
  ptl_record *record = &r->result->record;
  const char *joint = "", *gap = "";
  if (event->friction >= 0) return 0; /* sticking and slipping are not shown */
  ptl_system_get_gap(r->system, event->gap, &joint, &gap, NULL);
  ptl_record_event kept = {event->time, event->force, event->depth,
                           ptl_record_add_gap(record, joint, gap), event->kind};
  ptl_record_add_event(record, &kept);
  return record->failed;
}

static int run_progress(void *user, double fraction) {
  const receiver *r = user;
  (void)fraction;
  return r->stop != NULL && *r->stop;
}

static void summarise(ptl_result *result, const ptl_summary *summary) {
  long long touches = 0;
  double peak = 0;
  for (int i = 0; i < summary->n_gaps; i++) {
    touches += summary->gaps[i].touches;
    peak = fmax(peak, summary->gaps[i].peak_force);
  }
  char force[32], text[160] = "";
  ptl_format_si(peak, "N", force, sizeof force);
  if (summary->n_gaps > 0) {
    snprintf(text, sizeof text, ", %lld contacts, largest force %s", touches, force);
  }
  snprintf(result->summary, sizeof result->summary, "%lld steps in %.1f ms%s",
           (long long)summary->counters.steps, 1e3 * summary->cpu_time, text);
  result->cpu_time = summary->cpu_time;
}

/* The controls and the drawing are those of the last values. */
static void show_values(ptl_context *context, const ptl_mechanism *mechanism, ptl_result *result) {
  ptl_result_release_controls(result);
  ptl_sketch_release(&result->sketch);
  result->has_bodies = ptl_sketch_build(mechanism, &result->sketch) == 0;
  if (!result->has_bodies || ptl_controls_build(context, mechanism, result)) fail_memory(result);
}

/* A description and its system, of which a run needs the second. */
typedef struct values {
  ptl_mechanism *mechanism;
  ptl_system *system;
} values;

static void release_values(values *v) {
  ptl_system_destroy(v->system);
  ptl_mechanism_destroy(v->mechanism);
  *v = (values){0};
}

/* The run goes on with the settings later[*i] and those of the same time, as *now; *i comes behind
 * them. */
static ptl_status change(ptl_context *context, ptl_run *run, const ptl_source *source,
                         const ptl_mechanism *first, values *now, int *i) {
  ptl_setting settings[PTL_MAX_LATER];
  const double time = source->later[*i].time;
  values next = {0};
  int n = 0;
  for (; *i < source->n_later && source->later[*i].time == time; (*i)++)
    settings[n++] = (ptl_setting){source->later[*i].set.path, source->later[*i].set.value};
  ptl_status status = ptl_mechanism_vary(context, now->mechanism != NULL ? now->mechanism : first,
                                         settings, n, &next.mechanism);
  if (status == PTL_OK) status = ptl_assemble(next.mechanism, &next.system);
  if (status == PTL_OK) status = ptl_run_set_system(run, next.system, NULL);
  if (status != PTL_OK) {
    release_values(&next);
    return status;
  }
  release_values(now);
  *now = next;
  return PTL_OK;
}

static int is_over(ptl_run_reason reason) {
  return reason == PTL_RUN_AT_END || reason == PTL_RUN_AT_STOP;
}

/* As ptl_simulate, with what is set later. */
static ptl_status simulate_with_changes(ptl_context *context, const ptl_system *system,
                                        const ptl_mechanism *mechanism, const ptl_sink *sink,
                                        ptl_result *result, ptl_summary *summary) {
  const ptl_source *source = &result->source;
  ptl_run_options options = ptl_run_options_default();
  ptl_run_reason reason = PTL_RUN_AT_TIME;
  ptl_run *run = NULL;
  values now = {0};
  options.until_time = source->until;
  memset(summary, 0, sizeof *summary);
  ptl_status status = ptl_run_create(context, system, &options, sink, &run);
  if (status != PTL_OK) return status;
  for (int i = 0; i < source->n_later && status == PTL_OK && !is_over(reason);) {
    status = ptl_run_advance(run, source->later[i].time, &reason);
    if (status == PTL_OK && !is_over(reason))
      status = change(context, run, source, mechanism, &now, &i);
  }
  while (status == PTL_OK && !is_over(reason)) status = ptl_run_advance(run, INFINITY, &reason);
  const ptl_status told = ptl_run_get_summary(run, summary);
  ptl_run_destroy(run);
  if (now.mechanism != NULL) show_values(context, now.mechanism, result);
  release_values(&now);
  return status != PTL_OK ? status : told;
}

static void simulate(ptl_context *context, const ptl_system *system, const ptl_mechanism *mechanism,
                     ptl_result *result, const atomic_int *stop) {
  receiver r = {result, system, stop};
  ptl_sink sink = {.row = run_row, .event = run_event, .progress = run_progress, .user = &r};
  ptl_run_options options = ptl_run_options_default();
  ptl_summary summary;
  const ptl_column *columns;
  int n = ptl_system_get_columns(system, &columns);
  options.contact_rows = PTL_CONTACT_ROWS_ALL; /* pictures show peaks whatever the model keeps */
  if (take_columns(result, columns, n)) {
    fail_memory(result);
    return;
  }
  ptl_status status =
      result->source.n_later > 0
          ? simulate_with_changes(context, system, mechanism, &sink, result, &summary)
          : ptl_simulate(context, system, &options, &sink, &summary);
  if (status != PTL_OK) fail_as(result, status, context);
  summarise(result, &summary);
  ptl_summary_release(context, &summary);
}

static void run_model(ptl_context *context, ptl_result *result, const atomic_int *stop) {
  ptl_mechanism *mechanism = load_model(context, &result->source, result->source.path, result);
  ptl_system *system = NULL;
  if (mechanism == NULL) return;
  ptl_status status = ptl_assemble(mechanism, &system);
  if (status == PTL_OK) {
    simulate(context, system, mechanism, result, stop);
  } else {
    fail_as(result, status, context);
  }
  ptl_system_destroy(system);
  keep_films(mechanism, result);
}

/* ------------------------------------------------------------------ read */

/* Peaks that rows lack, one after another. */
typedef struct peak_list {
  const ptl_trace_peak *peaks;
  int64_t n, next;
} peak_list;

/* A row for each time at which there are peaks between two rows: linear between them, with the
 * peaks' values. `made` has room for a row. */
static void add_peaks(ptl_record *record, peak_list *list, const double *before,
                      const double *after, double *made) {
  while (list->next < list->n && list->peaks[list->next].time <= before[0]) list->next++;
  while (list->next < list->n && list->peaks[list->next].time < after[0]) {
    const double time = list->peaks[list->next].time;
    const double weight = (time - before[0]) / (after[0] - before[0]);
    for (int k = 0; k < record->n_columns; k++)
      made[k] = before[k] + weight * (after[k] - before[k]);
    made[0] = time;
    for (; list->next < list->n && list->peaks[list->next].time == time; list->next++)
      made[list->peaks[list->next].column] = list->peaks[list->next].value;
    ptl_record_add_row(record, made);
  }
}

/* rows: room for three. */
static ptl_status read_rows(ptl_trace_reader *reader, ptl_result *result, double *rows) {
  ptl_record *record = &result->record;
  const int n = record->n_columns;
  double *before = rows, *row = rows + n;
  ptl_trace_block block;
  peak_list list = {0};
  ptl_status status = ptl_trace_reader_get_peaks(reader, &list.peaks, &list.n);
  for (before[0] = INFINITY; status == PTL_OK;) {
    status = ptl_trace_reader_next(reader, &block);
    if (status != PTL_OK || block.n_rows == 0) return status;
    for (int i = 0; i < block.n_rows; i++) {
      for (int k = 0; k < n; k++) row[k] = block.columns[k][i];
      if (before[0] < row[0]) add_peaks(record, &list, before, row, rows + 2 * n);
      ptl_record_add_row(record, row);
      double *last = before;
      before = row;
      row = last;
    }
    if (record->failed) return PTL_ERR_MEMORY;
  }
  return status;
}

static ptl_status read_into(ptl_trace_reader *reader, ptl_result *result) {
  const ptl_column *columns;
  const int n = ptl_trace_reader_get_columns(reader, &columns);
  const char *incomplete = ptl_trace_reader_get_incomplete(reader);
  if (incomplete != NULL)
    snprintf(result->message, sizeof result->message, "this run is not complete: %s", incomplete);
  double *rows = malloc(3 * (size_t)n * sizeof *rows);
  const int room = rows != NULL && take_columns(result, columns, n) == 0;
  const ptl_status status = room ? read_rows(reader, result, rows) : PTL_ERR_MEMORY;
  free(rows);
  return status;
}

static void read_trace(ptl_context *context, ptl_result *result) {
  const char *path = result->source.path;
  ptl_trace_reader *reader = NULL;
  ptl_status status = ptl_trace_reader_open(context, path, &reader);
  if (status == PTL_OK) status = read_into(reader, result);
  ptl_trace_reader_close(reader);
  if (status == PTL_ERR_MEMORY) {
    fail_memory(result);
  } else if (status != PTL_OK) {
    fail_as(result, status, context);
  } else if (strcmp(result->record.names[0], "time") != 0) {
    char message[1400];
    snprintf(message, sizeof message,
             "%s: the first column is '%s'; a trace of this version begins with time [s]", path,
             result->record.names[0]);
    fail(result, PTL_ERR_INPUT, "E0704", message);
  }
}

static void read_folder(ptl_context *context, ptl_result *result) {
  char path[1280];
  read_trace(context, result);
  if (result->status != PTL_OK) return;
  const ptl_status status = ptl_record_read_events(&result->record, context, result->source.path);
  if (status != PTL_OK) fail_as(result, status, context);
  snprintf(path, sizeof path, "%s/model.yaml", result->source.path);
  ptl_source plain = result->source;
  plain.n_settings = 0; /* they are in the folder's model */
  keep_films(load_model(context, &plain, path, result), result);
  ptl_result_release_controls(result); /* the run is over: nothing can be set */
  if (result->summary[0] == 0) {
    snprintf(result->summary, sizeof result->summary, "%lld rows, %d events",
             (long long)result->record.n_rows, result->record.n_events);
  }
}

/* ------------------------------------------------------------------ result */

static void finish(ptl_result *result) {
  ptl_record *record = &result->record;
  if (record->n_columns > 0) ptl_record_finish(record);
  if (record->failed)
    fail(result, PTL_ERR_MEMORY, "E0001", "out of memory; a part of the run is missing");
  if (record->n == 0 && result->status == PTL_OK) {
    fail(result, PTL_ERR_INPUT, "E0704", "the run holds no rows");
  }
  if (!result->has_bodies || record->n_columns == 0) {
    result->has_bodies = 0;
    return;
  }
  if (ptl_binding_make(&result->sketch, record, &result->binding) ||
      ptl_depth_find(&result->sketch, record, &result->binding) ||
      ptl_geometry_make(&result->sketch, record, &result->binding, result->mechanism,
                        &result->geometry)) {
    result->has_bodies = 0;
    fail_memory(result);
  } else if (result->binding.n_missing > 0 && result->status == PTL_OK) {
    snprintf(result->message, sizeof result->message,
             "the trace has no positions of %d of the bodies (see output: in the model); they are "
             "shown where the model puts them",
             result->binding.n_missing);
  }
}

ptl_result *ptl_result_get(const ptl_source *source, const atomic_int *stop) {
  ptl_result *result = calloc(1, sizeof *result);
  ptl_context *context = ptl_context_create(NULL);
  if (result == NULL || context == NULL) {
    free(result);
    ptl_context_destroy(context);
    return NULL;
  }
  result->source = *source;
  result->kind = kind_of(source->path);
  for (int i = 0; i < source->n_plugins && result->status == PTL_OK; i++) {
    ptl_status status = ptl_context_load_plugin(context, source->plugins[i]);
    if (status != PTL_OK) fail_as(result, status, context);
  }
  if (result->status == PTL_OK) {
    if (result->kind == PTL_FROM_MODEL) run_model(context, result, stop);
    if (result->kind == PTL_FROM_FOLDER) read_folder(context, result);
    if (result->kind == PTL_FROM_CSV) read_trace(context, result);
    finish(result);
  }
  if (result->mechanism != NULL)
    result->context = context;
  else
    ptl_context_destroy(context);
  return result;
}
