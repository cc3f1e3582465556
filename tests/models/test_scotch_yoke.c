/* The scotch-yoke benchmark, by both integrators, against an independent code.
 *
 * data/scotch_yoke_LAW.csv and scotch_yoke_contacts.csv come from a one-degree-of-freedom
 * simulation with exact free flight, DOP853 at rtol 1e-13 in contact and located events (own error:
 * X 1e-9 mm, V 2e-5 mm/s, N 2e-5 N). Here as every degree of crank travel, and as the peak of every
 * contact by interpolation of its samples every 0.1 degree. */
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

enum { N_LAWS = 5, N_ROWS = 720 };
static const char *const laws[N_LAWS] = {"lankarani", "radzimovsky", "johnson", "goldsmith",
                                         "esdu"};

typedef struct result {
  ptl_system *system;
  ptl_summary summary;
  rows trace;
} result;

static result run_law(ptl_context *context, const char *law, const char *rtol, const char *every) {
  result out = {0};
  ptl_mechanism *m;
  ptl_setting settings[] = {{"joints.slot.contact", law},
                            {"run.rtol", rtol},
                            {"run.every", every},
                            {"run.integrator", integrator}};
  must(context, ptl_mechanism_load(context, PINTLE_MODELS "/scotch_yoke.yaml", settings, 4, &m));
  must(context, ptl_assemble(m, &out.system));
  ptl_mechanism_destroy(m);
  ptl_sink sink = rows_sink(&out.trace);
  must(context, ptl_simulate(context, out.system, NULL, &sink, &out.summary));
  return out;
}

static void release(ptl_context *context, result *r) {
  ptl_summary_release(context, &r->summary);
  ptl_system_destroy(r->system);
  rows_release(&r->trace);
}

static FILE *open_data(const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", PINTLE_DATA, name);
  FILE *file = fopen(path, "r");
  if (file == NULL) fail_msg("cannot read %s", path);
  char header[256];
  assert_non_null(fgets(header, sizeof header, file));
  return file;
}

/* Largest differences of slider position [m], velocity [m/s] and normal force [N] over two
 * turns. */
static void compare_samples(const result *r, const char *law, double largest[3]) {
  char name[64];
  snprintf(name, sizeof name, "scotch_yoke_%s.csv", law);
  FILE *file = open_data(name);
  int x = column_of(r->system, "yoke.x"), v = column_of(r->system, "yoke.vx");
  int inner = column_of(r->system, "slot.inner.normal_force");
  int outer = column_of(r->system, "slot.outer.normal_force");
  int plain = column_of(r->system, "event"), row = 0;
  memset(largest, 0, 3 * sizeof *largest);
  for (int i = 0; i < N_ROWS; i++, row++) {
    double angle, force, position, velocity;
    assert_int_equal(fscanf(file, "%lf,%lf,%lf,%lf\n", &angle, &force, &position, &velocity), 4);
    while (rows_at(&r->trace, row, plain) != 0.0) row++;
    assert_near(rows_at(&r->trace, row, 0), angle / 360.0 / 12.0, 1e-12);
    largest[0] = fmax(largest[0], fabs(rows_at(&r->trace, row, x) - 1e-3 * position));
    largest[1] = fmax(largest[1], fabs(rows_at(&r->trace, row, v) - 1e-3 * velocity));
    largest[2] = fmax(
        largest[2], fabs(rows_at(&r->trace, row, inner) + rows_at(&r->trace, row, outer) - force));
  }
  fclose(file);
}

/* Position 1e-4 mm, velocity 0.3 mm/s, force 2 N; the two laws that do not amplify errors ten times
 * closer. */
static void samples_agree_at_1e_8(void **state) {
  ptl_context *context = *state;
  for (int k = 0; k < N_LAWS; k++) {
    result r = run_law(context, laws[k], "1e-8", "1 deg of shaft");
    double difference[3], limit = k == 2 || k == 4 ? 0.1 : 1.0;
    compare_samples(&r, laws[k], difference);
    print_message("%s: %.2g mm, %.2g mm/s, %.2g N\n", laws[k], 1e3 * difference[0],
                  1e3 * difference[1], difference[2]);
    assert_true(difference[0] <= 1e-7 * limit);
    assert_true(difference[1] <= 3e-4 * limit);
    assert_true(difference[2] <= 2.0 * limit);
    release(context, &r);
  }
}

/* One contact as the reference lists it; peaks are 0 where the listing cuts it off. */
typedef struct contact {
  char wall[8];
  double start, end, force, depth;
} contact;

static int next_contact(FILE *file, const char *law, contact *out) {
  char line[256], name[32];
  while (fgets(line, sizeof line, file) != NULL) {
    out->force = out->depth = 0.0;
    int n = sscanf(line, "%31[^,],%7[^,],%lf,%lf,%lf,%lf", name, out->wall, &out->start, &out->end,
                   &out->force, &out->depth);
    if (n >= 4 && strcmp(name, law) == 0) return 1;
  }
  return 0;
}

/* At the default tolerance: every contact is there, begins and ends within 0.05 degrees, and has
 * its peak force and its indentation within 1e-3. */
static void every_contact_agrees_at_the_default_tolerance(void **state) {
  ptl_context *context = *state;
  for (int k = 0; k < N_LAWS; k++) {
    result r = run_law(context, laws[k], "1e-7", "10 deg of shaft");
    FILE *file = open_data("scotch_yoke_contacts.csv");
    contact expected;
    int e = 0, count = 0;
    double worst_force = 0.0, worst_depth = 0.0, worst_angle = 0.0;
    while (next_contact(file, laws[k], &expected)) {
      double degrees = 360.0 * 12.0, depth = 0.0;
      while (e < r.trace.n_events && r.trace.events[e].kind != PTL_EVENT_TOUCH) e++;
      assert_true(e < r.trace.n_events);
      int gap = r.trace.events[e].gap;
      const char *name;
      must(context, ptl_system_get_gap(r.system, gap, NULL, &name, NULL));
      assert_string_equal(name, expected.wall);
      worst_angle = fmax(worst_angle, fabs(r.trace.events[e].time * degrees - expected.start));
      for (e++; e < r.trace.n_events && r.trace.events[e].kind == PTL_EVENT_DEEPEST; e++)
        depth = fmax(depth, r.trace.events[e].depth);
      count++;
      if (e == r.trace.n_events) break; /* still touching at the end */
      assert_int_equal(r.trace.events[e].kind, PTL_EVENT_PART);
      worst_angle = fmax(worst_angle, fabs(r.trace.events[e].time * degrees - expected.end));
      if (expected.force == 0.0) continue;
      worst_force = fmax(worst_force, fabs(r.trace.events[e].peak_force / expected.force - 1.0));
      worst_depth = fmax(worst_depth, fabs(1e3 * depth / expected.depth - 1.0));
    }
    fclose(file);
    print_message("%s: %d contacts, force %.2g, indentation %.2g, crossing %.2g deg\n", laws[k],
                  count, worst_force, worst_depth, worst_angle);
    int64_t touches = 0;
    for (int g = 0; g < r.summary.n_gaps; g++) touches += r.summary.gaps[g].touches;
    assert_int_equal(touches, count);
    assert_true(worst_force <= 1e-3);
    assert_true(worst_depth <= 1e-3);
    assert_true(worst_angle <= 0.05);
    release(context, &r);
  }
}

/* The start is the mechanism without clearance: slider position and speed from the geometry of the
 * pin at -31 degrees on the slot's centre line, as the reference states them. */
static void start_is_the_ideal_mechanism(void **state) {
  ptl_context *context = *state;
  result r = run_law(context, "johnson", "1e-7", "10 deg of shaft");
  const ptl_initial *initial;
  ptl_system_get_initial(r.system, &initial);
  assert_near(initial[1].x, 93.9154590406e-3, 1e-13);
  assert_near(initial[1].vx, 2.9654315084, 1e-9);
  const ptl_assembly *a = ptl_system_get_assembly(r.system);
  assert_int_equal(a->degrees_of_freedom, 1);
  assert_int_equal(a->ideal_degrees_of_freedom, 0);
  release(context, &r);
}

/* Limits that every run must keep at the default tolerance, and that fall with it. */
static void drift_and_energy_stay_small(void **state) {
  ptl_context *context = *state;
  double first = 0.0;
  static const char *const tolerances[] = {"1e-6", "1e-7", "1e-8"};
  for (int i = 0; i < 3; i++) {
    result r = run_law(context, "johnson", tolerances[i], "10 deg of shaft");
    double relative = r.summary.largest_imbalance / r.summary.largest_energy;
    if (i == 1) {
      assert_true(r.summary.largest_position_violation <= 1e-8);
      assert_true(r.summary.largest_velocity_violation <= 1e-5);
      assert_true(relative <= 1e-5);
    }
    print_message("rtol %s: imbalance %.2g of the largest energy\n", tolerances[i], relative);
    if (i == 0) first = relative;
    if (i == 2) assert_true(relative < 0.1 * first);
    release(context, &r);
  }
}

/* Same model, same bits; and the rows of a shorter run are the first of a longer one. */
static void runs_repeat_to_the_bit(void **state) {
  ptl_context *context = *state;
  result a = run_law(context, "johnson", "1e-7", "1 deg of shaft");
  result b = run_law(context, "johnson", "1e-7", "1 deg of shaft");
  assert_int_equal(a.trace.n, b.trace.n);
  size_t row = sizeof(double) * (size_t)a.trace.width;
  assert_memory_equal(a.trace.values, b.trace.values, (size_t)a.trace.n * row);
  rows shorter = {0};
  ptl_sink sink = rows_sink(&shorter);
  ptl_run_options options = ptl_run_options_default();
  options.until_time = 0.05;
  ptl_summary summary;
  must(context, ptl_simulate(context, a.system, &options, &sink, &summary));
  assert_memory_equal(a.trace.values, shorter.values, (size_t)(shorter.n - 1) * row);
  ptl_summary_release(context, &summary);
  rows_release(&shorter);
  release(context, &a);
  release(context, &b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(start_is_the_ideal_mechanism),
      cmocka_unit_test(samples_agree_at_1e_8),
      cmocka_unit_test(every_contact_agrees_at_the_default_tolerance),
      cmocka_unit_test(drift_and_energy_stay_small),
      cmocka_unit_test(runs_repeat_to_the_bit),
  };
  return cmocka_run_group_tests_name("dop853", tests, by_dop853, drop_context) +
         cmocka_run_group_tests_name("ida", tests, by_ida, drop_context);
}
