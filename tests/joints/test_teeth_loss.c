/* Gears and racks that lose power. Expected values: power and moments by hand, of steady motion and
 * of wheels that a torque speeds up or brakes. Each is run by both integrators. */
#include "text_run.h"

static const char *const integrators[] = {"dop853", "ida"};

static outcome run_of(ptl_context *context, const char *text, const char *path, const char *value,
                      const char *integrator) {
  const ptl_setting settings[] = {
      {"run.integrator", integrator}, {"run.rtol", "1e-9"}, {path, value}};
  return run_text(context, text, settings, path != NULL ? 3 : 2);
}

#define WHEELS(place, mesh)                         \
  "pintle: 1\ngravity: [0, 0]\n"                    \
  "bodies:\n"                                       \
  "  a: {mass: 1, inertia: 1e-3, rate: 100}\n"      \
  "  b: {mass: 1, inertia: 4e-3, position: [" place \
  ", 0]}\n"                                         \
  "joints:\n"                                       \
  "  sa: {type: revolute, bodies: [ground, a]}\n"   \
  "  sb: {type: revolute, bodies: [ground, b]}\n"   \
  "  mesh: {type: gear, gears: [a, b], teeth: [20, 40], " mesh "}\n"

static const double ra = 0.02, rb = 0.04;

/* Moment of the friction over the tangential force where A drives B with the efficiency eta; radii
 * of a ring negative. */
static double arm_of(double eta, double first, double second) {
  return (1.0 - eta) / fabs(1.0 / second + eta / first);
}

/* A turns evenly and B takes or gives the torque 4 N m. A drives: eta of the power arrives. B
 * drives: (1 - m/r_a)/(1 + m/r_b). The rest is dissipated. */
static void power_comes_through(void **state) {
  static const char text[] = WHEELS("60 mm", "efficiency: 0.9") "  drive: {type: motion, joint: sa, rate: 100}\n"
                                                                "loads: {load: {body: b, torque: 4}}\n"
                                                                "run: {until: 0.1 s, every: 0.1 s}\n";
  const double m = arm_of(0.9, ra, rb), back = (1.0 - m / ra) / (1.0 + m / rb);
  for (int i = 0; i < 4; i++) {
    outcome out = run_of(*state, text, "loads.load.torque", i < 2 ? "4" : "-4", integrators[i % 2]);
    const double expected = i < 2 ? 2.0 / 0.9 : -2.0 * back;
    assert_near(last(&out, "drive.moment"), expected, 1e-8);
    assert_near(last(&out, "energy.dissipated"), (expected - (i < 2 ? 2.0 : -2.0)) * 10.0, 1e-6);
    assert_near(last(&out, "energy.balance"), 0.0, 1e-7);
    release(*state, &out);
  }
}

/* In a ring both turn the same way, and only their difference rubs. */
static void a_ring_loses_by_its_relative_rate(void **state) {
  static const char text[] = WHEELS("20 mm", "internal: true, efficiency: 0.9") "  drive: {type: motion, joint: sa, rate: 100}\n"
                                                                                "loads: {load: {body: b, torque: -4}}\n"
                                                                                "run: {until: 0.1 s, every: 0.1 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    const double m = arm_of(0.9, ra, -rb), force = last(&out, "mesh.tangential_force");
    assert_near(last(&out, "drive.moment"), 2.0 / 0.9, 1e-8);
    assert_near(fabs(last(&out, "mesh.friction")), m * fabs(force), 1e-8);
    release(*state, &out);
  }
}

/* A torque T on A: F (r_b - m) = J_b r_a/r_b a where it speeds the two up, F (r_b + m) where it
 * brakes them and B drives, so that
 *   T = (J_a + J_b r_a/r_b (r_a +- m)/(r_b -+ m)) a. */
static void friction_helps_to_brake(void **state) {
  static const char text[] = WHEELS("60 mm", "efficiency: 0.8") "start: {sa: {rate: 100}}\n"
                                                                "loads: {t: {body: a, torque: 1}}\n"
                                                                "run: {until: 50 ms, every: 10 ms}\n";
  const double m = arm_of(0.8, ra, rb);
  for (int i = 0; i < 4; i++) {
    const double sign = i < 2 ? 1.0 : -1.0;
    outcome out = run_of(*state, text, "loads.t.torque", i < 2 ? "1" : "-1", integrators[i % 2]);
    const double inertia = 1e-3 + 4e-3 * 0.5 * (ra + sign * m) / (rb - sign * m);
    assert_near(last(&out, "a.omega"), 100.0 + sign * 0.05 / inertia, 1e-6);
    assert_near(last(&out, "energy.balance"), 0.0, 1e-7);
    release(*state, &out);
  }
}

/* Friction of the teeth: coefficient pi/2 (1/z_a + 1/z_b) of the power F v, at a contact ratio of
 * 1. */
static void teeth_rub(void **state) {
  static const char text[] =
      WHEELS("60 mm", "friction: {law: coulomb, coefficient: 0.08}") "  drive: {type: motion, joint: sa, rate: 100}\n"
                                                                     "loads: {load: {body: b, torque: 4}}\n"
                                                                     "run: {until: 0.1 s, every: 0.1 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    const double power = fabs(last(&out, "mesh.tangential_force")) * ra * 100.0;
    const double share = 0.08 * 0.5 * acos(-1.0) * (1.0 / 20.0 + 1.0 / 40.0);
    assert_near(last(&out, "energy.dissipated"), share * power * 0.1, 1e-6);
    release(*state, &out);
  }
}

/* A pinion lifts a rack of 10 kg evenly with the efficiency 0.9, m g v/0.9, and lets it down: what
 * comes back is m g v less the same friction per force, 1 - (1 - eta)/eta. */
static void a_rack_is_lifted(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -10]\n"
      "bodies:\n"
      "  rack: {mass: 10, inertia: 1e-3}\n"
      "  pinion: {mass: 1, inertia: 1e-3, position: [-30 mm, 0]}\n"
      "joints:\n"
      "  guide: {type: translational, bodies: [ground, rack], at: [0, 0], axis: [0, 1]}\n"
      "  shaft: {type: revolute, bodies: [ground, pinion]}\n"
      "  mesh: {type: rack_and_pinion, rack: guide, pinion: shaft, radius: 30 mm, efficiency: "
      "0.9}\n"
      "  drive: {type: motion, joint: shaft, rate: 100}\n"
      "run: {until: 0.1 s, every: 0.1 s}\n";
  for (int i = 0; i < 4; i++) {
    outcome out =
        run_of(*state, text, "joints.drive.rate", i < 2 ? "100" : "-100", integrators[i % 2]);
    assert_near(last(&out, "drive.moment"), i < 2 ? 3.0 / 0.9 : 3.0 * (1.0 - 0.1 / 0.9), 1e-7);
    release(*state, &out);
  }
}

static void saved_losses_are_the_same(void **state) {
  static const char *const losses[] = {"efficiency: 0.9",
                                       "friction: {law: stribeck, kinetic: 0.05, static: 0.06}"};
  ptl_context *context = *state;
  for (int i = 0; i < 2; i++) {
    char text[1024], path[512];
    snprintf(text, sizeof text, "%srun: {until: 1 ms}\n", WHEELS("60 mm", "%LOSS%"));
    char *at = strstr(text, "%LOSS%");
    char rest[256];
    snprintf(rest, sizeof rest, "%s", at + strlen("%LOSS%"));
    snprintf(at, sizeof text - (size_t)(at - text), "%s%s", losses[i], rest);
    ptl_mechanism *m = mechanism_of(context, text, NULL, 0), *again;
    snprintf(path, sizeof path, "%s", write_file("loss.yaml", ""));
    must(context, ptl_mechanism_save(m, path));
    must(context, ptl_mechanism_load(context, path, NULL, 0, &again));
    remove(path);
    ptl_coupling_def a, b;
    assert_int_equal(ptl_mechanism_get_coupling(m, 0, &a), 1);
    assert_int_equal(ptl_mechanism_get_coupling(again, 0, &b), 1);
    assert_true(a.efficiency == b.efficiency && a.teeth == b.teeth && a.ratio == b.ratio);
    assert_true((a.friction.type == NULL) == (i == 0) && (b.friction.type == NULL) == (i == 0));
    ptl_mechanism_destroy(m);
    ptl_mechanism_destroy(again);
  }
}

static void what_loses_nothing(void **state) {
  static const char *const cases[][2] = {
      {"{type: gear, gears: [a, b], teeth: [20, 40], efficiency: 1.2}", "at most 1, not 1.2"},
      {"{type: gear, gears: [a, b], teeth: [20, 40], efficiency: -1}", "above 0"},
      {"{type: gear, gears: [a, b], teeth: [20, 40], internal: true, efficiency: 0.4}",
       "no friction of its teeth gives an efficiency of 0.4"},
      {"{type: gear, gears: [a, b], radii: [20 mm, 40 mm], friction: {law: coulomb, coefficient: "
       "0.1}}",
       "needs their number"},
      {"{type: gear, gears: [a, b], teeth: [20, 40], efficiency: 0.9, friction: {law: coulomb, "
       "coefficient: 0.1}}",
       "keep one"},
      {"{type: gear, gears: [a, b], teeth: [20, 40], efficiency: 0.9, bushing: {stiffness: 1e8}}",
       "teeth that give way take no 'efficiency'"},
      {"{type: belt, pulleys: [a, b], radii: [20 mm, 30 mm], efficiency: 0.9}", "efficiency"}};
  static const char text[] = WHEELS("60 mm", "efficiency: 0.9") "run: {until: 1 ms}\n";
  ptl_context *context = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const ptl_setting setting = {"joints.mesh", cases[i][0]};
    ptl_mechanism *m;
    assert_int_equal(ptl_mechanism_parse(context, text, strlen(text), "text", &setting, 1, &m),
                     PTL_ERR_INPUT);
    if (strstr(ptl_context_message(context), cases[i][1]) == NULL)
      fail_msg("%s: %s", cases[i][0], ptl_context_message(context));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(power_comes_through),
                                     cmocka_unit_test(a_ring_loses_by_its_relative_rate),
                                     cmocka_unit_test(friction_helps_to_brake),
                                     cmocka_unit_test(teeth_rub),
                                     cmocka_unit_test(a_rack_is_lifted),
                                     cmocka_unit_test(saved_losses_are_the_same),
                                     cmocka_unit_test(what_loses_nothing)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
