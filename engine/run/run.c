/* run.c: ptl_simulate. Steps the solver, hands every accepted step to contacts, ledger and output,
 * and stops when the numbers can no longer be trusted. */
#include "run.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "roots.h"

enum { MOST_STRAYS = 20 };

typedef struct root_call {
  ptl_run *run;
  double (*f)(ptl_run *run, const void *what, double t);
  const void *what;
} root_call;

static double at_time(void *user, double t) {
  const root_call *call = user;
  return call->f(call->run, call->what, t);
}

double ptl_run_root(ptl_run *run, double (*f)(ptl_run *run, const void *what, double t),
                    const void *what, double a, double fa, double b, double fb) {
  root_call call = {run, f, what};
  return ptl_root(at_time, &call, a, fa, b, fb);
}

/* Steps shrink as a gap approaches the end of its law, or parts a place where they cannot be; they
 * would do so for ever. One step that tried too far says nothing yet. */
static int at_an_end(ptl_run *run) {
  for (int g = 0; g < run->system->n_gaps; g++) {
    if (!isnan(run->after[g].depth)) continue;
    run->data->outside = g;
    run->data->misplaced = 1;
    return 1;
  }
  int gap = run->data->outside;
  if (gap >= 0 && run->data->misplaced) {
    run->since_stray = 0;
    return ++run->strays > MOST_STRAYS;
  }
  if (++run->since_stray >= PTL_STEPS_TO_RECOVER) run->strays = 0;
  return gap >= 0 && run->after[gap].depth > 0.99 * run->system->gaps[gap].law.max_depth;
}

/* ---------------------------------------------------------------- trust */

static ptl_status check_drift(ptl_run *run) {
  const ptl_system *s = run->system;
  ptl_summary *sum = run->summary;
  ptl_data_place_all(run->data, run->t, run->y);
  ptl_eval_constraints(run->data, run->y, run->y + s->n_coordinates);
  double position = ptl_largest(run->data->phi, s->n_rows);
  double velocity = ptl_largest(run->data->phi_rate, s->n_rows);
  sum->largest_position_violation = fmax(sum->largest_position_violation, position);
  sum->largest_velocity_violation = fmax(sum->largest_velocity_violation, velocity);
  if (position <= run->drift_limit) return PTL_OK;
  char name[96];
  ptl_row_name(s, ptl_where_largest(run->data->phi, s->n_rows), name, sizeof name);
  return ptl_fail(
      run->context, PTL_ERR_SIMULATION,
      "at t = %.9g s %s is violated by %.3g, more than the limit of %.3g (run.drift_limit); "
      "use a smaller rtol",
      run->t, name, position, run->drift_limit);
}

/* A hundredth of the kinetic energy at the characteristic speed: a run that starts from rest has no
 * energy yet to compare with. */
static double least_energy(const ptl_system *s) {
  return 0.01 * 0.5 * ptl_system_mass(s) * s->speed * s->speed;
}

static ptl_status check_energy(ptl_run *run) {
  ptl_summary *sum = run->summary;
  ptl_energy now;
  ptl_ledger_at(run, run->t, run->t, run->t, &now);
  const double parts[] = {now.kinetic, now.elastic, now.potential - run->start.potential,
                          now.dissipated, now.supplied};
  sum->largest_energy = fmax(sum->largest_energy, ptl_largest(parts, 5));
  sum->largest_imbalance = fmax(sum->largest_imbalance, fabs(now.balance));
  sum->energy = now;
  double scale = fmax(sum->largest_energy, least_energy(run->system));
  if (!isfinite(now.balance) || fabs(now.balance) > run->energy_limit * scale)
    return ptl_fail(
        run->context, PTL_ERR_SIMULATION,
        "at t = %.9g s the energy balance is off by %.3g J of %.3g J, more than the limit "
        "(run.energy_limit %.3g); use a smaller rtol",
        run->t, now.balance, scale, run->energy_limit);
  return PTL_OK;
}

/* Local error of each touching gap's force: partial derivatives times the local errors of depth and
 * rate that the integrator estimates. */
static void note_force_errors(ptl_run *run) {
  const ptl_system *s = run->system;
  int known = 0;
  for (int g = 0; g < s->n_gaps; g++) {
    if (!run->data->gaps[g].touching) continue;
    if (!known) ptl_step_local_error(run, run->error);
    known = 1;
    double error = ptl_eval_force_error(run->data, g, run->y, run->error);
    run->summary->gaps[g].force_error = fmax(run->summary->gaps[g].force_error, error);
  }
}

/* ---------------------------------------------------------------- the loop */

/* The part [a, *b] of a step: what contacts do in it, and the rows that are due. Where the step has
 * to end there instead of at *b, run->renew is set; *leapt: because it passed over a contact. */
static ptl_status walk(ptl_run *run, double a, double *b, int *leapt) {
  ptl_run_look(run, *b);
  ptl_contacts_watch(run, run->scratch, run->after, run->slip_after);
  double leap = ptl_contacts_leap(run, a, *b);
  *leapt = leap < *b;
  if (*leapt) {
    *b = leap;
    ptl_run_look(run, leap);
    ptl_contacts_watch(run, run->scratch, run->after, run->slip_after);
  }
  int parted = ptl_step_parted(run, *b);
  if (parted >= 0) run->after[parted].depth = 0.0;
  if (at_an_end(run)) return ptl_step_outside(run);
  double end = *b;
  ptl_status status = ptl_contacts_step(run, a, b);
  *leapt = *leapt && *b == end;
  if (*leapt) run->renew = 1;
  ptl_watch *swap = run->before;
  run->before = run->after;
  run->after = swap;
  double *swap_slip = run->slip_before;
  run->slip_before = run->slip_after;
  run->slip_after = swap_slip;
  return status;
}

static ptl_status take_step(ptl_run *run, int *finished) {
  const ptl_system *s = run->system;
  double a = run->t, b;
  ptl_status status = ptl_step_take(run, &b);
  if (status != PTL_OK) return status;
  run->looked = NAN;
  double end = ptl_output_end(run, a, b);
  b = fmin(b, end);
  int parts = ptl_contacts_parts(run, a, b), leapt = 0;
  double from = a, to = a;
  run->renew = 0;
  for (int i = 1; i <= parts && !run->renew; i++, from = to) {
    to = i < parts ? a + (b - a) * i / parts : b;
    status = walk(run, from, &to, &leapt);
    if (status != PTL_OK) return status;
  }
  b = to;
  *finished = b >= end;
  if (*finished && run->last_row < b) ptl_output_row(run, b, 0, b, b);

  ptl_run_look(run, b);
  run->t = b;
  memcpy(run->y, run->scratch, sizeof(double) * (size_t)s->pattern.n);
  note_force_errors(run);
  ptl_friction_note_failures(run);
  status = check_energy(run);
  /* at the end, too: the explicit method's dense output only comes close to the constraints */
  if (status == PTL_OK && (*finished ? run->is_explicit : run->renew)) {
    status = ptl_step_afresh(run, leapt ? 1e-6 * s->length / s->speed : 0.0);
    int misplaced = run->data->outside >= 0 && run->data->misplaced;
    if (status == PTL_ERR_UNFIT && misplaced) return ptl_step_outside(run);
  }
  return status == PTL_OK ? check_drift(run) : status;
}

static ptl_status integrate(ptl_run *run) {
  int finished = 0;
  ptl_output_row(run, run->t, 0, run->t, run->t);
  ptl_status status = run->interrupted ? PTL_ERR_INTERRUPTED : PTL_OK;
  while (status == PTL_OK && !finished) {
    status = take_step(run, &finished);
    run->summary->end_time = run->t;
    if (status == PTL_OK) status = ptl_output_in_sight(run, run->t);
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
  ptl_status status = ptl_data_create(context, s, &run->data);
  if (status != PTL_OK) return status;
  run->data->derivative_step = 0.1 * s->length / s->speed;
  status = ptl_reduced_create(run->data, &run->reduced);
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
  run->sums_before = ptl_alloc(context, (size_t)ptl_rk_n_sums(s), sizeof(double));
  run->sums = ptl_alloc(context, (size_t)ptl_rk_n_sums(s), sizeof(double));
  whole = whole && run->at_row && run->sums_before && run->sums;
  if (!whole) return PTL_ERR_MEMORY;
  run->summary->n_gaps = s->n_gaps;
  for (int g = 0; g < s->n_gaps; g++) {
    const ptl_sys_gap *gap = &s->gaps[g];
    run->summary->gaps[g] = (ptl_gap_summary){.joint = gap->joint,
                                              .gap = gap->name,
                                              .contact = gap->contact,
                                              .elastic = gap->law.elastic->name,
                                              .damping = gap->law.damping->name};
  }
  run->summary->n_frictions = s->n_frictions;
  for (int i = 0; i < s->n_frictions; i++) {
    const ptl_sys_friction *k = &s->frictions[i];
    run->summary->frictions[i] = (ptl_friction_summary){
        .joint = k->joint, .gap = k->gap, .law = k->law->name, .stick_speed = k->stick_speed};
  }
  ptl_step_start(run);
  status = ptl_output_start(run, options);
  if (status != PTL_OK) return status;
  ptl_eval_account(run->data, run->y, &run->start, run->at_row);
  run->account[PTL_NODES - 1] = run->start;
  run->accounted = NAN;
  return PTL_OK;
}

static void release(ptl_run *run) {
  ptl_context *context = run->context;
  int n_columns = run->system->mechanism->n_columns;
  ptl_solver_destroy(run->solver);
  ptl_rk_destroy(run->rk);
  ptl_reduced_destroy(run->reduced);
  ptl_kkt_destroy(run->least);
  for (int i = 0; run->expressions != NULL && i < n_columns; i++)
    ptl_expr_destroy(run->expressions[i]);
  void *blocks[] = {run->tolerance,  run->y,           run->yp,         run->scratch,
                    run->error,      run->before,      run->after,      run->slip_before,
                    run->slip_after, run->sticking,    run->episodes,   run->all,
                    run->row,        run->row_state,   run->correction, run->sums_before,
                    run->sums,       run->expressions, run->node[0],    run->node[1],
                    run->node[2],    run->node[3],     run->at_row};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) ptl_free(context, blocks[i]);
  ptl_data_destroy(run->data);
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
    return ptl_fail(context, PTL_ERR_INPUT, "run: rtol must lie between 0 and 0.1, not %g",
                    run.rtol);
  run.drift_limit = def->drift_limit;
  run.energy_limit = def->energy_limit;
  summary->rtol = run.rtol;
  double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
  ptl_status status = prepare(&run, options);
  if (status == PTL_OK) {
    ptl_contacts_start(&run);
    status = ptl_step_begin(&run);
    if (status == PTL_OK) status = integrate(&run);
    ptl_contacts_finish(&run);
    ptl_step_finish(&run);
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
