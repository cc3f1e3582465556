/* sketch_build.h: copies from a description what there is to draw of it. */
#ifndef PTL_SKETCH_BUILD_H
#define PTL_SKETCH_BUILD_H

#include "sketch.h"

/* Returns 0, or non-zero when memory is out. */
int ptl_sketch_build(const ptl_mechanism *mechanism, ptl_sketch *out);

#endif
