/* model_write.h: writes a description as a model file. Internal. */
#ifndef PTL_MODEL_WRITE_H
#define PTL_MODEL_WRITE_H

#include "mechanism.h"

/* ptl_mechanism_save with the messages of another context; `m` is only read. */
ptl_status ptl_model_write(ptl_context *context, const ptl_mechanism *m, const char *path);

#endif
