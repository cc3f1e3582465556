/* Force types: every one against differences and conservation, then each law against closed forms.
 */
#include "support.h"

#include "context.h"
#include "declaration.h"
#include "instance.h"
#include "mechanism.h"
#include "pintle_extend.h"

/* ---------------------------------------------------------------- conformance over the registry */

static const double spring_table[] = {-0.4, -30.0, -0.1, -20.0, 0.1, 0.0, 0.3, 0.0, 0.6, 45.0};
static const double damper_table[] = {-2.0, -8.0, 0.0, 0.0, 1.0, 9.0, 4.0, 15.0};
static const double torque_table[] = {-10.0, 6.0, 0.0, 5.0, 50.0, 7.0, 150.0, 0.0};

/* Parameters under which every term of the type acts; a new type needs a line here. */
#define V(key, number)               \
  {                                  \
    .name = key, .value = { number } \
  }
#define W(key, text) \
  { .name = key, .word = text }
#define T(key, table, n) \
  { .name = key, .points = table, .n_points = n }

static const struct {
  const char *type;
  ptl_given given[8];
} samples[] = {
    {"spring_damper",
     {V("stiffness", 30), V("damping", 2), V("free_length", 0.3), V("preload", 5)}},
    {"spring_damper", {V("stiffness", 30), V("damping", 2), W("along", "y")}},
    {"rotational_spring_damper",
     {V("stiffness", 30), V("damping", 2), V("free_angle", 0.3), V("preload", 5)}},
    {"power_spring_damper",
     {V("stiffness", 30), V("power_stiffness", 300), V("exponent", 2.5), V("power_damping", 3),
      V("free_length", 0.3), V("preload", 5), W("along", "x")}},
    {"rotational_power_spring_damper",
     {V("stiffness", 30), V("power_stiffness", 300), V("exponent", 2.5), V("damping", 1),
      V("power_damping", 3), V("free_angle", 0.3), V("preload", 5)}},
    {"one_way_spring",
     {V("stiffness", 300), V("exponent", 1.5), V("alpha", 0.3), V("free_length", 0.3)}},
    {"one_way_spring",
     {V("stiffness", 300), V("alpha", 0.3), V("free_length", 0.3), W("direction", "compression")}},
    {"rotational_one_way_spring", {V("stiffness", 300), V("alpha", 0.3), W("direction", "below")}},
    {"gas_spring",
     {V("area", 1e-3), V("pressure", 2e6), V("volume", 2e-3), V("length", 0.3), V("damping", 3)}},
    {"gas_spring",
     {V("area", 1e-3), V("pressure", 2e6), V("volume", 2e-3), V("length", 0.3), V("exponent", 1)}},
    {"table_spring_damper",
     {T("spring", spring_table, 5), T("damper", damper_table, 4), W("along", "x")}},
    {"rotational_table_spring_damper",
     {T("spring", spring_table, 5), T("damper", damper_table, 4), V("free_angle", 0.1)}},
    {"motor", {V("stall_torque", 5), V("no_load_speed", 100)}},
    {"motor", {T("curve", torque_table, 4)}},
    {"drag", {V("area", 0.3), V("density", 1000), W("along", "x")}},
    {"rotational_drag", {V("coefficient", 0.3)}},
};

enum { N_SAMPLES = sizeof samples / sizeof *samples };

/* The prepared numbers of sample i. */
static double *numbers_of(ptl_context *context, int i, const ptl_force_type **type) {
  ptl_mechanism *m = ptl_mechanism_create(context);
  ptl_type_use use = {samples[i].type, samples[i].given, 0};
  ptl_reason why = {""};
  while (use.n_given < 8 && samples[i].given[use.n_given].name != NULL) use.n_given++;
  ptl_instance instance;
  must(context, ptl_instance_create(m, (ptl_label){"force", use.type}, PTL_FORCE, &use, &instance));
  *type = instance.type;
  double *c = ptl_instance_copy(context, &instance);
  if ((*type)->prepare != NULL && (*type)->prepare(c, &why)) fail_msg("%s: %s", use.type, why.text);
  assert_memory_equal(c, instance.c, (size_t)instance.n_given * sizeof(double));
  ptl_instance_release(m, &instance);
  ptl_mechanism_destroy(m);
  return c;
}

/* Expected: the coordinate of a type with PTL_FORCE_ROTATIONAL is the pose's angle; that of any
 * other changes with x or y. A declaration that does not fit is refused. */
static void types_are_as_declared(void **state) {
  for (int i = 0; i < N_SAMPLES; i++) {
    const ptl_force_type *type;
    double *c = numbers_of(*state, i, &type);
    ptl_pose pose = {0.7, -0.4, 2.5, 0.0};
    ptl_scalar s = {.value = 0.0};
    ptl_reason why;
    ptl_force_type wrong = *type;
    type->coordinate(c, &pose, &s);
    if (type->flags & PTL_FORCE_ROTATIONAL)
      assert_true(s.value == pose.angle && s.d[0] == 0.0 && s.d[1] == 0.0 && s.d[2] == 1.0);
    else
      assert_true(s.d[2] == 0.0 && hypot(s.d[0], s.d[1]) > 0.5);
    assert_int_equal(ptl_force_verify(type, c, &why), 0);
    wrong.flags ^= PTL_FORCE_ROTATIONAL;
    assert_int_equal(ptl_force_verify(&wrong, c, &why), 1);
    assert_non_null(strstr(why.text, "declared PTL_FORCE_ROTATIONAL"));
    ptl_instance_free(*state, c);
  }
}

static void every_type_has_a_sample(void **state) {
  ptl_type_info info;
  for (int k = 0; ptl_context_get_type(*state, PTL_FORCE, k, &info); k++) {
    int found = 0;
    for (int i = 0; i < N_SAMPLES; i++) found |= strcmp(samples[i].type, info.name) == 0;
    if (!found) fail_msg("force type '%s' has no sample in this test", info.name);
  }
}

/* Expected: central differences of the coordinate and of its gradient. */
static void coordinates_match_differences(void **state) {
  ptl_context *context = *state;
  static const int first[6] = {0, 0, 1, 0, 1, 2}, second[6] = {0, 1, 1, 2, 2, 2};
  for (int i = 0; i < N_SAMPLES; i++) {
    const ptl_force_type *type;
    double *c = numbers_of(context, i, &type), h = 1e-6;
    for (int k = 0; k < 3; k++) {
      double up[3] = {0.31, -0.42, 0.7}, down[3] = {0.31, -0.42, 0.7};
      up[k] += h;
      down[k] -= h;
      ptl_scalar a;
      type->coordinate(c, &(ptl_pose){up[0], up[1], up[2], 0.0}, &a);
      ptl_scalar b;
      type->coordinate(c, &(ptl_pose){down[0], down[1], down[2], 0.0}, &b);
      ptl_scalar here;
      type->coordinate(c, &(ptl_pose){0.31, -0.42, 0.7, 0.0}, &here);
      assert_near(here.d[k], (a.value - b.value) / (2.0 * h), 1e-8);
      for (int e = 0; e < 6; e++)
        if (second[e] == k)
          assert_near(here.dd[e], (a.d[first[e]] - b.d[first[e]]) / (2.0 * h), 1e-8);
    }
    ptl_instance_free(context, c);
  }
}

static ptl_force_out at(const ptl_force_type *type, const double *c, double s, double rate) {
  ptl_force_out out;
  type->force(c, s, rate, &out);
  return out;
}

/* Expected: partial derivatives are differences; at rest the force is the slope of the stored
 * energy; what depends on the rate takes energy, unless the type says that it drives. */
static void forces_match_differences_and_dissipate(void **state) {
  ptl_context *context = *state;
  for (int i = 0; i < N_SAMPLES; i++) {
    const ptl_force_type *type;
    double *c = numbers_of(context, i, &type), h = 1e-6;
    for (double s = -0.83; s < 1.0; s += 0.0577)
      for (double rate = -4.7; rate < 5.0; rate += 0.731) {
        ptl_force_out here = at(type, c, s, rate), still = at(type, c, s, 0.0);
        double by_s = (at(type, c, s + h, rate).force - at(type, c, s - h, rate).force) / (2.0 * h);
        double by_rate =
            (at(type, c, s, rate + h).force - at(type, c, s, rate - h).force) / (2.0 * h);
        double slope =
            (at(type, c, s + h, rate).energy - at(type, c, s - h, rate).energy) / (2.0 * h);
        double near = 1e-6 * (1.0 + fabs(here.force));
        if (fabs(here.d_s - by_s) > 1e-5 * (1.0 + fabs(by_s)) ||
            fabs(here.d_rate - by_rate) > 1e-5 * (1.0 + fabs(by_rate)))
          fail_msg(
              "%s (sample %d) at s = %g, rate %g: by s %.10g, differenced %.10g; by rate %.10g, "
              "differenced %.10g",
              type->name, i, s, rate, here.d_s, by_s, here.d_rate, by_rate);
        if (type->flags & PTL_FORCE_DRIVES) continue;
        if (fabs(slope - still.force) > near + 1e-6 * fabs(still.force))
          fail_msg("%s (sample %d) at s = %g: force %.10g, slope of the energy %.10g", type->name,
                   i, s, still.force, slope);
        assert_true((here.force - still.force) * rate >= -1e-12);
      }
    ptl_instance_free(context, c);
  }
}

/* ---------------------------------------------------------------- laws against closed forms */

static ptl_summary run(ptl_context *context, ptl_system *s, rows *trace) {
  ptl_sink sink = rows_sink(trace);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  assert_true(sum.largest_imbalance <= 1e-5 * sum.largest_energy);
  return sum;
}

/* A block of 2 kg on a rail, or a rotor of 0.02 kg m^2, with one force against the ground. */
static ptl_system *block(ptl_context *context, const char *start, const char *force,
                         const char *until) {
  char text[1024];
  snprintf(text, sizeof text,
           "pintle: 1\n"
           "bodies: {block: {mass: 2, inertia: 0.1, %s}}\n"
           "joints: {rail: {type: translational, bodies: [ground, block], at: [[0, 0], [0, 0]]}}\n"
           "forces: {force: {bodies: [ground, block], at: [[0, 0], [0, 0]], %s}}\n"
           "run: {until: %s, rtol: 1e-9}\n",
           start, force, until);
  return system_of(context, text, NULL, 0);
}

static ptl_system *rotor(ptl_context *context, const char *start, const char *force,
                         const char *until) {
  char text[1024];
  snprintf(text, sizeof text,
           "pintle: 1\n"
           "bodies: {rotor: {mass: 2, inertia: 0.02, %s}}\n"
           "joints: {shaft: {type: revolute, bodies: [ground, rotor]}}\n"
           "forces: {force: {bodies: [ground, rotor], %s}}\n"
           "run: {until: %s, rtol: 1e-9}\n",
           start, force, until);
  return system_of(context, text, NULL, 0);
}

/* J w' = M_s (1 - w/w_0): w = w_0 (1 - exp(-t M_s/(J w_0))); the work of the motor counts as
 * supplied. */
static void motor_runs_up_along_its_line(void **state) {
  ptl_context *context = *state;
  ptl_system *s =
      rotor(context, "rate: 0", "type: motor, stall_torque: 5, no_load_speed: 100", "1 s");
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  for (int i = 0; i < trace.n; i++) {
    double t = rows_at(&trace, i, 0);
    assert_near(rows_at(&trace, i, column_of(s, "rotor.omega")),
                100.0 * (1.0 - exp(-t * 5.0 / 2.0)), 1e-6);
  }
  assert_near(sum.energy.supplied, sum.energy.kinetic, 1e-5 * sum.energy.kinetic);
  assert_near(sum.energy.dissipated, 0.0, 1e-9);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* m v' = -c v^2: v = v0/(1 + c v0 t/m), x = m/c ln(1 + c v0 t/m); c = 1000 0.02/2 = 10 kg/m. The
 * same for a rotor with c = 0.1. */
static void drag_slows_hyperbolically(void **state) {
  ptl_context *context = *state;
  ptl_system *s =
      block(context, "velocity: [3, 0]", "type: drag, area: 0.02, density: 1000, along: x", "1 s");
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  for (int i = 0; i < trace.n; i++) {
    double q = 1.0 + 15.0 * rows_at(&trace, i, 0);
    assert_near(rows_at(&trace, i, column_of(s, "block.vx")), 3.0 / q, 1e-7);
    assert_near(rows_at(&trace, i, column_of(s, "block.x")), 0.2 * log(q), 1e-7);
  }
  assert_near(sum.energy.dissipated, 9.0 - sum.energy.kinetic, 1e-6);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);

  s = rotor(context, "rate: -20", "type: rotational_drag, coefficient: 0.1", "1 s");
  sum = run(context, s, &trace);
  for (int i = 0; i < trace.n; i++)
    assert_near(rows_at(&trace, i, column_of(s, "rotor.omega")),
                -20.0 / (1.0 + 100.0 * rows_at(&trace, i, 0)), 1e-5);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* A spring K x^3 has the period 4 sqrt(2 m/(K a^2)) times the integral of 1/sqrt(1 - u^4) from 0 to
 * 1, Gamma(1/4)^2/(4 sqrt(2 pi)) = 1.31102877714606. After one period the block is back. */
static void cubic_spring_has_its_period(void **state) {
  ptl_context *context = *state;
  char until[64];
  double period = 4.0 * sqrt(2.0 * 2.0 / (5e4 * 0.01)) * 1.311028777146060;
  snprintf(until, sizeof until, "%.17g", period);
  ptl_system *s = block(context, "position: [0.1, 0]",
                        "type: power_spring_damper, power_stiffness: 5e4 N/m^3, along: x", until);
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  assert_near(rows_at(&trace, trace.n - 1, column_of(s, "block.x")), 0.1, 1e-8);
  assert_near(rows_at(&trace, trace.n - 1, column_of(s, "block.vx")), 0.0, 2e-6);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* A rope of stiffness k catches a block that flies at v: it stretches by v sqrt(m/k), lasts half a
 * period, and the block comes back as fast. Before and after, no force. */
static void rope_acts_while_stretched(void **state) {
  ptl_context *context = *state;
  ptl_system *s = block(context, "velocity: [2, 0], position: [0.5, 0]",
                        "type: one_way_spring, stiffness: 800, free_length: 1 m", "0.8 s");
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  double contact = acos(-1.0) * sqrt(2.0 / 800.0), stretch = 0.0;
  int x = column_of(s, "block.x"), force = column_of(s, "force.force");
  for (int i = 0; i < trace.n; i++) {
    double t = rows_at(&trace, i, 0), after = t - 0.25;
    double expected = after < 0.0       ? 0.5 + 2.0 * t
                      : after < contact ? 1.0 + 0.1 * sin(20.0 * after)
                                        : 1.0 - 2.0 * (after - contact);
    assert_near(rows_at(&trace, i, x), expected, 1e-6);
    if (after < 0.0 || after > contact) assert_near(rows_at(&trace, i, force), 0.0, 1e-3);
    stretch = fmax(stretch, rows_at(&trace, i, x) - 1.0);
  }
  assert_near(stretch, 0.1, 1e-4);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* In equilibrium p0 (V0/V)^n = p_a + m g/A: a weight of 1000 N on 1e-3 m^2 over ambient pressure
 * shortens the spring to the length where that holds; small swings about it have the stiffness n p
 * A^2/V. */
static void gas_spring_carries_and_swings(void **state) {
  ptl_context *context = *state;
  double A = 1e-3, p = 101325.0 + 1e6, V = 2e-3 * pow(2e6 / p, 1.0 / 1.3),
         s0 = 0.3 + (V - 2e-3) / A;
  double k = 1.3 * p * A * A / V, w = sqrt(k / 100.0);
  char text[1024];
  snprintf(
      text, sizeof text,
      "pintle: 1\n"
      "gravity: [0, -10]\n"
      "bodies: {load: {mass: 100, inertia: 1, position: [0, %.17g], velocity: [0, 1 mm/s]}}\n"
      "joints: {rail: {type: translational, bodies: [ground, load], at: [[0, 0], [0, 0]], axis: "
      "[0, 1]}}\n"
      "forces:\n"
      "  gas: {type: gas_spring, bodies: [ground, load], at: [[0, 0], [0, 0]], area: 10 cm^2,\n"
      "        pressure: 20 bar, volume: 2 L, length: 0.3, exponent: 1.3}\n"
      "run: {until: 3 s, rtol: 1e-9, speed: 1 mm/s}\n",
      s0);
  ptl_system *s = system_of(context, text, NULL, 0);
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  int y = column_of(s, "load.y");
  for (int i = 0; i < trace.n; i++) /* harmonic but for the second order of the amplitude */
    assert_near(rows_at(&trace, i, y), s0 + 1e-3 / w * sin(w * rows_at(&trace, i, 0)), 2e-7);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* A table of a straight line is the linear spring; between the points of a flat it stays flat. */
static void tables_go_through_their_points(void **state) {
  ptl_context *context = *state;
  const ptl_force_type *type;
  double *c = numbers_of(context, 10, &type);
  assert_string_equal(type->name, "table_spring_damper");
  for (int i = 0; i < 5; i++)
    assert_near(at(type, c, spring_table[2 * i], 0.0).force, spring_table[2 * i + 1], 1e-13);
  for (double s = 0.1; s <= 0.3; s += 0.01) assert_near(at(type, c, s, 0.0).force, 0.0, 1e-13);
  for (double s = -0.39; s < 0.6; s += 0.01) assert_true(at(type, c, s, 0.0).d_s >= -1e-12);
  ptl_instance_free(context, c);

  double w = sqrt(50.0 / 2.0);
  ptl_system *s = block(
      context, "position: [0.1, 0]",
      "type: table_spring_damper, along: x, spring: [[-10 mm, -0.5], [0, 0], [10 mm, 0.5]]", "2 s");
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  for (int i = 0; i < trace.n; i++)
    assert_near(rows_at(&trace, i, column_of(s, "block.x")), 0.1 * cos(w * rows_at(&trace, i, 0)),
                1e-7);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* Preload only: a constant pull, x = F t^2/(2 m). */
static void preload_pulls_constantly(void **state) {
  ptl_context *context = *state;
  ptl_system *s = block(context, "position: [1, 0]", "type: spring_damper, preload: 4 N", "0.9 s");
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  for (int i = 0; i < trace.n; i++) {
    double t = rows_at(&trace, i, 0);
    assert_near(rows_at(&trace, i, column_of(s, "block.x")), 1.0 - t * t, 1e-8);
  }
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* ---------------------------------------------------------------- refused */

static void check_refused(ptl_context *context, const char *force, const char *reason) {
  char text[1024];
  snprintf(text, sizeof text,
           "pintle: 1\n"
           "bodies: {rotor: {mass: 2, inertia: 0.02}}\n"
           "forces: {force: {bodies: [ground, rotor], at: [[0, 0], [1, 0]], %s}}\n",
           force);
  const char *path = write_file("refused.yaml", text);
  ptl_mechanism *m;
  ptl_status status = ptl_mechanism_load(context, path, NULL, 0, &m);
  remove(path);
  assert_int_equal(status, PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), reason) == NULL)
    fail_msg("'%s' lacks '%s'", ptl_context_message(context), reason);
}

static void bad_forces_are_refused(void **state) {
  ptl_context *context = *state;
  check_refused(context, "type: motor", "needs stall_torque and no_load_speed");
  check_refused(context, "type: motor, stall_torque: 5, no_load_speed: -1", "the same sign");
  check_refused(context, "type: motor, stall_torque: 5, no_load_speed: 0", "the same sign");
  check_refused(context, "type: motor, stall_torque: 5, curve: [[0, 1], [1, 0]]", "not both");
  check_refused(context, "type: motor, curve: [[1, 1], [0, 0]]", "curve must grow");
  check_refused(context, "type: table_spring_damper", "'spring', 'damper' or both");
  check_refused(context, "type: table_spring_damper, spring: [[0, 0], [1 mm, 1 m]]", "spring");
  check_refused(context, "type: table_spring_damper, spring: [[0, 0]]", "2 points or more");
  check_refused(context, "type: power_spring_damper, exponent: 0.5", "exponent");
  check_refused(context, "type: power_spring_damper, along: z", "distance|x|y");
  check_refused(context, "type: gas_spring, area: 1, pressure: 1, volume: 0, length: 1", "volume");
  check_refused(context, "type: one_way_spring, stiffness: 0", "stiffness");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(types_are_as_declared),
      cmocka_unit_test(every_type_has_a_sample),
      cmocka_unit_test(coordinates_match_differences),
      cmocka_unit_test(forces_match_differences_and_dissipate),
      cmocka_unit_test(motor_runs_up_along_its_line),
      cmocka_unit_test(drag_slows_hyperbolically),
      cmocka_unit_test(cubic_spring_has_its_period),
      cmocka_unit_test(rope_acts_while_stretched),
      cmocka_unit_test(gas_spring_carries_and_swings),
      cmocka_unit_test(tables_go_through_their_points),
      cmocka_unit_test(preload_pulls_constantly),
      cmocka_unit_test(bad_forces_are_refused),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
