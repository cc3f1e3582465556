/* Laws that remember: permanent indentation, Luding's hysteresis with adhesion, and its dashpot. */
#include <math.h>

#include "csv.h"
#include "law.h"
#include "law_samples.h"

static void close_to(double got, double wanted, double absolute, const char *what) {
  if (!(fabs(got - wanted) <= absolute))
    fail_msg("%s: %.15g, expected %.15g within %g", what, got, wanted, absolute);
}

static ptl_law *create(ptl_context *context, const ptl_contact_def *def) {
  ptl_law *law;
  if (ptl_law_create(context, def, &law) != PTL_OK) fail_msg("%s", ptl_context_message(context));
  return law;
}

static double force(const ptl_law *law, double depth, const double *memory) {
  ptl_contact_out out;
  ptl_law_force(law, depth, 0, 1, memory, &out, NULL);
  return out.force;
}

/* Luding's law as in the LIGGGHTS manual: k1 = 1e5, k2max = 5e5, kc = 5e4 N/m, phi_f = 0.05, radii
 * 10 and 15 mm. */
static const double k1 = 1e5, k2_max = 5e5, kc = 5e4, phi_f = 0.05, reduced = 0.006;

static ptl_law *luding(ptl_context *context, double adhesion_ratio, double pull_off) {
  const ptl_given given[5] = {{.name = "stiffness", .value = {k1}},
                              {.name = "max_stiffness_ratio", .value = {5}},
                              {.name = "adhesion_ratio", .value = {adhesion_ratio}},
                              {.name = "plasticity_depth", .value = {phi_f}},
                              {.name = "pull_off_force", .value = {pull_off}}};
  ptl_contact_def def = sample_surroundings();
  def.radius_a = 0.010;
  def.radius_b = 0.015;
  def.elastic = (ptl_type_use){"luding", given, 5};
  return create(context, &def);
}

/* luding_path.csv: the hysteretic force and the deepest point along a prescribed path that touches
 * every branch and the flow limit, computed exactly; to 1e-12 of the largest force. */
static void luding_path(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_law *law = luding(context, 0.5, 0);
  csv table = csv_open("luding_path.csv");
  double memory[1] = {0};
  int rows = 0;
  (void)state;
  assert_int_equal(law->n_memory, 1);
  for (; csv_next(&table); rows++) {
    const double depth = csv_number(&table, 1);
    close_to(force(law, depth, memory), csv_number(&table, 2), 1.2e-10, table.field[4]);
    ptl_law_update(law, depth, 0, 1, PTL_STEP, memory);
    close_to(force(law, depth, memory), csv_number(&table, 2), 1.2e-10, table.field[4]);
    close_to(memory[0], csv_number(&table, 3), 1e-15, "deepest point");
  }
  assert_int_equal(rows, 241);
  ptl_law_destroy(context, law);
  ptl_context_destroy(context);
}

/* Closed forms of the manual: k2 = k1 + (k2max - k1) d_m/d*, the zero of the unloading line at
 * (1 - k1/k2) d_m, the strongest pull at d_min = (k2 - k1) d_m/(k2 + kc), f0 added throughout. */
static void luding_branches(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_law *law = luding(context, 0.5, -3);
  const double limit = k2_max / (k2_max - k1) * phi_f * 2 * reduced, deepest = 0.4 * limit;
  const double k2 = k1 + (k2_max - k1) * 0.4, rest = (1 - k1 / k2) * deepest;
  const double lowest = (k2 - k1) * deepest / (k2 + kc);
  double memory[1] = {0};
  (void)state;
  ptl_law_update(law, deepest, 0, 1, PTL_DEEPEST, memory);
  close_to(force(law, deepest, memory), k1 * deepest - 3, 1e-9, "deepest");
  close_to(force(law, rest, memory), -3, 1e-9, "rest");
  close_to(force(law, lowest, memory), -kc * lowest - 3, 1e-9, "strongest pull");
  close_to(force(law, lowest / 2, memory), -kc * lowest / 2 - 3, 1e-9, "adhering");
  close_to(force(law, 1.5 * deepest, memory), k1 * 1.5 * deepest - 3, 1e-9, "loading on");
  close_to(force(law, 2 * limit, memory), k2_max * (2 * limit - 2 * phi_f * reduced) - 3, 1e-9,
           "beyond the flow limit");
  close_to(force(law, 0, memory), 0, 0, "open");
  ptl_law_destroy(context, law);
  ptl_context_destroy(context);
}

/* Without adhesion e = sqrt(k1/k2(d_m)) with d_m = v0 sqrt(m/k1): closed form. */
static void luding_restitution(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_law *law = luding(context, 0, 0);
  const double limit = k2_max / (k2_max - k1) * phi_f * 2 * reduced;
  (void)state;
  for (int i = 1; i <= 5; i++) {
    ptl_impact_def def = ptl_impact_default();
    const double deepest = 0.19 * i * limit;
    def.mass = 0.02;
    def.speed = deepest * sqrt(k1 / def.mass);
    ptl_impact out;
    assert_int_equal(ptl_law_impact(context, law, &def, NULL, NULL, &out), PTL_OK);
    close_to(out.deepest, deepest, 1e-9 * deepest, "depth");
    close_to(out.restitution, sqrt(k1 / (k1 + (k2_max - k1) * 0.19 * i)), 1e-8, "restitution");
  }
  ptl_law_destroy(context, law);
  ptl_context_destroy(context);
}

/* k1 from a characteristic speed: the elastic impact at that speed reaches the depth of Hertz's
 * sphere, and gamma of the dashpot alone (no plasticity) gives its restitution. */
static void luding_stiffness_from_speed(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  const ptl_given given[3] = {{.name = "characteristic_velocity", .value = {0.4}},
                              {.name = "max_stiffness_ratio", .value = {1}},
                              {.name = "plasticity_depth", .value = {0}}};
  const ptl_given viscous[2] = {{.name = "characteristic_velocity", .value = {0.4}},
                                {.name = "restitution", .value = {0.7}}};
  ptl_contact_def def = sample_surroundings();
  ptl_impact_def impact = ptl_impact_default();
  (void)state;
  impact.mass = 1;
  impact.speed = 0.4;
  def.elastic = (ptl_type_use){"luding", given, 3};
  ptl_law *law = create(context, &def);
  ptl_impact linear;
  assert_int_equal(ptl_law_impact(context, law, &impact, NULL, NULL, &linear), PTL_OK);
  ptl_law_destroy(context, law);
  def.damping = (ptl_type_use){"luding_viscous", viscous, 2};
  law = create(context, &def);
  def.elastic = (ptl_type_use){"hertz", NULL, 0};
  def.damping = (ptl_type_use){"none", NULL, 0};
  ptl_law *hertz = create(context, &def);
  ptl_impact hertzian;
  assert_int_equal(ptl_law_impact(context, hertz, &impact, NULL, NULL, &hertzian), PTL_OK);
  close_to(linear.deepest, hertzian.deepest, 1e-8 * linear.deepest, "depth");
  assert_int_equal(ptl_law_impact(context, law, &impact, NULL, NULL, &linear), PTL_OK);
  close_to(linear.restitution, 0.7, 1e-8, "restitution");
  ptl_law_destroy(context, law);
  ptl_law_destroy(context, hertz);
  ptl_context_destroy(context);
}

/* Legendre et al.: ln e = ln e_max - c_S/S with S = m v0/(6 pi mu R^2). A slow impact does not
 * bounce, a fast one comes to e_max; printed with + it would exceed e_max. */
static void viscous_restitution(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  const double pi = 3.14159265358979, mass = 1, mu = 0.5, c_s = 20, e_max = 0.9;
  const double radius = 0.0505 * 0.05 / 0.0005;
  const ptl_given elastic[3] = {{.name = "stiffness", .value = {1e8}},
                                {.name = "max_stiffness_ratio", .value = {1}},
                                {.name = "plasticity_depth", .value = {0}}};
  const ptl_given viscous[4] = {{.name = "stiffness", .value = {1e8}},
                                {.name = "max_restitution", .value = {e_max}},
                                {.name = "critical_stokes", .value = {c_s}},
                                {.name = "viscosity", .value = {mu}}};
  ptl_contact_def def = sample_surroundings();
  (void)state;
  def.elastic = (ptl_type_use){"luding", elastic, 3};
  def.damping = (ptl_type_use){"luding_viscous", viscous, 4};
  ptl_law *law = create(context, &def);
  for (int i = 0; i < 4; i++) {
    ptl_impact_def impact = ptl_impact_default();
    impact.mass = mass;
    impact.speed = 1e4 * pow(10, i);
    const double stokes = mass * impact.speed / (6 * pi * mu * radius * radius);
    ptl_impact out;
    assert_int_equal(ptl_law_impact(context, law, &impact, NULL, NULL, &out), PTL_OK);
    close_to(out.restitution, exp(log(e_max) - c_s / stokes), 1e-8, "restitution");
    assert_true(out.restitution < e_max);
  }
  ptl_law_destroy(context, law);
  def.damping = (ptl_type_use){"luding_viscous", viscous, 3};
  assert_int_equal(ptl_law_create(context, &def, &law), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "viscosity [Pa s]"));
  ptl_context_destroy(context);
}

/* Autiero et al., Machines 2022, 10, 966, eqs. 91 to 97, for a free impact: d_m, F_m, d_p, and the
 * force on both paths. */
static void permanent_indentation(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  const double K = 1e9, n = 1.5, e = 0.6, m = 2, v0 = 0.5;
  const ptl_given power[2] = {{.name = "stiffness", .value = {K}},
                              {.name = "exponent", .value = {n}}};
  const ptl_given given = {.name = "restitution", .value = {e}};
  ptl_contact_def def = sample_surroundings();
  double memory[3] = {0};
  (void)state;
  def.elastic = (ptl_type_use){"power", power, 2};
  def.damping = (ptl_type_use){"lankarani_nikravesh_1994", &given, 1};
  ptl_law *law = create(context, &def);
  const double deepest = pow((n + 1) * m * v0 * v0 / (2 * K), 1 / (n + 1));
  const double peak = K * pow(deepest, n);
  const double left = (n + 1) * m * v0 * v0 * (1 - e * e) / (2 * peak);
  close_to(left, deepest * (1 - e * e), 1e-15, "d_p of eq. 97");
  assert_int_equal(law->n_memory, 3);
  ptl_law_update(law, 0, v0, v0, PTL_TOUCH, memory);
  ptl_law_update(law, deepest / 2, v0, v0, PTL_STEP, memory);
  close_to(force(law, deepest / 4, memory), K * pow(deepest / 4, n), 1e-9, "still loading");
  ptl_law_update(law, deepest, 0, v0, PTL_DEEPEST, memory);
  for (int i = 0; i <= 10; i++) {
    const double d = left + (deepest - left) * i / 10;
    close_to(force(law, d, memory), peak * pow(i / 10.0, n), 1e-9 * peak, "unloading");
  }
  close_to(force(law, 0.99 * left, memory), 0, 0, "below the permanent indentation");
  close_to(force(law, 1.1 * deepest, memory), K * pow(1.1 * deepest, n), 1e-9 * peak, "deeper");
  /* A second maximum on the way out does not move the path; a deeper one does. */
  ptl_law_update(law, 0.9 * deepest, 0, v0, PTL_DEEPEST, memory);
  close_to(memory[0], deepest, 0, "deepest");
  ptl_law_update(law, 1.2 * deepest, 0, v0, PTL_DEEPEST, memory);
  close_to(memory[0], 1.2 * deepest, 0, "deepest");
  ptl_law_update(law, 0, -v0, v0, PTL_PART, memory);
  close_to(memory[0], 0, 0, "forgotten");
  ptl_law_destroy(context, law);
  ptl_context_destroy(context);
}

/* Expected: at the deepest point of the loading path the law reports what the unloading path gives
 * back, the integral of its force by Simpson's rule, which is e^2 of the work of loading. */
static void recoverable_energy_comes_back(void **state) {
  static const char *const laws[2][2] = {{"lankarani_nikravesh_1994", "restitution"},
                                         {"gharib_hurmuzlu_2", "energetic_restitution"}};
  enum { STEPS = 2000 };
  const double K = 1e9, n = 1.5, e = 0.6, deepest = 2e-5;
  const ptl_given power[2] = {{.name = "stiffness", .value = {K}},
                              {.name = "exponent", .value = {n}}};
  ptl_context *context = ptl_context_create(NULL);
  (void)state;
  for (int i = 0; i < 2; i++) {
    const ptl_given given = {.name = laws[i][1], .value = {e}};
    ptl_contact_def def = sample_surroundings();
    double memory[3] = {0}, work = 0;
    ptl_contact_out out;
    def.elastic = (ptl_type_use){"power", power, 2};
    def.damping = (ptl_type_use){laws[i][0], &given, 1};
    ptl_law *law = create(context, &def);
    ptl_law_update(law, 0, 1, 1, PTL_TOUCH, memory);
    ptl_law_force(law, deepest, 0, 1, memory, &out, NULL);
    const double reported = out.energy;
    ptl_law_update(law, deepest, 0, 1, PTL_DEEPEST, memory);
    const double h = deepest * e * e / STEPS; /* the force ends at d_m (1 - e^2) */
    for (int k = 0; k <= STEPS; k++) {
      const double weight = k == 0 || k == STEPS ? 1 : k % 2 ? 4 : 2;
      work += weight * h / 3 * force(law, deepest - h * k, memory);
    }
    close_to(reported, work, 1e-7 * work, laws[i][0]);
    close_to(reported, e * e * K * pow(deepest, n + 1) / (n + 1), 1e-12 * work, laws[i][0]);
    ptl_law_force(law, deepest * (1 - 1e-12), 0, 1, memory, &out, NULL);
    close_to(out.energy, reported, 1e-9 * work, "no step of the energy where unloading begins");
    ptl_law_destroy(context, law);
  }
  ptl_context_destroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(luding_path),
      cmocka_unit_test(luding_branches),
      cmocka_unit_test(luding_restitution),
      cmocka_unit_test(luding_stiffness_from_speed),
      cmocka_unit_test(viscous_restitution),
      cmocka_unit_test(permanent_indentation),
      cmocka_unit_test(recoverable_energy_comes_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
