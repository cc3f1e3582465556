/* trace_table.h: a trace.csv in memory, read without Pintle's own reader. For tests. */
#ifndef PTL_TEST_TRACE_TABLE_H
#define PTL_TEST_TRACE_TABLE_H

typedef struct trace_table {
  int rows, columns;
  char **names; /* without their units */
  double *values;
  char *text; /* the file, in which the names stand */
} trace_table;

/* 0, or -1 when there is no such file or it is no table of numbers. */
int trace_table_read(const char *path, trace_table *t);
void trace_table_release(trace_table *t);

/* The index of a column by its name without the unit, -1 when there is none. */
int trace_table_column(const trace_table *t, const char *name);
const char *trace_table_unit(const trace_table *t, int column); /* "m/s", "1" for none */
double trace_table_at(const trace_table *t, int row, int column);

/* The last row at this time [s] (to 1e-9 of the trace's length), -1 when there is none. */
int trace_table_row(const trace_table *t, double time);

/* How often the character stands in the lines of a file that hold all of `parts` (NULL at the
 * end): for events.csv. -1 when the file cannot be read. */
int count_lines(const char *path, const char *const *parts);

/* The number at a path like "gaps.0.peak_force" of a JSON text, NAN when there is none. */
double json_number(const char *text, const char *path);
/* The text there, "" when there is none; valid until the next call but one. */
const char *json_text(const char *text, const char *path);

#endif
