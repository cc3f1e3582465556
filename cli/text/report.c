/* report.c: the text that `run` prints. */
#include "report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pintle_trace.h"
#include "quantity.h"
#include "report_verify.h"
#include "table.h"

enum { DIGITS = 5, LABEL = 10 };

static void label(const char *text) {
  printf("  %-*s", LABEL, text);
}

/* ------------------------------------------------------------------ the model */

void ptl_cli_report_assembly(const ptl_system *system) {
  const ptl_assembly *a = ptl_system_get_assembly(system);
  char bodies[32], constraints[40], gaps[32];
  ptl_cli_count_text(bodies, sizeof bodies, a->n_bodies, "body", "bodies");
  ptl_cli_count_text(constraints, sizeof constraints, a->n_constraints, "constraint",
                     "constraints");
  ptl_cli_count_text(gaps, sizeof gaps, a->n_gaps, "gap", "gaps");
  label("model");
  printf("%s, %s, %s; ", bodies, constraints, gaps);
  if (a->degrees_of_freedom == a->ideal_degrees_of_freedom)
    printf("degrees of freedom: %d\n", a->degrees_of_freedom);
  else
    printf("degrees of freedom: %d, without clearance %d\n", a->degrees_of_freedom,
           a->ideal_degrees_of_freedom);
  for (int i = 0; i < a->n_redundant; i++) {
    label(i == 0 ? "redundant" : "");
    const char *loop = ptl_system_get_redundant_loop(system, i);
    printf("%s%s%s\n", a->redundant[i].name, loop != NULL ? ", by the loop of " : "",
           loop != NULL ? loop : "");
  }
}

/* ------------------------------------------------------------------ contacts */

/* One column of the table: its heading, its unit, and its offset in ptl_gap_summary. */
typedef struct gap_column {
  const char *heading, *unit;
  size_t offset;
} gap_column;

#define OFFSET(member) offsetof(ptl_gap_summary, member)

static const gap_column gap_columns[] = {
    {"longest flight", "s", OFFSET(longest_flight)},
    {"peak force", "N", OFFSET(peak_force)},
    {"at", "s", OFFSET(peak_force_time)},
    {"deepest", "m", OFFSET(deepest)},
    {"impulse", "N s", OFFSET(impulse)},
    {"energy lost", "J", OFFSET(energy_lost)},
};

enum { N_GAP_COLUMNS = sizeof gap_columns / sizeof *gap_columns };

static double gap_value(const ptl_gap_summary *gap, const gap_column *column) {
  double value;
  memcpy(&value, (const char *)gap + column->offset, sizeof value);
  return value;
}

static double largest_value(const ptl_summary *s, const gap_column *column) {
  double largest = 0;
  for (int i = 0; i < s->n_gaps; i++) largest = fmax(largest, fabs(gap_value(&s->gaps[i], column)));
  return largest;
}

/* All values of a column share one unit, so that they can be compared by eye. */
static void print_gaps(const ptl_summary *s) {
  ptl_table *table = ptl_cli_table_create("llrrrrrrr");
  ptl_cli_table_cell(table, "gap");
  ptl_cli_table_cell(table, "law");
  ptl_cli_table_cell(table, "touches");
  double scale[N_GAP_COLUMNS];
  int decimals[N_GAP_COLUMNS];
  const char *prefix[N_GAP_COLUMNS];
  for (int k = 0; k < N_GAP_COLUMNS; k++) {
    const double largest = largest_value(s, &gap_columns[k]);
    scale[k] = ptl_cli_prefix(largest, gap_columns[k].unit, &prefix[k]);
    decimals[k] = ptl_cli_decimals(largest * scale[k], DIGITS);
    ptl_cli_table_cell(table, "%s", gap_columns[k].heading);
  }
  for (int k = 0; k < 3; k++) ptl_cli_table_cell(table, "%s", "");
  for (int k = 0; k < N_GAP_COLUMNS; k++)
    ptl_cli_table_cell(table, "[%s%s]", prefix[k], gap_columns[k].unit);
  for (int i = 0; i < s->n_gaps; i++) {
    const ptl_gap_summary *g = &s->gaps[i];
    ptl_cli_table_cell(table, "%s.%s", g->joint, g->gap);
    ptl_cli_table_cell(table, "%s, %s", g->elastic, g->damping);
    ptl_cli_table_cell(table, "%lld", (long long)g->touches);
    for (int k = 0; k < N_GAP_COLUMNS; k++) {
      if (k > 0 && g->touches + g->hand_overs == 0)
        ptl_cli_table_cell(table, "-");
      else
        ptl_cli_table_cell(table, "%.*f", decimals[k], gap_value(g, &gap_columns[k]) * scale[k]);
    }
  }
  printf("\n");
  ptl_cli_table_print(table, stdout, 2);
  printf("\n");
}

/* What a reader of the results should know; the first ones, of the start, stand above. */
static void print_notices(const ptl_system *system, const ptl_summary *s) {
  enum { MOST = 12, WIDTH = 120 };
  const char *const *of_start;
  const int first = ptl_system_get_notices(system, &of_start);
  char text[600];
  int n = 0;
  for (; ptl_summary_notice(system, s, first + n, text, sizeof text); n++) {
    if (n >= MOST) continue;
    label("notice");
    ptl_cli_print_wrapped(stdout, text, LABEL + 2, LABEL + 2, WIDTH);
  }
  if (n <= MOST) return;
  label("notice");
  printf("%d more in summary.json\n", n - MOST);
}

/* ------------------------------------------------------------------ friction */

static void print_frictions(const ptl_summary *s) {
  ptl_table *table = ptl_cli_table_create("lllrrrr");
  ptl_cli_table_cell(table, "friction");
  ptl_cli_table_cell(table, "law");
  ptl_cli_table_cell(table, "sticks below");
  ptl_cli_table_cell(table, "sticks");
  ptl_cli_table_cell(table, "stuck");
  ptl_cli_table_cell(table, "peak force");
  ptl_cli_table_cell(table, "work");
  for (int i = 0; i < s->n_frictions; i++) {
    const ptl_friction_summary *f = &s->frictions[i];
    char speed[32], stuck[32], peak[32], work[32];
    ptl_cli_quantity(speed, sizeof speed, f->stick_speed, "m/s", DIGITS);
    ptl_cli_quantity(stuck, sizeof stuck, f->stuck_time, "s", DIGITS);
    ptl_cli_quantity(peak, sizeof peak, f->peak_force, "N", DIGITS);
    ptl_cli_quantity(work, sizeof work, f->work, "J", DIGITS);
    ptl_cli_table_cell(table, "%s%s%s", f->joint, f->gap != NULL ? "." : "",
                       f->gap != NULL ? f->gap : "");
    ptl_cli_table_cell(table, "%s", f->law);
    ptl_cli_table_cell(table, "%s", speed);
    ptl_cli_table_cell(table, "%lld", (long long)f->sticks);
    ptl_cli_table_cell(table, "%s", stuck);
    ptl_cli_table_cell(table, "%s", peak);
    ptl_cli_table_cell(table, "%s", work);
  }
  printf("\n");
  ptl_cli_table_print(table, stdout, 2);
  printf("\n");
}

/* ------------------------------------------------------------------ wear */

static void print_wears(const ptl_summary *s) {
  ptl_table *table = ptl_cli_table_create("llrrr");
  ptl_cli_table_cell(table, "wear");
  ptl_cli_table_cell(table, "surface");
  ptl_cli_table_cell(table, "force times slip");
  ptl_cli_table_cell(table, "deepest sector");
  ptl_cli_table_cell(table, "volume (point contact)");
  for (int i = 0; i < 2 * s->n_wears; i++) {
    const ptl_wear_summary *gap = &s->wears[i / 2];
    const ptl_wear_surface *surface = &gap->surfaces[i % 2];
    char work[32], depth[32] = "-";
    ptl_cli_quantity(work, sizeof work, surface->work, "J", DIGITS);
    if (!isnan(surface->depth)) ptl_cli_quantity(depth, sizeof depth, surface->depth, "m", DIGITS);
    ptl_cli_table_cell(table, "%s.%s", gap->joint, gap->gap);
    ptl_cli_table_cell(table, "%s", surface->part);
    ptl_cli_table_cell(table, "%s", work);
    ptl_cli_table_cell(table, "%s", depth);
    ptl_cli_table_cell(table, "%.*g mm^3", DIGITS, 1e9 * surface->volume);
  }
  printf("\n");
  ptl_cli_table_print(table, stdout, 2);
  printf("\n");
}

/* ------------------------------------------------------------------ statistics */

static void put_quantity(ptl_table *table, double value, const char *unit) {
  char text[64] = "-";
  if (!isnan(value)) ptl_cli_quantity(text, sizeof text, value, unit, DIGITS);
  ptl_cli_table_cell(table, "%s", text);
}

static void print_statistics(const ptl_summary *s) {
  static const char *const headings[] = {"statistic",    "mean", "rms",   "min",   "max",
                                         "peak to peak", "from", "until", "cycles"};
  ptl_table *table = ptl_cli_table_create("lrrrrrrrr");
  for (size_t k = 0; k < sizeof headings / sizeof *headings; k++)
    ptl_cli_table_cell(table, "%s", headings[k]);
  for (int i = 0; i < s->n_statistics; i++) {
    const ptl_statistic_summary *y = &s->statistics[i];
    ptl_cli_table_cell(table, "%s", y->name);
    const double values[] = {y->mean, y->rms, y->min, y->max, y->peak_to_peak};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++)
      put_quantity(table, values[k], y->unit);
    put_quantity(table, y->from, "s");
    put_quantity(table, y->until, "s");
    if (y->cycles > 0)
      ptl_cli_table_cell(table, "%lld", (long long)y->cycles);
    else
      ptl_cli_table_cell(table, "-");
  }
  printf("\n");
  ptl_cli_table_print(table, stdout, 2);
  printf("\n");
}

/* ------------------------------------------------------------------ the run */

static void print_effort(const ptl_summary *s) {
  const ptl_counters *c = &s->counters;
  char from[32], to[32], wall[32], steps[40], residuals[40], jacobians[40];
  ptl_cli_quantity(from, sizeof from, s->start_time, "s", DIGITS);
  ptl_cli_quantity(to, sizeof to, s->end_time, "s", DIGITS);
  ptl_cli_quantity(wall, sizeof wall, s->wall_time, "s", 3);
  ptl_cli_count_text(steps, sizeof steps, c->steps, "step", "steps");
  ptl_cli_count_text(residuals, sizeof residuals, c->residuals, "residual", "residuals");
  ptl_cli_count_text(jacobians, sizeof jacobians, c->jacobians, "Jacobian", "Jacobians");
  label("ran");
  char integrators[80] = "";
  if (c->dop853_steps > 0 && c->ida_steps > 0)
    snprintf(integrators, sizeof integrators, " (%lld dop853, %lld ida)",
             (long long)c->dop853_steps, (long long)c->ida_steps);
  else if (c->steps > 0)
    snprintf(integrators, sizeof integrators, c->ida_steps > 0 ? " (ida)" : " (dop853)");
  printf("%s to %s at rtol %g in %s: %s%s, %s, %s\n", from, to, s->rtol, wall, steps, integrators,
         residuals, jacobians);
  label("failures");
  printf("error test %lld, Newton %lld; restarts %lld\n", (long long)c->error_test_failures,
         (long long)c->newton_failures, (long long)c->restarts);
}

static void print_stop(const ptl_summary *s) {
  char time[32];
  if (s->stopped_by == NULL) return;
  ptl_cli_quantity(time, sizeof time, s->end_time, "s", DIGITS);
  label("stopped");
  printf("at %s by '%s'\n", time, s->stopped_by);
}

static void print_quality(const ptl_summary *s) {
  const ptl_energy *e = &s->energy;
  const double values[] = {e->kinetic, e->potential, e->elastic, e->dissipated, e->supplied};
  static const char *const names[] = {"kinetic", "potential", "elastic", "dissipated", "supplied"};
  label("drift");
  printf("position %.2g m, velocity %.2g m/s\n", s->largest_position_violation,
         s->largest_velocity_violation);
  if (s->ambiguous_rows > 0) {
    label("reactions");
    printf(
        "friction of joint '%s' lets more than one set fit, in %lld rows from t = %.6g s on; "
        "given are those that go on from before\n",
        s->ambiguous_joint, (long long)s->ambiguous_rows, s->ambiguous_since);
  }
  label("energy");
  char text[48];
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    ptl_cli_quantity(text, sizeof text, values[i], "J", DIGITS);
    printf("%s%s %s", i > 0 ? ", " : "", names[i], text);
  }
  printf("\n");
  label("balance");
  ptl_cli_quantity(text, sizeof text, s->largest_imbalance, "J", 3);
  printf("within %s", text);
  if (s->largest_energy > 0)
    printf(", %.2g of the largest energy", s->largest_imbalance / s->largest_energy);
  printf("\n");
}

void ptl_cli_report_notices(const ptl_system *system) {
  const char *const *notices;
  const int n = ptl_system_get_notices(system, &notices);
  for (int i = 0; i < n; i++) {
    label("notice");
    printf("%s\n", notices[i]);
  }
}

void ptl_cli_report_run(const ptl_mechanism *mechanism, const ptl_system *system, const char *model,
                        const char *dir, const ptl_summary *s) {
  const char *title = ptl_mechanism_get_title(mechanism);
  printf("%s\n", title != NULL && *title ? title : model);
  ptl_cli_report_assembly(system);
  ptl_cli_report_notices(system);
  print_effort(s);
  char rows[40], events[40];
  ptl_cli_count_text(rows, sizeof rows, s->counters.rows, "row", "rows");
  ptl_cli_count_text(events, sizeof events, s->counters.events, "event", "events");
  label("wrote");
  printf("%s: %s, %s\n", dir, rows, events);
  if (s->n_gaps > 0) print_gaps(s);
  print_notices(system, s);
  if (s->n_frictions > 0) print_frictions(s);
  if (s->n_wears > 0) print_wears(s);
  if (s->n_statistics > 0) print_statistics(s);
  print_quality(s);
  if (s->verification != NULL) ptl_cli_report_verification(s);
  print_stop(s);
}
