/* printable.c: text that steers no terminal. */
#include "printable.h"

#include <stdint.h>
#include <string.h>

#include "utf8.h"

static int is_control(unsigned code) {
  return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code < 0xA0);
}

static int turns_direction(unsigned code) {
  return code == 0x61C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

size_t ptl_printable_length(const char *text, size_t size) {
  const unsigned code = ptl_utf8_code(text, size);
  return is_control(code) || turns_direction(code) ? 0 : ptl_utf8_length(text, size);
}

/* A character that must not be printed becomes one mark, a stray byte another. */
void ptl_make_printable(char *text) {
  char *to = text;
  while (*text != '\0') {
    const size_t n = ptl_printable_length(text, SIZE_MAX);
    const size_t whole = ptl_utf8_length(text, SIZE_MAX);
    if (n > 0)
      memmove(to, text, n);
    else
      *to = '?';
    to += n > 0 ? n : 1;
    text += whole > 0 ? whole : 1;
  }
  *to = '\0';
}

void ptl_make_one_line(char *text) {
  ptl_make_printable(text);
  for (; *text != '\0'; text++)
    if (*text == '\n') *text = '?';
}
