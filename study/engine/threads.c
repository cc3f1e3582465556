/* threads.c: the points of a study run by threads of this process. */
#include "threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_THREADS = 1024, MOST_WAITING = 1024, TICK_MS = 100 };

/* What threads share; the lock guards all that changes but `stop`. */
typedef struct pool {
  const ptl_study *study;
  const ptl_study_options *options;
  pthread_t *threads;
  int n_threads;
  const int64_t *todo; /* indices */
  int64_t n_todo, next;
  pthread_mutex_t lock;
  pthread_cond_t some, room; /* results wait; there is room for more */
  ptl_result *waiting;
  int n_waiting, n_running;
  atomic_int stop;   /* runs ask for it without the lock */
  ptl_status status; /* of a thread that cannot go on */
  char message[2048];
} pool;

/* ------------------------------------------------------------------ a thread */

static int is_stopped(void *user) {
  const pool *p = user;
  return atomic_load(&p->stop);
}

/* The next points: one, or those that go on from one another. Their number; the first goes to
 * *first. */
static int64_t take_points(pool *p, const int64_t **first) {
  int64_t n = 0;
  pthread_mutex_lock(&p->lock);
  while (p->n_waiting == MOST_WAITING && !p->stop) pthread_cond_wait(&p->room, &p->lock);
  if (!p->stop) n = ptl_points_together(p->study, p->todo + p->next, p->n_todo - p->next);
  *first = p->todo + p->next;
  p->next += n;
  pthread_mutex_unlock(&p->lock);
  return n;
}

static void hand_over(pool *p, const ptl_result *result) {
  pthread_mutex_lock(&p->lock);
  while (p->n_waiting == MOST_WAITING) pthread_cond_wait(&p->room, &p->lock);
  p->waiting[p->n_waiting++] = *result;
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
  ptl_context *context = NULL;
  const ptl_status status = ptl_point_context(p->options->plugins, p->options->n_plugins, &context);
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
  const int64_t *points;
  for (int64_t n; status == PTL_OK && (n = take_points(p, &points)) > 0;) {
    for (int64_t i = 0; i < n && status == PTL_OK; i++) {
      ptl_result result;
      status = ptl_point_run(&runner, points[i], &result);
      if (status == PTL_OK) hand_over(p, &result);
    }
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

/* ------------------------------------------------------------------ what the writer calls */

static int await_results(void *self, ptl_result *results, int room, int *is_over) {
  pool *p = self;
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += TICK_MS * 1000000L;
  until.tv_sec += until.tv_nsec / 1000000000L;
  until.tv_nsec %= 1000000000L;
  pthread_mutex_lock(&p->lock);
  int late = 0;
  while (p->n_waiting == 0 && p->n_running > 0 && !late)
    late = pthread_cond_timedwait(&p->some, &p->lock, &until) != 0;
  const int n = p->n_waiting < room ? p->n_waiting : room;
  p->n_waiting -= n;
  memcpy(results, p->waiting + p->n_waiting, (size_t)n * sizeof *results);
  *is_over = n == 0 && p->n_running == 0;
  pthread_cond_broadcast(&p->room);
  pthread_mutex_unlock(&p->lock);
  return n;
}

static void stop(void *self) {
  give_up(self, PTL_ERR_INTERRUPTED, "");
}

int ptl_study_threads_wanted(const ptl_study_options *options, int64_t n_todo) {
  long n = options->threads > 0 ? options->threads : sysconf(_SC_NPROCESSORS_ONLN);
  if (n > n_todo) n = (long)n_todo;
  return n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (int)n;
}

static ptl_status start(void *self, ptl_context *context, const ptl_study *study,
                        const ptl_study_options *options, const int64_t *todo, int64_t n_todo,
                        int *n) {
  pool *p = self;
  const int wanted = ptl_study_threads_wanted(options, n_todo);
  p->study = study;
  p->options = options;
  p->todo = todo;
  p->n_todo = n_todo;
  p->waiting = ptl_alloc(context, MOST_WAITING, sizeof *p->waiting);
  p->threads = ptl_alloc(context, (size_t)wanted, sizeof *p->threads);
  if (p->waiting == NULL || p->threads == NULL) return PTL_ERR_MEMORY;
  pthread_mutex_lock(&p->lock);
  while (p->n_threads < wanted && pthread_create(&p->threads[p->n_threads], NULL, work, p) == 0)
    p->n_threads++;
  *n = p->n_running = p->n_threads;
  pthread_mutex_unlock(&p->lock);
  return p->n_threads > 0
             ? PTL_OK
             : ptl_fail(context, PTL_ERR_MEMORY, PTL_E(0001) "no thread can be started");
}

static ptl_status finish(void *self, ptl_context *context) {
  pool *p = self;
  for (int i = 0; i < p->n_threads; i++) pthread_join(p->threads[i], NULL);
  return p->status != PTL_OK ? ptl_fail_told(context, p->status, PTL_E(0807), p->message) : PTL_OK;
}

ptl_workers *ptl_study_threads_create(ptl_context *context) {
  pool *p = ptl_alloc(context, 1, sizeof *p);
  ptl_workers *workers = ptl_alloc(context, 1, sizeof *workers);
  if (p == NULL || workers == NULL) {
    ptl_free(context, p);
    ptl_free(context, workers);
    return NULL;
  }
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->some, NULL);
  pthread_cond_init(&p->room, NULL);
  *workers = (ptl_workers){
      .start = start, .await = await_results, .stop = stop, .finish = finish, .self = p};
  return workers;
}

void ptl_study_threads_destroy(ptl_context *context, ptl_workers *workers) {
  if (workers == NULL) return;
  pool *p = workers->self;
  pthread_mutex_destroy(&p->lock);
  pthread_cond_destroy(&p->some);
  pthread_cond_destroy(&p->room);
  ptl_free(context, p->waiting);
  ptl_free(context, p->threads);
  ptl_free(context, p);
  ptl_free(context, workers);
}
