/* Reading and writing of traces. Expected values: what was written, and the C library's strtod. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "needs.h"
#include "trace.h"

static char folder[] = "/tmp/pintle-trace-XXXXXX";

static const char *path_of(const char *name) {
  static char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static const char *write_bytes(const char *name, const char *bytes, size_t n) {
  const char *path = path_of(name);
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(bytes, 1, n, f), n);
  assert_int_equal(fclose(f), 0);
  return path;
}

static const char *write_text(const char *name, const char *text) {
  return write_bytes(name, text, strlen(text));
}

static int enter(void **state) {
  *state = ptl_context_create(NULL);
  return *state && mkdtemp(folder) ? 0 : -1;
}

static int leave(void **state) {
  char command[600];
  ptl_context_destroy(*state);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

static void expect_message(const ptl_context *context, const char *part) {
  const char *message = ptl_context_message(context);
  if (strstr(message, part) == NULL) print_message("expected '%s' in '%s'\n", part, message);
  assert_non_null(strstr(message, part));
}

static ptl_trace *load(ptl_context *context, const char *path) {
  ptl_trace *trace = NULL;
  if (ptl_trace_load(context, path, &trace) != PTL_OK)
    print_message("%s\n", ptl_context_message(context));
  assert_non_null(trace);
  return trace;
}

/* ------------------------------------------------------------------ round trip */

static uint64_t next_random(uint64_t *seed) { /* xorshift64 */
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return *seed;
}

enum { N_ROWS = 20000, N_COLUMNS = 7 };

/* Every bit pattern of a double is a possible value, so the bits themselves are drawn. */
static void make_values(double *values) {
  static const double special[] = {0.0,
                                   -0.0,
                                   1.0,
                                   0.1,
                                   DBL_MAX,
                                   -DBL_MIN,
                                   5e-324,
                                   INFINITY,
                                   -INFINITY,
                                   1.0 / 3.0,
                                   1e22,
                                   1e23,
                                   123456789012345680.0};
  uint64_t seed = 20221118, bits;
  for (size_t i = 0; i < (size_t)N_ROWS * N_COLUMNS; i++) {
    do {
      bits = next_random(&seed);
      memcpy(&values[i], &bits, sizeof bits);
    } while (isnan(values[i]));
  }
  memcpy(values, special, sizeof special);
}

static void test_round_trip(void **state) {
  static const char *const names[N_COLUMNS] = {"time [s]", "a.x [m]",        "a, \"b\" [N/m^1.5]",
                                               "p [1]",    "\xC2\xB5 [m/s]", "u v [N m]",
                                               "z [rad]"};
  double *values = malloc(sizeof(double) * N_ROWS * N_COLUMNS);
  ptl_context *context = *state;
  make_values(values);
  ptl_writer *writer;
  assert_int_equal(ptl_writer_create(context, path_of("round.csv"), &writer), PTL_OK);
  for (int k = 0; k < N_COLUMNS; k++) ptl_writer_cell(writer, names[k]);
  ptl_writer_end_row(writer);
  for (int i = 0; i < N_ROWS; i++) {
    for (int k = 0; k < N_COLUMNS; k++) ptl_writer_number(writer, values[i * N_COLUMNS + k]);
    ptl_writer_end_row(writer);
  }
  assert_int_equal(ptl_writer_close(writer), PTL_OK);

  ptl_trace *trace = load(context, path_of("round.csv"));
  assert_int_equal(ptl_trace_get_rows(trace), N_ROWS);
  const ptl_column *columns;
  assert_int_equal(ptl_trace_get_columns(trace, &columns), N_COLUMNS);
  assert_string_equal(columns[2].name, "a, \"b\"");
  assert_string_equal(columns[2].unit, "N/m^1.5");
  assert_int_equal(ptl_trace_find(trace, "u v"), 5);
  assert_int_equal(ptl_trace_find(trace, "nothing"), -1);
  assert_null(ptl_trace_get_column(trace, N_COLUMNS));
  assert_null(ptl_trace_get_incomplete(trace));
  for (int k = 0; k < N_COLUMNS; k++) {
    const double *column = ptl_trace_get_column(trace, k);
    for (int i = 0; i < N_ROWS; i++)
      assert_memory_equal(&column[i], &values[i * N_COLUMNS + k], sizeof *column);
  }
  ptl_trace_destroy(trace);
  free(values);
}

static void test_counts_and_quotes(void **state) {
  ptl_context *context = *state;
  ptl_writer *writer;
  char text[128] = "";
  assert_int_equal(ptl_writer_create(context, path_of("quotes.csv"), &writer), PTL_OK);
  ptl_writer_cell(writer, "plain");
  ptl_writer_cell(writer, "a,b");
  ptl_writer_cell(writer, "say \"no\"");
  ptl_writer_count(writer, INT64_MIN);
  ptl_writer_cell(writer, "");
  ptl_writer_end_row(writer);
  assert_int_equal(ptl_writer_close(writer), PTL_OK);
  FILE *f = fopen(path_of("quotes.csv"), "r");
  assert_non_null(f);
  assert_true(fread(text, 1, sizeof text - 1, f) > 0);
  fclose(f);
  assert_string_equal(text, "plain,\"a,b\",\"say \"\"no\"\"\",-9223372036854775808,\n");
}

/* ------------------------------------------------------------------ forms of CSV */

static void test_forms(void **state) {
  static const char *const forms[] = {
      "time [s],x [m]\n0,1\n1,2\n",
      "time [s],x [m]\r\n0,1\r\n1,2\r\n",           /* RFC 4180's line ends */
      "time [s],x [m]\n0,1\n1,2",                   /* no end of line at last */
      "\xEF\xBB\xBFtime [s],x [m]\n0,1\n1,2\n",     /* byte order mark */
      "\"time [s]\",\"x [m]\"\n\"0\",\"1\"\n1,2\n", /* quotes */
      "time [s],x [m]\n 0 , 1 \n+1,2.0e0\n",        /* blanks, signs */
      "time [s],x [m]\n0,1\n1,2\n\n",               /* an empty line at last */
      "time[s],x   [m]\n0,1\n1,2\n",
  };
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    ptl_trace *trace = load(*state, write_text("form.csv", forms[i]));
    const int x = ptl_trace_find(trace, "x");
    assert_int_equal(ptl_trace_get_rows(trace), 2);
    assert_int_equal(ptl_trace_find(trace, "time"), 0);
    assert_int_equal(x, 1);
    assert_true(ptl_trace_get_column(trace, x)[0] == 1 && ptl_trace_get_column(trace, x)[1] == 2);
    ptl_trace_destroy(trace);
  }
}

/* A program may have set a locale in which 1.5 is written 1,5. */
static void test_locale(void **state) {
  if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) print_message("no German locale: weaker test\n");
  ptl_trace *trace = load(*state, write_text("locale.csv", "time [s]\n1.5\n"));
  assert_true(ptl_trace_get_column(trace, 0)[0] == 1.5);
  ptl_trace_destroy(trace);
  setlocale(LC_NUMERIC, "C");
}

/* Longer than any block that is read at once. */
static void test_long_line(void **state) {
  enum { LENGTH = 3 << 20 };
  char *text = malloc(LENGTH + 64);

  memset(text, 'n', LENGTH);
  strcpy(text + LENGTH, " [m],y [s]\n1,2\n3,4\n");
  ptl_trace *trace = load(*state, write_text("long.csv", text));
  const ptl_column *columns;
  assert_int_equal(ptl_trace_get_columns(trace, &columns), 2);
  assert_int_equal(strlen(columns[0].name), LENGTH);
  assert_true(ptl_trace_get_column(trace, 1)[1] == 4);
  ptl_trace_destroy(trace);
  free(text);
}

/* ------------------------------------------------------------------ wrong files */

static void test_malformed(void **state) {
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"", "bad.csv:1:1: error: the file is empty"},
      {"time,x [m]\n", "bad.csv:1:1: error: the header 'time' has no unit"},
      {"time [s],x\n", "bad.csv:1:10: error: the header 'x' has no unit"},
      {"time [s],[m]\n", "bad.csv:1:10: error: the header '[m]' has no unit"},
      {"time [s],x []\n", "bad.csv:1:10: error: the header 'x []' has no unit"},
      {"time [s],x [m],x [m]\n", "bad.csv:1:16: error: a column of this name"},
      {"time [s],\"x [m]\n", "bad.csv:1:10: error: this quote is not closed"},
      {"time [s],\"x [m]\"y\n", "bad.csv:1:17: error: text behind a closed quote"},
      {"time [s],x\"y\" [m]\n", "bad.csv:1:11: error: a quote inside a name"},
      {"time [s],x [m]\n0,1\n1\n", "bad.csv:3:1: error: this row has 1 values, the header has 2"},
      {"time [s],x [m]\n0,1,2\n", "bad.csv:2:6: error: this row has more than 2 values"},
      {"time [s],x [m]\n0,\n", "bad.csv:2:3: error: a value is missing"},
      {"time [s],x [m]\n,1\n", "bad.csv:2:1: error: a value is missing"},
      {"time [s],x [m]\n0,\n3,4\n", "bad.csv:2:3: error: a value is missing"},
      {"time [s],x [m]\n\n0,1\n", "bad.csv:2:1: error: an empty line"},
      {"time [s],x [m]\n0,one\n", "bad.csv:2:3: error: this is not a number"},
      {"time [s],x [m]\n0,1;2\n", "bad.csv:2:4: error: unexpected text behind a number"},
      {"time [s],x [m]\n0,1 2\n", "bad.csv:2:5: error: unexpected text behind a number"},
      {"time [s],x [m]\n0,\"1\n", "bad.csv:2:5: error: the quote is not closed"},
      {"time [s],x [m]\r\n0,1\r\n0,x\r\n", "bad.csv:3:3: error: this is not a number"},
  };
  ptl_context *context = *state;

  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ptl_trace *trace = NULL;
    const char *path = write_text("bad.csv", cases[i].text);
    assert_int_equal(ptl_trace_load(context, path, &trace), PTL_ERR_INPUT);
    assert_null(trace);
    expect_message(context, cases[i].message);
  }
}

static void test_zero_bytes(void **state) {
  static const char bytes[] = "time [s]\n1\0002\n";
  ptl_trace *trace = NULL;
  assert_int_equal(ptl_trace_load(*state, write_bytes("zero.csv", bytes, sizeof bytes - 1), &trace),
                   PTL_ERR_INPUT);
  expect_message(*state, "zero.csv:2:2: error: unexpected text");
}

static void test_no_file(void **state) {
  ptl_trace *trace = NULL;
  assert_int_equal(ptl_trace_load(*state, path_of("none.csv"), &trace), PTL_ERR_IO);
  expect_message(*state, "none.csv: No such file");
  mkdir(path_of("empty"), 0777);
  assert_int_equal(ptl_trace_load(*state, path_of("empty"), &trace), PTL_ERR_IO);
  expect_message(*state, "is not a run folder");
}

/* The last line of a run that was cut off may be half a line; a whole run's may not. */
static void test_torn(void **state) {
  ptl_trace *trace = NULL;
  mkdir(path_of("torn"), 0777);
  write_text("torn/trace.csv", "time [s],x [m]\n0,1\n1,2\n2,");
  assert_int_equal(ptl_trace_load(*state, path_of("torn"), &trace), PTL_ERR_INPUT);
  write_text("torn/INCOMPLETE", "the power went\n");
  trace = load(*state, path_of("torn"));
  assert_int_equal(ptl_trace_get_rows(trace), 2);
  assert_string_equal(ptl_trace_get_incomplete(trace), "the power went");
  ptl_trace_destroy(trace);
}

/* A writer ends every line. In a folder that says its run is complete, 0.99999607 may be what is
 * left of 0.999996072000546; in a file of its own it is a number. */
static void test_last_line_without_end(void **state) {
  static const char *const cut[] = {"time [s],x [m]\n0,1\n1,0.99999607", "time [s],x [m]"};
  ptl_trace *trace;
  mkdir(path_of("cut"), 0777);
  for (int i = 0; i < 2; i++) {
    write_text("cut/trace.csv", cut[i]);
    assert_int_equal(ptl_trace_load(*state, path_of("cut"), &trace), PTL_ERR_INPUT);
    expect_message(*state, "the last line has no line end");
  }
  write_text("cut/trace.csv", cut[0]);
  trace = load(*state, path_of("cut/trace.csv"));
  assert_int_equal(ptl_trace_get_rows(trace), 2);
  ptl_trace_destroy(trace);
  write_text("cut/INCOMPLETE", "the power went\n");
  trace = load(*state, path_of("cut"));
  assert_int_equal(ptl_trace_get_rows(trace), 1);
  ptl_trace_destroy(trace);
}

/* ------------------------------------------------------------------ what can go wrong outside */

static void test_disk_full(void **state) {
  ptl_context *context = *state;
  ptl_writer *writer;
  assert_int_equal(ptl_writer_create(context, "/dev/full", &writer), PTL_OK);
  ptl_writer_number(writer, 1); /* stays in the buffer: only closing can notice */
  assert_int_equal(ptl_writer_error(writer), 0);
  assert_int_equal(ptl_writer_close(writer), PTL_ERR_IO);
  expect_message(context, "cannot write /dev/full: No space left on device");
  assert_int_equal(ptl_writer_create(context, "/dev/full", &writer), PTL_OK);
  for (int i = 0; i < 100000; i++) ptl_writer_number(writer, 0.1);
  assert_int_equal(ptl_writer_error(writer), ENOSPC); /* noticed before the end */
  assert_int_equal(ptl_writer_close(writer), PTL_ERR_IO);
}

static void test_cannot_create(void **state) {
  ptl_writer *writer = NULL;
  assert_int_equal(ptl_writer_create(*state, "/proc/none/x.csv", &writer), PTL_ERR_IO);
  assert_null(writer);
  expect_message(*state, "cannot create /proc/none/x.csv");
}

/* An allocator that fails from call `left` on and counts what is not given back. */
typedef struct budget {
  int left, out;
} budget;

static void *budget_alloc(size_t size, void *user) {
  budget *b = user;
  if (b->left-- <= 0) return NULL;
  b->out++;
  return malloc(size);
}

static void *budget_resize(void *old, size_t size, void *user) {
  budget *b = user;
  if (b->left-- <= 0) return NULL;
  b->out += old == NULL;
  return realloc(old, size);
}

static void budget_release(void *memory, void *user) {
  budget *b = user;
  b->out -= memory != NULL;
  free(memory);
}

static void test_out_of_memory(void **state) {
  const char *path = write_text("small.csv", "time [s],x [m]\n0,1\n1,2\n");
  ptl_trace *trace = NULL;
  (void)state;
  for (int calls = 0; trace == NULL; calls++) {
    budget b = {1 << 20, 0};
    const ptl_allocator allocator = {budget_alloc, budget_resize, budget_release, &b};
    ptl_context *context = ptl_context_create(&allocator);
    assert_non_null(context);
    int before = b.out;
    b.left = calls;
    if (ptl_trace_load(context, path, &trace) == PTL_OK) {
      ptl_trace_destroy(trace);
    } else {
      assert_null(trace);
      expect_message(context, "out of memory");
    }
    assert_int_equal(b.out, before);
    ptl_context_destroy(context);
    assert_int_equal(b.out, 0);
    assert_true(calls < 1000);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_counts_and_quotes),
      cmocka_unit_test(test_forms),         cmocka_unit_test(test_locale),
      cmocka_unit_test(test_long_line),     cmocka_unit_test(test_malformed),
      cmocka_unit_test(test_zero_bytes),    cmocka_unit_test(test_no_file),
      cmocka_unit_test(test_torn),          cmocka_unit_test(test_last_line_without_end),
      cmocka_unit_test(test_cannot_create), cmocka_unit_test(test_out_of_memory),
  };
  const struct CMUnitTest dev_full[] = {cmocka_unit_test(test_disk_full)};
  if (asked_for(argc, argv, "dev_full"))
    return have_dev_full() ? cmocka_run_group_tests(dev_full, enter, leave)
                           : skipped("there is no /dev/full");
  if (argc > 1) return no_such_group(argv[1]);
  return cmocka_run_group_tests(tests, enter, leave);
}
