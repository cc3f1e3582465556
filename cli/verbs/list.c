/* list.c: `pintle list`: what there is, straight from the tables that the engine reads. */
#include <stdlib.h>
#include <string.h>

#include "family.h"
#include "list_parts.h"
#include "message.h"
#include "options.h"
#include "pintle_extend.h"
#include "print_json.h"
#include "table.h"
#include "verbs.h"

typedef struct topic {
  const char *name;
  ptl_kind kinds[2];
  int n_kinds;
} topic;

static const topic topics[] = {
    {"laws", {PTL_ELASTIC, PTL_DAMPING}, 2},
    {"joints", {PTL_JOINT}, 1},
    {"frictions", {PTL_FRICTION}, 1},
    {"films", {PTL_FILM}, 1},
    {"forces", {PTL_FORCE}, 1},
    {"materials", {0}, 0},
    {"models", {0}, 0},
};

enum { N_TOPICS = sizeof topics / sizeof *topics, MATERIALS = 5, MODELS = 6, MAX_NAMES = 256 };

typedef struct arguments {
  const char *words[2]; /* topic, name */
  ptl_texts plugins;
  int markdown, json;
} arguments;

static const ptl_usage usage = {
    "list", "[laws|joints|frictions|films|forces|materials|models] [NAME]",
    "Lists the types this program knows, with parameters, units, defaults, ranges, source and "
    "domain, its materials, or the models that came with it. With a NAME: that one in full.",
    0, 2};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {0, "markdown", NULL, "print as Markdown, in full", PTL_FLAG, &a->markdown},
      {0, "json", NULL, "print as JSON, in full", PTL_FLAG, &a->json},
      {0, "plugin", "LIB", "shared library with further types; may be repeated", PTL_LIST,
       &a->plugins},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  const int status = ptl_cli_options_parse(&usage, options, argc, argv, a->words);
  if (status == PTL_GO_ON && a->markdown && a->json) {
    ptl_cli_say(PTL_E(0950) "--markdown and --json exclude each other");
    return PTL_EXIT_USAGE;
  }
  return status;
}

/* ------------------------------------------------------------------ lists */

/* Calls `print` for the types of a kind, family by family. */
static void for_families(const ptl_context *context, ptl_kind kind,
                         void (*print)(const ptl_type_info *info, ptl_kind kind, void *user),
                         void *user) {
  const char *families[MAX_NAMES];
  const int n = ptl_cli_families(context, kind, families, MAX_NAMES);
  ptl_type_info info;
  for (int k = 0; k < n; k++)
    for (int i = 0; ptl_context_get_type(context, kind, i, &info); i++)
      if (ptl_cli_is_family(&info, families[k])) print(&info, kind, user);
}

static void put_in_table(const ptl_type_info *info, ptl_kind kind, void *user) {
  ptl_table *table = user;
  ptl_cli_table_cell(table, "%s", info->name);
  if (info->doc->family != NULL)
    ptl_cli_table_cell(table, "%s, %s", ptl_cli_kind_label(kind), info->doc->family);
  else
    ptl_cli_table_cell(table, "%s", ptl_cli_kind_label(kind));
  ptl_cli_table_cell(table, "%s", ptl_cli_doc_title(info));
}

static void print_overview(const ptl_context *context, const topic *t) {
  ptl_table *table = ptl_cli_table_create("lll");
  printf("%s\n", t->name);
  for (int k = 0; k < t->n_kinds; k++) for_families(context, t->kinds[k], put_in_table, table);
  ptl_cli_table_print(table, stdout, 2);
}

/* How types are printed in full. */
typedef struct fully {
  ptl_json *json;
  int markdown;
} fully;

static void print_in_full(const ptl_type_info *info, ptl_kind kind, void *user) {
  const fully *how = user;
  ptl_cli_list_type(info, kind, how->json, how->markdown);
}

/* A row for each family with the names of its types, and how many types there are. */
static void print_families(const ptl_context *context, ptl_kind kind) {
  const char *families[MAX_NAMES];
  const int n = ptl_cli_families(context, kind, families, MAX_NAMES);
  ptl_type_info info;
  int count = 0;
  if (n == 0 || families[0] == NULL) return;
  while (ptl_context_get_type(context, kind, count, &info)) count++;
  printf("| %ss (%d) | |\n|---|---|\n", ptl_cli_kind_label(kind), count);
  for (int k = 0; k < n; k++) {
    const char *separator = "";
    printf("| %s | ", families[k] != NULL ? families[k] : "");
    for (int i = 0; i < count && ptl_context_get_type(context, kind, i, &info); i++) {
      if (!ptl_cli_is_family(&info, families[k])) continue;
      printf("%s`%s`", separator, info.name);
      separator = ", ";
    }
    printf(" |\n");
  }
  printf("\n");
}

static void print_types(const ptl_context *context, const arguments *a, const topic *t,
                        ptl_json *j) {
  if (j != NULL)
    ptl_json_open(j, t->name, '[');
  else if (a->markdown)
    printf("## %c%s\n\n", t->name[0] - 'a' + 'A', t->name + 1);
  fully how = {j, a->markdown};
  for (int k = 0; k < t->n_kinds && j == NULL && a->markdown; k++)
    print_families(context, t->kinds[k]);
  for (int k = 0; k < t->n_kinds; k++) for_families(context, t->kinds[k], print_in_full, &how);
  if (j != NULL) ptl_json_close(j, ']');
}

static void print_topic(ptl_context *context, const arguments *a, const topic *t, ptl_json *j) {
  if (t == &topics[MODELS])
    ptl_cli_list_models(context, j, a->markdown);
  else if (t == &topics[MATERIALS])
    ptl_cli_list_materials(context, NULL, j, a->markdown);
  else if (a->json || a->markdown)
    print_types(context, a, t, j);
  else
    print_overview(context, t);
}

/* The topics from `first` to before `end`. */
static void print_topics(ptl_context *context, const arguments *a, const topic *first,
                         const topic *end) {
  ptl_json json = {.context = context}, *j = a->json ? &json : NULL;
  if (j != NULL) ptl_json_open(j, NULL, '{');
  for (const topic *t = first; t < end; t++) {
    if (t > first && j == NULL && !a->markdown) printf("\n");
    print_topic(context, a, t, j);
  }
  if (j == NULL) return;
  ptl_json_close(j, '}');
  ptl_cli_json_print(j);
}

/* ------------------------------------------------------------------ one type */

static int fail_name(const ptl_context *context, const topic *t, const char *name) {
  const char *near = NULL;
  for (int k = 0; k < t->n_kinds && near == NULL; k++)
    near = ptl_context_suggest(context, t->kinds[k], name);
  ptl_cli_say(PTL_E(0952) "there is no '%s' among the %s%s%s%s (pintle list %s shows them)", name,
              t->name, near != NULL ? ", did you mean '" : "", near != NULL ? near : "",
              near != NULL ? "'?" : "", t->name);
  return PTL_EXIT_USAGE;
}

/* An elastic law and a damping law may share a name; both are shown. */
static int print_named(ptl_context *context, const arguments *a, const topic *t) {
  int found = 0;
  for (int k = 0; k < t->n_kinds; k++) {
    ptl_type_info info;
    for (int i = 0; ptl_context_get_type(context, t->kinds[k], i, &info); i++) {
      if (strcmp(info.name, a->words[1]) != 0) continue;
      if (found++ > 0 && !a->json) printf("\n");
      ptl_json json = {.context = context}, *j = a->json ? &json : NULL;
      ptl_cli_list_type(&info, t->kinds[k], j, a->markdown);
      if (j != NULL) ptl_cli_json_print(j);
    }
  }
  return found ? PTL_EXIT_DONE : fail_name(context, t, a->words[1]);
}

/* ------------------------------------------------------------------ the verb */

static int fail_topic(const ptl_context *context, const char *word) {
  const char *names[N_TOPICS];
  for (int i = 0; i < N_TOPICS; i++) {
    for (int k = 0; k < topics[i].n_kinds; k++) {
      ptl_type_info info;
      for (int n = 0; ptl_context_get_type(context, topics[i].kinds[k], n, &info); n++) {
        if (strcmp(info.name, word) != 0) continue;
        ptl_cli_say(PTL_E(0952) "'%s' is one of the %s: pintle list %s %s", word, topics[i].name,
                    topics[i].name, word);
        return PTL_EXIT_USAGE;
      }
    }
    names[i] = topics[i].name;
  }
  char hint[128];
  ptl_cli_hint(hint, sizeof hint, word, names, N_TOPICS);
  ptl_cli_say(PTL_E(0952) "list knows laws, joints, frictions, films, forces, materials and models, not '%s'%s",
              word, hint);
  return PTL_EXIT_USAGE;
}

/* The material of that name, in a list of one. */
static int print_material(ptl_context *context, const arguments *a) {
  ptl_json json = {.context = context}, *j = a->json ? &json : NULL;
  if (j != NULL) ptl_json_open(j, NULL, '{');
  const int status = ptl_cli_list_materials(context, a->words[1], j, a->markdown);
  if (j == NULL) return status;
  ptl_json_close(j, '}');
  ptl_cli_json_print(j);
  return status;
}

static int print_model(ptl_context *context, const arguments *a) {
  ptl_json json = {.context = context}, *j = a->json ? &json : NULL;
  const int status = ptl_cli_list_model(context, a->words[1], j, a->markdown);
  if (j != NULL && status == PTL_EXIT_DONE) ptl_cli_json_print(j);
  return status;
}

static int list(ptl_context *context, const arguments *a) {
  if (a->words[0] == NULL) {
    print_topics(context, a, topics, topics + N_TOPICS);
    return PTL_EXIT_DONE;
  }
  const topic *t = NULL;
  for (int i = 0; i < N_TOPICS; i++)
    if (strcmp(topics[i].name, a->words[0]) == 0) t = &topics[i];
  if (t == NULL) return fail_topic(context, a->words[0]);
  if (a->words[1] != NULL && t == &topics[MODELS]) return print_model(context, a);
  if (a->words[1] != NULL && t == &topics[MATERIALS]) return print_material(context, a);
  if (a->words[1] != NULL) return print_named(context, a, t);
  print_topics(context, a, t, t + 1);
  return PTL_EXIT_DONE;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  ptl_context *context = NULL;
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) {
    context = ptl_cli_open_context(a.plugins.items, a.plugins.n);
    status = context != NULL ? list(context, &a) : PTL_EXIT_USAGE;
  }
  if (context != NULL) ptl_context_destroy(context);
  free(a.plugins.items);
  return status;
}

const ptl_verb ptl_cli_verb_list = {
    "list", "show laws, joints, forces and models with their parameters", run};
