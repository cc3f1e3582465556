#include "schema.h"

#include <stdio.h>
#include <string.h>

#include "joint_form.h"
#include "json.h"
#include "model_words.h"
#include "registry.h"
#include "study_keys.h"

/* ------------------------------------------------------------------ simple values */

static const char scalar[] = "[\"number\", \"string\"]";
static const char text_types[] = "[\"string\", \"number\", \"boolean\"]";

static void put_ref(ptl_json *j, const char *key, const char *name) {
  char path[96];
  snprintf(path, sizeof path, "#/definitions/%s", name);
  ptl_json_open_inline(j, key, '{');
  ptl_json_text(j, "$ref", path);
  ptl_json_close(j, '}');
}

/* Opens a list with so many entries, whose entries are to be said next. */
static void open_list(ptl_json *j, int least, int most) {
  ptl_json_text(j, "type", "array");
  if (least > 0) ptl_json_count(j, "minItems", least);
  if (most > 0) ptl_json_count(j, "maxItems", most);
}

/* The words of "first|second"; the YAML words for yes and no are booleans as well. */
static void put_words(ptl_json *j, const char *words) {
  ptl_json_open_inline(j, "enum", '[');
  for (const char *at = words; *at != '\0'; at += strcspn(at, "|"), at += *at == '|') {
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(at, "|"), at);
    ptl_json_text(j, NULL, word);
    if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0) ptl_json_literal(j, NULL, word);
  }
  ptl_json_close(j, ']');
}

static void open_object(ptl_json *j, const char *key) {
  ptl_json_open(j, key, '{');
  ptl_json_text(j, "type", "object");
}

static void put_doc(ptl_json *j, const char *doc, const char *unit) {
  char text[512];
  snprintf(text, sizeof text, unit != NULL ? "%s [%s]" : "%s", doc, unit);
  ptl_json_text(j, "description", text);
}

/* ------------------------------------------------------------------ keys */

static void put_one_of_refs(ptl_json *j, const char *a, const char *b) {
  ptl_json_open(j, "anyOf", '[');
  put_ref(j, NULL, a);
  put_ref(j, NULL, b);
  ptl_json_close(j, ']');
}

static void put_list_of_refs(ptl_json *j, int least, int most, const char *name) {
  open_list(j, least, most);
  put_ref(j, "items", name);
}

static void put_form(ptl_json *j, const ptl_key *key) {
  char law[64];
  switch (key->form) {
    case PTL_KEY_FORMAT:
      ptl_json_count(j, "const", 1);
      break;
    case PTL_KEY_TEXT:
      ptl_json_literal(j, "type", text_types);
      break;
    case PTL_KEY_NUMBER:
      ptl_json_literal(j, "type", scalar);
      break;
    case PTL_KEY_WORD:
      put_words(j, key->detail);
      break;
    case PTL_KEY_PAIR:
      put_list_of_refs(j, 2, 2, "quantity");
      break;
    case PTL_KEY_PAIRS:
      put_list_of_refs(j, 0, 0, "pair");
      break;
    case PTL_KEY_NUMBERS:
      put_list_of_refs(j, 2, 0, "quantity");
      break;
    case PTL_KEY_ROWS:
      put_list_of_refs(j, 2, 0, "quantities");
      break;
    case PTL_KEY_PLACES:
      put_one_of_refs(j, "pair", "two_pairs");
      break;
    case PTL_KEY_NAMES:
      put_list_of_refs(j, 2, 2, "text");
      break;
    case PTL_KEY_TEXTS:
      put_list_of_refs(j, 0, 0, "text");
      break;
    case PTL_KEY_OF:
      ptl_json_open(j, "allOf", '[');
      put_ref(j, NULL, key->detail);
      ptl_json_close(j, ']');
      break;
    case PTL_KEY_LIST:
      put_list_of_refs(j, 0, 0, key->detail);
      break;
    case PTL_KEY_EACH:
      ptl_json_text(j, "type", "object");
      put_ref(j, "additionalProperties", key->detail);
      break;
    case PTL_KEY_LAW:
      snprintf(law, sizeof law, "%s_law", key->detail);
      ptl_json_open(j, "allOf", '[');
      put_ref(j, NULL, law);
      ptl_json_close(j, ']');
      break;
    case PTL_KEY_RADII:
      open_list(j, 2, 2);
      ptl_json_literal(j, "items", "{\"type\": [\"number\", \"string\", \"null\"]}");
      break;
    case PTL_KEY_MATERIALS:
      put_one_of_refs(j, "material_or_name", "two_materials");
      break;
    case PTL_KEY_FIELDS:
      ptl_json_open(j, "allOf", '[');
      put_ref(j, NULL, key->detail);
      ptl_json_close(j, ']');
      break;
    case PTL_KEY_GAPS:
      put_one_of_refs(j, "text", "texts_by_name");
      break;
    case PTL_KEY_SIDE:
      put_one_of_refs(j, "text", key->detail);
      break;
    case PTL_KEY_START:
      ptl_json_text(j, "type", "object");
      ptl_json_literal(
          j, "properties",
          "{\"points\": {\"type\": \"object\", \"additionalProperties\": {\"$ref\": "
          "\"#/definitions/start_point\"}}, \"from\": {\"$ref\": \"#/definitions/text_or_start\"}, "
          "\"at\": {\"$ref\": \"#/definitions/text_or_start\"}}");
      put_ref(j, "additionalProperties", "start_joint");
      break;
  }
}

static void put_key(ptl_json *j, const ptl_key *key) {
  const int has_unit = key->form == PTL_KEY_NUMBER || key->form == PTL_KEY_PAIR ||
                       key->form == PTL_KEY_PAIRS || key->form == PTL_KEY_PLACES;
  ptl_json_open(j, key->name, '{');
  put_doc(j, key->doc, has_unit ? key->detail : NULL);
  put_form(j, key);
  ptl_json_close(j, '}');
}

static void put_required(ptl_json *j, const ptl_key *keys) {
  ptl_json_open_inline(j, "required", '[');
  for (; keys->name != NULL; keys++)
    if (keys->flags & PTL_KEY_REQUIRED) ptl_json_text(j, NULL, keys->name);
  ptl_json_close(j, ']');
}

/* What is inside the braces of a mapping with these keys. */
static void put_keys(ptl_json *j, const ptl_key *keys) {
  ptl_json_open(j, "properties", '{');
  for (const ptl_key *key = keys; key->name != NULL; key++) put_key(j, key);
  ptl_json_close(j, '}');
  ptl_json_bool(j, "additionalProperties", 0);
  put_required(j, keys);
}

static void put_table(ptl_json *j, const char *name, const ptl_key *keys) {
  open_object(j, name);
  put_keys(j, keys);
  ptl_json_close(j, '}');
}

/* ------------------------------------------------------------------ parameters of types */

static void put_param(ptl_json *j, const char *key, const ptl_param *param) {
  ptl_json_open(j, key, '{');
  put_doc(j, param->doc, strcmp(param->unit, "1") == 0 ? NULL : param->unit);
  if (param->kind == PTL_CHOICE)
    put_words(j, param->choices);
  else if (param->kind == PTL_POINT)
    put_list_of_refs(j, 2, 2, "quantity");
  else if (param->kind == PTL_POINTS)
    put_list_of_refs(j, 0, 0, "pair");
  else
    ptl_json_literal(j, "type", scalar);
  ptl_json_close(j, '}');
}

/* Whether an earlier row of the table begins with the same n characters, and there a step of its
 * name ends. */
static int is_said(const ptl_param *table, const ptl_param *param, size_t n) {
  for (const ptl_param *p = table; p != param; p++)
    if (strncmp(p->name, param->name, n) == 0 && (p->name[n] == '.' || p->name[n] == '\0'))
      return 1;
  return 0;
}

static int is_part_name(const char *const *parts, const char *name, size_t n) {
  for (int i = 0; parts != NULL && i < 2; i++)
    if (strlen(parts[i]) == n && strncmp(parts[i], name, n) == 0) return 1;
  return 0;
}

static void put_level(ptl_json *j, const ptl_param *table, size_t n_path, const ptl_param *first,
                      const char *const *parts);

/* "slot.line.from" is the entry `from` of the mapping `line` in `slot`; the first mapping may be
 * that of a part. */
static void put_group(ptl_json *j, const ptl_param *table, const ptl_param *param, size_t n_path,
                      size_t n, int is_part) {
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)n, param->name + n_path);
  open_object(j, name);
  ptl_json_open(j, "properties", '{');
  for (const ptl_key *key = ptl_keys_part; is_part && key->name != NULL; key++) put_key(j, key);
  put_level(j, table, n_path + n + 1, param, NULL);
  ptl_json_close(j, '}');
  ptl_json_bool(j, "additionalProperties", 0);
  ptl_json_close(j, '}');
}

/* What stands behind the first n_path characters of `first`, which end with a dot. */
static void put_level(ptl_json *j, const ptl_param *table, size_t n_path, const ptl_param *first,
                      const char *const *parts) {
  for (const ptl_param *p = first; p->name != NULL; p++) {
    if (strncmp(p->name, first->name, n_path) != 0) continue;
    const size_t n = strcspn(p->name + n_path, ".");
    if (is_said(table, p, n_path + n)) continue;
    if (p->name[n_path + n] == '\0')
      put_param(j, p->name + n_path, p);
    else
      put_group(j, table, p, n_path, n, is_part_name(parts, p->name, n));
  }
}

static void put_params(ptl_json *j, const ptl_param *table, const char *const *parts) {
  put_level(j, table, 0, table, parts);
  for (int i = 0; parts != NULL && i < 2; i++) {
    const ptl_param *p = table;
    const size_t n = strlen(parts[i]);
    while (p->name != NULL && !(strncmp(p->name, parts[i], n) == 0 && p->name[n] == '.')) p++;
    if (p->name == NULL) put_ref(j, parts[i], "part");
  }
}

/* Names of parameters that must be given and stand alone. */
static void put_required_params(ptl_json *j, const char *key, const ptl_param *table) {
  ptl_json_open_inline(j, "required", '[');
  ptl_json_text(j, NULL, key);
  for (; table->name != NULL; table++)
    if ((table->flags & PTL_REQUIRED) && strchr(table->name, '.') == NULL)
      ptl_json_text(j, NULL, table->name);
  ptl_json_close(j, ']');
}

/* ------------------------------------------------------------------ types */

typedef struct family { /* the types of one kind, chosen by the key `key` */
  ptl_context *context;
  ptl_kind kind;
  const char *key;
  const ptl_key *others; /* keys beside the parameters; NULL: none but `key` */
} family;

static const char *const force_parts[] = {"a", "b"};

static void put_type(ptl_json *j, const char *name, const family *f, const void *type) {
  const ptl_joint_type *joint = f->kind == PTL_JOINT ? type : NULL;
  const char *joint_parts[2] = {joint != NULL ? joint->part_a : NULL,
                                joint != NULL ? joint->part_b : NULL};
  const char *const *parts = joint != NULL          ? joint_parts
                             : f->kind == PTL_FORCE ? force_parts
                                                    : NULL;
  const ptl_param *params = ptl_type_params(f->kind, type);
  ptl_json_open(j, name, '{');
  ptl_json_open(j, "properties", '{');
  for (const ptl_key *key = f->others; key != NULL && key->name != NULL; key++)
    if (key->form != PTL_KEY_GAPS || joint == NULL || joint->gap_names != NULL) put_key(j, key);
  if (f->others == NULL) ptl_json_literal(j, f->key, "{\"type\": \"string\"}");
  put_params(j, params, parts);
  ptl_json_close(j, '}');
  ptl_json_bool(j, "additionalProperties", 0);
  put_required_params(j, f->key, params);
  ptl_json_close(j, '}');
}

static void put_if(ptl_json *j, const char *key, const char *name) {
  ptl_json_open(j, "if", '{');
  ptl_json_open(j, "properties", '{');
  ptl_json_open_inline(j, key, '{');
  ptl_json_text(j, "const", name);
  ptl_json_close(j, '}');
  ptl_json_close(j, '}');
  ptl_json_close(j, '}');
}

static const void *type_at(const family *f, int i) {
  const ptl_registry *registry = ptl_registry_of(f->context);
  return i < registry->n_types[f->kind] ? registry->types[f->kind][i].type : NULL;
}

/* 1 if a table has the name of this type, which may then be given by its keys, too. */
static int is_among(const ptl_key_table *tables, const char *name) {
  for (; tables != NULL && tables->name != NULL; tables++)
    if (strcmp(tables->name, name) == 0) return 1;
  return 0;
}

/* By the keys of a table, or as the type of that name. */
static void put_forms(ptl_json *j, const family *f, const ptl_key_table *table) {
  const void *type = ptl_find_type(f->context, f->kind, table->name);
  ptl_json_open(j, "then", '{');
  if (type != NULL) ptl_json_open(j, "anyOf", '[');
  if (type != NULL) ptl_json_open(j, NULL, '{');
  put_keys(j, table->keys);
  if (type != NULL) {
    ptl_json_close(j, '}');
    put_type(j, NULL, f, type);
    ptl_json_close(j, ']');
  }
  ptl_json_close(j, '}');
}

static void put_names(ptl_json *j, const family *f, const ptl_key_table *more) {
  ptl_json_open(j, "properties", '{');
  ptl_json_open(j, f->key, '{');
  ptl_json_open_inline(j, "enum", '[');
  for (int i = 0; type_at(f, i) != NULL; i++)
    if (!is_among(more, ptl_type_name(f->kind, type_at(f, i))))
      ptl_json_text(j, NULL, ptl_type_name(f->kind, type_at(f, i)));
  for (; more != NULL && more->name != NULL; more++) ptl_json_text(j, NULL, more->name);
  ptl_json_close(j, ']');
  ptl_json_close(j, '}');
  ptl_json_close(j, '}');
}

/* A mapping whose other keys depend on the one that names its type; `more` are types with tables of
 * keys. */
static void put_family(ptl_json *j, const char *name, const family *f, const ptl_key_table *more) {
  open_object(j, name);
  ptl_json_open_inline(j, "required", '[');
  ptl_json_text(j, NULL, f->key);
  ptl_json_close(j, ']');
  put_names(j, f, more);
  ptl_json_open(j, "allOf", '[');
  for (int i = 0; type_at(f, i) != NULL; i++) {
    if (is_among(more, ptl_type_name(f->kind, type_at(f, i)))) continue;
    ptl_json_open(j, NULL, '{');
    put_if(j, f->key, ptl_type_name(f->kind, type_at(f, i)));
    put_type(j, "then", f, type_at(f, i));
    ptl_json_close(j, '}');
  }
  for (; more != NULL && more->name != NULL; more++) {
    ptl_json_open(j, NULL, '{');
    put_if(j, f->key, more->name);
    put_forms(j, f, more);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
  ptl_json_close(j, '}');
}

/* ------------------------------------------------------------------ definitions */

/* `own`: a key before those of the table, or NULL. */
static void put_fields(ptl_json *j, const char *name, const char *own,
                       const ptl_number_field *fields) {
  open_object(j, name);
  ptl_json_open(j, "properties", '{');
  if (own != NULL) ptl_json_literal(j, own, "{\"type\": [\"number\", \"string\"]}");
  for (const ptl_number_field *f = fields; f->key != NULL; f++) {
    ptl_json_open(j, f->key, '{');
    put_doc(j, f->key, f->unit);
    ptl_json_literal(j, "type", scalar);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, '}');
  ptl_json_bool(j, "additionalProperties", 0);
  ptl_json_close(j, '}');
}

/* Values that several keys share. */
static void put_shared(ptl_json *j) {
  static const char *const shared[][2] = {
      {"quantity", "{\"type\": [\"number\", \"string\"]}"},
      {"quantities", "{\"type\": \"array\", \"items\": {\"$ref\": \"#/definitions/quantity\"}}"},
      {"text", "{\"type\": [\"string\", \"number\", \"boolean\"]}"},
      {"texts_by_name",
       "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/definitions/text\"}}"},
      {"pair",
       "{\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, \"items\": {\"$ref\": "
       "\"#/definitions/quantity\"}}"},
      {"two_pairs",
       "{\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, \"items\": {\"$ref\": "
       "\"#/definitions/pair\"}}"},
      {"material_or_name",
       "{\"anyOf\": [{\"$ref\": \"#/definitions/text\"}, {\"$ref\": \"#/definitions/material\"}]}"},
      {"two_materials",
       "{\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, \"items\": {\"$ref\": "
       "\"#/definitions/material_or_name\"}}"},
      {"column_or_expression",
       "{\"anyOf\": [{\"$ref\": \"#/definitions/text\"}, {\"$ref\": \"#/definitions/column\"}]}"},
      {"statistic_or_expression",
       "{\"anyOf\": [{\"$ref\": \"#/definitions/text\"}, {\"$ref\": "
       "\"#/definitions/statistic\"}]}"},
      {"stop",
       "{\"anyOf\": [{\"$ref\": \"#/definitions/text\"}, {\"$ref\": \"#/definitions/settled\"}]}"},
      {"text_or_start", /* `from` and `at` may be names of joints, too */
       "{\"anyOf\": [{\"$ref\": \"#/definitions/text\"}, {\"$ref\": "
       "\"#/definitions/start_joint\"}]}"},
      {"start_joint",
       "{\"anyOf\": [{\"$ref\": \"#/definitions/start_turning\"}, {\"$ref\": "
       "\"#/definitions/start_sliding\"}]}"},
      {"contact_or_group",
       "{\"if\": {\"required\": [\"elastic\"]}, \"then\": {\"$ref\": \"#/definitions/contact\"}, "
       "\"else\": "
       "{\"type\": \"object\", \"minProperties\": 1, \"additionalProperties\": {\"$ref\": "
       "\"#/definitions/contact\"}}}"}};
  for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
    ptl_json_literal(j, shared[i][0], shared[i][1]);
}

/* Of a signal: a text, or one of the mappings. */
static void put_signals(ptl_json *j) {
  ptl_json_open(j, "signal_or_expression", '{');
  ptl_json_open(j, "anyOf", '[');
  ptl_json_literal(j, NULL, "{\"$ref\": \"#/definitions/text\"}");
  for (const ptl_key_table *t = ptl_signal_tables; t->name != NULL; t++) {
    ptl_json_open(j, NULL, '{');
    ptl_json_text(j, "type", "object");
    put_keys(j, t->keys);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
  ptl_json_close(j, '}');
}

static void put_definitions(ptl_context *context, ptl_json *j) {
  static const struct {
    const char *name;
    ptl_kind kind;
  } laws[] = {{"elastic_law", PTL_ELASTIC},
              {"damping_law", PTL_DAMPING},
              {"friction_law", PTL_FRICTION},
              {"film_law", PTL_FILM}};
  const family joints = {context, PTL_JOINT, "type", ptl_keys_joint},
               forces = {context, PTL_FORCE, "type", ptl_keys_force};
  ptl_json_open(j, "definitions", '{');
  put_shared(j);
  for (const ptl_key_table *t = ptl_key_tables; t->name != NULL; t++)
    put_table(j, t->name, t->keys);
  put_fields(j, "bushing", "exponent", ptl_bushing_fields);
  put_fields(j, "wear", NULL, ptl_wear_fields);
  put_signals(j);
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
    const family f = {context, laws[i].kind, "law", NULL};
    put_family(j, laws[i].name, &f, NULL);
  }
  put_family(j, "joint_or_drive", &joints, ptl_drive_tables);
  put_family(j, "force", &forces, NULL);
  ptl_json_close(j, '}');
}

static void begin(ptl_json *j, const char *title, const ptl_key *keys) {
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "$schema", "http://json-schema.org/draft-07/schema#");
  ptl_json_text(j, "title", title);
  ptl_json_text(j, "type", "object");
  put_keys(j, keys);
}

ptl_status ptl_model_schema(ptl_context *context, char **out) {
  ptl_json j = {.context = context};
  begin(&j, "Model of Pintle " PTL_VERSION, ptl_keys_model);
  put_definitions(context, &j);
  ptl_json_close(&j, '}');
  return ptl_json_finish(&j, out);
}

ptl_status ptl_study_schema(ptl_context *context, char **out) {
  ptl_json j = {.context = context};
  begin(&j, "Study of Pintle " PTL_VERSION, ptl_keys_study);
  ptl_json_open(&j, "definitions", '{');
  put_shared(&j);
  put_table(&j, "measure", ptl_keys_measure);
  put_table(&j, "analysis_with_options", ptl_keys_analysis);
  ptl_json_literal(
      &j, "analysis",
      "{\"anyOf\": [{\"enum\": [\"run\", \"static\", \"kinematics\", \"modes\"]}, {\"$ref\": "
      "\"#/definitions/analysis_with_options\"}]}");
  put_table(&j, "section", ptl_keys_section);
  ptl_json_literal(
      &j, "measure_or_expression",
      "{\"anyOf\": [{\"$ref\": \"#/definitions/text\"}, {\"$ref\": \"#/definitions/measure\"}]}");
  ptl_json_literal(
      &j, "values",
      "{\"anyOf\": [{\"$ref\": \"#/definitions/text\"}, {\"type\": \"array\", \"items\": "
      "{\"$ref\": \"#/definitions/text\"}}]}");
  ptl_json_literal(
      &j, "measures",
      "{\"anyOf\": [{\"type\": \"array\", \"items\": {\"$ref\": \"#/definitions/text\"}}, "
      "{\"type\": \"object\", "
      "\"additionalProperties\": {\"$ref\": \"#/definitions/measure_or_expression\"}}]}");
  ptl_json_close(&j, '}');
  ptl_json_close(&j, '}');
  return ptl_json_finish(&j, out);
}
