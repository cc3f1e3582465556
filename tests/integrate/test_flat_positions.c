/* Positions in which equations depend on each other for an instant, and others that are none.
 *
 * A chain of two four-bars through its flat positions. Expected: it moves as one pendulum, a'' = c
 * sin a, c = g ((N + 1)/2 + N)/((N + 1)/3 + N) (models/n_four_bar.awk), which is integrated here by
 * the classical Runge-Kutta method. */
#include "model_run.h"

enum { N = 2 };

/* Angle of the first post at 10 s, after four flat positions. */
static double pendulum(void) {
  const double h = 1e-4, c = 9.81 * (0.5 * (N + 1) + N) / ((N + 1) / 3.0 + N);
  double a = 0.0, v = 1.0;
  for (int i = 0; i < 100000; i++) {
    double k1 = c * sin(a), k2 = c * sin(a + 0.5 * h * v);
    double k3 = c * sin(a + 0.5 * h * v + 0.25 * h * h * k1);
    double k4 = c * sin(a + h * v + 0.5 * h * h * k2);
    a += h * v + h * h / 6.0 * (k1 + k2 + k3);
    v += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return 0.5 * pi - a;
}

static void add(char *text, size_t size, const char *line, int a, int b) {
  size_t used = strlen(text);
  snprintf(text + used, size - used, line, a, b);
}

static void write_chain(char *text, size_t size) {
  snprintf(text, size, "pintle: 1\ngravity: [0, -9.81]\nbodies:\n");
  for (int i = 0; i <= N; i++)
    add(text, size,
        "  post%d: {mass: 1, inertia: 1/12, position: [%d, 0], angle: 90 deg, rate: -1, com: [0.5, "
        "0]}\n",
        i, i);
  for (int i = 0; i < N; i++)
    add(text, size,
        "  bar%d: {mass: 1, inertia: 1/12, position: [%d, 1], velocity: [1, 0], com: [0.5, 0]}\n",
        i, i);
  add(text, size, "joints:\n", 0, 0);
  for (int i = 0; i <= N; i++) {
    add(text, size, "  foot%d: {type: revolute, bodies: [ground, ", i, 0);
    add(text, size, "post%d], at: [[%d, 0], [0, 0]]}\n", i, i);
  }
  for (int i = 0; i < N; i++) {
    add(text, size, "  left%d: {type: revolute, bodies: [post%d, ", i, i);
    add(text, size, "bar%d], at: [[1, 0], [0, 0]]}\n", i, 0);
    add(text, size, "  right%d: {type: revolute, bodies: [post%d, ", i, i + 1);
    add(text, size, "bar%d], at: [[1, 0], [1, 0]]}\n", i, 0);
  }
  add(text, size, "run: {until: 10 s, every: 10 s}\noutput: {columns: [post0.angle]}\n", 0, 0);
}

static double error_of(const char *text, const char *integrator, const char *rtol,
                       ptl_summary *sum) {
  const ptl_setting settings[] = {{"run.integrator", integrator}, {"run.rtol", rtol}};
  ptl_system *s = system_of(context, text, settings, 2);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  must(context, ptl_simulate(context, s, NULL, &sink, sum));
  double angle = rows_at(&trace, trace.n - 1, column_of(s, "post0.angle"));
  rows_release(&trace);
  ptl_system_destroy(s);
  return fabs(angle - pendulum());
}

/* Down to `floor` [rad], and by no more than so many steps however small the tolerance is. */
static void check(const char *integrator, double per_rtol, double floor, int64_t most_steps) {
  static const char *const tolerances[] = {"1e-5", "1e-6",  "1e-7",  "1e-8",
                                           "1e-9", "5e-10", "1e-10", "1e-11"};
  char text[4096];
  write_chain(text, sizeof text);
  for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
    ptl_summary sum;
    double rtol = strtod(tolerances[i], NULL);
    double error = error_of(text, integrator, tolerances[i], &sum);
    if (!(error < fmax(per_rtol * rtol, floor)))
      fail_msg("%s, rtol %s: off by %.3g rad", integrator, tolerances[i], error);
    assert_true(sum.counters.steps < most_steps);
    ptl_summary_release(context, &sum);
  }
}

/* BDF keeps what rounding does to its differences. */
static void a_tighter_tolerance_is_never_worse(void **state) {
  (void)state;
  check("auto", 10.0, 1e-9, 1000);
  check("ida", 60.0, 3e-9, 100000);
}

/* The last row's value of a column; the run ends well. */
static double last_value(const char *text, const ptl_setting *settings, int n, const char *column,
                         ptl_summary *sum) {
  ptl_system *s = system_of(context, text, settings, n);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  must(context, ptl_simulate(context, s, NULL, &sink, sum));
  const double last = rows_at(&trace, trace.n - 1, column_of(s, column));
  rows_release(&trace);
  ptl_system_destroy(s);
  return last;
}

/* A parallelogram that a driver turns slowly through its flat position, near which it starts.
 * Expected: both cranks turn alike, with -1 rad/s; and steps that do not fall to the rounding of
 * the position, at any tolerance: of IDA's some hundreds, now and then 50 000, from one tolerance
 * to the next, where that would take 1e8. */
static void a_slow_driver_passes_a_flat_position(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "gravity: [0, 0]\n"
      "bodies:\n"
      "  l: {mass: 1, inertia: 0.02, position: [0, 0], angle: 0.1, com: [0.25, 0]}\n"
      "  r: {mass: 1, inertia: 0.02, position: [2, 0], angle: 0.1, com: [0.25, 0]}\n"
      "  bar: {mass: 4, inertia: 4/3, position: [0.5*cos(0.1), 0.5*sin(0.1)], com: [1, 0]}\n"
      "joints:\n"
      "  lf: {type: revolute, bodies: [ground, l]}\n"
      "  rf: {type: revolute, bodies: [ground, r]}\n"
      "  lp: {type: revolute, bodies: [l, bar], at: [[0.5, 0], [0, 0]]}\n"
      "  rp: {type: revolute, bodies: [r, bar], at: [[0.5, 0], [2, 0]]}\n"
      "  d: {type: motion, joint: lf, rate: -1 rad/s}\n"
      "run: {until: 0.2, every: 0.01, limits: {steps: 200000}}\n";
  static const char *const integrators[] = {"auto", "ida", "dop853"};
  static const char *const tolerances[] = {"1e-8", "1e-9", "1e-10", "1e-11", "1e-12"};
  (void)state;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 5; k++) {
      const ptl_setting settings[] = {{"run.integrator", integrators[i]},
                                      {"run.rtol", tolerances[k]}};
      ptl_summary sum;
      const double omega = last_value(text, settings, 2, "r.omega", &sum);
      if (!(fabs(omega + 1.0) < 1e-9))
        fail_msg("%s, rtol %s: off by %.3g rad/s", integrators[i], tolerances[k], omega + 1.0);
      ptl_summary_release(context, &sum);
    }
}

/* A parallelogram whose heavy crank a driver turns at a constant rate through flat positions. What
 * is left of an equation there beside the coordinates that the driver determines
 * vanishes, however independent it is of the others. Expected: both cranks turn alike, and the
 * energy balance. */
static void a_driven_parallelogram_goes_round(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  l: {mass: 1, inertia: 0.01, angle: 0.1}\n"
      "  bar: {mass: 1, inertia: 0.01, position: [0.1*cos(0.1), 0.1*sin(0.1)]}\n"
      "  r: {mass: 1, inertia: 0.01, position: [0.3, 0], angle: 0.1}\n"
      "joints:\n"
      "  lf: {type: revolute, bodies: [ground, l], at: [[0, 0], [0, 0]]}\n"
      "  lp: {type: revolute, bodies: [l, bar], at: [[0.1, 0], [0, 0]]}\n"
      "  rp: {type: revolute, bodies: [bar, r], at: [[0.3, 0], [0.1, 0]]}\n"
      "  rf: {type: revolute, bodies: [ground, r], at: [[0.3, 0], [0, 0]]}\n"
      "  d: {type: motion, joint: lf, rate: 5 rad/s}\n"
      "run: {until: 3, every: 3 ms, limits: {steps: 20000}}\n";
  static const char *const rates[] = {"5", "-5", "1.5"};
  static const char *const tolerances[] = {"1e-4", "1e-5", "1e-6", "1e-7", "1e-8", "1e-9"};
  (void)state;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 6; k++) {
      const ptl_setting settings[] = {{"joints.d.rate", rates[i]}, {"run.rtol", tolerances[k]}};
      ptl_summary sum;
      const double angle = last_value(text, settings, 2, "r.angle", &sum);
      assert_near(angle, 0.1 + 3.0 * atof(rates[i]), 1e-9);
      assert_true(sum.counters.ida_steps == 0);
      assert_true(sum.largest_imbalance <= 1e-4 * sum.largest_energy);
      ptl_summary_release(context, &sum);
    }
}

/* Two bodies on a pin, which two more pins make one: each of four equations between them may be the
 * one too many, also where the pins lie along an axis. Expected: one pendulum of 2 kg, 0.7 kg m^2
 * about its pin, at rest at first, integrated here by the classical Runge-Kutta method; no step
 * more than run.max_step asks for, none by IDA. */
static void two_pins_along_an_axis_are_no_flat_position(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: 0.1, position: [0.5, 0]}\n"
      "  b: {mass: 1, inertia: 0.1, position: [0.5, 0]}\n"
      "joints:\n"
      "  foot: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
      "  p1: {type: revolute, bodies: [a, b], at: [0.3, 0.4]}\n"
      "  p2: {type: revolute, bodies: [a, b], at: [0.6, 0.2]}\n"
      "run: {until: 1, every: 1, max_step: 1e-3, rtol: 1e-10}\n";
  const double h = 1e-4, c = 2.0 * 9.81 * 0.5 / 0.7;
  double x = 0.0, v = 0.0;
  (void)state;
  for (int i = 0; i < 10000; i++) {
    double k1 = -c * cos(x), k2 = -c * cos(x + 0.5 * h * v);
    double k3 = -c * cos(x + 0.5 * h * v + 0.25 * h * h * k1);
    double k4 = -c * cos(x + h * v + 0.5 * h * h * k2);
    x += h * v + h * h / 6.0 * (k1 + k2 + k3);
    v += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  ptl_summary sum;
  const double angle = last_value(text, NULL, 0, "b.angle", &sum);
  if (!(fabs(angle - x) < 1e-11)) fail_msg("off by %.3g rad", angle - x);
  assert_true(sum.counters.steps < 1050);
  assert_int_equal(sum.counters.ida_steps, 0);
  assert_true(sum.largest_velocity_violation < 1e-12);
  ptl_summary_release(context, &sum);
}

/* A body on two pins cannot turn, and a rod between two points that pins hold adds an equation of
 * which only rounding is left. Expected: the angle given, in every row, and a block that falls
 * along the body, from rest by half g cos(b) t^2 with b between rail and gravity. */
static void what_rounding_leaves_of_an_equation_holds_nothing(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  held: {mass: 0.0016, inertia: 2e-7, position: [-0.0086652, -0.00873122], angle: 2.08183}\n"
      "  block: {mass: 0.0063, inertia: 2e-7, position: [-0.01052, 0.0227855], angle: 2.70728}\n"
      "  other: {mass: 0.0022, inertia: 5e-8, position: [0.00460989, -0.0295198], rate: -2.75644}\n"
      "joints:\n"
      "  first: {type: revolute, bodies: [ground, held], at: [-0.0086652, -0.00873122]}\n"
      "  rail: {type: translational, bodies: [held, block], at: [-0.0145323, -0.00241298], axis: "
      "[-0.0694727, 0.997584]}\n"
      "  rod: {type: distance, bodies: [held, other], at: [[0, 0], [0, 0]], length: "
      "0.024665625330092485}\n"
      "  third: {type: revolute, bodies: [ground, other], at: [0.00460989, -0.0295198]}\n"
      "  second: {type: revolute, bodies: [ground, held], at: [0.0263346, -0.0237852]}\n"
      "run: {until: 1.2, every: 0.01}\n";
  const double fallen = 0.5 * 9.81 * 0.997584 / hypot(0.0694727, 0.997584) * 1.2 * 1.2;
  static const char *const integrators[] = {"auto", "ida", "dop853"};
  (void)state;
  for (int i = 0; i < 3; i++) {
    const ptl_setting settings[] = {{"run.integrator", integrators[i]}};
    ptl_system *s = system_of(context, text, settings, 1);
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary sum;
    must(context, ptl_simulate(context, s, NULL, &sink, &sum));
    if (i == 0) assert_int_equal(sum.counters.ida_steps, 0); /* nothing is singular */
    for (int row = 0; row < trace.n; row++)
      assert_near(rows_at(&trace, row, column_of(s, "held.angle")), 2.08183, 1e-9);
    assert_near(rows_at(&trace, trace.n - 1, column_of(s, "rail.position")), -fallen, 1e-6);
    rows_release(&trace);
    ptl_summary_release(context, &sum);
    ptl_system_destroy(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_tighter_tolerance_is_never_worse),
      cmocka_unit_test(a_slow_driver_passes_a_flat_position),
      cmocka_unit_test(a_driven_parallelogram_goes_round),
      cmocka_unit_test(two_pins_along_an_axis_are_no_flat_position),
      cmocka_unit_test(what_rounding_leaves_of_an_equation_holds_nothing),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
