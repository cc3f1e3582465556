/* impact.c: one impact of a mass, followed to high accuracy. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "dop853.h"
#include "law.h"
#include "roots.h"

enum { MOST_STEPS = 1000000, MOST_TURNS = 100, POINTS_PER_STEP = 8 };

/* Motion of one impact; y = (depth, rate). */
typedef struct ptl_flight {
  const ptl_law *law;
  ptl_impact_def def;
  double *memory;
  double time, y[2];
  double scale_depth; /* of the error of the depth: grows with the deepest point */
  ptl_dop853 *method;
} ptl_flight;

void ptl_impact_default_sized(ptl_impact_def *out, size_t size) {
  const ptl_impact_def def = {NAN, NAN, 0, 1e-12};
  ptl_give_def(out, size, &def, sizeof def);
}

/* ------------------------------------------------------------------ one step */

static double force(const ptl_flight *f, const double *y) {
  ptl_contact_out out;
  ptl_law_force(f->law, y[0], y[1], f->def.speed, f->memory, &out, NULL);
  return out.force;
}

/* m d'' = push - F; non-zero where the law gives no force. */
static int rates(void *user, const double *y, int with_sums, double *dy) {
  const ptl_flight *f = user;
  (void)with_sums;
  dy[0] = y[1];
  dy[1] = (f->def.push - force(f, y)) / f->def.mass;
  return !isfinite(dy[1]);
}

/* A step of that length from f->y to `end`. Its error over the tolerance; infinite where the law
 * gives no force. */
static double step(const ptl_flight *f, double h, double *end) {
  const double tolerance[2] = {f->def.tolerance * f->scale_depth, f->def.tolerance * f->def.speed};
  ptl_dop853 *method = f->method;
  memcpy(method->x0, f->y, sizeof f->y);
  if (rates((void *)f, f->y, 0, method->k[0])) return INFINITY;
  if (ptl_dop853_attempt(method, h)) return INFINITY;
  memcpy(end, method->x1, sizeof f->y);
  const double error = ptl_dop853_error(method, 2, tolerance);
  return isnan(error) ? INFINITY : error;
}

/* What is followed until its sign changes. */
typedef enum ptl_root_of {
  PTL_ROOT_OF_DEPTH,
  PTL_ROOT_OF_RATE,
  PTL_ROOT_OF_FORCE_RATE
} ptl_root_of;

static double value_of(const ptl_flight *f, const double *y, ptl_root_of what) {
  ptl_contact_out out;
  if (what == PTL_ROOT_OF_DEPTH) return y[0];
  if (what == PTL_ROOT_OF_RATE) return y[1];
  ptl_law_force(f->law, y[0], y[1], f->def.speed, f->memory, &out, NULL);
  return out.d_depth * y[1] + out.d_rate * (f->def.push - out.force) / f->def.mass;
}

typedef struct search { /* of the step at whose end something vanishes */
  const ptl_flight *f;
  ptl_root_of what;
} search;

static double value_after(void *user, double h) {
  const search *s = user;
  double end[2];
  step(s->f, h, end);
  return value_of(s->f, end, s->what);
}

/* The part of the step h at whose end `what` has fallen to zero, which it does within the step. */
static double locate(const ptl_flight *f, double h, ptl_root_of what, const double *end) {
  search s = {f, what};
  return ptl_root(value_after, &s, 0, value_of(f, f->y, what), h, value_of(f, end, what), 0.0);
}

/* ------------------------------------------------------------------ the whole impact */

static double record(const ptl_flight *f, double time, const double *y, ptl_impact *out,
                     ptl_impact_point *p) {
  ptl_contact_out now;
  ptl_law_force(f->law, y[0], y[1], f->def.speed, f->memory, &now, NULL);
  *p = (ptl_impact_point){time, y[0], y[1], now.force, now.energy};
  if (now.force > out->peak_force) {
    out->peak_force = now.force;
    out->peak_time = time;
  }
  if (y[0] > out->deepest) {
    out->deepest = y[0];
    out->deepest_time = time;
  }
  return now.force;
}

/* Records the largest force if it lies within the step. */
static void record_peak(const ptl_flight *f, double h, const double *end, ptl_impact *out) {
  double at[2];
  ptl_impact_point p;
  if (!(value_of(f, f->y, PTL_ROOT_OF_FORCE_RATE) > 0 &&
        value_of(f, end, PTL_ROOT_OF_FORCE_RATE) < 0))
    return;
  h = locate(f, h, PTL_ROOT_OF_FORCE_RATE, end);
  step(f, h, at);
  record(f, f->time + h, at, out, &p);
}

/* Shortens the step to where the gap opens or the depth is largest, if it does that within it.
 * *size: the error of the step as it is then, over the tolerance. */
static ptl_contact_event find_event(const ptl_flight *f, double *h, double *end, double *size) {
  ptl_contact_event event = PTL_STEP;
  if (f->y[1] > 0 && end[1] <= 0 && end[0] > 0) {
    *h = locate(f, *h, PTL_ROOT_OF_RATE, end);
    event = PTL_DEEPEST;
  } else if (end[0] <= 0 && f->y[0] > 0) {
    *h = locate(f, *h, PTL_ROOT_OF_DEPTH, end);
    event = PTL_PART;
  }
  if (event == PTL_STEP) return event;
  *size = step(f, *h, end);
  end[event == PTL_PART ? 0 : 1] = 0;
  return event;
}

static void accept(ptl_flight *f, double h, const double *end, ptl_contact_event event) {
  f->time += h;
  memcpy(f->y, end, sizeof f->y);
  f->scale_depth = fmax(f->scale_depth, f->y[0]);
  if (event != PTL_PART) ptl_law_update(f->law, f->y[0], f->y[1], f->def.speed, event, f->memory);
}

static ptl_status fail_depth(ptl_context *context, const ptl_flight *f) {
  if (isinf(f->law->max_depth))
    return ptl_fail(context, PTL_ERR_SIMULATION,
                    PTL_E(0518) "the motion cannot be followed beyond %.6g s and a depth of %.6g m: the numbers are "
                    "too large or too small",
                    f->time, f->y[0]);
  return ptl_fail(context, PTL_ERR_SIMULATION,
                  PTL_E(0518) "the motion cannot be followed beyond %.6g s and a depth of %.6g m; elastic law "
                  "'%s' is defined up to %.6g m",
                  f->time, f->y[0], f->law->elastic->name, f->law->max_depth);
}

/* Points within the step that has been taken to `end`, for whoever draws them. */
static int report_inside(const ptl_flight *f, double h, const double *end,
                         int (*point)(void *user, const ptl_impact_point *point), void *user) {
  ptl_dop853 *method = f->method;
  double again[2];
  if (point == NULL) return 0;
  step(f, h, again); /* another may have been tried since, in search of the peak */
  if (rates((void *)f, end, 0, method->k[PTL_DOP853_END])) return 0;
  ptl_dop853_prepare(method);
  for (int i = 1; i < POINTS_PER_STEP; i++) {
    double y[2], part = (double)i / POINTS_PER_STEP;
    ptl_contact_out now;
    ptl_dop853_dense(method, part, 0, 2, y);
    ptl_law_force(f->law, y[0], y[1], f->def.speed, f->memory, &now, NULL);
    const ptl_impact_point p = {f->time + part * h, y[0], y[1], now.force, now.energy};
    if (point(user, &p)) return 1;
  }
  return 0;
}

static ptl_status fly(ptl_context *context, ptl_flight *f,
                      int (*point)(void *user, const ptl_impact_point *point), void *user,
                      ptl_impact *out) {
  double h = 1e-6 * f->scale_depth / f->def.speed, end[2], force_before = 0;
  int maxima = 0;
  for (int i = 0; i < MOST_STEPS && maxima < MOST_TURNS && !out->parted; i++) {
    ptl_impact_point p;
    double size = step(f, h, end);
    const double factor = fmin(5, fmax(0.2, 0.9 * pow(fmax(size, 1e-10), -0.125)));
    const ptl_contact_event event = size > 1 ? PTL_STEP : find_event(f, &h, end, &size);
    if (size > 1) {
      h *= fmin(0.5, factor);
      if (h * f->def.speed < DBL_EPSILON * f->scale_depth) return fail_depth(context, f);
      continue;
    }
    if (event == PTL_STEP && h < 8 * DBL_EPSILON * f->time) return fail_depth(context, f);
    record_peak(f, h, end, out);
    int stop = report_inside(f, h, end, point, user);
    accept(f, h, end, event);
    const double force_now = record(f, f->time, f->y, out, &p);
    if (f->y[0] > f->law->max_depth) return fail_depth(context, f);
    if (stop || (point != NULL && point(user, &p)))
      return ptl_fail(context, PTL_ERR_INTERRUPTED, PTL_E(0002) "interrupted");
    out->duration = f->time;
    if (force_before != 0 || force_now != 0) out->push_duration = f->time;
    force_before = force_now;
    out->parted = event == PTL_PART;
    maxima += event == PTL_DEEPEST;
    h *= factor;
  }
  if (out->parted || maxima == MOST_TURNS) return PTL_OK;
  return ptl_fail(context, PTL_ERR_SIMULATION,
                  PTL_E(0518) "the impact has not ended after %d steps, at %.6g s", MOST_STEPS,
                  f->time);
}

/* Depth at which a law of this stiffness would stop the mass, to start the step size from. */
static double first_scale(const ptl_flight *f) {
  const double energy = f->def.mass * f->def.speed * f->def.speed / 2;
  double depth = fmin(1e-9, f->law->max_depth / 2);
  for (int i = 0; i < 200 && depth < f->law->max_depth / 2; i++) {
    ptl_contact_out out;
    ptl_law_force(f->law, depth, 0, f->def.speed, f->memory, &out, NULL);
    if (!(out.force * depth < energy)) break;
    depth *= 2;
  }
  return depth;
}

static ptl_status impact(ptl_context *context, const ptl_law *law, const ptl_impact_def *def,
                         int (*point)(void *user, const ptl_impact_point *point), void *user,
                         ptl_impact *out) {
  ptl_flight f = {.law = law, .def = *def, .y = {0, def->speed}};
  memset(out, 0, sizeof *out);
  if (!(def->mass > 0 && isfinite(def->mass)))
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0204) "the mass must be > 0 kg, not %.12g",
                    def->mass);
  if (!(def->speed > 0 && isfinite(def->speed)))
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0204) "the speed must be > 0 m/s, not %.12g",
                    def->speed);
  if (!isfinite(def->push))
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0204) "the push must be a finite number of N");
  if (!(def->tolerance >= 1e-14 && def->tolerance <= 0.1))
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0204) "the tolerance must be >= 1e-14 and <= 0.1, not %.12g",
                    def->tolerance);
  f.memory = ptl_alloc(context, (size_t)law->n_memory, sizeof(double));
  if (f.memory == NULL) return PTL_ERR_MEMORY;
  f.scale_depth = first_scale(&f);
  ptl_law_update(law, 0, def->speed, def->speed, PTL_TOUCH, f.memory);
  ptl_status status = ptl_dop853_create(context, 2, 0, rates, &f, &f.method);
  if (status == PTL_OK) status = fly(context, &f, point, user, out);
  ptl_dop853_destroy(f.method);
  ptl_free(context, f.memory);
  out->rebound = out->parted ? -f.y[1] : 0;
  out->restitution = out->rebound / def->speed;
  out->energy_lost = def->mass / 2 * (def->speed - out->rebound) * (def->speed + out->rebound);
  return status;
}

ptl_status ptl_law_impact_sized(ptl_context *context, const ptl_law *law, const ptl_impact_def *def,
                                size_t size,
                                int (*point)(void *user, const ptl_impact_point *point), void *user,
                                ptl_impact *out) {
  ptl_impact_def own;
  const ptl_status status = ptl_take_def(context, &own, sizeof own, def, size, "ptl_impact_def");
  return status == PTL_OK ? impact(context, law, &own, point, user, out) : status;
}
