/* run_switches.c: conditions in the expressions of motions, loads and signals.
 *
 * A condition of time changes at a time that is known beforehand: a step ends there, and
 * expressions see no time beyond it before the next step begins. Conditions on the state are held
 * in a step as they are at its start, so that it follows one smooth piece; the first change is then
 * located on the dense output, the step is cut there, and the next piece taken. Either way the
 * integration starts anew. Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I
 * (1993), II.6. A signal with `next` is constant but for such changes of its own conditions, where
 * it takes the expression's value. */
#include "run_switches.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "constraint.h"
#include "largest.h"
#include "motion.h"
#include "run_watch.h"
#include "state.h"

/* Changes on the state in succession, each within this part of length over speed after the last, or
 * of the step that was taken from there, that count as never ending. */
enum { MAX_REPEATED = 50 };
static const double repeated_within = 1e-10, repeated_in_step = 1e-5;

/* ---------------------------------------------------------------- conditions of time */

/* Until when the next search for changes goes, where the run's end is not known. */
static double search_end(const ptl_run *run, double t) {
  static const double far = 1e3; /* times in which the mechanism moves by its own size */
  double end = run->output.end_time;
  return isfinite(end) ? fmax(end, t) : t + fmax(t, far * run->system->length / run->system->speed);
}

static ptl_status settle(ptl_run *run, ptl_watch *w, double t) {
  enum { MAX_LOOKS = 8 };
  double end = search_end(run, t), enough = t + run->system->length / run->system->speed;
  if (w->settled > t) return PTL_OK;
  w->changes = 0;
  w->settled = t;
  for (int i = 0; i < MAX_LOOKS && !w->changes && w->settled < fmin(end, enough); i++) {
    double from = w->settled;
    ptl_switch_result found = ptl_expr_next_switch(w->expr, from, end, &w->settled);
    if (found == PTL_SWITCH_UNRESOLVED)
      return ptl_watch_fail(run, w, w->settled,
                            "has conditions that change again and again from there on; give them a "
                            "least distance");
    w->changes = found == PTL_SWITCH_FOUND;
  }
  if (!w->changes && w->settled >= end)
    w->settled = isfinite(run->output.end_time) ? INFINITY : end;
  return PTL_OK;
}

/* ---------------------------------------------------------------- limits of a step */

/* An expression of the state, too, is searched for some steps to come only, since that moves. */
static double span_end(const ptl_run *run, const ptl_watch *w) {
  enum { STEPS = 8 };
  double end = fmin(search_end(run, run->t), w->settled), step = run->step.end - run->step_start;
  if (w->uses_state && step > 0.0) end = fmin(end, run->t + STEPS * step);
  return end;
}

/* How long steps may become before it is looked again how long they may be: steps grow by a factor
 * of a few. */
static double enough_length(const ptl_run *run) {
  static const double growth = 8.0;
  const double step = run->step.end - run->step_start;
  return step > 0.0 ? growth * step / ptl_watch_parts(run) : INFINITY;
}

static ptl_status limit_span(ptl_run *run, ptl_watch *w, double *limit, double *max_step) {
  if (w->next >= 0) return PTL_OK;
  double end = span_end(run, w), soon = run->t + 2.0 * (run->step.end - run->step_start);
  const double enough = enough_length(run);
  if (!(end > run->t)) return PTL_OK;
  const int is_behind = w->longest < enough && run->t > w->look_at;
  if (soon > w->longest_until || enough > 2.0 * w->enough || is_behind) {
    static const double often = 32.0, longer = 1.25;
    const double before = w->longest;
    ptl_status status = ptl_watch_span(run, w, run->t, end, enough);
    if (status != PTL_OK) return status;
    w->looks_apart = is_behind && !(w->longest > longer * before) ? 2.0 * w->looks_apart : often;
    w->look_at = run->t + w->looks_apart * ptl_watch_parts(run) * w->longest;
  }
  *max_step = fmin(*max_step, ptl_watch_parts(run) * w->longest);
  if (w->longest_until < end) *limit = fmin(*limit, w->longest_until);
  return PTL_OK;
}

ptl_status ptl_switches_limit(ptl_run *run, double *limit, double *max_step) {
  ptl_run_watches *all = run->watches;
  double next = all->next_jump = ptl_motion_next_jump(run->data, run->t);
  for (int i = 0; i < all->n; i++) {
    ptl_watch *w = &all->watches[i];
    if (!w->uses_time) continue;
    ptl_status status = settle(run, w, run->t);
    if (status == PTL_OK) status = limit_span(run, w, limit, max_step);
    if (status != PTL_OK) return status;
    *limit = fmin(*limit, w->settled);
    if (w->changes) next = fmin(next, w->settled);
  }
  /* at the double before the change slopes may be those behind it already */
  *max_step = fmin(*max_step, all->longest);
  double latest = isfinite(next) ? nextafter(nextafter(next, -INFINITY), -INFINITY) : INFINITY;
  if (latest != run->data->window[1]) ptl_data_set_window(run->data, run->data->window[0], latest);
  return PTL_OK;
}

/* ---------------------------------------------------------------- jumps of a motion */

static int rotates(const ptl_run *run, int motion) {
  const ptl_system *s = run->system;
  return s->constraints[s->motions[motion].constraint].measured == PTL_MEASURED_ANGLE;
}

/* Whether value or rate of a motion differ on both sides of t. */
static ptl_status check_jump(ptl_run *run, const ptl_watch *w, double t) {
  static const double small = 1e-5; /* of length and speed */
  const ptl_system *s = run->system;
  const char *unit = rotates(run, w->motion) ? "rad" : "m";
  double size = rotates(run, w->motion) ? 1.0 : s->length, rate = size * s->speed / s->length;
  double left[3], right[3];
  ptl_eval_motion(run->data, w->motion, t, left);
  ptl_data_set_window(run->data, t, INFINITY);
  ptl_eval_motion(run->data, w->motion, t, right);
  int jumps = fabs(right[0] - left[0]) > small * size;
  if (!jumps && !(fabs(right[1] - left[1]) > small * rate)) return PTL_OK;
  const char *per = jumps ? "" : "/s";
  double from = jumps ? left[0] : left[1], to = jumps ? right[0] : right[1];
  const ptl_status status =
      ptl_fail(run->context, PTL_ERR_SIMULATION,
               PTL_E(0511) "at t = %.9g s: motion '%s': %s '%.200s' jumps from %.6g to %.6g %s%s, which asks "
               "for infinite forces; let it rise over a short time, by 'rises' or a factor like "
               "min(1, max(0, (time - T)/RISE))",
               t, w->name, jumps ? "its place by" : "its speed by", ptl_expr_text(w->expr), from,
               to, unit, per);
  ptl_error_element(run->context, "motion", w->name);
  return status;
}

/* ---------------------------------------------------------------- conditions on the state */

/* Per condition of the state as things are at the present variables; NAN for the others. */
static void take_branches(ptl_watch *w) {
  ptl_expr_hold(w->expr, NULL);
  ptl_expr_conditions(w->expr, w->held, w->switching);
  for (int i = 0; i < w->n_conditions; i++)
    if (ptl_expr_condition_kind(w->expr, i) != PTL_CONDITION_STATE) w->held[i] = NAN;
  ptl_expr_hold(w->expr, w->held);
}

/* Of the variables that conditions were looked at last. */
static int is_left(const ptl_watch *w, int i) {
  return !isnan(w->held[i]) && !isnan(w->now[i]) && w->now[i] != w->held[i];
}

/* What rounding of the variables makes of a condition's switching function, which is `value` at the
 * present ones. */
static double switching_noise(ptl_run *run, const ptl_watch *w, int condition, double value) {
  static const double roundings = 4.0 * DBL_EPSILON;
  double noise = 0.0, *variables = run->data->variables;
  for (int i = 0; i < run->watches->n_variables; i++) {
    const double here = variables[i];
    if (here == 0.0 || !ptl_expr_uses(w->expr, i)) continue;
    variables[i] = here + roundings * fabs(here);
    ptl_expr_conditions(w->expr, w->now, w->switching);
    variables[i] = here;
    noise += fabs(w->switching[condition] - value);
  }
  ptl_expr_conditions(w->expr, w->now, w->switching);
  return noise;
}

/* Whether a condition is not as it is held, at the present variables and next to them: far from the
 * origin rounding would change it back and forth. */
static int has_left(ptl_run *run, const ptl_watch *w) {
  ptl_expr_conditions(w->expr, w->now, w->switching);
  for (int i = 0; i < w->n_conditions; i++) {
    const double value = w->switching[i];
    if (is_left(w, i) && !(fabs(value) < switching_noise(run, w, i, value))) return 1;
  }
  return 0;
}

static int has_left_at(ptl_run *run, const ptl_watch *w, double t) {
  ptl_run_interpolate(run, t);
  return has_left(run, w);
}

/* Whether every condition that is not as it is held at b was not at a either, and has come nearer
 * since: the restart at its change has put the state back by an error of the integration, and the
 * motion goes on as it did before. */
static int is_coming_back(ptl_run *run, const ptl_watch *w, double a, double b) {
  for (int i = 0; i < w->n_conditions; i++) {
    has_left_at(run, w, b);
    const double off = fabs(w->switching[i]);
    if (!is_left(w, i)) continue;
    has_left_at(run, w, a);
    if (!is_left(w, i) || !(fabs(w->switching[i]) > off)) return 0;
  }
  return 1;
}

/* Whether a condition may change in [a, b], as bounds tell. */
static int may_leave(ptl_run *run, const ptl_watch *w, double a, double b) {
  ptl_watch_range(run, a, b);
  return ptl_expr_may_leave(w->expr, run->watches->lo, run->watches->hi);
}

/* First time in (a, b] at which a condition is not as it is held, where it is at a and is not at
 * b. */
static double locate(ptl_run *run, const ptl_watch *w, double a, double b) {
  for (;;) {
    double middle = 0.5 * (a + b);
    if (!(middle > a && middle < b)) return b;
    if (has_left_at(run, w, middle))
      b = middle;
    else
      a = middle;
  }
}

static double first_change(ptl_run *run, const ptl_watch *w, double a, double b, int halvings) {
  double middle = 0.5 * (a + b);
  if (!may_leave(run, w, a, b)) return INFINITY;
  if (halvings == 0) return has_left_at(run, w, b) ? locate(run, w, a, b) : INFINITY;
  double t = first_change(run, w, a, middle, halvings - 1);
  return isfinite(t) ? t : first_change(run, w, middle, b, halvings - 1);
}

/* A rate may be off by what makes an error of its state over the step that the integrator would
 * allow, too. */
static double tolerance_of_rate(const ptl_run *run, const ptl_sys_signal *k, double length) {
  static const double of_state = 0.025;
  const double value = run->y[run->system->first_state + k->state];
  return of_state * run->rtol * (k->scale + fabs(value)) / length;
}

/* When the step [a, b] has to be cut since it has not seen something narrow; INFINITY if it has.
 * What a rate did there is in the integral already, between the ends of the step as well: that step
 * is to be taken again. */
static double find_narrow(ptl_run *run, double a, double b) {
  ptl_run_watches *all = run->watches;
  double end = b;
  all->has_overlooked = 0;
  for (int i = 0; i < all->n; i++) {
    ptl_watch *w = &all->watches[i];
    if (w->rate >= 0) w->tolerance = tolerance_of_rate(run, &run->system->signals[w->rate], b - a);
    if (!w->may_be_narrow) continue;
    const double seen = ptl_watch_seen(run, w, a, end);
    all->has_overlooked |= w->rate >= 0 && seen < end;
    end = fmin(end, seen);
  }
  all->longest = end < b ? end - a : fmax(all->longest, 2.0 * (b - a));
  return end < b ? end : INFINITY;
}

int ptl_switches_overlooked(const ptl_run *run, double *longest) {
  *longest = run->watches->longest;
  return run->watches->has_overlooked;
}

double ptl_switches_find(ptl_run *run, double a, double b) {
  run->watches->range_start = NAN;
  enum { HALVINGS = 10 };
  static const double at_once = 1e-6; /* of the step */
  const ptl_run_watches *all = run->watches;
  double first = INFINITY;
  for (int i = 0; i < all->n; i++) {
    const ptl_watch *w = &all->watches[i];
    if (w->n_of_state == 0) continue;
    double t = INFINITY;
    if (!has_left_at(run, w, a))
      t = first_change(run, w, a, b, HALVINGS);
    else if (!is_coming_back(run, w, a, b)) /* it has only just changed, and goes back */
      t = a + at_once * (b - a);
    first = fmin(first, t);
  }
  return fmin(first, find_narrow(run, a, fmin(first, b)));
}

/* ---------------------------------------------------------------- from piece to piece */

/* The signal becomes the value of its expression; whether that changes it. */
static int take_next(ptl_run *run, const ptl_watch *w) {
  const ptl_system *s = run->system;
  if (w->next < 0) return 0;
  const int index = s->first_state + s->signals[w->next].state;
  const double value = ptl_expr_eval(w->expr);
  if (!isfinite(value) || value == run->y[index]) return 0;
  run->y[index] = run->interpolated[index] = value;
  run->data->variables[ptl_variable_of_signal(s->mechanism, w->next)] = value;
  return 1;
}

/* Takes the branches on which conditions on the state are, and what follows of that for signals and
 * their readers; NULL, or an expression for which this never ends. *n counts the expressions that
 * have changed. */
static const ptl_watch *follow_changes(ptl_run *run, int *n) {
  enum { MAX_ROUNDS = 100 };
  const ptl_run_watches *all = run->watches;
  const ptl_watch *changed = NULL;
  for (int round = 0, goes_on = 1; round < MAX_ROUNDS && goes_on; round++) {
    goes_on = 0;
    for (int i = 0; i < all->n; i++) {
      ptl_watch *w = &all->watches[i];
      if (w->n_of_state == 0 || !has_left(run, w)) continue;
      changed = w;
      ++*n;
      take_branches(w);
      goes_on |= take_next(run, w);
    }
    if (!goes_on) return NULL;
  }
  return changed;
}

static ptl_status fail_endless(ptl_run *run, const ptl_watch *w) {
  return ptl_watch_fail(
      run, w, run->t,
      "has a condition that changes again and again there, as the sign of a speed "
      "that it brings to 0; make it continuous, as by tanh");
}

/* The state at the present time with signals as changes have left them. */
static void look_at_present(ptl_run *run) {
  const ptl_system *s = run->system;
  ptl_run_interpolate(run, run->t);
  memcpy(run->interpolated + s->first_state, run->y + s->first_state,
         sizeof(double) * (size_t)s->n_states);
  ptl_data_set_unknowns(run->data, run->t, run->interpolated);
}

/* What holds again since signals changed has to be where it holds, and at rest there: an impact
 * would be needed otherwise. */
static ptl_status check_hold_again(ptl_run *run) {
  static const double small = 1e-5; /* of length and speed */
  const ptl_system *s = run->system;
  if (s->n_releases == 0) return PTL_OK;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    if (!run->data->released[i] || run->y[s->first_state + s->signals[k->release - 1].state] > 0.5)
      continue;
    ptl_constraint_eval e;
    run->data->released[i] = 0;
    ptl_eval_constraint(run->data, i, run->interpolated, run->interpolated + s->n_coordinates, &e);
    run->data->released[i] = 1;
    const double off = ptl_largest(e.value, k->n_rows), rate = ptl_largest(e.rate, k->n_rows);
    const int is_off = off > small * s->length;
    if (!is_off && rate <= small * s->speed) continue;
    const ptl_status status = ptl_fail(
        run->context, PTL_ERR_SIMULATION,
        PTL_E(0520) "at t = %.9g s '%s' is to hold again, which would take an impact: it is off by %.3g %s; let "
        "it hold where its parts have come to rest, or take a brake, stops or a contact",
        run->t, k->name, is_off ? off : rate,
        is_off ? "(m or rad) from where it holds" : "(m/s or rad/s) from the velocity with which it holds");
    ptl_error_element(run->context, k->motion >= 0 ? "motion" : "joint", k->name);
    return status;
  }
  return PTL_OK;
}

static ptl_status pass_state(ptl_run *run, ptl_restart_request *restart) {
  ptl_run_watches *all = run->watches;
  const double near = fmax(repeated_within * run->system->length / run->system->speed,
                           repeated_in_step * (run->step.end - run->step_start));
  double t = run->t;
  int n_changed = 0;
  if (restart->reason == PTL_RESTART_NONE)
    *restart = (ptl_restart_request){.reason = PTL_RESTART_SWITCH, .touched = -1};
  look_at_present(run);
  const ptl_watch *endless = follow_changes(run, &n_changed);
  if (endless != NULL) return fail_endless(run, endless);
  if (n_changed == 0) return PTL_OK;
  const ptl_status status = check_hold_again(run);
  if (status != PTL_OK) return status;
  all->repeated = t - all->last_change <= near ? all->repeated + 1 : 0;
  all->last_change = t;
  if (all->repeated < MAX_REPEATED) return PTL_OK;
  const ptl_watch *last = all->watches;
  for (int i = 0; i < all->n; i++)
    if (all->watches[i].n_of_state > 0) last = &all->watches[i];
  return fail_endless(run, last);
}

static ptl_status pass_time(ptl_run *run, ptl_restart_request *restart) {
  ptl_run_watches *all = run->watches;
  double t = run->t;
  ptl_status status = PTL_OK;
  int passes = t >= all->next_jump, n_changed = 0;
  for (int i = 0; i < all->n && status == PTL_OK; i++) {
    ptl_watch *w = &all->watches[i];
    if (!w->changes || w->settled > t) continue;
    double window[2] = {run->data->window[0], run->data->window[1]};
    passes = 1;
    w->has_passed = 1;
    if (w->motion >= 0) status = check_jump(run, w, t);
    ptl_data_set_window(run->data, window[0], window[1]);
    w->longest_until = -INFINITY;
  }
  if (!passes || status != PTL_OK) return status;
  ptl_data_set_window(run->data, t, INFINITY);
  if (restart->reason == PTL_RESTART_NONE)
    *restart = (ptl_restart_request){.reason = PTL_RESTART_SWITCH, .touched = -1};
  run->interpolated_time = NAN;
  look_at_present(run);
  for (int i = 0; i < all->n; i++) {
    ptl_watch *w = &all->watches[i];
    if (w->n_of_state > 0) take_branches(w);
    if (w->has_passed) take_next(run, w);
    w->has_passed = 0;
  }
  const ptl_watch *endless = follow_changes(run, &n_changed);
  return endless != NULL ? fail_endless(run, endless) : check_hold_again(run);
}

ptl_status ptl_switches_pass(ptl_run *run, double switched, ptl_restart_request *restart) {
  ptl_status status = PTL_OK;
  if (run->t == switched) status = pass_state(run, restart);
  return status == PTL_OK ? pass_time(run, restart) : status;
}

/* ---------------------------------------------------------------- life */

static double tolerance_of(const ptl_run *run, const ptl_watch *w, int load, int pressed,
                           int signal) {
  static const double of_motion = 0.01, of_load = 0.1;
  const ptl_system *s = run->system;
  double rate = s->speed / s->length;
  if (pressed >= 0) return of_load * run->rtol * ptl_system_mass(s) * s->length * rate * rate;
  if (signal >= 0) return of_load * run->rtol * s->signals[signal].scale * rate;
  if (w->motion >= 0) {
    int is_rate = run->data->rate_integrals[w->motion] != NULL;
    double size = rotates(run, w->motion) ? 1.0 : s->length;
    return of_motion * run->rtol * size * (is_rate ? rate : 1.0);
  }
  const int body = s->loads[load / PTL_LOAD_PARTS].at.body;
  double force = load % PTL_LOAD_PARTS == PTL_LOAD_TORQUE
                     ? ptl_system_weight_of(s, 3 * body + 2)
                     : ptl_system_weight_of(s, 3 * body) * s->length;
  return of_load * run->rtol * force * rate * rate;
}

/* Of one of the four; the others are -1. */
static void watch(ptl_run *run, ptl_expr *expr, int motion, int load, int pressed, int signal) {
  const ptl_system *s = run->system;
  const ptl_sys_signal *k = signal >= 0 ? &s->signals[signal] : NULL;
  ptl_watch *w = &run->watches->watches[run->watches->n++];
  *w = (ptl_watch){.expr = expr,
                   .kind = k != NULL      ? "signal"
                           : motion >= 0  ? "motion"
                           : pressed >= 0 ? "joint"
                                          : "load",
                   .name = k != NULL      ? k->name
                           : pressed >= 0 ? s->pressed[pressed].name
                           : motion >= 0  ? s->constraints[s->motions[motion].constraint].name
                                          : s->loads[load / PTL_LOAD_PARTS].name,
                   .motion = motion,
                   .next = k != NULL && k->is_discrete ? signal : -1,
                   .rate = k != NULL && !k->is_discrete ? signal : -1,
                   .uses_time = ptl_expr_uses(expr, 0),
                   .settled = -INFINITY,
                   .longest_until = -INFINITY,
                   .enough = INFINITY,
                   .n_conditions = ptl_expr_n_conditions(expr)};
  w->tolerance = tolerance_of(run, w, load, pressed, signal);
  for (int i = 1; i < run->watches->n_variables && motion < 0; i++)
    w->uses_state |= ptl_expr_uses(expr, i);
  w->may_be_narrow = w->uses_state && w->next < 0 && ptl_expr_degree(expr) > 7;
  for (int i = 0; i < w->n_conditions; i++)
    w->n_of_state += ptl_expr_condition_kind(expr, i) == PTL_CONDITION_STATE;
}

static ptl_status hold_all(ptl_run *run) {
  ptl_run_watches *all = run->watches;
  for (int i = 0; i < all->n; i++) {
    ptl_watch *w = &all->watches[i];
    if (w->n_of_state == 0) continue;
    w->held = ptl_alloc(run->context, 3 * (size_t)w->n_conditions, sizeof(double));
    if (w->held == NULL) return PTL_ERR_MEMORY;
    w->now = w->held + w->n_conditions;
    w->switching = w->now + w->n_conditions;
    take_branches(w);
  }
  return PTL_OK;
}

ptl_status ptl_switches_check_releases(const ptl_run *run) {
  const ptl_system *s = run->system;
  for (int i = 0; i < run->watches->n; i++) {
    const ptl_watch *w = &run->watches->watches[i];
    if (w->next < 0 || !(ptl_expr_eval(w->expr) > 0.5)) continue;
    for (int c = 0; c < s->n_constraints; c++) {
      if (s->constraints[c].release != w->next + 1 || run->data->released[c]) continue;
      ptl_fail(run->context, PTL_ERR_UNFIT,
               PTL_E(0242) "'release' of '%s': its condition holds at the start already, so that nothing "
               "is held; leave the element out, or let it go later",
               s->constraints[c].name);
      ptl_error_element(run->context, "joint", s->constraints[c].name);
      return PTL_ERR_UNFIT;
    }
  }
  return PTL_OK;
}

ptl_status ptl_switches_create(ptl_run *run) {
  const ptl_system *s = run->system;
  const ptl_data *data = run->data;
  int n_parts = PTL_LOAD_PARTS * s->n_loads, n = ptl_n_variables(s->mechanism);
  ptl_run_watches *all = run->watches = ptl_alloc(run->context, 1, sizeof *all);
  if (all == NULL) return PTL_ERR_MEMORY;
  const ptl_block blocks[] = {
      PTL_BLOCK(all->watches, s->n_motions + n_parts + s->n_pressed + s->n_signals),
      PTL_BLOCK(all->before, n), PTL_BLOCK(all->lo, n), PTL_BLOCK(all->hi, n)};
  all->memory = ptl_arena_create(run->context, blocks, sizeof blocks / sizeof *blocks);
  if (all->memory == NULL) return PTL_ERR_MEMORY;
  all->n_variables = n;
  all->last_change = -INFINITY;
  all->longest = INFINITY;
  for (int i = 0; i < s->n_motions; i++)
    if (data->motion_expr[i] != NULL && !data->follows[i])
      watch(run, data->motion_expr[i], i, -1, -1, -1);
  for (int i = 0; i < n_parts; i++)
    if (data->load_expr[i] != NULL) watch(run, data->load_expr[i], -1, i, -1, -1);
  for (int i = 0; i < s->n_pressed; i++) watch(run, data->pressed_expr[i], -1, -1, i, -1);
  for (int i = 0; i < s->n_signals; i++) watch(run, data->signal_expr[i], -1, -1, -1, i);
  ptl_data_set_unknowns(run->data, run->t, run->y);
  return hold_all(run);
}

void ptl_switches_destroy(ptl_run *run) {
  ptl_run_watches *all = run->watches;
  if (all == NULL) return;
  for (int i = 0; i < all->n; i++) {
    ptl_expr_hold(all->watches[i].expr, NULL);
    ptl_free(run->context, all->watches[i].held);
  }
  ptl_free(run->context, all->memory);
  ptl_free(run->context, all);
}
