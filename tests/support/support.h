/* support.h: what the tests of the engine share. */
#ifndef PTL_TEST_SUPPORT_H
#define PTL_TEST_SUPPORT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include <cmocka.h>

#include "pintle.h"

/* Fails the test with the context's message unless the call succeeds. */
#define must(context, call)                                                        \
  do {                                                                             \
    if ((call) != PTL_OK) fail_msg("%s: %s", #call, ptl_context_message(context)); \
  } while (0)

#define assert_near(value, expected, tolerance)                                                   \
  do {                                                                                            \
    double value_ = (value), expected_ = (expected), tolerance_ = (tolerance);                    \
    if (!(fabs(value_ - expected_) <= tolerance_))                                                \
      fail_msg("%s is %.17g, expected %.17g within %.3g", #value, value_, expected_, tolerance_); \
  } while (0)

/* Group fixture: the state is a context. */
static inline int make_context(void **state) {
  *state = ptl_context_create(NULL);
  return *state == NULL;
}

static inline int drop_context(void **state) {
  ptl_context_destroy(*state);
  return 0;
}

/* The trace of a run in memory. */
typedef struct rows {
  double *values;
  int n, width;
  ptl_event *events;
  int n_events;
} rows;

static inline int keep_row(void *user, const double *values, int n) {
  rows *r = user;
  size_t size = sizeof(double) * (size_t)n;
  if ((r->n & (r->n - 1)) == 0) /* room for powers of two */
    r->values = realloc(r->values, (size_t)(r->n == 0 ? 1 : 2 * r->n) * size);
  assert_non_null(r->values);
  memcpy(r->values + (size_t)r->n++ * (size_t)n, values, size);
  r->width = n;
  return 0;
}

static inline int keep_event(void *user, const ptl_event *event) {
  rows *r = user;
  r->events = realloc(r->events, sizeof *event * (size_t)(r->n_events + 1));
  assert_non_null(r->events);
  r->events[r->n_events++] = *event;
  return 0;
}

static inline ptl_sink rows_sink(rows *r) {
  return (ptl_sink){.row = keep_row, .event = keep_event, .user = r};
}

static inline void rows_release(rows *r) {
  free(r->values);
  free(r->events);
  memset(r, 0, sizeof *r);
}

static inline double rows_at(const rows *r, int row, int column) {
  return r->values[(size_t)row * (size_t)r->width + (size_t)column];
}

static inline int column_of(const ptl_system *system, const char *name) {
  const ptl_column *columns;
  int n = ptl_system_get_columns(system, &columns);
  for (int i = 0; i < n; i++)
    if (strcmp(columns[i].name, name) == 0) return i;
  fail_msg("no column '%s'", name);
  return -1;
}

/* Writes text to a new file under the build's temporary folder and returns its path. */
static inline const char *write_file(const char *name, const char *text) {
  static char path[512];
  const char *folder = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/pintle_%d_%s", folder != NULL ? folder : "/tmp", (int)getpid(),
           name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  return path;
}

/* A mechanism from the text of a model file. */
static inline ptl_mechanism *mechanism_of(ptl_context *context, const char *text,
                                          const ptl_setting *settings, int n) {
  ptl_mechanism *m = NULL;
  const char *path = write_file("model.yaml", text);
  ptl_status status = ptl_mechanism_load(context, path, settings, n, &m);
  remove(path);
  must(context, status);
  return m;
}

/* A system from the text of a model file. */
static inline ptl_system *system_of(ptl_context *context, const char *text,
                                    const ptl_setting *settings, int n) {
  ptl_mechanism *m = mechanism_of(context, text, settings, n);
  ptl_system *system = NULL;
  must(context, ptl_assemble(m, &system));
  ptl_mechanism_destroy(m);
  return system;
}

#endif
