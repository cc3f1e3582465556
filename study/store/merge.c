/* merge.c: one file of the parts that slices of a study have written. */
#include <stdio.h>
#include <string.h>

#include "database.h"
#include "store.h"

static ptl_status attach(const ptl_database *db, const char *part) {
  sqlite3_stmt *statement = NULL;
  int row;
  char *file = ptl_database_file(db->context, part);
  if (file == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_database_prepare(db, "ATTACH ?1 AS part", &statement);
  if (status == PTL_OK) {
    sqlite3_bind_text(statement, 1, file, -1, SQLITE_STATIC);
    status = ptl_database_step(db, statement, &row);
  }
  sqlite3_finalize(statement);
  ptl_free(db->context, file);
  return status;
}

/* Runs one statement, whatever stands behind it. */
static ptl_status run_one(const ptl_database *db, const char *sql) {
  sqlite3_stmt *statement = NULL;
  int row;
  ptl_status status = ptl_database_prepare(db, sql, &statement);
  if (status == PTL_OK && statement != NULL) status = ptl_database_step(db, statement, &row);
  sqlite3_finalize(statement);
  return status;
}

/* The tables of the first part, empty, with what was asked: those of a study and their indices, no
 * others, each by the statement that made it, which is the part's and may be anyone's. */
static ptl_status create_like(const ptl_database *db) {
  sqlite3_stmt *statement = NULL;
  char *sql = NULL;
  int row = 1;
  ptl_status status = ptl_database_prepare(
      db,
      "SELECT sql FROM part.sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL AND "
      "name IN ('study', 'columns', 'settings', 'results', 'sections', 'events', "
      "'sections_by_run', "
      "'events_by_run') ORDER BY rowid",
      &statement);
  while (status == PTL_OK && row) {
    status = ptl_database_step(db, statement, &row);
    if (status != PTL_OK || !row) break;
    sql = ptl_copy_text(db->context, (const char *)sqlite3_column_text(statement, 0));
    status = sql != NULL ? run_one(db, sql) : PTL_ERR_MEMORY;
    ptl_free(db->context, sql);
  }
  sqlite3_finalize(statement);
  if (status != PTL_OK) return status;
  return ptl_database_run(db,
                          "INSERT INTO main.study SELECT * FROM part.study;"
                          "INSERT INTO main.columns SELECT * FROM part.columns;"
                          "INSERT INTO main.settings SELECT * FROM part.settings");
}

static ptl_status count_rows(const ptl_database *db, const char *sql, int64_t *n) {
  sqlite3_stmt *statement = NULL;
  int row = 0;
  *n = 0;
  ptl_status status = ptl_database_prepare(db, sql, &statement);
  if (status == PTL_OK) status = ptl_database_step(db, statement, &row);
  if (status == PTL_OK && row) *n = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return status;
}

static ptl_status merge_part(const ptl_database *db, const char *part) {
  int64_t there, same;
  ptl_status status =
      count_rows(db, "SELECT count(*) FROM main.sqlite_master WHERE name = 'results'", &there);
  if (status == PTL_OK && there == 0) status = create_like(db);
  if (status == PTL_OK)
    status = count_rows(db,
                        "SELECT count(*) FROM main.study a JOIN part.study b ON a.key = b.key AND "
                        "a.value = b.value WHERE a.key = 'identity'",
                        &same);
  if (status == PTL_OK && same == 0)
    status =
        ptl_fail(db->context, PTL_ERR_INPUT,
                 PTL_E(0801) "%s: error: this is a part of another study than %s", part, db->path);
  if (status != PTL_OK) return status;
  return ptl_database_run(
      db,
      "INSERT INTO main.sections SELECT * FROM part.sections WHERE \"index\" NOT IN (SELECT "
      "\"index\" FROM main.results);"
      "INSERT INTO main.events SELECT * FROM part.events WHERE \"index\" NOT IN (SELECT \"index\" "
      "FROM main.results);"
      "INSERT OR IGNORE INTO main.results SELECT * FROM part.results;"
      "UPDATE main.columns SET unit = (SELECT unit FROM part.columns p WHERE p.\"index\" = "
      "main.columns.\"index\") WHERE unit IS NULL");
}

/* Whether the file is there and holds results of a study. */
static ptl_status check_part(ptl_context *context, const char *part) {
  ptl_database db;
  char *identity = NULL;
  ptl_status status = ptl_database_open(context, part, PTL_DATABASE_READ, &db);
  if (status == PTL_OK) status = ptl_database_get(&db, "identity", &identity);
  if (status == PTL_OK && identity == NULL)
    status = ptl_fail(context, PTL_ERR_INPUT,
                      PTL_E(0801) "%s: error: it holds no results of a study", part);
  ptl_free(context, identity);
  ptl_database_close(&db);
  return status;
}

ptl_status ptl_store_merge(ptl_context *context, const char *path, const char *const *parts,
                           int n_parts, int64_t *n) {
  ptl_database db;
  *n = 0;
  for (int i = 0; i < n_parts; i++) { /* before any file is made */
    const ptl_status checked = check_part(context, parts[i]);
    if (checked != PTL_OK) return checked;
  }
  ptl_status status = ptl_database_open(context, path, PTL_DATABASE_WRITE, &db);
  for (int i = 0; i < n_parts && status == PTL_OK; i++) {
    status = attach(&db, parts[i]);
    if (status != PTL_OK) break;
    status = ptl_database_run(&db, "BEGIN");
    if (status == PTL_OK) status = merge_part(&db, parts[i]);
    if (status == PTL_OK) status = ptl_database_run(&db, "COMMIT");
    if (status != PTL_OK) break;
    status = ptl_database_run(&db, "DETACH part");
  }
  if (status == PTL_OK) status = count_rows(&db, "SELECT count(*) FROM main.results", n);
  ptl_database_close(&db);
  return status;
}
