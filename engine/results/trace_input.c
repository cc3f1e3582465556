/* trace_input.c: what the formats share. */
#include "trace_input.h"

#include <string.h>

/* Values of a block, all columns together, 32 MB; and rows of a block at least. */
enum { MOST_VALUES = 1 << 22, LEAST_ROWS = 16 };

int ptl_trace_input_find(const ptl_trace_input *input, const char *name) {
  return ptl_name_find(&input->names, 0, name, strlen(name));
}

ptl_status ptl_trace_input_enter(ptl_trace_input *input, int column) {
  return ptl_name_enter(input->context, &input->names, 0, input->columns[column].name, column);
}

int ptl_trace_input_block(int rows, int n_columns) {
  const int most = MOST_VALUES / (n_columns > 0 ? n_columns : 1);
  const int fewer = rows < most ? rows : most;
  return fewer > LEAST_ROWS ? fewer : LEAST_ROWS;
}

void ptl_trace_input_release(ptl_trace_input *input) {
  for (int i = 0; i < input->n_columns; i++) {
    ptl_free(input->context, (char *)input->columns[i].name);
    ptl_free(input->context, (char *)input->columns[i].unit);
  }
  ptl_name_release(input->context, &input->names);
  ptl_free(input->context, input->columns);
  ptl_free(input->context, input->path);
}
