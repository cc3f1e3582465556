/* json.c: a JSON text in memory. */
#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "number.h"
#include "printable.h"
#include "utf8.h"

enum { FIRST_SIZE = 4096, INDENT = 2 };

/* ------------------------------------------------------------------ bytes */

static int make_room(ptl_json *json, size_t n) {
  size_t size = json->size ? json->size : FIRST_SIZE;
  if (json->failed) return 0;
  if (json->used + n < json->size) return 1;
  while (size <= json->used + n) size *= 2;
  char *larger = ptl_alloc(json->context, size, 1);
  if (larger == NULL) {
    json->failed = 1;
    return 0;
  }
  if (json->text != NULL) memcpy(larger, json->text, json->used);
  ptl_free(json->context, json->text);
  json->text = larger;
  json->size = size;
  return 1;
}

static void put(ptl_json *json, const char *bytes, size_t n) {
  if (!make_room(json, n)) return;
  memcpy(json->text + json->used, bytes, n);
  json->used += n;
  json->text[json->used] = '\0';
}

static void put_text(ptl_json *json, const char *text) {
  put(json, text, strlen(text));
}

/* ------------------------------------------------------------------ strings */

void ptl_json_quote(const char *text, ptl_put_bytes put_bytes, void *user) {
  char escape[8];
  put_bytes(user, "\"", 1);
  while (*text != '\0') {
    const size_t n = ptl_utf8_length(text, SIZE_MAX);
    if (n == 0) {
      put_bytes(user, "\xEF\xBF\xBD", 3); /* U+FFFD, the replacement character */
    } else if (*text == '"' || *text == '\\') {
      escape[0] = '\\';
      escape[1] = *text;
      put_bytes(user, escape, 2);
    } else if (*text == '\n' || *text == '\t') {
      put_bytes(user, *text == '\n' ? "\\n" : "\\t", 2);
    } else if (ptl_printable_length(text, n) == 0) {
      const int length = snprintf(escape, sizeof escape, "\\u%04x", ptl_utf8_code(text, n));
      put_bytes(user, escape, (size_t)length);
    } else {
      put_bytes(user, text, n);
    }
    text += n > 0 ? n : 1;
  }
  put_bytes(user, "\"", 1);
}

static void put_to_json(void *user, const char *bytes, size_t n) {
  put(user, bytes, n);
}

/* ------------------------------------------------------------------ entries */

static void begin_line(ptl_json *json) {
  if (json->inline_depth && json->depth >= json->inline_depth) {
    if (json->filled) put_text(json, " ");
    return;
  }
  if (json->depth == 0) return;
  put_text(json, "\n");
  for (int i = 0; i < INDENT * json->depth; i++) put_text(json, " ");
}

static void begin_entry(ptl_json *json, const char *key) {
  if (json->filled) put_text(json, ",");
  begin_line(json);
  json->filled = 1;
  if (key == NULL) return;
  ptl_json_quote(key, put_to_json, json);
  put_text(json, ": ");
}

void ptl_json_open(ptl_json *json, const char *key, char bracket) {
  begin_entry(json, key);
  put(json, &bracket, 1);
  json->depth++;
  json->filled = 0;
}

void ptl_json_open_inline(ptl_json *json, const char *key, char bracket) {
  ptl_json_open(json, key, bracket);
  if (!json->inline_depth) json->inline_depth = json->depth;
}

void ptl_json_close(ptl_json *json, char bracket) {
  const int on_one_line = json->inline_depth && json->depth >= json->inline_depth;
  json->depth--;
  if (json->filled && !on_one_line) {
    if (json->depth == 0) put_text(json, "\n");
    begin_line(json);
  }
  if (json->depth < json->inline_depth) json->inline_depth = 0;
  put(json, &bracket, 1);
  json->filled = 1;
}

void ptl_json_text(ptl_json *json, const char *key, const char *value) {
  begin_entry(json, key);
  if (value != NULL)
    ptl_json_quote(value, put_to_json, json);
  else
    put_text(json, "null");
}

void ptl_json_number(ptl_json *json, const char *key, double value) {
  char text[PTL_NUMBER_ROOM];
  begin_entry(json, key);
  if (isfinite(value))
    put(json, text, (size_t)ptl_number_write(value, text));
  else
    put_text(json, "null");
}

void ptl_json_count(ptl_json *json, const char *key, int64_t value) {
  char text[32];
  begin_entry(json, key);
  put(json, text, (size_t)snprintf(text, sizeof text, "%" PRId64, value));
}

void ptl_json_bool(ptl_json *json, const char *key, int value) {
  begin_entry(json, key);
  put_text(json, value ? "true" : "false");
}

void ptl_json_literal(ptl_json *json, const char *key, const char *text) {
  begin_entry(json, key);
  put_text(json, text);
}

ptl_status ptl_json_finish(ptl_json *json, char **out) {
  *out = NULL;
  if (!make_room(json, 1)) {
    ptl_free(json->context, json->text);
    json->text = NULL;
    return PTL_ERR_MEMORY;
  }
  *out = json->text;
  json->text = NULL;
  return PTL_OK;
}
