/* massless.h: coordinates without mass, whose accelerations the constraints determine. Internal.
 *
 * Solvers divide by masses. They take weights D in place of those that are 0, and the forces D a
 * that these would take besides are given back. With R the accelerations of the coordinates without
 * mass by unit forces along them, as the constraints let them be, and a0 those without such forces,
 *   a = a0 + R D a,   (1 - D^1/2 R D^1/2) u = D^1/2 a0,   u = D^1/2 a.
 * The matrix is symmetric with eigenvalues from 0 to 1; it is singular where the constraints leave
 * a coordinate without mass free, and positive definite otherwise, whatever the weights. */
#ifndef PTL_MASSLESS_H
#define PTL_MASSLESS_H

#include "context.h"

typedef struct ptl_massless ptl_massless;

/* Of n coordinates with these indices among all; inverse_weights: of all coordinates. Both lists
 * stay the caller's. *out is NULL where n is 0. */
ptl_status ptl_massless_create(ptl_context *context, int n, const int *coordinates,
                               const double *inverse_weights, ptl_massless **out);
void ptl_massless_destroy(ptl_massless *massless);
/* Column i of R from the accelerations of all coordinates by a unit force along coordinates[i]. */
void ptl_massless_set_column(ptl_massless *massless, int i, const double *accelerations);
/* After all columns: the least pivot, 0 to 1. *coordinate: where, among all. */
double ptl_massless_factor(ptl_massless *massless, int *coordinate);
/* The forces D a from the accelerations a0 of all coordinates, added to `forces` of all
 * coordinates. */
void ptl_massless_add_forces(ptl_massless *massless, const double *a0, double *forces);

#endif
