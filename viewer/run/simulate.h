/* simulate.h: gets a result: runs a model, or reads a run folder or a CSV file. simulate.c is the
 * only file of the viewer that starts a run.
 */
#ifndef PTL_SIMULATE_H
#define PTL_SIMULATE_H

#include <stdatomic.h>

#include "result.h"

/* Runs or reads, and waits for it. NULL only when memory is out; a failure is in the result's
 * status and message. `stop` may be NULL; when it becomes non-zero a run ends early. */
ptl_result *ptl_result_get(const ptl_source *source, const atomic_int *stop);

#endif
