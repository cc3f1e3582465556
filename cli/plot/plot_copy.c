/* plot_copy.c: the drawn columns of a trace that gnuplot cannot read, as CSV beside the script. */
#include "plot_copy.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

/* Where the picture holds indices of columns of the run, or of the run overlaid. */
static int **index_fields(ptl_picture *p, int other, int *n) {
  int capacity = 1;
  for (int i = 0; i < p->n_panels; i++) capacity += p->panels[i].n_curves;
  int **fields = ptl_cli_alloc((size_t)capacity, sizeof *fields);
  fields[0] = other ? &p->other_x : &p->x;
  *n = 1;
  for (int i = 0; i < p->n_panels; i++) {
    for (int k = 0; k < p->panels[i].n_curves; k++) {
      ptl_curve *curve = &p->panels[i].curves[k];
      int *field = other ? &curve->other : &curve->column;
      if (*field >= 0) fields[(*n)++] = field;
    }
  }
  return fields;
}

/* Replaces the trace's column numbers by those of the copy; the copy's columns, and their number.
 */
static int renumber(int **fields, int n, int *columns) {
  int used = 0;
  for (int i = 0; i < n; i++) {
    int k;
    for (k = 0; k < used && columns[k] != *fields[i]; k++) continue;
    if (k == used) columns[used++] = *fields[i];
    *fields[i] = k;
  }
  return used;
}

static int write_copy(const ptl_trace *trace, const int *columns, int n, FILE *out) {
  const int64_t rows = ptl_trace_get_rows(trace);
  const ptl_column *names;
  ptl_trace_get_columns(trace, &names);
  for (int i = 0; i < n; i++)
    fprintf(out, "%s%s [%s]", i > 0 ? "," : "", names[columns[i]].name, names[columns[i]].unit);
  for (int64_t row = 0; row < rows; row++)
    for (int i = 0; i < n; i++)
      fprintf(out, "%c%.17g", i > 0 ? ',' : '\n', ptl_trace_get_column(trace, columns[i])[row]);
  fputc('\n', out);
  return ferror(out);
}

int ptl_cli_plot_copy(ptl_picture *p, const ptl_trace *trace, int other, const char *path) {
  FILE *out = fopen(path, "w");
  int failed = out == NULL;
  if (out != NULL) {
    int n;
    int **fields = index_fields(p, other, &n);
    int *columns = ptl_cli_alloc((size_t)n, sizeof *columns);
    n = renumber(fields, n, columns);
    failed = write_copy(trace, columns, n, out);
    if (fclose(out) != 0) failed = 1;
    free(columns);
    free(fields);
  }
  if (failed) ptl_cli_say("cannot write %s: %s", path, strerror(errno));
  return failed;
}
