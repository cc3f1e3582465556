/* Couplings: gears, belts, racks and general ratios, and drivers between any two parts. */
#include "support.h"

static ptl_system *assemble_text(ptl_context *context, const char *text) {
  return system_of(context, text, NULL, 0);
}

static void run(ptl_context *context, const ptl_system *s, rows *trace, ptl_summary *sum) {
  ptl_sink sink = rows_sink(trace);
  must(context, ptl_simulate(context, s, NULL, &sink, sum));
}

/* ---------------------------------------------------------------- one mesh */

#define WHEELS                                                             \
  "pintle: 1\n"                                                            \
  "bodies:\n"                                                              \
  "  first: {mass: 1, inertia: 0.02, angle: 0.3}\n"                        \
  "  second: {mass: 2, inertia: 0.09, position: [0.25, 0], angle: -0.2}\n" \
  "joints:\n"                                                              \
  "  left: {type: revolute, bodies: [ground, first]}\n"                    \
  "  right: {type: revolute, bodies: [ground, second]}\n"

#define TORQUE "loads: {push: {body: first, torque: 3 N m}}\nrun: {until: 1 s, every: 0.1 s}\n"

/* With a ratio n between the wheels, w2 = n w1, a torque M on the first gives it M/(J1 + n^2 J2);
 * the mesh's moment on the first wheel is the rest, J1 a1 - M. */
static void check_mesh(ptl_context *context, const char *mesh, double n) {
  char text[1024];
  snprintf(text, sizeof text, "%s%s%s", WHEELS, mesh, TORQUE);
  ptl_system *s = assemble_text(context, text);
  assert_int_equal(ptl_system_get_assembly(s)->degrees_of_freedom, 1);
  rows trace = {0};
  ptl_summary sum;
  run(context, s, &trace, &sum);
  double alpha = 3.0 / (0.02 + n * n * 0.09);
  int first = column_of(s, "first.angle"), second = column_of(s, "second.angle");
  int moment = column_of(s, "mesh.moment");
  for (int i = 1; i < trace.n; i++) {
    double t = rows_at(&trace, i, 0), turned = 0.5 * alpha * t * t;
    assert_near(rows_at(&trace, i, first), 0.3 + turned, 1e-5 * (1.0 + turned));
    assert_near(rows_at(&trace, i, second), -0.2 + n * turned, 1e-5 * (1.0 + turned));
    assert_near(rows_at(&trace, i, moment), 0.02 * alpha - 3.0, 1e-4);
  }
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

static void meshes_have_their_ratios(void **state) {
  check_mesh(*state, "  mesh: {type: gear, gears: [first, second], teeth: [20, 30]}\n",
             -20.0 / 30.0);
  check_mesh(
      *state,
      "  mesh: {type: gear, gears: [first, second], radii: [2 cm, 0.27 m], internal: true}\n",
      2.0 / 27.0);
  check_mesh(*state, "  mesh: {type: belt, pulleys: [first, second], radii: [50 mm, 20 mm]}\n",
             2.5);
  check_mesh(*state,
             "  mesh: {type: belt, pulleys: [first, second], teeth: [50, 20], pitch: 5 mm, "
             "crossed: true}\n",
             -2.5);
  check_mesh(*state, "  mesh: {type: coupling, joints: [left, right], ratio: -4}\n", -0.25);
}

/* A pinion of 20 mm on a rack of 3 kg under gravity: 3 g r = (J + 3 r^2) alpha. */
static void rack_follows_its_pinion(void **state) {
  ptl_context *context = *state;
  ptl_system *s =
      assemble_text(context,
                    "pintle: 1\n"
                    "gravity: [0, -9.81]\n"
                    "bodies:\n"
                    "  wheel: {mass: 1, inertia: 0.002}\n"
                    "  bar: {mass: 3, inertia: 0.1, position: [20 mm, 0.1]}\n"
                    "joints:\n"
                    "  axle: {type: revolute, bodies: [ground, wheel]}\n"
                    "  guide: {type: translational, bodies: [ground, bar], axis: [0, 1]}\n"
                    "  teeth: {type: rack_and_pinion, rack: guide, pinion: axle, radius: 20 mm}\n"
                    "run: {until: 1 s, every: 0.1 s}\n");
  rows trace = {0};
  ptl_summary sum;
  run(context, s, &trace, &sum);
  double alpha = -3.0 * 9.81 * 0.02 / (0.002 + 3.0 * 0.02 * 0.02);
  int angle = column_of(s, "wheel.angle"), y = column_of(s, "bar.y");
  int force = column_of(s, "teeth.force");
  for (int i = 1; i < trace.n; i++) {
    double t = rows_at(&trace, i, 0), turned = 0.5 * alpha * t * t;
    assert_near(rows_at(&trace, i, angle), turned, 1e-5 * (1.0 + fabs(turned)));
    assert_near(rows_at(&trace, i, y), 0.1 + 0.02 * turned, 1e-6);
    assert_near(rows_at(&trace, i, force), 3.0 * (0.02 * alpha + 9.81), 1e-4);
  }
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* ---------------------------------------------------------------- carriers */

#define PLANETARY                                                                            \
  "pintle: 1\n"                                                                              \
  "bodies:\n"                                                                                \
  "  sun: {mass: 1, inertia: 0.01}\n"                                                        \
  "  planet: {mass: 0.5, inertia: 0.004, position: [0.05, 0]}\n"                             \
  "  arm: {mass: 1, inertia: 0.02}\n"                                                        \
  "joints:\n"                                                                                \
  "  sun_shaft: {type: revolute, bodies: [ground, sun]}\n"                                   \
  "  arm_shaft: {type: revolute, bodies: [ground, arm]}\n"                                   \
  "  pin: {type: revolute, bodies: [arm, planet], at: [0.05, 0]}\n"                          \
  "  inner: {type: gear, gears: [sun, planet], carrier: arm, teeth: [20, 30]}\n"             \
  "  outer: {type: gear, gears: [planet, ground], carrier: arm, teeth: [30, 80], internal: " \
  "true}\n"

/* A planetary stage with a fixed ring: Willis' equation, w_arm = w_sun / (1 + z_ring/z_sun), and
 * w_planet - w_arm = z_ring/z_planet (0 - w_arm). */
static void planetary_stage_obeys_willis(void **state) {
  ptl_context *context = *state;
  ptl_system *s = assemble_text(context, PLANETARY
                                "  drive: {type: motion, joint: sun_shaft, rate: 10 rad/s}\n"
                                "run: {until: 2 s, every: 0.5 s}\n");
  rows trace = {0};
  ptl_summary sum;
  run(context, s, &trace, &sum);
  double w_arm = 10.0 / (1.0 + 80.0 / 20.0), w_planet = w_arm - 80.0 / 30.0 * w_arm;
  int arm = column_of(s, "arm.angle"), planet = column_of(s, "planet.angle");
  for (int i = 1; i < trace.n; i++) {
    double t = rows_at(&trace, i, 0);
    assert_near(rows_at(&trace, i, arm), w_arm * t, 1e-6);
    assert_near(rows_at(&trace, i, planet), w_planet * t, 1e-6);
  }
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* The same stage left to a torque on its sun: one coordinate, reduced inertia J_sun + (J_arm +
 * m_planet r^2) i_arm^2 + J_planet i_planet^2, i the speeds over the sun's. Tests the rows of a
 * coupling in the dynamics with a moving carrier (three bodies in one row). */
static void planetary_stage_has_its_reduced_inertia(void **state) {
  ptl_context *context = *state;
  ptl_system *s = assemble_text(context, PLANETARY
                                "loads: {push: {body: sun, torque: 1 N m}}\n"
                                "run: {until: 1 s, every: 0.1 s}\n");
  rows trace = {0};
  ptl_summary sum;
  run(context, s, &trace, &sum);
  double i_arm = 0.2, i_planet = i_arm * (1.0 - 80.0 / 30.0);
  double inertia = 0.01 + (0.02 + 0.5 * 0.05 * 0.05) * i_arm * i_arm + 0.004 * i_planet * i_planet;
  int sun = column_of(s, "sun.angle");
  for (int i = 1; i < trace.n; i++) {
    double t = rows_at(&trace, i, 0), turned = 0.5 * t * t / inertia;
    assert_near(rows_at(&trace, i, sun), turned, 2e-5 * (1.0 + turned));
  }
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* ---------------------------------------------------------------- drivers between parts */

/* A cylinder between [0, 0] and a bar's end, driven in length: the triangle's angle by the cosine
 * rule, cos b = (p^2 + l^2 - s^2)/(2 p l), b between the base and the bar. */
static void length_between_points_is_driven(void **state) {
  ptl_context *context = *state;
  ptl_system *s = assemble_text(
      context,
      "pintle: 1\n"
      "bodies: {bar: {mass: 1, inertia: 0.1, position: [1, 0], angle: 90 deg}}\n"
      "joints:\n"
      "  hinge: {type: revolute, bodies: [ground, bar]}\n"
      "  ram: {type: motion, bodies: [ground, bar], at: [[0, 0], [0.6, 0]], along: distance, "
      "position: 1.2 m + 0.2 m * sin(3 rad/s * time)}\n"
      "run: {until: 2 s, every: 0.1 s}\n");
  rows trace = {0};
  ptl_summary sum;
  run(context, s, &trace, &sum);
  int angle = column_of(s, "bar.angle");
  for (int i = 0; i < trace.n; i++) {
    double length = 1.2 + 0.2 * sin(3.0 * rows_at(&trace, i, 0));
    double b = acos((1.0 + 0.36 - length * length) / 1.2);
    assert_near(rows_at(&trace, i, angle), acos(-1.0) - b, 1e-8);
  }
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* ---------------------------------------------------------------- what is written and refused */

static void saved_model_assembles_to_the_same(void **state) {
  ptl_context *context = *state;
  const char *text = PLANETARY
      "  drive: {type: motion, bodies: [planet, sun], along: angle, rate: 2 rad/s}\n"
      "run: {until: 1 s}\n";
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0);
  char path[512];
  snprintf(path, sizeof path, "%s", write_file("saved.yaml", ""));
  must(context, ptl_mechanism_save(m, path));
  ptl_mechanism *again;
  must(context, ptl_mechanism_load(context, path, NULL, 0, &again));
  remove(path);
  ptl_coupling_def a, b;
  for (int i = 0; i < 2; i++) {
    assert_int_equal(ptl_mechanism_get_coupling(m, i, &a), 1);
    assert_int_equal(ptl_mechanism_get_coupling(again, i, &b), 1);
    assert_true(a.ratio == b.ratio);
    assert_string_equal(a.first.a.body, b.first.a.body);
    assert_string_equal(a.second.b.body, b.second.b.body);
  }
  ptl_motion_def c;
  assert_int_equal(ptl_mechanism_get_motion(m, 0, &c), 1);
  ptl_motion_def d;
  assert_int_equal(ptl_mechanism_get_motion(again, 0, &d), 1);
  assert_true(c.rate == d.rate && d.of.coordinate == PTL_MEASURED_ANGLE);
  assert_int_equal(ptl_mechanism_get_coupling(again, 2, &b), 0);
  ptl_mechanism_destroy(m);
  ptl_mechanism_destroy(again);
}

static void check_refused(ptl_context *context, const char *line, const char *reason) {
  char text[1024];
  snprintf(text, sizeof text, "%s%s%s", WHEELS, line, TORQUE);
  const char *path = write_file("refused.yaml", text);
  ptl_mechanism *m;
  assert_int_equal(ptl_mechanism_load(context, path, NULL, 0, &m), PTL_ERR_INPUT);
  remove(path);
  if (strstr(ptl_context_message(context), reason) == NULL)
    fail_msg("'%s' lacks '%s'", ptl_context_message(context), reason);
}

static void bad_couplings_are_refused(void **state) {
  ptl_context *context = *state;
  check_refused(context, "  m: {type: coupling, joints: [left, right], ratio: 0}\n", "not 0");
  check_refused(context, "  m: {type: coupling, joints: [left, left], ratio: 1}\n", "to itself");
  check_refused(context, "  m: {type: coupling, joints: [left, rigth], ratio: 1}\n",
                "did you mean 'right'");
  check_refused(context, "  m: {type: coupling, joints: [left, right]}\n", "needs 'ratio'");
  check_refused(context, "  m: {type: coupling, joints: [left], ratio: 1}\n", "a list of two");
  check_refused(context, "  m: {type: gear, gears: [first, second], teeth: [0, 30]}\n",
                "must be > 0");
  check_refused(context,
                "  m: {type: gear, gears: [first, second], teeth: [20, 30], radii: [1, 2]}\n",
                "is not that of its radii");
  check_refused(context,
                "  m: {type: gear, gears: [first, second], teeth: [20, 30], internal: yes}\n",
                "true or false");
  check_refused(context, "  m: {type: gear, gears: [first, ground], teeth: [20, 30]}\n",
                "connects 'ground' to itself");
  check_refused(context, "  m: {type: rack_and_pinion, rack: left, pinion: right, radius: 1}\n",
                "a joint that slides");
  check_refused(context, "  left: {type: coupling, joints: [left, right], ratio: 1}\n", "left");
  check_refused(context, "  m: {type: motion, bodies: [first, second], rate: 1}\n",
                "needs 'along'");
  check_refused(context, "  m: {type: motion, bodies: [first, second], along: distance, rate: 1}\n",
                "needs two points");
  check_refused(context, "  m: {type: motion, joint: left, along: x, rate: 1}\n",
                "exclude each other");
  check_refused(context, "  m: {type: motion, bodies: [first, second], along: z, rate: 1}\n",
                "x, y, angle or distance");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(meshes_have_their_ratios),
      cmocka_unit_test(rack_follows_its_pinion),
      cmocka_unit_test(planetary_stage_obeys_willis),
      cmocka_unit_test(planetary_stage_has_its_reduced_inertia),
      cmocka_unit_test(length_between_points_is_driven),
      cmocka_unit_test(saved_model_assembles_to_the_same),
      cmocka_unit_test(bad_couplings_are_refused),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
