/* verify.c: what a verified run costs beside a plain one, of every shipped model. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "pintle_verify.h"

enum { MOST_MODELS = 200, REPEATS = 3 };

/* CPU times [s]. */
typedef struct cost {
  double plain, runs[PTL_VERIFY_RUNS];
  double rest; /* of comparing */
} cost;

static ptl_system *open_model(ptl_context *context, const char *name) {
  char path[4096];
  ptl_mechanism *mechanism;
  ptl_system *system;
  snprintf(path, sizeof path, "%s/%s.yaml", PINTLE_MODELS, name);
  if (ptl_mechanism_load(context, path, NULL, 0, &mechanism) != PTL_OK ||
      ptl_assemble(mechanism, &system) != PTL_OK)
    ptl_bench_fail("%s: %s", name, ptl_context_message(context));
  ptl_mechanism_destroy(mechanism);
  return system;
}

static int drop_row(void *user, const double *values, int n) {
  (void)user;
  (void)values;
  (void)n;
  return 0;
}

static void measure(ptl_context *context, const char *name, cost *out) {
  ptl_system *system = open_model(context, name);
  const ptl_sink sink = {.row = drop_row};
  ptl_summary summary;
  for (int r = 0; r < PTL_VERIFY_RUNS; r++) out->runs[r] = INFINITY;
  out->plain = out->rest = INFINITY;
  for (int i = 0; i < REPEATS; i++) {
    ptl_verification *v;
    if (ptl_simulate(context, system, NULL, &sink, &summary) != PTL_OK)
      ptl_bench_fail("%s: %s", name, ptl_context_message(context));
    out->plain = fmin(out->plain, summary.cpu_time);
    ptl_summary_release(context, &summary);
    double rest = -ptl_bench_now();
    if (ptl_verify(context, system, NULL, &sink, &summary, &v) != PTL_OK)
      ptl_bench_fail("%s: %s", name, ptl_context_message(context));
    rest += ptl_bench_now();
    for (int r = 0; r < PTL_VERIFY_RUNS; r++) {
      out->runs[r] = fmin(out->runs[r], v->runs[r].cpu_time);
      rest -= v->runs[r].cpu_time;
    }
    out->rest = fmin(out->rest, fmax(rest, 0.0));
    ptl_verification_release(context, v);
    ptl_summary_release(context, &summary);
  }
  ptl_system_destroy(system);
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int list_models(char *names[MOST_MODELS]) {
  DIR *folder = opendir(PINTLE_MODELS);
  int n = 0;
  if (folder == NULL) ptl_bench_fail("%s cannot be read", PINTLE_MODELS);
  for (const struct dirent *e; (e = readdir(folder)) != NULL && n < MOST_MODELS;) {
    const char *dot = strrchr(e->d_name, '.');
    if (dot == NULL || strcmp(dot, ".yaml") != 0) continue;
    names[n] = strdup(e->d_name);
    names[n++][dot - e->d_name] = '\0';
  }
  closedir(folder);
  qsort(names, (size_t)n, sizeof *names, by_name);
  return n;
}

/* On two processors: no less than half of all work, and than the longest run with the comparison behind it. */
static double on_two(const cost *c) {
  double sum = c->rest, longest = 0.0;
  for (int r = 0; r < PTL_VERIFY_RUNS; r++) {
    sum += c->runs[r];
    longest = fmax(longest, c->runs[r]);
  }
  return fmax(0.5 * sum, longest + c->rest);
}

void ptl_bench_verify(const ptl_bench_options *options) {
  char *names[MOST_MODELS];
  const int n = list_models(names);
  double most = 0.0;
  (void)options;
  puts("| model | plain | by the other | tighter | comparing | on two processors |");
  puts("|---|---|---|---|---|---|");
  for (int i = 0; i < n; i++) {
    ptl_context *context = ptl_context_create(NULL);
    cost c;
    measure(context, names[i], &c);
    const double ratio = on_two(&c) / c.plain;
    most = fmax(most, ratio);
    printf("| `%s` | %.3g ms | %.3g ms | %.3g ms | %.2g ms | %.2f times |\n", names[i],
           1e3 * c.plain, 1e3 * c.runs[PTL_VERIFY_OTHER], 1e3 * c.runs[PTL_VERIFY_TIGHTER],
           1e3 * c.rest, ratio);
    ptl_context_destroy(context);
    free(names[i]);
  }
  printf("\nAt most %.2f times a plain run.\n\n", most);
}
