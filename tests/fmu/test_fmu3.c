/* Functional mock-up units by FMI 3.0, and model exchange by both versions, played by a small
 * importer. Expected values: the run of the same model by the library, and closed forms. */
#include "fmi2.h"
#include "fmi3.h"
#include "importer.h"

#define YOKE PINTLE_MODELS "/scotch_yoke.yaml"

static void write_log(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                      fmi3String message) {
  (void)environment, (void)status, (void)category;
  snprintf(log_text, sizeof log_text, "%s", message);
}

/* ---------------------------------------------------------------- co-simulation by 3.0 */

typedef fmi3Instance (*create_3)(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean,
                                 fmi3Boolean, fmi3Boolean, const fmi3ValueReference[], size_t,
                                 fmi3InstanceEnvironment, fmi3LogMessageCallback,
                                 fmi3IntermediateUpdateCallback);

typedef struct api_3 {
  create_3 instantiate;
  void (*destroy)(fmi3Instance);
  fmi3Status (*enter)(fmi3Instance, fmi3Boolean, fmi3Float64, fmi3Float64, fmi3Boolean,
                      fmi3Float64);
  fmi3Status (*leave)(fmi3Instance), (*to_event)(fmi3Instance), (*to_step)(fmi3Instance);
  fmi3Status (*update)(fmi3Instance, fmi3Boolean *, fmi3Boolean *, fmi3Boolean *, fmi3Boolean *,
                       fmi3Boolean *, fmi3Float64 *);
  fmi3Status (*get)(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[], size_t);
  fmi3Status (*get_integer)(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int64[], size_t);
  fmi3Status (*step)(fmi3Instance, fmi3Float64, fmi3Float64, fmi3Boolean, fmi3Boolean *,
                     fmi3Boolean *, fmi3Boolean *, fmi3Float64 *);
} api_3;

static api_3 api_of(const unit_file *unit) {
  api_3 a;
  take_symbol(&a.instantiate, unit, "fmi3InstantiateCoSimulation");
  take_symbol(&a.destroy, unit, "fmi3FreeInstance");
  take_symbol(&a.enter, unit, "fmi3EnterInitializationMode");
  take_symbol(&a.leave, unit, "fmi3ExitInitializationMode");
  take_symbol(&a.to_event, unit, "fmi3EnterEventMode");
  take_symbol(&a.to_step, unit, "fmi3EnterStepMode");
  take_symbol(&a.update, unit, "fmi3UpdateDiscreteStates");
  take_symbol(&a.get, unit, "fmi3GetFloat64");
  take_symbol(&a.get_integer, unit, "fmi3GetInt64");
  take_symbol(&a.step, unit, "fmi3DoStep");
  return a;
}

static fmi3Instance start(const unit_file *unit, const api_3 *a, int event_mode, int early,
                          void *environment, fmi3IntermediateUpdateCallback update) {
  char resources[300];
  snprintf(resources, sizeof resources, "%s/resources/", unit->folder);
  fmi3Instance c = a->instantiate("unit", unit->token, resources, false, false, event_mode != 0,
                                  early != 0, NULL, 0, environment, write_log, update);
  assert_non_null(c);
  assert_int_equal(a->enter(c, false, 0.0, 0.0, false, 0.0), fmi3OK);
  assert_int_equal(a->leave(c), fmi3OK);
  if (event_mode) assert_int_equal(a->to_step(c), fmi3OK);
  return c;
}

static double get(const unit_file *unit, const api_3 *a, fmi3Instance c, const char *name) {
  const unsigned reference = reference_of(unit, name);
  double value = NAN;
  assert_int_equal(a->get(c, &reference, 1, &value, 1), fmi3OK);
  return value;
}

typedef struct step_result {
  fmi3Boolean needs_event, terminate, early;
  double time;
} step_result;

static step_result step(const api_3 *a, fmi3Instance c, double time, double length) {
  step_result r;
  assert_int_equal(a->step(c, time, length, true, &r.needs_event, &r.terminate, &r.early, &r.time),
                   fmi3OK);
  assert_false(r.terminate);
  return r;
}

/* Touches and partings up to `until` as the library's run has them. */
static int find_ends(double until, double *times, int room) {
  ptl_system *system = system_of_model("scotch_yoke", NULL, 0);
  ptl_run_options options = ptl_run_options_default();
  options.until_time = until;
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  int n = 0;
  must(context, ptl_simulate(context, system, &options, &sink, &sum));
  for (int i = 0; i < trace.n_events; i++) {
    const ptl_event *e = &trace.events[i];
    if (e->kind != PTL_EVENT_TOUCH && e->kind != PTL_EVENT_PART) continue;
    if (n > 0 && times[n - 1] == e->time) continue;
    assert_true(n < room);
    times[n++] = e->time;
  }
  rows_release(&trace);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(system);
  return n;
}

/* With event mode a step ends early at every touch and parting, to the bit of their time. */
static void returns_early_at_events(void **state) {
  (void)state;
  static const double until = 0.02;
  double times[200];
  const int n = find_ends(until, times, 200);
  assert_true(n > 3);
  unit_file unit = import_unit(YOKE, "--fmi 3");
  const api_3 a = api_of(&unit);
  fmi3Instance c = start(&unit, &a, 1, 1, NULL, NULL);
  double t = 0.0;
  for (int i = 0; i < n; i++) {
    const step_result r = step(&a, c, t, until - t);
    assert_true(r.early && r.needs_event);
    assert_near(r.time, times[i], 1e-9);
    fmi3Boolean again, end, nominals, values, next;
    double next_time;
    assert_int_equal(a.to_event(c), fmi3OK);
    assert_int_equal(a.update(c, &again, &end, &nominals, &values, &next, &next_time), fmi3OK);
    assert_false(again || end || next);
    assert_int_equal(a.to_step(c), fmi3OK);
    t = r.time;
  }
  const step_result r = step(&a, c, t, until - t);
  assert_false(r.early || r.needs_event);
  assert_true(r.time == t + (until - t));
  a.destroy(c);
  release_unit(&unit);
}

/* An importer that allows no early return gets none. */
static void does_not_return_early_unasked(void **state) {
  (void)state;
  unit_file unit = import_unit(YOKE, "--fmi 3");
  const api_3 a = api_of(&unit);
  fmi3Instance plain = start(&unit, &a, 0, 0, NULL, NULL), c = start(&unit, &a, 1, 0, NULL, NULL);
  const step_result r = step(&a, c, 0.0, 0.02);
  assert_false(r.early || r.needs_event);
  step(&a, plain, 0.0, 0.02);
  assert_true(get(&unit, &a, c, "yoke.x") == get(&unit, &a, plain, "yoke.x"));
  const unsigned touches = reference_of(&unit, "slot.outer.touches");
  fmi3Int64 n = 0;
  assert_int_equal(a.get_integer(c, &touches, 1, &n, 1), fmi3OK);
  assert_true(n > 0);
  a.destroy(c);
  a.destroy(plain);
  release_unit(&unit);
}

typedef struct watcher { /* of intermediate updates */
  const unit_file *unit;
  const api_3 *a;
  fmi3Instance c;
  int n;
  double last, stop_at, angle;
} watcher;

static void watch(fmi3InstanceEnvironment environment, fmi3Float64 time, fmi3Boolean set_requested,
                  fmi3Boolean get_allowed, fmi3Boolean finished, fmi3Boolean can_return,
                  fmi3Boolean *returns, fmi3Float64 *at) {
  watcher *w = environment;
  assert_true(get_allowed && finished && can_return && !set_requested);
  assert_true(time > w->last);
  w->last = time;
  w->n++;
  if (w->c != NULL) w->angle = get(w->unit, w->a, w->c, "crank.angle");
  *returns = time >= w->stop_at;
  *at = time;
}

/* Updates come in order of time, values can be read in them, and a return that is asked for is made
 * there. */
static void updates_come_in_between(void **state) {
  (void)state;
  unit_file unit = import_unit(YOKE, "--fmi 3");
  const api_3 a = api_of(&unit);
  watcher w = {.unit = &unit, .a = &a, .last = -1.0, .stop_at = 0.01};
  fmi3Instance c = w.c = start(&unit, &a, 0, 1, &w, watch);
  w.c = c;
  const step_result r = step(&a, c, 0.0, 0.02);
  assert_true(r.early && !r.needs_event);
  assert_true(w.n > 5);
  assert_true(r.time == w.last && r.time >= 0.01 && r.time < 0.02);
  assert_near(get(&unit, &a, c, "crank.angle"), w.angle, 0.0);
  a.destroy(c);
  release_unit(&unit);
}

/* ---------------------------------------------------------------- model exchange */

typedef struct exchange {
  fmi2Component c;
  fmi2Status (*set_time)(fmi2Component, fmi2Real);
  fmi2Status (*set_states)(fmi2Component, const fmi2Real[], size_t);
  fmi2Status (*get_states)(fmi2Component, fmi2Real[], size_t);
  fmi2Status (*derivatives)(fmi2Component, fmi2Real[], size_t);
  fmi2Status (*indicators)(fmi2Component, fmi2Real[], size_t);
  fmi2Status (*completed)(fmi2Component, fmi2Boolean, fmi2Boolean *, fmi2Boolean *);
  fmi2Status (*event)(fmi2Component), (*go_on)(fmi2Component);
  fmi2Status (*discrete)(fmi2Component, fmi2EventInfo *);
  size_t n;
} exchange;

enum { LARGEST_N = 60 };

static exchange begin_exchange(const unit_file *unit) {
  exchange x = {0};
  fmi2Component (*instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String,
                               const fmi2CallbackFunctions *, fmi2Boolean, fmi2Boolean);
  fmi2Status (*prepare)(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real);
  fmi2Status (*enter)(fmi2Component), (*leave)(fmi2Component);
  char uri[300];
  take_symbol(&instantiate, unit, "fmi2Instantiate");
  take_symbol(&prepare, unit, "fmi2SetupExperiment");
  take_symbol(&enter, unit, "fmi2EnterInitializationMode");
  take_symbol(&leave, unit, "fmi2ExitInitializationMode");
  take_symbol(&x.set_time, unit, "fmi2SetTime");
  take_symbol(&x.set_states, unit, "fmi2SetContinuousStates");
  take_symbol(&x.get_states, unit, "fmi2GetContinuousStates");
  take_symbol(&x.derivatives, unit, "fmi2GetDerivatives");
  take_symbol(&x.indicators, unit, "fmi2GetEventIndicators");
  take_symbol(&x.completed, unit, "fmi2CompletedIntegratorStep");
  take_symbol(&x.event, unit, "fmi2EnterEventMode");
  take_symbol(&x.go_on, unit, "fmi2EnterContinuousTimeMode");
  take_symbol(&x.discrete, unit, "fmi2NewDiscreteStates");
  snprintf(uri, sizeof uri, "file://%s/resources", unit->folder);
  x.c = instantiate("unit", fmi2ModelExchange, unit->token, uri, NULL, 0, 0);
  assert_non_null(x.c);
  assert_int_equal(prepare(x.c, 0, 0.0, 0.0, 0, 0.0), fmi2OK);
  assert_int_equal(enter(x.c), fmi2OK);
  assert_int_equal(leave(x.c), fmi2OK);
  for (const char *at = unit->description; (at = strstr(at, " name=\"states.")) != NULL; at++)
    x.n++;
  assert_true(x.n > 0 && x.n <= LARGEST_N);
  return x;
}

static void end_exchange(const unit_file *unit, exchange *x) {
  void (*destroy)(fmi2Component);
  take_symbol(&destroy, unit, "fmi2FreeInstance");
  destroy(x->c);
}

static void slope(exchange *x, double t, const double *y, double *out) {
  assert_int_equal(x->set_time(x->c, t), fmi2OK);
  assert_int_equal(x->set_states(x->c, y, x->n), fmi2OK);
  assert_int_equal(x->derivatives(x->c, out, x->n), fmi2OK);
}

/* One step of the classical Runge-Kutta method, and what the standard asks for after it. */
static void take_step(exchange *x, double t, double h, double *y) {
  double k[4][LARGEST_N], z[LARGEST_N];
  static const double at[4] = {0.0, 0.5, 0.5, 1.0};
  fmi2Boolean is_event, end;
  for (int s = 0; s < 4; s++) {
    for (size_t i = 0; i < x->n; i++) z[i] = y[i] + (s > 0 ? at[s] * h * k[s - 1][i] : 0.0);
    slope(x, t + at[s] * h, z, k[s]);
  }
  for (size_t i = 0; i < x->n; i++)
    y[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
  assert_int_equal(x->set_time(x->c, t + h), fmi2OK);
  assert_int_equal(x->set_states(x->c, y, x->n), fmi2OK);
  assert_int_equal(x->completed(x->c, 1, &is_event, &end), fmi2OK);
  if (!is_event) return;
  fmi2EventInfo info;
  assert_int_equal(x->event(x->c), fmi2OK);
  assert_int_equal(x->discrete(x->c, &info), fmi2OK);
  if (info.valuesOfContinuousStatesChanged) assert_int_equal(x->get_states(x->c, y, x->n), fmi2OK);
  assert_int_equal(x->go_on(x->c), fmi2OK);
}

/* The importer's integration follows the library's run of a mechanism with joints, a driver and a
 * clearance, with impacts. */
static void importer_integrates(void **state) {
  (void)state;
  static const double until = 0.004, h = 1e-6;
  unit_file unit = import_unit(YOKE, "--exchange");
  exchange x = begin_exchange(&unit);
  ptl_system *system = system_of_model("scotch_yoke", NULL, 0);
  double y[LARGEST_N], expected[LARGEST_N], z[10];
  assert_int_equal(x.get_states(x.c, y, x.n), fmi2OK);
  const int n = (int)lround(until / h);
  double deepest = -1.0;
  for (int i = 0; i < n; i++) {
    take_step(&x, h * i, h, y);
    assert_int_equal(x.indicators(x.c, z, (size_t)ptl_system_get_sizes(system).n_gaps), fmi2OK);
    deepest = fmax(deepest, fmax(z[0], z[1]));
  }
  assert_true(deepest > 0.0);
  ptl_run_options options = ptl_run_options_default();
  options.until_time = INFINITY;
  ptl_run *run;
  must(context, ptl_run_create(context, system, &options, NULL, &run));
  must(context, ptl_run_advance(run, until, NULL));
  must(context, ptl_run_get_state(run, expected, expected + x.n / 2));
  for (size_t i = 0; i < x.n; i++) assert_near(y[i], expected[i], 2e-5 * (1.0 + fabs(expected[i])));
  ptl_run_destroy(run);
  ptl_system_destroy(system);
  end_exchange(&unit, &x);
  release_unit(&unit);
}

/* A unit for one purpose is refused for the other; so is a model with inner states for exchange. */
static void purposes_are_kept_apart(void **state) {
  (void)state;
  unit_file unit = import_unit(YOKE, "--fmi 3 --exchange");
  assert_null(strstr(unit.description, "<CoSimulation"));
  assert_non_null(strstr(unit.description, "<ModelExchange"));
  assert_non_null(strstr(unit.description, "<EventIndicator "));
  release_unit(&unit);
  assert_int_equal(
      system(
          PINTLE_PROGRAM
          " fmu " YOKE " --exchange -o /tmp/never.fmu "
          "--set 'contacts.johnson.inner.friction={law: lugre, static: 0.1, kinetic: 0.1}' 2>&1 | "
          "grep -q 'inner states and is for co-simulation only'"),
      0);
}

/* ---------------------------------------------------------------- what no unit has, and states */

/* A call that is refused, with the name of the function in the log. */
#define REFUSES(function, ...)                        \
  do {                                                \
    __typeof__(&function) f;                          \
    take_symbol(&f, &unit, #function);                \
    log_text[0] = '\0';                               \
    assert_int_equal(f(__VA_ARGS__), fmi3Error);      \
    if (!logged(#function)) fail_msg("%s", log_text); \
  } while (0)

#define REFUSES_TYPE(type)                        \
  do {                                            \
    fmi3##type value = 0;                         \
    REFUSES(fmi3Get##type, c, &vr, 1, &value, 1); \
    REFUSES(fmi3Set##type, c, &vr, 1, &value, 1); \
  } while (0)

/* Variables are numbers and whole numbers; there are no clocks, no configuration and no derivatives
 * by the unit itself. */
static void what_it_has_not_is_refused(void **state) {
  (void)state;
  unit_file unit = import_unit(YOKE, "--fmi 3");
  const api_3 a = api_of(&unit);
  fmi3Instance c = start(&unit, &a, 0, 0, NULL, NULL);
  const fmi3ValueReference vr = reference_of(&unit, "crank.angle");
  REFUSES_TYPE(Float32);
  REFUSES_TYPE(Int8);
  REFUSES_TYPE(UInt8);
  REFUSES_TYPE(Int16);
  REFUSES_TYPE(UInt16);
  REFUSES_TYPE(Int32);
  REFUSES_TYPE(UInt32);
  REFUSES_TYPE(UInt64);
  REFUSES_TYPE(Boolean);
  REFUSES_TYPE(String);
  size_t size = 0;
  fmi3Binary bytes = NULL;
  fmi3Clock clock = false;
  fmi3Int64 whole = 0;
  fmi3UInt64 count = 0;
  fmi3Float64 number = 0.0;
  fmi3IntervalQualifier qualifier;
  REFUSES(fmi3SetInt64, c, &vr, 1, &whole, 1);
  REFUSES(fmi3GetBinary, c, &vr, 1, &size, &bytes, 1);
  REFUSES(fmi3SetBinary, c, &vr, 1, &size, &bytes, 1);
  REFUSES(fmi3GetClock, c, &vr, 1, &clock);
  REFUSES(fmi3SetClock, c, &vr, 1, &clock);
  REFUSES(fmi3EnterConfigurationMode, c);
  REFUSES(fmi3ExitConfigurationMode, c);
  REFUSES(fmi3GetNumberOfVariableDependencies, c, vr, &size);
  REFUSES(fmi3GetVariableDependencies, c, vr, NULL, NULL, NULL, NULL, 0);
  REFUSES(fmi3GetDirectionalDerivative, c, &vr, 1, &vr, 1, &number, 1, &number, 1);
  REFUSES(fmi3GetAdjointDerivative, c, &vr, 1, &vr, 1, &number, 1, &number, 1);
  REFUSES(fmi3GetIntervalDecimal, c, &vr, 1, &number, &qualifier);
  REFUSES(fmi3GetIntervalFraction, c, &vr, 1, &count, &count, &qualifier);
  REFUSES(fmi3GetShiftDecimal, c, &vr, 1, &number);
  REFUSES(fmi3GetShiftFraction, c, &vr, 1, &count, &count);
  REFUSES(fmi3SetIntervalDecimal, c, &vr, 1, &number);
  REFUSES(fmi3SetIntervalFraction, c, &vr, 1, &count, &count);
  REFUSES(fmi3SetShiftDecimal, c, &vr, 1, &number);
  REFUSES(fmi3SetShiftFraction, c, &vr, 1, &count, &count);
  REFUSES(fmi3ActivateModelPartition, c, vr, 0.0);
  REFUSES(fmi3GetOutputDerivatives, c, &vr, 1, &(fmi3Int32){1}, &number, 1);
  __typeof__(&fmi3InstantiateScheduledExecution) scheduled;
  take_symbol(&scheduled, &unit, "fmi3InstantiateScheduledExecution");
  assert_null(scheduled("unit", unit.token, "", false, false, NULL, write_log, NULL, NULL, NULL));
  assert_true(logged("no scheduled execution"));
  a.destroy(c);
  release_unit(&unit);
}

/* A state that is saved, made into bytes and back gives the same steps to the bit; so does a unit
 * that is reset. */
static void states_are_kept(void **state) {
  (void)state;
  unit_file unit = import_unit(YOKE, "--fmi 3");
  const api_3 a = api_of(&unit);
  __typeof__(&fmi3GetFMUState) save;
  __typeof__(&fmi3SetFMUState) put_back;
  __typeof__(&fmi3FreeFMUState) release;
  __typeof__(&fmi3SerializedFMUStateSize) find_size;
  __typeof__(&fmi3SerializeFMUState) pack;
  __typeof__(&fmi3DeserializeFMUState) unpack;
  __typeof__(&fmi3Reset) reset;
  __typeof__(&fmi3Terminate) end;
  take_symbol(&save, &unit, "fmi3GetFMUState");
  take_symbol(&put_back, &unit, "fmi3SetFMUState");
  take_symbol(&release, &unit, "fmi3FreeFMUState");
  take_symbol(&find_size, &unit, "fmi3SerializedFMUStateSize");
  take_symbol(&pack, &unit, "fmi3SerializeFMUState");
  take_symbol(&unpack, &unit, "fmi3DeserializeFMUState");
  take_symbol(&reset, &unit, "fmi3Reset");
  take_symbol(&end, &unit, "fmi3Terminate");
  fmi3Instance c = start(&unit, &a, 0, 0, NULL, NULL);
  fmi3FMUState saved = NULL, again = NULL;
  size_t size = 0;
  step(&a, c, 0.0, 0.01);
  assert_int_equal(save(c, &saved), fmi3OK);
  assert_int_equal(find_size(c, saved, &size), fmi3OK);
  fmi3Byte *bytes = malloc(size);
  assert_non_null(bytes);
  assert_int_equal(pack(c, saved, bytes, size), fmi3OK);
  step(&a, c, 0.01, 0.01);
  const double angle = get(&unit, &a, c, "crank.angle"), x = get(&unit, &a, c, "yoke.x");
  assert_int_equal(unpack(c, bytes, size, &again), fmi3OK);
  assert_int_equal(put_back(c, again), fmi3OK);
  step(&a, c, 0.01, 0.01);
  assert_true(get(&unit, &a, c, "crank.angle") == angle && get(&unit, &a, c, "yoke.x") == x);
  assert_int_equal(release(c, &saved), fmi3OK);
  assert_int_equal(release(c, &again), fmi3OK);
  free(bytes);
  assert_int_equal(reset(c), fmi3OK);
  assert_int_equal(a.enter(c, false, 0.0, 0.0, false, 0.0), fmi3OK);
  assert_int_equal(a.leave(c), fmi3OK);
  step(&a, c, 0.0, 0.01);
  step(&a, c, 0.01, 0.01);
  assert_near(get(&unit, &a, c, "crank.angle"), angle, 1e-9);
  assert_int_equal(end(c), fmi3OK);
  a.destroy(c);
  release_unit(&unit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(returns_early_at_events), cmocka_unit_test(does_not_return_early_unasked),
      cmocka_unit_test(updates_come_in_between), cmocka_unit_test(importer_integrates),
      cmocka_unit_test(purposes_are_kept_apart), cmocka_unit_test(what_it_has_not_is_refused),
      cmocka_unit_test(states_are_kept),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
