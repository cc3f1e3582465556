/* text_run.h: a run of a model that a test writes as text. */
#ifndef PTL_TEST_TEXT_RUN_H
#define PTL_TEST_TEXT_RUN_H

#include "support.h"

typedef struct outcome {
  ptl_system *system;
  rows trace;
  ptl_summary summary;
} outcome;

static inline outcome run_text(ptl_context *context, const char *text, const ptl_setting *settings,
                               int n) {
  outcome out = {.system = system_of(context, text, settings, n)};
  ptl_sink sink = rows_sink(&out.trace);
  must(context, ptl_simulate(context, out.system, NULL, &sink, &out.summary));
  return out;
}

static inline double at_row(const outcome *out, int row, const char *column) {
  return rows_at(&out->trace, row, column_of(out->system, column));
}

static inline double last(const outcome *out, const char *column) {
  return at_row(out, out->trace.n - 1, column);
}

static inline void release(ptl_context *context, outcome *out) {
  ptl_summary_release(context, &out->summary);
  ptl_system_destroy(out->system);
  rows_release(&out->trace);
}

#endif
