/* test_table.c: the curve through the points of a table. Expected: it goes through them, is
 * monotone where they are, has a continuous slope, and its integral starts at 0. */
#include "support.h"

#include "table.h"

enum { MAX_POINTS = 8 };

/* An instance with one list: where it begins and its points, then what is derived. */
static void make(double *c, const double *points, int n) {
  ptl_reason why = {""};
  c[0] = n;
  c[1] = 2.0;
  memcpy(c + 2, points, sizeof(double) * 2 * (size_t)n);
  if (ptl_table_prepare(c, 0, "list", &why)) fail_msg("%s", why.text);
}

/* The points of each table have an extremum next to an end, where a slope from the two nearest
 * pieces alone would be more than three times that of the first: Fritsch and Butland's bound for a
 * monotone cubic. */
static void pieces_are_monotone(void **state) {
  static const double tables[][2 * 4] = {{0, 0, 1, 1, 2, -9, 3, -10},
                                         {0, 10, 1, 9, 2, -1, 3, 0},
                                         {-3, 2, -1, 2.1, 0, -7, 4, 30},
                                         {0, 0, 1, 1, 2, 1, 3, 2}};
  (void)state;
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
    double c[2 + (2 + PTL_TABLE_DOUBLES) * MAX_POINTS], out[3];
    const double *p = tables[t];
    make(c, p, 4);
    for (int i = 0; i < 3; i++) {
      double rise = p[2 * i + 3] - p[2 * i + 1], before = p[2 * i + 1];
      for (int k = 0; k <= 100; k++) {
        double x = p[2 * i] + k / 100.0 * (p[2 * i + 2] - p[2 * i]);
        ptl_table_eval(c, 0, x, out);
        if ((out[0] - before) * (rise < 0.0 ? -1.0 : 1.0) < -1e-12)
          fail_msg("table %d turns back at x = %g: %.17g after %.17g", (int)t, x, out[0], before);
        before = out[0];
      }
      assert_near(before, p[2 * i + 3], 1e-12);
    }
  }
}

/* With h = g = 1 and slopes 1 and -10 the three-point slope at the first point is 6.5; it is held
 * to 3. */
static void slope_at_an_end_is_limited(void **state) {
  static const double points[] = {0, 0, 1, 1, 2, -9};
  double c[2 + (2 + PTL_TABLE_DOUBLES) * MAX_POINTS], out[3];
  (void)state;
  make(c, points, 3);
  ptl_table_eval(c, 0, 0.0, out);
  assert_near(out[1], 3.0, 1e-14);
}

/* Expected: the third value is the integral of the first from 0, by Simpson's rule, also for points
 * that begin elsewhere, and beyond them. */
static void integral_starts_at_zero(void **state) {
  static const double tables[][2 * 4] = {{-0.4, -30, -0.1, -20, 0.1, 5, 0.6, 45},
                                         {0.2, 3, 0.3, 4, 0.5, 3, 0.9, 7},
                                         {-0.9, 3, -0.5, 4, -0.3, 3, -0.2, 7}};
  enum { STEPS = 20000 };
  (void)state;
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
    double c[2 + (2 + PTL_TABLE_DOUBLES) * MAX_POINTS], out[3];
    make(c, tables[t], 4);
    ptl_table_eval(c, 0, 0.0, out);
    assert_true(out[2] == 0.0);
    for (int side = -1; side <= 1; side += 2) {
      double end = 1.1 * side, h = end / STEPS, sum = 0.0;
      for (int k = 0; k <= STEPS; k++) {
        ptl_table_eval(c, 0, k * h, out);
        sum += (k == 0 || k == STEPS ? 1.0 : k % 2 == 1 ? 4.0 : 2.0) * out[0];
      }
      assert_near(out[2], sum * h / 3.0, 1e-7 * fabs(out[2]));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_are_monotone),
      cmocka_unit_test(slope_at_an_end_is_limited),
      cmocka_unit_test(integral_starts_at_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
