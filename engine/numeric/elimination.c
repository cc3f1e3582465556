/* elimination.c: small dense systems of equations. */
#include "elimination.h"

#include <math.h>

static void exchange(double *p, double *q) {
  double kept = *p;
  *p = *q;
  *q = kept;
}

static inline double eliminate(double *a, const int n, double *x) {
  double least = INFINITY;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[n * i + k]) > fabs(a[n * best + k])) best = i;
    const double pivot = a[n * best + k], size = fabs(pivot);
    if (!(size > 0.0)) return 0.0;
    if (size < least) least = size;
    for (int j = k; j < n && best != k; j++) exchange(&a[n * k + j], &a[n * best + j]);
    if (best != k) exchange(&x[k], &x[best]);
    const double *restrict from = a + n * k;
    for (int i = k + 1; i < n; i++) {
      double *restrict to = a + n * i;
      const double factor = to[k] / pivot;
      for (int j = k + 1; j < n; j++) to[j] -= factor * from[j];
      x[i] -= factor * x[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    const double *row = a + n * k;
    double sum = x[k];
    for (int j = k + 1; j < n; j++) sum -= row[j] * x[j];
    x[k] = sum / row[k];
  }
  return least;
}

double ptl_eliminate(double *a, int n, double *x) {
  return eliminate(a, n, x);
}

static double eliminate_four(double *a, double *x) {
  return eliminate(a, 4, x);
}

double ptl_eliminate_four(double *a, double *x) {
  return eliminate_four(a, x);
}
