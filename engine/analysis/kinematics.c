/* kinematics.c: the travel of a driven mechanism: rows, limits of its coordinates, dead points,
 * branches. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "roots.h"
#include "start.h"
#include "travel.h"

enum { MAX_HALVINGS = 45, MAX_BRANCHES = 32, BRANCH_TRIALS = 200, MAX_ROWS = 10000000 };

/* The result with its lists. */
typedef struct held {
  ptl_kinematics public;
  double *rows, *driver, *output, *ratio, *transmission, *branches;
  ptl_limit *limits;
  int64_t room;
} held;

/* Beyond dead points the driver goes back and forth: the drivers' time is origin + sign (time of
 * the rows). */
typedef struct travelling {
  ptl_travel w;
  held *h;
  double sign, origin;
  int beyond;
  ptl_place row, fold; /* of the last row, and at the dead point */
  double *places;      /* the memory of both */
  double *slopes;      /* of the coordinates at the last place */
  int watched;         /* coordinate whose turn is located */
} travelling;

static ptl_kinematics_options usual_options(void) {
  return (ptl_kinematics_options){.until = NAN, .every = NAN};
}

void ptl_kinematics_options_default_sized(ptl_kinematics_options *out, size_t size) {
  const ptl_kinematics_options options = usual_options();
  ptl_give_def(out, size, &options, sizeof options);
}

void ptl_kinematics_release(ptl_context *context, ptl_kinematics *kinematics) {
  held *h = (held *)kinematics;
  if (h == NULL) return;
  double *lists[] = {h->rows, h->driver, h->output, h->ratio, h->transmission, h->branches};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) ptl_free(context, lists[i]);
  ptl_free(context, h->limits);
  ptl_free(context, h);
}

static ptl_status make_room(ptl_context *context, held *h, int64_t rows) {
  const size_t n = (size_t)rows;
  h->room = rows;
  h->rows = ptl_alloc(context, n * (size_t)h->public.n_columns, sizeof(double));
  h->driver = ptl_alloc(context, n, sizeof(double));
  h->output = ptl_alloc(context, n, sizeof(double));
  h->ratio = ptl_alloc(context, n, sizeof(double));
  h->transmission = ptl_alloc(context, n, sizeof(double));
  return h->rows == NULL || h->driver == NULL || h->output == NULL || h->ratio == NULL ||
                 h->transmission == NULL
             ? PTL_ERR_MEMORY
             : PTL_OK;
}

/* ---------------------------------------------------------------- rows */

static double coordinate(const ptl_travel *w, const char *name) {
  const int index = name != NULL ? ptl_travel_find(w, name) : -1;
  return index >= 0 ? w->coordinates[index].value : NAN;
}

static double time_of(const travelling *t, double of_drivers) {
  return t->sign * (of_drivers - t->origin);
}

static double drivers_time(const travelling *t, double time) {
  return t->origin + t->sign * time;
}

static ptl_status add_row(travelling *t, const ptl_place *place) {
  held *h = t->h;
  const int64_t row = h->public.n_rows;
  ptl_travel *w = &t->w;
  if (row >= h->room) return PTL_OK;
  ptl_status status = ptl_travel_row(w, place, t->sign, h->rows + row * h->public.n_columns);
  h->rows[row * h->public.n_columns] = time_of(t, place->t);
  ptl_place_copy(place, &t->row, w->n);
  if (status == PTL_OK) status = ptl_travel_slopes(w, place);
  if (status != PTL_OK) return status;
  const int output = w->output != NULL ? ptl_travel_find(w, w->output) : -1;
  h->driver[row] = coordinate(w, w->driver_name);
  h->output[row] = coordinate(w, w->output);
  h->ratio[row] = output >= 0 ? w->coordinates[output].rate : NAN;
  h->transmission[row] = ptl_travel_transmission(w, place);
  h->public.n_rows++;
  return PTL_OK;
}

/* ---------------------------------------------------------------- limits */

static ptl_status add_limit(travelling *t, ptl_limit_kind kind, const ptl_place *place,
                            const char *name) {
  held *h = t->h;
  ptl_limit *grown = ptl_grow(t->w.context, h->limits, (size_t)h->public.n_limits, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  h->limits = grown;
  grown[h->public.n_limits++] = (ptl_limit){.kind = kind,
                                            .time = time_of(t, place->t),
                                            .name = name,
                                            .value = coordinate(&t->w, name),
                                            .driver = coordinate(&t->w, t->w.driver_name)};
  return PTL_OK;
}

/* The slope of the coordinate that is watched, at a time of the step in hand. */
static double slope_at(void *user, double time) {
  travelling *t = user;
  ptl_travel *w = &t->w;
  if (!ptl_travel_reach(w, &w->now, time, &w->trial)) return NAN;
  ptl_place at = w->trial; /* the slopes overwrite its velocities */
  if (ptl_travel_slopes(w, &at) != PTL_OK) return NAN;
  return w->coordinates[t->watched].rate;
}

/* Slopes of the coordinates at w->next into `after`. What is only rounding beside the largest one
 * keeps its sign, so that a turn at the end of a step is found in the next one. */
static ptl_status find_slopes(travelling *t, double *after) {
  ptl_travel *w = &t->w;
  double largest = 0.0;
  const ptl_status status = ptl_travel_slopes(w, &w->next);
  const int n = status == PTL_OK ? w->n_coordinates_shown : 0;
  for (int i = 0; i < n; i++) {
    const int is_angle = strcmp(w->coordinates[i].unit, "rad") == 0;
    largest = fmax(largest, fabs(w->coordinates[i].rate) * (is_angle ? w->system->length : 1.0));
  }
  for (int i = 0; i < n; i++) {
    const int is_angle = strcmp(w->coordinates[i].unit, "rad") == 0;
    const double small = 1e-11 * largest / (is_angle ? w->system->length : 1.0);
    after[i] = w->coordinates[i].rate;
    if (fabs(after[i]) <= small)
      after[i] = copysign(t->slopes[i] != 0.0 ? small : 0.0, t->slopes[i]);
  }
  return status;
}

/* Coordinates that turn back between now and next. */
static ptl_status find_turns(travelling *t) {
  ptl_travel *w = &t->w;
  const int n = w->n_coordinates_shown;
  double *after = t->slopes + n;
  ptl_status status = find_slopes(t, after);
  for (int i = 0; i < n && status == PTL_OK; i++) {
    if (!(t->slopes[i] * after[i] < 0.0) || strcmp(w->coordinates[i].kind, "joint") != 0) continue;
    const char *name = w->coordinates[i].name;
    t->watched = i;
    const double time =
        t->sign > 0.0 ? ptl_root(slope_at, t, w->now.t, t->slopes[i], w->next.t, after[i], 0.0)
                      : ptl_root(slope_at, t, w->next.t, after[i], w->now.t, t->slopes[i], 0.0);
    if (!isnan(slope_at(t, time))) status = add_limit(t, PTL_LIMIT_TURN, &w->trial, name);
    if (w->failed != PTL_OK) status = w->failed;
  }
  memcpy(t->slopes, after, sizeof(double) * (size_t)n);
  return status;
}

/* At a dead point slopes are infinite, and their signs just before it are rounding. */
static ptl_status add_dead_point(travelling *t, double every) {
  static const double near = 1e-6; /* of the time between rows */
  ptl_travel *w = &t->w;
  ptl_kinematics *k = &t->h->public;
  const double time = time_of(t, w->now.t);
  while (k->n_limits > 0 && t->h->limits[k->n_limits - 1].kind == PTL_LIMIT_TURN &&
         t->h->limits[k->n_limits - 1].time > time - near * every)
    k->n_limits--;
  const ptl_status status = ptl_travel_slopes(w, &w->now);
  return status == PTL_OK ? add_limit(t, PTL_LIMIT_DEAD, &w->now, w->driver_name) : status;
}

static int by_time(const void *a, const void *b) {
  const ptl_limit *x = a, *y = b;
  return x->time < y->time ? -1 : x->time > y->time;
}

/* ---------------------------------------------------------------- travel */

/* From now to a time of the drivers, in as many steps as the branch asks for; *dead: it cannot be
 * reached. */
static ptl_status go_to(travelling *t, double time, int *dead) {
  ptl_travel *w = &t->w;
  double step = time - w->now.t;
  const double least = ldexp(fabs(step), -MAX_HALVINGS);
  *dead = 0;
  while (t->sign * (time - w->now.t) > 0.0) {
    double to = w->now.t + step;
    if (t->sign * (to - time) > 0.0) to = time;
    if (ptl_travel_reach(w, &w->now, to, &w->next)) {
      const ptl_status status = find_turns(t);
      if (status != PTL_OK) return status;
      ptl_place_copy(&w->next, &w->now, w->n);
      step *= 2.0;
      continue;
    }
    if (w->failed != PTL_OK) return w->failed;
    step *= 0.5;
    if (fabs(step) > least && t->sign * (to - w->now.t) > 0.0) continue;
    *dead = 1;
    return PTL_OK;
  }
  return PTL_OK;
}

/* Slopes at w->now, where turns are looked for from. */
static ptl_status begin_slopes(travelling *t) {
  ptl_travel *w = &t->w;
  memset(t->slopes, 0, sizeof(double) * (size_t)w->n_coordinates_shown);
  ptl_place_copy(&w->now, &w->next, w->n);
  return find_slopes(t, t->slopes);
}

static double distance(const ptl_travel *w, const double *a, const double *b) {
  double largest = 0.0;
  for (int i = 0; i < w->n; i++)
    largest = fmax(largest, ptl_system_lever(w->system, i) * fabs(a[i] - b[i]));
  return largest;
}

/* The place at a time of the drivers on the branch of the last row, into w->trial; 0: it cannot be
 * reached. */
static int go_from_row(travelling *t, double time) {
  enum { MOST_STEPS = 1000 };
  ptl_travel *w = &t->w;
  double step = time - t->row.t;
  ptl_place_copy(&t->row, &w->trial, w->n);
  for (int i = 0; i < MOST_STEPS && w->trial.t != time && w->failed == PTL_OK; i++) {
    double to = w->trial.t + step;
    if ((to - time) * step > 0.0) to = time;
    const int reached = ptl_travel_reach(w, &w->trial, to, &w->next);
    if (reached) ptl_place_copy(&w->next, &w->trial, w->n);
    step *= reached ? 2.0 : 0.5;
  }
  return w->trial.t == time;
}

/* The branch that meets that of w->now at the dead point t->fold: near it q = q0 +- c
 * sqrt(distance), so that its place `back` before the dead point mirrors the one of this branch. 1:
 * it is w->now. */
static int is_on_other_branch(travelling *t, double back) {
  ptl_travel *w = &t->w;
  const double time = t->fold.t - t->sign * back;
  const size_t size = sizeof(double) * (size_t)w->n;
  if (!go_from_row(t, time)) return 0;
  double *q = w->now.q, *guess = w->next.a;
  for (int i = 0; i < w->n; i++) q[i] = guess[i] = 2.0 * t->fold.q[i] - w->trial.q[i];
  memset(w->now.v, 0, size);
  const ptl_status status = ptl_evaluation_project(w->evaluation, time, q, w->now.v, NULL);
  if (status != PTL_OK && status != PTL_ERR_UNFIT && status != PTL_ERR_SIMULATION)
    w->failed = status;
  if (status != PTL_OK || distance(w, q, guess) > 0.25 * distance(w, q, w->trial.q)) return 0;
  w->now.t = time;
  memset(w->now.v, 0, size);
  memset(w->now.a, 0, size);
  if (!ptl_travel_reach(w, &w->now, time, &w->next)) return 0;
  ptl_place_copy(&w->next, &w->now, w->n);
  return 1;
}

/* The driver turns back at the dead point w->now; *turned 0: there is no other branch. `most`: how
 * far behind it a place may be looked for. */
static ptl_status turn_back(travelling *t, double most, int *turned) {
  enum { TRIALS = 12 };
  ptl_travel *w = &t->w;
  *turned = 0;
  ptl_place_copy(&w->now, &t->fold, w->n);
  double back = most;
  for (int i = 0; i < TRIALS && !*turned && w->failed == PTL_OK; i++, back /= 4.0)
    *turned = is_on_other_branch(t, back);
  if (w->failed != PTL_OK || !*turned) return w->failed;
  const double time = time_of(t, t->fold.t);
  t->sign = -t->sign;
  t->origin = t->fold.t - t->sign * time;
  return begin_slopes(t);
}

/* To a time of the rows, through dead points if these are to be passed; *ended: it is not
 * reached. */
static ptl_status go_on(travelling *t, double time, double every, int *ended) {
  enum { MOST_IN_A_ROW = 8 };
  ptl_travel *w = &t->w;
  for (int i = 0;; i++) {
    int turned = 0;
    ptl_status status = go_to(t, drivers_time(t, time), ended);
    if (status != PTL_OK || !*ended) return status;
    status = add_dead_point(t, every);
    const double left = time - time_of(t, w->now.t);
    if (status == PTL_OK && t->beyond && i < MOST_IN_A_ROW)
      status = turn_back(t, fmin(0.01 * every, fmax(left, 1e-6 * every)), &turned);
    if (status != PTL_OK || !turned) return status;
  }
}

static ptl_status travel(travelling *t, double from, double until, double every) {
  int ended = 0;
  ptl_status status = begin_slopes(t);
  if (status == PTL_OK) status = add_row(t, &t->w.now);
  const int64_t n = (int64_t)floor((until - from) / every * (1.0 + 1e-12));
  for (int64_t i = 1; i <= n && status == PTL_OK && !ended; i++) {
    status = go_on(t, from + (double)i * every, every, &ended);
    if (status == PTL_OK && !ended) status = add_row(t, &t->w.now);
  }
  if (t->h->public.n_limits > 0)
    qsort(t->h->limits, (size_t)t->h->public.n_limits, sizeof *t->h->limits, by_time);
  return status;
}

/* ---------------------------------------------------------------- branches */

static int is_known(const held *h, const ptl_system *s, const double *q) {
  const int n = s->n_coordinates;
  for (int b = 0; b < h->public.n_branches; b++) {
    const double *known = h->branches + (size_t)b * (size_t)n;
    double apart = 0.0;
    for (int i = 0; i < n; i++) {
      const double by = q[i] - known[i];
      apart =
          fmax(apart, i % 3 == 2 ? s->length * fabs(remainder(by, 2.0 * acos(-1.0))) : fabs(by));
    }
    if (apart <= 1e-6 * s->length) return 1;
  }
  return 0;
}

/* Positions that the drivers allow at w->now.t: the model's, and those that are met from arbitrary
 * positions, always the same. */
static ptl_status find_branches(travelling *t) {
  ptl_travel *w = &t->w;
  held *h = t->h;
  const size_t n = (size_t)w->n;
  unsigned seed = 1;
  h->branches = ptl_alloc(w->context, MAX_BRANCHES * n, sizeof(double));
  if (h->branches == NULL) return PTL_ERR_MEMORY;
  memcpy(h->branches, w->now.q, sizeof(double) * n);
  h->public.n_branches = 1;
  for (int trial = 0; trial < BRANCH_TRIALS && h->public.n_branches < MAX_BRANCHES; trial++) {
    double *q = w->trial.q;
    for (int i = 0; i < w->n; i++) {
      seed = seed * 1664525u + 1013904223u;
      const double part = (double)(seed >> 8) / (double)(1u << 24) - 0.5;
      q[i] = w->now.q[i] + part * (i % 3 == 2 ? 6.3 : 2.0 * w->system->length);
      w->trial.v[i] = 0.0;
    }
    const ptl_status status = ptl_evaluation_project(w->evaluation, w->now.t, q, w->trial.v, NULL);
    if (status != PTL_OK && status != PTL_ERR_UNFIT) return status;
    if (status != PTL_OK) continue;
    if (is_known(h, w->system, q)) continue;
    memcpy(h->branches + n * (size_t)h->public.n_branches++, q, sizeof(double) * n);
  }
  return PTL_OK;
}

/* ---------------------------------------------------------------- the whole */

static ptl_status begin(travelling *t, double from, int branch) {
  ptl_travel *w = &t->w;
  const ptl_system *s = w->system;
  const size_t size = sizeof(double) * (size_t)w->n;
  memcpy(w->now.q, s->q0, size);
  memcpy(w->now.v, s->v0, size);
  memcpy(w->now.a, s->a0, size);
  w->now.t = 0.0;
  t->slopes = ptl_alloc(w->context, 2 * (size_t)w->n_coordinates_shown, sizeof(double));
  t->places = ptl_alloc(w->context, 6 * (size_t)w->n, sizeof(double));
  if (t->slopes == NULL || t->places == NULL) return PTL_ERR_MEMORY;
  double *const p = t->places;
  t->row = (ptl_place){.q = p, .v = p + w->n, .a = p + 2 * w->n};
  t->fold = (ptl_place){.q = p + 3 * w->n, .v = p + 4 * w->n, .a = p + 5 * w->n};
  t->sign = 1.0;
  if (from > 0.0) {
    int dead;
    const ptl_status status = go_to(t, from, &dead);
    if (status != PTL_OK) return status;
    t->h->public.n_limits = 0;
    if (dead)
      return ptl_fail(
          w->context, PTL_ERR_UNFIT,
          PTL_E(0503) "the driver cannot get to the time %.9g s: it is at a dead point at %.9g s",
          from, w->now.t);
  }
  ptl_status status = find_branches(t);
  if (status != PTL_OK || branch == 0) return status;
  if (branch < 0 || branch >= t->h->public.n_branches)
    return ptl_fail(w->context, PTL_ERR_USAGE, PTL_E(0006) "branch %d: %d were found, from 0 on",
                    branch, t->h->public.n_branches);
  memcpy(w->now.q, t->h->branches + (size_t)branch * (size_t)w->n, size);
  memset(w->now.v, 0, size);
  memset(w->now.a, 0, size);
  if (ptl_travel_reach(w, &w->now, w->now.t, &w->next)) {
    ptl_place_copy(&w->next, &w->now, w->n);
    return PTL_OK;
  }
  return ptl_fail(w->context, PTL_ERR_UNFIT, PTL_E(0309) "branch %d is a singular position",
                  branch);
}

/* A span of the model's run in seconds; of a travel only where the driver is that of its joint with
 * constant rate. */
static double span_of(const ptl_travel *w, const ptl_span *span) {
  if (span->joint == NULL) return span->amount;
  const ptl_motion_def *def = &w->system->motions[w->driver].def;
  if (def->of.joint == NULL || strcmp(def->of.joint, span->joint) != 0 || isnan(def->rate))
    return NAN;
  return span->amount / fabs(def->rate);
}

static ptl_status travel_all(travelling *t, const ptl_kinematics_options *options) {
  ptl_travel *w = &t->w;
  const ptl_run_def *run = &w->system->run;
  const double until = isnan(options->until) ? span_of(w, &run->until) : options->until;
  double every = isnan(options->every) ? span_of(w, &run->every) : options->every;
  if (isnan(every)) every = (until - options->from) / 1000.0;
  if (!(options->from >= 0.0 && until > options->from && every > 0.0 && isfinite(until)))
    return ptl_fail(w->context, PTL_ERR_USAGE,
                    PTL_E(0006) "kinematics needs times from %g s on up to a later one, %g s, in steps above "
                    "0, %g s; give them where the run's "
                    "are travels of another joint",
                    options->from, until, every);
  const double rows = floor((until - options->from) / every * (1.0 + 1e-12)) + 1.0;
  if (rows > MAX_ROWS)
    return ptl_fail(w->context, PTL_ERR_USAGE,
                    PTL_E(0006) "%.0f rows are more than %d: take longer steps", rows, MAX_ROWS);
  ptl_status status = make_room(w->context, t->h, (int64_t)rows);
  if (status == PTL_OK) status = begin(t, options->from, options->branch);
  return status == PTL_OK ? travel(t, options->from, until, every) : status;
}

ptl_status ptl_kinematics_find_sized(ptl_context *context, const ptl_system *system,
                                     const ptl_kinematics_options *options, size_t size,
                                     ptl_kinematics **out) {
  ptl_kinematics_options given = usual_options();
  *out = NULL;
  if (options != NULL) {
    const ptl_status taken =
        ptl_take_def(context, &given, sizeof given, options, size, "ptl_kinematics_options");
    if (taken != PTL_OK) return taken;
  }
  const ptl_column *columns;
  travelling t = {.h = ptl_alloc(context, 1, sizeof *t.h), .beyond = given.beyond};
  if (t.h == NULL) return PTL_ERR_MEMORY;
  t.h->public.n_columns = ptl_system_get_columns(system, &columns);
  ptl_status status = ptl_travel_create(context, system, &given, &t.w);
  if (status == PTL_OK) status = travel_all(&t, &given);
  ptl_travel_release(&t.w);
  ptl_free(context, t.slopes);
  ptl_free(context, t.places);
  held *h = t.h;
  h->public.rows = h->rows;
  h->public.driver = h->driver;
  h->public.output = h->output;
  h->public.ratio = h->ratio;
  h->public.transmission = h->transmission;
  h->public.limits = h->limits;
  h->public.branches = h->branches;
  if (status == PTL_OK)
    *out = &h->public;
  else {
    ptl_place_failure(context, system->mechanism);
    ptl_kinematics_release(context, &h->public);
  }
  return status;
}
