/* test_own_types.c: types of a program's own, each with a pointer of its own: every function of a
 * type finds it, and a run with types that hand on to the built-in ones has the bits of a run with
 * these. */
#include "pintle_extend.h"
#include "support.h"

/* What the `user` of each type points to: the built-in type, and how often a function was called
 * for it. */
typedef struct owner {
  const void *base;
  long calls;
} owner;

static const void *base_of(const double *c) {
  owner *o = ptl_user(c);
  o->calls++;
  return o->base;
}

static void elastic_force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  ((const ptl_elastic_law *)base_of(c))->force(c, in, out);
}

static void damping_force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                          ptl_contact_out *out) {
  ((const ptl_damping_law *)base_of(c))->force(c, in, elastic, out);
}

static void friction_force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  ((const ptl_friction_law *)base_of(c))->force(c, in, out);
}

static void film_force(const double *c, const ptl_film_in *in, ptl_film_out *out) {
  ((const ptl_film_law *)base_of(c))->force(c, in, out);
}

static int film_prepare(double *c, const ptl_film_env *env, ptl_reason *why) {
  return ((const ptl_film_law *)base_of(c))->prepare(c, env, why);
}

static void force_coordinate(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  ((const ptl_force_type *)base_of(c))->coordinate(c, pose, out);
}

static void force_force(const double *c, double s, double rate, ptl_force_out *out) {
  ((const ptl_force_type *)base_of(c))->force(c, s, rate, out);
}

static void joint_constraints(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                              ptl_scalar *out) {
  ((const ptl_joint_type *)base_of(c))->constraints(c, rest, pose, out);
}

static double joint_clearance(const double *c) {
  return ((const ptl_joint_type *)base_of(c))->clearance(c);
}

static void joint_gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  ((const ptl_joint_type *)base_of(c))->gaps(c, pose, out);
}

static const void *built_in(ptl_context *context, ptl_kind kind, const char *name) {
  ptl_type_info info;
  for (int i = 0; ptl_context_get_type(context, kind, i, &info); i++)
    if (strcmp(info.name, name) == 0) return info.type;
  fail_msg("there is no %s", name);
  return NULL;
}

/* A rod on a bearing with play and friction, one on a film, and a spring. */
static const char *const model =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  rod: {mass: 0.3, inertia: 1e-4, position: [0.05, 0]}\n"
    "  journal: {mass: 0.5, inertia: 1e-4, position: [0.1, 0]}\n"
    "joints:\n"
    "  pin: {type: %srevolute, bodies: [ground, rod], at: [0, 0], clearance: 0.2 mm, contact: "
    "hc}\n"
    "  bearing: {type: %srevolute, bodies: [ground, journal], at: [0.1, 0], clearance: 0.05 mm,\n"
    "    radius: 10 mm, film: {law: %sshort, viscosity: 0.05 Pa s, length: 10 mm}}\n"
    "contacts:\n"
    "  hc: {elastic: {law: %spower, stiffness: 6.6e9, exponent: 1.5},\n"
    "    damping: {law: %shunt_crossley, alpha: 0.095},\n"
    "    friction: {law: %scoulomb, coefficient: 0.1, regularisation_speed: 1 mm/s}}\n"
    "forces:\n"
    "  spring: {type: %sspring_damper, bodies: [ground, rod], at: [[0.1, -0.1], [0, 0]],\n"
    "    stiffness: 500, damping: 2, free_length: 0.1}\n"
    "run: {until: 10 ms, every: 50 us, start: ideal, integrator: ida}\n";

static rows run_model(ptl_context *context, const char *prefix) {
  char text[2000];
  rows out = {0};
  ptl_mechanism *m;
  ptl_system *system;
  ptl_summary summary;
  const ptl_sink sink = {.row = keep_row, .user = &out};
  snprintf(text, sizeof text, model, prefix, prefix, prefix, prefix, prefix, prefix, prefix);
  must(context, ptl_mechanism_parse(context, text, strlen(text), "own", NULL, 0, &m));
  must(context, ptl_assemble(m, &system));
  must(context, ptl_simulate(context, system, NULL, &sink, &summary));
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  return out;
}

static void test_user(void **state) {
  ptl_context *context = *state;
  owner owners[6] = {{built_in(context, PTL_ELASTIC, "power"), 0},
                     {built_in(context, PTL_DAMPING, "hunt_crossley"), 0},
                     {built_in(context, PTL_JOINT, "revolute"), 0},
                     {built_in(context, PTL_FORCE, "spring_damper"), 0},
                     {built_in(context, PTL_FRICTION, "coulomb"), 0},
                     {built_in(context, PTL_FILM, "short"), 0}};
  ptl_elastic_law elastic = *(const ptl_elastic_law *)owners[0].base;
  ptl_damping_law damping = *(const ptl_damping_law *)owners[1].base;
  ptl_joint_type joint = *(const ptl_joint_type *)owners[2].base;
  ptl_force_type force = *(const ptl_force_type *)owners[3].base;
  ptl_friction_law friction = *(const ptl_friction_law *)owners[4].base;
  ptl_film_law film = *(const ptl_film_law *)owners[5].base;
  elastic.name = "own_power", elastic.force = elastic_force, elastic.user = &owners[0];
  damping.name = "own_hunt_crossley", damping.force = damping_force, damping.user = &owners[1];
  damping.partners = NULL;
  joint.name = "own_revolute", joint.constraints = joint_constraints, joint.user = &owners[2];
  joint.clearance = joint_clearance, joint.gaps = joint_gaps;
  force.name = "own_spring_damper", force.force = force_force, force.user = &owners[3];
  force.coordinate = force_coordinate;
  friction.name = "own_coulomb", friction.force = friction_force;
  friction.user = &owners[4];
  film.name = "own_short", film.force = film_force, film.prepare = film_prepare;
  film.user = &owners[5];
  const ptl_plugin types = {PTL_PLUGIN_HEADER,
                            .name = "own",
                            .version = "1",
                            .elastic = (const ptl_elastic_law *const[]){&elastic, NULL},
                            .damping = (const ptl_damping_law *const[]){&damping, NULL},
                            .joints = (const ptl_joint_type *const[]){&joint, NULL},
                            .forces = (const ptl_force_type *const[]){&force, NULL},
                            .frictions = (const ptl_friction_law *const[]){&friction, NULL},
                            .films = (const ptl_film_law *const[]){&film, NULL}};
  must(context, ptl_context_add_types(context, &types));
  rows own = run_model(context, "own_"), plain = run_model(context, "");
  for (int k = 0; k < 6; k++)
    if (owners[k].calls == 0) fail_msg("type %d was never called", k);
  assert_int_equal(own.n, plain.n);
  assert_int_equal(own.width, plain.width);
  assert_memory_equal(own.values, plain.values, sizeof(double) * (size_t)own.n * (size_t)own.width);
  free(own.values);
  free(plain.values);
}

/* A rod falls in a bearing so wide that it touches nothing. */
static const char *const wide_bearing =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies: {rod: {mass: 0.3, inertia: 1e-4, com: [0.05, 0]}}\n"
    "joints:\n"
    "  pin: {type: watched_revolute, bodies: [ground, rod], at: [0, 0], clearance: 10 mm, contact: "
    "hc}\n"
    "contacts: {hc: {elastic: {law: power, stiffness: 6.6e9, exponent: 1.5}, damping: {law: "
    "hunt_crossley, alpha: 0.1}}}\n"
    "run: {until: 40 ms, every: 10 ms, start: given, integrator: dop853}\n";

/* How often gaps() is asked in a run of the rod, whose rows are kept; evaluations of its
 * accelerations. */
static long count_questions(unsigned flags, rows *out, int64_t *evaluations) {
  ptl_context *context = ptl_context_create(NULL);
  owner o = {built_in(context, PTL_JOINT, "revolute"), 0};
  ptl_joint_type joint = *(const ptl_joint_type *)o.base;
  joint.name = "watched_revolute", joint.gaps = joint_gaps, joint.user = &o;
  joint.flags = flags;
  const ptl_plugin types = {PTL_PLUGIN_HEADER, .name = "watched", .version = "1",
                            .joints = (const ptl_joint_type *const[]){&joint, NULL}};
  ptl_mechanism *m;
  ptl_system *system;
  ptl_summary summary;
  const ptl_sink sink = {.row = keep_row, .user = out};
  must(context, ptl_context_add_types(context, &types));
  must(context,
       ptl_mechanism_parse(context, wide_bearing, strlen(wide_bearing), "wide", NULL, 0, &m));
  must(context, ptl_assemble(m, &system));
  o.calls = 0;
  must(context, ptl_simulate(context, system, NULL, &sink, &summary));
  assert_int_equal(summary.gaps[0].touches, 0);
  *evaluations = summary.counters.residuals;
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
  return o.calls;
}

/* Expected: a type whose gaps have a depth everywhere is not asked for them in the evaluations of a
 * step while nothing touches, any other once in each; the rows have the same bits. */
static void test_gaps_apart(void **state) {
  (void)state;
  const unsigned flags = PTL_JOINT_POINT_PAIR | PTL_JOINT_FRICTION_MOMENT;
  rows everywhere = {0}, elsewhere = {0};
  int64_t evaluations[2];
  const long fewer =
      count_questions(flags | PTL_JOINT_GAPS_EVERYWHERE, &everywhere, &evaluations[0]);
  const long all = count_questions(flags, &elsewhere, &evaluations[1]);
  assert_true(evaluations[0] > 50);
  assert_int_equal(evaluations[0], evaluations[1]);
  assert_true(all - fewer >= evaluations[0]);
  assert_int_equal(everywhere.n, elsewhere.n);
  assert_memory_equal(everywhere.values, elsewhere.values,
                      sizeof(double) * (size_t)everywhere.n * (size_t)everywhere.width);
  free(everywhere.values);
  free(elsewhere.values);
}

/* A crank with friction in its ideal joints, which turns freely. */
static const char rough[] =
    "pintle: 1\n"
    "bodies:\n"
    "  crank: {mass: 0.3, inertia: 1e-4, position: [0.025, 0], rate: 200, velocity: [0, 5]}\n"
    "  rod: {mass: 0.21, inertia: 2.5e-4, position: [0.11, 0], rate: -83.333333, velocity: [0, "
    "5]}\n"
    "  slider: {mass: 0.14, inertia: 1e-5, position: [0.17, 0]}\n"
    "joints:\n"
    "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0], radius: 0.01,\n"
    "    friction: {law: rough, coefficient: 0.1}}\n"
    "  crank_pin: {type: revolute, bodies: [crank, rod], at: [0.05, 0], radius: 0.01,\n"
    "    friction: {law: rough, coefficient: 0.1}}\n"
    "  wrist: {type: revolute, bodies: [rod, slider], at: [0.17, 0], radius: 0.01,\n"
    "    friction: {law: rough, coefficient: 0.1}}\n"
    "  guide: {type: translational, bodies: [ground, slider], axis: [1, 0],\n"
    "    friction: {law: rough, coefficient: 0.2}}\n"
    "run: {until: 0.1, every: 1 ms, start: given, rtol: 1e-8, integrator: dop853}\n";

/* The rate of the crank at the end; *calls: of the law, with these flags. */
static double run_rough(unsigned flags, long *calls) {
  ptl_context *context = ptl_context_create(NULL);
  owner o = {built_in(context, PTL_FRICTION, "coulomb"), 0};
  ptl_friction_law law = *(const ptl_friction_law *)o.base;
  law.name = "rough", law.force = friction_force, law.user = &o, law.flags = flags;
  const ptl_plugin types = {PTL_PLUGIN_HEADER, .name = "rough", .version = "1",
                            .frictions = (const ptl_friction_law *const[]){&law, NULL}};
  rows out = {0};
  ptl_mechanism *m;
  ptl_system *system;
  ptl_summary summary;
  const ptl_sink sink = {.row = keep_row, .user = &out};
  must(context, ptl_context_add_types(context, &types));
  must(context, ptl_mechanism_parse(context, rough, strlen(rough), "rough", NULL, 0, &m));
  must(context, ptl_assemble(m, &system));
  must(context, ptl_simulate(context, system, NULL, &sink, &summary));
  const double rate = out.values[(size_t)(out.n - 1) * (size_t)out.width +
                                 (size_t)column_of(system, "crank.omega")];
  *calls = o.calls;
  free(out.values);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
  return rate;
}

/* Expected: what is declared changes nothing but how often the law is asked: once per state instead
 * of once per iteration, of which there are two at least. */
static void test_proportional(void **state) {
  (void)state;
  long each, once;
  const double without = run_rough(0, &each), with = run_rough(PTL_FRICTION_PROPORTIONAL, &once);
  assert_near(with, without, 1e-6 * fabs(without));
  if (!(once < 0.6 * (double)each)) fail_msg("%ld calls in place of %ld", once, each);
}

/* F = K d^2, of twice the stiffness beyond 1 mm, where the force jumps and the energy does not;
 * user: by what the energy is multiplied. */
static void doubled_force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  static const double K = 4e7, corner = 1e-3;
  const double d = in->depth, times = d > corner ? 2.0 : 1.0;
  out->force = times * K * d * d;
  out->stiffness = 2.0 * times * K * d;
  out->energy = K / 3.0 * (times * d * d * d - (d > corner ? corner * corner * corner : 0.0));
  out->energy *= *(double *)ptl_user(c);
}

/* Nothing is lost: a ball leaves as fast as it came. By IDA the first look at the energy is where
 * the step ends, at the jump. An energy that is 2 % too large is not that of the force. */
static void test_jump_of_the_force(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "bodies: {ball: {mass: 1, inertia: 1e-3, position: [0, 0.021], velocity: [0, -0.7]}}\n"
      "contacts: {k: {elastic: {law: doubled}}}\n"
      "joints: {f: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]},\n"
      "  circle: {body: ball, radius: 0.02}, contact: k}}\n"
      "run: {until: 30 ms, every: 1 ms, start: given, rtol: 1e-8}\n";
  static const char *const integrators[] = {"auto", "ida"};
  static const ptl_param none[] = {{0}};
  (void)state;
  for (int i = 0; i < 4; i++) {
    ptl_context *context = ptl_context_create(NULL);
    double factor = i < 2 ? 1.0 : 1.02;
    const ptl_elastic_law law = {.name = "doubled",
                                 .doc = {"Doubled", "F = K d^2", "made up", "none"},
                                 .params = none,
                                 .force = doubled_force,
                                 .user = &factor};
    const ptl_plugin types = {PTL_PLUGIN_HEADER, .name = "doubled", .version = "1",
                              .elastic = (const ptl_elastic_law *const[]){&law, NULL}};
    const ptl_setting settings[] = {{"run.integrator", integrators[i % 2]}};
    ptl_summary summary;
    must(context, ptl_context_add_types(context, &types));
    ptl_system *system = system_of(context, text, settings, 1);
    const ptl_status status = ptl_simulate(context, system, NULL, NULL, &summary);
    if (i < 2) {
      must(context, status);
      assert_near(summary.energy.kinetic, 0.5 * 0.7 * 0.7, 1e-7);
      assert_near(summary.gaps[0].energy_lost, 0.0, 1e-7);
    } else {
      assert_int_equal(status, PTL_ERR_SIMULATION);
    }
    ptl_summary_release(context, &summary);
    ptl_system_destroy(system);
    ptl_context_destroy(context);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_user, make_context, drop_context),
      cmocka_unit_test(test_gaps_apart), cmocka_unit_test(test_proportional),
      cmocka_unit_test(test_jump_of_the_force)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
