/* run_study.h: runs the points of a study that are not in its file yet. Internal. */
#ifndef PTL_RUN_STUDY_H
#define PTL_RUN_STUDY_H

#include "point.h"

typedef struct ptl_study_progress {
  int64_t points, done,
      failed;       /* of this slice; done: also those that were there; failed: of this time */
  double seconds;   /* since the start */
  int64_t computed; /* this time */
} ptl_study_progress;

typedef struct ptl_study_options {
  int threads;           /* 0: one per processor */
  int64_t slice, slices; /* points i with i % slices == slice; slices 0: all */
  const char *const *plugins;
  int n_plugins;
  const char *keep_folder; /* where the run folders of `keep` go, as keep_folder/INDEX */
  /* Ten times a second; a non-zero return ends the study, with everything so far in the file. Or NULL. */
  int (*progress)(void *user, const ptl_study_progress *progress);
  void *user;
} ptl_study_options;

typedef struct ptl_study_report {
  ptl_study_progress progress;
  int64_t kept; /* run folders written */
  double work;  /* [s]: sum of the runs' wall times */
  int threads;
} ptl_study_report;

/* PTL_ERR_INPUT when the first point does not fit model or measures: nothing is written then. PTL_ERR_INTERRUPTED
 * when `progress` wanted so; PTL_ERR_SIMULATION when study->stop_after failures in a row were equal. The file holds
 * what was computed in both cases. */
ptl_status ptl_study_run(ptl_context *context, const ptl_study *study, const char *path,
                         const ptl_study_options *options, ptl_study_report *report);

#endif
