/* distribution.c: random variables by the inverse of their distribution function. */
#include "distribution.h"

#include <math.h>
#include <stddef.h>

static double normal_probability(double x) {
  return 0.5 * erfc(-x * M_SQRT1_2);
}

/* Abramowitz and Stegun (1964), 26.2.23, made exact by Halley's method on erfc. */
double ptl_normal_quantile(double u) {
  const double tail = u < 0.5 ? u : 1 - u;
  const double t = sqrt(-2 * log(tail));
  double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int i = 0; i < 3; i++) {
    const double density = exp(-0.5 * x * x) / sqrt(2 * M_PI);
    const double step = (normal_probability(x) - tail) / density;
    x -= step / (1 + 0.5 * x * step);
  }
  return u < 0.5 ? x : -x;
}

static double quantile_normal(const double p[4], double u) {
  const double lo = normal_probability((p[2] - p[0]) / p[1]),
               hi = normal_probability((p[3] - p[0]) / p[1]);
  return p[0] + p[1] * ptl_normal_quantile(lo + u * (hi - lo));
}

static double quantile_triangular(const double p[4], double u) {
  const double width = p[2] - p[0], left = p[1] - p[0], right = p[2] - p[1];
  return u * width < left ? p[0] + sqrt(u * width * left) : p[2] - sqrt((1 - u) * width * right);
}

double ptl_distribution_quantile(const ptl_distribution *d, double u) {
  const double *p = d->p;
  switch (d->kind) {
    case PTL_UNIFORM:
      return p[0] + (p[1] - p[0]) * u;
    case PTL_LOG_UNIFORM:
      return p[0] * pow(p[1] / p[0], u);
    case PTL_NORMAL:
      return quantile_normal(p, u);
    case PTL_TRIANGULAR:
      return quantile_triangular(p, u);
  }
  return NAN;
}

const char *ptl_distribution_fault(const ptl_distribution *d) {
  const double *p = d->p;
  switch (d->kind) {
    case PTL_LOG_UNIFORM:
      if (!(p[0] > 0)) return "the least value of a logarithmic range must be > 0";
      return p[0] < p[1] ? NULL : "the least value must be below the largest";
    case PTL_UNIFORM:
      return p[0] < p[1] ? NULL : "the least value must be below the largest";
    case PTL_NORMAL:
      if (!(p[1] > 0)) return "the standard deviation must be > 0";
      return p[2] < p[0] && p[0] < p[3] ? NULL : "the mean must lie between the bounds";
    case PTL_TRIANGULAR:
      return p[0] < p[2] && p[0] <= p[1] && p[1] <= p[2]
                 ? NULL
                 : "the order is least, most frequent, largest value";
  }
  return NULL;
}
