/* study_table.c: the results of a study in memory. */
#include "study_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "database.h"

/* ------------------------------------------------------------------ loading */

/* Text of a result's column, "" for NULL, to be freed. */
static char *copy_column(const ptl_database *db, sqlite3_stmt *statement, int column) {
  const char *text = (const char *)sqlite3_column_text(statement, column);
  return ptl_copy_text(db->context, text != NULL ? text : "");
}

static ptl_status load_columns(const ptl_database *db, ptl_study_table *t) {
  sqlite3_stmt *statement = NULL;
  int row = 1;
  ptl_status status = ptl_database_prepare(
      db, "SELECT kind, name, unit, text FROM columns ORDER BY \"index\"", &statement);
  while (status == PTL_OK) {
    status = ptl_database_step(db, statement, &row);
    if (status != PTL_OK || !row) break;
    ptl_table_column *grown =
        ptl_grow(db->context, t->columns, (size_t)t->n_columns, sizeof *grown);
    if (grown == NULL) {
      status = PTL_ERR_MEMORY;
      break;
    }
    t->columns = grown;
    ptl_table_column *c = &grown[t->n_columns++];
    *c = (ptl_table_column){0};
    const char *kind = (const char *)sqlite3_column_text(statement, 0);
    c->is_measure = kind != NULL && strcmp(kind, "measure") == 0;
    c->name = copy_column(db, statement, 1);
    c->unit = copy_column(db, statement, 2);
    c->text = copy_column(db, statement, 3);
    if (!c->is_measure) t->n_factors++;
    if (c->name == NULL || c->unit == NULL || c->text == NULL) status = PTL_ERR_MEMORY;
  }
  sqlite3_finalize(statement);
  return status;
}

static ptl_status load_settings(const ptl_database *db, ptl_study_table *t) {
  sqlite3_stmt *statement = NULL;
  int row = 1;
  ptl_status status =
      ptl_database_prepare(db, "SELECT path, value FROM settings ORDER BY \"index\"", &statement);
  while (status == PTL_OK) {
    status = ptl_database_step(db, statement, &row);
    if (status != PTL_OK || !row) break;
    ptl_setting *grown = ptl_grow(db->context, t->settings, (size_t)t->n_settings, sizeof *grown);
    if (grown == NULL) {
      status = PTL_ERR_MEMORY;
      break;
    }
    t->settings = grown;
    ptl_setting *s = &grown[t->n_settings++];
    *s = (ptl_setting){copy_column(db, statement, 0), copy_column(db, statement, 1)};
    if (s->path == NULL || s->value == NULL) status = PTL_ERR_MEMORY;
  }
  sqlite3_finalize(statement);
  return status;
}

static ptl_status count(const ptl_database *db, int64_t *n) {
  sqlite3_stmt *statement = NULL;
  int row = 0;
  ptl_status status = ptl_database_prepare(db, "SELECT count(*) FROM results", &statement);
  if (status == PTL_OK) status = ptl_database_step(db, statement, &row);
  if (status == PTL_OK) *n = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return status;
}

static ptl_status make_rows(ptl_context *context, ptl_study_table *t) {
  const size_t n = (size_t)t->n;
  t->index = ptl_alloc(context, n, sizeof *t->index);
  t->failed = ptl_alloc(context, n, sizeof *t->failed);
  t->statuses = ptl_alloc(context, n, sizeof *t->statuses);
  t->messages = ptl_alloc(context, n, sizeof *t->messages);
  if (t->index == NULL || t->failed == NULL || t->statuses == NULL || t->messages == NULL)
    return PTL_ERR_MEMORY;
  for (int i = 0; i < t->n_columns; i++) {
    ptl_table_column *c = &t->columns[i];
    c->values = ptl_alloc(context, n, sizeof *c->values);
    if (c->values == NULL) return PTL_ERR_MEMORY;
    if (c->is_measure || *c->unit != '\0') continue;
    c->words = ptl_alloc(context, n, sizeof *c->words);
    if (c->words == NULL) return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

static ptl_status take_row(const ptl_database *db, sqlite3_stmt *statement, int64_t i,
                           ptl_study_table *t) {
  enum { FIXED = 4 };
  t->index[i] = sqlite3_column_int64(statement, 0);
  if (t->index[i] < 0 || (i > 0 && t->index[i] <= t->index[i - 1]))
    return ptl_fail(db->context, PTL_ERR_INPUT,
                    PTL_E(0801) "%s: error: the points of the results are not numbered from 0 on",
                    db->path);
  t->statuses[i] = copy_column(db, statement, 1);
  if (t->statuses[i] == NULL) return PTL_ERR_MEMORY;
  t->failed[i] = strcmp(t->statuses[i], ptl_run_status_name(PTL_RUN_OK)) != 0;
  if (sqlite3_column_type(statement, 2) != SQLITE_NULL) {
    t->messages[i] = copy_column(db, statement, 2);
    if (t->messages[i] == NULL) return PTL_ERR_MEMORY;
  }
  for (int k = 0; k < t->n_columns; k++) {
    ptl_table_column *c = &t->columns[k];
    const int type = sqlite3_column_type(statement, FIXED + k);
    c->values[i] = type == SQLITE_FLOAT || type == SQLITE_INTEGER
                       ? sqlite3_column_double(statement, FIXED + k)
                       : NAN;
    if (c->words == NULL) continue;
    c->words[i] = copy_column(db, statement, FIXED + k);
    if (c->words[i] == NULL) return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

static ptl_status load_rows(const ptl_database *db, ptl_study_table *t) {
  sqlite3_stmt *statement = NULL;
  int row = 1;
  ptl_status status = count(db, &t->n);
  const int64_t n = t->n;
  t->n = 0;
  if (status == PTL_OK) {
    t->n = n;
    status = make_rows(db->context, t);
  }
  if (status == PTL_OK)
    status = ptl_database_prepare(db, "SELECT * FROM results ORDER BY \"index\"", &statement);
  for (int64_t i = 0; i < n && status == PTL_OK; i++) {
    status = ptl_database_step(db, statement, &row);
    if (status == PTL_OK && !row) {
      t->n = i;
      break;
    }
    if (status == PTL_OK) status = take_row(db, statement, i, t);
  }
  sqlite3_finalize(statement);
  return status;
}

/* Files of versions that knew of runs alone have none. */
static ptl_status load_analysis(const ptl_database *db, ptl_study_table *t) {
  char *text = NULL;
  ptl_status status = ptl_database_get(db, "analysis", &text);
  if (status == PTL_OK)
    status = ptl_analysis_read(db->context, text != NULL ? text : "run", &t->analysis);
  ptl_free(db->context, text);
  return status;
}

static ptl_status load(const ptl_database *db, ptl_study_table *t) {
  char *format = NULL;
  ptl_status status = ptl_database_get(db, "format", &format);
  if (status == PTL_ERR_IO)
    status = ptl_fail(db->context, PTL_ERR_INPUT,
                      PTL_E(0801) "%s: error: these are no results of a study", db->path);
  if (status == PTL_OK && (format == NULL || strcmp(format, "1") != 0))
    status = ptl_fail(db->context, PTL_ERR_INPUT,
                      PTL_E(0801) "%s: error: results of format %s; this program reads format 1",
                      db->path, format != NULL ? format : "unknown");
  ptl_free(db->context, format);
  if (status == PTL_OK) status = ptl_database_get(db, "title", &t->title);
  if (status == PTL_OK) status = ptl_database_get(db, "model", &t->model);
  if (status == PTL_OK) status = ptl_database_get(db, "design", &t->design);
  if (status == PTL_OK) status = load_analysis(db, t);
  if (status == PTL_OK && (t->title == NULL || t->model == NULL || t->design == NULL))
    status = ptl_fail(db->context, PTL_ERR_INPUT,
                      PTL_E(0801) "%s: error: the table study is not whole", db->path);
  if (status == PTL_OK) status = load_columns(db, t);
  if (status == PTL_OK) status = load_settings(db, t);
  return status == PTL_OK ? load_rows(db, t) : status;
}

ptl_status ptl_study_table_load(ptl_context *context, const char *path, ptl_study_table *out) {
  ptl_database db;
  *out = (ptl_study_table){.path = ptl_copy_text(context, path)};
  ptl_status status = ptl_database_open(context, path, PTL_DATABASE_READ, &db);
  if (status == PTL_OK) status = load(&db, out);
  ptl_database_close(&db);
  return out->path != NULL ? status : PTL_ERR_MEMORY;
}

static void release_texts(ptl_context *context, char **texts, int64_t n) {
  for (int64_t i = 0; texts != NULL && i < n; i++) ptl_free(context, texts[i]);
  ptl_free(context, texts);
}

typedef struct ranked {
  double value;
  int64_t row;
} ranked;

static int compare_ranked(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->value != y->value) return x->value > y->value ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

ptl_status ptl_study_table_sort(ptl_context *context, const ptl_study_table *t, int column,
                                int falls, int64_t *rows, int64_t n) {
  ranked *list = ptl_alloc(context, (size_t)n, sizeof *list);
  if (list == NULL) return PTL_ERR_MEMORY;
  for (int64_t i = 0; i < n; i++) {
    const double value = t->columns[column].values[rows[i]];
    list[i] = (ranked){isnan(value) ? -INFINITY : falls ? value : -value, rows[i]};
  }
  qsort(list, (size_t)n, sizeof *list, compare_ranked);
  for (int64_t i = 0; i < n; i++) rows[i] = list[i].row;
  ptl_free(context, list);
  return PTL_OK;
}

void ptl_study_table_release(ptl_context *context, ptl_study_table *t) {
  for (int i = 0; i < t->n_columns; i++) {
    ptl_table_column *c = &t->columns[i];
    ptl_free(context, c->name);
    ptl_free(context, c->unit);
    ptl_free(context, c->text);
    ptl_free(context, c->values);
    release_texts(context, c->words, t->n);
  }
  for (int i = 0; i < t->n_settings; i++) {
    ptl_free(context, (char *)t->settings[i].path);
    ptl_free(context, (char *)t->settings[i].value);
  }
  release_texts(context, t->statuses, t->n);
  release_texts(context, t->messages, t->n);
  ptl_free(context, t->columns);
  ptl_free(context, t->settings);
  ptl_free(context, t->index);
  ptl_free(context, t->failed);
  ptl_free(context, t->title);
  ptl_free(context, t->model);
  ptl_free(context, t->design);
  ptl_analysis_release(context, &t->analysis);
  ptl_free(context, t->path);
  *t = (ptl_study_table){0};
}

int ptl_study_table_find(const ptl_study_table *t, const char *name) {
  for (int i = 0; i < t->n_columns; i++)
    if (strcmp(t->columns[i].name, name) == 0) return i;
  return -1;
}

/* ------------------------------------------------------------------ choosing rows */

typedef struct choice {
  ptl_context *context;
  const ptl_study_table *t;
  ptl_symbol_list variables;
  ptl_symbol *words; /* each word of a factor with a number of its own */
  int n_words;
  double *values;
} choice;

static double number_of_word(const choice *c, const char *word) {
  for (int i = 0; i < c->n_words; i++)
    if (strcmp(c->words[i].name, word) == 0) return c->words[i].value;
  return NAN;
}

static ptl_status list_words(choice *c, const ptl_table_column *column) {
  for (int64_t i = 0; column->words != NULL && i < c->t->n; i++) {
    if (*column->words[i] == '\0' || !isnan(number_of_word(c, column->words[i]))) continue;
    ptl_symbol *grown = ptl_grow(c->context, c->words, (size_t)c->n_words, sizeof *grown);
    if (grown == NULL) return PTL_ERR_MEMORY;
    c->words = grown;
    grown[c->n_words] = (ptl_symbol){column->words[i], c->n_words + 1, "1", NULL};
    c->n_words++;
  }
  return PTL_OK;
}

static ptl_status list_variables(choice *c) {
  ptl_status status = ptl_symbols_add(c->context, &c->variables, "index", "1");
  for (int i = 0; i < c->t->n_columns && status == PTL_OK; i++) {
    const ptl_table_column *column = &c->t->columns[i];
    status = ptl_symbols_add(c->context, &c->variables, column->name,
                             *column->unit != '\0' ? column->unit : "1");
    if (status == PTL_OK) status = list_words(c, column);
  }
  return status == PTL_OK ? ptl_symbols_index(c->context, &c->variables) : status;
}

static ptl_status choose(choice *c, const char *expression, unsigned char *chosen) {
  char *resolved = NULL;
  ptl_expr *expr = NULL;
  ptl_status status =
      ptl_expr_resolve(c->context, expression, "1", c->words, c->n_words, &c->variables, &resolved);
  if (status == PTL_OK)
    status = ptl_expr_create(c->context, resolved, &c->variables, c->values, &expr);
  for (int64_t i = 0; i < c->t->n && status == PTL_OK; i++) {
    c->values[0] = (double)c->t->index[i];
    for (int k = 0; k < c->t->n_columns; k++) {
      const ptl_table_column *column = &c->t->columns[k];
      c->values[k + 1] =
          column->words != NULL ? number_of_word(c, column->words[i]) : column->values[i];
    }
    const double value = ptl_expr_eval(expr);
    chosen[i] = !isnan(value) && value != 0;
  }
  if (expr != NULL) ptl_expr_destroy(expr);
  ptl_free(c->context, resolved);
  return status;
}

ptl_status ptl_study_table_where(ptl_context *context, const ptl_study_table *table,
                                 const char *expression, unsigned char *chosen) {
  choice c = {.context = context, .t = table};
  c.values = ptl_alloc(context, (size_t)table->n_columns + 1, sizeof *c.values);
  ptl_status status = c.values != NULL ? list_variables(&c) : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = choose(&c, expression, chosen);
  ptl_symbols_release(context, &c.variables);
  ptl_free(context, c.words);
  ptl_free(context, c.values);
  return status;
}

/* ------------------------------------------------------------------ sections */

static ptl_status take_passages(const ptl_database *db, sqlite3_stmt *statement,
                                ptl_passages *out) {
  ptl_status status = PTL_OK;
  int row = 1;
  while (status == PTL_OK) {
    status = ptl_database_step(db, statement, &row);
    if (status != PTL_OK || !row) break;
    int64_t *index = ptl_grow(db->context, out->index, (size_t)out->n, sizeof *index);
    if (index != NULL) out->index = index;
    double *time = ptl_grow(db->context, out->time, (size_t)out->n, sizeof *time);
    if (time != NULL) out->time = time;
    double *values = ptl_grow(db->context, out->values, (size_t)out->n, sizeof *values);
    if (values != NULL) out->values = values;
    if (index == NULL || time == NULL || values == NULL) return PTL_ERR_MEMORY;
    index[out->n] = sqlite3_column_int64(statement, 0);
    time[out->n] = sqlite3_column_double(statement, 1);
    values[out->n++] = sqlite3_column_type(statement, 2) == SQLITE_NULL
                           ? NAN
                           : sqlite3_column_double(statement, 2);
  }
  return status;
}

/* The section and expression that are meant, to be freed; NULL when there are none. */
static ptl_status find_series(const ptl_database *db, const char *section, const char *expression,
                              int number, char **found_section, char **found_expression) {
  sqlite3_stmt *statement = NULL;
  int row = 0;
  ptl_status status = ptl_database_prepare(
      db,
      "SELECT section, expression FROM sections WHERE (?1 = '' OR section = ?1) AND (?2 IS NULL OR "
      "expression = ?2) GROUP BY section, expression ORDER BY min(rowid) LIMIT 1 OFFSET ?3",
      &statement);
  if (status == PTL_OK) {
    sqlite3_bind_text(statement, 1, section, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, expression, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 3, expression == NULL ? number : 0);
    status = ptl_database_step(db, statement, &row);
  }
  if (status == PTL_OK && row) {
    *found_section = copy_column(db, statement, 0);
    *found_expression = copy_column(db, statement, 1);
    if (*found_section == NULL || *found_expression == NULL) status = PTL_ERR_MEMORY;
  }
  sqlite3_finalize(statement);
  return status;
}

static ptl_status load_passages(const ptl_database *db, const char *section, const char *expression,
                                ptl_passages *out) {
  sqlite3_stmt *statement = NULL;
  ptl_status status = ptl_database_prepare(db,
                                           "SELECT \"index\", time, value FROM sections WHERE "
                                           "section = ?1 AND expression = ?2 ORDER BY \"index\", "
                                           "passage",
                                           &statement);
  if (status == PTL_OK) {
    sqlite3_bind_text(statement, 1, section, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, expression, -1, SQLITE_STATIC);
    status = take_passages(db, statement, out);
  }
  sqlite3_finalize(statement);
  return status;
}

ptl_status ptl_study_passages_find(ptl_context *context, const char *path, const char *section,
                                   const char *expression, int number, ptl_passages *out,
                                   char *name, size_t size) {
  ptl_database db;
  char *found_section = NULL, *found_expression = NULL;
  *out = (ptl_passages){0};
  ptl_status status = ptl_database_open(context, path, PTL_DATABASE_READ, &db);
  if (status == PTL_OK)
    status = find_series(&db, section, expression, number, &found_section, &found_expression);
  if (status == PTL_OK && found_expression != NULL) {
    snprintf(name, size, "%s", found_expression);
    status = load_passages(&db, found_section, found_expression, out);
  }
  ptl_free(context, found_section);
  ptl_free(context, found_expression);
  ptl_database_close(&db);
  return status;
}

void ptl_study_passages_release(ptl_context *context, ptl_passages *passages) {
  ptl_free(context, passages->index);
  ptl_free(context, passages->time);
  ptl_free(context, passages->values);
  *passages = (ptl_passages){0};
}
