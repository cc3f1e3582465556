/* run_anew.h: a run goes on from a state that is not the end of its last step. Internal. */
#ifndef PTL_RUN_ANEW_H
#define PTL_RUN_ANEW_H

#include "run_state.h"

/* run->y at run->t, and what goes with it, have been set: the integration starts anew from there, y
 * being put onto the constraints; expressions are looked at afresh. A failure ends the run. */
ptl_status ptl_run_start_anew(ptl_run *run);
/* The run has failed or ended: PTL_ERR_USAGE, with a message. */
ptl_status ptl_run_check_may_go_on(const ptl_run *run);

#endif
