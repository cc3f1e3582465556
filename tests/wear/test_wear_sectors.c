/* Sectors of surfaces that slide under a constant load at a constant rate. Expected: dV = k F |ds|,
 * so that every place that is slid over n times has lost the depth n k F/L, however long the steps
 * of the run are against a sector. */
#include "support.h"

static const char *const integrators[] = {"auto", "ida"};

/* The law is soft, so that a step goes over many sectors. */
#define HEAD                                                                      \
  "pintle: 1\n"                                                                   \
  "gravity: [0, -10]\n"                                                           \
  "contacts: {soft: {elastic: {law: power, stiffness: 2000 N/m, exponent: 1}}}\n" \
  "run: {until: 0.5 s, every: 10 ms, start: equilibrium}\n"                       \
  "bodies:\n"                                                                     \
  "  carriage: {mass: 1 kg, inertia: 0.01, position: [0, 0.02]}\n"                \
  "  b: {mass: 2 kg, inertia: 0.01, position: [0, 0.02]}\n"                       \
  "joints:\n"                                                                     \
  "  rail: {type: translational, bodies: [ground, carriage], at: [[0, 0], [0, 0]]}\n"

static const char *const flat = HEAD
    "  drive: {type: motion, joint: rail, rate: 1 m/s}\n"
    "  upright: {type: translational, bodies: [carriage, b], axis: [0, 1]}\n"
    "  c: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]}, circle: {body: b, "
    "radius: 0.02}, contact: soft, wear: {coefficient: 1e-13, length: 20 mm}}\n";

static const char *const round_one = HEAD
    "  drive: {type: motion, joint: rail, rate: 0 m/s}\n"
    "  c: {type: revolute, bodies: [carriage, b], at: [[0, 0], [0, 0]], radius: 50 mm, clearance: "
    "10 mm, contact: soft, wear: {coefficient_b: 1e-13, length: 20 mm, sectors: 1440}}\n"
    "  spin: {type: motion, bodies: [ground, b], at: [[0, 0], [0, 0]], along: angle, rate: 20 "
    "rad/s}\n";

static ptl_summary run(ptl_context *context, const char *text, const char *integrator,
                       ptl_system **system) {
  const ptl_setting settings[] = {{"run.integrator", integrator}};
  ptl_summary sum;
  *system = system_of(context, text, settings, 1);
  must(context, ptl_simulate(context, *system, NULL, NULL, &sum));
  return sum;
}

/* F = 20 N over 0.5 m: 10 J, in the sectors that lie wholly on the way F times their width. Places
 * count along the normal of the wall turned by 90 deg, here against x. */
static void a_wall_loses_the_same_everywhere(void **state) {
  for (int i = 0; i < 2; i++) {
    ptl_system *s;
    ptl_summary sum = run(*state, flat, integrators[i], &s);
    const ptl_wear_summary *w = &sum.wears[0];
    const ptl_wear_surface *wall = &w->surfaces[0];
    const double depth = 1e-13 * 20.0 / 0.02;
    double most = 0.0;
    int inside = 0;
    assert_int_equal(wall->shape, PTL_WEAR_FLAT);
    assert_near(wall->work, 10.0, 1e-6);
    for (int k = 0; k < wall->n_sectors; k++) {
      const double from = wall->first + (k - 0.5) * wall->width, to = from + wall->width;
      const double own = fmax(0.0, fmin(to, 0.0) - fmax(from, -0.5));
      assert_near(wall->works[k], 20.0 * own, 1e-6);
      assert_near(wall->force_works[k], 400.0 * own, 2e-5);
      most = fmax(most, ptl_wear_sector_depth(w, 0, k));
      inside += from > -0.5 && to < 0.0;
    }
    assert_true(inside > 20);
    assert_near(most, depth, 1e-6 * depth);
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(s);
  }
}

/* By 10 rad = 1.59 turns: the direction of the load goes over each sector of the journal once or
 * twice, from -90 deg against the turn. Between the two a sector shares with its neighbours. */
static void a_journal_loses_the_same_all_around(void **state) {
  const double pi = acos(-1.0), twice = 10.0 - 2.0 * pi;
  for (int i = 0; i < 2; i++) {
    ptl_system *s;
    ptl_summary sum = run(*state, round_one, integrators[i], &s);
    const ptl_wear_summary *w = &sum.wears[0];
    const ptl_wear_surface *journal = &w->surfaces[1];
    assert_int_equal(journal->n_sectors, 1440);
    assert_near(journal->work, 20.0 * 0.04 * 10.0, 1e-6);
    for (int k = 0; k < journal->n_sectors; k++) {
      double back = -0.5 * pi - k * journal->width; /* how far it has turned when this is below */
      back -= 2.0 * pi * floor(back / (2.0 * pi));
      if (back < 2.0 * journal->width || fabs(back - twice) < 2.0 * journal->width ||
          back > 2.0 * pi - 2.0 * journal->width)
        continue;
      const double depth = (back < twice ? 2.0 : 1.0) * 1e-13 * 20.0 / 0.02;
      assert_near(ptl_wear_sector_depth(w, 1, k), depth, 1e-6 * depth);
    }
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_wall_loses_the_same_everywhere),
                                     cmocka_unit_test(a_journal_loses_the_same_all_around)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
