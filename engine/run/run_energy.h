/* run_energy.h: works, impulses and the energy balance of a run. Internal. */
#ifndef PTL_RUN_ENERGY_H
#define PTL_RUN_ENERGY_H

#include "run_state.h"

/* Energies at the start, run->y. */
void ptl_energy_start(ptl_run *run);
/* Adds the works and impulses of [a, b], in which no contact begins or ends, and finds the largest
 * contact forces in it. */
void ptl_energy_integrate(ptl_run *run, double a, double b);
/* The forces at the end of the last interval are not those at the start of the next: a contact law
 * has been given another touch speed or memory, or the state has been put onto the constraints. */
void ptl_energy_forget_forces(ptl_run *run);
/* Energies and balance at t in the interval [a, b] that was integrated last. */
void ptl_energy_at(ptl_run *run, double t, double a, double b, ptl_energy *out);

#endif
