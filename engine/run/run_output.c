/* run_output.c: when rows are due and when the run ends. */
#include <math.h>
#include <string.h>

#include "run.h"

static double coordinate_at(ptl_run *run, const void *what, double t) {
  const ptl_schedule *schedule = what;
  ptl_pair_state state;
  ptl_run_look(run, t);
  ptl_pair_place(&schedule->pair, ptl_run_q(run), run->data->rotations, &state);
  const double pose[3] = {state.pose.x, state.pose.y, state.pose.angle};
  return pose[schedule->coordinate] - schedule->start;
}

typedef struct level { /* a value of the travel that is looked for */
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
  for (int i = 0; i < s->n_gap_sets; i++)
    if (strcmp(s->gap_sets[i].name, span->joint) == 0) out->pair = s->gap_sets[i].pair;
  out->travels = 1;
  out->coordinate = type->coordinate;
  return PTL_OK;
}

static void start_travel(ptl_run *run, ptl_schedule *schedule) {
  if (!schedule->travels) return;
  ptl_pair_state state;
  ptl_pair_place(&schedule->pair, run->y, run->data->rotations, &state);
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
  if (run->all == NULL || run->row == NULL || run->expressions == NULL || run->correction == NULL ||
      run->row_state == NULL)
    return PTL_ERR_MEMORY;
  if (run->system->assembly.rank < run->system->n_rows) {
    status = ptl_kkt_create(run->data, -1, &run->least);
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

/* Forces, and friction of ideal joints as lambda makes it. */
static int eval_all_forces(ptl_run *run, const double *q, const double *v, const double *lambda) {
  return ptl_eval_forces(run->data, q, v) || ptl_eval_joint_frictions(run->data, q, v, lambda);
}

/* Where equations depend on each other, the multipliers of least norm. */
static int solve_least(ptl_run *run, double t, const double *q, const double *v, double *a,
                       double *lambda) {
  double *gamma = a + run->system->n_coordinates;
  if (ptl_kkt_set(run->least, t, q, v) != PTL_OK) return 1;
  ptl_eval_gamma(run->data, q, v, gamma);
  return ptl_kkt_solve(run->least, run->data->force, gamma, a, lambda) != PTL_OK;
}

enum { MOST_PASSES = 30 };

/* The state of a row, put onto the constraints, which the dense output only comes close to, and the
 * multipliers that follow from it; friction in joints follows the multipliers by repetition. Leaves
 * the applied forces in the work. */
static void find_reactions(ptl_run *run, double t) {
  const ptl_system *s = run->system;
  int n = s->n_coordinates, m = s->n_rows, rubs = ptl_system_has_joint_friction(s);
  double *q = run->row_state, *v = q + n, *lambda = q + s->first_state - m, *a = run->correction;
  double *before = a + n + m, change = INFINITY;
  memcpy(q, run->scratch, sizeof(double) * (size_t)s->pattern.n);
  if (ptl_reduced_solve(run->reduced, t, q, v, a, rubs ? before : lambda)) return;
  ptl_reduced_project(run->reduced, NULL, q, v);
  if (!run->is_explicit && ptl_reduced_solve(run->reduced, t, q, v, a, rubs ? before : lambda))
    return; /* BDF lets the velocities give way, by more than the dense output strays */
  for (int pass = 0; (rubs || run->least != NULL) && pass < MOST_PASSES && change > 1e-13; pass++) {
    memcpy(before, lambda, sizeof(double) * (size_t)m);
    if (eval_all_forces(run, q, v, lambda)) return;
    if (run->least == NULL)
      ptl_reduced_react(run->reduced, a, lambda);
    else if (solve_least(run, t, q, v, a, lambda))
      return;
    change = 0.0;
    for (int i = 0; i < m && rubs; i++) change = fmax(change, fabs(lambda[i] - before[i]));
    change /= fmax(ptl_largest(lambda, m), 1e-300);
  }
  ptl_data_place_all(run->data, t, q);
  ptl_eval_forces(run->data, q, v);
}

void ptl_output_row(ptl_run *run, double t, int event, double a, double b) {
  if (!run->rows_wanted || run->interrupted) return;
  ptl_energy energy;
  ptl_run_look(run, t);
  ptl_ledger_at(run, t, a, b, &energy);
  find_reactions(run, t);
  int n = ptl_layout_row(run->data, t, event, run->row_state, &energy, run->expressions, run->all,
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

ptl_status ptl_output_in_sight(const ptl_run *run, double t) {
  static const double patience = 1e6; /* times in which the mechanism moves by its own size */
  const ptl_system *s = run->system;
  double size = run->end.coordinate == 2 ? 1.0 : s->length;
  double due = patience * (1.0 + run->end.amount / size) * s->length / s->speed;
  if (!run->end.travels || t <= due) return PTL_OK;
  return ptl_fail(run->context, PTL_ERR_SIMULATION,
                  "run: 'until' is a travel of joint '%s' that it does not make: not by t = %.6g s",
                  s->run.until.joint, t);
}

double ptl_output_end(ptl_run *run, double a, double b) {
  if (!run->end.travels) return run->end_time <= b ? run->end_time : INFINITY;
  return next_travel(run, &run->end, a, b);
}
