/* run.c: ptl_simulate. Steps the solver, hands every accepted step to contacts, ledger and output,
 * and stops when the numbers can no longer be trusted.                                         */
#include "run.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* Tolerance of the multipliers: so large that only q and v decide about a step. */
static const double untested = 1e12;
/* Without this many good steps in between, failures climb the recovery ladder. */
enum { STEPS_TO_RECOVER = 50, RUNGS = 3, MOST_STRAYS = 20 };

void ptl_run_look(ptl_run *run, double t) {
  if (t == run->looked) return;
  run->looked = t;
  ptl_solver_dense(run->solver, t, run->scratch);
  ptl_work_place_all(run->work, t, run->scratch);
}

/* Regula falsi with the Illinois rule, and bisection where that is slow. */
double ptl_run_root(ptl_run *run, double (*f)(ptl_run *run, const void *what, double t),
                    const void *what, double a, double fa, double b, double fb) {
  if (fa == 0.0) return a;
  if (fb == 0.0 || (fa > 0.0) == (fb > 0.0)) return b;
  double wa = fa, wb = fb; /* weights, halved on the side that does not move */
  for (int i = 0; i < 200; i++) {
    double width = b - a;
    double t = i % 8 == 7 ? a + 0.5 * width : a + width * (wa / (wa - wb));
    if (!(t > a && t < b)) t = a + 0.5 * width;
    if (!(t > a && t < b)) break; /* neighbouring doubles */
    double ft = f(run, what, t);
    if (ft == 0.0) return t;
    if ((ft > 0.0) == (fa > 0.0)) {
      a = t;
      fa = wa = ft;
      wb *= 0.5;
    } else {
      b = t;
      fb = wb = ft;
      wa *= 0.5;
    }
    if (b - a > 0.5 * width) continue;
    wa = fa;
    wb = fb;
  }
  return fabs(fa) < fabs(fb) ? a : b;
}

/* ---------------------------------------------------------------- the solver's view */

static int residual(void *user, double t, const double *y, const double *yp, double *r) {
  ptl_run *run = user;
  return ptl_eval_residual(run->work, t, y, yp, r);
}

static int jacobian(void *user, double t, double cj, const double *y, double *values) {
  ptl_run *run = user;
  return ptl_eval_jacobian(run->work, t, cj, y, values);
}

/* Relative to the size of an inner state: an error of it is one of the friction force, which need not
 * be as small as one of the motion.                                                            */
static double inner_tolerance(double rtol) {
  return fmin(1e3 * rtol, 1e-2);
}

/* Where reactions make friction they are kept in the Newton test, though not in the error test: relative
 * to the forces that such masses need at such speeds.                                           */
static const double reaction_tolerance = 1e-6;

static double force_scale(const ptl_system *s) {
  double mass = 0.0, most = 0.0;
  for (int i = 0; i < s->n_bodies; i++) mass += s->mass[3 * i];
  for (int i = 0; i < s->n_rows; i++) most = fmax(most, fabs(s->lambda0[i]));
  return fmax(most, mass * (s->speed * s->speed / s->length + hypot(s->gravity[0], s->gravity[1])));
}

/* Absolute tolerances in the mechanism's own scales, so that neither a growing angle nor the place
 * of the origin changes the accuracy.                                                          */
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
  for (int i = 0; i < s->n_rows && ptl_system_rubs(s); i++)
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
  if (s->n_states == 0 || ptl_eval_residual(run->work, run->t, run->y, run->yp, run->scratch)) return;
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

static ptl_status start_solver(ptl_run *run) {
  const ptl_sys_pattern *p = &run->system->pattern;
  ptl_solver_problem problem = {.n = p->n,
                                .nonzeros = p->nonzeros,
                                .column_start = p->column_start,
                                .row_index = p->row_index,
                                .strict = ptl_system_rubs(run->system),
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

/* A law that was asked beyond its domain cannot be helped by a restart. */
static ptl_status outside_domain(ptl_run *run) {
  const ptl_sys_gap *g = &run->system->gaps[run->work->outside];
  const ptl_joint_type *type = run->system->plays[g->play].type;
  if (run->work->misplaced)
    return ptl_fail(run->context, PTL_ERR_SIMULATION,
                    "after t = %.9g s: joint '%s': the %s is where it cannot be, inside the %s (gap "
                    "'%s'): it has missed its place, or contact '%s' is far too soft",
                    run->t, g->joint, type->part_b, type->part_a, g->name, g->contact);
  return ptl_fail(run->context, PTL_ERR_SIMULATION,
                  "at t = %.9g s: gap '%s' of joint '%s' goes deeper than the %.6g m for which law "
                  "'%s' (contact '%s') is defined",
                  run->t, g->name, g->joint, g->law.max_depth, g->law.elastic->name, g->contact);
}

/* Steps shrink as a gap approaches the end of its law, or parts a place where they cannot be; they
 * would do so for ever. One step that tried too far says nothing yet.                          */
static int at_an_end(ptl_run *run) {
  for (int g = 0; g < run->system->n_gaps; g++) {
    if (!isnan(run->after[g].depth)) continue;
    run->work->outside = g;
    run->work->misplaced = 1;
    return 1;
  }
  int gap = run->work->outside;
  if (gap >= 0 && run->work->misplaced) {
    run->since_stray = 0;
    return ++run->strays > MOST_STRAYS;
  }
  if (++run->since_stray >= STEPS_TO_RECOVER) run->strays = 0;
  return gap >= 0 && run->after[gap].depth > 0.99 * run->system->gaps[gap].law.max_depth;
}

static ptl_status give_up(ptl_run *run) {
  const ptl_system *s = run->system;
  char reason[512], name[96] = "none";
  strncpy(reason, ptl_context_message(run->context), sizeof reason - 1);
  reason[sizeof reason - 1] = '\0';
  int row = ptl_start_weakest_row(run->work, run->t, run->y, run->y + s->n_coordinates);
  if (row >= 0) ptl_row_name(s, row, name, sizeof name);
  return ptl_fail(run->context, PTL_ERR_SIMULATION,
                  "at t = %.9g s the integration cannot go on (%s); weakest constraint: %s", run->t,
                  reason, name);
}

/* Puts the present state back onto the constraints and restarts the integrator there. */
static ptl_status start_afresh(ptl_run *run, double first_step) {
  const ptl_system *s = run->system;
  int n = s->n_coordinates, m = s->n_rows, inner = s->n_states;
  double *buffer = ptl_alloc(run->context, (size_t)(3 * n + m + inner), sizeof(double));
  if (buffer == NULL) return PTL_ERR_MEMORY;
  double *q = buffer, *v = q + n, *a = v + n, *lambda = a + n, *z = lambda + m;
  memcpy(q, run->y, sizeof(double) * (size_t)(2 * n));
  memcpy(z, run->y + s->first_state, sizeof(double) * (size_t)inner);
  run->work->states = z;
  ptl_status status = ptl_start_consistent(run->work, run->t, q, v, a, lambda);
  if (status == PTL_OK) {
    ptl_solver_count(run->solver, &run->summary->counters);
    set_state(run, q, v, a, lambda, z);
    run->accounted = NAN;
    status = ptl_solver_restart(run->solver, run->t, run->y, run->yp, first_step);
  }
  run->work->states = run->y + s->first_state;
  ptl_free(run->context, buffer);
  return status;
}

/* Rung 0: start afresh. Rung 1: with a tiny first step. Rung 2: with more regularisation and looser
 * positions.                                                                                   */
static ptl_status recover(ptl_run *run, int rung) {
  if (rung == 2) {
    run->work->softness *= 10.0;
    run->work->stabiliser *= 10.0;
    set_tolerances(run, 10.0);
    ptl_solver_set_tolerance(run->solver, run->tolerance);
  }
  double tiny = 1e-9 * run->system->length / run->system->speed;
  return start_afresh(run, rung == 1 ? tiny : 0.0);
}

/* A step that does not pass a time at which a driver sets off or comes to rest. */
static ptl_status advance(ptl_run *run, double *reached) {
  double turn = ptl_motion_next_turn(run->system, run->t);
  ptl_status status = isfinite(turn) ? ptl_solver_limit(run->solver, turn) : PTL_OK;
  *reached = run->t;
  return status == PTL_OK ? ptl_solver_step(run->solver, reached) : status;
}

/* One accepted step, through the recovery ladder if need be. */
static ptl_status step(ptl_run *run, int *rung, int *good, double *reached) {
  run->work->outside = -1;
  ptl_status status = advance(run, reached);
  while (status == PTL_ERR_SIMULATION || status == PTL_ERR_UNFIT) {
    if (run->work->outside >= 0) return outside_domain(run);
    if (*rung == RUNGS) return give_up(run);
    run->summary->counters.restarts++;
    *good = 0;
    status = recover(run, (*rung)++);
    if (status == PTL_OK) status = advance(run, reached);
  }
  if (status == PTL_OK && ++*good >= STEPS_TO_RECOVER) *rung = 0;
  return status;
}

/* ---------------------------------------------------------------- trust */

static ptl_status check_drift(ptl_run *run) {
  const ptl_system *s = run->system;
  ptl_summary *sum = run->summary;
  ptl_eval_constraints(run->work, run->t, run->y, run->y + s->n_coordinates);
  double position = ptl_run_largest(run->work->phi, s->n_rows);
  double velocity = ptl_run_largest(run->work->phi_rate, s->n_rows);
  sum->largest_position_violation = fmax(sum->largest_position_violation, position);
  sum->largest_velocity_violation = fmax(sum->largest_velocity_violation, velocity);
  if (position <= run->drift_limit) return PTL_OK;
  int worst = 0;
  char name[96];
  for (int i = 1; i < s->n_rows; i++)
    if (fabs(run->work->phi[i]) > fabs(run->work->phi[worst])) worst = i;
  ptl_row_name(s, worst, name, sizeof name);
  return ptl_fail(run->context, PTL_ERR_SIMULATION,
                  "at t = %.9g s %s is violated by %.3g, more than the limit of %.3g (run.drift_limit); "
                  "use a smaller rtol",
                  run->t, name, position, run->drift_limit);
}

/* A hundredth of the kinetic energy at the characteristic speed: a run that starts from rest has no
 * energy yet to compare with.                                                                   */
static double least_energy(const ptl_system *s) {
  double mass = 0.0;
  for (int i = 0; i < s->n_bodies; i++) mass += s->mass[3 * i];
  return 0.01 * 0.5 * mass * s->speed * s->speed;
}

static ptl_status check_energy(ptl_run *run) {
  ptl_summary *sum = run->summary;
  ptl_energy now;
  ptl_ledger_at(run, run->t, run->t, run->t, &now);
  const double parts[] = {now.kinetic, now.elastic, now.potential - run->start.potential,
                          now.dissipated, now.supplied};
  sum->largest_energy = fmax(sum->largest_energy, ptl_run_largest(parts, 5));
  sum->largest_imbalance = fmax(sum->largest_imbalance, fabs(now.balance));
  sum->energy = now;
  double scale = fmax(sum->largest_energy, least_energy(run->system));
  if (!isfinite(now.balance) || fabs(now.balance) > run->energy_limit * scale)
    return ptl_fail(run->context, PTL_ERR_SIMULATION,
                    "at t = %.9g s the energy balance is off by %.3g J of %.3g J, more than the limit "
                    "(run.energy_limit %.3g); use a smaller rtol",
                    run->t, now.balance, scale, run->energy_limit);
  return PTL_OK;
}

/* Local error of each touching gap's force: partial derivatives times the local errors of depth and
 * rate that the integrator estimates.                                                          */
static void note_force_errors(ptl_run *run) {
  const ptl_system *s = run->system;
  int known = 0;
  for (int g = 0; g < s->n_gaps; g++) {
    if (!run->work->gaps[g].touching) continue;
    if (!known) ptl_solver_local_error(run->solver, run->error);
    known = 1;
    double error = ptl_eval_force_error(run->work, g, run->y, run->error);
    run->summary->gaps[g].force_error = fmax(run->summary->gaps[g].force_error, error);
  }
}

/* ---------------------------------------------------------------- the loop */

static ptl_status take_step(ptl_run *run, int *rung, int *good, int *finished) {
  const ptl_system *s = run->system;
  double a = run->t, b;
  ptl_status status = step(run, rung, good, &b);
  if (status != PTL_OK) return status;
  run->looked = NAN;
  double end = ptl_output_end(run, a, b);
  if (end <= b) {
    *finished = 1;
    b = end;
  }
  ptl_run_look(run, b);
  ptl_contacts_watch(run, run->scratch, run->after, run->slip_after);
  double leap = ptl_contacts_leap(run, a, b);
  if (leap < b) {
    b = leap;
    ptl_run_look(run, b);
    ptl_contacts_watch(run, run->scratch, run->after, run->slip_after);
  }
  if (at_an_end(run)) return outside_domain(run);
  status = ptl_contacts_step(run, a, &b);
  if (status != PTL_OK) return status;
  if (b == leap) run->renew = 1;
  if (run->renew) *finished = b >= end;
  if (*finished && run->last_row < b) ptl_output_row(run, b, 0, b, b);
  ptl_watch *swap = run->before;
  run->before = run->after;
  run->after = swap;
  double *swap_slip = run->slip_before;
  run->slip_before = run->slip_after;
  run->slip_after = swap_slip;

  ptl_run_look(run, b);
  run->t = b;
  memcpy(run->y, run->scratch, sizeof(double) * (size_t)s->pattern.n);
  note_force_errors(run);
  ptl_friction_note_failures(run);
  status = check_drift(run);
  if (status == PTL_OK) status = check_energy(run);
  if (status != PTL_OK || !run->renew || *finished) return status;
  status = start_afresh(run, b == leap ? 1e-6 * s->length / s->speed : 0.0);
  int misplaced = run->work->outside >= 0 && run->work->misplaced;
  return status == PTL_ERR_UNFIT && misplaced ? outside_domain(run) : status;
}

static ptl_status integrate(ptl_run *run) {
  int rung = 0, good = 0, finished = 0;
  ptl_output_row(run, run->t, 0, run->t, run->t);
  ptl_status status = run->interrupted ? PTL_ERR_INTERRUPTED : PTL_OK;
  while (status == PTL_OK && !finished) {
    status = take_step(run, &rung, &good, &finished);
    run->summary->end_time = run->t;
    if (status == PTL_OK && run->sink.progress != NULL) {
      double fraction = isfinite(run->end_time) ? run->t / run->end_time : NAN;
      if (run->sink.progress(run->sink.user, fraction)) run->interrupted = 1;
    }
    if (run->interrupted) status = PTL_ERR_INTERRUPTED;
  }
  return status;
}

static ptl_status prepare(ptl_run *run, const ptl_run_options *options) {
  const ptl_system *s = run->system;
  ptl_context *context = run->context;
  size_t n = (size_t)s->pattern.n, gaps = (size_t)s->n_gaps, frictions = (size_t)s->n_frictions;
  ptl_status status = ptl_work_create(context, s, &run->work);
  if (status != PTL_OK) return status;
  run->tolerance = ptl_alloc(context, n, sizeof(double));
  run->y = ptl_alloc(context, n, sizeof(double));
  run->yp = ptl_alloc(context, n, sizeof(double));
  run->scratch = ptl_alloc(context, n, sizeof(double));
  run->error = ptl_alloc(context, n, sizeof(double));
  run->before = ptl_alloc(context, gaps, sizeof *run->before);
  run->after = ptl_alloc(context, gaps, sizeof *run->after);
  run->episodes = ptl_alloc(context, gaps, sizeof *run->episodes);
  run->summary->gaps = ptl_alloc(context, gaps, sizeof *run->summary->gaps);
  run->slip_before = ptl_alloc(context, frictions, sizeof(double));
  run->slip_after = ptl_alloc(context, frictions, sizeof(double));
  run->sticking = ptl_alloc(context, frictions, sizeof(int));
  run->summary->frictions = ptl_alloc(context, frictions, sizeof *run->summary->frictions);
  int whole = run->tolerance && run->y && run->yp && run->scratch && run->error && run->before &&
              run->after && run->episodes && run->summary->gaps && run->slip_before &&
              run->slip_after && run->sticking && run->summary->frictions;
  for (int k = 0; k < PTL_NODES; k++) {
    run->node[k] = ptl_alloc(context, 2 * (gaps + frictions), sizeof(double));
    whole = whole && run->node[k];
  }
  run->at_row = ptl_alloc(context, 2 * (gaps + frictions), sizeof(double));
  whole = whole && run->at_row;
  if (!whole) return PTL_ERR_MEMORY;
  run->summary->n_gaps = s->n_gaps;
  for (int g = 0; g < s->n_gaps; g++) {
    const ptl_sys_gap *gap = &s->gaps[g];
    run->summary->gaps[g] =
        (ptl_gap_summary){.joint = gap->joint, .gap = gap->name, .contact = gap->contact,
                          .elastic = gap->law.elastic->name, .damping = gap->law.damping->name};
  }
  run->summary->n_frictions = s->n_frictions;
  for (int i = 0; i < s->n_frictions; i++) {
    const ptl_sys_friction *k = &s->frictions[i];
    run->summary->frictions[i] = (ptl_friction_summary){
        .joint = k->joint, .gap = k->gap, .law = k->law->name, .stick_speed = k->stick_speed};
  }
  set_state(run, s->q0, s->v0, s->a0, s->lambda0, s->z0);
  ptl_work_place_all(run->work, 0.0, run->y);
  status = ptl_output_start(run, options);
  if (status != PTL_OK) return status;
  run->work->derivative_step = 0.1 * s->length / s->speed;
  set_tolerances(run, 1.0);
  memcpy(run->scratch, run->y, sizeof(double) * n);
  run->looked = run->t;
  ptl_eval_account(run->work, 0.0, run->y, &run->start, run->at_row);
  run->account[PTL_NODES - 1] = run->start;
  run->accounted = NAN;
  return start_solver(run);
}

static void release(ptl_run *run) {
  ptl_context *context = run->context;
  int n_columns = run->system->mechanism->n_columns;
  ptl_solver_destroy(run->solver);
  ptl_kkt_destroy(run->least);
  for (int i = 0; run->expressions != NULL && i < n_columns; i++)
    ptl_expr_destroy(run->expressions[i]);
  void *blocks[] = {run->tolerance, run->y, run->yp, run->scratch, run->error, run->before,
                    run->after, run->slip_before, run->slip_after, run->sticking, run->episodes,
                    run->all, run->row, run->row_state, run->correction, run->kept, run->expressions,
                    run->node[0],
                    run->node[1], run->node[2], run->node[3], run->at_row};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) ptl_free(context, blocks[i]);
  ptl_work_destroy(run->work);
}

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

ptl_run_options ptl_run_options_default(void) {
  return (ptl_run_options){.until_time = NAN, .every_time = NAN, .rtol = NAN};
}

ptl_status ptl_simulate(ptl_context *context, const ptl_system *system,
                        const ptl_run_options *options, const ptl_sink *sink,
                        ptl_summary *summary) {
  ptl_run_options defaults = ptl_run_options_default();
  const ptl_run_def *def = &system->run;
  ptl_run run = {.context = context, .system = system, .summary = summary};
  if (options == NULL) options = &defaults;
  if (sink != NULL) run.sink = *sink;
  memset(summary, 0, sizeof *summary);
  run.rtol = isnan(options->rtol) ? def->rtol : options->rtol;
  if (!(run.rtol > 0.0 && run.rtol < 0.1))
    return ptl_fail(context, PTL_ERR_INPUT, "run: rtol must lie between 0 and 0.1, not %g", run.rtol);
  run.drift_limit = def->drift_limit;
  run.energy_limit = def->energy_limit;
  summary->rtol = run.rtol;
  double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
  ptl_status status = prepare(&run, options);
  if (status == PTL_OK) {
    ptl_contacts_start(&run);
    status = integrate(&run);
    ptl_contacts_finish(&run);
    ptl_solver_count(run.solver, &summary->counters);
  }
  summary->complete = status == PTL_OK;
  summary->wall_time = seconds(CLOCK_MONOTONIC) - wall;
  summary->cpu_time = seconds(CLOCK_THREAD_CPUTIME_ID) - cpu;
  release(&run);
  return status;
}

void ptl_summary_release(ptl_context *context, ptl_summary *summary) {
  ptl_free(context, summary->gaps);
  ptl_free(context, summary->frictions);
  memset(summary, 0, sizeof *summary);
}
