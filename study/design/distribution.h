/* distribution.h: random variables by the inverse of their distribution function. Internal. */
#ifndef PTL_DISTRIBUTION_H
#define PTL_DISTRIBUTION_H

typedef enum ptl_distribution_kind {
  PTL_UNIFORM,     /* p: least, largest */
  PTL_LOG_UNIFORM, /* p: least, largest, both > 0; the logarithm is uniform */
  PTL_NORMAL,      /* p: mean, standard deviation, bounds at which it is cut off (infinite: none) */
  PTL_TRIANGULAR   /* p: least, most frequent, largest */
} ptl_distribution_kind;

typedef struct ptl_distribution {
  ptl_distribution_kind kind;
  double p[4];
} ptl_distribution;

/* NULL, or what is wrong with the numbers. */
const char *ptl_distribution_fault(const ptl_distribution *d);
/* The value that is not exceeded with probability u, 0 < u < 1. */
double ptl_distribution_quantile(const ptl_distribution *d, double u);
/* Of the normal distribution with mean 0 and standard deviation 1. */
double ptl_normal_quantile(double u);

#endif
