/* fuzz_csv.c: a trace in CSV. */
#include "fuzz_trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_trace(fuzz_file("trace.csv", data, size));
  return 0;
}
