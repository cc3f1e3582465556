/* cases_rest.c: mechanisms that rest, and such as set off later or gently (scales must not come
 * from rounding). */
#include <math.h>
#include <string.h>

#include "closed_forms.h"
#include "run_case.h"

static double slide(double t) {
  return cycloid(t, 0.5, 0.2, 0.01);
}

static double dwell_angle(double t) {
  return cycloid(t, 0.5, 0.2, M_PI / 6.0);
}

static double dwell_rate(double t) {
  return cycloid_rate(t, 0.5, 0.2, M_PI / 6.0);
}

static double dwell_moment(double t) { /* without friction: I a + m g 2 m cos */
  return (0.1 + 4.0) * cycloid_acceleration(t, 0.5, 0.2, M_PI / 6.0) +
         9.81 * 2.0 * cos(dwell_angle(t));
}

static double dwell_345(double t) {
  return polynomial_345(t, 0.3, 0.5, -1.0);
}

static double crank_angle(double t) {
  return cycloid(t, 0.2, 0.5, 2.0 * M_PI);
}

static double crank_rate(double t) {
  return cycloid_rate(t, 0.2, 0.5, 2.0 * M_PI);
}

static double crank_slider(double t) {
  return slider_of(0.05, 0.12, crank_angle(t));
}

static double hang2_angle(double t) {
  return cycloid(t, 0.1, 0.1, 1.0);
}

static double hang3_slider(double t) {
  return slider_of(0.05, 0.12, cycloid(t, 0.1, 0.2, 2.0 * M_PI));
}

static double angle_2013(double t) {
  return -0.30177 + cycloid(t, 0.0347744, 0.155309, 1.24326);
}

static double place_2063(double t) {
  return -1.92665 - 2.82865 * t * (-0.994144 / hypot(0.994144, 0.108064));
}

static double angle_hang_integral(double t) {
  const double lag = 0.0235717;
  return -1.25896 - 34.535 * (t - lag * (1.0 - exp(-t / lag)));
}

static double gentle_power(double t) {
  return 0.01 * t * t * t * t * t * t;
}

static double gentle_cosine(double t) {
  return 0.02 * (1.0 - cos(3.0 * t)) * (1.0 - cos(3.0 * t));
}

static double gentle_pulse(double t) {
  double u = (t - 0.5) / 0.05;
  return 0.005 * exp(-u * u);
}

/* Set off by a rise after a rest, under gravity. */
#define RISE "closed form of the cycloidal rise; force by Newton's law"
#define SLIDE                                                                          \
  CURVE("cart.x", slide, 1e-9), AT(0.55, "cart.x", 0.01 * (0.25 - 0.5 / M_PI), 1e-10), \
      END("cart.x", 0.01, 1e-10)
#define CRANK                                                                      \
  CURVE("crank.angle", crank_angle, 1e-7), CURVE("crank.omega", crank_rate, 1e-5), \
      CURVE("slider.x", crank_slider, 1e-8)
#define PRESSED                           \
  END("bush.bearing.depth", 0.049, 1e-9), \
      END("bush.bearing.normal_force", 1e6 * pow(0.049, 1.5) * (1.0 + 1.5 * 0.1 * 0.1), 1e-2)
#define STILL(place, rate, bound) RANGE(place, -(bound), bound), RANGE(rate, -(bound), bound)

const run_case *rest_cases(void) {
  static run_case cases[64];
  const double a = 0.01 * 2.0 * M_PI / 0.04; /* of the slide at a quarter of its rise */
  const run_case table[] = {
      {.name = "slide after rest",
       .model = "slide_after_rest",
       .source = RISE,
       .checks = {SLIDE, AT(0.55, "drive.force", 10.0 * a, 1e-4)}},
      {.name = "slide after rest, 1 g",
       .model = "slide_after_rest",
       .source = RISE,
       .settings = {"bodies.cart.mass=1 g", "bodies.cart.inertia=1e-6"},
       .checks = {SLIDE, AT(0.55, "drive.force", 1e-3 * a, 1e-8)}},
      {.name = "slide after rest, 100 t",
       .model = "slide_after_rest",
       .source = RISE,
       .settings = {"bodies.cart.mass=1e5", "bodies.cart.inertia=1e3"},
       .checks = {SLIDE, AT(0.55, "drive.force", 1e5 * a, 1.0)}},
      {.name = "slide after rest, upwards",
       .model = "slide_after_rest",
       .source = RISE,
       .settings = {"joints.rail.axis=[0, 1]"},
       .checks = {AT(0.55, "cart.y", 0.01 * (0.25 - 0.5 / M_PI), 1e-10), END("cart.y", 0.01, 1e-10),
                  AT(0.55, "drive.force", 10.0 * (9.81 + a), 1e-4)}},
      {.name = "slide after rest, oblique",
       .model = "slide_after_rest",
       .source = RISE,
       .settings = {"joints.rail.axis=[0.6, 0.8]"},
       .checks = {END("cart.x", 0.006, 1e-10), END("cart.y", 0.008, 1e-10),
                  AT(0.55, "drive.force", 10.0 * (9.81 * 0.8 + a), 1e-4)}},
      {.name = "slide after rest, off-centre mass",
       .model = "slide_after_rest",
       .source = RISE,
       .settings = {"bodies.cart.com=[0.3, 0.2]"},
       .checks = {SLIDE}},
      {.name = "slide after rest, in micrometres",
       .model = "slide_after_rest",
       .source = RISE,
       .settings = {"joints.drive.rises.0.rise=10 um"},
       .checks = {END("cart.x", 1e-5, 1e-12), AT(0.55, "drive.force", 10e-3 * a, 1e-6)}},
      {.name = "parts in one place",
       .model = "parts_in_one_place",
       .source = "K d^1.5 (1 + 1.5 alpha v)",
       .checks = {PRESSED}},
      {.name = "parts in one place, far from the origin",
       .model = "parts_in_one_place",
       .source = "K d^1.5 (1 + 1.5 alpha v)",
       .settings = {"bodies.block.position=[123.4, -56.7]", "joints.bush.at=[123.4, -56.7]"},
       .checks = {PRESSED}},
      {.name = "dwell",
       .model = "dwell",
       .source = RISE,
       .checks = {CURVE("p.angle", dwell_angle, 1e-8), CURVE("p.omega", dwell_rate, 1e-6),
                  AT(0.3, "m.moment", 19.62, 1e-6)}},
      {.name = "dwell without friction",
       .model = "dwell",
       .source = RISE,
       .settings = {"joints.j.friction="},
       .checks = {CURVE("p.angle", dwell_angle, 1e-8), CURVE("m.moment", dwell_moment, 1e-4)}},
      {.name = "dwell, stick-slip",
       .model = "dwell",
       .source = RISE,
       .settings = {"joints.j.friction={law: stick_slip, kinetic: 0.1, static: 0.12}"},
       .checks = {CURVE("p.angle", dwell_angle, 1e-8)}},
      {.name = "dwell, polynomial",
       .model = "dwell",
       .source = "closed form of the polynomial",
       .settings = {"joints.m.rises.0={law: polynomial_345, start: 0.3, duration: 0.5, rise: -1}"},
       .checks = {CURVE("p.angle", dwell_345, 1e-8)}},
      {.name = "dwell, milligram",
       .model = "dwell",
       .source = RISE,
       .settings = {"bodies.p.mass=1e-6", "bodies.p.inertia=1e-7"},
       .checks = {CURVE("p.angle", dwell_angle, 1e-8), AT(0.3, "m.moment", 19.62e-6, 1e-10)}},
      {.name = "crank from rest",
       .model = "crank_start_gravity",
       .source = RISE,
       .checks = {CRANK, AT(0.3, "crank.angle", 0.3055805451, 1e-8),
                  AT(0.45, "crank.omega", 8.0 * M_PI, 1e-5)}},
      {.name = "crank from rest, sideways gravity",
       .model = "crank_start_gravity",
       .source = RISE,
       .settings = {"gravity=[-9.81, 0]"},
       .checks = {CRANK}},
      {.name = "crank from rest, smooth guide",
       .model = "crank_start_gravity",
       .source = RISE,
       .settings = {"joints.guide.friction="},
       .checks = {CRANK}},
      {.name = "crank from rest, little gravity",
       .model = "crank_start_gravity",
       .source = RISE,
       .settings = {"gravity=[0, -1e-3]"},
       .checks = {CRANK}},
      {.name = "one driven body at rest",
       .model = "hang2",
       .source = RISE,
       .checks = {CURVE("b.angle", hang2_angle, 1e-8)}},
      {.name = "slider-crank after a pause",
       .model = "hang3",
       .source = RISE,
       .checks = {CURVE("slider.x", hang3_slider, 1e-8)}},
      {.name = "random 2013",
       .model = "random_2013",
       .source = RISE,
       .checks = {CURVE("b0.angle", angle_2013, 1e-8)}},
      {.name = "random 2063, rtol 1e-8",
       .model = "random_2063",
       .source = "the pin is in the centre of mass: a slide at constant rate, nothing turns",
       .settings = {"run.rtol=1e-8"},
       .checks = {CURVE("b0.x", place_2063, 1e-8),
                  RANGE("b1.angle", 2.12038 - 1e-7, 2.12038 + 1e-7)}},
      {.name = "random 2063, rtol 3e-9",
       .model = "random_2063",
       .source = "as above",
       .settings = {"run.rtol=3e-9"},
       .checks = {CURVE("b0.x", place_2063, 1e-8),
                  RANGE("b1.angle", 2.12038 - 1e-7, 2.12038 + 1e-7)}},
      {.name = "random 4063",
       .model = "random_4063",
       .energy_floor = 1e-6,
       .source = "no degree of freedom but that of b2, whose pin is in its centre of mass",
       .checks = {STILL("*.v[xy]", "*.omega", 1e-6),
                  RANGE("b2.angle", 0.150272 - 1e-6, 0.150272 + 1e-6)}},
      {.name = "rate that sets off by an exponential",
       .model = "hang_integral",
       .source = "closed form of the rate's integral",
       .checks = {CURVE("b3.angle", angle_hang_integral, 1e-8)}},
      {.name = "sets off like t^6",
       .model = "gentle_start",
       .source = "closed form",
       .checks = {CURVE("cart.y", gentle_power, 1e-9),
                  END("drive.force", 10.0 * (9.81 + 0.3), 1e-3)}},
      {.name = "sets off like t^4",
       .model = "gentle_start",
       .source = "closed form",
       .settings = {"joints.drive.position=20 mm*(1 - cos(3 rad/s*time))^2"},
       .checks = {CURVE("cart.y", gentle_cosine, 1e-9)}},
      {.name = "sets off like a pulse",
       .model = "gentle_start",
       .source = "closed form",
       .settings = {"joints.drive.position=5 mm*exp(-((time - 0.5 s)/(50 ms))^2)"},
       .checks = {CURVE("cart.y", gentle_pulse, 1e-9)}},
      {.name = "wheel at rest on a rough pin",
       .model = "wheel_at_rest_rough_pin",
       .source = "balanced: nothing moves; the pin carries m g",
       .checks = {STILL("wheel.angle", "wheel.omega", 1e-8),
                  RANGE("shaft.fy", 98.1 - 1e-6, 98.1 + 1e-6)}},
      {.name = "wheel at rest, Coulomb",
       .model = "wheel_at_rest_rough_pin",
       .source = "as above",
       .settings = {"joints.shaft.friction={law: coulomb, coefficient: 0.3}"},
       .checks = {STILL("wheel.angle", "wheel.omega", 1e-8)}},
      {.name = "wheel at rest, LuGre",
       .model = "wheel_at_rest_rough_pin",
       .source = "as above",
       .settings = {"joints.shaft.friction={law: lugre, kinetic: 0.3, static: 0.4}"},
       .checks = {STILL("wheel.angle", "wheel.omega", 1e-8)}},
      {.name = "wheel at rest, smooth pin",
       .model = "wheel_at_rest_rough_pin",
       .source = "as above",
       .settings = {"joints.shaft.friction=", "bodies.wheel.mass=1 t"},
       .checks = {STILL("wheel.angle", "wheel.omega", 1e-8),
                  RANGE("shaft.fy", 9810 - 1e-4, 9810 + 1e-4)}},
      {.name = "held slide",
       .model = "held",
       .source = "nothing moves; N = m g, moment m g 0.3 m",
       .checks = {STILL("q.x", "q.vx", 1e-8), RANGE("s.fy", 9.81 - 1e-6, 9.81 + 1e-6),
                  RANGE("s.moment", 2.943 - 1e-6, 2.943 + 1e-6)}},
      {.name = "held slide, 100 kg on the moon",
       .model = "held",
       .source = "as above",
       .settings = {"bodies.q.mass=100", "gravity=[0, -1.62]"},
       .checks = {STILL("q.x", "q.vx", 1e-8), RANGE("s.fy", 162 - 1e-4, 162 + 1e-4)}},
      {.name = "held slide, stick-slip on a slope",
       .model = "held",
       .source = "it sticks: slope 0.1 rad below friction 0.2; bristles give way by micrometres",
       .settings = {"gravity=[0.98, -9.76]",
                    "joints.s.friction={law: stick_slip, kinetic: 0.2, static: 0.25}"},
       .checks = {STILL("q.x", "q.omega", 1e-3)}},
      {.name = "beam on pin and roller",
       .model = "beam",
       .source = "statics: half of m g at each end",
       .checks = {STILL("beam.angle", "beam.omega", 1e-8),
                  RANGE("pin.fy", 9.81 - 1e-6, 9.81 + 1e-6),
                  RANGE("roller.fy", 9.81 - 1e-6, 9.81 + 1e-6)}},
      {.name = "beam, centre of mass at a quarter",
       .model = "beam",
       .source = "statics: three quarters on the pin",
       .settings = {"bodies.beam.com=[0.25, 0]"},
       .checks = {STILL("beam.angle", "beam.omega", 1e-8),
                  RANGE("pin.fy", 14.715 - 1e-6, 14.715 + 1e-6)}},
      {.name = "hanging at rest",
       .model = "hanging_at_rest",
       .source = "equilibrium; the pin carries m g",
       .checks = {STILL("bob.angle", "bob.omega", 1e-8),
                  RANGE("pin.fy", 98.1 - 1e-6, 98.1 + 1e-6)}},
      {.name = "hanging at rest, askew",
       .model = "hanging_at_rest",
       .source = "equilibrium: gravity along the line to the centre of mass",
       .settings = {"gravity=[3, -4]", "bodies.bob.com=[0.3, -0.4]"},
       .checks = {STILL("bob.angle", "bob.omega", 1e-7), RANGE("pin.fy", 40 - 1e-6, 40 + 1e-6)}},
      {.name = "hanging at rest, 1 g",
       .model = "hanging_at_rest",
       .source = "as above",
       .settings = {"bodies.bob.mass=1 g", "bodies.bob.inertia=1e-6"},
       .checks = {STILL("bob.angle", "bob.omega", 1e-8),
                  RANGE("pin.fy", 9.81e-3 - 1e-9, 9.81e-3 + 1e-9)}},
      {.name = "weld",
       .model = "weld",
       .source = "statics: m g and its moment about the weld",
       .checks = {STILL("p.angle", "p.omega", 1e-8), RANGE("j.fy", 9.81 - 1e-6, 9.81 + 1e-6),
                  RANGE("j.moment", 19.62 - 1e-6, 19.62 + 1e-6)}},
      {.name = "weld, 10 cm, 1 t",
       .model = "weld",
       .source = "as above",
       .settings = {"bodies.p.mass=1 t", "bodies.p.com=[0.1, 0]"},
       .checks = {STILL("p.angle", "p.omega", 1e-8), RANGE("j.moment", 981 - 1e-4, 981 + 1e-4)}},
      {.name = "weld by a drive of rate 0",
       .model = "dwell",
       .source = "statics: m g 2 m on the drive",
       .settings = {"joints.j.friction=", "joints.m.rises=", "joints.m.rate=0"},
       .checks = {STILL("p.angle", "p.omega", 1e-8),
                  RANGE("m.moment", 19.62 - 1e-6, 19.62 + 1e-6)}},
      {.name = "balanced weights on a rope",
       .model = "balance",
       .source = "equal weights: nothing moves",
       .checks = {STILL("*.vy", "*.omega", 1e-8), RANGE("rope.force", -9.81 - 1e-6, 9.81 + 1e-6)}},
      {.name = "balanced weights, 100 kg",
       .model = "balance",
       .source = "equal weights: nothing moves",
       .settings = {"parameters.m=100 kg"},
       .checks = {STILL("*.vy", "*.omega", 1e-8)}},
      {.name = "weights 1 kg and 1.002 kg",
       .model = "balance",
       .source = "acceleration g (m2 - m1)/(m1 + m2)",
       .settings = {"parameters.extra=2 g"},
       .checks = {END("right.vy", -9.81 * 0.002 / 2.002, 1e-7)}},
      {.name = NULL}};
  _Static_assert(sizeof table <= sizeof cases, "too many cases");
  memcpy(cases, table, sizeof table);
  return cases;
}
