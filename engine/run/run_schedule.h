/* run_schedule.h: spans of a run: times, or travels of a joint. Internal. */
#ifndef PTL_RUN_SCHEDULE_H
#define PTL_RUN_SCHEDULE_H

#include "run_state.h"

/* A span in seconds where a constant driver makes it one, else a travel to be watched. */
ptl_status ptl_schedule_resolve(const ptl_run *run, const ptl_span *span, ptl_schedule *out);
/* The joint's coordinate at q, to which run->data has been set. */
double ptl_schedule_coordinate(const ptl_run *run, const ptl_schedule *schedule, const double *q);
/* Its rate at q and v, likewise. */
double ptl_schedule_rate(const ptl_run *run, const ptl_schedule *schedule, const double *q,
                         const double *v);

#endif
