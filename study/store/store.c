/* store.c: the file in which a study collects its results. */
#include "store.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "database.h"
#include "measure_table.h"
#include "text_stream.h"

enum { FIXED_COLUMNS = 4 };

struct ptl_store {
  ptl_database db;
  const ptl_study *study;
  sqlite3_stmt *insert, *insert_passage, *insert_event;
  int open; /* a transaction is */
};

const char *ptl_run_status_name(ptl_run_status status) {
  static const char *const names[] = {[PTL_RUN_OK] = "ok",
                                      [PTL_RUN_FAILED] = "failed",
                                      [PTL_RUN_UNFIT] = "unfit",
                                      [PTL_RUN_INPUT] = "input",
                                      [PTL_RUN_CRASHED] = "crashed"};
  return names[status];
}

/* ------------------------------------------------------------------ making the tables */

enum { MOST_NAME = 500 }; /* bytes of the name of a column */

static const char *column_name(const ptl_study *study, int i) {
  const int k = i - study->design.n_factors;
  return k < 0 ? study->design.factors[i].path : study->measures.items[k].name;
}

/* SQL does not tell capital letters from small ones in the names of columns. */
static ptl_status check_columns(ptl_context *context, const ptl_study *study) {
  static const char *const own[] = {"index", "status", "message", "wall_time"};
  const int n = study->design.n_factors + study->measures.n;
  for (int i = 0; i < n; i++) {
    const char *name = column_name(study, i), *other = NULL;
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
      if (sqlite3_stricmp(name, own[k]) == 0) other = own[k];
    for (int k = 0; k < i; k++)
      if (sqlite3_stricmp(name, column_name(study, k)) == 0) other = column_name(study, k);
    if (strlen(name) > MOST_NAME)
      return ptl_fail(
          context, PTL_ERR_INPUT,
          PTL_E(0801) "the name '%.40s...' of a column of the results has more than %d bytes", name,
          MOST_NAME);
    if (other != NULL)
      return ptl_fail(
          context, PTL_ERR_INPUT,
          PTL_E(0801) "the results have a column '%s' already: give the measure '%s' another name",
          other, name);
  }
  return PTL_OK;
}

/* CREATE TABLE results with a column for each factor and measure; to be freed with free. */
static char *results_table(const ptl_study *study) {
  char name[2 * MOST_NAME + 3];
  ptl_text_stream sql;
  if (ptl_text_stream_open(&sql) != 0) return NULL;
  fprintf(sql.stream,
          "CREATE TABLE results(\"index\" INTEGER PRIMARY KEY, status TEXT NOT NULL, message TEXT, "
          "wall_time REAL");
  for (int i = 0; i < study->design.n_factors + study->measures.n; i++) {
    name[0] = '\0';
    ptl_database_quote(name, sizeof name, column_name(study, i));
    fprintf(sql.stream, ", %s%s", name, i < study->design.n_factors ? "" : " REAL");
  }
  fprintf(sql.stream, ")");
  return ptl_text_stream_close(&sql) == 0 ? sql.text : NULL;
}

static ptl_status add_column(ptl_store *s, sqlite3_stmt *insert, int index, const char *kind,
                             const char *name, const char *unit, const char *text) {
  int row;
  sqlite3_reset(insert);
  sqlite3_bind_int(insert, 1, index);
  sqlite3_bind_text(insert, 2, kind, -1, SQLITE_STATIC);
  sqlite3_bind_text(insert, 3, name, -1, SQLITE_STATIC);
  sqlite3_bind_text(insert, 4, unit, -1, SQLITE_STATIC);
  sqlite3_bind_text(insert, 5, text, -1, SQLITE_STATIC);
  return ptl_database_step(&s->db, insert, &row);
}

static ptl_status fill_columns(ptl_store *s) {
  const ptl_study *study = s->study;
  const int n = study->design.n_factors;
  sqlite3_stmt *insert = NULL;
  ptl_status status =
      ptl_database_prepare(&s->db, "INSERT INTO columns VALUES(?1, ?2, ?3, ?4, ?5)", &insert);
  for (int i = 0; i < n && status == PTL_OK; i++) {
    const ptl_factor *f = &study->design.factors[i];
    status = add_column(s, insert, i, "factor", f->path, f->unit, f->text);
  }
  for (int i = 0; i < study->measures.n && status == PTL_OK; i++) {
    const ptl_measure *m = &study->measures.items[i];
    status = add_column(s, insert, n + i, "measure", m->name, NULL, m->text);
  }
  sqlite3_finalize(insert);
  return status;
}

static ptl_status put_analysis(ptl_store *s) {
  ptl_text_stream text;
  ptl_status status = PTL_ERR_MEMORY;
  if (ptl_text_stream_open(&text) != 0) return status;
  ptl_analysis_write(&s->study->analysis, text.stream);
  if (ptl_text_stream_close(&text) == 0) status = ptl_database_put(&s->db, "analysis", text.text);
  free(text.text);
  return status;
}

static ptl_status fill_study(ptl_store *s, const char *identity) {
  const ptl_study *study = s->study;
  char number[32];
  ptl_status status = ptl_database_put(&s->db, "format", "1");
  if (status == PTL_OK) status = ptl_database_put(&s->db, "pintle", PTL_VERSION);
  if (status == PTL_OK) status = ptl_database_put(&s->db, "identity", identity);
  if (status == PTL_OK)
    status = ptl_database_put(&s->db, "title", study->title != NULL ? study->title : "");
  if (status == PTL_OK) status = ptl_database_put(&s->db, "model", study->model);
  if (status == PTL_OK) status = put_analysis(s);
  if (status == PTL_OK)
    status = ptl_database_put(&s->db, "design", ptl_design_name((int)study->design.kind));
  snprintf(number, sizeof number, "%" PRIu64, study->design.seed);
  return status == PTL_OK ? ptl_database_put(&s->db, "seed", number) : status;
}

static ptl_status fill_settings(ptl_store *s) {
  sqlite3_stmt *insert = NULL;
  ptl_status status =
      ptl_database_prepare(&s->db, "INSERT INTO settings VALUES(?1, ?2, ?3)", &insert);
  for (int i = 0; i < s->study->n_settings && status == PTL_OK; i++) {
    int row;
    sqlite3_reset(insert);
    sqlite3_bind_int(insert, 1, i);
    sqlite3_bind_text(insert, 2, s->study->settings[i].path, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 3, s->study->settings[i].value, -1, SQLITE_STATIC);
    status = ptl_database_step(&s->db, insert, &row);
  }
  sqlite3_finalize(insert);
  return status;
}

static ptl_status create(ptl_store *s, const char *identity) {
  const ptl_status checked = check_columns(s->db.context, s->study);
  if (checked != PTL_OK) return checked;
  char *results = results_table(s->study);
  if (results == NULL) return ptl_fail(s->db.context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
  ptl_status status = ptl_database_run(
      &s->db,
      "CREATE TABLE study(key TEXT PRIMARY KEY, value TEXT);"
      "CREATE TABLE columns(\"index\" INTEGER PRIMARY KEY, kind TEXT, name TEXT, unit TEXT, "
      "text TEXT);"
      "CREATE TABLE settings(\"index\" INTEGER PRIMARY KEY, path TEXT, value TEXT);"
      "CREATE TABLE sections(\"index\" INTEGER, section TEXT, passage INTEGER, time REAL, "
      "expression TEXT, value REAL);"
      "CREATE INDEX sections_by_run ON sections(\"index\");"
      "CREATE TABLE events(\"index\" INTEGER, time REAL, joint TEXT, gap TEXT, kind TEXT, depth "
      "REAL, "
      "depth_rate REAL, force REAL, peak_force REAL, impulse REAL, energy_lost REAL, count "
      "INTEGER, "
      "peak_time REAL);"
      "CREATE INDEX events_by_run ON events(\"index\")");
  if (status == PTL_OK) status = ptl_database_run(&s->db, results);
  if (status == PTL_OK) status = fill_study(s, identity);
  if (status == PTL_OK) status = fill_columns(s);
  if (status == PTL_OK) status = fill_settings(s);
  free(results);
  return status;
}

/* ------------------------------------------------------------------ opening */

static ptl_status has_tables(const ptl_database *db, int *found) {
  sqlite3_stmt *statement = NULL;
  ptl_status status =
      ptl_database_prepare(db, "SELECT 1 FROM sqlite_master WHERE name = 'results'", &statement);
  if (status == PTL_OK) status = ptl_database_step(db, statement, found);
  sqlite3_finalize(statement);
  return status;
}

static ptl_status check_identity(ptl_store *s, const char *identity) {
  char *old = NULL;
  ptl_status status = ptl_database_get(&s->db, "identity", &old);
  if (status == PTL_OK && (old == NULL || strcmp(old, identity) != 0))
    status = ptl_fail(s->db.context, PTL_ERR_INPUT,
                      PTL_E(0801) "%s: error: the file holds the results of another study (model, design, "
                      "measures or version differ); remove it, or name another file with --output",
                      s->db.path);
  ptl_free(s->db.context, old);
  return status;
}

static ptl_status prepare(ptl_store *s) {
  const int n = FIXED_COLUMNS + s->study->design.n_factors + s->study->measures.n;
  char *sql = ptl_alloc(s->db.context, (size_t)n * 8 + 64, 1);
  if (sql == NULL) return PTL_ERR_MEMORY;
  int used = sprintf(sql, "INSERT OR IGNORE INTO results VALUES(");
  for (int i = 0; i < n; i++) used += sprintf(sql + used, "%s?%d", i > 0 ? "," : "", i + 1);
  strcpy(sql + used, ")");
  ptl_status status = ptl_database_prepare(&s->db, sql, &s->insert);
  if (status == PTL_OK)
    status = ptl_database_prepare(&s->db, "INSERT INTO sections VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
                                  &s->insert_passage);
  if (status == PTL_OK)
    status = ptl_database_prepare(
        &s->db, "INSERT INTO events VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        &s->insert_event);
  ptl_free(s->db.context, sql);
  return status;
}

static ptl_status open_study(ptl_store *s, const char *path, const char *identity) {
  int found = 0;
  ptl_status status = ptl_database_open(s->db.context, path, PTL_DATABASE_WRITE, &s->db);
  if (status == PTL_OK)
    status = ptl_database_run(&s->db, "BEGIN IMMEDIATE"); /* of two programs one creates */
  if (status == PTL_OK) status = has_tables(&s->db, &found);
  if (status == PTL_OK) status = found ? check_identity(s, identity) : create(s, identity);
  if (status == PTL_OK) status = ptl_database_run(&s->db, "COMMIT");
  return status == PTL_OK ? prepare(s) : status;
}

ptl_status ptl_store_open(ptl_context *context, const char *path, const ptl_study *study,
                          ptl_store **out) {
  char *identity = NULL;
  *out = NULL;
  ptl_store *s = ptl_alloc(context, 1, sizeof *s);
  if (s == NULL) return PTL_ERR_MEMORY;
  s->study = study;
  s->db.context = context;
  ptl_status status = ptl_study_identity(context, study, &identity);
  if (status == PTL_OK) status = open_study(s, path, identity);
  ptl_free(context, identity);
  if (status == PTL_OK)
    *out = s;
  else
    ptl_store_close(s);
  return status;
}

ptl_status ptl_store_done(ptl_store *s, unsigned char *done, int64_t count) {
  sqlite3_stmt *statement = NULL;
  int row = 1;
  ptl_status status = ptl_database_prepare(&s->db, "SELECT \"index\" FROM results", &statement);
  while (status == PTL_OK && row) {
    status = ptl_database_step(&s->db, statement, &row);
    if (status != PTL_OK || !row) break;
    const int64_t index = sqlite3_column_int64(statement, 0);
    if (index >= 0 && index < count) done[index] = 1;
  }
  sqlite3_finalize(statement);
  return status;
}

ptl_status ptl_store_forget_failed(ptl_store *s) {
  return ptl_database_run(
      &s->db,
      "BEGIN; DELETE FROM sections WHERE \"index\" IN (SELECT \"index\" FROM "
      "results WHERE status <> 'ok'); DELETE FROM events WHERE \"index\" IN "
      "(SELECT \"index\" FROM results WHERE status <> 'ok'); DELETE FROM results WHERE status <> "
      "'ok'; COMMIT");
}

/* ------------------------------------------------------------------ writing */

static ptl_status begin(ptl_store *s) {
  if (s->open) return PTL_OK;
  ptl_status status = ptl_database_run(&s->db, "BEGIN IMMEDIATE");
  s->open = status == PTL_OK;
  return status;
}

ptl_status ptl_store_unit(ptl_store *s, int measure, const char *unit) {
  sqlite3_stmt *statement = NULL;
  int row;
  ptl_status status = begin(s);
  if (status == PTL_OK)
    status = ptl_database_prepare(&s->db, "UPDATE columns SET unit = ?1 WHERE \"index\" = ?2",
                                  &statement);
  if (status == PTL_OK) {
    sqlite3_bind_text(statement, 1, unit, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 2, s->study->design.n_factors + measure);
    status = ptl_database_step(&s->db, statement, &row);
  }
  sqlite3_finalize(statement);
  return status;
}

/* NAN has no place in SQLite: NULL. */
static void bind_number(sqlite3_stmt *statement, int place, double value) {
  if (isnan(value))
    sqlite3_bind_null(statement, place);
  else
    sqlite3_bind_double(statement, place, value);
}

static ptl_status bind_factors(ptl_store *s, int64_t index, int place) {
  const ptl_design *design = &s->study->design;
  ptl_factor_value *values = ptl_alloc(s->db.context, (size_t)design->n_factors, sizeof *values);
  if (values == NULL) return PTL_ERR_MEMORY;
  ptl_design_point(design, index, values);
  for (int i = 0; i < design->n_factors; i++, place++) {
    if (values[i].word != NULL && isnan(values[i].number))
      sqlite3_bind_text(s->insert, place, values[i].word, -1, SQLITE_TRANSIENT);
    else
      bind_number(s->insert, place, values[i].number);
  }
  ptl_free(s->db.context, values);
  return PTL_OK;
}

static ptl_status add_passages(ptl_store *s, const ptl_result *r) {
  ptl_status status = PTL_OK;
  int row;
  for (size_t i = 0; i < r->n_passages; i++) {
    const ptl_passage *p = &r->passages[i];
    const ptl_section *section = &s->study->measures.sections[p->section];
    for (int k = 0; k < p->n && status == PTL_OK; k++) {
      sqlite3_reset(s->insert_passage);
      sqlite3_bind_int64(s->insert_passage, 1, r->index);
      sqlite3_bind_text(s->insert_passage, 2, section->name, -1, SQLITE_STATIC);
      sqlite3_bind_int64(s->insert_passage, 3, p->number);
      bind_number(s->insert_passage, 4, p->time);
      sqlite3_bind_text(s->insert_passage, 5, section->texts[k], -1, SQLITE_STATIC);
      bind_number(s->insert_passage, 6, r->values[p->values + (size_t)k]);
      status = ptl_database_step(&s->db, s->insert_passage, &row);
    }
  }
  return status;
}

static ptl_status add_events(ptl_store *s, const ptl_result *r) {
  ptl_status status = PTL_OK;
  int row;
  for (size_t i = 0; i < r->n_events && status == PTL_OK; i++) {
    const ptl_kept_event *k = &r->events[i];
    const ptl_event *e = &k->event;
    const double numbers[] = {e->depth,      e->rate,    e->force,
                              e->peak_force, e->impulse, e->energy_lost};
    sqlite3_reset(s->insert_event);
    sqlite3_bind_int64(s->insert_event, 1, r->index);
    sqlite3_bind_double(s->insert_event, 2, e->time);
    sqlite3_bind_text(s->insert_event, 3, k->joint, -1, SQLITE_STATIC);
    sqlite3_bind_text(s->insert_event, 4, k->gap, -1, SQLITE_STATIC);
    sqlite3_bind_text(s->insert_event, 5, ptl_event_kind_name((int)e->kind), -1, SQLITE_STATIC);
    for (int n = 0; n < 6; n++) bind_number(s->insert_event, 6 + n, numbers[n]);
    sqlite3_bind_int64(s->insert_event, 12, e->count);
    sqlite3_bind_double(s->insert_event, 13, e->peak_time);
    status = ptl_database_step(&s->db, s->insert_event, &row);
  }
  return status;
}

ptl_status ptl_store_add(ptl_store *s, const ptl_result *r) {
  int row;
  ptl_status status = begin(s);
  if (status != PTL_OK) return status;
  sqlite3_reset(s->insert);
  sqlite3_clear_bindings(s->insert);
  sqlite3_bind_int64(s->insert, 1, r->index);
  sqlite3_bind_text(s->insert, 2, ptl_run_status_name(r->status), -1, SQLITE_STATIC);
  if (r->message != NULL) sqlite3_bind_text(s->insert, 3, r->message, -1, SQLITE_STATIC);
  bind_number(s->insert, 4, r->wall_time);
  status = bind_factors(s, r->index, FIXED_COLUMNS + 1);
  const int first = FIXED_COLUMNS + 1 + s->study->design.n_factors;
  for (int i = 0; i < s->study->measures.n && r->measures != NULL; i++)
    bind_number(s->insert, first + i, r->measures[i]);
  if (status == PTL_OK) status = ptl_database_step(&s->db, s->insert, &row);
  /* another program may fill the same file: the point is there, with the same numbers */
  if (status != PTL_OK || sqlite3_changes(s->db.handle) == 0) return status;
  status = add_passages(s, r);
  return status == PTL_OK ? add_events(s, r) : status;
}

ptl_status ptl_store_commit(ptl_store *s) {
  if (!s->open) return PTL_OK;
  sqlite3_reset(s->insert);
  sqlite3_reset(s->insert_passage);
  sqlite3_reset(s->insert_event);
  ptl_status status = ptl_database_run(&s->db, "COMMIT");
  if (status == PTL_OK) s->open = 0;
  return status;
}

ptl_status ptl_store_close(ptl_store *s) {
  if (s == NULL) return PTL_OK;
  ptl_context *context = s->db.context;
  const ptl_status status = ptl_store_commit(s);
  sqlite3_finalize(s->insert);
  sqlite3_finalize(s->insert_passage);
  sqlite3_finalize(s->insert_event);
  ptl_database_close(&s->db);
  ptl_free(context, s);
  return status;
}
