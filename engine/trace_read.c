/* trace_read.c: traces from a run folder or a CSV file.
 *
 * RFC 4180 with one header row of `name [unit]` and numbers below it. The file is read in blocks
 * of whole lines; a line end inside quotes has no place in a name, so a line is a record.    */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace.h"

enum {
  BLOCK_ROWS = 4096,      /* columns grow by this many rows                                   */
  FIRST_BUFFER = 1 << 20, /* bytes; grows when one line is longer                             */
  LONGEST_REASON = 4096
};

struct ptl_trace {
  ptl_context *context;
  ptl_column *columns;
  double **values; /* one array per column                                                    */
  int n_columns;
  int64_t n_rows;
  char *incomplete;
};

typedef struct reader {
  ptl_context *context;
  const char *path; /* of the CSV file                                                        */
  int file;
  locale_t locale; /* "C": a decimal point whatever the program has set                       */
  char *buffer;    /* text[0 .. used), followed by a zero                                     */
  size_t size, used, next;
  int at_end;        /* nothing is left in the file                                               */
  int torn;          /* the last line of an interrupted run may lack its end                      */
  int64_t line;      /* number of the line at `begin`                                             */
  char *begin, *end; /* the current line, without its line end                                */
  int terminated;    /* it had a line end                                                     */
} reader;

/* ------------------------------------------------------------------ lines */

static ptl_status fail_here(const reader *r, const char *at, const char *what) {
  return ptl_fail(r->context, PTL_ERR_INPUT, "%s:%lld:%lld: error: %s", r->path, (long long)r->line,
                  (long long)(at - r->begin) + 1, what);
}

/* Moves what is left to the front of the buffer, which grows when that is all of it, and reads
 * on behind it.                                                                              */
static ptl_status refill(reader *r) {
  const size_t left = r->used - r->next;
  ssize_t n;

  if (left + 1 >= r->size) {
    char *larger = ptl_alloc(r->context, 2 * r->size, 1);
    if (!larger) return PTL_ERR_MEMORY;
    memcpy(larger, r->buffer + r->next, left);
    ptl_free(r->context, r->buffer);
    r->buffer = larger;
    r->size *= 2;
  } else {
    memmove(r->buffer, r->buffer + r->next, left);
  }
  r->next = 0;
  r->used = left;
  do {
    n = read(r->file, r->buffer + left, r->size - left - 1);
  } while (n < 0 && errno == EINTR);
  if (n < 0)
    return ptl_fail(r->context, PTL_ERR_IO, "cannot read %s: %s", r->path, strerror(errno));
  if (n == 0) r->at_end = 1;
  r->used += (size_t)n;
  r->buffer[r->used] = '\0';
  return PTL_OK;
}

/* Makes the next line the current one; *found is 0 when there is none. */
static ptl_status next_line(reader *r, int *found) {
  ptl_status status;
  char *end;

  for (;;) {
    end = memchr(r->buffer + r->next, '\n', r->used - r->next);
    if (end || r->at_end) break;
    status = refill(r);
    if (status != PTL_OK) return status;
  }
  *found = end != NULL || r->next < r->used;
  if (!*found) return PTL_OK;
  r->line++;
  r->terminated = end != NULL;
  r->begin = r->buffer + r->next;
  r->end = end ? end : r->buffer + r->used;
  r->next = (size_t)(r->end - r->buffer) + (end != NULL);
  if (r->end > r->begin && r->end[-1] == '\r') r->end--;
  return PTL_OK;
}

/* ------------------------------------------------------------------ header */

/* One field of the header, quotes removed in place; `*cursor` moves to the comma behind it or to
 * the end of the line.                                                                       */
static ptl_status header_field(const reader *r, char **cursor, char **text, size_t *length) {
  char *from = *cursor, *to = from;

  *text = to;
  if (from == r->end || *from != '"') {
    while (from < r->end && *from != ',') {
      if (*from == '"')
        return fail_here(r, from, "a quote inside a name that does not begin with one");
      from++;
    }
    *length = (size_t)(from - *text);
    *cursor = from;
    return PTL_OK;
  }
  for (from++;; from++) {
    if (from == r->end) return fail_here(r, *cursor, "this quote is not closed on its line");
    if (*from == '"') {
      if (from + 1 == r->end || from[1] != '"') break;
      from++; /* written twice, meant once */
    }
    *to++ = *from;
  }
  from++;
  if (from < r->end && *from != ',')
    return fail_here(r, from, "text behind a closed quote, expected a comma");
  *length = (size_t)(to - *text);
  *cursor = from;
  return PTL_OK;
}

/* Splits `name [unit]`. Returns 0 when it has not this form. */
static int split_name(const char *text, size_t length, size_t *name, const char **unit,
                      size_t *unit_length) {
  size_t i = length;

  if (length < 4 || text[length - 1] != ']') return 0;
  while (i > 0 && text[i - 1] != '[') i--;
  if (i < 2 || i == length - 1) return 0;
  *unit = text + i;
  *unit_length = length - 1 - i;
  *name = i - 1;
  while (*name > 0 && text[*name - 1] == ' ') --*name;
  return *name > 0;
}

static char *copy_part(ptl_context *context, const char *text, size_t length) {
  char *copy = ptl_alloc(context, length + 1, 1);

  if (copy) memcpy(copy, text, length);
  return copy;
}

static ptl_status add_column(ptl_trace *trace, const reader *r, const char *at, const char *text,
                             size_t length) {
  ptl_context *context = trace->context;
  const size_t n = (size_t)trace->n_columns;
  ptl_column *columns = ptl_grow(context, trace->columns, n, sizeof *columns);
  size_t name_length, unit_length;
  const char *unit;
  char *name;

  if (!columns) return PTL_ERR_MEMORY;
  trace->columns = columns;
  if (!split_name(text, length, &name_length, &unit, &unit_length)) {
    char what[256];
    snprintf(what, sizeof what,
             "the header '%.*s' has no unit; expected `name [unit]`, with [1] for none",
             (int)(length < 80 ? length : 80), text);
    return fail_here(r, at, what);
  }
  name = copy_part(context, text, name_length);
  columns[n].name = name;
  columns[n].unit = copy_part(context, unit, unit_length);
  trace->n_columns++;
  if (!name || !columns[n].unit) return PTL_ERR_MEMORY;
  if (ptl_trace_find(trace, name) != (int)n)
    return fail_here(r, at, "a column of this name stands further left already");
  return PTL_OK;
}

static ptl_status read_header(ptl_trace *trace, reader *r) {
  ptl_status status;
  char *cursor;
  int found;

  status = next_line(r, &found);
  if (status != PTL_OK) return status;
  if (!found)
    return ptl_fail(r->context, PTL_ERR_INPUT,
                    "%s:1:1: error: the file is empty; expected a header", r->path);
  if (r->end - r->begin >= 3 && memcmp(r->begin, "\xEF\xBB\xBF", 3) == 0) r->begin += 3;
  for (cursor = r->begin;; cursor++) {
    const char *at = cursor;
    size_t length = 0;
    char *text = NULL;
    status = header_field(r, &cursor, &text, &length);
    if (status == PTL_OK) status = add_column(trace, r, at, text, length);
    if (status != PTL_OK) return status;
    if (cursor == r->end) break;
  }
  trace->values = ptl_alloc(r->context, (size_t)trace->n_columns, sizeof *trace->values);
  return trace->values ? PTL_OK : PTL_ERR_MEMORY;
}

/* ------------------------------------------------------------------ rows */

/* Reads one number; a number may stand in quotes. *cursor moves behind it. */
static ptl_status read_number(const reader *r, char **cursor, double *out) {
  char *from = *cursor;
  char *to;
  int quoted;

  while (from < r->end && *from == ' ') from++;
  quoted = from < r->end && *from == '"';
  if (quoted) from++;
  /* strtod would skip blanks, and line ends with them. */
  if (from >= r->end || *from == ',' || *from == '"' || *from == ' ' || *from == '\t')
    return fail_here(r, from, "a value is missing; expected a number (`nan` where there is none)");
  *out = strtod_l(from, &to, r->locale);
  if (to == from) return fail_here(r, from, "this is not a number");
  if (quoted && *to != '"') return fail_here(r, to, "the quote is not closed behind the number");
  if (quoted) to++;
  while (to < r->end && *to == ' ') to++;
  if (to != r->end && *to != ',') return fail_here(r, to, "unexpected text behind a number");
  *cursor = to;
  return PTL_OK;
}

static ptl_status fail_count(const reader *r, int n, int expected) {
  char what[96];

  snprintf(what, sizeof what, "this row has %s%d values, the header has %d",
           n > expected ? "more than " : "", n > expected ? expected : n, expected);
  return fail_here(r, n > expected ? r->end : r->begin, what);
}

static ptl_status grow_columns(ptl_trace *trace) {
  int i;

  for (i = 0; i < trace->n_columns; i++) {
    double *values = ptl_grow(trace->context, trace->values[i],
                              (size_t)(trace->n_rows / BLOCK_ROWS), BLOCK_ROWS * sizeof *values);
    if (!values) return PTL_ERR_MEMORY;
    trace->values[i] = values;
  }
  return PTL_OK;
}

static ptl_status read_row(ptl_trace *trace, const reader *r) {
  char *cursor = r->begin;
  int i;

  if (trace->n_rows % BLOCK_ROWS == 0 && grow_columns(trace) != PTL_OK) return PTL_ERR_MEMORY;
  for (i = 0; i < trace->n_columns; i++) {
    ptl_status status;
    if (i > 0 && cursor == r->end) return fail_count(r, i, trace->n_columns);
    if (i > 0) cursor++;
    status = read_number(r, &cursor, &trace->values[i][trace->n_rows]);
    if (status != PTL_OK) return status;
  }
  if (cursor != r->end) return fail_count(r, trace->n_columns + 1, trace->n_columns);
  trace->n_rows++;
  return PTL_OK;
}

static ptl_status read_rows(ptl_trace *trace, reader *r) {
  int found;

  for (;;) {
    ptl_status status = next_line(r, &found);
    if (status != PTL_OK || !found) return status;
    if (!r->terminated && r->torn) return PTL_OK;
    if (r->begin == r->end && r->at_end && r->next == r->used) return PTL_OK;
    status = read_row(trace, r);
    if (status != PTL_OK) return status;
  }
}

static ptl_status read_file(ptl_trace *trace, const char *path) {
  ptl_context *context = trace->context;
  reader r = {
      .context = context, .path = path, .size = FIRST_BUFFER, .torn = trace->incomplete != NULL};
  ptl_status status = PTL_ERR_MEMORY;

  r.file = open(path, O_RDONLY | O_CLOEXEC);
  if (r.file < 0) return ptl_fail(context, PTL_ERR_IO, "cannot read %s: %s", path, strerror(errno));
  r.locale = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
  r.buffer = ptl_alloc(context, r.size, 1);
  if (r.buffer && r.locale) status = read_header(trace, &r);
  if (status == PTL_OK) status = read_rows(trace, &r);
  ptl_free(context, r.buffer);
  if (r.locale) freelocale(r.locale);
  close(r.file);
  return status;
}

/* ------------------------------------------------------------------ folder */

/* The reason in DIR/INCOMPLETE, or NULL when there is no such file. */
static ptl_status read_incomplete(ptl_trace *trace, const char *dir) {
  ptl_context *context = trace->context;
  char *path = ptl_join_path(context, dir, PTL_FILE_INCOMPLETE);
  FILE *file;
  size_t n;

  if (!path) return PTL_ERR_MEMORY;
  file = fopen(path, "re");
  ptl_free(context, path);
  if (!file) return PTL_OK;
  trace->incomplete = ptl_alloc(context, LONGEST_REASON, 1);
  if (trace->incomplete) {
    n = fread(trace->incomplete, 1, LONGEST_REASON - 1, file);
    while (n > 0 && trace->incomplete[n - 1] == '\n') trace->incomplete[--n] = '\0';
  }
  fclose(file);
  return trace->incomplete ? PTL_OK : PTL_ERR_MEMORY;
}

static ptl_status read_folder(ptl_trace *trace, const char *dir) {
  ptl_context *context = trace->context;
  char *path = ptl_join_path(context, dir, PTL_FILE_TRACE);
  ptl_status status = path ? read_incomplete(trace, dir) : PTL_ERR_MEMORY;

  if (status == PTL_OK && access(path, F_OK) != 0)
    status =
        ptl_fail(context, PTL_ERR_IO, "%s is not a run folder: it holds no " PTL_FILE_TRACE, dir);
  if (status == PTL_OK) status = read_file(trace, path);
  ptl_free(context, path);
  return status;
}

ptl_status ptl_trace_load(ptl_context *context, const char *path, ptl_trace **out) {
  ptl_trace *trace;
  struct stat info;
  ptl_status status;

  *out = NULL;
  if (stat(path, &info) != 0)
    return ptl_fail(context, PTL_ERR_IO, "cannot read %s: %s", path, strerror(errno));
  trace = ptl_alloc(context, 1, sizeof *trace);
  if (!trace) return PTL_ERR_MEMORY;
  trace->context = context;
  status = S_ISDIR(info.st_mode) ? read_folder(trace, path) : read_file(trace, path);
  if (status != PTL_OK) {
    ptl_trace_destroy(trace);
    return status;
  }
  *out = trace;
  return PTL_OK;
}

void ptl_trace_destroy(ptl_trace *trace) {
  ptl_context *context;
  int i;

  if (!trace) return;
  context = trace->context;
  for (i = 0; i < trace->n_columns; i++) {
    ptl_free(context, (char *)trace->columns[i].name);
    ptl_free(context, (char *)trace->columns[i].unit);
    if (trace->values) ptl_free(context, trace->values[i]);
  }
  ptl_free(context, trace->columns);
  ptl_free(context, trace->values);
  ptl_free(context, trace->incomplete);
  ptl_free(context, trace);
}

/* ------------------------------------------------------------------ contents */

int64_t ptl_trace_get_rows(const ptl_trace *trace) {
  return trace->n_rows;
}

int ptl_trace_get_columns(const ptl_trace *trace, const ptl_column **columns) {
  if (columns) *columns = trace->columns;
  return trace->n_columns;
}

int ptl_trace_find(const ptl_trace *trace, const char *name) {
  int i;

  for (i = 0; i < trace->n_columns; i++)
    if (strcmp(trace->columns[i].name, name) == 0) return i;
  return -1;
}

const double *ptl_trace_get_column(const ptl_trace *trace, int column) {
  if (column < 0 || column >= trace->n_columns) return NULL;
  return trace->values[column];
}

const char *ptl_trace_get_incomplete(const ptl_trace *trace) {
  return trace->incomplete;
}
