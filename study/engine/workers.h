/* workers.h: who runs the points of a study: threads of this process, or other processes.
 * Internal. */
#ifndef PTL_WORKERS_H
#define PTL_WORKERS_H

#include "point.h"

typedef struct ptl_study_progress {
  int64_t points, done,
      failed;       /* of this slice; done: also those that were there; failed: of this time */
  double seconds;   /* since the start */
  int64_t computed; /* this time */
} ptl_study_progress;

typedef struct ptl_study_options {
  int threads;           /* 0: one per processor */
  int isolate;           /* 1: a process for each worker, so that a run that crashes is a result */
  int64_t slice, slices; /* points i with i % slices == slice; slices 0: all */
  const char *const *plugins;
  int n_plugins;
  const char *keep_folder; /* where the run folders of `keep` go, as keep_folder/INDEX */
  /* Ten times a second; a non-zero return ends the study, with everything so far in the file. Or
   * NULL. */
  int (*progress)(void *user, const ptl_study_progress *progress);
  void *user;
} ptl_study_options;

typedef struct ptl_study_report {
  ptl_study_progress progress;
  int64_t kept; /* run folders written */
  double work;  /* [s]: sum of the runs' wall times */
  int threads;  /* or other workers */
} ptl_study_report;

/* Functions of an engine; `self` is its own. They are called by the writer's thread, in the order
 * of this list. */
typedef struct ptl_workers {
  /* Begins to run these points, in any order; *n is the number of workers. */
  ptl_status (*start)(void *self, ptl_context *context, const ptl_study *study,
                      const ptl_study_options *options, const int64_t *todo, int64_t n_todo,
                      int *n);
  /* Waits for results, at most a tenth of a second; returns their number, at most `room`. *is_over:
   * no more come. */
  int (*await)(void *self, ptl_result *results, int room, int *is_over);
  /* No further points are begun, those under way are given up; results still come until is_over.
   * May be called again. */
  void (*stop)(void *self);
  /* Ends all. Not PTL_OK when a worker could not go on, with its message. Also called when start
   * has failed. */
  ptl_status (*finish)(void *self, ptl_context *context);
  void *self;
} ptl_workers;

#endif
