/* threads.h: the points of a study run by threads of this process. Internal. */
#ifndef PTL_STUDY_THREADS_H
#define PTL_STUDY_THREADS_H

#include "workers.h"

/* To be freed by ptl_study_threads_destroy; NULL when memory is out. */
/* The number of workers for so many points. */
int ptl_study_threads_wanted(const ptl_study_options *options, int64_t n_todo);
ptl_workers *ptl_study_threads_create(ptl_context *context);
void ptl_study_threads_destroy(ptl_context *context, ptl_workers *workers);

#endif
