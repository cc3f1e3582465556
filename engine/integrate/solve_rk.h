/* solve_rk.h: a run without stiff parts, advanced by an explicit Runge-Kutta method on the accelerations.
 *
 * Positions and velocities of all bodies are integrated, reactions are eliminated (reduced.h), and what
 * little drift a step leaves is projected away. A gap gives force while its state says that it touches, so
 * within a step nothing is abrupt; the run cuts a step where a gap touches, and goes on from there.
 *
 * What is left are the roots in contact laws, force ~ depth^1.5. Near the surface of a gap the depth's root w
 * takes the place of time: with depth = w^2, dt = 2 w ds, dw = depth' ds, everything is smooth in s again,
 * and the last step before two parts separate, taken in w itself, ends at depth 0 exactly. Internal. */
#ifndef PTL_SOLVE_RK_H
#define PTL_SOLVE_RK_H

#include "reduced.h"
#include "system.h"

typedef struct ptl_rk ptl_rk;

/* Whether the mechanism is one for this method: no friction and no bushings, which are stiff. */
int ptl_rk_suits(const ptl_system *system);
/* tolerance: of q and v, as in y, of which a step may err by `share`; it must outlive the solver, as must the
 * work, of which the solver sets by_state, and its reduced equations. */
ptl_status ptl_rk_create(ptl_data *data, ptl_reduced *reduced, const double *tolerance,
                         double share, ptl_rk **out);
void ptl_rk_destroy(ptl_rk *rk);

/* Begins at a state of q and v, given at the start of y. gap: one that has just touched, or -1. */
ptl_status ptl_rk_restart(ptl_rk *rk, double t, const double *y, int gap);
/* Another method takes over until the next restart. */
void ptl_rk_rest(ptl_rk *rk);
/* A step that ends at the latest at `limit` and is not longer than `most`. PTL_ERR_SIMULATION, or
 * PTL_ERR_UNFIT where stability and not accuracy makes the steps short. */
ptl_status ptl_rk_step(ptl_rk *rk, double limit, double most, double *t);
/* All unknowns at the end of the last step, the multipliers mu apart. */
const double *ptl_rk_y(const ptl_rk *rk);
/* q and v within the last step; what else y holds is left alone. */
void ptl_rk_dense(ptl_rk *rk, double t, double *y);
/* Time at the end of the last step. */
double ptl_rk_end(const ptl_rk *rk);
/* The gap that has parted at the end of the last step, or -1. */
int ptl_rk_parted(const ptl_rk *rk);
/* 1 if the present state is not put onto all of the constraints: beside a singular position, or where masses
 * differ too much to tell them apart. */
int ptl_rk_drifts(const ptl_rk *rk);
/* Local error of q and v in the last step, placed as in y. */
void ptl_rk_local_error(const ptl_rk *rk, double *error);
/* Integrals from the start of the last step to t: see below. */
void ptl_rk_sums(ptl_rk *rk, double t, double *sums);
enum { PTL_SUM_SUPPLIED, PTL_SUM_ABSORBED, PTL_SUM_GAPS }; /* then impulse and work of each gap */
static inline int ptl_rk_n_sums(const ptl_system *system) {
  return PTL_SUM_GAPS + 2 * system->n_gaps;
}
/* Adds steps, evaluations and failures since the start or the last call. */
void ptl_rk_count(ptl_rk *rk, ptl_counters *counters);

#endif
