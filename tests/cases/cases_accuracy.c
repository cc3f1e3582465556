/* cases_accuracy.c: the error falls with rtol, whatever the mass; smooth motions end well. */
#include <math.h>
#include <string.h>

#include "closed_forms.h"
#include "run_case.h"

/* n four-bars side by side move as one pendulum: angle above the horizontal, rate. */
static void two_bars(double time, const double *y, double *rates) {
  (void)time;
  rates[0] = y[1];
  rates[1] = -9.81 * 3.5 / 3.0 * cos(y[0]);
}

static double two_bars_place(double time) {
  double y[2] = {M_PI / 2.0, -1.0};
  runge_kutta(two_bars, 0.0, time, (int)(time * 1e5), y, 2);
  return cos(y[0]);
}

static double constant_rate_2148(double time) {
  return 1.30529 - 4.7553 * time;
}

static double constant_rate_4281(double time) {
  return 1.16553 - 55.8992 * time;
}

static double rise_4301(double time) {
  return 0.849651 -
         polynomial_345(time, 0.0, 0.0201804, 0.314047) * 0.605866 / hypot(0.605866, 0.795567);
}

/* Work of the drive of random_4301.yaml: what its spring stores, since the rise ends at rest. */
static double work_4301(void) {
  const double a = -0.781272, x0 = 0.849651, y0 = 0.96927, px = 0.0541759, py = 0.0898487;
  const double unit = hypot(0.605866, 0.795567);
  double stored[2];
  for (int i = 0; i < 2; i++) {
    double x = x0 - i * 0.314047 * 0.605866 / unit, y = y0 + i * 0.314047 * 0.795567 / unit;
    double length =
        hypot(x + px * cos(a) - py * sin(a) - 0.306775, y + px * sin(a) + py * cos(a) + 0.336634);
    stored[i] = 0.5 * 1.00563 * (length - 0.726197) * (length - 0.726197);
  }
  return stored[1] - stored[0];
}

#define ELLIPTIC "Jacobi's elliptic functions (a rod let go at the horizontal)"
#define EXPLICIT "the explicit integrator at rtol 1e-12, whose results converge (1e-10: 3e-11)"
#define MASS(mass) \
  { "bodies.rod.mass=" mass, "bodies.rod.inertia=" mass "/12" }
#define TWO_BARS "the equation of one pendulum, integrated by itself"

const run_case *accuracy_cases(void) {
  static run_case cases[48];
  const double rod = pendulum_from_horizontal(10.0, sqrt(1.5 * 9.81));
  const double small = pendulum_from_horizontal(0.3, sqrt(1500.0 * 9.81));
  const double bars = two_bars_place(10.0);
  const run_case table[] = {
      {.name = "pendulum, 1 g",
       .model = "heavy_pendulum",
       .source = ELLIPTIC,
       .settings = MASS("1e-3"),
       .checks = {END("rod.angle", rod, 1e-5)}},
      {.name = "pendulum, 1 kg",
       .model = "heavy_pendulum",
       .source = ELLIPTIC,
       .settings = MASS("1"),
       .checks = {END("rod.angle", rod, 1e-5)}},
      {.name = "pendulum, 1 t",
       .model = "heavy_pendulum",
       .source = ELLIPTIC,
       .settings = MASS("1e3"),
       .checks = {END("rod.angle", rod, 1e-5)}},
      {.name = "pendulum, 10 t",
       .model = "heavy_pendulum",
       .source = ELLIPTIC,
       .settings = MASS("1e4"),
       .checks = {END("rod.angle", rod, 1e-5)}},
      {.name = "pendulum, 100 t",
       .model = "heavy_pendulum",
       .source = ELLIPTIC,
       .settings = MASS("1e5"),
       .checks = {END("rod.angle", rod, 1e-5)}},
      {.name = "pendulum, 1000 t",
       .model = "heavy_pendulum",
       .source = ELLIPTIC,
       .settings = MASS("1e6"),
       .checks = {END("rod.angle", rod, 1e-5)}},
      {.name = "pendulum, 1000 t, smooth pivot",
       .model = "heavy_pendulum",
       .source = ELLIPTIC,
       .settings = {"bodies.rod.mass=1e6", "bodies.rod.inertia=1e6/12", "joints.pivot.friction="},
       .checks = {END("rod.angle", rod, 1e-5)}},
      {.name = "pendulum, 10 t, rtol 1e-10",
       .model = "heavy_pendulum",
       .source = ELLIPTIC,
       .settings = {"bodies.rod.inertia=1e4/12", "run.rtol=1e-10"},
       .checks = {END("rod.angle", rod, 3e-7)}},
      {.name = "pendulum, 1 mm, 1 mg",
       .model = "heavy_pendulum",
       .source = ELLIPTIC,
       .settings = {"bodies.rod.mass=1e-6", "bodies.rod.inertia=1e-12/12",
                    "bodies.rod.position.0=0.5 mm", "run.until=0.3", "run.every=1e-4"},
       .checks = {END("rod.angle", small, 1e-5)}},
      {.name = "two four-bars, rtol 1e-5",
       .model = "two_four_bars",
       .source = TWO_BARS,
       .settings = {"run.rtol=1e-5", "run.until=10"},
       .checks = {END("B0.x", bars, 1e-3)}},
      {.name = "two four-bars, rtol 1e-7",
       .model = "two_four_bars",
       .source = TWO_BARS,
       .settings = {"run.rtol=1e-7", "run.until=10"},
       .checks = {END("B0.x", bars, 5e-6)}},
      {.name = "two four-bars, rtol 1e-8",
       .model = "two_four_bars",
       .source = TWO_BARS,
       .settings = {"run.rtol=1e-8", "run.until=10"},
       .checks = {END("B0.x", bars, 1e-6)}},
      {.name = "two four-bars, rtol 1e-9",
       .model = "two_four_bars",
       .source = TWO_BARS,
       .settings = {"run.rtol=1e-9", "run.until=10"},
       .checks = {END("B0.x", bars, 5e-8)}},
      {.name = "two four-bars, rtol 1e-10",
       .model = "two_four_bars",
       .source = TWO_BARS,
       .settings = {"run.rtol=1e-10", "run.until=10"},
       .checks = {END("B0.x", bars, 3e-9)}},
      {.name = "two four-bars, rtol 1e-11, explicit",
       .model = "two_four_bars",
       .source = TWO_BARS,
       .settings = {"run.rtol=1e-11", "run.until=10"},
       .integrators = AUTO,
       .checks = {END("B0.x", bars, 3e-9)}},
      {.name = "random 486",
       .model = "random_486",
       .source = "the same without the redundant rod, by dop853 at rtol 1e-12",
       .settings = {"run.rtol=1e-8"},
       .checks = {END("b1.angle", -1.7803508070852818, 1e-5),
                  END("b2.omega", -1062.9965224552043, 1e-2),
                  END("m0.moment", 19105.868660943546, 2.0)}},
      {.name = "random 4201, rtol 1e-8",
       .model = "random_4201",
       .source = EXPLICIT,
       .settings = {"run.rtol=1e-8", "run.until=0.222082"},
       .checks = {END("b1.x", 0.107082199103528, 1e-6), END("b1.angle", -7.915520359382554, 1e-5)}},
      {.name = "random 4201, rtol 1e-10",
       .model = "random_4201",
       .source = EXPLICIT,
       .settings = {"run.rtol=1e-10", "run.until=0.222082"},
       .checks = {END("b1.x", 0.107082199103528, 1e-8), END("b1.angle", -7.915520359382554, 1e-7)}},
      {.name = "random 2164, rtol 1e-8",
       .model = "random_2164",
       .source = EXPLICIT,
       .settings = {"run.rtol=1e-8", "run.until=0.2"},
       .checks = {END("b2.y", -0.1354977320658563, 1e-7),
                  END("b3.angle", -8.471005216343357, 1e-6)}},
      {.name = "random 2164, rtol 1e-10",
       .model = "random_2164",
       .source = EXPLICIT,
       .settings = {"run.rtol=1e-10", "run.until=0.2"},
       .checks = {END("b2.y", -0.1354977320658563, 1e-9),
                  END("b3.angle", -8.471005216343357, 1e-8)}},
      {.name = "random 2148",
       .model = "random_2148",
       .source = "constant rate",
       .checks = {CURVE("b0.angle", constant_rate_2148, 1e-7)}},
      {.name = "random 2148, rtol 1e-8",
       .model = "random_2148",
       .source = "constant rate",
       .settings = {"run.rtol=1e-8"},
       .checks = {CURVE("b0.angle", constant_rate_2148, 1e-7)}},
      {.name = "random 4281",
       .model = "random_4281",
       .source = "constant rate",
       .checks = {CURVE("b0.angle", constant_rate_4281, 1e-7)}},
      {.name = "random 4281, rtol 1e-8",
       .model = "random_4281",
       .source = "constant rate",
       .settings = {"run.rtol=1e-8"},
       .checks = {CURVE("b0.angle", constant_rate_4281, 1e-7)}},
      {.name = "random 4281, rtol 1e-5",
       .model = "random_4281",
       .source = "constant rate",
       .settings = {"run.rtol=1e-5"},
       .checks = {CURVE("b0.angle", constant_rate_4281, 1e-6)}},
      {.name = "random 2019",
       .model = "random_2019",
       .source = "constant rates about the centres of mass: the drives give what the load takes",
       .checks = {SUMMARY("energy.supplied", 0.0, 1e-2),
                  END("b0.angle", 2.59329 - 10.6171 * 0.448132, 1e-7)}},
      {.name = "random 2019, rtol 1e-8",
       .model = "random_2019",
       .source = "as above",
       .settings = {"run.rtol=1e-8"},
       .checks = {SUMMARY("energy.supplied", 0.0, 1e-2),
                  END("b1.angle", 0.685141 - 13.6474 * 0.448132, 1e-7)}},
      {.name = "random 2046",
       .model = "random_2046",
       .source = "the rise ends at rest: no work is left",
       .checks = {SUMMARY("energy.supplied", 0.0, 1e-6), SUMMARY("energy.kinetic", 0.0, 1e-9)}},
      {.name = "random 2046, rtol 1e-8",
       .model = "random_2046",
       .source = "as above",
       .settings = {"run.rtol=1e-8"},
       .checks = {SUMMARY("energy.supplied", 0.0, 1e-7), SUMMARY("energy.kinetic", 0.0, 1e-9)}},
      {.name = "random 4301",
       .model = "random_4301",
       .source = "work: what the spring stores; closed form of the rise",
       .checks = {CURVE("b0.x", rise_4301, 1e-8), SUMMARY("energy.supplied", work_4301(), 5e-3)}},
      {.name = "random 4301, rtol 1e-8",
       .model = "random_4301",
       .source = "as above",
       .settings = {"run.rtol=1e-8"},
       .checks = {CURVE("b0.x", rise_4301, 1e-8), SUMMARY("energy.supplied", work_4301(), 5e-4)}},
      {.name = "block that creeps beside bodies far away, rtol 1e-9",
       .model = "random_38437",
       .source = "free fall along a guide",
       .settings = {"run.rtol=1e-9"},
       .checks = {END("b4.x", 5139.18935031, 1e-6), END("b4.y", -8963.47930325, 1e-6)}},
      {.name = "light chain, heavy ball",
       .model = "chain_mass_ratio",
       .source = "own integration in relative angles",
       .settings = {"run.until=0.1", "run.limits.steps=1e5"},
       .checks = {END("ball.x", 0.194039054, 1e-6), END("ball.y", -0.048464798, 1e-6)}},
      {.name = "light chain, heavy ball, 2 s",
       .model = "chain_mass_ratio",
       .source = "the chain stays 0.2 m long; a few seconds, which 1e5 steps take",
       .settings = {"run.limits.steps=1e5"},
       .integrators = AUTO,
       .checks = {RANGE("ball.[xy]", -0.2001, 0.2001)}},
      {.name = NULL}};
  _Static_assert(sizeof table <= sizeof cases, "too many cases");
  memcpy(cases, table, sizeof table);
  return cases;
}
