/* test_lyapunov.c: largest Lyapunov exponents. Expected values: closed forms of a rod that stands
 * on its end (sqrt(3 g/(2 L))) and of one that swings (0), damped (-c/(2 J)); the sign for the ball
 * on a vibrating table, whose orbits are known. */
#include "lyapunov.h"
#include "one_context.h"

static double exponent(const char *path, const ptl_setting *settings, int n, double from,
                       double until, double interval) {
  const ptl_lyapunov options = {.from = from, .until = until, .interval = interval, .seed = 3};
  ptl_mechanism *m;
  ptl_system *system;
  double value;
  must(context, ptl_mechanism_load(context, path, settings, n, &m));
  must(context, ptl_assemble(m, &system));
  must(context, ptl_lyapunov_run(context, system, &options, &value));
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  return value;
}

static const char pendulum[] = PINTLE_MODELS "/pendulum.yaml";

/* The rod stands upright for as long as rounding lets it, which is what the interval is for. */
static void test_upright(void **state) {
  const ptl_setting upright[] = {{"bodies.rod",
                                  "{mass: mass, inertia: mass*length^2/12, position: [0, "
                                  "length/2], angle: 90 deg}"},
                                 {"run.rtol", "1e-10"}};
  (void)state;
  const double value = exponent(pendulum, upright, 2, 0.5, 3, 0.25);
  assert_near(value, sqrt(1.5 * 9.81), 0.01 * sqrt(1.5 * 9.81));
}

/* A swing's neighbours part in proportion to time: ln(t)/t of a long one. */
static void test_swing(void **state) {
  (void)state;
  assert_near(exponent(pendulum, NULL, 0, 0, 200, 1), 0, 0.05);
}

/* Small swings with a damper, by whole periods 2 pi/sqrt(1.5 g/L - 0.3^2), J = m L^2/3 about the
 * pivot: both parts decay with c/(2 J). */
static void test_damped(void **state) {
  const ptl_setting hanging[] = {
      {"bodies.rod",
       "{mass: mass, inertia: mass*length^2/12, position: [0, -length/2], angle: -90 deg, "
       "rate: 0.01 rad/s, velocity: [0.005 m/s, 0]}"},
      {"forces.damper",
       "{type: rotational_spring_damper, bodies: [ground, rod], damping: 0.2 N m "
       "s/rad}"}};
  (void)state;
  assert_near(exponent(pendulum, hanging, 2, 0, 16 * 1.642960, 1.642960), -0.2 / (2 / 3.0), 0.02);
}

/* The orbit of one stroke a period is stable at 1.3; at 1.74 the motion is chaotic. */
static void test_table(void **state) {
  const ptl_setting stable = {"parameters.gamma", "1.3"}, chaotic = {"parameters.gamma", "1.74"};
  const char path[] = PINTLE_DATA "/../../docs/studies/bouncing_table.yaml";
  (void)state;
  assert_true(exponent(path, &stable, 1, 2, 5, 0.1) < -1);
  assert_true(exponent(path, &chaotic, 1, 2, 8, 0.1) > 0.5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_upright), cmocka_unit_test(test_swing),
                                     cmocka_unit_test(test_damped), cmocka_unit_test(test_table)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
