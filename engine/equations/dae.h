/* dae.h: the equations of motion as a DAE F(t, y, y') = 0, for an implicit integrator. Internal. */
#ifndef PTL_DAE_H
#define PTL_DAE_H

#include "data.h"

/* The residual r = F(t, y, y'). 0, or non-zero as ptl_eval_forces, also when the residual is not
 * finite. */
int ptl_eval_residual(ptl_data *data, double t, const double *y, const double *yp, double *r);
/* Values of the sparse Jacobian dF/dy + cj dF/dy' in system->pattern. 0, or non-zero as
 * ptl_eval_forces. */
int ptl_eval_jacobian(ptl_data *data, double t, double cj, const double *y, double *values);

#endif
