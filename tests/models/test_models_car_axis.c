/* test_models_car_axis.c: the shipped car axis against the solution at t = 3 of the Test Set for
 * IVP Solvers (release 2.4, problem caraxis): states to all digits that agree there, and the
 * multipliers from the forces that they make. */
#include "model_run.h"

static const struct {
  const char *column;
  double value;
} solution[] = {{"left.x", 0.493455784275402809122e-1},   {"left.y", 0.496989460230171153861},
                {"right.x", 0.104174252488542151681e1},   {"right.y", 0.373911027265361256927},
                {"left.vx", -0.770583684040972357970e-1}, {"left.vy", 0.744686658723778553466e-2},
                {"right.vx", 0.175568157537232222276e-1}, {"right.vy", 0.770341043779251976443}};

static void check(const char *integrator, const char *rtol, double tolerance) {
  static const double lambda_1 = -0.473688659084893324729e-2,
                      lambda_2 = -0.110468033125734368808e-2;
  const ptl_setting settings[] = {{"run.integrator", integrator}, {"run.rtol", rtol}};
  result r = run_model("car_axis", settings, 2);
  const int end = r.trace.n - 1;
  assert_near(value(&r, end, "time"), 3.0, 0.0);
  for (size_t i = 0; i < sizeof solution / sizeof *solution; i++)
    assert_near(value(&r, end, solution[i].column), solution[i].value, tolerance);
  /* The left end is held by lambda_1 (x_b, y_b), the ends pull at each other by 2 lambda_2 (x_l -
   * x_r, y_l - y_r). */
  const double y_b = 0.1 * sin(30.0), x_b = sqrt(1.0 - y_b * y_b);
  const double dx = solution[0].value - solution[2].value,
               dy = solution[1].value - solution[3].value;
  assert_near(value(&r, end, "bump"), y_b, 1e-14);
  assert_near(value(&r, end, "guide.fx"), lambda_1 * x_b, tolerance);
  assert_near(value(&r, end, "guide.fy"), lambda_1 * y_b, tolerance);
  assert_near(value(&r, end, "chassis.fx"), -2.0 * lambda_2 * dx, tolerance);
  assert_near(value(&r, end, "chassis.fy"), -2.0 * lambda_2 * dy, tolerance);
  drop(&r);
}

static void test_solution(void **state) {
  (void)state;
  check("auto", "1e-7", 2e-6);
  check("dop853", "1e-11", 2e-9);
  check("ida", "1e-9", 1e-5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_solution)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
