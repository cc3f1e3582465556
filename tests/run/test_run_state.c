/* The state of a run, read and set, and the equations at any state. */
#include "model_run.h"

static ptl_run *run_of(const ptl_system *system, const ptl_sink *sink) {
  ptl_run *run;
  must(context, ptl_run_create(context, system, NULL, sink, &run));
  return run;
}

/* ---------------------------------------------------------------- reading */

static void read_all(ptl_run *run, const ptl_system *system, double *values) {
  ptl_gap_now gap;
  must(context, ptl_run_get_columns(run, values));
  for (int g = 0; g < ptl_system_get_sizes(system).n_gaps; g++)
    must(context, ptl_run_get_gap(run, g, &gap));
}

/* Reading changes nothing: rows and events of a run that is read at 200 times are, to the bit,
 * those of one that is advanced to the same times without. */
static void check_reading(const char *name, const char *integrator) {
  ptl_system *system = system_for(name, integrator);
  ptl_sizes sizes = ptl_system_get_sizes(system);
  double *values = calloc((size_t)sizes.n_columns, sizeof *values);
  rows trace[2] = {{0}, {0}};
  for (int k = 0; k < 2; k++) {
    ptl_sink sink = rows_sink(&trace[k]);
    ptl_run *run = run_of(system, &sink);
    ptl_run_reason reason = PTL_RUN_AT_TIME;
    for (int i = 1; i <= 200 && reason == PTL_RUN_AT_TIME; i++) {
      if (k == 1) read_all(run, system, values);
      must(context, ptl_run_advance(run, 0.0007 * i, &reason));
    }
    ptl_run_destroy(run);
  }
  assert_int_equal(trace[0].n, trace[1].n);
  assert_int_equal(trace[0].n_events, trace[1].n_events);
  assert_memory_equal(trace[0].values, trace[1].values,
                      sizeof(double) * (size_t)trace[0].n * (size_t)trace[0].width);
  for (int k = 0; k < 2; k++) rows_release(&trace[k]);
  free(values);
  ptl_system_destroy(system);
}

static void reading_changes_nothing(void **state) {
  (void)state;
  static const char *const names[] = {"pendulum", "scotch_yoke", "slider_crank_friction",
                                      "bouncing_ball", "geneva"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    check_reading(names[i], "auto");
    check_reading(names[i], "ida");
  }
}

/* A column now is that of the row which is due then, up to what the cut of the interval changes. */
static void columns_are_those_of_rows(void **state) {
  (void)state;
  ptl_system *system = system_for("bouncing_ball", "auto");
  int n = ptl_system_get_sizes(system).n_columns;
  double *values = calloc((size_t)n, sizeof *values), one;
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_run *run = run_of(system, &sink);
  must(context, ptl_run_get_columns(run, values));
  must(context, ptl_run_step(run, NULL));
  assert_memory_equal(values, trace.values, sizeof(double) * (size_t)n);
  for (int k = 200; k < 500; k++) { /* the first touch is at 0.43 s */
    double t = k * 2e-3;
    must(context, ptl_run_advance(run, t, NULL));
    must(context, ptl_run_get_columns(run, values));
    must(context, ptl_run_get_column(run, 0, &one));
    assert_near(one, t, 0.0);
    assert_near(rows_at(&trace, trace.n - 1, 0), t, 0.0);
    for (int i = 2; i < n; i++)
      assert_near(values[i], rows_at(&trace, trace.n - 1, i), 1e-9 * (1.0 + fabs(values[i])));
  }
  assert_int_equal(ptl_run_get_column(run, n, &one), PTL_ERR_USAGE);
  assert_int_equal(ptl_run_get_column(run, -1, &one), PTL_ERR_USAGE);
  assert_int_equal(ptl_system_find_column(system, "time"), 0);
  assert_int_equal(ptl_system_find_column(system, "nothing"), -1);
  ptl_run_destroy(run);
  rows_release(&trace);
  free(values);
  ptl_system_destroy(system);
}

/* Free fall from rest: the rate of the gap is g t, its depth -(h - g t^2/2); it does not touch. */
static void gap_of_a_falling_ball(void **state) {
  (void)state;
  ptl_system *system = system_for("bouncing_ball", "auto");
  ptl_run *run = run_of(system, NULL);
  int gap = ptl_system_find_gap(system, "floor", NULL);
  ptl_gap_now now;
  assert_int_equal(gap, 0);
  assert_int_equal(ptl_system_find_gap(system, "ceiling", NULL), -1);
  assert_int_equal(ptl_system_find_body(system, "ball"), 0);
  must(context, ptl_run_advance(run, 0.3, NULL));
  must(context, ptl_run_get_gap(run, gap, &now));
  assert_int_equal(now.is_touching, 0);
  assert_near(now.rate, 9.8 * 0.3, 1e-6);
  assert_near(now.depth, -(0.9 - 0.5 * 9.8 * 0.09), 1e-6);
  assert_near(now.force, 0.0, 0.0);
  assert_int_equal(ptl_run_get_gap(run, 1, &now), PTL_ERR_USAGE);
  assert_int_equal(ptl_run_set_reference_speed(run, gap, 1.0), PTL_ERR_USAGE);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
}

/* ---------------------------------------------------------------- setting */

/* The equations of a pendulum do not know the time: put back to where it started at t0, it is at t0
 * + T where it was at T; and the balance, whose limit ends a run, does not count what was put
 * in. */
static void set_state_starts_again(void **state) {
  (void)state;
  static const char *const integrators[] = {"auto", "ida"};
  for (int k = 0; k < 2; k++) {
    ptl_system *system = system_for("pendulum", integrators[k]);
    ptl_run *run = run_of(system, NULL);
    double q[3], v[3], q0[3], v0[3], q1[3], v1[3];
    ptl_moved moved;
    must(context, ptl_run_get_state(run, q0, v0));
    must(context, ptl_run_advance(run, 0.9, NULL));
    must(context, ptl_run_get_state(run, q1, v1));
    must(context, ptl_run_advance(run, 1.3, NULL));
    must(context, ptl_run_set_state(run, q0, v0, &moved));
    assert_near(moved.position, 0.0, 1e-12);
    assert_near(moved.rate, 0.0, 1e-12);
    must(context, ptl_run_advance(run, 2.2, NULL));
    must(context, ptl_run_get_state(run, q, v));
    for (int i = 0; i < 3; i++) {
      assert_near(q[i], q1[i], 1e-6);
      assert_near(v[i], v1[i], 1e-5);
    }
    ptl_summary summary;
    must(context, ptl_run_get_summary(run, &summary));
    assert_near(summary.energy.balance, 0.0, 1e-5);
    ptl_summary_release(context, &summary);
    ptl_run_destroy(run);
    ptl_system_destroy(system);
  }
}

/* A rod of length l moved off its pivot by d along itself comes back by d; by mass, no other change
 * is less. */
static void set_state_is_projected(void **state) {
  (void)state;
  ptl_system *system = system_for("pendulum", "auto");
  ptl_run *run = run_of(system, NULL);
  double q[3] = {0.501, 0.0, 0.0}, v[3] = {0.0, 0.5, 1.1}, to[3], rate[3];
  ptl_moved moved;
  must(context, ptl_run_set_state(run, q, v, &moved));
  must(context, ptl_run_get_state(run, to, rate));
  assert_near(to[0], 0.5, 1e-10);
  assert_near(moved.position, 1e-3, 1e-10);
  assert_near(rate[1], 0.5 * rate[2], 1e-10);
  q[1] = NAN;
  assert_int_equal(ptl_run_set_state(run, q, v, &moved), PTL_ERR_INPUT);
  must(context, ptl_run_advance(run, 0.1, NULL));
  ptl_run_destroy(run);
  ptl_system_destroy(system);
}

/* A ball put 0.1 mm into its floor at rest is pushed out by F = k d^1.5, and its contact counts. */
static void set_state_closes_a_gap(void **state) {
  (void)state;
  ptl_system *system = system_for("bouncing_ball", "auto");
  ptl_run *run = run_of(system, NULL);
  const double q[3] = {0.0, 0.02 - 1e-4, 0.0}, v[3] = {0.0, 0.0, 0.0};
  ptl_gap_now now;
  must(context, ptl_run_set_state(run, q, v, NULL));
  must(context, ptl_run_get_gap(run, 0, &now));
  assert_int_equal(now.is_touching, 1);
  assert_near(now.depth, 1e-4, 1e-12);
  assert_near(now.force, 1.4e8 * pow(1e-4, 1.5), 1e-6);
  must(context, ptl_run_set_reference_speed(run, 0, 0.5));
  must(context, ptl_run_get_gap(run, 0, &now));
  assert_near(now.reference_speed, 0.5, 0.0);
  assert_int_equal(ptl_run_set_reference_speed(run, 0, 0.0), PTL_ERR_USAGE);
  must(context, ptl_run_advance(run, 0.01, NULL));
  must(context, ptl_run_get_gap(run, 0, &now));
  assert_int_equal(now.is_touching, 0);
  ptl_summary summary;
  must(context, ptl_run_get_summary(run, &summary));
  assert_int_equal(summary.gaps[0].touches, 1);
  assert_near(summary.energy.balance, 0.0, 1e-6);
  ptl_summary_release(context, &summary);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
}

/* Friction with inner states: set to what was read, at another time, they are what is read
 * again. */
static void law_states_are_set(void **state) {
  (void)state;
  ptl_system *system = system_for("slider_crank_friction", "auto");
  ptl_sizes sizes = ptl_system_get_sizes(system);
  ptl_run *run = run_of(system, NULL);
  double memory[64], friction[64], again[64];
  assert_true(sizes.n_memory < 64 && sizes.n_friction_states < 64);
  must(context, ptl_run_advance(run, 0.01, NULL));
  must(context, ptl_run_get_law_states(run, memory, friction));
  must(context, ptl_run_set_law_states(run, memory, friction));
  must(context, ptl_run_get_law_states(run, memory, again));
  assert_memory_equal(friction, again, sizeof(double) * (size_t)sizes.n_friction_states);
  must(context, ptl_run_advance(run, 0.02, NULL));
  ptl_run_destroy(run);
  ptl_system_destroy(system);
}

/* ---------------------------------------------------------------- evaluation */

/* A rod of 1 kg and 1 m hung at its end, at angle a and rate w: J' alpha = -m g h cos a with J' =
 * 1/3 kg m^2; the pivot carries the weight and the acceleration of the centre of mass. */
static void pendulum_at_any_state(void **state) {
  (void)state;
  ptl_system *system = system_for("pendulum", "auto");
  ptl_evaluation *e;
  must(context, ptl_evaluation_create(context, system, &e));
  for (double a = -2.0; a < 2.0; a += 0.37) {
    double w = 1.7, g = 9.81, alpha = -g * 0.5 * cos(a) * 3.0;
    const double q[3] = {0.5 * cos(a), 0.5 * sin(a), a};
    const double v[3] = {-0.5 * w * sin(a), 0.5 * w * cos(a), w};
    must(context, ptl_evaluation_set(e, 0.0, q, v));
    const double *is = ptl_evaluation_get_accelerations(e);
    assert_near(is[2], alpha, 1e-9);
    assert_near(is[0], -0.5 * alpha * sin(a) - 0.5 * w * w * cos(a), 1e-9);
    assert_near(is[1], 0.5 * alpha * cos(a) - 0.5 * w * w * sin(a), 1e-9);
    assert_near(ptl_evaluation_get_forces(e)[1], -9.81, 1e-12);
  }
  ptl_evaluation_destroy(e);
  ptl_system_destroy(system);
}

/* The Jacobian is that of central differences of Phi, and the equations of motion hold with the
 * matrix. */
static void check_matrices(const char *name) {
  ptl_system *system = system_for(name, "auto");
  const ptl_sizes sizes = ptl_system_get_sizes(system);
  size_t n = (size_t)sizes.n_coordinates, m = (size_t)sizes.n_rows, width = n + m;
  ptl_run *run = run_of(system, NULL);
  ptl_evaluation *e;
  double *q = calloc(4 * n + 4 * m, sizeof *q), *v = q + n, *less = v + n, *more = less + m;
  double *jacobian = calloc(n * m + width * width, sizeof *jacobian), *kkt = jacobian + n * m;
  must(context, ptl_evaluation_create(context, system, &e));
  must(context, ptl_run_advance(run, 0.013, NULL));
  must(context, ptl_run_get_state(run, q, v));
  must(context, ptl_evaluation_set(e, 0.013, q, v));
  must(context, ptl_evaluation_get_jacobian(e, jacobian));
  must(context, ptl_evaluation_get_kkt(e, kkt));
  const double *a = ptl_evaluation_get_accelerations(e), *lambda = ptl_evaluation_get_reactions(e);
  const double *force = ptl_evaluation_get_forces(e), *mass = ptl_system_get_mass(system);
  for (size_t i = 0; i < n; i++) {
    double sum = -force[i], largest = fabs(force[i]);
    for (size_t j = 0; j < width; j++) {
      double term = kkt[i * width + j] * (j < n ? a[j] : lambda[j - n]);
      sum += term;
      largest = fmax(largest, fabs(term));
    }
    assert_near(sum, 0.0, 1e-8 * (1.0 + largest));
    assert_near(kkt[i * width + i], mass[i], 0.0);
  }
  for (size_t j = 0; j < n; j++) {
    const double h = 1e-6, at = q[j];
    q[j] = at - h;
    must(context, ptl_evaluation_set(e, 0.013, q, v));
    ptl_evaluation_get_violations(e, less, NULL);
    q[j] = at + h;
    must(context, ptl_evaluation_set(e, 0.013, q, v));
    ptl_evaluation_get_violations(e, more, NULL);
    q[j] = at;
    for (size_t i = 0; i < m; i++)
      assert_near(jacobian[i * n + j], (more[i] - less[i]) / (2.0 * h), 1e-7);
  }
  char row[96];
  must(context, ptl_system_get_row_name(system, 0, row, sizeof row));
  assert_true(strstr(row, "equation 1") != NULL);
  assert_int_equal(ptl_system_get_row_name(system, (int)m, row, sizeof row), PTL_ERR_USAGE);
  free(q);
  free(jacobian);
  ptl_evaluation_destroy(e);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
}

static void matrices_are_those_of_the_equations(void **state) {
  (void)state;
  check_matrices("slider_crank_ideal");
  check_matrices("four_bar_ideal");
  check_matrices("scotch_yoke");
}

/* A torque M that is an input turns an inertia J at M/J; an input that is not there, or no number,
 * is refused and changes nothing. */
static void inputs_of_an_evaluation_are_set(void **state) {
  (void)state;
  ptl_system *system =
      system_of(context,
                "pintle: 1\ninputs: {torque: {unit: N m, default: 1 N m}}\n"
                "bodies: {wheel: {mass: 1, inertia: 0.5}}\n"
                "joints: {pin: {type: revolute, bodies: [ground, wheel]}}\n"
                "loads: {drive: {body: wheel, torque: torque}}\nrun: {until: 1 s}\n",
                NULL, 0);
  static const double q[3], v[3];
  ptl_evaluation *e;
  must(context, ptl_evaluation_create(context, system, &e));
  must(context, ptl_evaluation_set(e, 0.0, q, v));
  assert_near(ptl_evaluation_get_accelerations(e)[2], 1.0 / 0.5, 1e-12);
  must(context, ptl_evaluation_set_input(e, 0, 3.0));
  must(context, ptl_evaluation_set(e, 0.0, q, v));
  assert_near(ptl_evaluation_get_accelerations(e)[2], 3.0 / 0.5, 1e-12);
  assert_int_equal(ptl_evaluation_set_input(e, 1, 3.0), PTL_ERR_USAGE);
  assert_int_equal(ptl_evaluation_set_input(e, 0, NAN), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "input 'torque' is not finite"));
  must(context, ptl_evaluation_set(e, 0.0, q, v));
  assert_near(ptl_evaluation_get_accelerations(e)[2], 3.0 / 0.5, 1e-12);
  ptl_evaluation_destroy(e);
  ptl_system_destroy(system);
}

/* A run needs a way to go, and rows that are not before one another. */
static void a_run_without_a_way_is_refused(void **state) {
  (void)state;
  ptl_system *system = system_of_model("scotch_yoke", NULL, 0);
  ptl_run_options options = ptl_run_options_default();
  ptl_summary summary;
  options.until_time = -1.0;
  assert_int_equal(ptl_simulate(context, system, &options, NULL, &summary), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "'until' must say how far to simulate"));
  ptl_summary_release(context, &summary);
  options.until_time = 0.01;
  options.every_time = -1.0;
  assert_int_equal(ptl_simulate(context, system, &options, NULL, &summary), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "'every' must not be negative"));
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(reading_changes_nothing),
                                     cmocka_unit_test(columns_are_those_of_rows),
                                     cmocka_unit_test(gap_of_a_falling_ball),
                                     cmocka_unit_test(set_state_starts_again),
                                     cmocka_unit_test(set_state_is_projected),
                                     cmocka_unit_test(set_state_closes_a_gap),
                                     cmocka_unit_test(law_states_are_set),
                                     cmocka_unit_test(pendulum_at_any_state),
                                     cmocka_unit_test(inputs_of_an_evaluation_are_set),
                                     cmocka_unit_test(a_run_without_a_way_is_refused),
                                     cmocka_unit_test(matrices_are_those_of_the_equations)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
