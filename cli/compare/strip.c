/* strip.c: the values of a few neighbouring rows of a trace, moving along it. */
#include "strip.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"

ptl_status ptl_cli_strip_open(const ptl_series *series, const int *columns, int n, int64_t row,
                              ptl_strip *out) {
  double from = series->from;
  *out = (ptl_strip){.reader = series->reader, .n_columns = n};
  out->values = ptl_cli_alloc((size_t)n, sizeof *out->values);
  if (series->to_seconds == 1 && row > 0) { /* else the time in the trace is not exactly known */
    while (row > 0 && series->time[row - 1] == series->time[row]) row--;
    from = series->time[row];
    out->first = row;
  }
  return ptl_trace_reader_select(series->reader, columns, n, series->time_column, from,
                                 series->until);
}

void ptl_cli_strip_close(ptl_strip *strip) {
  for (int k = 0; k < strip->n_columns; k++) free(strip->values[k]);
  free(strip->values);
}

static void drop(ptl_strip *s, int64_t first) {
  int n = first - s->first < s->n_rows ? (int)(first - s->first) : s->n_rows;
  if (n <= 0) return;
  s->first += n;
  s->n_rows -= n;
  for (int k = 0; k < s->n_columns; k++)
    memmove(s->values[k], s->values[k] + n, (size_t)s->n_rows * sizeof *s->values[k]);
}

static void make_room(ptl_strip *s, int n) {
  if (s->n_rows + n <= s->capacity) return;
  s->capacity = s->n_rows + n + s->n_rows / 2;
  for (int k = 0; k < s->n_columns; k++) {
    double *larger = ptl_cli_alloc((size_t)s->capacity, sizeof *larger);
    if (s->n_rows > 0) memcpy(larger, s->values[k], (size_t)s->n_rows * sizeof *larger);
    free(s->values[k]);
    s->values[k] = larger;
  }
}

static ptl_status read_block(ptl_strip *s, int *n) {
  ptl_trace_block block;
  const ptl_status status = ptl_trace_reader_next(s->reader, &block);
  *n = block.n_rows;
  if (status != PTL_OK) return status;
  make_room(s, block.n_rows);
  for (int k = 0; k < s->n_columns; k++)
    memcpy(s->values[k] + s->n_rows, block.columns[k], (size_t)block.n_rows * sizeof(double));
  s->n_rows += block.n_rows;
  return PTL_OK;
}

ptl_status ptl_cli_strip_move(ptl_strip *s, int64_t first, int64_t last) {
  drop(s, first);
  while (s->first + s->n_rows <= last) {
    int n;
    const ptl_status status = read_block(s, &n);
    if (status != PTL_OK) return status;
    if (n == 0) return PTL_ERR_INTERRUPTED;
    drop(s, first);
  }
  return PTL_OK;
}

ptl_status ptl_cli_strip_read_rest(ptl_strip *s) {
  ptl_trace_block block;
  ptl_status status;
  do {
    status = ptl_trace_reader_next(s->reader, &block);
  } while (status == PTL_OK && block.n_rows > 0);
  return status;
}
