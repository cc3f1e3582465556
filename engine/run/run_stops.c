/* run_stops.c: conditions that end a run, located on the dense output.
 *
 * They are sampled at equal parts of every interval; a change between two samples is bisected.
 * Where a side of a comparison has an extremum near the other one between three samples, it is
 * looked for, so that a short excursion counts, too. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "arena.h"
#include "expression.h"
#include "layout.h"
#include "layout_row.h"
#include "run_energy.h"
#include "run_output.h"
#include "run_reactions.h"
#include "state.h"

enum { MOST_PARTS = 8 };

typedef struct stop {
  ptl_expr *expr;  /* NULL: that the bodies are slow */
  double slow;     /* of the speed scale */
  double slow_for; /* [s] */
  int n_conditions;
  double *branch, *switching; /* per condition; scratch */
  double *samples;            /* MOST_PARTS + 1 per condition: the switching function */
} stop;

struct ptl_run_stops {
  void *memory;
  stop *stops;
  int n;
  double *since; /* per stop, ptl_stops_settled_since */
  double *all, *row, *state, *acceleration;
  double *interpolated; /* kept while looking */
  ptl_expr **expressions;
  int *are_now;        /* per stop: it holds at the sample in hand */
  ptl_run_energy kept; /* before the works of the interval in hand */
  ptl_episode *episodes;
  ptl_gap_summary *gaps;
  ptl_friction_summary *frictions;
  double start, end;  /* of the interval in hand [s] */
  ptl_status failure; /* of a row */
};

/* ---------------------------------------------------------------- the state at a time */

/* All columns at t in the interval. */
static void look(ptl_run *run, double t) {
  ptl_run_stops *all = run->conditions;
  ptl_energy energy;
  if (all->failure != PTL_OK) return;
  ptl_energy_at(run, t, all->start, all->end, &energy);
  ptl_run_interpolate(run, t);
  all->failure = ptl_run_reactions_at(run, t, all->state, all->acceleration);
  if (all->failure == PTL_OK) {
    ptl_eval_all_contacts(run->data, PTL_CONTACT_BY_STATE, all->state,
                          all->state + run->system->n_coordinates, run->row_gaps);
    ptl_layout_row(run->data, t, 0, all->state, run->row_gaps, &energy, all->expressions, all->all,
                   all->row);
  }
  run->interpolated_time = NAN;
}

static int are_slow(const ptl_run *run, const stop *s) {
  const ptl_system *system = run->system;
  const double *v = run->conditions->state + system->n_coordinates;
  const double limit = s->slow * system->speed;
  for (int i = 0; i < system->n_coordinates; i += 3)
    if (hypot(v[i], v[i + 1]) > limit || fabs(v[i + 2]) * system->length > limit) return 0;
  return 1;
}

/* Whether it holds at the state that was looked at last; bodies count as soon as they are slow. */
static int holds(const ptl_run *run, const stop *s) {
  if (run->conditions->failure != PTL_OK) return 0;
  return s->expr != NULL ? ptl_expr_eval(s->expr) != 0.0 : are_slow(run, s);
}

static int holds_at(ptl_run *run, const stop *s, double t) {
  look(run, t);
  return holds(run, s);
}

/* First time in (a, b] at which it holds, where it does not at a and does at b. */
static double locate(ptl_run *run, const stop *s, double a, double b) {
  for (;;) {
    const double middle = 0.5 * (a + b);
    if (!(middle > a && middle < b)) return b;
    if (holds_at(run, s, middle))
      b = middle;
    else
      a = middle;
  }
}

/* ---------------------------------------------------------------- between samples */

static double *sample_of(const stop *s, int condition, int part) {
  return s->samples + (MOST_PARTS + 1) * condition + part;
}

/* Whether a switching function may pass 0 and come back within three samples, as a parabola through
 * them tells, up to its second difference. */
static int may_dip(const double *g) {
  const double curvature = g[0] - 2.0 * g[1] + g[2], slope = 0.5 * (g[2] - g[0]);
  const double sign = g[1] > 0.0 ? 1.0 : -1.0;
  if (!isfinite(curvature) || !(sign * g[0] > 0.0 && sign * g[2] > 0.0)) return 0;
  if (!(sign * curvature > 0.0) || fabs(slope) > fabs(curvature)) return 0;
  return fabs(g[1]) - 0.5 * slope * slope / fabs(curvature) <= fabs(curvature);
}

static double size_at(ptl_run *run, stop *s, int condition, double t, int *has_begun) {
  *has_begun = holds_at(run, s, t);
  ptl_expr_conditions(s->expr, s->branch, s->switching);
  return fabs(s->switching[condition]);
}

/* A time in (a, b) near the smallest size of a switching function at which the stop holds;
 * INFINITY: there is none. Golden section: Kiefer (1953), Proc. Amer. Math. Soc. 4, 502-506. */
static double find_dip(ptl_run *run, stop *s, int condition, double a, double b) {
  static const double golden = 0.61803398874989485;
  enum { STEPS = 36 };
  int has_begun;
  double x = b - golden * (b - a), y = a + golden * (b - a);
  double at_x = size_at(run, s, condition, x, &has_begun);
  if (has_begun) return x;
  double at_y = size_at(run, s, condition, y, &has_begun);
  if (has_begun) return y;
  for (int i = 0; i < STEPS && x > a && y < b; i++) {
    if (at_x < at_y) {
      b = y;
      y = x;
      at_y = at_x;
      x = b - golden * (b - a);
      at_x = size_at(run, s, condition, x, &has_begun);
      if (has_begun) return x;
    } else {
      a = x;
      x = y;
      at_x = at_y;
      y = a + golden * (b - a);
      at_y = size_at(run, s, condition, y, &has_begun);
      if (has_begun) return y;
    }
  }
  return INFINITY;
}

/* ---------------------------------------------------------------- in an interval */

static double time_of_part(const ptl_run_stops *all, int part, int parts) {
  return part < parts ? all->start + (all->end - all->start) * part / parts : all->end;
}

/* First time in the part before sample `part` at which it holds; that sample has been looked at. */
static double find_condition(ptl_run *run, stop *s, int part, int parts, int is_now) {
  const ptl_run_stops *all = run->conditions;
  const double t = time_of_part(all, part, parts);
  if (is_now) return part == 0 ? t : locate(run, s, time_of_part(all, part - 1, parts), t);
  for (int i = 0; i < s->n_conditions && part >= 2; i++) {
    if (!may_dip(sample_of(s, i, part - 2))) continue;
    const double from = time_of_part(all, part - 2, parts), dip = find_dip(run, s, i, from, t);
    if (isfinite(dip)) return locate(run, s, from, dip);
  }
  return INFINITY;
}

static double find_settled(ptl_run *run, stop *s, double *since, int part, int parts, int is_now) {
  const ptl_run_stops *all = run->conditions;
  const double t = time_of_part(all, part, parts);
  if (!is_now) *since = NAN;
  if (!is_now) return INFINITY;
  if (isnan(*since)) *since = part == 0 ? t : locate(run, s, time_of_part(all, part - 1, parts), t);
  const double due = *since + s->slow_for;
  return due <= t ? fmax(due, all->start) : INFINITY;
}

/* Samples of all stops at the end of a part. */
static void sample(ptl_run *run, int part, int parts) {
  ptl_run_stops *all = run->conditions;
  look(run, time_of_part(all, part, parts));
  for (int i = 0; i < all->n; i++) {
    stop *s = &all->stops[i];
    all->are_now[i] = holds(run, s);
    if (s->expr == NULL || all->failure != PTL_OK) continue;
    ptl_expr_conditions(s->expr, s->branch, s->switching);
    for (int c = 0; c < s->n_conditions; c++) *sample_of(s, c, part) = s->switching[c];
  }
}

static double search(ptl_run *run, int parts, int *which) {
  ptl_run_stops *all = run->conditions;
  for (int part = 0; part <= parts; part++) {
    double first = INFINITY;
    sample(run, part, parts);
    for (int i = 0; i < all->n && all->failure == PTL_OK; i++) {
      stop *s = &all->stops[i];
      const double t = s->expr != NULL
                           ? find_condition(run, s, part, parts, all->are_now[i])
                           : find_settled(run, s, &all->since[i], part, parts, all->are_now[i]);
      if (t < first) *which = i;
      first = fmin(first, t);
    }
    if (isfinite(first) || all->failure != PTL_OK) return first;
  }
  return INFINITY;
}

/* The works of the interval are counted while it is looked at, and then taken back. */
static void keep(ptl_run *run) {
  ptl_run_stops *all = run->conditions;
  const ptl_summary *sum = run->summary;
  all->kept = run->energy;
  memcpy(all->episodes, run->episodes, sizeof *all->episodes * (size_t)sum->n_gaps);
  memcpy(all->gaps, sum->gaps, sizeof *all->gaps * (size_t)sum->n_gaps);
  memcpy(all->frictions, sum->frictions, sizeof *all->frictions * (size_t)sum->n_frictions);
}

static void take_back(ptl_run *run) {
  const ptl_run_stops *all = run->conditions;
  const ptl_summary *sum = run->summary;
  run->energy = all->kept;
  ptl_energy_forget_forces(run);
  memcpy(run->episodes, all->episodes, sizeof *all->episodes * (size_t)sum->n_gaps);
  memcpy(sum->gaps, all->gaps, sizeof *all->gaps * (size_t)sum->n_gaps);
  memcpy(sum->frictions, all->frictions, sizeof *all->frictions * (size_t)sum->n_frictions);
}

ptl_status ptl_stops_find(ptl_run *run, double a, double b, double *t) {
  ptl_run_stops *all = run->conditions;
  int which = -1;
  *t = INFINITY;
  if (all != NULL) keep(run);
  ptl_energy_integrate(run, a, b);
  if (all == NULL) return PTL_OK;
  const ptl_summary summary = *run->summary;
  const size_t size = sizeof *run->interpolated * (size_t)run->system->pattern.n;
  const int has_long_steps = ptl_switch_stepper(run->integrator)->type->has_long_steps;
  all->start = a;
  all->end = b;
  all->failure = PTL_OK;
  memcpy(all->interpolated, run->interpolated, size);
  *t = search(run, b > a ? (has_long_steps ? MOST_PARTS : 2) : 0, &which);
  *run->summary = summary;
  memcpy(run->interpolated, all->interpolated, size);
  run->interpolated_time = NAN;
  ptl_run_interpolate(run, b);
  if (which < 0) return all->failure;
  take_back(run);
  run->summary->stopped_by = run->system->mechanism->stops[which].text;
  return all->failure;
}

double *ptl_stops_settled_since(ptl_run *run) {
  return run->conditions != NULL ? run->conditions->since : NULL;
}

/* ---------------------------------------------------------------- life */

static ptl_status create_stop(ptl_run *run, int index) {
  ptl_run_stops *all = run->conditions;
  const ptl_stop_def *def = &run->system->mechanism->stops[index].def;
  stop *s = &all->stops[index];
  all->since[index] = NAN;
  *s = (stop){.slow = def->settled, .slow_for = def->settled_for};
  if (def->condition == NULL) return PTL_OK;
  ptl_status status = ptl_expr_create(run->context, def->condition,
                                      &run->system->layout->columns.list, all->all, &s->expr);
  if (status != PTL_OK) return status;
  s->n_conditions = ptl_expr_n_conditions(s->expr);
  s->branch =
      ptl_alloc(run->context, (size_t)s->n_conditions * (MOST_PARTS + 3), sizeof *s->branch);
  if (s->branch == NULL) return PTL_ERR_MEMORY;
  s->switching = s->branch + s->n_conditions;
  s->samples = s->switching + s->n_conditions;
  return PTL_OK;
}

static ptl_status allocate(ptl_run *run, ptl_run_stops *all) {
  const ptl_system *s = run->system;
  const int width = ptl_layout_width(s);
  const ptl_block blocks[] = {PTL_BLOCK(all->stops, s->mechanism->n_stops),
                              PTL_BLOCK(all->since, s->mechanism->n_stops),
                              PTL_BLOCK(all->are_now, s->mechanism->n_stops),
                              PTL_BLOCK(all->all, width),
                              PTL_BLOCK(all->row, width),
                              PTL_BLOCK(all->state, s->pattern.n),
                              PTL_BLOCK(all->acceleration, s->n_coordinates),
                              PTL_BLOCK(all->interpolated, s->pattern.n),
                              PTL_BLOCK(all->expressions, s->mechanism->n_columns),
                              PTL_BLOCK(all->episodes, s->n_gaps),
                              PTL_BLOCK(all->gaps, s->n_gaps),
                              PTL_BLOCK(all->frictions, s->n_frictions)};
  all->memory = ptl_arena_create(run->context, blocks, sizeof blocks / sizeof *blocks);
  return all->memory != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

ptl_status ptl_stops_create(ptl_run *run) {
  const int n = run->system->mechanism->n_stops;
  if (n == 0) return PTL_OK;
  ptl_run_stops *all = run->conditions = ptl_alloc(run->context, 1, sizeof *all);
  if (all == NULL) return PTL_ERR_MEMORY;
  ptl_status status = allocate(run, all);
  if (status == PTL_OK)
    status = ptl_layout_compile(run->context, run->system, all->all, all->expressions);
  for (; all->n < n && status == PTL_OK; all->n++) status = create_stop(run, all->n);
  return status;
}

void ptl_stops_destroy(ptl_run *run) {
  ptl_run_stops *all = run->conditions;
  if (all == NULL) return;
  for (int i = 0; i < all->n; i++) {
    ptl_expr_destroy(all->stops[i].expr);
    ptl_free(run->context, all->stops[i].branch);
  }
  for (int i = 0; all->memory != NULL && i < run->system->mechanism->n_columns; i++)
    ptl_expr_destroy(all->expressions[i]);
  ptl_free(run->context, all->memory);
  ptl_free(run->context, all);
}
