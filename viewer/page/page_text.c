#include "page_text.h"

#include <math.h>
#include <stdint.h>

#include "utf8.h"

enum { REPLACEMENT = 0xfffd };

/* One code point from text, U+FFFD for what a page cannot hold; its length in bytes goes to
 * *length. */
static unsigned code_point(const char *text, size_t *length) {
  const unsigned code = ptl_utf8_code(text, SIZE_MAX);
  *length = ptl_utf8_length(text, SIZE_MAX);
  if (*length == 0) *length = 1;
  return code < ' ' && code != '\n' && code != '\t' ? REPLACEMENT : code;
}

static void put_bytes(FILE *out, const char *text, size_t n, unsigned point) {
  if (point == REPLACEMENT)
    fputs("\xef\xbf\xbd", out);
  else
    fwrite(text, 1, n, out);
}

void ptl_page_html(FILE *out, const char *text) {
  const char *at = text;
  for (size_t n = 0; *at != '\0'; at += n) {
    const unsigned point = code_point(at, &n);
    if (point == '<' || point == '>' || point == '&' || point == '"' || point == '\'')
      fprintf(out, "&#%u;", point);
    else
      put_bytes(out, at, n, point);
  }
}

void ptl_page_string(FILE *out, const char *text) {
  const char *at = text;
  fputc('"', out);
  for (size_t n = 0; *at != '\0'; at += n) {
    const unsigned point = code_point(at, &n);
    const int is_special = point == '"' || point == '\\' || point == '<' || point == '>' ||
                           point == '&' || point < ' ' || point == 0x7f || point == 0x2028 ||
                           point == 0x2029;
    if (is_special)
      fprintf(out, "\\u%04x", point);
    else
      put_bytes(out, at, n, point);
  }
  fputc('"', out);
}

void ptl_page_number(FILE *out, double value, int digits) {
  if (isfinite(value))
    fprintf(out, "%.*g", digits, value);
  else
    fputs("null", out);
}
