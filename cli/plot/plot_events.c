/* plot_events.c: the touches in the events.csv of a run folder. */
#include "plot_events.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "message.h"

/* The field of that number, counted from 0, of a line of CSV; NULL where there are fewer. Commas in quotes
 * divide nothing. */
static const char *field(const char *line, int number) {
  int quoted = 0;
  for (; number > 0 && *line != '\0'; line++) {
    if (*line == '"') quoted = !quoted;
    number -= *line == ',' && !quoted;
  }
  return number == 0 ? line : NULL;
}

static double *read_touches(FILE *file, int *n) {
  enum { KIND = 3 };
  static const char touch[] = "touch,";
  int capacity = 256;
  double *times = ptl_cli_alloc((size_t)capacity, sizeof *times);
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, file) > 0) {
    const char *kind = field(line, KIND);
    if (kind == NULL || strncmp(kind, touch, sizeof touch - 1) != 0) continue;
    if (*n == capacity) {
      double *larger = ptl_cli_alloc(2 * (size_t)capacity, sizeof *larger);
      memcpy(larger, times, (size_t)capacity * sizeof *larger);
      free(times);
      times = larger;
      capacity *= 2;
    }
    times[(*n)++] = strtod(line, NULL);
  }
  free(line);
  return times;
}

double *ptl_cli_plot_touches(const char *run, int *n) {
  char *path = ptl_cli_alloc(strlen(run) + sizeof "/events.csv", 1);
  struct stat info;
  sprintf(path, "%s/events.csv", run);
  *n = 0;
  FILE *file = stat(run, &info) == 0 && S_ISDIR(info.st_mode) ? fopen(path, "re") : NULL;
  free(path);
  if (file == NULL) {
    ptl_cli_say("--events needs a run folder with events.csv; %s has none", run);
    return NULL;
  }
  double *times = read_touches(file, n);
  const int failed = ferror(file);
  fclose(file);
  if (!failed) return times;
  ptl_cli_say("cannot read the events of %s: %s", run, strerror(errno));
  free(times);
  return NULL;
}
