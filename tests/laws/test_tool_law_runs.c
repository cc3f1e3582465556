/* The laws of other programs inside mechanisms, with both integrators: what they do there is what
 * they do alone. */
#include "context.h"
#include "pintle_law.h"
#include "registry.h"
#include "support.h"

/* ------------------------------------------------------------------ contact laws */

/* 1 kg at 0.8 m/s in a bearing: hole of 10.5 mm, pin of 10 mm, steel, 20 mm long. */
static const char bearing[] =
    "pintle: 1\n"
    "bodies:\n"
    "  ball: {mass: 1 kg, inertia: 1e-3 kg m^2, velocity: [0.8 m/s, 0]}\n"
    "joints:\n"
    "  pin: {type: revolute, bodies: [ground, ball], at: [0, 0], radius: 10.5 mm, clearance: 0.5 "
    "mm, contact: steel}\n"
    "contacts:\n"
    "  steel: {elastic: {law: hertz}, materials: steel, length: 20 "
    "mm, effective_mass: 1 kg}\n"
    "run: {until: 5 ms, every: 5 ms, rtol: 1e-9, start: given}\n";

enum { MOST_SETTINGS = 6 };

typedef struct pair {
  const char *elastic, *damping;
  ptl_setting settings[MOST_SETTINGS]; /* end with an empty one */
} pair;

#define SPHERE                            \
  {"elastic.stiffness", "6e9 N/m^1.5"}, { \
    "elastic.exponent", "1.5"             \
  }
#define SPRING                        \
  {"elastic.stiffness", "5e7 N/m"}, { \
    "elastic.exponent", "1"           \
  }

static const pair pairs[] = {
    {"power", "impact", {SPHERE, {"damping.coefficient", "800"}, {"damping.depth", "5 um"}}},
    {"power", "limited_damper", {SPRING, {"damping.coefficient", "4000"}}},
    {"power",
     "simscape_contact",
     {SPRING, {"damping.coefficient", "2000"}, {"damping.width", "20 um"}}},
    {"power",
     "kuwabara_kono",
     {SPHERE, {"damping.restitution", "0.6"}, {"damping.reference_speed", "0.8"}}},
    {"power", "carvalho_martins", {SPHERE, {"damping.restitution", "0.4"}}},
    {"power", "exact", {SPHERE, {"damping.restitution", "0.4"}, {"damping.rest_speed", "0.5"}}},
    {"power",
     "kelvin_voigt_clamped",
     {SPRING, {"damping.restitution", "0.5"}, {"damping.exit", "force"}}},
    {"power", "tsuji_clamped", {SPHERE, {"damping.restitution", "0.5"}, {"damping.exit", "force"}}},
    {"conformal", "exact", {{"damping.restitution", "0.7"}}},
    {"layer",
     "exact",
     {{"elastic.thickness", "1 mm"},
      {"elastic.young", "3 GPa"},
      {"elastic.poisson", "0.35"},
      {"damping.restitution", "0.7"}}},
    {"thornton", "none", {{"elastic.pressure", "1.5 GPa"}}},
};

/* Settings of the pair, each path behind `prefix`; the paths' texts go to `paths`. */
static int settings_of(const pair *laws, const char *prefix, char paths[][64], ptl_setting *out) {
  int n = 0;
  for (; n < MOST_SETTINGS && laws->settings[n].path != NULL; n++) {
    snprintf(paths[n], 64, "%s%s", prefix, laws->settings[n].path);
    out[n] = (ptl_setting){paths[n], laws->settings[n].value};
  }
  return n;
}

/* The first contact of the run: speed after over speed before, peak force, depth. */
static ptl_impact first_contact(ptl_context *context, const pair *laws, const char *integrator) {
  ptl_setting settings[MOST_SETTINGS + 3];
  char paths[MOST_SETTINGS][64];
  int n = settings_of(laws, "contacts.steel.", paths, settings + 3) + 3;
  settings[0] = (ptl_setting){"contacts.steel.elastic.law", laws->elastic};
  settings[1] = (ptl_setting){"contacts.steel.damping.law", laws->damping};
  settings[2] = (ptl_setting){"run.integrator", integrator};
  ptl_system *system = system_of(context, bearing, settings, n);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  must(context, ptl_simulate(context, system, NULL, &sink, &summary));
  ptl_impact out = {.restitution = -1};
  for (int e = 0; e < trace.n_events && out.restitution < 0; e++) {
    if (trace.events[e].kind == PTL_EVENT_DEEPEST) out.deepest = trace.events[e].depth;
    if (trace.events[e].kind != PTL_EVENT_PART) continue;
    out.restitution = -trace.events[e].rate / 0.8;
    out.peak_force = trace.events[e].peak_force;
  }
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
  rows_release(&trace);
  return out;
}

static ptl_impact alone(ptl_context *context, const pair *laws) {
  static const ptl_setting surroundings[] = {{"materials", "steel"},
                                             {"radii", "[-10.5 mm, 10 mm]"},
                                             {"length", "20 mm"},
                                             {"effective_mass", "1 kg"}};
  enum { N = sizeof surroundings / sizeof *surroundings };
  ptl_setting settings[MOST_SETTINGS + N];
  char paths[MOST_SETTINGS][64];
  ptl_impact_def def = ptl_impact_default();
  ptl_impact out;
  ptl_law *law;
  memcpy(settings, surroundings, sizeof surroundings);
  const int n = settings_of(laws, "", paths, settings + N) + N;
  must(context, ptl_law_read(context, laws->elastic, laws->damping, settings, n, &law));
  def.mass = 1;
  def.speed = 0.8;
  must(context, ptl_law_impact(context, law, &def, NULL, NULL, &out));
  ptl_law_destroy(context, law);
  return out;
}

/* Expected: the impact of the law alone, which test_tool_laws.c holds against tables. */
static void both_integrators_give_the_impact(void **state) {
  static const char *const integrators[] = {"dop853", "ida"};
  static const double tolerance[] = {1e-6, 2e-5};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const ptl_impact wanted = alone(*state, &pairs[i]);
    for (int k = 0; k < 2; k++) {
      const ptl_impact got = first_contact(*state, &pairs[i], integrators[k]);
      if (!(fabs(got.restitution - wanted.restitution) < tolerance[k] &&
            fabs(got.deepest / wanted.deepest - 1) < tolerance[k]))
        fail_msg("%s x %s, %s: returns %.9f at %.9g m, expected %.9f at %.9g m", pairs[i].elastic,
                 pairs[i].damping, integrators[k], got.restitution, got.deepest, wanted.restitution,
                 wanted.deepest);
    }
  }
}

/* Expected: Johnson's formula ends at 4 dR/e^2, and the run with it; the contact does not: the same
 * impact as the law alone, beyond that depth. */
static void the_largest_depth_is_johnsons(void **state) {
  static const char *const laws[] = {"johnson", "conformal"};
  const double clearance = 2e-6, limit = 4 * clearance * exp(-2);
  for (int i = 0; i < 2; i++) {
    const ptl_setting settings[] = {{"contacts.steel.elastic.law", laws[i]},
                                    {"joints.pin.clearance", "2 um"},
                                    {"joints.pin.radius", "10.002 mm"}};
    const ptl_setting alone_settings[] = {
        {"materials", "steel"}, {"radii", "[-10.002 mm, 10 mm]"}, {"length", "20 mm"}};
    ptl_system *system = system_of(*state, bearing, settings, 3);
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary summary;
    const ptl_status status = ptl_simulate(*state, system, NULL, &sink, &summary);
    if (i == 0) {
      assert_int_equal(status, PTL_ERR_SIMULATION);
      assert_non_null(strstr(ptl_context_message(*state), "for which law 'johnson'"));
    } else {
      ptl_impact_def def = ptl_impact_default();
      ptl_impact impact;
      ptl_law *law;
      must(*state, status);
      must(*state, ptl_law_read(*state, laws[i], NULL, alone_settings, 3, &law));
      def.mass = 1;
      def.speed = 0.8;
      must(*state, ptl_law_impact(*state, law, &def, NULL, NULL, &impact));
      assert_true(impact.deepest > 5 * limit);
      assert_near(summary.gaps[0].deepest, impact.deepest, 1e-5 * impact.deepest);
      ptl_law_destroy(*state, law);
    }
    ptl_summary_release(*state, &summary);
    ptl_system_destroy(system);
    rows_release(&trace);
  }
}

/* The slider-crank of the literature with `impact` in place of its Hunt and Crossley law. Expected:
 * the numbers of docs/laws.md, which show that the two agree at one speed only; and what both
 * integrators must agree on, the first impact. */
static void impact_beside_hunt_crossley(void **state) {
  static const char *const dampings[] = {"{law: hunt_crossley, alpha: 0.095 s/m}",
                                         "{law: impact, coefficient: 290 N s/m, depth: 5 um}"};
  static const char *const integrators[] = {"dop853", "ida"};
  static const double peaks[] = {43.12e3, 46.64e3};
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++) {
      const ptl_setting settings[] = {{"contacts.hunt_crossley.damping", dampings[i]},
                                      {"run.integrator", integrators[k]},
                                      {"run.until", "0.4 ms"}};
      ptl_mechanism *m;
      ptl_system *system;
      ptl_summary summary;
      rows trace = {0};
      ptl_sink sink = rows_sink(&trace);
      must(*state, ptl_mechanism_load(*state, PINTLE_MODELS "/slider_crank_clearance.yaml",
                                      settings, 3, &m));
      must(*state, ptl_assemble(m, &system));
      ptl_mechanism_destroy(m);
      must(*state, ptl_simulate(*state, system, NULL, &sink, &summary));
      assert_int_equal(summary.gaps[0].touches, 1);
      assert_near(summary.gaps[0].peak_force, peaks[i], 1e-3 * peaks[i]);
      ptl_summary_release(*state, &summary);
      ptl_system_destroy(system);
      rows_release(&trace);
    }
}

/* The column's value in the last row. */
static double last(const ptl_system *system, const rows *trace, const char *name) {
  const ptl_column *columns;
  const int n = ptl_system_get_columns(system, &columns);
  for (int i = 0; i < n; i++)
    if (strcmp(columns[i].name, name) == 0)
      return trace->values[(size_t)(trace->n - 1) * (size_t)trace->width + (size_t)i];
  fail_msg("no column %s", name);
  return NAN;
}

/* Bounces on a floor under gravity end with a rest speed: a ball dropped from 5 mm with restitution
 * 0.8 lies still after 0.4 s. Expected: the depth that its weight presses it to, (m g/K)^(2/3). */
static void a_rest_speed_ends_the_bouncing(void **state) {
  static const char ball[] =
      "pintle: 1\n"
      "gravity: [0, -9.81 m/s^2]\n"
      "bodies:\n"
      "  ball: {mass: 1 kg, inertia: 1e-3 kg m^2, position: [0, 15 mm]}\n"
      "joints:\n"
      "  floor:\n"
      "    type: circle_line\n"
      "    line: {body: ground, from: [-1 m, 0], to: [1 m, 0]}\n"
      "    circle: {body: ball, radius: 10 mm}\n"
      "    contact: floor\n"
      "contacts:\n"
      "  floor:\n"
      "    elastic: {law: power, stiffness: 1e9 N/m^1.5, exponent: 1.5}\n"
      "    damping: {law: exact, restitution: 0.8, rest_speed: 20 mm/s}\n"
      "run: {until: 0.7 s, every: 0.7 s, start: given}\n";
  static const char *const integrators[] = {"dop853", "ida"};
  for (int k = 0; k < 2; k++) {
    const ptl_setting setting = {"run.integrator", integrators[k]};
    ptl_system *system = system_of(*state, ball, &setting, 1);
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary summary;
    must(*state, ptl_simulate(*state, system, NULL, &sink, &summary));
    assert_true(summary.gaps[0].touches >= 10 && summary.gaps[0].touches <= 20);
    const double height = last(system, &trace, "ball.y");
    assert_near(10e-3 - height, pow(9.81 / 1e9, 2.0 / 3), 1e-8);
    ptl_summary_release(*state, &summary);
    ptl_system_destroy(system);
    rows_release(&trace);
  }
}

/* ------------------------------------------------------------------ friction laws */

/* A block of 2 kg that slides on a guide at 0.1 m/s, with a spring of 2 N/mm that pulls it back. */
static const char sliding[] =
    "pintle: 1\n"
    "gravity: [0, -9.81 m/s^2]\n"
    "bodies:\n"
    "  block: {mass: 2 kg, inertia: 1e-3 kg m^2, velocity: [0.1 m/s, 0]}\n"
    "joints:\n"
    "  guide: {type: translational, bodies: [ground, block], axis: [1, 0], friction: {law: coulomb,"
    " coefficient: 0.1}}\n"
    "forces:\n"
    "  spring: {type: spring_damper, bodies: [ground, block], at: [[0, 0], [0, 0]], along: x,"
    " stiffness: 2 N/mm}\n"
    "run: {until: 70 ms, every: 70 ms, rtol: 1e-10, start: given}\n";

static const double mass = 2, weight = 2 * 9.81, spring = 2000;

typedef struct block {
  double x, v, state[PTL_MAX_FRICTION_STATES];
} block;

static block rate_of(const ptl_friction_law *law, const double *c, const block *at) {
  const ptl_friction_in in = {at->v, weight, at->state};
  ptl_friction_out out;
  block rate = {.x = at->v};
  memset(&out, 0, sizeof out);
  law->force(c, &in, &out);
  rate.v = -(spring * at->x + out.force) / mass;
  memcpy(rate.state, out.rate, sizeof rate.state);
  return rate;
}

static block moved(const block *from, double h, const block *rate) {
  block to = {.x = from->x + h * rate->x, .v = from->v + h * rate->v};
  for (int i = 0; i < PTL_MAX_FRICTION_STATES; i++)
    to.state[i] = from->state[i] + h * rate->state[i];
  return to;
}

/* Classical Runge-Kutta steps of 0.1 us. */
static block follow(const ptl_friction_law *law, const double *c, double until) {
  const double h = 1e-7;
  const int n = (int)lround(until / h);
  block at = {.v = 0.1};
  if (law->n_states > 0) law->steady(c, at.v, at.state);
  for (int i = 0; i < n; i++) {
    const block k1 = rate_of(law, c, &at), b2 = moved(&at, h / 2, &k1);
    const block k2 = rate_of(law, c, &b2), b3 = moved(&at, h / 2, &k2);
    const block k3 = rate_of(law, c, &b3), b4 = moved(&at, h, &k3);
    const block k4 = rate_of(law, c, &b4);
    at = moved(&at, h / 6, &k1);
    at = moved(&at, h / 3, &k2);
    at = moved(&at, h / 3, &k3);
    at = moved(&at, h / 6, &k4);
  }
  return at;
}

/* Expected: the same motion by the steps above; it turns and slides back, and sticks where the law
 * sticks. */
static void frictions_slow_a_block(void **state) {
  static const struct {
    const char *name, *friction;
    double c[16]; /* the parameters in the table's order */
  } laws[] = {
      {"brown_mcphee", "{law: brown_mcphee, kinetic: 0.1, static: 0.15}", {0.1, 0.15, 1e-3, 0}},
      {"adams_friction",
       "{law: adams_friction, kinetic: 0.1, static: 0.15}",
       {0.1, 0.15, 1e-3, 1e-2}},
      {"simscape_friction",
       "{law: simscape_friction, kinetic: 0.1, static: 0.15, viscous: 0.2 s/m}",
       {0.1, 0.15, 1e-3, 0.2}},
      {"hollars", "{law: hollars, kinetic: 0.1, static: 0.15}", {0.1, 0.15, 1e-2, 0}},
      {"maxwell_slip",
       "{law: maxwell_slip, kinetic: 0.1, static: 0.15}",
       {0.1, 0.15, 1e-2, 2, 1e5, 0, 1e-3}},
      {"tangential_spring",
       "{law: tangential_spring, coefficient: 0.12, stiffness: 1e6, reference_force: 20, exponent: "
       "0.3, damping: 50}",
       {0.12, 1e6, 20, 0.3, 50, 1e-4, 1e-3}},
  };
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
    const ptl_friction_law *law = ptl_find_type(*state, PTL_FRICTION, laws[i].name);
    const ptl_setting setting = {"joints.guide.friction", laws[i].friction};
    ptl_reason why;
    double c[16];
    memcpy(c, laws[i].c, sizeof c);
    if (law->prepare && law->prepare(c, &why)) fail_msg("%s", why.text);
    const block wanted = follow(law, c, 70e-3);
    ptl_system *system = system_of(*state, sliding, &setting, 1);
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary summary;
    must(*state, ptl_simulate(*state, system, NULL, &sink, &summary));
    const double x = last(system, &trace, "block.x");
    if (!(fabs(x - wanted.x) < 1e-7))
      fail_msg("%s: the block is at %.9g m, expected %.9g m", laws[i].name, x, wanted.x);
    ptl_summary_release(*state, &summary);
    ptl_system_destroy(system);
    rows_release(&trace);
  }
}

/* Expected: a table whose coefficient is the same everywhere is `coulomb`. */
static void friction_by_table(void **state) {
  static const char *const frictions[] = {
      "{law: table, points: [[0, 0.1], [1 m/s, 0.1]], regularisation_speed: 0.01 mm/s}",
      "{law: coulomb, coefficient: 0.1, regularisation_speed: 0.01 mm/s}"};
  double x[2];
  for (int i = 0; i < 2; i++) {
    const ptl_setting setting = {"joints.guide.friction", frictions[i]};
    ptl_system *system = system_of(*state, sliding, &setting, 1);
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary summary;
    must(*state, ptl_simulate(*state, system, NULL, &sink, &summary));
    x[i] = last(system, &trace, "block.x");
    ptl_summary_release(*state, &summary);
    ptl_system_destroy(system);
    rows_release(&trace);
  }
  assert_near(x[0], x[1], 1e-9);
}

/* ---------------------------------------------------------------- a disc with sliders */

enum { X, Y, ANGLE, VX, VY, RATE, SLIDER, DISC = SLIDER + 4 };

/* A disc of 2 kg and 50 mm bounces on the ground under a load that swings; maxwell_slip as it is
 * printed by `pintle list`. */
static void disc_rates(double t, const double *s, double *rate) {
  static const double shares[] = {12.0 / 25.0, 6.0 / 25.0, 4.0 / 25.0, 3.0 / 25.0};
  const double slip = s[VX] + 0.05 * s[RATE], depth = 0.05 - s[Y];
  const double normal = depth > 0.0 ? fmax(0.0, 2e5 * depth - 300.0 * s[VY]) : 0.0;
  const double g = 0.2 + 0.1 * exp(-pow(slip / 0.03, 2.0));
  double friction = 0.0;
  for (int i = 0; i < 4; i++) {
    const double k = 2e3 * shares[i], limit = g / (4.0 * k), z = s[SLIDER + i],
                 part = fabs(z) / limit;
    rate[SLIDER + i] = slip;
    if (slip * z > 0.0 && part > 0.99)
      rate[SLIDER + i] = part > 1.01 ? -slip : 100.0 * slip * (1.0 - part);
    friction += normal * k * (part > 1.01 ? copysign(1.01 * limit, z) : z);
  }
  for (int i = 0; i < 3; i++) rate[X + i] = s[VX + i];
  rate[VX] = (2.0 * sin(17.0 * t) - friction) / 2.0;
  rate[VY] = normal / 2.0 - 10.0;
  rate[RATE] = -0.05 * friction / 0.002;
}

static void disc_step(double t, double h, double *s) {
  double k[4][DISC], there[DISC];
  for (int j = 0; j < 4; j++) {
    const double part = j == 0 ? 0.0 : j == 3 ? h : 0.5 * h;
    for (int i = 0; i < DISC; i++) there[i] = s[i] + (j > 0 ? part * k[j - 1][i] : 0.0);
    disc_rates(t + part, there, k[j]);
  }
  for (int i = 0; i < DISC; i++)
    s[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
}

/* Its rate after 0.6 s by the classical Runge-Kutta method, right to 6e-4 where the sliders' rates
 * jump. It begins with the deflections of steady sliding. */
static double disc_rate(void) {
  enum { STEPS = 300000 };
  double s[DISC] = {[Y] = 0.06, [VX] = 0.4, [RATE] = -3.0};
  for (int i = 0; i < 4; i++)
    s[SLIDER + i] = 0.2 / 2e3 / 4.0 * 25.0 / (double[]){12.0, 6.0, 4.0, 3.0}[i];
  for (int n = 0; n < STEPS; n++) disc_step(0.6 * n / STEPS, 0.6 / STEPS, s);
  return s[RATE];
}

/* What sticks in such a law swings without damping, and keeps an error of the sliders' places. */
static void sliders_are_followed_exactly(void **state) {
  static const char *const tolerances[] = {"1e-6", "5.623e-7"}, *const integrators[] = {"ida",
                                                                                        "auto"};
  ptl_context *context = *state;
  const double expected = disc_rate();
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++) {
      const ptl_setting settings[] = {{"run.rtol", tolerances[i]},
                                      {"run.integrator", integrators[k]}};
      ptl_system *system = system_of(
          context,
          "pintle: 1\n"
          "gravity: [0, -10]\n"
          "bodies:\n"
          "  b: {mass: 2, inertia: 0.002, position: [0, 0.06], velocity: [0.4, 0], rate: -3}\n"
          "joints:\n"
          "  f: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]},\n"
          "      circle: {body: b, radius: 50 mm}, contact: k}\n"
          "contacts:\n"
          "  k:\n"
          "    elastic: {law: power, stiffness: 2e5, exponent: 1}\n"
          "    damping: {law: kelvin_voigt_clamped, coefficient: 300}\n"
          "    friction: {law: maxwell_slip, kinetic: 0.2, static: 0.3, stribeck_speed: 0.03,\n"
          "               stiffness: 2e3}\n"
          "loads: {l: {body: b, force: ['2 N*sin(17 rad/s*time)', 0]}}\n"
          "run: {until: 0.6, every: 0.1}\n",
          settings, 2);
      rows trace = {0};
      ptl_sink sink = rows_sink(&trace);
      ptl_summary summary;
      must(context, ptl_simulate(context, system, NULL, &sink, &summary));
      assert_near(rows_at(&trace, trace.n - 1, column_of(system, "b.omega")), expected, 3e-3);
      rows_release(&trace);
      ptl_summary_release(context, &summary);
      ptl_system_destroy(system);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_integrators_give_the_impact),
      cmocka_unit_test(the_largest_depth_is_johnsons),
      cmocka_unit_test(impact_beside_hunt_crossley),
      cmocka_unit_test(a_rest_speed_ends_the_bouncing),
      cmocka_unit_test(frictions_slow_a_block),
      cmocka_unit_test(friction_by_table),
      cmocka_unit_test(sliders_are_followed_exactly),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
