/* kinematics.h: closure and singular positions of a random mechanism, without Pintle. */
#ifndef PTL_TEST_KINEMATICS_H
#define PTL_TEST_KINEMATICS_H

#include "random_mechanism.h"

enum { MOST_ROWS = 3 * MOST_JOINTS + MOST_DRIVES + 2, MOST_COLUMNS = 3 * MOST_BODIES };

/* Placement of every body: x, y [m], angle [rad], three each. */
void kinematics_placement(const random_mechanism *m, double *q);

/* Largest violation of an ideal joint [m, and rad times the length scale]. */
double kinematics_violation(const random_mechanism *m, const double *q);

/* How far the equations of joints, couplings and drives are from depending on each other at q: the least
 * pivot over the largest of their gradients, all made dimensionless; the first `rank` pivots count (0: as
 * many as there are equations). *rows: number of equations. */
double kinematics_independence(const random_mechanism *m, const double *q, int rank, int *rows);

/* Number of pivots above 1e-7 of the largest at q. */
int kinematics_rank(const random_mechanism *m, const double *q);

#endif
