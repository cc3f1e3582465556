/* run_life.h: runs that are not at their start. Internal. */
#ifndef PTL_RUN_LIFE_H
#define PTL_RUN_LIFE_H

#include "run_state.h"

/* A run at the system's start whose integration has not begun. *out is to be destroyed also after a failure; it may be
 * NULL then. */
ptl_status ptl_run_prepare(ptl_context *context, const ptl_system *system,
                           const ptl_run_options *options, const ptl_sink *sink, ptl_run **out);

#endif
