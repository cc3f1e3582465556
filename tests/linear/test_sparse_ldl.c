/* L D L^T over a list of products. Expected values: right sides made from known solutions, a dense
 * elimination written here, and what is known of special patterns. */
#include "support.h"

#include "sparse_ldl.h"

enum { MOST = 40 };

/* The same numbers in every run. */
static uint64_t seed;

static double uniform(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 9007199254740992.0;
}

typedef struct matrix {
  int n, n_pairs;
  int pairs[MOST * MOST][2];
  double a[MOST][MOST];
} matrix;

/* G^T G + d I with a sparse G, so that it is positive and its pattern is irregular. Every pair is
 * named on a side of its own, some of them twice. */
static void make_random(matrix *m, int n, double density) {
  static double g[MOST][MOST];
  memset(m, 0, sizeof *m);
  m->n = n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) g[i][j] = uniform() < density ? uniform() - 0.5 : 0.0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      m->a[i][j] = i == j ? 0.1 : 0.0;
      for (int k = 0; k < n; k++) m->a[i][j] += g[k][i] * g[k][j];
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      if (m->a[i][j] == 0.0) continue;
      for (int twice = uniform() < 0.2; twice >= 0; twice--) {
        int turned = uniform() < 0.5;
        m->pairs[m->n_pairs][turned] = i;
        m->pairs[m->n_pairs++][!turned] = j;
      }
    }
}

static ptl_sparse_ldl *created(ptl_context *context, const matrix *m) {
  ptl_sparse_ldl *ldl;
  must(context, ptl_sparse_ldl_create(context, m->n, m->n_pairs, m->pairs, &ldl));
  return ldl;
}

static void fill(ptl_sparse_ldl *ldl, const matrix *m) {
  ptl_sparse_ldl_clear(ldl);
  for (int i = 0; i < m->n; i++)
    for (int j = 0; j <= i; j++)
      if (i == j || m->a[i][j] != 0.0) ldl->values[ptl_sparse_ldl_index(ldl, i, j)] += m->a[i][j];
}

static void multiply(const matrix *m, const double *x, double *b) {
  for (int i = 0; i < m->n; i++) {
    b[i] = 0.0;
    for (int j = 0; j < m->n; j++) b[i] += m->a[i][j] * x[j];
  }
}

/* Gauss with row pivots. */
static void solve_dense(const matrix *m, const double *b, double *x) {
  static double a[MOST][MOST + 1];
  int n = m->n;
  for (int i = 0; i < n; i++) {
    memcpy(a[i], m->a[i], sizeof(double) * (size_t)n);
    a[i][n] = b[i];
  }
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i][k]) > fabs(a[best][k])) best = i;
    for (int j = k; j <= n; j++) {
      double swap = a[k][j];
      a[k][j] = a[best][j];
      a[best][j] = swap;
    }
    for (int i = k + 1; i < n; i++)
      for (int j = n; j >= k; j--) a[i][j] -= a[i][k] / a[k][k] * a[k][j];
  }
  for (int k = n - 1; k >= 0; k--) {
    x[k] = a[k][n];
    for (int j = k + 1; j < n; j++) x[k] -= a[k][j] * x[j];
    x[k] /= a[k][k];
  }
}

/* x = A^-1 b in the order of the matrix. */
static void solve(const ptl_sparse_ldl *ldl, const double *b, double *x) {
  double ordered[MOST];
  for (int i = 0; i < ldl->n; i++) ordered[ldl->position_of[i]] = b[i];
  ptl_sparse_ldl_solve(ldl, ordered);
  for (int i = 0; i < ldl->n; i++) x[i] = ordered[ldl->position_of[i]];
}

/* Lanes are right sides of their own, each as far off the dense solution as one alone. */
static void check_lanes(ptl_sparse_ldl *ldl, const matrix *m) {
  double lanes[PTL_LANES * MOST], b[MOST], wanted[PTL_LANES][MOST];
  for (int l = 0; l < PTL_LANES; l++) {
    for (int i = 0; i < m->n; i++)
      lanes[PTL_LANES * ldl->position_of[i] + l] = b[i] = uniform() - 0.5;
    solve_dense(m, b, wanted[l]);
  }
  ptl_sparse_ldl_solve_lanes(ldl, lanes);
  for (int i = 0; i < m->n; i++)
    for (int l = 0; l < PTL_LANES; l++)
      assert_near(lanes[PTL_LANES * ldl->position_of[i] + l], wanted[l][i], 1e-11);
}

/* Expected: the dense solution, within the matrix's condition (below 1e4) times rounding; also with
 * other numbers in the same pattern. Columns with the same rows, which are eliminated in pairs, are
 * among them: all of a full matrix. */
static void random_matrices_are_solved(void **state) {
  static matrix m;
  double b[MOST], x[MOST], wanted[MOST];
  seed = 1;
  for (int n = 1; n <= MOST; n += 3)
    for (int k = 0; k < 4; k++) {
      make_random(&m, n, k == 3 ? 1.0 : 0.06 * (k + 1));
      ptl_sparse_ldl *ldl = created(*state, &m);
      for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < n; i++) {
          b[i] = uniform() - 0.5;
          m.a[i][i] += 0.3 * pass;
        }
        fill(ldl, &m);
        assert_int_equal(ptl_sparse_ldl_factor(ldl, 0.0), 0);
        if (k == 3 && n > 1) assert_int_equal(ldl->width[0], 2);
        solve(ldl, b, x);
        solve_dense(&m, b, wanted);
        for (int i = 0; i < n; i++) assert_near(x[i], wanted[i], 1e-11);
        check_lanes(ldl, &m);
      }
      ptl_sparse_ldl_destroy(ldl);
    }
}

/* A place in the factors is found from either side, and no two entries share one. */
static void places_are_unique(void **state) {
  static matrix m;
  static char taken[MOST * MOST];
  seed = 2;
  make_random(&m, 25, 0.1);
  ptl_sparse_ldl *ldl = created(*state, &m);
  for (int i = 0; i < m.n; i++)
    for (int j = 0; j <= i; j++) {
      if (i != j && m.a[i][j] == 0.0) continue;
      int place = ptl_sparse_ldl_index(ldl, i, j);
      assert_int_equal(ptl_sparse_ldl_index(ldl, j, i), place);
      assert_true(place >= 0 && place < m.n + ldl->start[m.n] && !taken[place]);
      taken[place] = 1;
    }
  ptl_sparse_ldl_destroy(ldl);
}

/* The last row is the sum of the first two, and so is its right side. Expected: one implied
 * equation, whose unknown is zero, and a solution of all equations. */
static void an_implied_equation_is_left_out(void **state) {
  static matrix m;
  double known[MOST], b[MOST], x[MOST], back[MOST];
  seed = 3;
  for (int n = 3; n <= 24; n += 7) {
    make_random(&m, n, 0.3);
    int last = n - 1;
    for (int j = 0; j < last; j++) m.a[last][j] = m.a[j][last] = m.a[0][j] + m.a[1][j];
    m.a[last][last] = m.a[last][0] + m.a[last][1];
    m.n_pairs = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++) {
        if (m.a[i][j] == 0.0) continue;
        m.pairs[m.n_pairs][0] = i;
        m.pairs[m.n_pairs++][1] = j;
      }
    for (int i = 0; i < n; i++) known[i] = uniform() - 0.5;
    multiply(&m, known, b);
    ptl_sparse_ldl *ldl = created(*state, &m);
    fill(ldl, &m);
    assert_int_equal(ptl_sparse_ldl_factor(ldl, 0.0), 1);
    solve(ldl, b, x);
    multiply(&m, x, back);
    int zeros = 0;
    for (int i = 0; i < n; i++) {
      assert_near(back[i], b[i], 1e-12);
      zeros += x[i] == 0.0;
    }
    assert_int_equal(zeros, 1);
    ptl_sparse_ldl_destroy(ldl);
  }
}

/* A row of zeros is implied whatever the others are. */
static void an_empty_equation_is_left_out(void **state) {
  static const int pairs[][2] = {{0, 2}};
  double b[] = {2.0, 0.0, 3.0}, x[3];
  ptl_sparse_ldl *ldl;
  must(*state, ptl_sparse_ldl_create(*state, 3, 1, pairs, &ldl));
  ptl_sparse_ldl_clear(ldl);
  ldl->values[ptl_sparse_ldl_index(ldl, 0, 0)] = 2.0;
  ldl->values[ptl_sparse_ldl_index(ldl, 2, 2)] = 2.0;
  ldl->values[ptl_sparse_ldl_index(ldl, 0, 2)] = 1.0;
  assert_int_equal(ptl_sparse_ldl_factor(ldl, 0.0), 1);
  solve(ldl, b, x);
  assert_near(x[0], 1.0 / 3.0, 1e-15); /* by Cramer's rule */
  assert_true(x[1] == 0.0);
  assert_near(x[2], 4.0 / 3.0, 1e-15);
  ptl_sparse_ldl_destroy(ldl);
}

/* 1 - (1 - e)^2 of the diagonal is left of the second pivot; an implied equation does not count. */
static void the_least_pivot_is_told(void **state) {
  static const int pairs[][2] = {{1, 0}};
  static const double nearness[] = {1.0, 0.3, 1e-4, 1e-12};
  for (int i = 0; i < 4; i++) {
    double e = nearness[i], left = 1.0 - (1.0 - e) * (1.0 - e);
    ptl_sparse_ldl *ldl;
    must(*state, ptl_sparse_ldl_create(*state, 2, 1, pairs, &ldl));
    ptl_sparse_ldl_clear(ldl);
    for (int k = 0; k < 2; k++) ldl->values[ptl_sparse_ldl_index(ldl, k, k)] = 5.0;
    ldl->values[ptl_sparse_ldl_index(ldl, 0, 1)] = 5.0 * (1.0 - e);
    assert_int_equal(ptl_sparse_ldl_factor(ldl, 0.0), i == 3);
    assert_near(ldl->least_pivot, i == 3 ? 1.0 : left, 1e-12);
    ptl_sparse_ldl_destroy(ldl);
  }
}

/* Expected: a chain, and any other tree, can be eliminated from its leaves without a new entry; a
 * closed ring of n needs n - 3 of them. */
static void trees_have_no_fill(void **state) {
  enum { N = 500 };
  static int pairs[N][2];
  for (int kind = 0; kind < 3; kind++) {
    int n_pairs = 0;
    seed = 4;
    for (int i = 1; i < N; i++) { /* numbered at random in a way: 7 and 500 have no common factor */
      int parent = kind == 1 ? (int)(uniform() * i) : i - 1;
      pairs[n_pairs][0] = 7 * i % N;
      pairs[n_pairs++][1] = 7 * parent % N;
    }
    if (kind == 2) {
      pairs[n_pairs][0] = 0;
      pairs[n_pairs++][1] = 7 * (N - 1) % N;
    }
    ptl_sparse_ldl *ldl;
    must(*state, ptl_sparse_ldl_create(*state, N, n_pairs, (const int(*)[2])pairs, &ldl));
    assert_int_equal(ldl->start[N], kind == 2 ? N + N - 3 : N - 1);
    ptl_sparse_ldl_destroy(ldl);
  }
}

static void nothing_is_solved(void **state) {
  ptl_sparse_ldl *ldl;
  must(*state, ptl_sparse_ldl_create(*state, 0, 0, NULL, &ldl));
  ptl_sparse_ldl_clear(ldl);
  assert_int_equal(ptl_sparse_ldl_factor(ldl, 0.0), 0);
  ptl_sparse_ldl_destroy(ldl);
  ptl_sparse_ldl_destroy(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_matrices_are_solved),
      cmocka_unit_test(places_are_unique),
      cmocka_unit_test(an_implied_equation_is_left_out),
      cmocka_unit_test(an_empty_equation_is_left_out),
      cmocka_unit_test(the_least_pivot_is_told),
      cmocka_unit_test(trees_have_no_fill),
      cmocka_unit_test(nothing_is_solved),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
