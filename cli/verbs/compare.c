/* compare.c: `pintle compare`: two traces column by column, with tolerances. */
#include <fnmatch.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "column.h"
#include "horizon.h"
#include "message.h"
#include "options.h"
#include "print_json.h"
#include "series.h"
#include "strip.h"
#include "table.h"
#include "verbs.h"

static const double default_rel = 1e-6;

/* Rows that are compared at a time: of the reference, and how many of the run these may lie on. */
enum { BATCH = 1024, BATCH_SPAN = 8192 };

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

typedef struct match {     /* one column that both have */
  const char *name, *unit; /* unit of the reference */
  int run, reference;      /* indices of the columns */
  double factor;           /* from the run's unit to the reference's */
  double abs, rel;
  int is_asked;       /* --tol names it */
  double largest;     /* of the reference in the window */
  double run_largest; /* of the run, in the reference's unit */
  double scale;       /* what rel is a part of */
  int is_rounding;    /* 0 but for rounding in both */
  int is_no_number;   /* 1: one of the two is no number, which no tolerance allows */
  double difference;  /* the largest; infinite where one of the two is not a number */
  double time;        /* where */
  double a, b;        /* the two values there */
} match;

typedef struct batch { /* rows first ... first + n - 1 of the reference */
  int64_t first;
  int n;
  int64_t low, high; /* rows of the run that they lie on; none where low > high */
} batch;

typedef struct comparison {
  ptl_context *context, *other; /* the other is the reference's: the two are read at once */
  ptl_series run, reference;
  double from, until;
  double horizon;      /* up to which the reference is comparable sample by sample */
  int64_t first, last; /* rows of the reference in the window */
  int64_t compared, uncovered;
  match *matches;
  int n_matches, n_different, n_missing;
  batch *batches;
  int64_t n_batches, batches_capacity;
} comparison;

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

static int fail_units(const ptl_column *run, const ptl_column *reference) {
  ptl_cli_say(PTL_E(0903) "column %s: the run has %s, the reference %s; they do not fit", run->name,
              run->unit, reference->unit);
  return 1;
}

static int match_columns(comparison *c) {
  c->matches = ptl_cli_alloc((size_t)c->reference.n_columns, sizeof *c->matches);
  for (int i = 0; i < c->reference.n_columns; i++) {
    const ptl_column *column = &c->reference.columns[i];
    const int run = ptl_trace_reader_find(c->run.reader, column->name);
    match *m = &c->matches[c->n_matches];
    if (ptl_cli_is_axis(column->name)) continue;
    if (run < 0) {
      c->n_missing++;
      continue;
    }
    m->name = column->name;
    m->unit = column->unit;
    m->run = run;
    m->reference = i;
    m->rel = default_rel;
    if (ptl_cli_column_factor(c->context, &c->run.columns[run], column, &m->factor))
      return fail_units(&c->run.columns[run], column);
    c->n_matches++;
  }
  if (c->n_matches > 0) return 0;
  ptl_cli_say(PTL_E(0903) "the two have no column in common but the time");
  return 1;
}

static int set_tolerances(comparison *c, const ptl_texts *texts) {
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

/* ------------------------------------------------------------------ comparing */

static int find_window(comparison *c) {
  const ptl_series *s = &c->reference;
  c->first = 0;
  c->last = s->n_rows - 1;
  while (c->first <= c->last && s->time[c->first] < c->from) c->first++;
  while (c->last >= c->first && s->time[c->last] > c->until) c->last--;
  if (c->first <= c->last) return 0;
  ptl_cli_say(PTL_E(0903) "the reference has no rows in this window; it covers %g s to %g s",
              s->first, s->last);
  return 1;
}

/* A window without an event near it needs its own rows alone. */
static int read_quiet_times(comparison *c, const arguments *a, int *quiet) {
  const double length = fmax(c->run.last - c->run.first, c->reference.last - c->reference.first);
  const double margin = 2 * PTL_SERIES_REACH * length;
  *quiet = 0;
  if (!isfinite(c->from) || !isfinite(c->until) || !isfinite(length)) return 0;
  if (ptl_cli_series_read_quiet(c->other, a->paths[1], c->from, c->until, margin, &c->reference,
                                quiet))
    return 1;
  if (!*quiet) return 0;
  return ptl_cli_series_read_quiet(c->context, a->paths[0], c->from, c->until, margin, &c->run,
                                   quiet);
}

/* Of the reference what the window needs, of the run what these pieces need. */
static int read_times(comparison *c, const arguments *a) {
  ptl_series *s = &c->reference;
  int quiet;
  if (read_quiet_times(c, a, &quiet)) return 1;
  if (quiet) return find_window(c);
  if (ptl_cli_series_read_times(c->other, a->paths[1], c->from, c->until, s) || find_window(c))
    return 1;
  const double first = s->time[s->pieces[0].first], last = s->time[s->pieces[s->n_pieces - 1].last];
  return ptl_cli_series_read_times(c->context, a->paths[0], fmin(c->from, first),
                                   fmax(c->until, last), &c->run);
}

/* |a - b| that is never smaller than it should be: two values that are both not a number, or the
 * same infinity, are equal; any other such pair is infinitely different. */
static double difference(double a, double b) {
  if (isnan(a) || isnan(b)) return isnan(a) && isnan(b) ? 0 : INFINITY;
  if (a == b) return 0;
  return fabs(a - b);
}

/* An infinite tolerance allows every number, also where the reference is 0 throughout. */
static double allowed(const match *m) {
  return isinf(m->rel) ? INFINITY : m->abs + m->rel * m->scale;
}

static int is_different(const match *m) {
  return !m->is_rounding && (m->is_no_number || !(m->difference <= allowed(m)));
}

/* A column that is 0 but for rounding in both has no size of its own to compare with, unless a
 * tolerance is given for it. The balance of energy, a difference of energies, is as exact as the
 * largest of them. */
static void set_scales(comparison *c) {
  ptl_column *columns = ptl_cli_alloc((size_t)c->n_matches, sizeof *columns);
  double *largest = ptl_cli_alloc((size_t)c->n_matches, sizeof *largest), energy = 0;
  double *rounding = ptl_cli_alloc((size_t)c->n_matches, sizeof *rounding);
  for (int k = 0; k < c->n_matches; k++) {
    columns[k] = (ptl_column){c->matches[k].name, c->matches[k].unit};
    largest[k] = c->matches[k].largest;
    if (strncmp(columns[k].name, "energy.", 7) == 0) energy = fmax(energy, largest[k]);
  }
  ptl_trace_rounding(columns, largest, c->n_matches, rounding);
  for (int k = 0; k < c->n_matches; k++) {
    match *m = &c->matches[k];
    m->scale = m->largest;
    if (m->is_asked) continue;
    if (strcmp(m->name, "energy.balance") == 0) m->scale = energy;
    m->is_rounding = m->difference > 0 && isfinite(m->difference) && m->largest <= rounding[k] &&
                     m->run_largest <= rounding[k];
  }
  free(columns);
  free(largest);
  free(rounding);
}

/* The batch that the next row joins: the last, unless it is full or its rows would lie on too many
 * of the run. */
static batch *batch_for(comparison *c, int64_t row, int64_t low, int64_t high) {
  batch *last = c->n_batches > 0 ? &c->batches[c->n_batches - 1] : NULL;
  if (last != NULL && last->n < BATCH &&
      (high > last->high ? high : last->high) - (low < last->low ? low : last->low) < BATCH_SPAN)
    return last;
  if (c->n_batches == c->batches_capacity) {
    c->batches_capacity = 2 * c->batches_capacity + 64;
    batch *larger = ptl_cli_alloc((size_t)c->batches_capacity, sizeof *larger);
    if (c->n_batches > 0) memcpy(larger, c->batches, (size_t)c->n_batches * sizeof *larger);
    free(c->batches);
    c->batches = larger;
  }
  c->batches[c->n_batches] = (batch){.first = row, .low = INT64_MAX, .high = -1};
  return &c->batches[c->n_batches++];
}

/* Divides the window into batches. No later batch lies on rows of the run before the `low` of
 * one. */
static void make_batches(comparison *c) {
  ptl_series_cursor cursor = {0};
  for (int64_t row = c->first; row <= c->last; row++) {
    ptl_stencil stencil;
    int64_t low = INT64_MAX, high = -1;
    ptl_cli_series_stencil(&c->run, &c->reference, row, &cursor, &stencil);
    for (int i = 0; i < stencil.n; i++) {
      if (stencil.row[i] < low) low = stencil.row[i];
      if (stencil.row[i] > high) high = stencil.row[i];
    }
    batch *b = batch_for(c, row, low, high);
    b->n++;
    if (low < b->low) b->low = low;
    if (high > b->high) b->high = high;
  }
  for (int64_t i = c->n_batches - 1; i > 0; i--)
    if (c->batches[i].low < c->batches[i - 1].low) c->batches[i - 1].low = c->batches[i].low;
}

static void compare_column(match *m, const ptl_stencil *stencils, int n, const double *run,
                           int64_t first, const double *reference, const double *time) {
  for (int i = 0; i < n; i++) {
    if (stencils[i].n == 0) continue;
    const double b = reference[i];
    const double a = m->factor * ptl_cli_stencil_value(&stencils[i], run, first);
    const double d = difference(a, b);
    if (isfinite(b) && fabs(b) > m->largest) m->largest = fabs(b);
    m->is_no_number |= isnan(a) != isnan(b);
    if (isfinite(a) && fabs(a) > m->run_largest) m->run_largest = fabs(a);
    if (d <= m->difference) continue;
    m->difference = d;
    m->time = time[i];
    m->a = a;
    m->b = b;
  }
}

typedef struct move { /* of a strip, in a thread of its own */
  ptl_strip *strip;
  int64_t first, last;
  ptl_status status;
} move;

static void *make_move(void *user) {
  move *m = user;
  m->status = ptl_cli_strip_move(m->strip, m->first, m->last);
  return NULL;
}

/* Both strips at once: reading is what comparing costs. */
static ptl_status move_strips(const batch *b, ptl_strip *run, ptl_strip *reference) {
  move other = {reference, b->first, b->first + b->n - 1, PTL_OK};
  pthread_t thread;
  const int has_thread = pthread_create(&thread, NULL, make_move, &other) == 0;
  const ptl_status status = ptl_cli_strip_move(run, b->low, b->high);
  if (has_thread)
    pthread_join(thread, NULL);
  else
    make_move(&other);
  return status != PTL_OK ? status : other.status;
}

static ptl_status compare_batch(comparison *c, const batch *b, ptl_series_cursor *cursor,
                                ptl_strip *run, ptl_strip *reference) {
  ptl_stencil stencils[BATCH];
  for (int i = 0; i < b->n; i++) {
    ptl_cli_series_stencil(&c->run, &c->reference, b->first + i, cursor, &stencils[i]);
    *(stencils[i].n > 0 ? &c->compared : &c->uncovered) += 1;
  }
  const ptl_status status = move_strips(b, run, reference);
  for (int k = 0; k < c->n_matches && status == PTL_OK; k++)
    compare_column(&c->matches[k], stencils, b->n, run->values[k], run->first, reference->values[k],
                   c->reference.time + b->first);
  return status;
}

static ptl_status compare_strips(comparison *c, ptl_strip *run, ptl_strip *reference) {
  ptl_series_cursor cursor = {0};
  ptl_status status = PTL_OK;
  for (int64_t i = 0; i < c->n_batches && status == PTL_OK; i++)
    status = compare_batch(c, &c->batches[i], &cursor, run, reference);
  if (status == PTL_OK) status = ptl_cli_strip_read_rest(run);
  return status == PTL_OK ? ptl_cli_strip_read_rest(reference) : status;
}

/* Returns 0, or non-zero after a message. */
static int compare_rows(comparison *c) {
  int *columns = ptl_cli_alloc(2 * (size_t)c->n_matches, sizeof *columns);
  for (int k = 0; k < c->n_matches; k++) {
    columns[k] = c->matches[k].run;
    columns[c->n_matches + k] = c->matches[k].reference;
  }
  make_batches(c);
  const int64_t low = c->batches[0].low < c->run.n_rows ? c->batches[0].low : 0;
  ptl_strip run, reference;
  ptl_status status = ptl_cli_strip_open(&c->run, columns, c->n_matches, low, &run);
  const ptl_status other =
      ptl_cli_strip_open(&c->reference, columns + c->n_matches, c->n_matches, c->first, &reference);
  if (status == PTL_OK) status = other;
  if (status == PTL_OK) status = compare_strips(c, &run, &reference);
  ptl_cli_strip_close(&run);
  ptl_cli_strip_close(&reference);
  free(columns);
  set_scales(c);
  for (int k = 0; k < c->n_matches; k++) c->n_different += is_different(&c->matches[k]);
  if (status == PTL_ERR_INTERRUPTED)
    ptl_cli_say(PTL_E(
        0704) "one of the two files was changed while they were compared; compare them again");
  else if (status != PTL_OK)
    ptl_cli_say_failure(*ptl_context_message(c->context) != '\0' ? c->context : c->other);
  return status != PTL_OK;
}

static int64_t count_events(const comparison *c, const ptl_series *s) {
  int64_t n = 0;
  for (int64_t i = 0; s->event != NULL && i < s->n_rows; i++)
    n += s->event[i] == 1 && s->time[i] >= c->from && s->time[i] <= c->until;
  return n;
}

static int is_equal(const comparison *c, const arguments *a) {
  return c->n_different == 0 && c->uncovered == 0 && c->compared > 0 &&
         !(a->strict && c->n_missing > 0);
}

/* ------------------------------------------------------------------ report */

static void print_columns(const comparison *c) {
  ptl_table *table = ptl_cli_table_create("llrrrl");
  ptl_cli_table_cell(table, "column");
  ptl_cli_table_cell(table, "unit");
  ptl_cli_table_cell(table, "largest difference");
  ptl_cli_table_cell(table, "at [s]");
  ptl_cli_table_cell(table, "allowed");
  ptl_cli_table_cell(table, "%s", "");
  for (int k = 0; k < c->n_matches; k++) {
    const match *m = &c->matches[k];
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
    ptl_cli_table_cell(table, "%.3g", allowed(m));
    ptl_cli_table_cell(table, m->is_rounding    ? "rounding"
                              : is_different(m) ? "DIFFERENT"
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

static void print_coverage(const comparison *c, const arguments *a) {
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

static void print_text(const comparison *c, const arguments *a) {
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

static void print_json(const comparison *c, const arguments *a) {
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
    const match *m = &c->matches[k];
    ptl_json_open(j, NULL, '{');
    ptl_json_text(j, "name", m->name);
    ptl_json_text(j, "unit", m->unit);
    ptl_json_bool(j, "equal", !is_different(m));
    ptl_cli_json_number(j, "difference", m->difference); /* null: not a number against a number */
    ptl_cli_json_number(j, "time", m->time);
    ptl_json_bool(j, "rounding", m->is_rounding);
    ptl_cli_json_number(j, "allowed", allowed(m));
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

static int compare(comparison *c, const arguments *a) {
  c->from = -INFINITY;
  c->horizon = ptl_cli_horizon(a->paths[1]);
  c->until = c->horizon;
  if (a->from != NULL && read_time(c->context, "from", a->from, &c->from)) return PTL_EXIT_USAGE;
  if (a->until != NULL && read_time(c->context, "until", a->until, &c->until))
    return PTL_EXIT_USAGE;
  if (ptl_cli_series_open(c->context, a->paths[0], &c->run)) return PTL_EXIT_USAGE;
  if (ptl_cli_series_open(c->other, a->paths[1], &c->reference)) return PTL_EXIT_USAGE;
  if (match_columns(c) || set_tolerances(c, &a->tolerances) || read_times(c, a) || compare_rows(c))
    return PTL_EXIT_USAGE;
  if (a->json)
    print_json(c, a);
  else if (!a->quiet)
    print_text(c, a);
  return is_equal(c, a) ? PTL_EXIT_DONE : PTL_EXIT_NO;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  comparison c = {0};
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
