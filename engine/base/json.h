/* json.h: builds a JSON text (RFC 8259) in memory, indented. Internal. */
#ifndef PTL_JSON_H
#define PTL_JSON_H

#include "context.h"

/* Zeroed before use except for the context. After a failed allocation everything is ignored
 * and ptl_json_finish returns PTL_ERR_MEMORY. */
typedef struct ptl_json {
  ptl_context *context;
  char *text;
  size_t used, size;
  int depth;
  int filled;       /* the innermost object or list has an entry already */
  int inline_depth; /* depth from which everything stays on one line, 0: none */
  int failed;
} ptl_json;

/* Writes the text as a JSON string, with its quotes: bytes that are not UTF-8 become U+FFFD, so
 * that what is written is valid whatever the text; what steers a terminal is written as \u and its
 * number. It is a double-quoted string of YAML as well. */
typedef void (*ptl_put_bytes)(void *user, const char *bytes, size_t n);
void ptl_json_quote(const char *text, ptl_put_bytes put_bytes, void *user);

/* `key` is NULL for an entry of a list and for the outermost value. */
void ptl_json_open(ptl_json *json, const char *key, char bracket);        /* '{' or '[' */
void ptl_json_open_inline(ptl_json *json, const char *key, char bracket); /* on one line */
void ptl_json_close(ptl_json *json, char bracket);                        /* '}' or ']' */
void ptl_json_text(ptl_json *json, const char *key, const char *value);   /* NULL becomes null */
void ptl_json_number(ptl_json *json, const char *key, double value); /* not finite becomes null */
void ptl_json_count(ptl_json *json, const char *key, int64_t value);
void ptl_json_bool(ptl_json *json, const char *key, int value);
/* A value that is written as JSON already. */
void ptl_json_literal(ptl_json *json, const char *key, const char *text);

/* The text, to be freed with ptl_free. Frees what was built when it failed. */
ptl_status ptl_json_finish(ptl_json *json, char **out);

#endif
