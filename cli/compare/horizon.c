/* horizon.c: see horizon.h. */
#include "horizon.h"
#include "file_open.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double ptl_cli_horizon(const char *path) {
  static const char row[] = "run,comparable_until,s,";
  char name[PATH_MAX], line[256];
  double horizon = INFINITY;
  if (snprintf(name, sizeof name, "%s/verify.csv", path) >= (int)sizeof name) return horizon;
  const char *why;
  FILE *file = ptl_file_open(name, &why);
  if (file == NULL) return horizon;
  while (fgets(line, sizeof line, file) != NULL) {
    if (strncmp(line, row, sizeof row - 1) != 0) continue;
    char *end;
    const double value = strtod(line + sizeof row - 1, &end);
    if (end > line + sizeof row - 1 && value >= 0.0) horizon = value;
    break;
  }
  fclose(file);
  return horizon;
}
