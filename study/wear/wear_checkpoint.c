/* wear_checkpoint.c: where a folder's wear stands, to go on from: a text of numbers, exact, that takes its place whole.
 *
 * It tells how long the tables are, so that rows of a block that was cut off are dropped. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "context.h"
#include "file_read.h"
#include "file_write.h"
#include "hash.h"
#include "number.h"
#include "wear_parts.h"

enum { FORMAT = 2, TABLES = 2 };

static const char *const tables[TABLES] = {PTL_FILE_WEAR, PTL_FILE_PROFILES};
static const char name[] = "checkpoint.txt";

static ptl_status fail(const ptl_wear *w, const char *path, const char *why) {
  return ptl_fail(w->context, PTL_ERR_IO, PTL_E(0702) "%s: %s", path, why);
}

/* Of the resolved model and of what a cycle is. */
static ptl_status hash_of(const ptl_wear *w, uint64_t *out) {
  char *text;
  const ptl_status status = ptl_mechanism_text(w->model, &text);
  if (status != PTL_OK) return status;
  const double numbers[] = {w->options.settle, w->options.measured, w->cycle.amount};
  *out = ptl_hash(PTL_HASH_START, text, strlen(text));
  *out = ptl_hash(*out, numbers, sizeof numbers);
  ptl_text_release(w->context, text);
  return PTL_OK;
}

static double *values_of(ptl_wear *w) {
  return w->bearings[0].sides[0].loss;
}

/* ---------------------------------------------------------------- writing */

static void put(FILE *file, double value) {
  char text[PTL_NUMBER_ROOM + 1];
  text[ptl_number_write(value, text)] = '\0';
  fprintf(file, "%s\n", text);
}

ptl_status ptl_wear_write_checkpoint(ptl_wear *w) {
  char path[1024];
  uint64_t hash;
  ptl_new_file whole;
  ptl_status status = hash_of(w, &hash);
  if (status != PTL_OK) return status;
  snprintf(path, sizeof path, "%s/%s", w->options.folder, name);
  if (ptl_new_file_open(&whole, path) != 0) return fail(w, path, strerror(errno));
  FILE *file = whole.stream;
  fprintf(file, "pintle-wear %d\n%llu\n", FORMAT, (unsigned long long)hash);
  for (int i = 0; i < TABLES; i++) {
    char table[1024];
    struct stat info = {0};
    snprintf(table, sizeof table, "%s/%s", w->options.folder, tables[i]);
    if (stat(table, &info) != 0) status = fail(w, table, strerror(errno));
    fprintf(file, "%lld\n", (long long)info.st_size);
  }
  const double numbers[] = {w->n_blocks, w->cycles, w->next, w->error, (double)w->simulations};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) put(file, numbers[i]);
  for (int i = 0; i < w->n_bearings; i++) {
    put(file, w->bearings[i].foundation);
    put(file, w->bearings[i].peak_force);
    for (int side = 0; side < w->bearings[i].n_sides; side++) {
      const ptl_wear_side *s = &w->bearings[i].sides[side];
      put(file, s->n);
      put(file, s->first);
      put(file, s->step);
    }
  }
  for (int i = 0; i < w->n_values; i++) put(file, values_of(w)[i]);
  const int failed = ptl_new_file_close(&whole, status == PTL_OK) != 0;
  return status == PTL_OK && failed ? fail(w, path, strerror(errno)) : status;
}

/* ---------------------------------------------------------------- reading */

typedef struct reading {
  char *at;
  int failed;
} reading;

static double next(reading *r) {
  char *end;
  const double value = ptl_number_read(r->at, &end);
  if (end == r->at) r->failed = 1;
  r->at = end;
  while (*r->at == '\n') r->at++;
  return value;
}

static ptl_status cut_tables(const ptl_wear *w, reading *r) {
  for (int i = 0; i < TABLES; i++) {
    char table[1024];
    struct stat info;
    const double size = next(r);
    snprintf(table, sizeof table, "%s/%s", w->options.folder, tables[i]);
    if (r->failed || stat(table, &info) != 0 || (double)info.st_size < size)
      return fail(w, table, "it is shorter than the checkpoint says");
    if (truncate(table, (off_t)size) != 0) return fail(w, table, strerror(errno));
  }
  return PTL_OK;
}

static ptl_status read_values(ptl_wear *w, reading *r) {
  w->n_blocks = (int)next(r);
  w->cycles = next(r);
  w->next = next(r);
  w->error = next(r);
  w->simulations = (int64_t)next(r);
  for (int i = 0; i < w->n_bearings; i++) {
    w->bearings[i].foundation = next(r);
    w->bearings[i].peak_force = next(r);
    for (int side = 0; side < w->bearings[i].n_sides; side++) {
      ptl_wear_side *s = &w->bearings[i].sides[side];
      s->n = (int)next(r);
      s->first = next(r);
      s->step = next(r);
      if (!(s->n >= 0 && s->n <= w->bearings[i].n_sectors)) return PTL_ERR_INPUT;
    }
  }
  for (int i = 0; i < w->n_values; i++) values_of(w)[i] = next(r);
  return r->failed || *r->at != '\0' ? PTL_ERR_INPUT : PTL_OK;
}

ptl_status ptl_wear_read_checkpoint(ptl_wear *w) {
  enum { LARGEST = 100000000 };
  char path[1024], head[64];
  char *text;
  uint64_t hash;
  size_t size;
  snprintf(path, sizeof path, "%s/%s", w->options.folder, name);
  ptl_status status = hash_of(w, &hash);
  if (status == PTL_OK)
    status = ptl_file_read(w->context, path, "checkpoint", LARGEST, &text, &size);
  if (status != PTL_OK) return status;
  snprintf(head, sizeof head, "pintle-wear %d\n", FORMAT);
  reading r = {text + strlen(head), 0};
  if (strncmp(text, head, strlen(head)) != 0) {
    status = fail(w, path, "it is no checkpoint of `pintle wear`");
  } else if (strtoull(r.at, &r.at, 10) != hash) {
    status = fail(w, path, "it is of another model, other settings or another cycle");
  } else {
    while (*r.at == '\n') r.at++;
    status = cut_tables(w, &r);
    if (status == PTL_OK && read_values(w, &r) != PTL_OK)
      status = fail(w, path, "it is not complete");
  }
  ptl_free(w->context, text);
  return status;
}
