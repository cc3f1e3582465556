/* run_life.h: runs that are not at their start. Internal. */
#ifndef PTL_RUN_LIFE_H
#define PTL_RUN_LIFE_H

#include "run_state.h"

/* A run at the system's start whose integration has not begun. *out is to be destroyed also after a failure; it may be
 * NULL then. */
ptl_status ptl_run_prepare(ptl_context *context, const ptl_system *system,
                           const ptl_run_options *options, const ptl_sink *sink, ptl_run **out);
/* All values of a run become those of one that has just been prepared for a system of the same structure; what `to` wants
 * of rows, its end and its integrator stay. */
ptl_status ptl_run_copy_values(ptl_run *from, ptl_run *to);
/* Both change places; what points to a part of a run points to its own. */
void ptl_run_swap(ptl_run *a, ptl_run *b);

#endif
