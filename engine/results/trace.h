/* trace.h: files of a run folder. Internal; trace_write.c, trace_hdf5_write.c, folder.c,
 * folder_disk.c, summary.c; those that are read: trace_input.h. */
#ifndef PTL_TRACE_H
#define PTL_TRACE_H

#include "context.h"
#include "json.h"
#include "pintle_trace.h"
#include "pintle_verify.h"

/* The files of a run folder; its trace is one of the first two. */
#define PTL_FILE_TRACE "trace.csv"
#define PTL_FILE_TRACE_HDF5 "trace.h5"
#define PTL_FILE_EVENTS "events.csv"
#define PTL_FILE_SUMMARY "summary.json"
#define PTL_FILE_MODEL "model.yaml"
#define PTL_FILE_VERIFY "verify.csv" /* of a run that was verified */
#define PTL_FILE_INCOMPLETE "INCOMPLETE"
#define PTL_FILE_CHECKPOINT "checkpoint"         /* of a run that may be resumed */
#define PTL_FILE_CHECKPOINT_NEW "checkpoint.new" /* while it is being written */
#define PTL_FILE_RECORD "checkpoint.record" /* rows and events as numbers, where it needs them */

enum { PTL_EVENT_COLUMNS = 12, PTL_EVENT_KINDS = 6 };
/* Headers of events.csv, in order, and its words by ptl_event_kind. */
extern const char *const ptl_event_columns[PTL_EVENT_COLUMNS];
extern const char *const ptl_event_words[PTL_EVENT_KINDS];

/* "DIR/NAME" in memory of the context, NULL when that is out. */
char *ptl_join_path(ptl_context *context, const char *dir, const char *name);

/* A text file being written through a large buffer. The first error is kept, everything after it
 * is dropped, and ptl_writer_close reports it: the caller may write rows without looking. */
typedef struct ptl_writer ptl_writer;

ptl_status ptl_writer_create(ptl_context *context, const char *path, ptl_writer **out);
void ptl_writer_text(ptl_writer *writer, const char *text); /* as it is */
/* Cells of a CSV row (RFC 4180): the comma before, and quotes where needed, come by themselves. */
void ptl_writer_cell(ptl_writer *writer, const char *text);
void ptl_writer_number(ptl_writer *writer, double value);
void ptl_writer_count(ptl_writer *writer, int64_t value);
void ptl_writer_end_row(ptl_writer *writer);
void ptl_writer_bytes(ptl_writer *writer, const void *bytes, size_t n);
/* A row of numbers alone. */
void ptl_writer_row(ptl_writer *writer, const double *values, int n);
/* errno of the first error, 0 while all is well. */
int ptl_writer_error(const ptl_writer *writer);
/* The bytes of the file so far, those that wait included. */
int64_t ptl_writer_place(const ptl_writer *writer);
/* Writes what waits, and has it on the disk. PTL_ERR_IO when anything went wrong since the file was
 * created. */
ptl_status ptl_writer_force(ptl_writer *writer);
/* Begins the file with the first `size` bytes of another. */
ptl_status ptl_writer_copy(ptl_writer *writer, const char *from, int64_t size);
/* Writes what is left, closes and frees. PTL_ERR_IO when anything went wrong since the file was
 * created. */
ptl_status ptl_writer_close(ptl_writer *writer);

/* A trace in HDF5 (trace_hdf5_write.c). Rows are kept until a chunk of every column is full; the
 * first error is kept, and ptl_hdf5_close, which frees, reports it. */
typedef struct ptl_hdf5_writer ptl_hdf5_writer;

ptl_status ptl_hdf5_create(ptl_context *context, const char *path, const ptl_column *columns, int n,
                           ptl_hdf5_writer **out);
int ptl_hdf5_row(ptl_hdf5_writer *writer, const double *values); /* non-zero after an error */
ptl_status ptl_hdf5_close(ptl_hdf5_writer *writer);

/* The summary as JSON, of a run of the model that was read from `file` (or NULL). */
ptl_status ptl_summary_write(ptl_context *context, const ptl_system *system, const char *file,
                             uint64_t hash, const ptl_summary *summary, char **out);

/* A verification as the last entry of summary.json. */
void ptl_verification_write(ptl_json *json, const ptl_verification *verification);

/* What a run goes on from: its snapshot, and how much of its files belongs to it
 * (folder_checkpoint.c). */
typedef struct ptl_checkpoint {
  void *bytes;
  size_t size;
  int64_t trace_bytes, event_bytes, record_bytes; /* 0: no such file. The trace's: of CSV */
  ptl_trace_format format;
  int is_verified;
  /* of the model file that the run was begun with, or NULL; and of it and its settings */
  char *model_file;
  uint64_t model_hash;
} ptl_checkpoint;

void ptl_checkpoint_release(ptl_context *context, ptl_checkpoint *c);

/* The record: rows and events in their order, as numbers. A trace in HDF5 is made anew of it, since
 * a file of HDF5 may be unreadable where a program ends while it writes; a verified run is compared
 * by it. */
void ptl_record_row(ptl_writer *record, const double *values, int n);
void ptl_record_event(ptl_writer *record, const ptl_event *event);
/* Gives its first `size` bytes, of rows of n values, to a sink, of which either function may be
 * NULL. PTL_ERR_INPUT where they are not there, or are no record. */
ptl_status ptl_record_give(ptl_context *context, const char *path, int64_t size, int n,
                           const ptl_sink *sink);

/* To and from the folder `dir`; what is read is refused when a byte of it has changed, and its
 * bytes are to be freed. */
ptl_status ptl_checkpoint_write(ptl_context *context, const char *dir, const ptl_checkpoint *c);
ptl_status ptl_checkpoint_read(ptl_context *context, const char *dir, ptl_checkpoint *out);
/* The run at `dir` is complete: what programs that were ended have left beside it goes. */
void ptl_checkpoint_clear(const char *dir);

#endif
