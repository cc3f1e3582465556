/* work.c: error against time over tolerances, as a table for others and as a picture. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "figure.h"
#include "picture.h"

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

/* Error over time, both logarithmic. `ms` holds the times, the first those of Pintle. */
static void fill_panel(const series *own, const series *by_hand, double ms[2][TOLERANCES],
                       ptl_figure_curve curves[2], ptl_figure_panel *panel) {
  const series *const both[] = {own, by_hand};
  static const char *const names[] = {"Pintle", "by hand"};
  *panel = (ptl_figure_panel){.curves = curves, .y_scale = 1, .y_log = 1};
  for (int k = 0; k < 2 && both[k]->n > 0; k++) {
    for (int i = 0; i < both[k]->n; i++) ms[k][i] = 1e3 * both[k]->seconds[i];
    curves[panel->n_curves++] = (ptl_figure_curve){.name = names[k],
                                                   .x = ms[k],
                                                   .y = both[k]->error,
                                                   .n = both[k]->n,
                                                   .series = k,
                                                   .marked = 1};
  }
}

static void plot(const char *folder, const series all[SHOWN][2]) {
  ptl_figure_panel panels[SHOWN];
  ptl_figure_curve curves[SHOWN][2];
  double ms[SHOWN][2][TOLERANCES];
  char labels[SHOWN][120], path[512], why[700];
  for (int i = 0; i < SHOWN; i++) {
    fill_panel(&all[i][0], &all[i][1], ms[i], curves[i], &panels[i]);
    snprintf(labels[i], sizeof labels[i], "%s: error", shown[i]);
    panels[i].label = labels[i];
  }
  const ptl_figure figure = {.title = "Error over time, each point a tolerance",
                             .x_label = "CPU time [ms]",
                             .x_scale = 1,
                             .x_log = 1,
                             .panels = panels,
                             .n_panels = SHOWN,
                             .width = 900,
                             .panel_height = 210};
  ptl_shapes shapes = {0};
  const ptl_shapes *const lists[] = {&shapes};
  const ptl_picture picture = {.lists = lists,
                               .n = 1,
                               .theme = PTL_THEME_LIGHT,
                               .width = figure.width,
                               .height = ptl_figure_draw(&figure, &shapes),
                               .scale = 1};
  snprintf(path, sizeof path, "%s/performance_work.svg", folder);
  if (ptl_picture_write(path, &picture, ptl_picture_write_svg, why, sizeof why))
    ptl_bench_fail("%s", why);
  ptl_shapes_release(&shapes);
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
