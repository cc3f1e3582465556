/* Where parts are placed and from where coordinates count: `zero`, `touching`, `at` of distances.
 * Expected values: plane geometry. */
#include "text_run.h"

#define HEAD "pintle: 1\ngravity: [0, 0]\n"
#define RUN "run: {until: 1 ms, every: 1 ms}\n"

static double at_start(ptl_context *context, const char *text, const char *column) {
  outcome out = run_text(context, text, NULL, 0);
  const double value = at_row(&out, 0, column);
  release(context, &out);
  return value;
}

/* ------------------------------------------------------------------ zero */

#define LEVER(keys)                                                                               \
  HEAD "bodies:\n"                                                                                \
       "  arm: {mass: 1, inertia: 1, angle: 20 deg}\n"                                            \
       "  lever: {mass: 1, inertia: 1, position: [0.2, 0.1], angle: 50 deg}\n"                    \
       "joints:\n"                                                                                \
       "  base: {type: fixed, bodies: [ground, arm]}\n"                                           \
       "  hinge: {type: revolute, bodies: [arm, lever]" keys                                      \
       "}\n"                                                                                      \
       "forces: {spring: {type: rotational_spring_damper, bodies: [arm, lever], stiffness: 10 N " \
       "m/rad, "                                                                                  \
       "damping: 0" keys "}}\n" RUN

static void angles_count_between_bodies(void **state) {
  const double turn = 30.0 * acos(-1.0) / 180.0;
  assert_near(at_start(*state, LEVER(""), "hinge.angle"), 0.0, 1e-15);
  assert_near(at_start(*state, LEVER(", zero: placement"), "hinge.angle"), 0.0, 1e-15);
  assert_near(at_start(*state, LEVER(", zero: bodies"), "hinge.angle"), turn, 1e-14);
  assert_near(at_start(*state, LEVER(", zero: bodies"), "spring.moment"), 10.0 * turn, 1e-12);
}

/* Stops at angles between the bodies: the lever, at 30 degrees against the arm, turns at 2 rad/s
 * into the one at 60. */
static void stops_stand_at_angles_between_bodies(void **state) {
  static const char text[] = HEAD
      "bodies:\n"
      "  lever: {mass: 1, inertia: 1e-3, angle: 30 deg, rate: 2}\n"
      "contacts: {c: {elastic: {law: power, stiffness: 1e9, exponent: 1}}}\n"
      "joints: {hinge: {type: revolute, bodies: [ground, lever], zero: bodies, contact: c,\n"
      "  limits: {to: 60 deg, radius: 0.1}}}\nrun: {until: 0.4 s}\n";
  outcome out = run_text(*state, text, NULL, 0);
  assert_near(out.trace.events[0].time, acos(-1.0) / 6.0 / 2.0, 1e-9);
  release(*state, &out);
}

/* Along an axis of 30 degrees from origin to origin, whatever point the axis goes through. */
static void positions_count_between_origins(void **state) {
  static const char text[] = HEAD
      "bodies: {block: {mass: 1, inertia: 1, position: [0.3, 0.4], angle: 1}}\n"
      "joints:\n"
      "  rail: {type: translational, bodies: [ground, block], axis: [cos(30 deg), 0.5],\n"
      "    at: [0.7, -0.1], zero: bodies}\n" RUN;
  const double along = 0.3 * cos(acos(-1.0) / 6.0) + 0.4 * 0.5;
  assert_near(at_start(*state, text, "rail.position"), along, 1e-14);
  static const char driven[] = HEAD
      "bodies: {block: {mass: 1, inertia: 1, position: [0.3, 0.4]}}\n"
      "joints:\n"
      "  lift: {type: motion, bodies: [ground, block], along: y, zero: bodies, position: 0.4 m}\n"
      "run: {until: 1 ms, every: 1 ms, start: given}\n";
  assert_near(at_start(*state, driven, "block.y"), 0.4, 1e-14);
}

/* A four-bar by its lengths alone, the crank upright: the coupler's angle is that of the triangles
 * over the diagonal sqrt(10). */
static void a_loop_closes_from_its_lengths(void **state) {
  static const char text[] = HEAD
      "bodies:\n"
      "  crank: {mass: 1, inertia: 0.1}\n"
      "  coupler: {mass: 1, inertia: 1}\n"
      "  rocker: {mass: 1, inertia: 0.5}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, crank], at: [[0, 0], [0, 0]]}\n"
      "  crank_pin: {type: revolute, bodies: [crank, coupler], at: [[1, 0], [0, 0]]}\n"
      "  rocker_pin: {type: revolute, bodies: [coupler, rocker], at: [[4, 0], [2.5, 0]]}\n"
      "  pivot: {type: revolute, bodies: [ground, rocker], at: [[3, 0], [0, 0]]}\n"
      "start: {shaft: {angle: 90 deg}}\n" RUN;
  const double apex = acos((16.0 + 10.0 - 6.25) / (8.0 * sqrt(10.0)));
  assert_near(at_start(*state, text, "coupler.angle"), atan2(-1.0, 3.0) + apex, 1e-12);
}

/* ------------------------------------------------------------------ touching */

/* A roller of 10 mm on an arm of 80 mm, and a cam of 30 mm whose centre is 100 mm from the arm's
 * pivot: its centre is 40 mm from the cam's. The ball is left where it is. */
static void a_roller_is_put_on_its_cam(void **state) {
  static const char text[] = HEAD
      "bodies:\n"
      "  arm: {mass: 1, inertia: 1e-3, position: [100 mm, 0], angle: 140 deg}\n"
      "  ball: {mass: 1, inertia: 1e-3, position: [0, 1]}\n"
      "contacts: {c: {elastic: {law: power, stiffness: 1e8, exponent: 1}}}\n"
      "joints:\n"
      "  pivot: {type: revolute, bodies: [ground, arm], at: [100 mm, 0]}\n"
      "  cam: {type: circle_circle, a: {body: ground, radius: 30 mm},\n"
      "    b: {body: arm, at: [80 mm, 0], radius: 10 mm}, contact: c}\n"
      "  floor: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]},\n"
      "    circle: {body: ball, radius: 10 mm}, contact: c}\n"
      "run: {until: 1 ms, every: 1 ms, start: touching, touching: [cam]}\n";
  const ptl_setting both = {"run.touching", "[cam, floor.contact]"};
  outcome out = run_text(*state, text, NULL, 0);
  const double a = at_row(&out, 0, "arm.angle");
  assert_near(hypot(0.1 + 0.08 * cos(a), 0.08 * sin(a)), 0.04, 1e-14);
  assert_near(at_row(&out, 0, "ball.y"), 1.0, 0.0);
  release(*state, &out);
  out = run_text(*state, text, &both, 1);
  assert_near(at_row(&out, 0, "ball.y"), 0.01, 1e-14);
  release(*state, &out);
}

/* ------------------------------------------------------------------ what is refused */

static void what_cannot_be_placed(void **state) {
  static const char text[] = HEAD
      "bodies:\n"
      "  a: {mass: 1, inertia: 1}\n"
      "  b: {mass: 1, inertia: 1, position: [0.5, 0]}\n"
      "contacts: {c: {elastic: {law: power, stiffness: 1e8, exponent: 1}}}\n"
      "joints:\n"
      "  hinge: {type: revolute, bodies: [ground, a]}\n"
      "  rod: {type: distance, bodies: [a, b], at: [[0, 0], [0, 0]], length: 0.5}\n"
      "  pin: {type: revolute, bodies: [ground, b], clearance: 1 mm, radius: 10 mm, contact: c,\n"
      "    limits: {to: 2, radius: 0.1}}\n"
      "forces: {s: {type: spring_damper, bodies: [a, b], at: [[0, 0], [0, 0]], stiffness: 1, "
      "damping: 0}}\n"
      "run: {until: 1 ms, start: touching}\n";
  static const char *const cases[][3] = {
      {"joints.rod.at", "null", "text:9:3: error: joint 'rod' needs two points, at: [[xa, ya], "},
      {"forces.s.at", "null", "force 's' needs two points"},
      {"joints.rod",
       "{type: circle_line, bodies: [a, b], contact: c, line: {from: [-1, 0], to: [1, 0]}, "
       "circle: {radius: 0.1}}",
       "joint 'rod' needs two points"},
      {"joints.rod",
       "{type: circle_circle, bodies: [a, b], contact: c, a: {radius: 0.1}, b: {radius: 0.1}}",
       "joint 'rod' needs two points"},
      {"joints.rod",
       "{type: circle_curve, bodies: [a, b], contact: c, profile: {points: [[0, 0], [1, 0], [2, "
       "1]]}, "
       "circle: {radius: 0.1}}",
       "joint 'rod' needs two points"},
      {"joints.rod.zero", "bodies", "joint 'rod' has no coordinate"},
      {"forces.s.zero", "bodies", "force 's' has no coordinate"},
      {"joints.hinge.zero", "body", "zero must be placement or bodies"},
      {"joints.hinge", "{type: revolute, bodies: [ground, a], axis: [1, 0], zero: bodies}",
       "keep one"},
      {"joints.hinge",
       "{type: revolute, bearing: {body: ground}, journal: {body: a}, zero: bodies}",
       "'zero' belongs to 'bodies'"},
      {"run.touching", "[pin]", "has several gaps"},
      {"run.touching", "[hinge]", "is ideal and has no gaps"},
      {"run.touching", "[pim.bearing]", "did you mean 'pin'"},
      {"run.touching", "[pin.bearin]", "did you mean 'bearing'"},
      {"run.touching", "[pin.lower]", "does not have this gap"},
      {"run", "{start: ideal, touching: [pin.bearing]}",
       "'touching' belongs to 'start: touching'"}};
  ptl_context *context = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const ptl_setting setting = {cases[i][0], cases[i][1]};
    ptl_mechanism *m;
    if (ptl_mechanism_parse(context, text, strlen(text), "text", &setting, 1, &m) != PTL_ERR_INPUT)
      fail_msg("%s: %s is accepted", cases[i][0], cases[i][1]);
    if (strstr(ptl_context_message(context), cases[i][2]) == NULL)
      fail_msg("%s: %s", cases[i][1], ptl_context_message(context));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(angles_count_between_bodies),
                                     cmocka_unit_test(stops_stand_at_angles_between_bodies),
                                     cmocka_unit_test(positions_count_between_origins),
                                     cmocka_unit_test(a_loop_closes_from_its_lengths),
                                     cmocka_unit_test(a_roller_is_put_on_its_cam),
                                     cmocka_unit_test(what_cannot_be_placed)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
