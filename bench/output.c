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

typedef struct times {
  double wall, cpu;
} times;

static times run(ptl_context *context, const ptl_system *s, int way, const char *dir,
                 long long *rows) {
  ptl_run_options options = ptl_run_options_default();
  ptl_sink sink = {.row = drop_row};
  ptl_folder *folder = NULL;
  ptl_summary summary;
  options.no_output = way == NOTHING;
  times start = {ptl_bench_wall_time(), ptl_bench_now()};
  if (way >= CSV) {
    ptl_trace_format format = way == CSV ? PTL_TRACE_CSV : PTL_TRACE_HDF5;
    must(context, ptl_folder_open_as(context, s, dir, format, &folder));
    sink = ptl_folder_sink(folder);
  }
  must(context, ptl_simulate(context, s, &options, &sink, &summary));
  if (way >= CSV) must(context, ptl_folder_close(folder, &summary, NULL));
  times end = {ptl_bench_wall_time(), ptl_bench_now()};
  *rows = (long long)summary.counters.rows;
  ptl_summary_release(context, &summary);
  return (times){end.wall - start.wall, end.cpu - start.cpu};
}

void ptl_bench_output(const ptl_bench_options *options) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_mechanism *m;
  ptl_system *s;
  char parent[512], dir[600];
  static const char *const names[] = {"without output", "rows computed, dropped",
                                      "run folder with CSV", "run folder with HDF5"};
  double wall[WAYS][MOST], cpu[WAYS][MOST], dropped = NAN;
  long long rows = 0;
  int repeats = options->repeats < MOST ? options->repeats : MOST;
  must(context, ptl_mechanism_load(context, PINTLE_MODELS "/scotch_yoke.yaml", NULL, 0, &m));
  must(context, ptl_assemble(m, &s));
  ptl_bench_temporary(parent);
  snprintf(dir, sizeof dir, "%s/run", parent);
  for (int i = 0; i < repeats; i++)
    for (int way = 0; way < WAYS; way++) {
      times t = run(context, s, way, dir, &rows);
      wall[way][i] = t.wall;
      cpu[way][i] = t.cpu;
    }
  ptl_bench_remove_run(dir);
  rmdir(parent);
  puts("## Writing the trace\n");
  puts(
      "The scotch yoke as shipped: every column of a row each 0.1 degrees. A thread of its own "
      "writes "
      "the rows of CSV.\n");
  puts("| run | rows | ms | share of writing | CPU ms |");
  puts("|---|---|---|---|---|");
  for (int way = 0; way < WAYS; way++) {
    double ms = 1e3 * ptl_bench_median(wall[way], repeats);
    if (way == ROWS) dropped = ms;
    printf("| %s | %lld | %.2f |", names[way], way == NOTHING ? 0 : rows, ms);
    if (way >= CSV)
      printf(" %.0f %% |", 100.0 * (ms - dropped) / ms);
    else
      fputs(" |", stdout);
    printf(" %.2f |\n", 1e3 * ptl_bench_median(cpu[way], repeats));
  }
  putchar('\n');
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
}
