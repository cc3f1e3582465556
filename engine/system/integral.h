/* integral.h: the integral of an expression from 0, piece by piece. Internal. */
#ifndef PTL_INTEGRAL_H
#define PTL_INTEGRAL_H

#include "expression.h"

typedef struct ptl_integral ptl_integral;

/* `x` is the variable that the expression reads; the caller's, as is the expression. */
ptl_status ptl_integral_create(ptl_context *context, const ptl_expr *expr, double *x,
                               ptl_integral **out);
void ptl_integral_destroy(ptl_integral *integral);
/* Integral from 0 to end >= 0, to rounding where the expression is smooth; `widest` is a length over
 * which it may be looked at as a whole. NAN when the expression or memory gives out. */
double ptl_integral_eval(ptl_integral *integral, double end, double widest);

#endif
