/* file_write.c: files that stand under their name as a whole or not at all. */
#include "file_write.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_TRIES = 100, MOST_KNOWN = 16 };

/* The names of parts, for ptl_new_files_remove, which may interrupt whatever else goes on and can
 * reach nothing else; more than these at one time are not known to it. */
enum { FREE, TAKEN, KNOWN };
static struct {
  atomic_int state;
  char path[PATH_MAX];
} known[MOST_KNOWN];

static void remember(const char *part) {
  for (int i = 0; i < MOST_KNOWN && strlen(part) < PATH_MAX; i++) {
    int was = FREE;
    if (!atomic_compare_exchange_strong(&known[i].state, &was, TAKEN)) continue;
    strcpy(known[i].path, part);
    atomic_store(&known[i].state, KNOWN);
    return;
  }
}

static void forget(const char *part) {
  for (int i = 0; i < MOST_KNOWN; i++)
    if (atomic_load(&known[i].state) == KNOWN && strcmp(known[i].path, part) == 0)
      atomic_store(&known[i].state, FREE);
}

void ptl_new_files_remove(void) {
  for (int i = 0; i < MOST_KNOWN; i++)
    if (atomic_load(&known[i].state) == KNOWN) unlink(known[i].path);
}

/* The path with symbolic links followed where something stands there already; malloc. */
static char *resolve(const char *path, int *is_file) {
  char real[PATH_MAX];
  struct stat info;
  *is_file = stat(path, &info) != 0 || S_ISREG(info.st_mode);
  return strdup(*is_file && realpath(path, real) != NULL ? real : path);
}

/* The first free name beside it. */
static int open_part(ptl_new_file *file) {
  const size_t size = strlen(file->path) + 48;
  file->part = malloc(size);
  if (file->part == NULL) return -1;
  int descriptor = -1;
  for (int k = 0; k < MAX_TRIES && descriptor < 0; k++) {
    snprintf(file->part, size, "%s.part%ld.%d", file->path, (long)getpid(), k);
    descriptor = open(file->part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST) break;
  }
  if (descriptor >= 0) remember(file->part);
  return descriptor;
}

static void release(ptl_new_file *file) {
  if (file->part != NULL) forget(file->part);
  free(file->path);
  free(file->part);
  *file = (ptl_new_file){0};
}

int ptl_new_file_open(ptl_new_file *file, const char *path) {
  int is_file;
  *file = (ptl_new_file){.path = resolve(path, &is_file)};
  if (file->path == NULL) return -1;
  const int descriptor =
      is_file ? open_part(file) : open(file->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor >= 0) file->stream = fdopen(descriptor, "w");
  if (file->stream != NULL) return 0;
  const int error = errno;
  if (descriptor >= 0) {
    close(descriptor);
    if (file->part != NULL) unlink(file->part);
  }
  release(file);
  errno = error;
  return -1;
}

int ptl_file_force(int descriptor) {
  return fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS ? -1 : 0;
}

/* A write that failed earlier has left its mark, but not its errno. */
int ptl_new_file_finish(ptl_new_file *file) {
  const int lost = ferror(file->stream);
  errno = 0;
  int failed = fflush(file->stream) != 0 || lost;
  if (lost && errno == 0) errno = EIO;
  if (!failed && file->part != NULL) failed = ptl_file_force(fileno(file->stream)) != 0;
  return failed ? -1 : 0;
}

void ptl_file_force_parent(const char *path) {
  const char *slash = strrchr(path, '/');
  char *parent =
      slash == NULL ? strdup(".") : strndup(path, slash > path ? (size_t)(slash - path) : 1);
  const int descriptor = parent != NULL ? open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (descriptor >= 0) {
    ptl_file_force(descriptor);
    close(descriptor);
  }
  free(parent);
}

int ptl_new_file_close(ptl_new_file *file, int whole) {
  int failed = whole ? ptl_new_file_finish(file) : -1, error = whole ? errno : 0;
  if (fclose(file->stream) != 0 && !failed) {
    failed = -1;
    error = errno;
  }
  if (file->part != NULL && !failed && rename(file->part, file->path) != 0) {
    failed = -1;
    error = errno;
  }
  if (file->part != NULL && failed) unlink(file->part);
  if (file->part != NULL && !failed) ptl_file_force_parent(file->path);
  release(file);
  errno = error;
  return failed;
}
