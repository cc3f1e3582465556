/* run_now.h: what a run tells of its present state. Internal. */
#ifndef PTL_RUN_NOW_H
#define PTL_RUN_NOW_H

#include "run_state.h"

void ptl_run_now_destroy(ptl_run *run);

/* The present state takes the place of the interpolated one. */
void ptl_run_look_at_present(ptl_run *run);
/* The state on the constraints that is nearest to q, v, into run->spare_y; the run stays as it
 * was. */
ptl_status ptl_run_find_consistent(ptl_run *run, const double *q, const double *v);
/* How far the present state is from q, v. */
void ptl_run_find_moved(const ptl_run *run, const double *q, const double *v, ptl_moved *out);

#endif
