/* run_reactions.h: reactions and accelerations of a row. Internal. */
#ifndef PTL_RUN_REACTIONS_H
#define PTL_RUN_REACTIONS_H

#include "run_state.h"

ptl_status ptl_run_reactions_create(ptl_run *run);

/* The state of a row at t, the time of run->interpolated, into state: as the dense output has it,
 * put onto the constraints, with the multipliers that follow from it. Leaves the applied forces in
 * run->data. PTL_ERR_SIMULATION, with joint and time, where friction leaves no reactions, or where
 * those found do not fulfil their equations. a: n_coordinates, accelerations. */
ptl_status ptl_run_reactions_at(ptl_run *run, double t, double *state, double *a);

#endif
