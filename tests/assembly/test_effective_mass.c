/* The effective mass of a contact: along its normal, with joints and drivers in place. Expected:
 * closed forms 1/m = n^T M^-1 n of one or two bodies, and the restitution that laws which are set
 * by it then return. */
#include "support.h"

/* A rod of 3 kg and 1 m, hinged at its end, meets a wall with its tip: m = I/L^2 = 1 kg (I = 1 kg
 * m^2 about the hinge). A free body struck at an arm r has 1/m = 1/M + r^2/J; 3 kg, 0.25 kg m^2, r
 * = 0.5 m: 0.75 kg. */
static const char *const rod =
    "pintle: 1\n"
    "bodies:\n"
    "  rod: {mass: 3, inertia: 0.25, position: [0.5, 0], velocity: [0, -0.5], rate: -1}\n"
    "joints:\n"
    "HINGE"
    "  wall: {type: circle_line, line: {body: ground, from: [0.5, -0.06], to: [1.5, -0.06], solid: "
    "right}, circle: "
    "{body: rod, at: [0.5, 0], radius: 0.05}, contact: k}\n"
    "contacts:\n"
    "  k: {elastic: {law: power, stiffness: 1e7, exponent: 1}, damping: {law: tsuji, restitution: "
    "0.5}}\n"
    "run: {until: 30 ms, every: 1 ms, rtol: 1e-9, start: given}\n";

static ptl_system *rod_system(ptl_context *context, int hinged, const ptl_setting *settings,
                              int n) {
  char text[2048];
  const char *at = strstr(rod, "HINGE");
  snprintf(text, sizeof text, "%.*s%s%s", (int)(at - rod), rod,
           hinged ? "  h: {type: revolute, bodies: [ground, rod], at: [0, 0]}\n" : "", at + 5);
  return system_of(context, text, settings, n);
}

static ptl_gap_start start_of(ptl_context *context, const ptl_system *s, int gap) {
  ptl_gap_start start;
  must(context, ptl_system_get_gap_start(s, gap, &start));
  return start;
}

static void assert_mass(ptl_context *context, const ptl_system *s, int gap, double expected) {
  ptl_gap_start start = start_of(context, s, gap);
  assert_near(start.effective_mass, expected, 1e-12 * expected);
  assert_near(start.least_effective_mass, expected, 1e-12 * expected);
  assert_near(start.largest_effective_mass, expected, 1e-12 * expected);
  assert_int_equal(start.mass_is_given, 0);
}

/* Speed with which the first contact parts, over that with which it began. */
static double restitution_of(ptl_context *context, const ptl_system *s) {
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  double touch = NAN, part = NAN;
  for (int e = trace.n_events - 1; e >= 0; e--) {
    if (trace.events[e].kind == PTL_EVENT_TOUCH) touch = trace.events[e].rate;
    if (trace.events[e].kind == PTL_EVENT_PART) part = trace.events[e].rate;
  }
  assert_near(sum.gaps[0].effective_mass, start_of(context, s, 0).effective_mass, 0.0);
  rows_release(&trace);
  ptl_summary_release(context, &sum);
  return -part / touch;
}

/* The normal turns with the rod by a milliradian, whence 1e-4. */
static void hinged_rod_returns_what_is_asked_for(void **state) {
  static const char *const laws[] = {"tsuji", "kelvin_voigt"}, *const by[] = {"auto", "ida"};
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      const ptl_setting settings[] = {{"contacts.k.damping.law", laws[i]},
                                      {"run.integrator", by[j]}};
      ptl_system *s = rod_system(*state, 1, settings, 2);
      assert_mass(*state, s, 0, 1.0);
      assert_near(restitution_of(*state, s), 0.5, 1e-4);
      ptl_system_destroy(s);
    }
}

static void free_rod_turns_away(void **state) {
  ptl_system *s = rod_system(*state, 0, NULL, 0);
  assert_mass(*state, s, 0, 0.75);
  assert_near(restitution_of(*state, s), 0.5, 1e-4);
  ptl_system_destroy(s);
}

static void given_mass_stays(void **state) {
  const ptl_setting settings[] = {{"contacts.k.effective_mass", "2 kg"}};
  ptl_system *s = rod_system(*state, 1, settings, 1);
  ptl_gap_start start = start_of(*state, s, 0);
  assert_near(start.effective_mass, 2.0, 0.0);
  assert_near(start.least_effective_mass, 1.0, 1e-12);
  assert_int_equal(start.mass_is_given, 1);
  ptl_system_destroy(s);
}

/* Two balls on a line, 2 kg and 1 kg: 2/3 kg. With the first driven at a constant speed it is
 * immovable: 1 kg, and the other leaves with half of the speed of approach, relative to it. */
static const char *const ram =
    "pintle: 1\n"
    "bodies:\n"
    "  ram: {mass: 2, inertia: 1e-3, position: [0, 0], velocity: [1, 0]}\n"
    "  ball: {mass: 1, inertia: 1e-3, position: [0.11, 0]}\n"
    "joints:\n"
    "  hit: {type: circle_circle, a: {body: ram, radius: 0.05}, b: {body: ball, radius: 0.05}, "
    "contact: k}\n"
    "DRIVEN"
    "contacts:\n"
    "  k: {elastic: {law: power, stiffness: 1e7, exponent: 1}, damping: {law: tsuji, restitution: "
    "0.5}}\n"
    "run: {until: 20 ms, every: 1 ms, rtol: 1e-9, start: given}\n";

static ptl_system *ram_system(ptl_context *context, const char *more) {
  char text[2048];
  const char *at = strstr(ram, "DRIVEN");
  snprintf(text, sizeof text, "%.*s%s%s", (int)(at - ram), ram, more, at + 6);
  return system_of(context, text, NULL, 0);
}

static void driver_makes_a_part_immovable(void **state) {
  ptl_system *s = ram_system(*state, "");
  assert_mass(*state, s, 0, 2.0 / 3.0);
  assert_near(restitution_of(*state, s), 0.5, 1e-7);
  ptl_system_destroy(s);
  s = ram_system(*state,
                 "  rail: {type: translational, bodies: [ground, ram]}\n"
                 "  drive: {type: motion, joint: rail, rate: 1 m/s}\n");
  assert_mass(*state, s, 0, 1.0);
  assert_near(restitution_of(*state, s), 0.5, 1e-7);
  ptl_system_destroy(s);
}

/* A pin in the middle of its hole, on a slider of 1 kg that moves along x and a body of 4 kg that
 * is held in x: 1/m is 1 along x, 1/4 along y; mean 5/8. */
static const char *const pin =
    "pintle: 1\n"
    "bodies:\n"
    "  slider: {mass: 1, inertia: 1e-3}\n"
    "  block: {mass: 4, inertia: 1e-3}\n"
    "joints:\n"
    "  along_x: {type: translational, bodies: [ground, slider]}\n"
    "  along_y: {type: translational, guide: {body: ground, angle: 90 deg}, slider: "
    "{body: block, angle: 90 "
    "deg}}\n"
    "  pin: {type: revolute, bodies: [slider, block], radius: 10 mm, clearance: 0.1 mm, contact: "
    "k}\n"
    "contacts:\n"
    "  k: {elastic: {law: power, stiffness: 1e7, exponent: 1}, damping: {law: tsuji, restitution: "
    "0.5}}\n"
    "run: {until: 1 ms}\n";

static void centred_pin_has_the_mean_over_directions(void **state) {
  ptl_system *s = system_of(*state, pin, NULL, 0);
  ptl_gap_start start = start_of(*state, s, 0);
  assert_near(start.effective_mass, 8.0 / 5.0, 1e-12);
  assert_near(start.least_effective_mass, 1.0, 1e-12);
  assert_near(start.largest_effective_mass, 4.0, 1e-12);
  ptl_system_destroy(s);
}

/* Both parts are driven, in every direction: a law that needs a mass says so, one that does not
 * runs. */
static void immovable_parts_need_a_given_mass(void **state) {
  static const char *const held =
      "pintle: 1\n"
      "bodies:\n"
      "  arm: {mass: 1, inertia: 1e-3}\n"
      "joints:\n"
      "  pivot: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"
      "  drive: {type: motion, joint: pivot, rate: 1 rad/s}\n"
      "  wall: {type: circle_line, line: {body: ground, from: [0, -0.2], to: [2, -0.2], solid: "
      "right}, circle: {body: "
      "arm, at: [1, 0], radius: 0.05}, contact: k}\n"
      "contacts:\n"
      "  k: {elastic: {law: power, stiffness: 1e7, exponent: 1}, damping: {law: exact, "
      "restitution: 0.5}}\n"
      "run: {until: 1 ms}\n";
  const ptl_setting tsuji[] = {{"contacts.k.damping.law", "tsuji"}};
  ptl_system *s = system_of(*state, held, NULL, 0);
  assert_true(isinf(start_of(*state, s, 0).effective_mass));
  ptl_system_destroy(s);
  ptl_mechanism *m = mechanism_of(*state, held, tsuji, 1);
  assert_int_equal(ptl_assemble(m, &s), PTL_ERR_INPUT);
  const char *const words[] = {"joint 'wall', gap 'contact'", "effective mass",
                               "effective_mass must be given"};
  for (int i = 0; i < 3; i++) assert_non_null(strstr(ptl_context_message(*state), words[i]));
  ptl_mechanism_destroy(m);
}

/* A cart whose servo holds the lean of its pole, of mass m with its centre at l: the moment of a
 * force P along x at the distance r on the pole is P r sin a = m l a_x sin a, so that 1/m_eff
 * is r/(m l), whatever the masses and what the hinge would hold by a moment. A force on the cart
 * itself moves nothing, since the servo takes it up; nor does one below the hinge, against which it
 * moves. */
static void servo_answers_the_blow(void **state) {
  static const char *const by[] = {"auto", "ida"};
  static const char text[] =
      "pintle: 1\n"
      "bodies:\n"
      "  cart: {mass: 1.5, inertia: 0.01, velocity: [1, 0]}\n"
      "  pole: {mass: 0.4, inertia: 0.02, angle: 1.2, com: [0.3, 0], velocity: [1, 0]}\n"
      "joints:\n"
      "  rail: {type: translational, bodies: [ground, cart]}\n"
      "  hinge: {type: revolute, bodies: [cart, pole], at: [0, 0]}\n"
      "  servo: {type: motion, joint: hinge, angle: 0, by: rail}\n"
      "  wall: {type: circle_line, line: {body: ground, from: [0.25, -1], to: [0.25, 1]},\n"
      "    circle: {body: pole, at: [0.6, 0], radius: 0.01}, contact: k}\n"
      "contacts:\n"
      "  k: {elastic: {law: power, stiffness: 1e7, exponent: 1}, damping: {law: tsuji,\n"
      "    restitution: 0.5}}\n"
      "run: {until: 30 ms, every: 1 ms, rtol: 1e-9, start: given}\n";
  for (int i = 0; i < 2; i++) {
    const ptl_setting settings[] = {{"run.integrator", by[i]}};
    ptl_system *s = system_of(*state, text, settings, 1);
    assert_mass(*state, s, 0, 0.4 * 0.3 / 0.6);
    assert_near(restitution_of(*state, s), 0.5, 1e-5);
    ptl_system_destroy(s);
  }
  static const char *const immovable[] = {"{body: cart, radius: 0.01}",
                                          "{body: pole, at: [-0.6, 0], radius: 0.01}"};
  for (int i = 0; i < 2; i++) {
    const ptl_setting settings[] = {{"joints.wall.circle", immovable[i]},
                                    {"contacts.k.damping", "{law: none}"},
                                    {"joints.wall.line.from", "[1, -1]"},
                                    {"joints.wall.line.to", "[1, 1]"}};
    ptl_system *s = system_of(*state, text, settings, 4);
    assert_true(isinf(start_of(*state, s, 0).effective_mass));
    ptl_system_destroy(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(hinged_rod_returns_what_is_asked_for),
                                     cmocka_unit_test(free_rod_turns_away),
                                     cmocka_unit_test(given_mass_stays),
                                     cmocka_unit_test(driver_makes_a_part_immovable),
                                     cmocka_unit_test(servo_answers_the_blow),
                                     cmocka_unit_test(centred_pin_has_the_mean_over_directions),
                                     cmocka_unit_test(immovable_parts_need_a_given_mass)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
