/* series.h: a trace as pieces between events, and its values at any time. */
#ifndef PTL_CLI_SERIES_H
#define PTL_CLI_SERIES_H

#include <stdint.h>

#include "pintle_trace.h"

/* Rows first ... last with no event between them. */
typedef struct ptl_piece {
  int64_t first, last;
} ptl_piece;

typedef struct ptl_series {
  ptl_trace *trace;
  const ptl_column *columns;
  int n_columns;
  int64_t n_rows;
  double *time;        /* [s] */
  const double *event; /* NULL when the trace has no such column */
  ptl_piece *pieces;
  int64_t n_pieces;
} ptl_series;

enum { PTL_STENCIL = 4 };

/* A value at a time: the sum of weight[k] * value[row[k]]; n = 0: the trace has none there. */
typedef struct ptl_stencil {
  int n;
  int64_t row[PTL_STENCIL];
  double weight[PTL_STENCIL];
} ptl_stencil;

/* Returns 0, or non-zero after a message. ptl_cli_series_close in every case. */
int ptl_cli_series_open(ptl_context *context, const char *path, ptl_series *out);
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

double ptl_cli_stencil_value(const ptl_stencil *stencil, const double *values);

#endif
