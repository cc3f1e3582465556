/* fit_descent.h: least squares within bounds, from a point near the solution. Internal to this
 * room. */
#ifndef PTL_FIT_DESCENT_H
#define PTL_FIT_DESCENT_H

#include "context.h"

/* What a descent asks for: the residuals at u, `n` numbers that last until the next call. NULL:
 * there are none at u. `must_end` tells that no more can be asked for. */
typedef struct ptl_fit_residuals {
  const double *(*find)(void *user, const double *u);
  int (*must_end)(void *user);
  void *user;
  int d; /* numbers u, 0 to 1 */
  int64_t n;
} ptl_fit_residuals;

/* Makes the sum of squares least from u on. *has_settled: 1 where what a step would still gain is
 * next to nothing beside the spread of the residuals, or the step is below the tolerance. */
ptl_status ptl_fit_descend(ptl_context *context, const ptl_fit_residuals *residuals,
                           double tolerance, double *u, int *has_settled);

#endif
