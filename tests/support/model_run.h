/* model_run.h: a run of a shipped model, for tests. */
#ifndef PTL_TEST_MODEL_RUN_H
#define PTL_TEST_MODEL_RUN_H

#include <dirent.h>

#include "one_context.h"

static const double pi = 3.14159265358979323846;
/* ------------------------------------------------------------------ shipped models */

typedef struct model_list {
  int n;
  char name[100][64];
} model_list;

static inline int by_name(const void *a, const void *b) {
  return strcmp(a, b);
}

/* The names of all shipped models, in alphabetical order. */
static inline void list_models(model_list *out) {
  DIR *dir = opendir(PINTLE_MODELS);
  assert_non_null(dir);
  out->n = 0;
  for (const struct dirent *d = readdir(dir); d != NULL; d = readdir(dir)) {
    const char *dot = strrchr(d->d_name, '.');
    if (dot == NULL || strcmp(dot, ".yaml") != 0) continue;
    assert_true(out->n < 100);
    snprintf(out->name[out->n++], sizeof out->name[0], "%.*s", (int)(dot - d->d_name), d->d_name);
  }
  closedir(dir);
  assert_true(out->n > 20);
  qsort(out->name, (size_t)out->n, sizeof out->name[0], by_name);
}

static inline ptl_system *system_of_model(const char *name, const ptl_setting *settings, int n) {
  char path[512];
  ptl_mechanism *m;
  ptl_system *system;
  snprintf(path, sizeof path, PINTLE_MODELS "/%s.yaml", name);
  must(context, ptl_mechanism_load(context, path, settings, n, &m));
  must(context, ptl_assemble(m, &system));
  ptl_mechanism_destroy(m);
  return system;
}

static inline ptl_system *system_for(const char *name, const char *integrator) {
  const ptl_setting setting = {"run.integrator", integrator};
  return system_of_model(name, &setting, 1);
}

/* ------------------------------------------------------------------ a run of a shipped model */

typedef struct result {
  ptl_system *system;
  rows trace;
  ptl_summary summary;
} result;

static inline result run_model(const char *name, const ptl_setting *settings, int n) {
  result r = {.system = system_of_model(name, settings, n)};
  ptl_sink sink = rows_sink(&r.trace);
  must(context, ptl_simulate(context, r.system, NULL, &sink, &r.summary));
  return r;
}

static inline void drop(result *r) {
  rows_release(&r->trace);
  ptl_summary_release(context, &r->summary);
  ptl_system_destroy(r->system);
}

static inline double value(const result *r, int row, const char *column) {
  return rows_at(&r->trace, row, column_of(r->system, column));
}

/* Largest |f(row)| over the plain rows, without those at events. */
static inline double largest(const result *r, double (*f)(const result *r, int row)) {
  double most = 0.0;
  for (int i = 0; i < r->trace.n; i++)
    if (rows_at(&r->trace, i, 1) == 0.0) most = fmax(most, fabs(f(r, i)));
  return most;
}

/* Index of the k-th row that is not at an event. */
static inline int plain_row(const result *r, int k) {
  for (int i = 0; i < r->trace.n; i++)
    if (rows_at(&r->trace, i, 1) == 0.0 && k-- == 0) return i;
  return -1;
}

#endif
