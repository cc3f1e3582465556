/* A run as an object that is advanced: it is the run of ptl_simulate, whatever the pieces. */
#include "model_run.h"

static void is_same_run(const char *name, const result *a, const result *b) {
  if (a->trace.n != b->trace.n || a->trace.n_events != b->trace.n_events)
    fail_msg("%s: %d rows and %d events, not %d and %d", name, b->trace.n, b->trace.n_events,
             a->trace.n, a->trace.n_events);
  size_t size = sizeof(double) * (size_t)a->trace.n * (size_t)a->trace.width;
  if (memcmp(a->trace.values, b->trace.values, size) != 0) fail_msg("%s: other rows", name);
  for (int i = 0; i < a->trace.n_events; i++)
    assert_memory_equal(&a->trace.events[i].time, &b->trace.events[i].time, sizeof(double));
}

static result whole_run(const char *name, const char *integrator) {
  const ptl_setting setting = {"run.integrator", integrator};
  return run_model(name, &setting, 1);
}

/* Step by step to the end: the rows and events of ptl_simulate to the bit, by definition of a
 * loop. */
static void check_steps(const char *name, const char *integrator, const result *whole) {
  result r = {.system = system_for(name, integrator)};
  ptl_sink sink = rows_sink(&r.trace);
  ptl_run *run;
  ptl_run_reason reason = PTL_RUN_AT_TIME;
  must(context, ptl_run_create(context, r.system, NULL, &sink, &run));
  while (reason != PTL_RUN_AT_END) must(context, ptl_run_step(run, &reason));
  must(context, ptl_run_get_summary(run, &r.summary));
  assert_int_equal(ptl_run_step(run, &reason), PTL_ERR_USAGE);
  ptl_run_destroy(run);
  is_same_run(name, whole, &r);
  assert_true(r.summary.complete);
  assert_int_equal(r.summary.counters.residuals, whole->summary.counters.residuals);
  assert_near(r.summary.energy.balance, whole->summary.energy.balance, 0.0);
  drop(&r);
}

/* In 1000 pieces: the times asked for are met exactly, and the equations are evaluated no more than
 * a tenth more often; how many steps these are depends on the integrator that `auto` takes. */
static void check_pieces(const char *name, const char *integrator, const result *whole) {
  result r = {.system = system_for(name, integrator)};
  ptl_run *run;
  ptl_run_reason reason = PTL_RUN_AT_TIME;
  double end = whole->summary.end_time;
  must(context, ptl_run_create(context, r.system, NULL, NULL, &run));
  for (int i = 1; i <= 1000 && reason == PTL_RUN_AT_TIME; i++) {
    double t = i < 1000 ? end * i / 1000.0 : INFINITY;
    must(context, ptl_run_advance(run, t, &reason));
    if (reason == PTL_RUN_AT_TIME) assert_near(ptl_run_get_time(run), t, 0.0);
  }
  assert_int_equal(reason, PTL_RUN_AT_END);
  must(context, ptl_run_get_summary(run, &r.summary));
  ptl_run_destroy(run);
  const ptl_counters *a = &whole->summary.counters, *b = &r.summary.counters;
  double steps = (double)b->steps / (double)a->steps;
  double residuals = (double)b->residuals / (double)a->residuals;
  if (!(residuals <= 1.1))
    fail_msg("%s: %.3f times the steps, %.3f times the evaluations", name, steps, residuals);
  print_message("%-30s %-6s steps %.3f, evaluations %.3f\n", name, integrator, steps, residuals);
  drop(&r);
}

static void check_all(const char *integrator) {
  model_list models;
  list_models(&models);
  for (int i = 0; i < models.n; i++) {
    const char *name = models.name[i];
    result whole = whole_run(name, integrator);
    check_steps(name, integrator, &whole);
    check_pieces(name, integrator, &whole);
    drop(&whole);
  }
}

static void all_models_step_and_advance(void **state) {
  (void)state;
  check_all("auto");
}

static void all_models_step_and_advance_with_ida(void **state) {
  (void)state;
  check_all("ida");
}

/* A ball of 1 kg falls from 0.1 m above a plane: it touches at sqrt(2 h/g), h its gap, by the law
 * of free fall. */
static void advance_stops_at_events(void **state) {
  (void)state;
  ptl_system *system = system_for("bouncing_ball", "auto");
  ptl_run_options options = ptl_run_options_default();
  result all = whole_run("bouncing_ball", "auto");
  ptl_run *run;
  ptl_run_reason reason = PTL_RUN_AT_EVENT;
  int n = 0;
  options.stop_at = 1u << PTL_EVENT_TOUCH | 1u << PTL_EVENT_PART;
  must(context, ptl_run_create(context, system, &options, NULL, &run));
  for (int i = 0; i < all.trace.n_events && n < 6; i++) {
    const ptl_event *e = &all.trace.events[i];
    if (e->kind != PTL_EVENT_TOUCH && e->kind != PTL_EVENT_PART) continue;
    must(context, ptl_run_advance(run, INFINITY, &reason));
    assert_int_equal(reason, PTL_RUN_AT_EVENT);
    assert_near(ptl_run_get_time(run), e->time, 0.0);
    n++;
  }
  assert_int_equal(n, 6);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
  drop(&all);
}

static int stop_at_once(void *user, double fraction) {
  (void)user, (void)fraction;
  return 1;
}

static int pause_always(void *user, double fraction) {
  (void)fraction;
  ++*(int *)user;
  return PTL_PAUSE;
}

/* A pause after every step: as many calls as steps, and the same end; a whole run goes on. */
static void a_sink_may_pause(void **state) {
  (void)state;
  ptl_system *system = system_for("scotch_yoke", "auto");
  int n = 0, n_calls = 0;
  const ptl_sink sink = {.progress = pause_always, .user = &n};
  ptl_summary whole, paused;
  must(context, ptl_simulate(context, system, NULL, &sink, &whole));
  int n_whole = n;
  ptl_run *run;
  ptl_run_reason reason;
  n = 0;
  must(context, ptl_run_create(context, system, NULL, &sink, &run));
  do {
    must(context, ptl_run_advance(run, INFINITY, &reason));
    n_calls++;
  } while (reason == PTL_RUN_PAUSED);
  assert_int_equal(reason, PTL_RUN_AT_END);
  must(context, ptl_run_get_summary(run, &paused));
  assert_int_equal(n_calls, n);
  assert_int_equal(n, n_whole);
  assert_memory_equal(&whole.energy, &paused.energy, sizeof whole.energy);
  ptl_summary_release(context, &whole);
  ptl_summary_release(context, &paused);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
}

static void misuse_is_refused(void **state) {
  (void)state;
  ptl_system *system = system_for("pendulum", "auto");
  ptl_run_options options = ptl_run_options_default();
  ptl_run *run;
  options.rtol = 2.0;
  assert_int_equal(ptl_run_create(context, system, &options, NULL, &run), PTL_ERR_INPUT);
  assert_null(run);
  must(context, ptl_run_create(context, system, NULL, NULL, &run));
  must(context, ptl_run_advance(run, 0.5, NULL));
  assert_int_equal(ptl_run_advance(run, 0.4, NULL), PTL_ERR_USAGE);
  assert_int_equal(ptl_run_advance(run, NAN, NULL), PTL_ERR_USAGE);
  must(context, ptl_run_advance(run, 0.5, NULL));
  assert_near(ptl_run_get_time(run), 0.5, 0.0);
  ptl_run_destroy(run);
  const ptl_sink sink = {.progress = stop_at_once};
  must(context, ptl_run_create(context, system, NULL, &sink, &run));
  assert_int_equal(ptl_run_step(run, NULL), PTL_ERR_INTERRUPTED);
  assert_int_equal(ptl_run_step(run, NULL), PTL_ERR_USAGE);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
}

/* Without an end of its own a run goes as far as it is advanced: ten times the model's `until`. */
static void a_run_may_have_no_end(void **state) {
  (void)state;
  ptl_system *system = system_for("pendulum", "auto");
  ptl_run_options options = ptl_run_options_default();
  options.until_time = INFINITY;
  ptl_run *run;
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  assert_int_equal(ptl_run_create(context, system, &options, &sink, &run), PTL_OK);
  ptl_run_reason reason;
  must(context, ptl_run_advance(run, 30.0, &reason));
  assert_int_equal(reason, PTL_RUN_AT_TIME);
  assert_near(ptl_run_get_time(run), 30.0, 0.0);
  assert_true(trace.n > 1);
  ptl_run_destroy(run);
  rows_release(&trace);
  ptl_system_destroy(system);
}

/* ---------------------------------------------------------------- hooks */

typedef struct hooks {
  int n_before, n_after, stop_after;
  double last;
  ptl_status advanced, saved;
} hooks;

static int before(void *user, ptl_run *run) {
  hooks *h = user;
  void *bytes;
  size_t size;
  assert_true(ptl_run_get_time(run) >= h->last);
  h->last = ptl_run_get_time(run);
  if (h->n_before++ == 0) {
    h->advanced = ptl_run_advance(run, 1.0, NULL);
    h->saved = ptl_run_save(run, &bytes, &size);
  }
  return 0;
}

static int after(void *user, ptl_run *run) {
  hooks *h = user;
  double time;
  assert_int_equal(ptl_run_get_column(run, 0, &time), PTL_OK);
  assert_near(time, ptl_run_get_time(run), 0.0);
  return ++h->n_after == h->stop_after;
}

/* Each step begins and ends once, advanced in pieces or not, and what hooks read changes no bit. */
static void hooks_see_every_step(void **state) {
  (void)state;
  ptl_system *system = system_for("bouncing_ball", "auto");
  double end[2][3], v[3];
  for (int k = 0; k < 2; k++) {
    hooks h = {0};
    const ptl_sink sink = {.user = &h, .before_step = before, .after_step = after};
    ptl_run *run;
    ptl_summary summary;
    must(context, ptl_run_create(context, system, NULL, k == 0 ? &sink : NULL, &run));
    for (int i = 1; i <= 100; i++) must(context, ptl_run_advance(run, 0.02 * i, NULL));
    must(context, ptl_run_get_state(run, end[k], v));
    must(context, ptl_run_get_summary(run, &summary));
    if (k == 0) {
      assert_true(h.n_before == h.n_after || h.n_before == h.n_after + 1); /* one is in hand */
      assert_true(h.n_after >= summary.counters.steps - 1);
      assert_int_equal(h.advanced, PTL_ERR_USAGE);
      assert_int_equal(h.saved, PTL_ERR_USAGE);
    }
    ptl_summary_release(context, &summary);
    ptl_run_destroy(run);
  }
  assert_memory_equal(end[0], end[1], sizeof end[0]);
  hooks h = {.stop_after = 3};
  const ptl_sink sink = {.user = &h, .after_step = after};
  ptl_summary summary;
  assert_int_equal(ptl_simulate(context, system, NULL, &sink, &summary), PTL_ERR_INTERRUPTED);
  assert_int_equal(h.n_after, 3);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
}

/* ---------------------------------------------------------------- failures in parts */

static void failures_in_parts(void **state) {
  (void)state;
  static const char bad[] = "pintle: 1\nbodies:\n  b: {mass: -1 kg, inertia: 1 kg m^2}\n";
  static const char wild[] =
      "pintle: 1\nbodies:\n  b: {mass: 1 kg, inertia: 1 kg m^2}\n"
      "loads: {pull: {body: b, force: ['1 N/(1 - time/1 s)^0.5', 0 N]}}\nrun: {until: 2 s}\n";
  ptl_mechanism *m;
  assert_int_equal(ptl_mechanism_parse(context, bad, strlen(bad), "bad.yaml", NULL, 0, &m),
                   PTL_ERR_INPUT);
  const ptl_error *e = ptl_context_get_error(context);
  assert_int_equal(e->status, PTL_ERR_INPUT);
  assert_string_equal(e->file, "bad.yaml");
  assert_int_equal(e->line, 3);
  assert_int_equal(e->column, 3);
  assert_string_equal(e->element, "body");
  assert_string_equal(e->name, "b");
  assert_null(e->setting);
  assert_true(isnan(e->time));
  const ptl_setting heavy = {"bodies.b.mass", "1 m"};
  assert_int_equal(ptl_mechanism_parse(context, wild, strlen(wild), "wild.yaml", &heavy, 1, &m),
                   PTL_ERR_INPUT);
  assert_string_equal(e->setting, "bodies.b.mass");
  assert_int_equal(e->line, 0);
  ptl_system *system = system_of(context, wild, NULL, 0);
  ptl_summary summary;
  assert_int_equal(ptl_simulate(context, system, NULL, NULL, &summary), PTL_ERR_SIMULATION);
  assert_string_equal(e->element, "load");
  assert_string_equal(e->name, "pull");
  assert_near(e->time, 1.0, 1e-6);
  assert_true(e->line == 4 && e->column == 9);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_models_step_and_advance),
                                     cmocka_unit_test(all_models_step_and_advance_with_ida),
                                     cmocka_unit_test(advance_stops_at_events),
                                     cmocka_unit_test(misuse_is_refused),
                                     cmocka_unit_test(a_sink_may_pause),
                                     cmocka_unit_test(a_run_may_have_no_end),
                                     cmocka_unit_test(hooks_see_every_step),
                                     cmocka_unit_test(failures_in_parts)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
