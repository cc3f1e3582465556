/* test_fmu_interface.c: what importers ask of a unit beside its values: versions, statuses, types
 * that it has not, ends and failures, and model exchange by 3.0. Expected: the standards (FMI
 * 2.0.4, 3.0.1), closed forms, and that both versions are one model. */
#include <stdarg.h>

#include "fmi2.h"
#include "fmi3.h"
#include "importer.h"

#define YOKE PINTLE_MODELS "/scotch_yoke.yaml"

static void write_log_2(fmi2ComponentEnvironment environment, fmi2String instance,
                        fmi2Status status, fmi2String category, fmi2String message, ...) {
  (void)environment, (void)instance, (void)status, (void)category;
  va_list list;
  va_start(list, message);
  vsnprintf(log_text, sizeof log_text, message, list);
  va_end(list);
}

static void write_log_3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                        fmi3String message) {
  (void)environment, (void)status, (void)category;
  snprintf(log_text, sizeof log_text, "%s", message);
}

/* A function of the unit's shared object by its name: TAKE(fmi2DoStep). */
#define TAKE(function)                \
  __typeof__(&function) p_##function; \
  take_symbol(&p_##function, &unit, #function)

/* A call that ends with `status` and is told in the log under its name. */
#define TELLS(status, function, ...)                                   \
  do {                                                                 \
    __typeof__(&function) called;                                      \
    take_symbol(&called, &unit, #function);                            \
    log_text[0] = '\0';                                                \
    assert_int_equal(called(__VA_ARGS__), status);                     \
    if (!logged(#function)) fail_msg("%s: '%s'", #function, log_text); \
  } while (0)

/* A wheel on which a torque acts; at 3 rad/s the run is over. After 2 s its load has no value. */
static const char wheel[] =
    "pintle: 1\ninputs: {torque: {unit: N m, default: 0}}\n"
    "bodies: {wheel: {mass: 1 kg, inertia: 0.5 kg m^2}}\n"
    "joints: {pin: {type: revolute, bodies: [ground, wheel]}}\n"
    "loads: {drive: {body: wheel, torque: 'torque + 0 N m*sqrt(2 - time/(1 s))'}}\n"
    "run: {until: 10 s, every: 0.1 s, stop: ['wheel.omega > 3 rad/s']}\n";

static unit_file import_text(const char *text, const char *options) {
  char path[] = "/tmp/pintle-wheel-XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), strlen(text));
  close(file);
  unit_file unit = import_unit(path, options);
  unlink(path);
  return unit;
}

static unit_file import_wheel(const char *options) {
  return import_text(wheel, options);
}

/* The URI of the resources, in which every sign but slashes may be written as % and a number. */
static fmi2Component create_2(const unit_file *of, fmi2Type type) {
  static const fmi2CallbackFunctions callbacks = {.logger = write_log_2};
  const unit_file unit = *of;
  char uri[700] = "file://localhost";
  for (const char *p = unit.folder; *p != '\0'; p++)
    sprintf(uri + strlen(uri), *p == '-' ? "%%2D" : *p == 'p' ? "%%70" : "%c", *p);
  strcat(uri, "/resources");
  TAKE(fmi2Instantiate);
  return p_fmi2Instantiate("unit", type, unit.token, uri, &callbacks, 0, 0);
}

static fmi2Component start_2(const unit_file *of, fmi2Type type) {
  const unit_file unit = *of;
  fmi2Component c = create_2(of, type);
  assert_non_null(c);
  TAKE(fmi2EnterInitializationMode);
  TAKE(fmi2ExitInitializationMode);
  assert_int_equal(p_fmi2EnterInitializationMode(c), fmi2OK);
  assert_int_equal(p_fmi2ExitInitializationMode(c), fmi2OK);
  return c;
}

/* A torque M on an inertia J gives the rate M t/J: 3 rad/s after 1.5 s at 1 N m and 0.5 kg m^2, in
 * a step that is discarded there; then the unit wants to end. */
static void ends_are_told(void **state) {
  (void)state;
  unit_file unit = import_wheel("");
  TAKE(fmi2GetTypesPlatform);
  TAKE(fmi2GetVersion);
  TAKE(fmi2SetReal);
  TAKE(fmi2DoStep);
  TAKE(fmi2GetRealStatus);
  TAKE(fmi2GetBooleanStatus);
  TAKE(fmi2FreeInstance);
  assert_string_equal(p_fmi2GetTypesPlatform(), "default");
  assert_string_equal(p_fmi2GetVersion(), "2.0");
  fmi2Component c = start_2(&unit, fmi2CoSimulation);
  const unsigned torque = reference_of(&unit, "torque");
  const double moment = 1.0;
  double time = -1.0;
  fmi2Boolean wants_end = 7;
  assert_int_equal(p_fmi2SetReal(c, &torque, 1, &moment), fmi2OK);
  assert_int_equal(p_fmi2DoStep(c, 0.0, 1.0, 1), fmi2OK);
  assert_int_equal(p_fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &time), fmi2OK);
  assert_near(time, 1.0, 0.0);
  assert_int_equal(p_fmi2GetBooleanStatus(c, fmi2Terminated, &wants_end), fmi2OK);
  assert_int_equal(wants_end, 0);
  assert_int_equal(p_fmi2DoStep(c, 1.0, 1.0, 1), fmi2Discard);
  assert_int_equal(p_fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &time), fmi2OK);
  assert_near(time, 0.5 * 3.0 / 1.0, 1e-9);
  assert_int_equal(p_fmi2GetBooleanStatus(c, fmi2Terminated, &wants_end), fmi2OK);
  assert_int_equal(wants_end, 1);
  TAKE(fmi2Reset);
  assert_int_equal(p_fmi2Reset(c), fmi2OK);
  assert_int_equal(p_fmi2GetBooleanStatus(c, fmi2Terminated, &wants_end), fmi2OK);
  assert_int_equal(wants_end, 0);
  p_fmi2FreeInstance(c);
  release_unit(&unit);
}

/* Where the load has no value the step is an error that the log tells with its time; no further
 * step is taken until the unit is reset. */
static void failures_are_told(void **state) {
  (void)state;
  unit_file unit = import_wheel("");
  TAKE(fmi2DoStep);
  TAKE(fmi2Reset);
  TAKE(fmi2EnterInitializationMode);
  TAKE(fmi2ExitInitializationMode);
  TAKE(fmi2FreeInstance);
  fmi2Component c = start_2(&unit, fmi2CoSimulation);
  assert_int_equal(p_fmi2DoStep(c, 0.0, 1.5, 1), fmi2OK);
  assert_int_equal(p_fmi2DoStep(c, 1.5, 1.5, 1), fmi2Error);
  if (!logged("fmi2DoStep: ") || !logged("'drive'")) fail_msg("%s", log_text);
  assert_int_equal(p_fmi2DoStep(c, 1.5, 0.1, 1), fmi2Error);
  assert_true(logged("is not allowed after an error"));
  assert_int_equal(p_fmi2Reset(c), fmi2OK);
  assert_int_equal(p_fmi2EnterInitializationMode(c), fmi2OK);
  assert_int_equal(p_fmi2ExitInitializationMode(c), fmi2OK);
  assert_int_equal(p_fmi2DoStep(c, 0.0, 1.5, 1), fmi2OK);
  p_fmi2FreeInstance(c);
  release_unit(&unit);
}

/* A unit by 2.0 has real and whole numbers, no steps beside its caller and no other statuses: what
 * is asked of these is refused and told, none of them is nothing. Without logging nothing is
 * told. */
static void what_it_has_not_is_refused(void **state) {
  (void)state;
  unit_file unit = import_wheel("");
  TAKE(fmi2FreeInstance);
  TAKE(fmi2SetDebugLogging);
  TAKE(fmi2GetBoolean);
  fmi2Component c = start_2(&unit, fmi2CoSimulation);
  const unsigned vr = reference_of(&unit, "wheel.omega");
  const fmi2Integer order = 1;
  fmi2Boolean yes = 0;
  fmi2String text = "";
  fmi2Integer whole = 0;
  fmi2Real number = 0.0;
  fmi2Status pending = fmi2OK;
  assert_int_equal(p_fmi2GetBoolean(c, NULL, 0, NULL), fmi2OK);
  TELLS(fmi2Error, fmi2GetBoolean, c, &vr, 1, &yes);
  TELLS(fmi2Error, fmi2SetBoolean, c, &vr, 1, &yes);
  TELLS(fmi2Error, fmi2GetString, c, &vr, 1, &text);
  TELLS(fmi2Error, fmi2SetString, c, &vr, 1, &text);
  TELLS(fmi2Error, fmi2SetInteger, c, &vr, 1, &whole);
  TELLS(fmi2Error, fmi2GetDirectionalDerivative, c, &vr, 1, &vr, 1, &number, &number);
  TELLS(fmi2Error, fmi2GetRealOutputDerivatives, c, &vr, 1, &order, &number);
  TELLS(fmi2Error, fmi2CancelStep, c);
  TELLS(fmi2Discard, fmi2GetStatus, c, fmi2DoStepStatus, &pending);
  TELLS(fmi2Discard, fmi2GetIntegerStatus, c, fmi2DoStepStatus, &whole);
  TELLS(fmi2Discard, fmi2GetStringStatus, c, fmi2PendingStatus, &text);
  TELLS(fmi2Discard, fmi2GetRealStatus, c, fmi2DoStepStatus, &number);
  TELLS(fmi2Discard, fmi2GetBooleanStatus, c, fmi2DoStepStatus, &yes);
  assert_int_equal(p_fmi2SetDebugLogging(c, 0, 0, NULL), fmi2OK);
  log_text[0] = '\0';
  assert_int_equal(p_fmi2GetBoolean(c, &vr, 1, &yes), fmi2Error);
  assert_string_equal(log_text, "");
  assert_int_equal(p_fmi2SetDebugLogging(c, 1, 0, NULL), fmi2OK);
  assert_int_equal(p_fmi2GetBoolean(c, &vr, 1, &yes), fmi2Error);
  assert_true(logged("fmi2GetBoolean"));
  p_fmi2FreeInstance(c);
  release_unit(&unit);
}

static fmi3Instance start_3(const unit_file *of) {
  const unit_file unit = *of;
  char resources[300];
  snprintf(resources, sizeof resources, "%s/resources/", unit.folder);
  TAKE(fmi3InstantiateModelExchange);
  TAKE(fmi3EnterInitializationMode);
  TAKE(fmi3ExitInitializationMode);
  fmi3Instance c = p_fmi3InstantiateModelExchange("unit", unit.token, resources, false, false, NULL,
                                                  write_log_3);
  assert_non_null(c);
  assert_int_equal(p_fmi3EnterInitializationMode(c, false, 0.0, 0.0, false, 0.0), fmi3OK);
  assert_int_equal(p_fmi3ExitInitializationMode(c), fmi3OK);
  return c;
}

static size_t count(const char *text, const char *what) {
  size_t n = 0;
  for (; (text = strstr(text, what)) != NULL; text++) n++;
  return n;
}

enum { MOST = 60 };

/* One model by both versions: the same states, derivatives, depths and events to the bit, at the
 * start and where the pin is pressed into the wall of its slot. As many states and indicators as
 * the description has. */
static void both_versions_exchange_the_same(void **state) {
  (void)state;
  unit_file second = import_unit(YOKE, "--exchange"),
            third = import_unit(YOKE, "--fmi 3 --exchange");
  fmi2Component c2 = start_2(&second, fmi2ModelExchange);
  fmi3Instance c3 = start_3(&third);
  double x2[MOST], x3[MOST], dx2[MOST], dx3[MOST], z2[MOST], z3[MOST];
  size_t n = 0, n_z = 0;
  unit_file unit = third;
  TAKE(fmi3GetVersion);
  TAKE(fmi3GetNumberOfContinuousStates);
  TAKE(fmi3GetNumberOfEventIndicators);
  TAKE(fmi3GetContinuousStates);
  TAKE(fmi3SetContinuousStates);
  TAKE(fmi3GetContinuousStateDerivatives);
  TAKE(fmi3GetEventIndicators);
  TAKE(fmi3GetNominalsOfContinuousStates);
  TAKE(fmi3SetTime);
  TAKE(fmi3EnterContinuousTimeMode);
  TAKE(fmi3EnterEventMode);
  TAKE(fmi3EvaluateDiscreteStates);
  TAKE(fmi3UpdateDiscreteStates);
  TAKE(fmi3CompletedIntegratorStep);
  TAKE(fmi3GetFloat64);
  TAKE(fmi3FreeInstance);
  unit = second;
  TAKE(fmi2GetContinuousStates);
  TAKE(fmi2SetContinuousStates);
  TAKE(fmi2GetDerivatives);
  TAKE(fmi2GetEventIndicators);
  TAKE(fmi2GetNominalsOfContinuousStates);
  TAKE(fmi2SetTime);
  TAKE(fmi2CompletedIntegratorStep);
  TAKE(fmi2FreeInstance);
  assert_string_equal(p_fmi3GetVersion(), "3.0");
  assert_int_equal(p_fmi3GetNumberOfContinuousStates(c3, &n), fmi3OK);
  assert_int_equal(p_fmi3GetNumberOfEventIndicators(c3, &n_z), fmi3OK);
  assert_int_equal(n, count(third.description, "<ContinuousStateDerivative "));
  assert_int_equal(n_z, count(third.description, "<EventIndicator "));
  assert_true(n > 0 && n <= MOST && n_z == 3);
  assert_int_equal(p_fmi3EnterContinuousTimeMode(c3), fmi3OK);
  assert_int_equal(p_fmi3GetNominalsOfContinuousStates(c3, x3, n), fmi3OK);
  assert_int_equal(p_fmi2GetNominalsOfContinuousStates(c2, x2, n), fmi2OK);
  for (size_t i = 0; i < n; i++) assert_true(x2[i] == 1.0 && x3[i] == 1.0);
  assert_int_equal(p_fmi2GetContinuousStates(c2, x2, n), fmi2OK);
  assert_int_equal(p_fmi3GetContinuousStates(c3, x3, n), fmi3OK);
  assert_memory_equal(x2, x3, n * sizeof *x2);
  const unsigned yoke_x = reference_of(&third, "states.yoke.x");
  for (int k = 0; k < 3; k++) { /* the yoke is pushed by 0.1 mm more each time */
    double at = NAN;
    assert_int_equal(p_fmi2GetDerivatives(c2, dx2, n), fmi2OK);
    assert_int_equal(p_fmi3GetContinuousStateDerivatives(c3, dx3, n), fmi3OK);
    assert_memory_equal(dx2, dx3, n * sizeof *dx2);
    assert_int_equal(p_fmi2GetEventIndicators(c2, z2, n_z), fmi2OK);
    assert_int_equal(p_fmi3GetEventIndicators(c3, z3, n_z), fmi3OK);
    assert_memory_equal(z2, z3, n_z * sizeof *z2);
    assert_int_equal(p_fmi3GetFloat64(c3, &yoke_x, 1, &at, 1), fmi3OK);
    size_t moved = n;
    for (size_t i = 0; i < n; i++)
      if (x3[i] == at) moved = i;
    assert_true(moved < n);
    x2[moved] += 1e-4;
    x3[moved] += 1e-4;
    assert_int_equal(p_fmi2SetTime(c2, 1e-4 * (k + 1)), fmi2OK);
    assert_int_equal(p_fmi3SetTime(c3, 1e-4 * (k + 1)), fmi3OK);
    assert_int_equal(p_fmi2SetContinuousStates(c2, x2, n), fmi2OK);
    assert_int_equal(p_fmi3SetContinuousStates(c3, x3, n), fmi3OK);
  }
  assert_true(fmax(z3[0], fmax(z3[1], z3[2])) > 0.0);
  fmi2Boolean is_event2 = 0, end2;
  fmi3Boolean is_event3 = false, end3, again, nominals, values, next;
  double next_time;
  assert_int_equal(p_fmi2CompletedIntegratorStep(c2, 1, &is_event2, &end2), fmi2OK);
  assert_int_equal(p_fmi3CompletedIntegratorStep(c3, true, &is_event3, &end3), fmi3OK);
  assert_true(is_event2 && is_event3); /* a gap has closed without an event */
  assert_int_equal(p_fmi3EnterEventMode(c3), fmi3OK);
  assert_int_equal(p_fmi3EvaluateDiscreteStates(c3), fmi3OK);
  assert_int_equal(
      p_fmi3UpdateDiscreteStates(c3, &again, &end3, &nominals, &values, &next, &next_time), fmi3OK);
  assert_false(again || end3 || nominals || next);
  assert_int_equal(p_fmi3EnterContinuousTimeMode(c3), fmi3OK);
  assert_int_equal(p_fmi3CompletedIntegratorStep(c3, true, &is_event3, &end3), fmi3OK);
  assert_false(is_event3);
  p_fmi2FreeInstance(c2);
  p_fmi3FreeInstance(c3);
  release_unit(&second);
  release_unit(&third);
}

/* By 3.0, too, an input is held over a step: the rate M t/J. */
static void inputs_by_3_are_held(void **state) {
  (void)state;
  unit_file unit = import_wheel("--fmi 3");
  TAKE(fmi3InstantiateCoSimulation);
  TAKE(fmi3EnterInitializationMode);
  TAKE(fmi3ExitInitializationMode);
  TAKE(fmi3SetFloat64);
  TAKE(fmi3GetFloat64);
  TAKE(fmi3DoStep);
  TAKE(fmi3SetDebugLogging);
  TAKE(fmi3FreeInstance);
  char resources[300];
  snprintf(resources, sizeof resources, "%s/resources/", unit.folder);
  fmi3Instance c = p_fmi3InstantiateCoSimulation("unit", unit.token, resources, false, false, false,
                                                 false, NULL, 0, NULL, write_log_3, NULL);
  assert_non_null(c);
  assert_int_equal(p_fmi3EnterInitializationMode(c, false, 0.0, 0.0, false, 0.0), fmi3OK);
  assert_int_equal(p_fmi3ExitInitializationMode(c), fmi3OK);
  const unsigned torque = reference_of(&unit, "torque"), omega = reference_of(&unit, "wheel.omega");
  const double moment = 2.0;
  double rate = NAN, time;
  fmi3Boolean needs_event, end, early;
  assert_int_equal(p_fmi3SetFloat64(c, &torque, 1, &moment, 1), fmi3OK);
  assert_int_equal(p_fmi3DoStep(c, 0.0, 0.5, true, &needs_event, &end, &early, &time), fmi3OK);
  assert_int_equal(p_fmi3GetFloat64(c, &omega, 1, &rate, 1), fmi3OK);
  assert_near(rate, 2.0 * 0.5 / 0.5, 1e-9);
  assert_false(end);
  TELLS(fmi3Error, fmi3SetFloat64, c, &torque, 1, &moment, 2); /* a scalar has one value */
  assert_int_equal(p_fmi3SetDebugLogging(c, false, 0, NULL), fmi3OK);
  log_text[0] = '\0';
  assert_int_equal(p_fmi3SetFloat64(c, &omega, 1, &moment, 1), fmi3Error);
  assert_string_equal(log_text, "");
  assert_int_equal(p_fmi3DoStep(c, 0.5, 0.5, true, &needs_event, &end, &early, &time), fmi3OK);
  assert_true(end && early); /* at 3 rad/s */
  assert_near(time, 0.75, 1e-9);
  p_fmi3FreeInstance(c);
  release_unit(&unit);
}

/* Units that only the database of UDUNITS knows go into the unit with the model: a furlong is 220
 * yards of 0.9144 m. */
static void rare_units_are_packed(void **state) {
  (void)state;
  unit_file unit = import_text(
      "pintle: 1\nparameters: {way: 2 furlongs}\n"
      "bodies: {ball: {mass: 1 kg, inertia: 1 kg m^2, position: [1 furlong + way, 0]}}\n"
      "run: {until: 1 s, every: 0.1 s}\n",
      "");
  TAKE(fmi2GetReal);
  TAKE(fmi2FreeInstance);
  fmi2Component c = start_2(&unit, fmi2CoSimulation);
  const unsigned x = reference_of(&unit, "ball.x");
  double at = NAN;
  assert_int_equal(p_fmi2GetReal(c, &x, 1, &at), fmi2OK);
  assert_near(at, 3 * 220 * 0.9144, 3e-3); /* the yard of the survey is longer by 2e-6 */
  p_fmi2FreeInstance(c);
  release_unit(&unit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ends_are_told),
      cmocka_unit_test(failures_are_told),
      cmocka_unit_test(what_it_has_not_is_refused),
      cmocka_unit_test(both_versions_exchange_the_same),
      cmocka_unit_test(inputs_by_3_are_held),
      cmocka_unit_test(rare_units_are_packed),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
