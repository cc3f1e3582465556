/* Examples of DLR's library PlanarMechanics, built anew with their parameters: those that need
 * states of a controller, links and sliders without mass, and a friction curve under a reaction.
 * Expected: the equations of motion in the fewest coordinates, written here by hand and integrated
 * by Runge and Kutta's classical method. */
#include "text_run.h"

enum { MOST_STATES = 6 };

typedef void (*rates)(const double *y, double *dy);

/* From 0 to t in n steps. */
static void integrate(rates f, int width, double t, int n, double *y) {
  const double h = t / n;
  for (int step = 0; step < n; step++) {
    double k[4][MOST_STATES], z[MOST_STATES];
    f(y, k[0]);
    for (int stage = 1; stage < 4; stage++) {
      for (int i = 0; i < width; i++) z[i] = y[i] + (stage < 3 ? 0.5 : 1.0) * h * k[stage - 1][i];
      f(z, k[stage]);
    }
    for (int i = 0; i < width; i++)
      y[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
  }
}

/* Accelerations a of [m00 m01; m01 m11] a = f. */
static void solve(double m00, double m01, double m11, double f0, double f1, double a[2]) {
  const double determinant = m00 * m11 - m01 * m01;
  a[0] = (m11 * f0 - m01 * f1) / determinant;
  a[1] = (m00 * f1 - m01 * f0) / determinant;
}

/* Runs by both integrators; each row is compared with `width` states, whose columns are named. */
static void compare(void **state, const char *text, rates f, const double *start, int width,
                    const char *const *columns, double tolerance) {
  static const char *const integrators[] = {"auto", "ida"};
  for (int i = 0; i < 2; i++) {
    const ptl_setting settings[] = {{"run.integrator", integrators[i]}, {"run.rtol", "1e-10"}};
    outcome out = run_text(*state, text, settings, 2);
    double y[MOST_STATES], before = 0.0;
    memcpy(y, start, (size_t)width * sizeof *y);
    for (int row = 0; row < out.trace.n; row++) {
      const double t = at_row(&out, row, "time");
      if (t > before) integrate(f, width, t - before, (int)ceil((t - before) / 2e-5), y);
      before = t;
      for (int k = 0; k < width; k++)
        if (columns[k] != NULL) assert_near(at_row(&out, row, columns[k]), y[k], tolerance);
    }
    assert_true(before > 0.9);
    release(*state, &out);
  }
}

/* ------------------------------------------------------------------ ControlledCraneCrab */

/* s, phi, their rates, integral and lag of the controller: cart of 250 kg, a point of 70 kg 2.5 m
 * above it. */
static void crane_crab(const double *y, double *dy) {
  const double m = 70.0, l = 2.5, c = cos(y[1]), s = sin(y[1]);
  const double force = -320.0 * 9.81 * 5.0 * (y[1] + y[4] + 10.0 * (y[1] - y[5]));
  double a[2];
  solve(250.0 + m, -m * l * c, m * l * l, force - m * l * s * y[3] * y[3], m * 9.81 * l * s, a);
  dy[0] = y[2];
  dy[1] = y[3];
  dy[2] = a[0];
  dy[3] = a[1];
  dy[4] = y[1] / 1e9;
  dy[5] = (y[1] - y[5]) / 0.02;
}

static void a_controller_holds_a_crane_crab(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -9.81]\n"
      "signals:\n"
      "  integral: {unit: '1', rate: revolute.angle/(1e9 s), start: 0}\n"
      "  lag: {unit: '1', rate: (revolute.angle - lag)/(20 ms), start: 0}\n"
      "  pid: -320*9.81*5 N*(revolute.angle + integral + 0.2/0.02*(revolute.angle - lag))\n"
      "bodies:\n"
      "  body1: {mass: 250 kg, inertia: 0 kg m^2}\n"
      "  body: {mass: 70 kg, inertia: 0 kg m^2, com: [0, 2.5 m], angle: -0.34906585039887 rad}\n"
      "joints:\n"
      "  prismatic: {type: translational, bodies: [ground, body1]}\n"
      "  revolute: {type: revolute, bodies: [body1, body], zero: bodies}\n"
      "loads: {force: {body: body1, force: [pid, 0]}}\n"
      "run: {until: 3 s, every: 0.1 s}\n";
  static const double start[] = {0.0, -0.34906585039887, 0.0, 0.0, 0.0, 0.0};
  static const char *const columns[] = {"prismatic.position", "revolute.angle", "prismatic.speed",
                                        "revolute.rate",      "integral",       "lag"};
  compare(state, text, crane_crab, start, 6, columns, 2e-7);
}

/* ------------------------------------------------------------------ KinematicLoop */

/* Place s of the slider and angle p of the pendulum, which hangs where both links of 0.5 m meet, at
 * (s/2, -h). */
static void kinematic_loop(const double *y, double *dy) {
  const double m = 1.0, inertia = 0.1, l = 0.6, s = y[0], c = cos(y[1]), q = sin(y[1]);
  const double h = sqrt(0.25 - s * s / 4.0), h1 = -s / (4.0 * h);
  const double h2 = -(0.25 + h1 * h1) / h;
  const double s_rate = y[2], p_rate = y[3];
  /* the apex: (s/2, -h); the body: apex + l (sin p, -cos p) */
  const double ax = -l * q * p_rate * p_rate;
  const double ay = -h2 * s_rate * s_rate + l * c * p_rate * p_rate;
  const double spring = 20.0 * (s - 0.4) + 4.0 * s_rate;
  double a[2];
  solve(m * (0.25 + h1 * h1), m * l * (0.5 * c - h1 * q), m * l * l + inertia,
        -spring + m * 9.81 * h1 - m * (0.5 * ax - h1 * ay),
        -m * 9.81 * l * q - m * l * (c * ax + q * ay), a);
  dy[0] = s_rate;
  dy[1] = p_rate;
  dy[2] = a[0];
  dy[3] = a[1];
}

static void a_loop_has_no_mass(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -9.81]\n"
      "parameters: {lean: asin(0.4)}\n"
      "bodies:\n"
      "  link1: {mass: 0, inertia: 0, angle: lean}\n"
      "  link2: {mass: 0, inertia: 0, position: [0.4, 0], angle: -lean}\n"
      "  slider: {mass: 0, inertia: 0, position: [0.4, 0]}\n"
      "  body: {mass: 1, inertia: 0.1, com: [0, -0.6], angle: lean - 0.69813170079773}\n"
      "joints:\n"
      "  revolute1: {type: revolute, bodies: [ground, link1], at: [[0, 0], [0, 0]]}\n"
      "  revolute2: {type: revolute, bodies: [link1, link2], at: [[0, -0.5], [0, -0.5]]}\n"
      "  revolute3: {type: revolute, bodies: [slider, link2], at: [[0, 0], [0, 0]]}\n"
      "  revolute4: {type: revolute, bodies: [link1, body], at: [[0, -0.5], [0, 0]]}\n"
      "  prismatic: {type: translational, bodies: [ground, slider], zero: bodies}\n"
      "forces: {spring: {type: spring_damper, bodies: [ground, slider], at: [[0, 0], [0, 0]],\n"
      "  along: x, stiffness: 20, damping: 4, free_length: 0.4}}\n"
      "run: {until: 5 s, every: 0.1 s}\n";
  static const char *const columns[] = {"prismatic.position", "body.angle", "prismatic.speed",
                                        "body.omega"};
  const double start[] = {0.4, asin(0.4) - 0.69813170079773, 0.0, 0.0};
  compare(state, text, kinematic_loop, start, 4, columns, 1e-7);
}

/* ------------------------------------------------------------------ CounterSpin */

static double smooth(double x, double x0, double y0, double x1, double y1) {
  const double u = fmin(fmax((x - x0) / (x1 - x0), 0.0), 1.0);
  return y0 + (y1 - y0) * u * u * (3.0 - 2.0 * u);
}

/* Place and angle of a wheel of 0.01 kg, 5e-4 kg m^2 and 0.1 m, and their rates. */
static void counter_spin(const double *y, double *dy) {
  const double slip = y[2] + 0.1 * y[3], size = fabs(slip);
  const double mu =
      size < 0.01 ? smooth(size, -0.01, -0.5, 0.01, 0.5) : smooth(size, 0.01, 0.5, 0.03, 0.15);
  const double force = -copysign(mu, slip) * 0.01 * 9.81;
  dy[0] = y[2];
  dy[1] = y[3];
  dy[2] = force / 0.01;
  dy[3] = 0.1 * force / 5e-4;
}

static void a_wheel_spins_backwards(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -9.81]\n"
      "bodies: {wheel: {mass: 10 g, inertia: 5e-4, position: [0, 0.1], velocity: [2, 0], rate: "
      "15}}\n"
      "joints:\n"
      "  rolling:\n"
      "    type: pin_in_slot\n"
      "    slot: {body: ground, line: {from: [-1, 0.1], to: [5, 0.1]}}\n"
      "    pin: {body: wheel, radius: 0.1}\n"
      "    friction: {law: adams_friction, static: 0.5, kinetic: 0.15, stiction_speed: 0.01,\n"
      "      friction_speed: 0.03}\n"
      "run: {until: 5 s, every: 0.1 s}\n";
  static const double start[] = {0.0, 0.0, 2.0, 15.0};
  static const char *const columns[] = {"wheel.x", "wheel.angle", "wheel.vx", "wheel.omega"};
  compare(state, text, counter_spin, start, 4, columns, 1e-6);
}

/* ------------------------------------------------------------------ a spring with a mass */

/* Of 0.5 kg at the middle of a spring of 200 N/m, under a body of 2 kg: half its weight hangs on
 * the body's side, and a quarter of it moves with the body. Closed form: s = s0 + (m + m_s/2) g/k
 * (cos(w t) - 1) downwards, w^2 = k/(m + m_s/4). */
static void a_spring_has_a_mass(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -9.81]\n"
      "bodies:\n"
      "  middle: {mass: 0.5, inertia: 0, position: [0, -0.1]}\n"
      "  body: {mass: 2, inertia: 0, position: [0, -0.2]}\n"
      "joints:\n"
      "  upper: {type: translational, bodies: [ground, middle], axis: [0, 1]}\n"
      "  lower: {type: translational, bodies: [ground, body], axis: [0, 1]}\n"
      "  stretch: {type: coupling, joints: [lower, upper], ratio: 2}\n"
      "forces: {spring: {type: spring_damper, bodies: [ground, body], at: [[0, 0], [0, 0]], along: "
      "y,\n"
      "  stiffness: 200, damping: 0, free_length: -0.2}}\n"
      "run: {until: 1 s, every: 0.1 s, rtol: 1e-10}\n";
  const double k = 200.0, w = sqrt(k / (2.0 + 0.5 / 4.0)), sag = (2.0 + 0.5 / 2.0) * 9.81 / k;
  outcome out = run_text(*state, text, NULL, 0);
  assert_int_equal(out.trace.n, 11);
  for (int row = 0; row < out.trace.n; row++)
    assert_near(at_row(&out, row, "body.y"), -0.2 + sag * (cos(w * 0.1 * row) - 1.0), 1e-8);
  release(*state, &out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_controller_holds_a_crane_crab), cmocka_unit_test(a_loop_has_no_mass),
      cmocka_unit_test(a_wheel_spins_backwards), cmocka_unit_test(a_spring_has_a_mass)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
