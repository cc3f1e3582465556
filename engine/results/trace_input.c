/* trace_input.c: what the formats share. */
#include "trace_input.h"

#include <string.h>

int ptl_trace_input_find(const ptl_trace_input *input, const char *name) {
  for (int i = 0; i < input->n_columns; i++)
    if (strcmp(input->columns[i].name, name) == 0) return i;
  return -1;
}

void ptl_trace_input_release(ptl_trace_input *input) {
  for (int i = 0; i < input->n_columns; i++) {
    ptl_free(input->context, (char *)input->columns[i].name);
    ptl_free(input->context, (char *)input->columns[i].unit);
  }
  ptl_free(input->context, input->columns);
  ptl_free(input->context, input->path);
}
