/* fuzz_events.c: the events of a run folder. */
#include "fuzz.h"
#include "pintle_trace.h"

static int take(void *user, const char *joint, const char *gap, const ptl_event *event) {
  *(size_t *)user += strlen(joint) + strlen(gap) + (size_t)event->kind;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ptl_context *context = fuzz_context();
  size_t sum = 0;
  fuzz_file("events.csv", data, size);
  ptl_events_read(context, fuzz_folder(), take, &sum);
  ptl_context_destroy(context);
  return 0;
}
