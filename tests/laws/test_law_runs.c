/* Every damping law inside a mechanism: a free mass flies against a wall and comes back with the
 * restitution of post_restitution.csv (another program, eight digits), and elastic laws that take
 * their radii and materials from the joint give the impact they give by themselves. */
#include "csv.h"
#include "pintle_law.h"
#include "support.h"

/* 1 kg at 2 m/s against the wall of a straight slot across its path. */
static const char wall[] =
    "pintle: 1\n"
    "bodies:\n"
    "  ball: {mass: 1 kg, inertia: 1e-3 kg m^2, velocity: [2 m/s, 0]}\n"
    "joints:\n"
    "  wall:\n"
    "    type: pin_in_slot\n"
    "    slot: {body: ground, line: {from: [0, -1], to: [0, 1]}}\n"
    "    pin: {body: ball, at: [0, 0], radius: 10 mm}\n"
    "    clearance: 1 mm\n"
    "    contact: steel\n"
    "contacts:\n"
    "  steel: {elastic: {law: power, stiffness: 1e8, exponent: 1.5}}\n"
    "run: {until: 60 ms, every: 60 ms, rtol: 1e-9, start: given}\n";

/* The same against a bearing: hole of 10.5 mm, pin of 10 mm, steel, 20 mm long. */
static const char bearing[] =
    "pintle: 1\n"
    "bodies:\n"
    "  ball: {mass: 1 kg, inertia: 1e-3 kg m^2, velocity: [0.3 m/s, 0]}\n"
    "joints:\n"
    "  pin: {type: revolute, bodies: [ground, ball], at: [0, 0], radius: 10.5 mm, clearance: 0.5 "
    "mm, "
    "contact: steel}\n"
    "contacts:\n"
    "  steel: {elastic: {law: hertz}, materials: steel, length: 20 mm}\n"
    "run: {until: 60 ms, every: 60 ms, rtol: 1e-9, start: given}\n";

/* The parting of the first contact. */
static ptl_event first_parting(ptl_context *context, const char *model, const ptl_setting *settings,
                               int n, ptl_summary *summary) {
  ptl_mechanism *m = mechanism_of(context, model, settings, n);
  ptl_system *system = NULL;
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  must(context, ptl_assemble(m, &system));
  ptl_mechanism_destroy(m);
  must(context, ptl_simulate(context, system, NULL, &sink, summary));
  int e = 0;
  while (e < trace.n_events && trace.events[e].kind != PTL_EVENT_PART) e++;
  if (e == trace.n_events) fail_msg("%s: no parting", settings[0].value);
  const ptl_event parting = trace.events[e];
  ptl_system_destroy(system);
  rows_release(&trace);
  return parting;
}

/* ------------------------------------------------------------------ damping laws */

/* Text of the damping for a row, or NULL when the row ends where a run does not: Lee and Wang's
 * second law with tension or at the first zero of the force. */
static const char *damping_of(const csv *row, char *text, size_t size) {
  static const char *const names[][2] = {{"exact_gonthier", "exact"},
                                         {"gonthier_approx", "gonthier_approximate"},
                                         {"marhefka_orin_full", "marhefka_orin"},
                                         {"marhefka_orin_simpl", "marhefka_orin_simplified"}};
  const char *model = row->field[0], *parameter = "restitution", *clamped = "";
  const double c = csv_number(row, 2);
  if (strcmp(model, "lee_wang_2") == 0 || strncmp(model, "luding", 6) == 0) return NULL;
  if (strcmp(model, "wang_gao_smalldelta") == 0) {
    snprintf(text, size, "{law: ramaswamy_humbert, damping_ratio: %.17g}", 20 * (1 - c) / (13 * c));
    return text;
  }
  for (int i = 0; i < 4; i++)
    if (strcmp(names[i][0], model) == 0) model = names[i][1];
  if (strcmp(model, "gharib_hurmuzlu_2") == 0) parameter = "energetic_restitution";
  if (strcmp(row->field[4], "F=0") == 0 &&
      (strcmp(model, "tsuji") == 0 || strcmp(model, "kelvin_voigt") == 0))
    clamped = "_clamped";
  snprintf(text, size, "{law: %s%s, %s: %.17g}", model, clamped, parameter, c);
  return text;
}

static void restitutions(void **state) {
  ptl_context *context = *state;
  csv table = csv_open("post_restitution.csv");
  int n = 0;
  while (csv_next(&table)) {
    char damping[160];
    const int tenths = (int)lround(100 * csv_number(&table, 2));
    if (tenths != 10 && tenths != 35 && tenths != 60 && tenths != 85) continue;
    if (damping_of(&table, damping, sizeof damping) == NULL) continue;
    const ptl_setting settings[] = {{"contacts.steel.damping", damping},
                                    {"contacts.steel.elastic.exponent", table.field[1]}};
    ptl_summary summary;
    const ptl_event parting = first_parting(context, wall, settings, 2, &summary);
    if (!(fabs(-parting.rate / 2 - csv_number(&table, 3)) < 1e-6))
      fail_msg("%s, n = %s: %.9f, expected %s", damping, table.field[1], -parting.rate / 2,
               table.field[3]);
    /* What the ledger says was lost is what the mass has lost. */
    assert_near(parting.energy_lost, 2 * (1 - pow(csv_number(&table, 3), 2)), 5e-6);
    ptl_summary_release(context, &summary);
    n++;
  }
  assert_true(n > 300);
}

/* Luding without adhesion returns sqrt(k1/k2(d_m)), d_m = v0 sqrt(m/k1): closed form. */
static void hysteresis(void **state) {
  ptl_context *context = *state;
  const double k1 = 1e7, deepest = 2 / sqrt(k1);
  for (int i = 1; i <= 4; i++) {
    const double limit = deepest / (0.2 * i); /* of plastic flow; R = 10 mm against a flat wall */
    char elastic[200];
    snprintf(elastic, sizeof elastic,
             "{law: luding, stiffness: %g, max_stiffness_ratio: 4, plasticity_depth: %.17g}", k1,
             limit * 3 / 4 / 0.02);
    const ptl_setting settings[] = {{"contacts.steel.elastic", elastic}};
    ptl_summary summary;
    const ptl_event parting = first_parting(context, wall, settings, 1, &summary);
    assert_near(-parting.rate / 2, sqrt(1 / (1 + 3 * 0.2 * i)), 2e-6);
    assert_near(summary.gaps[0].deepest, deepest, 1e-6 * deepest);
    ptl_summary_release(context, &summary);
  }
}

/* ------------------------------------------------------------------ elastic laws */

/* Radii from the joint, materials from the model: the same impact as the law alone with these. */
static void elastic_laws_of_a_joint(void **state) {
  static const char *const laws[] = {"hertz",        "lankarani_nikravesh",
                                     "johnson",      "radzimovsky",
                                     "goldsmith",    "dubowsky_freudenstein",
                                     "esdu_78035",   "pereira_2011",
                                     "pereira_2014", "wang_gao",
                                     "liu"};
  ptl_context *context = *state;
  for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
    const ptl_setting alone[] = {{"materials", "steel"},
                                 {"radii", "[-10.5 mm, 10 mm]"},
                                 {"length", "20 mm"},
                                 {"damping.restitution", "0.7"}};
    const ptl_setting settings[] = {{"contacts.steel.elastic.law", laws[i]},
                                    {"contacts.steel.damping", "{law: exact, restitution: 0.7}"}};
    ptl_impact_def def = ptl_impact_default();
    def.mass = 1;
    def.speed = 0.3;
    ptl_law *law;
    must(context, ptl_law_read(context, laws[i], "exact", alone, 4, &law));
    ptl_impact impact;
    must(context, ptl_law_impact(context, law, &def, NULL, NULL, &impact));
    ptl_summary summary;
    const ptl_event parting = first_parting(context, bearing, settings, 2, &summary);
    assert_near(-parting.rate / 0.3, 0.7, 1e-6);
    assert_near(summary.gaps[0].deepest, impact.deepest, 1e-6 * impact.deepest);
    assert_near(summary.gaps[0].peak_force, impact.peak_force, 2e-6 * impact.peak_force);
    ptl_law_destroy(context, law);
    ptl_summary_release(context, &summary);
  }
}

/* The exact cylinder laws in place of their fits in the scotch yoke. */
static double scotch_yoke_peak(ptl_context *context, const char *elastic) {
  static const char *const walls[] = {"inner", "outer"};
  ptl_setting settings[7] = {{"run.until", "30 ms"}};
  char paths[6][64];
  ptl_system *system = NULL;
  ptl_mechanism *m = NULL;
  int n = 1;
  for (int i = 0; elastic && i < 2; i++) {
    static const char *const keys[][2] = {{"materials", "steel"}, {"length", "1 mm"}};
    snprintf(paths[n - 1], sizeof paths[0], "contacts.johnson.%s.elastic", walls[i]);
    settings[n] = (ptl_setting){paths[n - 1], elastic};
    n++;
    for (int k = 0; k < 2; k++) {
      snprintf(paths[n - 1], sizeof paths[0], "contacts.johnson.%s.%s", walls[i], keys[k][0]);
      settings[n] = (ptl_setting){paths[n - 1], keys[k][1]};
      n++;
    }
  }
  must(context, ptl_mechanism_load(context, PINTLE_MODELS "/scotch_yoke.yaml", settings, n, &m));
  must(context, ptl_assemble(m, &system));
  ptl_mechanism_destroy(m);
  ptl_summary summary;
  must(context, ptl_simulate(context, system, NULL, NULL, &summary));
  const double peak = fmax(summary.gaps[0].peak_force, summary.gaps[1].peak_force);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
  return peak;
}

/* The yoke as the one coordinate X that it is: the pin goes round at 45 mm, the arc of 60 mm about
 * (X, 0) leaves it 0.1 mm to either side. Classical Runge-Kutta steps of 0.5 us, and the law on its
 * own, of steel, with the radii of the slot's walls; largest force within 30 ms. */
typedef struct yoke {
  ptl_law *inner, *outer;
} yoke;

static double yoke_force(const yoke *y, double t, double x, double v, double *normal) {
  const double r = 0.045, w = 24.0 * acos(-1.0), a = w * t - 31.0 / 180.0 * acos(-1.0);
  double dx = x - r * cos(a), dy = -r * sin(a), distance = hypot(dx, dy);
  double rate = (dx * (v + r * w * sin(a)) + dy * -r * w * cos(a)) / distance;
  double out = distance - 60.1e-3, in = 59.9e-3 - distance;
  ptl_contact_out force = {0};
  if (out > 0.0) ptl_law_force(y->outer, out, rate, 1.0, NULL, &force, NULL);
  if (in > 0.0) ptl_law_force(y->inner, in, -rate, 1.0, NULL, &force, NULL);
  *normal = force.force;
  return (out > 0.0 ? -1.0 : 1.0) * force.force * dx / distance / 2.353;
}

static ptl_law *steel_law(ptl_context *context, const char *elastic, const char *form,
                          const char *radii) {
  const ptl_setting settings[] = {{"materials", "steel"},
                                  {"length", "1 mm"},
                                  {"radii", radii},
                                  {"damping.alpha", "0.32 s/m"},
                                  {"elastic.form", form}};
  ptl_law *law = NULL;
  must(context,
       ptl_law_read(context, elastic, "hunt_crossley", settings, form != NULL ? 5 : 4, &law));
  return law;
}

static double one_coordinate_peak(ptl_context *context, const char *elastic, const char *form) {
  const double h = 0.5e-6;
  yoke y = {steel_law(context, elastic, form, "[52 mm, 7.9 mm]"),
            steel_law(context, elastic, form, "[-68 mm, 7.9 mm]")};
  double x = 93.9154590406e-3, v = 2.9654315084, peak = 0.0; /* of the mechanism without play */
  for (int i = 0; i < 60000; i++) {
    double t = i * h, n[4];
    double k1 = yoke_force(&y, t, x, v, &n[0]);
    double k2 = yoke_force(&y, t + 0.5 * h, x + 0.5 * h * v, v + 0.5 * h * k1, &n[1]);
    double k3 =
        yoke_force(&y, t + 0.5 * h, x + 0.5 * h * v + 0.25 * h * h * k1, v + 0.5 * h * k2, &n[2]);
    double k4 = yoke_force(&y, t + h, x + h * v + 0.5 * h * h * k2, v + h * k3, &n[3]);
    x += h * v + h * h / 6.0 * (k1 + k2 + k3);
    v += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    peak = fmax(peak, n[0]);
  }
  ptl_law_destroy(context, y.inner);
  ptl_law_destroy(context, y.outer);
  return peak;
}

/* Expected: the largest force of that one coordinate; and Johnson's exact law gives that of its fit
 * (Table 11, fitted within 3.4 %) within 2 %. */
static void cylinder_laws_in_the_scotch_yoke(void **state) {
  static const char *const laws[][2] = {{"johnson", NULL},         {"radzimovsky", NULL},
                                        {"radzimovsky", "tables"}, {"goldsmith", "m1"},
                                        {"goldsmith", NULL},       {"esdu_78035", "printed"},
                                        {"esdu_78035", NULL},      {"dubowsky_freudenstein", NULL}};
  ptl_context *context = *state;
  const double fitted = scotch_yoke_peak(context, NULL);
  const double exact = scotch_yoke_peak(context, "{law: johnson}");
  assert_near(exact, fitted, 0.02 * fitted);
  for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
    char text[80];
    snprintf(text, sizeof text, laws[i][1] != NULL ? "{law: %s, form: %s}" : "{law: %s}",
             laws[i][0], laws[i][1]);
    double peak = scotch_yoke_peak(context, text);
    double expected = one_coordinate_peak(context, laws[i][0], laws[i][1]);
    print_message("%s: %.3f N, one coordinate %.3f N\n", text, peak, expected);
    assert_near(peak, expected, 5e-6 * expected);
  }
}

/* ------------------------------------------------------------------ refusals */

static void refuses(ptl_context *context, const char *model, const char *path, const char *value,
                    const char *words) {
  const ptl_setting settings[] = {{path, value}};
  const char *file = write_file("refused.yaml", model);
  ptl_mechanism *m = NULL;
  ptl_system *system = NULL;
  ptl_status status = ptl_mechanism_load(context, file, settings, 1, &m);
  remove(file);
  if (status == PTL_OK) status = ptl_assemble(m, &system);
  if (status == PTL_OK) fail_msg("%s = %s was accepted", path, value);
  if (strstr(ptl_context_message(context), words) == NULL)
    fail_msg("'%s' is not in: %s", words, ptl_context_message(context));
  ptl_mechanism_destroy(m);
}

static void surroundings_that_do_not_serve(void **state) {
  ptl_context *context = *state;
  refuses(context, bearing, "contacts.steel.elastic", "{law: luding, stiffness: 1e8}",
          "max_stiffness_ratio");
  refuses(context, bearing, "contacts.steel.damping", "{law: wang_gao, restitution: 0.9}",
          "goes with: wang_gao");
  refuses(context, bearing, "contacts.steel.materials", "unobtainium", "unobtainium");
  refuses(context, bearing, "contacts.steel",
          "{elastic: {law: johnson}, materials: steel, length: 10 mm, radii: [-9 mm, 10 mm]}",
          "larger than its pin");
  refuses(context, bearing, "contacts.steel", "{elastic: {law: johnson}, materials: steel}",
          "length");
  refuses(context, wall, "contacts.steel",
          "{elastic: {law: johnson}, materials: steel, length: 10 mm}", "two finite radii");
}

static int enter(void **state) {
  *state = ptl_context_create(NULL);
  return *state == NULL;
}

static int leave(void **state) {
  ptl_context_destroy(*state);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(restitutions),
      cmocka_unit_test(hysteresis),
      cmocka_unit_test(elastic_laws_of_a_joint),
      cmocka_unit_test(cylinder_laws_in_the_scotch_yoke),
      cmocka_unit_test(surroundings_that_do_not_serve),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
