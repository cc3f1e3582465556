/* Teeth of gears and racks with backlash. Expected values: statics, free flight, an elastic impact
 * of two wheels. Each is run by both integrators. */
#include "text_run.h"

static const char *const integrators[] = {"auto", "ida"};

static outcome run_of(ptl_context *context, const char *text, const char *path, const char *value,
                      const char *integrator) {
  const ptl_setting settings[] = {
      {"run.integrator", integrator}, {"run.rtol", "1e-8"}, {path, value}};
  return run_text(context, text, settings, path != NULL ? 3 : 2);
}

#define STEEL(damping)                                                      \
  "contacts: {steel: {elastic: {law: power, stiffness: 1e9, exponent: 1}, " \
  "damping: " damping "}}\n"
#define CLAMPED "{law: kelvin_voigt_clamped, coefficient: 3e4}"
#define GEARS                                                                         \
  "pintle: 1\ngravity: [0, 0]\n"                                                      \
  "bodies:\n"                                                                         \
  "  a: {mass: 1, inertia: 1e-3}\n"                                                   \
  "  b: {mass: 1, inertia: 4e-3, position: [60 mm*cos(35 deg), 60 mm*sin(35 deg)]}\n" \
  "joints:\n"                                                                         \
  "  sa: {type: revolute, bodies: [ground, a]}\n"                                     \
  "  sb: {type: revolute, bodies: [ground, b]}\n"                                     \
  "  mesh: {type: gear, gears: [a, b], teeth: [20, 40], pressure_angle: 25 deg,\n"    \
  "    clearance: 0.2 mm, contact: steel}\n"

/* T/r along the pitch line and T/r tan(25 deg) along the line of centres, which drives these apart
 * whichever way the torque goes; the contact is then on the other flank, half of the backlash and
 * F/(k cos) from the middle. */
static void teeth_load_their_bearings(void **state) {
  static const char text[] = GEARS "  hold: {type: motion, joint: sb, rate: 0}\n" STEEL(
      CLAMPED) "loads: {t: {body: a, torque: 3}}\nrun: {until: 60 ms, every: 5 ms}\n";
  const double w = 25.0 * acos(-1.0) / 180.0, line = 35.0 * acos(-1.0) / 180.0;
  for (int i = 0; i < 4; i++) {
    const double sign = i < 2 ? 1.0 : -1.0, force = 3.0 / 0.02;
    outcome out = run_of(*state, text, "loads.t.torque", i < 2 ? "3" : "-3", integrators[i % 2]);
    const double radial = force * tan(w), tangential = sign * force;
    assert_near(last(&out, "sa.fx"), -sin(line) * tangential + cos(line) * radial, 1e-4);
    assert_near(last(&out, "sa.fy"), cos(line) * tangential + sin(line) * radial, 1e-4);
    assert_near(last(&out, "sb.fx"), sin(line) * tangential - cos(line) * radial, 1e-4);
    assert_near(last(&out, "hold.moment"), sign * 6.0, 1e-5);
    assert_near(last(&out, i < 2 ? "mesh.left.normal_force" : "mesh.right.normal_force"),
                force / cos(w), 1e-4);
    assert_near(last(&out, "a.angle"), sign * (1e-4 + force / (cos(w) * cos(w)) / 1e9) / 0.02,
                1e-9);
    release(*state, &out);
  }
}

/* From the middle A flies for half of the backlash at its pitch radius; without damping the flanks
 * then part as fast as they met, with the impulse 2 v/(r_a^2/J_a + r_b^2/J_b) along the line of
 * action, v = r_a times the rate, r base radii. */
static void wheels_bounce(void **state) {
  static const char text[] =
      GEARS STEEL("{law: none}") "run: {until: 1.5 ms, every: 1.5 ms, start: given}\n";
  const double base = cos(25.0 * acos(-1.0) / 180.0), ra = 0.02 * base, rb = 0.04 * base;
  const double impulse = 2.0 * ra * 5.0 / (ra * ra / 1e-3 + rb * rb / 4e-3);
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, "bodies.a.rate", "5", integrators[i]);
    assert_near(out.trace.events[0].time, 1e-4 / (0.02 * 5.0), 1e-10);
    assert_near(last(&out, "a.omega"), 5.0 - impulse * ra / 1e-3, 5e-6);
    assert_near(last(&out, "b.omega"), -impulse * rb / 4e-3, 5e-6);
    release(*state, &out);
  }
}

/* A pinion with the torque 3 N m on a rack that is held: 3 N m/r along it, and tan(20 deg) of that
 * from it. */
static void a_pinion_pushes_its_rack(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, 0]\n"
      "bodies:\n"
      "  rack: {mass: 1, inertia: 1e-3}\n"
      "  pinion: {mass: 1, inertia: 1e-3, position: [0, 30 mm]}\n"
      "joints:\n"
      "  guide: {type: translational, bodies: [ground, rack]}\n"
      "  shaft: {type: revolute, bodies: [ground, pinion]}\n"
      "  hold: {type: motion, joint: guide, position: 0}\n"
      "  mesh: {type: rack_and_pinion, rack: guide, pinion: shaft, radius: 30 mm, teeth: 20,\n"
      "    clearance: 0.1 mm, contact: steel}\n" STEEL(
          CLAMPED) "loads: {t: {body: pinion, torque: 3}}\nrun: {until: 60 ms, every: 5 ms}\n";
  const double tangent = tan(20.0 * acos(-1.0) / 180.0);
  for (int i = 0; i < 4; i++) {
    const double sign = i < 2 ? 1.0 : -1.0;
    outcome out = run_of(*state, text, "loads.t.torque", i < 2 ? "3" : "-3", integrators[i % 2]);
    assert_near(last(&out, "hold.force"), -sign * 100.0, 1e-4);
    assert_near(last(&out, "guide.fy"), 100.0 * tangent, 1e-4);
    assert_near(last(&out, "shaft.fy"), -100.0 * tangent, 1e-4);
    assert_near(last(&out, "pinion.angle"),
                sign * (0.05e-3 + 100.0 * (1.0 + tangent * tangent) / 1e9) / 0.03, 1e-8);
    release(*state, &out);
  }
}

/* A pinion in its ring: contact beyond the pinion, seen from the ring's centre. T/r along the pitch
 * line and T/r tan(25 deg) along the line of centres, which draws the two together whichever way
 * the torque goes; both turn the same way. */
static void a_ring_loads_its_bearings(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, 0]\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: 1e-3}\n"
      "  b: {mass: 1, inertia: 4e-3, position: [20 mm*cos(35 deg), 20 mm*sin(35 deg)]}\n"
      "joints:\n"
      "  sa: {type: revolute, bodies: [ground, a]}\n"
      "  sb: {type: revolute, bodies: [ground, b]}\n"
      "  mesh: {type: gear, gears: [a, b], teeth: [20, 40], internal: true,\n"
      "    pressure_angle: 25 deg, clearance: 0.2 mm, contact: steel}\n"
      "  hold: {type: motion, joint: sb, rate: 0}\n" STEEL(
          CLAMPED) "loads: {t: {body: a, torque: 3}}\nrun: {until: 60 ms, every: 5 ms}\n";
  const double w = 25.0 * acos(-1.0) / 180.0, line = 215.0 * acos(-1.0) / 180.0;
  for (int i = 0; i < 4; i++) {
    const double sign = i < 2 ? 1.0 : -1.0, force = 3.0 / 0.02;
    outcome out = run_of(*state, text, "loads.t.torque", i < 2 ? "3" : "-3", integrators[i % 2]);
    const double radial = force * tan(w), tangential = sign * force;
    assert_near(last(&out, "sa.fx"), -sin(line) * tangential + cos(line) * radial, 1e-4);
    assert_near(last(&out, "sa.fy"), cos(line) * tangential + sin(line) * radial, 1e-4);
    assert_near(last(&out, "sb.fx"), sin(line) * tangential - cos(line) * radial, 1e-4);
    assert_near(last(&out, "hold.moment"), -sign * 6.0, 1e-5);
    assert_near(last(&out, "a.angle"), sign * (1e-4 + force / (cos(w) * cos(w)) / 1e9) / 0.02,
                1e-9);
    release(*state, &out);
  }
}

/* A planet with play between a sun that turns it and a fixed ring. With all slack taken up the arm
 * is behind Willis' angle, the sun's over 1 + z_ring/z_sun, by the play of both meshes: each lets
 * the arm lag by play/(2 r_sun (1 + z_ring/z_sun)), but for what the flanks give, F/k (1 +
 * 1)/cos^2. */
static void a_planet_with_play(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, 0]\n"
      "bodies:\n"
      "  sun: {mass: 1, inertia: 1e-4}\n"
      "  planet: {mass: 1, inertia: 1e-4, position: [50 mm, 0]}\n"
      "  arm: {mass: 1, inertia: 1e-3}\n"
      "joints:\n"
      "  sun_shaft: {type: revolute, bodies: [ground, sun]}\n"
      "  arm_shaft: {type: revolute, bodies: [ground, arm]}\n"
      "  pin: {type: revolute, bodies: [arm, planet]}\n"
      "  inner: {type: gear, gears: [sun, planet], carrier: arm, teeth: [20, 30],\n"
      "    clearance: 0.1 mm, contact: steel}\n"
      "  outer: {type: gear, gears: [planet, ground], carrier: arm, teeth: [30, 80], internal: true,\n"
      "    clearance: 0.1 mm, contact: steel}\n"
      "  drive: {type: motion, joint: sun_shaft, rises: [{duration: 20 ms, rise: 2}]}\n" STEEL(
          CLAMPED) "forces: {brake: {type: rotational_spring_damper, bodies: [ground, arm], "
                   "damping: 0.1}}\nloads: {back: {body: arm, torque: -5}}\n"
                   "run: {until: 60 ms, every: 5 ms}\n";
  const double cosine = cos(20.0 * acos(-1.0) / 180.0), force = 1.0 / 0.02;
  const double lag = (0.1e-3 + 2.0 * force / (cosine * cosine) / 1e9) / (0.02 * 5.0);
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    assert_near(last(&out, "arm.angle"), 2.0 / 5.0 - lag, 1e-7);
    release(*state, &out);
  }
}

/* Ideal, with a bushing and with play: one key each. */
static void one_key_makes_teeth_ideal(void **state) {
  static const char text[] =
      GEARS STEEL(CLAMPED) "loads: {t: {body: a, torque: 3}}\nrun: {until: 1 ms}\n";
  const ptl_setting none = {"joints.mesh.clearance", ""};
  ptl_context *context = *state;
  ptl_system *system = system_of(context, text, &none, 1);
  assert_true(column_of(system, "mesh.tangential_force") >= 0);
  assert_int_equal(ptl_system_get_assembly(system)->n_gaps, 0);
  ptl_system_destroy(system);
  system = system_of(context, text, NULL, 0);
  assert_int_equal(ptl_system_get_assembly(system)->n_gaps, 2);
  ptl_system_destroy(system);
}

/* Two wheels under torques that balance at the teeth swing on their stiffness k about F/k, F along
 * the line of action: by half a period the flanks have gone 2 F/k together, by the base radii r,
 * with the frequency of the mass 1/(r_a^2/J_a + r_b^2/J_b). */
static void teeth_give_way(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, 0]\nparameters: {k: 1e8 N/m}\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: 1e-3}\n"
      "  b: {mass: 1, inertia: 4e-3, position: [60 mm, 0]}\n"
      "joints:\n"
      "  sa: {type: revolute, bodies: [ground, a]}\n"
      "  sb: {type: revolute, bodies: [ground, b]}\n"
      "  mesh: {type: gear, gears: [a, b], teeth: [20, 40], bushing: {stiffness: k}}\n"
      "loads: {ta: {body: a, torque: 3}, tb: {body: b, torque: 6}}\n"
      "run: {until: 1 ms, every: 1 ms}\n";
  const double base = cos(20.0 * acos(-1.0) / 180.0), ra = 0.02 * base, rb = 0.04 * base;
  const double mass = 1.0 / (ra * ra / 1e-3 + rb * rb / 4e-3);
  char half[32];
  snprintf(half, sizeof half, "%.17g", acos(-1.0) / sqrt(1e8 / mass));
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, "run.until", half, integrators[i]);
    const double gone = ra * last(&out, "a.angle") + rb * last(&out, "b.angle");
    assert_near(gone, 2.0 * 3.0 / ra / 1e8, 1e-10);
    release(*state, &out);
  }
}

/* A saved model has the joint by its parts, to the bit, and its bushing as a contact. */
static void saved_teeth_are_the_same(void **state) {
  static const char *const names[] = {"a.radius", "b.radius", "teeth", "clearance",
                                      "pressure_angle"};
  static const char text[] = GEARS STEEL(CLAMPED) "forces: {}\nrun: {until: 1 ms}\n";
  const ptl_setting settings[] = {{"joints.mesh.contact", ""},
                                  {"joints.mesh.bushing", "{stiffness: 1e8, damping: 10}"},
                                  {"joints.mesh.at", "[[0, 0], [1e-4, 0]]"},
                                  {"contacts", ""}};
  ptl_context *context = *state;
  ptl_mechanism *m = mechanism_of(context, text, settings, 4), *again;
  char path[512];
  snprintf(path, sizeof path, "%s", write_file("teeth.yaml", ""));
  must(context, ptl_mechanism_save(m, path));
  must(context, ptl_mechanism_load(context, path, NULL, 0, &again));
  remove(path);
  ptl_joint_def a, b;
  assert_int_equal(ptl_mechanism_get_joint(m, 2, &a), 1);
  assert_int_equal(ptl_mechanism_get_joint(again, 2, &b), 1);
  assert_string_equal(a.use.type, b.use.type);
  assert_string_equal(a.contacts[0].contact, "bushing_of.mesh");
  assert_string_equal(b.contacts[1].contact, "bushing_of.mesh");
  assert_true(a.a.angle == b.a.angle && a.b.angle == b.b.angle && a.b.x == b.b.x && b.b.x == 1e-4);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    double x[2], y[2];
    assert_int_equal(ptl_mechanism_get_joint_value(m, 2, names[i], x), 1);
    assert_int_equal(ptl_mechanism_get_joint_value(again, 2, names[i], y), 1);
    assert_true(x[0] == y[0]);
  }
  ptl_mechanism_destroy(m);
  ptl_mechanism_destroy(again);
}

static void what_is_no_pair_of_gears(void **state) {
  static const char *const cases[][3] = {
      {"joints.mesh.clearance", "4 mm", "a clearance of 0.004 m is half of the pitch"},
      {"joints.mesh.clearance", "-1 mm", "clearance"},
      {"joints.mesh.teeth", "[20.5, 41]", "20.5 and 41 teeth, by the radii, are not whole numbers"},
      {"joints.mesh.teeth", "[6, 12]", "are undercut"},
      {"joints.mesh.teeth", "null", "needs one of 'teeth' and 'radii'"},
      {"joints.mesh", "{type: gear, gears: [a, b], radii: [20 mm, 40 mm], clearance: 1 mm}",
       "gear 'mesh' needs 'teeth' beside 'clearance'"},
      {"joints.mesh.contact", "null", "gap 'left' needs a contact"},
      {"joints.mesh.contact", "stel", "there is no contact 'stel' (did you mean 'steel'?)"},
      {"joints.mesh.bushing", "{stiffness: 1e8}", "keep one"},
      {"joints.mesh.friction", "{law: coulomb, coefficient: 0.1}", "friction"},
      {"contacts.steel.friction", "{law: coulomb, coefficient: 0.1}",
       "a gear takes no friction at its gaps"},
      {"joints.mesh",
       "{type: gear, bodies: [a, b], at: [[0, 0], [0, 0]], a: {radius: 20 mm}, "
       "b: {radius: 40 mm}, teeth: 20, bushing: {stiffness: 1e8}, contact: steel}",
       "by its parts gives way at its flanks"}};
  static const char text[] = GEARS STEEL(CLAMPED) "run: {until: 1 ms}\n";
  ptl_context *context = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const ptl_setting setting = {cases[i][0], cases[i][1]};
    ptl_mechanism *m;
    assert_int_equal(ptl_mechanism_parse(context, text, strlen(text), "text", &setting, 1, &m),
                     PTL_ERR_INPUT);
    if (strstr(ptl_context_message(context), cases[i][2]) == NULL)
      fail_msg("%s: %s", cases[i][1], ptl_context_message(context));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(teeth_load_their_bearings),
                                     cmocka_unit_test(wheels_bounce),
                                     cmocka_unit_test(a_pinion_pushes_its_rack),
                                     cmocka_unit_test(a_ring_loads_its_bearings),
                                     cmocka_unit_test(a_planet_with_play),
                                     cmocka_unit_test(one_key_makes_teeth_ideal),
                                     cmocka_unit_test(teeth_give_way),
                                     cmocka_unit_test(saved_teeth_are_the_same),
                                     cmocka_unit_test(what_is_no_pair_of_gears)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
