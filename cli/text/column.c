/* column.c: columns of two traces that belong together. */
#include "column.h"

#include <string.h>

int ptl_cli_is_axis(const char *name) {
  return strcmp(name, "time") == 0 || strcmp(name, "event") == 0;
}

int ptl_cli_column_factor(ptl_context *context, const ptl_column *from, const ptl_column *to,
                          double *factor) {
  *factor = 1;
  if (strcmp(from->unit, to->unit) == 0) return 0;
  return ptl_unit_convert(context, from->unit, to->unit, factor) != PTL_OK;
}
