/* test_span.c: over what time an expression has nothing narrow. The spans are compared with the
 * widths and places of the pulses as they are written. */
#include "expression_fixture.h"

static double span_end(const char *text, double t0, double t1, double tolerance) {
  double end, longest;
  ptl_expr *expr = compile(text);
  ptl_expr_resolve_span(expr, t0, t1, INFINITY, tolerance, &longest, &end);
  ptl_expr_destroy(expr);
  end = fmin(end, t0 + longest);
  assert_true(end > t0 && end <= t1);
  return end;
}

/* Ends before a pulse of 1 ms at 0.5 s: where it has risen to the tolerance, or a little
 * earlier. */
static void check_before_pulse(const char *text) {
  double end = span_end(text, 0.0, 1.0, 1e-4);
  while (end < 0.48) {
    double next = span_end(text, end, 1.0, 1e-4);
    if (!(next > end + 0.01)) fail_msg("%s: the span from %g ends at %g", text, end, next);
    end = next;
  }
  if (!(end < 0.5)) fail_msg("%s: a span ends at %g, behind the pulse", text, end);
}

static void test_pulses(void **state) {
  (void)state;
  at[1] = 1.0;
  double end = span_end("100*exp(-((time - 0.5)/0.001)^2)", 0.0, 1.0, 1e-4);
  assert_true(end > 0.48 && end < 0.5 - 0.001 * sqrt(log(1e6)) + 1e-4);
  check_before_pulse("100*exp(-((time - 0.5)/0.001)^2)");
  check_before_pulse("1000*sin(2*pi*time) + 100*exp(-((time - 0.5)/0.001)^2)");
  check_before_pulse("1000*sin(2*pi*time) + 0.01*exp(-((time - 0.5)/0.001)^2)");
  check_before_pulse("100/cosh((time - 0.5)/0.001)");
  check_before_pulse("100*(1 + tanh((time - 0.5)/0.001))");
  check_before_pulse("5*x + 100*x*exp(-((time - 0.5)/0.001)^2)");
}

static void test_smooth(void **state) {
  (void)state;
  assert_true(span_end("3*time^2 + 2", 0.0, 1e3, 1e-4) == 1e3);
  assert_true(span_end("7", 0.0, 1e9, 1e-9) == 1e9);
  double quarter = span_end("10*sin(50*time)", 0.0, 1.0, 1e-4); /* period 0.126 s */
  assert_true(quarter > 0.02 && quarter < 0.126);
  assert_true(span_end("100*exp(-time/0.01)", 0.2, 1e3, 1e-4) == 1e3);
}

/* Between the ends of the spans of a pulse the value is a polynomial of degree 7 but for the
 * tolerance: Lagrange's interpolation at 8 points finds it. */
static void test_interpolation(void **state) {
  enum { POINTS = 8 };
  static const double tolerance = 1e-4;
  ptl_expr *expr = compile("100*exp(-((time - 0.5)/0.01)^2)*sin(40*time) + 3*time");
  double t = 0.0;
  int spans = 0;
  (void)state;
  while (t < 1.0) {
    double end, longest, x[POINTS], y[POINTS], at_middle = 0.0;
    ptl_expr_resolve_span(expr, t, 1.0, INFINITY, tolerance, &longest, &end);
    end = fmin(end, t + longest);
    for (int i = 0; i < POINTS; i++) {
      at[0] = x[i] = 0.5 * (t + end) - 0.5 * (end - t) * cos((2 * i + 1) * PI / (2 * POINTS));
      y[i] = ptl_expr_eval(expr);
    }
    double middle = t + 0.37 * (end - t);
    for (int i = 0; i < POINTS; i++) {
      double part = y[i];
      for (int j = 0; j < POINTS; j++)
        if (j != i) part *= (middle - x[j]) / (x[i] - x[j]);
      at_middle += part;
    }
    at[0] = middle;
    assert_near(at_middle, ptl_expr_eval(expr), 2.0 * tolerance);
    t = end;
    spans++;
  }
  assert_true(spans > 8 && spans < 60);
  ptl_expr_destroy(expr);
}

/* The widths of the bells are as narrow against the interval as one likes. */
static void test_largest(void **state) {
  const struct {
    const char *text;
    int order;
    double right;
  } cases[] = {{"1000*exp(-((time - 0.5123)/1e-6)^2)", 0, 1000.0},
               {"time > 0.3 && time < 0.300001 ? -7 : 0", 0, 7.0},
               {"3*sin(7*time)", 0, 3.0},
               {"3*sin(7*time)", 1, 21.0},
               {"2*exp(-((time - 0.7)/1e-3)^2)", 1, 2e3 * sqrt(2.0) * exp(-0.5)}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ptl_expr *expr = compile(cases[i].text);
    double found = ptl_expr_largest(expr, 0.0, 1.0, cases[i].order, 0.0);
    ptl_expr_destroy(expr);
    assert_true(found > 0.8 * cases[i].right && found < 1.0001 * cases[i].right);
  }
}

/* A length that is enough ends the search: what is given is at least that and not above the
 * longest, and no span goes over the pulse for it. */
static void test_enough(void **state) {
  double longest, given, end;
  ptl_expr *wave = compile("10*sin(50*time)*exp(-time)");
  (void)state;
  ptl_expr_resolve_span(wave, 0.0, 1.0, INFINITY, 1e-4, &longest, &end);
  ptl_expr_resolve_span(wave, 0.0, 1.0, 0.1 * longest, 1e-4, &given, &end);
  assert_true(given >= 0.1 * longest && given <= longest);
  assert_true(end == 1.0);
  ptl_expr_destroy(wave);
  ptl_expr *pulse = compile("1000*sin(2*pi*time) + 100*exp(-((time - 0.5)/0.001)^2)");
  ptl_expr_resolve_span(pulse, 0.4, 1.0, 0.01, 1e-4, &given, &end);
  assert_true(end > 0.4 && fmin(end, 0.4 + given) < 0.5);
  ptl_expr_destroy(pulse);
}

/* Products of powers have the coefficients of the polynomial, with nothing above. */
static void test_polynomial(void **state) {
  double value[2], bounds[2];
  ptl_expr *expr = compile("time*time*(2*time + 1)*x"); /* 2 t^3 + t^2 */
  const double right[] = {0.5, 6.0 * 0.25 + 2.0 * 0.5, 6.0 * 0.5 + 1.0, 2.0, 0.0, 0.0};
  (void)state;
  at[1] = 1.0;
  for (int order = 0; order < 6; order++) {
    ptl_expr_taylor_bounds(expr, 0.5, 0.5, order, value, bounds);
    assert_near(bounds[0], right[order], 1e-12);
    assert_near(bounds[1], right[order], 1e-12);
  }
  ptl_expr_destroy(expr);
}

/* 1e4 (1 - cos t) goes in steps of 1e4 2^-53; in sin(628 (t + 1e5)) the argument does, of 2^-27,
 * 1e4 times at its steepest. At the pole there are no bounds. */
static void test_rounding(void **state) {
  const struct {
    const char *text;
    double t;
    int order;
    double least, most;
  } cases[] = {{"1e4*(1 - cos(time))", 1e-3, 0, 5e-13, 5e-12},
               {"1e4*(time - sin(time))", 1e-3, 1, 5e-13, 5e-12},
               {"1e4*sin(628*(time + 1e5))", 0.0, 0, 2e-5, 3e-4},
               {"3*time", 1.0, 0, 1e-16, 2e-15},
               {"3", 1.0, 0, 0.0, 0.0},
               {"1/time", 0.0, 0, 0.0, 0.0},
               {"sqrt(time)", 0.0, 1, 0.0, 0.0},
               {"time < 1 ? 0 : 5", 1.0, 0, 0.0, 2e-15}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ptl_expr *expr = compile(cases[i].text);
    const double found = ptl_expr_rounding(expr, cases[i].t, cases[i].order);
    ptl_expr_destroy(expr);
    if (!(found >= cases[i].least && found <= cases[i].most))
      fail_msg("%s: %g", cases[i].text, found);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pulses),        cmocka_unit_test(test_smooth),
      cmocka_unit_test(test_interpolation), cmocka_unit_test(test_largest),
      cmocka_unit_test(test_enough),        cmocka_unit_test(test_polynomial),
      cmocka_unit_test(test_rounding)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
