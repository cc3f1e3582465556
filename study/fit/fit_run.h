/* fit_run.h: one run of a fit. Internal to this room. */
#ifndef PTL_FIT_RUN_H
#define PTL_FIT_RUN_H

#include "fit.h"
#include "point.h"

typedef struct ptl_fit_runner {
  ptl_context *context;
  const ptl_fit *fit;
  int (*progress)(void *user, double share); /* called within a run: non-zero ends it; or NULL */
  void *user;
  ptl_setting *settings;
  char (*texts)[256];
  double *numbers;   /* of the factors, SI */
  double *measures;  /* of the last run */
  double *runs;      /* of the columns at the data's times, as in ptl_fit_result */
  char (*units)[64]; /* of the columns */
  double *residuals; /* whose squares sum up to the objective; n_residuals */
  int64_t n_residuals;
} ptl_fit_runner;

ptl_status ptl_fit_runner_begin(ptl_context *context, const ptl_fit *fit, ptl_fit_runner *out);
void ptl_fit_runner_end(ptl_fit_runner *r);
/* Runs the model with each factor at its share u (0 to 1) of its range. PTL_ERR_SIMULATION and
 * PTL_ERR_UNFIT: this run failed; PTL_ERR_INTERRUPTED: `progress` has ended it. */
ptl_status ptl_fit_run_once(ptl_fit_runner *r, const double *u);
/* Sum of the squares of the residuals. */
double ptl_fit_squares(const ptl_fit_runner *r);

#endif
