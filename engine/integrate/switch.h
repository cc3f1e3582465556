/* switch.h: which stepper a run takes, and what is done where a step fails. Internal. */
#ifndef PTL_SWITCH_H
#define PTL_SWITCH_H

#include "accuracy.h"
#include "stepper.h"

typedef struct ptl_switch ptl_switch;

/* PTL_ERR_INPUT where the mechanism is not for the integrator that is wanted. data and the reduced
 * equations must outlive the switch. */
ptl_status ptl_switch_create(ptl_data *data, ptl_accelerations *reduced, double rtol,
                             ptl_integrator wanted, ptl_switch **out);
void ptl_switch_destroy(ptl_switch *sw);

/* The joint or mesh whose forces depend on reactions that redundant constraints leave open, about
 * which only the compliance of the DAE decides; NULL without, where both integrators can be
 * taken. */
const char *ptl_switch_explicit_obstacle(const ptl_system *system);

/* The stepper in use, from the start on. */
ptl_stepper *ptl_switch_stepper(const ptl_switch *sw);
/* Begins at time 0 with y, the system's consistent start, which comes back as the stepper has
 * it. */
ptl_status ptl_switch_start(ptl_switch *sw, double *y);
/* One accepted step from t and the state y, where the last one ended or was cut off; limit and
 * max_step as for ptl_stepper_step. Another stepper, or the recovery ladder, is tried before a
 * failure is returned; y then comes back as the state it has started from. */
ptl_status ptl_switch_step(ptl_switch *sw, double t, double *y, double limit, double max_step,
                           ptl_step *out);
/* Whether the integration has to start anew because of that; inside: not at the end of the interval
 * in hand. */
int ptl_switch_must_restart(const ptl_switch *sw, ptl_restart_reason reason, int inside);
/* Starts anew, where a step ended or was cut off. */
ptl_status ptl_switch_restart(ptl_switch *sw, ptl_restart_reason reason, ptl_restart from);
/* How often IDA has taken over from DOP853, and when and why it first did. */
typedef struct ptl_switch_change {
  int64_t n;
  double time; /* [s] */
  char reason[160];
} ptl_switch_change;
/* What it knows of the run but for what its steppers know of their steps; pointer-free. */
typedef struct ptl_switch_memory {
  int is_dop853, recovery_level, is_raised, good_steps;
  int64_t steps_since_switch, patience;
  ptl_accuracy_memory accuracy;
  ptl_switch_change change;
} ptl_switch_memory;
ptl_switch_memory ptl_switch_get_memory(const ptl_switch *sw);
/* 0 where the bytes are those of no switch. */
int ptl_switch_is_memory(const ptl_switch_memory *memory);
/* Into a switch that has just been created; a restart has to follow. */
void ptl_switch_set_memory(ptl_switch *sw, const ptl_switch_memory *memory);
/* So far. */
const ptl_switch_change *ptl_switch_changes(const ptl_switch *sw);
/* The largest regularisation that was in force, relative as in ptl_data_set_compliance. */
double ptl_switch_largest_compliance(const ptl_switch *sw);
/* Adds all that both steppers have done. */
void ptl_switch_count(const ptl_switch *sw, ptl_counters *counters);

/* PTL_ERR_SIMULATION with the gap at which a law was last asked beyond its domain, or a part is
 * inside the other. */
ptl_status ptl_switch_domain_error(const ptl_data *data, double t);

#endif
