/* fit_data.c: measured values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "points_file.h"
#include "units.h"

/* A column of numbers in SI, to be freed. */
static ptl_status read_column(ptl_context *context, const char *path, const ptl_points *points,
                              int column, double **out) {
  ptl_unit unit = {.mul = 1, .div = 1};
  const char *text = points->units[column];
  if (*text != '\0') {
    ptl_status status = ptl_unit_parse(context, text, &unit);
    if (status != PTL_OK) return status;
  }
  double *values = ptl_alloc(context, (size_t)points->n_rows, sizeof *values);
  if (values == NULL) return PTL_ERR_MEMORY;
  *out = values;
  for (int64_t i = 0; i < points->n_rows; i++) {
    const char *cell = points->cells[i * points->n_columns + column];
    char *end;
    values[i] = strtod(cell, &end) * unit.mul / unit.div + unit.offset;
    if (end == cell || *end != '\0' || !isfinite(values[i]))
      return ptl_fail(context, PTL_ERR_INPUT,
                      PTL_E(0805) "%s: error: '%s' in column '%s' is no number", path, cell,
                      points->names[column]);
  }
  return PTL_OK;
}

static double deviation(const double *values, int64_t n) {
  double mean = 0, sum = 0;
  for (int64_t i = 0; i < n; i++) mean += values[i] / (double)n;
  for (int64_t i = 0; i < n; i++) sum += (values[i] - mean) * (values[i] - mean);
  return sqrt(sum / (double)n);
}

static ptl_status add_column(ptl_context *context, ptl_fit *fit, const char *path,
                             const ptl_points *points, const char *expression, const char *name,
                             double scale) {
  const int column = ptl_points_find(points, name);
  if (column < 0)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0805) "%s: error: there is no column '%s'", path,
                    name);
  ptl_fit_column *grown = ptl_grow(context, fit->columns, (size_t)fit->n_columns, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  fit->columns = grown;
  ptl_fit_column *c = &grown[fit->n_columns++];
  *c = (ptl_fit_column){.expression = ptl_copy_text(context, expression)};
  if (c->expression == NULL) return PTL_ERR_MEMORY;
  ptl_status status = read_column(context, path, points, column, &c->data);
  if (status != PTL_OK) return status;
  c->scale = scale > 0 ? scale : deviation(c->data, fit->n_times);
  return c->scale > 0
             ? PTL_OK
             : ptl_fail(context, PTL_ERR_INPUT,
                        PTL_E(0805) "%s: error: column '%s' does not change: it needs a scale",
                        path, name);
}

static ptl_status read_times(ptl_context *context, ptl_fit *fit, const char *path,
                             const ptl_points *points) {
  fit->n_times = points->n_rows;
  ptl_status status = read_column(context, path, points, 0, &fit->times);
  for (int64_t i = 1; i < fit->n_times && status == PTL_OK; i++)
    if (!(fit->times[i] > fit->times[i - 1]))
      status = ptl_fail(context, PTL_ERR_INPUT,
                        PTL_E(0805) "%s: error: the first column is the time, and must rise", path);
  if (status == PTL_OK && fit->times[0] < 0)
    status = ptl_fail(context, PTL_ERR_INPUT, PTL_E(0805) "%s: error: a time is below 0", path);
  return status;
}

ptl_status ptl_fit_load(ptl_context *context, ptl_fit *fit, const char *path,
                        const char *const *expressions, const char *const *names,
                        const double *scales, int n) {
  ptl_points points;
  ptl_status status = ptl_points_load(context, path, &points);
  if (status == PTL_OK) status = read_times(context, fit, path, &points);
  for (int i = 0; i < n && status == PTL_OK; i++)
    status = add_column(context, fit, path, &points, expressions[i], names[i], scales[i]);
  ptl_points_release(context, &points);
  return status;
}
