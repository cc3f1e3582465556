/* sketch_form.h: the shapes that a model gives its bodies, as closed polygons. */
#ifndef PTL_SKETCH_FORM_H
#define PTL_SKETCH_FORM_H

#include "sketch.h"

/* Fills out->forms; the bodies of the sketch are there. Returns 0, or non-zero when memory is
 * out. */
int ptl_sketch_forms(const ptl_mechanism *mechanism, ptl_sketch *out);

#endif
