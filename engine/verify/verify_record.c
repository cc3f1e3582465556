/* verify_record.c: see verify_record.h. */
#include "verify_record.h"

#include <string.h>

enum { LEAST_ROWS = 1024, FIRST_ROWS = 1024, MOST_BYTES = 64 << 20, MOST_EVENTS = 1 << 20 };

void ptl_verify_record_begin(ptl_verify_record *record, ptl_context *context, int width) {
  const int64_t fit = MOST_BYTES / ((int64_t)sizeof(double) * width);
  *record = (ptl_verify_record){.context = context, .width = width, .stride = 1};
  record->limit = fit > LEAST_ROWS ? fit : LEAST_ROWS;
}

void ptl_verify_record_release(ptl_verify_record *record) {
  ptl_free(record->context, record->rows);
  ptl_free(record->context, record->events);
  record->rows = NULL;
  record->events = NULL;
}

static double *row_at(const ptl_verify_record *record, int64_t i) {
  return record->rows + (size_t)i * (size_t)record->width;
}

/* Memory of twice as many elements, or of `first`; NULL when there is none. */
static void *doubled(ptl_context *context, void *old, int64_t n, int64_t *capacity, int64_t first,
                     size_t size) {
  const int64_t more = *capacity > 0 ? 2 * *capacity : first;
  void *grown = ptl_alloc(context, (size_t)more, size);
  if (grown == NULL) return NULL;
  if (n > 0) memcpy(grown, old, (size_t)n * size);
  ptl_free(context, old);
  *capacity = more;
  return grown;
}

/* Every second row is dropped. */
static void thin(ptl_verify_record *record) {
  const size_t size = sizeof(double) * (size_t)record->width;
  for (int64_t i = 0; 2 * i < record->n; i++)
    memmove(row_at(record, i), row_at(record, 2 * i), size);
  record->n = (record->n + 1) / 2;
  record->stride *= 2;
}

void ptl_verify_record_row(ptl_verify_record *record, const double *values) {
  const size_t size = sizeof(double) * (size_t)record->width;
  if (record->failed || values[1] != 0.0) return;
  if (record->seen++ % record->stride != 0) return;
  if (record->n == record->limit) {
    thin(record);
    if ((record->seen - 1) % record->stride != 0) return;
  }
  if (record->n == record->capacity) {
    double *grown =
        doubled(record->context, record->rows, record->n, &record->capacity, FIRST_ROWS, size);
    record->failed = grown == NULL;
    if (record->failed) return;
    record->rows = grown;
  }
  memcpy(row_at(record, record->n++), values, size);
}

void ptl_verify_record_event(ptl_verify_record *record, const ptl_event *event) {
  const int is_kept = event->kind == PTL_EVENT_TOUCH || event->kind == PTL_EVENT_PART;
  if (record->failed || !is_kept || record->n_events == MOST_EVENTS) return;
  if (record->n_events == record->events_capacity) {
    ptl_event *grown = doubled(record->context, record->events, record->n_events,
                               &record->events_capacity, FIRST_ROWS, sizeof *grown);
    record->failed = grown == NULL;
    if (record->failed) return;
    record->events = grown;
  }
  record->events[record->n_events++] = *event;
}

const double *ptl_verify_record_at(const ptl_verify_record *record, int64_t stride, int64_t k) {
  const int64_t i = k * (stride / record->stride);
  return i < record->n ? row_at(record, i) : NULL;
}
