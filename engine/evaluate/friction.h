/* friction.h: friction in gaps and in ideal joints at one state. Internal.
 *
 * All functions are called after ptl_data_set_unknowns at the same state. */
#ifndef PTL_FRICTION_H
#define PTL_FRICTION_H

#include "data.h"

/* The law at a slip rate [m/s] and a normal force [N], into data->frictions[friction]; non-zero when it
 * gives a number that is not finite. */
int ptl_eval_friction(ptl_data *data, int friction, double slip, double normal);
/* The same for an ideal joint at the pair's state, from its reactions. */
int ptl_eval_joint_friction(ptl_data *data, int friction, const ptl_pair_state *state,
                            const double *reaction, ptl_sliding *sliding);
/* The force that the model gives to press the surfaces together [N]; 0 where it gives none. */
double ptl_eval_pressed(const ptl_data *data, int friction);
/* Adds the friction of all ideal joints to data->force; non-zero as above. */
int ptl_eval_joint_frictions(ptl_data *data, const double *q, const double *v,
                             const double *lambda);
/* 1 if there is friction in an ideal joint, that is, friction that depends on reactions. */
int ptl_system_has_joint_friction(const ptl_system *system);
/* Slip rate of the surfaces [m/s]. */
double ptl_eval_slip(const ptl_data *data, int friction, const double *q, const double *v,
                     const double *lambda);
/* Inner states of steady sliding at v; what slips no faster than rounding is at rest. */
void ptl_eval_steady_states(const ptl_data *data, const double *q, const double *v,
                            const double *lambda, double *states);

#endif
