/* fmi3.c: the functions of the Functional Mock-up Interface 3.0, on instances of fmu.h. */
#include "fmi3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmu.h"

typedef struct unit { /* an instance */
  ptl_fmu *fmu;
  fmi3InstanceEnvironment environment;
  fmi3LogMessageCallback log;
  fmi3IntermediateUpdateCallback update;
  int logs, has_event_mode, may_return_early;
} unit;

static fmi3Status status_of(ptl_status status) {
  return status == PTL_OK ? fmi3OK : fmi3Error;
}

/* The instance, where its phase allows the function; else NULL, and it has been logged. */
static ptl_fmu *enter(fmi3Instance instance, unsigned phases, const char *function) {
  unit *u = instance;
  if (u == NULL) return NULL;
  return ptl_fmu_check_phase(u->fmu, phases, function) == PTL_OK ? u->fmu : NULL;
}

static void write_log(void *user, ptl_fmu_severity severity, const char *message) {
  static const fmi3Status statuses[] = {fmi3OK, fmi3Warning, fmi3Error};
  const unit *u = user;
  if (u->log == NULL || !u->logs) return;
  u->log(u->environment, statuses[severity],
         severity == PTL_FMU_ERROR ? "logStatusError" : "logStatusWarning", message);
}

/* After every step within a communication step. */
static int call_update(void *user, double time, double *until) {
  const unit *u = user;
  fmi3Boolean returns = false;
  fmi3Float64 at = time;
  u->update(u->environment, time, false, true, true, u->may_return_early, &returns, &at);
  if (!returns || !u->may_return_early) return 0;
  *until = at;
  return 1;
}

/* ---------------------------------------------------------------- life */

const char *fmi3GetVersion(void) {
  return "3.0";
}

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t n,
                               const fmi3String categories[]) {
  (void)n, (void)categories;
  if (enter(instance, PTL_FMU_ANY, "fmi3SetDebugLogging") == NULL) return fmi3Error;
  ((unit *)instance)->logs = on;
  return fmi3OK;
}

static fmi3Instance instantiate(unit values, fmi3String token, fmi3String resources,
                                int is_exchange) {
  unit *u = malloc(sizeof *u);
  if (u == NULL) return NULL;
  *u = values;
  u->logs = 1; /* errors of instantiation are always told */
  const ptl_fmu_environment environment = {
      .log = write_log,
      .update = u->update != NULL ? call_update : NULL,
      .user = u,
      .returns_at_events = u->has_event_mode && u->may_return_early,
      .is_exchange = is_exchange};
  if (resources == NULL)
    write_log(u, PTL_FMU_ERROR, "the path of the resources is missing");
  else
    u->fmu = ptl_fmu_create(resources, token, &environment);
  if (u->fmu != NULL) return u;
  free(u);
  return NULL;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logging,
                                          fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback log) {
  (void)name, (void)visible, (void)logging;
  return instantiate((unit){.environment = environment, .log = log}, token, resources, 1);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logging,
                                         fmi3Boolean event_mode, fmi3Boolean early_return,
                                         const fmi3ValueReference intermediate[],
                                         size_t n_intermediate, fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update) {
  (void)name, (void)visible, (void)logging, (void)intermediate, (void)n_intermediate;
  const unit values = {.environment = environment,
                       .log = log,
                       .update = update,
                       .has_event_mode = event_mode,
                       .may_return_early = early_return};
  return instantiate(values, token, resources, 0);
}

fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
    fmi3ClockUpdateCallback update, fmi3LockPreemptionCallback lock,
    fmi3UnlockPreemptionCallback unlock) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)update;
  (void)lock, (void)unlock;
  if (log != NULL)
    log(environment, fmi3Error, "logStatusError", "there is no scheduled execution in this unit");
  return NULL;
}

void fmi3FreeInstance(fmi3Instance instance) {
  unit *u = instance;
  if (u == NULL) return;
  ptl_fmu_destroy(u->fmu);
  free(u);
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean has_tolerance,
                                       fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean has_stop, fmi3Float64 stop) {
  (void)has_stop, (void)stop;
  ptl_fmu *fmu = enter(instance, PTL_FMU_CREATED, "fmi3EnterInitializationMode");
  if (fmu == NULL || ptl_fmu_setup(fmu, has_tolerance ? tolerance : NAN, start) != PTL_OK)
    return fmi3Error;
  ptl_fmu_set_phase(fmu, PTL_FMU_INITIALISING);
  return fmi3OK;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
  ptl_fmu *fmu = enter(instance, PTL_FMU_INITIALISING, "fmi3ExitInitializationMode");
  if (fmu == NULL || ptl_fmu_initialise(fmu) != PTL_OK) return fmi3Error;
  if (((unit *)instance)->has_event_mode) ptl_fmu_set_phase(fmu, PTL_FMU_EVENT);
  return fmi3OK;
}

static fmi3Status change_phase(fmi3Instance instance, unsigned from, ptl_fmu_phase to,
                               const char *function) {
  ptl_fmu *fmu = enter(instance, from, function);
  if (fmu == NULL) return fmi3Error;
  ptl_fmu_set_phase(fmu, to);
  return fmi3OK;
}

fmi3Status fmi3EnterEventMode(fmi3Instance instance) {
  return change_phase(instance, PTL_FMU_STEPPING, PTL_FMU_EVENT, "fmi3EnterEventMode");
}

fmi3Status fmi3EnterStepMode(fmi3Instance instance) {
  return change_phase(instance, PTL_FMU_EVENT, PTL_FMU_STEPPING, "fmi3EnterStepMode");
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance) {
  return change_phase(instance, PTL_FMU_RUNNING, PTL_FMU_STEPPING, "fmi3EnterContinuousTimeMode");
}

fmi3Status fmi3Terminate(fmi3Instance instance) {
  return change_phase(instance, PTL_FMU_RUNNING, PTL_FMU_ENDED, "fmi3Terminate");
}

fmi3Status fmi3Reset(fmi3Instance instance) {
  ptl_fmu *fmu = enter(instance, PTL_FMU_ANY, "fmi3Reset");
  return fmu != NULL ? status_of(ptl_fmu_reset(fmu)) : fmi3Error;
}

/* What no unit has. */
static fmi3Status none(fmi3Instance instance, size_t n, const char *function) {
  ptl_fmu *fmu = enter(instance, PTL_FMU_ANY, function);
  if (fmu == NULL) return fmi3Error;
  return n == 0 ? fmi3OK : status_of(ptl_fmu_refuse(fmu, function, "this unit has nothing of it"));
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance) {
  return none(instance, 1, "fmi3EnterConfigurationMode");
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance) {
  return none(instance, 1, "fmi3ExitConfigurationMode");
}

/* ---------------------------------------------------------------- values */

static fmi3Status check_sizes(fmi3Instance instance, size_t n, size_t n_values,
                              const char *function) {
  if (n == n_values) return fmi3OK;
  ptl_fmu_refuse(((unit *)instance)->fmu, function, "all variables are scalars");
  return fmi3Error;
}

fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                          fmi3Float64 values[], size_t n_values) {
  ptl_fmu *fmu = enter(instance, PTL_FMU_READABLE, "fmi3GetFloat64");
  if (fmu == NULL || check_sizes(instance, n, n_values, "fmi3GetFloat64") != fmi3OK)
    return fmi3Error;
  return status_of(ptl_fmu_get(fmu, vr, n, 0, values, "fmi3GetFloat64"));
}

fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                          const fmi3Float64 values[], size_t n_values) {
  ptl_fmu *fmu =
      enter(instance, PTL_FMU_CREATED | PTL_FMU_INITIALISING | PTL_FMU_RUNNING, "fmi3SetFloat64");
  if (fmu == NULL || check_sizes(instance, n, n_values, "fmi3SetFloat64") != fmi3OK)
    return fmi3Error;
  return status_of(ptl_fmu_set(fmu, vr, n, values, "fmi3SetFloat64"));
}

fmi3Status fmi3GetInt64(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                        fmi3Int64 values[], size_t n_values) {
  ptl_fmu *fmu = enter(instance, PTL_FMU_READABLE, "fmi3GetInt64");
  ptl_status status = fmu != NULL ? PTL_OK : PTL_ERR_USAGE;
  if (fmu != NULL && check_sizes(instance, n, n_values, "fmi3GetInt64") != fmi3OK) return fmi3Error;
  for (size_t i = 0; i < n && status == PTL_OK; i++) {
    double number = 0.0;
    status = ptl_fmu_get(fmu, &vr[i], 1, 1, &number, "fmi3GetInt64");
    values[i] = (fmi3Int64)number;
  }
  return status_of(status);
}

fmi3Status fmi3SetInt64(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                        const fmi3Int64 values[], size_t n_values) {
  (void)vr, (void)values, (void)n_values;
  return none(instance, n, "fmi3SetInt64");
}

/* Types that no variable has. */
#define NO_TYPE(type)                                                                      \
  fmi3Status fmi3Get##type(fmi3Instance instance, const fmi3ValueReference vr[], size_t n, \
                           fmi3##type values[], size_t n_values) {                         \
    (void)vr, (void)values, (void)n_values;                                                \
    return none(instance, n, "fmi3Get" #type);                                             \
  }                                                                                        \
  fmi3Status fmi3Set##type(fmi3Instance instance, const fmi3ValueReference vr[], size_t n, \
                           const fmi3##type values[], size_t n_values) {                   \
    (void)vr, (void)values, (void)n_values;                                                \
    return none(instance, n, "fmi3Set" #type);                                             \
  }
NO_TYPE(Float32)
NO_TYPE(Int8)
NO_TYPE(UInt8)
NO_TYPE(Int16)
NO_TYPE(UInt16)
NO_TYPE(Int32)
NO_TYPE(UInt32)
NO_TYPE(UInt64)
NO_TYPE(Boolean)
NO_TYPE(String)

fmi3Status fmi3GetBinary(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                         size_t sizes[], fmi3Binary values[], size_t n_values) {
  (void)vr, (void)sizes, (void)values, (void)n_values;
  return none(instance, n, "fmi3GetBinary");
}

fmi3Status fmi3SetBinary(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                         const size_t sizes[], const fmi3Binary values[], size_t n_values) {
  (void)vr, (void)sizes, (void)values, (void)n_values;
  return none(instance, n, "fmi3SetBinary");
}

fmi3Status fmi3GetClock(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                        fmi3Clock values[]) {
  (void)vr, (void)values;
  return none(instance, n, "fmi3GetClock");
}

fmi3Status fmi3SetClock(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                        const fmi3Clock values[]) {
  (void)vr, (void)values;
  return none(instance, n, "fmi3SetClock");
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference vr,
                                               size_t *n) {
  (void)vr, (void)n;
  return none(instance, 1, "fmi3GetNumberOfVariableDependencies");
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference dependent,
                                       size_t elements[], fmi3ValueReference independents[],
                                       size_t independent_elements[], fmi3DependencyKind kinds[],
                                       size_t n) {
  (void)dependent, (void)elements, (void)independents, (void)independent_elements, (void)kinds;
  (void)n;
  return none(instance, 1, "fmi3GetVariableDependencies");
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[],
                                        size_t n_unknowns, const fmi3ValueReference knowns[],
                                        size_t n_knowns, const fmi3Float64 seed[], size_t n_seed,
                                        fmi3Float64 values[], size_t n_values) {
  (void)unknowns, (void)n_unknowns, (void)knowns, (void)n_knowns, (void)seed, (void)n_seed;
  (void)values, (void)n_values;
  return none(instance, 1, "fmi3GetDirectionalDerivative");
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[],
                                    size_t n_unknowns, const fmi3ValueReference knowns[],
                                    size_t n_knowns, const fmi3Float64 seed[], size_t n_seed,
                                    fmi3Float64 values[], size_t n_values) {
  (void)unknowns, (void)n_unknowns, (void)knowns, (void)n_knowns, (void)seed, (void)n_seed;
  (void)values, (void)n_values;
  return none(instance, 1, "fmi3GetAdjointDerivative");
}

/* ---------------------------------------------------------------- states */

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *state) {
  ptl_fmu *fmu = enter(instance, PTL_FMU_ANY & ~(unsigned)PTL_FMU_FAILED, "fmi3GetFMUState");
  ptl_fmu_saved *saved = *state;
  if (fmu == NULL || ptl_fmu_save(fmu, &saved) != PTL_OK) return fmi3Error;
  *state = saved;
  return fmi3OK;
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state) {
  ptl_fmu *fmu = enter(instance, PTL_FMU_ANY, "fmi3SetFMUState");
  return fmu != NULL ? status_of(ptl_fmu_restore(fmu, state)) : fmi3Error;
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *state) {
  if (enter(instance, PTL_FMU_ANY, "fmi3FreeFMUState") == NULL) return fmi3Error;
  if (state != NULL) ptl_fmu_saved_destroy(*state);
  if (state != NULL) *state = NULL;
  return fmi3OK;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state, size_t *size) {
  static const char function[] = "fmi3SerializedFMUStateSize";
  ptl_fmu *fmu = enter(instance, PTL_FMU_ANY, function);
  return fmu != NULL ? status_of(ptl_fmu_saved_size(fmu, state, size, function)) : fmi3Error;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[],
                                 size_t size) {
  static const char function[] = "fmi3SerializeFMUState";
  ptl_fmu *fmu = enter(instance, PTL_FMU_ANY, function);
  return fmu != NULL ? status_of(ptl_fmu_saved_write(fmu, state, bytes, size, function))
                     : fmi3Error;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState *state) {
  static const char function[] = "fmi3DeserializeFMUState";
  ptl_fmu *fmu = enter(instance, PTL_FMU_ANY, function);
  ptl_fmu_saved *saved = NULL;
  if (fmu == NULL || ptl_fmu_saved_read(fmu, bytes, size, &saved, function) != PTL_OK)
    return fmi3Error;
  *state = saved;
  return fmi3OK;
}

/* ---------------------------------------------------------------- clocks */

fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                  fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[]) {
  (void)vr, (void)intervals, (void)qualifiers;
  return none(instance, n, "fmi3GetIntervalDecimal");
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                   fmi3UInt64 counters[], fmi3UInt64 resolutions[],
                                   fmi3IntervalQualifier qualifiers[]) {
  (void)vr, (void)counters, (void)resolutions, (void)qualifiers;
  return none(instance, n, "fmi3GetIntervalFraction");
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                               fmi3Float64 shifts[]) {
  (void)vr, (void)shifts;
  return none(instance, n, "fmi3GetShiftDecimal");
}

fmi3Status fmi3GetShiftFraction(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                fmi3UInt64 counters[], fmi3UInt64 resolutions[]) {
  (void)vr, (void)counters, (void)resolutions;
  return none(instance, n, "fmi3GetShiftFraction");
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                  const fmi3Float64 intervals[]) {
  (void)vr, (void)intervals;
  return none(instance, n, "fmi3SetIntervalDecimal");
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                   const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]) {
  (void)vr, (void)counters, (void)resolutions;
  return none(instance, n, "fmi3SetIntervalFraction");
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                               const fmi3Float64 shifts[]) {
  (void)vr, (void)shifts;
  return none(instance, n, "fmi3SetShiftDecimal");
}

fmi3Status fmi3SetShiftFraction(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]) {
  (void)vr, (void)counters, (void)resolutions;
  return none(instance, n, "fmi3SetShiftFraction");
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference clock,
                                      fmi3Float64 time) {
  (void)clock, (void)time;
  return none(instance, 1, "fmi3ActivateModelPartition");
}

/* ---------------------------------------------------------------- events and model exchange */

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance) {
  return enter(instance, PTL_FMU_INITIALISING | PTL_FMU_EVENT, "fmi3EvaluateDiscreteStates") != NULL
             ? fmi3OK
             : fmi3Error;
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean *need_update,
                                    fmi3Boolean *terminate, fmi3Boolean *nominals_changed,
                                    fmi3Boolean *values_changed, fmi3Boolean *next_defined,
                                    fmi3Float64 *next_time) {
  ptl_fmu *fmu = enter(instance, PTL_FMU_RUNNING, "fmi3UpdateDiscreteStates");
  int has_moved = 0;
  if (fmu == NULL) return fmi3Error;
  if (ptl_fmu_is_exchange(fmu) && ptl_fmu_handle_event(fmu, &has_moved) != PTL_OK) return fmi3Error;
  *need_update = *terminate = *nominals_changed = *next_defined = false;
  *values_changed = has_moved != 0;
  *next_time = 0.0;
  return fmi3OK;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean no_return,
                                       fmi3Boolean *enter_event_mode, fmi3Boolean *terminate) {
  ptl_fmu *fmu = enter(instance, PTL_FMU_STEPPING, "fmi3CompletedIntegratorStep");
  int is_due = 0;
  (void)no_return;
  if (fmu == NULL || ptl_fmu_is_event_due(fmu, &is_due) != PTL_OK) return fmi3Error;
  *enter_event_mode = is_due != 0;
  *terminate = false;
  return fmi3OK;
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time) {
  ptl_fmu *fmu = enter(instance, PTL_FMU_RUNNING, "fmi3SetTime");
  return fmu != NULL ? status_of(ptl_fmu_set_time(fmu, time)) : fmi3Error;
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 x[], size_t n) {
  static const char function[] = "fmi3SetContinuousStates";
  ptl_fmu *fmu = enter(instance, PTL_FMU_RUNNING, function);
  return fmu != NULL ? status_of(ptl_fmu_set_states(fmu, x, n, function)) : fmi3Error;
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 dx[], size_t n) {
  static const char function[] = "fmi3GetContinuousStateDerivatives";
  ptl_fmu *fmu = enter(instance, PTL_FMU_READABLE, function);
  return fmu != NULL ? status_of(ptl_fmu_get_derivatives(fmu, dx, n, function)) : fmi3Error;
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 z[], size_t n) {
  static const char function[] = "fmi3GetEventIndicators";
  ptl_fmu *fmu = enter(instance, PTL_FMU_READABLE, function);
  return fmu != NULL ? status_of(ptl_fmu_get_indicators(fmu, z, n, function)) : fmi3Error;
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 x[], size_t n) {
  static const char function[] = "fmi3GetContinuousStates";
  ptl_fmu *fmu = enter(instance, PTL_FMU_READABLE, function);
  return fmu != NULL ? status_of(ptl_fmu_get_states(fmu, x, n, function)) : fmi3Error;
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 x[], size_t n) {
  if (enter(instance, PTL_FMU_READABLE, "fmi3GetNominalsOfContinuousStates") == NULL)
    return fmi3Error;
  for (size_t i = 0; i < n; i++) x[i] = 1.0;
  return fmi3OK;
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *n) {
  const unit *u = instance;
  if (u == NULL) return fmi3Error;
  *n = (size_t)ptl_fmu_get_variables(u->fmu)->n_indicators;
  return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t *n) {
  const unit *u = instance;
  if (u == NULL) return fmi3Error;
  *n = (size_t)ptl_fmu_get_variables(u->fmu)->n_states;
  return fmi3OK;
}

/* ---------------------------------------------------------------- co-simulation */

fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                    const fmi3Int32 orders[], fmi3Float64 values[],
                                    size_t n_values) {
  (void)vr, (void)orders, (void)values, (void)n_values;
  return none(instance, n, "fmi3GetOutputDerivatives");
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 time, fmi3Float64 step,
                      fmi3Boolean no_return, fmi3Boolean *needs_event, fmi3Boolean *terminate,
                      fmi3Boolean *early, fmi3Float64 *last_time) {
  ptl_fmu *fmu = enter(instance, PTL_FMU_STEPPING, "fmi3DoStep");
  ptl_fmu_outcome outcome;
  (void)no_return;
  *needs_event = *terminate = *early = false;
  *last_time = time;
  if (fmu == NULL) return fmi3Error;
  const ptl_status status = ptl_fmu_step(fmu, time, step, &outcome, "fmi3DoStep");
  *last_time = outcome.time;
  if (status != PTL_OK) return fmi3Error;
  *needs_event = outcome.is_event != 0;
  *terminate = outcome.has_ended != 0;
  *early = outcome.is_early != 0;
  return fmi3OK;
}
