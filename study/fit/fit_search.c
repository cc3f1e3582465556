/* fit_search.c: the search for the best numbers, by NLopt. */
#include "fit_search.h"

#include <math.h>
#include <nlopt.h>
#include <string.h>

#include "fit_descent.h"
#include "fit_error.h"

#define FAILED 1e12  /* the objective of a run that failed: finite, as models of it are built */
#define AT_EDGE 1e-6 /* share of a range */

/* ------------------------------------------------------------------ one evaluation */

typedef struct search {
  ptl_fit_runner runner;
  const ptl_fit *fit;
  int (*progress)(void *user, int64_t evaluations, double best);
  void *user;
  nlopt_opt opt;
  double *last, *best, *limits; /* points that were run; the limits there */
  double objective, best_objective;
  int has_last;
  ptl_fit_result *out; /* that of the best run */
  int64_t evaluations, failures;
  int64_t calls, most_calls; /* of the present phase, which some methods of NLopt do not keep to */
  ptl_status status;         /* why the search has to end */
} search;

/* > 0: the limit is broken. */
static double excess(const search *s, int limit) {
  const ptl_fit_limit *l = &s->fit->limits[limit];
  return (l->is_upper ? 1 : -1) * s->runner.measures[l->measure] / l->scale;
}

static void fill_rms(const ptl_fit *fit, ptl_fit_result *out) {
  for (int i = 0; i < fit->n_columns; i++) {
    double sum = 0;
    for (int64_t k = 0; k < fit->n_times; k++) {
      const double r = out->runs[i * fit->n_times + k] - fit->columns[i].data[k];
      sum += r * r;
    }
    out->rms[i] = sqrt(sum / (double)fit->n_times);
  }
}

static void note_result(const search *s, const double *u) {
  const ptl_fit *fit = s->fit;
  const ptl_fit_runner *r = &s->runner;
  ptl_fit_result *out = s->out;
  const int d = fit->study.design.n_factors;
  const size_t n_values = (size_t)(fit->n_times * fit->n_columns);
  memcpy(out->numbers, r->numbers, (size_t)d * sizeof *out->numbers);
  memcpy(out->measures, r->measures, (size_t)fit->study.measures.n * sizeof *out->measures);
  memcpy(out->runs, r->runs, n_values * sizeof *out->runs);
  memcpy(out->units, r->units, (size_t)fit->n_columns * sizeof *out->units);
  fill_rms(fit, out);
  out->objective = fit->sign * s->objective;
  out->best = s->evaluations;
  out->at_edge = -1;
  for (int i = 0; i < d; i++)
    if (u[i] < AT_EDGE || u[i] > 1 - AT_EDGE) out->at_edge = i;
}

static void note_best(search *s, const double *u) {
  for (int i = 0; i < s->fit->n_limits; i++)
    if (s->limits[i] > 1e-9) return;
  if (!(s->objective < s->best_objective)) return;
  s->best_objective = s->objective;
  memcpy(s->best, u, (size_t)s->fit->study.design.n_factors * sizeof *u);
  note_result(s, u);
}

static int is_ended(const search *s) {
  return s->progress != NULL &&
         s->progress(s->user, s->evaluations, s->fit->sign * s->best_objective);
}

static int progress_within(void *user, double share) {
  (void)share;
  return is_ended(user);
}

/* DIRECT of NLopt 2.7 must not be stopped before it has divided its first rectangle: it reads what
 * it has not set. */
static void end_search(const search *s) {
  if (s->opt != NULL && s->calls > 2 * s->fit->study.design.n_factors + 1) nlopt_force_stop(s->opt);
}

static void evaluate(search *s, const double *u) {
  const ptl_fit *fit = s->fit;
  const size_t size = (size_t)fit->study.design.n_factors * sizeof *u;
  if (s->status == PTL_OK && s->has_last && memcmp(u, s->last, size) == 0) return;
  s->calls++;
  if (s->status != PTL_OK) {
    end_search(s);
    return;
  }
  memcpy(s->last, u, size);
  s->has_last = 1;
  const ptl_status status = ptl_fit_run_once(&s->runner, u);
  s->evaluations += status != PTL_ERR_INTERRUPTED;
  if (status == PTL_OK) {
    s->objective = fit->objective >= 0 ? fit->sign * s->runner.measures[fit->objective]
                                       : ptl_fit_squares(&s->runner);
    for (int i = 0; i < fit->n_limits; i++) s->limits[i] = excess(s, i);
  }
  if (status != PTL_OK || !isfinite(s->objective)) {
    s->failures += status != PTL_ERR_INTERRUPTED;
    s->objective = FAILED;
    for (int i = 0; i < fit->n_limits; i++) s->limits[i] = 1;
  }
  if (status == PTL_OK && s->objective < FAILED) note_best(s, u);
  const int is_fatal = status != PTL_OK && status != PTL_ERR_SIMULATION && status != PTL_ERR_UNFIT;
  if (is_fatal) s->status = status;
  if (s->status == PTL_OK && is_ended(s)) s->status = PTL_ERR_INTERRUPTED;
  if (s->status != PTL_OK || s->calls >= s->most_calls) end_search(s);
}

static double objective(unsigned n, const double *u, double *gradient, void *user) {
  search *s = user;
  (void)n;
  (void)gradient;
  evaluate(s, u);
  return s->objective;
}

typedef struct limit_of {
  search *s;
  int limit;
} limit_of;

static double limit(unsigned n, const double *u, double *gradient, void *user) {
  limit_of *l = user;
  (void)n;
  (void)gradient;
  evaluate(l->s, u);
  return l->s->limits[l->limit];
}

/* ------------------------------------------------------------------ least squares */

static const double *find_residuals(void *user, const double *u) {
  search *s = user;
  evaluate(s, u);
  return s->status == PTL_OK && s->objective < FAILED ? s->runner.residuals : NULL;
}

static int has_no_more_runs(void *user) {
  const search *s = user;
  return s->status != PTL_OK || s->calls >= s->most_calls;
}

/* From the best point on, where the residuals are smooth functions of the numbers. */
static ptl_status descend(search *s, int64_t evaluations, double *u) {
  const ptl_fit_residuals residuals = {.find = find_residuals,
                                       .must_end = has_no_more_runs,
                                       .user = s,
                                       .d = s->fit->study.design.n_factors,
                                       .n = s->runner.n_residuals};
  s->calls = 0;
  s->most_calls = evaluations;
  s->has_last = 0;
  const ptl_status status =
      ptl_fit_descend(s->runner.context, &residuals, s->fit->tolerance, u, &s->out->has_settled);
  return s->status != PTL_OK ? s->status : status;
}

/* ------------------------------------------------------------------ the search */

static ptl_status phase(search *s, nlopt_algorithm algorithm, int64_t evaluations, double *u) {
  const int d = s->fit->study.design.n_factors, n_limits = s->fit->n_limits;
  limit_of *limits = ptl_alloc(s->runner.context, (size_t)n_limits, sizeof *limits);
  s->calls = 0;
  s->most_calls = evaluations;
  s->opt = nlopt_create(algorithm, (unsigned)d);
  ptl_status status = limits != NULL && s->opt != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) {
    double ignored;
    nlopt_set_min_objective(s->opt, objective, s);
    nlopt_set_lower_bounds1(s->opt, 0);
    nlopt_set_upper_bounds1(s->opt, 1);
    nlopt_set_maxeval(s->opt, (int)evaluations);
    nlopt_set_xtol_abs1(s->opt, s->fit->tolerance);
    nlopt_set_initial_step1(s->opt, 0.02);
    for (int i = 0; i < n_limits; i++) {
      limits[i] = (limit_of){s, i};
      nlopt_add_inequality_constraint(s->opt, limit, &limits[i], 0);
    }
    const nlopt_result result = nlopt_optimize(s->opt, u, &ignored);
    if (s->status != PTL_OK)
      status = s->status;
    else if (result < 0 && result != NLOPT_ROUNDOFF_LIMITED && result != NLOPT_FORCED_STOP)
      status = ptl_fail(s->runner.context, PTL_ERR_SIMULATION, PTL_E(0805) "the search failed: %s",
                        nlopt_result_to_string(result));
    s->out->has_settled = result == NLOPT_XTOL_REACHED || result == NLOPT_FTOL_REACHED ||
                          result == NLOPT_SUCCESS || result == NLOPT_ROUNDOFF_LIMITED;
  }
  if (s->opt != NULL) nlopt_destroy(s->opt);
  s->opt = NULL;
  ptl_free(s->runner.context, limits);
  return status;
}

static ptl_status find_best(search *s, double *u) {
  const ptl_fit *fit = s->fit;
  const int d = fit->study.design.n_factors, limited = fit->n_limits > 0;
  for (int i = 0; i < d; i++) u[i] = 0.5;
  ptl_status status =
      phase(s, limited ? NLOPT_GN_ORIG_DIRECT_L : NLOPT_GN_DIRECT_L, fit->evaluations / 2, u);
  if (status != PTL_OK) return status;
  if (!(s->best_objective < FAILED))
    return ptl_fail(s->runner.context, PTL_ERR_SIMULATION,
                    PTL_E(0805) "no set of numbers in these ranges can be run and obeys the constraints (%lld "
                    "tried)",
                    (long long)s->evaluations);
  memcpy(u, s->best, (size_t)d * sizeof *u);
  if (!limited && fit->objective < 0) {
    status = descend(s, fit->evaluations / 4, u);
    memcpy(u, s->best, (size_t)d * sizeof *u);
    if (status != PTL_OK || s->out->has_settled) return status;
  }
  const int64_t left = fit->evaluations - s->evaluations; /* none is no limit to NLopt */
  if (left > 0) status = phase(s, limited ? NLOPT_LN_COBYLA : NLOPT_LN_SBPLX, left, u);
  memcpy(u, s->best, (size_t)d * sizeof *u);
  return status;
}

static ptl_status check(ptl_context *context, const ptl_fit *fit) {
  if (fit->n_columns + fit->n_targets == 0 && fit->objective < 0)
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0805) "there is nothing to come near to: a fit needs a column of data, a target or a "
                    "measure that is to be least");
  if (fit->objective >= 0 && fit->n_columns + fit->n_targets > 0)
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0805) "either a measure is made least, or data and targets are fitted");
  if (fit->study.design.n_factors == 0)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0805) "nothing is varied: a fit needs a factor");
  for (int i = 0; i < fit->study.design.n_factors; i++) {
    const ptl_factor *f = &fit->study.design.factors[i];
    if (f->is_list || f->n_levels > 0 || f->distribution.kind > PTL_LOG_UNIFORM)
      return ptl_fail(context, PTL_ERR_INPUT,
                      PTL_E(0805) "the values of %s, '%s': a fit needs a range, LEAST:LARGEST",
                      f->path, f->text);
  }
  return fit->evaluations >= 4
             ? PTL_OK
             : ptl_fail(context, PTL_ERR_INPUT, PTL_E(0805) "a fit needs 4 evaluations or more");
}

/* ------------------------------------------------------------------ the result */

static ptl_status allocate(ptl_context *context, const ptl_fit *fit, ptl_fit_result *out) {
  const size_t d = (size_t)fit->study.design.n_factors;
  out->numbers = ptl_alloc(context, d, sizeof *out->numbers);
  out->errors = ptl_alloc(context, d, sizeof *out->errors);
  out->measures = ptl_alloc(context, (size_t)fit->study.measures.n, sizeof *out->measures);
  out->runs = ptl_alloc(context, (size_t)(fit->n_times * fit->n_columns), sizeof *out->runs);
  out->units = ptl_alloc(context, (size_t)fit->n_columns, sizeof *out->units);
  out->rms = ptl_alloc(context, (size_t)fit->n_columns, sizeof *out->rms);
  return out->numbers != NULL && out->errors != NULL && out->measures != NULL &&
                 out->runs != NULL && out->rms != NULL && out->units != NULL
             ? PTL_OK
             : PTL_ERR_MEMORY;
}

/* The run of the best numbers again: its residuals are what the errors are found from. */
static ptl_status find_errors(search *s, const double *u, double *errors) {
  if (s->fit->objective >= 0) return PTL_OK;
  const ptl_status status = ptl_fit_run_once(&s->runner, u);
  return status == PTL_OK ? ptl_fit_errors(&s->runner, u, errors) : status;
}

static ptl_status run(search *s) {
  ptl_context *context = s->runner.context;
  const size_t d = (size_t)s->fit->study.design.n_factors;
  double *u = ptl_alloc(context, d, sizeof *u);
  s->last = ptl_alloc(context, d, sizeof *s->last);
  s->best = ptl_alloc(context, d, sizeof *s->best);
  s->limits = ptl_alloc(context, (size_t)s->fit->n_limits, sizeof *s->limits);
  ptl_status status = u != NULL && s->last != NULL && s->best != NULL && s->limits != NULL
                          ? find_best(s, u)
                          : PTL_ERR_MEMORY;
  for (size_t i = 0; i < d; i++) s->out->errors[i] = NAN;
  if (status == PTL_OK) status = find_errors(s, u, s->out->errors);
  if (status == PTL_ERR_INTERRUPTED)
    status = ptl_fail(context, status, PTL_E(0002) "interrupted on request");
  s->out->evaluations = s->evaluations;
  s->out->failures = s->failures;
  ptl_free(context, u);
  ptl_free(context, s->last);
  ptl_free(context, s->best);
  ptl_free(context, s->limits);
  return status;
}

ptl_status ptl_fit_run(ptl_context *context, const ptl_fit *fit,
                       int (*progress)(void *user, int64_t evaluations, double best), void *user,
                       ptl_fit_result *out) {
  search s = {.fit = fit, .progress = progress, .user = user, .out = out, .best_objective = FAILED};
  *out = (ptl_fit_result){.at_edge = -1};
  ptl_status status = check(context, fit);
  if (status == PTL_OK) status = allocate(context, fit, out);
  if (status == PTL_OK) status = ptl_fit_runner_begin(context, fit, &s.runner);
  s.runner.progress = progress_within;
  s.runner.user = &s;
  if (status == PTL_OK) status = run(&s);
  if (s.runner.context != NULL) ptl_fit_runner_end(&s.runner);
  return status;
}
