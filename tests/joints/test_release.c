/* Joints and motions that let go. Expected values: uniform motion, a free pendulum's energy,
 * projectiles and conserved momentum. Each is run by both integrators. */
#include "text_run.h"

static const char *const integrators[] = {"dop853", "ida"};

static outcome run_of(ptl_context *context, const char *text, const char *integrator) {
  const ptl_setting settings[] = {{"run.integrator", integrator}, {"run.rtol", "1e-9"}};
  return run_text(context, text, settings, 2);
}

#define ARM                                              \
  "pintle: 1\ngravity: [0, -10]\n"                       \
  "bodies:\n"                                            \
  "  arm: {mass: 2, inertia: 0.5, position: [0.5, 0]}\n" \
  "joints:\n"                                            \
  "  shaft: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"

/* Let go at 1 rad with 1 rad/s an arm of J = 0.5 + 2 0.5^2 swings with J w^2/2 + m g l sin(angle) =
 * const. */
static void a_motion_lets_go_where_it_is(void **state) {
  static const char text[] = ARM
      "  drive: {type: motion, joint: shaft, rate: 1, release: {when: shaft.angle > 1 rad}}\n"
      "run: {until: 2.5 s, every: 0.25 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, integrators[i]);
    assert_near(at_row(&out, 1, "shaft.angle"), 0.25, 1e-8);
    assert_true(fabs(at_row(&out, 1, "drive.moment")) > 1.0);
    assert_near(last(&out, "drive.moment"), 0.0, 1e-12);
    assert_near(last(&out, "drive_released"), 1.0, 0.0);
    const double a = last(&out, "shaft.angle"), w = last(&out, "shaft.rate");
    assert_true(a < 0.0); /* it has come back */
    assert_near(0.5 * w * w + 10.0 * sin(a), 0.5 + 10.0 * sin(1.0), 1e-6);
    assert_near(last(&out, "energy.supplied"), 10.0 * sin(1.0), 1e-6);
    assert_near(last(&out, "energy.balance"), 0.0, 1e-6);
    release(*state, &out);
  }
}

/* A turned arm whose pin lets go at 0.3 s flies on with the velocity of its centre, 3 rad/s 0.5 m,
 * and its rate. */
static void a_pin_lets_go(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -10]\n"
      "bodies:\n"
      "  arm: {mass: 2, inertia: 0.5, position: [0.5, 0]}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, arm], at: [0, 0], release: {at: 0.3 s}}\n"
      "  drive: {type: motion, joint: shaft, rate: 3, release: {signal: shaft_released}}\n"
      "run: {until: 1 s, every: 0.1 s}\n";
  const double a = 0.9, t = 0.7;
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, integrators[i]);
    assert_near(last(&out, "arm.x"), 0.5 * cos(a) - 1.5 * sin(a) * t, 1e-8);
    assert_near(last(&out, "arm.y"), 0.5 * sin(a) + 1.5 * cos(a) * t - 5.0 * t * t, 1e-8);
    assert_near(last(&out, "arm.angle"), 3.0, 1e-8);
    assert_near(last(&out, "shaft.fx"), 0.0, 1e-12);
    assert_near(last(&out, "energy.balance"), 0.0, 1e-7);
    release(*state, &out);
  }
}

/* Two halves that spin about their common centre with 4 rad/s part: each keeps its velocity 4 rad/s
 * 0.2 m and the rate, so that momentum, its moment and the energy stay. */
static void a_weld_breaks(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, 0]\n"
      "bodies:\n"
      "  left: {mass: 1, inertia: 0.01, position: [-0.2, 0], velocity: [0, -0.8], rate: 4}\n"
      "  right: {mass: 1, inertia: 0.01, position: [0.2, 0], velocity: [0, 0.8], rate: 4}\n"
      "joints:\n"
      "  seam: {type: fixed, bodies: [left, right], at: [0, 0], release: {at: 0.25 s}}\n"
      "run: {until: 1 s, every: 0.25 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, integrators[i]);
    assert_near(at_row(&out, 1, "right.x"), 0.2 * cos(1.0), 1e-8);
    assert_near(last(&out, "right.x"), 0.2 * cos(1.0) - 0.8 * sin(1.0) * 0.75, 1e-8);
    assert_near(last(&out, "right.y"), 0.2 * sin(1.0) + 0.8 * cos(1.0) * 0.75, 1e-8);
    assert_near(last(&out, "left.x"), -last(&out, "right.x"), 1e-8);
    assert_near(last(&out, "left.angle"), 4.0, 1e-8);
    assert_near(last(&out, "energy.kinetic"), at_row(&out, 0, "energy.kinetic"), 1e-8);
    release(*state, &out);
  }
}

/* Two links and the ground make a triangle, until the foot of the second lets go: a double
 * pendulum, which keeps its energy. */
static void a_chain_loses_its_end(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -10]\n"
      "bodies:\n"
      "  first: {mass: 1, inertia: 0.1, position: [0.5, 0]}\n"
      "  second: {mass: 1, inertia: 0.1, position: [1, -0.5], angle: -90 deg}\n"
      "joints:\n"
      "  a: {type: revolute, bodies: [ground, first], at: [0, 0]}\n"
      "  b: {type: revolute, bodies: [first, second], at: [1, 0]}\n"
      "  c: {type: revolute, bodies: [second, ground], at: [1, -1], release: {at: 0.1 s}}\n"
      "run: {until: 0.6 s, every: 0.1 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, integrators[i]);
    assert_near(at_row(&out, 1, "first.angle"), 0.0, 1e-12);
    assert_true(last(&out, "first.angle") < -0.1 &&
                fabs(last(&out, "second.angle") + 0.5 * acos(-1.0)) > 0.01);
    assert_near(last(&out, "energy.balance"), 0.0, 1e-6);
    release(*state, &out);
  }
}

/* Open from the start, the arm falls freely, by g t^2/2, and nothing is told to be redundant; a
 * motion that is open leaves a pendulum, whose energy stays. */
static void what_is_open_at_the_start_falls(void **state) {
  static const char pin[] =
      "pintle: 1\ngravity: [0, -10]\n"
      "bodies: {arm: {mass: 2, inertia: 0.5, position: [0.5, 0]}}\n"
      "signals: {open: {next: 'time > 1 s ? 0 : 1', start: 1}}\n"
      "joints: {shaft: {type: revolute, bodies: [ground, arm], at: [0, 0], release: {signal: "
      "open}}}\n"
      "run: {until: 0.5 s, every: 0.1 s}\n";
  static const char motion[] = ARM
      "  drive: {type: motion, joint: shaft, angle: 0, release: {signal: open}}\n"
      "signals: {open: {next: 'time > 1 s ? 0 : 1', start: 1}}\n"
      "run: {until: 0.5 s, every: 0.1 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, pin, integrators[i]);
    assert_int_equal(ptl_system_get_assembly(out.system)->n_redundant, 0);
    assert_int_equal(ptl_system_get_assembly(out.system)->degrees_of_freedom, 3);
    assert_near(last(&out, "arm.y"), -1.25, 1e-8);
    assert_near(last(&out, "arm.omega"), 0.0, 1e-9);
    release(*state, &out);
    out = run_of(*state, motion, integrators[i]);
    assert_int_equal(ptl_system_get_assembly(out.system)->n_redundant, 0);
    const double a = last(&out, "shaft.angle"), w = last(&out, "shaft.rate");
    assert_true(a < -0.5);
    assert_near(0.5 * w * w + 10.0 * sin(a), 0.0, 1e-6);
    release(*state, &out);
  }
}

/* A second pin in the place of the first has two equations too many, whether the motion is open or
 * not. */
static void what_is_open_is_not_too_much(void **state) {
  static const char text[] = ARM
      "  again: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"
      "  drive: {type: motion, joint: shaft, angle: 0, release: {signal: open}}\n"
      "signals: {open: {next: 'time > 1 s ? 0 : 1', start: 1}}\n";
  ptl_system *system = system_of(*state, text, NULL, 0);
  assert_int_equal(ptl_system_get_assembly(system)->n_redundant, 2);
  ptl_system_destroy(system);
}

/* A motion cannot hold an arm that has turned away from it; a motion that holds the angle 0 can
 * where the pendulum is back at its start, at rest for an instant, and carries m g l from there. */
static void what_holds_again(void **state) {
  static const char apart[] = ARM
      "  drive: {type: motion, joint: shaft, angle: 0, release: {signal: open}}\n"
      "signals: {open: {next: 'time > 0.1 s ? 0 : 1', start: 1}}\n"
      "run: {until: 0.5 s, every: 0.1 s}\n";
  static const char back[] = ARM
      "  drive: {type: motion, joint: shaft, angle: 0, release: {signal: open}}\n"
      "signals: {open: {next: '(shaft.rate < 0 && shaft.angle > -0.1 rad && time > 0.5 s) || open "
      "< 0.5 ? 0 : 1', start: 1}}\n"
      "run: {until: 3 s, every: 0.1 s}\n";
  for (int i = 0; i < 2; i++) {
    const ptl_setting settings[] = {{"run.integrator", integrators[i]}};
    ptl_system *system = system_of(*state, apart, settings, 1);
    ptl_summary summary;
    assert_int_equal(ptl_simulate(*state, system, NULL, NULL, &summary), PTL_ERR_SIMULATION);
    ptl_summary_release(*state, &summary);
    assert_non_null(strstr(ptl_context_message(*state), "at t = 0.1 s 'drive' is to hold again"));
    /* it has fallen by g t^2/2 m l/J */
    assert_non_null(strstr(ptl_context_message(*state), "it is off by 0.05 (m or rad)"));
    ptl_system_destroy(system);
    outcome out = run_of(*state, back, integrators[i]);
    assert_near(last(&out, "shaft.rate"), 0.0, 1e-9);
    assert_near(last(&out, "shaft.angle"), 0.0, 1e-6);
    assert_near(last(&out, "drive.moment"), 10.0, 1e-5); /* of its weight, m g l */
    release(*state, &out);
  }
}

static void saved_releases_are_the_same(void **state) {
  static const char text[] = ARM
      "  drive: {type: motion, joint: shaft, rate: 2, release: {when: shaft.angle > 1 rad}}\n"
      "run: {until: 2 s, every: 0.25 s}\n";
  ptl_context *context = *state;
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0), *again;
  char path[512];
  snprintf(path, sizeof path, "%s", write_file("release.yaml", ""));
  must(context, ptl_mechanism_save(m, path));
  must(context, ptl_mechanism_load(context, path, NULL, 0, &again));
  remove(path);
  ptl_motion_def a, b;
  assert_int_equal(ptl_mechanism_get_motion(m, 0, &a), 1);
  assert_int_equal(ptl_mechanism_get_motion(again, 0, &b), 1);
  assert_string_equal(a.release, "drive_released");
  assert_string_equal(b.release, "drive_released");
  ptl_mechanism_destroy(m);
  ptl_mechanism_destroy(again);
}

static void what_cannot_let_go(void **state) {
  static const char *const cases[][3] = {
      {"joints.drive.release", "{}", "needs one of at: TIME"},
      {"joints.drive.release", "{at: 1 s, when: time > 1 s}", "needs one of at: TIME"},
      {"joints.drive.release", "{at: 1 m}", "at"},
      {"joints.drive.release", "{when: nothing > 1}", "nothing"},
      {"joints.drive.release", "{signal: nothing}", "no signal with a state 'nothing'"},
      {"joints.drive.release", "{signal: smooth}", "changes continuously"},
      {"joints.shaft",
       "{type: revolute, bodies: [ground, arm], at: [0, 0], clearance: 1 mm, "
       "contact: steel, release: {at: 1 s}}",
       "holds nothing by constraints"}};
  static const char text[] = ARM
      "  drive: {type: motion, joint: shaft, rate: 2, release: {at: 1 s}}\n"
      "contacts: {steel: {elastic: {law: power, stiffness: 1e8, exponent: 1}}}\n"
      "signals: {smooth: {filter: 'time > 1 s ? 1 : 0', time: 1 s}}\n"
      "run: {until: 1 ms}\n";
  ptl_context *context = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const ptl_setting setting = {cases[i][0], cases[i][1]};
    ptl_mechanism *m = NULL;
    ptl_system *system = NULL;
    ptl_status status = ptl_mechanism_parse(context, text, strlen(text), "text", &setting, 1, &m);
    if (status == PTL_OK) status = ptl_assemble(m, &system);
    if (status != PTL_ERR_INPUT) fail_msg("%s is accepted", cases[i][1]);
    if (strstr(ptl_context_message(context), cases[i][2]) == NULL)
      fail_msg("%s: %s", cases[i][1], ptl_context_message(context));
    ptl_mechanism_destroy(m);
  }
}

/* A condition that holds at the start never begins to hold: such a release would not come. */
static void what_has_let_go_already(void **state) {
  static const char text[] = ARM
      "  drive: {type: motion, joint: shaft, rate: 2, release: {at: 1 s}}\nrun: {until: 1 ms}\n";
  static const char *const values[] = {"{at: 0 s}", "{at: -1 s}", "{when: shaft.angle < 1 rad}"};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    const ptl_setting setting = {"joints.drive.release", values[i]};
    ptl_system *system = system_of(*state, text, &setting, 1);
    ptl_summary summary;
    assert_int_equal(ptl_simulate(*state, system, NULL, NULL, &summary), PTL_ERR_UNFIT);
    ptl_summary_release(*state, &summary);
    assert_non_null(strstr(ptl_context_message(*state), "'release' of 'drive'"));
    assert_non_null(strstr(ptl_context_message(*state), "at the start already"));
    ptl_system_destroy(system);
  }
}

/* A slider that is led with 1 m/s lets go when sin(w t) passes 1/2, after t0 = pi/(6 w), and slows
 * down by 1 m/s^2 from there on: x = 1 ms - (1 ms - t0)^2/2. `rises` counts how often sin does so:
 * at (pi/6 + 2 pi k)/w, and sin is rounded there. */
static void a_fast_condition_is_not_missed(void **state) {
  static const double rates[] = {1e4, 1e5, 1e6, 3e6};
  for (int k = 0; k < 4; k++) {
    char when[100], rises[140];
    snprintf(when, sizeof when, "{when: sin(%g*time/(1 s)) > 0.5}", rates[k]);
    snprintf(rises, sizeof rises,
             "{next: 'sin(%g*time/(1 s)) > 0.5 ? rises + 1 : rises', start: 0}", rates[k]);
    const ptl_setting settings[] = {{"run.integrator", integrators[k % 2]},
                                    {"joints.drive.release", when},
                                    {"signals.rises", rises}};
    static const char text[] =
        "pintle: 1\n"
        "bodies: {b: {mass: 1, inertia: 1, position: [0, 0]}}\n"
        "joints:\n"
        "  rail: {type: translational, bodies: [ground, b], axis: [1, 0]}\n"
        "  drive: {type: motion, joint: rail, rate: 1}\n"
        "loads: {back: {body: b, force: [-1, 0]}}\n"
        "run: {until: 1 ms}\n";
    outcome out = run_text(*state, text, settings, 3);
    const double first = acos(-1.0) / 6.0 / rates[k], period = 2.0 * acos(-1.0) / rates[k];
    const double since = 1e-3 - first;
    assert_near(last(&out, "rail.position"), 1e-3 - 0.5 * since * since, 1e-12);
    assert_near(last(&out, "rises"), 1.0 + floor(since / period), 0.0);
    release(*state, &out);
  }
}

/* A slider of 1 kg on a progressive spring, K e^3 with K = 1e9 and e = 0.02 m at the start, 40 J,
 * drives a light crank of 0.1 m about (0.1, 0.1) by a rod of 0.1 m. It is held by more equations
 * than needed, which let go; those of the crank and the rod all stay, whatever is redundant before:
 * the crank's pin is where it was, and the energies of the spring and of both bodies make 40 J. */
static void what_was_redundant_has_let_go(void **state) {
#define CRANK                                                                                 \
  "pintle: 1\n"                                                                               \
  "bodies:\n"                                                                                 \
  "  a: {mass: 1, inertia: 0.01, position: [0, 0]}\n"                                         \
  "  b: {mass: 0.1, inertia: 1e-8, position: [0.1, 0]}\n"                                     \
  "forces:\n"                                                                                 \
  "  s: {type: power_spring_damper, bodies: [ground, a], at: [[-0.1, 0], [0, 0]], along: x, " \
  "power_stiffness: 1e9, free_length: 0.12}\n"                                                \
  "run: {until: 4 ms, every: 0.5 ms}\n"                                                       \
  "joints:\n"                                                                                 \
  "  g: {type: translational, bodies: [ground, a]}\n"                                         \
  "  h: {type: revolute, bodies: [ground, b], at: [0.1, 0.1]}\n"                              \
  "  w: {type: distance, bodies: [a, b], at: [[0, 0], [0, 0]], length: 0.1}\n"
  static const char once[] =
      CRANK "  latch: {type: fixed, bodies: [ground, a], release: {at: 1 ms}}\n";
  static const char in_turn[] = CRANK
      "  first: {type: motion, joint: g, position: 0, release: {at: 0.6 ms}}\n"
      "  second: {type: fixed, bodies: [ground, a], release: {signal: open}}\n"
      "signals: {open: {next: 'time > 0.3 ms && time < 1 ms ? 0 : 1', start: 1}}\n";
#undef CRANK
  static const char *const texts[] = {once, in_turn};
  for (int i = 0; i < 4; i++) {
    outcome out = run_of(*state, texts[i / 2], integrators[i % 2]);
    assert_near(at_row(&out, 2, "a.vx"), 0.0, 1e-9);
    const double x = last(&out, "a.x"), vx = last(&out, "a.vx"), w = last(&out, "b.omega");
    assert_true(vx > 5.0);
    assert_near(hypot(last(&out, "b.x") - 0.1, last(&out, "b.y") - 0.1), 0.1, 1e-9);
    assert_near(hypot(last(&out, "b.x") - x, last(&out, "b.y")), 0.1, 1e-9);
    assert_near(0.5 * vx * vx + 0.5 * (1e-8 + 0.1 * 0.01) * w * w + 0.25e9 * pow(0.02 - x, 4.0),
                40.0, 4e-5);
    release(*state, &out);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_motion_lets_go_where_it_is),
                                     cmocka_unit_test(a_pin_lets_go),
                                     cmocka_unit_test(a_weld_breaks),
                                     cmocka_unit_test(a_chain_loses_its_end),
                                     cmocka_unit_test(what_is_open_at_the_start_falls),
                                     cmocka_unit_test(what_is_open_is_not_too_much),
                                     cmocka_unit_test(what_was_redundant_has_let_go),
                                     cmocka_unit_test(what_holds_again),
                                     cmocka_unit_test(a_fast_condition_is_not_missed),
                                     cmocka_unit_test(saved_releases_are_the_same),
                                     cmocka_unit_test(what_cannot_let_go),
                                     cmocka_unit_test(what_has_let_go_already)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
