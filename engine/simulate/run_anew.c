/* run_anew.c: see run_anew.h. */
#include "run_anew.h"

#include <math.h>

#include "run_contact.h"
#include "run_energy.h"
#include "run_friction.h"
#include "run_gaps.h"
#include "run_switches.h"
#include "state.h"

ptl_status ptl_run_start_anew(ptl_run *run) {
  const ptl_restart from = {.t = run->t, .y = run->y, .touched = -1};
  run->is_in_step = 0;
  run->step_switched = INFINITY;
  ptl_status status = ptl_switch_restart(run->integrator, PTL_RESTART_SWITCH, from);
  ptl_switches_destroy(run);
  run->watches = NULL;
  if (status == PTL_OK) status = ptl_switches_create(run);
  run->interpolated_time = NAN;
  if (status == PTL_OK) ptl_energy_restart(run);
  if (status == PTL_OK) ptl_gaps_sample(run, run->y, &run->before);
  ptl_friction_forget_slips(run);
  if (status == PTL_OK) ptl_films_begin(run);
  run->ended_by = status;
  return status;
}

ptl_status ptl_run_check_may_go_on(const ptl_run *run) {
  if (run->ended_by != PTL_OK)
    return ptl_fail(
        run->context, PTL_ERR_USAGE,
        PTL_E(0005) "the run has failed or was interrupted at t = %.9g s and cannot go on", run->t);
  if (run->phase == PTL_RUN_FINISHED)
    return ptl_fail(run->context, PTL_ERR_USAGE, PTL_E(0005) "the run has ended at t = %.9g s",
                    run->t);
  return PTL_OK;
}
