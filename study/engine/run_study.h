/* run_study.h: runs the points of a study that are not in its file yet. Internal. */
#ifndef PTL_RUN_STUDY_H
#define PTL_RUN_STUDY_H

#include "workers.h"

/* PTL_ERR_INPUT when the first point does not fit model or measures: nothing is written then.
 * PTL_ERR_INTERRUPTED when `progress` wanted so; PTL_ERR_SIMULATION when study->stop_after failures
 * in a row were equal. The file holds what was computed in both cases. */
ptl_status ptl_study_run(ptl_context *context, const ptl_study *study, const char *path,
                         const ptl_study_options *options, ptl_study_report *report);

/* The same by other workers than threads. */
ptl_status ptl_study_run_by(ptl_context *context, const ptl_study *study, const char *path,
                            const ptl_study_options *options, ptl_workers *workers,
                            ptl_study_report *report);

#endif
