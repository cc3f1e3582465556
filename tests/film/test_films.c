/* Film laws by themselves: closed forms of the short bearing, the Reynolds equation, Raimondi and
 * Boyd's table, and what every registered law promises: derivatives are derivatives, f is of degree
 * 1 in the velocity, mirror symmetric, and takes energy. */
#include "support.h"

#include "context.h"
#include "film.h"
#include "registry.h"
#include "reynolds.h"

static const double pi = 3.14159265358979324;

enum { MOST = 10000 };

typedef struct instance {
  const ptl_film_law *law;
  double c[MOST];
} instance;

/* 0 where the law refuses the slenderness. */
static int prepare(const ptl_film_law *law, double slenderness, instance *out) {
  ptl_reason why = {""};
  out->law = law;
  out->c[PTL_FILM_VISCOSITY] = 0.04;
  out->c[PTL_FILM_LENGTH] = 0.04;
  out->c[PTL_FILM_LEAST_THICKNESS] = 1e-7;
  assert_true(PTL_FILM_N_PARAMS + law->n_derived <= MOST);
  const ptl_film_env env = {0.02 / slenderness, 1e-4, slenderness};
  return law->prepare == NULL || law->prepare(out->c, &env, &why) == 0;
}

static void named(ptl_context *context, const char *name, double slenderness, instance *out) {
  assert_true(prepare(ptl_find_type(context, PTL_FILM, name), slenderness, out));
}

static ptl_film_out ask(const instance *k, double ratio, double squeeze, double slide) {
  const ptl_film_in in = {ratio, squeeze, slide};
  ptl_film_out out;
  memset(&out, 0, sizeof out);
  k->law->force(k->c, &in, &out);
  return out;
}

/* The same numbers at every run. */
static double random_part(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) * 0x1p-53;
}

/* ---------------------------------------------------------------- every law */

static void every_law_keeps_its_promises(void **state) {
  static instance k;
  ptl_type_info info;
  int n = 0;
  for (; ptl_context_get_type(*state, PTL_FILM, n, &info); n++) {
    must(*state, ptl_registry_check(*state, PTL_FILM, info.type));
    /* rotation and squeeze that are added give energy where the journal turns and parts: the law
     * says so */
    const int is_passive = strcmp(info.name, "butenschoen") != 0;
    int gives = 0;
    for (int i = 0; i < 100000; i++) {
      if (i % 1000 == 0) assert_true(prepare(info.type, 0.13 + 0.86 * random_part(), &k));
      const double ratio = 1.0 - exp(-7.0 * random_part()), a = 2.0 * pi * random_part();
      const double v[2] = {cos(a), sin(a)};
      const ptl_film_out f = ask(&k, ratio, v[0], v[1]);
      const double size = hypot(f.radial, f.tangential);
      assert_true(isfinite(size));
      gives += f.radial * v[0] + f.tangential * v[1] > 0.0;
      if (i % 100 != 0) continue;
      const ptl_film_out twice = ask(&k, ratio, 2.0 * v[0], 2.0 * v[1]);
      const ptl_film_out mirrored = ask(&k, ratio, v[0], -v[1]);
      assert_near(twice.radial, 2.0 * f.radial, 1e-9 * size);
      assert_near(twice.tangential, 2.0 * f.tangential, 1e-9 * size);
      assert_near(mirrored.radial, f.radial, 1e-9 * size);
      assert_near(mirrored.tangential, -f.tangential, 1e-9 * size);
    }
    assert_true(is_passive ? gives == 0 : gives > 0);
  }
  assert_int_equal(n, 7);
}

/* Those that a law leaves to the engine, as the short one does, are the engine's. */
static void derivatives_are_derivatives(void **state) {
  static const char *const names[] = {"short", "finite"};
  static instance k;
  for (int n = 0; n < 2; n++)
    for (int i = 0; i < 300; i++) {
      named(*state, names[n], 0.2 + random_part(), &k);
      double x[3] = {1.0 - exp(-0.1 - 4.0 * random_part()), random_part() - 0.5,
                     random_part() - 0.5};
      ptl_film_out f;
      ptl_film_ask(k.law, k.c, &(ptl_film_in){x[0], x[1], x[2]}, 1, &f);
      const double size = hypot(f.radial, f.tangential) / hypot(x[1], x[2]);
      for (int d = 0; d < 3; d++) {
        const double step = d == 0 ? 1e-5 * (1.0 - x[0]) : 1e-5 * hypot(x[1], x[2]), at = x[d];
        x[d] = at + step;
        const ptl_film_out high = ask(&k, x[0], x[1], x[2]);
        x[d] = at - step;
        const ptl_film_out low = ask(&k, x[0], x[1], x[2]);
        x[d] = at;
        const double scale = 1e-4 * (d == 0 ? size * hypot(x[1], x[2]) / (1.0 - x[0]) : size);
        assert_near(f.radial_by[d], (high.radial - low.radial) / (2.0 * step), scale);
        assert_near(f.tangential_by[d], (high.tangential - low.tangential) / (2.0 * step), scale);
      }
    }
}

/* ---------------------------------------------------------------- short bearing */

/* Steady rotation with w = 1: f_r = -4 L^2 e^2/(1 - e^2)^2, f_t = pi L^2 e/(1 - e^2)^1.5; so the
 * locus tan(attitude) = pi sqrt(1 - e^2)/(4 e) and S L^2 = (1 - e^2)^2/(pi e sqrt(pi^2 (1 - e^2) +
 * 16 e^2)), Ocvirk. */
static void short_bearing_rests_on_its_locus(void **state) {
  static instance k;
  named(*state, "short", 0.25, &k);
  for (double e = 0.05; e < 0.999; e += 0.05) {
    const double square = 0.25 * 0.25, d = 1.0 - e * e;
    const ptl_film_out f = ask(&k, e, 0.0, -0.5 * e);
    const double size = hypot(f.radial, f.tangential);
    assert_near(f.radial, -4.0 * square * e * e / (d * d), 1e-9 * size);
    assert_near(f.tangential, pi * square * e / (d * sqrt(d)), 1e-9 * size);
    assert_near(f.tangential / -f.radial, pi * sqrt(d) / (4.0 * e), 1e-9 * pi / e);
    const double sommerfeld = square / (pi * size);
    assert_near(sommerfeld, d * d / (pi * e * sqrt(pi * pi * d + 16.0 * e * e)), 1e-9 * sommerfeld);
  }
}

/* Force of the film on the journal at e = (x, y) with e' for w = 1 and C = c = 1, in a frame that
 * stands. */
static void force_at(const instance *k, const double x[4], double f[2]) {
  const double e = hypot(x[0], x[1]), c = x[0] / e, s = x[1] / e;
  const double v[2] = {x[2] + 0.5 * x[1], x[3] - 0.5 * x[0]};
  const ptl_film_out out = ask(k, e, c * v[0] + s * v[1], -s * v[0] + c * v[1]);
  f[0] = c * out.radial - s * out.tangential;
  f[1] = s * out.radial + c * out.tangential;
}

/* The eight coefficients at ratio 0.5, K c/W and C c w/W along and across the load, from their
 * closed forms (h0 = (pi^2 (1 - e^2) + 16 e^2)^-1.5 and so on, Childs 1993, ch. 3). */
static void short_bearing_has_its_eight_coefficients(void **state) {
  static const double want[2][4] = {{2.9233, 3.9766, 0.8577, 2.2099},
                                    {6.6148, 2.2450, 2.2450, 3.0539}};
  static instance k;
  named(*state, "short", 0.2, &k);
  double x[4] = {0.5, 0.0, 0.0, 0.0}, f[2];
  force_at(&k, x, f);
  const double load = hypot(f[0], f[1]), l[2] = {-f[0] / load, -f[1] / load}, n[2] = {-l[1], l[0]};
  for (int kind = 0; kind < 2; kind++) {
    double m[2][2];
    for (int j = 0; j < 2; j++) {
      double high[2], low[2];
      const double step = 1e-6;
      x[2 * kind + j] += step;
      force_at(&k, x, high);
      x[2 * kind + j] -= 2.0 * step;
      force_at(&k, x, low);
      x[2 * kind + j] += step;
      for (int i = 0; i < 2; i++) m[i][j] = -(high[i] - low[i]) / (2.0 * step * load);
    }
    const double *const axes[2] = {l, n};
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) {
        double value = 0.0;
        for (int a = 0; a < 2; a++)
          for (int b = 0; b < 2; b++) value += axes[i][a] * m[a][b] * axes[j][b];
        assert_near(fabs(value), want[kind][2 * i + j], 2e-4);
      }
  }
}

/* Pure squeeze of the half film: f_r = -4 g ... against quadrature of cos^2/(1 + e cos)^3, by the
 * trapezoidal rule on the half circle with 20000 parts. */
static void short_bearing_equals_quadrature(void **state) {
  static instance k;
  for (int i = 0; i < 200; i++) {
    const double slenderness = 0.05 + random_part(), e = 0.98 * random_part();
    const double a = 2.0 * pi * random_part(), v[2] = {cos(a), sin(a)};
    named(*state, "short", slenderness, &k);
    const ptl_film_out f = ask(&k, e, v[0], v[1]);
    double radial = 0.0, tangential = 0.0;
    enum { PARTS = 20000 };
    for (int j = 0; j <= PARTS; j++) { /* between a + pi/2 and a + 3 pi/2 the source is negative */
      const double t = a + pi * (0.5 + (double)j / PARTS), h = 1.0 + e * cos(t);
      const double p =
          -4.0 * slenderness * slenderness * (v[0] * cos(t) + v[1] * sin(t)) / (h * h * h);
      const double weight = (j == 0 || j == PARTS ? 0.5 : 1.0) * pi / PARTS;
      radial += weight * p * cos(t);
      tangential += weight * p * sin(t);
    }
    const double size = hypot(radial, tangential);
    assert_near(f.radial, radial, 1e-5 * size);
    assert_near(f.tangential, tangential, 1e-5 * size);
  }
}

/* ---------------------------------------------------------------- finite bearing */

/* Fresh solutions of the Reynolds equation on other meshes than those of the table, at
 * slendernesses from 1/85 to 3 and gaps down to 1e-4 of the clearance; half of the directions about
 * the one in which the film leaves the narrowest gap. */
static void finite_bearing_equals_fresh_solutions(void **state) {
  static instance k;
  ptl_reynolds *const mesh[2] = {ptl_reynolds_create(360, 12), ptl_reynolds_create(540, 18)};
  double sum = 0.0;
  enum { STATES = 40 };
  for (int i = 0; i < STATES; i++) {
    const double slenderness = 3.0 * pow(2.0, -8.0 * random_part());
    const double gap = exp(log(1e-4) * random_part()), e = 1.0 - gap, near = 4.0 * sqrt(gap);
    const double a = i % 2 == 0 ? 2.0 * pi * random_part()
                                : 0.5 * pi + fmin(near, 0.5) * (2.0 * random_part() - 1.0);
    double coarse[2], fine[2];
    named(*state, "finite", slenderness, &k);
    const ptl_film_out f = ask(&k, e, cos(a), sin(a));
    assert_true(ptl_reynolds_force(mesh[0], slenderness, e, cos(a), sin(a), coarse));
    assert_true(ptl_reynolds_force(mesh[1], slenderness, e, cos(a), sin(a), fine));
    for (int j = 0; j < 2; j++) fine[j] += (fine[j] - coarse[j]) / 1.25;
    const double error =
        hypot(f.radial - fine[0], f.tangential - fine[1]) / hypot(fine[0], fine[1]);
    if (!(error < 1e-3))
      fail_msg("error %g at L/D %g, gap %g, direction %g", error, slenderness, gap, a);
    sum += error;
  }
  assert_true(sum / STATES < 2e-4);
  for (int i = 0; i < 2; i++) ptl_reynolds_destroy(mesh[i]);
}

/* Where L/D is small the half film of Ocvirk in closed form, whose force is less by terms in
 * (L/D)^2. */
static void finite_bearing_has_the_short_one_as_its_limit(void **state) {
  static instance finite, ocvirk;
  named(*state, "finite", 1e-3, &finite);
  named(*state, "short", 1e-3, &ocvirk);
  for (int i = 0; i < 200; i++) {
    const double e = 0.95 * random_part(), a = 2.0 * pi * random_part();
    const ptl_film_out f = ask(&finite, e, cos(a), sin(a)), g = ask(&ocvirk, e, cos(a), sin(a));
    assert_true(hypot(f.radial - g.radial, f.tangential - g.tangential) <
                1e-3 * hypot(g.radial, g.tangential));
  }
}

/* The pressure of every law that gives one carries the law's force: the integrals of -p cos and -p
 * sin around, by the trapezoidal rule, which a kink at the cavity's edge leaves an error of some
 * 1/n^2; of `finite` within 1.5 %, of which 1 % is the mesh. Nowhere is it below 0, and it turns
 * with the film velocity. */
static void pressure_carries_the_force(void **state) {
  enum { N = 2000 };
  static instance k;
  static double p[N], mirrored[N];
  static const char *const names[] = {"short", "finite"};
  for (int law = 0; law < 2; law++) {
    for (int i = 0; i < 12; i++) {
      named(*state, names[law], 0.25 + 0.05 * i, &k);
      const double ratio = 0.08 * i + 0.05, a = 2.0 * pi * random_part();
      const ptl_film_in in = {ratio, cos(a), sin(a)}, other = {ratio, cos(a), -sin(a)};
      const ptl_film_out f = ask(&k, ratio, cos(a), sin(a));
      const double size = hypot(f.radial, f.tangential);
      assert_int_equal(k.law->pressure(k.c, &in, N, p), 0);
      assert_int_equal(k.law->pressure(k.c, &other, N, mirrored), 0);
      double radial = 0.0, tangential = 0.0;
      for (int j = 0; j < N; j++) {
        const double angle = 2.0 * pi * j / N;
        assert_true(p[j] >= 0.0);
        assert_near(mirrored[(N - j) % N], p[j], 1e-6 * size);
        radial -= p[j] * cos(angle) * 2.0 * pi / N;
        tangential -= p[j] * sin(angle) * 2.0 * pi / N;
      }
      const double off = law == 0 ? 1e-4 : 0.015;
      assert_near(radial, f.radial, off * size);
      assert_near(tangential, f.tangential, off * size);
    }
  }
}

/* S and attitude of Raimondi & Boyd, Trans. ASLE 1958, 1, 159, part III: film with Reynolds'
 * border. */
static void finite_bearing_meets_raimondi_and_boyd(void **state) {
  static const struct {
    double slenderness, ratio, sommerfeld, attitude, tolerance; /* of the attitude [deg] */
  } table[] = {{1.0, 0.1, 1.33, 79.5, 5.0},   {1.0, 0.4, 0.264, 63.0, 3.0},
               {1.0, 0.6, 0.121, 50.0, 2.0},  {1.0, 0.8, 0.0446, 36.0, 1.5},
               {1.0, 0.9, 0.0188, 26.0, 1.0}, {0.5, 0.2, 2.03, 75.0, 1.5},
               {0.5, 0.6, 0.319, 48.0, 1.0},  {0.5, 0.9, 0.0313, 23.0, 1.0},
               {0.25, 0.4, 2.83, 61.0, 1.0},  {0.25, 0.8, 0.261, 31.0, 1.0}};
  static instance k;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    named(*state, "finite", table[i].slenderness, &k);
    const ptl_film_out f = ask(&k, table[i].ratio, 0.0, -0.5 * table[i].ratio);
    const double sommerfeld = 1.0 / (pi * hypot(f.radial, f.tangential));
    assert_near(sommerfeld, table[i].sommerfeld, 0.03 * table[i].sommerfeld);
    assert_near(atan2(f.tangential, -f.radial) * 180.0 / pi, table[i].attitude, table[i].tolerance);
  }
}

/* Booker's short mobility is the limit of Moes': M_xi = (1 - xi)^2.5/(pi s^2), M_eta = -4 eta (1 -
 * xi)^1.5/(pi s^2) on the way to s = 0, where it differs from the half film by a few per cent. In
 * pure approach the exact limits are known: v = P M/(2 C). */
static void moes_inverts_its_mobility(void **state) {
  static instance k;
  named(*state, "moes", 0.5, &k);
  for (double e = 0.1; e < 0.99; e += 0.1) {
    const double gap = 1.0 - e, along = 0.15 * (1.0 + 2.12 * gap * 4.0) * pow(gap, 1.5);
    const ptl_film_out f = ask(&k, e, 1.0, 0.0);
    assert_near(f.radial, -2.0 / along, 1e-9 / along);
    assert_near(f.tangential, 0.0, 1e-6 / along);
  }
  for (int i = 0; i < 200; i++) { /* the mobility at the force found gives the velocity back */
    const double e = 0.99 * random_part(), a = 2.0 * pi * random_part();
    const ptl_film_out f = ask(&k, e, cos(a), sin(a));
    const double load = hypot(f.radial, f.tangential), c = -f.radial / load,
                 s = -f.tangential / load;
    const double xi = e * c, eta = -e * s, gap = 1.0 - xi, q = 4.0 * gap;
    const double m[2] = {0.15 * (1.0 + 2.12 * q) * pow(gap, 1.5),
                         -0.1125 * eta * (1.0 + 3.6 * q) * sqrt(gap)};
    assert_near(0.5 * load * (m[0] * c - m[1] * s), cos(a), 1e-8);
    assert_near(0.5 * load * (m[0] * s + m[1] * c), sin(a), 1e-8);
  }
}

/* Limits of the formula in print: continuous where eps' changes its sign, half Sommerfeld film in
 * rotation, and 12 pi/(1 - e^2)^1.5, twice the half film, in approach; no force in the limit of a
 * journal that parts at no speed. */
static void pinkus_sternlicht_has_its_limits(void **state) {
  static instance k;
  named(*state, "pinkus_sternlicht", 2.0, &k);
  const double e = 0.5, d = 0.75;
  const ptl_film_out turn = ask(&k, e, 0.0, -0.5 * e);
  assert_near(turn.radial, -12.0 * e * e / ((2.0 + e * e) * d), 1e-12);
  assert_near(turn.tangential, 6.0 * pi * e / ((2.0 + e * e) * sqrt(d)), 1e-12);
  assert_near(ask(&k, e, 1e-6, -0.5 * e).radial, -1.77781, 1e-5);
  assert_near(ask(&k, e, -1e-6, -0.5 * e).radial, -1.77774, 1e-5);
}

static void refusals_name_the_remedy(void **state) {
  ptl_reason why = {""};
  static double c[MOST];
  const ptl_film_law *law = ptl_find_type(*state, PTL_FILM, "finite");
  assert_true(law->prepare(c, &(ptl_film_env){0.01, 1e-4, 3.1}, &why));
  assert_non_null(strstr(why.text, "'pinkus_sternlicht'"));
  law = ptl_find_type(*state, PTL_FILM, "butenschoen");
  assert_true(law->prepare(c, &(ptl_film_env){0.01, 1e-4, 1.5}, &why));
  assert_non_null(strstr(why.text, "'finite'"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(every_law_keeps_its_promises, make_context, drop_context),
      cmocka_unit_test_setup_teardown(derivatives_are_derivatives, make_context, drop_context),
      cmocka_unit_test_setup_teardown(short_bearing_rests_on_its_locus, make_context, drop_context),
      cmocka_unit_test_setup_teardown(short_bearing_has_its_eight_coefficients, make_context,
                                      drop_context),
      cmocka_unit_test_setup_teardown(short_bearing_equals_quadrature, make_context, drop_context),
      cmocka_unit_test_setup_teardown(pressure_carries_the_force, make_context, drop_context),
      cmocka_unit_test_setup_teardown(finite_bearing_equals_fresh_solutions, make_context,
                                      drop_context),
      cmocka_unit_test_setup_teardown(finite_bearing_has_the_short_one_as_its_limit, make_context,
                                      drop_context),
      cmocka_unit_test_setup_teardown(finite_bearing_meets_raimondi_and_boyd, make_context,
                                      drop_context),
      cmocka_unit_test_setup_teardown(moes_inverts_its_mobility, make_context, drop_context),
      cmocka_unit_test_setup_teardown(pinkus_sternlicht_has_its_limits, make_context, drop_context),
      cmocka_unit_test_setup_teardown(refusals_name_the_remedy, make_context, drop_context)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
