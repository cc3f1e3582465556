/* fuzz_compare.c: `pintle compare` of two files, which are parted by a line of two percent signs. */
#include "fuzz.h"
#include "verbs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char mark[] = "%%\n";
  char first[256], second[256];
  const uint8_t *cut = size > 0 ? memmem(data, size, mark, sizeof mark - 1) : NULL;
  const size_t n = cut != NULL ? (size_t)(cut - data) : size;
  const uint8_t *rest = cut != NULL ? cut + sizeof mark - 1 : data;
  snprintf(first, sizeof first, "%s", fuzz_file("first.csv", data, n));
  snprintf(second, sizeof second, "%s",
           fuzz_file("second.csv", rest, cut != NULL ? size - n - (sizeof mark - 1) : size));
  char verb[] = "compare", quiet[] = "--quiet";
  char *arguments[] = {verb, first, second, quiet, NULL};
  ptl_cli_verb_compare.run(4, arguments);
  return 0;
}
