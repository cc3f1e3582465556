/* file_read.c: see file_read.h. */
#include "file_read.h"
#include "file_open.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static ptl_status fail_io(ptl_context *context, const char *path, const char *why) {
  return ptl_fail(context, ptl_errno_status(), PTL_E(0701) "%s: error: cannot be read: %s", path,
                  why);
}

/* Twice the room for text of which `used` bytes are filled. */
static ptl_status enlarge(ptl_context *context, char **text, size_t used, size_t *room) {
  const size_t larger = 2 * *room;
  char *grown = ptl_alloc(context, larger + 1, 1);
  if (grown == NULL) return PTL_ERR_MEMORY;
  if (used > 0) memcpy(grown, *text, used);
  ptl_free(context, *text);
  *text = grown;
  *room = larger;
  return PTL_OK;
}

/* *text is to be freed in every case. */
static ptl_status read_stream(ptl_context *context, FILE *file, const char *path, const char *what,
                              size_t largest, char **text, size_t *size) {
  size_t room = 8192, used = 0;
  ptl_status status = PTL_OK;
  while (status == PTL_OK && used <= largest) {
    if (used == room || *text == NULL) status = enlarge(context, text, used, &room);
    if (status != PTL_OK) break;
    size_t n = fread(*text + used, 1, room - used, file);
    if (n == 0) break;
    used += n;
  }
  if (status == PTL_OK && ferror(file)) status = fail_io(context, path, strerror(errno));
  if (status == PTL_OK && used > largest) {
    status = ptl_fail(context, PTL_ERR_INPUT,
                      PTL_E(0701) "%s: error: the file has more than %zu MB; this is no %s", path,
                      largest >> 20, what);
  }
  if (status == PTL_OK) (*text)[used] = '\0';
  *size = used;
  return status;
}

static ptl_status refuse_folder(ptl_context *context, const char *path, const char *what) {
  return ptl_fail(context, PTL_ERR_IO,
                  PTL_E(0701) "%s: error: cannot be read: it is a folder, not a %s file", path,
                  what);
}

/* `why` there is no file. */
static ptl_status read_file(ptl_context *context, FILE *file, const char *path, const char *why,
                            const char *what, size_t largest, char **bytes, size_t *size) {
  struct stat info;
  *bytes = NULL;
  *size = 0;
  if (file == NULL) return fail_io(context, path, why);
  const int is_folder = fstat(fileno(file), &info) == 0 && S_ISDIR(info.st_mode);
  const ptl_status status = is_folder
                                ? refuse_folder(context, path, what)
                                : read_stream(context, file, path, what, largest, bytes, size);
  fclose(file);
  return status;
}

ptl_status ptl_file_read(ptl_context *context, const char *path, const char *what, size_t largest,
                         char **bytes, size_t *size) {
  const char *why;
  FILE *file = ptl_file_open_any(path, &why);
  return read_file(context, file, path, why, what, largest, bytes, size);
}

ptl_status ptl_folder_file_read(ptl_context *context, const char *folder, const char *name,
                                size_t largest, char **bytes, size_t *size) {
  char path[4096];
  const char *why = strerror(ENAMETOOLONG);
  const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = (size_t)length < sizeof path ? ptl_file_open(path, &why) : NULL;
  return read_file(context, file, path, why, name, largest, bytes, size);
}
