/* The assembled system: its Jacobian against differences, consistent starts, rank, refusals. */
#include "support.h"

#include "constraint.h"
#include "contact.h"
#include "context.h"
#include "dae.h"
#include "data.h"
#include "energy.h"
#include "forces.h"
#include "friction.h"
#include "gap.h"
#include "jacobian_check.h"
#include "mesh.h"
#include "state.h"

/* Every kind of element at once: driver by rate and by expression, all ideal joints, a spring, a
 * torsion spring, loads that follow and that read the state, gravity, and a contact that is
 * closed. */
static const char *const everything =
    "pintle: 1\n"
    "gravity: [0.3, -9.81]\n"
    "bodies:\n"
    "  crank: {mass: 0.9, inertia: 0.02, position: [0, 0], angle: 0.4, com: [0.05, 0.01]}\n"
    "  rod: {mass: 0.4, inertia: 0.01, position: [0.3, 0.1], angle: -0.3}\n"
    "  block: {mass: 1.3, inertia: 0.03, position: [0.7, 0], angle: 0.0, velocity: [0.2, 0.1]}\n"
    "  arm: {mass: 0.5, inertia: 0.02, position: [0.2, 0.5], angle: 0.2, rate: 0.7}\n"
    "joints:\n"
    "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
    "  pin: {type: revolute, bodies: [crank, rod], at: [[0.2, 0.02], [-0.1, 0]]}\n"
    "  slot:\n"
    "    type: pin_in_slot\n"
    "    slot: {body: block, half_width: 0.03, line: {from: [-0.4, -0.3], to: [-0.1, 0.4]}}\n"
    "    pin: {body: rod, at: [0.15, 0], radius: 0.025}\n"
    "    contact: soft\n"
    "  track:\n"
    "    type: pin_in_slot\n"
    "    slot: {body: ground, arc: {center: [0.1, 0.2], radius: 0.4, from: 0, to: 3}}\n"
    "    pin: {body: arm, at: [0.1, 0.05]}\n"
    "  guide: {type: translational, bodies: [ground, block], at: [0.7, 0], axis: [1, 0.1]}\n"
    "  turn: {type: motion, joint: shaft, rate: 3}\n"
    "  push: {type: motion, joint: guide, position: 0.01 m * sin(2 rad/s * time)}\n"
    "contacts:\n"
    "  soft: {elastic: {law: power, stiffness: 1e4, exponent: 1.5}, damping: {law: hunt_crossley, "
    "alpha: 0.4}}\n"
    "forces:\n"
    "  spring: {type: spring_damper, bodies: [rod, arm], at: [[0.02, 0.05], [0.1, 0]], "
    "stiffness: 30, damping: 0.7, free_length: 0.1}\n"
    "  clock: {type: rotational_spring_damper, bodies: [block, arm], stiffness: 2, damping: 0.1}\n"
    "loads:\n"
    "  wind: {body: arm, at: [0.1, 0.2], force: [-0.5*arm.vx*abs(arm.vx) * 1 kg/m, 2 N]}\n"
    "  jet: {body: block, at: [0.1, 0], force: [3 N, 1 N + 0.2 N/m * rod.x], frame: body}\n"
    "  brake: {body: rod, torque: -0.2 N m s * rod.omega}\n"
    "run: {until: 1 s, start: given}\n";

/* What couples and drives: gears on a moving carrier, a travel by an angle, a rod between two
 * points, ideal and with play that is used up, a driven length. */
static const char *const driven =
    "pintle: 1\n"
    "bodies:\n"
    "  arm: {mass: 0.9, inertia: 0.02, angle: 0.4, com: [0.05, 0.01], rate: 1}\n"
    "  sun: {mass: 0.4, inertia: 0.01, com: [0.01, 0.02]}\n"
    "  planet: {mass: 0.3, inertia: 0.03, position: [0.1*cos(0.4), 0.1*sin(0.4)]}\n"
    "  bar: {mass: 0.5, inertia: 0.02, position: [0.2, 0.5], angle: 0.2, rate: 0.7}\n"
    "  free: {mass: 0.5, inertia: 0.02, position: [0.6, 0.4], velocity: [0.3, 0.2]}\n"
    "joints:\n"
    "  arm_shaft: {type: revolute, bodies: [ground, arm]}\n"
    "  sun_shaft: {type: revolute, bodies: [ground, sun]}\n"
    "  pin: {type: revolute, bodies: [arm, planet]}\n"
    "  guide: {type: translational, bodies: [planet, bar], axis: [1, 0.3]}\n"
    "  mesh: {type: gear, gears: [sun, planet], carrier: arm, teeth: [20, 30]}\n"
    "  tied: {type: coupling, joints: [guide, pin], ratio: 0.05 m/rad}\n"
    "  rod: {type: distance, bodies: [bar, free], at: [[0.1, 0], [-0.1, 0.05]], length: 0.25}\n"
    "  tie: {type: distance, bodies: [arm, free], at: [[0.05, 0.1], [0, 0]], length: 0.4,\n"
    "        clearance: 0.05, contact: soft}\n"
    "  ram: {type: motion, bodies: [ground, bar], at: [[0, 0], [0.1, 0.1]], along: distance,\n"
    "        position: 0.62 m + 0.1 m * sin(2 rad/s * time)}\n"
    "contacts:\n"
    "  soft: {elastic: {law: power, stiffness: 1e4, exponent: 1.5}, damping: {law: hunt_crossley, "
    "alpha: 0.4}}\n"
    "run: {until: 1 s, start: given}\n";

/* Joints of every type that give way, one beyond its play too. */
static const char *const yielding =
    "pintle: 1\n"
    "bodies:\n"
    "  crank: {mass: 0.9, inertia: 0.02, angle: 0.4, com: [0.05, 0.01], rate: 1}\n"
    "  rod: {mass: 0.4, inertia: 0.01, position: [0.3, 0.1], angle: -0.3, velocity: [0.1, 0.2]}\n"
    "  block: {mass: 1.3, inertia: 0.03, position: [0.7, 0.02], angle: 0.1, velocity: [0.2, 0.1]}\n"
    "  arm: {mass: 0.5, inertia: 0.02, position: [0.2, 0.5], angle: 0.2, rate: 0.7}\n"
    "joints:\n"
    "  shaft: {type: revolute, bodies: [ground, crank], at: [[0.01, 0.02], [0, 0]], clearance: "
    "0.01,\n"
    "          contact: soft, bushing: {stiffness: 1000, damping: 2, power_stiffness: 2e6,\n"
    "          rotational_stiffness: 3}}\n"
    "  weld: {type: fixed, bodies: [crank, rod], at: [[0.2, 0.02], [-0.1, 0]],\n"
    "         bushing: {stiffness: 1000, power_stiffness: 1e4, exponent: 2.5,\n"
    "         rotational_stiffness: 1, rotational_power_stiffness: 4, rotational_damping: 0.3}}\n"
    "  guide: {type: translational, bodies: [ground, block], at: [[0.6, 0], [0, 0]],\n"
    "          axis: [[1, 0], [1, 0.2]], bushing: {stiffness: 2000, damping: 3, power_stiffness: "
    "1e5,\n"
    "          rotational_stiffness: 5, axial_stiffness: 10, axial_damping: 0.2}}\n"
    "  track:\n"
    "    type: pin_in_slot\n"
    "    slot: {body: ground, arc: {center: [0.1, 0.2], radius: 0.35, from: 0, to: 3}}\n"
    "    pin: {body: arm, at: [0.1, 0.05]}\n"
    "    bushing: {stiffness: 500, damping: 1}\n"
    "  tie: {type: distance, bodies: [arm, block], at: [[0, 0], [0, 0]], length: 0.8, bushing: "
    "{stiffness: 300, damping: 1}}\n"
    "contacts:\n"
    "  soft: {elastic: {law: power, stiffness: 1e4, exponent: 1.5}, damping: {law: hunt_crossley, "
    "alpha: 0.4}}\n"
    "run: {until: 1 s, start: given}\n";

/* Films with and without a contact, one in its least thickness; wide clearances suit the step of
 * the differences. */
static const char *const lubricated =
    "pintle: 1\n"
    "bodies:\n"
    "  crank: {mass: 0.9, inertia: 0.02, angle: 0.4, com: [0.05, 0.01], rate: 1, position: [0.03, "
    "0.02], "
    "velocity: [0.1, -0.2]}\n"
    "  rod: {mass: 0.4, inertia: 0.01, position: [0.3, 0.1], angle: -0.3, velocity: [0.1, 0.2], "
    "rate: -2}\n"
    "joints:\n"
    "  wall: {type: revolute, bodies: [ground, rod], at: [[0.3 - 0.1005, 0.1], [0, 0]], clearance: "
    "0.1, "
    "radius: 0.3, contact: soft, film: {law: pinkus_sternlicht, viscosity: 1, length: 0.1, "
    "least_thickness: 2 mm}}\n"
    "  shaft: {type: revolute, bodies: [ground, crank], at: [[0, 0], [0, 0]], clearance: 0.0375, "
    "radius: "
    "0.3,\n"
    "          film: {law: short, viscosity: 0.02, least_thickness: 1 mm, length: 0.1}}\n"
    "  pin: {type: revolute, bodies: [crank, rod], at: [[0.2, 0.02], [-0.06, 0.05]], clearance: "
    "0.08, "
    "radius: 0.2,\n"
    "        contact: soft, film: {law: finite, viscosity: 10, length: 0.1}}\n"
    "contacts:\n"
    "  soft: {elastic: {law: power, stiffness: 1e4, exponent: 1.5}, damping: {law: hunt_crossley, "
    "alpha: 0.4}}\n"
    "run: {until: 1 s, start: given}\n";

/* Gears, a crossed belt and a rack on a moving carrier, in bearings with clearance and with a
 * bushing. */
static const char *const meshing =
    "pintle: 1\n"
    "bodies:\n"
    "  arm: {mass: 0.9, inertia: 0.02, angle: 0.4, com: [0.05, 0.01], rate: 1}\n"
    "  sun: {mass: 0.4, inertia: 0.01, com: [0.01, 0.02]}\n"
    "  planet: {mass: 0.3, inertia: 0.03, position: [0.1*cos(0.4) + 0.003, 0.1*sin(0.4)], rate: "
    "2}\n"
    "  drum: {mass: 0.5, inertia: 0.02, position: [-0.2*sin(0.4), 0.2*cos(0.4)], com: [0, 0.01]}\n"
    "  bar: {mass: 0.5, inertia: 0.02, angle: 0.4,\n"
    "        position: [0.05*cos(0.4) - 0.16*sin(0.4), 0.05*sin(0.4) + 0.16*cos(0.4)]}\n"
    "joints:\n"
    "  arm_shaft: {type: revolute, bodies: [ground, arm]}\n"
    "  sun_shaft: {type: revolute, bodies: [ground, sun]}\n"
    "  pin: {type: revolute, bodies: [arm, planet], at: [[0.1, 0], [0, 0]], clearance: 0.001,\n"
    "        contact: soft}\n"
    "  hub: {type: revolute, bodies: [arm, drum], at: [[0, 0.2], [0, 0]],\n"
    "        bushing: {stiffness: 1000, damping: 1}}\n"
    "  track: {type: translational, bodies: [arm, bar], at: [[0.05, 0.16], [0, 0]], axis: [[1, 0], "
    "[1, 0]]}\n"
    "  mesh: {type: gear, gears: [sun, planet], carrier: arm, teeth: [20, 30]}\n"
    "  belt: {type: belt, pulleys: [sun, drum], carrier: arm, radii: [0.05, 0.03], crossed: true,\n"
    "         pretension: 3}\n"
    "  rack: {type: rack_and_pinion, rack: track, pinion: hub, radius: 0.04}\n"
    "contacts:\n"
    "  soft: {elastic: {law: power, stiffness: 1e4, exponent: 1.5}, damping: {law: hunt_crossley, "
    "alpha: 0.4}}\n"
    "run: {until: 1 s, start: given}\n";

/* The same with teeth that lose power, brakes that states and signals press, and a pin that may let
 * go. */
static const char *const rubbing =
    "pintle: 1\n"
    "signals: {slow: {unit: 1, rate: 0.3/s - slow*(2/s)}}\n"
    "bodies:\n"
    "  arm: {mass: 0.9, inertia: 0.02, angle: 0.4, com: [0.05, 0.01], rate: 1}\n"
    "  sun: {mass: 0.4, inertia: 0.01, com: [0.01, 0.02]}\n"
    "  planet: {mass: 0.3, inertia: 0.03, position: [0.1*cos(0.4) + 0.003, 0.1*sin(0.4)], rate: "
    "2}\n"
    "  drum: {mass: 0.5, inertia: 0.02, position: [-0.2*sin(0.4), 0.2*cos(0.4)], com: [0, 0.01]}\n"
    "  bar: {mass: 0.5, inertia: 0.02, angle: 0.4,\n"
    "        position: [0.05*cos(0.4) - 0.16*sin(0.4), 0.05*sin(0.4) + 0.16*cos(0.4)]}\n"
    "joints:\n"
    "  arm_shaft: {type: revolute, bodies: [ground, arm], release: {at: 0.7 s}}\n"
    "  sun_shaft: {type: revolute, bodies: [ground, sun]}\n"
    "  pin: {type: revolute, bodies: [arm, planet], at: [[0.1, 0], [0, 0]], clearance: 0.001,\n"
    "        contact: soft}\n"
    "  hub: {type: revolute, bodies: [arm, drum], at: [[0, 0.2], [0, 0]],\n"
    "        bushing: {stiffness: 1000, damping: 1}}\n"
    "  track: {type: translational, bodies: [arm, bar], at: [[0.05, 0.16], [0, 0]], axis: [[1, 0], "
    "[1, 0]]}\n"
    "  mesh: {type: gear, gears: [sun, planet], carrier: arm, teeth: [20, 30],\n"
    "         friction: {law: coulomb, coefficient: 0.1, regularisation_speed: 0.1}}\n"
    "  belt: {type: belt, pulleys: [sun, drum], carrier: arm, radii: [0.05, 0.03], crossed: true,\n"
    "         pretension: 3}\n"
    "  rack: {type: rack_and_pinion, rack: track, pinion: hub, radius: 0.04, efficiency: 0.8}\n"
    "  clutch: {type: brake, bodies: [sun, planet], radius: 0.05, pressed: 3 N + slow*(2 N) + 1 N "
    "s*drum.omega,\n"
    "           friction: {law: lugre, kinetic: 0.2, static: 0.3, stiffness: 50/m, damping: 1 "
    "s/m}}\n"
    "  seal: {type: rail_brake, bodies: [arm, bar], axis: [[1, 0], [1, 0]], pressed: 2 N + 1 "
    "N/m*planet.x + 1 N s*bar.omega,\n"
    "         friction: {law: brown_mcphee, static: 0.3, kinetic: 0.2, stribeck_speed: 0.1}}\n"
    "contacts:\n"
    "  soft: {elastic: {law: power, stiffness: 1e4, exponent: 1.5}, damping: {law: hunt_crossley, "
    "alpha: 0.4}}\n"
    "run: {until: 1 s, start: given}\n";

static void check_jacobian(ptl_context *context, const char *text) {
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0);
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  ptl_data *data;
  must(context, ptl_data_create(context, s, &data));
  int n = s->pattern.n, coordinates = s->n_coordinates;
  double *y = calloc((size_t)(2 * n), sizeof(double)), *yp = y + n, t = 0.13;
  for (int i = 0; i < n; i++) yp[i] = 0.1 * sin(3.0 * i);
  memcpy(y, s->q0, sizeof(double) * (size_t)coordinates);
  memcpy(y + coordinates, s->v0, sizeof(double) * (size_t)coordinates);
  for (int i = 0; i < s->n_rows; i++) y[n - s->n_rows + i] = 2.0 * cos(i); /* mu stays 0 */

  ptl_gap_eval gaps[PTL_MAX_GAPS];
  ptl_data_set_state(data, t, y, y + coordinates);
  ptl_eval_contacts(data, PTL_CONTACT_BY_DEPTH, 0, y, y + coordinates, gaps);
  assert_true(gaps[0].force > 0.0 || gaps[1].force > 0.0 || gaps[2].force > 0.0);

  check_jacobian_at(data, t, y, yp, 2e-6);
  free(y);
  ptl_data_destroy(data);
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
}

static void jacobian_matches_differences(void **state) {
  check_jacobian(*state, everything);
  check_jacobian(*state, driven);
  check_jacobian(*state, yielding);
  check_jacobian(*state, lubricated);
  check_jacobian(*state, meshing);
  check_jacobian(*state, rubbing);
}

/* Expected: the accelerations are the second differences of a motion on the constraints, so Phi_q a
 * = gamma; and M a + Phi_q^T lambda = Q, both directly from the residual of the DAE at the
 * start. */
static void check_start(ptl_context *context, const char *text) {
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0);
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  ptl_data *data;
  must(context, ptl_data_create(context, s, &data));
  int n = s->pattern.n, c = s->n_coordinates, phis = s->n_rows;
  double *y = calloc((size_t)(4 * n), sizeof(double)), *yp = y + n, *r = yp + n, *ahead = r + n;
  memcpy(y, s->q0, sizeof(double) * (size_t)c);
  memcpy(y + c, s->v0, sizeof(double) * (size_t)c);
  memcpy(y + 2 * c + phis, s->lambda0, sizeof(double) * (size_t)phis);
  memcpy(yp, s->v0, sizeof(double) * (size_t)c);
  memcpy(yp + c, s->a0, sizeof(double) * (size_t)c);
  assert_int_equal(ptl_eval_residual(data, 0.0, y, yp, r), 0);
  for (int i = 0; i < 2 * c; i++) assert_near(r[i], 0.0, 1e-10);
  for (int i = 0; i < phis; i++) {
    assert_near(r[2 * c + i], 0.0, 1e-10);
    /* the velocities are on the constraints, and do not give way */
    const double left = -data->velocity_compliance[i] * s->lambda0[i];
    assert_near(r[2 * c + phis + i], left, 1e-10);
  }

  /* A step along v and a keeps the constraints to third order, their rates to second. */
  double h = 4e-6;
  for (int i = 0; i < c; i++) {
    ahead[i] = s->q0[i] + h * s->v0[i] + 0.5 * h * h * s->a0[i];
    ahead[c + i] = s->v0[i] + h * s->a0[i];
  }
  ptl_data_set_state(data, h, ahead, ahead + c);
  ptl_eval_constraints(data, ahead, ahead + c);
  for (int i = 0; i < phis; i++) {
    assert_near(data->phi[i], 0.0, 1e-12);
    assert_near(data->phi_rate[i], 0.0, 1e-7);
  }
  free(y);
  ptl_data_destroy(data);
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
}

static void start_satisfies_the_equations(void **state) {
  check_start(*state, everything);
  check_start(*state, driven);
  check_start(*state, yielding);
  check_start(*state, meshing);
}

/* ---------------------------------------------------------------- rank */

static ptl_system *assemble_text(ptl_context *context, const char *text) {
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0);
  ptl_system *s = NULL;
  ptl_status status = ptl_assemble(m, &s);
  ptl_mechanism_destroy(m);
  must(context, status);
  return s;
}

/* Gruebler's count of a parallelogram with a third, equal crank: 12 coordinates less 12 equations,
 * but it moves with one degree of freedom, so one equation is redundant. */
static void redundant_crank_is_found_and_named(void **state) {
  ptl_context *context = *state;
  ptl_system *s =
      assemble_text(context,
                    "pintle: 1\n"
                    "bodies:\n"
                    "  left: {mass: 1, inertia: 0.1, position: [0, 0], angle: 60 deg}\n"
                    "  right: {mass: 1, inertia: 0.1, position: [2, 0], angle: 60 deg}\n"
                    "  third: {mass: 1, inertia: 0.1, position: [1, 0], angle: 60 deg}\n"
                    "  bar: {mass: 1, inertia: 0.5, position: [cos(60 deg), sin(60 deg)]}\n"
                    "joints:\n"
                    "  l0: {type: revolute, bodies: [ground, left], at: [[0, 0], [0, 0]]}\n"
                    "  r0: {type: revolute, bodies: [ground, right], at: [[2, 0], [0, 0]]}\n"
                    "  t0: {type: revolute, bodies: [ground, third], at: [[1, 0], [0, 0]]}\n"
                    "  l1: {type: revolute, bodies: [left, bar], at: [[1, 0], [0, 0]]}\n"
                    "  r1: {type: revolute, bodies: [right, bar], at: [[1, 0], [2, 0]]}\n"
                    "  t1: {type: revolute, bodies: [third, bar], at: [[1, 0], [1, 0]]}\n"
                    "run: {until: 1 s}\n");
  const ptl_assembly *a = ptl_system_get_assembly(s);
  assert_int_equal(a->n_constraints, 12);
  assert_int_equal(a->rank, 11);
  assert_int_equal(a->degrees_of_freedom, 1);
  assert_int_equal(a->n_redundant, 1);
  assert_non_null(strstr(a->redundant[0].name, ", equation "));
  ptl_system_destroy(s);
}

/* The same without the third crank, starting flat: momentarily a second motion is possible there,
 * but no equation is redundant, and the mechanism has one degree of freedom. */
static void singular_start_is_not_redundancy(void **state) {
  ptl_context *context = *state;
  ptl_system *s =
      assemble_text(context,
                    "pintle: 1\n"
                    "bodies:\n"
                    "  left: {mass: 1, inertia: 0.1, position: [0, 0], angle: 0, rate: 1}\n"
                    "  right: {mass: 1, inertia: 0.1, position: [2, 0], angle: 0, rate: 1}\n"
                    "  bar: {mass: 1, inertia: 0.5, position: [1, 0], velocity: [0, 1]}\n"
                    "joints:\n"
                    "  l0: {type: revolute, bodies: [ground, left], at: [[0, 0], [0, 0]]}\n"
                    "  r0: {type: revolute, bodies: [ground, right], at: [[2, 0], [0, 0]]}\n"
                    "  l1: {type: revolute, bodies: [left, bar], at: [[1, 0], [0, 0]]}\n"
                    "  r1: {type: revolute, bodies: [right, bar], at: [[1, 0], [2, 0]]}\n"
                    "run: {until: 1 s}\n");
  const ptl_assembly *a = ptl_system_get_assembly(s);
  assert_int_equal(a->rank, 7);
  assert_int_equal(a->n_redundant, 0);
  assert_int_equal(a->degrees_of_freedom, 1);
  ptl_system_destroy(s);
}

static void refuses(ptl_context *context, const char *text, const char *reason) {
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0);
  ptl_system *s = NULL;
  assert_int_equal(ptl_assemble(m, &s), PTL_ERR_UNFIT);
  assert_null(s);
  if (strstr(ptl_context_message(context), reason) == NULL)
    fail_msg("'%s' lacks '%s'", ptl_context_message(context), reason);
  ptl_mechanism_destroy(m);
}

/* A rod of 0.1 m cannot bridge 1 m; it stays open by 0.9 m shared between its ends, and is
 * named. */
static void unreachable_start_is_refused(void **state) {
  refuses(*state,
          "pintle: 1\n"
          "bodies:\n"
          "  rod: {mass: 1, inertia: 0.1}\n"
          "joints:\n"
          "  a: {type: revolute, bodies: [ground, rod], at: [[0, 0], [0, 0]]}\n"
          "  b: {type: revolute, bodies: [ground, rod], at: [[1, 0], [0.1, 0]]}\n"
          "run: {until: 1 s}\n",
          "_model.yaml:5:3: error: the mechanism cannot be assembled from the given placement: 'a' "
          "and 'b' do not close; "
          "opened at 'a', 900 mm are missing there (equation 1)");
}

/* A crank of 100 mm and a rod of 300 mm whose pin lies 10 mm beside the rod's axis reach 100 +
 * sqrt(300^2 + 10^2) mm = 400.1666 mm; the guide runs 500 mm away. What is missing is the same
 * wherever the loop is opened. */
static void open_loop_is_told(void **state) {
  refuses(*state,
          "pintle: 1\n"
          "bodies:\n"
          "  crank: {mass: 1, inertia: 0.01}\n"
          "  rod: {mass: 1, inertia: 0.01, position: [0.1, 0]}\n"
          "  slider: {mass: 1, inertia: 0.01, position: [0.3, 0.6]}\n"
          "joints:\n"
          "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
          "  pin: {type: revolute, bodies: [crank, rod], at: [[0.1, 0], [0, 0]]}\n"
          "  wrist: {type: revolute, bodies: [rod, slider], at: [[0.3, 0.01], [0, 0]]}\n"
          "  guide: {type: translational, bodies: [ground, slider], at: [[0, 0.5], [0, 0]], axis: "
          "[1, 0]}\n"
          "run: {until: 1 s}\n",
          "'shaft', 'pin', 'wrist' and 'guide' do not close; opened at 'wrist', 99.8334 mm are "
          "missing there");
}

/* A driver that the joints leave its freedom, but not here: a stretched crank and rod, whose slider
 * cannot be driven. */
static void dead_point_of_a_driver_is_told(void **state) {
  refuses(*state,
          "pintle: 1\n"
          "bodies:\n"
          "  crank: {mass: 1, inertia: 0.01}\n"
          "  rod: {mass: 1, inertia: 0.01, position: [0.1, 0]}\n"
          "  slider: {mass: 1, inertia: 0.01, position: [0.4, 0]}\n"
          "joints:\n"
          "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
          "  pin: {type: revolute, bodies: [crank, rod], at: [0.1, 0]}\n"
          "  wrist: {type: revolute, bodies: [rod, slider], at: [0.4, 0]}\n"
          "  guide: {type: translational, bodies: [ground, slider], axis: [1, 0]}\n"
          "  push: {type: motion, joint: guide, rate: 1 m/s}\n"
          "run: {until: 1 s}\n",
          "_model.yaml:11:3: error: no velocities fit all drivers and joints: 'shaft', 'pin', "
          "'wrist' and 'push' leave 'push' no "
          "freedom in this position, a dead point");
}

/* Two guides of one block: every row of the second is one of the first. */
static void redundant_loop_is_told(void **state) {
  ptl_system *s = assemble_text(*state,
                                "pintle: 1\n"
                                "bodies:\n"
                                "  block: {mass: 1, inertia: 0.01}\n"
                                "  other: {mass: 1, inertia: 0.01}\n"
                                "joints:\n"
                                "  first: {type: translational, bodies: [ground, block]}\n"
                                "  free: {type: revolute, bodies: [ground, other]}\n"
                                "  second: {type: translational, bodies: [ground, block]}\n"
                                "run: {until: 1 s}\n");
  assert_int_equal(ptl_system_get_assembly(s)->n_redundant, 2);
  for (int i = 0; i < 2; i++)
    assert_string_equal(ptl_system_get_redundant_loop(s, i), "'first' and 'second'");
  assert_null(ptl_system_get_redundant_loop(s, 2));
  assert_null(ptl_system_get_redundant_loop(s, -1));
  ptl_system_destroy(s);
}

/* A driven crank whose rod is welded to the ground: the velocities contradict each other. */
static void contradicting_driver_is_refused(void **state) {
  refuses(
      *state,
      "pintle: 1\n"
      "bodies:\n"
      "  rod: {mass: 1, inertia: 0.1}\n"
      "joints:\n"
      "  a: {type: revolute, bodies: [ground, rod], at: [0, 0]}\n"
      "  b: {type: fixed, bodies: [ground, rod], at: [0, 0]}\n"
      "  spin: {type: motion, joint: a, rate: 1}\n"
      "run: {until: 1 s}\n",
      "_model.yaml:6:3: error: the mechanism is over-constrained: no velocities fit all drivers "
      "and joints; of 'b' and 'spin' one "
      "is too many, such as 'b'");
}

/* Expected from geometry: crank 50 mm at 30 degrees with its rod of 120 mm: the slider stands at
 * r cos a + sqrt(l^2 - r^2 sin^2 a) and moves at -r w (sin a + r sin a cos a / sqrt(...)), from a
 * placement that is some millimetres wrong. */
static void placement_is_corrected(void **state) {
  ptl_context *context = *state;
  ptl_system *s = assemble_text(
      context,
      "pintle: 1\n"
      "bodies:\n"
      "  crank: {mass: 1, inertia: 1e-3, angle: 30 deg}\n"
      "  rod: {mass: 0.2, inertia: 1e-4, position: [0.1, 0.01], angle: -10 deg}\n"
      "  slider: {mass: 0.1, inertia: 1e-4, position: [0.163, 0.002]}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
      "  big: {type: revolute, bodies: [crank, rod], at: [[50 mm, 0], [-60 mm, 0]]}\n"
      "  small: {type: revolute, bodies: [rod, slider], at: [[60 mm, 0], [0, 0]]}\n"
      "  guide: {type: translational, bodies: [ground, slider], at: [[0, 0], [0, 0]]}\n"
      "  spin: {type: motion, joint: shaft, rate: 100}\n"
      "run: {until: 1 s}\n");
  const ptl_initial *initial;
  assert_int_equal(ptl_system_get_initial(s, &initial), 3);
  double a = acos(-1.0) / 6.0, r = 0.05, l = 0.12, w = 100.0;
  double reach = sqrt(l * l - r * r * sin(a) * sin(a));
  assert_near(initial[2].x, r * cos(a) + reach, 1e-12);
  assert_near(initial[2].y, 0.0, 1e-14);
  assert_near(initial[2].vx, -r * w * sin(a) - r * r * w * sin(a) * cos(a) / reach, 1e-10);
  const ptl_assembly *found = ptl_system_get_assembly(s);
  assert_true(found->moved > 1e-3 && found->moved < 2e-2);
  assert_true(found->position_residual < 1e-14);
  assert_int_equal(found->degrees_of_freedom, 0);
  ptl_system_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(jacobian_matches_differences),
      cmocka_unit_test(start_satisfies_the_equations),
      cmocka_unit_test(redundant_crank_is_found_and_named),
      cmocka_unit_test(singular_start_is_not_redundancy),
      cmocka_unit_test(open_loop_is_told),
      cmocka_unit_test(dead_point_of_a_driver_is_told),
      cmocka_unit_test(redundant_loop_is_told),
      cmocka_unit_test(unreachable_start_is_refused),
      cmocka_unit_test(contradicting_driver_is_refused),
      cmocka_unit_test(placement_is_corrected),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
