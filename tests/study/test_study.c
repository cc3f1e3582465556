/* test_study.c: whole studies by the program. Expected values: the same numbers by `pintle run`, by
 * another number of threads, by slices, and by a study that was stopped and went on. */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "needs.h"
#include "program.h"

static const char yoke_study[] =
    "study: 1\n"
    "title: Yoke\n"
    "model: " PINTLE_MODELS
    "/scotch_yoke.yaml\n"
    "set: {run.until: 0.5 turns of shaft}\n"
    "vary:\n"
    "  joints.slot.slot.half_width: 7.95 mm:8.2 mm:6\n"
    "  joints.slot.contact: [johnson, goldsmith]\n"
    "  parameters.speed: 600 rpm, 800 rpm, 1000 rpm\n"
    "measures:\n"
    "  peak: peak_force(slot)\n"
    "  touches: touches(slot)\n"
    "  fastest: max(yoke.vx)\n"
    "  share: {value: time_in_contact(slot)/end_time(), unit: 1}\n"
    "sections:\n"
    "  quarter: {every: 0.25 turns of shaft, values: [yoke.x, yoke.vx]}\n";

static void same_results(const char *a, const char *b) {
  const outcome *o = shell(
      "pintle study show --csv %s >a.csv && pintle study show --csv %s >b.csv "
      "&& cmp a.csv b.csv && wc -l <a.csv",
      a, b);
  expect_status(o, 0);
}

/* Sections need SQL; the files' dumps of that table must agree, whatever the order of writing. */
static void test_threads(void **state) {
  (void)state;
  write_text("yoke.yaml", yoke_study);
  const outcome *o = shell("pintle study yoke.yaml -j 1 -o one.db --csv one.csv");
  expect_status(o, 0);
  expect_text(o->out, "36 points, 36 of them run now, 0 failed");
  expect_status(shell("pintle study yoke.yaml -j 2 -o two.db --csv two.csv"), 0);
  expect_status(shell("cmp one.csv two.csv"), 0);
  o = shell("pintle study yoke.yaml -j 2 -o two.db");
  expect_status(o, 0);
  expect_text(o->out, "36 points, all of them in two.db already");
  o = shell("head -2 one.csv");
  expect_text(o->out,
              "index,status,joints.slot.slot.half_width [m],joints.slot.contact,"
              "parameters.speed [s^-1],peak [N],touches [1],fastest [m/s],share [1],"
              "message");
  expect_text(o->out, "0,ok,0.00795,johnson,62.83185307179586,");
}

static void test_slices(void **state) {
  (void)state;
  for (int i = 1; i <= 3; i++)
    expect_status(shell("pintle study yoke.yaml -j 1 --slice %d/3", i), 0);
  expect_status(shell("pintle study merge all.db yoke.part-1-of-3.db yoke.part-2-of-3.db"), 0);
  const outcome *o = shell("pintle study merge all.db yoke.part-2-of-3.db yoke.part-3-of-3.db");
  expect_status(o, 0);
  expect_text(o->out, "all.db holds 36 runs");
  same_results("one.db", "all.db");
  o = shell("pintle study yoke.yaml -o all.db");
  expect_text(o->out, "all of them in all.db already");
  expect_status(shell("pintle study " PINTLE_MODELS "/scotch_yoke.yaml --vary "
                      "parameters.speed=1000rpm --measure 'peak_force(slot)' -o other.db"),
                0);
  o = shell("pintle study merge all.db other.db");
  expect_status(o, 2);
  expect_text(o->err, "other.db: error: this is a part of another study");
  o = shell("pintle study merge all.db nowhere.db");
  expect_status(o, 2);
  expect_text(o->err, "nowhere.db");
  /* a part that is none is found before any file is made */
  static const char *const parts[] = {"nowhere.db", "yoke.yaml", "empty.db"};
  write_text("empty.db", "");
  for (int i = 0; i < 3; i++) {
    o = shell("pintle study merge fresh.db one.db %s", parts[i]);
    expect_status(o, 2);
    expect_text(o->err, parts[i]);
    assert_false(file_exists("fresh.db"));
  }
}

/* The command that a point is run with gives its numbers. */
static void test_against_run(void **state) {
  char peak[64], command[600];
  (void)state;
  const outcome *o = shell("awk -F, '$1 == 27 {print $6}' one.csv");
  snprintf(peak, sizeof peak, "\"peak_force\": %.*s", (int)strcspn(o->out, "\n"), o->out);
  o = shell("pintle study show one.db --command 27");
  expect_status(o, 0);
  snprintf(command, sizeof command, "%.*s", (int)strcspn(o->out, "\n"), o->out);
  expect_text(command, "--set 'run.until=0.5 turns of shaft'");
  o = shell("%s -o r.run --json", command);
  expect_status(o, 0);
  expect_text(o->out, peak);
}

static void test_show(void **state) {
  (void)state;
  const outcome *o = shell(
      "pintle study show one.db --where 'peak > 1 kN && joints.slot.contact "
      "== goldsmith' --csv");
  expect_status(o, 0);
  expect_text(o->out, "goldsmith");
  expect_no_text(o->out, "johnson");
  o = shell("pintle study show one.db --sort -peak --rows 1");
  expect_status(o, 0);
  expect_text(o->out, "Yoke: 36 points, design grid, 0 failed");
  expect_text(o->out, "35 more");
  o = shell("pintle study show one.db --where 'peak > 1 mm'");
  expect_status(o, 2);
  o = shell("pintle study show one.db --sort speed");
  expect_status(o, 2);
  expect_text(o->err, "no column 'speed'");
  o = shell("pintle study show one.db --command 36");
  expect_status(o, 2);
  o = shell("pintle study show yoke.yaml");
  expect_status(o, 2);
  o = shell("pintle study sensitivity one.db");
  expect_status(o, 0);
  expect_text(o->out, "parameters.speed");
}

/* ------------------------------------------------------------------ stops */

/* Killed without warning at ten moments, the study goes on to the results of one that was not. */
static void test_killed(void **state) {
  (void)state;
  for (int i = 0; i < 10; i++) {
    const outcome *o = shell("timeout -s KILL 0.%03d %s study yoke.yaml -j 2 -o killed.db",
                             20 + 23 * i, PINTLE_PROGRAM);
    if (o->status == 0) break; /* it was done before */
  }
  expect_status(shell("pintle study yoke.yaml -j 2 -o killed.db"), 0);
  same_results("one.db", "killed.db");
}

/* Two programs fill one file: each point and its passages are there once. */
static void test_shared(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    expect_status(
        shell("rm -f shared.db; pintle study yoke.yaml -j 1 -o shared.db --quiet & "
              "pintle study yoke.yaml -j 1 -o shared.db --quiet; s=$?; wait $! && test $s = 0"),
        0);
    same_results("one.db", "shared.db");
    if (have_program("sqlite3"))
      expect_status(shell("for i in one shared; do sqlite3 $i.db 'select count(*) from sections' > "
                          "$i.txt; done; "
                          "cmp one.txt shared.txt"),
                    0);
  }
}

/* Ctrl-C once the file has a row: the rows stay, and the study is not done. */
static void interrupt_study(const char *options, const char *db) {
  const outcome *o = shell(
      PINTLE_PROGRAM " study " PINTLE_MODELS
                     "/scotch_yoke.yaml --vary parameters.speed=500rpm:1000rpm:4000 "
                     "--measure 'peak_force(slot)' -o %s %s &\n"
                     "p=$!\n"
                     "while kill -0 $p && [ $(" PINTLE_PROGRAM
                     " study show %s --csv 2>/dev/null | wc -l) -lt 2 ]; do sleep 0.02; done\n"
                     "kill -INT $p; wait $p",
      db, options, db);
  expect_status(o, 3);
  expect_text(o->err, "interrupted on request");
  expect_text(o->err, "goes on where this one stopped");
  o = shell("pintle study show %s --csv | wc -l", db);
  expect_status(o, 0);
  assert_true(atoi(o->out) > 1 && atoi(o->out) < 4000);
}

static void test_interrupted(void **state) {
  (void)state;
  interrupt_study("", "int.db");
  interrupt_study("--isolate", "int2.db");
}

/* A third of the runs fail: they are rows with a message, and can be tried again. */
static void test_failures(void **state) {
  static const char start[] =
      "pintle study " PINTLE_MODELS
      "/scotch_yoke.yaml --vary parameters.speed=600rpm,700rpm,800rpm "
      "--vary run.limits.steps=20,100000,200000 --measure 'peak_force(slot)'";
  (void)state;
  const outcome *o = shell("%s -o failed.db --keep failed", start);
  expect_status(o, 0);
  expect_text(o->out, "9 points, 9 of them run now, 3 failed");
  expect_text(o->out, "3 run folders in failed.db.runs");
  expect_status(shell("test -e failed.db.runs/0/INCOMPLETE && test -e failed.db.runs/6/trace.csv "
                      "&& ! test -e failed.db.runs/1"),
                0);
  o = shell("pintle study show failed.db");
  expect_text(o->out, "3 failed");
  expect_text(o->out, "limits.steps");
  o = shell("%s -o failed.db --retry", start);
  expect_text(o->out, "9 points, 3 of them run now, 3 failed");
  o = shell(
      "pintle study " PINTLE_MODELS
      "/scotch_yoke.yaml --vary parameters.speed=1rpm:9rpm:50 "
      "--set run.limits.steps=20 --measure 'peak_force(slot)' -o all_failed.db --stop-after 5");
  expect_status(o, 3);
  expect_text(o->err, "5 runs in a row failed alike");
  o = shell("pintle study " PINTLE_MODELS
            "/scotch_yoke.yaml --vary parameters.speed=1rpm:9rpm:3 "
            "--set run.limits.steps=20 --measure 'peak_force(slot)' -o all_failed2.db");
  expect_status(o, 3);
  expect_text(o->err, "all runs failed");
}

/* Half of the runs fail. Killed at several moments and gone on with, the study is the one that was
 * not killed, its failures with their messages as well. */
static void test_failures_and_kills(void **state) {
  static const char start[] = "study " PINTLE_MODELS
                              "/scotch_yoke.yaml --vary parameters.speed=600rpm:800rpm:12 --vary "
                              "run.limits.steps=100,200000 --measure 'peak_force(slot)' -j 2";
  (void)state;
  expect_status(shell("pintle %s -o whole_half.db", start), 0);
  expect_text(shell("pintle study show whole_half.db")->out, "24 points, design grid, 12 failed");
  for (int i = 0; i < 5; i++)
    shell("timeout -s KILL 0.%03d %s %s -o half.db", 20 + 17 * i, PINTLE_PROGRAM, start);
  expect_status(shell("pintle %s -o half.db", start), 0);
  same_results("whole_half.db", "half.db");
}

/* ------------------------------------------------------------------ runs that crash */

static const char crash_model[] =
    "pintle: 1\n"
    "bodies: {ball: {mass: 2 kg, inertia: 1e-3 kg m^2, velocity: [1 m/s, 0]}}\n"
    "joints:\n"
    "  wall:\n"
    "    type: pin_in_slot\n"
    "    slot: {body: ground, line: {from: [0, -1], to: [0, 1]}}\n"
    "    pin: {body: ball, at: [0, 0], radius: 10 mm}\n"
    "    clearance: 1 mm\n"
    "    contact: law\n"
    "contacts:\n"
    "  law: {elastic: {law: crash, stiffness: 1e9 N/m^2}}\n"
    "run: {length: 1 m, until: 6 ms, every: 1 ms, start: given}\n";
static const char crash_study[] =
    "study crash.yaml --vary 'contacts.law.elastic.stiffness=1e9 N/m^2, 3e9 N/m^2, 1.5e9 N/m^2, "
    "4e9 "
    "N/m^2, 1.2e9 N/m^2' --measure 'peak=peak_force(wall)' --plugin " PINTLE_PLUGINS
    "/plugin_crash.so";

/* Two of five runs abort. In processes they are results, the others are those of threads to the
 * bit, and the study is done then; in threads the program goes down with them, and what it had
 * stays. */
static void test_crashes(void **state) {
  (void)state;
  write_text("crash.yaml", crash_model);
  const outcome *o = shell("pintle %s --isolate -j 2 -o crash.db --keep all", crash_study);
  expect_status(o, 0);
  expect_text(o->out, "5 points, 5 of them run now, 2 failed");
  expect_status(shell("test $(ls crash.db.runs | wc -l) = 3"), 0);
  o = shell("pintle study show crash.db --csv");
  expect_text(o->out, "1,crashed,");
  expect_text(o->out, "3,crashed,");
  expect_text(o->out, "the process of this run was ended by signal 6 (Aborted)");
  o = shell("pintle %s --isolate -o crash.db", crash_study);
  expect_text(o->out, "5 points, all of them in crash.db already");
  o = shell("pintle %s -j 1 -o down.db", crash_study);
  assert_true(o->status > 100);
  o = shell("pintle %s --isolate -o down.db", crash_study);
  expect_status(o, 0);
  same_results("crash.db", "down.db");
  write_text("yoke.yaml", yoke_study);
  expect_status(
      shell(
          "pintle study yoke.yaml --isolate -j 3 -o isolated.db --csv i.csv && cmp i.csv one.csv"),
      0);
}

/* ------------------------------------------------------------------ events, ideal mechanisms */

/* The table of events holds what the measures count. */
static void test_events(void **state) {
  static const char start[] = "pintle study " PINTLE_MODELS
                              "/scotch_yoke.yaml --vary parameters.speed=600rpm,700rpm --measure "
                              "'count(touch, slot)' --events touch,part";
  (void)state;
  expect_status(
      shell("%s -o events.db --csv events.csv && %s -o events2.db --isolate", start, start), 0);
  same_results("events.db", "events2.db");
  if (!have_program("sqlite3")) return;
  int n[2], counted[2];
  const outcome *o = shell(
      "for i in 0 1; do sqlite3 events.db \"select count(*) from events where "
      "[index] = $i and kind = 'touch'\"; done");
  assert_int_equal(sscanf(o->out, "%d %d", &n[0], &n[1]), 2);
  o = shell("sed -n 2,3p events.csv | cut -d, -f4");
  assert_int_equal(sscanf(o->out, "%d %d", &counted[0], &counted[1]), 2);
  assert_true(n[0] > 0 && n[0] == counted[0] && n[1] == counted[1]);
}

/* The ideal slider-crank beside the one with clearance. Expected: the piston's closed form R cos a
 * + sqrt(L^2 - R^2 sin^2 a), from which the one with 0.5 mm of clearance is about as much away. */
static void test_ideal(void **state) {
  double error, away;
  (void)state;
  expect_status(shell("pintle study " PINTLE_MODELS
                      "/slider_crank_clearance.yaml -o ideal.db --csv ideal.csv "
                      "--set run.every=100us --vary parameters.speed=5000rpm "
                      "--measure 'error=max(abs(ideal.slider.x - 0.05 m*cos(crank.angle) - "
                      "sqrt(0.0144 m^2 - 0.0025 m^2*sin(crank.angle)*sin(crank.angle))))' "
                      "--measure 'away=max(abs(slider.x - ideal.slider.x))'"),
                0);
  const outcome *o = shell("sed -n 2p ideal.csv");
  assert_int_equal(sscanf(o->out, "0,ok,%*f,%lf,%lf", &error, &away), 2);
  assert_true(error < 1e-8);
  assert_true(away > 3e-4 && away < 1e-3);
}

static void test_best(void **state) {
  (void)state;
  expect_status(shell("pintle study yoke.yaml -o one.db --keep 'best 2 peak'"), 0);
  const outcome *o = shell("ls one.db.runs | wc -l");
  assert_int_equal(atoi(o->out), 2);
  o = shell("pintle study show one.db --csv --sort peak | sed -n 2p | cut -d, -f1");
  o = shell("test -e one.db.runs/%d/trace.csv", atoi(o->out));
  expect_status(o, 0);
}

/* A random design goes on where it ended; a hypercube is another one with another number of
 * points. */
static void test_extended(void **state) {
  static const char start[] = "pintle study " PINTLE_MODELS
                              "/scotch_yoke.yaml --vary 'parameters.speed=normal(900 rpm, 20 rpm)' "
                              "--set 'run.until=0.1 turns of shaft' --measure 'peak_force(slot)'";
  (void)state;
  expect_status(shell("%s --design sobol --points 4 --seed 3 -o sobol.db", start), 0);
  const outcome *o = shell("%s --design sobol --points 8 --seed 3 -o sobol.db", start);
  expect_text(o->out, "8 points, 4 of them run now");
  expect_status(shell("%s --design latin_hypercube --points 4 -o lhs.db", start), 0);
  o = shell("%s --design latin_hypercube --points 8 -o lhs.db", start);
  expect_status(o, 2);
  expect_text(o->err, "results of another study");
  o = shell(
      "%s --design saltelli --points 4 -o saltelli.db && pintle study sensitivity saltelli.db",
      start);
  expect_status(o, 0);
  expect_text(o->out, "4 of 4 blocks");
}

/* Three runs of a pendulum that go on from one another are one run of three times the length;
 * slices, which have to do the runs before theirs again, give the same bits. */
static void test_continuation(void **state) {
  static const char start[] = "pintle study " PINTLE_MODELS
                              "/pendulum.yaml --vary 'parameters.mass=1 kg, 1 kg, 1 kg' --set "
                              "'run.until=0.7 s' --set run.rtol=1e-10 --measure 'final(rod.angle)' "
                              "--measure 'final(rod.omega)'";
  double one[2], three[2];
  (void)state;
  expect_status(shell("%s --continuation up -o chain.db --csv chain.csv", start), 0);
  const outcome *o = shell("sed -n 4p chain.csv");
  assert_int_equal(sscanf(o->out, "2,ok,%*f,%lf,%lf", &three[0], &three[1]), 2);
  expect_status(shell("pintle study " PINTLE_MODELS
                      "/pendulum.yaml --vary 'parameters.mass=1 kg' --set 'run.until=2.1 s' --set "
                      "run.rtol=1e-10 --measure 'final(rod.angle)' --measure 'final(rod.omega)' "
                      "-o whole.db --csv whole.csv"),
                0);
  o = shell("sed -n 2p whole.csv");
  assert_int_equal(sscanf(o->out, "0,ok,%*f,%lf,%lf", &one[0], &one[1]), 2);
  for (int i = 0; i < 2; i++) assert_true(fabs(three[i] - one[i]) < 1e-6);
  expect_status(shell("%s --continuation up -o c1.db --slice 1/2 && %s --continuation up -o c2.db "
                      "--slice 2/2 && pintle study merge c.db c1.db c2.db",
                      start, start),
                0);
  same_results("chain.db", "c.db");
  /* Up and down is one chain: from the end of the way up, twice as long. */
  expect_status(shell("%s --continuation both -o both.db --csv both.csv", start), 0);
  o = shell("cut -d, -f1-4 both.csv");
  expect_text(o->out, "index,status,direction,parameters.mass [kg]\n0,ok,up,1\n");
  expect_text(o->out, "\n5,ok,down,1\n");
  expect_status(
      shell("cut -d, -f5- both.csv | sed -n 2,4p >up; cut -d, -f4- chain.csv | sed -n 2,4p | "
            "cmp - up"),
      0);
  o = shell("sed -n 7p both.csv");
  assert_int_equal(sscanf(o->out, "5,ok,down,%*f,%lf,%lf", &three[0], &three[1]), 2);
  expect_status(shell("pintle study " PINTLE_MODELS
                      "/pendulum.yaml --vary 'parameters.mass=1 kg' --set 'run.until=4.2 s' --set "
                      "run.rtol=1e-10 --measure 'final(rod.angle)' --measure 'final(rod.omega)' "
                      "-o whole2.db --csv whole2.csv"),
                0);
  o = shell("sed -n 2p whole2.csv");
  assert_int_equal(sscanf(o->out, "0,ok,%*f,%lf,%lf", &one[0], &one[1]), 2);
  for (int i = 0; i < 2; i++) assert_true(fabs(three[i] - one[i]) < 1e-6);
  expect_status(shell("pintle study show both.db --command 4 | grep -v direction"), 0);
  expect_status(shell("pintle study plot both.db -o both.svg --quiet && grep -q '>down<' both.svg"),
                0);
  o = shell("%s --continuation up --keep all -o no.db", start);
  expect_status(o, 2);
  expect_text(o->err, "neither keep nor lyapunov");
  o = shell("%s --continuation left -o no.db", start);
  expect_status(o, 2);
  o = shell("%s --continuation up --design one_at_a_time -o no.db", start);
  expect_status(o, 2);
  expect_text(o->err, "needs a grid");
}

/* ------------------------------------------------------------------ a known bifurcation */

/* A ball on a table that shakes as a sine strikes it once in each period T at the phase theta with
 * cos theta = pi (1 - e)/((1 + e) gamma); when the table passes its middle upwards the ball's
 * velocity then is g (theta/omega - T/2). The orbit doubles its period at gamma^2 = (pi (1 - e)/(1
 * + e))^2 + 4 ((1 + e^2)/(1 + e)^2)^2 (Luo, Han, Nonlinear Dyn. 10 (1996) 1), with e = 0.5 at
 * 1.5268. Impacts here last 0.2 % of a period, which is about the difference. */
static void test_bifurcation(void **state) {
  const double e = 0.5, g = 9.81, period = 0.1, omega = 2 * M_PI / period;
  static const double gammas[] = {1.1, 1.3, 1.5, 1.55, 1.6};
  (void)state;
  expect_status(shell("pintle study " PINTLE_DATA "/../../docs/studies/bouncing_table.yaml --vary "
                      "parameters.gamma=1.1,1.3,1.5,1.55,1.6 --measure 'before=at(ball.vy, 7.8 s)' "
                      "--measure 'last=at(ball.vy, 7.9 s)' --measure "
                      "'lyapunov(0.1 s, from 2 s)' -o table.db --csv table.csv"),
                0);
  FILE *file = fopen("table.csv", "r");
  char line[512];
  assert_non_null(fgets(line, sizeof line, file));
  for (int i = 0; i < 5; i++) {
    double gamma, before, last, exponent;
    assert_non_null(fgets(line, sizeof line, file));
    assert_int_equal(sscanf(line, "%*d,ok,%lf,%lf,%lf,%lf", &gamma, &before, &last, &exponent), 4);
    assert_true(gamma == gammas[i]);
    const double theta = acos(M_PI * (1 - e) / ((1 + e) * gamma)),
                 closed = g * (theta / omega - period / 2);
    assert_true(gamma > 1.45 || exponent < -1); /* stable, away from the boundary */
    if (gamma < 1.5268) {
      assert_true(fabs(last - before) < 1e-4 * fabs(last));
      assert_true(fabs(last - closed) < 3e-3 * fabs(closed));
    } else {
      assert_true(fabs(last - before) > 0.02);
      assert_true((last - closed) * (before - closed) < 0); /* on both sides of what is unstable */
    }
  }
  fclose(file);
}

/* ------------------------------------------------------------------ bad input */

static void test_bad_studies(void **state) {
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"pintle: 1\n", "this is no study file"},
      {"study: 2\n", "this is a study of format 2"},
      {"study: 1\nmodle: x\n",
       "bad.yaml:2:1: error: there is no key 'modle', did you mean 'model'?"},
      {"study: 1\nvary: {a: '1, 2'}\nmeasures: [end_time()]\n", "the study has no model"},
      {"study: 1\nmodel: nowhere.yaml\nmeasures: [end_time()]\n", "nothing is varied"},
      {"study: 1\nmodel: nowhere.yaml\nvary: {a: '1, 2'}\n", "nothing is measured"},
      {"study: 1\nmodel: nowhere.yaml\nvary: {a: '1, 2'}\nmeasures: [end_time()]\n",
       "nowhere.yaml"},
      {"study: 1\nmodel: m\nvary:\n  a: 1 mm:2\nmeasures: [end_time()]\n", "bad.yaml:4:6: error:"},
      {"study: 1\nvary: {a: [x, \xb4]}\n", "bad.yaml:2:15: error: byte 0xb4 does not belong there"},
      {"study: 1\nmodel: m\nvary: {a: '1:2:3'}\nmeasures: [end_tim()]\n",
       "did you mean 'end_time'?"},
      {"study: 1\nmodel: m\nvary: {a: '1:2'}\nmeasures: [end_time()]\n", "needs values for a"},
      {"study: 1\nmodel: m\ndesign: sobbol\n", "did you mean 'sobol'?"},
      {"study: 1\nmodel: m\nvary: {a: '1:2:3'}\nset: {a: 3}\nmeasures: [end_time()]\n",
       "a is set and varied"},
      {"study: 1\nmodel: m\nkeep: some\n", "keep: 'some' is none of"},
      {"study: 1\nmodel: m\nsections: {a: {every: 1 turn of x}}\n", "needs every and values"},
      {"study: 1\nmodel: m\nseed: -1\n", "whole number"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    write_text("bad.yaml", cases[i].text);
    const outcome *o = shell("pintle study bad.yaml");
    expect_status(o, 2);
    expect_text(o->err, cases[i].message);
    assert_false(file_exists("bad.db"));
  }
}

/* What does not fit the model is told before anything is written. */
static void test_first_point(void **state) {
  static const char start[] = "pintle study " PINTLE_MODELS "/scotch_yoke.yaml -o first.db ";
  (void)state;
  const outcome *o = shell("%s --vary parameters.sped=1,2 --measure 'peak_force(slot)'", start);
  expect_status(o, 2);
  expect_text(o->err, "sped");
  o = shell("%s --vary parameters.speed=1,2 --measure 'peak_force(slit)'", start);
  expect_status(o, 2);
  expect_text(o->err, "slit");
  o = shell("%s --vary parameters.speed=1mm,2mm --measure 'peak_force(slot)'", start);
  expect_status(o, 2);
  assert_false(file_exists("first.db"));
  o = shell("%s --vary parameters.speed=1,2 --measure 'peak_force(slot)' -j 0", start);
  expect_status(o, 2);
  o = shell("%s --vary parameters.speed=1,2 --measure 'peak_force(slot)' --slice 4/3", start);
  expect_status(o, 2);
  write_text("no.db",
             "this is no database, but a text that is long enough to be taken for one....");
  o = shell("pintle study yoke.yaml -o no.db");
  expect_status(o, 2);
  expect_text(o->err, "no.db: error:");
}

/* ------------------------------------------------------------------ a full disk */

static void test_full_disk(void **state) {
  (void)state;
  write_text("yoke.yaml", yoke_study);
  mount_small("size=64k");
  const outcome *o = shell("pintle study " PINTLE_MODELS
                           "/scotch_yoke.yaml --vary parameters.speed=500rpm:1000rpm:2000 --set "
                           "'run.until=1 ms' --measure 'peak_force(slot)' -o small/full.db");
  expect_status(o, 2);
  expect_text(o->err, "small/full.db: error:");
  o = shell("pintle study show small/full.db");
  expect_status(o, 0);
  unmount_small();
}

/* ------------------------------------------------------------------ MPI */

#define MPI_RUN "mpirun --allow-run-as-root --oversubscribe -n 3 " PINTLE_PROGRAM "-mpi "

/* Three ranks write what threads write, to the bit; a job that was killed goes on. */
static void test_mpi(void **state) {
  (void)state;
  write_text("yoke.yaml", yoke_study);
  expect_status(shell("pintle study yoke.yaml -j 1 -o one.db --csv one.csv"), 0);
  const outcome *o = shell(MPI_RUN "study yoke.yaml -o mpi.db --csv mpi.csv");
  expect_status(o, 0);
  expect_text(o->out, "36 points, 36 of them run now, 0 failed");
  expect_status(shell("cmp one.csv mpi.csv"), 0);
  o = shell(MPI_RUN "study yoke.yaml -o mpi.db");
  expect_status(o, 0);
  expect_text(o->out, "all of them in mpi.db already");
  shell("timeout -s KILL 0.7 " MPI_RUN "study yoke.yaml -o killed.db");
  expect_status(shell(MPI_RUN "study yoke.yaml -o killed.db --csv killed.csv"), 0);
  expect_status(shell("cmp one.csv killed.csv"), 0);
}

static void test_mpi_refusals(void **state) {
  (void)state;
  const outcome *o = shell("timeout 60 " MPI_RUN "study nowhere.yaml");
  expect_status(o, 2);
  expect_text(o->err, "nowhere.yaml: error:");
  o = shell("timeout 60 " MPI_RUN "study " PINTLE_MODELS
            "/scotch_yoke.yaml --vary parameters.speed=1,2 --measure 'peak_force(slit)' -o no.db");
  expect_status(o, 2);
  expect_text(o->err, "slit");
  assert_false(file_exists("no.db"));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads),

                                     cmocka_unit_test(test_slices),
                                     cmocka_unit_test(test_against_run),
                                     cmocka_unit_test(test_show),
                                     cmocka_unit_test(test_killed),
                                     cmocka_unit_test(test_interrupted),
                                     cmocka_unit_test(test_failures),
                                     cmocka_unit_test(test_failures_and_kills),
                                     cmocka_unit_test(test_crashes),
                                     cmocka_unit_test(test_events),
                                     cmocka_unit_test(test_ideal),
                                     cmocka_unit_test(test_best),
                                     cmocka_unit_test(test_extended),
                                     cmocka_unit_test(test_continuation),
                                     cmocka_unit_test(test_bifurcation),
                                     cmocka_unit_test(test_bad_studies),
                                     cmocka_unit_test(test_first_point),
                                     cmocka_unit_test(test_shared)};
  const struct CMUnitTest full_disk[] = {cmocka_unit_test(test_full_disk)};
  if (asked_for(argc, argv, "full_disk"))
    return can_mount() ? cmocka_run_group_tests(full_disk, enter_folder, leave_folder)
                       : skipped("mounting is not allowed here");
  const struct CMUnitTest mpi[] = {cmocka_unit_test(test_mpi),

                                   cmocka_unit_test(test_mpi_refusals)};
  if (asked_for(argc, argv, "mpi"))
    return have_program("mpirun") ? cmocka_run_group_tests(mpi, enter_folder, leave_folder)
                                  : skipped("there is no mpirun");
  if (argc > 1) return no_such_group(argv[1]);
  return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
