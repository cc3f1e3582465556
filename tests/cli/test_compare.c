/* `pintle compare`: every expected value follows from the two small tables that a test writes. */
#include <math.h>

#include "json_check.h"
#include "program.h"

/* x = sin t at the given step; y = 2. Written with 17 digits. */
static void write_sine(const char *path, double step, double until, double error, const char *unit,
                       double scale) {
  FILE *f = fopen(path, "w");
  int i;

  assert_non_null(f);
  fprintf(f, "time [s],event [1],x [%s],y [1]\n", unit);
  for (i = 0; i * step <= until * (1 + 1e-12); i++)
    fprintf(f, "%.17g,0,%.17g,2\n", i * step, scale * sin(i * step) + error);
  fclose(f);
}

static void test_equal(void **state) {
  (void)state;
  write_sine("a.csv", 0.01, 1, 0, "m", 1);
  const outcome *o = shell("pintle compare a.csv a.csv");
  expect_status(o, 0);
  expect_text(o->out, "equal within the tolerances");
  expect_text(o->out, "2 columns at 101 times");
}

/* A constant error of 1e-6 m on a sine whose largest value is sin 1 = 0.8415 m: the default
 * tolerance 1e-6 times that is exceeded, 2e-6 times is not; an absolute 1.1e-6 neither. */
static void test_tolerances(void **state) {
  (void)state;
  write_sine("a.csv", 0.01, 1, 1e-6, "m", 1);
  write_sine("b.csv", 0.01, 1, 0, "m", 1);
  const outcome *o = shell("pintle compare a.csv b.csv");
  expect_status(o, 1);
  expect_text(o->out, "DIFFERENT");
  expect_text(o->out, "1 of 2 columns differ");
  expect_text(o->out, "8.41e-07"); /* allowed */
  expect_status(shell("pintle compare a.csv b.csv --tol x=0,2e-6"), 0);
  expect_status(shell("pintle compare a.csv b.csv --tol '*=1.1e-6,0'"), 0);
  expect_status(shell("pintle compare a.csv b.csv --tol='x=1.1e-6,0'"), 0);
  /* the last that matches counts */
  expect_status(shell("pintle compare a.csv b.csv --tol 'x=1,0' --tol '?=0,1e-9'"), 1);
  expect_status(shell("pintle compare a.csv b.csv --quiet"), 1);
}

/* The cubic through four rows at step h errs by at most h^4 / 24 (beside an end): 4.2e-10 at 0.01.
 * A straight line would err by h^2 / 8 = 1.25e-5. */
static void test_interpolates(void **state) {
  (void)state;
  write_sine("a.csv", 0.01, 1, 0, "m", 1);
  write_sine("b.csv", 0.0037, 0.999, 0, "m", 1);
  expect_status(shell("pintle compare a.csv b.csv --tol 'x=4.2e-10,0'"), 0);
  expect_status(shell("pintle compare a.csv b.csv --tol 'x=1e-11,0'"), 1);
}

/* A chaotic reference that was verified is compared up to where it can be, unless --until says
 * otherwise. Two runs of the double pendulum at different tolerances agree in a hundredth of a
 * metre until then, and not after it. */
static void test_horizon(void **state) {
  static const char run[] = "pintle run " PINTLE_MODELS "/double_pendulum.yaml --quiet";
  char command[512];
  (void)state;
  snprintf(command, sizeof command, "%s -o reference.run --verify", run);
  expect_status(shell(command), 0);
  snprintf(command, sizeof command, "%s -o other.run --rtol 1e-10", run);
  expect_status(shell(command), 0);
  const outcome *o =
      shell("pintle compare other.run reference.run --tol '*=100,1' --tol 'tip.[xy]=0.05,0'");
  expect_status(o, 0);
  expect_text(o->out, "comparable sample by sample");
  expect_status(shell("pintle compare other.run reference.run --tol '*=1e3,1' --tol "
                      "'tip.[xy]=0.05,0' --until 20"),
                1);
}

/* Expected: three digits of the largest forces are known at the default tolerance, ten are not;
 * what is no name or no number of digits is refused. The folder has verify.csv, and a later run
 * without --verify has it no longer. */
static void test_digits(void **state) {
  static const char run[] = "pintle run " PINTLE_MODELS "/scotch_yoke.yaml -o yoke.run";
  char command[512];
  (void)state;
  snprintf(command, sizeof command, "%s --digits peak_force=3", run);
  const outcome *o = shell(command);
  expect_status(o, 0);
  expect_text(o->out, "verified");
  expect_text(o->out, "not seen: the runs are comparable sample by sample to the end");
  expect_status(shell("grep -q '^figure,slot.inner.peak_force,N,' yoke.run/verify.csv"), 0);
  o = shell(
      "pintle run " PINTLE_MODELS
      "/slider_crank_two_clearances.yaml -o two.run --verify --set 'output.statistics={push: "
      "{of: slider.vx}}' && grep '^statistic,crank_pin.bearing.peak_force,' two.run/verify.csv");
  expect_status(o, 0);
  expect_text(o->out, "mean  rms  min  max  peak to peak");
  expect_text(o->out, "push");
  expect_text(o->out, "yes: nearby runs part by e in");
  expect_text(o->out, "crank_pin.bearing.peak_force");
  expect_status(shell("grep -q '\"is_chaotic\": false' yoke.run/summary.json"), 0);
  snprintf(command, sizeof command, "%s --quiet --digits 'slot.inner.peak_force=10'", run);
  o = shell(command);
  expect_status(o, 3);
  expect_text(o->err, "figure slot.inner.peak_force: the runs agree in");
  expect_text(o->err, "asked for are 10");
  snprintf(command, sizeof command, "%s --quiet --digits peek_force=3", run);
  expect_status(shell(command), 2);
  snprintf(command, sizeof command, "%s --quiet --digits peak_force=0", run);
  expect_status(shell(command), 2);
  snprintf(command, sizeof command, "%s --quiet --digits peak_force", run);
  o = shell(command);
  expect_status(o, 2);
  expect_text(o->err, "--digits needs NAME=N");
  snprintf(command, sizeof command, "%s --quiet", run);
  expect_status(shell(command), 0);
  expect_status(shell("test -e yoke.run/verify.csv"), 1);
}

/* Two runs of one model, in radians and in degrees and revolutions per minute: the same numbers. */
static void test_reads_degrees(void **state) {
  static const char run[] = "pintle run " PINTLE_MODELS "/pendulum.yaml --quiet";
  char command[512];
  (void)state;
  snprintf(command, sizeof command, "%s -o rad.run", run);
  expect_status(shell(command), 0);
  snprintf(command, sizeof command, "%s -o deg.run --set 'output.units={angle: deg, rate: rpm}'",
           run);
  expect_status(shell(command), 0);
  expect_status(shell("grep -q 'omega .rpm.,' deg.run/trace.csv"), 0);
  expect_status(shell("pintle compare deg.run rad.run --strict --tol '*=1e-9,1e-12'"), 0);
  expect_status(shell("pintle compare rad.run deg.run --strict --tol '*=1e-9,1e-12'"), 0);
}

/* v falls from 1 to 0 at the event at t = 0.55, between two output rows of the other table. */
static void test_never_across_an_event(void **state) {
  (void)state;
  write_text("a.csv",
             "time [s],event [1],v [m/s]\n0,0,1\n0.5,0,1\n0.55,1,1\n0.55,2,0\n0.6,0,0\n1,0,0\n");
  write_text("b.csv",
             "time [s],event [1],v [m/s]\n0,0,1\n0.52,0,1\n0.549,0,1\n0.55,1,1\n0.55,2,0\n"
             "0.551,0,0\n0.58,0,0\n1,0,0\n");
  expect_status(shell("pintle compare a.csv b.csv --tol '*=1e-14,0'"), 0);
  /* without the event column the pair of rows at one time is the event */
  write_text("c.csv", "time [s],v [m/s]\n0,1\n0.549,1\n0.55,1\n0.55,0\n0.551,0\n1,0\n");
  expect_status(shell("pintle compare a.csv c.csv --tol '*=1e-14,0'"), 0);
  /* both found the event, at times that differ by a millionth of a piece's length */
  write_text("d.csv",
             "time [s],event [1],v [m/s]\n0,0,1\n0.5,0,1\n0.5500005,1,1\n0.5500005,2,0\n"
             "1,0,0\n");
  expect_status(shell("pintle compare a.csv d.csv --tol '*=1e-14,0'"), 0);
  /* two events at one time: the rows between them meet their like */
  write_text("f.csv",
             "time [s],event [1],v [m/s]\n0,0,1\n0.5,1,1\n0.5,2,2\n0.5,1,3\n0.5,2,4\n1,0,4\n");
  expect_status(shell("pintle compare f.csv f.csv --tol '*=1e-14,0'"), 0);
  /* at times that differ visibly, the rows between are different */
  write_text("e.csv", "time [s],event [1],v [m/s]\n0,0,1\n0.5,0,1\n0.57,1,1\n0.57,2,0\n1,0,0\n");
  expect_status(shell("pintle compare a.csv e.csv --tol '*=1e-14,0'"), 1);
}

static void test_units(void **state) {
  (void)state;
  write_sine("a.csv", 0.01, 1, 0, "m", 1);
  write_sine("b.csv", 0.01, 1, 0, "mm", 1000);
  expect_status(shell("pintle compare a.csv b.csv --tol '*=0,1e-14'"), 0);
  expect_status(shell("pintle compare b.csv a.csv --tol '*=0,1e-14'"), 0);
  write_sine("b.csv", 0.01, 1, 0, "kg", 1);
  const outcome *o = shell("pintle compare a.csv b.csv");
  expect_status(o, 2);
  expect_text(o->err, "column x: the run has m, the reference kg; they do not fit");
}

static void test_time_units(void **state) {
  (void)state;
  write_text("a.csv", "time [s],x [m]\n0,0\n0.001,1\n0.002,2\n");
  write_text("b.csv", "time [ms],x [m]\n0,0\n1,1\n2,2\n");
  expect_status(shell("pintle compare a.csv b.csv --tol '*=0,1e-12'"), 0);
}

/* A value that is not a number equals no number, but another such value. */
static void test_not_a_number(void **state) {
  (void)state;
  write_text("a.csv", "time [s],x [m],y [m]\n0,1,nan\n1,nan,nan\n2,1,nan\n");
  write_text("b.csv", "time [s],x [m],y [m]\n0,1,nan\n1,1,nan\n2,1,nan\n");
  const outcome *o = shell("pintle compare a.csv b.csv --tol '*=1e300,1e300'");
  expect_status(o, 1);
  expect_text(o->out, "1 of 2 columns differ");
  expect_text(o->out, "nan, not 1");
  expect_status(shell("pintle compare b.csv a.csv --tol '*=1e300,1e300'"), 1);
  expect_status(shell("pintle compare a.csv a.csv"), 0);
  write_text("c.csv", "time [s],x [m],y [m]\n0,1,nan\n1,inf,nan\n2,1,nan\n");
  expect_status(shell("pintle compare c.csv c.csv"), 0);
  expect_status(shell("pintle compare b.csv c.csv"), 1);
}

/* A run that ends early must not pass for equal. */
static void test_coverage(void **state) {
  (void)state;
  write_sine("a.csv", 0.01, 0.5, 0, "m", 1);
  write_sine("b.csv", 0.01, 1, 0, "m", 1);
  const outcome *o = shell("pintle compare a.csv b.csv");
  expect_status(o, 1);
  expect_text(o->out, "NOT COVERED");
  expect_text(o->out, "50 rows");
  expect_status(shell("pintle compare a.csv b.csv --until 0.5"), 0);
  expect_status(shell("pintle compare a.csv b.csv --until '500 ms'"), 0);
  expect_status(shell("pintle compare a.csv b.csv --from=0.6"), 1);
  expect_status(shell("pintle compare b.csv a.csv"), 0); /* a longer run covers a shorter one */
}

/* Rows of the reference beyond the end of the run count as covered only within rounding, 1e-9 of
 * the duration: not one by 1e-6 nor by 1e-3 of it. */
static void test_coverage_of_the_end(void **state) {
  static const struct {
    const char *beyond;
    int status;
  } rows[] = {{"1.0000000001", 0}, {"1.000001", 1}, {"1.001", 1}};
  (void)state;
  write_text("a.csv", "time [s],x [m]\n0,1\n0.5,1\n1,1\n");
  for (int i = 0; i < 3; i++) {
    char text[100];
    snprintf(text, sizeof text, "time [s],x [m]\n0,1\n0.5,1\n%s,1\n", rows[i].beyond);
    write_text("b.csv", text);
    const outcome *o = shell("pintle compare a.csv b.csv");
    expect_status(o, rows[i].status);
    if (rows[i].status) expect_text(o->out, "1 rows of the reference lie outside");
  }
}

/* The run has events at 0.2, 0.4 and 0.8 s, the reference at 0.4 s: only those in the window
 * count. */
static void test_events_in_the_window(void **state) {
  static const char event_2[] = "0.2,1,1\n0.2,2,1\n", event_4[] = "0.4,1,1\n0.4,2,1\n";
  static const char event_8[] = "0.8,1,1\n0.8,2,1\n";
  char text[200];
  (void)state;
  snprintf(text, sizeof text, "time [s],event [1],v [m/s]\n0,0,1\n%s%s%s1,0,1\n", event_2, event_4,
           event_8);
  write_text("a.csv", text);
  snprintf(text, sizeof text, "time [s],event [1],v [m/s]\n0,0,1\n%s1,0,1\n", event_4);
  write_text("b.csv", text);
  const outcome *o = shell("pintle compare a.csv b.csv");
  expect_status(o, 0);
  expect_text(o->out, "note: 3 events in the run, 1 in the reference");
  o = shell("pintle compare a.csv b.csv --from 0.3");
  expect_text(o->out, "note: 2 events in the run, 1 in the reference");
  o = shell("pintle compare a.csv b.csv --until 0.1");
  expect_status(o, 0);
  expect_no_text(o->out, "note:");
  o = shell("pintle compare a.csv b.csv --from 0.3 --until 0.7");
  expect_status(o, 0);
  expect_no_text(o->out, "note:");
}

enum { LONG_ROWS = 40000 };

/* Differs from row to row, so that the largest within a window tells which rows were compared. */
static double error_of(int row) {
  return 1e-3 * ((row * 7919) % 40009) / 40009;
}

/* A row each millisecond and, after every 50th, a pair at one time as beside an event; x = t + the
 * error of the row. `fine` rows between each two hold the straight line, as if the run had been
 * written more often. */
static void write_long(const char *path, int with_error, int fine, int events) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs("time [s],event [1],x [m],unused [1]\n", f);
  for (int i = 0; i < LONG_ROWS; i++) {
    const double error = with_error ? error_of(i) : 0;
    if (events && i % 50 == 0 && i > 0)
      fprintf(f, "%.17g,1,%.17g,1\n%.17g,2,%.17g,1\n", 1e-3 * i, 1e-3 * i + error, 1e-3 * i,
              1e-3 * i + error);
    else
      fprintf(f, "%.17g,0,%.17g,1\n", 1e-3 * i, 1e-3 * i + error);
    for (int k = 1; k <= fine && i + 1 < LONG_ROWS; k++) {
      const double t = 1e-3 * (i + k / (fine + 1.0));
      fprintf(f, "%.17g,0,%.17g,1\n", t, t);
    }
  }
  fclose(f);
}

/* The largest difference and its time, of the rows with from <= t <= until, straight from their
 * definition. */
static void expect_window(int events, double from, double until) {
  double largest = 0, at = 0;
  long long rows = 0;
  for (int i = 0; i < LONG_ROWS; i++) {
    if (1e-3 * i < from || 1e-3 * i > until) continue;
    rows += events && i % 50 == 0 && i > 0 ? 2 : 1;
    if (!(error_of(i) > largest)) continue;
    largest = error_of(i);
    at = 1e-3 * i;
  }
  const outcome *o =
      shell("pintle compare long.csv plain.csv --from %.17g --until %.17g --json", from, until);
  char text[80];
  snprintf(text, sizeof text, "\"times\": %lld,", rows);
  expect_text(o->out, text);
  const char *x = strstr(o->out, "\"name\": \"x\"");
  assert_non_null(x);
  assert_true(fabs(strtod(strstr(x, "\"difference\": ") + 14, NULL) - largest) < 1e-14);
  assert_true(fabs(strtod(strstr(x, "\"time\": ") + 8, NULL) - at) < 1e-12);
}

static void test_window_of_a_long_trace(void **state) {
  (void)state;
  static const double windows[][2] = {
      {-1, 1000}, {0, 0},       {12.3456, 12.4},   {12.35, 12.3501}, {17.001, 17.0029},
      {30, 1000}, {-5, 0.0305}, {39.999, 39.9991}, {0, 0.01},        {39.9, 39.999}};
  for (int events = 0; events < 2; events++) { /* without them only the rows around are read */
    write_long("long.csv", 1, 0, events);
    write_long("plain.csv", 0, 0, events);
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
      expect_window(events, windows[i][0], windows[i][1]);
  }
}

/* Where the times differ, a window's values are interpolated from rows outside it, too: a cubic is
 * exact. */
static void test_window_between_rows(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    FILE *f = fopen(k == 0 ? "cubic.csv" : "shifted.csv", "w");
    fputs("time [s],x [m]\n", f);
    for (int i = 0; i < LONG_ROWS; i++) {
      const double t = 1e-3 * (i + 0.37 * k);
      fprintf(f, "%.17g,%.17g\n", t, pow(t - 20, 3));
    }
    fclose(f);
  }
  expect_status(shell("pintle compare cubic.csv shifted.csv --from 10 --until 10.0005 --tol "
                      "'*=1e-10,0'"),
                0);
  expect_status(
      shell("pintle compare shifted.csv cubic.csv --from 25 --until 26 --tol '*=1e-10,0'"), 0);
}

/* The run has 40 times as many rows, which do not fit into one stretch of a batch. */
static void test_much_finer_run(void **state) {
  (void)state;
  write_long("fine.csv", 0, 39, 0);
  write_long("plain.csv", 0, 0, 0);
  const outcome *o = shell("pintle compare fine.csv plain.csv --tol '*=1e-12,0'");
  expect_status(o, 0);
  expect_text(o->out, "2 columns at 40000 times");
  expect_status(shell("pintle compare plain.csv fine.csv --tol '*=1e-12,0'"), 0);
}

static void test_columns(void **state) {
  (void)state;
  write_text("a.csv", "time [s],x [m],only_a [m]\n0,1,1\n1,1,1\n");
  write_text("b.csv", "time [s],only_b [m],x [m]\n0,1,1\n1,1,1\n");
  const outcome *o = shell("pintle compare a.csv b.csv");
  expect_status(o, 0);
  expect_text(o->out, "only in the reference: only_b");
  expect_text(o->out, "only in the run: only_a");
  expect_status(shell("pintle compare a.csv b.csv --strict"), 1);
  write_text("c.csv", "time [s],z [m]\n0,1\n1,1\n");
  o = shell("pintle compare a.csv c.csv");
  expect_status(o, 2);
  expect_text(o->err, "no column in common");
}

static void test_json(void **state) {
  (void)state;
  write_sine("a.csv", 0.01, 1, 1e-6, "m", 1);
  write_sine("b.csv", 0.01, 1, 0, "m", 1);
  const outcome *o = shell("pintle compare a.csv b.csv --json");
  expect_status(o, 1);
  expect_text(o->out, "\"equal\": false");
  expect_text(o->out, "\"different\": 1");
}

/* Names need not be UTF-8 (here Latin-1), JSON must be (RFC 8259, 8.1): each byte that is not
 * becomes U+FFFD. */
static void test_json_of_names_that_are_not_utf8(void **state) {
  (void)state;
  write_text("a.csv", "time [s],h\xF6he [m],\xFC\xFC [m]\n0,1,1\n1,1,1\n");
  write_text("b.csv", "time [s],h\xF6he [m]\n0,1\n1,1\n");
  const outcome *o = shell("pintle compare a.csv b.csv --json");
  expect_status(o, 0);
  assert_true(json_is_well_formed(o->out));
  expect_text(o->out, "\"name\": \"h\xEF\xBF\xBDhe\"");
  expect_text(o->out, "\"only_in_run\": [\n    \"\xEF\xBF\xBD\xEF\xBF\xBD\"\n  ]");
  assert_null(strpbrk(o->out, "\xF6\xFC"));
}

static void test_bad_usage(void **state) {
  static const struct {
    const char *words, *message;
  } cases[] = {
      {"compare a.csv", "an argument is missing"},
      {"compare a.csv b.csv c.csv", "stray argument 'c.csv'"},
      {"compare a.csv b.csv --tol x", "expected COLUMN=ABS,REL"},
      {"compare a.csv b.csv --tol x=1", "expected COLUMN=ABS,REL"},
      {"compare a.csv b.csv --tol x=-1,0", "expected COLUMN=ABS,REL"},
      {"compare a.csv b.csv --tol x=nan,0", "expected COLUMN=ABS,REL"},
      {"compare a.csv b.csv --tol z=1,0", "no column that both have matches 'z'"},
      {"compare a.csv b.csv --until soon", "expected a time"},
      {"compare a.csv b.csv --until 3kg", "'kg' is not a unit of time"},
      {"compare a.csv b.csv --from 5", "no rows in this window"},
      {"compare a.csv b.csv --toll x=1,0", "did you mean --tol?"},
      {"compare a.csv missing.csv", "cannot read missing.csv"},
      {"compare a.csv notime.csv", "no column `time [s]`"},
      {"compare a.csv back.csv", "time 1 s in row 3 does not follow"},
      {"compare a.csv text.csv", "text.csv:2:3: error: this is not a number"},
      {"compare a.csv empty.csv", "holds no rows"},
  };

  (void)state;
  write_text("a.csv", "time [s],x [m]\n0,1\n1,1\n");
  write_text("b.csv", "time [s],x [m]\n0,1\n1,1\n");
  write_text("notime.csv", "x [m]\n0\n");
  write_text("back.csv", "time [s],x [m]\n0,1\n2,1\n1,1\n");
  write_text("text.csv", "time [s],x [m]\n0,hello\n");
  write_text("empty.csv", "time [s],x [m]\n");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const outcome *o = shell("pintle %s", cases[i].words);
    print_message("%s\n", cases[i].words);
    expect_status(o, 2);
    expect_text(o->err, cases[i].message);
    assert_string_equal(o->out, "");
  }
}

/* Beside an acceleration of 100 m/s^2 one of 1e-8 m/s^2 is rounding (1.5e-8 parts are 1.5e-6), one
 * of 1e-5 is not; beside a speed of 10 m/s one of 1e-13 is (1.1e-13 parts are 1.1e-12), one of
 * 1e-11 is not. By the speed and the rate, 10 m/s * 10 rad/s, an acceleration counts as 100 m/s^2
 * also where all others are 0. A given tolerance compares all the same. The balance of energy is
 * compared with the largest energy, 50 J. */
static void test_rounding(void **state) {
  (void)state;
  static const char head[] =
      "time [s],a.ax [m/s^2],a.ay [m/s^2],a.vx [m/s],a.vy [m/s],a.omega [rad/s],energy.kinetic "
      "[J],energy.balance [J]\n";
  const struct {
    const char *ax, *ay, *vy, *balance;
    int status, rounding;
  } cases[] = {
      {"100", "1e-8", "0", "0", 0, 1},  {"100", "1e-5", "0", "0", 1, 0},
      {"100", "0", "1e-13", "0", 0, 1}, {"100", "0", "1e-11", "0", 1, 0},
      {"100", "0", "0", "4e-5", 0, 0},  {"100", "0", "0", "6e-5", 1, 0},
      {"100", "nan", "0", "0", 1, 0},
  };
  char text[512];
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    for (int run = 0; run < 2; run++) {
      snprintf(text, sizeof text, "%s0,%s,%s,10,%s,10,50,%s\n1,%s,0,10,0,10,50,0\n", head,
               cases[k].ax, run ? cases[k].ay : "2e-9", run ? cases[k].vy : "1e-14",
               run ? cases[k].balance : "0", cases[k].ax);
      write_text(run ? "a.csv" : "b.csv", text);
    }
    const outcome *o = shell("pintle compare a.csv b.csv");
    expect_status(o, cases[k].status);
    if (cases[k].rounding) expect_text(o->out, "zero but for rounding in both");
  }
  for (int run = 0; run < 2; run++) {
    snprintf(text, sizeof text, "%s0,0,%s,10,0,10,50,0\n1,0,0,10,0,10,50,0\n", head,
             run ? "1e-8" : "0");
    write_text(run ? "a.csv" : "b.csv", text);
  }
  const outcome *o = shell("pintle compare a.csv b.csv");
  expect_status(o, 0);
  expect_text(o->out, "1 column is zero but for rounding in both");
  expect_status(shell("pintle compare a.csv b.csv --tol '*.ay=0,1e-6'"), 1);
  o = shell("pintle compare a.csv b.csv --json");
  expect_text(o->out, "\"rounding\": true");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rounding),
      cmocka_unit_test(test_equal),
      cmocka_unit_test(test_tolerances),
      cmocka_unit_test(test_interpolates),
      cmocka_unit_test(test_horizon),
      cmocka_unit_test(test_digits),
      cmocka_unit_test(test_reads_degrees),
      cmocka_unit_test(test_never_across_an_event),
      cmocka_unit_test(test_units),
      cmocka_unit_test(test_time_units),
      cmocka_unit_test(test_not_a_number),
      cmocka_unit_test(test_coverage),
      cmocka_unit_test(test_columns),
      cmocka_unit_test(test_window_of_a_long_trace),
      cmocka_unit_test(test_window_between_rows),
      cmocka_unit_test(test_much_finer_run),
      cmocka_unit_test(test_json),
      cmocka_unit_test(test_bad_usage),
      cmocka_unit_test(test_coverage_of_the_end),
      cmocka_unit_test(test_events_in_the_window),
      cmocka_unit_test(test_json_of_names_that_are_not_utf8),
  };
  return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
