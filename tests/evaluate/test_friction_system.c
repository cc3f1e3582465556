/* Friction in an assembled system: derivatives, slip, momenta, start, description, refusals. */
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
#include "kinematics.h"
#include "state.h"

/* Friction in a contact that is closed and in every kind of ideal joint, also where the reaction
 * decides on which side it acts, with inner states in both. */
static const char *const everything =
    "pintle: 1\n"
    "gravity: [0.3, -9.81]\n"
    "bodies:\n"
    "  crank: {mass: 0.9, inertia: 0.02, position: [0, 0], angle: 0.4, com: [0.05, 0.01], rate: "
    "3}\n"
    "  rod: {mass: 0.4, inertia: 0.01, position: [0.3, 0.1], angle: -0.3, rate: -1}\n"
    "  block: {mass: 1.3, inertia: 0.03, position: [0.7, 0], velocity: [0.2, 0.1]}\n"
    "  arm: {mass: 0.5, inertia: 0.02, position: [0.2, 0.5], angle: 0.2, rate: 0.7}\n"
    "  bob: {mass: 0.5, inertia: 0.02, position: [0.22, 0.55], angle: 0.2, rate: -2}\n"
    "joints:\n"
    "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0], radius: 0.02, friction: {law: "
    "lugre, "
    "kinetic: 0.2, static: 0.3, stiffness: 20, damping: 0.1}}\n"
    "  pin: {type: revolute, bodies: [crank, rod], at: [[0.2, 0.02], [-0.1, 0]], radius: 0.01, "
    "friction: "
    "{law: stribeck, kinetic: 0.2, static: 0.3, stribeck_speed: 1, regularisation_speed: 0.3}}\n"
    "  slot:\n"
    "    type: pin_in_slot\n"
    "    slot: {body: block, half_width: 0.03, line: {from: [-0.4, -0.3], to: [-0.1, 0.4]}}\n"
    "    pin: {body: rod, at: [0.15, 0], radius: 0.025}\n"
    "    contact: soft\n"
    "  bearing: {type: revolute, bodies: [arm, bob], at: [[0.01, 0.02], [0, 0.01]], radius: 0.5, "
    "clearance: "
    "0.001, contact: soft, friction: {law: coulomb, coefficient: 0.3, regularisation_speed: 0.5}}\n"
    "  track:\n"
    "    type: pin_in_slot\n"
    "    slot: {body: ground, arc: {center: [0.1, 0.2], radius: 0.4, from: 0, to: 3}}\n"
    "    pin: {body: arm, at: [0.1, 0.05], radius: 0.02}\n"
    "    friction: {law: stick_slip, kinetic: 0.2, static: 0.3, stiffness: 20, damping: 0.1}\n"
    "  guide: {type: translational, bodies: [ground, block], at: [0.7, 0], axis: [1, 0.1], slider: "
    "{length: 0.3}, "
    "friction: {law: coulomb, coefficient: 0.2, regularisation_speed: 0.4}}\n"
    "  push: {type: motion, joint: guide, position: 0.01 m * sin(2 rad/s * time)}\n"
    "contacts:\n"
    "  soft: {elastic: {law: power, stiffness: 1e4, exponent: 1.5}, damping: {law: hunt_crossley, "
    "alpha: 0.4}, friction: {law: lugre, kinetic: 0.2, static: 0.3, stiffness: 20, damping: 0.1, "
    "stribeck_speed: 1}}\n"
    "run: {until: 1 s, start: given}\n";

static void jacobian_matches_differences(void **state) {
  ptl_context *context = *state;
  ptl_mechanism *m = mechanism_of(context, everything, NULL, 0);
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  ptl_data *data;
  must(context, ptl_data_create(context, s, &data));
  assert_int_equal(s->n_frictions, 8); /* shaft, pin, three walls, bearing, track, guide */
  assert_int_equal(s->n_states, 6);    /* the contact's friction goes before the bearing's own */
  int n = s->pattern.n, coordinates = s->n_coordinates;
  double *y = calloc((size_t)(2 * n), sizeof(double)), *yp = y + n;
  /* several reactions: both sides of the track, both ways of pressing the guide */
  for (int sample = 0; sample < 4; sample++) {
    for (int i = 0; i < n; i++) yp[i] = 0.1 * sin(3.0 * i);
    memcpy(y, s->q0, sizeof(double) * (size_t)coordinates);
    memcpy(y + coordinates, s->v0, sizeof(double) * (size_t)coordinates);
    for (int i = 0; i < coordinates; i++) y[coordinates + i] += 0.3 * cos(2.0 * i + sample);
    for (int i = 0; i < s->n_rows; i++)
      y[s->first_state - s->n_rows + i] = (2.0 + i % 3) * cos(i + 2.0 * sample);
    for (int i = 0; i < s->n_states; i++) y[s->first_state + i] = 0.008 * sin(i + 1.0 + sample);
    ptl_gap_eval gaps[PTL_MAX_GAPS];
    ptl_data_set_unknowns(data, 0.13, y);
    ptl_eval_contacts(data, PTL_CONTACT_BY_DEPTH, 0, y, y + coordinates, gaps);
    assert_true(gaps[0].friction != 0.0 || gaps[1].friction != 0.0 || gaps[2].friction != 0.0);
    ptl_eval_contacts(data, PTL_CONTACT_BY_DEPTH, 1, y, y + coordinates, gaps);
    assert_true(gaps[0].friction != 0.0);
    check_jacobian_at(data, 0.13, y, yp, 3e-6);
  }
  free(y);
  ptl_data_destroy(data);
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
}

/* ---------------------------------------------------------------- slip */

/* Velocity of the material point of a body at (x, y) of the ground. */
static void point_velocity(const double *q, const double *v, int body, double x, double y,
                           double u[2]) {
  u[0] = body < 0 ? 0.0 : v[3 * body] - v[3 * body + 2] * (y - q[3 * body + 1]);
  u[1] = body < 0 ? 0.0 : v[3 * body + 1] + v[3 * body + 2] * (x - q[3 * body]);
}

/* Expected: velocities of the two bodies' material points at the touching point, by rigid-body
 * kinematics in the ground; the tangent a quarter turn from the normal on B. */
static void slip_counts_both_rotations(void **state) {
  ptl_context *context = *state;
  ptl_mechanism *m = mechanism_of(context, everything, NULL, 0);
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  ptl_data *data;
  must(context, ptl_data_create(context, s, &data));
  for (int p = 0; p < s->n_gap_sets; p++) {
    const ptl_sys_gap_set *play = &s->gap_sets[p];
    ptl_gap geometry[PTL_MAX_GAPS];
    ptl_gap_eval gaps[PTL_MAX_GAPS];
    double v[15];
    for (int i = 0; i < 15; i++) v[i] = 2.0 * sin(1.7 * i + p);
    ptl_data_set_state(data, 0.0, s->q0, v);
    ptl_pair_state pair;
    ptl_pair_set_pose(&play->pair, s->q0, data->rotations, &pair);
    play->type->gaps(play->c, &pair.pose, geometry);
    ptl_eval_gaps(data, p, s->q0, v, gaps);
    for (int g = 0; g < play->n_gaps; g++) {
      const double *qb = s->q0 + 3 * play->pair.b.body; /* B is a body in every joint here */
      double rx = geometry[g].bx - pair.pose.x, ry = geometry[g].by - pair.pose.y;
      double x = qb[0] + pair.bx + pair.c * rx - pair.s * ry;
      double y = qb[1] + pair.by + pair.s * rx + pair.c * ry;
      double nx = pair.c * geometry[g].nx - pair.s * geometry[g].ny;
      double ny = pair.s * geometry[g].nx + pair.c * geometry[g].ny, ua[2], ub[2];
      point_velocity(s->q0, v, play->pair.a.body, x, y, ua);
      point_velocity(s->q0, v, play->pair.b.body, x, y, ub);
      assert_near(gaps[g].slip, -ny * (ub[0] - ua[0]) + nx * (ub[1] - ua[1]), 1e-12);
    }
  }
  ptl_data_destroy(data);
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
}

/* ---------------------------------------------------------------- a law from a plug-in */

/* Expected: a plug-in's law that gives no derivatives gets them by differences: its system's
 * Jacobian agrees with that of the residual, and the block stops as its own formula says, F = mu N
 * v/sqrt(v^2 + v_r^2): the way is the integral of sqrt(v^2 + v_r^2)/(mu g). */
static void plugin_law_gets_its_derivatives(void **state) {
  (void)state;
  ptl_context *context = ptl_context_create(NULL);
  must(context, ptl_context_load_plugin(context, PINTLE_PLUGINS "/plugin_good.so"));
  ptl_mechanism *m =
      mechanism_of(context,
                   "pintle: 1\n"
                   "gravity: [0, -9.81]\n"
                   "bodies: {block: {mass: 2 kg, inertia: 0.02 kg m^2, velocity: [3 m/s, 0]}}\n"
                   "joints:\n"
                   "  guide: {type: translational, bodies: [ground, block], friction: {law: root, "
                   "coefficient: 0.3}}\n"
                   "run: {until: 3 s, rtol: 1e-9, start: given}\n",
                   NULL, 0);
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  ptl_data *data;
  must(context, ptl_data_create(context, s, &data));
  double y[10] = {0.1, 0.0, 0.0, 0.004, 0.0, 0.0, 0.0, 0.0, 19.0, 0.1}, yp[10] = {0.0};
  assert_int_equal(s->pattern.n, 10);
  check_jacobian_at(data, 0.0, y, yp, 3e-6);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  double v = 3.0, r = 1e-2, way = 0.5 * (v * hypot(v, r) + r * r * asinh(v / r)) / (0.3 * 9.81);
  assert_near(rows_at(&trace, trace.n - 1, column_of(s, "block.x")), way, 1e-7);
  ptl_summary_release(context, &sum);
  rows_release(&trace);
  ptl_data_destroy(data);
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
}

/* ---------------------------------------------------------------- conservation */

/* A journal spinning in a free bearing, both floating: friction acts at the touching point on both,
 * so momentum and moment of momentum are kept, and the ledger closes. */
static void floating_bearing_keeps_its_momenta(void **state) {
  ptl_context *context = *state;
  static const char *const laws[] = {"{law: coulomb, coefficient: 0.3}",
                                     "{law: lugre, kinetic: 0.3, static: 0.4}"};
  for (int i = 0; i < 2; i++) {
    ptl_setting settings[] = {{"joints.bearing.friction", laws[i]}};
    ptl_mechanism *m = mechanism_of(
        context,
        "pintle: 1\n"
        "bodies:\n"
        "  ring: {mass: 2 kg, inertia: 0.004 kg m^2, velocity: [0.1 m/s, 0.3 m/s], com: [5 mm, 0], "
        "rate: -20}\n"
        "  pin: {mass: 0.7 kg, inertia: 0.0004 kg m^2, velocity: [-0.2 m/s, 0.4 m/s], rate: 150}\n"
        "joints:\n"
        "  bearing: {type: revolute, bodies: [ring, pin], at: [0, 0], radius: 30 mm, clearance: "
        "0.5 mm, "
        "contact: steel, friction: {law: coulomb, coefficient: 0.3}}\n"
        "contacts:\n"
        "  steel: {elastic: {law: power, stiffness: 1e9, exponent: 1.5}, damping: {law: "
        "hunt_crossley, alpha: "
        "0.3}}\n"
        "run: {until: 0.2 s, every: 0.2 ms, rtol: 1e-8, start: given}\n",
        settings, 1);
    ptl_system *s;
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    must(context, ptl_assemble(m, &s));
    ptl_mechanism_destroy(m);
    ptl_summary sum;
    must(context, ptl_simulate(context, s, NULL, &sink, &sum));
    int x = column_of(s, "ring.x"), p = column_of(s, "pin.x");
    double first[3] = {0}, kinetic[2] = {0};
    for (int r = 0; r < trace.n; r++) {
      const double *a = trace.values + (size_t)r * (size_t)trace.width + x;
      const double *b = trace.values + (size_t)r * (size_t)trace.width + p;
      double c = 0.005 * cos(a[2]), d = 0.005 * sin(a[2]); /* to the ring's centre of mass */
      double ax = a[0] + c, ay = a[1] + d, avx = a[3] - a[5] * d, avy = a[4] + a[5] * c;
      double now[3] = {2.0 * avx + 0.7 * b[3], 2.0 * avy + 0.7 * b[4],
                       2.0 * (ax * avy - ay * avx) + 0.004 * a[5] +
                           0.7 * (b[0] * b[4] - b[1] * b[3]) + 0.0004 * b[5]};
      for (int k = 0; k < 3; k++) {
        if (r == 0) first[k] = now[k];
        assert_near(now[k], first[k], 1e-8);
      }
      kinetic[r > 0] = 0.5 * (2.0 * (avx * avx + avy * avy) + 0.004 * a[5] * a[5] +
                              0.7 * (b[3] * b[3] + b[4] * b[4]) + 0.0004 * b[5] * b[5]);
    }
    int last = trace.n - 1;
    assert_true(sum.gaps[0].touches >= 2 && sum.frictions[0].work > 1.0);
    assert_near(rows_at(&trace, last, p + 5), rows_at(&trace, last, x + 5), 100.0); /* was 170 */
    assert_true(sum.largest_imbalance <= 1e-6 * sum.largest_energy);
    /* what the bodies have lost, friction and impacts have taken */
    print_message("kinetic energy %.9f, then %.9f J; dissipated %.9f, stored %.9f J\n", kinetic[0],
                  kinetic[1], sum.energy.dissipated, sum.energy.elastic);
    assert_near(kinetic[0] - kinetic[1], sum.energy.dissipated + sum.energy.elastic,
                1e-6 * kinetic[0]);
    print_message("%lld steps, %lld error-test and %lld Newton failures\n",
                  (long long)sum.counters.steps, (long long)sum.counters.error_test_failures,
                  (long long)sum.counters.newton_failures);
    ptl_summary_release(context, &sum);
    ptl_system_destroy(s);
    rows_release(&trace);
  }
}

/* ---------------------------------------------------------------- start */

/* Expected: the residual of the whole DAE vanishes at the start, friction that depends on the
 * reactions included, but for the velocities by which its rows give way; and the bristles are bent
 * by the slip there. */
static void start_agrees_with_its_friction(void **state) {
  ptl_context *context = *state;
  ptl_mechanism *m = mechanism_of(context, everything, NULL, 0);
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  ptl_data *data;
  must(context, ptl_data_create(context, s, &data));
  int n = s->pattern.n, c = s->n_coordinates;
  double *y = calloc((size_t)(3 * n), sizeof(double)), *yp = y + n, *r = yp + n;
  memcpy(y, s->q0, sizeof(double) * (size_t)c);
  memcpy(y + c, s->v0, sizeof(double) * (size_t)c);
  memcpy(y + s->first_state - s->n_rows, s->lambda0, sizeof(double) * (size_t)s->n_rows);
  memcpy(y + s->first_state, s->z0, sizeof(double) * (size_t)s->n_states);
  memcpy(yp, s->v0, sizeof(double) * (size_t)c);
  memcpy(yp + c, s->a0, sizeof(double) * (size_t)c);
  assert_int_equal(ptl_eval_residual(data, 0.0, y, yp, r), 0);
  for (int i = 0; i < 2 * c; i++) assert_near(r[i], 0.0, 1e-10);
  for (int i = 0; i < s->n_rows; i++) {
    const double left = -data->velocity_compliance[i] * s->lambda0[i];
    assert_near(r[2 * c + i], 0.0, 1e-12);
    assert_near(r[2 * c + s->n_rows + i], left, 1e-12);
  }
  for (int i = s->first_state; i < n; i++) {
    assert_near(r[i], 0.0, 1e-10);
    assert_true(y[i] != 0.0);
  }
  free(y);
  ptl_data_destroy(data);
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
}

/* ---------------------------------------------------------------- description */

static const char *const crank =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  crank: {mass: 0.30 kg, inertia: 1e-4 kg m^2, position: [25 mm, 0]}\n"
    "  rod: {mass: 0.21 kg, inertia: 2.5e-4 kg m^2, position: [110 mm, 0]}\n"
    "  slider: {mass: 0.14 kg, inertia: 1e-5 kg m^2, position: [170 mm, 0]}\n"
    "joints:\n"
    "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0], radius: 8 mm, friction: {law: "
    "coulomb, "
    "coefficient: 0.1}}\n"
    "  crank_pin: {type: revolute, bodies: [crank, rod], at: [50 mm, 0], radius: 8 mm, friction: "
    "{law: lugre, "
    "kinetic: 0.1, static: 0.12}}\n"
    "  wrist: {type: revolute, bodies: [rod, slider], at: [170 mm, 0], radius: 10 mm, clearance: "
    "0, contact: "
    "hard, friction: {law: stick_slip, kinetic: 0.1, static: 0.12}}\n"
    "  guide: {type: translational, bodies: [ground, slider], friction: {law: lugre, kinetic: 0.1, "
    "static: "
    "0.12}}\n"
    "  drive: {type: motion, joint: shaft, rate: 200 rpm}\n"
    "contacts:\n"
    "  hard: {elastic: {law: power, stiffness: 6.6e10 N/m^1.5, exponent: 1.5}, damping: {law: "
    "hunt_crossley, alpha: 0.095 s/m}}\n"
    "run: {until: 1 turns of shaft, every: 1 deg of shaft, rtol: 1e-8}\n";

static void simulate(ptl_context *context, const ptl_mechanism *m, rows *trace, ptl_summary *sum,
                     int *n_frictions) {
  ptl_system *s;
  ptl_sink sink = rows_sink(trace);
  must(context, ptl_assemble(m, &s));
  must(context, ptl_simulate(context, s, NULL, &sink, sum));
  const char *joint, *gap, *law;
  for (*n_frictions = 0; ptl_system_get_friction(s, *n_frictions, &joint, &gap, &law) == PTL_OK;
       ++*n_frictions)
    assert_true(strlen(joint) > 0 && strlen(law) > 0);
  ptl_system_destroy(s);
}

/* Expected: a slider-crank with friction in all its ideal joints supplies by its drive what it
 * stores and dissipates; written and read back, the same bits; with a play in its wrist the joint's
 * friction rubs in the gap instead. */
static void description_is_kept_and_closes(void **state) {
  ptl_context *context = *state;
  ptl_mechanism *m = mechanism_of(context, crank, NULL, 0);
  const char *path = write_file("again.yaml", "");
  rows first = {0}, second = {0};
  must(context, ptl_mechanism_save(m, path));
  ptl_summary sum;
  int n;
  simulate(context, m, &first, &sum, &n);
  assert_int_equal(n, 4);
  assert_int_equal(sum.n_frictions, 4);
  assert_null(sum.frictions[2].gap);
  double work = 0.0;
  for (int i = 0; i < 4; i++) {
    assert_true(sum.frictions[i].work > 0.0);
    work += sum.frictions[i].work;
  }
  assert_near(work, sum.energy.dissipated, 1e-12 + 1e-9 * work);
  print_message("imbalance %.2g of %.3g J; %lld steps, %lld Newton failures\n",
                sum.largest_imbalance, sum.largest_energy, (long long)sum.counters.steps,
                (long long)sum.counters.newton_failures);
  assert_true(sum.largest_imbalance <= 1e-6 * sum.largest_energy);
  assert_true(sum.counters.newton_failures <= 0.02 * (double)sum.counters.steps + 10.0);
  ptl_summary_release(context, &sum);
  ptl_mechanism *again;
  must(context, ptl_mechanism_load(context, path, NULL, 0, &again));
  remove(path);
  simulate(context, again, &second, &sum, &n);
  assert_int_equal(first.n, second.n);
  assert_memory_equal(first.values, second.values,
                      sizeof(double) * (size_t)(first.n * first.width));
  ptl_summary_release(context, &sum);
  rows_release(&first);
  rows_release(&second);
  ptl_mechanism_destroy(again);
  ptl_mechanism_destroy(m);

  ptl_setting settings[] = {{"joints.wrist.clearance", "0.05 mm"}};
  m = mechanism_of(context, crank, settings, 1);
  simulate(context, m, &first, &sum, &n);
  assert_string_equal(sum.frictions[2].gap, "bearing");
  assert_string_equal(sum.frictions[2].law, "stick_slip");
  assert_true(sum.frictions[2].work > 0.0);
  ptl_summary_release(context, &sum);
  rows_release(&first);
  ptl_mechanism_destroy(m);
}

/* ---------------------------------------------------------------- refusals */

static void refuses(ptl_context *context, const char *path, const char *value, const char *reason) {
  ptl_setting setting = {path, value};
  const char *file = write_file("refused.yaml", crank);
  ptl_mechanism *m = NULL;
  assert_int_equal(ptl_mechanism_load(context, file, &setting, 1, &m), PTL_ERR_INPUT);
  remove(file);
  if (strstr(ptl_context_message(context), reason) == NULL)
    fail_msg("'%s' lacks '%s'", ptl_context_message(context), reason);
}

static void wrong_descriptions_are_refused(void **state) {
  ptl_context *context = *state;
  refuses(context, "joints.shaft.radius", "", "needs 'radius'");
  refuses(context, "joints.shaft.friction", "{law: coulom, coefficient: 0.1}",
          "did you mean 'coulomb'");
  refuses(context, "joints.shaft.friction", "{law: coulomb}", "'coefficient' [1] is missing");
  refuses(context, "joints.shaft.friction", "{law: coulomb, coefficient: -0.1}", "must be >= 0");
  refuses(context, "joints.shaft.friction", "{law: stribeck, kinetic: 0.2, static: 0.1}",
          "must not be smaller than kinetic");
  refuses(context, "joints.weld",
          "{type: fixed, bodies: [crank, rod], friction: {law: coulomb, coefficient: 0.1}}",
          "an ideal fixed takes no friction");
  refuses(context, "contacts.hard.friction.law", "coulomb", "coefficient");
  refuses(context, "joints.shaft.bushing", "{stiffness: 1e6, damping: 10}", "no surfaces that rub");
}

/* A heavy block B sinks along a wall and pushes a light block A outwards along the floor through a
 * rod at 70 degrees. The rod's force P moves A by P (cos 70 - mu sin 70): from mu = 1/tan 70 =
 * 0.364 on nothing can, and a moving mechanism finds no reactions that agree with its friction.
 * With less it runs. */
static void jam_is_refused(void **state) {
  ptl_context *context = *state;
  static const char *const rough[] = {"0.3", "0.45"};
  for (int i = 0; i < 2; i++) {
    ptl_setting setting = {"joints.floor.friction.coefficient", rough[i]};
    ptl_mechanism *m = mechanism_of(
        context,
        "pintle: 1\n"
        "gravity: [0, -9.81]\n"
        "bodies:\n"
        "  A: {mass: 0.1 kg, inertia: 1e-3 kg m^2, position: [cos(70 deg), 0], velocity: [tan(70 "
        "deg), 0]}\n"
        "  B: {mass: 50 kg, inertia: 1 kg m^2, position: [0, sin(70 deg)], velocity: [0, -1]}\n"
        "  rod: {mass: 0.01 kg, inertia: 1e-3 kg m^2, position: [cos(70 deg)/2, sin(70 deg)/2], "
        "angle: 110 "
        "deg, velocity: [tan(70 deg)/2, -0.5], rate: 1/cos(70 deg)}\n"
        "joints:\n"
        "  floor: {type: translational, bodies: [ground, A], friction: {law: coulomb, coefficient: "
        "0.1}}\n"
        "  wall: {type: translational, bodies: [ground, B], axis: [0, 1]}\n"
        "  foot: {type: revolute, bodies: [A, rod], at: [cos(70 deg), 0]}\n"
        "  head: {type: revolute, bodies: [B, rod], at: [0, sin(70 deg)]}\n"
        "run: {until: 0.01 s, start: given}\n",
        &setting, 1);
    ptl_system *s = NULL;
    assert_int_equal(ptl_assemble(m, &s), i == 0 ? PTL_OK : PTL_ERR_UNFIT);
    if (i > 0 && strstr(ptl_context_message(context), "the mechanism jams") == NULL)
      fail_msg("'%s'", ptl_context_message(context));
    ptl_system_destroy(s);
    ptl_mechanism_destroy(m);
  }
}

/* ---------------------------------------------------------------- a pin with a direction */

/* A pin that presses along part A's x axis only, and rubs at its radius. */
static void press_along_x(const double *c, const ptl_pose *pose, const double *reaction,
                          ptl_sliding *out) {
  (void)pose;
  out->d[2] = c[0];
  out->normal = fabs(reaction[0]);
  out->d_normal[0] = copysign(1.0, reaction[0]);
}

static void hold_point(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                       ptl_scalar *out) {
  (void)c;
  (void)rest;
  out[0] = (ptl_scalar){.value = pose->x, .d = {1.0, 0.0, 0.0}};
  out[1] = (ptl_scalar){.value = pose->y, .d = {0.0, 1.0, 0.0}};
}

static const ptl_param keyed_params[] = {
    {.name = "radius", .unit = "m", .fallback = 0.1, .max = 1.0, .doc = "Radius."}, {0}};
static const ptl_joint_type keyed_pin = {
    .name = "keyed_pin",
    .doc = {.title = "Pin", .formula = "-", .source = "-", .validity = "-"},
    .part_a = "bearing",
    .part_b = "pin",
    .params = keyed_params,
    .n_constraints = 2,
    .kinds = {PTL_CONSTRAINT_LINE, PTL_CONSTRAINT_LINE},
    .flags = PTL_JOINT_POINT_PAIR | PTL_JOINT_FRICTION_MOMENT,
    .coordinate = PTL_COORDINATE_ANGLE,
    .constraints = hold_point,
    .sliding = press_along_x};
static const ptl_joint_type *const keyed_joints[] = {&keyed_pin, NULL};
static const ptl_plugin keyed_plugin = {PTL_PLUGIN_HEADER, .name = "keyed", .version = "1",
                                        .joints = keyed_joints};

/* A wheel (J = 0.02 kg m^2) turns on a carrier that is driven round by 2 rad/s; both are pinned at
 * their centres of mass, so that the pin carries the load F on the wheel whatever turns. */
static const char *const keyed =
    "pintle: 1\n"
    "bodies:\n"
    "  carrier: {mass: 1, inertia: 0.01, position: [0, 0], angle: 0.5, rate: 2}\n"
    "  wheel: {mass: 2, inertia: 0.02, position: [0, 0], rate: 9}\n"
    "joints:\n"
    "  shaft: {type: revolute, bodies: [ground, carrier], at: [0, 0]}\n"
    "  drive: {type: motion, joint: shaft, rate: 2 rad/s}\n"
    "  pin: {type: keyed_pin, bodies: [carrier, wheel], at: [0, 0], radius: 0.1,\n"
    "        friction: {law: coulomb, coefficient: 0.3, regularisation_speed: 0.5}}\n"
    "loads:\n"
    "  push: {body: wheel, force: [7, -4]}\n"
    "run: {until: 0.5, every: 0.01, start: given, rtol: 1e-8}\n";

/* Expected: of the load on the wheel the part along the bearing's x axis, |Fx cos(u) + Fy sin(u)|,
 * presses, where u = 2 t from the ground's axes at the start; friction turns the wheel at mu N
 * tanh(slip/v_r) r/J. */
static void reactions_of_a_pin_are_those_of_its_part(void **state) {
  static const char *const integrators[] = {"dop853", "ida"};
  ptl_context *context = *state;
  must(context, ptl_context_add_types(context, &keyed_plugin));
  for (int k = 0; k < 2; k++) {
    const ptl_setting setting = {"run.integrator", integrators[k]};
    ptl_system *s = system_of(context, keyed, &setting, 1);
    rows trace;
    memset(&trace, 0, sizeof trace);
    ptl_sink sink = rows_sink(&trace);
    ptl_summary sum;
    must(context, ptl_simulate(context, s, NULL, &sink, &sum));
    const int alpha = column_of(s, "wheel.alpha"), omega = column_of(s, "wheel.omega");
    assert_true(trace.n > 50);
    for (int i = 0; i < trace.n; i++) {
      const double u = 2.0 * rows_at(&trace, i, 0);
      const double normal = fabs(7.0 * cos(u) - 4.0 * sin(u));
      const double slip = 0.1 * (rows_at(&trace, i, omega) - 2.0);
      assert_near(rows_at(&trace, i, alpha), -0.3 * normal * tanh(slip / 0.5) * 0.1 / 0.02, 1e-7);
    }
    ptl_summary_release(context, &sum);
    rows_release(&trace);
    ptl_system_destroy(s);
  }
}

/* Expected: differences of the residual, at a reaction across the axis, too. */
static void a_pin_that_turns_has_its_derivatives(void **state) {
  ptl_context *context = *state;
  ptl_system *s = system_of(context, keyed, NULL, 0);
  ptl_data *data;
  must(context, ptl_data_create(context, s, &data));
  const int n = s->pattern.n, m = s->n_coordinates;
  double *y = calloc((size_t)(2 * n), sizeof(double)), *yp = y + n;
  memcpy(y, s->q0, sizeof(double) * (size_t)m);
  memcpy(y + m, s->v0, sizeof(double) * (size_t)m);
  for (int i = 0; i < s->n_rows; i++) y[s->first_state - s->n_rows + i] = 3.0 * cos(i + 1.0);
  check_jacobian_at(data, 0.1, y, yp, 3e-6);
  free(y);
  ptl_data_destroy(data);
  ptl_system_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(jacobian_matches_differences),
      cmocka_unit_test(slip_counts_both_rotations),
      cmocka_unit_test(plugin_law_gets_its_derivatives),
      cmocka_unit_test(floating_bearing_keeps_its_momenta),
      cmocka_unit_test(start_agrees_with_its_friction),
      cmocka_unit_test(description_is_kept_and_closes),
      cmocka_unit_test(wrong_descriptions_are_refused),
      cmocka_unit_test(jam_is_refused),
      cmocka_unit_test(reactions_of_a_pin_are_those_of_its_part),
      cmocka_unit_test(a_pin_that_turns_has_its_derivatives),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
