/* test_tunnelling.c: contacts that are over sooner than the steps that nothing else limits.
 * Expected values: elastic collisions of equal bodies in closed form; the classical Runge-Kutta
 * method. */
#include "support.h"

/* Ten metres away a ball of 1 cm rests; another comes at 1 m/s, and passes it on to a third. Steps
 * grow to metres. Expected: each ball stops where it hits the next one, less the time in contact,
 * and the last one moves on with all the speed. */
static void a_ball_is_not_passed_through(void **state) {
  ptl_context *context = *state;
  ptl_system *system =
      system_of(context,
                "pintle: 1\n"
                "bodies:\n"
                "  one: {mass: 1, inertia: 1, position: [-10, 0], velocity: [1, 0]}\n"
                "  two: {mass: 1, inertia: 1}\n"
                "  three: {mass: 1, inertia: 1, position: [20, 0]}\n"
                "contacts: {elastic: {elastic: {law: power, stiffness: 1e9, exponent: 1}}}\n"
                "joints:\n"
                "  first: {type: circle_circle, contact: elastic, a: {body: one, radius: 5 mm},\n"
                "          b: {body: two, radius: 5 mm}}\n"
                "  second: {type: circle_circle, contact: elastic, a: {body: two, radius: 5 mm},\n"
                "           b: {body: three, radius: 5 mm}}\n"
                "run: {until: 40, every: 10}\n",
                NULL, 0);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  must(context, ptl_simulate(context, system, NULL, &sink, &summary));
  assert_int_equal(summary.gaps[0].touches, 1);
  assert_int_equal(summary.gaps[1].touches, 1);
  int end = trace.n - 1;
  double contact = 3.14159265358979323846 * sqrt(0.5 / 1e9), force = sqrt(0.5 * 1e9);
  assert_near(summary.gaps[0].peak_force, force, 1e-5 * force);
  assert_near(trace.events[0].time, 10.0 - 0.01, 1e-9);
  assert_near(rows_at(&trace, end, column_of(system, "one.vx")), 0.0, 1e-6);
  assert_near(rows_at(&trace, end, column_of(system, "two.vx")), 0.0, 1e-6);
  assert_near(rows_at(&trace, end, column_of(system, "three.vx")), 1.0, 1e-6);
  assert_near(rows_at(&trace, end, column_of(system, "two.x")), 20.0 - 0.01 + 0.5 * contact, 1e-4);
  assert_true(summary.counters.steps < 1000);
  rows_release(&trace);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
}

/* An arm of 1 m turns at 1 rad/s; its tip of 1 mm strikes a light paddle, which hinges back on a
 * spring, once in every turn. Without forces the arm's motion sets no limit to the steps. Expected:
 * ten strikes in 63 s, each where the tip comes to within two radii of the paddle at rest. */
static void a_striker_does_not_miss(void **state) {
  ptl_context *context = *state;
  ptl_system *system = system_of(
      context,
      "pintle: 1\n"
      "bodies:\n"
      "  arm: {mass: 1, inertia: 1, rate: 1, angle: -1}\n"
      "  paddle: {mass: 1 g, inertia: 1e-6, position: [1.0005, 0]}\n"
      "contacts: {soft: {elastic: {law: power, stiffness: 1e5, exponent: 1},\n"
      "                  damping: {law: hunt_crossley, alpha: 1}}}\n"
      "joints:\n"
      "  hub: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"
      "  drive: {type: motion, joint: hub, rate: 1}\n"
      "  slide: {type: translational, bodies: [ground, paddle], axis: [1, 0]}\n"
      "  strike: {type: circle_circle, contact: soft, a: {body: arm, at: [1, 0], radius: 1 mm},\n"
      "           b: {body: paddle, radius: 1 mm}}\n"
      "forces:\n"
      "  spring: {type: spring_damper, bodies: [ground, paddle], at: [[0.9, 0], [0, 0]],\n"
      "           stiffness: 1, damping: 0.07, free_length: 0.1005}\n"
      "run: {until: 63, every: 1}\n",
      NULL, 0);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  must(context, ptl_simulate(context, system, NULL, &sink, &summary));
  const double rest = 1.0005, turn = 2.0 * acos(-1.0);
  double ahead = acos((rest * rest + 1.0 - 4e-6) / (2.0 * rest)); /* of the paddle's middle [rad] */
  int strikes = 0;
  for (int i = 0; i < trace.n_events; i++)
    if (trace.events[i].kind == PTL_EVENT_TOUCH)
      assert_near(trace.events[i].time, 1.0 + turn * strikes++ - ahead, 1e-9);
  assert_int_equal(strikes, 10);
  assert_int_equal(summary.gaps[0].touches, 10);
  rows_release(&trace);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
}

/* Adams' IMPACT: F = max(0, k d^1.5 + c s(d/p) d'), s(u) = 3 u^2 - 2 u^3 up to 1. */
static double impact_force(double y, double v) {
  const double d = -y, u = fmin(d / 1e-3, 1.0);
  return d > 0.0 ? fmax(0.0, 1e6 * pow(d, 1.5) - 400.0 * u * u * (3.0 - 2.0 * u) * v) : 0.0;
}

static double impact_acceleration(double y, double v) {
  return impact_force(y, v) - 10.0;
}

/* Speed at 0.2 s of 1 kg that meets the surface as from a fall of 0.1 m. */
static double impact_speed(void) {
  enum { STEPS = 200000 };
  const double begin = sqrt(0.02), h = (0.2 - begin) / STEPS;
  double y = 0.0, v = -10.0 * begin;
  for (int i = 0; i < STEPS; i++) {
    const double a1 = impact_acceleration(y, v), v2 = v + 0.5 * h * a1,
                 a2 = impact_acceleration(y + 0.5 * h * v, v2), v3 = v + 0.5 * h * a2,
                 a3 = impact_acceleration(y + 0.5 * h * v2, v3), v4 = v + h * a3,
                 a4 = impact_acceleration(y + h * v3, v4);
    y += h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
    v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return v;
}

/* A damper so strong that there is no force on most of the way out: it comes back for 0.3 ms just
 * before the parts separate, where the damping fades. */
static void a_force_that_comes_back_is_not_stepped_over(void **state) {
  static const char *const tolerances[] = {"3.548e-8", "1e-9", "2.512e-11"};
  ptl_context *context = *state;
  const double expected = impact_speed();
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 2; k++) {
      const ptl_setting settings[] = {{"run.rtol", tolerances[i]},
                                      {"run.integrator", k == 0 ? "ida" : "dop853"}};
      ptl_system *system =
          system_of(context,
                    "pintle: 1\n"
                    "gravity: [0, -10]\n"
                    "bodies: {b: {mass: 1, inertia: 1e-3, position: [0, 0.12]}}\n"
                    "contacts: {k: {elastic: {law: power, stiffness: 1e6, exponent: 1.5},\n"
                    "               damping: {law: impact, coefficient: 400, depth: 1e-3}}}\n"
                    "joints:\n"
                    "  f: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]},\n"
                    "      circle: {body: b, radius: 0.02}, contact: k}\n"
                    "run: {until: 0.2, every: 0.1}\n",
                    settings, 2);
      rows trace = {0};
      ptl_sink sink = rows_sink(&trace);
      ptl_summary summary;
      must(context, ptl_simulate(context, system, NULL, &sink, &summary));
      assert_near(rows_at(&trace, trace.n - 1, column_of(system, "b.vy")), expected, 3e-7);
      rows_release(&trace);
      ptl_summary_release(context, &summary);
      ptl_system_destroy(system);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ball_is_not_passed_through),
      cmocka_unit_test(a_striker_does_not_miss),
      cmocka_unit_test(a_force_that_comes_back_is_not_stepped_over),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
