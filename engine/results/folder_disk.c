/* folder_disk.c: run folders as the file system sees them. */
#include "folder_disk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_write.h"
#include "trace.h"

enum { N_FILES = 10, MAX_TRIES = 1000 };

static const char *const files[N_FILES] = {
    PTL_FILE_TRACE,          PTL_FILE_TRACE_HDF5, PTL_FILE_EVENTS,     PTL_FILE_SUMMARY,
    PTL_FILE_MODEL,          PTL_FILE_VERIFY,     PTL_FILE_INCOMPLETE, PTL_FILE_CHECKPOINT,
    PTL_FILE_CHECKPOINT_NEW, PTL_FILE_RECORD};

/* ------------------------------------------------------------------ what stands there */

static int holds(const char *dir, const char *name) {
  char path[PATH_MAX];
  struct stat info;
  if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path) return 0;
  return lstat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static int is_own_file(const char *name) {
  for (int i = 0; i < N_FILES; i++)
    if (strcmp(name, files[i]) == 0) return 1;
  return 0;
}

/* A run folder has a trace and the three files that every run leaves; INCOMPLETE may be there. */
static int is_run_folder(const char *dir) {
  return (holds(dir, PTL_FILE_TRACE) || holds(dir, PTL_FILE_TRACE_HDF5)) &&
         holds(dir, PTL_FILE_EVENTS) && holds(dir, PTL_FILE_SUMMARY) && holds(dir, PTL_FILE_MODEL);
}

static int is_special(const char *name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static int is_empty(const char *dir) {
  DIR *list = opendir(dir);
  const struct dirent *entry;
  int empty = list != NULL;
  while (empty && (entry = readdir(list)) != NULL) empty = is_special(entry->d_name);
  if (list != NULL) closedir(list);
  return empty;
}

char *ptl_folder_resolve(ptl_context *context, const char *dir) {
  char real[PATH_MAX];
  char *copy = ptl_copy_text(context, realpath(dir, real) != NULL ? real : dir);
  if (copy == NULL) return NULL;
  for (size_t n = strlen(copy); n > 1 && copy[n - 1] == '/'; n--) copy[n - 1] = '\0';
  return copy;
}

ptl_status ptl_folder_check_target(ptl_context *context, const char *dir) {
  struct stat info;
  if (lstat(dir, &info) != 0) {
    if (errno == ENOENT) return PTL_OK;
    return ptl_fail(context, ptl_errno_status(), PTL_E(0702) "cannot create the run folder %s: %s",
                    dir, strerror(errno));
  }
  if (!S_ISDIR(info.st_mode))
    return ptl_fail(
        context, PTL_ERR_IO,
        PTL_E(0703) "%s is a file already; name a folder that does not exist, or a run folder",
        dir);
  if (is_run_folder(dir) || is_empty(dir)) return PTL_OK;
  return ptl_fail(
      context, PTL_ERR_IO,
      PTL_E(0703) "%s exists and is not a run folder; it is left as it is. Name another folder",
      dir);
}

/* ------------------------------------------------------------------ names beside it */

/* `PARENT/.NAME.LABEL<pid>.<k>`: the first that `try` takes. */
static ptl_status find_beside(ptl_context *context, const char *dir, const char *label,
                              int (*try_path)(const char *path), char **out) {
  const char *slash = strrchr(dir, '/');
  const char *base = slash != NULL ? slash + 1 : dir;
  const size_t size = strlen(dir) + strlen(label) + 48;
  char *path = ptl_alloc(context, size, 1);
  if (path == NULL) return PTL_ERR_MEMORY;
  errno = EEXIST;
  for (int k = 0; k < MAX_TRIES && errno == EEXIST; k++) {
    snprintf(path, size, "%.*s.%s.%s%ld.%d", (int)(base - dir), dir, base, label, (long)getpid(),
             k);
    if (try_path(path) != 0) continue;
    *out = path;
    return PTL_OK;
  }
  const ptl_status status =
      ptl_fail(context, ptl_errno_status(), PTL_E(0702) "cannot create the run folder %s: %s", dir,
               strerror(errno));
  ptl_free(context, path);
  return status;
}

static int make_folder(const char *path) {
  return mkdir(path, 0777);
}

ptl_status ptl_folder_make_part(ptl_context *context, const char *dir, char **out) {
  return find_beside(context, dir, "part", make_folder, out);
}

static int remove_folder(const char *dir) {
  char path[PATH_MAX];
  for (int i = 0; i < N_FILES; i++)
    if (snprintf(path, sizeof path, "%s/%s", dir, files[i]) < (int)sizeof path) unlink(path);
  return rmdir(dir);
}

void ptl_folder_remove(const char *dir) {
  remove_folder(dir);
}

/* ------------------------------------------------------------------ onto the disk */

/* 0, or -1 with errno. */
static int force_file(const char *path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno == ENOENT ? 0 : -1;
  const int failed = ptl_file_force(file);
  const int error = errno;
  close(file);
  errno = error;
  return failed;
}

/* Without this a folder that has been renamed may hold empty files after the power has failed. */
static ptl_status force_folder(ptl_context *context, const char *dir) {
  for (int i = 0; i <= N_FILES; i++) {
    char path[PATH_MAX];
    const char *name = i < N_FILES ? files[i] : ".";
    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path) continue;
    if (force_file(path) != 0)
      return ptl_fail(context, ptl_errno_status(), PTL_E(0702) "cannot write %s: %s", path,
                      strerror(errno));
  }
  return PTL_OK;
}

/* ------------------------------------------------------------------ replacing */

/* rename() with one of the flags of Linux; ENOSYS where there are none. */
static int rename_with(const char *from, const char *to, unsigned flags) {
#ifdef RENAME_EXCHANGE
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, flags);
#else
  (void)from, (void)to, (void)flags;
  errno = ENOSYS;
  return -1;
#endif
}

#ifndef RENAME_EXCHANGE
enum { RENAME_NOREPLACE = 1, RENAME_EXCHANGE = 2 };
#endif

static int exchange(const char *a, const char *b) {
  return rename_with(a, b, RENAME_EXCHANGE);
}

/* Takes the name only while nothing stands there. */
static int rename_to_free(const char *from, const char *to) {
  struct stat info;
  if (rename_with(from, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != ENOSYS && errno != EINVAL) return -1;
  if (lstat(to, &info) == 0) errno = EEXIST;
  return errno == EEXIST ? -1 : rename(from, to);
}

/* Moves what the user keeps in the old folder to the new one; what cannot be moved stays. */
static void move_foreign_files(const char *old, const char *dir) {
  char from[PATH_MAX], to[PATH_MAX];
  DIR *list = opendir(old);
  const struct dirent *entry;
  if (list == NULL) return;
  while ((entry = readdir(list)) != NULL) {
    if (is_special(entry->d_name) || is_own_file(entry->d_name)) continue;
    if (snprintf(from, sizeof from, "%s/%s", old, entry->d_name) < (int)sizeof from &&
        snprintf(to, sizeof to, "%s/%s", dir, entry->d_name) < (int)sizeof to)
      rename(from, to);
  }
  closedir(list);
}

/* Ends the old folder, which now stands at `old`. */
static ptl_status clear_away(ptl_context *context, const char *old, const char *dir) {
  move_foreign_files(old, dir);
  if (remove_folder(old) == 0) return PTL_OK;
  return ptl_fail(context, PTL_ERR_IO,
                  PTL_E(0702) "the run is in %s, but not all that the old folder held could be moved there; "
                  "the rest is in %s",
                  dir, old);
}

static ptl_status fail_replace(ptl_context *context, const char *dir) {
  return ptl_fail(context, ptl_errno_status(), PTL_E(0702) "cannot replace the run folder %s: %s",
                  dir, strerror(errno));
}

/* What an attempt has come to. AGAIN: another run has changed what stands there since the last
 * look. */
typedef enum outcome { FAILED, AGAIN, IN_PLACE } outcome;

/* For file systems that cannot exchange names: between the two steps the name is free. What stood
 * there comes back when the second fails. */
static outcome replace_in_two_steps(ptl_context *context, const char *part, const char *dir,
                                    const char *aside, ptl_status *status) {
  if (rename_to_free(dir, aside) != 0) {
    const int is_changed = errno == ENOENT || errno == EEXIST;
    *status = fail_replace(context, dir);
    return is_changed ? AGAIN : FAILED;
  }
  if (rename(part, dir) == 0) {
    *status = clear_away(context, aside, dir);
    return IN_PLACE;
  }
  const int error = errno;
  if (rename(aside, dir) == 0) {
    errno = error;
    *status = fail_replace(context, dir);
    return FAILED;
  }
  *status = ptl_folder_check_target(context, dir);
  if (*status == PTL_OK) { /* another run has taken the name */
    *status = clear_away(context, aside, dir);
    return AGAIN;
  }
  *status = ptl_fail(context, PTL_ERR_IO,
                     PTL_E(0702) "cannot replace the run folder %s: %s; the older run is in %s",
                     dir, strerror(error), aside);
  return FAILED;
}

static outcome try_to_replace(ptl_context *context, const char *part, const char *dir,
                              ptl_status *status) {
  *status = ptl_folder_check_target(context, dir);
  if (*status != PTL_OK) return FAILED;
  if (rename_to_free(part, dir) == 0) return IN_PLACE;
  if (errno != EEXIST && errno != ENOTEMPTY) {
    *status = ptl_fail(context, ptl_errno_status(),
                       PTL_E(0702) "cannot create the run folder %s: %s", dir, strerror(errno));
    return FAILED;
  }
  if (exchange(part, dir) == 0) {
    *status = ptl_folder_check_target(context, part); /* what stood there at the last moment */
    if (*status != PTL_OK) return exchange(part, dir) == 0 ? AGAIN : IN_PLACE;
    *status = clear_away(context, part, dir);
    return IN_PLACE;
  }
  if (errno != ENOSYS && errno != EINVAL) {
    const int is_gone = errno == ENOENT;
    *status = fail_replace(context, dir);
    return is_gone ? AGAIN : FAILED;
  }
  char *aside = NULL;
  *status = find_beside(context, dir, "old", make_folder, &aside);
  if (*status != PTL_OK) return FAILED;
  rmdir(aside);
  const outcome result = replace_in_two_steps(context, part, dir, aside, status);
  ptl_free(context, aside);
  return result;
}

ptl_status ptl_folder_replace(ptl_context *context, const char *part, const char *dir) {
  ptl_status status = force_folder(context, part);
  outcome result = status == PTL_OK ? AGAIN : FAILED;
  for (int k = 0; k < MAX_TRIES && result == AGAIN; k++)
    result = try_to_replace(context, part, dir, &status);
  if (result == IN_PLACE) {
    ptl_file_force_parent(dir);
    return status;
  }
  char message[sizeof context->told.message];
  snprintf(message, sizeof message, "%s", context->told.message);
  return ptl_fail(context, PTL_ERR_IO, PTL_E(0702) "%s. What was computed is kept in %s", message,
                  part);
}
