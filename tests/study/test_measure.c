/* test_measure.c: numbers that are kept of a run. Expected values: closed forms of series and of a
 * bouncing ball, and the same number computed of the rows and events of the same run. */
#include "measure.h"
#include "one_context.h"
#include "reduce.h"

/* ------------------------------------------------------------------ series */

static double reduce(ptl_reduction kind, const char *window, double number, int n) {
  ptl_window w = {0};
  ptl_reduce r;
  if (window != NULL) must(context, ptl_window_read(context, window, "s", &w));
  ptl_reduce_begin(context, &r, kind, &w, number);
  /* 3 + 2 cos(2 s) + sin(3 s), s = 10 t, over n rows of 0 to 2 s */
  for (int i = 0; i <= n; i++) {
    const double t = 2.0 * i / n, s = 10 * t;
    const ptl_reduce_point p = {t, w.last.joint[0] != '\0' ? s : t,
                                3 + 2 * cos(2 * s) + sin(3 * s)};
    must(context, ptl_reduce_add(&r, p));
  }
  const double value = ptl_reduce_end(&r);
  ptl_reduce_release(&r);
  return value;
}

static void test_reductions(void **state) {
  enum { N = 200000 };
  const char *turns = "last 2 turns of shaft";
  (void)state;
  assert_near(reduce(PTL_REDUCE_MEAN, turns, 0, N), 3, 1e-8);
  assert_near(reduce(PTL_REDUCE_RMS, turns, 0, N), sqrt(9 + 2 + 0.5), 1e-8);
  assert_near(reduce(PTL_REDUCE_HARMONIC, turns, 0, N), 3, 1e-8);
  assert_near(reduce(PTL_REDUCE_HARMONIC, turns, 1, N), 0, 1e-8);
  assert_near(reduce(PTL_REDUCE_HARMONIC, turns, 2, N), 2, 1e-8);
  assert_near(reduce(PTL_REDUCE_HARMONIC, turns, 3, N), 1, 1e-8);
  assert_near(reduce(PTL_REDUCE_INTEGRAL, NULL, 0, N), 6 + 0.1 * sin(40) + (1 - cos(60)) / 30,
              1e-8);
  assert_near(reduce(PTL_REDUCE_INTEGRAL, "from 0.5 s to 0.7 s", 0, N),
              0.6 + 0.1 * (sin(14) - sin(10)) + (cos(15) - cos(21)) / 30, 1e-8);
  assert_near(reduce(PTL_REDUCE_INTEGRAL, "last 0.25 s", 0, N),
              0.75 + 0.1 * (sin(40) - sin(35)) + (cos(52.5) - cos(60)) / 30, 1e-8);
  assert_near(reduce(PTL_REDUCE_AT, NULL, 1.2345678, N), 3 + 2 * cos(24.691356) + sin(37.037034),
              1e-7);
  assert_near(reduce(PTL_REDUCE_FINAL, NULL, 0, N), 3 + 2 * cos(40) + sin(60), 1e-12);
  assert_true(isnan(reduce(PTL_REDUCE_AT, NULL, 2.5, N)));
  assert_true(isnan(reduce(PTL_REDUCE_MEAN, "from 3 s", 0, N)));
  const double p2p = reduce(PTL_REDUCE_PEAK_TO_PEAK, NULL, 0, N);
  assert_near(p2p, reduce(PTL_REDUCE_MAX, NULL, 0, N) - reduce(PTL_REDUCE_MIN, NULL, 0, N), 1e-15);
}

/* A zigzag of -1, 1, -1 at 0, 1, 2 s meets 0 halfway, and one that stays above it nowhere. */
static void test_crossing(void **state) {
  static const char *const windows[] = {NULL, "from 0.75 s", "from 1.75 s"};
  (void)state;
  const double times[] = {0.5, 1.5, NAN};
  for (int i = 0; i < 3; i++) {
    ptl_window w = {0};
    ptl_reduce r;
    if (windows[i] != NULL) must(context, ptl_window_read(context, windows[i], "s", &w));
    ptl_reduce_begin(context, &r, PTL_REDUCE_CROSSING, &w, 0);
    for (int k = 0; k < 3; k++)
      must(context, ptl_reduce_add(&r, (ptl_reduce_point){k, k, k == 1 ? 1 : -1}));
    const double found = ptl_reduce_end(&r);
    assert_true(isnan(times[i]) ? isnan(found) : fabs(found - times[i]) < 1e-15);
    ptl_reduce_release(&r);
  }
}

/* ------------------------------------------------------------------ runs */

typedef struct passages {
  int n;
  int64_t first;
  double time[64], values[64];
} passages;

static void keep_passage(void *user, int section, int64_t passage, double time,
                         const double *values, int n) {
  passages *p = user;
  assert_int_equal(section, 0);
  assert_int_equal(n, 1);
  assert_true(p->n < 64);
  if (p->n == 0) p->first = passage;
  p->time[p->n] = time;
  p->values[p->n++] = values[0];
}

typedef struct model {
  ptl_mechanism *m;
  ptl_system *system;
} model;

static model load(const char *name, const ptl_setting *settings, int n) {
  model l;
  char path[512];
  snprintf(path, sizeof path, "%s/%s", PINTLE_MODELS, name);
  must(context, ptl_mechanism_load(context, path, settings, n, &l.m));
  must(context, ptl_assemble(l.m, &l.system));
  return l;
}

static void drop(model *l) {
  ptl_system_destroy(l->system);
  ptl_mechanism_destroy(l->m);
}

static void run(const model *l, const ptl_measures *measures, double *values, passages *found) {
  ptl_collector *collector;
  ptl_summary summary;
  ptl_run_options options = ptl_run_options_default();
  must(context, ptl_collector_create(context, measures, l->m, l->system, NULL, 0, &collector));
  if (found != NULL) ptl_collector_on_section(collector, keep_passage, found);
  options.no_output = !ptl_collector_needs_rows(collector);
  const ptl_sink sink = ptl_collector_sink(collector);
  must(context, ptl_simulate(context, l->system, &options, &sink, &summary));
  must(context, ptl_collector_finish(collector, &summary, values));
  ptl_summary_release(context, &summary);
  ptl_collector_destroy(collector);
}

/* Against the rows and events of the same run. */
static void test_yoke(void **state) {
  static const char *const texts[] = {"peak_force(slot)",
                                      "touches(slot)",
                                      "count(touch, slot)",
                                      "max(yoke.vx)",
                                      "rms(yoke.ax, last 1 turn of shaft)",
                                      "time_in_contact(slot)/end_time()",
                                      "2*max(yoke.x) - 2*min(yoke.x)",
                                      "wear_work(slot)",
                                      "max(peak_force(slot.inner), peak_force(slot.outer))",
                                      "energy_lost(slot)/touches(slot)"};
  enum { N = sizeof texts / sizeof *texts };
  static const char *const units[N] = {"N", "1", "1", "m/s", "m/s^2", "1", "m", "J", "N", "J"};
  ptl_measures measures = {0};
  double values[N];
  (void)state;
  for (int i = 0; i < N; i++)
    must(context, ptl_measures_add(context, &measures, NULL, texts[i], NULL));
  assert_string_equal(measures.items[0].name, "peak_force_slot");
  assert_string_equal(measures.items[4].name, "rms_yoke.ax_last_1_turn_of_shaft");
  model l = load("scotch_yoke.yaml", NULL, 0);
  ptl_collector *collector;
  must(context, ptl_collector_create(context, &measures, l.m, l.system, NULL, 0, &collector));
  for (int i = 0; i < N; i++) assert_string_equal(ptl_collector_unit(collector, i), units[i]);
  ptl_collector_destroy(collector);
  run(&l, &measures, values, NULL);
  rows kept = {0};
  ptl_summary summary;
  const ptl_sink sink = {.row = keep_row, .event = keep_event, .user = &kept};
  const ptl_run_options options = ptl_run_options_default();
  must(context, ptl_simulate(context, l.system, &options, &sink, &summary));
  const ptl_column *columns;
  const int n = ptl_system_get_columns(l.system, &columns);
  int vx = -1, x = -1, touches = 0;
  for (int i = 0; i < n; i++) {
    if (strcmp(columns[i].name, "yoke.vx") == 0) vx = i;
    if (strcmp(columns[i].name, "yoke.x") == 0) x = i;
  }
  double fastest = -INFINITY, lo = INFINITY, hi = -INFINITY;
  for (int i = 0; i < kept.n; i++) {
    const double *row = kept.values + (size_t)i * (size_t)kept.width;
    fastest = fmax(fastest, row[vx]);
    lo = fmin(lo, row[x]);
    hi = fmax(hi, row[x]);
  }
  double closed = 0, since = NAN;
  for (int i = 0; i < kept.n_events; i++) {
    const ptl_event *e = &kept.events[i];
    if (e->kind == PTL_EVENT_TOUCH) {
      touches++;
      since = e->time;
    }
    if (e->kind == PTL_EVENT_PART) {
      closed += e->time - since;
      since = NAN;
    }
  }
  if (!isnan(since)) closed += summary.end_time - since;
  assert_true(values[1] == touches && values[2] == touches && touches > 5);
  assert_true(values[3] == fastest);
  assert_near(values[5], closed / summary.end_time, 1e-12);
  assert_near(values[6], 2 * (hi - lo), 1e-15);
  assert_true(values[0] == values[8] && values[0] > 1000);
  assert_true(values[7] > 0 && values[9] > 0);
  /* The rms of a sine of amplitude r w^2 is about that over sqrt 2; contact adds to it. */
  assert_true(values[4] > 0.045 * pow(24 * M_PI, 2) / sqrt(2) * 0.9);
  ptl_summary_release(context, &summary);
  free(kept.values);
  free(kept.events);
  drop(&l);
  ptl_measures_release(context, &measures);
}

/* A pin that rides along a wall of a slot, round its end and back along the other wall: the contact
 * is handed over twice and never open. */
static const char round_the_end[] =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies: {pin: {mass: 0.1, inertia: 1e-5, position: [0, -2.0045826 mm], velocity: [1, 0]}}\n"
    "joints: {s: {type: pin_in_slot, slot: {body: ground, half_width: 12 mm, line: {from: [-0.1, "
    "0], "
    "to: [0.05, 0]}}, pin: {body: pin, at: [0, 0], radius: 10 mm}, contact: k}}\n"
    "contacts: {k: {elastic: {law: power, stiffness: 1e8, exponent: 1.5}, damping: {law: none}}}\n"
    "run: {until: 56.8 ms, every: 1 ms, rtol: 1e-9, start: given}\n";

/* The gaps of one contact that is handed over are closed one after the other, the joint as long as
 * all of them. */
static void test_hand_over(void **state) {
  static const char *const texts[] = {"time_in_contact(s.inner)", "time_in_contact(s.outer)",
                                      "time_in_contact(s.cap)", "time_in_contact(s)", "end_time()"};
  ptl_measures measures = {0};
  double values[5];
  model l;
  (void)state;
  for (int i = 0; i < 5; i++)
    must(context, ptl_measures_add(context, &measures, NULL, texts[i], NULL));
  must(context,
       ptl_mechanism_parse(context, round_the_end, strlen(round_the_end), "slot", NULL, 0, &l.m));
  must(context, ptl_assemble(l.m, &l.system));
  run(&l, &measures, values, NULL);
  /* 50 mm along the wall at 1 m/s; half a circle of 2 mm, 2.11 mm at the deepest, more slowly as it
   * rises by twice of that */
  assert_near(values[0], 0.05, 1e-6);
  assert_true(values[2] > M_PI * 2e-3 &&
              values[2] < M_PI * 2.11e-3 / sqrt(1 - 2 * 9.81 * 2 * 2.11e-3));
  assert_true(values[1] > 0);
  assert_near(values[0] + values[1] + values[2], values[3], 1e-12);
  assert_true(values[3] < values[4]); /* it leaves the upper wall */
  drop(&l);
  ptl_measures_release(context, &measures);
}

/* What the model's own statistics say, in a run that would have no rows otherwise. */
static void test_statistics_of_the_model(void **state) {
  static const char *const texts[] = {"statistic(push.rms)", "statistic(push.cycle_max.mean)",
                                      "statistic(push.peak)/statistic(push.rms)"};
  static const ptl_setting settings[] = {
      {"output.statistics", "{push: {of: yoke.ax, cycle: 0.5 turn of shaft}}"}};
  ptl_measures measures = {0};
  double values[3];
  (void)state;
  for (int i = 0; i < 3; i++)
    must(context, ptl_measures_add(context, &measures, NULL, texts[i], NULL));
  model l = load("scotch_yoke.yaml", settings, 1);
  ptl_summary summary;
  const ptl_statistic_summary *own;
  ptl_collector *collector;
  must(context, ptl_collector_create(context, &measures, l.m, l.system, NULL, 0, &collector));
  assert_true(ptl_collector_needs_rows(collector));
  assert_string_equal(ptl_collector_unit(collector, 0), "m/s^2");
  assert_string_equal(ptl_collector_unit(collector, 2), "1");
  ptl_collector_destroy(collector);
  run(&l, &measures, values, NULL);
  must(context, ptl_simulate(context, l.system, NULL, NULL, &summary));
  own = &summary.statistics[0];
  assert_true(own->cycles >= 3 && own->rms > 0);
  assert_true(values[0] == own->rms && values[1] == own->cycle_max.mean);
  assert_near(values[2], own->peak / own->rms, 1e-12);
  ptl_summary_release(context, &summary);
  drop(&l);
  ptl_measures_release(context, &measures);
}

/* Wear of the shipped bush is that of the summary, depth and volume, which is k times the measured
 * work; a joint without `wear` has none. */
static void test_wear(void **state) {
  static const char *const texts[] = {"wear_depth(crank_pin)", "wear_volume(crank_pin.bearing)",
                                      "wear_volume(crank_pin)/wear_work(crank_pin)"};
  enum { N = sizeof texts / sizeof *texts };
  static const char *const units[N] = {"m", "m^3", "m^2/N"};
  ptl_measures measures = {0}, wrong = {0};
  double values[N];
  (void)state;
  for (int i = 0; i < N; i++)
    must(context, ptl_measures_add(context, &measures, NULL, texts[i], NULL));
  model l = load("slider_crank_wear.yaml", NULL, 0);
  ptl_collector *collector;
  must(context, ptl_collector_create(context, &measures, l.m, l.system, NULL, 0, &collector));
  for (int i = 0; i < 2; i++) assert_string_equal(ptl_collector_unit(collector, i), units[i]);
  ptl_collector_destroy(collector);
  run(&l, &measures, values, NULL);
  ptl_summary summary;
  must(context, ptl_simulate(context, l.system, NULL, NULL, &summary));
  const ptl_wear_surface *bush = &summary.wears[0].surfaces[0];
  assert_near(values[0], bush->depth, 1e-12 * bush->depth);
  assert_near(values[1], bush->volume, 1e-12 * bush->volume);
  assert_near(values[2], 5e-13, 0.01 * 5e-13); /* the work is of straight lines between rows */
  ptl_summary_release(context, &summary);
  ptl_measures_release(context, &measures);
  must(context, ptl_measures_add(context, &wrong, NULL, "wear_depth(slot)", NULL));
  drop(&l);
  l = load("scotch_yoke.yaml", NULL, 0);
  assert_int_equal(ptl_collector_create(context, &wrong, l.m, l.system, NULL, 0, &collector),
                   PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "the joint has no 'wear'"));
  ptl_measures_release(context, &wrong);
  drop(&l);
}

/* A crank that is driven at 24 pi rad/s passes whole turns at multiples of 1/12 s, also where no
 * row lies. */
static void test_section(void **state) {
  static const char *const texts[] = {"crank.angle"};
  static const ptl_setting settings[2][2] = {
      {{"run.until", "6 turns of shaft"}, {"run.every", "0.5 turns of shaft"}},
      {{"run.until", "6 turns of shaft"}, {"run.every", "0.3 turns of shaft"}}};
  (void)state;
  for (int k = 0; k < 2; k++) {
    ptl_measures measures = {0};
    must(context, ptl_measures_add_section(context, &measures, "turns", texts, 1, "1 turn of shaft",
                                           NULL, 2));
    model l = load("scotch_yoke.yaml", settings[k], 2);
    passages found = {0};
    run(&l, &measures, NULL, &found);
    assert_int_equal(found.n, 5);
    assert_int_equal(found.first, 2);
    for (int i = 0; i < found.n; i++) {
      assert_near(found.time[i], (2 + i) / 12.0, 1e-9);
      assert_near(found.values[i], (2 + i) * 2 * M_PI - 31 * M_PI / 180, 1e-7);
    }
    drop(&l);
    ptl_measures_release(context, &measures);
  }
}

/* ------------------------------------------------------------------ bad input */

static void test_bad_texts(void **state) {
  static const char *const cases[][2] = {
      {"peak_frce(slot)", "did you mean 'peak_force'"},
      {"max(yoke.vx", "not closed"},
      {"count(tuch, slot)", "an event is touch"},
      {"count(touch)", "count(EVENT, JOINT[.GAP])"},
      {"peak_force()", "peak_force(JOINT[.GAP])"},
      {"end_time(slot)", "end_time()"},
      {"statistic()", "statistic(NAME.NUMBER)"},
      {"rms(yoke.vx, last 2 turns)", "s"},
      {"rms(yoke.vx, from 2 s to 1 s)", "ends before"},
      {"harmonic(yoke.vx, 1)", "whole turns"},
      {"lyapunov(0 s)", "lyapunov(INTERVAL"},
      {"lyapunov(1 ms, last 2 s)", "lyapunov(INTERVAL"},
      {"harmonic(yoke.vx, 1, last 1.5 turns of shaft)", "whole"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ptl_measures measures = {0};
    assert_int_equal(ptl_measures_add(context, &measures, NULL, cases[i][0], NULL), PTL_ERR_INPUT);
    if (strstr(ptl_context_message(context), cases[i][1]) == NULL)
      print_error("%s: %s\n", cases[i][0], ptl_context_message(context));
    assert_non_null(strstr(ptl_context_message(context), cases[i][1]));
    ptl_measures_release(context, &measures);
  }
}

static void test_not_in_model(void **state) {
  static const char *const cases[][2] = {{"peak_force(slit)", "no joint with gaps"},
                                         {"friction_work(slot)", "no joint with friction"},
                                         {"max(yoke.vxx)", "yoke.vxx"},
                                         {"statistic(push.rms)", "no statistic of that name"},
                                         {"max(yoke.vx, last 1 turn of shift)", "no joint of that"},
                                         {"max(yoke.vx, last 1 turn of guide)", "not revolute"},
                                         {"max(yoke.vx) + max(yoke.x)", "m"}};
  (void)state;
  model l = load("scotch_yoke.yaml", NULL, 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ptl_measures measures = {0};
    ptl_collector *collector;
    must(context, ptl_measures_add(context, &measures, NULL, cases[i][0], NULL));
    assert_int_equal(ptl_collector_create(context, &measures, l.m, l.system, NULL, 0, &collector),
                     PTL_ERR_INPUT);
    assert_non_null(strstr(ptl_context_message(context), cases[i][1]));
    ptl_measures_release(context, &measures);
  }
  drop(&l);
}

static void test_wanted_unit(void **state) {
  ptl_measures measures = {0};
  ptl_collector *collector;
  (void)state;
  model l = load("scotch_yoke.yaml", NULL, 0);
  must(context, ptl_measures_add(context, &measures, "speed", "max(yoke.vx)", "mm"));
  assert_int_equal(ptl_collector_create(context, &measures, l.m, l.system, NULL, 0, &collector),
                   PTL_ERR_INPUT);
  assert_int_equal(ptl_measures_add(context, &measures, "speed", "max(yoke.vx)", NULL),
                   PTL_ERR_INPUT);
  assert_int_equal(ptl_measures_add(context, &measures, "a b", "max(yoke.vx)", NULL),
                   PTL_ERR_INPUT);
  ptl_measures_release(context, &measures);
  drop(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reductions),   cmocka_unit_test(test_crossing),
      cmocka_unit_test(test_yoke),         cmocka_unit_test(test_hand_over),
      cmocka_unit_test(test_wear),         cmocka_unit_test(test_statistics_of_the_model),
      cmocka_unit_test(test_section),      cmocka_unit_test(test_bad_texts),
      cmocka_unit_test(test_not_in_model), cmocka_unit_test(test_wanted_unit)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
