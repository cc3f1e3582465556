/* fmi2.c: the functions of the Functional Mock-up Interface 2.0, on instances of fmu.h. */
#include "fmi2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmu.h"
#include "resource_path.h"

typedef struct unit { /* a component */
  ptl_fmu *fmu;
  const fmi2CallbackFunctions *functions;
  char *name;
  int logs, wants_end; /* to end: the last step has met a condition of the model's run */
  double last_time;
} unit;

static fmi2Status status_of(ptl_status status) {
  return status == PTL_OK ? fmi2OK : fmi2Error;
}

/* The instance, where its phase allows the function; else NULL, and it has been logged. */
static ptl_fmu *enter(fmi2Component c, unsigned phases, const char *function) {
  unit *u = c;
  if (u == NULL) return NULL;
  return ptl_fmu_check_phase(u->fmu, phases, function) == PTL_OK ? u->fmu : NULL;
}

static void write_log(void *user, ptl_fmu_severity severity, const char *message) {
  static const fmi2Status statuses[] = {fmi2OK, fmi2Warning, fmi2Error};
  const unit *u = user;
  if (u->functions == NULL || u->functions->logger == NULL || !u->logs) return;
  u->functions->logger(u->functions->componentEnvironment, u->name, statuses[severity],
                       severity == PTL_FMU_ERROR ? "logStatusError" : "logStatusWarning", "%s",
                       message);
}

/* ---------------------------------------------------------------- life */

const char *fmi2GetTypesPlatform(void) {
  return "default";
}

const char *fmi2GetVersion(void) {
  return "2.0";
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n,
                               const fmi2String categories[]) {
  (void)n, (void)categories;
  if (enter(c, PTL_FMU_ANY, "fmi2SetDebugLogging") == NULL) return fmi2Error;
  ((unit *)c)->logs = on != 0;
  return fmi2OK;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible,
                              fmi2Boolean logging) {
  (void)visible, (void)logging;
  unit *u = calloc(1, sizeof *u);
  char *folder = ptl_fmu_resource_folder(resources);
  if (u != NULL) {
    u->functions = functions;
    u->logs = 1; /* errors of instantiation are always told */
    u->name = strdup(name != NULL ? name : "");
    const ptl_fmu_environment environment = {
        .log = write_log, .user = u, .is_exchange = type == fmi2ModelExchange};
    if (folder == NULL)
      write_log(u, PTL_FMU_ERROR, "fmi2Instantiate: the location of the resources is no file URI");
    else if (u->name != NULL)
      u->fmu = ptl_fmu_create(folder, guid, &environment);
  }
  free(folder);
  if (u != NULL && u->fmu == NULL) {
    free(u->name);
    free(u);
    u = NULL;
  }
  return u;
}

void fmi2FreeInstance(fmi2Component c) {
  unit *u = c;
  if (u == NULL) return;
  ptl_fmu_destroy(u->fmu);
  free(u->name);
  free(u);
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean has_stop, fmi2Real stop) {
  (void)has_stop, (void)stop;
  ptl_fmu *fmu = enter(c, PTL_FMU_CREATED, "fmi2SetupExperiment");
  if (fmu == NULL) return fmi2Error;
  ((unit *)c)->last_time = start;
  return status_of(ptl_fmu_setup(fmu, has_tolerance ? tolerance : NAN, start));
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  ptl_fmu *fmu = enter(c, PTL_FMU_CREATED, "fmi2EnterInitializationMode");
  if (fmu == NULL) return fmi2Error;
  ptl_fmu_set_phase(fmu, PTL_FMU_INITIALISING);
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  ptl_fmu *fmu = enter(c, PTL_FMU_INITIALISING, "fmi2ExitInitializationMode");
  return fmu != NULL ? status_of(ptl_fmu_initialise(fmu)) : fmi2Error;
}

fmi2Status fmi2Terminate(fmi2Component c) {
  ptl_fmu *fmu = enter(c, PTL_FMU_RUNNING, "fmi2Terminate");
  if (fmu == NULL) return fmi2Error;
  ptl_fmu_set_phase(fmu, PTL_FMU_ENDED);
  return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component c) {
  ptl_fmu *fmu = enter(c, PTL_FMU_ANY, "fmi2Reset");
  if (fmu == NULL) return fmi2Error;
  ((unit *)c)->wants_end = 0;
  return status_of(ptl_fmu_reset(fmu));
}

/* ---------------------------------------------------------------- values */

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real value[]) {
  ptl_fmu *fmu = enter(c, PTL_FMU_READABLE, "fmi2GetReal");
  if (fmu == NULL) return fmi2Error;
  return status_of(ptl_fmu_get(fmu, vr, n, 0, value, "fmi2GetReal"));
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          fmi2Integer value[]) {
  ptl_fmu *fmu = enter(c, PTL_FMU_READABLE, "fmi2GetInteger");
  ptl_status status = fmu != NULL ? PTL_OK : PTL_ERR_USAGE;
  for (size_t i = 0; i < n && status == PTL_OK; i++) {
    double number = 0.0;
    status = ptl_fmu_get(fmu, &vr[i], 1, 1, &number, "fmi2GetInteger");
    value[i] = (fmi2Integer)number;
  }
  return status_of(status);
}

/* Variables of a type that no unit has. */
static fmi2Status none(fmi2Component c, size_t n, const char *function) {
  ptl_fmu *fmu = enter(c, PTL_FMU_ANY, function);
  if (fmu == NULL) return fmi2Error;
  return n == 0 ? fmi2OK : status_of(ptl_fmu_refuse(fmu, function, "no variable is of this type"));
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          fmi2Boolean value[]) {
  (void)vr, (void)value;
  return none(c, n, "fmi2GetBoolean");
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                         fmi2String value[]) {
  (void)vr, (void)value;
  return none(c, n, "fmi2GetString");
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                       const fmi2Real value[]) {
  ptl_fmu *fmu = enter(c, PTL_FMU_CREATED | PTL_FMU_INITIALISING | PTL_FMU_RUNNING, "fmi2SetReal");
  if (fmu == NULL) return fmi2Error;
  return status_of(ptl_fmu_set(fmu, vr, n, value, "fmi2SetReal"));
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          const fmi2Integer value[]) {
  (void)vr, (void)value;
  return none(c, n, "fmi2SetInteger");
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          const fmi2Boolean value[]) {
  (void)vr, (void)value;
  return none(c, n, "fmi2SetBoolean");
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                         const fmi2String value[]) {
  (void)vr, (void)value;
  return none(c, n, "fmi2SetString");
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknowns[],
                                        size_t n_unknowns, const fmi2ValueReference knowns[],
                                        size_t n_knowns, const fmi2Real seed[], fmi2Real value[]) {
  (void)unknowns, (void)n_unknowns, (void)knowns, (void)n_knowns, (void)seed, (void)value;
  return none(c, 1, "fmi2GetDirectionalDerivative");
}

/* ---------------------------------------------------------------- states */

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state) {
  ptl_fmu *fmu = enter(c, PTL_FMU_ANY & ~(unsigned)PTL_FMU_FAILED, "fmi2GetFMUstate");
  ptl_fmu_saved *saved = *state;
  if (fmu == NULL || ptl_fmu_save(fmu, &saved) != PTL_OK) return fmi2Error;
  *state = saved;
  return fmi2OK;
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  ptl_fmu *fmu = enter(c, PTL_FMU_ANY, "fmi2SetFMUstate");
  return fmu != NULL ? status_of(ptl_fmu_restore(fmu, state)) : fmi2Error;
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state) {
  if (enter(c, PTL_FMU_ANY, "fmi2FreeFMUstate") == NULL) return fmi2Error;
  if (state != NULL) ptl_fmu_saved_destroy(*state);
  if (state != NULL) *state = NULL;
  return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size) {
  static const char function[] = "fmi2SerializedFMUstateSize";
  ptl_fmu *fmu = enter(c, PTL_FMU_ANY, function);
  return fmu != NULL ? status_of(ptl_fmu_saved_size(fmu, state, size, function)) : fmi2Error;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[],
                                 size_t size) {
  static const char function[] = "fmi2SerializeFMUstate";
  ptl_fmu *fmu = enter(c, PTL_FMU_ANY, function);
  return fmu != NULL ? status_of(ptl_fmu_saved_write(fmu, state, bytes, size, function))
                     : fmi2Error;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate *state) {
  static const char function[] = "fmi2DeSerializeFMUstate";
  ptl_fmu *fmu = enter(c, PTL_FMU_ANY, function);
  ptl_fmu_saved *saved = NULL;
  if (fmu == NULL || ptl_fmu_saved_read(fmu, bytes, size, &saved, function) != PTL_OK)
    return fmi2Error;
  *state = saved;
  return fmi2OK;
}

/* ---------------------------------------------------------------- model exchange */

fmi2Status fmi2EnterEventMode(fmi2Component c) {
  ptl_fmu *fmu = enter(c, PTL_FMU_STEPPING, "fmi2EnterEventMode");
  if (fmu == NULL) return fmi2Error;
  ptl_fmu_set_phase(fmu, PTL_FMU_EVENT);
  return fmi2OK;
}

/* After initialisation an instance is in event mode by the standard, which stands for
 * PTL_FMU_STEPPING here as well. */
fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info) {
  ptl_fmu *fmu = enter(c, PTL_FMU_RUNNING, "fmi2NewDiscreteStates");
  int has_moved = 0;
  if (fmu == NULL || ptl_fmu_handle_event(fmu, &has_moved) != PTL_OK) return fmi2Error;
  *info = (fmi2EventInfo){.valuesOfContinuousStatesChanged = has_moved};
  return fmi2OK;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) {
  ptl_fmu *fmu = enter(c, PTL_FMU_RUNNING, "fmi2EnterContinuousTimeMode");
  if (fmu == NULL) return fmi2Error;
  ptl_fmu_set_phase(fmu, PTL_FMU_STEPPING);
  return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_return,
                                       fmi2Boolean *enter_event_mode, fmi2Boolean *terminate) {
  ptl_fmu *fmu = enter(c, PTL_FMU_STEPPING, "fmi2CompletedIntegratorStep");
  int is_due = 0;
  (void)no_return;
  if (fmu == NULL || ptl_fmu_is_event_due(fmu, &is_due) != PTL_OK) return fmi2Error;
  *enter_event_mode = is_due;
  *terminate = 0;
  return fmi2OK;
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time) {
  ptl_fmu *fmu = enter(c, PTL_FMU_RUNNING, "fmi2SetTime");
  return fmu != NULL ? status_of(ptl_fmu_set_time(fmu, time)) : fmi2Error;
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n) {
  ptl_fmu *fmu = enter(c, PTL_FMU_RUNNING, "fmi2SetContinuousStates");
  return fmu != NULL ? status_of(ptl_fmu_set_states(fmu, x, n, "fmi2SetContinuousStates"))
                     : fmi2Error;
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real dx[], size_t n) {
  ptl_fmu *fmu = enter(c, PTL_FMU_READABLE, "fmi2GetDerivatives");
  return fmu != NULL ? status_of(ptl_fmu_get_derivatives(fmu, dx, n, "fmi2GetDerivatives"))
                     : fmi2Error;
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real z[], size_t n) {
  ptl_fmu *fmu = enter(c, PTL_FMU_READABLE, "fmi2GetEventIndicators");
  return fmu != NULL ? status_of(ptl_fmu_get_indicators(fmu, z, n, "fmi2GetEventIndicators"))
                     : fmi2Error;
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n) {
  ptl_fmu *fmu = enter(c, PTL_FMU_READABLE, "fmi2GetContinuousStates");
  return fmu != NULL ? status_of(ptl_fmu_get_states(fmu, x, n, "fmi2GetContinuousStates"))
                     : fmi2Error;
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real x[], size_t n) {
  if (enter(c, PTL_FMU_READABLE, "fmi2GetNominalsOfContinuousStates") == NULL) return fmi2Error;
  for (size_t i = 0; i < n; i++) x[i] = 1.0;
  return fmi2OK;
}

/* ---------------------------------------------------------------- co-simulation */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                       const fmi2Integer order[], const fmi2Real value[]) {
  static const char function[] = "fmi2SetRealInputDerivatives";
  ptl_fmu *fmu = enter(c, PTL_FMU_STEPPING, function);
  ptl_status status = fmu != NULL ? PTL_OK : PTL_ERR_USAGE;
  for (size_t i = 0; i < n && status == PTL_OK; i++) {
    if (order[i] != 1)
      status = ptl_fmu_refuse(fmu, function, "derivatives of the order 1 are taken only");
    else
      status = ptl_fmu_set_slope(fmu, vr[i], value[i], function);
  }
  return status_of(status);
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                        const fmi2Integer order[], fmi2Real value[]) {
  (void)vr, (void)order, (void)value;
  return none(c, n, "fmi2GetRealOutputDerivatives");
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real step, fmi2Boolean no_return) {
  ptl_fmu *fmu = enter(c, PTL_FMU_STEPPING, "fmi2DoStep");
  ptl_fmu_outcome outcome;
  (void)no_return;
  if (fmu == NULL) return fmi2Error;
  const ptl_status status = ptl_fmu_step(fmu, time, step, &outcome, "fmi2DoStep");
  ((unit *)c)->last_time = outcome.time;
  ((unit *)c)->wants_end = outcome.has_ended;
  if (status != PTL_OK) return fmi2Error;
  return outcome.has_ended ? fmi2Discard : fmi2OK;
}

fmi2Status fmi2CancelStep(fmi2Component c) {
  ptl_fmu *fmu = enter(c, PTL_FMU_ANY, "fmi2CancelStep");
  if (fmu == NULL) return fmi2Error;
  return status_of(ptl_fmu_refuse(fmu, "fmi2CancelStep", "no step goes on beside its caller"));
}

static fmi2Status no_status(fmi2Component c, const char *function) {
  ptl_fmu *fmu = enter(c, PTL_FMU_ANY, function);
  if (fmu != NULL) ptl_fmu_refuse(fmu, function, "there is no such status");
  return fmi2Discard;
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value) {
  (void)kind, (void)value;
  return no_status(c, "fmi2GetStatus");
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value) {
  if (kind != fmi2LastSuccessfulTime) return no_status(c, "fmi2GetRealStatus");
  if (enter(c, PTL_FMU_ANY, "fmi2GetRealStatus") == NULL) return fmi2Error;
  *value = ((unit *)c)->last_time;
  return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value) {
  (void)kind, (void)value;
  return no_status(c, "fmi2GetIntegerStatus");
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value) {
  if (kind != fmi2Terminated) return no_status(c, "fmi2GetBooleanStatus");
  if (enter(c, PTL_FMU_ANY, "fmi2GetBooleanStatus") == NULL) return fmi2Error;
  *value = ((unit *)c)->wants_end;
  return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value) {
  (void)kind, (void)value;
  return no_status(c, "fmi2GetStringStatus");
}
