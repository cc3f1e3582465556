/* columns.c: the columns that a trace can have, and conditions over them. */
#include "columns.h"

#include <stdio.h>

#include "element.h"
#include "expression.h"
#include "mechanism_lists.h"

/* A list while it grows; after a failure the rest does nothing. */
typedef struct lister {
  ptl_context *context;
  const ptl_mechanism *m;
  ptl_columns columns;
  ptl_status status;
} lister;

/* ------------------------------------------------------------------ names and units */

typedef const char *const name_and_unit[2];

static name_and_unit run_values[] = {
    [PTL_RUN_TIME] = {"time", "s"}, [PTL_RUN_EVENT] = {"event", "1"}};
static name_and_unit coordinate_values[] = {
    [PTL_COORDINATE_ANGLE_VALUE] = {"angle", "rad"},
    [PTL_COORDINATE_ANGLE_RATE] = {"rate", "rad/s"},
    [PTL_COORDINATE_ANGLE_ACCELERATION] = {"acceleration", "rad/s^2"},
    [PTL_COORDINATE_POSITION] = {"position", "m"},
    [PTL_COORDINATE_SPEED] = {"speed", "m/s"},
    [PTL_COORDINATE_ACCELERATION] = {"acceleration", "m/s^2"}};
static name_and_unit reaction_values[] = {[PTL_REACTION_FX] = {"fx", "N"},
                                          [PTL_REACTION_FY] = {"fy", "N"},
                                          [PTL_REACTION_MOMENT] = {"moment", "N m"},
                                          [PTL_REACTION_FRICTION] = {"friction", "N"},
                                          [PTL_REACTION_SLIP_RATE] = {"slip_rate", "m/s"},
                                          [PTL_REACTION_FRICTION_MOMENT] = {"friction", "N m"},
                                          [PTL_REACTION_TURN_RATE] = {"slip_rate", "rad/s"},
                                          [PTL_REACTION_FRICTION_POWER] = {"friction_power", "W"},
                                          [PTL_REACTION_PRESSED] = {"pressed", "N"}};
static name_and_unit drive_values[] = {[PTL_DRIVE_FORCE] = {"force", "N"},
                                       [PTL_DRIVE_MOMENT] = {"moment", "N m"},
                                       [PTL_DRIVE_TANGENTIAL_FORCE] = {"tangential_force", "N"},
                                       [PTL_DRIVE_RADIAL_FORCE] = {"radial_force", "N"},
                                       [PTL_DRIVE_LEFT_TENSION] = {"left_tension", "N"},
                                       [PTL_DRIVE_RIGHT_TENSION] = {"right_tension", "N"},
                                       [PTL_DRIVE_FRICTION] = {"friction", "N m"},
                                       [PTL_DRIVE_POWER] = {"power", "W"}};
static name_and_unit bushing_values[] = {
    [PTL_BUSHING_EX] = {"ex", "m"},         [PTL_BUSHING_EY] = {"ey", "m"},
    [PTL_BUSHING_TWIST] = {"twist", "rad"}, [PTL_BUSHING_FX] = {"fx", "N"},
    [PTL_BUSHING_FY] = {"fy", "N"},         [PTL_BUSHING_MOMENT] = {"moment", "N m"},
    [PTL_BUSHING_POWER] = {"power", "W"},   [PTL_BUSHING_DISSIPATION] = {"dissipation", "W"}};
static name_and_unit film_values[] = {[PTL_FILM_EX] = {"ex", "m"},
                                      [PTL_FILM_EY] = {"ey", "m"},
                                      [PTL_FILM_RATIO] = {"eccentricity_ratio", "1"},
                                      [PTL_FILM_ATTITUDE] = {"attitude", "rad"},
                                      [PTL_FILM_THICKNESS] = {"film_thickness", "m"},
                                      [PTL_FILM_FX] = {"film_fx", "N"},
                                      [PTL_FILM_FY] = {"film_fy", "N"},
                                      [PTL_FILM_MOMENT] = {"film_moment", "N m"},
                                      [PTL_FILM_DRY_SHARE] = {"dry_share", "1"},
                                      [PTL_FILM_DISSIPATION] = {"film_dissipation", "W"}};
static name_and_unit gap_values[] = {[PTL_GAP_DEPTH] = {"depth", "m"},
                                     [PTL_GAP_DEPTH_RATE] = {"depth_rate", "m/s"},
                                     [PTL_GAP_NORMAL_FORCE] = {"normal_force", "N"},
                                     [PTL_GAP_SLIP_RATE] = {"slip_rate", "m/s"},
                                     [PTL_GAP_FRICTION_FORCE] = {"friction_force", "N"},
                                     [PTL_GAP_POWER] = {"power", "W"},
                                     [PTL_GAP_FRICTION_POWER] = {"friction_power", "W"},
                                     [PTL_GAP_ELASTIC_ENERGY] = {"elastic_energy", "J"},
                                     [PTL_GAP_EFFECTIVE_MASS] = {"effective_mass", "kg"},
                                     [PTL_GAP_REFERENCE_SPEED] = {"reference_speed", "m/s"}};
static name_and_unit clearance_values[] = {[PTL_CLEARANCE_EX] = {"ex", "m"},
                                           [PTL_CLEARANCE_EY] = {"ey", "m"},
                                           [PTL_CLEARANCE_FX] = {"fx", "N"},
                                           [PTL_CLEARANCE_FY] = {"fy", "N"}};
static name_and_unit force_values[] = {
    [PTL_FORCE_LENGTH] = {"length", "m"}, [PTL_FORCE_FORCE] = {"force", "N"},
    [PTL_FORCE_ANGLE] = {"angle", "rad"}, [PTL_FORCE_MOMENT] = {"moment", "N m"},
    [PTL_FORCE_POWER] = {"power", "W"},   [PTL_FORCE_DISSIPATION] = {"dissipation", "W"}};
static name_and_unit load_values[] = {[PTL_APPLIED_FX] = {"fx", "N"},
                                      [PTL_APPLIED_FY] = {"fy", "N"},
                                      [PTL_APPLIED_MOMENT] = {"moment", "N m"},
                                      [PTL_APPLIED_POWER] = {"power", "W"}};
static name_and_unit point_values[] = {
    [PTL_POINT_X] = {"x", "m"},       [PTL_POINT_Y] = {"y", "m"},
    [PTL_POINT_VX] = {"vx", "m/s"},   [PTL_POINT_VY] = {"vy", "m/s"},
    [PTL_POINT_AX] = {"ax", "m/s^2"}, [PTL_POINT_AY] = {"ay", "m/s^2"}};
static name_and_unit energy_values[] = {
    [PTL_ENERGY_KINETIC] = {"kinetic", "J"},   [PTL_ENERGY_POTENTIAL] = {"potential", "J"},
    [PTL_ENERGY_ELASTIC] = {"elastic", "J"},   [PTL_ENERGY_DISSIPATED] = {"dissipated", "J"},
    [PTL_ENERGY_SUPPLIED] = {"supplied", "J"}, [PTL_ENERGY_BALANCE] = {"balance", "J"}};

static name_and_unit *const values_of[] = {[PTL_COLUMN_RUN] = run_values,
                                           [PTL_COLUMN_BODY] = ptl_body_variables,
                                           [PTL_COLUMN_COORDINATE] = coordinate_values,
                                           [PTL_COLUMN_DRIVEN] = coordinate_values,
                                           [PTL_COLUMN_REACTION] = reaction_values,
                                           [PTL_COLUMN_COUPLING] = drive_values,
                                           [PTL_COLUMN_MOTION] = drive_values,
                                           [PTL_COLUMN_BUSHING] = bushing_values,
                                           [PTL_COLUMN_FILM] = film_values,
                                           [PTL_COLUMN_GAP] = gap_values,
                                           [PTL_COLUMN_CLEARANCE] = clearance_values,
                                           [PTL_COLUMN_FORCE] = force_values,
                                           [PTL_COLUMN_POINT] = point_values,
                                           [PTL_COLUMN_LOAD] = load_values,
                                           [PTL_COLUMN_ENERGY] = energy_values};

ptl_column_group ptl_column_group_of(const ptl_column_source *source) {
  const int value = source->value;
  switch (source->kind) {
    case PTL_COLUMN_REACTION:
      return value == PTL_REACTION_FRICTION_POWER ? PTL_GROUP_POWERS : PTL_GROUP_DEFAULT;
    case PTL_COLUMN_MOTION:
      return value == PTL_DRIVE_POWER ? PTL_GROUP_POWERS : PTL_GROUP_DEFAULT;
    case PTL_COLUMN_BUSHING:
      return value >= PTL_BUSHING_POWER ? PTL_GROUP_POWERS : PTL_GROUP_DEFAULT;
    case PTL_COLUMN_FILM:
      return value == PTL_FILM_DISSIPATION ? PTL_GROUP_POWERS : PTL_GROUP_DEFAULT;
    case PTL_COLUMN_FORCE:
      return value >= PTL_FORCE_POWER ? PTL_GROUP_POWERS : PTL_GROUP_DEFAULT;
    case PTL_COLUMN_LOAD:
      return value == PTL_APPLIED_POWER ? PTL_GROUP_POWERS : PTL_GROUP_DEFAULT;
    case PTL_COLUMN_GAP:
      if (value == PTL_GAP_POWER || value == PTL_GAP_FRICTION_POWER) return PTL_GROUP_POWERS;
      return value >= PTL_GAP_ELASTIC_ENERGY ? PTL_GROUP_CONTACTS : PTL_GROUP_DEFAULT;
    default:
      return PTL_GROUP_DEFAULT;
  }
}

/* What stands before the dot, into `text`; NULL of a column without a dot. */
static const char *prefix_of(const ptl_mechanism *m, const ptl_column_source *source, char *text,
                             size_t size) {
  const int i = source->element;
  switch (source->kind) {
    case PTL_COLUMN_BODY:
      return m->bodies[i].def.name;
    case PTL_COLUMN_COORDINATE:
    case PTL_COLUMN_REACTION:
    case PTL_COLUMN_BUSHING:
    case PTL_COLUMN_FILM:
    case PTL_COLUMN_CLEARANCE:
      return m->joints[i].def.name;
    case PTL_COLUMN_COUPLING:
      return m->couplings[i].def.name;
    case PTL_COLUMN_DRIVEN:
    case PTL_COLUMN_MOTION:
      return m->motions[i].def.name;
    case PTL_COLUMN_GAP: {
      const ptl_joint_type *type = m->joints[i].use.type;
      snprintf(text, size, "%s.%s", m->joints[i].def.name, type->gap_names[source->gap]);
      return text;
    }
    case PTL_COLUMN_FORCE:
      return m->forces[i].def.name;
    case PTL_COLUMN_LOAD:
      return m->loads[i].def.name;
    case PTL_COLUMN_POINT:
      return m->points[i].def.name;
    case PTL_COLUMN_ENERGY:
      return "energy";
    default:
      return NULL;
  }
}

static ptl_status add_name(lister *l, const ptl_column_source *source) {
  ptl_symbol_list *list = &l->columns.list;
  char text[160];
  if (source->kind == PTL_COLUMN_EXPRESSION) {
    const ptl_column_def *def = &l->m->columns[source->element].def;
    return ptl_symbols_add(l->context, list, def->name, def->unit);
  }
  if (source->kind == PTL_COLUMN_INPUT) {
    const ptl_input_def *def = &l->m->inputs[source->element].def;
    return ptl_symbols_add(l->context, list, def->name, def->unit);
  }
  if (source->kind == PTL_COLUMN_SIGNAL) {
    const ptl_signal_def *def = &l->m->signals[source->element].def;
    return ptl_symbols_add(l->context, list, def->name, def->unit);
  }
  const char *const *value = values_of[source->kind][source->value];
  const char *prefix = prefix_of(l->m, source, text, sizeof text);
  return prefix == NULL ? ptl_symbols_add(l->context, list, value[0], value[1])
                        : ptl_symbols_add_pair(l->context, list, prefix, value[0], value[1]);
}

/* ------------------------------------------------------------------ the list */

static void add(lister *l, ptl_column_source source) {
  if (l->status != PTL_OK) return;
  const int n = l->columns.list.n;
  ptl_column_source *grown = ptl_grow(l->context, l->columns.sources, (size_t)n, sizeof *grown);
  l->status = PTL_ERR_MEMORY;
  if (grown == NULL) return;
  l->columns.sources = grown;
  grown[n] = source;
  l->status = add_name(l, &source);
}

/* Values first ... last of an element. */
static void add_values(lister *l, ptl_column_kind kind, int element, int first, int last) {
  for (int value = first; value <= last; value++)
    add(l, (ptl_column_source){.kind = kind, .element = element, .value = value});
}

static void add_coordinate(lister *l, int i) {
  const ptl_joint_type *type = l->m->joints[i].use.type;
  if (type->coordinate == PTL_COORDINATE_NONE) return;
  const int turns = type->coordinate == PTL_COORDINATE_ANGLE;
  const int first = turns ? PTL_COORDINATE_ANGLE_VALUE : PTL_COORDINATE_POSITION;
  add_values(l, PTL_COLUMN_COORDINATE, i, first, first + 2);
}

/* That of a motion by a joint is the joint's. */
static void add_driven(lister *l, int i) {
  const ptl_measure_def *of = &l->m->motions[i].def.of;
  if (of->joint != NULL) return;
  const int first = ptl_measured_coordinate_of(l->m, of) == PTL_MEASURED_ANGLE
                        ? PTL_COORDINATE_ANGLE_VALUE
                        : PTL_COORDINATE_POSITION;
  add_values(l, PTL_COLUMN_DRIVEN, i, first, first + 2);
}

static void add_reaction(lister *l, int i) {
  const ptl_mech_joint *joint = &l->m->joints[i];
  const ptl_joint_type *type = joint->use.type;
  const int is_held = joint->form.hold == PTL_HELD_BY_CONSTRAINTS;
  if (!is_held && !(type->flags & PTL_JOINT_PRESSED)) return;
  if (is_held) add_values(l, PTL_COLUMN_REACTION, i, PTL_REACTION_FX, PTL_REACTION_MOMENT);
  if (joint->friction.type == NULL) return;
  const int is_moment = (type->flags & PTL_JOINT_FRICTION_MOMENT) != 0;
  const int friction = is_moment ? PTL_REACTION_FRICTION_MOMENT : PTL_REACTION_FRICTION;
  add_values(l, PTL_COLUMN_REACTION, i, friction, friction + 1);
  if (joint->def.pressed != NULL)
    add_values(l, PTL_COLUMN_REACTION, i, PTL_REACTION_PRESSED, PTL_REACTION_PRESSED);
  add_values(l, PTL_COLUMN_REACTION, i, PTL_REACTION_FRICTION_POWER, PTL_REACTION_FRICTION_POWER);
}

static void add_bushing(lister *l, int i) {
  if (l->m->joints[i].form.hold == PTL_HELD_BY_BUSHING)
    add_values(l, PTL_COLUMN_BUSHING, i, PTL_BUSHING_EX, PTL_BUSHING_DISSIPATION);
}

static void add_film(lister *l, int i) {
  const ptl_joint_form *form = &l->m->joints[i].form;
  if (form->has_film)
    add_values(l, PTL_COLUMN_FILM, i, form->n_gaps == 0 ? PTL_FILM_EX : PTL_FILM_RATIO,
               PTL_FILM_DISSIPATION);
}

static void add_gaps(lister *l, int i) {
  const ptl_mech_joint *joint = &l->m->joints[i];
  const ptl_joint_type *type = joint->use.type;
  for (int k = 0; k < joint->form.n_gaps; k++)
    for (int value = PTL_GAP_DEPTH; value <= PTL_GAP_REFERENCE_SPEED; value++)
      add(l, (ptl_column_source){PTL_COLUMN_GAP, i, joint->form.gaps[k], value});
  if (joint->form.n_gaps == 0 || joint->form.hold != PTL_HELD_BY_NOTHING) return;
  const int first = type->eccentricity != NULL ? PTL_CLEARANCE_EX : PTL_CLEARANCE_FX;
  add_values(l, PTL_COLUMN_CLEARANCE, i, first, PTL_CLEARANCE_FY);
}

static void add_drive(lister *l, ptl_column_kind kind, int i, const ptl_measure_def *of) {
  const int value = ptl_measured_coordinate_of(l->m, of) == PTL_MEASURED_ANGLE ? PTL_DRIVE_MOMENT
                                                                               : PTL_DRIVE_FORCE;
  add_values(l, kind, i, value, value);
}

static void add_coupling(lister *l, int i) {
  const ptl_coupling_def *def = &l->m->couplings[i].def;
  add_drive(l, PTL_COLUMN_COUPLING, i, &def->first);
  if (def->kind == PTL_COUPLING_GEAR)
    add_values(l, PTL_COLUMN_COUPLING, i, PTL_DRIVE_TANGENTIAL_FORCE, PTL_DRIVE_RADIAL_FORCE);
  if (def->kind == PTL_COUPLING_RACK)
    add_values(l, PTL_COLUMN_COUPLING, i, PTL_DRIVE_RADIAL_FORCE, PTL_DRIVE_RADIAL_FORCE);
  if (def->kind == PTL_COUPLING_BELT)
    add_values(l, PTL_COLUMN_COUPLING, i, PTL_DRIVE_LEFT_TENSION, PTL_DRIVE_RIGHT_TENSION);
  if (l->m->couplings[i].friction.type != NULL)
    add_values(l, PTL_COLUMN_COUPLING, i, PTL_DRIVE_FRICTION, PTL_DRIVE_FRICTION);
}

static void add_force(lister *l, int i) {
  const ptl_force_type *type = l->m->forces[i].use.type;
  const int first = type->flags & PTL_FORCE_ROTATIONAL ? PTL_FORCE_ANGLE : PTL_FORCE_LENGTH;
  add_values(l, PTL_COLUMN_FORCE, i, first, first + 1);
  add_values(l, PTL_COLUMN_FORCE, i, PTL_FORCE_POWER, PTL_FORCE_DISSIPATION);
}

static void add_motion(lister *l, int i) {
  const ptl_motion_def *def = &l->m->motions[i].def;
  add_drive(l, PTL_COLUMN_MOTION, i, ptl_motion_is_servo(def) ? &def->by : &def->of);
  add_values(l, PTL_COLUMN_MOTION, i, PTL_DRIVE_POWER, PTL_DRIVE_POWER);
}

ptl_status ptl_columns_create(ptl_context *context, const ptl_mechanism *m, ptl_columns *out) {
  lister l = {.context = context, .m = m};
  add_values(&l, PTL_COLUMN_RUN, 0, PTL_RUN_TIME, PTL_RUN_EVENT);
  for (int i = 0; i < m->n_inputs; i++) add_values(&l, PTL_COLUMN_INPUT, i, 0, 0);
  for (int i = 0; i < m->n_signals; i++) add_values(&l, PTL_COLUMN_SIGNAL, i, 0, 0);
  for (int i = 0; i < m->n_bodies; i++) add_values(&l, PTL_COLUMN_BODY, i, 0, PTL_BODY_COLUMNS - 1);
  for (int i = 0; i < m->n_joints; i++) add_coordinate(&l, i);
  for (int i = 0; i < m->n_motions; i++) add_driven(&l, i);
  for (int i = 0; i < m->n_joints; i++) add_reaction(&l, i);
  for (int i = 0; i < m->n_couplings; i++) add_coupling(&l, i);
  for (int i = 0; i < m->n_motions; i++) add_motion(&l, i);
  for (int i = 0; i < m->n_joints; i++) add_bushing(&l, i);
  for (int i = 0; i < m->n_joints; i++) add_film(&l, i);
  for (int i = 0; i < m->n_joints; i++) add_gaps(&l, i);
  for (int i = 0; i < m->n_forces; i++) add_force(&l, i);
  for (int i = 0; i < m->n_loads; i++)
    add_values(&l, PTL_COLUMN_LOAD, i, PTL_APPLIED_FX, PTL_APPLIED_POWER);
  for (int i = 0; i < m->n_points; i++)
    add_values(&l, PTL_COLUMN_POINT, i, PTL_POINT_X, PTL_POINT_AY);
  add_values(&l, PTL_COLUMN_ENERGY, 0, PTL_ENERGY_KINETIC, PTL_ENERGY_BALANCE);
  for (int i = 0; i < m->n_columns; i++) add_values(&l, PTL_COLUMN_EXPRESSION, i, 0, 0);
  if (l.status != PTL_OK) ptl_columns_release(context, &l.columns);
  *out = l.columns;
  return l.status;
}

void ptl_columns_release(ptl_context *context, ptl_columns *columns) {
  ptl_symbols_release(context, &columns->list);
  ptl_free(context, columns->sources);
  columns->sources = NULL;
}

ptl_status ptl_columns_check(const ptl_mechanism *m, const char *text, int *n_conditions) {
  ptl_columns columns;
  ptl_expr *expr = NULL;
  ptl_status status = ptl_columns_create(m->context, m, &columns);
  if (status != PTL_OK) return status;
  status = ptl_symbols_index(m->context, &columns.list);
  double *values = ptl_alloc(m->context, (size_t)columns.list.n, sizeof *values);
  if (values == NULL) status = PTL_ERR_MEMORY;
  if (status == PTL_OK) status = ptl_expr_create(m->context, text, &columns.list, values, &expr);
  if (status == PTL_OK) *n_conditions = ptl_expr_n_conditions(expr);
  ptl_expr_destroy(expr);
  ptl_free(m->context, values);
  ptl_columns_release(m->context, &columns);
  return status;
}

/* ---------------------------------------------------------------- conditions over columns */

/* A condition is an expression that can change between true and false. */
static ptl_status check_condition(const ptl_mechanism *m, const char *text) {
  int n_conditions;
  const ptl_status status = ptl_columns_check(m, text, &n_conditions);
  if (status != PTL_OK || n_conditions > 0) return status;
  return ptl_fail_at(m, m->location, PTL_ERR_INPUT,
                     PTL_E(0206) "run 'stop': '%.200s' compares nothing; a condition reads "
                     "'COLUMN > VALUE'",
                     text);
}

static ptl_status check_stop(ptl_mechanism *m, const ptl_stop_def *def) {
  static const ptl_label label = {"run", "stop"};
  if (def->condition != NULL) return check_condition(m, def->condition);
  ptl_status status = ptl_check_number(m, label, "settled", def->settled, PTL_BOUND_OPEN);
  if (status == PTL_OK)
    status = ptl_check_number(m, label, "the time for which it is settled", def->settled_for,
                              PTL_BOUND_OPEN);
  return status;
}

ptl_status ptl_add_stop(ptl_mechanism *m, const ptl_stop_def *def) {
  const ptl_status status = check_stop(m, def);
  return status == PTL_OK ? ptl_append_stop(m, def) : status;
}
