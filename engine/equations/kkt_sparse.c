/* kkt_sparse.c: the problems of kkt_scaled.h for large systems, with KLU on the quasi-definite
 * matrix
 *   [ I   A^T      ]
 *   [ A  -delta I  ].
 * delta makes dependent rows harmless. Repeating the solve with g + delta y for g (the proximal
 * point method) takes its effect away; as y starts at zero it stays free of the null space of A^T,
 * so that it comes out with the least norm. */
#include <klu.h>
#include <math.h>
#include <string.h>

#include "arena.h"
#include "kkt_scaled.h"
#include "largest.h"

/* For solving, times the mean square of a row: rounding puts 1e-16/delta of null space into y. */
static const double solve_delta = 1e-8;
/* For the rank of rows of unit length: a dependent row leaves a pivot of the size of delta, an
 * independent one a larger one than the tolerance. */
static const double rank_delta = 1e-13, pivot_tolerance = 1e-11;
/* A residual of A z = g above the first, relative to g, is treated by conjugate gradients; they end
 * when it has become smaller by the second factor, or grown by the third. */
static const double not_converged = 1e-10, converged = 1e-13, diverged = 1e6;
enum { MAX_REPEATS = 20, MAX_GRADIENTS = 200 };

typedef struct sparse {
  int64_t *start, *index;       /* compressed columns, n + m */
  int *slot_upper, *slot_lower; /* of entry j of the rows: in A^T and in A */
  double *values, *right;
  void *arrays; /* memory of the above */
  klu_l_symbolic *symbolic;
  klu_l_common common;
} sparse;

void ptl_kkt_sparse_destroy(ptl_kkt *k) {
  ptl_context *context = k->data->context;
  sparse *s = k->method;
  if (s->symbolic != NULL) klu_l_free_symbolic(&s->symbolic, &s->common);
  ptl_free(context, s->arrays);
  ptl_free(context, s);
}

/* Column c < n holds its diagonal, then the rows of A that touch coordinate c, in order; column n +
 * i holds row i of A, then -delta. */
static void number_entries(ptl_kkt *k) {
  sparse *s = k->method;
  int n = k->n, m = k->m;
  for (int j = 0; j < PTL_KKT_WIDTH * m; j++) {
    if (k->coordinates[j] < 0) continue;
    s->start[k->coordinates[j] + 1]++;
    s->start[n + j / PTL_KKT_WIDTH + 1]++;
  }
  for (int c = 0; c < n + m; c++) s->start[c + 1] += s->start[c] + 1; /* and its diagonal */
  for (int c = 0; c < n; c++) s->index[s->start[c]] = c;
  for (int i = 0; i < m; i++) s->index[s->start[n + i + 1] - 1] = n + i;
  int64_t *next = (int64_t *)s->right; /* scratch of the same size */
  for (int c = 0; c < n; c++) next[c] = s->start[c] + 1;
  for (int i = 0; i < m; i++) next[n + i] = s->start[n + i];
  for (int j = 0; j < PTL_KKT_WIDTH * m; j++) {
    if (k->coordinates[j] < 0) continue;
    s->slot_lower[j] = (int)next[k->coordinates[j]]++;
    s->index[s->slot_lower[j]] = n + j / PTL_KKT_WIDTH;
    s->slot_upper[j] = (int)next[n + j / PTL_KKT_WIDTH]++;
    s->index[s->slot_upper[j]] = k->coordinates[j];
  }
}

ptl_status ptl_kkt_sparse_create(ptl_kkt *k) {
  ptl_context *context = k->data->context;
  size_t size = (size_t)(k->n + k->m), entries = size;
  sparse *s = k->method = ptl_alloc(context, 1, sizeof *s);
  if (s == NULL) return PTL_ERR_MEMORY;
  for (int j = 0; j < PTL_KKT_WIDTH * k->m; j++) entries += k->coordinates[j] < 0 ? 0 : 2;
  const ptl_block blocks[] = {PTL_BLOCK(s->start, size + 1),
                              PTL_BLOCK(s->index, entries),
                              PTL_BLOCK(s->slot_upper, PTL_KKT_WIDTH * k->m),
                              PTL_BLOCK(s->slot_lower, PTL_KKT_WIDTH * k->m),
                              PTL_BLOCK(s->values, entries),
                              PTL_BLOCK(s->right, size)};
  s->arrays = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  if (s->arrays == NULL) return PTL_ERR_MEMORY;
  number_entries(k);
  klu_l_defaults(&s->common);
  s->symbolic = klu_l_analyze(k->n + k->m, s->start, s->index, &s->common);
  return s->symbolic != NULL
             ? PTL_OK
             : ptl_fail(context, PTL_ERR_MEMORY, PTL_E(0001) "KLU could not be set up");
}

static klu_l_numeric *factor(ptl_kkt *k, const double *rows, double delta) {
  sparse *s = k->method;
  for (int c = 0; c < k->n; c++) s->values[s->start[c]] = 1.0;
  for (int i = 0; i < k->m; i++) s->values[s->start[k->n + i + 1] - 1] = -delta;
  for (int j = 0; j < PTL_KKT_WIDTH * k->m; j++)
    if (k->coordinates[j] >= 0) s->values[s->slot_upper[j]] = s->values[s->slot_lower[j]] = rows[j];
  klu_l_numeric *numeric = klu_l_factor(s->start, s->index, s->values, s->symbolic, &s->common);
  if (numeric == NULL)
    ptl_fail(k->data->context, PTL_ERR_UNFIT,
             PTL_E(0306) "the constraints cannot be factorised (KLU %d)", (int)s->common.status);
  return numeric;
}

/* out += factor A x. */
static void add_rows(const ptl_kkt *k, double factor, const double *x, double *out) {
  for (int j = 0; j < PTL_KKT_WIDTH * k->m; j++)
    if (k->coordinates[j] >= 0)
      out[j / PTL_KKT_WIDTH] += factor * k->rows[j] * x[k->coordinates[j]];
}

/* Repeats the solve (proximal point method) for as long as that halves the residual of A z = g, and
 * returns the residual's largest number. */
static double repeat(ptl_kkt *k, klu_l_numeric *numeric, const double *g, double *z, double *y) {
  sparse *s = k->method;
  int n = k->n, m = k->m;
  double previous = INFINITY;
  for (int count = 0; count < MAX_REPEATS; count++) {
    double *upper = s->right, *lower = s->right + n; /* residuals of z + A^T y = 0 and A z = g */
    for (int c = 0; c < n; c++) upper[c] = -z[c];
    for (int j = 0; j < PTL_KKT_WIDTH * m; j++)
      if (k->coordinates[j] >= 0) upper[k->coordinates[j]] -= k->rows[j] * y[j / PTL_KKT_WIDTH];
    memcpy(lower, g, sizeof(double) * (size_t)m);
    add_rows(k, -1.0, z, lower);
    double size = ptl_largest(lower, m);
    if (!(size < 0.5 * previous))
      return fmin(size, previous); /* rounding, or equations that contradict each other */
    previous = size;
    klu_l_solve(s->symbolic, numeric, n + m, 1, s->right, &s->common);
    for (int c = 0; c < n; c++) z[c] += upper[c];
    for (int i = 0; i < m; i++) y[i] += lower[i];
  }
  return previous;
}

/* Conjugate gradients on A A^T y = -g, to which the matrix with delta is close, but for directions
 * in which A A^T is smaller than delta: long chains have such. scratch: n + 3 m. */
static void conjugate(ptl_kkt *k, klu_l_numeric *numeric, const double *g, double *z, double *y,
                      double *scratch) {
  sparse *s = k->method;
  int n = k->n, m = k->m;
  double *residual = scratch, *p = residual + m, *product = p + m, *w = product + m, before = 0.0;
  memcpy(residual, g, sizeof(double) * (size_t)m);
  add_rows(k, -1.0, z, residual);
  double first = ptl_largest(residual, m), size = first;
  for (int count = 0; count < MAX_GRADIENTS; count++, size = ptl_largest(residual, m)) {
    if (size <= converged * first || size > diverged * first) return;
    memset(s->right, 0, sizeof(double) * (size_t)n);
    memcpy(s->right + n, residual, sizeof(double) * (size_t)m);
    klu_l_solve(s->symbolic, numeric, n + m, 1, s->right, &s->common);
    const double *step = s->right + n; /* of y; A^T of it is minus what stands before it */
    double now = 0.0, curvature = 0.0;
    for (int i = 0; i < m; i++) now -= residual[i] * step[i];
    double beta = count > 0 ? now / before : 0.0;
    for (int i = 0; i < m; i++) p[i] = step[i] + beta * p[i];
    for (int c = 0; c < n; c++) w[c] = s->right[c] + beta * w[c];
    memset(product, 0, sizeof(double) * (size_t)m);
    add_rows(k, 1.0, w, product);
    for (int c = 0; c < n; c++) curvature += w[c] * w[c];
    if (!(now > 0.0 && curvature > 0.0)) return;
    double alpha = now / curvature;
    for (int i = 0; i < m; i++) {
      y[i] += alpha * p[i];
      residual[i] -= alpha * product[i];
    }
    for (int c = 0; c < n; c++) z[c] += alpha * w[c];
    before = now;
  }
}

/* One right-hand side; scratch: 5 m + 2 n. */
static void solve_one(ptl_kkt *k, klu_l_numeric *numeric, const double *g, double *z, double *y,
                      double *scratch) {
  size_t n = (size_t)k->n, m = (size_t)k->m;
  double *sum = scratch, *first_y = sum + m, *first_z = first_y + m;
  memset(z, 0, sizeof(double) * n);
  memset(sum, 0, sizeof(double) * m);
  double residual = repeat(k, numeric, g, z, sum);
  if (residual > not_converged * ptl_largest(g, k->m)) {
    memcpy(first_y, sum, sizeof(double) * m);
    memcpy(first_z, z, sizeof(double) * n);
    conjugate(k, numeric, g, z, sum, first_z + n);
    if (!(repeat(k, numeric, g, z, sum) < residual)) { /* no better: rounding, or a contradiction */
      memcpy(sum, first_y, sizeof(double) * m);
      memcpy(z, first_z, sizeof(double) * n);
    }
  }
  if (y != NULL) memcpy(y, sum, sizeof(double) * m);
}

/* y NULL, or of one right-hand side. */
static ptl_status solve(ptl_kkt *k, int count, const double *g, double *z, double *y) {
  sparse *s = k->method;
  ptl_context *context = k->data->context;
  double square = 0.0;
  for (int j = 0; j < PTL_KKT_WIDTH * k->m; j++) square += k->rows[j] * k->rows[j];
  klu_l_numeric *numeric = factor(k, k->rows, solve_delta * square / k->m);
  if (numeric == NULL) return PTL_ERR_UNFIT;
  double *scratch = ptl_alloc(context, 5 * (size_t)k->m + 2 * (size_t)k->n, sizeof(double));
  for (int c = 0; c < count && scratch != NULL; c++)
    solve_one(k, numeric, g + (size_t)k->m * (size_t)c, z + (size_t)k->n * (size_t)c, y, scratch);
  ptl_free(context, scratch);
  klu_l_free_numeric(&numeric, &s->common);
  return scratch != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

ptl_status ptl_kkt_sparse_solve(ptl_kkt *k, const double *g, double *z, double *y) {
  return solve(k, 1, g, z, y);
}

ptl_status ptl_kkt_sparse_solve_all(ptl_kkt *k, int count, const double *g, double *z) {
  return solve(k, count, g, z, NULL);
}

ptl_status ptl_kkt_sparse_rank(ptl_kkt *k, const double *unit_rows, int *rank, int *order) {
  sparse *s = k->method;
  ptl_context *context = k->data->context;
  int n = k->n, m = k->m, size = n + m, independent = 0, dependent = m;
  char *weak = ptl_alloc(context, (size_t)m, 1);
  if (weak == NULL) return PTL_ERR_MEMORY;
  klu_l_numeric *numeric = factor(k, unit_rows, rank_delta);
  if (numeric == NULL) {
    ptl_free(context, weak);
    return PTL_ERR_UNFIT;
  }
  const double *pivots = numeric->Udiag, *scale = numeric->Rs;
  const int64_t *q = s->symbolic->Q, *p = numeric->Pnum;
  k->independence = 1.0;
  k->weakest_row = -1;
  for (int i = 0; i < size; i++) {
    double pivot = fabs(pivots[i] * (scale != NULL ? scale[i] : 1.0));
    if (pivot > pivot_tolerance) {
      if (q[i] < n || p[i] != q[i] || sqrt(pivot) >= k->independence) continue;
      k->independence = sqrt(pivot); /* of a row after those before it: its distance squared */
      k->weakest_row = (int)q[i] - n;
      continue;
    }
    int64_t row = q[i] >= n ? q[i] - n : p[i] - n;
    if (row >= 0) weak[row] = 1;
  }
  for (int i = 0; i < m; i++)
    if (!weak[i]) order[independent++] = i;
  *rank = independent;
  for (int i = m - 1; i >= 0; i--)
    if (weak[i]) order[--dependent] = i;
  klu_l_free_numeric(&numeric, &s->common);
  ptl_free(context, weak);
  return PTL_OK;
}
