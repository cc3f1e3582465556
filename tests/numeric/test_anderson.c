/* Fixed points by Anderson's extrapolation. Expected values: solutions chosen beforehand. */
#include "support.h"

#include "anderson.h"

enum { SIZE = 8 };

/* F(f) = x + A (f - x) with a fixed matrix whose rows add up to no more than `size`. */
static const double solution[SIZE] = {1.0, -2.0, 0.5, 3.0, -1.5, 0.0, 2.5, -0.25};

static void apply(int n, double size, const double *f, double *out) {
  for (int i = 0; i < n; i++) {
    out[i] = solution[i];
    for (int j = 0; j < n; j++) {
      double entry = size / n * cos(1.0 + 3.0 * i + 7.0 * j + i * j);
      out[i] += entry * (f[j] - solution[j]);
    }
  }
}

static double miss(int n, double size, const double *f, double *missing) {
  double worst = 0.0;
  apply(n, size, f, missing);
  for (int i = 0; i < n; i++) {
    missing[i] -= f[i];
    worst = fmax(worst, fabs(missing[i]));
  }
  return worst;
}

/* On a linear problem of n unknowns n + 1 steps are enough (Walker, Ni: Anderson acceleration for
 * fixed-point iterations, SIAM J. Numer. Anal. 49 (2011) 1715: equivalent to GMRES). */
static void linear_problems_end_after_as_many_steps_as_unknowns(void **state) {
  ptl_context *context = *state;
  static const double sizes[] = {0.3, 0.9};
  for (int n = 1; n <= 4; n++)
    for (int k = 0; k < 2; k++) {
      ptl_anderson *anderson;
      double f[SIZE] = {0.0}, missing[SIZE];
      must(context, ptl_anderson_create(context, n, &anderson));
      for (int i = 0; i <= n; i++) {
        miss(n, sizes[k], f, missing);
        ptl_anderson_step(anderson, missing, f);
      }
      for (int i = 0; i < n; i++) assert_near(f[i], solution[i], 1e-8);
      ptl_anderson_destroy(anderson);
    }
}

/* Where the second problem is the first moved, what the steps have told holds, and one more step
 * ends it; once that is forgotten it does not. */
static void another_problem_begins_with_what_is_known(void **state) {
  ptl_context *context = *state;
  enum { N = 3 };
  for (int forgets = 0; forgets < 2; forgets++) {
    ptl_anderson *anderson;
    double f[SIZE] = {0.0}, missing[SIZE];
    must(context, ptl_anderson_create(context, N, &anderson));
    for (int i = 0; i <= N; i++) {
      miss(N, 0.9, f, missing);
      ptl_anderson_step(anderson, missing, f);
    }
    for (int i = 0; i < N; i++) f[i] += 0.1 * (i + 1);
    ptl_anderson_begin(anderson);
    if (forgets) ptl_anderson_forget(anderson);
    miss(N, 0.9, f, missing);
    ptl_anderson_step(anderson, missing, f);
    double left = miss(N, 0.9, f, missing);
    assert_true(forgets ? left > 1e-3 : left < 1e-6);
    ptl_anderson_destroy(anderson);
  }
}

/* More unknowns than secants are kept: x = cos(x + others) per unknown, solved to rounding. */
static void many_unknowns_converge(void **state) {
  ptl_context *context = *state;
  enum { N = 500 };
  ptl_anderson *anderson;
  double f[N] = {0.0}, missing[N], worst = 1.0;
  must(context, ptl_anderson_create(context, N, &anderson));
  for (int i = 0; i < 60 && worst > 1e-14; i++) {
    worst = 0.0;
    for (int k = 0; k < N; k++) {
      missing[k] = cos(0.8 * f[k] + 0.1 * f[(k + 1) % N]) - f[k];
      worst = fmax(worst, fabs(missing[k]));
    }
    ptl_anderson_step(anderson, missing, f);
  }
  assert_true(worst <= 1e-14);
  /* all of them are x = cos 0.9 x */
  for (int k = 0; k < N; k++) assert_near(f[k], cos(0.9 * f[k]), 1e-13);
  ptl_anderson_destroy(anderson);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(linear_problems_end_after_as_many_steps_as_unknowns),
      cmocka_unit_test(another_problem_begins_with_what_is_known),
      cmocka_unit_test(many_unknowns_converge),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
