/* run_step.h: a step of a run, whole or in parts. Internal. */
#ifndef PTL_RUN_STEP_H
#define PTL_RUN_STEP_H

#include "run_state.h"

/* Goes on to the end of the step in hand, to `until` [s] within it or to where something stops the
 * run, whichever comes first; takes a step of the integrator where there is none in hand.
 * run->is_in_step: something is left of it. */
ptl_status ptl_run_take(ptl_run *run, double until);

#endif
