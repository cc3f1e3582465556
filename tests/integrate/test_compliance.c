/* The regularisation of the DAE where reactions come to be far above the scale of forces that is
 * known at the start. */
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reactions_that_grow_do_not_bend_the_mechanism),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
