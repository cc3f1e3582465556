/* mpi_batch.c: results as the bytes of a message. */
#include "mpi_batch.h"

#include <stdlib.h>
#include <string.h>

/* The fixed part of a result. */
typedef struct fixed {
  int64_t index;
  double wall_time;
  uint64_t n_passages, n_values, message_size; /* message_size: with its zero, 0 for none */
  int32_t status, has_measures;
} fixed;

void ptl_mpi_put(ptl_mpi_batch *b, const void *bytes, size_t size) {
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

void ptl_mpi_get(ptl_mpi_batch *b, void *bytes, size_t size) {
  if (b->failed || b->at + size > b->size) {
    b->failed = 1;
    memset(bytes, 0, size);
    return;
  }
  if (size > 0) memcpy(bytes, b->bytes + b->at, size);
  b->at += size;
}

/* A copy of the next bytes, to be freed; NULL for none. */
static void *take(ptl_mpi_batch *b, size_t size) {
  if (size == 0 || b->failed || b->at + size > b->size) {
    b->failed |= size > 0;
    return NULL;
  }
  void *copy = malloc(size);
  if (copy == NULL)
    b->failed = 1;
  else
    ptl_mpi_get(b, copy, size);
  return copy;
}

void ptl_mpi_put_result(ptl_mpi_batch *b, const ptl_result *r, int n_measures) {
  fixed f;
  memset(&f, 0, sizeof f);
  f.index = r->index;
  f.wall_time = r->wall_time;
  f.n_passages = r->n_passages;
  f.n_values = r->n_passages > 0 ? r->n_values : 0;
  f.message_size = r->message != NULL ? strlen(r->message) + 1 : 0;
  f.status = r->status;
  f.has_measures = r->measures != NULL;
  ptl_mpi_put(b, &f, sizeof f);
  ptl_mpi_put(b, r->message, f.message_size);
  if (f.has_measures) ptl_mpi_put(b, r->measures, (size_t)n_measures * sizeof *r->measures);
  ptl_mpi_put(b, r->passages, f.n_passages * sizeof *r->passages);
  ptl_mpi_put(b, r->values, f.n_values * sizeof *r->values);
}

void ptl_mpi_get_result(ptl_mpi_batch *b, ptl_result *r, int n_measures) {
  fixed f;
  ptl_mpi_get(b, &f, sizeof f);
  *r = (ptl_result){.index = f.index,
                    .status = (ptl_run_status)f.status,
                    .wall_time = f.wall_time,
                    .n_passages = f.n_passages,
                    .n_values = f.n_values};
  r->message = take(b, f.message_size);
  if (f.has_measures) r->measures = take(b, (size_t)n_measures * sizeof *r->measures);
  r->passages = take(b, f.n_passages * sizeof *r->passages);
  r->values = take(b, f.n_values * sizeof *r->values);
}
