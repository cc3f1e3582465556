/* run_limits.h: the limits that end a run whose numbers cannot be trusted, or that asks for too
 * much. Internal. */
#ifndef PTL_RUN_LIMITS_H
#define PTL_RUN_LIMITS_H

#include "run_state.h"

/* Takes note of the energies at t, a row's or a step's end; PTL_ERR_SIMULATION, with a message,
 * where their balance is off by more than run.energy_limit allows. */
ptl_status ptl_limits_check_energy(ptl_run *run, double t, const ptl_energy *now);
/* Takes note of how far the constraints are violated at t in the unknowns y, a row's or a step's
 * end; PTL_ERR_SIMULATION, with a message, where positions are by more than run.drift_limit
 * allows. */
ptl_status ptl_limits_check_violation(ptl_run *run, double t, const double *y);
/* Rows that run.limits.rows and run.limits.size allow, and which of the two it is. */
double ptl_limits_most_rows(const ptl_run *run);
const char *ptl_limits_of_rows(const ptl_run *run);
/* 1 where they allow another row. */
int ptl_limits_allow_row(const ptl_run *run);
/* After a step, whose end is the present state. PTL_ERR_SIMULATION, with a message, where a limit
 * is passed. The constraints, run.drift_limit; the places of meshes; the effect of servos; steps,
 * rows, events, memory and time on the clock, and steps that do not move time. length: of the step
 * [s]. */
ptl_status ptl_limits_check_step(ptl_run *run, double length);
/* Ropes that do not give way are taut at t, within the last step; else the failure has the time at
 * which one goes slack. */
ptl_status ptl_limits_check_pulls(ptl_run *run, double t);

#endif
