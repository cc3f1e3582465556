/* Snapshots: a run that is restored is the run that was saved. */
#include "hash.h"
#include "model_run.h"

/* Uniform in (0, 1), always the same. */
static double next_random(void) {
  static uint32_t seed = 12345;
  seed = seed * 1664525u + 1013904223u;
  return ((seed >> 8) + 0.5) / (double)(1u << 24);
}

static void go_to_end(ptl_run *run, ptl_summary *summary) {
  ptl_run_reason reason;
  must(context, ptl_run_advance(run, INFINITY, &reason));
  assert_int_equal(reason, PTL_RUN_AT_END);
  must(context, ptl_run_get_summary(run, summary));
  ptl_run_destroy(run);
}

static void is_same(const char *name, double t, const rows *a, int from, int from_event,
                    const rows *b) {
  if (a->n - from != b->n || a->n_events - from_event != b->n_events)
    fail_msg("%s from %.9g s: %d rows, %d events, not %d and %d", name, t, b->n, b->n_events,
             a->n - from, a->n_events - from_event);
  size_t row = sizeof(double) * (size_t)a->width;
  if (b->n > 0 &&
      memcmp((char *)a->values + (size_t)from * row, b->values, (size_t)b->n * row) != 0)
    fail_msg("%s from %.9g s: other rows", name, t);
  for (int i = 0; i < b->n_events; i++)
    assert_memory_equal(&a->events[from_event + i].time, &b->events[i].time, sizeof(double));
}

/* Saved at a random time, the run and one that is restored come to the same end, to the bit. */
static void check_at(const char *name, const ptl_system *system, double t) {
  rows saved = {0}, restored = {0};
  ptl_sink sink = rows_sink(&saved);
  ptl_run *run, *other;
  ptl_summary a, b;
  void *bytes;
  size_t size;
  must(context, ptl_run_create(context, system, NULL, &sink, &run));
  must(context, ptl_run_advance(run, t, NULL));
  must(context, ptl_run_save(run, &bytes, &size));
  int from = saved.n, from_event = saved.n_events;
  go_to_end(run, &a);
  sink.user = &restored;
  must(context, ptl_run_restore(context, system, NULL, &sink, bytes, size, &other));
  assert_near(ptl_run_get_time(other), t, 0.0);
  go_to_end(other, &b);
  is_same(name, t, &saved, from, from_event, &restored);
  assert_int_equal(a.counters.steps, b.counters.steps);
  assert_int_equal(a.counters.residuals, b.counters.residuals);
  assert_int_equal(a.counters.rows, b.counters.rows);
  assert_memory_equal(&a.energy, &b.energy, sizeof a.energy);
  for (int g = 0; g < a.n_gaps; g++) {
    assert_string_equal(a.gaps[g].joint, b.gaps[g].joint);
    assert_int_equal(a.gaps[g].touches, b.gaps[g].touches);
    assert_near(a.gaps[g].impulse, b.gaps[g].impulse, 0.0);
    assert_near(a.gaps[g].longest_flight, b.gaps[g].longest_flight, 0.0);
  }
  ptl_summary_release(context, &a);
  ptl_summary_release(context, &b);
  ptl_text_release(context, bytes);
  rows_release(&saved);
  rows_release(&restored);
}

static void check_all(const char *integrator, int n_times) {
  model_list models;
  list_models(&models);
  for (int i = 0; i < models.n; i++) {
    ptl_system *system = system_for(models.name[i], integrator);
    ptl_summary summary;
    ptl_run_options options = ptl_run_options_default();
    options.no_output = 1;
    must(context, ptl_simulate(context, system, &options, NULL, &summary));
    for (int k = 0; k < n_times; k++)
      check_at(models.name[i], system, summary.end_time * next_random());
    ptl_summary_release(context, &summary);
    ptl_system_destroy(system);
  }
}

static int times_per_model = 1;

static void all_models_resume(void **state) {
  (void)state;
  check_all("auto", times_per_model);
}

static void all_models_resume_with_ida(void **state) {
  (void)state;
  check_all("ida", times_per_model);
}

/* ------------------------------------------------------- what else is kept, and what is refused */

/* Inputs and their ramps go on: a block of 1 kg under a force that rises from 0 to 4 N in 2 s,
 * saved in the middle, is at t^3/3 m, by integration. */
static void inputs_go_on(void **state) {
  (void)state;
  ptl_system *system = system_of(context,
                                 "pintle: 1\n"
                                 "inputs: {push: {unit: N}}\n"
                                 "bodies: {b: {mass: 1 kg, inertia: 1 kg m^2, position: [0, 0]}}\n"
                                 "loads: {hand: {body: b, force: [push, 0 N]}}\n"
                                 "run: {until: 10 s, every: 1 s}\n",
                                 NULL, 0);
  ptl_run *run, *other;
  void *bytes;
  size_t size;
  double q[3];
  must(context, ptl_run_create(context, system, NULL, NULL, &run));
  must(context, ptl_run_ramp_input(run, 0, 4.0, 2.0));
  must(context, ptl_run_advance(run, 1.1, NULL));
  must(context, ptl_run_save(run, &bytes, &size));
  must(context, ptl_run_restore(context, system, NULL, NULL, bytes, size, &other));
  must(context, ptl_run_advance(other, 1.7, NULL));
  must(context, ptl_run_get_state(other, q, NULL));
  assert_near(q[0], 1.7 * 1.7 * 1.7 / 3.0, 1e-6);
  ptl_run_destroy(other);
  ptl_run_destroy(run);
  ptl_text_release(context, bytes);
  ptl_system_destroy(system);
}

static void check_refused(const ptl_system *system, const ptl_run_options *options,
                          const void *bytes, size_t size, const char *message) {
  ptl_run *run;
  assert_int_equal(ptl_run_restore(context, system, options, NULL, bytes, size, &run),
                   PTL_ERR_INPUT);
  assert_null(run);
  if (strstr(ptl_context_message(context), message) == NULL)
    fail_msg("'%s' has no '%s'", ptl_context_message(context), message);
}

static void what_does_not_fit_is_refused(void **state) {
  (void)state;
  ptl_system *system = system_for("pendulum", "auto");
  ptl_system *other = system_for("double_pendulum", "auto");
  ptl_run_options options = ptl_run_options_default();
  ptl_run *run;
  void *bytes;
  size_t size;
  must(context, ptl_run_create(context, system, NULL, NULL, &run));
  must(context, ptl_run_advance(run, 1.0, NULL));
  must(context, ptl_run_save(run, &bytes, &size));
  must(context, ptl_run_advance(run, 2.0, NULL)); /* the saved run goes on */
  char *copy = malloc(size);
  memcpy(copy, bytes, size);
  copy[size - 9] ^= 1;
  check_refused(other, NULL, bytes, size, "another model");
  check_refused(system, NULL, copy, size, "changed");
  check_refused(system, NULL, bytes, size - 1, "missing");
  check_refused(system, NULL, bytes, 10, "shorter");
  copy[0] ^= 1;
  check_refused(system, NULL, copy, size, "none");
  options.rtol = 1e-5;
  check_refused(system, &options, bytes, size, "another tolerance");
  options.rtol = NAN;
  options.until_time = 0.5;
  check_refused(system, &options, bytes, size, "to end at");
  free(copy);
  ptl_run_destroy(run);
  ptl_text_release(context, bytes);
  ptl_system_destroy(system);
  ptl_system_destroy(other);
}

/* A run that has ended is saved and goes on to a later end; other rows than before are those of its
 * own schedule. */
/* Gives the bytes of a snapshot the sum that belongs to them (the header in snapshot.c). */
static void set_sum(uint8_t *bytes, size_t size) {
  enum { SUM_AT = 32, HEADER = 40 };
  const uint64_t sum = ptl_hash(PTL_HASH_START, bytes + HEADER, size - HEADER);
  memcpy(bytes + SUM_AT, &sum, sizeof sum);
}

/* Any number of a snapshot is another one, with the sum that belongs to it: lengths and addresses
 * are those of the system, and counts that no run can have are refused. What is right: the run is
 * refused or goes on, and does no harm (which the address sanitizer sees); some are refused for
 * their counts. */
static void no_number_does_harm(void **state) {
  static const uint32_t others[] = {0x7fffffff, 0x80000000};
  ptl_run *run;
  ptl_summary summary;
  void *bytes;
  size_t size;
  int n_refused = 0;
  (void)state;
  ptl_system *system = system_for("slider_crank_clearance", "auto");
  must(context, ptl_run_create(context, system, NULL, NULL, &run));
  must(context, ptl_run_advance(run, 0.01, NULL));
  must(context, ptl_run_save(run, &bytes, &size));
  ptl_run_destroy(run);
  uint8_t *copy = malloc(size);
  assert_non_null(copy);
  for (size_t at = 40; at + 4 <= size; at += 4) {
    const uint32_t other = others[at / 4 % 2];
    memcpy(copy, bytes, size);
    memcpy(copy + at, &other, sizeof other);
    set_sum(copy, size);
    if (ptl_run_restore(context, system, NULL, NULL, copy, size, &run) == PTL_OK) {
      ptl_run_step(run, NULL);
      if (ptl_run_get_summary(run, &summary) == PTL_OK) ptl_summary_release(context, &summary);
      ptl_run_destroy(run);
    } else if (strstr(ptl_context_message(context), "numbers that no run can have") != NULL) {
      n_refused++;
    }
  }
  assert_true(n_refused > 10);
  free(copy);
  ptl_text_release(context, bytes);
  ptl_system_destroy(system);
}

static void an_ended_run_goes_on(void **state) {
  (void)state;
  ptl_system *system = system_for("pendulum", "auto");
  ptl_run_options options = ptl_run_options_default();
  ptl_run *run, *other;
  ptl_run_reason reason;
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  void *bytes;
  size_t size;
  options.until_time = 1.0;
  must(context, ptl_run_create(context, system, &options, NULL, &run));
  must(context, ptl_run_advance(run, INFINITY, &reason));
  assert_int_equal(reason, PTL_RUN_AT_END);
  must(context, ptl_run_save(run, &bytes, &size));
  options.until_time = 2.0;
  options.every_time = 0.25;
  must(context, ptl_run_restore(context, system, &options, &sink, bytes, size, &other));
  must(context, ptl_run_advance(other, INFINITY, &reason));
  assert_int_equal(trace.n, 4);
  for (int i = 0; i < 4; i++) assert_near(rows_at(&trace, i, 0), 1.25 + 0.25 * i, 0.0);
  ptl_run_destroy(run);
  ptl_run_destroy(other);
  ptl_text_release(context, bytes);
  rows_release(&trace);
  ptl_system_destroy(system);
}

int main(int argc, char **argv) {
  const struct CMUnitTest long_tests[] = {cmocka_unit_test(all_models_resume),
                                          cmocka_unit_test(all_models_resume_with_ida)};
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_models_resume),   cmocka_unit_test(all_models_resume_with_ida),
      cmocka_unit_test(inputs_go_on),        cmocka_unit_test(what_does_not_fit_is_refused),
      cmocka_unit_test(no_number_does_harm), cmocka_unit_test(an_ended_run_goes_on)};
  if (argc > 1 && strcmp(argv[1], "long") == 0) {
    times_per_model = 10;
    return cmocka_run_group_tests(long_tests, set_up, tear_down);
  }
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
