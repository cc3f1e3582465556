/* run_interpolate.c: the state of a run at any time within its last step. */
#include <string.h>

#include "contact.h"
#include "data.h"
#include "mesh.h"
#include "reactions.h"
#include "run_state.h"
#include "state.h"

void ptl_run_interpolate(ptl_run *run, double t) {
  if (t == run->interpolated_time) return;
  run->interpolated_time = t;
  ptl_stepper_interpolate(ptl_switch_stepper(run->integrator), t, run->interpolated);
  ptl_data_set_unknowns(run->data, t, run->interpolated);
}

void ptl_run_find_reactions(ptl_run *run) {
  const ptl_system *s = run->system;
  double t = run->interpolated_time, *q = run->interpolated, *v = q + s->n_coordinates;
  double *lambda = q + s->first_state - s->n_rows, *a = run->local_error;
  double *found = a + s->n_coordinates;
  int failed;
  if (ptl_system_reactions_act(s)) {
    ptl_reaction_report report;
    run->data->friction_states = q + s->first_state;
    memcpy(found, lambda, sizeof(double) * (size_t)s->n_rows);
    failed = ptl_reactions_find(run->reactions, t, q, v, &ptl_contact_by_state, 1, a, found,
                                &report) != PTL_OK ||
             report.n_solutions == 0;
  } else {
    failed = ptl_accelerations_solve(run->reduced, t, q, v, &ptl_contact_by_state, a, found) != 0;
  }
  if (!failed) memcpy(lambda, found, sizeof(double) * (size_t)s->n_rows);
  ptl_data_set_unknowns(run->data, t, run->interpolated);
}
