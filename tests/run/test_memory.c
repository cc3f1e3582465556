/* Memory of long runs. An allocator that counts sees all of the engine's own; the C library's
 * counters see that of SUNDIALS and KLU, too. After its start a run allocates where it chooses new
 * pivots, once in dozens of steps, in place of the old ones; per step, contact or row it
 * allocates nothing. */
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "needs.h"
#include "pintle_trace.h"
#include "support.h"

typedef struct counter {
  long calls;
  size_t held, most; /* bytes */
} counter;

static void *count_resize(void *old, size_t size, void *user) {
  counter *c = user;
  size_t before = old != NULL ? malloc_usable_size(old) : 0;
  void *memory = realloc(old, size);
  c->calls++;
  if (memory == NULL) return NULL;
  c->held += malloc_usable_size(memory) - before;
  if (c->held > c->most) c->most = c->held;
  return memory;
}

static void *count_alloc(size_t size, void *user) {
  return count_resize(NULL, size, user);
}

static void count_release(void *memory, void *user) {
  ((counter *)user)->held -= memory != NULL ? malloc_usable_size(memory) : 0;
  free(memory);
}

typedef struct bench {
  counter count;
  ptl_context *context;
  ptl_mechanism *mechanism;
  ptl_system *system;
  counter early, late;        /* at a tenth of the run and at its end */
  size_t early_all, late_all; /* of the C library */
} bench;

static void open_bench(bench *b, const char *model, const ptl_setting *settings, int n) {
  const ptl_allocator allocator = {count_alloc, count_resize, count_release, &b->count};
  char path[512];
  snprintf(path, sizeof path, "%s/%s.yaml", PINTLE_MODELS, model);
  b->context = ptl_context_create(&allocator);
  assert_non_null(b->context);
  must(b->context, ptl_mechanism_load(b->context, path, settings, n, &b->mechanism));
  must(b->context, ptl_assemble(b->mechanism, &b->system));
}

static void close_bench(bench *b) {
  ptl_system_destroy(b->system);
  ptl_mechanism_destroy(b->mechanism);
  ptl_context_destroy(b->context);
  assert_int_equal(b->count.held, 0);
}

static int look(void *user, double fraction) {
  bench *b = user;
  if (fraction >= 0.1 && b->early.calls == 0) {
    b->early = b->count;
    b->early_all = mallinfo2().uordblks;
  }
  b->late = b->count;
  b->late_all = mallinfo2().uordblks;
  return 0;
}

static int drop_row(void *user, const double *values, int n) {
  (void)user, (void)values, (void)n;
  return 0;
}

static int drop_event(void *user, const ptl_event *event) {
  (void)user, (void)event;
  return 0;
}

/* A hundred turns, thousands of contacts and rows: nothing grows after the start. */
static void a_long_run_does_not_grow(void **state) {
  static const struct {
    const char *model, *until, *every;
  } cases[] = {{"slider_crank_clearance", "100 turns of shaft", "0.1 ms"},
               {"scotch_yoke", "100 turns of shaft", "0.5 ms"},
               {"pendulum", "1000 s", "10 ms"}};
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bench b = {.context = NULL};
    ptl_setting settings[] = {
        {"run.until", cases[k].until}, {"run.every", cases[k].every}, {"run.rtol", "1e-6"}};
    open_bench(&b, cases[k].model, settings, 3);
    const ptl_sink sink = {.row = drop_row, .event = drop_event, .progress = look, .user = &b};
    ptl_summary summary;
    must(b.context, ptl_simulate(b.context, b.system, NULL, &sink, &summary));
    print_message("%s: %ld calls in %lld steps, %zu and %zu bytes, in all %zu and %zu\n",
                  cases[k].model, b.late.calls - b.early.calls, (long long)summary.counters.steps,
                  b.early.held, b.late.held, b.early_all, b.late_all);
    assert_true(summary.counters.rows > 9000);
    assert_true(b.early.calls > 0);
    assert_true(b.late.calls - b.early.calls < summary.counters.steps / 4);
    assert_true(b.late.held < b.early.held + 16384);
    assert_true(b.late_all < b.early_all + 65536);
    ptl_summary_release(b.context, &summary);
    close_bench(&b);
  }
}

/* Most bytes held while the pendulum runs into a folder. */
static size_t most_held(const char *dir, ptl_trace_format format, const char *every) {
  bench b = {.context = NULL};
  ptl_setting settings[] = {{"run.every", every}, {"output.columns", "[rod.angle]"}};
  open_bench(&b, "pendulum", settings, 2);
  ptl_folder *folder;
  must(b.context, ptl_folder_open_as(b.context, b.system, dir, format, &folder));
  b.count.most = 0;
  const ptl_sink sink = ptl_folder_sink(folder);
  ptl_summary summary;
  must(b.context, ptl_simulate(b.context, b.system, NULL, &sink, &summary));
  must(b.context, ptl_folder_close(folder, &summary, NULL));
  size_t most = b.count.most;
  ptl_summary_release(b.context, &summary);
  close_bench(&b);
  return most;
}

static void remove_place(const char *place) {
  char command[600];
  snprintf(command, sizeof command, "rm -rf %s", place);
  assert_int_equal(system(command), 0);
}

/* The most that is held does not depend on the number of rows written: 10^4 and 10^6. */
static void check_held(ptl_trace_format format) {
  char place[] = "/tmp/pintle-memory-XXXXXX", dir[512];
  assert_non_null(mkdtemp(place));
  snprintf(dir, sizeof dir, "%s/x.run", place);
  size_t few = most_held(dir, format, "1 ms"), many = most_held(dir, format, "0.01 ms");
  remove_place(place);
  print_message("%zu and %zu bytes\n", few, many);
  assert_true(many < few + 256); /* texts of the settings differ */
}

static void written_rows_are_not_kept(void **state) {
  (void)state;
  check_held(PTL_TRACE_CSV);
}

static void written_rows_are_not_kept_for_hdf5(void **state) {
  (void)state;
  check_held(PTL_TRACE_HDF5);
}

/* Largest memory of the program on the pendulum with rows every `every` [kB]. */
static long memory_of_run(const char *dir, const char *format, const char *every) {
  struct rusage used;
  pid_t child = fork();
  if (child == 0) {
    char set_every[64];
    snprintf(set_every, sizeof set_every, "run.every=%s", every);
    execl(PINTLE_PROGRAM, "pintle", "run", PINTLE_MODELS "/pendulum.yaml", "--quiet", "-o", dir,
          "--format", format, "--set", set_every, "--set", "output.columns=[rod.angle]",
          (char *)NULL);
    _exit(127);
  }
  int status;
  assert_int_equal(wait4(child, &status, 0, &used), child);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? used.ru_maxrss : -1;
}

/* Rows on disk take no more memory than 10^4 of them, up to what buffers vary by [kB]. */
static void check_rows(const char *format, const char *every, long varies) {
  char place[] = "/tmp/pintle-memory-XXXXXX", dir[512];
  assert_non_null(mkdtemp(place));
  snprintf(dir, sizeof dir, "%s/x.run", place);
  long few = memory_of_run(dir, format, "1 ms"), many = memory_of_run(dir, format, every);
  remove_place(place);
  print_message("%s: %ld kB, %ld kB\n", format, few, many);
  assert_true(few > 0 && many > 0);
  assert_true(many < few + varies);
}

/* HDF5 keeps the index of the chunks in a cache of its own. */
enum { CSV_VARIES = 2048, HDF5_VARIES = 4096 };

static void a_million_rows_take_no_memory(void **state) {
  (void)state;
  check_rows("csv", "0.01 ms", CSV_VARIES);
}

static void a_million_rows_in_hdf5_take_no_memory(void **state) {
  (void)state;
  check_rows("hdf5", "0.01 ms", HDF5_VARIES);
}

/* 450 MB as CSV. */
static void ten_million_rows_take_no_memory(void **state) {
  (void)state;
  check_rows("csv", "1 us", CSV_VARIES);
}

static void ten_million_rows_in_hdf5_take_no_memory(void **state) {
  (void)state;
  check_rows("hdf5", "1 us", HDF5_VARIES);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_long_run_does_not_grow),
      cmocka_unit_test(written_rows_are_not_kept),
      cmocka_unit_test(a_million_rows_take_no_memory),
  };
  const struct CMUnitTest hdf5[] = {
      cmocka_unit_test(written_rows_are_not_kept_for_hdf5),
      cmocka_unit_test(a_million_rows_in_hdf5_take_no_memory),
  };
  const struct CMUnitTest longer[] = {cmocka_unit_test(ten_million_rows_take_no_memory)};
  const struct CMUnitTest longer_hdf5[] = {
      cmocka_unit_test(ten_million_rows_in_hdf5_take_no_memory),
  };
  if (asked_for(argc, argv, "hdf5")) return cmocka_run_group_tests(hdf5, NULL, NULL);
  if (asked_for(argc, argv, "long")) return cmocka_run_group_tests(longer, NULL, NULL);
  if (asked_for(argc, argv, "long_hdf5")) return cmocka_run_group_tests(longer_hdf5, NULL, NULL);
  if (argc > 1) return no_such_group(argv[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
