/* plot_heat.c: a measure over two factors of a grid. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot_kinds.h"

static int compare_numbers(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Replicates of a point have numbers that are the same but for this. */
#define SAME 1e-6

static int is_same(double a, double b) {
  return fabs(a - b) <= SAME * fmax(fabs(a), fabs(b));
}

/* The different values, rising, to be freed. */
static double *list_levels(ptl_context *context, const double *values, int64_t n, int *n_levels) {
  double *levels = ptl_alloc(context, (size_t)n, sizeof *levels);
  int kept = 0;
  if (levels == NULL) return NULL;
  memcpy(levels, values, (size_t)n * sizeof *levels);
  qsort(levels, (size_t)n, sizeof *levels, compare_numbers);
  for (int64_t i = 0; i < n; i++)
    if (i == 0 || !is_same(levels[i], levels[kept - 1])) levels[kept++] = levels[i];
  *n_levels = kept;
  return levels;
}

static int level_of(const double *levels, int n, double value) {
  for (int i = 0; i < n; i++)
    if (is_same(levels[i], value)) return i;
  return 0;
}

double ptl_study_cell_edge(const double *levels, int n, int k) {
  if (n == 1) return levels[0] + (k == 0 ? -0.5 : 0.5) * fmax(fabs(levels[0]), 1e-12);
  if (k == 0) return levels[0] - 0.5 * (levels[1] - levels[0]);
  if (k == n) return levels[n - 1] + 0.5 * (levels[n - 1] - levels[n - 2]);
  return 0.5 * (levels[k - 1] + levels[k]);
}

static void draw_bar(const ptl_drawing *d, const ptl_chart *c, const ptl_table_column *z,
                     double low, double high) {
  enum { STEPS = 48 };
  const double x = c->axes.x + c->axes.w + 18, w = 14, h = c->axes.h / STEPS;
  ptl_shapes_tag(d->out, PTL_TAG_PLOT, 1);
  for (int i = 0; i < STEPS; i++)
    ptl_add_rect(d->out, ptl_faded(ptl_filled(PTL_INK_ACCENT), (i + 0.5) / STEPS), x,
                 c->axes.y + c->axes.h - (i + 1) * h, w, h + 0.3, 0);
  ptl_add_rect(d->out, ptl_stroked(PTL_INK_DIM, 1), x, c->axes.y, w, c->axes.h, 0);
  ptl_add_text(d->out, PTL_INK_DIM, 10.5, PTL_LEFT, x + w + 5, c->axes.y + 9, "%.4g", high);
  ptl_add_text(d->out, PTL_INK_DIM, 10.5, PTL_LEFT, x + w + 5, c->axes.y + c->axes.h, "%.4g", low);
  ptl_add_text(d->out, PTL_INK_TEXT, 12, PTL_RIGHT, d->plot->width - 12, c->axes.y - 8,
               strcmp(z->unit, "1") == 0 ? "%s" : "%s [%s]", z->name, z->unit);
}

static void draw_cells(const ptl_drawing *d, const ptl_chart *c, const int columns[3],
                       double *const levels[2], const int n[2], double low, double high) {
  const ptl_study_table *t = d->t;
  for (int64_t i = 0; i < t->n; i++) {
    double box[2][2];
    for (int k = 0; k < 2; k++) {
      const int level = level_of(levels[k], n[k], t->columns[columns[k]].values[i]);
      box[k][0] = ptl_study_cell_edge(levels[k], n[k], level);
      box[k][1] = ptl_study_cell_edge(levels[k], n[k], level + 1);
    }
    const double z = t->columns[columns[2]].values[i];
    const double x0 = ptl_axes_screen_x(&c->axes, box[0][0]),
                 x1 = ptl_axes_screen_x(&c->axes, box[0][1]),
                 y0 = ptl_axes_screen_y(&c->axes, box[1][1]),
                 y1 = ptl_axes_screen_y(&c->axes, box[1][0]);
    ptl_shapes_tag(d->out, PTL_TAG_POINT, (int)i);
    if (t->failed[i] || isnan(z)) {
      ptl_add_line(d->out, ptl_stroked(PTL_INK_ERROR, 1.2), x0, y0, x1, y1);
      ptl_add_line(d->out, ptl_stroked(PTL_INK_ERROR, 1.2), x0, y1, x1, y0);
      continue;
    }
    const double alpha = high > low ? (z - low) / (high - low) : 0.5;
    ptl_add_rect(d->out, ptl_faded(ptl_filled(PTL_INK_ACCENT), alpha), x0, y0, x1 - x0 + 0.3,
                 y1 - y0 + 0.3, 0);
  }
}

/* x, y and the measure; y is the second factor with numbers. */
static ptl_status choose_columns(const ptl_drawing *d, int columns[3]) {
  ptl_status status = ptl_find_study_column(d, d->plot->x, 0, &columns[0]);
  if (status == PTL_OK) status = ptl_find_study_column(d, d->plot->y, 1, &columns[2]);
  columns[1] = -1;
  for (int i = 0; i < d->t->n_factors && status == PTL_OK; i++)
    if (i != columns[0] && d->t->columns[i].words == NULL && columns[1] < 0) columns[1] = i;
  if (status == PTL_OK && columns[1] < 0)
    status =
        ptl_fail(d->context, PTL_ERR_INPUT,
                 PTL_E(0806) "%s: error: a heat map needs two factors with numbers", d->t->path);
  return status;
}

ptl_status ptl_draw_study_heat(const ptl_drawing *d) {
  int columns[3], n[2] = {0};
  double *levels[2] = {NULL}, low = NAN, high = NAN;
  ptl_status status = choose_columns(d, columns);
  if (status == PTL_OK && d->t->n == 0)
    status = ptl_fail(d->context, PTL_ERR_INPUT, PTL_E(0806) "%s: error: there are no results",
                      d->t->path);
  for (int k = 0; k < 2 && status == PTL_OK; k++) {
    levels[k] = list_levels(d->context, d->t->columns[columns[k]].values, d->t->n, &n[k]);
    if (levels[k] == NULL) status = PTL_ERR_MEMORY;
  }
  if (status == PTL_OK) {
    const ptl_table_column *cx = &d->t->columns[columns[0]], *cy = &d->t->columns[columns[1]],
                           *cz = &d->t->columns[columns[2]];
    ptl_chart c = ptl_study_chart(d, 96);
    c.axes.x_low = ptl_study_cell_edge(levels[0], n[0], 0);
    c.axes.x_high = ptl_study_cell_edge(levels[0], n[0], n[0]);
    c.axes.y_low = ptl_study_cell_edge(levels[1], n[1], 0);
    c.axes.y_high = ptl_study_cell_edge(levels[1], n[1], n[1]);
    c.x_name = cx->name;
    c.x_unit = cx->unit;
    c.y_name = cy->name;
    c.y_unit = cy->unit;
    for (int64_t i = 0; i < d->t->n; i++) ptl_chart_include(&low, &high, cz->values[i]);
    ptl_chart_axes(&c, 0, d->out);
    draw_cells(d, &c, columns, levels, n, low, high);
    draw_bar(d, &c, cz, low, high);
  }
  ptl_free(d->context, levels[0]);
  ptl_free(d->context, levels[1]);
  return status;
}
