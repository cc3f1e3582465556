/* run_failure.c: why a run cannot go on, in terms of the model.
 *
 * A failing run shows effects: Newton's iteration does not converge, the energy is off. The causes
 * are looked for at the last good state and a little beyond it: numbers that are not finite,
 * distances that vanish, friction that leaves no reactions, positions
 * that no motion leads on from. */
#include "run_failure.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "authority.h"
#include "constraint.h"
#include "contact.h"
#include "expressions.h"
#include "finite.h"
#include "forces.h"
#include "holding.h"
#include "largest.h"
#include "law_energy.h"
#include "mesh.h"
#include "motion.h"
#include "roots.h"
#include "run_pole.h"
#include "servo.h"
#include "state.h"
#include "state_signal.h"

/* In times in which the mechanism moves by its own size: how far beyond the last good state causes
 * are looked for, and how close to it at first. */
static const double horizon = 0.1, nearest = 1e-9;
/* Amplification of reactions by friction above which a failure is put down to it. */
static const double strong_amplification = 50.0;

static double time_scale(const ptl_run *run) {
  return run->system->length / run->system->speed;
}

/* ---------------------------------------------------------------- not finite */

static const double *lambda_of(const ptl_run *run, const double *y) {
  return y + run->system->first_state - run->system->n_rows;
}

static int find_not_finite(ptl_run *run, double t, const double *y, ptl_not_finite *out) {
  int n = run->system->n_coordinates;
  run->data->friction_states = y + run->system->first_state;
  return ptl_find_not_finite(run->data, t, y, y + n, lambda_of(run, y), out);
}

static ptl_status tell_not_finite(ptl_run *run, double t, const ptl_not_finite *what) {
  ptl_fail(
      run->context, PTL_ERR_SIMULATION,
      PTL_E(
          0502) "at t = %.9g s the integration cannot go on: %s; change it, or end the run before",
      t, what->text);
  ptl_error_element(run->context, what->element, what->element != NULL ? what->name : NULL);
  return PTL_ERR_SIMULATION;
}

ptl_status ptl_failure_not_finite(ptl_run *run, double t, const double *y) {
  ptl_not_finite found;
  if (run->data->outside_domain_gap >= 0) return ptl_switch_domain_error(run->data, t);
  ptl_status status = ptl_expressions_integrals(run->data, INFINITY);
  if (status == PTL_OK) status = ptl_expressions_finite(run->data, t);
  if (status != PTL_OK) return status;
  if (!find_not_finite(run, t, y, &found))
    found = (ptl_not_finite){.text = "the accelerations are not finite"};
  return tell_not_finite(run, t, &found);
}

/* run->spare_y: the last good state moved on to t along its velocities; signals for a short time
 * only, since their rates may change fast. */
static void extrapolate(ptl_run *run, double t) {
  static const double shortest = 1e-6;
  const ptl_system *s = run->system;
  const int n = s->n_coordinates;
  const double dt = t - run->good_t, of_signals = fmin(dt, shortest * time_scale(run));
  ptl_data_set_unknowns(run->data, run->good_t, run->good_y);
  const int have_rates = !ptl_eval_signals(run->data);
  memcpy(run->spare_y, run->good_y, sizeof(double) * (size_t)s->pattern.n);
  for (int i = 0; i < n; i++) run->spare_y[i] += dt * run->good_y[n + i];
  for (int i = 0; i < s->n_signals && have_rates; i++)
    if (!s->signals[i].is_discrete)
      run->spare_y[s->first_state + s->signals[i].state] += of_signals * run->data->signal_rates[i];
}

static int is_not_finite_at(ptl_run *run, double t, ptl_not_finite *out) {
  extrapolate(run, t);
  if (find_not_finite(run, t, run->spare_y, out)) return 1;
  ptl_data_set_unknowns(run->data, t, run->spare_y);
  return ptl_eval_signals(run->data); /* ptl_expressions_finite names it */
}

/* The first time at or after the last good state at which a number is not finite. */
static int explain_not_finite(ptl_run *run) {
  ptl_not_finite found;
  double good = run->good_t, reach = horizon * time_scale(run), bad = good,
         step = fmax(nearest * time_scale(run), DBL_MIN); /* of the shortest runs, too */
  if (!is_not_finite_at(run, bad, &found)) {
    for (;; step *= 4.0) {
      bad = run->good_t + step;
      if (is_not_finite_at(run, bad, &found)) break;
      good = bad;
      if (step > reach) return 0;
    }
    for (int i = 0; i < 60 && bad - good > 1e-12 * fabs(bad); i++) {
      double middle = 0.5 * (good + bad);
      if (is_not_finite_at(run, middle, &found))
        bad = middle;
      else
        good = middle;
    }
    is_not_finite_at(run, bad, &found);
  }
  if (ptl_expressions_integrals(run->data, INFINITY) == PTL_OK &&
      ptl_expressions_finite(run->data, bad) == PTL_OK)
    tell_not_finite(run, bad, &found);
  return 1;
}

/* ---------------------------------------------------------------- distances of zero */

static int tell_distance(ptl_run *run, const char *name, double t) {
  ptl_fail(run->context, PTL_ERR_SIMULATION,
           PTL_E(0502) "the distance of %s is 0 at %.4g s, where it has no direction; end the run before, or "
           "use along: x or along: y for a motion along a line",
           name, t);
  ptl_error_element(run->context, "motion", name);
  return 1;
}

typedef struct driven { /* a driver of a distance */
  ptl_run *run;
  int motion;
} driven;

static double distance_wanted(void *user, double t) {
  const driven *d = user;
  double target[3];
  ptl_eval_motion(d->run->data, d->motion, t, target);
  return target[0];
}

/* A driver that leads a distance to 0 in the last step or soon after. */
static int explain_driven_distance(ptl_run *run) {
  const ptl_system *s = run->system;
  double last = fmax(run->step.end, run->good_t + horizon * time_scale(run));
  for (int i = 0; i < s->n_motions; i++) {
    const ptl_sys_constraint *k = &s->constraints[s->motions[i].constraint];
    if (k->measured != PTL_MEASURED_DISTANCE) continue;
    driven d = {run, i};
    double good = distance_wanted(&d, run->good_t), bad = distance_wanted(&d, last);
    if (bad > 0.0) continue;
    return tell_distance(run, k->name,
                         ptl_root(distance_wanted, &d, run->good_t, good, last, bad, 0.0));
  }
  return 0;
}

/* A distance that the model measures has no direction, and no derivative, at 0. reach: how far
 * ahead that may be [s]. */
static int explain_distance(ptl_run *run, double reach) {
  const ptl_system *s = run->system;
  const double *q = run->good_y, *v = q + s->n_coordinates;
  ptl_data_set_state(run->data, run->good_t, q, v);
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    if (k->type != NULL || k->measured != PTL_MEASURED_DISTANCE) continue;
    ptl_pair_state state;
    ptl_scalar x;
    ptl_pair_set_pose(&k->pair, q, run->data->rotations, &state);
    ptl_pair_set_twist(&k->pair, v, &state);
    ptl_measured_coordinate_eval(k->measured, &state.pose, &x);
    double rate = ptl_pair_rate(x.d, &state), left = rate != 0.0 ? -x.value / rate : 0.0;
    int is_near = fabs(x.value) < 1e-2 * s->length && fabs(left) < reach;
    if (!is_near && !(fabs(x.value) < 1e-9 * s->length)) continue;
    return tell_distance(run, k->name, run->good_t + left);
  }
  return 0;
}

/* ---------------------------------------------------------------- servos */

ptl_status ptl_failure_servo(ptl_run *run, double t, int servo) {
  char name[200];
  ptl_authority_name(run->system, servo, name, sizeof name);
  ptl_fail(run->context, PTL_ERR_SIMULATION,
           PTL_E(0543) "at t = %.9g s the force of %s does not accelerate the coordinate that it is to "
           "move, and grows without bound towards that position; end the run before, or let "
           "the course keep away from it",
           t, name);
  ptl_error_element(run->context, "motion", ptl_servo_row(run->system, servo)->name);
  return PTL_ERR_SIMULATION;
}

/* A servo with hardly any effect at the last good state. */
static int explain_servo(ptl_run *run) {
  static const double weak = 1e-2;
  const double *q = run->good_y;
  ptl_authority authority;
  if (ptl_authority_find(run->data, run->good_t, q, q + run->system->n_coordinates, &authority) !=
          PTL_OK ||
      !(authority.value < weak))
    return 0;
  ptl_failure_servo(run, run->good_t, authority.servo);
  return 1;
}

/* ---------------------------------------------------------------- bodies far away */

/* The effect that the context tells, for a message that goes on with a cause. */
static void keep_effect(const ptl_run *run, char effect[400]) {
  strncpy(effect, ptl_context_message(run->context), 399);
  effect[399] = '\0';
}

/* A body so far from where it began that errors of that distance, by rtol, or by rounding beside
 * the tolerance of places, are much of the mechanism's size; -1: none. *away: how far [m]. */
static int find_far_body(const ptl_run *run, double *away) {
  const double far = fmin(1e4, 0.1 * PTL_POSITION_TOLERANCE * run->rtol / DBL_EPSILON);
  const ptl_system *s = run->system;
  const double *q = run->good_y;
  int farthest = -1;
  *away = far * s->length;
  for (int i = 0; i < s->n_bodies; i++) {
    const double here = hypot(q[3 * i] - s->q0[3 * i], q[3 * i + 1] - s->q0[3 * i + 1]);
    if (!(here > *away)) continue;
    *away = here;
    farthest = i;
  }
  return farthest;
}

static int explain_far_body(ptl_run *run) {
  double away;
  char effect[400];
  const int body = find_far_body(run, &away);
  if (body < 0) return 0;
  const char *name = run->system->mechanism->bodies[body].def.name;
  keep_effect(run, effect);
  ptl_fail(run->context, PTL_ERR_SIMULATION,
           PTL_E(0522) "%s; body '%s' is %.3g m from where it began then, %.2g times the mechanism's "
           "size: nothing of that size can be told apart so far away; end the run before, or give it "
           "a stop",
           effect, name, away, away / run->system->length);
  ptl_error_element(run->context, "body", name);
  return 1;
}

/* ---------------------------------------------------------------- locks */

/* The state moved on to t, on the constraints; 0 where there is none near. */
static int continue_to(ptl_run *run, double t, double dt, const double *q, const double *v,
                       double *next) {
  const ptl_system *s = run->system;
  int n = s->n_coordinates;
  double travel = 0.0;
  for (int i = 0; i < n; i++) {
    next[i] = q[i] + dt * v[i];
    next[n + i] = v[i];
    travel = fmax(travel, fabs(dt * v[i]) * ptl_system_lever(s, i));
  }
  if (!ptl_reactions_project(run->reactions, t, 0.5 * travel + 1e-9 * s->length, next, next + n))
    return 0;
  ptl_data_set_state(run->data, t, next, next + n);
  ptl_eval_constraints(run->data, next, next + n);
  return ptl_largest(run->data->phi, s->n_rows) < 1e-9 * s->length;
}

/* The driver that works hardest against the direction in which the constraints are weakest, or -1.
 */
static int hardest_driver(ptl_run *run, const double *pattern) {
  const ptl_system *s = run->system;
  int best = -1;
  double most = 0.0;
  for (int i = 0; i < s->n_motions; i++) {
    double power =
        fabs(pattern[s->constraints[s->motions[i].constraint].row] * run->data->targets[i][1]);
    if (power > most) {
      most = power;
      best = i;
    }
  }
  return best;
}

/* The ideal joint whose parts move fastest against each other. */
static const char *fastest_joint(ptl_run *run, const double *q, const double *v, const char *but) {
  const ptl_system *s = run->system;
  const char *name = NULL;
  double most = 0.0;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_pair_state state;
    if (k->type == NULL || (but != NULL && strcmp(k->name, but) == 0)) continue;
    ptl_pair_set_pose(&k->pair, q, run->data->rotations, &state);
    ptl_pair_set_twist(&k->pair, v, &state);
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int c = 0; c < 3; c++) {
      double rate = fabs(ptl_pair_rate(axes[c], &state)) * (c == 2 ? s->length : 1.0);
      if (rate <= most) continue;
      most = rate;
      name = k->name;
    }
  }
  return name;
}

/* Whether constraints hold what the driver is to move, at the start already: the joints alone, or
 * all but the driver itself. */
static int is_held(ptl_run *run, int driver, int but) {
  const ptl_system *s = run->system;
  const ptl_sys_constraint *k = &s->constraints[s->motions[driver].constraint];
  ptl_holding holding;
  ptl_pair_state state;
  ptl_scalar x;
  int held = 1;
  ptl_status status = ptl_holding_create(run->data, s->q0, but, &holding);
  if (status == PTL_OK) {
    ptl_pair_set_pose(&k->pair, s->q0, run->data->rotations, &state);
    ptl_measured_coordinate_eval(k->measured, &state.pose, &x);
    ptl_holding_add(&holding, &k->pair, &state, x.d);
    status = ptl_holding_holds(&holding, &held);
  }
  ptl_holding_destroy(&holding);
  return status == PTL_OK && held;
}

/* A driver that moves and that constraints hold from the start on: the joints alone (*by_joints),
 * or all but the driver itself; or -1. */
static int held_driver(ptl_run *run, double t, const double *q, const double *v, int *by_joints) {
  const ptl_system *s = run->system;
  for (*by_joints = 1; *by_joints >= 0; --*by_joints)
    for (int i = 0; i < s->n_motions; i++) {
      ptl_data_set_state(run->data, t, q, v); /* is_held leaves that of the start */
      if (run->data->targets[i][1] != 0.0 &&
          is_held(run, i, *by_joints ? PTL_HELD_BY_JOINTS : s->motions[i].constraint))
        return i;
    }
  ptl_data_set_state(run->data, t, q, v);
  return -1;
}

static const char *moved_by(const ptl_motion_def *def) {
  return def->of.joint != NULL ? def->of.joint : def->name;
}

/* 1 where it tells a driver that is held. */
static int tell_held(ptl_run *run, double t, const double *q, const double *v) {
  int by_joints;
  const int held = held_driver(run, t, q, v, &by_joints);
  if (held < 0) return 0;
  const ptl_motion_def *def = &run->system->motions[held].def;
  ptl_fail(run->context, PTL_ERR_SIMULATION,
           PTL_E(0503) "the mechanism locks at t = %.9g s: driver '%s' cannot move '%s', since %s "
           "hold its parts still against each other; take %s or the driver away",
           t, def->name, moved_by(def),
           by_joints ? "the joints" : "the joints, couplings and other drivers",
           by_joints ? "a joint" : "one of these");
  ptl_error_element(run->context, "motion", def->name);
  return 1;
}

static int tell_lock(ptl_run *run, double t, const double *q, const double *v) {
  const ptl_system *s = run->system;
  double *pattern = run->spare_y;
  if (isnan(ptl_reactions_weakness(run->reactions, t, q, v, pattern))) return 0;
  const int driver = hardest_driver(run, pattern);
  if (tell_held(run, t, q, v)) return 1;
  if (driver < 0) return 0;
  const ptl_motion_def *def = &s->motions[driver].def;
  const char *moved = moved_by(def), *joint = fastest_joint(run, q, v, moved);
  ptl_fail(run->context, PTL_ERR_SIMULATION,
           PTL_E(0503) "the mechanism locks at t = %.9g s: driver '%s' cannot move joint '%s' further, the "
           "parts at joint '%s' "
           "are stretched or folded into a line (a dead point); end the run before, turn the "
           "driver back in time, "
           "or change lengths",
           t, def->name, moved, joint != NULL ? joint : moved);
  ptl_error_element(run->context, "motion", def->name);
  return 1;
}

/* Goes on from the last good state along the positions that drivers and joints allow, up to the
 * time `last`. Where steps as short as can be lead nowhere, there are none beyond. */
static int explain_lock(ptl_run *run, double last) {
  const ptl_system *s = run->system;
  int n = s->n_coordinates;
  double scale = time_scale(run), t = run->good_t, dt = 1e-5 * scale;
  double *now = run->spare_y, *next = run->spare_next;
  if (s->n_motions == 0) return 0;
  memcpy(now, run->good_y, sizeof(double) * 2 * (size_t)n);
  for (int i = 0; i < 400; i++) {
    if (continue_to(run, t + dt, dt, now, now + n, next)) {
      t += dt;
      dt *= 1.5;
      memcpy(now, next, sizeof(double) * 2 * (size_t)n);
      if (t > last) return 0;
    } else {
      dt *= 0.25;
      if (dt < 4.0 * DBL_EPSILON * fabs(t) || dt < 1e-10 * scale) {
        memcpy(next, now, sizeof(double) * 2 * (size_t)n);
        return tell_lock(run, t, next, next + n);
      }
    }
  }
  return 0;
}

ptl_status ptl_failure_check_progress(ptl_run *run) {
  static const double near = 1e-3;
  const double reach = fmin(near * time_scale(run), run->output.end_time - run->good_t);
  if (run->reactions == NULL) return PTL_OK;
  double away;
  if (explain_distance(run, reach)) return PTL_ERR_SIMULATION;
  if (find_far_body(run, &away) >= 0)
    return ptl_fail(run->context, PTL_ERR_SIMULATION,
                    PTL_E(0510) "at t = %.9g s steps get shorter and shorter", run->good_t);
  return explain_lock(run, run->good_t + reach) ? PTL_ERR_SIMULATION : PTL_OK;
}

/* ---------------------------------------------------------------- jams */

ptl_status ptl_failure_jam(ptl_run *run, double t, const char *joint) {
  /* Reactions of what is held grow without bound, and friction with them. */
  if (tell_held(run, t, run->good_y, run->good_y + run->system->n_coordinates))
    return PTL_ERR_SIMULATION;
  ptl_fail(run->context, PTL_ERR_SIMULATION,
           PTL_E(0504) "at t = %.9g s joint '%s' jams: no reactions agree with the friction that they "
           "cause; use a smaller "
           "coefficient of friction, a longer guide, or end the run before",
           t, joint);
  ptl_error_element(run->context, "joint", joint);
  return PTL_ERR_SIMULATION;
}

/* The servo of this name, or -1. */
static int servo_of_name(const ptl_system *s, const char *name) {
  for (int i = 0; i < s->n_servos; i++)
    if (strcmp(ptl_servo_row(s, i)->name, name) == 0) return i;
  return -1;
}

/* Whether the stepper's multipliers do not belong to the accelerations found: they are on their way
 * from one solution to another, or to none. Those that redundant rows press against each other do
 * not count. */
static int are_far(ptl_run *run, const double *y, const double *a, const double *lambda) {
  int row;
  return !(ptl_reactions_error(run->reactions, y, y + run->system->n_coordinates, a, lambda, &row) <
           0.5);
}

ptl_status ptl_failure_check_jam(ptl_run *run) {
  const ptl_system *s = run->system;
  const ptl_told before = run->context->told;
  const double *lambda = lambda_of(run, run->y);
  double *y = run->spare_y, *found = y + s->first_state - s->n_rows;
  ptl_reaction_report report;
  if (run->reactions == NULL) return PTL_OK;
  memcpy(y, run->y, sizeof(double) * (size_t)s->pattern.n);
  run->data->friction_states = y + s->first_state;
  if (ptl_reactions_find(run->reactions, run->t, y, y + s->n_coordinates, &ptl_contact_by_state, 1,
                         run->spare_a, found, &report) != PTL_OK) {
    run->context->told = before;
    return PTL_OK;
  }
  if (report.n_solutions == 0) return ptl_failure_jam(run, run->t, report.to_blame);
  return are_far(run, y, run->spare_a, lambda) ? ptl_failure_jam(run, run->t, report.strongest)
                                               : PTL_OK;
}

/* Friction that multiplies its own cause without bound at the last good state, or soon after where
 * the mechanism does not lock before. */
static int explain_jam(ptl_run *run) {
  const ptl_system *s = run->system;
  double *y = run->spare_y, reach = 1e-3 * horizon * time_scale(run);
  int n = s->n_coordinates;
  if (!ptl_system_reactions_act(s)) return 0;
  for (int i = 0; i < 10; i++, reach *= 2.0) {
    ptl_reaction_report report;
    double t = i == 0 ? run->good_t : run->good_t + reach;
    extrapolate(run, t);
    if (i > 0 && !ptl_reactions_project(run->reactions, t, 0.1 * s->length, y, y + n)) return 0;
    run->data->friction_states = y + s->first_state;
    if (ptl_reactions_find(run->reactions, t, y, y + n, NULL, 1, run->spare_a,
                           y + s->first_state - s->n_rows, &report) != PTL_OK)
      return 0;
    if (report.n_solutions == 1 && report.amplification < strong_amplification) continue;
    if (i > 0 && explain_lock(run, t)) return 1;
    const char *name = report.to_blame != NULL ? report.to_blame : report.strongest;
    const int servo = servo_of_name(s, name);
    if (servo >= 0)
      ptl_failure_servo(run, t, servo);
    else
      ptl_failure_jam(run, t, name);
    return 1;
  }
  return 0;
}

/* ---------------------------------------------------------------- singular positions */

static int explain_singular(ptl_run *run) {
  const ptl_system *s = run->system;
  const double *q = run->good_y;
  int row;
  char name[96];
  if (s->n_rows == 0) return 0;
  double independence =
      ptl_reactions_independence(run->reactions, run->good_t, q, q + s->n_coordinates, &row);
  if (!(independence < 1e-4) || row < 0) return 0;
  ptl_row_name(s, row, name, sizeof name);
  char effect[400];
  keep_effect(run, effect);
  ptl_fail(
      run->context, PTL_ERR_SIMULATION,
      PTL_E(0503) "%s; the mechanism is at a singular position there, where %s follows from the other "
      "equations and the motion "
      "may go on in more than one way: another start, or lengths that differ a little, avoid it",
      effect, name);
  return 1;
}

static int explain_distance_ahead(ptl_run *run) {
  return explain_distance(run, horizon * time_scale(run));
}

static int explain_lock_ahead(ptl_run *run) {
  return explain_lock(run, run->good_t + horizon * time_scale(run));
}

static int explain_held(ptl_run *run) {
  return tell_held(run, run->good_t, run->good_y, run->good_y + run->system->n_coordinates);
}

/* What follows velocities grows without bound beside a lock, too: that is told. */
static int explain_pole(ptl_run *run) {
  if (!ptl_pole_explain(run)) return 0;
  const ptl_told pole = run->context->told;
  if (!explain_lock_ahead(run)) run->context->told = pole;
  return 1;
}

int ptl_failure_explain(ptl_run *run) {
  static int (*const explain[])(ptl_run *) = {
      explain_not_finite, explain_pole, explain_driven_distance, explain_distance_ahead,
      explain_servo,      explain_jam,  explain_far_body,        explain_lock_ahead,
      explain_singular,   explain_held};
  if (run->data->outside_domain_gap >= 0 || run->reactions == NULL) return 0;
  const ptl_told told =
      run->context->told; /* what is tried near the state may fail in its own way */
  for (size_t i = 0; i < sizeof explain / sizeof *explain; i++) {
    if (explain[i](run)) return 1;
    run->context->told = told;
  }
  return 0;
}

/* ---------------------------------------------------------------- laws */

/* The gap's deepest depth so far, after its contact has ended or, of one that lasts, now and then;
 * else 0. */
static double depth_to_check(ptl_run *run, int gap) {
  enum { STEPS_OF_LASTING_CONTACT = 64 };
  int64_t count = run->episodes[gap].steps++;
  int is_due = run->data->gaps[gap].touching
                   ? count >= STEPS_OF_LASTING_CONTACT && (count & (count - 1)) == 0
                   : count == 0;
  return is_due ? run->summary->gaps[gap].deepest : 0.0;
}

ptl_status ptl_failure_check_laws(ptl_run *run) {
  const ptl_system *s = run->system;
  for (int g = 0; g < s->n_gaps; g++) {
    const ptl_sys_gap *gap = &s->gaps[g];
    double depth = depth_to_check(run, g), force, slope;
    if (!(depth > 0.0 && depth < 0.99 * gap->law.max_depth)) continue;
    if (ptl_law_energy_agrees(&gap->law, depth, 0.0, gap->touch_speed_floor,
                              run->data->memory + gap->memory, &force, &slope))
      continue;
    ptl_fail(run->context, PTL_ERR_SIMULATION,
                    PTL_E(0514) "at t = %.9g s the energy of law '%s' at gap '%s' of joint '%s' (contact '%s') "
                    "does not belong to "
                    "its force: at a depth of %.6g m the force without damping is %.6g N, the "
                    "derivative of the "
                    "energy %.6g N; the law is at fault",
                    run->t, gap->law.elastic->name, gap->name, gap->joint, gap->contact, depth,
                    force, slope);
    ptl_error_element(run->context, "joint", gap->joint);
    return PTL_ERR_SIMULATION;
  }
  return PTL_OK;
}
