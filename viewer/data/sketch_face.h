/* sketch_face.h: the surfaces that touch (circles, lines, profiles) as points on their bodies. */
#ifndef PTL_SKETCH_FACE_H
#define PTL_SKETCH_FACE_H

#include "sketch.h"

/* Fills out->faces from the joints of the sketch. Returns 0, or non-zero when memory is out. */
int ptl_sketch_faces(const ptl_mechanism *mechanism, ptl_sketch *out);

#endif
