/* Bracketed roots. Expected: roots in closed form, to the last double. Of how many values they
 * take: bisection takes 52 to 58 of them; of smooth functions it is to be a fraction, and of others
 * not more. */
#include <float.h>

#include "support.h"

#include "roots.h"

typedef struct asked {
  double (*f)(double x);
  int n; /* times */
} asked;

static double value(void *user, double x) {
  asked *a = user;
  a->n++;
  return a->f(x);
}

static double line(double x) {
  return 3.0 * x - 1.0;
}
static double cubic(double x) {
  return x * x * x - 2.0 * x - 5.0; /* Wallis 1685 */
}
static double far_root(double x) {
  return exp(x) - 1e6;
}
static double step(double x) {
  return x < 0.7 ? -1.0 : 2.0;
}
static double flat(double x) {
  return pow(x - 0.3, 9);
}
static double steep(double x) {
  return tanh((x - 0.123) / 1e-6);
}

static const struct {
  const char *name;
  double (*f)(double x);
  double a, b, root;
  int most; /* values */
} cases[] = {
    {"line", line, 0.0, 1.0, 1.0 / 3.0, 5},
    {"cubic", cubic, 2.0, 3.0, 2.0945514815423265, 10},
    {"exponential", far_root, 0.0, 50.0, 13.815510557964274, 18},
    {"step", step, 0.0, 1.0, 0.7, 58},
    {"flat", flat, 0.0, 1.0, 0.3, 58},
    {"steep", steep, 0.0, 1.0, 0.123, 40},
};
enum { CASES = sizeof cases / sizeof *cases };

static void roots_are_found_to_the_last_double(void **state) {
  (void)state;
  for (int i = 0; i < 2 * CASES; i++) { /* from either side */
    const int k = i / 2;
    const double a = i % 2 ? cases[k].b : cases[k].a, b = i % 2 ? cases[k].a : cases[k].b;
    asked f = {cases[k].f, 0};
    const double x = ptl_root(value, &f, a, f.f(a), b, f.f(b), 0.0);
    assert_near(x, cases[k].root, 4.0 * DBL_EPSILON * fabs(cases[k].root));
    if (f.n > cases[k].most)
      fail_msg("%s: %d values, %d allowed", cases[k].name, f.n, cases[k].most);
  }
}

static void less_is_enough(void **state) {
  (void)state;
  for (int k = 0; k < CASES; k++) {
    asked f = {cases[k].f, 0}, exact = f;
    const double a = cases[k].a, b = cases[k].b, enough = 1e-6 * (b - a);
    const double x = ptl_root(value, &f, a, f.f(a), b, f.f(b), enough);
    ptl_root(value, &exact, a, f.f(a), b, f.f(b), 0.0);
    assert_near(x, cases[k].root, enough);
    assert_true(f.n <= exact.n && (f.n < exact.n || f.n <= 3));
  }
}

static void ends_are_answers(void **state) {
  (void)state;
  asked f = {line, 0};
  assert_true(ptl_root(value, &f, 1.0, 0.0, 2.0, 5.0, 0.0) == 1.0);
  assert_true(ptl_root(value, &f, 1.0, -2.0, 2.0, 0.0, 0.0) == 2.0);
  assert_true(ptl_root(value, &f, 1.0, 2.0, 2.0, 5.0, 0.0) == 2.0); /* no change of sign */
  assert_int_equal(f.n, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(roots_are_found_to_the_last_double),
      cmocka_unit_test(less_is_enough),
      cmocka_unit_test(ends_are_answers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
