/* json.c: a JSON text in memory. */
#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "number.h"

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

/* ------------------------------------------------------------------ UTF-8 */

/* Length of the well-formed UTF-8 sequence at `text`, 0 when there is none. */
static size_t sequence_length(const unsigned char *text) {
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char lead = text[0];
  const size_t n = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0;
  if (n <= 1) return n;
  unsigned value = lead & (0x7Fu >> n);
  for (size_t i = 1; i < n; i++) {
    if ((text[i] & 0xC0) != 0x80) return 0; /* also stops at the final zero */
    value = value << 6 | (text[i] & 0x3Fu);
  }
  if (value < least[n] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return 0;
  return n;
}

static void put_quoted(ptl_json *json, const char *text) {
  const unsigned char *p = (const unsigned char *)text;
  char escape[8];
  size_t n;
  put(json, "\"", 1);
  for (; *p; p += n ? n : 1) {
    n = sequence_length(p);
    if (n == 0) { /* not UTF-8: the replacement character */
      put_text(json, "\xEF\xBF\xBD");
    } else if (*p == '"' || *p == '\\') {
      snprintf(escape, sizeof escape, "\\%c", *p);
      put_text(json, escape);
    } else if (*p < 0x20 || *p == 0x7F) {
      snprintf(escape, sizeof escape, "\\u%04x", *p);
      put_text(json, escape);
    } else {
      put(json, (const char *)p, n);
    }
  }
  put(json, "\"", 1);
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
  put_quoted(json, key);
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
    put_quoted(json, value);
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
