/* ideal_run.h: the ideal mechanism beside a run: its columns at the times of the rows. Internal to
 * this room. */
#ifndef PTL_IDEAL_RUN_H
#define PTL_IDEAL_RUN_H

#include "measure.h"

/* What stands before a column's name in an expression. */
#define PTL_IDEAL_PREFIX "ideal."

typedef struct ptl_ideal_run {
  ptl_context *context;
  ptl_system *system;
  ptl_run *run;
  int n; /* columns */
} ptl_ideal_run;

/* Whether a measure or section asks for a column of the ideal mechanism. */
int ptl_ideal_is_asked(const ptl_measures *measures);
/* Assembles the mechanism without clearances. To be released in every case. */
ptl_status ptl_ideal_run_begin(ptl_context *context, const ptl_mechanism *m, ptl_ideal_run *out);
/* Its columns at time t, which must not decrease. Begins the run at the first call. */
ptl_status ptl_ideal_run_columns(ptl_ideal_run *ideal, double t, double *values);
void ptl_ideal_run_release(ptl_ideal_run *ideal);

#endif
