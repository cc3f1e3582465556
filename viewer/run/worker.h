/* worker.h: gets results in a thread of its own, one at a time. */
#ifndef PTL_WORKER_H
#define PTL_WORKER_H

#include "result.h"

typedef struct ptl_worker ptl_worker;
ptl_worker *ptl_worker_create(void); /* NULL when there is no memory or no thread */
void ptl_worker_destroy(ptl_worker *worker);
/* A new request replaces one that waits and stops the run of one that is under way; what that run
 * gives is dropped. */
void ptl_worker_request(ptl_worker *worker, const ptl_source *source);
/* The newest result once it is there, else NULL; the caller destroys it. */
ptl_result *ptl_worker_take(ptl_worker *worker);
/* 1 while something is asked for and not yet there. */
int ptl_worker_busy(ptl_worker *worker);

#endif
