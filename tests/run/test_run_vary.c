/* Systems with other values than one that is there, and runs that go on with them. */
#include <unistd.h>

#include "model_run.h"
#include "pintle_trace.h"

/* ---------------------------------------------------------------- the same as reading anew */

/* A setting that changes numbers, for every shipped model that has what it names. */
static const ptl_setting settings[] = {
    {"run.rtol", "3e-8"}, {"parameters.speed", "321 rpm"}, {"gravity", "[0.1 m/s^2, -9.7 m/s^2]"}};

static ptl_status vary_file(const char *name, const ptl_setting *setting, int n, ptl_system **out) {
  char path[512];
  ptl_mechanism *m;
  *out = NULL;
  snprintf(path, sizeof path, PINTLE_MODELS "/%s.yaml", name);
  ptl_status status = ptl_mechanism_load(context, path, setting, n, &m);
  if (status != PTL_OK) return status;
  status = ptl_assemble(m, out);
  ptl_mechanism_destroy(m);
  return status;
}

/* The rows and events up to 1 % of the model's end. */
static rows record(const ptl_system *system) {
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_run *run;
  must(context, ptl_run_create(context, system, NULL, &sink, &run));
  for (int i = 0; i < 60; i++) {
    ptl_run_reason reason;
    must(context, ptl_run_step(run, &reason));
    if (reason == PTL_RUN_AT_END) break;
  }
  ptl_run_destroy(run);
  return trace;
}

static void check_same(const ptl_system *a, const ptl_system *b) {
  rows x = record(a), y = record(b);
  assert_true(x.n > 0);
  assert_int_equal(x.n, y.n);
  assert_int_equal(x.n_events, y.n_events);
  assert_memory_equal(x.values, y.values, sizeof(double) * (size_t)x.n * (size_t)x.width);
  rows_release(&x);
  rows_release(&y);
}

/* All shipped models: varied once and, from that, a second time; both against the file read with
 * these settings. */
static void as_reading_anew(void **state) {
  (void)state;
  model_list list;
  int n_compared = 0;
  list_models(&list);
  for (int i = 0; i < list.n; i++) {
    ptl_system *base = system_of_model(list.name[i], NULL, 0);
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
      const ptl_setting both[] = {settings[k], {"title", "varied"}};
      ptl_system *anew, *once, *twice;
      const ptl_status status = vary_file(list.name[i], both, 2, &anew);
      assert_int_equal(ptl_system_vary(context, base, both, 2, &once), status);
      if (status != PTL_OK) {
        assert_null(once);
        continue;
      }
      check_same(once, anew);
      ptl_system_destroy(once);
      must(context, ptl_system_vary(context, base, both, 1, &once));
      must(context, ptl_system_vary(context, once, both + 1, 1, &twice));
      ptl_system_destroy(once); /* nothing of it is in the other */
      check_same(twice, anew);
      ptl_system_destroy(twice);
      ptl_system_destroy(anew);
      n_compared++;
    }
    ptl_system_destroy(base);
  }
  assert_true(n_compared > 2 * list.n);
}

/* What it says is what is said when the file is read with that setting. */
static void errors_are_those_of_reading(void **state) {
  (void)state;
  static const ptl_setting bad[] = {{"parameters.spede", "321 rpm"},
                                    {"joints.slot.clearance", "-1 mm"},
                                    {"bodies.yoke.mass", "2 m"},
                                    {"bodies.yoke.mas", "2 kg"}};
  ptl_system *base = system_of_model("scotch_yoke", NULL, 0), *other;
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    char said[2000];
    const ptl_status status = vary_file("scotch_yoke", &bad[k], 1, &other);
    assert_true(status != PTL_OK);
    snprintf(said, sizeof said, "%s", ptl_context_message(context));
    assert_int_equal(ptl_system_vary(context, base, &bad[k], 1, &other), status);
    assert_null(other);
    assert_string_equal(ptl_context_message(context), said);
  }
  ptl_system_destroy(base);
}

static ptl_mechanism *ball(void) {
  ptl_mechanism *m = ptl_mechanism_create(context);
  ptl_body_def def = ptl_body_default();
  def.name = "ball";
  def.mass = 1.0;
  def.inertia = 1.0;
  must(context, ptl_mechanism_add_body(m, &def));
  must(context, ptl_mechanism_set_gravity(m, 0.0, -10.0));
  return m;
}

/* A description made by a program has the paths of the file that it would be written as; one that a
 * program has changed since it was read, too. Free fall: y = -g t^2/2. */
static void made_by_a_program(void **state) {
  (void)state;
  const ptl_setting slower = {"gravity", "[0 m/s^2, -4 m/s^2]"};
  ptl_mechanism *m = ball(), *varied;
  for (int k = 0; k < 2; k++) {
    ptl_system *system;
    ptl_run *run;
    double q[3];
    must(context, ptl_mechanism_vary(context, m, &slower, 1, &varied));
    must(context, ptl_assemble(varied, &system));
    must(context, ptl_run_create(context, system, NULL, NULL, &run));
    must(context, ptl_run_advance(run, 0.5, NULL));
    must(context, ptl_run_get_state(run, q, NULL));
    assert_near(q[1], -0.5, 1e-9);
    ptl_run_destroy(run);
    ptl_system_destroy(system);
    must(context, ptl_mechanism_set_gravity(varied, 0.0, -9.0)); /* the file's tree says 4 */
    ptl_mechanism_destroy(m);
    m = varied;
  }
  const ptl_setting none = {"title", "ball"};
  must(context, ptl_mechanism_vary(context, m, &none, 1, &varied));
  char *text;
  must(context, ptl_mechanism_text(varied, &text));
  assert_non_null(strstr(text, "-9"));
  ptl_text_release(context, text);
  ptl_mechanism_destroy(varied);
  ptl_mechanism_destroy(m);
}

/* ---------------------------------------------------------------- runs that go on */

static const char spring[] =
    "pintle: 1\n"
    "parameters: {k: 100 N/m, w: 2 rad/s}\n"
    "gravity: [0, 0]\n"
    "bodies:\n"
    "  block: {mass: 1 kg, inertia: 1 kg m^2, position: [0.1 m, 0]}\n"
    "  wheel: {mass: 1 kg, inertia: 1 kg m^2, position: [0, 1 m]}\n"
    "joints:\n"
    "  rail: {type: translational, bodies: [ground, block], axis: [1, 0]}\n"
    "  axle: {type: revolute, bodies: [ground, wheel], at: [0, 1 m]}\n"
    "  drive: {type: motion, joint: axle, rate: w}\n"
    "loads: {pull: {body: block, force: ['-k*block.x', 0 N]}}\n"
    "run: {until: 10 s, every: 10 ms, rtol: 1e-10}\n";

/* x'' = -k x with another k from t on: amplitude and phase from x, v there. A driver goes on from
 * its angle with the new rate; the energy that the change brings counts as supplied. */
static void goes_on_with_other_values(void **state) {
  (void)state;
  static const char *const integrators[] = {"dop853", "ida"};
  const ptl_setting stiffer[] = {{"parameters.k", "400 N/m"}, {"parameters.w", "-3 rad/s"}};
  for (int k = 0; k < 2; k++) {
    const ptl_setting by = {"run.integrator", integrators[k]};
    ptl_system *system = system_of(context, spring, &by, 1), *other;
    ptl_run *run;
    ptl_moved moved;
    double q[6], v[6];
    must(context, ptl_run_create(context, system, NULL, NULL, &run));
    must(context, ptl_run_advance(run, 0.3, NULL));
    must(context, ptl_system_vary(context, system, stiffer, 2, &other));
    must(context, ptl_run_set_system(run, other, &moved));
    ptl_system_destroy(system); /* the run no longer needs it */
    assert_near(moved.position, 0.0, 1e-12);
    assert_near(moved.rate, 5.0, 1e-9);
    must(context, ptl_run_advance(run, 1.0, NULL));
    must(context, ptl_run_get_state(run, q, v));
    const double x = 0.1 * cos(3.0), u = -1.0 * sin(3.0), s = sin(14.0), c = cos(14.0);
    assert_near(q[0], x * c + u / 20.0 * s, 1e-7);
    assert_near(v[0], -20.0 * x * s + u * c, 1e-6);
    assert_near(q[5], 0.6 - 3.0 * 0.7, 1e-9);
    ptl_run_destroy(run);
    ptl_system_destroy(other);
  }
}

/* A run that takes over equal values goes on as one that was saved there, up to rounding: both
 * start anew, one of them after having been put onto the constraints. The balance is what is left
 * of energies as large as the work that drivers supply. */
static void equal_values_change_nothing(void **state) {
  (void)state;
  static const char *const names[] = {"scotch_yoke", "slider_crank_friction", "geneva",
                                      "bouncing_ball"};
  for (size_t i = 0; i < 8; i++) {
    ptl_system *system = system_for(names[i / 2], i % 2 ? "ida" : "auto"), *other;
    const ptl_setting same = {"title", "same"};
    rows trace[2] = {{0}, {0}};
    must(context, ptl_system_vary(context, system, &same, 1, &other));
    for (int k = 0; k < 2; k++) {
      ptl_sink sink = rows_sink(&trace[k]);
      ptl_run *run;
      void *bytes;
      size_t size;
      must(context, ptl_run_create(context, system, NULL, &sink, &run));
      must(context, ptl_run_advance(run, 0.021, NULL));
      if (k == 0) {
        must(context, ptl_run_save(run, &bytes, &size));
        ptl_text_release(context, bytes);
      } else {
        must(context, ptl_run_set_system(run, other, NULL));
      }
      must(context, ptl_run_advance(run, 0.05, NULL));
      ptl_run_destroy(run);
    }
    assert_int_equal(trace[0].n, trace[1].n);
    const int width = trace[0].width, balance = column_of(system, "energy.balance"),
              supplied = column_of(system, "energy.supplied");
    for (int r = 0; r < trace[0].n; r++)
      for (int c = 2; c < width; c++) {
        const double whole = fabs(rows_at(&trace[0], r, c == balance ? supplied : c));
        assert_near(rows_at(&trace[0], r, c), rows_at(&trace[1], r, c), 1e-7 * (1.0 + whole));
      }
    rows_release(&trace[0]);
    rows_release(&trace[1]);
    ptl_system_destroy(other);
    ptl_system_destroy(system);
  }
}

/* A ball on a floor, m g = k d^n at rest: with a quarter of the stiffness it sinks further, by
 * Newton's law to where the power law balances the weight. The contact goes on; it is no second
 * touch. */
static void contact_goes_on(void **state) {
  (void)state;
  static const char text[] =
      "pintle: 1\n"
      "parameters: {stiff: 1e5 N/m}\n"
      "gravity: [0, -10 m/s^2]\n"
      "bodies: {ball: {mass: 1 kg, inertia: 1 kg m^2, position: [0, 99.9 mm]}}\n"
      "joints: {floor: {type: circle_line, line: {body: ground, from: [-1 m, 0], to: [1 m, 0]},\n"
      "                 circle: {body: ball, radius: 100 mm}, contact: c}}\n"
      "contacts: {c: {elastic: {law: power, stiffness: stiff, exponent: 1}, damping: {law: "
      "kelvin_voigt, "
      "coefficient: 500 N s/m}}}\n"
      "run: {until: 4 s, every: 10 ms, start: given}\n";
  const ptl_setting softer = {"parameters.stiff", "0.25e5 N/m"};
  ptl_system *system = system_of(context, text, NULL, 0), *other;
  ptl_run *run;
  ptl_gap_now gap;
  ptl_summary summary;
  must(context, ptl_run_create(context, system, NULL, NULL, &run));
  must(context, ptl_run_advance(run, 1.0, NULL));
  must(context, ptl_run_get_gap(run, 0, &gap));
  assert_near(gap.depth, 1e-4, 1e-9);
  must(context, ptl_system_vary(context, system, &softer, 1, &other));
  must(context, ptl_run_set_system(run, other, NULL));
  must(context, ptl_run_advance(run, 3.0, NULL));
  must(context, ptl_run_get_gap(run, 0, &gap));
  assert_near(gap.depth, 4e-4, 1e-9);
  must(context, ptl_run_get_summary(run, &summary));
  assert_true(fabs(summary.energy.balance) < 1e-6);
  ptl_summary_release(context, &summary);
  ptl_run_destroy(run);
  ptl_system_destroy(other);
  ptl_system_destroy(system);
}

static void other_structures_are_refused(void **state) {
  (void)state;
  static const struct {
    ptl_setting setting;
    const char *message;
  } cases[] = {{{"joints.wrist.clearance", ""}, "constraints"},
               {{"output", "{columns: [crank.*]}"}, "columns"},
               {{"run.until", "1 ms"}, "is to end"}};
  ptl_system *system = system_of_model("slider_crank_clearance", NULL, 0), *other;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ptl_run *run;
    must(context, ptl_run_create(context, system, NULL, NULL, &run));
    must(context, ptl_run_advance(run, 0.01, NULL));
    must(context, ptl_system_vary(context, system, &cases[i].setting, 1, &other));
    assert_true(ptl_run_set_system(run, other, NULL) != PTL_OK);
    if (strstr(ptl_context_message(context), cases[i].message) == NULL)
      fail_msg("'%s' has no '%s'", ptl_context_message(context), cases[i].message);
    must(context, ptl_run_advance(run, 0.02, NULL)); /* it is as it was */
    ptl_run_destroy(run);
    ptl_system_destroy(other);
  }
  ptl_system_destroy(system);
}

/* ---------------------------------------------------------------- starts from another run */

/* The run folder of a shipped model; its path. */
static const char *folder_of(const char *name, const char *integrator) {
  static char dir[200];
  ptl_system *system = system_for(name, integrator);
  ptl_folder *folder;
  ptl_summary summary;
  snprintf(dir, sizeof dir, "/tmp/pintle_start_%ld_%s.run", (long)getpid(), name);
  must(context, ptl_folder_open(context, system, dir, &folder));
  const ptl_sink sink = ptl_folder_sink(folder);
  must(context, ptl_simulate(context, system, NULL, &sink, &summary));
  must(context, ptl_folder_close(folder, &summary, NULL));
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
  return dir;
}

static void remove_run(const char *dir) {
  char command[300];
  snprintf(command, sizeof command, "rm -r %s", dir);
  assert_int_equal(system(command), 0);
}

/* The run that starts where another was at T, in the middle of a contact or of sticking, beside
 * that one saved at T, so that both integrate anew from there: the same gaps with the speeds that
 * they touched with, the same states later on. */
static void starts_from_another_run(void **state) {
  (void)state;
  static const struct {
    const char *name;
    double at, until;
  } cases[] = {{"scotch_yoke", 0.0821, 0.1},
               {"slider_crank_friction", 0.0121, 0.02},
               {"bouncing_ball", 0.42866, 1.2},
               {"geneva", 1.833, 2.5}};
  for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
    const char *name = cases[i / 2].name, *integrator = i % 2 ? "ida" : "auto";
    const char *dir = folder_of(name, integrator);
    char from[400];
    snprintf(from, sizeof from, "{from: %s, at: %.17g s}", dir, cases[i / 2].at);
    const ptl_setting start[] = {{"run.integrator", integrator}, {"start", from}};
    ptl_system *plain = system_for(name, integrator), *later = system_of_model(name, start, 2);
    ptl_run *a, *b;
    void *bytes;
    size_t size;
    must(context, ptl_run_create(context, plain, NULL, NULL, &a));
    must(context, ptl_run_advance(a, cases[i / 2].at, NULL));
    must(context, ptl_run_save(a, &bytes, &size));
    ptl_text_release(context, bytes);
    must(context, ptl_run_create(context, later, NULL, NULL, &b));
    assert_near(ptl_run_get_time(b), cases[i / 2].at, 0.0);
    for (int g = 0; g < ptl_system_get_sizes(plain).n_gaps; g++) {
      ptl_gap_now x, y;
      must(context, ptl_run_get_gap(a, g, &x));
      must(context, ptl_run_get_gap(b, g, &y));
      assert_int_equal(x.is_touching, y.is_touching);
      assert_near(x.touch_speed, y.touch_speed, 1e-12);
      assert_near(x.reference_speed, y.reference_speed, 1e-12);
    }
    must(context, ptl_run_advance(a, cases[i / 2].until, NULL));
    must(context, ptl_run_advance(b, cases[i / 2].until, NULL));
    double q[60], v[60], q2[60], v2[60];
    assert_true(ptl_system_get_sizes(plain).n_coordinates <= 60);
    must(context, ptl_run_get_state(a, q, v));
    must(context, ptl_run_get_state(b, q2, v2));
    for (int k = 0; k < ptl_system_get_sizes(plain).n_coordinates; k++) {
      assert_near(q[k], q2[k], 1e-6);
      assert_near(v[k], v2[k], 1e-3 * (1.0 + fabs(v[k])));
    }
    ptl_run_destroy(a);
    ptl_run_destroy(b);
    ptl_system_destroy(plain);
    ptl_system_destroy(later);
    remove_run(dir);
  }
}

/* A ball thrown with other gravity from where another fell: y = h - g T^2/2 - g T s - g' s^2/2.
 * Written and read again, the model starts there, too; energies and counts are those from there
 * on. */
static void with_other_values(void **state) {
  (void)state;
  const char *dir = folder_of("bouncing_ball", "auto");
  char from[400];
  snprintf(from, sizeof from, "{from: %s, at: 0.2 s}", dir);
  const ptl_setting start[] = {{"start", from}, {"gravity", "[0, -2 m/s^2]"}};
  ptl_system *system = system_of_model("bouncing_ball", start, 2);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_run *run;
  double q[3], v[3];
  ptl_summary summary;
  must(context, ptl_run_create(context, system, NULL, &sink, &run));
  must(context, ptl_run_get_state(run, q, v));
  const double y = q[1];
  assert_near(v[1], -9.8 * 0.2, 1e-8);
  must(context, ptl_run_advance(run, 0.4, NULL));
  must(context, ptl_run_get_state(run, q, v));
  assert_near(q[1], y - 1.96 * 0.2 - 0.04, 1e-8);
  assert_near(rows_at(&trace, 0, 0), 0.2, 0.0);
  assert_near(rows_at(&trace, 1, 0), 0.202, 1e-12);
  must(context, ptl_run_get_summary(run, &summary));
  assert_near(summary.energy.balance, 0.0, 1e-9);
  assert_int_equal(summary.gaps[0].touches, 0);
  ptl_summary_release(context, &summary);
  ptl_run_destroy(run);
  rows_release(&trace);
  ptl_system_destroy(system);
  remove_run(dir);
}

static void bad_starts_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *start, *model, *message;
  } cases[] = {{"{from: %s, at: 99 s}", "pendulum", "ends at"},
               {"{from: %s, at: -1 s}", "pendulum", "time"},
               {"{from: %s}", "pendulum", "is to end"}, /* where it has ended itself */
               {"{from: %s, pivot: {angle: 1}}", "pendulum", "does not go with"},
               {"{from: %s/nothing, at: 1 s}", "pendulum", "cannot be found"},
               {"{from: %s, at: 0.1 s}", "double_pendulum", "structure"}};
  const char *dir = folder_of("pendulum", "auto");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[400], path[400];
    ptl_mechanism *m;
    ptl_system *system;
    ptl_run *run;
    snprintf(text, sizeof text, cases[i].start, dir);
    snprintf(path, sizeof path, PINTLE_MODELS "/%s.yaml", cases[i].model);
    const ptl_setting start = {"start", text};
    ptl_status status = ptl_mechanism_load(context, path, &start, 1, &m);
    if (status == PTL_OK) {
      must(context, ptl_assemble(m, &system));
      status = ptl_run_create(context, system, NULL, NULL, &run);
      ptl_system_destroy(system);
      ptl_mechanism_destroy(m);
    }
    assert_int_equal(status, PTL_ERR_INPUT);
    if (strstr(ptl_context_message(context), cases[i].message) == NULL)
      fail_msg("'%s' has no '%s'", ptl_context_message(context), cases[i].message);
  }
  remove_run(dir);
}

/* A folder whose model begins where the run in that folder was has no first run. */
static void a_start_from_itself_is_refused(void **state) {
  (void)state;
  const char *dir = folder_of("pendulum", "auto");
  char path[300], start[300];
  snprintf(path, sizeof path, "%s/model.yaml", dir);
  snprintf(start, sizeof start, "start: {from: %s, at: 0.1 s}\n", dir);
  FILE *file = fopen(path, "a");
  assert_non_null(file);
  fputs(start, file);
  fclose(file);
  ptl_mechanism *m;
  ptl_system *system;
  ptl_run *run;
  must(context, ptl_mechanism_load(context, path, NULL, 0, &m));
  must(context, ptl_assemble(m, &system));
  assert_int_equal(ptl_run_create(context, system, NULL, NULL, &run), PTL_ERR_INPUT);
  assert_null(run);
  assert_non_null(strstr(ptl_context_message(context), "begin where it was itself"));
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  remove_run(dir);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_reading_anew),
                                     cmocka_unit_test(errors_are_those_of_reading),
                                     cmocka_unit_test(made_by_a_program),
                                     cmocka_unit_test(goes_on_with_other_values),
                                     cmocka_unit_test(equal_values_change_nothing),
                                     cmocka_unit_test(contact_goes_on),
                                     cmocka_unit_test(other_structures_are_refused),
                                     cmocka_unit_test(starts_from_another_run),
                                     cmocka_unit_test(with_other_values),
                                     cmocka_unit_test(bad_starts_are_refused),
                                     cmocka_unit_test(a_start_from_itself_is_refused)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
