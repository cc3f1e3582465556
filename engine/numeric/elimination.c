/* elimination.c: small dense systems of equations. */
#include "elimination.h"

#include <math.h>

static void exchange(double *p, double *q) {
  double kept = *p;
  *p = *q;
  *q = kept;
}

double ptl_eliminate(double *a, int n, double *x) {
  double least = INFINITY;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[n * i + k]) > fabs(a[n * best + k])) best = i;
    double pivot = a[n * best + k];
    if (!(fabs(pivot) > 0.0)) return 0.0;
    least = fmin(least, fabs(pivot));
    for (int j = 0; j < n && best != k; j++) exchange(&a[n * k + j], &a[n * best + j]);
    if (best != k) exchange(&x[k], &x[best]);
    for (int i = k + 1; i < n; i++) {
      double factor = a[n * i + k] / pivot;
      for (int j = k; j < n; j++) a[n * i + j] -= factor * a[n * k + j];
      x[i] -= factor * x[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) x[k] -= a[n * k + j] * x[j];
    x[k] /= a[n * k + k];
  }
  return least;
}
