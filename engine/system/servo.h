/* servo.h: drivers whose force acts along another coordinate than the one that they move. Internal.
 *
 * The multiplier lambda of a motion's row x - f(t) = 0 pushes x by -lambda. That of a servo is
 * carried over to another coordinate y: lambda against a growing y and, which takes away what the
 * row does, -lambda against a growing x. The constraint is a control constraint (W. Blajer, K.
 * Kolodziejczyk: A geometric approach to solving problems of control constraints, Multibody System
 * Dynamics 11 (2004) 343); it can be kept where a force along y accelerates x (authority.h). All
 * functions are called after ptl_data_set_state or ptl_data_set_unknowns at the same state. */
#ifndef PTL_SERVO_H
#define PTL_SERVO_H

#include "data.h"

/* The element of the motion's row. */
static inline const ptl_sys_constraint *ptl_servo_row(const ptl_system *s, int servo) {
  return &s->constraints[s->motions[s->servos[servo].motion].constraint];
}

/* The pair of a side. */
static inline const ptl_pair *ptl_servo_pair(const ptl_system *s, int servo, int side) {
  return side == PTL_SERVO_PUSHES ? &s->servos[servo].pair : &ptl_servo_row(s, servo)->pair;
}

/* What lambda does on one side: minus lambda times the gradient of x. */
void ptl_eval_servo(const ptl_data *data, int servo, int side, const double *q,
                    ptl_pair_state *state, ptl_scalar *x);
/* Adds the forces of all servos to data->force; lambda: all multipliers. */
void ptl_add_servo_forces(ptl_data *data, const double *q, const double *lambda);
/* Rate of the coordinate along which the force of a motion acts [rad/s] or [m/s], in a system with
 * servos. */
double ptl_eval_pushed_rate(const ptl_data *data, int motion, const double *q, const double *v);
/* The same in any. */
static inline double ptl_eval_driver_rate(const ptl_data *data, int motion, const double *q,
                                          const double *v) {
  return data->system->n_servos == 0 ? data->targets[motion][1]
                                     : ptl_eval_pushed_rate(data, motion, q, v);
}

#endif
