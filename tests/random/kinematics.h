/* kinematics.h: closure and singular positions of a random mechanism, without Pintle. */
#ifndef PTL_TEST_KINEMATICS_H
#define PTL_TEST_KINEMATICS_H

#include "random_mechanism.h"

enum { MOST_ROWS = 3 * MOST_JOINTS + MOST_DRIVES + 2, MOST_COLUMNS = 3 * MOST_BODIES };

/* Placement of every body: x, y [m], angle [rad], three each. */
void kinematics_placement(const random_mechanism *m, double *q);

/* Largest violation of an ideal joint [m, and rad times the length scale]. */
double kinematics_violation(const random_mechanism *m, const double *q);

/* Number of independent equations of joints, couplings and drives at q, and of all of them.
 * `all_ideal`: joints with clearance and bushings are taken as ideal, as for the start. */
int kinematics_rank(const random_mechanism *m, const double *q, int all_ideal, int *rows);

/* How far `rank` of these equations are from depending on each other at q: the least pivot of their
 * gradients, made dimensionless, over the largest. */
double kinematics_independence(const random_mechanism *m, const double *q, int rank);

/* Gradients of these equations at q, by x and y and by the angles times the length scale; returns
 * their number. */
int kinematics_gradients(const random_mechanism *m, const double *q,
                         double g[MOST_ROWS][MOST_COLUMNS]);

/* The first of a joint's equations among them. */
int kinematics_first_row(const random_mechanism *m, int joint);

/* Where the joint's point of part B is at q, and where its axis, if it has one, points. */
void kinematics_point(const random_mechanism *m, const double *q, int joint, double point[2],
                      double axis[2]);

#endif
