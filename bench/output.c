/* output.c: what writing a trace costs, on the run that everybody makes first. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "pintle_trace.h"

enum { NOTHING, ROWS, CSV, HDF5, WAYS, MOST = 32 };

static int drop_row(void *user, const double *values, int n) {
  (void)user, (void)values, (void)n;
  return 0;
}

static void must(ptl_context *context, ptl_status status) {
  if (status != PTL_OK) ptl_bench_fail("%s", ptl_context_message(context));
}

static double run(ptl_context *context, const ptl_mechanism *m, const ptl_system *s, int way,
                  const char *dir, long long *rows) {
  ptl_run_options options = ptl_run_options_default();
  ptl_sink sink = {.row = drop_row};
  ptl_folder *folder = NULL;
  ptl_summary summary;
  options.no_output = way == NOTHING;
  double start = ptl_bench_now();
  if (way >= CSV) {
    ptl_trace_format format = way == CSV ? PTL_TRACE_CSV : PTL_TRACE_HDF5;
    must(context, ptl_folder_open_as(context, m, s, dir, format, &folder));
    sink = ptl_folder_sink(folder);
  }
  must(context, ptl_simulate(context, s, &options, &sink, &summary));
  if (way >= CSV) must(context, ptl_folder_close(folder, &summary, NULL));
  double seconds = ptl_bench_now() - start;
  *rows = (long long)summary.counters.rows;
  ptl_summary_release(context, &summary);
  return seconds;
}

void ptl_bench_output(const ptl_bench_options *options) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_mechanism *m;
  ptl_system *s;
  char parent[512], dir[600];
  double seconds[WAYS][MOST];
  long long rows = 0;
  int repeats = options->repeats < MOST ? options->repeats : MOST;
  must(context, ptl_mechanism_load(context, PINTLE_MODELS "/scotch_yoke.yaml", NULL, 0, &m));
  must(context, ptl_assemble(m, &s));
  ptl_bench_temporary(parent);
  snprintf(dir, sizeof dir, "%s/run", parent);
  for (int i = 0; i < repeats; i++)
    for (int way = 0; way < WAYS; way++) seconds[way][i] = run(context, m, s, way, dir, &rows);
  ptl_bench_remove_run(dir);
  rmdir(parent);
  double none = ptl_bench_median(seconds[NOTHING], repeats);
  double dropped = ptl_bench_median(seconds[ROWS], repeats);
  puts("## Writing the trace\n");
  puts("The scotch yoke as shipped: every column of a row each 0.1 degrees.\n");
  puts("| run | rows | ms | share of writing |");
  puts("|---|---|---|---|");
  printf("| without output | 0 | %.2f | |\n", 1e3 * none);
  printf("| rows computed, dropped | %lld | %.2f | |\n", rows, 1e3 * dropped);
  for (int way = CSV; way < WAYS; way++) {
    double written = ptl_bench_median(seconds[way], repeats);
    printf("| run folder with %s | %lld | %.2f | %.0f %% |\n", way == CSV ? "CSV" : "HDF5", rows,
           1e3 * written, 100.0 * (written - dropped) / written);
  }
  putchar('\n');
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
}
