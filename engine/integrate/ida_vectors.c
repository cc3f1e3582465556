/* ida_vectors.c: see ida_vectors.h. */
#include "ida_vectors.h"

#include <math.h>
#include <nvector/nvector_serial.h>

#define DATA(v) NV_DATA_S(v)
#define SIZE(v) NV_LENGTH_S(v)

static void linear_sum(sunrealtype a, N_Vector x, sunrealtype b, N_Vector y, N_Vector z) {
  const double *p = DATA(x), *q = DATA(y);
  double *out = DATA(z);
  sunindextype n = SIZE(z);
  for (sunindextype i = 0; i < n; i++) out[i] = a * p[i] + b * q[i];
}

static void fill(sunrealtype a, N_Vector z) {
  double *out = DATA(z);
  sunindextype n = SIZE(z);
  for (sunindextype i = 0; i < n; i++) out[i] = a;
}

static void scale(sunrealtype a, N_Vector x, N_Vector z) {
  const double *p = DATA(x);
  double *out = DATA(z);
  sunindextype n = SIZE(z);
  for (sunindextype i = 0; i < n; i++) out[i] = a * p[i];
}

sunrealtype ptl_ida_norm(N_Vector x, N_Vector w) {
  const double *p = DATA(x), *q = DATA(w);
  sunindextype n = SIZE(x);
  double sum = 0.0;
  for (sunindextype i = 0; i < n; i++) sum += (p[i] * q[i]) * (p[i] * q[i]);
  return sqrt(sum / (double)n);
}

/* The mask is 0 or 1. */
static sunrealtype weighted_norm_masked(N_Vector x, N_Vector w, N_Vector id) {
  const double *p = DATA(x), *q = DATA(w), *m = DATA(id);
  sunindextype n = SIZE(x), i = 0;
  double even = 0.0, odd = 0.0;
  for (; i + 1 < n; i += 2) {
    const double a = p[i] * q[i] * m[i], b = p[i + 1] * q[i + 1] * m[i + 1];
    even += a * a;
    odd += b * b;
  }
  if (i < n) even += (p[i] * q[i] * m[i]) * (p[i] * q[i] * m[i]);
  return sqrt((even + odd) / (double)n);
}

/* Two neighbours at once. */
typedef double couple __attribute__((vector_size(16), aligned(8), may_alias));

static couple couple_at(N_Vector x, sunindextype i) {
  return *(const couple *)(DATA(x) + i);
}

/* In blocks whose sums stay in registers. */
static int linear_combination(int count, sunrealtype *c, N_Vector *x, N_Vector z) {
  double *out = DATA(z);
  sunindextype n = SIZE(z), i = 0;
  for (; i + 8 <= n; i += 8) {
    couple s0 = c[0] * couple_at(x[0], i), s1 = c[0] * couple_at(x[0], i + 2);
    couple s2 = c[0] * couple_at(x[0], i + 4), s3 = c[0] * couple_at(x[0], i + 6);
    for (int k = 1; k < count; k++) {
      s0 += c[k] * couple_at(x[k], i);
      s1 += c[k] * couple_at(x[k], i + 2);
      s2 += c[k] * couple_at(x[k], i + 4);
      s3 += c[k] * couple_at(x[k], i + 6);
    }
    couple *to = (couple *)(out + i);
    to[0] = s0;
    to[1] = s1;
    to[2] = s2;
    to[3] = s3;
  }
  for (; i < n; i++) {
    double sum = c[0] * DATA(x[0])[i];
    for (int k = 1; k < count; k++) sum += c[k] * DATA(x[k])[i];
    out[i] = sum;
  }
  return 0;
}

static int scale_add_multi(int count, sunrealtype *a, N_Vector x, N_Vector *y, N_Vector *z) {
  const double *p = DATA(x);
  sunindextype n = SIZE(x);
  for (int k = 0; k < count; k++) {
    const double *q = DATA(y[k]);
    double *out = DATA(z[k]), b = a[k];
    for (sunindextype i = 0; i < n; i++) out[i] = b * p[i] + q[i];
  }
  return 0;
}

static int scale_array(int count, sunrealtype *c, N_Vector *x, N_Vector *z) {
  for (int k = 0; k < count; k++) scale(c[k], x[k], z[k]);
  return 0;
}

static int linear_sum_array(int count, sunrealtype a, N_Vector *x, sunrealtype b, N_Vector *y,
                            N_Vector *z) {
  for (int k = 0; k < count; k++) linear_sum(a, x[k], b, y[k], z[k]);
  return 0;
}

void ptl_ida_use_own_loops(N_Vector v) {
  v->ops->nvlinearsum = linear_sum;
  v->ops->nvconst = fill;
  v->ops->nvscale = scale;
  v->ops->nvwrmsnorm = ptl_ida_norm;
  v->ops->nvwrmsnormmask = weighted_norm_masked;
  v->ops->nvlinearcombination = linear_combination;
  v->ops->nvscaleaddmulti = scale_add_multi;
  v->ops->nvscalevectorarray = scale_array;
  v->ops->nvlinearsumvectorarray = linear_sum_array;
}
