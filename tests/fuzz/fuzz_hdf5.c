/* fuzz_hdf5.c: a trace in HDF5. */
#include "fuzz_trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_trace(fuzz_file("trace.hdf5", data, size));
  return 0;
}
