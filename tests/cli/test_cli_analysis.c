/* `pintle static`: what it prints and writes, and its exit statuses. The numbers: test_static.c. */
#include "json_check.h"
#include "program.h"

static void test_static(void **state) {
  (void)state;
  const outcome *o = shell("pintle static %s/pendulum.yaml", PINTLE_MODELS);
  expect_status(o, 0);
  expect_text(o->out, "equilibrium  stable");
  expect_text(o->out, "-90 deg");
  expect_text(o->out, "pivot.fy");
  o = shell("pintle static %s/pendulum.yaml --set bodies.rod.angle='80 deg' --nearest",
            PINTLE_MODELS);
  expect_status(o, 0);
  expect_text(o->out, "unstable: negative stiffness in 1 of 1 directions");
  o = shell("pintle static %s/bouncing_ball.yaml --json", PINTLE_MODELS);
  expect_status(o, 0);
  assert_true(json_is_well_formed(o->out));
  expect_text(o->out, "\"stability\": \"neutral\"");
  o = shell(
      "pintle static %s/bouncing_ball.yaml --quiet -o rest.csv && pintle compare rest.csv rest.csv",
      PINTLE_MODELS);
  expect_status(o, 0);
}

static void test_static_says_no(void **state) {
  (void)state;
  write_text("stone.yaml",
             "pintle: 1\ngravity: [0, -9.81]\nbodies: {stone: {mass: 2 kg, inertia: 1 kg m^2}}\n");
  const outcome *o = shell("pintle static stone.yaml");
  expect_status(o, 1);
  expect_text(o->err, "nothing holds body 'stone'");
  expect_text(o->err, "-19.62) N");
  assert_string_equal(o->out, "");
  expect_status(shell("pintle static none.yaml"), 2);
  expect_status(shell("pintle static"), 2);
  expect_status(shell("pintle static %s/pendulum.yaml --at '3 kg'", PINTLE_MODELS), 2);
  expect_status(shell("pintle static %s/pendulum.yaml -o no/such/folder.csv", PINTLE_MODELS), 2);
  o = shell("pintle run stone.yaml --set run.start=equilibrium");
  expect_status(o, 2);
  expect_text(o->err, "run 'start: equilibrium'");
}

static const char mass[] =
    "pintle: 1\n"
    "inputs: {push: {unit: N, default: 0}}\n"
    "bodies: {block: {mass: 2 kg, inertia: 1 kg m^2}}\n"
    "joints: {rail: {type: translational, bodies: [ground, block], axis: [1, 0]}}\n"
    "forces: {spring: {type: spring_damper, bodies: [ground, block], at: [[-1 m, 0], [0, 0]], "
    "stiffness: 800 N/m, damping: 0, free_length: 1 m}}\n"
    "loads: {push: {body: block, force: [push, 0]}}\n";

/* sqrt(800/2) = 20 rad/s. */
static void test_modes(void **state) {
  (void)state;
  write_text("mass.yaml", mass);
  const outcome *o = shell("pintle modes mass.yaml --shapes");
  expect_status(o, 0);
  expect_text(o->out, "3.183099");
  expect_text(o->out, "block.x");
  expect_text(o->out, "no mode grows");
  o = shell("pintle modes mass.yaml --json");
  expect_status(o, 0);
  assert_true(json_is_well_formed(o->out));
  o = shell(
      "pintle modes mass.yaml -o linear --quiet && cat linear/A.csv linear/B.csv && head -1 "
      "linear/C.csv linear/D.csv "
      "linear/modes.csv");
  expect_status(o, 0);
  expect_text(o->out, "row,x1,v1\nx1,0,1\n");
  expect_text(o->out, "row,push\nx1,0\nv1,0.");
  expect_text(o->out, "mode,real [1/s]");
  o = shell("pintle modes %s/pendulum.yaml --at start", PINTLE_MODELS);
  expect_status(o, 0);
  o = shell("pintle modes %s/pendulum.yaml --at '0.2 s'", PINTLE_MODELS);
  expect_status(o, 0);
  expect_text(o->out, "the state of a run at 0.2 s");
  /* a state of a run folder is the same state, and may be taken by a model with other values */
  o = shell(
      "pintle run %s/double_pendulum.yaml -o dp.run --quiet && cd dp.run && pintle modes "
      "model.yaml --at 0.5s --json >../a.json && cd .. && pintle modes %s/double_pendulum.yaml "
      "--at "
      "dp.run:0.5s --json >b.json && cmp a.json b.json",
      PINTLE_MODELS, PINTLE_MODELS);
  expect_status(o, 0);
  expect_status(shell("pintle modes mass.yaml --at dp.run:0.5s"), 2);
  expect_text(shell("pintle modes mass.yaml --at dp.run:0.5s")->err, "has other bodies");
  expect_status(shell("pintle modes mass.yaml --at no.run:0.5s"), 2);
  /* the motion of a mode is a run folder */
  o = shell(
      "pintle modes %s/double_pendulum.yaml --mode 2 --motion mode.run --amplitude '5 mm' --quiet "
      "&& pintle plot mode.run --columns lower.angle -o mode.svg --quiet && wc -l "
      "<mode.run/trace.csv",
      PINTLE_MODELS);
  expect_status(o, 0);
  expect_text(o->out, "98");
  expect_text(shell("cat mode.run/summary.json")->out, "\"analysis\": \"mode 2\"");
  expect_status(shell("pintle modes mass.yaml --mode 2 --motion none.run"), 2);
  expect_status(shell("pintle modes mass.yaml --mode 1"), 2);
  expect_status(shell("pintle modes mass.yaml --amplitude '1 mm'"), 2);
  expect_status(shell("pintle modes mass.yaml --format npy"), 2);
  expect_status(shell("pintle modes mass.yaml --format xls -o linear"), 2);
  expect_status(shell("pintle modes mass.yaml --frame moon"), 2);
  expect_status(shell("pintle modes mass.yaml --at '2 m'"), 2);
  expect_status(shell("pintle modes mass.yaml -o no/such/folder"), 2);
  /* a folder whose name leaves no room for those of its files (PATH_MAX) */
  o = shell("pintle modes mass.yaml -o linear$(printf '/.%%.0s' $(seq 2042))");
  expect_status(o, 2);
  expect_text(o->err, "cannot write linear/./.");
  expect_text(o->err, "[E0702]");
  expect_status(shell("pintle modes stone.yaml"), 1);
}

static void test_kinematics(void **state) {
  (void)state;
  const outcome *o = shell(
      "pintle kinematics %s/slider_crank_clearance.yaml --joint guide --branches", PINTLE_MODELS);
  expect_status(o, 0);
  expect_text(o->out, "turns back");
  expect_text(o->out, "180 deg");
  expect_text(o->out, "transmission angle from 65.37");
  expect_text(o->out, "2 branches");
  o = shell(
      "pintle kinematics %s/four_bar_ideal.yaml --joint rocker_shaft --every '1 ms' --until '0.1 "
      "s' --json",
      PINTLE_MODELS);
  expect_status(o, 0);
  assert_true(json_is_well_formed(o->out));
  expect_text(o->out, "\"rows\": 101");
  o = shell(
      "pintle kinematics %s/four_bar_ideal.yaml --joint rocker_shaft --quiet -o travel.csv && "
      "pintle "
      "compare travel.csv travel.csv",
      PINTLE_MODELS);
  expect_status(o, 0);
  /* a run folder of the same numbers, which plot and compare take like any other */
  o = shell(
      "pintle kinematics %s/four_bar_ideal.yaml --joint rocker_shaft --quiet -o travel.run && "
      "pintle compare travel.run travel.csv",
      PINTLE_MODELS);
  expect_status(o, 0);
  expect_text(shell("cat travel.run/summary.json")->out, "\"analysis\": \"kinematics\"");
  expect_text(shell("wc -l <travel.run/events.csv")->out, "1");
  expect_status(
      shell(
          "pintle plot travel.run --columns transmission_angle -o t.svg --quiet && "
          "for verb in run kinematics; do pintle $verb %s/four_bar_ideal.yaml --set "
          "output.columns=\"['*.[xy]','*.[vaf][xy]','*.a*','*.omega','*.moment','energy.[kpe]*']\" "
          "-o $verb.run --quiet || exit; done; "
          "pintle compare run.run kinematics.run --tol '*=1e-6,1e-6' --quiet",
          PINTLE_MODELS),
      0);
  expect_status(
      shell("touch file && pintle kinematics %s/four_bar_ideal.yaml -o file", PINTLE_MODELS), 2);
  expect_status(shell("pintle kinematics %s/four_bar_ideal.yaml --beyond --quiet", PINTLE_MODELS),
                0);
  expect_status(shell("pintle kinematics %s/pendulum.yaml", PINTLE_MODELS), 1);
  expect_status(shell("pintle kinematics %s/four_bar_ideal.yaml --driver none", PINTLE_MODELS), 2);
  expect_status(shell("pintle kinematics %s/four_bar_ideal.yaml --branch 1.5", PINTLE_MODELS), 2);
  expect_status(shell("pintle kinematics %s/four_bar_ideal.yaml --every '1 kg'", PINTLE_MODELS), 2);
  expect_status(shell("pintle kinematics %s/four_bar_ideal.yaml -o no/such.csv", PINTLE_MODELS), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_static), cmocka_unit_test(test_static_says_no),
      cmocka_unit_test(test_modes), cmocka_unit_test(test_kinematics)};
  return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
