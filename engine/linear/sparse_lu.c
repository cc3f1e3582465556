/* sparse_lu.c: the factors are KLU's, of one block in COLAMD's order (that of AMD fills in with pivots off the diagonal). */
#include "sparse_lu.h"

#include <klu.h>
#include <string.h>

/* Least ratio of an entry of the matrix to that of U in its column: below it the pivots have become too small. */
static const double least_growth = 1e-6;

struct ptl_sparse_lu {
  ptl_context *context;
  int n;
  int64_t *start, *index; /* of the matrix; KLU takes them without const */
  klu_l_symbolic *symbolic;
  klu_l_numeric *numeric; /* NULL: pivots are to be chosen */
  klu_l_common common;
};

void ptl_sparse_lu_destroy(ptl_sparse_lu *lu) {
  if (lu == NULL) return;
  ptl_sparse_lu_renew(lu);
  if (lu->symbolic != NULL) klu_l_free_symbolic(&lu->symbolic, &lu->common);
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
  lu->symbolic = klu_l_analyze(n, lu->start, lu->index, &lu->common);
  if (lu->symbolic == NULL) {
    ptl_sparse_lu_destroy(lu);
    return ptl_fail(context, PTL_ERR_MEMORY,
                    "the sparse matrix of %d unknowns could not be analysed", n);
  }
  *out = lu;
  return PTL_OK;
}

void ptl_sparse_lu_renew(ptl_sparse_lu *lu) {
  if (lu->numeric != NULL) klu_l_free_numeric(&lu->numeric, &lu->common);
}

/* 1: the pivots in hand suit these values. */
static int factor_again(ptl_sparse_lu *lu, double *values) {
  return klu_l_refactor(lu->start, lu->index, values, lu->symbolic, lu->numeric, &lu->common) &&
         lu->common.status == KLU_OK &&
         klu_l_rgrowth(lu->start, lu->index, values, lu->symbolic, lu->numeric, &lu->common) &&
         lu->common.rgrowth > least_growth;
}

ptl_status ptl_sparse_lu_factor(ptl_sparse_lu *lu, const double *values) {
  double *own = (double *)values; /* KLU takes them without const */
  if (lu->numeric != NULL && factor_again(lu, own)) return PTL_OK;
  ptl_sparse_lu_renew(lu);
  lu->numeric = klu_l_factor(lu->start, lu->index, own, lu->symbolic, &lu->common);
  if (lu->numeric != NULL && lu->common.status == KLU_OK) return PTL_OK;
  int is_full = lu->common.status == KLU_OUT_OF_MEMORY;
  ptl_sparse_lu_renew(lu);
  if (is_full) return ptl_fail(lu->context, PTL_ERR_MEMORY, "no memory for the Newton matrix");
  return ptl_fail(lu->context, PTL_ERR_SIMULATION, "the Newton matrix is singular");
}

void ptl_sparse_lu_solve(ptl_sparse_lu *lu, const double *b, double *x) {
  if (x != b) memcpy(x, b, sizeof(double) * (size_t)lu->n);
  klu_l_solve(lu->symbolic, lu->numeric, lu->n, 1, x, &lu->common);
}
