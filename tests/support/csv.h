/* csv.h: reads the small comma-separated files of tests/data. For tests. */
#ifndef PTL_TEST_CSV_H
#define PTL_TEST_CSV_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CSV_FIELDS = 16, CSV_LINE = 512 };

typedef struct csv {
  FILE *file;
  char line[CSV_LINE];
  const char *field[CSV_FIELDS]; /* of the row read last */
  int n;
} csv;

/* Next row to `field`; commas within quotes do not part fields. 0 past the last. */
static inline int csv_next(csv *c) {
  int quoted = 0;
  if (fgets(c->line, CSV_LINE, c->file) == NULL) {
    fclose(c->file);
    return 0;
  }
  c->line[strcspn(c->line, "\r\n")] = '\0';
  c->n = 0;
  c->field[c->n++] = c->line;
  for (char *at = c->line; *at; at++) {
    if (*at == '"') quoted = !quoted;
    if (*at != ',' || quoted || c->n == CSV_FIELDS) continue;
    *at = '\0';
    c->field[c->n++] = at + 1;
  }
  for (int i = c->n; i < CSV_FIELDS; i++) c->field[i] = "";
  return 1;
}

/* Opens a file of tests/data and skips its header. */
static inline csv csv_open(const char *name) {
  csv c = {0};
  char path[512];
  snprintf(path, sizeof path, "%s/%s", PINTLE_DATA, name);
  c.file = fopen(path, "r");
  if (!c.file) fail_msg("cannot open %s", path);
  assert_true(csv_next(&c));
  return c;
}

static inline double csv_number(const csv *c, int i) {
  return strtod(c->field[i], NULL);
}

#endif
