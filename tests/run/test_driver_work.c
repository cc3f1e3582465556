/* The work of drivers, and the energies of rows. Where drivers prescribe the motion steps are as
 * long as the integrator likes, and the multipliers are in no error test. Expected: the balance of
 * energies, at every row. */
#include "text_run.h"

#include "one_context.h"

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

/* An arm at constant rate works against springs, and against the friction of a pin that carries
 * them. */
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

/* A slider-crank at constant speed, by IDA. Expected at every row: what the drive has supplied is
 * the change of the kinetic energy, within rtol. */
static void a_crank_at_constant_speed(void **state) {
  static const char *const tolerances[] = {"1e-5", "1e-7", "1e-9"};
  (void)state;
  for (int i = 0; i < 3; i++) {
    const ptl_setting settings[] = {{"run.integrator", "ida"}, {"run.rtol", tolerances[i]}};
    ptl_system *s =
        system_of(context,
                  "pintle: 1\n"
                  "bodies:\n"
                  "  crank: {mass: 0.3, inertia: 1e-4, position: [0.025, 0]}\n"
                  "  rod: {mass: 0.21, inertia: 2.5e-4, position: [0.11, 0]}\n"
                  "  slider: {mass: 0.14, inertia: 1e-5, position: [0.17, 0]}\n"
                  "joints:\n"
                  "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
                  "  pin: {type: revolute, bodies: [crank, rod], at: [0.05, 0]}\n"
                  "  wrist: {type: revolute, bodies: [rod, slider], at: [0.17, 0]}\n"
                  "  guide: {type: translational, bodies: [ground, slider], axis: [1, 0]}\n"
                  "  drive: {type: motion, joint: shaft, rate: 500 rad/s}\n"
                  "run: {until: 2 turns of shaft, every: 10 us}\n",
                  settings, 2);
    ptl_summary sum;
    must(context, ptl_simulate(context, s, NULL, NULL, &sum));
    print_message("rtol %s: %.1e\n", tolerances[i], sum.largest_imbalance / sum.largest_energy);
    assert_true(sum.largest_imbalance <= atof(tolerances[i]) * sum.largest_energy);
    ptl_summary_release(context, &sum);
    ptl_system_destroy(s);
  }
}

/* A crank slings a rod whose far end is on a spring, at a coarse rtol, by which the integrator's
 * own velocities are off. Expected: the kinetic energy of the velocities, the potential energy of
 * the places and the elastic energy of the lengths in the same row. */
static void energies_are_those_of_the_row(void **state) {
  static const char *const integrators[] = {"auto", "ida"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    const ptl_setting settings[] = {{"run.integrator", integrators[i]}};
    outcome out = run_text(context,
                           "pintle: 1\n"
                           "gravity: [0, -9.81]\n"
                           "bodies:\n"
                           "  crank: {mass: 1, inertia: 0.05, position: [0.25, 0], rate: 3}\n"
                           "  rod: {mass: 2, inertia: 0.2, position: [1, 0]}\n"
                           "joints:\n"
                           "  p: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
                           "  q: {type: revolute, bodies: [crank, rod], at: [0.5, 0]}\n"
                           "forces:\n"
                           "  k: {type: spring_damper, bodies: [ground, rod], at: [[0, 1.5], [1.5, "
                           "0]], stiffness: 50,\n"
                           "      free_length: 1}\n"
                           "run: {until: 2, every: 0.01, rtol: 1e-4}\n",
                           settings, 1);
    for (int row = 0; row < out.trace.n; row++) {
      double kinetic = 0.0, potential = 0.0;
      static const struct {
        const char *vx, *vy, *omega, *y;
        double mass, inertia;
      } bodies[] = {{"crank.vx", "crank.vy", "crank.omega", "crank.y", 1.0, 0.05},
                    {"rod.vx", "rod.vy", "rod.omega", "rod.y", 2.0, 0.2}};
      for (int b = 0; b < 2; b++) {
        const double vx = at_row(&out, row, bodies[b].vx), vy = at_row(&out, row, bodies[b].vy),
                     omega = at_row(&out, row, bodies[b].omega);
        kinetic +=
            0.5 * bodies[b].mass * (vx * vx + vy * vy) + 0.5 * bodies[b].inertia * omega * omega;
        potential += 9.81 * bodies[b].mass * at_row(&out, row, bodies[b].y);
      }
      const double longer = at_row(&out, row, "k.length") - 1.0;
      assert_near(at_row(&out, row, "energy.kinetic"), kinetic, 1e-12 * (1.0 + kinetic));
      assert_near(at_row(&out, row, "energy.potential"), potential, 1e-12 * 50.0);
      assert_near(at_row(&out, row, "energy.elastic"), 25.0 * longer * longer, 1e-12 * 100.0);
    }
    release(context, &out);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_rise), cmocka_unit_test(a_pin_that_rubs),
                                     cmocka_unit_test(a_crank_at_constant_speed),
                                     cmocka_unit_test(energies_are_those_of_the_row)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
