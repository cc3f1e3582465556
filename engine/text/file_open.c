/* file_open.c: files that others have made, opened to be read. */
#include "file_open.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *refusal_of(mode_t mode) {
  if (S_ISREG(mode)) return NULL;
  return S_ISDIR(mode) ? strerror(EISDIR)
                       : "it is no file (a pipe or a device); write it to a file first";
}

/* To open a pipe may take for ever: it is opened without waiting, and waited for when it is
 * read. */
static FILE *open_file(const char *path, int any, const char **why) {
  struct stat info;
  FILE *file = NULL;
  *why = NULL;
  const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (descriptor >= 0 && fstat(descriptor, &info) == 0 && fcntl(descriptor, F_SETFL, 0) == 0) {
    *why = any ? NULL : refusal_of(info.st_mode);
    if (*why == NULL) file = fdopen(descriptor, "r");
  }
  if (file != NULL) return file;
  if (*why == NULL) *why = strerror(errno);
  if (descriptor >= 0) close(descriptor);
  return NULL;
}

FILE *ptl_file_open(const char *path, const char **why) {
  return open_file(path, 0, why);
}

FILE *ptl_file_open_any(const char *path, const char **why) {
  return open_file(path, 1, why);
}
