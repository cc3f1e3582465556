/* baseline_rough_crank.c: the free slider-crank with friction in its ideal joints, one degree of
 * freedom.
 *
 * The angles are a of the crank and b of the rod, c sin a + l sin b = 0. The forces O of the ground
 * and A of the crank at the pins' ends, B of the rod on the slider, and N of the guide follow from
 * the crank's acceleration and from the frictions g: moments mu r |F| of the three pins and mu |N|
 * of the guide, smoothed by tanh(slip/v_r). All of them are linear in g, and g = s |F(g)| is solved
 * by Newton's method from the g of the evaluation before. The model is
 * models/slider_crank_friction.yaml's mechanism as problems_friction.c builds it. */
#include <math.h>
#include <string.h>

#include "baseline.h"

static const double crank = 0.05, rod = 0.12, pin = 0.01;                 /* [m] */
static const double crank_mass = 0.30, rod_mass = 0.21, slider = 0.14;    /* [kg] */
static const double crank_inertia = 1e-4, rod_inertia = 2.5e-4;           /* [kg m^2] */
static const double torque = 1.0, mu_pin = 0.1, mu_guide = 0.2, v = 1e-3; /* [N m], -, -, [m/s] */

enum { AT_O, AT_A, AT_B, GUIDE, FRICTIONS, TERMS = FRICTIONS + 1 }; /* the last term is constant */

typedef struct affine { /* a force as a sum over g and 1 */
  double x[TERMS], y[TERMS];
} affine;

typedef struct program {
  double friction[FRICTIONS]; /* g of the evaluation before */
} program;

typedef struct motion {
  double ax, ay, hx, hy;          /* crank, half the rod */
  double rate2, rod_rate, x_rate; /* the first of the crank, squared */
  /* Accelerations of the rod's angle and middle and of the slider: those at no acceleration of the
   * crank, and by it. */
  double rod[2], middle_x[2], middle_y[2], x[2];
} motion;

static void find_motion(double a, double w, motion *m) {
  double sine = -crank * sin(a) / rod, cosine = sqrt(1.0 - sine * sine);
  m->ax = crank * cos(a);
  m->ay = crank * sin(a);
  m->hx = 0.5 * rod * cosine;
  m->hy = 0.5 * rod * sine;
  double per_rate = -m->ax / (rod * cosine); /* of the rod's angle */
  m->rod_rate = per_rate * w;
  m->x_rate = -m->ay * w - 2.0 * m->hy * m->rod_rate;
  m->rod[1] = per_rate;
  m->rod[0] = (m->ay * w * w + rod * sine * m->rod_rate * m->rod_rate) / (rod * cosine);
  double w2 = m->rate2 = w * w, r2 = m->rod_rate * m->rod_rate;
  m->middle_x[0] = -m->ax * w2 - m->hx * r2 - m->hy * m->rod[0];
  m->middle_y[0] = -m->ay * w2 - m->hy * r2 + m->hx * m->rod[0];
  m->middle_x[1] = -m->ay - m->hy * per_rate;
  m->middle_y[1] = m->ax + m->hx * per_rate;
  m->x[0] = m->middle_x[0] - m->hx * r2 - m->hy * m->rod[0];
  m->x[1] = m->middle_x[1] - m->hy * per_rate;
}

/* The crank's acceleration and the forces, each as sums over g and 1. With B_y and the acceleration
 * as unknowns, A = B + m_rod a_middle, B_x = m x'' - g_guide: the moments of the rod about its
 * middle and of the crank about the ground are two linear equations. */
static void solve_linear(const motion *m, double *acceleration, affine force[FRICTIONS]) {
  double p[2], by[TERMS]; /* p: h x (A + B) without B_y, by the acceleration */
  for (int k = 0; k < 2; k++)
    p[k] = m->hx * rod_mass * m->middle_y[k] -
           m->hy * (2.0 * slider * m->x[k] + rod_mass * m->middle_x[k]);
  double q[2]; /* crank x A without B_y */
  for (int k = 0; k < 2; k++)
    q[k] =
        m->ax * rod_mass * m->middle_y[k] - m->ay * (slider * m->x[k] + rod_mass * m->middle_x[k]);
  double inertia = crank_inertia + 0.25 * crank_mass * crank * crank;
  double a11 = rod_inertia * m->rod[1] + p[1], a12 = 2.0 * m->hx;
  double a21 = inertia + q[1], a22 = m->ax, determinant = 1.0 / (a11 * a22 - a12 * a21);
  const double rod_side[TERMS] = {0.0, 1.0, -1.0, -2.0 * m->hy, -rod_inertia * m->rod[0] - p[0]};
  const double crank_side[TERMS] = {1.0, -1.0, 0.0, -m->ay, torque - q[0]};
  for (int i = 0; i < TERMS; i++) {
    double constant = i == FRICTIONS, guide = i == GUIDE;
    acceleration[i] = (rod_side[i] * a22 - a12 * crank_side[i]) * determinant;
    by[i] = (a11 * crank_side[i] - a21 * rod_side[i]) * determinant;
    double bx = slider * (m->x[1] * acceleration[i] + constant * m->x[0]) - guide;
    double ax = bx + rod_mass * (m->middle_x[1] * acceleration[i] + constant * m->middle_x[0]);
    double ay = by[i] + rod_mass * (m->middle_y[1] * acceleration[i] + constant * m->middle_y[0]);
    force[AT_B].x[i] = bx;
    force[AT_B].y[i] = by[i];
    force[AT_A].x[i] = ax;
    force[AT_A].y[i] = ay;
    double turn = 0.5 * crank_mass * acceleration[i],
           inward = 0.5 * crank_mass * constant * m->rate2;
    force[AT_O].x[i] = ax - turn * m->ay - inward * m->ax;
    force[AT_O].y[i] = ay + turn * m->ax - inward * m->ay;
    force[GUIDE].x[i] = 0.0;
    force[GUIDE].y[i] = -by[i];
  }
}

/* Solves a 4 x 4 system by elimination; its diagonal is near 1. */
static void solve4(double j[FRICTIONS][TERMS]) {
  for (int i = 0; i < FRICTIONS; i++)
    for (int r = i + 1; r < FRICTIONS; r++) {
      double f = j[r][i] / j[i][i];
      for (int c = i + 1; c < TERMS; c++) j[r][c] -= f * j[i][c];
    }
  for (int i = FRICTIONS - 1; i >= 0; i--) {
    for (int c = i + 1; c < FRICTIONS; c++) j[i][FRICTIONS] -= j[i][c] * j[c][FRICTIONS];
    j[i][FRICTIONS] /= j[i][i];
  }
}

static void find_frictions(const affine force[FRICTIONS], const double *s, double *g) {
  enum { ITERATIONS = 20 };
  double change = 1.0, largest = 1.0;
  for (int n = 0; n < ITERATIONS && change > 1e-10 * largest; n++) {
    double j[FRICTIONS][TERMS];
    for (int k = 0; k < FRICTIONS; k++) {
      double x = force[k].x[FRICTIONS], y = force[k].y[FRICTIONS];
      for (int i = 0; i < FRICTIONS; i++) {
        x += force[k].x[i] * g[i];
        y += force[k].y[i] * g[i];
      }
      double size = sqrt(x * x + y * y), inverse = size > 0.0 ? s[k] / size : 0.0;
      for (int i = 0; i < FRICTIONS; i++)
        j[k][i] = (i == k) - inverse * (x * force[k].x[i] + y * force[k].y[i]);
      j[k][FRICTIONS] = s[k] * size - g[k];
    }
    solve4(j);
    change = largest = 0.0;
    for (int k = 0; k < FRICTIONS; k++) {
      g[k] += j[k][FRICTIONS];
      change = fmax(change, fabs(j[k][FRICTIONS]));
      largest = fmax(largest, fabs(g[k]));
    }
  }
}

static void rates(void *user, double t, const double *y, double *out) {
  program *p = user;
  motion m;
  double acceleration[TERMS];
  affine force[FRICTIONS];
  (void)t;
  find_motion(y[0], y[1], &m);
  solve_linear(&m, acceleration, force);
  const double s[FRICTIONS] = {
      -mu_pin * pin * tanh(pin * y[1] / v), -mu_pin * pin * tanh(pin * (m.rod_rate - y[1]) / v),
      -mu_pin * pin * tanh(pin * -m.rod_rate / v), -mu_guide * tanh(m.x_rate / v)};
  find_frictions((const affine *)force, s, p->friction);
  out[0] = y[1];
  out[1] = acceleration[FRICTIONS];
  for (int k = 0; k < FRICTIONS; k++) out[1] += acceleration[k] * p->friction[k];
}

static void row(void *user, const double *y, double *out) {
  (void)user;
  out[0] = y[1];
}

int ptl_bench_rough_crank(const ptl_bench_task *task, ptl_bench_record *record,
                          ptl_bench_counts *counts) {
  program p = {{0.0}};
  double y[2] = {0.0, 200.0};
  const double tolerance[2] = {task->rtol, 100.0 * task->rtol};
  ptl_bench_ode *ode = ptl_bench_ode_create(task->method, 2, rates, &p, y, tolerance, 0.0);
  if (ode == NULL) return 1;
  int flag = ptl_bench_ode_run(ode, task->until, y, row, record);
  *counts = ode->count(ode);
  ode->destroy(ode);
  return flag;
}
