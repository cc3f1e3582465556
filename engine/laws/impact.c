/* impact.c: one impact of a mass, followed to high accuracy. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "law.h"

enum { STAGES = 7, MOST_STEPS = 1000000, MOST_TURNS = 100 };

/* Motion of one impact; y = (depth, rate). */
typedef struct ptl_flight {
  const ptl_law *law;
  ptl_impact_def def;
  double *memory;
  double time, y[2];
  double scale_depth; /* of the error of the depth: grows with the deepest point */
} ptl_flight;

ptl_impact_def ptl_impact_default(void) {
  return (ptl_impact_def){NAN, NAN, 0, 1e-12};
}

/* ------------------------------------------------------------------ one step */

static double force(const ptl_flight *f, const double *y) {
  ptl_contact_out out;
  ptl_law_force(f->law, y[0], y[1], f->def.speed, f->memory, &out, NULL);
  return out.force;
}

/* m d'' = push - F */
static void slope(const ptl_flight *f, const double *y, double *dy) {
  dy[0] = y[1];
  dy[1] = (f->def.push - force(f, y)) / f->def.mass;
}

/* Dormand and Prince 1980: order 5 to `end`, its difference to order 4 to `error`. */
static void step(const ptl_flight *f, double h, double *end, double *error) {
  static const double a[STAGES][STAGES - 1] = {
      {0},
      {1.0 / 5},
      {3.0 / 40, 9.0 / 40},
      {44.0 / 45, -56.0 / 15, 32.0 / 9},
      {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
      {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
      {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  static const double e[STAGES] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                   -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
  double k[STAGES][2];
  for (int i = 0; i < STAGES; i++) {
    end[0] = f->y[0];
    end[1] = f->y[1];
    for (int j = 0; j < i; j++) {
      end[0] += h * a[i][j] * k[j][0];
      end[1] += h * a[i][j] * k[j][1];
    }
    slope(f, end, k[i]);
  }
  error[0] = error[1] = 0;
  for (int i = 0; i < STAGES; i++) {
    error[0] += h * e[i] * k[i][0];
    error[1] += h * e[i] * k[i][1];
  }
}

/* Error over tolerance; not a number counts as too large. */
static double size_of(const ptl_flight *f, const double *error) {
  const double d = fabs(error[0]) / f->scale_depth, v = fabs(error[1]) / f->def.speed;
  const double size = fmax(d, v) / f->def.tolerance;
  return isnan(d + v) ? INFINITY : size;
}

/* What is watched for a change of sign. */
typedef enum ptl_watch { PTL_WATCH_DEPTH, PTL_WATCH_RATE, PTL_WATCH_FORCE_RATE } ptl_watch;

static double watched(const ptl_flight *f, const double *y, ptl_watch what) {
  ptl_contact_out out;
  if (what == PTL_WATCH_DEPTH) return y[0];
  if (what == PTL_WATCH_RATE) return y[1];
  ptl_law_force(f->law, y[0], y[1], f->def.speed, f->memory, &out, NULL);
  return out.d_depth * y[1] + out.d_rate * (f->def.push - out.force) / f->def.mass;
}

/* The part of the step h at whose end `what` has fallen to zero, which it does within the step.
 * Regula falsi, Illinois variant. */
static double locate(const ptl_flight *f, double h, ptl_watch what, double *end) {
  double error[2], low = 0, high = h;
  double at_low = watched(f, f->y, what), at_high = watched(f, end, what);
  int side = 0;
  for (int i = 0; i < 200 && high - low > 4 * DBL_EPSILON * h && at_high != 0; i++) {
    double mid = high - at_high * (high - low) / (at_high - at_low);
    if (!(mid > low && mid < high)) mid = 0.5 * (low + high);
    step(f, mid, end, error);
    const double value = watched(f, end, what);
    if (value > 0) {
      low = mid;
      at_low = value;
      if (side == 1) at_high /= 2;
      side = 1;
    } else {
      high = mid;
      at_high = value;
      if (side == -1) at_low /= 2;
      side = -1;
    }
  }
  step(f, high, end, error);
  return high;
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
  double at[2] = {end[0], end[1]};
  ptl_impact_point p;
  if (!(watched(f, f->y, PTL_WATCH_FORCE_RATE) > 0 && watched(f, end, PTL_WATCH_FORCE_RATE) < 0))
    return;
  h = locate(f, h, PTL_WATCH_FORCE_RATE, at);
  record(f, f->time + h, at, out, &p);
}

/* Takes the step, shortened to where the gap opens or the depth is largest. */
static ptl_contact_event advance(ptl_flight *f, double h, double *end, ptl_impact *out) {
  ptl_contact_event event = PTL_STEP;
  if (f->y[1] > 0 && end[1] <= 0 && end[0] > 0) {
    h = locate(f, h, PTL_WATCH_RATE, end);
    end[1] = 0;
    event = PTL_DEEPEST;
  } else if (end[0] <= 0 && f->y[0] > 0) {
    h = locate(f, h, PTL_WATCH_DEPTH, end);
    end[0] = 0;
    event = PTL_PART;
  }
  record_peak(f, h, end, out);
  f->time += h;
  memcpy(f->y, end, sizeof f->y);
  f->scale_depth = fmax(f->scale_depth, f->y[0]);
  if (event != PTL_PART) ptl_law_update(f->law, f->y[0], f->y[1], f->def.speed, event, f->memory);
  return event;
}

static ptl_status fail_depth(ptl_context *context, const ptl_flight *f) {
  return ptl_fail(context, PTL_ERR_SIMULATION,
                  "the motion cannot be followed beyond %.6g s and a depth of %.6g m; elastic law "
                  "'%s' is defined up to %.6g m",
                  f->time, f->y[0], f->law->elastic->name, f->law->max_depth);
}

static ptl_status fly(ptl_context *context, ptl_flight *f,
                      int (*point)(void *user, const ptl_impact_point *point), void *user,
                      ptl_impact *out) {
  double h = 1e-6 * f->scale_depth / f->def.speed, end[2], error[2], force_before = 0;
  int turns = 0;
  for (int i = 0; i < MOST_STEPS && turns < MOST_TURNS && !out->parted; i++) {
    ptl_impact_point p;
    step(f, h, end, error);
    const double size = size_of(f, error);
    const double factor = fmin(5, fmax(0.2, 0.9 * pow(fmax(size, 1e-10), -0.2)));
    if (size > 1) {
      h *= factor;
      if (h * f->def.speed < DBL_EPSILON * f->scale_depth) return fail_depth(context, f);
      continue;
    }
    const ptl_contact_event event = advance(f, h, end, out);
    const double force_now = record(f, f->time, f->y, out, &p);
    if (f->y[0] > f->law->max_depth) return fail_depth(context, f);
    if (point && point(user, &p)) return ptl_fail(context, PTL_ERR_INTERRUPTED, "interrupted");
    out->duration = f->time;
    if (force_before != 0 || force_now != 0) out->push_duration = f->time;
    force_before = force_now;
    out->parted = event == PTL_PART;
    turns += event == PTL_DEEPEST;
    h *= factor;
  }
  return PTL_OK;
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

ptl_status ptl_law_impact(ptl_context *context, const ptl_law *law, const ptl_impact_def *def,
                          int (*point)(void *user, const ptl_impact_point *point), void *user,
                          ptl_impact *out) {
  ptl_flight f = {.law = law, .def = *def, .y = {0, def->speed}};
  ptl_status status;

  memset(out, 0, sizeof *out);
  if (!(def->mass > 0 && isfinite(def->mass)))
    return ptl_fail(context, PTL_ERR_INPUT, "the mass must be > 0 kg, not %.12g", def->mass);
  if (!(def->speed > 0 && isfinite(def->speed)))
    return ptl_fail(context, PTL_ERR_INPUT, "the speed must be > 0 m/s, not %.12g", def->speed);
  if (!isfinite(def->push))
    return ptl_fail(context, PTL_ERR_INPUT, "the push must be a finite number of N");
  if (!(def->tolerance >= 1e-14 && def->tolerance <= 0.1))
    return ptl_fail(context, PTL_ERR_INPUT, "the tolerance must be >= 1e-14 and <= 0.1, not %.12g",
                    def->tolerance);
  f.memory = ptl_alloc(context, (size_t)law->n_memory, sizeof(double));
  if (f.memory == NULL) return PTL_ERR_MEMORY;
  f.scale_depth = first_scale(&f);
  ptl_law_update(law, 0, def->speed, def->speed, PTL_TOUCH, f.memory);
  status = fly(context, &f, point, user, out);
  ptl_free(context, f.memory);
  out->rebound = out->parted ? -f.y[1] : 0;
  out->restitution = out->rebound / def->speed;
  out->energy_lost = def->mass / 2 * (def->speed - out->rebound) * (def->speed + out->rebound);
  return status;
}
