/* Elastic laws against tables in print and against their own implicit formulae. */
#include <math.h>

#include "csv.h"
#include "law_samples.h"
#include "log_law.h"

static const double pi = 3.14159265358979323846;

static void close_to(double got, double wanted, double relative, const char *what) {
  if (!(fabs(got - wanted) <= relative * fabs(wanted)))
    fail_msg("%s: %.12g, expected %.12g within %g", what, got, wanted, relative);
}

static ptl_law *create(ptl_context *context, const char *name, const char *form,
                       const ptl_contact_def *surroundings) {
  ptl_contact_def def = *surroundings;
  const ptl_given given = {.name = "form", .word = form};
  ptl_law *law;
  def.elastic = (ptl_type_use){name, &given, form ? 1 : 0};
  if (ptl_law_create(context, &def, &law) != PTL_OK)
    fail_msg("%s: %s", name, ptl_context_message(context));
  return law;
}

static double force_at(const ptl_law *law, double depth) {
  ptl_contact_out out;
  ptl_law_force(law, depth, 0, 1, NULL, &out, NULL);
  return out.force;
}

/* Depth of a force, by bisection on the law. */
static double depth_at(const ptl_law *law, double force) {
  double low = 0, high = fmin(1, ptl_law_get_max_depth(law));
  for (int i = 0; i < 200; i++) {
    const double mid = (low + high) / 2;
    if (force_at(law, mid) < force)
      low = mid;
    else
      high = mid;
  }
  return (low + high) / 2;
}

/* ------------------------------------------------------------------ the logarithmic relation */

/* u - ln u = 1 + ln(1/share), solved by Newton in long double. Expected error: the law's header
 * claims 1e-15, growing as the square root of the rounding towards share 1. */
static void logarithmic_root(void **state) {
  (void)state;
  for (int i = 0; i < 40000; i++) {
    const double t = 0.001 * (i + 1), share = exp(-t * t / 2); /* to the smallest double */
    if (share == 0) break;
    const long double y = 1 - logl((long double)share);
    long double u = ptl_log_law_root(share);
    for (int k = 0; k < 4; k++) u -= (u - logl(u) - y) * u / (u - 1);
    const double error = (double)fabsl(ptl_log_law_root(share) - u) / (double)u;
    if (!(error < 1e-15 + 2e-16 / t)) fail_msg("share %g: error %g", share, error);
  }
  assert_true(ptl_log_law_root(1) == 1);
  assert_true(isnan(ptl_log_law_root(1.0000001)));
  assert_true(isnan(ptl_log_law_root(-1)));
}

/* d(W) as the sources print it, from the force that the law gives for d; up to 0.99999 of the
 * largest depth, where dW/dd is infinite. */
static void implicit_formulae(void **state) {
  static const struct {
    const char *name, *form;
  } laws[] = {{"johnson", NULL},         {"radzimovsky", "width"},
              {"radzimovsky", "tables"}, {"goldsmith", "m3"},
              {"goldsmith", "m1"},       {"dubowsky_freudenstein", NULL},
              {"esdu_78035", "printed"}, {"esdu_78035", "h_over_pi"}};
  ptl_context *context = ptl_context_create(NULL);
  ptl_contact_def def = sample_surroundings();
  def.poisson_a = 0.3;
  def.young_b = 7e10;
  (void)state;
  const double h = (1 - 0.3 * 0.3) / def.young_a + (1 - 0.29 * 0.29) / def.young_b, L = def.length;
  const double ri = 0.0505, rj = 0.05, dr = ri - rj, R = ri * rj / dr, per_pi = h / pi;
  for (int k = 0; k < 8; k++) {
    ptl_law *law = create(context, laws[k].name, laws[k].form, &def);
    const double deepest = ptl_law_get_max_depth(law);
    for (int i = 1; i < 60; i++) {
      const double depth = fmin(deepest * 0.99999, deepest * pow(2, 1 - i));
      const double F = force_at(law, depth), W = F / L;
      const double b = 1.6 * sqrt((k == 1 ? 2 : 1) * W * R * h);
      const double printed[] = {W * per_pi * (log(4 * pi * dr / (h * W)) - 1),
                                W * per_pi * (2.0 / 3 + log(4 * ri / b) + log(4 * rj / b)),
                                W * per_pi * (2.0 / 3 + log(4 * ri / b) + log(4 * rj / b)),
                                W * per_pi * (log(L * L * L / (F * R * per_pi)) + 1),
                                W * per_pi * (log(100 / (W * R * per_pi)) + 1),
                                F * per_pi / L * (log(L * L * L * dr / (F * ri * rj * per_pi)) + 1),
                                W * h * (log(4 * L * dr / (F * h)) + 1),
                                W * per_pi * (log(4 * L * dr / (F * per_pi)) + 1)};
      close_to(printed[k], depth, 1e-12, laws[k].name);
    }
    ptl_law_destroy(context, law);
  }
  ptl_context_destroy(context);
}

/* ------------------------------------------------------------------ tables in print */

/* Autiero et al., Machines 2022, 10, 966.
 *
 * Ordinary least squares on F of F = K d^n over W = 1 ... 1000 N/mm in steps of 1, L = 1 mm, in N
 * and mm; the largest relative error over d >= 1 um. These are the conditions under which the
 * tables are reproduced. */
static void fit(const ptl_law *law, double *K, double *n, double *largest_percent) {
  static double lnd[1000];
  double a = log(3e4), b = 1.1;
  for (int i = 0; i < 1000; i++) lnd[i] = log(1000 * depth_at(law, i + 1));
  for (int turn = 0; turn < 60; turn++) {
    double aa = 0, ab = 0, bb = 0, ra = 0, rb = 0;
    for (int i = 0; i < 1000; i++) { /* Gauss and Newton in ln K and n */
      const double f = exp(a + b * lnd[i]), r = i + 1 - f, g = f * lnd[i];
      aa += f * f, ab += f * g, bb += g * g, ra += f * r, rb += g * r;
    }
    a += (ra * bb - rb * ab) / (aa * bb - ab * ab);
    b += (aa * rb - ab * ra) / (aa * bb - ab * ab);
  }
  *K = exp(a);
  *n = b;
  *largest_percent = 100 * fabs(*K * pow(1e-3, *n) / force_at(law, 1e-6) - 1);
  for (int i = 0; i < 1000; i++)
    if (lnd[i] >= log(1e-3))
      *largest_percent = fmax(*largest_percent, 100 * fabs(exp(a + b * lnd[i]) / (i + 1) - 1));
}

static ptl_contact_def pair_of(const char *material, double radius_a, double radius_b) {
  ptl_contact_def def = ptl_contact_default();
  const int steel = strcmp(material, "steel") == 0;
  def.name = "table";
  def.young_a = def.young_b = steel ? 207e9 : 70e9;
  def.poisson_a = def.poisson_b = steel ? 0.3 : 0.33;
  def.radius_a = radius_a;
  def.radius_b = radius_b;
  def.length = 1e-3;
  return def;
}

static double rounded(double value, int digits) {
  char text[40];
  snprintf(text, sizeof text, "%.*e", digits - 1, value);
  return strtod(text, NULL);
}

/* Tables 2 to 9, row by row. The hole has 100 mm, which only Goldsmith's law can tell. Misprints:
 *   Table 8 (ESDU, steel): every K a decade too small: the other materials and Table 11 scale as
 * the right value does; Table 9 (ESDU, aluminium): the n column repeats Table 8's; Table 5
 * (Johnson, aluminium), 80 mm: n 1.108, printed 1.083 (0.38 dR would be needed); Table 4 (Johnson,
 * steel), 10 mm: K 6.56e4, printed 6.54e4. cyl_fits.csv, made with an independent solver, agrees to
 * its printed digits. */
static void printed_tables(void **state) {
  static const struct {
    const char *model, *law, *form;
  } laws[] = {{"Radzimovsky", "radzimovsky", "tables"},
              {"Johnson", "johnson", NULL},
              {"Goldsmith", "goldsmith", "m1"},
              {"ESDU", "esdu_78035", "printed"}};
  static const double esdu_alu_n[] = {1.2002, 1.1369, 1.1250, 1.1099, 1.1021, 1.0992};
  ptl_context *context = ptl_context_create(NULL);
  csv table = csv_open("cyl_fits.csv");
  int rows = 0, misprints = 0;
  (void)state;
  while (csv_next(&table) && strlen(table.field[2]) > 0) {
    const char *model = table.field[0], *material = table.field[1];
    const double play = csv_number(&table, 2) / 1000;
    const double K_printed = csv_number(&table, 3), n_printed = csv_number(&table, 6);
    const ptl_contact_def def = pair_of(material, -0.1, 0.1 - play);
    int k = 0;
    while (strcmp(laws[k].model, model) != 0) k++;
    ptl_law *law = create(context, laws[k].law, laws[k].form, &def);
    double K, n, worst;
    fit(law, &K, &n, &worst);
    ptl_law_destroy(context, law);

    close_to(K, csv_number(&table, 4), 1e-5, "K of cyl_fits.csv");
    close_to(n, csv_number(&table, 7), 1e-5, "n of cyl_fits.csv");
    assert_true(fabs(worst - csv_number(&table, 9)) < 2e-3);
    assert_true(fabs(worst - csv_number(&table, 8)) < 0.16);

    const int steel = strcmp(material, "steel") == 0;
    const int table4 = k == 1 && steel && play == 0.01;
    const int table5 = k == 1 && !steel && play == 0.08;
    const int table8 = k == 3 && steel, table9 = k == 3 && !steel;
    misprints += table4 + table5 + table8 + table9;
    if (table4) {
      assert_true(rounded(K, 3) == 6.56e4 && K_printed == 6.54e4);
    } else if (table8) {
      assert_true(rounded(K, 3) == 10 * K_printed);
    } else if (steel) {
      assert_true(fabs(K - K_printed) <= 0.55 * pow(10, floor(log10(K)) - 2));
    } else {
      close_to(K, K_printed, 2.2e-4, "K of a table for aluminium");
    }
    if (table5) {
      assert_true(fabs(n - 1.108) < 5e-4 && n_printed == 1.083);
    } else if (table9) {
      assert_true(fabs(n - esdu_alu_n[rows % 6]) < 5e-5 && n - n_printed > 9e-3);
    } else {
      assert_true(fabs(n - n_printed) < 1e-3);
    }
    rows++;
    if (rows == 48) break;
  }
  fclose(table.file);
  assert_int_equal(rows, 48);
  assert_int_equal(misprints, 1 + 1 + 6 + 6);
  ptl_context_destroy(context);
}

/* Table 11, with what it was found to be made from: the inner row with a pin of 7.5 mm in place of
 * 7.9 (and R_i - R_p for R_i + R_p in ESDU's), the dR labels of the first two rows swapped, and
 * Lankarani's K as pi/10 of (4/3) E* sqrt(R). A pin of 7.9 mm would give other digits. */
static void table_11(void **state) {
  static const struct {
    const char *law, *form;
    double ra, rb, K, n;
  } rows[] = {{"johnson", NULL, 0.052, 0.0075, 4.914e4, 1.10},
              {"radzimovsky", "tables", 0.052, 0.0075, 4.321e4, 1.09},
              {"goldsmith", "m1", 0.052, 0.0075, 1.717e4, 1.04},
              {"esdu_78035", "printed", -0.052, 0.0075, 1.300e4, 1.09},
              {"johnson", NULL, -0.068, 0.0079, 4.907e4, 1.10},
              {"radzimovsky", "tables", -0.068, 0.0079, 4.315e4, 1.09},
              {"goldsmith", "m1", -0.068, 0.0079, 1.743e4, 1.04},
              {"esdu_78035", "printed", -0.068, 0.0079, 1.254e4, 1.09},
              {"johnson", NULL, -0.008, 0.0079, 3.147e5, 1.28},
              {"radzimovsky", "tables", -0.008, 0.0079, 1.846e5, 1.22},
              {"goldsmith", "m1", -0.008, 0.0079, 2.221e4, 1.05},
              {"esdu_78035", "printed", -0.008, 0.0079, 4.786e4, 1.22}};
  static const double lankarani[][3] = {
      {0.052, 0.0075, 1.220e5}, {-0.068, 0.0079, 1.424e5}, {-0.008, 0.0079, 1.198e6}};
  ptl_context *context = ptl_context_create(NULL);
  (void)state;
  for (int i = 0; i < 12; i++) {
    const ptl_contact_def def = pair_of("steel", rows[i].ra, rows[i].rb);
    ptl_law *law = create(context, rows[i].law, rows[i].form, &def);
    double K, n, worst;
    fit(law, &K, &n, &worst);
    close_to(K, rows[i].K, 4e-4, rows[i].law);
    assert_true(fabs(n - rows[i].n) < 6e-3);
    ptl_law_destroy(context, law);
  }
  for (int i = 0; i < 3; i++) {
    const ptl_contact_def def = pair_of("steel", lankarani[i][0], lankarani[i][1]);
    ptl_law *law = create(context, "lankarani_nikravesh", NULL, &def);
    const double in_mm = force_at(law, 1e-3); /* K in N/mm^1.5 is the force at 1 mm */
    close_to(in_mm * pi / 10, lankarani[i][2], 5e-4, "Lankarani-Nikravesh");
    ptl_law_destroy(context, law);
  }
  /* The pin's true radius gives another digit: 1.249e5, not the printed 1.220e5. */
  const ptl_contact_def def = pair_of("steel", 0.052, 0.0079);
  ptl_law *law = create(context, "lankarani_nikravesh", NULL, &def);
  assert_true(rounded(force_at(law, 1e-3) * pi / 10, 4) == 1.248e5);
  ptl_law_destroy(context, law);
  ptl_context_destroy(context);
}

/* ------------------------------------------------------------------ other elastic laws */

/* Y of the 2014 law is continuous at dR = 0.34954 mm (1.156278 on both sides), that of 2011 jumps
 * at 0.75 mm from 1.0852 to 1.1104. Beside Johnson's law at d = 5 um, 2011 lies 7 to 20 % below
 * it; 2014 within 8 % up to dR = 1 mm and 30 % below at 10 mm. */
static void pereira(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  static const struct {
    const char *law;
    double play, at_least, at_most; /* force over Johnson's */
  } rows[] = {{"pereira_2011", 0.1e-3, 0.79, 0.94},
              {"pereira_2011", 9.9e-3, 0.79, 0.94},
              {"pereira_2014", 0.1e-3, 0.915, 1.085},
              {"pereira_2014", 1e-3, 0.915, 1.085},
              {"pereira_2014", 9.9e-3, 0.65, 0.75}};
  (void)state;
  for (int i = 0; i < 5; i++) {
    const ptl_contact_def def = pair_of("steel", -0.05, 0.05 - rows[i].play);
    ptl_law *law = create(context, rows[i].law, NULL, &def);
    ptl_law *johnson = create(context, "johnson", NULL, &def);
    const double ratio = force_at(law, 5e-6) / force_at(johnson, 5e-6);
    if (!(ratio > rows[i].at_least && ratio < rows[i].at_most))
      fail_msg("%s at %g m: %g of Johnson", rows[i].law, rows[i].play, ratio);
    ptl_law_destroy(context, law);
    ptl_law_destroy(context, johnson);
  }
  for (int i = 0; i < 2; i++) {
    const double edge = i == 0 ? 0.75e-3 : 0.34954e-3;
    double n[2];
    for (int side = 0; side < 2; side++) {
      const ptl_contact_def def =
          pair_of("steel", -0.05, 0.05 - edge * (1 + 1e-9 * (2 * side - 1)));
      ptl_law *law = create(context, i == 0 ? "pereira_2011" : "pereira_2014", NULL, &def);
      n[side] = log(force_at(law, 2e-6) / force_at(law, 1e-6)) / log(2);
      ptl_law_destroy(context, law);
    }
    const double per_y = pow(1000 * edge, -0.005);
    if (i == 0) {
      close_to(n[0] / per_y, 1.0852, 5e-5, "Y of 2011 below 0.75 mm");
      close_to(n[1] / per_y, 1.1104, 5e-5, "Y of 2011 above 0.75 mm");
    } else {
      close_to(n[0] / per_y, 1.156278, 1e-6, "Y of 2014 below 0.34954 mm");
      close_to(n[1] / per_y, 1.156278, 1e-6, "Y of 2014 above 0.34954 mm");
    }
  }
  ptl_context_destroy(context);
}

/* Wang & Gao, Actuators 2023, 12, 89, Table 1: E = 206.8 GPa, nu = 0.29, R_2 = 50 mm. The reference
 * was computed from the formulae in another language; it bears its ten digits. */
static void socket_static(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  csv table = csv_open("socket_static.csv");
  int rows = 0;
  (void)state;
  while (csv_next(&table)) {
    static const struct {
      const char *law;
      double index;
    } column[] = {{"hertz", 0}, {"liu", 2}, {"wang_gao", 1}, {"wang_gao", 2}, {"wang_gao", 3}};
    for (int i = 0; i < 5; i++) {
      ptl_contact_def def = sample_surroundings();
      const ptl_given index = {.name = "index", .value = {column[i].index}};
      def.radius_a = -csv_number(&table, 0);
      def.elastic = (ptl_type_use){column[i].law, &index, i > 0};
      ptl_law *law;
      assert_int_equal(ptl_law_create(context, &def, &law), PTL_OK);
      close_to(force_at(law, csv_number(&table, 1)), csv_number(&table, 2 + i), 1e-9,
               column[i].law);
      ptl_law_destroy(context, law);
    }
    rows++;
  }
  assert_int_equal(rows, 60);
  ptl_context_destroy(context);
}

/* Closed forms: for small d Wang and Gao's force is sqrt(2) times Hertz's with n = 1, and 1.697
 * times with n = 2; Liu's is larger by sqrt(R_1/R_2). Their energy tends to 2/5 F d. */
static void socket_limits(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_contact_def def = sample_surroundings();
  const ptl_given one = {.name = "index", .value = {1}}, two = {.name = "index", .value = {2}};
  const double d = 1e-11;
  (void)state;
  ptl_law *hertz = create(context, "hertz", NULL, &def);
  def.elastic = (ptl_type_use){"wang_gao", &one, 1};
  ptl_law *first;
  assert_int_equal(ptl_law_create(context, &def, &first), PTL_OK);
  def.elastic = (ptl_type_use){"wang_gao", &two, 1};
  ptl_law *second;
  assert_int_equal(ptl_law_create(context, &def, &second), PTL_OK);
  def.elastic = (ptl_type_use){"liu", &two, 1};
  ptl_law *liu;
  assert_int_equal(ptl_law_create(context, &def, &liu), PTL_OK);
  close_to(force_at(first, d) / force_at(hertz, d), sqrt(2), 1e-6, "n = 1");
  close_to(force_at(second, d) / force_at(hertz, d), sqrt(2) * 1.2, 1e-6, "n = 2");
  close_to(force_at(liu, d) / force_at(second, d), sqrt(1.01), 1e-6, "Liu");
  ptl_contact_out out;
  ptl_law_force(second, d, 0, 1, NULL, &out, NULL);
  close_to(out.energy, 0.4 * out.force * d, 1e-6, "energy");
  ptl_law_destroy(context, hertz);
  ptl_law_destroy(context, first);
  ptl_law_destroy(context, second);
  ptl_law_destroy(context, liu);
  ptl_context_destroy(context);
}

/* Closed forms: n = 1 is Hertz's sphere; a cone (n = 1/2) of slope t gives F = 2 E* d^2/(pi t);
 * with n large it is the flat punch 2 E* a d. */
static void steuermann(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_contact_def def = sample_surroundings();
  const double modulus = 2.068e11 / (2 * (1 - 0.29 * 0.29)), d = 1e-5;
  ptl_given cone[3] = {{.name = "index", .value = {0.5}},
                       {.name = "rise", .value = {3e-4}},
                       {.name = "rise_radius", .value = {1e-2}}};
  ptl_law *law = create(context, "steuermann", NULL, &def);
  ptl_law *hertz = create(context, "hertz", NULL, &def);
  (void)state;
  close_to(force_at(law, d), force_at(hertz, d), 1e-14, "n = 1");
  ptl_law_destroy(context, law);
  ptl_law_destroy(context, hertz);
  def.elastic = (ptl_type_use){"steuermann", cone, 3};
  assert_int_equal(ptl_law_create(context, &def, &law), PTL_OK);
  close_to(force_at(law, d), 2 * modulus * d * d / (pi * 0.03), 1e-12, "cone");
  ptl_law_destroy(context, law);
  cone[0].value[0] = 1e6;
  assert_int_equal(ptl_law_create(context, &def, &law), PTL_OK);
  close_to(force_at(law, d), 2 * modulus * 1e-2 * d, 2e-5, "flat");
  ptl_law_destroy(context, law);
  ptl_context_destroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(logarithmic_root), cmocka_unit_test(implicit_formulae),
      cmocka_unit_test(printed_tables),   cmocka_unit_test(table_11),
      cmocka_unit_test(pereira),          cmocka_unit_test(socket_static),
      cmocka_unit_test(socket_limits),    cmocka_unit_test(steuermann),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
