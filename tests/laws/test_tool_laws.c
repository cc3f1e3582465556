/* The damping laws of other programs, by what an impact of a free mass comes out as: 1 kg on K d^n,
 * K = 1e6. Expected values, unless a case says otherwise: the same motion followed by an
 * independent program, to the digits that stand here. */
#include <math.h>

#include "law.h"
#include "law_samples.h"
#include "oscillator.h"
#include "support.h"

static const double K = 1e6;

/* The law of `damping` with up to three numbers, on K d^n. */
static ptl_law *make(double n, const char *damping, const ptl_given *given, int n_given) {
  const ptl_given of_power[2] = {{.name = "stiffness", .value = {K}},
                                 {.name = "exponent", .value = {n}}};
  ptl_context *context = ptl_context_create(NULL);
  ptl_contact_def def = sample_surroundings();
  ptl_law *law;
  def.elastic = (ptl_type_use){"power", of_power, 2};
  def.damping = (ptl_type_use){damping, given, n_given};
  if (ptl_law_create(context, &def, &law) != PTL_OK) fail_msg("%s", ptl_context_message(context));
  ptl_context_destroy(context);
  return law;
}

static double bounce(const ptl_law *law, double speed) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_impact_def def = ptl_impact_default();
  ptl_impact out;
  def.mass = 1;
  def.speed = speed;
  def.tolerance = 1e-10;
  if (ptl_law_impact(context, law, &def, NULL, NULL, &out) != PTL_OK)
    fail_msg("%s", ptl_context_message(context));
  ptl_context_destroy(context);
  return out.restitution;
}

static double restitution(double n, const char *damping, const ptl_given *given, int n_given,
                          double speed) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_law *law = make(n, damping, given, n_given);
  const double c = bounce(law, speed);
  ptl_law_destroy(context, law);
  ptl_context_destroy(context);
  return c;
}

static void close_to(double got, double wanted, double absolute, const char *what, double at) {
  if (!(fabs(got - wanted) <= absolute))
    fail_msg("%s at %g: %.9g, expected %.9g within %g", what, at, got, wanted, absolute);
}

/* zeta of the dashpot that may pull, for the restitution c. */
static double dashpot(double c) {
  return -log(c) / sqrt(M_PI * M_PI + log(c) * log(c));
}

/* ------------------------------------------------------------------ impact */

static void impact_over_depth_and_damping(void **state) {
  static const double shares[] = {0.01, 0.1, 1, 10}, C[] = {10, 30, 100, 300, 1000, 3000};
  static const double wanted[4][6] = {{0.934, 0.819, 0.540, 0.205, 0.026, 0.002},
                                      {0.936, 0.824, 0.552, 0.220, 0.033, 0.004},
                                      {0.971, 0.917, 0.763, 0.505, 0.220, 0.092},
                                      {0.999, 0.998, 0.995, 0.985, 0.951, 0.867}};
  const double deepest = pow(1.25 / K, 0.4);
  (void)state;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 6; j++) {
      const ptl_given given[] = {{.name = "coefficient", .value = {C[j]}},
                                 {.name = "depth", .value = {shares[i] * deepest}}};
      close_to(restitution(1.5, "impact", given, 2, 1), wanted[i][j], 1e-3, "impact", C[j]);
    }
}

static void impact_is_not_monotonic_in_speed(void **state) {
  static const double speeds[] = {0.01, 0.1, 1, 10}, wanted[] = {0.929, 0.530, 0.552, 0.669};
  const ptl_given given[] = {{.name = "coefficient", .value = {100}},
                             {.name = "depth", .value = {0.1 * pow(1.25 / K, 0.4)}}};
  (void)state;
  for (int i = 0; i < 4; i++)
    close_to(restitution(1.5, "impact", given, 2, speeds[i]), wanted[i], 1e-3, "impact", speeds[i]);
}

/* Expected: the function as SolidWorks Motion's manual prints it, max(0, k (x1 - x)^e - STEP(x, x1
 * - d, cmax, x1, 0) x'), with its STEP, at a few states. */
static void impact_is_the_function(void **state) {
  const double e = 2.2, cmax = 40, d = 1e-4;
  const ptl_given given[] = {{.name = "coefficient", .value = {cmax}},
                             {.name = "depth", .value = {d}}};
  ptl_context *context = ptl_context_create(NULL);
  ptl_law *law = make(e, "impact", given, 2);
  (void)state;
  for (int i = 1; i < 20; i++)
    for (int j = -5; j <= 5; j++) {
      const double x1 = 0.01, x = x1 - 1e-5 * i, rate = -0.1 * j; /* of x */
      const double u = (x - (x1 - d)) / d; /* STEP goes from cmax at x1 - d to 0 at x1 */
      const double step = u <= 0 ? cmax : cmax + (0 - cmax) * u * u * (3 - 2 * u);
      const double wanted = fmax(0, K * pow(x1 - x, e) - step * rate);
      ptl_contact_out out;
      ptl_law_force(law, x1 - x, -rate, 1, NULL, &out, NULL);
      close_to(out.force, wanted, 1e-9 * (1 + wanted), "impact", x);
    }
  ptl_law_destroy(context, law);
  ptl_context_destroy(context);
}

/* ------------------------------------------------------------------ clamped dashpots */

/* Expected zeta: the closed relation solved elsewhere; the restitution: the one asked for. */
static void clamped_dashpots_return_what_is_asked(void **state) {
  static const double zeta[] = {1.243188, 0.731247, 0.497239, 0.354508, 0.255276,
                                0.180858, 0.122215, 0.074355, 0.034265};
  (void)state;
  for (int i = 0; i < 9; i++) {
    const double c = 0.1 * (i + 1);
    const ptl_given given[] = {{.name = "restitution", .value = {c}},
                               {.name = "exit", .word = "force"}};
    close_to(ptl_oscillator_ratio_clamped(c), zeta[i], 1e-6, "zeta", c);
    close_to(restitution(1, "kelvin_voigt_clamped", given, 2, 1), c, 1e-5, "linear", c);
    close_to(restitution(1.5, "kelvin_voigt_clamped", given, 2, 0.3), c, 1e-5, "n = 1.5", c);
    close_to(restitution(1.5, "tsuji_clamped", given, 2, 3), c, 1e-5, "tsuji", c);
  }
}

/* Expected: c(1) = e^-2; small c: zeta = 1/(2 sqrt c); small loss: zeta = -ln c/pi. */
static void clamped_ratio_at_its_limits(void **state) {
  (void)state;
  close_to(ptl_oscillator_ratio_clamped(exp(-2)), 1, 1e-7, "zeta", exp(-2));
  close_to(ptl_oscillator_ratio_clamped(1e-8) / 5e3, 1, 1e-6, "zeta", 1e-8);
  close_to(ptl_oscillator_ratio_clamped(1 - 1e-6) / (1e-6 / M_PI), 1, 1e-4, "zeta", 1 - 1e-6);
  assert_true(ptl_oscillator_ratio_clamped(1) == 0);
}

/* The published zeta is what is left out: 0.5 returns exp(-zeta/q atan2(...)) = 0.5503. */
static void published_exit_stays(void **state) {
  const ptl_given given[] = {{.name = "restitution", .value = {0.5}}};
  (void)state;
  close_to(restitution(1, "kelvin_voigt_clamped", given, 1, 1), 0.5503, 5e-5, "published", 0.5);
}

/* ------------------------------------------------------------------ the other programs */

static void kuwabara_kono_over_its_number(void **state) {
  static const double b[] = {0.05, 0.1, 0.2, 0.4, 0.8, 1.6};
  static const double wanted[] = {0.9444, 0.8929, 0.8010, 0.6541, 0.4597, 0.2646};
  (void)state;
  for (int i = 0; i < 6; i++) {
    const ptl_given given[] = {{.name = "time", .value = {b[i] / 1.5 / pow(K, 0.4)}}};
    close_to(restitution(1.5, "kuwabara_kono", given, 1, 1), wanted[i], 1e-4, "c(b)", b[i]);
  }
}

/* The same table at other speeds, and set by a restitution at 1 m/s through the Pade form. */
static void kuwabara_kono_over_speed(void **state) {
  static const double speeds[] = {0.01, 0.1, 1, 10}, wanted[] = {0.913, 0.867, 0.801, 0.710};
  const ptl_given given[] = {{.name = "restitution", .value = {0.8010}},
                             {.name = "reference_speed", .value = {1}}};
  (void)state;
  for (int i = 0; i < 4; i++)
    close_to(restitution(1.5, "kuwabara_kono", given, 2, speeds[i]), wanted[i], 1e-3, "c",
             speeds[i]);
}

static void limited_damper_returns_more(void **state) {
  static const double c[] = {0.1, 0.2, 0.3, 0.5, 0.7, 0.9};
  static const double wanted[] = {0.368, 0.424, 0.479, 0.597, 0.736, 0.904};
  (void)state;
  for (int i = 0; i < 6; i++) {
    const ptl_given given[] = {{.name = "coefficient", .value = {2 * dashpot(c[i]) * sqrt(K)}}};
    close_to(restitution(1, "limited_damper", given, 1, 1), wanted[i], 1e-3, "limited", c[i]);
  }
}

static void simscape_contact_over_its_width(void **state) {
  static const double c[] = {0.2, 0.5, 0.9}, widths[] = {0.01, 0.1, 1, 5};
  static const double wanted[4][3] = {
      {0.326, 0.551, 0.902}, {0.340, 0.563, 0.906}, {0.486, 0.689, 0.940}, {0.685, 0.829, 0.970}};
  (void)state;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 3; j++) {
      const ptl_given given[] = {{.name = "coefficient", .value = {2 * dashpot(c[j]) * sqrt(K)}},
                                 {.name = "width", .value = {widths[i] / sqrt(K)}}};
      close_to(restitution(1, "simscape_contact", given, 2, 1), wanted[i][j], 1e-3, "simscape",
               widths[i]);
    }
}

/* Expected: the recoverable energy's slope is the force, at every depth within and past the
 * ramp. */
static void simscape_contact_keeps_its_energy(void **state) {
  static const double exponents[] = {1, 1.5, 2.2};
  const ptl_given given[] = {{.name = "coefficient", .value = {0}},
                             {.name = "width", .value = {1e-3}}};
  ptl_context *context = ptl_context_create(NULL);
  (void)state;
  for (int k = 0; k < 3; k++) {
    ptl_law *law = make(exponents[k], "simscape_contact", given, 2);
    for (double d = 1e-5; d < 1e-2; d *= 1.3) {
      const double h = 1e-5 * d;
      ptl_contact_out at, up, down;
      ptl_law_force(law, d, 0, 1, NULL, &at, NULL);
      ptl_law_force(law, d + h, 0, 1, NULL, &up, NULL);
      ptl_law_force(law, d - h, 0, 1, NULL, &down, NULL);
      close_to((up.energy - down.energy) / (2 * h) / at.force, 1, 1e-7, "slope of the energy", d);
    }
    ptl_law_destroy(context, law);
  }
  ptl_context_destroy(context);
}

static void carvalho_martins_and_exudyn(void **state) {
  static const double c[] = {0.1, 0.3, 0.5, 0.7, 0.9};
  static const double wanted[] = {0.1289, 0.3040, 0.5002, 0.7000, 0.9000};
  (void)state;
  for (int i = 0; i < 5; i++) {
    const ptl_given given[] = {{.name = "restitution", .value = {c[i]}},
                               {.name = "form", .word = "exudyn"}};
    const double published = restitution(1.5, "carvalho_martins", given, 1, 1);
    const double mixed = restitution(1.5, "carvalho_martins", given, 2, 1);
    close_to(published, wanted[i], 1e-4, "published", c[i]);
    close_to(mixed,
             c[i] > 1.0 / 3 ? published : restitution(1.5, "gonthier_approximate", given, 1, 1),
             1e-9, "exudyn", c[i]);
  }
}

/* ------------------------------------------------------------------ rest speed */

/* Expected: the bound that the factor gives, the mass leaves at a twentieth of the rest speed or
 * slower; from twice the rest speed on, the restitution asked for. */
static void nothing_bounces_below_the_rest_speed(void **state) {
  static const char *const laws[] = {"exact", "flores", "carvalho_martins", "lankarani_nikravesh"};
  const double rest = 5e-3;
  (void)state;
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
    const ptl_given given[] = {{.name = "restitution", .value = {0.8}},
                               {.name = "rest_speed", .value = {rest}}};
    for (double speed = rest / 8; speed <= rest; speed *= 2)
      assert_true(restitution(1.5, laws[i], given, 2, speed) * speed < rest / 20);
    close_to(restitution(1.5, laws[i], given, 2, 2 * rest),
             restitution(1.5, laws[i], given, 1, 2 * rest), 1e-9, laws[i], 2 * rest);
    double before = 0; /* no jump in between */
    for (double speed = rest; speed <= 2 * rest; speed += 0.02 * rest) {
      const double now = restitution(1.5, laws[i], given, 2, speed);
      assert_true(now - before > -1e-9 && now - before < 0.15);
      before = now;
    }
  }
}

/* ------------------------------------------------------------------ refusals */

static void refused(const char *damping, const ptl_given *given, int n_given, const char *words) {
  const ptl_given of_power[2] = {{.name = "stiffness", .value = {K}},
                                 {.name = "exponent", .value = {1.5}}};
  ptl_context *context = ptl_context_create(NULL);
  ptl_contact_def def = sample_surroundings();
  ptl_law *law = NULL;
  def.elastic = (ptl_type_use){"power", of_power, 2};
  def.damping = (ptl_type_use){damping, given, n_given};
  assert_int_equal(ptl_law_create(context, &def, &law), PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), words) == NULL)
    fail_msg("'%s' does not say '%s'", ptl_context_message(context), words);
  ptl_context_destroy(context);
}

static void refusals(void **state) {
  const ptl_given no_depth[] = {{.name = "coefficient", .value = {1}}};
  const ptl_given both[] = {{.name = "time", .value = {1e-5}},
                            {.name = "restitution", .value = {0.5}}};
  const ptl_given no_speed[] = {{.name = "restitution", .value = {0.5}}};
  const ptl_given idle_speed[] = {{.name = "time", .value = {1e-5}},
                                  {.name = "reference_speed", .value = {1}}};
  const ptl_given exit[] = {{.name = "restitution", .value = {0.5}},
                            {.name = "exit", .word = "speed"}};
  (void)state;
  refused("impact", no_depth, 1, "'depth' [m] is missing");
  refused("simscape_contact", no_depth, 1, "'width' [m] is missing");
  refused("kuwabara_kono", both, 2, "exactly one of time [s] and restitution");
  refused("kuwabara_kono", no_speed, 1, "reference_speed [m/s]");
  refused("kuwabara_kono", idle_speed, 2, "reference_speed [m/s]");
  refused("tsuji_clamped", exit, 2, "depth|force");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(impact_over_depth_and_damping),
      cmocka_unit_test(impact_is_not_monotonic_in_speed),
      cmocka_unit_test(impact_is_the_function),
      cmocka_unit_test(clamped_dashpots_return_what_is_asked),
      cmocka_unit_test(clamped_ratio_at_its_limits),
      cmocka_unit_test(published_exit_stays),
      cmocka_unit_test(kuwabara_kono_over_its_number),
      cmocka_unit_test(kuwabara_kono_over_speed),
      cmocka_unit_test(limited_damper_returns_more),
      cmocka_unit_test(simscape_contact_over_its_width),
      cmocka_unit_test(simscape_contact_keeps_its_energy),
      cmocka_unit_test(carvalho_martins_and_exudyn),
      cmocka_unit_test(nothing_bounces_below_the_rest_speed),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
