/* run_reactions.c: reactions and accelerations of a row, from the state alone: they are those of
 * the motion, whatever multipliers the stepper carries along. */
#include "run_reactions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "constraint.h"
#include "forces.h"
#include "mesh.h"
#include "reactions.h"
#include "run_failure.h"
#include "run_limits.h"
#include "state.h"

/* Relative error of an equation in a row beyond which its numbers are not given out. */
static const double largest_error = 2e-3;

ptl_status ptl_run_reactions_create(ptl_run *run) {
  return ptl_reactions_create(run->data, run->reduced, &run->reactions);
}

/* Far from singular positions. */
static int is_regular(const ptl_run *run) {
  return ptl_accelerations_n_lost(run->reduced, run->data) == 0 &&
         ptl_accelerations_least_pivot(run->reduced) >= PTL_NEAR_SINGULAR;
}

static ptl_status check(ptl_run *run, double t, const double *q, const double *v, const double *a,
                        const double *lambda) {
  int row;
  double error = ptl_reactions_error(run->reactions, q, v, a, lambda, &row);
  if (error <= largest_error) return PTL_OK;
  const ptl_system *s = run->system;
  char name[96];
  if (row >= 0)
    ptl_row_name(s, row, name, sizeof name);
  else
    snprintf(name, sizeof name, "body '%s'", s->mechanism->bodies[(-1 - row) / 3].def.name);
  return ptl_fail(
      run->context, PTL_ERR_SIMULATION,
      PTL_E(0512) "at t = %.9g s no reactions and accelerations fulfil the equations of the mechanism: those "
      "of "
      "%s are off by %.3g of their largest term; drivers or joints contradict one another there",
      t, name, error);
}

/* Where friction lets several reactions be, those next to the stepper's are taken, which go on from
 * what was before; the summary tells. */
static ptl_status check_report(ptl_run *run, double t, const ptl_reaction_report *report) {
  if (report->n_solutions == 1) return PTL_OK;
  const char *joint = report->to_blame;
  if (report->n_solutions == 0) return ptl_failure_jam(run, t, joint);
  ptl_summary *sum = run->summary;
  if (sum->ambiguous_rows++ > 0) return PTL_OK;
  sum->ambiguous_joint = joint;
  sum->ambiguous_since = t;
  return PTL_OK;
}

/* What a row is made of besides: the applied forces there. */
static ptl_status eval_forces(ptl_run *run, double t, const double *state,
                              const ptl_contact_mode *mode) {
  ptl_data_set_unknowns(run->data, t, state);
  if (ptl_eval_forces(run->data, state, state + run->system->n_coordinates, mode))
    return ptl_failure_not_finite(run, t, state);
  return PTL_OK;
}

ptl_status ptl_run_reactions_at(ptl_run *run, double t, double *state, double *a) {
  const ptl_system *s = run->system;
  const ptl_stepper *stepper = ptl_switch_stepper(run->integrator);
  const ptl_contact_mode mode = ptl_contact_by_state;
  int n = s->n_coordinates, has_friction = ptl_system_has_reaction_forces(s);
  double *q = state, *v = q + n, *lambda = q + s->first_state - s->n_rows;
  memcpy(q, run->interpolated, sizeof(double) * (size_t)s->pattern.n);
  run->data->friction_states = q + s->first_state;
  if (has_friction ? ptl_accelerations_prepare(run->reduced, t, q, v, &mode)
                   : ptl_accelerations_solve(run->reduced, t, q, v, &mode, a, lambda))
    return ptl_failure_not_finite(run, t, q);
  const int regular = is_regular(run);
  if (regular)
    ptl_accelerations_project(run->reduced, NULL, q, v);
  else
    ptl_reactions_project(run->reactions, t, 1e3 * run->rtol * s->length, q, v);
  ptl_status status = ptl_limits_check_violation(run, t, state);
  if (status != PTL_OK) return status;
  const int is_unique = regular && ptl_accelerations_n_implied(run->reduced) == 0;
  if (is_unique && !has_friction && !stepper->type->relaxes_velocities)
    return eval_forces(run, t, state, &mode);
  ptl_reaction_report report;
  status = ptl_reactions_find(run->reactions, t, q, v, &mode, has_friction, a, lambda, &report);
  if (status != PTL_OK) return ptl_failure_not_finite(run, t, q);
  status = check_report(run, t, &report);
  if (status == PTL_OK) status = check(run, t, q, v, a, lambda);
  return status == PTL_OK ? eval_forces(run, t, state, &mode) : status;
}
