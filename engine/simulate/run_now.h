/* run_now.h: what a run tells of its present state. Internal. */
#ifndef PTL_RUN_NOW_H
#define PTL_RUN_NOW_H

#include "run_state.h"

void ptl_run_now_destroy(ptl_run *run);

#endif
