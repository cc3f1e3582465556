/* dense.h: dense matrices by LAPACK: least norm, bases, eigenvalues. Matrices are by columns.
 * Internal. */
#ifndef PTL_DENSE_H
#define PTL_DENSE_H

#include "context.h"

/* Relative size below which a direction counts as dependent on others. */
#define PTL_DENSE_RANK 1e-9

/* The x of least norm with the least |A x - b|; a: rows x columns, overwritten; b: room for
 * max(rows, columns), x on return; pivots: columns. */
ptl_status ptl_dense_least_norm(ptl_context *context, double *a, int rows, int columns, double *b,
                                int *pivots);
/* An orthonormal basis of what is normal to all columns of a (n x m, overwritten), which are scaled
 * to unit length first so that the rank does not depend on their units: n x *count into out, with
 * room for n x n. tau: min(n, m); pivots: m. */
ptl_status ptl_dense_normal_basis(ptl_context *context, double *a, int n, int m, double *tau,
                                  int *pivots, double *out, int *count);
/* Eigenvalues of a symmetric matrix, ascending, and its eigenvectors in place of it. */
ptl_status ptl_dense_symmetric_eigen(ptl_context *context, double *a, int n, double *eigenvalues);
/* Eigenvalues of any real matrix (overwritten), and right eigenvectors in LAPACK's form: of a pair,
 * which stand one after the other with the positive imaginary part first, real and imaginary
 * part. */
ptl_status ptl_dense_eigen(ptl_context *context, double *a, int n, double *real, double *imaginary,
                           double *vectors);
/* a^-1 b into b, for `columns` right-hand sides; a (n x n) is overwritten; pivots: n. 0 where a is
 * singular. */
int ptl_dense_solve(double *a, int n, int columns, double *b, int *pivots);
/* out (p x r) = A^T B of matrices n x p and n x r. */
void ptl_dense_multiply_transposed(const double *a, const double *b, int n, int p, int r,
                                   double *out);
/* out (n x r) = A B of matrices n x p and p x r. */
void ptl_dense_multiply(const double *a, const double *b, int n, int p, int r, double *out);

#endif
