/* run_failure.h: why a run cannot go on, in terms of the model: one place for every such message.
 * Internal.
 *
 * Each function leaves its message in the run's context. */
#ifndef PTL_RUN_FAILURE_H
#define PTL_RUN_FAILURE_H

#include "run_state.h"

/* PTL_ERR_SIMULATION that names the element whose number is not finite at (t, y). */
ptl_status ptl_failure_not_finite(ptl_run *run, double t, const double *y);
/* PTL_ERR_SIMULATION: friction of the joint leaves no reactions at t. */
ptl_status ptl_failure_jam(ptl_run *run, double t, const char *joint);
/* PTL_ERR_SIMULATION where friction leaves no reactions at run->t and run->y. */
ptl_status ptl_failure_check_jam(ptl_run *run);
/* PTL_ERR_SIMULATION: the force of a servo has no effect at t. */
ptl_status ptl_failure_servo(ptl_run *run, double t, int servo);
/* PTL_ERR_SIMULATION where the energy of a contact that touches is not finite, or not that of its
 * force, at run->t. */
ptl_status ptl_failure_check_laws(ptl_run *run);
/* PTL_ERR_SIMULATION where there is no way on from a position just ahead of the last good state: a
 * lock, or a distance of zero. */
ptl_status ptl_failure_check_progress(ptl_run *run);

/* Looks at the last good state, run->good_t and run->good_y, for a cause of the failure that the
 * context's message tells the effect of: something that is not finite, a distance of zero, a servo
 * without effect, a jam, a body far away, a lock, a singular position. 1 if one was found and told
 * instead; 0 leaves the message. */
int ptl_failure_explain(ptl_run *run);

#endif
