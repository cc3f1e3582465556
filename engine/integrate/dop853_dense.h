/* dop853_dense.h: the last step of dop853_contact.c at any time within it, as stepper.h has it.
 * Internal. */
#ifndef PTL_DOP853_DENSE_H
#define PTL_DOP853_DENSE_H

#include "stepper.h"

void ptl_dop853_interpolate(ptl_stepper *stepper, double t, double *y);
void ptl_dop853_interpolate_bodies(ptl_stepper *stepper, double t, const int *bodies, int n,
                                   double *q, double *v);
void ptl_dop853_integrate(ptl_stepper *stepper, double t, double *out);
void ptl_dop853_local_error(ptl_stepper *stepper, double *error);

#endif
