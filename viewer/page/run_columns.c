/* run_columns.c: columns over time, thinned with their peaks; events. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page_text.h"
#include "plot.h"
#include "run_parts.h"

enum { MOST_POINTS = 2000, MOST_VALUES = 50000, MOST_EVENTS = 2000, DIGITS = 5 };

/* ------------------------------------------------------------------ which columns */

static int ends_with(const char *text, const char *ending) {
  const size_t n = strlen(text), m = strlen(ending);
  return n >= m && strcmp(text + n - m, ending) == 0;
}

/* The lower, the sooner a column is kept. */
static int rank_of(const char *name) {
  static const char *const endings[] = {".normal_force", ".depth",         ".moment", ".vx",
                                        ".vy",           ".omega",         ".ax",     ".ay",
                                        ".alpha",        ".friction_force"};
  for (int i = 0; i < (int)(sizeof endings / sizeof *endings); i++)
    if (ends_with(name, endings[i])) return i + 1;
  return strncmp(name, "energy.", 7) == 0 ? 3 : 20;
}

/* Numbers of the columns that are written, in order of their rank; those of the plots come
 * first. */
static int choose_columns(const ptl_record *record, const ptl_plot *plots, int n_plots, int most,
                          int *out) {
  int n = 0;
  char *taken = calloc((size_t)record->n_columns + 1, 1);
  if (taken == NULL) return -1;
  for (int i = 0; i < n_plots; i++)
    for (int k = 0; k < plots[i].n && n < most; k++) {
      const int c = ptl_record_find(record, plots[i].y[k]);
      if (c > 0 && !taken[c]) out[n++] = c;
      if (c > 0) taken[c] = 1;
    }
  for (int rank = 1; rank <= 20; rank++)
    for (int c = 1; c < record->n_columns && n < most; c++) {
      if (taken[c] || rank_of(record->names[c]) != rank || strcmp(record->names[c], "event") == 0)
        continue;
      taken[c] = 1;
      out[n++] = c;
    }
  free(taken);
  return n;
}

/* ------------------------------------------------------------------ values */

/* The groups of rows [i0, i1) as two values: the lowest and the highest, in the order in which they
 * come. */
static void two_values(const ptl_record *record, int c, int64_t i0, int64_t i1, double out[2]) {
  int64_t at_low = -1, at_high = -1;
  for (int64_t i = i0; i < i1; i++) {
    if (isfinite(record->low[c][i]) && (at_low < 0 || record->low[c][i] < record->low[c][at_low]))
      at_low = i;
    if (isfinite(record->high[c][i]) &&
        (at_high < 0 || record->high[c][i] > record->high[c][at_high]))
      at_high = i;
  }
  out[0] = out[1] = NAN;
  if (at_low < 0 || at_high < 0) return;
  out[at_low > at_high] = record->low[c][at_low];
  out[at_low <= at_high] = record->high[c][at_high];
}

static int is_thinned(const ptl_record *record) {
  return record->n > MOST_POINTS || record->stride > 1;
}

static int64_t n_parts(const ptl_record *record) {
  return record->n < MOST_POINTS / 2 ? record->n : MOST_POINTS / 2;
}

static int64_t begin_of(const ptl_record *record, int64_t part) {
  return part * record->n / n_parts(record);
}

static void put_values(const ptl_record *record, int c, FILE *out) {
  const int64_t n = is_thinned(record) ? n_parts(record) : record->n;
  fputc('[', out);
  for (int64_t i = 0; i < n; i++) {
    if (i > 0) fputc(',', out);
    if (!is_thinned(record)) {
      ptl_page_number(out, record->first[c][i], DIGITS);
      continue;
    }
    double pair[2];
    two_values(record, c, begin_of(record, i), begin_of(record, i + 1), pair);
    ptl_page_number(out, pair[0], DIGITS);
    fputc(',', out);
    ptl_page_number(out, pair[1], DIGITS);
  }
  fputc(']', out);
}

/* The two values of a part stand at its first third and its last. */
static void put_times(const ptl_record *record, FILE *out) {
  const double *time = record->first[0];
  const int64_t n = is_thinned(record) ? n_parts(record) : record->n;
  fputc('[', out);
  for (int64_t i = 0; i < n; i++) {
    if (i > 0) fputc(',', out);
    if (!is_thinned(record)) {
      ptl_page_number(out, time[i], 10);
      continue;
    }
    const double from = time[begin_of(record, i)];
    const double to =
        i + 1 < n ? time[begin_of(record, i + 1)] : ptl_record_end(record) + 1e-9 * fabs(from);
    ptl_page_number(out, from, 12);
    fputc(',', out);
    ptl_page_number(out, i + 1 < n ? from + 0.5 * (to - from) : to, 12);
  }
  fputc(']', out);
}

static void put_plots(const ptl_plot *plots, int n, FILE *out) {
  for (int i = 0; i < n; i++) {
    fputs(i > 0 ? ",[" : "[", out);
    for (int k = 0; k < plots[i].n; k++) {
      if (k > 0) fputc(',', out);
      ptl_page_string(out, plots[i].y[k]);
    }
    fputc(']', out);
  }
}

int ptl_run_page_columns(const ptl_result *result, FILE *out) {
  const ptl_record *record = &result->record;
  ptl_plot plots[PTL_MAX_PLOTS];
  const int n_plots = ptl_plots_choose(result->has_bodies ? &result->sketch : NULL, record, plots);
  const int64_t n_points = record->n < MOST_POINTS ? record->n : MOST_POINTS;
  const int most = (int)(MOST_VALUES / (n_points > 0 ? n_points : 1)) + 8;
  int *columns = malloc(((size_t)record->n_columns + 1) * sizeof *columns);
  const int n = columns != NULL ? choose_columns(record, plots, n_plots, most, columns) : -1;
  fputs("{\"time\":", out);
  put_times(record, out);
  fprintf(out, ",\n\"n_rows\":%lld,\"n_columns\":%d,\"columns\":[", (long long)record->n_rows,
          record->n_columns);
  for (int i = 0; i < n; i++) {
    fputs(i > 0 ? ",\n{\"name\":" : "{\"name\":", out);
    ptl_page_string(out, record->names[columns[i]]);
    fputs(",\"unit\":", out);
    ptl_page_string(out, record->units[columns[i]]);
    fputs(",\"values\":", out);
    put_values(record, columns[i], out);
    fputc('}', out);
  }
  fputs("],\"plots\":[", out);
  put_plots(plots, n_plots, out);
  fputs("]}", out);
  free(columns);
  return n < 0;
}

int ptl_run_page_events(const ptl_result *result, FILE *out) {
  const ptl_record *record = &result->record;
  const int n = record->n_events < MOST_EVENTS ? record->n_events : MOST_EVENTS;
  fputs("{\"gaps\":[", out);
  for (int i = 0; i < record->n_gaps; i++) {
    char name[112];
    snprintf(name, sizeof name, "%s.%s", record->gaps[i].joint, record->gaps[i].gap);
    if (i > 0) fputc(',', out);
    ptl_page_string(out, name);
  }
  fprintf(out, "],\"left_out\":%d,\"list\":[", record->n_events - n + record->events_left_out);
  for (int i = 0; i < n; i++) {
    const ptl_record_event *e = &record->events[i];
    fputs(i > 0 ? ",[" : "[", out);
    ptl_page_number(out, e->time, 9);
    fprintf(out, ",%d,%d,", e->gap, (int)e->kind);
    ptl_page_number(out, e->depth, DIGITS);
    fputc(',', out);
    ptl_page_number(out, e->force, DIGITS);
    fputc(']', out);
  }
  fputs("]}", out);
  return 0;
}
