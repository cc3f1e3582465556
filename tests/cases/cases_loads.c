/* cases_loads.c: loads with short features and with kinks: none is stepped over. */
#include <math.h>
#include <string.h>

#include "closed_forms.h"
#include "run_case.h"

/* Half sine of F = 500 N and T = 11 ms from 0.5 s on 2 kg and 30 N/mm at rest. */
static double shock_response(double time) {
  const double w = sqrt(30e3 / 2.0), q = M_PI / 0.011, r = q / w;
  const double x0 = 500.0 / 30e3 / (1.0 - r * r), end = 0.011;
  double t = time - 0.5;
  if (t <= 0.0) return 0.0;
  if (t <= end) return x0 * (sin(q * t) - r * sin(w * t));
  double x = x0 * (sin(q * end) - r * sin(w * end));
  double v = x0 * (q * cos(q * end) - q * cos(w * end));
  return x * cos(w * (t - end)) + v / w * sin(w * (t - end));
}

static double shock_curve(double time) {
  return 0.1 + shock_response(time);
}

/* Rod of 1 kg and 1 m about its end, angle above the horizontal. */
static void swing(double time, const double *y, double *rates) {
  (void)time;
  rates[0] = y[1];
  rates[1] = -1.5 * 9.81 * cos(y[0]);
}

static void kicked(double time, const double *y, double *rates) {
  swing(time, y, rates);
  rates[1] += 1000.0 / (1.0 / 3.0);
}

static void pendulum_kick(double end[2]) {
  end[0] = end[1] = 0.0;
  runge_kutta(swing, 0.0, 3.3, 33000, end, 2);
  runge_kutta(kicked, 3.3, 3.3005, 500, end, 2);
  runge_kutta(swing, 3.3005, 5.0, 17000, end, 2);
}

#define MOMENTUM "momentum: the integral of the force over the mass"
#define PULL(expression) "loads.pull.force.0='" expression "'"

const run_case *load_cases(void) {
  static run_case cases[48];
  const double root_pi = sqrt(M_PI);
  double kick[2];
  pendulum_kick(kick);
  const run_case table[] = {
      {.name = "10 N for 100 ms",
       .model = "load_pulse",
       .source = MOMENTUM,
       .checks = {END("b.vx", 1.0, 1e-5), END("b.x", 0.45, 1e-5)}},
      {.name = "100 N for 10 ms",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("time > 0.5 s && time < 0.51 s ? 100 N : 0 N")},
       .checks = {END("b.vx", 1.0, 1e-5)}},
      {.name = "1 kN for 1 ms",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("time > 0.5 s && time < 0.501 s ? 1000 N : 0 N")},
       .checks = {END("b.vx", 1.0, 1e-5)}},
      {.name = "100 kN for 10 us",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("time > 0.5 s && time < 0.50001 s ? 1e5 N : 0 N")},
       .checks = {END("b.vx", 1.0, 1e-5)}},
      {.name = "1 kN for 1 ms, at an odd time, rtol 1e-4",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("time >= 0.123456789 s && time <= 0.124456789 s ? 1000 N : 0 N"),
                    "run.rtol=1e-4"},
       .checks = {END("b.vx", 1.0, 1e-3)}},
      {.name = "1 kN for 1 ms, rtol 1e-10",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("time > 0.5 s && time < 0.501 s ? 1000 N : 0 N"), "run.rtol=1e-10"},
       .checks = {END("b.vx", 1.0, 1e-8)}},
      {.name = "1 kN for 1 ms in 100 s, two rows",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("time > 33.3 s && time < 33.301 s ? 1000 N : 0 N"), "run.until=100",
                    "run.every=100"},
       .checks = {END("b.vx", 1.0, 1e-5), END("b.x", 100.0 - 33.3005, 1e-3)}},
      {.name = "1 kN in the first millisecond",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("time < 1 ms ? 1000 N : 0 N")},
       .checks = {END("b.vx", 1.0, 1e-5)}},
      {.name = "1 kN in the last millisecond",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("time > 0.999 s ? 1000 N : 0 N")},
       .checks = {END("b.vx", 1.0, 1e-5)}},
      {.name = "bell of 1 ms",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("1000 N*exp(-((time - 0.5 s)/(1 ms))^2)")},
       .checks = {END("b.vx", root_pi, 1e-5)}},
      {.name = "bell of 1 ms in 20 s",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("1000 N*exp(-((time - 12.3 s)/(1 ms))^2)"), "run.until=20"},
       .checks = {END("b.vx", root_pi, 1e-5)}},
      {.name = "bell of 5 ms in 20 s",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("1000 N*exp(-((time - 12.3 s)/(5 ms))^2)"), "run.until=20"},
       .checks = {END("b.vx", 5.0 * root_pi, 1e-4)}},
      {.name = "bell of 20 ms in 20 s",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("1000 N*exp(-((time - 12.3 s)/(20 ms))^2)"), "run.until=20"},
       .checks = {END("b.vx", 20.0 * root_pi, 1e-3)}},
      {.name = "bell of 50 ms on a body that moves",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("100 N*exp(-((time - 5 s)/(50 ms))^2)"), "run.until=10",
                    "bodies.b.velocity=[1, 0]"},
       .checks = {END("b.vx", 1.0 + 5.0 * root_pi, 1e-4)}},
      {.name = "half sine on a sled",
       .model = "pulse_moving",
       .source = MOMENTUM,
       .checks = {END("sled.vx", 1.0 + 500.0 * 2.0 * 0.011 / M_PI / 2.0, 1e-5)}},
      {.name = "half sine of 1 ms on a sled",
       .model = "pulse_moving",
       .source = MOMENTUM,
       .settings = {"loads.shock.force.0='time > 0.7 s && time < 0.701 s ? "
                    "5 kN*sin(pi*(time - 0.7 s)/1 ms) : 0 N'"},
       .checks = {END("sled.vx", 1.0 + 5000.0 * 2.0 * 0.001 / M_PI / 2.0, 1e-5)}},
      {.name = "triangle by max and abs",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("100 N*max(0, 1 - abs(time - 0.5 s)/(10 ms))")},
       .checks = {END("b.vx", 1.0, 1e-5)}},
      {.name = "rectangle by sign",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("500 N*(sign(time - 0.5 s) - sign(time - 0.501 s))")},
       .checks = {END("b.vx", 1.0, 1e-5)}},
      {.name = "ramp that stops at a min",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("10 N*min(time/(1 s), 0.3)")},
       .checks = {END("b.vx", 2.55, 1e-5)}},
      {.name = "rectified sine",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("100 N*abs(sin(2*pi*5 Hz*time))")},
       .checks = {END("b.vx", 200.0 / M_PI, 1e-4)}},
      {.name = "ten short pulses",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("sin(2*pi*10 Hz*time) > 0.999 ? 100 N : 0 N")},
       .checks = {END("b.vx", 1000.0 * acos(0.999) / (10.0 * M_PI), 1e-4)}},
      {.name = "staircase",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL(
           "time < 0.2 s ? 1 N : time < 0.21 s ? 100 N : time < 0.9 s ? 0 N : -10 N")},
       .checks = {END("b.vx", 0.2 + 1.0 - 1.0, 1e-5)}},
      {.name = "torque for 1 ms",
       .model = "load_pulse",
       .source = "angular momentum",
       .settings = {"loads.pull.torque='time > 0.5 s && time < 0.501 s ? 1000 N m : 0 N m'",
                    "loads.pull.force="},
       .checks = {END("b.omega", 1.0, 1e-5), END("b.angle", 0.4995, 1e-5)}},
      {.name = "force over 10 mm of the way",
       .model = "load_pulse",
       .source = "work",
       .settings = {PULL("b.x > 0.5 m && b.x < 0.51 m ? 100 N : 0 N"), "bodies.b.velocity=[1, 0]"},
       .checks = {END("b.vx", sqrt(3.0), 1e-5)}},
      {.name = "force over 0.1 mm of the way",
       .model = "load_pulse",
       .source = "work",
       .settings = {PULL("b.x > 0.5 m && b.x < 0.5001 m ? 10 kN : 0 N"),
                    "bodies.b.velocity=[1, 0]"},
       .checks = {END("b.vx", sqrt(3.0), 1e-5)}},
      {.name = "bell over 10 mm of the way",
       .model = "load_pulse",
       .source = "work",
       .settings = {PULL("100 N*exp(-((b.x - 0.5 m)/(10 mm))^2)"), "bodies.b.velocity=[1, 0]"},
       .checks = {END("b.vx", sqrt(1.0 + 2.0 * root_pi), 1e-5)}},
      {.name = "bell over 0.1 mm of the way, two rows",
       .model = "load_pulse",
       .source = "work",
       .settings = {PULL("10 kN*exp(-((b.x - 0.5 m)/(0.1 mm))^2)"), "bodies.b.velocity=[1, 0]",
                    "run.every=1 s"},
       .checks = {END("b.vx", sqrt(1.0 + 2.0 * root_pi), 1e-5)}},
      {.name = "bell over 0.1 mm of the way, rtol 1e-10",
       .model = "load_pulse",
       .source = "work",
       .settings = {PULL("10 kN*exp(-((b.x - 0.5 m)/(0.1 mm))^2)"), "bodies.b.velocity=[1, 0]",
                    "run.rtol=1e-10"},
       .checks = {END("b.vx", sqrt(1.0 + 2.0 * root_pi), 1e-8)}},
      {.name = "force between two places, by abs",
       .model = "load_pulse",
       .source = "work",
       .settings = {PULL("abs(b.x - 0.5 m) < 0.1 mm ? 10 kN : 0 N"), "bodies.b.velocity=[1, 0]"},
       .checks = {END("b.vx", sqrt(5.0), 1e-5)}},
      {.name = "hat over 0.2 mm of the way, by max and abs",
       .model = "load_pulse",
       .source = "work",
       .settings = {PULL("10 kN*max(0, 1 - abs(b.x - 0.5 m)/(0.1 mm))"),
                    "bodies.b.velocity=[1, 0]"},
       .checks = {END("b.vx", sqrt(3.0), 1e-4)}},
      {.name = "conditions without end",
       .model = "load_pulse",
       .status = 3,
       .source = "they change ever faster before 0.3 s",
       .settings = {PULL("sin(50*log(0.3 - time/(1 s))) > 0 ? 1 N : 0 N")},
       .error = {"pull", "again and again"},
       .error_time = 0.3,
       .error_tolerance = 1e-3},
      {.name = "force that falls at a speed",
       .model = "load_pulse",
       .source = MOMENTUM,
       .settings = {PULL("b.vx > 1 m/s ? 2 N : 10 N")},
       .checks = {END("b.vx", 2.8, 1e-5)}},
      {.name = "force against the sign of the speed",
       .model = "load_pulse",
       .or_refused = 1,
       .source =
           "it stops after 0.5 s; beyond, the force has no value: held at 0, or refused there",
       .settings = {PULL("-2 N*sign(b.vx)"), "bodies.b.velocity=[1, 0]"},
       .error = {"pull"},
       .error_time = 0.5,
       .error_tolerance = 1e-3,
       .checks = {END("b.vx", 0.0, 1e-3), END("b.x", 0.25, 1e-3)}},
      {.name = "shock mount",
       .model = "shock_mount",
       .source = "the oscillator's response in closed form",
       .checks = {CURVE("box.x", shock_curve, 1e-7)}},
      {.name = "pendulum with a kick",
       .model = "pendulum_kick",
       .source = "own integration, piece by piece",
       .checks = {END("rod.angle", kick[0], 1e-4), END("rod.omega", kick[1], 1e-4)}},
      {.name = "pendulum with a kick, rtol 1e-10",
       .model = "pendulum_kick",
       .source = "own integration, piece by piece",
       .settings = {"run.rtol=1e-10"},
       .checks = {END("rod.angle", kick[0], 1e-7), END("rod.omega", kick[1], 1e-6)}},
      {.name = NULL}};
  _Static_assert(sizeof table <= sizeof cases, "too many cases");
  memcpy(cases, table, sizeof table);
  return cases;
}
