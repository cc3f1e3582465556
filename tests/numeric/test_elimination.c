/* Small dense systems. Expected: right sides made of known solutions; of a matrix with a row twice,
 * that it is singular. */
#include "support.h"

#include "elimination.h"

enum { MOST = 9 };

static uint64_t seed;

static double uniform(void) { /* in [-1, 1) */
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return 2.0 * (double)(seed >> 11) / 9007199254740992.0 - 1.0;
}

/* Without zeros on the diagonal only by an exchange of rows: the first is zero. */
static void make(int n, double *a, double *x, double *b) {
  for (int i = 0; i < n * n; i++) a[i] = uniform() + (i % (n + 1) == n / 2 ? 3.0 : 0.0);
  if (n > 1) a[0] = 0.0;
  for (int i = 0; i < n; i++) x[i] = uniform();
  for (int i = 0; i < n; i++) {
    b[i] = 0.0;
    for (int j = 0; j < n; j++) b[i] += a[n * i + j] * x[j];
  }
}

static void solutions_are_found(void **state) {
  (void)state;
  seed = 1;
  for (int n = 1; n <= MOST; n++)
    for (int k = 0; k < 50; k++) {
      double a[MOST * MOST], again[MOST * MOST], x[MOST], b[MOST], four[MOST];
      make(n, a, x, b);
      memcpy(again, a, sizeof a);
      memcpy(four, b, sizeof b);
      const double least = ptl_eliminate(a, n, b);
      assert_true(least > 0.0);
      for (int i = 0; i < n; i++) assert_near(b[i], x[i], 1e-12 / least);
      if (n != 4) continue;
      assert_true(ptl_eliminate_four(again, four) == least);
      assert_memory_equal(four, b, 4 * sizeof *b);
    }
}

static void a_row_twice_is_singular(void **state) {
  (void)state;
  double a[16] = {0, 1, 2, 3, 0, 1, 2, 3, 1, 0, 0, 2, 0, 0, 1, 5}, b[4] = {1, 1, 1, 1};
  double again[16];
  memcpy(again, a, sizeof a);
  assert_true(ptl_eliminate(a, 4, b) == 0.0);
  assert_true(ptl_eliminate_four(again, b) == 0.0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solutions_are_found),
      cmocka_unit_test(a_row_twice_is_singular),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
