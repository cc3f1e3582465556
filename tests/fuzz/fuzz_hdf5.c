/* fuzz_hdf5.c: a trace in HDF5. */
#include "fuzz_trace.h"

/* Asked by the address sanitizer: libhdf5 loses memory of messages that it cannot read, and at its
 * end. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "detect_leaks=0";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_trace(fuzz_file("trace.hdf5", data, size));
  return 0;
}
