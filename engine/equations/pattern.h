/* pattern.h: the pattern of the sparse Jacobian. Internal. */
#ifndef PTL_PATTERN_H
#define PTL_PATTERN_H

#include "system.h"

/* Fills system->pattern and the slots of all elements. */
ptl_status ptl_pattern_build(ptl_context *context, ptl_system *system);
void ptl_pattern_release(ptl_context *context, ptl_system *system);

#endif
