/* events_read.c: reads events.csv of a run folder. */
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file_open.h"
#include "trace.h"

enum { JOINT = 1, GAP, KIND, COUNT = 10, LEAST_COLUMNS = KIND + 1 };

/* Where the numbers go; of the other columns, nothing. */
static const size_t places[PTL_EVENT_COLUMNS] = {
    [0] = offsetof(ptl_event, time),        [4] = offsetof(ptl_event, depth),
    [5] = offsetof(ptl_event, rate),        [6] = offsetof(ptl_event, force),
    [7] = offsetof(ptl_event, peak_force),  [8] = offsetof(ptl_event, impulse),
    [9] = offsetof(ptl_event, energy_lost), [11] = offsetof(ptl_event, peak_time)};

typedef struct event_file {
  ptl_context *context;
  char *path;
  FILE *file;
  int is_complete; /* the run is: every line has its end */
  char *line;
  size_t room;
  int number; /* of the line */
} event_file;

static int is_number(int column) {
  return column != JOINT && column != GAP && column != KIND;
}

/* Cuts a line into its cells, in place, and takes off quotes. Their number; of more than there are
 * columns the rest is left out. */
static int cut(char *line, char *cells[PTL_EVENT_COLUMNS]) {
  int n = 0;
  char *to = line;
  line[strcspn(line, "\r\n")] = '\0';
  for (const char *from = line; n < PTL_EVENT_COLUMNS; from++) {
    int quoted = 0;
    cells[n++] = to;
    for (; *from != '\0' && (quoted || *from != ','); from++) {
      const int is_quote = *from == '"';
      if (is_quote) quoted = !quoted;
      if (!is_quote || (quoted && from > line && from[-1] == '"')) *to++ = *from;
    }
    const int is_last = *from == '\0';
    *to++ = '\0';
    if (is_last) break;
  }
  return n;
}

static ptl_status fail_line(const event_file *f, const char *why) {
  return ptl_fail(f->context, PTL_ERR_INPUT, PTL_E(0704) "%s:%d:1: error: %s", f->path, f->number,
                  why);
}

static ptl_status take_number(const event_file *f, int column, const char *cell, ptl_event *event) {
  char *end, why[128];
  const double value = strtod(cell, &end);
  if (end == cell || *end != '\0') {
    snprintf(why, sizeof why, "%s is '%.40s', expected a number", ptl_event_columns[column], cell);
    return fail_line(f, why);
  }
  if (column != COUNT) {
    memcpy((char *)event + places[column], &value, sizeof value);
    return PTL_OK;
  }
  if (!(value >= 0.0 && value < 9e15 && value == floor(value))) {
    snprintf(why, sizeof why, "%s is '%.40s', expected a whole number", ptl_event_columns[column],
             cell);
    return fail_line(f, why);
  }
  event->count = (int64_t)value;
  return PTL_OK;
}

static int find_kind(const char *word) {
  int k = 0;
  while (k < PTL_EVENT_KINDS && strcmp(word, ptl_event_words[k]) != 0) k++;
  return k;
}

/* The event of the present line; *is_known 0: of a kind that is not. */
static ptl_status read_line(const event_file *f, char *cells[PTL_EVENT_COLUMNS], ptl_event *event,
                            int *is_known) {
  char why[128];
  const int n = cut(f->line, cells);
  *event = (ptl_event){.gap = -1, .friction = -1};
  if (n < LEAST_COLUMNS) {
    snprintf(why, sizeof why, "this row has %d values, expected at least %d", n, LEAST_COLUMNS);
    return fail_line(f, why);
  }
  const int kind = find_kind(cells[KIND]);
  *is_known = kind < PTL_EVENT_KINDS;
  if (!*is_known) return PTL_OK;
  event->kind = (ptl_event_kind)kind;
  ptl_status status = PTL_OK;
  for (int i = 0; i < n && status == PTL_OK; i++)
    if (is_number(i)) status = take_number(f, i, cells[i], event);
  return status;
}

/* Versions before this one had fewer columns, in the same order. */
static ptl_status check_header(const event_file *f) {
  char *cells[PTL_EVENT_COLUMNS], why[160];
  const int n = cut(f->line, cells);
  for (int i = 0; i < n; i++) {
    if (strcmp(cells[i], ptl_event_columns[i]) == 0) continue;
    snprintf(why, sizeof why, "column %d is '%.40s', expected '%s'", i + 1, cells[i],
             ptl_event_columns[i]);
    return fail_line(f, why);
  }
  return PTL_OK;
}

static ptl_status read_all(event_file *f,
                           int (*take)(void *, const char *, const char *, const ptl_event *),
                           void *user) {
  ptl_status status = PTL_OK;
  while (status == PTL_OK && getline(&f->line, &f->room, f->file) > 0) {
    char *cells[PTL_EVENT_COLUMNS];
    ptl_event event;
    int is_known = 0;
    const int is_whole = strchr(f->line, '\n') != NULL;
    if (++f->number > 1 && !is_whole && !f->is_complete) break;
    status = f->number == 1 ? check_header(f) : read_line(f, cells, &event, &is_known);
    if (status == PTL_OK && is_known && take(user, cells[JOINT], cells[GAP], &event) != 0)
      return ptl_fail(f->context, PTL_ERR_INTERRUPTED, PTL_E(0002) "interrupted on request");
  }
  if (status == PTL_OK && ferror(f->file))
    status = ptl_fail(f->context, ptl_errno_status(), PTL_E(0701) "%s: error: cannot be read: %s",
                      f->path, strerror(errno));
  return status;
}

static int run_is_complete(ptl_context *context, const char *folder) {
  char *path = ptl_join_path(context, folder, PTL_FILE_INCOMPLETE);
  const int is_complete = path != NULL && access(path, F_OK) != 0;
  ptl_free(context, path);
  return is_complete;
}

ptl_status ptl_events_read(ptl_context *context, const char *folder,
                           int (*take)(void *user, const char *joint, const char *gap,
                                       const ptl_event *event),
                           void *user) {
  event_file f = {.context = context, .path = ptl_join_path(context, folder, PTL_FILE_EVENTS)};
  if (f.path == NULL) return PTL_ERR_MEMORY;
  f.is_complete = run_is_complete(context, folder);
  const char *why;
  f.file = ptl_file_open(f.path, &why);
  ptl_status status = f.file != NULL
                          ? read_all(&f, take, user)
                          : ptl_fail(context, PTL_ERR_IO,
                                     PTL_E(0701) "%s: error: cannot be opened: %s", f.path, why);
  if (f.file != NULL) fclose(f.file);
  free(f.line);
  ptl_free(context, f.path);
  return status;
}
