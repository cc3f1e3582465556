/* controls.h: what of a model can be set in the viewer: its parameters, and the contact of each
 * joint that has one.
 */
#ifndef PTL_CONTROLS_H
#define PTL_CONTROLS_H

#include "result.h"

/* The unit in which a parameter is shown, that of the model file where it has a factor alone, and
 * its size in SI. */
const char *ptl_controls_unit(ptl_context *context, const ptl_parameter_def *def, double *size);
/* Fills the result's controls. Returns 0, or non-zero when memory is out. */
int ptl_controls_build(ptl_context *context, const ptl_mechanism *mechanism, ptl_result *result);

#endif
