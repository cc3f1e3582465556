/* dop853_slip.h: steps of the explicit stepper where a slip turns round. Internal.
 *
 * A friction law without inner states changes from one side to the other within a zone of slip
 * rates some regularisation speeds wide. A step that begins outside and reaches into the zone or
 * beyond may see no more of it than its error estimate overlooks: it is cut off at the zone's edge,
 * and the steps within take parts of it. So is one that leads from the zone far out, as from rest.
 *
 * Bristles that slide keep their deflection however stiff they are, until the slip turns round or
 * the curve of friction bends: an attempt that is then too long for them goes astray, and so does
 * the dense output of one whose end does not. */
#ifndef PTL_DOP853_SLIP_H
#define PTL_DOP853_SLIP_H

#include "dop853_step_size.h"

int ptl_slip_has_zones(const ptl_system *system);
int ptl_slip_has_bristles(const ptl_system *system);
/* Largest error of the inner states of friction, by the estimate of order 5 alone. Where a slip
 * turns round their rates have a kink, by which both estimates are off and their combination may be
 * small by chance. */
double ptl_slip_inner_error(const ptl_dop853_contact *s);
/* 1: the attempt, with the rates at its end, is longer than bristles that move are stable: h times
 * their eigenvalue is above `stability`. */
int ptl_slip_is_unstable(const ptl_dop853_contact *s, double stability);
/* 1: the tolerance of the velocities is so coarse that the error test alone may pass a step over a
 * zone. */
int ptl_slip_is_coarse(const ptl_dop853_contact *s);
/* By how much an attempt is to be shortened so that it ends just inside the first zone that it
 * reaches, or not far out of the one it began in; 1 where it need not be. After the rates at its
 * end. */
double ptl_slip_factor(const ptl_dop853_contact *s);
/* Of the frictions that are kept: that an attempt begins, and those of a stage at the time t, where
 * the rates have just been found; 1 where it is the next of the samples. */
void ptl_slip_begin_attempt(ptl_dop853_contact *s);
int ptl_slip_note_stage(ptl_dop853_contact *s, double t);
/* As ptl_stepper_friction_peak, by a parabola through stages. */
double ptl_slip_peak(const ptl_stepper *stepper, int friction, double *when);
/* Notes slips and forces at the end of the step, where the rates have just been found. */
void ptl_slip_note(ptl_dop853_contact *s);
/* The longest time in which no slip passes too much of its zone [s]; INFINITY outside of them. */
double ptl_slip_max_time(const ptl_dop853_contact *s);

#endif
