#include "record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_EVENTS = 1 << 20, FIRST_ROWS = 1024 };

/* Units of angles and their rates that a trace may have, in radians; `unit` becomes that of what is
 * kept. */
static double factor_to_radians(char *unit, size_t size) {
  static const double pi = 3.14159265358979323846;
  const struct {
    const char *name, *si;
    double factor;
  } units[] = {{"deg", "rad", pi / 180.0},         {"turn", "rad", 2.0 * pi},
               {"deg/s", "rad/s", pi / 180.0},     {"rpm", "rad/s", pi / 30.0},
               {"deg/s^2", "rad/s^2", pi / 180.0}, {"turn/s^2", "rad/s^2", 2.0 * pi}};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (strcmp(unit, units[i].name) != 0) continue;
    snprintf(unit, size, "%s", units[i].si);
    return units[i].factor;
  }
  return 1.0;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int ptl_record_begin(ptl_record *record, const ptl_column *columns, int n_columns) {
  size_t n = (size_t)n_columns;
  *record = (ptl_record){.n_columns = n_columns, .stride = 1};
  record->names = calloc(n, sizeof *record->names);
  record->units = calloc(n, sizeof *record->units);
  record->by_name = calloc(n, sizeof *record->by_name);
  record->factors = calloc(n, sizeof *record->factors);
  record->first = calloc(n, sizeof *record->first);
  record->low = calloc(n, sizeof *record->low);
  record->high = calloc(n, sizeof *record->high);
  if (record->names == NULL || record->units == NULL || record->by_name == NULL ||
      record->factors == NULL || record->first == NULL || record->low == NULL ||
      record->high == NULL) {
    ptl_record_release(record);
    return 1;
  }
  for (int c = 0; c < n_columns; c++) {
    snprintf(record->names[c], sizeof record->names[c], "%s", columns[c].name);
    record->by_name[c] = record->names[c];
    snprintf(record->units[c], sizeof record->units[c], "%s", columns[c].unit);
    record->factors[c] = factor_to_radians(record->units[c], sizeof record->units[c]);
  }
  qsort(record->by_name, n, sizeof *record->by_name, compare_names);
  record->limit = PTL_RECORD_BYTES / (3 * (int64_t)sizeof(double) * n_columns) & ~(int64_t)1;
  return 0;
}

void ptl_record_release(ptl_record *record) {
  int whole = record->first != NULL && record->low != NULL && record->high != NULL;
  for (int c = 0; whole && c < record->n_columns; c++) {
    if (record->low[c] != record->first[c]) free(record->low[c]);
    if (record->high[c] != record->first[c]) free(record->high[c]);
    free(record->first[c]);
  }
  free(record->first);
  free(record->low);
  free(record->high);
  free(record->names);
  free(record->by_name);
  free(record->units);
  free(record->factors);
  free(record->gaps);
  free(record->events);
  free(record->spans);
  free(record->incomplete);
  *record = (ptl_record){0};
}

/* ------------------------------------------------------------------ rows */

static int grow(ptl_record *record) {
  int64_t capacity = record->capacity > 0 ? 2 * record->capacity : FIRST_ROWS;
  if (capacity > record->limit) capacity = record->limit;
  size_t bytes = (size_t)capacity * sizeof(double);
  for (int c = 0; c < record->n_columns; c++) {
    double *values = realloc(record->first[c], bytes);
    if (values == NULL) return 0;
    record->first[c] = record->low[c] = record->high[c] = values;
  }
  record->capacity = capacity;
  return 1;
}

/* Gives every column its own arrays of least and largest values. */
static int split_extremes(ptl_record *record) {
  size_t bytes = (size_t)record->limit * sizeof(double);
  for (int c = 0; c < record->n_columns; c++) {
    record->low[c] = malloc(bytes);
    record->high[c] = malloc(bytes);
    if (record->low[c] == NULL || record->high[c] == NULL) return 0;
    memcpy(record->low[c], record->first[c], bytes);
    memcpy(record->high[c], record->first[c], bytes);
  }
  return 1;
}

/* Merges every two groups into one. */
static int thin(ptl_record *record) {
  if (record->stride == 1 && !split_extremes(record)) return 0;
  int64_t half = record->n / 2;
  for (int c = 0; c < record->n_columns; c++) {
    double *first = record->first[c], *low = record->low[c], *high = record->high[c];
    for (int64_t i = 0; i < half; i++) {
      first[i] = first[2 * i];
      low[i] = fmin(low[2 * i], low[2 * i + 1]);
      high[i] = fmax(high[2 * i], high[2 * i + 1]);
    }
  }
  record->n = half;
  record->stride *= 2;
  return 1;
}

void ptl_record_add_row(ptl_record *record, const double *values) {
  if (record->failed) return;
  int starts_group = record->n_rows % record->stride == 0;
  if (starts_group && record->n == record->limit) {
    if (!thin(record)) {
      record->failed = 1;
      return;
    }
    starts_group = record->n_rows % record->stride == 0;
  }
  if (starts_group && record->n == record->capacity && !grow(record)) {
    record->failed = 1;
    return;
  }
  record->n_rows++;
  if (starts_group) {
    for (int c = 0; c < record->n_columns; c++) {
      record->first[c][record->n] = record->low[c][record->n] = record->high[c][record->n] =
          record->factors[c] * values[c];
    }
    record->n++;
    return;
  }
  for (int c = 0; c < record->n_columns; c++) {
    double *low = &record->low[c][record->n - 1], *high = &record->high[c][record->n - 1];
    *low = fmin(*low, record->factors[c] * values[c]);
    *high = fmax(*high, record->factors[c] * values[c]);
  }
}

/* ------------------------------------------------------------------ events */

int ptl_record_add_gap(ptl_record *record, const char *joint, const char *gap) {
  for (int i = 0; i < record->n_gaps; i++) {
    if (strcmp(record->gaps[i].joint, joint) == 0 && strcmp(record->gaps[i].gap, gap) == 0)
      return i;
  }
  ptl_record_gap *gaps = realloc(record->gaps, ((size_t)record->n_gaps + 1) * sizeof *gaps);
  if (gaps == NULL) {
    record->failed = 1;
    return -1;
  }
  record->gaps = gaps;
  snprintf(gaps[record->n_gaps].joint, sizeof gaps->joint, "%s", joint);
  snprintf(gaps[record->n_gaps].gap, sizeof gaps->gap, "%s", gap);
  return record->n_gaps++;
}

void ptl_record_add_event(ptl_record *record, const ptl_record_event *event) {
  if (record->failed || event->gap < 0) return;
  if (record->n_events == MAX_EVENTS) {
    record->events_left_out = 1;
    return;
  }
  if (record->n_events == record->events_capacity) {
    int capacity = record->events_capacity > 0 ? 2 * record->events_capacity : 256;
    ptl_record_event *events = realloc(record->events, (size_t)capacity * sizeof *events);
    if (events == NULL) {
      record->failed = 1;
      return;
    }
    record->events = events;
    record->events_capacity = capacity;
  }
  record->events[record->n_events++] = *event;
}

static int compare_spans(const void *a, const void *b) {
  const ptl_contact_span *p = a, *q = b;
  return (p->from > q->from) - (p->from < q->from);
}

/* The contact of another gap of the joint goes on at the event's: its span ends, that of the
 * event's begins. */
static void hand_over(ptl_record *record, const ptl_record_event *event, double *touched) {
  const char *joint = record->gaps[event->gap].joint;
  for (int g = 0; g < record->n_gaps; g++) {
    if (isnan(touched[g]) || strcmp(record->gaps[g].joint, joint) != 0) continue;
    record->spans[record->n_spans++] = (ptl_contact_span){touched[g], event->time, g};
    touched[g] = NAN;
  }
  touched[event->gap] = event->time;
}

/* The gap whose depth this column is, where it is closed in the first row: JOINT.GAP.depth beside
 * JOINT.GAP.normal_force; -1 for another column. */
static int closed_at_start(ptl_record *record, int column) {
  char joint[sizeof record->gaps->joint], gap[sizeof record->gaps->gap], force[200];
  const char *name = record->names[column], *end = strrchr(name, '.');
  const char *dot = strchr(name, '.');
  if (dot == NULL || dot == end || strcmp(end, ".depth") != 0 || !(record->first[column][0] > 0))
    return -1;
  snprintf(force, sizeof force, "%.*s.normal_force", (int)(end - name), name);
  if (ptl_record_find(record, force) < 0) return -1;
  snprintf(joint, sizeof joint, "%.*s", (int)(dot - name), name);
  snprintf(gap, sizeof gap, "%.*s", (int)(end - dot - 1), dot + 1);
  return ptl_record_add_gap(record, joint, gap);
}

/* Contacts that began before the run may end without an event of their gap, or not at all: their
 * gaps are known by their depths. `touched` NULL: their gaps become known. */
static void begin_spans(ptl_record *record, double *touched) {
  for (int c = 0; c < record->n_columns && record->n > 0; c++) {
    const int gap = closed_at_start(record, c);
    if (gap >= 0 && touched != NULL) touched[gap] = ptl_record_start(record);
  }
}

void ptl_record_finish(ptl_record *record) {
  begin_spans(record, NULL);
  double *touched = malloc(((size_t)record->n_gaps + 1) * sizeof *touched);
  record->spans =
      malloc(((size_t)record->n_events + (size_t)record->n_gaps + 1) * sizeof *record->spans);
  if (touched == NULL || record->spans == NULL) {
    record->failed = 1;
    free(touched);
    return;
  }
  for (int g = 0; g < record->n_gaps; g++) touched[g] = NAN;
  begin_spans(record, touched);
  for (int i = 0; i < record->n_events; i++) {
    const ptl_record_event *event = &record->events[i];
    if (event->kind == PTL_EVENT_TOUCH) touched[event->gap] = event->time;
    if (event->kind == PTL_EVENT_HAND_OVER) hand_over(record, event, touched);
    if (event->kind != PTL_EVENT_PART) continue;
    double from = touched[event->gap]; /* NAN: it began before the run */
    if (isnan(from)) from = ptl_record_start(record);
    record->spans[record->n_spans++] = (ptl_contact_span){from, event->time, event->gap};
    touched[event->gap] = NAN;
  }
  for (int g = 0; g < record->n_gaps; g++) {
    if (isnan(touched[g])) continue;
    record->spans[record->n_spans++] = (ptl_contact_span){touched[g], ptl_record_end(record), g};
  }
  qsort(record->spans, (size_t)record->n_spans, sizeof *record->spans, compare_spans);
  free(touched);
}

int ptl_record_first_event(const ptl_record *record, double time) {
  int low = 0, high = record->n_events;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (record->events[middle].time < time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

int ptl_record_next_event(const ptl_record *record, double time, int step, ptl_event_kind kind) {
  int i = ptl_record_first_event(record, time);
  if (step < 0) i--;
  for (; i >= 0 && i < record->n_events; i += step < 0 ? -1 : 1) {
    const ptl_record_event *event = &record->events[i];
    if (event->kind == kind && event->time != time) return i;
  }
  return -1;
}

/* ------------------------------------------------------------------ looking up */

/* The first entry of by_name that is not before the name. */
static int lower_bound(const ptl_record *record, const char *name) {
  int low = 0, high = record->n_columns;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (strcmp(record->by_name[middle], name) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int ptl_record_column(const ptl_record *record, const char *entry) {
  return (int)((entry - record->names[0]) / (ptrdiff_t)sizeof record->names[0]);
}

int ptl_record_find(const ptl_record *record, const char *name) {
  const int i = lower_bound(record, name);
  if (i == record->n_columns || strcmp(record->by_name[i], name) != 0) return -1;
  return ptl_record_column(record, record->by_name[i]);
}

int ptl_record_find_owner(const ptl_record *record, const char *owner, int *first) {
  char prefix[sizeof record->names[0] + 1];
  const int length = snprintf(prefix, sizeof prefix, "%s.", owner);
  int end = *first = lower_bound(record, prefix);
  while (end < record->n_columns && strncmp(record->by_name[end], prefix, (size_t)length) == 0)
    end++;
  return end - *first;
}

double ptl_record_start(const ptl_record *record) {
  return record->n > 0 ? record->first[0][0] : 0;
}

double ptl_record_end(const ptl_record *record) {
  return record->n > 0 ? record->high[0][record->n - 1] : 0;
}

ptl_bracket ptl_record_bracket(const ptl_record *record, double time) {
  ptl_bracket bracket = {0, 0, 0};
  if (record->n < 2) return bracket;
  const double *t = record->first[0];
  int64_t low = 0, high = record->n - 1; /* t[low] <= time < t[high], or at an end */
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    if (t[middle] <= time) {
      low = middle;
    } else {
      high = middle;
    }
  }
  bracket.i = low;
  bracket.span = t[high] - t[low];
  if (bracket.span > 0) bracket.weight = fmin(fmax((time - t[low]) / bracket.span, 0), 1);
  return bracket;
}

double ptl_record_value(const ptl_record *record, int column, ptl_bracket bracket) {
  if (column < 0 || record->n == 0) return NAN;
  const double *v = record->first[column] + bracket.i;
  return bracket.weight > 0 ? v[0] + bracket.weight * (v[1] - v[0]) : v[0];
}

double ptl_record_smooth(const ptl_record *record, int column, int rate, ptl_bracket bracket) {
  if (column < 0 || record->n == 0) return NAN;
  if (rate < 0 || bracket.span <= 0) return ptl_record_value(record, column, bracket);
  const double *v = record->first[column] + bracket.i, *r = record->first[rate] + bracket.i;
  double s = bracket.weight, h = bracket.span;
  double step = v[1] - v[0];
  /* cubic Hermite polynomial in Horner form */
  return v[0] + s * (h * r[0] +
                     s * (3 * step - h * (2 * r[0] + r[1]) + s * (h * (r[0] + r[1]) - 2 * step)));
}

int ptl_record_range(const ptl_record *record, int column, int64_t from, int64_t to, double *low,
                     double *high) {
  *low = INFINITY;
  *high = -INFINITY;
  if (column < 0) return 0;
  if (from < 0) from = 0;
  if (to > record->n) to = record->n;
  for (int64_t i = from; i < to; i++) {
    if (isfinite(record->low[column][i])) *low = fmin(*low, record->low[column][i]);
    if (isfinite(record->high[column][i])) *high = fmax(*high, record->high[column][i]);
  }
  return *low <= *high;
}
