/* state.h: sets the state at which a system is evaluated. Internal. */
#ifndef PTL_STATE_H
#define PTL_STATE_H

#include "data.h"

/* Sets the state of the bodies at time t [s]; the inner states are those at
 * data->friction_states. */
void ptl_data_set_state(ptl_data *data, double t, const double *q, const double *v);
/* The state of all unknowns; the inner states in y must stay where they are. */
void ptl_data_set_unknowns(ptl_data *data, double t, const double *y);

#endif
