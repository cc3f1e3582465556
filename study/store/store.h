/* store.h: the file in which a study collects its results. Internal.
 *
 * Tables: study(key, value): the study as text and what made it; columns("index", kind, name, unit,
 * text): factors and measures; results("index", status, message, wall_time, one column for each
 * factor and measure): a row for each run that has ended; sections("index", section, passage, time,
 * expression, value); events("index", time, joint, gap, kind and the columns of events.csv). All
 * numbers are SI.
 *
 * Several programs may fill one file: a run that another has stored in the meantime is left as it
 * is. A transaction holds what came since the last ptl_store_commit, so that a kill loses no more
 * than that; runs that are not there are done again. */
#ifndef PTL_STORE_H
#define PTL_STORE_H

#include "study.h"

typedef enum ptl_run_status {
  PTL_RUN_OK,
  PTL_RUN_FAILED, /* the simulation failed or its result cannot be trusted */
  PTL_RUN_UNFIT,  /* the model cannot be assembled with these numbers */
  PTL_RUN_INPUT,  /* the model does not take these numbers */
  PTL_RUN_CRASHED /* its process has ended, by a signal */
} ptl_run_status;

/* "ok", "failed", "unfit", "input", "crashed" */
const char *ptl_run_status_name(ptl_run_status status);

typedef struct ptl_passage {
  int section, n;
  int64_t number;
  double time;
  size_t values; /* index of the first of n in ptl_result.values */
} ptl_passage;

typedef struct ptl_kept_event {
  ptl_event event;
  char joint[64], gap[64]; /* as long as names can be; gap "": of an ideal joint */
} ptl_kept_event;

typedef struct ptl_result {
  int64_t index;
  ptl_run_status status;
  char *message;    /* of a failure, else NULL */
  double wall_time; /* [s], reading and assembling the model included */
  double *measures; /* NULL unless status is PTL_RUN_OK */
  ptl_passage *passages;
  size_t n_passages;
  double *values; /* of the passages */
  size_t n_values;
  ptl_kept_event *events; /* of the kinds that the study keeps, in order of time */
  size_t n_events;
} ptl_result;

typedef struct ptl_store ptl_store;

/* Opens the file, or makes it. PTL_ERR_INPUT when it holds another study. The study must outlive
 * the store. */
ptl_status ptl_store_open(ptl_context *context, const char *path, const ptl_study *study,
                          ptl_store **out);
/* Sets done[i] to 1 for each run that is there, of indices below `count`. */
ptl_status ptl_store_done(ptl_store *store, unsigned char *done, int64_t count);
/* Takes away the runs that have not ended well, so that they are done again. */
ptl_status ptl_store_forget_failed(ptl_store *store);
/* The unit of a measure, once it is known. */
ptl_status ptl_store_unit(ptl_store *store, int measure, const char *unit);
ptl_status ptl_store_add(ptl_store *store, const ptl_result *result);
ptl_status ptl_store_commit(ptl_store *store);
/* Commits; NULL is allowed. */
ptl_status ptl_store_close(ptl_store *store);

/* Makes one file of the parts that slices of a study have written; what `path` holds of it already
 * stays. Sets *n to the number of runs that are in it then. PTL_ERR_INPUT when a part is of another
 * study. */
ptl_status ptl_store_merge(ptl_context *context, const char *path, const char *const *parts,
                           int n_parts, int64_t *n);

#endif
