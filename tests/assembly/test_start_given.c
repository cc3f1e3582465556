/* What a model gives of its start is kept, the rest follows, and what cannot be kept is told. */
#include "support.h"

#define SLIDER_CRANK                                                                     \
  "pintle: 1\n"                                                                          \
  "bodies:\n"                                                                            \
  "  crank: {mass: 1, inertia: 0.002, position: [0, 0]}\n"                               \
  "  rod: {mass: 1, inertia: 0.01, position: [0.1, 0], com: [0.15, 0]}\n"                \
  "  slider: {mass: 0.5, inertia: 1e-3, position: [0.4, 0]}\n"                           \
  "joints:\n"                                                                            \
  "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"                     \
  "  pin: {type: revolute, bodies: [crank, rod], at: [0.1, 0]}\n"                        \
  "  wrist: {type: revolute, bodies: [rod, slider], at: [0.4, 0]}\n"                     \
  "  guide: {type: translational, bodies: [ground, slider], at: [0, 0], axis: [1, 0]}\n" \
  "run: {until: 50 ms, every: 10 ms}\n"

static const char *const integrators[] = {"dop853", "ida"};

static const ptl_initial *initial_of(const ptl_system *s, const char *body) {
  const ptl_initial *initial;
  int n = ptl_system_get_initial(s, &initial);
  for (int i = 0; i < n; i++)
    if (strcmp(initial[i].body, body) == 0) return &initial[i];
  fail_msg("no body %s", body);
  return NULL;
}

static const ptl_initial_coordinate *coordinate_of(const ptl_system *s, const char *name) {
  const ptl_initial_coordinate *list;
  int n = ptl_system_get_initial_coordinates(s, &list);
  for (int i = 0; i < n; i++)
    if (strcmp(list[i].name, name) == 0) return &list[i];
  fail_msg("no coordinate %s", name);
  return NULL;
}

/* Whether one of the notices holds the text. */
static int is_noticed(const ptl_system *s, const char *text) {
  const char *const *notices;
  int n = ptl_system_get_notices(s, &notices), found = 0;
  for (int i = 0; i < n; i++) found |= strstr(notices[i], text) != NULL;
  return found;
}

static int count_notices(const ptl_system *s) {
  const char *const *notices;
  return ptl_system_get_notices(s, &notices);
}

/* The assembly fails and its message holds both texts. */
static void check_contradiction(ptl_context *context, const char *text, const char *first,
                                const char *second) {
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0);
  ptl_system *s = NULL;
  assert_int_equal(ptl_assemble(m, &s), PTL_ERR_UNFIT);
  const char *message = ptl_context_message(context);
  if (strstr(message, first) == NULL || strstr(message, second) == NULL)
    fail_msg("\n%s\nhas no '%s' or no '%s'", message, first, second);
  ptl_mechanism_destroy(m);
}

/* Slider and crank of a slider-crank with crank r and rod l at crank angle a and rate w:
 *   x = r cos a + l cos b, r sin a = -l sin b, l cos b b' = -r cos a w, x' = -r sin a w - l sin b
 *   b'. */
static void check_slider(const ptl_system *s, double r, double l, double a, double w) {
  double b = -asin(r / l * sin(a)), rate = -r * cos(a) * w / (l * cos(b));
  const ptl_initial *slider = initial_of(s, "slider"), *crank = initial_of(s, "crank");
  assert_near(crank->angle, a, 1e-9);
  assert_near(crank->omega, w, 1e-9 * (1.0 + fabs(w)));
  assert_near(slider->x, r * cos(a) + l * cos(b), 1e-9);
  assert_near(slider->vx, -r * sin(a) * w - l * sin(b) * rate, 1e-9 * (1.0 + fabs(w)));
}

/* ---------------------------------------------------------------- bodies */

/* A crank whose rate is given drives a slider of which no velocity is given. Expected: the rate
 * that is given and the slider's by closed form; the same in the first row of a run by each
 * integrator. */
static void the_rate_of_a_crank_is_kept(void **state) {
  ptl_context *context = *state;
  const double pi = acos(-1.0);
  for (int i = 0; i < 2; i++) {
    ptl_setting setting = {"run.integrator", integrators[i]};
    ptl_system *s = system_of(
        context,
        "pintle: 1\n"
        "bodies:\n"
        "  crank: {mass: 1, inertia: 0.002, position: [0, 0], angle: 60 deg, rate: 20 rad/s}\n"
        "  slider: {mass: 0.5, inertia: 1e-3, position: [0.1*cos(60 deg) + sqrt(0.09 - "
        "(0.1*sin(60 deg))^2), 0]}\n"
        "joints:\n"
        "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
        "  guide: {type: translational, bodies: [ground, slider], axis: [1, 0]}\n"
        "  rod: {type: distance, bodies: [crank, slider], at: [[0.1, 0], [0, 0]], length: 0.3}\n"
        "run: {until: 10 ms, every: 1 ms}\n",
        &setting, 1);
    check_slider(s, 0.1, 0.3, pi / 3.0, 20.0);
    assert_int_equal(count_notices(s), 0);
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary sum;
    must(context, ptl_simulate(context, s, NULL, &sink, &sum));
    assert_near(rows_at(&trace, 0, column_of(s, "crank.omega")), 20.0, 1e-9);
    ptl_summary_release(context, &sum);
    rows_release(&trace);
    ptl_system_destroy(s);
  }
}

/* The same with three bodies whose centres of mass are not in their frames, at a dead centre.
 * Expected: the crank's 10 rad/s, -10 r/l of the rod, a slider at rest. */
static void a_rate_at_a_dead_centre_is_kept(void **state) {
  ptl_system *s = system_of(*state,
                            "pintle: 1\n"
                            "bodies:\n"
                            "  crank: {mass: 1, inertia: 0.1, rate: 10, com: [0.05, 0]}\n"
                            "  rod: {mass: 1, inertia: 0.1, position: [0.1, 0], com: [0.1, 0]}\n"
                            "  piston: {mass: 1, inertia: 0.1, position: [0.3, 0]}\n"
                            "joints:\n"
                            "  a: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
                            "  b: {type: revolute, bodies: [crank, rod], at: [0.1, 0]}\n"
                            "  c: {type: revolute, bodies: [rod, piston], at: [0.3, 0]}\n"
                            "  d: {type: translational, bodies: [ground, piston], axis: [1, 0]}\n",
                            NULL, 0);
  assert_near(initial_of(s, "crank")->omega, 10.0, 1e-12);
  assert_near(initial_of(s, "rod")->omega, -5.0, 1e-12);
  assert_near(initial_of(s, "piston")->vx, 0.0, 1e-12);
  assert_near(coordinate_of(s, "b")->rate, -15.0, 1e-12);
  ptl_system_destroy(s);
}

/* A given velocity of a body's frame is kept although its angular rate follows: a rod of length 2
 * between two slides, at 30 degrees, its foot sliding at 1 m/s. Expected: its rate w = v/(l sin
 * a). */
static void the_velocity_of_a_frame_is_kept(void **state) {
  ptl_system *s =
      system_of(*state,
                "pintle: 1\n"
                "bodies:\n"
                "  rod: {mass: 2, inertia: 0.5, position: [0, 0], angle: 150 deg, velocity: [1, "
                "0], com: [0.7, "
                "0]}\n"
                "  head: {mass: 1, inertia: 1, position: [2*cos(150 deg), 2*sin(150 deg)]}\n"
                "  foot: {mass: 1, inertia: 1, position: [0, 0]}\n"
                "joints:\n"
                "  a: {type: revolute, bodies: [foot, rod], at: [[0, 0], [0, 0]]}\n"
                "  b: {type: revolute, bodies: [rod, head], at: [[2, 0], [0, 0]]}\n"
                "  floor: {type: translational, bodies: [ground, foot], axis: [1, 0]}\n"
                "  wall: {type: translational, bodies: [ground, head], axis: [0, 1]}\n",
                NULL, 0);
  assert_near(initial_of(s, "rod")->vx, 1.0, 1e-12);
  assert_near(initial_of(s, "rod")->omega, 1.0 / (2.0 * sin(acos(-1.0) / 6.0)), 1e-12);
  ptl_system_destroy(s);
}

/* Rates of crank and rod that contradict each other are weighed against each other, and that is
 * told. Expected: both changed, in the proportion that the closed loop asks for, and a notice of
 * one. */
static void a_contradiction_between_bodies_is_noticed(void **state) {
  ptl_system *s = system_of(*state,
                            "pintle: 1\n"
                            "bodies:\n"
                            "  crank: {mass: 1, inertia: 0.1, rate: 10}\n"
                            "  rod: {mass: 1, inertia: 0.1, position: [0.1, 0], rate: 10}\n"
                            "  piston: {mass: 1, inertia: 0.1, position: [0.3, 0]}\n"
                            "joints:\n"
                            "  a: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
                            "  b: {type: revolute, bodies: [crank, rod], at: [0.1, 0]}\n"
                            "  c: {type: revolute, bodies: [rod, piston], at: [0.3, 0]}\n"
                            "  d: {type: translational, bodies: [ground, piston], axis: [1, 0]}\n",
                            NULL, 0);
  double w = initial_of(s, "crank")->omega;
  assert_near(initial_of(s, "rod")->omega, -0.5 * w, 1e-12);
  assert_true(is_noticed(s, "the start changed the rate of 'rod' from 10 to "));
  assert_int_equal(count_notices(s), 1);
  /* Least (w - 10)^2 + (-w/2 - 10)^2, inertias being equal: w = 4. */
  assert_near(w, 4.0, 1e-4);
  ptl_system_destroy(s);
}

/* A body placed 1 mm beside its bearing. Expected: moved there, and told how far. */
static void a_moved_body_is_noticed(void **state) {
  ptl_system *s =
      system_of(*state,
                "pintle: 1\n"
                "bodies: {lever: {mass: 1, inertia: 0.1, position: [1 mm, 0], angle: 0}}\n"
                "joints: {pivot: {type: revolute, bodies: [ground, lever], at: [[0, 0], "
                "[0, 0]]}}\n",
                NULL, 0);
  assert_near(initial_of(s, "lever")->x, 0.0, 1e-15);
  assert_true(is_noticed(s, "the start moved 'lever' by 1 mm, to [0, 0] m"));
  ptl_system_destroy(s);
}

/* ---------------------------------------------------------------- joints and points */

/* Expected: the slider-crank by closed form, far from where the bodies are placed, too. */
static void coordinates_and_rates_of_joints_are_kept(void **state) {
  static const double degrees[] = {60.0, -135.0, 200.0, -400.0};
  for (int i = 0; i < 4; i++) {
    char value[64];
    snprintf(value, sizeof value, "{shaft: {angle: %g deg, rate: 10 rad/s}}", degrees[i]);
    ptl_setting setting = {"start", value};
    ptl_system *s = system_of(*state, SLIDER_CRANK, &setting, 1);
    check_slider(s, 0.1, 0.3, degrees[i] * acos(-1.0) / 180.0, 10.0);
    assert_int_equal(count_notices(s), 0);
    ptl_system_destroy(s);
  }
}

/* The slider is put 50 mm back from the dead centre in which the model places it, which no step
 * along the constraints leads to. Expected: r cos a + l cos b = 0.35, so that cos a =
 * 0.0425/0.07. */
static void a_joint_leaves_a_dead_centre(void **state) {
  ptl_setting setting = {"start", "{guide: {position: -50 mm, speed: 1 m/s}}"};
  ptl_system *s = system_of(*state, SLIDER_CRANK, &setting, 1);
  assert_near(coordinate_of(s, "guide")->value, -0.05, 1e-12);
  assert_near(coordinate_of(s, "guide")->rate, 1.0, 1e-12);
  assert_string_equal(coordinate_of(s, "guide")->unit, "m");
  assert_near(cos(initial_of(s, "crank")->angle), 0.0425 / 0.07, 1e-9);
  assert_true(fabs(initial_of(s, "crank")->angle) < acos(-1.0));
  ptl_system_destroy(s);
}

/* Expected: the crank at 90 degrees, its pin where it is wanted; a velocity of the point sets its
 * rate. */
static void points_are_kept(void **state) {
  ptl_setting setting = {
      "start", "{points: {p: {body: crank, at: [0.1, 0], position: [0, 0.1], velocity: [-2, 0]}}}"};
  ptl_system *s = system_of(*state, SLIDER_CRANK, &setting, 1);
  check_slider(s, 0.1, 0.3, 0.5 * acos(-1.0), 20.0);
  ptl_system_destroy(s);
  ptl_setting settings[] = {{"output", "{points: {tip: {body: rod, at: [0.3, 0]}}}"},
                            {"start", "{points: {tip: {position: [0.35, 0]}}}"}};
  s = system_of(*state, SLIDER_CRANK, settings, 2);
  assert_near(initial_of(s, "slider")->x, 0.35, 1e-12);
  ptl_system_destroy(s);
}

/* Expected: the entry that those before it do not admit, where it would be by them, and how far
 * away. */
static void contradictions_are_refused_by_name(void **state) {
  ptl_context *context = *state;
  check_contradiction(
      context, SLIDER_CRANK "start:\n  shaft: {angle: 60 deg}\n  guide: {position: -50 mm}\n",
      ":14:3: error: start of 'guide': its position of -0.05 m contradicts",
      "the start of 'shaft': by these it is -0.0627719 m, 0.0127719 m away");
  check_contradiction(
      context, SLIDER_CRANK "start: {shaft: {angle: 60 deg, rate: 10}, guide: {speed: 1 m/s}}\n",
      "start of 'guide': its rate of 1 m/s contradicts",
      "by these it is -1.01678 m/s, 2.01678 m/s away");
  check_contradiction(context, SLIDER_CRANK "start: {guide: {position: -0.5 m}}\n",
                      "start of 'guide': its position of -0.5 m contradicts", "the joints");
  check_contradiction(context,
                      SLIDER_CRANK "start: {points: {p: {body: slider, position: [0.35, 0.1]}}}\n",
                      "start of 'p': its position along y of 0.1 m contradicts", "0.1 m away");
}

/* Expected: of the entries before, the one without which the row could be had, and none where the
 * joints alone forbid it. */
static void unrelated_entries_are_not_blamed(void **state) {
  ptl_setting settings[] = {
      {"bodies.arm", "{mass: 1, inertia: 1, position: [1, 1]}"},
      {"joints.lone", "{type: revolute, bodies: [ground, arm], at: [1, 1]}"},
      {"start", "{lone: {angle: 20 deg}, shaft: {angle: 60 deg}, guide: {position: -50 mm}}"}};
  static const struct {
    const char *start, *words;
  } cases[] = {{"{lone: {angle: 20 deg}, shaft: {angle: 60 deg}, guide: {position: -50 mm}}",
                "contradicts the joints and drivers, the start of 'shaft': by these"},
               {"{lone: {angle: 20 deg}, shaft: {angle: 60 deg}, guide: {position: -0.5 m}}",
                "contradicts the joints and drivers: by these"},
               {"{lone: {rate: 1}, shaft: {angle: 60 deg, rate: 10}, guide: {speed: 1 m/s}}",
                "contradicts the joints and drivers, the start of 'shaft': by these"},
               {"{shaft: {angle: 60 deg}, points: {p: {body: arm, position: [1, 1]}, r: {body: "
                "arm, position: [1, 2]}}}",
                "contradicts the joints and drivers: by these"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ptl_mechanism *m;
    ptl_system *s = NULL;
    settings[2].value = cases[i].start;
    must(*state, ptl_mechanism_parse(*state, SLIDER_CRANK, strlen(SLIDER_CRANK), "m.yaml", settings,
                                     3, &m));
    assert_int_equal(ptl_assemble(m, &s), PTL_ERR_UNFIT);
    if (strstr(ptl_context_message(*state), cases[i].words) == NULL)
      fail_msg("%s: %s", cases[i].start, ptl_context_message(*state));
    ptl_mechanism_destroy(m);
  }
}

/* A driver with a constant rate goes on from the start instead of from the placement. Expected: 60
 * degrees + 10 rad/s times 50 ms by each integrator; another rate than the driver's is refused. */
static void drivers_go_on_from_the_start(void **state) {
  ptl_context *context = *state;
  for (int i = 0; i < 2; i++) {
    ptl_setting settings[] = {{"joints.drive", "{type: motion, joint: shaft, rate: 10 rad/s}"},
                              {"start", "{shaft: {angle: 60 deg}}"},
                              {"run.integrator", integrators[i]}};
    ptl_system *s = system_of(context, SLIDER_CRANK, settings, 3);
    check_slider(s, 0.1, 0.3, acos(-1.0) / 3.0, 10.0);
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary sum;
    must(context, ptl_simulate(context, s, NULL, &sink, &sum));
    assert_near(rows_at(&trace, trace.n - 1, column_of(s, "crank.angle")), acos(-1.0) / 3.0 + 0.5,
                1e-9);
    ptl_summary_release(context, &sum);
    rows_release(&trace);
    ptl_system_destroy(s);
  }
  check_contradiction(context,
                      "pintle: 1\n"
                      "bodies: {wheel: {mass: 1, inertia: 1}}\n"
                      "joints:\n"
                      "  shaft: {type: revolute, bodies: [ground, wheel], at: [0, 0]}\n"
                      "  drive: {type: motion, joint: shaft, rate: 10}\n"
                      "start: {shaft: {rate: 9}}\n",
                      "start of 'shaft': its rate of 9 rad/s contradicts",
                      "by these it is 10 rad/s, 1 rad/s away");
}

/* A joint with clearance has its coordinate, too. Expected: what is given, with `start: ideal` the
 * joint's points together, with `start: given` where the model places the body. */
static void joints_with_clearance_start_as_given(void **state) {
  static const char *const starts[] = {"ideal", "given"};
  for (int i = 0; i < 2; i++) {
    ptl_setting setting = {"run.start", starts[i]};
    ptl_system *s =
        system_of(*state,
                  "pintle: 1\n"
                  "bodies: {wheel: {mass: 1, inertia: 1, position: [50 um, 0], velocity: [0, 0]}}\n"
                  "joints: {pin: {type: revolute, clearance: 0.1 mm, radius: 10 mm, contact: c, "
                  "bearing: {body: ground}, journal: {body: wheel}}}\n"
                  "contacts: {c: {elastic: {law: power, stiffness: 1e9 N/m^1.5, exponent: 1.5}}}\n"
                  "start: {pin: {angle: 30 deg, rate: 5 rad/s}}\n"
                  "run: {until: 1 ms}\n",
                  &setting, 1);
    assert_near(initial_of(s, "wheel")->angle, acos(-1.0) / 6.0, 1e-12);
    assert_near(initial_of(s, "wheel")->omega, 5.0, 1e-12);
    assert_near(initial_of(s, "wheel")->x, i == 0 ? 0.0 : 50e-6, 1e-15);
    ptl_system_destroy(s);
  }
}

/* A hanging chain with so many links that the sparse method is used. Expected: the rate of the
 * first joint is kept, and the constraints hold. */
static void a_long_chain_keeps_what_is_given(void **state) {
  enum { LINKS = 90 };
  char text[32768], *end = text;
  end += sprintf(end, "pintle: 1\nbodies:\n");
  for (int i = 0; i < LINKS; i++)
    end += sprintf(end, "  b%d: {mass: 1, inertia: 0.1, position: [%d, 0], com: [0.5, 0]}\n", i, i);
  end += sprintf(end, "joints:\n");
  for (int i = 0; i < LINKS; i++)
    end += i == 0 ? sprintf(end, "  j0: {type: revolute, bodies: [ground, b0], at: [0, 0]}\n")
                  : sprintf(end, "  j%d: {type: revolute, bodies: [b%d, b%d], at: [%d, 0]}\n", i,
                            i - 1, i, i);
  sprintf(end, "start: {j0: {angle: 90 deg, rate: 2 rad/s}, j1: {angle: -90 deg}}\n");
  ptl_system *s = system_of(*state, text, NULL, 0);
  assert_near(initial_of(s, "b0")->angle, 0.5 * acos(-1.0), 1e-9);
  assert_near(initial_of(s, "b0")->omega, 2.0, 1e-9);
  assert_near(initial_of(s, "b1")->y, 1.0, 1e-9);
  assert_near(coordinate_of(s, "j1")->value, -0.5 * acos(-1.0), 1e-9);
  assert_true(ptl_system_get_assembly(s)->position_residual < 1e-9);
  ptl_system_destroy(s);
}

/* ---------------------------------------------------------------- what is told */

/* A pantograph whose driver counts from the point where it is placed, so that it is stretched out
 * at the start. Expected: the position is called singular. A quarter of a turn away from it, it is
 * not. */
static void a_singular_start_is_noticed(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: 1e-3, position: [0, 0], angle: 60 deg}\n"
      "  b: {mass: 1, inertia: 1e-3, position: [cos(60 deg), sin(60 deg)], angle: -60 deg}\n"
      "joints:\n"
      "  o: {type: revolute, bodies: [ground, a], at: [[0, 0], [0, 0]]}\n"
      "  p: {type: revolute, bodies: [a, b], at: [[1, 0], [0, 0]]}\n"
      "  dx: {type: motion, bodies: [ground, b], at: [[0, 0], [1, 0]], axis: [[1, 0], [1, 0]], "
      "along: "
      "x, position: 1 m}\n"
      "  dy: {type: motion, bodies: [ground, b], at: [[0, 0], [1, 0]], axis: [[1, 0], [1, 0]], "
      "along: "
      "y, position: 0 m}\n";
  ptl_system *s = system_of(*state, text, NULL, 0);
  assert_int_equal(ptl_system_get_assembly(s)->singularity, PTL_REGULAR);
  assert_int_equal(count_notices(s), 0);
  ptl_system_destroy(s);
  ptl_setting setting = {"joints.dx.position", "2 m"};
  s = system_of(*state, text, &setting, 1);
  assert_int_equal(ptl_system_get_assembly(s)->singularity, PTL_SINGULAR);
  assert_true(is_noticed(s, "the start is a singular position"));
  ptl_system_destroy(s);
  setting.value = "1.999999 m"; /* bars at 1e-3 rad from the line */
  s = system_of(*state, text, &setting, 1);
  assert_int_equal(ptl_system_get_assembly(s)->singularity, PTL_REGULAR);
  ptl_system_destroy(s);
  setting.value = "1.99999999 m"; /* at 1e-4 rad */
  s = system_of(*state, text, &setting, 1);
  assert_int_equal(ptl_system_get_assembly(s)->singularity, PTL_NEARLY_SINGULAR);
  ptl_system_destroy(s);
}

/* Coordinates count from the placement unless the parts have axes of their own. Expected: 0 and 30
 * degrees of a lever placed at 30, of its joint and of its spring. */
static void coordinates_show_what_they_count_from(void **state) {
  ptl_setting axis = {"forces.spring.axis", "[[1, 0], [1, 0]]"};
  for (int i = 0; i < 2; i++) {
    ptl_system *s =
        system_of(*state,
                  "pintle: 1\n"
                  "bodies: {lever: {mass: 1, inertia: 0.01, angle: 30 deg}}\n"
                  "joints: {pivot: {type: revolute, bodies: [ground, lever], at: [0, 0]}}\n"
                  "forces: {spring: {type: rotational_spring_damper, bodies: [ground, "
                  "lever], stiffness: 10, free_angle: 0}}\n",
                  &axis, i);
    assert_near(coordinate_of(s, "pivot")->value, 0.0, 1e-15);
    assert_near(coordinate_of(s, "spring")->value, i * acos(-1.0) / 6.0, 1e-15);
    assert_string_equal(coordinate_of(s, "spring")->kind, "force");
    assert_string_equal(coordinate_of(s, "spring")->unit, "rad");
    ptl_system_destroy(s);
  }
}

/* Expected: 20 mm - 19 mm of a ball over a floor; open and without a notice at 21 mm. */
static void closed_gaps_are_noticed(void **state) {
  ptl_setting higher = {"bodies.ball.position", "[0, 21 mm]"};
  for (int i = 0; i < 2; i++) {
    ptl_system *s = system_of(
        *state,
        "pintle: 1\n"
        "bodies: {ball: {mass: 1, inertia: 1e-3, position: [0, 19 mm], velocity: [0, -1]}}\n"
        "joints: {floor: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]}, "
        "circle: "
        "{body: ball, radius: 20 mm}, contact: c}}\n"
        "contacts: {c: {elastic: {law: power, stiffness: 1e9 N/m^1.5, exponent: 1.5}}}\n",
        &higher, i);
    ptl_gap_start start;
    must(*state, ptl_system_get_gap_start(s, 0, &start));
    assert_near(start.depth, i == 0 ? 1e-3 : -1e-3, 1e-15);
    assert_near(start.rate, 1.0, 1e-15);
    assert_int_equal(is_noticed(s, "floor.contact is closed at the start, 1 mm deep"), i == 0);
    assert_int_equal(ptl_system_get_gap_start(s, 1, &start), PTL_ERR_USAGE);
    ptl_system_destroy(s);
  }
}

/* ---------------------------------------------------------------- from C */

/* Expected: the same start as from a file, also after writing and reading it; what is wrong is
 * refused. */
static void a_description_from_c_has_starts(void **state) {
  ptl_context *context = *state;
  ptl_mechanism *m = mechanism_of(context, SLIDER_CRANK, NULL, 0), *again;
  ptl_start_def def = ptl_start_default();
  def.joint = "shaft";
  assert_int_equal(ptl_mechanism_add_start(m, &def), PTL_ERR_INPUT); /* neither angle nor rate */
  def.position[0] = acos(-1.0) / 3.0;
  must(context, ptl_mechanism_add_start(m, &def));
  assert_int_equal(ptl_mechanism_add_start(m, &def), PTL_ERR_INPUT); /* once more */
  ptl_start_def point = ptl_start_default();
  point.name = "tip";
  point.at = (ptl_part_def){.body = "crank", .x = 0.1};
  point.rate[0] = -sin(acos(-1.0) / 3.0);
  assert_int_equal(ptl_mechanism_add_start(m, &point), PTL_ERR_INPUT); /* half a velocity */
  point.rate[1] = cos(acos(-1.0) / 3.0);
  must(context, ptl_mechanism_add_start(m, &point));
  point.at.body = "ground";
  assert_int_equal(ptl_mechanism_add_start(m, &point), PTL_ERR_INPUT);
  ptl_start_def back;
  assert_int_equal(ptl_mechanism_get_start(m, 1, &back), 1);
  assert_string_equal(back.at.body, "crank");
  assert_int_equal(ptl_mechanism_get_start(m, 2, &back), 0);
  char path[] = "/tmp/pintle_start_XXXXXX";
  close(mkstemp(path));
  must(context, ptl_mechanism_save(m, path));
  must(context, ptl_mechanism_load(context, path, NULL, 0, &again));
  unlink(path);
  ptl_system *systems[2];
  must(context, ptl_assemble(m, &systems[0]));
  must(context, ptl_assemble(again, &systems[1]));
  for (int i = 0; i < 2; i++) check_slider(systems[i], 0.1, 0.3, acos(-1.0) / 3.0, 10.0);
  assert_true(initial_of(systems[1], "rod")->omega == initial_of(systems[0], "rod")->omega);
  ptl_system_destroy(systems[0]);
  ptl_system_destroy(systems[1]);
  ptl_body_def body = ptl_body_default();
  body.name = "b";
  body.mass = body.inertia = body.omega = 1.0;
  body.free = PTL_FREE_RATE;
  assert_int_equal(ptl_mechanism_add_body(m, &body), PTL_ERR_INPUT); /* a free rate is 0 */
  body.free = 64;
  assert_int_equal(ptl_mechanism_add_body(m, &body), PTL_ERR_INPUT);
  ptl_mechanism_destroy(m);
  ptl_mechanism_destroy(again);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_rate_of_a_crank_is_kept),
      cmocka_unit_test(a_rate_at_a_dead_centre_is_kept),
      cmocka_unit_test(the_velocity_of_a_frame_is_kept),
      cmocka_unit_test(a_contradiction_between_bodies_is_noticed),
      cmocka_unit_test(a_moved_body_is_noticed),
      cmocka_unit_test(coordinates_and_rates_of_joints_are_kept),
      cmocka_unit_test(a_joint_leaves_a_dead_centre),
      cmocka_unit_test(points_are_kept),
      cmocka_unit_test(contradictions_are_refused_by_name),
      cmocka_unit_test(unrelated_entries_are_not_blamed),
      cmocka_unit_test(drivers_go_on_from_the_start),
      cmocka_unit_test(joints_with_clearance_start_as_given),
      cmocka_unit_test(a_long_chain_keeps_what_is_given),
      cmocka_unit_test(a_singular_start_is_noticed),
      cmocka_unit_test(coordinates_show_what_they_count_from),
      cmocka_unit_test(closed_gaps_are_noticed),
      cmocka_unit_test(a_description_from_c_has_starts),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
