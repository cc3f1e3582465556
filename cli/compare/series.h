/* series.h: a trace as pieces between events, and how to have its values at any time. */
#ifndef PTL_CLI_SERIES_H
#define PTL_CLI_SERIES_H

#include <stdint.h>

#include "pintle_trace.h"

/* Rows first ... last with no event between them. */
typedef struct ptl_piece {
  int64_t first, last;
} ptl_piece;

/* The times of the rows in memory; their values are read block by block. */
typedef struct ptl_series {
  ptl_trace_reader *reader;
  const ptl_column *columns;
  int n_columns;
  int time_column;
  double to_seconds;  /* from the unit of that column */
  double first, last; /* what the whole trace covers [s] */
  double from, until; /* the part whose times are in memory, in that column's unit */
  int64_t n_rows;     /* of the part that is in memory; what follows counts in it */
  double *time;       /* [s] */
  signed char *event; /* 0, 1, 2; NULL when the trace has no such column */
  int64_t capacity;
  ptl_piece *pieces;
  int64_t n_pieces;
  int has_begin, has_end; /* the first (last) piece is the first (last) of the trace */
} ptl_series;

enum { PTL_STENCIL = 4 };

/* A value at a time: the sum of weight[k] * value[row[k]]; n = 0: the trace has none there. */
typedef struct ptl_stencil {
  int n;
  int64_t row[PTL_STENCIL];
  double weight[PTL_STENCIL];
} ptl_stencil;

/* Opens the trace and finds what it covers. Returns 0, or non-zero after a message.
 * ptl_cli_series_close in every case. */
int ptl_cli_series_open(ptl_context *context, const char *path, ptl_series *out);
/* Reads the times from `from` until `until` and `margin` around them, if there is no event in all
 * that and rows enough for interpolating: *quiet. Where that holds for two traces and the margin is
 * at least PTL_SERIES_REACH of the longer one, values between `from` and `until` do not depend on
 * what lies outside. Returns 0, or non-zero after a message. */
#define PTL_SERIES_REACH 1e-3
int ptl_cli_series_read_quiet(ptl_context *context, const char *path, double from, double until,
                              double margin, ptl_series *series, int *quiet);
/* Reads the times of the whole pieces that hold those from `from` to `until`, or more. Returns 0,
 * or non-zero after a message. */
int ptl_cli_series_read_times(ptl_context *context, const char *path, double from, double until,
                              ptl_series *series);
void ptl_cli_series_close(ptl_series *series);

/* How to have the values of `from` at row `row` of `at`, never across an event of `from`. `cursor`
 * remembers the place between calls with growing rows; it begins as zeroes. */
typedef struct ptl_series_cursor {
  int64_t piece_at, piece_from;
  int64_t best; /* the piece of `from` that goes with piece_at, once `known` */
  int known;
} ptl_series_cursor;
void ptl_cli_series_stencil(const ptl_series *from, const ptl_series *at, int64_t row,
                            ptl_series_cursor *cursor, ptl_stencil *out);

/* `values` are those from row `first` on. */
double ptl_cli_stencil_value(const ptl_stencil *stencil, const double *values, int64_t first);

#endif
