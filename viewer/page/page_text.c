#include "page_text.h"

#include <math.h>

enum { REPLACEMENT = 0xfffd };

/* One code point from text; its length in bytes goes to *length. */
static unsigned code_point(const unsigned char *text, int *length) {
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned c = text[0];
  const int n = c < 0x80           ? 1
                : (c >> 5) == 0x06 ? 2
                : (c >> 4) == 0x0e ? 3
                : (c >> 3) == 0x1e ? 4
                                   : 0;
  *length = 1;
  if (n == 1) return c < ' ' && c != '\n' && c != '\t' ? REPLACEMENT : c;
  if (n == 0) return REPLACEMENT;
  unsigned point = c & (0x7fu >> n);
  for (int i = 1; i < n; i++) {
    if ((text[i] & 0xc0) != 0x80) return REPLACEMENT;
    point = point << 6 | (text[i] & 0x3f);
  }
  if (point < least[n] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
    return REPLACEMENT;
  *length = n;
  return point;
}

static void put_bytes(FILE *out, const unsigned char *text, int n, unsigned point) {
  if (point == REPLACEMENT)
    fputs("\xef\xbf\xbd", out);
  else
    fwrite(text, 1, (size_t)n, out);
}

void ptl_page_html(FILE *out, const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  for (int n = 0; *at != '\0'; at += n) {
    const unsigned point = code_point(at, &n);
    if (point == '<' || point == '>' || point == '&' || point == '"' || point == '\'')
      fprintf(out, "&#%u;", point);
    else
      put_bytes(out, at, n, point);
  }
}

void ptl_page_string(FILE *out, const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  fputc('"', out);
  for (int n = 0; *at != '\0'; at += n) {
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
