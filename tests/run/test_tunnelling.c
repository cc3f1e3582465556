/* test_tunnelling.c: contacts that are over sooner than the steps that nothing else limits.
 * Expected values: elastic collisions of equal bodies in closed form. */
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ball_is_not_passed_through),
      cmocka_unit_test(a_striker_does_not_miss),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
