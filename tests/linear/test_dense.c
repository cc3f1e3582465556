/* test_dense.c: dense problems handed to LAPACK. Expected: closed forms; what is no number is
 * refused. */
#include "dense.h"
#include "support.h"

/* The x of least norm with 3 x + 4 y = 25 is (3, 4); eigenvalues of [[2, 1], [1, 2]] are 1 and 3,
 * those of [[0, -4], [1, 0]] +-2i. */
static void small_problems_are_solved(void **state) {
  double row[] = {3, 4}, b[] = {25, 0}, symmetric[] = {2, 1, 1, 2}, values[2];
  double turn[] = {0, 1, -4, 0}, real[2], imaginary[2], vectors[4];
  int pivots[2];
  must(*state, ptl_dense_least_norm(*state, row, 1, 2, b, pivots));
  assert_near(b[0], 3, 1e-12);
  assert_near(b[1], 4, 1e-12);
  must(*state, ptl_dense_symmetric_eigen(*state, symmetric, 2, values));
  assert_near(values[0], 1, 1e-12);
  assert_near(values[1], 3, 1e-12);
  must(*state, ptl_dense_eigen(*state, turn, 2, real, imaginary, vectors));
  assert_near(hypot(real[0], real[1]), 0, 1e-12);
  assert_near(imaginary[0], 2, 1e-12);
  assert_near(imaginary[1], -2, 1e-12);
}

static void what_is_no_number_is_refused(void **state) {
  double row[] = {NAN, 4}, b[] = {25, 0}, symmetric[] = {2, NAN, NAN, 2}, values[2];
  int pivots[2];
  assert_int_equal(ptl_dense_least_norm(*state, row, 1, 2, b, pivots), PTL_ERR_UNFIT);
  assert_non_null(strstr(ptl_context_message(*state), "LAPACK failed"));
  assert_int_equal(ptl_dense_symmetric_eigen(*state, symmetric, 2, values), PTL_ERR_UNFIT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_problems_are_solved),
      cmocka_unit_test(what_is_no_number_is_refused),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
