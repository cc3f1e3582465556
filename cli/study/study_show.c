/* study_show.c: `pintle study show`: the results as a table, and one point again. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "options.h"
#include "output.h"
#include "study_parts.h"
#include "study_write.h"
#include "table.h"
#include "verbs.h"

enum { DEFAULT_ROWS = 20, MOST_COLUMNS = 60 };

typedef struct arguments {
  const char *path, *where, *sort, *rows, *open, *command;
  int csv;
} arguments;

static const ptl_usage usage = {
    "study show", "FILE.db",
    "Prints what a study has found: how many points, how many failed and why, and a table of the "
    "points.",
    1, 1};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {0, "where", "EXPR",
       "only points for which this holds: 'peak_force > 5 kN && joints.slot.contact == johnson'",
       PTL_TEXT, &a->where},
      {0, "sort", "NAME", "by this column, the largest value first; -NAME: the least", PTL_TEXT,
       &a->sort},
      {0, "rows", "N", "rows that are printed (default 20)", PTL_TEXT, &a->rows},
      {0, "csv", NULL, "print all of the rows as CSV", PTL_FLAG, &a->csv},
      {0, "open", "INDEX", "run this point again in the viewer", PTL_TEXT, &a->open},
      {0, "command", "INDEX", "print the command that runs this point", PTL_TEXT, &a->command},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, &a->path);
}

/* ------------------------------------------------------------------ which rows */

static int sort_rows(const arguments *a, ptl_context *context, const ptl_study_table *t,
                     int64_t *rows, int64_t n) {
  const int rises = *a->sort == '-';
  const int column = ptl_study_table_find(t, a->sort + rises);
  if (column < 0) {
    ptl_cli_say(PTL_E(0952) "--sort: %s has no column '%s'", a->path, a->sort + rises);
    return PTL_EXIT_USAGE;
  }
  ptl_status status = ptl_study_table_sort(context, t, column, !rises, rows, n);
  return status == PTL_OK ? PTL_GO_ON : ptl_cli_exit_status(context, status);
}

static int choose_rows(const arguments *a, ptl_context *context, const ptl_study_table *t,
                       int64_t *rows, int64_t *n) {
  unsigned char *chosen = ptl_cli_alloc((size_t)t->n, 1);
  memset(chosen, 1, (size_t)t->n);
  ptl_status status = PTL_OK;
  if (a->where != NULL) status = ptl_study_table_where(context, t, a->where, chosen);
  *n = 0;
  for (int64_t i = 0; i < t->n; i++)
    if (chosen[i]) rows[(*n)++] = i;
  free(chosen);
  if (status != PTL_OK) return ptl_cli_exit_status(context, status);
  return a->sort != NULL ? sort_rows(a, context, t, rows, *n) : PTL_GO_ON;
}

/* ------------------------------------------------------------------ printing */

/* How many failed, with each message once. */
static void print_failures(const ptl_study_table *t) {
  int64_t failed = 0;
  for (int64_t i = 0; i < t->n; i++) failed += t->failed[i];
  printf("%s%s%" PRId64 " points, design %s, %" PRId64 " failed\n", t->title, *t->title ? ": " : "",
         t->n, t->design, failed);
  int shown = 0;
  for (int64_t i = 0; i < t->n && shown < 5; i++) {
    if (!t->failed[i] || t->messages[i] == NULL) continue;
    printf("  point %" PRId64 " %s: %s\n", t->index[i], t->statuses[i], t->messages[i]);
    shown++;
  }
  if (failed > shown) printf("  ...\n");
}

static int print_rows(const arguments *a, const ptl_study_table *t, const int64_t *rows,
                      int64_t n) {
  char align[MOST_COLUMNS + 3];
  int64_t limit = DEFAULT_ROWS;
  const int status = ptl_cli_option_count("rows", a->rows, 0, INT64_MAX, &limit);
  if (status != PTL_GO_ON) return status;
  const int n_columns = t->n_columns < MOST_COLUMNS ? t->n_columns : MOST_COLUMNS;
  memset(align, 'r', sizeof align);
  align[n_columns + 2] = '\0';
  ptl_table *out = ptl_cli_table_create(align);
  ptl_cli_table_cell(out, "index");
  ptl_cli_table_cell(out, "status");
  for (int k = 0; k < n_columns; k++)
    ptl_cli_table_cell(out, *t->columns[k].unit ? "%s [%s]" : "%s", t->columns[k].name,
                       t->columns[k].unit);
  for (int64_t i = 0; i < n && i < limit; i++) {
    ptl_cli_table_cell(out, "%" PRId64, t->index[rows[i]]);
    ptl_cli_table_cell(out, "%s", t->statuses[rows[i]]);
    for (int k = 0; k < n_columns; k++) {
      const ptl_table_column *c = &t->columns[k];
      if (c->words != NULL)
        ptl_cli_table_cell(out, "%s", c->words[rows[i]]);
      else if (isnan(c->values[rows[i]]))
        ptl_cli_table_cell(out, "-");
      else
        ptl_cli_table_cell(out, "%.6g", c->values[rows[i]]);
    }
  }
  ptl_cli_table_print(out, stdout, 2);
  if (n > limit) printf("  ... %" PRId64 " more (--rows, --csv)\n", n - limit);
  return PTL_EXIT_DONE;
}

/* ------------------------------------------------------------------ one point again */

static int64_t find_row(const ptl_study_table *t, const char *text) {
  char *end;
  const long long index = strtoll(text, &end, 10);
  for (int64_t i = 0; i < t->n && *end == '\0' && end != text; i++)
    if (t->index[i] == index) return i;
  ptl_cli_say(PTL_E(0952) "%s has no point '%s'", t->path, text);
  return -1;
}

/* Two texts and what stands between them, to be freed. */
static char *join(const char *first, const char *between, const char *last) {
  const size_t size = strlen(first) + strlen(between) + strlen(last) + 1;
  char *text = ptl_cli_alloc(size, 1);
  snprintf(text, size, "%s%s%s", first, between, last);
  return text;
}

/* Arguments of a verb that takes the model of the row; a model's name in a file of others must not
 * be an option. */
static char **model_arguments(const ptl_study_table *t, int64_t row, const char *verb, int *n) {
  const int most = t->n_settings + t->n_factors + PTL_ANALYSIS_MOST_OPTIONS;
  char **list = ptl_cli_alloc(2 * (size_t)most + 3, sizeof *list);
  char value[512];
  *n = 0;
  list[(*n)++] = ptl_cli_copy_text(verb);
  list[(*n)++] = join(t->model[0] == '-' ? "./" : "", "", t->model);
  for (int i = 0; i < t->n_settings + t->n_factors; i++) {
    const int k = i - t->n_settings;
    char *setting;
    if (k < 0) {
      setting = join(t->settings[i].path, "=", t->settings[i].value);
    } else {
      const ptl_table_column *c = &t->columns[k];
      if (strcmp(c->name, PTL_DIRECTION) == 0) continue;
      if (c->words != NULL ? *c->words[row] == '\0' : isnan(c->values[row])) continue;
      ptl_cli_study_setting(c, row, value, sizeof value);
      setting = join(c->name, "=", value);
    }
    list[(*n)++] = ptl_cli_copy_text("--set");
    list[(*n)++] = setting;
  }
  return list;
}

/* The verb of an analysis has its options, with - for _. */
static void add_options(const ptl_analysis *analysis, const ptl_analysis_type *type, char **list,
                        int *n) {
  for (int i = 0; type->options[i].name != NULL; i++) {
    if (analysis->texts[i] == NULL) continue;
    char *option = list[(*n)++] = join("--", "", type->options[i].name);
    for (char *at = option; *at != '\0'; at++)
      if (*at == '_') *at = '-';
    list[(*n)++] = ptl_cli_copy_text(analysis->texts[i]);
  }
}

static int again(const arguments *a, const ptl_study_table *t) {
  const int64_t row = find_row(t, a->open != NULL ? a->open : a->command);
  if (row < 0) return PTL_EXIT_USAGE;
  int n, status = PTL_EXIT_DONE;
  const ptl_analysis_type *type = ptl_analysis_type_of(t->analysis.kind);
  char **list = model_arguments(t, row, a->open != NULL ? "view" : type->abscissa.analysis, &n);
  if (a->open == NULL) add_options(&t->analysis, type, list, &n);
  if (a->open != NULL) {
    status = ptl_cli_forward_view.run(n, list);
  } else {
    printf("pintle");
    for (int i = 0; i < n; i++) {
      putchar(' ');
      ptl_cli_put_word(stdout, list[i]);
    }
    printf("\n");
  }
  for (int i = 0; i < n; i++) free(list[i]);
  free(list);
  return status;
}

static int show(const arguments *a, ptl_context *context, const ptl_study_table *t) {
  if (a->open != NULL || a->command != NULL) return again(a, t);
  int64_t *rows = ptl_cli_alloc((size_t)t->n, sizeof *rows), n;
  int status = choose_rows(a, context, t, rows, &n);
  if (status == PTL_GO_ON && a->csv) {
    ptl_cli_study_csv(stdout, t, rows, n);
    status = PTL_EXIT_DONE;
  } else if (status == PTL_GO_ON) {
    print_failures(t);
    status = print_rows(a, t, rows, n);
  }
  free(rows);
  return status;
}

int ptl_cli_study_show(int argc, char **argv) {
  arguments a = {0};
  int status = parse(argc, argv, &a);
  if (status != PTL_GO_ON) return status;
  ptl_context *context = ptl_cli_open_context(NULL, 0);
  if (context == NULL) return PTL_EXIT_USAGE;
  ptl_study_table table;
  const ptl_status loaded = ptl_study_table_load(context, a.path, &table);
  status = loaded == PTL_OK ? show(&a, context, &table) : ptl_cli_exit_status(context, loaded);
  ptl_study_table_release(context, &table);
  ptl_context_destroy(context);
  return status;
}
