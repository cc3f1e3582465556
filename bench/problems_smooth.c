/* problems_smooth.c: mechanisms without contact, each against an answer that is exact or nearly so.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

#define PI 3.14159265358979323846

/* x = r cos a + sqrt(l^2 - r^2 sin^2 a) */
double ptl_bench_ideal_error(const ptl_bench_problem *problem, const ptl_bench_record *record) {
  const double r = 0.05, l = 0.12, rate = 5000.0 * 2.0 * PI / 60.0;
  double worst = 0.0;
  for (int i = 0; i < record->n_rows; i++) {
    double a = rate * i * problem->every;
    double x = r * cos(a) + sqrt(l * l - r * r * sin(a) * sin(a));
    worst = fmax(worst, fabs(record->rows[2 * i] - x));
  }
  return worst;
}

/* Uniform rod, 1 m: a'' = -3 g/2 cos a */
static void pendulum(void *user, double t, const double *y, double *rates) {
  (void)user, (void)t;
  rates[0] = y[1];
  rates[1] = -1.5 * 9.81 * cos(y[0]);
}

double ptl_bench_pendulum_error(const ptl_bench_problem *problem, const ptl_bench_record *record) {
  double y[2] = {0.0, 0.0}, worst = 0.0;
  for (int i = 0; i < record->n_rows; i++) {
    if (i > 0) ptl_bench_reference(2, pendulum, NULL, 0.0, problem->every, 4, y);
    worst = fmax(worst, fabs(record->rows[i] - y[0]));
  }
  return worst;
}

/* ---------------------------------------------------------------- Andrews' squeezer */

/* Numbers and names of the Test Set for IVP Solvers, problem II-16 (Mazzia, Magherini 2008). */
static const double rr = 7e-3, ra = 92e-5, d = 28e-3, da = 115e-4, e = 2e-2, ea = 1421e-5;
static const double zf = 2e-2, fa = 1421e-5, ss = 35e-3, sa = 1874e-5, sb = 1043e-5, sc = 18e-3;
static const double sd = 2e-2, zt = 4e-2, ta = 2308e-5, tb = 916e-5, u = 4e-2, ua = 1228e-5;
static const double ub = 449e-5;

static const double beta = -0.0617138900142764496358948458001;
static const double theta = 0.0, gamma_0 = 0.455279819163070380255912382449;
static const double phi = 0.222668390165885884674473185609;
static const double delta = 0.487364979543842550225598953530;
static const double omega = -0.222668390165885884674473185609;
static const double epsilon = 1.23054744454982119249735015568;

static ptl_status add_bodies(ptl_mechanism *m) {
  const double xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273;
  const double xf = rr * cos(beta), yf = rr * sin(beta);
  const double xg = xa + zt * cos(delta), yg = ya + zt * sin(delta);
  const double xh = xa + u * sin(epsilon), yh = ya - u * cos(epsilon);
  /* Frames: K1 in O, K2 in F, K3 in B, K4 in G, K5 in A, K6 in H, K7 in A. */
  const struct {
    const char *name;
    double mass, inertia, x, y, angle, com_x, com_y;
  } bodies[] = {{"k1", 0.04325, 2.194e-6, 0, 0, beta, ra, 0},
                {"k2", 0.00365, 4.410e-7, xf, yf, beta + theta, -da, 0},
                {"k3", 0.02373, 5.255e-6, xb, yb, gamma_0, sb, -sa},
                {"k4", 0.00706, 5.667e-7, xg, yg, phi + delta, 0, ea - e},
                {"k5", 0.07050, 1.169e-5, xa, ya, delta, ta, tb},
                {"k6", 0.00706, 5.667e-7, xh, yh, omega + epsilon, zf - fa, 0},
                {"k7", 0.05498, 1.912e-5, xa, ya, epsilon, -ub, -ua}};
  ptl_status status = PTL_OK;
  for (size_t i = 0; status == PTL_OK && i < sizeof bodies / sizeof *bodies; i++) {
    ptl_body_def def = ptl_body_default();
    def.name = bodies[i].name;
    def.mass = bodies[i].mass;
    def.inertia = bodies[i].inertia;
    def.x = bodies[i].x;
    def.y = bodies[i].y;
    def.angle = bodies[i].angle;
    def.com_x = bodies[i].com_x;
    def.com_y = bodies[i].com_y;
    status = ptl_mechanism_add_body(m, &def);
  }
  return status;
}

static ptl_status add_joints(ptl_mechanism *m) {
  const ptl_joint_def joints[] = {
      {.name = "o", .a = {"ground", 0, 0, 0}, .b = {"k1", 0, 0, 0}},
      {.name = "f", .a = {"k1", rr, 0, 0}, .b = {"k2", 0, 0, 0}},
      {.name = "e3", .a = {"k2", -d, 0, 0}, .b = {"k3", 0, -ss, 0}},
      {.name = "e4", .a = {"k2", -d, 0, 0}, .b = {"k4", 0, -e, 0}},
      {.name = "e6", .a = {"k2", -d, 0, 0}, .b = {"k6", zf, 0, 0}},
      {.name = "b", .a = {"ground", -0.03635, 0.03273, 0}, .b = {"k3", 0, 0, 0}},
      {.name = "g", .a = {"k4", 0, 0, 0}, .b = {"k5", zt, 0, 0}},
      {.name = "a5", .a = {"ground", -0.06934, -0.00227, 0}, .b = {"k5", 0, 0, 0}},
      {.name = "h", .a = {"k6", 0, 0, 0}, .b = {"k7", 0, -u, 0}},
      {.name = "a7", .a = {"ground", -0.06934, -0.00227, 0}, .b = {"k7", 0, 0, 0}},
  };
  ptl_status status = PTL_OK;
  for (size_t i = 0; status == PTL_OK && i < sizeof joints / sizeof *joints; i++) {
    ptl_joint_def def = joints[i];
    def.use.type = "revolute";
    status = ptl_mechanism_add_joint(m, &def);
  }
  return status;
}

ptl_status ptl_bench_build_andrews(ptl_context *context, const ptl_bench_problem *problem,
                                   ptl_mechanism **out) {
  static const ptl_given spring[] = {{.name = "stiffness", .value = {4530}},
                                     {.name = "free_length", .value = {0.07785}}};
  const ptl_force_def force = {.name = "spring",
                               .use = {"spring_damper", spring, 2},
                               .a = {"ground", 0.014, 0.072, 0},
                               .b = {"k3", sd, -sc, 0}};
  const ptl_load_def motor = {.name = "motor", .at = {"k1", 0, 0, 0}, .torque = "0.033"};
  ptl_run_def run = ptl_run_default();
  ptl_mechanism *m = ptl_mechanism_create(context);
  (void)problem;
  *out = m;
  if (m == NULL) return PTL_ERR_MEMORY;
  run.until.amount = 0.03;
  run.start = PTL_START_GIVEN;
  ptl_status status = add_bodies(m);
  if (status == PTL_OK) status = add_joints(m);
  if (status == PTL_OK) status = ptl_mechanism_add_force(m, &force);
  if (status == PTL_OK) status = ptl_mechanism_add_load(m, &motor);
  return status == PTL_OK ? ptl_mechanism_set_run(m, &run) : status;
}

/* The angles of the Test Set are relative: theta = k2 - k1, phi = k4 - k5, Omega = k6 - k7. */
double ptl_bench_andrews_error(const ptl_bench_problem *problem, const ptl_bench_record *record) {
  static const double expected[] = {15.81077119629904,   -15.75637105984298, 0.04082224013073101,
                                    -0.5347301163226948, 0.5244099658805304, 0.5347301163226948,
                                    1.048080741042263};
  const double *k = record->rows + 7;
  (void)problem;
  if (record->n_rows < 2) return NAN;
  const double angles[] = {k[0], k[1] - k[0], k[2], k[3] - k[4], k[4], k[5] - k[6], k[6]};
  double worst = 0.0;
  for (int i = 0; i < 7; i++) worst = fmax(worst, fabs(angles[i] - expected[i]));
  return worst;
}
