/* points_file.h: a table of texts from a CSV file. Internal. */
#ifndef PTL_POINTS_FILE_H
#define PTL_POINTS_FILE_H

#include "context.h"

typedef struct ptl_points {
  char **names, **units; /* of the columns, from headers `NAME [UNIT]`; "" for none */
  char **cells;          /* row by row */
  int n_columns;
  int64_t n_rows, n_cells;
} ptl_points;

/* Reads a file of comma-separated values after RFC 4180 with one header row. PTL_ERR_IO, or
 * PTL_ERR_INPUT with file and line. `out` is to be released in every case. */
ptl_status ptl_points_load(ptl_context *context, const char *path, ptl_points *out);
/* The column of that name, or -1. */
int ptl_points_find(const ptl_points *points, const char *name);
/* A cell with the unit of its column, to be freed. */
char *ptl_points_text(ptl_context *context, const ptl_points *points, int64_t row, int column);
void ptl_points_release(ptl_context *context, ptl_points *points);

#endif
