/* measure_table.h: the calls that measures are made of. Internal. */
#ifndef PTL_MEASURE_TABLE_H
#define PTL_MEASURE_TABLE_H

#include <stddef.h>

#include "pintle.h"
#include "reduce.h"

typedef enum ptl_call_kind {
  PTL_CALL_GAP,          /* of the summary of gaps: NAME(JOINT) or NAME(JOINT.GAP) */
  PTL_CALL_FRICTION,     /* of the summary of rubbing surfaces, likewise */
  PTL_CALL_RUN,          /* of the whole run: NAME() */
  PTL_CALL_REDUCE,       /* NAME(EXPRESSION[, WINDOW]) */
  PTL_CALL_WORN,         /* of the summary of worn surfaces, both of each gap, as PTL_CALL_GAP */
  PTL_CALL_WEAR,         /* wear_work(JOINT[.GAP][, WINDOW]) */
  PTL_CALL_COUNT,        /* count(EVENT, JOINT[.GAP]) */
  PTL_CALL_CONTACT_TIME, /* time_in_contact(JOINT[.GAP]) */
  PTL_CALL_STATISTIC,    /* statistic(NAME.NUMBER), of the model's own */
  PTL_CALL_LYAPUNOV      /* lyapunov(INTERVAL[, from TIME]), of runs of its own */
} ptl_call_kind;

typedef struct ptl_call_type {
  const char *name;
  ptl_call_kind kind;
  const char *unit; /* NULL: that of the expression; of a reduction that is a time: "s" */
  ptl_reduction reduction;
  size_t offset;  /* GAP, FRICTION, WORN, RUN: in the summary */
  int is_count;   /* it is an int64_t there, else a double */
  int is_largest; /* of several gaps the largest counts, else the sum */
} ptl_call_type;

/* The call of that name, of which `length` characters count, or NULL. */
const ptl_call_type *ptl_call_type_find(const char *name, size_t length);
/* Whether it is made of columns over any abscissa, so that every analysis has it. */
int ptl_call_type_takes_rows(const ptl_call_type *type);
/* The one with the nearest name, or NULL when none is near. */
const char *ptl_call_type_suggest(const char *name);
/* Number of the event of that name, or -1. */
int ptl_event_kind_find(const char *name);
/* The word of a ptl_event_kind; NULL past the last. */
const char *ptl_event_kind_name(int kind);
/* Where a number of a statistic stands in ptl_statistic_summary, by its name as in summary.json
 * ("rms", "cycle_max.mean"); -1: there is none. */
int ptl_statistic_offset(const char *number);
/* The value in a summary that starts at `base`. */
double ptl_call_type_value(const ptl_call_type *type, const void *base);

#endif
