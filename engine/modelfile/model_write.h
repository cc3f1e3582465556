/* model_write.h: writes a description as a model file. Internal. */
#ifndef PTL_MODEL_WRITE_H
#define PTL_MODEL_WRITE_H

#include <stdio.h>

#include "mechanism.h"

/* ptl_mechanism_save with the messages of another context; `m` is only read. */
ptl_status ptl_model_write(ptl_context *context, const ptl_mechanism *m, const char *path);

/* The key `shape:` of a body with its list; nothing for a body that has none. */
void ptl_write_shapes(const ptl_mechanism *m, const ptl_mech_body *body, FILE *file);

#endif
