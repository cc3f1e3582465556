/* peaks.h: what events.csv tells of the largest values of contacts. Internal. */
#ifndef PTL_PEAKS_H
#define PTL_PEAKS_H

#include "context.h"
#include "pintle_trace.h"

/* Of the run folder, for the columns; *out is released by ptl_free. */
ptl_status ptl_peaks_read(ptl_context *context, const char *folder, const ptl_column *columns,
                          int n_columns, ptl_trace_peak **out, int64_t *n);

#endif
