/* run_limits.h: the limits that end a run whose numbers cannot be trusted, or that asks for too much. Internal. */
#ifndef PTL_RUN_LIMITS_H
#define PTL_RUN_LIMITS_H

#include "run_state.h"

/* Takes note of the energies at t, a row's or a step's end; PTL_ERR_SIMULATION, with a message, where their balance is
 * off by more than run.energy_limit allows. */
ptl_status ptl_limits_check_energy(ptl_run *run, double t, const ptl_energy *now);
/* 1 where run.max_rows allows another row. */
int ptl_limits_allow_row(const ptl_run *run);
/* After a step, whose end is the present state. PTL_ERR_SIMULATION, with a message, where a limit is passed.
 * The constraints, run.drift_limit; the places of meshes; steps, rows and events, and steps that do not move time. length:
 * of the step [s]. */
ptl_status ptl_limits_check_step(ptl_run *run, double length);

#endif
