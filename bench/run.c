/* run.c: runs a problem with Pintle and by hand, and times both in turn. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { MAX_REPEATS = 64 };

static void must(ptl_bench_case *c, ptl_status status) {
  if (status != PTL_OK) ptl_bench_fail("%s: %s", c->problem->name, ptl_context_message(c->context));
}

static void find_columns(ptl_bench_case *c) {
  const ptl_column *columns;
  int n = ptl_system_get_columns(c->system, &columns);
  for (int k = 0; c->problem->columns[k] != NULL; k++) {
    c->column[k] = -1;
    for (int i = 0; i < n; i++)
      if (strcmp(columns[i].name, c->problem->columns[k]) == 0) c->column[k] = i;
    if (c->column[k] < 0)
      ptl_bench_fail("%s: no column '%s'", c->problem->name, c->problem->columns[k]);
    c->record.width = k + 1;
  }
  c->event = 1; /* columns are time, event, ... */
}

static size_t n_gaps(const ptl_bench_case *c) {
  return (size_t)ptl_system_get_assembly(c->system)->n_gaps;
}

ptl_bench_case *ptl_bench_open(const ptl_bench_problem *problem, ptl_integrator integrator) {
  ptl_bench_case *c = ptl_bench_alloc(1, sizeof *c);
  c->problem = problem;
  c->context = ptl_context_create(NULL);
  if (c->context == NULL) ptl_bench_fail("out of memory");
  must(c, problem->build(c->context, problem, &c->mechanism));
  ptl_run_def run = *ptl_mechanism_get_run(c->mechanism);
  run.integrator = integrator;
  must(c, ptl_mechanism_set_run(c->mechanism, &run));
  c->assembly = ptl_bench_now();
  must(c, ptl_assemble(c->mechanism, &c->system));
  c->assembly = ptl_bench_now() - c->assembly;
  c->touching = ptl_bench_alloc(n_gaps(c), sizeof *c->touching);
  find_columns(c);
  c->record.max_rows = 10000;
  c->record.rows =
      ptl_bench_alloc((size_t)(c->record.max_rows * (c->record.width + 1)), sizeof(double));
  return c;
}

void ptl_bench_close(ptl_bench_case *c) {
  ptl_system_destroy(c->system);
  ptl_mechanism_destroy(c->mechanism);
  ptl_context_destroy(c->context);
  free(c->touching);
  free(c->record.rows);
  free(c);
}

/* ---------------------------------------------------------------- Pintle's record */

static int keep_row(void *user, const double *values, int n) {
  ptl_bench_case *c = user;
  ptl_bench_record *r = &c->record;
  (void)n;
  if (values[c->event] != 0.0 || r->n_rows == r->max_rows) return 0;
  double *row = r->rows + r->n_rows++ * r->width;
  for (int k = 0; k < r->width; k++) row[k] = values[c->column[k]];
  return 0;
}

static int keep_event(void *user, const ptl_event *event) {
  ptl_bench_case *c = user;
  if (event->gap < 0) return 0; /* friction of an ideal joint */
  ptl_bench_contact **contact = &c->touching[event->gap];
  if (event->kind == PTL_EVENT_TOUCH)
    *contact = ptl_bench_touch(&c->record, event->time, event->rate);
  if (*contact == NULL) return 0;
  if (event->kind == PTL_EVENT_DEEPEST) (*contact)->depth = fmax((*contact)->depth, event->depth);
  if (event->kind == PTL_EVENT_PART) {
    (*contact)->end = event->time;
    (*contact)->force = event->peak_force;
    *contact = NULL;
  }
  return 0;
}

void ptl_bench_run(ptl_bench_case *c, double rtol, ptl_bench_result *out) {
  ptl_run_options options = ptl_run_options_default();
  ptl_summary summary;
  const ptl_sink sink = {.row = keep_row, .event = keep_event, .user = c};
  options.rtol = rtol;
  options.no_output = c->problem->every == 0.0;
  if (!options.no_output) options.every_time = c->problem->every;
  c->record.n_rows = c->record.n_contacts = 0;
  for (size_t i = 0; i < n_gaps(c); i++) c->touching[i] = NULL;
  ptl_status status = ptl_simulate(c->context, c->system, &options, &sink, &summary);
  *out = (ptl_bench_result){.seconds = NAN, .counters = summary.counters};
  out->failed = status != PTL_OK;
  out->error = out->failed ? NAN : c->problem->error(c->problem, &c->record);
  ptl_summary_release(c->context, &summary);
}

void ptl_bench_run_by_hand(ptl_bench_case *c, ptl_bench_method method, double rtol,
                           ptl_bench_result *out) {
  ptl_bench_counts counts = {0, 0};
  c->record.every = c->problem->every;
  *out = (ptl_bench_result){.seconds = NAN};
  out->failed = c->problem->baseline(c->problem, method, rtol, &c->record, &counts) != 0;
  out->counters.steps = counts.steps;
  out->counters.residuals = counts.evaluations;
  out->counters.events = c->record.n_contacts;
  out->error = out->failed ? NAN : c->problem->error(c->problem, &c->record);
}

/* ---------------------------------------------------------------- times */

static double time_own(ptl_bench_case *c, double rtol) {
  ptl_run_options options = ptl_run_options_default();
  ptl_summary summary;
  options.rtol = rtol;
  options.no_output = 1;
  double start = ptl_bench_now();
  ptl_simulate(c->context, c->system, &options, NULL, &summary);
  double seconds = ptl_bench_now() - start;
  ptl_summary_release(c->context, &summary);
  return seconds;
}

static double time_by_hand(ptl_bench_case *c, ptl_bench_method method, double rtol) {
  ptl_bench_counts counts;
  c->record.every = 0.0;
  double start = ptl_bench_now();
  c->problem->baseline(c->problem, method, rtol, &c->record, &counts);
  return ptl_bench_now() - start;
}

double ptl_bench_time_own(ptl_bench_case *c, double rtol, int repeats) {
  double own[MAX_REPEATS];
  if (repeats > MAX_REPEATS) repeats = MAX_REPEATS;
  for (int i = 0; i < repeats; i++) own[i] = time_own(c, rtol);
  return ptl_bench_median(own, repeats);
}

ptl_bench_times ptl_bench_time(ptl_bench_case *c, double rtol,
                               const double rtol_by_hand[PTL_BENCH_METHODS], int repeats) {
  double own[MAX_REPEATS], by_hand[PTL_BENCH_METHODS][MAX_REPEATS],
      ratio[PTL_BENCH_METHODS][MAX_REPEATS];
  ptl_bench_times out;
  if (repeats > MAX_REPEATS) repeats = MAX_REPEATS;
  for (int i = 0; i < repeats; i++) {
    own[i] = time_own(c, rtol);
    for (int k = 0; c->problem->baseline != NULL && k < PTL_BENCH_METHODS; k++) {
      if (isnan(rtol_by_hand[k])) continue;
      by_hand[k][i] = time_by_hand(c, k, rtol_by_hand[k]);
      ratio[k][i] = own[i] / by_hand[k][i];
    }
  }
  out.seconds = ptl_bench_median(own, repeats);
  for (int k = 0; k < PTL_BENCH_METHODS; k++) {
    int none = c->problem->baseline == NULL || isnan(rtol_by_hand[k]);
    out.by_hand[k] = none ? NAN : ptl_bench_median(by_hand[k], repeats);
    out.ratio[k] = none ? NAN : ptl_bench_median(ratio[k], repeats);
  }
  return out;
}
