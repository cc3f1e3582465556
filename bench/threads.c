/* threads.c: independent runs of one system in several threads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

enum { RUNS = 64, MAX_THREADS = 8 };

typedef struct task {
  const ptl_system *system;
  int first, every; /* of the runs */
  ptl_energy *energies;
} task;

static void *run_share(void *user) {
  const task *t = user;
  ptl_context *context = ptl_context_create(NULL);
  ptl_run_options options = ptl_run_options_default();
  options.no_output = 1;
  for (int i = t->first; i < RUNS; i += t->every) {
    ptl_summary summary;
    options.rtol = 1e-7 / (1 + i % 4);
    if (ptl_simulate(context, t->system, &options, NULL, &summary) != PTL_OK)
      ptl_bench_fail("%s", ptl_context_message(context));
    t->energies[i] = summary.energy;
    ptl_summary_release(context, &summary);
  }
  ptl_context_destroy(context);
  return NULL;
}

static double run(const ptl_system *system, int threads, ptl_energy *energies) {
  pthread_t thread[MAX_THREADS];
  task tasks[MAX_THREADS];
  double start = ptl_bench_wall_time();
  for (int k = 0; k < threads; k++) {
    tasks[k] = (task){system, k, threads, energies};
    if (pthread_create(&thread[k], NULL, run_share, &tasks[k]) != 0) ptl_bench_fail("no thread");
  }
  for (int k = 0; k < threads; k++) pthread_join(thread[k], NULL);
  return ptl_bench_wall_time() - start;
}

void ptl_bench_threads(const ptl_bench_options *options) {
  ptl_bench_case *c = ptl_bench_open(ptl_bench_find("scotch yoke, johnson"), PTL_INTEGRATOR_AUTO);
  ptl_energy *alone = ptl_bench_alloc(RUNS, sizeof *alone),
             *many = ptl_bench_alloc(RUNS, sizeof *many);
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  double serial = 0.0;
  (void)options;
  printf("## Threads\n\n%d runs of one scotch yoke at four tolerances, %ld cores.\n\n", RUNS,
         cores);
  puts("| threads | wall ms | times as fast | same bits as alone |");
  puts("|---|---|---|---|");
  for (int threads = 1; threads <= MAX_THREADS && threads <= cores; threads *= 2) {
    double seconds = run(c->system, threads, threads == 1 ? alone : many);
    if (threads == 1) serial = seconds;
    int same = threads == 1 || memcmp(alone, many, RUNS * sizeof *alone) == 0;
    printf("| %d | %.0f | %.2f | %s |\n", threads, 1e3 * seconds, serial / seconds,
           same ? "yes" : "no");
  }
  putchar('\n');
  free(alone);
  free(many);
  ptl_bench_close(c);
}
