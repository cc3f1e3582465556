/* mechanism_body.c: bodies, what acts on them and what is to be seen of them: forces between two
 * parts, loads, points and columns. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "instance.h"
#include "mechanism_lists.h"

/* ------------------------------------------------------------------ variables of expressions */

const char *const ptl_body_variables[PTL_BODY_COLUMNS][2] = {
    {"x", "m"},         {"y", "m"},      {"angle", "rad"}, {"vx", "m/s"},       {"vy", "m/s"},
    {"omega", "rad/s"}, {"ax", "m/s^2"}, {"ay", "m/s^2"},  {"alpha", "rad/s^2"}};

ptl_status ptl_mechanism_variables(ptl_mechanism *m, int n_bodies, ptl_symbol_list *out) {
  ptl_symbol_list *list = &m->variables;
  const int first = 1 + m->n_inputs, n = ptl_variable_of_body(m, n_bodies);
  ptl_status status = PTL_OK;
  if (list->n == 0) status = ptl_symbols_add(m->context, list, "time", "s");
  while (list->n < first && status == PTL_OK) {
    const ptl_input_def *input = &m->inputs[list->n - 1].def;
    status = ptl_symbols_add(m->context, list, input->name, input->unit);
  }
  while (list->n < n && status == PTL_OK) {
    const int i = list->n - first;
    const char *const *variable = ptl_body_variables[i % PTL_BODY_VARIABLES];
    status = ptl_symbols_add_pair(m->context, list, m->bodies[i / PTL_BODY_VARIABLES].def.name,
                                  variable[0], variable[1]);
  }
  while (n_bodies == m->n_bodies && list->n < ptl_n_variables(m) && status == PTL_OK) {
    const ptl_signal_def *signal = &m->signals[list->n - n].def;
    status = ptl_symbols_add(m->context, list, signal->name, signal->unit);
  }
  if (status == PTL_OK) status = ptl_symbols_index(m->context, list);
  *out = *list;
  out->n = n_bodies == m->n_bodies ? ptl_n_variables(m) : n;
  return status;
}

ptl_status ptl_mechanism_time(ptl_mechanism *m, ptl_symbol_list *out) {
  return ptl_mechanism_variables(m, 0, out);
}

ptl_status ptl_mechanism_motion_variables(ptl_mechanism *m, ptl_symbol_list *out) {
  return ptl_mechanism_variables(m, m->n_signals > 0 ? m->n_bodies : 0, out);
}

/* ------------------------------------------------------------------ bodies */

void ptl_body_default_sized(ptl_body_def *out, size_t size) {
  const ptl_body_def def = {.name = NULL, .mass = NAN, .inertia = NAN};
  ptl_give_def(out, size, &def, sizeof def);
}

static ptl_status check_body(const ptl_mechanism *m, const ptl_body_def *def) {
  static const char *const masses[] = {"mass [kg]", "inertia [kg m^2]"};
  static const char *const names[] = {"x", "y", "angle", "vx", "vy", "omega", "com_x", "com_y"};
  const ptl_label label = {"body", def->name};
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_BODY, def->name);
  if (status != PTL_OK) return status;
  if (m->n_signals > 0)
    return ptl_fail_element(m, label,
                            PTL_E(0204) "bodies must be added before signals with a state");
  if (strcmp(def->name, "ground") == 0)
    return ptl_fail_element(m, label,
                            PTL_E(0202) "the name is taken by the fixed frame of the world");
  if (ptl_find_element(m, PTL_ELEMENT_POINT, def->name) >= 0)
    return ptl_fail_element(m, label,
                            PTL_E(0202) "a point has that name; their columns would be the same");
  const double mass[] = {def->mass, def->inertia};
  const double values[] = {def->x,  def->y,     def->angle, def->vx,
                           def->vy, def->omega, def->com_x, def->com_y};
  const unsigned all = PTL_FREE_POSITION | PTL_FREE_ANGLE | PTL_FREE_VELOCITY | PTL_FREE_RATE;
  if ((def->free & ~all) != 0)
    return ptl_fail_element(m, label, PTL_E(0204) "free must be made of PTL_FREE_..., not %u",
                            def->free);
  if (((def->free & PTL_FREE_POSITION) != 0 && (def->x != 0 || def->y != 0)) ||
      ((def->free & PTL_FREE_ANGLE) != 0 && def->angle != 0) ||
      ((def->free & PTL_FREE_VELOCITY) != 0 && (def->vx != 0 || def->vy != 0)) ||
      ((def->free & PTL_FREE_RATE) != 0 && def->omega != 0))
    return ptl_fail_element(m, label, PTL_E(0204) "what is free of it must be 0");
  status = ptl_check_numbers(m, label, masses, mass, 2, PTL_BOUND_ZERO);
  return status == PTL_OK ? ptl_check_numbers(m, label, names, values, 8, PTL_BOUND_NONE) : status;
}

ptl_status ptl_add_body(ptl_mechanism *m, const ptl_body_def *def) {
  const ptl_status status = check_body(m, def);
  if (status != PTL_OK) return status;
  ptl_mech_body *grown = ptl_grow(m->context, m->bodies, (size_t)m->n_bodies, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->bodies = grown;
  ptl_mech_body made = {.def = *def, .where = m->location};
  if (!ptl_own_text(m, &made.def.name) ||
      ptl_enter_name(m, PTL_ELEMENT_BODY, made.def.name, m->n_bodies) != PTL_OK) {
    ptl_free_text(m, made.def.name);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_bodies++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ forces between parts */

static int own_force(ptl_mechanism *m, ptl_force_def *def) {
  return ptl_own_text(m, &def->name) & ptl_own_text(m, &def->use.type) &
         ptl_own_text(m, &def->a.body) & ptl_own_text(m, &def->b.body);
}

static void release_force(ptl_mechanism *m, ptl_mech_force *force) {
  ptl_free_text(m, force->def.name);
  ptl_free_text(m, force->def.use.type);
  ptl_free_text(m, force->def.a.body);
  ptl_free_text(m, force->def.b.body);
  ptl_instance_release(m, &force->use);
}

static ptl_status check_force(const ptl_mechanism *m, const ptl_force_def *def) {
  const ptl_label label = {"force", def->name};
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_FORCE, def->name);
  if (status == PTL_OK && ptl_find_element(m, PTL_ELEMENT_LOAD, def->name) >= 0)
    status = ptl_fail_element(m, label, PTL_E(0202) "a load has that name");
  return status == PTL_OK ? ptl_check_parts(m, label, &def->a, &def->b) : status;
}

ptl_status ptl_add_force(ptl_mechanism *m, const ptl_force_def *def) {
  const ptl_label label = {"force", def->name};
  ptl_status status = check_force(m, def);
  if (status != PTL_OK) return status;
  ptl_mech_force *grown = ptl_grow(m->context, m->forces, (size_t)m->n_forces, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->forces = grown;
  ptl_mech_force made = {.def = *def, .where = m->location};
  made.def.use = (ptl_type_use){def->use.type, NULL, 0};
  status = ptl_instance_create(m, label, PTL_FORCE, &def->use, &made.use);
  if (status == PTL_OK) status = ptl_instance_prepare(m, label, PTL_FORCE, &made.use);
  if (status != PTL_OK) {
    ptl_instance_release(m, &made.use);
    return status;
  }
  if (!own_force(m, &made.def) ||
      ptl_enter_name(m, PTL_ELEMENT_FORCE, made.def.name, m->n_forces) != PTL_OK) {
    release_force(m, &made);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_forces++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ loads */

static int own_load(ptl_mechanism *m, ptl_load_def *def) {
  return ptl_own_text(m, &def->name) & ptl_own_text(m, &def->at.body) & ptl_own_text(m, &def->fx) &
         ptl_own_text(m, &def->fy) & ptl_own_text(m, &def->torque);
}

static void release_load(ptl_mechanism *m, ptl_load_def *def) {
  ptl_free_text(m, def->name);
  ptl_free_text(m, def->at.body);
  ptl_free_text(m, def->fx);
  ptl_free_text(m, def->fy);
  ptl_free_text(m, def->torque);
}

static ptl_status check_load(ptl_mechanism *m, const ptl_load_def *def) {
  const ptl_label label = {"load", def->name};
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_LOAD, def->name);
  if (status == PTL_OK && ptl_find_element(m, PTL_ELEMENT_FORCE, def->name) >= 0)
    status = ptl_fail_element(m, label, PTL_E(0202) "a force has that name");
  if (status == PTL_OK) status = ptl_check_part(m, label, &def->at);
  if (status != PTL_OK) return status;
  if (ptl_find_body(m, def->at.body) < 0)
    return ptl_fail_element(m, label, PTL_E(0205) "it acts on the ground, where it has no effect");
  if (def->fx == NULL && def->fy == NULL && def->torque == NULL)
    return ptl_fail_element(m, label, PTL_E(0205) "it needs a force or a torque");
  ptl_symbol_list variables;
  status = ptl_mechanism_variables(m, m->n_bodies, &variables);
  if (status == PTL_OK)
    status = ptl_check_expression(m, label, "force along x: ", def->fx, &variables);
  if (status == PTL_OK)
    status = ptl_check_expression(m, label, "force along y: ", def->fy, &variables);
  if (status == PTL_OK)
    status = ptl_check_expression(m, label, "torque: ", def->torque, &variables);
  return status;
}

ptl_status ptl_add_load(ptl_mechanism *m, const ptl_load_def *def) {
  const ptl_status status = check_load(m, def);
  if (status != PTL_OK) return status;
  ptl_mech_load *grown = ptl_grow(m->context, m->loads, (size_t)m->n_loads, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->loads = grown;
  ptl_mech_load made = {*def, m->location};
  if (!own_load(m, &made.def) ||
      ptl_enter_name(m, PTL_ELEMENT_LOAD, made.def.name, m->n_loads) != PTL_OK) {
    release_load(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_loads++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ points */

static int own_point(ptl_mechanism *m, ptl_point_def *def) {
  return ptl_own_text(m, &def->name) & ptl_own_text(m, &def->at.body);
}

static void release_point(ptl_mechanism *m, ptl_point_def *def) {
  ptl_free_text(m, def->name);
  ptl_free_text(m, def->at.body);
}

ptl_status ptl_add_point(ptl_mechanism *m, const ptl_point_def *def) {
  const ptl_label label = {"point", def->name};
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_POINT, def->name);
  if (status == PTL_OK && ptl_find_body(m, def->name) != -2)
    status = ptl_fail_element(m, label,
                              PTL_E(0202) "a body has that name; their columns would be the same");
  if (status == PTL_OK) status = ptl_check_part(m, label, &def->at);
  if (status != PTL_OK) return status;
  ptl_mech_point *grown = ptl_grow(m->context, m->points, (size_t)m->n_points, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->points = grown;
  ptl_mech_point made = {*def, m->location};
  if (!own_point(m, &made.def) ||
      ptl_enter_name(m, PTL_ELEMENT_POINT, made.def.name, m->n_points) != PTL_OK) {
    release_point(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_points++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ columns */

static int own_column(ptl_mechanism *m, ptl_column_def *def) {
  return ptl_own_text(m, &def->name) & ptl_own_text(m, &def->unit) &
         ptl_own_text(m, &def->expression);
}

static void release_column(ptl_mechanism *m, ptl_column_def *def) {
  ptl_free_text(m, def->name);
  ptl_free_text(m, def->unit);
  ptl_free_text(m, def->expression);
}

static ptl_status check_column(const ptl_mechanism *m, const ptl_column_def *def) {
  const ptl_label label = {"column", def->name};
  const ptl_status status = ptl_check_name(m, PTL_ELEMENT_COLUMN, def->name);
  if (status != PTL_OK) return status;
  if (strcmp(def->name, "time") == 0 || strcmp(def->name, "event") == 0)
    return ptl_fail_element(m, label, PTL_E(0202) "the trace has a column of that name already");
  if (ptl_find_element(m, PTL_ELEMENT_INPUT, def->name) >= 0)
    return ptl_fail_element(m, label,
                            PTL_E(0202) "an input has that name, and a column in the trace");
  if (ptl_find_element(m, PTL_ELEMENT_SIGNAL, def->name) >= 0)
    return ptl_fail_element(m, label,
                            PTL_E(0202) "a signal has that name, and a column in the trace");
  if (def->unit == NULL) return ptl_fail_element(m, label, PTL_E(0205) "it has no unit");
  if (def->expression == NULL)
    return ptl_fail_element(m, label, PTL_E(0205) "it has no expression");
  return PTL_OK;
}

ptl_status ptl_add_column(ptl_mechanism *m, const ptl_column_def *def) {
  const ptl_status status = check_column(m, def);
  if (status != PTL_OK) return status;
  ptl_mech_column *grown = ptl_grow(m->context, m->columns, (size_t)m->n_columns, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->columns = grown;
  ptl_mech_column made = {*def, m->location};
  if (!own_column(m, &made.def) ||
      ptl_enter_name(m, PTL_ELEMENT_COLUMN, made.def.name, m->n_columns) != PTL_OK) {
    release_column(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_columns++] = made;
  return PTL_OK;
}

ptl_status ptl_mechanism_keep_columns(ptl_mechanism *m, const char *pattern) {
  if (pattern == NULL || pattern[0] == '\0')
    return ptl_fail_at(m, m->location, PTL_ERR_INPUT, PTL_E(0205) "a pattern of columns is empty");
  ptl_mech_pattern *grown = ptl_grow(m->context, m->patterns, (size_t)m->n_patterns, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->patterns = grown;
  char *copy = ptl_copy_text(m->context, pattern);
  if (copy == NULL) return PTL_ERR_MEMORY;
  ptl_mechanism_change(m);
  grown[m->n_patterns++] = (ptl_mech_pattern){copy, m->location};
  return PTL_OK;
}

/* ------------------------------------------------------------------ stops */

static int own_stop(ptl_mechanism *m, ptl_mech_stop *stop) {
  char text[64];
  if (!ptl_own_text(m, &stop->def.condition)) return 0;
  snprintf(text, sizeof text, "settled: %.6g for %.6g s", stop->def.settled, stop->def.settled_for);
  stop->text = ptl_copy_text(m->context, stop->def.condition != NULL ? stop->def.condition : text);
  return stop->text != NULL;
}

static void release_stop(ptl_mechanism *m, ptl_mech_stop *stop) {
  ptl_free_text(m, stop->def.condition);
  ptl_free_text(m, stop->text);
}

ptl_status ptl_append_stop(ptl_mechanism *m, const ptl_stop_def *def) {
  ptl_mech_stop *grown = ptl_grow(m->context, m->stops, (size_t)m->n_stops, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->stops = grown;
  ptl_mech_stop made = {.def = *def};
  if (!own_stop(m, &made)) {
    release_stop(m, &made);
    return PTL_ERR_MEMORY;
  }
  ptl_mechanism_change(m);
  grown[m->n_stops++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ copy and release */

static ptl_status copy_body_list(ptl_mechanism *to, const ptl_mechanism *from) {
  to->bodies = ptl_alloc(to->context, (size_t)from->n_bodies, sizeof *to->bodies);
  if (to->bodies == NULL) return PTL_ERR_MEMORY;
  while (to->n_bodies < from->n_bodies) {
    ptl_mech_body *body = &to->bodies[to->n_bodies];
    *body = from->bodies[to->n_bodies++];
    if (!ptl_own_text(to, &body->def.name) ||
        ptl_enter_name(to, PTL_ELEMENT_BODY, body->def.name, to->n_bodies - 1) != PTL_OK)
      return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

static ptl_status copy_forces(ptl_mechanism *to, const ptl_mechanism *from) {
  to->forces = ptl_alloc(to->context, (size_t)from->n_forces, sizeof *to->forces);
  if (to->forces == NULL) return PTL_ERR_MEMORY;
  while (to->n_forces < from->n_forces) {
    ptl_mech_force *force = &to->forces[to->n_forces];
    *force = from->forces[to->n_forces++];
    if (!(own_force(to, &force->def) & ptl_instance_own(to, &force->use)) ||
        ptl_enter_name(to, PTL_ELEMENT_FORCE, force->def.name, to->n_forces - 1) != PTL_OK)
      return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

static ptl_status copy_loads(ptl_mechanism *to, const ptl_mechanism *from) {
  to->loads = ptl_alloc(to->context, (size_t)from->n_loads, sizeof *to->loads);
  if (to->loads == NULL) return PTL_ERR_MEMORY;
  while (to->n_loads < from->n_loads) {
    ptl_mech_load *load = &to->loads[to->n_loads];
    *load = from->loads[to->n_loads++];
    if (!own_load(to, &load->def) ||
        ptl_enter_name(to, PTL_ELEMENT_LOAD, load->def.name, to->n_loads - 1) != PTL_OK)
      return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

static ptl_status copy_points(ptl_mechanism *to, const ptl_mechanism *from) {
  to->points = ptl_alloc(to->context, (size_t)from->n_points, sizeof *to->points);
  if (to->points == NULL) return PTL_ERR_MEMORY;
  while (to->n_points < from->n_points) {
    ptl_mech_point *point = &to->points[to->n_points];
    *point = from->points[to->n_points++];
    if (!own_point(to, &point->def) ||
        ptl_enter_name(to, PTL_ELEMENT_POINT, point->def.name, to->n_points - 1) != PTL_OK)
      return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

static ptl_status copy_columns(ptl_mechanism *to, const ptl_mechanism *from) {
  to->columns = ptl_alloc(to->context, (size_t)from->n_columns, sizeof *to->columns);
  to->patterns = ptl_alloc(to->context, (size_t)from->n_patterns, sizeof *to->patterns);
  if (to->columns == NULL || to->patterns == NULL) return PTL_ERR_MEMORY;
  while (to->n_columns < from->n_columns) {
    ptl_mech_column *column = &to->columns[to->n_columns];
    *column = from->columns[to->n_columns++];
    if (!own_column(to, &column->def) ||
        ptl_enter_name(to, PTL_ELEMENT_COLUMN, column->def.name, to->n_columns - 1) != PTL_OK)
      return PTL_ERR_MEMORY;
  }
  while (to->n_patterns < from->n_patterns) {
    const ptl_mech_pattern *pattern = &from->patterns[to->n_patterns];
    char *copy = ptl_copy_text(to->context, pattern->text);
    if (copy == NULL) return PTL_ERR_MEMORY;
    to->patterns[to->n_patterns++] = (ptl_mech_pattern){copy, pattern->where};
  }
  return PTL_OK;
}

static ptl_status copy_stops(ptl_mechanism *to, const ptl_mechanism *from) {
  to->stops = ptl_alloc(to->context, (size_t)from->n_stops, sizeof *to->stops);
  if (to->stops == NULL) return PTL_ERR_MEMORY;
  while (to->n_stops < from->n_stops) {
    ptl_mech_stop *stop = &to->stops[to->n_stops];
    *stop = (ptl_mech_stop){.def = from->stops[to->n_stops++].def};
    if (!own_stop(to, stop)) return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

ptl_status ptl_copy_bodies(ptl_mechanism *to, const ptl_mechanism *from) {
  ptl_status status = copy_body_list(to, from);
  if (status == PTL_OK) status = copy_forces(to, from);
  if (status == PTL_OK) status = copy_loads(to, from);
  if (status == PTL_OK) status = copy_points(to, from);
  if (status == PTL_OK) status = copy_columns(to, from);
  if (status == PTL_OK) status = copy_stops(to, from);
  if (status != PTL_OK || from->variables.n == 0) return status;
  ptl_symbol_list variables;
  const int n = from->variables.n - from->n_signals - ptl_variable_of_body(from, 0);
  return ptl_mechanism_variables(to, n > 0 ? n / PTL_BODY_VARIABLES : 0, &variables);
}

void ptl_release_bodies(ptl_mechanism *m) {
  for (int i = 0; i < m->n_bodies; i++) ptl_free_text(m, m->bodies[i].def.name);
  for (int i = 0; i < m->n_forces; i++) release_force(m, &m->forces[i]);
  for (int i = 0; i < m->n_loads; i++) release_load(m, &m->loads[i].def);
  for (int i = 0; i < m->n_points; i++) release_point(m, &m->points[i].def);
  for (int i = 0; i < m->n_columns; i++) release_column(m, &m->columns[i].def);
  for (int i = 0; i < m->n_stops; i++) release_stop(m, &m->stops[i]);
  for (int i = 0; i < m->n_patterns; i++) ptl_free(m->context, m->patterns[i].text);
  ptl_free(m->context, m->bodies);
  ptl_free(m->context, m->forces);
  ptl_free(m->context, m->loads);
  ptl_free(m->context, m->points);
  ptl_free(m->context, m->columns);
  ptl_free(m->context, m->stops);
  ptl_free(m->context, m->patterns);
  ptl_symbols_release(m->context, &m->variables);
}
