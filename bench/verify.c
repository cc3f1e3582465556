/* verify.c: what a verified run costs beside a plain one, of every shipped model. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "pintle_verify.h"

enum { MOST_MODELS = 200, REPEATS = 5 };

typedef struct cost {
  ptl_bench_cost plain, verified; /* of the program */
  double self;                    /* processor time of a plain run within it [s] */
  double longest;                 /* of the three runs */
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

/* Processor times of the runs alone. */
static void measure_runs(const char *name, cost *out) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_system *system = open_model(context, name);
  const ptl_sink sink = {.row = drop_row};
  ptl_summary summary;
  ptl_verification *v;
  if (ptl_verify(context, system, NULL, &sink, &summary, &v) != PTL_OK)
    ptl_bench_fail("%s: %s", name, ptl_context_message(context));
  out->self = fmin(out->self, v->runs[PTL_VERIFY_SELF].cpu_time);
  double longest = 0.0;
  for (int r = 0; r < PTL_VERIFY_RUNS; r++) longest = fmax(longest, v->runs[r].cpu_time);
  out->longest = fmin(out->longest, longest);
  ptl_verification_release(context, v);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
  ptl_context_destroy(context);
}

static void take_less(ptl_bench_cost *least, ptl_bench_cost c) {
  least->wall = fmin(least->wall, c.wall);
  least->cpu = fmin(least->cpu, c.cpu);
}

/* The least of several times, of which the others were disturbed. */
static cost measure(const char *name) {
  cost c = {{INFINITY, INFINITY, 0.0}, {INFINITY, INFINITY, 0.0}, INFINITY, INFINITY};
  char plain[600], verified[700];
  snprintf(plain, sizeof plain, "run " PINTLE_MODELS "/%s.yaml --quiet -o verify.run", name);
  snprintf(verified, sizeof verified, "%s --verify", plain);
  for (int i = 0; i < REPEATS; i++) {
    take_less(&c.plain, ptl_bench_program(plain, 1));
    take_less(&c.verified, ptl_bench_program(verified, 1));
    measure_runs(name, &c);
  }
  return c;
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

/* On two processors that do nothing else: no less than half of all work, and than the longest of
 * the three runs with what the program does before and after it. */
static double on_two(const cost *c) {
  return fmax(0.5 * c->verified.cpu, c->plain.cpu - c->self + c->longest);
}

void ptl_bench_verify(const ptl_bench_options *options) {
  char *names[MOST_MODELS], folder[512], back[4096];
  const int n = list_models(names);
  double most = 0.0;
  (void)options;
  ptl_bench_enter(folder, back);
  puts(
      "| model | `run`, processor time | `run --verify`, processor time | on two processors | "
      "measured |");
  puts("|---|---|---|---|---|");
  for (int i = 0; i < n; i++) {
    const cost c = measure(names[i]);
    const double ratio = on_two(&c) / c.plain.cpu;
    most = fmax(most, ratio);
    printf("| `%s` | %.3g ms | %.3g ms | %.1f times | %.1f times |\n", names[i], 1e3 * c.plain.cpu,
           1e3 * c.verified.cpu, ratio, c.verified.wall / c.plain.wall);
    fflush(stdout);
    free(names[i]);
  }
  ptl_bench_remove_run("verify.run");
  ptl_bench_leave(folder, back);
  printf("\nAt most %.1f times a plain run.\n\n", most);
}
