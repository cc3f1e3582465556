/* HDF5 files made to do harm, by the library itself: none is read beyond what it holds, none leads
 * out of itself, none ends the program. Expected: what an HDF5 file may contain is said by the
 * specification of its format (version 3.0); of a trace, by docs/trace.md. */
#include <fcntl.h>
#include <hdf5.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <zlib.h>

#include "one_context.h"
#include "pintle_trace.h"

static char place[] = "/tmp/pintle-hostile-XXXXXX";

static int enter(void **state) {
  if (!mkdtemp(place) || chdir(place) != 0) return -1;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return set_up(state);
}

static int leave(void **state) {
  char command[256];
  tear_down(state);
  snprintf(command, sizeof command, "rm -rf %s", place);
  return chdir("/") == 0 ? system(command) : -1;
}

/* ------------------------------------------------------------------ making files */

static void put_attribute(hid_t object, const char *name, hid_t type, hid_t space,
                          const void *value) {
  hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(attribute >= 0 && H5Awrite(attribute, type, value) >= 0);
  H5Aclose(attribute);
}

static void put_unit(hid_t set, const char *unit) {
  hid_t text = H5Tcopy(H5T_C_S1), one = H5Screate(H5S_SCALAR);
  H5Tset_size(text, strlen(unit));
  put_attribute(set, "unit", text, one, unit);
  H5Sclose(one);
  H5Tclose(text);
}

static hid_t new_file(const char *name) {
  hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(file >= 0);
  return file;
}

/* A dataset of `length` numbers without values; `create` is closed. */
static hid_t new_set(hid_t file, const char *name, hid_t type, hsize_t length, hid_t create) {
  const hsize_t unlimited = H5S_UNLIMITED;
  hid_t space =
      H5Screate_simple(1, &length, H5Pget_layout(create) == H5D_CHUNKED ? &unlimited : NULL);
  hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, create, H5P_DEFAULT);
  assert_true(set >= 0);
  H5Sclose(space);
  H5Pclose(create);
  return set;
}

static hid_t properties(hsize_t chunk) {
  hid_t create = H5Pcreate(H5P_DATASET_CREATE);
  if (chunk > 0) H5Pset_chunk(create, 1, &chunk);
  return create;
}

/* The column `time` with three values. */
static hid_t put_time(hid_t file, hid_t create) {
  const double values[] = {0, 1, 2};
  hid_t set = new_set(file, "time", H5T_IEEE_F64LE, 3, create);
  assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  return set;
}

static void finish(hid_t file, hid_t set) {
  if (set >= 0) put_unit(set, "s");
  if (set >= 0) H5Dclose(set);
  H5Fclose(file);
}

static void expect_refusal(const char *path, const char *part) {
  ptl_trace *trace;
  if (ptl_trace_load(context, path, &trace) == PTL_OK) fail_msg("%s is read", path);
  assert_null(trace);
  if (strstr(ptl_context_message(context), part) == NULL)
    fail_msg("expected '%s' in: %s", part, ptl_context_message(context));
}

static void expect_rows(const char *path, int expected) {
  ptl_trace *trace;
  must(context, ptl_trace_load(context, path, &trace));
  assert_int_equal(ptl_trace_get_rows(trace), expected);
  ptl_trace_destroy(trace);
}

/* ------------------------------------------------------------------ what a file says of itself */

/* An attribute of a thousand values, where one is expected: the values beyond the first must go
 * nowhere. */
static void attributes_of_any_extent_are_safe(void **state) {
  enum { MANY = 1000 };
  static char fixed[MANY][16];
  static const char *texts[MANY];
  static int numbers[MANY];
  const hsize_t many = MANY;
  (void)state;
  for (int i = 0; i < MANY; i++) {
    memset(fixed[i], 'A', sizeof fixed[i]);
    texts[i] = "AAAAAAAAAAAAAAA";
    numbers[i] = 0x41414141;
  }
  hid_t space = H5Screate_simple(1, &many, NULL), none = H5Screate(H5S_NULL);
  hid_t fixed_text = H5Tcopy(H5T_C_S1), any_text = H5Tcopy(H5T_C_S1);
  H5Tset_size(fixed_text, sizeof fixed[0]);
  H5Tset_size(any_text, H5T_VARIABLE);
  const struct {
    const char *name;
    hid_t type, space;
    const void *value;
  } cases[] = {{"unit", fixed_text, space, fixed},
               {"unit", any_text, space, texts},
               {"unit", H5T_NATIVE_INT, space, numbers},
               {"unit", H5T_NATIVE_INT, none, numbers},
               {"unit", any_text, none, texts}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    hid_t file = new_file("attribute.h5"), set = put_time(file, properties(0));
    put_attribute(set, cases[i].name, cases[i].type, cases[i].space, cases[i].value);
    H5Dclose(set);
    H5Fclose(file);
    expect_refusal("attribute.h5", "no attribute `unit` that is one text");
  }
  hid_t file = new_file("column.h5"), set = put_time(file, properties(0));
  put_attribute(set, "column", H5T_NATIVE_INT, space, numbers);
  finish(file, set);
  expect_rows("column.h5", 3);
  file = new_file("column.h5");
  set = put_time(file, properties(0));
  put_attribute(set, "column", fixed_text, space, fixed);
  finish(file, set);
  expect_rows("column.h5", 3);
  H5Tclose(any_text);
  H5Tclose(fixed_text);
  H5Sclose(none);
  H5Sclose(space);
}

/* 2^40 rows in a file of a few kB, chunked and not; and chunks of 8 GB. */
static void rows_that_are_not_stored_are_refused(void **state) {
  (void)state;
  hid_t file = new_file("huge.h5");
  finish(file, new_set(file, "time", H5T_IEEE_F64LE, (hsize_t)1 << 40, properties(4096)));
  expect_refusal("huge.h5", "dataset 'time' is longer than what is stored of it");
  file = new_file("huge.h5");
  hid_t late = properties(0);
  H5Pset_alloc_time(late, H5D_ALLOC_TIME_LATE);
  finish(file, new_set(file, "time", H5T_IEEE_F64LE, (hsize_t)1 << 40, late));
  expect_refusal("huge.h5", "dataset 'time' is longer than what is stored of it");
  file = new_file("huge.h5");
  finish(file, new_set(file, "time", H5T_IEEE_F64LE, 3, properties((hsize_t)1 << 28)));
  expect_refusal("huge.h5", "dataset 'time' has chunks of more than 8 million rows");
}

static void only_plain_numbers_and_filters_are_read(void **state) {
  const hsize_t two = 2;
  (void)state;
  hid_t wide = H5Tcopy(H5T_IEEE_F64LE), pair = H5Tarray_create2(H5T_IEEE_F64LE, 1, &two);
  hid_t record = H5Tcreate(H5T_COMPOUND, 16);
  H5Tinsert(record, "a", 0, H5T_IEEE_F64LE);
  H5Tset_size(wide, 1000);
  const hid_t types[] = {wide, pair, record, H5T_STD_REF_OBJ, H5T_STD_B64LE};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    hid_t file = new_file("type.h5");
    finish(file, new_set(file, "time", types[i], 3, properties(0)));
    expect_refusal("type.h5", "dataset 'time' holds no numbers");
  }
  H5Tclose(record);
  H5Tclose(pair);
  H5Tclose(wide);
  hid_t create = properties(16), file = new_file("filter.h5");
  H5Pset_scaleoffset(create, H5Z_SO_FLOAT_DSCALE, 3);
  finish(file, put_time(file, create));
  expect_refusal("filter.h5", "is compressed by a filter other than shuffle");
  create = properties(16);
  H5Pset_shuffle(create);
  H5Pset_deflate(create, 6);
  H5Pset_fletcher32(create);
  file = new_file("filter.h5");
  finish(file, put_time(file, create));
  expect_rows("filter.h5", 3);
}

/* ------------------------------------------------------------------ ways out of the file */

static void other_files_are_not_read(void **state) {
  const hsize_t length = 8;
  (void)state;
  hid_t target = new_file("target.h5");
  finish(target, put_time(target, properties(0)));
  hid_t create = properties(0), file = new_file("external.h5");
  H5Pset_external(create, "/etc/passwd", 0, 64);
  finish(file, new_set(file, "time", H5T_IEEE_F64LE, 8, create));
  expect_refusal("external.h5", "has its values in another file");
  create = properties(0);
  hid_t space = H5Screate_simple(1, &length, NULL);
  H5Pset_virtual(create, space, "target.h5", "time", space);
  H5Sclose(space);
  file = new_file("virtual.h5");
  finish(file, new_set(file, "time", H5T_IEEE_F64LE, 8, create));
  expect_refusal("virtual.h5", "has its values in another file");
  file = new_file("link.h5");
  H5Lcreate_external("target.h5", "/time", file, "time", H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  expect_refusal("link.h5", "is a link to another place or file");
  file = new_file("soft.h5");
  H5Lcreate_soft("/nowhere", file, "time", H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  expect_refusal("soft.h5", "is a link to another place or file");
}

/* ------------------------------------------------------------------ chunks */

/* A chunk of 16 numbers as these bytes: where `left_out` is 1 they have not gone through the
 * filter. */
static void write_chunk(const char *name, const void *bytes, size_t size, uint32_t left_out) {
  hid_t file = new_file(name), create = properties(16);
  H5Pset_deflate(create, 6);
  hid_t set = new_set(file, "time", H5T_IEEE_F64LE, 3, create);
  const hsize_t first = 0;
  assert_true(H5Dwrite_chunk(set, H5P_DEFAULT, left_out, &first, size, bytes) >= 0);
  finish(file, set);
}

/* The library takes a chunk for as long as its rows and reads on behind it. */
static void chunks_that_end_early_are_refused(void **state) {
  static const double numbers[16] = {0, 1, 2};
  unsigned char packed[256];
  uLongf size = sizeof packed;
  ptl_trace *trace;
  (void)state;
  write_chunk("left_out.h5", numbers, 19, 1);
  expect_refusal("left_out.h5", "has a chunk that does not go through its filters");
  assert_int_equal(compress(packed, &size, (const Bytef *)numbers, 40), Z_OK);
  write_chunk("short.h5", packed, size, 0);
  expect_refusal("short.h5", "has a chunk that does not hold its rows");
  size = sizeof packed;
  assert_int_equal(compress(packed, &size, (const Bytef *)numbers, sizeof numbers), Z_OK);
  write_chunk("whole.h5", packed, size, 0);
  must(context, ptl_trace_load(context, "whole.h5", &trace));
  ptl_trace_destroy(trace);
}

/* ------------------------------------------------------------------ damage */

/* Bytes changed anywhere, by a fixed sequence (Knuth's MMIX generator): whatever the library does
 * over it, this process goes on. */
static void no_change_of_bytes_ends_the_program(void **state) {
  (void)state;
  hid_t file = new_file("good.h5"), create = properties(16);
  H5Pset_deflate(create, 6);
  finish(file, put_time(file, create));
  char bytes[1 << 14];
  FILE *in = fopen("good.h5", "rb");
  const size_t n = fread(bytes, 1, sizeof bytes, in);
  assert_int_equal(fclose(in), 0);
  assert_true(n > 1000 && n < sizeof bytes);
  uint64_t random = 1;
  int read = 0;
  for (int trial = 0; trial < 300; trial++) {
    char damaged[sizeof bytes];
    memcpy(damaged, bytes, n);
    for (int k = 0; k <= trial % 4; k++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      damaged[(random >> 33) % n] = (char)(random >> 24);
    }
    FILE *out = fopen("damaged.h5", "wb");
    fwrite(damaged, 1, n, out);
    assert_int_equal(fclose(out), 0);
    ptl_trace *trace;
    if (ptl_trace_load(context, "damaged.h5", &trace) == PTL_OK) read++;
    ptl_trace_destroy(trace);
  }
  print_message("%d of 300 are read all the same\n", read);
}

/* Without a descriptor more, no process can be started to open a file: that is told, and the file
 * is read when there is one again. */
static void a_process_that_cannot_be_started_is_told(void **state) {
  (void)state;
  struct rlimit limit, few;
  ptl_trace *trace;
  hid_t file = new_file("few.h5"), create = properties(16);
  finish(file, put_time(file, create));
  const int next = dup(0);
  close(next);
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
  few = limit;
  few.rlim_cur = (rlim_t)next + 1; /* a file, but no pipe */
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
  const ptl_status status = ptl_trace_load(context, "few.h5", &trace);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
  assert_int_equal(status, PTL_ERR_IO);
  if (strstr(ptl_context_message(context),
             "few.h5: error: no process can be started to open it: Too many open files") == NULL)
    fail_msg("%s", ptl_context_message(context));
  must(context, ptl_trace_load(context, "few.h5", &trace));
  ptl_trace_destroy(trace);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(attributes_of_any_extent_are_safe),
      cmocka_unit_test(rows_that_are_not_stored_are_refused),
      cmocka_unit_test(only_plain_numbers_and_filters_are_read),
      cmocka_unit_test(other_files_are_not_read),
      cmocka_unit_test(a_process_that_cannot_be_started_is_told),
      cmocka_unit_test(chunks_that_end_early_are_refused),
      cmocka_unit_test(no_change_of_bytes_ends_the_program),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
