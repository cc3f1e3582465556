/* Dormand and Prince's pair of order 8(5,3). Expected values: closed forms, and the orders that the
 * method is known to have. */
#include "support.h"

#include "dop853.h"

static int calls, refused_call; /* 0 for none */

/* A particle on the ellipse of Kepler's problem: x = (place, velocity); w: the integrals of the
 * squared distance and of its rate. */
static int kepler(void *user, const double *x, int with_sums, double *rates) {
  (void)user;
  if (++calls == refused_call) return 1;
  double squared = x[0] * x[0] + x[1] * x[1], cubed = squared * sqrt(squared);
  rates[0] = x[2];
  rates[1] = x[3];
  rates[2] = -x[0] / cubed;
  rates[3] = -x[1] / cubed;
  rates[4] = with_sums ? squared : NAN; /* NAN: it must not be read */
  rates[5] = with_sums ? 2.0 * (x[0] * x[2] + x[1] * x[3]) : NAN;
  return 0;
}

static const double eccentricity = 0.2;

/* From the pericentre: x = (cos E - e, sqrt(1 - e^2) sin E), t = E - e sin E; the integral of r^2
 * is that of (1 - e cos E)^3 over E. */
static void kepler_at(double t, double out[6]) {
  double e = eccentricity, E = t, b = sqrt(1.0 - e * e);
  for (int i = 0; i < 100; i++) E -= (E - e * sin(E) - t) / (1.0 - e * cos(E));
  double r = 1.0 - e * cos(E), s = sin(E);
  out[0] = cos(E) - e;
  out[1] = b * s;
  out[2] = -s / r;
  out[3] = b * cos(E) / r;
  out[4] = E - 3.0 * e * s + 3.0 * e * e * (0.5 * E + 0.25 * sin(2.0 * E)) -
           e * e * e * (s - s * s * s / 3.0);
  out[5] = r * r - (1.0 - e) * (1.0 - e);
}

static ptl_dop853 *at_pericentre(ptl_context *context) {
  ptl_dop853 *rk;
  double start[6];
  must(context, ptl_dop853_create(context, 4, 2, kepler, NULL, &rk));
  kepler_at(0.0, start);
  memcpy(rk->x0, start, 4 * sizeof(double));
  kepler(NULL, rk->x0, 1, rk->k[0]);
  return rk;
}

/* A step forward from the end of the last; adds up the sums. */
static void go_on(ptl_dop853 *rk, double sums[2]) {
  sums[0] += rk->x1[4];
  sums[1] += rk->x1[5];
  memcpy(rk->x0, rk->x1, 4 * sizeof(double));
  memcpy(rk->k[0], rk->k[PTL_DOP853_END], 6 * sizeof(double));
}

typedef struct errors {
  double state, sums, between, sums_between; /* largest, over all steps */
} errors;

/* Over the time 4 in n steps; inside every step the dense output is looked at three times. */
static errors errors_of(ptl_context *context, int n) {
  ptl_dop853 *rk = at_pericentre(context);
  double h = 4.0 / n, sums[2] = {0.0, 0.0}, exact[6], dense[6];
  errors e = {0};
  for (int i = 0; i < n; i++) {
    assert_int_equal(ptl_dop853_attempt(rk, h), 0);
    kepler(NULL, rk->x1, 1, rk->k[PTL_DOP853_END]);
    ptl_dop853_prepare(rk);
    for (int j = 1; j <= 3; j++) {
      double theta = 0.25 * j;
      ptl_dop853_dense(rk, theta, 0, 6, dense);
      kepler_at((i + theta) * h, exact);
      for (int c = 0; c < 4; c++) e.between = fmax(e.between, fabs(dense[c] - exact[c]));
      for (int c = 0; c < 2; c++)
        e.sums_between = fmax(e.sums_between, fabs(sums[c] + dense[4 + c] - exact[4 + c]));
    }
    go_on(rk, sums);
    kepler_at((i + 1) * h, exact);
    for (int c = 0; c < 4; c++) e.state = fmax(e.state, fabs(rk->x0[c] - exact[c]));
    for (int c = 0; c < 2; c++) e.sums = fmax(e.sums, fabs(sums[c] - exact[4 + c]));
  }
  ptl_dop853_destroy(rk);
  return e;
}

/* Expected: halving the step divides the error after a fixed time by 2^8; the dense output, of
 * order 7, has a local error of h^8 too, so that it follows the step's order. Both are larger than
 * rounding here. */
static void orders_show_in_halving(void **state) {
  errors coarse = errors_of(*state, 24), fine = errors_of(*state, 48);
  print_message("orders: %.2f, sums %.2f, between %.2f, sums between %.2f; errors %.1e, %.1e\n",
                log2(coarse.state / fine.state), log2(coarse.sums / fine.sums),
                log2(coarse.between / fine.between), log2(coarse.sums_between / fine.sums_between),
                fine.state, fine.between);
  assert_true(fine.state > 1e-13);
  assert_true(log2(coarse.state / fine.state) > 7.5);
  assert_true(log2(coarse.sums / fine.sums) > 7.5);
  assert_true(log2(coarse.between / fine.between) > 7.3);
  assert_true(log2(coarse.sums_between / fine.sums_between) > 7.3);
}

/* Local error of one step of size h, and of its dense output in the middle. */
static void local_errors(ptl_context *context, double h, double out[2], double *estimate) {
  ptl_dop853 *rk = at_pericentre(context);
  double exact[6], dense[4], tolerance[4] = {1.0, 1.0, 1.0, 1.0};
  assert_int_equal(ptl_dop853_attempt(rk, h), 0);
  kepler(NULL, rk->x1, 1, rk->k[PTL_DOP853_END]);
  ptl_dop853_prepare(rk);
  ptl_dop853_dense(rk, 0.4, 0, 4, dense);
  out[0] = out[1] = 0.0;
  kepler_at(h, exact);
  for (int c = 0; c < 4; c++) out[0] = fmax(out[0], fabs(rk->x1[c] - exact[c]));
  kepler_at(0.4 * h, exact);
  for (int c = 0; c < 4; c++) out[1] = fmax(out[1], fabs(dense[c] - exact[c]));
  *estimate = ptl_dop853_error(rk, 4, tolerance);
  ptl_dop853_destroy(rk);
}

/* Expected: h^9 for the step, h^8 for the dense output, and an estimate that falls with h^8 and
 * does not fall below the error. */
static void local_errors_fall_as_they_should(void **state) {
  double coarse[2], fine[2], estimates[2];
  local_errors(*state, 0.5, coarse, &estimates[0]);
  local_errors(*state, 0.25, fine, &estimates[1]);
  print_message("local orders: %.2f, between %.2f, estimate %.2f; %.1e against %.1e\n",
                log2(coarse[0] / fine[0]), log2(coarse[1] / fine[1]),
                log2(estimates[0] / estimates[1]), fine[0], estimates[1]);
  assert_near(log2(coarse[0] / fine[0]), 9.0, 0.8);
  assert_near(log2(coarse[1] / fine[1]), 8.0, 0.8);
  assert_near(log2(estimates[0] / estimates[1]), 8.0, 0.8);
  assert_true(estimates[0] > coarse[0] && estimates[1] > fine[0]);
}

/* Expected: the formula is that of the root mean square over the tested unknowns, so that ten times
 * the tolerance gives a tenth; an unknown with an infinite tolerance counts as one without an
 * error. */
static void tolerances_scale_the_error(void **state) {
  ptl_dop853 *rk = at_pericentre(*state);
  double one[4] = {1.0, 1.0, 1.0, 1.0}, ten[4] = {10.0, 10.0, 10.0, 10.0};
  double none[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
  assert_int_equal(ptl_dop853_attempt(rk, 0.5), 0);
  double error = ptl_dop853_error(rk, 4, one);
  assert_true(error > 0.0);
  assert_near(ptl_dop853_error(rk, 4, ten), 0.1 * error, 1e-12 * error);
  assert_true(ptl_dop853_error(rk, 4, none) == 0.0);
  ptl_dop853_destroy(rk);
}

/* The dense output meets the step's ends with their slopes, and one unknown comes out as among all.
 */
static void dense_output_meets_the_ends(void **state) {
  ptl_dop853 *rk = at_pericentre(*state);
  double dense[6], h = 0.3;
  assert_int_equal(ptl_dop853_attempt(rk, h), 0);
  kepler(NULL, rk->x1, 1, rk->k[PTL_DOP853_END]);
  ptl_dop853_prepare(rk);
  double slope;
  for (int end = 0; end <= 1; end++) {
    ptl_dop853_dense(rk, end, 0, 6, dense);
    for (int c = 0; c < 6; c++) {
      double wanted = end ? rk->x1[c] : c < 4 ? rk->x0[c] : 0.0;
      assert_near(dense[c], wanted, 1e-15);
      assert_near(ptl_dop853_dense_one(rk, end, c, &slope), wanted, 1e-15);
      assert_near(slope, h * rk->k[end ? PTL_DOP853_END : 0][c], 1e-14);
    }
  }
  for (int i = 1; i < 8; i++) {
    double theta = i / 8.0, small = 1e-5;
    ptl_dop853_dense(rk, theta, 1, 4, dense);
    double other;
    for (int c = 1; c < 4; c++) {
      assert_near(ptl_dop853_dense_one(rk, theta, c, &slope), dense[c - 1], 1e-15);
      double up = ptl_dop853_dense_one(rk, theta + small, c, &other);
      double down = ptl_dop853_dense_one(rk, theta - small, c, &other);
      assert_near(slope, (up - down) / (2.0 * small), 1e-9);
    }
  }
  ptl_dop853_destroy(rk);
}

/* The attempt says so, whichever of its eleven stages is refused, and another attempt is possible.
 */
static void a_refused_stage_is_reported(void **state) {
  ptl_dop853 *rk = at_pericentre(*state);
  for (int stage = 1; stage <= 11; stage++) {
    calls = 0;
    refused_call = stage;
    assert_int_equal(ptl_dop853_attempt(rk, 0.3), 1);
    assert_int_equal(calls, stage);
  }
  refused_call = 0;
  calls = 0;
  assert_int_equal(ptl_dop853_attempt(rk, 0.3), 0);
  assert_int_equal(calls, 11);
  ptl_dop853_destroy(rk);
}

/* Hermite's cubic through both ends: where any of the three further stages is refused. */
static void dense_falls_back_to_the_cubic(void **state) {
  for (int stage = 1; stage <= 3; stage++) {
    ptl_dop853 *rk = at_pericentre(*state);
    double h = 0.3, dense[6];
    assert_int_equal(ptl_dop853_attempt(rk, h), 0);
    kepler(NULL, rk->x1, 1, rk->k[PTL_DOP853_END]);
    calls = 0;
    refused_call = stage;
    ptl_dop853_prepare(rk);
    assert_int_equal(calls, stage);
    refused_call = 0;
    for (int i = 1; i < 4; i++) {
      double x = 0.25 * i, y = 1.0 - x;
      ptl_dop853_dense(rk, x, 0, 6, dense);
      for (int c = 0; c < 6; c++) {
        double from = c < 4 ? rk->x0[c] : 0.0;
        double cubic = (1.0 + 2.0 * x) * y * y * from + x * y * y * h * rk->k[0][c] +
                       (1.0 + 2.0 * y) * x * x * rk->x1[c] -
                       x * x * y * h * rk->k[PTL_DOP853_END][c];
        assert_near(dense[c], cubic, 1e-14);
      }
    }
    ptl_dop853_destroy(rk);
  }
}

static double decay;

static int decaying(void *user, const double *x, int with_sums, double *rates) {
  (void)user;
  (void)with_sums;
  rates[0] = -decay * x[0];
  rates[1] = -0.01 * x[1];
  return 0;
}

/* y' = -k y: the estimate is h k, as the two states at the step's end differ only along y. */
static void stiffness_is_that_of_the_fast_unknown(void **state) {
  double tolerance[2] = {1e-6, 1e-6};
  ptl_dop853 *rk;
  must(*state, ptl_dop853_create(*state, 2, 0, decaying, NULL, &rk));
  for (decay = 1.0; decay <= 1e4; decay *= 10.0) {
    rk->x0[0] = rk->x0[1] = 1.0;
    decaying(NULL, rk->x0, 1, rk->k[0]);
    assert_int_equal(ptl_dop853_attempt(rk, 2.0 / decay), 0);
    decaying(NULL, rk->x1, 1, rk->k[PTL_DOP853_END]);
    assert_near(ptl_dop853_stiffness(rk, 2, tolerance), 2.0, 1e-6);
  }
  ptl_dop853_destroy(rk);
}

enum { WIDE = 45 }; /* a long block, two short ones and a rest */

/* Uncoupled: x_i' = -(i + 1) x_i. */
static int shrink(void *user, const double *x, int with_sums, double *rates) {
  (void)user, (void)with_sums;
  for (int i = 0; i < WIDE; i++) rates[i] = -(i + 1.0) * x[i];
  return 0;
}

/* Expected: the end of a step is x0 plus the stages times their weights, added one after the other,
 * to the bit, whatever instructions the processor has for several unknowns at once. */
static void sums_do_not_depend_on_the_processor(void **state) {
  ptl_dop853 *rk;
  must(*state, ptl_dop853_create(*state, WIDE, 0, shrink, NULL, &rk));
  for (int i = 0; i < WIDE; i++) rk->x0[i] = 1.0 / (i + 3.0);
  shrink(NULL, rk->x0, 0, rk->k[0]);
  assert_int_equal(ptl_dop853_attempt(rk, 0.03), 0);
  for (int i = 0; i < WIDE; i++) {
    double sum = rk->x0[i];
    for (const ptl_dop853_weight *w = ptl_dop853_stage[PTL_DOP853_END]; w->value != 0.0; w++)
      sum += rk->h * w->value * rk->k[w->stage][i];
    assert_memory_equal(&rk->x1[i], &sum, sizeof sum);
  }
  ptl_dop853_destroy(rk);
}

static void nothing_to_destroy(void **state) {
  (void)state;
  ptl_dop853_destroy(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orders_show_in_halving),
      cmocka_unit_test(local_errors_fall_as_they_should),
      cmocka_unit_test(tolerances_scale_the_error),
      cmocka_unit_test(dense_output_meets_the_ends),
      cmocka_unit_test(a_refused_stage_is_reported),
      cmocka_unit_test(dense_falls_back_to_the_cubic),
      cmocka_unit_test(stiffness_is_that_of_the_fast_unknown),
      cmocka_unit_test(sums_do_not_depend_on_the_processor),
      cmocka_unit_test(nothing_to_destroy),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
