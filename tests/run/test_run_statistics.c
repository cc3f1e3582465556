/* Statistics of a run: `output: {statistics: ...}`. A wheel turns with 4 rad/s and carries a point
 * at 1 m, so that its x is cos 4t: means and squares over any time in closed form; the straight
 * lines between rows 1 ms apart change them by (4e-3)^2/12. */
#include "model_run.h"
#include "pintle_trace.h"
#include "pintle_verify.h"

static const double line = 2e-6;

#define WHEEL(STATISTICS)                                                               \
  "pintle: 1\ngravity: [0, 0]\n"                                                        \
  "bodies: {wheel: {mass: 1 kg, inertia: 1 kg m^2, position: [0, 0]}}\n"                \
  "joints:\n"                                                                           \
  "  shaft: {type: revolute, bodies: [ground, wheel], at: [0, 0]}\n"                    \
  "  drive: {type: motion, joint: shaft, rate: 4 rad/s}\n"                              \
  "run: {until: 10 s, every: 1 ms}\n"                                                   \
  "output:\n  columns: [shaft.angle]\n  points: {rim: {body: wheel, at: [1 m, 0]}}\n  " \
  "statistics:\n" STATISTICS

static const char wheel[] = WHEEL(
    "    whole: rim.x\n"
    "    part: {of: 3*rim.x + 1 m, from: 1.00025 s, until: 2.50075 s}\n"
    "    turns: {of: rim.x + 2 m, cycle: 1 turn of shaft}\n"
    "    back: {of: rim.x + 0.1 m/s*time, cycle: 0.4 s, from: 0.3 s, until: 2 s}\n"
    "    never: {of: rim.x, from: 20 s}\n"
    "    none: {of: rim.x, cycle: 100 turn of shaft}\n"
    "    force: {of: abs(drive.moment), unit: N m}\n");

static result run_it(const char *text, const ptl_run_options *options, int with_sink) {
  result r = {.system = system_of(context, text, NULL, 0)};
  ptl_sink sink = rows_sink(&r.trace);
  must(context, ptl_simulate(context, r.system, options, with_sink ? &sink : NULL, &r.summary));
  return r;
}

/* Integrals of cos 4t and of its square. */
static double sum(double a, double b) {
  return (sin(4 * b) - sin(4 * a)) / 4;
}

static double squares(double a, double b) {
  return (b - a) / 2 + (sin(8 * b) - sin(8 * a)) / 16;
}

static void check_wheel(const ptl_summary *s) {
  assert_int_equal(s->n_statistics, 7);
  const ptl_statistic_summary *y = &s->statistics[0];
  assert_string_equal(y->name, "whole");
  assert_string_equal(y->expression, "rim.x");
  assert_string_equal(y->unit, "m");
  assert_near(y->from, 0, 0);
  assert_near(y->until, 10, 0);
  assert_near(y->mean, sum(0, 10) / 10, line);
  assert_near(y->rms, sqrt(squares(0, 10) / 10), line);
  assert_near(y->max, 1, 0);
  assert_near(y->max_time, 0, 0);
  assert_near(y->min, -1, line);
  assert_near(fmod(y->min_time, pi / 2), pi / 4, 5e-4);
  assert_near(y->peak, 1, 0);
  assert_near(y->peak_to_peak, 2, line);
  assert_int_equal(y->cycles, 0);
  assert_true(isnan(y->cycle_mean.mean));
  y = &s->statistics[1]; /* the ends lie between rows */
  const double a = 1.00025, b = 2.50075, mean = 3 * sum(a, b) / (b - a);
  assert_near(y->from, a, 1e-12);
  assert_near(y->until, b, 1e-12);
  assert_near(y->mean, 1 + mean, 3 * line);
  assert_near(y->rms, sqrt(1 + 2 * mean + 9 * squares(a, b) / (b - a)), 9 * line);
  assert_near(y->max, 4, 3 * line);
  assert_near(y->min, -2, 3 * line);
  y = &s->statistics[2]; /* whole turns: the sine is gone */
  assert_int_equal(y->cycles, 6);
  assert_near(y->until, 3 * pi, 1e-9);
  assert_near(y->mean, 2, 1e-7);
  assert_near(y->rms, sqrt(4.5), line);
  const ptl_over_cycles *const over[] = {&y->cycle_mean, &y->cycle_max, &y->cycle_peak_to_peak};
  const double values[] = {2, 3, 2};
  for (int i = 0; i < 3; i++) {
    assert_near(over[i]->mean, values[i], line);
    assert_near(over[i]->min, values[i], 3 * line);
    assert_near(over[i]->max, values[i], 3 * line);
    assert_near(over[i]->last, values[i], 3 * line);
  }
  y = &s->statistics[3]; /* four cycles from 0.3 s to 1.9 s */
  assert_int_equal(y->cycles, 4);
  assert_near(y->from, 0.3, 1e-12);
  assert_near(y->until, 1.9, 1e-9);
  assert_near(y->mean, sum(0.3, 1.9) / 1.6 + 0.1 * 1.1, line);
  assert_near(y->cycle_mean.last, sum(1.5, 1.9) / 0.4 + 0.1 * 1.7, 2 * line);
  assert_near(y->cycle_mean.mean, y->mean, 1e-12);
  double least = INFINITY;
  for (int i = 0; i < 4; i++)
    least = fmin(least, sum(0.3 + 0.4 * i, 0.7 + 0.4 * i) / 0.4 + 0.1 * (0.5 + 0.4 * i));
  assert_near(y->cycle_mean.min, least, 2 * line);
  assert_true(isnan(s->statistics[4].mean) && isnan(s->statistics[4].from));
  assert_true(isnan(s->statistics[5].mean) && s->statistics[5].cycles == 0);
  assert_string_equal(s->statistics[6].unit, "N m");
  assert_near(s->statistics[6].max, 0, 1e-9);
}

/* With rows for a sink, with no sink at all, and of the columns that the trace leaves out. */
static void closed_forms(void **state) {
  (void)state;
  for (int with_sink = 0; with_sink < 2; with_sink++) {
    result r = run_it(wheel, NULL, with_sink);
    check_wheel(&r.summary);
    assert_int_equal(r.trace.n, with_sink ? 10001 : 0);
    drop(&r);
  }
}

/* A run without rows has none to tell of. */
static void no_rows(void **state) {
  (void)state;
  ptl_run_options options = ptl_run_options_default();
  options.no_output = 1;
  result r = run_it(wheel, &options, 1);
  assert_int_equal(r.summary.n_statistics, 7);
  assert_true(isnan(r.summary.statistics[0].mean));
  drop(&r);
}

/* A pendulum's own swings as cycles: whole turns do not come, a wheel that turns freely backwards
 * makes them. */
static void travels_backwards(void **state) {
  (void)state;
  static const char text[] =
      "pintle: 1\ngravity: [0, 0]\n"
      "bodies: {wheel: {mass: 1 kg, inertia: 1 kg m^2, position: [0, 0], rate: -3 rad/s}}\n"
      "joints: {shaft: {type: revolute, bodies: [ground, wheel], at: [0, 0]}}\n"
      "run: {until: 10 s, every: 3 ms}\n"
      "output: {statistics: {angle: {of: 'sin(shaft.angle)^2', cycle: 0.5 turn of shaft}}}\n";
  result r = run_it(text, NULL, 0);
  const ptl_statistic_summary *y = &r.summary.statistics[0];
  assert_int_equal(y->cycles, 9);
  assert_near(y->until, 9 * pi / 3, 1e-7);
  assert_near(y->mean, 0.5, 1e-7);
  assert_string_equal(y->unit, "1");
  drop(&r);
}

/* Kept in the middle and restored, the statistics are those of the whole run, to the bit. */
static void a_snapshot_goes_on(void **state) {
  (void)state;
  ptl_system *system = system_of(context, wheel, NULL, 0);
  ptl_summary whole, halves;
  ptl_run *run, *again;
  void *bytes;
  size_t size;
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  for (int restored = 0; restored < 2; restored++) {
    must(context, ptl_run_create(context, system, NULL, &sink, &run));
    must(context, ptl_run_advance(run, 4.2345, NULL));
    must(context, ptl_run_save(run, &bytes, &size));
    if (restored) {
      must(context, ptl_run_restore(context, system, NULL, &sink, bytes, size, &again));
      ptl_run_destroy(run);
      run = again;
      must(context, ptl_run_get_summary(run, &halves));
      assert_int_equal(halves.statistics[2].cycles, 2);
      ptl_summary_release(context, &halves);
    }
    must(context, ptl_run_advance(run, 10, NULL));
    must(context, ptl_run_get_summary(run, restored ? &halves : &whole));
    ptl_text_release(context, bytes);
    ptl_run_destroy(run);
  }
  check_wheel(&whole);
  for (int i = 0; i < whole.n_statistics; i++)
    assert_memory_equal(&whole.statistics[i].from, &halves.statistics[i].from,
                        sizeof whole.statistics[i] - offsetof(ptl_statistic_summary, from));
  ptl_summary_release(context, &whole);
  ptl_summary_release(context, &halves);
  free(trace.values);
  free(trace.events);
  ptl_system_destroy(system);
}

static const ptl_agreement *figure(const ptl_verification *v, const char *name) {
  for (int i = 0; i < v->n_figures; i++)
    if (strcmp(v->figures[i].name, name) == 0) return &v->figures[i];
  fail_msg("there is no figure %s", name);
  return NULL;
}

/* --verify: digits of each number; the wheel is the same by all integrators. */
static void digits_agree(void **state) {
  (void)state;
  ptl_system *system = system_of(context, wheel, NULL, 0);
  ptl_summary summary;
  ptl_verification *v;
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  must(context, ptl_verify(context, system, NULL, &sink, &summary, &v));
  const ptl_agreement *f = figure(v, "turns.rms");
  assert_string_equal(f->unit, "m");
  assert_true(f->digits >= 8);
  assert_near(f->values[PTL_VERIFY_OTHER], sqrt(4.5), line);
  assert_near(figure(v, "whole.mean")->scale, 1, 0); /* what a mean near 0 is measured by */
  assert_int_equal(figure(v, "never.mean")->digits, -1);
  ptl_verification_release(context, v);
  ptl_summary_release(context, &summary);
  free(trace.values);
  free(trace.events);
  ptl_system_destroy(system);
}

/* As a program gives them, as they are written and read again. */
static void description(void **state) {
  (void)state;
  ptl_mechanism *m = mechanism_of(context, wheel, NULL, 0), *again;
  ptl_statistic_def def = ptl_statistic_default(), read;
  char *text;
  def.name = "own";
  def.expression = "rim.x^2";
  def.unit = "m^2";
  def.cycle = (ptl_span){1.5, "shaft"};
  def.until = 3;
  must(context, ptl_mechanism_add_statistic(m, &def));
  must(context, ptl_mechanism_text(m, &text));
  must(context, ptl_mechanism_parse(context, text, strlen(text), "again", NULL, 0, &again));
  assert_int_equal(ptl_mechanism_get_statistic(again, 7, &read), 1);
  assert_string_equal(read.name, "own");
  assert_string_equal(read.expression, "rim.x^2");
  assert_string_equal(read.unit, "m^2");
  assert_string_equal(read.cycle.joint, "shaft");
  assert_near(read.cycle.amount, 1.5, 0);
  assert_near(read.until, 3, 0);
  assert_true(isnan(read.from));
  assert_int_equal(ptl_mechanism_get_statistic(again, 8, &read), 0);
  ptl_text_release(context, text);
  ptl_mechanism_destroy(again);
  assert_int_equal(ptl_mechanism_add_statistic(m, &def), PTL_ERR_INPUT); /* twice */
  def.name = "2x";
  assert_int_equal(ptl_mechanism_add_statistic(m, &def), PTL_ERR_INPUT);
  def.name = "new";
  def.unit = NULL;
  assert_int_equal(ptl_mechanism_add_statistic(m, &def), PTL_ERR_INPUT);
  def.unit = "m^2";
  def.cycle.joint = "haft";
  assert_int_equal(ptl_mechanism_add_statistic(m, &def), PTL_ERR_INPUT);
  def.cycle = (ptl_span){-1, NULL};
  assert_int_equal(ptl_mechanism_add_statistic(m, &def), PTL_ERR_INPUT);
  ptl_mechanism_destroy(m);
}

static void refused(void **state) {
  (void)state;
  static const struct {
    const char *statistics, *message;
  } cases[] = {{"{a: rim.q}", "did you mean 'rim.x'"},
               {"{a: rim.x + 1 s}", "m"},
               {"{a: {from: 1 s}}", "statistic 'a' needs 'of'"},
               {"{a: {of: rim.x, form: 1 s}}", "form"},
               {"{a: {of: rim.x, from: 2 s, until: 1 s}}", "ends before it begins"},
               {"{a: {of: rim.x, from: 1 m}}", "from"},
               {"{a: {of: rim.x, cycle: 0 s}}", "longer than 0"},
               {"{a: {of: rim.x, cycle: 1 turn of haft}}", "haft"},
               {"{a: {of: rim.x, cycle: 1 mm of shaft}}", "cycle"},
               {"{a: {of: rim.x, unit: mm}}", "SI"},
               {"{a b: rim.x}", "a name is"},
               {"[rim.x]", "statistics must be"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const ptl_setting setting = {"output.statistics", cases[i].statistics};
    ptl_mechanism *m;
    assert_int_equal(ptl_mechanism_parse(context, wheel, sizeof wheel - 1, "m", &setting, 1, &m),
                     PTL_ERR_INPUT);
    if (strstr(ptl_context_message(context), cases[i].message) == NULL)
      fail_msg("%s: %s", cases[i].statistics, ptl_context_message(context));
  }
}

/* The root of x - 0.5 m has no value from 4 t = pi/3 on: a statistic has its numbers where it ends
 * before that, else none, also of the cycles in which there are values, and a notice says so. */
static void values_that_are_none(void **state) {
  static const char text[] = WHEEL(
      "    root: sqrt(rim.x - 0.5 m)\n"
      "    cycles: {of: sqrt(rim.x - 0.5 m), cycle: 0.2 s}\n"
      "    before: {of: sqrt(rim.x - 0.5 m), until: 0.2 s}\n");
  result r = run_it(text, NULL, 1);
  (void)state;
  for (int i = 0; i < 2; i++) {
    const ptl_statistic_summary *y = &r.summary.statistics[i];
    const double values[] = {y->mean,          y->rms,           y->min,
                             y->max,           y->min_time,      y->max_time,
                             y->peak,          y->peak_to_peak,  y->cycle_min.mean,
                             y->cycle_min.min, y->cycle_max.max, y->cycle_peak_to_peak.max};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) assert_true(isnan(values[k]));
  }
  assert_int_equal(r.summary.statistics[1].cycles, 50);
  const ptl_statistic_summary *y = &r.summary.statistics[2];
  assert_near(y->max, sqrt(0.5), 1e-12);
  assert_near(y->min, sqrt(cos(0.8) - 0.5), 1e-9);
  static const char *const names[] = {"root", "cycles", "before"};
  for (int k = 0; k < 3; k++) {
    char notice[600], words[64];
    int told = 0;
    snprintf(words, sizeof words, "statistic %s has no numbers", names[k]);
    for (int i = 0; ptl_summary_notice(r.system, &r.summary, i, notice, sizeof notice); i++)
      told += strstr(notice, words) != NULL;
    assert_int_equal(told, k < 2);
  }
  drop(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(closed_forms),      cmocka_unit_test(no_rows),
      cmocka_unit_test(travels_backwards), cmocka_unit_test(a_snapshot_goes_on),
      cmocka_unit_test(digits_agree),      cmocka_unit_test(description),
      cmocka_unit_test(refused),           cmocka_unit_test(values_that_are_none),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
