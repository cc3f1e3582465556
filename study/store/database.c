/* database.c: SQLite with the messages of a context. */
#include "database.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { BUSY_MS = 5000 };

ptl_status ptl_database_fail(const ptl_database *db, int code) {
  const int kind = code & 0xff;
  const ptl_status status = kind == SQLITE_NOMEM                              ? PTL_ERR_MEMORY
                            : kind == SQLITE_NOTADB || kind == SQLITE_CORRUPT ? PTL_ERR_INPUT
                                                                              : PTL_ERR_IO;
  const char *why = db->handle != NULL ? sqlite3_errmsg(db->handle) : sqlite3_errstr(code);
  return ptl_fail(db->context, status, PTL_E(0802) "%s: error: %s", db->path, why);
}

/* A file of others may have a schema that does something when it is read: no views, which never
 * end, no triggers, no functions with effects (sqlite.org, "Defense Against The Dark Arts"). */
static void distrust(sqlite3 *handle) {
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
}

char *ptl_database_file(ptl_context *context, const char *path) {
  const size_t size = strlen(path) + 3;
  char *file = ptl_alloc(context, size, 1);
  if (file != NULL) snprintf(file, size, "%s%s", *path == '/' ? "" : "./", path);
  return file;
}

ptl_status ptl_database_open(ptl_context *context, const char *path, ptl_database_mode mode,
                             ptl_database *out) {
  *out = (ptl_database){.context = context, .path = ptl_copy_text(context, path)};
  if (out->path == NULL) return PTL_ERR_MEMORY;
  if (*path == '\0')
    return ptl_fail(context, PTL_ERR_IO, PTL_E(0802) "the file of a study needs a name");
  struct stat info; /* to open a pipe may take for ever */
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
    return ptl_fail(context, PTL_ERR_IO, PTL_E(0802) "%s: error: it is no file", path);
  const int flags =
      mode == PTL_DATABASE_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  char *file = ptl_database_file(context, path);
  if (file == NULL) return PTL_ERR_MEMORY;
  const int code = sqlite3_open_v2(file, &out->handle, flags | SQLITE_OPEN_NOMUTEX, NULL);
  ptl_free(context, file);
  if (code != SQLITE_OK) return ptl_database_fail(out, code);
  sqlite3_busy_timeout(out->handle, BUSY_MS);
  distrust(out->handle);
  return PTL_OK;
}

void ptl_database_close(ptl_database *db) {
  if (db->handle != NULL) sqlite3_close(db->handle);
  if (db->context != NULL) ptl_free(db->context, db->path);
  *db = (ptl_database){0};
}

ptl_status ptl_database_run(const ptl_database *db, const char *sql) {
  const int code = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);
  return code == SQLITE_OK ? PTL_OK : ptl_database_fail(db, code);
}

ptl_status ptl_database_prepare(const ptl_database *db, const char *sql, sqlite3_stmt **out) {
  const int code = sqlite3_prepare_v2(db->handle, sql, -1, out, NULL);
  return code == SQLITE_OK ? PTL_OK : ptl_database_fail(db, code);
}

ptl_status ptl_database_step(const ptl_database *db, sqlite3_stmt *statement, int *row) {
  const int code = sqlite3_step(statement);
  *row = code == SQLITE_ROW;
  return code == SQLITE_ROW || code == SQLITE_DONE ? PTL_OK : ptl_database_fail(db, code);
}

ptl_status ptl_database_get(const ptl_database *db, const char *key, char **out) {
  sqlite3_stmt *statement = NULL;
  int row = 0;
  *out = NULL;
  ptl_status status =
      ptl_database_prepare(db, "SELECT value FROM study WHERE key = ?1", &statement);
  if (status == PTL_OK) {
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    status = ptl_database_step(db, statement, &row);
  }
  if (status == PTL_OK && row && sqlite3_column_type(statement, 0) != SQLITE_NULL) {
    *out = ptl_copy_text(db->context, (const char *)sqlite3_column_text(statement, 0));
    if (*out == NULL) status = PTL_ERR_MEMORY;
  }
  sqlite3_finalize(statement);
  return status;
}

ptl_status ptl_database_put(const ptl_database *db, const char *key, const char *value) {
  sqlite3_stmt *statement = NULL;
  int row;
  ptl_status status =
      ptl_database_prepare(db, "INSERT OR REPLACE INTO study VALUES(?1, ?2)", &statement);
  if (status == PTL_OK) {
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, value, -1, SQLITE_STATIC);
    status = ptl_database_step(db, statement, &row);
  }
  sqlite3_finalize(statement);
  return status;
}

void ptl_database_quote(char *text, size_t size, const char *name) {
  size_t n = strlen(text);
  if (n + 1 < size) text[n++] = '"';
  for (; *name != '\0' && n + 3 < size; name++) {
    if (*name == '"') text[n++] = '"';
    text[n++] = *name;
  }
  if (n + 1 < size) text[n++] = '"';
  text[n] = '\0';
}
