/* Bodies without mass or inertia. Expected values: the same mechanism with a distance in place of
 * the body, the limit of small masses, a pendulum's and a lever's closed forms, conserved energy.
 * Each is run by both integrators. */
#include <math.h>

#include "text_run.h"

static const char *const integrators[] = {"dop853", "ida"};

static outcome run_of(ptl_context *context, const char *text, const char *integrator) {
  const ptl_setting settings[] = {{"run.integrator", integrator}, {"run.rtol", "1e-9"}};
  return run_text(context, text, settings, 2);
}

/* A four-bar whose coupler, here left out, has the length 0.45 m. */
#define FOUR_BAR(coupler)                                                              \
  "pintle: 1\ngravity: [0, -9.81]\n"                                                   \
  "bodies:\n"                                                                          \
  "  crank: {mass: 1, inertia: 0.02, com: [0.1, 0]}\n" coupler                         \
  "  rocker: {mass: 2, inertia: 0.05, com: [0.15, 0], position: [0.5, 0], angle: 2}\n" \
  "joints:\n"                                                                          \
  "  a: {type: revolute, bodies: [ground, crank], at: [[0, 0], [0, 0]]}\n"             \
  "  d: {type: revolute, bodies: [ground, rocker], at: [[0.5, 0], [0, 0]]}\n"

#define PINS                                                                  \
  "  b: {type: revolute, bodies: [crank, coupler], at: [[0.2, 0], [0, 0]]}\n" \
  "  c: {type: revolute, bodies: [coupler, rocker], at: [[0.45, 0], [0.3, 0]]}\n"

#define RUN "start: {a: {angle: 70 deg}}\nrun: {until: 1 s, every: 0.1 s}\n"

static const char without_coupler[] =
    FOUR_BAR("") "  c: {type: distance, bodies: [crank, rocker], at: [[0.2, 0], [0.3, 0]], "
                 "length: 0.45}\n" RUN;

static void write_coupler(char *text, size_t size, double mass) {
  snprintf(text, size, FOUR_BAR("  coupler: {mass: %g, inertia: %g, com: [0.2, 0.05]}\n") PINS RUN,
           mass, mass);
}

static void a_coupler_without_mass_is_a_distance(void **state) {
  static const char *const columns[] = {"crank.angle", "rocker.omega", "crank.alpha", "a.fx",
                                        "d.fy"};
  char text[2048];
  write_coupler(text, sizeof text, 0.0);
  for (int i = 0; i < 2; i++) {
    outcome rod = run_of(*state, text, integrators[i]);
    outcome distance = run_of(*state, without_coupler, integrators[i]);
    for (int row = 0; row < rod.trace.n; row++) {
      for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
        assert_near(at_row(&rod, row, columns[c]), at_row(&distance, row, columns[c]), 2e-5);
      assert_near(at_row(&rod, row, "b.fx"), at_row(&rod, row, "c.fx"),
                  1e-8); /* a rod of two forces */
      assert_near(at_row(&rod, row, "b.fx") * sin(at_row(&rod, row, "coupler.angle")),
                  at_row(&rod, row, "b.fy") * cos(at_row(&rod, row, "coupler.angle")), 1e-8);
      assert_near(at_row(&rod, row, "energy.balance"), 0.0, 1e-6);
    }
    release(*state, &rod);
    release(*state, &distance);
  }
}

/* Small masses change the motion by what is proportional to them. */
static void it_is_the_limit_of_small_masses(void **state) {
  static const char *const columns[] = {"coupler.alpha", "coupler.ay", "c.fx"};
  static const double masses[] = {0.0, 1e-4, 1e-5};
  char text[2048];
  outcome out[3];
  for (int i = 0; i < 3; i++) {
    write_coupler(text, sizeof text, masses[i]);
    out[i] = run_of(*state, text, "dop853");
  }
  for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
    const double limit = at_row(&out[0], 3, columns[c]), larger = at_row(&out[1], 3, columns[c]);
    const double smaller = at_row(&out[2], 3, columns[c]);
    assert_true(fabs(larger - limit) < 0.02 * fabs(limit) && larger != limit);
    assert_near((larger - limit) / (smaller - limit), 10.0, 0.1);
  }
  for (int i = 0; i < 3; i++) release(*state, &out[i]);
}

/* A point of mass on a rod without: a = -g/l sin(angle), w^2 l/2 = g (cos(angle) - cos(start)); the
 * rod's pull m (g cos + l w^2). */
static void a_point_swings_on_a_rod(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -9.81]\n"
      "bodies:\n"
      "  rod: {mass: 0, inertia: 0, angle: 1}\n"
      "  bob: {mass: 2, inertia: 0, position: [0.5*sin(1), -0.5*cos(1)]}\n"
      "joints:\n"
      "  pivot: {type: revolute, bodies: [ground, rod], at: [[0, 0], [0, 0]]}\n"
      "  end: {type: fixed, bodies: [rod, bob], at: [[0, -0.5], [0, 0]]}\n"
      "run: {until: 1 s, every: 0.1 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, integrators[i]);
    for (int row = 0; row < out.trace.n; row++) {
      const double a = at_row(&out, row, "rod.angle"), w = at_row(&out, row, "rod.omega");
      assert_near(at_row(&out, row, "rod.alpha"), -9.81 / 0.5 * sin(a), 1e-6);
      assert_near(0.25 * w * w, 9.81 * (cos(a) - cos(1.0)), 1e-6);
      assert_near(at_row(&out, row, "pivot.fx"), -2.0 * (9.81 * cos(a) + 0.5 * w * w) * sin(a),
                  1e-5);
    }
    assert_true(fabs(last(&out, "rod.angle") - 1.0) > 0.1);
    release(*state, &out);
  }
}

/* A moment on a lever without mass moves what is welded to its end: T = (J + m r^2) alpha. */
static void forces_pass_through(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "bodies:\n"
      "  lever: {mass: 0, inertia: 0}\n"
      "  weight: {mass: 5, inertia: 0.3, position: [0.4, 0]}\n"
      "joints:\n"
      "  pivot: {type: revolute, bodies: [ground, lever], at: [[0, 0], [0, 0]]}\n"
      "  end: {type: fixed, bodies: [lever, weight], at: [0.4, 0]}\n"
      "loads: {turn: {body: lever, torque: 3}}\n"
      "run: {until: 0.5 s, every: 0.1 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, integrators[i]);
    assert_near(last(&out, "lever.alpha"), 3.0 / (0.3 + 5.0 * 0.16), 1e-8);
    assert_near(last(&out, "end.moment"), 0.3 * last(&out, "weight.alpha"), 1e-8);
    assert_near(last(&out, "energy.balance"), 0.0, 1e-7);
    release(*state, &out);
  }
}

/* A chain of points of mass between links without: distances in their place. */
#define CHAIN 6
static void a_light_chain_swings(void **state) {
  char links[4096] = "pintle: 1\ngravity: [0, -9.81]\nbodies:\n", distances[4096];
  char joints[4096] = "joints:\n", others[4096] = "joints:\n";
  size_t n;
  strcpy(distances, links);
  for (int i = 0; i < CHAIN; i++) {
    n = strlen(links);
    snprintf(links + n, sizeof links - n,
             "  link%d: {mass: 0, inertia: 0, position: [%g, 0]}\n"
             "  point%d: {mass: 0.2, inertia: 1e-3, position: [%g, 0]}\n",
             i, 0.1 * i, i, 0.1 * (i + 1));
    n = strlen(distances);
    snprintf(distances + n, sizeof distances - n,
             "  point%d: {mass: 0.2, inertia: 1e-3, position: [%g, 0]}\n", i, 0.1 * (i + 1));
    char before[16] = "ground";
    if (i > 0) snprintf(before, sizeof before, "point%d", i - 1);
    n = strlen(joints);
    snprintf(joints + n, sizeof joints - n,
             "  a%d: {type: revolute, bodies: [%s, link%d], at: [[0, 0], [0, 0]]}\n"
             "  b%d: {type: revolute, bodies: [link%d, point%d], at: [[0.1, 0], [0, 0]]}\n",
             i, before, i, i, i, i);
    n = strlen(others);
    snprintf(others + n, sizeof others - n,
             "  d%d: {type: distance, bodies: [%s, point%d], at: [[0, 0], [0, 0]], length: 0.1}\n",
             i, before, i);
  }
  static const char run[] = "run: {until: 0.3 s, every: 0.1 s}\n";
  strcat(strcat(links, joints), run);
  strcat(strcat(distances, others), run);
  for (int i = 0; i < 2; i++) {
    outcome a = run_of(*state, links, integrators[i]),
            b = run_of(*state, distances, integrators[i]);
    assert_true(last(&a, "point5.y") < -0.1);
    assert_near(last(&a, "point5.x"), last(&b, "point5.x"), 1e-6);
    assert_near(last(&a, "point2.vy"), last(&b, "point2.vy"), 1e-5);
    assert_near(last(&a, "energy.balance"), 0.0, 1e-6);
    release(*state, &a);
    release(*state, &b);
  }
}

static ptl_status refusal(ptl_context *context, const char *text) {
  ptl_mechanism *m = NULL;
  ptl_system *system = NULL;
  ptl_status status = ptl_mechanism_parse(context, text, strlen(text), "text", NULL, 0, &m);
  if (status == PTL_OK) status = ptl_assemble(m, &system);
  ptl_mechanism_destroy(m);
  return status;
}

static void what_must_have_a_mass(void **state) {
  static const struct {
    const char *text, *message;
    ptl_status status;
  } cases[] = {
      {"pintle: 1\nbodies: {ball: {mass: 0, inertia: 0}, other: {mass: 1, inertia: 1}}\n",
       "body 'ball' has no mass", PTL_ERR_UNFIT},
      {"pintle: 1\nbodies: {ball: {mass: 1, inertia: 0}}\n", "body 'ball' has no inertia",
       PTL_ERR_UNFIT},
      {"pintle: 1\nbodies: {ball: {mass: 0, inertia: 0}, other: {mass: 1, inertia: 1}}\n"
       "joints: {rail: {type: translational, bodies: [other, ball], axis: [1, 0]}}\n"
       "forces: {spring: {type: spring_damper, bodies: [other, ball], at: [[0, 1], [0, 0]], "
       "stiffness: 10}}\n",
       "body 'ball' has no mass", PTL_ERR_UNFIT},
      {"pintle: 1\nbodies: {ball: {mass: 0, inertia: 0}}\n", "no body has a mass", PTL_ERR_INPUT},
      {"pintle: 1\nbodies: {ball: {mass: -1, inertia: 0}}\n", "mass", PTL_ERR_INPUT}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(refusal(*state, cases[i].text), cases[i].status);
    if (strstr(ptl_context_message(*state), cases[i].message) == NULL)
      fail_msg("%s: %s", cases[i].message, ptl_context_message(*state));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_coupler_without_mass_is_a_distance),
                                     cmocka_unit_test(it_is_the_limit_of_small_masses),
                                     cmocka_unit_test(a_point_swings_on_a_rod),
                                     cmocka_unit_test(forces_pass_through),
                                     cmocka_unit_test(a_light_chain_swings),
                                     cmocka_unit_test(what_must_have_a_mass)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
