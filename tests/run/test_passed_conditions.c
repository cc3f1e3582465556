/* Conditions on the state that a motion passes once, whatever a restart at the change does to the
 * state. */
#include "support.h"

/* Five bodies of a random mechanism, driven to reactions of 150 MN: where IDA starts anew at a
 * change of the condition, the velocity comes back on its other side by 2e-7 rad/s, and goes on as
 * before. Slides fly out to 900 m. Reference: DOP853, which has no such step. */
static const char driven[] =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  b0: {mass: 0.213137, inertia: 0.00954181, position: [0.345524, 0.482806], angle: -0.706779, "
    "com: [0.0512527, 0]}\n"
    "  b1: {mass: 0.551779, inertia: 0.00591804, position: [-0.383935, 0.0162673], angle: "
    "-0.261907}\n"
    "  b2: {mass: 0.59551, inertia: 0.020578, position: [-0.403784, 0.410556], angle: -1.70141}\n"
    "  b3: {mass: 1.138, inertia: 0.026654, position: [-0.166747, 0.349696], angle: -0.976217, "
    "com: [-0.138524, 0]}\n"
    "  b4: {mass: 0.852278, inertia: 0.0330476, position: [-0.188183, -0.186884], angle: 2.20346, "
    "com: [-0.072801, -0.0686842]}\n"
    "joints:\n"
    "  j0: {type: revolute, bodies: [ground, b0], at: [0.345524, 0.482806], bushing: {stiffness: "
    "25107.6, damping: 0.0940278}}\n"
    "  j1: {type: pin_in_slot, bodies: [b0, b1], at: [-0.383935, 0.0162673], axis: [-0.567061, "
    "0.823676], clearance: 0, slot: {line: {from: [-1.7588789999999999, 0], to: "
    "[1.7588789999999999, 0]}}}\n"
    "  j2: {type: revolute, bodies: [b0, b2], at: [-0.403784, 0.410556]}\n"
    "  j3: {type: revolute, bodies: [b0, b3], at: [-0.524387, -0.436236]}\n"
    "  j4: {type: translational, bodies: [b2, b4], at: [-0.188183, -0.186884], axis: [0.79862, "
    "0.601835]}\n"
    "  m0: {type: motion, joint: j2, rises: [{law: polynomial_345, rise: 2.14489, duration: "
    "0.0212113}, {law: polynomial_4567, rise: -2.14489, start: 0.0424226, duration: 0.0212113}], "
    "period: 0.106056}\n"
    "  floor: {type: circle_line, line: {body: ground, from: [-5.8629299999999995, 0.321587], to: "
    "[5.8629299999999995, 0.321587]}, circle: {body: b0, radius: 0.0586293}, contact: stop}\n"
    "contacts:\n"
    "  c: {elastic: {law: power, stiffness: 1.48051e+09, exponent: 1}, damping: {law: "
    "hunt_crossley, alpha: 0.14061}}\n"
    "  stop: {elastic: {law: power, stiffness: 3.79176e+08, exponent: 1.5}, damping: {law: "
    "hunt_crossley, alpha: 0.0745002}}\n"
    "loads:\n"
    "  l0: {body: b2, force: [!si 'b2.omega > 1.48097 ? -2.55255 : 4.25425', 0], frame: body}\n"
    "run: {until: 0.178, every: 0.01}\n";

static double final_rate(ptl_context *context, const char *integrator, const char *rtol,
                         int64_t *steps) {
  const ptl_setting settings[] = {{"run.integrator", integrator}, {"run.rtol", rtol}};
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  ptl_system *system = system_of(context, driven, settings, 2);
  must(context, ptl_simulate(context, system, NULL, &sink, &sum));
  const double rate = rows_at(&trace, trace.n - 1, column_of(system, "b2.omega"));
  *steps = sum.counters.steps;
  rows_release(&trace);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(system);
  return rate;
}

/* Far out, where rounding is most of its error, DOP853 takes the steps that its error allows: about
 * 1000. */
static void what_is_put_back_goes_on(void **state) {
  int64_t by_ida, by_dop853;
  const double rate = final_rate(*state, "auto", "1e-8", &by_dop853);
  assert_near(final_rate(*state, "ida", "1e-9", &by_ida), rate, 1e-5);
  assert_true(by_dop853 < 3000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_put_back_goes_on)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
