/* Small models that integrators stumble over, each for a reason of its own. Run both ways, by
 * DOP853 and by IDA, where both can do it. Expected values: closed forms, or one way against the
 * other. */
#include "support.h"

static ptl_system *assembled(ptl_context *context, const char *text, const char *integrator) {
  const ptl_setting settings[] = {{"run.integrator", integrator}};
  return system_of(context, text, settings, 1);
}

static const char *const both[] = {"auto", "ida"};

/* Pulses and rises whose cosh and exp are larger than any double where they are far away. Expected:
 * the momentum is the integral of the force, 2 F w for F/cosh^2((t - 1 s)/w) and F 1 s for a
 * logistic rise at 1 s until 2 s. What was narrow does not keep steps short for ever after. */
static void what_divides_may_be_too_large(void **state) {
  static const struct {
    const char *force;
    double momentum;
  } cases[] = {{"10/cosh((time - 1)/0.001)^2", 0.02},
               {"10*cosh((time - 1)/0.001)^(-2)", 0.02},
               {"10/(1 + exp(-(time - 1)/0.001))", 10.0},
               {"10/(1 + exp(-(time - 1)/1e-6))", 10.0}};
  for (int i = 0; i < 8; i++) {
    char text[600];
    snprintf(text, sizeof text,
             "pintle: 1\n"
             "gravity: [0, 0]\n"
             "bodies: {b: {mass: 1, inertia: 0.01, position: [1, 0]}}\n"
             "joints: {g: {type: translational, bodies: [ground, b], axis: [1, 0]}}\n"
             "loads: {l: {body: b, force: [!si '%s', 0]}}\n"
             "run: {until: 2, rtol: 1e-6, limits: {steps: 5000}}\n",
             cases[i / 2].force);
    ptl_system *system = assembled(*state, text, both[i % 2]);
    ptl_summary sum;
    must(*state, ptl_simulate(*state, system, NULL, NULL, &sum));
    const double kinetic = 0.5 * cases[i / 2].momentum * cases[i / 2].momentum;
    assert_near(sum.energy.kinetic, kinetic, 1e-4 * kinetic);
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(system);
  }
}

/* The first step of the first contact is a guess, here so bad that its error is beyond all numbers.
 * A drop of h = 10 mm without losses: every flight takes 2 sqrt(2 h/g), every contact of F = K
 * d^1.5 far less. */
static void a_bad_first_step_is_seen(void **state) {
  for (int i = 0; i < 2; i++) {
    ptl_system *system =
        assembled(*state,
                  "pintle: 1\n"
                  "gravity: [0, -9.81]\n"
                  "bodies: {b: {mass: 1, inertia: 1e-4, position: [0, 0.02]}}\n"
                  "joints:\n"
                  "  floor: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]},\n"
                  "          circle: {body: b, radius: 0.01}, contact: c}\n"
                  "contacts: {c: {elastic: {law: power, stiffness: 1e8 N/m^1.5, exponent: 1.5}}}\n"
                  "run: {until: 0.3 s, start: given}\n",
                  both[i]);
    ptl_summary sum;
    must(*state, ptl_simulate(*state, system, NULL, NULL, &sum));
    assert_int_equal(sum.gaps[0].touches, 3);
    assert_near(sum.gaps[0].longest_flight, 2.0 * sqrt(2.0 * 0.01 / 9.81), 1e-4);
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(system);
  }
}

/* A ball of 20 mm falls 50 mm from the brim of a hollow quarter arc: nothing limits the steps until
 * it meets it. Expected: both ways see the same two contacts. */
static void an_arc_is_not_fallen_through(void **state) {
  double peak[2];
  for (int i = 0; i < 2; i++) {
    ptl_system *system = assembled(
        *state,
        "pintle: 1\n"
        "gravity: [0, -9.81]\n"
        "bodies: {b: {mass: 1, inertia: 2e-4, position: [-0.05, 0]}}\n"
        "joints:\n"
        "  k: {type: circle_circle, contact: c,\n"
        "      a: {body: ground, radius: 0.1, hollow: true, from: 180 deg, to: 300 deg},\n"
        "      b: {body: b, radius: 0.02}}\n"
        "contacts:\n"
        "  c: {elastic: {law: power, stiffness: 1e9 N/m^1.5, exponent: 1.5},\n"
        "      damping: {law: hunt_crossley, alpha: 0.3 s/m}}\n"
        "run: {until: 0.5 s, start: given, rtol: 1e-9}\n",
        both[i]);
    ptl_summary sum;
    must(*state, ptl_simulate(*state, system, NULL, NULL, &sum));
    assert_int_equal(sum.gaps[0].touches, 2);
    peak[i] = sum.gaps[0].peak_force;
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(system);
  }
  assert_near(peak[0], peak[1], 1e-5 * peak[1]);
}

/* Masses in the ratio of 10^12: in floating point the pin between the two looks like an equation
 * that the other implies. Expected: that is noticed, and IDA does the run. */
static void masses_that_hide_a_pin_are_left_to_ida(void **state) {
  ptl_system *system = assembled(*state,
                                 "pintle: 1\n"
                                 "gravity: [0, -9.81]\n"
                                 "bodies:\n"
                                 "  a: {mass: 1e-9, inertia: 1e-12, position: [0.5, 0]}\n"
                                 "  b: {mass: 1000, inertia: 100, position: [1.5, 0]}\n"
                                 "joints:\n"
                                 "  d: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
                                 "  e: {type: revolute, bodies: [a, b], at: [1, 0]}\n"
                                 "run: {until: 1 s}\n",
                                 "auto");
  ptl_summary sum;
  must(*state, ptl_simulate(*state, system, NULL, NULL, &sum));
  assert_true(sum.largest_position_violation < 1e-6);
  assert_true(sum.counters.dop853_steps * 10 < sum.counters.steps);
  ptl_summary_release(*state, &sum);
  ptl_system_destroy(system);
}

/* A driver that rests for 100 s and then moves by 12 mm in 10 ms: the start tells nothing of its
 * speed. Expected: the slider arrives, and the energies balance; at mid-rise it moves at 2 h/T (the
 * peak of a cycloidal rise) and had m v^2/2 from its driver. */
static void a_late_rise_sets_the_scale(void **state) {
  for (int i = 0; i < 2; i++) {
    ptl_system *system =
        assembled(*state,
                  "pintle: 1\n"
                  "bodies: {b: {mass: 1, inertia: 0.01}}\n"
                  "joints:\n"
                  "  r: {type: translational, bodies: [ground, b], axis: [1, 0]}\n"
                  "  m: {type: motion, joint: r,\n"
                  "      rises: [{law: cycloidal, start: 100 s, duration: 10 ms, rise: 12 mm}]}\n"
                  "run: {until: 300 s}\n",
                  both[i]);
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary sum;
    must(*state, ptl_simulate(*state, system, NULL, &sink, &sum));
    assert_near(rows_at(&trace, trace.n - 1, column_of(system, "b.x")), 0.012, 1e-9);
    assert_true(sum.largest_imbalance < 1e-5 * sum.largest_energy);
    double speed = 2.0 * 0.012 / 0.01, energy = 0.5 * speed * speed;
    print_message("largest energy %.6f J, %.6f J in closed form\n", sum.largest_energy, energy);
    assert_true(sum.largest_energy > 0.95 * energy &&
                sum.largest_energy <= energy * (1.0 + 1e-9)); /* seen at the ends of steps */
    rows_release(&trace);
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(system);
  }
}

/* The integral of a rate with a kink, which no halving of intervals smooths; at 1/2 s an interval
 * happens to end. Expected: the time after the kink, squared, over 2. */
static void a_kink_in_a_rate_is_passed(void **state) {
  static const char *const rates[] = {"'time < 0.5 s ? 0 m/s : (time - 0.5 s)*1 m/s^2'",
                                      "'time < 0.37 s ? 0 m/s : (time - 0.37 s)*1 m/s^2'"};
  static const double travels[] = {0.125, 0.5 * 0.63 * 0.63};
  for (int i = 0; i < 2; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "pintle: 1\n"
             "bodies: {b: {mass: 1, inertia: 0.01}}\n"
             "joints:\n"
             "  r: {type: translational, bodies: [ground, b], axis: [1, 0]}\n"
             "  m: {type: motion, joint: r, rate: %s}\n"
             "run: {until: 1 s}\n",
             rates[i]);
    ptl_system *system = assembled(*state, text, "auto");
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary sum;
    must(*state, ptl_simulate(*state, system, NULL, &sink, &sum));
    assert_near(rows_at(&trace, trace.n - 1, column_of(system, "b.x")), travels[i], 1e-9);
    rows_release(&trace);
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(system);
  }
}

/* A torque that holds a rate where its condition changes cannot go on, and each integrator says so
 * at once: where steps are long against the time in which the rate passes (found by a random
 * mechanism), DOP853 went from one side to the other 1e5 times. */
static void a_condition_that_holds_is_an_error(void **state) {
  for (int i = 0; i < 2; i++) {
    ptl_system *system = assembled(
        *state,
        "pintle: 1\n"
        "bodies:\n"
        "  b0: {mass: 1.94116, inertia: 0.000160084, position: [0.033287, 0.0138575], angle: "
        "-1.74829,"
        " com: [-0.00339949, 0]}\n"
        "  b1: {mass: 1.16461, inertia: 0.000636912, position: [0.0198798, 0.0126684], angle: "
        "0.629808,"
        " com: [-0.00607632, 0]}\n"
        "  b2: {mass: 1.1931, inertia: 0.000224436, position: [0.0124026, -0.0336371], angle: "
        "-0.235453}\n"
        "joints:\n"
        "  j0: {type: revolute, bodies: [ground, b0], at: [0.0382622, 0.0128996]}\n"
        "  j1: {type: revolute, bodies: [ground, b1], at: [0.0198798, 0.0126684]}\n"
        "  j2: {type: revolute, bodies: [b1, b2], at: [0.0124026, -0.0336371]}\n"
        "forces:\n"
        "  f0: {type: one_way_spring, bodies: [ground, b1], at: [[-0.0358719, 0.0202804], "
        "[0.00448533,"
        " -0.02848]], stiffness: 2870.8, free_length: 0.0388615}\n"
        "  f1: {type: spring_damper, bodies: [b0, b1], at: [[-0.0219408, 0.0428985], [0.0511408,"
        " -0.0147272]], stiffness: 3744.48, damping: 1.95833, free_length: 0.0741475}\n"
        "loads: {l0: {body: b1, torque: !si 'b1.omega > 40.9851 ? -5.42025 : 9.03374'}}\n"
        "run: {until: 0.0133419, every: 0.000133419, rtol: 1e-8}\n",
        both[i]);
    ptl_summary sum;
    assert_int_equal(ptl_simulate(*state, system, NULL, NULL, &sum), PTL_ERR_SIMULATION);
    assert_non_null(strstr(ptl_context_message(*state), "changes again and again"));
    assert_near(sum.end_time, 8.832e-3, 1e-6);
    assert_true(sum.counters.steps < 1000);
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(system);
  }
}

/* A run that ends with a travel which nothing makes would never end. Expected: an error that says
 * so. */
static void a_travel_that_never_comes_is_an_error(void **state) {
  ptl_system *system =
      assembled(*state,
                "pintle: 1\n"
                "bodies: {b: {mass: 1, inertia: 0.01}}\n"
                "joints: {r: {type: translational, bodies: [ground, b], axis: [1, 0]}}\n"
                "run: {until: 0.1 m of r}\n",
                "auto");
  ptl_summary sum;
  assert_int_equal(ptl_simulate(*state, system, NULL, NULL, &sum), PTL_ERR_SIMULATION);
  assert_non_null(strstr(ptl_context_message(*state), "'until' is a travel of joint 'r'"));
  ptl_summary_release(*state, &sum);
  ptl_system_destroy(system);
}

static double end_of(ptl_context *context, const char *text, const char *integrator) {
  ptl_system *system = assembled(context, text, integrator);
  ptl_summary sum;
  must(context, ptl_simulate(context, system, NULL, NULL, &sum));
  const double end = sum.end_time;
  ptl_summary_release(context, &sum);
  ptl_system_destroy(system);
  return end;
}

/* A wheel goes forward by 25 rad, comes back and goes on: 10 t - t^2 = -10 pi at t = 5 + sqrt(25 +
 * 10 pi). Where it began at 10 s it has not made 5 turns. */
static void a_travel_that_comes_back_goes_on(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "bodies: {wheel: {mass: 1, inertia: 0.5, rate: 10}}\n"
      "joints: {shaft: {type: revolute, bodies: [ground, wheel], at: [0, 0]}}\n"
      "loads: {brake: {body: wheel, torque: -1 N m}}\n"
      "run: {until: 5 turns of shaft, every: 1 s}\n";
  for (size_t i = 0; i < 2; i++)
    assert_near(end_of(*state, text, both[i]), 5.0 + sqrt(25.0 + 10.0 * acos(-1.0)), 1e-4);
}

/* x = 0.1 m (1 - cos 5 t) is above 0.1999 m for 18 ms, less than a step of DOP853. */
static void a_travel_that_turns_within_a_step_is_seen(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "bodies: {b: {mass: 2, inertia: 0.5}}\n"
      "joints: {r: {type: translational, bodies: [ground, b], at: [[0, 0], [0, 0]]}}\n"
      "forces: {s: {type: spring_damper, bodies: [ground, b], at: [[0, 0], [0, 0]], stiffness: "
      "50,\n"
      "  free_length: 0.1, along: x}}\n"
      "run: {until: %s, every: 0.0333 m of r, rtol: 1e-6}\n";
  char whole[1000];
  for (size_t i = 0; i < 2; i++) {
    snprintf(whole, sizeof whole, text, "0.1999 m of r");
    assert_near(end_of(*state, whole, both[i]), acos(-0.999) / 5.0, 1e-5);
    /* rows at 6 multiples on the way there and 6 back, the first and the last */
    snprintf(whole, sizeof whole, text, "1.25 s");
    ptl_system *system = assembled(*state, whole, both[i]);
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary sum;
    must(*state, ptl_simulate(*state, system, NULL, &sink, &sum));
    assert_int_equal(trace.n, 14);
    for (int k = 1; k < 13; k++) {
      const double x = 0.0333 * (k <= 6 ? k : 13 - k);
      assert_near(rows_at(&trace, k, column_of(system, "b.x")), x, 1e-9);
    }
    rows_release(&trace);
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(system);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_bad_first_step_is_seen),
      cmocka_unit_test(what_divides_may_be_too_large),
      cmocka_unit_test(an_arc_is_not_fallen_through),
      cmocka_unit_test(masses_that_hide_a_pin_are_left_to_ida),
      cmocka_unit_test(a_late_rise_sets_the_scale),
      cmocka_unit_test(a_kink_in_a_rate_is_passed),
      cmocka_unit_test(a_condition_that_holds_is_an_error),
      cmocka_unit_test(a_travel_that_never_comes_is_an_error),
      cmocka_unit_test(a_travel_that_comes_back_goes_on),
      cmocka_unit_test(a_travel_that_turns_within_a_step_is_seen),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
