/* model_read.c: reads a model file. The format is documented in docs/model_file.md. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_read.h"
#include "hash.h"
#include "model_read_yaml.h"
#include "model_reader.h"
#include "model_set.h"
#include "reading.h"
#include "registry.h"
#include "units.h"

enum { LARGEST_FILE = 16 << 20, FORMAT = 1 };

uint64_t ptl_read_hash_settings(uint64_t hash, const ptl_setting *settings, int n) {
  for (int i = 0; i < n; i++) {
    hash = ptl_hash(hash, settings[i].path, strlen(settings[i].path) + 1);
    hash = ptl_hash(hash, settings[i].value, strlen(settings[i].value) + 1);
  }
  return hash;
}

/* ------------------------------------------------------------------ sections */

static ptl_status read_version(const ptl_reader *r, const ptl_node *root) {
  const ptl_node *node = ptl_node_find(root, "pintle");
  double version = 0;
  if (node == NULL) {
    return ptl_read_fail(r, root->where,
                         PTL_E(0205) "this is no model of Pintle: the key 'pintle' with the "
                         "version of the format is missing, 'pintle: %d'",
                         FORMAT);
  }
  ptl_status status = ptl_read_quantity(r, node, "pintle", "1", &version);
  if (status == PTL_OK && version != FORMAT) {
    status = ptl_read_fail(r, node->where,
                           PTL_E(0108) "format version %s is not known; this is Pintle %s, "
                           "which reads version %d",
                           node->text, PTL_VERSION, FORMAT);
  }
  return status;
}

static ptl_status read_title(const ptl_reader *r, const ptl_node *root) {
  const ptl_node *title = ptl_node_find(root, "title"), *source = ptl_node_find(root, "source");
  const char *texts[2] = {NULL, NULL};
  ptl_status status = PTL_OK;
  if (title != NULL) status = ptl_read_text(r, title, "title", &texts[0]);
  if (status == PTL_OK && source != NULL) status = ptl_read_text(r, source, "source", &texts[1]);
  return status == PTL_OK ? ptl_mechanism_set_title(r->m, texts[0], texts[1]) : status;
}

/* Whether the text of a parameter needs, directly or through others below `limit` of them, the
 * parameter `name`. */
static int needs(const ptl_node *all, const char *text, const char *name, int limit) {
  size_t length;
  for (const char *p = ptl_next_name(text, &length); p != NULL && limit > 0;
       p = ptl_next_name(p + length, &length)) {
    if (strlen(name) == length && memcmp(p, name, length) == 0) return 1;
    for (const ptl_node *entry = all->first; entry != NULL; entry = entry->next)
      if (entry->kind == PTL_NODE_TEXT && strlen(entry->key) == length &&
          memcmp(p, entry->key, length) == 0 && needs(all, entry->text, name, limit - 1))
        return 1;
  }
  return 0;
}

/* The value of a parameter could not be found: adds to the message whether it is made of one that
 * stands below, or of itself. */
static void explain_parameter(const ptl_reader *r, const ptl_node *all, const ptl_node *node) {
  enum { DEEPEST = 8 };
  char before[sizeof r->context->told.message];
  size_t length;
  for (const char *p = ptl_next_name(node->text, &length); p != NULL;
       p = ptl_next_name(p + length, &length)) {
    const ptl_node *entry = node;
    while (entry != NULL && !(strlen(entry->key) == length && memcmp(p, entry->key, length) == 0))
      entry = entry->next;
    if (entry == NULL) continue;
    memcpy(before, r->context->told.message, sizeof before);
    if (entry == node)
      ptl_fail(r->context, PTL_ERR_INPUT, PTL_E(0107) "%s; it is made of itself", before);
    else if (entry->kind == PTL_NODE_TEXT && needs(all, entry->text, node->key, DEEPEST))
      ptl_fail(r->context, PTL_ERR_INPUT, PTL_E(0107) "%s; '%s' is made of itself, by way of '%s'",
               before, node->key, entry->key);
    else
      ptl_fail(r->context, PTL_ERR_INPUT,
               PTL_E(0107) "%s; '%s' stands below, and a parameter uses those above it", before,
               entry->key);
    return;
  }
}

/* 1 where a parameter's name stands at the text, or pi. */
static int is_value(void *user, const char *text) {
  const ptl_reader *r = user;
  size_t length;
  if (ptl_next_name(text, &length) != text) return 0;
  if (ptl_is_pi(text, length)) return 1;
  for (int i = 0; i < r->n_parameters; i++)
    if (strlen(r->parameters[i].name) == length && memcmp(r->parameters[i].name, text, length) == 0)
      return 1;
  return 0;
}

static int has_dimension(ptl_reader *r, const ptl_unit *found, const char *unit) {
  ptl_unit wanted;
  if (ptl_unit_parse(r->context, unit, &wanted) != PTL_OK) return 0;
  for (int i = 0; i < PTL_N_BASE; i++)
    if (found->power[i] != wanted.power[i]) return 0;
  return 1;
}

/* The unit at the end of a text, `20 mm` or `24*pi rad/s`, if it is one of the value's dimension;
 * NULL for any other text. */
static const char *given_unit(ptl_reader *r, const char *text, const char *dimension) {
  char *behind;
  ptl_unit found;
  strtod(text, &behind);
  for (const char *unit = behind; *unit != '\0'; unit++) {
    const char *end = unit;
    const int begins = unit == behind || unit[-1] == ' ' || (unit[-1] >= '0' && unit[-1] <= '9');
    if (begins && ptl_unit_begins(unit, is_value, r) &&
        ptl_unit_scan(r->context, &end, is_value, r, &found) == PTL_OK && *end == '\0' &&
        has_dimension(r, &found, dimension))
      return unit;
  }
  return NULL;
}

static ptl_status read_parameter(ptl_reader *r, const ptl_node *all, const ptl_node *node) {
  char unit[96];
  ptl_parameter_def def = {.name = node->key, .unit = unit};
  const char *text;
  if (!ptl_name_is_valid(node->key))
    return ptl_read_fail(r, node->key_where,
                         PTL_E(0201) "parameter '%s': a name is a letter or _, then letters, "
                         "digits and _%s",
                         node->key, ptl_read_hint_of_rest(node->key));
  if (ptl_name_is_function(node->key) || strcmp(node->key, "time") == 0)
    return ptl_read_fail(r, node->key_where,
                         PTL_E(0202) "parameter '%s': expressions know that name already",
                         node->key);
  ptl_status status = ptl_read_text(r, node, node->key, &text);
  if (status != PTL_OK) return status;
  status = ptl_quantity_infer(r->context, text, r->parameters, r->n_parameters, &def.value, unit,
                              sizeof unit);
  if (status == PTL_ERR_INPUT) {
    ptl_prefix_message(r->context, "parameter '%s': ", node->key);
    explain_parameter(r, all, node);
  }
  if (status != PTL_OK) return ptl_read_fail_message(r, node->where, status);
  def.given_unit = given_unit(r, text, unit);
  status = ptl_mechanism_add_parameter(r->m, &def);
  if (status != PTL_OK) return status;
  def = r->m->parameters[r->m->n_parameters - 1];
  ptl_read_note_needs(r, r->n_parameters);
  r->parameters[r->n_parameters] =
      (ptl_symbol){def.name, def.value, def.unit, &r->uses[r->n_parameters]};
  r->n_parameters++;
  return PTL_OK;
}

static ptl_status read_parameters(ptl_reader *r, const ptl_node *node) {
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, "parameters");
  if (status != PTL_OK) return status;
  r->parameters = ptl_read_scratch(r, (size_t)node->n, sizeof *r->parameters);
  r->room = node->n;
  r->uses = ptl_read_scratch(r, (size_t)node->n, sizeof *r->uses);
  r->needs = ptl_read_scratch(r, (size_t)node->n, (size_t)node->n);
  if (r->parameters == NULL || r->uses == NULL || r->needs == NULL) return PTL_ERR_MEMORY;
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK; entry = entry->next)
    status = read_parameter(r, node, entry);
  return status;
}

static ptl_status read_gravity(const ptl_reader *r, const ptl_node *node) {
  double g[2];
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_pair(r, node, "gravity", "m/s^2", g);
  return status == PTL_OK ? ptl_mechanism_set_gravity(r->m, g[0], g[1]) : status;
}

static ptl_status read_body(ptl_reader *r, const ptl_node *node) {
  ptl_body_def def = ptl_body_default();
  const char *what = ptl_read_print(r, "body '%s'", node->key);
  if (what == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_read_known(r, node, what, ptl_keys_body);
  if (status == PTL_OK &&
      (ptl_node_find(node, "mass") == NULL || ptl_node_find(node, "inertia") == NULL))
    status = ptl_read_fail(r, node->key_where,
                           PTL_E(0205) "%s needs 'mass' [kg] and 'inertia' about its "
                           "centre of mass [kg m^2]",
                           what);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "mass", "kg", &def.mass);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "inertia", "kg m^2", &def.inertia);
  if (status == PTL_OK) status = ptl_read_pair_entry(r, node, "position", "m", &def.x, &def.y);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "angle", "rad", &def.angle);
  if (status == PTL_OK) status = ptl_read_pair_entry(r, node, "velocity", "m/s", &def.vx, &def.vy);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "rate", "rad/s", &def.omega);
  if (status == PTL_OK) status = ptl_read_pair_entry(r, node, "com", "m", &def.com_x, &def.com_y);
  if (status != PTL_OK) return status;
  def.name = node->key;
  def.free = (ptl_node_find(node, "position") == NULL ? PTL_FREE_POSITION : 0) |
             (ptl_node_find(node, "angle") == NULL ? PTL_FREE_ANGLE : 0) |
             (ptl_node_find(node, "velocity") == NULL ? PTL_FREE_VELOCITY : 0) |
             (ptl_node_find(node, "rate") == NULL ? PTL_FREE_RATE : 0);
  r->m->location = node->key_where;
  status = ptl_mechanism_add_body(r->m, &def);
  return status == PTL_OK ? ptl_read_shapes(r, ptl_node_find(node, "shape"), def.name) : status;
}

static ptl_status read_bodies(ptl_reader *r, const ptl_node *node) {
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, "bodies");
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK; entry = entry->next)
    status = read_body(r, entry);
  return status;
}

static ptl_status read_sections(ptl_reader *r, const ptl_node *root) {
  ptl_status status = read_version(r, root);
  if (status == PTL_OK) status = ptl_read_known(r, root, "the model", ptl_keys_model);
  if (status == PTL_OK) status = read_title(r, root);
  if (status == PTL_OK) status = read_parameters(r, ptl_node_find(root, "parameters"));
  const ptl_node *signals = ptl_node_find(root, "signals"), *loads = ptl_node_find(root, "loads");
  const ptl_node *output = ptl_node_find(root, "output");
  if (status == PTL_OK) status = ptl_read_inputs(r, ptl_node_find(root, "inputs"));
  if (status == PTL_OK) status = ptl_read_tables(r, ptl_node_find(root, "tables"));
  if (status == PTL_OK) status = ptl_read_early_signals(r, signals);
  if (status == PTL_OK) status = read_gravity(r, ptl_node_find(root, "gravity"));
  if (status == PTL_OK) status = read_bodies(r, ptl_node_find(root, "bodies"));
  if (status == PTL_OK) status = ptl_read_contacts(r, ptl_node_find(root, "contacts"));
  if (status == PTL_OK) status = ptl_read_joints(r, ptl_node_find(root, "joints"));
  if (status == PTL_OK) status = ptl_read_forces(r, ptl_node_find(root, "forces"));
  if (status == PTL_OK) status = ptl_read_points(r, output);
  const ptl_node *joints = ptl_node_find(root, "joints");
  if (status == PTL_OK && (signals != NULL || loads != NULL || ptl_joints_read_signals(joints)))
    status = ptl_read_signals(r, signals);
  if (status == PTL_OK) status = ptl_read_late_motions(r, joints);
  if (status == PTL_OK) status = ptl_read_releases(r, joints);
  if (status == PTL_OK) status = ptl_read_pressed(r, joints);
  if (status == PTL_OK) status = ptl_read_loads(r, loads);
  if (status == PTL_OK) status = ptl_read_run(r, ptl_node_find(root, "run"));
  if (status == PTL_OK) status = ptl_read_signal_columns(r, signals);
  if (status == PTL_OK) status = ptl_read_output(r, output);
  if (status == PTL_OK) status = ptl_read_statistics(r, output);
  if (status == PTL_OK) status = ptl_read_stops(r, ptl_node_find(root, "run"));
  if (status == PTL_OK) status = ptl_read_start(r, ptl_node_find(root, "start"));
  return status;
}

/* ------------------------------------------------------------------ the whole */

/* Adds the line of the file that a message speaks of, and a marker under the column. */
static void show_line(ptl_context *context, const char *path, const char *text) {
  const ptl_error *e = &context->told.error;
  char excerpt[400], marker[200];
  const int line = e->line, column = e->column;
  int i;
  if (e->file == NULL || line < 1 || strncmp(e->file, path, strlen(e->file)) != 0) return;
  for (i = 1; i < line && text != NULL; i++) {
    text = strchr(text, '\n');
    if (text != NULL) text++;
  }
  size_t length = text != NULL ? strcspn(text, "\r\n") : 0;
  if (length == 0 || length >= sizeof marker || column < 1 || (size_t)column > length + 1) return;
  for (i = 0; i < column - 1; i++) marker[i] = text[i] == '\t' ? '\t' : ' ';
  snprintf(marker + i, sizeof marker - (size_t)i, "^");
  snprintf(excerpt, sizeof excerpt, "  %.*s\n  %s", (int)length, text, marker);
  ptl_show_below(context, excerpt);
}

void ptl_read_release(ptl_reader *r) {
  for (int i = 0; i < r->n_scratch; i++) ptl_free(r->context, r->scratch[i]);
  ptl_free(r->context, r->scratch);
  ptl_definitions_release(r->context, &r->definitions);
}

static ptl_status read_tree(ptl_mechanism *m, const char *text, size_t size, int n_settings,
                            ptl_node **out) {
  ptl_node *root = NULL;
  ptl_status status = ptl_tree_read(m, text, size, -1, &root);
  if (status == PTL_OK && root->kind != PTL_NODE_MAPPING && root->kind != PTL_NODE_NOTHING)
    status = ptl_fail_at(m, root->where, PTL_ERR_INPUT,
                         PTL_E(0204) "a model must be a mapping, not %s", ptl_node_word(root));
  if (status == PTL_OK && root->kind == PTL_NODE_NOTHING)
    status = ptl_fail_at(m, (ptl_where){0, 0}, PTL_ERR_INPUT,
                         PTL_E(0104) "the file is empty; a model begins with 'pintle: %d'", FORMAT);
  for (int i = 0; i < n_settings && status == PTL_OK; i++) status = ptl_tree_set(m, root, i);
  if (status == PTL_OK) {
    *out = root;
  } else {
    ptl_node_destroy(m->context, root);
  }
  return status;
}

ptl_status ptl_read_description(ptl_mechanism *m, ptl_node *root) {
  ptl_reader reader = {.context = m->context, .m = m};
  m->settings = m->read_from.settings;
  ptl_status status = read_sections(&reader, root);
  if (status == PTL_OK) status = ptl_read_check_settings(&reader, m->read_from.n_settings);
  ptl_read_release(&reader);
  m->settings = NULL;
  m->location = (ptl_where){0, 0};
  if (status == PTL_OK)
    m->read_from.tree = root;
  else
    ptl_node_destroy(m->context, root);
  return status;
}

static ptl_status read_model(ptl_mechanism *m, const char *text, size_t size) {
  ptl_node *root = NULL;
  m->settings = m->read_from.settings;
  const ptl_status status = read_tree(m, text, size, m->read_from.n_settings, &root);
  return status == PTL_OK ? ptl_read_description(m, root) : status;
}

static ptl_status load_text(ptl_context *context, const char *text, size_t size, const char *name,
                            const ptl_setting *settings, int n_settings, ptl_mechanism **out) {
  ptl_mechanism *m = ptl_mechanism_create(context);
  if (m != NULL) m->file = ptl_copy_text(context, name);
  ptl_status status = m != NULL && m->file != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = ptl_add_settings(m, settings, n_settings);
  if (status == PTL_OK) {
    m->hash = ptl_read_hash_settings(ptl_hash(PTL_HASH_START, text, size), settings, n_settings);
    status = read_model(m, text, size);
  }
  if (status == PTL_OK) {
    *out = m;
  } else {
    if (status == PTL_ERR_INPUT) show_line(context, name, text);
    ptl_mechanism_destroy(m);
  }
  return status;
}

ptl_status ptl_mechanism_load(ptl_context *context, const char *path, const ptl_setting *settings,
                              int n_settings, ptl_mechanism **out) {
  *out = NULL;
  char *text = NULL;
  size_t size = 0;
  ptl_status status = ptl_file_read(context, path, "model", LARGEST_FILE, &text, &size);
  if (status == PTL_OK) status = load_text(context, text, size, path, settings, n_settings, out);
  ptl_free(context, text);
  return status;
}

ptl_status ptl_mechanism_parse(ptl_context *context, const char *text, size_t size,
                               const char *name, const ptl_setting *settings, int n_settings,
                               ptl_mechanism **out) {
  *out = NULL;
  if (size > LARGEST_FILE)
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0104) "%s: error: the text has more than %d MB; this is no model", name,
                    LARGEST_FILE >> 20);
  char *own =
      ptl_alloc(context, size + 1, 1); /* with a 0 at the end, as messages show lines of it */
  if (own == NULL) return PTL_ERR_MEMORY;
  memcpy(own, text, size);
  ptl_status status = load_text(context, own, size, name, settings, n_settings, out);
  ptl_free(context, own);
  return status;
}
