/* pintle_state.h: the state of a run, read and set, and what the equations of a system give at any
 * state. Part of pintle.h.
 *
 * q and v have 3 n_bodies numbers: per body, in the order of the description, x and y of its centre
 * of mass [m] and its angle [rad], and their rates [m/s], [rad/s].
 *
 * Runs and evaluations are used by one thread at a time, that of their context; ptl_system_* by any
 * number at once. */
#ifndef PINTLE_STATE_H
#define PINTLE_STATE_H

#include "pintle_run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ what a system has */

typedef struct ptl_sizes {
  int n_bodies, n_coordinates; /* n_coordinates = 3 n_bodies: of q, v and accelerations */
  int n_rows; /* equations of constraints: of reactions and of the rows of the Jacobian */
  int n_gaps, n_frictions, n_columns;
  /* inner states: of the friction laws, of all frictions, then of the signals with states */
  int n_friction_states;
  int n_memory; /* numbers that the contact laws remember, of all gaps */
  int n_inputs;
} ptl_sizes;
PTL_API ptl_sizes ptl_system_get_sizes(const ptl_system *system);

/* Indices by name, -1 where there is none: of a body, an input, a column, a gap (gap NULL: the
 * joint's only one). */
PTL_API int ptl_system_find_body(const ptl_system *system, const char *name);
PTL_API int ptl_system_find_input(const ptl_system *system, const char *name);
PTL_API int ptl_system_find_column(const ptl_system *system, const char *name);
PTL_API int ptl_system_find_gap(const ptl_system *system, const char *joint, const char *gap);
/* Of sliding surfaces (gap NULL: those of the ideal joint, else of its only gap that has
 * friction). */
PTL_API int ptl_system_find_friction(const ptl_system *system, const char *joint, const char *gap);
/* The equations of an element (a joint, a motion or a coupling) as rows first ... first + n - 1: of
 * reactions and of the Jacobian. -1, and *n is 0, where it has none; n may be NULL. */
PTL_API int ptl_system_find_rows(const ptl_system *system, const char *element, int *n);
/* "JOINT, equation K" of a constraint; PTL_ERR_USAGE when there is no such row. */
PTL_API ptl_status ptl_system_get_row_name(const ptl_system *system, int row, char *text,
                                           size_t size);
/* The diagonal of the mass matrix, n_coordinates: m, m [kg], J [kg m^2] per body. */
PTL_API const double *ptl_system_get_mass(const ptl_system *system);

/* ------------------------------------------------------------------ the present state of a run */

/* Any pointer may be NULL. */
PTL_API ptl_status ptl_run_get_state(const ptl_run *run, double *q, double *v);

typedef struct ptl_moved { /* how far the nearest state on the constraints is from the one given */
  double position, angle;  /* [m], [rad]: largest change */
  double velocity, rate;   /* [m/s], [rad/s] */
} ptl_moved;
/* Goes on from there: the nearest state (by mass) that obeys the joints. Gaps that are closed there
 * and were not begin a contact; the energy balance counts the change as supplied from outside.
 * moved may be NULL. PTL_ERR_UNFIT names the constraint that cannot be met; the run is then as it
 * was. */
PTL_API ptl_status ptl_run_set_state(ptl_run *run, const double *q, const double *v,
                                     ptl_moved *moved);

/* Goes on with another system of the same structure (ptl_system_vary), which must outlive the run;
 * the former need not. Bodies are where they were, put onto the constraints (moved, may be NULL).
 * Drivers given by a rate or by rises go on from where they are; those given by a position, and
 * gaps, are as the new values say. What the run remembers stays, as do its options: an end or rows
 * that the model gives are those of the new one. PTL_ERR_USAGE tells what of the structure differs,
 * PTL_ERR_UNFIT what cannot be met; the run is then as it was. */
PTL_API ptl_status ptl_run_set_system(ptl_run *run, const ptl_system *system, ptl_moved *moved);

typedef struct ptl_gap_now {
  int is_touching;
  double depth, rate, force; /* > 0: closed [m], approaching [m/s]; normal [N] */
  double touch_speed;        /* at the present contact's beginning [m/s]; 0: none */
  double reference_speed;    /* of its law, which may be set */
} ptl_gap_now;
/* PTL_ERR_USAGE when there is no such gap. */
PTL_API ptl_status ptl_run_get_gap(ptl_run *run, int gap, ptl_gap_now *out);
typedef struct ptl_gap_interval {
  double peak_force, peak_time; /* largest normal force [N], 0: none; when [s] */
  double impulse;               /* of the normal force [N s] */
  int64_t touches;              /* contacts that have begun */
} ptl_gap_interval;
/* What a gap did since the last call for it, or since the start, up to the present time: what a
 * program that samples a run would miss between its samples. PTL_ERR_USAGE when there is no such
 * gap. */
PTL_API ptl_status ptl_run_take_gap(ptl_run *run, int gap, ptl_gap_interval *out);
/* The reference speed of a gap that touches [m/s]; PTL_ERR_USAGE where it does not touch, or for a
 * speed not above 0. */
PTL_API ptl_status ptl_run_set_reference_speed(ptl_run *run, int gap, double speed);
/* What the contact laws remember (n_memory), and the inner states of friction laws and signals
 * (n_friction_states). Any pointer may be NULL. */
PTL_API ptl_status ptl_run_get_law_states(const ptl_run *run, double *memory,
                                          double *friction_states);
PTL_API ptl_status ptl_run_set_law_states(ptl_run *run, const double *memory,
                                          const double *friction_states);

/* The columns of ptl_system_get_columns as a row at the present time would have them (n_columns).
 * PTL_ERR_SIMULATION where they cannot be found; this does not end the run, and no reading changes
 * how it goes on. */
PTL_API ptl_status ptl_run_get_columns(ptl_run *run, double *values);
/* One of them. PTL_ERR_USAGE when there is no such column. */
PTL_API ptl_status ptl_run_get_column(ptl_run *run, int column, double *value);

/* ------------------------------------------------------------------ inputs */

/* Inputs of the model by their index, in its order; in the input's unit. PTL_ERR_USAGE when there
 * is none, PTL_ERR_INPUT where the value is not finite. */
PTL_API ptl_status ptl_run_get_input(const ptl_run *run, int input, double *value);
/* From now on the input has this value: held until it is set again. Where that changes it, the
 * integration starts anew from here. */
PTL_API ptl_status ptl_run_set_input(ptl_run *run, int input, double value);
/* From now on it goes linearly from its present value to this one, where it is at the time `until`
 * [s] and stays. A run that is advanced to that time and given the next value there has inputs that
 * are linear in between, and its integration goes on without starting anew. PTL_ERR_USAGE where
 * `until` is not after now. */
PTL_API ptl_status ptl_run_ramp_input(ptl_run *run, int input, double value, double until);

/* From now on it goes smoothly, as a cubic of time, from its present value and rate to this value
 * and rate at the time `until` [s], and on at that rate. What motions follow: an input of a `rate`
 * may be ramped or guided, that of a `position` or `angle` only guided, or their motions would ask
 * for infinite forces; PTL_ERR_INPUT tells which. The integration starts anew where the input is
 * set and at `until`, as accelerations jump there. */
PTL_API ptl_status ptl_run_guide_input(ptl_run *run, int input, double value, double rate,
                                       double until);

/* ------------------------------------------------------------------ at any state, without a run */

typedef struct ptl_evaluation ptl_evaluation;

/* For evaluations in the thread of the context; the system must outlive it. */
PTL_API ptl_status ptl_evaluation_create(ptl_context *context, const ptl_system *system,
                                         ptl_evaluation **out);
PTL_API void ptl_evaluation_destroy(ptl_evaluation *evaluation);
/* Evaluates at time t [s] and the state q, v, which is not moved. Closed gaps exert the force of a
 * contact that has begun with their present speed, and whose law remembers nothing.
 * PTL_ERR_SIMULATION where no accelerations and reactions fulfil the equations, or more than one
 * set does. */
PTL_API ptl_status ptl_evaluation_set(ptl_evaluation *evaluation, double t, const double *q,
                                      const double *v);
/* From now on, until it is set again: the value of an input (else its value in the model), and the
 * speed with which the contact of a gap has begun, which its law keeps [m/s] (0: that of the state,
 * as above). PTL_ERR_USAGE where there is none. */
PTL_API ptl_status ptl_evaluation_set_input(ptl_evaluation *evaluation, int input, double value);
PTL_API ptl_status ptl_evaluation_set_touch_speed(ptl_evaluation *evaluation, int gap,
                                                  double speed);
/* Puts q, v onto the constraints at time t: the nearest state, by mass. moved (may be NULL) tells
 * how far. PTL_ERR_UNFIT names the constraint that cannot be met; q and v are then as they were. */
PTL_API ptl_status ptl_evaluation_project(ptl_evaluation *evaluation, double t, double *q,
                                          double *v, ptl_moved *moved);
/* A gap at the last ptl_evaluation_set; PTL_ERR_USAGE when there is none. */
PTL_API ptl_status ptl_evaluation_get_gap(ptl_evaluation *evaluation, int gap, ptl_gap_now *out);
/* Of the last ptl_evaluation_set. The equations of motion are
 *   M a + Phi_q^T lambda = Q,   Phi_q a = gamma,
 * where the friction of ideal joints is a part of Q that depends on lambda. */
PTL_API const double *ptl_evaluation_get_accelerations(const ptl_evaluation *e); /* n_coordinates */
PTL_API const double *ptl_evaluation_get_reactions(const ptl_evaluation *e); /* lambda, n_rows */
/* Applied and contact forces Q without the friction of ideal joints [N], [N m]; n_coordinates. */
PTL_API const double *ptl_evaluation_get_forces(const ptl_evaluation *e);
/* Violations Phi (n_rows) and their rates; any pointer may be NULL. */
PTL_API void ptl_evaluation_get_violations(ptl_evaluation *e, double *phi, double *rate);
/* Phi_q by rows: n_rows times n_coordinates numbers. */
PTL_API ptl_status ptl_evaluation_get_jacobian(ptl_evaluation *e, double *out);
/* [M, Phi_q^T; Phi_q, 0] by rows, n_coordinates + n_rows square. */
PTL_API ptl_status ptl_evaluation_get_kkt(ptl_evaluation *e, double *out);

#ifdef __cplusplus
}
#endif
#endif
