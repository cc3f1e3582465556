/* model_run.h: a run of a shipped model, for tests. */
#ifndef PTL_TEST_MODEL_RUN_H
#define PTL_TEST_MODEL_RUN_H

#include "support.h"

static const double pi = 3.14159265358979323846;
static ptl_context *context;

static inline int set_up(void **state) {
  (void)state;
  context = ptl_context_create(NULL);
  return context == NULL;
}

static inline int tear_down(void **state) {
  (void)state;
  ptl_context_destroy(context);
  return 0;
}

/* ------------------------------------------------------------------ a run of a shipped model */

typedef struct result {
  ptl_system *system;
  rows trace;
  ptl_summary summary;
} result;

static inline result run_model(const char *name, const ptl_setting *settings, int n) {
  result r;
  char path[512];
  ptl_sink sink = rows_sink(&r.trace);
  memset(&r, 0, sizeof r);
  snprintf(path, sizeof path, PINTLE_MODELS "/%s.yaml", name);
  ptl_mechanism *m;
  must(context, ptl_mechanism_load(context, path, settings, n, &m));
  must(context, ptl_assemble(m, &r.system));
  ptl_mechanism_destroy(m);
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
