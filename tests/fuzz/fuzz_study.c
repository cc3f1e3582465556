/* fuzz_study.c: a study file, up to the points that it asks for. */
#include "fuzz.h"
#include "study.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ptl_context *context = fuzz_context();
  ptl_study study = {0};
  const char *path = fuzz_file("study.yaml", data, size);
  if (ptl_study_load(context, path, &study) == PTL_OK) ptl_study_prepare(context, &study);
  ptl_study_release(context, &study);
  ptl_context_destroy(context);
  return 0;
}
