/* test_events_read.c: events.csv read back, and the peaks that it tells of. */
#include <sys/stat.h>
#include <unistd.h>

#include "model_run.h"
#include "peaks.h"
#include "pintle_trace.h"

static char folder[64];

static void put_file(const char *name, const char *text) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

static void make_folder(void) {
  strcpy(folder, "/tmp/pintle_events_XXXXXX");
  assert_non_null(mkdtemp(folder));
}

static void remove_folder(void) {
  static const char *const names[] = {"trace.csv", "events.csv", "INCOMPLETE", "summary.json",
                                      "model.yaml"};
  char path[128];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  assert_int_equal(rmdir(folder), 0);
}

typedef struct taken {
  int n;
  char joint[8][32], gap[8][32];
  ptl_event events[8];
} taken;

static int take(void *user, const char *joint, const char *gap, const ptl_event *event) {
  taken *t = user;
  assert_true(t->n < 8);
  strcpy(t->joint[t->n], joint);
  strcpy(t->gap[t->n], gap);
  t->events[t->n++] = *event;
  return 0;
}

#define HEADER                                                                                 \
  "time [s],joint,gap,kind,depth [m],depth_rate [m/s],force [N],peak_force [N],impulse [N s]," \
  "energy_lost [J],count,peak_time [s]\n"

/* Expected: what stands there. */
static void fields_come_to_their_places(void **state) {
  taken t = {0};
  (void)state;
  make_folder();
  put_file("events.csv", HEADER
           "0.5,\"a, b\",\"say \"\"x\"\"\",part,1,2,3,4,5,6,7,0.25\n"
           "0.6,guide,,stick,0,0,8,0,0,0,1,0\n"
           "0.7,pin,gap,of_a_later_version,0,0,8,0,0,0,1,0\n");
  must(context, ptl_events_read(context, folder, take, &t));
  assert_int_equal(t.n, 2);
  assert_string_equal(t.joint[0], "a, b");
  assert_string_equal(t.gap[0], "say \"x\"");
  const ptl_event *e = &t.events[0];
  assert_int_equal(e->kind, PTL_EVENT_PART);
  const double found[] = {e->time,       e->depth,   e->rate,        e->force,
                          e->peak_force, e->impulse, e->energy_lost, e->peak_time};
  const double expected[] = {0.5, 1, 2, 3, 4, 5, 6, 0.25};
  assert_memory_equal(found, expected, sizeof found);
  assert_int_equal(e->count, 7);
  assert_int_equal(e->gap, -1);
  assert_int_equal(t.events[1].kind, PTL_EVENT_STICK);
  assert_string_equal(t.gap[1], "");
  remove_folder();
}

static void refused(const char *text, const char *why) {
  taken t = {0};
  put_file("events.csv", text);
  assert_int_equal(ptl_events_read(context, folder, take, &t), PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), why) == NULL)
    fail_msg("%s", ptl_context_message(context));
}

static void bad_files_are_refused(void **state) {
  taken t = {0};
  (void)state;
  make_folder();
  assert_int_equal(ptl_events_read(context, folder, take, &t), PTL_ERR_IO);
  refused("when,joint,gap,kind\n", "events.csv:1:1: error: column 1 is 'when'");
  refused(HEADER "0.5,a,b\n", "events.csv:2:1: error: this row has 3 values");
  refused(HEADER "0.5,a,b,touch,x,0,0,0,0,0,1,0\n", "depth [m] is 'x'");
  refused(HEADER "0.5,a,b,touch,0,0,", "is '', expected a number");
  refused(HEADER "0.5,a,b,touch,0,0,0,0,0,0,71e400,0\n", "count is '71e400', expected a whole");
  refused(HEADER "0.5,a,b,touch,0,0,0,0,0,0,nan,0\n", "expected a whole number");
  refused(HEADER "0.5,a,b,touch,0,0,0,0,0,0,-1,0\n", "expected a whole number");
  refused(HEADER "0.5,a,b,touch,0,0,0,0,0,0,1.5,0\n", "expected a whole number");
  remove_folder();
}

/* Expected: of a run that was killed the last line, cut short, is left out; older files with fewer
 * columns are read. */
static void a_torn_line_is_left_out(void **state) {
  taken t = {0};
  (void)state;
  make_folder();
  put_file("INCOMPLETE", "killed\n");
  put_file("events.csv",
           "time [s],joint,gap,kind,depth [m],depth_rate [m/s],force [N]\n"
           "0.5,a,b,touch,0,1,2\n0.6,a,b,par");
  must(context, ptl_events_read(context, folder, take, &t));
  assert_int_equal(t.n, 1);
  assert_near(t.events[0].force, 2, 0);
  remove_folder();
}

/* Expected: with contact_rows: ends the largest peak of each gap's force is the summary's, and that
 * of its depth; all of them in order of time. */
static void peaks_are_those_of_the_summary(const char *name) {
  const ptl_setting setting = {"output.contact_rows", "ends"};
  ptl_system *system = system_of_model(name, &setting, 1);
  ptl_folder *written;
  ptl_summary sum;
  ptl_trace_reader *reader;
  const ptl_trace_peak *peaks;
  int64_t n;
  strcpy(folder, "/tmp/pintle_events_XXXXXX");
  assert_non_null(mkdtemp(folder));
  must(context, ptl_folder_open(context, system, folder, &written));
  const ptl_sink sink = ptl_folder_sink(written);
  must(context, ptl_simulate(context, system, NULL, &sink, &sum));
  must(context, ptl_folder_close(written, &sum, NULL));
  must(context, ptl_trace_reader_open(context, folder, &reader));
  must(context, ptl_trace_reader_get_peaks(reader, &peaks, &n));
  for (int g = 0; g < sum.n_gaps; g++) {
    char force[128], depth[128];
    double most[2] = {0.0, 0.0};
    snprintf(force, sizeof force, "%s.%s.normal_force", sum.gaps[g].joint, sum.gaps[g].gap);
    snprintf(depth, sizeof depth, "%s.%s.depth", sum.gaps[g].joint, sum.gaps[g].gap);
    const int columns[2] = {ptl_trace_reader_find(reader, force),
                            ptl_trace_reader_find(reader, depth)};
    for (int64_t i = 0; i < n; i++) {
      assert_true(i == 0 || peaks[i].time >= peaks[i - 1].time);
      for (int k = 0; k < 2; k++)
        if (peaks[i].column == columns[k]) most[k] = fmax(most[k], peaks[i].value);
    }
    assert_near(most[0], sum.gaps[g].peak_force, 1e-12 * most[0]);
    assert_near(most[1], fmax(sum.gaps[g].deepest, 0.0), 1e-9 * most[1]);
  }
  ptl_trace_reader_close(reader);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(system);
  remove_folder();
}

static void peaks_of_models(void **state) {
  (void)state;
  peaks_are_those_of_the_summary("scotch_yoke");
  peaks_are_those_of_the_summary("geneva");
  peaks_are_those_of_the_summary("slider_crank_clearance");
}

/* A peak before a contact was handed over belongs to the gap that had it then, one behind it to the
 * gap that it was handed to; gaps of other joints hand nothing over. */
static void peaks_belong_to_the_gap_of_their_time(void **state) {
  static const ptl_column columns[] = {{.name = "time", .unit = "s"},
                                       {.name = "s.wall.normal_force", .unit = "N"},
                                       {.name = "s.cap.normal_force", .unit = "N"},
                                       {.name = "other.gap.normal_force", .unit = "N"}};
  static const char *const peak_times[] = {"0.15", "0.25"};
  (void)state;
  make_folder();
  for (int k = 0; k < 2; k++) {
    char text[800];
    ptl_trace_peak *peaks;
    int64_t n;
    snprintf(text, sizeof text,
             HEADER
             "0.1,s,wall,touch,0,1,0,0,0,0,1,0\n"
             "0.12,other,gap,touch,0,1,0,0,0,0,1,0\n"
             "0.2,s,cap,hand_over,0,0,0,0,0,0,1,0\n"
             "0.3,s,cap,part,0,0,0,7,0,0,1,%s\n",
             peak_times[k]);
    put_file("events.csv", text);
    must(context, ptl_peaks_read(context, folder, columns, 4, &peaks, &n));
    assert_int_equal(n, 1);
    assert_int_equal(peaks[0].column, k == 0 ? 1 : 2);
    assert_near(peaks[0].time, atof(peak_times[k]), 0);
    assert_near(peaks[0].value, 7, 0);
    ptl_free(context, peaks);
  }
  remove_folder();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fields_come_to_their_places),
      cmocka_unit_test(bad_files_are_refused),
      cmocka_unit_test(a_torn_line_is_left_out),
      cmocka_unit_test(peaks_of_models),
      cmocka_unit_test(peaks_belong_to_the_gap_of_their_time),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
