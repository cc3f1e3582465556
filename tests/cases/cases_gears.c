/* cases_gears.c: tooth forces and belt pull act on the bodies at the pitch points. */
#include <math.h>
#include <string.h>

#include "run_case.h"

/* gear_bearing_friction.yaml after 1 s: speed of b and tooth force F. With rough bearings of radius
 * r, r mu F/cos(pressure) brakes both gears; the motion stays linear, an exponential. */
static void gears_after_1s(double pressure, double friction, double *speed, double *force) {
  const double rubs = friction * 10e-3 / cos(pressure);
  const double small = 20e-3 + rubs, large = 40e-3 - rubs, brake = 0.05;
  double inertia = 4e-3 + 2.0 * 1e-3 * large / small;
  double decay = exp(-brake / inertia);
  *speed = large / small / brake * (1.0 - decay);
  *force = (1.0 - 2.0 * 1e-3 * large / small / inertia * decay) / small;
}

/* planet.yaml at the start: force of the carrier on the planet along y (tangential) and x. */
static void planet_pin(double pressure, double *along, double *across, double *carrier) {
  const double sun = 1e-3, arm = 2e-3, mass = 0.5, own = 1e-4;
  double a = 4.0 / (16.0 * sun + arm + mass * 0.04 * 0.04 + 4.0 * own);
  double inner = (1.0 - 4.0 * sun * a) / 0.02, outer = inner - 2.0 * own * a / 0.02;
  *along = mass * 0.04 * a - inner - outer;
  *across = (outer - inner) * tan(pressure);
  *carrier = a;
}

#define EXPONENTIAL "both gears and the brake by Newton and Euler: an exponential"
#define NEWTON "Newton and Euler for every body"
#define SMOOTH "joints.sa.friction=", "joints.sb.friction="
#define NO_ANGLE "joints.mesh.pressure_angle=0"

const run_case *gear_cases(void) {
  static run_case cases[32];
  const double angle = 20.0 * M_PI / 180.0, t20 = tan(angle);
  double speed0, force0, speed20, force20, smooth, smooth_force, along, across0, across, carrier;
  gears_after_1s(0.0, 0.2, &speed0, &force0);
  gears_after_1s(angle, 0.2, &speed20, &force20);
  gears_after_1s(0.0, 0.0, &smooth, &smooth_force);
  planet_pin(0.0, &along, &across0, &carrier);
  planet_pin(angle, &along, &across, &carrier);
  const double ring_k = 0.05 / 13e-3, ring_force = (1.0 - 3e-3 * 3.0 / 13e-3 * exp(-ring_k)) / 0.02;
  const double rack_angle = 1.0 / (1e-3 + 2.0 * 0.02 * 0.02), rack_force = 2.0 * 0.02 * rack_angle;
  const run_case table[] = {
      {.name = "rough bearings, pressure angle 0",
       .model = "gear_bearing_friction",
       .source = EXPONENTIAL,
       .settings = {NO_ANGLE},
       .checks = {END("b.omega", -speed0, 0.02), END("sa.fy", force0, 0.05),
                  END("sb.fy", -force0, 0.05), END("sa.fx", 0.0, 0.05)}},
      {.name = "rough bearings, 20 degrees by default",
       .model = "gear_bearing_friction",
       .source = EXPONENTIAL,
       .checks = {END("b.omega", -speed20, 0.02), END("sa.fy", force20, 0.05),
                  END("sb.fy", -force20, 0.05), END("sa.fx", force20 * t20, 0.05),
                  END("sb.fx", -force20 * t20, 0.05)}},
      {.name = "rough bearings, 20 degrees",
       .model = "gear_bearing_friction",
       .source = EXPONENTIAL,
       .settings = {"joints.mesh.pressure_angle=20 deg"},
       .checks = {END("b.omega", -speed20, 0.02)}},
      {.name = "smooth bearings",
       .model = "gear_bearing_friction",
       .source = EXPONENTIAL,
       .settings = {SMOOTH},
       .checks = {END("b.omega", -smooth, 1e-4), END("sa.fy", smooth_force, 1e-3),
                  START("sa.fy", 25.0, 1e-3), END("sb.fy", -smooth_force, 1e-3)}},
      {.name = "smooth bearings, 1 kN m",
       .model = "gear_bearing_friction",
       .source = EXPONENTIAL,
       .settings = {SMOOTH, "loads.t.torque=1000"},
       .checks = {END("b.omega", -1e3 * smooth, 0.1), END("sa.fy", 1e3 * smooth_force, 1.0)}},
      {.name = "by teeth",
       .model = "gear_bearing_friction",
       .source = "sizes follow from the centres",
       .settings = {SMOOTH, "joints.mesh.radii=", "joints.mesh.teeth=[20, 40]"},
       .checks = {END("b.omega", -smooth, 1e-4), END("sa.fy", smooth_force, 1e-3)}},
      {.name = "ring",
       .model = "gear_ring",
       .source = EXPONENTIAL,
       .checks = {END("b.omega", 60.0 * (1.0 - exp(-ring_k)), 1e-3), END("sa.fy", ring_force, 1e-2),
                  END("sb.fy", -ring_force, 1e-2)}},
      {.name = "rack",
       .model = "rack",
       .source = NEWTON,
       .checks = {END("bar.x", 0.5 * 0.02 * rack_angle * 0.01, 1e-7),
                  END("shaft.fx", rack_force, 1e-3)}},
      {.name = "rack, its guide",
       .model = "rack",
       .source = "F tan 20 deg away from the pinion",
       .checks = {END("guide.fy", rack_force * t20, 1e-3),
                  END("shaft.fy", -rack_force * t20, 1e-3)}},
      {.name = "belt",
       .model = "belt_pull",
       .source = "tight strand: moment over radius",
       .checks = {END("b.omega", 20.0, 1e-4), END("sa.fx", -1.0 / 0.03, 1e-3),
                  END("sb.fx", 1.0 / 0.03, 1e-3)}},
      {.name = "planet pin",
       .model = "planet",
       .source = NEWTON,
       .checks = {START("carrier.alpha", carrier, 1e-6), START("pin.fy", along, 1e-4),
                  START("pin.fx", across, 1e-4)}},
      {.name = "planet pin, pressure angle 0",
       .model = "planet",
       .source = NEWTON,
       .settings = {"joints.inner.pressure_angle=0", "joints.outer.pressure_angle=0"},
       .checks = {START("pin.fy", along, 1e-4), START("pin.fx", across0, 1e-4)}},
      {.name = "centres that do not fit",
       .model = "gear_bearing_friction",
       .status = REFUSED,
       .source = "radii add up to 60 mm, centres are 70 mm apart",
       .settings = {"bodies.b.position=[0.07, 0]"},
       .error = {"mesh"}},
      {.name = "ring that does not fit",
       .model = "gear_ring",
       .status = REFUSED,
       .source = "radii differ by 40 mm, centres are 50 mm apart",
       .settings = {"bodies.a.position=[0.05, 0]"},
       .error = {"mesh"}},
      {.name = "rack that does not fit",
       .model = "rack",
       .status = REFUSED,
       .source = "the pinion's centre is 25 mm above the rack",
       .settings = {"bodies.pinion.position=[0, 0.025]"},
       .error = {"mesh"}},
      {.name = NULL}};
  _Static_assert(sizeof table <= sizeof cases, "too many cases");
  memcpy(cases, table, sizeof table);
  return cases;
}
