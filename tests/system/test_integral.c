/* test_integral.c: integrals of rates. Expected values are closed forms. */
#include "expression_fixture.h"
#include "integral.h"

typedef struct integral_case {
  const char *text;
  double end, integral; /* closed form */
} integral_case;

static double integrate(const char *text, double end) {
  ptl_expr *expr = compile(text);
  ptl_integral *integral = NULL;
  must(context, ptl_integral_create(context, expr, &at[0], 0.0, &integral));
  at[0] = 42.0;
  double value = ptl_integral_eval(integral, end, INFINITY);
  assert_true(at[0] == 42.0);
  must(context, ptl_integral_status(integral, end));
  ptl_integral_destroy(integral);
  ptl_expr_destroy(expr);
  return value;
}

static void test_closed_forms(void **state) {
  const double root_pi = sqrt(PI);
  const integral_case cases[] = {
      {"3", 7, 21},
      {"2*time/1", 3, 9},
      {"3*(1 - exp(-time/0.1))", 2, 6 - 0.3 * (1 - exp(-20))},
      {"20*sin(3*time)", 1000, 20.0 / 3 * (1 - cos(3000))},
      {"10*exp(-((time - 1.23)/0.01)^2)", 2, 0.1 * root_pi},
      {"10*exp(-((time - 0.5)/0.001)^2)", 2, 0.01 * root_pi},
      {"10*exp(-((time - 0.5)/0.001)^2)", 0.5, 0.005 * root_pi},
      {"10*exp(-((time - 1.7)/0.0001)^2)", 10, 0.001 * root_pi},
      {"1 + 10*exp(-((time - 0.5)/0.001)^2)", 2, 2 + 0.01 * root_pi},
      {"exp(-time/0.001)", 0.7, 0.001},
      {"1/(1 + ((time - 0.5)/0.001)^2)", 1, 0.002 * atan(500)},
      {"sqrt(time)", 4, 16.0 / 3},
      {"time^1.5", 1, 0.4},
      {"sqrt(abs(time - 1))", 2, 4.0 / 3},
      {"abs(sin(time))", 100 * PI, 200},
      {"max(0, sin(2*pi*time))", 50, 50 / PI},
      {"time^3", 1e3, 2.5e11},
      {"1e6 - 1e6*cos(0.001*time)", 1, 1e6 - 1e9 * sin(0.001)},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const integral_case *k = &cases[i];
    double value = integrate(k->text, k->end);
    double tolerance = i + 1 == sizeof cases / sizeof *cases ? 1e-9 : 1e-12; /* the last cancels */
    if (!(fabs(value - k->integral) <= tolerance * fabs(k->integral)))
      fail_msg("%s to %g: %.17g, not %.17g", k->text, k->end, value, k->integral);
  }
}

/* Closed forms 5e3 t^2 and 1e6 t: rounding falls with the time from the start, or what is driven
 * would shake there. */
static void test_next_to_the_start(void **state) {
  (void)state;
  for (double end = 0.1; end > 1e-13; end *= 0.1) {
    double scale = 1e4 * end;
    assert_true(fabs(integrate("1e4*time", end) - 5e3 * end * end) <= 1e-14 * scale);
    assert_true(fabs(integrate("1e4*cos(time)", end) - 1e4 * sin(end)) <= 1e-14 * scale);
  }
}

/* A rectangle anywhere, of 50 ms and 0.1 ms; its width as the doubles have it. */
static void test_rectangles(void **state) {
  static const double starts[] = {0.3, 0.7, 1.0, 1.33, 4.9}, widths[] = {0.05, 1e-4};
  (void)state;
  for (int i = 0; i < 10; i++) {
    char text[100];
    double start = starts[i / 2], end = start + widths[i % 2];
    snprintf(text, sizeof text, "time > %.17g && time < %.17g ? 10 : 0", start, end);
    assert_near(integrate(text, 7.0), 10.0 * (end - start), 1e-13);
  }
}

static void test_periodic_pulses(void **state) {
  (void)state;
  assert_near(integrate("time % 0.1 < 0.01", 100.0), 10.0, 1e-11);
  /* above 0.99 for 2 (pi/2 - asin 0.99) of every 2 pi */
  double part = (PI / 2 - asin(0.99)) / PI, periods = 80.0;
  assert_near(integrate("sin(50*time) > 0.99", periods * 2 * PI / 50), part * periods * 2 * PI / 50,
              1e-12);
}

/* The same at times that are asked for in any order. */
static void test_any_order(void **state) {
  ptl_expr *expr = compile("cos(3*time)");
  ptl_integral *integral = NULL;
  (void)state;
  must(context, ptl_integral_create(context, expr, &at[0], 0.0, &integral));
  for (int i = 0; i < 400; i++) {
    double t = 10.0 * fabs(sin(7.0 * i));
    assert_near(ptl_integral_eval(integral, t, 10.0), sin(3.0 * t) / 3.0, 2e-15);
  }
  ptl_integral_destroy(integral);
  ptl_expr_destroy(expr);
}

/* What is beyond the horizon is not looked at: there the rate is not even defined. */
static void test_horizon(void **state) {
  ptl_expr *expr = compile("sqrt(2 - time)");
  ptl_integral *integral = NULL;
  (void)state;
  must(context, ptl_integral_create(context, expr, &at[0], 0.0, &integral));
  assert_true(isnan(ptl_integral_eval(integral, 1e6, 1.5)));
  assert_true(isnan(ptl_integral_eval(integral, -1e-9, 1.5)));
  must(context, ptl_integral_status(integral, 1e6));
  assert_near(ptl_integral_eval(integral, 1.0, 1.5), 2.0 / 3.0 * (sqrt(8.0) - 1.0), 1e-14);
  ptl_integral_destroy(integral);
  ptl_expr_destroy(expr);
}

typedef struct bad_case {
  const char *text;
  double end, before; /* of what is asked, and of the fault */
  const char *message;
} bad_case;

static void test_refusals(void **state) {
  static const bad_case cases[] = {
      {"1/time", 1, 1e-9, "'1/time' cannot be integrated beyond t = 0 s: it is not finite"},
      {"1/(time - 1)^2", 2, 1.1, "not finite"},
      {"sqrt(1 - time)", 2, 1.1, "not finite, or not defined, there"},
      {"sin(50*ln(0.5 - time)) > 0 ? 1 : 0", 1, 0.5, "conditions change again and again"},
      {"sin(1e9*time)", 10, 1, "varies too fast"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const bad_case *k = &cases[i];
    ptl_expr *expr = compile(k->text);
    ptl_integral *integral = NULL;
    must(context, ptl_integral_create(context, expr, &at[0], 0.0, &integral));
    assert_true(isnan(ptl_integral_eval(integral, k->end, INFINITY)));
    assert_int_equal(ptl_integral_status(integral, k->end), PTL_ERR_SIMULATION);
    if (strstr(ptl_context_message(context), k->message) == NULL)
      fail_msg("%s: message is: %s", k->text, ptl_context_message(context));
    assert_int_equal(ptl_integral_status(integral, k->before), PTL_ERR_SIMULATION);
    assert_int_equal(ptl_integral_status(integral, 0.0), PTL_OK);
    ptl_integral_destroy(integral);
    ptl_expr_destroy(expr);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_closed_forms), cmocka_unit_test(test_next_to_the_start),
      cmocka_unit_test(test_rectangles),   cmocka_unit_test(test_periodic_pulses),
      cmocka_unit_test(test_any_order),    cmocka_unit_test(test_horizon),
      cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
