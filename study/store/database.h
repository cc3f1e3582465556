/* database.h: SQLite with the messages of a context. Internal to this room. */
#ifndef PTL_DATABASE_H
#define PTL_DATABASE_H

#include <sqlite3.h>

#include "context.h"

typedef struct ptl_database {
  ptl_context *context;
  sqlite3 *handle;
  char *path;
} ptl_database;

typedef enum ptl_database_mode { PTL_DATABASE_READ, PTL_DATABASE_WRITE } ptl_database_mode;

/* PTL_ERR_IO for a file that cannot be opened, PTL_ERR_INPUT for one that is no database. To be
 * closed in every case. */
ptl_status ptl_database_open(ptl_context *context, const char *path, ptl_database_mode mode,
                             ptl_database *out);
void ptl_database_close(ptl_database *db);
/* The path as SQLite takes it for one of a file: "" and ":memory:" are none to it. To be freed. */
char *ptl_database_file(ptl_context *context, const char *path);
/* Sets the message to what SQLite says. */
ptl_status ptl_database_fail(const ptl_database *db, int code);
/* Statements without results. */
ptl_status ptl_database_run(const ptl_database *db, const char *sql);
ptl_status ptl_database_prepare(const ptl_database *db, const char *sql, sqlite3_stmt **out);
/* One row of a statement whose values are bound; *row is 1 when there is one. */
ptl_status ptl_database_step(const ptl_database *db, sqlite3_stmt *statement, int *row);
/* Value of a key in the table `study`, to be freed; NULL in *out when there is none. */
ptl_status ptl_database_get(const ptl_database *db, const char *key, char **out);
ptl_status ptl_database_put(const ptl_database *db, const char *key, const char *value);
/* Appends the name in double quotes, as SQL wants it; the text has `size` bytes. */
void ptl_database_quote(char *text, size_t size, const char *name);

#endif
