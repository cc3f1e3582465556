/* Driven mechanisms against closed forms and against runs. */
#include "model_run.h"
#include "pintle_analysis.h"

typedef struct travel {
  ptl_system *system;
  ptl_kinematics *found;
} travel;

static ptl_system *ideal_of(const char *model, const ptl_setting *settings, int n) {
  char path[512];
  ptl_mechanism *m;
  ptl_system *system;
  snprintf(path, sizeof path, PINTLE_MODELS "/%s.yaml", model);
  must(context, ptl_mechanism_load(context, path, settings, n, &m));
  must(context, ptl_assemble_ideal(context, m, &system));
  ptl_mechanism_destroy(m);
  return system;
}

static travel travel_of(const char *model, const ptl_kinematics_options *options) {
  travel k = {.system = ideal_of(model, NULL, 0)};
  must(context, ptl_kinematics_find(context, k.system, options, &k.found));
  return k;
}

static void travel_release(travel *k) {
  ptl_kinematics_release(context, k->found);
  ptl_system_destroy(k->system);
}

static double at(const travel *k, int64_t row, const char *column) {
  const int index = ptl_system_find_column(k->system, column);
  assert_true(index >= 0);
  return k->found->rows[row * k->found->n_columns + index];
}

/* ---------------------------------------------------------------- slider-crank */

/* x = r cos u + sqrt(l^2 - r^2 sin^2 u), its slope and its second derivative times Omega^2; limits
 * at both dead centres; the transmission angle is a right one less the rod's lean. */
static void slider_crank_is_its_closed_form(void **state) {
  (void)state;
  ptl_kinematics_options options = ptl_kinematics_options_default();
  options.output = "guide";
  travel k = travel_of("slider_crank_clearance", &options);
  const double r = 0.05, l = 0.12, speed = 5000.0 * pi / 30.0;
  for (int64_t i = 0; i < k.found->n_rows; i += 13) {
    const double u = k.found->driver[i], s = sin(u), c = cos(u), root = sqrt(l * l - r * r * s * s);
    const double slope = -r * s - r * r * s * c / root;
    const double second = -r * c - r * r * (c * c - s * s) / root -
                          r * r * r * r * s * s * c * c / (root * root * root);
    assert_near(u, speed * at(&k, i, "time"), 1e-9);
    assert_near(at(&k, i, "slider.x"), r * c + root, 1e-13);
    assert_near(at(&k, i, "slider.vx"), slope * speed, 1e-9);
    assert_near(at(&k, i, "slider.ax"), second * speed * speed, 1e-6);
    assert_near(k.found->ratio[i], slope, 1e-12);
    if (fabs(s) > 1e-6)
      assert_near(k.found->transmission[i], 0.5 * pi - asin(r * fabs(s) / l), 1e-9);
  }
  int n = 0;
  for (int i = 0; i < k.found->n_limits; i++) {
    const ptl_limit *limit = &k.found->limits[i];
    if (strcmp(limit->name, "guide") != 0) continue;
    n++;
    assert_int_equal(limit->kind, PTL_LIMIT_TURN);
    assert_near(limit->driver, pi * n, 1e-7);
    assert_near(limit->value, n % 2 == 1 ? -2.0 * r : 0.0, 1e-12);
  }
  assert_true(n >= 3);
  travel_release(&k);
}

/* All columns, driving moments and reactions among them, are those of a run of the same
 * mechanism. */
static void rows_are_those_of_a_run(void **state) {
  (void)state;
  static const char *const models[] = {"four_bar_ideal", "slider_crank_ideal", "quick_return"};
  for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
    travel k = travel_of(models[m], NULL);
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary summary = {0};
    ptl_run_options options = ptl_run_options_default();
    options.rtol = 1e-11;
    must(context, ptl_simulate(context, k.system, &options, &sink, &summary));
    ptl_summary_release(context, &summary);
    assert_true(trace.n >= k.found->n_rows);
    const ptl_column *columns;
    ptl_system_get_columns(k.system, &columns);
    for (int c = 0; c < k.found->n_columns; c++) {
      if (strncmp(columns[c].name, "energy.", 7) == 0)
        continue; /* works depend on what was before */
      double largest = 0.0, apart = 0.0;
      for (int64_t i = 0; i < k.found->n_rows; i += 7) {
        const double own = k.found->rows[i * k.found->n_columns + c];
        const double run = trace.values[i * trace.width + c];
        largest = fmax(largest, fabs(run));
        apart = fmax(apart, fabs(own - run));
      }
      if (!(apart <= 1e-6 * largest + 1e-6))
        fail_msg("%s: %s is %g apart of %g", models[m], columns[c].name, apart, largest);
    }
    rows_release(&trace);
    travel_release(&k);
  }
}

/* ---------------------------------------------------------------- four-bar */

static const double base = 0.25, crank = 0.08, coupler = 0.22, rocker = 0.16;

static double angle_of_sides(double a, double b, double opposite) {
  return acos((a * a + b * b - opposite * opposite) / (2.0 * a * b));
}

/* The rocker turns back where crank and coupler are in line: at the angles of triangles with sides
 * coupler -+ crank. The transmission angle is that of the triangle coupler, rocker and the diagonal
 * (acute), least where the crank is in line with the base. */
static void four_bar_has_its_limits(void **state) {
  (void)state;
  ptl_kinematics_options options = ptl_kinematics_options_default();
  options.output = "rocker_shaft";
  travel k = travel_of("four_bar_ideal", &options);
  const double placed = pi - angle_of_sides(rocker, base - crank, coupler);
  int n = 0;
  for (int i = 0; i < k.found->n_limits; i++) {
    const ptl_limit *limit = &k.found->limits[i];
    if (strcmp(limit->name, "rocker_shaft") != 0) continue;
    const double stretched = pi - angle_of_sides(rocker, base, coupler + crank);
    const double folded = pi - angle_of_sides(rocker, base, coupler - crank);
    const double rests = limit->value + placed;
    assert_true(fabs(rests - stretched) < 1e-10 || fabs(rests - folded) < 1e-10);
    n++;
  }
  assert_int_equal(n, 4);
  double least = INFINITY;
  for (int64_t i = 0; i < k.found->n_rows; i++) {
    const double u = k.found->driver[i];
    const double diagonal = sqrt(base * base + crank * crank - 2 * base * crank * cos(u));
    double expected = angle_of_sides(coupler, rocker, diagonal);
    if (expected > 0.5 * pi) expected = pi - expected;
    if (fabs(k.found->ratio[i]) > 1e-6) assert_near(k.found->transmission[i], expected, 1e-9);
    least = fmin(least, expected);
  }
  assert_near(least, angle_of_sides(coupler, rocker, base - crank), 1e-12);
  travel_release(&k);
}

#define ROCKER_DRIVES                                                                           \
  "pintle: 1\n"                                                                                 \
  "bodies:\n"                                                                                   \
  "  crank: {mass: 0.4 kg, inertia: 5e-4 kg m^2}\n"                                             \
  "  coupler: {mass: 0.6 kg, inertia: 2.5e-3 kg m^2, position: [0.08 m, 0], angle: 46.2766935 " \
  "deg}\n"                                                                                      \
  "  rocker: {mass: 0.5 kg, inertia: 1.2e-3 kg m^2, position: [0.25 m, 0], angle: 96.4382524 "  \
  "deg}\n"                                                                                      \
  "joints:\n"                                                                                   \
  "  shaft: {type: revolute, bodies: [ground, crank]}\n"                                        \
  "  crank_pin: {type: revolute, bodies: [crank, coupler]}\n"                                   \
  "  rocker_pin: {type: revolute, bodies: [coupler, rocker], at: [[0.22 m, 0], [0.16 m, 0]]}\n" \
  "  rocker_shaft: {type: revolute, bodies: [ground, rocker], at: [[0.25 m, 0], [0, 0]]}\n"     \
  "  drive: {type: motion, joint: rocker_shaft, rate: %s rad/s}\n"                              \
  "run: {until: 3 s, every: 0.05 s}\n"

/* Driven at the rocker it gets to where crank and coupler are in line, and no farther. */
static void driver_stops_at_its_dead_point(void **state) {
  (void)state;
  static const char *const rates[] = {"1", "-1"};
  for (int i = 0; i < 2; i++) {
    char text[2000];
    snprintf(text, sizeof text, ROCKER_DRIVES, rates[i]);
    travel k = {.system = system_of(context, text, NULL, 0)};
    must(context, ptl_kinematics_find(context, k.system, NULL, &k.found));
    const double placed = pi - angle_of_sides(rocker, base - crank, coupler);
    const double limit =
        pi - angle_of_sides(rocker, base, i == 0 ? coupler - crank : coupler + crank);
    const ptl_limit *last = &k.found->limits[k.found->n_limits - 1];
    assert_int_equal(last->kind, PTL_LIMIT_DEAD);
    assert_near(last->time, fabs(limit - placed), 1e-7);
    assert_true(k.found->n_rows < 61);
    assert_near(at(&k, k.found->n_rows - 1, "time"), 0.05 * (double)(k.found->n_rows - 1), 1e-12);
    travel_release(&k);
  }
}

/* Beyond its dead points the rocker goes to and fro, and the crank goes round: their pins stay a
 * coupler's length apart, the rocker's angle between those at which crank and coupler are in line,
 * which it reaches one after the other; velocities are those of the positions, and the driver's
 * power is what the kinetic energy gains. */
static void driver_turns_back_at_its_dead_points(void **state) {
  (void)state;
  static const char *const rates[] = {"1", "-1"};
  for (int i = 0; i < 2; i++) {
    char text[2000];
    ptl_kinematics_options options = ptl_kinematics_options_default();
    snprintf(text, sizeof text, ROCKER_DRIVES, rates[i]);
    options.beyond = 1;
    options.until = 6;
    options.every = 0.005;
    travel k = {.system = system_of(context, text, NULL, 0)};
    must(context, ptl_kinematics_find(context, k.system, &options, &k.found));
    const double ends[] = {pi - angle_of_sides(rocker, base, coupler - crank),
                           pi - angle_of_sides(rocker, base, coupler + crank)};
    assert_int_equal(k.found->n_rows, 1201);
    double round = 0, checked = 0;
    for (int64_t row = 0; row < k.found->n_rows; row++) {
      const double u = at(&k, row, "crank.angle"), v = at(&k, row, "rocker.angle");
      const double x = base + rocker * cos(v) - crank * cos(u),
                   y = rocker * sin(v) - crank * sin(u);
      assert_near(at(&k, row, "time"), 0.005 * (double)row, 1e-9);
      assert_near(hypot(x, y), coupler, 1e-9);
      assert_true(v < ends[0] + 1e-9 && v > ends[1] - 1e-9);
      if (row == 0 || row + 1 == k.found->n_rows) continue;
      const double before = at(&k, row - 1, "crank.angle"), after = at(&k, row + 1, "crank.angle");
      round += u - before;
      assert_true((u - before) * (after - u) > 0); /* on and on the same way */
      if (fabs(v - ends[0]) < 0.2 || fabs(v - ends[1]) < 0.2) continue;
      checked++;
      assert_near(at(&k, row, "crank.omega"), (after - before) / 0.01, 1e-3);
      const double gain = at(&k, row + 1, "energy.kinetic") - at(&k, row - 1, "energy.kinetic");
      assert_near(at(&k, row, "drive.moment") * at(&k, row, "rocker.omega"), gain / 0.01, 1e-4);
    }
    assert_true(fabs(round) > 4 * pi && checked > 500);
    int dead = 0;
    for (int j = 0; j < k.found->n_limits; j++) {
      const ptl_limit *limit = &k.found->limits[j];
      assert_string_not_equal(limit->name, "shaft"); /* never turns back */
      if (limit->kind != PTL_LIMIT_DEAD) continue;
      const double placed = pi - angle_of_sides(rocker, base - crank, coupler);
      assert_near(limit->driver + placed, ends[(dead++ + i) % 2], 1e-7);
    }
    assert_int_equal(dead, i == 0 ? 5 : 6);
    travel_release(&k);
  }
}

/* The other assembly is the mirror image on the diagonal: crank where it is, and the rocker's angle
 * that of the triangles' difference. */
static void branches_are_mirror_images(void **state) {
  (void)state;
  ptl_kinematics_options options = ptl_kinematics_options_default();
  options.output = "rocker_shaft";
  travel k = travel_of("four_bar_ideal", &options);
  assert_int_equal(k.found->n_branches, 2);
  travel_release(&k);
  options.branch = 1;
  k = travel_of("four_bar_ideal", &options);
  for (int64_t i = 0; i < k.found->n_rows; i += 50) {
    const double u = k.found->driver[i];
    const double diagonal = sqrt(base * base + crank * crank - 2 * base * crank * cos(u));
    const double lean = atan2(crank * sin(u), crank * cos(u) - base);
    const double expected = lean + angle_of_sides(rocker, diagonal, coupler);
    assert_near(sin(at(&k, i, "rocker.angle") - expected), 0.0, 1e-9);
    assert_true(cos(at(&k, i, "rocker.angle") - expected) > 0.0);
  }
  travel_release(&k);
}

/* ---------------------------------------------------------------- scotch yoke */

/* x = r cos u, and the force goes along the yoke: its transmission angle is a right one. */
static void scotch_yoke_is_a_cosine(void **state) {
  (void)state;
  char text[] =
      "pintle: 1\n"
      "bodies:\n"
      "  crank: {mass: 1 kg, inertia: 1e-3 kg m^2}\n"
      "  yoke: {mass: 2 kg, inertia: 1e-2 kg m^2, position: [0.045 m, 0]}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, crank]}\n"
      "  guide: {type: translational, bodies: [ground, yoke], axis: [1, 0]}\n"
      "  slot: {type: pin_in_slot, slot: {body: yoke, line: {from: [0, -0.1 m], to: [0, 0.1 m]}}, "
      "pin: {body: crank, at: [0.045 m, 0]}}\n"
      "  drive: {type: motion, joint: shaft, rate: 10 rad/s}\n"
      "run: {until: 2 s, every: 5 ms}\n";
  travel k = {.system = system_of(context, text, NULL, 0)};
  ptl_kinematics_options options = ptl_kinematics_options_default();
  options.output = "guide";
  must(context, ptl_kinematics_find(context, k.system, &options, &k.found));
  assert_int_equal(k.found->n_rows, 401);
  for (int64_t i = 0; i < k.found->n_rows; i++) {
    const double u = 10.0 * at(&k, i, "time");
    assert_near(at(&k, i, "yoke.x"), 0.045 * cos(u), 1e-13);
    assert_near(k.found->ratio[i], -0.045 * sin(u), 1e-12);
    /* m x'' against the pin, and the torque that it takes */
    assert_near(at(&k, i, "drive.moment"), 2.0 * 0.045 * 0.045 * 100.0 * cos(u) * sin(u), 1e-9);
    if (fabs(sin(u)) > 1e-3) assert_near(k.found->transmission[i], 0.5 * pi, 1e-9);
  }
  travel_release(&k);
}

/* ---------------------------------------------------------------- refusals */

static void refuse(const char *model, ptl_kinematics_options options, ptl_status expected,
                   const char *message) {
  ptl_system *system = ideal_of(model, NULL, 0);
  ptl_kinematics *k = (ptl_kinematics *)&system;
  assert_int_equal(ptl_kinematics_find(context, system, &options, &k), expected);
  assert_null(k);
  if (strstr(ptl_context_message(context), message) == NULL)
    fail_msg("'%s' is not in: %s", message, ptl_context_message(context));
  ptl_system_destroy(system);
}

static void bad_input(void **state) {
  (void)state;
  const ptl_kinematics_options usual = ptl_kinematics_options_default();
  ptl_kinematics_options o = usual;
  refuse("pendulum", o, PTL_ERR_UNFIT, "1 of them is left");
  o.driver = "nobody";
  refuse("four_bar_ideal", o, PTL_ERR_USAGE, "no motion 'nobody'");
  o = usual;
  o.output = "nowhere";
  refuse("four_bar_ideal", o, PTL_ERR_USAGE, "no joint 'nowhere'");
  o = usual;
  o.branch = 7;
  refuse("four_bar_ideal", o, PTL_ERR_USAGE, "branch 7: 2 were found");
  o = usual;
  o.until = -1.0;
  refuse("four_bar_ideal", o, PTL_ERR_USAGE, "needs times");
  o = usual;
  o.every = 1e-12;
  refuse("four_bar_ideal", o, PTL_ERR_USAGE, "longer steps");
}

/* A wheel turned at 3 rad/s: its kinetic energy and the driver's moment follow from the motion,
 * but not the way that a signal has counted, 3 t, nor what a damping load has taken, 0.9 W t:
 * only a run sums them up. Where the load reads such a signal, the moment does not follow. */
static void what_only_a_run_sums_up_is_nan(void **state) {
  (void)state;
  static const char *const unknown[] = {"energy.dissipated", "energy.supplied", "energy.balance",
                                        "way", "twice"};
  for (int reads = 0; reads < 2; reads++) {
    const ptl_setting setting = {"loads.drag.torque", reads ? "-0.1 N m*way" : "-0.1 N m s*p.rate"};
    travel k = {.system = system_of(context,
                                    "pintle: 1\n"
                                    "bodies: {wheel: {mass: 1 kg, inertia: 0.1 kg m^2}}\n"
                                    "joints:\n"
                                    "  p: {type: revolute, bodies: [ground, wheel]}\n"
                                    "  drive: {type: motion, joint: p, rate: 3 rad/s}\n"
                                    "signals:\n"
                                    "  way: {rate: abs(p.rate), start: 0}\n"
                                    "  twice: 2*way\n"
                                    "loads: {drag: {body: wheel, torque: 0}}\n"
                                    "run: {until: 1 s, every: 0.25 s}\n",
                                    &setting, 1)};
    const ptl_kinematics_options options = ptl_kinematics_options_default();
    const ptl_status status = ptl_kinematics_find(context, k.system, &options, &k.found);
    if (reads) {
      assert_int_equal(status, PTL_ERR_UNFIT);
      assert_non_null(strstr(ptl_context_message(context),
                             "forces depend on signal 'way', whose course only a"));
      ptl_system_destroy(k.system);
      continue;
    }
    must(context, status);
    for (int64_t i = 0; i < k.found->n_rows; i++) {
      for (size_t j = 0; j < sizeof unknown / sizeof *unknown; j++)
        assert_true(isnan(at(&k, i, unknown[j])));
      assert_near(at(&k, i, "energy.kinetic"), 0.45, 1e-12);
      assert_near(at(&k, i, "drive.moment"), 0.3, 1e-12);
    }
    travel_release(&k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slider_crank_is_its_closed_form),
      cmocka_unit_test(rows_are_those_of_a_run),
      cmocka_unit_test(four_bar_has_its_limits),
      cmocka_unit_test(driver_stops_at_its_dead_point),
      cmocka_unit_test(driver_turns_back_at_its_dead_points),
      cmocka_unit_test(branches_are_mirror_images),
      cmocka_unit_test(scotch_yoke_is_a_cosine),
      cmocka_unit_test(what_only_a_run_sums_up_is_nan),
      cmocka_unit_test(bad_input),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
