/* state_signal.h: signals with a state of their own. Internal. */
#ifndef PTL_STATE_SIGNAL_H
#define PTL_STATE_SIGNAL_H

#include "data.h"

/* The rates of all signals into data->signal_rates, 0 of those that events change, after
 * ptl_data_set_state; non-zero when one is not finite. */
int ptl_eval_signals(ptl_data *data);
/* Their values at the start of a run, at t = 0 with the bodies at q and v, into the inner states z.
 * PTL_ERR_UNFIT names one that is not finite. */
ptl_status ptl_signals_start(ptl_data *data, const double *q, const double *v, double *z);

#endif
