/* record.h: the rows and events of one run, in bounded memory.
 *
 * Up to a limit every row is kept. Beyond it neighbouring rows are merged, again and again: of
 * each group the first row stays, and for every column its least and largest value, so that no
 * peak disappears from a plot however long the run is.
 */
#ifndef PTL_RECORD_H
#define PTL_RECORD_H

#include <stdint.h>

#include "pintle_trace.h"

typedef struct ptl_record_gap {
  char joint[64], gap[32];
} ptl_record_gap;

typedef struct ptl_record_event {
  double time, force, depth;
  int gap; /* index of record->gaps */
  ptl_event_kind kind;
} ptl_record_event;

typedef struct ptl_contact_span { /* one contact of a gap, within the run [s] */
  double from, to;
  int gap;
} ptl_contact_span;

typedef struct ptl_record {
  char (*names)[96], (*units)[32];
  const char **by_name; /* the same names in the order of strcmp */
  double *factors;      /* from the trace's units of angles to radians */
  int n_columns;
  int64_t n, capacity;           /* groups of rows */
  int64_t limit;                 /* largest n, even */
  int64_t stride;                /* rows in a group */
  int64_t n_rows;                /* of the run */
  double **first, **low, **high; /* [column][group]: value in the first row, least and largest
                                    value; the same array while stride is 1 */
  ptl_record_gap *gaps;
  ptl_record_event *events; /* in order of time */
  ptl_contact_span *spans;  /* in order of `from` */
  int n_gaps, n_events, events_capacity, n_spans;
  int events_left_out; /* the run had more than are kept */
  char *incomplete;    /* why the run is not whole, or NULL */
  int failed;          /* memory ran out */
} ptl_record;

enum { PTL_RECORD_BYTES = 384 << 20 }; /* rough bound on the values kept */

/* Columns from a run or a trace. Returns 0, or non-zero when memory is out. */
int ptl_record_begin(ptl_record *record, const ptl_column *columns, int n_columns);
void ptl_record_release(ptl_record *record);
void ptl_record_add_row(ptl_record *record, const double *values);
/* Index of the gap, added when it is new; -1 when memory is out. */
int ptl_record_add_gap(ptl_record *record, const char *joint, const char *gap);
void ptl_record_add_event(ptl_record *record, const ptl_record_event *event);
/* After the last row and event: makes the spans from the events. */
void ptl_record_finish(ptl_record *record);

int ptl_record_find(const ptl_record *record, const char *name); /* column, or -1 */
/* The columns OWNER.anything: the first of them in record->by_name; returns how many follow each
 * other there. */
int ptl_record_find_owner(const ptl_record *record, const char *owner, int *first);
/* Of an entry of record->by_name. */
int ptl_record_column(const ptl_record *record, const char *entry);
double ptl_record_start(const ptl_record *record);
double ptl_record_end(const ptl_record *record);

/* The two neighbouring groups between which a time lies. */
typedef struct ptl_bracket {
  int64_t i;     /* the earlier group */
  double weight; /* 0 at group i ... 1 at group i + 1 */
  double span;   /* time between the two [s] */
} ptl_bracket;

ptl_bracket ptl_record_bracket(const ptl_record *record, double time);
/* Linear interpolation between the first rows of the groups; NAN where a column is -1. */
double ptl_record_value(const ptl_record *record, int column, ptl_bracket bracket);
/* Cubic Hermite interpolation from the values and their rates of change (column `rate`; -1:
 * linear), so that motion is smooth however slowly it is shown. */
double ptl_record_smooth(const ptl_record *record, int column, int rate, ptl_bracket bracket);
/* Least and largest finite value in groups [from, to); 0 when there is none. */
int ptl_record_range(const ptl_record *record, int column, int64_t from, int64_t to, double *low,
                     double *high);
/* Index of the first event not before `time`; n_events when there is none. */
int ptl_record_first_event(const ptl_record *record, double time);
/* The event before (step < 0) or after `time`, or -1. */
int ptl_record_next_event(const ptl_record *record, double time, int step, ptl_event_kind kind);

#endif
