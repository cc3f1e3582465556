/* Functional mock-up units by FMI 2.0 for co-simulation, played by a small importer. Expected
 * values: the run of the same model by the library, with which a unit must agree. */
#include <stdarg.h>

#include "fmi2.h"
#include "importer.h"

#define YOKE PINTLE_MODELS "/scotch_yoke.yaml"

/* ---------------------------------------------------------------- the importer */

static void write_log(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                      fmi2String category, fmi2String message, ...) {
  (void)environment, (void)instance, (void)status, (void)category;
  va_list list;
  va_start(list, message);
  vsnprintf(log_text, sizeof log_text, message, list);
  va_end(list);
}

static const fmi2CallbackFunctions callbacks = {.logger = write_log};

/* The functions that the tests call, of one shared object. */
typedef struct api {
  fmi2Component (*instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String,
                               const fmi2CallbackFunctions *, fmi2Boolean, fmi2Boolean);
  void (*destroy)(fmi2Component);
  fmi2Status (*set_up)(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real);
  fmi2Status (*enter)(fmi2Component), (*leave)(fmi2Component), (*terminate)(fmi2Component),
      (*reset)(fmi2Component);
  fmi2Status (*get)(fmi2Component, const fmi2ValueReference[], size_t, fmi2Real[]);
  fmi2Status (*get_integer)(fmi2Component, const fmi2ValueReference[], size_t, fmi2Integer[]);
  fmi2Status (*set)(fmi2Component, const fmi2ValueReference[], size_t, const fmi2Real[]);
  fmi2Status (*set_slope)(fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer[],
                          const fmi2Real[]);
  fmi2Status (*step)(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean);
  fmi2Status (*save)(fmi2Component, fmi2FMUstate *), (*restore)(fmi2Component, fmi2FMUstate),
      (*forget)(fmi2Component, fmi2FMUstate *);
  fmi2Status (*size)(fmi2Component, fmi2FMUstate, size_t *);
  fmi2Status (*write)(fmi2Component, fmi2FMUstate, fmi2Byte[], size_t);
  fmi2Status (*read)(fmi2Component, const fmi2Byte[], size_t, fmi2FMUstate *);
} api;

static api api_of(const unit_file *unit) {
  api a;
  take_symbol(&a.instantiate, unit, "fmi2Instantiate");
  take_symbol(&a.destroy, unit, "fmi2FreeInstance");
  take_symbol(&a.set_up, unit, "fmi2SetupExperiment");
  take_symbol(&a.enter, unit, "fmi2EnterInitializationMode");
  take_symbol(&a.leave, unit, "fmi2ExitInitializationMode");
  take_symbol(&a.terminate, unit, "fmi2Terminate");
  take_symbol(&a.reset, unit, "fmi2Reset");
  take_symbol(&a.get, unit, "fmi2GetReal");
  take_symbol(&a.get_integer, unit, "fmi2GetInteger");
  take_symbol(&a.set, unit, "fmi2SetReal");
  take_symbol(&a.set_slope, unit, "fmi2SetRealInputDerivatives");
  take_symbol(&a.step, unit, "fmi2DoStep");
  take_symbol(&a.save, unit, "fmi2GetFMUstate");
  take_symbol(&a.restore, unit, "fmi2SetFMUstate");
  take_symbol(&a.forget, unit, "fmi2FreeFMUstate");
  take_symbol(&a.size, unit, "fmi2SerializedFMUstateSize");
  take_symbol(&a.write, unit, "fmi2SerializeFMUstate");
  take_symbol(&a.read, unit, "fmi2DeSerializeFMUstate");
  return a;
}

static fmi2Component create(const unit_file *unit, const api *a) {
  char uri[300];
  snprintf(uri, sizeof uri, "file://%s/resources", unit->folder);
  return a->instantiate("unit", fmi2CoSimulation, unit->token, uri, &callbacks, 0, 0);
}

static fmi2Component start(const unit_file *unit, const api *a, double time) {
  fmi2Component c = create(unit, a);
  assert_non_null(c);
  assert_int_equal(a->set_up(c, 0, 0.0, time, 0, 0.0), fmi2OK);
  assert_int_equal(a->enter(c), fmi2OK);
  assert_int_equal(a->leave(c), fmi2OK);
  return c;
}

static double get(const unit_file *unit, const api *a, fmi2Component c, const char *name) {
  const unsigned reference = reference_of(unit, name);
  double value = NAN;
  assert_int_equal(a->get(c, &reference, 1, &value), fmi2OK);
  return value;
}

static int get_integer(const unit_file *unit, const api *a, fmi2Component c, const char *name) {
  const unsigned reference = reference_of(unit, name);
  int value = -1;
  assert_int_equal(a->get_integer(c, &reference, 1, &value), fmi2OK);
  return value;
}

static void set(const unit_file *unit, const api *a, fmi2Component c, const char *name,
                double value) {
  const unsigned reference = reference_of(unit, name);
  assert_int_equal(a->set(c, &reference, 1, &value), fmi2OK);
}

/* ---------------------------------------------------------------- the run of the library */

static double column_now(const ptl_system *system, ptl_run *run, const char *name) {
  double value;
  must(context, ptl_run_get_column(run, ptl_system_find_column(system, name), &value));
  return value;
}

/* Signals with and without states, and an input in them: at every communication step the unit has
 * what the library has. */
static void signals_equal_the_run(void **state) {
  (void)state;
  static const char *const columns[] = {"rail.position", "both",  "smooth", "late",
                                        "drive",         "turns", "warm",   "axle.rate"};
  unit_file unit = import_unit(PINTLE_DATA "/signals.yaml", "");
  const api a = api_of(&unit);
  ptl_mechanism *m;
  ptl_system *system;
  must(context, ptl_mechanism_load(context, PINTLE_DATA "/signals.yaml", NULL, 0, &m));
  must(context, ptl_assemble(m, &system));
  fmi2Component c = start(&unit, &a, 0.0);
  ptl_run_options options = ptl_run_options_default();
  options.until_time = INFINITY;
  options.no_output = 1;
  ptl_run *run;
  must(context, ptl_run_create(context, system, &options, NULL, &run));
  for (int i = 0; i < 60; i++) {
    const double step = 0.02;
    if (i == 30) {
      set(&unit, &a, c, "command", 0.02);
      must(context, ptl_run_set_input(run, ptl_system_find_input(system, "command"), 0.02));
    }
    assert_int_equal(a.step(c, i * step, step, 1), fmi2OK);
    must(context, ptl_run_advance(run, i * step + step, NULL));
    for (size_t n = 0; n < sizeof columns / sizeof *columns; n++) {
      const double expected = column_now(system, run, columns[n]);
      assert_near(get(&unit, &a, c, columns[n]), expected, 1e-9 * (1.0 + fabs(expected)));
    }
  }
  assert_true(column_now(system, run, "turns") >= 1.0);
  ptl_run_destroy(run);
  a.destroy(c);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  release_unit(&unit);
}

/* Names of columns that the scotch yoke has. */
static const char *const yoke_columns[] = {
    "crank.angle", "yoke.x", "yoke.vx", "yoke.ax", "slot.outer.normal_force", "slot.outer.depth"};
enum { N_YOKE = sizeof yoke_columns / sizeof *yoke_columns };

/* At every communication step: an odd one, a large one, one below the steps of the integrator. */
static void equals_the_run(void **state) {
  (void)state;
  static const double steps[] = {0.37e-3, 3e-3, 2e-6};
  unit_file unit = import_unit(YOKE, "");
  const api a = api_of(&unit);
  ptl_system *system = system_of_model("scotch_yoke", NULL, 0);
  for (int k = 0; k < 3; k++) {
    fmi2Component c = start(&unit, &a, 0.0);
    ptl_run_options options = ptl_run_options_default();
    options.until_time = INFINITY;
    options.no_output = 1;
    ptl_run *run;
    must(context, ptl_run_create(context, system, &options, NULL, &run));
    for (int i = 0; i < 40; i++) {
      assert_int_equal(a.step(c, i * steps[k], steps[k], 1), fmi2OK);
      must(context, ptl_run_advance(run, i * steps[k] + steps[k], NULL));
      for (int n = 0; n < N_YOKE; n++) {
        const double expected = column_now(system, run, yoke_columns[n]);
        assert_near(get(&unit, &a, c, yoke_columns[n]), expected, 1e-9 * (1.0 + fabs(expected)));
      }
    }
    ptl_run_destroy(run);
    a.destroy(c);
  }
  ptl_system_destroy(system);
  release_unit(&unit);
}

/* The largest peak, its time, the sums of impulses and touches are those of the whole run, whatever
 * the step. */
static void peaks_do_not_depend_on_the_step(void **state) {
  (void)state;
  static const double until = 0.02;
  unit_file unit = import_unit(YOKE, "");
  const api a = api_of(&unit);
  ptl_system *system = system_of_model("scotch_yoke", NULL, 0);
  ptl_run_options options = ptl_run_options_default();
  options.until_time = until;
  options.no_output = 1;
  ptl_summary sum;
  must(context, ptl_simulate(context, system, &options, NULL, &sum));
  const int gap = ptl_system_find_gap(system, "slot", "outer");
  const ptl_gap_summary *expected = &sum.gaps[gap];
  assert_true(expected->touches > 1);
  for (int n = 1; n <= 1000; n *= 10) {
    fmi2Component c = start(&unit, &a, 0.0);
    double peak = 0.0, when = 0.0, impulse = 0.0;
    int touches = 0;
    for (int i = 0; i < n; i++) {
      assert_int_equal(a.step(c, until * i / n, until / n, 1), fmi2OK);
      const double force = get(&unit, &a, c, "slot.outer.peak_force");
      if (force > peak) when = get(&unit, &a, c, "slot.outer.peak_time");
      peak = fmax(peak, force);
      impulse += get(&unit, &a, c, "slot.outer.impulse");
      touches += get_integer(&unit, &a, c, "slot.outer.touches");
    }
    assert_near(peak, expected->peak_force, 1e-6 * peak);
    assert_near(when, expected->peak_force_time, 1e-7);
    assert_near(impulse, expected->impulse, 1e-6 * impulse);
    assert_int_equal(touches, expected->touches);
    a.destroy(c);
  }
  ptl_summary_release(context, &sum);
  ptl_system_destroy(system);
  release_unit(&unit);
}

/* ---------------------------------------------------------------- states */

/* Back to before an impact, several times; the same steps give the same bits. */
static void steps_are_taken_back(void **state) {
  (void)state;
  unit_file unit = import_unit(YOKE, "");
  const api a = api_of(&unit);
  fmi2Component c = start(&unit, &a, 0.0);
  fmi2FMUstate saved = NULL;
  double first[4];
  int touches = 0;
  assert_int_equal(a.step(c, 0.0, 0.002, 1), fmi2OK);
  assert_int_equal(a.save(c, &saved), fmi2OK);
  for (int pass = 0; pass < 3; pass++) {
    for (int i = 0; i < 4; i++) {
      assert_int_equal(a.step(c, 0.002 * (i + 1), 0.002, 0), fmi2OK);
      touches += get_integer(&unit, &a, c, "slot.outer.touches") +
                 get_integer(&unit, &a, c, "slot.inner.touches");
      const double x = get(&unit, &a, c, "yoke.vx");
      if (pass == 0) first[i] = x;
      assert_true(x == first[i]);
    }
    assert_int_equal(a.restore(c, saved), fmi2OK);
    assert_near(get(&unit, &a, c, "time"), 0.002, 1e-15);
  }
  assert_true(touches > 0);
  assert_int_equal(a.forget(c, &saved), fmi2OK);
  assert_null(saved);
  a.destroy(c);
  release_unit(&unit);
}

/* As bytes into another instance, which goes on with the same bits; damaged bytes are refused and
 * leave it able to. */
static void states_are_serialized(void **state) {
  (void)state;
  unit_file unit = import_unit(YOKE, "");
  const api a = api_of(&unit);
  fmi2Component c = start(&unit, &a, 0.0), d = create(&unit, &a);
  fmi2FMUstate saved = NULL, read = NULL;
  size_t size;
  assert_int_equal(a.step(c, 0.0, 0.003, 1), fmi2OK);
  assert_int_equal(a.save(c, &saved), fmi2OK);
  assert_int_equal(a.size(c, saved, &size), fmi2OK);
  char *bytes = malloc(size);
  assert_int_equal(a.write(c, saved, bytes, size), fmi2OK);
  assert_int_equal(a.write(c, saved, bytes, size - 1), fmi2Error);
  bytes[size / 2] ^= 1;
  assert_int_equal(a.read(d, bytes, size, &read), fmi2OK);
  assert_int_equal(a.restore(d, read), fmi2Error);
  assert_true(logged("not a state of this unit"));
  assert_int_equal(a.forget(d, &read), fmi2OK);
  bytes[size / 2] ^= 1;
  assert_int_equal(a.read(d, bytes, size, &read), fmi2OK);
  assert_int_equal(a.restore(d, read), fmi2OK);
  assert_int_equal(a.step(c, 0.003, 0.01, 1), fmi2OK);
  assert_int_equal(a.step(d, 0.003, 0.01, 1), fmi2OK);
  for (int n = 0; n < N_YOKE; n++)
    assert_true(get(&unit, &a, c, yoke_columns[n]) == get(&unit, &a, d, yoke_columns[n]));
  a.forget(c, &saved);
  a.forget(d, &read);
  free(bytes);
  a.destroy(c);
  a.destroy(d);
  release_unit(&unit);
}

/* Two instances of one file, one in step with the other, do not meet. */
static void instances_are_apart(void **state) {
  (void)state;
  unit_file unit = import_unit(YOKE, "");
  const api a = api_of(&unit);
  fmi2Component c = start(&unit, &a, 0.0), d = create(&unit, &a), alone = start(&unit, &a, 0.0);
  set(&unit, &a, d, "parameters.speed", 400.0);
  assert_int_equal(a.enter(d), fmi2OK);
  assert_int_equal(a.leave(d), fmi2OK);
  for (int i = 0; i < 10; i++) {
    assert_int_equal(a.step(c, 1e-3 * i, 1e-3, 1), fmi2OK);
    assert_int_equal(a.step(d, 1e-3 * i, 1e-3, 1), fmi2OK);
  }
  for (int i = 0; i < 10; i++) assert_int_equal(a.step(alone, 1e-3 * i, 1e-3, 1), fmi2OK);
  assert_true(get(&unit, &a, c, "yoke.x") == get(&unit, &a, alone, "yoke.x"));
  assert_false(get(&unit, &a, d, "yoke.x") == get(&unit, &a, alone, "yoke.x"));
  a.destroy(c);
  a.destroy(d);
  a.destroy(alone);
  release_unit(&unit);
}

/* ---------------------------------------------------------------- time and order */

/* Communication points with rounding, and a start that is not 0. */
static void time_has_rounding(void **state) {
  (void)state;
  unit_file unit = import_unit(YOKE, "");
  const api a = api_of(&unit);
  fmi2Component exact = start(&unit, &a, 0.0), c = start(&unit, &a, 7.0);
  double t = 7.0;
  for (int i = 0; i < 100; i++, t += 1e-4) {
    assert_int_equal(a.step(c, t + (i % 2 != 0 ? 2e-15 : -2e-15), 1e-4, 1), fmi2OK);
    assert_int_equal(a.step(exact, 1e-4 * i, 1e-4, 1), fmi2OK);
  }
  assert_near(get(&unit, &a, c, "time"), 7.01, 1e-11);
  assert_near(get(&unit, &a, c, "yoke.x"), get(&unit, &a, exact, "yoke.x"), 1e-9);
  assert_int_equal(a.step(c, 7.02, 1e-4, 1), fmi2Error);
  assert_true(logged("but the instance is at t = 7.0"));
  assert_int_equal(a.step(c, t, -1e-4, 1), fmi2Error);
  assert_int_equal(a.step(c, t, NAN, 1), fmi2Error);
  assert_int_equal(a.step(c, t, 1e-4, 1), fmi2OK);
  a.destroy(c);
  a.destroy(exact);
  release_unit(&unit);
}

/* Calls out of order are refused with the name of the function, and harm nothing. */
static void wrong_orders_are_refused(void **state) {
  (void)state;
  unit_file unit = import_unit(YOKE, "");
  const api a = api_of(&unit);
  fmi2Component c = create(&unit, &a);
  const unsigned time = 0, none = 100000, column = reference_of(&unit, "yoke.x"),
                 touches = reference_of(&unit, "slot.outer.touches");
  double value = 1.0;
  assert_int_equal(a.step(c, 0.0, 1e-3, 1), fmi2Error);
  assert_true(logged("fmi2DoStep: is not allowed before initialization"));
  assert_int_equal(a.get(c, &column, 1, &value), fmi2Error);
  assert_int_equal(a.leave(c), fmi2Error);
  assert_int_equal(a.terminate(c), fmi2Error);
  assert_int_equal(a.set_up(c, 1, 2.0, 0.0, 0, 0.0), fmi2Error);
  assert_int_equal(a.set_up(c, 1, 1e-8, 0.0, 0, 0.0), fmi2OK);
  assert_int_equal(a.enter(c), fmi2OK);
  assert_int_equal(a.enter(c), fmi2Error);
  assert_int_equal(a.step(c, 0.0, 1e-3, 1), fmi2Error);
  assert_int_equal(a.get(c, &column, 1, &value), fmi2OK);
  assert_int_equal(a.leave(c), fmi2OK);
  assert_int_equal(a.set_up(c, 0, 0.0, 0.0, 0, 0.0), fmi2Error);
  assert_int_equal(a.get(c, &none, 1, &value), fmi2Error);
  assert_int_equal(a.get(c, &touches, 1, &value), fmi2Error);
  assert_true(logged("is of another type"));
  assert_int_equal(a.set(c, &time, 1, &value), fmi2Error);
  assert_int_equal(a.set(c, &column, 1, &value), fmi2Error);
  assert_true(logged("'yoke.x' is no input and no parameter"));
  assert_int_equal(a.step(c, 0.0, 1e-3, 1), fmi2OK);
  assert_int_equal(a.terminate(c), fmi2OK);
  assert_int_equal(a.step(c, 1e-3, 1e-3, 1), fmi2Error);
  assert_int_equal(a.get(c, &column, 1, &value), fmi2OK);
  assert_int_equal(a.reset(c), fmi2OK);
  assert_int_equal(a.enter(c), fmi2OK);
  assert_int_equal(a.leave(c), fmi2OK);
  assert_int_equal(a.step(c, 0.0, 1e-3, 1), fmi2OK);
  a.destroy(c);
  release_unit(&unit);
}

/* ---------------------------------------------------------------- inputs and parameters */

static const char wheel[] =
    "pintle: 1\nparameters: {load: 0.5 kg m^2}\ninputs: {torque: {unit: N m, default: 0}}\n"
    "bodies: {wheel: {mass: 1 kg, inertia: load}}\n"
    "joints: {pin: {type: revolute, bodies: [ground, wheel]}}\n"
    "loads: {drive: {body: wheel, torque: torque}}\nrun: {until: 1 s, every: 0.1 s}\n";

static unit_file import_wheel(void) {
  char path[] = "/tmp/pintle-wheel-XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, wheel, sizeof wheel - 1), sizeof wheel - 1);
  close(file);
  unit_file unit = import_unit(path, "");
  unlink(path);
  return unit;
}

/* Closed form: a torque M on an inertia J held for t gives the rate M t/J; one that rises at k
 * gives k t^2/(2 J). */
static void inputs_are_held_and_ramped(void **state) {
  (void)state;
  unit_file unit = import_wheel();
  const api a = api_of(&unit);
  fmi2Component c = start(&unit, &a, 0.0);
  const unsigned torque = reference_of(&unit, "torque");
  const int order = 1, second = 2;
  const double slope = 4.0;
  set(&unit, &a, c, "torque", 2.0);
  assert_int_equal(a.step(c, 0.0, 0.5, 1), fmi2OK);
  assert_near(get(&unit, &a, c, "wheel.omega"), 2.0 * 0.5 / 0.5, 1e-9);
  set(&unit, &a, c, "torque", 0.0);
  assert_int_equal(a.set_slope(c, &torque, 1, &second, &slope), fmi2Error);
  assert_int_equal(a.set_slope(c, &torque, 1, &order, &slope), fmi2OK);
  assert_int_equal(a.step(c, 0.5, 0.5, 1), fmi2OK);
  assert_near(get(&unit, &a, c, "wheel.omega"), 2.0 + 4.0 * 0.125 / 0.5, 1e-9);
  assert_near(get(&unit, &a, c, "torque"), 2.0, 1e-12);
  a.destroy(c);
  release_unit(&unit);
}

/* A parameter before the start and within the simulation; one that is set to what it was changes
 * nothing. */
static void parameters_are_tuned(void **state) {
  (void)state;
  unit_file unit = import_wheel();
  const api a = api_of(&unit);
  fmi2Component c = create(&unit, &a);
  set(&unit, &a, c, "parameters.load", 2.0);
  set(&unit, &a, c, "torque", 3.0);
  assert_int_equal(a.enter(c), fmi2OK);
  assert_int_equal(a.leave(c), fmi2OK);
  assert_int_equal(a.step(c, 0.0, 1.0, 1), fmi2OK);
  assert_near(get(&unit, &a, c, "wheel.omega"), 1.5, 1e-9);
  set(&unit, &a, c, "parameters.load", 6.0);
  assert_int_equal(a.step(c, 1.0, 1.0, 1), fmi2OK);
  assert_near(get(&unit, &a, c, "wheel.omega"), 1.5 + 0.5, 1e-9);
  assert_int_equal(a.reset(c), fmi2OK);
  set(&unit, &a, c, "parameters.load", 0.5);
  assert_int_equal(a.enter(c), fmi2OK);
  set(&unit, &a, c, "parameters.load", -1.0);
  assert_int_equal(a.leave(c), fmi2Error);
  assert_true(logged("inertia"));
  a.destroy(c);
  release_unit(&unit);
}

/* ---------------------------------------------------------------- files */

static void copy_resource(const unit_file *unit, const char *bytes, size_t size) {
  char path[300];
  snprintf(path, sizeof path, "%s/resources/model.ptlpack", unit->folder);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  fclose(file);
}

/* A resource that is damaged anywhere, or torn, gives no instance and no crash. */
static void damaged_resources_are_refused(void **state) {
  (void)state;
  unit_file unit = import_wheel();
  const api a = api_of(&unit);
  char path[300];
  snprintf(path, sizeof path, "%s/resources/model.ptlpack", unit.folder);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  static char bytes[1 << 16];
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  assert_true(size > 100 && size < sizeof bytes);
  for (size_t i = 0; i < size; i += 7) {
    bytes[i] ^= 0x40;
    copy_resource(&unit, bytes, size);
    assert_null(create(&unit, &a));
    bytes[i] ^= 0x40;
    copy_resource(&unit, bytes, i);
    assert_null(create(&unit, &a));
  }
  copy_resource(&unit, bytes, size);
  fmi2Component c = create(&unit, &a);
  assert_non_null(c);
  a.destroy(c);
  snprintf(unit.token, sizeof unit.token, "{another}");
  assert_null(create(&unit, &a));
  assert_true(logged("is not that of this unit"));
  release_unit(&unit);
}

/* Only functions of the interface are exported, and nothing but libc and libm is needed, and the
 * libraries of sanitizers in a build with these. */
static void shared_object_stands_alone(void **state) {
  (void)state;
  char command[700];
  unit_file unit = import_wheel();
  snprintf(command, sizeof command,
           "cd %s/binaries/linux64 && ! nm -D --defined-only *.so | grep -v ' T fmi[23]' && "
           "! readelf -d *.so | grep NEEDED | grep -v -e libc.so -e libm.so -e libasan.so -e "
           "libubsan.so",
           unit.folder);
  assert_int_equal(system(command), 0);
  release_unit(&unit);
}

/* The description is XML whatever the names; an unfit model and file are told. */
static void description_is_well_formed(void **state) {
  (void)state;
  char command[900];
  unit_file unit = import_unit(YOKE, "--set 'title=\"<a & b> ]]> \\\"c\\\" \\u00e9\"'");
  snprintf(command, sizeof command,
           "python3 -c \"import xml.dom.minidom as m; d = m.parse('%s/modelDescription.xml'); "
           "assert d.documentElement.getAttribute('description').startswith('<a & b>')\"",
           unit.folder);
  assert_int_equal(system(command), 0);
  snprintf(command, sizeof command,
           PINTLE_PROGRAM " fmu " YOKE " -o /nonexistent/x.fmu 2>&1 | grep -q 'cannot be written'");
  assert_int_equal(system(command), 0);
  snprintf(command, sizeof command,
           PINTLE_PROGRAM " fmu " YOKE " --fmi 4 2>&1 | grep -q 'there are 2 and 3'");
  assert_int_equal(system(command), 0);
  release_unit(&unit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equals_the_run),
      cmocka_unit_test(signals_equal_the_run),
      cmocka_unit_test(peaks_do_not_depend_on_the_step),
      cmocka_unit_test(steps_are_taken_back),
      cmocka_unit_test(states_are_serialized),
      cmocka_unit_test(instances_are_apart),
      cmocka_unit_test(time_has_rounding),
      cmocka_unit_test(wrong_orders_are_refused),
      cmocka_unit_test(inputs_are_held_and_ramped),
      cmocka_unit_test(parameters_are_tuned),
      cmocka_unit_test(damaged_resources_are_refused),
      cmocka_unit_test(shared_object_stands_alone),
      cmocka_unit_test(description_is_well_formed),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
