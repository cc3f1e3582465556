/* fuzz_checkpoint.c: the checkpoint in a run folder, with the sum that belongs to it; a folder goes
 * on from it, and so does the run. */
#include "fuzz.h"
#include "fuzz_ball.h"
#include "hash.h"
#include "trace.h"

/* Where its header (folder_checkpoint.c) has the sizes and the sum of what follows it. */
enum { NAME_SIZE_AT = 48, SIZE_AT = 56, SUM_AT = 64, HEADER = 72 };

/* What the folder has of the run: the numbers in the header say how much of it belongs to it. */
static void put_results(void) {
  static const char *const names[] = {PTL_FILE_TRACE, PTL_FILE_EVENTS, PTL_FILE_RECORD};
  static uint8_t text[4096];
  if (text[0] != 0) return;
  memset(text, '\n', sizeof text);
  for (int i = 0; i < 3; i++) fuzz_file(names[i], text, sizeof text);
}

static void set_sum(uint8_t *bytes, size_t size) {
  if (size < HEADER) return;
  uint64_t name = bytes[NAME_SIZE_AT];
  if (name > size - HEADER) name = 0;
  const uint64_t length = size - HEADER - name;
  memcpy(bytes + NAME_SIZE_AT, &name, sizeof name);
  memcpy(bytes + SIZE_AT, &length, sizeof length);
  const uint64_t sum =
      ptl_hash(ptl_hash(PTL_HASH_START, bytes, SUM_AT), bytes + HEADER, size - HEADER);
  memcpy(bytes + SUM_AT, &sum, sizeof sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ptl_context *context = fuzz_context();
  ptl_mechanism *m = NULL;
  ptl_system *system = NULL;
  ptl_folder *folder = NULL;
  ptl_run *run = NULL;
  const void *snapshot;
  size_t n;
  char to[96];
  uint8_t *bytes = (uint8_t *)fuzz_text(data, size);
  set_sum(bytes, size);
  put_results();
  fuzz_file(PTL_FILE_CHECKPOINT, bytes, size);
  snprintf(to, sizeof to, "%s.run", fuzz_folder());
  system = fuzz_ball_system(context, &m);
  if (ptl_folder_resume(context, system, to, fuzz_folder(), &folder, &snapshot, &n) == PTL_OK) {
    const ptl_sink sink = ptl_folder_sink(folder);
    if (ptl_run_restore(context, system, NULL, &sink, snapshot, n, &run) == PTL_OK)
      ptl_run_step(run, NULL);
    ptl_run_destroy(run);
    ptl_folder_abandon(folder);
  }
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
  free(bytes);
  return 0;
}
