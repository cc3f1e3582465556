/* row_queue.h: rows of a trace on their way to a file. A thread writes them while the run goes on.
 * Internal. */
#ifndef PTL_ROW_QUEUE_H
#define PTL_ROW_QUEUE_H

#include "context.h"

/* Writes one row of n numbers; non-zero when no more are wanted. */
typedef int (*ptl_write_row)(void *user, const double *values, int n);

typedef struct ptl_row_queue ptl_row_queue;

/* `write` is called for one row after the other, in order, but maybe by another thread; what it
 * uses must be left alone until the queue is finished. A short trace is written by the caller's own
 * thread, as is any where no thread is to be had. */
ptl_status ptl_row_queue_create(ptl_context *context, int n, ptl_write_row write, void *user,
                                ptl_row_queue **out);
/* Non-zero after `write` was. */
int ptl_row_queue_put(ptl_row_queue *queue, const double *values);
/* Writes what is left; the queue stays, and what `write` uses may be looked at until the next
 * row. */
void ptl_row_queue_flush(ptl_row_queue *queue);
/* Writes what is left, and frees. NULL is allowed. */
void ptl_row_queue_finish(ptl_row_queue *queue);

#endif
