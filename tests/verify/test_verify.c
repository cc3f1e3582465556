/* test_verify.c: verified runs. Digits that are claimed are held against a reference of its own,
 * the same system at rtol 1e-12; chaos against what is known of the mechanisms. Group `all`: every
 * shipped model. */

#include "model_run.h"
#include "pintle_verify.h"
#include "verify_record.h"

typedef struct verified {
  ptl_system *system;
  ptl_summary summary, reference_summary;
  rows trace, reference;
  ptl_verification *v;
} verified;

/* Of more rows than are kept every second one is left out, again and again: what is left is every
 * stride-th of the rows that are due, and records of different strides have rows in common. */
static void records_are_thinned(void **state) {
  enum { LIMIT = 8, ROWS = 53 };
  ptl_verify_record fine, coarse;
  (void)state;
  ptl_verify_record_begin(&fine, context, 2);
  ptl_verify_record_begin(&coarse, context, 2);
  coarse.limit = LIMIT;
  for (int i = 0; i < ROWS; i++) {
    const double due[2] = {i, 0.0}, beside[2] = {i + 0.5, 1.0};
    ptl_verify_record_row(&fine, due);
    ptl_verify_record_row(&coarse, due);
    ptl_verify_record_row(&coarse, beside);
  }
  assert_int_equal(fine.n, ROWS);
  assert_int_equal(coarse.stride, 8); /* 53/8 rows are at most eight, 53/4 are more */
  assert_int_equal(coarse.n, 7);
  for (int k = 0; k < 7; k++) {
    assert_near(ptl_verify_record_at(&coarse, 8, k)[0], 8.0 * k, 0);
    assert_near(ptl_verify_record_at(&fine, 8, k)[0], 8.0 * k, 0);
  }
  assert_null(ptl_verify_record_at(&coarse, 8, 7));
  assert_near(ptl_verify_record_at(&coarse, 16, 3)[0], 48.0, 0);
  ptl_verify_record_release(&fine);
  ptl_verify_record_release(&coarse);
}

static ptl_status verify(verified *x, const char *name, const ptl_setting *settings, int n) {
  ptl_sink sink = rows_sink(&x->trace);
  memset(x, 0, sizeof *x);
  x->system = system_of_model(name, settings, n);
  return ptl_verify(context, x->system, NULL, &sink, &x->summary, &x->v);
}

static void refine(verified *x) {
  ptl_run_options options = ptl_run_options_default();
  ptl_sink sink = rows_sink(&x->reference);
  options.rtol = 1e-12;
  must(context, ptl_simulate(context, x->system, &options, &sink, &x->reference_summary));
}

static void release(verified *x) {
  ptl_verification_release(context, x->v);
  rows_release(&x->trace);
  rows_release(&x->reference);
  ptl_summary_release(context, &x->summary);
  ptl_summary_release(context, &x->reference_summary);
  ptl_system_destroy(x->system);
}

static const ptl_agreement *find(const ptl_agreement *list, int n, const char *name) {
  for (int i = 0; i < n; i++)
    if (strcmp(list[i].name, name) == 0) return &list[i];
  fail_msg("nothing is called '%s'", name);
  return NULL;
}

/* The claim of n digits: the error against the reference is at most 10^-n of the value. */
static void holds(const char *model, const ptl_agreement *claim, double error, double scale) {
  if (claim->digits <= 0) return;
  if (!(error <= pow(10.0, -claim->digits) * scale))
    fail_msg("%s, %s: %d digits are claimed, the error is %.3g of %.3g", model, claim->name,
             claim->digits, error, scale);
}

static void check_figure(const char *model, const verified *x, const char *name, double of_run,
                         double of_reference, double scale) {
  const ptl_agreement *figure = find(x->v->figures, x->v->n_figures, name);
  assert_true(figure->values[0] == of_run && figure->scale == scale);
  holds(model, figure, fabs(of_run - of_reference), scale);
}

static void check_figures(const char *model, const verified *x) {
  for (int g = 0; g < x->summary.n_gaps; g++) {
    const ptl_gap_summary *a = &x->summary.gaps[g], *r = &x->reference_summary.gaps[g];
    const struct {
      const char *name;
      double run, reference;
    } figures[] = {{"touches", (double)a->touches, (double)r->touches},
                   {"longest_flight", a->longest_flight, r->longest_flight},
                   {"peak_force", a->peak_force, r->peak_force},
                   {"peak_force_time", a->peak_force_time, r->peak_force_time},
                   {"deepest", a->deepest, r->deepest},
                   {"impulse", a->impulse, r->impulse},
                   {"energy_lost", a->energy_lost, r->energy_lost}};
    for (size_t k = 0; k < sizeof figures / sizeof *figures; k++) {
      char name[300];
      snprintf(name, sizeof name, "%s.%s.%s", a->joint, a->gap, figures[k].name);
      check_figure(model, x, name, figures[k].run, figures[k].reference, fabs(figures[k].run));
    }
  }
  const ptl_energy *a = &x->summary.energy, *r = &x->reference_summary.energy;
  const double scale = x->summary.largest_energy;
  check_figure(model, x, "energy.kinetic", a->kinetic, r->kinetic, scale);
  check_figure(model, x, "energy.dissipated", a->dissipated, r->dissipated, scale);
  check_figure(model, x, "energy.supplied", a->supplied, r->supplied, scale);
}

/* Index of the next row that is due by run.every, n at the end. */
static int next_due(const rows *r, int i) {
  while (i < r->n && rows_at(r, i, 1) != 0.0) i++;
  return i;
}

static void check_columns(const char *model, const verified *x) {
  const ptl_column *columns;
  const int n = ptl_system_get_columns(x->system, &columns);
  for (int c = 0; c < n; c++) {
    double error = 0.0;
    const ptl_agreement *claim = NULL;
    for (int i = 0; i < x->v->n_columns; i++)
      if (strcmp(x->v->columns[i].name, columns[c].name) == 0) claim = &x->v->columns[i];
    if (claim == NULL) continue;
    int i = next_due(&x->trace, 0), k = next_due(&x->reference, 0);
    for (; i < x->trace.n && k < x->reference.n;
         i = next_due(&x->trace, i + 1), k = next_due(&x->reference, k + 1)) {
      if (rows_at(&x->trace, i, 0) > x->v->comparable_until) break;
      error = fmax(error, fabs(rows_at(&x->trace, i, c) - rows_at(&x->reference, k, c)));
    }
    assert_true(claim->scale >= claim->values[0]);
    holds(model, claim, error, claim->scale);
  }
}

static void check_model(const char *model) {
  verified x;
  must(context, verify(&x, model, NULL, 0));
  refine(&x);
  int claimed = 0;
  for (int i = 0; i < x.v->n_figures; i++) claimed += x.v->figures[i].digits > 0;
  print_message("%s: comparable until %.4g s of %.4g s, %s, figures with digits %d of %d\n", model,
                x.v->comparable_until, x.summary.end_time, x.v->is_chaotic ? "chaotic" : "regular",
                claimed, x.v->n_figures);
  check_figures(model, &x);
  check_columns(model, &x);
  release(&x);
}

/* ------------------------------------------------------------------ some models */

static void digits_hold_against_a_reference(void **state) {
  (void)state;
  check_model("scotch_yoke");
  check_model("slider_crank_friction");
  check_model("double_pendulum");
  check_model("four_bar_clearance");
}

/* Expected: of a regular run with the default tolerance more than three digits of the largest
 * forces, to the end. */
static void a_regular_run_is_known_well(void **state) {
  verified x;
  (void)state;
  must(context, verify(&x, "scotch_yoke", NULL, 0));
  assert_false(x.v->is_chaotic);
  assert_true(isnan(x.v->lyapunov_time));
  assert_near(x.v->comparable_until, x.summary.end_time, 1e-12);
  assert_true(find(x.v->figures, x.v->n_figures, "slot.inner.peak_force")->digits >= 4);
  assert_true(find(x.v->columns, x.v->n_columns, "yoke.x")->digits >= 5);
  assert_int_equal(find(x.v->figures, x.v->n_figures, "slot.inner.touches")->digits,
                   PTL_VERIFY_MOST_DIGITS);
  assert_true(x.v->runs[PTL_VERIFY_OTHER].counters.ida_steps > 0);
  assert_true(x.v->runs[PTL_VERIFY_OTHER].counters.dop853_steps == 0);
  assert_near(x.v->runs[PTL_VERIFY_TIGHTER].rtol, 1e-9, 1e-24);
  release(&x);
}

/* Expected: the double pendulum at large angles is the textbook case of chaos, and so are impacts
 * in series. Its largest Lyapunov exponent is of the size of sqrt(g/l), 4.4/s at 0.5 m; a tighter
 * tolerance moves the horizon by the time in which differences grow by a hundred, ln(100) Lyapunov
 * times, within a factor of three. */
static void chaotic_runs_say_so(void **state) {
  static const char *const models[] = {"double_pendulum", "four_bar_clearance",
                                       "slider_crank_two_clearances"};
  const ptl_setting tight = {"run.rtol", "1e-11"};
  verified x, y;
  (void)state;
  for (int i = 0; i < 3; i++) {
    must(context, verify(&x, models[i], NULL, 0));
    if (!x.v->is_chaotic) fail_msg("%s is said to be regular", models[i]);
    assert_true(x.v->comparable_until < x.summary.end_time);
    assert_true(x.v->lyapunov_time > 0.0 && x.v->lyapunov_time < 0.2 * x.summary.end_time);
    release(&x);
  }
  must(context, verify(&x, "double_pendulum", NULL, 0));
  must(context, verify(&y, "double_pendulum", &tight, 1));
  const double later = y.v->comparable_until - x.v->comparable_until;
  const double expected = log(100.0) * x.v->lyapunov_time;
  print_message("Lyapunov time %.3g s; horizon %.4g s, later by %.3g s, expected %.3g s\n",
                x.v->lyapunov_time, x.v->comparable_until, later, expected);
  assert_in_range((int)(1000.0 * later), (int)(1000.0 * expected / 3.0), (int)(3000.0 * expected));
  release(&x);
  release(&y);
}

/* Expected: statistics of the whole run are those of its summary. */
static void statistics_are_those_of_the_contacts(void **state) {
  verified x;
  (void)state;
  must(context, verify(&x, "scotch_yoke", NULL, 0));
  for (int i = 0; i < x.v->n_statistics; i++) {
    const ptl_verify_statistic *s = &x.v->statistics[i];
    if (strcmp(s->name, "slot.inner.touches") == 0)
      assert_near(s->mean, (double)x.summary.gaps[0].touches, 0.0);
    if (strcmp(s->name, "slot.inner.peak_force") == 0)
      assert_near(s->values[0], x.summary.gaps[0].peak_force, 1e-12 * s->values[0]);
    assert_true(isnan(s->scatter) || s->scatter >= 0.0);
  }
  assert_int_equal(x.v->n_statistics, 6 * x.summary.n_gaps);
  release(&x);
}

/* Expected: the run itself is the one that ptl_simulate makes, to the bit, and a model in which
 * redundant constraints leave open the reactions that make friction is compared with IDA at a tenth
 * of rtol, since there is no other integrator for it. */
static void the_run_itself_is_the_same(void **state) {
  verified x;
  (void)state;
  static const ptl_setting settings[] = {
      {"joints.left_foot.radius", "5 mm"},
      {"joints.left_foot.friction", "{law: coulomb, coefficient: 0.1}"},
      {"run.until", "0.2 s"},
      {"run.rtol", "1e-7"}};
  must(context, verify(&x, "parallelogram", settings, 4));
  result r = run_model("parallelogram", settings, 4);
  assert_int_equal(r.trace.n, x.trace.n);
  assert_memory_equal(r.trace.values, x.trace.values,
                      sizeof(double) * (size_t)r.trace.n * (size_t)r.trace.width);
  assert_near(x.v->runs[PTL_VERIFY_OTHER].rtol, 1e-8, 1e-22);
  drop(&r);
  release(&x);
}

static int stop_soon(void *user, double fraction) {
  (void)user;
  return fraction > 0.01;
}

/* Expected: where the run itself stops, the others stop too, and there is nothing to compare. */
static void an_interrupted_run_is_not_verified(void **state) {
  const ptl_sink sink = {.progress = stop_soon};
  verified x;
  ptl_verification *v;
  ptl_summary summary;
  (void)state;
  must(context, verify(&x, "pendulum", NULL, 0));
  assert_int_equal(ptl_verify(context, x.system, NULL, &sink, &summary, &v), PTL_ERR_INTERRUPTED);
  assert_null(v);
  ptl_summary_release(context, &summary);
  release(&x);
}

/* ------------------------------------------------------------------ all models */

static void digits_hold_for_all_models(void **state) {
  model_list models;
  (void)state;
  list_models(&models);
  for (int i = 0; i < models.n; i++) check_model(models.name[i]);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(digits_hold_against_a_reference),
      cmocka_unit_test(a_regular_run_is_known_well),
      cmocka_unit_test(records_are_thinned),
      cmocka_unit_test(chaotic_runs_say_so),
      cmocka_unit_test(statistics_are_those_of_the_contacts),
      cmocka_unit_test(the_run_itself_is_the_same),
      cmocka_unit_test(an_interrupted_run_is_not_verified),
  };
  const struct CMUnitTest all[] = {cmocka_unit_test(digits_hold_for_all_models)};
  if (argc > 1 && strcmp(argv[1], "all") == 0)
    return cmocka_run_group_tests_name("all", all, set_up, tear_down);
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
