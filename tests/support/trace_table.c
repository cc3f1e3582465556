#include "trace_table.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limited_run.h"

/* ------------------------------------------------------------------ trace.csv */

static int count_of(const char *text, char c) {
  int n = 0;
  for (; *text != '\0'; text++) n += *text == c;
  return n;
}

/* Splits the header line in place; names end before their units. */
static int read_names(trace_table *t, char *line) {
  t->columns = count_of(line, ',') + 1;
  t->names = calloc((size_t)t->columns, sizeof *t->names);
  if (t->names == NULL) return -1;
  int i = 0;
  for (char *at = strtok(line, ","); at != NULL && i < t->columns; at = strtok(NULL, ",")) {
    char *unit = strstr(at, " [");
    if (unit != NULL) *unit = '\0';
    t->names[i++] = at;
  }
  return i == t->columns ? 0 : -1;
}

int trace_table_read(const char *path, trace_table *t) {
  memset(t, 0, sizeof *t);
  t->text = file_text(path);
  char *body = t->text != NULL ? strchr(t->text, '\n') : NULL;
  if (body == NULL) return trace_table_release(t), -1;
  *body++ = '\0';
  if (read_names(t, t->text) != 0) return trace_table_release(t), -1;
  t->rows = count_of(body, '\n');
  t->values = malloc(sizeof *t->values * ((size_t)t->rows * (size_t)t->columns + 1));
  if (t->values == NULL) return trace_table_release(t), -1;
  for (int i = 0; i < t->rows * t->columns; i++) {
    char *end;
    t->values[i] = strtod(body, &end);
    if (end == body || *end != ((i + 1) % t->columns == 0 ? '\n' : ','))
      return trace_table_release(t), -1;
    body = end + 1;
  }
  return 0;
}

void trace_table_release(trace_table *t) {
  free(t->text);
  free(t->names);
  free(t->values);
  memset(t, 0, sizeof *t);
}

int trace_table_column(const trace_table *t, const char *name) {
  for (int i = 0; i < t->columns; i++)
    if (strcmp(t->names[i], name) == 0) return i;
  return -1;
}

const char *trace_table_unit(const trace_table *t, int column) {
  const char *name = t->names[column];
  char *unit = t->names[column] + strlen(name) + 2; /* " [" was cut */
  unit[strcspn(unit, "]")] = '\0';
  return unit;
}

double trace_table_at(const trace_table *t, int row, int column) {
  return t->values[(size_t)row * (size_t)t->columns + (size_t)column];
}

int trace_table_row(const trace_table *t, double time) {
  if (t->rows == 0) return -1;
  double slack = 1e-9 * fmax(fabs(trace_table_at(t, t->rows - 1, 0)), fabs(time));
  for (int i = t->rows - 1; i >= 0; i--)
    if (fabs(trace_table_at(t, i, 0) - time) <= slack) return i;
  return -1;
}

int count_lines(const char *path, const char *const *parts) {
  char *text = file_text(path);
  if (text == NULL) return -1;
  int n = 0;
  for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    int fits = 1;
    for (int i = 0; parts[i] != NULL; i++) fits = fits && strstr(line, parts[i]) != NULL;
    n += fits;
  }
  free(text);
  return n;
}

/* ------------------------------------------------------------------ summary.json */

static const char *skip_space(const char *s) {
  while (isspace((unsigned char)*s)) s++;
  return s;
}

static const char *skip_string(const char *s) {
  for (s++; *s != '\0' && *s != '"'; s++)
    if (*s == '\\' && s[1] != '\0') s++;
  return *s == '"' ? s + 1 : s;
}

static const char *skip_value(const char *s) {
  int depth = 0;
  s = skip_space(s);
  do {
    if (*s == '"') {
      s = skip_string(s);
      continue;
    }
    if (*s == '{' || *s == '[') depth++;
    if (*s == '}' || *s == ']') depth--;
    if (depth < 0 || *s == '\0') return s;
    s++;
  } while (depth > 0 || (*s != ',' && *s != '}' && *s != ']' && *s != '\0'));
  return s;
}

/* The member of an object or array, NULL when there is none. */
static const char *member(const char *s, const char *key, size_t length) {
  s = skip_space(s);
  if (*s != '{' && *s != '[') return NULL;
  int is_object = *s == '{';
  long index = 0;
  for (s = skip_space(s + 1); *s != '\0' && *s != '}' && *s != ']'; index++) {
    int fits;
    if (is_object) {
      const char *name = s + 1;
      s = skip_string(s);
      fits = (size_t)(s - name) == length + 1 && strncmp(name, key, length) == 0;
      s = skip_space(s);
      if (*s == ':') s++;
    } else {
      char *end;
      fits = strtol(key, &end, 10) == index && end == key + length;
    }
    if (fits) return skip_space(s);
    s = skip_space(skip_value(s));
    if (*s == ',') s = skip_space(s + 1);
  }
  return NULL;
}

static const char *value_at(const char *text, const char *path) {
  while (text != NULL && *path != '\0') {
    size_t length = strcspn(path, ".");
    text = member(text, path, length);
    path += length;
    if (*path == '.') path++;
  }
  return text;
}

const char *json_text(const char *text, const char *path) {
  static char values[2][128];
  static int turn;
  char *value = values[turn = !turn];
  text = value_at(text, path);
  *value = '\0';
  if (text != NULL && *text == '"')
    snprintf(value, sizeof values[0], "%.*s", (int)(skip_string(text) - text) - 2, text + 1);
  return value;
}

double json_number(const char *text, const char *path) {
  text = value_at(text, path);
  if (text == NULL) return NAN;
  char *end;
  double value = strtod(text, &end);
  return end == text ? NAN : value;
}
