/* plot_many.c: every column over every other, and parallel axes. */
#include <math.h>
#include <string.h>

#include "plot_kinds.h"

enum { MOST_SHOWN = 8 };

/* The columns with numbers: factors, then measures. */
static int list_columns(const ptl_drawing *d, int columns[MOST_SHOWN]) {
  int n = 0;
  for (int i = 0; i < d->t->n_columns && n < MOST_SHOWN; i++)
    if (d->t->columns[i].words == NULL) columns[n++] = i;
  return n;
}

static ptl_status need_two(const ptl_drawing *d, int n) {
  return n >= 2 ? PTL_OK
                : ptl_fail(d->context, PTL_ERR_INPUT,
                           PTL_E(0806) "%s: error: this picture needs two columns with numbers",
                           d->t->path);
}

static void find_range(const ptl_study_table *t, int column, double *low, double *high) {
  *low = *high = NAN;
  for (int64_t i = 0; i < t->n; i++) ptl_chart_include(low, high, t->columns[column].values[i]);
}

/* The name without the folders of its path. */
static const char *short_name(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot != NULL ? dot + 1 : name;
}

static void draw_cell(const ptl_drawing *d, ptl_chart c, int x, int y) {
  const ptl_table_column *cx = &d->t->columns[x], *cy = &d->t->columns[y];
  find_range(d->t, x, &c.axes.x_low, &c.axes.x_high);
  find_range(d->t, y, &c.axes.y_low, &c.axes.y_high);
  c.x_name = c.y_name = "";
  ptl_chart_pad(&c);
  ptl_chart_axes(&c, 1, d->out);
  if (x == y) {
    ptl_add_text(d->out, PTL_INK_TEXT, 11, PTL_CENTER, c.axes.x + c.axes.w / 2,
                 c.axes.y + c.axes.h / 2 + 4, "%s", short_name(cx->name));
    return;
  }
  for (int64_t i = 0; i < d->t->n; i++) {
    ptl_shapes_tag(d->out, PTL_TAG_POINT, (int)i);
    ptl_chart_dot(&c, 0, cx->values[i], cy->values[i], d->t->n > 500 ? 0.8 : 1.5, 0.6, d->out);
    if (d->t->failed[i]) ptl_chart_failed(&c, cx->values[i], d->out);
  }
}

ptl_status ptl_draw_study_matrix(const ptl_drawing *d) {
  int columns[MOST_SHOWN];
  const int n = list_columns(d, columns);
  ptl_status status = need_two(d, n);
  if (status != PTL_OK) return status;
  const ptl_chart whole = ptl_study_chart(d, 20);
  const double left = 20, top = 34, w = (d->plot->width - 40) / n,
               h = (d->plot->height - top - 20) / n;
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++) {
      ptl_chart c = whole;
      c.axes.x = left + column * w + 3;
      c.axes.y = top + row * h + 3;
      c.axes.w = w - 6;
      c.axes.h = h - 6;
      draw_cell(d, c, columns[column], columns[row]);
    }
  return PTL_OK;
}

/* ------------------------------------------------------------------ parallel axes */

typedef struct axis {
  double x, low, high;
  const double *values;
} axis;

/* The ink follows the last column: its larger half in another colour. */
static void draw_run(const ptl_drawing *d, const axis *axes, int n, double y, double h,
                     int64_t row) {
  const axis *last = &axes[n - 1];
  const int large = last->values[row] > 0.5 * (last->low + last->high);
  ptl_shapes_tag(d->out, PTL_TAG_CURVE, (int)row);
  ptl_path_begin(d->out, ptl_faded(ptl_stroked(d->t->failed[row] ? PTL_INK_ERROR
                                               : large           ? PTL_INK_SERIES + 1
                                                                 : PTL_INK_SERIES,
                                               1),
                                   d->t->n > 300 ? 0.25 : 0.6));
  int is_open = 0;
  for (int k = 0; k < n; k++) {
    const double value = axes[k].values[row];
    if (isnan(value)) {
      is_open = 0;
      continue;
    }
    const double width = axes[k].high - axes[k].low;
    const double at = y + h * (1 - (width > 0 ? (value - axes[k].low) / width : 0.5));
    if (is_open)
      ptl_path_line(d->out, axes[k].x, at);
    else
      ptl_path_move(d->out, axes[k].x, at);
    is_open = 1;
  }
}

ptl_status ptl_draw_study_parallel(const ptl_drawing *d) {
  int columns[MOST_SHOWN];
  axis axes[MOST_SHOWN];
  const int n = list_columns(d, columns);
  ptl_status status = need_two(d, n);
  if (status != PTL_OK) return status;
  ptl_study_chart(d, 20);
  const double left = 70, y = 60, h = d->plot->height - 110, w = d->plot->width - 140;
  for (int k = 0; k < n; k++) {
    axes[k] = (axis){.x = left + w * k / (n - 1), .values = d->t->columns[columns[k]].values};
    find_range(d->t, columns[k], &axes[k].low, &axes[k].high);
  }
  for (int64_t i = 0; i < d->t->n; i++) draw_run(d, axes, n, y, h, i);
  for (int k = 0; k < n; k++) {
    ptl_shapes_tag(d->out, PTL_TAG_PLOT, k);
    ptl_add_line(d->out, ptl_stroked(PTL_INK_TEXT, 1.2), axes[k].x, y, axes[k].x, y + h);
    ptl_add_text(d->out, PTL_INK_TEXT, 11, PTL_CENTER, axes[k].x, y - 24, "%s",
                 short_name(d->t->columns[columns[k]].name));
    ptl_add_text(d->out, PTL_INK_DIM, 10, PTL_CENTER, axes[k].x, y - 8, "%.4g", axes[k].high);
    ptl_add_text(d->out, PTL_INK_DIM, 10, PTL_CENTER, axes[k].x, y + h + 16, "%.4g", axes[k].low);
  }
  return PTL_OK;
}
