/* element.c: what everything that adds an element to a description needs. */
#include "element.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "node_tree.h"

/* ------------------------------------------------------------------ failures */

ptl_where ptl_where_of(const ptl_mechanism *m, const char *section, const char *key) {
  const ptl_node *tree = m->read_from.tree;
  const ptl_node *all = tree != NULL ? ptl_node_find(tree, section) : NULL;
  const ptl_node *one = all != NULL && key != NULL ? ptl_node_find(all, key) : NULL;
  return one != NULL ? one->key_where : all != NULL ? all->key_where : (ptl_where){0, 0};
}

/* Puts in front of the message where that is. */
static void put_place(ptl_context *context, const ptl_mechanism *m, ptl_where where) {
  const ptl_setting *settings = m->settings != NULL ? m->settings : m->read_from.settings;
  if (settings != NULL && where.line < 0) {
    const ptl_setting *setting = &settings[-where.line - 1];
    ptl_prefix_message(context, "--set %s=%s: error: ", setting->path, setting->value);
    ptl_error_place(context, m->file, 0, 0, setting->path);
  } else if (m->file != NULL && where.line > 0) {
    ptl_prefix_message(context, "%s:%d:%d: error: ", m->file, where.line, where.column);
    ptl_error_place(context, m->file, where.line, where.column, NULL);
  } else if (m->file != NULL) {
    ptl_prefix_message(context, "%s: error: ", m->file);
    ptl_error_place(context, m->file, 0, 0, NULL);
  }
}

ptl_status ptl_fail_at(const ptl_mechanism *m, ptl_where where, ptl_status status,
                       const char *format, ...) {
  char text[sizeof m->context->told.message];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  ptl_fail(m->context, status, PTL_E_SAME "%s", text);
  put_place(m->context, m, where);
  return status;
}

static const char *section_of(const char *element) {
  static const char *const sections[][2] = {{"body", "bodies"},     {"contact", "contacts"},
                                            {"joint", "joints"},    {"constraint", "joints"},
                                            {"coupling", "joints"}, {"motion", "joints"},
                                            {"force", "forces"},    {"load", "loads"},
                                            {"input", "inputs"},    {"signal", "signals"}};
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    if (strcmp(element, sections[i][0]) == 0) return sections[i][1];
  return NULL;
}

void ptl_place_failure(ptl_context *context, const ptl_mechanism *m) {
  const ptl_error *e = &context->told.error;
  if (m->read_from.tree == NULL || e->file != NULL || e->element == NULL || e->name == NULL) return;
  const char *section = section_of(e->element);
  const ptl_node *all = section != NULL ? ptl_node_find(m->read_from.tree, section) : NULL;
  const ptl_node *one = all != NULL ? ptl_node_find(all, e->name) : NULL;
  if (one != NULL) put_place(context, m, one->where.line < 0 ? one->where : one->key_where);
}

ptl_status ptl_fail_element(const ptl_mechanism *m, ptl_label label, const char *format, ...) {
  char text[sizeof m->context->told.message];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  const ptl_status status = ptl_fail_at(m, m->location, PTL_ERR_INPUT, PTL_E_SAME "%s '%s': %s",
                                        label.word, label.name, text);
  ptl_error_element(m->context, label.word, label.name);
  return status;
}

ptl_status ptl_fail_with_reason(const ptl_mechanism *m, ptl_label label, const char *what) {
  char reason[sizeof m->context->told.message];
  snprintf(reason, sizeof reason, "%s", m->context->told.message);
  return ptl_fail_element(m, label, PTL_E_SAME "%s%s", what, reason);
}

/* ------------------------------------------------------------------ what it was read from */

void ptl_release_read_from(ptl_mechanism *m) {
  ptl_node_destroy(m->context, m->read_from.tree);
  for (int i = 0; i < m->read_from.n_settings; i++) {
    ptl_free(m->context, (char *)m->read_from.settings[i].path);
    ptl_free(m->context, (char *)m->read_from.settings[i].value);
  }
  ptl_free(m->context, m->read_from.settings);
  m->read_from = (ptl_read_from){0};
}

void ptl_mechanism_change(ptl_mechanism *m) {
  if (m->read_from.tree != NULL) ptl_release_read_from(m);
}

/* ------------------------------------------------------------------ names */

static const char *const element_words[] = {
    [PTL_ELEMENT_BODY] = "body",     [PTL_ELEMENT_CONTACT] = "contact",
    [PTL_ELEMENT_JOINT] = "joint",   [PTL_ELEMENT_COUPLING] = "coupling",
    [PTL_ELEMENT_MOTION] = "motion", [PTL_ELEMENT_FORCE] = "force",
    [PTL_ELEMENT_LOAD] = "load",     [PTL_ELEMENT_POINT] = "point",
    [PTL_ELEMENT_COLUMN] = "column", [PTL_ELEMENT_INPUT] = "input",
    [PTL_ELEMENT_SIGNAL] = "signal"};

int ptl_find_element(const ptl_mechanism *m, ptl_element element, const char *name) {
  return name != NULL ? ptl_name_find(&m->names, (int)element, name, strlen(name)) : -1;
}

int ptl_mechanism_find(const ptl_mechanism *m, const char *kind, const char *name) {
  for (int e = 0; e < (int)(sizeof element_words / sizeof *element_words); e++)
    if (strcmp(element_words[e], kind) == 0) return ptl_find_element(m, (ptl_element)e, name);
  return -1;
}

int ptl_find_body(const ptl_mechanism *m, const char *name) {
  const int i = ptl_find_element(m, PTL_ELEMENT_BODY, name);
  if (i >= 0) return i;
  return name != NULL && strcmp(name, "ground") == 0 ? -1 : -2;
}

int ptl_find_joint(const ptl_mechanism *m, const char *name) {
  return ptl_find_element(m, PTL_ELEMENT_JOINT, name);
}

int ptl_find_contact(const ptl_mechanism *m, const char *name) {
  return ptl_find_element(m, PTL_ELEMENT_CONTACT, name);
}

ptl_status ptl_enter_name(ptl_mechanism *m, ptl_element element, const char *name, int index) {
  ptl_mechanism_change(m);
  return ptl_name_enter(m->context, &m->names, (int)element, name, index);
}

ptl_status ptl_fail_unknown(const ptl_mechanism *m, ptl_label label, ptl_element element,
                            const char *name) {
  enum { MOST = 64 };
  const char *names[MOST + 1] = {NULL};
  char list[600], hint[96];
  int n = 0;
  if (element == PTL_ELEMENT_BODY) names[n++] = "ground";
  for (int i = 0; i < m->names.n && n < MOST; i++)
    if (m->names.entries[i].group == (int)element) names[n++] = m->names.entries[i].name;
  ptl_list_names(names, n, list, sizeof list);
  ptl_hint(name, names, n, hint, sizeof hint);
  return ptl_fail_element(m, label, PTL_E(0203) "there is no %s '%s'%s; there %s %s",
                          element_words[element], name, hint, n == 1 ? "is" : "are",
                          n > 0 ? list : "none");
}

/* A contact in a group has the group's name before a dot. */
static int is_valid(ptl_element element, const char *name) {
  return element == PTL_ELEMENT_CONTACT ? ptl_dotted_name_is_valid(name) : ptl_name_is_valid(name);
}

ptl_status ptl_check_name(const ptl_mechanism *m, ptl_element element, const char *name) {
  const char *word = element_words[element];
  if (name == NULL)
    return ptl_fail_at(m, m->location, PTL_ERR_INPUT, PTL_E(0201) "a %s has no name", word);
  if (!is_valid(element, name)) {
    return ptl_fail_at(m, m->location, PTL_ERR_INPUT,
                       PTL_E(0201) "%s '%.80s': a name is a letter or _, then letters, digits and _, at most "
                       "63 in all",
                       word, name);
  }
  if (ptl_find_element(m, element, name) < 0) return PTL_OK;
  return ptl_fail_at(m, m->location, PTL_ERR_INPUT,
                     PTL_E(0202) "the name '%s' is taken by another %s", name, word);
}

ptl_status ptl_check_connection_name(const ptl_mechanism *m, const char *name) {
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_JOINT, name);
  if (status == PTL_OK) status = ptl_check_name(m, PTL_ELEMENT_COUPLING, name);
  return status == PTL_OK ? ptl_check_name(m, PTL_ELEMENT_MOTION, name) : status;
}

/* ------------------------------------------------------------------ checks */

ptl_status ptl_check_number(const ptl_mechanism *m, ptl_label label, const char *what, double value,
                            ptl_bound bound) {
  static const char *const words[] = {"finite", ">= 0", "> 0"};
  const int is_within =
      bound == PTL_BOUND_NONE || value > 0 || (bound == PTL_BOUND_ZERO && value == 0);
  if (isfinite(value) && is_within) return PTL_OK;
  return ptl_fail_element(m, label, PTL_E(0204) "%s must be %s, not %.12g", what, words[bound],
                          value);
}

ptl_status ptl_check_numbers(const ptl_mechanism *m, ptl_label label, const char *const *names,
                             const double *values, int n, ptl_bound bound) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < n && status == PTL_OK; i++)
    status = ptl_check_number(m, label, names[i], values[i], bound);
  return status;
}

ptl_status ptl_check_fields(const ptl_mechanism *m, ptl_label label, const ptl_number_field *fields,
                            const void *structure, ptl_bound bound) {
  ptl_status status = PTL_OK;
  for (; fields->key != NULL && status == PTL_OK; fields++) {
    char what[120];
    snprintf(what, sizeof what, "%s [%s]", fields->key, fields->unit);
    const double value = *(const double *)((const char *)structure + fields->offset);
    status = ptl_check_number(m, label, what, value, bound);
  }
  return status;
}

ptl_status ptl_check_part(const ptl_mechanism *m, ptl_label label, const ptl_part_def *part) {
  static const char *const names[] = {"x of a part", "y of a part", "angle of a part"};
  if (part->body == NULL) return ptl_fail_element(m, label, PTL_E(0201) "a part names no body");
  if (ptl_find_body(m, part->body) == -2)
    return ptl_fail_unknown(m, label, PTL_ELEMENT_BODY, part->body);
  const double values[] = {part->x, part->y, part->angle};
  return ptl_check_numbers(m, label, names, values, 3, PTL_BOUND_NONE);
}

ptl_status ptl_check_parts(const ptl_mechanism *m, ptl_label label, const ptl_part_def *a,
                           const ptl_part_def *b) {
  ptl_status status = ptl_check_part(m, label, a);
  if (status == PTL_OK) status = ptl_check_part(m, label, b);
  if (status == PTL_OK && strcmp(a->body, b->body) == 0)
    status = ptl_fail_element(m, label, PTL_E(0206) "it connects '%s' to itself", a->body);
  return status;
}

ptl_status ptl_check_coordinate(const ptl_mechanism *m, ptl_label label, const char *joint) {
  const int index = ptl_find_joint(m, joint);
  if (index < 0) return ptl_fail_unknown(m, label, PTL_ELEMENT_JOINT, joint != NULL ? joint : "");
  const ptl_joint_type *type = m->joints[index].use.type;
  if (type->coordinate != PTL_COORDINATE_NONE) return PTL_OK;
  return ptl_fail_element(m, label,
                          PTL_E(0206) "joint '%s' is a %s, which has no coordinate to move along",
                          joint, type->name);
}

ptl_status ptl_check_expression(const ptl_mechanism *m, ptl_label label, const char *what,
                                const char *text, const ptl_symbol_list *variables) {
  if (text == NULL) return PTL_OK;
  ptl_expr *expression = NULL;
  const ptl_status status = ptl_expr_create(m->context, text, variables, NULL, &expression);
  ptl_expr_destroy(expression);
  return status == PTL_ERR_INPUT ? ptl_fail_with_reason(m, label, what) : status;
}

/* ------------------------------------------------------------------ texts and lists */

int ptl_own_text(ptl_mechanism *m, const char **field) {
  const char *given = *field;
  *field = ptl_copy_text(m->context, given);
  return given == NULL || *field != NULL;
}

void ptl_free_text(ptl_mechanism *m, const char *text) {
  ptl_free(m->context, (void *)text);
}

const void *ptl_own_list(ptl_mechanism *m, const void *list, int n, size_t size, int *ok) {
  if (list == NULL) return NULL;
  void *copy = ptl_alloc(m->context, (size_t)n, size);
  if (copy != NULL) memcpy(copy, list, (size_t)n * size);
  *ok &= copy != NULL;
  return copy;
}
