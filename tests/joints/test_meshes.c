/* Gears, belts and racks: what they put on bearings, pins and guides. Expected values are statics
 * or Newton and Euler for each body, written out where they are used. Each is run by both
 * integrators. */
#include "text_run.h"

#define ALPHA (25.0 * acos(-1.0) / 180.0)

static const char *const integrators[] = {"auto", "ida"};

static outcome run_of(ptl_context *context, const char *text, const ptl_setting *more,
                      const char *integrator) {
  ptl_setting settings[] = {{"run.integrator", integrator}, {"run.rtol", "1e-9"}, {NULL, NULL}};
  int n = 2;
  if (more != NULL) settings[n++] = *more;
  return run_text(context, text, settings, n);
}

/* ---------------------------------------------------------------- gears */

/* A gear with a torque meshes with one that is held, their centres along (cos 35, sin 35). */
#define PAIR(x, y, mesh)                                              \
  "pintle: 1\n"                                                       \
  "bodies:\n"                                                         \
  "  a: {mass: 1, inertia: 1e-3}\n"                                   \
  "  b: {mass: 1, inertia: 4e-3, position: [" x " mm*cos(35 deg), " y \
  " mm*sin(35 deg)]}\n"                                               \
  "joints:\n"                                                         \
  "  sa: {type: revolute, bodies: [ground, a]}\n"                     \
  "  sb: {type: revolute, bodies: [ground, b]}\n"                     \
  "  hold: {type: motion, joint: sb, rate: 0}\n"                      \
  "  mesh: {type: gear, gears: [a, b], pressure_angle: 25 deg, " mesh \
  "}\n"                                                               \
  "loads: {t: {body: a, torque: 3}}\n"                                \
  "run: {until: 10 ms, every: 5 ms}\n"

/* Tangential force T/r and radial force T/r tan(alpha), together T/(r cos alpha), whichever way the
 * torque T. `apart`: 1 where the teeth push the centres apart, -1 in a ring, whose pitch point lies
 * on the other side of a. */
static void check_pair(ptl_context *context, const char *text, double apart, double ratio) {
  const double u[2] = {cos(35.0 * acos(-1.0) / 180.0), sin(35.0 * acos(-1.0) / 180.0)};
  for (int i = 0; i < 4; i++) {
    const double torque = i < 2 ? 3.0 : -3.0, force = torque / 0.02;
    const ptl_setting setting = {"loads.t.torque", i < 2 ? "3" : "-3"};
    outcome out = run_of(context, text, &setting, integrators[i % 2]);
    const double radial = fabs(force) * tan(ALPHA);
    const double fx = apart * (-u[1] * force + u[0] * radial);
    const double fy = apart * (u[0] * force + u[1] * radial);
    assert_near(last(&out, "sa.fx"), fx, 1e-7);
    assert_near(last(&out, "sa.fy"), fy, 1e-7);
    assert_near(last(&out, "sb.fx"), -fx, 1e-7);
    assert_near(last(&out, "sb.fy"), -fy, 1e-7);
    assert_near(hypot(fx, fy), fabs(torque) / (0.02 * cos(ALPHA)), 1e-9);
    assert_near(last(&out, "mesh.moment"), -torque, 1e-9);
    assert_near(last(&out, "mesh.tangential_force"), -force, 1e-7);
    assert_near(last(&out, "mesh.radial_force"), radial, 1e-7);
    assert_near(last(&out, "hold.moment"), torque * ratio, 1e-9);
    release(context, &out);
  }
}

static void outer_gears_push_apart(void **state) {
  check_pair(*state, PAIR("60", "60", "radii: [20 mm, 40 mm]"), 1.0, 2.0);
  check_pair(*state, PAIR("60", "60", "teeth: [20, 40]"), 1.0, 2.0);
}

static void a_ring_pushes_its_pinion_inwards(void **state) {
  check_pair(*state, PAIR("40", "40", "radii: [20 mm, 60 mm], internal: true"), -1.0, -3.0);
}

/* Two planets on an arm that is held, a ring that stands, a torque T on the sun of 20 mm: every
 * tooth carries T/(2 r), a pin twice that, and the radial forces on a planet cancel. The arm's
 * moment is T (1 + 80/20). */
static const char *const planets =
    "pintle: 1\n"
    "bodies:\n"
    "  sun: {mass: 1, inertia: 1e-3}\n"
    "  arm: {mass: 1, inertia: 2e-3}\n"
    "  p: {mass: 0.5, inertia: 1e-4, position: [50 mm, 0]}\n"
    "  q: {mass: 0.5, inertia: 1e-4, position: [-50 mm, 0]}\n"
    "joints:\n"
    "  sun_shaft: {type: revolute, bodies: [ground, sun]}\n"
    "  arm_shaft: {type: revolute, bodies: [ground, arm]}\n"
    "  pin: {type: revolute, bodies: [arm, p]}\n"
    "  qin: {type: revolute, bodies: [arm, q]}\n"
    "  sp: {type: gear, gears: [sun, p], carrier: arm, teeth: [20, 30]}\n"
    "  sq: {type: gear, gears: [sun, q], carrier: arm, teeth: [20, 30]}\n"
    "  pr: {type: gear, gears: [p, ground], carrier: arm, teeth: [30, 80], internal: true}\n"
    "  qr: {type: gear, gears: [q, ground], carrier: arm, teeth: [30, 80], internal: true}\n"
    "  hold: {type: motion, joint: arm_shaft, rate: 0}\n"
    "loads: {t: {body: sun, torque: 1}}\n"
    "run: {until: 10 ms, every: 5 ms}\n";

static void planet_pins_carry_two_teeth(void **state) {
  ptl_context *context = *state;
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(context, planets, NULL, integrators[i]);
    assert_near(last(&out, "pin.fy"), -50.0, 1e-6);
    assert_near(last(&out, "qin.fy"), 50.0, 1e-6);
    assert_near(last(&out, "pin.fx"), 0.0, 1e-6);
    assert_near(last(&out, "hold.moment"), -5.0, 1e-7);
    static const char *const balanced[] = {"sun_shaft.fx", "sun_shaft.fy", "arm_shaft.fx",
                                           "arm_shaft.fy"};
    for (int k = 0; k < 4; k++) assert_near(last(&out, balanced[k]), 0.0, 1e-6);
    release(context, &out);
  }
}

/* The same stage turning: angular momentum about the sun's centre. Of outer forces only the ring's
 * teeth have a moment, and the power of the torque goes into the bodies: dL/dt = T + ring's moment,
 * which the row of the ring tells. */
static void a_carrier_gets_nothing_from_its_gears(void **state) {
  ptl_context *context = *state;
  const ptl_setting setting = {"joints.hold", "{type: motion, joint: sun_shaft, rate: 30 rad/s}"};
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(context, planets, &setting, integrators[i]);
    /* at a steady rate a planet needs m R w^2 towards the middle, and nothing else acts on the arm
     * but its pins */
    const double w = 30.0 / 5.0, angle = last(&out, "arm.angle");
    const double fx = last(&out, "pin.fx"), fy = last(&out, "pin.fy");
    assert_near(last(&out, "arm.omega"), w, 1e-9);
    assert_near(fx * cos(angle) + fy * sin(angle), -0.5 * 0.05 * w * w, 1e-5);
    assert_near(-fx * sin(angle) + fy * cos(angle), 0.0, 1e-5);
    assert_near(last(&out, "arm_shaft.fx"), 0.0, 1e-5);
    release(context, &out);
  }
}

/* ---------------------------------------------------------------- racks */

/* A carriage of 3 kg with a pinion (1 kg, 2e-3 kg m^2, 50 mm, driven by -2 N m) on a fixed rack
 * below: rolling, a = T r/(J + m r^2) with the whole mass m, the rack's force m a, and m a
 * tan(alpha) upwards. */
#define CARRIAGE(guide, shaft)                                                   \
  "pintle: 1\n"                                                                  \
  "bodies:\n"                                                                    \
  "  carriage: {mass: 3, inertia: 1e-2, position: [0, 50 mm]}\n"                 \
  "  pinion: {mass: 1, inertia: 2e-3, position: [0, 50 mm]}\n"                   \
  "joints:\n"                                                                    \
  "  guide: {type: translational, bodies: " guide                                \
  "}\n"                                                                          \
  "  shaft: {type: revolute, bodies: " shaft                                     \
  ", at: [[0, 0], [0, 0]]}\n"                                                    \
  "  mesh: {type: rack_and_pinion, rack: guide, pinion: shaft, radius: -50 mm, " \
  "pressure_angle: 25 deg, at: [0, 0]}\n"                                        \
  "loads: {t: {body: pinion, torque: -2}}\n"                                     \
  "run: {until: 0.1, every: 0.05}\n"

static void check_carriage(ptl_context *context, const char *text, double sign) {
  const double a = 2.0 * 0.05 / (2e-3 + 4.0 * 0.05 * 0.05), force = 4.0 * a;
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(context, text, NULL, integrators[i]);
    assert_near(last(&out, "carriage.x"), 0.5 * a * 0.01, 1e-8);
    assert_near(last(&out, "guide.fy"), -sign * force * tan(ALPHA), 1e-6);
    assert_near(last(&out, "shaft.fx"), sign * (a - force), 1e-6);
    assert_near(last(&out, "shaft.fy"), -sign * force * tan(ALPHA), 1e-6);
    assert_near(last(&out, "mesh.radial_force"), force * tan(ALPHA), 1e-6);
    release(context, &out);
  }
}

static void a_pinion_rolls_on_a_fixed_rack(void **state) {
  check_carriage(*state, CARRIAGE("[ground, carriage]", "[carriage, pinion]"), 1.0);
  check_carriage(*state, CARRIAGE("[carriage, ground], axis: [1, 0]", "[pinion, carriage]"), -1.0);
}

/* ---------------------------------------------------------------- belts */

#define BELT(more)                                      \
  "pintle: 1\n"                                         \
  "bodies:\n"                                           \
  "  a: {mass: 1, inertia: 1e-3}\n"                     \
  "  b: {mass: 1, inertia: 4e-3, position: [0.2, 0]}\n" \
  "joints:\n"                                           \
  "  sa: {type: revolute, bodies: [ground, a]}\n"       \
  "  sb: {type: revolute, bodies: [ground, b]}\n"       \
  "  hold: {type: motion, joint: sb, rate: 0}\n"        \
  "  belt: {type: belt, pulleys: [a, b], " more         \
  "}\n"                                                 \
  "loads: {t: {body: a, torque: 1}}\n"                  \
  "run: {until: 10 ms, every: 5 ms}\n"

/* The left strand (above) with its tension and the right one leave the pulley a at -+b to the line
 * of centres, sin b = (r_a - r_b)/d or, crossed, (r_a + r_b)/d. */
static void check_belt(ptl_context *context, const char *text, double sine, double left,
                       double right) {
  const double cosine = sqrt(1.0 - sine * sine);
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(context, text, NULL, integrators[i]);
    assert_near(last(&out, "belt.left_tension"), left, 1e-7);
    assert_near(last(&out, "belt.right_tension"), right, 1e-7);
    assert_near(last(&out, "sa.fx"), -(left + right) * cosine, 1e-7);
    assert_near(last(&out, "sa.fy"), (left - right) * sine, 1e-7);
    assert_near(last(&out, "sb.fx"), (left + right) * cosine, 1e-7);
    assert_near(last(&out, "sb.fy"), -(left - right) * sine, 1e-7);
    release(context, &out);
  }
}

/* 1 N m on 50 mm: a difference of 20 N. Pretension holds the sum of both at twice its value while
 * neither is slack. */
static void belts_pull_by_both_strands(void **state) {
  check_belt(*state, BELT("radii: [50 mm, 30 mm]"), 0.1, 20.0, 0.0);
  check_belt(*state, BELT("radii: [50 mm, 30 mm], pretension: 5 N"), 0.1, 20.0, 0.0);
  check_belt(*state, BELT("radii: [50 mm, 30 mm], pretension: 30 N"), 0.1, 40.0, 20.0);
  check_belt(*state, BELT("radii: [50 mm, 30 mm], crossed: true"), 0.4, 20.0, 0.0);
  check_belt(*state, BELT("teeth: [50, 30], pitch: pi*2 mm, pretension: 30 N"), 0.1, 40.0, 20.0);
}

/* ---------------------------------------------------------------- bearings that give way */

/* Gear a in a bushing of 1e6 N/m: at rest it is off by the bearing's force over that. On the way
 * the radial force does work, which the energy balance of both integrators has. */
static void check_soft_bearing(ptl_context *context, const char *integrator) {
  const char *text = PAIR("60", "60", "radii: [20 mm, 40 mm]");
  const ptl_setting soft = {"joints.sa",
                            "{type: revolute, bodies: [ground, a], bushing: {stiffness: 1e6, "
                            "damping: 300}}"};
  ptl_setting settings[] = {
      soft, {"run.until", "0.2"}, {"run.rtol", "1e-9"}, {"run.integrator", integrator}};
  outcome out = {.system = system_of(context, text, settings, 4)};
  ptl_sink sink = rows_sink(&out.trace);
  must(context, ptl_simulate(context, out.system, NULL, &sink, &out.summary));
  const double fx =
      -sin(35.0 * acos(-1.0) / 180.0) * 150.0 + cos(35.0 * acos(-1.0) / 180.0) * 150.0 * tan(ALPHA);
  assert_near(last(&out, "sa.fx"), fx, 0.02 * fabs(fx)); /* the centres move by 0.1 mm */
  assert_near(last(&out, "sa.ex"), -fx / 1e6, 0.02 * fabs(fx) / 1e6);
  for (int i = 0; i < out.trace.n; i++) {
    double balance = rows_at(&out.trace, i, column_of(out.system, "energy.balance"));
    assert_near(balance, 0.0, 1e-6 * out.summary.largest_energy);
  }
  const int by_dop853 = strcmp(integrator, "dop853") == 0;
  assert_true(by_dop853 ? out.summary.counters.dop853_steps > 0
                        : out.summary.counters.dop853_steps == 0);
  release(context, &out);
}

static void a_soft_bearing_gives_way(void **state) {
  check_soft_bearing(*state, "dop853");
  check_soft_bearing(*state, "ida");
}

/* Gear a in a bearing with clearance: once it lies still against the hole, their force is that of
 * an ideal bearing. */
static void a_bearing_with_clearance_carries_the_teeth(void **state) {
  ptl_context *context = *state;
  const char *text = PAIR("60", "60", "radii: [20 mm, 40 mm]");
  ptl_setting settings[] = {
      {"joints.sa",
       "{type: revolute, bodies: [ground, a], radius: 5 mm, clearance: 20 um, contact: steel}"},
      {"contacts",
       "{steel: {elastic: {law: power, stiffness: 1e8 N/m^1.5, exponent: 1.5}, damping: {law: "
       "hunt_crossley, alpha: 5 s/m}}}"},
      {"forces",
       "{oil: {type: spring_damper, bodies: [ground, a], at: [[0, -0.1], [0, 0]], "
       "damping: 300 N s/m}, film: {type: spring_damper, bodies: [ground, a], at: "
       "[[-0.1, 0], [0, 0]], damping: 300 N s/m}}"},
      {"run.until", "0.5"}};
  outcome out = {.system = system_of(context, text, settings, 4)};
  ptl_sink sink = rows_sink(&out.trace);
  must(context, ptl_simulate(context, out.system, NULL, &sink, &out.summary));
  const double force = hypot(last(&out, "sa.fx"), last(&out, "sa.fy"));
  assert_near(force, 150.0 / cos(ALPHA), 0.005 * force);
  release(context, &out);
}

/* ---------------------------------------------------------------- what is refused */

static void check_refused(ptl_context *context, const char *text, const ptl_setting *setting,
                          const char *reason) {
  ptl_mechanism *m = mechanism_of(context, text, setting, setting != NULL ? 1 : 0);
  ptl_system *s = NULL;
  assert_int_equal(ptl_assemble(m, &s), PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), reason) == NULL)
    fail_msg("'%s' lacks '%s'", ptl_context_message(context), reason);
  ptl_mechanism_destroy(m);
}

static void centres_must_fit_the_radii(void **state) {
  ptl_context *context = *state;
  check_refused(
      context, PAIR("61", "61", "radii: [20 mm, 40 mm]"), NULL,
      "'mesh': the centres of its gears are 0.061 m apart, but its radii of 0.02 m and 0.04 "
      "m add up to 0.06 m");
  check_refused(context, PAIR("60", "60", "radii: [20 mm, 60 mm], internal: true"), NULL,
                "differ by 0.04 m");
  check_refused(context, PAIR("0", "0", "teeth: [20, 40]"), NULL, "have one centre");
  check_refused(context, PAIR("60", "60", "teeth: [20, 20], internal: true"), NULL, "of one size");
  check_refused(context, BELT("radii: [150 mm, 60 mm]"), NULL, "need more than 0.21 m");
  const char *carriage = CARRIAGE("[ground, carriage]", "[carriage, pinion]");
  ptl_setting setting = {"joints.mesh.radius", "50 mm"};
  check_refused(context, carriage, &setting, "on the other side of the rack");
  setting = (ptl_setting){"joints.mesh.at", "[0, 10 mm]"};
  check_refused(context, carriage, &setting, "is 0.04 m from the pitch line");
  setting = (ptl_setting){"joints.shaft", "{type: revolute, bodies: [carriage, ground]}"};
  check_refused(context, carriage, &setting, "need one body in common");
}

static void check_unread(ptl_context *context, const char *text, const char *reason) {
  const char *path = write_file("refused.yaml", text);
  ptl_mechanism *m;
  assert_int_equal(ptl_mechanism_load(context, path, NULL, 0, &m), PTL_ERR_INPUT);
  remove(path);
  if (strstr(ptl_context_message(context), reason) == NULL)
    fail_msg("'%s' lacks '%s'", ptl_context_message(context), reason);
}

static void bad_values_are_refused(void **state) {
  ptl_context *context = *state;
  check_unread(context, PAIR("60", "60", "teeth: [20, 40], at: [1, 2, 3]"), "a list of two");
  check_unread(context, BELT("teeth: [50, 30]"), "needs 'pitch'");
  check_unread(context, BELT("radii: [50 mm, 30 mm], pitch: 5 mm"), "belongs to 'teeth'");
  check_unread(context, BELT("radii: [50 mm, 30 mm], pretension: -1"), "not negative");
  ptl_mechanism *m = mechanism_of(context, BELT("radii: [50 mm, 30 mm]"), NULL, 0);
  ptl_coupling_def def;
  assert_int_equal(ptl_mechanism_get_coupling(m, 0, &def), 1);
  def.name = "other";
  def.kind = PTL_COUPLING_GEAR;
  def.pressure_angle = 2.0;
  assert_int_equal(ptl_mechanism_add_coupling(m, &def), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "below 90 degrees"));
  def.pressure_angle = 0.3;
  def.ratio = 0.7;
  assert_int_equal(ptl_mechanism_add_coupling(m, &def), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "not that of its radii"));
  ptl_mechanism_destroy(m);
}

/* A planet whose arm turns, in a mesh that takes the ground for its carrier: an error as soon as
 * that matters. */
static void a_wrong_carrier_is_told(void **state) {
  ptl_context *context = *state;
  ptl_system *s = system_of(context,
                            "pintle: 1\n"
                            "bodies:\n"
                            "  sun: {mass: 1, inertia: 1e-3}\n"
                            "  arm: {mass: 1, inertia: 2e-3}\n"
                            "  planet: {mass: 0.5, inertia: 1e-4, position: [50 mm, 0]}\n"
                            "joints:\n"
                            "  sun_shaft: {type: revolute, bodies: [ground, sun]}\n"
                            "  arm_shaft: {type: revolute, bodies: [ground, arm]}\n"
                            "  pin: {type: revolute, bodies: [arm, planet]}\n"
                            "  mesh: {type: gear, gears: [sun, planet], teeth: [20, 30]}\n"
                            "  drive: {type: motion, joint: arm_shaft, rate: 1 rad/s}\n"
                            "run: {until: 1 s}\n",
                            NULL, 0);
  ptl_summary summary;
  assert_int_equal(ptl_simulate(context, s, NULL, NULL, &summary), PTL_ERR_SIMULATION);
  const char *text = ptl_context_message(context);
  if (strstr(text, "the centres of 'mesh'") == NULL || strstr(text, "carrier 'ground'") == NULL)
    fail_msg("'%s'", text);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(s);
}

/* ---------------------------------------------------------------- written and read */

static void check_saved(ptl_context *context, const char *text) {
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0), *again;
  char path[512];
  snprintf(path, sizeof path, "%s", write_file("saved.yaml", ""));
  must(context, ptl_mechanism_save(m, path));
  must(context, ptl_mechanism_load(context, path, NULL, 0, &again));
  remove(path);
  ptl_coupling_def a, b;
  assert_int_equal(ptl_mechanism_get_coupling(m, 0, &a), 1);
  assert_int_equal(ptl_mechanism_get_coupling(again, 0, &b), 1);
  assert_int_equal(a.kind, b.kind);
  assert_int_equal(a.has_points, b.has_points);
  assert_true(a.ratio == b.ratio && a.pressure_angle == b.pressure_angle &&
              a.pretension == b.pretension);
  assert_memory_equal(a.radii, b.radii, sizeof a.radii);
  assert_memory_equal(a.points, b.points, sizeof a.points);
  ptl_mechanism_destroy(m);
  ptl_mechanism_destroy(again);
}

static void meshes_are_saved_as_they_are(void **state) {
  check_saved(*state, PAIR("60", "60", "radii: [20 mm, 40 mm], at: [[1 mm, 0], [2 mm, 3 mm]]"));
  check_saved(*state, PAIR("60", "60", "teeth: [20, 30], internal: true"));
  check_saved(*state, BELT("radii: [50 mm, 30 mm], crossed: true, pretension: 3 N"));
  check_saved(*state, CARRIAGE("[ground, carriage]", "[carriage, pinion]"));
}

/* An arch of two bodies of weight W = 10 N on three pins, with a belt or gears between them that it
 * holds already; and two arms that pins hold in other lengths, where no share of the belt would
 * agree with its own pull. Expected: the statics of the arch without what is idle, with the pull P
 * of a pretension from foot to foot: a thrust of (0.5 W - 0.2 W)/0.6 - P, and W, at each. */
#define ARCH(mesh)                                           \
  "pintle: 1\n"                                              \
  "gravity: [0, -10]\n"                                      \
  "bodies:\n"                                                \
  "  a: {mass: 1, inertia: 0.01, position: [0.3, 0.4]}\n"    \
  "  b: {mass: 1, inertia: 0.01, position: [0.7, 0.4]}\n"    \
  "joints:\n"                                                \
  "  p: {type: revolute, bodies: [ground, a], at: [0, 0]}\n" \
  "  q: {type: revolute, bodies: [ground, b], at: [1, 0]}\n" \
  "  r: {type: revolute, bodies: [a, b], at: [0.5, 0.6]}\n"  \
  "  k: " mesh                                               \
  "\n"                                                       \
  "run: {until: 0.1, every: 0.05}\n"

static void what_joints_hold_carries_nothing(void **state) {
  static const struct {
    const char *text;
    double pull;
  } arches[] = {
      {ARCH("{type: belt, pulleys: [a, b], radii: [0.02, 0.05]}"), 0.0},
      {ARCH("{type: belt, pulleys: [a, b], radii: [0.03, 0.03], pretension: 3}"), 6.0},
      {ARCH("{type: gear, gears: [a, b], radii: [0.5, 0.5]}"), 0.0},
  };
  for (int i = 0; i < 6; i++) {
    outcome out = run_of(*state, arches[i / 2].text, NULL, integrators[i % 2]);
    const double thrust = 3.0 / 0.6 - arches[i / 2].pull;
    assert_near(last(&out, "p.fx"), thrust, 1e-8);
    assert_near(last(&out, "q.fx"), -thrust, 1e-8);
    assert_near(last(&out, "p.fy"), 10.0, 1e-8);
    assert_near(last(&out, "k.moment"), 0.0, 1e-12);
    release(*state, &out);
  }
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state,
                         "pintle: 1\n"
                         "gravity: [0, -3.7]\n"
                         "bodies:\n"
                         "  a: {mass: 0.149, inertia: 4.8e-4, position: [-0.123, 0.05]}\n"
                         "  b: {mass: 0.036, inertia: 8.4e-5, position: [0.069, -0.049]}\n"
                         "joints:\n"
                         "  p: {type: revolute, bodies: [ground, a], at: [-0.024, -0.012]}\n"
                         "  q: {type: revolute, bodies: [ground, b], at: [0.069, -0.049]}\n"
                         "  r: {type: revolute, bodies: [b, a], at: [-0.123, 0.05]}\n"
                         "  k: {type: belt, pulleys: [a, b], radii: [0.0106, 0.0295]}\n"
                         "run: {until: 0.1, every: 0.05}\n",
                         NULL, integrators[i]);
    assert_near(last(&out, "p.fy") + last(&out, "q.fy"), 3.7 * 0.185, 1e-9);
    /* b hangs on q at its own centre, so that r and q carry its weight along the line of both */
    assert_near(last(&out, "r.fx") * 0.099 + last(&out, "r.fy") * 0.192, 0.0, 1e-9);
    assert_near(last(&out, "k.moment"), 0.0, 1e-12);
    release(*state, &out);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(outer_gears_push_apart),
                                     cmocka_unit_test(a_ring_pushes_its_pinion_inwards),
                                     cmocka_unit_test(planet_pins_carry_two_teeth),
                                     cmocka_unit_test(a_carrier_gets_nothing_from_its_gears),
                                     cmocka_unit_test(a_pinion_rolls_on_a_fixed_rack),
                                     cmocka_unit_test(belts_pull_by_both_strands),
                                     cmocka_unit_test(a_soft_bearing_gives_way),
                                     cmocka_unit_test(a_bearing_with_clearance_carries_the_teeth),
                                     cmocka_unit_test(centres_must_fit_the_radii),
                                     cmocka_unit_test(bad_values_are_refused),
                                     cmocka_unit_test(a_wrong_carrier_is_told),
                                     cmocka_unit_test(what_joints_hold_carries_nothing),
                                     cmocka_unit_test(meshes_are_saved_as_they_are)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
