/* The regularisation and the tolerances of IDA where forces, reactions and speeds come to be far
 * above the scales that are known at the start. */
#include "text_run.h"

/* A sleeve on a rod that turns at 2 rad/s: r = r0 cosh(2 t), 11,000 times as far after 5 s. */
static const char sleeve[] =
    "pintle: 1\n"
    "gravity: [0, 0]\n"
    "bodies:\n"
    "  rod: {mass: 1 kg, inertia: 0.1 kg m^2}\n"
    "  sleeve: {mass: 2 kg, inertia: 0.3 kg m^2, position: [0.5 m, 0 m], velocity: [0 m/s, 1 m/s], "
    "rate: 2 rad/s}\n"
    "joints:\n"
    "  pin: {type: revolute, bodies: [ground, rod]}\n"
    "  slide: {type: translational, bodies: [rod, sleeve], at: [0 m, 0 m], axis: [1, 0]}\n"
    "  drive: {type: motion, joint: pin, rate: 2 rad/s}\n"
    "run: {until: 5 s, every: 0.1 s, integrator: ida}\n";

/* Expected: the closed form; the reaction 2 m omega r' and its moment about the pin grow with the
 * fourth power of the distance over the scale. */
static void reactions_that_grow_do_not_bend_the_mechanism(void **state) {
  ptl_context *context = *state;
  for (int k = 6; k <= 20; k++) {
    char rtol[32];
    snprintf(rtol, sizeof rtol, "%.3e", pow(10.0, -0.5 * k));
    const ptl_setting settings[] = {{"run.rtol", rtol}};
    outcome out = run_text(context, sleeve, settings, 1);
    double worst = 0.0;
    for (int row = 0; row < out.trace.n; row++) {
      const double t = at_row(&out, row, "time"), r = 0.5 * cosh(2.0 * t);
      worst = fmax(worst, fabs(at_row(&out, row, "sleeve.x") - r * cos(2.0 * t)) / r);
      worst = fmax(worst, fabs(at_row(&out, row, "sleeve.y") - r * sin(2.0 * t)) / r);
    }
    if (worst > 3.0 * atof(rtol)) fail_msg("off by %g at rtol %s", worst, rtol);
    assert_true(fabs(out.summary.energy.balance) < atof(rtol) * out.summary.energy.kinetic);
    assert_true(out.summary.relative_compliance <= 1e-7); /* raised by nothing */
    release(context, &out);
  }
}

/* An unbalanced rotor of 2.875e-4 kg m^2 under 1e-6 N m exp(t / 0.1 s): its speed grows 3.3 million
 * times, with the rate and the angle of the closed form. */
static void a_rotor_that_becomes_fast_is_followed(void **state) {
  static const char rotor[] =
      "pintle: 1\n"
      "bodies: {rotor: {mass: 0.3, inertia: 1e-4, position: [0.025, 0]}}\n"
      "joints: {shaft: {type: revolute, bodies: [ground, rotor], at: [0, 0]}}\n"
      "loads: {m: {body: rotor, torque: '1e-6 N m*exp(time/0.1 s)'}}\n"
      "run: {until: 1.5 s, every: 0.1 s, integrator: ida}\n";
  static const char *const rtols[] = {"1e-6", "1e-8", "1e-10", "1e-11"};
  for (int k = 0; k < 4; k++) {
    const ptl_setting settings[] = {{"run.rtol", rtols[k]}};
    outcome out = run_text(*state, rotor, settings, 1);
    const double of = 1e-6 * 0.1 / 2.875e-4, e = exp(15.0) - 1.0;
    assert_near(last(&out, "rotor.omega") / (of * e), 1.0, atof(rtols[k]));
    assert_near(last(&out, "rotor.angle") / (of * (0.1 * e - 1.5)), 1.0, atof(rtols[k]));
    assert_true(out.summary.counters.steps < 100000);
    release(*state, &out);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reactions_that_grow_do_not_bend_the_mechanism),
      cmocka_unit_test(a_rotor_that_becomes_fast_is_followed),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
