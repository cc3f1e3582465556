/* test_fit.c: numbers found from runs. Expected values: those that the data were made with, and
 * closed forms of a rod that falls from the horizontal: its largest rate is sqrt(3 g/L), its
 * centre's largest speed sqrt(3 g L)/2. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"
#include "support.h"

static const char rod[] =
    "pintle: 1\n"
    "title: Rod\n"
    "source: elementary\n"
    "parameters: {length: 1 m, mass: 1 kg, drag: 0 N m s}\n"
    "gravity: [0, -9.81 m/s^2]\n"
    "bodies:\n"
    "  rod: {mass: mass, inertia: mass*length^2/12, position: [length/2, 0]}\n"
    "joints:\n"
    "  pivot: {type: revolute, bodies: [ground, rod], at: [0, 0]}\n"
    "loads:\n"
    "  drag: {body: rod, torque: -drag*rod.omega}\n"
    "run: {until: 2 s, every: 1 ms}\n";

/* The number behind a text of the output. */
static double number_behind(const char *text, const char *part) {
  const char *at = strstr(text, part);
  if (at == NULL) fail_msg("no '%s' in:\n%s", part, text);
  return strtod(at + strlen(part), NULL);
}

static void make_data(const char *settings) {
  write_text("rod.yaml", rod);
  const outcome *o = shell(
      "pintle run rod.yaml -o d.run --quiet %s && awk -F, 'NR == 1 {for (i = 1; "
      "i <= NF; i++) {gsub(\"\\\"\", \"\", $i); if ($i == \"rod.angle [rad]\") c "
      "= i}; print \"t [ms],angle [deg]\"} NR > 1 && NR %% 50 == 0 {printf "
      "\"%%.17g,%%.17g\\n\", 1000*$1, $c*180/3.14159265358979323846}' "
      "d.run/trace.csv >data.csv",
      settings);
  expect_status(o, 0);
}

/* Two numbers from the angle, in other units. */
static void test_data(void **state) {
  (void)state;
  make_data("--set 'parameters.length=0.8 m' --set 'parameters.drag=0.05 N m s'");
  const outcome *o = shell(
      "pintle fit rod.yaml --vary 'parameters.length=0.5 m:1.5 m' --vary "
      "'parameters.drag=0.001 N m s:1 N m s log' --data data.csv --column "
      "rod.angle=angle -o fit.csv --evaluations 600");
  expect_status(o, 0);
  assert_near(number_behind(o->out, "parameters.length"), 0.8, 1e-5);
  assert_near(number_behind(o->out, "parameters.drag"), 0.05, 1e-5);
  expect_text(o->out, "+-");
  expect_text(o->out, "pintle run rod.yaml --set 'parameters.length=0.");
  o = shell("head -1 fit.csv; wc -l <fit.csv; wc -l <data.csv");
  expect_text(o->out, "rod.angle [rad]");
  expect_text(o->out, "rod.angle.residual [rad]");
}

/* With noise of known size, the interval holds the number, and is about 2 sigma over the sum of
 * squared slopes. */
static void test_interval(void **state) {
  (void)state;
  make_data("--set 'parameters.length=0.8 m'");
  shell(
      "awk 'BEGIN {srand(5); FS = OFS = \",\"} NR > 1 {$2 += 2*(rand() + rand() + rand() - 1.5)} "
      "{print}' data.csv >noisy.csv"); /* standard deviation 2*sqrt(3/12) = 1 degree */
  const outcome *o = shell(
      "pintle fit rod.yaml --vary 'parameters.length=0.5 m:1.5 m' --data "
      "noisy.csv --column rod.angle=angle");
  expect_status(o, 0);
  const double length = number_behind(o->out, "parameters.length"),
               error = number_behind(o->out, "+-"),
               rms = number_behind(o->out, "rms of the residual");
  assert_near(rms, M_PI / 180, 0.25 * M_PI / 180);
  assert_true(fabs(length - 0.8) < 2 * error);
  assert_true(error > 1e-4 && error < 1e-2);
}

static void test_target(void **state) {
  (void)state;
  write_text("rod.yaml", rod);
  const outcome *o = shell(
      "pintle fit rod.yaml --vary 'parameters.length=0.5 m:2 m' --target "
      "'max(abs(rod.omega))=5 rad/s'");
  expect_status(o, 0);
  assert_near(number_behind(o->out, "parameters.length"), 3 * 9.81 / 25, 1e-4);
}

/* The slowest rod whose centre is not faster than 2.6 m/s: the constraint holds as an equality. */
static void test_constrained(void **state) {
  (void)state;
  const outcome *o = shell(
      "pintle fit rod.yaml --vary 'parameters.length=0.5 m:2 m' --minimise "
      "'max(abs(rod.omega))' --constrain 'max(abs(rod.vx))<=2.6 m/s'");
  expect_status(o, 0);
  assert_near(number_behind(o->out, "parameters.length"), 4 * 2.6 * 2.6 / (3 * 9.81), 1e-3);
  o = shell(
      "pintle fit rod.yaml --vary 'parameters.length=0.5 m:2 m' --maximise "
      "'max(abs(rod.omega))'");
  expect_status(o, 0);
  expect_text(o->out, "is at an end of its range");
  o = shell(
      "pintle fit rod.yaml --vary 'parameters.length=1 m:2 m' --minimise 'max(abs(rod.omega))' "
      "--constrain 'max(abs(rod.vx))<=1 m/s' --evaluations 40");
  expect_status(o, 3);
  expect_text(o->err, "obeys the constraints");
}

/* The program is ended when it has worked for half a second, by its own clock. What it prints is a
 * run that it has made: a rod of the length printed is off by sqrt(3 g/L) - 5. */
static void test_interrupted(void **state) {
  static const char fit[] =
      PINTLE_PROGRAM " fit rod.yaml --vary 'parameters.length=0.5 m:2 m' --evaluations 100000000 ";
  static const char *const ends[] = {END_BY("INT", "50"), END_BY("TERM", "50"),
                                     END_BY("HUP", "50")};
  (void)state;
  write_text("rod.yaml", rod);
  for (int i = 0; i < 3; i++) {
    const outcome *o =
        shell("%s --target 'max(abs(rod.omega))=5 rad/s' -o x.csv &%s", fit, ends[i]);
    expect_status(o, 3);
    expect_text(o->err, "interrupted on request [E0002]");
    expect_text(o->out, "INCOMPLETE: ");
    const double length = number_behind(o->out, "parameters.length");
    assert_true(length >= 0.5 && length <= 2);
    assert_near(number_behind(o->out, "off by"), sqrt(3 * 9.81 / length) - 5, 1e-3);
    expect_text(o->out, "pintle run rod.yaml --set 'parameters.length=");
  }
  /* amid the first run, which goes on for ever: there is nothing to print */
  const outcome *o = shell(
      "%s --set 'run.until=1e6 s' --set 'run.every=1e6 s' --minimise 'max(abs(rod.omega))' "
      "--constrain 'max(abs(rod.vx))<=2.6 m/s' &%s",
      fit, ends[0]);
  expect_status(o, 3);
  expect_text(o->err, "interrupted on request [E0002]");
  assert_string_equal(o->out, "");
}

/* A failure of the first run ends the search, with constraints, too, where NLopt must not be
 * stopped at once. */
static void test_unknown_measure(void **state) {
  (void)state;
  write_text("rod.yaml", rod);
  const outcome *o = shell(
      "pintle fit rod.yaml --vary 'parameters.length=0.5 m:2 m' --minimise peak_force --constrain "
      "'max(abs(rod.vx))<=2.6 m/s'");
  expect_status(o, 2);
  expect_text(o->err, "'peak_force' is no parameter, variable or function here");
}

static void test_bad_usage(void **state) {
  static const char *const cases[][2] = {
      {"--vary parameters.length=1:2", "nothing to come near to"},
      {"--minimise 'max(rod.vx)'", "nothing is varied"},
      {"--vary 'parameters.length=1 m, 2 m' --minimise 'max(rod.vx)'", "needs a range"},
      {"--vary 'parameters.length=1 m:2 m' --minimise 'max(rod.vxx)'", "rod.vxx"},
      {"--vary 'parameters.length=1 m:2 m' --target 'max(rod.vx)=1 m'", "m"},
      {"--vary 'parameters.length=1 m:2 m' --target 'max(rod.vx)'", "expected MEASURE=VALUE"},
      {"--vary 'parameters.length=1 m:2 m' --data data.csv", "go together"},
      {"--vary 'parameters.length=1 m:2 m' --data data.csv --column rod.angle=x", "no column 'x'"},
      {"--vary 'parameters.length=1 m:2 m' --minimise 'max(rod.vx)' --maximise 'max(rod.vx)'",
       "exclude"},
      {"--vary 'parameters.length=1 m:2 m' --minimise 'max(rod.vx)' --evaluations 1", "from 4 to"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const outcome *o = shell("pintle fit rod.yaml %s", cases[i][0]);
    expect_status(o, 2);
    expect_text(o->err, cases[i][1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_data),           cmocka_unit_test(test_interval),
      cmocka_unit_test(test_target),         cmocka_unit_test(test_constrained),
      cmocka_unit_test(test_bad_usage),      cmocka_unit_test(test_interrupted),
      cmocka_unit_test(test_unknown_measure)};
  return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
