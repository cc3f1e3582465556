/* instance_state.c: log and phase of an instance. */
#include "instance_state.h"

#include <stdio.h>

#include "context.h"

/* ---------------------------------------------------------------- log and phase */

void ptl_fmu_write_log(const ptl_fmu_environment *environment, ptl_fmu_severity severity,
                       const char *message) {
  if (environment->log != NULL) environment->log(environment->user, severity, message);
}

ptl_status ptl_fmu_fail(ptl_fmu *fmu, const char *function, ptl_status status) {
  ptl_prefix_message(fmu->context, "%s: ", function);
  ptl_fmu_write_log(&fmu->environment, PTL_FMU_ERROR, ptl_context_message(fmu->context));
  return status;
}

ptl_status ptl_fmu_refuse(ptl_fmu *fmu, const char *function, const char *why) {
  return ptl_fmu_fail(fmu, function, ptl_fail(fmu->context, PTL_ERR_USAGE, PTL_E(0901) "%s", why));
}

int ptl_fmu_is_exchange(const ptl_fmu *fmu) {
  return fmu->environment.is_exchange;
}

void ptl_fmu_set_phase(ptl_fmu *fmu, ptl_fmu_phase phase) {
  fmu->phase = phase;
}

ptl_status ptl_fmu_check_phase(ptl_fmu *fmu, unsigned phases, const char *function) {
  static const struct {
    ptl_fmu_phase phase;
    const char *name;
  } names[] = {{PTL_FMU_CREATED, "before initialization"},
               {PTL_FMU_INITIALISING, "in initialization mode"},
               {PTL_FMU_STEPPING, "in step mode or continuous-time mode"},
               {PTL_FMU_EVENT, "in event mode"},
               {PTL_FMU_ENDED, "after the end"},
               {PTL_FMU_FAILED, "after an error"}};
  char why[100] = "";
  if (fmu->phase & phases) return PTL_OK;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].phase == fmu->phase) snprintf(why, sizeof why, "is not allowed %s", names[i].name);
  return ptl_fmu_refuse(fmu, function, why);
}

const ptl_fmu_variables *ptl_fmu_get_variables(const ptl_fmu *fmu) {
  return &fmu->variables;
}
