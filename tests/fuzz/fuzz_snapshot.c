/* fuzz_snapshot.c: the bytes of a run that was saved, which goes on for a step. */
#include "fuzz.h"
#include "fuzz_ball.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ptl_context *context = fuzz_context();
  ptl_mechanism *m = NULL;
  ptl_system *system = NULL;
  ptl_run *run = NULL;
  if (ptl_mechanism_parse(context, fuzz_ball, strlen(fuzz_ball), "ball.yaml", NULL, 0, &m) !=
          PTL_OK ||
      ptl_assemble(m, &system) != PTL_OK)
    abort();
  if (ptl_run_restore(context, system, NULL, NULL, data, size, &run) == PTL_OK)
    ptl_run_step(run, NULL);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
  return 0;
}
