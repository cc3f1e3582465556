/* plot_columns.c: which columns of a trace are drawn. */
#include "plot_columns.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "column.h"
#include "message.h"

static const char force_ending[] = ".normal_force", depth_ending[] = ".depth";

/* Names the nearest column, and the first few. */
static void fail_pattern(const ptl_plot_source *s, const char *pattern) {
  enum { SHOWN = 4 };
  const char **names = ptl_cli_alloc((size_t)s->n_columns, sizeof *names);
  char list[600];
  *list = '\0';
  size_t used = 0;
  for (int i = 0; i < s->n_columns; i++) {
    names[i] = s->columns[i].name;
    if (i < SHOWN && used < sizeof list)
      used +=
          (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", names[i]);
  }
  char hint[300];
  ptl_cli_hint(hint, sizeof hint, pattern, names, s->n_columns);
  ptl_cli_say(PTL_E(0952) "no column matches '%s'%s (there are %d: %s%s)", pattern, hint,
              s->n_columns, list, s->n_columns > SHOWN ? ", ..." : "");
  free(names);
}

int ptl_cli_plot_find(const ptl_plot_source *source, const char *name) {
  const int column = ptl_trace_reader_find(source->reader, name);
  if (column < 0) fail_pattern(source, name);
  return column;
}

/* Adds to `chosen` what the pattern matches; their number. */
static int choose(const ptl_plot_source *s, const char *pattern, int *chosen, int *n) {
  int found = 0;
  for (int i = 0; i < s->n_columns; i++) {
    if (fnmatch(pattern, s->columns[i].name, 0) != 0) continue;
    if (ptl_cli_is_axis(s->columns[i].name) && strpbrk(pattern, "*?[") != NULL) continue;
    found++;
    int k;
    for (k = 0; k < *n && chosen[k] != i; k++) continue;
    if (k == *n) chosen[(*n)++] = i;
  }
  return found;
}

static int ends_with(const char *text, const char *ending) {
  const size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

/* The column of the same gap with the other ending, or -1. */
static int sibling(const ptl_plot_source *s, int column, const char *ending, const char *wanted) {
  const char *name = s->columns[column].name;
  char other[512];
  snprintf(other, sizeof other, "%.*s%s", (int)(strlen(name) - strlen(ending)), name, wanted);
  return ptl_trace_reader_find(s->reader, other);
}

static void choose_default(const ptl_plot_source *s, int *chosen, int *n) {
  for (int i = 0; i < s->n_columns; i++)
    if (ends_with(s->columns[i].name, force_ending)) chosen[(*n)++] = i;
  for (int k = 0, forces = *n; k < forces; k++) {
    const int depth = sibling(s, chosen[k], force_ending, depth_ending);
    if (depth >= 0) chosen[(*n)++] = depth;
  }
  if (*n > 0) return;
  choose(s, "*.[xy]", chosen, n);
  choose(s, "*.angle", chosen, n);
  for (int i = 0; *n == 0 && i < s->n_columns; i++) /* a CSV file of something else */
    if (!ptl_cli_is_axis(s->columns[i].name)) chosen[(*n)++] = i;
}

int *ptl_cli_plot_choose(const ptl_plot_source *s, const ptl_texts *patterns, int *n) {
  int *chosen = ptl_cli_alloc((size_t)s->n_columns * 2, sizeof *chosen);
  int failed = 0;
  *n = 0;
  for (int i = 0; i < patterns->n && !failed; i++) {
    failed = choose(s, patterns->items[i], chosen, n) == 0;
    if (failed) fail_pattern(s, patterns->items[i]);
  }
  if (patterns->n == 0) choose_default(s, chosen, n);
  if (!failed && *n == 0)
    ptl_cli_say(PTL_E(0952) "there is nothing to draw: the trace has no columns but the time");
  if (!failed && *n > 0) return chosen;
  free(chosen);
  return NULL;
}

static int has_touched(const ptl_plot_source *s, const ptl_plot_curve *curves, int n, int k) {
  const char *name = s->columns[curves[k].column].name;
  const int force = ends_with(name, depth_ending)
                        ? sibling(s, curves[k].column, depth_ending, force_ending)
                        : curves[k].column;
  for (int i = 0; i < n; i++)
    if (curves[i].column == force) return curves[i].high > 0 || curves[i].low < 0;
  return 1;
}

int ptl_cli_plot_drop_untouched(const ptl_plot_source *s, ptl_plot_curve *curves, int n) {
  int *touched = ptl_cli_alloc((size_t)n, sizeof *touched);
  int any = 0, left = 0;
  for (int k = 0; k < n; k++) {
    touched[k] = has_touched(s, curves, n, k);
    any |= touched[k];
  }
  for (int k = 0; k < n; k++) {
    if (any && !touched[k])
      ptl_cli_plot_free(&curves[k], 1);
    else
      curves[left++] = curves[k];
  }
  free(touched);
  return left;
}
