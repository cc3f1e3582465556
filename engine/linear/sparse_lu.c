/* sparse_lu.c: KLU chooses the pivots, in one block in COLAMD's order (that of AMD fills in with
 * pivots off the diagonal). Its factors are kept by rows, so that new values are factorised and
 * solved for by sums alone. */
#include "sparse_lu.h"

#include <klu.h>
#include <math.h>
#include <string.h>

#include "arena.h"

/* Least ratio of the largest entry of a column of the matrix to that of U: below it the pivots have
 * become too small. */
static const double least_growth = 1e-6;

typedef struct rows { /* entries start[i] ... start[i + 1] - 1 are those of row i */
  int *start, *column;
  double *value;
} rows;

typedef struct entry { /* of the matrix */
  int column;          /* of the factors */
  int slot;            /* among its values */
} entry;

struct ptl_sparse_lu {
  ptl_context *context;
  int n;
  int64_t *start, *index; /* of the matrix; KLU takes them without const */
  klu_l_symbolic *symbolic;
  klu_l_common common;
  void *arrays; /* memory of those below */
  /* of the rows of the matrix: 1 over the largest entry when the pivots were chosen */
  double *scale;
  double *values;  /* of the scaled matrix, then */
  int64_t *row_at; /* row and column of the matrix in those of the factors */
  int64_t *column_at;
  int *place;       /* the reverse of one of them */
  int *entry_start; /* n + 1: the entries of the matrix by rows of the factors */
  entry *entries;
  double *pivots;
  double *scratch;
  void *factors;     /* memory of L and U; NULL: pivots are to be chosen */
  rows lower, upper; /* without their diagonals */
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
  const int64_t count = column_start[n];
  const ptl_block blocks[] = {PTL_BLOCK(lu->scale, n),       PTL_BLOCK(lu->values, count),
                              PTL_BLOCK(lu->row_at, n),      PTL_BLOCK(lu->column_at, n),
                              PTL_BLOCK(lu->place, n),       PTL_BLOCK(lu->entry_start, n + 1),
                              PTL_BLOCK(lu->entries, count), PTL_BLOCK(lu->pivots, n),
                              PTL_BLOCK(lu->scratch, 3 * n)};
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
  ptl_free(lu->context, lu->factors);
  lu->factors = NULL;
}

/* ---------------------------------------------------------------- pivots */

static void find_scale(ptl_sparse_lu *lu, const double *values) {
  memset(lu->scale, 0, sizeof(double) * (size_t)lu->n);
  for (int64_t e = 0; e < lu->start[lu->n]; e++) {
    double *largest = &lu->scale[lu->index[e]];
    *largest = fmax(*largest, fabs(values[e]));
  }
  for (int i = 0; i < lu->n; i++) lu->scale[i] = lu->scale[i] > 0.0 ? 1.0 / lu->scale[i] : 1.0;
  for (int64_t e = 0; e < lu->start[lu->n]; e++)
    lu->values[e] = values[e] * lu->scale[lu->index[e]];
}

/* Compressed columns become rows, each in the order of its columns, without the diagonal, which
 * goes into `diagonal` where that is wanted. */
static void turn(int n, const int64_t *start, const int64_t *row, const double *value,
                 double *diagonal, rows *out) {
  for (int column = 0; column < n; column++)
    for (int64_t e = start[column]; e < start[column + 1]; e++)
      if (row[e] != column) out->start[row[e] + 1]++;
  for (int i = 0; i < n; i++) out->start[i + 1] += out->start[i];
  for (int column = 0; column < n; column++)
    for (int64_t e = start[column]; e < start[column + 1]; e++) {
      if (row[e] == column) {
        if (diagonal != NULL) diagonal[column] = value[e];
        continue;
      }
      const int to = out->start[row[e]]++;
      out->column[to] = column;
      out->value[to] = value[e];
    }
  for (int i = n; i > 0; i--) out->start[i] = out->start[i - 1];
  out->start[0] = 0;
}

/* The entries of the matrix by rows of the factors. */
static void list_entries(ptl_sparse_lu *lu) {
  int *row_of = lu->place, *start = lu->entry_start;
  for (int i = 0; i < lu->n; i++) row_of[lu->row_at[i]] = i;
  memset(start, 0, sizeof(int) * (size_t)(lu->n + 1));
  for (int64_t e = 0; e < lu->start[lu->n]; e++) start[row_of[lu->index[e]] + 1]++;
  for (int i = 0; i < lu->n; i++) start[i + 1] += start[i];
  for (int column = 0; column < lu->n; column++)
    for (int64_t from = lu->column_at[column], e = lu->start[from]; e < lu->start[from + 1]; e++)
      lu->entries[start[row_of[lu->index[e]]]++] = (entry){column, (int)e};
  for (int i = lu->n; i > 0; i--) start[i] = start[i - 1];
  start[0] = 0;
}

/* KLU's factors by rows. */
static ptl_status take(ptl_sparse_lu *lu, klu_l_numeric *numeric) {
  const int n = lu->n;
  const int64_t n_lower = numeric->lnz, n_upper = numeric->unz;
  int64_t *lower_start, *lower_row, *upper_start, *upper_row;
  double *lower_value, *upper_value;
  const ptl_block kept[] = {
      PTL_BLOCK(lu->lower.start, n + 1),    PTL_BLOCK(lu->lower.column, n_lower),
      PTL_BLOCK(lu->lower.value, n_lower),  PTL_BLOCK(lu->upper.start, n + 1),
      PTL_BLOCK(lu->upper.column, n_upper), PTL_BLOCK(lu->upper.value, n_upper)};
  const ptl_block of_klu[] = {PTL_BLOCK(lower_start, n + 1),   PTL_BLOCK(lower_row, n_lower),
                              PTL_BLOCK(lower_value, n_lower), PTL_BLOCK(upper_start, n + 1),
                              PTL_BLOCK(upper_row, n_upper),   PTL_BLOCK(upper_value, n_upper)};
  void *memory = ptl_arena_create(lu->context, of_klu, sizeof of_klu / sizeof *of_klu);
  lu->factors =
      memory != NULL ? ptl_arena_create(lu->context, kept, sizeof kept / sizeof *kept) : NULL;
  if (lu->factors != NULL) {
    klu_l_extract(numeric, lu->symbolic, lower_start, lower_row, lower_value, upper_start,
                  upper_row, upper_value, NULL, NULL, NULL, lu->row_at, lu->column_at, NULL, NULL,
                  &lu->common);
    turn(n, lower_start, lower_row, lower_value, NULL, &lu->lower);
    turn(n, upper_start, upper_row, upper_value, lu->pivots, &lu->upper);
    list_entries(lu);
  }
  ptl_free(lu->context, memory);
  return lu->factors != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

static ptl_status choose_pivots(ptl_sparse_lu *lu, const double *values) {
  ptl_sparse_lu_renew(lu);
  find_scale(lu, values);
  klu_l_numeric *numeric =
      klu_l_factor(lu->start, lu->index, lu->values, lu->symbolic, &lu->common);
  const int64_t failure = lu->common.status;
  ptl_status status = PTL_OK;
  if (failure == KLU_OUT_OF_MEMORY)
    status = ptl_fail(lu->context, PTL_ERR_MEMORY, PTL_E(0001) "no memory for the Newton matrix");
  else if (numeric == NULL || failure != KLU_OK)
    status = ptl_fail(lu->context, PTL_ERR_SIMULATION, PTL_E(0306) "the Newton matrix is singular");
  else
    status = take(lu, numeric);
  if (numeric != NULL) klu_l_free_numeric(&numeric, &lu->common);
  return status;
}

/* ---------------------------------------------------------------- factors */

/* Row by row: that of the matrix less the rows of U above it. 1: the pivots in hand suit these
 * values. */
static int factor_again(ptl_sparse_lu *lu, const double *values) {
  double *restrict x = lu->scratch, *restrict pivots = lu->pivots;
  double *restrict lower = lu->lower.value, *restrict upper = lu->upper.value;
  const int *restrict upper_start = lu->upper.start, *restrict upper_column = lu->upper.column;
  double *restrict given = x + lu->n, *restrict largest = given + lu->n;
  memset(x, 0, 3 * sizeof(double) * (size_t)lu->n);
  for (int i = 0; i < lu->n; i++) {
    const double scale = lu->scale[lu->row_at[i]];
    for (int e = lu->entry_start[i]; e < lu->entry_start[i + 1]; e++) {
      const int column = lu->entries[e].column;
      const double value = values[lu->entries[e].slot] * scale, size = fabs(value);
      x[column] = value;
      given[column] = size > given[column] ? size : given[column];
    }
    for (int e = lu->lower.start[i]; e < lu->lower.start[i + 1]; e++) {
      const int j = lu->lower.column[e];
      const double factor = x[j] / pivots[j];
      x[j] = 0.0;
      lower[e] = factor;
      for (int k = upper_start[j]; k < upper_start[j + 1]; k++)
        x[upper_column[k]] -= factor * upper[k];
    }
    const double pivot = x[i];
    x[i] = 0.0;
    pivots[i] = pivot;
    largest[i] = fabs(pivot) > largest[i] ? fabs(pivot) : largest[i];
    for (int k = upper_start[i]; k < upper_start[i + 1]; k++) {
      const int column = upper_column[k];
      const double value = x[column], size = fabs(value);
      x[column] = 0.0;
      upper[k] = value;
      largest[column] = size > largest[column] ? size : largest[column];
    }
    if (!(fabs(pivot) > 0.0)) return 0;
  }
  for (int i = 0; i < lu->n; i++)
    if (!(given[i] > least_growth * largest[i])) return 0;
  return 1;
}

ptl_status ptl_sparse_lu_factor(ptl_sparse_lu *lu, const double *values) {
  if (lu->factors != NULL && factor_again(lu, values)) return PTL_OK;
  return choose_pivots(lu, values);
}

void ptl_sparse_lu_solve(ptl_sparse_lu *lu, const double *b, double *x) {
  double *restrict y = lu->scratch;
  const rows *lower = &lu->lower, *upper = &lu->upper;
  for (int i = 0; i < lu->n; i++) {
    const int64_t row = lu->row_at[i];
    double sum = b[row] * lu->scale[row];
    for (int e = lower->start[i]; e < lower->start[i + 1]; e++)
      sum -= lower->value[e] * y[lower->column[e]];
    y[i] = sum;
  }
  for (int i = lu->n - 1; i >= 0; i--) {
    double sum = y[i];
    for (int e = upper->start[i]; e < upper->start[i + 1]; e++)
      sum -= upper->value[e] * y[upper->column[e]];
    y[i] = sum / lu->pivots[i];
  }
  for (int i = 0; i < lu->n; i++) x[lu->column_at[i]] = y[i];
}
