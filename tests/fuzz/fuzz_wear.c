/* fuzz_wear.c: the folder of `pintle wear`, as --resume reads it: checkpoint.txt, wear.csv and
 * profiles.csv, which are parted by lines of two percent signs; its pictures and its worn model. */
#include "fuzz.h"
#include "fuzz_slot.h"
#include "wear_pictures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const names[] = {"checkpoint.txt", "wear.csv", "profiles.csv"};
  ptl_context *context = fuzz_context();
  ptl_mechanism *m = NULL, *worn = NULL;
  ptl_wear *wear = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t n;
    const uint8_t *part = fuzz_part(&data, &size, &n);
    fuzz_file(names[i], part, n);
  }
  if (ptl_mechanism_parse(context, fuzz_slot, strlen(fuzz_slot), "slot.yaml", NULL, 0, &m) !=
      PTL_OK)
    abort();
  const ptl_wear_options options = fuzz_wear_options(fuzz_folder(), 1);
  if (ptl_wear_create(context, m, &options, &wear) == PTL_OK) {
    ptl_cli_wear_pictures(wear, 0);
    if (ptl_wear_worn_model(wear, &worn) == PTL_OK) ptl_mechanism_destroy(worn);
  }
  ptl_wear_destroy(wear);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
  return 0;
}
