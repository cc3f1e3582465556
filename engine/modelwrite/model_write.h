/* model_write.h: writes a description as a model file. Internal. */
#ifndef PTL_MODEL_WRITE_H
#define PTL_MODEL_WRITE_H

#include <stdio.h>

#include "mechanism.h"

/* Into a stream, whose errors are the caller's to see. */
void ptl_model_print(const ptl_mechanism *m, FILE *file);
/* ptl_mechanism_text with the memory and messages of another context. */
ptl_status ptl_model_text(ptl_context *context, const ptl_mechanism *m, char **out);

#endif
