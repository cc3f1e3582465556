/* Drivers whose numbers, or whose time, are rounded more coarsely than the tolerances of the
 * integrators, and states that are. Expected values: closed forms. */
#include "one_context.h"

static const char disc[] =
    "pintle: 1\n"
    "gravity: [0, 0]\n"

    "bodies: {b: {mass: 1 kg, inertia: 0.01 kg m^2, position: [0.1, 0]}}\n"
    "joints:\n"
    "  j: {type: revolute, bodies: [ground, b], at: [0, 0]}\n"
    "  m: {type: motion, joint: j, %s}\n"
    "run: {until: 50 ms, every: 50 ms}\n";

typedef struct ending {
  ptl_status status;
  double angle;
  int64_t steps;
  char message[600];
} ending;

static ending run_disc(const char *motion, const char *integrator, const char *rtol) {
  const ptl_setting settings[] = {{"run.integrator", integrator}, {"run.rtol", rtol}};
  char text[1024];
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  snprintf(text, sizeof text, disc, motion);
  ptl_system *system = system_of(context, text, settings, 2);
  ending out = {.status = ptl_simulate(context, system, NULL, &sink, &sum),
                .steps = sum.counters.steps};
  snprintf(out.message, sizeof out.message, "%s", ptl_context_message(context));
  out.angle = trace.n > 1 ? rows_at(&trace, trace.n - 1, column_of(system, "j.angle")) : NAN;
  rows_release(&trace);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(system);
  return out;
}

/* 1 - cos(time) has steps of 1.1e-16, of rates of 1e-12 rad/s, where IDA's tolerance is 3e-13
 * rad/s: 1e4 (t - sin t) */
static void small_differences_do_not_shorten_steps(void **state) {
  static const char *const motions[] = {"rate: !si '1e4*(1 - cos(time))'",
                                        "angle: !si '1e4*(time - sin(time))'"};
  const double t = 0.05,
               angle = 1e4 * (t * t * t / 6.0 - pow(t, 5.0) / 120.0 + pow(t, 7.0) / 5040.0);
  (void)state;
  for (int i = 0; i < 2; i++) {
    const ending e = run_disc(motions[i], "ida", "1e-12");
    assert_int_equal(e.status, PTL_OK);
    assert_true(e.steps < 2000);
    assert_near(e.angle, angle, 1e-11);
  }
}

/* Late in an oscillation the time itself is rounded to 1e-13 s: by 7e-12 of the rates, ten
 * tolerances of IDA. */
static void late_times_do_not_shorten_steps(void **state) {
  static const char *const motions[] = {
      "rate: !si '62.8*cos(628*(time + 1000))'",
      "angle: !si '0.1*sin(628*(time + 1000)) - 0.1*sin(628*1000)'"};
  const double late = 1000.0, angle = 0.1 * sin(628.0 * (0.05 + late)) - 0.1 * sin(628.0 * late);
  (void)state;
  for (int i = 0; i < 2; i++) {
    const ending e = run_disc(motions[i], "ida", "1e-10");
    assert_int_equal(e.status, PTL_OK);
    assert_true(e.steps < 6000);
    assert_near(e.angle, angle, 1e-9);
  }
}

/* At 1e5 s rates are rounded to 3e-9 of the largest, which is more than the results may be off. */
static void more_rounding_than_rtol_is_told(void **state) {
  static const char *const words[] = {"motion 'm': '62.8", "t = 0 s", "rtol 1e-09 asks for",
                                      "rad/s"};
  static const char *const both[] = {"auto", "ida"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    const ending e = run_disc("rate: !si '62.8*cos(628*(time + 1e5))'", both[i], "1e-9");
    assert_int_equal(e.status, PTL_ERR_SIMULATION);
    for (int k = 0; k < 4; k++)
      if (strstr(e.message, words[k]) == NULL) fail_msg("no '%s' in: %s", words[k], e.message);
    assert_string_equal(ptl_context_get_error(context)->code, "E0521");
    assert_int_equal(run_disc("rate: !si '62.8*cos(628*(time + 1e5))'", both[i], "1e-7").status,
                     PTL_OK);
  }
}

/* A free disc that turns at 1e4 rad/s for 0.1 s: 1000 rad, of which numbers hold 1e-13 and IDA's
 * tolerance at rtol 1e-14 is 8e-17 m; the rate they hold to 2e-12 rad/s, and the tolerance is
 * 2.5e-12. Steps are long, so that the angle is at once far larger than before. */
static void a_fast_disc_is_followed_at_any_tolerance(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "gravity: [0, 0]\n"
      "bodies: {d: {mass: 1 kg, inertia: 0.01 kg m^2, rate: 1e4 rad/s}}\n"
      "run: {until: 0.1 s, every: 0.1 s, integrator: ida}\n";
  static const char *const tolerances[] = {"1e-10", "1e-11", "1e-12", "1e-13", "1e-14"};
  (void)state;
  for (int i = 0; i < 5; i++) {
    const ptl_setting settings[] = {{"run.rtol", tolerances[i]}};
    ptl_system *system = system_of(context, text, settings, 1);
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary sum;
    must(context, ptl_simulate(context, system, NULL, &sink, &sum));
    assert_near(rows_at(&trace, trace.n - 1, column_of(system, "d.angle")), 1000.0, 1e-10);
    assert_true(sum.counters.steps < 500);
    rows_release(&trace);
    ptl_summary_release(context, &sum);
    ptl_system_destroy(system);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_differences_do_not_shorten_steps),
      cmocka_unit_test(late_times_do_not_shorten_steps),
      cmocka_unit_test(more_rounding_than_rtol_is_told),
      cmocka_unit_test(a_fast_disc_is_followed_at_any_tolerance),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
