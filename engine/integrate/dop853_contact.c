/* dop853_contact.c: the stepper on DOP853.
 *
 * Positions and velocities of all bodies and the inner states of friction are integrated; the
 * reactions are eliminated (accelerations.h), and the end of every step is projected onto the
 * constraints. A gap exerts force while its state says that it touches, so that nothing is
 * discontinuous within a step; the run ends a step where a gap touches and restarts there.
 *
 * What is left are the roots in contact laws, force ~ depth^1.5. Near the surface of a gap, the
 * leading one, another variable takes the place of time: with depth = w^2 and dt = 2 w ds (a
 * Sundman transformation) the equations are smooth in s, and dw/ds is the rate of the depth. The
 * step with which two parts separate is taken in w (as Henon's step onto a surface), and ends at
 * depth 0 exactly. */
#include <math.h>
#include <string.h>

#include "accelerations.h"
#include "arena.h"
#include "contact.h"
#include "contact_rounding.h"
#include "data.h"
#include "dop853_dense.h"
#include "dop853_kink.h"
#include "dop853_slip.h"
#include "dop853_step_size.h"
#include "energy.h"
#include "mesh.h"
#include "structure.h"

enum {
  MAX_STIFF_STEPS = 30,
  MAX_STUCK_STEPS = 100, /* with friction, which sticks for a moment in many contacts */
  GOOD_STEPS = 6,
  GOOD_TRIAL_STEPS = 60,
  MAX_ATTEMPTS = 40,
  WINDOW_STEPS = 300,
  WINDOW_FAILURES = 100
};
static const double stability = 4.4; /* of h times the largest eigenvalue; the limit is near 5 */
static const double grow_no_further = 0.4;      /* the least error where an attempt has failed */
static const double stay = 0.27249052503906250; /* 0.85^8: the next step is as long */
static const double weak = 0.05;       /* strength of the constraints below which steps need care */
static const double stuck_part = 1e-7; /* of the horizon: shorter steps get nowhere */

/* ---------------------------------------------------------------- rates */

static int are_finite(const double *a, int n) { /* n is a multiple of 3 */
  double x = 0.0, y = 0.0, z = 0.0;
  for (int i = 0; i < n; i += 3) {
    x += a[i];
    y += a[i + 1];
    z += a[i + 2];
  }
  return isfinite(x + y + z);
}

/* The multipliers of y become those from which the next are found. */
static void set_guess(ptl_dop853_contact *s, const double *y) {
  const ptl_system *system = s->data->system;
  memcpy(s->lambda, y + system->first_state - system->n_rows,
         sizeof(double) * (size_t)system->n_rows);
}

/* Accelerations at q and v, and multipliers if they are wanted; non-zero as evaluate. */
static int evaluate_state(ptl_dop853_contact *s, double t, double w, const double *state,
                          int with_multipliers) {
  static const double least_depth = 1e-30; /* some laws take its logarithm */
  const ptl_contact_mode mode = {.rule = PTL_CONTACT_IN_STEP,
                                 .gap = s->gap,
                                 .depth = w * w > least_depth ? w * w : least_depth};
  s->state = state;
  s->counters.residuals++;
  s->data->friction_states = state + 2 * s->n;
  const double *q = state, *v = state + s->n;
  int refused = s->coupled != NULL ? ptl_reaction_solver_solve(s->coupled, t, q, v, &mode,
                                                               s->accuracy, s->a, s->lambda)
                                   : ptl_accelerations_solve(s->reduced, t, q, v, &mode, s->a,
                                                             with_multipliers ? s->lambda : NULL);
  if (refused && s->coupled != NULL) set_guess(s, s->y);
  s->pivot = ptl_accelerations_least_pivot(s->reduced);
  return refused || !are_finite(s->a, s->n);
}

/* At the state of the last factors; once per step where masses alone make pivots small. */
static void note_strength(ptl_dop853_contact *s) {
  if (s->is_known_regular) return;
  ptl_strength_update(&s->strength, s->data, 1.5 * weak, s->pivot, s->reduced);
  if (s->strength.value < s->least_strength) s->least_strength = s->strength.value;
  s->is_known_regular = s->pivot < weak * weak && s->strength.value > 1.5 * weak;
}

/* As evaluate, at the nearest state on the constraints, or at x where there is none. */
static int evaluate_nearest(ptl_dop853_contact *s, double t, double w, const double *x,
                            int with_multipliers) {
  memcpy(s->projected, x, sizeof(double) * (size_t)s->n_states);
  int found = ptl_accelerations_find_nearest(s->reduced, t, s->projected, s->projected + s->n);
  return evaluate_state(s, t, w, found ? s->projected : x, with_multipliers);
}

/* Accelerations at x, and multipliers if they are wanted. Non-zero when a law refuses, or a number
 * is not finite.
 *
 * The early stages of a step are off the constraints by more than its end. Near a singular
 * position, at the strength w, accelerations multiply that by 1/w, and are not smooth along a step.
 * In such a step they are taken at the nearest state on the constraints: there they go smoothly
 * through the singular position, as the motion does. */
static int evaluate(ptl_dop853_contact *s, const double *x, int with_multipliers) {
  double t = x[s->n_states], w = x[s->n_states + 1];
  int failed = s->is_on_constraints ? evaluate_nearest(s, t, w, x, with_multipliers)
                                    : evaluate_state(s, t, w, x, with_multipliers);
  if (s->pivot < s->attempt_pivot) s->attempt_pivot = s->pivot;
  if (!s->is_on_constraints) note_strength(s);
  return failed || (s->is_off_attempt && s->least_strength < weak);
}

/* Derivatives of time and of w by the step variable. Non-zero when w should shrink and cannot. */
static int variable_rates(const ptl_dop853_contact *s, double w, double depth_rate,
                          double *time_rate, double *w_rate) {
  *time_rate = 1.0;
  *w_rate = 0.0;
  if (s->variable == PTL_TIME) return 0;
  if (s->variable == PTL_GAP_ROOT && !(depth_rate < 0.0)) return 1;
  double divisor = s->variable == PTL_GAP_SCALED ? ptl_time_scale(s, w) : depth_rate;
  *time_rate = 2.0 * w / divisor;
  *w_rate = depth_rate / divisor;
  return 0;
}

static void fill_inner_rates(const ptl_dop853_contact *s, double time_rate, double *out) {
  const ptl_system *system = s->data->system;
  for (int i = 0; i < system->n_frictions; i++)
    for (int j = 0; j < system->frictions[i].law->n_states; j++)
      out[system->frictions[i].state + j] = time_rate * s->data->frictions[i].rate[j];
  for (int i = 0; i < system->n_signals; i++)
    out[system->signals[i].state] = time_rate * s->data->signal_rates[i];
}

/* Rates where the accelerations have just been found. */
static void fill_rates(const ptl_dop853_contact *s, int with_integrals, double time_rate,
                       double w_rate, double *restrict out) {
  const ptl_data *data = s->data;
  const double *v = s->state + s->n, *a = s->a;
  int n = s->n, n_gaps = data->system->n_gaps;
  for (int i = 0; i < n; i++) out[i] = time_rate * v[i];
  for (int i = 0; i < n; i++) out[n + i] = time_rate * a[i];
  if (s->n_states > 2 * n) fill_inner_rates(s, time_rate, out + 2 * n);
  out[s->n_states] = time_rate;
  out[s->n_states + 1] = w_rate;
  if (!with_integrals) return;
  double *powers = out + s->n_states + 2,
         *against_friction = powers + PTL_INTEGRAL_GAPS + 2 * n_gaps;
  powers[PTL_INTEGRAL_SUPPLIED] =
      time_rate * (data->supplied + ptl_eval_driver_power(data, s->state, s->state + n, s->lambda));
  powers[PTL_INTEGRAL_ABSORBED] = time_rate * data->absorbed;
  for (int g = 0; g < n_gaps; g++) {
    double force = time_rate * data->gap_results[g].force;
    powers[PTL_INTEGRAL_GAPS + g] = force;
    powers[PTL_INTEGRAL_GAPS + n_gaps + g] = force != 0.0 ? force * data->gap_results[g].rate : 0.0;
  }
  for (int i = 0; i < data->system->n_frictions; i++) {
    const ptl_friction_result *k = &data->friction_results[i];
    against_friction[i] = k->force != 0.0 ? time_rate * k->force * k->slip : 0.0;
  }
}

static int rates(void *user, const double *x, int with_integrals, double *out) {
  ptl_dop853_contact *s = user;
  double time_rate, w_rate, depth_rate;
  if (evaluate(s, x, with_integrals)) return 1;
  depth_rate = s->gap < 0 ? 0.0 : s->data->gap_results[s->gap].rate;
  if (variable_rates(s, x[s->n_states + 1], depth_rate, &time_rate, &w_rate)) return 1;
  fill_rates(s, with_integrals, time_rate, w_rate, out);
  if (with_integrals && s->has_samples && ptl_slip_note_stage(s, x[s->n_states]))
    ptl_kink_note_sample(s);
  return 0;
}

/* ---------------------------------------------------------------- attempts */

/* The rates at x0 by the step variable, where those by time are known. */
static void set_start_rates(ptl_dop853_contact *s) {
  double *k = s->method->k[0], time_rate, w_rate;
  variable_rates(s, *ptl_w_of(s, s->method->x0), s->rate, &time_rate, &w_rate);
  for (int i = 0; i < s->method->n + s->method->m; i++) k[i] = time_rate * s->rates_by_time[i];
  *ptl_w_of(s, k) = w_rate;
}

/* The step for another attempt. Where a step in w has failed, one in s is tried. One that is only
 * to reach a kink near its start tells nothing of the next. */
static double shorten(ptl_dop853_contact *s, double h, double factor) {
  static const double near = 0.02;
  if (s->variable == PTL_GAP_ROOT) {
    s->variable = PTL_GAP_SCALED;
    double w = *ptl_w_of(s, s->method->x0);
    h = ptl_step_size_to_parting(w, s->rate / ptl_time_scale(s, w), s->root_curvature);
    set_start_rates(s);
  }
  h *= factor;
  if (s->variable == PTL_GAP_SCALED) s->scaled_step = h;
  if (s->variable == PTL_TIME && factor > near) s->time_step = h;
  return h;
}

/* Close to a singular position the accelerations at the early, inexact stages of a step are
 * useless; the smallest pivot goes like the square of the time to it. A step that would end just
 * before such a position is shortened so that the next has it half-way. Returns the factor, or
 * 1, as everywhere without loops: there no position is singular. */
static double singularity_factor(const ptl_dop853_contact *s) {
  static const double small = 0.05, near = 0.38, half_way = 0.5;
  double before = sqrt(s->start_pivot), after = sqrt(s->pivot);
  int approaches = s->pivot < small && after < before && s->pivot == s->attempt_pivot;
  if (s->variable != PTL_TIME || !approaches || !s->has_loops) return 1.0;
  double left = after / (before - after); /* of the step's length */
  return left < near ? (1.0 + left) / (1.0 + half_way) : 1.0;
}

/* 1 where rounding that stiff contacts magnify is above the tolerances, which become `raised`. */
static int raise_for_contacts(const ptl_dop853_contact *s, double *raised) {
  int is_raised = 0;
  for (int i = 0; i < s->n; i++) {
    const double noise = s->contact_noise / ptl_system_lever(s->data->system, i);
    is_raised |= noise > raised[s->n + i];
    raised[s->n + i] = fmax(raised[s->n + i], noise);
  }
  return is_raised;
}

/* Tolerances of the attempt: rounding near a singular position, or far from the origin in contacts,
 * is no error of it. */
static const double *tolerances(const ptl_dop853_contact *s) {
  static const double noise_margin = 3.0;
  int is_raised = 0;
  if (!s->is_on_constraints && s->contact_noise == 0.0) return s->tolerance;
  memcpy(s->raised, s->tolerance, 2 * sizeof(double) * (size_t)s->n);
  if (s->is_on_constraints)
    is_raised = ptl_singular_raise(s->data->system, noise_margin, sqrt(s->attempt_pivot),
                                   s->tolerance, s->raised);
  if (s->contact_noise > 0.0) is_raised |= raise_for_contacts(s, s->raised);
  if (!is_raised) return s->tolerance;
  ptl_step_size_tolerate_works(s, s->raised);
  return s->raised;
}

/* The factor by which an attempt has to be shortened, or 1 when it is good. */
static double check_step(ptl_dop853_contact *s, double limit, double *error) {
  const ptl_dop853 *m = s->method;
  int t = s->n_states;
  const double *tolerance = tolerances(s);
  *error = ptl_dop853_error(m, m->n + PTL_INTEGRAL_GAPS, tolerance);
  if (!isfinite(*error)) return 0.25;
  *error = fmax(*error, fmax(ptl_slip_inner_error(s), ptl_step_size_unresolved_error(s)));
  if (*error > 1.0) return fmin(0.9, ptl_step_size_growth(*error));
  double passed = m->x1[t] - m->x0[t];
  int is_backward = !(passed > 0.0) || (s->variable == PTL_GAP_SCALED && !(m->x1[t + 1] > 0.0));
  double max_time = fmin(s->max_step, s->horizon);
  /* near a singular position rounding, as most of the error, tells nothing of longer steps */
  if (s->is_on_constraints && tolerance == s->raised && s->has_loops) *error = fmax(*error, stay);
  int is_late = m->x1[t] - limit > 1e-13 * fabs(limit) || passed > max_time * (1.0 + 1e-12);
  return is_backward || is_late ? 0.5 : singularity_factor(s);
}

/* An attempt that comes near a singular position ends there, and is made again with its stages on
 * the constraints. */
static int attempt(ptl_dop853_contact *s, double h) {
  int failed;
  s->is_on_constraints = s->start_strength < weak;
  do {
    ptl_slip_begin_attempt(s);
    s->attempt_pivot = s->least_strength = INFINITY;
    s->is_known_regular = 0;
    s->is_off_attempt = !s->is_on_constraints;
    failed = ptl_dop853_attempt(s->method, h);
    s->is_off_attempt = 0;
  } while (s->least_strength < weak && !s->is_on_constraints++);
  return failed;
}

/* The factor by which an attempt has to be cut off where a slip turns round in it or a force has a
 * kink in reactions, or 1; `factor` by the error, which comes from that, too. */
static double check_slips(ptl_dop853_contact *s, double factor, double error) {
  static const double shortest = 0.1;
  const int passes_zones = !s->has_slip_zones || (factor == 1.0 && ptl_slip_is_coarse(s));
  if ((passes_zones && s->coupled == NULL) || (factor < 1.0 && !(error > 1.0))) return 1.0;
  if (factor == 1.0) { /* else the last stage, which is at the end, will do */
    s->has_end_rates = rates(s, s->method->x1, 1, s->method->k[PTL_DOP853_END]) == 0;
    if (!s->has_end_rates) return 0.25;
  }
  /* an attempt that sticks at its end tells little about when it enters the zone: ever shorter */
  double cut = passes_zones ? 1.0 : pow(ptl_slip_factor(s), s->slip_cuts);
  if (cut < 1.0) s->slip_cuts *= 2;
  if (s->coupled != NULL) cut = fmin(cut, ptl_kink_factor(s));
  return factor < 1.0 ? fmax(cut, shortest) : cut; /* an attempt that went astray tells nothing */
}

/* The factor by which a good attempt has to be shortened for the bristles of friction, or 1. */
static double check_bristles(ptl_dop853_contact *s) {
  if (!s->has_end_rates)
    s->has_end_rates = rates(s, s->method->x1, 1, s->method->k[PTL_DOP853_END]) == 0;
  if (!s->has_end_rates) return 0.25;
  if (!ptl_slip_is_unstable(s, stability)) return 1.0;
  s->was_unstable = 1;
  return 0.25;
}

/* Attempts until one is good; *h comes back as the step taken. */
static ptl_status attempt_step(ptl_dop853_contact *s, double limit, double *h, double *error) {
  static const double contact_margin = 4.0;
  int has_failed = 0;
  s->contact_noise = contact_margin * ptl_contact_rounding(s->data, s->gaps, s->y);
  set_start_rates(s);
  s->slip_cuts = 1;
  s->was_unstable = 0;
  for (int i = 0; i < MAX_ATTEMPTS; i++) {
    s->has_end_rates = 0;
    int failed = attempt(s, *h);
    double factor = failed ? 0.25 : check_step(s, limit, error);
    const double cut = failed ? 1.0 : check_slips(s, factor, *error);
    if (cut < 1.0) factor = cut;
    if (factor == 1.0 && s->has_bristles) factor = check_bristles(s);
    if (factor == 1.0) {
      if (has_failed) *error = fmax(*error, grow_no_further);
      return PTL_OK;
    }
    s->counters.error_test_failures++;
    if (!(cut < 1.0)) has_failed = 1;
    *h = shorten(s, *h, factor);
  }
  return ptl_fail(
      s->data->context, PTL_ERR_SIMULATION,
      PTL_E(0501) "the steps have become too short, or a law was asked outside its domain");
}

/* ---------------------------------------------------------------- an accepted step */

static ptl_status refuse(const ptl_dop853_contact *s) {
  return ptl_fail(
      s->data->context, PTL_ERR_SIMULATION,
      PTL_E(0501) "the accelerations are not finite, or a law was asked outside its domain");
}

/* The state where the accelerations have just been found becomes the present one. */
static void accept_state(ptl_dop853_contact *s) {
  const ptl_system *system = s->data->system;
  size_t n = (size_t)s->n;
  if (s->is_on_constraints) note_strength(s);
  s->start_pivot = s->pivot;
  s->start_strength = s->strength.value;
  fill_rates(s, 1, 1.0, 0.0, s->rates_by_time);
  memcpy(s->gaps, s->data->gap_results, sizeof *s->gaps * (size_t)system->n_gaps);
  ptl_slip_note(s);
  ptl_kink_note(s);
  memcpy(s->y, s->state, 2 * sizeof(double) * n);
  memcpy(s->y + system->first_state, s->state + 2 * n, sizeof(double) * (size_t)system->n_states);
  s->is_off_constraints = !ptl_accelerations_project(s->reduced, s->given, s->y, s->y + n) ||
                          ptl_accelerations_n_lost(s->reduced, s->data) > 0;
  memcpy(s->rates_by_time, s->y + n, sizeof(double) * n);
  memcpy(s->y + system->first_state - system->n_rows, s->lambda,
         sizeof(double) * (size_t)system->n_rows);
}

static int patient_steps(const ptl_dop853_contact *s) {
  return s->has_slip_zones ? MAX_STUCK_STEPS : MAX_STIFF_STEPS;
}

/* Whether stability and not accuracy decides about the steps, or the mechanism is near a singular
 * position, where states cannot be put onto the constraints and the accelerations are inexact. */
static void check_stiffness(ptl_dop853_contact *s, double h) {
  int is_limited = ptl_dop853_stiffness(s->method, s->method->n, s->tolerance) > stability;
  int is_stuck =
      s->variable == PTL_TIME && h < stuck_part * s->horizon && ptl_step_size_shallowest_gap(s) < 0;
  if (is_limited || is_stuck || s->was_unstable || s->is_off_constraints) {
    s->good_steps = 0;
    s->stiff_steps++;
  } else if (++s->good_steps >= GOOD_STEPS) {
    s->stiff_steps = 0;
    if (s->good_steps >= GOOD_TRIAL_STEPS) s->max_stiff_steps = patient_steps(s);
  }
  if (s->stiff_steps >= s->max_stiff_steps) s->unfit = "the equations are stiff";
}

/* Whether short steps fail again and again without a touch, as where a contact creeps open along
 * the rate at which its force vanishes: what is integrated is not smooth. */
static void check_smoothness(ptl_dop853_contact *s) {
  static const double short_window = 0.1; /* of the horizon */
  if (s->window_steps == 0) {
    s->window_failures = s->counters.error_test_failures;
    s->window_start = s->start;
  }
  if (++s->window_steps < WINDOW_STEPS) return;
  s->window_steps = 0;
  if (s->end - s->window_start < short_window * s->horizon &&
      s->counters.error_test_failures - s->window_failures >= WINDOW_FAILURES)
    s->unfit = "the equations are not smooth";
}

/* y at the time t as x. */
static void set_unknowns(const ptl_dop853_contact *s, double t, const double *y, double *x) {
  const ptl_system *system = s->data->system;
  memcpy(x, y, 2 * sizeof(double) * (size_t)s->n);
  memcpy(x + 2 * s->n, y + system->first_state, sizeof(double) * (size_t)system->n_states);
  x[s->n_states] = t;
  x[s->n_states + 1] = 0.0;
}

static ptl_status start_from(ptl_dop853_contact *s, double t, const double *y, int touched) {
  set_unknowns(s, t, y, s->method->x0);
  s->start = s->end = t;
  s->gap = touched;
  s->scaled_step = 0.0;
  s->parted = -1;
  set_guess(s, y);
  if (evaluate(s, s->method->x0, 1)) return refuse(s);
  accept_state(s);
  return PTL_OK;
}

/* ---------------------------------------------------------------- as a stepper */

static ptl_status restart(ptl_stepper *stepper, const ptl_restart *from) {
  ptl_dop853_contact *s = (ptl_dop853_contact *)stepper;
  ptl_status status = start_from(s, from->t, from->y, from->touched);
  if (from->touched >= 0) s->window_steps = 0;
  if (status == PTL_OK) memcpy(from->y, s->y, sizeof(double) * (size_t)s->data->system->pattern.n);
  return status;
}

static void suspend(ptl_stepper *stepper) {
  ptl_dop853_contact *s = (ptl_dop853_contact *)stepper;
  s->stiff_steps = s->good_steps = 0;
  s->max_stiff_steps = MAX_STIFF_STEPS;
  s->time_step = s->free_step = ptl_step_size_first(s);
  s->data->horizon = INFINITY;
}

/* A step that rounding alone keeps from its limit reaches it. */
static double end_of_step(double t, double limit) {
  return isfinite(limit) && limit - t <= 1e-13 * fabs(limit) ? limit : t;
}

static ptl_status step(ptl_stepper *stepper, double t, double limit, double max_step,
                       ptl_step *out) {
  ptl_dop853_contact *s = (ptl_dop853_contact *)stepper;
  ptl_dop853 *m = s->method;
  double error = INFINITY;
  (void)t;                                                 /* s->end */
  if (s->parted >= 0 && s->gaps[s->parted].force != 0.0) { /* the law let go with a jump */
    ptl_status status = start_from(s, s->end, s->y, -1);
    if (status != PTL_OK) return status;
  }
  s->parted = -1;
  s->unfit = NULL;
  s->data->horizon =
      s->end + 2.0 * s->horizon; /* where time is an unknown a stage may be anywhere */
  set_unknowns(s, s->end, s->y, m->x0);
  ptl_step_size_follow_signals(s);
  double longest = fmin(fmin(limit - s->end, s->max_step), fmin(max_step, ptl_slip_max_time(s)));
  double h = ptl_step_size_choose(s, longest);
  ptl_status status = attempt_step(s, limit, &h, &error);
  if (status != PTL_OK) return status;
  if (!s->has_end_rates && rates(s, m->x1, 1, m->k[PTL_DOP853_END])) return refuse(s);
  s->counters.steps++;
  s->counters.dop853_steps++;
  s->start = s->end;
  s->end = out->end = end_of_step(m->x1[s->n_states], limit);
  accept_state(s);
  int was_limited = s->variable == PTL_TIME && h < s->time_step;
  ptl_step_size_update(s, h, error);
  if (s->variable == PTL_GAP_ROOT) out->parted = s->parted = s->gap;
  if (!was_limited) check_stiffness(s, h);
  check_smoothness(s);
  return PTL_OK;
}

/* Within a step forces go by the states of the gaps, which change at a touch, where a gap parts and
 * where its contact passes to another; at the end of a step in w it has parted already. In between
 * the dense output only comes close to
 * the constraints. */
static int must_restart(ptl_restart_reason reason, int inside) {
  if (reason == PTL_RESTART_PART || reason == PTL_RESTART_SPEED) return inside;
  return reason == PTL_RESTART_TOUCH || reason == PTL_RESTART_PASS ||
         reason == PTL_RESTART_SWITCH || reason == PTL_RESTART_END;
}

static const char *unfit(const ptl_stepper *stepper) {
  return ((const ptl_dop853_contact *)stepper)->unfit;
}

static int is_off_constraints(const ptl_stepper *stepper) {
  return ((const ptl_dop853_contact *)stepper)->is_off_constraints;
}

static void count(const ptl_stepper *stepper, ptl_counters *counters) {
  const ptl_counters *own = &((const ptl_dop853_contact *)stepper)->counters;
  counters->steps += own->steps;
  counters->dop853_steps += own->dop853_steps;
  counters->residuals += own->residuals;
  counters->error_test_failures += own->error_test_failures;
}

static void destroy(ptl_stepper *stepper) {
  ptl_dop853_contact *s = (ptl_dop853_contact *)stepper;
  ptl_context *context = s->data->context;
  ptl_dop853_destroy(s->method);
  ptl_reaction_solver_destroy(s->coupled);
  ptl_free(context, s->memory);
  ptl_free(context, s);
}

static const ptl_stepper_type dop853_contact_type = {
    .name = "dop853",
    .has_long_steps = 1,
    .destroy = destroy,
    .restart = restart,
    .suspend = suspend,
    .step = step,
    .interpolate = ptl_dop853_interpolate,
    .interpolate_bodies = ptl_dop853_interpolate_bodies,
    .integrate = ptl_dop853_integrate,
    .local_error = ptl_dop853_local_error,
    .friction_peak = ptl_slip_peak,
    .must_restart = must_restart,
    .unfit = unfit,
    .is_off_constraints = is_off_constraints,
    .count = count};

ptl_status ptl_dop853_contact_create(ptl_data *data, ptl_accelerations *reduced,
                                     const double *tolerance, ptl_stepper **out) {
  const ptl_system *system = data->system;
  *out = NULL;
  ptl_dop853_contact *s = ptl_alloc(data->context, 1, sizeof *s);
  if (s == NULL) return PTL_ERR_MEMORY;
  int n = system->n_coordinates, n_states = 2 * n + system->n_states;
  const ptl_block blocks[] = {PTL_BLOCK(s->tolerance, n_states + 2 + PTL_INTEGRAL_GAPS),
                              PTL_BLOCK(s->raised, n_states + 2 + PTL_INTEGRAL_GAPS),
                              PTL_BLOCK(s->a, n),
                              PTL_BLOCK(s->projected, n_states),
                              PTL_BLOCK(s->lambda, system->n_rows),
                              PTL_BLOCK(s->y, system->pattern.n),
                              PTL_BLOCK(s->rates_by_time, n_states + 2 + ptl_n_integrals(system)),
                              PTL_BLOCK(s->gaps, system->n_gaps),
                              PTL_BLOCK(s->slips, system->n_frictions),
                              PTL_BLOCK(s->kinks, system->n_frictions + system->n_meshes),
                              PTL_BLOCK(s->history, system->n_gaps)};
  s->base.type = &dop853_contact_type;
  s->data = data;
  s->reduced = reduced;
  s->n = n;
  s->n_states = n_states;
  s->gap = s->parted = -1;
  s->given = tolerance;
  s->horizon = system->length / system->speed;
  s->max_step = system->run.max_step > 0.0 ? system->run.max_step : INFINITY;
  s->time_step = s->free_step = ptl_step_size_first(s);
  s->w_deep = INFINITY;
  s->has_samples = system->n_frictions + system->n_meshes > 0;
  s->has_slip_zones = ptl_slip_has_zones(system);
  s->has_bristles = ptl_slip_has_bristles(system);
  s->has_loops = ptl_structure_has_loops(data->context, system, PTL_LOOPS_WITH_COUPLINGS);
  s->max_stiff_steps = patient_steps(s);
  s->memory = ptl_arena_create(data->context, blocks, sizeof blocks / sizeof *blocks);
  ptl_status status = s->memory != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK)
    status = ptl_dop853_create(data->context, n_states + 2, ptl_n_integrals(system), rates, s,
                               &s->method);
  if (status == PTL_OK && ptl_system_reactions_act(system))
    status = ptl_reaction_solver_create(data, reduced, &s->coupled);
  if (status != PTL_OK) {
    destroy(&s->base);
    return status;
  }
  ptl_step_size_tolerances(s);
  /* friction of the size of the weight: its error in a step is a small part of the tolerance */
  if (n > 0) s->accuracy = 0.12 * tolerance[n] * ptl_system_lever(system, 0) / system->speed;
  *out = &s->base;
  return PTL_OK;
}
