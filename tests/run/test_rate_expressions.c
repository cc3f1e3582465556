/* test_rate_expressions.c: runs whose drivers and loads are expressions with short features, or
 * give out. Expected values are closed forms. */
#include "support.h"

static const double pi = 3.14159265358979323846;

typedef struct outcome {
  ptl_status status;
  double last[200]; /* the last row */
} outcome;

static outcome run_text(ptl_context *context, const char *text, const char *integrator) {
  const ptl_setting setting = {"run.integrator", integrator};
  ptl_system *system = system_of(context, text, &setting, 1);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  outcome out = {.status = ptl_simulate(context, system, NULL, &sink, &summary)};
  assert_true(trace.width < 200 && trace.n > 0);
  memcpy(out.last, trace.values + (size_t)(trace.n - 1) * (size_t)trace.width,
         sizeof(double) * (size_t)trace.width);
  rows_release(&trace);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
  return out;
}

/* 10 rad/s exp(-((t - 1.23 s)/w)^2): the disc turns by 10 rad/s w sqrt(pi). */
static void test_smooth_pulses(void **state) {
  static const char form[] =
      "pintle: 1\n"
      "bodies: {a: {mass: 1, inertia: 0.1}}\n"
      "joints:\n"
      "  h: {type: revolute, bodies: [ground, a]}\n"
      "  d: {type: motion, joint: h, rate: '10 rad/s*exp(-((time - 1.23 s)/(%s))^2)'}\n"
      "run: {until: 2, every: 0.5, max_step: 2 ms}\n";
  static const char *const widths[] = {"50 ms", "10 ms", "5 ms"};
  static const double seconds[] = {0.05, 0.01, 0.005};
  for (int i = 0; i < 3; i++) {
    char text[500];
    snprintf(text, sizeof text, form, widths[i]);
    outcome out = run_text(*state, text, "dop853");
    must(*state, out.status);
    assert_near(out.last[4], 10.0 * seconds[i] * sqrt(pi), 1e-12); /* a.angle */
  }
}

/* An arm driven by 200 rad/s sin(3 rad/s t) hits a ball after 0.24 s. At 0.3 s it has turned by
 * 200/3 (1 - cos 0.9), whatever trial steps of the contact look at. */
static void test_contact_after_a_flight(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "bodies:\n"
      "  arm: {mass: 0.1, inertia: 1e-3, angle: -1.0}\n"
      "  ball: {mass: 0.01, inertia: 1e-7, position: [0.2, 0]}\n"
      "joints:\n"
      "  h: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"
      "  d: {type: motion, joint: h, rate: '200 rad/s*sin(3 rad/s*time)'}\n"
      "  c: {type: circle_circle, a: {body: arm, at: [0.2015, 0], radius: 1e-3},\n"
      "      b: {body: ball, radius: 1e-3}, contact: k}\n"
      "contacts: {k: {elastic: {law: power, stiffness: 1e9, exponent: 1.5}}}\n"
      "run: {until: 0.3, every: 0.1, rtol: 1e-4}\n";
  static const char *const integrators[] = {"auto", "dop853", "ida"};
  for (int i = 0; i < 3; i++) {
    outcome out = run_text(*state, text, integrators[i]);
    must(*state, out.status);
    assert_near(out.last[4], -1.0 + 200.0 / 3.0 * (1.0 - cos(0.9)), 1e-11);
  }
}

static void check_end(ptl_context *context, const char *text, const char *integrator,
                      const char *message) {
  outcome out = run_text(context, text, integrator);
  assert_int_equal(out.status, PTL_ERR_SIMULATION);
  if (strstr(ptl_context_message(context), message) == NULL)
    fail_msg("message is: %s", ptl_context_message(context));
}

/* A load that has no value from 0.05 s on is named, as is a rate without an integral. */
static void test_no_value(void **state) {
  static const char load[] =
      "pintle: 1\n"
      "bodies: {b: {mass: 1, inertia: 1}}\n"
      "joints: {j: {type: translational, bodies: [ground, b], axis: [1, 0]}}\n"
      "loads: {push: {body: b, force: ['1 N*sqrt(0.05 - time/(1 s))', 0]}}\n"
      "run: {until: 1, every: 0.01}\n";
  static const char rate[] =
      "pintle: 1\n"
      "bodies: {a: {mass: 1, inertia: 0.1}}\n"
      "joints:\n"
      "  h: {type: revolute, bodies: [ground, a]}\n"
      "  drive: {type: motion, joint: h, rate: '1 rad/s*abs(sin(50*ln(0.5 - time/(1 s))))'}\n"
      "run: {until: 1, every: 0.1, drift_limit: 1e9, energy_limit: 1e9}\n";
  check_end(*state, load, "auto",
            "at t = 0.05 s: load 'push': '1*sqrt(0.05 - time/(1))' is not finite");
  check_end(*state, load, "ida", "at t = 0.05 s: load 'push'");
  check_end(
      *state, rate, "dop853",
      "motion 'drive': the rate '1*abs(sin(50*ln(0.5 - time/(1))))' cannot be integrated beyond "
      "t = 0.5 s: its conditions change again");
}

/* At the start, too. */
static void test_no_value_at_the_start(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "bodies: {b: {mass: 1, inertia: 1}}\n"
      "joints: {j: {type: translational, bodies: [ground, b], axis: [1, 0]}}\n"
      "loads: {push: {body: b, force: ['1 N*ln(time/(1 s))', 0]}}\n"
      "run: {until: 1}\n";
  ptl_mechanism *m = mechanism_of(*state, text, NULL, 0);
  ptl_system *system = NULL;
  assert_int_not_equal(ptl_assemble(m, &system), PTL_OK);
  assert_non_null(strstr(ptl_context_message(*state),
                         "at t = 0 s: load 'push': '1*ln(time/(1))' is not finite"));
  ptl_mechanism_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_smooth_pulses), cmocka_unit_test(test_contact_after_a_flight),
      cmocka_unit_test(test_no_value), cmocka_unit_test(test_no_value_at_the_start)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
