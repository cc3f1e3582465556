/* sparse_ldl.h: L D L^T factors of a symmetric positive matrix whose pattern is fixed. Internal.
 *
 * The order of elimination is AMD's; no pivoting is needed. What the elimination multiplies and
 * where the product goes is listed once, so that a factorisation is one pass over that list. A
 * pivot that vanishes to rounding marks an equation that the others imply: its unknown becomes
 * zero. */
#ifndef PTL_SPARSE_LDL_H
#define PTL_SPARSE_LDL_H

#include "context.h"

/* Right-hand sides that are solved for at once, next to each other: x[PTL_LANES * k + lane]. */
enum { PTL_LANES = 4 };

typedef struct ptl_sparse_ldl {
  ptl_context *context;
  int n;
  int *order, *position_of; /* unknown at position k of the elimination, and the reverse */
  int *start;               /* n + 1: where the columns of L begin, below the diagonal */
  int *row;                 /* positions, ascending in each column */
  int *width;               /* of columns eliminated together, at the first of them: 1 or 2 */
  int *target;              /* in `values`, of the products in order of elimination */
  double *values;           /* n diagonal entries in order of elimination, then those of L */
  double *inverse;          /* of D; 0 for an implied equation */
  double least_pivot;       /* relative to its diagonal entry, implied equations apart */
  double *least;            /* of what a pivot is 0 */
  void *arrays;             /* memory of order, position_of, start, width, inverse, least */
} ptl_sparse_ldl;

/* The pairs (i, j) are the entries off the diagonal that may differ from zero, in any order, each
 * once or more, on either side. */
ptl_status ptl_sparse_ldl_create(ptl_context *context, int n, int n_pairs, const int (*pairs)[2],
                                 ptl_sparse_ldl **out);
void ptl_sparse_ldl_destroy(ptl_sparse_ldl *ldl);
/* Index in `values` of the entry (i, j) = (j, i). */
int ptl_sparse_ldl_index(const ptl_sparse_ldl *ldl, int i, int j);
/* Sets `values` to zero; entries may then be added. */
void ptl_sparse_ldl_clear(ptl_sparse_ldl *ldl);
/* Replaces the matrix in `values` by its factors; returns the number of implied equations, among
 * them those whose pivots are up to `least` of their diagonal entries. */
int ptl_sparse_ldl_factor(ptl_sparse_ldl *ldl, double least);
/* x = A^-1 x, with the unknowns in the order of elimination: unknown i is at position_of[i]. */
void ptl_sparse_ldl_solve(const ptl_sparse_ldl *ldl, double *x);
/* The same for all lanes. */
void ptl_sparse_ldl_solve_lanes(const ptl_sparse_ldl *ldl, double *x);

#endif
