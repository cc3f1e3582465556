/* report_verify.c: see report_verify.h. */
#include "report_verify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pintle_verify.h"
#include "quantity.h"
#include "table.h"

enum { LABEL = 10 };

static void label(const char *text) {
  printf("  %-*s", LABEL, text);
}

static void print_runs(const ptl_verification *v) {
  static const char *const names[] = {[PTL_INTEGRATOR_AUTO] = "auto",
                                      [PTL_INTEGRATOR_IDA] = "ida",
                                      [PTL_INTEGRATOR_DOP853] = "dop853"};
  label("verified");
  for (int r = 1; r < PTL_VERIFY_RUNS; r++) {
    const ptl_verify_run *run = &v->runs[r];
    const long long ida = (long long)run->counters.ida_steps,
                    steps = (long long)run->counters.steps;
    const char *name = ida == 0 ? "dop853" : ida == steps ? "ida" : names[run->integrator];
    if (r > 1) printf("; ");
    if (run->status == PTL_OK)
      printf("by %s at rtol %.2g, %lld steps", name, run->rtol, steps);
    else
      printf("not by %s at rtol %.2g: %s", names[run->integrator], run->rtol, run->message);
  }
  printf("\n");
}

/* The digits of a figure by its name; -1 where there is none. */
static int digits_of(const ptl_verification *v, const char *prefix, const char *name) {
  char whole[300];
  snprintf(whole, sizeof whole, "%s.%s", prefix, name);
  for (int i = 0; i < v->n_figures; i++)
    if (strcmp(v->figures[i].name, whole) == 0) return v->figures[i].digits;
  return -1;
}

static void put_digits(ptl_table *table, int digits) {
  if (digits < 0)
    ptl_cli_table_cell(table, "-");
  else if (digits == PTL_VERIFY_MOST_DIGITS)
    ptl_cli_table_cell(table, "all");
  else
    ptl_cli_table_cell(table, "%d", digits);
}

static void print_figures(const ptl_summary *s, const ptl_verification *v) {
  static const char *const figures[] = {"touches",         "longest_flight", "peak_force",
                                        "peak_force_time", "deepest",        "impulse",
                                        "energy_lost"};
  static const char *const headings[] = {"touches", "longest flight", "peak force", "at",
                                         "deepest", "impulse",        "energy lost"};
  enum { N = sizeof figures / sizeof *figures };
  ptl_table *table = ptl_cli_table_create("lrrrrrrr");
  ptl_cli_table_cell(table, "digits that agree");
  for (int k = 0; k < N; k++) ptl_cli_table_cell(table, "%s", headings[k]);
  for (int g = 0; g < s->n_gaps; g++) {
    char prefix[256];
    if (s->gaps[g].touches + s->gaps[g].hand_overs == 0) continue;
    snprintf(prefix, sizeof prefix, "%s.%s", s->gaps[g].joint, s->gaps[g].gap);
    ptl_cli_table_cell(table, "%s", prefix);
    for (int k = 0; k < N; k++) put_digits(table, digits_of(v, prefix, figures[k]));
  }
  printf("\n");
  ptl_cli_table_print(table, stdout, 2);
  printf("\n");
}

static void print_statistic_figures(const ptl_summary *s, const ptl_verification *v) {
  static const char *const figures[] = {"mean", "rms", "min", "max", "peak_to_peak"};
  enum { N = sizeof figures / sizeof *figures };
  ptl_table *table = ptl_cli_table_create("lrrrrr");
  ptl_cli_table_cell(table, "digits that agree");
  for (int k = 0; k < N; k++)
    ptl_cli_table_cell(table, "%s", k < N - 1 ? figures[k] : "peak to peak");
  for (int i = 0; i < s->n_statistics; i++) {
    ptl_cli_table_cell(table, "%s", s->statistics[i].name);
    for (int k = 0; k < N; k++) put_digits(table, digits_of(v, s->statistics[i].name, figures[k]));
  }
  printf("\n");
  ptl_cli_table_print(table, stdout, 2);
  printf("\n");
}

static int count_columns(const ptl_verification *v, int digits) {
  int n = 0;
  for (int i = 0; i < v->n_columns; i++) n += v->columns[i].digits >= digits;
  return n;
}

/* Least digits of the energies, and how many columns have so many. */
static void print_least(const ptl_verification *v) {
  int energies = PTL_VERIFY_MOST_DIGITS, worst = -1;
  for (int i = 0; i < v->n_figures; i++)
    if (strncmp(v->figures[i].name, "energy.", 7) == 0 && v->figures[i].digits < energies)
      energies = v->figures[i].digits;
  for (int i = 0; i < v->n_columns; i++)
    if (worst < 0 || v->columns[i].digits < v->columns[worst].digits) worst = i;
  label("digits");
  printf("energies %d or more", energies < 0 ? 0 : energies);
  if (worst >= 0)
    printf("; of %d columns %d have 5 or more, %d 3 or more; fewest, %d, in %s", v->n_columns,
           count_columns(v, 5), count_columns(v, 3),
           v->columns[worst].digits < 0 ? 0 : v->columns[worst].digits, v->columns[worst].name);
  printf("\n");
}

static void print_chaos(const ptl_summary *s, const ptl_verification *v) {
  char until[32], lyapunov[32];
  ptl_cli_quantity(until, sizeof until, v->comparable_until, "s", 4);
  ptl_cli_quantity(lyapunov, sizeof lyapunov, v->lyapunov_time, "s", 2);
  label("chaos");
  if (v->is_chaotic)
    printf(
        "yes: nearby runs part by e in %s; comparable sample by sample until %s,\n%*safter that "
        "only by their statistics\n",
        lyapunov, until, LABEL + 2, "");
  else if (isnan(v->comparable_until))
    printf("not known: the trace has no positions\n");
  else if (v->comparable_until < s->end_time)
    printf(
        "not seen, but the runs are comparable sample by sample only until %s: use a smaller "
        "rtol\n",
        until);
  else
    printf("not seen: the runs are comparable sample by sample to the end\n");
}

static void print_statistics(const ptl_verification *v) {
  ptl_table *table = ptl_cli_table_create("lrrr");
  char from[32];
  ptl_cli_quantity(from, sizeof from, v->statistics_from, "s", 4);
  ptl_cli_table_cell(table, "from %s on", from);
  ptl_cli_table_cell(table, "mean");
  ptl_cli_table_cell(table, "scatter");
  ptl_cli_table_cell(table, "relative");
  for (int i = 0; i < v->n_statistics; i++) {
    const ptl_verify_statistic *k = &v->statistics[i];
    char mean[32], scatter[32];
    if (isnan(k->mean) || k->mean == 0.0) continue;
    ptl_cli_quantity(mean, sizeof mean, k->mean, k->unit, 3);
    ptl_cli_quantity(scatter, sizeof scatter, k->scatter, k->unit, 2);
    ptl_cli_table_cell(table, "%s", k->name);
    ptl_cli_table_cell(table, "%s", mean);
    ptl_cli_table_cell(table, "%s", scatter);
    ptl_cli_table_cell(table, "%.2g %%", 100.0 * k->scatter / k->mean);
  }
  printf("\n");
  ptl_cli_table_print(table, stdout, 2);
}

void ptl_cli_report_verification(const ptl_summary *summary) {
  const ptl_verification *v = summary->verification;
  printf("\n");
  print_runs(v);
  if (summary->n_gaps > 0) print_figures(summary, v);
  if (summary->n_statistics > 0) print_statistic_figures(summary, v);
  print_least(v);
  print_chaos(summary, v);
  if (v->is_chaotic && v->n_statistics > 0) print_statistics(v);
}
