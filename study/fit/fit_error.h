/* fit_error.h: confidence intervals of fitted numbers. Internal to this room. */
#ifndef PTL_FIT_ERROR_H
#define PTL_FIT_ERROR_H

#include "fit_run.h"

/* Half the width of the 95 % confidence interval of each factor at u, of the curvature of the sum
 * of squares there. */
ptl_status ptl_fit_errors(ptl_fit_runner *r, const double *u, double *errors);

#endif
