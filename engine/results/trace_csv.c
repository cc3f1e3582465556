/* trace_csv.c: traces in CSV files.
 *
 * RFC 4180 with one header row of `name [unit]` and numbers below it. The file is read in blocks of
 * whole lines; a name has no line end in it, not even in quotes, so a line is a record. Cells of
 * columns that are not asked for are counted but not looked at. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "number.h"
#include "trace_input.h"

enum {
  BLOCK_ROWS = 1024,
  FIRST_BUFFER = 1 << 18, /* bytes; grows when one line is longer */
  PADDING = 32,           /* bytes behind the text that may be read with it */
  SEARCH = 1 << 16,       /* bytes that are read rather than searched further */
  LONGEST_LINE = 1 << 26  /* bytes */
};

typedef struct reader {
  ptl_trace_input base;
  int file;
  locale_t locale; /* "C": a decimal point whatever the program has set */
  char *buffer;    /* text[0 .. used), followed by a zero */
  size_t size, used, next;
  off_t offset;      /* of buffer[0] in the file */
  off_t rows, start; /* where the first row begins; where lines are counted from */
  int at_end;        /* nothing is left in the file */
  ptl_last_line last_line;
  int64_t line;      /* number of the line at `begin`, from `start` on */
  char *begin, *end; /* the current line, without its line end */
  int terminated;    /* it had a line end */
} reader;

/* ------------------------------------------------------------------ lines */

/* Lines of the file before `start`. */
static int64_t count_lines_before(const reader *r) {
  char part[1 << 14];
  int64_t lines = 0;
  for (off_t at = 0; at < r->start;) {
    const off_t left = r->start - at;
    const ssize_t n =
        pread(r->file, part, left < (off_t)sizeof part ? (size_t)left : sizeof part, at);
    if (n <= 0) break;
    for (ssize_t i = 0; i < n; i++) lines += part[i] == '\n';
    at += n;
  }
  return lines;
}

static ptl_status fail_at(const reader *r, const char *at, const char *what) {
  return ptl_fail(r->base.context, PTL_ERR_INPUT, PTL_E(0704) "%s:%lld:%lld: error: %s",
                  r->base.path, (long long)(count_lines_before(r) + r->line),
                  (long long)(at - r->begin) + 1, what);
}

static ptl_status fail_reading(const reader *r) {
  return ptl_fail(r->base.context, ptl_errno_status(), PTL_E(0701) "cannot read %s: %s",
                  r->base.path, strerror(errno));
}

static ptl_status fail_length(const reader *r) {
  return ptl_fail(r->base.context, PTL_ERR_INPUT,
                  PTL_E(0704) "%s: error: a line has more than %d MB; this is no table",
                  r->base.path, LONGEST_LINE >> 20);
}

/* Moves what is left to the front of the buffer, which grows when that is all of it, and reads
 * on behind it. */
static ptl_status refill(reader *r) {
  const size_t left = r->used - r->next;
  ssize_t n;
  if (left >= LONGEST_LINE) return fail_length(r);
  if (left + 1 >= r->size) {
    char *larger = ptl_alloc(r->base.context, 2 * r->size + PADDING, 1);
    if (larger == NULL) return PTL_ERR_MEMORY;
    memcpy(larger, r->buffer + r->next, left);
    ptl_free(r->base.context, r->buffer);
    r->buffer = larger;
    r->size *= 2;
  } else {
    memmove(r->buffer, r->buffer + r->next, left);
  }
  r->offset += (off_t)r->next;
  r->next = 0;
  r->used = left;
  do {
    n = read(r->file, r->buffer + left, r->size - left - 1);
  } while (n < 0 && errno == EINTR);
  if (n < 0) return fail_reading(r);
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
  if (r->terminated || r->last_line != PTL_LINE_MUST_BE_WHOLE) return PTL_OK;
  return fail_at(r, r->end,
                 "the last line has no line end, so that it may be cut off, though the run folder "
                 "says that the run is complete; run it again");
}

/* Begins anew at that place of the file, where a line begins. */
static ptl_status start_at(reader *r, off_t place) {
  if (lseek(r->file, place, SEEK_SET) < 0) return fail_reading(r);
  r->offset = r->start = place;
  r->used = r->next = 0;
  r->buffer[0] = '\0';
  r->at_end = 0;
  r->line = 0;
  return PTL_OK;
}

/* Begins anew at the first line that begins behind that place. */
static ptl_status start_behind(reader *r, off_t place) {
  int found;
  ptl_status status = start_at(r, place);
  if (status == PTL_OK) status = next_line(r, &found);
  r->start = r->offset + (off_t)r->next;
  r->line = 0;
  return status;
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

static ptl_status add_column(reader *r, const char *at, const char *text, size_t length) {
  ptl_trace_input *base = &r->base;
  ptl_column *grown =
      ptl_grow(base->context, base->columns, (size_t)base->n_columns, sizeof *grown);
  size_t name_length, unit_length;
  const char *unit;
  if (grown == NULL) return PTL_ERR_MEMORY;
  base->columns = grown;
  if (!split_name(text, length, &name_length, &unit, &unit_length)) {
    char what[256];
    snprintf(what, sizeof what,
             "the header '%.*s' has no unit; expected `name [unit]`, with [1] for none",
             (int)(length < 80 ? length : 80), text);
    return fail_at(r, at, what);
  }
  ptl_column *column = &grown[base->n_columns++];
  column->name = copy_part(base->context, text, name_length);
  column->unit = copy_part(base->context, unit, unit_length);
  if (column->name == NULL || column->unit == NULL) return PTL_ERR_MEMORY;
  if (ptl_trace_input_find(base, column->name) >= 0)
    return fail_at(r, at, "a column of this name stands further left already");
  return ptl_trace_input_enter(base, base->n_columns - 1);
}

static ptl_status read_header(reader *r) {
  int found;
  ptl_status status = next_line(r, &found);
  if (status != PTL_OK) return status;
  if (!found)
    return ptl_fail(r->base.context, PTL_ERR_INPUT,
                    PTL_E(0704) "%s:1:1: error: the file is empty; expected a header",
                    r->base.path);
  const char *zero = memchr(r->begin, '\0', (size_t)(r->end - r->begin));
  if (zero != NULL) return fail_at(r, zero, "a zero byte does not belong into a header");
  if (r->end - r->begin >= 3 && memcmp(r->begin, "\xEF\xBB\xBF", 3) == 0) r->begin += 3;
  for (char *cursor = r->begin;; cursor++) {
    const char *at = cursor;
    size_t length = 0;
    char *text = NULL;
    status = header_field(r, &cursor, &text, &length);
    if (status == PTL_OK) status = add_column(r, at, text, length);
    if (status != PTL_OK) return status;
    if (cursor == r->end) break;
  }
  r->rows = r->offset + (off_t)r->next;
  r->base.block = ptl_trace_input_block(BLOCK_ROWS, r->base.n_columns);
  return check_line_end(r);
}

/* ------------------------------------------------------------------ rows */

/* Any number that strtod knows, nan and inf as well, perhaps in quotes. *cursor moves behind it. */
static ptl_status read_any_number(const reader *r, char **cursor, double *out) {
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

static ptl_status read_number(const reader *r, char **cursor, double *out) {
  char *from = *cursor, *to;
  if (*from == '0' && from[1] == ',') { /* the commonest of all */
    *out = 0;
    *cursor = from + 1;
    return PTL_OK;
  }
  *out = ptl_number_read_within(from, r->buffer + r->size + PADDING, &to);
  if (to == from || (to != r->end && *to != ',')) return read_any_number(r, cursor, out);
  *cursor = to;
  return PTL_OK;
}

/* How many of the eight bytes are commas. */
static int commas_of_eight(const char *at) {
  const uint64_t low7 = UINT64_C(0x7f7f7f7f7f7f7f7f), ones = UINT64_C(0x0101010101010101);
  uint64_t bytes;
  memcpy(&bytes, at, sizeof bytes);
  bytes ^= ones * ',';                                      /* commas are 0 now, */
  bytes = ~((((bytes & low7) + low7) | bytes) | low7) >> 7; /* and then 1, others 0 */
  return (int)((bytes * ones) >> 56);
}

static int count_commas(const char *from, const char *to) {
  int n = 0;
  for (; to - from >= 8; from += 8) n += commas_of_eight(from);
  for (; from < to; from++) n += *from == ',';
  return n;
}

/* Behind the n-th comma; NULL where there are fewer. */
static char *skip_commas(char *from, const char *to, int n) {
  for (; to - from >= 8; from += 8) {
    const int commas = commas_of_eight(from);
    if (commas >= n) break;
    n -= commas;
  }
  for (; from < to && n > 0; from++) n -= *from == ',';
  return n == 0 ? from : NULL;
}

static ptl_status fail_count(const reader *r) {
  const int n = count_commas(r->begin, r->end) + 1, expected = r->base.n_columns;
  char what[96];
  snprintf(what, sizeof what, "this row has %s%d values, the header has %d",
           n > expected ? "more than " : "", n > expected ? expected : n, expected);
  return fail_at(r, n > expected ? r->end : r->begin, what);
}

/* The current line's values to values[k][row]. */
static ptl_status read_row(const reader *r, const int *columns, int n, double *const *values,
                           int row) {
  char *cursor = r->begin;
  int at = 0;
  for (int k = 0; k < n; k++) {
    const int commas = columns[k] - at;
    if (commas == 1 && *cursor == ',') /* as it stands behind a number */
      cursor++;
    else if (commas > 0)
      cursor = skip_commas(cursor, r->end, commas);
    if (cursor == NULL) return fail_count(r);
    const ptl_status status = read_number(r, &cursor, &values[k][row]);
    if (status != PTL_OK) return status;
    at = columns[k];
  }
  const int left = r->base.n_columns - 1 - at;
  if (left == 0 && n > 0 ? cursor != r->end : count_commas(cursor, r->end) != left)
    return fail_count(r);
  return PTL_OK;
}

/* An empty line may only be the last. */
static ptl_status end_at_empty_line(reader *r) {
  int found;
  const ptl_status status = next_line(r, &found);
  if (status != PTL_OK || !found) return status;
  r->line--;
  return fail_at(r, r->begin, "an empty line, expected a row of numbers");
}

/* The next line that is a row. */
static ptl_status next_row(reader *r, int *found) {
  ptl_status status = next_line(r, found);
  if (status != PTL_OK || !*found) return status;
  if (!r->terminated && r->last_line == PTL_LINE_MAY_BE_TORN) {
    *found = 0;
    return PTL_OK;
  }
  status = check_line_end(r);
  if (status != PTL_OK || r->begin != r->end) return status;
  *found = 0;
  return end_at_empty_line(r);
}

static ptl_status next(ptl_trace_input *input, const int *columns, int n, double *const *values,
                       int *n_rows) {
  reader *r = (reader *)input;
  for (*n_rows = 0; *n_rows < r->base.block; ++*n_rows) {
    int found;
    ptl_status status = next_row(r, &found);
    if (status == PTL_OK && found) status = read_row(r, columns, n, values, *n_rows);
    if (status != PTL_OK || !found) return status;
  }
  return PTL_OK;
}

/* ------------------------------------------------------------------ places */

/* The column's value in the next row. */
static ptl_status next_value(reader *r, int column, double *out, int *found) {
  double *const values[] = {out};
  const ptl_status status = next_row(r, found);
  return status == PTL_OK && *found ? read_row(r, &column, 1, values, 0) : status;
}

static off_t file_size(const reader *r) {
  return lseek(r->file, 0, SEEK_END);
}

static ptl_status get_last(reader *r, int column, double *last) {
  const off_t size = file_size(r);
  *last = NAN;
  for (off_t span = SEARCH; isnan(*last); span *= 4) {
    const int all = size - span <= r->rows;
    ptl_status status = all ? start_at(r, r->rows) : start_behind(r, size - span);
    int found = 1;
    while (status == PTL_OK && found) status = next_value(r, column, last, &found);
    if (status != PTL_OK || all) return status;
  }
  return PTL_OK;
}

static ptl_status get_ends(ptl_trace_input *input, int column, double ends[2]) {
  reader *r = (reader *)input;
  int found;
  ends[0] = NAN;
  ptl_status status = start_at(r, r->rows);
  if (status == PTL_OK) status = next_value(r, column, &ends[0], &found);
  return status == PTL_OK ? get_last(r, column, &ends[1]) : status;
}

/* Halves the part of the file that the row can be in until it is small. */
static ptl_status seek(ptl_trace_input *input, int column, double from) {
  reader *r = (reader *)input;
  off_t low = r->rows, high = file_size(r);
  while (column >= 0 && from > -INFINITY && high - low > SEARCH) {
    const off_t middle = low + (high - low) / 2;
    double value = NAN;
    int found;
    ptl_status status = start_behind(r, middle);
    const off_t line = r->start;
    if (status == PTL_OK) status = next_value(r, column, &value, &found);
    if (status != PTL_OK) return status;
    if (found && line < high && value < from)
      low = line;
    else
      high = middle;
  }
  return start_at(r, low);
}

static void close_file(ptl_trace_input *input) {
  reader *r = (reader *)input;
  ptl_context *context = input->context;
  if (r->file >= 0) close(r->file);
  if (r->locale != NULL) freelocale(r->locale);
  ptl_free(context, r->buffer);
  ptl_trace_input_release(input);
  ptl_free(context, r);
}

static const ptl_trace_input_class csv = {PTL_TRACE_CSV, get_ends, seek, next, close_file};

ptl_status ptl_csv_open(ptl_context *context, const char *path, ptl_last_line last,
                        ptl_trace_input **out) {
  reader *r = ptl_alloc(context, 1, sizeof *r);
  *out = NULL;
  if (r == NULL) return PTL_ERR_MEMORY;
  r->base = (ptl_trace_input){.class = &csv, .context = context, .block = BLOCK_ROWS};
  r->size = FIRST_BUFFER;
  r->last_line = last;
  r->file = open(path, O_RDONLY | O_CLOEXEC);
  ptl_status status = r->file >= 0
                          ? PTL_OK
                          : ptl_fail(context, ptl_errno_status(), PTL_E(0701) "cannot read %s: %s",
                                     path, strerror(errno));
  if (status == PTL_OK) {
    r->base.path = ptl_copy_text(context, path);
    r->buffer = ptl_alloc(context, r->size + PADDING, 1);
    r->locale = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    status = r->base.path != NULL && r->buffer != NULL && r->locale != NULL ? read_header(r)
                                                                            : PTL_ERR_MEMORY;
  }
  if (status == PTL_OK)
    *out = &r->base;
  else
    close_file(&r->base);
  return status;
}
