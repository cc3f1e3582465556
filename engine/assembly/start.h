/* start.h: consistent starts. Internal. */
#ifndef PTL_START_H
#define PTL_START_H

#include "data.h"

/* Frees system->loops. */
void ptl_system_forget_loops(ptl_system *system);
/* Replaces system->q0, v0 by the nearest consistent start, finds accelerations and multipliers, and
 * fills system->assembly; `given` is what the model says. */
ptl_status ptl_start_find(ptl_context *context, ptl_system *system, const double *given_q,
                          const double *given_v);
/* Moves q and v, where the model places the bodies, towards a consistent start with least change of
 * what the model gives: the entries of start: are kept, and so are positions, angles, velocities
 * and rates of bodies unless they contradict one another; what is free follows. Leaves q and v
 * where the nearest consistent start keeps them anyway. PTL_ERR_UNFIT names an entry of start: that
 * cannot be kept. The system's rows of start: are those of ptl_compile_elements. */
ptl_status ptl_start_keep_given(ptl_context *context, ptl_system *system, double *q, double *v);
/* Where start: gives a position, rates and rises of drivers begin at q instead of where the model
 * places the parts. */
ptl_status ptl_start_begin_motions(ptl_system *system, const double *q);
/* Moves q0 of a consistent start to the equilibrium, where v0 is 0, or to where gaps are just
 * closed, as run: start asks for. PTL_ERR_UNFIT says what cannot be. */
ptl_status ptl_start_rest(ptl_system *system);
/* Records coordinates and gaps of the start that was found, and what is to be noticed of it. */
ptl_status ptl_start_report(ptl_system *system);
/* The coordinates of joints, motions and forces at q, v, to which the data has been set, into a
 * list with room for one of each; their number. */
int ptl_start_coordinates(const ptl_data *data, const double *q, const double *v,
                          ptl_initial_coordinate *list);
/* Puts q and v back onto the constraints at time t [s] and solves for accelerations and
 * multipliers. lambda comes in near the multipliers wanted, or 0: where friction lets several fit,
 * the nearest are found. PTL_ERR_UNFIT names the constraint that fails. */
ptl_status ptl_start_consistent(ptl_data *data, double t, double *q, double *v, double *a,
                                double *lambda);
/* The same on the regularised equations of the DAE (dae.h), whose rows give way: Phi_q v + Phi_t =
 * e1 lambda. */
ptl_status ptl_start_yielding(ptl_data *data, double t, double *q, double *v, double *a,
                              double *lambda);
/* How far the state to_q, to_v of n coordinates is from q, v. */
void ptl_start_find_moved(int n, const double *q, const double *v, const double *to_q,
                          const double *to_v, ptl_moved *out);
/* An arbitrary change of n coordinates, always the same: up to half a length [m] and half an angle
 * [rad]. */
void ptl_start_direction(double *direction, int n, double length, double angle);
/* Puts q onto the constraints at t = 0. PTL_ERR_UNFIT names what cannot be assembled. */
ptl_status ptl_start_position(ptl_data *data, double *q, const double *v);
/* How many of the equations that hold at q the others imply there and near by, into
 * data->n_redundant. */
ptl_status ptl_start_count_redundant(ptl_data *data, double t, const double *q, const double *v);
/* The row of Phi that the others come closest to implying, at q; -1 if it cannot be found. */
int ptl_start_weakest_row(ptl_data *data, double t, const double *q, const double *v);

#endif
