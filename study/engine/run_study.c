/* run_study.c: runs the points of a study that are not in its file yet. */
#include "run_study.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "study_table.h"

enum { MOST_THREADS = 1024, MOST_WAITING = 1024, TICK_MS = 100 };

/* What threads share; the lock guards all that changes. */
typedef struct pool {
  const ptl_study *study;
  const ptl_study_options *options;
  const int64_t *todo; /* indices */
  int64_t n_todo, next;
  pthread_mutex_t lock;
  pthread_cond_t some, room; /* results wait; there is room for more */
  ptl_result *waiting;
  int n_waiting, n_running;
  volatile int stop;
  ptl_status status; /* of a thread that cannot go on */
  char message[2048];
  char (*units)[64]; /* of the measures, "" until a run has got so far */
  int units_known;
} pool;

/* ------------------------------------------------------------------ a thread */

static int is_stopped(void *user) {
  const pool *p = user;
  return p->stop;
}

/* The next point, or -1. */
static int64_t take_point(pool *p) {
  pthread_mutex_lock(&p->lock);
  while (p->n_waiting == MOST_WAITING && !p->stop) pthread_cond_wait(&p->room, &p->lock);
  const int64_t index = p->stop || p->next == p->n_todo ? -1 : p->todo[p->next++];
  pthread_mutex_unlock(&p->lock);
  return index;
}

static void hand_over(pool *p, const ptl_point_runner *r, const ptl_result *result) {
  pthread_mutex_lock(&p->lock);
  p->waiting[p->n_waiting++] = *result;
  if (!p->units_known && result->status == PTL_RUN_OK) {
    memcpy(p->units, r->units, (size_t)p->study->measures.n * sizeof *p->units);
    p->units_known = 1;
  }
  pthread_cond_signal(&p->some);
  pthread_mutex_unlock(&p->lock);
}

static void give_up(pool *p, ptl_status status, const char *message) {
  pthread_mutex_lock(&p->lock);
  if (p->status == PTL_OK && status != PTL_ERR_INTERRUPTED) {
    p->status = status;
    snprintf(p->message, sizeof p->message, "%s", message);
  }
  p->stop = 1;
  pthread_cond_broadcast(&p->room);
  pthread_mutex_unlock(&p->lock);
}

/* A context with the plug-ins; NULL when there is none. */
static ptl_context *open_context(pool *p) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_status status = context != NULL ? PTL_OK : PTL_ERR_MEMORY;
  for (int i = 0; i < p->options->n_plugins && status == PTL_OK; i++)
    status = ptl_context_load_plugin(context, p->options->plugins[i]);
  if (status == PTL_OK) return context;
  give_up(p, status, context != NULL ? ptl_context_message(context) : "out of memory");
  if (context != NULL) ptl_context_destroy(context);
  return NULL;
}

static void *work(void *user) {
  pool *p = user;
  ptl_context *context = open_context(p);
  ptl_point_runner runner = {0};
  ptl_status status =
      context != NULL ? ptl_point_runner_begin(context, p->study, &runner) : PTL_ERR_INTERRUPTED;
  runner.stop = is_stopped;
  runner.user = p;
  for (int64_t index; status == PTL_OK && (index = take_point(p)) >= 0;) {
    ptl_result result;
    status = ptl_point_run(&runner, index, &result);
    if (status == PTL_OK) hand_over(p, &runner, &result);
  }
  if (context != NULL) {
    if (status != PTL_OK) give_up(p, status, ptl_context_message(context));
    ptl_point_runner_end(&runner);
    ptl_context_destroy(context);
  }
  pthread_mutex_lock(&p->lock);
  p->n_running--;
  pthread_cond_signal(&p->some);
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

/* ------------------------------------------------------------------ the writer */

typedef struct writer {
  pool *pool;
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
  const int64_t limit = w->pool->study->stop_after;
  if (++w->equal_failures < limit || limit == 0) return PTL_OK;
  return ptl_fail(w->context, PTL_ERR_SIMULATION,
                  "%lld runs in a row failed alike, so the study has stopped (stop_after: 0 goes "
                  "on): %s",
                  (long long)limit, result->message);
}

static ptl_status write_units(writer *w) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < w->pool->study->measures.n && status == PTL_OK; i++)
    status = ptl_store_unit(w->store, i, w->pool->units[i]);
  w->units_written = 1;
  return status;
}

static ptl_status write_results(writer *w, ptl_result *results, int n) {
  ptl_status status = PTL_OK, failures = PTL_OK;
  for (int i = 0; i < n; i++) {
    ptl_study_report *report = w->report;
    if (status == PTL_OK) status = ptl_store_add(w->store, &results[i]);
    if (status == PTL_OK) {
      report->progress.done++;
      report->progress.computed++;
      if (!isnan(results[i].wall_time)) report->work += results[i].wall_time;
      if (failures == PTL_OK) failures = count_failure(w, &results[i]);
    }
    ptl_result_release(&results[i]);
  }
  if (status == PTL_OK && w->pool->units_known && !w->units_written) status = write_units(w);
  return status == PTL_OK ? failures : status;
}

/* Waits for results, at most a tick; returns their number, moved into `results`. */
static int await_results(pool *p, ptl_result *results, int *is_over) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += TICK_MS * 1000000L;
  until.tv_sec += until.tv_nsec / 1000000000L;
  until.tv_nsec %= 1000000000L;
  pthread_mutex_lock(&p->lock);
  int late = 0;
  while (p->n_waiting == 0 && p->n_running > 0 && !late)
    late = pthread_cond_timedwait(&p->some, &p->lock, &until) != 0;
  const int n = p->n_waiting;
  memcpy(results, p->waiting, (size_t)n * sizeof *results);
  p->n_waiting = 0;
  *is_over = n == 0 && p->n_running == 0;
  pthread_cond_broadcast(&p->room);
  pthread_mutex_unlock(&p->lock);
  return n;
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
  const ptl_study_options *options = w->pool->options;
  if (options->progress != NULL && options->progress(options->user, progress))
    status = ptl_fail(w->context, PTL_ERR_INTERRUPTED, "interrupted on request");
  return status;
}

static ptl_status write_all(writer *w) {
  ptl_result *results = ptl_alloc(w->context, MOST_WAITING, sizeof *results);
  ptl_status status = results != NULL ? PTL_OK : PTL_ERR_MEMORY;
  double shown = 0;
  if (status != PTL_OK) give_up(w->pool, PTL_ERR_INTERRUPTED, "");
  for (int is_over = results == NULL; !is_over;) {
    const int n = await_results(w->pool, results, &is_over);
    if (status == PTL_OK) {
      status = write_results(w, results, n);
      if (status == PTL_OK) status = tick(w, &shown);
      if (status != PTL_OK) give_up(w->pool, PTL_ERR_INTERRUPTED, "");
    } else {
      for (int i = 0; i < n; i++) ptl_result_release(&results[i]);
    }
  }
  ptl_free(w->context, results);
  return status;
}

static ptl_status run_threads(writer *w, int n_threads) {
  pool *p = w->pool;
  pthread_t threads[MOST_THREADS];
  int started = 0;
  pthread_mutex_lock(&p->lock);
  for (; started < n_threads; started++) {
    if (pthread_create(&threads[started], NULL, work, p) != 0) break;
    p->n_running++;
  }
  pthread_mutex_unlock(&p->lock);
  if (started == 0) return ptl_fail(w->context, PTL_ERR_MEMORY, "no thread can be started");
  ptl_status status = write_all(w);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
  if (status == PTL_OK && p->status != PTL_OK)
    status = ptl_fail(w->context, p->status, "%s", p->message);
  return status;
}

/* ------------------------------------------------------------------ which points */

static ptl_status list_todo(writer *w, int64_t **todo, int64_t *n) {
  const ptl_study *study = w->pool->study;
  const int64_t count = study->design.count;
  const ptl_study_options *options = w->pool->options;
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

static int choose_threads(const ptl_study_options *options, int64_t n_todo) {
  long n = options->threads > 0 ? options->threads : sysconf(_SC_NPROCESSORS_ONLN);
  if (n > n_todo) n = (long)n_todo;
  return n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (int)n;
}

static ptl_status compute(writer *w) {
  pool *p = w->pool;
  int64_t *todo = NULL;
  ptl_status status = list_todo(w, &todo, &p->n_todo);
  p->todo = todo;
  p->waiting = ptl_alloc(w->context, MOST_WAITING, sizeof *p->waiting);
  if (p->waiting == NULL) status = PTL_ERR_MEMORY;
  clock_gettime(CLOCK_MONOTONIC, &w->start);
  w->committed = w->start;
  w->report->threads = choose_threads(p->options, p->n_todo);
  if (status == PTL_OK && p->n_todo > 0) status = run_threads(w, w->report->threads);
  w->report->progress.seconds = seconds_since(&w->start);
  ptl_free(w->context, p->waiting);
  ptl_free(w->context, todo);
  return status;
}

/* ------------------------------------------------------------------ run folders that are kept */

typedef struct ranked {
  double value;
  int64_t row;
} ranked;

/* The largest value first; of equal ones the first row. */
static int compare_ranked(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->value != y->value) return x->value > y->value ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

static ptl_status choose_best(ptl_context *context, const ptl_study_table *t, const ptl_keep *keep,
                              unsigned char *chosen) {
  const int column = ptl_study_table_find(t, keep->text);
  ranked *list = ptl_alloc(context, (size_t)t->n, sizeof *list);
  int64_t n = 0;
  if (list == NULL) return PTL_ERR_MEMORY;
  for (int64_t i = 0; i < t->n && column >= 0; i++) {
    const double value = t->columns[column].values[i];
    if (!isnan(value)) list[n++] = (ranked){keep->kind == PTL_KEEP_BEST ? value : -value, i};
  }
  qsort(list, (size_t)n, sizeof *list, compare_ranked);
  for (int64_t i = 0; i < n && i < keep->n; i++) chosen[list[i].row] = 1;
  ptl_free(context, list);
  return PTL_OK;
}

static ptl_status choose_kept(ptl_context *context, const ptl_study_table *t, const ptl_keep *keep,
                              unsigned char *chosen) {
  if (keep->kind == PTL_KEEP_WHERE) return ptl_study_table_where(context, t, keep->text, chosen);
  if (keep->kind == PTL_KEEP_BEST || keep->kind == PTL_KEEP_WORST)
    return choose_best(context, t, keep, chosen);
  for (int64_t i = 0; i < t->n; i++) chosen[i] = keep->kind == PTL_KEEP_ALL || t->failed[i];
  return PTL_OK;
}

static ptl_status keep_runs(ptl_context *context, const ptl_study *study, const char *path,
                            const char *folder, int64_t *kept) {
  ptl_study_table table;
  ptl_point_runner runner = {0};
  unsigned char *chosen = NULL;
  ptl_status status = ptl_study_table_load(context, path, &table);
  if (status == PTL_OK) {
    chosen = ptl_alloc(context, (size_t)table.n, 1);
    status = chosen != NULL ? choose_kept(context, &table, &study->keep, chosen) : PTL_ERR_MEMORY;
  }
  if (status == PTL_OK) status = ptl_point_runner_begin(context, study, &runner);
  for (int64_t i = 0; i < table.n && status == PTL_OK; i++) {
    char name[4096];
    if (!chosen[i]) continue;
    snprintf(name, sizeof name, "%s/%lld", folder, (long long)table.index[i]);
    if (access(name, F_OK) == 0) continue; /* of an earlier time; the same run */
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
      status =
          ptl_fail(context, PTL_ERR_IO, "%s: error: cannot be made: %s", folder, strerror(errno));
    if (status != PTL_OK) break;
    status = ptl_point_keep(&runner, table.index[i], name);
    if (status == PTL_OK) ++*kept;
  }
  if (runner.context != NULL) ptl_point_runner_end(&runner);
  ptl_free(context, chosen);
  ptl_study_table_release(context, &table);
  return status;
}

/* ------------------------------------------------------------------ a study */

/* The first point tells whether model and measures fit. A model that cannot be assembled there may do so elsewhere. */
static ptl_status check_first(writer *w) {
  ptl_point_runner runner;
  const ptl_study *study = w->pool->study;
  const int64_t slice = w->pool->options->slice;
  const int64_t first = slice < study->design.count ? slice : 0;
  ptl_status status = ptl_point_runner_begin(w->context, study, &runner);
  if (status == PTL_OK) status = ptl_point_check(&runner, first);
  if (status == PTL_OK) {
    memcpy(w->pool->units, runner.units, (size_t)study->measures.n * sizeof *runner.units);
    w->pool->units_known = 1;
  }
  ptl_point_runner_end(&runner);
  return status == PTL_ERR_UNFIT ? PTL_OK : status;
}

ptl_status ptl_study_run(ptl_context *context, const ptl_study *study, const char *path,
                         const ptl_study_options *options, ptl_study_report *report) {
  *report = (ptl_study_report){0};
  pool p = {.study = study,
            .options = options,
            .lock = PTHREAD_MUTEX_INITIALIZER,
            .some = PTHREAD_COND_INITIALIZER,
            .room = PTHREAD_COND_INITIALIZER};
  writer w = {.pool = &p, .context = context, .report = report};
  p.units = ptl_alloc(context, (size_t)study->measures.n, sizeof *p.units);
  ptl_status status = p.units != NULL ? check_first(&w) : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = ptl_store_open(context, path, study, &w.store);
  if (status == PTL_OK) status = compute(&w);
  /* What came before a failure is kept; the first message counts. */
  char *message = status != PTL_OK ? ptl_copy_text(context, ptl_context_message(context)) : NULL;
  const ptl_status closed = ptl_store_close(w.store);
  if (message != NULL) ptl_fail(context, status, "%s", message);
  ptl_free(context, message);
  if (status == PTL_OK) status = closed;
  ptl_free(context, p.units);
  if (status == PTL_OK && study->keep.kind != PTL_KEEP_NONE && options->slices == 0)
    status = keep_runs(context, study, path, options->keep_folder, &report->kept);
  return status;
}
