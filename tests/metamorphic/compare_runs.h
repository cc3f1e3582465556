/* compare_runs.h: a run of a transformed model, put back, against that of the model itself. */
#ifndef PTL_TEST_COMPARE_RUNS_H
#define PTL_TEST_COMPARE_RUNS_H

#include "limited_run.h"
#include "model_tree.h"
#include "trace_table.h"
#include "transform.h"

/* The change of a mass, up and down, in runs that stay near the base where the motion is not
 * chaotic. */
#define NEAR_CHANGE 1e-6

typedef struct meta_run {
  run_outcome outcome;
  trace_table trace;
  char *summary;
} meta_run;

/* Runs of the model itself. */
typedef struct meta_reference {
  meta_run base, near[2];
  meta_run finer; /* at a tenth of rtol: how exact the base is */
} meta_reference;

typedef struct meta_difference {
  double size;         /* the largest, relative to the mechanism's scales */
  double growth;       /* of small differences, up to where it was compared */
  const char *refused; /* "hangs", "refused": nothing to compare */
} meta_difference;

/* NULL when they agree, else where they do not. */
const char *compare_runs(const node *model, const transform *t, const meta_reference *ref,
                         const meta_run *changed, meta_difference *d);

#endif
