/* fit_run.c: one run of a fit. */
#include "fit_run.h"

#include <math.h>
#include <string.h>

ptl_status ptl_fit_runner_begin(ptl_context *context, const ptl_fit *fit, ptl_fit_runner *out) {
  const size_t n = (size_t)fit->study.design.n_factors;
  const size_t n_values = (size_t)(fit->n_times * fit->n_columns);
  *out = (ptl_fit_runner){.context = context, .fit = fit};
  out->n_residuals = fit->n_times * fit->n_columns + fit->n_targets;
  out->settings = ptl_alloc(context, n + (size_t)fit->study.n_settings, sizeof *out->settings);
  out->texts = ptl_alloc(context, n, sizeof *out->texts);
  out->numbers = ptl_alloc(context, n, sizeof *out->numbers);
  out->measures = ptl_alloc(context, (size_t)fit->study.measures.n, sizeof *out->measures);
  out->units = ptl_alloc(context, (size_t)fit->n_columns, sizeof *out->units);
  out->runs = ptl_alloc(context, n_values, sizeof *out->runs);
  out->residuals = ptl_alloc(context, (size_t)out->n_residuals, sizeof *out->residuals);
  return out->settings != NULL && out->texts != NULL && out->numbers != NULL &&
                 out->measures != NULL && out->runs != NULL && out->residuals != NULL &&
                 out->units != NULL
             ? PTL_OK
             : PTL_ERR_MEMORY;
}

void ptl_fit_runner_end(ptl_fit_runner *r) {
  ptl_free(r->context, r->settings);
  ptl_free(r->context, r->texts);
  ptl_free(r->context, r->numbers);
  ptl_free(r->context, r->measures);
  ptl_free(r->context, r->units);
  ptl_free(r->context, r->runs);
  ptl_free(r->context, r->residuals);
}

/* ------------------------------------------------------------------ columns at the data's times */

/* Follows the rows of a run; between two of them values are taken along straight lines. */
typedef struct follower {
  ptl_fit_runner *r;
  ptl_sink measures;
  ptl_symbol_list columns;
  double *row;
  ptl_expr **exprs;
  double *before, time;
  int64_t next; /* of the data's times */
  int rows;
} follower;

static ptl_status follow_columns(follower *f, const ptl_system *system) {
  ptl_context *context = f->r->context;
  const ptl_fit *fit = f->r->fit;
  const ptl_column *columns;
  const int n = ptl_system_get_columns(system, &columns);
  ptl_status status = PTL_OK;
  f->row = ptl_alloc(context, (size_t)n, sizeof *f->row);
  f->exprs = ptl_alloc(context, (size_t)fit->n_columns, sizeof *f->exprs);
  f->before = ptl_alloc(context, (size_t)fit->n_columns, sizeof *f->before);
  if (f->row == NULL || f->exprs == NULL || f->before == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < n && status == PTL_OK; i++)
    status = ptl_symbols_add(context, &f->columns, columns[i].name, columns[i].unit);
  if (status == PTL_OK) status = ptl_symbols_index(context, &f->columns);
  for (int i = 0; i < fit->n_columns && status == PTL_OK; i++) {
    const char *text = fit->columns[i].expression;
    char *resolved = NULL, *unit = f->r->units[i];
    status =
        ptl_expr_infer(context, text, NULL, 0, &f->columns, &resolved, unit, sizeof f->r->units[i]);
    const int column = ptl_symbols_find(&f->columns, text, strlen(text));
    if (column >= 0) strcpy(unit, f->columns.items[column].unit);
    if (status == PTL_OK)
      status = ptl_expr_create(context, resolved, &f->columns, f->row, &f->exprs[i]);
    ptl_free(context, resolved);
  }
  return status;
}

static void release_follower(follower *f) {
  ptl_context *context = f->r->context;
  for (int i = 0; f->exprs != NULL && i < f->r->fit->n_columns; i++) ptl_expr_destroy(f->exprs[i]);
  ptl_symbols_release(context, &f->columns);
  ptl_free(context, f->exprs);
  ptl_free(context, f->row);
  ptl_free(context, f->before);
}

static int take_row(void *user, const double *values, int n) {
  follower *f = user;
  const ptl_fit *fit = f->r->fit;
  const double time = values[0];
  if (f->measures.row(f->measures.user, values, n)) return 1;
  memcpy(f->row, values, (size_t)n * sizeof *values);
  const int64_t first = f->next;
  while (f->next < fit->n_times && fit->times[f->next] <= time) f->next++;
  for (int i = 0; i < fit->n_columns; i++) {
    const double now = ptl_expr_eval(f->exprs[i]);
    for (int64_t k = first; k < f->next; k++) {
      const double share =
          f->rows > 0 && time > f->time ? (fit->times[k] - f->time) / (time - f->time) : 1;
      f->r->runs[i * fit->n_times + k] = f->before[i] + share * (now - f->before[i]);
      if (share == 1) f->r->runs[i * fit->n_times + k] = now;
    }
    f->before[i] = now;
  }
  f->time = time;
  f->rows++;
  return 0;
}

static int take_event(void *user, const ptl_event *event) {
  const follower *f = user;
  return f->measures.event(f->measures.user, event);
}

/* ------------------------------------------------------------------ a run */

static int pass_progress(void *user, double share) {
  const ptl_fit_runner *r = ((const follower *)user)->r;
  return r->progress != NULL && r->progress(r->user, share);
}

static ptl_status simulate(ptl_fit_runner *r, const ptl_system *system, ptl_collector *collector) {
  const ptl_fit *fit = r->fit;
  follower f = {.r = r, .measures = ptl_collector_sink(collector)};
  const ptl_sink sink = {
      .row = take_row, .event = take_event, .progress = pass_progress, .user = &f};
  ptl_run_options options = ptl_run_options_default();
  ptl_summary summary = {0};
  options.no_output = fit->n_columns == 0 && !ptl_collector_needs_rows(collector);
  if (fit->n_times > 0) options.until_time = fit->times[fit->n_times - 1];
  for (int64_t i = 0; i < fit->n_times * fit->n_columns; i++) r->runs[i] = NAN;
  ptl_status status = follow_columns(&f, system);
  if (status == PTL_OK) status = ptl_simulate(r->context, system, &options, &sink, &summary);
  if (status == PTL_ERR_INTERRUPTED && ptl_collector_failure(collector) != PTL_OK)
    status = ptl_collector_failure(collector);
  if (status == PTL_OK) status = ptl_collector_finish(collector, &summary, r->measures);
  if (status == PTL_OK && f.next < fit->n_times)
    status = ptl_fail(r->context, PTL_ERR_SIMULATION,
                      PTL_E(0805) "the run ends at %.9g s, before the data", summary.end_time);
  ptl_summary_release(r->context, &summary);
  release_follower(&f);
  return status;
}

static ptl_status run(ptl_fit_runner *r, int n_settings) {
  ptl_mechanism *m = NULL;
  ptl_system *system = NULL;
  ptl_collector *collector = NULL;
  ptl_status status =
      ptl_mechanism_load(r->context, r->fit->study.model, r->settings, n_settings, &m);
  if (status == PTL_OK) status = ptl_assemble(m, &system);
  if (status == PTL_OK)
    status =
        ptl_collector_create(r->context, &r->fit->study.measures, m, system, NULL, 0, &collector);
  if (status == PTL_OK) status = simulate(r, system, collector);
  ptl_collector_destroy(collector);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  return status;
}

static void fill_residuals(ptl_fit_runner *r) {
  const ptl_fit *fit = r->fit;
  double *out = r->residuals;
  for (int i = 0; i < fit->n_columns; i++) {
    const ptl_fit_column *c = &fit->columns[i];
    const double weight = 1 / (c->scale * sqrt((double)fit->n_times));
    for (int64_t k = 0; k < fit->n_times; k++)
      *out++ = weight * (r->runs[i * fit->n_times + k] - c->data[k]);
  }
  for (int i = 0; i < fit->n_targets; i++)
    *out++ = r->measures[fit->targets[i].measure] / fit->targets[i].scale;
}

double ptl_fit_squares(const ptl_fit_runner *r) {
  double sum = 0;
  for (int64_t i = 0; i < r->n_residuals; i++) sum += r->residuals[i] * r->residuals[i];
  return sum;
}

ptl_status ptl_fit_run_once(ptl_fit_runner *r, const double *u) {
  const ptl_study *study = &r->fit->study;
  int n = 0;
  for (; n < study->n_settings; n++) r->settings[n] = study->settings[n];
  for (int i = 0; i < study->design.n_factors; i++, n++) {
    const ptl_factor *factor = &study->design.factors[i];
    const double share = u[i] < 0 ? 0 : u[i] > 1 ? 1 : u[i];
    const ptl_factor_value value = ptl_factor_quantile(factor, share);
    r->numbers[i] = value.number;
    ptl_factor_value_text(factor, &value, r->texts[i], sizeof r->texts[i]);
    r->settings[n] = (ptl_setting){factor->path, r->texts[i]};
  }
  const ptl_status status = run(r, n);
  if (status == PTL_OK) fill_residuals(r);
  return status;
}
