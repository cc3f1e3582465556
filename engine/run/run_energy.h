/* run_energy.h: works, impulses and the energy balance of a run. Internal. */
#ifndef PTL_RUN_ENERGY_H
#define PTL_RUN_ENERGY_H

#include "run_state.h"

/* Energies at the start, run->y. */
void ptl_energy_start(ptl_run *run);
/* The state has been changed from outside, run->y: what its energies differ by counts as supplied.
 * To be called before, at the old state and gaps, and after, at the new ones; run->data has been
 * set to them. */
void ptl_energy_leave(ptl_run *run);
void ptl_energy_enter(ptl_run *run);
/* The integration starts anew from run->y, to which run->data has been set. */
void ptl_energy_restart(ptl_run *run);
/* In how many equal intervals the step [a, b] is to be processed for its works to be as exact as
 * the run: the error test does not see what loads and springs do where drivers prescribe the
 * motion. 1 where the stepper integrates them. */
int ptl_energy_intervals(ptl_run *run, double a, double b);
/* Energy that imbalances are compared with [J]: the largest of the run, and at least a hundredth of
 * the kinetic energy at the characteristic speed, since a run that starts from rest has none
 * yet. */
double ptl_energy_scale(const ptl_run *run);
/* Adds the works and impulses of [a, b], in which no contact begins or ends, and finds the largest
 * contact forces in it. */
void ptl_energy_integrate(ptl_run *run, double a, double b);
/* The forces at the end of the last interval are not those at the start of the next: a contact law
 * has been given another touch speed or memory, or the state has been put onto the constraints. */
void ptl_energy_forget_forces(ptl_run *run);
/* Energies and balance at the present time, at which run->before is. */
void ptl_energy_now(ptl_run *run, ptl_energy *out);
/* Energies and balance at t in the interval [a, b] that was integrated last. */
void ptl_energy_at(ptl_run *run, double t, double a, double b, ptl_energy *out);
/* The same with the energies of the state of a row at t, which is on the constraints. */
void ptl_energy_of_row(ptl_run *run, double t, double a, double b, const double *state,
                       ptl_energy *out);

#endif
