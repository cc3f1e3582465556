/* cases_locks.c: locks, jams, dead points, distances of zero, expressions without a value: told as
 * such, with the time. */
#include <math.h>
#include <string.h>

#include "run_case.h"

/* random_4163.yaml: the crank pin is as far from the fixed point as both rods and the link between
 * them are long. */
static double lock_of_4163(void) {
  const double reach = 0.254755 + 0.229849 + hypot(0.163857 - 0.0310134, 0.488735 - 0.263967);
  double low = 0.1, high = 0.2;
  while (high - low > 1e-12) {
    double t = 0.5 * (low + high), a = -0.77837 + 11.0974 * t;
    double x = -0.140181 - 0.352305 * cos(a) - 0.394831 * sin(a) + 0.0492694;
    double y = -0.363869 - 0.352305 * sin(a) + 0.394831 * cos(a) - 0.0369719;
    *(hypot(x, y) > reach ? &high : &low) = t;
  }
  return low;
}

static double rope_place(double time) {
  return -2.0 + 2.5 * time * time;
}

#define PRESSED_THROUGH(joint, gap, allowed, time)                          \
  .status = 3, .error = {"'" joint "'", "'" gap "'", "cannot be", allowed}, \
  .not_error = {"too soft", "smaller rtol"}, .error_time = (time), .error_tolerance = 1e-4
#define LOCKS(joint, time)                                          \
  .status = 3, .error = {joint, "lock|dead point|dead centre|jam"}, \
  .not_error = {"use a smaller rtol"}, .error_time = (time), .error_tolerance = 1e-3
#define ZERO(joint, time)                                                         \
  .status = 3, .error = {joint, "distance"}, .not_error = {"use a smaller rtol"}, \
  .error_time = (time), .error_tolerance = 1e-3
#define NO_VALUE(name, time)                                                     \
  .status = REFUSED, .error = {name}, .not_error = {"use a smaller rtol", "-7"}, \
  .error_time = (time), .error_tolerance = 1e-3
#define BRAKE(expression) "loads.brake.force.0='" expression "'"

const run_case *lock_cases(void) {
  static run_case cases[32];
  const double rises = sqrt(0.8), stretched = 2.0 * (2.5 - sqrt(3.25));
  const run_case table[] = {
      {.name = "six-bar",
       .model = "locks",
       .source = "dead point at 149.6 deg (own closure)",
       LOCKS("Q", 0.10389)},
      {.name = "random 4163",
       .model = "random_4163",
       .source = "the rods lie straight",
       LOCKS("j1|j2|m0", lock_of_4163())},
      {.name = "short rod",
       .model = "short_rod",
       .source = "sin a = l/r",
       LOCKS("drive|wrist|guide", 0.1 * asin(0.8))},
      {.name = "short rod, rtol 1e-10",
       .model = "short_rod",
       .source = "sin a = l/r",
       .settings = {"run.rtol=1e-10"},
       LOCKS("drive|wrist|guide", 0.1 * asin(0.8))},
      {.name = "short rod, slower, heavier",
       .model = "short_rod",
       .source = "sin a = l/r",
       .settings = {"joints.drive.rate=1 rad/s", "run.until=2", "bodies.slider.mass=100"},
       LOCKS("drive|wrist|guide", asin(0.8))},
      {.name = "short rod, with gravity",
       .model = "short_rod",
       .source = "sin a = l/r",
       .settings = {"gravity=[0, -9.81]"},
       LOCKS("drive|wrist|guide", 0.1 * asin(0.8))},
      {.name = "short rod, load that follows a rate",
       .model = "short_rod_load",
       .source = "sin a = l/r",
       LOCKS("drive|wrist|guide", 0.1 * asin(0.8))},
      {.name = "driver held by two pins",
       .model = "driver_held",
       .source = "a body pinned at two points cannot turn",
       .status = 3,
       .error = {"drive", "hold its parts still"},
       .not_error = {"use a smaller rtol", "dead point"},
       .error_time = 0.1,
       .error_tolerance = 1e-2},
      {.name = "driver held by another",
       .model = "driver_held_by_driver",
       .source = "a four-bar linkage has one degree of freedom",
       .status = 3,
       .error = {"'drive' cannot move 'pivot'", "other drivers hold its parts still"},
       .not_error = {"use a smaller rtol", "dead point"},
       .error_time = 0.1,
       .error_tolerance = 1e-2},
      {.name = "driver held by a belt, rough pin",
       .model = "driver_held_by_belt",
       .source = "a four-bar linkage has one degree of freedom",
       .status = 3,
       .error = {"'drive' cannot move 'pivot'", "hold its parts still"},
       .not_error = {"use a smaller rtol", "jams"},
       .error_time = 0.1,
       .error_tolerance = 1e-2},
      {.name = "journal pressed through its bearing",
       .model = "pressed_through",
       .source = "10 mm at 0.1 m/s",
       PRESSED_THROUGH("bush", "bearing", "up to 0.009 m", 0.1)},
      {.name = "journal pressed through a stiff bearing",
       .model = "pressed_through",
       .source = "1 mm and 9 mm at 0.1 m/s",
       .settings = {"contacts.wall.elastic.stiffness=1e12"},
       PRESSED_THROUGH("bush", "bearing", "up to 0.009 m", 0.1)},
      {.name = "journal pressed through a very stiff bearing",
       .model = "pressed_through",
       .source = "1 mm and 9 mm at 0.1 m/s",
       .settings = {"contacts.wall.elastic.stiffness=1e15"},
       PRESSED_THROUGH("bush", "bearing", "up to 0.009 m", 0.1)},
      {.name = "lever pressed through a bearing, rtol 1e-6",
       .model = "random_32452",
       .source = "angle of a lever of 4.498 m, rate of its driver",
       .settings = {"run.rtol=1e-6"},
       PRESSED_THROUGH("j3", "bearing", "up to 0.162589 m", 0.925409)},
      {.name = "ball pressed through a wall",
       .model = "pressed_ball",
       .source = "30 mm to the wall and 0.9 of 20 mm at 0.1 m/s",
       PRESSED_THROUGH("wall", "contact", "up to 0.018 m", 0.48)},
      {.name = "pin pressed through a wall of its slot",
       .model = "pressed_pin",
       .source = "1 mm and 5 mm at 0.1 m/s",
       PRESSED_THROUGH("slot", "inner", "up to 0.005 m", 0.06)},
      {.name = "pin pressed through the end of its slot",
       .model = "pressed_pin",
       .source = "0.1 m, 1 mm and 5 mm at 0.1 m/s",
       .settings = {"joints.slot.slot.line={from: [-0.1, 0], to: [0.1, 0]}", "run.until=2"},
       PRESSED_THROUGH("slot", "cap", "up to 0.005 m", 1.06)},
      {.name = "ram beyond reach",
       .model = "ram_too_long",
       .source = "distance of 2.5 m",
       LOCKS("ram", stretched)},
      {.name = "trammel jams",
       .model = "jam",
       .source = "mu tan = 1: y = cos(atan 0.9)",
       LOCKS("g1", (cos(atan(0.9)) - 0.5) / 0.5)},
      {.name = "trammel jams, 0.7",
       .model = "jam",
       .source = "mu tan = 1",
       .settings = {"joints.g1.friction.coefficient=0.7"},
       LOCKS("g1", (cos(atan(0.7)) - 0.5) / 0.5)},
      {.name = "rope",
       .model = "rope_to_pulley",
       .source = "g (m2 - m1)/(m1 + m2) = 5 m/s^2",
       .checks = {CURVE("light.y", rope_place, 1e-6), END("light.y", -0.4, 1e-6)}},
      {.name = "rope to its pulley",
       .model = "rope_to_pulley",
       .source = "as above: 2 m at 5 m/s^2",
       .settings = {"run.until=1"},
       ZERO("rope", rises)},
      {.name = "rope to its pulley, rtol 1e-10",
       .model = "rope_to_pulley",
       .source = "as above",
       .settings = {"run.until=1", "run.rtol=1e-10"},
       ZERO("rope", rises)},
      {.name = "ram to nothing",
       .model = "ram_too_long",
       .source = "1.0 m at 0.5 m/s",
       .settings = {"joints.ram.at=[[0.5, 0], [0.5, 0]]", "bodies.arm.angle=180 deg",
                    "joints.pivot={type: translational, bodies: [ground, arm], axis: [1, 0]}",
                    "joints.ram.rate=-0.5 m/s", "run.until=3"},
       ZERO("ram", 2.0)},
      {.name = "load that has no value",
       .model = "nan_load",
       .source = "root of a negative number",
       NO_VALUE("brake", 0.05)},
      {.name = "load that has no value, pendulum",
       .model = "nan_torque",
       .source = "root of a negative number",
       NO_VALUE("twist", 0.05)},
      {.name = "load with a pole",
       .model = "nan_load",
       .source = "1/0",
       .settings = {BRAKE("1 N/(0.05 - time/(1 s))^2")},
       NO_VALUE("brake", 0.05)},
      {.name = "load without a value at the start",
       .model = "nan_load",
       .source = "log of -1",
       .settings = {BRAKE("1 N*log(time/(1 s) - 1)")},
       NO_VALUE("brake", 0.0)},
      {.name = "drive that has no value",
       .model = "nan_drive",
       .source = "log of a negative number",
       NO_VALUE("pusher", 0.3)},
      {.name = NULL}};
  _Static_assert(sizeof table <= sizeof cases, "too many cases");
  memcpy(cases, table, sizeof table);
  return cases;
}
