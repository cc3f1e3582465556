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

/* Three numbers of a damped oscillator, from its closed form: x = x0 + exp(-d t) (a cos w t + b sin
 * w t), d = c/2m, w^2 = k/m - d^2, from rest. The default number of runs is enough, and what is not
 * enough is told. */
static void test_three_numbers(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "parameters: {k: 100 N/m, c: 1 N s/m, x0: 10 mm}\n"
      "bodies: {b: {mass: 2 kg, inertia: 1, position: [0.2, 0]}}\n"
      "joints: {r: {type: translational, bodies: [ground, b], at: [[0, 0], [0, 0]]}}\n"
      "forces: {s: {type: spring_damper, bodies: [ground, b], at: [[0, 0], [0, 0]], stiffness: k,\n"
      "  damping: c, free_length: x0, along: x}}\n"
      "run: {until: 3 s, every: 10 ms}\n";
  const double k = 120.0, c = 1.7, x0 = 0.03, d = c / 4.0, w = sqrt(k / 2.0 - d * d);
  FILE *file = fopen("closed.csv", "w");
  assert_non_null(file);
  fprintf(file, "time [s],x [mm]\n");
  for (int i = 0; i <= 300; i++) {
    const double t = 0.01 * i;
    const double x = x0 + exp(-d * t) * (0.2 - x0) * (cos(w * t) + d / w * sin(w * t));
    fprintf(file, "%.17g,%.17g\n", t, 1e3 * x);
  }
  fclose(file);
  (void)state;
  write_text("oscillator.yaml", text);
  for (int i = 0; i < 2; i++) {
    const outcome *o = shell(
        "pintle fit oscillator.yaml --data closed.csv --column b.x=x --vary 'parameters.k=50 "
        "N/m:200 N/m' --vary 'parameters.c=0.1 N s/m:5 N s/m' --vary 'parameters.x0=-50 mm:60 "
        "mm'%s",
        i == 0 ? "" : " --evaluations 12");
    expect_status(o, 0);
    assert_int_equal(strstr(o->out, "had not come to rest") != NULL, i);
    if (i > 0) continue;
    assert_near(number_behind(o->out, "parameters.k"), k, 1e-6 * k);
    assert_near(number_behind(o->out, "parameters.c"), c, 1e-6 * c);
    assert_near(number_behind(o->out, "parameters.x0"), x0, 1e-6 * x0);
  }
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
      cmocka_unit_test(test_data),        cmocka_unit_test(test_interval),
      cmocka_unit_test(test_target),      cmocka_unit_test(test_three_numbers),
      cmocka_unit_test(test_constrained), cmocka_unit_test(test_bad_usage),
      cmocka_unit_test(test_interrupted), cmocka_unit_test(test_unknown_measure)};
  return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
