/* Where mechanisms rest, against closed forms. */
#include "model_run.h"
#include "pintle_analysis.h"

#define HEAD "pintle: 1\ngravity: [0, -9.81 m/s^2]\n"
#define PENDULUM                                                             \
  HEAD "bodies: {rod: {mass: 2 kg, inertia: 0.1 kg m^2, com: [0.5 m, 0]}}\n" \
       "joints: {pivot: {type: revolute, bodies: [ground, rod]}}\n"

typedef struct rest {
  ptl_system *system;
  ptl_equilibrium *found;
} rest;

static rest rest_with(const char *text, const ptl_setting *settings, int n,
                      const ptl_static_options *options) {
  rest r = {.system = system_of(context, text, settings, n)};
  must(context, ptl_static(context, r.system, options, &r.found));
  return r;
}

static rest rest_of(const char *text) {
  return rest_with(text, NULL, 0, NULL);
}

static void rest_release(rest *r) {
  ptl_equilibrium_release(context, r->found);
  ptl_system_destroy(r->system);
}

static double column(const rest *r, const char *name) {
  const int index = ptl_system_find_column(r->system, name);
  assert_true(index >= 0);
  return r->found->columns[index];
}

/* ---------------------------------------------------------------- stability */

/* m g l sin(angle) = 0: hanging the stiffness is m g l, inverted -m g l, both per radian^2; here by
 * the length that angles count at. */
static void pendulum_hangs_or_stands(void **state) {
  (void)state;
  static const struct {
    const char *angle;
    int nearest;
    double rests;
    ptl_stability stability;
  } cases[] = {{"10 deg", 0, -90.0, PTL_STABLE},   {"89 deg", 0, -90.0, PTL_STABLE},
               {"-160 deg", 0, -90.0, PTL_STABLE}, {"90 deg", 0, 90.0, PTL_UNSTABLE},
               {"80 deg", 1, 90.0, PTL_UNSTABLE},  {"-80 deg", 1, -90.0, PTL_STABLE}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const ptl_setting setting = {"bodies.rod.angle", cases[i].angle};
    ptl_static_options options = ptl_static_options_default();
    options.nearest = cases[i].nearest;
    rest r = rest_with(PENDULUM, &setting, 1, &options);
    assert_near(sin(r.found->bodies[0].angle), sin(cases[i].rests * pi / 180.0), 1e-12);
    assert_int_equal(r.found->stability, cases[i].stability);
    assert_int_equal(r.found->freedom, 1);
    const double per_turn = r.found->least_stiffness * r.found->length * r.found->length;
    const double sign = cases[i].stability == PTL_STABLE ? 1.0 : -1.0;
    const double expected =
        sign * 2.0 * 9.81 * 0.5; /* per m^2 of the tangent (0.5 L, L)/(0.25+1) */
    const double l = r.found->length, part = l * l / (0.25 + l * l);
    assert_near(per_turn, expected * part, 1e-6);
    assert_near(column(&r, "pivot.fy"), 2.0 * 9.81, 1e-9);
    assert_near(column(&r, "pivot.fx"), 0.0, 1e-9);
    assert_string_equal(r.found->weakest, "rod");
    rest_release(&r);
  }
}

/* A crank-rocker that is driven has no freedom; its driver's torque is that of the weights by
 * virtual work, here by a central difference of the potential energy over the crank's angle, 10 pi
 * rad/s times the time. */
static void driven_mechanism_is_held(void **state) {
  (void)state;
  const ptl_setting setting = {"gravity", "[0, -9.81]"};
  ptl_system *system = system_of_model("four_bar_ideal", &setting, 1);
  const int potential = ptl_system_find_column(system, "energy.potential");
  const int torque = ptl_system_find_column(system, "drive.moment");
  assert_true(potential >= 0 && torque >= 0);
  const double h = 1e-6, speed = 10.0 * pi;
  double energy[3], moment = NAN;
  for (int i = 0; i < 3; i++) {
    ptl_static_options options = ptl_static_options_default();
    ptl_equilibrium *e;
    options.time = 0.01 + (i - 1) * h;
    must(context, ptl_static(context, system, &options, &e));
    assert_int_equal(e->stability, PTL_HELD);
    assert_true(isnan(e->least_stiffness));
    assert_null(e->weakest);
    energy[i] = e->columns[potential];
    if (i == 1) moment = e->columns[torque];
    ptl_equilibrium_release(context, e);
  }
  assert_near(moment, (energy[2] - energy[0]) / (2.0 * h * speed), 1e-6);
  ptl_system_destroy(system);
}

/* ---------------------------------------------------------------- springs */

/* Sag m g/k, whatever the units: the same in millimetres and by a much longer spring. */
static void mass_on_spring_sags(void **state) {
  (void)state;
  rest r =
      rest_of(HEAD
              "bodies: {mass: {mass: 3 kg, inertia: 1e-3 kg m^2, position: [0, -0.2 m]}}\n"
              "joints: {rail: {type: translational, bodies: [ground, mass], axis: [0, 1]}}\n"
              "forces: {spring: {type: spring_damper, bodies: [ground, mass], at: [[0, 0], [0, "
              "0]], stiffness: 2 kN/m, damping: 5 N s/m, free_length: 0.2 m}}\n");
  assert_near(r.found->bodies[0].y, -0.2 - 3.0 * 9.81 / 2000.0, 1e-14);
  assert_near(r.found->least_stiffness, 2000.0, 1e-8);
  assert_int_equal(r.found->stability, PTL_STABLE);
  assert_near(column(&r, "spring.force"), 3.0 * 9.81, 1e-9);
  rest_release(&r);
}

/* A parallelogram of two cranks with a spring along its diagonal rests where the potential energy
 * is least: with cranks of length a at the angle u, a coupler of mass m between them and the
 * diagonal d(u)^2 = b^2 + a^2 + 2 a b cos u,
 *   V = m g a sin u + k (d - d0)^2/2, found here by Newton's method on V'. */
static void four_bar_with_spring_has_least_energy(void **state) {
  (void)state;
  rest r = rest_of(
      HEAD
      "bodies:\n"
      "  left: {mass: 1e-9 kg, inertia: 1e-9 kg m^2, angle: 60 deg}\n"
      "  right: {mass: 1e-9 kg, inertia: 1e-9 kg m^2, position: [0.4 m, 0], angle: 60 deg}\n"
      "  coupler: {mass: 5 kg, inertia: 0.1 kg m^2, position: [0.15 m, 0.25980762113533160 m], "
      "com: [0.2 m, 0]}\n"
      "joints:\n"
      "  a: {type: revolute, bodies: [ground, left]}\n"
      "  b: {type: revolute, bodies: [ground, right], at: [[0.4 m, 0], [0, 0]]}\n"
      "  c: {type: revolute, bodies: [left, coupler], at: [[0.3 m, 0], [0, 0]]}\n"
      "  d: {type: revolute, bodies: [right, coupler], at: [[0.3 m, 0], [0.4 m, 0]]}\n"
      "forces: {spring: {type: spring_damper, bodies: [ground, right], at: [[0, 0], [0.3 m, 0]], "
      "stiffness: 1 kN/m, damping: 0, free_length: 0.7 m}}\n");
  const double a = 0.3, b = 0.4, m = 5.0, k = 1000.0, d0 = 0.7;
  double u = 1.0;
  for (int i = 0; i < 50; i++) {
    double slope[3];
    for (int s = 0; s < 3; s++) {
      const double x = u + (s - 1) * 1e-5, d = sqrt(b * b + a * a + 2 * a * b * cos(x));
      slope[s] = m * 9.81 * a * cos(x) - k * (d - d0) * a * b * sin(x) / d;
    }
    u -= slope[1] * 2e-5 / (slope[2] - slope[0]);
  }
  assert_near(r.found->bodies[0].angle, u, 1e-8);
  assert_int_equal(r.found->stability, PTL_STABLE);
  rest_release(&r);
}

/* ---------------------------------------------------------------- contact */

/* A pin in its bearing rests at the bottom, d below the clearance: K d^1.5 = m g. */
static void pin_rests_in_its_bearing(void **state) {
  (void)state;
  rest r = rest_of(HEAD
                   "bodies: {pin: {mass: 2 kg, inertia: 1e-3 kg m^2, com: [0, 0]}}\n"
                   "joints: {bearing: {type: revolute, bodies: [ground, pin], radius: 10 mm, "
                   "clearance: 0.2 mm, contact: steel}}\n"
                   "contacts: {steel: {elastic: {law: power, stiffness: 6.6e10 N/m^1.5, exponent: "
                   "1.5}, damping: "
                   "{law: hunt_crossley, alpha: 0.1 s/m}}}\n");
  const double depth = pow(2.0 * 9.81 / 6.6e10, 1.0 / 1.5);
  assert_near(r.found->gaps[0].depth, depth, 1e-6 * depth);
  assert_near(r.found->gaps[0].force, 2.0 * 9.81, 1e-6);
  assert_near(r.found->bodies[0].y, -(0.2e-3 + depth), 1e-12);
  assert_near(column(&r, "bearing.fy"), 2.0 * 9.81, 1e-6);
  assert_int_equal(r.found->stability, PTL_NEUTRAL); /* it may turn */
  assert_int_equal(r.found->n_neutral, 1);
  rest_release(&r);
}

/* A ladder against a wall leans where the force of the rope at its foot is m g/(2 tan u). */
static void ladder_is_held_by_a_rope(void **state) {
  (void)state;
#define LADDER                                                                                     \
  HEAD "bodies: {ladder: {mass: 10 kg, inertia: 3 kg m^2, position: [0.51 m, 1.01 m], angle: "     \
       "116.565 "                                                                                  \
       "deg}}\n"                                                                                   \
       "joints:\n"                                                                                 \
       "  foot: {type: circle_line, line: {body: ground, from: [-9 m, 0], to: [9 m, 0]}, circle: " \
       "{body: ladder, at: [-1.1180339887 m, 0], radius: 1 cm}, contact: hard}\n"                  \
       "  head: {type: circle_line, line: {body: ground, from: [0, 9 m], to: [0, -9 m]}, circle: " \
       "{body: "                                                                                   \
       "ladder, at: [1.1180339887 m, 0], radius: 1 cm}, contact: hard}\n"                          \
       "contacts: {hard: {elastic: {law: power, stiffness: 1e8 N/m, exponent: 1}%s}}\n%s"
  char text[3000];
  snprintf(text, sizeof text, LADDER, "",
           "forces: {rope: {type: spring_damper, bodies: [ground, ladder], at: [[0, 0], "
           "[-1.1180339887 m, "
           "0]], stiffness: 1 kN/m, damping: 0, free_length: 0.9 m}}\n");
  rest r = rest_of(text);
  const double u = pi - r.found->bodies[0].angle, foot = column(&r, "rope.force");
  assert_near(r.found->gaps[0].force, 10 * 9.81, 1.0);
  assert_true(u > 0.3 && u < 1.5);
  /* moments about the foot: head (2 l sin u) = m g l cos u; the rope pulls nearly horizontally */
  assert_near(fabs(r.found->gaps[1].force), 10 * 9.81 / (2 * tan(u)), 0.02 * fabs(foot));
  assert_int_equal(r.found->stability, PTL_STABLE);
  rest_release(&r);
  /* With friction it stays where it leans, without a rope: what the wall presses, the floor's
   * friction holds, while the head slides until it is pressed by m g/(2 (tan u + mu)), but for the
   * radius of its ends. */
  snprintf(text, sizeof text, LADDER, ", friction: {law: coulomb, coefficient: 0.6}", "");
  r = rest_of(text);
  assert_near(pi - r.found->bodies[0].angle, 63.435 * pi / 180.0, 1e-5);
  assert_near(column(&r, "foot.fy") + column(&r, "head.fy"), 10 * 9.81, 1e-6);
  assert_near(column(&r, "foot.fx") + column(&r, "head.fx"), 0.0, 1e-6);
  assert_true(r.found->frictions[0].sticks && !r.found->frictions[1].sticks);
  assert_near(r.found->gaps[1].force, 10 * 9.81 / (2 * (tan(63.435 * pi / 180.0) + 0.6)), 0.2);
  rest_release(&r);
}

/* ---------------------------------------------------------------- bushings, redundancy, loads */

/* A beam on two bushings at its ends: each sinks by m g/(2 k). Two revolutes on one axis share a
 * weight evenly. */
static void bushings_share_a_weight(void **state) {
  (void)state;
  rest r = rest_of(HEAD
                   "bodies: {beam: {mass: 4 kg, inertia: 0.3 kg m^2}}\n"
                   "joints:\n"
                   "  a: {type: revolute, bodies: [ground, beam], at: [-0.5 m, 0], bushing: "
                   "{stiffness: 10 kN/m}}\n"
                   "  b: {type: revolute, bodies: [ground, beam], at: [0.5 m, 0], bushing: "
                   "{stiffness: 10 kN/m}}\n");
  assert_near(r.found->bodies[0].y, -4 * 9.81 / 2e4, 1e-13);
  assert_near(column(&r, "a.fy"), 2 * 9.81, 1e-9);
  rest_release(&r);
  r = rest_of(HEAD
              "bodies: {rod: {mass: 4 kg, inertia: 0.3 kg m^2, position: [0.2 m, -0.4 m]}}\n"
              "joints:\n"
              "  a: {type: revolute, bodies: [ground, rod], at: [0, 0]}\n"
              "  b: {type: revolute, bodies: [ground, rod], at: [0, 0]}\n");
  assert_near(column(&r, "a.fy"), 2 * 9.81, 1e-9);
  assert_near(column(&r, "b.fy"), 2 * 9.81, 1e-9);
  rest_release(&r);
}

/* Loads at the time asked for: a pendulum pulled aside by F(t) hangs at atan(F/(m g)). */
static void loads_are_taken_at_the_time(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    ptl_static_options options = ptl_static_options_default();
    options.time = 0.5 * i;
    rest r =
        rest_with(PENDULUM "loads: {wind: {body: rod, at: [0.5 m, 0], force: [10 N/s*time, 0]}}\n",
                  NULL, 0, &options);
    assert_near(r.found->bodies[0].angle + 0.5 * pi, atan(5.0 * i / (2.0 * 9.81)), 1e-11);
    rest_release(&r);
  }
}

/* ---------------------------------------------------------------- clamps */

/* A toggle clamp: a spindle is pressed down by two links of length l, which are u past straight,
 * where a stop holds them. The pad's force N makes the links push outwards at the knee by 2 N tan
 * u, which the stop at the arm r bears: its force is 2 N l sin u/r. The pad, of stiffness k, gives
 * way by 5 mm less 2 l (1 - cos u). On the other side of straight the clamp springs open until the
 * pad is free. */
static void toggle_clamp_locks_itself(void **state) {
  (void)state;
  static const char text[] =
      "pintle: 1\n"
      "parameters: {lean: -91 deg}\n"
      "bodies:\n"
      "  upper: {mass: 0.1 kg, inertia: 1e-5 kg m^2, position: [0, 0.2 m], angle: lean}\n"
      "  lower: {mass: 0.1 kg, inertia: 1e-5 kg m^2, position: [0.1 m*cos(lean), 0.2 m + 0.1 "
      "m*sin(lean)], angle: -180 deg - lean}\n"
      "  spindle: {mass: 0.2 kg, inertia: 1e-5 kg m^2, position: [0, 0.2 m + 0.2 m*sin(lean)]}\n"
      "joints:\n"
      "  top: {type: revolute, bodies: [ground, upper], at: [[0, 0.2 m], [0, 0]], limits: {from: "
      "-92 deg - lean, radius: 40 mm}, contact: stop}\n"
      "  knee: {type: revolute, bodies: [upper, lower], at: [[0.1 m, 0], [0, 0]]}\n"
      "  foot: {type: revolute, bodies: [lower, spindle], at: [[0.1 m, 0], [0, 0]]}\n"
      "  guide: {type: translational, bodies: [ground, spindle], axis: [0, 1]}\n"
      "forces: {pad: {type: spring_damper, bodies: [ground, spindle], at: [[0, -0.1 m], [0, 0]], "
      "stiffness: 100 kN/m, damping: 0, free_length: 0.105 m}}\n"
      "contacts: {stop: {elastic: {law: power, stiffness: 1e9 N/m, exponent: 1}}}\n";
  rest r = rest_with(text, NULL, 0, NULL);
  const double u = -0.5 * pi - r.found->bodies[0].angle;
  const double clamping = 1e5 * (0.005 - 0.2 * (1.0 - cos(u)));
  assert_near(u, pi / 90.0, 1e-4);
  assert_near(-column(&r, "pad.force"), clamping, 1e-6);
  assert_near(r.found->gaps[0].force, 2.0 * clamping * 0.1 * sin(u) / 0.04, 1e-6);
  assert_int_equal(r.found->stability, PTL_STABLE);
  rest_release(&r);
  const ptl_setting open = {"parameters.lean", "-89 deg"};
  r = rest_with(text, &open, 1, NULL);
  assert_near(column(&r, "pad.force"), 0.0, 1e-6);
  assert_true(r.found->bodies[0].angle > -0.5 * pi);
  rest_release(&r);
  const ptl_setting straight = {"parameters.lean", "-90 deg"};
  r = rest_with(text, &straight, 1, NULL);
  assert_int_equal(r.found->stability, PTL_UNSTABLE);
  /* 2 N sin u/l against u at the knee, 4 N/l of its height per length; thrust N = 500 N */
  assert_near(column(&r, "pad.force"), -500.0, 1e-9);
  rest_release(&r);
}

/* A latch: a hook under a lever that a spring opens. The hook's face leans against the lever's
 * roller by `slope` past the line to the hook's pivot, which its own torsion spring closes. Moments
 * about both pivots give the force between them. */
static void latch_holds(void **state) {
  (void)state;
  rest r = rest_of(
      "pintle: 1\n"
      "bodies:\n"
      "  lever: {mass: 0.3 kg, inertia: 1e-4 kg m^2}\n"
      "  hook: {mass: 0.1 kg, inertia: 1e-5 kg m^2, position: [0.1 m, 0.05 m]}\n"
      "joints:\n"
      "  hinge: {type: revolute, bodies: [ground, lever], at: [0, 0]}\n"
      "  pivot: {type: revolute, bodies: [ground, hook], at: [0.1 m, 0.05 m]}\n"
      "  face:\n"
      "    type: circle_line\n"
      "    line: {body: hook, from: [20 mm, -44 mm], to: [-20 mm, -44 mm]}\n"
      "    circle: {body: lever, at: [0.1 m, 0], radius: 6 mm}\n"
      "    contact: steel\n"
      "forces:\n"
      "  opening: {type: rotational_spring_damper, damping: 0, bodies: [ground, lever], stiffness: "
      "10 N m/rad, "
      "free_angle: "
      "60 deg}\n"
      "  closing: {type: rotational_spring_damper, damping: 0, bodies: [ground, hook], stiffness: "
      "3 N m/rad, free_angle: "
      "0}\n"
      "contacts: {steel: {elastic: {law: power, stiffness: 1e8 N/m, exponent: 1}}}\n");
  const double lever = r.found->bodies[0].angle, hook = r.found->bodies[1].angle;
  const double force = r.found->gaps[0].force;
  /* the face's normal is (sin hook, -cos hook) on the lever's roller */
  const double x = 0.1 * cos(lever), y = 0.1 * sin(lever), nx = sin(hook), ny = -cos(hook);
  assert_near(10.0 * (pi / 3.0 - lever) + force * (x * ny - y * nx), 0.0, 1e-7);
  assert_near(-3.0 * hook - force * ((x - 0.1) * ny - (y - 0.05) * nx), 0.0, 1e-7);
  assert_near(force, 100.0, 10.0);
  assert_int_equal(r.found->stability, PTL_STABLE);
  rest_release(&r);
}

/* ---------------------------------------------------------------- none */

static void what_is_not_held_is_named(void **state) {
  (void)state;
  ptl_system *system =
      system_of(context,
                HEAD
                "bodies:\n"
                "  rod: {mass: 2 kg, inertia: 0.1 kg m^2, com: [0.5 m, 0]}\n"
                "  stone: {mass: 3 kg, inertia: 1e-2 kg m^2, position: [1 m, 1 m]}\n"
                "joints: {pivot: {type: revolute, bodies: [ground, rod]}}\n",
                NULL, 0);
  ptl_equilibrium *e = (ptl_equilibrium *)&system;
  assert_int_equal(ptl_static(context, system, NULL, &e), PTL_ERR_UNFIT);
  assert_null(e);
  assert_non_null(strstr(ptl_context_message(context), "nothing holds body 'stone'"));
  assert_non_null(strstr(ptl_context_message(context), "-29.43) N"));
  ptl_static_options options = ptl_static_options_default();
  options.tolerance = 0.0;
  assert_int_equal(ptl_static(context, system, &options, &e), PTL_ERR_USAGE);
  options = ptl_static_options_default();
  options.time = NAN;
  assert_int_equal(ptl_static(context, system, &options, &e), PTL_ERR_USAGE);
  ptl_system_destroy(system);
}

/* A load by a filtered signal: at rest the filter has its end value, with which it must begin. */
static void signals_must_rest(void **state) {
  (void)state;
  char text[2000];
  for (int i = 0; i < 2; i++) {
    snprintf(text, sizeof text,
             PENDULUM
             "signals: {push: {unit: N, rate: (5 N - push)/(0.1 s), start: %s}}\n"
             "loads: {wind: {body: rod, at: [0.5 m, 0], force: [push, 0]}}\n",
             i == 0 ? "0 N" : "5 N");
    ptl_system *system = system_of(context, text, NULL, 0);
    ptl_equilibrium *e;
    const ptl_status status = ptl_static(context, system, NULL, &e);
    assert_int_equal(status, i == 0 ? PTL_ERR_UNFIT : PTL_OK);
    if (i == 0) {
      assert_non_null(strstr(ptl_context_message(context), "signal 'push'"));
    } else {
      assert_near(e->bodies[0].angle + 0.5 * pi, atan(5.0 / (2.0 * 9.81)), 1e-11);
      ptl_modes *m; /* the filter's own eigenvalue is among the modes */
      must(context, ptl_modes_find(context, system, NULL, &m));
      double nearest = INFINITY;
      for (int k = 0; k < m->n_modes; k++)
        nearest = fmin(nearest, hypot(m->modes[k].real + 10.0, m->modes[k].imaginary));
      assert_near(nearest, 0.0, 1e-9);
      assert_int_equal(m->n_inner, 1);
      ptl_modes_release(context, m);
    }
    ptl_equilibrium_release(context, e);
    ptl_system_destroy(system);
  }
}

/* ---------------------------------------------------------------- starts */

/* A run from the equilibrium stays there. */
static void run_from_equilibrium_stays(void **state) {
  (void)state;
  static const char *const models[] = {"bouncing_ball", "double_pendulum", "slider_crank_spring",
                                       "andrews_squeezer"};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    const ptl_setting settings[] = {{"run.start", "equilibrium"}, {"run.until", "20 ms"}};
    ptl_system *system = system_of_model(models[i], settings, 2);
    const ptl_sizes sizes = ptl_system_get_sizes(system);
    double *q = calloc(4 * (size_t)sizes.n_coordinates, sizeof *q);
    ptl_run *run;
    ptl_run_reason reason;
    must(context, ptl_run_create(context, system, NULL, NULL, &run));
    must(context, ptl_run_get_state(run, q, NULL));
    must(context, ptl_run_advance(run, 0.02, &reason));
    must(context, ptl_run_get_state(run, q + sizes.n_coordinates, q + 2 * sizes.n_coordinates));
    for (int c = 0; c < sizes.n_coordinates; c++)
      assert_near(q[sizes.n_coordinates + c], q[c], 1e-9);
    ptl_run_destroy(run);
    free(q);
    ptl_system_destroy(system);
  }
}

/* A ball above a floor is put onto it; a pin in its bearing where it would fall to. */
static void parts_begin_just_touching(void **state) {
  (void)state;
  const ptl_setting setting = {"run.start", "touching"};
  ptl_system *system = system_of_model("bouncing_ball", &setting, 1);
  const ptl_initial *initial;
  ptl_gap_start gap;
  ptl_system_get_initial(system, &initial);
  assert_near(initial[0].y, 0.02, 1e-15);
  must(context, ptl_system_get_gap_start(system, 0, &gap));
  assert_near(gap.depth, 0.0, 1e-15);
  ptl_system_destroy(system);
  system = system_of(
      context,
      HEAD
      "bodies: {pin: {mass: 2 kg, inertia: 1e-3 kg m^2}}\n"
      "joints: {bearing: {type: revolute, bodies: [ground, pin], radius: 10 mm, clearance: 0.2 mm, "
      "contact: steel}}\n"
      "contacts: {steel: {elastic: {law: power, stiffness: 6.6e10 N/m^1.5, exponent: 1.5}}}\n",
      &setting, 1);
  ptl_system_get_initial(system, &initial);
  assert_near(initial[0].x, 0.0, 1e-15);
  assert_near(initial[0].y, -0.2e-3, 1e-15);
  ptl_system_destroy(system);
}

static void start_without_equilibrium_is_refused(void **state) {
  (void)state;
  ptl_mechanism *m;
  ptl_system *system;
  m = mechanism_of(context,
                   HEAD
                   "bodies: {stone: {mass: 3 kg, inertia: 1e-2 kg m^2}}\n"
                   "run: {start: equilibrium}\n",
                   NULL, 0);
  assert_int_equal(ptl_assemble(m, &system), PTL_ERR_UNFIT);
  assert_non_null(strstr(ptl_context_message(context), "run 'start: equilibrium'"));
  assert_non_null(strstr(ptl_context_message(context), "'stone'"));
  ptl_mechanism_destroy(m);
}

/* ---------------------------------------------------------------- friction */

#define INCLINE                                                                                \
  "pintle: 1\ngravity: [0, -10]\nbodies: {block: {mass: 2, inertia: 0.01}}\n"                  \
  "joints: {rail: {type: translational, bodies: [ground, block], axis: [cos(30 deg), -0.5],\n" \
  "  friction: {law: coulomb, coefficient: 0.7}}}\n"

/* On an incline of 30 degrees a block of m g = 20 N needs 10 N, and has 0.7 20 N cos(30 deg); below
 * tan(30 deg) nothing holds it. */
static void a_block_sticks_to_an_incline(void **state) {
  (void)state;
  rest r = rest_of(INCLINE);
  assert_int_equal(r.found->n_frictions, 1);
  assert_true(r.found->frictions[0].sticks);
  assert_near(fabs(r.found->frictions[0].force), 10.0, 1e-10);
  assert_near(r.found->frictions[0].largest, 0.7 * 20.0 * cos(pi / 6.0), 1e-6);
  assert_near(r.found->bodies[0].x, 0.0, 0.0);
  assert_near(column(&r, "rail.fy"), 20.0, 1e-10);
  assert_int_equal(r.found->stability, PTL_HELD);
  rest_release(&r);
  const ptl_setting smooth = {"joints.rail.friction.coefficient", "0.5"};
  ptl_system *system = system_of(context, INCLINE, &smooth, 1);
  ptl_equilibrium *none;
  assert_int_equal(ptl_static(context, system, NULL, &none), PTL_ERR_UNFIT);
  assert_non_null(strstr(ptl_context_message(context), "nothing holds body 'block'"));
  ptl_system_destroy(system);
}

/* A brake on the radius r pressed by N holds an arm of m g l = 6 N m up to 0.7 r N; beyond it the
 * arm sinks until m g l cos a is that moment. */
static void a_brake_holds_or_slides(void **state) {
  (void)state;
  static const char text[] =
      "pintle: 1\ngravity: [0, -10]\nbodies: {arm: {mass: 2, inertia: 0.01, com: [0.3, 0]}}\n"
      "joints:\n"
      "  axle: {type: revolute, bodies: [ground, arm]}\n"
      "  brake: {type: brake, bodies: [ground, arm], radius: 0.1, pressed: 100 N,\n"
      "    friction: {law: stick_slip, static: 0.7, kinetic: 0.6, stiffness: 1e5,\n"
      "      stribeck_speed: 0.01}}\n";
  const ptl_setting light = {"joints.brake.pressed", "50 N"};
  for (int i = 0; i < 2; i++) {
    rest r = rest_with(text, &light, i, NULL);
    const ptl_rest_friction *brake = &r.found->frictions[0];
    assert_string_equal(brake->joint, "brake");
    assert_int_equal(brake->sticks, i == 0);
    assert_near(brake->largest, 0.7 * (i == 0 ? 100.0 : 50.0), 1e-4);
    assert_near(column(&r, "brake.friction"), i == 0 ? -6.0 : -3.5, 1e-5);
    assert_near(r.found->bodies[0].angle, i == 0 ? 0.0 : -acos(3.5 / 6.0), 1e-5);
    rest_release(&r);
  }
}

/* A run that begins where a brake holds an arm stays there: the bristles are bent as they must. */
static void a_brake_holds_in_the_run(void **state) {
  (void)state;
  ptl_system *system = system_of(
      context,
      "pintle: 1\ngravity: [0, -10]\nbodies: {arm: {mass: 2, inertia: 0.01, com: [0.3, 0]}}\n"
      "joints:\n"
      "  axle: {type: revolute, bodies: [ground, arm]}\n"
      "  brake: {type: brake, bodies: [ground, arm], radius: 0.1, pressed: 150 N,\n"
      "    friction: {law: stick_slip, static: 0.7, kinetic: 0.6, stiffness: 1e5,\n"
      "      stribeck_speed: 0.01}}\n"
      "run: {until: 1 s, every: 10 ms, start: equilibrium}\n",
      NULL, 0);
  rows trace = {NULL};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  must(context, ptl_simulate(context, system, NULL, &sink, &summary));
  for (int row = 0; row < trace.n; row++) {
    assert_near(rows_at(&trace, row, column_of(system, "arm.angle")), 0.0, 2e-9);
    assert_near(rows_at(&trace, row, column_of(system, "brake.friction")), -6.0, 1e-3);
  }
  ptl_summary_release(context, &summary);
  rows_release(&trace);
  ptl_system_destroy(system);
}

/* A box of 20 N on two feet, pushed by 6 N in its centre 50 mm above the floor: the feet carry 10
 * -+ 1.5 N and share 6 N as they like; the least forces are equal. With 12 N it slides, and nothing
 * holds it. */
static void a_box_sticks_to_the_floor(void **state) {
  (void)state;
  static const char text[] =
      "pintle: 1\ngravity: [0, -10]\n"
      "bodies: {box: {mass: 2, inertia: 0.01, position: [0, 50.1 mm]}}\n"
      "contacts: {c: {elastic: {law: power, stiffness: 1e6, exponent: 1},\n"
      "  friction: {law: coulomb, coefficient: 0.5}}}\n"
      "joints:\n"
      "  l: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]},\n"
      "    circle: {body: box, at: [-0.1, -0.04], radius: 0.01}, contact: c}\n"
      "  r: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]},\n"
      "    circle: {body: box, at: [0.1, -0.04], radius: 0.01}, contact: c}\n"
      "loads: {push: {body: box, force: [6, 0]}}\n";
  rest r = rest_of(text);
  assert_near(r.found->gaps[0].force, 8.5, 1e-3);
  assert_near(r.found->gaps[1].force, 11.5, 1e-3);
  assert_int_equal(r.found->n_tied, 1);
  for (int i = 0; i < 2; i++) {
    assert_true(r.found->frictions[i].sticks);
    assert_near(r.found->frictions[i].force, -3.0, 1e-3);
    assert_near(r.found->frictions[i].largest, 0.5 * r.found->gaps[i].force, 1e-6);
  }
  rest_release(&r);
  const ptl_setting hard = {"loads.push.force", "[12, 0]"};
  ptl_system *system = system_of(context, text, &hard, 1);
  ptl_equilibrium *none;
  assert_int_equal(ptl_static(context, system, NULL, &none), PTL_ERR_UNFIT);
  ptl_system_destroy(system);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pendulum_hangs_or_stands),
      cmocka_unit_test(driven_mechanism_is_held),
      cmocka_unit_test(mass_on_spring_sags),
      cmocka_unit_test(four_bar_with_spring_has_least_energy),
      cmocka_unit_test(pin_rests_in_its_bearing),
      cmocka_unit_test(ladder_is_held_by_a_rope),
      cmocka_unit_test(bushings_share_a_weight),
      cmocka_unit_test(loads_are_taken_at_the_time),
      cmocka_unit_test(toggle_clamp_locks_itself),
      cmocka_unit_test(latch_holds),
      cmocka_unit_test(what_is_not_held_is_named),
      cmocka_unit_test(a_block_sticks_to_an_incline),
      cmocka_unit_test(a_brake_holds_or_slides),
      cmocka_unit_test(a_brake_holds_in_the_run),
      cmocka_unit_test(a_box_sticks_to_the_floor),
      cmocka_unit_test(signals_must_rest),
      cmocka_unit_test(run_from_equilibrium_stays),
      cmocka_unit_test(parts_begin_just_touching),
      cmocka_unit_test(start_without_equilibrium_is_refused),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
