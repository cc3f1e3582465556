/* mechanism.c: the description as a whole, and its bodies, forces, loads, points and columns.
 * Contacts and joints are in mechanism_joint.c, couplings and motions in mechanism_motion.c. */
#include "mechanism.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrator.h"
#include "mechanism_add.h"
#include "registry.h"

/* ------------------------------------------------------------------ failures and checks */

ptl_status ptl_fail_at(const ptl_mechanism *m, ptl_where where, ptl_status status,
                       const char *format, ...) {
  char text[sizeof m->context->message];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  ptl_fail(m->context, status, "%s", text);
  if (m->settings != NULL && where.line < 0) {
    const ptl_setting *setting = &m->settings[-where.line - 1];
    ptl_prefix_message(m->context, "--set %s=%s: error: ", setting->path, setting->value);
  } else if (m->file != NULL && where.line > 0) {
    ptl_prefix_message(m->context, "%s:%d:%d: error: ", m->file, where.line, where.column);
  } else if (m->file != NULL) {
    ptl_prefix_message(m->context, "%s: error: ", m->file);
  }
  return status;
}

ptl_status ptl_fail_element(const ptl_mechanism *m, ptl_label label, const char *format, ...) {
  char text[sizeof m->context->message];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return ptl_fail_at(m, m->here, PTL_ERR_INPUT, "%s '%s': %s", label.word, label.name, text);
}

static const char *const element_words[] = {
    [PTL_ELEMENT_BODY] = "body",     [PTL_ELEMENT_CONTACT] = "contact",
    [PTL_ELEMENT_JOINT] = "joint",   [PTL_ELEMENT_COUPLING] = "coupling",
    [PTL_ELEMENT_MOTION] = "motion", [PTL_ELEMENT_FORCE] = "force",
    [PTL_ELEMENT_LOAD] = "load",     [PTL_ELEMENT_POINT] = "point",
    [PTL_ELEMENT_COLUMN] = "column"};

int ptl_find_element(const ptl_mechanism *m, ptl_element element, const char *name) {
  return name != NULL ? ptl_name_find(&m->names, (int)element, name, strlen(name)) : -1;
}

ptl_status ptl_enter_name(ptl_mechanism *m, ptl_element element, const char *name, int index) {
  return ptl_name_enter(m->context, &m->names, (int)element, name, index);
}

/* A contact in a group has the group's name before a dot. */
static int is_valid(ptl_element element, const char *name) {
  return element == PTL_ELEMENT_CONTACT ? ptl_dotted_name_is_valid(name) : ptl_name_is_valid(name);
}

ptl_status ptl_check_name(const ptl_mechanism *m, ptl_element element, const char *name) {
  const char *word = element_words[element];
  if (name == NULL) return ptl_fail_at(m, m->here, PTL_ERR_INPUT, "a %s has no name", word);
  if (!is_valid(element, name)) {
    return ptl_fail_at(m, m->here, PTL_ERR_INPUT,
                       "%s '%.80s': a name is a letter or _, then letters, digits and _, at most "
                       "63 in all",
                       word, name);
  }
  if (ptl_find_element(m, element, name) >= 0)
    return ptl_fail_at(m, m->here, PTL_ERR_INPUT, "the name '%s' is taken by another %s", name,
                       word);
  return PTL_OK;
}

ptl_status ptl_fail_unknown(const ptl_mechanism *m, ptl_label label, ptl_element element,
                            const char *name) {
  enum { MOST = 64 };
  const char *names[MOST + 1] = {NULL};
  char list[600], hint[96];
  int k = 0;
  if (element == PTL_ELEMENT_BODY) names[k++] = "ground";
  for (int i = 0; i < m->names.n && k < MOST; i++)
    if (m->names.entries[i].group == (int)element) names[k++] = m->names.entries[i].name;
  ptl_list_names(names, k, list, sizeof list);
  ptl_hint(name, names, k, hint, sizeof hint);
  return ptl_fail_element(m, label, "there is no %s '%s'%s; there %s %s", element_words[element],
                          name, hint, k == 1 ? "is" : "are", k > 0 ? list : "none");
}

ptl_status ptl_check_number(const ptl_mechanism *m, ptl_label label, const char *what, double value,
                            ptl_bound bound) {
  static const char *const words[] = {"finite", ">= 0", "> 0"};
  const int ok = isfinite(value) &&
                 (bound == PTL_BOUND_NONE || value > 0 || (bound == PTL_BOUND_ZERO && value == 0));
  if (ok) return PTL_OK;
  return ptl_fail_element(m, label, "%s must be %s, not %.12g", what, words[bound], value);
}

ptl_status ptl_check_part(const ptl_mechanism *m, ptl_label label, const ptl_part_def *part) {
  if (part->body == NULL) return ptl_fail_element(m, label, "a part names no body");
  if (ptl_find_body(m, part->body) == -2)
    return ptl_fail_unknown(m, label, PTL_ELEMENT_BODY, part->body);
  ptl_status status = ptl_check_number(m, label, "x of a part", part->x, PTL_BOUND_NONE);
  if (status == PTL_OK) status = ptl_check_number(m, label, "y of a part", part->y, PTL_BOUND_NONE);
  if (status == PTL_OK)
    status = ptl_check_number(m, label, "angle of a part", part->angle, PTL_BOUND_NONE);
  return status;
}

ptl_status ptl_check_parts(const ptl_mechanism *m, ptl_label label, const ptl_part_def *a,
                           const ptl_part_def *b) {
  ptl_status status = ptl_check_part(m, label, a);
  if (status == PTL_OK) status = ptl_check_part(m, label, b);
  if (status == PTL_OK && strcmp(a->body, b->body) == 0)
    status = ptl_fail_element(m, label, "it connects '%s' to itself", a->body);
  return status;
}

/* ------------------------------------------------------------------ texts */

int ptl_take_text(ptl_mechanism *m, const char **field) {
  const char *given = *field;
  *field = ptl_copy_text(m->context, given);
  return given == NULL || *field != NULL;
}

void ptl_drop_text(ptl_mechanism *m, const char *text) {
  ptl_free(m->context, (void *)text);
}

/* ------------------------------------------------------------------ the whole */

ptl_mechanism *ptl_mechanism_create(ptl_context *context) {
  ptl_mechanism *m = ptl_alloc(context, 1, sizeof *m);
  if (m == NULL) return NULL;
  m->context = context;
  m->references = 1;
  m->run = ptl_run_default();
  return m;
}

static void release_load(ptl_mechanism *m, ptl_load_def *def) {
  ptl_drop_text(m, def->name);
  ptl_drop_text(m, def->at.body);
  ptl_drop_text(m, def->fx);
  ptl_drop_text(m, def->fy);
  ptl_drop_text(m, def->torque);
}

static void release_column(ptl_mechanism *m, ptl_column_def *def) {
  ptl_drop_text(m, def->name);
  ptl_drop_text(m, def->unit);
  ptl_drop_text(m, def->expression);
}

static void release_force(ptl_mechanism *m, ptl_mech_force *force) {
  ptl_drop_text(m, force->def.name);
  ptl_drop_text(m, force->def.use.type);
  ptl_drop_text(m, force->def.a.body);
  ptl_drop_text(m, force->def.b.body);
  ptl_instance_release(m, &force->use);
}

static void release_point(ptl_mechanism *m, ptl_point_def *def) {
  ptl_drop_text(m, def->name);
  ptl_drop_text(m, def->at.body);
}

static void release_elements(ptl_mechanism *m) {
  for (int i = 0; i < m->n_bodies; i++) ptl_drop_text(m, m->bodies[i].def.name);
  for (int i = 0; i < m->n_forces; i++) release_force(m, &m->forces[i]);
  for (int i = 0; i < m->n_loads; i++) release_load(m, &m->loads[i].def);
  for (int i = 0; i < m->n_points; i++) release_point(m, &m->points[i].def);
  for (int i = 0; i < m->n_columns; i++) release_column(m, &m->columns[i].def);
  ptl_release_parameters(m);
  for (int i = 0; i < m->n_patterns; i++) ptl_free(m->context, m->patterns[i]);
  ptl_free(m->context, m->bodies);
  ptl_free(m->context, m->forces);
  ptl_free(m->context, m->loads);
  ptl_free(m->context, m->points);
  ptl_free(m->context, m->columns);
  ptl_free(m->context, m->patterns);
}

ptl_mechanism *ptl_mechanism_share(const ptl_mechanism *m) {
  ptl_mechanism *shared = (ptl_mechanism *)m;
  shared->references++;
  return shared;
}

void ptl_mechanism_destroy(ptl_mechanism *m) {
  if (m == NULL || --m->references > 0) return;
  release_elements(m);
  ptl_release_joints(m);
  ptl_release_motions(m);
  ptl_release_shapes(m);
  ptl_name_release(m->context, &m->names);
  ptl_symbols_release(m->context, &m->variables);
  ptl_free(m->context, m->file);
  ptl_free(m->context, m->title);
  ptl_free(m->context, m->source);
  ptl_drop_text(m, m->run.until.joint);
  ptl_drop_text(m, m->run.every.joint);
  ptl_free(m->context, m);
}

ptl_status ptl_mechanism_set_title(ptl_mechanism *m, const char *title, const char *source) {
  char *new_title = ptl_copy_text(m->context, title);
  char *new_source = ptl_copy_text(m->context, source);
  if ((title != NULL && new_title == NULL) || (source != NULL && new_source == NULL)) {
    ptl_free(m->context, new_title);
    ptl_free(m->context, new_source);
    return PTL_ERR_MEMORY;
  }
  ptl_free(m->context, m->title);
  ptl_free(m->context, m->source);
  m->title = new_title;
  m->source = new_source;
  return PTL_OK;
}

ptl_status ptl_mechanism_set_gravity(ptl_mechanism *m, double gx, double gy) {
  if (!isfinite(gx) || !isfinite(gy)) {
    return ptl_fail_at(m, m->here, PTL_ERR_INPUT, "gravity must be finite, not (%.12g, %.12g)", gx,
                       gy);
  }
  m->gx = gx;
  m->gy = gy;
  return PTL_OK;
}

const ptl_run_def *ptl_mechanism_get_run(const ptl_mechanism *m) {
  return &m->run;
}
const char *ptl_mechanism_get_title(const ptl_mechanism *m) {
  return m->title;
}
const char *ptl_mechanism_get_source(const ptl_mechanism *m) {
  return m->source;
}

int ptl_find_body(const ptl_mechanism *m, const char *name) {
  const int i = ptl_find_element(m, PTL_ELEMENT_BODY, name);
  if (i >= 0) return i;
  return name != NULL && strcmp(name, "ground") == 0 ? -1 : -2;
}

/* ------------------------------------------------------------------ run */

ptl_run_def ptl_run_default(void) {
  ptl_run_def run = {.until = {1.0, NULL},
                     .every = {0, NULL}, /* a thousand rows */
                     .start = PTL_START_IDEAL,
                     .rtol = 1e-7,
                     .integrator = PTL_INTEGRATOR_AUTO,
                     .length = NAN,
                     .speed = NAN,
                     .max_step = 0,
                     .drift_limit = 1e-5,
                     .energy_limit = 1e-3};
  return run;
}

static ptl_status check_span(const ptl_mechanism *m, const char *what, const ptl_span *span,
                             ptl_bound bound) {
  const ptl_label label = {"run", what};
  const ptl_status status = ptl_check_number(m, label, "its amount", span->amount, bound);
  if (status != PTL_OK || span->joint == NULL) return status;
  return ptl_check_coordinate(m, label, span->joint);
}

static ptl_status check_scale(const ptl_mechanism *m, const char *what, double value) {
  const ptl_label label = {"run", what};
  return isnan(value) ? PTL_OK : ptl_check_number(m, label, "it", value, PTL_BOUND_OPEN);
}

static ptl_status check_run(const ptl_mechanism *m, const ptl_run_def *run) {
  ptl_status status = check_span(m, "until", &run->until, PTL_BOUND_OPEN);
  if (status == PTL_OK) status = check_span(m, "every", &run->every, PTL_BOUND_ZERO);
  if (status == PTL_OK && run->start != PTL_START_GIVEN && run->start != PTL_START_IDEAL)
    status = ptl_fail_at(m, m->here, PTL_ERR_INPUT, "run 'start': it must be given or ideal");
  if (status == PTL_OK && ptl_integrator_word(run->integrator) == NULL)
    status = ptl_fail_at(m, m->here, PTL_ERR_INPUT,
                         "run 'integrator': it must be " PTL_INTEGRATOR_WORDS);
  if (status == PTL_OK && !(run->rtol >= 1e-14 && run->rtol <= 0.1)) {
    status = ptl_fail_at(m, m->here, PTL_ERR_INPUT,
                         "run 'rtol': it must be >= 1e-14 and <= 0.1, not %.12g", run->rtol);
  }
  if (status == PTL_OK) status = check_scale(m, "length", run->length);
  if (status == PTL_OK) status = check_scale(m, "speed", run->speed);
  if (status == PTL_OK) {
    const ptl_label label = {"run", "max_step"};
    status = ptl_check_number(m, label, "it", run->max_step, PTL_BOUND_ZERO);
  }
  if (status == PTL_OK) {
    const ptl_label label = {"run", "drift_limit"};
    status = ptl_check_number(m, label, "it", run->drift_limit, PTL_BOUND_OPEN);
  }
  if (status == PTL_OK) {
    const ptl_label label = {"run", "energy_limit"};
    status = ptl_check_number(m, label, "it", run->energy_limit, PTL_BOUND_OPEN);
  }
  return status;
}

ptl_status ptl_mechanism_set_run(ptl_mechanism *m, const ptl_run_def *run) {
  ptl_run_def made = *run;
  const ptl_status status = check_run(m, run);
  if (status != PTL_OK) return status;
  if (!(ptl_take_text(m, &made.until.joint) & ptl_take_text(m, &made.every.joint))) {
    ptl_drop_text(m, made.until.joint);
    ptl_drop_text(m, made.every.joint);
    return PTL_ERR_MEMORY;
  }
  ptl_drop_text(m, m->run.until.joint);
  ptl_drop_text(m, m->run.every.joint);
  m->run = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ bodies */

ptl_body_def ptl_body_default(void) {
  ptl_body_def body = {.name = NULL, .mass = NAN, .inertia = NAN};
  return body;
}

static ptl_status check_body(const ptl_mechanism *m, const ptl_body_def *def) {
  const ptl_label label = {"body", def->name};
  const char *const names[] = {"x", "y", "angle", "vx", "vy", "omega", "com_x", "com_y"};
  const double values[] = {def->x,  def->y,     def->angle, def->vx,
                           def->vy, def->omega, def->com_x, def->com_y};
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_BODY, def->name);
  if (status != PTL_OK) return status;
  if (strcmp(def->name, "ground") == 0)
    return ptl_fail_element(m, label, "the name is taken by the fixed frame of the world");
  if (ptl_find_element(m, PTL_ELEMENT_POINT, def->name) >= 0)
    return ptl_fail_element(m, label, "a point has that name; their columns would be the same");
  status = ptl_check_number(m, label, "mass [kg]", def->mass, PTL_BOUND_OPEN);
  if (status == PTL_OK)
    status = ptl_check_number(m, label, "inertia [kg m^2]", def->inertia, PTL_BOUND_OPEN);
  for (int i = 0; i < 8 && status == PTL_OK; i++)
    status = ptl_check_number(m, label, names[i], values[i], PTL_BOUND_NONE);
  return status;
}

ptl_status ptl_mechanism_add_body(ptl_mechanism *m, const ptl_body_def *def) {
  ptl_mech_body made = {.def = *def, .where = m->here};
  const ptl_status status = check_body(m, def);
  if (status != PTL_OK) return status;
  ptl_mech_body *grown = ptl_grow(m->context, m->bodies, (size_t)m->n_bodies, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->bodies = grown;
  if (!ptl_take_text(m, &made.def.name) ||
      ptl_enter_name(m, PTL_ELEMENT_BODY, made.def.name, m->n_bodies) != PTL_OK) {
    ptl_drop_text(m, made.def.name);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_bodies++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ forces between parts */

ptl_status ptl_mechanism_add_force(ptl_mechanism *m, const ptl_force_def *def) {
  const ptl_label label = {"force", def->name};
  ptl_mech_force made = {*def, {NULL, NULL, 0, 0}, m->here};
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_FORCE, def->name);
  if (status == PTL_OK && ptl_find_element(m, PTL_ELEMENT_LOAD, def->name) >= 0)
    status = ptl_fail_element(m, label, "a load has that name");
  if (status == PTL_OK) status = ptl_check_parts(m, label, &def->a, &def->b);
  if (status != PTL_OK) return status;
  ptl_mech_force *grown = ptl_grow(m->context, m->forces, (size_t)m->n_forces, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->forces = grown;
  status = ptl_instance_create(m, label, PTL_FORCE, &def->use, &made.use);
  if (status == PTL_OK) status = ptl_check_force(m, label, &made.use);
  made.def.use.given = NULL;
  made.def.use.n_given = 0;
  if (status != PTL_OK) {
    ptl_instance_release(m, &made.use);
    return status;
  }
  if (!(ptl_take_text(m, &made.def.name) & ptl_take_text(m, &made.def.use.type) &
        ptl_take_text(m, &made.def.a.body) & ptl_take_text(m, &made.def.b.body)) ||
      ptl_enter_name(m, PTL_ELEMENT_FORCE, made.def.name, m->n_forces) != PTL_OK) {
    release_force(m, &made);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_forces++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ loads */

static ptl_status check_load_text(const ptl_mechanism *m, ptl_label label, const char *what,
                                  const char *text, const ptl_symbol_list *variables) {
  char reason[sizeof m->context->message];
  if (text == NULL) return PTL_OK;
  ptl_status status = ptl_expression_check(m->context, text, variables);
  if (status != PTL_ERR_INPUT) return status;
  snprintf(reason, sizeof reason, "%s", m->context->message);
  return ptl_fail_element(m, label, "%s: %s", what, reason);
}

static ptl_status check_load(ptl_mechanism *m, const ptl_load_def *def) {
  const ptl_label label = {"load", def->name};
  ptl_symbol_list variables;
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_LOAD, def->name);
  if (status == PTL_OK && ptl_find_element(m, PTL_ELEMENT_FORCE, def->name) >= 0)
    status = ptl_fail_element(m, label, "a force has that name");
  if (status == PTL_OK) status = ptl_check_part(m, label, &def->at);
  if (status != PTL_OK) return status;
  if (ptl_find_body(m, def->at.body) < 0)
    return ptl_fail_element(m, label, "it acts on the ground, where it has no effect");
  if (def->fx == NULL && def->fy == NULL && def->torque == NULL)
    return ptl_fail_element(m, label, "it needs a force or a torque");
  status = ptl_mechanism_variables(m, m->n_bodies, &variables);
  if (status != PTL_OK) return status;
  status = check_load_text(m, label, "force along x", def->fx, &variables);
  if (status == PTL_OK) status = check_load_text(m, label, "force along y", def->fy, &variables);
  return status == PTL_OK ? check_load_text(m, label, "torque", def->torque, &variables) : status;
}

ptl_status ptl_mechanism_add_load(ptl_mechanism *m, const ptl_load_def *def) {
  ptl_mech_load made = {*def, m->here};
  const ptl_status status = check_load(m, def);
  if (status != PTL_OK) return status;
  ptl_mech_load *grown = ptl_grow(m->context, m->loads, (size_t)m->n_loads, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->loads = grown;
  if (!(ptl_take_text(m, &made.def.name) & ptl_take_text(m, &made.def.at.body) &
        ptl_take_text(m, &made.def.fx) & ptl_take_text(m, &made.def.fy) &
        ptl_take_text(m, &made.def.torque)) ||
      ptl_enter_name(m, PTL_ELEMENT_LOAD, made.def.name, m->n_loads) != PTL_OK) {
    release_load(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_loads++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ points and columns */

ptl_status ptl_mechanism_add_point(ptl_mechanism *m, const ptl_point_def *def) {
  const ptl_label label = {"point", def->name};
  ptl_mech_point made = {*def, m->here};
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_POINT, def->name);
  if (status == PTL_OK && ptl_find_body(m, def->name) != -2)
    status = ptl_fail_element(m, label, "a body has that name; their columns would be the same");
  if (status == PTL_OK) status = ptl_check_part(m, label, &def->at);
  if (status != PTL_OK) return status;
  ptl_mech_point *grown = ptl_grow(m->context, m->points, (size_t)m->n_points, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->points = grown;
  if (!(ptl_take_text(m, &made.def.name) & ptl_take_text(m, &made.def.at.body)) ||
      ptl_enter_name(m, PTL_ELEMENT_POINT, made.def.name, m->n_points) != PTL_OK) {
    release_point(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_points++] = made;
  return PTL_OK;
}

ptl_status ptl_mechanism_add_column(ptl_mechanism *m, const ptl_column_def *def) {
  const ptl_label label = {"column", def->name};
  ptl_mech_column made = {*def, m->here};
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_COLUMN, def->name);
  if (status == PTL_OK && (strcmp(def->name, "time") == 0 || strcmp(def->name, "event") == 0))
    status = ptl_fail_element(m, label, "the trace has a column of that name already");
  if (status == PTL_OK && def->unit == NULL) status = ptl_fail_element(m, label, "it has no unit");
  if (status == PTL_OK && def->expression == NULL)
    status = ptl_fail_element(m, label, "it has no expression");
  if (status != PTL_OK) return status;
  ptl_mech_column *grown = ptl_grow(m->context, m->columns, (size_t)m->n_columns, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->columns = grown;
  if (!(ptl_take_text(m, &made.def.name) & ptl_take_text(m, &made.def.unit) &
        ptl_take_text(m, &made.def.expression)) ||
      ptl_enter_name(m, PTL_ELEMENT_COLUMN, made.def.name, m->n_columns) != PTL_OK) {
    release_column(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_columns++] = made;
  return PTL_OK;
}

ptl_status ptl_mechanism_keep_columns(ptl_mechanism *m, const char *pattern) {
  if (pattern == NULL || !*pattern)
    return ptl_fail_at(m, m->here, PTL_ERR_INPUT, "a pattern of columns is empty");
  char **grown = ptl_grow(m->context, m->patterns, (size_t)m->n_patterns, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->patterns = grown;
  char *copy = ptl_copy_text(m->context, pattern);
  if (copy == NULL) return PTL_ERR_MEMORY;
  grown[m->n_patterns++] = copy;
  return PTL_OK;
}
