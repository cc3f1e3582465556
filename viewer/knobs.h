/* knobs.h: what of a model can be turned in the viewer. */
#ifndef PTL_KNOBS_H
#define PTL_KNOBS_H

#include "result.h"

/* Fills the result's knobs. 0, or non-zero when memory is out. */
int ptl_knobs_build(const ptl_mechanism *mechanism, ptl_result *result);
void ptl_knobs_release(ptl_result *result);

#endif
