/* run_input.c: inputs of a run: pintle_state.h. */
#include <math.h>

#include "motion.h"
#include "run_anew.h"
#include "state.h"

static ptl_status check(const ptl_run *run, int input, double value) {
  const ptl_mechanism *m = run->system->mechanism;
  if (input < 0 || input >= m->n_inputs)
    return ptl_fail(run->context, PTL_ERR_USAGE, PTL_E(0004) "input %d: the system has %d", input,
                    m->n_inputs);
  if (!isfinite(value))
    return ptl_fail(run->context, PTL_ERR_INPUT,
                    PTL_E(0006) "at t = %.9g s input '%s' is set to %g", run->t,
                    m->inputs[input].def.name, value);
  return PTL_OK;
}

/* What the input would do at a bend or a jump: motions that follow it would do it too. */
static ptl_status check_course(const ptl_run *run, int input, const ptl_input_state *next) {
  const ptl_mechanism *m = run->system->mechanism;
  const unsigned followed = run->data->followed[input];
  double was[3], is[3];
  ptl_input_eval(&run->data->inputs[input], run->t, was);
  ptl_input_eval(next, run->t, is);
  const int is_by_position = (followed & PTL_FOLLOWED_BY_POSITION) != 0;
  const int bends = !next->is_guided && (is[1] != was[1] || next->from != next->to);
  if (!followed || (is[0] == was[0] && !(is_by_position && bends))) return PTL_OK;
  return ptl_fail(
      run->context, PTL_ERR_INPUT,
      PTL_E(0006) "at t = %.9g s input '%s' would %s, and with it the %s of a motion, which asks for infinite "
      "forces; use %s",
      run->t, m->inputs[input].def.name, is[0] == was[0] ? "change its rate at once" : "jump",
      is[0] != was[0] && is_by_position ? "place" : "speed",
      is_by_position ? "ptl_run_guide_input, which goes on from its rate"
                     : "ptl_run_ramp_input, which goes on from its value");
}

/* The input goes on as `next`. Where it jumps, a step has gone on with what it was, or a motion
 * follows it, the step is cut here. */
static ptl_status replace(ptl_run *run, int input, ptl_input_state next) {
  ptl_input_state *state = &run->data->inputs[input];
  const double was = ptl_data_input(run->data, input, run->t);
  ptl_status status = check_course(run, input, &next);
  if (status != PTL_OK) return status;
  const int is_followed = run->data->followed[input] != 0;
  if (is_followed) ptl_motion_pass_inputs(run->data, run->t);
  *state = next;
  if (was == ptl_data_input(run->data, input, run->t) && !run->is_in_step && !is_followed)
    return PTL_OK;
  if (is_followed) ptl_data_set_window(run->data, run->t, INFINITY);
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
  if (value == ptl_data_input(run->data, input, run->t) && !now->is_guided &&
      (run->t >= now->until || now->from == now->to))
    return PTL_OK;
  return replace(run, input,
                 (ptl_input_state){.since = run->t, .until = run->t, .from = value, .to = value});
}

static ptl_status check_going(const ptl_run *run, int input, double value, double until) {
  ptl_status status = ptl_run_check_may_go_on(run);
  if (status == PTL_OK) status = check(run, input, value);
  if (status != PTL_OK || (until > run->t && isfinite(until))) return status;
  return ptl_fail(
      run->context, PTL_ERR_USAGE,
      PTL_E(0006) "input '%s' is to reach a value at %.17g s, and the run is at %.17g s",
      run->system->mechanism->inputs[input].def.name, until, run->t);
}

ptl_status ptl_run_ramp_input(ptl_run *run, int input, double value, double until) {
  ptl_status status = check_going(run, input, value, until);
  if (status != PTL_OK) return status;
  const double from = ptl_data_input(run->data, input, run->t);
  return replace(run, input,
                 (ptl_input_state){.since = run->t, .until = until, .from = from, .to = value});
}

ptl_status ptl_run_guide_input(ptl_run *run, int input, double value, double rate, double until) {
  double now[3];
  ptl_status status = check_going(run, input, value, until);
  if (status == PTL_OK) status = check(run, input, rate);
  if (status != PTL_OK) return status;
  ptl_input_eval(&run->data->inputs[input], run->t, now);
  return replace(run, input,
                 (ptl_input_state){.since = run->t,
                                   .until = until,
                                   .from = now[0],
                                   .to = value,
                                   .is_guided = 1,
                                   .rate_from = now[1],
                                   .rate_to = rate});
}
