/* What the viewer keeps of a run and reads from it: rows, contacts, positions and velocities at one
 * time, numbers as text. Expected values are written down in the test or closed forms. */
#include "format.h"
#include "viewer_picture.h"

/* Ticks end even where a step is lost in rounding. */
static void ticks_come_to_an_end(void **state) {
  (void)state;
  double first;
  assert_int_equal(ptl_ticks(0, 1, 0.25, &first), 5);
  assert_near(first, 0, 0);
  assert_int_equal(ptl_ticks(0.1, 0.2, 0.25, &first), 0);
  assert_int_equal(ptl_ticks(1e9, 1e9, 1e-12, &first), 1);
  assert_int_equal(ptl_ticks(-1e300, 1e300, 1e-3, &first), 0);
  assert_int_equal(ptl_ticks(NAN, 1, 1, &first), 0);
}

/* Expected: 180 deg are pi, 30 rpm pi a second; what has no unit of angle stays. */
static void a_record_is_in_radians(void **state) {
  (void)state;
  const ptl_column columns[] = {{"time", "s"}, {"a.angle", "deg"}, {"a.omega", "rpm"}, {"b", "1"}};
  const double row[] = {0.0, 180.0, 30.0, 7.0}, kept[] = {0.0, acos(-1.0), acos(-1.0), 7.0};
  ptl_record record;
  assert_int_equal(ptl_record_begin(&record, columns, 4), 0);
  ptl_record_add_row(&record, row);
  for (int c = 0; c < 4; c++) assert_near(record.first[c][0], kept[c], 1e-15);
  assert_string_equal(record.units[1], "rad");
  assert_string_equal(record.units[2], "rad/s");
  ptl_record_release(&record);
}

/* Names that are parts of others, of two joints; gaps are numbered as their columns are, which are
 * not in the order of the alphabet. */
static void columns_are_found_by_their_names(void **state) {
  (void)state;
  const ptl_column columns[] = {{"time", "s"},
                                {"pin.outer.depth", "m"},
                                {"pin.outer.normal_force", "N"},
                                {"pin.inner.depth", "m"},
                                {"pin.inner.normal_force", "N"},
                                {"pin.fx", "N"},
                                {"pin2.wall.depth", "m"},
                                {"pin2.wall.normal_force", "N"},
                                {"pi", "1"}};
  enum { N = sizeof columns / sizeof *columns };
  ptl_sketch_joint joints[] = {{.name = "pin"}, {.name = "pin2"}};
  const ptl_sketch sketch = {.joints = joints, .n_joints = 2};
  ptl_record record;
  ptl_binding binding;
  assert_int_equal(ptl_record_begin(&record, columns, N), 0);
  for (int c = 0; c < N; c++) assert_int_equal(ptl_record_find(&record, columns[c].name), c);
  assert_int_equal(ptl_record_find(&record, "pin"), -1);
  assert_int_equal(ptl_record_find(&record, "zz"), -1);
  assert_int_equal(ptl_binding_make(&sketch, &record, &binding), 0);
  const ptl_joint_columns *pin = &binding.joints[0], *other = &binding.joints[1];
  assert_int_equal(pin->n_gaps, 2);
  assert_string_equal(pin->gap[0], "outer");
  assert_string_equal(pin->gap[1], "inner");
  for (int k = 0; k < 2; k++) {
    assert_int_equal(pin->depth[k], 1 + 2 * k);
    assert_int_equal(pin->force[k], 2 + 2 * k);
  }
  assert_int_equal(pin->fx, 5);
  assert_int_equal(other->n_gaps, 1);
  assert_int_equal(other->depth[0], 6);
  assert_int_equal(other->force[0], 7);
  assert_int_equal(other->fx, -1);
  ptl_binding_release(&binding);
  ptl_record_release(&record);
}

/* Ten million rows: memory stays bounded, and the one row that stands out is still there. */
static void a_long_run_keeps_its_peaks(void **state) {
  (void)state;
  enum { ROWS = 10000000, PEAK = 7654321 };
  const ptl_column columns[] = {{"time", "s"}, {"force", "N"}};
  ptl_record record;
  double low, high;
  assert_int_equal(ptl_record_begin(&record, columns, 2), 0);
  record.limit = 100000;
  for (int i = 0; i < ROWS; i++) {
    double row[] = {1e-6 * i, i == PEAK ? 1234.5 : i == PEAK + 1 ? -77 : sin(1e-3 * i)};
    ptl_record_add_row(&record, row);
  }
  ptl_record_finish(&record);
  assert_false(record.failed);
  assert_int_equal(record.n_rows, ROWS);
  assert_true(record.n <= 100000 && record.capacity <= 100000);
  assert_true(ptl_record_range(&record, 1, 0, record.n, &low, &high));
  assert_near(high, 1234.5, 0);
  assert_near(low, -77, 0);
  ptl_bracket at = ptl_record_bracket(&record, 1e-6 * PEAK);
  assert_true(ptl_record_range(&record, 1, at.i - 1, at.i + 2, &low, &high)); /* in its place */
  assert_near(high, 1234.5, 0);
  assert_near(ptl_record_start(&record), 0, 0);
  assert_near(ptl_record_end(&record), 1e-6 * (ROWS - 1), 1e-12);
  ptl_record_release(&record);
}

/* A parabola is a cubic: values and rates at two rows give it exactly in between. */
static void motion_is_smooth_between_rows(void **state) {
  (void)state;
  const ptl_column columns[] = {{"time", "s"}, {"x", "m"}, {"vx", "m/s"}};
  ptl_record record;
  assert_int_equal(ptl_record_begin(&record, columns, 3), 0);
  for (int i = 0; i <= 4; i++) {
    double t = 0.5 * i, row[] = {t, 3 * t * t, 6 * t};
    ptl_record_add_row(&record, row);
  }
  ptl_bracket at = ptl_record_bracket(&record, 0.7);
  assert_near(ptl_record_smooth(&record, 1, 2, at), 3 * 0.7 * 0.7, 1e-14);
  assert_near(ptl_record_value(&record, 2, at), 6 * 0.7, 1e-14);
  assert_true(isnan(ptl_record_value(&record, -1, at)));
  ptl_record_release(&record);
}

static void numbers_read_well(void **state) {
  (void)state;
  const struct {
    double value;
    const char *unit, *text;
  } cases[] = {{0.00025, "m", "250 µm"}, {3219.8, "N", "3.22 kN"},     {0, "N", "0 N"},
               {1e-18, "m", "0 m"},      {-0.0052, "m", "-5.2 mm"},    {2.5, "1", "2.5"},
               {1.5, "rad", "1.5 rad"},  {9.81, "m/s^2", "9.81 m/s^2"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[40];
    ptl_format_si(cases[i].value, cases[i].unit, text, sizeof text);
    assert_string_equal(text, cases[i].text);
  }
}

/* Sixty-four rows in at most eight groups: wherever the one least and the one largest value are,
 * both are found, in the group of their time. */
static void thinning_keeps_least_and_largest(void **state) {
  (void)state;
  enum { ROWS = 64 };
  const ptl_column columns[] = {{"time", "s"}, {"force", "N"}};
  for (int k = 0; k < ROWS; k++) {
    int largest = (k + 29) % ROWS;
    ptl_record record;
    double low, high;
    assert_int_equal(ptl_record_begin(&record, columns, 2), 0);
    record.limit = 8;
    for (int i = 0; i < ROWS; i++) {
      double row[] = {i, i == k ? -7 : i == largest ? 9 : 0};
      ptl_record_add_row(&record, row);
    }
    ptl_record_finish(&record);
    assert_int_equal(record.n, 8);
    assert_int_equal(record.stride, 8);
    for (int64_t group = 0; group < record.n; group++) {
      assert_true(ptl_record_range(&record, 1, group, group + 1, &low, &high));
      assert_near(low, group == k / 8 ? -7 : 0, 0);
      assert_near(high, group == largest / 8 ? 9 : 0, 0);
    }
    ptl_record_release(&record);
  }
}

/* A run from 1 s to 9 s: the first gap is closed at the start and again from 4 s to 5 s, the second
 * from 3 s to the end. */
static void contacts_may_begin_before_the_run_and_end_after_it(void **state) {
  (void)state;
  const ptl_column columns[] = {{"time", "s"}};
  ptl_record record;
  assert_int_equal(ptl_record_begin(&record, columns, 1), 0);
  for (int i = 1; i <= 9; i++) ptl_record_add_row(&record, &(double){i});
  int first = ptl_record_add_gap(&record, "pin", "outer");
  int second = ptl_record_add_gap(&record, "pin", "inner");
  const ptl_record_event events[] = {{.time = 2, .gap = first, .kind = PTL_EVENT_PART},
                                     {.time = 3, .gap = second, .kind = PTL_EVENT_TOUCH},
                                     {.time = 4, .gap = first, .kind = PTL_EVENT_TOUCH},
                                     {.time = 5, .gap = first, .kind = PTL_EVENT_PART}};
  for (int i = 0; i < 4; i++) ptl_record_add_event(&record, &events[i]);
  ptl_record_finish(&record);
  const ptl_contact_span expected[] = {{1, 2, first}, {3, 9, second}, {4, 5, first}};
  assert_int_equal(record.n_spans, 3);
  for (int i = 0; i < 3; i++) {
    assert_near(record.spans[i].from, expected[i].from, 0);
    assert_near(record.spans[i].to, expected[i].to, 0);
    assert_int_equal(record.spans[i].gap, expected[i].gap);
  }
  ptl_record_release(&record);
}

/* The crank of the scotch yoke rotates about the origin at 24 pi rad/s: v = omega x r. */
static void a_velocity_is_omega_cross_r(void **state) {
  (void)state;
  const double omega = 24 * M_PI, x = 0.02, y = 0.03;
  ptl_result *result = get("scotch_yoke");
  ptl_snapshot snapshot = {0};
  int crank = ptl_sketch_find_body(&result->sketch, "crank");
  for (int k = 0; k < 9; k++) {
    double time = 0.0173 * k, angle = value(result, "crank.angle", time);
    double rx = cos(angle) * x - sin(angle) * y, ry = sin(angle) * x + cos(angle) * y;
    assert_int_equal(
        ptl_snapshot_eval(&result->sketch, &result->record, &result->binding, time, &snapshot), 0);
    ptl_point v = ptl_snapshot_velocity(&snapshot, crank, x, y);
    assert_near(v.x, -omega * ry, 1e-4); /* of 2.7 m/s; velocities are linear between the rows */
    assert_near(v.y, omega * rx, 1e-4);
  }
  ptl_point ground = ptl_snapshot_velocity(&snapshot, PTL_GROUND, x, y);
  assert_near(hypot(ground.x, ground.y), 0, 0);
  ptl_snapshot_release(&snapshot);
  ptl_result_destroy(result);
}

/* A point of the coupler, which translates and rotates: its velocity is the difference of its
 * positions a microsecond before and after, at a row, where the interpolated velocity is the
 * row's. */
static void a_velocity_is_the_rate_of_the_position(void **state) {
  (void)state;
  const double x = 0.03, y = -0.02, h = 1e-6;
  ptl_result *result = get("slider_crank_ideal");
  const ptl_record *record = &result->record;
  ptl_snapshot snapshot = {0};
  int rod = ptl_sketch_find_body(&result->sketch, "rod");
  assert_true(rod >= 0);
  for (int64_t i = 1; i < record->n - 1; i += record->n / 13) {
    ptl_point at[2];
    for (int k = 0; k < 2; k++) {
      double time = record->first[0][i] + (k ? h : -h);
      assert_int_equal(
          ptl_snapshot_eval(&result->sketch, record, &result->binding, time, &snapshot), 0);
      at[k] = ptl_snapshot_point(&snapshot, rod, x, y);
    }
    assert_int_equal(ptl_snapshot_eval(&result->sketch, record, &result->binding,
                                       record->first[0][i], &snapshot),
                     0);
    ptl_point v = ptl_snapshot_velocity(&snapshot, rod, x, y);
    assert_near((at[1].x - at[0].x) / (2 * h), v.x, 1e-4);
    assert_near((at[1].y - at[0].y) / (2 * h), v.y, 1e-4);
  }
  ptl_snapshot_release(&snapshot);
  ptl_result_destroy(result);
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

/* Spans as the run's events have them: from the start, of which there is no event, to the end, over
 * a short flight before the second wall. */
static void a_contact_that_is_handed_over_goes_on(void **state) {
  static const char *const gaps[] = {"inner", "cap", "cap", "outer"};
  (void)state;
  ptl_result *result = get_text(round_the_end);
  const ptl_record *record = &result->record;
  double times[9] = {ptl_record_start(record)};
  int n = 1;
  for (int i = 0; i < record->n_events; i++) {
    const ptl_event_kind kind = record->events[i].kind;
    const int times_here =
        kind == PTL_EVENT_HAND_OVER ? 2 : kind == PTL_EVENT_PART || kind == PTL_EVENT_TOUCH;
    for (int k = 0; k < times_here && n < 8; k++) times[n++] = record->events[i].time;
  }
  times[n++] = ptl_record_end(record);
  assert_int_equal(n, 8);
  assert_int_equal(record->n_spans, 4);
  for (int i = 0; i < 4; i++) {
    assert_string_equal(record->gaps[record->spans[i].gap].gap, gaps[i]);
    assert_near(record->spans[i].from, times[2 * i], 0);
    assert_near(record->spans[i].to, times[2 * i + 1], 0);
  }
  ptl_result_destroy(result);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ticks_come_to_an_end),
      cmocka_unit_test(a_contact_that_is_handed_over_goes_on),
      cmocka_unit_test(a_record_is_in_radians),
      cmocka_unit_test(columns_are_found_by_their_names),
      cmocka_unit_test(numbers_read_well),
      cmocka_unit_test(a_long_run_keeps_its_peaks),
      cmocka_unit_test(thinning_keeps_least_and_largest),
      cmocka_unit_test(contacts_may_begin_before_the_run_and_end_after_it),
      cmocka_unit_test(motion_is_smooth_between_rows),
      cmocka_unit_test(a_velocity_is_omega_cross_r),
      cmocka_unit_test(a_velocity_is_the_rate_of_the_position),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
