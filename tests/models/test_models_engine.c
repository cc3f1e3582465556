/* test_models_engine.c: the shipped inline-four. Its torque follows from the power of gas and
 * masses, its shaking force from the acceleration of the masses, both in closed form of the crank's
 * angle: with a = angle of the throw, L = sqrt(l^2 - r^2 sin^2 a), a piston is at r cos a + L, and
 * a rod's centre of mass a third of the way from its crank pin to its piston. */
#include "model_run.h"

static const double r_crank = 0.043, l_rod = 0.14, m_rod = 0.5, i_rod = 1.6e-3, m_piston = 0.45;
static const double speed = 100.0 * 3.14159265358979323846; /* 3000 rpm */

/* d/da of the heights of piston and rod. */
static double piston_slope(double a) {
  const double l = sqrt(l_rod * l_rod - pow(r_crank * sin(a), 2));
  return -r_crank * sin(a) * (1.0 + r_crank * cos(a) / l);
}

static double rod_slope(double a) {
  return (piston_slope(a) - 2.0 * r_crank * sin(a)) / 3.0;
}

static double throw_of(int cylinder, double angle) {
  return cylinder == 1 || cylinder == 4 ? angle : angle + pi;
}

/* Kinetic energy of rods and pistons. */
static double energy(double angle) {
  double sum = 0.0;
  for (int i = 1; i <= 4; i++) {
    const double a = throw_of(i, angle), l = sqrt(l_rod * l_rod - pow(r_crank * sin(a), 2));
    const double across = 2.0 / 3.0 * r_crank * cos(a), turn = r_crank * cos(a) / l;
    sum += m_piston * pow(piston_slope(a), 2) + m_rod * (across * across + pow(rod_slope(a), 2)) +
           i_rod * turn * turn;
  }
  return 0.5 * speed * speed * sum;
}

static double momentum_slope(double angle) {
  double sum = 0.0;
  for (int i = 1; i <= 4; i++) {
    const double a = throw_of(i, angle);
    sum += m_piston * piston_slope(a) + m_rod * rod_slope(a);
  }
  return sum;
}

/* d/da by differences of order 4. */
static double slope_of(double (*f)(double), double a) {
  const double h = 1e-3;
  return (8.0 * (f(a + h) - f(a - h)) - (f(a + 2.0 * h) - f(a - 2.0 * h))) / (12.0 * h);
}

static void test_forces(void **state) {
  result r = run_model("inline_four", NULL, 0);
  (void)state;
  assert_int_equal(r.trace.n, 361);
  for (int i = 0; i < r.trace.n; i++) {
    const double angle = value(&r, i, "shaft.angle");
    double torque = slope_of(energy, angle),
           force = speed * speed * slope_of(momentum_slope, angle);
    for (int k = 1; k <= 4; k++) {
      char name[16];
      snprintf(name, sizeof name, "gas_%d", k);
      torque += value(&r, i, name) * piston_slope(throw_of(k, angle));
      force += value(&r, i, name);
    }
    assert_near(value(&r, i, "drive.moment"), torque, 2e-5 * 400.0);
    assert_near(value(&r, i, "shaft.fy"), force, 2e-6 * 3e4);
  }
  drop(&r);
}

/* The table at its points, and the order of firing. */
static void test_gas(void **state) {
  static const struct {
    int degrees;
    double bar;
  } points[] = {{0, 38}, {12, 55}, {30, 34}, {60, 13}, {180, 1}, {400, -0.1}, {660, 5}, {720, 38}};
  const double area = pi / 4.0 * 0.08 * 0.08;
  result r = run_model("inline_four", NULL, 0);
  (void)state;
  for (size_t i = 0; i < sizeof points / sizeof *points; i++)
    assert_near(value(&r, points[i].degrees / 2, "gas_1"), area * 1e5 * points[i].bar, 1e-3);
  for (int i = 0; i <= 360; i++) {
    const double first = value(&r, i, "gas_1");
    assert_near(value(&r, (i + 90) % 360, "gas_3"), first, 1e-2);
    assert_near(value(&r, (i + 180) % 360, "gas_4"), first, 1e-2);
    assert_near(value(&r, (i + 270) % 360, "gas_2"), first, 1e-2);
  }
  drop(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_forces), cmocka_unit_test(test_gas)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
