/* cases_reactions.c: reactions in rows are those of the motion. */
#include <math.h>
#include <string.h>

#include "run_case.h"

/* rows_friction_diverge.yaml by Newton and Euler: the slider's place is prescribed, the rod has 1 g
 * and 1e-4 kg m^2, friction on s1 alone. Returns the force across the guide g1 [N]. */
static double slider_reaction(double time, double friction) {
  const double rod = 1e-3, inertia = 1e-4;
  double x = 0.8 - time + 0.4 * time * time, vx = -1.0 + 0.8 * time, ax = 0.8;
  double y = sqrt(1.0 - x * x), vy = -x * vx / y;
  double ay = -(vx * vx + x * ax + vy * vy) / y;
  /* the rod's direction from s1 to s2 is (-x, y); its angle b has cos b = -x, sin b = y */
  double vb = vx / y, ab = (ax - vy * vb) / y;
  return (inertia * ab + 0.5 * rod * (x * 0.5 * ay + y * 0.5 * ax) + y * ax) / (x + y * friction);
}

static double reaction_05(double time) {
  return slider_reaction(time, 0.5);
}

static double reaction_08(double time) {
  return slider_reaction(time, 0.8);
}

static double reaction_1(double time) {
  return slider_reaction(time, 1.0);
}

static double friction_1(double time) { /* the force along the slip's sense, slip < 0 */
  return -slider_reaction(time, 1.0);
}

#define FEET(bound) RANGE("*_foot.f[xy]", -(bound), bound), RANGE("*_pin.f[xy]", -(bound), bound)
#define SHARES "one equation of motion, equal shares of the three cranks; most at the bottom"
#define SLIDER "Newton and Euler for the slider and its rod"

const run_case *reaction_cases(void) {
  static run_case cases[32];
  const run_case table[] = {
      {.name = "parallelogram, rtol 1e-4",
       .model = "shipped/parallelogram",
       .source = SHARES,
       .settings = {"run.rtol=1e-4", "run.every=0.5 ms"},
       .checks = {FEET(102.0)}},
      {.name = "parallelogram, rtol 1e-5",
       .model = "shipped/parallelogram",
       .source = SHARES,
       .settings = {"run.rtol=1e-5", "run.every=0.5 ms"},
       .checks = {FEET(101.6)}},
      {.name = "parallelogram, rtol 1e-6",
       .model = "shipped/parallelogram",
       .source = SHARES,
       .settings = {"run.rtol=1e-6", "run.every=0.5 ms"},
       .checks = {FEET(101.5)}},
      {.name = "parallelogram, rtol 1e-7",
       .model = "shipped/parallelogram",
       .source = SHARES,
       .settings = {"run.rtol=1e-7", "run.every=0.5 ms"},
       .checks = {FEET(101.5), AT(9.2635, "left_foot.fx", -38.97, 0.2),
                  AT(9.2635, "left_foot.fy", 3.11, 0.2), AT(9.2635, "middle_foot.fx", -38.97, 0.2),
                  AT(9.2635, "right_foot.fx", -38.97, 0.2),
                  AT(9.2635, "left.alpha", -2.75 * 9.81 / 1.25, 1e-3)}},
      {.name = "parallelogram, rows each 2 ms",
       .model = "shipped/parallelogram",
       .source = SHARES,
       .settings = {"run.rtol=1e-7", "run.every=2 ms"},
       .checks = {FEET(101.5)}},
      {.name = "parallelogram, 1 g",
       .model = "shipped/parallelogram",
       .source = SHARES,
       .settings = {"bodies.left.mass=1e-3", "bodies.left.inertia=1e-3/48",
                    "bodies.middle.mass=1e-3", "bodies.middle.inertia=1e-3/48",
                    "bodies.right.mass=1e-3", "bodies.right.inertia=1e-3/48",
                    "bodies.bar.mass=4e-3", "bodies.bar.inertia=4e-3/3", "run.rtol=1e-6",
                    "run.every=1 ms"},
       .checks = {FEET(101.5e-3)}},
      {.name = "two four-bars at flat positions",
       .model = "two_four_bars",
       /* at the angle u, c = (g (N + 1)/2 + g N)/((N + 1)/3 + N): Newton-Euler of posts and bars
        * gives the force on the middle post X = -2/3 (a_x + cot u (a_y + g)/2) by the bars'
        * acceleration a, and its foot carries a_x/2 - X */
       .source =
           "cot(u): posts with two bars and with one fall at different rates when they lie flat",
       .settings = {"output.columns=['*']", "run.every=1 ms", "run.until=5", "run.rtol=1e-6"},
       .checks = {AT(0.714, "foot1.fx", -349.5025, 0.2), AT(1.0, "foot1.fx", 16.73137, 1e-3),
                  AT(1.228, "foot1.fx", -663.5435, 0.5), AT(2.656, "foot1.fx", -163.8441, 0.8)}},
      {.name = "rough trammel, 0.5",
       .model = "rows_friction_diverge",
       .source = SLIDER,
       .settings = {"joints.g1.friction.coefficient=0.5"},
       .checks = {CURVE("g1.fy", reaction_05, 1e-5), RANGE("s1.ax", 0.7999, 0.8001)}},
      {.name = "rough trammel, 0.8",
       .model = "rows_friction_diverge",
       .source = SLIDER,
       .settings = {"joints.g1.friction.coefficient=0.8"},
       .checks = {CURVE("g1.fy", reaction_08, 1e-5), RANGE("s1.ax", 0.7999, 0.8001)}},
      {.name = "rough trammel, 1",
       .model = "rows_friction_diverge",
       .source = SLIDER,
       .checks = {CURVE("g1.fy", reaction_1, 1e-5), CURVE("g1.friction", friction_1, 1e-5),
                  AT(0.576, "g1.fy", 0.579, 1e-3), RANGE("s1.ax", 0.7999, 0.8001)}},
      {.name = "rough trammel, 1, few rows",
       .model = "rows_friction_diverge",
       .source = SLIDER,
       .settings = {"run.every=0.1"},
       .checks = {CURVE("g1.fy", reaction_1, 1e-5), RANGE("s1.ax", 0.7999, 0.8001)}},
      {.name = "rough pin beside a guide",
       .model = "random_35692",
       .source = "the same with the two bodies fixed to each other, at rtol 1e-11",
       .settings = {"run.until=2 ms", "run.rtol=1e-8"},
       .checks = {END("b1.angle", 0.00921376846, 1e-8), END("b1.omega", -3659.64180527, 1e-4),
                  END("b3.x", 0.00619640688, 1e-10), END("b5.x", 0.00377872403, 1e-9)}},
      {.name = NULL}};
  _Static_assert(sizeof table <= sizeof cases, "too many cases");
  memcpy(cases, table, sizeof table);
  return cases;
}
