/* How a run folder takes its place: what stands at its name at every moment, whatever the file
 * system can do and whatever else happens. The calls that rename and that force to the disk are
 * looked at on their way, and made to fail. Expected, from pintle_trace.h: the old run or the new
 * one is there, and nothing that was computed is lost. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "pintle_trace.h"
#include "support.h"

static char place[] = "/tmp/pintle-replace-XXXXXX";

/* ------------------------------------------------------------------ calls to the system */

static int can_exchange = 1;   /* 0: as on file systems that know no flags */
static int failing_rename = 0; /* number of the rename of a folder that fails, from 1; 0 for none */
static int failing_fsync = 0;  /* number of the first that fails, as all after it; 0 for none */
static atomic_int n_renames, n_exchanges;    /* of folders */
static atomic_int n_fsyncs, n_fsyncs_before; /* before the first change of a folder's name */

static void note_change(void) {
  int none = -1;
  atomic_compare_exchange_strong(&n_fsyncs_before, &none, n_fsyncs);
}

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags) {
  if (!can_exchange) {
    errno = EINVAL;
    return -1;
  }
  note_change();
  const int failed = (int)syscall(SYS_renameat2, from_dir, from, to_dir, to, flags);
  if (!failed && (flags & RENAME_EXCHANGE)) n_exchanges++;
  return failed;
}

int rename(const char *from, const char *to) {
  struct stat info;
  if (stat(from, &info) == 0 && S_ISDIR(info.st_mode)) {
    note_change();
    if (++n_renames == failing_rename) {
      errno = EIO;
      return -1;
    }
  }
  return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int fsync(int file) {
  n_fsyncs++;
  if (failing_fsync > 0 && n_fsyncs >= failing_fsync) {
    errno = EIO;
    return -1;
  }
  return (int)syscall(SYS_fsync, file);
}

static void reset_calls(void) {
  can_exchange = 1;
  failing_rename = failing_fsync = 0;
  n_renames = n_exchanges = n_fsyncs = 0;
  n_fsyncs_before = -1;
}

/* ------------------------------------------------------------------ a system and its runs */

static ptl_system *make_system(ptl_context *context) {
  static const char *const model =
      "pintle: 1\nbodies:\n  ball: {mass: 1, inertia: 1, velocity: [1, 0]}\nrun: {until: 1 s}\n";
  ptl_mechanism *m = mechanism_of(context, model, NULL, 0);
  ptl_system *system = NULL;
  must(context, ptl_assemble(m, &system));
  ptl_mechanism_destroy(m);
  return system;
}

static ptl_context *context;
static ptl_system *the_system;

static int enter(void **state) {
  (void)state;
  if (mkdtemp(place) == NULL || chdir(place) != 0) return -1;
  context = ptl_context_create(NULL);
  the_system = make_system(context);
  return 0;
}

static int leave(void **state) {
  char command[256];
  (void)state;
  reset_calls();
  ptl_system_destroy(the_system);
  ptl_context_destroy(context);
  snprintf(command, sizeof command, "rm -rf %s", place);
  return chdir("/") == 0 ? system(command) : -1;
}

static ptl_status make_run(ptl_context *c, const ptl_system *s, const char *dir, int n) {
  static const ptl_summary no_summary;
  const ptl_column *columns;
  const int width = ptl_system_get_columns(s, &columns);
  ptl_folder *folder = NULL;
  ptl_status status = ptl_folder_open(c, s, dir, &folder);
  if (status != PTL_OK) return status;
  const ptl_sink sink = ptl_folder_sink(folder);
  double *values = calloc((size_t)width, sizeof *values);
  for (int i = 0; i < n; i++) {
    values[0] = i;
    sink.row(sink.user, values, width);
  }
  free(values);
  return ptl_folder_close(folder, &no_summary, NULL);
}

static int64_t count_rows(const char *dir) {
  ptl_trace *trace = NULL;
  must(context, ptl_trace_load(context, dir, &trace));
  const int64_t n = ptl_trace_get_rows(trace);
  ptl_trace_destroy(trace);
  return n;
}

static int count_entries(const char *dir) {
  DIR *list = opendir(dir);
  int n = -2;
  assert_non_null(list);
  while (readdir(list) != NULL) n++;
  closedir(list);
  return n;
}

static void put_file(const char *path) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs("mine", f);
  assert_int_equal(fclose(f), 0);
}

/* The folder that the message names behind these words. */
static const char *kept_in(const char *words) {
  static char path[512];
  const char *at = strstr(ptl_context_message(context), words);
  if (at == NULL) fail_msg("no '%s' in '%s'", words, ptl_context_message(context));
  snprintf(path, sizeof path, "%s", at + strlen(words));
  return path;
}

/* An old run of 5 rows with a note of the user's. */
static void make_old_run(const char *dir) {
  char note[256];
  reset_calls();
  must(context, make_run(context, the_system, dir, 5));
  snprintf(note, sizeof note, "%s/notes.txt", dir);
  put_file(note);
  reset_calls();
}

/* ------------------------------------------------------------------ one run */

/* One call exchanges both names, so that the name is never free. */
static void an_old_run_is_replaced_in_one_step(void **state) {
  (void)state;
  make_old_run("one_step.run");
  must(context, make_run(context, the_system, "one_step.run", 7));
  assert_int_equal(n_exchanges, 1);
  assert_int_equal(n_renames, 0);
  assert_int_equal(count_rows("one_step.run"), 7);
}

static void notes_move_to_the_new_run(void **state) {
  (void)state;
  for (int exchange = 0; exchange < 2; exchange++) {
    make_old_run("notes.run");
    const int before = count_entries(".");
    can_exchange = exchange;
    must(context, make_run(context, the_system, "notes.run", 7));
    assert_int_equal(count_rows("notes.run"), 7);
    assert_int_equal(count_entries("notes.run"), 5);
    assert_int_equal(access("notes.run/notes.txt", F_OK), 0);
    assert_int_equal(count_entries("."), before);
  }
}

/* Without an exchange of names the old run is renamed first: when the new one then cannot take the
 * name, it comes back. Renames: the old run's, the new one's, the old one's. */
static void the_old_run_comes_back(void **state) {
  (void)state;
  make_old_run("back.run");
  can_exchange = 0;
  failing_rename = 2;
  assert_int_equal(make_run(context, the_system, "back.run", 7), PTL_ERR_IO);
  assert_int_equal(n_renames, 3);
  assert_int_equal(count_rows("back.run"), 5);
  assert_int_equal(access("back.run/notes.txt", F_OK), 0);
  assert_int_equal(count_rows(kept_in("What was computed is kept in ")), 7);
}

/* trace, events, summary, model and the folder that holds them */
static void files_are_on_the_disk_before_the_name_changes(void **state) {
  (void)state;
  make_old_run("forced.run");
  must(context, make_run(context, the_system, "forced.run", 7));
  assert_int_equal(n_fsyncs_before, 5);
  for (int first = 1; first <= 5; first += 4) { /* of the first file, of the folder */
    make_old_run("unforced.run");
    failing_fsync = first;
    n_fsyncs = 0;
    assert_int_equal(make_run(context, the_system, "unforced.run", 7), PTL_ERR_IO);
    reset_calls();
    assert_int_equal(count_rows("unforced.run"), 5);
  }
  assert_int_equal(count_rows(kept_in("What was computed is kept in ")), 7);
}

/* ------------------------------------------------------------------ several runs at once */

enum { THREADS = 3, RUNS = 40 };

typedef struct job {
  int failures;
  char message[512];
} job;

static void *run_often(void *user) {
  job *j = user;
  ptl_context *own = ptl_context_create(NULL);
  for (int i = 0; i < RUNS; i++) {
    if (make_run(own, the_system, "shared.run", 3) == PTL_OK) continue;
    j->failures++;
    snprintf(j->message, sizeof j->message, "%s", ptl_context_message(own));
  }
  ptl_context_destroy(own);
  return NULL;
}

/* Every run gets its place, one after the other, and nothing is left beside them. */
static void runs_at_once_all_get_their_place(void **state) {
  (void)state;
  make_old_run("shared.run");
  const int before = count_entries(".");
  pthread_t threads[THREADS];
  job jobs[THREADS] = {{0}};
  for (int k = 0; k < THREADS; k++)
    assert_int_equal(pthread_create(&threads[k], NULL, run_often, &jobs[k]), 0);
  for (int k = 0; k < THREADS; k++) pthread_join(threads[k], NULL);
  for (int k = 0; k < THREADS; k++)
    if (jobs[k].failures > 0) fail_msg("%d failures: %s", jobs[k].failures, jobs[k].message);
  assert_int_equal(count_rows("shared.run"), 3);
  assert_int_equal(access("shared.run/notes.txt", F_OK), 0);
  assert_int_equal(count_entries("."), before);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_old_run_is_replaced_in_one_step),
      cmocka_unit_test(notes_move_to_the_new_run),
      cmocka_unit_test(the_old_run_comes_back),
      cmocka_unit_test(files_are_on_the_disk_before_the_name_changes),
      cmocka_unit_test(runs_at_once_all_get_their_place),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
