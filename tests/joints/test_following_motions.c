/* Motions that follow signals with states. Expected values: the step response of a second-order
 * lag, a first-order lag behind an oscillator, a delayed wave, the energy balance. Each is run by
 * both integrators. */
#include "jacobian_check.h"
#include "pintle_analysis.h"
#include "text_run.h"

static const char *const integrators[] = {"dop853", "ida"};

static outcome run_of(ptl_context *context, const char *text, const char *integrator) {
  const ptl_setting settings[] = {{"run.integrator", integrator}, {"run.rtol", "1e-9"}};
  return run_text(context, text, settings, 2);
}

#define SLIDER(signals, course)                                            \
  "pintle: 1\nsignals:\n" signals                                          \
  "bodies: {block: {mass: 3, inertia: 0.1}}\n"                             \
  "joints:\n"                                                              \
  "  rail: {type: translational, bodies: [ground, block], axis: [1, 0]}\n" \
  "  go: {type: motion, joint: rail, " course "}\n"

#define STEP "  command: 'time < 0.1 s ? 0 m : 0.2 m'\n"
#define SMOOTH STEP "  smooth: {filter: command, time: 50 ms, damping: 0.7}\n"

/* T^2 x'' + 2 D T x' + x = u from rest, with u = 0.2 m from 0.1 s on. */
static void a_filtered_step_is_followed(void **state) {
  static const char text[] =
      SLIDER(SMOOTH, "position: smooth") "run: {until: 0.5 s, every: 0.05 s}\n";
  const double w = 20.0, damping = 0.7, pace = w * sqrt(1.0 - damping * damping);
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, integrators[i]);
    double t = 0.0;
    for (int row = 0; t < 0.5; row++) {
      t = at_row(&out, row, "time");
      if (fabs(t - 0.1) < 1e-9) continue; /* where the acceleration jumps */
      const double s = fmax(t - 0.1, 0.0), fade = 0.2 * exp(-damping * w * s);
      const double x = 0.2 - fade * (cos(pace * s) + damping * w / pace * sin(pace * s));
      const double rate = fade * w * w / pace * sin(pace * s);
      const double second = (t < 0.1 ? 0.0 : w * w * (0.2 - x)) - 2.0 * damping * w * rate;
      assert_near(at_row(&out, row, "block.x"), t < 0.1 ? 0.0 : x, 1e-7);
      assert_near(at_row(&out, row, "block.vx"), rate, 1e-6);
      assert_near(at_row(&out, row, "go.force"), 3.0 * second, 1e-4);
    }
    assert_near(last(&out, "energy.balance"), 0.0, 1e-6);
    release(*state, &out);
  }
}

/* Behind an oscillator x = 0.1 cos(3 t) a lag of T = 0.2 s is z = A (cos + 3 T sin)/(1 + 9 T^2) + C
 * exp(-t/T); twice that is followed, so that the force is 2 m z'' = 2 m (x' - z')/T. */
#define LAG                                                                                  \
  "pintle: 1\nsignals: {lag: {filter: leader.x, time: 0.2 s}}\n"                             \
  "bodies:\n"                                                                                \
  "  leader: {mass: 2, inertia: 0.1, position: [0.1, 0]}\n"                                  \
  "  block: {mass: 3, inertia: 0.1, position: [0, 1]}\n"                                     \
  "joints:\n"                                                                                \
  "  front: {type: translational, bodies: [ground, leader], axis: [1, 0]}\n"                 \
  "  rail: {type: translational, bodies: [ground, block], at: [0, 1], axis: [1, 0]}\n"       \
  "  go: {type: motion, bodies: [ground, block], at: [[0, 1], [0, 0]], along: x, "           \
  "position: 2*lag}\n"                                                                       \
  "forces: {spring: {type: spring_damper, bodies: [ground, leader], at: [[-1, 0], [0, 0]], " \
  "stiffness: 18, free_length: 1}}\n"

static void a_lag_behind_a_body_is_followed(void **state) {
  static const char text[] = LAG "run: {until: 1 s, every: 0.1 s}\n";
  const double T = 0.2, w = 3.0, part = 0.1 / (1.0 + w * w * T * T);
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, integrators[i]);
    for (int row = 0; row <= 10; row++) {
      const double t = 0.1 * row, fade = (0.1 - part) * exp(-t / T);
      const double z = part * (cos(w * t) + w * T * sin(w * t)) + fade;
      const double rate = (0.1 * cos(w * t) - z) / T;
      assert_near(at_row(&out, row, "block.x"), 2.0 * z, 1e-7);
      assert_near(at_row(&out, row, "block.vx"), 2.0 * rate, 1e-6);
      assert_near(at_row(&out, row, "go.force"), 6.0 * (-0.3 * sin(w * t) - rate) / T, 1e-5);
      assert_near(at_row(&out, row, "energy.balance"), 0.0, 1e-6);
    }
    release(*state, &out);
  }
}

/* Of a slow wave the delay's approximation is exact to (w T)^8. */
static void a_delayed_wave_is_followed(void **state) {
  static const char text[] = SLIDER(
      "  wave: 0.1 m*sin(5*time/(1 s))\n"
      "  late: {delay: wave, time: 50 ms}\n",
      "position: late") "run: {until: 2 s, every: 0.1 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, integrators[i]);
    for (int row = 10; row <= 20; row++) {
      const double a = 5.0 * (0.1 * row - 0.05);
      assert_near(at_row(&out, row, "block.x"), 0.1 * sin(a), 1e-7);
      assert_near(at_row(&out, row, "go.force"), -7.5 * sin(a), 1e-4);
    }
    release(*state, &out);
  }
}

static void derivatives_are_those_of_the_residual(void **state) {
  ptl_system *system = system_of(*state, LAG, NULL, 0);
  ptl_data *data;
  double y[64], yp[64];
  must(*state, ptl_data_create(*state, system, &data));
  assert_true(system->pattern.n <= 64);
  for (int i = 0; i < system->pattern.n; i++) {
    const int behind = i - 2 * system->n_coordinates; /* multipliers of the correction: 0 */
    y[i] = behind >= 0 && behind < system->n_rows ? 0.0 : 0.3 + 0.1 * (i % 7);
    yp[i] = 0.2 * (i % 5);
  }
  check_jacobian_at(data, 0.2, y, yp, 3e-6);
  ptl_data_destroy(data);
  ptl_system_destroy(system);
}

static void saved_motions_are_the_same(void **state) {
  ptl_context *context = *state;
  ptl_mechanism *m = mechanism_of(context, SLIDER(SMOOTH, "position: smooth"), NULL, 0), *again;
  char path[512];
  snprintf(path, sizeof path, "%s", write_file("led.yaml", ""));
  must(context, ptl_mechanism_save(m, path));
  must(context, ptl_mechanism_load(context, path, NULL, 0, &again));
  remove(path);
  ptl_motion_def a, b;
  assert_int_equal(ptl_mechanism_get_motion(m, 0, &a), 1);
  assert_int_equal(ptl_mechanism_get_motion(again, 0, &b), 1);
  assert_string_equal(a.position, b.position);
  ptl_mechanism_destroy(m);
  ptl_mechanism_destroy(again);
}

static void what_cannot_be_followed(void **state) {
  static const struct {
    const char *text, *message;
  } cases[] = {{SLIDER(STEP "  lag: {filter: command, time: 50 ms}\n", "position: lag"),
                "follows signal 'lag', and its rate chooses"},
               {"inputs: {handle: {unit: m}}\n" SLIDER("  lag: {filter: handle, time: 50 ms}\n",
                                                       "position: lag"),
                "follows signal 'lag', and its rate reads inputs"},
               {SLIDER("  run: {unit: m, rate: block.vx + 1 m/s}\n", "position: run"),
                "follows signal 'run', and its rate reads velocities"},
               {SLIDER("  count: {next: count + 1, start: 0}\n", "position: 1 m*count"),
                "follows signal 'count', which changes in steps"},
               {SLIDER(SMOOTH, "position: smooth*sin(smooth/(1 m))"), "must be linear in them"},
               {SLIDER(SMOOTH, "position: smooth + 0.1 m/s*time"), "must be linear in them"},
               {SLIDER(SMOOTH, "position: smooth + block.y"), "reads what bodies do"},
               {SLIDER(SMOOTH, "rate: smooth/(1 s)"), "let a signal have that rate"},
               {SLIDER(SMOOTH, "position: smoth"), "smoth"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[2048];
    ptl_mechanism *m = NULL;
    /* the version stands first */
    const char *head = strstr(cases[i].text, "pintle: 1\n");
    snprintf(text, sizeof text, "pintle: 1\n%.*s%s", (int)(head - cases[i].text), cases[i].text,
             head + strlen("pintle: 1\n"));
    assert_int_equal(ptl_mechanism_parse(*state, text, strlen(text), "text", NULL, 0, &m),
                     PTL_ERR_INPUT);
    if (strstr(ptl_context_message(*state), cases[i].message) == NULL)
      fail_msg("%s: %s", cases[i].message, ptl_context_message(*state));
  }
}

/* Without a run nothing tells where the signal is. */
static void analyses_refuse_it(void **state) {
  ptl_system *system = system_of(*state, SLIDER(SMOOTH, "position: smooth"), NULL, 0);
  ptl_kinematics *found = NULL;
  ptl_modes *modes = NULL;
  assert_int_equal(ptl_kinematics_find(*state, system, NULL, &found), PTL_ERR_UNFIT);
  assert_non_null(strstr(ptl_context_message(*state), "motion 'go' follows a signal"));
  assert_int_equal(ptl_modes_find(*state, system, NULL, &modes), PTL_ERR_UNFIT);
  assert_non_null(strstr(ptl_context_message(*state), "motion 'go' follows a signal"));
  ptl_system_destroy(system);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_filtered_step_is_followed),
                                     cmocka_unit_test(a_lag_behind_a_body_is_followed),
                                     cmocka_unit_test(a_delayed_wave_is_followed),
                                     cmocka_unit_test(derivatives_are_those_of_the_residual),
                                     cmocka_unit_test(saved_motions_are_the_same),
                                     cmocka_unit_test(what_cannot_be_followed),
                                     cmocka_unit_test(analyses_refuse_it)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
