/* trace_input.h: a file with a trace, open for reading: what the two formats have in common.
 * Internal. */
#ifndef PTL_TRACE_INPUT_H
#define PTL_TRACE_INPUT_H

#include "context.h"
#include "name_table.h"
#include "pintle_trace.h"

typedef struct ptl_trace_input ptl_trace_input;

typedef struct ptl_trace_input_class {
  ptl_trace_format format;
  /* The value of a column in the first and in the last row; NAN where there is no row. The place in
   * the file is lost: `seek` comes next. */
  ptl_status (*get_ends)(ptl_trace_input *input, int column, double ends[2]);
  /* What `next` gives begins at the first row where the column, which does not decrease, is at
   * least `from`, or earlier. Column -1: at the first row. */
  ptl_status (*seek)(ptl_trace_input *input, int column, double from);
  /* The next rows, up to `block`, of n columns in ascending order, each to its array; *n_rows 0 at
   * the end. */
  ptl_status (*next)(ptl_trace_input *input, const int *columns, int n, double *const *values,
                     int *n_rows);
  void (*close)(ptl_trace_input *input);
} ptl_trace_input_class;

struct ptl_trace_input {
  const ptl_trace_input_class *class;
  ptl_context *context;
  char *path; /* of the file */
  ptl_column *columns;
  int n_columns, block;
  ptl_name_table names; /* of the columns, in group 0 */
};

/* What the last line of a CSV file may be. */
typedef enum ptl_last_line {
  PTL_LINE_MAY_LACK_ITS_END, /* of any CSV file */
  PTL_LINE_MAY_BE_TORN,      /* of an interrupted run: a line without end is no row */
  PTL_LINE_MUST_BE_WHOLE     /* of a run that says it is complete, whose writer ends every line */
} ptl_last_line;

/* Opens the file and reads its columns. */
ptl_status ptl_csv_open(ptl_context *context, const char *path, ptl_last_line last,
                        ptl_trace_input **out);
ptl_status ptl_hdf5_open(ptl_context *context, const char *path, ptl_trace_input **out);

/* For the formats: frees the path and the columns. */
void ptl_trace_input_release(ptl_trace_input *input);
int ptl_trace_input_find(const ptl_trace_input *input, const char *name);
/* Makes the name of a column known, which no other has; column and name stay where they are. */
ptl_status ptl_trace_input_enter(ptl_trace_input *input, int column);
/* Rows of a block for so many columns: `rows`, or fewer, so that wide traces do not take more
 * memory than long ones. */
int ptl_trace_input_block(int rows, int n_columns);

#endif
