/* folder.c: a run folder, written beside its final name and put in place at the end
 * (folder_disk.c).
 *
 * Nothing at the final name changes before everything is written and closed; what an older run
 * folder there holds besides Pintle's own files (pictures, notes) moves into the new one. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "folder_disk.h"
#include "folder_lock.h"
#include "model_write.h"
#include "row_queue.h"
#include "system.h"
#include "trace.h"

struct ptl_folder {
  ptl_context *context;
  const ptl_system *system;
  char *dir;  /* final name */
  char *part; /* where it is written */
  ptl_writer *trace, *events;
  ptl_row_queue *rows;   /* on their way to `trace` */
  ptl_hdf5_writer *hdf5; /* in place of `trace` */
  ptl_writer *record;    /* what a checkpoint needs beside the files above, or NULL */
  ptl_checkpoint kept;   /* what the run may go on from, bytes NULL: nothing; always its model */
  int is_on_disk;        /* 1: so is that */
  int lock;              /* held by a folder with checkpoints, or -1 */
};

/* ------------------------------------------------------------------ one file of it */

static ptl_status create_file(ptl_folder *folder, const char *name, ptl_writer **out) {
  char *path = ptl_join_path(folder->context, folder->part, name);
  ptl_status status = path != NULL ? ptl_writer_create(folder->context, path, out) : PTL_ERR_MEMORY;
  ptl_free(folder->context, path);
  return status;
}

/* The text as lines. */
static ptl_status write_file(ptl_folder *folder, const char *name, const char *text) {
  ptl_writer *writer = NULL;
  ptl_status status = create_file(folder, name, &writer);
  if (status != PTL_OK) return status;
  ptl_writer_text(writer, text);
  if (text[0] == '\0' || text[strlen(text) - 1] != '\n') ptl_writer_text(writer, "\n");
  return ptl_writer_close(writer);
}

/* With the other files it gets to the disk when the folder is put in place. */
static ptl_status write_model(ptl_folder *folder) {
  char *text = NULL;
  ptl_status status = ptl_model_text(folder->context, folder->system->mechanism, &text);
  if (status == PTL_OK) status = write_file(folder, PTL_FILE_MODEL, text);
  ptl_free(folder->context, text);
  return status;
}

static ptl_status write_verification(ptl_folder *folder, const ptl_summary *summary) {
  if (summary->verification == NULL) return PTL_OK;
  char *path = ptl_join_path(folder->context, folder->part, PTL_FILE_VERIFY);
  ptl_status status = path != NULL
                          ? ptl_verification_save(folder->context, summary->verification, path)
                          : PTL_ERR_MEMORY;
  ptl_free(folder->context, path);
  return status;
}

ptl_status ptl_folder_summary_json(const ptl_folder *folder, const ptl_summary *summary,
                                   char **out) {
  return ptl_summary_write(folder->context, folder->system, folder->kept.model_file,
                           folder->kept.model_hash, summary, out);
}

static ptl_status write_summary(ptl_folder *folder, const ptl_summary *summary) {
  char *text = NULL;
  ptl_status status = ptl_folder_summary_json(folder, summary, &text);
  if (status == PTL_OK) status = write_file(folder, PTL_FILE_SUMMARY, text);
  ptl_text_release(folder->context, text);
  return status;
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

const char *const ptl_event_columns[PTL_EVENT_COLUMNS] = {"time [s]",      "joint",
                                                          "gap",           "kind",
                                                          "depth [m]",     "depth_rate [m/s]",
                                                          "force [N]",     "peak_force [N]",
                                                          "impulse [N s]", "energy_lost [J]",
                                                          "count",         "peak_time [s]"};

const char *const ptl_event_words[PTL_EVENT_KINDS] = {
    [PTL_EVENT_TOUCH] = "touch", [PTL_EVENT_DEEPEST] = "deepest",
    [PTL_EVENT_PART] = "part",   [PTL_EVENT_STICK] = "stick",
    [PTL_EVENT_SLIP] = "slip",   [PTL_EVENT_HAND_OVER] = "hand_over"};

static void write_events_header(ptl_writer *events) {
  for (int i = 0; i < PTL_EVENT_COLUMNS; i++) ptl_writer_cell(events, ptl_event_columns[i]);
  ptl_writer_end_row(events);
}

static ptl_status fill(ptl_folder *folder, ptl_trace_format format, const ptl_column *columns,
                       int n) {
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

static ptl_status open_with(ptl_context *context, const ptl_system *system, const char *dir,
                            ptl_trace_format format, const ptl_column *columns, int n,
                            ptl_folder **out) {
  ptl_status status = PTL_ERR_MEMORY;
  *out = NULL;
  if (dir == NULL || !*dir)
    return ptl_fail(context, PTL_ERR_USAGE, PTL_E(0703) "a run folder needs a name");
  ptl_folder *folder = ptl_alloc(context, 1, sizeof *folder);
  if (folder == NULL) return PTL_ERR_MEMORY;
  folder->context = context;
  folder->system = system;
  folder->lock = -1;
  folder->kept.model_hash = system->mechanism->hash;
  folder->kept.model_file = ptl_copy_text(context, system->mechanism->file);
  const int has_model = folder->kept.model_file != NULL || system->mechanism->file == NULL;
  folder->dir = ptl_folder_resolve(context, dir);
  if (has_model && folder->dir != NULL) status = ptl_folder_check_target(context, folder->dir);
  if (status == PTL_OK) status = ptl_folder_make_part(context, folder->dir, &folder->part);
  if (status == PTL_OK) status = fill(folder, format, columns, n);
  if (status != PTL_OK) {
    ptl_folder_abandon(folder);
    return status;
  }
  *out = folder;
  return PTL_OK;
}

ptl_status ptl_folder_open_as(ptl_context *context, const ptl_system *system, const char *dir,
                              ptl_trace_format format, ptl_folder **out) {
  const ptl_column *columns;
  const int n = ptl_system_get_columns(system, &columns);
  return open_with(context, system, dir, format, columns, n, out);
}

ptl_status ptl_folder_open(ptl_context *context, const ptl_system *system, const char *dir,
                           ptl_folder **out) {
  return ptl_folder_open_as(context, system, dir, PTL_TRACE_CSV, out);
}

/* ------------------------------------------------------------------ sink */

static int write_hdf5_row(void *user, const double *values, int n) {
  (void)n;
  return ptl_hdf5_row(((ptl_folder *)user)->hdf5, values);
}

static int take_row(void *user, const double *values, int n) {
  const ptl_folder *folder = user;
  if (folder->record != NULL) ptl_record_row(folder->record, values, n);
  if (folder->record != NULL && ptl_writer_error(folder->record)) return 1;
  return folder->hdf5 != NULL ? ptl_hdf5_row(folder->hdf5, values)
                              : ptl_row_queue_put(folder->rows, values);
}

static int write_event(void *user, const ptl_event *event) {
  const ptl_folder *folder = user;
  ptl_writer *events = folder->events;
  const char *joint = "", *gap = "";
  if (folder->record != NULL) ptl_record_event(folder->record, event);
  if (event->gap >= 0)
    ptl_system_get_gap(folder->system, event->gap, &joint, &gap, NULL);
  else
    ptl_system_get_friction(folder->system, event->friction, &joint, NULL, NULL);
  ptl_writer_number(events, event->time);
  ptl_writer_cell(events, joint);
  ptl_writer_cell(events, gap);
  ptl_writer_cell(events, ptl_event_words[event->kind]);
  ptl_writer_number(events, event->depth);
  ptl_writer_number(events, event->rate);
  ptl_writer_number(events, event->force);
  ptl_writer_number(events, event->peak_force);
  ptl_writer_number(events, event->impulse);
  ptl_writer_number(events, event->energy_lost);
  ptl_writer_count(events, event->count);
  ptl_writer_number(events, event->peak_time);
  ptl_writer_end_row(events);
  return ptl_writer_error(events);
}

void ptl_folder_sink_sized(ptl_folder *folder, ptl_sink *out, size_t size) {
  const ptl_sink sink = {.row = take_row, .event = write_event, .user = folder};
  ptl_give_def(out, size, &sink, sizeof sink);
}

/* ------------------------------------------------------------------ checkpoints */

ptl_status ptl_folder_expect_checkpoints(ptl_folder *folder, int is_verified) {
  folder->kept.is_verified = is_verified;
  if (folder->record != NULL || (folder->hdf5 == NULL && !is_verified)) return PTL_OK;
  return create_file(folder, PTL_FILE_RECORD, &folder->record);
}

int ptl_folder_is_verified(const ptl_folder *folder) {
  return folder->kept.is_verified;
}

ptl_status ptl_folder_give_record(ptl_folder *folder, const ptl_sink *sink) {
  const ptl_column *columns;
  const int n = ptl_system_get_columns(folder->system, &columns);
  if (folder->record == NULL) return PTL_OK;
  ptl_status status = ptl_writer_force(folder->record);
  char *path = ptl_join_path(folder->context, folder->part, PTL_FILE_RECORD);
  if (path == NULL) return PTL_ERR_MEMORY;
  if (status == PTL_OK)
    status = ptl_record_give(folder->context, path, ptl_writer_place(folder->record), n, sink);
  ptl_free(folder->context, path);
  return status;
}

static int64_t place_of(const ptl_writer *writer) {
  return writer != NULL ? ptl_writer_place(writer) : 0;
}

ptl_status ptl_folder_keep(ptl_folder *folder, ptl_run *run) {
  ptl_checkpoint fresh = {.format = folder->hdf5 != NULL ? PTL_TRACE_HDF5 : PTL_TRACE_CSV,
                          .is_verified = folder->kept.is_verified};
  if (folder->hdf5 != NULL && folder->record == NULL)
    return ptl_fail(
        folder->context, PTL_ERR_USAGE,
        PTL_E(0705) "a run whose trace is HDF5 can be resumed when that is said before its first row: "
        "ptl_folder_expect_checkpoints");
  ptl_status status = ptl_run_save(run, &fresh.bytes, &fresh.size);
  if (status != PTL_OK) return status;
  if (folder->rows != NULL) ptl_row_queue_flush(folder->rows);
  fresh.trace_bytes = place_of(folder->trace);
  fresh.event_bytes = place_of(folder->events);
  fresh.record_bytes = place_of(folder->record);
  ptl_free(folder->context, folder->kept.bytes);
  fresh.model_file = folder->kept.model_file;
  fresh.model_hash = folder->kept.model_hash;
  folder->kept = fresh;
  folder->is_on_disk = 0;
  return PTL_OK;
}

ptl_status ptl_folder_checkpoint(ptl_folder *folder) {
  if (folder->kept.bytes == NULL || folder->is_on_disk) return PTL_OK;
  if (folder->rows != NULL) ptl_row_queue_flush(folder->rows);
  ptl_status status = PTL_OK;
  if (folder->trace != NULL) status = ptl_writer_force(folder->trace);
  if (status == PTL_OK && folder->events != NULL) status = ptl_writer_force(folder->events);
  if (status == PTL_OK && folder->record != NULL) status = ptl_writer_force(folder->record);
  if (status == PTL_OK && folder->lock < 0) folder->lock = ptl_folder_lock(folder->part);
  if (status == PTL_OK) status = ptl_checkpoint_write(folder->context, folder->part, &folder->kept);
  folder->is_on_disk = status == PTL_OK;
  return status;
}

/* Removes a file of the folder that may be there. */
static ptl_status drop(ptl_folder *folder, const char *name) {
  char *path = ptl_join_path(folder->context, folder->part, name);
  if (path == NULL) return PTL_ERR_MEMORY;
  ptl_status status = PTL_OK;
  if (unlink(path) != 0 && errno != ENOENT)
    status = ptl_fail(folder->context, ptl_errno_status(), PTL_E(0702) "cannot remove %s: %s", path,
                      strerror(errno));
  ptl_free(folder->context, path);
  return status;
}

static ptl_status close_writer(ptl_writer **writer) {
  ptl_status status = *writer != NULL ? ptl_writer_close(*writer) : PTL_OK;
  *writer = NULL;
  return status;
}

/* A file of `folder` anew, beginning with so many bytes of that in the folder `from`. */
static ptl_status begin_with(ptl_folder *folder, const char *from, const char *name, int64_t size,
                             ptl_writer **writer) {
  ptl_status status = close_writer(writer);
  if (status == PTL_OK) status = create_file(folder, name, writer);
  if (status != PTL_OK) return status;
  char *path = ptl_join_path(folder->context, from, name);
  status = path != NULL ? ptl_writer_copy(*writer, path, size) : PTL_ERR_MEMORY;
  ptl_free(folder->context, path);
  return status;
}

static ptl_status begin_hdf5(ptl_folder *folder, const char *from, int n) {
  const ptl_sink sink = {.row = write_hdf5_row, .user = folder};
  char *path = ptl_join_path(folder->context, from, PTL_FILE_RECORD);
  if (path == NULL) return PTL_ERR_MEMORY;
  const ptl_status status =
      ptl_record_give(folder->context, path, folder->kept.record_bytes, n, &sink);
  ptl_free(folder->context, path);
  return status;
}

static ptl_status begin_csv(ptl_folder *folder, const char *from, int n) {
  ptl_row_queue_finish(folder->rows);
  folder->rows = NULL;
  const ptl_status status =
      begin_with(folder, from, PTL_FILE_TRACE, folder->kept.trace_bytes, &folder->trace);
  if (status != PTL_OK) return status;
  return ptl_row_queue_create(folder->context, n, write_row, folder->trace, &folder->rows);
}

/* The folder takes over what belongs to the checkpoint in `from`. */
static ptl_status take_over(ptl_folder *folder, const char *from) {
  const ptl_checkpoint *c = &folder->kept;
  const ptl_column *columns;
  const int n = ptl_system_get_columns(folder->system, &columns);
  ptl_status status =
      folder->hdf5 != NULL ? begin_hdf5(folder, from, n) : begin_csv(folder, from, n);
  if (status == PTL_OK)
    status = begin_with(folder, from, PTL_FILE_EVENTS, c->event_bytes, &folder->events);
  if (status == PTL_OK && (folder->hdf5 != NULL || c->is_verified))
    status = begin_with(folder, from, PTL_FILE_RECORD, c->record_bytes, &folder->record);
  return status == PTL_OK ? ptl_folder_checkpoint(folder) : status;
}

ptl_status ptl_folder_resume(ptl_context *context, const ptl_system *system, const char *dir,
                             const char *from, ptl_folder **out, const void **bytes, size_t *size) {
  ptl_checkpoint kept;
  *out = NULL;
  ptl_status status = ptl_checkpoint_read(context, from, &kept);
  if (status == PTL_OK) status = ptl_folder_open_as(context, system, dir, kept.format, out);
  if (status != PTL_OK) {
    ptl_checkpoint_release(context, &kept);
    return status;
  }
  ptl_checkpoint_release(context, &(*out)->kept);
  (*out)->kept = kept;
  status = take_over(*out, from);
  if (status != PTL_OK) {
    ptl_folder_abandon(*out);
    *out = NULL;
    return status;
  }
  *bytes = kept.bytes;
  *size = kept.size;
  return PTL_OK;
}

/* ------------------------------------------------------------------ close */

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
  if (status == PTL_OK) status = write_verification(folder, summary);
  if (status == PTL_OK) status = write_summary(folder, summary);
  if (status == PTL_OK && incomplete != NULL) status = ptl_folder_checkpoint(folder);
  if (status == PTL_OK) status = close_writer(&folder->record);
  if (status != PTL_OK) return status;
  /* the record goes after the checkpoint that needs it */
  if (incomplete == NULL) status = drop(folder, PTL_FILE_CHECKPOINT);
  if (status == PTL_OK && (incomplete == NULL || folder->kept.bytes == NULL))
    status = drop(folder, PTL_FILE_RECORD);
  if (status != PTL_OK) return status;
  return incomplete != NULL ? write_file(folder, PTL_FILE_INCOMPLETE, incomplete)
                            : drop(folder, PTL_FILE_INCOMPLETE);
}

static void release(ptl_folder *folder) {
  if (folder->lock >= 0) close(folder->lock);
  ptl_checkpoint_release(folder->context, &folder->kept);
  ptl_free(folder->context, folder->dir);
  ptl_free(folder->context, folder->part);
  ptl_free(folder->context, folder);
}

ptl_status ptl_folder_close(ptl_folder *folder, const ptl_summary *summary,
                            const char *incomplete) {
  ptl_status status = finish_files(folder, summary, incomplete);
  if (status != PTL_OK) {
    ptl_folder_abandon(folder);
    return status;
  }
  status = ptl_folder_replace(folder->context, folder->part, folder->dir);
  if (status == PTL_OK && incomplete == NULL && folder->kept.bytes != NULL)
    ptl_checkpoint_clear(folder->dir);
  release(folder);
  return status;
}

void ptl_folder_abandon(ptl_folder *folder) {
  if (folder == NULL) return;
  ptl_context *context = folder->context;
  const ptl_told told = context->told;
  close_trace(folder);
  close_writer(&folder->events);
  close_writer(&folder->record);
  if (folder->part != NULL) ptl_folder_remove(folder->part);
  release(folder);
  context->told = told;
}

/* ------------------------------------------------------------------ rows of no run */

/* A row of all columns after the other into the folder's queue. */
static int put_rows(ptl_folder *folder, const ptl_folder_rows *rows, int n, double *row) {
  int failed = 0;
  for (int64_t i = 0; i < rows->n_rows && !failed; i++) {
    memcpy(row, rows->rows + i * n, sizeof *row * (size_t)n);
    for (int k = 0; k < rows->n_more; k++) row[n + k] = rows->values[k][i];
    failed = take_row(folder, row, n + rows->n_more);
  }
  return failed;
}

ptl_status ptl_folder_write_rows(ptl_context *context, const ptl_system *system, const char *dir,
                                 const ptl_folder_rows *rows) {
  const ptl_column *own;
  const int n = ptl_system_get_columns(system, &own), width = n + rows->n_more;
  ptl_summary summary = {.complete = 1, .analysis = rows->analysis, .rtol = system->run.rtol};
  ptl_folder *folder;
  ptl_column *columns = ptl_alloc(context, (size_t)width, sizeof *columns);
  double *row = ptl_alloc(context, (size_t)width, sizeof *row);
  ptl_status status = columns != NULL && row != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) {
    memcpy(columns, own, sizeof *columns * (size_t)n);
    if (rows->n_more > 0) memcpy(columns + n, rows->more, sizeof *columns * (size_t)rows->n_more);
    status = open_with(context, system, dir, PTL_TRACE_CSV, columns, width, &folder);
  }
  if (status == PTL_OK) {
    summary.counters.rows = rows->n_rows;
    if (rows->n_rows > 0) {
      summary.start_time = rows->rows[0];
      summary.end_time = rows->rows[(rows->n_rows - 1) * n];
    }
    put_rows(folder, rows, n, row); /* a failure is told when the folder is closed */
    status = ptl_folder_close(folder, &summary, NULL);
  }
  ptl_free(context, columns);
  ptl_free(context, row);
  return status;
}
