/* switch.c: which stepper a run takes, and what is done where a step fails.
 *
 * auto: DOP853 until the equations turn out to be stiff, or a step fails; then IDA, until a gap
 * parts or some steps later, when what was stiff may be over. What DOP853 cannot tell is left to
 * IDA.
 *
 * A failing step of IDA climbs the recovery ladder: a restart from the last state, put onto the
 * constraints anew; one with a tiny first step; one with more regularisation and looser
 * positions. */
#include "switch.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "arena.h"
#include "constraint.h"
#include "contact_rounding.h"
#include "data.h"
#include "expressions.h"
#include "mesh.h"
#include "motion.h"
#include "servo.h"
#include "start.h"
#include "state.h"

/* Levels of the recovery ladder; good steps after which a failure is forgotten. */
enum { RECOVERY_LEVELS = 3, STEPS_TO_RECOVER = 50 };
/* Steps between two looks at what drivers and coordinates are rounded by. */
enum { STEPS_BETWEEN_LOOKS = 64 };
/* Steps of IDA before DOP853 is tried again. */
enum { FIRST_PATIENCE = 100, MOST_PATIENCE = 1 << 30 };

struct ptl_switch {
  ptl_data *data;
  ptl_accuracy accuracy;
  void *memory; /* of the arrays of it and below */
  double *saved;
  ptl_stepper *ida, *dop853; /* NULL: not to be taken */
  ptl_stepper *stepper;      /* the one in use; NULL before the start */
  int recovery_level;
  int good_steps; /* since the last failure */
  ptl_switch_change change;
  int64_t steps_since_switch; /* of the stepper in use */
  int64_t patience;           /* of IDA's steps before DOP853 is tried again */
  int64_t restarts;           /* by the ladder */
  int is_raised; /* 1: the ladder has raised the regularisation and loosened positions */
};

/* ---------------------------------------------------------------- errors */

ptl_status ptl_switch_domain_error(const ptl_data *data, double t) {
  const ptl_system *s = data->system;
  const ptl_sys_gap *g = &s->gaps[data->outside_domain_gap];
  const ptl_joint_type *type = s->gap_sets[g->gap_set].type;
  if (data->inside_solid)
    ptl_fail(data->context, PTL_ERR_SIMULATION,
             PTL_E(0506) "after t = %.9g s: joint '%s': the %s is where it cannot be, inside the %s "
             "(gap '%s'): it has missed its place, or what drives it is stronger than contact '%s'",
             t, g->joint, type->part_b, type->part_a, g->name, g->contact);
  else
    ptl_fail(data->context, PTL_ERR_SIMULATION,
             PTL_E(0505) "at t = %.9g s: gap '%s' of joint '%s' goes deeper than the %.6g m for which law "
             "'%s' (contact '%s') is defined",
             t, g->name, g->joint, g->law.max_depth, g->law.elastic->name, g->contact);
  ptl_error_element(data->context, "joint", g->joint);
  return PTL_ERR_SIMULATION;
}

static void keep_message(const ptl_data *data, char *reason, size_t size) {
  strncpy(reason, ptl_context_message(data->context), size - 1);
  reason[size - 1] = '\0';
}

/* What a number of double precision is rounded by that holds unknown i. */
static double rounding_of(const double *y, int i) {
  return DBL_EPSILON * fabs(y[i]);
}

/* IDA's steps fail, or are those of rounding, where its tolerances are finer than the numbers that
 * hold the coordinates: far from the origin, or after many turns. */
static ptl_status check_rounding(const ptl_switch *sw, double t, const double *y) {
  static const char *const names[] = {"x", "y", "angle"}, *const units[] = {"m", "m", "rad"};
  static const double bearable =
      4.0; /* tolerances; the error test is of a mean over all unknowns */
  const ptl_system *s = sw->data->system;
  for (int i = 0; i < s->n_coordinates; i++) {
    const double held = rounding_of(y, i);
    if (!(held > bearable * sw->accuracy.tolerance[i])) continue;
    return ptl_fail(
        sw->data->context, PTL_ERR_SIMULATION,
        PTL_E(0519) "at t = %.9g s the integration cannot go on: %s of body '%s' is %.9g %s, which a number of double "
        "precision holds to %.2g %s, and rtol %g asks for %.2g %s; use a larger rtol, place the mechanism nearer to the "
        "origin, or use run.integrator dop853",
        t, names[i % 3], s->mechanism->bodies[i / 3].def.name, y[i], units[i % 3], held, units[i % 3],
        sw->accuracy.rtol, sw->accuracy.tolerance[i], units[i % 3]);
  }
  return PTL_OK;
}

/* order: 0 for the coordinate that the driver asks for, 1 for its rate. */
static ptl_status fail_rounding(const ptl_switch *sw, int motion, double t, int order,
                                double rounding, double asked) {
  static const char *const units[2][2] = {{"m", "m/s"}, {"rad", "rad/s"}};
  const ptl_system *s = sw->data->system;
  const ptl_sys_motion *m = &s->motions[motion];
  const ptl_sys_constraint *k = &s->constraints[m->constraint];
  const char *unit = units[k->measured == PTL_MEASURED_ANGLE][order];
  const char *text = sw->data->motion_expr[motion] != NULL
                         ? ptl_expr_text(sw->data->motion_expr[motion])
                         : "its course";
  const ptl_status status = ptl_fail(
      sw->data->context, PTL_ERR_SIMULATION,
      PTL_E(0521) "at t = %.9g s motion '%s': %s'%.200s' is known to %.2g %s, by the rounding of its numbers and of the "
      "time, and rtol %g asks for %.2g %s; use a larger rtol, or write it without differences of "
      "numbers that nearly agree, and with a time that begins near 0",
      t, k->name, order == 1 && m->def.position != NULL ? "the rate of " : "", text, rounding, unit,
      sw->accuracy.rtol, asked, unit);
  ptl_error_element(sw->data->context, "motion", k->name);
  return status;
}

/* What drivers and coordinates are rounded by at t. An error where that is more than rtol of the
 * mechanism's scales for a driver: what would be computed is rounding. */
static ptl_status find_rounding(const ptl_switch *sw, double t, const double *y,
                                ptl_rounding *largest) {
  static const double of_contacts = 1.0 / 16.0; /* in each of the steps of a vibration on one */
  /* Of a velocity: what has become 10^4 times as fast as the mechanism's speed, or so fast that
   * differences of states are rounding, is followed to a part of itself. */
  const double of_fast = fmax(6.25e-7 * sw->accuracy.rtol, 16.0 * DBL_EPSILON);
  const ptl_system *s = sw->data->system;
  const double scales[] = {s->length, s->speed};
  double fastest = 0.0, direction = 0.0; /* rounding of an angle: of directions */
  *largest = (ptl_rounding){.velocity = of_contacts *
                                        ptl_contact_rounding(sw->data, sw->data->gap_results, y)};
  for (int i = 0; i < s->n_coordinates; i++) {
    const double lever = ptl_system_lever(s, i);
    largest->position = fmax(largest->position, rounding_of(y, i) * lever);
    fastest = fmax(fastest, fabs(y[s->n_coordinates + i]) * lever);
    if (i % 3 == 2) direction = fmax(direction, rounding_of(y, i));
  }
  largest->velocity = fmax(largest->velocity, fmax(of_fast, direction) * fastest);
  for (int i = 0; i < s->n_motions; i++) {
    const ptl_sys_constraint *k = &s->constraints[s->motions[i].constraint];
    const double lever = k->measured == PTL_MEASURED_ANGLE ? s->length : 1.0;
    double rounding[2];
    ptl_motion_rounding(sw->data, i, t, &rounding[0], &rounding[1]);
    for (int j = 0; j < 2; j++) {
      const double asked = sw->accuracy.rtol * scales[j] / lever;
      if (rounding[j] > asked) return fail_rounding(sw, i, t, j, rounding[j], asked);
    }
    largest->position = fmax(largest->position, rounding[0] * lever);
    largest->velocity = fmax(largest->velocity, rounding[1] * lever);
  }
  return PTL_OK;
}

static ptl_status give_up(const ptl_switch *sw, double t, const double *y) {
  const ptl_system *s = sw->data->system;
  char reason[512], name[96] = "none";
  ptl_status status = ptl_expressions_integrals(sw->data, INFINITY);
  if (status == PTL_OK) status = ptl_expressions_finite(sw->data, sw->data->variables[0]);
  if (status != PTL_OK) return status;
  keep_message(sw->data, reason, sizeof reason);
  if (sw->ida == NULL)
    return ptl_fail(
        sw->data->context, PTL_ERR_SIMULATION,
        PTL_E(0501) "at t = %.9g s dop853 cannot go on (%s); use run.integrator auto or ida", t,
        reason);
  status = check_rounding(sw, t, y);
  if (status != PTL_OK) return status;
  int row = ptl_start_weakest_row(sw->data, t, y, y + s->n_coordinates);
  if (row >= 0) ptl_row_name(s, row, name, sizeof name);
  return ptl_fail(
      sw->data->context, PTL_ERR_SIMULATION,
      PTL_E(0501) "at t = %.9g s the integration cannot go on (%s); weakest constraint: %s", t,
      reason, name);
}

/* ---------------------------------------------------------------- from one stepper to the other */

static int has_failed(ptl_status status) {
  return status == PTL_ERR_SIMULATION || status == PTL_ERR_UNFIT;
}

static void note_change(ptl_switch *sw, double t) {
  if (sw->change.n++ > 0) return;
  sw->change.time = t;
  keep_message(sw->data, sw->change.reason, sizeof sw->change.reason);
}

/* IDA takes over. Where DOP853 had come back in vain, it waits longer the next time. */
static ptl_status leave_dop853(ptl_switch *sw, ptl_restart from) {
  if (sw->steps_since_switch < sw->patience && sw->patience < MOST_PATIENCE) sw->patience *= 2;
  sw->steps_since_switch = 0;
  ptl_stepper_suspend(sw->dop853);
  sw->stepper = sw->ida;
  sw->data->outside_domain_gap = -1;
  from.first_step = 0.0;
  return ptl_stepper_restart(sw->ida, &from);
}

/* DOP853 begins, comes back or goes on. */
static ptl_status restart_dop853(ptl_switch *sw, ptl_restart from) {
  size_t size = sizeof(double) * (size_t)sw->data->system->pattern.n;
  int begins = sw->stepper != sw->dop853;
  if (begins) sw->steps_since_switch = 0;
  sw->stepper = sw->dop853;
  memcpy(sw->saved, from.y, size);
  ptl_status status = ptl_stepper_restart(sw->dop853, &from);
  if (sw->ida == NULL) return has_failed(status) ? give_up(sw, from.t, from.y) : status;
  if (has_failed(status) || (begins && ptl_stepper_is_off_constraints(sw->dop853))) {
    memcpy(from.y, sw->saved, size);
    return leave_dop853(sw, from);
  }
  return status;
}

int ptl_switch_must_restart(const ptl_switch *sw, ptl_restart_reason reason, int inside) {
  int may_come_back = reason == PTL_RESTART_PART && sw->stepper == sw->ida && sw->dop853 != NULL;
  return may_come_back || ptl_stepper_must_restart(sw->stepper, reason, inside);
}

/* Where joints have let go, or hold again, other equations are redundant than before. */
static ptl_status follow_releases(ptl_switch *sw, double t, const double *y) {
  const ptl_system *s = sw->data->system;
  if (s->n_releases == 0) return PTL_OK;
  ptl_data_set_unknowns(sw->data, t, y);
  if (sw->data->n_redundant >= 0) return PTL_OK;
  const ptl_status status = ptl_start_count_redundant(sw->data, t, y, y + s->n_coordinates);
  if (status == PTL_OK) ptl_accuracy_set(&sw->accuracy, sw->is_raised ? 10.0 : 1.0);
  return status;
}

ptl_status ptl_switch_restart(ptl_switch *sw, ptl_restart_reason reason, ptl_restart from) {
  const ptl_status status = follow_releases(sw, from.t, from.y);
  if (status != PTL_OK) return status;
  if (sw->stepper == sw->dop853 || (sw->dop853 != NULL && reason == PTL_RESTART_PART))
    return restart_dop853(sw, from);
  return ptl_stepper_restart(sw->stepper, &from);
}

ptl_status ptl_switch_start(ptl_switch *sw, double *y) {
  const ptl_restart from = {.y = y, .touched = -1};
  if (sw->dop853 != NULL) return restart_dop853(sw, from);
  sw->stepper = sw->ida;
  const ptl_status status = check_rounding(sw, from.t, y);
  return status == PTL_OK ? ptl_stepper_restart(sw->ida, &from) : status;
}

/* ---------------------------------------------------------------- a step */

/* IDA asks for looser tolerances where they are finer than the numbers that hold the state: after a
 * few long steps the state may be far larger than at the last look. 1: they are, and IDA starts
 * anew. */
static int has_followed_rounding(ptl_switch *sw, ptl_restart from, ptl_status *status) {
  ptl_rounding rounding;
  if (sw->stepper != sw->ida || find_rounding(sw, from.t, from.y, &rounding) != PTL_OK ||
      !ptl_accuracy_follow_rounding(&sw->accuracy, &rounding))
    return 0;
  ptl_accuracy_set(&sw->accuracy, sw->is_raised ? 10.0 : 1.0);
  *status = ptl_stepper_restart(sw->ida, &from);
  return 1;
}

/* The next level of the recovery ladder. */
static ptl_status recover(ptl_switch *sw, ptl_restart from) {
  const ptl_system *s = sw->data->system;
  int level = sw->recovery_level++;
  sw->restarts++;
  sw->good_steps = 0;
  if (level == 1) from.first_step = 1e-9 * s->length / s->speed;
  if (level == 2) {
    sw->is_raised = 1;
    ptl_accuracy_set(&sw->accuracy, 10.0);
  }
  return ptl_stepper_restart(sw->ida, &from);
}

static ptl_status advance(ptl_switch *sw, double t, double limit, double max_step, ptl_step *out) {
  ptl_status status = ptl_stepper_step(sw->stepper, t, limit, max_step, out);
  const char *unfit = ptl_stepper_unfit(sw->stepper);
  if (status != PTL_OK || unfit == NULL || sw->ida == NULL) return status;
  return ptl_fail(sw->data->context, PTL_ERR_UNFIT, PTL_E(0501) "%s", unfit);
}

ptl_status ptl_switch_step(ptl_switch *sw, double t, double *y, double limit, double max_step,
                           ptl_step *out) {
  const ptl_restart from = {.t = t, .y = y, .touched = -1};
  ptl_status status = PTL_OK;
  int restarted = 0;
  sw->data->outside_domain_gap = -1;
  const int is_due = sw->steps_since_switch % STEPS_BETWEEN_LOOKS == 0;
  ptl_rounding rounding = {0};
  if (is_due) status = find_rounding(sw, t, y, &rounding);
  if (status == PTL_OK) status = follow_releases(sw, t, y);
  if (status != PTL_OK) return status;
  if (sw->dop853 != NULL && sw->stepper == sw->ida && sw->steps_since_switch >= sw->patience) {
    restarted = 1;
    status = restart_dop853(sw, from); /* what made it fail may lie behind */
  }
  const int by_ida = sw->stepper == sw->ida;
  const int counts = by_ida && sw->recovery_level == 0;
  const int must_lower = ptl_accuracy_follow_reactions(&sw->accuracy, t, y, counts);
  const int must_refine = counts && ptl_accuracy_follow_balance(&sw->accuracy);
  const int must_raise = by_ida && ptl_accuracy_follow_rounding(&sw->accuracy, &rounding);
  if (must_lower || must_refine || must_raise ||
      (sw->is_raised && sw->good_steps >= STEPS_TO_RECOVER)) {
    restarted = 1;
    sw->is_raised = 0;
    ptl_accuracy_set(&sw->accuracy, 1.0);
    if (sw->stepper == sw->ida) status = ptl_stepper_restart(sw->ida, &from);
  }
  if (status == PTL_OK) status = advance(sw, t, limit, max_step, out);
  if (sw->stepper == sw->dop853 && has_failed(status)) {
    if (status != PTL_ERR_UNFIT && sw->data->outside_domain_gap >= 0)
      return ptl_switch_domain_error(sw->data, t);
    if (sw->ida == NULL) return give_up(sw, t, y);
    restarted = 1;
    note_change(sw, t);
    status = leave_dop853(sw, from);
    if (status == PTL_OK) status = advance(sw, t, limit, max_step, out);
  }
  while (has_failed(status)) {
    if (sw->data->outside_domain_gap >= 0) return ptl_switch_domain_error(sw->data, t);
    const int is_followed = has_followed_rounding(sw, from, &status);
    if (!is_followed && sw->recovery_level == RECOVERY_LEVELS) return give_up(sw, t, y);
    restarted = 1;
    if (!is_followed) status = recover(sw, from);
    if (status == PTL_OK) status = advance(sw, t, limit, max_step, out);
  }
  if (status == PTL_OK) status = ptl_expressions_integrals(sw->data, out->end);
  if (status == PTL_OK && ++sw->good_steps >= STEPS_TO_RECOVER) sw->recovery_level = 0;
  ptl_accuracy_pass(&sw->accuracy, out->end, out->strength);
  sw->steps_since_switch++;
  out->restarted = restarted;
  return status;
}

/* ---------------------------------------------------------------- life */

ptl_stepper *ptl_switch_stepper(const ptl_switch *sw) {
  return sw->stepper;
}

const ptl_switch_change *ptl_switch_changes(const ptl_switch *sw) {
  return &sw->change;
}

double ptl_switch_largest_compliance(const ptl_switch *sw) {
  return sw->accuracy.now.largest_compliance;
}

ptl_switch_memory ptl_switch_get_memory(const ptl_switch *sw) {
  return (ptl_switch_memory){.is_dop853 = sw->stepper == sw->dop853,
                             .recovery_level = sw->recovery_level,
                             .is_raised = sw->is_raised,
                             .good_steps = sw->good_steps,
                             .steps_since_switch = sw->steps_since_switch,
                             .patience = sw->patience,
                             .accuracy = sw->accuracy.now,
                             .change = sw->change};
}

int ptl_switch_is_memory(const ptl_switch_memory *memory) {
  const char *reason = memory->change.reason;
  return memory->recovery_level >= 0 && memory->recovery_level <= RECOVERY_LEVELS &&
         memchr(reason, '\0', sizeof memory->change.reason) != NULL;
}

void ptl_switch_set_memory(ptl_switch *sw, const ptl_switch_memory *memory) {
  const int is_dop853 = sw->ida == NULL || (memory->is_dop853 && sw->dop853 != NULL);
  sw->stepper = is_dop853 ? sw->dop853 : sw->ida;
  sw->recovery_level = memory->recovery_level;
  sw->is_raised = memory->is_raised;
  sw->good_steps = memory->good_steps;
  sw->steps_since_switch = memory->steps_since_switch;
  sw->patience = memory->patience;
  sw->accuracy.now = memory->accuracy;
  ptl_accuracy_set(&sw->accuracy, memory->is_raised ? 10.0 : 1.0);
  sw->accuracy.now.largest_compliance = memory->accuracy.largest_compliance;
  sw->change = memory->change;
}

void ptl_switch_count(const ptl_switch *sw, ptl_counters *counters) {
  counters->restarts += sw->restarts;
  if (sw->dop853 != NULL) ptl_stepper_count(sw->dop853, counters);
  if (sw->ida != NULL) ptl_stepper_count(sw->ida, counters);
}

void ptl_switch_destroy(ptl_switch *sw) {
  if (sw == NULL) return;
  ptl_stepper_destroy(sw->dop853);
  ptl_stepper_destroy(sw->ida);
  ptl_free(sw->data->context, sw->memory);
  ptl_free(sw->data->context, sw);
}

const char *ptl_switch_explicit_obstacle(const ptl_system *s) {
  if (!ptl_system_reactions_act(s) || s->assembly.n_redundant == 0) return NULL;
  for (int i = 0; i < s->n_frictions; i++)
    if (s->frictions[i].constraint >= 0) return s->frictions[i].joint;
  if (s->n_servos > 0) return ptl_servo_row(s, 0)->name;
  return s->meshes[ptl_mesh_first_loose(s)].name;
}

static ptl_status make_steppers(ptl_switch *sw, ptl_accelerations *reduced, ptl_integrator wanted) {
  const ptl_system *s = sw->data->system;
  const char *obstacle = ptl_switch_explicit_obstacle(s);
  ptl_status status = PTL_OK;
  if (wanted == PTL_INTEGRATOR_DOP853 && obstacle != NULL)
    return ptl_fail(
        sw->data->context, PTL_ERR_INPUT,
        PTL_E(0303) "run: integrator dop853 cannot tell the reactions on which forces of '%s' depend, "
        "since constraints are redundant; use auto or ida",
        obstacle);
  if (wanted != PTL_INTEGRATOR_DOP853)
    status = ptl_ida_create(sw->data, reduced, sw->accuracy.tolerance, &sw->ida);
  if (status == PTL_OK && wanted != PTL_INTEGRATOR_IDA && obstacle == NULL)
    status = ptl_dop853_contact_create(sw->data, reduced, sw->accuracy.tolerance, &sw->dop853);
  return status;
}

ptl_status ptl_switch_create(ptl_data *data, ptl_accelerations *reduced, double rtol,
                             ptl_integrator wanted, ptl_switch **out) {
  size_t n = (size_t)data->system->pattern.n;
  *out = NULL;
  ptl_switch *sw = ptl_alloc(data->context, 1, sizeof *sw);
  if (sw == NULL) return PTL_ERR_MEMORY;
  const ptl_block blocks[] = {PTL_BLOCK(sw->accuracy.tolerance, n), PTL_BLOCK(sw->saved, n)};
  sw->data = data;
  ptl_accuracy_begin(&sw->accuracy, data, rtol);
  sw->patience = FIRST_PATIENCE;
  sw->memory = ptl_arena_create(data->context, blocks, sizeof blocks / sizeof *blocks);
  ptl_status status = sw->memory != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) {
    ptl_accuracy_set(&sw->accuracy, 1.0);
    status = make_steppers(sw, reduced, wanted);
  }
  if (status != PTL_OK) {
    ptl_switch_destroy(sw);
    return status;
  }
  *out = sw;
  return PTL_OK;
}
