/* run_interpolate.c: the state of a run at any time within its last step. */
#include <string.h>

#include "contact.h"
#include "data.h"
#include "mesh.h"
#include "reaction_solver.h"
#include "reactions.h"
#include "run_state.h"
#include "state.h"

static void pass_states(ptl_run *run) {
  const ptl_sys_friction *frictions = run->system->frictions, *from = &frictions[run->passed.from],
                         *to = &frictions[run->passed.to];
  double *states = run->interpolated + run->system->first_state;
  memcpy(states + to->state, states + from->state, sizeof(double) * (size_t)to->law->n_states);
}

void ptl_run_interpolate(ptl_run *run, double t) {
  if (t == run->interpolated_time) return;
  run->interpolated_time = t;
  run->has_reactions = 0;
  ptl_stepper_interpolate(ptl_switch_stepper(run->integrator), t, run->interpolated);
  if (run->passed.is_on && t == run->passed.time) pass_states(run);
  ptl_data_set_unknowns(run->data, t, run->interpolated);
}

/* With forces that depend on reactions: those that go on from `lambda`; lambda and a are found. */
static int find_with_friction(ptl_run *run, double t, const double *q, const double *v, double *a,
                              double *lambda) {
  static const double accuracy = 1e-10; /* of the forces */
  const ptl_contact_mode *mode = &ptl_contact_by_state;
  size_t size = sizeof(double) * (size_t)run->system->n_rows;
  const double *guess = ptl_run_lambda(run);
  ptl_reaction_report report;
  if (ptl_reaction_solver_solve(run->reaction_solver, t, q, v, mode, accuracy, a, lambda) == 0)
    return 1;
  memcpy(lambda, guess, size);
  return ptl_reactions_find(run->reactions, t, q, v, mode, 1, a, lambda, &report) == PTL_OK &&
         report.n_solutions > 0;
}

void ptl_run_find_reactions(ptl_run *run) {
  const ptl_system *s = run->system;
  double t = run->interpolated_time, *q = run->interpolated, *v = q + s->n_coordinates;
  double *lambda = q + s->first_state - s->n_rows, *a = run->local_error;
  double *found = a + s->n_coordinates;
  int is_found;
  if (run->has_reactions) return;
  run->has_reactions = 1;
  if (ptl_system_reactions_act(s)) {
    run->data->friction_states = q + s->first_state;
    memcpy(found, lambda, sizeof(double) * (size_t)s->n_rows);
    is_found = find_with_friction(run, t, q, v, a, found);
  } else {
    is_found = ptl_accelerations_solve(run->reduced, t, q, v, &ptl_contact_by_state, a, found) == 0;
  }
  if (is_found) memcpy(lambda, found, sizeof(double) * (size_t)s->n_rows);
  ptl_data_set_unknowns(run->data, t, run->interpolated);
}
