/* Models of clamps and latches: what they hold with, in equilibrium and in motion. */
#include "model_run.h"
#include "pintle_analysis.h"

static double at_rest(const ptl_system *system, const ptl_equilibrium *e, const char *column) {
  const int index = ptl_system_find_column(system, column);
  assert_true(index >= 0);
  return e->columns[index];
}

/* Expected: at u past straight the pad is pressed by 5 mm - 2 l (1 - cos u), and the triangle of
 * forces at the knee asks the stop, at 40 mm, for 2 N l sin u. The run ends there; so does the
 * search from past straight, and on the other side of straight the pad is free. */
static void toggle_clamp_locks(void **state) {
  (void)state;
  result r = run_model("toggle_clamp", NULL, 0);
  const int end = r.trace.n - 1;
  const double u = -0.5 * pi - value(&r, end, "upper.angle");
  const double clamping = 1e5 * (5e-3 - 0.2 * (1.0 - cos(u)));
  const double stop = 2.0 * clamping * 0.1 * sin(u) / 0.04; /* gives way by stop/(2e7 N/m) */
  assert_near(u, pi / 90.0 + stop / 2e7 / 0.04, 1e-7);
  assert_near(fabs(value(&r, end, "pad.force")), clamping, 1e-4 * clamping);
  assert_near(value(&r, end, "top.lower.normal_force"), stop, 1e-3 * stop);
  drop(&r);
  static const char *const leans[] = {"-91 deg", "-88 deg"};
  for (int i = 0; i < 2; i++) {
    const ptl_setting lean = {"parameters.lean", leans[i]};
    ptl_system *system = system_of_model("toggle_clamp", &lean, 1);
    ptl_equilibrium *e;
    must(context, ptl_static(context, system, NULL, &e));
    assert_near(fabs(at_rest(system, e, "pad.force")), i == 0 ? clamping : 0.0, 1e-3);
    ptl_equilibrium_release(context, e);
    ptl_system_destroy(system);
  }
}

/* Expected: with centres 2 tip apart, the moment of the opening spring about the hinge gives the
 * force of the nose, its moment about the hook's pivot, less that of the closing spring, the force
 * of the stop at 30 mm; the stop is free once the pull has that moment. Then the lever rests at the
 * free angle of its spring. */
static void latch_holds_and_lets_go(void **state) {
  (void)state;
  ptl_system *system = system_of_model("latch", NULL, 0);
  ptl_equilibrium *e;
  must(context, ptl_static(context, system, NULL, &e));
  assert_int_equal(e->stability, PTL_STABLE);
  const double lever = e->bodies[0].angle, hook = e->bodies[1].angle;
  const double x = 0.1 * cos(lever), y = 0.1 * sin(lever); /* roller; then nose */
  const double nx = 0.1 + 0.038 * sin(hook), ny = 0.05 - 0.038 * cos(hook);
  const double dx = (x - nx) / hypot(x - nx, y - ny), dy = (y - ny) / hypot(x - nx, y - ny);
  const double force = -10.0 * (pi / 3.0 - lever) / (x * dy - y * dx);
  assert_near(at_rest(system, e, "nose.contact.normal_force"), force, 1e-6);
  const double moment = force * ((nx - 0.1) * dy - (ny - 0.05) * dx); /* holds the hook back */
  const double closing = -(hook + pi / 60.0); /* 1 N m/rad from the placement */
  assert_near(at_rest(system, e, "pivot.lower.normal_force"), (moment - closing) / 0.03, 1e-6);
  ptl_equilibrium_release(context, e);
  ptl_system_destroy(system);
  result r = run_model("latch", NULL, 0);
  double free_at = NAN;
  for (int i = r.trace.n - 1; i >= 0; i--)
    if (value(&r, i, "time") < 0.3 && value(&r, i, "pivot.lower.normal_force") > 0.0) {
      free_at = value(&r, i, "time");
      break;
    }
  assert_near(4.0 * free_at, moment, 0.01 * moment);
  assert_near(value(&r, r.trace.n - 1, "lever.angle"), pi / 3.0, 1e-5);
  drop(&r);
}

/* Where the search passes over the nose, the lever would be found open: it must not go through the
 * hook. */
static void latch_is_not_passed_through(void **state) {
  (void)state;
  static const char *const starts[] = {"ideal", "given", "touching"};
  for (int i = 0; i < 3; i++) {
    const ptl_setting start = {"run.start", starts[i]};
    ptl_system *system = system_of_model("latch", &start, 1);
    ptl_equilibrium *e;
    must(context, ptl_static(context, system, NULL, &e));
    assert_true(e->bodies[0].angle < 0.01);
    ptl_equilibrium_release(context, e);
    ptl_system_destroy(system);
  }
}

/* Expected: on its roller the follower has the stiffness of the contact, 3/2 K d^(1/2), and the
 * spring's, with its own mass alone as the cam is driven; this is far above the speed at which the
 * follower leaves the cam, which is that of the spring's and gravity's force at the top on a mass
 * that is accelerated by -lift/2 Omega^2. */
static void cam_follower_vibrates_on_its_contact(void **state) {
  (void)state;
  ptl_system *system = system_of_model("cam_follower", NULL, 0);
  ptl_modes *m;
  must(context, ptl_modes_find(context, system, NULL, &m));
  const double depth = pow((50.0 + 0.5 * 9.81) / 2e9, 2.0 / 3.0);
  const double natural = sqrt((1.5 * 2e9 * sqrt(depth) + 5e3) / 0.5) / (2.0 * pi);
  double found = 0.0;
  for (int i = 0; i < m->n_modes; i++) found = fmax(found, m->modes[i].natural);
  assert_near(found, natural, 0.01 * natural);
  const double leaves = sqrt((50.0 + 5e3 * 0.02 + 0.5 * 9.81) / (0.5 * 0.01)) / (2.0 * pi);
  assert_true(found > 10.0 * leaves);
  ptl_modes_release(context, m);
  ptl_system_destroy(system);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(toggle_clamp_locks),
      cmocka_unit_test(latch_holds_and_lets_go),
      cmocka_unit_test(latch_is_not_passed_through),
      cmocka_unit_test(cam_follower_vibrates_on_its_contact),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
