/* sparse_lu.c: the factors are KLU's, of one block in COLAMD's order (that of AMD fills in with
 * pivots off the diagonal). */
#include "sparse_lu.h"

#include <klu.h>
#include <math.h>
#include <string.h>

#include "arena.h"

/* Least ratio of an entry of the matrix to that of U in its column: below it the pivots have become
 * too small. */
static const double least_growth = 1e-6;

struct ptl_sparse_lu {
  ptl_context *context;
  int n;
  /* Of the matrix; KLU takes them without const. */
  int64_t *start, *index;
  klu_l_symbolic *symbolic;
  klu_l_numeric *numeric; /* NULL: pivots are to be chosen */
  klu_l_common common;
  void *arrays;   /* memory of those below */
  double *scale;  /* of the rows: 1 over the largest entry when the pivots were chosen */
  double *values; /* of the scaled matrix */
};

/* ---------------------------------------------------------------- life */

void ptl_sparse_lu_destroy(ptl_sparse_lu *lu) {
  if (lu == NULL) return;
  ptl_sparse_lu_renew(lu);
  if (lu->symbolic != NULL) klu_l_free_symbolic(&lu->symbolic, &lu->common);
  ptl_free(lu->context, lu->arrays);
  ptl_free(lu->context, lu);
}

ptl_status ptl_sparse_lu_create(ptl_context *context, int n, const int64_t *column_start,
                                const int64_t *row_index, ptl_sparse_lu **out) {
  enum { COLAMD = 1 };
  ptl_sparse_lu *lu = ptl_alloc(context, 1, sizeof *lu);
  *out = NULL;
  if (lu == NULL) return PTL_ERR_MEMORY;
  lu->context = context;
  lu->n = n;
  lu->start = (int64_t *)column_start;
  lu->index = (int64_t *)row_index;
  klu_l_defaults(&lu->common);
  lu->common.ordering = COLAMD;
  lu->common.btf = 0;
  lu->common.scale = -1; /* none, and no checks */
  const ptl_block blocks[] = {PTL_BLOCK(lu->scale, n), PTL_BLOCK(lu->values, column_start[n])};
  lu->arrays = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  if (lu->arrays == NULL) {
    ptl_sparse_lu_destroy(lu);
    return PTL_ERR_MEMORY;
  }
  lu->symbolic = klu_l_analyze(n, lu->start, lu->index, &lu->common);
  if (lu->symbolic == NULL) {
    ptl_sparse_lu_destroy(lu);
    return ptl_fail(context, PTL_ERR_MEMORY,
                    PTL_E(0001) "the sparse matrix of %d unknowns could not be analysed", n);
  }
  *out = lu;
  return PTL_OK;
}

void ptl_sparse_lu_renew(ptl_sparse_lu *lu) {
  if (lu->numeric != NULL) klu_l_free_numeric(&lu->numeric, &lu->common);
}

/* ---------------------------------------------------------------- factors */

static void find_scale(ptl_sparse_lu *lu, const double *values) {
  memset(lu->scale, 0, sizeof(double) * (size_t)lu->n);
  for (int64_t e = 0; e < lu->start[lu->n]; e++) {
    double *largest = &lu->scale[lu->index[e]];
    *largest = fmax(*largest, fabs(values[e]));
  }
  for (int i = 0; i < lu->n; i++) lu->scale[i] = lu->scale[i] > 0.0 ? 1.0 / lu->scale[i] : 1.0;
}

static void scale(ptl_sparse_lu *lu, const double *values) {
  for (int64_t e = 0; e < lu->start[lu->n]; e++)
    lu->values[e] = values[e] * lu->scale[lu->index[e]];
}

/* 1: the pivots in hand suit these values. */
static int factor_again(ptl_sparse_lu *lu, const double *values) {
  scale(lu, values);
  return klu_l_refactor(lu->start, lu->index, lu->values, lu->symbolic, lu->numeric, &lu->common) &&
         lu->common.status == KLU_OK &&
         klu_l_rgrowth(lu->start, lu->index, lu->values, lu->symbolic, lu->numeric, &lu->common) &&
         lu->common.rgrowth > least_growth;
}

ptl_status ptl_sparse_lu_factor(ptl_sparse_lu *lu, const double *values) {
  if (lu->numeric != NULL && factor_again(lu, values)) return PTL_OK;
  ptl_sparse_lu_renew(lu);
  find_scale(lu, values);
  scale(lu, values);
  lu->numeric = klu_l_factor(lu->start, lu->index, lu->values, lu->symbolic, &lu->common);
  if (lu->numeric != NULL && lu->common.status == KLU_OK) return PTL_OK;
  int is_full = lu->common.status == KLU_OUT_OF_MEMORY;
  ptl_sparse_lu_renew(lu);
  if (is_full)
    return ptl_fail(lu->context, PTL_ERR_MEMORY, PTL_E(0001) "no memory for the Newton matrix");
  return ptl_fail(lu->context, PTL_ERR_SIMULATION, PTL_E(0306) "the Newton matrix is singular");
}

void ptl_sparse_lu_solve(ptl_sparse_lu *lu, const double *b, double *x) {
  for (int i = 0; i < lu->n; i++) x[i] = b[i] * lu->scale[i];
  klu_l_solve(lu->symbolic, lu->numeric, lu->n, 1, x, &lu->common);
}
