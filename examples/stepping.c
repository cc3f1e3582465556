/* stepping.c: a run that is advanced, read and controlled: a PD controller holds a pendulum upright
 * by a torque at its pivot.    cc stepping.c $(pkg-config --cflags --libs pintle) -lm */
#include <math.h>
#include <pintle.h>
#include <stdio.h>
#include <string.h>

static const char model[] =
    "pintle: 1\n"
    "gravity: [0, -9.81 m/s^2]\n"
    "inputs: {torque: {unit: N m}}\n"
    "bodies: {rod: {mass: 1 kg, inertia: 0.0833 kg m^2, position: [0, 0.5 m], angle: 90 deg}}\n"
    "joints: {pivot: {type: revolute, bodies: [ground, rod], at: [0, 0]}}\n"
    "loads: {motor: {body: rod, torque: torque}}\n"
    "start: {pivot: {angle: 80 deg}}\n"
    "run: {until: 5 s, every: 10 ms}\n";

static int fail(const ptl_context *context) {
  fprintf(stderr, "%s\n", ptl_context_message(context));
  return 1;
}

int main(void) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_mechanism *mechanism;
  ptl_system *system;
  ptl_run *run;
  if (ptl_mechanism_parse(context, model, strlen(model), "pendulum", NULL, 0, &mechanism) !=
          PTL_OK ||
      ptl_assemble(mechanism, &system) != PTL_OK ||
      ptl_run_create(context, system, NULL, NULL, &run) != PTL_OK)
    return fail(context);
  const int torque = ptl_system_find_input(system, "torque");
  const int angle = ptl_system_find_column(system, "rod.angle");
  const int rate = ptl_system_find_column(system, "rod.omega");
  const double upright = 1.5707963267948966;
  double a = 0.0, w = 0.0;
  for (int i = 1; i <= 500; i++) {
    if (ptl_run_get_column(run, angle, &a) != PTL_OK ||
        ptl_run_get_column(run, rate, &w) != PTL_OK ||
        ptl_run_set_input(run, torque, 40.0 * (upright - a) - 8.0 * w) != PTL_OK ||
        ptl_run_advance(run, i * 0.01, NULL) != PTL_OK)
      return fail(context);
  }
  printf("after %g s the rod is %.3g rad from upright\n", ptl_run_get_time(run), a - upright);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(mechanism);
  ptl_context_destroy(context);
  return fabs(a - upright) < 1e-3 ? 0 : 1;
}
