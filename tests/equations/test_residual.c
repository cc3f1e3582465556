/* test_residual.c: the residual of the DAE. Expected: it is refused when any of its numbers is not
 * finite, whichever body it belongs to. */
#include "support.h"

#include "dae.h"

static void a_residual_is_finite_as_a_whole(void **state) {
  static const double wrong[] = {NAN, INFINITY};
  ptl_mechanism *m;
  ptl_system *s;
  ptl_data *data;
  must(*state, ptl_mechanism_load(*state, PINTLE_MODELS "/slider_crank_ideal.yaml", NULL, 0, &m));
  must(*state, ptl_assemble(m, &s));
  ptl_mechanism_destroy(m);
  must(*state, ptl_data_create(*state, s, &data));
  int n = s->pattern.n, n_rates = 2 * s->n_coordinates;
  assert_true(s->n_bodies > 1);
  double *y = calloc(3 * (size_t)n, sizeof(double)), *yp = y + n, *r = yp + n;
  memcpy(y, s->q0, sizeof(double) * (size_t)s->n_coordinates);
  memcpy(y + s->n_coordinates, s->v0, sizeof(double) * (size_t)s->n_coordinates);
  assert_int_equal(ptl_eval_residual(data, 0.0, y, yp, r), 0);
  for (int i = 0; i < n_rates; i++)
    for (int k = 0; k < 2; k++) {
      yp[i] = wrong[k];
      assert_int_equal(ptl_eval_residual(data, 0.0, y, yp, r), 1);
      yp[i] = 0.0;
    }
  for (int i = n_rates; i < n; i++) { /* a multiplier */
    y[i] = NAN;
    assert_int_equal(ptl_eval_residual(data, 0.0, y, yp, r), 1);
    y[i] = 0.0;
  }
  assert_int_equal(ptl_eval_residual(data, 0.0, y, yp, r), 0);
  free(y);
  ptl_data_destroy(data);
  ptl_system_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_residual_is_finite_as_a_whole),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
