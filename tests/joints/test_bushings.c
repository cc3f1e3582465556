/* Joints that give way: statics, natural frequencies, the limit of great stiffness. */
#include "support.h"

/* Returns what was dissipated [J]. */
static double run(ptl_context *context, const ptl_system *s, rows *trace) {
  ptl_sink sink = rows_sink(trace);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  assert_true(sum.largest_imbalance <= 1e-5 * sum.largest_energy);
  double dissipated = sum.energy.dissipated;
  ptl_summary_release(context, &sum);
  return dissipated;
}

static double last(const rows *trace, const ptl_system *s, const char *column) {
  return rows_at(trace, trace->n - 1, column_of(s, column));
}

/* ---------------------------------------------------------------- statics */

#define HANGING                                                              \
  "pintle: 1\n"                                                              \
  "gravity: [6 m/s^2, -8 m/s^2]\n"                                           \
  "bodies: {bob: {mass: 2 kg, inertia: 0.02}}\n"                             \
  "joints: {pin: {type: %s, bodies: [ground, bob], %s}}\n"                   \
  "contacts: {rim: {elastic: {law: power, stiffness: 1e6, exponent: 1.5},\n" \
  "                 damping: {law: hunt_crossley, alpha: 20}}}\n"            \
  "run: {until: 2 s, every: 0.5 s, rtol: 1e-9}\n"

/* The weight of 20 N along (0.6, -0.8) comes to rest where the bushing carries it, `sunk` lower.
 * What the weight gave on the way and the spring does not store was dissipated. */
static void check_rest(ptl_context *context, const char *type, const char *rest, double ex,
                       double ey, double sunk, double stored) {
  char text[1024];
  snprintf(text, sizeof text, HANGING, type, rest);
  ptl_system *s = system_of(context, text, NULL, 0);
  rows trace = {0};
  double dissipated = run(context, s, &trace), work = 20.0 * sunk;
  assert_near(last(&trace, s, "pin.ex"), ex, 1e-8);
  assert_near(last(&trace, s, "pin.ey"), ey, 1e-8);
  assert_near(dissipated, work - stored, 1e-6 * work);
  rows_release(&trace);
  ptl_system_destroy(s);
}

static double root(double k, double power, double exponent, double force) {
  double e = force / k;
  for (int i = 0; i < 100; i++)
    e -= (k * e + power * pow(e, exponent) - force) /
         (k + exponent * power * pow(e, exponent - 1.0));
  return e;
}

static double stored(double k, double power, double exponent, double e) {
  return 0.5 * k * e * e + power * pow(e, exponent + 1.0) / (exponent + 1.0);
}

static void weight_comes_to_rest_where_it_is_carried(void **state) {
  ptl_context *context = *state;
  double e = 20.0 / 4e3, g = root(4e3, 1e8, 3.0, 20.0), h = root(1.0, 1e5, 2.0, 20.0);
  double cubic = stored(4e3, 1e8, 3.0, g);
  check_rest(context, "revolute", "bushing: {stiffness: 4 N/mm, damping: 150 N s/m}", 0.6 * e,
             -0.8 * e, e, stored(4e3, 0.0, 1.0, e));
  check_rest(context, "revolute",
             "bushing: {stiffness: 4 N/mm, damping: 150, power_stiffness: 1e8 N/m^3}", 0.6 * g,
             -0.8 * g, g, cubic);
  check_rest(
      context, "fixed",
      "bushing: {stiffness: 4e3, damping: 150, power_stiffness: 1e8, rotational_stiffness: 10, "
      "rotational_damping: 0.5}",
      0.6 * g, -0.8 * g, g, cubic);
  check_rest(
      context, "translational",
      "axis: [0.6, -0.8], bushing: {stiffness: 1e3, axial_stiffness: 4e3, axial_damping: 150, "
      "damping: 10, rotational_stiffness: 1, rotational_damping: 0.1}",
      0.0, 0.0, e, stored(4e3, 0.0, 1.0, e));
  check_rest(context, "translational",
             "axis: [0.8, 0.6], bushing: {stiffness: 1, power_stiffness: 1e5 N/m^2, exponent: 2, "
             "damping: 150, rotational_stiffness: 1, rotational_damping: 0.1}",
             0.0, -h, h, stored(1.0, 1e5, 2.0, h));
}

/* Beyond a play c the rim carries its share: k e + K (e - c)^1.5 = 20 N. */
static void limit_shares_the_load(void **state) {
  double k = 4e3, K = 1e6, c = 1e-3, e = 2e-3;
  for (int i = 0; i < 100; i++)
    e -= (k * e + K * pow(e - c, 1.5) - 20.0) / (k + 1.5 * K * sqrt(e - c));
  assert_true(k * e < 19.0);
  check_rest(*state, "revolute",
             "clearance: 1 mm, contact: rim, bushing: {stiffness: 4e3, damping: 150}", 0.6 * e,
             -0.8 * e, e, 0.5 * k * e * e + K * pow(e - c, 2.5) / 2.5);
}

/* ---------------------------------------------------------------- vibration */

/* Undamped, a body that starts 1 mm aside and turned by 0.02 rad swings with sqrt(k/m) and
 * sqrt(k_r/J). */
static void free_vibration_has_its_frequencies(void **state) {
  ptl_context *context = *state;
  ptl_system *s = system_of(
      context,
      "pintle: 1\n"
      "bodies: {bob: {mass: 2 kg, inertia: 0.02, position: [1 mm, 0], angle: 0.02}}\n"
      "joints:\n"
      "  pin: {type: fixed, bodies: [ground, bob], at: [[0, 0], [0, 0]], axis: [[1, 0], [1, 0]],\n"
      "        bushing: {stiffness: 3e4 N/m, rotational_stiffness: 800 N m/rad}}\n"
      "run: {until: 0.5 s, every: 1 ms, start: given, rtol: 1e-9}\n",
      NULL, 0);
  rows trace = {0};
  run(context, s, &trace);
  /* a weld keeps the pose of the placement: turned at rest, so that only the place swings */
  int x = column_of(s, "bob.x"), angle = column_of(s, "bob.angle"), fx = column_of(s, "pin.fx");
  for (int i = 0; i < trace.n; i++) {
    assert_near(rows_at(&trace, i, x), 1e-3, 1e-12);
    assert_near(rows_at(&trace, i, angle), 0.02, 1e-12);
    assert_near(rows_at(&trace, i, fx), 0.0, 1e-6);
  }
  rows_release(&trace);
  ptl_system_destroy(s);

  s = system_of(context,
                "pintle: 1\n"
                "bodies: {bob: {mass: 2 kg, inertia: 0.02, velocity: [0.1, 0], rate: 2}}\n"
                "joints:\n"
                "  pin: {type: fixed, bodies: [ground, bob],\n"
                "        bushing: {stiffness: 3e4 N/m, rotational_stiffness: 800 N m/rad}}\n"
                "run: {until: 0.5 s, every: 1 ms, start: given, rtol: 1e-9}\n",
                NULL, 0);
  run(context, s, &trace);
  double w = sqrt(3e4 / 2.0), turn = sqrt(800.0 / 0.02);
  for (int i = 0; i < trace.n; i++) {
    double t = rows_at(&trace, i, 0);
    assert_near(rows_at(&trace, i, column_of(s, "bob.x")), 0.1 / w * sin(w * t), 1e-8);
    assert_near(rows_at(&trace, i, column_of(s, "bob.angle")), 2.0 / turn * sin(turn * t), 1e-7);
    assert_near(rows_at(&trace, i, column_of(s, "pin.twist")), 2.0 / turn * sin(turn * t), 1e-7);
    assert_near(rows_at(&trace, i, column_of(s, "pin.fx")), -0.1 * 3e4 / w * sin(w * t), 1e-2);
    assert_near(rows_at(&trace, i, column_of(s, "pin.moment")), -2.0 * 800.0 / turn * sin(turn * t),
                1e-2);
  }
  rows_release(&trace);
  ptl_system_destroy(s);
}

/* ---------------------------------------------------------------- towards the ideal joint */

static const char *const slider_crank =
    "pintle: 1\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: 1e-3}\n"
    "  rod: {mass: 0.2, inertia: 1e-4, position: [110 mm, 0]}\n"
    "  slider: {mass: 0.1, inertia: 1e-4, position: [170 mm, 0]}\n"
    "joints:\n"
    "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
    "  big: {type: revolute, bodies: [crank, rod], at: [[50 mm, 0], [-60 mm, 0]]}\n"
    "  small: {type: revolute, bodies: [rod, slider], at: [[60 mm, 0], [0, 0]]}\n"
    "  guide: {type: translational, bodies: [ground, slider], at: [[0, 0], [0, 0]]}\n"
    "  spin: {type: motion, joint: shaft, rate: 100}\n"
    "run: {until: 0.1 s, every: 1 ms, rtol: 1e-8}\n";

/* bushing NULL: ideal. */
static ptl_system *run_stiff(ptl_context *context, const char *bushing, rows *trace) {
  ptl_setting settings[] = {{"joints.small.bushing", bushing}};
  ptl_system *s = system_of(context, slider_crank, settings, bushing != NULL);
  run(context, s, trace);
  return s;
}

/* Expected: slider and rod's end part by the joint's force over k, so that with the force (fx, fy)
 * of the ideal joint on the slider, and the rod at angle p, the slider is off by -fx/k - fy/k tan
 * p. The damper adds about rate times damping over k; 20 ms are for the start to die out, in which
 * a load that sets in suddenly deflects a spring by at most twice as much as one that lasts. */
static void stiff_bushing_approaches_the_ideal_joint(void **state) {
  ptl_context *context = *state;
  rows ideal = {0};
  ptl_system *s = run_stiff(context, NULL, &ideal);
  int x = column_of(s, "slider.x"), fx = column_of(s, "small.fx"), fy = column_of(s, "small.fy");
  int angle = column_of(s, "rod.angle");
  for (int power = 5; power <= 8; power++) {
    char bushing[80];
    rows trace = {0};
    double k = pow(10.0, power), damping = 0.3 * sqrt(k), worst = 0.0, largest = 0.0, force = 0.0;
    double force_error = 0.0, started = 0.0, sudden = 0.0;
    snprintf(bushing, sizeof bushing, "{stiffness: %g, damping: %g}", k, damping);
    ptl_system *soft = run_stiff(context, bushing, &trace);
    int bx = column_of(soft, "slider.x"), bfx = column_of(soft, "small.fx");
    assert_int_equal(trace.n, ideal.n);
    for (int i = 0; i < trace.n; i++) {
      double off = rows_at(&trace, i, bx) - rows_at(&ideal, i, x);
      double expected =
          -rows_at(&ideal, i, fx) / k - rows_at(&ideal, i, fy) / k * tan(rows_at(&ideal, i, angle));
      started = fmax(started, fabs(off));
      sudden = fmax(sudden, fabs(expected));
      if (i <= 20) continue;
      worst = fmax(worst, fabs(off - expected));
      largest = fmax(largest, fabs(expected));
      force = fmax(force, fabs(rows_at(&ideal, i, fx)));
      force_error = fmax(force_error, fabs(rows_at(&trace, i, bfx) - rows_at(&ideal, i, fx)));
    }
    print_message("stiffness %.0e: slider off by %.3g m, but for %.3g m, force by %.3g of %.3g N\n",
                  k, largest, worst, force_error, force);
    double share = 2.0 * 100.0 * damping / k; /* twice the crank's rate */
    assert_true(worst < share * largest);
    assert_true(force_error < 0.2 * share * force);
    assert_true(started < 2.0 * sudden);
    rows_release(&trace);
    ptl_system_destroy(soft);
  }
  rows_release(&ideal);
  ptl_system_destroy(s);
}

/* Without the key the joint is the ideal one: same unknowns, same trace to the bit. */
static void without_the_key_it_is_the_ideal_joint(void **state) {
  ptl_context *context = *state;
  rows trace[2] = {{0}, {0}};
  for (int i = 0; i < 2; i++) {
    ptl_setting settings[] = {{"joints.small.bushing", "{stiffness: 1e6}"},
                              {"joints.small.bushing", ""}};
    ptl_system *s = system_of(context, slider_crank, settings, 2 * i);
    assert_int_equal(ptl_system_get_assembly(s)->n_constraints, 9);
    run(context, s, &trace[i]);
    ptl_system_destroy(s);
  }
  assert_int_equal(trace[0].n, trace[1].n);
  assert_memory_equal(trace[0].values, trace[1].values,
                      sizeof(double) * (size_t)trace[0].n * (size_t)trace[0].width);
  rows_release(&trace[0]);
  rows_release(&trace[1]);
}

/* ---------------------------------------------------------------- written and refused */

static void bushing_is_saved_whole(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {
      {"joints.guide.bushing",
       "{stiffness: 1e6, damping: 2, power_stiffness: 3, exponent: 1.7, "
       "rotational_stiffness: 4, rotational_damping: 5, "
       "rotational_power_stiffness: 6, axial_stiffness: 7, axial_damping: 8}"}};
  ptl_mechanism *m = mechanism_of(context, slider_crank, settings, 1);
  char path[512];
  snprintf(path, sizeof path, "%s", write_file("saved.yaml", ""));
  must(context, ptl_mechanism_save(m, path));
  ptl_mechanism *again;
  must(context, ptl_mechanism_load(context, path, NULL, 0, &again));
  remove(path);
  ptl_joint_def a;
  assert_int_equal(ptl_mechanism_get_joint(m, 3, &a), 1);
  ptl_joint_def b;
  assert_int_equal(ptl_mechanism_get_joint(again, 3, &b), 1);
  assert_non_null(a.bushing);
  assert_memory_equal(a.bushing, b.bushing, sizeof *a.bushing);
  assert_true(a.bushing->exponent == 1.7 && a.bushing->axial_damping == 8.0);
  ptl_mechanism_destroy(m);
  ptl_mechanism_destroy(again);
}

static void check_refused(ptl_context *context, const char *type, const char *rest,
                          const char *reason) {
  char text[1024];
  ptl_mechanism *m;
  snprintf(text, sizeof text, HANGING, type, rest);
  const char *path = write_file("refused.yaml", text);
  ptl_status status = ptl_mechanism_load(context, path, NULL, 0, &m);
  remove(path);
  assert_int_equal(status, PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), reason) == NULL)
    fail_msg("'%s' lacks '%s'", ptl_context_message(context), reason);
}

static void bad_bushings_are_refused(void **state) {
  ptl_context *context = *state;
  check_refused(context, "revolute", "bushing: {damping: 1}", "needs 'stiffness'");
  check_refused(context, "revolute", "bushing: {stiffness: -1}", "must be >= 0");
  check_refused(context, "revolute", "bushing: {stiffness: 1, exponent: 1}", "must be > 1");
  check_refused(context, "revolute", "bushing: {stiffness: 1, axial_stiffness: 1}",
                "does not slide");
  check_refused(context, "revolute", "bushing: {stifness: 1}", "did you mean 'stiffness'");
  check_refused(context, "revolute", "bushing: {stiffness: 1, power_stiffness: 1 N/m^2}",
                "power_stiffness");
  check_refused(context, "revolute", "clearance: 1 mm, bushing: {stiffness: 1}", "needs a contact");
  check_refused(context, "fixed", "bushing: {stiffness: 1}", "'rotational_stiffness'");
  check_refused(context, "translational", "bushing: {stiffness: 1}", "'rotational_stiffness'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weight_comes_to_rest_where_it_is_carried),
      cmocka_unit_test(limit_shares_the_load),
      cmocka_unit_test(free_vibration_has_its_frequencies),
      cmocka_unit_test(stiff_bushing_approaches_the_ideal_joint),
      cmocka_unit_test(without_the_key_it_is_the_ideal_joint),
      cmocka_unit_test(bushing_is_saved_whole),
      cmocka_unit_test(bad_bushings_are_refused),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
