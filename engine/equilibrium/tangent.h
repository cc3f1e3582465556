/* tangent.h: the equations of motion linearised about a state, as dense matrices. Internal.
 *
 * About (q, v, lambda) the equations
 *   M a - Q(t, q, v, lambda) + Phi_q^T lambda = 0,   Phi(t, q) = 0
 * change by M da + C dv + K dq + A dlambda and P dq. A is Phi_q^T but for forces that depend on
 * reactions. All of it comes from the exact Jacobian of dae.h, so that K has the geometric
 * stiffness of the reactions.
 *
 * Matrices are by columns and scaled: a coordinate that is an angle counts as the length angle
 * times the system's length, so that forces and moments, lengths and angles are compared with one
 * another whatever the units. */
#ifndef PTL_TANGENT_H
#define PTL_TANGENT_H

#include "data.h"

typedef struct ptl_tangent {
  ptl_data *data;
  int n, m;       /* coordinates, rows of Phi */
  double *y;      /* the state, all unknowns: q, v, -, lambda, inner states of friction */
  double *yp;     /* zero: rates of the unknowns */
  double *r;      /* residual of the DAE */
  double *values; /* of its sparse Jacobian */
  double *lever;  /* n: what makes a length of a coordinate [1] or [m] */
  double *force;  /* n: Q - Phi_q^T lambda, scaled: what is left over [N] */
  double *phi;    /* m */
  double *stiffness, *damping; /* n x n: K [N/m], C [N s/m] */
  double *by_reaction;         /* n x m: A */
  double *rows;                /* m x n: P = Phi_q */
  int freedom;                 /* n less the independent rows */
  double *free;                /* n x freedom: an orthonormal basis of P x = 0 */
  double *balance;             /* n x freedom: of A^T x = 0, dual to free */
  double reaction_scale;       /* largest force that a reaction exerts [N] */
  int has_reaction_forces;     /* 1: A differs from P^T */
  /* Friction that sticks: rows of its slip, like those of constraints in the bases and reactions,
   * with its forces as multipliers. */
  int n_sticking;
  int *sticking; /* which frictions do */
  double *slips; /* n x n_sticking: gradients of their slips, 0 where nothing presses */
  /* per friction: stands for the law's force where data->friction_given is this */
  double *friction;
  double *scratch, *square, *right; /* n x max(n, m + f), f frictions; n x n; max(n, m + f) */
  int *pivots;
  void *arrays;
} ptl_tangent;

ptl_status ptl_tangent_create(ptl_data *data, ptl_tangent *out);
void ptl_tangent_release(ptl_tangent *tangent);
double *ptl_tangent_q(const ptl_tangent *tangent);
double *ptl_tangent_lambda(const ptl_tangent *tangent);

/* Residual alone, at the state in y: force and phi. Non-zero as ptl_eval_residual. */
int ptl_tangent_residual(ptl_tangent *tangent, double t);
/* All matrices there, but for the bases. Non-zero as ptl_eval_jacobian. */
int ptl_tangent_matrices(ptl_tangent *tangent, double t);
/* The bases, from the matrices and what sticks. */
ptl_status ptl_tangent_bases(ptl_tangent *tangent);
/* Multipliers of least norm, those of what sticks among them, that leave the least force over, into
 * y and friction; then residual and matrices are those there. PTL_ERR_UNFIT without a message where
 * a force is not finite or a law is asked outside its domain. */
ptl_status ptl_tangent_balance(ptl_tangent *tangent, double t);
/* Moves q in y onto the constraints by the least change, scaled as above; PTL_ERR_UNFIT without a
 * message where that fails. */
ptl_status ptl_tangent_project(ptl_tangent *tangent, double t);
/* Least norm x with P x = g. */
ptl_status ptl_tangent_least_change(ptl_tangent *tangent, const double *g, double *x);

#endif
