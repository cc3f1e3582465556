/* traces.c: what the program's commands cost on a long trace, and a process beside the call of the
 * library. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "pintle_trace.h"

enum { MOST_REPEATS = 64 };

static void print_cost(const char *what, const char *command, int repeats) {
  const ptl_bench_cost c = ptl_bench_program(command, repeats);
  printf("| %s | %.2f | %.2f | %.0f |\n", what, c.wall, c.cpu, c.megabytes);
  fflush(stdout);
}

static void print_long_trace(int repeats) {
  static const char *const rows[][2] = {
      {"`run`, CSV",
       "run " PINTLE_MODELS "/slider_crank_clearance.yaml --quiet --every 50ns --until "
       "50ms -o csv.run"},
      {"`run`, HDF5", "run " PINTLE_MODELS "/slider_crank_clearance.yaml --quiet --every 50ns "
                      "--until 50ms --format hdf5 -o hdf5.run"},
      {"`compare` CSV with CSV", "compare csv.run csv.run"},
      {"`compare` HDF5 with HDF5", "compare hdf5.run hdf5.run"},
      {"`compare` CSV with CSV, 1 ms of 50", "compare csv.run csv.run --from 24ms --until 25ms"},
      {"`compare` HDF5 with HDF5, 1 ms of 50",
       "compare hdf5.run hdf5.run --from 24ms --until 25ms"},
      {"`plot` CSV, SVG", "plot csv.run -o a.svg"},
      {"`plot` CSV, PNG", "plot csv.run -o a.png"},
      {"`plot` HDF5, SVG", "plot hdf5.run -o a.svg"},
      {"`plot` HDF5, one column, SVG", "plot hdf5.run --columns slider.ax -o a.svg"}};
  puts("A million rows of 54 columns of the slider-crank with clearance:\n");
  puts("| command | s | CPU s | MB |");
  puts("|---|---|---|---|");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    print_cost(rows[i][0], rows[i][1], repeats);
}

static int drop_row(void *user, const double *values, int n) {
  (void)user, (void)values, (void)n;
  return 0;
}

/* The yoke read, assembled and simulated by calls of the library [s]. */
static double time_call(void) {
  const ptl_setting settings[] = {{"run.every", "1 s"}, {"output.contact_rows", "ends"}};
  const ptl_run_options options = ptl_run_options_default();
  const ptl_sink sink = {.row = drop_row};
  ptl_mechanism *m;
  ptl_system *s;
  ptl_summary summary;
  const double start = ptl_bench_now();
  ptl_context *context = ptl_context_create(NULL);
  if (context == NULL ||
      ptl_mechanism_load(context, PINTLE_MODELS "/scotch_yoke.yaml", settings, 2, &m) != PTL_OK ||
      ptl_assemble(m, &s) != PTL_OK ||
      ptl_simulate(context, s, &options, &sink, &summary) != PTL_OK)
    ptl_bench_fail("the scotch yoke cannot be simulated");
  ptl_summary_release(context, &summary);
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
  return ptl_bench_now() - start;
}

static void print_process(int repeats) {
  static const char one_row[] =
      "run " PINTLE_MODELS
      "/scotch_yoke.yaml --quiet --every 1s --set output.contact_rows=ends -o one.run";
  double call[MOST_REPEATS], process[MOST_REPEATS], ratio[MOST_REPEATS];
  if (repeats > MOST_REPEATS) repeats = MOST_REPEATS;
  for (int i = 0; i < repeats; i++) {
    call[i] = time_call();
    process[i] = ptl_bench_program(one_row, 1).cpu;
    ratio[i] = process[i] / call[i];
  }
  printf(
      "\nThe scotch yoke with rows at its events alone: read, assembled and simulated by calls of "
      "the library "
      "in %.2f ms, by the program in %.2f ms of CPU, a run folder included: %.2f times as long. "
      "Drawing its whole trace as SVG takes ",
      1e3 * ptl_bench_median(call, repeats), 1e3 * ptl_bench_median(process, repeats),
      ptl_bench_median(ratio, repeats));
  ptl_bench_program("run " PINTLE_MODELS "/scotch_yoke.yaml --quiet -o yoke.run", 1);
  const double svg = ptl_bench_program("plot yoke.run -o yoke.svg", repeats).wall;
  const double png = ptl_bench_program("plot yoke.run -o yoke.png", repeats).wall;
  printf("%.0f ms, as PNG %.0f ms.\n\n", 1e3 * svg, 1e3 * png);
}

static void remove_all(void) {
  static const char *const runs[] = {"csv.run", "hdf5.run", "one.run", "yoke.run"};
  static const char *const pictures[] = {"a.svg", "a.png", "yoke.svg", "yoke.png"};
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) ptl_bench_remove_run(runs[i]);
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) unlink(pictures[i]);
}

void ptl_bench_traces(const ptl_bench_options *options) {
  char folder[512], back[4096];
  ptl_bench_enter(folder, back);
  puts("## Long traces\n");
  print_long_trace(options->repeats < 3 ? options->repeats : 3);
  print_process(options->repeats);
  remove_all();
  ptl_bench_leave(folder, back);
}
