/* Many runs in one process. One system, several threads, a context each: every run must give the
 * bits that it gives alone. A race shows here now and then, and always under the thread sanitizer
 * (-DPINTLE_SANITIZE_THREADS=ON, ctest -L threads). */
#include <pthread.h>
#include <sys/stat.h>

#include "pintle_trace.h"
#include "support.h"

enum { RUNS = 8, THREADS = 2 };

/* Everything that a run evaluates: a driver and loads by expression, a spring, contacts with and
 * without memory, columns by expression. */
static const char *const model =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  crank: {mass: 0.3, inertia: 1e-4, position: [0.025, 0]}\n"
    "  rod: {mass: 0.21, inertia: 2.5e-4, position: [0.11, 0]}\n"
    "  slider: {mass: 0.14, inertia: 1e-5, position: [0.17, 0]}\n"
    "joints:\n"
    "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
    "  pin: {type: revolute, bodies: [crank, rod], at: [0.05, 0], clearance: 0.2 mm, contact: hc}\n"
    "  wrist: {type: revolute, bodies: [rod, slider], at: [0.17, 0], clearance: 0.5 mm, contact: "
    "ln}\n"
    "  guide: {type: translational, bodies: [ground, slider], axis: [1, 0]}\n"
    "  drive: {type: motion, joint: shaft, angle: 300 rad/s * time + 0.05*sin(200 Hz*time)}\n"
    "contacts:\n"
    "  hc: {elastic: {law: power, stiffness: 6.6e10, exponent: 1.5}, damping: {law: hunt_crossley, "
    "alpha: 0.095}}\n"
    "  ln: {elastic: {law: power, stiffness: 6.6e10, exponent: 1.5}, damping: {law: "
    "lankarani_nikravesh, restitution: 0.9}}\n"
    "forces:\n"
    "  spring: {type: spring_damper, bodies: [ground, slider], at: [[0.4, 0], [0, 0]], stiffness: "
    "500, "
    "damping: 2, free_length: 0.2}\n"
    "loads:\n"
    "  drag: {body: slider, force: [!si -0.3*slider.vx*abs(slider.vx), 0]}\n"
    "output:\n"
    "  expressions:\n"
    "    power: {unit: W, expression: drive.moment * crank.omega}\n"
    "run: {until: 4 ms, every: 20 us, start: ideal}\n";

typedef struct job { /* what one thread does */
  const ptl_system *system;
  rows *traces;
  int first, step;
  char message[256];
} job;

static double rtol_of(int run) {
  return run % 2 == 0 ? 1e-7 : 1e-6 / (run + 1);
}

/* Tests fail in the main thread only. */
static void *simulate(void *user) {
  job *j = user;
  ptl_context *context = ptl_context_create(NULL);
  for (int i = j->first; i < RUNS && j->message[0] == '\0'; i += j->step) {
    ptl_run_options options = ptl_run_options_default();
    ptl_sink sink = rows_sink(&j->traces[i]);
    options.rtol = rtol_of(i);
    ptl_summary summary;
    if (ptl_simulate(context, j->system, &options, &sink, &summary) != PTL_OK)
      snprintf(j->message, sizeof j->message, "%s", ptl_context_message(context));
    ptl_summary_release(context, &summary);
  }
  ptl_context_destroy(context);
  return NULL;
}

static void in_threads(void *(*work)(void *), job *jobs, size_t size) {
  pthread_t threads[THREADS];
  for (size_t k = 0; k < THREADS; k++)
    assert_int_equal(pthread_create(&threads[k], NULL, work, (char *)jobs + k * size), 0);
  for (size_t k = 0; k < THREADS; k++) pthread_join(threads[k], NULL);
}

static void expect_same(const rows *a, const rows *b) {
  assert_int_equal(a->n, b->n);
  assert_int_equal(a->n_events, b->n_events);
  assert_memory_equal(a->values, b->values, sizeof(double) * (size_t)a->n * (size_t)a->width);
  for (int e = 0; e < a->n_events; e++) {
    assert_true(a->events[e].time == b->events[e].time);
    assert_true(a->events[e].force == b->events[e].force);
    assert_true(a->events[e].energy_lost == b->events[e].energy_lost);
  }
}

static void runs_of_one_system_give_the_bits_they_give_alone(void **state) {
  rows alone[RUNS] = {{0}}, together[RUNS] = {{0}};
  job serial = {.traces = alone, .step = 1}, jobs[THREADS];
  (void)state;
  ptl_context *context = ptl_context_create(NULL);
  ptl_mechanism *m = mechanism_of(context, model, NULL, 0);
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  serial.system = s;
  simulate(&serial);
  assert_string_equal(serial.message, "");
  for (int k = 0; k < THREADS; k++)
    jobs[k] = (job){.system = s, .traces = together, .first = k, .step = THREADS};
  in_threads(simulate, jobs, sizeof *jobs);
  for (int k = 0; k < THREADS; k++) assert_string_equal(jobs[k].message, "");
  for (int i = 0; i < RUNS; i++) {
    assert_true(alone[i].n > 200);
    assert_true(alone[i].n_events > 4);
    expect_same(&alone[i], &together[i]);
    if (i % 2 == 0) expect_same(&alone[0], &alone[i]);
  }
  for (int i = 0; i < RUNS; i++) {
    rows_release(&alone[i]);
    rows_release(&together[i]);
  }
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
}

typedef struct stepped { /* a run in pieces, saved and restored on the way */
  const ptl_system *system;
  double q[9];
  char message[256];
} stepped;

static void *advance_and_save(void *user) {
  stepped *s = user;
  ptl_context *context = ptl_context_create(NULL);
  ptl_run *run = NULL, *again = NULL;
  void *bytes = NULL;
  size_t size;
  double values[256];
  ptl_status status = ptl_run_create(context, s->system, NULL, NULL, &run);
  for (int i = 1; i <= 20 && status == PTL_OK; i++) {
    status = ptl_run_advance(run, i * 1e-4, NULL);
    if (status == PTL_OK) status = ptl_run_get_columns(run, values);
  }
  const ptl_setting softer = {"forces.spring.stiffness", "400"}; /* all threads vary one system */
  ptl_system *varied = NULL;
  if (status == PTL_OK) status = ptl_system_vary(context, s->system, &softer, 1, &varied);
  if (status == PTL_OK) status = ptl_run_set_system(run, varied, NULL);
  if (status == PTL_OK) status = ptl_run_advance(run, 25e-4, NULL);
  if (status == PTL_OK) status = ptl_run_set_system(run, s->system, NULL);
  ptl_system_destroy(varied);
  if (status == PTL_OK) status = ptl_run_save(run, &bytes, &size);
  if (status == PTL_OK)
    status = ptl_run_restore(context, s->system, NULL, NULL, bytes, size, &again);
  if (status == PTL_OK) status = ptl_run_advance(again, 3e-3, NULL);
  if (status == PTL_OK) status = ptl_run_get_state(again, s->q, NULL);
  if (status != PTL_OK) snprintf(s->message, sizeof s->message, "%s", ptl_context_message(context));
  ptl_run_destroy(run);
  ptl_run_destroy(again);
  ptl_text_release(context, bytes);
  ptl_context_destroy(context);
  return NULL;
}

/* Two threads that advance, read, save and restore runs of one system come to the state that one
 * alone comes to. */
static void runs_are_advanced_side_by_side(void **state) {
  (void)state;
  ptl_context *context = ptl_context_create(NULL);
  ptl_system *system = system_of(context, model, NULL, 0);
  stepped jobs[THREADS + 1];
  const ptl_column *columns;
  assert_true(ptl_system_get_columns(system, &columns) <= 256);
  for (int k = 0; k <= THREADS; k++) jobs[k] = (stepped){.system = system};
  advance_and_save(&jobs[THREADS]);
  pthread_t threads[THREADS];
  for (int k = 0; k < THREADS; k++)
    assert_int_equal(pthread_create(&threads[k], NULL, advance_and_save, &jobs[k]), 0);
  for (int k = 0; k < THREADS; k++) pthread_join(threads[k], NULL);
  for (int k = 0; k < THREADS; k++) {
    assert_string_equal(jobs[k].message, "");
    assert_memory_equal(jobs[k].q, jobs[THREADS].q, sizeof jobs[k].q);
  }
  ptl_system_destroy(system);
  ptl_context_destroy(context);
}

/* Threads that assemble one description, each with a context of its own. */
typedef struct assembly_job {
  const ptl_mechanism *m;
  rows trace;
  char message[256];
} assembly_job;

static void *assemble_and_run(void *user) {
  assembly_job *j = user;
  ptl_context *context = ptl_context_create(NULL);
  ptl_system *s = NULL;
  const ptl_sink sink = rows_sink(&j->trace);
  ptl_summary summary = {.gaps = NULL};
  ptl_status status = PTL_OK;
  for (int i = 0; i < 20 && status == PTL_OK; i++) {
    ptl_system_destroy(s);
    status = ptl_assemble_in(context, j->m, &s);
  }
  if (status == PTL_OK) status = ptl_simulate(context, s, NULL, &sink, &summary);
  if (status != PTL_OK) snprintf(j->message, sizeof j->message, "%s", ptl_context_message(context));
  ptl_summary_release(context, &summary);
  ptl_system_destroy(s);
  ptl_context_destroy(context);
  return NULL;
}

static void one_description_is_assembled_side_by_side(void **state) {
  (void)state;
  ptl_context *context = ptl_context_create(NULL);
  ptl_mechanism *m = mechanism_of(context, model, NULL, 0);
  assembly_job alone = {.m = m}, jobs[THREADS] = {0};
  pthread_t threads[THREADS];
  assemble_and_run(&alone);
  assert_string_equal(alone.message, "");
  for (int k = 0; k < THREADS; k++) {
    jobs[k].m = m;
    assert_int_equal(pthread_create(&threads[k], NULL, assemble_and_run, &jobs[k]), 0);
  }
  for (int k = 0; k < THREADS; k++) pthread_join(threads[k], NULL);
  for (int k = 0; k < THREADS; k++) {
    assert_string_equal(jobs[k].message, "");
    expect_same(&alone.trace, &jobs[k].trace);
    rows_release(&jobs[k].trace);
  }
  rows_release(&alone.trace);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
}

/* Each thread reads the model, assembles, runs into a folder and reads it back, all at the same
 * time: units, expressions, LAPACK, KLU, files. */
typedef struct chore {
  char path[512], folder[512], message[256];
  ptl_trace_format format;
} chore;

static ptl_status do_chore(const chore *c, ptl_context *context, ptl_mechanism **m,
                           ptl_system **s) {
  const ptl_setting settings[] = {{"contacts.hc.elastic.stiffness", "6.6e10 N/m^1.5"},
                                  {"bodies.rod.mass", "0.21 kilogram"}};
  ptl_folder *folder;
  ptl_summary summary;
  ptl_trace *trace;
  ptl_status status = ptl_mechanism_load(context, c->path, settings, 2, m);
  if (status == PTL_OK) status = ptl_assemble(*m, s);
  if (status == PTL_OK) status = ptl_folder_open_as(context, *s, c->folder, c->format, &folder);
  if (status != PTL_OK) return status;
  ptl_sink sink = ptl_folder_sink(folder);
  status = ptl_simulate(context, *s, NULL, &sink, &summary);
  if (status == PTL_OK) {
    status = ptl_folder_close(folder, &summary, NULL);
  } else {
    ptl_folder_abandon(folder);
  }
  ptl_summary_release(context, &summary);
  if (status == PTL_OK) status = ptl_trace_load(context, c->folder, &trace);
  if (status == PTL_OK) ptl_trace_destroy(trace);
  return status;
}

static void *work_alone(void *user) {
  chore *c = user;
  ptl_context *context = ptl_context_create(NULL);
  ptl_mechanism *m = NULL;
  ptl_system *s = NULL;
  for (int i = 0; i < 3 && c->message[0] == '\0'; i++) {
    if (do_chore(c, context, &m, &s) != PTL_OK)
      snprintf(c->message, sizeof c->message, "%s", ptl_context_message(context));
    ptl_system_destroy(s);
    ptl_mechanism_destroy(m);
    s = NULL;
    m = NULL;
    /* A failure has its own message, whatever the others do. */
    double factor, offset;
    if (ptl_unit_to_si(context, "no such unit", &factor, &offset) == PTL_OK ||
        strstr(ptl_context_message(context), "no such unit") == NULL)
      snprintf(c->message, sizeof c->message, "units: %s", ptl_context_message(context));
  }
  ptl_context_destroy(context);
  return NULL;
}

static void everything_works_side_by_side(void **state) {
  static char place[] = "/tmp/pintle-threads-XXXXXX";
  chore chores[THREADS + 1] = {0};
  char command[1200];
  pthread_t threads[THREADS];
  (void)state;
  assert_non_null(mkdtemp(place));
  const char *path = write_file("threads.yaml", model);
  for (int k = 0; k <= THREADS; k++) {
    snprintf(chores[k].path, sizeof chores[k].path, "%s", path);
    snprintf(chores[k].folder, sizeof chores[k].folder, "%s/%d.run", place, k);
  }
  work_alone(&chores[THREADS]);
  for (int k = 0; k < THREADS; k++)
    assert_int_equal(pthread_create(&threads[k], NULL, work_alone, &chores[k]), 0);
  for (int k = 0; k < THREADS; k++) pthread_join(threads[k], NULL);
  for (int k = 0; k <= THREADS; k++) assert_string_equal(chores[k].message, "");
  for (int k = 0; k < THREADS; k++) {
    snprintf(command, sizeof command, "cmp %s/trace.csv %s/trace.csv", chores[k].folder,
             chores[THREADS].folder);
    assert_int_equal(system(command), 0);
  }
  remove(path);
  snprintf(command, sizeof command, "rm -rf %s", place);
  assert_int_equal(system(command), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_of_one_system_give_the_bits_they_give_alone),
      cmocka_unit_test(runs_are_advanced_side_by_side),
      cmocka_unit_test(one_description_is_assembled_side_by_side),
      cmocka_unit_test(everything_works_side_by_side),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
