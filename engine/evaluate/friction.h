/* friction.h: friction in gaps and in ideal joints at one state. Internal.
 *
 * All functions are called after ptl_data_set_unknowns at the same state. */
#ifndef PTL_FRICTION_H
#define PTL_FRICTION_H

#include "data.h"

/* The law at a slip rate [m/s] and a normal force [N], into data->frictions[friction]; non-zero
 * when it gives a number that is not finite. */
int ptl_eval_friction(ptl_data *data, int friction, double slip, double normal);
/* What slides in an ideal joint at the pair's state, from its reactions. */
void ptl_eval_sliding(const ptl_data *data, int friction, const ptl_pair_state *state,
                      const double *reaction, ptl_sliding *out);
/* The same of the friction's joint, into a struct whose d, normal and d_normal are 0. */
void ptl_eval_sliding_of(const ptl_data *data, const ptl_sys_friction *friction,
                         const ptl_sys_constraint *joint, const ptl_pair_state *state,
                         const double *reaction, ptl_sliding *out);
/* The law of an ideal joint where that is so. */
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
/* Half of the width of the slip rates within which the law changes from one side to the other, or
 * bristles are damped: ten times its stick speed (tanh(10) = 1 - 4e-9) [m/s]; 0 of a law with inner
 * states that has no such zone. */
double ptl_friction_zone(const ptl_system *system, int friction);
/* Of an ideal joint at accelerations a: how fast its slip changes [m/s^2]. */
double ptl_eval_slip_change(const ptl_data *data, int friction, const double *q, const double *v,
                            const double *a, const double *lambda);
/* Of an ideal joint with its pair at q: its normal force [N] at these reactions, and its
 * derivatives by them. */
double ptl_eval_normal(const ptl_data *data, int friction, const double *q, const double *reaction,
                       double d_normal[PTL_MAX_CONSTRAINTS]);
/* The gradient of the slip by the coordinates of the pair, which is returned, and the force that
 * presses the surfaces together [N]; after the forces at the same q. Of an open gap that is 0. */
const ptl_pair *ptl_eval_slip_row(ptl_data *data, int friction, const double *q,
                                  const double *lambda, double row[6], double *normal);
/* The largest force with which the law resists slow sliding in the direction of `sign`, which it
 * holds at rest, too [N]. */
double ptl_eval_holding_force(const ptl_data *data, int friction, double normal, double sign);
/* The inner state, of a law that has one, with which it exerts this force at rest, as a bristle
 * that is bent; left as it is where there is none. */
void ptl_eval_bent_state(const ptl_data *data, int friction, double normal, double force,
                         double *state);
/* Inner states of steady sliding at v; what slips no faster than rounding is at rest. */
void ptl_eval_steady_states(const ptl_data *data, const double *q, const double *v,
                            const double *lambda, double *states);

#endif
