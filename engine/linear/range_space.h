/* range_space.h: the range-space method for equations that hold a vector,
 *   W a + A^T lambda = f,  A a = b   =>   (A W^-1 A^T) lambda = A W^-1 f - b,
 * with diagonal weights W and a sparse A whose pattern is fixed. Internal.
 *
 * Rows that presolve.h solves for a column are not left to the matrix. Those of one unknown give
 * their column from those before it. A follower is a column that its row gives from one unknown
 * column, the leader: a_f = share a_l + rest. The leader then has the weight w_l + sum of share^2
 * w_f, and the rows that remain the entry A_l + share A_f; the weights stay diagonal. The multipliers
 * of solved rows follow from the equations of their columns, in reverse order. */
#ifndef PTL_RANGE_SPACE_H
#define PTL_RANGE_SPACE_H

#include "presolve.h"
#include "sparse_ldl.h"

typedef struct ptl_range_space ptl_range_space;

/* The entries as for ptl_presolve_create; source[i]: where entry i stands among the values that
 * ptl_range_space_assemble is given. has_followers 0: without these, for rows that may depend on
 * each other. */
ptl_status ptl_range_space_create(ptl_context *context, int n_rows, int n_columns,
                                  const ptl_presolve_entry *entries, const int *source,
                                  int n_entries, int has_followers, ptl_range_space **out);
void ptl_range_space_destroy(ptl_range_space *r);
/* What presolve has found. */
const ptl_presolve *ptl_range_space_presolve(const ptl_range_space *r);

/* The matrix of the rows that remain, for these values, which stay in use, and weights. A leader and
 * its followers have finite weights that are not 0. */
void ptl_range_space_assemble(ptl_range_space *r, const double *values,
                              const double *inverse_weights);
/* After that, without followers: rows of which rounding is left once the others are solved, as of a
 * rod between two points that a pin holds together, become 0 = 0: eliminated first they would take
 * the places of equations that hold the same unknowns. */
void ptl_range_space_drop_rounding(ptl_range_space *r, const double *inverse_weights);
/* Factorises; returns as ptl_sparse_ldl_factor. */
int ptl_range_space_factor(ptl_range_space *r, double weakest);
/* The least pivot, relative to its diagonal entry; 1 where no rows remain. */
double ptl_range_space_least_pivot(const ptl_range_space *r);

/* a, which is W^-1 f on entry, so that A a = b; b NULL: 0. */
void ptl_range_space_solve(ptl_range_space *r, const double *b, double *a);
/* The same with b = 0 of PTL_LANES vectors: a[PTL_LANES * column + lane]. */
void ptl_range_space_solve_lanes(ptl_range_space *r, double *a);
/* After each of them: lambda of all rows, 0 of empty ones; weights and f as above. */
void ptl_range_space_multipliers(ptl_range_space *r, const double *weights, const double *f,
                                 const double *a, double *lambda);
void ptl_range_space_multipliers_lanes(ptl_range_space *r, const double *weights, const double *f,
                                       const double *a, double *lambda);

#endif
