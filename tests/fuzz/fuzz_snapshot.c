/* fuzz_snapshot.c: the bytes of a run that was saved, with the sum that belongs to them; it goes
 * on for some steps. */
#include "fuzz.h"
#include "fuzz_ball.h"
#include "hash.h"

/* Where the header of a snapshot (snapshot.c) has the size and the sum of what follows it. */
enum { SIZE_AT = 24, SUM_AT = 32, HEADER = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ptl_context *context = fuzz_context();
  ptl_mechanism *m = NULL;
  ptl_system *system = NULL;
  ptl_run *run = NULL;
  uint8_t *bytes = (uint8_t *)fuzz_text(data, size);
  if (size >= HEADER) {
    const uint64_t length = size - HEADER;
    const uint64_t sum = ptl_hash(PTL_HASH_START, bytes + HEADER, length);
    memcpy(bytes + SIZE_AT, &length, sizeof length);
    memcpy(bytes + SUM_AT, &sum, sizeof sum);
  }
  system = fuzz_ball_system(context, &m);
  if (ptl_run_restore(context, system, NULL, NULL, bytes, size, &run) == PTL_OK) {
    ptl_summary summary;
    for (int i = 0; i < 50 && ptl_run_step(run, NULL) == PTL_OK; i++) {
    }
    if (ptl_run_get_summary(run, &summary) == PTL_OK) ptl_summary_release(context, &summary);
  }
  ptl_run_destroy(run);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
  free(bytes);
  return 0;
}
