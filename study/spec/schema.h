/* schema.h: JSON Schema (draft 7) of model files and study files, for editors and validators. Made
 * from the tables of keys that the readers use and from the types that the context knows. */
#ifndef PTL_SCHEMA_H
#define PTL_SCHEMA_H

#include "context.h"

/* The schema of models, or of studies; *out is to be freed with ptl_free. */
ptl_status ptl_model_schema(ptl_context *context, char **out);
ptl_status ptl_study_schema(ptl_context *context, char **out);

#endif
