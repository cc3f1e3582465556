/* baseline_scotch_yoke.c: the scotch yoke as one degree of freedom.
 *
 * The crank turns at a constant speed, the yoke slides along x. C = (x, 0) is the centre of the
 * slot's arc, P the pin. The pin touches the outer wall when |PC| > 60.1 mm and the inner when |PC|
 * < 59.9 mm; with d the depth, n = (C - P)/|PC| and the law N = K d^n (1 + 1.5 alpha d'): m x'' = N
 * n_x at the inner wall, -N n_x at the outer. The model is that of models/scotch_yoke.yaml. */
#include <math.h>
#include <string.h>

#include "baseline.h"

#define PI 3.14159265358979323846
enum { INNER, OUTER, WALLS };

static const double speed = 24.0 * PI, start_angle = -31.0 * PI / 180.0; /* [rad/s], [rad] */
static const double crank = 0.045, arc = 0.060, play = 1e-4;             /* [m] */
static const double mass = 2.353, beta = 1.5 * 0.32;                     /* [kg], [s/m] */
static const double turns = 2.0;

typedef struct program {
  ptl_bench_wall wall[WALLS];
  ptl_bench_ode *ode;
} program;

/* The pin seen from C, and how fast |PC| grows. */
typedef struct geometry {
  double cx, cy, wx, wy;               /* C - P and its rate */
  double centrifugal_x, centrifugal_y; /* - P'' */
  double length, rate;                 /* |PC| */
} geometry;

static void find_geometry(double t, double x, double v, geometry *p) {
  double angle = start_angle + speed * t;
  double px = crank * cos(angle), py = crank * sin(angle);
  p->cx = x - px;
  p->cy = -py;
  p->wx = v + speed * py;
  p->wy = -speed * px;
  p->centrifugal_x = speed * speed * px;
  p->centrifugal_y = speed * speed * py;
  p->length = sqrt(p->cx * p->cx + p->cy * p->cy);
  p->rate = (p->cx * p->wx + p->cy * p->wy) / p->length;
}

static double depth_at(const geometry *p, int wall) {
  return wall == OUTER ? p->length - (arc + play) : (arc - play) - p->length;
}

/* N = K d^n (1 + 1.5 alpha d'), never pulling */
static double force(const ptl_bench_wall *wall, double depth, double rate) {
  double damped = 1.0 + beta * rate;
  return depth > 0.0 && damped > 0.0 ? wall->stiffness * pow(depth, wall->exponent) * damped : 0.0;
}

static double acceleration(const program *s, const geometry *p) {
  double outer = force(&s->wall[OUTER], depth_at(p, OUTER), p->rate);
  double inner = force(&s->wall[INNER], depth_at(p, INNER), -p->rate);
  return (inner - outer) * (p->cx / p->length) / mass;
}

static void rates(void *user, double t, const double *y, double *out) {
  geometry p;
  find_geometry(t, y[0], y[1], &p);
  out[0] = y[1];
  out[1] = acceleration(user, &p);
}

static ptl_bench_gap_state state_at(const program *s, int gap, double t, const double *y) {
  geometry p;
  find_geometry(t, y[0], y[1], &p);
  double sign = gap == OUTER ? 1.0 : -1.0;
  ptl_bench_gap_state out = {.depth = depth_at(&p, gap), .rate = sign * p.rate};
  if (out.depth <= 0.0) return out;
  const ptl_bench_wall *w = &s->wall[gap];
  out.force = force(w, out.depth, out.rate);
  /* |PC|'' and dN/dt = K d^(n-1) (n d' (1 + beta d') + beta d d'') */
  double ax = acceleration(s, &p) + p.centrifugal_x;
  double second =
      sign * (p.wx * p.wx + p.wy * p.wy + p.cx * ax + p.cy * p.centrifugal_y - p.rate * p.rate) /
      p.length;
  out.slope = w->stiffness * pow(out.depth, w->exponent - 1.0) *
              (w->exponent * out.rate * (1.0 + beta * out.rate) + beta * out.depth * second);
  return out;
}

static ptl_bench_gap_state state(void *user, int gap, double t) {
  const program *s = user;
  double y[2];
  s->ode->dense(s->ode, t, y);
  return state_at(s, gap, t, y);
}

static void row(void *user, const double *y, double *out) {
  (void)user;
  out[0] = y[1];
}

static int run(program *s, double *y, ptl_bench_record *record) {
  ptl_bench_ode *ode = s->ode;
  double t = 0.0, end = turns * 2.0 * PI / speed;
  ptl_bench_gap gaps[WALLS];
  for (int g = 0; g < WALLS; g++) {
    gaps[g] = (ptl_bench_gap){.state = state, .user = s, .gap = g, .record = record};
    gaps[g].before = state_at(s, g, t, y);
    gaps[g].cuts = ode->cut != NULL;
  }
  while (t < end) {
    double before = t;
    int flag = ode->step(ode, &t, y);
    if (flag != 0) return flag;
    double until = fmin(t, end), cut = until;
    if (until < t) ode->dense(ode, until, y);
    int first = gaps[OUTER].contact != NULL ? OUTER : INNER; /* it parts before the other touches */
    for (int i = 0; i < WALLS; i++) {
      int g = i == 0 ? first : !first;
      if (cut < until) ode->dense(ode, cut, y);
      ptl_bench_gap_state after = state_at(s, g, cut, y);
      cut = ptl_bench_gap_step(&gaps[g], before, cut, &after);
    }
    ptl_bench_ode_sample(ode, cut, end, row, record);
    if (!(cut < until)) continue;
    t = cut;
    ode->dense(ode, t, y);
    ode->cut(ode, t, y);
  }
  return 0;
}

int ptl_bench_scotch_yoke(const ptl_bench_wall *inner, const ptl_bench_wall *outer,
                          const ptl_bench_task *task, ptl_bench_record *record,
                          ptl_bench_counts *counts) {
  program s = {.wall = {[INNER] = *inner, [OUTER] = *outer}};
  /* The start of the mechanism without play: |PC| = 60 mm, and its rate 0. */
  double px = crank * cos(start_angle), py = crank * sin(start_angle);
  double reach = sqrt(arc * arc - py * py);
  double y[2] = {px + reach, -speed * py - speed * px * py / reach};
  double tolerance[2] = {task->rtol * 1e-2, task->rtol};
  double max_step = 2.0 * PI / 180.0 / speed; /* not over a whole contact */
  record->n_rows = record->n_contacts = 0;
  s.ode = ptl_bench_ode_create(task->method, 2, rates, &s, y, tolerance, max_step);
  if (s.ode == NULL) return 1;
  if (record->every > 0.0) row(&s, y, record->rows + record->n_rows++);
  int flag = run(&s, y, record);
  *counts = s.ode->count(s.ode);
  s.ode->destroy(s.ode);
  return flag;
}
