/* run_limits.c: see run_limits.h. */
#include "run_limits.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "authority.h"
#include "constraint.h"
#include "expressions.h"
#include "largest.h"
#include "layout.h"
#include "mesh.h"
#include "roots.h"
#include "run_energy.h"
#include "run_failure.h"
#include "run_gaps.h"
#include "state.h"

/* Steps in succession that do not move time, by more than it is rounded by. */
enum { MAX_STAGNANT_STEPS = 1000 };
static const double time_roundings = 100.0;
/* Short steps in succession before it is asked whether they close in on a position without a way
 * on; then twice as many, and so on. MOST_SHORT_STEPS that together are no longer than one of them
 * may be end the run. */
enum { FIRST_SHORT_STEPS = 512, MOST_SHORT_STEPS = 8 * FIRST_SHORT_STEPS };
static const double short_part =
    1e-7; /* of the time in which the mechanism moves by its own size */

ptl_status ptl_limits_check_violation(ptl_run *run, double t, const double *y) {
  const ptl_system *s = run->system;
  ptl_summary *sum = run->summary;
  ptl_data_set_unknowns(run->data, t, y);
  ptl_eval_constraints(run->data, y, y + s->n_coordinates);
  double position = ptl_largest(run->data->phi, s->n_rows);
  double velocity = ptl_largest(run->data->phi_rate, s->n_rows);
  sum->largest_position_violation = fmax(sum->largest_position_violation, position);
  sum->largest_velocity_violation = fmax(sum->largest_velocity_violation, velocity);
  if (position <= run->violation_limit) return PTL_OK;
  run->is_inexact = 1;
  char name[96];
  ptl_row_name(s, ptl_index_of_largest(run->data->phi, s->n_rows), name, sizeof name);
  return ptl_fail(
      run->context, PTL_ERR_SIMULATION,
      PTL_E(0507) "at t = %.9g s %s is violated by %.3g, more than the limit of %.3g (run.drift_limit)", t,
      name, position, run->violation_limit);
}

/* Rows of meshes and forces along their lines of centres hold where the carrier keeps the centres
 * in place. */
static ptl_status check_meshes(ptl_run *run) {
  const ptl_system *s = run->system;
  for (int i = 0; i < s->n_meshes; i++) {
    const ptl_sys_mesh *k = &s->meshes[i];
    const double moved = ptl_mesh_shift(run->data, i, run->y);
    if (moved <= k->give) continue;
    const char *carrier = ptl_mesh_carrier(s, i);
    ptl_fail(
        run->context, PTL_ERR_SIMULATION,
        PTL_E(0515) "at t = %.9g s the centres of '%s' have moved by %.3g m against its carrier '%s', "
        "more than its teeth or pulleys allow (%.3g m); name as 'carrier' the body that "
        "carries both, or hold them there",
        run->t, k->name, moved, carrier, k->give);
    ptl_error_element(run->context, "coupling", k->name);
    return PTL_ERR_SIMULATION;
  }
  return PTL_OK;
}

/* Where the input matrix of the servos changes sign they have passed a position in which no force
 * is large enough. */
static ptl_status check_servos(ptl_run *run) {
  const ptl_system *s = run->system;
  ptl_authority authority;
  if (s->n_servos == 0 || run->data->n_released_rows > 0) return PTL_OK;
  const ptl_status status =
      ptl_authority_find(run->data, run->t, run->y, run->y + s->n_coordinates, &authority);
  if (status != PTL_OK || authority.is_turned == s->servos_are_turned) return status;
  return ptl_failure_servo(run, run->t, authority.servo);
}

/* Where friction in ideal joints leaves no reactions, rows that give way let the slip stop at once
 * by reactions larger than any of a motion: the jam is told at the first step that ends amid
 * them. */
static ptl_status check_jam(ptl_run *run) {
  static const double large = 1e3; /* of the scale of forces */
  const ptl_system *s = run->system;
  const double *lambda = run->y + s->first_state - s->n_rows;
  if (!ptl_switch_stepper(run->integrator)->type->relaxes_velocities ||
      !ptl_system_reactions_act(s) ||
      !(ptl_largest(lambda, s->n_rows) > large * ptl_system_force_scale(s)))
    return PTL_OK;
  return ptl_failure_check_jam(run);
}

typedef struct pull { /* of a constraint that cannot push */
  ptl_run *run;
  int row;
} pull;

static double pull_at(void *user, double t) {
  const pull *p = user;
  ptl_run_interpolate(p->run, t);
  ptl_run_find_reactions(p->run);
  return ptl_run_lambda(p->run)[p->row];
}

ptl_status ptl_limits_check_pulls(ptl_run *run, double t) {
  static const double rounding = 1e-6;
  const ptl_system *s = run->system;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    if (k->type == NULL || !(k->type->flags & PTL_JOINT_PULLS)) continue;
    pull of = {run, k->row};
    const double now = pull_at(&of, t);
    if (now >= -rounding * ptl_system_force_scale(s)) continue;
    const double before = t > run->step_start ? pull_at(&of, run->step_start) : now;
    const double slack =
        before > 0.0 ? ptl_root(pull_at, &of, run->step_start, before, t, now, 0.0) : t;
    ptl_fail(run->context, PTL_ERR_SIMULATION,
                    PTL_E(0530) "at t = %.9g s '%s' goes slack: it does not give way and would have to push "
                    "(%.3g N at t = %.9g s); give it 'bushing', stiffness and damping, with which a rope can "
                    "be slack",
                    slack, k->name, -now, t);
    ptl_error_element(run->context, "joint", k->name);
    return PTL_ERR_SIMULATION;
  }
  return PTL_OK;
}

ptl_status ptl_limits_check_energy(ptl_run *run, double t, const ptl_energy *now) {
  ptl_summary *sum = run->summary;
  const double parts[] = {now->kinetic, now->elastic, now->potential - run->energy.start.potential,
                          now->dissipated, now->supplied};
  sum->largest_energy = fmax(sum->largest_energy, ptl_largest(parts, 5));
  sum->largest_imbalance = fmax(sum->largest_imbalance, fabs(now->balance));
  double scale = ptl_energy_scale(run);
  int is_finite = isfinite(now->elastic) && isfinite(now->dissipated);
  if (is_finite && isfinite(now->balance) && fabs(now->balance) <= run->energy_limit * scale)
    return PTL_OK;
  run->is_inexact = 1;
  return ptl_fail(run->context, PTL_ERR_SIMULATION,
                  PTL_E(0508) "at t = %.9g s the energy balance is off by %.3g J of %.3g J, more than the "
                  "limit (run.energy_limit %.3g)",
                  t, now->balance, scale, run->energy_limit);
}

static double rows_of_size(const ptl_run *run) {
  const int width = ptl_layout_width(run->system);
  return run->system->run.limits.size / ((double)sizeof(double) * (width > 0 ? width : 1));
}

double ptl_limits_most_rows(const ptl_run *run) {
  return fmin(run->system->run.limits.rows, rows_of_size(run));
}

const char *ptl_limits_of_rows(const ptl_run *run) {
  return run->system->run.limits.rows <= rows_of_size(run) ? "rows" : "size";
}

int ptl_limits_allow_row(const ptl_run *run) {
  return (double)run->summary->counters.rows < ptl_limits_most_rows(run);
}

/* What a limit of run: says when it is passed: how many of what, when, and at which gap. */
static ptl_status fail_limit(const ptl_run *run, const char *what, double most, const char *key) {
  const ptl_gap_summary *gap = ptl_gaps_busiest(run);
  char where[256] = "";
  if (gap != NULL && gap->touches > 0)
    snprintf(where, sizeof where, "; most often, %lld time%s, gap '%.80s' of joint '%.80s' touched",
             (long long)gap->touches, gap->touches == 1 ? "" : "s", gap->gap, gap->joint);
  return ptl_fail(
      run->context, PTL_ERR_SIMULATION,
      PTL_E(0509) "at t = %.9g s the run has made %.3g %s, the most that run.limits.%s allows%s",
      run->t, most, what, key, where);
}

/* Seconds that have passed, by a clock that nobody sets. */
static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static ptl_status fail_machine(const ptl_run *run, const char *has, double most, const char *unit,
                               const char *key) {
  return ptl_fail(run->context, PTL_ERR_SIMULATION,
                  PTL_E(0509) "at t = %.9g s %s %.3g %s, the most that run.limits.%s allows",
                  run->t, has, most, unit, key);
}

/* What the run takes of the machine, where that is limited. */
static ptl_status check_machine(ptl_run *run) {
  const ptl_run_limits *limits = &run->system->run.limits;
  if (limits->wall_time > 0.0) {
    const double now = seconds_now();
    if (run->begun == 0.0) run->begun = now;
    if (now - run->begun > limits->wall_time)
      return fail_machine(run, "the run has taken", limits->wall_time, "s", "wall_time");
  }
  if (limits->memory > 0.0) {
    struct rusage used;
    if (getrusage(RUSAGE_SELF, &used) == 0 && 1024.0 * (double)used.ru_maxrss > limits->memory)
      return fail_machine(run, "the program takes", limits->memory, "bytes of memory", "memory");
  }
  return PTL_OK;
}

/* Steps that become shorter without end towards a position beyond which there is none. */
static ptl_status check_progress(ptl_run *run, double length) {
  const ptl_system *s = run->system;
  const double short_time = short_part * s->length / s->speed;
  const int is_short = !(length > short_time);
  const int64_t n = run->short_steps = is_short ? run->short_steps + 1 : 0;
  if (n <= 1) run->short_since = run->t;
  if (n < FIRST_SHORT_STEPS || (n & (n - 1)) != 0) return PTL_OK;
  const ptl_status status = ptl_failure_check_progress(run);
  if (status != PTL_OK || n < MOST_SHORT_STEPS || run->t - run->short_since > short_time)
    return status;
  return ptl_fail(
      run->context, PTL_ERR_SIMULATION,
      PTL_E(0510) "at t = %.9g s the last %d steps of %s have moved time by %.2g s alone", run->t,
      (int)n, ptl_switch_stepper(run->integrator)->type->name, run->t - run->short_since);
}

/* What a run may take before it is ended; length: of the step just accepted [s]. */
static ptl_status check_counts(ptl_run *run, double length) {
  const ptl_run_limits *limits = &run->system->run.limits;
  const ptl_counters *counters = &run->summary->counters;
  int is_stagnant = !(length > time_roundings * DBL_EPSILON * fabs(run->t));
  run->stagnant_steps = is_stagnant ? run->stagnant_steps + 1 : 0;
  if ((double)++run->n_steps > limits->steps)
    return fail_limit(run, "steps", limits->steps, "steps");
  if ((double)counters->events > limits->events)
    return fail_limit(run, "events", limits->events, "events");
  if (!ptl_limits_allow_row(run) && run->phase == PTL_RUN_GOING)
    return fail_limit(run, "rows", ptl_limits_most_rows(run), ptl_limits_of_rows(run));
  const ptl_status machine = check_machine(run);
  if (machine != PTL_OK) return machine;
  if (run->stagnant_steps < MAX_STAGNANT_STEPS) return PTL_OK;
  ptl_status status = ptl_expressions_finite(run->data, nextafter(run->t, INFINITY));
  if (status != PTL_OK) return status;
  const ptl_gap_summary *gap = ptl_gaps_busiest(run);
  return ptl_fail(run->context, PTL_ERR_SIMULATION,
                  PTL_E(0510) "at t = %.17g s the last %d steps of %s have not moved time: what happens there "
                  "is too fast, as in a gap far too small or a contact far too stiff%s%.80s",
                  run->t, MAX_STAGNANT_STEPS, ptl_switch_stepper(run->integrator)->type->name,
                  gap != NULL ? "; most often touched joint " : "", gap != NULL ? gap->joint : "");
}

ptl_status ptl_limits_check_step(ptl_run *run, double length) {
  ptl_status status = ptl_limits_check_violation(run, run->t, run->y);
  if (status == PTL_OK) status = check_meshes(run);
  if (status == PTL_OK) status = check_servos(run);
  if (status == PTL_OK) status = check_jam(run);
  if (status == PTL_OK) status = ptl_limits_check_pulls(run, run->t);
  if (status == PTL_OK) status = ptl_films_check_step(run, length);
  if (status == PTL_OK) status = check_progress(run, length);
  return status == PTL_OK ? check_counts(run, length) : status;
}
