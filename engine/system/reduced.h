/* reduced.h: accelerations and reactions of the mechanism at one state, with the constraints eliminated:
 *   M a + Phi_q^T lambda = Q,  Phi_q a = gamma   =>   (Phi_q M^-1 Phi_q^T) lambda = Phi_q M^-1 Q - gamma.
 * M is diagonal, so the matrix on the left is sparse: two rows meet where they share a body. Rows that the
 * others imply get no reaction. Internal. */
#ifndef PTL_REDUCED_H
#define PTL_REDUCED_H

#include "system.h"

typedef struct ptl_reduced ptl_reduced;

ptl_status ptl_reduced_create(ptl_data *data, ptl_reduced **out);
void ptl_reduced_destroy(ptl_reduced *reduced);
/* Places the work at (t, q, v), without inner states of friction; a: n_coordinates, lambda: n_rows, or NULL.
 * Friction in ideal joints is left out. mode: as for ptl_eval_forces. 0, or non-zero as ptl_eval_forces. */
int ptl_reduced_solve(ptl_reduced *reduced, double t, const double *q, const double *v,
                      const ptl_contact_mode *mode, double *a, double *lambda);
/* At the state of the last ptl_reduced_solve, with its factors: multipliers for the force in work->force,
 * which may have been changed since. */
void ptl_reduced_react(ptl_reduced *reduced, double *a, double *lambda);
/* Equations that the others implied at the last ptl_reduced_solve. */
int ptl_reduced_n_implied(const ptl_reduced *reduced);
/* The smallest pivot there, relative to its diagonal entry, implied equations apart. */
double ptl_reduced_least_pivot(const ptl_reduced *reduced);
/* Moves q and v, the state of the last ptl_reduced_solve, onto the constraints by
 * one mass-weighted Newton step each. Of the violation of q what is left is of its square, of that of v a
 * part by which q moved. 0 where it is not done, because the position is nearly singular or the way too
 * long for drift, by the limits of q and v (NULL for none). */
int ptl_reduced_project(ptl_reduced *reduced, const double *limit, double *q, double *v);

#endif
