/* trace_read.c: traces from a run folder or a CSV file.
 *
 * RFC 4180 with one header row of `name [unit]` and numbers below it. The file is read in blocks
 * of whole lines; a name has no line end in it, not even in quotes, so a line is a record. */
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
  BLOCK_ROWS = 4096,      /* columns grow by this many rows */
  FIRST_BUFFER = 1 << 20, /* bytes; grows when one line is longer */
  LONGEST_REASON = 4096
};

struct ptl_trace {
  ptl_context *context;
  ptl_column *columns;
  double **values; /* one array per column */
  int n_columns;
  int64_t n_rows;
  char *incomplete;
  ptl_trace_format format;
  int out_of_memory;
};

/* What the last line of the file may be. */
typedef enum last_line {
  MAY_LACK_ITS_END, /* of any CSV file */
  MAY_BE_TORN,      /* of an interrupted run: a line without end is no row */
  MUST_BE_WHOLE     /* of a run that says it is complete, whose writer ends every line */
} last_line;

typedef struct reader {
  ptl_context *context;
  const char *path; /* of the CSV file */
  int file;
  locale_t locale; /* "C": a decimal point whatever the program has set */
  char *buffer;    /* text[0 .. used), followed by a zero */
  size_t size, used, next;
  int at_end; /* nothing is left in the file */
  last_line last_line;
  int64_t line;      /* number of the line at `begin` */
  char *begin, *end; /* the current line, without its line end */
  int terminated;    /* it had a line end */
} reader;

/* ------------------------------------------------------------------ lines */

static ptl_status fail_at(const reader *r, const char *at, const char *what) {
  return ptl_fail(r->context, PTL_ERR_INPUT, "%s:%lld:%lld: error: %s", r->path, (long long)r->line,
                  (long long)(at - r->begin) + 1, what);
}

/* Moves what is left to the front of the buffer, which grows when that is all of it, and reads
 * on behind it. */
static ptl_status refill(reader *r) {
  const size_t left = r->used - r->next;
  ssize_t n;
  if (left + 1 >= r->size) {
    char *larger = ptl_alloc(r->context, 2 * r->size, 1);
    if (larger == NULL) return PTL_ERR_MEMORY;
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
    if (end != NULL || r->at_end) break;
    status = refill(r);
    if (status != PTL_OK) return status;
  }
  *found = end != NULL || r->next < r->used;
  if (!*found) return PTL_OK;
  r->line++;
  r->terminated = end != NULL;
  r->begin = r->buffer + r->next;
  r->end = end != NULL ? end : r->buffer + r->used;
  r->next = (size_t)(r->end - r->buffer) + (end != NULL);
  if (r->end > r->begin && r->end[-1] == '\r') r->end--;
  return PTL_OK;
}

static ptl_status check_line_end(const reader *r) {
  if (r->terminated || r->last_line != MUST_BE_WHOLE) return PTL_OK;
  return fail_at(r, r->end,
                 "the last line has no line end, so that it may be cut off, though the run folder "
                 "says that the run is complete; run it again");
}

/* ------------------------------------------------------------------ header */

/* One field of the header, quotes removed in place; `*cursor` moves to the comma behind it or to
 * the end of the line. */
static ptl_status header_field(const reader *r, char **cursor, char **text, size_t *length) {
  char *from = *cursor, *to = from;
  *text = to;
  if (from == r->end || *from != '"') {
    while (from < r->end && *from != ',') {
      if (*from == '"')
        return fail_at(r, from, "a quote inside a name that does not begin with one");
      from++;
    }
    *length = (size_t)(from - *text);
    *cursor = from;
    return PTL_OK;
  }
  for (from++;; from++) {
    if (from == r->end) return fail_at(r, *cursor, "this quote is not closed on its line");
    if (*from == '"') {
      if (from + 1 == r->end || from[1] != '"') break;
      from++; /* written twice, meant once */
    }
    *to++ = *from;
  }
  from++;
  if (from < r->end && *from != ',')
    return fail_at(r, from, "text behind a closed quote, expected a comma");
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
  if (copy != NULL) memcpy(copy, text, length);
  return copy;
}

static void release_columns(ptl_context *context, ptl_column *columns, int n) {
  for (int i = 0; i < n; i++) {
    ptl_free(context, (char *)columns[i].name);
    ptl_free(context, (char *)columns[i].unit);
  }
  ptl_free(context, columns);
}

static int find_column(const ptl_column *columns, int n, const char *name) {
  for (int i = 0; i < n; i++)
    if (strcmp(columns[i].name, name) == 0) return i;
  return -1;
}

static ptl_status add_column(const reader *r, const char *at, const char *text, size_t length,
                             ptl_column **columns, int *n) {
  ptl_context *context = r->context;
  ptl_column *grown = ptl_grow(context, *columns, (size_t)*n, sizeof *grown);
  size_t name_length, unit_length;
  const char *unit;
  if (grown == NULL) return PTL_ERR_MEMORY;
  *columns = grown;
  if (!split_name(text, length, &name_length, &unit, &unit_length)) {
    char what[256];
    snprintf(what, sizeof what,
             "the header '%.*s' has no unit; expected `name [unit]`, with [1] for none",
             (int)(length < 80 ? length : 80), text);
    return fail_at(r, at, what);
  }
  grown[*n].name = copy_part(context, text, name_length);
  grown[*n].unit = copy_part(context, unit, unit_length);
  ++*n;
  if (grown[*n - 1].name == NULL || grown[*n - 1].unit == NULL) return PTL_ERR_MEMORY;
  if (find_column(grown, *n, grown[*n - 1].name) != *n - 1)
    return fail_at(r, at, "a column of this name stands further left already");
  return PTL_OK;
}

/* What was read up to a failure is in *columns, too. */
static ptl_status read_header(reader *r, ptl_column **columns, int *n) {
  int found;

  ptl_status status = next_line(r, &found);
  if (status != PTL_OK) return status;
  if (!found)
    return ptl_fail(r->context, PTL_ERR_INPUT,
                    "%s:1:1: error: the file is empty; expected a header", r->path);
  if (r->end - r->begin >= 3 && memcmp(r->begin, "\xEF\xBB\xBF", 3) == 0) r->begin += 3;
  for (char *cursor = r->begin;; cursor++) {
    const char *at = cursor;
    size_t length = 0;
    char *text = NULL;
    status = header_field(r, &cursor, &text, &length);
    if (status == PTL_OK) status = add_column(r, at, text, length, columns, n);
    if (status != PTL_OK || cursor == r->end) return status;
  }
}

/* ------------------------------------------------------------------ rows */

/* Reads one number; a number may stand in quotes. *cursor moves behind it. */
static ptl_status read_number(const reader *r, char **cursor, double *out) {
  char *from = *cursor;
  char *to;
  while (from < r->end && *from == ' ') from++;
  int quoted = from < r->end && *from == '"';
  if (quoted) from++;
  /* strtod would skip blanks, and line ends with them. */
  if (from >= r->end || *from == ',' || *from == '"' || *from == ' ' || *from == '\t')
    return fail_at(r, from, "a value is missing; expected a number (`nan` where there is none)");
  *out = strtod_l(from, &to, r->locale);
  if (to == from) return fail_at(r, from, "this is not a number");
  if (quoted && *to != '"') return fail_at(r, to, "the quote is not closed behind the number");
  if (quoted) to++;
  while (to < r->end && *to == ' ') to++;
  if (to != r->end && *to != ',') return fail_at(r, to, "unexpected text behind a number");
  *cursor = to;
  return PTL_OK;
}

static ptl_status fail_count(const reader *r, int n, int expected) {
  char what[96];
  snprintf(what, sizeof what, "this row has %s%d values, the header has %d",
           n > expected ? "more than " : "", n > expected ? expected : n, expected);
  return fail_at(r, n > expected ? r->end : r->begin, what);
}

static ptl_status read_row(const reader *r, double *row, int n) {
  char *cursor = r->begin;
  for (int i = 0; i < n; i++) {
    if (i > 0 && cursor == r->end) return fail_count(r, i, n);
    if (i > 0) cursor++;
    ptl_status status = read_number(r, &cursor, &row[i]);
    if (status != PTL_OK) return status;
  }
  return cursor == r->end ? PTL_OK : fail_count(r, n + 1, n);
}

static ptl_status fail_stopped(ptl_context *context, const char *path) {
  return ptl_fail(context, PTL_ERR_INTERRUPTED, "reading %s was stopped", path);
}

/* An empty line may only be the last. */
static ptl_status end_at_empty_line(reader *r) {
  int found;
  const ptl_status status = next_line(r, &found);
  if (status != PTL_OK || !found) return status;
  r->line--;
  return fail_at(r, r->begin, "an empty line, expected a row of numbers");
}

static ptl_status read_rows(reader *r, double *row, int n, const ptl_trace_visitor *visitor) {
  int found;
  for (;;) {
    ptl_status status = next_line(r, &found);
    if (status != PTL_OK || !found) return status;
    if (!r->terminated && r->last_line == MAY_BE_TORN) return PTL_OK;
    status = check_line_end(r);
    if (status != PTL_OK) return status;
    if (r->begin == r->end) return end_at_empty_line(r);
    status = read_row(r, row, n);
    if (status != PTL_OK) return status;
    if (visitor->row(visitor->user, row, n) != 0) return fail_stopped(r->context, r->path);
  }
}

static ptl_status read_table(reader *r, const ptl_trace_visitor *visitor) {
  ptl_context *context = r->context;
  ptl_column *columns = NULL;
  double *row = NULL;
  int n = 0;
  ptl_status status = read_header(r, &columns, &n);
  if (status == PTL_OK) status = check_line_end(r);
  if (status == PTL_OK && visitor->columns(visitor->user, columns, n) != 0)
    status = fail_stopped(context, r->path);
  if (status == PTL_OK) {
    row = ptl_alloc(context, (size_t)n, sizeof *row);
    status = row != NULL ? read_rows(r, row, n, visitor) : PTL_ERR_MEMORY;
  }
  ptl_free(context, row);
  release_columns(context, columns, n);
  return status;
}

static ptl_status read_file(ptl_context *context, const char *path, last_line last,
                            const ptl_trace_visitor *visitor) {
  reader r = {.context = context, .path = path, .size = FIRST_BUFFER, .last_line = last};
  ptl_status status = PTL_ERR_MEMORY;
  r.file = open(path, O_RDONLY | O_CLOEXEC);
  if (r.file < 0) return ptl_fail(context, PTL_ERR_IO, "cannot read %s: %s", path, strerror(errno));
  r.locale = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
  r.buffer = ptl_alloc(context, r.size, 1);
  if (r.buffer != NULL && r.locale != NULL) status = read_table(&r, visitor);
  ptl_free(context, r.buffer);
  if (r.locale != NULL) freelocale(r.locale);
  close(r.file);
  return status;
}

/* ------------------------------------------------------------------ either format */

/* Whether the file begins as every HDF5 file does. */
static int is_hdf5(const char *path) {
  static const char signature[8] = "\x89HDF\r\n\x1a\n";
  char start[sizeof signature];
  FILE *file = fopen(path, "re");
  size_t n = 0;
  if (file == NULL) return 0;
  n = fread(start, 1, sizeof start, file);
  fclose(file);
  return n == sizeof start && memcmp(start, signature, sizeof start) == 0;
}

static ptl_status read_any(ptl_context *context, const char *path, last_line last,
                           const ptl_trace_visitor *visitor, ptl_trace_format *format) {
  *format = is_hdf5(path) ? PTL_TRACE_HDF5 : PTL_TRACE_CSV;
  return *format == PTL_TRACE_HDF5 ? ptl_hdf5_scan(context, path, visitor)
                                   : read_file(context, path, last, visitor);
}

/* ------------------------------------------------------------------ folder */

/* The reason in DIR/INCOMPLETE; *reason stays NULL when there is no such file. */
static ptl_status read_incomplete(ptl_context *context, const char *dir, char **reason) {
  char *path = ptl_join_path(context, dir, PTL_FILE_INCOMPLETE);
  size_t n;
  if (path == NULL) return PTL_ERR_MEMORY;
  FILE *file = fopen(path, "re");
  ptl_free(context, path);
  if (file == NULL) return PTL_OK;
  *reason = ptl_alloc(context, LONGEST_REASON, 1);
  if (*reason != NULL) {
    n = fread(*reason, 1, LONGEST_REASON - 1, file);
    while (n > 0 && (*reason)[n - 1] == '\n') (*reason)[--n] = '\0';
  }
  fclose(file);
  return *reason != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

/* The trace in a run folder. */
static ptl_status find_trace(ptl_context *context, const char *dir, char **out) {
  static const char *const names[] = {PTL_FILE_TRACE, PTL_FILE_TRACE_HDF5};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    *out = ptl_join_path(context, dir, names[i]);
    if (*out == NULL) return PTL_ERR_MEMORY;
    if (access(*out, F_OK) == 0) return PTL_OK;
    ptl_free(context, *out);
  }
  *out = NULL;
  return ptl_fail(
      context, PTL_ERR_IO,
      "%s is not a run folder: it holds no " PTL_FILE_TRACE " and no " PTL_FILE_TRACE_HDF5, dir);
}

static ptl_status read_folder(ptl_context *context, const char *dir,
                              const ptl_trace_visitor *visitor, ptl_trace_format *format) {
  char *path = NULL, *reason = NULL;
  ptl_status status = find_trace(context, dir, &path);
  if (status == PTL_OK) status = read_incomplete(context, dir, &reason);
  if (status == PTL_OK) {
    if (reason != NULL && visitor->incomplete != NULL) visitor->incomplete(visitor->user, reason);
    status = read_any(context, path, reason != NULL ? MAY_BE_TORN : MUST_BE_WHOLE, visitor, format);
  }
  ptl_free(context, path);
  ptl_free(context, reason);
  return status;
}

static ptl_status scan(ptl_context *context, const char *path, const ptl_trace_visitor *visitor,
                       ptl_trace_format *format) {
  struct stat info;
  if (stat(path, &info) != 0)
    return ptl_fail(context, PTL_ERR_IO, "cannot read %s: %s", path, strerror(errno));
  return S_ISDIR(info.st_mode) ? read_folder(context, path, visitor, format)
                               : read_any(context, path, MAY_LACK_ITS_END, visitor, format);
}

ptl_status ptl_trace_scan(ptl_context *context, const char *path,
                          const ptl_trace_visitor *visitor) {
  ptl_trace_format format;
  return scan(context, path, visitor, &format);
}

/* ------------------------------------------------------------------ keeping the rows */

static void keep_incomplete(void *user, const char *reason) {
  ptl_trace *trace = user;
  trace->incomplete = ptl_copy_text(trace->context, reason);
  trace->out_of_memory = trace->incomplete == NULL;
}

static int keep_columns(void *user, const ptl_column *columns, int n) {
  ptl_trace *trace = user;
  trace->columns = ptl_alloc(trace->context, (size_t)n, sizeof *trace->columns);
  trace->values = ptl_alloc(trace->context, (size_t)n, sizeof *trace->values);
  if (trace->out_of_memory || trace->columns == NULL || trace->values == NULL) return 1;
  for (int i = 0; i < n; i++) {
    trace->columns[i].name = ptl_copy_text(trace->context, columns[i].name);
    trace->columns[i].unit = ptl_copy_text(trace->context, columns[i].unit);
    trace->n_columns++;
    if (trace->columns[i].name == NULL || trace->columns[i].unit == NULL) return 1;
  }
  return 0;
}

static ptl_status grow_columns(ptl_trace *trace) {
  for (int i = 0; i < trace->n_columns; i++) {
    double *values = ptl_grow(trace->context, trace->values[i],
                              (size_t)(trace->n_rows / BLOCK_ROWS), BLOCK_ROWS * sizeof *values);
    if (values == NULL) return PTL_ERR_MEMORY;
    trace->values[i] = values;
  }
  return PTL_OK;
}

static int keep_row(void *user, const double *values, int n) {
  ptl_trace *trace = user;
  if (trace->n_rows % BLOCK_ROWS == 0 && grow_columns(trace) != PTL_OK) return 1;
  for (int i = 0; i < n; i++) trace->values[i][trace->n_rows] = values[i];
  trace->n_rows++;
  return 0;
}

ptl_status ptl_trace_load(ptl_context *context, const char *path, ptl_trace **out) {
  ptl_trace_visitor visitor = {keep_incomplete, keep_columns, keep_row, NULL};
  *out = NULL;
  ptl_trace *trace = ptl_alloc(context, 1, sizeof *trace);
  if (trace == NULL) return PTL_ERR_MEMORY;
  trace->context = context;
  visitor.user = trace;
  ptl_status status = scan(context, path, &visitor, &trace->format);
  if (status == PTL_OK) {
    *out = trace;
    return PTL_OK;
  }
  ptl_trace_destroy(trace);
  /* These visitors stop only when memory is out. */
  return status == PTL_ERR_INTERRUPTED
             ? ptl_fail(context, PTL_ERR_MEMORY, "out of memory while reading %s", path)
             : status;
}

void ptl_trace_destroy(ptl_trace *trace) {
  if (trace == NULL) return;
  for (int i = 0; i < trace->n_columns; i++)
    if (trace->values != NULL) ptl_free(trace->context, trace->values[i]);
  release_columns(trace->context, trace->columns, trace->n_columns);
  ptl_free(trace->context, trace->values);
  ptl_free(trace->context, trace->incomplete);
  ptl_free(trace->context, trace);
}

/* ------------------------------------------------------------------ contents */

int64_t ptl_trace_get_rows(const ptl_trace *trace) {
  return trace->n_rows;
}

int ptl_trace_get_columns(const ptl_trace *trace, const ptl_column **columns) {
  if (columns != NULL) *columns = trace->columns;
  return trace->n_columns;
}

int ptl_trace_find(const ptl_trace *trace, const char *name) {
  return find_column(trace->columns, trace->n_columns, name);
}

const double *ptl_trace_get_column(const ptl_trace *trace, int column) {
  if (column < 0 || column >= trace->n_columns) return NULL;
  return trace->values[column];
}

ptl_trace_format ptl_trace_get_format(const ptl_trace *trace) {
  return trace->format;
}

const char *ptl_trace_get_incomplete(const ptl_trace *trace) {
  return trace->incomplete;
}
