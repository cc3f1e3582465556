/* compare.c: `pintle compare`: two traces column by column, with tolerances. */
#include "compare.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "column.h"
#include "comparison.h"
#include "horizon.h"
#include "message.h"
#include "options.h"
#include "print_json.h"
#include "table.h"

typedef struct arguments {
  const char *paths[2]; /* run, reference */
  const char *from, *until;
  ptl_texts tolerances;
  int strict, quiet, json;
} arguments;

typedef struct tolerance {
  char *pattern;
  double abs, rel;
  int used;
} tolerance;

static const ptl_usage usage = {
    "compare", "RUN REFERENCE",
    "Compares two run folders or CSV files column by column at the times of the reference; where "
    "the "
    "times differ, the run is interpolated, never across an event. A column is equal when "
    "|a - b| <= ABS + REL * max|b| at every time, or when it is zero but for rounding in both. "
    "Exit status 0: equal; 1: different, or the run "
    "does "
    "not cover the reference; 2: not comparable.",
    2, 2};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {0, "tol", "COLUMN=ABS,REL",
       "tolerance of the columns that match this wildcard pattern, in the unit of the reference; "
       "may "
       "be repeated, the last that matches counts (default: '*=0,1e-6')",
       PTL_LIST, &a->tolerances},
      {0, "from", "T", "leave out what is earlier: seconds, or a number with a unit (20 ms)",
       PTL_TEXT, &a->from},
      {0, "until", "T", "leave out what is later", PTL_TEXT, &a->until},
      {0, "strict", NULL, "a column of the reference that the run does not have is a difference",
       PTL_FLAG, &a->strict},
      {0, "quiet", NULL, "print nothing; the exit status tells", PTL_FLAG, &a->quiet},
      {0, "json", NULL, "print the report as JSON", PTL_FLAG, &a->json},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, a->paths);
}

/* ------------------------------------------------------------------ arguments */

/* "20 ms", "0.02". Returns 0, or non-zero after a message. */
static int read_time(ptl_context *context, const char *option, const char *text, double *out) {
  char *end;
  *out = strtod(text, &end);
  const int is_number = end != text && !isnan(*out);
  while (*end == ' ') end++;
  if (!is_number) {
    ptl_cli_say(PTL_E(0951) "--%s %s: expected a time, as in --%s 0.02 or --%s '20 ms'", option,
                text, option, option);
    return 1;
  }
  if (!*end) return 0;
  double factor;
  if (ptl_unit_convert(context, end, "s", &factor) != PTL_OK) {
    ptl_cli_say(PTL_E(0951) "--%s %s: '%s' is not a unit of time", option, text, end);
    return 1;
  }
  *out *= factor;
  return 0;
}

/* "COLUMN=ABS,REL". */
static int read_tolerance(const char *text, tolerance *out) {
  const char *equals = strrchr(text, '=');
  if (equals != NULL && equals > text) {
    char *end;
    out->abs = strtod(equals + 1, &end);
    if (end > equals + 1 && *end == ',') {
      const char *rel = end + 1;
      out->rel = strtod(rel, &end);
      if (end > rel && *end == '\0' && out->abs >= 0 && out->rel >= 0) {
        out->pattern = ptl_cli_copy_text(text);
        out->pattern[equals - text] = '\0';
        return 0;
      }
    }
  }
  ptl_cli_say(
      PTL_E(0951) "--tol %s: expected COLUMN=ABS,REL with numbers >= 0, as in --tol '*.depth=1e-9,1e-4'", text);
  return 1;
}

/* ------------------------------------------------------------------ columns */

static int set_tolerances(ptl_comparison *c, const ptl_texts *texts) {
  int failed = 0;
  for (int i = 0; i < texts->n && !failed; i++) {
    tolerance t = {0};
    failed = read_tolerance(texts->items[i], &t);
    for (int k = 0; k < c->n_matches && !failed; k++) {
      if (fnmatch(t.pattern, c->matches[k].name, 0) != 0) continue;
      c->matches[k].abs = t.abs;
      c->matches[k].rel = t.rel;
      c->matches[k].is_asked = 1;
      t.used = 1;
    }
    if (!failed && !t.used) {
      ptl_cli_say(PTL_E(0952) "--tol %s: no column that both have matches '%s'", texts->items[i],
                  t.pattern);
      failed = 1;
    }
    free(t.pattern);
  }
  return failed;
}

static int64_t count_events(const ptl_comparison *c, const ptl_series *s) {
  int64_t n = 0;
  for (int64_t i = 0; s->event != NULL && i < s->n_rows; i++)
    n += s->event[i] == 1 && s->time[i] >= c->from && s->time[i] <= c->until;
  return n;
}

static int is_equal(const ptl_comparison *c, const arguments *a) {
  return c->n_different == 0 && c->uncovered == 0 && c->compared > 0 &&
         !(a->strict && c->n_missing > 0);
}

/* ------------------------------------------------------------------ report */

static void print_columns(const ptl_comparison *c) {
  ptl_table *table = ptl_cli_table_create("llrrrl");
  ptl_cli_table_cell(table, "column");
  ptl_cli_table_cell(table, "unit");
  ptl_cli_table_cell(table, "largest difference");
  ptl_cli_table_cell(table, "at [s]");
  ptl_cli_table_cell(table, "allowed");
  ptl_cli_table_cell(table, "%s", "");
  for (int k = 0; k < c->n_matches; k++) {
    const ptl_match *m = &c->matches[k];
    ptl_cli_table_cell(table, "%s", m->name);
    ptl_cli_table_cell(table, "%s", m->unit);
    if (isinf(m->difference))
      ptl_cli_table_cell(table, "%g, not %g", m->a, m->b);
    else
      ptl_cli_table_cell(table, "%.3g", m->difference);
    if (m->difference > 0)
      ptl_cli_table_cell(table, "%.9g", m->time);
    else
      ptl_cli_table_cell(table, "%s", "");
    ptl_cli_table_cell(table, "%.3g", ptl_cli_match_allowed(m));
    ptl_cli_table_cell(table, m->is_rounding                  ? "rounding"
                              : ptl_cli_match_is_different(m) ? "DIFFERENT"
                                                              : "equal");
  }
  ptl_cli_table_print(table, stdout, 2);
}

/* The columns of `here` that `there` does not have, in one line. */
static void print_missing(const char *label, const ptl_series *here, const ptl_series *there) {
  int n = 0;
  for (int i = 0; i < here->n_columns; i++) {
    if (ptl_cli_is_axis(here->columns[i].name) ||
        ptl_trace_reader_find(there->reader, here->columns[i].name) >= 0)
      continue;
    printf("%s%s", n++ == 0 ? label : ", ", here->columns[i].name);
  }
  if (n > 0) printf("\n");
}

static void print_coverage(const ptl_comparison *c, const arguments *a) {
  int n_rounding = 0;
  for (int k = 0; k < c->n_matches; k++) n_rounding += c->matches[k].is_rounding;
  if (n_rounding > 0)
    printf(
        "  note: %d column%s zero but for rounding in both, beside others of the unit (--tol "
        "compares "
        "such a column, too)\n",
        n_rounding, n_rounding == 1 ? " is" : "s are");
  const ptl_series *run = &c->run;
  const int64_t events_run = count_events(c, run), events = count_events(c, &c->reference);
  if (run->event != NULL && c->reference.event != NULL && events_run != events)
    printf("  note: %lld events in the run, %lld in the reference\n", (long long)events_run,
           (long long)events);
  if (c->until == c->horizon && c->horizon < c->reference.time[c->reference.n_rows - 1])
    printf(
        "  note: only until %.6g s, up to which the reference is comparable sample by sample "
        "(--until T goes beyond)\n",
        c->horizon);
  if (c->uncovered > 0)
    printf(
        "  NOT COVERED: the run lasts from %.9g s to %.9g s; %lld rows of the reference lie "
        "outside (--from, --until leave them out)\n",
        run->first, run->last, (long long)c->uncovered);
  if (ptl_trace_reader_get_incomplete(run->reader) != NULL)
    printf("  note: the run is incomplete: %s\n", ptl_trace_reader_get_incomplete(run->reader));
  if (ptl_trace_reader_get_incomplete(c->reference.reader) != NULL)
    printf("  note: the reference is incomplete: %s\n",
           ptl_trace_reader_get_incomplete(c->reference.reader));
  print_missing("  not compared, only in the reference: ", &c->reference, run);
  print_missing("  not compared, only in the run: ", run, &c->reference);
  if (is_equal(c, a))
    printf("  equal within the tolerances\n");
  else if (c->n_different > 0)
    printf("  %d of %d columns differ\n", c->n_different, c->n_matches);
}

static void print_text(const ptl_comparison *c, const arguments *a) {
  printf("%s against %s: %d columns at %lld times from %g s to %g s\n", a->paths[0], a->paths[1],
         c->n_matches, (long long)c->compared, c->reference.time[c->first],
         c->reference.time[c->last]);
  print_columns(c);
  print_coverage(c, a);
}

static void print_json_missing(ptl_json *j, const char *key, const ptl_series *here,
                               const ptl_series *there) {
  ptl_json_open(j, key, '[');
  for (int i = 0; i < here->n_columns; i++)
    if (!ptl_cli_is_axis(here->columns[i].name) &&
        ptl_trace_reader_find(there->reader, here->columns[i].name) < 0)
      ptl_json_text(j, NULL, here->columns[i].name);
  ptl_json_close(j, ']');
}

static void print_json(const ptl_comparison *c, const arguments *a) {
  ptl_json json = {.context = c->context}, *j = &json;
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "run", a->paths[0]);
  ptl_json_text(j, "reference", a->paths[1]);
  ptl_json_bool(j, "equal", is_equal(c, a));
  ptl_json_count(j, "times", c->compared);
  ptl_json_count(j, "times_not_covered", c->uncovered);
  ptl_json_count(j, "different", c->n_different);
  ptl_json_open(j, "columns", '[');
  for (int k = 0; k < c->n_matches; k++) {
    const ptl_match *m = &c->matches[k];
    ptl_json_open(j, NULL, '{');
    ptl_json_text(j, "name", m->name);
    ptl_json_text(j, "unit", m->unit);
    ptl_json_bool(j, "equal", !ptl_cli_match_is_different(m));
    ptl_cli_json_number(j, "difference", m->difference); /* null: not a number against a number */
    ptl_cli_json_number(j, "time", m->time);
    ptl_json_bool(j, "rounding", m->is_rounding);
    ptl_cli_json_number(j, "allowed", ptl_cli_match_allowed(m));
    ptl_cli_json_number(j, "largest", m->largest);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
  print_json_missing(j, "only_in_reference", &c->reference, &c->run);
  print_json_missing(j, "only_in_run", &c->run, &c->reference);
  ptl_json_close(j, '}');
  ptl_cli_json_print(j);
}

/* ------------------------------------------------------------------ the verb */

static int compare(ptl_comparison *c, const arguments *a) {
  c->from = -INFINITY;
  c->horizon = ptl_cli_horizon(a->paths[1]);
  c->until = c->horizon;
  if (a->from != NULL && read_time(c->context, "from", a->from, &c->from)) return PTL_EXIT_USAGE;
  if (a->until != NULL && read_time(c->context, "until", a->until, &c->until))
    return PTL_EXIT_USAGE;
  if (ptl_cli_series_open(c->context, a->paths[0], &c->run)) return PTL_EXIT_USAGE;
  if (ptl_cli_series_open(c->other, a->paths[1], &c->reference)) return PTL_EXIT_USAGE;
  if (ptl_cli_comparison_match(c) || set_tolerances(c, &a->tolerances) ||
      ptl_cli_comparison_read_times(c, a->paths) || ptl_cli_comparison_make(c))
    return PTL_EXIT_USAGE;
  if (a->json)
    print_json(c, a);
  else if (!a->quiet)
    print_text(c, a);
  return is_equal(c, a) ? PTL_EXIT_DONE : PTL_EXIT_NO;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  ptl_comparison c = {0};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) {
    c.context = ptl_cli_open_context(NULL, 0);
    c.other = c.context != NULL ? ptl_cli_open_context(NULL, 0) : NULL;
    status = c.other != NULL ? compare(&c, &a) : PTL_EXIT_FAILED;
    ptl_cli_series_close(&c.run);
    ptl_cli_series_close(&c.reference);
    ptl_context_destroy(c.other);
    ptl_context_destroy(c.context);
    free(c.matches);
    free(c.batches);
  }
  free(a.tolerances.items);
  return status;
}

const ptl_verb ptl_cli_verb_compare = {"compare", "compare a run with a reference, with tolerances",
                                       run};
