/* fuzz_packed.c: the model that an exported unit carries. */
#include "fuzz.h"
#include "packed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ptl_context *context = fuzz_context();
  ptl_mechanism *m = NULL;
  if (ptl_unpack(context, "fuzz", data, size, &m) == PTL_OK) ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
  return 0;
}
