/* cases_struck.c: contacts that are struck while closed, and starts with a closed gap. */
#include <math.h>
#include <string.h>

#include "closed_forms.h"
#include "run_case.h"

/* struck.yaml without damping: height above the face, speed, largest force. */
static void struck(double time, const double *y, double *rates) {
  double depth = fmax(0.05 - y[0], 0.0);
  double blow = time < 2e-4 ? 7853.981634 * sin(15707.963268 * time) : 0.0;
  rates[0] = y[1];
  rates[1] = 1e7 * depth * sqrt(depth) - 9.81 - blow;
}

static double struck_peak(void) {
  double y[2] = {0.04990127071202962, 0.0}, least = y[0];
  for (int i = 0; i < 8000; i++) {
    runge_kutta(struck, i * 1e-6, (i + 1) * 1e-6, 4, y, 2);
    least = fmin(least, y[0]);
  }
  return 1e7 * pow(0.05 - least, 1.5);
}

/* struck_by_ball.yaml without damping: heights and speeds of the lower and the upper ball. */
static void two_balls(double time, const double *y, double *rates) {
  double depth = fmax(0.05 - y[0], 0.0), between = fmax(0.1 - (y[1] - y[0]), 0.0);
  double floor = 1e7 * depth * sqrt(depth), push = 1e7 * between * sqrt(between);
  (void)time;
  rates[0] = y[2];
  rates[1] = y[3];
  rates[2] = floor - push - 9.81;
  rates[3] = push - 9.81;
}

static double two_balls_peak(double end[4]) {
  const double start[4] = {0.04990127071202962, 0.14991127071202962, 0.0, -1.0};
  double least = start[0];
  memcpy(end, start, sizeof start);
  for (int i = 0; i < 20000; i++) {
    runge_kutta(two_balls, 0.0, 1e-6, 2, end, 4);
    least = fmin(least, end[0]);
  }
  return 1e7 * pow(0.05 - least, 1.5);
}

#define DAMPING(text) "contacts.k.damping={" text "}"
#define REBOUND(lowest, highest) \
  REACHES("a.vy", lowest), RANGE("a.vy", -2.0, highest), SUMMARY("gaps.0.peak_force", 690.0, 110.0)
#define RULE "a contact that is struck while closed loses about what its restitution says"
#define FREE "an impact at 1 m/s of a free mass returns with its restitution"
#define LAND(...)                                                              \
  {                                                                            \
    "bodies.a.position.1=0.05", "bodies.a.velocity=[0, -1]", "gravity=[0, 0]", \
        "loads=", __VA_ARGS__                                                  \
  }

const run_case *struck_cases(void) {
  static run_case cases[40];
  double apart[4];
  const double elastic = struck_peak(), floor = two_balls_peak(apart);
  const run_case table[] = {
      {.name = "struck, no damping",
       .model = "struck",
       .source = "own integration",
       .settings = {DAMPING("law: none")},
       .checks = {REACHES("a.vy", 0.999), RANGE("a.vy", -1.001, 1.001),
                  SUMMARY("gaps.0.peak_force", elastic, 1e-2)}},
      {.name = "struck, exact 0.9",
       .model = "struck",
       .source = RULE,
       .checks = {REBOUND(0.86, 0.94)}},
      {.name = "struck, exact 0.5",
       .model = "struck",
       .source = RULE,
       .settings = {DAMPING("law: exact, restitution: 0.5")},
       .checks = {REBOUND(0.42, 0.6)}},
      {.name = "struck, Hunt-Crossley 0.9",
       .model = "struck",
       .source = RULE,
       .settings = {DAMPING("law: hunt_crossley, restitution: 0.9")},
       .checks = {REBOUND(0.87, 0.95)}},
      {.name = "struck, Hunt-Crossley alpha",
       .model = "struck",
       .source = "1 - alpha v at 1 m/s; needs no reference speed",
       .settings = {DAMPING("law: hunt_crossley, alpha: 0.1 s/m")},
       .checks = {REBOUND(0.88, 0.93)}},
      {.name = "struck, Flores 0.9",
       .model = "struck",
       .source = RULE,
       .settings = {DAMPING("law: flores, restitution: 0.9")},
       .checks = {REBOUND(0.84, 0.95)}},
      {.name = "struck, Lankarani-Nikravesh 0.9",
       .model = "struck",
       .source = RULE,
       .settings = {DAMPING("law: lankarani_nikravesh, restitution: 0.9")},
       .checks = {REBOUND(0.86, 0.96)}},
      {.name = "struck, with given scales",
       .model = "resting_contact_struck",
       .source = RULE,
       .settings = {"run.every=2e-5"},
       .checks = {REBOUND(0.87, 0.95)}},
      {.name = "struck at a gap of 1 nm",
       .model = "struck",
       .source = RULE,
       .settings = {"bodies.a.position.1=0.050000001"},
       .checks = {REBOUND(0.84, 0.95)}},
      {.name = "struck after it settled",
       .model = "struck",
       .source = RULE,
       .settings = {"bodies.a.position.1=0.04990127",
                    "loads.p.force.1='time > 0.1 s && time < 0.1002 s ? "
                    "-7853.981634 N*sin(15707.963268 rad/s*(time - 0.1 s)) : 0 N'",
                    "run.until=0.11"},
       .checks = {REBOUND(0.86, 0.94)}},
      {.name = "free impact, exact 0.9",
       .model = "struck",
       .source = FREE,
       .settings = LAND(NULL),
       .checks = {END("a.vy", 0.9, 1e-4)}},
      {.name = "free impact, exact 0.5",
       .model = "struck",
       .source = FREE,
       .settings = LAND(DAMPING("law: exact, restitution: 0.5")),
       .checks = {END("a.vy", 0.5, 1e-4)}},
      {.name = "free impact, Hunt-Crossley 0.5",
       .model = "struck",
       .source = "docs/laws.md, own quadrature: 0.6630",
       .settings = LAND(DAMPING("law: hunt_crossley, restitution: 0.5")),
       .checks = {END("a.vy", 0.6630, 1e-4)}},
      {.name = "ball on ball, no damping",
       .model = "struck_by_ball",
       .source = "own integration",
       .settings = {DAMPING("law: none")},
       .checks = {SUMMARY("gaps.0.peak_force", floor, 0.1), END("high.vy", apart[3], 1e-4),
                  END("low.vy", apart[2], 1e-4)}},
      {.name = "ball on ball, exact 0.5",
       .model = "struck_by_ball",
       .source = "the face gives way little less than without damping (1.77 mm), and is pressed "
                 "hardly more",
       .checks = {SUMMARY("gaps.0.peak_force", 0.75 * floor, 0.35 * floor),
                  SUMMARY("gaps.0.deepest", 1.4e-3, 0.4e-3)}},
      {.name = "latch",
       .model = "latch_flores_spike",
       .cpu = 10.0,
       .source = "the elastic law's peak: 32 to 35 kN in runs at rtol 3e-8 to 1e-10, which part "
                 "before it",
       .settings = {"contacts.steel.damping={law: none}", "run.rtol=1e-8"},
       .checks = {SUMMARY("gaps.2.peak_force", 34e3, 3e3)}},
      {.name = "latch, Flores",
       .model = "latch_flores_spike",
       .cpu = 10.0,
       .source = "about the elastic law's peak of 40 kN",
       .checks = {SUMMARY("gaps.2.peak_force", 40e3, 20e3)}},
      {.name = "latch, Flores 0.9",
       .model = "latch_flores_spike",
       .cpu = 10.0,
       .source = "about the elastic law's peak of 40 kN",
       .settings = {"contacts.steel.damping.restitution=0.9"},
       .checks = {SUMMARY("gaps.2.peak_force", 40e3, 20e3)}},
      {.name = "a start 1 mm deep",
       .model = "overlap_start",
       .source = "the user is told which gap starts closed, and how deep",
       .text = {"floor", "starts closed|start closed|closed at the start", "1 mm|0.001 m"}},
      {.name = "a start 1 mm deep, check",
       .model = "overlap_start",
       .verb = "check",
       .source = "the user is told which gap starts closed, and how deep",
       .text = {"floor", "starts closed|start closed|closed at the start", "1 mm|0.001 m"}},
      {.name = "a roller within its cam",
       .model = "start_inside",
       .verb = "check",
       .source = "cam at (6, 0) R 20, roller at 60 mm, 160 deg from (70, 0) r 8: centres 21.9 mm "
                 "apart, 6.1 mm deep",
       .text = {"roller", "starts closed|start closed|closed at the start",
                "6.1|6.0|0.0061|0.0060"}},
      {.name = NULL}};
  _Static_assert(sizeof table <= sizeof cases, "too many cases");
  memcpy(cases, table, sizeof table);
  return cases;
}
