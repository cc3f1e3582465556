/* sparse_lu.h: LU factors of a sparse matrix whose values change and whose pattern does not.
 * Internal.
 *
 * By KLU: pivots are kept for new values, and chosen anew where they no longer suit.
 */
#ifndef PTL_SPARSE_LU_H
#define PTL_SPARSE_LU_H

#include "context.h"

typedef struct ptl_sparse_lu ptl_sparse_lu;

/* Compressed columns of an n x n matrix, which must outlive the factors. */
ptl_status ptl_sparse_lu_create(ptl_context *context, int n, const int64_t *column_start,
                                const int64_t *row_index, ptl_sparse_lu **out);
void ptl_sparse_lu_destroy(ptl_sparse_lu *lu);
/* Factorises the matrix with these values. PTL_ERR_SIMULATION when it is singular. */
ptl_status ptl_sparse_lu_factor(ptl_sparse_lu *lu, const double *values);
/* Asks for new pivots at the next factorisation. */
void ptl_sparse_lu_renew(ptl_sparse_lu *lu);
/* x = A^-1 b; x and b may be the same. */
void ptl_sparse_lu_solve(ptl_sparse_lu *lu, const double *b, double *x);

#endif
