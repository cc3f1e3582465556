/* solver.h: a DAE F(t, y, y') = 0 with a sparse Jacobian, advanced step by step. Internal.
 *
 * Made so that the contact logic needs no root finder inside the integrator: every accepted step has
 * a dense output on which events are located afterwards. */
#ifndef PTL_SOLVER_H
#define PTL_SOLVER_H

#include "pintle.h"

typedef struct ptl_solver ptl_solver;

typedef struct ptl_solver_problem {
  int n, nonzeros;
  const int64_t *column_start, *row_index; /* compressed columns of the Jacobian */
  /* 0; > 0 asks for a smaller step; < 0 stops. */
  int (*residual)(void *user, double t, const double *y, const double *yp, double *r);
  int (*jacobian)(void *user, double t, double cj, const double *y, double *values);
  void *user;
  const double *tolerance;          /* absolute, per unknown; huge where it is not to be tested */
  int first_algebraic, n_algebraic; /* unknowns that appear without their derivative */
  int strict;      /* 1: no Newton iteration ends on the convergence rate of an earlier one */
  double max_step; /* 0 for none */
  double horizon;  /* a time scale of the problem, for the first step */
} ptl_solver_problem;

/* The problem's arrays must outlive the solver. y, yp: consistent start at t. */
ptl_status ptl_solver_create(ptl_context *context, const ptl_solver_problem *problem, double t,
                             const double *y, const double *yp, ptl_solver **out);
void ptl_solver_destroy(ptl_solver *solver);

/* The next step ends at the latest at t. */
ptl_status ptl_solver_limit(ptl_solver *solver, double t);
/* One step of the integrator's own choice. On failure PTL_ERR_SIMULATION and the message. */
ptl_status ptl_solver_step(ptl_solver *solver, double *t);
/* y and yp at the end of the last step. */
const double *ptl_solver_y(const ptl_solver *solver);
const double *ptl_solver_yp(const ptl_solver *solver);
/* y at a time within the last step. */
void ptl_solver_dense(ptl_solver *solver, double t, double *y);
/* New absolute tolerances, from the next restart on. */
void ptl_solver_set_tolerance(ptl_solver *solver, const double *tolerance);
/* Starts afresh from a consistent state; first_step 0 leaves the choice to the integrator. */
ptl_status ptl_solver_restart(ptl_solver *solver, double t, const double *y, const double *yp,
                              double first_step);
/* Local error of the last step, per unknown. */
void ptl_solver_local_error(ptl_solver *solver, double *error);
/* Newton failures since the start or the last restart. */
int64_t ptl_solver_newton_failures(ptl_solver *solver);
/* Adds steps, residuals, Jacobians, factorisations, failures and iterations since the start or the
 * last restart to `counters`. */
void ptl_solver_count(ptl_solver *solver, ptl_counters *counters);

#endif
