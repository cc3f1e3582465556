/* The work of drivers where they prescribe the motion: steps are then as long as the integrator likes, and the
 * multipliers are in no error test. Expected: the balance of energies, at every row. */
#include "model_run.h"

static void balances(const char *text, double share) {
  static const char *const integrators[] = {"auto", "ida"}, *const tolerances[] = {"1e-5", "1e-8"};
  for (int i = 0; i < 4; i++) {
    const ptl_setting settings[] = {{"run.integrator", integrators[i / 2]},
                                    {"run.rtol", tolerances[i % 2]}};
    ptl_system *s = system_of(context, text, settings, 2);
    ptl_summary sum;
    must(context, ptl_simulate(context, s, NULL, NULL, &sum));
    if (!(sum.largest_imbalance < share * sum.largest_energy))
      fail_msg("%s, rtol %s: off by %.3g J of %.3g J", integrators[i / 2], tolerances[i % 2],
               sum.largest_imbalance, sum.largest_energy);
    ptl_summary_release(context, &sum);
    ptl_system_destroy(s);
  }
}

/* A mass follows a rise and comes to rest: rows lie within steps of a quarter of it. */
static void a_rise(void **state) {
  (void)state;
  balances(
      "pintle: 1\n"
      "bodies: {b: {mass: 0.2, inertia: 3e-4, position: [-0.3, 0.3]}}\n"
      "joints:\n"
      "  j: {type: translational, bodies: [ground, b], at: [-0.3, 0.3], axis: [-0.64, -0.77]}\n"
      "  m: {type: motion, joint: j, rises: [{law: polynomial_345, rise: 0.05, duration: 0.33}]}\n"
      "run: {until: 0.6, every: 0.006}\n",
      1e-4);
}

/* An arm at constant rate works against springs, and against the friction of a pin that carries them. */
static void a_pin_that_rubs(void **state) {
  (void)state;
  balances(
      "pintle: 1\n"
      "gravity: [0, -9.81]\n"
      "bodies: {b: {mass: 0.8, inertia: 0.25, angle: 1.3}}\n"
      "joints:\n"
      "  j: {type: revolute, bodies: [ground, b], at: [0, 0], radius: 0.034,\n"
      "      friction: {law: coulomb, coefficient: 0.1}}\n"
      "  m: {type: motion, joint: j, rate: -4.8}\n"
      "forces:\n"
      "  f: {type: spring_damper, bodies: [b, ground], at: [[1.04, -0.48], [2.8, -3.2]],\n"
      "      stiffness: 6000, free_length: 3.3, damping: 32}\n"
      "run: {until: 0.2, every: 0.002}\n",
      1e-4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_rise), cmocka_unit_test(a_pin_that_rubs)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
