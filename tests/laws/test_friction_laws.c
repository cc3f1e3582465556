/* Conformance of every registered friction law, and the laws against their formulae in print. A law
 * is tested by being in the registry; only the second half names some.
 *
 * Expected values come from what the interface promises: derivatives are derivatives, friction is
 * odd in the slip, dissipates, and vanishes without a normal force. */
#include "support.h"

#include "context.h"
#include "registry.h"

enum { MOST = 32 };

typedef struct instance {
  const ptl_friction_law *law;
  double c[MOST];
} instance;

static double sample_value(const ptl_param *row) {
  if (strcmp(row->name, "static") == 0) return 0.5;
  if (strcmp(row->name, "stiffness") == 0) return 1e5;
  if (strcmp(row->name, "reference_force") == 0) return 20.0;
  if (row->flags & PTL_REQUIRED) return 0.3;
  return row->flags & PTL_OPTIONAL ? NAN : row->fallback;
}

/* Law number `index` with mu = 0.3, static 0.5; 0 past the last. */
static int sample(ptl_context *context, int index, instance *out) {
  ptl_type_info info;
  ptl_reason why = {""};
  if (!ptl_context_get_type(context, PTL_FRICTION, index, &info)) return 0;
  out->law = info.type;
  static const double points[] = {0.0, 0.5, 5e-3, 0.4, 1.0, 0.3};
  enum { N_POINTS = 3 };
  int n = 0, list = -1;
  for (const ptl_param *row = info.params; row->name; row++) {
    if (row->kind == PTL_POINTS) list = n++;
    out->c[n++] = row->kind == PTL_POINTS ? 0.0 : sample_value(row);
  }
  const size_t n_params = (size_t)n;
  n += out->law->n_derived;
  if (list >= 0) { /* behind the rest, with room for what is derived of it */
    out->c[list] = N_POINTS;
    out->c[list + 1] = n;
    memcpy(out->c + n, points, sizeof points);
    n += N_POINTS * (2 + out->law->n_derived_per_point);
  }
  assert_true(n <= MOST);
  double given[MOST];
  memcpy(given, out->c, sizeof given);
  if (out->law->prepare && out->law->prepare(out->c, &why))
    fail_msg("%s: %s", out->law->name, why.text);
  assert_memory_equal(given, out->c, n_params * sizeof(double)); /* parameters stay as given */
  return 1;
}

static ptl_friction_out ask(const instance *k, double slip, double normal, const double *state) {
  const ptl_friction_in in = {slip, normal, state};
  ptl_friction_out out;
  memset(&out, 0, sizeof out);
  k->law->force(k->c, &in, &out);
  return out;
}

/* Sizes of the inner states: those of fast sliding. */
static void sizes(const instance *k, double *state) {
  memset(state, 0, sizeof(double) * PTL_MAX_FRICTION_STATES);
  if (k->law->n_states > 0) k->law->steady(k->c, 1.0, state);
}

/* Slip rates from far below to far above any that the laws are regularised with, off their
 * kinks. */
static const double slips[] = {3.1e-7, 7.7e-5, 1.7e-4, 6.3e-4, 9.4e-4,
                               1.7e-3, 8.9e-3, 0.031,  0.4,    6.0};
enum { N_SLIPS = sizeof slips / sizeof *slips };

/* The states of the samples: shares of their size, also beyond it. */
static const double shares[] = {-1.3, -0.8, -0.2, 0.0, 0.4, 0.75, 0.93, 1.2};
enum { N_SHARES = sizeof shares / sizeof *shares };

static int is_one_way(const instance *k) {
  return strcmp(k->law->name, "one_way") == 0;
}

static void for_samples(void (*check)(const instance *k, double slip, double normal,
                                      const double *state)) {
  ptl_context *context = ptl_context_create(NULL);
  instance k;
  for (int i = 0; sample(context, i, &k); i++)
    for (int j = 0; j < 2 * N_SLIPS; j++)
      for (int s = 0; s < (k.law->n_states > 0 ? N_SHARES : 1); s++) {
        double state[PTL_MAX_FRICTION_STATES], slip = (j % 2 ? -1 : 1) * slips[j / 2];
        sizes(&k, state);
        if (shares[s] == 0.0 && is_one_way(&k)) continue; /* where it takes hold */
        for (int e = 0; e < k.law->n_states; e++) state[e] *= shares[s];
        check(&k, slip, 37.0, state);
      }
  ptl_context_destroy(context);
}

static void check_odd(const instance *k, double slip, double normal, const double *state) {
  double mirrored[PTL_MAX_FRICTION_STATES];
  for (int i = 0; i < k->law->n_states; i++) mirrored[i] = -state[i];
  ptl_friction_out a = ask(k, slip, normal, state), b = ask(k, -slip, normal, mirrored);
  ptl_friction_out none = ask(k, slip, 0.0, state);
  assert_near(none.force, 0.0, 0.0);
  if (is_one_way(k)) return;
  assert_near(a.force, -b.force, 1e-12 * fabs(a.force));
  for (int i = 0; i < k->law->n_states; i++)
    assert_near(a.rate[i], -b.rate[i], 1e-12 * fabs(a.rate[i]));
}

static void odd_and_none_without_load(void **unused) {
  (void)unused;
  for_samples(check_odd);
}

static int n_proportional;

/* By the declaration: of another normal force the same share, and the same rates. */
static void check_proportional(const instance *k, double slip, double normal, const double *state) {
  static const double others[] = {1e-9, 0.4, 1e7};
  const ptl_friction_out at = ask(k, slip, normal, state);
  if (!(k->law->flags & PTL_FRICTION_PROPORTIONAL)) return;
  n_proportional++;
  assert_near(at.force, at.d_normal * normal, 1e-14 * fabs(at.force));
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    const ptl_friction_out other = ask(k, slip, others[i], state);
    assert_near(other.force / others[i], at.force / normal, 1e-14 * fabs(at.force / normal));
    assert_near(other.d_normal, at.d_normal, 1e-14 * fabs(at.d_normal));
    assert_memory_equal(other.rate, at.rate, sizeof at.rate);
  }
}

static void proportional_as_declared(void **unused) {
  (void)unused;
  n_proportional = 0;
  for_samples(check_proportional);
  assert_true(n_proportional >= 10 * 2 * N_SLIPS); /* ten laws without inner states are */
}

static void close_to(const instance *k, const char *what, double slip, double got, double wanted,
                     double scale) {
  if (!(fabs(got - wanted) <= 1e-6 * (fabs(wanted) + scale)))
    fail_msg("%s at slip %g: %s is %.10g, differenced %.10g", k->law->name, slip, what, got,
             wanted);
}

/* Expected: central differences. */
static void check_partials(const instance *k, double slip, double normal, const double *state) {
  double size[PTL_MAX_FRICTION_STATES], at[PTL_MAX_FRICTION_STATES];
  ptl_friction_out here = ask(k, slip, normal, state);
  sizes(k, size);
  double h = 1e-6 * fabs(slip);
  ptl_friction_out up = ask(k, slip + h, normal, state);
  ptl_friction_out down = ask(k, slip - h, normal, state);
  close_to(k, "d_slip", slip, here.d_slip, (up.force - down.force) / (2.0 * h),
           1e-3 * normal / fabs(slip));
  for (int i = 0; i < k->law->n_states; i++)
    close_to(k, "rate_d_slip", slip, here.rate_d_slip[i], (up.rate[i] - down.rate[i]) / (2.0 * h),
             1.0);
  up = ask(k, slip, normal * (1.0 + 1e-6), state);
  down = ask(k, slip, normal * (1.0 - 1e-6), state);
  close_to(k, "d_normal", slip, here.d_normal, (up.force - down.force) / (2e-6 * normal), 1e-3);
  for (int i = 0; i < k->law->n_states; i++)
    close_to(k, "rate_d_normal", slip, here.rate_d_normal[i],
             (up.rate[i] - down.rate[i]) / (2e-6 * normal), 1e-3);
  for (int j = 0; j < k->law->n_states; j++) {
    memcpy(at, state, sizeof at);
    h = 1e-6 * size[j];
    at[j] = state[j] + h;
    up = ask(k, slip, normal, at);
    at[j] = state[j] - h;
    down = ask(k, slip, normal, at);
    close_to(k, "d_state", slip, here.d_state[j], (up.force - down.force) / (2.0 * h),
             normal / size[j]);
    for (int i = 0; i < k->law->n_states; i++)
      close_to(k, "rate_d_state", slip, here.rate_d_state[i][j],
               (up.rate[i] - down.rate[i]) / (2.0 * h), fabs(slip) / size[j]);
  }
}

static void partials_match_differences(void **unused) {
  (void)unused;
  for_samples(check_partials);
}

/* Second law: from rest, no slip history gets work out of the surfaces. The slip rate is a sum of
 * sines that crosses every regime; the inner states go along by small classical Runge-Kutta
 * steps. */
static void dissipates(void **unused) {
  (void)unused;
  ptl_context *context = ptl_context_create(NULL);
  instance k;
  for (int i = 0; sample(context, i, &k); i++)
    for (int run = 0; run < 12; run++) {
      double state[PTL_MAX_FRICTION_STATES] = {0}, work = 0.0, least = 0.0, gross = 0.0;
      double size = pow(10.0, -4.5 + 0.4 * run), w = 10.0, h = 2e-6;
      for (int step = 0; step < 200000; step++) {
        double t = step * h, rate[4][PTL_MAX_FRICTION_STATES], at[PTL_MAX_FRICTION_STATES];
        double power = 0.0;
        static const double places[4] = {0.0, 0.5, 0.5, 1.0}, weights[4] = {1.0, 2.0, 2.0, 1.0};
        for (int s = 0; s < 4; s++) {
          double x = t + places[s] * h;
          double slip = size * (sin(w * x) + 0.6 * sin(3.7 * w * x + 1.0) - 0.6 * sin(1.0));
          for (int e = 0; e < k.law->n_states; e++)
            at[e] = state[e] + (s > 0 ? places[s] * h * rate[s - 1][e] : 0.0);
          ptl_friction_out out = ask(&k, slip, 5.0, at);
          memcpy(rate[s], out.rate, sizeof rate[s]);
          power += weights[s] / 6.0 * out.force * slip;
          gross += h * weights[s] / 6.0 * fabs(out.force * slip);
        }
        for (int e = 0; e < k.law->n_states; e++)
          for (int s = 0; s < 4; s++) state[e] += h * weights[s] / 6.0 * rate[s][e];
        work += h * power;
        least = fmin(least, work);
      }
      if (least < -1e-9 * gross || !(work >= 0.0))
        fail_msg("%s at slip %g: least work %g, at the end %g J", k.law->name, size, least, work);
    }
  ptl_context_destroy(context);
}

/* Where a law regularises, the force is continuous: no jump larger than the slope explains. */
static void continuous_in_slip(void **unused) {
  (void)unused;
  ptl_context *context = ptl_context_create(NULL);
  instance k;
  for (int i = 0; sample(context, i, &k); i++) {
    double state[PTL_MAX_FRICTION_STATES], step = 1e-7;
    sizes(&k, state);
    for (int e = 0; e < k.law->n_states; e++) state[e] *= 0.5;
    for (double slip = -0.01; slip < 0.01; slip += step) {
      double jump = ask(&k, slip + step, 1.0, state).force - ask(&k, slip, 1.0, state).force;
      assert_true(fabs(jump) < 1e-3);
    }
    assert_near(ask(&k, 0.0, 1.0, (double[PTL_MAX_FRICTION_STATES]){0}).force, 0.0, 0.0);
  }
  ptl_context_destroy(context);
}

/* Nothing that is not a number from slip rates of any size; the states' own rates may overflow. */
static void survives_hostile_slips(void **unused) {
  (void)unused;
  static const double hostile[] = {0.0, -0.0, 5e-324, 1e-300, 1e30, 1e100, -1e100};
  ptl_context *context = ptl_context_create(NULL);
  instance k;
  for (int i = 0; sample(context, i, &k); i++)
    for (size_t s = 0; s < sizeof hostile / sizeof *hostile; s++) {
      double state[PTL_MAX_FRICTION_STATES];
      sizes(&k, state);
      for (int e = 0; e < k.law->n_states; e++) state[e] *= 0.3;
      ptl_friction_out out = ask(&k, hostile[s], 1e6, state);
      assert_true(isfinite(out.force) && isfinite(out.d_slip) && isfinite(out.d_normal));
      for (int e = 0; e < k.law->n_states; e++)
        assert_true(isfinite(out.rate[e]) && isfinite(out.d_state[e]));
    }
  ptl_context_destroy(context);
}

/* ---------------------------------------------------------------- against the formulae in print */

static double force_of(ptl_context *context, const char *name, const double *c, int n, double slip,
                       double normal) {
  instance k = {.law = ptl_find_type(context, PTL_FRICTION, name)};
  ptl_reason why = {""};
  double state[PTL_MAX_FRICTION_STATES] = {0};
  memcpy(k.c, c, sizeof(double) * (size_t)n);
  if (k.law->prepare && k.law->prepare(k.c, &why)) fail_msg("%s: %s", name, why.text);
  if (k.law->n_states > 0) k.law->steady(k.c, slip, state);
  return ask(&k, slip, normal, state).force;
}

/* Each law at slip rates of its regimes, from the formula of its source, written out once more. */
static void formulae(void **unused) {
  (void)unused;
  ptl_context *context = ptl_context_create(NULL);
  const double mu[] = {0.3, 2e-3};
  assert_near(force_of(context, "coulomb", mu, 2, 1e-3, 10.0), 3.0 * tanh(0.5), 1e-14);
  assert_near(force_of(context, "coulomb", mu, 2, -1.0, 10.0), -3.0, 1e-14);
  assert_near(force_of(context, "threlfall", mu, 2, 1e-3, 10.0), 3.0 * (1.0 - exp(-1.5)), 1e-14);
  assert_near(force_of(context, "threlfall", mu, 2, 5.0, 10.0), 3.0 * 0.950212931632, 1e-11);
  const double ambrosio[] = {0.3, 1e-3, 2e-3};
  assert_near(force_of(context, "ambrosio", ambrosio, 3, 0.9e-3, 10.0), 0.0, 0.0);
  assert_near(force_of(context, "ambrosio", ambrosio, 3, -1.25e-3, 10.0), -0.75, 1e-14);
  assert_near(force_of(context, "ambrosio", ambrosio, 3, 0.2, 10.0), 3.0, 1e-14);
  const double bengisu[] = {0.3, 0.5, 2e-3, 50.0};
  assert_near(force_of(context, "bengisu_akay", bengisu, 4, 2e-3, 10.0), 5.0, 1e-14);
  assert_near(force_of(context, "bengisu_akay", bengisu, 4, 0.5e-3, 10.0),
              10.0 * (0.5 - 0.5 / 4e-6 * 1.5e-3 * 1.5e-3), 1e-14);
  assert_near(force_of(context, "bengisu_akay", bengisu, 4, 0.022, 10.0),
              10.0 * (0.3 + 0.2 * exp(-1.0)), 1e-13);
  const double stribeck[] = {0.3, 0.5, 0.01, 2.0, 0.1, 1e-3};
  assert_near(force_of(context, "stribeck", stribeck, 6, 0.02, 10.0),
              10.0 * (0.3 + 0.2 * exp(-4.0) + 0.002), 1e-13);
  ptl_context_destroy(context);
}

/* Steady sliding of the bristle laws: F = N (g(v) sgn v + s2 v), g = mu_k + (mu_s - mu_k)
 * e^-(v/v_s)^2 (Canudas de Wit et al. 1995, eq. 4), and z' = 0 there. */
static void bristles_have_their_steady_curve(void **unused) {
  (void)unused;
  static const char *const names[] = {"lugre", "stick_slip"};
  ptl_context *context = ptl_context_create(NULL);
  const double c[] = {0.3, 0.5, 0.01, 2.0, 1e5, 100.0, NAN, 0.02, 1e-3, 0.7};
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2 * N_SLIPS; j++) {
      double v = (j % 2 ? -1 : 1) * slips[j / 2];
      double g = 0.3 + 0.2 * exp(-pow(v / 0.01, 2.0));
      assert_near(force_of(context, names[i], c, 10 - (i == 0), v, 8.0),
                  8.0 * (copysign(g, v) + 0.02 * v), 1e-12 * fmax(1.0, fabs(v)));
    }
  ptl_context_destroy(context);
}

static void refuse_of(ptl_context *context, const char *name, const double *c, int n,
                      const char *reason) {
  instance k = {.law = ptl_find_type(context, PTL_FRICTION, name)};
  ptl_reason why = {""};
  memcpy(k.c, c, sizeof(double) * (size_t)n);
  assert_true(k.law->prepare(k.c, &why) != 0);
  if (strstr(why.text, reason) == NULL) fail_msg("'%s' lacks '%s'", why.text, reason);
}

static void refusals(void **unused) {
  (void)unused;
  ptl_context *context = ptl_context_create(NULL);
  const double below[] = {0.3, 0.2, 1e-2, 2.0, 0.0, 1e-3};
  refuse_of(context, "stribeck", below, 6, "must not be smaller than kinetic");
  refuse_of(context, "bengisu_akay", below, 4, "must not be smaller than kinetic");
  const double crossed[] = {0.3, 1e-3, 1e-3};
  refuse_of(context, "ambrosio", crossed, 3, "must be below");
  /* s1 v_d/sqrt(2e) <= 4 mu_k allows v_d = 4 sqrt(2e) 0.3/100 = 0.02798 */
  const double wild[] = {0.3, 0.5, 0.01, 2.0, 1e5, 100.0, 0.0281, 0.0, 1e-3};
  refuse_of(context, "lugre", wild, 9, "would make energy");
  ptl_context_destroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(odd_and_none_without_load),
      cmocka_unit_test(proportional_as_declared),
      cmocka_unit_test(partials_match_differences),
      cmocka_unit_test(dissipates),
      cmocka_unit_test(continuous_in_slip),
      cmocka_unit_test(survives_hostile_slips),
      cmocka_unit_test(formulae),
      cmocka_unit_test(bristles_have_their_steady_curve),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
