/* test_range_space.c: vectors that equations hold. Expected: the equations W a + A^T lambda = f,
 * A a = b, solved as one dense system by Gaussian elimination. */
#include "support.h"

#include "elimination.h"
#include "range_space.h"

enum { ROWS = 7, COLUMNS = 12, MOST = 5 * ROWS };

typedef struct problem {
  int n;
  ptl_presolve_entry entries[MOST];
  int source[MOST];
  double values[MOST], weights[COLUMNS], inverse[COLUMNS];
} problem;

static unsigned next_random(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

static double random_sign(unsigned *seed) {
  return next_random(seed) % 2001 / 1000.0 - 1.0;
}

static void add(problem *p, int row, int column, double value, int is_constant) {
  p->entries[p->n] = (ptl_presolve_entry){row, column, is_constant ? value : NAN};
  p->source[p->n] = MOST - 1 - p->n; /* anywhere among the values */
  p->values[p->source[p->n]] = value;
  p->n++;
}

/* Bodies of three columns each as pins hold them: the first two on the ground, the second to the
 * first as well, or to the third; a row that varies, and one that gives its column. */
static problem random_problem(unsigned seed) {
  problem p = {.n = 0};
  for (int c = 0; c < COLUMNS; c++) {
    p.weights[c] = 0.5 + next_random(&seed) % 100 / 50.0;
    p.inverse[c] = 1.0 / p.weights[c];
  }
  for (int axis = 0; axis < 2; axis++) {
    add(&p, axis, axis, 1.0, 1);
    add(&p, axis, 2, random_sign(&seed), 0);
    add(&p, 2 + axis, 3 + axis, -1.0, 1);
    add(&p, 2 + axis, 5, random_sign(&seed), 0);
    add(&p, 4 + axis, axis, 1.0, 1);
    add(&p, 4 + axis, 2, random_sign(&seed), 0);
    const int other = seed % 3 == 0 ? 6 : 3;
    add(&p, 4 + axis, other + axis, -1.0, 1);
    add(&p, 4 + axis, other + 2, random_sign(&seed), 0);
  }
  add(&p, 6, 9, 0.5, 1);
  return p;
}

/* a by columns, then lambda by rows, into x. */
static void solve_densely(const problem *p, const double *f, const double *b, double *x) {
  enum { ALL = COLUMNS + ROWS };
  double matrix[ALL * ALL] = {0.0};
  for (int c = 0; c < COLUMNS; c++) matrix[(ALL + 1) * c] = p->weights[c];
  for (int e = 0; e < p->n; e++) {
    const int row = COLUMNS + p->entries[e].row, column = p->entries[e].column;
    matrix[ALL * row + column] += p->values[p->source[e]];
    matrix[ALL * column + row] += p->values[p->source[e]];
  }
  memcpy(x, f, sizeof(double) * COLUMNS);
  memcpy(x + COLUMNS, b, sizeof(double) * ROWS);
  assert_true(ptl_eliminate(matrix, ALL, x) > 0.0);
}

static ptl_range_space *created(ptl_context *context, const problem *p, int has_followers) {
  ptl_range_space *r;
  must(context, ptl_range_space_create(context, ROWS, COLUMNS, p->entries, p->source, p->n,
                                       has_followers, &r));
  ptl_range_space_assemble(r, p->values, p->inverse);
  assert_int_equal(ptl_range_space_factor(r, 0.0), 0);
  return r;
}

static void check(const double *a, const double *lambda, int stride, const double *x) {
  double largest = 1.0;
  for (int i = 0; i < COLUMNS + ROWS; i++) largest = fmax(largest, fabs(x[i]));
  for (int c = 0; c < COLUMNS; c++) assert_near(a[stride * c], x[c], 1e-10 * largest);
  for (int i = 0; i < ROWS; i++) assert_near(lambda[stride * i], x[COLUMNS + i], 1e-10 * largest);
}

/* One vector with b, and one in each lane without. */
static void check_random(ptl_context *context, unsigned seed, int has_followers, int *followers) {
  const problem p = random_problem(seed);
  double f[COLUMNS], b[ROWS], none[ROWS] = {0.0}, a[COLUMNS], lambda[ROWS], x[COLUMNS + ROWS];
  double fs[PTL_LANES * COLUMNS], as[PTL_LANES * COLUMNS], lambdas[PTL_LANES * ROWS];
  ptl_range_space *r = created(context, &p, has_followers);
  const ptl_presolve *presolve = ptl_range_space_presolve(r);
  for (int i = 0; i < presolve->n_pivots; i++) *followers += presolve->pivots[i].leader >= 0;
  for (int c = 0; c < COLUMNS; c++) a[c] = (f[c] = random_sign(&seed)) * p.inverse[c];
  for (int i = 0; i < ROWS; i++) b[i] = random_sign(&seed);
  ptl_range_space_solve(r, b, a);
  ptl_range_space_multipliers(r, p.weights, f, a, lambda);
  solve_densely(&p, f, b, x);
  check(a, lambda, 1, x);
  for (int i = 0; i < PTL_LANES * COLUMNS; i++)
    as[i] = (fs[i] = random_sign(&seed)) * p.inverse[i / PTL_LANES];
  ptl_range_space_solve_lanes(r, as);
  ptl_range_space_multipliers_lanes(r, p.weights, fs, as, lambdas);
  for (int l = 0; l < PTL_LANES; l++) {
    for (int c = 0; c < COLUMNS; c++) f[c] = fs[PTL_LANES * c + l];
    solve_densely(&p, f, none, x);
    check(as + l, lambdas + l, PTL_LANES, x);
  }
  ptl_range_space_destroy(r);
}

static void they_are_held(void **state) {
  int none = 0, followers = 0;
  for (unsigned seed = 1; seed <= 100; seed++) {
    check_random(*state, seed, 0, &none);
    check_random(*state, seed, 1, &followers);
  }
  assert_int_equal(none, 0);
  assert_int_equal(followers, 400);
}

/* Two rods from the ground that a pin joins where both lie along x: the row along x has, apart from
 * columns that follow angles, the offset of 1e-4 alone. Expected: a pivot of the size of its square,
 * as without followers. */
static void rods_in_line_are_near_singular(void **state) {
  problem p = {.n = 0};
  double pivot[2];
  for (int c = 0; c < COLUMNS; c++) p.weights[c] = p.inverse[c] = 1.0;
  for (int body = 0; body < 2; body++) {
    const double arm = body == 0 ? 1.0 : -1.0, sign = body == 0 ? 1.0 : -1.0;
    add(&p, 2 * body, 3 * body, 1.0, 1);
    add(&p, 2 * body, 3 * body + 2, 1e-4, 0);
    add(&p, 2 * body + 1, 3 * body + 1, 1.0, 1);
    add(&p, 2 * body + 1, 3 * body + 2, -arm, 0);
    add(&p, 4, 3 * body, sign, 1);
    add(&p, 4, 3 * body + 2, -sign * 1e-4, 0);
    add(&p, 5, 3 * body + 1, sign, 1);
    add(&p, 5, 3 * body + 2, sign * arm, 0);
  }
  add(&p, 6, 9, 1.0, 1);
  for (int i = 0; i < 2; i++) {
    ptl_range_space *r = created(*state, &p, i);
    pivot[i] = ptl_range_space_least_pivot(r);
    ptl_range_space_destroy(r);
  }
  print_message("least pivots %.2e, %.2e\n", pivot[0], pivot[1]);
  assert_true(pivot[0] > 1e-9 && pivot[0] < 1e-7);
  assert_near(pivot[1], pivot[0], 0.5 * pivot[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(they_are_held),
      cmocka_unit_test(rods_in_line_are_near_singular),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
