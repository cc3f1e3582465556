/* largest.h: the number of largest size of an array. Internal. */
#ifndef PTL_LARGEST_H
#define PTL_LARGEST_H

#include <math.h>

/* Its index among n; a NAN counts as larger than any number. */
static inline int ptl_index_of_largest(const double *x, int n) {
  int best = 0;
  for (int i = 1; i < n && !isnan(x[best]); i++)
    if (!(fabs(x[i]) <= fabs(x[best]))) best = i;
  return best;
}

/* Its size; 0 of none. */
static inline double ptl_largest(const double *x, int n) {
  return n > 0 ? fabs(x[ptl_index_of_largest(x, n)]) : 0.0;
}

#endif
