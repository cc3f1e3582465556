/* cases_drives.c: drives with short features, with kinks, and with jumps. */
#include <math.h>
#include <string.h>

#include "closed_forms.h"
#include "run_case.h"

static double run_up(double time) {
  return 3.0 * (time - 0.1 * (1.0 - exp(-time / 0.1)));
}

static double bell_travel(double time, double height, double middle, double width) {
  return height * width * 0.5 * sqrt(M_PI) * (erf((time - middle) / width) + erf(middle / width));
}

static double bell_1_ms(double time) {
  return bell_travel(time, 10.0, 1.23, 1e-3);
}

static double bell_10_ms(double time) {
  return bell_travel(time, 10.0, 1.23, 10e-3);
}

static double bell_50_ms(double time) {
  return bell_travel(time, 10.0, 0.5, 50e-3);
}

static double trapezoid(double time) { /* rate 0 to 10 from 1 s to 1.1 s */
  double t = fmax(time - 1.0, 0.0);
  return t < 0.1 ? 50.0 * t * t : 0.5 + 10.0 * (t - 0.1);
}

static double late_parabola(double time) {
  double t = fmax(time - 1.0, 0.0);
  return t * t;
}

static double arm_swings(double time) {
  return -1.0 + 200.0 / 3.0 * (1.0 - cos(3.0 * time));
}

static double arm_runs_up(double time) {
  return -1.0 + run_up(time);
}

/* The ball of rate_and_contact.yaml while the arm's tip is near: x, y, vx, vy. */
static curve_function *arm;

static void ball(double time, const double *y, double *rates) {
  double a = arm(time);
  double dx = y[0] - 0.2015 * cos(a), dy = y[1] - 0.2015 * sin(a), distance = hypot(dx, dy);
  double depth = 2e-3 - distance, f = depth > 0.0 ? 1e9 * depth * sqrt(depth) / 0.01 : 0.0;
  rates[0] = y[2];
  rates[1] = y[3];
  rates[2] = f * dx / distance;
  rates[3] = f * dy / distance;
}

/* Speeds after the contact, and places at `until`. */
static void ball_end(curve_function *angle, double from, double to, double until, double end[4]) {
  const double start[4] = {0.2, 0.0, 0.0, 0.0};
  memcpy(end, start, sizeof start);
  arm = angle;
  runge_kutta(ball, from, to, (int)((to - from) / 2e-8), end, 4);
  for (int i = 0; i < 2; i++) end[i] += end[2 + i] * (until - to);
}

/* The mass of motion_pulse.yaml: place, speed. */
static void on_spring(double time, const double *y, double *rates) {
  double u = (time - 0.5) / 5e-3, s = 5e-3 * exp(-u * u), rate = -2.0 * u / 5e-3 * s;
  rates[0] = y[1];
  rates[1] = (20e3 * (s - y[0]) + 20.0 * (rate - y[1])) / 2.0;
}

static double pulse_place(double until) {
  double y[2] = {0.0, 0.0};
  runge_kutta(on_spring, 0.4, until, 20000, y, 2);
  return 0.1 + y[0];
}

#define INTEGRAL "integral of the rate, in closed form"
#define RATE(expression) "joints.spin.rate='" expression "'"
#define JUMP(time)                                                                \
  .error = {"spin|drive", "jump|discontin"}, .not_error = {"use a smaller rtol"}, \
  .error_time = (time), .error_tolerance = 1e-3
#define CONSISTENT TRAVEL("a.omega a.angle", 0.06)

const run_case *drive_cases(void) {
  static run_case cases[48];
  double hit[4], slow[4];
  ball_end(arm_swings, 0.0575, 0.0578, 0.3, hit);
  ball_end(arm_runs_up, 0.425, 0.435, 0.6, slow);
  const run_case table[] = {
      {.name = "rate of 10 for 0.1 s",
       .model = "rate",
       .source = INTEGRAL,
       .or_refused = 1,
       JUMP(1.0),
       .checks = {END("a.angle", 1.0, 1e-6), CONSISTENT}},
      {.name = "rate of 10 for 0.05 s",
       .model = "rate",
       .source = INTEGRAL,
       .or_refused = 1,
       JUMP(0.3),
       .settings = {RATE("time > 0.3 s && time < 0.35 s ? 10 rad/s : 0 rad/s")},
       .checks = {END("a.angle", 0.5, 1e-6), CONSISTENT}},
      {.name = "rate of 10 for 0.5 s",
       .model = "rate",
       .source = INTEGRAL,
       .or_refused = 1,
       JUMP(0.7),
       .settings = {RATE("time > 0.7 s && time < 1.2 s ? 10 rad/s : 0 rad/s")},
       .checks = {END("a.angle", 5.0, 1e-6), CONSISTENT}},
      {.name = "rate of 100 for 1 ms",
       .model = "rate",
       .source = INTEGRAL,
       .or_refused = 1,
       JUMP(1.33),
       .settings = {RATE("time > 1.33 s && time < 1.331 s ? 100 rad/s : 0 rad/s")},
       .checks = {END("a.angle", 0.1, 1e-6)}},
      {.name = "bell of the rate, 1 ms",
       .model = "rate",
       .source = INTEGRAL,
       .settings = {RATE("10 rad/s*exp(-((time - 1.23 s)/(1 ms))^2)")},
       .checks = {CURVE("a.angle", bell_1_ms, 1e-8)}},
      {.name = "bell of the rate, 5 ms",
       .model = "rate",
       .source = INTEGRAL,
       .settings = {RATE("10 rad/s*exp(-((time - 1.23 s)/(5 ms))^2)")},
       .checks = {END("a.angle", 0.05 * sqrt(M_PI), 1e-8)}},
      {.name = "bell of the rate, 10 ms",
       .model = "rate",
       .source = INTEGRAL,
       .settings = {RATE("10 rad/s*exp(-((time - 1.23 s)/(10 ms))^2)")},
       .checks = {CURVE("a.angle", bell_10_ms, 1e-8), CONSISTENT}},
      {.name = "bell of the rate, 20 ms",
       .model = "rate",
       .source = INTEGRAL,
       .settings = {RATE("10 rad/s*exp(-((time - 1.23 s)/(20 ms))^2)")},
       .checks = {END("a.angle", 0.2 * sqrt(M_PI), 1e-8)}},
      {.name = "bell of the rate, 50 ms in 10 s",
       .model = "rate",
       .source = INTEGRAL,
       .settings = {RATE("10 rad/s*exp(-((time - 0.5 s)/(50 ms))^2)"), "run.until=10"},
       .checks = {CURVE("a.angle", bell_50_ms, 1e-8)}},
      {.name = "trapezoid of the rate",
       .model = "rate",
       .source = INTEGRAL,
       .settings = {RATE("10 rad/s*min(1, max(0, (time - 1 s)/(0.1 s)))")},
       .checks = {CURVE("a.angle", trapezoid, 1e-7), CONSISTENT}},
      {.name = "rectified rate",
       .model = "rate",
       .source = INTEGRAL,
       .settings = {RATE("10 rad/s*abs(sin(2*pi*1 Hz*time))")},
       .checks = {END("a.angle", 40.0 / M_PI, 1e-6), CONSISTENT}},
      {.name = "run-up",
       .model = "rate",
       .source = INTEGRAL,
       .settings = {RATE("3 rad/s*(1 - exp(-time/(0.1 s)))")},
       .checks = {CURVE("a.angle", run_up, 1e-8)}},
      {.name = "angle with a jump of its acceleration",
       .model = "rate",
       .source = "closed form",
       .settings =
           {"joints.spin={type: motion, joint: h, angle: '1 rad/s^2*max(0 s, time - 1 s)^2'}"},
       .checks = {CURVE("a.angle", late_parabola, 1e-8), END("a.omega", 2.0, 1e-6)}},
      {.name = "angle with a kink",
       .model = "rate",
       .source = "closed form",
       .or_refused = 1,
       JUMP(1.0),
       .settings = {"joints.spin={type: motion, joint: h, angle: '1 rad/s*max(0 s, time - 1 s)'}"},
       .checks = {END("a.angle", 1.0, 1e-6), CONSISTENT}},
      {.name = "angle that jumps",
       .model = "rate",
       .status = REFUSED,
       JUMP(0.7),
       .source = "no motion follows a jump",
       .settings = {"joints.spin={type: motion, joint: h, angle: 'pi/4*sign(time - 0.7 s)'}"}},
      {.name = "speed that doubles",
       .model = "speed_step",
       .status = REFUSED,
       JUMP(1.0),
       .source = "a jump of the speed asks for infinite forces"},
      {.name = "speed that sets in",
       .model = "driver_step",
       .status = REFUSED,
       JUMP(0.02),
       .source = "a jump of the speed asks for infinite forces"},
      {.name = "speed that sets in, other way",
       .model = "driver_step",
       .status = REFUSED,
       JUMP(0.05),
       .source = "a jump of the speed asks for infinite forces",
       .settings = {"joints.drive.rate='speed*(1 + sign(time - 50 ms))/2'"}},
      {.name = "arm with a rate hits a ball",
       .model = "rate_and_contact",
       .source = "own integration of the ball",
       .settings = {"run.rtol=1e-9"},
       .checks = {END("ball.x", hit[0], 1e-4), END("ball.y", hit[1], 1e-4),
                  END("ball.vx", hit[2], 1e-3), END("ball.vy", hit[3], 1e-3)}},
      {.name = "arm with a rate hits a ball, rtol 1e-4",
       .model = "rate_and_contact",
       .source = "own integration of the ball",
       .settings = {"run.rtol=1e-4"},
       .checks = {END("ball.vx", hit[2], 0.1), END("ball.vy", hit[3], 0.1)}},
      {.name = "arm with an angle hits a ball",
       .model = "rate_and_contact",
       .source = "own integration of the ball",
       .settings = {"joints.d={type: motion, joint: h, angle: '200/3 rad*(1 - cos(3 rad/s*time))'}",
                    "run.rtol=1e-9"},
       .checks = {END("ball.vx", hit[2], 1e-3), END("ball.vy", hit[3], 1e-3)}},
      {.name = "arm that runs up hits a ball",
       .model = "rate_and_contact",
       .source = "own integration of the ball",
       .settings = {"joints.d.rate='3 rad/s*(1 - exp(-time/(0.1 s)))'", "run.until=0.6"},
       .checks = {EVENTS("c,contact,touch", 1, 0), END("ball.vx", slow[2], 1e-4),
                  END("ball.vy", slow[3], 1e-4), END("ball.y", slow[1], 1e-4)}},
      {.name = "motion pulse",
       .model = "motion_pulse",
       .source = "own integration of the mass",
       .checks = {AT(0.5, "table.x", 5e-3, 1e-9), AT(0.5, "mass.x", pulse_place(0.5), 1e-6),
                  AT(0.51, "mass.x", pulse_place(0.51), 1e-6),
                  END("mass.x", pulse_place(1.0), 1e-6)}},
      {.name = "motion pulse, two rows",
       .model = "motion_pulse",
       .source = "own integration of the mass",
       .settings = {"run.every=1 s"},
       .checks = {END("mass.x", pulse_place(1.0), 1e-6)}},
      {.name = "motion pulse, rtol 1e-10",
       .model = "motion_pulse",
       .source = "own integration of the mass",
       .settings = {"run.rtol=1e-10"},
       .checks = {END("mass.x", pulse_place(1.0), 1e-8)}},
      {.name = "table with nearly equal times",
       .model = "table_near_duplicate",
       .or_refused = 1,
       .source = "a table stays between its values",
       .error = {"d", "0.5"},
       .checks = {RANGE("b.x", -1e-6, 2.001e-3)}},
      {.name = "table with a dwell, monotone",
       .model = "table_dwell",
       .source = "monotone interpolation keeps a dwell",
       .settings = {"joints.d.interpolation=monotone"},
       .checks = {AT(2.25, "b.x", 1e-3, 1e-9), AT(2.5, "b.x", 1e-3, 1e-9),
                  AT(3.5, "b.x", 1e-3, 1e-9), RANGE("b.x", 1e-3 - 1e-9, 5e-3 + 1e-9)}},
      {.name = NULL}};
  _Static_assert(sizeof table <= sizeof cases, "too many cases");
  memcpy(cases, table, sizeof table);
  return cases;
}
