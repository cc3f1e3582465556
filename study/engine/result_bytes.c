/* result_bytes.c: results as the bytes of a message. */
#include "result_bytes.h"

#include <stdlib.h>
#include <string.h>

/* The fixed part of a result. */
typedef struct fixed {
  int64_t index;
  double wall_time;
  uint64_t n_passages, n_values, n_events,
      message_size; /* message_size: with its zero, 0 for none */
  int32_t status, has_measures;
} fixed;

void ptl_bytes_put(ptl_result_bytes *b, const void *bytes, size_t size) {
  if (b->size + size > b->room) {
    const size_t room = 2 * (b->size + size);
    char *grown = realloc(b->bytes, room);
    if (grown == NULL) {
      b->failed = 1;
      return;
    }
    b->bytes = grown;
    b->room = room;
  }
  if (size > 0) memcpy(b->bytes + b->size, bytes, size);
  b->size += size;
}

void ptl_bytes_get(ptl_result_bytes *b, void *bytes, size_t size) {
  if (b->failed || b->at + size > b->size) {
    b->failed = 1;
    memset(bytes, 0, size);
    return;
  }
  if (size > 0) memcpy(bytes, b->bytes + b->at, size);
  b->at += size;
}

/* A copy of the next bytes, to be freed; NULL for none. */
static void *take(ptl_result_bytes *b, size_t size) {
  if (size == 0 || b->failed || b->at + size > b->size) {
    b->failed |= size > 0;
    return NULL;
  }
  void *copy = malloc(size);
  if (copy == NULL)
    b->failed = 1;
  else
    ptl_bytes_get(b, copy, size);
  return copy;
}

void ptl_result_put(ptl_result_bytes *b, const ptl_result *r, int n_measures) {
  fixed f;
  memset(&f, 0, sizeof f);
  f.index = r->index;
  f.wall_time = r->wall_time;
  f.n_passages = r->n_passages;
  f.n_values = r->n_passages > 0 ? r->n_values : 0;
  f.n_events = r->n_events;
  f.message_size = r->message != NULL ? strlen(r->message) + 1 : 0;
  f.status = r->status;
  f.has_measures = r->measures != NULL;
  ptl_bytes_put(b, &f, sizeof f);
  ptl_bytes_put(b, r->message, f.message_size);
  if (f.has_measures) ptl_bytes_put(b, r->measures, (size_t)n_measures * sizeof *r->measures);
  ptl_bytes_put(b, r->passages, f.n_passages * sizeof *r->passages);
  ptl_bytes_put(b, r->values, f.n_values * sizeof *r->values);
  ptl_bytes_put(b, r->events, f.n_events * sizeof *r->events);
}

void ptl_result_get(ptl_result_bytes *b, ptl_result *r, int n_measures) {
  fixed f;
  ptl_bytes_get(b, &f, sizeof f);
  *r = (ptl_result){.index = f.index,
                    .status = (ptl_run_status)f.status,
                    .wall_time = f.wall_time,
                    .n_passages = f.n_passages,
                    .n_values = f.n_values,
                    .n_events = f.n_events};
  r->message = take(b, f.message_size);
  if (f.has_measures) r->measures = take(b, (size_t)n_measures * sizeof *r->measures);
  r->passages = take(b, f.n_passages * sizeof *r->passages);
  r->values = take(b, f.n_values * sizeof *r->values);
  r->events = take(b, f.n_events * sizeof *r->events);
}
