/* plot_tornado.c: how far each factor alone moves a measure. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot_kinds.h"

typedef struct bar {
  int factor;
  double low, high;
} bar;

static int compare_bars(const void *a, const void *b) {
  const bar *x = a, *y = b;
  const double wx = x->high - x->low, wy = y->high - y->low;
  if (wx != wy) return wx > wy ? -1 : 1;
  return x->factor - y->factor;
}

/* Whether the row changes this factor; words that are not given are "". */
static int is_given(const ptl_table_column *c, int64_t row) {
  return c->words != NULL ? *c->words[row] != '\0' : !isnan(c->values[row]);
}

static int list_bars(const ptl_study_table *t, const double *ys, double base, bar *bars) {
  int n = 0;
  for (int f = 0; f < t->n_factors; f++) {
    double low = base, high = base;
    for (int64_t i = 0; i < t->n; i++)
      if (is_given(&t->columns[f], i)) ptl_chart_include(&low, &high, ys[i]);
    bars[n++] = (bar){f, low, high};
  }
  qsort(bars, (size_t)n, sizeof *bars, compare_bars);
  return n;
}

static void draw_bars(const ptl_drawing *d, ptl_chart *c, const bar *bars, int n, double base) {
  const double height = c->axes.h / n;
  for (int i = 0; i < n; i++) {
    const double y = c->axes.y + i * height, from = ptl_axes_screen_x(&c->axes, bars[i].low),
                 to = ptl_axes_screen_x(&c->axes, bars[i].high);
    ptl_shapes_tag(d->out, PTL_TAG_CURVE, bars[i].factor);
    ptl_add_rect(d->out, ptl_filled(PTL_INK_ACCENT), from, y + 0.2 * height, fmax(to - from, 1),
                 0.6 * height, 2);
    ptl_add_text(d->out, PTL_INK_TEXT, 11, PTL_RIGHT, c->axes.x - 8, y + 0.5 * height + 4, "%s",
                 d->t->columns[bars[i].factor].name);
  }
  const double x = ptl_axes_screen_x(&c->axes, base);
  ptl_add_line(d->out, ptl_stroked(PTL_INK_TEXT, 1.2), x, c->axes.y, x, c->axes.y + c->axes.h);
}

/* Names stand left of the field, so that it has no axis there. */
static void draw_tornado(const ptl_drawing *d, int y, const bar *bars, int n, double base) {
  double room = 60;
  for (int i = 0; i < n; i++)
    room = fmax(room, ptl_text_width(d->t->columns[bars[i].factor].name, 11) + 24);
  ptl_chart c = ptl_study_chart(d, 24);
  c.axes.w -= room - c.axes.x;
  c.axes.x = room;
  for (int i = 0; i < n; i++) {
    ptl_chart_include(&c.axes.x_low, &c.axes.x_high, bars[i].low);
    ptl_chart_include(&c.axes.x_low, &c.axes.x_high, bars[i].high);
  }
  c.axes.y_low = 0;
  c.axes.y_high = n;
  c.x_name = d->t->columns[y].name;
  c.x_unit = d->t->columns[y].unit;
  ptl_chart_pad(&c);
  ptl_chart_axes(&c, 0, d->out);
  draw_bars(d, &c, bars, n, base);
}

ptl_status ptl_draw_study_tornado(const ptl_drawing *d) {
  int y;
  ptl_status status = ptl_find_study_column(d, d->plot->y, 1, &y);
  if (status != PTL_OK) return status;
  if (strcmp(d->t->design, "one_at_a_time") != 0 || d->t->n == 0 || d->t->index[0] != 0 ||
      isnan(d->t->columns[y].values[0]))
    return ptl_fail(d->context, PTL_ERR_INPUT,
                    PTL_E(0806) "%s: error: a tornado needs the design one_at_a_time and the result of its "
                    "first point",
                    d->t->path);
  bar *bars = ptl_alloc(d->context, (size_t)d->t->n_factors, sizeof *bars);
  if (bars == NULL) return PTL_ERR_MEMORY;
  const double *ys = d->t->columns[y].values;
  const int n = list_bars(d->t, ys, ys[0], bars);
  draw_tornado(d, y, bars, n, ys[0]);
  ptl_free(d->context, bars);
  return PTL_OK;
}
