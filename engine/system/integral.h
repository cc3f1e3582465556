/* integral.h: the integral by time of an expression of time, from 0 on. Internal. */
#ifndef PTL_INTEGRAL_H
#define PTL_INTEGRAL_H

#include "expression.h"

typedef struct ptl_integral ptl_integral;

/* `time` is where the expression reads the time; the caller's, as is the expression. usual_end: up
 * to where it will be wanted [s], so that what the rate is later does not round what it adds up to
 * before; 0 if that is not known. */
ptl_status ptl_integral_create(ptl_context *context, ptl_expr *expr, double *time, double usual_end,
                               ptl_integral **out);
void ptl_integral_destroy(ptl_integral *integral);
/* Integral from 0 to `end` in the units of the expression times seconds; for smooth parts to a
 * relative error of 1e-14 of what they contribute, and within the first piece to 1e-14 of the
 * largest rate times `end`. NAN for an end below 0 or beyond `horizon`, which is not searched, and
 * when the expression or memory gives out. */
double ptl_integral_eval(ptl_integral *integral, double end, double horizon);
/* PTL_OK, or the reason why no integral can be had up to t, which names the expression and the
 * time. */
ptl_status ptl_integral_status(const ptl_integral *integral, double t);

#endif
