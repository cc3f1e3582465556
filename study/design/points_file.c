/* points_file.c: a table of texts from a CSV file. */
#include "points_file.h"
#include "file_open.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reading {
  ptl_context *context;
  const char *path;
  char *line; /* by getline */
  size_t room;
  int number;
} reading;

static ptl_status fail(const reading *r, const char *why) {
  return ptl_fail(r->context, PTL_ERR_INPUT, PTL_E(0803) "%s:%d: error: %s", r->path, r->number,
                  why);
}

/* Takes the cell at *text off its quotes and puts *text behind its comma, or to NULL at the line's
 * end. */
static ptl_status next_cell(const reading *r, char **text, char **cell) {
  char *p = *text + strspn(*text, " \t");
  if (*p != '"') {
    char *end = p + strcspn(p, ",");
    *text = *end == ',' ? end + 1 : NULL;
    while (end > p && (end[-1] == ' ' || end[-1] == '\t')) end--;
    *end = '\0';
    *cell = p;
    return PTL_OK;
  }
  char *to = *cell = ++p;
  while (*p != '\0' && !(p[0] == '"' && p[1] != '"')) {
    if (*p == '"') p++;
    *to++ = *p++;
  }
  if (*p == '\0') return fail(r, "a quote is not closed");
  p += 1 + strspn(p + 1, " \t");
  if (*p != ',' && *p != '\0') return fail(r, "a comma must follow the closing quote");
  *text = *p == ',' ? p + 1 : NULL;
  *to = '\0';
  return PTL_OK;
}

static ptl_status append(ptl_context *context, char ***list, size_t n, const char *text) {
  char **grown = ptl_grow(context, *list, n, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  *list = grown;
  grown[n] = ptl_copy_text(context, text);
  return grown[n] != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

/* "NAME [UNIT]" */
static ptl_status read_header(const reading *r, char *text, ptl_points *out) {
  while (text != NULL) {
    char *cell;
    ptl_status status = next_cell(r, &text, &cell);
    if (status != PTL_OK) return status;
    char *bracket = strrchr(cell, '[');
    const char *unit = "";
    if (bracket != NULL && cell[strlen(cell) - 1] == ']') {
      unit = strcmp(bracket, "[1]") == 0 ? "" : bracket + 1;
      cell[strlen(cell) - 1] = '\0';
      while (bracket > cell && bracket[-1] == ' ') bracket--;
      *bracket = '\0';
    }
    if (*cell == '\0') return fail(r, "a column has no name");
    if (ptl_points_find(out, cell) >= 0) return fail(r, "two columns have the same name");
    status = append(r->context, &out->units, (size_t)out->n_columns, unit);
    if (status == PTL_OK) status = append(r->context, &out->names, (size_t)out->n_columns, cell);
    if (status != PTL_OK) return status;
    out->n_columns++;
  }
  return PTL_OK;
}

static ptl_status read_row(const reading *r, char *text, ptl_points *out) {
  for (int i = 0; i < out->n_columns; i++) {
    char *cell = NULL;
    if (text == NULL) return fail(r, "the row has fewer values than the header has columns");
    ptl_status status = next_cell(r, &text, &cell);
    if (status == PTL_OK && *cell == '\0') status = fail(r, "a value is missing");
    if (status == PTL_OK) status = append(r->context, &out->cells, (size_t)out->n_cells, cell);
    if (status != PTL_OK) return status;
    out->n_cells++;
  }
  if (text != NULL) return fail(r, "the row has more values than the header has columns");
  out->n_rows++;
  return PTL_OK;
}

static ptl_status read_lines(reading *r, FILE *file, ptl_points *out) {
  ptl_status status = PTL_OK;
  ssize_t length;
  while (status == PTL_OK && (length = getline(&r->line, &r->room, file)) >= 0) {
    char *text = r->line;
    r->number++;
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
      text[--length] = '\0';
    if (r->number == 1 && strncmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3;
    if (text[strspn(text, " \t")] == '\0') continue;
    status = out->n_columns == 0 ? read_header(r, text, out) : read_row(r, text, out);
  }
  if (status == PTL_OK && ferror(file))
    status = ptl_fail(r->context, ptl_errno_status(), PTL_E(0802) "%s: error: cannot be read: %s",
                      r->path, strerror(errno));
  if (status == PTL_OK && out->n_rows == 0) status = fail(r, "the file has no rows");
  return status;
}

ptl_status ptl_points_load(ptl_context *context, const char *path, ptl_points *out) {
  *out = (ptl_points){0};
  const char *why;
  FILE *file = ptl_file_open(path, &why);
  if (file == NULL)
    return ptl_fail(context, PTL_ERR_IO, PTL_E(0802) "%s: error: cannot be read: %s", path, why);
  reading r = {.context = context, .path = path};
  const ptl_status status = read_lines(&r, file, out);
  free(r.line);
  fclose(file);
  return status;
}

int ptl_points_find(const ptl_points *points, const char *name) {
  for (int i = 0; i < points->n_columns; i++)
    if (strcmp(points->names[i], name) == 0) return i;
  return -1;
}

char *ptl_points_text(ptl_context *context, const ptl_points *points, int64_t row, int column) {
  const char *cell = points->cells[row * points->n_columns + column];
  const char *unit = points->units[column];
  const size_t size = strlen(cell) + strlen(unit) + 2;
  char *text = ptl_alloc(context, size, 1);
  if (text != NULL) snprintf(text, size, "%s%s%s", cell, *unit ? " " : "", unit);
  return text;
}

void ptl_points_release(ptl_context *context, ptl_points *points) {
  for (int i = 0; i < points->n_columns; i++) {
    ptl_free(context, points->names[i]);
    ptl_free(context, points->units[i]);
  }
  for (int64_t i = 0; i < points->n_cells; i++) ptl_free(context, points->cells[i]);
  ptl_free(context, points->names);
  ptl_free(context, points->units);
  ptl_free(context, points->cells);
  *points = (ptl_points){0};
}
