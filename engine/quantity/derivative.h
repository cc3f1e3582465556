/* derivative.h: first and second derivatives of a program. Internal. */
#ifndef PTL_DERIVATIVE_H
#define PTL_DERIVATIVE_H

#include "program.h"

/* Value and two derivatives of the program by a variable, as its right-hand limits: by d^k f/dx^k
 * at x + 0; held as in ptl_program_value. */
void ptl_program_derive(const ptl_program *p, const double *variables, const double *held,
                        int variable, double out[3]);

#endif
