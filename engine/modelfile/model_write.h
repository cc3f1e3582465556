/* model_write.h: what the files that write a model share. Internal. */
#ifndef PTL_MODEL_WRITE_H
#define PTL_MODEL_WRITE_H

#include <stdio.h>

#include "mechanism.h"

/* The key `shape:` of a body with its list; nothing for a body that has none. */
void ptl_write_shapes(const ptl_mechanism *m, const ptl_mech_body *body, FILE *file);

#endif
