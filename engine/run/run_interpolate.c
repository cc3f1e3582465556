/* run_interpolate.c: the state of a run at any time within its last step. */
#include "data.h"
#include "run_state.h"
#include "state.h"

void ptl_run_interpolate(ptl_run *run, double t) {
  if (t == run->interpolated_time) return;
  run->interpolated_time = t;
  ptl_stepper_interpolate(ptl_switch_stepper(run->integrator), t, run->interpolated);
  ptl_data_set_unknowns(run->data, t, run->interpolated);
}
