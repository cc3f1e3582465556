/* fuzz_trace.h: a file read as a trace, as a whole and a part of it. */
#ifndef PTL_FUZZ_TRACE_H
#define PTL_FUZZ_TRACE_H

#include "fuzz.h"
#include "pintle_trace.h"

static inline void fuzz_trace(const char *path) {
  ptl_context *context = fuzz_context();
  ptl_trace_reader *reader = NULL;
  ptl_trace *trace = NULL;
  ptl_trace_block block = {0};
  const int first = 0;
  if (ptl_trace_reader_open(context, path, &reader) == PTL_OK &&
      ptl_trace_reader_select(reader, &first, 1, 0, 0.5, 1.5) == PTL_OK)
    while (ptl_trace_reader_next(reader, &block) == PTL_OK && block.n_rows > 0) continue;
  ptl_trace_reader_close(reader);
  if (ptl_trace_load(context, path, &trace) == PTL_OK) ptl_trace_destroy(trace);
  ptl_context_destroy(context);
}

#endif
