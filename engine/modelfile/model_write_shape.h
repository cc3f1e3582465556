/* model_write_shape.h: the shapes of a body in a model file. Internal. */
#ifndef PTL_MODEL_WRITE_SHAPE_H
#define PTL_MODEL_WRITE_SHAPE_H

#include <stdio.h>

#include "mechanism.h"

/* The key `shape:` of a body with its list; nothing for a body that has none. */
void ptl_write_shapes(const ptl_mechanism *m, const ptl_mech_body *body, FILE *file);

#endif
