/* test_design.c: the points of studies. Expected values: the printed test vectors of Philox and
 * points of the Sobol sequence (SciPy, unscrambled), quantiles and Sobol indices in closed form. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "design.h"
#include "indices.h"
#include "one_context.h"
#include "philox.h"
#include "points_file.h"
#include "rank.h"
#include "sobol.h"

static void add(ptl_design *design, const char *path, const char *text) {
  ptl_factor factor;
  const ptl_status status = ptl_factor_read(context, path, text, "", &factor);
  if (status != PTL_OK) print_error("%s\n", ptl_context_message(context));
  assert_int_equal(status, PTL_OK);
  assert_int_equal(ptl_design_add(context, design, &factor), PTL_OK);
}

/* Random123, kat_vectors, philox4x32 with 10 rounds. */
static void test_philox(void **state) {
  static const struct {
    uint32_t counter[4], key[2], out[4];
  } cases[] = {{{0}, {0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
               {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
               {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                {0xa4093822, 0x299f31d0},
                {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t out[4];
    ptl_philox(cases[i].counter, cases[i].key, out);
    assert_memory_equal(out, cases[i].out, sizeof out);
  }
}

/* scipy.stats.qmc.Sobol(d, scramble=False), SciPy 1.10. */
static void test_sobol(void **state) {
  static const struct {
    uint32_t index;
    int dimension;
    double value;
  } cases[] = {{0, 0, 0},
               {1, 5, 0.5},
               {2, 0, 0.75},
               {2, 1, 0.25},
               {2, 4, 0.75},
               {3, 5, 0.25},
               {4, 0, 0.375},
               {4, 1, 0.375},
               {4, 2, 0.625},
               {4, 3, 0.875},
               {4, 5, 0.125},
               {37, 50, 0.421875},
               {37, 57, 0.984375},
               {63, 49, 0.671875},
               {63, 59, 0.703125},
               {1000, 0, 0.2197265625},
               {1000, 100, 0.7685546875},
               {1000, 249, 0.4072265625}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_true(ptl_sobol(cases[i].index, cases[i].dimension) * 0x1p-32 == cases[i].value);
}

/* The first 2^m points have one coordinate in each interval of length 2^-m, in every dimension. */
static void test_sobol_strata(void **state) {
  (void)state;
  for (int dimension = 0; dimension < PTL_SOBOL_DIMENSIONS; dimension++) {
    int seen[256] = {0};
    for (uint32_t i = 0; i < 256; i++) seen[ptl_sobol(i, dimension) >> 24]++;
    for (int k = 0; k < 256; k++) assert_int_equal(seen[k], 1);
  }
}

static void test_quantiles(void **state) {
  (void)state;
  for (double x = -8; x <= 8; x += 0.125) {
    const double u = 0.5 * erfc(-x * M_SQRT1_2);
    if (u < 1 - 1e-9) assert_near(ptl_normal_quantile(u), x, 1e-7);
    if (x <= 0) assert_near(ptl_normal_quantile(u), x, 1e-14 * (1 + fabs(x)));
  }
  assert_near(ptl_normal_quantile(0.975), 1.9599639845400542, 1e-14);
  const ptl_distribution cut_off = {PTL_NORMAL, {1, 2, 0, INFINITY}};
  assert_true(ptl_distribution_quantile(&cut_off, 1e-12) >= 0);
  const ptl_distribution triangular = {PTL_TRIANGULAR, {1, 2, 5}};
  assert_near(ptl_distribution_quantile(&triangular, 0.25), 2, 1e-15);
  assert_near(ptl_distribution_quantile(&triangular, 1 - 1.0 / 12), 4, 1e-14);
  const ptl_distribution ratio = {PTL_LOG_UNIFORM, {1e-3, 10}};
  assert_near(ptl_distribution_quantile(&ratio, 0.5), 0.1, 1e-15);
}

static void test_grid(void **state) {
  ptl_design design = {.kind = PTL_DESIGN_GRID};
  ptl_factor_value v[3];
  char text[64];
  (void)state;
  add(&design, "joints.wrist.clearance", "0.05 mm : 1 mm : 20");
  add(&design, "joints.slot.contact", "johnson, goldsmith");
  add(&design, "parameters.stiffness", "1 kN/m : 1 MN/m : 4 log");
  assert_int_equal(ptl_design_prepare(context, &design), PTL_OK);
  assert_int_equal(design.count, 160);
  ptl_design_point(&design, 0, v);
  assert_true(v[0].number == 5e-5 && v[2].number == 1000);
  assert_string_equal(v[1].word, "johnson");
  ptl_design_point(&design, 159, v);
  assert_true(v[0].number == 1e-3 && v[2].number == 1e6);
  ptl_design_point(&design, 8 * 7 + 4 + 1, v);
  assert_near(v[0].number, 4e-4, 1e-18);
  assert_string_equal(v[1].word, "goldsmith");
  assert_near(v[2].number, 1e4, 1e-9);
  ptl_factor_value_text(&design.factors[0], &v[0], text, sizeof text);
  double number;
  char unit[8];
  assert_int_equal(sscanf(text, "%lf %7s", &number, unit), 2);
  assert_true(number == v[0].number && strcmp(unit, "m") == 0);
  ptl_design_release(context, &design);
}

static void test_one_at_a_time(void **state) {
  ptl_design design = {.kind = PTL_DESIGN_ONE_AT_A_TIME};
  ptl_factor_value v[2];
  (void)state;
  add(&design, "a", "1, 2, 3");
  add(&design, "b", "5 mm, 6 mm");
  assert_int_equal(ptl_design_prepare(context, &design), PTL_OK);
  assert_int_equal(design.count, 6);
  ptl_design_point(&design, 0, v);
  assert_true(!v[0].is_given && !v[1].is_given);
  ptl_design_point(&design, 3, v);
  assert_true(v[0].number == 3 && !v[1].is_given);
  ptl_design_point(&design, 5, v);
  assert_true(!v[0].is_given && v[1].number == 0.006);
  ptl_design_release(context, &design);
}

/* One point in each of n strata of every factor, whatever n; another seed is another order. */
static void test_latin_hypercube(void **state) {
  enum { N = 101, FACTORS = 3 };
  double first[2] = {0};
  (void)state;
  for (int seed = 0; seed < 2; seed++) {
    ptl_design design = {.kind = PTL_DESIGN_LATIN_HYPERCUBE, .n = N, .seed = (uint64_t)seed};
    add(&design, "a", "0 : 1");
    add(&design, "b", "uniform(0, 1)");
    add(&design, "c", "0 m : 1 m");
    assert_int_equal(ptl_design_prepare(context, &design), PTL_OK);
    int seen[FACTORS][N] = {{0}};
    for (int i = N - 1; i >= 0; i--) {
      ptl_factor_value v[FACTORS];
      ptl_design_point(&design, i, v);
      for (int k = 0; k < FACTORS; k++) seen[k][(int)(v[k].number * N)]++;
      if (i == 0) first[seed] = v[0].number;
    }
    for (int k = 0; k < FACTORS; k++)
      for (int i = 0; i < N; i++) assert_int_equal(seen[k][i], 1);
    ptl_design_release(context, &design);
  }
  assert_true(first[0] != first[1]);
}

/* A longer study begins with the points of the shorter one. */
static void test_extendable(void **state) {
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    static const ptl_design_kind kinds[] = {PTL_DESIGN_RANDOM, PTL_DESIGN_SOBOL,
                                            PTL_DESIGN_SALTELLI};
    ptl_design design[2] = {{.kind = kinds[kind], .n = 16, .seed = 7},
                            {.kind = kinds[kind], .n = 64, .seed = 7}};
    for (int i = 0; i < 2; i++) {
      add(&design[i], "a", "normal(1 kg, 20 g)");
      add(&design[i], "b", "x, y, z");
      assert_int_equal(ptl_design_prepare(context, &design[i]), PTL_OK);
    }
    for (int64_t i = 0; i < design[0].count; i++) {
      ptl_factor_value v[2][2];
      for (int k = 0; k < 2; k++) ptl_design_point(&design[k], i, v[k]);
      assert_true(v[0][0].number == v[1][0].number);
      assert_string_equal(v[0][1].word, v[1][1].word);
    }
    for (int i = 0; i < 2; i++) ptl_design_release(context, &design[i]);
  }
}

/* The first of each point is the point; the others are near it, and each its own. */
static void test_replicates(void **state) {
  ptl_design design = {.kind = PTL_DESIGN_GRID, .replicates = 4, .perturbation = 1e-6};
  ptl_factor_value v[2], first[2] = {{0}};
  (void)state;
  add(&design, "a", "1 mm, 2 mm");
  add(&design, "b", "x, y");
  assert_int_equal(ptl_design_prepare(context, &design), PTL_OK);
  assert_int_equal(design.count, 16);
  double sum = 0;
  for (int i = 0; i < 16; i++) {
    ptl_design_point(&design, i, v);
    if (i % 4 == 0) {
      memcpy(first, v, sizeof v);
      assert_true(v[0].number == (i < 8 ? 0.001 : 0.002) && v[0].word != NULL);
      continue;
    }
    assert_true(v[0].number != first[0].number && v[0].word == NULL);
    assert_string_equal(v[1].word, first[1].word);
    sum += pow(v[0].number / first[0].number - 1, 2);
  }
  /* Twelve squares of a normal number: chi squared within its 0.1 % and 99.9 % points. */
  assert_true(sum > 2.2e-12 && sum < 32.9e-12);
  ptl_design_release(context, &design);
  design = (ptl_design){.kind = PTL_DESIGN_GRID, .replicates = 4};
  add(&design, "b", "x, y");
  assert_int_equal(ptl_design_prepare(context, &design), PTL_ERR_INPUT);
  ptl_design_release(context, &design);
}

/* Ishigami and Homma, ISUMA 1990: y = sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1, x in (-pi, pi);
 * indices in closed form. */
static void test_ishigami(void **state) {
  enum { N = 4096, D = 3 };
  const double a = 7, b = 0.1, pi4 = pow(M_PI, 4), pi8 = pi4 * pi4;
  const double v1 = 0.5 * (1 + b * pi4 / 5) * (1 + b * pi4 / 5), v2 = a * a / 8,
               v13 = b * b * pi8 * 8 / 225, v = v1 + v2 + v13;
  const double first[D] = {v1 / v, v2 / v, 0}, total[D] = {(v1 + v13) / v, v2 / v, v13 / v};
  static double results[N * (D + 2)];
  ptl_design design = {.kind = PTL_DESIGN_SALTELLI, .n = N, .seed = 1};
  ptl_indices indices[D];
  (void)state;
  for (int i = 0; i < D; i++) {
    static const char *const names[] = {"x1", "x2", "x3"};
    add(&design, names[i], "uniform(-pi, pi)");
  }
  assert_int_equal(ptl_design_prepare(context, &design), PTL_OK);
  for (int64_t i = 0; i < design.count; i++) {
    ptl_factor_value x[D];
    ptl_design_point(&design, i, x);
    results[i] = sin(x[0].number) + a * pow(sin(x[1].number), 2) +
                 b * pow(x[2].number, 4) * sin(x[0].number);
  }
  assert_int_equal(ptl_sobol_indices(results, N, D, indices), N);
  for (int i = 0; i < D; i++) {
    assert_near(indices[i].first, first[i], 0.01);
    assert_near(indices[i].total, total[i], 0.01);
    assert_true(indices[i].first_error < 0.05 && indices[i].total_error < 0.05);
  }
  results[7] = NAN; /* a failed run */
  assert_int_equal(ptl_sobol_indices(results, N, D, indices), N - 1);
  ptl_design_release(context, &design);
}

/* Ranks of a rising function agree; of five pairs with a tie, by hand: 1 - 6 sum d^2/(n (n^2 - 1))
 * holds without ties. */
static void test_rank(void **state) {
  const double x[] = {1, 2, 3, 4, NAN, 5}, y[] = {1, 8, 27, 64, 0, 125}, z[] = {2, 1, 4, 3, 0, 5},
               same[] = {1, 1, 1, 1, 1, 1};
  double r;
  (void)state;
  assert_int_equal(ptl_rank_correlation(context, x, y, 6, &r), PTL_OK);
  assert_near(r, 1, 1e-15);
  assert_int_equal(ptl_rank_correlation(context, x, z, 6, &r), PTL_OK);
  assert_near(r, 1 - 6 * 4.0 / (5 * 24), 1e-15);
  assert_int_equal(ptl_rank_correlation(context, x, same, 6, &r), PTL_OK);
  assert_true(isnan(r));
}

static void write_points(char *path, const char *text) {
  strcpy(path, "/tmp/pintle_points_XXXXXX");
  const int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
  close(file);
}

static void test_points_file(void **state) {
  char path[64], text[128];
  ptl_factor_value v[2];
  (void)state;
  write_points(path,
               "\xEF\xBB\xBF"
               "joints.a.clearance [mm],\"b [1]\"\r\n0.1,2\r\n\r\n\"0.2\",3\n0.5,4");
  ptl_design design = {.kind = PTL_DESIGN_POINTS};
  assert_int_equal(ptl_design_add_points(context, &design, path), PTL_OK);
  assert_int_equal(ptl_design_prepare(context, &design), PTL_OK);
  assert_int_equal(design.count, 3);
  ptl_design_point(&design, 1, v);
  assert_true(v[0].number == 0.0002 && v[1].number == 3);
  assert_string_equal(v[0].word, "0.2 mm");
  ptl_design_release(context, &design);
  snprintf(text, sizeof text, "file(%s, b)", path);
  design = (ptl_design){.kind = PTL_DESIGN_RANDOM, .n = 100};
  add(&design, "b", text);
  assert_int_equal(ptl_design_prepare(context, &design), PTL_OK);
  ptl_design_point(&design, 99, v);
  assert_true(v[0].number == 2 || v[0].number == 3 || v[0].number == 4);
  ptl_design_release(context, &design);
  unlink(path);
}

/* ------------------------------------------------------------------ bad input */

static void test_bad_factors(void **state) {
  static const char *const cases[][2] = {{"1 mm : 2", "one dimension"},
                                         {"1 mm, 2", "one dimension"},
                                         {"1 mm : 2 mm : 1", "whole number"},
                                         {"1 mm : 2 mm : 2.5", "whole number"},
                                         {"2 : 1 : 5", "below the largest"},
                                         {"-1 : 1 : 5 log", "> 0"},
                                         {"1 : 2 : 3 : 4", "FIRST : LAST"},
                                         {"1 mmm : 2 mmm", "mmm"},
                                         {"1,,2", "missing"},
                                         {"", "missing"},
                                         {"normal(1)", "another number"},
                                         {"normal(1, 0)", "deviation"},
                                         {"normal(1, 2, 3, 4)", "between the bounds"},
                                         {"triangular(1, 5, 3)", "order"},
                                         {"file(nowhere.csv, a)", "nowhere.csv"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ptl_factor factor;
    const ptl_status status = ptl_factor_read(context, "some.path", cases[i][0], "", &factor);
    assert_true(status == PTL_ERR_INPUT || status == PTL_ERR_IO);
    if (strstr(ptl_context_message(context), cases[i][1]) == NULL)
      print_error("'%s': %s\n", cases[i][0], ptl_context_message(context));
    assert_non_null(strstr(ptl_context_message(context), cases[i][1]));
    ptl_factor_release(context, &factor);
  }
}

static void test_bad_designs(void **state) {
  ptl_design design = {.kind = PTL_DESIGN_GRID};
  (void)state;
  assert_int_equal(ptl_design_prepare(context, &design), PTL_ERR_INPUT);
  add(&design, "a", "1 : 2");
  assert_int_equal(ptl_design_prepare(context, &design), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "needs values for a"));
  design.kind = PTL_DESIGN_SOBOL;
  assert_int_equal(ptl_design_prepare(context, &design), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "number of points"));
  ptl_factor again;
  assert_int_equal(ptl_factor_read(context, "a", "3", "", &again), PTL_OK);
  assert_int_equal(ptl_design_add(context, &design, &again), PTL_ERR_INPUT);
  ptl_factor_release(context, &again);
  ptl_design_release(context, &design);
  ptl_points points;
  static const char *const files[][2] = {{"a,b\n1\n", ":2: error: the row has fewer"},
                                         {"a,b\n1,2,3\n", ":2: error: the row has more"},
                                         {"a,a\n1,2\n", "same name"},
                                         {"a,b\n", "no rows"},
                                         {"a\n\"1\n", "not closed"}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char path[64];
    write_points(path, files[i][0]);
    assert_int_equal(ptl_points_load(context, path, &points), PTL_ERR_INPUT);
    assert_non_null(strstr(ptl_context_message(context), files[i][1]));
    ptl_points_release(context, &points);
    unlink(path);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_philox),
                                     cmocka_unit_test(test_sobol),
                                     cmocka_unit_test(test_sobol_strata),
                                     cmocka_unit_test(test_quantiles),
                                     cmocka_unit_test(test_grid),
                                     cmocka_unit_test(test_one_at_a_time),
                                     cmocka_unit_test(test_latin_hypercube),
                                     cmocka_unit_test(test_extendable),
                                     cmocka_unit_test(test_ishigami),
                                     cmocka_unit_test(test_replicates),
                                     cmocka_unit_test(test_rank),
                                     cmocka_unit_test(test_points_file),
                                     cmocka_unit_test(test_bad_factors),
                                     cmocka_unit_test(test_bad_designs)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
