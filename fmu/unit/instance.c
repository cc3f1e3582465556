/* instance.c: see fmu.h. */
#include "fmu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "exchange.h"
#include "file_read.h"
#include "instance_state.h"
#include "packed.h"
#include "resource.h"

/* ---------------------------------------------------------------- life */

/* A simulation that failed cannot go on. */
static ptl_status fail_run(ptl_fmu *fmu, const char *function, ptl_status status) {
  fmu->phase = PTL_FMU_FAILED;
  return ptl_fmu_fail(fmu, function, status);
}

void ptl_fmu_destroy(ptl_fmu *fmu) {
  if (fmu == NULL) return;
  if (fmu->context != NULL) {
    ptl_fmu_exchange_release(fmu);
    ptl_run_destroy(fmu->run);
    if (fmu->system != fmu->packed) ptl_system_destroy(fmu->system);
    ptl_system_destroy(fmu->packed);
    ptl_fmu_variables_release(fmu->context, &fmu->variables);
    ptl_mechanism_destroy(fmu->mechanism);
    ptl_context_destroy(fmu->context);
  }
  free(fmu->values);
  free(fmu->given);
  free(fmu->slopes);
  free(fmu->columns);
  free(fmu->intervals);
  free(fmu);
}

static void set_defaults(ptl_fmu *fmu) {
  const ptl_fmu_variables *v = &fmu->variables;
  for (int i = 0; i < v->n; i++) fmu->values[i] = v->items[i].start;
  memset(fmu->given, 0, (size_t)v->n);
  memset(fmu->slopes, 0, sizeof *fmu->slopes * (size_t)v->n);
  fmu->start = 0.0;
  fmu->tolerance = NAN;
  fmu->has_new_parameters = 0;
  fmu->phase = PTL_FMU_CREATED;
}

static ptl_status take_model(ptl_fmu *fmu, const char *path, const char *token, const char *bytes,
                             size_t size) {
  char expected[PTL_FMU_TOKEN];
  ptl_fmu_resource_token(bytes, size, expected);
  fmu->model = ptl_fmu_resource_hash(bytes, size);
  if (token == NULL || strcmp(token, expected) != 0)
    return ptl_fail(fmu->context, PTL_ERR_INPUT,
                    PTL_E(0901) "%s: error: the token '%.60s' is not that of this unit, %s", path,
                    token != NULL ? token : "", expected);
  const ptl_status status = ptl_unpack(fmu->context, path, bytes, size, &fmu->mechanism);
  return status == PTL_OK ? ptl_assemble(fmu->mechanism, &fmu->packed) : status;
}

static ptl_status load(ptl_fmu *fmu, const char *resources, const char *token) {
  char path[4096], *bytes;
  size_t size;
  if (snprintf(path, sizeof path, "%s/%s", resources, PTL_FMU_MODEL_FILE) >= (int)sizeof path)
    return ptl_fail(fmu->context, PTL_ERR_INPUT,
                    PTL_E(0901) "the path of the resources is too long");
  ptl_status status =
      ptl_file_read(fmu->context, path, "model", PTL_FMU_LARGEST_FILE, &bytes, &size);
  if (status == PTL_OK) status = take_model(fmu, path, token, bytes, size);
  ptl_free(fmu->context, bytes);
  return status;
}

static ptl_status make(ptl_fmu *fmu, const char *resources, const char *token) {
  ptl_status status = load(fmu, resources, token);
  if (status != PTL_OK) return status;
  fmu->system = fmu->packed;
  status = ptl_fmu_variables_make(fmu->context, fmu->mechanism, fmu->packed,
                                  fmu->environment.is_exchange, &fmu->variables);
  if (status != PTL_OK) return status;
  const ptl_sizes sizes = ptl_system_get_sizes(fmu->packed);
  const size_t n = (size_t)fmu->variables.n;
  fmu->values = calloc(n, sizeof *fmu->values);
  fmu->given = calloc(n, 1);
  fmu->slopes = calloc(n, sizeof *fmu->slopes);
  fmu->columns = calloc((size_t)sizes.n_columns + 1, sizeof *fmu->columns);
  fmu->intervals = calloc((size_t)sizes.n_gaps + 1, sizeof *fmu->intervals);
  if (fmu->values == NULL || fmu->given == NULL || fmu->slopes == NULL || fmu->columns == NULL ||
      fmu->intervals == NULL)
    return ptl_fail(fmu->context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
  set_defaults(fmu);
  return fmu->environment.is_exchange ? ptl_fmu_exchange_make(fmu) : PTL_OK;
}

ptl_fmu *ptl_fmu_create(const char *resources, const char *token,
                        const ptl_fmu_environment *environment) {
  ptl_fmu *fmu = calloc(1, sizeof *fmu);
  if (fmu != NULL) fmu->context = ptl_context_create(NULL);
  if (fmu == NULL || fmu->context == NULL) {
    ptl_fmu_write_log(environment, PTL_FMU_ERROR, "out of memory");
    ptl_fmu_destroy(fmu);
    return NULL;
  }
  fmu->environment = *environment;
  const ptl_status status = make(fmu, resources, token);
  if (status == PTL_OK) return fmu;
  ptl_fmu_fail(fmu, "instantiate", status);
  ptl_fmu_destroy(fmu);
  return NULL;
}

/* ---------------------------------------------------------------- the run */

/* "0.05 m": read back to the bit. */
static void write_setting(const ptl_fmu_variable *variable, double value, char *text, size_t size) {
  const int is_plain = strcmp(variable->unit, "1") == 0;
  snprintf(text, size, "%.17g%s%s", value, is_plain ? "" : " ", is_plain ? "" : variable->unit);
}

/* The packed system with the parameters that are given. */
static ptl_status vary(ptl_fmu *fmu, ptl_system **out) {
  enum { LONGEST = 400 };
  const ptl_fmu_variables *v = &fmu->variables;
  ptl_setting *settings = ptl_alloc(fmu->context, (size_t)v->n, sizeof *settings);
  char(*texts)[LONGEST] = ptl_alloc(fmu->context, (size_t)v->n, sizeof *texts);
  int n = 0;
  ptl_status status = settings != NULL && texts != NULL ? PTL_OK : PTL_ERR_MEMORY;
  for (int i = 0; i < v->n && status == PTL_OK; i++) {
    if (!fmu->given[i]) continue;
    write_setting(&v->items[i], fmu->values[i], texts[n], sizeof texts[n]);
    settings[n] = (ptl_setting){v->items[i].name, texts[n]};
    n++;
  }
  if (status == PTL_OK && n == 0)
    *out = fmu->packed;
  else if (status == PTL_OK)
    status = ptl_system_vary(fmu->context, fmu->packed, settings, n, out);
  ptl_free(fmu->context, settings);
  ptl_free(fmu->context, texts);
  return status;
}

static int pause_after_step(void *user, double fraction) {
  (void)user, (void)fraction;
  return PTL_PAUSE;
}

ptl_run_options ptl_fmu_options(const ptl_fmu *fmu) {
  ptl_run_options options = ptl_run_options_default();
  options.until_time = INFINITY;
  options.no_output = 1;
  options.rtol = fmu->tolerance;
  if (fmu->environment.returns_at_events)
    options.stop_at = 1u << PTL_EVENT_TOUCH | 1u << PTL_EVENT_PART;
  return options;
}

ptl_sink ptl_fmu_sink(const ptl_fmu *fmu) {
  return (ptl_sink){.progress = fmu->environment.update != NULL ? pause_after_step : NULL};
}

static ptl_status set_inputs(ptl_fmu *fmu) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < fmu->variables.n && status == PTL_OK; i++) {
    const ptl_fmu_variable *variable = &fmu->variables.items[i];
    if (variable->kind == PTL_FMU_INPUT)
      status = ptl_run_set_input(fmu->run, variable->index, fmu->values[i]);
  }
  return status;
}

static ptl_status make_run(ptl_fmu *fmu) {
  const ptl_run_options options = ptl_fmu_options(fmu);
  const ptl_sink sink = ptl_fmu_sink(fmu);
  const ptl_status status = ptl_run_create(fmu->context, fmu->system, &options, &sink, &fmu->run);
  return status == PTL_OK ? set_inputs(fmu) : status;
}

void ptl_fmu_drop_run(ptl_fmu *fmu) {
  ptl_run_destroy(fmu->run);
  fmu->run = NULL;
  fmu->columns_are_current = 0;
}

ptl_status ptl_fmu_take_parameters(ptl_fmu *fmu) {
  ptl_system *former = fmu->system, *other = NULL;
  ptl_status status = vary(fmu, &other);
  if (status != PTL_OK) return status;
  const int is_started = fmu->phase == PTL_FMU_STEPPING || fmu->phase == PTL_FMU_EVENT;
  if (!is_started) ptl_fmu_drop_run(fmu);
  if (fmu->run != NULL && !fmu->environment.is_exchange)
    status = ptl_run_set_system(fmu->run, other, NULL);
  if (status != PTL_OK) {
    if (other != fmu->packed) ptl_system_destroy(other);
    return status;
  }
  fmu->system = other;
  fmu->has_new_parameters = 0;
  fmu->columns_are_current = 0;
  if (fmu->environment.is_exchange) status = ptl_fmu_exchange_make(fmu);
  if (former != fmu->packed && former != other) ptl_system_destroy(former);
  return status;
}

ptl_status ptl_fmu_need_run(ptl_fmu *fmu, const char *function) {
  ptl_status status = fmu->has_new_parameters ? ptl_fmu_take_parameters(fmu) : PTL_OK;
  if (status == PTL_OK && fmu->run == NULL && !fmu->environment.is_exchange) status = make_run(fmu);
  return status == PTL_OK ? status : ptl_fmu_fail(fmu, function, status);
}

ptl_status ptl_fmu_setup(ptl_fmu *fmu, double tolerance, double start) {
  if (!isfinite(start)) return ptl_fmu_refuse(fmu, "start time", "is not finite");
  if (!isnan(tolerance) && !(tolerance > 0.0 && tolerance < 0.1))
    return ptl_fmu_refuse(fmu, "tolerance", "must lie between 0 and 0.1");
  fmu->start = start;
  fmu->tolerance = tolerance;
  ptl_fmu_drop_run(fmu);
  return PTL_OK;
}

ptl_status ptl_fmu_initialise(ptl_fmu *fmu) {
  const ptl_status status = ptl_fmu_need_run(fmu, "exit initialization mode");
  if (status == PTL_OK) fmu->phase = PTL_FMU_STEPPING;
  return status;
}

ptl_status ptl_fmu_reset(ptl_fmu *fmu) {
  ptl_fmu_drop_run(fmu);
  if (fmu->system != fmu->packed) ptl_system_destroy(fmu->system);
  fmu->system = fmu->packed;
  memset(fmu->intervals, 0,
         sizeof *fmu->intervals * (size_t)ptl_system_get_sizes(fmu->packed).n_gaps);
  set_defaults(fmu);
  if (!fmu->environment.is_exchange) return PTL_OK;
  const ptl_status status = ptl_fmu_exchange_make(fmu);
  return status == PTL_OK ? status : ptl_fmu_fail(fmu, "reset", status);
}

/* ---------------------------------------------------------------- values */

static ptl_status find(ptl_fmu *fmu, unsigned reference, const char *function,
                       const ptl_fmu_variable **out) {
  *out = NULL;
  if (reference >= (unsigned)fmu->variables.n)
    return ptl_fmu_fail(
        fmu, function,
        ptl_fail(fmu->context, PTL_ERR_USAGE, PTL_E(0901) "there is no variable %u", reference));
  *out = &fmu->variables.items[reference];
  return PTL_OK;
}

static ptl_status refuse_variable(ptl_fmu *fmu, const char *function,
                                  const ptl_fmu_variable *variable, const char *why) {
  return ptl_fmu_fail(
      fmu, function,
      ptl_fail(fmu->context, PTL_ERR_USAGE, PTL_E(0901) "variable '%s' %s", variable->name, why));
}

static ptl_status read_columns(ptl_fmu *fmu, const char *function) {
  if (fmu->columns_are_current) return PTL_OK;
  ptl_status status = ptl_fmu_need_run(fmu, function);
  if (status != PTL_OK) return status;
  status = ptl_run_get_columns(fmu->run, fmu->columns);
  if (status != PTL_OK) return ptl_fmu_fail(fmu, function, status);
  fmu->columns_are_current = 1;
  return PTL_OK;
}

static ptl_status read_exchange(ptl_fmu *fmu, const ptl_fmu_variable *variable, double *value,
                                const char *function) {
  const ptl_fmu_exchange *x = &fmu->exchange;
  if (variable->kind == PTL_FMU_STATE) {
    *value = x->x[variable->index];
    return PTL_OK;
  }
  const double *list = variable->kind == PTL_FMU_DERIVATIVE  ? x->dx
                       : variable->kind == PTL_FMU_INDICATOR ? x->depth
                                                             : x->force;
  ptl_status status = ptl_fmu_need_run(fmu, function);
  if (status == PTL_OK) status = ptl_fmu_exchange_need_values(fmu, function);
  if (status == PTL_OK) *value = list[variable->index];
  return status;
}

static ptl_status read_one(ptl_fmu *fmu, unsigned reference, double *value, const char *function) {
  const ptl_fmu_variable *variable = &fmu->variables.items[reference];
  const ptl_gap_interval *interval = &fmu->intervals[variable->index];
  ptl_status status = PTL_OK;
  switch (variable->kind) {
    case PTL_FMU_TIME:
      *value = fmu->environment.is_exchange ? fmu->exchange.time
               : fmu->run != NULL           ? fmu->start + ptl_run_get_time(fmu->run)
                                            : fmu->start;
      break;
    case PTL_FMU_INPUT:
    case PTL_FMU_PARAMETER:
      *value = fmu->values[reference];
      break;
    case PTL_FMU_OUTPUT:
      status = read_columns(fmu, function);
      *value = fmu->columns[variable->index];
      break;
    case PTL_FMU_PEAK_FORCE:
      *value = interval->peak_force;
      break;
    case PTL_FMU_PEAK_TIME:
      *value = interval->peak_force > 0.0 ? fmu->start + interval->peak_time : fmu->start;
      break;
    case PTL_FMU_IMPULSE:
      *value = interval->impulse;
      break;
    case PTL_FMU_TOUCHES:
      *value = (double)interval->touches;
      break;
    case PTL_FMU_STATE:
    case PTL_FMU_DERIVATIVE:
    case PTL_FMU_INDICATOR:
    case PTL_FMU_FORCE:
      status = read_exchange(fmu, variable, value, function);
  }
  return status;
}

ptl_status ptl_fmu_get(ptl_fmu *fmu, const unsigned *references, size_t n, int is_integer,
                       double *values, const char *function) {
  const ptl_fmu_variable *variable = NULL;
  ptl_status status = PTL_OK;
  for (size_t i = 0; i < n && status == PTL_OK; i++) {
    status = find(fmu, references[i], function, &variable);
    if (status == PTL_OK && (variable->kind == PTL_FMU_TOUCHES) != is_integer)
      status = refuse_variable(fmu, function, variable, "is of another type");
    if (status == PTL_OK) status = read_one(fmu, references[i], &values[i], function);
  }
  return status;
}

static ptl_status set_parameter(ptl_fmu *fmu, unsigned reference, double value) {
  if (value == fmu->values[reference]) return PTL_OK;
  fmu->values[reference] = value;
  fmu->given[reference] = value != fmu->variables.items[reference].start;
  fmu->has_new_parameters = 1;
  return PTL_OK;
}

static ptl_status set_input(ptl_fmu *fmu, unsigned reference, double value, const char *function) {
  if (value == fmu->values[reference]) return PTL_OK;
  fmu->values[reference] = value;
  fmu->columns_are_current = 0;
  fmu->exchange.is_current = 0;
  if (fmu->run == NULL) return PTL_OK;
  const ptl_status status =
      ptl_run_set_input(fmu->run, fmu->variables.items[reference].index, value);
  return status == PTL_OK ? status : ptl_fmu_fail(fmu, function, status);
}

static ptl_status set_one(ptl_fmu *fmu, unsigned reference, double value, const char *function) {
  const ptl_fmu_variable *variable = NULL;
  const ptl_status status = find(fmu, reference, function, &variable);
  if (status != PTL_OK) return status;
  if (!isfinite(value)) return refuse_variable(fmu, function, variable, "is given no finite value");
  if (variable->kind == PTL_FMU_INPUT) return set_input(fmu, reference, value, function);
  if (variable->kind == PTL_FMU_PARAMETER) return set_parameter(fmu, reference, value);
  return refuse_variable(fmu, function, variable, "is no input and no parameter");
}

ptl_status ptl_fmu_set(ptl_fmu *fmu, const unsigned *references, size_t n, const double *values,
                       const char *function) {
  ptl_status status = PTL_OK;
  for (size_t i = 0; i < n && status == PTL_OK; i++)
    status = set_one(fmu, references[i], values[i], function);
  return status;
}

ptl_status ptl_fmu_set_slope(ptl_fmu *fmu, unsigned reference, double slope, const char *function) {
  const ptl_fmu_variable *variable = NULL;
  const ptl_status status = find(fmu, reference, function, &variable);
  if (status != PTL_OK) return status;
  if (variable->kind != PTL_FMU_INPUT || !isfinite(slope))
    return refuse_variable(fmu, function, variable, "has no derivative that could be set");
  fmu->slopes[reference] = slope;
  return PTL_OK;
}

/* ---------------------------------------------------------------- stepping */

static ptl_status ramp_inputs(ptl_fmu *fmu, double until) {
  const double now = ptl_run_get_time(fmu->run);
  ptl_status status = PTL_OK;
  for (int i = 0; i < fmu->variables.n && status == PTL_OK; i++) {
    if (fmu->slopes[i] == 0.0 || !(until > now)) continue;
    fmu->values[i] += fmu->slopes[i] * (until - now);
    fmu->slopes[i] = 0.0;
    status = ptl_run_ramp_input(fmu->run, fmu->variables.items[i].index, fmu->values[i], until);
  }
  return status;
}

static ptl_status take_intervals(ptl_fmu *fmu) {
  const int n = ptl_system_get_sizes(fmu->system).n_gaps;
  ptl_status status = PTL_OK;
  for (int g = 0; g < n && status == PTL_OK; g++)
    status = ptl_run_take_gap(fmu->run, g, &fmu->intervals[g]);
  return status;
}

static int is_over(ptl_run_reason reason) {
  return reason == PTL_RUN_AT_END || reason == PTL_RUN_AT_STOP;
}

/* Up to *target, which comes back earlier where the importer asks for it. */
static ptl_status advance(ptl_fmu *fmu, double *target, ptl_run_reason *reason) {
  ptl_status status = PTL_OK;
  *reason = PTL_RUN_AT_TIME;
  while (status == PTL_OK && ptl_run_get_time(fmu->run) < *target) {
    status = ptl_run_advance(fmu->run, *target, reason);
    fmu->columns_are_current = 0;
    if (status != PTL_OK || *reason == PTL_RUN_AT_EVENT || is_over(*reason)) break;
    if (fmu->environment.update == NULL) continue;
    const double now = ptl_run_get_time(fmu->run);
    double until = INFINITY;
    if (fmu->environment.update(fmu->environment.user, fmu->start + now, &until))
      *target = fmin(*target, fmax(until - fmu->start, now));
  }
  return status;
}

ptl_status ptl_fmu_step(ptl_fmu *fmu, double time, double step, ptl_fmu_outcome *out,
                        const char *function) {
  ptl_run_reason reason;
  *out = (ptl_fmu_outcome){.time = time};
  ptl_status status = ptl_fmu_need_run(fmu, function);
  if (status != PTL_OK) return status;
  const double now = ptl_run_get_time(fmu->run), given = time - fmu->start;
  const double rounding = 1e-9 * fabs(step) + 1e-14 * (fabs(time) + fabs(fmu->start));
  if (!(step >= 0.0 && isfinite(step)))
    return ptl_fmu_refuse(fmu, function, "the step must be finite and not below 0");
  if (!(fabs(given - now) <= rounding))
    return ptl_fmu_fail(
        fmu, function,
        ptl_fail(fmu->context, PTL_ERR_USAGE,
                 PTL_E(0901) "a step from t = %.17g s was asked for, but the instance is at "
                             "t = %.17g s",
                 time, fmu->start + now));
  double target = fmax(given + step, now);
  const double asked = target;
  status = ramp_inputs(fmu, target);
  if (status == PTL_OK) status = advance(fmu, &target, &reason);
  if (status == PTL_OK) status = take_intervals(fmu);
  out->time = fmu->start + ptl_run_get_time(fmu->run);
  if (status != PTL_OK) return fail_run(fmu, function, status);
  out->is_early = ptl_run_get_time(fmu->run) < asked;
  out->is_event = reason == PTL_RUN_AT_EVENT;
  out->has_ended = is_over(reason);
  if (!out->is_early) out->time = time + step;
  return PTL_OK;
}
