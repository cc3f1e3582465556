/* cases_time.c: time moves on; steps, events and rows have limits with clear errors. */
#include <math.h>
#include <string.h>

#include "run_case.h"

static double on_linear_spring(double time) { /* laid on a face K = 1e6 N/m without speed */
  const double w = sqrt(1e6);
  return 0.05 - 9.81 / (w * w) * (1.0 - cos(w * time));
}

const run_case *time_cases(void) {
  static run_case cases[32];
  const run_case table[] = {
      {.name = "geneva without damping",
       .model = "shipped/geneva",
       .cpu = 20.0,
       .source = "nothing is lost: the energy balance holds, and the run ends",
       .settings = {"contacts.steel.damping={law: none}", "run.until=2.05 s", "run.every=10 ms"}},
      {.name = "geneva without damping, rtol 1e-8",
       .model = "shipped/geneva",
       .cpu = 20.0,
       .source = "as above",
       .settings = {"contacts.steel.damping={law: none}", "run.until=2.05 s", "run.every=10 ms",
                    "run.rtol=1e-8"}},
      {.name = "ball in its socket without damping",
       .model = "shipped/ball_in_socket",
       .cpu = 10.0,
       .source = "nothing is lost",
       .settings = {"contacts.steel.damping={law: none}"}},
      {.name = "laid on a face, linear",
       .model = "laid_on_face",
       .source = "oscillation about the static depth, in closed form",
       .checks = {CURVE("a.y", on_linear_spring, 1e-8)}},
      {.name = "laid on a face, weightless",
       .model = "laid_on_face",
       .source = "nothing acts",
       .settings = {"gravity=[0, 0]"},
       .checks = {RANGE("a.y", 0.05 - 1e-12, 0.05 + 1e-12)}},
      {.name = "laid on a face, damped",
       .model = "laid_on_face",
       .source = "it comes to rest at the static depth m g/K",
       .settings = {"contacts.k.damping={law: hunt_crossley, alpha: 100 s/m}", "run.until=20 s",
                    "run.every=0.1 s"},
       .checks = {END("a.y", 0.05 - 9.81e-6, 1e-8)}},
      {.name = "bounces that die out",
       .model = "laid_on_face",
       .cpu = 10.0,
       .source = "it comes to rest at the static depth m g/K",
       .settings = {"bodies.a.position.1=0.06", "contacts.k.damping={law: exact, restitution: 0.5}",
                    "run.until=5 s", "run.every=10 ms"},
       .checks = {END("a.y", 0.05 - 9.81e-6, 1e-6)}},
      {.name = "rows each 1e-308 s",
       .model = "load_pulse",
       .status = REFUSED,
       .source = "below the resolution of time",
       .settings = {"run.every=1e-308", "run.until=1 ms"},
       .error = {"every"}},
      {.name = "rows each 1e-12 s",
       .model = "load_pulse",
       .status = REFUSED,
       .source = "1e12 rows are refused",
       .settings = {"run.every=1e-12"},
       .error = {"every"}},
      {.name = "load that has no value from 0.05 s on",
       .model = "nan_torque",
       .status = 3,
       .source = "the root of a negative number",
       .error = {"twist"},
       .not_error = {"use a smaller rtol"},
       .error_time = 0.05,
       .error_tolerance = 1e-5},
      {.name = NULL}};
  _Static_assert(sizeof table <= sizeof cases, "too many cases");
  memcpy(cases, table, sizeof table);
  return cases;
}
