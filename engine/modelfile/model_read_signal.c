/* model_read_signal.c: the sections `tables:` and `signals:`, and what expressions may use beside
 * the states of bodies: coordinates of joints and points. All of them are definitions, which stand
 * for expressions of those states. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "instance.h"
#include "model_reader.h"
#include "model_words.h"
#include "number.h"
#include "units.h"

static ptl_status define(ptl_reader *r, const char *name, const char *text, const char *unit) {
  const ptl_definition definition = {.name = name, .text = text, .unit = unit};
  if (name == NULL || text == NULL) return PTL_ERR_MEMORY;
  return ptl_definitions_add(r->context, &r->definitions, &definition);
}

/* The name of a signal or a table is one that expressions do not know yet. */
static ptl_status check_name(const ptl_reader *r, const ptl_node *node, const char *word) {
  const size_t length = strlen(node->key);
  int is_taken = ptl_name_is_function(node->key) || strcmp(node->key, "time") == 0 ||
                 ptl_definitions_find(&r->definitions, node->key, length) != NULL;
  for (int i = 0; i < r->n_parameters; i++)
    is_taken |= strcmp(r->parameters[i].name, node->key) == 0;
  for (int i = 0; i < r->m->n_inputs; i++)
    is_taken |= strcmp(r->m->inputs[i].def.name, node->key) == 0;
  if (!ptl_name_is_valid(node->key))
    return ptl_read_fail(r, node->key_where,
                         PTL_E(0201) "%s '%s': a name is a letter or _, then letters, digits and _",
                         word, node->key);
  if (!is_taken) return PTL_OK;
  return ptl_read_fail(r, node->key_where,
                       PTL_E(0202) "%s '%s': expressions know that name already", word, node->key);
}

/* ------------------------------------------------------------------ tables */

/* One of the numbers of a table, which sets the unit of its column unless that has one or it is
 * 0. */
static ptl_status read_number(const ptl_reader *r, const ptl_node *node, const char *what,
                              char unit[96], double *out) {
  char found[96];
  const char *text;
  ptl_unit a, b;
  ptl_status status = ptl_read_text(r, node, what, &text);
  if (status != PTL_OK) return status;
  status = ptl_quantity_infer(r->context, text, r->parameters, r->n_parameters, out, found,
                              sizeof found);
  if (status != PTL_OK) return ptl_read_fail_message(r, node->where, status);
  if (*out == 0.0) return PTL_OK;
  if (unit[0] == '\0') memcpy(unit, found, sizeof found);
  status = ptl_unit_parse(r->context, unit, &a);
  if (status == PTL_OK) status = ptl_unit_parse(r->context, found, &b);
  if (status != PTL_OK || ptl_unit_fits(a.power, b.power)) return status;
  return ptl_read_fail(r, node->where,
                       PTL_E(0106) "%s: %s does not fit the numbers above, which are in %s", what,
                       found, unit);
}

typedef struct table_text {
  char *text; /* ",x0,y0,x1,y1,...)" */
  size_t length;
  char units[2][96]; /* of the argument and of the value */
} table_text;

static ptl_status read_points(ptl_reader *r, const ptl_node *points, const char *what,
                              table_text *out) {
  out->text =
      ptl_read_scratch(r, 2 * (size_t)points->n * (PTL_NUMBER_ROOM + 1) + 2, sizeof *out->text);
  if (out->text == NULL) return PTL_ERR_MEMORY;
  for (const ptl_node *entry = points->first; entry != NULL; entry = entry->next) {
    if (entry->kind != PTL_NODE_LIST || entry->n != 2)
      return ptl_read_fail(r, entry->where,
                           PTL_E(0106) "%s: a point is a list of two values, [x, y]", what);
    const ptl_node *number = entry->first;
    for (int i = 0; i < 2; i++, number = number->next) {
      double value;
      ptl_status status = read_number(r, number, what, out->units[i], &value);
      if (status != PTL_OK) return status;
      out->text[out->length++] = ',';
      out->length += (size_t)ptl_number_write(value, out->text + out->length);
    }
  }
  memcpy(out->text + out->length, ")", 2);
  for (int i = 0; i < 2; i++)
    if (out->units[i][0] == '\0') memcpy(out->units[i], "1", 2);
  return PTL_OK;
}

/* The numbers of a list behind out->text, in the unit of one column. */
static ptl_status read_line(const ptl_reader *r, const ptl_node *list, const char *what,
                            table_text *out, char unit[96]) {
  double value;
  for (const ptl_node *number = list->first; number != NULL; number = number->next) {
    const ptl_status status = read_number(r, number, what, unit, &value);
    if (status != PTL_OK) return status;
    out->text[out->length++] = ',';
    out->length += (size_t)ptl_number_write(value, out->text + out->length);
  }
  return PTL_OK;
}

/* NAME: {x: [...], y: [...], values: [[one for each y], ... for each x]} */
static ptl_status read_grid(ptl_reader *r, const ptl_node *node, const char *what) {
  const ptl_node *lines[2] = {ptl_node_find(node, "x"), ptl_node_find(node, "y")};
  const ptl_node *values = ptl_node_find(node, "values");
  char units[3][96] = {"", "", ""};
  double value;
  for (int i = 0; i < 2; i++)
    if (lines[i] == NULL || lines[i]->kind != PTL_NODE_LIST)
      return ptl_read_fail(r, node->key_where,
                           PTL_E(0214) "%s needs 'x' and 'y', lists of numbers, beside 'values'",
                           what);
  if (values->kind != PTL_NODE_LIST || values->n != lines[0]->n)
    return ptl_read_fail(r, values->where,
                         PTL_E(0214) "%s: 'values' must have a list for each of the %d of 'x'",
                         what, lines[0]->n);
  const size_t most = (size_t)(lines[0]->n + 1) * (size_t)(lines[1]->n + 1) + 4;
  table_text table = {.text = ptl_read_scratch(r, most * (PTL_NUMBER_ROOM + 1), 1)};
  if (table.text == NULL) return PTL_ERR_MEMORY;
  table.length = (size_t)snprintf(table.text, 40, ",%d,%d", lines[0]->n, lines[1]->n);
  ptl_status status = read_line(r, lines[0], what, &table, units[0]);
  if (status == PTL_OK) status = read_line(r, lines[1], what, &table, units[1]);
  for (const ptl_node *row = values->first; row != NULL && status == PTL_OK; row = row->next) {
    if (row->kind != PTL_NODE_LIST || row->n != lines[1]->n)
      return ptl_read_fail(
          r, row->where, PTL_E(0214) "%s: each list of 'values' has one for each of the %d of 'y'",
          what, lines[1]->n);
    status = read_line(r, row, what, &table, units[2]);
  }
  if (status != PTL_OK) return status;
  memcpy(table.text + table.length, ")", 2);
  const char *trial = ptl_read_print(r, "bilinear(0, 0%s", table.text), *unit[3];
  for (int i = 0; i < 3; i++) {
    unit[i] = ptl_read_print(r, "%s", units[i][0] == '\0' ? "1" : units[i]);
    if (trial == NULL || unit[i] == NULL) return PTL_ERR_MEMORY;
  }
  status = ptl_quantity_eval(r->context, trial, "1", NULL, 0, &value);
  if (status == PTL_ERR_INPUT) ptl_prefix_message(r->context, "%s: ", what);
  if (status != PTL_OK) return ptl_read_fail_message(r, values->where, status);
  const ptl_definition definition = {.name = node->key,
                                     .text = table.text,
                                     .unit = unit[2],
                                     .function = "bilinear",
                                     .argument = unit[0],
                                     .second = unit[1],
                                     .uses = ptl_read_scratch(r, 1, sizeof(int))};
  if (definition.uses == NULL) return PTL_ERR_MEMORY;
  return ptl_definitions_add(r->context, &r->definitions, &definition);
}

/* A table has points, or values on lines of two variables. */
static ptl_status check_kind(const ptl_reader *r, const ptl_node *node, const char *what) {
  static const char *const of_one[] = {"points", "interpolation", "periodic"};
  static const char *const of_two[] = {"x", "y", "values"};
  const ptl_node *one = NULL, *two = NULL;
  for (int i = 0; i < 3; i++) {
    if (one == NULL) one = ptl_node_find(node, of_one[i]);
    if (two == NULL) two = ptl_node_find(node, of_two[i]);
  }
  if (two == NULL) return PTL_OK;
  if (one != NULL)
    return ptl_read_fail(
        r, one->key_where,
        PTL_E(0214) "%s: '%s' is of a table of one variable, 'x', 'y' and 'values' of two", what,
        one->key);
  if (ptl_node_find(node, "values") != NULL) return PTL_OK;
  return ptl_read_fail(r, node->key_where, PTL_E(0214) "%s needs 'values' beside 'x' and 'y'",
                       what);
}

/* NAME: {points: [[x, y], ...], interpolation: linear, periodic: no} */
static ptl_status read_table(ptl_reader *r, const ptl_node *node) {
  static const char *const functions[2][3] = {
      {"linear", "monotone", "cubic"}, {"periodic_linear", "periodic_monotone", "periodic_cubic"}};
  const char *what = ptl_read_print(r, "table '%s'", node->key);
  int form = 0, periodic = 0;
  table_text table = {.text = NULL};
  double value;
  if (what == NULL) return PTL_ERR_MEMORY;
  ptl_status status = check_name(r, node, "table");
  if (status == PTL_OK) status = ptl_read_known(r, node, what, ptl_keys_table);
  if (status != PTL_OK) return status;
  const ptl_node *points = ptl_node_find(node, "points");
  status = check_kind(r, node, what);
  if (status != PTL_OK) return status;
  if (ptl_node_find(node, "values") != NULL) return read_grid(r, node, what);
  if (points == NULL || points->kind != PTL_NODE_LIST)
    return ptl_read_fail(r, node->key_where, PTL_E(0205) "%s needs 'points': [[x, y], ...]", what);
  status = ptl_read_word_entry(r, node, "interpolation", PTL_WORDS_CURVE, &form);
  if (status == PTL_OK)
    status = ptl_read_word_entry(r, node, "periodic", PTL_WORDS_YES_NO, &periodic);
  if (status == PTL_OK) status = read_points(r, points, what, &table);
  if (status != PTL_OK) return status;
  const char *function = functions[periodic][form];
  const char *trial = ptl_read_print(r, "%s(0%s", function, table.text);
  if (trial == NULL) return PTL_ERR_MEMORY;
  status = ptl_quantity_eval(r->context, trial, "1", NULL, 0, &value);
  if (status == PTL_ERR_INPUT) ptl_prefix_message(r->context, "%s: ", what);
  if (status != PTL_OK) return ptl_read_fail_message(r, points->where, status);
  const ptl_definition definition = {.name = node->key,
                                     .text = table.text,
                                     .unit = ptl_read_print(r, "%s", table.units[1]),
                                     .function = function,
                                     .argument = ptl_read_print(r, "%s", table.units[0]),
                                     .uses = ptl_read_scratch(r, 1, sizeof(int))};
  if (definition.unit == NULL || definition.argument == NULL || definition.uses == NULL)
    return PTL_ERR_MEMORY;
  return ptl_definitions_add(r->context, &r->definitions, &definition);
}

ptl_status ptl_read_tables(ptl_reader *r, const ptl_node *node) {
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, "tables");
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK; entry = entry->next)
    status = read_table(r, entry);
  return status;
}

/* ------------------------------------------------------------- points and coordinates of joints */

static int is_ground(const ptl_part_def *part) {
  return strcmp(part->body, "ground") == 0;
}

/* x (0), y (1), vx (2) or vy (3) of a point, as text. */
static const char *of_point(ptl_reader *r, const ptl_part_def *p, int which) {
  const char *b = p->body;
  if (is_ground(p))
    return ptl_read_print(r, "(%.17g)", which == 0 ? p->x : which == 1 ? p->y : 0.0);
  const double x = which == 0 || which == 3 ? p->x : which == 1 ? p->y : -p->y;
  const double y = which == 0 || which == 3 ? -p->y : which == 1 ? p->x : -p->x;
  static const char *const names[] = {"x", "y", "vx", "vy"};
  if (x == 0.0 && y == 0.0) return ptl_read_print(r, "%s.%s", b, names[which]);
  if (which < 2)
    return ptl_read_print(r, "(%s.%s + (%.17g)*cos(%s.angle) + (%.17g)*sin(%s.angle))", b,
                          names[which], x, b, y, b);
  return ptl_read_print(r, "(%s.%s + %s.omega*((%.17g)*cos(%s.angle) + (%.17g)*sin(%s.angle)))", b,
                        names[which], b, x, b, y, b);
}

static ptl_status define_point(ptl_reader *r, const ptl_point_def *point) {
  static const char *const names[][2] = {{"x", "m"}, {"y", "m"}, {"vx", "m/s"}, {"vy", "m/s"}};
  ptl_status status = PTL_OK;
  for (int i = 0; i < 4 && status == PTL_OK; i++)
    status = define(r, ptl_read_print(r, "%s.%s", point->name, names[i][0]),
                    of_point(r, &point->at, i), names[i][1]);
  return status;
}

static ptl_status define_angle(ptl_reader *r, const char *joint, const ptl_part_def *a,
                               const ptl_part_def *b) {
  const char *from = is_ground(a) ? "0" : ptl_read_print(r, "%s.angle", a->body);
  const char *to = is_ground(b) ? "0" : ptl_read_print(r, "%s.angle", b->body);
  const char *slow = is_ground(a) ? "0" : ptl_read_print(r, "%s.omega", a->body);
  const char *fast = is_ground(b) ? "0" : ptl_read_print(r, "%s.omega", b->body);
  if (from == NULL || to == NULL || slow == NULL || fast == NULL) return PTL_ERR_MEMORY;
  ptl_status status =
      define(r, ptl_read_print(r, "%s.angle", joint),
             ptl_read_print(r, "%s - %s + (%.17g)", to, from, b->angle - a->angle), "rad");
  if (status != PTL_OK) return status;
  return define(r, ptl_read_print(r, "%s.rate", joint), ptl_read_print(r, "%s - %s", fast, slow),
                "rad/s");
}

/* Along the axis e of part A at the angle `turn` of its frame: s = e (x_B - x_A), s' = e (v_B -
 * v_A) + omega_A e' (x_B - x_A), where e' is e turned by a right angle. */
static ptl_status define_position(ptl_reader *r, const char *joint, const ptl_part_def *a,
                                  const ptl_part_def *b, double turn) {
  const char *to[4], *from[4];
  for (int i = 0; i < 4; i++) {
    to[i] = of_point(r, b, i);
    from[i] = of_point(r, a, i);
    if (to[i] == NULL || from[i] == NULL) return PTL_ERR_MEMORY;
  }
  const char *angle = is_ground(a) ? ptl_read_print(r, "%.17g", turn)
                                   : ptl_read_print(r, "%s.angle + (%.17g)", a->body, turn);
  if (angle == NULL) return PTL_ERR_MEMORY;
  const char *position = ptl_read_print(r, "cos(%s)*(%s - %s) + sin(%s)*(%s - %s)", angle, to[0],
                                        from[0], angle, to[1], from[1]);
  const char *speed = ptl_read_print(r, "cos(%s)*(%s - %s) + sin(%s)*(%s - %s)", angle, to[2],
                                     from[2], angle, to[3], from[3]);
  if (speed != NULL && !is_ground(a))
    speed = ptl_read_print(r, "%s + %s.omega*(cos(%s)*(%s - %s) - sin(%s)*(%s - %s))", speed,
                           a->body, angle, to[1], from[1], angle, to[0], from[0]);
  ptl_status status = define(r, ptl_read_print(r, "%s.position", joint), position, "m");
  return status == PTL_OK ? define(r, ptl_read_print(r, "%s.speed", joint), speed, "m/s") : status;
}

/* What the trace calls the same; a point or a body of the joint's name goes first. */
static ptl_status define_joint(ptl_reader *r, const ptl_joint_def *def,
                               const ptl_joint_type *type) {
  const double right_angle = 1.57079632679489661923;
  if (type->coordinate == PTL_COORDINATE_NONE ||
      ptl_find_element(r->m, PTL_ELEMENT_POINT, def->name) >= 0)
    return PTL_OK;
  if (type->coordinate == PTL_COORDINATE_ANGLE) return define_angle(r, def->name, &def->a, &def->b);
  return define_position(r, def->name, &def->a, &def->b,
                         def->a.angle + (type->coordinate == PTL_COORDINATE_Y ? right_angle : 0.0));
}

static ptl_status define_coordinates(ptl_reader *r) {
  const ptl_mechanism *m = r->m;
  ptl_status status = PTL_OK;
  for (int i = 0; i < m->n_points && status == PTL_OK; i++)
    status = define_point(r, &m->points[i].def);
  for (int i = 0; i < m->n_joints && status == PTL_OK; i++)
    status = define_joint(r, &m->joints[i].def, m->joints[i].use.type);
  return status;
}

/* ------------------------------------------------------------------ signals */

ptl_status ptl_read_early_signals(ptl_reader *r, const ptl_node *node) {
  ptl_symbol_list time;
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, "signals");
  if (status == PTL_OK) status = ptl_mechanism_time(r->m, &time);
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK;
       entry = entry->next) {
    status = check_name(r, entry, "signal");
    const ptl_definition unknown = {.name = entry->key};
    if (status == PTL_OK) status = ptl_definitions_add(r->context, &r->definitions, &unknown);
  }
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK;
       entry = entry->next) {
    const char *text, *unit;
    if (ptl_is_state(entry)) continue;
    ptl_status early = ptl_read_named_expression(r, entry, "signal", &time, &text, &unit);
    if (early == PTL_ERR_INPUT) continue; /* of more than the time, or wrong: read again later */
    ptl_definition *signal = ptl_definitions_find(&r->definitions, entry->key, strlen(entry->key));
    status = early;
    signal->text = text;
    signal->unit = unit;
  }
  return status;
}

ptl_status ptl_read_signals(ptl_reader *r, const ptl_node *node) {
  ptl_symbol_list variables;
  ptl_status status = ptl_mechanism_variables(r->m, r->m->n_bodies, &variables);
  if (status == PTL_OK) status = define_coordinates(r);
  for (const ptl_node *entry = node != NULL ? node->first : NULL; entry != NULL && status == PTL_OK;
       entry = entry->next)
    if (ptl_is_state(entry)) status = ptl_declare_state(r, entry);
  for (const ptl_node *entry = node != NULL ? node->first : NULL; entry != NULL && status == PTL_OK;
       entry = entry->next) {
    const char *text, *unit;
    ptl_definition *signal = ptl_definitions_find(&r->definitions, entry->key, strlen(entry->key));
    if (signal->text != NULL) continue;
    status = ptl_mechanism_variables(r->m, r->m->n_bodies, &variables);
    if (status == PTL_OK)
      status = ptl_is_state(entry)
                   ? ptl_read_state(r, entry, &text, &unit)
                   : ptl_read_named_expression(r, entry, "signal", &variables, &text, &unit);
    if (status != PTL_OK) break;
    signal->text = text;
    signal->unit = unit;
  }
  return status;
}

ptl_status ptl_read_signal_columns(ptl_reader *r, const ptl_node *node) {
  ptl_status status = PTL_OK;
  for (const ptl_node *entry = node != NULL ? node->first : NULL; entry != NULL && status == PTL_OK;
       entry = entry->next) {
    const ptl_definition *signal =
        ptl_definitions_find(&r->definitions, entry->key, strlen(entry->key));
    if (ptl_find_element(r->m, PTL_ELEMENT_SIGNAL, entry->key) >= 0) continue;
    const ptl_column_def def = {
        .name = entry->key, .unit = signal->unit, .expression = signal->text};
    r->m->location = entry->key_where;
    status = ptl_mechanism_add_column(r->m, &def);
  }
  return status;
}
