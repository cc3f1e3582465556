/* Guides that are placed far from what they guide, and surfaces far from the origin. Expected: a
 * slider that keeps its angle moves alike wherever on its parts the joint is said to be
 * (elementary); its reaction is the same force, and the moment about another point M + r x F. */
#include "one_context.h"

/* A slider on a spring along an arm that falls about a pin. */
static const char text[] =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  arm: {mass: 1, inertia: 0.1, position: [0.5, 0]}\n"
    "  s: {mass: 1, inertia: 0.01, position: [0.7, 0]}\n"
    "joints:\n"
    "  p: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"
    "  g: {type: translational, bodies: [arm, s], at: [%s], axis: [1, 0]}\n"
    "forces:\n"
    "  k: {type: spring_damper, bodies: [arm, s], at: [[0, 0], [0.7, 0]], stiffness: 100}\n"
    "run: {until: 1, every: 1, rtol: 1e-9, limits: {steps: 1e4}}\n";

typedef struct ending {
  double x, y, position, moment, along, across; /* of the force on the slider, in the arm's axes */
} ending;

/* The model's system, and the rows of its run. */
static ptl_system *run_of(const char *model, const ptl_setting *settings, int n, rows *trace) {
  ptl_sink sink = rows_sink(trace);
  ptl_summary sum;
  ptl_system *s = system_of(context, model, settings, n);
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  ptl_summary_release(context, &sum);
  return s;
}

static ending run_at(const char *place, const char *integrator) {
  const ptl_setting settings[] = {{"run.integrator", integrator}};
  char model[2048];
  rows trace = {0};
  snprintf(model, sizeof model, text, place);
  ptl_system *s = run_of(model, settings, 1, &trace);
  const int last = trace.n - 1;
  const double angle = rows_at(&trace, last, column_of(s, "arm.angle")),
               fx = rows_at(&trace, last, column_of(s, "g.fx")),
               fy = rows_at(&trace, last, column_of(s, "g.fy"));
  const ending out = {.x = rows_at(&trace, last, column_of(s, "s.x")),
                      .y = rows_at(&trace, last, column_of(s, "s.y")),
                      .position = rows_at(&trace, last, column_of(s, "g.position")),
                      .moment = rows_at(&trace, last, column_of(s, "g.moment")),
                      .along = cos(angle) * fx + sin(angle) * fy,
                      .across = cos(angle) * fy - sin(angle) * fx};
  rows_release(&trace);
  ptl_system_destroy(s);
  return out;
}

static void a_guide_may_be_placed_anywhere(void **state) {
  static const struct {
    const char *place;
    double x, y;
  } places[] = {{"1e4, 0", 1e4, 0.0}, {"-1e6, 2e5", -1e6, 2e5}, {"0, 1e5", 0.0, 1e5}};
  static const char *const integrators[] = {"auto", "ida", "dop853"};
  (void)state;
  const ending near = run_at("1, 0", "dop853");
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      const ending far = run_at(places[k].place, integrators[i]);
      const double rx = places[k].x - 1.0, ry = places[k].y;
      assert_near(far.x, near.x, 2e-8);
      assert_near(far.y, near.y, 2e-8);
      assert_near(far.position, near.position, 1e-7);
      assert_near(far.across, near.across, 1e-6);
      assert_near(far.along, 0.0, 1e-9);
      assert_near(far.moment, near.moment - rx * far.across + ry * far.along, 1e-7 * hypot(rx, ry));
    }
}

/* A ball falls by 0.1 m onto a floor like a linear spring, and again. Expected: the closed forms of
 * its flights and contacts, wherever the floor is. */
static double height_at(double time) {
  const double g = 10.0, w = sqrt(1e8), v = sqrt(2.0 * g * 0.1);
  const double contact = 2.0 / w * (acos(-1.0) - atan(v * w / g)), flight = 2.0 * v / g;
  double left = time - v / g;
  while (left > contact + flight) left -= contact + flight;
  left -= contact;
  return v * left - 0.5 * g * left * left;
}

static void a_floor_may_be_far_from_the_origin(void **state) {
  static const char *const places[][2] = {{"0", "0"}, {"1000", "-500"}, {"1e6", "1e6"}};
  static const char *const integrators[] = {"auto", "ida"};
  (void)state;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 2; i++) {
      const ptl_setting settings[] = {{"run.integrator", integrators[i]},
                                      {"parameters.x", places[k][0]},
                                      {"parameters.y", places[k][1]}};
      rows trace = {0};
      ptl_system *s = run_of(
          "pintle: 1\n"
          "gravity: [0, -10]\n"
          "parameters: {x: 0, y: 0}\n"
          "bodies: {b: {mass: 1, inertia: 0.01, position: [x, y + 0.15]}}\n"
          "joints:\n"
          "  floor: {type: circle_line, line: {body: ground, from: [x - 1, y], to: [x + 1, y]},\n"
          "          circle: {body: b, radius: 0.05}, contact: c}\n"
          "contacts: {c: {elastic: {law: power, stiffness: 1e8, exponent: 1}}}\n"
          "run: {until: 1, every: 1, rtol: 1e-7}\n",
          settings, 3, &trace);
      const double y = rows_at(&trace, trace.n - 1, column_of(s, "b.y"));
      assert_near(y - 0.05 - strtod(places[k][1], NULL), height_at(1.0), 2e-5);
      rows_release(&trace);
      ptl_system_destroy(s);
    }
}

/* A bead on a smooth arm that turns at the rate w, about a pin that a post holds as well: r = r0
 * cosh(w t), and the arm's reaction 2 m w dr/dt (elementary); 13000 r0 away it is neither a lock
 * nor a dead point, and what is pinned has no acceleration. */
static void a_bead_may_be_flung_far_away(void **state) {
  static const char *const integrators[] = {"auto", "ida"};
  const double w = 0.5, r0 = 15.0, mass = 0.12;
  (void)state;
  for (int i = 0; i < 2; i++) {
    const ptl_setting settings[] = {{"run.integrator", integrators[i]}};
    rows trace = {0};
    ptl_system *s = run_of(
        "pintle: 1\n"
        "bodies:\n"
        "  post: {mass: 0.08, inertia: 0.1, position: [5, -4]}\n"
        "  arm: {mass: 0.04, inertia: 0.4, position: [7, 3]}\n"
        "  bead: {mass: 0.12, inertia: 1.2, position: [-8, 3]}\n"
        "joints:\n"
        "  p: {type: revolute, bodies: [ground, post], at: [5, -4]}\n"
        "  q: {type: revolute, bodies: [ground, arm], at: [7, 3]}\n"
        "  o: {type: revolute, bodies: [post, arm], at: [7, 3]}\n"
        "  g: {type: translational, bodies: [arm, bead], at: [-8, 3], axis: [1, 0]}\n"
        "  m: {type: motion, joint: o, rate: 0.5}\n"
        "run: {until: 19.5, every: 0.5, rtol: 1e-9}\n",
        settings, 1, &trace);
    for (int row = 0; row < trace.n; row++) {
      const double t = rows_at(&trace, row, 0), r = r0 * cosh(w * t),
                   reaction = 2.0 * mass * w * w * r0 * sinh(w * t),
                   x = rows_at(&trace, row, column_of(s, "bead.x")) - 7.0,
                   y = rows_at(&trace, row, column_of(s, "bead.y")) - 3.0;
      assert_near(hypot(x, y), r, 1e-4 * r);
      assert_near(hypot(rows_at(&trace, row, column_of(s, "g.fx")),
                        rows_at(&trace, row, column_of(s, "g.fy"))),
                  reaction, 1e-3 * reaction + 1e-6);
      assert_near(rows_at(&trace, row, column_of(s, "post.ax")), 0.0, 1e-4);
      assert_near(rows_at(&trace, row, column_of(s, "post.vx")), 0.0, 1e-3);
    }
    rows_release(&trace);
    ptl_system_destroy(s);
  }
}

/* A sledge that the air slows down, 1 km from the origin: m v' = -c v^2. Expected: v = v0/(1 + c v0
 * t/m) and its integral, by as many steps as at the origin, as rounding of the place is no rounding
 * of velocities where nothing is singular. */
static void a_sledge_may_slide_far_from_the_origin(void **state) {
  static const char *const tolerances[] = {"1e-9", "1e-10"};
  static const double c = 0.7, v0 = 20.0;
  (void)state;
  for (int i = 0; i < 2; i++) {
    const ptl_setting settings[] = {{"run.rtol", tolerances[i]}};
    const double rtol = strtod(tolerances[i], NULL), left = 1.0 / (1.0 + c * v0 * 3.0);
    rows trace = {0};
    ptl_system *s = run_of(
        "pintle: 1\n"
        "bodies: {b: {mass: 1, inertia: 0.01, position: [1000, 0]}}\n"
        "joints: {r: {type: translational, bodies: [ground, b], axis: [1, 0]}}\n"
        "start: {r: {position: 0, speed: 20}}\n"
        "loads: {air: {body: b, force: [!si '-0.7*abs(r.speed)*r.speed', 0]}}\n"
        "run: {until: 3, every: 1, integrator: ida, limits: {steps: 3000}}\n",
        settings, 1, &trace);
    const int last = trace.n - 1;
    assert_near(rows_at(&trace, last, column_of(s, "r.speed")), v0 * left, 10.0 * rtol * v0);
    assert_near(rows_at(&trace, last, column_of(s, "r.position")), -log(left) / c,
                10.0 * rtol * v0);
    rows_release(&trace);
    ptl_system_destroy(s);
  }
}

/* A sledge that is led by a force with limits, 1 km from the origin: rounding of its place is that
 * of 5e-11 N. Expected: x'' = max(-5, min(5, 400 (0.1 - x) - 15 x')), by the classical Runge-Kutta
 * method. */
static double led(double x, double v) {
  return fmax(-5.0, fmin(5.0, 400.0 * (0.1 - x) - 15.0 * v));
}

static void lead(double end, double *x, double *v) {
  enum { STEPS = 400000 };
  const double h = end / STEPS;
  *x = *v = 0.0;
  for (int i = 0; i < STEPS; i++) {
    const double a1 = led(*x, *v), v2 = *v + 0.5 * h * a1, a2 = led(*x + 0.5 * h * *v, v2),
                 v3 = *v + 0.5 * h * a2, a3 = led(*x + 0.5 * h * v2, v3), v4 = *v + h * a3,
                 a4 = led(*x + h * v3, v4);
    *x += h / 6.0 * (*v + 2.0 * v2 + 2.0 * v3 + v4);
    *v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
}

static void a_condition_may_change_far_from_the_origin(void **state) {
  static const char *const tolerances[] = {"1e-8", "1e-9", "1e-10"};
  double x, v;
  (void)state;
  lead(0.8, &x, &v);
  for (int i = 0; i < 3; i++) {
    const ptl_setting settings[] = {{"run.rtol", tolerances[i]}};
    rows trace = {0};
    ptl_system *s = run_of(
        "pintle: 1\n"
        "bodies: {b: {mass: 1, inertia: 0.01, position: [1000, 0]}}\n"
        "joints: {r: {type: translational, bodies: [ground, b], axis: [1, 0]}}\n"
        "loads:\n"
        "  f: {body: b, force: [!si 'clamp(400*(0.1 - r.position) - 15*r.speed, -5, 5)', 0]}\n"
        "run: {until: 0.8, every: 0.1, integrator: ida}\n",
        settings, 1, &trace);
    const int last = trace.n - 1;
    assert_near(rows_at(&trace, last, column_of(s, "r.position")), x, 1e-8);
    assert_near(rows_at(&trace, last, column_of(s, "r.speed")), v, 1e-7);
    rows_release(&trace);
    ptl_system_destroy(s);
  }
}

/* A ball of 5 g on a floor of steel, 2.5 um deep, under a load that changes slowly. Expected: the
 * floor carries the load, as the ball's acceleration is below 1e-3 m/s^2, by some 1e4 steps; 1 km
 * from the origin rounding of the place is that of 2e-6 N. */
static void a_stiff_contact_may_be_far_from_the_origin(void **state) {
  static const char *const places[][2] = {{"0", "0"}, {"1000", "-500"}};
  static const char *const integrators[] = {"dop853", "ida"};
  (void)state;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 2; i++) {
      const ptl_setting settings[] = {{"run.integrator", integrators[i]},
                                      {"parameters.x", places[k][0]},
                                      {"parameters.y", places[k][1]}};
      rows trace = {0};
      ptl_system *s = run_of(
          "pintle: 1\n"
          "parameters: {x: 0, y: 0}\n"
          "bodies: {b: {mass: 5e-3, inertia: 1e-7, position: [x, y + 0.004 - 4e-9^(2/3)]}}\n"
          "joints:\n"
          "  floor: {type: circle_line, line: {body: ground, from: [x - 0.1, y], to: [x + 0.1, "
          "y]},\n"
          "          circle: {body: b, radius: 0.004}, contact: c}\n"
          "contacts: {c: {elastic: {law: power, stiffness: 1e10, exponent: 1.5},\n"
          "               damping: {law: hunt_crossley, alpha: 1}}}\n"
          "loads: {p: {body: b, force: [0, !si '-40 - 10*sin(6*time)^3']}}\n"
          "run: {until: 0.2, every: 0.05, rtol: 1e-8, speed: 0.02, limits: {steps: 30000}}\n",
          settings, 3, &trace);
      const int force = column_of(s, "floor.contact.normal_force");
      for (int row = 0; row < trace.n; row++)
        assert_near(rows_at(&trace, row, force),
                    40.0 + 10.0 * pow(sin(6.0 * rows_at(&trace, row, 0)), 3.0), 1e-3);
      rows_release(&trace);
      ptl_system_destroy(s);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_bead_may_be_flung_far_away),
                                     cmocka_unit_test(a_guide_may_be_placed_anywhere),
                                     cmocka_unit_test(a_stiff_contact_may_be_far_from_the_origin),
                                     cmocka_unit_test(a_condition_may_change_far_from_the_origin),
                                     cmocka_unit_test(a_sledge_may_slide_far_from_the_origin),
                                     cmocka_unit_test(a_floor_may_be_far_from_the_origin)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
