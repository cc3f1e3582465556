/* point.h: one run of a study. Internal. */
#ifndef PTL_POINT_H
#define PTL_POINT_H

#include "store.h"

/* What a thread needs for its runs. */
typedef struct ptl_point_runner {
  ptl_context *context; /* the thread's own, with the plug-ins */
  const ptl_study *study;
  int (*stop)(void *user); /* non-zero: the run is to end at once; or NULL */
  void *user;
  /* The model with the study's settings, read at the first point, from which those of the points
   * are made; NULL where it cannot be read without a point's values. */
  ptl_mechanism *base;
  int has_read;
  ptl_factor_value *values;
  ptl_setting *settings; /* the study's, then one per factor that is given */
  char (*texts)[256];
  /* Of a continuation: where run `state_of` ended, q and v; NULL: nowhere. */
  double *state;
  int n_coordinates;
  int64_t state_of;
  char (*units)[64]; /* of the measures, of the last run that got so far; "" at first */
} ptl_point_runner;

ptl_status ptl_point_runner_begin(ptl_context *context, const ptl_study *study,
                                  ptl_point_runner *out);
/* A worker's own context, with the plug-ins; may be there, with a message, when this fails. */
ptl_status ptl_point_context(const char *const *plugins, int n_plugins, ptl_context **out);
void ptl_point_runner_end(ptl_point_runner *runner);
/* Whether model and measures fit together at point `index`, without a simulation; sets the
 * units. */
ptl_status ptl_point_check(ptl_point_runner *runner, int64_t index);
/* Runs point `index`. A run that fails is a result. PTL_ERR_MEMORY, PTL_ERR_IO, and
 * PTL_ERR_INTERRUPTED when `stop` wanted so, are none; *out then holds nothing. */
ptl_status ptl_point_run(ptl_point_runner *runner, int64_t index, ptl_result *out);
/* How many of these points must be run by one worker, in order: those that go on from one another;
 * at least 1 of n > 0. */
int64_t ptl_points_together(const ptl_study *study, const int64_t *points, int64_t n);
/* Does it again with a folder, of a run or of wear. */
ptl_status ptl_point_keep(ptl_point_runner *runner, int64_t index, const char *folder);
void ptl_result_release(ptl_result *result);

/* Number of settings of point `index`; they stand in runner->settings. */
int ptl_point_settings(ptl_point_runner *runner, int64_t index);

#endif
