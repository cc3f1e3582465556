/* test_interval.c: bounds of expressions over intervals. They must hold the values at points
 * between; where the expression is simple they are the known range. */
#include <float.h>

#include "expression_fixture.h"
#include "random_expression.h"

typedef struct range_case {
  const char *text;
  double from, to;       /* time; x is 2 */
  double least, largest; /* known ranges */
} range_case;

static void test_known_ranges(void **state) {
  const range_case cases[] = {
      {"time", 1, 2, 1, 2},
      {"-time", 1, 2, -2, -1},
      {"time^2", -1, 2, 0, 4},
      {"time^3", -1, 2, -1, 8},
      {"time^-1", 2, 4, 0.25, 0.5},
      {"time^0.5", 4, 9, 2, 3},
      {"1/time", -1, 1, -INFINITY, INFINITY},
      {"sin(time)", 0, 3, 0, 1},
      {"sin(time)", 2, 5, -1, sin(2)},
      {"cos(time)", 3, 4, -1, cos(4)},
      {"sin(time)", 0, 100, -1, 1},
      {"tan(time)", -1, 1, -tan(1), tan(1)},
      {"tan(time)", 1, 2, -INFINITY, INFINITY},
      {"exp(-time)", 0, 1, exp(-1), 1},
      {"exp(1000*time)", 0, 1, -INFINITY, INFINITY}, /* too large for a double */
      {"ln(time)", 1, 10, 0, log(10)},
      {"sqrt(time)", 4, 9, 2, 3},
      {"sqrt(time)", -1, 4, -INFINITY, INFINITY},
      {"acos(time)", -1, 1, 0, PI},
      {"cosh(time)", -1, 2, 1, cosh(2)},
      {"abs(time)", -3, 2, 0, 3},
      {"sign(time)", -3, 2, -1, 1},
      {"floor(time)", 0.5, 2.5, 0, 2},
      {"rint(time)", 0.4, 1.6, 0, 2},
      {"time % 1", 0.25, 0.75, 0.25, 0.75},
      {"time % 1", 0.25, 1.75, 0, 1},
      {"min(time, x)", 0, 5, 0, 2},
      {"max(time, x)", 0, 5, 2, 5},
      {"time < x", 0, 1, 1, 1},
      {"time < x", 0, 3, 0, 1},
      {"time < x && time > 4", 0, 3, 0, 0},
      {"time < x ? 1 : 5", 3, 4, 5, 5},
      {"time < x ? 1 : 5", 0, 4, 1, 5},
      {"time < 0 ? sqrt(time) : time", 1, 2, 1, 2}, /* the other part is not looked at */
      {"atan2(time, x)", 0, 2, 0, PI / 4},
      {"atan2(time, -x)", -1, 1, -PI, PI},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const range_case *k = &cases[i];
    const double lo[] = {k->from, 2}, hi[] = {k->to, 2};
    double least, largest;
    ptl_expr *expr = compile(k->text);
    ptl_expr_range(expr, lo, hi, &least, &largest);
    double margin = 1e-14 * (1.0 + fmax(fabs(k->least), fabs(k->largest)));
    int holds = least <= k->least && largest >= k->largest;
    int tight = isinf(k->least) || (least >= k->least - margin && largest <= k->largest + margin);
    if (!holds || !tight)
      fail_msg("%s over [%g, %g]: [%.17g, %.17g], not [%.17g, %.17g]", k->text, k->from, k->to,
               least, largest, k->least, k->largest);
    ptl_expr_destroy(expr);
  }
}

static void test_ranges_at_random(void **state) {
  chance c = {11};
  random_text r = {.c = &c, .with_x = 1};
  (void)state;
  for (int i = 0; i < 3000; i++) {
    ptl_expr *expr = compile(random_expression(&r));
    double lo[2], hi[2], least, largest;
    for (int j = 0; j < 2; j++) {
      lo[j] = draw_between(&c, -4.0, 4.0);
      hi[j] = lo[j] + draw_between(&c, 0.0, 2.0) * pow(10.0, -(double)draw(&c, 6));
    }
    ptl_expr_range(expr, lo, hi, &least, &largest);
    for (int k = 0; k < 20; k++) {
      for (int j = 0; j < 2; j++)
        at[j] = k < 2 ? (k == 0 ? lo[j] : hi[j]) : draw_between(&c, lo[j], hi[j]);
      double value = ptl_expr_eval(expr);
      int holds = isfinite(value) ? value >= least && value <= largest
                                  : least == -INFINITY && largest == INFINITY;
      if (!holds)
        fail_msg("%s at (%.17g, %.17g): %.17g is not in [%.17g, %.17g]", r.text, at[0], at[1],
                 value, least, largest);
    }
    ptl_expr_destroy(expr);
  }
}

typedef struct taylor_case {
  const char *text;
  double from, to;
  int order;
  double least, largest; /* of f^(order)/order! */
} taylor_case;

static void test_taylor_coefficients(void **state) {
  const taylor_case cases[] = {
      {"exp(time)", 0, 1, 5, 1.0 / 120, exp(1) / 120},
      {"sin(2*time)", 0, 0.1, 3, -8.0 / 6, -8.0 / 6 * cos(0.2)},
      {"time^7", 1, 2, 7, 1, 1},
      {"time^7", 1, 2, 8, 0, 0},
      {"1/time", 1, 2, 4, 1.0 / 32, 1},
      {"ln(time)", 1, 2, 3, 1.0 / 24, 1.0 / 3},
      {"sqrt(time)", 1, 4, 2, -0.125, -0.125 / 8},
      {"abs(time - 3)", 0, 2, 1, -1, -1},
      {"floor(time)*time", 2.2, 2.8, 1, 2, 2},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const taylor_case *k = &cases[i];
    double value[2], coefficient[2];
    ptl_expr *expr = compile(k->text);
    ptl_expr_taylor_bounds(expr, k->from, k->to, k->order, value, coefficient);
    double margin = 1e-13 * fmax(fabs(k->least), fabs(k->largest));
    if (!(coefficient[0] <= k->least + margin && coefficient[1] >= k->largest - margin))
      fail_msg("%s, order %d: [%.17g, %.17g]", k->text, k->order, coefficient[0], coefficient[1]);
    if (k->from == k->to) assert_true(coefficient[1] - coefficient[0] <= margin);
    ptl_expr_destroy(expr);
  }
}

/* The coefficients at a point are within those over an interval around it. */
static void test_taylor_at_random(void **state) {
  chance c = {13};
  random_text r = {.c = &c};
  int checked = 0;
  (void)state;
  at[1] = 0.7;
  for (int i = 0; i < 1000; i++) {
    ptl_expr *expr = compile(random_expression(&r));
    double from = draw_between(&c, 0.0, 4.0), width = draw_between(&c, 0.0, 1.0), t;
    double value[2], over[2], there[2], unused[2];
    int order = 1 + (int)draw(&c, 17);
    if (ptl_expr_next_switch(expr, from, from + width, &t) == PTL_SWITCH_NONE &&
        t == from + width) {
      ptl_expr_taylor_bounds(expr, from, from + width, order, value, over);
      at[0] = draw_between(&c, from, from + width);
      ptl_expr_taylor_bounds(expr, at[0], at[0], order, unused, there);
      double margin = 1e-9 * fmax(fabs(there[0]), fabs(there[1])), f = ptl_expr_eval(expr);
      int holds = there[0] + margin >= over[0] && there[1] - margin <= over[1];
      if (isfinite(there[0]) && isfinite(there[1]) && !holds)
        fail_msg("%s, order %d at %.17g: [%g, %g] is not in [%g, %g]", r.text, order, at[0],
                 there[0], there[1], over[0], over[1]);
      if (isfinite(f)) assert_true(f >= value[0] && f <= value[1]);
      checked++;
    }
    ptl_expr_destroy(expr);
  }
  assert_true(checked > 400);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known_ranges), cmocka_unit_test(test_ranges_at_random),
      cmocka_unit_test(test_taylor_coefficients), cmocka_unit_test(test_taylor_at_random)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
