/* controls.h: what of a model can be set in the viewer: its parameters, and the contact of each joint
 * that has one.
 */
#ifndef PTL_CONTROLS_H
#define PTL_CONTROLS_H

#include "result.h"

/* Fills the result's controls. Returns 0, or non-zero when memory is out. */
int ptl_controls_build(ptl_context *context, const ptl_mechanism *mechanism, ptl_result *result);

#endif
