/* dense.c: least norm by dgelsy, bases by dgeqp3, eigenvalues by dsyev and dgeev. */
#include "dense.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

static ptl_status fail(ptl_context *context, int failed) {
  if (failed == LAPACK_WORK_MEMORY_ERROR || failed == LAPACK_TRANSPOSE_MEMORY_ERROR)
    return ptl_fail(context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory in LAPACK");
  return ptl_fail(context, PTL_ERR_UNFIT, PTL_E(0306) "LAPACK failed (%d)", failed);
}

ptl_status ptl_dense_least_norm(ptl_context *context, double *a, int rows, int columns, double *b,
                                int *pivots) {
  lapack_int rank;
  const int big = rows > columns ? rows : columns;
  if (rows == 0 || columns == 0) {
    memset(b, 0, sizeof(double) * (size_t)columns);
    return PTL_OK;
  }
  memset(pivots, 0, sizeof(int) * (size_t)columns);
  const int failed = LAPACKE_dgelsy(LAPACK_COL_MAJOR, rows, columns, 1, a, rows, b, big, pivots,
                                    PTL_DENSE_RANK, &rank);
  return failed ? fail(context, failed) : PTL_OK;
}

ptl_status ptl_dense_normal_basis(ptl_context *context, double *a, int n, int m, double *tau,
                                  int *pivots, double *out, int *count) {
  const int most = n < m ? n : m;
  int rank = 0, failed = 0;
  for (int j = 0; j < m; j++) {
    double *column = a + (size_t)n * (size_t)j, sum = 0.0;
    for (int i = 0; i < n; i++) sum += column[i] * column[i];
    const double inverse = sum > 0.0 ? 1.0 / sqrt(sum) : 0.0;
    for (int i = 0; i < n; i++) column[i] *= inverse;
  }
  memset(pivots, 0, sizeof(int) * (size_t)m);
  if (m > 0) failed = LAPACKE_dgeqp3(LAPACK_COL_MAJOR, n, m, a, n, pivots, tau);
  if (failed) return fail(context, failed);
  while (rank < most && fabs(a[(size_t)rank * (size_t)(n + 1)]) > PTL_DENSE_RANK) rank++;
  *count = n - rank;
  memset(out, 0, sizeof(double) * (size_t)n * (size_t)n);
  for (int k = 0; k < n - rank; k++) out[(size_t)k * (size_t)n + (size_t)(rank + k)] = 1.0;
  if (rank == 0 || n == rank) return PTL_OK;
  failed = LAPACKE_dormqr(LAPACK_COL_MAJOR, 'L', 'N', n, n - rank, rank, a, n, tau, out, n);
  return failed ? fail(context, failed) : PTL_OK;
}

ptl_status ptl_dense_symmetric_eigen(ptl_context *context, double *a, int n, double *eigenvalues) {
  if (n == 0) return PTL_OK;
  const int failed = LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'U', n, a, n, eigenvalues);
  return failed ? fail(context, failed) : PTL_OK;
}

ptl_status ptl_dense_eigen(ptl_context *context, double *a, int n, double *real, double *imaginary,
                           double *vectors) {
  if (n == 0) return PTL_OK;
  const int failed =
      LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'V', n, a, n, real, imaginary, NULL, n, vectors, n);
  return failed ? fail(context, failed) : PTL_OK;
}

int ptl_dense_solve(double *a, int n, int columns, double *b, int *pivots) {
  memset(pivots, 0, sizeof(int) * (size_t)n);
  return n == 0 || columns == 0 ||
         LAPACKE_dgesv(LAPACK_COL_MAJOR, n, columns, a, n, pivots, b, n) == 0;
}

void ptl_dense_multiply_transposed(const double *a, const double *b, int n, int p, int r,
                                   double *out) {
  for (int j = 0; j < r; j++)
    for (int i = 0; i < p; i++) {
      const double *x = a + (size_t)n * (size_t)i, *y = b + (size_t)n * (size_t)j;
      double sum = 0.0;
      for (int l = 0; l < n; l++) sum += x[l] * y[l];
      out[(size_t)p * (size_t)j + (size_t)i] = sum;
    }
}

void ptl_dense_multiply(const double *a, const double *b, int n, int p, int r, double *out) {
  memset(out, 0, sizeof(double) * (size_t)n * (size_t)r);
  for (int j = 0; j < r; j++)
    for (int l = 0; l < p; l++) {
      const double factor = b[(size_t)p * (size_t)j + (size_t)l];
      const double *column = a + (size_t)n * (size_t)l;
      if (factor == 0.0) continue;
      for (int i = 0; i < n; i++) out[(size_t)n * (size_t)j + (size_t)i] += factor * column[i];
    }
}
