/* run_statistics.c: numbers of expressions over the rows of a run: of the straight lines between
 * them. */
#include "run_statistics.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "expression.h"
#include "layout_row.h"
#include "run_schedule.h"

static const double rounding = 1e-9; /* of a cycle, by which it may be short of its end */

typedef struct item {
  ptl_expr *expr;
  ptl_schedule cycle;
} item;

struct ptl_run_statistics {
  void *memory;
  item *items;
  ptl_statistic_state *states;
  int n;
};

/* ---------------------------------------------------------------- tallies */

static void begin(ptl_tally *y, const ptl_statistic_point *p) {
  *y = (ptl_tally){.begin = p->time,
                   .end = p->time,
                   .min = p->value,
                   .max = p->value,
                   .min_time = p->time,
                   .max_time = p->time,
                   .points = 1};
}

static void add_line(ptl_tally *y, const ptl_statistic_point *a, const ptl_statistic_point *b) {
  const double length = b->time - a->time;
  y->integral += 0.5 * length * (a->value + b->value);
  y->squares += length * (a->value * a->value + a->value * b->value + b->value * b->value) / 3.0;
  y->end = b->time;
  y->points++;
  if (b->value < y->min) {
    y->min = b->value;
    y->min_time = b->time;
  }
  if (b->value > y->max) {
    y->max = b->value;
    y->max_time = b->time;
  }
}

static double mean_of(const ptl_tally *y) {
  return y->end > y->begin ? y->integral / (y->end - y->begin) : y->max;
}

static double rms_of(const ptl_tally *y) {
  return y->end > y->begin ? sqrt(y->squares / (y->end - y->begin)) : fabs(y->max);
}

/* A least or largest value, which there is not where some value is not finite. */
static double extreme(const ptl_tally *y, double value) {
  return isfinite(y->integral) ? value : NAN;
}

static double least(double a, double b) {
  return isnan(a) || isnan(b) ? NAN : fmin(a, b);
}

/* The next cycle behind those before it. */
static void join(ptl_tally *all, const ptl_tally *next) {
  if (all->points == 0) {
    *all = *next;
    return;
  }
  all->end = next->end;
  all->integral += next->integral;
  all->squares += next->squares;
  all->points += next->points;
  if (next->min < all->min) {
    all->min = next->min;
    all->min_time = next->min_time;
  }
  if (next->max > all->max) {
    all->max = next->max;
    all->max_time = next->max_time;
  }
}

/* ---------------------------------------------------------------- cycles */

static void end_cycle(ptl_statistic_state *s) {
  const ptl_tally *y = &s->now;
  const double min = extreme(y, y->min), max = extreme(y, y->max);
  const double values[] = {mean_of(y), rms_of(y), min, max, max - min};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    const int first = s->cycles == 0;
    s->of_cycles[i].sum += values[i];
    s->of_cycles[i].min = first ? values[i] : least(s->of_cycles[i].min, values[i]);
    s->of_cycles[i].max = first ? values[i] : -least(-s->of_cycles[i].max, -values[i]);
    s->of_cycles[i].last = values[i];
  }
  join(&s->all, y);
  s->cycles++;
}

static ptl_statistic_point between(const ptl_statistic_point *a, const ptl_statistic_point *b,
                                   double share) {
  return (ptl_statistic_point){a->time + share * (b->time - a->time),
                               a->travel + share * (b->travel - a->travel),
                               a->value + share * (b->value - a->value)};
}

/* The next point within the window; the last one is there too. */
static void go_to(ptl_statistic_state *s, double cycle, const ptl_statistic_point *p) {
  while (cycle > 0.0) {
    const double due = (double)(s->cycles + 1) * cycle;
    const double from = fabs(s->last.travel - s->origin), to = fabs(p->travel - s->origin);
    if (!(to >= due - rounding * cycle)) break;
    const double share = to > from ? fmin(fmax((due - from) / (to - from), 0.0), 1.0) : 1.0;
    const ptl_statistic_point q = share < 1.0 ? between(&s->last, p, share) : *p;
    add_line(&s->now, &s->last, &q);
    end_cycle(s);
    begin(&s->now, &q);
    s->last = q;
  }
  add_line(&s->now, &s->last, p);
  s->last = *p;
}

static void enter(ptl_statistic_state *s, const ptl_statistic_point *p) {
  s->has_begun = 1;
  s->origin = p->travel;
  begin(&s->now, p);
  s->last = *p;
}

/* The next row; what sticks out of the window is cut off. */
static void take(ptl_statistic_state *s, const ptl_statistic_def *def, double cycle,
                 ptl_statistic_point p) {
  const ptl_statistic_point before = s->last;
  const double from = isnan(def->from) ? -INFINITY : def->from;
  const double until = isnan(def->until) ? INFINITY : def->until;
  if (s->has_ended) return;
  if (!s->has_begun && p.time >= from) {
    ptl_statistic_point q = p;
    if (s->has_last && before.time < from && p.time > from)
      q = between(&before, &p, (from - before.time) / (p.time - before.time));
    if (q.time <= until) enter(s, &q);
  }
  s->has_ended = p.time >= until;
  if (s->has_begun) {
    if (p.time > until && p.time > s->last.time)
      p = between(&s->last, &p, (until - s->last.time) / (p.time - s->last.time));
    if (p.time <= until) go_to(s, cycle, &p);
  } else {
    s->last = p;
  }
  s->has_last = 1;
}

/* ---------------------------------------------------------------- the summary */

static void publish_cycles(const ptl_statistic_state *s, ptl_statistic_summary *out) {
  ptl_over_cycles *const to[] = {&out->cycle_mean, &out->cycle_rms, &out->cycle_min,
                                 &out->cycle_max, &out->cycle_peak_to_peak};
  for (size_t i = 0; i < sizeof to / sizeof *to && s->cycles > 0; i++)
    *to[i] = (ptl_over_cycles){s->of_cycles[i].sum / (double)s->cycles, s->of_cycles[i].min,
                               s->of_cycles[i].max, s->of_cycles[i].last};
  out->cycles = s->cycles;
}

void ptl_statistics_publish(ptl_run *run) {
  const ptl_run_statistics *all = run->statistics;
  for (int i = 0; all != NULL && i < all->n; i++) {
    const ptl_statistic_state *s = &all->states[i];
    const ptl_tally *y = all->items[i].cycle.amount > 0.0 ? &s->all : &s->now;
    ptl_statistic_summary *out = &run->summary->statistics[i];
    publish_cycles(s, out);
    if (y->points == 0) continue;
    out->from = y->begin;
    out->until = y->end;
    out->mean = mean_of(y);
    out->rms = rms_of(y);
    out->min = extreme(y, y->min);
    out->max = extreme(y, y->max);
    out->min_time = extreme(y, y->min_time);
    out->max_time = extreme(y, y->max_time);
    out->peak = extreme(y, fmax(fabs(y->min), fabs(y->max)));
    out->peak_to_peak = out->max - out->min;
  }
}

void ptl_statistics_add(ptl_run *run, double t) {
  ptl_run_statistics *all = run->statistics;
  if (all == NULL) return;
  for (int i = 0; i < all->n; i++) {
    const ptl_schedule *cycle = &all->items[i].cycle;
    const double travel =
        cycle->is_of_travel ? ptl_schedule_coordinate(run, cycle, run->output.state) : t;
    take(&all->states[i], &run->system->mechanism->statistics[i].def, cycle->amount,
         (ptl_statistic_point){t, travel, ptl_expr_eval(all->items[i].expr)});
  }
  ptl_statistics_publish(run);
}

ptl_statistic_state *ptl_statistics_state(ptl_run *run) {
  return run->statistics != NULL ? run->statistics->states : NULL;
}

/* ---------------------------------------------------------------- life */

ptl_status ptl_statistics_create(ptl_run *run) {
  const ptl_mechanism *m = run->system->mechanism;
  if (m->n_statistics == 0) return PTL_OK;
  ptl_run_statistics *all = run->statistics = ptl_alloc(run->context, 1, sizeof *all);
  if (all == NULL) return PTL_ERR_MEMORY;
  const ptl_block blocks[] = {PTL_BLOCK(all->items, m->n_statistics),
                              PTL_BLOCK(all->states, m->n_statistics)};
  all->memory = ptl_arena_create(run->context, blocks, sizeof blocks / sizeof *blocks);
  if (all->memory == NULL) return PTL_ERR_MEMORY;
  ptl_status status = PTL_OK;
  for (; all->n < m->n_statistics && status == PTL_OK; all->n++) {
    const ptl_statistic_def *def = &m->statistics[all->n].def;
    item *made = &all->items[all->n];
    status = ptl_schedule_resolve(run, &def->cycle, &made->cycle);
    if (status == PTL_OK)
      status = ptl_expr_create(run->context, def->expression, &run->system->layout->columns.list,
                               run->output.all, &made->expr);
  }
  return status;
}

void ptl_statistics_destroy(ptl_run *run) {
  ptl_run_statistics *all = run->statistics;
  if (all == NULL) return;
  for (int i = 0; i < all->n; i++) ptl_expr_destroy(all->items[i].expr);
  ptl_free(run->context, all->memory);
  ptl_free(run->context, all);
}
