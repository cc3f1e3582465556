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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_static),
                                     cmocka_unit_test(test_static_says_no)};
  return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
