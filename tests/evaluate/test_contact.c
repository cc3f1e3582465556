/* test_contact.c: forces at gaps and how they change; friction that gives no number. Expected:
 * closed forms of the law, and of a pin on a straight wall. */
#include "support.h"

#include <limits.h>

#include "contact.h"
#include "data.h"
#include "forces.h"
#include "friction.h"
#include "gap.h"
#include "registry.h"
#include "state.h"

/* A ball that presses on the outer wall of a slot along y, by 20 um and going on: depth x - 1 mm,
 * rate vx. */
static const char *const pressed =
    "pintle: 1\n"
    "bodies:\n"
    "  ball: {mass: 1 kg, inertia: 1e-3 kg m^2, position: [-1.02 mm, 0], velocity: [-0.3 m/s, 0.2 "
    "m/s]}\n"
    "joints:\n"
    "  wall:\n"
    "    type: pin_in_slot\n"
    "    slot: {body: ground, line: {from: [0, -1], to: [0, 1]}}\n"
    "    pin: {body: ball, at: [0, 0], radius: 10 mm}\n"
    "    clearance: 1 mm\n"
    "    contact: law\n"
    "contacts:\n"
    "  law: {elastic: {law: power, stiffness: 1e9, exponent: 1.5}, damping: {law: hunt_crossley, "
    "alpha: 0.4}, friction: {law: FRICTION, coefficient: 0.3}}\n"
    "run: {until: 1 ms, start: given}\n";

static ptl_system *system_with(ptl_context *context, const char *friction) {
  const ptl_setting setting = {"contacts.law.friction.law", friction};
  return system_of(context, pressed, &setting, 1);
}

static double force_error(ptl_data *data, int gap, const ptl_gap_eval *gaps, const double *y,
                          const double *error) {
  ptl_contact_out law = {0};
  if (gaps[gap].depth > 0.0)
    assert_int_equal(ptl_eval_contact_law(data, PTL_CONTACT_BY_STATE, gap, gaps[gap].depth,
                                          gaps[gap].rate, &law),
                     0);
  return ptl_eval_force_error(data, gap, &law, gaps[gap].gradient, y, error);
}

/* Hunt and Crossley: F = K d^n (1 + 1.5 alpha v). Expected: |F_d delta| + |F_v epsilon| for an
 * error delta of x and epsilon of vx, each alone and both; errors along the wall and of the angle
 * change nothing. */
static void force_error_of_one_damped_impact(void **state) {
  static const double errors[4][2] = {{1e-9, 0.0}, {0.0, 1e-5}, {-2e-9, 3e-5}, {2e-9, 3e-5}};
  const double K = 1e9, n = 1.5, a = 1.5 * 0.4, d = 2e-5, v = 0.3;
  ptl_system *s = system_with(*state, "coulomb");
  ptl_data *data;
  must(*state, ptl_data_create(*state, s, &data));
  double y[6], error[6] = {0.0, 1e-3, 1e-3, 0.0, 1e-3, 1e-3};
  memcpy(y, s->q0, sizeof(double) * 3);
  memcpy(y + 3, s->v0, sizeof(double) * 3);
  ptl_data_set_state(data, 0.0, y, y + 3);
  ptl_gap_eval gaps[PTL_MAX_GAPS];
  ptl_eval_contacts(data, PTL_CONTACT_BY_DEPTH, 0, y, y + 3, gaps);
  int touching = gaps[0].depth > 0.0 ? 0 : 1;
  assert_near(gaps[touching].depth, d, 1e-15);
  assert_near(gaps[touching].rate, v, 1e-15);
  assert_near(gaps[touching].force, K * pow(d, n) * (1.0 + a * v), 1e-9);
  for (int i = 0; i < 4; i++) {
    error[0] = errors[i][0];
    error[3] = errors[i][1];
    double by_depth = n * K * pow(d, n - 1.0) * (1.0 + a * v) * fabs(errors[i][0]);
    double by_rate = K * pow(d, n) * a * fabs(errors[i][1]);
    assert_near(force_error(data, touching, gaps, y, error), by_depth + by_rate,
                1e-12 * (by_depth + by_rate));
    assert_true(force_error(data, 1 - touching, gaps, y, error) == 0.0);
  }
  ptl_data_destroy(data);
  ptl_system_destroy(s);
}

/* ---------------------------------------------------------------- friction that gives no number */

static int force_calls, fail_from, state_is_wrong;

static void faulty_friction(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  int fails = ++force_calls >= fail_from;
  out->force =
      fails && !state_is_wrong ? NAN : c[0] * in->normal_force * tanh(in->slip_rate / 0.01);
  out->d_slip = NAN;
  out->rate[0] = fails && state_is_wrong ? INFINITY : in->slip_rate - in->state[0];
}

static double stick_speed(const double *c) {
  (void)c;
  return 0.01;
}

static void steady(const double *c, double slip_rate, double *state) {
  (void)c;
  state[0] = slip_rate;
}

static const ptl_param coefficient[] = {
    {"coefficient", "1", 0.3, 0, INFINITY, "mu", 0, PTL_NUMBER, NULL}, {0}};
static const ptl_friction_law faulty = {.name = "faulty",
                                        .doc = {"Faulty", "F = mu N", "this test", "not for use"},
                                        .params = coefficient,
                                        .n_states = 1,
                                        .force = faulty_friction,
                                        .stick_speed = stick_speed,
                                        .steady = steady};

/* Expected: a force, or the rate of an inner state, that is no finite number is refused where the
 * law is asked, in the sum of the forces, and by a run, which says so and when. */
static void friction_without_a_number_is_refused(void **state) {
  must(*state, ptl_registry_add(*state, PTL_FRICTION, &faulty, "test"));
  for (state_is_wrong = 0; state_is_wrong < 2; state_is_wrong++) {
    fail_from = INT_MAX;
    ptl_system *s = system_with(*state, "faulty");
    ptl_data *data;
    ptl_summary sum;
    must(*state, ptl_data_create(*state, s, &data));
    ptl_data_set_state(data, 0.0, s->q0, s->v0);
    assert_int_equal(ptl_eval_friction(data, 0, 0.2, 100.0), 0);
    assert_int_equal(ptl_eval_forces(data, s->q0, s->v0, NULL), 0);
    fail_from = 0;
    assert_int_equal(ptl_eval_friction(data, 0, 0.2, 100.0), 1);
    assert_int_equal(ptl_eval_forces(data, s->q0, s->v0, NULL), 1);
    ptl_data_destroy(data);
    fail_from = force_calls + 200;
    assert_int_equal(ptl_simulate(*state, s, NULL, NULL, &sum), PTL_ERR_SIMULATION);
    if (strstr(ptl_context_message(*state), "at t = ") == NULL)
      fail_msg("no time in: %s", ptl_context_message(*state));
    assert_int_equal(sum.complete, 0);
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(s);
  }
}

/* A law that goes by a reference speed v: F = K d^1.5 (1 + eps rate/v). Expected: v is the speed at
 * touch up to 1.25 of it, then the rate less a quarter of that speed, and d_rate is the slope of
 * the force with v going along; within a step v stays what it is until its state says that it
 * rises. */
static void reference_speed_follows_the_rate(void **state) {
  const ptl_setting settings[] = {
      {"contacts.law.friction.law", "coulomb"},
      {"contacts.law.damping", "{law: hunt_crossley, restitution: 0.6}"}};
  const double K = 1e9, eps = 1.5 * 0.4, touch = 0.1, depth = 2e-5, elastic = K * pow(depth, 1.5);
  ptl_system *s = system_of(*state, pressed, settings, 2);
  ptl_data *data;
  must(*state, ptl_data_create(*state, s, &data));
  data->gaps[0] = (ptl_gap_state){.touching = 1, .touch_speed = touch, .reference_speed = touch};
  for (double rate = -0.3; rate < 0.31; rate += 0.05) {
    double v = fmax(touch, fabs(rate) - 0.25 * touch), slope = elastic * eps / v;
    if (v > touch) slope *= 1.0 - fabs(rate) / v;
    ptl_contact_out out;
    double force;
    for (int rule = PTL_CONTACT_BY_DEPTH; rule <= PTL_CONTACT_BY_STATE; rule++) {
      assert_int_equal(ptl_eval_contact_law(data, (ptl_contact_rule)rule, 0, depth, rate, &out), 0);
      assert_near(out.force, fmax(0.0, elastic * (1.0 + eps * rate / v)), 1e-12 * elastic);
      if (out.force > 0.0) assert_near(out.d_rate, slope, 1e-7 * elastic / touch);
      assert_int_equal(ptl_eval_contact_force(data, (ptl_contact_rule)rule, 0, depth, rate, &force),
                       0);
      assert_true(force == out.force);
    }
    data->gaps[0].is_raised = 0;
    assert_int_equal(ptl_eval_contact_law(data, PTL_CONTACT_IN_STEP, 0, depth, rate, &out), 0);
    assert_near(out.force, fmax(0.0, elastic * (1.0 + eps * rate / touch)), 1e-12 * elastic);
    data->gaps[0].is_raised = 1;
    assert_int_equal(ptl_eval_contact_law(data, PTL_CONTACT_IN_STEP, 0, depth, rate, &out), 0);
    assert_near(out.force, fmax(0.0, elastic * (1.0 + eps * rate / v)), 1e-12 * elastic);
  }
  ptl_data_destroy(data);
  ptl_system_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(force_error_of_one_damped_impact),
      cmocka_unit_test(reference_speed_follows_the_rate),
      cmocka_unit_test(friction_without_a_number_is_refused),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
