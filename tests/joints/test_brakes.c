/* Brakes, clutches and freewheels: friction that a force of the model presses. Expected values:
 * uniform deceleration, momentum and loss of two discs that meet, Hooke's law of what sticks, by
 * hand. Each is run by both integrators. */
#include "text_run.h"

static const char *const integrators[] = {"dop853", "ida"};

static outcome run_of(ptl_context *context, const char *text, const char *path, const char *value,
                      const char *integrator) {
  const ptl_setting settings[] = {
      {"run.integrator", integrator}, {"run.rtol", "1e-8"}, {path, value}};
  return run_text(context, text, settings, path != NULL ? 3 : 2);
}

#define DISC                                            \
  "pintle: 1\ngravity: [0, 0]\n"                        \
  "bodies:\n"                                           \
  "  disc: {mass: 1, inertia: 0.01, rate: 20}\n"        \
  "joints:\n"                                           \
  "  shaft: {type: revolute, bodies: [ground, disc]}\n" \
  "  brake: {type: brake, bodies: [ground, disc], radius: 0.1, "

/* mu N r = 3 N m stop 0.01 kg m^2 from 20 rad/s in 1/15 s, over 2/3 rad but for what the bristles
 * give, 3e-6 m/r. What turns it then with half of that winds the bristles up by half of their 3e-6
 * m, and not one step further: nothing creeps for 10 s. */
static void a_brake_stops_and_holds(void **state) {
  static const char text[] = DISC
      "pressed: 100 N, friction: {law: stick_slip, kinetic: 0.3, static: 0.3}}\n"
      "loads: {turn: {body: disc, torque: 'time < 0.5 s ? 0 N m : 1.5 N m'}}\n"
      "run: {until: 11 s, every: 1 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    const int n = out.trace.n;
    assert_near(last(&out, "disc.angle"), 2.0 / 3.0, 1e-4);
    assert_near(last(&out, "disc.angle"), at_row(&out, n - 10, "disc.angle"), 1e-10);
    assert_near(last(&out, "disc.omega"), 0.0, 1e-7);
    assert_near(last(&out, "brake.friction"), 1.5, 1e-5);
    assert_near(last(&out, "energy.dissipated"), 2.0, 1e-3);
    assert_near(last(&out, "energy.balance"), 0.0, 1e-5);
    release(*state, &out);
  }
}

/* A disc that turns with its arm, whose pin is far from both centres of mass, so that their equal
 * rates come out of the start with rounding: its brake begins undeflected, without torque, and not
 * with all of its 3 N m one way or the other. */
static void what_turns_together_begins_undeflected(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, 0]\n"
      "bodies:\n"
      "  arm: {mass: 1, inertia: 0.01, position: [0.1, 0.2]}\n"
      "  disc: {mass: 1, inertia: 0.01, position: [0.3, 0.37]}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"
      "  pin: {type: revolute, bodies: [arm, disc], at: [0.31, 0.33]}\n"
      "  brake: {type: brake, bodies: [arm, disc], radius: 0.1, pressed: 100 N,\n"
      "    friction: {law: stick_slip, kinetic: 0.3, static: 0.3}}\n"
      "run: {until: 1 ms, every: 1 ms}\n";
  int rounded = 0;
  for (int i = 1; i <= 40; i++) {
    char start[80];
    snprintf(start, sizeof start, "{shaft: {rate: %.17g}, pin: {rate: 0}}", 0.7 * i);
    outcome out = run_of(*state, text, "start", start, integrators[i % 2]);
    rounded += at_row(&out, 0, "brake.slip_rate") != 0.0;
    assert_true(fabs(at_row(&out, 0, "brake.slip_rate")) < 1e-12);
    assert_near(at_row(&out, 0, "brake.friction"), 0.0, 1e-6);
    release(*state, &out);
  }
  assert_true(rounded > 0);
}

/* Discs of 0.01 and 0.03 kg m^2 that a clutch joins: the momentum of 100 rad/s stays, J1 w/(J1 +
 * J2), and 1/2 J1 J2/(J1 + J2) w^2 is lost; until they meet the second speeds up with mu N r/J2. */
static void a_clutch_joins_two_discs(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, 0]\n"
      "bodies:\n"
      "  first: {mass: 1, inertia: 0.01, rate: 100}\n"
      "  second: {mass: 1, inertia: 0.03, rate: 0}\n"
      "joints:\n"
      "  a: {type: revolute, bodies: [ground, first]}\n"
      "  b: {type: revolute, bodies: [ground, second]}\n"
      "  clutch: {type: brake, bodies: [first, second], radius: 0.1, pressed: 100 N,\n"
      "    friction: {law: stick_slip, kinetic: 0.3, static: 0.3}}\n"
      "run: {until: 0.5 s, every: 0.1 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    assert_near(at_row(&out, 1, "second.omega"), 3.0 / 0.03 * 0.1, 1e-2);
    assert_near(last(&out, "first.omega"), 25.0, 1e-5);
    assert_near(last(&out, "second.omega"), 25.0, 1e-5);
    assert_near(last(&out, "energy.dissipated"), 37.5, 1e-3);
    assert_near(last(&out, "energy.balance"), 0.0, 1e-5);
    release(*state, &out);
  }
}

/* Pressed by a filter that follows its input of 100 N with T = 50 ms, from 0: the disc loses mu r/J
 * 100 N (t - T (1 - exp(-t/T))). */
static void a_signal_presses(void **state) {
  static const char text[] = DISC
      "pressed: cylinder, friction: {law: coulomb, coefficient: 0.3}}\n"
      "signals: {cylinder: {filter: 100 N, time: 50 ms, start: 0 N}}\n"
      "run: {until: 60 ms, every: 60 ms}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    const double t = 0.06, T = 0.05;
    assert_near(last(&out, "disc.omega"),
                20.0 - 0.3 * 0.1 / 0.01 * 100.0 * (t - T * (1.0 - exp(-t / T))), 1e-6);
    assert_near(last(&out, "brake.pressed"), 100.0 * (1.0 - exp(-t / T)), 1e-5);
    release(*state, &out);
    out = run_of(*state, text, "joints.brake.pressed", "-1*cylinder", integrators[i]);
    assert_near(last(&out, "disc.omega"), 20.0, 1e-9); /* it does not pull */
    release(*state, &out);
  }
}

/* Pressed in proportion to its own rate, 5 N s * w, the disc slows down exponentially, with mu r
 * 5/J = 15/s. */
static void its_own_motion_presses(void **state) {
  static const char text[] = DISC
      "pressed: 5 N s*disc.omega, friction: {law: coulomb, coefficient: 0.3}}\n"
      "run: {until: 60 ms, every: 60 ms}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    assert_near(last(&out, "disc.omega"), 20.0 * exp(-15.0 * 0.06), 1e-6);
    release(*state, &out);
  }
}

/* A shaft speeds a hub up to its own largest rate, 0.1 2 pi/0.2 s, through a freewheel, and goes
 * back without it. */
static void a_freewheel_drives_one_way(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, 0]\n"
      "bodies:\n"
      "  shaft: {mass: 1, inertia: 0.01}\n"
      "  hub: {mass: 1, inertia: 0.01}\n"
      "joints:\n"
      "  a: {type: revolute, bodies: [ground, shaft]}\n"
      "  b: {type: revolute, bodies: [ground, hub]}\n"
      "  sprag: {type: brake, bodies: [hub, shaft], radius: 20 mm, pressed: 1 kN,\n"
      "    friction: {law: one_way, coefficient: 1, damping: 1000}}\n"
      "  drive: {type: motion, joint: a, angle: 0.1*(1 - cos(2*pi/(0.2 s)*time))}\n"
      "run: {until: 0.19 s, every: 10 ms}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    const double largest = 0.1 * 2.0 * acos(-1.0) / 0.2;
    assert_near(last(&out, "hub.omega"), largest, 2e-2 * largest);
    assert_near(at_row(&out, 15, "hub.omega"), last(&out, "hub.omega"), 1e-9);
    assert_near(last(&out, "sprag.friction"), 0.0, 1e-12);
    assert_near(last(&out, "energy.balance"), 0.0, 1e-6);
    release(*state, &out);
  }
}

/* Against the torque T a wedge gives way by T/(r^2 s0 N), and swings about that: without damping
 * twice as far. */
static void a_freewheel_holds(void **state) {
  static const char text[] = DISC
      "pressed: 100 N, friction: {law: one_way, coefficient: 1, damping: 30}}\n"
      "loads: {turn: {body: disc, torque: 4}}\n"
      "run: {until: 1 s, every: 0.1 s, start: given}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, "bodies.disc.rate", "0", integrators[i]);
    assert_near(last(&out, "disc.angle"), 4.0 / (0.01 * 1e5 * 100.0), 1e-9);
    release(*state, &out);
    out = run_of(*state, text, "loads.turn.torque", "-4", integrators[i]);
    assert_near(last(&out, "disc.omega"), 20.0 - 400.0, 20.0); /* it is free the other way */
    release(*state, &out);
  }
}

/* A block of 2 kg on a slope of 30 degrees, whose clamp holds 0.4 40 N of its 10 N: it sinks by 10
 * N/(s0 N) and stays. */
static void a_clamp_holds_on_a_slope(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -10]\n"
      "bodies:\n"
      "  block: {mass: 2, inertia: 0.01}\n"
      "joints:\n"
      "  rail: {type: translational, bodies: [ground, block], axis: [cos(30 deg), -sin(30 deg)]}\n"
      "  clamp: {type: rail_brake, bodies: [ground, block], axis: [cos(30 deg), -sin(30 deg)],\n"
      "    pressed: 40 N, friction: {law: stick_slip, kinetic: 0.4, static: 0.4}}\n"
      "run: {until: 2 s, every: 1 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    assert_near(last(&out, "rail.position"), 10.0 / (1e5 * 40.0), 1e-9);
    assert_near(last(&out, "clamp.friction"), 10.0,
                1e-4); /* 4e6 N/m times the error of a position */
    release(*state, &out);
  }
}

/* A bearing's own friction with a seal that presses 30 N beside the weight of 10 N: moment r mu (R
 * + N). */
static void a_seal_presses_beside_the_reaction(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -10]\n"
      "bodies: {disc: {mass: 1, inertia: 0.01, rate: 20}}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, disc], radius: 10 mm, pressed: 30 N,\n"
      "    friction: {law: coulomb, coefficient: 0.2}}\n"
      "run: {until: 0.1 s, every: 0.1 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    assert_near(last(&out, "disc.omega"), 20.0 - 0.01 * 0.2 * 40.0 / 0.01 * 0.1, 1e-7);
    release(*state, &out);
  }
}

static void saved_brakes_are_the_same(void **state) {
  static const char text[] = DISC
      "pressed: 5 N*time/(1 s), friction: {law: one_way, coefficient: 0.3}}\nrun: {until: 1 s}\n";
  ptl_context *context = *state;
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0), *again;
  char path[512];
  snprintf(path, sizeof path, "%s", write_file("brake.yaml", ""));
  must(context, ptl_mechanism_save(m, path));
  must(context, ptl_mechanism_load(context, path, NULL, 0, &again));
  remove(path);
  ptl_joint_def a, b;
  assert_int_equal(ptl_mechanism_get_joint(m, 1, &a), 1);
  assert_int_equal(ptl_mechanism_get_joint(again, 1, &b), 1);
  assert_string_equal(a.pressed, b.pressed);
  ptl_mechanism_destroy(m);
  ptl_mechanism_destroy(again);
}

static void what_presses_nothing(void **state) {
  static const char *const cases[][3] = {
      {"joints.brake.pressed", "null", "joint 'brake' needs 'pressed'"},
      {"joints.brake.pressed", "3 m", "pressed"},
      {"joints.brake.pressed", "3 N*nothing", "nothing"},
      {"joints.brake.friction", "null", "a brake needs 'friction'"},
      {"joints.brake.bushing", "{stiffness: 1}", "takes no bushing"},
      {"joints.shaft.pressed", "3 N", "belongs to the friction of an ideal joint or of a brake"}};
  static const char text[] =
      DISC "pressed: 100 N, friction: {law: coulomb, coefficient: 0.3}}\nrun: {until: 1 ms}\n";
  ptl_context *context = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const ptl_setting setting = {cases[i][0], cases[i][1]};
    ptl_mechanism *m = NULL;
    ptl_system *system = NULL;
    ptl_status status = ptl_mechanism_parse(context, text, strlen(text), "text", &setting, 1, &m);
    if (status == PTL_OK) status = ptl_assemble(m, &system);
    assert_int_equal(status, PTL_ERR_INPUT);
    if (strstr(ptl_context_message(context), cases[i][2]) == NULL)
      fail_msg("%s: %s", cases[i][1], ptl_context_message(context));
    ptl_mechanism_destroy(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_brake_stops_and_holds),
                                     cmocka_unit_test(what_turns_together_begins_undeflected),
                                     cmocka_unit_test(a_clutch_joins_two_discs),
                                     cmocka_unit_test(a_signal_presses),
                                     cmocka_unit_test(its_own_motion_presses),
                                     cmocka_unit_test(a_freewheel_drives_one_way),
                                     cmocka_unit_test(a_freewheel_holds),
                                     cmocka_unit_test(a_clamp_holds_on_a_slope),
                                     cmocka_unit_test(a_seal_presses_beside_the_reaction),
                                     cmocka_unit_test(saved_brakes_are_the_same),
                                     cmocka_unit_test(what_presses_nothing)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
