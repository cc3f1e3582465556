/* import.h: descriptions of other programs as model files: MJCF and URDF whose motion is plane, and
 * points and links in CSV. */
#ifndef PTL_IMPORT_H
#define PTL_IMPORT_H

#include "pintle.h"

typedef struct ptl_import_options {
  const char *const *held; /* names of joints that are taken for rigid */
  int n_held;
} ptl_import_options;

typedef struct ptl_import_result {
  char *model; /* text of a model file that ptl_mechanism_parse has read */
  /* a line for each thing that was not taken, or was taken in another way; "" where there is
   * none */
  char *report;
} ptl_import_result;

/* Reads the file at `path`: XML whose outermost element is <mujoco> or <robot>, else CSV.
 * PTL_ERR_IO where it cannot be read, PTL_ERR_INPUT, with the line, where it is wrong or cannot be
 * expressed in the plane. The texts are freed by ptl_import_free. */
ptl_status ptl_import_file(ptl_context *context, const char *path,
                           const ptl_import_options *options, ptl_import_result *out);
void ptl_import_free(ptl_context *context, ptl_import_result *result);

#endif
