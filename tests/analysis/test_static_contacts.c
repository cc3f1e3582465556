/* Where mechanisms rest on stiff contacts, bushings and springs, and by forces that depend on
 * reactions, against closed forms. */
#include "model_run.h"
#include "pintle_analysis.h"

#define HEAD "pintle: 1\ngravity: [0, -9.81 m/s^2]\n"

/* Three rods that hang from one another by pins in bearings, or by bushings, and begin horizontally
 * with every pin in the middle: each rests below its middle, by the clearance and as deep as the
 * weight under it asks for, and the rods hang straight down. Steps of the search must not follow
 * from how stiff the joints are. */
static void rods_hang_by_stiff_joints(void **state) {
  (void)state;
#define BEARING "radius: 10 mm, clearance: 0.1 mm, contact: steel"
#define BUSHING(k) "bushing: {stiffness: " k " N/m, damping: 10 N s/m}"
#define STEEL(k, exponent)                                                         \
  "contacts: {steel: {elastic: {law: power, stiffness: " k ", exponent: " exponent \
  "}, damping: "                                                                   \
  "{law: none}}}\n"
  static const struct {
    const char *joint, *contacts;
    double k, exponent, clearance;
  } cases[] = {{BEARING, STEEL("1e6 N/m", "1"), 1e6, 1.0, 1e-4},
               {BEARING, STEEL("1e9 N/m", "1"), 1e9, 1.0, 1e-4},
               {BEARING, STEEL("1e12 N/m", "1"), 1e12, 1.0, 1e-4},
               {BEARING, STEEL("1e10 N/m^1.5", "1.5"), 1e10, 1.5, 1e-4},
               {BUSHING("1e5"), "", 1e5, 1.0, 0.0},
               {BUSHING("1e8"), "", 1e8, 1.0, 0.0},
               {BUSHING("1e10"), "", 1e10, 1.0, 0.0}};
  const double masses[] = {2.0, 1.0, 0.5}, length = 0.4;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[2000];
    snprintf(text, sizeof text,
             HEAD
             "bodies:\n"
             "  a: {mass: 2 kg, inertia: 0.02 kg m^2, com: [0.2 m, 0]}\n"
             "  b: {mass: 1 kg, inertia: 0.01 kg m^2, position: [0.4 m, 0], com: [0.2 m, 0]}\n"
             "  c: {mass: 0.5 kg, inertia: 0.01 kg m^2, position: [0.8 m, 0], com: [0.2 m, 0]}\n"
             "joints:\n"
             "  first: {type: revolute, bodies: [ground, a], at: [0, 0], %s}\n"
             "  second: {type: revolute, bodies: [a, b], at: [0.4 m, 0], %s}\n"
             "  third: {type: revolute, bodies: [b, c], at: [0.8 m, 0], %s}\n"
             "%s",
             cases[i].joint, cases[i].joint, cases[i].joint, cases[i].contacts);
    ptl_system *system = system_of(context, text, NULL, 0);
    ptl_equilibrium *e;
    must(context, ptl_static(context, system, NULL, &e));
    double y = 0.0, weight = 3.5 * 9.81;
    for (int body = 0; body < 3; body++) {
      const double depth = pow(weight / cases[i].k, 1.0 / cases[i].exponent);
      y -= cases[i].clearance + depth;
      if (cases[i].clearance > 0.0) {
        assert_near(e->gaps[body].depth, depth, 1e-5 * depth + 1e-15);
        assert_near(e->gaps[body].force, weight, 1e-4);
      }
      assert_near(sin(e->bodies[body].angle), -1.0, 1e-9); /* by rounding of the depths */
      assert_near(e->bodies[body].y, y, 1e-11 + 1e-6 * depth);
      y -= length;
      weight -= 9.81 * masses[body];
    }
    assert_int_equal(e->stability, PTL_STABLE);
    assert_true(e->newton_steps < 120);
    ptl_equilibrium_release(context, e);
    ptl_system_destroy(system);
  }
}

/* A cart on a rail, a rod on its pin and a tip welded to that, all by bushings of k, begin with the
 * rod horizontal: each gives way by the weight that hangs on it over k, and the weld does not
 * turn. */
static void a_welded_tip_hangs_by_bushings(void **state) {
  (void)state;
  ptl_system *system = system_of(
      context,
      HEAD
      "bodies:\n"
      "  cart: {mass: 1 kg, inertia: 0.01 kg m^2}\n"
      "  a: {mass: 2 kg, inertia: 0.02 kg m^2, com: [0.3 m, 0]}\n"
      "  tip: {mass: 0.5 kg, inertia: 0.001 kg m^2, position: [0.6 m, 0], com: [0.1 m, 0]}\n"
      "joints:\n"
      "  rail: {type: translational, bodies: [ground, cart], axis: [1, 0], bushing: {stiffness: "
      "1e9 N/m, damping: 10 N s/m, rotational_stiffness: 1e6 N m/rad}}\n"
      "  pin: {type: revolute, bodies: [cart, a], at: [0, 0], bushing: {stiffness: 1e9 N/m, "
      "damping: 10 N s/m}}\n"
      "  weld: {type: fixed, bodies: [a, tip], at: [0.6 m, 0], bushing: {stiffness: 1e9 N/m, "
      "damping: 10 N s/m, rotational_stiffness: 1e7 N m/rad}}\n",
      NULL, 0);
  const double by = 9.81 / 1e9; /* 1 kg over the stiffness */
  ptl_equilibrium *e;
  must(context, ptl_static(context, system, NULL, &e));
  assert_near(e->bodies[0].y, -3.5 * by, 1e-13);
  assert_near(e->bodies[1].y, -6.0 * by, 1e-13);
  assert_near(e->bodies[2].y, -0.6 - 6.5 * by, 1e-12);
  assert_near(sin(e->bodies[2].angle), -1.0, 1e-9);
  assert_true(e->newton_steps < 60);
  ptl_equilibrium_release(context, e);
  ptl_system_destroy(system);
}

/* Two masses that hang from one another by springs, relaxed at 1 m, and begin beside the anchor. */
static void masses_hang_by_stiff_springs(void **state) {
  (void)state;
  const double stiffness[] = {1e4, 1e6, 1e8, 1e10};
  for (int i = 0; i < 4; i++) {
    const double k = stiffness[i];
    char text[2000];
    snprintf(text, sizeof text,
             HEAD
             "bodies:\n"
             "  a: {mass: 2 kg, inertia: 0.02 kg m^2, position: [1 m, 0]}\n"
             "  b: {mass: 1 kg, inertia: 0.02 kg m^2, position: [2 m, 0.1 m]}\n"
             "forces:\n"
             "  s: {type: spring_damper, bodies: [ground, a], at: [[0, 0], [0, 0]], stiffness: %g "
             "N/m, damping: 0, free_length: 1 m}\n"
             "  t: {type: spring_damper, bodies: [a, b], at: [[0, 0], [0, 0]], stiffness: %g N/m, "
             "damping: 0, free_length: 1 m}\n",
             k, k);
    ptl_system *system = system_of(context, text, NULL, 0);
    ptl_equilibrium *e;
    must(context, ptl_static(context, system, NULL, &e));
    assert_near(e->bodies[0].y, -(1.0 + 3.0 * 9.81 / k), 1e-10);
    assert_near(e->bodies[1].y, -(2.0 + 4.0 * 9.81 / k), 1e-10);
    assert_near(e->bodies[0].x, 0.0, 1e-6); /* by rounding of the lengths */
    assert_true(e->newton_steps < 60);
    ptl_equilibrium_release(context, e);
    ptl_system_destroy(system);
  }
}

/* A ball in a round bowl, from near the brim: it rests at the bottom, m g deep by the contact's
 * stiffness below the surface, though each step is along a tangent that leads out of the bowl. */
static void ball_finds_the_bottom_of_a_bowl(void **state) {
  (void)state;
  ptl_system *system = system_of(
      context,
      HEAD
      "bodies: {ball: {mass: 0.5 kg, inertia: 1e-4 kg m^2, position: [0.49 m, -0.08 m]}}\n"
      "joints:\n"
      "  bowl:\n"
      "    type: pin_in_slot\n"
      "    slot: {body: ground, half_width: 21 mm, arc: {center: [0, 0], radius: 0.5 m, from: 180 "
      "deg, to: 360 deg}}\n"
      "    pin: {body: ball, at: [0, 0], radius: 20 mm}\n"
      "    contact: stiff\n"
      "contacts: {stiff: {elastic: {law: power, stiffness: 1e11 N/m, exponent: 1}, damping: "
      "{law: none}}}\n",
      NULL, 0);
  ptl_equilibrium *e;
  must(context, ptl_static(context, system, NULL, &e));
  const double depth = 0.5 * 9.81 / 1e11;
  assert_near(e->bodies[0].x, 0.0, 1e-8);
  assert_near(e->bodies[0].y, -(0.501 + depth), 1e-12);
  assert_true(e->newton_steps < 60);
  ptl_equilibrium_release(context, e);
  ptl_system_destroy(system);
}

/* A block on a rail under 2 kg * 3 m/s^2 along it and a spring of 100 N/m that is relaxed at 0.1 m:
 * without friction it rests at 0.1 m + 6/100 m; with friction it comes to where 6 N less the
 * spring's force is what friction holds, 0.2 * 2 kg * 9.81 m/s^2. From 0 that is far beside the
 * size of 1 cm that the mechanism has by its centre of mass. The spring is inclined by the play. */
static void a_block_goes_a_long_way(void **state) {
  (void)state;
  const double rests[] = {0.16, 0.16 - 0.2 * 2.0 * 9.81 / 100.0};
  for (int i = 0; i < 2; i++) {
    char text[2000];
    snprintf(text, sizeof text,
             "pintle: 1\n"
             "gravity: [3, -9.81]\n"
             "bodies: {block: {mass: 2, inertia: 0.01, com: [0.01, 0]}}\n"
             "joints:\n"
             "  g: {type: translational, bodies: [ground, block], axis: [1, 0], slider: {length: "
             "0.1, width: 0.05}, clearance: 0.001, contact: c}\n"
             "forces: {s: {type: spring_damper, bodies: [ground, block], at: [[0.5, 0], [0, 0]], "
             "stiffness: 100, damping: 1, free_length: 0.4}}\n"
             "contacts: {c: {elastic: {law: power, stiffness: 1e8, exponent: 1}, damping: {law: "
             "none}%s}}\n",
             i == 0 ? "" : ", friction: {law: coulomb, coefficient: 0.2}");
    ptl_system *system = system_of(context, text, NULL, 0);
    ptl_equilibrium *e;
    must(context, ptl_static(context, system, NULL, &e));
    assert_near(e->bodies[0].x, rests[i], 3e-5);
    assert_true(e->newton_steps < 60);
    ptl_equilibrium_release(context, e);
    ptl_system_destroy(system);
  }
}

/* A plate on two pins in rough bearings, above a rough floor that it does not reach. Friction that
 * sticks from the start on leads the search into a wedge of 1e10 N; the plate rests where it does
 * without friction: the forces along the pins' displacements balance the weight, and the moments
 * about the centre of mass vanish. */
static void a_plate_rests_on_rough_pins(void **state) {
  (void)state;
  static const char text[] =
      "pintle: 1\n"
      "gravity: [1.2388, -3.48646]\n"
      "bodies:\n"
      "  plate: {mass: 0.00882259, inertia: 3.44201e-08, position: [0.005769, 0.00117376], angle: "
      "-2.80464}\n"
      "joints:\n"
      "  left: {type: revolute, bodies: [ground, plate], at: [0.00422908, 0.00375118], clearance: "
      "1.23441e-06, radius: 0.000609727, contact: c}\n"
      "  right: {type: revolute, bodies: [ground, plate], at: [-0.00969812, 0.0074602], clearance: "
      "1.23441e-06, radius: 0.000805286, contact: c}\n"
      "  floor: {type: circle_line, line: {body: ground, from: [-0.1, -0.00182145], to: [0.1, "
      "-0.00182145]}, circle: {body: plate, radius: 0.00101776}, contact: stop}\n"
      "contacts:\n"
      "  c: {elastic: {law: power, stiffness: 8.32609e+14, exponent: 1.5}, friction: {law: "
      "coulomb, "
      "coefficient: 0.281303}}\n"
      "  stop: {elastic: {law: power, stiffness: 5.14564e+06, exponent: 1}, friction: {law: "
      "coulomb, "
      "coefficient: 0.0372766}}\n";
  const double at[2][2] = {{0.00422908, 0.00375118}, {-0.00969812, 0.0074602}};
  const double x0 = 0.005769, y0 = 0.00117376, mass = 0.00882259, g[2] = {1.2388, -3.48646};
  ptl_system *system = system_of(context, text, NULL, 0);
  ptl_equilibrium *e;
  must(context, ptl_static(context, system, NULL, &e));
  const double turn = e->bodies[0].angle + 2.80464;
  double sum[3] = {mass * g[0], mass * g[1], 0.0};
  for (int i = 0; i < 2; i++) {
    const double rx = at[i][0] - x0, ry = at[i][1] - y0;
    const double arm[2] = {rx * cos(turn) - ry * sin(turn), rx * sin(turn) + ry * cos(turn)};
    const double u[2] = {e->bodies[0].x + arm[0] - at[i][0], e->bodies[0].y + arm[1] - at[i][1]};
    const double force = -e->gaps[i].force / hypot(u[0], u[1]);
    assert_near(hypot(u[0], u[1]), 1.23441e-06, 1e-10);
    sum[0] += force * u[0];
    sum[1] += force * u[1];
    sum[2] += force * (arm[0] * u[1] - arm[1] * u[0]);
  }
  const double weight = mass * hypot(g[0], g[1]);
  assert_near(sum[0], 0.0, 1e-5 * weight);
  assert_near(sum[1], 0.0, 1e-5 * weight);
  assert_near(sum[2], 0.0, 1e-5 * weight * 0.01);
  assert_true(e->gaps[2].force == 0.0);
  ptl_equilibrium_release(context, e);
  ptl_system_destroy(system);
}

/* Two gears of radii 20 and 40 mm, the second in a bushing of stiffness K, turned by 3 and 6 N m
 * against rotational springs: with F at the pitch point and N = F tan 20 deg along the line of the
 * centres, which turns with them,
 *
 *   3 + 20 a = 0.02 F,   6 + 10 b = 0.04 F,   0.02 a + 0.04 b = y,   K (x, y) = N u - (0, F)
 *
 * N does no work and takes no part in the stiffness against turning, 20 + 10/4 N m/rad of a, by the
 * length L at which angles count 22.5/(1.25 L^2) where K is without end. */
static void gears_rest_in_bushings(void **state) {
  (void)state;
  static const char *const stiffness[] = {"1e5 N/m", "1e6 N/m", "1e8 N/m"};
  for (int i = 0; i < 3; i++) {
    const double k = strtod(stiffness[i], NULL);
    double x = 0.0, y = 0.0, f = 0.0;
    for (int pass = 0; pass < 50; pass++) {
      const double distance = hypot(0.06 + x, y), n = fabs(f) * tan(20.0 * pi / 180.0);
      f = (3.0 * 0.02 / 20.0 + 6.0 * 0.04 / 10.0 + y) / (0.02 * 0.02 / 20.0 + 0.04 * 0.04 / 10.0);
      x = n * (0.06 + x) / distance / k;
      y = 0.5 * (y + (n * y / distance - f) / k);
    }
    const ptl_setting setting = {"joints.bearing.bushing.stiffness", stiffness[i]};
    ptl_system *system =
        system_of(context,
                  "pintle: 1\n"
                  "bodies:\n"
                  "  a: {mass: 1 kg, inertia: 2e-3 kg m^2}\n"
                  "  b: {mass: 2 kg, inertia: 5e-3 kg m^2, position: [60 mm, 0]}\n"
                  "joints:\n"
                  "  shaft: {type: revolute, bodies: [ground, a]}\n"
                  "  bearing: {type: revolute, bodies: [ground, b], bushing: {stiffness: 1, "
                  "damping: 30}}\n"
                  "  mesh: {type: gear, gears: [a, b], radii: [20 mm, 40 mm]}\n"
                  "forces:\n"
                  "  first: {type: rotational_spring_damper, bodies: [ground, a], stiffness: 20, "
                  "preload: 3}\n"
                  "  second: {type: rotational_spring_damper, bodies: [ground, b], stiffness: 10, "
                  "preload: 6}\n",
                  &setting, 1);
    ptl_equilibrium *e;
    must(context, ptl_static(context, system, NULL, &e));
    assert_int_equal(e->stability, PTL_STABLE);
    assert_near(e->columns[ptl_system_find_column(system, "mesh.moment")], 0.02 * f, 1e-9);
    assert_near(e->bodies[1].x - 0.06, x, 1e-11);
    assert_near(e->bodies[1].y, y, 1e-11);
    assert_near(e->bodies[0].angle, (0.02 * f - 3.0) / 20.0, 1e-9);
    if (k >= 1e8) assert_near(e->least_stiffness, 22.5 / (1.25 * e->length * e->length), 1.0);
    ptl_equilibrium_release(context, e);
    ptl_system_destroy(system);
  }
}

/* A pole of 1 kg, its centre 0.5 m above the hinge, that a servo on the rail keeps at 0.2 rad,
 * and whose tip, 1 m above, a spring of 100 N/m holds: moments about the hinge give
 *
 *   100 N/m cos(0.2) (x - sin(0.2)) + 0.5 m g sin(0.2) = 0,
 *
 * the servo's force is the spring's against the cart. Moved by dx it would go back: x'' is
 * -k L/(m l) dx. */
static void a_servo_holds_a_pole(void **state) {
  (void)state;
  ptl_system *system =
      system_of(context,
                HEAD
                "bodies:\n"
                "  cart: {mass: 2 kg, inertia: 0.1 kg m^2}\n"
                "  pole: {mass: 1 kg, inertia: 0.1 kg m^2, com: [0, 0.5 m]}\n"
                "joints:\n"
                "  rail: {type: translational, bodies: [ground, cart]}\n"
                "  hinge: {type: revolute, bodies: [cart, pole]}\n"
                "  balance: {type: motion, joint: hinge, angle: 0.2, by: rail}\n"
                "forces:\n"
                "  tip: {type: spring_damper, bodies: [ground, pole], at: [[0, 1 m], [0, 1 m]], "
                "axis: [1, 0], along: x, stiffness: 100 N/m, damping: 5 N s/m}\n",
                NULL, 0);
  ptl_equilibrium *e;
  must(context, ptl_static(context, system, NULL, &e));
  const double x = sin(0.2) - 0.5 * 9.81 * tan(0.2) / 100.0;
  assert_near(e->bodies[0].x, x, 1e-10);
  assert_near(e->columns[ptl_system_find_column(system, "balance.force")], 100.0 * (x - sin(0.2)),
              1e-8);
  assert_int_equal(e->stability, PTL_STABLE);
  ptl_equilibrium_release(context, e);
  ptl_system_destroy(system);
}

/* A torque of 5 N m one way or the other, and a rod that weighs less: the balance jumps from one
 * sign to the other, and there is no place at which it is zero, though the rod is held. */
static void forces_that_jump_have_no_balance(void **state) {
  (void)state;
  ptl_system *system =
      system_of(context,
                HEAD
                "bodies: {rod: {mass: 0.1 kg, inertia: 0.01 kg m^2, com: [0.5 m, 0]}}\n"
                "joints: {pivot: {type: revolute, bodies: [ground, rod]}}\n"
                "loads: {motor: {body: rod, torque: !si 'rod.angle > 0.3 ? -5 : 5'}}\n",
                NULL, 0);
  ptl_equilibrium *e;
  assert_int_equal(ptl_static(context, system, NULL, &e), PTL_ERR_UNFIT);
  assert_non_null(
      strstr(ptl_context_message(context), "the search does not come to rest at body 'rod'"));
  ptl_system_destroy(system);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rods_hang_by_stiff_joints),
      cmocka_unit_test(a_welded_tip_hangs_by_bushings),
      cmocka_unit_test(masses_hang_by_stiff_springs),
      cmocka_unit_test(ball_finds_the_bottom_of_a_bowl),
      cmocka_unit_test(a_block_goes_a_long_way),
      cmocka_unit_test(a_plate_rests_on_rough_pins),
      cmocka_unit_test(gears_rest_in_bushings),
      cmocka_unit_test(a_servo_holds_a_pole),
      cmocka_unit_test(forces_that_jump_have_no_balance),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
