/* What a run says where it cannot go on: the cause, with element and time, by each integrator.
 * Expected times and places: geometry and closed forms, given with each model. */
#include "registry.h"
#include "support.h"

static const char *const integrators[] = {"auto", "ida", "dop853"};

/* The time of a lock that the message tells. */
static void locks_near(const char *message, double time, double apart) {
  static const char words[] = "locks at t = ";
  const char *told = strstr(message, words);
  if (told != NULL && !(fabs(strtod(told + strlen(words), NULL) - time) <= apart))
    fail_msg("not at %.9g s: %s", time, message);
}

/* The run ends at the time, at most `late` behind it, and its message holds the words. */
static void ends_with(ptl_context *context, const char *text, double time, double late,
                      const char *const *words, int n) {
  for (int i = 0; i < 3; i++) {
    const ptl_setting settings[] = {{"run.integrator", integrators[i]}};
    ptl_system *system = system_of(context, text, settings, 1);
    ptl_summary sum;
    assert_int_equal(ptl_simulate(context, system, NULL, NULL, &sum), PTL_ERR_SIMULATION);
    const char *message = ptl_context_message(context);
    for (int k = 0; k < n; k++)
      if (strstr(message, words[k]) == NULL)
        fail_msg("%s: no '%s' in: %s", integrators[i], words[k], message);
    assert_null(strstr(message, "rtol"));
    locks_near(message, time, late);
    if (!(sum.end_time <= time + late))
      fail_msg("%s: ends at %.9g s, not %.9g s", integrators[i], sum.end_time, time);
    ptl_summary_release(context, &sum);
    ptl_system_destroy(system);
  }
}

/* Two bars of 1 m from the ground to a slider at 1.6 m that is pulled outwards with 1 m/s: straight
 * at 2 m, at 0.4 s. */
static void a_stretched_pair_of_bars_locks(void **state) {
  static const char *const words[] = {"locks at t = ", "driver 'drive'", "joint 'guide'",
                                      "joint 'knee'", "dead point"};
  ends_with(*state,
            "pintle: 1\n"
            "gravity: [0, -9.81]\n"
            "bodies:\n"
            "  a: {mass: 1, inertia: 0.1, position: [0.4, 0.3]}\n"
            "  b: {mass: 1, inertia: 0.1, position: [1.2, 0.3]}\n"
            "  s: {mass: 1, inertia: 0.1, position: [1.6, 0]}\n"
            "joints:\n"
            "  foot: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
            "  knee: {type: revolute, bodies: [a, b], at: [0.8, 0.6]}\n"
            "  pin: {type: revolute, bodies: [b, s], at: [1.6, 0]}\n"
            "  guide: {type: translational, bodies: [ground, s], axis: [1, 0]}\n"
            "  drive: {type: motion, joint: guide, rate: 1}\n"
            "run: {until: 0.6, every: 0.01}\n",
            0.4, 1e-5, words, 5);
}

/* Times below the least normal number: no integrator can take steps of them, and the search for a
 * cause has an end. */
static void a_run_of_no_time_ends(void **state) {
  static const char *const words[] = {"at t = 0 s"};
  ends_with(*state,
            "pintle: 1\n"
            "gravity: [0, -9.81]\n"
            "bodies: {ball: {mass: 1, inertia: 1e-4, position: [0, 0.009999], velocity: [0, -1]}}\n"
            "joints:\n"
            "  floor: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]},\n"
            "          circle: {body: ball, radius: 0.01}, contact: hard}\n"
            "contacts: {hard: {elastic: {law: power, stiffness: 1e8, exponent: 1.5}, damping: "
            "{law: zhang, restitution: 0.9}}}\n"
            "run: {until: 1e-320}\n",
            0.0, 1e-319, words, 1);
}

/* A trammel whose guide rubs with mu = 0.9 jams where mu tan(u) = 1: the upper slider, at 0.5 m and
 * going up with 0.5 m/s on a rod of 1 m, is then at sin(atan(1/0.9)), at 0.486589 s. */
static void a_guide_jams(void **state) {
  static const char *const words[] = {"at t = 0.486", "joint 'g1' jams"};
  ends_with(*state,
            "pintle: 1\n"
            "gravity: [0, 0]\n"
            "bodies:\n"
            "  s1: {mass: 1.0, inertia: 0.01, position: [0.8660254037844387, 0]}\n"
            "  s2: {mass: 1, inertia: 0.01, position: [0, 0.5]}\n"
            "  rod: {mass: 1e-3, inertia: 1e-4, position: [0.43301270189221935, 0.25]}\n"
            "joints:\n"
            "  g1: {type: translational, bodies: [ground, s1], axis: [1, 0],\n"
            "       friction: {law: coulomb, coefficient: 0.9}}\n"
            "  g2: {type: translational, bodies: [ground, s2], at: [0, 0.5], axis: [0, 1]}\n"
            "  p1: {type: revolute, bodies: [s1, rod], at: [0.8660254037844387, 0]}\n"
            "  p2: {type: revolute, bodies: [s2, rod], at: [0, 0.5]}\n"
            "  drive: {type: motion, joint: g2, rate: 0.5}\n"
            "run: {until: 0.7, every: 0.005, rtol: 1e-8}\n",
            0.486589, 1e-3, words, 2);
}

/* A rod, whose end slides in a slot with friction that rises as the slip falls, has no reactions
 * where I/m l^2 + cos^2 u = mu(v) sin u cos u (Painleve). By Runge and Kutta's method on the
 * equations of this one body, solved for the reaction by hand, that comes at 3.8006515 ms, while
 * the rod slides at 0.3627 m/s: the slip does not stop by itself, and no constraint may give way so
 * that it does. */
static void a_sliding_rod_jams(void **state) {
  static const char *const words[] = {"at t = 0.00380065", "joint 'pin' jams"};
  ends_with(
      *state,
      "pintle: 1\n"
      "gravity: [0, 9.81]\n"
      "bodies:\n"
      "  rod: {mass: 1, inertia: 0.1, angle: 70 deg, com: [1, 0], position: [0, 0], velocity: [1, "
      "0]}\n"
      "joints:\n"
      "  pin: {type: pin_in_slot, bodies: [ground, rod], at: [0, 0], axis: [1, 0], clearance: 0,\n"
      "        slot: {line: {from: [-10, 0], to: [10, 0]}},\n"
      "        friction: {law: stribeck, kinetic: 0.5, static: 0.7, stribeck_speed: 1}}\n"
      "run: {until: 0.5, every: 0.01, rtol: 1e-9}\n",
      0.0038006515, 2e-9, words, 2);
}

/* Weights of 1 and 3 kg on a rope over two pulleys: a = g (3 - 1)/(3 + 1) = 5 m/s^2; the light one,
 * 2 m below its pulley, is there at sqrt(2 * 2/5) s = 0.8944 s. */
static void a_rope_comes_to_its_pulley(void **state) {
  static const char *const words[] = {"the distance of rope is 0 at 0.8944 s"};
  ends_with(*state,
            "pintle: 1\n"
            "gravity: [0, -10]\n"
            "bodies:\n"
            "  light: {mass: 1 kg, inertia: 1e-3 kg m^2, position: [-1, -2]}\n"
            "  heavy: {mass: 3 kg, inertia: 1e-3 kg m^2, position: [1, -1]}\n"
            "joints:\n"
            "  g1: {type: translational, bodies: [ground, light], axis: [0, 1]}\n"
            "  g2: {type: translational, bodies: [ground, heavy], axis: [0, 1]}\n"
            "  rope:\n"
            "    type: coupling\n"
            "    first: {bodies: [ground, light], at: [[-1, 0], [0, 0]], along: distance}\n"
            "    second: {bodies: [ground, heavy], at: [[1, 0], [0, 0]], along: distance}\n"
            "    ratio: -1\n"
            "run: {until: 1 s, every: 10 ms}\n",
            0.8944272, 2e-5, words, 1);
}

/* A load that is the square root of what becomes negative at 50 ms. */
static void a_load_that_is_not_a_number_is_named(void **state) {
  static const char *const words[] = {"at t = 0.05 s", "load 'push'"};
  ends_with(*state,
            "pintle: 1\n"
            "bodies: {b: {mass: 1, inertia: 0.01}}\n"
            "joints: {g: {type: translational, bodies: [ground, b], axis: [1, 0]}}\n"
            "loads: {push: {body: b, force: ['1 N*sqrt(0.05 - time/1 s)', 0]}}\n"
            "run: {until: 0.1, every: 0.001}\n",
            0.05, 1e-6, words, 2);
}

static const char *const crank =
    "pintle: 1\n"
    "bodies: {crank: {mass: 1, inertia: 0.01, position: [0.1, 0]}}\n"
    "joints:\n"
    "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
    "  drive: {type: motion, joint: shaft, %s}\n"
    "run: {until: 2 s, every: 0.01}\n";

/* Rates and positions that jump, and positions with a kink, where the rate jumps. */
static void a_driver_that_jumps_is_named(void **state) {
  static const char *const targets[] = {"rate: 'time < 1 s ? 10 rad/s : 20 rad/s'",
                                        "angle: 'time < 1 s ? 0 rad : 0.1 rad'",
                                        "angle: '1 rad*abs(time/1 s - 1)'"};
  static const char *const words[][3] = {
      {"at t = 1 s: motion 'drive': its speed", "jumps from 10 to 20 rad/s", "rises"},
      {"at t = 1 s: motion 'drive'", "jumps from 0 to 0.1 rad", "rises"},
      {"at t = 1 s: motion 'drive': its speed", "jumps from -1 to 1 rad/s", "rises"}};
  for (int i = 0; i < 3; i++) {
    char text[1024];
    snprintf(text, sizeof text, crank, targets[i]);
    ends_with(*state, text, 1.0, 1e-9, words[i], 3);
  }
}

/* A mass that is drawn to the origin with k/x or k/x^2, from rest at 1 m: v^2 = 2 k ln(1/x) and
 * v^2 = 2 k (1/x - 1), so that it is there after sqrt(pi/2) s and pi/sqrt(8) s. */
static void a_load_with_a_pole_in_a_place_is_named(void **state) {
  static const char *const forces[] = {"-1 N*m/b.x", "-1 N*m^2/b.x^2"};
  static const double times[] = {1.2533141373155003, 1.1107207345395915};
  static const char *const words[][3] = {
      {"at t = 1.2533", "load 'l': '-1/b.x'", "grows without bound"},
      {"at t = 1.1107", "load 'l': '-1/b.x^2'", "grows without bound"}};
  for (int i = 0; i < 2; i++) {
    char text[600];
    snprintf(text, sizeof text,
             "pintle: 1\n"
             "gravity: [0, 0]\n"
             "bodies: {b: {mass: 1 kg, inertia: 0.01 kg m^2, position: [1 m, 0]}}\n"
             "joints: {g: {type: translational, bodies: [ground, b], axis: [1, 0]}}\n"
             "loads: {l: {body: b, force: [%s, 0]}}\n"
             "run: {until: 5 s}\n",
             forces[i]);
    ends_with(*state, text, times[i], 1e-6, words[i], 3);
  }
}

/* Signals that grow without bound, and loads through a velocity: z = 1/(1 - t), 1 - sqrt(1 - 2 t),
 * log(1/(exp(-1) - t)) and v = log(1/(1 - t)); a filter of w reads what w does. Then those that
 * leave where their rate has a value: z = (1 - 3 t/2)^(2/3), and u = 0.5 - t under a root. */
static void a_signal_with_a_pole_is_named(void **state) {
  static const struct {
    const char *signals, *load, *words[3];
    double time;
  } cases[] = {
      {"z: {rate: z^2/(1 s), start: 1}",
       "z",
       {"at t = ", "signal 'z': 'z^2/(1)'", "grows without"},
       1.0},
      {"z: {rate: 1/(1 - z)/(1 s), start: 0}",
       "z",
       {"at t = ", "signal 'z'", "grows without"},
       0.5},
      {"z: {rate: 1/(1 s - time)}", "z", {"at t = ", "signal 'z'", "grows without"}, 1.0},
      {"z: {rate: exp(z)/(1 s), start: 1}",
       "z",
       {"at t = 0.36787", "signal 'z'", "'exp(z)/(1)'"},
       0.36787944117144233},
      {"w: {rate: w^2/(1 s), start: 1}, z: {filter: w, time: 10 ms}",
       "z",
       {"at t = ", "signal 'w'", "grows without"},
       1.0},
      {"z: {rate: 1/(1 s)}", "exp(b.vx*1 s/(1 m))", {"at t = ", "load 'l'", "grows without"}, 1.0},
      {"z: {rate: -1/sqrt(z)/(1 s), start: 1}",
       "z",
       {"at t = 0.66666", "signal 'z'", "is not finite"},
       2.0 / 3.0},
      {"u: {rate: -1/(1 s), start: 0.5}, z: {rate: sqrt(u)/(1 s)}",
       "z",
       {"at t = 0.5 s", "signal 'z'", "is not finite"},
       0.5}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[800];
    snprintf(text, sizeof text,
             "pintle: 1\n"
             "gravity: [0, 0]\n"
             "signals: {%s}\n"
             "bodies: {b: {mass: 1 kg, inertia: 0.01 kg m^2, position: [1 m, 0]}}\n"
             "joints: {g: {type: translational, bodies: [ground, b], axis: [1, 0]}}\n"
             "loads: {l: {body: b, force: ['1 N*(%s)', 0]}}\n"
             "run: {until: 5 s}\n",
             cases[i].signals, cases[i].load);
    ends_with(*state, text, cases[i].time, 1e-6, cases[i].words, 3);
  }
}

/* v' = 2 v^2 - v^2 from 1 m/s: a pole after 1 s, of what drives and not of what brakes. */
static void a_brake_is_not_to_blame(void **state) {
  static const char *const words[] = {"at t = ", "load 'engine'", "grows without"};
  ends_with(*state,
            "pintle: 1\n"
            "gravity: [0, 0]\n"
            "bodies: {b: {mass: 1 kg, inertia: 0.01 kg m^2, velocity: [1 m/s, 0]}}\n"
            "joints: {g: {type: translational, bodies: [ground, b], axis: [1, 0]}}\n"
            "loads:\n"
            "  brake: {body: b, force: ['-1 kg/m*b.vx^2', 0]}\n"
            "  engine: {body: b, force: ['2 kg/m*b.vx^2', 0]}\n"
            "run: {until: 5 s}\n",
            1.0, 1e-6, words, 3);
}

/* What changes fast, but smoothly, is no jump: the driver ends where its expression does. */
static void a_steep_rise_is_no_jump(void **state) {
  for (int i = 0; i < 3; i++) {
    const ptl_setting settings[] = {{"run.integrator", integrators[i]}};
    char text[1024];
    snprintf(text, sizeof text, crank, "angle: '1 rad*(1 + tanh((time - 1 s)/50 ms))'");
    ptl_system *system = system_of(*state, text, settings, 1);
    ptl_summary sum;
    const ptl_status status = ptl_simulate(*state, system, NULL, NULL, &sum);
    if (status != PTL_OK && strstr(ptl_context_message(*state), "jumps") != NULL)
      fail_msg("%s", ptl_context_message(*state));
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(system);
  }
}

/* A ball that flies at 3 m/s from -2 m in beneath a plate which begins at -1 m, at 1/3 s; a point,
 * too. */
static void a_ball_that_comes_in_from_the_side_is_told(void **state) {
  static const char *const words[] = {"at t = 0.333333333 s", "joint 'plate', gap 'contact'",
                                      "the circle is where it cannot be"};
  static const char *const radii[] = {"0.1", "0"};
  for (int i = 0; i < 2; i++) {
    char text[1024];
    snprintf(text, sizeof text,
             "pintle: 1\n"
             "gravity: [0, 0]\n"
             "bodies: {ball: {mass: 1, inertia: 0.1, position: [-2, -0.5], velocity: [3, 0]}}\n"
             "joints:\n"
             "  plate: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]},\n"
             "          circle: {body: ball, radius: %s}, contact: c}\n"
             "contacts: {c: {elastic: {law: power, stiffness: 1e6, exponent: 1}}}\n"
             "run: {until: 1, every: 0.01}\n",
             radii[i]);
    ends_with(*state, text, 1.0 / 3.0, 1e-9, words, 3);
  }
}

/* A ring on a rod that turns with w = 10 rad/s is r = 0.1 m cosh(w t) from the middle, r' = 0.1 m w
 * sinh(w t): right at 1000 times its first distance, and where a run cannot go on, far beyond,
 * the message tells how far it is, and not of a dead point. */
static void a_ring_that_flies_off_is_named(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "bodies:\n"
      "  rod: {mass: 1 kg, inertia: 0.01 kg m^2}\n"
      "  ring: {mass: 0.1 kg, inertia: 1e-4 kg m^2, position: [0.1 m, 0]}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, rod]}\n"
      "  rail: {type: translational, bodies: [rod, ring], axis: [1, 0]}\n"
      "  drive: {type: motion, joint: shaft, rate: 10 rad/s}\n"
      "run: {until: 0.76 s, rtol: 1e-7}\n";
  for (int i = 0; i < 6; i++) {
    const ptl_setting settings[] = {{"run.integrator", integrators[i / 2]},
                                    {"run.until", i % 2 == 0 ? "0.76 s" : "3 s"}};
    ptl_system *system = system_of(*state, text, settings, 2);
    ptl_summary sum;
    const ptl_status status = ptl_simulate(*state, system, NULL, NULL, &sum);
    const char *message = ptl_context_message(*state), *told = strstr(message, "body 'ring' is ");
    if (i % 2 == 0) {
      const double rods = 0.5 * (0.01 + 1e-4) * 100.0, rings = 0.05 * cosh(2.0 * 7.6);
      assert_int_equal(status, PTL_OK); /* sinh^2 + cosh^2 of 7.6 */
      assert_near(sum.energy.kinetic / (rods + rings), 1.0, 3e-5);
    } else {
      assert_int_equal(status, PTL_ERR_SIMULATION);
      if (told == NULL) fail_msg("%s", message);
      assert_string_equal(ptl_context_get_error(*state)->code, "E0522");
      const double away = strtod(told + strlen("body 'ring' is "), NULL);
      assert_near(away / (0.1 * cosh(10.0 * sum.end_time)), 1.0, 0.05);
      assert_null(strstr(message, "dead point"));
    }
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(system);
  }
}

/* IDA's tolerance of a place is 0.008 rtol length; at 1e6 m two neighbours of double precision are
 * 1.2e-10 m apart. */
static void numbers_coarser_than_the_tolerance_are_told(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "gravity: [0, -9.81]\n"
      "bodies: {b: {mass: 1, inertia: 0.01, position: [1000001, 1e6]}}\n"
      "joints: {pin: {type: revolute, bodies: [ground, b], at: [1e6, 1e6]}}\n"
      "run: {until: 0.1, integrator: ida, rtol: 1e-10}\n";
  static const char *const words[] = {"t = 0 s", "x of body 'b' is 1000001 m",
                                      "rtol 1e-10 asks for", "nearer to the origin"};
  ptl_system *system = system_of(*state, text, NULL, 0);
  ptl_summary sum;
  assert_int_equal(ptl_simulate(*state, system, NULL, NULL, &sum), PTL_ERR_SIMULATION);
  for (int k = 0; k < 4; k++) assert_non_null(strstr(ptl_context_message(*state), words[k]));
  ptl_summary_release(*state, &sum);
  ptl_system_destroy(system);
}

static void not_finite(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  (void)c;
  *out = (ptl_elastic_out){1e6 * in->depth, 1e6, NAN};
}

static void not_its_own(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  (void)c;
  *out = (ptl_elastic_out){1e6 * in->depth, 1e6, -2.5e6 * in->depth * in->depth};
}

static const ptl_param none[] = {{0}};
static const ptl_elastic_law laws[] = {
    {.name = "energy_not_finite",
     .doc = {"No energy", "F = 1e6 d", "this test", "not for use"},
     .params = none,
     .force = not_finite},
    {.name = "energy_not_its_own",
     .doc = {"Other energy", "F = 1e6 d", "this test", "not for use"},
     .params = none,
     .force = not_its_own}};

/* Energies that are not the integral of the force, which the balance of the run does not see. */
static void a_law_with_another_energy_is_named(void **state) {
  for (int i = 0; i < 2; i++) {
    char text[1024];
    const char *words[] = {laws[i].name, "gap", "wall"};
    snprintf(
        text, sizeof text,
        "pintle: 1\n"
        "bodies: {ball: {mass: 1 kg, inertia: 1e-3 kg m^2, velocity: [1 m/s, 0]}}\n"
        "joints:\n"
        "  wall: {type: pin_in_slot, slot: {body: ground, line: {from: [0, -1], to: [0, 1]}},\n"
        "         pin: {body: ball, at: [0, 0], radius: 10 mm}, clearance: 1 mm, contact: law}\n"
        "contacts: {law: {elastic: {law: %s}}}\n"
        "run: {until: 8 ms, every: 1 ms, start: given}\n",
        laws[i].name);
    ends_with(*state, text, 0.0005, 0.01, words, 3);
  }
}

static int open_context(void **state) {
  if (make_context(state) != 0) return 1;
  for (int i = 0; i < 2; i++)
    if (ptl_registry_add(*state, PTL_ELASTIC, &laws[i], "test") != PTL_OK) return 1;
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stretched_pair_of_bars_locks),
      cmocka_unit_test(a_guide_jams),
      cmocka_unit_test(a_sliding_rod_jams),
      cmocka_unit_test(a_rope_comes_to_its_pulley),
      cmocka_unit_test(a_load_that_is_not_a_number_is_named),
      cmocka_unit_test(a_load_with_a_pole_in_a_place_is_named),
      cmocka_unit_test(a_signal_with_a_pole_is_named),
      cmocka_unit_test(a_driver_that_jumps_is_named),
      cmocka_unit_test(a_brake_is_not_to_blame),
      cmocka_unit_test(a_steep_rise_is_no_jump),
      cmocka_unit_test(a_run_of_no_time_ends),
      cmocka_unit_test(a_law_with_another_energy_is_named),
      cmocka_unit_test(a_ball_that_comes_in_from_the_side_is_told),
      cmocka_unit_test(a_ring_that_flies_off_is_named),
      cmocka_unit_test(numbers_coarser_than_the_tolerance_are_told),
  };
  return cmocka_run_group_tests(tests, open_context, drop_context);
}
