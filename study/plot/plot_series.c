/* plot_series.c: runs that differ in one factor only; columns. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot_kinds.h"

/* The values of all factors but x, as text. */
static void name_row(const ptl_study_table *t, int64_t row, int x, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < t->n_factors && used < size; i++) {
    const ptl_table_column *c = &t->columns[i];
    if (i == x) continue;
    const char *dot = strrchr(c->name, '.');
    const char *name = dot != NULL ? dot + 1 : c->name, *gap = used > 0 ? ", " : "";
    const int plain = strcmp(c->unit, "1") == 0;
    if (c->words != NULL)
      used += (size_t)snprintf(text + used, size - used, "%s%s", gap, c->words[row]);
    else
      used += (size_t)snprintf(text + used, size - used, "%s%s %.4g%s%s", gap, name, c->values[row],
                               plain ? "" : " ", plain ? "" : c->unit);
  }
}

ptl_status ptl_study_series_make(const ptl_drawing *d, int x, ptl_study_series *out) {
  *out = (ptl_study_series){0};
  out->of_row = ptl_alloc(d->context, (size_t)d->t->n, sizeof *out->of_row);
  if (out->of_row == NULL) return PTL_ERR_MEMORY;
  for (int64_t i = 0; i < d->t->n; i++) {
    char name[sizeof out->names[0]];
    int k = 0;
    name_row(d->t, i, x, name, sizeof name);
    while (k < out->n && strcmp(out->names[k], name) != 0) k++;
    if (k == PTL_MOST_STUDY_SERIES) { /* too many to tell apart */
      memset(out->of_row, 0, (size_t)d->t->n * sizeof *out->of_row);
      out->n = 1;
      out->names[0][0] = '\0';
      return PTL_OK;
    }
    if (k == out->n) strcpy(out->names[out->n++], name);
    out->of_row[i] = k;
  }
  return PTL_OK;
}

double ptl_study_series_width(const ptl_study_series *series) {
  double width = 24;
  for (int k = 0; k < series->n && series->names[k][0] != '\0'; k++)
    width = fmax(width, ptl_text_width(series->names[k], 11) + 44);
  return width;
}

void ptl_study_series_legend(const ptl_drawing *d, const ptl_study_series *series) {
  double y = 60;
  for (int k = 0; k < series->n && series->names[k][0] != '\0'; k++, y += 16) {
    const double x = d->plot->width - 14;
    ptl_shapes_tag(d->out, PTL_TAG_CURVE, k);
    ptl_add_text(d->out, PTL_INK_TEXT, 11, PTL_RIGHT, x - 12, y, "%s", series->names[k]);
    ptl_add_circle(d->out, ptl_filled((ptl_ink)(PTL_INK_SERIES + k)), x - 4, y - 4, 4);
  }
}

ptl_status ptl_find_study_column(const ptl_drawing *d, const char *name, int is_measure,
                                 int *column) {
  const ptl_study_table *t = d->t;
  *column = name != NULL ? ptl_study_table_find(t, name) : -1;
  if (name != NULL && *column < 0)
    return ptl_fail(d->context, PTL_ERR_INPUT, PTL_E(0806) "%s: error: there is no column '%s'",
                    t->path, name);
  for (int i = 0; name == NULL && i < t->n_columns && *column < 0; i++)
    if (t->columns[i].is_measure == is_measure && t->columns[i].words == NULL) *column = i;
  if (*column < 0)
    return ptl_fail(d->context, PTL_ERR_INPUT, PTL_E(0806) "%s: error: no %s has numbers", t->path,
                    is_measure ? "measure" : "factor");
  if (t->columns[*column].words != NULL)
    return ptl_fail(d->context, PTL_ERR_INPUT, PTL_E(0806) "%s: error: '%s' has words, not numbers",
                    t->path, name);
  return PTL_OK;
}

ptl_chart ptl_study_chart(const ptl_drawing *d, double right) {
  const double left = 74, top = 48, bottom = 48;
  ptl_chart c = {.axes = {.x = left,
                          .y = top,
                          .w = d->plot->width - left - right,
                          .h = d->plot->height - top - bottom,
                          .x_low = NAN,
                          .x_high = NAN,
                          .y_low = NAN,
                          .y_high = NAN}};
  if (*d->t->title != '\0')
    ptl_add_title(d->out, PTL_INK_TEXT, 14, PTL_LEFT, left, 20, "%s", d->t->title);
  return c;
}

int ptl_is_logarithmic(const double *values, int64_t n) {
  double low = INFINITY, high = -INFINITY, sum = 0;
  int64_t counted = 0;
  for (int64_t i = 0; i < n; i++) {
    if (isnan(values[i])) continue;
    if (!(values[i] > 0)) return 0;
    low = fmin(low, values[i]);
    high = fmax(high, values[i]);
    sum += log(values[i]);
    counted++;
  }
  if (counted == 0 || !(high > 30 * low)) return 0;
  return fabs(sum / (double)counted - 0.5 * log(low * high)) < 0.15 * log(high / low);
}
