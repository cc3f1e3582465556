/* accelerations.h: accelerations and reactions of the mechanism at one state, with the constraints
 * eliminated:
 *   M a + Phi_q^T lambda = Q,  Phi_q a = gamma   =>   (Phi_q M^-1 Phi_q^T) lambda = Phi_q M^-1 Q -
 *   gamma.
 * M is diagonal, so the matrix on the left is sparse: two rows meet where they share a body.
 * Equations that the others imply get no reaction. Internal. */
#ifndef PTL_ACCELERATIONS_H
#define PTL_ACCELERATIONS_H

#include "contact.h"
#include "sparse_ldl.h"

typedef struct ptl_accelerations ptl_accelerations;

ptl_status ptl_accelerations_create(ptl_data *data, ptl_accelerations **out);
void ptl_accelerations_destroy(ptl_accelerations *accelerations);
/* Sets the state of the data to (t, q, v), without inner states of friction, and evaluates forces
 * and constraints there. Accelerations into a (n_coordinates), multipliers into lambda (n_rows, or
 * NULL). Friction in ideal joints is left out. mode as for ptl_eval_forces. 0, or non-zero as
 * ptl_eval_forces. */
int ptl_accelerations_solve(ptl_accelerations *accelerations, double t, const double *q,
                            const double *v, const ptl_contact_mode *mode, double *a,
                            double *lambda);
/* The same without the accelerations, which ptl_accelerations_reactions then gives. */
int ptl_accelerations_prepare(ptl_accelerations *accelerations, double t, const double *q,
                              const double *v, const ptl_contact_mode *mode);
/* The factors alone, as for ptl_accelerations_project; returns the least pivot, 1 where nothing is
 * factorised. */
double ptl_accelerations_set(ptl_accelerations *accelerations, double t, const double *q,
                             const double *v);
/* At the state of the last ptl_accelerations_solve, with its factors: the same for the force in
 * data->force, which may have been changed since. */
void ptl_accelerations_reactions(ptl_accelerations *accelerations, double *a, double *lambda);
/* There, what PTL_LANES forces do alone, where every coordinate has a mass: force[PTL_LANES *
 * coordinate + lane], and so a and, by rows, lambda. */
void ptl_accelerations_respond(ptl_accelerations *accelerations, const double *force, double *a,
                               double *lambda);
/* Equations that the others implied at the last ptl_accelerations_solve. */
int ptl_accelerations_n_implied(const ptl_accelerations *accelerations);
/* Those beside the equations that are redundant everywhere: more than 0 in a singular position. */
static inline int ptl_accelerations_n_lost(const ptl_accelerations *accelerations,
                                           const ptl_data *data) {
  return ptl_accelerations_n_implied(accelerations) -
         (data->n_redundant > 0 ? data->n_redundant : 0);
}
/* The smallest pivot there, relative to its diagonal entry, implied equations apart; or the least
 * part of an equation that is left beside coordinates which others determine, if that is less. */
double ptl_accelerations_least_pivot(const ptl_accelerations *accelerations);
/* There, how independent the equations are apart from implied ones, whatever the masses: about the
 * root of that pivot if every body had the same mass and the system's length as its radius of
 * gyration; about a sine. */
double ptl_accelerations_strength(ptl_accelerations *accelerations);
/* Moves q and v, the state of the last ptl_accelerations_solve, onto the constraints by one
 * mass-weighted Newton step each: a violation e of the position becomes one of order e^2, one of
 * the velocity is taken out but for the change of Phi_q along the step of q. 0 where nothing is
 * moved or only q, because the position is nearly singular or the step too long to be constraint
 * violation by rounding and integration: longer than 1e5 times the limits of q and v (NULL for
 * none). */
int ptl_accelerations_project(ptl_accelerations *accelerations, const double *limit, double *q,
                              double *v);
/* The state on the constraints that is nearest by mass to q and v at the time t, into both: by the
 * constraints' derivatives there and not at the given q, which keeps it nearest also where they
 * change much, as near singular positions. 0 where that cannot be, with q and v anywhere. */
int ptl_accelerations_find_nearest(ptl_accelerations *accelerations, double t, double *q,
                                   double *v);

#endif
