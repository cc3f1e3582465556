/* Motions whose force acts along another coordinate. Expected values: a pole on a cart in closed
 * form; the forces of a driver at the same coordinate, and those that two drivers of a point need,
 * by virtual work; the energy balance. Each is run by both integrators. */
#include "jacobian_check.h"
#include "pintle_analysis.h"
#include "text_run.h"

static const char *const integrators[] = {"dop853", "ida"};

static outcome run_of(ptl_context *context, const char *text, const char *integrator) {
  const ptl_setting settings[] = {{"run.integrator", integrator}, {"run.rtol", "1e-9"}};
  return run_text(context, text, settings, 2);
}

/* A cart of 2 kg on a rail and on it a pole of m = 0.5 kg and J = 0.015 kg m^2, l = 0.3 m above its
 * hinge. */
#define CART                                                              \
  "pintle: 1\ngravity: [0, -9.81]\n"                                      \
  "bodies:\n"                                                             \
  "  cart: {mass: 2, inertia: 0.01}\n"                                    \
  "  pole: {mass: 0.5, inertia: 0.015, com: [0, 0.3]}\n"                  \
  "joints:\n"                                                             \
  "  rail: {type: translational, bodies: [ground, cart], axis: [1, 0]}\n" \
  "  hinge: {type: revolute, bodies: [cart, pole]}\n"

#define LEAN "angle: 'time < 2 s ? -0.2*sin(pi*time/(1 s))^3 : 0'"

/* Its angle a is prescribed; moments about the hinge give the acceleration of the cart, and
 * momentum along the rail the force:
 *   (J + m l^2) a'' - m l cos(a) x'' = m g l sin(a),   F = (M + m) x'' - m l (a'' cos(a) - a'^2
 *   sin(a)). */
static void expected_of_pole(double t, double *acceleration, double *force) {
  const double pi = acos(-1.0), s = sin(pi * t), c = cos(pi * t), m = 0.5, l = 0.3;
  const double a = -0.2 * s * s * s, rate = -0.6 * pi * s * s * c;
  const double second = -0.6 * pi * pi * s * (2.0 * c * c - s * s);
  *acceleration = ((0.015 + m * l * l) * second - m * 9.81 * l * sin(a)) / (m * l * cos(a));
  *force = 2.5 * *acceleration - m * l * (second * cos(a) - rate * rate * sin(a));
}

/* The distance that the cart has gone after 2 s: the integral of (2 - t) x'', by Simpson's rule. */
static double expected_travel(void) {
  enum { N = 2000 };
  double sum = 0.0, acceleration, force;
  for (int i = 0; i <= N; i++) {
    const double t = 2.0 * i / N;
    expected_of_pole(t, &acceleration, &force);
    sum += (i == 0 || i == N ? 1.0 : i % 2 ? 4.0 : 2.0) * (2.0 - t) * acceleration;
  }
  return sum * 2.0 / N / 3.0;
}

static void a_cart_balances_a_pole(void **state) {
  static const char text[] = CART "  balance: {type: motion, joint: hinge, " LEAN
                                  ", by: rail}\n"
                                  "run: {until: 2.5 s, every: 0.05 s}\n"
                                  "output: {columns: [default, powers]}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, integrators[i]);
    for (int row = 1; row < 40; row++) {
      double acceleration, force;
      expected_of_pole(0.05 * row, &acceleration, &force);
      assert_near(at_row(&out, row, "rail.acceleration"), acceleration, 1e-7);
      assert_near(at_row(&out, row, "balance.force"), force, 1e-7);
      assert_near(at_row(&out, row, "balance.power"), force * at_row(&out, row, "cart.vx"), 1e-6);
      assert_near(at_row(&out, row, "energy.balance"), 0.0, 1e-6);
    }
    assert_near(last(&out, "cart.x"), expected_travel(), 1e-6);
    assert_near(last(&out, "cart.vx"), 0.0, 1e-6);
    release(*state, &out);
  }
}

/* Named by its bodies instead of by its joint, the same coordinate takes the same force. */
static void a_coordinate_between_parts_is_pushed_as_well(void **state) {
  static const char *const by[] = {"rail",
                                   "{bodies: [ground, cart], at: [[0, 0], [0, 0]], along: x}"};
  double force[2];
  for (int i = 0; i < 2; i++) {
    char text[1024];
    snprintf(text, sizeof text,
             CART "  balance: {type: motion, joint: hinge, " LEAN
                  ", by: %s}\n"
                  "run: {until: 0.4 s, every: 0.4 s}\n",
             by[i]);
    outcome out = run_of(*state, text, "dop853");
    force[i] = last(&out, "balance.force");
    release(*state, &out);
  }
  assert_near(force[0], force[1], 1e-9);
  assert_true(fabs(force[0]) > 1.0);
}

/* An arm of two links whose tip is led along a line: by forces at the tip, or by the moments in its
 * joints. Virtual work makes the moments those of the force about each joint. */
#define ARM                                                                                  \
  "pintle: 1\ngravity: [0, -9.81]\n"                                                         \
  "bodies:\n"                                                                                \
  "  upper: {mass: 3, inertia: 0.1, com: [0.25, 0], angle: 60 deg}\n"                        \
  "  lower: {mass: 2, inertia: 0.05, com: [0.2, 0], position: [0.25, 0.43301270189221932], " \
  "angle: -30 deg}\n"                                                                        \
  "joints:\n"                                                                                \
  "  shoulder: {type: revolute, bodies: [ground, upper], at: [0, 0]}\n"                      \
  "  elbow: {type: revolute, bodies: [upper, lower], at: [[0.5, 0], [0, 0]]}\n"

#define ALONG(axis, course)                                                      \
  "{type: motion, bodies: [ground, lower], at: [[0, 0], [0.4, 0]], along: " axis \
  ", position: " course

#define X "0.59641016151377546 m + 0.1 m*sin(2*time/(1 s))^3"
#define Y "0.23301270189221932 m - 0.1 m*sin(time/(1 s))^3"

static void joints_lead_a_point(void **state) {
  static const char at_tip[] = ARM "  x: " ALONG("x", X) "}\n  y: " ALONG("y", Y) "}\n"
      "run: {until: 1 s, every: 0.1 s}\n";
  static const char in_joints[] =
      ARM "  x: " ALONG("x", X) ", by: shoulder}\n  y: " ALONG("y", Y) ", by: elbow}\n"
      "run: {until: 1 s, every: 0.1 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome tip = run_of(*state, at_tip, integrators[i]);
    outcome joints = run_of(*state, in_joints, integrators[i]);
    for (int row = 1; row <= 10; row++) {
      const double fx = at_row(&tip, row, "x.force"), fy = at_row(&tip, row, "y.force");
      const double a = at_row(&joints, row, "lower.angle");
      const double ex = at_row(&joints, row, "lower.x"), ey = at_row(&joints, row, "lower.y");
      const double x = ex + 0.4 * cos(a), y = ey + 0.4 * sin(a);
      assert_near(a, at_row(&tip, row, "lower.angle"), 1e-8);
      assert_near(at_row(&joints, row, "x.moment"), x * fy - y * fx, 1e-6);
      assert_near(at_row(&joints, row, "y.moment"), (x - ex) * fy - (y - ey) * fx, 1e-6);
    }
    assert_near(last(&joints, "energy.supplied"), last(&tip, "energy.supplied"), 1e-6);
    assert_near(last(&joints, "energy.balance"), 0.0, 1e-6);
    release(*state, &tip);
    release(*state, &joints);
  }
}

/* What is driven is a sum of coordinates, x + 0.7 m a, which bodies without mass that carry one
 * another add up. The pole obeys its equation of motion, and the force on the cart is that of
 * momentum along the rail. */
static void a_sum_of_coordinates_is_led(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -9.81]\n"
      "bodies:\n"
      "  cart: {mass: 2, inertia: 0.01}\n"
      "  pole: {mass: 0.5, inertia: 0.015, com: [0, 0.3]}\n"
      "  first: {mass: 0, inertia: 0}\n"
      "  sum: {mass: 0, inertia: 0}\n"
      "joints:\n"
      "  rail: {type: translational, bodies: [ground, cart], axis: [1, 0]}\n"
      "  hinge: {type: revolute, bodies: [cart, pole]}\n"
      "  along: {type: translational, bodies: [ground, first]}\n"
      "  further: {type: translational, bodies: [first, sum]}\n"
      "  travel: {type: coupling, joints: [along, rail], ratio: 1}\n"
      "  lean: {type: coupling, joints: [further, hinge], ratio: 0.7 m}\n"
      "  lead: {type: motion, bodies: [ground, sum], at: [[0, 0], [0, 0]], along: x, by: rail,\n"
      "    position: 0.05 m*sin(2*time/(1 s))^3}\n"
      "run: {until: 1 s, every: 0.1 s}\n";
  const double m = 0.5, l = 0.3;
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, integrators[i]);
    for (int row = 1; row <= 10; row++) {
      const double a = at_row(&out, row, "hinge.angle"), rate = at_row(&out, row, "hinge.rate");
      const double second = at_row(&out, row, "hinge.acceleration");
      const double x = at_row(&out, row, "rail.acceleration");
      assert_near(at_row(&out, row, "rail.position") + 0.7 * a, 0.05 * pow(sin(0.2 * row), 3.0),
                  1e-9);
      assert_near((0.015 + m * l * l) * second - m * l * cos(a) * x, m * 9.81 * l * sin(a), 1e-7);
      assert_near(at_row(&out, row, "lead.force"),
                  2.5 * x - m * l * (second * cos(a) - rate * rate * sin(a)), 1e-7);
    }
    assert_true(fabs(last(&out, "hinge.angle")) > 0.05);
    release(*state, &out);
  }
}

/* InvertedCraneCrab of DLR's PlanarMechanics (its parameters): the angle is a first-order lag of T
 * = 0.1 s behind a ramp from -0.5 to 0 in 0.5 s, and the force on the carriage makes it so. The lag
 * in closed form, acceleration and force as of the pole. */
static void a_crane_crab_is_inverted(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -9.81]\n"
      "signals:\n"
      "  ramp: min(time/(0.5 s), 1)*0.5 - 0.5\n"
      "  lag: {filter: ramp, time: 0.1 s}\n"
      "bodies:\n"
      "  carriage: {mass: 1, inertia: 0.1}\n"
      "  body: {mass: 0.5, inertia: 0.1, com: [0, 1]}\n"
      "joints:\n"
      "  prismatic: {type: translational, bodies: [ground, carriage], axis: [1, 0]}\n"
      "  revolute: {type: revolute, bodies: [carriage, body]}\n"
      "  force: {type: motion, joint: revolute, angle: lag, by: prismatic}\n"
      "run: {until: 3 s, every: 0.1 s}\n";
  const double T = 0.1, at_end = -T + T * exp(-5.0);
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, integrators[i]);
    for (int row = 0; row < out.trace.n; row++) {
      const double t = at_row(&out, row, "time"), fade = exp(-t / T), later = exp(-(t - 0.5) / T);
      const int is_up = t < 0.5;
      if (fabs(t - 0.5) < 1e-9) continue; /* where the acceleration jumps */
      const double a = is_up ? -0.5 + t - T + T * fade : at_end * later;
      const double rate = is_up ? 1.0 - fade : -at_end / T * later;
      const double second = is_up ? fade / T : at_end / (T * T) * later;
      const double s = ((0.1 + 0.5) * second - 0.5 * 9.81 * sin(a)) / (0.5 * cos(a));
      assert_near(at_row(&out, row, "revolute.angle"), a, 1e-7);
      assert_near(at_row(&out, row, "prismatic.acceleration"), s, 1e-5);
      assert_near(at_row(&out, row, "force.force"),
                  1.5 * s - 0.5 * (second * cos(a) - rate * rate * sin(a)), 1e-5);
    }
    assert_near(last(&out, "energy.balance"), 0.0, 1e-6);
    release(*state, &out);
  }
}

/* Rows of a mechanism that is led through its travel are those of a run, with what servos push in
 * their accelerations. */
static void kinematics_has_the_rows_of_a_run(void **state) {
  static const char text[] =
      CART "  balance: {type: motion, joint: hinge, " LEAN
           ", by: rail}\n"
           "  go: {type: motion, joint: rail, position: '0.1 m*sin(3*time/(1 s))', by: hinge}\n"
           "run: {until: 1 s, every: 0.1 s}\n";
  static const char *const columns[] = {"cart.ax", "pole.alpha", "balance.force", "go.moment"};
  outcome out = run_of(*state, text, "dop853");
  ptl_kinematics_options options = ptl_kinematics_options_default();
  ptl_kinematics *found = NULL;
  options.driver = "balance";
  must(*state, ptl_kinematics_find(*state, out.system, &options, &found));
  assert_int_equal(found->n_rows, out.trace.n);
  for (int row = 0; row < out.trace.n; row++)
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
      const int c = column_of(out.system, columns[i]);
      assert_near(found->rows[row * found->n_columns + c], rows_at(&out.trace, row, c), 1e-6);
    }
  ptl_kinematics_release(*state, found);
  release(*state, &out);
}

static void derivatives_are_those_of_the_residual(void **state) {
  static const char text[] =
      ARM "  x: " ALONG("x", X) ", by: shoulder}\n"
      "  y: " ALONG("y", Y) ", by: {bodies: [ground, lower], at: [[0.3, 1], [0.1, 0.1]], "
      "along: distance}}\n";
  ptl_system *system = system_of(*state, text, NULL, 0);
  ptl_data *data;
  double y[64], yp[64];
  must(*state, ptl_data_create(*state, system, &data));
  assert_true(system->pattern.n <= 64);
  for (int i = 0; i < system->pattern.n; i++) {
    const int behind = i - 2 * system->n_coordinates; /* multipliers of the correction: 0 */
    y[i] = i < system->n_coordinates                ? system->q0[i]
           : behind >= 0 && behind < system->n_rows ? 0.0
                                                    : 0.3 + 0.1 * (i % 7);
    yp[i] = 0.2 * (i % 5);
  }
  check_jacobian_at(data, 0.2, y, yp, 3e-6);
  ptl_data_destroy(data);
  ptl_system_destroy(system);
}

static void saved_servos_are_the_same(void **state) {
  static const char text[] = CART
      "  balance: {type: motion, joint: hinge, " LEAN
      ", by: rail}\n"
      "  push: {type: motion, joint: rail, rate: 1, by: {bodies: [cart, pole], along: angle}}\n";
  ptl_context *context = *state;
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0), *again;
  char path[512];
  snprintf(path, sizeof path, "%s", write_file("servo.yaml", ""));
  must(context, ptl_mechanism_save(m, path));
  must(context, ptl_mechanism_load(context, path, NULL, 0, &again));
  remove(path);
  ptl_motion_def def;
  assert_int_equal(ptl_mechanism_get_motion(again, 0, &def), 1);
  assert_string_equal(def.by.joint, "rail");
  assert_int_equal(ptl_mechanism_get_motion(again, 1, &def), 1);
  assert_string_equal(def.by.b.body, "pole");
  assert_int_equal(def.by.coordinate, PTL_MEASURED_ANGLE);
  ptl_mechanism_destroy(m);
  ptl_mechanism_destroy(again);
}

static void what_cannot_be_a_servo(void **state) {
  static const char *const cases[][2] = {{"hinge", "acts on joint 'hinge' anyway"},
                                         {"rial", "no joint 'rial'"},
                                         {"{bodies: [ground, cart]}", "needs 'along'"},
                                         {"{joint: rail, speed: 1}", "unknown key 'speed'"}};
  static const char text[] = CART "  balance: {type: motion, joint: hinge, angle: 0, by: rail}\n";
  static const ptl_setting sum = {"joints.balance",
                                  "{type: motion, expression: cart.x, position: 0}"};
  ptl_mechanism *none = NULL;
  assert_int_equal(ptl_mechanism_parse(*state, text, strlen(text), "text", &sum, 1, &none),
                   PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(*state), "one coordinate, not an expression"));
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const ptl_setting setting = {"joints.balance.by", cases[i][0]};
    ptl_mechanism *m = NULL;
    assert_int_equal(ptl_mechanism_parse(*state, text, strlen(text), "text", &setting, 1, &m),
                     PTL_ERR_INPUT);
    if (strstr(ptl_context_message(*state), cases[i][1]) == NULL)
      fail_msg("%s: %s", cases[i][0], ptl_context_message(*state));
  }
}

/* A trolley does not accelerate a load that hangs straight down from it. */
static void a_trolley_does_not_move_a_load_at_once(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -9.81]\n"
      "bodies:\n"
      "  trolley: {mass: 20, inertia: 1}\n"
      "  load: {mass: 50, inertia: 1, position: [0, -2]}\n"
      "joints:\n"
      "  rail: {type: translational, bodies: [ground, trolley], axis: [1, 0]}\n"
      "  rope: {type: distance, length: 2, bodies: [trolley, load], at: [[0, 0], [0, 0]]}\n"
      "  course: {type: motion, bodies: [ground, load], at: [[0, 0], [0, 0]], along: x, "
      "position: 1 m*(time/(1 s))^3, by: rail}\n";
  ptl_mechanism *m = mechanism_of(*state, text, NULL, 0);
  ptl_system *system = NULL;
  assert_int_equal(ptl_assemble(m, &system), PTL_ERR_UNFIT);
  assert_non_null(strstr(ptl_context_message(*state), "motion 'course' by 'rail'"));
  ptl_mechanism_destroy(m);
}

/* Where the pole lies the force on the cart does not turn it. */
static void a_pole_that_lies_down_cannot_be_held(void **state) {
  static const char text[] = CART
      "  balance: {type: motion, joint: hinge, angle: 1.6*(time/(1 s))^3, by: rail}\n"
      "run: {until: 2 s, every: 0.1 s}\n";
  for (int i = 0; i < 2; i++) {
    const ptl_setting setting = {"run.integrator", integrators[i]};
    ptl_system *system = system_of(*state, text, &setting, 1);
    ptl_summary summary;
    assert_int_equal(ptl_simulate(*state, system, NULL, NULL, &summary), PTL_ERR_SIMULATION);
    ptl_summary_release(*state, &summary);
    assert_non_null(strstr(ptl_context_message(*state), "force of motion 'balance' by 'rail'"));
    ptl_system_destroy(system);
  }
}

/* Where the pole passes the horizontal as a free one would, with (J + m l^2) a'' = m g l, the cart
 * need not accelerate, and the force stays finite; beyond, the force that turns the pole the one
 * way turns it the other. The run ends there, at 0.1 s. */
static void a_servo_does_not_pass_where_it_has_no_effect(void **state) {
  static const char text[] = CART
      "  balance: {type: motion, joint: hinge, by: rail,\n"
      "    angle: 'pi/2 + 3*(time - 0.1 s)/(1 s) + 12.2625*((time - 0.1 s)/(1 s))^2'}\n"
      "run: {until: 0.2 s, every: 0.01 s}\n";
  for (int i = 0; i < 2; i++) {
    const ptl_setting setting = {"run.integrator", integrators[i]};
    ptl_system *system = system_of(*state, text, &setting, 1);
    ptl_summary summary;
    assert_int_equal(ptl_simulate(*state, system, NULL, NULL, &summary), PTL_ERR_SIMULATION);
    assert_true(summary.end_time < 0.15);
    ptl_summary_release(*state, &summary);
    assert_non_null(strstr(ptl_context_message(*state), "force of motion 'balance' by 'rail'"));
    ptl_system_destroy(system);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cart_balances_a_pole),
      cmocka_unit_test(a_coordinate_between_parts_is_pushed_as_well),
      cmocka_unit_test(joints_lead_a_point),
      cmocka_unit_test(a_sum_of_coordinates_is_led),
      cmocka_unit_test(a_crane_crab_is_inverted),
      cmocka_unit_test(kinematics_has_the_rows_of_a_run),
      cmocka_unit_test(derivatives_are_those_of_the_residual),
      cmocka_unit_test(saved_servos_are_the_same),
      cmocka_unit_test(what_cannot_be_a_servo),
      cmocka_unit_test(a_trolley_does_not_move_a_load_at_once),
      cmocka_unit_test(a_pole_that_lies_down_cannot_be_held),
      cmocka_unit_test(a_servo_does_not_pass_where_it_has_no_effect),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
