/* Inputs: set while a run goes on. */
#include "model_run.h"

static const char block[] =
    "pintle: 1\n"
    "inputs: {push: {unit: N, default: 2 N}, twist: {unit: N m}}\n"
    "bodies: {block: {mass: 2 kg, inertia: 1 kg m^2, position: [0, 0]}}\n"
    "loads: {hand: {body: block, force: [push, 0 N], torque: 2*twist}}\n"
    "run: {until: 10 s, every: 10 ms}\n"
    "output: {expressions: {double_push: 2*push}}\n";

static ptl_system *block_with(const char *integrator) {
  const ptl_setting setting = {"run.integrator", integrator};
  return system_of(context, block, &setting, 1);
}

static void is_at(ptl_run *run, double x, double vx, double omega) {
  double q[3], v[3];
  must(context, ptl_run_get_state(run, q, v));
  assert_near(q[0], x, 1e-6);
  assert_near(v[0], vx, 1e-6);
  assert_near(v[2], omega, 1e-6);
}

/* A block of 2 kg, by Newton: pushed by 2 N for 1 s, then by -4 N for 1 s, then by a force that
 * rises to 0 in 1 s, then by none: 1 m/s^2, -2 m/s^2, from -2 m/s^2 to 0. */
static void held_and_linear(void **state) {
  (void)state;
  static const char *const integrators[] = {"dop853", "ida"};
  for (int k = 0; k < 2; k++) {
    ptl_system *system = block_with(integrators[k]);
    int push = ptl_system_find_input(system, "push"),
        twist = ptl_system_find_input(system, "twist");
    ptl_run *run;
    double value;
    assert_int_equal(ptl_system_get_sizes(system).n_inputs, 2);
    must(context, ptl_run_create(context, system, NULL, NULL, &run));
    must(context, ptl_run_advance(run, 1.0, NULL));
    is_at(run, 0.5, 1.0, 0.0);
    must(context, ptl_run_set_input(run, push, -4.0));
    must(context, ptl_run_set_input(run, twist, 0.25));
    must(context, ptl_run_advance(run, 2.0, NULL));
    is_at(run, 0.5, -1.0, 0.5);
    must(context, ptl_run_ramp_input(run, push, 0.0, 3.0));
    must(context, ptl_run_set_input(run, twist, 0.0));
    must(context, ptl_run_advance(run, 2.5, NULL));
    must(context, ptl_run_get_input(run, push, &value));
    assert_near(value, -2.0, 1e-12);
    must(context, ptl_run_advance(run, 4.0, NULL));
    is_at(run, 0.5 - 1.0 - 2.0 / 3.0 - 2.0, -2.0, 0.5);
    must(context, ptl_run_get_column(run, ptl_system_find_column(system, "push"), &value));
    assert_near(value, 0.0, 0.0);
    ptl_summary summary; /* the work of the push is the kinetic energy */
    must(context, ptl_run_get_summary(run, &summary));
    assert_near(summary.energy.supplied, 0.5 * 2.0 * 4.0 + 0.5 * 0.25, 1e-5);
    ptl_summary_release(context, &summary);
    ptl_run_destroy(run);
    ptl_system_destroy(system);
  }
}

/* An input that is linear from one time to the next, set at each, costs no restart; x'' = t/2 up to
 * 1 s in 100 pieces. */
static void linear_in_between(void **state) {
  (void)state;
  ptl_system *system = block_with("dop853");
  int push = ptl_system_find_input(system, "push");
  ptl_run *run;
  ptl_summary summary;
  must(context, ptl_run_create(context, system, NULL, NULL, &run));
  must(context, ptl_run_set_input(run, push, 0.0));
  for (int i = 1; i <= 100; i++) {
    must(context, ptl_run_ramp_input(run, push, i * 0.01, i * 0.01));
    must(context, ptl_run_advance(run, i * 0.01, NULL));
  }
  is_at(run, 1.0 / 12.0, 0.25, 0.0);
  must(context, ptl_run_get_summary(run, &summary));
  assert_true(summary.counters.steps < 110); /* the first ones grow to 10 ms */
  ptl_summary_release(context, &summary);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
}

/* A condition on an input changes as one on the state does: the push is 10 N where the input is
 * above 1.5 N. */
static void condition_on_an_input(void **state) {
  (void)state;
  static const char text[] =
      "pintle: 1\n"
      "inputs: {push: {unit: N, default: 0 N}}\n"
      "bodies: {block: {mass: 1 kg, inertia: 1 kg m^2, position: [0, 0]}}\n"
      "loads: {hand: {body: block, force: ['push > 1.5 N ? 10 N : 0 N', 0 N]}}\n"
      "run: {until: 10 s, every: 10 ms}\n";
  ptl_system *system = system_of(context, text, NULL, 0);
  ptl_run *run;
  must(context, ptl_run_create(context, system, NULL, NULL, &run));
  must(context, ptl_run_ramp_input(run, 0, 3.0, 1.0)); /* passes 1.5 N at 0.5 s */
  must(context, ptl_run_advance(run, 1.0, NULL));
  is_at(run, 10.0 * 0.125, 5.0, 0.0);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
}

static void misuse_is_refused(void **state) {
  (void)state;
  ptl_system *system = block_with("auto");
  ptl_run *run;
  double value;
  must(context, ptl_run_create(context, system, NULL, NULL, &run));
  assert_int_equal(ptl_system_find_input(system, "pull"), -1);
  assert_int_equal(ptl_run_set_input(run, 2, 1.0), PTL_ERR_USAGE);
  assert_int_equal(ptl_run_get_input(run, -1, &value), PTL_ERR_USAGE);
  assert_int_equal(ptl_run_set_input(run, 0, NAN), PTL_ERR_INPUT);
  assert_int_equal(ptl_run_ramp_input(run, 0, 1.0, 0.0), PTL_ERR_USAGE);
  assert_int_equal(ptl_run_ramp_input(run, 0, INFINITY, 1.0), PTL_ERR_INPUT);
  must(context, ptl_run_advance(run, 0.5, NULL));
  ptl_run_destroy(run);
  ptl_system_destroy(system);
}

static void check_refused(const char *text, const char *message) {
  ptl_mechanism *m = NULL;
  const char *path = write_file("bad.yaml", text);
  assert_int_equal(ptl_mechanism_load(context, path, NULL, 0, &m), PTL_ERR_INPUT);
  remove(path);
  if (strstr(ptl_context_message(context), message) == NULL)
    fail_msg("'%s' has no '%s'", ptl_context_message(context), message);
}

static void bad_inputs_are_refused(void **state) {
  (void)state;
  check_refused("pintle: 1\ninputs: {push: {unit: kN}}\n", "not one");
  check_refused("pintle: 1\ninputs: {push: {unit: N, default: 1 m}}\n", "default");
  check_refused("pintle: 1\ninputs: {push: {size: 1}}\n", "size");
  check_refused("pintle: 1\ninputs: {sin: {unit: N}}\n", "know that name");
  check_refused("pintle: 1\nparameters: {push: 1 N}\ninputs: {push: {unit: N}}\n", "parameter");
  check_refused("pintle: 1\ninputs: {event: {unit: N}}\n", "column");
}

/* Saved with every default resolved, the model has the same inputs. */
static void inputs_are_written(void **state) {
  (void)state;
  ptl_mechanism *m = mechanism_of(context, block, NULL, 0), *again;
  const char *path = write_file("resolved.yaml", "");
  ptl_input_def input;
  must(context, ptl_mechanism_save(m, path));
  must(context, ptl_mechanism_load(context, path, NULL, 0, &again));
  assert_int_equal(ptl_mechanism_get_input(again, 0, &input), 1);
  assert_string_equal(input.name, "push");
  assert_string_equal(input.unit, "N");
  assert_near(input.value, 2.0, 0.0);
  assert_int_equal(ptl_mechanism_get_input(again, 2, &input), 0);
  ptl_mechanism_destroy(again);
  ptl_mechanism_destroy(m);
  remove(path);
}

/* ---------------------------------------------------------------- motions */

static const char driven[] =
    "pintle: 1\n"
    "gravity: [0, 0]\n"
    "inputs: {speed: {unit: rad/s, default: 1 rad/s}, place: {unit: m}, push: {unit: N}}\n"
    "bodies:\n"
    "  wheel: {mass: 1 kg, inertia: 0.5 kg m^2, position: [0, 0]}\n"
    "  slide: {mass: 2 kg, inertia: 1 kg m^2, position: [0, 1 m]}\n"
    "joints:\n"
    "  axle: {type: revolute, bodies: [ground, wheel], at: [0, 0]}\n"
    "  rail: {type: translational, bodies: [ground, slide], at: [0, 1 m], axis: [1, 0]}\n"
    "  motor: {type: motion, joint: axle, rate: 2*speed + 1 rad/s}\n"
    "  ram: {type: motion, joint: rail, position: 3*place}\n"
    "loads: {hand: {body: slide, force: [0 N, push]}}\n"
    "run: {until: 10 s, every: 10 ms}\n";

static double column(ptl_run *run, const ptl_system *system, const char *name) {
  double value;
  must(context, ptl_run_get_column(run, ptl_system_find_column(system, name), &value));
  return value;
}

/* The speed goes 1, from 1 s to 3 s linearly to 5, then is held: the rate 2 u + 1 and its integral,
 * by hand. The place goes by the cubic from 0 at rest to 0.2 m at 0.4 m/s in 1 s, p = 0.2 s^2, and
 * on at that rate; a change of the load in between, and one of the speed within a step, change
 * neither. The motor turns J = 0.5 kg m^2, the ram pushes 2 kg. */
static void motions_follow(void **state) {
  (void)state;
  static const char *const integrators[] = {"dop853", "ida"};
  for (int k = 0; k < 2; k++) {
    const ptl_setting setting = {"run.integrator", integrators[k]};
    ptl_system *system = system_of(context, driven, &setting, 1);
    const int speed = ptl_system_find_input(system, "speed"),
              place = ptl_system_find_input(system, "place"),
              push = ptl_system_find_input(system, "push");
    ptl_run *run;
    ptl_summary summary;
    must(context, ptl_run_create(context, system, NULL, NULL, &run));
    must(context, ptl_run_guide_input(run, place, 0.2, 0.4, 1.0));
    must(context, ptl_run_advance(run, 0.5, NULL));
    assert_near(column(run, system, "slide.x"), 3.0 * 0.2 * 0.25, 1e-9);
    assert_near(column(run, system, "slide.vx"), 3.0 * 0.4 * 0.5, 1e-8);
    assert_near(column(run, system, "slide.ax"), 3.0 * 0.4, 1e-6);
    assert_near(column(run, system, "wheel.angle"), 1.5, 1e-9);
    must(context, ptl_run_set_input(run, push, 1.0));
    must(context, ptl_run_advance(run, 1.0, NULL));
    must(context, ptl_run_ramp_input(run, speed, 5.0, 3.0));
    must(context, ptl_run_advance(run, 2.0, NULL));
    assert_near(column(run, system, "wheel.angle"), 3.0 + 3.0 + 2.0, 1e-8);
    assert_near(column(run, system, "wheel.omega"), 7.0, 1e-8);
    assert_near(column(run, system, "wheel.alpha"), 4.0, 1e-6);
    assert_near(column(run, system, "slide.x"), 3.0 * (0.2 + 0.4), 1e-8);
    assert_near(column(run, system, "slide.vx"), 1.2, 1e-7);
    must(context, ptl_run_advance(run, 4.0, NULL));
    assert_near(column(run, system, "wheel.angle"), 3.0 + 6.0 + 8.0 + 11.0, 1e-8);
    assert_near(column(run, system, "wheel.alpha"), 0.0, 1e-6);
    must(context,
         ptl_run_get_summary(run, &summary)); /* works of motor, ram and hand are the energies */
    assert_near(summary.energy.supplied, 0.25 * (121.0 - 9.0) + 1.44, 1e-4);
    assert_true(fabs(summary.energy.balance) < 1e-4);
    ptl_summary_release(context, &summary);
    ptl_run_destroy(run);
    ptl_system_destroy(system);
  }
}

/* A place that is guided along sin t in 200 pieces with rates: cubics through values and slopes
 * differ from it by h^4/384, by the error of Hermite's interpolation, and their slopes by
 * sqrt(3)/216 h^3; saved in between, it goes on with the same bits. */
static void guided_along_a_sine(void **state) {
  (void)state;
  ptl_system *system = system_of(context, driven, NULL, 0);
  const double h = 0.01;
  ptl_run *run, *again;
  void *bytes;
  size_t size;
  double q[6], v[6], q2[6], v2[6];
  must(context, ptl_run_create(context, system, NULL, NULL, &run));
  must(context, ptl_run_guide_input(run, 1, 1.0 - cos(h), sin(h), h));
  for (int i = 1; i < 200; i++) {
    must(context, ptl_run_advance(run, i * h, NULL));
    must(context,
         ptl_run_guide_input(run, 1, 1.0 - cos((i + 1) * h), sin((i + 1) * h), (i + 1) * h));
    must(context, ptl_run_get_state(run, q, v));
    assert_near(q[3], 3.0 * (1.0 - cos(i * h)), 1e-9);
    assert_near(v[3], 3.0 * sin(i * h), 1e-8);
  }
  must(context, ptl_run_advance(run, 1.995, NULL));
  must(context, ptl_run_get_state(run, q, v));
  assert_near(q[3], 3.0 * (1.0 - cos(1.995)), 3.0 * h * h * h * h / 384.0 + 1e-9);
  must(context, ptl_run_save(run, &bytes, &size));
  must(context, ptl_run_restore(context, system, NULL, NULL, bytes, size, &again));
  ptl_text_release(context, bytes);
  must(context, ptl_run_advance(run, 3.0, NULL));
  must(context, ptl_run_advance(again, 3.0, NULL));
  must(context, ptl_run_get_state(run, q, v));
  must(context, ptl_run_get_state(again, q2, v2));
  assert_memory_equal(q, q2, sizeof q);
  assert_memory_equal(v, v2, sizeof v);
  assert_near(q[3], 3.0 * (1.0 - cos(2.0) + sin(2.0)), 1e-8);
  ptl_run_destroy(again);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
}

static void said(const char *message) {
  if (strstr(ptl_context_message(context), message) == NULL)
    fail_msg("'%s' has no '%s'", ptl_context_message(context), message);
}

/* Infinite forces are refused, and the run goes on as if nothing had been asked. */
static void motions_do_not_jump(void **state) {
  (void)state;
  ptl_system *system = system_of(context, driven, NULL, 0);
  ptl_run *run;
  must(context, ptl_run_create(context, system, NULL, NULL, &run));
  must(context, ptl_run_advance(run, 0.5, NULL));
  assert_int_equal(ptl_run_set_input(run, 0, 2.0), PTL_ERR_INPUT);
  said("ptl_run_ramp_input");
  assert_int_equal(ptl_run_set_input(run, 1, 0.1), PTL_ERR_INPUT);
  said("ptl_run_guide_input");
  assert_int_equal(ptl_run_ramp_input(run, 1, 0.1, 1.0), PTL_ERR_INPUT);
  said("rate at once");
  must(context, ptl_run_guide_input(run, 1, 0.1, 1.0, 1.0));
  must(context, ptl_run_advance(run, 2.0, NULL));
  assert_int_equal(ptl_run_ramp_input(run, 1, 2.1, 3.0), PTL_ERR_INPUT); /* it would stop at once */
  assert_int_equal(ptl_run_set_input(run, 1, 1.1), PTL_ERR_INPUT);
  must(context, ptl_run_set_input(run, 0, 1.0)); /* what it is already */
  must(context, ptl_run_advance(run, 3.0, NULL));
  assert_near(column(run, system, "slide.x"), 3.0 * 2.1, 1e-8);
  assert_near(column(run, system, "wheel.angle"), 9.0, 1e-8);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
}

static void check_motion_refused(const char *motion, const char *message) {
  char text[700];
  snprintf(text, sizeof text,
           "pintle: 1\ninputs: {u: {unit: rad/s}, w: {unit: rad}}\n"
           "bodies: {b: {mass: 1 kg, inertia: 1 kg m^2}}\n"
           "joints:\n  axle: {type: revolute, bodies: [ground, b], at: [0, 0]}\n"
           "  motor: {type: motion, joint: axle, %s}\n",
           motion);
  check_refused(text, message);
}

static void motions_are_linear_in_inputs(void **state) {
  (void)state;
  check_motion_refused("rate: u*time/1 s", "linear");
  check_motion_refused("rate: 'u > 1 rad/s ? u : 0 rad/s'", "linear");
  check_motion_refused("angle: w^2/1 rad", "linear");
  check_motion_refused("angle: u", "rad");
  check_motion_refused("rate: b.omega", "b.omega");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(held_and_linear),        cmocka_unit_test(linear_in_between),
      cmocka_unit_test(condition_on_an_input),  cmocka_unit_test(misuse_is_refused),
      cmocka_unit_test(bad_inputs_are_refused), cmocka_unit_test(inputs_are_written),
      cmocka_unit_test(motions_follow),         cmocka_unit_test(guided_along_a_sine),
      cmocka_unit_test(motions_do_not_jump),    cmocka_unit_test(motions_are_linear_in_inputs)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
