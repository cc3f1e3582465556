/* baseline_slider_crank.c: the slider-crank with clearance, a bushing or a film, as two degrees of
 * freedom, the angle of the rod and the position of the slider.
 *
 * The crank turns at a constant speed; A is its pin, G the middle of the rod, B its other end, and
 * e = B - (x, 0). The contact F acts along e on both centres, so that with r = B - A
 *   (J + m l^2/4) phi'' = - F r x e/|e| - m/2 r x A'',      M x'' = F e_x/|e|.
 * Friction acts along t, a quarter turn on from -e/|e|, at the touching point, |e| and the
 * journal's radius away from B. The model is that of models/slider_crank_clearance.yaml with the
 * rod's inertia of the reference.
 */
#include <math.h>
#include <string.h>

#include "baseline.h"

#define PI 3.14159265358979323846

static const double speed = 5000.0 * 2.0 * PI / 60.0;           /* [rad/s] */
static const double crank = 0.05, rod = 0.12, clearance = 5e-4; /* [m] */
static const double rod_mass = 0.21, rod_inertia = 2.5e-5;      /* [kg], [kg m^2] */
static const double slider_mass = 0.14, stiffness = 6.6e10;     /* [kg], [N/m^1.5] */
static const double journal = 9.5e-3, slip_scale = 1e-3;        /* [m], [m/s] */
static const double width = 0.04;                               /* of the bearing [m] */

typedef struct program {
  double beta, eps;   /* F = K d^1.5 (1 + beta d'), beta = eps/v0 where eps is not 0 */
  double touch_speed; /* 0 until the touch has been located */
  double friction, bushing, damper, viscosity;
  ptl_bench_ode *ode;
} program;

typedef struct geometry {
  double rx, ry, ex, ey, ux, uy; /* B - A, e, e' */
  double ax, ay;                 /* A'' */
  double length, rate;           /* |e| */
} geometry;

static void find_geometry(double t, const double *y, geometry *p) {
  double c = cos(speed * t), s = sin(speed * t);
  p->rx = rod * cos(y[0]);
  p->ry = rod * sin(y[0]);
  p->ex = crank * c + p->rx - y[1];
  p->ey = crank * s + p->ry;
  p->ux = -crank * speed * s - p->ry * y[2] - y[3];
  p->uy = crank * speed * c + p->rx * y[2];
  p->ax = -speed * speed * crank * c;
  p->ay = -speed * speed * crank * s;
  p->length = sqrt(p->ex * p->ex + p->ey * p->ey);
  p->rate = p->length > 0.0 ? (p->ex * p->ux + p->ey * p->uy) / p->length : 0.0;
}

/* 1 + beta d'; until the touch has been located the present speed stands for the touch speed. */
static double damping(const program *s, double rate) {
  if (s->eps == 0.0) return 1.0 + s->beta * rate;
  double touch = s->touch_speed != 0.0 ? s->touch_speed : fmax(rate, 1e-6);
  return 1.0 + s->eps * rate / touch;
}

static double force(const program *s, const geometry *p) {
  double depth = p->length - clearance;
  return depth > 0.0 ? stiffness * depth * sqrt(depth) * fmax(damping(s, p->rate), 0.0) : 0.0;
}

/* The force on the slider; the bushing's damper sees the displacement from the rod. */
static void pull(const program *s, const geometry *p, double rod_rate, double out[2]) {
  out[0] = s->bushing * p->ex + s->damper * (p->ux + rod_rate * p->ey);
  out[1] = s->bushing * p->ey + s->damper * (p->uy - rod_rate * p->ex);
}

/* Integrals of cos^2/h^3, sin cos/h^3 and sin^2/h^3, h = 1 + e cos(theta), up to theta:
 * Sommerfeld's angle psi is theta's own half turn, stretched. */
static void integrals(double e, double theta, double out[3]) {
  const double turn = 2.0 * PI * round(theta / (2.0 * PI)), rest = 0.5 * (theta - turn);
  const double psi = turn + 2.0 * atan2(sqrt(1.0 - e) * sin(rest), sqrt(1.0 + e) * cos(rest));
  const double s = sin(psi), c = cos(psi), d = 1.0 - e * e;
  out[0] = ((0.5 + e * e) * psi + (0.5 * c - 2.0 * e) * s) / (d * d * sqrt(d));
  out[1] = (0.5 * s * s + e * c) / (d * d);
  out[2] = 0.5 * (psi - s * c) / (d * sqrt(d));
}

/* The force on the slider of the half film of a short bearing (Ocvirk); returns the moment on the
 * rod about B. The journal is the slider's, at -e as the rod sees it, and turns by -phi' against
 * the rod; the film's velocity is that of the middle of the two surfaces. */
static double float_on(const program *s, const geometry *p, double rod_rate, double out[2]) {
  const double size = fmax(p->length, 1e-12 * clearance), ratio = size / clearance;
  const double along[2] = {p->length > 0.0 ? -p->ex / size : 1.0, -p->ey / size};
  const double v[2] = {-p->ux - 0.5 * rod_rate * p->ey, -p->uy + 0.5 * rod_rate * p->ex};
  const double x = -12.0 * (along[0] * v[0] + along[1] * v[1]) / clearance;
  const double y = -12.0 * (along[0] * v[1] - along[1] * v[0]) / clearance, a = atan2(y, x);
  const double scale = journal * journal * journal / (clearance * clearance);
  const double shear = 2.0 * PI * s->viscosity * width * scale * clearance;
  const double factor = s->viscosity * width * scale * width * width / (12.0 * journal * journal);
  double low[3], high[3];
  integrals(ratio, a - 0.5 * PI, low);
  integrals(ratio, a + 0.5 * PI, high);
  const double radial = factor * (x * (high[0] - low[0]) + y * (high[1] - low[1]));
  const double across = factor * (x * (high[1] - low[1]) + y * (high[2] - low[2]));
  out[0] = radial * along[0] - across * along[1];
  out[1] = radial * along[1] + across * along[0];
  return 0.5 * (p->ex * out[1] - p->ey * out[0]) - shear * rod_rate / sqrt(1.0 - ratio * ratio);
}

/* Force of friction on the slider along t = (e_y, -e_x)/|e|. */
static double friction(const program *s, const geometry *p, double f, double rod_rate) {
  double slip = (p->uy * p->ex - p->ux * p->ey) / p->length - rod_rate * (p->length + journal);
  return -s->friction * f * tanh(slip / slip_scale);
}

static void accelerations(const program *s, const geometry *p, double rod_rate, double out[2]) {
  double inertia = rod_inertia + 0.25 * rod_mass * rod * rod;
  double moment = -0.5 * rod_mass * (p->rx * p->ay - p->ry * p->ax), on[2] = {0.0, 0.0};
  if (s->bushing > 0.0) {
    pull(s, p, rod_rate, on);
  } else if (s->viscosity > 0.0) {
    moment += float_on(s, p, rod_rate, on);
  } else {
    double f = force(s, p);
    if (f > 0.0) {
      on[0] = f * p->ex / p->length;
      on[1] = f * p->ey / p->length;
      if (s->friction > 0.0) {
        double along = friction(s, p, f, rod_rate) / p->length;
        on[0] += along * p->ey;
        on[1] -= along * p->ex;
        moment -= along * p->length * (p->length + journal);
      }
    }
  }
  out[0] = (moment - (p->rx * on[1] - p->ry * on[0])) / inertia;
  out[1] = on[0] / slider_mass;
}

static void rates(void *user, double t, const double *y, double *out) {
  geometry p;
  find_geometry(t, y, &p);
  out[0] = y[2];
  out[1] = y[3];
  accelerations(user, &p, y[2], out + 2);
}

static ptl_bench_gap_state state_at(const program *s, double t, const double *y) {
  geometry p;
  double a[2];
  find_geometry(t, y, &p);
  ptl_bench_gap_state out = {.depth = p.length - clearance, .rate = p.rate};
  if (out.depth <= 0.0) return out;
  out.force = force(s, &p);
  /* |e|'' and dF/dt = K d^0.5 (1.5 d' (1 + beta d') + beta d d'') */
  accelerations(s, &p, y[2], a);
  double bx = p.ax - p.rx * y[2] * y[2] - p.ry * a[0] - a[1];
  double by = p.ay - p.ry * y[2] * y[2] + p.rx * a[0];
  double second = (p.ux * p.ux + p.uy * p.uy + p.ex * bx + p.ey * by - p.rate * p.rate) / p.length;
  double beta = s->eps == 0.0 ? s->beta : s->eps / fmax(s->touch_speed, 1e-6);
  out.slope = stiffness * sqrt(out.depth) *
              (1.5 * out.rate * (1.0 + beta * out.rate) + beta * out.depth * second);
  return out;
}

static ptl_bench_gap_state state(void *user, int gap, double t) {
  const program *s = user;
  double y[4];
  (void)gap;
  s->ode->dense(s->ode, t, y);
  return state_at(s, t, y);
}

static void touch(void *user, int gap, double touch_speed) {
  program *s = user;
  (void)gap;
  s->touch_speed = touch_speed;
}

static void row(void *user, const double *y, double *out) {
  (void)user;
  out[0] = y[3];
}

static int run(program *s, double *y, double end, ptl_bench_record *record) {
  ptl_bench_ode *ode = s->ode;
  double t = 0.0;
  ptl_bench_gap gap = {.state = state, .user = s, .record = record, .cuts = ode->cut != NULL};
  if (s->eps != 0.0) gap.touch = touch;
  gap.before = state_at(s, t, y);
  while (t < end) {
    double before = t;
    int flag = ode->step(ode, &t, y);
    if (flag != 0) return flag;
    double until = fmin(t, end);
    if (until < t) ode->dense(ode, until, y);
    ptl_bench_gap_state after = state_at(s, until, y);
    double cut = ptl_bench_gap_step(&gap, before, until, &after);
    ptl_bench_ode_sample(ode, cut, end, row, record);
    if (gap.contact == NULL) s->touch_speed = 0.0;
    if (!(cut < until)) continue;
    t = cut;
    ode->dense(ode, t, y);
    ode->cut(ode, t, y);
  }
  return 0;
}

int ptl_bench_slider_crank(const ptl_bench_pin *pin, const ptl_bench_task *task,
                           ptl_bench_record *record, ptl_bench_counts *counts) {
  program s = {.beta = pin->beta,
               .friction = pin->friction,
               .bushing = pin->stiffness,
               .damper = pin->damping,
               .viscosity = pin->viscosity};
  double rtol = task->rtol;
  if (pin->beta == 0.0) s.eps = 0.75 * (1.0 - pin->restitution * pin->restitution);
  /* Crank and rod along x, the rates of the mechanism without play. */
  double y[4] = {0.0, crank + rod, -speed * crank / rod, 0.0};
  double tolerance[4] = {rtol * 1e-2 / rod, rtol * 1e-2, rtol * 10.0 / rod, rtol * 10.0};
  record->n_rows = record->n_contacts = 0;
  s.ode = ptl_bench_ode_create(task->method, 4, rates, &s, y, tolerance, 0.0);
  if (s.ode == NULL) return 1;
  if (record->every > 0.0) row(&s, y, record->rows + record->n_rows++);
  const int never_touches = s.bushing > 0.0 || s.viscosity > 0.0;
  int flag = never_touches ? ptl_bench_ode_run(s.ode, task->until, y, row, record)
                           : run(&s, y, task->until, record);
  *counts = s.ode->count(s.ode);
  s.ode->destroy(s.ode);
  return flag;
}
