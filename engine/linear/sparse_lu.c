/* sparse_lu.c: left-looking elimination P R A Q = L U with pivots chosen by KLU; R scales every row to
 * a largest entry of 1, as KLU does. */
#include "sparse_lu.h"

#include <klu.h>
#include <math.h>
#include <string.h>

/* A multiplier beyond this says that its pivot has become too small (KLU chooses them up to 1e3). */
static const double largest_multiplier = 1e6;

typedef struct triangle { /* columns of L below, or of U above, the diagonal; rows ascending */
  int *start, *row;
  double *value;
} triangle;

struct ptl_sparse_lu {
  ptl_context *context;
  int n, pivoted;
  const int64_t *start, *index; /* of A */
  klu_l_symbolic *symbolic;
  klu_l_common common;
  int *row_of, *column_of; /* A's row and column that stand at place k of L U */
  int *place_of;           /* where A's row stands */
  triangle lower, upper;
  double *inverse_pivot;
  double *scale; /* R, per row of A */
  double *work;  /* n, zero between the columns */
};

static void release_triangle(ptl_context *context, triangle *t) {
  ptl_free(context, t->start);
  ptl_free(context, t->row);
  ptl_free(context, t->value);
  memset(t, 0, sizeof *t);
}

void ptl_sparse_lu_destroy(ptl_sparse_lu *lu) {
  if (lu == NULL) return;
  ptl_context *context = lu->context;
  if (lu->symbolic != NULL) klu_l_free_symbolic(&lu->symbolic, &lu->common);
  release_triangle(context, &lu->lower);
  release_triangle(context, &lu->upper);
  void *blocks[] = {lu->row_of, lu->column_of, lu->place_of, lu->inverse_pivot, lu->scale, lu->work,
                    lu};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) ptl_free(context, blocks[i]);
}

ptl_status ptl_sparse_lu_create(ptl_context *context, int n, const int64_t *column_start,
                                const int64_t *row_index, ptl_sparse_lu **out) {
  *out = NULL;
  ptl_sparse_lu *lu = ptl_alloc(context, 1, sizeof *lu);
  if (lu == NULL) return PTL_ERR_MEMORY;
  size_t size = (size_t)n;
  lu->context = context;
  lu->n = n;
  lu->start = column_start;
  lu->index = row_index;
  lu->row_of = ptl_alloc(context, size, sizeof(int));
  lu->column_of = ptl_alloc(context, size, sizeof(int));
  lu->place_of = ptl_alloc(context, size, sizeof(int));
  lu->inverse_pivot = ptl_alloc(context, size, sizeof(double));
  lu->scale = ptl_alloc(context, size, sizeof(double));
  lu->work = ptl_alloc(context, size, sizeof(double));
  klu_l_defaults(&lu->common);
  lu->common.btf = 0; /* one block, so that the factors are two plain triangles */
  int whole =
      lu->row_of && lu->column_of && lu->place_of && lu->inverse_pivot && lu->scale && lu->work;
  if (whole)
    lu->symbolic = klu_l_analyze(n, (int64_t *)column_start, (int64_t *)row_index, &lu->common);
  if (lu->symbolic == NULL) {
    ptl_sparse_lu_destroy(lu);
    return ptl_fail(context, PTL_ERR_MEMORY,
                    "the sparse matrix of %d unknowns could not be analysed", n);
  }
  *out = lu;
  return PTL_OK;
}

void ptl_sparse_lu_renew(ptl_sparse_lu *lu) {
  lu->pivoted = 0;
}

/* ---------------------------------------------------------------- pivots */

/* Column c of the pattern as KLU extracts it, without the diagonal, rows in ascending order. */
static void sorted_column(const int64_t *start, const int64_t *rows, int c, triangle *t,
                          int *count) {
  for (int64_t e = start[c]; e < start[c + 1]; e++) {
    int row = (int)rows[e], at = *count;
    if (row == c) continue;
    for (; at > t->start[c] && t->row[at - 1] > row; at--) t->row[at] = t->row[at - 1];
    t->row[at] = row;
    ++*count;
  }
}

static ptl_status copy_triangle(ptl_sparse_lu *lu, const int64_t *start, const int64_t *rows,
                                triangle *t) {
  int n = lu->n, count = 0;
  release_triangle(lu->context, t);
  t->start = ptl_alloc(lu->context, (size_t)n + 1, sizeof(int));
  t->row = ptl_alloc(lu->context, (size_t)start[n], sizeof(int));
  t->value = ptl_alloc(lu->context, (size_t)start[n], sizeof(double));
  if (t->start == NULL || t->row == NULL || t->value == NULL) return PTL_ERR_MEMORY;
  for (int c = 0; c < n; c++) {
    t->start[c] = count;
    sorted_column(start, rows, c, t, &count);
  }
  t->start[n] = count;
  return PTL_OK;
}

/* KLU's pivots for these values, and the patterns that follow from them. */
static ptl_status choose_pivots(ptl_sparse_lu *lu, const double *values) {
  ptl_context *context = lu->context;
  klu_l_numeric *numeric = klu_l_factor((int64_t *)lu->start, (int64_t *)lu->index,
                                        (double *)values, lu->symbolic, &lu->common);
  if (numeric == NULL || lu->common.status != KLU_OK) {
    if (numeric != NULL) klu_l_free_numeric(&numeric, &lu->common);
    return ptl_fail(context, PTL_ERR_SIMULATION, "the Newton matrix is singular");
  }
  size_t n = (size_t)lu->n, lower = (size_t)numeric->lnz, upper = (size_t)numeric->unz;
  int64_t *block = ptl_alloc(context, 4 * n + 2 + lower + upper, sizeof *block);
  double *ignored = ptl_alloc(context, lower + upper, sizeof(double));
  ptl_status status = block && ignored ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) {
    int64_t *ls = block, *us = ls + n + 1, *p = us + n + 1, *q = p + n, *li = q + n,
            *ui = li + lower;
    klu_l_extract(numeric, lu->symbolic, ls, li, ignored, us, ui, ignored + lower, NULL, NULL, NULL,
                  p, q, NULL, NULL, &lu->common);
    for (int k = 0; k < lu->n; k++) {
      lu->row_of[k] = (int)p[k];
      lu->column_of[k] = (int)q[k];
      lu->place_of[p[k]] = k;
    }
    status = copy_triangle(lu, ls, li, &lu->lower);
    if (status == PTL_OK) status = copy_triangle(lu, us, ui, &lu->upper);
  }
  ptl_free(context, block);
  ptl_free(context, ignored);
  klu_l_free_numeric(&numeric, &lu->common);
  lu->pivoted = status == PTL_OK;
  return status;
}

/* ---------------------------------------------------------------- numbers */

static void scale_rows(ptl_sparse_lu *lu, const double *values) {
  double *scale = lu->scale;
  memset(scale, 0, sizeof(double) * (size_t)lu->n);
  int64_t entries = lu->start[lu->n];
  for (int64_t e = 0; e < entries; e++) {
    double size = fabs(values[e]);
    if (size > scale[lu->index[e]]) scale[lu->index[e]] = size;
  }
  for (int i = 0; i < lu->n; i++) scale[i] = 1.0 / scale[i];
}

/* One pass over the columns; 0 when a pivot does not suit. */
static int eliminate(ptl_sparse_lu *lu, const double *values) {
  const triangle *lower = &lu->lower, *upper = &lu->upper;
  double *x = lu->work;
  scale_rows(lu, values);
  for (int k = 0; k < lu->n; k++) {
    int column = lu->column_of[k];
    for (int64_t e = lu->start[column]; e < lu->start[column + 1]; e++)
      x[lu->place_of[lu->index[e]]] = values[e] * lu->scale[lu->index[e]];
    for (int e = upper->start[k]; e < upper->start[k + 1]; e++) {
      int j = upper->row[e];
      double u = x[j];
      upper->value[e] = u;
      x[j] = 0.0;
      if (u == 0.0) continue;
      for (int f = lower->start[j]; f < lower->start[j + 1]; f++)
        x[lower->row[f]] -= lower->value[f] * u;
    }
    double inverse = 1.0 / x[k], largest = 0.0;
    x[k] = 0.0;
    lu->inverse_pivot[k] = inverse;
    for (int e = lower->start[k]; e < lower->start[k + 1]; e++) {
      double multiplier = x[lower->row[e]] * inverse;
      lower->value[e] = multiplier;
      x[lower->row[e]] = 0.0;
      largest = fmax(largest, fabs(multiplier));
    }
    if (!(largest <= largest_multiplier) || !isfinite(inverse)) {
      memset(x, 0, sizeof(double) * (size_t)lu->n);
      return 0;
    }
  }
  return 1;
}

ptl_status ptl_sparse_lu_factor(ptl_sparse_lu *lu, const double *values) {
  if (lu->pivoted && eliminate(lu, values)) return PTL_OK;
  ptl_status status = choose_pivots(lu, values);
  if (status != PTL_OK) return status;
  if (eliminate(lu, values)) return PTL_OK;
  lu->pivoted = 0;
  return ptl_fail(lu->context, PTL_ERR_SIMULATION, "the Newton matrix is singular to rounding");
}

void ptl_sparse_lu_solve(ptl_sparse_lu *lu, const double *b, double *x) {
  const triangle *lower = &lu->lower, *upper = &lu->upper;
  double *y = lu->work;
  int n = lu->n;
  for (int k = 0; k < n; k++) y[k] = b[lu->row_of[k]] * lu->scale[lu->row_of[k]];
  for (int k = 0; k < n; k++) {
    double z = y[k];
    if (z == 0.0) continue;
    for (int e = lower->start[k]; e < lower->start[k + 1]; e++)
      y[lower->row[e]] -= lower->value[e] * z;
  }
  for (int k = n - 1; k >= 0; k--) {
    double z = y[k] * lu->inverse_pivot[k];
    x[lu->column_of[k]] = z;
    y[k] = 0.0;
    if (z == 0.0) continue;
    for (int e = upper->start[k]; e < upper->start[k + 1]; e++)
      y[upper->row[e]] -= upper->value[e] * z;
  }
}
