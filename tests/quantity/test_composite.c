/* test_composite.c: functions made of several operators: remainders, limits, steps and tables.
 * Expected values are closed forms, worked out by hand for the splines. */
#include "expression_fixture.h"

typedef struct value_case {
  const char *text;
  double time, value, slope;
} value_case;

static void check(const value_case *cases, size_t n) {
  for (size_t i = 0; i < n; i++) {
    double first, second, tolerance = 4e-15 * (1.0 + fabs(cases[i].value));
    ptl_expr *expr = compile(cases[i].text);
    at[0] = cases[i].time;
    at[1] = 2.0;
    ptl_expr_derive(expr, 0, &first, &second);
    if (!(fabs(ptl_expr_eval(expr) - cases[i].value) <= tolerance) ||
        !(fabs(first - cases[i].slope) <= 1e-14 * (1.0 + fabs(first))))
      fail_msg("%s at %g: %.17g with slope %.17g, not %.17g with %.17g", cases[i].text,
               cases[i].time, ptl_expr_eval(expr), first, cases[i].value, cases[i].slope);
    ptl_expr_destroy(expr);
  }
}

static void test_values(void **state) {
  static const value_case cases[] = {
      {"mod(time, 3)", 7, 1, 1},
      {"mod(time, 3)", -1, 2, 1}, /* of the sign of the second; fmod has that of the first */
      {"mod(time, -3)", 1, -2, 1},
      {"mod(7, 3)", 0, 1, 0},
      {"mod(time, x)*mod(2*time, 5)", 3.5, 1.5 * 2, 2 + 1.5 * 2},
      {"clamp(time, 1, x)", 0, 1, 0},
      {"clamp(time, 1, x)", 1.5, 1.5, 1},
      {"clamp(time, 1, x)", 9, 2, 0},
      /* 3u^2 - 2u^3 and 10u^3 - 15u^4 + 6u^5 at u = 1/4, times 8 over a length of 2 */
      {"step(time, 1, 0, 3, 8)", 1.5, 8 * 10.0 / 64, 8 * 9.0 / 8 / 2},
      {"step5(time, 1, 0, 3, 8)", 1.5, 8 * 106.0 / 1024, 8 * 270.0 / 256 / 2},
      {"step(time, 1, 5, 3, 8)", 0.5, 5, 0},
      {"step5(time, 1, 5, 3, 8)", 3.5, 8, 0},
      /* tables go on straight at their ends */
      {"linear(time, 0, 1, 1, 3, 4, 0)", 0.5, 2, 2},
      {"linear(time, 0, 1, 1, 3, 4, 0)", 2, 2, -1},
      {"linear(time, 0, 1, 1, 3, 4, 0)", 5, -1, -1},
      {"linear(time, 0, 1, 1, 3, 4, 0)", -1, -1, 2},
      {"linear(time^2, 0, 1, 1, 3, 4, 0)", 1.5, 3 - 1.25, -3},
      {"x*linear(x*time, 0, 1, 1, 3, 4, 0) + 1", 1, 5, -4},
      {"periodic_linear(time, 1, 0, 2, 3, 4, 0)", 5.5, 2.25, -1.5},
      {"periodic_linear(time, 1, 0, 2, 3, 4, 0)", 4.5, 1.5, 3},
      {"periodic_linear(time, 1, 0, 2, 3, 4, 0)", -5.5, 0.75, -1.5},
      /* natural spline: m_1 = -3, so that it is 3/2 u - u^3/2 from the left */
      {"cubic(time, 0, 0, 1, 1, 2, 0)", 0.5, 0.6875, 1.125},
      {"cubic(time, 0, 0, 1, 1, 2, 0)", 3, -1.5, -1.5},
      /* periodic: m = 0, -3, 0, 3 */
      {"periodic_cubic(time, 0, 0, 1, 1, 2, 0, 3, -1, 4, 0)", 4.5, 0.6875, 1.125},
      {"periodic_cubic(time, 0, 0, 1, 1, 2, 0, 3, -1, 4, 0)", -0.5, -0.6875, 1.125},
      {"periodic_cubic(time, 0, 0, 1, 1, 2, 0, 3, -1, 4, 0)", 4, 0, 1.5},
      /* monotone: slope (3 s_0 - s_1)/2 = 3/2 at the end, 0 beside the dwell; 0 at extreme values
       * of periods */
      {"monotone(time, 0, 0, 1, 1, 2, 1)", 0.5, 0.6875, 1.125},
      {"monotone(time, 0, 0, 1, 1, 2, 1)", 1.5, 1, 0},
      {"periodic_monotone(time, 0, 0, 1, 1, 2, 0)", 4.25, 10.0 / 64, 9.0 / 8},
  };
  (void)state;
  check(cases, sizeof cases / sizeof *cases);
}

/* Points at irregular distances: value, slope and, of splines, curvature are the same on both sides
 * of every point and of the period's end. */
static void test_continuity(void **state) {
  static const struct {
    const char *text;
    int order;
  } curves[] = {{"cubic(time, 0, 1, 0.3, 2, 1, -1, 1.2, 0, 3, 1)", 2},
                {"periodic_cubic(time, 0, 1, 0.3, 2, 1, -1, 1.2, 0, 3, 1)", 2},
                {"monotone(time, 0, 1, 0.3, 2, 1, -1, 1.2, 0, 3, 1)", 1},
                {"periodic_monotone(time, 0, 1, 0.3, 2, 1, -1, 1.2, 0, 3, 1)", 1},
                {"linear(time, 0, 1, 0.3, 2, 1, -1, 1.2, 0, 3, 1)", 0},
                {"step(time, 0, 1, 3, 1.5)", 1},
                {"step5(time, 0, 1, 3, 1.5)", 2}};
  static const double points[] = {0, 0.3, 1, 1.2, 3};
  (void)state;
  for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
    ptl_expr *expr = compile(curves[i].text);
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
      double left[3], right[3];
      at[0] = nextafter(points[k], -1.0);
      left[0] = ptl_expr_eval(expr);
      ptl_expr_derive(expr, 0, &left[1], &left[2]);
      at[0] = points[k];
      right[0] = ptl_expr_eval(expr);
      ptl_expr_derive(expr, 0, &right[1], &right[2]);
      for (int j = 0; j <= curves[i].order; j++) assert_near(left[j], right[j], 3e-13);
    }
    ptl_expr_destroy(expr);
  }
}

/* Through a point of a table the value's derivatives jump: these times are found, to the last
 * double. */
static void test_switch_times(void **state) {
  static const double times[] = {0.5, 1.5, 2, 2.5, 3.5, 4};
  ptl_expr *expr = compile("periodic_linear(time, 0, 1, 0.5, 4, 1.5, 2, 2, 1)");
  double t = 0.25;
  (void)state;
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
    ptl_switch_result found;
    do found = ptl_expr_next_switch(expr, t, 10.0, &t);
    while (found == PTL_SWITCH_NONE && t < 10.0);
    assert_int_equal(found, PTL_SWITCH_FOUND);
    assert_near(t, times[i], 1e-15);
  }
  ptl_expr_destroy(expr);
}

/* Of the state: which piece it is stays in hand while the expression is held, and the piece goes on
 * beyond its end. */
static void test_held(void **state) {
  double branch[8], switching[8];
  ptl_expr *expr = compile("linear(x, 0, 0, 1, 2, 3, 3)");
  (void)state;
  const int n = ptl_expr_n_conditions(expr);
  assert_true(n > 0 && n <= 8);
  for (int i = 0; i < n; i++)
    assert_int_equal(ptl_expr_condition_kind(expr, i), PTL_CONDITION_STATE);
  at[1] = 0.5;
  ptl_expr_conditions(expr, branch, switching);
  ptl_expr_hold(expr, branch);
  at[1] = 1.5;
  assert_near(ptl_expr_eval(expr), 3.0, 1e-15);
  assert_int_equal(ptl_expr_degree(expr), 1);
  ptl_expr_hold(expr, NULL);
  assert_near(ptl_expr_eval(expr), 2.25, 1e-15);
  ptl_expr_destroy(expr);
}

static void test_units(void **state) {
  static const ptl_symbol lever = {"lever", 0.5, "m", NULL};
  static const struct {
    const char *text, *unit;
    double value; /* NAN: refused */
    const char *message;
  } cases[] = {
      {"linear(30 deg, 0, 0, 90 deg, 9 N)", "N", 3.0, NULL},
      {"2*linear(0.25, 0, 0, 1, 8)", "N", 4.0, NULL}, /* plain numbers are SI as a whole */
      {"step(lever, 0 m, 1 s, 1 m, 3 s)", "s", 2.0, NULL},
      {"mod(-30 deg, 1 turn)", "deg", 11 * PI / 6, NULL},
      {"clamp(lever, 0, 40 cm)", "m", 0.4, NULL},
      {"linear(lever, 0 s, 0, 1 s, 9 N)", "N", NAN, "linear needs both sides in one dimension"},
      {"linear(lever, 0, 1 m, 1 m, 9 N)", "N", NAN, "linear needs both sides in one dimension"},
      {"linear(lever, 0, 0, 1 m, 9)", "N", NAN, "but N is wanted"},
      {"clamp(lever, 0, 1 s)", "m", NAN, "clamp needs both sides in one dimension"},
      {"mod(lever, 1 s)", "m", NAN, "mod needs both sides in one dimension"},
      {"linear(lever, 0, 1, 0, 2)", "1", NAN, "the points of linear must grow: 0 follows 0"},
      {"linear(1, 0, 1, 1, 2, 3)", "1", NAN, "linear takes pairs x, y behind its first argument"},
      {"periodic_linear(1, 0, 1, 1, 2)", "1", NAN, "must end with the value it begins with, 1"},
      {"cubic(1, 0, 1)", "1", NAN, "the function cubic takes at least 5 arguments, not 3"},
      {"step(1, 0, 1, 2)", "1", NAN, "the function step takes 5 arguments, not 4"},
      {"clamp(1, 0, 1, 2)", "1", NAN, "the function clamp takes 3 arguments, not 4"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double value = NAN;
    ptl_status status = ptl_quantity_eval(context, cases[i].text, cases[i].unit, &lever, 1, &value);
    if (cases[i].message == NULL) {
      must(context, status);
      assert_near(value, cases[i].value, 1e-14);
    } else {
      assert_int_equal(status, PTL_ERR_INPUT);
      if (strstr(ptl_context_message(context), cases[i].message) == NULL)
        fail_msg("%s: %s", cases[i].text, ptl_context_message(context));
    }
  }
  ptl_expr *expr = NULL;
  assert_int_equal(ptl_expr_create(context, "linear(time, 0, x, 1, 2)", &variables, at, &expr),
                   PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "must be constant"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_values),
                                     cmocka_unit_test(test_continuity),
                                     cmocka_unit_test(test_switch_times),
                                     cmocka_unit_test(test_held), cmocka_unit_test(test_units)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
