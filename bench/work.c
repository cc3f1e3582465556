/* work.c: error against time over tolerances, as a table for others and as a picture. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "figure.h"
#include "picture.h"

static const char *const shown[] = {"scotch yoke, johnson",
                                    "slider-crank, Hunt-Crossley",
                                    "slider-crank, Lankarani-Nikravesh",
                                    "Andrews' squeezer",
                                    "four-bars, N = 40",
                                    "pendulum chain, N = 40",
                                    "slider-crank, rough wrist with clearance",
                                    "slider-crank, free, rough joints",
                                    "slider-crank, bushing 1e7 N/m"};
static const char *const programs[] = {"pintle", "Adams by hand", "BDF by hand", "DOP853 by hand"};
enum {
  SHOWN = sizeof shown / sizeof *shown,
  PROGRAMS = sizeof programs / sizeof *programs,
  TOLERANCES = 13
};
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

/* all: of Pintle, then of the methods by hand. */
static void measure(const char *name, int repeats, series all[PROGRAMS]) {
  ptl_bench_case *c = ptl_bench_open(ptl_bench_find(name), PTL_INTEGRATOR_AUTO);
  for (int k = 0; k < PROGRAMS; k++) all[k] = (series){.problem = name, .program = programs[k]};
  for (int i = 0; i < TOLERANCES; i++) {
    double rtol = pow(10.0, -4.0 - 0.5 * i), start = ptl_bench_now();
    ptl_bench_result result;
    ptl_bench_run(c, rtol, &result);
    double first = ptl_bench_now() - start, by_hand[PTL_BENCH_METHODS];
    if (first > longest) break;
    for (int k = 0; k < PTL_BENCH_METHODS; k++) by_hand[k] = rtol;
    ptl_bench_times times = ptl_bench_time(c, rtol, by_hand, ptl_bench_repeats(first, repeats));
    add(&all[0], rtol, &result, times.seconds);
    for (int k = 0; c->problem->baseline != NULL && k < PTL_BENCH_METHODS; k++) {
      ptl_bench_run_by_hand(c, k, rtol, &result);
      add(&all[1 + k], rtol, &result, times.by_hand[k]);
    }
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

/* Error over time, both logarithmic. */
static void fill_panel(const series all[PROGRAMS], double ms[PROGRAMS][TOLERANCES],
                       ptl_figure_curve curves[PROGRAMS], ptl_figure_panel *panel) {
  *panel = (ptl_figure_panel){.curves = curves, .y_scale = 1, .y_log = 1};
  for (int k = 0; k < PROGRAMS && all[k].n > 0; k++) {
    for (int i = 0; i < all[k].n; i++) ms[k][i] = 1e3 * all[k].seconds[i];
    curves[panel->n_curves++] = (ptl_figure_curve){.name = k == 0 ? "Pintle" : programs[k],
                                                   .x = ms[k],
                                                   .y = all[k].error,
                                                   .n = all[k].n,
                                                   .series = k,
                                                   .marked = 1};
  }
}

static void plot(const char *folder, const series all[SHOWN][PROGRAMS]) {
  ptl_figure_panel panels[SHOWN];
  ptl_figure_curve curves[SHOWN][PROGRAMS];
  double ms[SHOWN][PROGRAMS][TOLERANCES];
  char labels[SHOWN][120], path[512], why[700];
  for (int i = 0; i < SHOWN; i++) {
    fill_panel(all[i], ms[i], curves[i], &panels[i]);
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
  static series all[SHOWN][PROGRAMS];
  FILE *file = create(options->folder, "performance_work.csv");
  fputs("case,program,rtol,steps,residuals,seconds,error\n", file);
  for (int i = 0; i < SHOWN; i++) {
    measure(shown[i], options->repeats, all[i]);
    for (int k = 0; k < PROGRAMS; k++) write_series(file, &all[i][k]);
  }
  if (fclose(file) != 0) ptl_bench_fail("cannot write performance_work.csv");
  plot(options->folder, (const series(*)[PROGRAMS])all);
}
