/* Drivers: rises, tables and rates against their closed forms, with both derivatives. */
#include "support.h"

/* A block on a rail, driven along it; `motion` is what stands behind `joint: rail`. */
static ptl_mechanism *driven_block(ptl_context *context, const char *motion, const char *run) {
  char text[2048];
  snprintf(text, sizeof text,
           "pintle: 1\n"
           "bodies: {block: {mass: 2, inertia: 0.1}}\n"
           "joints:\n"
           "  rail: {type: translational, bodies: [ground, block]}\n"
           "  push: {type: motion, joint: rail, %s}\n"
           "run: {%s}\n",
           motion, run);
  return mechanism_of(context, text, NULL, 0);
}

typedef void (*course)(double t, double value[3]);

/* Ends of the accepted steps of the last run, as parts of its length. */
enum { MOST_STEPS = 10000 };
static double ends[MOST_STEPS];
static int n_ends;

static int keep_end(void *user, double fraction) {
  (void)user;
  if (n_ends < MOST_STEPS) ends[n_ends++] = fraction;
  return 0;
}

/* Position, velocity and acceleration of the rows, and the force of the driver on 2 kg. */
static ptl_summary check_course(ptl_context *context, const char *motion, const char *run,
                                course expected, double tolerance) {
  ptl_mechanism *m = driven_block(context, motion, run);
  ptl_system *s;
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  sink.progress = keep_end;
  n_ends = 0;
  must(context, ptl_assemble(m, &s));
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  int x = column_of(s, "block.x"), v = column_of(s, "block.vx"), a = column_of(s, "block.ax");
  int force = column_of(s, "push.force");
  assert_true(trace.n > 10);
  for (int i = 0; i < trace.n; i++) {
    double value[3], t = rows_at(&trace, i, 0);
    expected(t, value);
    assert_near(rows_at(&trace, i, x), value[0], tolerance);
    assert_near(rows_at(&trace, i, v), value[1], 10.0 * tolerance);
    assert_near(rows_at(&trace, i, force), 2.0 * value[2], 0.02);
    assert_near(rows_at(&trace, i, a), value[2], 0.01);
  }
  rows_release(&trace);
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
  return sum;
}

static const double pi = 3.14159265358979323846;

/* ---------------------------------------------------------------- rises */

/* 0.1 m in 0.5 s from 0.2 s on: x = h (u - sin(2 pi u)/(2 pi)), and its derivatives. */
static void cycloid(double t, double value[3]) {
  double u = fmin(fmax((t - 0.2) / 0.5, 0.0), 1.0), h = 0.1, d = 0.5;
  value[0] = h * (u - sin(2.0 * pi * u) / (2.0 * pi));
  value[1] = h / d * (1.0 - cos(2.0 * pi * u));
  value[2] = h / (d * d) * 2.0 * pi * sin(2.0 * pi * u);
}

/* Rise and return: 10 u^3 - 15 u^4 + 6 u^5 up, then 35 u^4 - 84 u^5 + 70 u^6 - 20 u^7 down. */
static void up_and_down(double t, double value[3]) {
  double u = fmin(fmax((t - 0.1) / 0.4, 0.0), 1.0), w = fmin(fmax((t - 0.6) / 0.3, 0.0), 1.0);
  value[0] = 0.1 * (10.0 * pow(u, 3) - 15.0 * pow(u, 4) + 6.0 * pow(u, 5)) -
             0.1 * (35.0 * pow(w, 4) - 84.0 * pow(w, 5) + 70.0 * pow(w, 6) - 20.0 * pow(w, 7));
  value[1] =
      0.1 / 0.4 * (30.0 * pow(u, 2) - 60.0 * pow(u, 3) + 30.0 * pow(u, 4)) -
      0.1 / 0.3 * (140.0 * pow(w, 3) - 420.0 * pow(w, 4) + 420.0 * pow(w, 5) - 140.0 * pow(w, 6));
  value[2] = 0.1 / 0.16 * (60.0 * u - 180.0 * pow(u, 2) + 120.0 * pow(u, 3)) -
             0.1 / 0.09 *
                 (420.0 * pow(w, 2) - 1680.0 * pow(w, 3) + 2100.0 * pow(w, 4) - 840.0 * pow(w, 5));
}

/* A step of 0.1 m every second. */
static void staircase(double t, double value[3]) {
  cycloid(t - floor(t), value);
  value[0] += 0.1 * floor(t);
}

/* Pieces of constant jerk after a jump of the acceleration, integrated one after the other: 10 cm
 * within 0.6 s from 0.2 s on. */
static void by_pieces(const double (*pieces)[3], int n, double t, double value[3]) {
  double x = 0.0, v = 0.0, a = 0.0, u = fmin(fmax((t - 0.2) / 0.6, 0.0), 1.0);
  for (int i = 0; i < n && u > 0.0; i++) {
    const double h = fmin(u, pieces[i][0]), jerk = pieces[i][2];
    a += pieces[i][1];
    x += h * (v + h * (a / 2.0 + h * jerk / 6.0));
    v += h * (a + h * jerk / 2.0);
    a += h * jerk;
    u -= h;
  }
  if (t >= 0.8) v = a = 0.0;
  value[0] = 0.1 * x;
  value[1] = 0.1 * v / 0.6;
  value[2] = 0.1 * a / 0.36;
}

static void trapezoid(double t, double value[3]) {
  static const double pieces[][3] = {
      {1.0 / 3, 4.5, 0.0}, {1.0 / 3, -4.5, 0.0}, {1.0 / 3, -4.5, 0.0}};
  by_pieces(pieces, 3, t, value);
}

static void jerks(double t, double value[3]) {
  static const double pieces[][3] = {{1.0 / 6, 0.0, 54.0},
                                     {1.0 / 6, 0.0, -54.0},
                                     {1.0 / 3, 0.0, 0.0},
                                     {1.0 / 6, 0.0, -54.0},
                                     {1.0 / 6, 0.0, 54.0}};
  by_pieces(pieces, 5, t, value);
}

static void rises_in_pieces(void **state) {
  ptl_context *context = *state;
  ptl_summary sum =
      check_course(context, "rises: {law: trapezoidal, rise: 10 cm, start: 0.2 s, duration: 0.6 s}",
                   "until: 1 s, every: 7 ms", trapezoid, 1e-7);
  ptl_summary_release(context, &sum);
  sum = check_course(context,
                     "rises: {law: jerk_limited, rise: 10 cm, start: 0.2 s, duration: 0.6 s}",
                     "until: 1 s, every: 7 ms", jerks, 1e-7);
  ptl_summary_release(context, &sum);
}

static void rises_follow_their_polynomials(void **state) {
  ptl_context *context = *state;
  ptl_summary sum =
      check_course(context, "rises: {law: cycloidal, rise: 10 cm, start: 0.2 s, duration: 0.5 s}",
                   "until: 1 s, every: 7 ms", cycloid, 1e-7);
  ptl_summary_release(context, &sum);
  sum = check_course(context,
                     "rises: [{law: polynomial_345, rise: 10 cm, start: 0.1 s, duration: 0.4 s}, "
                     "{law: polynomial_4567, rise: -10 cm, start: 0.6 s, duration: 0.3 s}]",
                     "until: 1 s, every: 7 ms", up_and_down, 1e-7);
  ptl_summary_release(context, &sum);
  sum = check_course(context, "rises: {rise: 10 cm, start: 0.2 s, duration: 0.5 s}, period: 1 s",
                     "until: 4.5 s, every: 0.03 s", staircase, 1e-7);
  ptl_summary_release(context, &sum);
}

static void late_rise(double t, double value[3]) {
  double u = fmin(fmax((t - 100.0) / 0.02, 0.0), 1.0);
  value[0] = 0.001 * (u - sin(2.0 * pi * u) / (2.0 * pi));
  value[1] = 0.05 * (1.0 - cos(2.0 * pi * u));
  value[2] = 2.5 * 2.0 * pi * sin(2.0 * pi * u);
}

/* Number of steps of a run of 128 s that end in (a, b]; a fraction of it is exact. */
static int steps_within(double a, double b) {
  int count = 0;
  for (int i = 0; i < n_ends; i++) count += 128.0 * ends[i] > a && 128.0 * ends[i] <= b;
  return count;
}

/* Nothing moves for 100 s, so that steps have become long when a rise of 20 ms begins; it must not
 * be stepped over, and must not take a restart. Expected: steps end where it begins and where it
 * ends, and as the course inside is no polynomial of low degree, it takes several. */
static void rise_after_long_rest_is_not_missed(void **state) {
  ptl_context *context = *state;
  ptl_summary sum = check_course(context, "rises: {rise: 1 mm, start: 100 s, duration: 20 ms}",
                                 "until: 128 s, every: 5 ms", late_rise, 1e-8);
  assert_true(n_ends < MOST_STEPS);
  assert_int_equal(steps_within(100.0 - 1e-12, 100.0), 1);
  assert_int_equal(steps_within(100.02 - 1e-12, 100.02 + 1e-12), 1);
  assert_true(steps_within(100.0, 100.02 + 1e-12) >= 4);
  assert_int_equal(sum.counters.restarts, 0);
  ptl_summary_release(context, &sum);
}

/* ---------------------------------------------------------------- tables */

/* The natural spline through (0, 0), (1, 1), (2, 0): 1.5 s - 0.5 s^3 up to the middle, mirrored
 * after it, and straight on with its last slope, -1.5. */
static void natural(double t, double value[3]) {
  if (t > 2.0) {
    value[0] = -1.5 * (t - 2.0);
    value[1] = -1.5;
    value[2] = 0.0;
    return;
  }
  double s = t < 1.0 ? t : 2.0 - t, sign = t < 1.0 ? 1.0 : -1.0;
  value[0] = 1.5 * s - 0.5 * s * s * s;
  value[1] = sign * (1.5 - 1.5 * s * s);
  value[2] = -3.0 * s;
}

/* At rest at the ends, each half of the same is a cubic with no slope at its ends. */
static void resting(double t, double value[3]) {
  double s = t < 1.0 ? t : fmax(2.0 - t, 0.0), sign = t < 1.0 ? 1.0 : -1.0;
  value[0] = 3.0 * s * s - 2.0 * s * s * s;
  value[1] = sign * (6.0 * s - 6.0 * s * s);
  value[2] = t > 2.0 ? 0.0 : 6.0 - 12.0 * s;
}

static void tables_are_splines(void **state) {
  ptl_context *context = *state;
  ptl_summary sum = check_course(context, "table: [[0, 0], [1 s, 1 m], [2 s, 0]]",
                                 "until: 3 s, every: 0.031 s", natural, 1e-6);
  ptl_summary_release(context, &sum);
  sum = check_course(context, "table: [[0, 0], [1000 ms, 100 cm], [2, 0]], at_rest: true",
                     "until: 3 s, every: 0.031 s", resting, 1e-6);
  ptl_summary_release(context, &sum);
}

/* 40 intervals of a sine whose ends have no curvature: the spline's error falls with h^4,
 * 5/384 h^4 max|x''''|, here 5/384 (2 pi/40)^4 = 8e-6, and that of the velocity with h^3. */
static void table_approaches_a_smooth_motion(void **state) {
  ptl_context *context = *state;
  char text[2048] = "table: [", point[64];
  for (int i = 0; i <= 40; i++) {
    snprintf(point, sizeof point, "%s[%.17g, %.17g]", i ? ", " : "", i * pi / 20.0,
             sin(i * pi / 20.0));
    strcat(text, point);
  }
  strcat(text, "]");
  ptl_mechanism *m = driven_block(context, text, "until: 6.2 s, every: 10 ms");
  ptl_system *s;
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  must(context, ptl_assemble(m, &s));
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  for (int i = 0; i < trace.n; i++) {
    double t = rows_at(&trace, i, 0);
    assert_near(rows_at(&trace, i, column_of(s, "block.x")), sin(t), 8.5e-6);
    assert_near(rows_at(&trace, i, column_of(s, "block.vx")), cos(t), 3e-4);
    assert_near(rows_at(&trace, i, column_of(s, "block.ax")), -sin(t), 5e-3);
  }
  rows_release(&trace);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
}

/* ---------------------------------------------------------------- rates */

/* v = 0.3 (1 - exp(-t/0.2)): x = 0.3 (t - 0.2 (1 - exp(-t/0.2))). */
static void soft_start(double t, double value[3]) {
  double e = exp(-t / 0.2);
  value[0] = 0.3 * (t - 0.2 * (1.0 - e));
  value[1] = 0.3 * (1.0 - e);
  value[2] = 1.5 * e;
}

/* v = sin(7 t) + 0.2 sin(50 t): x = (1 - cos 7t)/7 + 0.2 (1 - cos 50t)/50. */
static void rattle(double t, double value[3]) {
  value[0] = (1.0 - cos(7.0 * t)) / 7.0 + 0.004 * (1.0 - cos(50.0 * t));
  value[1] = sin(7.0 * t) + 0.2 * sin(50.0 * t);
  value[2] = 7.0 * cos(7.0 * t) + 10.0 * cos(50.0 * t);
}

static void rates_of_time_are_integrated(void **state) {
  ptl_context *context = *state;
  ptl_summary sum = check_course(context, "rate: 0.3 m/s * (1 - exp(-time/0.2 s))",
                                 "until: 2 s, every: 13 ms", soft_start, 1e-7);
  ptl_summary_release(context, &sum);
  sum = check_course(context, "rate: 1 m/s * sin(7 rad/s*time) + 0.2 m/s * sin(50 rad/s*time)",
                     "until: 20 s, every: 0.1 s, rtol: 1e-8", rattle, 1e-7);
  ptl_summary_release(context, &sum);
}

/* ---------------------------------------------------------------- written and refused */

static void check_saved(ptl_context *context, const char *motion) {
  ptl_mechanism *m[2] = {driven_block(context, motion, "until: 1 s, every: 0.1 s"), NULL};
  char path[512];
  rows trace[2] = {{0}, {0}};
  snprintf(path, sizeof path, "%s", write_file("saved.yaml", ""));
  must(context, ptl_mechanism_save(m[0], path));
  must(context, ptl_mechanism_load(context, path, NULL, 0, &m[1]));
  remove(path);
  for (int i = 0; i < 2; i++) {
    ptl_system *s;
    ptl_sink sink = rows_sink(&trace[i]);
    must(context, ptl_assemble(m[i], &s));
    ptl_summary sum;
    must(context, ptl_simulate(context, s, NULL, &sink, &sum));
    ptl_summary_release(context, &sum);
    ptl_system_destroy(s);
    ptl_mechanism_destroy(m[i]);
  }
  assert_int_equal(trace[0].n, trace[1].n);
  size_t size = sizeof(double) * (size_t)trace[0].n * (size_t)trace[0].width;
  assert_memory_equal(trace[0].values, trace[1].values, size);
  rows_release(&trace[0]);
  rows_release(&trace[1]);
}

/* A saved model runs the same to the bit. */
static void motions_are_saved_whole(void **state) {
  ptl_context *context = *state;
  check_saved(context,
              "rises: [{rise: 10 mm, duration: 0.3 s}, {law: polynomial_4567, start: 0.5, "
              "duration: 0.1, rise: 0.02}], period: 0.7 s");
  check_saved(context, "table: [[0, 0], [0.3, 0.1], [0.7, 0.13]], at_rest: true");
  check_saved(context, "table: [[-1, 0.02], [0.3, 0.1], [0.7, 0.13]]");
  check_saved(context, "rate: 1 m/s * sin(3 Hz * time)");
}

static void check_refused(ptl_context *context, const char *motion, const char *reason) {
  char text[1024];
  snprintf(text, sizeof text,
           "pintle: 1\n"
           "bodies: {block: {mass: 2, inertia: 0.1}}\n"
           "joints:\n"
           "  rail: {type: translational, bodies: [ground, block]}\n"
           "  push: {type: motion, joint: rail, %s}\n",
           motion);
  const char *path = write_file("refused.yaml", text);
  ptl_mechanism *m;
  ptl_status status = ptl_mechanism_load(context, path, NULL, 0, &m);
  remove(path);
  assert_int_equal(status, PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), reason) == NULL)
    fail_msg("'%s' lacks '%s'", ptl_context_message(context), reason);
}

static void bad_motions_are_refused(void **state) {
  ptl_context *context = *state;
  check_refused(context, "table: [[0, 0], [1, 1], [1, 2]]", "point 3 at 1 s follows 1 s");
  check_refused(context, "table: [[0, 0]]", "2 points or more");
  check_refused(context, "table: [0, 1, 2]", "[time, value]");
  check_refused(context, "table: [[0, 0], [1, 1 s]]", "table");
  check_refused(context, "table: [[0, 0], [1, 1]], rate: 1", "needs one of");
  check_refused(context, "table: [[0, 0], [1, 1]], period: 1", "'period' belongs to 'rises'");
  check_refused(context, "rises: []", "it has no rises");
  check_refused(context, "rises: {rise: 1 mm}", "needs 'rise' and 'duration'");
  check_refused(context, "rises: {rise: 1 mm, duration: 0}", "must be > 0");
  check_refused(context, "rises: {rise: 1 mm, duration: 1, start: -1}", "must be >= 0");
  check_refused(context, "rises: {rise: 1 mm, duration: 1, law: cycloid}", "not 'cycloid'");
  check_refused(context, "rises: {rise: 1 mm, duration: 1, start: 1}, period: 1.5",
                "after its period");
  check_refused(context, "rate: 1 m * time", "rate");
  check_refused(context, "angle: 1 rad * time", "the key is 'position'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rises_follow_their_polynomials),
      cmocka_unit_test(rises_in_pieces),
      cmocka_unit_test(rise_after_long_rest_is_not_missed),
      cmocka_unit_test(tables_are_splines),
      cmocka_unit_test(table_approaches_a_smooth_motion),
      cmocka_unit_test(rates_of_time_are_integrated),
      cmocka_unit_test(motions_are_saved_whole),
      cmocka_unit_test(bad_motions_are_refused),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
