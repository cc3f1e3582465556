/* run_output.c: when rows are due and when the run ends. */
#include <math.h>
#include <string.h>

#include "run.h"

static double coordinate_at(ptl_run *run, const void *what, double t) {
  const ptl_schedule *schedule = what;
  ptl_pair_state state;
  ptl_run_look(run, t);
  ptl_pair_place(&schedule->pair, ptl_run_q(run), run->work->rotations, &state);
  const double pose[3] = {state.pose.x, state.pose.y, state.pose.angle};
  return pose[schedule->coordinate] - schedule->start;
}

typedef struct level { /* a value of the travel that is looked for                              */
  const ptl_schedule *schedule;
  double value;
} level;

static double above_level(ptl_run *run, const void *what, double t) {
  const level *l = what;
  return coordinate_at(run, l->schedule, t) - l->value;
}

/* A span in seconds where a constant driver makes it one, else a travel to be watched. */
static ptl_status resolve_span(ptl_run *run, const ptl_span *span, ptl_schedule *out) {
  const ptl_system *s = run->system;
  const ptl_mechanism *m = s->mechanism;
  memset(out, 0, sizeof *out);
  out->amount = isnan(span->amount) ? 0.0 : span->amount;
  if (span->joint == NULL || out->amount == 0.0) return PTL_OK;
  for (int i = 0; i < s->n_motions; i++) {
    const ptl_motion_def *motion = &s->motions[i].def;
    if (motion->of.joint == NULL || strcmp(motion->of.joint, span->joint) != 0) continue;
    if (isnan(motion->rate)) continue;
    if (motion->rate == 0.0)
      return ptl_fail(run->context, PTL_ERR_INPUT,
                      "run: a span of joint '%s' never passes, its driver '%s' stands still",
                      span->joint, motion->name);
    out->amount = span->amount / fabs(motion->rate);
    return PTL_OK;
  }
  const ptl_mech_joint *joint = &m->joints[ptl_find_joint(m, span->joint)];
  const ptl_joint_type *type = joint->use.type;
  for (int i = 0; i < s->n_constraints; i++)
    if (strcmp(s->constraints[i].name, span->joint) == 0) out->pair = s->constraints[i].pair;
  for (int i = 0; i < s->n_bushings; i++)
    if (strcmp(s->bushings[i].name, span->joint) == 0) out->pair = s->bushings[i].pair;
  for (int i = 0; i < s->n_plays; i++)
    if (strcmp(s->plays[i].name, span->joint) == 0) out->pair = s->plays[i].pair;
  out->travels = 1;
  out->coordinate = type->coordinate;
  return PTL_OK;
}

static void start_travel(ptl_run *run, ptl_schedule *schedule) {
  if (!schedule->travels) return;
  ptl_pair_state state;
  ptl_pair_place(&schedule->pair, run->y, run->work->rotations, &state);
  const double pose[3] = {state.pose.x, state.pose.y, state.pose.angle};
  schedule->start = pose[schedule->coordinate];
}

ptl_status ptl_output_start(ptl_run *run, const ptl_run_options *options) {
  const ptl_run_def *def = &run->system->run;
  ptl_span until = def->until, every = def->every;
  if (!isnan(options->until_time)) until = (ptl_span){options->until_time, NULL};
  if (!isnan(options->every_time)) every = (ptl_span){options->every_time, NULL};
  ptl_status status = resolve_span(run, &until, &run->end);
  if (status == PTL_OK) status = resolve_span(run, &every, &run->rows);
  if (status != PTL_OK) return status;
  if (!(run->end.amount > 0.0))
    return ptl_fail(run->context, PTL_ERR_INPUT,
                    "run: 'until' must say how far to simulate, a time or a travel above 0");
  if (run->rows.amount < 0.0)
    return ptl_fail(run->context, PTL_ERR_INPUT, "run: 'every' must not be negative");
  start_travel(run, &run->end);
  start_travel(run, &run->rows);
  run->end_time = run->end.travels ? INFINITY : run->end.amount;
  run->rows_wanted = !options->no_output && run->sink.row != NULL;
  if (run->rows.amount == 0.0) { /* a thousand rows, where the length of the run is known */
    run->rows = run->end;
    run->rows.amount = run->end.amount / 1000.0;
  }
  if (!run->rows_wanted) return PTL_OK;
  int n_columns = run->system->mechanism->n_columns;
  size_t width = (size_t)ptl_layout_width(run->system);
  run->all = ptl_alloc(run->context, width, sizeof(double));
  run->row = ptl_alloc(run->context, width, sizeof(double));
  run->expressions = ptl_alloc(run->context, (size_t)n_columns, sizeof *run->expressions);
  size_t n = (size_t)run->system->pattern.n;
  run->correction = ptl_alloc(run->context, 2 * n, sizeof(double));
  run->row_state = ptl_alloc(run->context, n, sizeof(double));
  run->kept = ptl_alloc(run->context, (size_t)run->system->n_rows, sizeof(double));
  if (!run->all || !run->row || !run->expressions || !run->correction || !run->row_state || !run->kept)
    return PTL_ERR_MEMORY;
  if (run->system->assembly.rank < run->system->n_rows) {
    status = ptl_kkt_create(run->work, -1, &run->least);
    if (status != PTL_OK) return status;
  }
  return ptl_layout_compile(run->context, run->system, run->all, run->expressions);
}

/* First time in (a, b] at which the travel passes a multiple of the amount; INFINITY if none. */
static double next_travel(ptl_run *run, const ptl_schedule *schedule, double a, double b) {
  double at_a = coordinate_at(run, schedule, a), at_b = coordinate_at(run, schedule, b);
  double from = at_a / schedule->amount, to = at_b / schedule->amount;
  double nearest = nearbyint(from); /* just been there: rounding must not find it again */
  if (fabs(from - nearest) < 1e-9) from = nearest;
  double next = to > from ? floor(from) + 1.0 : ceil(from) - 1.0;
  if (to > from ? to < next : to > next) return INFINITY;
  level l = {schedule, next * schedule->amount};
  return ptl_run_root(run, above_level, &l, a, at_a - l.value, b, at_b - l.value);
}

static int eval_all_forces(ptl_run *run, const double *lambda) {
  const double *q = ptl_run_q(run), *v = ptl_run_v(run);
  return ptl_eval_forces(run->work, q, v) || ptl_eval_joint_frictions(run->work, q, v, lambda);
}

/* Where equations depend on each other the Newton matrix cannot tell how they share a load: the multipliers of
 * least norm, by their own equation. Friction follows them by repetition.                      */
static void solve_least(ptl_run *run, double t, const double *gamma, int rubs, double *lambda) {
  if (ptl_kkt_set(run->least, t, ptl_run_q(run), ptl_run_v(run)) != PTL_OK) return;
  for (int pass = 0; pass < (rubs ? 6 : 1); pass++) {
    if (rubs && eval_all_forces(run, lambda)) return;
    if (ptl_kkt_solve(run->least, run->work->force, gamma, run->correction, lambda) != PTL_OK) return;
  }
}

enum { MOST_CORRECTIONS = 4 };

/* Multipliers on the dense output are as rough as predictions. Those that belong to q and v obey
 * Phi_q M^-1 (Q - Phi_q^T lambda) = gamma; the Newton matrix in hand is nearly that equation's, so that
 * corrections with it take most of the error away, unless the mechanism has moved on a long way since
 * the matrix was made: a correction that does not help is taken back. Leaves Q in the work.     */
static void refine_multipliers(ptl_run *run, double t) {
  const ptl_system *s = run->system;
  int n = s->n_coordinates, m = s->n_rows, size = s->pattern.n;
  double *lambda = run->row_state + 2 * n + m, *ma = run->correction;
  double *gamma = ma + n, *right = gamma + m, *residual = right + 2 * n + m, cj;
  double before = INFINITY, first = 0.0;
  memcpy(run->row_state, run->scratch, sizeof(double) * (size_t)size);
  if (ptl_eval_forces(run->work, ptl_run_q(run), ptl_run_v(run)) || m == 0) return;
  ptl_eval_gamma(run->work, t, ptl_run_q(run), ptl_run_v(run), gamma);
  /* friction in joints goes along with lambda, as far as the matrix does not know */
  int rubs = ptl_system_rubs(s);
  if (run->least != NULL) solve_least(run, t, gamma, rubs, lambda);
  for (int pass = 0; run->least == NULL; pass++) {
    if (rubs && eval_all_forces(run, lambda)) return;
    memset(right, 0, sizeof(double) * (size_t)size);
    ptl_eval_multiplier_residual(run->work, gamma, lambda, ma, residual);
    double now = ptl_run_largest(residual, m);
    if (pass == 0) first = now;
    if (now >= before) {
      memcpy(lambda, run->kept, sizeof(double) * (size_t)m);
      break;
    }
    if (pass == MOST_CORRECTIONS || now <= 1e-3 * first * (pass > 0)) break;
    if (!ptl_solver_precondition(run->solver, right, right, &cj)) break;
    before = now;
    memcpy(run->kept, lambda, sizeof(double) * (size_t)m);
    for (int i = 0; i < m; i++) lambda[i] -= residual[i] / cj;
  }
  if (rubs) ptl_eval_forces(run->work, ptl_run_q(run), ptl_run_v(run));
}

void ptl_output_row(ptl_run *run, double t, int event, double a, double b) {
  if (!run->rows_wanted || run->interrupted) return;
  ptl_energy energy;
  ptl_run_look(run, t);
  ptl_ledger_at(run, t, a, b, &energy);
  refine_multipliers(run, t);
  int n = ptl_layout_row(run->work, t, event, run->row_state, &energy, run->expressions, run->all,
                         run->row);
  run->summary->counters.rows++;
  run->last_row = t;
  if (run->sink.row(run->sink.user, run->row, n)) run->interrupted = 1;
}

void ptl_output_event(ptl_run *run, const ptl_event *event) {
  run->summary->counters.events++;
  if (run->sink.event == NULL || run->interrupted) return;
  if (run->sink.event(run->sink.user, event)) run->interrupted = 1;
}

void ptl_output_interval(ptl_run *run, double a, double b) {
  if (!run->rows_wanted) return;
  ptl_schedule *rows = &run->rows;
  if (rows->travels) {
    for (double t = next_travel(run, rows, a, b); t <= b; t = next_travel(run, rows, t, b)) {
      ptl_output_row(run, t, 0, a, b);
      if (run->interrupted || !(t < b)) return;
    }
    return;
  }
  while (!run->interrupted) {
    double t = (double)(rows->done + 1) * rows->amount;
    if (fabs(t - run->end_time) < 1e-9 * rows->amount) t = run->end_time;
    if (t > b) return;
    ptl_output_row(run, t, 0, a, b);
    rows->done++;
  }
}

double ptl_output_end(ptl_run *run, double a, double b) {
  if (!run->end.travels) return run->end_time <= b ? run->end_time : INFINITY;
  return next_travel(run, &run->end, a, b);
}
