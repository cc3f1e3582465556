/* test_hold.c: conditions that are held, and what bounds over ranges of variables say of them.
 * Expected: on a held branch an expression is the formula of that branch, continued beyond where it
 * changes; derivatives are those of that formula. */
#include "expression_fixture.h"

/* With x at `from` the conditions are taken, and held while x is `to`. */
static void check_held(const char *text, double from, double to, double value, double slope) {
  double branch[8], switching[8], first, second;
  ptl_expr *expr = compile(text);
  at[1] = from;
  ptl_expr_conditions(expr, branch, switching);
  ptl_expr_hold(expr, branch);
  at[1] = to;
  assert_near(ptl_expr_eval(expr), value, 1e-14);
  ptl_expr_derive(expr, 1, &first, &second);
  assert_near(first, slope, 1e-14);
  ptl_expr_destroy(expr);
}

static void test_branches(void **state) {
  (void)state;
  check_held("x > 1 ? 5*x : 2*x", 0.5, 3.0, 6.0, 2.0);
  check_held("x > 1 ? 5*x : 2*x", 1.5, 0.5, 2.5, 5.0);
  check_held("abs(x - 1)", 0.5, 3.0, -2.0, -1.0);
  check_held("min(x, 2)", 1.0, 3.0, 3.0, 1.0);
  check_held("max(x, 2)", 1.0, 3.0, 2.0, 0.0);
  check_held("3*sign(x)", -1.0, 1.0, -3.0, 0.0);
  check_held("floor(x) + x", 1.5, 2.5, 3.5, 1.0);
  check_held("fmod(x, 2)", 1.5, 2.5, 2.5, 1.0);
}

/* A condition that is not held follows its operands; NULL frees all. */
static void test_release(void **state) {
  (void)state;
  ptl_expr *expr = compile("x > 1 ? 5 : 2");
  const double free_to_change = NAN;
  ptl_expr_hold(expr, &free_to_change);
  at[1] = 2.0;
  assert_near(ptl_expr_eval(expr), 5.0, 0.0);
  const double held = 0.0;
  ptl_expr_hold(expr, &held);
  assert_near(ptl_expr_eval(expr), 2.0, 0.0);
  ptl_expr_hold(expr, NULL);
  assert_near(ptl_expr_eval(expr), 5.0, 0.0);
  ptl_expr_destroy(expr);
}

/* Where the held part has no value, the one that is taken counts. */
static void test_no_value(void **state) {
  const double held = 1.0;
  (void)state;
  ptl_expr *expr = compile("x < 1 ? sqrt(1 - x) : 7");
  ptl_expr_hold(expr, &held);
  at[1] = 2.0;
  assert_near(ptl_expr_eval(expr), 7.0, 0.0);
  ptl_expr_destroy(expr);
}

static void test_ranges(void **state) {
  (void)state;
  const double held = 0.0, lo[] = {0.0, 0.0}, near[] = {0.0, 0.9}, beyond[] = {0.0, 1.1};
  ptl_expr *expr = compile("x > 1 ? 5*x : 2*x");
  assert_false(ptl_expr_may_leave(expr, lo, beyond));
  ptl_expr_hold(expr, &held);
  assert_false(ptl_expr_may_leave(expr, lo, near));
  assert_true(ptl_expr_may_leave(expr, lo, beyond));
  assert_true(ptl_expr_is_smooth(expr, lo, beyond, 1e-9));
  ptl_expr_destroy(expr);
}

/* A bell in x hides between two values that are nothing, and not where x does not come near to
 * it. */
static void test_bell(void **state) {
  (void)state;
  const double lo[] = {0.0, 0.0}, beyond[] = {0.0, 1.0}, before[] = {0.0, 0.49};
  const double narrow[] = {0.0, 0.5}, slope[] = {0.0, 0.5001};
  ptl_expr *expr = compile("100*exp(-((x - 0.5)/0.001)^2)"), *line = compile("100*x + 3*x^2");
  assert_false(ptl_expr_is_smooth(expr, lo, beyond, 1e-6));
  assert_false(ptl_expr_is_between(expr, lo, beyond, 1e-6, 0.0, 0.0));
  assert_true(ptl_expr_is_between(expr, lo, before, 1e-6, 0.0, 0.0));
  assert_true(ptl_expr_is_smooth(expr, narrow, slope, 1e-6));
  assert_true(ptl_expr_is_between(expr, narrow, slope, 1e-6, 99.0, 100.0));
  assert_true(ptl_expr_is_smooth(line, lo, beyond, 1e-6));
  ptl_expr_destroy(expr);
  ptl_expr_destroy(line);
}

static void check_degree(const char *text, int degree) {
  ptl_expr *expr = compile(text);
  if (ptl_expr_degree(expr) != degree)
    fail_msg("%s: degree %d, right is %d", text, ptl_expr_degree(expr), degree);
  ptl_expr_destroy(expr);
}

static void test_degree(void **state) {
  (void)state;
  check_degree("3", 0);
  check_degree("exp(-time^2)*x", 1);
  check_degree("x^3*(x - 2)/time", 4);
  check_degree("x > 1 ? x^2 : -abs(x)", 2);
  check_degree("min(x, x^4) + sign(x)", 4);
  check_degree("exp(-x)", 1000);
  check_degree("1/x", 1000);
  check_degree("max(0, x)^1.5", 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_branches), cmocka_unit_test(test_release),
      cmocka_unit_test(test_no_value), cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_bell),     cmocka_unit_test(test_degree)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
