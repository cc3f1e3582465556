/* Conditions that end a run: `run: {stop: ...}`. */
#include "model_run.h"

static const char *const integrators[] = {"dop853", "ida"};

static const char ball[] =
    "pintle: 1\n"
    "gravity: [0, -9.81 m/s^2]\n"
    "bodies: {ball: {mass: 1 kg, inertia: 1 kg m^2, position: [0, 1 m], "
    "velocity: [0, 2 m/s]}}\n"
    "run: {until: 2 s, every: 10 ms}\n"
    "output: {expressions: {height: 2*ball.y}}\n";

/* A block of 1 kg that a damper of 10 N s/m slows down from 1 m/s. */
static const char block[] =
    "pintle: 1\n"
    "bodies: {block: {mass: 1 kg, inertia: 1 kg m^2, position: [0, 0], velocity: [1 m/s, 0]}}\n"
    "loads: {damper: {body: block, force: [-10 N s/m*block.vx, 0]}}\n"
    "run: {until: 5 s, every: 10 ms, speed: 1 m/s, length: 1 m, stop: [{settled: 1e-3 for 0.1 "
    "s}]}\n";

/* A run of the text with run.stop replaced, NULL: as it is. */
static result run_text(const char *text, const char *integrator, const char *stop) {
  const ptl_setting settings[] = {{"run.integrator", integrator}, {"run.stop", stop}};
  result r = {.system = system_of(context, text, settings, stop != NULL ? 2 : 1)};
  ptl_sink sink = rows_sink(&r.trace);
  must(context, ptl_simulate(context, r.system, NULL, &sink, &r.summary));
  return r;
}

static void ends_at(const char *text, const char *stop, double t, double tolerance,
                    const char *stopped_by) {
  for (int k = 0; k < 2; k++) {
    result r = run_text(text, integrators[k], stop);
    assert_near(r.summary.end_time, t, tolerance);
    assert_true(r.summary.complete);
    if (stopped_by == NULL)
      assert_null(r.summary.stopped_by);
    else
      assert_string_equal(r.summary.stopped_by, stopped_by);
    assert_near(rows_at(&r.trace, r.trace.n - 1, 0), r.summary.end_time, 0.0);
    drop(&r);
  }
}

/* y = 1 + 2 t - g t^2 / 2. */
static double time_at_height(double y, int goes_down) {
  const double root = sqrt(4.0 - 2.0 * 9.81 * (y - 1.0));
  return (2.0 + (goes_down ? root : -root)) / 9.81;
}

/* The throw, in closed form; of several conditions the first one ends the run. */
static void crossings(void **state) {
  (void)state;
  ends_at(ball, "['ball.y < 50 cm']", time_at_height(0.5, 1), 1e-8, "ball.y < 0.5");
  ends_at(ball, "['ball.y < 0.5 m', 'ball.vy < -1 m/s']", 3.0 / 9.81, 1e-8, "ball.vy < -1");
  ends_at(ball, "['height > 2.2 m && time > 0.1 s']", 0.1, 1e-12, "height > 2.2 && time > 0.1");
  ends_at(ball, "['ball.y < -100 m']", 2.0, 0.0, NULL);
  /* all the energy that it has lost in height is in its speed: 9.81 J at y = 0 from y = 1 m, and 2
   * J from the start */
  ends_at(ball, "['energy.kinetic > 11.81 J']", time_at_height(0.0, 1), 1e-7,
          "energy.kinetic > 11.81");
  ends_at(ball, "['ball.y > 0.9 m']", 0.0, 0.0, "ball.y > 0.9");
}

/* The top of the throw is v^2 / 2g above its start: 1 um below it the condition holds for 0.9 ms
 * only, in steps that are far longer; 1 um above it never does. */
static void short_excursion(void **state) {
  (void)state;
  char stop[64];
  const double top = 1.0 + 4.0 / (2.0 * 9.81);
  snprintf(stop, sizeof stop, "['ball.y > %.12g m']", top - 1e-6);
  for (int k = 0; k < 2; k++) {
    result r = run_text(ball, integrators[k], stop);
    assert_near(r.summary.end_time, time_at_height(top - 1e-6, 0), 1e-5);
    drop(&r);
  }
  snprintf(stop, sizeof stop, "['ball.y > %.12g m']", top + 1e-6);
  ends_at(ball, stop, 2.0, 0.0, NULL);
}

/* v = exp(-10 t): 1e-3 is reached at ln(1000)/10, and the run goes on for another 0.1 s. */
static void settled(void **state) {
  (void)state;
  const double since = log(1000.0) / 10.0;
  ends_at(block, NULL, since + 0.1, 1e-6, "settled: 0.001 for 0.1 s");
  for (int k = 0; k < 2; k++) { /* a snapshot within the 0.1 s knows of them */
    const ptl_setting setting = {"run.integrator", integrators[k]};
    ptl_system *system = system_of(context, block, &setting, 1);
    ptl_run *run, *restored;
    ptl_run_reason reason;
    void *bytes;
    size_t size;
    must(context, ptl_run_create(context, system, NULL, NULL, &run));
    must(context, ptl_run_advance(run, since + 0.05, &reason));
    assert_int_equal(reason, PTL_RUN_AT_TIME);
    must(context, ptl_run_save(run, &bytes, &size));
    must(context, ptl_run_restore(context, system, NULL, NULL, bytes, size, &restored));
    must(context, ptl_run_advance(restored, INFINITY, &reason));
    assert_int_equal(reason, PTL_RUN_AT_STOP);
    assert_near(ptl_run_get_time(restored), since + 0.1, 1e-6);
    assert_int_equal(ptl_run_step(restored, &reason), PTL_ERR_USAGE);
    ptl_text_release(context, bytes);
    ptl_run_destroy(run);
    ptl_run_destroy(restored);
    ptl_system_destroy(system);
  }
}

/* The force of a contact at the end is the one asked for, below the peak of the first bounce; the
 * events up to there are those of the whole run. */
static void contact_force(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    const ptl_setting settings[] = {{"run.integrator", integrators[k]},
                                    {"run.stop", "['floor.contact.normal_force > 11 kN']"}};
    result whole = run_model("bouncing_ball", settings, 1),
           r = run_model("bouncing_ball", settings, 2);
    assert_near(value(&r, r.trace.n - 1, "floor.contact.normal_force"), 11e3, 1e-4);
    assert_int_equal(r.trace.n_events, 1);
    assert_near(r.trace.events[0].time, whole.trace.events[0].time, 0.0);
    assert_near(r.summary.gaps[0].peak_force, 11e3, 1e-4);
    assert_true(r.summary.end_time < whole.summary.gaps[0].peak_force_time);
    drop(&whole);
    drop(&r);
  }
}

/* A condition that never holds changes no bit of rows and events. */
static void without_effect(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    const ptl_setting settings[] = {
        {"run.integrator", integrators[k]},
        {"run.stop", "['energy.dissipated > 1e9 J', settled: 1e-9 for 100 s]"}};
    result whole = run_model("scotch_yoke", settings, 1), r = run_model("scotch_yoke", settings, 2);
    assert_int_equal(r.trace.n, whole.trace.n);
    assert_memory_equal(r.trace.values, whole.trace.values,
                        sizeof(double) * (size_t)r.trace.n * (size_t)r.trace.width);
    assert_int_equal(r.trace.n_events, whole.trace.n_events);
    assert_int_equal(r.summary.counters.steps, whole.summary.counters.steps);
    assert_near(r.summary.energy.dissipated, whole.summary.energy.dissipated, 0.0);
    drop(&whole);
    drop(&r);
  }
}

/* Conditions of a description, as a program gives them and as it is written. */
static void description(void **state) {
  (void)state;
  ptl_mechanism *m = mechanism_of(context, ball, NULL, 0), *again;
  const ptl_stop_def defs[] = {{.condition = "ball.y < 0.5"},
                               {.settled = 1e-4, .settled_for = 0.25}};
  ptl_stop_def read;
  char *text;
  for (int i = 0; i < 2; i++) must(context, ptl_mechanism_add_stop(m, &defs[i]));
  must(context, ptl_mechanism_text(m, &text));
  must(context, ptl_mechanism_parse(context, text, strlen(text), "again", NULL, 0, &again));
  assert_int_equal(ptl_mechanism_get_stop(again, 0, &read), 1);
  assert_string_equal(read.condition, "ball.y < 0.5");
  assert_int_equal(ptl_mechanism_get_stop(again, 1, &read), 1);
  assert_null(read.condition);
  assert_near(read.settled, 1e-4, 0.0);
  assert_near(read.settled_for, 0.25, 0.0);
  assert_int_equal(ptl_mechanism_get_stop(again, 2, &read), 0);
  ptl_text_release(context, text);
  ptl_mechanism_destroy(again);
  const ptl_stop_def wrong[] = {{.condition = "ball.y + 1"},
                                {.condition = "bell.y < 1"},
                                {.settled = 1e-4},
                                {.settled_for = 1.0}};
  for (int i = 0; i < 4; i++) assert_int_equal(ptl_mechanism_add_stop(m, &wrong[i]), PTL_ERR_INPUT);
  ptl_mechanism_destroy(m);
}

static void refused(void **state) {
  (void)state;
  static const struct {
    const char *stop, *message;
  } cases[] = {{"['ball.y < 1 s']", "both sides in one dimension"},
               {"['bell.y < 1 m']", "did you mean 'ball.y'"},
               {"['ball.y/(1 m)']", "compares nothing"},
               {"'ball.y < 1 m'", "stop must be a list"},
               {"[{settled: 1e-4}]", "does not say for how long"},
               {"[{settled: 1 mm for 1 s}]", "settled: "},
               {"[{settled: 1e-4 for 0 s}]", "settled"},
               {"[{quiet: 1e-4 for 1 s}]", "quiet"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const ptl_setting setting = {"run.stop", cases[i].stop};
    ptl_mechanism *m;
    assert_int_equal(ptl_mechanism_parse(context, ball, sizeof ball - 1, "m", &setting, 1, &m),
                     PTL_ERR_INPUT);
    if (strstr(ptl_context_message(context), cases[i].message) == NULL)
      fail_msg("%s: %s", cases[i].stop, ptl_context_message(context));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(crossings),      cmocka_unit_test(short_excursion),
      cmocka_unit_test(settled),        cmocka_unit_test(contact_force),
      cmocka_unit_test(without_effect), cmocka_unit_test(description),
      cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
