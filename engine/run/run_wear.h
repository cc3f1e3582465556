/* run_wear.h: what the surfaces of gaps carry while they slide, by sectors; pintle_wear.h.
 * Internal. */
#ifndef PTL_RUN_WEAR_H
#define PTL_RUN_WEAR_H

#include "run_state.h"

/* Adds the interval from a to b within the last step, in which the same gaps touch. Nothing where
 * no wear is asked for. */
void ptl_wear_integrate(ptl_run *run, double a, double b);
/* Puts what was counted into a summary, which owns it. */
ptl_status ptl_wear_summarise(const ptl_run *run, ptl_summary *out);

#endif
