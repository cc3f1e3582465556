/* instance_exchange.c: model exchange for the functions of the interface: fmu.h. */
#include <math.h>
#include <string.h>

#include "exchange.h"
#include "instance_state.h"

static ptl_status check_count(ptl_fmu *fmu, size_t n, int needed, const char *function) {
  if (n == (size_t)needed) return PTL_OK;
  return ptl_fmu_refuse(fmu, function, "the number of values is another");
}

static ptl_status need_values(ptl_fmu *fmu, const char *function) {
  const ptl_status status = ptl_fmu_need_run(fmu, function);
  return status == PTL_OK ? ptl_fmu_exchange_need_values(fmu, function) : status;
}

ptl_status ptl_fmu_set_time(ptl_fmu *fmu, double time) {
  if (!isfinite(time)) return ptl_fmu_refuse(fmu, "set time", "the time is not finite");
  if (time != fmu->exchange.time) fmu->exchange.is_current = 0;
  fmu->exchange.time = time;
  return PTL_OK;
}

ptl_status ptl_fmu_set_states(ptl_fmu *fmu, const double *x, size_t n, const char *function) {
  const ptl_status status = check_count(fmu, n, fmu->variables.n_states, function);
  if (status != PTL_OK) return status;
  memcpy(fmu->exchange.x, x, n * sizeof *x);
  fmu->exchange.is_current = 0;
  return PTL_OK;
}

ptl_status ptl_fmu_get_states(ptl_fmu *fmu, double *x, size_t n, const char *function) {
  ptl_status status = check_count(fmu, n, fmu->variables.n_states, function);
  if (status == PTL_OK) status = ptl_fmu_need_run(fmu, function);
  if (status == PTL_OK) memcpy(x, fmu->exchange.x, n * sizeof *x);
  return status;
}

ptl_status ptl_fmu_get_derivatives(ptl_fmu *fmu, double *dx, size_t n, const char *function) {
  ptl_status status = check_count(fmu, n, fmu->variables.n_states, function);
  if (status == PTL_OK) status = need_values(fmu, function);
  if (status == PTL_OK) memcpy(dx, fmu->exchange.dx, n * sizeof *dx);
  return status;
}

ptl_status ptl_fmu_get_indicators(ptl_fmu *fmu, double *z, size_t n, const char *function) {
  ptl_status status = check_count(fmu, n, fmu->variables.n_indicators, function);
  if (status == PTL_OK) status = need_values(fmu, function);
  if (status == PTL_OK) memcpy(z, fmu->exchange.depth, n * sizeof *z);
  return status;
}

ptl_status ptl_fmu_is_event_due(ptl_fmu *fmu, int *is_due) {
  const ptl_status status = ptl_fmu_need_run(fmu, "completed integrator step");
  return status == PTL_OK ? ptl_fmu_exchange_is_event_due(fmu, is_due) : status;
}

ptl_status ptl_fmu_handle_event(ptl_fmu *fmu, int *has_moved) {
  const ptl_status status = ptl_fmu_need_run(fmu, "event");
  return status == PTL_OK ? ptl_fmu_exchange_handle_event(fmu, has_moved) : status;
}
