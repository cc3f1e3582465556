/* expressions.h: what expressions of motions, loads and signals fail to give. Internal. */
#ifndef PTL_EXPRESSIONS_H
#define PTL_EXPRESSIONS_H

#include "data.h"

/* PTL_OK, or PTL_ERR_SIMULATION with the message of a rate that has no integral up to t [s]. */
ptl_status ptl_expressions_integrals(const ptl_data *data, double t);
/* PTL_OK, or PTL_ERR_SIMULATION with the message of an expression that is not finite at the present
 * state and t [s]. */
ptl_status ptl_expressions_finite(const ptl_data *data, double t);

#endif
