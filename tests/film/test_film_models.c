/* Films in mechanisms: a rotor at the threshold of oil whirl, lubricated slider-cranks, ledger,
 * Jacobian, refusals. */
#include "support.h"

static double column_extreme(const rows *trace, const ptl_system *s, const char *name, double from,
                             double sign) {
  const int time = column_of(s, "time"), column = column_of(s, name);
  double most = -INFINITY;
  for (int i = 0; i < trace->n; i++)
    if (rows_at(trace, i, time) >= from) most = fmax(most, sign * rows_at(trace, i, column));
  return sign * most;
}

/* ---------------------------------------------------------------- whirl */

/* A rigid rotor of 1 kg in a short bearing (slenderness 0.25, c = 0.1 mm) under its weight at ratio
 * 0.5. There omega_c sqrt(c/g) = 2.5417 and the whirl is 0.5146 of the speed: Routh and Hurwitz on
 * the eight coefficients. The viscosity keeps the ratio at every speed: W = C w L^2/(pi
 * 0.10605). */
#define ROTOR                                                                \
  "pintle: 1\n"                                                              \
  "gravity: [0, -9.81 m/s^2]\n"                                              \
  "bodies: {rotor: {mass: 1 kg, inertia: 1e-3, position: [%.17g, %.17g]}}\n" \
  "joints:\n"                                                                \
  "  bearing:\n"                                                             \
  "    type: revolute\n"                                                     \
  "    bearing: {body: ground, at: [0, 0]}\n"                                \
  "    journal: {body: rotor, at: [0, 0]}\n"                                 \
  "    radius: 20.1 mm\n"                                                    \
  "    clearance: 0.1 mm\n"                                                  \
  "    film: {law: short, viscosity: %.17g, length: 10 mm}\n"                \
  "  drive: {type: motion, joint: bearing, rate: %.17g}\n"                   \
  "run: {until: %.17g, every: %.17g, start: given, rtol: 1e-9}\n"

/* Ratio of the last swings to the first; the frequency over that of the rotor into `whirl`. */
static double growth(ptl_context *context, double part_of_threshold, double *whirl) {
  enum { TURNS = 60, PER_TURN = 40 };
  const double pi = 3.14159265358979324, c = 1e-4, g = 9.81, radius = 0.02, length = 0.01;
  const double speed = part_of_threshold * 2.5417 / sqrt(c / g), square = 0.25 * 0.25;
  const double factor = g * pi * 0.10605 / (square * speed);
  const double viscosity = factor * c * c / (length * radius * radius * radius);
  const double attitude = 53.680 * pi / 180.0, e = 0.5 * c;
  const double x = e * sin(attitude), y = -e * cos(attitude);
  char text[2048];
  snprintf(text, sizeof text, ROTOR, x + 0.002 * c, y, viscosity, speed, TURNS * 2.0 * pi / speed,
           2.0 * pi / speed / PER_TURN);
  ptl_system *s = system_of(context, text, NULL, 0);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  assert_true(sum.largest_imbalance <= 1e-6 * sum.largest_energy);
  ptl_summary_release(context, &sum);
  const int column = column_of(s, "bearing.ex"), third = trace.n / 3;
  double first = 0.0, last = 0.0;
  int crossings = 0;
  for (int i = 1; i < trace.n; i++) {
    const double before = rows_at(&trace, i - 1, column) - x, now = rows_at(&trace, i, column) - x;
    if (i < third) first = fmax(first, fabs(now));
    if (i >= 2 * third) last = fmax(last, fabs(now));
    crossings += (before > 0.0) != (now > 0.0);
  }
  *whirl = 0.5 * crossings / TURNS;
  rows_release(&trace);
  ptl_system_destroy(s);
  return last / first;
}

static void rotor_whirls_above_the_threshold(void **state) {
  double whirl;
  assert_true(growth(*state, 0.95, &whirl) < 0.7);
  assert_near(whirl, 0.5146, 0.03);
  assert_true(growth(*state, 1.05, &whirl) > 1.4);
  assert_near(whirl, 0.5146, 0.03);
}

/* ---------------------------------------------------------------- slider-crank */

/* A slider-crank of Flores et al. with a lubricated wrist pin, 2nd turn. Expected: an ODE of two
 * degrees of freedom by hand (NumPy, LSODA, no gravity): peak force [N], thinnest film [um]. Its
 * table for the finite bearing is one of its own, from another program. */
#define SLIDER_CRANK                                                         \
  "pintle: 1\n"                                                              \
  "bodies:\n"                                                                \
  "  crank: {mass: 0.30 kg, inertia: 1e-4 kg m^2, position: [25 mm, 0]}\n"   \
  "  rod: {mass: 0.21 kg, inertia: 2.5e-4 kg m^2, position: [110 mm, 0]}\n"  \
  "  slider: {mass: 0.14 kg, inertia: 1e-5, position: [170 mm, 0]}\n"        \
  "joints:\n"                                                                \
  "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"         \
  "  crank_pin: {type: revolute, bodies: [crank, rod], at: [50 mm, 0]}\n"    \
  "  wrist:\n"                                                               \
  "    type: revolute\n"                                                     \
  "    bodies: [rod, slider]\n"                                              \
  "    at: [170 mm, 0]\n"                                                    \
  "    radius: %.17g\n"                                                      \
  "    clearance: %.17g\n"                                                   \
  "    film: {law: %s, viscosity: %g cP, length: 40 mm}\n"                   \
  "  guide: {type: translational, bodies: [ground, slider], axis: [1, 0]}\n" \
  "  drive: {type: motion, joint: shaft, rate: %g rpm}\n"                    \
  "run: {until: 2 turns of shaft, every: 0.5 deg of shaft, start: ideal%s}\n"

typedef struct result {
  double force, thinnest, moment, imbalance;
} result;

static result crank(ptl_context *context, const char *law, double rpm, double cp, double clearance,
                    const char *more) {
  char text[2048];
  snprintf(text, sizeof text, SLIDER_CRANK, 9.8e-3 + clearance, clearance, law, cp, rpm, more);
  ptl_system *s = system_of(context, text, NULL, 0);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  const double second = 60.0 / rpm;
  const result r = {.force = fmax(column_extreme(&trace, s, "wrist.film_fx", second, 1.0),
                                  -column_extreme(&trace, s, "wrist.film_fx", second, -1.0)),
                    .thinnest = column_extreme(&trace, s, "wrist.film_thickness", second, -1.0),
                    .moment = column_extreme(&trace, s, "drive.moment", second, 1.0),
                    .imbalance = sum.largest_imbalance / sum.largest_energy};
  assert_int_equal(sum.n_films, 1);
  assert_true(sum.films[0].thinnest <= r.thinnest + 1e-9);
  assert_true(sum.films[0].thinnest > 0.95 * r.thinnest);
  ptl_summary_release(context, &sum);
  rows_release(&trace);
  ptl_system_destroy(s);
  return r;
}

static void slider_cranks_are_as_by_hand(void **state) {
  static const struct {
    const char *law;
    double rpm, cp, clearance, force, thinnest, tolerance;
  } cases[] = {{"short", 600, 400, 0.2e-3, 39.15, 189.5, 0.01},
               {"short", 600, 40, 0.2e-3, 39.19, 121.5, 0.01},
               {"short", 5000, 400, 0.2e-3, 2721.0, 130.5, 0.01},
               {"short", 600, 400, 0.5e-3, 39.21, 359.7, 0.01},
               {"pinkus_sternlicht", 600, 400, 0.2e-3, 39.15, 185.4, 0.01},
               {"pinkus_sternlicht", 600, 40, 0.2e-3, 39.20, 88.8, 0.01},
               {"pinkus_sternlicht", 5000, 400, 0.2e-3, 2721.9, 102.1, 0.01},
               {"pinkus_sternlicht", 600, 400, 0.5e-3, 39.23, 304.1, 0.01},
               {"finite", 600, 400, 0.2e-3, 39.15, 178.5, 0.01},
               {"finite", 600, 40, 0.2e-3, 39.23, 60.1, 0.01},
               {"finite", 5000, 400, 0.2e-3, 2723.4, 72.6, 0.01},
               {"finite", 600, 400, 0.5e-3, 39.28, 233.3, 0.01}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const result r = crank(*state, cases[i].law, cases[i].rpm, cases[i].cp, cases[i].clearance, "");
    assert_near(r.force, cases[i].force, 0.01 * cases[i].force);
    assert_near(1e6 * r.thinnest, cases[i].thinnest, cases[i].tolerance * cases[i].thinnest);
    const double ideal = cases[i].rpm == 600 ? 1.9947 : 138.52;
    assert_near(r.moment, ideal, 0.005 * ideal);
    assert_true(r.imbalance < 1e-5);
  }
}

/* Both integrators, and a film whose law gives no derivatives. */
static void integrators_agree(void **state) {
  const result a = crank(*state, "moes", 600, 40, 0.2e-3, ", rtol: 1e-9, integrator: ida");
  const result b = crank(*state, "moes", 600, 40, 0.2e-3, ", rtol: 1e-9, integrator: dop853");
  assert_near(a.thinnest, b.thinnest, 1e-4 * b.thinnest);
  assert_near(a.force, b.force, 1e-4 * b.force);
}

/* ---------------------------------------------------------------- beside a contact, and without */

#define DROP                                                                                      \
  "pintle: 1\n"                                                                                   \
  "gravity: [0, -9.81 m/s^2]\n"                                                                   \
  "bodies: {pin: {mass: 5 kg, inertia: 1e-3}}\n"                                                  \
  "joints:\n"                                                                                     \
  "  bearing: {type: revolute, bodies: [ground, pin], at: [0, 0], radius: 10 mm, clearance: 0.1 " \
  "mm,\n"                                                                                         \
  "            film: {law: finite, viscosity: %s, length: 10 mm%s}%s}\n"                          \
  "contacts: {dry: {elastic: {law: power, stiffness: 1e10, exponent: 1.5},\n"                     \
  "                 damping: {law: hunt_crossley, alpha: 0.5}}}\n"                                \
  "run: {until: 0.5 s, every: 1 ms, start: given}\n"

/* A pin that does not turn sinks to the wall, where the contact carries it in the end. */
static void contact_carries_what_the_film_does_not(void **state) {
  char text[2048];
  snprintf(text, sizeof text, DROP, "0.01 mPa s", "", ", contact: dry");
  ptl_system *s = system_of(*state, text, NULL, 0);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  must(*state, ptl_simulate(*state, s, NULL, &sink, &sum));
  const double share = rows_at(&trace, trace.n - 1, column_of(s, "bearing.dry_share"));
  const double depth = rows_at(&trace, trace.n - 1, column_of(s, "bearing.bearing.depth"));
  assert_near(share, 1.0, 1e-3);
  assert_near(depth, pow(5.0 * 9.81 / 1e10, 2.0 / 3.0), 1e-9); /* K d^1.5 = m g */
  assert_true(sum.films[0].thinnest < 0.0);
  assert_true(sum.largest_imbalance <= 1e-5 * sum.largest_energy);
  ptl_summary_release(*state, &sum);
  rows_release(&trace);
  ptl_system_destroy(s);
}

static void thin_film_without_a_contact_is_an_error(void **state) {
  char text[2048];
  ptl_summary sum;
  snprintf(text, sizeof text, DROP, "1 mPa s", "", "");
  ptl_system *s = system_of(*state, text, NULL, 0);
  assert_int_equal(ptl_simulate(*state, s, NULL, NULL, &sum), PTL_ERR_SIMULATION);
  assert_non_null(strstr(ptl_context_message(*state), "the film of joint 'bearing' is"));
  assert_non_null(strstr(ptl_context_message(*state), "'contact'"));
  ptl_summary_release(*state, &sum);
  ptl_system_destroy(s);
}

static void refuses(ptl_context *context, const char *joint, const char *reason) {
  char text[1024];
  snprintf(
      text, sizeof text,
      "pintle: 1\nbodies: {b: {mass: 1, inertia: 1}}\njoints: {j: {%s, bodies: [ground, b]}}\n",
      joint);
  ptl_mechanism *m = NULL;
  const char *path = write_file("refused.yaml", text);
  const ptl_status status = ptl_mechanism_load(context, path, NULL, 0, &m);
  remove(path);
  assert_int_equal(status, PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), reason) == NULL)
    fail_msg("%s", ptl_context_message(context));
}

static void films_that_cannot_be_are_refused(void **state) {
#define FILM "film: {law: short, viscosity: 0.1, length: 1 mm}"
  refuses(*state, "type: fixed, " FILM, "film");
  refuses(*state, "type: translational, axis: [1, 0], " FILM, "a film needs 'clearance'");
  refuses(*state, "type: revolute, radius: 5 mm, " FILM, "needs 'clearance'");
  refuses(*state, "type: revolute, clearance: 0.1 mm, " FILM, "needs 'radius'");
  refuses(*state,
          "type: revolute, clearance: 0.1 mm, radius: 5 mm, bushing: {stiffness: 1e6}, " FILM,
          "keep 'bushing' or 'film'");
  refuses(*state,
          "type: revolute, clearance: 0.1 mm, radius: 5 mm, friction: {law: coulomb, coefficient: "
          "0.1}, " FILM,
          "give 'contact' too");
  refuses(*state,
          "type: revolute, clearance: 0.1 mm, radius: 5 mm, film: {law: short, viscosity: 0.1, "
          "length: 1 "
          "mm, least_thickness: 50 um}",
          "at most a tenth");
  refuses(
      *state,
      "type: revolute, clearance: 0.1 mm, radius: 5 mm, film: {law: shot, viscosity: 1, length: 1}",
      "short");
}

/* The shipped models in their second turn, as the documents show them: with oil the figures of the
 * ODE by hand; mixed, the pin carries the force of the ideal one (2718.7 N), film and asperities in
 * turn. */
static void shipped_slider_cranks_carry_the_ideal_force(void **state) {
  static const char *const files[] = {PINTLE_MODELS "/slider_crank_lubricated.yaml",
                                      PINTLE_MODELS "/slider_crank_mixed.yaml"};
  for (int i = 0; i < 2; i++) {
    ptl_mechanism *m;
    ptl_system *s;
    ptl_summary sum;
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    must(*state, ptl_mechanism_load(*state, files[i], NULL, 0, &m));
    must(*state, ptl_assemble(m, &s));
    must(*state, ptl_simulate(*state, s, NULL, &sink, &sum));
    const double least = column_extreme(&trace, s, "slider.ax", 0.012, -1.0);
    const double share = column_extreme(&trace, s, "wrist.dry_share", 0.012, 1.0);
    assert_near(-0.14 * least, 2718.7, (i == 0 ? 0.003 : 0.01) * 2718.7);
    assert_true(sum.largest_imbalance <= 1e-6 * sum.largest_energy);
    if (i == 0) {
      assert_near(column_extreme(&trace, s, "wrist.film_thickness", 0.012, -1.0), 72.6e-6, 0.73e-6);
      assert_near(column_extreme(&trace, s, "drive.moment", 0.012, 1.0), 138.56, 0.3);
      assert_true(share == 0.0);
    } else {
      assert_true(share > 0.99);
      assert_true(column_extreme(&trace, s, "wrist.dry_share", 0.012, -1.0) < 0.1);
      assert_true(sum.frictions[0].work > 1.0);
    }
    ptl_summary_release(*state, &sum);
    rows_release(&trace);
    ptl_system_destroy(s);
    ptl_mechanism_destroy(m);
  }
}

/* ---------------------------------------------------------------- viscosity by temperature */

/* The straight line between two points of a table, and Vogel's law; what is in another unit or no
 * table is refused. */
static void viscosity_follows_the_temperature(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "parameters: {temperature: 323 K}\n"
      "tables: {oil: {points: [[293 K, 200 mPa s], [313 K, 80 mPa s], [333 K, 40 mPa s]]}}\n"
      "bodies: {shaft: {mass: 1 kg, inertia: 1e-3}}\n"
      "joints:\n"
      "  bearing: {type: revolute, bodies: [ground, shaft], at: [0, 0], radius: 20 mm, clearance: "
      "50 um,\n"
      "    film: {law: short, viscosity: '%s', length: 10 mm}}\n"
      "run: {until: 1 s, every: 1 s}\n";
  static const struct {
    const char *viscosity, *wrong;
    double due;
  } cases[] = {{"oil(temperature)", NULL, 0.06},
               {"0.0726 mPa s*exp(900 K/(temperature - 178 K))", NULL, 0.0726e-3 * 496.159},
               {"oil(temperature)*1 m", "Pa s is wanted here", NAN},
               {"oil(1 s)", "needs both sides in one dimension", NAN},
               {"oil*2", "'oil' is no parameter", NAN}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char model[2048], *written;
    ptl_mechanism *m = NULL;
    snprintf(model, sizeof model, text, cases[i].viscosity);
    const char *path = write_file("oil.yaml", model);
    const ptl_status status = ptl_mechanism_load(*state, path, NULL, 0, &m);
    remove(path);
    assert_int_equal(status, cases[i].wrong == NULL ? PTL_OK : PTL_ERR_INPUT);
    if (status != PTL_OK) {
      if (strstr(ptl_context_message(*state), cases[i].wrong) == NULL)
        fail_msg("%s", ptl_context_message(*state));
      continue;
    }
    must(*state, ptl_mechanism_text(m, &written));
    const char *at = strstr(written, "viscosity: ");
    assert_non_null(at);
    assert_near(strtod(at + strlen("viscosity: "), NULL), cases[i].due, 1e-6 * cases[i].due);
    ptl_text_release(*state, written);
    ptl_mechanism_destroy(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(rotor_whirls_above_the_threshold, make_context, drop_context),
      cmocka_unit_test_setup_teardown(slider_cranks_are_as_by_hand, make_context, drop_context),
      cmocka_unit_test_setup_teardown(integrators_agree, make_context, drop_context),
      cmocka_unit_test_setup_teardown(contact_carries_what_the_film_does_not, make_context,
                                      drop_context),
      cmocka_unit_test_setup_teardown(thin_film_without_a_contact_is_an_error, make_context,
                                      drop_context),
      cmocka_unit_test_setup_teardown(shipped_slider_cranks_carry_the_ideal_force, make_context,
                                      drop_context),
      cmocka_unit_test_setup_teardown(viscosity_follows_the_temperature, make_context,
                                      drop_context),
      cmocka_unit_test_setup_teardown(films_that_cannot_be_are_refused, make_context,
                                      drop_context)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
