/* cases.c: the table of all cases, and the time to an error. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static void print_or_dash(const char *format, double value) {
  if (isnan(value)) {
    fputs(" - |", stdout);
  } else {
    putchar(' ');
    printf(format, value);
    fputs(" |", stdout);
  }
}

/* The same problem by IDA; not the longest chains, which it takes across their singular positions in small steps. */
static void print_by_ida(const ptl_bench_problem *problem, int repeats) {
  enum { LARGEST = 160 };
  ptl_bench_result result = {.error = NAN, .failed = 1};
  double seconds = NAN;
  if (problem->size <= LARGEST) {
    ptl_bench_case *c = ptl_bench_open(problem, PTL_INTEGRATOR_IDA);
    double start = ptl_bench_now();
    ptl_bench_run(c, problem->rtol, &result);
    int n = ptl_bench_repeats(ptl_bench_now() - start, repeats);
    if (!result.failed) seconds = ptl_bench_time_own(c, problem->rtol, n);
    ptl_bench_close(c);
  }
  print_or_dash("%.0f", result.failed ? NAN : (double)result.counters.steps);
  print_or_dash("%.2f", 1e3 * seconds);
  print_or_dash("%.1e", result.error);
}

/* Returns the time of a step [s]. */
static double print_case(const ptl_bench_problem *problem, int repeats) {
  ptl_bench_case *c = ptl_bench_open(problem, PTL_INTEGRATOR_AUTO);
  ptl_bench_result own, by_hand = {.error = NAN};
  double start = ptl_bench_now();
  ptl_bench_run(c, problem->rtol, &own);
  double first = ptl_bench_now() - start;
  if (problem->baseline != NULL) ptl_bench_run_by_hand(c, problem->rtol, &by_hand);
  ptl_bench_times times =
      ptl_bench_time(c, problem->rtol, problem->rtol, ptl_bench_repeats(first, repeats));
  const ptl_counters *n = &own.counters;
  printf("| %s | %.0e | %lld | %lld | %lld | %lld | %lld |", problem->name, problem->rtol,
         (long long)n->steps, (long long)n->residuals, (long long)n->jacobians,
         (long long)n->factorisations, (long long)n->events);
  print_or_dash("%.2f", own.failed ? NAN : 1e3 * times.seconds);
  print_or_dash("%.3f", own.failed ? NAN : 1e6 * times.seconds / (double)n->steps);
  print_or_dash("%.1e", own.error);
  print_or_dash("%.2f", 1e3 * times.by_hand);
  print_or_dash("%.1e", by_hand.error);
  print_or_dash("%.2f", times.ratio);
  print_or_dash("%.2f", 1e3 * c->assembly);
  print_by_ida(problem, repeats);
  putchar('\n');
  fflush(stdout);
  ptl_bench_close(c);
  return times.seconds / (double)n->steps;
}

/* Exponent p of time per step ~ N^p by least squares over the sizes of one kind from `min_size` on. */
static void print_exponent(const char *what, const ptl_bench_problem *kind, const double *per_step,
                           int min_size) {
  double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (int i = 0; i < ptl_bench_n_problems; i++) {
    const ptl_bench_problem *p = &ptl_bench_problems[i];
    if (p->build != kind->build || p->size < min_size || isnan(per_step[i])) continue;
    double a = log(p->size), b = log(per_step[i]);
    n += 1.0;
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  if (n > 1.0)
    printf("\nTime of a step of the %s from N = %d on: N^%.2f\n", what, min_size,
           (n * xy - x * y) / (n * xx - x * x));
}

void ptl_bench_cases(const ptl_bench_options *options) {
  puts("## Cases\n");
  puts(
      "| case | rtol | steps | residuals | Jacobians | set-ups | events | ms | us/step | error | "
      "by hand ms | its error | ratio | assembly ms | IDA steps | its ms | its error |");
  puts("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
  double *per_step = ptl_bench_alloc((size_t)ptl_bench_n_problems, sizeof *per_step);
  for (int i = 0; i < ptl_bench_n_problems; i++)
    per_step[i] = print_case(&ptl_bench_problems[i], options->repeats);
  print_exponent("four-bars", ptl_bench_find("four-bars, N = 40"), per_step, 40);
  print_exponent("pendulum chain", ptl_bench_find("pendulum chain, N = 40"), per_step, 40);
  free(per_step);
  puts("\nErrors:\n");
  const char *printed = "";
  for (int i = 0; i < ptl_bench_n_problems; i++) {
    const ptl_bench_problem *p = &ptl_bench_problems[i];
    if (strcmp(p->error_of, printed) != 0) printf("- %s: %s\n", p->name, p->error_of);
    printed = p->error_of;
  }
  putchar('\n');
}

/* ---------------------------------------------------------------- time to an error */

enum { PER_DECADE = 8, GRID = 10 * PER_DECADE + 1 }; /* rtol 1e-2 ... 1e-12 */

static double grid_rtol(int i) {
  return pow(10.0, -2.0 - (double)i / PER_DECADE);
}

/* The loosest tolerance from which on every tighter one keeps the error; NAN if none does. */
static double reliable_rtol(const double *errors, int n, double target) {
  int i = n;
  while (i > 0 && errors[i - 1] <= target) i--;
  return i < n ? grid_rtol(i) : NAN;
}

static void print_targets(const char *name, int repeats) {
  static const double targets[] = {1e-2, 1e-3, 1e-4};
  ptl_bench_case *c = ptl_bench_open(ptl_bench_find(name), PTL_INTEGRATOR_AUTO);
  double own[GRID], by_hand[GRID];
  int n = GRID - 2 * PER_DECADE; /* Pintle is asked down to 1e-10 */
  for (int i = 0; i < GRID; i++) {
    ptl_bench_result result;
    if (i < n) {
      ptl_bench_run(c, grid_rtol(i), &result);
      own[i] = result.failed ? INFINITY : result.error;
    }
    ptl_bench_run_by_hand(c, grid_rtol(i), &result);
    by_hand[i] = result.failed ? INFINITY : result.error;
  }
  for (size_t k = 0; k < sizeof targets / sizeof *targets; k++) {
    double rtol = reliable_rtol(own, n, targets[k]);
    double rtol_by_hand = reliable_rtol(by_hand, GRID, targets[k]);
    ptl_bench_times times = {NAN, NAN, NAN};
    if (!isnan(rtol) && !isnan(rtol_by_hand))
      times = ptl_bench_time(c, rtol, rtol_by_hand, repeats);
    printf("| %s | %.0e |", name, targets[k]);
    print_or_dash("%.1e", rtol);
    print_or_dash("%.2f", 1e3 * times.seconds);
    print_or_dash("%.1e", rtol_by_hand);
    print_or_dash("%.2f", 1e3 * times.by_hand);
    print_or_dash("%.2f", times.ratio);
    putchar('\n');
  }
  fflush(stdout);
  ptl_bench_close(c);
}

void ptl_bench_targets(const ptl_bench_options *options) {
  puts("## Time to an error\n");
  puts(
      "At the loosest tolerance (eight per decade) from which on every tighter one keeps the "
      "error.\n");
  puts("| case | error | rtol | ms | by hand: rtol | ms | ratio |");
  puts("|---|---|---|---|---|---|---|");
  print_targets("slider-crank, Hunt-Crossley", options->repeats);
  print_targets("slider-crank, Lankarani-Nikravesh", options->repeats);
  for (int i = 0; i < ptl_bench_n_problems; i++)
    if (ptl_bench_problems[i].build == ptl_bench_build_scotch_yoke)
      print_targets(ptl_bench_problems[i].name, options->repeats);
  putchar('\n');
}
