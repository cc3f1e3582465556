/* peaks.c: what events.csv tells of the largest values of contacts, as values of columns. */
#include "peaks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A gap with its contact under way. */
typedef struct gap_state {
  char *joint, *gap;
  int force, depth; /* columns, -1: the trace has none */
  double since;     /* when its contact began or was handed over [s] */
  int from;         /* the gap that handed it over, -1: it began here */
} gap_state;

typedef struct reading {
  ptl_context *context;
  const ptl_column *columns;
  int n_columns;
  gap_state *gaps;
  int n_gaps, gaps_room;
  ptl_trace_peak *peaks;
  int64_t n, room;
  int failed; /* memory ran out */
} reading;

/* The memory with room for one element more behind n; NULL when there is none. */
static void *enlarge(ptl_context *context, void *old, int64_t n, int64_t room, size_t size) {
  void *grown = ptl_alloc(context, (size_t)room, size);
  if (grown != NULL && n > 0) memcpy(grown, old, (size_t)n * size);
  if (grown != NULL) ptl_free(context, old);
  return grown;
}

static int find_column(const reading *r, const char *joint, const char *gap, const char *value) {
  char name[512];
  snprintf(name, sizeof name, "%s.%s.%s", joint, gap, value);
  for (int k = 0; k < r->n_columns; k++)
    if (strcmp(r->columns[k].name, name) == 0) return k;
  return -1;
}

static int add_gap(reading *r, const char *joint, const char *gap) {
  if (r->n_gaps == r->gaps_room) {
    r->gaps_room = 2 * r->gaps_room + 8;
    gap_state *grown = enlarge(r->context, r->gaps, r->n_gaps, r->gaps_room, sizeof *grown);
    if (grown == NULL) return -1;
    r->gaps = grown;
  }
  gap_state *g = &r->gaps[r->n_gaps];
  *g = (gap_state){.joint = ptl_copy_text(r->context, joint),
                   .gap = ptl_copy_text(r->context, gap),
                   .force = find_column(r, joint, gap, "normal_force"),
                   .depth = find_column(r, joint, gap, "depth"),
                   .from = -1};
  r->n_gaps++;
  return g->joint != NULL && g->gap != NULL ? r->n_gaps - 1 : -1;
}

static int find_gap(reading *r, const char *joint, const char *gap) {
  for (int i = 0; i < r->n_gaps; i++)
    if (strcmp(r->gaps[i].joint, joint) == 0 && strcmp(r->gaps[i].gap, gap) == 0) return i;
  return add_gap(r, joint, gap);
}

/* The gap of that joint, other than `self`, whose contact began last. */
static int latest_other(const reading *r, int self) {
  int latest = -1;
  for (int i = 0; i < r->n_gaps; i++) {
    if (i == self || strcmp(r->gaps[i].joint, r->gaps[self].joint) != 0) continue;
    if (latest < 0 || r->gaps[i].since > r->gaps[latest].since) latest = i;
  }
  return latest;
}

static void add_peak(reading *r, double time, int column, double value) {
  if (column < 0 || r->failed) return;
  if (r->n == r->room) {
    const int64_t room = 2 * r->room + 64;
    ptl_trace_peak *grown = enlarge(r->context, r->peaks, r->n, room, sizeof *grown);
    r->failed = grown == NULL;
    if (r->failed) return;
    r->peaks = grown;
    r->room = room;
  }
  r->peaks[r->n++] = (ptl_trace_peak){time, column, value};
}

/* The largest force of the contact that ends at gap i, which another gap may have had before it was
 * handed over. */
static void add_largest(reading *r, int i, const ptl_event *event) {
  for (int tries = 0; tries < r->n_gaps && event->peak_time < r->gaps[i].since; tries++) {
    if (r->gaps[i].from < 0) return;
    i = r->gaps[i].from;
  }
  add_peak(r, event->peak_time, r->gaps[i].force, event->peak_force);
}

static int take_event(void *user, const char *joint, const char *gap, const ptl_event *event) {
  reading *r = user;
  if (event->kind == PTL_EVENT_STICK || event->kind == PTL_EVENT_SLIP) return 0;
  const int i = find_gap(r, joint, gap);
  r->failed |= i < 0;
  if (r->failed) return 1;
  gap_state *g = &r->gaps[i];
  switch (event->kind) {
    case PTL_EVENT_TOUCH:
      g->since = event->time;
      g->from = -1;
      break;
    case PTL_EVENT_HAND_OVER:
      g->from = latest_other(r, i);
      g->since = event->time;
      break;
    case PTL_EVENT_DEEPEST:
      add_peak(r, event->time, g->depth, event->depth);
      add_peak(r, event->time, g->force, event->force);
      break;
    default:
      if (event->peak_force > 0.0) add_largest(r, i, event);
  }
  return r->failed;
}

static int by_time(const void *p, const void *q) {
  const ptl_trace_peak *a = p, *b = q;
  if (a->time != b->time) return a->time < b->time ? -1 : 1;
  return (a->column > b->column) - (a->column < b->column);
}

ptl_status ptl_peaks_read(ptl_context *context, const char *folder, const ptl_column *columns,
                          int n_columns, ptl_trace_peak **out, int64_t *n) {
  reading r = {.context = context, .columns = columns, .n_columns = n_columns};
  ptl_status status = ptl_events_read(context, folder, take_event, &r);
  if (r.failed) status = ptl_fail(context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
  for (int i = 0; i < r.n_gaps; i++) {
    ptl_free(context, r.gaps[i].joint);
    ptl_free(context, r.gaps[i].gap);
  }
  ptl_free(context, r.gaps);
  if (r.n > 0) qsort(r.peaks, (size_t)r.n, sizeof *r.peaks, by_time);
  *out = r.peaks;
  *n = r.n;
  if (status == PTL_OK) return PTL_OK;
  ptl_free(context, r.peaks);
  *out = NULL;
  *n = 0;
  return status;
}
