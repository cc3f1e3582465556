/* run_input.c: inputs of a run: pintle_state.h. */
#include <math.h>

#include "run_anew.h"
#include "state.h"

static ptl_status check(const ptl_run *run, int input, double value) {
  const ptl_mechanism *m = run->system->mechanism;
  if (input < 0 || input >= m->n_inputs)
    return ptl_fail(run->context, PTL_ERR_USAGE, "input %d: the system has %d", input, m->n_inputs);
  if (!isfinite(value))
    return ptl_fail(run->context, PTL_ERR_INPUT, "at t = %.9g s input '%s' is set to %g", run->t,
                    m->inputs[input].def.name, value);
  return PTL_OK;
}

/* The input goes on as `next`. Where it jumps, or a step has gone on with what it was, the step is cut here. */
static ptl_status replace(ptl_run *run, int input, ptl_input_state next) {
  ptl_input_state *state = &run->data->inputs[input];
  double was = ptl_data_input(run->data, input, run->t);
  *state = next;
  if (was == ptl_data_input(run->data, input, run->t) && !run->is_in_step) return PTL_OK;
  ptl_data_set_unknowns(run->data, run->t, run->y);
  return ptl_run_start_anew(run);
}

ptl_status ptl_run_get_input(const ptl_run *run, int input, double *value) {
  ptl_status status = check(run, input, 0.0);
  if (status == PTL_OK) *value = ptl_data_input(run->data, input, run->t);
  return status;
}

ptl_status ptl_run_set_input(ptl_run *run, int input, double value) {
  ptl_status status = ptl_run_check_may_go_on(run);
  if (status == PTL_OK) status = check(run, input, value);
  if (status != PTL_OK) return status;
  const ptl_input_state *now = &run->data->inputs[input];
  if (value == ptl_data_input(run->data, input, run->t) &&
      (run->t >= now->until || now->from == now->to))
    return PTL_OK;
  return replace(run, input, (ptl_input_state){run->t, run->t, value, value});
}

ptl_status ptl_run_ramp_input(ptl_run *run, int input, double value, double until) {
  ptl_status status = ptl_run_check_may_go_on(run);
  if (status == PTL_OK) status = check(run, input, value);
  if (status != PTL_OK) return status;
  if (!(until > run->t && isfinite(until)))
    return ptl_fail(run->context, PTL_ERR_USAGE,
                    "input '%s' is to reach a value at %.17g s, and the run is at %.17g s",
                    run->system->mechanism->inputs[input].def.name, until, run->t);
  double from = ptl_data_input(run->data, input, run->t);
  return replace(run, input, (ptl_input_state){run->t, until, from, value});
}
