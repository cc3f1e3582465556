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

/* Films whose resistance is 10^4 times what the masses need, and one that a heavy load presses to
 * 1/200 of its clearance. Expected: conservation of energy. */
static void strong_films_keep_the_energy(void **state) {
  static const char crank[] =
      "pintle: 1\n"
      "gravity: [0, -9.81 m/s^2]\n"
      "parameters: {size: 0.38 m, mass: 0.04 kg, play: 15 um, viscosity: 0.3 Pa*s, rate: 27 "
      "rad/s}\n"
      "bodies:\n"
      "  crank: {mass: mass, inertia: mass*size^2/10, position: [size/2, 0]}\n"
      "  rod: {mass: mass, inertia: 0.3*mass*size^2, position: [2.5*size, 0]}\n"
      "  slider: {mass: mass, inertia: 0.05*mass*size^2, position: [4*size, 0]}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
      "  pin: {type: revolute, bodies: [crank, rod], at: [size, 0], radius: size/10, clearance: "
      "play,\n"
      "        film: {law: butenschoen, viscosity: viscosity, length: size/10}}\n"
      "  wrist: {type: revolute, bodies: [rod, slider], at: [4*size, 0]}\n"
      "  guide: {type: translational, bodies: [ground, slider], axis: [1, 0]}\n"
      "  drive: {type: motion, joint: shaft, rate: 'rate*step5(time, 0, 0, 1.8/rate, 1)'}\n"
      "run: {until: 6.5/rate, every: 0.03/rate}\n";
  static const char *const sizes[][5] = {/* size, mass, play, viscosity, rate */
                                         {"0.38 m", "0.04 kg", "15 um", "0.3 Pa*s", "27 rad/s"},
                                         {"0.43 m", "0.14 kg", "15 um", "0.6 Pa*s", "40 rad/s"},
                                         {"14 mm", "1.2 kg", "1.6 um", "0.02 Pa*s", "90 rad/s"}};
  static const char *const names[] = {"parameters.size", "parameters.mass", "parameters.play",
                                      "parameters.viscosity", "parameters.rate"};
  static const char *const rtols[] = {"1e-6", "1e-7", "3e-8"};
  static const char *const integrators[] = {"auto", "ida"};
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < 3; j++)
      for (int i = 0; i < 2; i++) {
        ptl_setting settings[] = {{"run.rtol", rtols[j]},
                                  {"run.integrator", integrators[i]},
                                  {NULL, NULL},
                                  {NULL, NULL},
                                  {NULL, NULL},
                                  {NULL, NULL},
                                  {NULL, NULL}};
        for (int n = 0; n < 5; n++) settings[2 + n] = (ptl_setting){names[n], sizes[k][n]};
        outcome out = run_text(*state, crank, settings, 7);
        const double off = out.summary.largest_imbalance / out.summary.largest_energy;
        if (off > 40.0 * atof(rtols[j]))
          fail_msg("%s, rtol %s, %s: off by %g", sizes[k][0], rtols[j], integrators[i], off);
        release(*state, &out);
      }
}

/* A bushing that is stiff and overdamped beside a slow motion. Expected: conservation of energy. */
static void a_stiff_bushing_keeps_the_energy(void **state) {
  static const char crank[] =
      "pintle: 1\n"
      "bodies:\n"
      "  crank: {mass: 10 kg, inertia: 3.3e-4, position: [9 mm, 0]}\n"
      "  rod: {mass: 10 kg, inertia: 1e-3, position: [45 mm, 0]}\n"
      "  slider: {mass: 10 kg, inertia: 1.7e-4, position: [72 mm, 0]}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
      "  pin: {type: revolute, bodies: [crank, rod], at: [18 mm, 0]}\n"
      "  wrist: {type: revolute, bodies: [rod, slider], at: [72 mm, 0],\n"
      "          bushing: {stiffness: 6e6 N/m, damping: 6.6e7 N s/m}}\n"
      "  guide: {type: translational, bodies: [ground, slider], axis: [1, 0]}\n"
      "  drive: {type: motion, joint: shaft, rate: 2 rad/s}\n"
      "run: {until: 6 s, every: 0.03 s}\n";
  static const char *const rtols[] = {"1e-6", "1e-7", "1e-8"};
  for (int j = 0; j < 3; j++) {
    const ptl_setting settings[] = {{"run.rtol", rtols[j]}};
    outcome out = run_text(*state, crank, settings, 1);
    const double off = out.summary.largest_imbalance / out.summary.largest_energy;
    if (off > 60.0 * atof(rtols[j])) fail_msg("rtol %s: off by %g", rtols[j], off);
    release(*state, &out);
  }
}

/* A driver presses a lever of 4.5 m with its journal into a bearing of steel: the reactions come to
 * be 10^5 times what the masses need. Expected: the depth follows from the angle; the contact holds
 * 2/5 k depth^2.5, which with the kinetic energy is what the driver has supplied. */
static void a_driver_that_presses_into_a_contact_supplies_its_energy(void **state) {
  static const char lever[] =
      "pintle: 1\n"
      "gravity: [0, 0]\n"
      "bodies:\n"
      "  lever: {mass: 11 kg, inertia: 1 kg m^2}\n"
      "joints:\n"
      "  pivot: {type: revolute, bodies: [ground, lever], at: [4.5 m, 0 m]}\n"
      "  stop: {type: revolute, bodies: [ground, lever], at: [0, 0], clearance: 7 mm,\n"
      "         radius: 0.17 m, contact: c}\n"
      "  press: {type: motion, joint: pivot, rate: !si '0.3*min(1, max(0, time - 0.05)/0.1)'}\n"
      "contacts:\n"
      "  c: {elastic: {law: power, stiffness: 5e10, exponent: 1.5}, damping: {law: none}}\n"
      "run: {until: 0.12 s, every: 10 ms, integrator: ida}\n";
  static const char *const rtols[] = {"1e-4", "1e-5", "1e-6", "1e-7", "1e-8", "1e-9", "1e-10"};
  static const char *const stiffness[] = {"5e10", "5e18"};
  for (int k = 0; k < 2; k++)
    for (int j = 2 * k; j < 7; j++) { /* a step at 1e-4 is off by more in the stiffer one */
      const ptl_setting settings[] = {{"run.rtol", rtols[j]},
                                      {"contacts.c.elastic.stiffness", stiffness[k]}};
      outcome out = run_text(*state, lever, settings, 2);
      const double angle = 1.5 * 0.07 * 0.07, rate = 0.3 * 0.7;
      const double depth = 9.0 * sin(0.5 * angle) - 7e-3;
      const double held = 0.4 * atof(stiffness[k]) * pow(depth, 2.5);
      const double supplied = held + 0.5 * (1.0 + 11.0 * 4.5 * 4.5) * rate * rate;
      const double wanted = fmax(10.0 * atof(rtols[j]), 3e-8); /* that of works by quadrature */
      assert_near(out.summary.energy.elastic / held, 1.0, 1e-8);
      if (fabs(out.summary.energy.supplied / supplied - 1.0) > wanted)
        fail_msg("rtol %s: %.12g J supplied, expected %.12g J", rtols[j],
                 out.summary.energy.supplied, supplied);
      assert_true(out.summary.largest_imbalance < 2.0 * atof(rtols[j]) * supplied);
      release(*state, &out);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reactions_that_grow_do_not_bend_the_mechanism),
      cmocka_unit_test(a_rotor_that_becomes_fast_is_followed),
      cmocka_unit_test(strong_films_keep_the_energy),
      cmocka_unit_test(a_stiff_bushing_keeps_the_energy),
      cmocka_unit_test(a_driver_that_presses_into_a_contact_supplies_its_energy),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
