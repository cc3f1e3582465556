/* Teeth of gears and racks with backlash. Expected values: statics, free flight, an elastic impact of two wheels. Each is run by both integrators. */
#include "support.h"

static const char *const integrators[] = {"auto", "ida"};

typedef struct outcome {
  ptl_system *system;
  rows trace;
  ptl_summary summary;
} outcome;

static outcome run_of(ptl_context *context, const char *text, const char *path, const char *value,
                      const char *integrator) {
  const ptl_setting settings[] = {
      {"run.integrator", integrator}, {"run.rtol", "1e-8"}, {path, value}};
  outcome out = {.system = system_of(context, text, settings, path != NULL ? 3 : 2)};
  ptl_sink sink = rows_sink(&out.trace);
  must(context, ptl_simulate(context, out.system, NULL, &sink, &out.summary));
  return out;
}

static double at_row(const outcome *out, int row, const char *column) {
  return rows_at(&out->trace, row, column_of(out->system, column));
}

static double last(const outcome *out, const char *column) {
  return at_row(out, out->trace.n - 1, column);
}

static void release(ptl_context *context, outcome *out) {
  ptl_summary_release(context, &out->summary);
  ptl_system_destroy(out->system);
  rows_release(&out->trace);
}

#define STEEL(damping)                                                      \
  "contacts: {steel: {elastic: {law: power, stiffness: 1e9, exponent: 1}, " \
  "damping: " damping "}}\n"
#define CLAMPED "{law: kelvin_voigt_clamped, coefficient: 3e4}"
#define GEARS                                                                             \
  "pintle: 1\ngravity: [0, 0]\n"                                                          \
  "bodies:\n"                                                                             \
  "  a: {mass: 1, inertia: 1e-3}\n"                                                       \
  "  b: {mass: 1, inertia: 4e-3, position: [60 mm*cos(35 deg), 60 mm*sin(35 deg)]}\n"     \
  "joints:\n"                                                                             \
  "  sa: {type: revolute, bodies: [ground, a]}\n"                                         \
  "  sb: {type: revolute, bodies: [ground, b]}\n"                                         \
  "  mesh: {type: gear_teeth, bodies: [a, b], at: [[0, 0], [0, 0]],\n"                    \
  "    axis: [cos(35 deg), sin(35 deg)], a: {radius: 20 mm}, b: {radius: 40 mm}, teeth: " \
  "20,\n    pressure_angle: 25 deg, backlash: 0.2 mm, contact: steel}\n"

/* T/r along the pitch line and T/r tan(25 deg) along the line of centres, which drives these apart whichever way the torque
 * goes; the contact is then on the other flank, half of the backlash and F/(k cos) from the middle. */
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

/* From the middle A flies for half of the backlash at its pitch radius; without damping the flanks then part as fast as they
 * met, with the impulse 2 v/(r_a^2/J_a + r_b^2/J_b) along the line of action, v = r_a times the rate, r base radii. */
static void wheels_bounce(void **state) {
  static const char text[] = GEARS STEEL(
      "{law: none}") "start: {sa: {rate: 5 rad/s}}\nrun: {until: 1.5 ms, every: 1.5 ms}\n";
  const double base = cos(25.0 * acos(-1.0) / 180.0), ra = 0.02 * base, rb = 0.04 * base;
  const double impulse = 2.0 * ra * 5.0 / (ra * ra / 1e-3 + rb * rb / 4e-3);
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    assert_near(out.trace.events[0].time, 1e-4 / (0.02 * 5.0), 1e-10);
    assert_near(last(&out, "a.omega"), 5.0 - impulse * ra / 1e-3, 5e-6);
    assert_near(last(&out, "b.omega"), -impulse * rb / 4e-3, 5e-6);
    release(*state, &out);
  }
}

/* A pinion with the torque 3 N m on a rack that is held: 3 N m/r along it, and tan(20 deg) of that from it. */
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
      "  mesh: {type: rack_teeth, bodies: [rack, pinion], at: [[0, 0], [0, 0]], pinion: {radius: "
      "30 mm}, teeth: 20, backlash: 0.1 mm, contact: steel}\n" STEEL(
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

static void what_is_no_pair_of_gears(void **state) {
  static const char *const cases[][3] = {
      {"joints.mesh.backlash", "4 mm", "a backlash of 0.004 m is half of the pitch"},
      {"joints.mesh.teeth", "20.5", "20.5 and 41 teeth, by the radii, are not whole numbers"},
      {"joints.mesh.b.radius", "41.1 mm", "are not whole numbers"},
      {"joints.mesh.teeth", "6", "are undercut"},
      {"joints.mesh.backlash", "0 m", "backlash"},
      {"joints.mesh.friction", "{law: coulomb, coefficient: 0.1}", "gear_teeth take no friction"},
      {"contacts.steel.friction", "{law: coulomb, coefficient: 0.1}",
       "gear_teeth take no friction"}};
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
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(teeth_load_their_bearings), cmocka_unit_test(wheels_bounce),
      cmocka_unit_test(a_pinion_pushes_its_rack), cmocka_unit_test(what_is_no_pair_of_gears)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
