/* column.h: columns of two traces that belong together. */
#ifndef PTL_CLI_COLUMN_H
#define PTL_CLI_COLUMN_H

#include "pintle_trace.h"

/* Whether a column says where a row stands and is no result: `time`, `event`. */
int ptl_cli_is_axis(const char *name);
/* Factor from the unit of one column to that of another. 0, or 1 when they do not fit. */
int ptl_cli_column_factor(ptl_context *context, const ptl_column *from, const ptl_column *to,
                          double *factor);

#endif
