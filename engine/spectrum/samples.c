/* samples.c: rows at any distance made into samples at equal ones. */
#include "samples.h"

#include <math.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

ptl_status ptl_series_step(ptl_context *context, const ptl_series *s, double *out) {
  *out = NAN;
  if (s->n < 2) return PTL_OK;
  const int64_t n = s->n - 1;
  double *distances = ptl_alloc(context, (size_t)n, sizeof *distances);
  if (distances == NULL) return PTL_ERR_MEMORY;
  for (int64_t i = 0; i < n; i++) distances[i] = s->x[i + 1] - s->x[i];
  qsort(distances, (size_t)n, sizeof *distances, by_size);
  const double half = 0.5 * (s->x[n] - s->x[0]);
  double covered = 0;
  for (int64_t i = 0; i < n && !(covered >= half && covered > 0); i++) {
    covered += distances[i];
    *out = distances[i];
  }
  ptl_free(context, distances);
  return PTL_OK;
}

/* The cubic through four points, at x between the middle two (Lagrange). */
static double cubic(const double *x, const double *y, double at) {
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    double weight = 1;
    for (int k = 0; k < 4; k++)
      if (k != i) weight *= (at - x[k]) / (x[i] - x[k]);
    sum += weight * y[i];
  }
  return sum;
}

static int is_even(const double *x) {
  const double a = x[1] - x[0], b = x[2] - x[1], c = x[3] - x[2];
  const double least = fmin(fmin(a, b), c), largest = fmax(fmax(a, b), c);
  return least > 0 && largest <= 2 * least;
}

/* Between rows j and j + 1. */
static double between(const ptl_series *s, int64_t j, double at) {
  const double *x = s->x + j, *y = s->y + j;
  if (!(x[1] > x[0])) return y[1];
  if (j > 0 && j + 2 < s->n && is_even(x - 1)) return cubic(x - 1, y - 1, at);
  return y[0] + (y[1] - y[0]) * ((at - x[0]) / (x[1] - x[0]));
}

void ptl_series_sample(const ptl_series *s, double at, double step, int n, double *out) {
  int64_t low = 0, high = s->n - 1;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    *(s->x[middle] <= at ? &low : &high) = middle;
  }
  for (int i = 0; i < n; i++) {
    const double place = at + i * step;
    while (low + 2 < s->n && s->x[low + 1] <= place) low++;
    out[i] = between(s, low, place);
  }
}
