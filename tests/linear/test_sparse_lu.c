/* L U with pivots that are kept. Expected values: solutions from which the right sides were
 * made. */
#include "support.h"

#include "sparse_lu.h"

enum { MOST = 40 };

/* The same numbers in every run. */
static uint64_t seed;

static double uniform(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 9007199254740992.0;
}

typedef struct matrix { /* compressed columns */
  int n;
  int64_t start[MOST + 1], row[MOST * MOST];
  double value[MOST * MOST];
} matrix;

/* Every row and column has an entry on a permuted diagonal, and others by chance. */
static void make_pattern(matrix *m, int n, double density) {
  int64_t count = 0;
  m->n = n;
  for (int j = 0; j < n; j++) {
    m->start[j] = count;
    for (int i = 0; i < n; i++)
      if (i == (j + n / 2) % n || uniform() < density) m->row[count++] = i;
  }
  m->start[n] = count;
}

static void set_values(matrix *m) {
  for (int j = 0; j < m->n; j++)
    for (int64_t e = m->start[j]; e < m->start[j + 1]; e++)
      m->value[e] =
          (m->row[e] == (j + m->n / 2) % m->n ? 5.0 + 0.25 * m->n : 0.0) + uniform() - 0.5;
}

static void multiply(const matrix *m, const double *x, double *b) {
  memset(b, 0, sizeof(double) * (size_t)m->n);
  for (int j = 0; j < m->n; j++)
    for (int64_t e = m->start[j]; e < m->start[j + 1]; e++) b[m->row[e]] += m->value[e] * x[j];
}

/* Factorises the matrix and solves for a solution that is known, also in place. */
static void check(ptl_context *context, ptl_sparse_lu *lu, const matrix *m, double allowed) {
  double wanted[MOST], b[MOST], x[MOST];
  for (int i = 0; i < m->n; i++) wanted[i] = uniform() - 0.5;
  multiply(m, wanted, b);
  must(context, ptl_sparse_lu_factor(lu, m->value));
  ptl_sparse_lu_solve(lu, b, x);
  for (int i = 0; i < m->n; i++) assert_near(x[i], wanted[i], allowed);
  ptl_sparse_lu_solve(lu, b, b);
  assert_memory_equal(b, x, sizeof(double) * (size_t)m->n);
}

static void new_values_are_factorised_with_old_pivots(void **state) {
  static matrix m;
  seed = 1;
  for (int n = 1; n <= MOST; n += 3)
    for (int k = 0; k < 4; k++) {
      ptl_sparse_lu *lu;
      make_pattern(&m, n, k == 3 ? 1.0 : 0.06 * k);
      must(*state, ptl_sparse_lu_create(*state, n, m.start, m.row, &lu));
      for (int pass = 0; pass < 4; pass++) {
        set_values(&m);
        if (pass == 3) ptl_sparse_lu_renew(lu);
        check(*state, lu, &m, 1e-11);
      }
      ptl_sparse_lu_destroy(lu);
    }
}

/* [p 1; 1 q]: a pivot p that shrinks to 1e-13 would leave three digits of the solution. */
static void pivots_that_became_small_are_chosen_anew(void **state) {
  static const double pivots[] = {2.0, 1.0, 1e-13, 0.0};
  matrix m = {.n = 2, .start = {0, 2, 4}, .row = {0, 1, 0, 1}};
  ptl_sparse_lu *lu;
  seed = 1;
  must(*state, ptl_sparse_lu_create(*state, 2, m.start, m.row, &lu));
  for (int i = 0; i < 8; i++) {
    const int first = i < 4; /* which of the two it is */
    const double values[] = {first ? pivots[i] : 0.3, 1.0, 1.0, first ? 0.3 : pivots[i - 4]};
    memcpy(m.value, values, sizeof values);
    check(*state, lu, &m, 1e-14);
  }
  ptl_sparse_lu_destroy(lu);
}

static void singular_matrices_are_refused(void **state) {
  matrix m = {.n = 2, .start = {0, 2, 4}, .row = {0, 1, 0, 1}, .value = {1.0, 2.0, 2.0, 5.0}};
  static const double singular[] = {0.0, 0.0, 2.0, 5.0};
  ptl_sparse_lu *lu;
  must(*state, ptl_sparse_lu_create(*state, 2, m.start, m.row, &lu));
  check(*state, lu, &m, 1e-14);
  assert_int_equal(ptl_sparse_lu_factor(lu, singular), PTL_ERR_SIMULATION);
  check(*state, lu, &m, 1e-14);
  ptl_sparse_lu_destroy(lu);
  ptl_sparse_lu_destroy(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(new_values_are_factorised_with_old_pivots),
      cmocka_unit_test(pivots_that_became_small_are_chosen_anew),
      cmocka_unit_test(singular_matrices_are_refused),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
