/* The elastic laws of bushes: `conformal` against the contact problem solved anew, `layer` against
 * its integral. */
#include <math.h>

#include "law.h"
#include "law_samples.h"
#include "support.h"

/* ------------------------------------------------------------------ the contact problem */

/* The pressure between disc and hole, half angle `alpha`: with p R/(E* dR) = sum of p_n cos(n t),
 *   p_0 + sum over n > 1 of 2n/(n^2 - 1) p_n cos(n t) = D cos t - 1 within the contact,
 * so that with the sum of the series the displacement is the integral over the pressure of
 *   K(x) = 1/(2 pi) + (2/pi) (-cos x ln|2 sin(x/2)| - 1/2 - cos(x)/4).
 * The pressure is S cos(psi) times a series in T_2k(sin psi), sin(t/2) = S sin psi, S =
 * sin(alpha/2), which is zero at the edge; ln|x - y| acts on Chebyshev polynomials as -2/n. */
enum { TERMS = 14, NODES = 96, ORDERS = 72 };

typedef struct contact_problem {
  double S, x[NODES], cos_psi[NODES], t[NODES];
  double matrix[TERMS + 1][TERMS + 2];
  double force[TERMS]; /* of one term */
} contact_problem;

static double chebyshev(int n, double x) {
  return cos(n * acos(x));
}

/* Displacement at x = sin psi by the pressure g dt at the nodes. */
static double displacement(const contact_problem *p, const double *g, double x) {
  const double t = 2 * asin(p->S * x);
  double sum = 0, even[ORDERS] = {0}, odd[ORDERS] = {0};
  for (int i = 0; i < NODES; i++) {
    const double angle = t - p->t[i], apart = x - p->x[i];
    const double ratio =
        fabs(apart) > 1e-9 ? fabs(2 * sin(angle / 2) / apart) : 2 * p->S / cos(t / 2);
    sum += g[i] * (1 / (2 * M_PI) + 2 / M_PI * (-cos(angle) * log(ratio) - 0.5 - cos(angle) / 4));
    double last = 1, now = p->x[i]; /* T_0, T_1 */
    for (int n = 0; n < ORDERS; n++) {
      even[n] += g[i] * cos(p->t[i]) * last;
      odd[n] += g[i] * sin(p->t[i]) * last;
      const double next = 2 * p->x[i] * now - last;
      last = now;
      now = next;
    }
  }
  for (int n = 0; n < ORDERS; n++)
    sum += 2 / M_PI * (n == 0 ? log(2) : 2.0 / n) * chebyshev(n, x) *
           (cos(t) * even[n] + sin(t) * odd[n]);
  return sum;
}

/* Gauss and Jordan, with the largest pivot of the column. */
static void eliminate(contact_problem *p) {
  enum { N = TERMS + 1 };
  for (int c = 0; c < N; c++) {
    int pivot = c;
    for (int r = c; r < N; r++)
      if (fabs(p->matrix[r][c]) > fabs(p->matrix[pivot][c])) pivot = r;
    for (int k = 0; k <= N; k++) {
      const double swap = p->matrix[c][k];
      p->matrix[c][k] = p->matrix[pivot][k];
      p->matrix[pivot][k] = swap;
    }
    for (int r = 0; r < N; r++) {
      const double factor = p->matrix[r][c] / p->matrix[c][c];
      for (int k = c; k <= N && r != c; k++) p->matrix[r][k] -= factor * p->matrix[c][k];
    }
  }
}

/* f = F/(E* L dR); the depth over dR goes to *depth, its part of n = 1 as in Johnson's formula. */
static double solve(double alpha, double *depth) {
  static contact_problem p;
  p.S = sin(alpha / 2);
  for (int i = 0; i < NODES; i++) {
    const double psi = (i + 0.5) / NODES * M_PI - M_PI / 2;
    p.x[i] = sin(psi);
    p.cos_psi[i] = cos(psi);
    p.t[i] = 2 * asin(p.S * p.x[i]);
  }
  for (int k = 0; k < TERMS; k++) {
    double g[NODES];
    p.force[k] = 0;
    for (int i = 0; i < NODES; i++) {
      const double pressure = p.S * p.cos_psi[i] * chebyshev(2 * k, p.x[i]);
      g[i] = pressure * M_PI / NODES * 2 * p.S * p.cos_psi[i] / cos(p.t[i] / 2);
      p.force[k] += g[i] * cos(p.t[i]);
    }
    for (int j = 0; j <= TERMS; j++)
      p.matrix[j][k] = displacement(&p, g, cos((j + 0.5) / (TERMS + 1) * M_PI / 2));
  }
  for (int j = 0; j <= TERMS; j++) {
    p.matrix[j][TERMS] = -cos(2 * asin(p.S * cos((j + 0.5) / (TERMS + 1) * M_PI / 2)));
    p.matrix[j][TERMS + 1] = -1;
  }
  eliminate(&p);
  double f = 0;
  for (int k = 0; k < TERMS; k++) f += p.force[k] * p.matrix[k][TERMS + 1] / p.matrix[k][k];
  *depth = p.matrix[TERMS][TERMS + 1] / p.matrix[TERMS][TERMS] - 1 + f * (log(4) - 1) / M_PI;
  return f;
}

/* ------------------------------------------------------------------ conformal */

static const double modulus = 2.068e11 / 2 / (1 - 0.29 * 0.29); /* of the sample */

static ptl_law *make(ptl_context *context, const char *elastic, const ptl_given *given, int n,
                     double clearance) {
  ptl_contact_def def = sample_surroundings();
  ptl_law *law;
  def.radius_a = -(def.radius_b + clearance);
  def.elastic = (ptl_type_use){elastic, given, n};
  if (ptl_law_create(context, &def, &law) != PTL_OK) fail_msg("%s", ptl_context_message(context));
  return law;
}

/* F/(E* L dR) at the depth x dR. */
static double scaled(const ptl_law *law, double clearance, double x) {
  ptl_contact_out out;
  ptl_law_force(law, x * clearance, 0, 1, NULL, &out, NULL);
  return out.force / (modulus * 0.01 * clearance);
}

static void near(double got, double wanted, double relative, const char *what, double at) {
  if (!(fabs(got - wanted) <= relative * fabs(wanted)))
    fail_msg("%s at %g: %.9g, expected %.9g within %g", what, at, got, wanted, relative);
}

/* Expected: the problem above, at half angles from 1.5 to 84 degrees, also between the nodes. */
static void conformal_solves_the_contact_problem(void **state) {
  static const double angles[] = {1.5, 2,  3.3, 5,  8,  10, 14, 20, 26,
                                  30,  38, 45,  52, 60, 67, 75, 80, 84};
  const double clearance = 1e-5;
  ptl_context *context = ptl_context_create(NULL);
  ptl_law *law = make(context, "conformal", NULL, 0, clearance);
  (void)state;
  for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
    double depth;
    const double f = solve(angles[i] * M_PI / 180, &depth);
    near(scaled(law, clearance, depth), f, 2e-4, "conformal", angles[i]);
  }
  assert_true(isinf(ptl_law_get_max_depth(law)));
  ptl_law_destroy(context, law);
  ptl_context_destroy(context);
}

/* Expected: a table made before, with another solution of the same problem, good to 2 %. */
static void conformal_meets_the_table(void **state) {
  static const double table[][2] = {{0.00613, 0.01293}, {0.02477, 0.04136}, {0.10324, 0.1276},
                                    {0.25270, 0.2494},  {0.70973, 0.5313},  {1.876, 1.118},
                                    {6.976, 3.464}};
  const double clearance = 1e-4;
  ptl_context *context = ptl_context_create(NULL);
  ptl_law *law = make(context, "conformal", NULL, 0, clearance);
  (void)state;
  for (int i = 0; i < 7; i++)
    near(scaled(law, clearance, table[i][1]), table[i][0], 0.02, "conformal", table[i][1]);
  ptl_law_destroy(context, law);
  ptl_context_destroy(context);
}

/* Expected: Johnson's law where it holds, its error where it does not, and nothing past d = 4
 * dR/e^2. */
static void conformal_beside_johnson(void **state) {
  const double clearance = 1e-4;
  ptl_context *context = ptl_context_create(NULL);
  ptl_law *law = make(context, "conformal", NULL, 0, clearance);
  ptl_law *johnson = make(context, "johnson", NULL, 0, clearance);
  (void)state;
  for (double x = 1e-9; x < 0.0019; x *= 3)
    near(scaled(law, clearance, x), scaled(johnson, clearance, x), 1e-14, "small load", x);
  for (double x = 0.002; x < 0.04; x *= 1.2)
    near(scaled(law, clearance, x), scaled(johnson, clearance, x), 0.02, "johnson", x);
  near(scaled(johnson, clearance, 0.937 * 0.2494) / scaled(law, clearance, 0.2494), 1, 0.01,
       "depth at 30 degrees", 0.2494);
  assert_true(isnan(scaled(johnson, clearance, 0.542)));
  assert_true(scaled(law, clearance, 100) > 200);
  ptl_law_destroy(context, johnson);
  ptl_law_destroy(context, law);
  ptl_context_destroy(context);
}

/* ------------------------------------------------------------------ layer */

/* Expected: Simpson's rule over the angle of the foundation's pressure k_f (d cos t - dR (1 - cos
 * t)) and of its energy. */
static void layer_is_its_integral(void **state) {
  static const double clearances[] = {1e-7, 1e-5, 1e-4, 1e-3};
  const double E = 3e9, nu = 0.35, thickness = 2e-3, R = 0.05, L = 0.01;
  const double foundation = E * (1 - nu) / ((1 + nu) * (1 - 2 * nu)) / thickness;
  const ptl_given given[] = {{.name = "thickness", .value = {thickness}},
                             {.name = "young", .value = {E}},
                             {.name = "poisson", .value = {nu}}};
  ptl_context *context = ptl_context_create(NULL);
  (void)state;
  for (int k = 0; k < 4; k++) {
    const double dR = clearances[k];
    ptl_law *law = make(context, "layer", given, 3, dR);
    assert_near(ptl_law_get_max_depth(law), thickness, 1e-15);
    for (double d = 1e-8; d < thickness; d *= 2.1) {
      enum { N = 2000 };
      const double edge = 2 * asin(sqrt(d / (2 * (d + dR))));
      double force = 0, energy = 0;
      for (int i = 0; i <= N; i++) {
        const double t = edge * i / N, weight = i == 0 || i == N ? 1 : i % 2 ? 4 : 2;
        const double half = sin(t / 2), w = d * cos(t) - 2 * dR * half * half;
        force += weight * w * cos(t);
        energy += weight * w * w / 2;
      }
      const double scale = 2 * edge / N / 3 * foundation * L * R;
      ptl_contact_out out;
      ptl_law_force(law, d, 0, 1, NULL, &out, NULL);
      near(out.force, scale * force, 1e-9, "force", d);
      near(out.energy, scale * energy, 1e-9, "energy", d);
    }
    ptl_law_destroy(context, law);
  }
  ptl_context_destroy(context);
}

/* ------------------------------------------------------------------ refusals */

static void refused(const char *elastic, const ptl_given *given, int n, double a, double b,
                    const char *words) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_contact_def def = sample_surroundings();
  ptl_law *law;
  def.radius_a = a;
  def.radius_b = b;
  def.elastic = (ptl_type_use){elastic, given, n};
  assert_int_equal(ptl_law_create(context, &def, &law), PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), words) == NULL)
    fail_msg("'%s' does not say '%s'", ptl_context_message(context), words);
  ptl_context_destroy(context);
}

static void refusals(void **state) {
  const ptl_given given[] = {{.name = "thickness", .value = {1e-3}},
                             {.name = "young", .value = {1e9}},
                             {.name = "poisson", .value = {0.5}}};
  (void)state;
  refused("conformal", NULL, 0, 0.05, 0.05, "must be a hole");
  refused("conformal", NULL, 0, -0.05, 0.06, "must be larger than its pin");
  refused("layer", given, 2, -0.05, 0.049, "'poisson' [1] is missing");
  refused("layer", given, 3, -0.05, 0.049, "poisson");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conformal_solves_the_contact_problem),
      cmocka_unit_test(conformal_meets_the_table),
      cmocka_unit_test(conformal_beside_johnson),
      cmocka_unit_test(layer_is_its_integral),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
