/* law_convert.c: `pintle law convert`: a contact of another program as a contact of a model. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "law_options.h"
#include "law_parts.h"
#include "law_tools.h"
#include "message.h"
#include "table.h"

enum { MOST_WORDS = PTL_TOOL_KEYS, UNIT_SIZE = 64 };

typedef struct arguments {
  const char *from;
  const char *words[MOST_WORDS];
} arguments;

static const ptl_usage usage = {
    "law convert", "KEY=VALUE ...",
    "Prints the YAML of a contact from the contact and friction parameters of another program, as "
    "in `pintle law convert --from adams k=1e5 e=2.2 cmax=10 d=0.1`. Numbers without a unit are in "
    "the other program's units, d='0.1 mm' has its own. Without KEY=VALUE: the keys of the "
    "program; without --from: the programs. docs/from_your_tool.md tells more.",
    0, MOST_WORDS};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {0, "from", "TOOL", "the other program: adams, recurdyn, simscape, modelica, opensim, ...",
       PTL_TEXT, &a->from},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, a->words);
}

/* ------------------------------------------------------------------ tools and keys */

static int print_tools(void) {
  ptl_table *table = ptl_cli_table_create("ll");
  for (const ptl_tool *tool = ptl_cli_law_tools; tool->name != NULL; tool++) {
    ptl_cli_table_cell(table, "%s", tool->name);
    ptl_cli_table_cell(table, "%s", tool->title);
  }
  ptl_cli_table_print(table, stdout, 0);
  return PTL_EXIT_DONE;
}

static int print_keys(const ptl_tool *tool) {
  ptl_table *table = ptl_cli_table_create("lllll");
  for (const ptl_tool_key *key = tool->keys; key->name != NULL; key++) {
    ptl_cli_table_cell(table, "%s", key->name);
    ptl_cli_table_cell(table, "%s", key->alias != NULL ? key->alias : "");
    ptl_cli_table_cell(table, "%s", key->words != NULL ? key->words : key->own_unit);
    ptl_cli_table_cell(table, "%s", key->is_required ? "required" : "");
    ptl_cli_table_cell(table, "%s", key->doc);
  }
  ptl_cli_table_print(table, stdout, 0);
  return PTL_EXIT_DONE;
}

static const ptl_tool *find_tool(const char *name) {
  enum { MOST = 32 };
  const char *names[MOST];
  int n = 0;
  for (const ptl_tool *tool = ptl_cli_law_tools; tool->name != NULL; tool++) {
    if (strcmp(tool->name, name) == 0) return tool;
    if (n < MOST) names[n++] = tool->name;
  }
  char hint[128];
  ptl_cli_hint(hint, sizeof hint, name, names, n);
  ptl_cli_say(PTL_E(0952) "nothing is known of '%s'%s (pintle law convert lists the programs)",
              name, hint);
  return NULL;
}

static int key_index(const ptl_tool *tool, const char *text, size_t length) {
  const char *names[2 * PTL_TOOL_KEYS];
  int n = 0;
  for (int i = 0; tool->keys[i].name != NULL; i++) {
    const char *both[] = {tool->keys[i].name, tool->keys[i].alias};
    for (int k = 0; k < 2 && both[k] != NULL; k++) {
      if (strlen(both[k]) == length && memcmp(both[k], text, length) == 0) return i;
      names[n++] = both[k];
    }
  }
  char word[64], hint[128];
  snprintf(word, sizeof word, "%.*s", (int)length, text);
  ptl_cli_hint(hint, sizeof hint, word, names, n);
  ptl_cli_say(PTL_E(0952) "%s has no key '%s'%s (pintle law convert --from %s lists them)",
              tool->name, word, hint, tool->name);
  return -1;
}

/* ------------------------------------------------------------------ values */

/* Index of the word among "a|b"; -1. */
static int word_index(const char *words, const char *text) {
  const size_t length = strlen(text);
  for (int i = 0; words != NULL; i++) {
    const size_t n = strcspn(words, "|");
    if (n == length && memcmp(words, text, n) == 0) return i;
    words = words[n] == '|' ? words + n + 1 : NULL;
  }
  return -1;
}

/* The unit with the value of a key behind "^" in place of the key. */
static int full_unit(const ptl_tool *tool, const double *v, const char *unit, char *out) {
  const char *power = strchr(unit, '^');
  snprintf(out, UNIT_SIZE, "%s", unit);
  if (power == NULL) return PTL_GO_ON;
  for (int i = 0; tool->keys[i].name != NULL; i++) {
    if (strcmp(tool->keys[i].name, power + 1) != 0) continue;
    if (isnan(v[i])) {
      ptl_cli_say(PTL_E(0950) "%s is missing: %s", power + 1, tool->keys[i].doc);
      return PTL_EXIT_USAGE;
    }
    snprintf(out, UNIT_SIZE, "%.*s^%.17g", (int)(power - unit), unit, v[i]);
  }
  return PTL_GO_ON;
}

static int read_value(ptl_context *context, const ptl_tool *tool, int index, const char *text,
                      double *v) {
  const ptl_tool_key *key = &tool->keys[index];
  char unit[UNIT_SIZE], own[UNIT_SIZE], whole[256], *end;
  if (key->words != NULL) {
    const int word = word_index(key->words, text);
    v[index] = word;
    if (word >= 0) return PTL_GO_ON;
    ptl_cli_say(PTL_E(0951) "%s must be one of %s, not '%s'", key->name, key->words, text);
    return PTL_EXIT_USAGE;
  }
  int status = full_unit(tool, v, key->unit, unit);
  if (status == PTL_GO_ON) status = full_unit(tool, v, key->own_unit, own);
  if (status != PTL_GO_ON) return status;
  strtod(text, &end);
  const int is_bare = end != text && *end == '\0' && strcmp(own, "1") != 0;
  snprintf(whole, sizeof whole, "%s%s%s", text, is_bare ? " " : "", is_bare ? own : "");
  if (ptl_quantity_read(context, whole, unit, &v[index]) == PTL_OK) return PTL_GO_ON;
  ptl_cli_say(PTL_E(0951) "%s: %s", key->name, ptl_context_message(context));
  return PTL_EXIT_USAGE;
}

/* Keys whose unit has no exponent come first: one of them is the exponent of the others. */
static int read_values(ptl_context *context, const ptl_tool *tool, const arguments *a, double *v) {
  for (int i = 0; i < PTL_TOOL_KEYS; i++) v[i] = NAN;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < MOST_WORDS && a->words[i] != NULL; i++) {
      const char *text = a->words[i], *equals = strchr(text, '=');
      if (equals == NULL) {
        ptl_cli_say(PTL_E(0950) "'%s' is not KEY=VALUE", text);
        return PTL_EXIT_USAGE;
      }
      const int index = key_index(tool, text, (size_t)(equals - text));
      if (index < 0) return PTL_EXIT_USAGE;
      if ((strchr(tool->keys[index].unit, '^') != NULL) != pass) continue;
      if (!isnan(v[index])) {
        ptl_cli_say(PTL_E(0950) "%s is given twice", tool->keys[index].name);
        return PTL_EXIT_USAGE;
      }
      const int status = read_value(context, tool, index, equals + 1, v);
      if (status != PTL_GO_ON) return status;
    }
  for (int i = 0; tool->keys[i].name != NULL; i++) {
    if (!tool->keys[i].is_required || !isnan(v[i])) continue;
    ptl_cli_say(PTL_E(0950) "%s is missing: %s [%s]", tool->keys[i].name, tool->keys[i].doc,
                tool->keys[i].own_unit);
    return PTL_EXIT_USAGE;
  }
  return PTL_GO_ON;
}

/* ------------------------------------------------------------------ results */

/* Whether the laws take these parameters; surroundings that the model will give are made up. */
static ptl_status check(ptl_context *context, const ptl_converted *x) {
  enum { SURROUNDINGS = 3 };
  ptl_setting settings[PTL_TOOL_LINES + SURROUNDINGS] = {
      {"radii", "[flat, 1 m]"}, {"effective_mass", "1 kg"}, {"length", "1 m"}};
  const char *elastic = NULL, *damping = NULL;
  int n = SURROUNDINGS;
  for (int i = 0; i < x->n; i++) {
    if (strcmp(x->path[i], "elastic.law") == 0)
      elastic = x->value[i];
    else if (strcmp(x->path[i], "damping.law") == 0)
      damping = x->value[i];
    else
      settings[n++] = (ptl_setting){x->path[i], x->value[i]};
  }
  ptl_law *law;
  const ptl_status status = ptl_law_read(context, elastic, damping, settings, n, &law);
  if (status == PTL_OK) ptl_law_destroy(context, law);
  return status;
}

/* "elastic: {law: power, stiffness: ...}", a line for each group. */
static void print(const ptl_tool *tool, const arguments *a, const ptl_converted *x) {
  printf("# %s:", tool->title);
  for (int i = 0; i < MOST_WORDS && a->words[i] != NULL; i++) printf(" %s", a->words[i]);
  printf("\n");
  for (int i = 0; i < x->n_notes; i++) printf("# %s\n", x->notes[i]);
  for (int i = 0; i < x->n; i++) {
    const size_t group = strcspn(x->path[i], ".");
    const int is_first = i == 0 || strncmp(x->path[i], x->path[i - 1], group + 1) != 0;
    const int is_last = i == x->n - 1 || strncmp(x->path[i], x->path[i + 1], group + 1) != 0;
    if (is_first) printf("%.*s: {", (int)group, x->path[i]);
    printf("%s%s: %s%s", is_first ? "" : ", ", x->path[i] + group + 1, x->value[i],
           is_last ? "}\n" : "");
  }
}

static int convert(ptl_context *context, const ptl_tool *tool, const arguments *a) {
  double v[PTL_TOOL_KEYS];
  ptl_converted x = {.n = 0};
  const int status = read_values(context, tool, a, v);
  if (status != PTL_GO_ON) return status;
  if (tool->convert(v, &x)) {
    ptl_cli_say(PTL_E(0903) "%s", x.why);
    return PTL_EXIT_USAGE;
  }
  const ptl_status checked = check(context, &x);
  if (checked != PTL_OK) return ptl_cli_exit_status(context, checked);
  print(tool, a, &x);
  return PTL_EXIT_DONE;
}

int ptl_cli_law_convert(int argc, char **argv) {
  arguments a = {.from = NULL};
  const int status = parse(argc, argv, &a);
  if (status != PTL_GO_ON) return status;
  if (a.from == NULL && a.words[0] != NULL) {
    ptl_cli_say(PTL_E(0950) "which program are these from? --from TOOL is missing");
    return PTL_EXIT_USAGE;
  }
  if (a.from == NULL) return print_tools();
  const ptl_tool *tool = find_tool(a.from);
  if (tool == NULL) return PTL_EXIT_USAGE;
  if (tool->refusal != NULL) {
    ptl_cli_say(PTL_E(0903) "%s has no counterpart here: %s", tool->title, tool->refusal);
    return PTL_EXIT_NO;
  }
  if (a.words[0] == NULL) return print_keys(tool);
  ptl_context *context = ptl_cli_open_context(NULL, 0);
  if (context == NULL) return PTL_EXIT_USAGE;
  const int done = convert(context, tool, &a);
  ptl_context_destroy(context);
  return done;
}
