/* wear_checkpoint.c: where a folder's wear stands, to go on from: a text of numbers, exact, that
 * takes its place whole.
 *
 * It tells how long the tables are, so that rows of a block that was cut off are dropped. */
#include <errno.h>
#include <float.h>
#include <limits.h>
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

static ptl_status fail(const ptl_wear *w, const char *path, const char *why) {
  return ptl_fail(w->context, PTL_ERR_IO, PTL_E(0702) "%s: %s", path, why);
}

static ptl_status fail_by_errno(const ptl_wear *w, const char *path) {
  return ptl_fail(w->context, ptl_errno_status(), PTL_E(0702) "%s: %s", path, strerror(errno));
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
  snprintf(path, sizeof path, "%s/" PTL_FILE_WEAR_CHECKPOINT, w->options.folder);
  if (ptl_new_file_open(&whole, path) != 0) return fail_by_errno(w, path);
  FILE *file = whole.stream;
  fprintf(file, "pintle-wear %d\n%llu\n", FORMAT, (unsigned long long)hash);
  for (int i = 0; i < TABLES; i++) {
    char table[1024];
    struct stat info = {0};
    snprintf(table, sizeof table, "%s/%s", w->options.folder, tables[i]);
    if (stat(table, &info) != 0) status = fail_by_errno(w, table);
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
  return status == PTL_OK && failed ? fail_by_errno(w, path) : status;
}

/* ---------------------------------------------------------------- reading */

typedef struct reading {
  char *at;
  int failed; /* a number was not there, or not in its range */
} reading;

static double next(reading *r, double least, double largest) {
  char *end;
  const double value = ptl_number_read(r->at, &end);
  const int is_good = end != r->at && value >= least && value <= largest;
  r->at = end;
  while (*r->at == '\n') r->at++;
  if (is_good) return value;
  r->failed = 1;
  return 0.0;
}

static const double any = DBL_MAX,
                    whole = 9007199254740992.0; /* 2^53, up to which a number counts exactly */

/* Those that the model gives, or of a wall without those of the first cycle, if it has reached that
 * wall. */
static void read_sectors(const ptl_wear_bearing *b, ptl_wear_side *s, reading *r) {
  const ptl_wear_side own = *s;
  s->n = (int)next(r, 0.0, b->n_sectors);
  s->first = next(r, -any, any);
  s->step = next(r, 0.0, any);
  if (own.n > 0 || s->n == 0)
    r->failed |= s->n != own.n || s->first != own.first || s->step != own.step;
  else
    r->failed |= s->n < PTL_WEAR_FEWEST_SECTORS || s->step == 0.0;
}

static void read_values(ptl_wear *w, reading *r) {
  w->n_blocks = (int)next(r, 0.0, INT_MAX);
  w->cycles = next(r, 0.0, any);
  w->next = next(r, 0.0, any);
  w->error = next(r, 0.0, any);
  w->simulations = (int64_t)next(r, 0.0, whole);
  for (int i = 0; i < w->n_bearings; i++) {
    w->bearings[i].foundation = next(r, 0.0, any);
    w->bearings[i].peak_force = next(r, 0.0, any);
    for (int side = 0; side < w->bearings[i].n_sides; side++)
      read_sectors(&w->bearings[i], &w->bearings[i].sides[side], r);
  }
  for (int i = 0; i < w->n_values; i++) values_of(w)[i] = next(r, -any, any);
  r->failed |= *r->at != '\0';
}

static ptl_status cut_tables(const ptl_wear *w, const double *sizes) {
  for (int i = 0; i < TABLES; i++) {
    char table[1024];
    struct stat info;
    snprintf(table, sizeof table, "%s/%s", w->options.folder, tables[i]);
    if (stat(table, &info) != 0 || (double)info.st_size < sizes[i])
      return fail(w, table, "it is shorter than the checkpoint says");
  }
  for (int i = 0; i < TABLES; i++) {
    char table[1024];
    snprintf(table, sizeof table, "%s/%s", w->options.folder, tables[i]);
    if (truncate(table, (off_t)sizes[i]) != 0) return fail_by_errno(w, table);
  }
  return PTL_OK;
}

/* Nothing is cut off before all numbers are read. */
static ptl_status go_on_from(ptl_wear *w, const char *path, char *text, uint64_t hash) {
  char head[64];
  double sizes[TABLES];
  snprintf(head, sizeof head, "pintle-wear %d\n", FORMAT);
  if (strncmp(text, head, strlen(head)) != 0)
    return fail(w, path, "it is no checkpoint of `pintle wear`");
  reading r = {text + strlen(head), 0};
  if (strtoull(r.at, &r.at, 10) != hash)
    return fail(w, path, "it is of another model, other settings or another cycle");
  while (*r.at == '\n') r.at++;
  for (int i = 0; i < TABLES; i++) sizes[i] = next(&r, 0.0, whole);
  read_values(w, &r);
  return r.failed ? fail(w, path, "it is not complete") : cut_tables(w, sizes);
}

ptl_status ptl_wear_read_checkpoint(ptl_wear *w) {
  enum { LARGEST = 100000000 };
  char path[1024];
  char *text = NULL;
  uint64_t hash;
  size_t size;
  snprintf(path, sizeof path, "%s/" PTL_FILE_WEAR_CHECKPOINT, w->options.folder);
  ptl_status status = hash_of(w, &hash);
  if (status == PTL_OK)
    status = ptl_folder_file_read(w->context, w->options.folder, PTL_FILE_WEAR_CHECKPOINT, LARGEST,
                                  &text, &size);
  if (status == PTL_OK) status = go_on_from(w, path, text, hash);
  ptl_free(w->context, text);
  return status;
}
