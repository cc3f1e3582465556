/* verify_parts.h: the parts of a verification, each filled from the three runs. Internal. */
#ifndef PTL_VERIFY_PARTS_H
#define PTL_VERIFY_PARTS_H

#include "pintle_verify.h"
#include "system.h"
#include "verify_record.h"

/* The runs side by side, in the order of PTL_VERIFY_*. */
typedef struct ptl_verify_runs {
  const ptl_system *system;
  ptl_verify_record records[PTL_VERIFY_RUNS];
  ptl_summary summaries[PTL_VERIFY_RUNS];
  int succeeded[PTL_VERIFY_RUNS];
} ptl_verify_runs;

/* The stride that the rows of all successful runs have in common. */
int64_t ptl_verify_stride(const ptl_verify_runs *runs);
/* After how much a column begins anew: a turn in its unit where angles are wrapped, else 0. */
double ptl_verify_period(const ptl_system *system, const ptl_column *column);

/* comparable_until, is_chaotic, lyapunov_time, statistics_from. */
ptl_status ptl_verify_diverge(ptl_context *context, const ptl_verify_runs *runs,
                              ptl_verification *out);
/* figures and columns; after that. */
ptl_status ptl_verify_agree(ptl_context *context, const ptl_verify_runs *runs,
                            ptl_verification *out);
/* statistics; after ptl_verify_diverge. */
ptl_status ptl_verify_statistics(ptl_context *context, const ptl_verify_runs *runs,
                                 ptl_verification *out);

#endif
