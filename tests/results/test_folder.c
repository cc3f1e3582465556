/* Run folders: they appear whole or not at all. What a folder must hold follows from the
 * description in pintle_trace.h; what was written is compared with what was given. */
#include <dirent.h>

#include "json_check.h"
#include "needs.h"
#include "pintle_trace.h"
#include "support.h"

static char place[] = "/tmp/pintle-folder-XXXXXX";

typedef struct fixture {
  ptl_context *context;
  ptl_mechanism *mechanism;
  ptl_system *system;
} fixture;

static fixture fx;

/* ------------------------------------------------------------------ a small system */

/* A pendulum of 1 kg that hangs in a bearing with 0.1 mm of play, pushed off 1 m to the side. */
static void build(fixture *f) {
  static const ptl_given play[] = {{.name = "clearance", .value = {1e-4}}};
  static const ptl_given power[] = {{.name = "stiffness", .value = {1e9}},
                                    {.name = "exponent", .value = {1.5}}};
  static const ptl_given damping[] = {{.name = "alpha", .value = {0.2}}};
  static const ptl_gap_contact uses[] = {{NULL, "steel"}};
  ptl_body_def body = ptl_body_default();
  ptl_contact_def contact = ptl_contact_default();
  ptl_run_def run = ptl_run_default();
  ptl_joint_def joint = {0};
  ptl_context *c = f->context;
  must(c, ptl_mechanism_set_title(f->mechanism, "Pendulum in a \"loose\" bearing", "made up"));
  must(c, ptl_mechanism_set_gravity(f->mechanism, 0, -9.81));
  body.name = "bob";
  body.mass = 1;
  body.inertia = 0.1;
  body.x = 1;
  body.vy = -1;
  body.omega = -1;
  must(c, ptl_mechanism_add_body(f->mechanism, &body));
  contact.name = "steel";
  contact.elastic = (ptl_type_use){"power", power, 2};
  contact.damping = (ptl_type_use){"hunt_crossley", damping, 1};
  must(c, ptl_mechanism_add_contact(f->mechanism, &contact));
  joint.name = "bearing";
  joint.use = (ptl_type_use){"revolute", play, 1};
  joint.a.body = "ground";
  joint.b.body = "bob";
  joint.b.x = -1;
  joint.contacts = uses;
  joint.n_contacts = 1;
  must(c, ptl_mechanism_add_joint(f->mechanism, &joint));
  run.until.amount = 0.02;
  run.every.amount = 1e-3;
  run.start = PTL_START_IDEAL;
  must(c, ptl_mechanism_set_run(f->mechanism, &run));
  must(c, ptl_assemble(f->mechanism, &f->system));
}

static int enter(void **state) {
  (void)state;
  if (!mkdtemp(place) || chdir(place) != 0) return -1;
  fx.context = ptl_context_create(NULL);
  fx.mechanism = ptl_mechanism_create(fx.context);
  build(&fx);
  return 0;
}

static int leave(void **state) {
  char command[256];
  (void)state;
  ptl_system_destroy(fx.system);
  ptl_mechanism_destroy(fx.mechanism);
  ptl_context_destroy(fx.context);
  snprintf(command, sizeof command, "rm -rf %s", place);
  return chdir("/") == 0 ? system(command) : -1;
}

/* ------------------------------------------------------------------ helpers */

static int exists(const char *path) {
  return access(path, F_OK) == 0;
}

static int count_entries(const char *dir) {
  DIR *list = opendir(dir);
  int n = 0;
  assert_non_null(list);
  while (readdir(list)) n++;
  closedir(list);
  return n - 2;
}

static void put_file(const char *path, const char *text) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  assert_int_equal(fclose(f), 0);
}

static char *get_file(const char *path) {
  static char text[1 << 16];
  FILE *f = fopen(path, "r");
  if (f == NULL) fail_msg("no file %s", path);
  text[fread(text, 1, sizeof text - 1, f)] = '\0';
  fclose(f);
  return text;
}

static void expect_message(const char *part) {
  if (strstr(ptl_context_message(fx.context), part) == NULL)
    fail_msg("expected '%s' in '%s'", part, ptl_context_message(fx.context));
}

static ptl_folder *open_folder(const char *dir) {
  ptl_folder *folder = NULL;
  must(fx.context, ptl_folder_open(fx.context, fx.system, dir, &folder));
  return folder;
}

static void expect_refusal(const char *dir, ptl_status status, const char *message) {
  ptl_folder *folder = NULL;
  assert_int_equal(ptl_folder_open(fx.context, fx.system, dir, &folder), status);
  assert_null(folder);
  expect_message(message);
}

static void write_rows(ptl_folder *folder, int n) {
  const ptl_column *columns;
  const int width = ptl_system_get_columns(fx.system, &columns);
  const ptl_sink sink = ptl_folder_sink(folder);
  double *values = calloc((size_t)width, sizeof *values);
  for (int i = 0; i < n; i++) {
    values[0] = i;
    values[width - 1] = 1.0 / (i + 1);
    assert_int_equal(sink.row(sink.user, values, width), 0);
  }
  free(values);
}

static const ptl_summary no_summary;

static void make_run(const char *dir, int n, const char *incomplete) {
  ptl_folder *folder = open_folder(dir);
  write_rows(folder, n);
  must(fx.context, ptl_folder_close(folder, &no_summary, incomplete));
}

static int64_t count_rows(const char *dir) {
  ptl_trace *trace = NULL;
  must(fx.context, ptl_trace_load(fx.context, dir, &trace));
  int64_t n = ptl_trace_get_rows(trace);
  ptl_trace_destroy(trace);
  return n;
}

/* ------------------------------------------------------------------ a real run */

static void test_whole_run(void **state) {
  ptl_folder *folder = open_folder("whole.run");
  const ptl_run_options options = ptl_run_options_default();
  const ptl_sink sink = ptl_folder_sink(folder);
  (void)state;
  assert_false(exists("whole.run"));
  ptl_summary summary;
  must(fx.context, ptl_simulate(fx.context, fx.system, &options, &sink, &summary));
  assert_false(exists("whole.run"));
  must(fx.context, ptl_folder_close(folder, &summary, NULL));
  assert_int_equal(count_entries("whole.run"), 4);
  assert_int_equal(count_entries("."), 1);

  ptl_trace *trace;
  must(fx.context, ptl_trace_load(fx.context, "whole.run", &trace));
  assert_null(ptl_trace_get_incomplete(trace));
  assert_int_equal(ptl_trace_get_rows(trace), summary.counters.rows);
  const ptl_column *expected;
  int n = ptl_system_get_columns(fx.system, &expected);
  const ptl_column *columns;
  assert_int_equal(ptl_trace_get_columns(trace, &columns), n);
  for (int i = 0; i < n; i++) {
    assert_string_equal(columns[i].name, expected[i].name);
    assert_string_equal(columns[i].unit, expected[i].unit);
  }
  ptl_trace_destroy(trace);

  char *text = get_file("whole.run/events.csv");
  assert_non_null(strstr(text,
                         "time [s],joint,gap,kind,depth [m],depth_rate [m/s],force [N],"
                         "peak_force [N],impulse [N s],energy_lost [J],count,peak_time [s]\n"));
  assert_true(summary.gaps[0].touches > 0);
  assert_non_null(strstr(text, ",bearing,"));
  assert_non_null(strstr(text, ",touch,"));

  text = get_file("whole.run/summary.json");
  assert_true(json_is_well_formed(text));
  assert_non_null(strstr(text, "\"Pendulum in a \\\"loose\\\" bearing\""));
  assert_non_null(strstr(text, "\"complete\": true"));
  assert_non_null(strstr(text, "\"law\": \"power\", \"stiffness\": 1"));
  assert_non_null(strstr(text, "\"form\": \"clearance\""));
  assert_non_null(strstr(text, "\"sundials\": \""));
  ptl_summary_release(fx.context, &summary);
}

/* ------------------------------------------------------------------ incomplete, abandoned */

static void test_incomplete(void **state) {
  (void)state;
  make_run("part.run", 3, "stopped for a test");
  assert_int_equal(count_entries("part.run"), 5);
  ptl_trace *trace;
  must(fx.context, ptl_trace_load(fx.context, "part.run", &trace));
  assert_string_equal(ptl_trace_get_incomplete(trace), "stopped for a test");
  assert_int_equal(ptl_trace_get_rows(trace), 3);
  ptl_trace_destroy(trace);
  make_run("part.run", 4, NULL); /* a whole run takes its place, and the mark is gone */
  assert_int_equal(count_entries("part.run"), 4);
  assert_int_equal(count_rows("part.run"), 4);
}

static void test_abandon(void **state) {
  const int before = count_entries(".");
  ptl_folder *folder = open_folder("abandoned.run");
  (void)state;
  write_rows(folder, 10);
  assert_int_equal(count_entries("."), before + 1);
  ptl_folder_abandon(folder);
  assert_int_equal(count_entries("."), before);
}

/* ------------------------------------------------------------------ replacing */

static void test_replace(void **state) {
  (void)state;
  make_run("old.run", 5, NULL);
  put_file("old.run/notes.txt", "mine");
  mkdir("old.run/pictures", 0777);
  put_file("old.run/pictures/a.png", "not really");
  ptl_folder *folder = open_folder("old.run/"); /* a slash at the end changes nothing */
  write_rows(folder, 7);
  assert_int_equal(count_rows("old.run"), 5); /* still the old one */
  must(fx.context, ptl_folder_close(folder, &no_summary, NULL));
  assert_int_equal(count_rows("old.run"), 7);
  assert_string_equal(get_file("old.run/notes.txt"), "mine"); /* files of the user stay */
  assert_true(exists("old.run/pictures/a.png"));
  assert_int_equal(count_entries("old.run"), 6);
}

static void test_replace_through_link(void **state) {
  (void)state;
  make_run("target.run", 1, NULL);
  assert_int_equal(symlink("target.run", "link.run"), 0);
  make_run("link.run", 2, NULL);
  assert_int_equal(count_rows("target.run"), 2);
  assert_int_equal(count_rows("link.run"), 2);
}

static void test_empty_folder(void **state) {
  (void)state;
  mkdir("empty.run", 0777);
  make_run("empty.run", 2, NULL);
  assert_int_equal(count_rows("empty.run"), 2);
}

static void test_refused(void **state) {
  (void)state;
  mkdir("precious", 0777);
  put_file("precious/thesis.tex", "all of it");
  put_file("precious/trace.csv", "time [s]\n1\n"); /* one file alone makes no run folder */
  put_file("file", "plain");
  int before = count_entries(".");
  expect_refusal("precious", PTL_ERR_IO, "precious exists and is not a run folder");
  expect_refusal("file", PTL_ERR_IO, "file is a file already");
  expect_refusal("file/x.run", PTL_ERR_IO, "file/x.run: Not a directory");
  expect_refusal("nowhere/x.run", PTL_ERR_IO, "nowhere/x.run: No such file or directory");
  expect_refusal("/proc/x.run", PTL_ERR_IO, "cannot create the run folder /proc/x.run");
  expect_refusal("/", PTL_ERR_IO, "/ exists and is not a run folder");
  expect_refusal(".", PTL_ERR_IO, "is not a run folder");
  expect_refusal("", PTL_ERR_USAGE, "needs a name");
  assert_int_equal(count_entries("."), before);
  assert_string_equal(get_file("precious/thesis.tex"), "all of it");
}

/* Something else takes the name while the run goes on: it stays, and what was computed is kept
 * beside it. */
static void test_refused_at_the_end(void **state) {
  char kept[256];
  const int before = count_entries(".");
  ptl_folder *folder = open_folder("taken.run");
  (void)state;
  write_rows(folder, 3);
  mkdir("taken.run", 0777);
  put_file("taken.run/other", "here first");
  assert_int_equal(ptl_folder_close(folder, &no_summary, NULL), PTL_ERR_IO);
  expect_message("exists and is not a run folder");
  assert_string_equal(get_file("taken.run/other"), "here first");
  assert_int_equal(count_entries("taken.run"), 1);
  assert_int_equal(count_entries("."), before + 2);
  const char *at = strstr(ptl_context_message(fx.context), "What was computed is kept in ");
  assert_non_null(at);
  snprintf(kept, sizeof kept, "%s", at + strlen("What was computed is kept in "));
  assert_int_equal(count_rows(kept), 3);
}

/* ------------------------------------------------------------------ full and locked disks */

static void test_disk_full(void **state) {
  const ptl_column *columns;
  const int width = ptl_system_get_columns(fx.system, &columns);
  double *values = calloc((size_t)width, sizeof *values);
  int failed = 0;
  (void)state;
  mount_small("size=400k");
  make_run("small/x.run", 5, NULL);
  ptl_folder *folder = open_folder("small/x.run");
  ptl_sink sink = ptl_folder_sink(folder);
  for (int i = 0; i < width; i++) values[i] = 1.0 / 3;
  for (int i = 0; i < 100000 && !failed; i++) failed = sink.row(sink.user, values, width);
  free(values);
  assert_true(failed);
  assert_int_equal(ptl_folder_close(folder, &no_summary, NULL), PTL_ERR_IO);
  expect_message("trace.csv: No space left on device");
  assert_int_equal(count_entries("small"), 1); /* nothing half-written is left */
  assert_int_equal(count_rows("small/x.run"), 5);
  unmount_small();
}

/* So little is written that only closing notices. */
static void test_disk_full_at_the_end(void **state) {
  (void)state;
  mount_small("size=32k");
  ptl_folder *folder = open_folder("small/x.run");
  write_rows(folder, 300);
  assert_int_equal(ptl_folder_close(folder, &no_summary, NULL), PTL_ERR_IO);
  expect_message("No space left on device");
  assert_int_equal(count_entries("small"), 0);
  unmount_small();
}

static void test_disk_full_at_the_start(void **state) {
  (void)state;
  mount_small("size=32k");
  char *filler = calloc(1, 40000);
  memset(filler, 'x', 39999);
  {
    FILE *f = fopen("small/filler", "w");
    assert_non_null(f);
    fputs(filler, f);
    fclose(f);
  }
  free(filler);
  expect_refusal("small/x.run", PTL_ERR_IO, "No space left on device");
  assert_int_equal(count_entries("small"), 1);
  unmount_small();
}

static void test_read_only(void **state) {
  (void)state;
  mount_small("size=64k");
  assert_int_equal(mount("pintle-test", "small", "tmpfs", MS_REMOUNT | MS_RDONLY, "size=64k"), 0);
  expect_refusal("small/x.run", PTL_ERR_IO, "small/x.run: Read-only file system");
  unmount_small();
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_whole_run),
      cmocka_unit_test(test_incomplete),
      cmocka_unit_test(test_abandon),
      cmocka_unit_test(test_replace),
      cmocka_unit_test(test_replace_through_link),
      cmocka_unit_test(test_empty_folder),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_refused_at_the_end),
  };
  const struct CMUnitTest full_disk[] = {
      cmocka_unit_test(test_disk_full),
      cmocka_unit_test(test_disk_full_at_the_end),
      cmocka_unit_test(test_disk_full_at_the_start),
      cmocka_unit_test(test_read_only),
  };
  if (asked_for(argc, argv, "full_disk"))
    return can_mount() ? cmocka_run_group_tests(full_disk, enter, leave)
                       : skipped("mounting is not allowed here");
  if (argc > 1) return no_such_group(argv[1]);
  return cmocka_run_group_tests(tests, enter, leave);
}
