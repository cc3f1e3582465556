/* linear.h: a system linearised about a state, in the directions that its constraints leave.
 * Internal.
 *
 * The state of the linear system is (x, x', z): x = Z^T xi with Z an orthonormal basis of the free
 * directions, xi the change of the coordinates (angles by the system's length) along the axes of
 * the frame, and z the inner states of friction:
 *   d(x, x', z)/dt = A (x, x', z) + B u. */
#ifndef PTL_LINEAR_H
#define PTL_LINEAR_H

#include "equilibrium.h"
#include "pintle_analysis.h"

typedef struct ptl_linear {
  ptl_tangent g;
  double t;
  int n, m, freedom, n_inner; /* coordinates, rows, free directions, inner states of friction */
  int n_states, n_inputs;     /* 2 freedom + n_inner */
  ptl_modes_frame frame;
  double *acceleration; /* n, at the state, not scaled */
  double *velocity;     /* n, scaled */
  int is_at_rest;       /* 1: neither moves nor accelerates */
  double *inertia;      /* n: scaled */
  double *by_inner;     /* n x n_inner: of the equations of motion by z */
  double *inner_by;     /* n_inner x (2 n + n_inner + m): of z' by q, v, z, lambda, scaled */
  double *rate_rows;    /* m x n: (Phi_q v)_q, scaled */
  double *mass;         /* freedom x freedom: W^T M Z, and work */
  double *a, *b;        /* by rows: n_states x n_states, n_states x n_inputs */
  int *input_moves;     /* per input: 1 where a motion reads it */
  /* What each state, then each input changes: coordinates, velocities (scaled) and multipliers; by
   * columns. */
  double *dq, *dv, *dlambda;
  double *work, *rows_work; /* 4 n; 3 m */
  int *pivots;
  void *arrays, *matrices;
} ptl_linear;

/* At time t and the state q, v. lambda, a NULL: at rest, where the reactions balance. PTL_ERR_UNFIT
 * where it cannot be. */
ptl_status ptl_linear_create(ptl_data *data, ptl_modes_frame frame, double t, const double *q,
                             const double *v, const double *lambda, const double *a,
                             ptl_linear *out);
void ptl_linear_release(ptl_linear *linear);
/* Columns of the trace by the states, c (n_columns x n_states), and by the inputs, d (n_columns x
 * n_inputs); by rows. */
ptl_status ptl_linear_outputs(ptl_linear *linear, double *c, double *d);
/* The step of an input's difference quotient. */
double ptl_linear_input_step(const ptl_linear *linear, int input);
/* Sets an input's value, and with it the data. */
void ptl_linear_set_input(ptl_linear *linear, int input, double value);

#endif
