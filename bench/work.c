/* work.c: error against time over tolerances, as a table for others and as a picture. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

static const char *const shown[] = {
    "scotch yoke, johnson", "slider-crank, Hunt-Crossley", "slider-crank, Lankarani-Nikravesh",
    "Andrews' squeezer",    "four-bars, N = 40",           "pendulum chain, N = 40"};
enum { SHOWN = sizeof shown / sizeof *shown, TOLERANCES = 13 };
static const double longest = 5.0; /* of a run; tighter tolerances are then left out [s] */

typedef struct series { /* one program on one problem */
  const char *problem, *program;
  double rtol[TOLERANCES], seconds[TOLERANCES], error[TOLERANCES];
  long long steps[TOLERANCES], residuals[TOLERANCES];
  int n;
} series;

static void add(series *s, double rtol, const ptl_bench_result *result, double seconds) {
  if (result->failed) return;
  s->rtol[s->n] = rtol;
  s->seconds[s->n] = seconds;
  s->error[s->n] = result->error;
  s->steps[s->n] = (long long)result->counters.steps;
  s->residuals[s->n++] = (long long)result->counters.residuals;
}

static void measure(const char *name, int repeats, series *own, series *by_hand) {
  ptl_bench_case *c = ptl_bench_open(ptl_bench_find(name), PTL_INTEGRATOR_AUTO);
  *own = (series){.problem = name, .program = "pintle"};
  *by_hand = (series){.problem = name, .program = "by hand"};
  for (int i = 0; i < TOLERANCES; i++) {
    double rtol = pow(10.0, -4.0 - 0.5 * i), start = ptl_bench_now();
    ptl_bench_result result;
    ptl_bench_run(c, rtol, &result);
    double first = ptl_bench_now() - start;
    if (first > longest) break;
    ptl_bench_times times = ptl_bench_time(c, rtol, rtol, ptl_bench_repeats(first, repeats));
    add(own, rtol, &result, times.seconds);
    if (c->problem->baseline == NULL) continue;
    ptl_bench_run_by_hand(c, rtol, &result);
    add(by_hand, rtol, &result, times.by_hand);
  }
  ptl_bench_close(c);
}

static FILE *create(const char *folder, const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  if (file == NULL) ptl_bench_fail("cannot write %s", path);
  return file;
}

static void write_series(FILE *file, const series *s) {
  for (int i = 0; i < s->n; i++)
    fprintf(file, "\"%s\",%s,%.3g,%lld,%lld,%.4g,%.3g\n", s->problem, s->program, s->rtol[i],
            s->steps[i], s->residuals[i], s->seconds[i], s->error[i]);
}

static void plot_series(FILE *gnuplot, const series *s) {
  for (int i = 0; i < s->n; i++) fprintf(gnuplot, "%g %g\n", 1e3 * s->seconds[i], s->error[i]);
  fputs("e\n", gnuplot);
}

static void plot(const char *folder, const series all[SHOWN][2]) {
  FILE *gnuplot = popen("gnuplot", "w");
  if (gnuplot == NULL) ptl_bench_fail("cannot start gnuplot");
  fprintf(gnuplot,
          "set terminal svg size 1050,620 dynamic font 'DejaVu Sans,11' background 'white'\n"
          "set output '%s/performance_work.svg'\n"
          "set multiplot layout 2,3\nset logscale xy\nset format xy '1e%%T'\n"
          "set mxtics 1\nset mytics 1\nset grid lc rgb '#dddddd'\n"
          "set xlabel 'CPU time [ms]'\nset ylabel 'error'\nset key top right\n",
          folder);
  for (int i = 0; i < SHOWN; i++) {
    const char *with = "with linespoints pt 7 ps 0.5 lw 1.5";
    fprintf(gnuplot, "set title \"%s\"\n", shown[i]);
    fprintf(gnuplot, "plot '-' %s lc rgb '#1f5fa8' title 'Pintle'", with);
    if (all[i][1].n > 0) fprintf(gnuplot, ", '-' %s lc rgb '#c0392b' title 'by hand'", with);
    fputc('\n', gnuplot);
    plot_series(gnuplot, &all[i][0]);
    if (all[i][1].n > 0) plot_series(gnuplot, &all[i][1]);
  }
  fputs("unset multiplot\n", gnuplot);
  if (pclose(gnuplot) != 0) ptl_bench_fail("gnuplot failed");
}

void ptl_bench_work(const ptl_bench_options *options) {
  static series all[SHOWN][2];
  FILE *file = create(options->folder, "performance_work.csv");
  fputs("case,program,rtol,steps,residuals,seconds,error\n", file);
  for (int i = 0; i < SHOWN; i++) {
    measure(shown[i], options->repeats, &all[i][0], &all[i][1]);
    write_series(file, &all[i][0]);
    write_series(file, &all[i][1]);
  }
  if (fclose(file) != 0) ptl_bench_fail("cannot write performance_work.csv");
  plot(options->folder, (const series(*)[2])all);
}
