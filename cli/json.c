/* json.c: JSON on stdout. */
#include <math.h>
#include <stdlib.h>

#include "cli.h"

static int depth, filled;

static void print_quoted(const char *text) {
  putchar('"');
  for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
    if (*p == '"' || *p == '\\')
      printf("\\%c", *p);
    else if (*p < 0x20 || *p == 0x7F)
      printf("\\u%04x", *p);
    else
      putchar(*p);
  }
  putchar('"');
}

static void begin_entry(const char *key) {
  if (filled) putchar(',');
  if (depth > 0) printf("\n%*s", 2 * depth, "");
  filled = 1;
  if (key == NULL) return;
  print_quoted(key);
  printf(": ");
}

void ptl_cli_print_open(const char *key, char bracket) {
  begin_entry(key);
  putchar(bracket);
  depth++;
  filled = 0;
}

void ptl_cli_print_close(char bracket) {
  depth--;
  if (filled) printf("\n%*s", 2 * depth, "");
  putchar(bracket);
  filled = 1;
  if (depth > 0) return;
  putchar('\n');
  filled = 0;
}

void ptl_cli_print_text(const char *key, const char *value) {
  begin_entry(key);
  if (value != NULL)
    print_quoted(value);
  else
    printf("null");
}

/* The shortest of the forms that reads back as the same number. */
void ptl_cli_print_number(const char *key, double value) {
  begin_entry(key);
  if (!isfinite(value)) {
    printf("null");
    return;
  }
  char text[32];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  printf("%s", text);
}

void ptl_cli_print_count(const char *key, long long value) {
  begin_entry(key);
  printf("%lld", value);
}

void ptl_cli_print_bool(const char *key, int value) {
  begin_entry(key);
  printf(value ? "true" : "false");
}
