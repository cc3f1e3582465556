/* start.h: consistent starts. Internal. */
#ifndef PTL_START_H
#define PTL_START_H

#include "data.h"

/* Replaces system->q0, v0 by the nearest consistent start, finds accelerations and multipliers, and
 * fills system->assembly; `given` is what the model says. */
ptl_status ptl_start_find(ptl_context *context, ptl_system *system, const double *given_q,
                          const double *given_v);
/* Puts q and v back onto the constraints at time t [s] and solves for accelerations and multipliers.
 * lambda comes in near the multipliers wanted, or 0: where friction lets several fit, the nearest are found.
 * PTL_ERR_UNFIT names the constraint that fails. */
ptl_status ptl_start_consistent(ptl_data *data, double t, double *q, double *v, double *a,
                                double *lambda);
/* Puts q onto the constraints at t = 0. PTL_ERR_UNFIT names what cannot be assembled. */
ptl_status ptl_start_position(ptl_data *data, double *q, const double *v);
/* The row of Phi that the others come closest to implying, at q; -1 if it cannot be found. */
int ptl_start_weakest_row(ptl_data *data, double t, const double *q, const double *v);

#endif
