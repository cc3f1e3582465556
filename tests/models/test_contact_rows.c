/* test_contact_rows.c: rows of contacts in the traces of all shipped models, with both integrators:
 * the largest force of each gap, the events, the course of the force; and fewer rows when asked
 * for. */

#include "model_run.h"

static int column_of_gap(const result *r, int gap, const char *value_name) {
  const char *joint, *name;
  char column[256];
  ptl_system_get_gap(r->system, gap, &joint, &name, NULL);
  snprintf(column, sizeof column, "%s.%s.%s", joint, name, value_name);
  return column_of(r->system, column);
}

/* Row of event `kind` at a time, or any row there for kind < 0; -1: none. */
static int row_at_time(const result *r, double time, int kind) {
  int first = 0, last = r->trace.n;
  while (first < last) {
    const int middle = (first + last) / 2;
    if (rows_at(&r->trace, middle, 0) < time)
      first = middle + 1;
    else
      last = middle;
  }
  for (int i = first; i < r->trace.n && rows_at(&r->trace, i, 0) == time; i++)
    if (kind < 0 || (int)rows_at(&r->trace, i, 1) == kind) return i;
  return -1;
}

static const char *const integrators[] = {"auto", "ida"};

/* Runs each model with each integrator. */
static void for_all_models(void (*check)(const char *name, const result *r)) {
  model_list models;
  list_models(&models);
  for (int i = 0; i < models.n; i++)
    for (int k = 0; k < 2; k++) {
      const ptl_setting setting = {"run.integrator", integrators[k]};
      result r = run_model(models.name[i], &setting, 1);
      if (r.summary.n_gaps > 0) check(models.name[i], &r);
      drop(&r);
    }
}

/* Expected: the summary's largest force and deepest point, which are found apart from the rows on
 * the integrator's own interpolation. A row is put onto the constraints, which moves the depth by
 * about rtol (1e-7). */
static void peaks_agree(const char *name, const result *r) {
  for (int g = 0; g < r->summary.n_gaps; g++) {
    const ptl_gap_summary *sum = &r->summary.gaps[g];
    const int force = column_of_gap(r, g, "normal_force"), depth = column_of_gap(r, g, "depth");
    double largest_force = 0.0, deepest = 0.0;
    for (int i = 0; i < r->trace.n; i++) {
      largest_force = fmax(largest_force, rows_at(&r->trace, i, force));
      deepest = fmax(deepest, rows_at(&r->trace, i, depth));
    }
    if (fabs(largest_force - sum->peak_force) > 1e-6 * sum->peak_force)
      fail_msg("%s, %s.%s: largest force of the trace %.9g N, of the summary %.9g N", name,
               sum->joint, sum->gap, largest_force, sum->peak_force);
    if (fabs(deepest - sum->deepest) > 1e-6 * sum->deepest)
      fail_msg("%s, %s.%s: deepest of the trace %.9g m, of the summary %.9g m", name, sum->joint,
               sum->gap, deepest, sum->deepest);
  }
}

/* Expected: two rows at a touch and a part, one at a deepest point and at a contact's largest
 * force, with the event's depth and force. */
static void events_have_rows(const char *name, const result *r) {
  for (int e = 0; e < r->trace.n_events; e++) {
    const ptl_event *event = &r->trace.events[e];
    if (event->kind == PTL_EVENT_STICK || event->kind == PTL_EVENT_SLIP) continue;
    const int force = column_of_gap(r, event->gap, "normal_force");
    const int kind = event->kind == PTL_EVENT_DEEPEST ? -1 : 2;
    const int row = row_at_time(r, event->time, kind);
    if (row < 0) fail_msg("%s: no row at the event at %.17g s", name, event->time);
    if (event->kind == PTL_EVENT_DEEPEST)
      assert_near(rows_at(&r->trace, row, force), event->force,
                  1e-6 * r->summary.gaps[event->gap].peak_force);
    if (event->kind != PTL_EVENT_PART || event->peak_force == 0.0) continue;
    const int at_peak = row_at_time(r, event->peak_time, -1);
    if (at_peak < 0) fail_msg("%s: no row at the peak at %.17g s", name, event->peak_time);
  }
}

/* Expected: the impulse of each contact that the run has integrated with the steps' own accuracy,
 * of a contact at one gap only. Between rows the force changes by a tenth of its peak, so that
 * straight lines miss it by about a hundredth; weak contacts, of less than a tenth of the gap's
 * largest force, have fewer rows. */
static void course_is_shown(const char *name, const result *r) {
  double *touched = calloc((size_t)r->summary.n_gaps, sizeof *touched);
  assert_non_null(touched);
  for (int e = 0; e < r->trace.n_events; e++) {
    const ptl_event *event = &r->trace.events[e];
    if (event->kind == PTL_EVENT_TOUCH) touched[event->gap] = event->time;
    if (event->kind != PTL_EVENT_PART || r->summary.gaps[event->gap].hand_overs > 0) continue;
    const int force = column_of_gap(r, event->gap, "normal_force");
    double impulse = 0.0;
    int first =
        row_at_time(r, touched[event->gap], 2); /* none of a contact that was there at the start */
    for (int i = (first > 0 ? first : 0) + 1; i < r->trace.n; i++) {
      double t = rows_at(&r->trace, i, 0), before = rows_at(&r->trace, i - 1, 0);
      if (t > event->time) break;
      impulse +=
          0.5 * (t - before) * (rows_at(&r->trace, i, force) + rows_at(&r->trace, i - 1, force));
    }
    const double duration = event->time - touched[event->gap];
    const double peak = fmax(event->peak_force, 0.1 * r->summary.gaps[event->gap].peak_force);
    if (fabs(impulse - event->impulse) > 0.01 * event->impulse + 0.01 * peak * duration)
      fail_msg("%s, contact that parts at %.9g s: impulse of the rows %.6g N s, of the event %.6g",
               name, event->time, impulse, event->impulse);
  }
  free(touched);
}

static void check_rows(const char *name, const result *r) {
  peaks_agree(name, r);
  events_have_rows(name, r);
  course_is_shown(name, r);
}

static void traces_show_what_the_summary_says(void **state) {
  (void)state;
  for_all_models(check_rows);
}

/* Rows whose `event` is `kind`. */
static int count_rows(const result *r, int kind) {
  int n = 0;
  for (int i = 0; i < r->trace.n; i++) n += (int)rows_at(&r->trace, i, 1) == kind;
  return n;
}

/* Expected: the same run, its events and its plain rows to the bit; with `peaks` one row per
 * deepest point and one per largest force at another time; with `ends` none. */
static void fewer_rows_change_no_run(void **state) {
  const ptl_setting peaks = {"output.contact_rows", "peaks"},
                    ends = {"output.contact_rows", "ends"};
  (void)state;
  result all = run_model("scotch_yoke", NULL, 0), some = run_model("scotch_yoke", &peaks, 1),
         few = run_model("scotch_yoke", &ends, 1);
  assert_int_equal(count_rows(&few, 3), 0);
  assert_in_range(count_rows(&some, 3), 44, 140);
  assert_true(count_rows(&all, 3) > 10 * count_rows(&some, 3) / 2);
  for (int kind = 0; kind < 3; kind++) {
    assert_int_equal(count_rows(&all, kind), count_rows(&few, kind));
    assert_int_equal(count_rows(&some, kind), count_rows(&few, kind));
  }
  assert_int_equal(all.trace.n_events, few.trace.n_events);
  for (int e = 0; e < all.trace.n_events; e++) {
    const ptl_event *a = &all.trace.events[e], *b = &few.trace.events[e];
    assert_true(a->gap == b->gap && a->friction == b->friction && a->kind == b->kind);
    assert_true(a->time == b->time && a->depth == b->depth && a->rate == b->rate);
    assert_true(a->force == b->force && a->peak_force == b->peak_force);
    assert_true(a->peak_time == b->peak_time && a->impulse == b->impulse);
    assert_true(a->energy_lost == b->energy_lost && a->count == b->count);
  }
  const int last = all.trace.n - 1, column = column_of(all.system, "yoke.vx");
  assert_true(rows_at(&all.trace, last, column) == rows_at(&few.trace, few.trace.n - 1, column));
  drop(&all);
  drop(&some);
  drop(&few);
}

static void unknown_rows_are_refused(void **state) {
  const ptl_setting setting = {"output.contact_rows", "many"};
  ptl_mechanism *m;
  (void)state;
  assert_int_equal(ptl_mechanism_load(context, PINTLE_MODELS "/scotch_yoke.yaml", &setting, 1, &m),
                   PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "all, peaks or ends"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(traces_show_what_the_summary_says),
      cmocka_unit_test(fewer_rows_change_no_run),
      cmocka_unit_test(unknown_rows_are_refused),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
