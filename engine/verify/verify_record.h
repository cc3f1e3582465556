/* verify_record.h: what is kept of a run to compare it: rows that are due, touches and parts.
 * Internal. */
#ifndef PTL_VERIFY_RECORD_H
#define PTL_VERIFY_RECORD_H

#include "context.h"

typedef struct ptl_verify_record {
  ptl_context *context;
  int width;        /* columns */
  double *rows;     /* n of them */
  int64_t n, limit; /* rows kept, and how many may be */
  int64_t capacity;
  int64_t stride, seen; /* every stride-th of the rows seen is kept */
  ptl_event *events;    /* touches and parts, in order of time */
  int64_t n_events, events_capacity;
  int failed; /* memory ran out: nothing more is kept */
} ptl_verify_record;

void ptl_verify_record_begin(ptl_verify_record *record, ptl_context *context, int width);
void ptl_verify_record_release(ptl_verify_record *record);
/* A row of the trace; those beside the ones that are due by run.every are left out. */
void ptl_verify_record_row(ptl_verify_record *record, const double *values);
void ptl_verify_record_event(ptl_verify_record *record, const ptl_event *event);

/* Row k of those that records of one schedule have in common when every stride-th is taken; NULL
 * past the last. */
const double *ptl_verify_record_at(const ptl_verify_record *record, int64_t stride, int64_t k);

#endif
