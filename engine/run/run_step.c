/* run_step.c: the integrator of a run. A mechanism without stiff parts is advanced by an explicit
 * method (solve_rk.h) until it turns out to be stiff or to fail, any other by a BDF method
 * (solver.h). */
#include <math.h>
#include <string.h>

#include "run.h"

/* Tolerance of the multipliers: so large that only q and v decide about a step. */
static const double untested = 1e12;
/* Without PTL_STEPS_TO_RECOVER good steps in between, failures climb the recovery ladder. */
enum { RUNGS = 3 };
/* Steps of the other method before the explicit one is tried again. */
enum { FIRST_PATIENCE = 100 };

/* ---------------------------------------------------------------- the BDF solver's view */

static int residual(void *user, double t, const double *y, const double *yp, double *r) {
  ptl_run *run = user;
  return ptl_eval_residual(run->data, t, y, yp, r);
}

static int jacobian(void *user, double t, double cj, const double *y, double *values) {
  ptl_run *run = user;
  return ptl_eval_jacobian(run->data, t, cj, y, values);
}

/* Relative to the size of an inner state: an error of it is one of the friction force, which need
 * not be as small as one of the motion. */
static double inner_tolerance(double rtol) {
  return fmin(1e3 * rtol, 1e-2);
}

/* Where reactions make friction they are kept in the Newton test, though not in the error test:
 * relative to the forces that such masses need at such speeds. */
static const double reaction_tolerance = 1e-6;

static double force_scale(const ptl_system *s) {
  double mass = ptl_system_mass(s), most = 0.0;
  for (int i = 0; i < s->n_rows; i++) most = fmax(most, fabs(s->lambda0[i]));
  return fmax(most, mass * (s->speed * s->speed / s->length + hypot(s->gravity[0], s->gravity[1])));
}

static int is_explicit_kind(const ptl_run *run) {
  return run->system->run.integrator != PTL_INTEGRATOR_BDF && ptl_rk_suits(run->system);
}

/* The explicit method takes this part of the tolerances where there are no gaps, with which it errs on smooth
 * motions by as much as BDF alone. Between contacts its steps are shorter anyway, and in them it aims
 * at less. */
static const double explicit_share = 0.3;

/* Absolute tolerances in the mechanism's own scales, so that neither a growing angle nor the place
 * of the origin changes the accuracy. */
static void set_tolerances(ptl_run *run, double loosened) {
  const ptl_system *s = run->system;
  int n = s->n_coordinates;
  double position = run->rtol * 0.008 * s->length * loosened;
  double velocity = run->rtol * 0.025 * s->speed;
  for (int i = 0; i < n; i++) {
    double lever = i % 3 == 2 ? s->length : 1.0;
    run->tolerance[i] = position / lever;
    run->tolerance[n + i] = velocity / lever;
  }
  for (int i = 2 * n; i < s->pattern.n; i++) run->tolerance[i] = untested;
  for (int i = 0; i < s->n_rows && ptl_system_has_joint_friction(s); i++)
    run->tolerance[s->first_state - s->n_rows + i] = reaction_tolerance * force_scale(s);
  for (int i = 0; i < s->n_frictions; i++)
    for (int j = 0; j < s->frictions[i].law->n_states; j++) {
      double size = fabs(s->frictions[i].steady[j]);
      run->tolerance[s->first_state + s->frictions[i].state + j] =
          inner_tolerance(run->rtol) * (size > 0.0 ? size : 1.0);
    }
}

/* Rates of the inner states at run->y into run->yp: what is left of their residual. */
static void set_inner_rates(ptl_run *run) {
  const ptl_system *s = run->system;
  if (s->n_states == 0 || ptl_eval_residual(run->data, run->t, run->y, run->yp, run->scratch))
    return;
  for (int i = s->first_state; i < s->pattern.n; i++) run->yp[i] -= run->scratch[i];
}

/* z: the inner states of friction. */
static void set_state(ptl_run *run, const double *q, const double *v, const double *a,
                      const double *lambda, const double *z) {
  const ptl_system *s = run->system;
  size_t n = (size_t)s->n_coordinates, m = (size_t)s->n_rows;
  memset(run->y, 0, sizeof(double) * (size_t)s->pattern.n);
  memset(run->yp, 0, sizeof(double) * (size_t)s->pattern.n);
  memcpy(run->y, q, sizeof(double) * n);
  memcpy(run->y + n, v, sizeof(double) * n);
  memcpy(run->y + 2 * n + m, lambda, sizeof(double) * m);
  memcpy(run->y + s->first_state, z, sizeof(double) * (size_t)s->n_states);
  memcpy(run->yp, v, sizeof(double) * n);
  memcpy(run->yp + n, a, sizeof(double) * n);
  set_inner_rates(run);
}

static ptl_status start_bdf(ptl_run *run) {
  const ptl_sys_pattern *p = &run->system->pattern;
  ptl_solver_problem problem = {.n = p->n,
                                .nonzeros = p->nonzeros,
                                .column_start = p->column_start,
                                .row_index = p->row_index,
                                .strict = ptl_system_has_joint_friction(run->system),
                                .residual = residual,
                                .jacobian = jacobian,
                                .user = run,
                                .tolerance = run->tolerance,
                                .first_algebraic = 2 * run->system->n_coordinates,
                                .n_algebraic = 2 * run->system->n_rows,
                                .max_step = run->system->run.max_step,
                                .horizon = run->system->length / run->system->speed};
  return ptl_solver_create(run->context, &problem, run->t, run->y, run->yp, &run->solver);
}

/* ---------------------------------------------------------------- recovery */

ptl_status ptl_step_outside(ptl_run *run) {
  const ptl_sys_gap *g = &run->system->gaps[run->data->outside];
  const ptl_joint_type *type = run->system->gap_sets[g->gap_set].type;
  if (run->data->misplaced)
    return ptl_fail(
        run->context, PTL_ERR_SIMULATION,
        "after t = %.9g s: joint '%s': the %s is where it cannot be, inside the %s (gap "
        "'%s'): it has missed its place, or contact '%s' is far too soft",
        run->t, g->joint, type->part_b, type->part_a, g->name, g->contact);
  return ptl_fail(run->context, PTL_ERR_SIMULATION,
                  "at t = %.9g s: gap '%s' of joint '%s' goes deeper than the %.6g m for which law "
                  "'%s' (contact '%s') is defined",
                  run->t, g->name, g->joint, g->law.max_depth, g->law.elastic->name, g->contact);
}

static ptl_status give_up(ptl_run *run) {
  const ptl_system *s = run->system;
  char reason[512], name[96] = "none";
  strncpy(reason, ptl_context_message(run->context), sizeof reason - 1);
  reason[sizeof reason - 1] = '\0';
  int row = ptl_start_weakest_row(run->data, run->t, run->y, run->y + s->n_coordinates);
  if (row >= 0) ptl_row_name(s, row, name, sizeof name);
  return ptl_fail(run->context, PTL_ERR_SIMULATION,
                  "at t = %.9g s the integration cannot go on (%s); weakest constraint: %s", run->t,
                  reason, name);
}

/* Puts the present state back onto the constraints and finds its accelerations. */
static ptl_status make_consistent(ptl_run *run) {
  const ptl_system *s = run->system;
  int n = s->n_coordinates, m = s->n_rows, inner = s->n_states;
  double *buffer = ptl_alloc(run->context, (size_t)(3 * n + m + inner), sizeof(double));
  if (buffer == NULL) return PTL_ERR_MEMORY;
  double *q = buffer, *v = q + n, *a = v + n, *lambda = a + n, *z = lambda + m;
  memcpy(q, run->y, sizeof(double) * (size_t)(2 * n));
  memcpy(z, run->y + s->first_state, sizeof(double) * (size_t)inner);
  run->data->states = z;
  ptl_status status = ptl_start_consistent(run->data, run->t, q, v, a, lambda);
  if (status == PTL_OK) set_state(run, q, v, a, lambda, z);
  run->data->states = run->y + s->first_state;
  ptl_free(run->context, buffer);
  return status;
}

static ptl_status restart_bdf(ptl_run *run, double first_step) {
  run->accounted = NAN;
  ptl_status status = make_consistent(run);
  if (status != PTL_OK) return status;
  if (run->solver == NULL) return start_bdf(run);
  ptl_solver_count(run->solver, &run->summary->counters);
  run->newton_failures = 0;
  return ptl_solver_restart(run->solver, run->t, run->y, run->yp, first_step);
}

static int has_failed(ptl_status status) {
  return status == PTL_ERR_SIMULATION || status == PTL_ERR_UNFIT;
}

/* BDF takes over. Where the explicit method had come back in vain, it waits longer the next time.
 */
static ptl_status leave_explicit(ptl_run *run) {
  run->patience *= run->steps_in_method < run->patience ? 2 : 1;
  run->steps_in_method = 0;
  ptl_rk_rest(run->rk);
  run->is_explicit = 0;
  run->data->outside = -1;
  return restart_bdf(run, 0.0);
}

/* The explicit method begins or goes on. */
static ptl_status restart_explicit(ptl_run *run) {
  int returns = !run->is_explicit;
  if (returns) run->steps_in_method = 0;
  run->is_explicit = 1;
  run->accounted = NAN;
  ptl_status status = ptl_rk_restart(run->rk, run->t, run->y, run->touched);
  if (has_failed(status) || (returns && ptl_rk_drifts(run->rk))) return leave_explicit(run);
  memcpy(run->y, ptl_rk_y(run->rk), sizeof(double) * (size_t)run->system->pattern.n);
  return status;
}

ptl_status ptl_step_afresh(ptl_run *run, double first_step) {
  int returns = run->calmed;
  run->calmed = 0;
  return run->is_explicit || returns ? restart_explicit(run) : restart_bdf(run, first_step);
}

/* Rung 0: start afresh. Rung 1: with a tiny first step. Rung 2: with more regularisation and looser
 * positions. */
static ptl_status recover(ptl_run *run, int rung) {
  if (rung == 2) {
    run->data->velocity_compliance *= 10.0;
    run->data->position_compliance *= 10.0;
    set_tolerances(run, 10.0);
    if (run->solver != NULL) ptl_solver_set_tolerance(run->solver, run->tolerance);
  }
  double tiny = 1e-9 * run->system->length / run->system->speed;
  return restart_bdf(run, rung == 1 ? tiny : 0.0);
}

/* A step that does not pass a time at which a driver sets off or comes to rest, nor is longer than its ends
 * can tell what the gaps do in it. */
static ptl_status advance(ptl_run *run, double *reached) {
  double turn = ptl_motion_next_turn(run->system, run->t), most = ptl_contacts_foresight(run);
  *reached = run->t;
  if (run->is_explicit) return ptl_rk_step(run->rk, turn, most, reached);
  static const double never = 1e300; /* said, too, so that an earlier limit is forgotten */
  ptl_status status = ptl_solver_limit(run->solver, fmin(fmin(turn, run->t + most), never));
  return status == PTL_OK ? ptl_solver_step(run->solver, reached) : status;
}

ptl_status ptl_step_take(ptl_run *run, double *reached) {
  ptl_status status = PTL_OK;
  run->data->outside = -1;
  run->touched = -1;
  if (run->rk != NULL && !run->is_explicit && run->steps_in_method >= run->patience)
    status = restart_explicit(run); /* what made it fail may lie behind */
  if (status == PTL_OK) status = advance(run, reached);
  if (run->is_explicit && has_failed(status)) {
    if (status != PTL_ERR_UNFIT && run->data->outside >= 0) return ptl_step_outside(run);
    status = leave_explicit(run);
    if (status == PTL_OK) status = advance(run, reached);
  }
  while (has_failed(status)) {
    if (run->data->outside >= 0) return ptl_step_outside(run);
    if (run->rung == RUNGS) return give_up(run);
    run->summary->counters.restarts++;
    run->good_steps = 0;
    status = recover(run, run->rung++);
    if (status == PTL_OK) status = advance(run, reached);
  }
  if (status == PTL_OK && ++run->good_steps >= PTL_STEPS_TO_RECOVER) run->rung = 0;
  run->steps_in_method++;
  return status;
}

/* ---------------------------------------------------------------- for the rest of the run */

void ptl_step_start(ptl_run *run) {
  const ptl_system *s = run->system;
  set_tolerances(run, 1.0);
  set_state(run, s->q0, s->v0, s->a0, s->lambda0, s->z0);
  ptl_data_place_all(run->data, 0.0, run->y);
  memcpy(run->scratch, run->y, sizeof(double) * (size_t)s->pattern.n);
  run->looked = run->t;
}

ptl_status ptl_step_begin(ptl_run *run) {
  if (!is_explicit_kind(run)) return start_bdf(run);
  run->patience = FIRST_PATIENCE;
  run->touched = -1;
  double share = run->system->n_gaps > 0 ? 1.0 : explicit_share;
  ptl_status status = ptl_rk_create(run->data, run->reduced, run->tolerance, share, &run->rk);
  return status == PTL_OK ? restart_explicit(run) : status;
}

void ptl_run_look(ptl_run *run, double t) {
  if (t == run->looked) return;
  run->looked = t;
  if (run->is_explicit)
    ptl_rk_dense(run->rk, t, run->scratch);
  else
    ptl_solver_dense(run->solver, t, run->scratch);
  ptl_data_place_all(run->data, t, run->scratch);
}

int ptl_step_parted(const ptl_run *run, double t) {
  return run->is_explicit && t == ptl_rk_end(run->rk) ? ptl_rk_parted(run->rk) : -1;
}

void ptl_step_local_error(const ptl_run *run, double *error) {
  if (run->is_explicit)
    ptl_rk_local_error(run->rk, error);
  else
    ptl_solver_local_error(run->solver, error);
}

void ptl_step_finish(ptl_run *run) {
  if (run->rk != NULL) ptl_rk_count(run->rk, &run->summary->counters);
  if (run->solver != NULL) ptl_solver_count(run->solver, &run->summary->counters);
}
