/* run_limits.h: the limits that end a run whose numbers cannot be trusted, or that asks for too much. Internal. */
#ifndef PTL_RUN_LIMITS_H
#define PTL_RUN_LIMITS_H

#include "run_state.h"

/* After a step, whose end is the present state. PTL_ERR_SIMULATION, with a message, where a limit is passed.
 * The energy balance, run.energy_limit; notes the energies in the summary. */
ptl_status ptl_limits_check_energy(ptl_run *run);
/* The constraints, run.drift_limit; the places of meshes; steps, rows and events, and steps that do not move time. length:
 * of the step [s]. */
ptl_status ptl_limits_check_step(ptl_run *run, double length);

#endif
