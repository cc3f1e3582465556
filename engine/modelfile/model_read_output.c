/* model_read_output.c: the sections `loads:`, `run:` and `output:`. `run: stop:` is read behind the
 * rest, since it may use every column. */
#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "columns.h"
#include "model_reader.h"
#include "registry.h"

/* ------------------------------------------------------------------ loads */

/* A component that is always 0 is no expression. */
static const char *drop_zero(const char *text) {
  return strcmp(text, "0") == 0 ? NULL : text;
}

static ptl_status read_component(ptl_reader *r, const ptl_node *node, const char *what,
                                 const char *unit, const ptl_symbol_list *variables,
                                 const char **out) {
  const ptl_status status = ptl_read_expression(r, node, what, unit, variables, out);
  if (status == PTL_OK) *out = drop_zero(*out);
  return status;
}

static ptl_status read_components(ptl_reader *r, const ptl_node *node,
                                  const ptl_symbol_list *variables, ptl_load_def *def) {
  const ptl_node *force = ptl_node_find(node, "force"), *torque = ptl_node_find(node, "torque");
  ptl_status status = PTL_OK;
  if (force == NULL && torque == NULL)
    return ptl_read_fail(r, node->key_where,
                         PTL_E(0205) "load '%s' needs force: [fx, fy] or torque", node->key);
  if (force != NULL && (force->kind != PTL_NODE_LIST || force->n != 2))
    return ptl_read_fail(r, force->where,
                         PTL_E(0204) "force must be a list of two expressions, [fx, fy]");
  if (force != NULL) status = read_component(r, force->first, "force", "N", variables, &def->fx);
  if (force != NULL && status == PTL_OK)
    status = read_component(r, force->last, "force", "N", variables, &def->fy);
  if (torque != NULL && status == PTL_OK)
    status = read_component(r, torque, "torque", "N m", variables, &def->torque);
  if (status == PTL_OK && def->fx == NULL && def->fy == NULL && def->torque == NULL)
    def->fx = "0"; /* a load that a setting or a parameter has made nothing */
  return status;
}

static ptl_status read_load(ptl_reader *r, const ptl_node *node, const ptl_symbol_list *variables) {
  ptl_load_def def = {.name = node->key};
  const char *what = ptl_read_print(r, "load '%s'", node->key);
  if (what == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_read_known(r, node, what, ptl_keys_load);
  if (status != PTL_OK) return status;
  const ptl_node *body = ptl_node_find(node, "body");
  if (body == NULL)
    return ptl_read_fail(r, node->key_where, PTL_E(0205) "%s needs 'body': the body it acts on",
                         what);
  status = ptl_read_text(r, body, "body", &def.at.body);
  if (status == PTL_OK) status = ptl_read_pair_entry(r, node, "at", "m", &def.at.x, &def.at.y);
  if (status == PTL_OK)
    status = ptl_read_word_entry(r, node, "frame", PTL_WORDS_FRAME, &def.follows);
  if (status == PTL_OK) status = read_components(r, node, variables, &def);
  if (status != PTL_OK) return status;
  r->m->location = node->key_where;
  return ptl_mechanism_add_load(r->m, &def);
}

/* NAME: {unit: N m, default: 0} */
static ptl_status read_input(ptl_reader *r, const ptl_node *node) {
  ptl_input_def def = {.name = node->key, .unit = "1"};
  const char *what = ptl_read_print(r, "input '%s'", node->key);
  if (what == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_read_known(r, node, what, ptl_keys_input);
  const ptl_node *unit = status == PTL_OK ? ptl_node_find(node, "unit") : NULL;
  if (unit != NULL) status = ptl_read_si_unit(r, unit, &def.unit);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "default", def.unit, &def.value);
  r->m->location = node->key_where;
  return status == PTL_OK ? ptl_mechanism_add_input(r->m, &def) : status;
}

ptl_status ptl_read_inputs(ptl_reader *r, const ptl_node *node) {
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, "inputs");
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK; entry = entry->next)
    status = read_input(r, entry);
  return status;
}

ptl_status ptl_read_loads(ptl_reader *r, const ptl_node *node) {
  ptl_symbol_list variables;
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, "loads");
  if (status == PTL_OK) status = ptl_mechanism_variables(r->m, r->m->n_bodies, &variables);
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK; entry = entry->next)
    status = read_load(r, entry, &variables);
  return status;
}

/* ------------------------------------------------------------------ run */

/* Where " of JOINT" begins in "2 turns of shaft"; NULL when it does not end like that. */
static const char *find_of(const char *text) {
  const char *found = NULL;
  for (const char *p = strstr(text, " of "); p != NULL; p = strstr(p + 1, " of ")) found = p;
  return found;
}

/* The joint's name behind " of ", without spaces around it. */
static const char *joint_of(ptl_reader *r, const char *of) {
  const char *name = of + strlen(" of ");
  while (isspace((unsigned char)*name)) name++;
  size_t n = strlen(name);
  while (n > 0 && isspace((unsigned char)name[n - 1])) n--;
  return ptl_read_print(r, "%.*s", (int)n, name);
}

static ptl_status read_travel(ptl_reader *r, const ptl_node *node, const char *what, const char *of,
                              ptl_span *span) {
  const ptl_label label = {"run", what};
  char *amount = ptl_read_scratch(r, (size_t)(of - node->text) + 1, 1);
  span->joint = joint_of(r, of);
  if (amount == NULL || span->joint == NULL) return PTL_ERR_MEMORY;
  memcpy(amount, node->text, (size_t)(of - node->text));
  r->m->location = node->where;
  ptl_status status = ptl_check_coordinate(r->m, label, span->joint);
  if (status != PTL_OK) return status;
  const ptl_joint_type *type = r->m->joints[ptl_find_joint(r->m, span->joint)].use.type;
  int is_angle = type->coordinate == PTL_COORDINATE_ANGLE;
  status = ptl_quantity_eval(r->context, amount, is_angle ? "rad" : "m", r->parameters,
                             r->n_parameters, &span->amount);
  if (status == PTL_ERR_INPUT) ptl_prefix_message(r->context, "%s: ", what);
  return ptl_read_fail_message(r, node->where, status);
}

ptl_status ptl_read_span(ptl_reader *r, const ptl_node *node, const char *what, ptl_span *span) {
  const char *text;
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_text(r, node, what, &text);
  if (status != PTL_OK) return status;
  const char *of = find_of(text);
  if (of != NULL) {
    status = read_travel(r, node, what, of, span);
  } else {
    span->joint = NULL;
    status = ptl_read_quantity(r, node, what, "s", &span->amount);
  }
  return status;
}

/* `bdf`, the formula of IDA, is another word for `ida`. */
static ptl_status read_integrator(const ptl_reader *r, const ptl_node *node, ptl_integrator *out) {
  int index = (int)*out;
  ptl_status status = PTL_OK;
  if (node == NULL) return PTL_OK;
  if (node->kind == PTL_NODE_TEXT && node->tag == NULL && strcmp(node->text, "bdf") == 0)
    index = PTL_INTEGRATOR_IDA;
  else
    status = ptl_read_word(r, node, "integrator", PTL_WORDS_INTEGRATOR, &index);
  *out = (ptl_integrator)index;
  return status;
}

static ptl_status read_limits(const ptl_reader *r, const ptl_node *node, ptl_run_limits *out) {
  static const ptl_number_field numbers[] = {
      {"rows", "1", offsetof(ptl_run_limits, rows)},
      {"steps", "1", offsetof(ptl_run_limits, steps)},
      {"events", "1", offsetof(ptl_run_limits, events)},
      {"size", "1", offsetof(ptl_run_limits, size)},
      {"memory", "1", offsetof(ptl_run_limits, memory)},
      {"wall_time", "s", offsetof(ptl_run_limits, wall_time)},
      {NULL, NULL, 0}};
  if (node == NULL) return PTL_OK;
  const ptl_status status = ptl_read_known(r, node, "run.limits", ptl_keys_limits);
  return status == PTL_OK ? ptl_read_entries(r, node, numbers, out) : status;
}

/* touching: [JOINT.GAP, ...], or JOINT of one that has one gap */
static ptl_status read_touching(ptl_reader *r, const ptl_node *node, ptl_start start) {
  if (node == NULL) return PTL_OK;
  if (start != PTL_START_TOUCHING)
    return ptl_read_fail(
        r, node->key_where,
        PTL_E(0231) "'touching' belongs to 'start: touching': it names the gaps to close");
  ptl_status status = ptl_read_want(r, node, PTL_NODE_LIST, "touching");
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK;
       entry = entry->next) {
    const char *text;
    status = ptl_read_text(r, entry, "a gap, JOINT.GAP", &text);
    if (status != PTL_OK) return status;
    const char *dot = strchr(text, '.');
    const char *joint =
        ptl_read_print(r, "%.*s", dot != NULL ? (int)(dot - text) : (int)strlen(text), text);
    if (joint == NULL) return PTL_ERR_MEMORY;
    r->m->location = entry->where;
    status = ptl_mechanism_add_touching(r->m, joint, dot != NULL ? dot + 1 : NULL);
  }
  return status;
}

ptl_status ptl_read_run(ptl_reader *r, const ptl_node *node) {
  static const ptl_number_field numbers[] = {
      {"rtol", "1", offsetof(ptl_run_def, rtol)},
      {"length", "m", offsetof(ptl_run_def, length)},
      {"speed", "m/s", offsetof(ptl_run_def, speed)},
      {"max_step", "s", offsetof(ptl_run_def, max_step)},
      {"drift_limit", "m", offsetof(ptl_run_def, drift_limit)},
      {"energy_limit", "1", offsetof(ptl_run_def, energy_limit)},
      {NULL, NULL, 0}};
  if (node == NULL) return PTL_OK;
  ptl_run_def run = ptl_run_default();
  int start = (int)run.start;
  ptl_status status = ptl_read_known(r, node, "run", ptl_keys_run);
  if (status == PTL_OK)
    status = ptl_read_span(r, ptl_node_find(node, "until"), "until", &run.until);
  if (status == PTL_OK)
    status = ptl_read_span(r, ptl_node_find(node, "every"), "every", &run.every);
  if (status == PTL_OK) status = ptl_read_word_entry(r, node, "start", PTL_WORDS_START, &start);
  if (status == PTL_OK)
    status = read_integrator(r, ptl_node_find(node, "integrator"), &run.integrator);
  if (status == PTL_OK) status = ptl_read_entries(r, node, numbers, &run);
  if (status == PTL_OK) status = read_limits(r, ptl_node_find(node, "limits"), &run.limits);
  if (status != PTL_OK) return status;
  run.start = (ptl_start)start;
  r->m->location = node->key_where;
  status = ptl_mechanism_set_run(r->m, &run);
  return status == PTL_OK ? read_touching(r, ptl_node_find(node, "touching"), run.start) : status;
}

/* ------------------------------------------------------------------ output */

static ptl_status read_patterns(ptl_reader *r, const ptl_node *node) {
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_LIST, "columns");
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK;
       entry = entry->next) {
    const char *pattern;
    status = ptl_read_text(r, entry, "a pattern of columns", &pattern);
    r->m->location = entry->where;
    if (status == PTL_OK) status = ptl_mechanism_keep_columns(r->m, pattern);
  }
  return status;
}

static ptl_status read_point(ptl_reader *r, const ptl_node *node) {
  ptl_point_def def = {.name = node->key};
  const char *what = ptl_read_print(r, "point '%s'", node->key);
  if (what == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_read_known(r, node, what, ptl_keys_point);
  if (status != PTL_OK) return status;
  const ptl_node *body = ptl_node_find(node, "body");
  if (body == NULL) return ptl_read_fail(r, node->key_where, PTL_E(0205) "%s needs 'body'", what);
  status = ptl_read_text(r, body, "body", &def.at.body);
  if (status == PTL_OK) status = ptl_read_pair_entry(r, node, "at", "m", &def.at.x, &def.at.y);
  if (status != PTL_OK) return status;
  r->m->location = node->key_where;
  return ptl_mechanism_add_point(r->m, &def);
}

ptl_status ptl_read_points(ptl_reader *r, const ptl_node *output) {
  const ptl_node *node =
      output != NULL && output->kind == PTL_NODE_MAPPING ? ptl_node_find(output, "points") : NULL;
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, "points");
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK; entry = entry->next)
    status = read_point(r, entry);
  return status;
}

static ptl_status read_column(ptl_reader *r, const ptl_node *node,
                              const ptl_symbol_list *variables) {
  ptl_column_def def = {.name = node->key};
  const ptl_status status =
      ptl_read_named_expression(r, node, "column", variables, &def.expression, &def.unit);
  if (status != PTL_OK) return status;
  r->m->location = node->key_where;
  return ptl_mechanism_add_column(r->m, &def);
}

/* A column may use those before it. */
static ptl_status read_columns(ptl_reader *r, const ptl_node *node) {
  if (node == NULL) return PTL_OK;
  ptl_columns columns = {.sources = NULL};
  ptl_symbol_list *variables = &columns.list;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, "expressions");
  if (status == PTL_OK) status = ptl_columns_create(r->context, r->m, &columns);
  if (status != PTL_OK) return status;
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK;
       entry = entry->next) {
    status = ptl_symbols_index(r->context, variables);
    if (status == PTL_OK) status = read_column(r, entry, variables);
    if (status == PTL_OK)
      status = ptl_symbols_add(r->context, variables, entry->key,
                               r->m->columns[r->m->n_columns - 1].def.unit);
  }
  ptl_columns_release(r->context, &columns);
  return status;
}

static ptl_status read_units(ptl_reader *r, const ptl_node *node, int *angle, int *rate) {
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_known(r, node, "units", ptl_keys_units);
  if (status == PTL_OK) status = ptl_read_word_entry(r, node, "angle", PTL_WORDS_ANGLE_UNIT, angle);
  return status == PTL_OK ? ptl_read_word_entry(r, node, "rate", PTL_WORDS_RATE_UNIT, rate)
                          : status;
}

/* How rows are written; what they hold follows. */
static ptl_status read_rows(ptl_reader *r, const ptl_node *node) {
  ptl_output_def output = ptl_output_default();
  int rows = (int)output.contact_rows, angle = (int)output.angle, rate = (int)output.rate;
  ptl_status status = ptl_read_word_entry(r, node, "contact_rows", PTL_WORDS_CONTACT_ROWS, &rows);
  if (status == PTL_OK) status = read_units(r, ptl_node_find(node, "units"), &angle, &rate);
  if (status == PTL_OK)
    status = ptl_read_word_entry(r, node, "wrap_angles", PTL_WORDS_YES_NO, &output.wrap_angles);
  if (status != PTL_OK) return status;
  output.contact_rows = (ptl_contact_rows)rows;
  output.angle = (ptl_angle_unit)angle;
  output.rate = (ptl_rate_unit)rate;
  return ptl_mechanism_set_output(r->m, &output);
}

ptl_status ptl_read_output(ptl_reader *r, const ptl_node *node) {
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_known(r, node, "output", ptl_keys_output);
  if (status == PTL_OK) status = read_rows(r, node);
  if (status == PTL_OK) status = read_patterns(r, ptl_node_find(node, "columns"));
  return status == PTL_OK ? read_columns(r, ptl_node_find(node, "expressions")) : status;
}

/* ------------------------------------------------------------------ stop */

/* {settled: PART for TIME} */
static ptl_status read_settled(ptl_reader *r, const ptl_node *node, ptl_stop_def *def) {
  const char *text;
  ptl_status status = ptl_read_known(r, node, "a stop", ptl_keys_stop);
  const ptl_node *value = status == PTL_OK ? ptl_node_find(node, "settled") : NULL;
  if (status == PTL_OK && value == NULL)
    status = ptl_read_fail(r, node->where,
                           PTL_E(0106) "a stop is a condition or {settled: 1e-4 for 0.1 s}");
  if (status == PTL_OK) status = ptl_read_text(r, value, "settled", &text);
  if (status != PTL_OK) return status;
  const char *between = strstr(text, " for ");
  if (between == NULL)
    return ptl_read_fail(
        r, value->where,
        PTL_E(0106) "settled: '%s' does not say for how long; it reads 1e-4 for 0.1 s", text);
  const char *part = ptl_read_print(r, "%.*s", (int)(between - text), text);
  if (part == NULL) return PTL_ERR_MEMORY;
  status = ptl_quantity_eval(r->context, part, "1", r->parameters, r->n_parameters, &def->settled);
  if (status == PTL_OK)
    status = ptl_quantity_eval(r->context, between + strlen(" for "), "s", r->parameters,
                               r->n_parameters, &def->settled_for);
  if (status == PTL_ERR_INPUT) ptl_prefix_message(r->context, "settled: ");
  return ptl_read_fail_message(r, value->where, status);
}

static ptl_status read_stop(ptl_reader *r, const ptl_node *node, const ptl_symbol_list *variables) {
  ptl_stop_def def = {.condition = NULL};
  ptl_status status = node->kind == PTL_NODE_MAPPING
                          ? read_settled(r, node, &def)
                          : ptl_read_expression(r, node, "stop", "1", variables, &def.condition);
  if (status != PTL_OK) return status;
  r->m->location = node->where;
  return ptl_mechanism_add_stop(r->m, &def);
}

ptl_status ptl_read_stops(ptl_reader *r, const ptl_node *run) {
  const ptl_node *node = run != NULL ? ptl_node_find(run, "stop") : NULL;
  ptl_columns columns;
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_LIST, "stop");
  if (status == PTL_OK) status = ptl_columns_create(r->context, r->m, &columns);
  if (status != PTL_OK) return status;
  status = ptl_symbols_index(r->context, &columns.list);
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK; entry = entry->next)
    status = read_stop(r, entry, &columns.list);
  ptl_columns_release(r->context, &columns);
  return status;
}
