/* Starts and singular mechanisms that other programs stumble over: every tolerance starts, few
 * Newton failures, no tiny steps; what is redundant is named. */
#include "system.h"
#include "text_run.h"

static ptl_system *assemble(ptl_context *context, ptl_mechanism *m) {
  ptl_system *s = NULL;
  ptl_status status = ptl_assemble(m, &s);
  ptl_mechanism_destroy(m);
  must(context, status);
  return s;
}

/* Fewer Newton failures than a hundredth of the steps, no restart, no crawling. */
static void check_counts(const ptl_summary *sum, double rtol) {
  double mean = sum->end_time / (double)sum->counters.steps;
  print_message(
      "rtol %.0e: %lld steps of %.2g s, %lld Newton failures, energy off by %.2g of %.3g J\n", rtol,
      (long long)sum->counters.steps, mean, (long long)sum->counters.newton_failures,
      sum->largest_imbalance, sum->largest_energy);
  assert_true(sum->counters.newton_failures * 100 < sum->counters.steps);
  assert_int_equal(sum->counters.restarts, 0);
}

/* ---------------------------------------------------------------- a pendulum on a bead on a
 * parabola */

/* A bead M at (x, x^2) carries a uniform rod of mass m and length l, turned by a from the vertical
 * below it. With the rod's centre at (x + l/2 sin a, x^2 - l/2 cos a): (M + m)(1 + 4 x^2) x'' + m
 * l/2 (cos a + 2 x sin a) a'' = -(M + m)(4 x x'^2 + 2 x g) - m l/2 a'^2 (2 x cos a - sin a) m l/2
 * (cos a + 2 x sin a) x'' + m l^2/3 a'' = -m l/2 (2 x'^2 + g) sin a */
static void bead(const double y[4], double out[4]) {
  const double M = 0.5, m = 1.0, l = 0.6, g = 9.81;
  double x = y[0], a = y[1], v = y[2], w = y[3];
  double a11 = (M + m) * (1.0 + 4.0 * x * x), a12 = 0.5 * m * l * (cos(a) + 2.0 * x * sin(a));
  double a22 = m * l * l / 3.0;
  double b1 = -(M + m) * (4.0 * x * v * v + 2.0 * x * g) -
              0.5 * m * l * w * w * (2.0 * x * cos(a) - sin(a));
  double b2 = -0.5 * m * l * (2.0 * v * v + g) * sin(a), det = a11 * a22 - a12 * a12;
  out[0] = v;
  out[1] = w;
  out[2] = (a22 * b1 - a12 * b2) / det;
  out[3] = (a11 * b2 - a12 * b1) / det;
}

static void bead_step(double h, double y[4]) {
  double k[4][4], z[4];
  static const double at[4] = {0.0, 0.5, 0.5, 1.0};
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < 4; i++) z[i] = y[i] + (s > 0 ? at[s] * h * k[s - 1][i] : 0.0);
    bead(z, k[s]);
  }
  for (int i = 0; i < 4; i++) y[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
}

/* The parabola is a slot through points of it, 0.05 m apart. */
static ptl_mechanism *bead_on_parabola(ptl_context *context, double rtol) {
  char text[4096], point[64];
  snprintf(
      text, sizeof text,
      "pintle: 1\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  bead: {mass: 0.5, inertia: 1e-3, position: [0.5, 0.25]}\n"
      "  rod: {mass: 1, inertia: 1/12*0.36, position: [0.5, 0.25], angle: -60 deg, com: [0.3, 0]}\n"
      "joints:\n"
      "  pivot: {type: revolute, bodies: [bead, rod]}\n"
      "  track:\n"
      "    type: pin_in_slot\n"
      "    pin: {body: bead, at: [0, 0]}\n"
      "    slot: {body: ground, curve: {points: [");
  for (int i = -20; i <= 20; i++) {
    snprintf(point, sizeof point, "%s[%.17g, %.17g]", i > -20 ? ", " : "", 0.05 * i,
             0.0025 * i * i);
    strcat(text, point);
  }
  snprintf(point, sizeof point, "]}}\nrun: {until: 2 s, every: 20 ms, rtol: %g}\n", rtol);
  strcat(text, point);
  return mechanism_of(context, text, NULL, 0);
}

/* Expected: the equations above, as far as the tolerance and the points of the parabola allow. */
static void bead_starts_at_every_tolerance(void **state) {
  ptl_context *context = *state;
  for (int power = 4; power <= 10; power++) {
    double rtol = pow(10.0, -power), worst = 0.0;
    ptl_system *s = assemble(context, bead_on_parabola(context, rtol));
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary sum;
    must(context, ptl_simulate(context, s, NULL, &sink, &sum));
    check_counts(&sum, rtol);
    double y[4] = {0.5, acos(-1.0) / 6.0, 0.0, 0.0};
    int x = column_of(s, "bead.x"), angle = column_of(s, "rod.angle");
    for (int row = 1; row < trace.n; row++) {
      for (int i = 0; i < 40; i++) bead_step(5e-4, y);
      worst = fmax(worst, fabs(rows_at(&trace, row, x) - y[0]));
      worst = fmax(worst, fabs(rows_at(&trace, row, angle) + 0.5 * acos(-1.0) - y[1]));
    }
    print_message("          off by %.2g\n", worst);
    assert_true(worst < fmax(10.0 * rtol, 2e-5));
    rows_release(&trace);
    ptl_summary_release(context, &sum);
    ptl_system_destroy(s);
  }
}

/* ---------------------------------------------------------------- a slider-crank with clearance */

/* The shipped model with the memory-less law: at every tolerance it starts, meets the wall first at
 * the time known from an independent code, 0.22729 ms, and has few Newton failures. */
static void clearance_starts_at_every_tolerance(void **state) {
  ptl_context *context = *state;
  for (int power = 4; power <= 10; power++) {
    char rtol[32];
    snprintf(rtol, sizeof rtol, "1e-%d", power);
    ptl_setting settings[] = {
        {"run.rtol", rtol}, {"run.until", "24 ms"}, {"bodies.rod.inertia", "2.5e-5"}};
    ptl_mechanism *m;
    must(context, ptl_mechanism_load(context, PINTLE_MODELS "/slider_crank_clearance.yaml",
                                     settings, 3, &m));
    ptl_system *s = assemble(context, m);
    rows trace = {0};
    ptl_sink sink = {.event = keep_event, .user = &trace};
    ptl_summary sum;
    must(context, ptl_simulate(context, s, NULL, &sink, &sum));
    check_counts(&sum, pow(10.0, -power));
    assert_true(trace.n_events > 0);
    assert_near(trace.events[0].time, 0.22729e-3, 1e-8 + 1e-6 * pow(10.0, 4 - power));
    rows_release(&trace);
    ptl_summary_release(context, &sum);
    ptl_system_destroy(s);
  }
}

/* ---------------------------------------------------------------- what holds only just */

/* The lift of models/double_scott_russell.yaml without its column: each linkage leads its end of
 * the platform along a vertical line, and the platform's length then keeps it level, but only to
 * second order. It counts as one degree of freedom and not as a redundancy; it runs, level, and
 * without inner forces that nothing calls for: those of the mirrored halves differ in sign only.
 * The angle enters the constraints by its square: rounding of 1e-16 m leaves it free within 1e-8
 * rad. */
static void lift_without_its_column_stays_level(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {{"joints.column", ""}, {"run.until", "2 s"}};
  ptl_mechanism *m;
  must(context,
       ptl_mechanism_load(context, PINTLE_MODELS "/double_scott_russell.yaml", settings, 2, &m));
  ptl_system *s = assemble(context, m);
  const ptl_assembly *found = ptl_system_get_assembly(s);
  assert_int_equal(found->n_constraints, 14);
  assert_int_equal(found->rank, 13);
  assert_int_equal(found->degrees_of_freedom, 1);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  assert_int_equal(sum.counters.restarts, 0);
  int left = column_of(s, "left_pin.fx"), right = column_of(s, "right_pin.fx");
  for (int i = 0; i < trace.n; i++) {
    assert_near(rows_at(&trace, i, column_of(s, "platform.angle")), 0.0, 1e-8);
    assert_near(rows_at(&trace, i, column_of(s, "platform.y")),
                sin(rows_at(&trace, i, column_of(s, "left_crank.angle"))), 1e-9);
    assert_near(rows_at(&trace, i, left) + rows_at(&trace, i, right), 0.0, 1e-6);
  }
  assert_true(sum.largest_imbalance < 1e-6 * sum.largest_energy);
  rows_release(&trace);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
}

/* A straight chain of links, each turned against the one before by a driver. Its equations are
 * nearly dependent, the more so the longer it is. Expected: link i turns at the sum of the first i
 * + 1 rates, and its centre moves by the sum of what the links before it do. */
static void long_chain_of_drivers_starts(void **state) {
  enum { LINKS = 200 };
  static char text[300 * LINKS];
  size_t used = 0;
  ptl_context *context = *state;
#define PUT(...) used += (size_t)snprintf(text + used, sizeof text - used, __VA_ARGS__)
  PUT("pintle: 1\nbodies:\n");
  for (int i = 0; i < LINKS; i++)
    PUT("  b%d: {mass: 1, inertia: 0.1, position: [%d.5, 0]}\n", i, i);
  PUT("joints:\n");
  for (int i = 0; i < LINKS; i++) {
    PUT("  j%d: {type: revolute, bodies: [", i);
    if (i == 0)
      PUT("ground");
    else
      PUT("b%d", i - 1);
    PUT(", b%d], at: [%d, 0]}\n  d%d: {type: motion, joint: j%d, rate: %g rad/s}\n", i, i, i, i,
        0.1 * (i % 3 + 1));
  }
  PUT("run: {until: 1 s, every: 1 s}\n");
#undef PUT
  ptl_system *s = system_of(context, text, NULL, 0);
  assert_int_equal(ptl_system_get_assembly(s)->degrees_of_freedom, 0);
  const ptl_initial *initial;
  int n = ptl_system_get_initial(s, &initial);
  assert_int_equal(n, LINKS);
  double turn = 0.0, speed = 0.0; /* of the link, and of its near end across the chain */
  for (int i = 0; i < n; i++) {
    turn += 0.1 * (i % 3 + 1);
    assert_near(initial[i].omega, turn, 1e-9 * turn);
    assert_near(initial[i].vy, speed + 0.5 * turn, 1e-9 * (speed + turn));
    speed += turn;
  }
  ptl_system_destroy(s);
}

/* A body pinned at its centre of mass, whose slot a pin of the ground holds on the x axis, is
 * placed at an angle. Expected: only its angle changes, by that, and as much as the assembly
 * reports. */
static void the_assembly_says_how_far_a_body_was_turned(void **state) {
  ptl_system *s = system_of(*state,
                            "pintle: 1\n"
                            "bodies:\n"
                            "  lever: {mass: 1 kg, inertia: 0.01 kg m^2, angle: 0.01 rad}\n"
                            "joints:\n"
                            "  pivot: {type: revolute, bodies: [ground, lever], at: [0, 0]}\n"
                            "  stop:\n"
                            "    type: pin_in_slot\n"
                            "    slot: {body: lever, line: {from: [-2, 0], to: [2, 0]}}\n"
                            "    pin: {body: ground, at: [1, 0]}\n"
                            "run: {until: 1 s}\n",
                            NULL, 0);
  const ptl_assembly *a = ptl_system_get_assembly(s);
  const ptl_initial *initial;
  assert_int_equal(ptl_system_get_initial(s, &initial), 1);
  assert_near(initial[0].angle, 0.0, 1e-12);
  assert_near(a->turned, 0.01, 1e-12);
  assert_near(a->moved, 0.0, 1e-12);
  assert_int_equal(a->degrees_of_freedom, 0);
  ptl_system_destroy(s);
}

/* A pin that has play between the walls of its slot cannot touch both: what is left is the play. */
static void gaps_that_cannot_touch_at_once_are_named(void **state) {
  ptl_mechanism *m =
      mechanism_of(*state,
                   "pintle: 1\n"
                   "bodies: {pin: {mass: 1, inertia: 1e-3}}\n"
                   "joints: {s: {type: pin_in_slot, slot: {body: ground, half_width: 12 "
                   "mm, line: {from: [-1, 0], to: [1, 0]}}, pin: {body: pin, at: [0, 0], "
                   "radius: 10 mm}, contact: k}}\n"
                   "contacts: {k: {elastic: {law: power, stiffness: 1e8, exponent: 1.5}}}\n"
                   "run: {until: 1 s, start: touching, touching: [s.inner, s.outer]}\n",
                   NULL, 0);
  ptl_system *s;
  assert_int_equal(ptl_assemble(m, &s), PTL_ERR_UNFIT);
  const char *message = ptl_context_message(*state);
  if (strstr(message, "2 gaps, the first being s.inner, cannot be closed at once") == NULL)
    fail_msg("%s", message);
  ptl_mechanism_destroy(m);
}

/* Forces whose sum is beyond the range of numbers are told with their body. */
static void a_force_beyond_all_numbers_is_told(void **state) {
  ptl_mechanism *m = mechanism_of(*state,
                                  "pintle: 1\n"
                                  "bodies: {block: {mass: 1, inertia: 1}}\n"
                                  "joints: {pin: {type: revolute, bodies: [ground, block]}}\n"
                                  "loads: {a: {body: block, force: [1.7e308, 0]}, b: {body: block, "
                                  "force: [1.7e308, 0]}}\n"
                                  "run: {until: 1 s}\n",
                                  NULL, 0);
  ptl_system *s;
  assert_int_equal(ptl_assemble(m, &s), PTL_ERR_UNFIT);
  const char *message = ptl_context_message(*state);
  if (strstr(message, "body 'block': the force on it is not finite") == NULL)
    fail_msg("%s", message);
  ptl_mechanism_destroy(m);
}

static double rod_force(const outcome *out, int row) {
  return hypot(at_row(out, row, "rod.fx"), at_row(out, row, "rod.fy"));
}

/* A body of 2 kg, pinned at (0, 0), whose centre (1, 0) a rod to (2, 0.05) holds near its dead
 * point: about the pin the rod's force S times its lever 0.05/sqrt(1.0025) carries weight and load.
 * The load has kinks, where IDA begins anew: with velocities that give way by e1 lambda, which such
 * a lever multiplies. */
static void what_is_held_near_a_dead_point_starts_again(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -10]\n"
      "bodies: {b: {mass: 2, inertia: 0.1, position: [1, 0]}}\n"
      "joints:\n"
      "  pin: {type: revolute, bodies: [ground, b], at: [0, 0]}\n"
      "  rod: {type: distance, bodies: [ground, b], at: [[2, 0.05], [0, 0]], length: "
      "1.0012492197250393}\n"
      "loads: {push: {body: b, force: [0 N, '100 N*max(0, 1 - abs(time - 0.5 s)/(0.25 s))']}}\n"
      "run: {until: 1 s, every: 0.125 s, integrator: ida}\n";
  static const char *const tolerances[] = {"1e-7", "1e-8", "1e-9", "1e-10"};
  const double lever = 0.05 / sqrt(1.0025);
  for (int i = 0; i < 4; i++) {
    const ptl_setting setting = {"run.rtol", tolerances[i]};
    outcome out = run_text(*state, text, &setting, 1);
    assert_near(rod_force(&out, 0), 20.0 / lever, 1e-6);
    assert_near(rod_force(&out, 3), 30.0 / lever, 1e-6);
    assert_near(rod_force(&out, 4), 80.0 / lever, 1e-6);
    assert_true(out.summary.counters.steps < 100);
    release(*state, &out);
  }
}

/* A pulse of 1 N m that is narrow in the run gives an arm of 0.5 kg m^2 the acceleration 2 rad/s^2,
 * at its length of 1 m, whatever the tails of the pulse are. */
static void a_narrow_pulse_makes_the_scale(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, 0]\n"
      "bodies: {b: {mass: 1, inertia: 0.5, position: [1, 0]}}\n"
      "joints: {pin: {type: revolute, bodies: [ground, b], at: [0, 0]}}\n"
      "loads: {pulse: {body: b, torque: '1 N m*exp(-((time - 4 s)/(0.2 s))^2)'}}\n"
      "run: {until: 10 s, every: 1 s}\n";
  ptl_system *s = system_of(*state, text, NULL, 0);
  assert_near(s->length, 1.0, 1e-12);
  assert_near(s->speed, sqrt(2.0), 0.2);
  ptl_system_destroy(s);
}

/* A beam of weight P between two welds, 1 m and 2 m from its centre. Of all reactions that carry it
 * those are told whose forces, and moments over the characteristic length L, are least by their
 * squares: with F1 + F2 = P, M1 = M2 = (F1 - 2 F2)/2 the sum F1^2 + F2^2 + (M1^2 + M2^2)/L^2 is
 * least at F1 = P (2 + 6/L^2)/(4 + 9/L^2). Placed along another direction, it is the same. */
static void two_welds_share_a_beam(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -10]\n"
      "bodies: {beam: {mass: 1, inertia: 1, position: [0, 0]}}\n"
      "joints:\n"
      "  first: {type: fixed, bodies: [ground, beam], at: [-1, 0]}\n"
      "  second: {type: fixed, bodies: [ground, beam], at: [2, 0]}\n"
      "run: {until: 0.1 s, every: 0.1 s}\n";
  static const ptl_setting turned[] = {
      {"gravity", "[10, 0]"}, {"joints.first.at", "[0, -1]"}, {"joints.second.at", "[0, 2]"}};
  for (int i = 0; i < 2; i++) {
    outcome out = run_text(*state, text, turned, i == 0 ? 0 : 3);
    const double square = out.system->length * out.system->length;
    const double expected = 10.0 * (2.0 + 6.0 / square) / (4.0 + 9.0 / square);
    assert_near(fabs(last(&out, i == 0 ? "first.fy" : "first.fx")), expected, 1e-9);
    assert_near(last(&out, "first.moment"), last(&out, "second.moment"), 1e-9);
    release(*state, &out);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_assembly_says_how_far_a_body_was_turned),
      cmocka_unit_test(gaps_that_cannot_touch_at_once_are_named),
      cmocka_unit_test(a_force_beyond_all_numbers_is_told),
      cmocka_unit_test(bead_starts_at_every_tolerance),
      cmocka_unit_test(clearance_starts_at_every_tolerance),
      cmocka_unit_test(lift_without_its_column_stays_level),
      cmocka_unit_test(long_chain_of_drivers_starts),
      cmocka_unit_test(what_is_held_near_a_dead_point_starts_again),
      cmocka_unit_test(a_narrow_pulse_makes_the_scale),
      cmocka_unit_test(two_welds_share_a_beam),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
