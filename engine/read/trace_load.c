/* trace_load.c: a whole trace in memory. */
#include <string.h>

#include "trace.h"

struct ptl_trace {
  ptl_context *context;
  ptl_column *columns;
  double **values; /* one array per column */
  int n_columns;
  int64_t n_rows, capacity;
  char *incomplete;
  ptl_trace_format format;
};

static ptl_status copy_columns(ptl_trace *trace, const ptl_trace_reader *reader) {
  const ptl_column *columns;
  const int n = ptl_trace_reader_get_columns(reader, &columns);
  trace->columns = ptl_alloc(trace->context, (size_t)n, sizeof *trace->columns);
  trace->values = ptl_alloc(trace->context, (size_t)n, sizeof *trace->values);
  if (trace->columns == NULL || trace->values == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    trace->columns[i].name = ptl_copy_text(trace->context, columns[i].name);
    trace->columns[i].unit = ptl_copy_text(trace->context, columns[i].unit);
    trace->n_columns++;
    if (trace->columns[i].name == NULL || trace->columns[i].unit == NULL) return PTL_ERR_MEMORY;
  }
  trace->format = ptl_trace_reader_get_format(reader);
  const char *incomplete = ptl_trace_reader_get_incomplete(reader);
  trace->incomplete = ptl_copy_text(trace->context, incomplete);
  return incomplete == NULL || trace->incomplete != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

/* Room for n rows more. */
static ptl_status grow(ptl_trace *trace, int n) {
  if (trace->n_rows + n <= trace->capacity) return PTL_OK;
  int64_t capacity = trace->capacity + trace->capacity / 2;
  if (capacity < trace->n_rows + n) capacity = trace->n_rows + n;
  for (int i = 0; i < trace->n_columns; i++) {
    double *larger = ptl_alloc(trace->context, (size_t)capacity, sizeof *larger);
    if (larger == NULL) return PTL_ERR_MEMORY;
    if (trace->n_rows > 0) memcpy(larger, trace->values[i], (size_t)trace->n_rows * sizeof *larger);
    ptl_free(trace->context, trace->values[i]);
    trace->values[i] = larger;
  }
  trace->capacity = capacity;
  return PTL_OK;
}

static ptl_status read_rows(ptl_trace *trace, ptl_trace_reader *reader) {
  ptl_trace_block block;
  for (;;) {
    ptl_status status = ptl_trace_reader_next(reader, &block);
    if (status != PTL_OK || block.n_rows == 0) return status;
    status = grow(trace, block.n_rows);
    if (status != PTL_OK) return status;
    for (int i = 0; i < trace->n_columns; i++)
      memcpy(trace->values[i] + trace->n_rows, block.columns[i],
             (size_t)block.n_rows * sizeof(double));
    trace->n_rows += block.n_rows;
  }
}

ptl_status ptl_trace_load(ptl_context *context, const char *path, ptl_trace **out) {
  ptl_trace_reader *reader = NULL;
  *out = NULL;
  ptl_status status = ptl_trace_reader_open(context, path, &reader);
  if (status != PTL_OK) return status;
  ptl_trace *trace = ptl_alloc(context, 1, sizeof *trace);
  if (trace != NULL) trace->context = context;
  status = trace != NULL ? copy_columns(trace, reader) : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = read_rows(trace, reader);
  ptl_trace_reader_close(reader);
  if (status == PTL_OK)
    *out = trace;
  else
    ptl_trace_destroy(trace);
  return status;
}

void ptl_trace_destroy(ptl_trace *trace) {
  if (trace == NULL) return;
  for (int i = 0; i < trace->n_columns; i++)
    if (trace->values != NULL) ptl_free(trace->context, trace->values[i]);
  for (int i = 0; i < trace->n_columns; i++) {
    ptl_free(trace->context, (char *)trace->columns[i].name);
    ptl_free(trace->context, (char *)trace->columns[i].unit);
  }
  ptl_free(trace->context, trace->columns);
  ptl_free(trace->context, trace->values);
  ptl_free(trace->context, trace->incomplete);
  ptl_free(trace->context, trace);
}

/* ------------------------------------------------------------------ contents */

int64_t ptl_trace_get_rows(const ptl_trace *trace) {
  return trace->n_rows;
}

int ptl_trace_get_columns(const ptl_trace *trace, const ptl_column **columns) {
  if (columns != NULL) *columns = trace->columns;
  return trace->n_columns;
}

int ptl_trace_find(const ptl_trace *trace, const char *name) {
  for (int i = 0; i < trace->n_columns; i++)
    if (strcmp(trace->columns[i].name, name) == 0) return i;
  return -1;
}

const double *ptl_trace_get_column(const ptl_trace *trace, int column) {
  if (column < 0 || column >= trace->n_columns) return NULL;
  return trace->values[column];
}

ptl_trace_format ptl_trace_get_format(const ptl_trace *trace) {
  return trace->format;
}

const char *ptl_trace_get_incomplete(const ptl_trace *trace) {
  return trace->incomplete;
}
