/* plot_curves.c: measures over a factor, bifurcation diagrams, Poincare sections. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot_kinds.h"

/* ------------------------------------------------------------------ curves */

typedef struct place {
  double x;
  int64_t row;
} place;

static int compare_places(const void *a, const void *b) {
  const place *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  return (p->row > q->row) - (p->row < q->row);
}

static ptl_status draw_lines(const ptl_drawing *d, const ptl_chart *c, int x, int y,
                             const ptl_study_series *series) {
  place *places = ptl_alloc(d->context, (size_t)d->t->n, sizeof *places);
  if (places == NULL) return PTL_ERR_MEMORY;
  const double *xs = d->t->columns[x].values, *ys = d->t->columns[y].values;
  for (int k = 0; k < series->n; k++) {
    int64_t n = 0;
    for (int64_t i = 0; i < d->t->n; i++)
      if (series->of_row[i] == k && !isnan(xs[i]) && !isnan(ys[i])) places[n++] = (place){xs[i], i};
    qsort(places, (size_t)n, sizeof *places, compare_places);
    ptl_shapes_tag(d->out, PTL_TAG_CURVE, k);
    ptl_path_begin(
        d->out,
        ptl_faded(ptl_stroked((ptl_ink)(PTL_INK_SERIES + k % PTL_N_SERIES_INKS), 1.4), 0.8));
    for (int64_t i = 0; i < n; i++) {
      const double px = ptl_axes_screen_x(&c->axes, places[i].x),
                   py = ptl_axes_screen_y(&c->axes, ys[places[i].row]);
      if (i == 0)
        ptl_path_move(d->out, px, py);
      else
        ptl_path_line(d->out, px, py);
    }
  }
  ptl_free(d->context, places);
  return PTL_OK;
}

ptl_status ptl_draw_study_curves(const ptl_drawing *d) {
  int x, y;
  ptl_study_series series = {0};
  ptl_status status = ptl_find_study_column(d, d->plot->x, 0, &x);
  if (status == PTL_OK) status = ptl_find_study_column(d, d->plot->y, 1, &y);
  if (status == PTL_OK) status = ptl_study_series_make(d, x, &series);
  if (status != PTL_OK) return status;
  const ptl_table_column *cx = &d->t->columns[x], *cy = &d->t->columns[y];
  ptl_chart c = ptl_study_chart(d, ptl_study_series_width(&series));
  c.x_name = cx->name;
  c.x_unit = cx->unit;
  c.y_name = cy->name;
  c.y_unit = cy->unit;
  for (int64_t i = 0; i < d->t->n; i++) {
    ptl_chart_include(&c.axes.x_low, &c.axes.x_high, cx->values[i]);
    ptl_chart_include(&c.axes.y_low, &c.axes.y_high, cy->values[i]);
  }
  c.axes.x_log = ptl_is_logarithmic(cx->values, d->t->n);
  c.axes.y_log = ptl_is_logarithmic(cy->values, d->t->n);
  ptl_chart_pad(&c);
  ptl_chart_axes(&c, 0, d->out);
  const int is_grid = strcmp(d->t->design, "grid") == 0;
  if (is_grid && series.names[0][0] != '\0') status = draw_lines(d, &c, x, y, &series);
  if (is_grid && d->t->n_factors == 1) status = draw_lines(d, &c, x, y, &series);
  for (int64_t i = 0; i < d->t->n && status == PTL_OK; i++) {
    ptl_shapes_tag(d->out, PTL_TAG_POINT, (int)i);
    ptl_chart_dot(&c, series.of_row[i], cx->values[i], cy->values[i], d->t->n > 500 ? 1.6 : 2.6,
                  0.9, d->out);
    if (d->t->failed[i]) ptl_chart_failed(&c, cx->values[i], d->out);
  }
  ptl_study_series_legend(d, &series);
  ptl_free(d->context, series.of_row);
  return status;
}

/* ------------------------------------------------------------------ sections */

/* Section and expression of "SECTION:EXPRESSION", or of the first ones that there are (number 0,
 * 1). */
static ptl_status load_passages(const ptl_drawing *d, const char *wanted, int number,
                                ptl_passages *out, char *name, size_t size) {
  char section[128] = "";
  const char *expression = wanted;
  const char *colon = wanted != NULL ? strchr(wanted, ':') : NULL;
  if (colon != NULL) {
    snprintf(section, sizeof section, "%.*s", (int)(colon - wanted), wanted);
    expression = colon + 1;
  }
  ptl_status status =
      ptl_study_passages_find(d->context, d->t->path, section, expression, number, out, name, size);
  if (status == PTL_OK && (out->n == 0 || d->t->n == 0))
    status = ptl_fail(d->context, PTL_ERR_INPUT,
                      PTL_E(0806) "%s: error: the file has no values of a section%s%s", d->t->path,
                      wanted != NULL ? " " : "", wanted != NULL ? wanted : "");
  return status;
}

static int64_t row_of_index(const ptl_study_table *t, int64_t index) {
  int64_t low = 0, high = t->n - 1;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (t->index[middle] < index)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

ptl_status ptl_draw_study_bifurcation(const ptl_drawing *d) {
  int x;
  char name[200] = "";
  ptl_passages passages = {0};
  ptl_status status = ptl_find_study_column(d, d->plot->x, 0, &x);
  if (status == PTL_OK) status = load_passages(d, d->plot->y, 0, &passages, name, sizeof name);
  if (status == PTL_OK) {
    const ptl_table_column *cx = &d->t->columns[x];
    ptl_chart c = ptl_study_chart(d, 24);
    c.x_name = cx->name;
    c.x_unit = cx->unit;
    c.y_name = name;
    c.y_unit = "";
    for (int64_t i = 0; i < d->t->n; i++)
      ptl_chart_include(&c.axes.x_low, &c.axes.x_high, cx->values[i]);
    for (int64_t i = 0; i < passages.n; i++)
      ptl_chart_include(&c.axes.y_low, &c.axes.y_high, passages.values[i]);
    c.axes.x_log = ptl_is_logarithmic(cx->values, d->t->n);
    ptl_chart_pad(&c);
    ptl_chart_axes(&c, 0, d->out);
    for (int64_t i = 0; i < passages.n; i++) {
      ptl_shapes_tag(d->out, PTL_TAG_POINT, (int)i);
      ptl_chart_dot(&c, 0, cx->values[row_of_index(d->t, passages.index[i])], passages.values[i],
                    passages.n > 2000 ? 0.7 : 1.3, 0.7, d->out);
    }
    for (int64_t i = 0; i < d->t->n; i++)
      if (d->t->failed[i]) ptl_chart_failed(&c, cx->values[i], d->out);
  }
  ptl_study_passages_release(d->context, &passages);
  return status;
}

ptl_status ptl_draw_study_poincare(const ptl_drawing *d) {
  char names[2][200] = {"", ""};
  ptl_passages p[2] = {{0}, {0}};
  ptl_status status = load_passages(d, d->plot->x, 0, &p[0], names[0], sizeof names[0]);
  if (status == PTL_OK) status = load_passages(d, d->plot->y, 1, &p[1], names[1], sizeof names[1]);
  if (status == PTL_OK && p[0].n != p[1].n)
    status = ptl_fail(d->context, PTL_ERR_INPUT,
                      PTL_E(0806) "%s: error: the two values are not of one section", d->t->path);
  if (status == PTL_OK) {
    ptl_chart c = ptl_study_chart(d, 24);
    c.x_name = names[0];
    c.y_name = names[1];
    for (int64_t i = 0; i < p[0].n; i++) {
      ptl_chart_include(&c.axes.x_low, &c.axes.x_high, p[0].values[i]);
      ptl_chart_include(&c.axes.y_low, &c.axes.y_high, p[1].values[i]);
    }
    ptl_chart_pad(&c);
    ptl_chart_axes(&c, 0, d->out);
    for (int64_t i = 0; i < p[0].n; i++) {
      ptl_shapes_tag(d->out, PTL_TAG_POINT, (int)i);
      ptl_chart_dot(&c, (int)(row_of_index(d->t, p[0].index[i]) % PTL_N_SERIES_INKS),
                    p[0].values[i], p[1].values[i], 1.2, 0.8, d->out);
    }
  }
  ptl_study_passages_release(d->context, &p[0]);
  ptl_study_passages_release(d->context, &p[1]);
  return status;
}
