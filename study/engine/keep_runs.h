/* keep_runs.h: run folders of the points that a study keeps. Internal. */
#ifndef PTL_KEEP_RUNS_H
#define PTL_KEEP_RUNS_H

#include "point.h"

/* Runs the points again that study->keep chooses of the results in `path`, into folder/INDEX; *kept
 * is their number. Folders that are there already stay. */
ptl_status ptl_keep_runs(ptl_context *context, const ptl_study *study, const char *path,
                         const char *folder, int64_t *kept);

#endif
