/* plot_waterfall.c: spectra of a column in the runs that a study has kept, over a factor. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "field.h"
#include "pintle_spectrum.h"
#include "pintle_trace.h"
#include "plot_kinds.h"

/* Of the largest amplitude: down to which there is colour. */
static const double least_colour = 1e-3;

typedef struct slice { /* the spectrum of one run */
  double x;            /* the factor */
  ptl_spectrum *spectrum;
} slice;

typedef struct waterfall {
  slice *slices;
  int n;
  char unit[64]; /* of the column */
  ptl_field field;
  double *edges, *values;
  char low[96], high[96];
} waterfall;

/* ------------------------------------------------------------------ runs */

/* All rows of time and the column; in memory from ptl_alloc. */
static ptl_status read_rows(ptl_context *context, ptl_trace_reader *reader, const int columns[2],
                            double *out[2], int64_t *n) {
  ptl_trace_block block;
  int64_t room = 0;
  *n = 0;
  ptl_status status = ptl_trace_reader_select(reader, columns, 2, -1, 0.0, 0.0);
  while (status == PTL_OK && (status = ptl_trace_reader_next(reader, &block)) == PTL_OK &&
         block.n_rows > 0) {
    if (*n + block.n_rows > room) {
      room = 2 * (*n + block.n_rows);
      for (int k = 0; k < 2; k++) {
        double *grown = ptl_alloc(context, (size_t)room, sizeof *grown);
        if (grown == NULL) return PTL_ERR_MEMORY;
        if (*n > 0) memcpy(grown, out[k], (size_t)*n * sizeof *grown);
        ptl_free(context, out[k]);
        out[k] = grown;
      }
    }
    for (int k = 0; k < 2; k++)
      memcpy(out[k] + *n, block.columns[k], (size_t)block.n_rows * sizeof(double));
    *n += block.n_rows;
  }
  return status;
}

static ptl_status find_spectrum(const ptl_drawing *d, const char *folder, waterfall *w,
                                ptl_spectrum **out) {
  ptl_trace_reader *reader;
  const ptl_column *names;
  double *rows[2] = {NULL, NULL};
  int64_t n = 0;
  ptl_status status = ptl_trace_reader_open(d->context, folder, &reader);
  if (status != PTL_OK) return status;
  ptl_trace_reader_get_columns(reader, &names);
  const int columns[2] = {ptl_trace_reader_find(reader, "time"),
                          ptl_trace_reader_find(reader, d->plot->y)};
  if (columns[0] < 0 || columns[1] < 0)
    status =
        ptl_fail(d->context, PTL_ERR_INPUT, PTL_E(0806) "%s: error: the trace has no column '%s'",
                 folder, columns[1] < 0 ? d->plot->y : "time");
  if (status == PTL_OK) {
    snprintf(w->unit, sizeof w->unit, "%s", names[columns[1]].unit);
    status = read_rows(d->context, reader, columns, rows, &n);
  }
  if (status == PTL_OK) status = ptl_spectrum_find(d->context, rows[0], rows[1], n, NULL, out);
  ptl_trace_reader_close(reader);
  for (int k = 0; k < 2; k++) ptl_free(d->context, rows[k]);
  return status;
}

static int by_factor(const void *a, const void *b) {
  const double x = ((const slice *)a)->x, y = ((const slice *)b)->x;
  return (x > y) - (x < y);
}

/* The runs whose folders are there, by the factor. */
static ptl_status find_slices(const ptl_drawing *d, int x, waterfall *w) {
  ptl_status status = PTL_OK;
  w->slices = ptl_alloc(d->context, (size_t)d->t->n, sizeof *w->slices);
  if (w->slices == NULL) return PTL_ERR_MEMORY;
  for (int64_t i = 0; i < d->t->n && status == PTL_OK; i++) {
    if (d->t->failed[i] || isnan(d->t->columns[x].values[i])) continue;
    char folder[4096], summary[4200];
    snprintf(folder, sizeof folder, "%s.runs/%lld", d->t->path, (long long)d->t->index[i]);
    snprintf(summary, sizeof summary, "%s/summary.json", folder);
    if (access(summary, R_OK) != 0) continue;
    slice *own = &w->slices[w->n];
    own->x = d->t->columns[x].values[i];
    status = find_spectrum(d, folder, w, &own->spectrum);
    if (status == PTL_OK) w->n++;
  }
  if (status != PTL_OK) return status;
  if (w->n < 2)
    return ptl_fail(d->context, PTL_ERR_INPUT,
                    PTL_E(0806) "%s: error: a waterfall needs the run folders of two points or more in "
                    "%s.runs; study with keep: all",
                    d->t->path, d->t->path);
  qsort(w->slices, (size_t)w->n, sizeof *w->slices, by_factor);
  for (int i = 1; i < w->n; i++)
    if (w->slices[i].x == w->slices[i - 1].x)
      return ptl_fail(
          d->context, PTL_ERR_INPUT,
          PTL_E(0806) "%s: error: a waterfall is over one factor, and several runs have '%s' %.9g",
          d->t->path, d->t->columns[x].name, w->slices[i].x);
  return PTL_OK;
}

/* ------------------------------------------------------------------ the field */

/* On the line between two lines; runs may be of different length. */
static double amplitude_at(const ptl_spectrum *s, double frequency) {
  const double line = frequency / s->resolution;
  const int64_t k = (int64_t)line;
  if (k + 1 >= s->n_lines) return 0.0;
  return s->amplitudes[k] + (line - (double)k) * (s->amplitudes[k + 1] - s->amplitudes[k]);
}

/* The last frequency with more than the least colour, of all. */
static double find_end(const waterfall *w, double largest) {
  double end = 0.0;
  for (int i = 0; i < w->n; i++) {
    const ptl_spectrum *s = w->slices[i].spectrum;
    for (int64_t k = 1; k < s->n_lines; k++)
      if (s->amplitudes[k] > least_colour * largest) end = fmax(end, (double)k * s->resolution);
  }
  return end;
}

static ptl_status make_field(const ptl_drawing *d, waterfall *w) {
  double largest = 0.0, step = INFINITY;
  for (int i = 0; i < w->n; i++) {
    const ptl_spectrum *s = w->slices[i].spectrum;
    step = fmin(step, s->resolution);
    for (int64_t k = 1; k < s->n_lines; k++) largest = fmax(largest, s->amplitudes[k]);
  }
  if (!(largest > 0.0)) largest = 1.0;
  const int64_t n = (int64_t)fmax(ceil(find_end(w, largest) / step), 1.0);
  w->edges = ptl_alloc(d->context, (size_t)w->n + 1, sizeof *w->edges);
  w->values = ptl_alloc(d->context, (size_t)w->n * (size_t)n, sizeof *w->values);
  double *levels = ptl_alloc(d->context, (size_t)w->n, sizeof *levels);
  if (w->edges == NULL || w->values == NULL || levels == NULL) {
    ptl_free(d->context, levels);
    return PTL_ERR_MEMORY;
  }
  for (int i = 0; i < w->n; i++) levels[i] = w->slices[i].x;
  for (int i = 0; i <= w->n; i++) w->edges[i] = ptl_study_cell_edge(levels, w->n, i);
  for (int i = 0; i < w->n; i++)
    for (int64_t k = 0; k < n; k++)
      w->values[i * n + k] = amplitude_at(w->slices[i].spectrum, (double)(k + 1) * step);
  ptl_free(d->context, levels);
  snprintf(w->low, sizeof w->low, "%.3g %s", least_colour * largest, w->unit);
  snprintf(w->high, sizeof w->high, "%.3g %s", largest, w->unit);
  w->field = (ptl_field){.n_x = n,
                         .n_y = w->n,
                         .x_first = step,
                         .x_step = step,
                         .y_edges = w->edges,
                         .values = w->values,
                         .low = least_colour * largest,
                         .high = largest,
                         .low_text = w->low,
                         .high_text = w->high};
  return PTL_OK;
}

static void draw_field(const ptl_drawing *d, int x, const waterfall *w) {
  const ptl_table_column *factor = &d->t->columns[x];
  ptl_chart c = ptl_study_chart(d, 24);
  char name[200];
  snprintf(name, sizeof name, "frequency of %s", d->plot->y);
  c.axes.x_low = 0.0;
  c.axes.x_high = ((double)w->field.n_x + 0.5) * w->field.x_step;
  c.axes.y_low = w->edges[0];
  c.axes.y_high = w->edges[w->n];
  c.x_name = name;
  c.x_unit = "Hz";
  c.y_name = factor->name;
  c.y_unit = factor->unit;
  ptl_chart_axes(&c, 0, d->out);
  ptl_field_draw(&w->field, &c.axes, d->out);
  ptl_field_legend(&w->field, c.axes.x + c.axes.w, c.axes.y - 10, 11, d->out);
}

ptl_status ptl_draw_study_waterfall(const ptl_drawing *d) {
  waterfall w = {.n = 0};
  int x = -1;
  ptl_status status = ptl_find_study_column(d, d->plot->x, 0, &x);
  if (status == PTL_OK && d->plot->y == NULL)
    status = ptl_fail(
        d->context, PTL_ERR_INPUT,
        PTL_E(0806) "%s: error: a waterfall needs --y, a column of the traces that are kept",
        d->t->path);
  if (status == PTL_OK) status = find_slices(d, x, &w);
  if (status == PTL_OK) status = make_field(d, &w);
  if (status == PTL_OK) draw_field(d, x, &w);
  for (int i = 0; i < w.n; i++) ptl_spectrum_release(d->context, w.slices[i].spectrum);
  ptl_free(d->context, w.slices);
  ptl_free(d->context, w.edges);
  ptl_free(d->context, w.values);
  return status;
}
