/* jacobian_check.h: the Jacobian of a system's residual against differences. */
#ifndef PTL_TEST_JACOBIAN_CHECK_H
#define PTL_TEST_JACOBIAN_CHECK_H

#include "support.h"

#include "dae.h"

/* Expected: central differences of the residual, column by column, within `tolerance` of 1 plus
 * their size. */
static inline void check_jacobian_at(ptl_data *data, double t, double *y, double *yp,
                                     double tolerance) {
  const ptl_system *s = data->system;
  int n = s->pattern.n;
  double cj = 37.0, h = 1e-6, *ra = calloc((size_t)(3 * n), sizeof(double)), *rb = ra + n;
  double *dense = rb + n, *values = calloc((size_t)s->pattern.nonzeros, sizeof(double));
  assert_int_equal(ptl_eval_jacobian(data, t, cj, y, values), 0);
  for (int c = 0; c < n; c++) {
    memset(dense, 0, sizeof(double) * (size_t)n);
    for (int64_t e = s->pattern.column_start[c]; e < s->pattern.column_start[c + 1]; e++)
      dense[s->pattern.row_index[e]] = values[e];
    double kept = y[c], kept_p = yp[c];
    y[c] = kept + h;
    yp[c] = kept_p + cj * h;
    assert_int_equal(ptl_eval_residual(data, t, y, yp, ra), 0);
    y[c] = kept - h;
    yp[c] = kept_p - cj * h;
    assert_int_equal(ptl_eval_residual(data, t, y, yp, rb), 0);
    y[c] = kept;
    yp[c] = kept_p;
    for (int r = 0; r < n; r++) {
      double difference = (ra[r] - rb[r]) / (2.0 * h);
      if (fabs(dense[r] - difference) > tolerance * (1.0 + fabs(difference)))
        fail_msg("row %d column %d: analytic %.10g, differenced %.10g", r, c, dense[r], difference);
    }
  }
  free(values);
  free(ra);
}

#endif
