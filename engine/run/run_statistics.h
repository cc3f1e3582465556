/* run_statistics.h: numbers of expressions over the rows of a run. Internal. */
#ifndef PTL_RUN_STATISTICS_H
#define PTL_RUN_STATISTICS_H

#include "run_state.h"

/* What one has of the rows so far; values only, for snapshots. */
typedef struct ptl_tally { /* of the straight lines between points */
  double begin, end;       /* [s] */
  double integral, squares;
  double min, max, min_time, max_time;
  int64_t points;
} ptl_tally;

typedef struct ptl_statistic_point {
  double time, travel, value; /* travel: of the cycle's joint, or the time */
} ptl_statistic_point;

typedef struct ptl_statistic_state {
  ptl_statistic_point last; /* row before this one */
  int has_last, has_begun, has_ended;
  double origin;      /* travel from which cycles count */
  ptl_tally all, now; /* with cycles: of the whole ones, and of that in hand */
  int64_t cycles;
  struct { /* over the whole cycles */
    double sum, min, max, last;
  } of_cycles[5]; /* mean, rms, min, max, peak to peak */
} ptl_statistic_state;

/* After the rows' arrays are there. */
ptl_status ptl_statistics_create(ptl_run *run);
void ptl_statistics_destroy(ptl_run *run);
/* The row at t that has just been made, into run->summary. */
void ptl_statistics_add(ptl_run *run, double t);
/* n_statistics of the model, or NULL in a run without rows. */
ptl_statistic_state *ptl_statistics_state(ptl_run *run);
/* Puts what the states tell into the summary. */
void ptl_statistics_publish(ptl_run *run);

#endif
