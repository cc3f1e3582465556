/* run_study.c: runs the points of a study that are not in its file yet. */
#include "run_study.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "keep_runs.h"
#include "processes.h"
#include "threads.h"

enum { MOST_AT_ONCE = 1024, TICK_MS = 100 };

/* ------------------------------------------------------------------ the writer */

typedef struct writer {
  const ptl_study *study;
  const ptl_study_options *options;
  ptl_workers *workers;
  ptl_context *context;
  ptl_store *store;
  ptl_study_report *report;
  struct timespec start, committed;
  char last_failure[512]; /* without its numbers */
  int64_t equal_failures;
  int units_written;
} writer;

static double seconds_since(const struct timespec *then) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

/* The message without its numbers, which differ from run to run. */
static void strip_numbers(char *text, size_t size, const char *message) {
  size_t n = 0;
  for (; *message != '\0' && n + 1 < size; message++)
    if (!isdigit((unsigned char)*message) && strchr(".+-", *message) == NULL) text[n++] = *message;
  text[n] = '\0';
}

static ptl_status count_failure(writer *w, const ptl_result *result) {
  char stripped[sizeof w->last_failure];
  if (result->status == PTL_RUN_OK) {
    w->equal_failures = 0;
    return PTL_OK;
  }
  w->report->progress.failed++;
  strip_numbers(stripped, sizeof stripped, result->message);
  if (strcmp(stripped, w->last_failure) != 0) w->equal_failures = 0;
  strcpy(w->last_failure, stripped);
  const int64_t limit = w->study->stop_after;
  if (++w->equal_failures < limit || limit == 0) return PTL_OK;
  return ptl_fail(w->context, PTL_ERR_SIMULATION,
                  PTL_E(0801) "%lld runs in a row failed alike, so the study has stopped (stop_after: 0 goes "
                  "on): %s",
                  (long long)limit, result->message);
}

/* The units of the measures, from a point that fits. */
static ptl_status write_units(writer *w, int64_t index) {
  ptl_point_runner runner;
  const int n = w->study->measures.n;
  ptl_status status = ptl_point_runner_begin(w->context, w->study, &runner);
  if (status == PTL_OK) status = ptl_point_check(&runner, index);
  for (int i = 0; i < n && status == PTL_OK; i++)
    status = ptl_store_unit(w->store, i, runner.units[i]);
  ptl_point_runner_end(&runner);
  w->units_written = 1;
  return status;
}

static ptl_status write_results(writer *w, ptl_result *results, int n) {
  ptl_status status = PTL_OK, failures = PTL_OK;
  for (int i = 0; i < n; i++) {
    ptl_study_report *report = w->report;
    if (status == PTL_OK) status = ptl_store_add(w->store, &results[i]);
    if (status == PTL_OK && !w->units_written && results[i].status == PTL_RUN_OK)
      status = write_units(w, results[i].index);
    if (status == PTL_OK) {
      report->progress.done++;
      report->progress.computed++;
      report->work += results[i].wall_time;
      if (failures == PTL_OK) failures = count_failure(w, &results[i]);
    }
    ptl_result_release(&results[i]);
  }
  return status == PTL_OK ? failures : status;
}

static ptl_status tick(writer *w, double *shown) {
  ptl_study_progress *progress = &w->report->progress;
  ptl_status status = PTL_OK;
  progress->seconds = seconds_since(&w->start);
  if (seconds_since(&w->committed) >= 1) {
    status = ptl_store_commit(w->store);
    clock_gettime(CLOCK_MONOTONIC, &w->committed);
  }
  if (status != PTL_OK || progress->seconds - *shown < 1e-3 * TICK_MS) return status;
  *shown = progress->seconds;
  const ptl_study_options *options = w->options;
  if (options->progress != NULL && options->progress(options->user, progress))
    status = ptl_fail(w->context, PTL_ERR_INTERRUPTED, PTL_E(0002) "interrupted on request");
  return status;
}

static ptl_status write_all(writer *w) {
  ptl_workers *workers = w->workers;
  ptl_result *results = ptl_alloc(w->context, MOST_AT_ONCE, sizeof *results);
  ptl_status status = results != NULL ? PTL_OK : PTL_ERR_MEMORY;
  double shown = 0;
  if (status != PTL_OK) workers->stop(workers->self);
  for (int is_over = results == NULL; !is_over;) {
    const int n = workers->await(workers->self, results, MOST_AT_ONCE, &is_over);
    if (status == PTL_OK) {
      status = write_results(w, results, n);
      if (status == PTL_OK) status = tick(w, &shown);
      if (status != PTL_OK) workers->stop(workers->self);
    } else {
      for (int i = 0; i < n; i++) ptl_result_release(&results[i]);
    }
  }
  ptl_free(w->context, results);
  return status;
}

/* ------------------------------------------------------------------ which points */

static ptl_status list_todo(writer *w, int64_t **todo, int64_t *n) {
  const ptl_study *study = w->study;
  const int64_t count = study->design.count;
  const ptl_study_options *options = w->options;
  unsigned char *done = ptl_alloc(w->context, (size_t)count, 1);
  *todo = ptl_alloc(w->context, (size_t)count, sizeof **todo);
  ptl_status status =
      done != NULL && *todo != NULL ? ptl_store_done(w->store, done, count) : PTL_ERR_MEMORY;
  *n = 0;
  for (int64_t i = 0; i < count && status == PTL_OK; i++) {
    if (options->slices > 0 && i % options->slices != options->slice) continue;
    w->report->progress.points++;
    if (done[i])
      w->report->progress.done++;
    else
      (*todo)[(*n)++] = i;
  }
  ptl_free(w->context, done);
  return status;
}

static ptl_status run_workers(writer *w, const int64_t *todo, int64_t n) {
  ptl_workers *workers = w->workers;
  ptl_status status =
      workers->start(workers->self, w->context, w->study, w->options, todo, n, &w->report->threads);
  if (status == PTL_OK) status = write_all(w);
  const ptl_told told = w->context->told;
  const ptl_status ended = workers->finish(workers->self, w->context);
  if (status != PTL_OK) w->context->told = told;
  return status != PTL_OK ? status : ended;
}

static ptl_status compute(writer *w) {
  int64_t *todo = NULL, n = 0;
  ptl_status status = list_todo(w, &todo, &n);
  clock_gettime(CLOCK_MONOTONIC, &w->start);
  w->committed = w->start;
  if (status == PTL_OK && n > 0) status = run_workers(w, todo, n);
  w->report->progress.seconds = seconds_since(&w->start);
  ptl_free(w->context, todo);
  return status;
}

/* ------------------------------------------------------------------ a study */

/* The first point tells whether model and measures fit. A model that cannot be assembled there may
 * do so elsewhere. */
static ptl_status check_first(writer *w) {
  ptl_point_runner runner;
  const int64_t slice = w->options->slice;
  const int64_t first = slice < w->study->design.count ? slice : 0;
  ptl_status status = ptl_point_runner_begin(w->context, w->study, &runner);
  if (status == PTL_OK) status = ptl_point_check(&runner, first);
  ptl_point_runner_end(&runner);
  return status == PTL_ERR_UNFIT ? PTL_OK : status;
}

ptl_status ptl_study_run_by(ptl_context *context, const ptl_study *study, const char *path,
                            const ptl_study_options *options, ptl_workers *workers,
                            ptl_study_report *report) {
  *report = (ptl_study_report){0};
  writer w = {
      .study = study, .options = options, .workers = workers, .context = context, .report = report};
  ptl_status status = check_first(&w);
  if (status == PTL_OK) status = ptl_store_open(context, path, study, &w.store);
  if (status == PTL_OK) status = compute(&w);
  /* What came before a failure is kept; the first message counts. */
  const ptl_told told = context->told;
  const ptl_status closed = ptl_store_close(w.store);
  if (status != PTL_OK) context->told = told;
  if (status == PTL_OK) status = closed;
  if (status == PTL_OK && study->keep.kind != PTL_KEEP_NONE && options->slices == 0)
    status = ptl_keep_runs(context, study, path, options->keep_folder, &report->kept);
  return status;
}

ptl_status ptl_study_run(ptl_context *context, const ptl_study *study, const char *path,
                         const ptl_study_options *options, ptl_study_report *report) {
  *report = (ptl_study_report){0};
  ptl_workers *workers =
      options->isolate ? ptl_study_processes_create(context) : ptl_study_threads_create(context);
  if (workers == NULL) return PTL_ERR_MEMORY;
  const ptl_status status = ptl_study_run_by(context, study, path, options, workers, report);
  if (options->isolate)
    ptl_study_processes_destroy(context, workers);
  else
    ptl_study_threads_destroy(context, workers);
  return status;
}
