/* `pintle law` as a user calls it. Expected numbers: closed forms and the tables in print that
 * test_law_tables.c and test_law_impacts.c state with their sources. */
#include <math.h>
#include <signal.h>
#include <time.h>

#include "json_check.h"
#include "program.h"

#define STEEL_PAIR "--set materials=steel --set radii='[-100 mm, 40 mm]' --set length='1 mm'"
#define BALL                                                                                       \
  "--elastic power --set stiffness='1.4e8 N/m^1.5' --set exponent=1.5 --mass '1 kg' --speed '4.2 " \
  "m/s'"

/* The number behind "KEY": in JSON text. */
static double number_of(const char *text, const char *key) {
  char quoted[64];
  snprintf(quoted, sizeof quoted, "\"%s\": ", key);
  const char *at = strstr(text, quoted);
  if (at == NULL) fail_msg("no %s in %s", key, text);
  return strtod(at + strlen(quoted), NULL);
}

static void close_to(double got, double wanted, double relative) {
  if (!(fabs(got - wanted) <= relative * fabs(wanted)))
    fail_msg("%.12g, expected %.12g within %g", got, wanted, relative);
}

static void no_files(void) {
  const outcome *o = shell("ls -A | grep -v -e stdout.txt -e stderr.txt");
  if (o->out[0]) fail_msg("left behind: %s", o->out);
}

/* ------------------------------------------------------------------ eval */

/* Hunt and Crossley: F = K d^1.5 (1 + 1.5 alpha v), its derivatives and 2/5 F_el d, by hand. */
static void eval_rows(void **state) {
  const double K = 1e9, d = 1e-4, v = -0.5, elastic = K * pow(d, 1.5), share = 1 - 0.75 * 0.3;
  double row[6];
  (void)state;
  const outcome *o = shell(
      "pintle law eval --elastic power --set stiffness='1e9 N/m^1.5' --set exponent=1.5 --damping "
      "hunt_crossley --set alpha='0.3 s/m' --depth '0..0.1 mm' --points 3 --rate 0 --rate '-500 "
      "mm/s'");
  expect_status(o, 0);
  expect_text(
      o->out,
      "depth [m],rate [m/s],force [N],stiffness [N/m],damping [N s/m],energy [J]\n0,0,0,0,0,0\n");
  const char *last = o->out + strlen(o->out) - 1;
  while (last > o->out && last[-1] != '\n') last--;
  assert_int_equal(
      sscanf(last, "%lf,%lf,%lf,%lf,%lf,%lf", &row[0], &row[1], &row[2], &row[3], &row[4], &row[5]),
      6);
  close_to(row[0], d, 1e-15);
  close_to(row[1], v, 1e-15);
  close_to(row[2], elastic * share, 1e-13);
  close_to(row[3], 1.5 * elastic / d * share, 1e-13);
  close_to(row[4], elastic * 0.45, 1e-13);
  close_to(row[5], 0.4 * elastic * d, 1e-13);
  expect_status(shell("pintle law eval --elastic hertz --set materials=steel --set radii='[flat, 5 "
                      "mm]' --depth '1 um' --points 2 -o hertz.csv && test -s hertz.csv"),
                0);
  shell("rm -f hertz.csv");
}

/* ------------------------------------------------------------------ fit */

/* Table 4 of Machines 2022, 10, 966, 60 mm: K 4.91e4 N/mm^n, n 1.100, error 3.4 %. */
static void fit_of_a_table(void **state) {
  (void)state;
  const outcome *o = shell("pintle law fit --elastic johnson " STEEL_PAIR " --json -o fit.csv");
  expect_status(o, 0);
  assert_true(json_is_well_formed(o->out));
  close_to(number_of(o->out, "stiffness_mm"), 49087.4, 1e-5);
  close_to(number_of(o->out, "exponent"), 1.09994, 1e-5);
  close_to(number_of(o->out, "largest_relative_error"), 0.03366, 1e-3);
  expect_status(shell("test $(wc -l < fit.csv) = 1001 && rm fit.csv"), 0);
  o = shell("pintle law fit --elastic johnson " STEEL_PAIR);
  expect_text(o->out, "model      elastic: {law: power, stiffness: 49087.3");
}

/* A power law is fitted by itself, by every weight and over every range. */
static void fit_of_a_power(void **state) {
  static const char *const how[] = {"", "--weight relative", "--force '0.5..2 kN' --points 17"};
  (void)state;
  for (int i = 0; i < 3; i++) {
    const outcome *o = shell(
        "pintle law fit --elastic power --set stiffness='3e8 N/m^1.2' --set "
        "exponent=1.2 --json %s",
        how[i]);
    expect_status(o, 0);
    close_to(number_of(o->out, "stiffness"), 3e8, 1e-9);
    close_to(number_of(o->out, "exponent"), 1.2, 1e-10);
    assert_true(number_of(o->out, "largest_relative_error") < 1e-9);
  }
}

/* ------------------------------------------------------------------ impact */

/* Zhang's ball: Flores returns 0.89366 when the weight acts (Zhang et al. 2020, Table 2). */
static void impact_of_one(void **state) {
  (void)state;
  const outcome *o =
      shell("pintle law impact " BALL " --law flores --set restitution=0.9 --push '9.8 N' --json");
  expect_status(o, 0);
  assert_true(json_is_well_formed(o->out));
  close_to(number_of(o->out, "restitution"), 0.89366, 6e-6);
  /* Two equal free bodies of 2 kg are one of 1 kg against a wall. */
  o = shell(
      "pintle law impact --elastic power --set stiffness='1.4e8 N/m^1.5' --set exponent=1.5 "
      "--mass '2 kg' --mass-b '2 kg' --speed '4.2 m/s' --law exact --set restitution=0.4 --json");
  expect_status(o, 0);
  close_to(number_of(o->out, "restitution"), 0.4, 1e-8);
  close_to(number_of(o->out, "energy_lost"), 0.5 * 4.2 * 4.2 * (1 - 0.16), 1e-8);
}

static void impacts_side_by_side(void **state) {
  (void)state;
  const outcome *o =
      shell("pintle law impact " BALL " --law all --restitution 0.5 -o loop.csv --plot loop.svg");
  expect_status(o, 0);
  expect_text(o->out, "damping");
  expect_no_text(o->out, "luding_viscous"); /* it goes with luding only */
  expect_text(o->err, "lee_wang_2 is left out");
  expect_status(
      shell("pintle law impact " BALL " --law all --restitution 0.5 2>/dev/null > rows.txt && "
            "grep -Eq '^exact +0.500000 ' rows.txt && "
            "grep -Eq '^lankarani_nikravesh +0.725241 ' rows.txt && "
            "grep -Eq '^unloading_factor +0.500000 ' rows.txt && rm rows.txt"),
      0);
  expect_status(shell("head -1 loop.csv | grep -qx 'law,time .s.,depth .m.,rate .m/s.,force .N.,"
                      "energy .J.' && test -s loop.svg && rm loop.*"),
                0);
}

static void range_of_restitution(void **state) {
  (void)state;
  const outcome *o = shell("pintle law impact " BALL
                           " --law exact --law hunt_crossley --restitution 0.2..0.8 --points 3");
  expect_status(o, 0);
  expect_text(o->out, "law,restitution [1],restitution_after [1]\nexact,0.2,0.");
  expect_text(o->out, "hunt_crossley,0.5,0.66296220");
  o = shell("pintle law impact " BALL " --law all --restitution 0.05..0.95 --plot pre_post.png");
  expect_status(o, 0);
  expect_status(shell("test -s pre_post.png && rm pre_post.*"), 0);
}

/* ------------------------------------------------------------------ calibrate */

/* Exact: the impact gives back what was measured. Published: eq. 25 of Ramaswamy & Humbert by hand.
 */
static void calibration(void **state) {
  const double c = 0.6, n = 1.5, m = 1, v0 = 4.2, dt = 1.2e-3;
  const double p = 1.381 * (exp(-0.451 * c) - exp(-0.451));
  const double eps = (3 + 2 * p) * (1 - c * c) / (2 * c) / ((3 + 2 * p) / (3 - 2 * p) + c);
  const double tau = 0.180 * exp(-0.880 * eps) + (0.853 - 1.018 * exp(-0.461 * n)) * eps +
                     (1.434 * n - 0.864) * exp(-0.771 * n) - 0.023 * n + 2.695;
  (void)state;
  const outcome *o = shell(
      "pintle law calibrate --restitution 0.6 --time '1.2 ms' --mass '1 kg' "
      "--speed '4.2 m/s' --json");
  expect_status(o, 0);
  assert_true(json_is_well_formed(o->out));
  const char *fit = strstr(o->out, "published_fit");
  assert_non_null(fit);
  close_to(number_of(o->out, "restitution"), c, 1e-9);
  close_to(number_of(o->out, "contact_time"), dt, 1e-9);
  close_to(number_of(fit, "damping_ratio"), eps, 1e-9);
  close_to(number_of(fit, "stiffness"), m / pow(v0, n - 1) * pow(tau / dt, n + 1), 1e-9);
  /* The same numbers as a table. */
  char number[40];
  snprintf(number, sizeof number, "%.8g", number_of(fit, "stiffness"));
  o = shell(
      "pintle law calibrate --restitution 0.6 --time '1.2 ms' --mass '1 kg' --speed '4.2 m/s'");
  expect_status(o, 0);
  expect_text(o->out, "published fit");
  expect_text(o->out, number);
  snprintf(number, sizeof number, "%.8g", eps);
  expect_text(o->out, number);
  /* Without loss, n = 1: half a period, K = m (pi/dt)^2. */
  o = shell(
      "pintle law calibrate --restitution 1 --time 1e-3 --mass 2 --speed 3 --exponent 1 --json");
  expect_status(o, 0);
  close_to(number_of(o->out, "stiffness"), 2 * pow(3.14159265358979 / 1e-3, 2), 1e-8);
}

/* ------------------------------------------------------------------ bad input */

/* Every one: exit status 2, a message with these words, nothing on stdout, nothing written. */
static void bad_input(void **state) {
  static const char *const rows[][3] = {
      {"law", "eval|fit|impact|calibrate", NULL},
      {"law evla", "did you mean 'eval'?", NULL},
      {"law eval --depth '1 um'", "--elastic LAW is missing", NULL},
      {"law eval --elastic johnsen --depth '1 um'", "did you mean 'johnson'?", NULL},
      {"law eval --elastic power --set stiffness=1e9 --depth '1 um'",
       "stiffness is in N/m^exponent", NULL},
      {"law eval --elastic power --set stiffness=1e9 --set exponent=0 --depth '1 um'",
       "'exponent' must be > 0", NULL},
      {"law eval --elastic power --set stiffness='1e9 N/m^1.2' --set exponent=1.5 --depth '1 um'",
       "N/m^1.5", NULL},
      {"law eval --elastic power --set stiffness=1e9 --set exponent=1.5 --set colour=red --depth "
       "1um",
       "colour", NULL},
      {"law eval --elastic power --set stiffness=1e9 --set exponent=1.5",
       "--depth RANGE is missing", NULL},
      {"law eval --elastic power --set stiffness=1e9 --set exponent=1.5 --depth '2..1 mm'",
       "0 <= A < B", NULL},
      {"law eval --elastic power --set stiffness=1e9 --set exponent=1.5 --depth '1 kg'", "--depth",
       "but m is wanted"},
      {"law eval --elastic power --set stiffness=1e9 --set exponent=1.5 --depth '1 mm' --points 1",
       "--points", "whole number"},
      {"law eval --elastic power --set stiffness=1e9 --set exponent=1.5 --depth '1 mm' --damping "
       "exact --set restitution=0 -o bad.csv",
       "'restitution' must be > 0 and <= 1", NULL},
      {"law eval --elastic power --set stiffness=1e9 --set exponent=1.5 --depth '1 mm' "
       "--touch-speed 0",
       "--touch-speed must be > 0 m/s", NULL},
      {"law eval --elastic johnson " STEEL_PAIR " --depth '33 mm' -o bad.csv",
       "defined up to a depth of 0.0324", NULL},
      {"law eval --elastic johnson --set materials=steel --set radii='[-40 mm, 40 mm]' --set "
       "length='1 mm' --depth '1 um'",
       "must be larger than its pin", NULL},
      {"law eval --elastic johnson --set materials=steal --set radii='[-40 mm, 39 mm]' --set "
       "length='1 mm' --depth '1 um'",
       "did you mean 'steel'?", NULL},
      {"law eval --elastic hertz --set radii='[-40 mm, 39 mm]' --depth '1 um'", "'materials'",
       NULL},
      {"law fit --elastic johnson " STEEL_PAIR " --force '1..1e12 N' -o bad.csv", "does not reach",
       NULL},
      {"law fit --elastic johnson " STEEL_PAIR " --force '0..10 N'", "0 < A < B", NULL},
      {"law fit --elastic johnson " STEEL_PAIR " --weight heavy", "`force` or `relative`", NULL},
      {"law impact " BALL " --law flores", "'restitution' [1] is missing", NULL},
      {"law impact " BALL " --law florse --restitution 0.5", "did you mean 'flores'?", NULL},
      {"law impact " BALL " --law flores --restitution 1.2 -o bad.csv", "--restitution must be > 0",
       NULL},
      {"law impact " BALL " --law wang_gao --restitution 0.5", "does not go with", NULL},
      {"law impact " BALL " --law none --restitution 0.1..0.9", "takes no restitution", NULL},
      {"law impact " BALL " --law none --plot loop.txt", "pictures are .svg, .png or .pdf", NULL},
      {"law impact --elastic power --set stiffness=1e9 --set exponent=1 --speed 1", "--mass",
       "[kg]"},
      {"law impact --elastic power --set stiffness=1e9 --set exponent=1 --mass 1 --speed '-1 m/s'",
       "--speed must be > 0 m/s", NULL},
      {"law calibrate --time 1e-3 --mass 1 --speed 1", "--restitution is missing", NULL},
      {"law calibrate --restitution 1.1 --time 1e-3 --mass 1 --speed 1",
       "--restitution must be > 0 and <= 1", NULL},
      {"law calibrate --restitution 0.5 --time 0 --mass 1 --speed 1", "--time must be > 0 s", NULL},
      {"law calibrate --restitution 0.5 --time 1e-3 --mass '1 m' --speed 1", "--mass", "kg"},
      {"law calibrate --restitution 0.5 --time 1e-300 --mass 1 --speed 1", "no stiffness", NULL},
      {"law calibrate --restitution 0.5 --time 1e-3 --mass 1 --speed 1 --exponent -1",
       "--exponent must be > 0", NULL},
      {"law eval --elastci power", "did you mean --elastic?", NULL},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const outcome *o = shell("pintle %s", rows[i][0]);
    if (o->status != 2) print_message("pintle %s\n", rows[i][0]);
    expect_status(o, 2);
    expect_text(o->err, rows[i][1]);
    if (rows[i][2]) expect_text(o->err, rows[i][2]);
    if (o->out[0]) fail_msg("pintle %s wrote: %s", rows[i][0], o->out);
    no_files();
  }
}

/* An impact beyond a law's depth cannot be followed: the simulation fails. */
static void beyond_the_domain(void **state) {
  (void)state;
  const outcome *o = shell(
      "pintle law impact --elastic johnson --set materials=steel --set radii='[-40 mm, 39.99 "
      "mm]' --set length='1 mm' --mass '100 kg' --speed '100 m/s' -o bad.csv");
  expect_status(o, 3);
  expect_text(o->err, "is defined up to");
  no_files();
}

/* What ends the program amid a file leaves the older one and nothing beside it; the program ends by
 * the signal. */
static void ended_amid_a_file(void **state) {
  static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
  const struct timespec pause = {0, 5000000};
  (void)state;
  for (int i = 0; i < 3; i++) {
    write_text("long.csv", "older\n");
    const pid_t child = fork();
    if (child == 0) {
      signal(ends[i], SIG_DFL); /* as on a terminal, whatever started the tests */
      execl(PINTLE_PROGRAM, "pintle", "law", "eval", "--elastic", "power", "--set",
            "stiffness=1e8 N/m^1.5", "--set", "exponent=1.5", "--depth", "1 mm", "--points",
            "10000000", "-o", "long.csv", (char *)NULL);
      _exit(127);
    }
    int tries = 0, how;
    while (shell("ls long.csv.part*")->status != 0 && tries++ < 10000) nanosleep(&pause, NULL);
    assert_int_equal(kill(child, ends[i]), 0);
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how) && WTERMSIG(how) == ends[i]);
    assert_string_equal(shell("cat long.csv")->out, "older\n");
    assert_int_equal(remove("long.csv"), 0);
    no_files();
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(eval_rows),
      cmocka_unit_test(fit_of_a_table),
      cmocka_unit_test(fit_of_a_power),
      cmocka_unit_test(impact_of_one),
      cmocka_unit_test(impacts_side_by_side),
      cmocka_unit_test(range_of_restitution),
      cmocka_unit_test(calibration),
      cmocka_unit_test(bad_input),
      cmocka_unit_test(beyond_the_domain),
      cmocka_unit_test(ended_amid_a_file),
  };
  return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
