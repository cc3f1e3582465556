/* Mixed lubrication: Greenwood and Tripp's asperities against quadrature, the Stribeck curve of a
 * bearing. */
#include "pintle_law.h"
#include "support.h"

static const double pi = 3.14159265358979324;

/* ---------------------------------------------------------------- asperities */

/* F_5/2(x) = integral of (s - x)^2.5 exp(-s^2/2)/sqrt(2 pi) over s > x, by Simpson's rule. */
static double asperities_beyond(double x) {
  enum { N = 2000 };
  const double h = 12.0 / N;
  double sum = 0.0;
  for (int i = 0; i <= N; i++) {
    const double s = x + i * h;
    sum += (i == 0 || i == N ? 1.0 : i % 2 ? 4.0 : 2.0) * pow(s - x, 2.5) * exp(-0.5 * s * s);
  }
  return sum * h / 3.0 / sqrt(2.0 * pi);
}

/* The pressure of Greenwood and Tripp, over a journal of radius 20 mm in a bearing with 50 um
 * clearance, by quadrature of the definition; the law has a fit of F_5/2 that is 4 to 12 % too
 * small here. */
static void asperities_carry_what_their_heights_say(void **state) {
  const double sigma = 0.5e-6, eta = 1e11, beta = 2e-6, length = 0.01, clearance = 5e-5;
  const double modulus = 1.0 / (2.0 * (1.0 - 0.09) / 2e11), slopes = eta * beta * sigma;
  const double factor =
      16.0 * sqrt(2.0) * pi / 15.0 * slopes * slopes * sqrt(sigma / beta) * modulus;
  const ptl_given given[] = {{.name = "roughness", .value = {sigma}},
                             {.name = "density", .value = {eta}},
                             {.name = "asperity_radius", .value = {beta}}};
  ptl_contact_def def = ptl_contact_default();
  ptl_law *law;
  def.name = "asperities";
  def.elastic = (ptl_type_use){"greenwood_tripp", given, 3};
  def.young_a = def.young_b = 2e11;
  def.poisson_a = def.poisson_b = 0.3;
  def.radius_a = -0.02 - clearance;
  def.radius_b = 0.02;
  def.length = length;
  must(*state, ptl_law_create(*state, &def, &law));
  for (double h = 0.0; h < 2.0; h += 0.5) { /* least distance of the mean planes over sigma */
    double sum = 0.0;
    const double width = 0.25, step = width / 2000; /* [rad] */
    for (int i = -2000; i <= 2000; i++) {
      const double angle = i * step;
      const double apart = h * sigma + (clearance - h * sigma) * (1.0 - cos(angle));
      sum += (i == -2000 || i == 2000 ? 0.5 : 1.0) * asperities_beyond(apart / sigma) * cos(angle) *
             step;
    }
    const double expected = factor * sum * 0.02 * length;
    ptl_contact_out out;
    ptl_law_force(law, (4.0 - h) * sigma, 0.0, 1.0, NULL, &out, NULL);
    const double ratio = out.force / expected;
    if (!(ratio > 0.80 && ratio < 1.0)) fail_msg("at %g sigma %g of what is expected", h, ratio);
  }
  ptl_law_destroy(*state, law);
}

/* ---------------------------------------------------------------- Stribeck */

/* A shaft of radius 20 mm under 500 N in a bearing 10 mm long, started where the asperities
 * carry. */
#define BEARING                                                                                    \
  "pintle: 1\n"                                                                                    \
  "bodies: {shaft: {mass: 0.5 kg, inertia: 1e-4, position: [0, -48.4 um]}}\n"                      \
  "joints:\n"                                                                                      \
  "  bearing:\n"                                                                                   \
  "    type: revolute\n"                                                                           \
  "    bearing: {body: ground, at: [0, 0]}\n"                                                      \
  "    journal: {body: shaft, at: [0, 0]}\n"                                                       \
  "    radius: 20.05 mm\n"                                                                         \
  "    clearance: 50 um\n"                                                                         \
  "    roughness: 2 um\n"                                                                          \
  "    film: {law: short, viscosity: 0.02 Pa s, length: 10 mm, least_thickness: 0.2 um}\n"         \
  "    contact: asperities\n"                                                                      \
  "  drive: {type: motion, joint: bearing, rate: %.17g}\n"                                         \
  "loads: {weight: {body: shaft, force: [0, -500 N]}}\n"                                           \
  "contacts:\n"                                                                                    \
  "  asperities:\n"                                                                                \
  "    elastic: {law: greenwood_tripp, roughness: 0.5 um, density: 1e11, asperity_radius: 2 um}\n" \
  "    friction: {law: coulomb, coefficient: 0.12, regularisation_speed: 5 um/s}\n"                \
  "    materials: steel\n"                                                                         \
  "    length: 10 mm\n"                                                                            \
  "run: {until: %.17g, every: %.17g, start: given, rtol: 1e-6}\n"

typedef struct steady {
  double friction, dry_share, ratio;
} steady;

/* Friction moment over load and radius at a speed [rad/s], once it has settled. */
static steady run_at(ptl_context *context, double speed) {
  char text[2048];
  const double until = speed < 1.0 ? 30.0 : 0.3; /* a slow film is squeezed out for long */
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  snprintf(text, sizeof text, BEARING, speed, until, until / 10.0);
  ptl_system *s = system_of(context, text, NULL, 0);
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  assert_true(sum.largest_imbalance <= 1e-4 * sum.largest_energy);
  const int last = trace.n - 1;
  const steady out = {rows_at(&trace, last, column_of(s, "drive.moment")) / (500.0 * 0.02),
                      rows_at(&trace, last, column_of(s, "bearing.dry_share")),
                      rows_at(&trace, last, column_of(s, "bearing.eccentricity_ratio"))};
  ptl_summary_release(context, &sum);
  rows_release(&trace);
  ptl_system_destroy(s);
  return out;
}

/* Slow: the asperities carry, and the friction is theirs. Fast: the film carries all, with the
 * friction of the short bearing at the ratio found, T + e F_t/2, and its locus tan a = pi sqrt(1 -
 * r^2)/(4 r). Between the two the friction falls to a minimum and rises again. */
static void friction_follows_stribeck(void **state) {
  enum { N = 9 };
  static const double speeds[N] = {0.004, 0.5, 2.0, 5.0, 10.0, 20.0, 60.0, 200.0, 600.0};
  steady at[N];
  int least = 0;
  for (int i = 0; i < N; i++) {
    at[i] = run_at(*state, speeds[i]);
    if (at[i].friction < at[least].friction) least = i;
  }
  assert_near(at[0].friction, 0.12, 0.006);
  assert_true(at[0].dry_share > 0.95 && at[N - 1].dry_share == 0.0);
  assert_true(least > 0 && least < N - 1 && at[least].friction < 0.1 * at[0].friction);
  for (int i = 1; i < N; i++) {
    assert_true(i <= least ? at[i].friction < at[i - 1].friction
                           : at[i].friction > at[i - 1].friction);
    assert_true(at[i].dry_share <= at[i - 1].dry_share);
  }
  const double r = at[N - 1].ratio,
               shear = 2.0 * pi * 0.02 * 0.01 * 8e-6 / 5e-5 / sqrt(1.0 - r * r);
  const double attitude = atan(pi * sqrt(1.0 - r * r) / (4.0 * r));
  const double moment = shear * speeds[N - 1] + 0.5 * r * 5e-5 * 500.0 * sin(attitude);
  assert_near(at[N - 1].friction, moment / (500.0 * 0.02), 0.01 * at[N - 1].friction);
}

static void roughness_leaves_a_clearance(void **state) {
  char text[2048];
  snprintf(text, sizeof text, BEARING, 1.0, 1.0, 1.0);
  const ptl_setting setting = {"joints.bearing.roughness", "60 um"};
  ptl_mechanism *m = NULL;
  const char *path = write_file("rough.yaml", text);
  assert_int_equal(ptl_mechanism_load(*state, path, &setting, 1, &m), PTL_ERR_INPUT);
  remove(path);
  assert_non_null(strstr(ptl_context_message(*state), "fills the clearance"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(asperities_carry_what_their_heights_say),
      cmocka_unit_test(friction_follows_stribeck),
      cmocka_unit_test(roughness_leaves_a_clearance),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
