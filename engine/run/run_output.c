/* run_output.c: rows and events for the sink, when rows are due, and when the run ends. */
#include "run_output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accelerations.h"
#include "arena.h"
#include "constraint.h"
#include "contact.h"
#include "data.h"
#include "forces.h"
#include "kinematics.h"
#include "kkt.h"
#include "largest.h"
#include "layout.h"
#include "layout_row.h"
#include "mesh.h"
#include "roots.h"
#include "run_energy.h"
#include "run_gaps.h"
#include "run_limits.h"
#include "run_reactions.h"
#include "run_schedule.h"
#include "run_statistics.h"
#include "state.h"

enum { MAX_PARTS = 64 }; /* into which rows of contacts divide an interval */

/* ---------------------------------------------------------------- schedule */

static double travel_at(ptl_run *run, const ptl_schedule *schedule, double t) {
  ptl_run_interpolate(run, t);
  return ptl_schedule_coordinate(run, schedule, ptl_run_q(run)) - schedule->start;
}

typedef struct level { /* a value of the travel, or none */
  ptl_run *run;
  const ptl_schedule *schedule;
  double value;
} level;

static double rate_at(void *user, double t) {
  const level *l = user;
  ptl_run_interpolate(l->run, t);
  return ptl_schedule_rate(l->run, l->schedule, ptl_run_q(l->run), ptl_run_v(l->run));
}

/* Where the travel turns in [a, b]; b if it goes one way. */
static double turn_of_travel(ptl_run *run, const ptl_schedule *schedule, double a, double b) {
  level l = {run, schedule, 0.0};
  const double at_a = rate_at(&l, a), at_b = rate_at(&l, b);
  if (!(at_a < 0.0 ? at_b > 0.0 : at_a > 0.0 && at_b < 0.0)) return b;
  return ptl_root(rate_at, &l, a, at_a, b, at_b, 0.0);
}

static double above_level(void *user, double t) {
  const level *l = user;
  return travel_at(l->run, l->schedule, t) - l->value;
}

/* First time in (a, b], in which the travel goes one way, at which it passes a multiple of the
 * amount; INFINITY if none. */
static double next_one_way(ptl_run *run, const ptl_schedule *schedule, double a, double b) {
  double at_a = travel_at(run, schedule, a), at_b = travel_at(run, schedule, b);
  double from = at_a / schedule->amount, to = at_b / schedule->amount;
  double nearest = nearbyint(from); /* just been there: rounding must not find it again */
  if (fabs(from - nearest) < 1e-9) from = nearest;
  double next = to > from ? floor(from) + 1.0 : ceil(from) - 1.0;
  if (to > from ? to < next : to > next) return INFINITY;
  level l = {run, schedule, next * schedule->amount};
  return ptl_root(above_level, &l, a, at_a - l.value, b, at_b - l.value, 0.0);
}

static double next_travel(ptl_run *run, const ptl_schedule *schedule, double a, double b) {
  const double turn = turn_of_travel(run, schedule, a, b);
  const double next = next_one_way(run, schedule, a, turn);
  return isinf(next) && turn < b ? next_one_way(run, schedule, turn, b) : next;
}

/* First time in [a, b] at which the travel is the amount, in whichever direction; INFINITY if
 * none: what comes back to where it began has gone nowhere. */
static double end_one_way(ptl_run *run, const ptl_schedule *schedule, double a, double b) {
  const double at_a = travel_at(run, schedule, a), at_b = travel_at(run, schedule, b);
  if (!(fabs(at_b) >= schedule->amount)) return INFINITY;
  level l = {run, schedule, copysign(schedule->amount, at_b)};
  if (fabs(at_a) >= schedule->amount) return a;
  return ptl_root(above_level, &l, a, at_a - l.value, b, at_b - l.value, 0.0);
}

static double end_of_travel(ptl_run *run, const ptl_schedule *schedule, double a, double b) {
  const double turn = turn_of_travel(run, schedule, a, b);
  const double end = end_one_way(run, schedule, a, turn);
  return isinf(end) && turn < b ? end_one_way(run, schedule, turn, b) : end;
}

/* For the sink, or for statistics alone. */
static int has_rows(const ptl_run *run, const ptl_run_options *options) {
  const int wanted = run->sink.row != NULL || run->system->mechanism->n_statistics > 0;
  return wanted && !options->no_output;
}

/* A failure of a key of `run`. */
static ptl_status fail_key(const ptl_run *run, const char *key, ptl_status status,
                           const char *message) {
  const ptl_mechanism *m = run->system->mechanism;
  return ptl_fail_at(m, ptl_where_of(m, "run", key), status, PTL_E(0516) "run: %s", message);
}

static ptl_status make_schedules(ptl_run *run, const ptl_run_options *options) {
  ptl_run_output *o = &run->output;
  const ptl_mechanism *m = run->system->mechanism;
  const ptl_run_def *def = &run->system->run;
  ptl_span until = def->until, every = def->every;
  if (!isnan(options->until_time)) until = (ptl_span){options->until_time, NULL};
  if (!isnan(options->every_time)) every = (ptl_span){options->every_time, NULL};
  ptl_status status = ptl_schedule_resolve(run, &until, &o->end);
  if (status == PTL_OK) status = ptl_schedule_resolve(run, &every, &o->rows);
  if (status != PTL_OK) return status;
  if (!(o->end.amount > 0.0))
    return fail_key(run, "until", PTL_ERR_INPUT,
                    "'until' must say how far to simulate, a time or a travel above 0");
  if (o->rows.amount < 0.0)
    return fail_key(run, "every", PTL_ERR_INPUT, "'every' must not be negative");
  if (o->end.is_of_travel) o->end.start = ptl_schedule_coordinate(run, &o->end, run->y);
  if (o->rows.is_of_travel) o->rows.start = ptl_schedule_coordinate(run, &o->rows, run->y);
  o->end_time = o->end.is_of_travel ? INFINITY : o->end.amount;
  double n_rows = o->end.amount / o->rows.amount;
  int are_comparable = o->rows.amount > 0.0 && isfinite(o->end.amount) &&
                       o->end.is_of_travel == o->rows.is_of_travel;
  const double most = ptl_limits_most_rows(run);
  if (are_comparable && !(n_rows + 1.0 <= most))
    return ptl_fail_at(
        m, ptl_where_of(m, "run", "every"), PTL_ERR_INPUT,
        PTL_E(0516) "run: 'every' asks for %.3g rows, more than the %.3g of run.limits.%s", n_rows,
        most, ptl_limits_of_rows(run));
  if (o->rows.amount > 0.0) return PTL_OK;
  /* a thousand rows over the run, or over what the model calls one where it has no end */
  if (isinf(o->end.amount))
    status = ptl_schedule_resolve(run, &def->until, &o->rows);
  else
    o->rows = o->end;
  o->rows.amount /= 1000.0;
  if (o->rows.is_of_travel) o->rows.start = ptl_schedule_coordinate(run, &o->rows, run->y);
  int is_known = o->rows.amount > 0.0 && isfinite(o->rows.amount);
  if (status != PTL_OK || is_known || !has_rows(run, options)) return status;
  return fail_key(run, "every", PTL_ERR_INPUT,
                  "a run without an end needs 'every', the time between its rows");
}

ptl_status ptl_output_create(ptl_run *run, const ptl_run_options *options) {
  ptl_run_output *o = &run->output;
  const ptl_system *s = run->system;
  ptl_status status = make_schedules(run, options);
  o->is_given = run->sink.row != NULL;
  if (status != PTL_OK || !has_rows(run, options)) return status;
  int width = ptl_layout_width(s), n = s->pattern.n;
  const ptl_block blocks[] = {PTL_BLOCK(o->all, width),
                              PTL_BLOCK(o->row, width),
                              PTL_BLOCK(o->state, n),
                              PTL_BLOCK(o->acceleration, s->n_coordinates),
                              PTL_BLOCK(o->contact_times, s->n_gaps + MAX_PARTS),
                              PTL_BLOCK(o->expressions, s->mechanism->n_columns)};
  o->memory = ptl_arena_create(run->context, blocks, sizeof blocks / sizeof *blocks);
  if (o->memory == NULL) return PTL_ERR_MEMORY;
  status = ptl_layout_compile(run->context, s, o->all, o->expressions);
  return status == PTL_OK ? ptl_statistics_create(run) : status;
}

void ptl_output_destroy(ptl_run *run) {
  ptl_run_output *o = &run->output;
  int n_columns = run->system->mechanism->n_columns;
  ptl_statistics_destroy(run);
  for (int i = 0; o->memory != NULL && i < n_columns; i++) ptl_expr_destroy(o->expressions[i]);
  ptl_free(run->context, o->memory);
}

/* ---------------------------------------------------------------- rows */

/* The state of a row, accelerations, and energies of that state; where there is none, those of the
 * integrator's, since an imbalance tells more. */
static ptl_status find_row(ptl_run *run, double t, double a, double b, ptl_energy *energy) {
  ptl_run_output *o = &run->output;
  ptl_run_interpolate(run, t);
  ptl_status status = ptl_limits_check_pulls(run, t);
  ptl_run_interpolate(run, t);
  if (status == PTL_OK) status = ptl_run_reactions_at(run, t, o->state, o->acceleration);
  if (status == PTL_OK)
    ptl_energy_of_row(run, t, a, b, o->state, energy);
  else
    ptl_energy_at(run, t, a, b, energy);
  const ptl_status balance = ptl_limits_check_energy(run, t, energy);
  return balance != PTL_OK ? balance : status;
}

static void note_undefined(ptl_run *run, double t) {
  ptl_summary *sum = run->summary;
  const char *column = ptl_layout_find_undefined(run->system, run->output.all);
  if (column == NULL || sum->undefined_rows++ > 0) return;
  snprintf(sum->undefined_column, sizeof sum->undefined_column, "%s", column);
  sum->undefined_since = t;
}

void ptl_output_row(ptl_run *run, double t, int event, double a, double b) {
  ptl_run_output *o = &run->output;
  if (o->memory == NULL || run->phase == PTL_RUN_INTERRUPTED || !ptl_limits_allow_row(run)) return;
  ptl_energy energy;
  run->failure = find_row(run, t, a, b, &energy);
  if (run->failure != PTL_OK) {
    run->phase = PTL_RUN_INTERRUPTED;
    return;
  }
  int n = ptl_layout_row(run->data, t, event, o->state, run->row_gaps, &energy, o->expressions,
                         o->all, o->row);
  run->summary->counters.rows++;
  note_undefined(run, t);
  o->last_row = t;
  ptl_statistics_add(run, t);
  if (o->is_given && run->sink.row(run->sink.user, o->row, n)) run->phase = PTL_RUN_INTERRUPTED;
}

void ptl_output_event(ptl_run *run, const ptl_event *event) {
  run->summary->counters.events++;
  if (run->stops & 1u << event->kind) run->is_stopped = 1;
  if (run->sink.event == NULL || run->phase == PTL_RUN_INTERRUPTED) return;
  if (run->sink.event(run->sink.user, event)) run->phase = PTL_RUN_INTERRUPTED;
}

/* The time of the next row that is due by the schedule after t, in (a, b]; INFINITY if none is. */
static double next_scheduled(ptl_run *run, double t, double b) {
  ptl_schedule *rows = &run->output.rows;
  if (rows->is_of_travel) return t < b ? next_travel(run, rows, t, b) : INFINITY;
  double next = (double)(rows->passed + 1) * rows->amount, end = run->output.end_time;
  if (fabs(next - end) < 1e-9 * rows->amount) next = end;
  return next <= b ? next : INFINITY;
}

/* ---------------------------------------------------------------- rows of contacts */

/* Between rows of a contact its force changes by so much of its largest so far, or of the least
 * part of the largest that the gap has had in the run; and where it changes by more than the last
 * of these parts, no more than so much of the contact's time passes. */
static const double change_per_row = 0.1, least_peak = 0.05, time_per_row = 0.1,
                    least_change = 0.01;
enum { FORCES_PER_INTERVAL = 5 };

/* In how many equal parts rows are to divide the interval [a, b] to show the course of the gap's
 * force. */
static int parts_of_gap(ptl_run *run, int gap, double a, double b) {
  ptl_episode *episode = &run->episodes[gap];
  ptl_gap_sample p = run->before.gaps[gap];
  ptl_gap_sample q = b == run->step.end ? run->after.gaps[gap] : ptl_gaps_at(run, gap, b);
  double last = ptl_gaps_force(run, gap, p.depth, p.rate), change = 0.0;
  for (int i = 1; i < FORCES_PER_INTERVAL; i++) {
    double x = (double)i / (FORCES_PER_INTERVAL - 1);
    const double force = ptl_gaps_force(run, gap, ptl_gaps_depth_between(&p, &q, b - a, x),
                                        ptl_gaps_rate_between(&p, &q, b - a, x));
    change += fabs(force - last);
    last = force;
  }
  const double peak = fmax(episode->peak, least_peak * run->summary->gaps[gap].peak_force);
  change += episode->change;
  double n = peak > 0.0 ? change / (change_per_row * peak) : 1.0;
  if (change > least_change * peak)
    n = fmax(n, (b - episode->shown_until) / (time_per_row * (b - episode->since)));
  const int parts = (int)fmax(1.0, fmin(ceil(n), MAX_PARTS));
  episode->change = change / parts;
  if (parts > 1) episode->shown_until = b - (b - a) / parts;
  return parts;
}

static int later(const void *p, const void *q) {
  double a = *(const double *)p, b = *(const double *)q;
  return (a > b) - (a < b);
}

/* Rows of contacts in [a, b]: at the largest force so far where it is inside the interval, or at
 * its start, if it has not been surpassed; and at the ends of equal parts. In order of time. */
static void find_contact_rows(ptl_run *run, double a, double b) {
  ptl_run_output *o = &run->output;
  const ptl_contact_rows wanted = run->contact_rows;
  int parts = 1;
  o->n_contact_times = o->next_contact_time = 0;
  if (wanted == PTL_CONTACT_ROWS_ENDS) return;
  for (int g = 0; g < run->system->n_gaps; g++) {
    if (!run->data->gaps[g].touching) continue;
    ptl_episode *episode = &run->episodes[g];
    if (episode->peak_needs_row && episode->peak_time < b) {
      o->contact_times[o->n_contact_times++] = episode->peak_time;
      episode->peak_needs_row = 0;
    }
    if (wanted != PTL_CONTACT_ROWS_ALL || !(b > a)) continue;
    int n = parts_of_gap(run, g, a, b);
    if (n > parts) parts = n;
  }
  for (int i = 1; i < parts; i++) o->contact_times[o->n_contact_times++] = a + (b - a) * i / parts;
  qsort(o->contact_times, (size_t)o->n_contact_times, sizeof *o->contact_times, later);
}

/* The rows of contacts before t. */
static void write_contact_rows(ptl_run *run, double t, double a, double b) {
  ptl_run_output *o = &run->output;
  for (; o->next_contact_time < o->n_contact_times; o->next_contact_time++) {
    double next = o->contact_times[o->next_contact_time];
    if (next >= t) return;
    if (next > o->last_row) ptl_output_row(run, next, 3, a, b);
  }
}

void ptl_output_deepest(ptl_run *run, double t, double a) {
  if (run->contact_rows == PTL_CONTACT_ROWS_ENDS) return;
  if (t > run->output.last_row) ptl_output_row(run, t, 3, a, t);
}

void ptl_output_interval(ptl_run *run, double a, double b) {
  if (run->output.memory == NULL) return;
  find_contact_rows(run, a, b);
  for (double t = next_scheduled(run, a, b); t <= b; t = next_scheduled(run, t, b)) {
    write_contact_rows(run, t, a, b);
    ptl_output_row(run, t, 0, a, b);
    if (run->phase == PTL_RUN_INTERRUPTED || !ptl_limits_allow_row(run)) return;
    run->output.rows.passed++;
  }
  write_contact_rows(run, INFINITY, a, b);
}

/* ---------------------------------------------------------------- end of the run */

ptl_status ptl_output_check_end_reachable(const ptl_run *run, double t) {
  static const double patience = 1e6; /* times in which the mechanism moves by its own size */
  const ptl_system *s = run->system;
  const ptl_schedule *end = &run->output.end;
  double size = end->coordinate == 2 ? 1.0 : s->length;
  double due = patience * (1.0 + end->amount / size) * s->length / s->speed;
  if (!end->is_of_travel || t <= due) return PTL_OK;
  return ptl_fail_at(
      s->mechanism, ptl_where_of(s->mechanism, "run", "until"), PTL_ERR_SIMULATION,
      PTL_E(0516) "run: 'until' is a travel of joint '%s' that it does not make: not by t = %.6g s",
      s->run.until.joint, t);
}

double ptl_output_end(ptl_run *run, double a, double b) {
  const ptl_run_output *o = &run->output;
  if (!o->end.is_of_travel) return o->end_time <= b ? o->end_time : INFINITY;
  return end_of_travel(run, &o->end, a, b);
}
