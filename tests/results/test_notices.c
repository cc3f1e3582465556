/* test_notices.c: what a run tells its reader, each provoked by a model in which it is so, and left
 * out where it is not. */
#include "model_run.h"
#include "pintle_trace.h"

/* Whether a notice holds all the words. */
static int has_notice(const result *r, const char *const *words) {
  char text[600];
  for (int i = 0; ptl_summary_notice(r->system, &r->summary, i, text, sizeof text); i++) {
    int holds_all = 1;
    for (const char *const *w = words; *w != NULL; w++) holds_all &= strstr(text, *w) != NULL;
    if (holds_all) return 1;
  }
  return 0;
}

typedef struct notice_case {
  const char *model;
  ptl_setting setting; /* path NULL: none */
  const char *words[4];
  int is_there;
} notice_case;

static void notices_are_given_where_they_are_true(void **state) {
  static const notice_case cases[] = {
      {"scotch_yoke", {NULL, NULL}, {"the start moved 'yoke'", "0.08454 mm"}, 1},
      {"scotch_yoke", {NULL, NULL}, {"took over"}, 0},
      {"scotch_yoke", {NULL, NULL}, {"rows are too sparse"}, 0},
      {"scotch_yoke", {NULL, NULL}, {"kept short"}, 0},
      {"scotch_yoke", {"output.contact_rows", "ends"}, {"rows are too sparse", "events.csv"}, 1},
      {"scotch_yoke", {"output.contact_rows", "peaks"}, {"rows are too sparse"}, 0},
      {"pendulum", {"output.contact_rows", "ends"}, {"rows are too sparse"}, 0},
      {"pendulum", {"run.max_step", "1 ms"}, {"kept short by run.max_step"}, 1},
      {"cam_follower", {"run.until", "0.1 s"}, {"cam.contact is closed at the start"}, 1},
      {"geneva", {"run.until", "0.3 s"}, {"ida took over from dop853 1 time, at t =", "stiff"}, 1},
      {"four_bar_clearance", {NULL, NULL}, {"was struck or let go while closed", "free impact"}, 1},
      {"slider_crank_clearance", {NULL, NULL}, {"was struck"}, 0}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const notice_case *c = &cases[i];
    result r = run_model(c->model, &c->setting, c->setting.path != NULL);
    if (has_notice(&r, c->words) != c->is_there)
      fail_msg("%s%s%s: '%s' is %s", c->model, c->setting.path != NULL ? ", " : "",
               c->setting.path != NULL ? c->setting.path : "", c->words[0],
               c->is_there ? "missing" : "said though it is not so");
    drop(&r);
  }
}

/* A column whose square root ends where the rod, which swings from x = 1 m to -1 m, is left of its
 * pin, and one with a pole between two rows; and none. Expected: x is less than 0 in the rows that
 * the trace has of it. */
static void values_that_are_none_are_told(void **state) {
  static const char rod[] =
      "pintle: 1\n"
      "gravity: [0, -9.81 m/s^2]\n"
      "bodies: {rod: {mass: 1 kg, inertia: 0.1 kg m^2, position: [1 m, 0]}}\n"
      "joints: {pin: {type: revolute, bodies: [ground, rod], at: [0, 0]}}\n"
      "output: {expressions: {pole: 1/(time - 0.55 s), root: %s}}\n"
      "run: {until: 2 s, every: 0.1 s}\n";
  static const char *const roots[] = {"sqrt(rod.x/(1 m))", "sqrt(abs(rod.x/(1 m)))"};
  (void)state;
  for (int k = 0; k < 2; k++) {
    char text[600];
    snprintf(text, sizeof text, rod, roots[k]);
    result r = {.system = system_of(context, text, NULL, 0)};
    ptl_sink sink = rows_sink(&r.trace);
    must(context, ptl_simulate(context, r.system, NULL, &sink, &r.summary));
    const int x = column_of(r.system, "rod.x");
    int n = 0;
    double first = NAN;
    for (int i = 0; i < r.trace.n && k == 0; i++) {
      if (!(rows_at(&r.trace, i, x) < 0.0)) continue;
      if (n++ == 0) first = rows_at(&r.trace, i, 0);
    }
    assert_true(k == 1 || (n > 5 && n < 18));
    assert_int_equal(r.summary.undefined_rows, n);
    assert_true(has_notice(&r, (const char *const[]){"column root has no finite value", NULL}) ==
                (k == 0));
    if (k == 0) assert_near(r.summary.undefined_since, first, 1e-12);
    drop(&r);
  }
}

/* Expected: of all steps those that IDA and DOP853 made, and no more limited than there are. */
static void counts_fit_together(void **state) {
  (void)state;
  result r = run_model("geneva", NULL, 0);
  const ptl_counters *c = &r.summary.counters;
  assert_int_equal(c->steps, c->ida_steps + c->dop853_steps);
  assert_true(c->integrator_changes > 0 && c->integrator_changes <= c->ida_steps);
  assert_true(c->steps_limited_by_gaps + c->steps_limited_by_expressions +
                  c->steps_limited_by_max_step <=
              c->steps + c->error_test_failures);
  drop(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(notices_are_given_where_they_are_true),
      cmocka_unit_test(values_that_are_none_are_told),
      cmocka_unit_test(counts_fit_together),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
