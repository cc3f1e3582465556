/* reaction_solver.h: accelerations with forces that depend on reactions, from state to state along
 * a motion. Internal.
 *
 * Solves the equations of reactions.h, h_k(f) = F_k(slip_k, N_k(lambda(f))) - f_k = 0, from the
 * reactions of the state before, where f, q and v were nearly what they are. The solution that goes
 * on from there is followed; whether there are others is left to reactions.h.
 *
 * Lambda is linear in f. With few forces their responses are found once, and what is left is
 * Newton's method on a few numbers; with many a step of the iteration is f + h with Anderson's
 * extrapolation (anderson.h). */
#ifndef PTL_REACTION_SOLVER_H
#define PTL_REACTION_SOLVER_H

#include "accelerations.h"

typedef struct ptl_reaction_solver ptl_reaction_solver;

ptl_status ptl_reaction_solver_create(ptl_data *data, ptl_accelerations *accelerations,
                                      ptl_reaction_solver **out);
void ptl_reaction_solver_destroy(ptl_reaction_solver *solver);

/* As ptl_accelerations_solve, with the inner states of friction set before and with all forces that
 * depend on reactions; their powers are added to data->absorbed. lambda comes in near the reactions
 * wanted. accuracy: of the forces, relative to the largest of them. Non-zero as ptl_eval_forces,
 * and where the equations depend on each other or the iteration does not converge. */
int ptl_reaction_solver_solve(ptl_reaction_solver *solver, double t, const double *q,
                              const double *v, const ptl_contact_mode *mode, double accuracy,
                              double *a, double *lambda);

#endif
