#include "result.h"

#include <stdlib.h>

void ptl_result_destroy(ptl_result *result) {
  if (result == NULL) return;
  ptl_result_release_controls(result);
  ptl_geometry_release(&result->geometry, result->sketch.n_bodies);
  ptl_binding_release(&result->binding);
  ptl_record_release(&result->record);
  ptl_sketch_release(&result->sketch);
  ptl_mechanism_destroy(result->mechanism);
  ptl_context_destroy(result->context);
  free(result);
}

void ptl_result_release_controls(ptl_result *result) {
  for (int i = 0; i < result->n_controls; i++) free(result->controls[i].choices);
  free(result->controls);
  result->controls = NULL;
  result->n_controls = 0;
}

ptl_scene ptl_result_scene(const ptl_result *result) {
  return (ptl_scene){&result->sketch, &result->record, &result->binding, &result->geometry,
                     result->mechanism};
}
