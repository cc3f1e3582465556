/* Which integrator a run takes, by the model's word or of its own, and what it refuses. Expected
 * values are said at each test. */
#include "model_run.h"

/* The Geneva drive is stiff in places, where `auto` changes over to IDA and back. Expected: either
 * of them does all of the run when it is asked for, `bdf` means IDA, and the wheel turns by the
 * same angle. */
static void an_integrator_asked_for_does_it_all(void **state) {
  static const char *const names[] = {"auto", "dop853", "ida", "bdf"};
  double angle[4];
  (void)state;
  for (int i = 0; i < 4; i++) {
    const ptl_setting settings[] = {
        {"run.integrator", names[i]}, {"run.until", "1 turn of shaft"}, {"run.every", "0.1 s"}};
    result r = run_model("geneva", settings, 3);
    const ptl_counters *c = &r.summary.counters;
    angle[i] = value(&r, r.trace.n - 1, "wheel.angle");
    assert_int_equal(c->steps, c->dop853_steps + c->ida_steps);
    assert_true((i < 2) == (c->dop853_steps > 0));
    assert_true((i == 1) == (c->ida_steps == 0));
    assert_near(angle[i], angle[0], 1e-6);
    drop(&r);
  }
  assert_true(angle[2] == angle[3]);
}

/* Three cranks carry a bar, one more than it needs: how its weight is shared among them, and so
 * what friction they make, is for the compliance of the DAE to say. Expected: dop853 is refused
 * before the first step, with the joint and what to take instead; auto takes IDA. */
static void dop853_refuses_what_is_not_for_it(void **state) {
  static const char *const names[] = {"dop853", "auto"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    const ptl_setting settings[] = {
        {"run.integrator", names[i]},
        {"run.until", "0.1 s"},
        {"joints.left_foot.radius", "5 mm"},
        {"joints.left_foot.friction", "{law: coulomb, coefficient: 0.1}"}};
    ptl_mechanism *m;
    ptl_system *s;
    ptl_summary sum;
    must(context,
         ptl_mechanism_load(context, PINTLE_MODELS "/parallelogram.yaml", settings, 4, &m));
    must(context, ptl_assemble(m, &s));
    ptl_mechanism_destroy(m);
    assert_int_equal(ptl_simulate(context, s, NULL, NULL, &sum), i == 0 ? PTL_ERR_INPUT : PTL_OK);
    if (i == 0) {
      assert_non_null(strstr(ptl_context_message(context), "forces of 'left_foot' depend"));
      assert_non_null(strstr(ptl_context_message(context), "use auto or ida"));
    }
    assert_int_equal(sum.counters.dop853_steps, 0);
    ptl_summary_release(context, &sum);
    ptl_system_destroy(s);
  }
}

static const char *const pin =
    "pintle: 1\n"
    "gravity: [0, 0]\n"
    "bodies:\n"
    "  ball: {mass: 1 kg, inertia: 1e-3 kg m^2, velocity: [1 m/s, 0]}\n"
    "joints:\n"
    "  hinge: {type: revolute, bodies: [ground, ball], at: [0, 0], clearance: 1e-19 m,\n"
    "          radius: 2 m, contact: law}\n"
    "contacts:\n"
    "  law: {elastic: {law: power, stiffness: 1e6 N/m^1.5, exponent: 1.5}}\n"
    "run: {until: 0.5 s, rtol: 1e-8, start: given}\n";

static ptl_status run_pin(const char *integrator, const char *clearance, const char *stiffness,
                          ptl_summary *sum) {
  const ptl_setting settings[] = {{"run.integrator", integrator},
                                  {"joints.hinge.clearance", clearance},
                                  {"contacts.law.elastic.stiffness", stiffness},
                                  {"run.until", "2 s"}};
  ptl_mechanism *m = mechanism_of(context, pin, settings, 4);
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  ptl_mechanism_destroy(m);
  ptl_status status = ptl_simulate(context, s, NULL, NULL, sum);
  ptl_system_destroy(s);
  return status;
}

/* A pin with 1e-19 m of clearance at 1 m/s, which bounces to and fro in its bearing. Expected: a
 * run that ends, with the depth at which the contact has taken up the energy, (5/4 m
 * v^2/K)^(2/5). */
static void next_to_no_clearance_is_no_hindrance(void **state) {
  static const char *const names[] = {"auto", "ida"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    ptl_summary sum;
    must(context, run_pin(names[i], "1e-19 m", "1e6", &sum));
    assert_near(sum.gaps[0].deepest, pow(1.25e-6, 0.4), 1e-6 * pow(1.25e-6, 0.4));
    ptl_summary_release(context, &sum);
  }
}

/* A contact of 1e40 N/m^1.5 that is struck after 1 s lasts less than rounding of the time.
 * Expected: an error that names the time and the joint, whichever integrator it is, and no run
 * without end. */
static void steps_that_do_not_move_time_end_the_run(void **state) {
  static const char *const names[] = {"auto", "dop853", "ida"};
  (void)state;
  for (int i = 0; i < 3; i++) {
    ptl_summary sum;
    assert_int_equal(run_pin(names[i], "1 m", "1e40", &sum), PTL_ERR_SIMULATION);
    const char *message = ptl_context_message(context);
    assert_non_null(strstr(message, "t = 1 s"));
    assert_non_null(strstr(message, "hinge"));
    if (i == 2) assert_non_null(strstr(message, "steps of ida have not moved time"));
    assert_true(sum.counters.steps < 3000);
    ptl_summary_release(context, &sum);
  }
}

static void friction_that_slides_is_not_left_to_ida(void **state) {
  static const ptl_setting settings[] = {{"run.until", "1 ms"}};
  (void)state;
  result r = run_model("slider_crank_friction", settings, 1);
  assert_true(r.summary.counters.steps > 0);
  assert_int_equal(r.summary.counters.dop853_steps, r.summary.counters.steps);
  drop(&r);
}

static void an_unknown_integrator_is_refused(void **state) {
  ptl_mechanism *m = ptl_mechanism_create(context);
  ptl_run_def run = ptl_run_default();
  (void)state;
  assert_int_equal(run.integrator, PTL_INTEGRATOR_AUTO);
  run.integrator = (ptl_integrator)7;
  assert_int_equal(ptl_mechanism_set_run(m, &run), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "must be auto, ida or dop853"));
  ptl_mechanism_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_integrator_asked_for_does_it_all),
      cmocka_unit_test(dop853_refuses_what_is_not_for_it),
      cmocka_unit_test(next_to_no_clearance_is_no_hindrance),
      cmocka_unit_test(steps_that_do_not_move_time_end_the_run),
      cmocka_unit_test(friction_that_slides_is_not_left_to_ida),
      cmocka_unit_test(an_unknown_integrator_is_refused),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
