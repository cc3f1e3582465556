/* run_pole.h: expressions that grow without bound. Internal. */
#ifndef PTL_RUN_POLE_H
#define PTL_RUN_POLE_H

#include "run_state.h"

/* 1, with the message, where a load, the rate of a signal or what presses a joint grows as beside a
 * pole up to the last good state, run->good_t and run->good_y; else 0. */
int ptl_pole_explain(ptl_run *run);

#endif
