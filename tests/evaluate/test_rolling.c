/* Rolling resistance of a contact: motion, energy, derivatives, refusals. Expected values are
 * closed forms of rigid discs under their weight. */
#include "support.h"

#include "data.h"
#include "jacobian_check.h"
#include "state.h"

/* A disc of 2 kg and 50 mm, I = m R^2/2, on a floor with an arm of 1 mm. */
static const char disc[] =
    "pintle: 1\n"
    "gravity: [0, -9.81 m/s^2]\n"
    "bodies:\n"
    "  disc: {mass: 2 kg, inertia: 2.5e-3 kg m^2, position: [0, 50 mm]}\n"
    "joints:\n"
    "  floor:\n"
    "    type: circle_line\n"
    "    line: {body: ground, from: [-10 m, 0], to: [10 m, 0]}\n"
    "    circle: {body: disc, radius: 50 mm}\n"
    "    contact: floor\n"
    "contacts:\n"
    "  floor:\n"
    "    elastic: {law: power, stiffness: 1e7 N/m, exponent: 1}\n"
    "    damping: {law: kelvin_voigt, coefficient: 2000 N s/m}\n"
    "    rolling_resistance: 1 mm\n"
    "run: {until: 0.5 s, every: 0.5 s, start: given, rtol: 1e-8}\n";

static const double mass = 2, radius = 0.05, inertia = 2.5e-3, arm = 1e-3, g = 9.81, until = 0.5;

/* The column's value in the last row. */
static double last(const ptl_system *system, const rows *trace, const char *name) {
  const ptl_column *columns;
  const int n = ptl_system_get_columns(system, &columns);
  for (int i = 0; i < n; i++)
    if (strcmp(columns[i].name, name) == 0)
      return trace->values[(size_t)(trace->n - 1) * (size_t)trace->width + (size_t)i];
  fail_msg("no column %s", name);
  return NAN;
}

typedef struct motion {
  double vx, omega, dissipated, lost;
} motion;

static motion follow(ptl_context *context, const ptl_setting *settings, int n) {
  ptl_system *system = system_of(context, disc, settings, n);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  must(context, ptl_simulate(context, system, NULL, &sink, &summary));
  const motion out = {last(system, &trace, "disc.vx"), last(system, &trace, "disc.omega"),
                      summary.energy.dissipated, summary.gaps[0].energy_lost};
  assert_true(fabs(summary.energy.balance) < 1e-5);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
  rows_release(&trace);
  return out;
}

/* Expected: without friction the disc stays where it is and spins down, w' = -e m g/I; what it
 * loses is dissipated. */
static void spins_down(void **state) {
  static const char *const integrators[] = {"dop853", "ida"};
  for (int k = 0; k < 2; k++) {
    const ptl_setting settings[] = {{"bodies.disc.rate", "20 rad/s"},
                                    {"run.integrator", integrators[k]}};
    const motion end = follow(*state, settings, 2);
    const double omega = 20 - arm * mass * g / inertia * until;
    assert_near(end.omega, omega, 1e-4);
    assert_near(end.vx, 0, 1e-9);
    const double lost = inertia / 2 * (20 * 20 - omega * omega);
    assert_near(end.dissipated, lost, 1e-3 * lost);
    assert_near(end.lost, 0, 1e-3 * lost); /* by the normal force alone */
  }
}

/* Expected: a disc that rolls without slipping slows down by e m g/R/(m + I/R^2) = (2/3) e g/R. */
static void rolls_out(void **state) {
  const ptl_setting settings[] = {
      {"bodies.disc.velocity", "[1 m/s, 0]"},
      {"bodies.disc.rate", "-20 rad/s"},
      {"contacts.floor.friction",
       "{law: coulomb, coefficient: 0.5, regularisation_speed: 0.01 mm/s}"}};
  const motion end = follow(*state, settings, 3);
  const double speed = 1 - 2.0 / 3 * arm * g / radius * until;
  assert_near(end.vx, speed, 1e-4);
  assert_near(end.omega, -speed / radius, 2e-3);
}

/* Expected: at rest there is no torque, and a slow rotation meets e N w/w_r. */
static void holds_nothing_at_rest(void **state) {
  const ptl_setting settings[] = {{"contacts.floor.rolling_speed", "10 rad/s"},
                                  {"bodies.disc.rate", "0.1 rad/s"}};
  const motion end = follow(*state, settings, 2);
  assert_near(end.omega, 0.1 * exp(-arm * mass * g / (10 * inertia) * until), 1e-4 * 0.1);
}

/* Expected: central differences of the residual. */
static void derivatives(void **state) {
  const ptl_setting settings[] = {{"bodies.disc.rate", "0.07 rad/s"},
                                  {"bodies.disc.velocity", "[0.3 m/s, -0.2 m/s]"},
                                  {"bodies.disc.position", "[0, 49.9 mm]"},
                                  {"contacts.floor.elastic.stiffness", "2e4 N/m"},
                                  {"contacts.floor.damping.coefficient", "3 N s/m"},
                                  {"contacts.floor.rolling_resistance", "300 mm"}};
  ptl_system *s = system_of(*state, disc, settings, 6);
  ptl_data *data;
  must(*state, ptl_data_create(*state, s, &data));
  double *y = calloc((size_t)(2 * s->pattern.n), sizeof(double)), *yp = y + s->pattern.n;
  memcpy(y, s->q0, 3 * sizeof(double));
  memcpy(y + 3, s->v0, 3 * sizeof(double));
  check_jacobian_at(data, 0, y, yp, 1e-5);
  free(y);
  ptl_data_destroy(data);
  ptl_system_destroy(s);
}

static void refused(ptl_context *context, const ptl_setting *settings, int n, const char *words) {
  ptl_mechanism *m = NULL;
  const char *path = write_file("model.yaml", disc);
  assert_int_equal(ptl_mechanism_load(context, path, settings, n, &m), PTL_ERR_INPUT);
  remove(path);
  if (strstr(ptl_context_message(context), words) == NULL)
    fail_msg("'%s' does not say '%s'", ptl_context_message(context), words);
}

static void refusals(void **state) {
  const ptl_setting negative = {"contacts.floor.rolling_resistance", "-1 mm"};
  const ptl_setting idle[] = {{"contacts.floor.rolling_resistance", "0 mm"},
                              {"contacts.floor.rolling_speed", "1 rad/s"}};
  const ptl_setting unit = {"contacts.floor.rolling_resistance", "0.01 rad"};
  refused(*state, &negative, 1, "rolling_resistance [m] must be >= 0");
  refused(*state, idle, 2, "rolling_speed goes with rolling_resistance > 0");
  refused(*state, &unit, 1, "rolling_resistance");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spins_down),
      cmocka_unit_test(rolls_out),
      cmocka_unit_test(holds_nothing_at_rest),
      cmocka_unit_test(derivatives),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
