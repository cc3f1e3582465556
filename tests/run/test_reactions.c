/* Reactions in rows where they are hard to find: near singular positions, in redundant mechanisms,
 * and where friction multiplies its own cause. Expected values: closed forms. */
#include "model_run.h"

/* Three cranks (1 kg, l = 0.5 m, uniform) carry a bar of 4 kg in translation: one coordinate u, the
 * cranks' angle, with (3 l^2/3 + 4 l^2) u'' = -g (3 l/2 + 4 l) cos u. The momentum of all is p = (3
 * l/2 + 4 l) u', along the circle, so that the feet carry together R = p' + 7 kg g, each of them a
 * third by symmetry, and there is nothing singular about that at the flat positions u = 0 and pi,
 * through which the mechanism swings every half turn. */
static void feet_share_the_load_through_flat_positions(void **state) {
  (void)state;
  static const char *const feet[] = {"left_foot", "middle_foot", "right_foot"};
  static const char *const integrators[] = {"auto", "ida"};
  const double g = 9.81, reduced = 1.25, first = 2.75, start = 80.0 * pi / 180.0;
  for (int k = 0; k < 2; k++) {
    const ptl_setting settings[] = {{"run.rtol", "1e-7"},
                                    {"run.every", "0.5 ms"},
                                    {"run.until", "3.5 s"},
                                    {"run.integrator", integrators[k]}};
    result r = run_model("parallelogram", settings, 4);
    double strongest = 0.0;
    int angle = column_of(r.system, "left.angle"), rate = column_of(r.system, "left.omega");
    int fx[3], fy[3];
    for (int f = 0; f < 3; f++) {
      char name[64];
      snprintf(name, sizeof name, "%s.fx", feet[f]);
      fx[f] = column_of(r.system, name);
      snprintf(name, sizeof name, "%s.fy", feet[f]);
      fy[f] = column_of(r.system, name);
    }
    for (int i = 0; i < r.trace.n; i++) {
      double u = rows_at(&r.trace, i, angle), w = rows_at(&r.trace, i, rate);
      double faster = -g * first / reduced * cos(u);
      double x = first * (-faster * sin(u) - w * w * cos(u));
      double y = first * (faster * cos(u) - w * w * sin(u)) + 7.0 * g;
      for (int f = 0; f < 3; f++) {
        double px = fabs(rows_at(&r.trace, i, fx[f])), py = fabs(rows_at(&r.trace, i, fy[f]));
        assert_near(px, fabs(x) / 3.0, 0.05);
        assert_near(py, fabs(y) / 3.0, 0.05);
        strongest = fmax(strongest, hypot(px, py));
      }
    }
    /* at the bottom u' ^2 = 2 g first/reduced (1 + sin start) */
    double lowest = first * 2.0 * g * first / reduced * (1.0 + sin(start)) + 7.0 * g;
    assert_near(strongest, lowest / 3.0, 0.01);
    drop(&r);
  }
}

/* A trammel: a slider of 1 kg along x with friction (mu = 1), a light rod of length 1, a slider
 * along y whose driver makes x = 0.8 - t + 0.4 t^2 (SI). The rod's thrust along x is X, its part
 * across X tan(u), tan(u) = y/x, which the guide carries as N = |X| tan(u). Sliding inwards, 0.8 =
 * X + N: N = 0.8 tan(u)/(1 + tan(u)), the only solution until tan(u) = 1; beyond there is a second
 * one, with the rod pulling (Painleve). The motion goes on along the first. */
static const char *const trammel =
    "pintle: 1\n"
    "bodies:\n"
    "  s1: {mass: 1, inertia: 0.01, position: [0.8, 0], velocity: [-1.0, 0]}\n"
    "  s2: {mass: 1, inertia: 0.01, position: [0, 0.6], velocity: [0, 1.33333333333333]}\n"
    "  rod: {mass: 1e-6, inertia: 1e-7, position: [0.4, 0.3]}\n"
    "joints:\n"
    "  g1: {type: translational, bodies: [ground, s1], axis: [1, 0],\n"
    "       friction: {law: coulomb, coefficient: 1.0}}\n"
    "  g2: {type: translational, bodies: [ground, s2], at: [[0, 0], [0, 0]], axis: [[0, 1], [0, "
    "1]]}\n"
    "  p1: {type: revolute, bodies: [s1, rod], at: [0.8, 0]}\n"
    "  p2: {type: revolute, bodies: [s2, rod], at: [0, 0.6]}\n"
    "  drive: {type: motion, joint: g2,\n"
    "    position: '1 m*sqrt(1 - (0.8 - 1.0*time/(1 s) + 0.4*(time/(1 s))^2)^2)'}\n"
    "run: {until: 0.6, every: 0.006}\n";

static void friction_that_multiplies_its_cause(void **state) {
  ptl_system *system = system_of(*state, trammel, NULL, 0);
  rows trace;
  memset(&trace, 0, sizeof trace);
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  must(*state, ptl_simulate(*state, system, NULL, &sink, &sum));
  int normal = column_of(system, "g1.fy"), ax = column_of(system, "s1.ax");
  for (int i = 0; i < trace.n; i++) {
    double t = rows_at(&trace, i, 0), x = 0.8 - t + 0.4 * t * t, tangent = sqrt(1.0 - x * x) / x;
    assert_near(fabs(rows_at(&trace, i, normal)), 0.8 * tangent / (1.0 + tangent), 2e-4);
    assert_near(rows_at(&trace, i, ax), 0.8, 1e-4);
  }
  assert_true(sum.ambiguous_rows > 0);
  assert_string_equal(sum.ambiguous_joint, "g1");
  assert_near(sum.ambiguous_since, (1.0 - sqrt(1.0 - 1.6 * (0.8 - sqrt(0.5)))) / 0.8, 0.0061);
  ptl_summary_release(*state, &sum);
  rows_release(&trace);
  ptl_system_destroy(system);
}

/* The same rows whatever their number: reactions follow from the state alone. */
static void reactions_do_not_depend_on_every(void **state) {
  double first = NAN;
  for (int k = 0; k < 3; k++) {
    static const char *const every[] = {"0.3", "0.006", "0.0005"};
    const ptl_setting settings[] = {{"run.every", every[k]}};
    ptl_system *system = system_of(*state, trammel, settings, 1);
    rows trace;
    memset(&trace, 0, sizeof trace);
    ptl_sink sink = rows_sink(&trace);
    ptl_summary sum;
    must(*state, ptl_simulate(*state, system, NULL, &sink, &sum));
    double last = rows_at(&trace, trace.n - 1, column_of(system, "g1.fy"));
    if (k == 0) first = last;
    assert_near(last, first, 1e-12);
    ptl_summary_release(*state, &sum);
    rows_release(&trace);
    ptl_system_destroy(system);
  }
}

static int open_context(void **state) {
  set_up(state);
  *state = context;
  return context == NULL;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(feet_share_the_load_through_flat_positions),
      cmocka_unit_test(friction_that_multiplies_its_cause),
      cmocka_unit_test(reactions_do_not_depend_on_every),
  };
  return cmocka_run_group_tests(tests, open_context, tear_down);
}
