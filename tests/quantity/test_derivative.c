/* test_derivative.c: exact derivatives of expressions. Expected values are closed forms; at random,
 * bounds of the Taylor coefficients, which are found by other rules (jet.c). */
#include "expression_fixture.h"
#include "random_expression.h"

typedef struct derivative_case {
  const char *text;
  double at, first, second; /* closed forms */
} derivative_case;

static void check(const derivative_case *cases, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const derivative_case *k = &cases[i];
    double first = NAN, second = NAN;
    double scale = fmax(fabs(k->first), 1e-3), curve = fmax(fabs(k->second), scale);
    ptl_expr *expr = compile(k->text);
    at[0] = k->at;
    at[1] = 2.0;
    ptl_expr_derive(expr, 0, &first, &second);
    assert_true(at[0] == k->at && at[1] == 2.0);
    if (!(fabs(first - k->first) <= 4e-15 * scale))
      fail_msg("%s: first %.17g, not %.17g", k->text, first, k->first);
    if (!(fabs(second - k->second) <= 2e-14 * curve))
      fail_msg("%s: second %.17g, not %.17g", k->text, second, k->second);
    ptl_expr_destroy(expr);
  }
}

static void test_closed_forms(void **state) {
  const derivative_case cases[] = {
      {"sin(75*time)", 0.3, 75 * cos(22.5), -75 * 75 * sin(22.5)},
      {"sin(2*pi*10*time)", 0, 20 * PI, 0},
      {"0.5*sin(3*time)", 1000, 1.5 * cos(3000), -4.5 * sin(3000)},
      {"cos(3*time)", 0.4, -3 * sin(1.2), -9 * cos(1.2)},
      {"tan(time)", 0.5, 1 / pow(cos(0.5), 2), 2 * sin(0.5) / pow(cos(0.5), 3)},
      {"exp(2*time)", 0.7, 2 * exp(1.4), 4 * exp(1.4)},
      {"3*time + 7", 5, 3, 0},
      {"time^3 - time", 2, 11, 12},
      {"time^4", -2, -32, 48},
      {"time^2.5", 4, 20, 7.5},
      {"time^-1", 2, -0.25, 0.25},
      {"2^time", 3, 8 * log(2), 8 * log(2) * log(2)},
      {"time^time", 2, 4 * (1 + log(2)), 4 * (pow(1 + log(2), 2) + 0.5)},
      {"time^2", 0, 0, 2},
      {"4", 2, 0, 0},
      {"sqrt(0*time)", 2, 0, 0},
      {"x^2*time", 2, 4, 0},
      {"1/(1 + time^2)", 0.5, -0.64, -0.256},
      {"atan(5*(time - 1))", 1.2, 2.5, -12.5},
      {"asin(time)", 0.6, 1.25, 0.6 / 0.512},
      {"acos(time)", 0.6, -1.25, -0.6 / 0.512},
      {"sinh(time)", 1, cosh(1), sinh(1)},
      {"cosh(time)", 1, sinh(1), cosh(1)},
      {"tanh(time)", 0, 1, 0},
      {"asinh(time)", 0.75, 0.8, -0.384},
      {"acosh(time)", 1.25, 4.0 / 3, -1.25 / 0.421875},
      {"atanh(time)", 0.5, 4.0 / 3, 16.0 / 9},
      {"sqrt(time)", 0.01, 5, -250},
      {"ln(time)", 0.02, 50, -2500},
      {"log2(time)", 0.5, 2 / log(2), -4 / log(2)},
      {"log10(time)", 0.5, 2 / log(10), -4 / log(10)},
      {"75.4*time", 1e-9, 75.4, 0},
      {"atan2(time, x)", 2, 0.25, -0.125},
      {"avg(time, 3*time, 2)", 2, 4.0 / 3, 0},
      {"exp(-((time - 1)/0.1)^2)", 1.1, -20 * exp(-1), 200 * exp(-1)},
  };
  (void)state;
  check(cases, sizeof cases / sizeof *cases);
}

/* At a kink or a jump the right side counts. */
static void test_kinks(void **state) {
  const derivative_case cases[] = {
      {"abs(time - 1)", 1, 1, 0},
      {"abs(time)", 0, 1, 0},
      {"max(0, time - 1)", 1, 1, 0},
      {"min(time, 2 - time)", 1, -1, 0},
      {"max(time^2, 0)*sign(time)", 0, 0, 2},
      {"time > 1 ? 3*time : 5*time", 1, 3, 0}, /* what it is at 1 is on the left */
      {"time >= 1 ? 3*time : 5*time", 1, 3, 0},
      {"time < 1 && time < 2 ? 3*time : 5*time", 1, 5, 0},
      {"time == 1 ? 3*time : 5*time", 1, 5, 0},
      {"fmod(time, 2)*time", 2, 2, 2}, /* (t - 2) t */
      {"(-time % 2)*time", 2, -2, -2},
      {"floor(-time)*time", 0, -1, 0},
      {"ceil(time)*time", 3, 4, 0},
      {"round(time)*time", 2.5, 3, 0},
      {"rint(time)*time", 2.5, 3, 0},
      {"rint(-time)*time", 2.5, -3, 0},
  };
  (void)state;
  check(cases, sizeof cases / sizeof *cases);
}

static void test_none(void **state) {
  static const char *const texts[] = {"sqrt(time)", "ln(time)", "1/time", "asin(1 + time)"};
  (void)state;
  at[0] = 0.0;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    double first, second;
    ptl_expr *expr = compile(texts[i]);
    ptl_expr_derive(expr, 0, &first, &second);
    assert_false(isfinite(first));
    ptl_expr_destroy(expr);
  }
}

/* A point at which a condition is on its edge has no derivative that bounds could tell. */
static int is_on_edge(const ptl_expr *expr) {
  double branch[200], switching[200];
  int n = ptl_expr_n_conditions(expr);
  assert_true(n <= 200);
  ptl_expr_conditions(expr, branch, switching);
  for (int i = 0; i < n; i++)
    if (fabs(switching[i]) < 1e-9) return 1;
  return 0;
}

static void test_at_random(void **state) {
  chance c = {7};
  random_text r = {.c = &c};
  int checked = 0;
  (void)state;
  for (int i = 0; i < 4000; i++) {
    ptl_expr *expr = compile(random_expression(&r));
    at[0] = draw_between(&c, -3.0, 5.0);
    double derivative[3] = {0.0}, value[2], bounds[2];
    ptl_expr_derive(expr, 0, &derivative[1], &derivative[2]);
    derivative[2] /= 2.0;
    for (int k = 1; k <= 2 && !is_on_edge(expr); k++) {
      ptl_expr_taylor_bounds(expr, at[0], at[0], k, value, bounds);
      double margin = 1e-10 * fmax(fabs(bounds[0]), fabs(bounds[1])) + 1e-12;
      if (!isfinite(derivative[k]) || !isfinite(margin)) continue;
      if (!(derivative[k] >= bounds[0] - margin && derivative[k] <= bounds[1] + margin))
        fail_msg("%s at %.17g: %d. coefficient %.17g, not in [%.17g, %.17g]", r.text, at[0], k,
                 derivative[k], bounds[0], bounds[1]);
      checked++;
    }
    ptl_expr_destroy(expr);
  }
  assert_true(checked > 3000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_closed_forms),
                                     cmocka_unit_test(test_kinks), cmocka_unit_test(test_none),
                                     cmocka_unit_test(test_at_random)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
