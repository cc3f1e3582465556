/* ida_vectors.c: see ida_vectors.h. */
#include "ida_vectors.h"

#include <math.h>
#include <nvector/nvector_serial.h>

#include "wide.h"

#define DATA(v) NV_DATA_S(v)
#define SIZE(v) NV_LENGTH_S(v)

/* Neighbours that are worked on at once. */
enum { WIDTH = 4 };
typedef double group __attribute__((vector_size(8 * WIDTH), aligned(8), may_alias));

/* The group at an address, to be read or written. */
#define GROUP(x) (*(group *)(x))

/* out may be p or q. */
static inline void add(double a, const double *p, double b, const double *q, sunindextype n,
                       double *out) {
  sunindextype i = 0;
  for (; i + WIDTH <= n; i += WIDTH) GROUP(out + i) = a * GROUP(p + i) + b * GROUP(q + i);
  for (; i < n; i++) out[i] = a * p[i] + b * q[i];
}

PTL_WIDE static void linear_sum(sunrealtype a, N_Vector x, sunrealtype b, N_Vector y, N_Vector z) {
  add(a, DATA(x), b, DATA(y), SIZE(z), DATA(z));
}

static void fill(sunrealtype a, N_Vector z) {
  double *out = DATA(z);
  sunindextype n = SIZE(z);
  for (sunindextype i = 0; i < n; i++) out[i] = a;
}

static inline void multiply(double a, const double *p, sunindextype n, double *out) {
  sunindextype i = 0;
  for (; i + WIDTH <= n; i += WIDTH) GROUP(out + i) = a * GROUP(p + i);
  for (; i < n; i++) out[i] = a * p[i];
}

PTL_WIDE static void scale(sunrealtype a, N_Vector x, N_Vector z) {
  multiply(a, DATA(x), SIZE(z), DATA(z));
}

/* Root of the mean square of p q, and of that where the mask is 1 and not 0. */
static inline double norm(const double *p, const double *q, const double *mask, sunindextype n) {
  group sums = {0.0};
  double rest = 0.0;
  sunindextype i = 0;
  for (; i + WIDTH <= n; i += WIDTH) {
    group x = GROUP(p + i) * GROUP(q + i);
    if (mask != NULL) x *= GROUP(mask + i);
    sums += x * x;
  }
  for (; i < n; i++) {
    double x = p[i] * q[i];
    if (mask != NULL) x *= mask[i];
    rest += x * x;
  }
  return sqrt((((sums[0] + sums[1]) + (sums[2] + sums[3])) + rest) / (double)n);
}

PTL_WIDE static sunrealtype weighted_norm(N_Vector x, N_Vector w) {
  return norm(DATA(x), DATA(w), NULL, SIZE(x));
}

sunrealtype ptl_ida_norm(N_Vector x, N_Vector w) {
  return weighted_norm(x, w);
}

PTL_WIDE static sunrealtype weighted_norm_masked(N_Vector x, N_Vector w, N_Vector id) {
  return norm(DATA(x), DATA(w), DATA(id), SIZE(x));
}

/* In blocks whose sums stay in registers. */
PTL_WIDE static int linear_combination(int count, sunrealtype *c, N_Vector *x, N_Vector z) {
  enum { BLOCK = 4 * WIDTH };
  double *out = DATA(z);
  sunindextype n = SIZE(z), i = 0;
  for (; i + BLOCK <= n; i += BLOCK) {
    const double *p = DATA(x[0]) + i;
    group s0 = c[0] * GROUP(p), s1 = c[0] * GROUP(p + WIDTH);
    group s2 = c[0] * GROUP(p + 2 * WIDTH), s3 = c[0] * GROUP(p + 3 * WIDTH);
    for (int k = 1; k < count; k++) {
      p = DATA(x[k]) + i;
      s0 += c[k] * GROUP(p);
      s1 += c[k] * GROUP(p + WIDTH);
      s2 += c[k] * GROUP(p + 2 * WIDTH);
      s3 += c[k] * GROUP(p + 3 * WIDTH);
    }
    GROUP(out + i) = s0;
    GROUP(out + i + WIDTH) = s1;
    GROUP(out + i + 2 * WIDTH) = s2;
    GROUP(out + i + 3 * WIDTH) = s3;
  }
  for (; i + WIDTH <= n; i += WIDTH) {
    group sum = c[0] * GROUP(DATA(x[0]) + i);
    for (int k = 1; k < count; k++) sum += c[k] * GROUP(DATA(x[k]) + i);
    GROUP(out + i) = sum;
  }
  for (; i < n; i++) {
    double sum = c[0] * DATA(x[0])[i];
    for (int k = 1; k < count; k++) sum += c[k] * DATA(x[k])[i];
    out[i] = sum;
  }
  return 0;
}

PTL_WIDE static int scale_array(int count, sunrealtype *c, N_Vector *x, N_Vector *z) {
  for (int k = 0; k < count; k++) multiply(c[k], DATA(x[k]), SIZE(x[k]), DATA(z[k]));
  return 0;
}

PTL_WIDE static int linear_sum_array(int count, sunrealtype a, N_Vector *x, sunrealtype b,
                                     N_Vector *y, N_Vector *z) {
  for (int k = 0; k < count; k++) add(a, DATA(x[k]), b, DATA(y[k]), SIZE(x[k]), DATA(z[k]));
  return 0;
}

void ptl_ida_use_own_loops(N_Vector v) {
  v->ops->nvlinearsum = linear_sum;
  v->ops->nvconst = fill;
  v->ops->nvscale = scale;
  v->ops->nvwrmsnorm = weighted_norm;
  v->ops->nvwrmsnormmask = weighted_norm_masked;
  v->ops->nvlinearcombination = linear_combination;
  v->ops->nvscalevectorarray = scale_array;
  v->ops->nvlinearsumvectorarray = linear_sum_array;
}
