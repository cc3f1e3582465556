/* massless.c: see massless.h. */
#include "massless.h"

#include <math.h>

#include "arena.h"

struct ptl_massless {
  ptl_context *context;
  int n;
  const int *coordinates;
  double *matrix; /* n by n: 1 - D^1/2 R D^1/2, then its factor L below the diagonal and on it */
  double *roots;  /* n: of D */
  double *u;      /* n */
  void *arrays;
};

ptl_status ptl_massless_create(ptl_context *context, int n_coordinates, const int *coordinates,
                               const double *inverse_weights, ptl_massless **out) {
  *out = NULL;
  if (n_coordinates == 0) return PTL_OK;
  ptl_massless *k = ptl_alloc(context, 1, sizeof *k);
  if (k == NULL) return PTL_ERR_MEMORY;
  const size_t n = (size_t)n_coordinates;
  *k = (ptl_massless){.context = context, .n = n_coordinates, .coordinates = coordinates};
  const ptl_block blocks[] = {PTL_BLOCK(k->matrix, n * n), PTL_BLOCK(k->roots, n),
                              PTL_BLOCK(k->u, n)};
  k->arrays = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  if (k->arrays == NULL) {
    ptl_massless_destroy(k);
    return PTL_ERR_MEMORY;
  }
  for (int i = 0; i < k->n; i++) k->roots[i] = 1.0 / sqrt(inverse_weights[coordinates[i]]);
  *out = k;
  return PTL_OK;
}

void ptl_massless_destroy(ptl_massless *k) {
  if (k == NULL) return;
  ptl_free(k->context, k->arrays);
  ptl_free(k->context, k);
}

void ptl_massless_set_column(ptl_massless *k, int i, const double *a) {
  for (int j = 0; j < k->n; j++)
    k->matrix[k->n * j + i] =
        (i == j ? 1.0 : 0.0) - k->roots[i] * k->roots[j] * a[k->coordinates[j]];
}

/* By Cholesky. What is left of a pivot below rounding stands for it, so that a force along a free
 * coordinate accelerates it beyond all measure. */
double ptl_massless_factor(ptl_massless *k, int *coordinate) {
  static const double rounding = 1e-13;
  const int n = k->n;
  double least = 1.0, *a = k->matrix;
  *coordinate = k->coordinates[0];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      double sum = a[n * i + j];
      for (int c = 0; c < j; c++) sum -= a[n * i + c] * a[n * j + c];
      if (j < i) {
        a[n * i + j] = sum / a[n * j + j];
        continue;
      }
      if (sum < least) {
        least = sum;
        *coordinate = k->coordinates[i];
      }
      a[n * i + i] = sqrt(fmax(sum, rounding));
    }
  }
  return least;
}

void ptl_massless_add_forces(ptl_massless *k, const double *a0, double *forces) {
  const int n = k->n;
  const double *l = k->matrix;
  for (int i = 0; i < n; i++) {
    double sum = k->roots[i] * a0[k->coordinates[i]];
    for (int j = 0; j < i; j++) sum -= l[n * i + j] * k->u[j];
    k->u[i] = sum / l[n * i + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    double sum = k->u[i];
    for (int j = i + 1; j < n; j++) sum -= l[n * j + i] * k->u[j];
    k->u[i] = sum / l[n * i + i];
  }
  for (int i = 0; i < n; i++) forces[k->coordinates[i]] += k->roots[i] * k->u[i];
}
