#include "worker.h"

#include <pthread.h>
#include <stdlib.h>

#include "simulate.h"

struct ptl_worker {
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  ptl_source wanted;
  int has_wanted, running, leaving;
  atomic_int stop;
  ptl_result *done;
};

static void *run_requests(void *argument) {
  ptl_worker *w = argument;
  pthread_mutex_lock(&w->mutex);
  while (!w->leaving) {
    if (!w->has_wanted) {
      pthread_cond_wait(&w->wake, &w->mutex);
      continue;
    }
    ptl_source source = w->wanted;
    w->has_wanted = 0;
    w->running = 1;
    w->stop = 0;
    pthread_mutex_unlock(&w->mutex);
    ptl_result *result = ptl_result_get(&source, &w->stop);
    pthread_mutex_lock(&w->mutex);
    w->running = 0;
    if (w->has_wanted || w->leaving) { /* dropped: a newer request has replaced this one */
      ptl_result_destroy(result);
    } else {
      ptl_result_destroy(w->done);
      w->done = result;
    }
  }
  pthread_mutex_unlock(&w->mutex);
  return NULL;
}

ptl_worker *ptl_worker_create(void) {
  ptl_worker *w = calloc(1, sizeof *w);
  if (w == NULL) return NULL;
  pthread_mutex_init(&w->mutex, NULL);
  pthread_cond_init(&w->wake, NULL);
  if (pthread_create(&w->thread, NULL, run_requests, w) != 0) {
    pthread_cond_destroy(&w->wake);
    pthread_mutex_destroy(&w->mutex);
    free(w);
    return NULL;
  }
  return w;
}

void ptl_worker_destroy(ptl_worker *w) {
  if (w == NULL) return;
  pthread_mutex_lock(&w->mutex);
  w->leaving = 1;
  w->stop = 1;
  pthread_cond_signal(&w->wake);
  pthread_mutex_unlock(&w->mutex);
  pthread_join(w->thread, NULL);
  ptl_result_destroy(w->done);
  pthread_cond_destroy(&w->wake);
  pthread_mutex_destroy(&w->mutex);
  free(w);
}

void ptl_worker_request(ptl_worker *w, const ptl_source *source) {
  pthread_mutex_lock(&w->mutex);
  w->wanted = *source;
  w->has_wanted = 1;
  w->stop = 1;
  pthread_cond_signal(&w->wake);
  pthread_mutex_unlock(&w->mutex);
}

ptl_result *ptl_worker_take(ptl_worker *w) {
  pthread_mutex_lock(&w->mutex);
  ptl_result *result = w->done;
  w->done = NULL;
  pthread_mutex_unlock(&w->mutex);
  return result;
}

int ptl_worker_busy(ptl_worker *w) {
  pthread_mutex_lock(&w->mutex);
  int busy = w->has_wanted || w->running;
  pthread_mutex_unlock(&w->mutex);
  return busy;
}
