/* file_set.c: files of a folder that belong together. */
#include "file_set.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"

static int fail(const char *path) {
  ptl_cli_say(PTL_E(0702) "cannot write %s: %s", path, strerror(errno));
  return 1;
}

/* DIR/NAME; 0, or 1 after a message. */
static int path_of(const ptl_file_set *set, const char *name, char path[PATH_MAX]) {
  if (snprintf(path, PATH_MAX, "%s/%s", set->folder, name) < PATH_MAX) return 0;
  errno = ENAMETOOLONG;
  return fail(set->folder);
}

int ptl_cli_file_set_begin(ptl_file_set *set, const char *folder) {
  *set = (ptl_file_set){.folder = folder};
  if (mkdir(folder, 0777) == 0 || errno == EEXIST) return 0;
  ptl_cli_say(PTL_E(0702) "%s: the folder cannot be made (%s)", folder, strerror(errno));
  return 1;
}

int ptl_cli_file_set_add(ptl_file_set *set, const char *name, FILE **out) {
  char path[PATH_MAX];
  if (set->n == PTL_FILE_SET_MOST) abort();
  if (path_of(set, name, path)) return 1;
  if (ptl_new_file_open(&set->files[set->n], path) != 0) return fail(path);
  *out = set->files[set->n++].stream;
  return 0;
}

/* The file that says that the others are of two sets. */
static int mark(const ptl_file_set *set, char path[PATH_MAX]) {
  if (path_of(set, "INCOMPLETE", path)) return 1;
  FILE *file = fopen(path, "w");
  if (file == NULL) return fail(path);
  fputs("its files were being replaced, and are of two commands\n", file);
  if (fclose(file) == 0) return 0;
  fail(path);
  unlink(path);
  return 1;
}

/* All files by their names, or as many as can have them. */
static int put_in_place(ptl_file_set *set) {
  char mark_path[PATH_MAX];
  int failed = 0;
  if (mark(set, mark_path)) return ptl_cli_file_set_end(set, 0);
  for (int i = 0; i < set->n; i++)
    if (ptl_new_file_close(&set->files[i], !failed) != 0 && !failed) failed = fail(set->folder);
  set->n = 0;
  if (!failed && unlink(mark_path) != 0) failed = fail(mark_path);
  return failed;
}

int ptl_cli_file_set_end(ptl_file_set *set, int whole) {
  for (int i = 0; i < set->n && whole; i++) {
    whole = ptl_new_file_finish(&set->files[i]) == 0;
    if (!whole) fail(set->files[i].path);
  }
  if (whole) return put_in_place(set);
  for (int i = 0; i < set->n; i++) ptl_new_file_close(&set->files[i], 0);
  set->n = 0;
  return 1;
}
