/* row_queue.c: two blocks of rows, one being filled, the other being written. */
#include "row_queue.h"

#include <pthread.h>
#include <string.h>

enum { BLOCK_ROWS = 128 };

typedef enum stage { IDLE, FULL, OVER } stage; /* of the block to be written */

struct ptl_row_queue {
  ptl_context *context;
  int n, count; /* numbers in a row, rows in the block being filled */
  double *filling, *writing;
  ptl_write_row write;
  void *user;
  int threaded; /* 1: the thread runs, and what follows is guarded by the lock */
  int stopped;  /* 1: `write` has said so */
  stage stage;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
};

ptl_status ptl_row_queue_create(ptl_context *context, int n, ptl_write_row write, void *user,
                                ptl_row_queue **out) {
  *out = NULL;
  ptl_row_queue *queue = ptl_alloc(context, 1, sizeof *queue);
  if (queue == NULL) return PTL_ERR_MEMORY;
  size_t size = (size_t)BLOCK_ROWS * (size_t)n;
  queue->context = context;
  queue->n = n;
  queue->write = write;
  queue->user = user;
  queue->filling = ptl_alloc(context, size, sizeof(double));
  queue->writing = ptl_alloc(context, size, sizeof(double));
  if (queue->filling == NULL || queue->writing == NULL) {
    ptl_row_queue_finish(queue);
    return PTL_ERR_MEMORY;
  }
  *out = queue;
  return PTL_OK;
}

static int write_rows(const ptl_row_queue *queue, const double *rows, int count) {
  int stop = 0;
  for (int i = 0; i < count && !stop; i++)
    stop = queue->write(queue->user, rows + (size_t)i * (size_t)queue->n, queue->n);
  return stop;
}

static void *work(void *given) {
  ptl_row_queue *queue = given;
  pthread_mutex_lock(&queue->lock);
  for (;;) {
    while (queue->stage == IDLE) pthread_cond_wait(&queue->changed, &queue->lock);
    if (queue->stage == OVER) break;
    int stop = queue->stopped;
    pthread_mutex_unlock(&queue->lock);
    if (!stop) stop = write_rows(queue, queue->writing, BLOCK_ROWS);
    pthread_mutex_lock(&queue->lock);
    queue->stopped = stop;
    queue->stage = IDLE;
    pthread_cond_signal(&queue->changed);
  }
  pthread_mutex_unlock(&queue->lock);
  return NULL;
}

static int start_thread(ptl_row_queue *queue) {
  if (pthread_mutex_init(&queue->lock, NULL) != 0) return 0;
  if (pthread_cond_init(&queue->changed, NULL) == 0) {
    if (pthread_create(&queue->thread, NULL, work, queue) == 0) return 1;
    pthread_cond_destroy(&queue->changed);
  }
  pthread_mutex_destroy(&queue->lock);
  return 0;
}

/* The thread, once it has written what it has, is told `next`. Returns what `write` has said. */
static int tell(ptl_row_queue *queue, stage next) {
  pthread_mutex_lock(&queue->lock);
  while (queue->stage != IDLE) pthread_cond_wait(&queue->changed, &queue->lock);
  if (next == FULL) {
    double *swap = queue->filling;
    queue->filling = queue->writing;
    queue->writing = swap;
  }
  queue->stage = next;
  int stopped = queue->stopped;
  pthread_cond_signal(&queue->changed);
  pthread_mutex_unlock(&queue->lock);
  return stopped;
}

int ptl_row_queue_put(ptl_row_queue *queue, const double *values) {
  memcpy(queue->filling + (size_t)queue->count * (size_t)queue->n, values,
         sizeof(double) * (size_t)queue->n);
  if (++queue->count < BLOCK_ROWS) return 0;
  queue->count = 0;
  if (!queue->threaded) queue->threaded = start_thread(queue);
  if (queue->threaded) return tell(queue, FULL);
  if (!queue->stopped) queue->stopped = write_rows(queue, queue->filling, BLOCK_ROWS);
  return queue->stopped;
}

void ptl_row_queue_flush(ptl_row_queue *queue) {
  if (queue->threaded) queue->stopped = tell(queue, IDLE);
  if (!queue->stopped) queue->stopped = write_rows(queue, queue->filling, queue->count);
  queue->count = 0;
}

void ptl_row_queue_finish(ptl_row_queue *queue) {
  if (queue == NULL) return;
  if (queue->threaded) {
    tell(queue, OVER);
    pthread_join(queue->thread, NULL);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
  }
  if (!queue->stopped) write_rows(queue, queue->filling, queue->count);
  ptl_free(queue->context, queue->filling);
  ptl_free(queue->context, queue->writing);
  ptl_free(queue->context, queue);
}
