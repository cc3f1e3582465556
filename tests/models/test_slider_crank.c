/* The slider-crank with clearance, by both integrators, against an independent code.
 *
 * data/slider_crank_hc.csv and _onsets.csv: rod and slider as two degrees of freedom, F = K d^1.5
 * (1 + 0.1425 d'), own error 1.4e-12 m and 5e-8 m/s. The files use a rod of 2.5e-5 kg m^2. */
#include "support.h"

/* The integrator of the tests in hand; all are run by both. */
static const char *integrator;

static int by_dop853(void **state) {
  integrator = "dop853";
  return make_context(state);
}

static int by_ida(void **state) {
  integrator = "ida";
  return make_context(state);
}

static ptl_system *assemble_from(ptl_context *context, const char *path,
                                 const ptl_setting *settings, int n) {
  enum { MOST = 8 };
  ptl_setting all[MOST + 1] = {{"run.integrator", integrator}};
  ptl_mechanism *m;
  assert_true(n <= MOST);
  for (int i = 0; i < n; i++) all[1 + i] = settings[i];
  must(context, ptl_mechanism_load(context, path, all, n + 1, &m));
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  ptl_mechanism_destroy(m);
  return s;
}

static ptl_system *assemble_model(ptl_context *context, const ptl_setting *settings, int n) {
  return assemble_from(context, PINTLE_MODELS "/slider_crank_clearance.yaml", settings, n);
}

/* The contact that the reference calls hc; K in N/m^1.5, and alpha such that 1.5 alpha = 0.1425
 * s/m. */
#define HC                                                    \
  {"bodies.rod.inertia", "2.5e-5"}, {"run.until", "24 ms"}, { \
    "joints.wrist.contact", "hunt_crossley"                   \
  }

static ptl_summary run(ptl_context *context, const ptl_system *s, rows *trace) {
  ptl_summary summary;
  ptl_sink sink = rows_sink(trace);
  must(context, ptl_simulate(context, s, NULL, trace != NULL ? &sink : NULL, &summary));
  return summary;
}

/* Slider velocity within 1e-4 of its largest value and position within 1e-6 m over 24 ms. An error
 * of the first impact is about a thousand times larger by then. */
static void hunt_crossley_agrees_over_two_turns(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {HC, {"run.rtol", "1e-9"}, {"run.every", "10 us"}};
  ptl_system *s = assemble_model(context, settings, 5);
  rows trace = {0};
  ptl_summary summary = run(context, s, &trace);
  int x = column_of(s, "slider.x"), v = column_of(s, "slider.vx"), event = column_of(s, "event");
  FILE *file = fopen(PINTLE_DATA "/slider_crank_hc.csv", "r");
  assert_non_null(file);
  char line[256];
  double worst_x = 0.0, worst_v = 0.0, largest_v = 0.0;
  int row = 0, compared = 0;
  assert_non_null(fgets(line, sizeof line, file));
  double t, position, velocity, force;
  while (fscanf(file, "%lf,%lf,%lf,%lf\n", &t, &position, &velocity, &force) == 4) {
    while (row < trace.n &&
           (rows_at(&trace, row, event) != 0.0 || rows_at(&trace, row, 0) < t - 1e-9))
      row++;
    assert_true(row < trace.n);
    assert_near(rows_at(&trace, row, 0), t, 1e-9);
    worst_x = fmax(worst_x, fabs(rows_at(&trace, row, x) - position));
    worst_v = fmax(worst_v, fabs(rows_at(&trace, row, v) - velocity));
    largest_v = fmax(largest_v, fabs(velocity));
    compared++;
  }
  fclose(file);
  print_message("position %.2g m, velocity %.2g of its largest\n", worst_x, worst_v / largest_v);
  assert_true(compared > 800);
  assert_true(worst_x <= 1e-6);
  assert_true(worst_v <= 1e-4 * largest_v);
  assert_int_equal(summary.gaps[0].touches, 49);
  assert_true(summary.largest_position_violation <= 1e-8);
  assert_true(summary.largest_velocity_violation <= 1e-5);
  assert_true(summary.largest_imbalance <= 1e-5 * summary.largest_energy);

  file = fopen(PINTLE_DATA "/slider_crank_hc_onsets.csv", "r");
  assert_non_null(file);
  assert_non_null(fgets(line, sizeof line, file));
  int n, e = 0;
  while (fscanf(file, "%d,%lf,%lf\n", &n, &t, &velocity) == 3) {
    while (trace.events[e].kind != PTL_EVENT_TOUCH) e++;
    assert_near(trace.events[e].time, t, 1e-7);
    assert_near(trace.events[e].rate, velocity, 2e-4 * 4.4);
    e++;
  }
  fclose(file);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* Reference: 43170.7 N at 0.24618 ms. The peak is found inside steps, so rows every 1 us and every
 * 1 ms give the same one to the bit. */
static void peak_does_not_depend_on_the_output(void **state) {
  ptl_context *context = *state;
  double peak[2], when[2];
  static const char *const every[] = {"1 us", "1 ms"};
  for (int i = 0; i < 2; i++) {
    ptl_setting settings[] = {HC, {"run.rtol", "1e-8"}, {"run.every", every[i]}};
    ptl_system *s = assemble_model(context, settings, 5);
    rows trace = {0};
    ptl_summary summary = run(context, s, &trace);
    peak[i] = summary.gaps[0].peak_force;
    when[i] = summary.gaps[0].peak_force_time;
    ptl_summary_release(context, &summary);
    ptl_system_destroy(s);
    rows_release(&trace);
  }
  assert_near(peak[0], 43170.7, 1e-4 * 43170.7);
  assert_near(when[0], 0.24618e-3, 1e-4 * 0.24618e-3);
  assert_true(peak[0] == peak[1] && when[0] == when[1]);
}

/* First impacts of slider_crank_clearance_events.csv (Lankarani-Nikravesh, restitution 0.9): crank
 * angle at touch [deg], approach speed [m/s]. The file's largest force, 45645.2607 N, is that of
 * its sample at 0.25 ms; the true peak lies between samples. */
static void lankarani_nikravesh_first_impacts_agree(void **state) {
  static const double expected[4][2] = {{6.818831791, 4.38531679718},
                                        {18.768080217, 2.93458701802},
                                        {22.052699896, 2.05277584045},
                                        {34.783213628, 2.06199063401}};
  ptl_context *context = *state;
  ptl_setting settings[] = {{"bodies.rod.inertia", "2.5e-5"},
                            {"joints.wrist.contact", "lankarani_nikravesh"},
                            {"contacts.lankarani_nikravesh.elastic.stiffness", "6.610198398e10"},
                            {"run.until", "8 ms"},
                            {"run.every", "0.25 ms"},
                            {"run.rtol", "1e-8"}};
  ptl_system *s = assemble_model(context, settings, 6);
  rows trace = {0};
  ptl_summary summary = run(context, s, &trace);
  int touches = 0;
  double degrees = 5000.0 / 60.0 * 360.0;
  for (int e = 0; e < trace.n_events && touches < 4; e++) {
    if (trace.events[e].kind != PTL_EVENT_TOUCH) continue;
    assert_near(trace.events[e].time * degrees, expected[touches][0], 1e-4 * expected[touches][0]);
    assert_near(trace.events[e].rate, expected[touches][1], 1e-4 * expected[touches][1]);
    touches++;
  }
  assert_int_equal(touches, 4);
  int force = column_of(s, "wrist.bearing.normal_force"), event = column_of(s, "event"), row = 0;
  while (rows_at(&trace, row, event) != 0.0 || rows_at(&trace, row, 0) < 0.249e-3) row++;
  assert_near(rows_at(&trace, row, force), 45645.2607, 1e-3 * 45645.2607);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* Clearance 0 is the ideal joint, not a stiff one: the same trace to the bit as without the key. */
static void clearance_zero_is_the_ideal_joint(void **state) {
  ptl_context *context = *state;
  ptl_setting zero[] = {{"joints.wrist.clearance", "0"}, {"run.until", "2 ms"}};
  ptl_system *s = assemble_model(context, zero, 2);
  ptl_setting same[] = {{"bodies.rod.inertia", "2.5e-4"}, {"run.until", "2 ms"}};
  ptl_system *ideal = assemble_from(context, PINTLE_MODELS "/slider_crank_ideal.yaml", same, 2);
  assert_int_equal(ptl_system_get_assembly(s)->n_gaps, 0);
  rows a = {0}, b = {0};
  ptl_summary first = run(context, s, &a), second = run(context, ideal, &b);
  assert_int_equal(a.n, b.n);
  assert_int_equal(a.width, b.width);
  assert_memory_equal(a.values, b.values, sizeof(double) * (size_t)(a.n * a.width));
  ptl_summary_release(context, &first);
  ptl_summary_release(context, &second);
  ptl_system_destroy(s);
  ptl_system_destroy(ideal);
  rows_release(&a);
  rows_release(&b);
}

/* The sparse factorisation keeps its first pivots; when they no longer suit the numbers, Newton
 * fails whatever the step. This model at 1e-8 then climbed the recovery ladder ten times. */
static void stale_pivots_are_renewed(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {{"run.rtol", "1e-8"}};
  ptl_system *s = assemble_model(context, settings, 1);
  ptl_summary summary = run(context, s, NULL);
  assert_int_equal(summary.counters.restarts, 0);
  assert_true(summary.counters.newton_failures < summary.counters.steps / 100);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(s);
}

/* Closed form of the ideal mechanism: x = r cos a + sqrt(l^2 - r^2 sin^2 a), at every row. */
static void ideal_mechanism_follows_its_closed_form(void **state) {
  ptl_context *context = *state;
  ptl_system *s = assemble_from(context, PINTLE_MODELS "/slider_crank_ideal.yaml", NULL, 0);
  rows trace = {0};
  ptl_summary summary = run(context, s, &trace);
  int x = column_of(s, "slider.x"), angle = column_of(s, "crank.angle");
  double r = 0.05, l = 0.12;
  for (int i = 0; i < trace.n; i++) {
    double a = rows_at(&trace, i, angle);
    assert_near(rows_at(&trace, i, x), r * cos(a) + sqrt(l * l - r * r * sin(a) * sin(a)), 1e-9);
  }
  assert_true(trace.n > 700);
  double balance =
      strcmp(integrator, "ida") == 0 ? 5e-5 : 1e-5; /* by the error of its velocities */
  assert_true(summary.largest_imbalance <= balance * summary.largest_energy);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(s);
  rows_release(&trace);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hunt_crossley_agrees_over_two_turns),
      cmocka_unit_test(peak_does_not_depend_on_the_output),
      cmocka_unit_test(lankarani_nikravesh_first_impacts_agree),
      cmocka_unit_test(stale_pivots_are_renewed),
      cmocka_unit_test(clearance_zero_is_the_ideal_joint),
      cmocka_unit_test(ideal_mechanism_follows_its_closed_form),
  };
  return cmocka_run_group_tests_name("dop853", tests, by_dop853, drop_context) +
         cmocka_run_group_tests_name("ida", tests, by_ida, drop_context);
}
