/* fuzz_model.c: a model as text: read, assembled, written, and run for some steps. */
#include "fuzz.h"

static int stop_soon(void *user, double fraction) {
  (void)fraction;
  return ++*(int *)user > 50;
}

static void run(ptl_context *context, const ptl_system *system) {
  ptl_run_options options = ptl_run_options_default();
  ptl_summary summary = {0};
  int steps = 0;
  const ptl_sink sink = {.progress = stop_soon, .user = &steps};
  ptl_simulate(context, system, &options, &sink, &summary);
  ptl_summary_release(context, &summary); /* a run that was stopped has one, too */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ptl_context *context = fuzz_context();
  ptl_mechanism *m = NULL;
  ptl_system *system = NULL;
  char *text = NULL;
  if (ptl_mechanism_parse(context, (const char *)data, size, "fuzz.yaml", NULL, 0, &m) == PTL_OK) {
    if (ptl_mechanism_text(m, &text) == PTL_OK) ptl_text_release(context, text);
    if (ptl_assemble(m, &system) == PTL_OK) run(context, system);
  }
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
  return 0;
}
