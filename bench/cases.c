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

/* The same problem by IDA; not the longest chains, which it takes across their singular positions
 * in small steps, nor what takes seconds already. */
static void print_by_ida(const ptl_bench_problem *problem, double own_seconds, int repeats) {
  enum { LARGEST = 160 };
  static const double longest = 0.7;
  ptl_bench_result result = {.error = NAN, .failed = 1};
  double seconds = NAN;
  if (problem->size <= LARGEST && own_seconds < longest) {
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

/* Returns the time of the run [s]; per_step is that of a step. */
static double print_case(const ptl_bench_problem *problem, int repeats, double *per_step) {
  ptl_bench_case *c = ptl_bench_open(problem, PTL_INTEGRATOR_AUTO);
  ptl_bench_result own, by_hand = {.error = NAN};
  double start = ptl_bench_now();
  ptl_bench_run(c, problem->rtol, &own);
  double first = ptl_bench_now() - start;
  if (problem->baseline != NULL) ptl_bench_run_by_hand(c, PTL_BENCH_ADAMS, problem->rtol, &by_hand);
  const double rtol[PTL_BENCH_METHODS] = {
      [PTL_BENCH_ADAMS] = problem->rtol, [PTL_BENCH_BDF] = NAN, [PTL_BENCH_DOP853] = NAN};
  ptl_bench_times times = ptl_bench_time(c, problem->rtol, rtol, ptl_bench_repeats(first, repeats));
  const ptl_counters *n = &own.counters;
  printf("| %s | %.0e | %lld | %lld | %lld | %lld | %lld |", problem->name, problem->rtol,
         (long long)n->steps, (long long)n->residuals, (long long)n->jacobians,
         (long long)n->factorisations, (long long)n->events);
  print_or_dash("%.2f", own.failed ? NAN : 1e3 * times.seconds);
  print_or_dash("%.3f", own.failed ? NAN : 1e6 * times.seconds / (double)n->steps);
  print_or_dash("%.1e", own.error);
  print_or_dash("%.2f", 1e3 * times.by_hand[PTL_BENCH_ADAMS]);
  print_or_dash("%.1e", by_hand.error);
  print_or_dash("%.2f", times.ratio[PTL_BENCH_ADAMS]);
  print_or_dash("%.2f", 1e3 * c->assembly);
  print_by_ida(problem, first, repeats);
  putchar('\n');
  fflush(stdout);
  ptl_bench_close(c);
  *per_step = own.failed ? NAN : times.seconds / (double)own.counters.steps;
  return own.failed ? NAN : times.seconds;
}

/* Exponent p of a time ~ N^p by least squares over the sizes from min_size on of the problems whose
 * names begin with `kind`, a comma after it. */
static void print_exponent(const char *what, const char *kind, const double *times, int min_size) {
  double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  size_t length = strlen(kind);
  for (int i = 0; i < ptl_bench_n_problems; i++) {
    const ptl_bench_problem *p = &ptl_bench_problems[i];
    if (strncmp(p->name, kind, length) != 0 || p->name[length] != ',') continue;
    if (p->size < min_size || isnan(times[i])) continue;
    double a = log(p->size), b = log(times[i]);
    n += 1.0;
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  if (n > 1.0)
    printf("| %s | %s | %d | %.2f |\n", kind, what, min_size, (n * xy - x * y) / (n * xx - x * x));
}

void ptl_bench_cases(const ptl_bench_options *options) {
  puts("## Cases\n");
  puts(
      "| case | rtol | steps | residuals | Jacobians | set-ups | events | ms | us/step | error | "
      "by hand ms | its error | ratio | assembly ms | IDA steps | its ms | its error |");
  puts("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
  double *per_step = ptl_bench_alloc((size_t)ptl_bench_n_problems, sizeof *per_step);
  double *whole = ptl_bench_alloc((size_t)ptl_bench_n_problems, sizeof *whole);
  for (int i = 0; i < ptl_bench_n_problems; i++)
    whole[i] = print_case(&ptl_bench_problems[i], options->repeats, &per_step[i]);
  puts("\nHow times grow with the size N, as N^p:\n");
  puts("| case | time of | from N = | p |\n|---|---|---|---|");
  print_exponent("a step", "four-bars", per_step, 40);
  print_exponent("a step", "pendulum chain", per_step, 40);
  print_exponent("a step", "four-bars with friction", per_step, 40);
  print_exponent("a step", "chain with friction", per_step, 40);
  print_exponent("the run", "chain with play", whole, 1);
  free(per_step);
  free(whole);
  puts("\nErrors:\n");
  const char *printed = "";
  for (int i = 0; i < ptl_bench_n_problems; i++) {
    const ptl_bench_problem *p = &ptl_bench_problems[i];
    if (p->error != ptl_bench_no_error && strcmp(p->error_of, printed) != 0)
      printf("- %s: %s\n", p->name, p->error_of);
    printed = p->error_of;
  }
  putchar('\n');
}

/* ---------------------------------------------------------------- time to an error */

/* rtol 1e-2 ... 1e-12, of Pintle to 1e-10 */
enum { PER_DECADE = 8, GRID = 10 * PER_DECADE + 1, OWN_GRID = GRID - 2 * PER_DECADE };

static double grid_rtol(int i) {
  return pow(10.0, -2.0 - (double)i / PER_DECADE);
}

/* The loosest tolerance from which on every tighter one keeps the error; NAN if none does. */
static double reliable_rtol(const double *errors, int n, double target) {
  int i = n;
  while (i > 0 && errors[i - 1] <= target) i--;
  return i < n ? grid_rtol(i) : NAN;
}

static void find_errors(ptl_bench_case *c, double own[GRID],
                        double by_hand[PTL_BENCH_METHODS][GRID]) {
  ptl_bench_result result;
  for (int i = 0; i < OWN_GRID; i++) {
    ptl_bench_run(c, grid_rtol(i), &result);
    own[i] = result.failed ? INFINITY : result.error;
  }
  for (int k = 0; k < PTL_BENCH_METHODS; k++)
    for (int i = 0; i < GRID; i++) {
      ptl_bench_run_by_hand(c, k, grid_rtol(i), &result);
      by_hand[k][i] = result.failed ? INFINITY : result.error;
    }
}

static void print_targets(const ptl_bench_problem *problem, int repeats) {
  static const double targets[] = {1e-2, 1e-3, 1e-4};
  double own[GRID], by_hand[PTL_BENCH_METHODS][GRID];
  ptl_bench_case *c = ptl_bench_open(problem, PTL_INTEGRATOR_AUTO);
  find_errors(c, own, by_hand);
  for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
    double rtol = reliable_rtol(own, OWN_GRID, targets[i]), other[PTL_BENCH_METHODS];
    ptl_bench_times times = {NAN, {NAN, NAN, NAN}, {NAN, NAN, NAN}};
    for (int k = 0; k < PTL_BENCH_METHODS; k++)
      other[k] = reliable_rtol(by_hand[k], GRID, targets[i]);
    if (!isnan(rtol)) times = ptl_bench_time(c, rtol, other, repeats);
    printf("| %s | %.0e |", problem->name, targets[i]);
    print_or_dash("%.1e", rtol);
    print_or_dash("%.2f", 1e3 * times.seconds);
    for (int k = 0; k < PTL_BENCH_METHODS; k++) {
      print_or_dash("%.1e", other[k]);
      print_or_dash("%.2f", 1e3 * times.by_hand[k]);
      print_or_dash("%.2f", times.ratio[k]);
    }
    putchar('\n');
  }
  fflush(stdout);
  ptl_bench_close(c);
}

void ptl_bench_targets(const ptl_bench_options *options) {
  puts("## Time to an error\n");
  puts(
      "At the loosest tolerance (eight per decade) from which on every tighter one keeps the "
      "error; ratios are times that Pintle takes.\n");
  puts(
      "| case | error | rtol | ms | Adams by hand: rtol | ms | ratio | BDF by hand: rtol | ms | "
      "ratio "
      "| DOP853 by hand: rtol | ms | ratio |");
  puts("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
  for (int i = 0; i < ptl_bench_n_problems; i++)
    if (ptl_bench_problems[i].baseline != NULL)
      print_targets(&ptl_bench_problems[i], options->repeats);
  putchar('\n');
}
