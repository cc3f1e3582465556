/* test_presolve.c: elimination of singleton rows. Expected: pivots by hand for small systems; for
 * random ones that the pivot rows solve for their columns in the order given, and that nothing is
 * left out. */
#include "support.h"

#include "presolve.h"

static ptl_presolve presolve(ptl_context *context, int n_rows, int n_columns,
                             const ptl_presolve_entry *entries, int n) {
  ptl_presolve out;
  must(context, ptl_presolve_create(context, n_rows, n_columns, entries, n, 0, &out));
  return out;
}

/* x0 = b0; x1 follows from x0; row 2 has x1, x2, x3, of which two are unknown. */
static void singletons_follow_each_other(void **state) {
  const ptl_presolve_entry entries[] = {{1, 0, 2.0},  {1, 1, -4.0}, {2, 1, NAN},
                                        {0, 0, -0.5}, {2, 2, 1.0},  {2, 3, 1.0}};
  ptl_presolve p = presolve(*state, 3, 4, entries, 6);
  assert_int_equal(p.n_pivots, 2);
  assert_true(p.pivots[0].row == 0 && p.pivots[0].column == 0 && p.pivots[0].entry == 3);
  assert_int_equal(p.pivots[0].end - p.pivots[0].first, 0);
  assert_true(p.pivots[1].row == 1 && p.pivots[1].column == 1 && p.pivots[1].entry == 1);
  assert_int_equal(p.pivots[1].end - p.pivots[1].first, 1);
  assert_int_equal(p.pivot_terms[p.pivots[1].first], 0);
  assert_int_equal(p.n_empty, 0);
  assert_true(p.n_remaining == 1 && p.remaining[0] == 2 && p.remaining_index[2] == 0);
  assert_true(p.remaining_index[0] == -1 && p.remaining_index[1] == -1);
  assert_true(p.n_solved_terms == 1 && p.solved_terms[0] == 2);
  assert_true(p.n_unknown_terms == 2 && p.unknown_terms[0] == 4 && p.unknown_terms[1] == 5);
  ptl_presolve_release(*state, &p);
}

/* Two rows for one column: the first is its pivot, the second is empty then; so is a row without
 * entries. */
static void rows_that_others_imply_are_empty(void **state) {
  const ptl_presolve_entry entries[] = {{0, 0, 1.0}, {2, 0, 3.0}};
  ptl_presolve p = presolve(*state, 3, 1, entries, 2);
  assert_true(p.n_pivots == 1 && p.pivots[0].row == 0);
  assert_true(p.n_empty == 2 && p.empty[0] == 1 && p.empty[1] == 2);
  assert_int_equal(p.n_remaining, 0);
  ptl_presolve_release(*state, &p);
}

/* Neither an entry that changes nor one below 0.1 is a pivot; nor is one of two entries in one
 * place. */
static void pivots_are_constant_and_large(void **state) {
  const ptl_presolve_entry entries[] = {
      {0, 0, NAN}, {1, 1, 0.09}, {2, 2, 0.1}, {3, 3, 1.0}, {3, 3, -1.0}};
  ptl_presolve p = presolve(*state, 4, 4, entries, 5);
  assert_true(p.n_pivots == 1 && p.pivots[0].row == 2);
  assert_int_equal(p.n_remaining, 3);
  assert_int_equal(p.n_unknown_terms, 4);
  ptl_presolve_release(*state, &p);
}

/* x0 and x1 follow x2, by rows 0 and 1; row 2 then has x2 and x3, of which x3 follows x2 as well; row
 * 3 has x4 and x5, of which x4 varies; row 4 has three unknowns: x2, which x0 stands for, x4, x6. x2
 * leads, so that row 5 does not let it follow x6, but x6 follows it. */
static void what_follows_one_other_is_eliminated(void **state) {
  const ptl_presolve_entry entries[] = {
      {0, 0, 1.0}, {0, 2, NAN}, {1, 2, NAN}, {1, 1, -1.0}, {2, 0, 2.0},  {2, 3, 1.0}, {3, 4, NAN},
      {3, 5, 0.5}, {4, 0, 1.0}, {4, 4, 1.0}, {4, 6, 1.0},  {5, 2, -1.0}, {5, 6, 1.0}};
  static const int own[] = {0, 1, 2, 3, 5}, columns[] = {0, 1, 3, 5, 6}, leads[] = {2, 2, 2, 4, 2};
  ptl_presolve p;
  must(*state, ptl_presolve_create(*state, 6, 7, entries, 13, 1, &p));
  assert_int_equal(p.n_pivots, 5);
  for (int i = 0; i < 5; i++) {
    assert_int_equal(p.pivots[i].row, own[i]);
    assert_int_equal(p.pivots[i].column, columns[i]);
    assert_int_equal(p.pivots[i].leader, leads[i]);
  }
  assert_true(p.n_remaining == 1 && p.remaining[0] == 4);
  assert_true(p.n_solved_terms == 2 && p.solved_terms[0] == 8 && p.solved_terms[1] == 10);
  assert_true(p.n_unknown_terms == 1 && p.unknown_terms[0] == 9);
  ptl_presolve_release(*state, &p);
}

static unsigned next_random(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

/* A sparse matrix with a known solution: the pivot rows give its unknowns back, to rounding. */
static void check_random(ptl_context *context, unsigned seed) {
  enum { ROWS = 30, COLUMNS = 25, PER_ROW = 3 };
  ptl_presolve_entry entries[ROWS * PER_ROW];
  double x[COLUMNS], b[ROWS] = {0.0}, solved[COLUMNS];
  int n = 0, seen[ROWS * PER_ROW] = {0}, row_seen[ROWS] = {0};
  for (int c = 0; c < COLUMNS; c++) x[c] = next_random(&seed) % 1000 / 100.0;
  for (int row = 0; row < ROWS; row++)
    for (int i = (int)(next_random(&seed) % PER_ROW); i < PER_ROW; i++) {
      double value = 0.5 + next_random(&seed) % 100 / 50.0;
      int column = (int)(next_random(&seed) % COLUMNS);
      b[row] += value * x[column];
      entries[n++] = (ptl_presolve_entry){row, column, value};
    }
  ptl_presolve p = presolve(context, ROWS, COLUMNS, entries, n);
  for (int c = 0; c < COLUMNS; c++) solved[c] = NAN;
  for (int i = 0; i < p.n_pivots; i++) {
    const ptl_presolve_pivot *pivot = &p.pivots[i];
    double rest = b[pivot->row];
    for (int k = pivot->first; k < pivot->end; k++) {
      const ptl_presolve_entry *term = &entries[p.pivot_terms[k]];
      rest -= term->value * solved[term->column];
      seen[p.pivot_terms[k]]++;
    }
    solved[pivot->column] = rest / entries[pivot->entry].value;
    assert_near(solved[pivot->column], x[pivot->column], 1e-9);
    seen[pivot->entry]++;
    row_seen[pivot->row]++;
  }
  assert_true(p.n_pivots > 0);
  for (int i = 0; i < p.n_empty; i++) row_seen[p.empty[i]]++;
  for (int i = 0; i < p.n_remaining; i++) row_seen[p.remaining[i]]++;
  for (int row = 0; row < ROWS; row++) assert_int_equal(row_seen[row], 1);
  for (int i = 0; i < p.n_solved_terms; i++) {
    assert_false(isnan(solved[entries[p.solved_terms[i]].column]));
    seen[p.solved_terms[i]]++;
  }
  for (int i = 0; i < p.n_unknown_terms; i++) {
    assert_true(isnan(solved[entries[p.unknown_terms[i]].column]));
    seen[p.unknown_terms[i]]++;
  }
  for (int e = 0; e < n; e++) { /* those of empty rows stand in no list */
    int is_empty = 0;
    for (int i = 0; i < p.n_empty; i++) is_empty |= p.empty[i] == entries[e].row;
    assert_int_equal(seen[e], !is_empty);
  }
  ptl_presolve_release(context, &p);
}

static void random_systems_are_solved(void **state) {
  for (unsigned seed = 1; seed <= 200; seed++) check_random(*state, seed);
}

static void nothing_is_eliminated_of_nothing(void **state) {
  ptl_presolve p = presolve(*state, 0, 0, NULL, 0);
  assert_int_equal(p.n_pivots + p.n_empty + p.n_remaining, 0);
  ptl_presolve_release(*state, &p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(singletons_follow_each_other),
      cmocka_unit_test(rows_that_others_imply_are_empty),
      cmocka_unit_test(pivots_are_constant_and_large),
      cmocka_unit_test(what_follows_one_other_is_eliminated),
      cmocka_unit_test(random_systems_are_solved),
      cmocka_unit_test(nothing_is_eliminated_of_nothing),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
