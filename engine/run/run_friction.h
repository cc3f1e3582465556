/* run_friction.h: when surfaces with friction begin to stick and to slip. Internal. */
#ifndef PTL_RUN_FRICTION_H
#define PTL_RUN_FRICTION_H

#include "run_state.h"

/* The longest step in which no slip with bristles goes through the zone where they are damped, as
 * it has changed since the call for the step before, from run->before; both integrators might see
 * no more of it than their error tests overlook. */
double ptl_friction_safe_step(ptl_run *run);
/* 1: the step in hand has done so nevertheless; *longest: lowered to that of a step which ends
 * within. After ptl_friction_safe_step. */
int ptl_friction_overlooked(ptl_run *run, double *longest);
/* What slips changed by is not known: the integration starts anew. */
void ptl_friction_forget_slips(ptl_run *run);
/* From run->before, where the contacts are known. */
void ptl_friction_start(ptl_run *run);
/* The surfaces of one gap go on at those of another at t, with the inner states of their law if
 * that is the same, from which the integration has to start anew; -1: without friction. */
void ptl_friction_hand_over(ptl_run *run, int from, int to, double t);
/* 1 if the surfaces touch and stick. */
int ptl_friction_is_sticking(const ptl_run *run, int friction);
/* First time in [a, b] at which the surfaces begin to stick or to slip, INFINITY if they do not. */
double ptl_friction_next(ptl_run *run, int friction, double a, double b);
/* Lets them do so at t, the interpolated time, and gives the event. */
ptl_event ptl_friction_change(ptl_run *run, int friction, double t);
/* Friction force at the interpolated state [N] or [N m]. */
double ptl_friction_force(ptl_run *run, int friction);
/* Counts the Newton failures of the last step for every gap and friction that touches. */
void ptl_friction_count_failures(ptl_run *run);

#endif
