/* lyapunov.h: how fast two motions that begin close to one another part. Internal. */
#ifndef PTL_LYAPUNOV_H
#define PTL_LYAPUNOV_H

#include "context.h"

typedef struct ptl_lyapunov {
  double from, until,
      interval;  /* the twin is set near the run at `from`, and again after each interval [s] */
  uint64_t seed; /* of the direction of the first perturbation */
  int (*stop)(void *user); /* non-zero: end at once; or NULL */
  void *user;
} ptl_lyapunov;

/* Largest Lyapunov exponent [1/s] of a system: the mean of ln(d/d0)/interval, d0 and d the
 * distances of a run and its twin at the beginning and the end of each interval, after which the
 * twin is set back to a distance of d0 along the same line (Benettin, Galgani, Strelcyn, Phys. Rev.
 * A 14 (1976) 2338). The first tenth of the intervals does not count. NAN when no whole interval
 * fits, or when both become the same motion. */
ptl_status ptl_lyapunov_run(ptl_context *context, const ptl_system *system,
                            const ptl_lyapunov *options, double *out);

#endif
