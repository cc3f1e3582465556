/* A trace block by block. Expected values: row i of a test's table holds i and known functions of
 * it, so that every part of it can be told; and what reading everything gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace.h"

enum { N_ROWS = 30011, N_COLUMNS = 6 };

static char folder[] = "/tmp/pintle-reader-XXXXXX";

static const char *path_of(const char *name) {
  static char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static int leave(void **state) {
  char command[600];
  ptl_context_destroy(*state);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

/* Time 1e-4 s times the row, but that of the row before in every hundredth, as beside an event. */
static double time_of(int row) {
  return 1e-4 * (row % 100 == 99 ? row - 1 : row);
}

static double table[N_ROWS][N_COLUMNS];

static void make_table(void) {
  for (int i = 0; i < N_ROWS; i++) {
    table[i][0] = time_of(i);
    table[i][1] = i;
    for (int k = 2; k < N_COLUMNS; k++) table[i][k] = sin(i * 0.37 + k) * pow(10, k * 7 - 20);
  }
}

static int enter(void **state) {
  make_table();
  *state = ptl_context_create(NULL);
  return *state != NULL && mkdtemp(folder) != NULL ? 0 : -1;
}

static const ptl_column table_columns[N_COLUMNS] = {{"time", "s"}, {"row", "1"}, {"a", "m"},
                                                    {"b", "N"},    {"c", "N m"}, {"d", "1"}};

/* Half of the numbers in quotes or after blanks in the second file; only tests make such. */
static void write_csv(const char *name, int rows, int fancy) {
  FILE *f = fopen(path_of(name), "w");
  assert_non_null(f);
  for (int k = 0; k < N_COLUMNS; k++)
    fprintf(f, "%s%s [%s]", k > 0 ? "," : "", table_columns[k].name, table_columns[k].unit);
  fputs("\n", f);
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < N_COLUMNS; k++)
      fprintf(f,
              fancy && (i + k) % 2 ? "%s\"%.17g\"%s"
              : fancy              ? "%s  %.17g%s"
                                   : "%s%.17g%s",
              k > 0 ? "," : "", table[i][k], k + 1 == N_COLUMNS ? "\n" : "");
  assert_int_equal(fclose(f), 0);
}

/* The file, or NULL where Pintle was built without HDF5. */
static const char *write_file(ptl_context *context, int format) {
  static const char *const names[] = {"plain.csv", "fancy.csv", "table.h5"};
  if (format < 2) {
    write_csv(names[format], N_ROWS, format);
    return path_of(names[format]);
  }
  ptl_hdf5_writer *writer;
  if (ptl_hdf5_create(context, path_of(names[2]), table_columns, N_COLUMNS, &writer) != PTL_OK)
    return NULL;
  for (int i = 0; i < N_ROWS; i++) {
    double row[N_COLUMNS];
    for (int k = 0; k < N_COLUMNS; k++) row[k] = table[i][k];
    assert_int_equal(ptl_hdf5_row(writer, row), 0);
  }
  assert_int_equal(ptl_hdf5_close(writer), PTL_OK);
  return path_of(names[2]);
}

static ptl_trace_reader *open_reader(ptl_context *context, const char *path) {
  ptl_trace_reader *reader = NULL;
  if (ptl_trace_reader_open(context, path, &reader) != PTL_OK)
    print_message("%s\n", ptl_context_message(context));
  assert_non_null(reader);
  return reader;
}

/* Takes all blocks and checks that they hold rows first ... last - 1 of those columns. */
static void expect_rows(ptl_trace_reader *reader, const int *columns, int n, int first, int last) {
  ptl_trace_block block;
  int row = first, wrong = 0;
  do {
    assert_int_equal(ptl_trace_reader_next(reader, &block), PTL_OK);
    for (int i = 0; i < block.n_rows; i++, row++)
      for (int k = 0; k < n; k++) wrong += block.columns[k][i] != table[row][columns[k]];
  } while (block.n_rows > 0);
  assert_int_equal(wrong, 0);
  assert_int_equal(row, last);
  assert_int_equal(ptl_trace_reader_next(reader, &block), PTL_OK); /* and stays there */
  assert_int_equal(block.n_rows, 0);
}

static void for_each_format(void **state, void (*check)(ptl_trace_reader *reader)) {
  for (int format = 0; format < 3; format++) {
    const char *path = write_file(*state, format);
    if (path == NULL) continue;
    ptl_trace_reader *reader = open_reader(*state, path);
    check(reader);
    ptl_trace_reader_close(reader);
  }
}

static void check_columns(ptl_trace_reader *reader) {
  static const int all[] = {0, 1, 2, 3, 4, 5}, last[] = {5}, mixed[] = {4, 0, 2, 4};
  const ptl_column *columns;
  assert_int_equal(ptl_trace_reader_get_columns(reader, &columns), N_COLUMNS);
  assert_string_equal(columns[4].name, "c");
  assert_string_equal(columns[4].unit, "N m");
  assert_int_equal(ptl_trace_reader_find(reader, "b"), 3);
  assert_int_equal(ptl_trace_reader_find(reader, "x"), -1);
  expect_rows(reader, all, 6, 0, N_ROWS);
  assert_int_equal(ptl_trace_reader_select(reader, last, 1, -1, 0, 0), PTL_OK);
  expect_rows(reader, last, 1, 0, N_ROWS);
  assert_int_equal(ptl_trace_reader_select(reader, mixed, 4, -1, 0, 0), PTL_OK);
  expect_rows(reader, mixed, 4, 0, N_ROWS);
  assert_int_equal(ptl_trace_reader_select(reader, NULL, 0, -1, 0, 0), PTL_OK);
  expect_rows(reader, NULL, 0, 0, N_ROWS);
  assert_int_equal(ptl_trace_reader_select(reader, (int[]){6}, 1, -1, 0, 0), PTL_ERR_USAGE);
}

static void test_columns(void **state) {
  for_each_format(state, check_columns);
}

/* The rows from and until a time are those that a look at every row finds. */
static void check_interval(ptl_trace_reader *reader) {
  static const int columns[] = {3, 1};
  static const double ends[] = {-1, 0,       1e-4,   0.00985, 0.0098, 0.00991,
                                1,  1.50005, 2.9999, 3,       3.001,  9};
  enum { N = sizeof ends / sizeof *ends };
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      int first = 0, last = 0;
      while (first < N_ROWS && time_of(first) < ends[i]) first++;
      while (last < N_ROWS && time_of(last) <= ends[j]) last++;
      assert_int_equal(ptl_trace_reader_select(reader, columns, 2, 0, ends[i], ends[j]), PTL_OK);
      expect_rows(reader, columns, 2, first, last > first ? last : first);
    }
  }
}

static void test_interval(void **state) {
  for_each_format(state, check_interval);
}

/* The first and the last value; rows begin anew. */
static void check_ends(ptl_trace_reader *reader) {
  static const int all[] = {0, 1, 2, 3, 4, 5};
  for (int k = 0; k < N_COLUMNS; k++) {
    double first, last;
    assert_int_equal(ptl_trace_reader_get_ends(reader, k, &first, &last), PTL_OK);
    assert_true(first == table[0][k] && last == table[N_ROWS - 1][k]);
  }
  expect_rows(reader, all, 6, 0, N_ROWS);
}

static void test_ends(void **state) {
  for_each_format(state, check_ends);
}

static void test_no_rows(void **state) {
  write_csv("none.csv", 0, 0);
  ptl_trace_reader *reader = open_reader(*state, path_of("none.csv"));
  double first, last;
  assert_int_equal(ptl_trace_reader_get_ends(reader, 0, &first, &last), PTL_OK);
  assert_true(isnan(first) && isnan(last));
  assert_int_equal(ptl_trace_reader_select(reader, NULL, 0, 0, 1, 2), PTL_OK);
  expect_rows(reader, NULL, 0, 0, 0);
  ptl_trace_reader_close(reader);
}

/* ------------------------------------------------------------------ wrong files */

static ptl_status read_all(ptl_trace_reader *reader) {
  ptl_trace_block block = {1, NULL};
  ptl_status status = PTL_OK;
  while (status == PTL_OK && block.n_rows > 0) status = ptl_trace_reader_next(reader, &block);
  return status;
}

/* The table with one line, counted from 1, replaced. */
static void write_with_line(const char *name, int line, const char *text) {
  char command[1200], from[512];
  write_csv("good.csv", N_ROWS, 0);
  snprintf(from, sizeof from, "%s", path_of("good.csv"));
  snprintf(command, sizeof command, "sed '%dc\\%s' %s >%s", line, text, from, path_of(name));
  assert_int_equal(system(command), 0);
}

/* Errors name the line of the file however the reader came there; cells that nobody wants may hold
 * anything, but not be missing or too many. */
static void test_errors_name_the_line(void **state) {
  static const struct {
    const char *text;
    int column;
    const char *message; /* NULL: nobody looks */
  } cases[] = {{"2,20000,1,2,x,3", 4, "bad.csv:20002:13: error: this is not a number"},
               {"2,20000,1,2,x,3", 3, NULL},
               {"2,20000,1,2,3", 1, "bad.csv:20002:1: error: this row has 5 values"},
               {"2,20000,1,2,3", 5, "bad.csv:20002:1: error: this row has 5 values"},
               {"2,20000,1,2,3,4,5", 1, "bad.csv:20002:18: error: this row has more than 6"},
               {"2,20000,1,2,3,4,5", 5, "bad.csv:20002:18: error: this row has more than 6"},
               {"2,20000,1,2,,4", 4, "bad.csv:20002:13: error: a value is missing"}};
  ptl_context *context = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    write_with_line("bad.csv", 20002, cases[i].text);
    for (int from = 0; from < 2; from++) {
      ptl_trace_reader *reader = open_reader(context, path_of("bad.csv"));
      const int column = cases[i].column;
      assert_int_equal(ptl_trace_reader_select(reader, &column, 1, 0, from * 1.98, 9), PTL_OK);
      const ptl_status status = read_all(reader);
      assert_int_equal(status, cases[i].message != NULL ? PTL_ERR_INPUT : PTL_OK);
      if (status != PTL_OK && strstr(ptl_context_message(context), cases[i].message) == NULL)
        fail_msg("%s", ptl_context_message(context));
      assert_int_equal(ptl_trace_reader_select(reader, &column, 1, 0, 0, 1.9), PTL_OK);
      assert_int_equal(read_all(reader), PTL_OK); /* what comes later is not looked at */
      ptl_trace_reader_close(reader);
    }
  }
}

/* Of an interrupted run the last whole row is the last. */
static void test_torn_end(void **state) {
  mkdir(path_of("torn"), 0777);
  write_csv("torn/trace.csv", 5000, 0);
  struct stat info;
  assert_int_equal(stat(path_of("torn/trace.csv"), &info), 0);
  assert_int_equal(truncate(path_of("torn/trace.csv"), info.st_size - 1), 0);
  double first, last;
  ptl_trace_reader *reader = open_reader(*state, path_of("torn"));
  assert_int_equal(ptl_trace_reader_get_ends(reader, 1, &first, &last), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(*state), ":5001:"));
  ptl_trace_reader_close(reader);
  FILE *f = fopen(path_of("torn/INCOMPLETE"), "w");
  fputs("the power went\n", f);
  fclose(f);
  reader = open_reader(*state, path_of("torn"));
  assert_string_equal(ptl_trace_reader_get_incomplete(reader), "the power went");
  assert_int_equal(ptl_trace_reader_get_ends(reader, 1, &first, &last), PTL_OK);
  assert_true(first == 0 && last == 4998);
  assert_int_equal(ptl_trace_reader_select(reader, (int[]){1}, 1, 0, 0.49, 9), PTL_OK);
  expect_rows(reader, (int[]){1}, 1, 4900, 4999);
  ptl_trace_reader_close(reader);
}

/* Lines longer than the buffer and than what a search reads at once. */
static void test_long_lines(void **state) {
  enum { WIDE = 9000, ROWS = 20 };
  FILE *f = fopen(path_of("wide.csv"), "w");
  fputs("time [s]", f);
  for (int k = 1; k < WIDE; k++) fprintf(f, ",c%d [m]", k);
  for (int i = 0; i < ROWS; i++) {
    fprintf(f, "\n%d", i);
    for (int k = 1; k < WIDE; k++) fprintf(f, ",%030d.25", k % 10 + i);
  }
  fputs("\n", f);
  fclose(f);
  ptl_trace_reader *reader = open_reader(*state, path_of("wide.csv"));
  const int column = WIDE - 1;
  double first, last;
  assert_int_equal(ptl_trace_reader_get_ends(reader, column, &first, &last), PTL_OK);
  assert_true(first == 9.25 && last == 9.25 + ROWS - 1);
  assert_int_equal(ptl_trace_reader_select(reader, &column, 1, 0, 12.5, 15), PTL_OK);
  ptl_trace_block block;
  assert_int_equal(ptl_trace_reader_next(reader, &block), PTL_OK);
  assert_int_equal(block.n_rows, 3);
  for (int i = 0; i < 3; i++) assert_true(block.columns[0][i] == 9.25 + 13 + i);
  ptl_trace_reader_close(reader);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_columns),   cmocka_unit_test(test_interval),
      cmocka_unit_test(test_ends),      cmocka_unit_test(test_no_rows),
      cmocka_unit_test(test_torn_end),  cmocka_unit_test(test_errors_name_the_line),
      cmocka_unit_test(test_long_lines)};
  return cmocka_run_group_tests(tests, enter, leave);
}
