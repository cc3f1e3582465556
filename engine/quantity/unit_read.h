/* unit_read.h: units in expressions, and numbers and operators that are put into the program and
 * the text. Internal. */
#ifndef PTL_UNIT_READ_H
#define PTL_UNIT_READ_H

#include "argument_rule.h"

ptl_status ptl_emit_op(ptl_reading *r, ptl_op op);
/* Pushes a number, which the text gives as it stands. */
ptl_status ptl_emit_value(ptl_reading *r, double value);
/* Adds the powers of a unit, times the sign. */
void ptl_multiply_dimension(ptl_dimension *d, const double *power, double sign);
/* Whether a unit stands at r->p, behind blanks. */
int ptl_is_unit_here(ptl_reading *r);
/* The unit behind an operand, and one by itself behind a division: 5/s. */
ptl_status ptl_read_unit(ptl_reading *r, int is_literal, ptl_dimension *d);
ptl_status ptl_read_divisor_unit(ptl_reading *r, ptl_dimension *d);

#endif
