/* pintle_trace.h: results of a run on disk and in memory. No solver types. A reader, a trace and a
 * folder are used by one thread at a time, that of their context.
 *
 * A run folder holds a trace, events.csv, summary.json and model.yaml. The trace is trace.csv or,
 * where asked for, trace.h5 (HDF5: one dataset per column with an attribute `unit`). A folder
 * appears whole or not at all: it is written beside its final name and renamed at the end. An
 * interrupted or failed run leaves a folder that also holds a file INCOMPLETE, which says why. */
#ifndef PINTLE_TRACE_H
#define PINTLE_TRACE_H

#include "pintle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ reading */

typedef enum ptl_trace_format { PTL_TRACE_CSV, PTL_TRACE_HDF5 } ptl_trace_format;

/* A trace of any length, block by block: open, select, and take blocks until there is none.
 * Values are as written, in the units that stand there. */
typedef struct ptl_trace_reader ptl_trace_reader;

/* Opens a run folder, a CSV file (`name [unit]` headers) or an HDF5 file, and selects all columns
 * and rows. PTL_ERR_IO or PTL_ERR_INPUT (file, and line and column or dataset named). */
PTL_API ptl_status ptl_trace_reader_open(ptl_context *context, const char *path,
                                         ptl_trace_reader **out);
PTL_API void ptl_trace_reader_close(ptl_trace_reader *reader);
PTL_API int ptl_trace_reader_get_columns(const ptl_trace_reader *reader,
                                         const ptl_column **columns);
/* Index of the column of that name, or -1. */
PTL_API int ptl_trace_reader_find(const ptl_trace_reader *reader, const char *name);
PTL_API ptl_trace_format ptl_trace_reader_get_format(const ptl_trace_reader *reader);
/* The file that is read; of a run folder, its trace. */
PTL_API const char *ptl_trace_reader_get_file(const ptl_trace_reader *reader);
/* NULL when the run is complete, else the reason it is not. */
PTL_API const char *ptl_trace_reader_get_incomplete(const ptl_trace_reader *reader);
/* The values of a column in the first and the last row, without reading those between; NAN where
 * there are no rows. Blocks begin anew. */
PTL_API ptl_status ptl_trace_reader_get_ends(ptl_trace_reader *reader, int column, double *first,
                                             double *last);
/* From here on blocks hold n columns, in this order, from the first row on. Where `along` is not
 * -1, only the rows whose value in that column, which must not decrease (`time`), lies within
 * [from, until]; rows outside are not read: of CSV, the beginning is found by halves and the end is
 * not looked at, of HDF5 the same with chunks. Of columns that are not selected only the number of
 * their values is checked. */
PTL_API ptl_status ptl_trace_reader_select(ptl_trace_reader *reader, const int *columns, int n,
                                           int along, double from, double until);
/* The next rows of the columns selected; n_rows 0: there are no more. Valid until the next call. */
typedef struct ptl_trace_block {
  int n_rows;
  const double *const *columns; /* columns[i][row] of the i-th column selected */
} ptl_trace_block;
PTL_API ptl_status ptl_trace_reader_next(ptl_trace_reader *reader, ptl_trace_block *out);

/* A value of a column that no row may show: what events.csv says of the largest force of a contact,
 * and of its depth and force where it is deepest. */
typedef struct ptl_trace_peak {
  double time; /* [s] */
  int column;
  double value; /* in the column's unit */
} ptl_trace_peak;
/* The peaks of the gaps whose columns the trace has, in order of time; *n 0 where the path was no
 * run folder. They belong to the reader. With `contact_rows: ends` the rows lack them, with `all`
 * and `peaks` there are rows at the same times. */
PTL_API ptl_status ptl_trace_reader_get_peaks(ptl_trace_reader *reader,
                                              const ptl_trace_peak **peaks, int64_t *n);

/* Below which size [its unit] all values of a column are 0 but for rounding, of each of the n
 * columns, by the largest |value| of each: a part of the largest of its unit, of accelerations,
 * forces and moments 1.5e-8 and of what the other units make of them (length times force), of
 * others 1e-13. Units are compared as texts, in SI. */
PTL_API void ptl_trace_rounding(const ptl_column *columns, const double *largest, int n,
                                double *rounding);

/* Gives each row of events.csv in a run folder to `take`, in order; joint and gap ("": ideal) are
 * valid during the call, and event->gap and event->friction are -1. Kinds that are not known are
 * left out, and the torn last line of a run that is not complete. A non-zero return ends it with
 * PTL_ERR_INTERRUPTED. PTL_ERR_IO or PTL_ERR_INPUT (file and line named). */
PTL_API ptl_status ptl_events_read(ptl_context *context, const char *folder,
                                   int (*take)(void *user, const char *joint, const char *gap,
                                               const ptl_event *event),
                                   void *user);

/* A whole trace in memory, read as above. */
typedef struct ptl_trace ptl_trace;

PTL_API ptl_status ptl_trace_load(ptl_context *context, const char *path, ptl_trace **out);
PTL_API void ptl_trace_destroy(ptl_trace *trace);
PTL_API int64_t ptl_trace_get_rows(const ptl_trace *trace);
PTL_API int ptl_trace_get_columns(const ptl_trace *trace, const ptl_column **columns);
/* Index of the column of that name, or -1. */
PTL_API int ptl_trace_find(const ptl_trace *trace, const char *name);
/* The rows' values of one column, contiguous. */
PTL_API const double *ptl_trace_get_column(const ptl_trace *trace, int column);
/* The format it was read from. */
PTL_API ptl_trace_format ptl_trace_get_format(const ptl_trace *trace);
/* NULL when the run is complete, else the reason it is not. */
PTL_API const char *ptl_trace_get_incomplete(const ptl_trace *trace);

/* ------------------------------------------------------------------ writing */

typedef struct ptl_folder ptl_folder;

/* Starts a run folder for `system`; `dir` must not be an existing file, or a folder that is
 * not a run folder. Nothing at `dir` changes before ptl_folder_close. */
PTL_API ptl_status ptl_folder_open(ptl_context *context, const ptl_system *system, const char *dir,
                                   ptl_folder **out);
/* The same with the trace in this format; PTL_ERR_INPUT when Pintle was built without HDF5. */
PTL_API ptl_status ptl_folder_open_as(ptl_context *context, const ptl_system *system,
                                      const char *dir, ptl_trace_format format, ptl_folder **out);
/* The sink to give to ptl_simulate; its progress function is NULL and may be set. A thread of the
 * folder's own writes the rows of CSV, a few hundred behind; ptl_folder_close waits for it. */
PTL_API void ptl_folder_sink_sized(ptl_folder *folder, ptl_sink *out, size_t size);
static inline ptl_sink ptl_folder_sink(ptl_folder *folder) {
  ptl_sink sink;
  ptl_folder_sink_sized(folder, &sink, sizeof sink);
  return sink;
}
/* Writes the summary, then puts the folder in place. `incomplete` NULL: the run is whole. Fails,
 * and removes what was written, when a write failed earlier. When only the last step fails, because
 * something else has taken the name, what was written stays beside it in a folder that the message
 * names. Frees the folder. */
PTL_API ptl_status ptl_folder_close(ptl_folder *folder, const ptl_summary *summary,
                                    const char *incomplete);
/* Runs that may be resumed. ptl_folder_keep saves the run (ptl_run_save, which lets the integration
 * start anew) and keeps that with how far the files have come; ptl_folder_checkpoint has it on the
 * disk, as the file `checkpoint` of the folder, with all rows and events before it; so does
 * ptl_folder_close of a run that is incomplete. A run is the same to the bit whether it was ended
 * and resumed or not, where it is kept after the same numbers of steps. A trace in HDF5 and a run
 * that is verified (is_verified, told by ptl_folder_is_verified when it is resumed; else 0) need
 * ptl_folder_expect_checkpoints before the first row: rows and events are then kept as numbers as
 * well, which ptl_folder_give_record gives to a sink, as that of a verifier, when the run is
 * resumed. */
PTL_API ptl_status ptl_folder_expect_checkpoints(ptl_folder *folder, int is_verified);
PTL_API int ptl_folder_is_verified(const ptl_folder *folder);
PTL_API ptl_status ptl_folder_give_record(ptl_folder *folder, const ptl_sink *sink);
PTL_API ptl_status ptl_folder_keep(ptl_folder *folder, ptl_run *run);
PTL_API ptl_status ptl_folder_checkpoint(ptl_folder *folder);
/* The folder with the latest checkpoint of a run that was to stand at `dir`: `dir`, or what a
 * program that was killed has left beside it; to be released by ptl_text_release. PTL_ERR_INPUT
 * where there is none, or the run is still going on. */
PTL_API ptl_status ptl_folder_find_checkpoint(ptl_context *context, const char *dir, char **out);
/* Opens a run folder for `dir`, with the trace in the format that it has, that begins with what
 * belongs to the checkpoint in the folder `from`, whose model.yaml is the system's. `bytes`, which
 * belong to the folder, are for ptl_run_restore. PTL_ERR_INPUT where the checkpoint is not
 * whole. */
PTL_API ptl_status ptl_folder_resume(ptl_context *context, const ptl_system *system,
                                     const char *dir, const char *from, ptl_folder **out,
                                     const void **bytes, size_t *size);
/* Removes what was written and frees the folder. */
PTL_API void ptl_folder_abandon(ptl_folder *folder);

/* Rows that no run has made. */
typedef struct ptl_folder_rows {
  const char *analysis; /* what has, for summary.json: "kinematics" */
  const double *rows;   /* n_rows times the system's columns; time, the first one, grows */
  int64_t n_rows;
  const ptl_column *more;      /* further columns behind these */
  const double *const *values; /* of each, n_rows */
  int n_more;
} ptl_folder_rows;
/* A whole run folder of them, which what shows runs can show; as ptl_folder_open and
 * ptl_folder_close. */
PTL_API ptl_status ptl_folder_write_rows(ptl_context *context, const ptl_system *system,
                                         const char *dir, const ptl_folder_rows *rows);

/* What a reader of the results should know, a sentence each: of the start (ptl_system_get_notices),
 * laws used far from what they are derived for, inexact forces, what changed the integrator, what
 * kept steps short, rows that miss impacts. Writes number `index` (from 0) and returns 1, or
 * returns 0 past the last. */
PTL_API int ptl_summary_notice(const ptl_system *system, const ptl_summary *summary, int index,
                               char *text, size_t size);
/* The summary as JSON, in a string that ptl_text_release frees. */
PTL_API ptl_status ptl_summary_json(ptl_context *context, const ptl_system *system,
                                    const ptl_summary *summary, char **out);
/* The same as the folder has it: with the model file of the run, also where it was resumed. */
PTL_API ptl_status ptl_folder_summary_json(const ptl_folder *folder, const ptl_summary *summary,
                                           char **out);

/* ------------------------------------------------------------------ units */

/* Factor and offset from `unit` to SI: si = factor * value + offset. PTL_ERR_INPUT for an
 * unknown unit. */
PTL_API ptl_status ptl_unit_to_si(ptl_context *context, const char *unit, double *factor,
                                  double *offset);
/* PTL_OK and the factor from one unit to the other, PTL_ERR_INPUT when they do not fit. */
PTL_API ptl_status ptl_unit_convert(ptl_context *context, const char *from, const char *to,
                                    double *factor);

#ifdef __cplusplus
}
#endif
#endif
