/* test_cli_tables.c: what verbs print of materials, joints, models, statistics and wear, and
 * measures of studies and fits that count.
 *
 * Expected: a journal that is driven at a constant rate under a constant load: its slip, the work
 * of it and the volume k F s that it wears off (Archard) are closed forms; that of a bouncing ball,
 * its touches in a time. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "json_check.h"
#include "program.h"

/* Turns at 20 rad/s under 100 N for 0.2 s: the journal of 10 mm slips 40 mm, against k = 2e-15
 * m^2/N. */
static const char bush[] =
    "pintle: 1\n"
    "title: Bush\n"
    "parameters: {weight: 100 N}\n"
    "bodies:\n"
    "  hanger: {mass: 1 kg, inertia: 1e-3, position: [0, -0.2 mm]}\n"
    "joints:\n"
    "  bush: {type: revolute, bodies: [ground, hanger], at: [[0, 0], [0, 0]], radius: 10.2 mm, "
    "clearance: 0.2 mm, contact: dry, wear: {coefficient: 2e-15 m^2/N, length: 20 mm}}\n"
    "  drive: {type: motion, bodies: [ground, hanger], along: angle, rate: 20 rad/s}\n"
    "loads: {weight: {body: hanger, force: [0, -weight]}}\n"
    "contacts:\n"
    "  dry: {elastic: {law: power, stiffness: 1e7 N/m, exponent: 1}, "
    "damping: {law: hunt_crossley, alpha: 20 s/m}}\n"
    "output: {statistics: {turning: {of: hanger.omega}}}\n"
    "run: {until: 0.2 s, every: 10 ms, start: given}\n";

static void statistics_and_wear_of_a_run(void **state) {
  (void)state;
  write_text("bush.yaml", bush);
  const outcome *o = shell("pintle run bush.yaml -o bush.run | tr -s ' '");
  expect_status(o, 0);
  expect_text(o->out, "\n turning 20 rad/s 20 rad/s 20 rad/s 20 rad/s 0 rad/s 0 s 200 ms -\n");
  expect_text(o->out, "\n bush.bearing bearing 4 J ");
  expect_text(o->out, " 8e-06 mm^3\n bush.bearing journal 4 J 0 m 0 mm^3\n");
}

/* 1000 cycles of 0.1 s: 2 N m of slip work each, 4e-12 m^3. */
static void blocks_of_wear(void **state) {
  (void)state;
  const outcome *o =
      shell("pintle wear bush.yaml --cycle 0.1s --cycles 1000 -o bush.wear 2>&1 | tr -s ' '");
  expect_status(o, 0);
  expect_text(o->out, "block 1: ");
  expect_text(o->out, "peak force 100 N, error ");
  expect_text(o->out, "\n1000 cycles in ");
  const char *row = strstr(o->out, "\n bush bearing ");
  double depth, volume;
  assert_non_null(row);
  assert_int_equal(sscanf(row, " bush bearing %lf %*s %lf mm^3 100 N", &depth, &volume), 2);
  assert_true(volume > 4e-3 && volume < 4.0 / 3.14 * 4e-3); /* of one point, and of a cosine */
  expect_text(o->out, "\n bush journal 0 m 0 mm^3 100 N ");
}

static void lists(void **state) {
  (void)state;
  const outcome *o = shell("pintle list materials stel");
  expect_status(o, 2);
  expect_text(o->err, "there is no material 'stel', did you mean 'steel'? (pintle list materials");
  expect_text(o->err, "[E0952]");
  o = shell("pintle list materials steel");
  expect_status(o, 0);
  expect_text(o->out, "207 GPa");
  o = shell("pintle list joints revolute");
  expect_status(o, 0);
  expect_text(o->out, "revolute: Revolute joint");
  expect_text(shell("pintle list joints revolute --markdown")->out, "### `revolute` (joint)\n");
  o = shell("mkdir -p models && cp bush.yaml models && pintle list models --json");
  expect_status(o, 0);
  assert_true(json_is_well_formed(o->out));
  expect_text(o->out, "\"title\": \"Bush\"");
  expect_text(shell("pintle list models --markdown")->out, "Bush");
  o = shell("pintle law --help");
  expect_status(o, 0);
  expect_text(o->out, "usage: pintle law eval|fit|impact|calibrate|convert");
  expect_text(o->out, "pintle law eval --help");
}

/* Falls 0.1 m onto a stiff floor that gives back nearly all: touches after t, 3 t, 5 t ... with t =
 * sqrt(2 h/g) = 0.1428 s. */
static const char ball[] =
    "pintle: 1\n"
    "parameters: {height: 0.1 m}\n"
    "gravity: [0, -9.81 m/s^2]\n"
    "bodies: {ball: {mass: 1 kg, inertia: 1e-3, position: [0, height + 1 mm]}}\n"
    "joints:\n"
    "  floor: {type: circle_line, line: {body: ground, from: [-1 m, 0], to: [1 m, 0]}, circle: "
    "{body: ball, radius: 1 mm}, contact: hard}\n"
    "contacts: {hard: {elastic: {law: power, stiffness: 1e9 N/m, exponent: 1}}}\n"
    "run: {until: 1 s, every: 1 ms}\n";

static void measures_that_count(void **state) {
  (void)state;
  write_text("ball.yaml", ball);
  write_text("points.csv", "parameters.height [m]\n0.1\n0.4\n");
  write_text("drop.study.yaml",
             "study: 1\n"
             "model: ball.yaml\n"
             "table: points.csv\n"
             "events: [touch, part]\n"
             "measures: {n: 'count(touch, floor)', time: 'integral(1)'}\n");
  const outcome *o =
      shell("pintle study drop.study.yaml -o drop.db --csv drop.csv && cat drop.csv");
  expect_status(o, 0);
  expect_text(o->out, "time [s]");
  expect_text(o->out, "\n0,ok,0.1,4,1,"); /* 1/t = 7.003: touches at t, 3 t, 5 t, 7 t */
  expect_text(o->out, "\n1,ok,0.4,2,1,");
  /* mu N s, where the touching point has moved up the bush by the angle of friction: N = F/sqrt(1 +
   * mu^2) */
  o = shell(
      "pintle study bush.yaml --vary parameters.weight=100N --set "
      "'contacts.dry.friction={law: coulomb, coefficient: 0.1}' --measure "
      "'w=friction_work(bush)' -o rub.db --csv rub.csv && tail -1 rub.csv");
  expect_status(o, 0);
  const char *row = strstr(o->out, "0,ok,100,");
  assert_non_null(row);
  assert_true(fabs(atof(row + 9) / (0.1 * 100 / sqrt(1.01) * 0.04) - 1) < 0.02);
  o = shell(
      "pintle fit ball.yaml --vary 'parameters.height=0.1 m:0.5 m' --minimise "
      "'count(touch, floor)' --evaluations 6 --quiet");
  expect_status(o, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(statistics_and_wear_of_a_run),
      cmocka_unit_test(blocks_of_wear),
      cmocka_unit_test(lists),
      cmocka_unit_test(measures_that_count),
  };
  return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
