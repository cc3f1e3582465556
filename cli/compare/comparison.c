/* comparison.c: the columns of two traces beside each other, batch by batch. */
#include "comparison.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "column.h"
#include "message.h"
#include "strip.h"

static const double default_rel = 1e-6;

/* Rows that are compared at a time: of the reference, and how many of the run these may lie on. */
enum { BATCH = 1024, BATCH_SPAN = 8192 };

static int fail_units(const ptl_column *run, const ptl_column *reference) {
  ptl_cli_say(PTL_E(0903) "column %s: the run has %s, the reference %s; they do not fit", run->name,
              run->unit, reference->unit);
  return 1;
}

int ptl_cli_comparison_match(ptl_comparison *c) {
  c->matches = ptl_cli_alloc((size_t)c->reference.n_columns, sizeof *c->matches);
  for (int i = 0; i < c->reference.n_columns; i++) {
    const ptl_column *column = &c->reference.columns[i];
    const int run = ptl_trace_reader_find(c->run.reader, column->name);
    ptl_match *m = &c->matches[c->n_matches];
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

/* ------------------------------------------------------------------ comparing */

static int find_window(ptl_comparison *c) {
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
static int read_quiet_times(ptl_comparison *c, const char *const paths[2], int *quiet) {
  const double length = fmax(c->run.last - c->run.first, c->reference.last - c->reference.first);
  const double margin = 2 * PTL_SERIES_REACH * length;
  *quiet = 0;
  if (!isfinite(c->from) || !isfinite(c->until) || !isfinite(length)) return 0;
  if (ptl_cli_series_read_quiet(c->other, paths[1], c->from, c->until, margin, &c->reference,
                                quiet))
    return 1;
  if (!*quiet) return 0;
  return ptl_cli_series_read_quiet(c->context, paths[0], c->from, c->until, margin, &c->run, quiet);
}

typedef struct times { /* of one of the two, read in a thread of its own */
  ptl_context *context;
  const char *path;
  ptl_series *series;
  int failed;
} times;

static void *read_all_times(void *user) {
  times *t = user;
  t->failed = ptl_cli_series_read_times(t->context, t->path, -INFINITY, INFINITY, t->series);
  return NULL;
}

/* Both at once, as long as files have rows. */
static int read_both_times(ptl_comparison *c, const char *const paths[2]) {
  times reference = {c->other, paths[1], &c->reference, 0};
  times run = {c->context, paths[0], &c->run, 0};
  pthread_t thread;
  const int has_thread = pthread_create(&thread, NULL, read_all_times, &run) == 0;
  read_all_times(&reference);
  if (has_thread)
    pthread_join(thread, NULL);
  else
    read_all_times(&run);
  return reference.failed || run.failed || find_window(c);
}

/* Of the reference what the window needs, of the run what these pieces need. */
int ptl_cli_comparison_read_times(ptl_comparison *c, const char *const paths[2]) {
  ptl_series *s = &c->reference;
  int quiet;
  if (isinf(c->from) && isinf(c->until)) return read_both_times(c, paths);
  if (read_quiet_times(c, paths, &quiet)) return 1;
  if (quiet) return find_window(c);
  if (ptl_cli_series_read_times(c->other, paths[1], c->from, c->until, s) || find_window(c))
    return 1;
  const double first = s->time[s->pieces[0].first], last = s->time[s->pieces[s->n_pieces - 1].last];
  return ptl_cli_series_read_times(c->context, paths[0], fmin(c->from, first), fmax(c->until, last),
                                   &c->run);
}

/* |a - b| that is never smaller than it should be: two values that are both not a number, or the
 * same infinity, are equal; any other such pair is infinitely different. */
static double difference(double a, double b) {
  if (isnan(a) || isnan(b)) return isnan(a) && isnan(b) ? 0 : INFINITY;
  if (a == b) return 0;
  return fabs(a - b);
}

/* An infinite tolerance allows every number, also where the reference is 0 throughout. */
double ptl_cli_match_allowed(const ptl_match *m) {
  return isinf(m->rel) ? INFINITY : m->abs + m->rel * m->scale;
}

int ptl_cli_match_is_different(const ptl_match *m) {
  return !m->is_rounding && (m->is_no_number || !(m->difference <= ptl_cli_match_allowed(m)));
}

/* A column that is 0 but for rounding in both has no size of its own to compare with, unless a
 * tolerance is given for it. The balance of energy, a difference of energies, is as exact as the
 * largest of them. */
static void set_scales(ptl_comparison *c) {
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
    ptl_match *m = &c->matches[k];
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
static ptl_batch *batch_for(ptl_comparison *c, int64_t row, int64_t low, int64_t high) {
  ptl_batch *last = c->n_batches > 0 ? &c->batches[c->n_batches - 1] : NULL;
  if (last != NULL && last->n < BATCH &&
      (high > last->high ? high : last->high) - (low < last->low ? low : last->low) < BATCH_SPAN)
    return last;
  if (c->n_batches == c->batches_capacity) {
    c->batches_capacity = 2 * c->batches_capacity + 64;
    ptl_batch *larger = ptl_cli_alloc((size_t)c->batches_capacity, sizeof *larger);
    if (c->n_batches > 0) memcpy(larger, c->batches, (size_t)c->n_batches * sizeof *larger);
    free(c->batches);
    c->batches = larger;
  }
  c->batches[c->n_batches] = (ptl_batch){.first = row, .low = INT64_MAX, .high = -1};
  return &c->batches[c->n_batches++];
}

/* Divides the window into batches. No later batch lies on rows of the run before the `low` of
 * one. */
static void make_batches(ptl_comparison *c) {
  ptl_series_cursor cursor = {0};
  for (int64_t row = c->first; row <= c->last; row++) {
    ptl_stencil stencil;
    int64_t low = INT64_MAX, high = -1;
    ptl_cli_series_stencil(&c->run, &c->reference, row, &cursor, &stencil);
    for (int i = 0; i < stencil.n; i++) {
      if (stencil.row[i] < low) low = stencil.row[i];
      if (stencil.row[i] > high) high = stencil.row[i];
    }
    ptl_batch *b = batch_for(c, row, low, high);
    b->n++;
    if (low < b->low) b->low = low;
    if (high > b->high) b->high = high;
  }
  for (int64_t i = c->n_batches - 1; i > 0; i--)
    if (c->batches[i].low < c->batches[i - 1].low) c->batches[i - 1].low = c->batches[i].low;
}

static void compare_column(ptl_match *m, const ptl_stencil *stencils, int n, const double *run,
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

/* One batch, for two threads: each reads a strip and compares half of the columns. */
typedef struct job {
  ptl_comparison *c;
  const ptl_batch *batch;
  ptl_strip *run, *reference;
  ptl_stencil stencils[BATCH];
  pthread_barrier_t are_read; /* both strips */
  ptl_status status[2];       /* of reading the run, the reference */
} job;

static void compare_columns(const job *j, int first, int end) {
  const ptl_batch *b = j->batch;
  if (j->status[0] != PTL_OK || j->status[1] != PTL_OK) return;
  for (int k = first; k < end; k++)
    compare_column(&j->c->matches[k], j->stencils, b->n, j->run->values[k], j->run->first,
                   j->reference->values[k], j->c->reference.time + b->first);
}

static void read_reference(job *j) {
  const ptl_batch *b = j->batch;
  j->status[1] = ptl_cli_strip_move(j->reference, b->first, b->first + b->n - 1);
}

static void *do_second_half(void *user) {
  job *j = user;
  read_reference(j);
  pthread_barrier_wait(&j->are_read);
  compare_columns(j, j->c->n_matches / 2, j->c->n_matches);
  return NULL;
}

static void read_run(job *j, ptl_series_cursor *cursor) {
  ptl_comparison *c = j->c;
  const ptl_batch *b = j->batch;
  for (int i = 0; i < b->n; i++) {
    ptl_cli_series_stencil(&c->run, &c->reference, b->first + i, cursor, &j->stencils[i]);
    *(j->stencils[i].n > 0 ? &c->compared : &c->uncovered) += 1;
  }
  j->status[0] = ptl_cli_strip_move(j->run, b->low, b->high);
}

static ptl_status compare_batch(job *j, ptl_series_cursor *cursor) {
  const int n = j->c->n_matches;
  pthread_t thread;
  const int has_thread = pthread_create(&thread, NULL, do_second_half, j) == 0;
  read_run(j, cursor);
  if (has_thread)
    pthread_barrier_wait(&j->are_read);
  else
    read_reference(j);
  compare_columns(j, 0, has_thread ? n / 2 : n);
  if (has_thread) pthread_join(thread, NULL);
  return j->status[0] != PTL_OK ? j->status[0] : j->status[1];
}

static ptl_status compare_strips(ptl_comparison *c, ptl_strip *run, ptl_strip *reference) {
  ptl_series_cursor cursor = {0};
  job j = {.c = c, .run = run, .reference = reference};
  if (pthread_barrier_init(&j.are_read, NULL, 2) != 0) return PTL_ERR_MEMORY;
  ptl_status status = PTL_OK;
  for (int64_t i = 0; i < c->n_batches && status == PTL_OK; i++) {
    j.batch = &c->batches[i];
    status = compare_batch(&j, &cursor);
  }
  pthread_barrier_destroy(&j.are_read);
  if (status == PTL_OK) status = ptl_cli_strip_read_rest(run);
  return status == PTL_OK ? ptl_cli_strip_read_rest(reference) : status;
}

int ptl_cli_comparison_make(ptl_comparison *c) {
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
  for (int k = 0; k < c->n_matches; k++)
    c->n_different += ptl_cli_match_is_different(&c->matches[k]);
  if (status == PTL_ERR_INTERRUPTED)
    ptl_cli_say(PTL_E(
        0704) "one of the two files was changed while they were compared; compare them again");
  else if (status != PTL_OK)
    ptl_cli_say_failure(*ptl_context_message(c->context) != '\0' ? c->context : c->other);
  return status != PTL_OK;
}
