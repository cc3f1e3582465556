/* folder_checkpoint.c: what a run goes on from, as a file of its folder.
 *
 * The file is written under another name, forced to the disk and renamed, so that at every moment
 * one whole checkpoint stands there. It says how many bytes of trace, events and record belong to
 * it; these have been forced before. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_open.h"
#include "file_write.h"
#include "folder_disk.h"
#include "folder_lock.h"
#include "hash.h"
#include "trace.h"

typedef struct header {
  char magic[8];
  int64_t trace_bytes, event_bytes, record_bytes;
  uint32_t format, is_verified;
  uint64_t model_hash, model_file_size; /* of the name of the model file, behind the snapshot */
  uint64_t size, sum; /* of the snapshot: bytes; hash of both and of the numbers above */
} header;

static const char magic[8] = "ptlchk3";

static uint64_t sum_of(const header *h, const ptl_checkpoint *c) {
  uint64_t hash = ptl_hash(PTL_HASH_START, h, offsetof(header, sum));
  hash = ptl_hash(hash, c->bytes, h->size);
  return h->model_file_size > 0 ? ptl_hash(hash, c->model_file, h->model_file_size) : hash;
}

/* ------------------------------------------------------------------ writing */

static int write_all(int file, const void *bytes, size_t n) {
  const char *at = bytes;
  while (n > 0) {
    const ssize_t done = write(file, at, n);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return 0;
    at += done;
    n -= (size_t)done;
  }
  return 1;
}

static int write_file(const char *path, const header *h, const ptl_checkpoint *c) {
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return 0;
  int done = write_all(file, h, sizeof *h) && write_all(file, c->bytes, h->size) &&
             write_all(file, c->model_file, h->model_file_size) && ptl_file_force(file) == 0;
  const int error = errno;
  done &= close(file) == 0;
  if (error != 0 && !done) errno = error;
  return done;
}

ptl_status ptl_checkpoint_write(ptl_context *context, const char *dir, const ptl_checkpoint *c) {
  char path[PATH_MAX], fresh[PATH_MAX];
  header h = {.trace_bytes = c->trace_bytes,
              .event_bytes = c->event_bytes,
              .record_bytes = c->record_bytes,
              .format = (uint32_t)c->format,
              .is_verified = (uint32_t)c->is_verified,
              .model_hash = c->model_hash,
              .model_file_size = c->model_file != NULL ? strlen(c->model_file) : 0,
              .size = c->size};
  memcpy(h.magic, magic, sizeof magic);
  h.sum = sum_of(&h, c);
  errno = ENAMETOOLONG;
  if (snprintf(path, sizeof path, "%s/" PTL_FILE_CHECKPOINT, dir) < (int)sizeof path &&
      snprintf(fresh, sizeof fresh, "%s/" PTL_FILE_CHECKPOINT_NEW, dir) < (int)sizeof fresh &&
      write_file(fresh, &h, c) && rename(fresh, path) == 0)
    return PTL_OK;
  return ptl_fail(context, ptl_errno_status(), PTL_E(0702) "cannot write %s: %s", path,
                  strerror(errno));
}

void ptl_checkpoint_release(ptl_context *context, ptl_checkpoint *c) {
  ptl_free(context, c->bytes);
  ptl_free(context, c->model_file);
  *c = (ptl_checkpoint){0};
}

/* ------------------------------------------------------------------ reading */

static ptl_status refuse(ptl_context *context, const char *path, const char *why) {
  return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0705) "%s: the run cannot be resumed: %s", path,
                  why);
}

static ptl_status read_checkpoint(ptl_context *context, const char *path, FILE *file,
                                  ptl_checkpoint *out) {
  header h;
  struct stat info;
  if (fread(&h, sizeof h, 1, file) != 1 || memcmp(h.magic, magic, sizeof magic) != 0)
    return refuse(context, path, "this is no checkpoint of this version of Pintle");
  if (fstat(fileno(file), &info) != 0 || h.model_file_size >= PATH_MAX ||
      h.size > (uint64_t)info.st_size ||
      (uint64_t)info.st_size != sizeof h + h.size + h.model_file_size)
    return refuse(context, path, "bytes are missing, or too many");
  out->bytes = ptl_alloc(context, h.size, 1);
  if (h.model_file_size > 0) out->model_file = ptl_alloc(context, h.model_file_size + 1, 1);
  if (out->bytes == NULL || (h.model_file_size > 0 && out->model_file == NULL))
    return PTL_ERR_MEMORY;
  if (fread(out->bytes, 1, h.size, file) != h.size ||
      (h.model_file_size > 0 &&
       fread(out->model_file, 1, h.model_file_size, file) != h.model_file_size) ||
      sum_of(&h, out) != h.sum)
    return refuse(context, path, "its bytes have been changed");
  out->size = h.size;
  out->trace_bytes = h.trace_bytes;
  out->event_bytes = h.event_bytes;
  out->record_bytes = h.record_bytes;
  out->format = h.format == PTL_TRACE_HDF5 ? PTL_TRACE_HDF5 : PTL_TRACE_CSV;
  out->is_verified = h.is_verified != 0;
  out->model_hash = h.model_hash;
  return PTL_OK;
}

ptl_status ptl_checkpoint_read(ptl_context *context, const char *dir, ptl_checkpoint *out) {
  char path[PATH_MAX];
  *out = (ptl_checkpoint){0};
  if (snprintf(path, sizeof path, "%s/" PTL_FILE_CHECKPOINT, dir) >= (int)sizeof path)
    return ptl_fail(context, PTL_ERR_IO, PTL_E(0702) "%s: the name is too long", dir);
  const char *why;
  FILE *file = ptl_file_open(path, &why);
  if (file == NULL)
    return ptl_fail(context, PTL_ERR_IO, PTL_E(0701) "cannot read %s: %s", path, why);
  const ptl_status status = read_checkpoint(context, path, file, out);
  fclose(file);
  if (status == PTL_OK) return PTL_OK;
  ptl_checkpoint_release(context, out);
  return status;
}

/* ------------------------------------------------------------------ the record */

/* Entries are numbers, the first of which says what follows. */
enum { ENTRY_ROW, ENTRY_EVENT };
enum { EVENT_NUMBERS = 12 };

void ptl_record_row(ptl_writer *record, const double *values, int n) {
  const double entry = ENTRY_ROW;
  ptl_writer_bytes(record, &entry, sizeof entry);
  ptl_writer_bytes(record, values, sizeof *values * (size_t)n);
}

void ptl_record_event(ptl_writer *record, const ptl_event *e) {
  const double entry[1 + EVENT_NUMBERS] = {
      ENTRY_EVENT, e->time,        e->gap,          e->friction,   e->kind,
      e->depth,    e->rate,        e->force,        e->peak_force, e->peak_time,
      e->impulse,  e->energy_lost, (double)e->count};
  ptl_writer_bytes(record, entry, sizeof entry);
}

static ptl_event event_of(const double *v) {
  return (ptl_event){.time = v[0],
                     .gap = (int)v[1],
                     .friction = (int)v[2],
                     .kind = (ptl_event_kind)v[3],
                     .depth = v[4],
                     .rate = v[5],
                     .force = v[6],
                     .peak_force = v[7],
                     .peak_time = v[8],
                     .impulse = v[9],
                     .energy_lost = v[10],
                     .count = (int64_t)v[11]};
}

/* The next entry; `values` has room for either. 0 where the file has none. */
static int give_entry(FILE *file, double *values, int n, const ptl_sink *sink, int64_t *left) {
  double entry;
  if (fread(&entry, sizeof entry, 1, file) != 1 || (entry != ENTRY_ROW && entry != ENTRY_EVENT))
    return 0;
  const size_t numbers = entry == ENTRY_ROW ? (size_t)n : EVENT_NUMBERS;
  if (fread(values, sizeof *values, numbers, file) != numbers) return 0;
  *left -= (int64_t)(sizeof *values * (1 + numbers));
  if (entry == ENTRY_ROW) return sink->row == NULL || sink->row(sink->user, values, n) == 0;
  const ptl_event event = event_of(values);
  return sink->event == NULL || sink->event(sink->user, &event) == 0;
}

ptl_status ptl_record_give(ptl_context *context, const char *path, int64_t size, int n,
                           const ptl_sink *sink) {
  const size_t room = n > EVENT_NUMBERS ? (size_t)n : EVENT_NUMBERS;
  const char *why;
  FILE *file = ptl_file_open(path, &why);
  if (file == NULL)
    return ptl_fail(context, PTL_ERR_IO, PTL_E(0701) "cannot read %s: %s", path, why);
  double *values = ptl_alloc(context, room, sizeof *values);
  int64_t left = size;
  while (values != NULL && left > 0 && give_entry(file, values, n, sink, &left)) continue;
  const int is_out = values == NULL;
  ptl_free(context, values);
  fclose(file);
  if (is_out) return PTL_ERR_MEMORY;
  return left == 0 ? PTL_OK : refuse(context, path, "it is not as long as its checkpoint says");
}

/* ------------------------------------------------------------------ finding */

static int has_checkpoint(const char *dir, struct timespec *when) {
  char path[PATH_MAX];
  struct stat info;
  if (snprintf(path, sizeof path, "%s/" PTL_FILE_CHECKPOINT, dir) >= (int)sizeof path) return 0;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return 0;
  *when = info.st_mtim;
  return 1;
}

static int is_later(struct timespec a, struct timespec b) {
  return a.tv_sec > b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec > b.tv_nsec);
}

/* Calls `each` with the folders `PARENT/.NAME.part...` that have a checkpoint: those of runs that
 * go on, or were ended. */
static void visit_parts(const char *dir,
                        void (*each)(void *user, const char *path, struct timespec when),
                        void *user) {
  char prefix[PATH_MAX], path[PATH_MAX];
  const char *slash = strrchr(dir, '/'), *base = slash != NULL ? slash + 1 : dir;
  struct timespec when;
  const int n = slash == NULL ? 0 : (int)(slash - dir) + 1;
  if (snprintf(path, sizeof path, "%.*s", n, dir) >= (int)sizeof path ||
      snprintf(prefix, sizeof prefix, ".%s.part", base) >= (int)sizeof prefix)
    return;
  DIR *list = opendir(n > 0 ? path : ".");
  const struct dirent *entry;
  while (list != NULL && (entry = readdir(list)) != NULL) {
    if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0) continue;
    if (snprintf(path, sizeof path, "%.*s%s", n, dir, entry->d_name) >= (int)sizeof path) continue;
    if (has_checkpoint(path, &when)) each(user, path, when);
  }
  if (list != NULL) closedir(list);
}

typedef struct latest {
  char path[PATH_MAX];
  struct timespec when;
  int is_found;
} latest;

static void take_later(void *user, const char *path, struct timespec when) {
  latest *l = user;
  if (l->is_found && !is_later(when, l->when)) return;
  snprintf(l->path, sizeof l->path, "%s", path);
  l->when = when;
  l->is_found = 1;
}

/* Whether a program that still runs writes into the folder. */
static int is_taken(const char *path) {
  const int lock = ptl_folder_lock(path);
  if (lock < 0) return errno == EWOULDBLOCK;
  close(lock);
  return 0;
}

static void remove_left(void *user, const char *path, struct timespec when) {
  (void)user, (void)when;
  if (!is_taken(path)) ptl_folder_remove(path);
}

void ptl_checkpoint_clear(const char *dir) {
  visit_parts(dir, remove_left, NULL);
}

ptl_status ptl_folder_find_checkpoint(ptl_context *context, const char *dir, char **out) {
  latest l = {.is_found = 0};
  struct timespec when;
  *out = NULL;
  char *real = ptl_folder_resolve(context, dir);
  if (real == NULL) return PTL_ERR_MEMORY;
  if (has_checkpoint(real, &when)) take_later(&l, real, when);
  visit_parts(real, take_later, &l);
  ptl_free(context, real);
  if (!l.is_found)
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0705) "%s: there is no checkpoint, neither in it nor beside it; a run writes them "
                    "with --checkpoint, until it is complete",
                    dir);
  if (is_taken(l.path))
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0705) "%s: the run is still going on, into %s",
                    dir, l.path);
  *out = ptl_copy_text(context, l.path);
  return *out != NULL ? PTL_OK : PTL_ERR_MEMORY;
}
