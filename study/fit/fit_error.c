/* fit_error.c: confidence intervals of fitted numbers.
 *
 * With the Jacobian J of the residuals r by differences, the covariance of the numbers is s^2 (J^T
 * J)^-1, s^2 = r^T r/(n - d): Seber, Wild, Nonlinear Regression (1989), 2.1. The interval takes the
 * normal distribution's 1.96. */
#include "fit_error.h"

#include <math.h>
#include <string.h>

#include "elimination.h"

#define STEP 1e-4 /* share of a range */

/* Row i of J^T: derivatives of the residuals by factor i, in its own unit. */
static ptl_status differentiate(ptl_fit_runner *r, const double *u, double *shifted, int i,
                                double *row) {
  const int d = r->fit->study.design.n_factors;
  double ends[2];
  memcpy(shifted, u, (size_t)d * sizeof *u);
  for (int side = 0; side < 2; side++) {
    shifted[i] = fmin(1, fmax(0, u[i] + (side ? STEP : -STEP)));
    ptl_status status = ptl_fit_run_once(r, shifted);
    if (status != PTL_OK) return status;
    ends[side] = r->numbers[i];
    for (int64_t k = 0; k < r->n_residuals; k++)
      row[k] = side ? (r->residuals[k] - row[k]) / (ends[1] - ends[0]) : r->residuals[k];
  }
  return PTL_OK;
}

static void fill_errors(const double *jacobian, int64_t n, int d, double variance, double *matrix,
                        double *column, double *errors) {
  for (int k = 0; k < d; k++) {
    for (int i = 0; i < d; i++)
      for (int j = 0; j < d; j++) {
        double sum = 0;
        for (int64_t m = 0; m < n; m++) sum += jacobian[i * n + m] * jacobian[j * n + m];
        matrix[i * d + j] = sum;
      }
    for (int i = 0; i < d; i++) column[i] = i == k;
    errors[k] = ptl_eliminate(matrix, d, column) > 0 && column[k] > 0
                    ? 1.96 * sqrt(variance * column[k])
                    : NAN;
  }
}

ptl_status ptl_fit_errors(ptl_fit_runner *r, const double *u, double *errors) {
  const int d = r->fit->study.design.n_factors;
  const int64_t n = r->n_residuals;
  ptl_context *context = r->context;
  const double variance = ptl_fit_squares(r) / (double)(n - d);
  for (int i = 0; i < d; i++) errors[i] = NAN;
  if (n <= d) return PTL_OK; /* nothing is left to tell an error by */
  double *jacobian = ptl_alloc(context, (size_t)(d * n), sizeof *jacobian);
  double *work = ptl_alloc(context, (size_t)(d * d + 2 * d), sizeof *work);
  ptl_status status = jacobian != NULL && work != NULL ? PTL_OK : PTL_ERR_MEMORY;
  for (int i = 0; i < d && status == PTL_OK; i++)
    status = differentiate(r, u, work + d * d, i, jacobian + i * n);
  if (status == PTL_OK) fill_errors(jacobian, n, d, variance, work, work + d * d + d, errors);
  ptl_free(context, jacobian);
  ptl_free(context, work);
  return status == PTL_ERR_SIMULATION || status == PTL_ERR_UNFIT ? PTL_OK : status;
}
