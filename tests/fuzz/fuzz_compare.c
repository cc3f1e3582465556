/* fuzz_compare.c: `pintle compare` of two files, which are parted by a line of two percent
 * signs. */
#include "compare.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char first[256], second[256];
  size_t n;
  const size_t whole = size;
  const uint8_t *part = fuzz_part(&data, &size, &n);
  snprintf(first, sizeof first, "%s", fuzz_file("first.csv", part, n));
  snprintf(second, sizeof second, "%s",
           n < whole ? fuzz_file("second.csv", data, size) : fuzz_file("second.csv", part, n));
  char verb[] = "compare", quiet[] = "--quiet";
  char *arguments[] = {verb, first, second, quiet, NULL};
  ptl_cli_verb_compare.run(4, arguments);
  return 0;
}
