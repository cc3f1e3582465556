/* Shipped mechanisms against answers that are independent of this program: published values,
 * equations of motion in one coordinate integrated here, closed-form kinematics. Each test says
 * which. */
#include "csv.h"
#include "energy.h"
#include "support.h"

/* ---------------------------------------------------------------- runs */

static ptl_system *model(ptl_context *context, const char *name, const ptl_setting *settings,
                         int n) {
  char path[512];
  ptl_mechanism *m;
  ptl_system *s = NULL;
  snprintf(path, sizeof path, "%s/%s.yaml", PINTLE_MODELS, name);
  must(context, ptl_mechanism_load(context, path, settings, n, &m));
  ptl_status status = ptl_assemble(m, &s);
  ptl_mechanism_destroy(m);
  must(context, status);
  return s;
}

/* Runs to the end and says how well energy and constraints were kept. */
static ptl_summary run(ptl_context *context, ptl_system *s, rows *trace) {
  ptl_sink sink = rows_sink(trace);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  print_message(
      "%lld steps, %lld Newton failures; energy off by %.2g of %.3g J, constraints by %.2g\n",
      (long long)sum.counters.steps, (long long)sum.counters.newton_failures, sum.largest_imbalance,
      sum.largest_energy, sum.largest_position_violation);
  assert_int_equal(sum.counters.restarts, 0);
  return sum;
}

static void finish(ptl_context *context, ptl_system *s, rows *trace, ptl_summary *sum) {
  rows_release(trace);
  ptl_summary_release(context, sum);
  ptl_system_destroy(s);
}

static double at(const rows *trace, const ptl_system *s, int row, const char *column) {
  return rows_at(trace, row, column_of(s, column));
}

/* One step of the classical fourth-order method for x'' = f(x, x'). */
typedef double (*acceleration)(double x, double v, const double *c);
static void rk4(acceleration f, const double *c, double h, double *x, double *v) {
  double k1 = f(*x, *v, c), k2 = f(*x + 0.5 * h * *v, *v + 0.5 * h * k1, c);
  double k3 = f(*x + 0.5 * h * *v + 0.25 * h * h * k1, *v + 0.5 * h * k2, c);
  double k4 = f(*x + h * *v + 0.5 * h * h * k2, *v + h * k3, c);
  *x += h * *v + h * h / 6.0 * (k1 + k2 + k3);
  *v += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

/* Goes on to time `end` in steps of about h. */
static void rk4_to(acceleration f, const double *c, double h, double end, double *t, double *x,
                   double *v) {
  int n = (int)ceil((end - *t) / h - 1e-9);
  for (int i = 0; i < n; i++) rk4(f, c, (end - *t) / n, x, v);
  *t = end;
}

/* ---------------------------------------------------------------- Andrews' squeezing mechanism */

/* A value of the test set's and where a run has it. */
typedef struct listed {
  const char *name;
  double value, tolerance;
} listed;

static void compare_listed(const listed *found, size_t n, int field) {
  csv table = csv_open("andrews_squeezer.csv");
  size_t matched = 0;
  while (csv_next(&table))
    for (size_t i = 0; i < n; i++) {
      if (strcmp(found[i].name, table.field[0]) != 0) continue;
      assert_near(found[i].value, csv_number(&table, field), found[i].tolerance);
      matched++;
    }
  assert_int_equal(matched, n);
}

/* The seven angles as the test set counts them, from the bodies' own. */
static void andrews_angles(const double k[8], double out[7]) {
  const double angles[7] = {k[1], k[2] - k[1], k[3], k[4] - k[5], k[5], k[6] - k[7], k[7]};
  memcpy(out, angles, sizeof angles);
}

static void andrews_values(const ptl_system *s, const rows *trace, int row, const char *column,
                           double out[7]) {
  double k[8] = {0.0};
  for (int i = 1; i <= 7; i++) {
    char name[16];
    snprintf(name, sizeof name, "K%d.%s", i, column);
    k[i] = at(trace, s, row, name);
  }
  andrews_angles(k, out);
}

/* Expected: the values of the IVP test set, at the start (consistent angles) and at 0.03 s: all
 * seven angles, their rates, and the six multipliers, which are the forces at the point where four
 * bodies meet. */
static void andrews_matches_the_test_set(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {{"run.rtol", "1e-9"}};
  ptl_system *s = model(context, "andrews_squeezer", settings, 1);
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  int last = trace.n - 1;
  double start[7], end[7], rate[7];
  andrews_values(s, &trace, 0, "angle", start);
  andrews_values(s, &trace, last, "angle", end);
  andrews_values(s, &trace, last, "omega", rate);
  static const char *const names[7] = {"beta",  "Theta", "gamma",  "phi",
                                       "delta", "Omega", "epsilon"};
  static const char *const rates[7] = {"beta_dot",  "Theta_dot", "gamma_dot",  "phi_dot",
                                       "delta_dot", "Omega_dot", "epsilon_dot"};
  listed first[7], found[20] = {{"lambda1", at(&trace, s, last, "E3.fx"), 1e-4},
                                {"lambda2", at(&trace, s, last, "E3.fy"), 1e-4},
                                {"lambda3", at(&trace, s, last, "E4.fx"), 1e-4},
                                {"lambda4", at(&trace, s, last, "E4.fy"), 1e-4},
                                {"lambda5", at(&trace, s, last, "E6.fx"), 1e-4},
                                {"lambda6", at(&trace, s, last, "E6.fy"), 1e-4}};
  for (int i = 0; i < 7; i++) {
    first[i] = (listed){names[i], start[i], 1e-12};
    found[6 + i] = (listed){names[i], end[i], 1e-6};
    found[13 + i] = (listed){rates[i], rate[i], 1e-4};
  }
  compare_listed(first, 7, 2);
  compare_listed(found, 20, 3);
  finish(context, s, &trace, &sum);
}

/* ---------------------------------------------------------------- chains of four-bars */

static double flat_pendulum(double a, double w, const double *c) {
  (void)w;
  return c[0] * sin(a);
}

/* The text that models/n_four_bar.awk writes. */
static char *four_bars(int n) {
  char command[512];
  size_t size = 1 << 16;
  char *text = calloc(size, 1);
  snprintf(command, sizeof command, "awk -v N=%d -f '%s/n_four_bar.awk'", n, PINTLE_MODELS);
  FILE *pipe = popen(command, "r");
  assert_non_null(pipe);
  assert_true(fread(text, 1, size - 1, pipe) > 100);
  assert_int_equal(pclose(pipe), 0);
  return text;
}

/* Published, six digits. */
static void compare_with_benchmark(const rows *trace, int x, int y) {
  csv table = csv_open("n_four_bar_a02.csv");
  double off = 0.0;
  int i = 0, lines = 0;
  for (; csv_next(&table); lines++) {
    double when = csv_number(&table, 0);
    while (i + 1 < trace->n && rows_at(trace, i, 0) < when - 1e-6) i++;
    assert_near(rows_at(trace, i, 0), when, 1e-6);
    off = fmax(off, hypot(rows_at(trace, i, x) - csv_number(&table, 1),
                          rows_at(trace, i, y) - csv_number(&table, 2)));
  }
  print_message("N = 40: B0 within %.2g m of the benchmark\n", off);
  assert_int_equal(lines, 401);
  assert_true(off < 1e-4);
}

/* Expected: the pendulum that the chain is, g ((N + 1)/2 + N)/((N + 1)/3 + N) sin a, which passes
 * flat positions 4 times in the 20 s; for N = 40 also the values of the benchmark collection. */
static void check_four_bars(ptl_context *context, int n) {
  char *text = four_bars(n);
  ptl_setting settings[] = {{"run.rtol", "1e-8"}};
  ptl_mechanism *m = mechanism_of(context, text, settings, 1);
  rows trace = {0};
  free(text);
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  ptl_mechanism_destroy(m);
  assert_int_equal(ptl_system_get_assembly(s)->degrees_of_freedom, 1);
  ptl_summary sum = run(context, s, &trace);
  double c = 9.81 * ((n + 1) / 2.0 + n) / ((n + 1) / 3.0 + n), a = 0.0, w = 1.0, t = 0.0,
         worst = 0.0;
  int x = column_of(s, "B0.x"), y = column_of(s, "B0.y");
  for (int i = 1; i < trace.n; i++) {
    rk4_to(flat_pendulum, &c, 2e-4, rows_at(&trace, i, 0), &t, &a, &w);
    worst = fmax(worst, hypot(rows_at(&trace, i, x) - sin(a), rows_at(&trace, i, y) - cos(a)));
  }
  print_message("N = %d: B0 within %.2g m of the pendulum over 20 s\n", n, worst);
  assert_true(worst < 1e-3);
  assert_true(sum.largest_imbalance < 1e-6 * sum.largest_energy);
  if (n == 40) compare_with_benchmark(&trace, x, y);
  finish(context, s, &trace, &sum);
}

static void short_chains_swing_as_one_pendulum(void **state) {
  check_four_bars(*state, 2);
  check_four_bars(*state, 10);
}

static void long_chain_swings_as_one_pendulum(void **state) {
  check_four_bars(*state, 40);
}

/* ---------------------------------------------------------------- double pendulum */

static void double_pendulum_keeps_its_energy(void **state) {
  ptl_context *context = *state;
  ptl_system *s = model(context, "double_pendulum", NULL, 0);
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  assert_true(sum.largest_imbalance < 1e-6 * sum.largest_energy);
  const mass_of rods[] = {{"upper", 1.0, 1.0 / 12.0, 0.5, 0.0},
                          {"lower", 1.0, 1.0 / 12.0, 0.5, 0.0}};
  energy_is_kept(&trace, s, rods, 2, 9.81, 1e-6 * sum.largest_energy);
  finish(context, s, &trace, &sum);
}

/* Small swings of two equal rods: w^2 = (3 -+ 6/sqrt(7)) g/l with shapes that follow from the
 * linearised equations (3/2 - 4/3 x) a = x/2 b, x = w^2 l/g. Started in one of them with 1e-4 rad.
 */
static void double_pendulum_has_its_modes(void **state) {
  ptl_context *context = *state;
  for (int mode = -1; mode <= 1; mode += 2) {
    double x = 3.0 + mode * 6.0 / sqrt(7.0), w = sqrt(x * 9.81), b = (3.0 - 8.0 / 3.0 * x) / x;
    char upper[64], lower[64];
    snprintf(upper, sizeof upper, "-90 deg + 1e-4");
    snprintf(lower, sizeof lower, "-90 deg + %.17g", 1e-4 * b);
    ptl_setting settings[] = {{"parameters.upper_angle", upper},
                              {"parameters.lower_angle", lower},
                              {"run.until", "5 s"},
                              {"run.length", "1 mm"}};
    ptl_system *s = model(context, "double_pendulum", settings, 4);
    rows trace = {0};
    ptl_summary sum = run(context, s, &trace);
    double down = -0.5 * acos(-1.0);
    for (int i = 0; i < trace.n; i++) {
      double swing = 1e-4 * cos(w * rows_at(&trace, i, 0));
      assert_near(at(&trace, s, i, "upper.angle"), down + swing, 2e-9);
      assert_near(at(&trace, s, i, "lower.angle"), down + b * swing, 4e-9);
    }
    finish(context, s, &trace, &sum);
  }
}

/* ---------------------------------------------------------------- chain pendulum */

enum { RODS = 5 };

/* Angular accelerations of N uniform rods of mass m and length l hung end to end, angles a from the
 * downward vertical, by Lagrange's equations: with c_ki = 1 above rod k, 1/2 at it, 0 below, sum_j
 * (sum_k c_ki c_kj) l^2 m (cos(a_i - a_j) a_j'' + sin(a_i - a_j) a_j'^2) + m l^2/12 a_i'' = -m g l
 * (sum_k c_ki) sin a_i. */
static void chain_accelerations(const double *a, const double *w, double *out) {
  const double m = 1.0 / RODS, l = 1.0 / RODS, g = 9.81;
  double matrix[RODS][RODS + 1];
  for (int i = 0; i < RODS; i++) {
    double below = RODS - 1 - i + 0.5;
    matrix[i][RODS] = -m * g * l * below * sin(a[i]);
    for (int j = 0; j < RODS; j++) {
      double both = i == j ? RODS - 1 - i + 0.25 : RODS - 1 - (i > j ? i : j) + 0.5;
      matrix[i][j] = both * m * l * l * cos(a[i] - a[j]) + (i == j ? m * l * l / 12.0 : 0.0);
      matrix[i][RODS] -= both * m * l * l * sin(a[i] - a[j]) * w[j] * w[j];
    }
  }
  for (int p = 0; p < RODS; p++) /* positive definite: no pivoting */
    for (int i = p + 1; i < RODS; i++)
      for (int j = RODS; j >= p; j--) matrix[i][j] -= matrix[i][p] / matrix[p][p] * matrix[p][j];
  for (int i = RODS - 1; i >= 0; i--) {
    out[i] = matrix[i][RODS];
    for (int j = i + 1; j < RODS; j++) out[i] -= matrix[i][j] * out[j];
    out[i] /= matrix[i][i];
  }
}

static void chain_step(double h, double *a, double *w) {
  double k[4][RODS], x[RODS], v[RODS];
  static const double at[4] = {0.0, 0.5, 0.5, 1.0};
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < RODS; i++) {
      x[i] = a[i] + at[s] * h * w[i] + (s > 1 ? at[s] * 0.5 * h * h * k[s - 2][i] : 0.0);
      v[i] = w[i] + (s > 0 ? at[s] * h * k[s - 1][i] : 0.0);
    }
    chain_accelerations(x, v, k[s]);
  }
  for (int i = 0; i < RODS; i++) {
    a[i] += h * w[i] + h * h / 6.0 * (k[0][i] + k[1][i] + k[2][i]);
    w[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
  }
}

/* Expected: those equations, for a swing of 2 s; over 10 s the energy, from the rods' columns. */
static void chain_pendulum_follows_its_equations(void **state) {
  ptl_context *context = *state;
  ptl_system *s = model(context, "n_pendulum", NULL, 0);
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  double a[RODS], w[RODS] = {0.0}, pi = acos(-1.0);
  for (int i = 0; i < RODS; i++) a[i] = 0.25 * pi;
  for (int row = 1; row <= 200; row++) {
    for (int i = 0; i < 100; i++) chain_step(1e-4, a, w);
    for (int i = 0; i < RODS; i++) {
      char name[16];
      snprintf(name, sizeof name, "rod%d.angle", i + 1);
      assert_near(at(&trace, s, row, name), a[i] - 0.5 * pi, 2e-5);
    }
  }
  assert_true(sum.largest_imbalance < 1e-5 * sum.largest_energy);
  mass_of rods[RODS];
  static char names[RODS][16];
  for (int i = 0; i < RODS; i++) {
    snprintf(names[i], sizeof names[i], "rod%d", i + 1);
    rods[i] = (mass_of){names[i], 0.2, 0.2 * 0.04 / 12.0, 0.1, 0.0};
  }
  energy_is_kept(&trace, s, rods, RODS, 9.81, 1e-5 * sum.largest_energy);
  finish(context, s, &trace, &sum);
}

/* ---------------------------------------------------------------- redundant mechanisms */

/* (3 m L^2/3 + M L^2) a'' = -(3 m/2 + M) g L cos a, a from the horizontal. */
static double parallelogram(double a, double w, const double *c) {
  (void)w;
  (void)c;
  return -(1.5 + 4.0) * 9.81 / (5.0 * 0.5) * cos(a);
}

/* Expected: that equation over 10 s through the flat positions; one equation named as redundant;
 * equal cranks share equally, as the least-norm reactions of this symmetric mechanism do. */
static void parallelogram_shares_its_load(void **state) {
  ptl_context *context = *state;
  ptl_system *s = model(context, "parallelogram", NULL, 0);
  assert_int_equal(ptl_system_get_assembly(s)->n_redundant, 1);
  assert_int_equal(ptl_system_get_assembly(s)->degrees_of_freedom, 1);
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  double a = 80.0 / 180.0 * acos(-1.0), w = 0.0, t = 0.0;
  int passed = 0;
  for (int i = 1; i < trace.n; i++) {
    double before = a;
    rk4_to(parallelogram, NULL, 1e-4, rows_at(&trace, i, 0), &t, &a, &w);
    passed += floor(before / acos(-1.0)) != floor(a / acos(-1.0));
    assert_near(at(&trace, s, i, "left.angle"), a, 5e-5);
    double load = fabs(at(&trace, s, i, "left_pin.fy")) + 10.0;
    double middle = at(&trace, s, i, "middle_pin.fy"), right = at(&trace, s, i, "right_pin.fy");
    assert_near(at(&trace, s, i, "left_pin.fy") - 2.0 * middle + right, 0.0, 1e-3 * load);
  }
  assert_true(passed >= 10);
  finish(context, s, &trace, &sum);
}

/* With cranks at a: height 2 L sin a, T = (2 m L^2/3 + 2 M (L^2 + L^2/3) + 4 P L^2 cos^2 a) a'^2/2,
 * V = (m + 2 M) L g sin a + P g h + k (h - h0)^2/2; Lagrange's equation. m 2, M 4, P 20 kg, L 0.5
 * m, k 800 N/m. */
static double lift(double a, double w, const double *c) {
  (void)c;
  const double L = 0.5, m = 2.0, M = 4.0, P = 20.0, g = 9.81, k = 800.0;
  double h = 2.0 * L * sin(a), slope = 2.0 * L * cos(a);
  double inertia = 2.0 * m * L * L / 3.0 + 2.0 * M * L * L * 4.0 / 3.0 + P * slope * slope;
  double force = -(m + 2.0 * M) * L * g * cos(a) - (P * g + k * (h - 1.0)) * slope;
  return (force + P * slope * 2.0 * L * sin(a) * w * w) / inertia;
}

static void lift_moves_as_its_one_coordinate(void **state) {
  ptl_context *context = *state;
  ptl_system *s = model(context, "double_scott_russell", NULL, 0);
  const ptl_assembly *found = ptl_system_get_assembly(s);
  assert_int_equal(found->degrees_of_freedom, 1);
  assert_int_equal(found->n_redundant, 2);
  for (int i = 0; i < 2; i++) assert_non_null(strstr(found->redundant[i].name, ", equation "));
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  double a = 50.0 / 180.0 * acos(-1.0), w = 0.0, t = 0.0;
  for (int i = 1; i < trace.n; i++) {
    rk4_to(lift, NULL, 2e-4, rows_at(&trace, i, 0), &t, &a, &w);
    assert_near(at(&trace, s, i, "left_crank.angle"), a, 1e-5);
    assert_near(at(&trace, s, i, "platform.y"), sin(a), 1e-5);
    assert_near(at(&trace, s, i, "platform.angle"), 0.0, 1e-9);
    double left = at(&trace, s, i, "left_pin.fx"), right = at(&trace, s, i, "right_pin.fx");
    assert_near(left + right, 0.0, 1e-3); /* the mirror image */
  }
  finish(context, s, &trace, &sum);
}

/* ---------------------------------------------------------------- slider-crank with spring-damper
 */

/* Expected: the printed output of the example that comes with SUNDIALS, 5 digits made with absolute
 * and relative tolerance 1e-6: most agree to the last digit, all within the error of that
 * tolerance. */
static void spring_slider_crank_matches_the_printed_example(void **state) {
  ptl_context *context = *state;
  ptl_system *s = model(context, "slider_crank_spring", NULL, 0);
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  static const char *const names[3] = {"crank.angle", "slider.x", "rod.angle"};
  csv table = csv_open("sundials_slider_crank.csv");
  int lines = 0, exact = 0;
  for (; csv_next(&table); lines++) {
    int row = (int)lround(csv_number(&table, 0) / 0.25);
    for (int i = 0; i < 3; i++) {
      double value = at(&trace, s, row, names[i]), printed = csv_number(&table, 1 + i);
      char text[32];
      snprintf(text, sizeof text, "%.4e", value);
      exact += strtod(text, NULL) == printed;
      double last_digit = pow(10.0, floor(log10(fabs(printed))) - 4.0);
      assert_near(value, printed, 0.5 * last_digit + 1e-5);
    }
  }
  print_message("%d of %d printed values agree to the last digit\n", exact, 3 * lines);
  assert_int_equal(lines, 41);
  assert_true(exact >= 100);
  finish(context, s, &trace, &sum);
}

/* The same example's quadrature, the integral of the kinetic energy to 10 s: 3.33661606629.
 * Integrated here by Simpson's rule over the rows. */
static void spring_slider_crank_has_the_energy_of_the_example(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {{"run.every", "10 ms"}};
  ptl_system *s = model(context, "slider_crank_spring", settings, 1);
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  double integral = 0.0;
  assert_int_equal(trace.n, 1001);
  for (int i = 0; i < trace.n; i++)
    integral += at(&trace, s, i, "energy.kinetic") * 0.01 / 3.0 *
                (i == 0 || i == 1000 ? 1.0
                 : i % 2 == 1        ? 4.0
                                     : 2.0);
  assert_near(integral, 3.33661606629, 2e-5);
  finish(context, s, &trace, &sum);
}

/* ---------------------------------------------------------------- linkages in closed form */

/* Expected: K1 cos b - K2 cos a + K3 = cos(a - b) (Freudenstein), K1 = d/crank, K2 = d/rocker, K3 =
 * (crank^2 - coupler^2 + rocker^2 + d^2)/(2 crank rocker), and its derivative for the rates. */
static void four_bar_obeys_freudenstein(void **state) {
  ptl_context *context = *state;
  ptl_system *s = model(context, "four_bar_ideal", NULL, 0);
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  const double d = 0.25, p = 0.08, q = 0.22, r = 0.16, speed = 10.0 * acos(-1.0);
  double k1 = d / p, k2 = d / r, k3 = (p * p - q * q + r * r + d * d) / (2.0 * p * r);
  for (int i = 0; i < trace.n; i++) {
    double a = at(&trace, s, i, "crank.angle"), b = at(&trace, s, i, "rocker.angle");
    double rate = at(&trace, s, i, "rocker.omega");
    assert_near(a, speed * rows_at(&trace, i, 0), 1e-8);
    assert_near(k1 * cos(b) - k2 * cos(a) + k3 - cos(a - b), 0.0, 1e-8);
    assert_near(-k1 * sin(b) * rate + k2 * sin(a) * speed + sin(a - b) * (speed - rate), 0.0, 1e-5);
  }
  finish(context, s, &trace, &sum);
}

/* Expected: lever angle atan2(crank sin + offset, crank cos), ram at lever cos + sqrt(rod^2 -
 * lever^2 sin^2); the ram turns round when the lever lies along the guide, so that one way takes
 * (pi + 2 asin(1/2))/(pi - 2 asin(1/2)) = 2 times the other. */
static void quick_return_has_its_time_ratio(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {{"run.every", "0.05 deg of shaft"}};
  ptl_system *s = model(context, "quick_return", settings, 1);
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  double turn = 2.0 * acos(-1.0), turned[8];
  int v = column_of(s, "ram.vx"), n = 0;
  for (int i = 0; i < trace.n; i++) {
    double a = 0.25 * turn + turn * rows_at(&trace, i, 0);
    double b = atan2(0.06 * sin(a) + 0.03, 0.06 * cos(a));
    double x = 0.05 * cos(b) + sqrt(0.04 - 0.0025 * sin(b) * sin(b));
    assert_near(remainder(at(&trace, s, i, "lever.angle") - b, turn), 0.0, 1e-7);
    assert_near(at(&trace, s, i, "ram.x"), x, 1e-8);
    double before = i > 0 ? rows_at(&trace, i - 1, v) : 0.0, now = rows_at(&trace, i, v);
    if (i > 0 && (before > 0.0) != (now > 0.0)) {
      double part = before / (before - now), from = rows_at(&trace, i - 1, 0);
      turned[n++] = from + part * (rows_at(&trace, i, 0) - from);
    }
  }
  assert_int_equal(n, 4);
  double first = turned[1] - turned[0], second = turned[2] - turned[1];
  assert_near(fmax(first, second) / fmin(first, second), 2.0, 1e-5);
  finish(context, s, &trace, &sum);
}

/* ---------------------------------------------------------------- gears */

/* Reduced to the sun: J = J_sun + (J_arm + m r^2)/25 + J_planet i^2, i = 0.2 (1 - 80/30); J w' = 2
 * (1 - w/300) - 2e-3 (w/5)^2/5. */
static double planetary(double a, double w, const double *c) {
  (void)a;
  (void)c;
  double i = 0.2 * (1.0 - 80.0 / 30.0);
  double inertia = 1e-4 + (5e-3 + 0.8 * 0.0025) / 25.0 + 3e-4 * i * i;
  return (2.0 * (1.0 - w / 300.0) - 2e-3 * w * fabs(w) / 125.0) / inertia;
}

static void planetary_gear_runs_up(void **state) {
  ptl_context *context = *state;
  ptl_system *s = model(context, "planetary_gear", NULL, 0);
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  double a = 0.0, w = 0.0, t = 0.0;
  for (int i = 1; i < trace.n; i++) {
    rk4_to(planetary, NULL, 1e-5, rows_at(&trace, i, 0), &t, &a, &w);
    assert_near(at(&trace, s, i, "sun.omega"), w, 1e-3);
    assert_near(at(&trace, s, i, "arm.omega"), w / 5.0, 1e-3);
    assert_near(at(&trace, s, i, "planet.omega"), w / 5.0 * (1.0 - 80.0 / 30.0), 1e-3);
  }
  finish(context, s, &trace, &sum);
}

/* The load rests until the play is used up; creeping forth it stays 0.04 rad behind, and 0.04 rad
 * ahead on the way back, so that it stands still over 0.08 rad of the gear (within 1 %). */
static void backlash_has_its_dead_zone(void **state) {
  ptl_context *context = *state;
  ptl_system *s = model(context, "backlash_drive", NULL, 0);
  rows trace = {0};
  ptl_summary sum = run(context, s, &trace);
  double forth = NAN, back = NAN, rest = NAN, moves = NAN;
  assert_true(trace.n_events > 0 && trace.events[0].kind == PTL_EVENT_TOUCH);
  for (int i = 0; i < trace.n; i++) {
    double t = rows_at(&trace, i, 0), gear = at(&trace, s, i, "gear.angle");
    double load = at(&trace, s, i, "load.angle");
    if (t < trace.events[0].time) assert_near(load, 0.0, 1e-12);
    if (fabs(t - 13.0) < 1e-6) forth = gear - load;
    if (fabs(t - 34.0) < 1e-6) back = gear - load;
    if (fabs(t - 24.0) < 1e-6) rest = load;
    if (t > 24.0 && isnan(moves) && load < rest - 1e-4) moves = gear;
  }
  print_message("lag forth %.6f, back %.6f rad; the load moves again after %.5f rad\n", forth, back,
                rest + forth - moves);
  assert_near(forth, 0.04, 4e-4);
  assert_near(forth - back, 0.08, 8e-4);
  assert_near(rest + forth - moves, 0.08, 8e-4);
  finish(context, s, &trace, &sum);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(andrews_matches_the_test_set),
      cmocka_unit_test(short_chains_swing_as_one_pendulum),
      cmocka_unit_test(long_chain_swings_as_one_pendulum),
      cmocka_unit_test(double_pendulum_keeps_its_energy),
      cmocka_unit_test(double_pendulum_has_its_modes),
      cmocka_unit_test(chain_pendulum_follows_its_equations),
      cmocka_unit_test(parallelogram_shares_its_load),
      cmocka_unit_test(lift_moves_as_its_one_coordinate),
      cmocka_unit_test(spring_slider_crank_matches_the_printed_example),
      cmocka_unit_test(spring_slider_crank_has_the_energy_of_the_example),
      cmocka_unit_test(four_bar_obeys_freudenstein),
      cmocka_unit_test(quick_return_has_its_time_ratio),
      cmocka_unit_test(planetary_gear_runs_up),
      cmocka_unit_test(backlash_has_its_dead_zone),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
