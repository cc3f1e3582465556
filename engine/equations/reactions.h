/* reactions.h: accelerations, reactions and the friction of ideal joints together at one state.
 * Internal.
 *
 *   M a + Phi_q^T lambda = Q - sum f_k d_k,   Phi_q a = gamma,   f_k = F_k(slip_k, N_k(lambda)).
 *
 * Lambda is linear in the friction forces f_k, so that one equation for each of them remains,
 *   h_k(f) = F_k(slip_k, N_k(lambda(f))) - f_k = 0,
 * which is solved by Newton's method with a line search. Where friction multiplies its own cause
 * enough there may be several solutions, or none (Painleve 1895; Pfeiffer and Glocker: Multibody
 * Dynamics with Unilateral Contacts, 1996, ch. 8). Multipliers are those of least norm where
 * equations depend on each other. */
#ifndef PTL_REACTIONS_H
#define PTL_REACTIONS_H

#include "reactions_state.h"

/* accelerations: used where the position is far from singular and no equation is redundant; where
 * it is near a singular one, multipliers that rounding alone may have made are left out. NULL for
 * always the least norm of all. */
ptl_status ptl_reactions_create(ptl_data *data, ptl_accelerations *accelerations,
                                ptl_reactions **out);
void ptl_reactions_destroy(ptl_reactions *reactions);

/* Puts q and v, which are to be near the constraints, onto them as far as their rank goes, by no
 * more than the limit [m, rad times length]; 0 where that fails, with q and v left as they were. */
int ptl_reactions_project(ptl_reactions *reactions, double t, double limit, double *q, double *v);

/* At (t, q, v), with the inner states of friction set before: accelerations into a and multipliers
 * into lambda. is_guess: lambda comes in near the solution wanted, which is then the one that is
 * found if there are several. Leaves forces, without friction of ideal joints, in data->force.
 * PTL_ERR_UNFIT where a force is not finite; *report tells whether there is a solution. */
ptl_status ptl_reactions_find(ptl_reactions *reactions, double t, const double *q, const double *v,
                              const ptl_contact_mode *mode, int is_guess, double *a, double *lambda,
                              ptl_reaction_report *report);

/* How independent the equations at a state are, redundant ones apart, whatever the masses: about
 * the sine of the angle between the weakest, *row, and the others; 0 at a singular position, NAN
 * where it cannot be told. */
double ptl_reactions_independence(ptl_reactions *reactions, double t, const double *q,
                                  const double *v, int *row);
/* The reactions in the direction in which the equations scaled by the masses are weakest, the
 * largest of them 1, into pattern (n_rows). Returns how weak, relative to the strongest direction;
 * NAN where it cannot be told. */
double ptl_reactions_weakness(ptl_reactions *reactions, double t, const double *q, const double *v,
                              double *pattern);

/* After ptl_reactions_find, by how much a and lambda miss the equations: the largest error of an
 * equation of motion or of an acceleration, relative to the largest term in it. *row: where, a row
 * of Phi or, for an equation of motion, -1 - coordinate. */
double ptl_reactions_error(ptl_reactions *reactions, const double *q, const double *v,
                           const double *a, const double *lambda, int *row);

#endif
