/* pintle_trace.h: results of a run on disk and in memory. No solver types.
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

typedef struct ptl_trace ptl_trace;

typedef enum ptl_trace_format { PTL_TRACE_CSV, PTL_TRACE_HDF5 } ptl_trace_format;

/* Reads a run folder, a CSV file (`name [unit]` headers) or an HDF5 file. Values are as written, in
 * the units that stand there. PTL_ERR_IO or PTL_ERR_INPUT (file, and line and column or dataset
 * named). */
PTL_API ptl_status ptl_trace_load(ptl_context *context, const char *path, ptl_trace **out);
PTL_API void ptl_trace_destroy(ptl_trace *trace);
PTL_API int64_t ptl_trace_get_rows(const ptl_trace *trace);
PTL_API int ptl_trace_get_columns(const ptl_trace *trace, const ptl_column **columns);
/* Index of the column of that name, or -1. */
PTL_API int ptl_trace_find(const ptl_trace *trace, const char *name);
/* The rows' values of one column, contiguous. */
PTL_API const double *ptl_trace_get_column(const ptl_trace *trace, int column);
/* Reads the rows one by one without keeping them, for a trace of any length. A non-zero return of
 * either function stops the reading with PTL_ERR_INTERRUPTED. `incomplete` is called before
 * the columns when the run is not complete; it may be NULL. */
typedef struct ptl_trace_visitor {
  void (*incomplete)(void *user, const char *reason);
  int (*columns)(void *user, const ptl_column *columns, int n);
  int (*row)(void *user, const double *values, int n);
  void *user;
} ptl_trace_visitor;
PTL_API ptl_status ptl_trace_scan(ptl_context *context, const char *path,
                                  const ptl_trace_visitor *visitor);
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
PTL_API ptl_sink ptl_folder_sink(ptl_folder *folder);
/* Writes the summary, then puts the folder in place. `incomplete` NULL: the run is whole. Fails,
 * and removes what was written, when a write failed earlier. When only the last step fails, because
 * something else has taken the name, what was written stays beside it in a folder that the message
 * names. Frees the folder. */
PTL_API ptl_status ptl_folder_close(ptl_folder *folder, const ptl_summary *summary,
                                    const char *incomplete);
/* Removes what was written and frees the folder. */
PTL_API void ptl_folder_abandon(ptl_folder *folder);

/* The summary as JSON, in a string that ptl_text_release frees. */
PTL_API ptl_status ptl_summary_json(ptl_context *context, const ptl_system *system,
                                    const ptl_summary *summary, char **out);

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
