/* kkt_dense.c: least-norm solutions and rank by orthogonal factorisation (LAPACK dgelsy,
 * dgeqp3). */
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "arena.h"
#include "kkt_scaled.h"

/* Rank tolerance that stands for rounding; any above it is a choice of the caller. */
static const double rounding = 1e-9;
/* Below it nothing tells a dependent row from rounding. */
static const double least_tolerance = 1e-13;

typedef struct dense {
  double *matrix;   /* A^T, column-major n x m (which is A row-major), overwritten by every use */
  double *right;    /* right-hand side and solution, max(n, m) */
  double *singular; /* max(n, m) */
  int *pivots;      /* max(n, m) */
  void *arrays;     /* memory of the above */
} dense;

void ptl_kkt_dense_destroy(ptl_kkt *k) {
  ptl_context *context = k->data->context;
  dense *d = k->method;
  ptl_free(context, d->arrays);
  ptl_free(context, d);
}

ptl_status ptl_kkt_dense_create(ptl_kkt *k) {
  ptl_context *context = k->data->context;
  size_t n = (size_t)k->n, m = (size_t)k->m, big = n > m ? n : m;
  dense *d = k->method = ptl_alloc(context, 1, sizeof *d);
  if (d == NULL) return PTL_ERR_MEMORY;
  const ptl_block blocks[] = {PTL_BLOCK(d->matrix, n * m), PTL_BLOCK(d->right, big),
                              PTL_BLOCK(d->singular, big), PTL_BLOCK(d->pivots, big)};
  d->arrays = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  return d->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

static void fill(const ptl_kkt *k, const double *rows, double *matrix) {
  memset(matrix, 0, sizeof(double) * (size_t)k->n * (size_t)k->m);
  for (int j = 0; j < PTL_KKT_WIDTH * k->m; j++)
    if (k->coordinates[j] >= 0)
      matrix[(size_t)k->n * (size_t)(j / PTL_KKT_WIDTH) + (size_t)k->coordinates[j]] += rows[j];
}

/* Solves for `count` right-hand sides in `right`, in place; layout chooses A, and the numbers of
 * each unknown stand together, or A^T, of one right-hand side. Where the rank is cut above
 * rounding, by singular values, so that A and A^T lose the same directions; else by a pivoted QR
 * factorisation, which costs less. */
static ptl_status least_norm(ptl_kkt *k, int layout, int rows, int columns, int count,
                             double *right) {
  dense *d = k->method;
  lapack_int rank, big = k->n > k->m ? k->n : k->m;
  const lapack_int stride = layout == LAPACK_ROW_MAJOR ? count : big;
  /* the largest row is not the measure where a long arm makes it large */
  const double tolerance =
      fmax(k->rank_tolerance / k->stretch, fmin(least_tolerance, k->rank_tolerance));
  fill(k, k->rows, d->matrix);
  memset(d->pivots, 0, sizeof(int) * (size_t)big);
  int failed = k->rank_tolerance > rounding
                   ? LAPACKE_dgelsd(layout, rows, columns, count, d->matrix, k->n, right, stride,
                                    d->singular, tolerance, &rank)
                   : LAPACKE_dgelsy(layout, rows, columns, count, d->matrix, k->n, right, stride,
                                    d->pivots, tolerance, &rank);
  if (failed == LAPACK_WORK_MEMORY_ERROR || failed == LAPACK_TRANSPOSE_MEMORY_ERROR)
    return ptl_fail(k->data->context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory in LAPACK");
  return failed ? ptl_fail(k->data->context, PTL_ERR_UNFIT,
                           PTL_E(0306) "the equations of the joints cannot be solved in this position (LAPACK %d)",
                           failed)
                : PTL_OK;
}

static ptl_status solve_all(ptl_kkt *k, int count, const double *g, double *z, double *right) {
  for (int c = 0; c < count; c++)
    for (int i = 0; i < k->m; i++) right[count * i + c] = g[k->m * c + i];
  const ptl_status status = least_norm(k, LAPACK_ROW_MAJOR, k->m, k->n, count, right);
  for (int c = 0; c < count && status == PTL_OK; c++)
    for (int i = 0; i < k->n; i++) {
      const double value = z[k->n * c + i] = right[count * i + c];
      if (!isfinite(value)) return ptl_kkt_fail_body(k, i, "what its joints change of it");
    }
  return status;
}

ptl_status ptl_kkt_dense_solve(ptl_kkt *k, const double *g, double *z, double *y) {
  dense *d = k->method;
  ptl_status status = solve_all(k, 1, g, z, d->right);
  if (status != PTL_OK || y == NULL) return status;
  for (int i = 0; i < k->n; i++) d->right[i] = -z[i];
  status = least_norm(k, LAPACK_COL_MAJOR, k->n, k->m, 1, d->right);
  if (status == PTL_OK) memcpy(y, d->right, sizeof(double) * (size_t)k->m);
  return status;
}

ptl_status ptl_kkt_dense_solve_all(ptl_kkt *k, int count, const double *g, double *z) {
  ptl_context *context = k->data->context;
  double *right =
      ptl_alloc(context, (size_t)count * (size_t)(k->n > k->m ? k->n : k->m), sizeof *right);
  const ptl_status status = right != NULL ? solve_all(k, count, g, z, right) : PTL_ERR_MEMORY;
  ptl_free(context, right);
  return status;
}

ptl_status ptl_kkt_dense_rank(ptl_kkt *k, const double *unit_rows, int *rank, int *order) {
  dense *d = k->method;
  int most = k->n < k->m ? k->n : k->m;
  fill(k, unit_rows, d->matrix);
  memset(d->pivots, 0, sizeof(int) * (size_t)(k->n > k->m ? k->n : k->m));
  if (LAPACKE_dgeqp3(LAPACK_COL_MAJOR, k->n, k->m, d->matrix, k->n, d->pivots, d->right) != 0)
    return ptl_fail(k->data->context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory in LAPACK");
  for (*rank = 0; *rank < most; ++*rank)
    if (fabs(d->matrix[(size_t)*rank * (size_t)k->n + (size_t)*rank]) <= rounding) break;
  for (int i = 0; i < k->m; i++) order[i] = d->pivots[i] - 1;
  k->weakest_row = *rank > 0 ? order[*rank - 1] : -1;
  k->independence = *rank > 0 ? fabs(d->matrix[(size_t)(*rank - 1) * (size_t)(k->n + 1)]) : 1.0;
  return PTL_OK;
}
