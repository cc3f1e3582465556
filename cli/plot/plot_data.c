/* plot_data.c: the columns of a trace as curves. */
#include "plot_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "envelope.h"
#include "message.h"

enum { BINS = 2000 }; /* the field is about a thousand points wide, of two pixels each */

typedef struct reading {
  ptl_plot_curve *curves;
  int n;
  double x_factor;
  ptl_envelope **envelopes; /* one a curve; NULL: all points are kept */
  int64_t capacity;
  double last_x;
  int is_ordered;
  const ptl_trace_peak *peaks; /* over time, in order of it; where all points are kept: none */
  int64_t n_peaks, next_peak;
} reading;

int ptl_cli_plot_open(ptl_context *context, const char *path, ptl_plot_source *out) {
  if (ptl_trace_reader_open(context, path, &out->reader) == PTL_OK) {
    out->n_columns = ptl_trace_reader_get_columns(out->reader, &out->columns);
    return 0;
  }
  ptl_cli_say_failure(context);
  return 1;
}

void ptl_cli_plot_close(ptl_plot_source *source) {
  ptl_trace_reader_close(source->reader);
}

void ptl_cli_plot_free(ptl_plot_curve *curves, int n) {
  for (int k = 0; k < n; k++) {
    free(curves[k].x);
    free(curves[k].y);
  }
}

/* ------------------------------------------------------------------ blocks */

static void widen(ptl_plot_curve *c, const double *y, int n) {
  for (int i = 0; i < n; i++) {
    if (!isfinite(y[i])) continue;
    c->low = fmin(c->low, y[i]);
    c->high = fmax(c->high, y[i]);
  }
}

static double *grown(double *old, int64_t n, int64_t capacity) {
  double *larger = ptl_cli_alloc((size_t)capacity, sizeof *larger);
  if (n > 0) memcpy(larger, old, (size_t)n * sizeof *larger);
  free(old);
  return larger;
}

static void keep(ptl_plot_curve *c, const double *x, const double *y, int n) {
  memcpy(c->x + c->n, x, (size_t)n * sizeof *x);
  memcpy(c->y + c->n, y, (size_t)n * sizeof *y);
  c->n += n;
}

/* Room for n points more in every curve that keeps all. */
static void make_room(reading *r, int n) {
  const int64_t have = r->n > 0 ? r->curves[0].n : 0;
  if (have + n <= r->capacity) return;
  r->capacity = have + n + have / 2;
  for (int k = 0; k < r->n; k++) {
    r->curves[k].x = grown(r->curves[k].x, have, r->capacity);
    r->curves[k].y = grown(r->curves[k].y, have, r->capacity);
  }
}

/* The peaks that lie before x: points of their curves, between rows. */
static void add_peaks(reading *r, double x) {
  for (; r->next_peak < r->n_peaks; r->next_peak++) {
    const ptl_trace_peak *peak = &r->peaks[r->next_peak];
    const double at = peak->time * r->x_factor;
    if (!(at < x)) break;
    for (int k = 0; k < r->n; k++) {
      if (r->curves[k].column != peak->column) continue;
      const double y = peak->value * r->curves[k].factor;
      widen(&r->curves[k], &y, 1);
      ptl_envelope_add(r->envelopes[k], &at, &y, 1);
    }
  }
}

/* Points of a block whose rows are divided by peaks. */
static void add_rows(reading *r, const ptl_trace_block *block, const double *x, double *y) {
  const int n = block->n_rows;
  for (int from = 0, to; from < n; from = to) {
    add_peaks(r, x[from]);
    const double next =
        r->next_peak < r->n_peaks ? r->peaks[r->next_peak].time * r->x_factor : INFINITY;
    for (to = from + 1; to < n && x[to] <= next;) to++;
    for (int k = 0; k < r->n; k++) {
      const ptl_plot_curve *c = &r->curves[k];
      for (int i = from; i < to; i++) y[i] = block->columns[1 + k][i] * c->factor;
      ptl_envelope_add(r->envelopes[k], x + from, y + from, to - from);
    }
  }
}

static void take_block(reading *r, const ptl_trace_block *block, double *x, double *y) {
  const int n = block->n_rows;
  for (int i = 0; i < n; i++) {
    x[i] = block->columns[0][i] * r->x_factor;
    if (x[i] < r->last_x) r->is_ordered = 0;
    r->last_x = x[i];
  }
  if (r->envelopes == NULL) make_room(r, n);
  for (int k = 0; k < r->n; k++) {
    ptl_plot_curve *c = &r->curves[k];
    for (int i = 0; i < n; i++) y[i] = block->columns[1 + k][i] * c->factor;
    widen(c, y, n);
    if (r->envelopes == NULL) keep(c, x, y, n);
  }
  if (r->envelopes != NULL) add_rows(r, block, x, y);
}

static ptl_status read_blocks(reading *r, ptl_plot_source *source) {
  double *x = NULL, *y = NULL;
  int room = 0;
  ptl_trace_block block;
  ptl_status status;
  while ((status = ptl_trace_reader_next(source->reader, &block)) == PTL_OK && block.n_rows > 0) {
    if (block.n_rows > room) {
      room = block.n_rows;
      x = grown(x, 0, room);
      y = grown(y, 0, room);
    }
    take_block(r, &block, x, y);
    source->rows += block.n_rows;
  }
  free(x);
  free(y);
  return status;
}

/* ------------------------------------------------------------------ all of it */

static void take_points(reading *r) {
  for (int k = 0; k < r->n; k++) {
    ptl_plot_curve *c = &r->curves[k];
    c->n = ptl_envelope_count(r->envelopes[k]);
    c->x = ptl_cli_alloc((size_t)c->n + 1, sizeof *c->x);
    c->y = ptl_cli_alloc((size_t)c->n + 1, sizeof *c->y);
    ptl_envelope_points(r->envelopes[k], c->x, c->y);
  }
}

static ptl_status read_once(reading *r, ptl_plot_source *source, int x) {
  int *columns = ptl_cli_alloc((size_t)r->n + 1, sizeof *columns);
  columns[0] = x;
  for (int k = 0; k < r->n; k++) {
    columns[1 + k] = r->curves[k].column;
    r->curves[k].low = INFINITY;
    r->curves[k].high = -INFINITY;
  }
  r->last_x = -INFINITY;
  r->next_peak = 0;
  r->is_ordered = 1;
  source->rows = 0;
  ptl_status status = ptl_trace_reader_select(source->reader, columns, 1 + r->n, -1, 0, 0);
  free(columns);
  if (status == PTL_OK) status = read_blocks(r, source);
  if (status == PTL_OK && r->envelopes != NULL && r->is_ordered) take_points(r);
  return status;
}

int ptl_cli_plot_read(ptl_context *context, ptl_plot_source *source, int x, double x_factor,
                      double from, double to, ptl_plot_curve *curves, int n) {
  reading r = {.curves = curves, .n = n, .x_factor = x_factor};
  ptl_status status = PTL_OK;
  if (to > from) {
    r.envelopes = ptl_cli_alloc((size_t)n + 1, sizeof(ptl_envelope *));
    int failed = 0;
    for (int k = 0; k < n; k++)
      failed |= (r.envelopes[k] = ptl_envelope_create(from, to, BINS)) == NULL;
    if (failed) {
      ptl_cli_say(PTL_E(0001) "out of memory");
      return 1;
    }
    if (strcmp(source->columns[x].name, "time") == 0)
      status = ptl_trace_reader_get_peaks(source->reader, &r.peaks, &r.n_peaks);
    if (status == PTL_OK) status = read_once(&r, source, x);
    for (int k = 0; k < n; k++) ptl_envelope_destroy(r.envelopes[k]);
    free(r.envelopes);
    r.envelopes = NULL;
  }
  if (status == PTL_OK && (!(to > from) || !r.is_ordered)) status = read_once(&r, source, x);
  if (status == PTL_OK) return 0;
  ptl_cli_say_failure(context);
  return 1;
}
