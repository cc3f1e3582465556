/* indices.c: first-order and total Sobol indices. */
#include "indices.h"

#include <math.h>

static int is_whole(const double *block, int n) {
  for (int i = 0; i < n; i++)
    if (!isfinite(block[i])) return 0;
  return 1;
}

/* Mean and variance of the results of A and B. */
static int64_t moments(const double *results, int64_t n_blocks, int size, double *mean,
                       double *variance) {
  int64_t n = 0;
  double m = 0, s = 0;
  for (int64_t k = 0; k < n_blocks; k++) {
    const double *block = results + k * size;
    if (!is_whole(block, size)) continue;
    for (int half = 0; half < 2; half++) {
      const double y = block[half ? size - 1 : 0], change = y - m;
      n++;
      m += change / (double)n;
      s += change * (y - m);
    }
  }
  *mean = m;
  *variance = n > 0 ? s / (double)n : 0;
  return n / 2;
}

static void estimate(const double *results, int64_t n_blocks, int size, int factor, double mean,
                     double variance, ptl_indices *out) {
  double sum[2] = {0}, squares[2] = {0};
  int64_t n = 0;
  for (int64_t k = 0; k < n_blocks; k++) {
    const double *block = results + k * size;
    if (!is_whole(block, size)) continue;
    const double a = block[0], ab = block[factor + 1], b = block[size - 1];
    const double term[2] = {(b - mean) * (ab - a), 0.5 * (a - ab) * (a - ab)};
    for (int i = 0; i < 2; i++) {
      sum[i] += term[i];
      squares[i] += term[i] * term[i];
    }
    n++;
  }
  double index[2], error[2];
  for (int i = 0; i < 2; i++) {
    const double average = sum[i] / (double)n;
    index[i] = average / variance;
    error[i] = sqrt(fmax(0, squares[i] / (double)n - average * average) / (double)n) / variance;
  }
  *out = (ptl_indices){index[0], index[1], error[0], error[1]};
}

int64_t ptl_sobol_indices(const double *results, int64_t n_blocks, int n_factors,
                          ptl_indices *out) {
  const int size = n_factors + 2;
  double mean, variance;
  const int64_t n = moments(results, n_blocks, size, &mean, &variance);
  for (int i = 0; i < n_factors; i++) {
    out[i] = (ptl_indices){NAN, NAN, NAN, NAN};
    if (n >= 2 && variance > 0) estimate(results, n_blocks, size, i, mean, variance, &out[i]);
  }
  return n;
}
