/* folder.c: a run folder, written beside its final name and renamed at the end.
 *
 * Nothing at the final name changes before everything is written and closed. An older run folder
 * there is first renamed aside, so that a failure can put it back; what it holds besides Pintle's
 * own files (pictures, notes) moves into the new folder. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "row_queue.h"
#include "trace.h"

enum { N_FILES = 6, MAX_TRIES = 1000 };

static const char *const files[N_FILES] = {PTL_FILE_TRACE,  PTL_FILE_TRACE_HDF5,
                                           PTL_FILE_EVENTS, PTL_FILE_SUMMARY,
                                           PTL_FILE_MODEL,  PTL_FILE_INCOMPLETE};

struct ptl_folder {
  ptl_context *context;
  const ptl_mechanism *mechanism;
  const ptl_system *system;
  char *dir;  /* final name */
  char *part; /* where it is written */
  ptl_writer *trace, *events;
  ptl_row_queue *rows;   /* on their way to `trace` */
  ptl_hdf5_writer *hdf5; /* in place of `trace` */
};

/* ------------------------------------------------------------------ names */

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

/* 0 when nothing stands at `dir` or what stands there may be replaced. */
static ptl_status check_target(ptl_context *context, const char *dir) {
  struct stat info;
  if (lstat(dir, &info) != 0) {
    if (errno == ENOENT) return PTL_OK;
    return ptl_fail(context, PTL_ERR_IO, "cannot create the run folder %s: %s", dir,
                    strerror(errno));
  }
  if (!S_ISDIR(info.st_mode))
    return ptl_fail(context, PTL_ERR_IO,
                    "%s is a file already; name a folder that does not exist, or a run folder",
                    dir);
  if (is_run_folder(dir) || is_empty(dir)) return PTL_OK;
  return ptl_fail(context, PTL_ERR_IO,
                  "%s exists and is not a run folder; it is left as it is. Name another folder",
                  dir);
}

/* The folder's real name: no slash at the end, links followed where it exists. */
static char *resolve(ptl_context *context, const char *dir) {
  char real[PATH_MAX];

  char *copy = ptl_copy_text(context, realpath(dir, real) != NULL ? real : dir);
  if (copy == NULL) return NULL;
  for (size_t n = strlen(copy); n > 1 && copy[n - 1] == '/'; n--) copy[n - 1] = '\0';
  return copy;
}

/* Makes a new folder `PARENT/.NAME.LABEL<pid>.<k>` beside dir, or only finds a free name for it. */
static ptl_status make_beside(ptl_context *context, const char *dir, const char *label, int make,
                              char **out) {
  const char *slash = strrchr(dir, '/');
  const char *base = slash != NULL ? slash + 1 : dir;
  const size_t size = strlen(dir) + strlen(label) + 48;
  char *path = ptl_alloc(context, size, 1);
  struct stat info;
  if (path == NULL) return PTL_ERR_MEMORY;
  for (int k = 0; k < MAX_TRIES; k++) {
    snprintf(path, size, "%.*s.%s.%s%ld.%d", (int)(base - dir), dir, base, label, (long)getpid(),
             k);
    if (make ? mkdir(path, 0777) == 0 : (lstat(path, &info) != 0 && errno == ENOENT)) {
      *out = path;
      return PTL_OK;
    }
    if (make && errno != EEXIST) break;
  }
  ptl_fail(context, PTL_ERR_IO, "cannot create the run folder %s: %s", dir,
           make ? strerror(errno) : "no free name beside it");
  ptl_free(context, path);
  return PTL_ERR_IO;
}

/* ------------------------------------------------------------------ one file of it */

static ptl_status create_file(ptl_folder *folder, const char *name, ptl_writer **out) {
  char *path = ptl_join_path(folder->context, folder->part, name);
  ptl_status status = path != NULL ? ptl_writer_create(folder->context, path, out) : PTL_ERR_MEMORY;
  ptl_free(folder->context, path);
  return status;
}

static ptl_status write_file(ptl_folder *folder, const char *name, const char *text) {
  ptl_writer *writer = NULL;
  ptl_status status = create_file(folder, name, &writer);
  if (status != PTL_OK) return status;
  ptl_writer_text(writer, text);
  ptl_writer_text(writer, "\n");
  return ptl_writer_close(writer);
}

static ptl_status write_model(ptl_folder *folder) {
  char *path = ptl_join_path(folder->context, folder->part, PTL_FILE_MODEL);
  ptl_status status = path != NULL ? ptl_mechanism_save(folder->mechanism, path) : PTL_ERR_MEMORY;
  ptl_free(folder->context, path);
  return status;
}

static ptl_status write_summary(ptl_folder *folder, const ptl_summary *summary) {
  char *text = NULL;
  ptl_status status =
      ptl_summary_json(folder->context, folder->mechanism, folder->system, summary, &text);
  if (status == PTL_OK) status = write_file(folder, PTL_FILE_SUMMARY, text);
  ptl_text_release(folder->context, text);
  return status;
}

static void remove_own_files(const char *dir) {
  char path[PATH_MAX];
  for (int i = 0; i < N_FILES; i++)
    if (snprintf(path, sizeof path, "%s/%s", dir, files[i]) < (int)sizeof path) unlink(path);
  rmdir(dir);
}

/* ------------------------------------------------------------------ open */

static int write_row(void *trace, const double *values, int n) {
  ptl_writer_row(trace, values, n);
  return ptl_writer_error(trace);
}

static ptl_status create_csv(ptl_folder *folder, const ptl_column *columns, int n) {
  const ptl_status status = create_file(folder, PTL_FILE_TRACE, &folder->trace);
  char header[512];
  if (status != PTL_OK) return status;
  for (int i = 0; i < n; i++) {
    snprintf(header, sizeof header, "%s [%s]", columns[i].name, columns[i].unit);
    ptl_writer_cell(folder->trace, header);
  }
  ptl_writer_end_row(folder->trace);
  return ptl_row_queue_create(folder->context, n, write_row, folder->trace, &folder->rows);
}

static ptl_status create_hdf5(ptl_folder *folder, const ptl_column *columns, int n) {
  char *path = ptl_join_path(folder->context, folder->part, PTL_FILE_TRACE_HDF5);
  ptl_status status = path != NULL
                          ? ptl_hdf5_create(folder->context, path, columns, n, &folder->hdf5)
                          : PTL_ERR_MEMORY;
  ptl_free(folder->context, path);
  return status;
}

static void write_events_header(ptl_writer *events) {
  static const char *const names[] = {"time [s]",      "joint",
                                      "gap",           "kind",
                                      "depth [m]",     "depth_rate [m/s]",
                                      "force [N]",     "peak_force [N]",
                                      "impulse [N s]", "energy_lost [J]",
                                      "count"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) ptl_writer_cell(events, names[i]);
  ptl_writer_end_row(events);
}

static ptl_status fill(ptl_folder *folder, ptl_trace_format format) {
  const ptl_column *columns;
  const int n = ptl_system_get_columns(folder->system, &columns);

  ptl_status status =
      write_file(folder, PTL_FILE_INCOMPLETE,
                 "the run is going on, or its program was ended before it could close the folder");
  if (status == PTL_OK) status = write_model(folder);
  if (status == PTL_OK)
    status =
        format == PTL_TRACE_HDF5 ? create_hdf5(folder, columns, n) : create_csv(folder, columns, n);
  if (status == PTL_OK) status = create_file(folder, PTL_FILE_EVENTS, &folder->events);
  if (status == PTL_OK) write_events_header(folder->events);
  return status;
}

ptl_status ptl_folder_open_as(ptl_context *context, const ptl_mechanism *mechanism,
                              const ptl_system *system, const char *dir, ptl_trace_format format,
                              ptl_folder **out) {
  ptl_status status = PTL_ERR_MEMORY;
  *out = NULL;
  if (dir == NULL || !*dir) return ptl_fail(context, PTL_ERR_USAGE, "a run folder needs a name");
  ptl_folder *folder = ptl_alloc(context, 1, sizeof *folder);
  if (folder == NULL) return PTL_ERR_MEMORY;
  folder->context = context;
  folder->mechanism = mechanism;
  folder->system = system;
  folder->dir = resolve(context, dir);
  if (folder->dir != NULL) status = check_target(context, folder->dir);
  if (status == PTL_OK) status = make_beside(context, folder->dir, "part", 1, &folder->part);
  if (status == PTL_OK) status = fill(folder, format);
  if (status != PTL_OK) {
    ptl_folder_abandon(folder);
    return status;
  }
  *out = folder;
  return PTL_OK;
}

ptl_status ptl_folder_open(ptl_context *context, const ptl_mechanism *mechanism,
                           const ptl_system *system, const char *dir, ptl_folder **out) {
  return ptl_folder_open_as(context, mechanism, system, dir, PTL_TRACE_CSV, out);
}

/* ------------------------------------------------------------------ sink */

static int write_hdf5_row(void *user, const double *values, int n) {
  (void)n;
  return ptl_hdf5_row(((ptl_folder *)user)->hdf5, values);
}

static int put_row(void *user, const double *values, int n) {
  (void)n;
  return ptl_row_queue_put(((ptl_folder *)user)->rows, values);
}

static int write_event(void *user, const ptl_event *event) {
  static const char *const kinds[] = {"touch", "deepest", "part", "stick", "slip"};
  const ptl_folder *folder = user;
  ptl_writer *events = folder->events;
  const char *joint = "", *gap = "";
  if (event->gap >= 0)
    ptl_system_get_gap(folder->system, event->gap, &joint, &gap, NULL);
  else
    ptl_system_get_friction(folder->system, event->friction, &joint, NULL, NULL);
  ptl_writer_number(events, event->time);
  ptl_writer_cell(events, joint);
  ptl_writer_cell(events, gap);
  ptl_writer_cell(events, kinds[event->kind]);
  ptl_writer_number(events, event->depth);
  ptl_writer_number(events, event->rate);
  ptl_writer_number(events, event->force);
  ptl_writer_number(events, event->peak_force);
  ptl_writer_number(events, event->impulse);
  ptl_writer_number(events, event->energy_lost);
  ptl_writer_count(events, event->count);
  ptl_writer_end_row(events);
  return ptl_writer_error(events);
}

ptl_sink ptl_folder_sink(ptl_folder *folder) {
  ptl_sink sink = {folder->hdf5 != NULL ? write_hdf5_row : put_row, write_event, NULL, folder};
  return sink;
}

/* ------------------------------------------------------------------ close */

static ptl_status close_writer(ptl_writer **writer) {
  ptl_status status = *writer != NULL ? ptl_writer_close(*writer) : PTL_OK;
  *writer = NULL;
  return status;
}

static ptl_status close_trace(ptl_folder *folder) {
  ptl_row_queue_finish(folder->rows);
  folder->rows = NULL;
  ptl_status status = close_writer(&folder->trace);
  if (folder->hdf5 != NULL) status = ptl_hdf5_close(folder->hdf5);
  folder->hdf5 = NULL;
  return status;
}

static ptl_status finish_files(ptl_folder *folder, const ptl_summary *summary,
                               const char *incomplete) {
  ptl_status status = close_trace(folder);
  if (status == PTL_OK) status = close_writer(&folder->events);
  if (status == PTL_OK) status = write_summary(folder, summary);
  if (status != PTL_OK) return status;
  if (incomplete != NULL) return write_file(folder, PTL_FILE_INCOMPLETE, incomplete);
  char *mark = ptl_join_path(folder->context, folder->part, PTL_FILE_INCOMPLETE);
  if (mark == NULL) return PTL_ERR_MEMORY;
  if (unlink(mark) != 0)
    status = ptl_fail(folder->context, PTL_ERR_IO, "cannot remove %s: %s", mark, strerror(errno));
  ptl_free(folder->context, mark);
  return status;
}

/* Moves what the user keeps in the old folder to the new one. What cannot be moved stays, and the
 * old folder with it. */
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

static ptl_status put_in_place(ptl_folder *folder) {
  ptl_context *context = folder->context;
  ptl_status status = check_target(context, folder->dir);
  char *aside = NULL;
  if (status != PTL_OK) return status;
  if (access(folder->dir, F_OK) != 0) {
    if (rename(folder->part, folder->dir) == 0) return PTL_OK;
    return ptl_fail(context, PTL_ERR_IO, "cannot create the run folder %s: %s", folder->dir,
                    strerror(errno));
  }
  status = make_beside(context, folder->dir, "old", 0, &aside);
  if (status != PTL_OK) return status;
  if (rename(folder->dir, aside) != 0) {
    status = ptl_fail(context, PTL_ERR_IO, "cannot replace the run folder %s: %s", folder->dir,
                      strerror(errno));
  } else if (rename(folder->part, folder->dir) != 0) {
    status = ptl_fail(context, PTL_ERR_IO, "cannot replace the run folder %s: %s", folder->dir,
                      strerror(errno));
    rename(aside, folder->dir);
  } else {
    move_foreign_files(aside, folder->dir);
    remove_own_files(aside);
  }
  ptl_free(context, aside);
  return status;
}

static void release(ptl_folder *folder) {
  ptl_free(folder->context, folder->dir);
  ptl_free(folder->context, folder->part);
  ptl_free(folder->context, folder);
}

ptl_status ptl_folder_close(ptl_folder *folder, const ptl_summary *summary,
                            const char *incomplete) {
  ptl_status status = finish_files(folder, summary, incomplete);
  if (status == PTL_OK) status = put_in_place(folder);
  if (status != PTL_OK) {
    char message[sizeof folder->context->message];
    memcpy(message, folder->context->message, sizeof message);
    close_trace(folder);
    close_writer(&folder->events);
    remove_own_files(folder->part);
    memcpy(folder->context->message, message, sizeof message); /* the first failure counts */
  }
  release(folder);
  return status;
}

void ptl_folder_abandon(ptl_folder *folder) {
  char message[sizeof folder->context->message];
  if (folder == NULL) return;
  ptl_context *context = folder->context;
  memcpy(message, context->message, sizeof message);
  close_trace(folder);
  close_writer(&folder->events);
  if (folder->part != NULL) remove_own_files(folder->part);
  release(folder);
  memcpy(context->message, message, sizeof message);
}
