/* test_study_analysis.c: studies of other analyses than runs. Expected values: closed forms -
 * Archard's law, the depth of a linear contact under a load, small swings of a pendulum, the
 * transmission angle of a four-bar -, and the verbs' own results. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "needs.h"
#include "program.h"
#include "support.h"

static const double pi = 3.14159265358979324;

/* A journal of 10 mm that turns in its bearing under a load, so slowly against its stiffness that
 * it rests at the bottom. */
static const char bearing[] =
    "pintle: 1\n"
    "parameters: {k: 2e-15 m^2/N, weight: 100 N}\n"
    "bodies:\n"
    "  hanger: {mass: 1 kg, inertia: 1e-3, position: [0, -0.2 mm]}\n"
    "joints:\n"
    "  bush:\n"
    "    type: revolute\n"
    "    bodies: [ground, hanger]\n"
    "    at: [[0, 0], [0, 0]]\n"
    "    radius: 10.2 mm\n"
    "    clearance: 0.2 mm\n"
    "    contact: dry\n"
    "    wear: {coefficient: k, length: 20 mm}\n"
    "  drive: {type: motion, bodies: [ground, hanger], along: angle, rate: 20 rad/s}\n"
    "loads: {weight: {body: hanger, force: [0, -weight]}}\n"
    "contacts:\n"
    "  dry:\n"
    "    elastic: {law: power, stiffness: 1e7 N/m, exponent: 1}\n"
    "    damping: {law: hunt_crossley, alpha: 20 s/m}\n"
    "run: {until: 1 turn of bush, every: 10 ms, start: given}\n";

static const char wear_study[] =
    "study: 1\n"
    "title: Bush\n"
    "model: bearing.yaml\n"
    "analysis: {type: wear, cycles: 1e6, until_clearance: 0.21 mm}\n"
    "vary:\n"
    "  parameters.k: 1e-15 m^2/N, 2e-15 m^2/N, 4e-15 m^2/N\n"
    "  parameters.weight: 100 N, 200 N\n"
    "measures:\n"
    "  volume_per_cycle: at(bush.bearing.volume, 100)/100\n"
    "  depth: at(bush.bearing.depth, 100)\n"
    "  work: final(bush.bearing.work_per_cycle)\n"
    "  peak: max(bush.peak_force)\n"
    "  life: crossing(bush.clearance - 0.205 mm)\n"
    "  end: final(cycles)\n";

enum { VOLUME, DEPTH, WORK, PEAK, LIFE, END, MEASURES };

/* The measures of `n` points of a file whose factors are `factors`, row by row. */
static void read_points(const char *db, int factors, int measures, int n, double *out) {
  const outcome *o = shell("pintle study show %s --csv", db);
  expect_status(o, 0);
  const char *line = strchr(o->out, '\n');
  for (int i = 0; i < n; i++) {
    assert_non_null(line);
    const char *at = line + 1;
    line = strchr(at, '\n');
    for (int k = 0; k < 2 + factors; k++) at = strchr(at, ',') + 1;
    for (int k = 0; k < measures; k++, at = strchr(at, ',') + 1)
      *out++ = *at == ',' ? NAN : strtod(at, NULL);
  }
}

/* A journal of radius r under F does the work 2 pi r F per turn; of that k wears off, at a point,
 * and up to 4/pi as much over an arc. While the arc is narrow the depth is in proportion to k, and
 * twice the k has half the life. */
static void wear_follows_archard(void **state) {
  double m[6][MEASURES];
  (void)state;
  write_text("bearing.yaml", bearing);
  write_text("wear.yaml", wear_study);
  expect_status(shell("pintle study wear.yaml -j 1 -o one.db"), 0);
  read_points("one.db", 2, MEASURES, 6, m[0]);
  for (int i = 0; i < 6; i++) {
    const double k = 1e-15 * (1 << i / 2), force = i % 2 == 0 ? 100 : 200;
    assert_near(m[i][WORK], 2 * pi * 0.01 * force, 1e-3 * m[i][WORK]);
    const double ratio = m[i][VOLUME] / (k * m[i][WORK]);
    assert_true(ratio > 1.0 && ratio < 4 / pi);
    assert_true(m[i][PEAK] >= force);
    assert_near(m[i][DEPTH] / k, m[i % 2][DEPTH] / 1e-15, 0.01 * m[i][DEPTH] / k);
    assert_near(m[i][LIFE] * k, m[i % 2][LIFE] * 1e-15, 0.02 * m[i][LIFE] * k);
    assert_true(m[i][LIFE] < m[i][END] && m[i][END] < 1e6);
  }
}

/* The numbers of a point are those of the command that shows it again. */
static void a_point_is_what_its_verb_gives(void **state) {
  double m[6][MEASURES];
  char command[600];
  (void)state;
  read_points("one.db", 2, MEASURES, 6, m[0]);
  const outcome *o = shell("pintle study show one.db --command 3");
  expect_status(o, 0);
  expect_text(o->out, "pintle wear bearing.yaml --set");
  expect_text(o->out, "--cycles 1e6 --until-clearance '0.21 mm'");
  snprintf(command, sizeof command, "%.*s", (int)strcspn(o->out, "\n"), o->out);
  expect_status(shell("%s --quiet -o point.wear", command), 0);
  o = shell("tail -1 point.wear/wear.csv | cut -d, -f2");
  assert_true(strtod(o->out, NULL) == m[3][END]);
}

static void same_results(const char *a, const char *b) {
  expect_status(shell("pintle study show --csv %s >a.csv && pintle study show --csv %s >b.csv && "
                      "cmp a.csv b.csv",
                      a, b),
                0);
}

static void slices_threads_and_stops_agree(void **state) {
  (void)state;
  expect_status(shell("pintle study wear.yaml -j 2 -o two.db"), 0);
  same_results("one.db", "two.db");
  for (int i = 1; i <= 2; i++)
    expect_status(shell("pintle study wear.yaml -j 1 --slice %d/2 -o part%d.db", i, i), 0);
  expect_status(shell("pintle study merge all.db part1.db part2.db"), 0);
  same_results("one.db", "all.db");
  for (int i = 0; i < 4; i++)
    shell("timeout -s KILL 0.%03d %s study wear.yaml -j 1 -o killed.db", 50 + 80 * i,
          PINTLE_PROGRAM);
  expect_status(shell("pintle study wear.yaml -j 2 -o killed.db"), 0);
  same_results("one.db", "killed.db");
}

/* A file holds one analysis: that of more cycles is another study. */
static void other_cycles_are_another_study(void **state) {
  (void)state;
  expect_status(shell("sed s/1e6/1e5/ wear.yaml >fewer.yaml"), 0);
  const outcome *o = shell("pintle study fewer.yaml -o one.db");
  expect_status(o, 2);
  expect_text(o->err, "the file holds the results of another study");
}

/* Options with commas in them are stored and read back, and the verb takes them. */
static void options_with_commas_are_kept(void **state) {
  (void)state;
  expect_status(shell("sed \"s/cycles: 1e6/cycles: 'min(1e3, 1e6)'/\" wear.yaml >least.yaml"), 0);
  expect_status(shell("pintle study least.yaml -j 2 -o least.db"), 0);
  const outcome *o = shell("pintle study show least.db --command 0");
  expect_status(o, 0);
  expect_text(o->out, "--cycles 'min(1e3, 1e6)'");
  expect_status(shell("sed 's/cycles: 1e6/cycles: 1e6, cycle: \"a,b\"/' wear.yaml >comma.yaml"), 0);
  o = shell("pintle study comma.yaml -o comma.db");
  expect_status(o, 2);
  expect_text(o->err, "cycle: 'a,b' has a comma outside brackets");
  expect_status(shell("test ! -e comma.db"), 0);
}

/* Ctrl-C ends the verb amid its first cycle, which goes on for ever here, and leaves nothing. */
static void wear_hears_a_request_to_end(void **state) {
  static const char *const ends[] = {END_BY("INT", "20"), END_BY("TERM", "20")};
  (void)state;
  for (int i = 0; i < 2; i++) {
    const outcome *o = shell(PINTLE_PROGRAM
                             " wear bearing.yaml --set 'loads.weight.force=[0, -weight*(2 + "
                             "sin(1000*time/(1 s)))]' --set 'run.every=1e9 s' --cycle '1e9 s' "
                             "--cycles 10 -o endless.wear &%s",
                             ends[i]);
    expect_status(o, 3);
    expect_text(o->err, "pintle: interrupted on request [E0002]");
    assert_string_equal(o->out, "");
    assert_false(file_exists("endless.wear"));
  }
}

/* What is kept of a point is the folder of `pintle wear`. */
static void folders_of_wear_are_kept(void **state) {
  (void)state;
  expect_status(
      shell("pintle study bearing.yaml --vary 'parameters.weight=100 N,150 N' --analysis "
            "wear,cycles=50 --measure 'depth=final(bush.bearing.depth)' --keep 'best 1 depth' "
            "-o kept.db"),
      0);
  expect_status(
      shell(
          "pintle wear bearing.yaml --set 'parameters.weight=150 N' --cycles 50 --quiet -o own && "
          "cmp own/wear.csv kept.db.runs/1/wear.csv && "
          "cmp own/profiles.csv kept.db.runs/1/profiles.csv"),
      0);
  assert_false(file_exists("kept.db.runs/0"));
}

/* A linear contact of 1e7 N/m under F lies F/1e7 deep at the end of its clearance. */
static void equilibria(void **state) {
  double m[2][2];
  (void)state;
  expect_status(
      shell("pintle study bearing.yaml --vary 'parameters.weight=100 N,250 N' --analysis static "
            "--measure 'y=final(hanger.y)' --measure 'least_stiffness=final(least_stiffness)' "
            "-o rest.db"),
      0);
  read_points("rest.db", 1, 2, 2, m[0]);
  for (int i = 0; i < 2; i++) {
    const double depth = (i == 0 ? 100 : 250) / 1e7;
    assert_near(m[i][0], -0.2e-3 - depth, 1e-12);
    assert_true(m[i][1] > 0); /* across the load the bearing holds as a pendulum does */
  }
}

/* A pendulum whose mass is at l: omega^2 = m g l/(I + m l^2); its modes are those of the verb. */
static void modes(void **state) {
  double m[2];
  (void)state;
  write_text("pendulum.yaml",
             "pintle: 1\n"
             "gravity: [0, -9.81]\n"
             "bodies: {bob: {mass: 2 kg, inertia: 0.01, com: [0.5 m, 0], angle: -90 deg}}\n"
             "joints: {pin: {type: revolute, bodies: [ground, bob]}}\n"
             "run: {until: 1 s}\n");
  expect_status(
      shell("pintle study pendulum.yaml --vary 'bodies.bob.mass=2 kg,4 kg' --analysis modes "
            "--measure 'f=at(frequency, 1)' -o modes.db"),
      0);
  read_points("modes.db", 1, 1, 2, m);
  for (int i = 0; i < 2; i++) {
    const double mass = 2 * (i + 1);
    const double closed = sqrt(mass * 9.81 * 0.5 / (0.01 + mass * 0.25)) / (2 * pi);
    assert_near(m[i], closed, 1e-9 * closed);
  }
}

/* Between coupler b and rocker c, with the crank a along the base d: b^2 + c^2 - 2 b c cos(angle) =
 * (d - a)^2. */
static void transmission_angles(void **state) {
  const double a[2] = {0.06, 0.08}, b = 0.22, c = 0.16, d = 0.25;
  double m[2];
  (void)state;
  expect_status(
      shell("pintle study " PINTLE_MODELS
            "/four_bar_ideal.yaml --vary 'parameters.crank=0.06 m,0.08 m' --analysis "
            "kinematics,joint=rocker_shaft --measure 'worst=min(transmission_angle)' -o angle.db"),
      0);
  read_points("angle.db", 1, 1, 2, m);
  for (int i = 0; i < 2; i++)
    assert_near(m[i], acos((b * b + c * c - pow(d - a[i], 2)) / (2 * b * c)), 1e-9);
}

static void bad_studies_are_refused(void **state) {
  static const struct {
    const char *options, *message;
  } cases[] = {
      {"--analysis wear --measure 'final(cycles)'", "the analysis 'wear' needs cycles"},
      {"--analysis wer,cycles=3 --measure 'final(cycles)'", "did you mean 'wear'?"},
      {"--analysis wear,cyles=3 --measure 'final(cycles)'", "did you mean 'cycles'?"},
      {"--analysis wear,3 --measure 'final(cycles)'", "'3' is no OPTION=VALUE"},
      {"--analysis 'wear,cycles=3 mm' --measure 'final(cycles)'", "cycles: "},
      {"--analysis modes,at=now --measure 'max(frequency)'", "one of equilibrium|start, not 'now'"},
      {"--analysis wear,cycles=3 --measure 'peak_force(bush)'", "peak_force() is of a run"},
      {"--analysis wear,cycles=3 --measure 'first_time(cycles > 2)'", "first_time() is of a run"},
      {"--analysis wear,cycles=3 --measure 'max(bush.clearance, last 2 turns of bush)'",
       "`last` is of runs"},
      {"--analysis wear,cycles=3 --measure 'final(bush.clearence)'", "clearence"},
      {"--analysis static --events all --measure 'final(hanger.y)'",
       "events: an analysis of 'static'"},
      {"--analysis static --keep all --measure 'final(hanger.y)'", "keep: an analysis of 'static'"},
      {"--analysis wear,cycles=0 --measure 'final(cycles)'", "the number of cycles must be > 0"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const outcome *o =
        shell("pintle study bearing.yaml --vary 'parameters.weight=1 N,2 N' %s -o bad.db",
              cases[i].options);
    expect_status(o, 2);
    expect_text(o->err, cases[i].message);
    assert_false(file_exists("bad.db"));
  }
  write_text("bad.yaml",
             "study: 1\nmodel: bearing.yaml\nanalysis: {type: wear, cycles: 10, frame: ground}\n"
             "vary: {parameters.weight: '1 N, 2 N'}\nmeasures: {n: final(cycles)}\n");
  const outcome *o = shell("pintle study bad.yaml");
  expect_status(o, 2);
  expect_text(o->err, "bad.yaml:3:");
  expect_text(o->err, "the analysis 'wear' has no option 'frame'");
}

/* A section of the command line is that of a study file; one without a span or with half a passage
 * is refused. */
static void sections_of_the_line_are_those_of_a_file(void **state) {
  static const char line[] = "pintle study " PINTLE_MODELS
                             "/scotch_yoke.yaml --set 'run.until=0.5 turns of shaft' --vary "
                             "parameters.speed=600rpm,800rpm "
                             "--measure 'fastest=max(yoke.vx)' --quiet -o line.db --section ";
  (void)state;
  write_text("short.yaml",
             "study: 1\nmodel: " PINTLE_MODELS
             "/scotch_yoke.yaml\nset: {run.until: 0.5 turns of shaft}\n"
             "vary: {parameters.speed: '600 rpm, 800 rpm'}\nmeasures: {fastest: max(yoke.vx)}\n"
             "sections: {section1: {every: 0.125 turns of shaft, skip: 1, values: [yoke.x, "
             "yoke.vx]}}\n");
  expect_status(shell("pintle study short.yaml -o file.db --quiet"), 0);
  expect_status(shell("%s'yoke.x; yoke.vx every 0.125 turns of shaft skip 1'", line), 0);
  const outcome *o = shell(
      "for i in file line; do python3 -c \"import sqlite3, sys; print(*sqlite3.connect('$i.db')"
      ".execute('select * from sections order by 1, 2, 3, 4'), sep='\\n')\" >$i.txt; done; "
      "cmp file.txt line.txt && grep -c . line.txt");
  expect_status(o, 0);
  assert_true(atoi(o->out) >= 6); /* three passages of each run at least */
  o = shell("%s'yoke.x'", line);
  expect_status(o, 2);
  expect_text(o->err, "expected EXPRESSION every SPAN");
  o = shell("%s'yoke.x every 1 turn of shaft skip 1.5'", line);
  expect_status(o, 2);
  expect_text(o->err, "behind skip stands a whole number");
}

#define MPI_RUN "mpirun --allow-run-as-root --oversubscribe -n 3 " PINTLE_PROGRAM "-mpi "

/* Ctrl-C for the rank that writes: the others end too, and what was computed is in place. */
static void ranks_of_mpi_end_together(void **state) {
  (void)state;
  write_text("many.yaml",
             "pintle: 1\nbodies: {rod: {mass: 1, inertia: 0.1, com: [0.5, 0]}}\n"
             "joints: {pivot: {type: revolute, bodies: [ground, rod]}}\n"
             "gravity: [0, -9.81]\nrun: {until: 5 s, every: 1 s}\n");
  write_text("many.study.yaml",
             "study: 1\nmodel: many.yaml\nvary: {bodies.rod.mass: '1 kg:2 kg:1000000'}\n"
             "measures: {fastest: max(rod.omega)}\n");
  const outcome *o = shell(MPI_RUN
                           "study many.study.yaml -o many.db --quiet & mpi=$!; "
                           "until test $(pintle study show --csv many.db 2>/dev/null | wc -l) -gt "
                           "1; do sleep 0.2; done; "
                           "for rank in $(pgrep -P $mpi); do if grep -qz OMPI_COMM_WORLD_RANK=0 "
                           "/proc/$rank/environ; then "
                           "kill -INT $rank; fi; done; ! wait $mpi");
  expect_status(o, 0);
  expect_text(o->err, "interrupted on request");
  o = shell("pintle study show --csv many.db | wc -l");
  assert_in_range(atoi(o->out), 2, 999999);
}

static void ranks_of_mpi_agree(void **state) {
  (void)state;
  write_text("bearing.yaml", bearing);
  write_text("wear.yaml", wear_study);
  expect_status(shell("pintle study wear.yaml -j 1 -o one.db"), 0);
  expect_status(shell(MPI_RUN "study wear.yaml -o mpi.db"), 0);
  same_results("one.db", "mpi.db");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(wear_follows_archard),
                                     cmocka_unit_test(a_point_is_what_its_verb_gives),
                                     cmocka_unit_test(slices_threads_and_stops_agree),
                                     cmocka_unit_test(other_cycles_are_another_study),
                                     cmocka_unit_test(options_with_commas_are_kept),
                                     cmocka_unit_test(wear_hears_a_request_to_end),
                                     cmocka_unit_test(folders_of_wear_are_kept),
                                     cmocka_unit_test(equilibria),
                                     cmocka_unit_test(modes),
                                     cmocka_unit_test(transmission_angles),
                                     cmocka_unit_test(bad_studies_are_refused),
                                     cmocka_unit_test(sections_of_the_line_are_those_of_a_file)};
  const struct CMUnitTest mpi[] = {cmocka_unit_test(ranks_of_mpi_agree),
                                   cmocka_unit_test(ranks_of_mpi_end_together)};
  if (asked_for(argc, argv, "mpi"))
    return have_program("mpirun") ? cmocka_run_group_tests(mpi, enter_folder, leave_folder)
                                  : skipped("there is no mpirun");
  if (argc > 1) return no_such_group(argv[1]);
  return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
