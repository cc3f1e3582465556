/* model_value.c: values of a model file, and the parameters of types. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model_reader.h"
#include "other_names.h"
#include "registry.h"
#include "units.h"
#include "word_list.h"

enum { MOST_NAMES = 128, ROOM = 700 };

/* ------------------------------------------------------------------ scratch memory */

ptl_status ptl_read_keep(ptl_reader *r, void *memory) {
  if (memory == NULL) return PTL_ERR_MEMORY;
  void *grown = ptl_grow(r->context, r->scratch, (size_t)r->n_scratch, sizeof(void *));
  if (grown == NULL) {
    ptl_free(r->context, memory);
    return PTL_ERR_MEMORY;
  }
  r->scratch = grown;
  r->scratch[r->n_scratch++] = memory;
  return PTL_OK;
}

void *ptl_read_scratch(ptl_reader *r, size_t n, size_t size) {
  void *memory = ptl_alloc(r->context, n, size);
  return ptl_read_keep(r, memory) == PTL_OK ? memory : NULL;
}

const char *ptl_read_print(ptl_reader *r, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  char *text = ptl_read_scratch(r, (size_t)length + 1, 1);
  if (text == NULL) return NULL;
  va_start(list, format);
  vsnprintf(text, (size_t)length + 1, format, list);
  va_end(list);
  return text;
}

/* ------------------------------------------------------------------ failures */

ptl_status ptl_read_fail(const ptl_reader *r, ptl_where where, const char *format, ...) {
  char text[sizeof r->context->told.message];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return ptl_fail_at(r->m, where, PTL_ERR_INPUT, PTL_E_SAME "%s", text);
}

ptl_status ptl_read_fail_message(const ptl_reader *r, ptl_where where, ptl_status status) {
  char text[sizeof r->context->told.message];
  if (status != PTL_ERR_INPUT) return status;
  snprintf(text, sizeof text, "%s", r->context->told.message);
  const char *element = r->context->told.error.element, *name = r->context->told.error.name;
  ptl_read_fail(r, where, PTL_E_SAME "%s", text);
  ptl_error_element(r->context, element, name);
  return status;
}

ptl_status ptl_read_want(const ptl_reader *r, const ptl_node *node, ptl_node_kind kind,
                         const char *what) {
  static const ptl_node wanted[] = {{.kind = PTL_NODE_NOTHING},
                                    {.kind = PTL_NODE_TEXT},
                                    {.kind = PTL_NODE_LIST},
                                    {.kind = PTL_NODE_MAPPING}};
  if (node->kind != kind) {
    return ptl_read_fail(r, node->where, PTL_E(0204) "%s must be %s, not %s", what,
                         ptl_node_word(&wanted[kind]), ptl_node_word(node));
  }
  if (node->tag != NULL && kind != PTL_NODE_TEXT)
    return ptl_read_fail(r, node->where, PTL_E(0106) "%s has a tag '%s', which means nothing here",
                         what, node->tag);
  return PTL_OK;
}

/* What looks like the rest of an expression is one, cut at its comma; and what begins with a digit
 * the decimals of the number before it. */
const char *ptl_read_hint_of_rest(const char *text) {
  if (strpbrk(text, "()+*/^?") != NULL)
    return " (an expression with a comma needs quotes inside { } and [ ])";
  return isdigit((unsigned char)text[0]) ? " (decimals are written with a point)" : "";
}

/* The same of a list that is too long. */
static const char *hint_of_list(const ptl_node *node) {
  for (const ptl_node *entry = node->first; entry != NULL; entry = entry->next)
    if (entry->kind == PTL_NODE_TEXT && strpbrk(entry->text, "()") != NULL &&
        (strchr(entry->text, '(') == NULL) != (strchr(entry->text, ')') == NULL))
      return ptl_read_hint_of_rest("()");
  for (const ptl_node *entry = node->first; entry != NULL && entry->next != NULL;
       entry = entry->next)
    if (node->n > 2 && entry->kind == PTL_NODE_TEXT && entry->next->kind == PTL_NODE_TEXT &&
        entry->text[strspn(entry->text, "-0123456789")] == '\0' &&
        isdigit((unsigned char)entry->next->text[0]))
      return ptl_read_hint_of_rest("0");
  return "";
}

/* `within`: the parameter that has this key further in, or NULL. */
static ptl_status fail_key(const ptl_reader *r, const ptl_node *entry, const char *what,
                           const char *const *names, int n, const char *within) {
  char list[ROOM], hint[PTL_HINT_ROOM];
  ptl_list_names(names, n, list, sizeof list);
  ptl_key_hint(entry->key, names, n, hint, sizeof hint);
  if (within != NULL) snprintf(hint, sizeof hint, " (it stands further in, as %.80s)", within);
  return ptl_read_fail(r, entry->key_where, PTL_E(0105) "unknown key '%s' in %s%s%s; it takes %s",
                       entry->key, what, hint, ptl_read_hint_of_rest(entry->key),
                       n > 0 ? list : "none");
}

ptl_status ptl_read_keys(const ptl_reader *r, const ptl_node *node, const char *what,
                         const char *const *keys) {
  int n = 0;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, what);
  if (status != PTL_OK) return status;
  while (keys[n] != NULL) n++;
  for (const ptl_node *entry = node->first; entry != NULL; entry = entry->next) {
    int i = 0;
    while (i < n && strcmp(keys[i], entry->key) != 0) i++;
    if (i == n) return fail_key(r, entry, what, keys, n, NULL);
  }
  return PTL_OK;
}

ptl_status ptl_read_known(const ptl_reader *r, const ptl_node *node, const char *what,
                          const ptl_key *keys) {
  const char *names[PTL_MOST_KEYS];
  ptl_key_names(keys, names);
  return ptl_read_keys(r, node, what, names);
}

/* ------------------------------------------------------------------ values */

/* Text, without a tag unless `tag` allows that one. */
static ptl_status want_text(const ptl_reader *r, const ptl_node *node, const char *what,
                            const char *tag) {
  if (node->kind == PTL_NODE_NOTHING)
    return ptl_read_fail(r, node->where, PTL_E(0106) "%s has no value", what);
  if (node->kind != PTL_NODE_TEXT) {
    return ptl_read_fail(r, node->where, PTL_E(0204) "%s must be a single value, not %s%s", what,
                         ptl_node_word(node),
                         node->kind == PTL_NODE_MAPPING
                             ? " (an expression with ? and : needs quotes inside { } and [ ])"
                             : "");
  }
  if (node->tag != NULL && !(tag != NULL && strcmp(node->tag, tag) == 0))
    return ptl_read_fail(r, node->where, PTL_E(0106) "%s has a tag '%s', which means nothing here",
                         what, node->tag);
  return PTL_OK;
}

ptl_status ptl_read_text(const ptl_reader *r, const ptl_node *node, const char *what,
                         const char **out) {
  const ptl_status status = want_text(r, node, what, NULL);
  if (status == PTL_OK) *out = node->text;
  return status;
}

ptl_status ptl_read_quantity(const ptl_reader *r, const ptl_node *node, const char *what,
                             const char *unit, double *out) {
  ptl_status status = want_text(r, node, what, NULL);
  if (status != PTL_OK) return status;
  status = ptl_quantity_eval_tables(r->context, node->text, unit, r->parameters, r->n_parameters,
                                    &r->definitions, out);
  if (status == PTL_ERR_INPUT) ptl_prefix_message(r->context, "%s: ", what);
  return ptl_read_fail_message(r, node->where, status);
}

ptl_status ptl_read_pair(const ptl_reader *r, const ptl_node *node, const char *what,
                         const char *unit, double out[2]) {
  double value[2];
  if (node->kind != PTL_NODE_LIST || node->n != 2) {
    return ptl_read_fail(r, node->where, PTL_E(0204) "%s must be a list of two values, [x, y]%s",
                         what, hint_of_list(node));
  }
  ptl_status status = ptl_read_quantity(r, node->first, what, unit, &value[0]);
  if (status == PTL_OK) status = ptl_read_quantity(r, node->last, what, unit, &value[1]);
  if (status == PTL_OK) memcpy(out, value, sizeof value);
  return status;
}

ptl_status ptl_read_entry(const ptl_reader *r, const ptl_node *mapping, const char *key,
                          const char *unit, double *out) {
  const ptl_node *node = ptl_node_find(mapping, key);
  return node != NULL ? ptl_read_quantity(r, node, key, unit, out) : PTL_OK;
}

ptl_status ptl_read_pair_entry(const ptl_reader *r, const ptl_node *mapping, const char *key,
                               const char *unit, double *x, double *y) {
  const ptl_node *node = ptl_node_find(mapping, key);
  double value[2];
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_pair(r, node, key, unit, value);
  if (status != PTL_OK) return status;
  *x = value[0];
  *y = value[1];
  return PTL_OK;
}

ptl_status ptl_read_entries(const ptl_reader *r, const ptl_node *mapping,
                            const ptl_number_field *fields, void *out) {
  ptl_status status = PTL_OK;
  for (; fields->key != NULL && status == PTL_OK; fields++)
    status = ptl_read_entry(r, mapping, fields->key, fields->unit,
                            (double *)((char *)out + fields->offset));
  return status;
}

/* "a, b or c" of "a|b|c" */
static void alternatives(const char *words, char *text, size_t size) {
  size_t length, used = 0;
  const char *word = ptl_word_at(words, 0, &length);
  text[0] = '\0';
  for (int i = 0; word != NULL && used < size; i++) {
    size_t next_length;
    const char *next = ptl_word_at(words, i + 1, &next_length);
    const char *before = i == 0 ? "" : next != NULL ? ", " : " or ";
    used += (size_t)snprintf(text + used, size - used, "%s%.*s", before, (int)length, word);
    word = next;
    length = next_length;
  }
}

ptl_status ptl_read_word(const ptl_reader *r, const ptl_node *node, const char *what,
                         const char *words, int *out) {
  char list[200];
  const char *word;
  const ptl_status status = ptl_read_text(r, node, what, &word);
  if (status != PTL_OK) return status;
  const int index = ptl_word_index(words, word);
  alternatives(words, list, sizeof list);
  if (index < 0)
    return ptl_read_fail(r, node->where, PTL_E(0204) "%s must be %s, not '%s'", what, list, word);
  *out = index;
  return PTL_OK;
}

ptl_status ptl_read_word_entry(const ptl_reader *r, const ptl_node *mapping, const char *key,
                               const char *words, int *out) {
  const ptl_node *node = ptl_node_find(mapping, key);
  return node != NULL ? ptl_read_word(r, node, key, words, out) : PTL_OK;
}

ptl_status ptl_read_expression(ptl_reader *r, const ptl_node *node, const char *what,
                               const char *unit, const ptl_symbol_list *variables,
                               const char **out) {
  char *text;
  ptl_status status = want_text(r, node, what, "!si");
  if (status != PTL_OK) return status;
  ptl_symbol_list known = *variables;
  known.definitions = &r->definitions;
  status = ptl_expr_resolve(r->context, node->text, node->tag != NULL ? NULL : unit, r->parameters,
                            r->n_parameters, &known, &text);
  if (status == PTL_ERR_INPUT) ptl_prefix_message(r->context, "%s: ", what);
  if (status != PTL_OK) return ptl_read_fail_message(r, node->where, status);
  status = ptl_read_keep(r, text);
  *out = text;
  return status;
}

ptl_status ptl_read_inferred(ptl_reader *r, const ptl_node *node, const char *what,
                             const ptl_symbol_list *variables, const char **out,
                             const char **unit) {
  char found[96], *resolved;
  ptl_symbol_list known = *variables;
  known.definitions = &r->definitions;
  ptl_status status = want_text(r, node, what, NULL);
  if (status != PTL_OK) return status;
  status = ptl_expr_infer(r->context, node->text, r->parameters, r->n_parameters, &known, &resolved,
                          found, sizeof found);
  if (status != PTL_OK) return ptl_read_fail_message(r, node->where, status);
  status = ptl_read_keep(r, resolved);
  if (status != PTL_OK) return status;
  *out = resolved;
  *unit = ptl_read_print(r, "%s", found);
  return *unit != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

/* The unit of a column, an input or a signal is one of SI without a factor, since traces are in
 * SI. */
ptl_status ptl_read_si_unit(const ptl_reader *r, const ptl_node *node, const char **out) {
  ptl_unit u;
  ptl_status status = ptl_read_text(r, node, "unit", out);
  if (status != PTL_OK) return status;
  status = ptl_unit_parse(r->context, *out, &u);
  if (status != PTL_OK) return ptl_read_fail_message(r, node->where, status);
  if (u.mul == 1 && u.div == 1 && u.offset == 0) return PTL_OK;
  return ptl_read_fail(r, node->where, PTL_E(0106) "a trace is in SI units, and '%s' is not one",
                       *out);
}

ptl_status ptl_read_named_expression(ptl_reader *r, const ptl_node *node, const char *word,
                                     const ptl_symbol_list *variables, const char **out,
                                     const char **unit) {
  static const char *const keys[] = {"unit", "expression", NULL};
  if (node->kind != PTL_NODE_MAPPING)
    return ptl_read_inferred(r, node, node->key, variables, out, unit);
  const char *what = ptl_read_print(r, "%s '%s'", word, node->key);
  const ptl_node *given = ptl_node_find(node, "unit"), *text = ptl_node_find(node, "expression");
  if (what == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_read_keys(r, node, what, keys);
  if (status == PTL_OK && text == NULL)
    status = ptl_read_fail(r, node->key_where, PTL_E(0205) "%s needs 'expression'", what);
  if (status == PTL_OK && given == NULL)
    return ptl_read_inferred(r, text, node->key, variables, out, unit);
  if (status == PTL_OK) status = ptl_read_si_unit(r, given, unit);
  return status == PTL_OK ? ptl_read_expression(r, text, node->key, *unit, variables, out) : status;
}

/* ------------------------------------------------------------------ parameters of types */

/* A parameter with the node that gives it. */
typedef struct ptl_found {
  const ptl_param *param;
  const ptl_node *node;
} ptl_found;

typedef struct ptl_search {
  ptl_reader *r;
  const char *what;
  const ptl_param *table;
  const char *const *others, *const *parts;
  ptl_found *found;
  int n;
} ptl_search;

static int is_among(const char *const *words, const char *word) {
  for (; words != NULL && *words != NULL; words++)
    if (strcmp(*words, word) == 0) return 1;
  return 0;
}

static int is_part(const ptl_search *s, const char *path) {
  return s->parts != NULL && (strcmp(s->parts[0], path) == 0 || strcmp(s->parts[1], path) == 0);
}

static int begins_a_name(const ptl_param *table, const char *path) {
  const size_t n = strlen(path);
  for (; table->name != NULL; table++)
    if (strncmp(table->name, path, n) == 0 && table->name[n] == '.') return 1;
  return 0;
}

/* The first parameter that ends with .KEY; NULL if none does. */
static const char *find_within(const ptl_param *table, const char *key) {
  for (; table->name != NULL; table++) {
    const char *dot = strrchr(table->name, '.');
    if (dot != NULL && strcmp(dot + 1, key) == 0) return table->name;
  }
  return NULL;
}

/* The keys that may stand there: those of the table one step below `path`, and others. */
static ptl_status fail_unknown_key(const ptl_search *s, const ptl_node *entry, const char *path,
                                   const char *const *others) {
  char steps[MOST_NAMES][64];
  const char *names[MOST_NAMES];
  char what[160];
  const size_t n_path = strlen(path);
  int i, n = 0;
  for (; others != NULL && *others != NULL && n + 2 < MOST_NAMES; others++) names[n++] = *others;
  for (i = 0; n_path == 0 && s->parts != NULL && i < 2; i++) names[n++] = s->parts[i];
  for (const ptl_param *param = s->table; param->name != NULL && n + 2 < MOST_NAMES; param++) {
    const char *rest = param->name + n_path + (n_path > 0);
    if (strncmp(param->name, path, n_path) != 0 || (n_path > 0 && param->name[n_path] != '.'))
      continue;
    snprintf(steps[n], sizeof steps[n], "%.*s", (int)strcspn(rest, "."), rest);
    for (i = 0; i < n && strcmp(names[i], steps[n]) != 0; i++) continue;
    if (i == n) {
      names[n] = steps[n];
      n++;
    }
  }
  snprintf(what, sizeof what, "%s%s%s", n_path > 0 ? path : "", n_path > 0 ? " of " : "", s->what);
  return fail_key(s->r, entry, what, names, n,
                  n_path == 0 ? find_within(s->table, entry->key) : NULL);
}

static ptl_status search_params(ptl_search *s, const ptl_node *mapping, const char *path);

static ptl_status search_entry(ptl_search *s, const ptl_node *entry, const char *path) {
  const char *of_part[PTL_MOST_KEYS];
  const char *const *others = path[0] ? (is_part(s, path) ? of_part : NULL) : s->others;
  char full[200];
  const ptl_param *param;
  ptl_key_names(ptl_keys_part, of_part);
  if (is_among(others, entry->key)) return PTL_OK;
  snprintf(full, sizeof full, "%s%s%s", path, path[0] ? "." : "", entry->key);
  if (ptl_param_find(s->table, full, &param) >= 0) {
    s->found[s->n++] = (ptl_found){param, entry};
    return PTL_OK;
  }
  if (is_part(s, full) || begins_a_name(s->table, full)) return search_params(s, entry, full);
  return fail_unknown_key(s, entry, path, others);
}

static ptl_status search_params(ptl_search *s, const ptl_node *mapping, const char *path) {
  ptl_status status =
      ptl_read_want(s->r, mapping, PTL_NODE_MAPPING, path[0] ? mapping->key : s->what);
  for (const ptl_node *entry = mapping->first; entry != NULL && status == PTL_OK;
       entry = entry->next)
    status = search_entry(s, entry, path);
  return status;
}

/* The value that a unit's exponent stands for: given, else its default. */
static double exponent_value(const ptl_param *table, const char *name, const ptl_type_use *use) {
  const ptl_param *param;
  for (int i = 0; i < use->n_given; i++)
    if (strcmp(use->given[i].name, name) == 0) return use->given[i].value[0];
  return ptl_param_find(table, name, &param) >= 0 && !(param->flags & (PTL_REQUIRED | PTL_OPTIONAL))
             ? param->fallback
             : NAN;
}

/* Where "exponent" begins in "N/m^exponent"; NULL in "N/m^2". */
static const char *named_exponent(const char *unit) {
  for (const char *p = strchr(unit, '^'); p != NULL; p = strchr(p + 1, '^'))
    if (isalpha((unsigned char)p[1])) return p + 1;
  return NULL;
}

/* "N/m^exponent" with the number instead of the name; "" when there is no number. */
static void fill_unit(const ptl_param *table, const char *unit, const ptl_type_use *use, char *text,
                      size_t size) {
  size_t used = 0;
  while (*unit && used + 1 < size) {
    char name[64];
    size_t n = 0;
    text[used++] = *unit;
    if (*unit++ != '^') continue;
    while (isalnum((unsigned char)unit[n]) || unit[n] == '_' || unit[n] == '.') n++;
    if (n == 0 || n >= sizeof name || !isalpha((unsigned char)*unit)) continue;
    memcpy(name, unit, n);
    name[n] = '\0';
    double value = exponent_value(table, name, use);
    if (isnan(value)) {
      used = 0;
      break;
    }
    used += (size_t)snprintf(text + used, size - used, "%.17g", value);
    unit += n;
  }
  text[used < size ? used : size - 1] = '\0';
}

static ptl_status read_choice(const ptl_reader *r, const ptl_found *found, ptl_given *given) {
  const ptl_status status = ptl_read_text(r, found->node, found->param->name, &given->word);
  if (status != PTL_OK || ptl_param_choice_index(found->param, given->word) >= 0) return status;
  return ptl_read_fail(r, found->node->where, PTL_E(0204) "%s must be one of %s, not '%s'",
                       found->param->name, found->param->choices, given->word);
}

/* points: [[x, y], [x, y], ...]; x and y may have different units. */
static ptl_status read_points(ptl_reader *r, const ptl_found *found, ptl_given *given) {
  const ptl_param *param = found->param;
  const ptl_node *list = found->node;
  char unit[2][160];
  int i = 0;
  if (list->kind != PTL_NODE_LIST || list->n == 0)
    return ptl_read_fail(r, list->where,
                         PTL_E(0204) "%s must be a list of points, [[x, y], [x, y], ...]",
                         param->name);
  double *points = ptl_read_scratch(r, 2 * (size_t)list->n, sizeof *points);
  if (points == NULL) return PTL_ERR_MEMORY;
  ptl_param_unit(param, 0, unit[0], sizeof unit[0]);
  ptl_param_unit(param, 1, unit[1], sizeof unit[1]);
  for (const ptl_node *entry = list->first; entry != NULL; entry = entry->next) {
    if (entry->kind != PTL_NODE_LIST || entry->n != 2)
      return ptl_read_fail(r, entry->where,
                           PTL_E(0204) "a point of %s must be a list of two values, [x, y]",
                           param->name);
    for (const ptl_node *node = entry->first; node != NULL; node = node->next, i++) {
      ptl_status status = ptl_read_quantity(r, node, param->name, unit[i % 2], &points[i]);
      if (status != PTL_OK) return status;
      status = ptl_param_check_column(r->context, param, i % 2, points[i]);
      if (status != PTL_OK) return ptl_read_fail_message(r, node->where, status);
    }
  }
  given->points = points;
  given->n_points = list->n;
  return PTL_OK;
}

static ptl_status read_found(ptl_reader *r, const ptl_param *table, const ptl_found *found,
                             ptl_type_use *use, ptl_given *given) {
  const ptl_param *param = found->param;
  const ptl_node *node = found->node;
  char unit[160];
  ptl_status status;
  given->name = param->name;
  if (param->kind == PTL_CHOICE) return read_choice(r, found, given);
  if (param->kind == PTL_POINTS) return read_points(r, found, given);
  fill_unit(table, param->unit, use, unit, sizeof unit);
  if (!unit[0]) {
    const char *missing = named_exponent(param->unit);
    return ptl_read_fail(r, node->where, PTL_E(0205) "%s is in %s: give '%.*s' beside it",
                         param->name, param->unit, (int)strcspn(missing, " /"), missing);
  }
  if (param->kind == PTL_POINT) {
    status = ptl_read_pair(r, node, param->name, unit, given->value);
  } else {
    status = ptl_read_quantity(r, node, param->name, unit, &given->value[0]);
  }
  if (status != PTL_OK) return status;
  status = ptl_param_check(r->context, param, given->value[0]);
  if (status == PTL_OK && param->kind == PTL_POINT)
    status = ptl_param_check(r->context, param, given->value[1]);
  return ptl_read_fail_message(r, node->where, status);
}

ptl_status ptl_read_params(ptl_reader *r, const ptl_node *mapping, const char *what,
                           const ptl_param *table, const char *const *others,
                           const char *const *parts, ptl_type_use *use) {
  ptl_search s = {r, what, table, others, parts, NULL, 0};
  size_t n_rows = 0;
  for (const ptl_param *param = table; param->name != NULL; param++) n_rows++;
  s.found = ptl_read_scratch(r, n_rows, sizeof *s.found);
  ptl_given *given = ptl_read_scratch(r, n_rows, sizeof *given);
  if (s.found == NULL || given == NULL) return PTL_ERR_MEMORY;
  ptl_status status = search_params(&s, mapping, "");
  use->given = given;
  use->n_given = 0;
  for (int pass = 0; pass < 2; pass++) { /* first what exponents of units are taken from */
    for (int i = 0; i < s.n && status == PTL_OK; i++) {
      if ((named_exponent(s.found[i].param->unit) != NULL) != pass) continue;
      status = read_found(r, table, &s.found[i], use, &given[use->n_given]);
      use->n_given++;
    }
  }
  return status;
}

/* Motions and couplings stand among the joints; those that are joint types, too, are not told
 * twice. */
static ptl_status fail_unknown_type(const ptl_reader *r, ptl_where where, const char *what,
                                    ptl_kind kind, const char *type) {
  const char *drives[PTL_N_DRIVES];
  int n = 0;
  for (int i = 0; i < PTL_N_DRIVES && kind == PTL_JOINT; i++)
    if (ptl_find_type(r->context, kind, ptl_drive_tables[i].name) == NULL)
      drives[n++] = ptl_drive_tables[i].name;
  return ptl_fail_unknown_type(r->m, where, what, kind, type, drives, n);
}

ptl_status ptl_read_type(const ptl_reader *r, const ptl_node *mapping, const char *key,
                         const char *what, ptl_kind kind, ptl_type_use *use, const void **type) {
  if (mapping->kind == PTL_NODE_TEXT)
    return ptl_read_fail(r, mapping->where,
                         PTL_E(0204) "%s must be a mapping, not text: {%s: NAME, ...}", what, key);
  ptl_status status = ptl_read_want(r, mapping, PTL_NODE_MAPPING, what);
  if (status != PTL_OK) return status;
  const ptl_node *node = ptl_node_find(mapping, key);
  if (node == NULL)
    return ptl_read_fail(r, mapping->where, PTL_E(0205) "%s needs '%s': the name of a %s", what,
                         key, ptl_kind_word(kind));
  status = ptl_read_text(r, node, key, &use->type);
  if (status != PTL_OK) return status;
  *type = ptl_find_type(r->context, kind, use->type);
  if (*type != NULL) return PTL_OK;
  return fail_unknown_type(r, node->where, what, kind, use->type);
}
