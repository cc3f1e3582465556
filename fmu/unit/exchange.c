/* exchange.c: an instance for model exchange: the importer integrates; see exchange.h.
 *
 * The states are positions and velocities of all bodies, so that the constraints are invariants of
 * the equations: what the integration lets them be violated is taken out at events. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "exchange.h"
#include "instance_state.h"

static int n_coordinates(const ptl_fmu *fmu) {
  return ptl_system_get_sizes(fmu->packed).n_coordinates;
}

static int n_gaps(const ptl_fmu *fmu) {
  return ptl_system_get_sizes(fmu->packed).n_gaps;
}

void ptl_fmu_exchange_release(ptl_fmu *fmu) {
  ptl_fmu_exchange *x = &fmu->exchange;
  ptl_evaluation_destroy(x->evaluation);
  free(x->x);
  free(x->dx);
  free(x->touch_speed);
  free(x->depth);
  free(x->rate);
  free(x->force);
  *x = (ptl_fmu_exchange){0};
}

static int allocate(ptl_fmu_exchange *x, size_t n, size_t gaps) {
  x->x = calloc(2 * n + 1, sizeof *x->x);
  x->dx = calloc(2 * n + 1, sizeof *x->dx);
  x->touch_speed = calloc(gaps + 1, sizeof *x->touch_speed);
  x->depth = calloc(gaps + 1, sizeof *x->depth);
  x->rate = calloc(gaps + 1, sizeof *x->rate);
  x->force = calloc(gaps + 1, sizeof *x->force);
  return x->force != NULL && x->x != NULL && x->dx != NULL && x->touch_speed != NULL &&
         x->depth != NULL && x->rate != NULL;
}

/* The consistent start of the system; bodies are given by their centres of mass, as in the
 * states. */
static ptl_status take_start(ptl_fmu *fmu) {
  ptl_run *run;
  ptl_run_options options = ptl_run_options_default();
  options.no_output = 1;
  ptl_status status = ptl_run_create(fmu->context, fmu->system, &options, NULL, &run);
  if (status != PTL_OK) return status;
  status = ptl_run_get_state(run, fmu->exchange.x, fmu->exchange.x + n_coordinates(fmu));
  ptl_run_destroy(run);
  return status;
}

ptl_status ptl_fmu_exchange_make(ptl_fmu *fmu) {
  ptl_fmu_exchange *x = &fmu->exchange, former = *x;
  const int is_started = fmu->phase == PTL_FMU_STEPPING || fmu->phase == PTL_FMU_EVENT;
  const size_t n = (size_t)n_coordinates(fmu), gaps = (size_t)n_gaps(fmu);
  ptl_evaluation *evaluation;
  ptl_status status = ptl_evaluation_create(fmu->context, fmu->system, &evaluation);
  if (status != PTL_OK) return status;
  *x = (ptl_fmu_exchange){.evaluation = evaluation, .time = fmu->start};
  if (!allocate(x, n, gaps))
    status = ptl_fail(fmu->context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
  if (status == PTL_OK && is_started) { /* goes on from where it is */
    x->time = former.time;
    memcpy(x->x, former.x, 2 * n * sizeof *x->x);
    memcpy(x->touch_speed, former.touch_speed, gaps * sizeof *x->touch_speed);
  } else if (status == PTL_OK) {
    status = take_start(fmu);
  }
  ptl_fmu_exchange made = *x;
  *x = former;
  if (status == PTL_OK) {
    ptl_fmu_exchange_release(fmu);
    *x = made;
  } else {
    *x = made;
    ptl_fmu_exchange_release(fmu);
    *x = former;
  }
  return status;
}

/* ---------------------------------------------------------------- at a state */

static ptl_status give_contacts(ptl_fmu *fmu) {
  ptl_status status = PTL_OK;
  for (int g = 0; g < n_gaps(fmu) && status == PTL_OK; g++)
    status =
        ptl_evaluation_set_touch_speed(fmu->exchange.evaluation, g, fmu->exchange.touch_speed[g]);
  return status;
}

static ptl_status give_inputs(ptl_fmu *fmu) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < fmu->variables.n && status == PTL_OK; i++) {
    const ptl_fmu_variable *variable = &fmu->variables.items[i];
    if (variable->kind == PTL_FMU_INPUT)
      status = ptl_evaluation_set_input(fmu->exchange.evaluation, variable->index, fmu->values[i]);
  }
  return status;
}

static ptl_status evaluate(ptl_fmu *fmu) {
  ptl_fmu_exchange *x = &fmu->exchange;
  const size_t n = (size_t)n_coordinates(fmu);
  ptl_status status = give_inputs(fmu);
  if (status == PTL_OK) status = give_contacts(fmu);
  if (status == PTL_OK)
    status = ptl_evaluation_set(x->evaluation, x->time - fmu->start, x->x, x->x + n);
  if (status != PTL_OK) return status;
  memcpy(x->dx, x->x + n, n * sizeof *x->dx);
  memcpy(x->dx + n, ptl_evaluation_get_accelerations(x->evaluation), n * sizeof *x->dx);
  for (int g = 0; g < n_gaps(fmu) && status == PTL_OK; g++) {
    ptl_gap_now now;
    status = ptl_evaluation_get_gap(x->evaluation, g, &now);
    x->depth[g] = now.depth;
    x->rate[g] = now.rate;
    x->force[g] = now.force;
  }
  x->is_current = status == PTL_OK;
  return status;
}

ptl_status ptl_fmu_exchange_need_values(ptl_fmu *fmu, const char *function) {
  if (fmu->exchange.is_current) return PTL_OK;
  const ptl_status status = evaluate(fmu);
  return status == PTL_OK ? status : ptl_fmu_fail(fmu, function, status);
}

/* ---------------------------------------------------------------- events */

/* Largest violation of a constraint that is left alone, beside a length of 1 m or an angle of 1
 * rad. */
static const double largest_violation = 1e-9;

static ptl_status find_violation(ptl_fmu *fmu, double *out) {
  const int n = ptl_system_get_sizes(fmu->packed).n_rows;
  double *phi = ptl_alloc(fmu->context, (size_t)n, sizeof *phi);
  *out = 0.0;
  if (phi == NULL) return PTL_ERR_MEMORY;
  ptl_evaluation_get_violations(fmu->exchange.evaluation, phi, NULL);
  for (int i = 0; i < n; i++) *out = fmax(*out, fabs(phi[i]));
  ptl_free(fmu->context, phi);
  return PTL_OK;
}

ptl_status ptl_fmu_exchange_is_event_due(ptl_fmu *fmu, int *is_due) {
  const ptl_fmu_exchange *x = &fmu->exchange;
  double violation = 0.0;
  *is_due = 0;
  ptl_status status = ptl_fmu_exchange_need_values(fmu, "completed integrator step");
  if (status == PTL_OK) status = find_violation(fmu, &violation);
  if (status != PTL_OK) return status;
  *is_due = violation > largest_violation;
  for (int g = 0; g < n_gaps(fmu); g++) *is_due |= (x->depth[g] > 0.0) != (x->touch_speed[g] > 0.0);
  return PTL_OK;
}

ptl_status ptl_fmu_exchange_handle_event(ptl_fmu *fmu, int *has_moved) {
  ptl_fmu_exchange *x = &fmu->exchange;
  const int n = n_coordinates(fmu);
  ptl_moved moved;
  *has_moved = 0;
  ptl_status status =
      ptl_evaluation_project(x->evaluation, x->time - fmu->start, x->x, x->x + n, &moved);
  if (status != PTL_OK) return ptl_fmu_fail(fmu, "event", status);
  *has_moved =
      moved.position > 0.0 || moved.angle > 0.0 || moved.velocity > 0.0 || moved.rate > 0.0;
  x->is_current = 0;
  status = ptl_fmu_exchange_need_values(fmu, "event");
  if (status != PTL_OK) return status;
  for (int g = 0; g < n_gaps(fmu); g++) {
    const int touches = x->depth[g] > 0.0;
    if (touches && x->touch_speed[g] == 0.0) x->touch_speed[g] = fmax(x->rate[g], 1e-12);
    if (!touches) x->touch_speed[g] = 0.0;
  }
  x->is_current = 0;
  return PTL_OK;
}
