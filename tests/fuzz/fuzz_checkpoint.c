/* fuzz_checkpoint.c: the checkpoint in a run folder. */
#include "fuzz.h"
#include "trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ptl_context *context = fuzz_context();
  ptl_checkpoint c = {0};
  fuzz_file("checkpoint", data, size);
  ptl_checkpoint_read(context, fuzz_folder(), &c);
  ptl_free(context, c.bytes);
  ptl_context_destroy(context);
  return 0;
}
