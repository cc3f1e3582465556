/* mechanism_motion.c: what drives and couples the coordinates of a description, and where they
 * start. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "element.h"
#include "instance.h"
#include "mechanism_lists.h"

/* ------------------------------------------------------------------ release */

static void release_measure(ptl_mechanism *m, ptl_measure_def *def) {
  ptl_free_text(m, def->joint);
  ptl_free_text(m, def->a.body);
  ptl_free_text(m, def->b.body);
}

static void release_motion(ptl_mechanism *m, ptl_motion_def *def) {
  ptl_free_text(m, def->name);
  release_measure(m, &def->of);
  release_measure(m, &def->by);
  ptl_free_text(m, def->position);
  ptl_free_text(m, def->rate_of_time);
  ptl_free_text(m, def->release);
  ptl_free(m->context, (void *)def->rises);
  ptl_free(m->context, (void *)def->table);
}

static void release_coupling(ptl_mechanism *m, ptl_mech_coupling *coupling) {
  ptl_free_text(m, coupling->def.name);
  ptl_free_text(m, coupling->def.friction.type);
  release_measure(m, &coupling->def.first);
  release_measure(m, &coupling->def.second);
  ptl_instance_release(m, &coupling->friction);
}

/* ------------------------------------------------------------------ coordinates */

static ptl_status check_measure(const ptl_mechanism *m, ptl_label label,
                                const ptl_measure_def *def) {
  if (def->joint != NULL) return ptl_check_coordinate(m, label, def->joint);
  if (def->coordinate < PTL_MEASURED_X || def->coordinate > PTL_MEASURED_DISTANCE)
    return ptl_fail_element(m, label, PTL_E(0204) "its coordinate must be x, y, angle or distance");
  return ptl_check_parts(m, label, &def->a, &def->b);
}

ptl_measured_coordinate ptl_measured_coordinate_of(const ptl_mechanism *m,
                                                   const ptl_measure_def *def) {
  static const ptl_measured_coordinate of_joint[] = {[PTL_COORDINATE_X] = PTL_MEASURED_X,
                                                     [PTL_COORDINATE_Y] = PTL_MEASURED_Y,
                                                     [PTL_COORDINATE_ANGLE] = PTL_MEASURED_ANGLE};
  if (def->joint == NULL) return def->coordinate;
  const ptl_joint_type *type = m->joints[ptl_find_joint(m, def->joint)].use.type;
  return of_joint[type->coordinate];
}

static int own_measure(ptl_mechanism *m, ptl_measure_def *def) {
  if (def->joint != NULL) def->a.body = def->b.body = NULL;
  return ptl_own_text(m, &def->joint) & ptl_own_text(m, &def->a.body) &
         ptl_own_text(m, &def->b.body);
}

/* ------------------------------------------------------------------ couplings */

static ptl_status check_mesh(const ptl_mechanism *m, ptl_label label, const ptl_coupling_def *def) {
  static const double right = 1.5707963267948966;
  const int is_rack = def->kind == PTL_COUPLING_RACK;
  const ptl_measured_coordinate first = ptl_measured_coordinate_of(m, &def->first);
  if (is_rack
          ? def->first.joint == NULL || def->second.joint == NULL || first == PTL_MEASURED_ANGLE
          : def->first.joint != NULL || def->second.joint != NULL || first != PTL_MEASURED_ANGLE)
    return ptl_fail_element(m, label, PTL_E(0209) "%s",
                            is_rack ? "a rack needs a joint that slides and one that turns"
                                    : "its wheels are bodies, and their angles its coordinates");
  if (ptl_measured_coordinate_of(m, &def->second) != PTL_MEASURED_ANGLE)
    return ptl_fail_element(m, label, PTL_E(0204) "its second coordinate must be an angle");
  if (!is_rack && strcmp(def->first.a.body, def->second.a.body) != 0)
    return ptl_fail_element(m, label,
                            PTL_E(0209) "both wheels need the same carrier, not '%s' and '%s'",
                            def->first.a.body, def->second.a.body);
  if (!(def->pressure_angle >= 0.0 && def->pressure_angle < right))
    return ptl_fail_element(m, label,
                            PTL_E(0209) "its pressure angle must be 0 or more and below 90 degrees, "
                            "not %.12g rad",
                            def->pressure_angle);
  if (!(def->pretension >= 0.0 && isfinite(def->pretension)))
    return ptl_fail_element(
        m, label, PTL_E(0209) "its pretension must be finite and not negative, not %.12g N",
        def->pretension);
  for (int i = 0; i < 2; i++)
    if (!is_rack && !(def->radii[i] > 0.0 && isfinite(def->radii[i])) &&
        !(def->kind == PTL_COUPLING_GEAR && def->radii[0] == 0.0 && def->radii[1] == 0.0))
      return ptl_fail_element(m, label, PTL_E(0209) "its radii must be > 0, not %.12g m",
                              def->radii[i]);
  if (!is_rack && fabs(def->radii[1] - fabs(def->ratio) * def->radii[0]) > 1e-9 * def->radii[1])
    return ptl_fail_element(
        m, label, PTL_E(0209) "its ratio %.12g is not that of its radii, %.12g m and %.12g m",
        def->ratio, def->radii[0], def->radii[1]);
  return PTL_OK;
}

/* Teeth slide on each other, and not all of what they carry comes through. */
static ptl_status check_loss(const ptl_mechanism *m, ptl_label label, const ptl_coupling_def *def) {
  const int has_teeth = def->kind == PTL_COUPLING_GEAR || def->kind == PTL_COUPLING_RACK;
  const double inverse = def->kind == PTL_COUPLING_RACK ? 0.0 : -1.0 / def->ratio;
  if (def->efficiency == 0.0 && def->friction.type == NULL) return PTL_OK;
  if (!has_teeth)
    return ptl_fail_element(m, label, PTL_E(0240) "only gears and racks have teeth that rub");
  if (def->efficiency != 0.0 && def->friction.type != NULL)
    return ptl_fail_element(
        m, label, PTL_E(0240) "'efficiency' and 'friction' both say what its teeth lose: keep one");
  if (def->efficiency != 0.0 && !(def->efficiency > 0.0 && def->efficiency <= 1.0))
    return ptl_fail_element(m, label,
                            PTL_E(0240) "its efficiency must be above 0 and at most 1, not %.12g",
                            def->efficiency);
  if (def->efficiency != 0.0 && !((def->efficiency + inverse) * (1.0 + inverse) > 0.0))
    return ptl_fail_element(
        m, label,
        PTL_E(0240) "no friction of its teeth gives an efficiency of %.12g at a ratio of %.12g",
        def->efficiency, def->ratio);
  if (def->friction.type != NULL && !(def->teeth >= 3.0 && isfinite(def->teeth)))
    return ptl_fail_element(m, label,
                            PTL_E(0240) "friction of its teeth needs their number: give 'teeth'");
  return PTL_OK;
}

/* Coulomb's, in place of an efficiency: its arm makes the loss of it. */
static ptl_status make_loss(ptl_mechanism *m, const ptl_coupling_def *def, ptl_instance *out) {
  static const ptl_given coefficient = {.name = "coefficient",
                                        .value = {PTL_EFFICIENCY_COEFFICIENT}};
  static const ptl_type_use coulomb = {"coulomb", &coefficient, 1};
  return ptl_make_friction(m, (ptl_label){"coupling", def->name},
                           def->efficiency != 0.0 ? &coulomb : &def->friction, out);
}

static ptl_status check_coupling(const ptl_mechanism *m, const ptl_coupling_def *def) {
  const ptl_label label = {"coupling", def->name};
  ptl_status status = ptl_check_connection_name(m, def->name);
  if (status == PTL_OK) status = check_measure(m, label, &def->first);
  if (status == PTL_OK) status = check_measure(m, label, &def->second);
  if (status != PTL_OK) return status;
  if (!isfinite(def->ratio) || def->ratio == 0)
    return ptl_fail_element(m, label, PTL_E(0209) "its ratio must be finite and not 0, not %.12g",
                            def->ratio);
  if (def->first.joint != NULL && def->second.joint != NULL &&
      strcmp(def->first.joint, def->second.joint) == 0)
    return ptl_fail_element(m, label, PTL_E(0209) "it couples joint '%s' to itself",
                            def->first.joint);
  if (def->kind != PTL_COUPLING_PLAIN) status = check_mesh(m, label, def);
  return status == PTL_OK ? check_loss(m, label, def) : status;
}

static int own_coupling(ptl_mechanism *m, ptl_coupling_def *def) {
  return ptl_own_text(m, &def->name) & ptl_own_text(m, &def->friction.type) &
         own_measure(m, &def->first) & own_measure(m, &def->second);
}

ptl_status ptl_add_coupling(ptl_mechanism *m, const ptl_coupling_def *def) {
  ptl_mech_coupling made = {.def = *def, .where = m->location};
  ptl_status status = check_coupling(m, def);
  if (status == PTL_OK) status = make_loss(m, def, &made.friction);
  made.def.friction = (ptl_type_use){def->friction.type, NULL, 0};
  if (status != PTL_OK) {
    ptl_instance_release(m, &made.friction);
    return status;
  }
  ptl_mech_coupling *grown =
      ptl_grow(m->context, m->couplings, (size_t)m->n_couplings, sizeof *grown);
  if (grown == NULL) {
    ptl_instance_release(m, &made.friction);
    return PTL_ERR_MEMORY;
  }
  m->couplings = grown;
  if (!own_coupling(m, &made.def) ||
      ptl_enter_name(m, PTL_ELEMENT_COUPLING, made.def.name, m->n_couplings) != PTL_OK) {
    release_coupling(m, &made);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_couplings++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ motions */

void ptl_motion_default_sized(ptl_motion_def *out, size_t size) {
  ptl_motion_def motion = {.name = NULL, .rate = NAN};
  ptl_give_def(out, size, &motion, sizeof motion);
}

/* A joint's coordinate takes one motion. */
static ptl_status check_joint_is_free(const ptl_mechanism *m, ptl_label label, const char *joint) {
  const int driver = joint != NULL ? m->joints[ptl_find_joint(m, joint)].driver : 0;
  if (driver == 0) return PTL_OK;
  return ptl_fail_element(
      m, label, PTL_E(0208) "joint '%s' is driven by '%s' already; a joint takes one motion", joint,
      m->motions[driver - 1].def.name);
}

static ptl_status check_rises(const ptl_mechanism *m, ptl_label label, const ptl_motion_def *def) {
  ptl_status status = ptl_check_number(m, label, "period [s]", def->period, PTL_BOUND_ZERO);
  if (status == PTL_OK && def->n_rises < 1)
    status = ptl_fail_element(m, label, PTL_E(0208) "it has no rises");
  for (int i = 0; i < def->n_rises && status == PTL_OK; i++) {
    const ptl_rise_def *r = &def->rises[i];
    status = ptl_check_number(m, label, "start of a rise [s]", r->start, PTL_BOUND_ZERO);
    if (status == PTL_OK)
      status = ptl_check_number(m, label, "duration of a rise [s]", r->duration, PTL_BOUND_OPEN);
    if (status == PTL_OK) status = ptl_check_number(m, label, "a rise", r->rise, PTL_BOUND_NONE);
    if (status == PTL_OK && (r->law < PTL_RISE_CYCLOIDAL || r->law > PTL_RISE_JERK_LIMITED))
      status = ptl_fail_element(
          m, label,
          PTL_E(0208) "the law of a rise is cycloidal, 345, 4567, trapezoidal or jerk_limited");
    if (status == PTL_OK && def->period > 0 && r->start + r->duration > def->period)
      status = ptl_fail_element(m, label,
                                PTL_E(0209) "a rise ends at %.12g s, after its period of %.12g s",
                                r->start + r->duration, def->period);
  }
  return status;
}

static ptl_status check_table(const ptl_mechanism *m, ptl_label label, const ptl_motion_def *def) {
  const double *p = def->table;
  ptl_status status = PTL_OK;
  if (def->n_table < 2)
    return ptl_fail_element(m, label, PTL_E(0208) "its table needs 2 points or more, not %d",
                            def->n_table);
  for (int i = 0; i < 2 * def->n_table && status == PTL_OK; i++)
    status = ptl_check_number(m, label, "a number in its table", p[i], PTL_BOUND_NONE);
  for (int i = 1; i < def->n_table && status == PTL_OK; i++) {
    if (p[2 * i] > p[2 * i - 2]) continue;
    status = ptl_fail_element(m, label,
                              PTL_E(0208) "the times of its table must grow, and point %d at %.12g s follows "
                              "%.12g s",
                              i + 1, p[2 * i], p[2 * i - 2]);
  }
  return status;
}

/* Whether an expression reads any of the variables first to last - 1. */
static int reads_any(const ptl_expr *expr, int first, int last) {
  int i = first;
  while (i < last && !ptl_expr_uses(expr, i)) i++;
  return i < last;
}

/* Why the rate of a signal that a motion reads has no derivative by time that is finite; NULL where
 * it has. */
static const char *why_not_smooth(const ptl_mechanism *m, const ptl_expr *rate) {
  if (ptl_expr_may_jump(rate)) return "its rate chooses, and may jump";
  if (reads_any(rate, 1, 1 + m->n_inputs))
    return "its rate reads inputs, which jump when they are set";
  for (int i = 0; i < m->n_signals; i++)
    if (m->signals[i].def.next != NULL && ptl_expr_uses(rate, ptl_variable_of_signal(m, i)))
      return "its rate reads a signal that changes in steps";
  for (int i = 0; i < m->n_bodies; i++) {
    const int first = ptl_variable_of_body(m, i);
    if (reads_any(rate, first + PTL_BODY_VARIABLES / 2, first + PTL_BODY_VARIABLES))
      return "its rate reads velocities, so that its second derivative needs the accelerations "
             "that it is to make";
  }
  return NULL;
}

/* A signal that is part of a motion's course needs two derivatives by time. */
static ptl_status check_followed(ptl_mechanism *m, ptl_label label, int signal,
                                 const ptl_symbol_list *variables) {
  const ptl_signal_def *def = &m->signals[signal].def;
  ptl_expr *rate = NULL;
  if (def->rate == NULL)
    return ptl_fail_element(m, label, PTL_E(0245) "it follows signal '%s', which %s", def->name,
                            def->next != NULL ? "changes in steps" : "has no rate yet");
  ptl_status status = ptl_expr_create(m->context, def->rate, variables, NULL, &rate);
  const char *why = status == PTL_OK ? why_not_smooth(m, rate) : NULL;
  if (why != NULL)
    status = ptl_fail_element(m, label,
                              PTL_E(0245) "it follows signal '%s', and %s; a second-order filter of "
                              "that signal (filter, time, damping) has the two derivatives that a "
                              "motion needs",
                              def->name, why);
  ptl_expr_destroy(rate);
  return status;
}

/* What reads inputs or signals has to be linear in them, so that its derivatives and its travel
 * follow from theirs. */
static ptl_status check_following(ptl_mechanism *m, ptl_label label, const char *text,
                                  const ptl_symbol_list *variables, int is_rate) {
  ptl_expr *expr = NULL;
  if (text == NULL) return PTL_OK;
  ptl_status status = ptl_expr_create(m->context, text, variables, NULL, &expr);
  if (status != PTL_OK) return status;
  const int first_signal = ptl_variable_of_signal(m, 0);
  const int follows = reads_any(expr, 1, 1 + m->n_inputs);
  const int follows_signals =
      variables->n > first_signal && reads_any(expr, first_signal, variables->n);
  if (variables->n > first_signal && reads_any(expr, 1 + m->n_inputs, first_signal))
    status = ptl_fail_element(m, label,
                              PTL_E(0245) "'%.200s' reads what bodies do; a motion may follow a "
                              "signal with a state of that, as a filter",
                              text);
  else if (follows_signals && is_rate)
    status = ptl_fail_element(m, label,
                              PTL_E(0245) "its rate '%.200s' reads signals with states; let a signal "
                              "have that rate, and the motion its value as 'position' or 'angle'",
                              text);
  else if ((follows || follows_signals) &&
           (ptl_expr_uses(expr, 0) || ptl_expr_n_conditions(expr) > 0 || ptl_expr_degree(expr) > 1))
    status = ptl_fail_element(m, label,
                              PTL_E(0208) "'%.200s' reads inputs or signals; a motion that does must be "
                              "linear in them, and neither read the time nor choose",
                              text);
  for (int i = 0; i < m->n_signals && follows_signals && status == PTL_OK; i++)
    if (ptl_expr_uses(expr, first_signal + i)) status = check_followed(m, label, i, variables);
  ptl_expr_destroy(expr);
  return status;
}

static ptl_status check_course(ptl_mechanism *m, ptl_label label, const ptl_motion_def *def) {
  const int ways = isfinite(def->rate) + (def->rate_of_time != NULL) + (def->position != NULL) +
                   (def->rises != NULL) + (def->table != NULL);
  if (ways != 1 || isinf(def->rate)) {
    return ptl_fail_element(m, label,
                            PTL_E(0208) "it needs either a finite rate or a position as an expression of time, "
                            "or rises, or a table, and only one of them");
  }
  if (def->rate_of_time != NULL || def->position != NULL) {
    ptl_symbol_list variables;
    ptl_status status = ptl_mechanism_motion_variables(m, &variables);
    if (status == PTL_OK)
      status = ptl_check_expression(m, label, "its rate: ", def->rate_of_time, &variables);
    if (status == PTL_OK)
      status = ptl_check_expression(m, label, "its position: ", def->position, &variables);
    if (status == PTL_OK) status = check_following(m, label, def->rate_of_time, &variables, 1);
    return status == PTL_OK ? check_following(m, label, def->position, &variables, 0) : status;
  }
  if (def->rises != NULL) return check_rises(m, label, def);
  return def->table != NULL ? check_table(m, label, def) : PTL_OK;
}

int ptl_motion_is_servo(const ptl_motion_def *def) {
  return def->by.joint != NULL || def->by.a.body != NULL;
}

static ptl_status check_servo(const ptl_mechanism *m, ptl_label label, const ptl_motion_def *def) {
  if (!ptl_motion_is_servo(def)) return PTL_OK;
  if (def->by.joint == NULL || def->of.joint == NULL || strcmp(def->by.joint, def->of.joint) != 0)
    return check_measure(m, label, &def->by);
  return ptl_fail_element(m, label,
                          PTL_E(0243) "its force acts on joint '%s' anyway, which it moves; leave 'by' "
                          "out, or name another joint",
                          def->of.joint);
}

static ptl_status check_motion(ptl_mechanism *m, const ptl_motion_def *def) {
  const ptl_label label = {"motion", def->name};
  ptl_status status = ptl_check_connection_name(m, def->name);
  if (status == PTL_OK) status = check_measure(m, label, &def->of);
  if (status == PTL_OK) status = check_joint_is_free(m, label, def->of.joint);
  if (status == PTL_OK) status = check_servo(m, label, def);
  return status == PTL_OK ? check_course(m, label, def) : status;
}

static int own_motion(ptl_mechanism *m, ptl_motion_def *def) {
  int ok = ptl_own_text(m, &def->name) & own_measure(m, &def->of) & own_measure(m, &def->by) &
           ptl_own_text(m, &def->position) & ptl_own_text(m, &def->rate_of_time) &
           ptl_own_text(m, &def->release);
  def->rises = ptl_own_list(m, def->rises, def->n_rises, sizeof *def->rises, &ok);
  def->table = ptl_own_list(m, def->table, def->n_table, 2 * sizeof *def->table, &ok);
  return ok;
}

ptl_status ptl_add_motion(ptl_mechanism *m, const ptl_motion_def *def) {
  ptl_mech_motion made = {*def, m->location};
  const ptl_status status = check_motion(m, def);
  if (status != PTL_OK) return status;
  ptl_mech_motion *grown = ptl_grow(m->context, m->motions, (size_t)m->n_motions, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->motions = grown;
  if (!own_motion(m, &made.def) ||
      ptl_enter_name(m, PTL_ELEMENT_MOTION, made.def.name, m->n_motions) != PTL_OK) {
    release_motion(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_motions++] = made;
  if (def->of.joint != NULL) m->joints[ptl_find_joint(m, def->of.joint)].driver = m->n_motions;
  return PTL_OK;
}

/* ------------------------------------------------------------------ starts */

void ptl_start_default_sized(ptl_start_def *out, size_t size) {
  const ptl_start_def def = {.position = {NAN, NAN}, .rate = {NAN, NAN}};
  ptl_give_def(out, size, &def, sizeof def);
}

/* Both numbers of a pair, or none. */
static ptl_status check_start_pair(const ptl_mechanism *m, ptl_label label, const char *what,
                                   const double pair[2]) {
  if (isnan(pair[0]) && isnan(pair[1])) return PTL_OK;
  if (isfinite(pair[0]) && isfinite(pair[1])) return PTL_OK;
  return ptl_fail_element(m, label, PTL_E(0204) "its %s must be finite, not (%.12g, %.12g)", what,
                          pair[0], pair[1]);
}

static ptl_status check_start_point(const ptl_mechanism *m, const ptl_start_def *def) {
  const ptl_label label = {"start of point", def->name != NULL ? def->name : ""};
  if (!ptl_name_is_valid(label.name))
    return ptl_fail_element(m, label,
                            PTL_E(0201) "a name is a letter or _, then letters, digits and _");
  ptl_status status = ptl_check_part(m, label, &def->at);
  if (status == PTL_OK && ptl_find_body(m, def->at.body) < 0)
    status =
        ptl_fail_element(m, label, PTL_E(0305) "it is a point of the ground, which stands still");
  if (status == PTL_OK) status = check_start_pair(m, label, "position", def->position);
  if (status == PTL_OK) status = check_start_pair(m, label, "velocity", def->rate);
  if (status == PTL_OK && isnan(def->position[0]) && isnan(def->rate[0]))
    status = ptl_fail_element(m, label, PTL_E(0305) "it needs a position or a velocity");
  return status;
}

static ptl_status check_start_joint(const ptl_mechanism *m, const ptl_start_def *def) {
  const ptl_label label = {"start of joint", def->joint};
  ptl_status status = ptl_check_coordinate(m, label, def->joint);
  if (status != PTL_OK) return status;
  for (int i = 0; i < m->n_starts; i++)
    if (m->starts[i].def.joint != NULL && strcmp(m->starts[i].def.joint, def->joint) == 0)
      return ptl_fail_element(m, label, PTL_E(0305) "the joint has a start already");
  const double x = def->position[0], rate = def->rate[0];
  if (isinf(x) || isinf(rate))
    return ptl_fail_element(m, label, PTL_E(0204) "its numbers must be finite, not %.12g and %.12g",
                            x, rate);
  if (isnan(x) && isnan(rate))
    return ptl_fail_element(m, label, PTL_E(0305) "it needs a coordinate or a rate");
  return PTL_OK;
}

static int own_start(ptl_mechanism *m, ptl_start_def *def) {
  if (def->joint != NULL) def->name = def->at.body = NULL;
  return ptl_own_text(m, &def->joint) & ptl_own_text(m, &def->name) &
         ptl_own_text(m, &def->at.body);
}

static void release_start(ptl_mechanism *m, ptl_start_def *def) {
  ptl_free_text(m, def->joint);
  ptl_free_text(m, def->name);
  ptl_free_text(m, def->at.body);
}

ptl_status ptl_add_start(ptl_mechanism *m, const ptl_start_def *def) {
  const ptl_status status =
      def->joint != NULL ? check_start_joint(m, def) : check_start_point(m, def);
  if (status != PTL_OK) return status;
  ptl_mech_start *grown = ptl_grow(m->context, m->starts, (size_t)m->n_starts, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->starts = grown;
  ptl_mech_start made = {*def, m->location};
  if (!own_start(m, &made.def)) {
    release_start(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  ptl_mechanism_change(m);
  grown[m->n_starts++] = made;
  return PTL_OK;
}

ptl_status ptl_mechanism_set_start_from(ptl_mechanism *m, const char *folder, double at) {
  if (folder != NULL && (folder[0] == '\0' || at < 0.0 || isinf(at)))
    return ptl_fail_at(
        m, m->location, PTL_ERR_INPUT,
        PTL_E(0305) "start 'from': it needs the name of a run folder, and 'at' a time from 0 s on");
  char *copy = ptl_copy_text(m->context, folder);
  if (folder != NULL && copy == NULL) return PTL_ERR_MEMORY;
  ptl_mechanism_change(m);
  ptl_free(m->context, m->start_from);
  m->start_from = copy;
  m->start_at = at;
  return PTL_OK;
}

const char *ptl_mechanism_get_start_from(const ptl_mechanism *m, double *at) {
  if (at != NULL) *at = m->start_at;
  return m->start_from;
}

/* ------------------------------------------------------------------ copy and release */

static ptl_status copy_couplings(ptl_mechanism *to, const ptl_mechanism *from) {
  to->couplings = ptl_alloc(to->context, (size_t)from->n_couplings, sizeof *to->couplings);
  if (to->couplings == NULL) return PTL_ERR_MEMORY;
  while (to->n_couplings < from->n_couplings) {
    ptl_mech_coupling *coupling = &to->couplings[to->n_couplings];
    *coupling = from->couplings[to->n_couplings++];
    if (!(own_coupling(to, &coupling->def) & ptl_instance_own(to, &coupling->friction)) ||
        ptl_enter_name(to, PTL_ELEMENT_COUPLING, coupling->def.name, to->n_couplings - 1) != PTL_OK)
      return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

static ptl_status copy_starts(ptl_mechanism *to, const ptl_mechanism *from) {
  to->starts = ptl_alloc(to->context, (size_t)from->n_starts, sizeof *to->starts);
  if (to->starts == NULL) return PTL_ERR_MEMORY;
  while (to->n_starts < from->n_starts) {
    ptl_mech_start *start = &to->starts[to->n_starts];
    *start = from->starts[to->n_starts++];
    if (!own_start(to, &start->def)) return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

ptl_status ptl_copy_motions(ptl_mechanism *to, const ptl_mechanism *from) {
  ptl_status status = copy_couplings(to, from);
  if (status == PTL_OK) status = copy_starts(to, from);
  if (status != PTL_OK) return status;
  to->motions = ptl_alloc(to->context, (size_t)from->n_motions, sizeof *to->motions);
  if (to->motions == NULL) return PTL_ERR_MEMORY;
  while (to->n_motions < from->n_motions) {
    ptl_mech_motion *motion = &to->motions[to->n_motions];
    *motion = from->motions[to->n_motions++];
    if (!own_motion(to, &motion->def) ||
        ptl_enter_name(to, PTL_ELEMENT_MOTION, motion->def.name, to->n_motions - 1) != PTL_OK)
      return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

void ptl_release_motions(ptl_mechanism *m) {
  for (int i = 0; i < m->n_couplings; i++) release_coupling(m, &m->couplings[i]);
  for (int i = 0; i < m->n_motions; i++) release_motion(m, &m->motions[i].def);
  for (int i = 0; i < m->n_starts; i++) release_start(m, &m->starts[i].def);
  ptl_free(m->context, m->starts);
  ptl_free(m->context, m->couplings);
  ptl_free(m->context, m->motions);
}
