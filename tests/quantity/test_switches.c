/* test_switches.c: conditions of expressions and the times at which they change. Expected times
 * follow from the conditions by hand; at random, conditions are looked at between. */
#include <float.h>

#include "expression_fixture.h"
#include "random_expression.h"

/* ------------------------------------------------------------------ conditions */

static void test_conditions(void **state) {
  double branch[8], switching[8];
  ptl_expr *expr = compile("x > 1 ? (time < 3 ? 1 : abs(x - 4)) : floor(time) + max(1, 2)");
  (void)state;
  assert_int_equal(ptl_expr_n_conditions(expr), 4); /* max of two numbers is a number */
  assert_int_equal(ptl_expr_condition_kind(expr, 0), PTL_CONDITION_STATE);
  assert_int_equal(ptl_expr_condition_kind(expr, 1), PTL_CONDITION_TIME);
  assert_int_equal(ptl_expr_condition_kind(expr, 2), PTL_CONDITION_STATE);
  assert_int_equal(ptl_expr_condition_kind(expr, 3), PTL_CONDITION_TIME);
  at[0] = 2.25;
  at[1] = 5.0;
  ptl_expr_conditions(expr, branch, switching);
  assert_true(branch[0] == 1.0 && switching[0] == 4.0);
  assert_true(branch[1] == 1.0 && switching[1] == -0.75);
  assert_true(isnan(branch[2]) && isnan(switching[3])); /* not taken */
  at[1] = 0.5;
  ptl_expr_conditions(expr, branch, switching);
  assert_true(branch[0] == 0.0 && switching[0] == -0.5);
  assert_true(isnan(branch[1]) && isnan(branch[2]));
  assert_true(branch[3] == 2.0);
  assert_near(switching[3], sin(2.25 * PI) / PI, 1e-15);
  ptl_expr_destroy(expr);

  expr = compile("1 < 2 ? time : x");
  assert_int_equal(ptl_expr_n_conditions(expr), 0); /* folded */
  ptl_expr_destroy(expr);
  expr = compile("sin(time)*x");
  assert_int_equal(ptl_expr_n_conditions(expr), 0);
  ptl_expr_destroy(expr);
  expr = compile("(x ? 2 : 3) + (time && x > 2)");
  assert_int_equal(ptl_expr_n_conditions(expr), 3); /* x, time, and the comparison */
  ptl_expr_destroy(expr);
}

/* ------------------------------------------------------------------ times */

enum { MOST_TIMES = 6 };

typedef struct switch_case {
  const char *text;
  double end;
  int n; /* changes until then */
  double times[MOST_TIMES];
} switch_case;

static void check_switches(const switch_case *k) {
  ptl_expr *expr = compile(k->text);
  int n = 0;
  double t = 0.0;
  while (t < k->end) {
    double from = t;
    ptl_switch_result found = ptl_expr_next_switch(expr, from, k->end, &t);
    if (found == PTL_SWITCH_UNRESOLVED) fail_msg("%s: unresolved near %.17g", k->text, t);
    assert_true(t > from);
    if (found == PTL_SWITCH_NONE) continue;
    if (n < MOST_TIMES && k->times[n] > 0.0 &&
        !(fabs(t - k->times[n]) <= 4e-15 * k->times[n] + 1e-300))
      fail_msg("%s: change %d at %.17g, not %.17g", k->text, n, t, k->times[n]);
    n++;
  }
  if (n != k->n) fail_msg("%s: %d changes, not %d", k->text, n, k->n);
  ptl_expr_destroy(expr);
}

static void test_times(void **state) {
  static const switch_case cases[] = {
      {"3*time", 10, 0, {0}},
      {"x > 1 ? 2 : 3", 10, 0, {0}}, /* of state alone */
      {"time > 1 && time < 1.1 ? 10 : 0", 10, 2, {1, 1.1}},
      {"time > 1 && time < 1.0001 ? 10 : 0", 1e4, 2, {1, 1.0001}},
      {"time < 1 ? 0 : time < 2 ? 1 : time < 3 ? 2 : 4", 10, 3, {1, 2, 3}},
      {"x > 1 ? (time < 3 ? 1 : 2) : (time < 5 ? 3 : 4)", 10, 2, {3, 5}},
      {"max(0, min(1, time - 2))", 10, 2, {2, 3}},
      {"abs(time - 4)", 10, 1, {4}},
      {"floor(time/2)", 9, 4, {2, 4, 6, 8}},
      {"ceil(time - 0.5)", 3, 3, {0.5, 1.5, 2.5}},
      {"rint(time)", 2, 2, {0.5, 1.5}},
      {"round(time)", 2, 2, {0.5, 1.5}},
      {"sign(time - 1)", 10, 2, {1, 1}},
      {"abs(sin(10*time))", 1, 3, {PI / 10, 2 * PI / 10, 3 * PI / 10}},
      {"sin(50*time) > 0.99 ? 1 : 0", 1, 16, {0.0285851370694094, 0.0342467160023865}},
      {"time % 0.1 < 0.01", 0.35, 7, {0.01, 0.1, 0.11, 0.2, 0.21, 0.3}},
      {"time % 0.1 < 0.01", 100, 1999, {0.01, 0.1}},
      {"tan(time) > 1", 3, 2, {PI / 4, PI / 2}},
      {"atan2(sin(time), cos(time))", 4, 1, {PI}},
      {"time - 1 && time > 5", 10, 1, {5}}, /* an instant at which time - 1 is 0 is no change */
      {"time == 3 ? 1 : 0", 10, 0, {0}},
      {"(time - 1)^2 > 0", 10, 0, {0}}, /* touches only */
      {"(time - 1)^3 > 0", 10, 1, {1}},
      {"(time - 1)^2 < 1e-20", 10, 2, {1 - 1e-10, 1 + 1e-10}},
      {"sqrt(time - 1) > 0.5", 10, 1, {1.25}},
      {"time > 1 && sqrt(time - 1) > 0.5", 10, 2, {1, 1.25}},
      {"exp(1000*time) > 5", 10, 1, {0.0016094379124341004}},
      {"sin(20*time) + sin(21*time) > 1.99", 6, 2, {0.0720707226535738, 0.0810868034848026}},
      {"sin(time)*cos(time) > 0.6", 1000, 0, {0}},
      {"time > 1e-9", 1e6, 1, {1e-9}},
  };
  (void)state;
  at[1] = 0.5;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_switches(&cases[i]);
}

/* The value on each side of a change is that side's. */
static void test_sides(void **state) {
  ptl_expr *expr = compile("sin(50*time) > 0.99 ? 1 : 0");
  double t = 0.0;
  (void)state;
  for (int i = 0; i < 40; i++) {
    assert_int_equal(ptl_expr_next_switch(expr, t, 10.0, &t), PTL_SWITCH_FOUND);
    at[0] = nextafter(t, 0.0);
    assert_true(ptl_expr_eval(expr) == i % 2);
    at[0] = t;
    assert_true(ptl_expr_eval(expr) == (i + 1) % 2);
  }
  ptl_expr_destroy(expr);
}

static void test_unresolved(void **state) {
  ptl_expr *expr = compile("sin(1/(1.5 - time)) > 0 ? 1 : 0");
  double t = 1.4999;
  ptl_switch_result found = PTL_SWITCH_FOUND;
  (void)state;
  for (int i = 0; i < 20000 && found != PTL_SWITCH_UNRESOLVED && t < 2.0; i++)
    found = ptl_expr_next_switch(expr, t, 2.0, &t);
  assert_int_equal(found, PTL_SWITCH_UNRESOLVED);
  assert_true(t > 1.4999 && t < 1.5);
  ptl_expr_destroy(expr);
  expr = compile("time*time >= time*time"); /* equal but for rounding */
  assert_int_equal(ptl_expr_next_switch(expr, 0.0, 2.0, &t), PTL_SWITCH_UNRESOLVED);
  ptl_expr_destroy(expr);
}

/* Up to what is found no condition has another branch, but at single instants. */
static void test_at_random(void **state) {
  chance c = {17};
  random_text r = {.c = &c};
  int found = 0, none = 0;
  (void)state;
  for (int i = 0; i < 1000; i++) {
    ptl_expr *expr = compile(random_expression(&r));
    double from = draw_between(&c, 0.0, 4.0), to = from + draw_between(&c, 0.0, 3.0), t;
    double before[200], branch[200], switching[200];
    int n = ptl_expr_n_conditions(expr), changed = 0;
    ptl_switch_result result = ptl_expr_next_switch(expr, from, to, &t);
    assert_true(n <= 200);
    if (n > 0 && result != PTL_SWITCH_UNRESOLVED) {
      double end = result == PTL_SWITCH_FOUND ? nextafter(t, 0.0) : t;
      found += result == PTL_SWITCH_FOUND;
      none += result == PTL_SWITCH_NONE;
      at[0] = from;
      ptl_expr_conditions(expr, before, switching);
      for (int k = 0; k < 200; k++) {
        at[0] = draw_between(&c, from, end);
        ptl_expr_conditions(expr, branch, switching);
        for (int j = 0; j < n; j++) /* what is not defined, or 0 but for rounding, has no branch */
          changed += !isnan(before[j]) && fabs(switching[j]) > 1e-12 && branch[j] != before[j];
      }
      if (changed > 2) fail_msg("%s from %.17g: a change before %.17g", r.text, from, t);
    }
    ptl_expr_destroy(expr);
  }
  assert_true(found > 100 && none > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_conditions), cmocka_unit_test(test_times), cmocka_unit_test(test_sides),
      cmocka_unit_test(test_unresolved), cmocka_unit_test(test_at_random)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
