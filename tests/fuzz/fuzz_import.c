/* fuzz_import.c: MJCF, URDF, or points and links: what is written must be a model. */
#include "fuzz.h"
#include "import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ptl_context *context = fuzz_context();
  const ptl_import_options options = {NULL, 0};
  ptl_import_result result;
  const char *path = fuzz_file("description.xml", data, size);
  if (ptl_import_file(context, path, &options, &result) == PTL_OK) {
    ptl_mechanism *m = NULL;
    ptl_system *system = NULL;
    if (ptl_mechanism_parse(context, result.model, strlen(result.model), path, NULL, 0, &m) !=
        PTL_OK)
      abort();
    if (ptl_assemble(m, &system) == PTL_OK) ptl_system_destroy(system);
    ptl_mechanism_destroy(m);
    ptl_import_free(context, &result);
  }
  ptl_context_destroy(context);
  return 0;
}
