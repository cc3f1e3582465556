/* utf8.c: characters of UTF-8 text. */
#include "utf8.h"

/* Bytes of a character by its first byte; 0xC0, 0xC1 and 0xF5 to 0xFF begin none. */
static size_t length_by_lead(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

/* The bits of n bytes. */
static unsigned code_of(const unsigned char *bytes, size_t n) {
  unsigned code = n == 1 ? bytes[0] : bytes[0] & (0x7Fu >> n);
  for (size_t i = 1; i < n; i++) code = code << 6 | (bytes[i] & 0x3Fu);
  return code;
}

size_t ptl_utf8_length(const char *text, size_t size) {
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *bytes = (const unsigned char *)text;
  const size_t n = size > 0 ? length_by_lead(bytes[0]) : 0;
  if (n <= 1) return n;
  if (n > size) return 0;
  for (size_t i = 1; i < n; i++)
    if ((bytes[i] & 0xC0) != 0x80) return 0;
  const unsigned code = code_of(bytes, n);
  const int is_surrogate = code >= 0xD800 && code < 0xE000;
  return code >= least[n] && code <= 0x10FFFF && !is_surrogate ? n : 0;
}

unsigned ptl_utf8_code(const char *text, size_t size) {
  const size_t n = ptl_utf8_length(text, size);
  return n > 0 && *text != '\0' ? code_of((const unsigned char *)text, n) : 0xFFFD;
}
