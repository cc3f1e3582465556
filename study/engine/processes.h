/* processes.h: the points of a study run by processes, so that a run that crashes is a result.
 * Internal. */
#ifndef PTL_STUDY_PROCESSES_H
#define PTL_STUDY_PROCESSES_H

#include "workers.h"

/* NULL when memory is out. The process must have no other threads when the workers are started. */
ptl_workers *ptl_study_processes_create(ptl_context *context);
void ptl_study_processes_destroy(ptl_context *context, ptl_workers *workers);

#endif
