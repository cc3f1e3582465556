/* anderson.h: fixed points f = F(f) by Anderson's extrapolation. Internal.
 *
 * With h = F(f) - f, a step of the iteration is f + h, corrected by what earlier steps, also those
 * of problems that were nearly the same, have changed in h (D. G. Anderson: Iterative procedures
 * for nonlinear integral equations, J. ACM 12 (1965) 547; Fang, Saad: Two classes of multisecant
 * methods, Numer. Linear Algebra Appl. 16 (2009) 197). */
#ifndef PTL_ANDERSON_H
#define PTL_ANDERSON_H

#include "context.h"

typedef struct ptl_anderson ptl_anderson;

/* n unknowns. */
ptl_status ptl_anderson_create(ptl_context *context, int n, ptl_anderson **out);
void ptl_anderson_destroy(ptl_anderson *anderson);
/* Another problem: the first step has none before it. */
void ptl_anderson_begin(ptl_anderson *anderson);
/* Forgets what earlier steps have changed. */
void ptl_anderson_forget(ptl_anderson *anderson);
/* The next iterate in place of f, of which `missing` is h. */
void ptl_anderson_step(ptl_anderson *anderson, const double *missing, double *f);

#endif
