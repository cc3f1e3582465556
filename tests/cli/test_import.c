/* `pintle import` as a user calls it: MJCF, URDF, points and links. Expected motions: the equations
 * of motion of the mechanisms that the files describe, written down by hand and integrated by the
 * classical Runge-Kutta method in steps of 20 us; closed forms; a model written by hand. */
#include <math.h>

#include "program.h"
#include "trace_table.h"

#define FILES PINTLE_DATA "/import/"

static const double pi = 3.14159265358979323846, g = 9.81;

/* Imports, runs and reads a file of tests/data/import. */
static trace_table run_import(const char *name) {
  trace_table t;
  expect_status(shell("pintle import " FILES "%s -o m.yaml", name), 0);
  expect_status(shell("pintle run m.yaml -o m.run --rtol 1e-9"), 0);
  assert_int_equal(trace_table_read("m.run/trace.csv", &t), 0);
  return t;
}

static double value_at(const trace_table *t, int row, const char *column) {
  const int index = trace_table_column(t, column);
  if (index < 0) fail_msg("no column %s", column);
  return trace_table_at(t, row, index);
}

static void close_to(double got, double wanted, double limit) {
  if (!(fabs(got - wanted) <= limit)) fail_msg("%.12g, expected %.12g", got, wanted);
}

/* Two coordinates q and their rates v; M(q) a = f(q, v). */
typedef void equations(const double q[2], const double v[2], double m[3], double f[2]);

static void slope(equations *of, const double y[4], double out[4]) {
  double m[3], f[2]; /* m: 11, 12, 22 */
  of(y, y + 2, m, f);
  const double det = m[0] * m[2] - m[1] * m[1];
  out[0] = y[2];
  out[1] = y[3];
  out[2] = (m[2] * f[0] - m[1] * f[1]) / det;
  out[3] = (m[0] * f[1] - m[1] * f[0]) / det;
}

static void integrate(equations *of, double y[4], double until) {
  const double h = 2e-5;
  for (int n = (int)lround(until / h); n > 0; n--) {
    double k[4][4], at[4];
    for (int stage = 0; stage < 4; stage++) {
      static const double part[] = {0, 0.5, 0.5, 1};
      for (int i = 0; i < 4; i++)
        at[i] = y[i] + (stage > 0 ? h * part[stage] * k[stage - 1][i] : 0);
      slope(of, at, k[stage]);
    }
    for (int i = 0; i < 4; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
  }
}

/* ------------------------------------------------------------------ URDF */

/* Lagrange's equations of two rods, angles from the vertical; the second of a rod and a bob that
 * are welded together. */
static void two_rods(const double q[2], const double v[2], double m[3], double f[2]) {
  const double length = 0.5, c1 = 0.25, m1 = 1.5, i1 = 0.04, m2 = 1.1, damping = 0.05;
  const double c2 = (0.8 * 0.2 + 0.3 * 0.4) / m2;
  const double i2 = 0.012 + 0.8 * pow(0.2 - c2, 2) + 0.0005 + 0.3 * pow(0.4 - c2, 2);
  const double h = m2 * length * c2, between = damping * (v[1] - v[0]);
  m[0] = i1 + m1 * c1 * c1 + m2 * length * length;
  m[1] = h * cos(q[0] - q[1]);
  m[2] = i2 + m2 * c2 * c2;
  f[0] = -h * sin(q[0] - q[1]) * v[1] * v[1] - (m1 * c1 + m2 * length) * g * sin(q[0]) + between;
  f[1] = h * sin(q[0] - q[1]) * v[0] * v[0] - m2 * c2 * g * sin(q[1]) - between;
}

static void urdf_double_pendulum(void **state) {
  (void)state;
  trace_table t = run_import("double_pendulum.urdf");
  double y[4] = {1.2, 1.7, 0, 0};
  integrate(two_rods, y, 1);
  close_to(value_at(&t, t.rows - 1, "upper.angle"), y[0], 2e-8);
  close_to(value_at(&t, t.rows - 1, "lower.angle"), y[1], 2e-8);
  close_to(value_at(&t, t.rows - 1, "lower.omega"), y[3], 2e-7);
  trace_table_release(&t);
}

static void urdf_report(void **state) {
  (void)state;
  const outcome *o = shell("pintle import " FILES "double_pendulum.urdf -o m.yaml");
  expect_text(o->out, "URDF has no gravity");
  expect_text(o->out, "double_pendulum.urdf:5: link 'base' stands still");
  expect_text(o->out, "joint 'elbow': its friction is not taken");
  expect_text(o->out, "joint 'shoulder': its limits stand in a comment");
  expect_text(o->out, "degrees of freedom: 2");
  o = shell("cat m.yaml");
  expect_text(o->out, "# line 31: joint 'shoulder': its limits");
  expect_text(o->out, "limits: {from: -3, to: 3, radius: ...}");
  o = shell("pintle import " FILES "double_pendulum.urdf --hold elbow -o m.yaml && cat m.yaml");
  expect_status(o, 0);
  expect_text(o->out, "joint 'elbow' is held as it is placed");
  expect_text(o->out, "degrees of freedom: 1");
  o = shell("pintle import " FILES "double_pendulum.urdf --hold elbow --hold shoulder");
  expect_status(o, 2);
  expect_text(o->err, "nothing moves");
}

/* ------------------------------------------------------------------ MJCF */

/* A carriage on a spring and a damper, with a pole that hangs from it. */
static void carriage(const double q[2], const double v[2], double m[3], double f[2]) {
  m[0] = 2 + 1;
  m[1] = 1 * 0.5 * cos(q[1]);
  m[2] = 0.1 + 1 * 0.5 * 0.5;
  f[0] = 1 * 0.5 * sin(q[1]) * v[1] * v[1] - 20 * (q[0] - 0.1) - 0.4 * v[0];
  f[1] = -1 * g * 0.5 * sin(q[1]);
}

/* Beside it a body with two slides and a hinge, free in the plane, whose spring makes 0.3 m (1 -
 * cos(sqrt(5)/s t)), and one whose point slides down a line of 45 degrees. */
static void mjcf_slides(void **state) {
  (void)state;
  trace_table t = run_import("cart.xml");
  const int last = t.rows - 1;
  double y[4] = {0, -0.3, 0, 0};
  integrate(carriage, y, 1);
  close_to(value_at(&t, last, "cart.x"), y[0], 2e-8);
  close_to(value_at(&t, last, "pole.angle"), y[1], 2e-8);
  close_to(value_at(&t, last, "drone.x"), 2 + 0.3 * (1 - cos(sqrt(5))), 1e-8);
  close_to(value_at(&t, last, "drone.y"), 1 - g / 2, 1e-8);
  close_to(value_at(&t, last, "sled.x"), -2 + g / 4, 1e-8);
  close_to(value_at(&t, last, "sled.y"), 1 - g / 4, 1e-8);
  /* hinges about +y turn clockwise where x is right and z up; their coordinate counts as in the
   * file */
  close_to(value_at(&t, last, "hinge.angle"), -(y[1] + 0.3), 2e-8);
  trace_table_release(&t);
}

/* The same four-bar by hand: rods with round ends of 2700 kg/m^3 as cylinders and halves of balls,
 * a box of 0.2 kg with a ball of 0.05 kg on it, the rotor's inertia 0.001 kg m^2 on the crank. */
static const char by_hand[] =
    "pintle: 1\n"
    "parameters: {r: 10 mm, rho: 2700 kg/m^3, a: 0.1 m, b: sqrt(0.1) * 1 m, ball: rho*4/3*pi*r^3,\n"
    "  rod_a: rho*pi*r^2*a, rod_b: rho*pi*r^2*b}\n"
    "gravity: [0, -9.81 m/s^2]\n"
    "bodies:\n"
    "  crank: {mass: rod_a + ball, inertia: 'rod_a*(r^2/4 + a^2/12) + ball*(0.4*r^2 + a^2/4 + "
    "0.75*r*a/2) + 1e-3 kg m^2', position: [0, 0.15]}\n"
    "  coupler: {mass: rod_b + ball, inertia: 'rod_b*(r^2/4 + b^2/12) + ball*(0.4*r^2 + b^2/4 + "
    "0.75*r*b/2)', position: [0.15, 0.25]}\n"
    "  rocker:\n"
    "    mass: 0.25 kg\n"
    "    inertia: '0.2 kg*(0.02^2 + 0.2^2)/12*1 m^2 + 0.2 kg*(10 mm)^2 + 0.05 kg*(40 mm)^2 + "
    "0.4*0.05 kg*(15 mm)^2'\n"
    "    position: [0.3, 0.19]\n"
    "joints:\n"
    "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0.1]}\n"
    "  pin: {type: revolute, bodies: [crank, coupler], at: [0, 0.2]}\n"
    "  rocker_pin: {type: revolute, bodies: [coupler, rocker], at: [0.3, 0.3]}\n"
    "  pivot: {type: revolute, bodies: [ground, rocker], at: [0.3, 0.1]}\n"
    "forces:\n"
    "  bearing: {type: rotational_spring_damper, bodies: [ground, crank], damping: 0.02 N m s}\n"
    "  spring: {type: rotational_spring_damper, bodies: [coupler, rocker], stiffness: 0.5 N m/rad, "
    "free_angle: 10 deg}\n"
    "run: {until: 1 s, every: 1 ms}\n";

static void mjcf_four_bar(void **state) {
  (void)state;
  trace_table t = run_import("four_bar.xml"), hand;
  write_text("hand.yaml", by_hand);
  expect_status(shell("pintle run hand.yaml -o hand.run --rtol 1e-9"), 0);
  assert_int_equal(trace_table_read("hand.run/trace.csv", &hand), 0);
  static const char *const columns[] = {"crank.angle", "coupler.angle", "rocker.angle",
                                        "crank.omega"};
  for (int i = 0; i < 4; i++)
    close_to(value_at(&t, t.rows - 1, columns[i]), value_at(&hand, hand.rows - 1, columns[i]),
             1e-7);
  assert_true(fabs(value_at(&hand, hand.rows - 1, "crank.angle")) > 0.1); /* it has moved */
  trace_table_release(&t);
  trace_table_release(&hand);
  const outcome *o = shell("pintle import " FILES "four_bar.xml");
  expect_text(o->err, "four_bar.xml:32: <actuator>: not taken (1 entry)");
  expect_text(o->out, "crank_pin: {type: revolute");
  expect_text(o->out, "title: \"four-bar <test>\"");
}

/* ------------------------------------------------------------------ points and links */

static void slider_crank(void **state) {
  (void)state;
  trace_table t = run_import("slider_crank.csv");
  const double r = 0.05, first = atan2(40, 30), length = hypot(0.14908712114635716 - 0.03, 0.04);
  for (int row = 0; row < t.rows; row += 37) {
    const double angle = first + 4 * pi * value_at(&t, row, "time"), s = r * sin(angle);
    close_to(value_at(&t, row, "B.x"), r * cos(angle) + sqrt(length * length - s * s), 1e-11);
    close_to(value_at(&t, row, "B.y"), 0, 1e-11);
  }
  trace_table_release(&t);
  const outcome *o = shell("cat m.yaml");
  expect_text(o->out, "linear_density: 1 kg/m");
  expect_text(o->out, "gravity: [0, -9.81]");
}

/* Expected: m L^2/3 of a rod about its end, period 2 pi sqrt(2 L/(3 g)) for small swings. */
static void rod_by_points(void **state) {
  (void)state;
  write_text("rod.csv",
             "gravity, 0, -9.81\npoint, O, 0, 0, ground\npoint, P, 10 mm, -1 m\nlink, rod, O, P\n");
  expect_status(shell("pintle import rod.csv -o m.yaml"), 0);
  const outcome *o = shell("pintle modes m.yaml --at equilibrium --json");
  expect_status(o, 0);
  const double length = hypot(0.01, 1);
  close_to(json_number(o->out, "modes.0.frequency"), sqrt(1.5 * g / length) / (2 * pi), 1e-7);
}

/* ------------------------------------------------------------------ what is refused */

/* Two wheels on the ground whose angles are coupled, q1 = 2 q2, the frame of the first given by two
 * axes, turned by 30 deg. A load of M on the second meets J2 + 4 J1, so that it turns at M/(J2 + 4
 * J1); the first twice as fast. */
static void mjcf_ratio(void **state) {
  trace_table t;
  (void)state;
  write_text(
      "ratio.xml",
      "<mujoco><option gravity='0 0 0'/><worldbody>"
      "<body name='one' xyaxes='0.8660254037844386 0.5 0 -0.5 0.8660254037844386 0'>"
      "<inertial pos='0 0 0' mass='1' diaginertia='1 1 0.25'/>"
      "<joint name='q1' type='hinge' axis='0 0 1'/></body>"
      "<body name='two' pos='1 0 0'><inertial pos='0 0 0' mass='1' diaginertia='1 1 0.5'/>"
      "<joint name='q2' type='hinge' axis='0 0 1'/></body></worldbody>"
      "<equality><joint joint1='q1' joint2='q2' polycoef='0 2 0 0 0'/></equality></mujoco>\n");
  expect_status(shell("pintle import ratio.xml -o ratio.yaml"), 0);
  expect_status(
      shell("pintle run ratio.yaml -o ratio.run --set 'loads={push: {body: two, torque: 3 N "
            "m}}' --set 'run={until: 1 s, every: 0.1 s}' --quiet"),
      0);
  assert_int_equal(trace_table_read("ratio.run/trace.csv", &t), 0);
  const int last = t.rows - 1;
  close_to(value_at(&t, 0, "one.angle"), pi / 6, 1e-12);
  close_to(value_at(&t, last, "two.omega"), 3.0 / (0.5 + 4 * 0.25), 1e-9);
  close_to(value_at(&t, last, "one.omega"), 2 * 3.0 / (0.5 + 4 * 0.25), 1e-9);
  trace_table_release(&t);
  shell("sed -i 's/-0.5 0.8660254037844386 0/1.7320508075688772 1 0/' ratio.xml");
  const outcome *o = shell("pintle import ratio.xml -o ratio.yaml");
  expect_status(o, 2);
  expect_text(o->err, "<body>: no direction");
}

static void refused(const char *text, const char *message) {
  write_text("bad.txt", text);
  const outcome *o = shell("pintle import bad.txt -o bad.yaml");
  expect_status(o, 2);
  expect_text(o->err, message);
  assert_false(file_exists("bad.yaml"));
}

#define BODY(TEXT) "<mujoco>\n<worldbody>\n<body name='b'>\n" TEXT "\n</body></worldbody></mujoco>"
#define MASS "<inertial mass='1' pos='0 0 0' diaginertia='1 1 1'/>"

static void hostile(void **state) {
  (void)state;
  refused("<!DOCTYPE m [<!ENTITY a 'aa'><!ENTITY b '&a;&a;'>]>\n<mujoco>&b;</mujoco>",
          "bad.txt:1: error: a document with a DOCTYPE is not read");
  refused("<mujoco>\n<worldbody>\n<body>", "bad.txt:3: error: no well-formed XML");
  refused("<mujoco>&quit;</mujoco>", "[E0150]");
  refused("<html/>", "neither MJCF (<mujoco>) nor URDF (<robot>) [E0151]");
  refused("", "bad.txt:1: error: the file has no links");
  expect_status(shell("pintle import missing.xml"), 2);
  expect_status(shell("pintle import ."), 2);
  expect_status(shell("(yes '<a>' | head -300) > bad.txt; pintle import bad.txt"), 2);
  expect_text(shell("pintle import bad.txt")->err,
              "bad.txt:202: error: elements are nested more than 200 deep [E0150]");
  expect_text(shell("truncate -s 17M bad.txt; pintle import bad.txt")->err,
              "the file has more than 16 MB");
  refused(BODY(MASS "<joint axis='0 1e999 0'/>"),
          "bad.txt:4: error: <joint axis=\"0 1e999 0\">: no numbers");
  refused("<mujoco><include file='/etc/passwd'/></mujoco>", "<include> is not followed");
}

/* A direction is that of its numbers, however large or small these are: squares of them are
 * none. */
static void directions_of_any_size(void **state) {
  (void)state;
  static const char *const axes[] = {"0 3 4", "0 3e200 4e200", "0 3e-200 4e-200"};
  char text[400];
  for (int i = 0; i < 3; i++) {
    snprintf(text, sizeof text, BODY(MASS "<joint axis='%s'/>"), axes[i]);
    write_text("one.xml", text);
    expect_status(shell(i == 0 ? "pintle import one.xml -o one.yaml"
                               : "pintle import one.xml -o two.yaml && cmp one.yaml two.yaml"),
                  0);
  }
  refused(BODY(MASS "<joint axis='0 0 1e-310'/>"), "axis of length 0");
  refused(BODY("<joint/><geom type='capsule' size='1' fromto='0 0 0 0 0 -0'/>"),
          "<geom> of type capsule needs its size");
  refused(BODY("<joint/><geom type='capsule' size='1' fromto='-1e308 0 0 1e308 0 0'/>"),
          "<geom> of type capsule needs its size");
}

static void mjcf_refused(void **state) {
  (void)state;
  refused(
      BODY(MASS "<joint axis='0 1 0'/><body>" MASS "\n<joint name='j' axis='1 0 0'/></body>"),
      "bad.txt:5: error: joint 'j' turns about [1, 0, 0], 90 deg off the plane across [0, -1, 0]");
  refused(BODY(MASS "<joint axis='0 1 0'/><joint axis='0 1 0' pos='1 0 0'/>"),
          "a body with 2 hinge(s)");
  refused(BODY("<joint/>"), "bad.txt:3: error: body 'b' moves and has no mass");
  refused(BODY("<joint/><geom type='mesh' mesh='m'/>"),
          "what a geom of type mesh weighs is not known here");
  refused(BODY(MASS "<joint class='none'/>"), "there is no class 'none'");
  refused(BODY(MASS "<joint axis='0 0 0'/>"), "axis of length 0");
  refused(BODY(MASS "<joint axis='0 1'/>"), "<joint axis=\"0 1\"> needs 3 numbers [E0151]");
  refused(BODY(MASS "<joint type='screw'/>"), "there is no joint type 'screw'");
  refused(BODY("<geom size='0'/><joint/>"), "<geom> of type sphere needs its size");
  refused(BODY(MASS "<joint/><replicate count='3'/>"), "<replicate> is not read");
  refused(BODY(MASS "<joint/></body><body name='b'>" MASS), "the name of body 'b' is taken");
  refused("<mujoco><equality><connect body1='a' anchor='0 0 0'/></equality></mujoco>",
          "no body 'a'");
  expect_text(shell("pintle import " FILES "cart.xml --hold hinges")->err,
              "there is no joint 'hinges' to hold [E0151]");
}

#define LINK(NAME)    \
  "<link name='" NAME \
  "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>\n"
#define JOINT(A, B) \
  "<joint name='" A B "' type='revolute'><parent link='" A "'/><child link='" B "'/></joint>\n"

static void urdf_refused(void **state) {
  (void)state;
  refused("<robot>" LINK("a") LINK("b") JOINT("a", "b") JOINT("b", "a") "</robot>",
          "there is no link that carries all others");
  refused("<robot>" LINK("a") LINK("b") LINK("c") JOINT("b", "c") JOINT("c", "b") "</robot>",
          "2 of the links hang on no other");
  refused("<robot>" LINK("a") LINK("b") LINK("c") JOINT("a", "c") JOINT("b", "c") "</robot>",
          "bad.txt:4: error: link 'c' is the child of two joints");
  refused("<robot>" LINK("a") JOINT("a", "d") "</robot>", "the <child> of a joint is no link: 'd'");
  refused("<robot xmlns:xacro='x'><xacro:macro/></robot>", "is Xacro; write the URDF first");
  refused("<robot></robot>", "there is no link that carries all others");
  refused("<robot>" LINK("a") "<link name='b'/>" JOINT("a", "b") "</robot>",
          "body 'b' moves and has no mass");
}

static void points_refused(void **state) {
  (void)state;
  refused("point, A, 0, 0\nrod, A, B\n",
          "bad.txt:2: error: 'rod': a row begins with unit, point, link");
  refused("point, A, 0, 0\nlink, l, A, B\n", "bad.txt:2: error: there is no point 'B' above");
  refused("point, A, 0, 0, ground\npoint, A, 1, 0\n", "the name 'A' is taken");
  refused("point, A, 0, 1 kg\n", "bad.txt:1: error: ");
  refused("point, A, 0, 0\npoint, B, 0, 0\nlink, l, A, B\n",
          "a link needs a mass and an inertia above 0");
  refused("point, A, 0, 0\npoint, B, 1, 0\nlink, l, A, B\ndrive, l, 1 rpm\n",
          "is pinned to the ground at one point");
  refused("point, A, 0, 0, floor\n", "only `ground` may stand here");
  refused("point, A, 0\n", "a row has the form: point, NAME, X, Y [, ground]");
  refused("unit, kg\npoint, A, 0, 0\n", "bad.txt:1: error: ");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(urdf_double_pendulum),
      cmocka_unit_test(urdf_report),
      cmocka_unit_test(mjcf_slides),
      cmocka_unit_test(mjcf_ratio),
      cmocka_unit_test(mjcf_four_bar),
      cmocka_unit_test(slider_crank),
      cmocka_unit_test(rod_by_points),
      cmocka_unit_test(hostile),
      cmocka_unit_test(directions_of_any_size),
      cmocka_unit_test(mjcf_refused),
      cmocka_unit_test(urdf_refused),
      cmocka_unit_test(points_refused),
  };
  return cmocka_run_group_tests_name("import", tests, enter_folder, leave_folder);
}
