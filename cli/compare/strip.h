/* strip.h: the values of a few neighbouring rows of a trace, moving along it. */
#ifndef PTL_CLI_STRIP_H
#define PTL_CLI_STRIP_H

#include "series.h"

typedef struct ptl_strip {
  ptl_trace_reader *reader;
  double **values; /* values[k][row - first] of the k-th column */
  int n_columns;
  int64_t first; /* rows count as the series' do */
  int n_rows, capacity;
} ptl_strip;

/* Begins at row `row` of the series, or before it, with n columns. ptl_cli_strip_close in every
 * case. */
ptl_status ptl_cli_strip_open(const ptl_series *series, const int *columns, int n, int64_t row,
                              ptl_strip *out);
void ptl_cli_strip_close(ptl_strip *strip);
/* Reads on until row `last` is there, and drops the rows before `first`, which never come back.
 * PTL_ERR_INTERRUPTED when the file has no such row any more. */
ptl_status ptl_cli_strip_move(ptl_strip *strip, int64_t first, int64_t last);
/* Reads the rows that are left, for what may be wrong with them. */
ptl_status ptl_cli_strip_read_rest(ptl_strip *strip);

#endif
