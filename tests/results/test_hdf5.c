/* Traces in HDF5. What must be in a file follows from what was given to the sink, and from the same
 * run as CSV, whose numbers read back to the bit; that others can read it is what h5dump says.
 * Foreign and hostile files are made here with the library itself. */
#include <dirent.h>
#include <hdf5.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "needs.h"
#include "pintle_trace.h"
#include "support.h"

static char place[] = "/tmp/pintle-hdf5-XXXXXX";

typedef struct fixture {
  ptl_context *context;
  ptl_mechanism *mechanism;
  ptl_system *system;
  int width;
} fixture;

static fixture fx;

static const char *const model =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  bob: {mass: 1, inertia: 0.1, position: [1, 0], velocity: [0, -1], rate: -1}\n"
    "joints:\n"
    "  bearing: {type: revolute, bodies: [ground, bob], clearance: 0.1 mm, contact: steel}\n"
    "contacts:\n"
    "  steel:\n"
    "    elastic: {law: power, stiffness: 1e9, exponent: 1.5}\n"
    "    damping: {law: hunt_crossley, alpha: 0.2}\n"
    "run: {until: 0.05, every: 1e-4, start: ideal}\n";

static int enter(void **state) {
  (void)state;
  if (!mkdtemp(place) || chdir(place) != 0) return -1;
  fx.context = ptl_context_create(NULL);
  fx.mechanism = mechanism_of(fx.context, model, NULL, 0);
  must(fx.context, ptl_assemble(fx.mechanism, &fx.system));
  const ptl_column *columns;
  fx.width = ptl_system_get_columns(fx.system, &columns);
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

static int count_open_files(void) {
  return count_entries("/proc/self/fd");
}

static void expect_message(const char *part) {
  if (strstr(ptl_context_message(fx.context), part) == NULL)
    fail_msg("expected '%s' in '%s'", part, ptl_context_message(fx.context));
}

static ptl_folder *open_folder(const char *dir) {
  ptl_folder *folder = NULL;
  must(fx.context, ptl_folder_open_as(fx.context, fx.system, dir, PTL_TRACE_HDF5, &folder));
  return folder;
}

/* A number whose bits are noise but for those of `kept`. */
static double noise(int row, uint64_t kept) {
  uint64_t bits = (uint64_t)(row + 1) * UINT64_C(0x9e3779b97f4a7c15);
  bits = ((bits ^ bits >> 29) & ~kept) | (UINT64_C(0x3ff1234567891234) & kept);
  double value;
  memcpy(&value, &bits, sizeof value);
  return isnan(value) ? 0 : value;
}

/* What stands in row `row`, column `column` of a made-up trace: constants, noise in all bytes, in
 * the high or the low ones or in every other, and plain functions. */
static double made_up(int row, int column) {
  if (column == 0) return row;
  if (column == 2) return row % 3 == 0 ? NAN : row % 3 == 1 ? INFINITY : -INFINITY;
  if (column == 3) return -0.0;
  if (column == 4) return row / 4096;
  if (column == 5) return noise(row, 0);
  if (column == 6) return noise(row, UINT64_C(0x0000ffffffffffff));
  if (column == 7) return noise(row, UINT64_C(0xffffff0000000000));
  if (column == 8) return noise(row, UINT64_C(0xff00ff00ff00ff00));
  if (column == 9) return noise(row, UINT64_C(0xffff00ff00ff00ff));
  return sin(1.7 * row + column) * pow(10.0, column % 40 - 20);
}

static int write_rows(ptl_folder *folder, int n) {
  const ptl_sink sink = ptl_folder_sink(folder);
  double *values = calloc((size_t)fx.width, sizeof *values);
  int failed = 0;
  for (int row = 0; row < n && !failed; row++) {
    for (int i = 0; i < fx.width; i++) values[i] = made_up(row, i);
    failed = sink.row(sink.user, values, fx.width);
  }
  free(values);
  return failed;
}

static const ptl_summary no_summary;

static void make_run(const char *dir, int n) {
  ptl_folder *folder = open_folder(dir);
  assert_int_equal(write_rows(folder, n), 0);
  must(fx.context, ptl_folder_close(folder, &no_summary, NULL));
}

static ptl_trace *load(const char *path) {
  ptl_trace *trace = NULL;
  must(fx.context, ptl_trace_load(fx.context, path, &trace));
  return trace;
}

static int64_t count_rows(const char *path) {
  ptl_trace *trace = load(path);
  int64_t n = ptl_trace_get_rows(trace);
  ptl_trace_destroy(trace);
  return n;
}

static void expect_refusal(const char *path, const char *message) {
  ptl_trace *trace = NULL;
  assert_int_equal(ptl_trace_load(fx.context, path, &trace), PTL_ERR_INPUT);
  assert_null(trace);
  expect_message(path);
  expect_message(message);
}

static void expect_same(const ptl_trace *a, const ptl_trace *b) {
  const ptl_column *ca, *cb;
  const int n = ptl_trace_get_columns(a, &ca);
  const size_t size = (size_t)ptl_trace_get_rows(a) * sizeof(double);
  assert_int_equal(ptl_trace_get_columns(b, &cb), n);
  assert_int_equal(ptl_trace_get_rows(a), ptl_trace_get_rows(b));
  for (int i = 0; i < n; i++) {
    assert_string_equal(ca[i].name, cb[i].name);
    assert_string_equal(ca[i].unit, cb[i].unit);
    assert_memory_equal(ptl_trace_get_column(a, i), ptl_trace_get_column(b, i), size);
  }
}

/* ------------------------------------------------------------------ what is written */

/* The same run in both formats. */
static void a_run_is_the_same_as_in_csv(void **state) {
  (void)state;
  ptl_summary summary;
  for (int format = PTL_TRACE_CSV; format <= PTL_TRACE_HDF5; format++) {
    const char *dir = format == PTL_TRACE_CSV ? "csv.run" : "hdf5.run";
    ptl_folder *folder;
    must(fx.context,
         ptl_folder_open_as(fx.context, fx.system, dir, (ptl_trace_format)format, &folder));
    const ptl_sink sink = ptl_folder_sink(folder);
    must(fx.context, ptl_simulate(fx.context, fx.system, NULL, &sink, &summary));
    must(fx.context, ptl_folder_close(folder, &summary, NULL));
    assert_int_equal(count_entries(dir), 4);
    ptl_summary_release(fx.context, &summary);
  }
  ptl_trace *csv = load("csv.run");
  ptl_trace *hdf5 = load("hdf5.run");
  assert_int_equal(ptl_trace_get_format(csv), PTL_TRACE_CSV);
  assert_int_equal(ptl_trace_get_format(hdf5), PTL_TRACE_HDF5);
  assert_true(ptl_trace_get_rows(hdf5) > 500);
  expect_same(csv, hdf5);
  ptl_trace_destroy(hdf5);
  hdf5 = load("hdf5.run/trace.h5"); /* the file by itself */
  expect_same(csv, hdf5);
  ptl_trace_destroy(csv);
  ptl_trace_destroy(hdf5);
}

/* Around the ends of blocks, which hold 4096 rows here. */
static void every_number_of_rows_comes_back(void **state) {
  static const int numbers[] = {0, 1, 4095, 4096, 4097, 9000};
  (void)state;
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    make_run("rows.run", numbers[k]);
    ptl_trace *trace = load("rows.run");
    assert_int_equal(ptl_trace_get_rows(trace), numbers[k]);
    for (int i = 0; i < fx.width; i++) {
      const double *values = ptl_trace_get_column(trace, i);
      for (int row = 0; row < numbers[k]; row++) {
        double expected = made_up(row, i);
        if (isnan(expected) ? !isnan(values[row])
                            : memcmp(&values[row], &expected, sizeof expected) != 0)
          fail_msg("row %d, column %d: %.17g", row, i, values[row]);
      }
    }
    ptl_trace_destroy(trace);
  }
}

static void the_same_run_gives_the_same_bytes(void **state) {
  (void)state;
  make_run("a.run", 5000);
  sleep(1); /* HDF5 would note the time of the day */
  make_run("b.run", 5000);
  assert_int_equal(system("cmp a.run/trace.h5 b.run/trace.h5"), 0);
}

/* h5dump shows a dataset per column with its unit, compressed, and the numbers. */
static void others_can_read_it(void **state) {
  (void)state;
  make_run("other.run", 5000);
  assert_int_equal(system("h5ls other.run/trace.h5 >names.txt"), 0);
  assert_int_equal(system("grep -q '^bearing.bearing.normal_force *Dataset {5000/Inf}' names.txt"),
                   0);
  assert_int_equal(system("h5dump -p -d bob.x -s 4999 -c 1 other.run/trace.h5 >dump.txt"), 0);
  assert_int_equal(system("grep -q 'COMPRESSION DEFLATE' dump.txt"), 0);
  assert_int_equal(system("grep -q 'PREPROCESSING SHUFFLE' dump.txt"), 0);
  assert_int_equal(system("grep -q 'H5T_IEEE_F64LE' dump.txt"), 0);
  assert_int_equal(system("h5dump -a bob.x/unit other.run/trace.h5 | grep -q '\"m\"'"), 0);
  assert_int_equal(
      system("h5dump -a bearing.bearing.normal_force/unit other.run/trace.h5 | grep -q '\"N\"'"),
      0);
  assert_int_equal(
      system("h5dump -y -w 1 -m %.3f -d time -s 4997 -c 3 other.run/trace.h5 | tr -d ' \\n'"
             " | grep -q '4997.000,4998.000,4999.000'"),
      0);
}

/* A folder changes its format with the run. */
static void a_run_replaces_one_of_the_other_format(void **state) {
  (void)state;
  ptl_folder *folder;
  must(fx.context, ptl_folder_open(fx.context, fx.system, "swap.run", &folder));
  must(fx.context, ptl_folder_close(folder, &no_summary, NULL));
  assert_true(exists("swap.run/trace.csv"));
  make_run("swap.run", 3);
  assert_false(exists("swap.run/trace.csv"));
  assert_int_equal(count_rows("swap.run"), 3);
  must(fx.context, ptl_folder_open(fx.context, fx.system, "swap.run", &folder));
  must(fx.context, ptl_folder_close(folder, &no_summary, NULL));
  assert_false(exists("swap.run/trace.h5"));
  assert_int_equal(count_entries("swap.run"), 4);
}

static void an_abandoned_run_leaves_nothing(void **state) {
  const int before = count_entries("."), files = count_open_files();
  ptl_folder *folder = open_folder("abandoned.run");
  (void)state;
  assert_int_equal(write_rows(folder, 5000), 0);
  ptl_folder_abandon(folder);
  assert_int_equal(count_entries("."), before);
  assert_int_equal(count_open_files(), files);
}

/* Blocks that are written stay readable when the program ends without a word. */
static void a_killed_program_leaves_whole_blocks(void **state) {
  (void)state;
  pid_t child = fork();
  if (child == 0) {
    ptl_folder *folder = open_folder("killed.run");
    write_rows(folder, 9000);
    kill(getpid(), SIGKILL);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(system("mv .killed.run.part* killed.run"), 0);
  ptl_trace *trace = load("killed.run");
  assert_non_null(ptl_trace_get_incomplete(trace));
  assert_int_equal(ptl_trace_get_rows(trace), 8192); /* two blocks of 4096 */
  assert_true(ptl_trace_get_column(trace, 0)[8191] == 8191.0);
  ptl_trace_destroy(trace);
}

/* ------------------------------------------------------------------ reading */

/* Rows 0 ... 4999 with the row's number in the first column, in blocks; no file stays open when it
 * is left early. */
static void rows_come_in_order_until_closed(void **state) {
  static const int stops[] = {0, 1, 4097, 6000};
  const int files = count_open_files();
  (void)state;
  make_run("scan.run", 5000);
  for (size_t k = 0; k < sizeof stops / sizeof *stops; k++) {
    ptl_trace_reader *reader;
    const ptl_column *columns;
    must(fx.context, ptl_trace_reader_open(fx.context, "scan.run", &reader));
    assert_int_equal(ptl_trace_reader_get_columns(reader, &columns), fx.width);
    assert_string_equal(columns[0].name, "time");
    assert_string_equal(columns[1].name, "event");
    ptl_trace_block block = {1, NULL};
    int seen = 0;
    while (seen < stops[k] && block.n_rows > 0) {
      must(fx.context, ptl_trace_reader_next(reader, &block));
      for (int i = 0; i < block.n_rows; i++) assert_true(block.columns[0][i] == seen + i);
      seen += block.n_rows;
    }
    if (stops[k] > 5000) assert_int_equal(seen, 5000);
    ptl_trace_reader_close(reader);
  }
  assert_int_equal(count_open_files(), files);
}

/* A dataset as another program may write it: `type` on disk, any number of axes, unit NULL for
 * none. */
static void put_dataset(hid_t file, const char *name, hid_t type, int axes, const char *unit) {
  const hsize_t size[2] = {3, 2};
  const double values[6] = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0};
  hid_t space = H5Screate_simple(axes, size, NULL);
  hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(set >= 0);
  if (H5Tget_class(type) != H5T_STRING)
    H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  if (unit != NULL) { /* of fixed length, as MATLAB writes it */
    hid_t text = H5Tcopy(H5T_C_S1), one = H5Screate(H5S_SCALAR);
    H5Tset_size(text, strlen(unit) > 0 ? strlen(unit) : 1);
    hid_t attribute = H5Acreate2(set, "unit", text, one, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, text, unit);
    H5Aclose(attribute);
    H5Sclose(one);
    H5Tclose(text);
  }
  H5Dclose(set);
  H5Sclose(space);
}

static hid_t new_file(const char *name) {
  hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(file >= 0);
  return file;
}

/* Other types of numbers, whole blocks of unchunked data, a group beside the columns. */
static void files_of_other_programs_are_read(void **state) {
  (void)state;
  hid_t file = new_file("foreign.h5");
  put_dataset(file, "time", H5T_IEEE_F32BE, 1, "s");
  put_dataset(file, "height", H5T_STD_I16LE, 1, "mm");
  H5Gclose(H5Gcreate2(file, "notes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  H5Fclose(file);
  ptl_trace *trace = load("foreign.h5");
  const ptl_column *columns;
  assert_int_equal(ptl_trace_get_columns(trace, &columns), 2); /* by name, as nothing else says */
  assert_string_equal(columns[0].name, "height");
  assert_string_equal(columns[0].unit, "mm");
  assert_string_equal(columns[1].name, "time");
  assert_string_equal(columns[1].unit, "s");
  assert_int_equal(ptl_trace_get_rows(trace), 3);
  assert_true(ptl_trace_get_column(trace, 0)[2] == 4.0);
  assert_true(ptl_trace_get_column(trace, 1)[1] == 2.0);
  ptl_trace_destroy(trace);
}

static void what_is_no_trace_is_refused(void **state) {
  const int files = count_open_files();
  (void)state;
  hid_t file = new_file("unitless.h5");
  put_dataset(file, "time", H5T_NATIVE_DOUBLE, 1, "s");
  put_dataset(file, "x", H5T_NATIVE_DOUBLE, 1, NULL);
  H5Fclose(file);
  expect_refusal("unitless.h5", "dataset 'x' has no attribute `unit`");
  file = new_file("table.h5");
  put_dataset(file, "table", H5T_NATIVE_DOUBLE, 2, "m");
  H5Fclose(file);
  expect_refusal("table.h5", "dataset 'table' has not one axis");
  file = new_file("text.h5");
  put_dataset(file, "names", H5T_C_S1, 1, "1");
  H5Fclose(file);
  expect_refusal("text.h5", "dataset 'names' holds no numbers");
  file = new_file("nothing.h5");
  H5Fclose(file);
  expect_refusal("nothing.h5", "holds no datasets");
  make_run("cut.run", 5000);
  assert_int_equal(truncate("cut.run/trace.h5", 3000), 0);
  expect_refusal("cut.run/trace.h5", "no HDF5 file that can be read");
  assert_int_equal(system("printf '\\211HDF\\r\\n\\032\\n and more' >junk.h5"), 0);
  expect_refusal("junk.h5", "no HDF5 file that can be read");
  assert_int_equal(count_open_files(), files);
}

/* A length in its root group that asks for more memory than there is: bad input, as the file does
 * not hold so much. */
static void a_length_beyond_all_memory_is_refused(void **state) {
  (void)state;
  make_run("long.run", 200);
  FILE *raw = fopen("long.run/trace.h5", "r+");
  assert_int_equal(fseek(raw, 133, SEEK_SET), 0);
  assert_int_equal(fputc(8, raw), 8);
  assert_int_equal(fclose(raw), 0);
  expect_refusal("long.run/trace.h5", "no HDF5 file that can be read");
  assert_string_equal(ptl_context_get_error(fx.context)->code, "E0704");
}

/* A file that was cut off, wherever, and one whose compressed numbers were overwritten. */
static void damaged_files_are_refused(void **state) {
  struct stat info;
  (void)state;
  make_run("whole.run", 200);
  assert_int_equal(stat("whole.run/trace.h5", &info), 0);
  for (off_t length = 8; length < info.st_size; length += 1 + info.st_size / 50) {
    assert_int_equal(system("cp whole.run/trace.h5 bad.h5"), 0);
    assert_int_equal(truncate("bad.h5", length), 0);
    expect_refusal("bad.h5", "no HDF5 file that can be read");
  }
  assert_int_equal(system("cp whole.run/trace.h5 bad.h5"), 0);
  hid_t file = H5Fopen("bad.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t set = H5Dopen2(file, "bob.y", H5P_DEFAULT), space = H5Dget_space(set);
  unsigned filters;
  haddr_t address;
  hsize_t start, size;
  assert_true(H5Dget_chunk_info(set, space, 0, &start, &filters, &address, &size) >= 0);
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(file);
  FILE *raw = fopen("bad.h5", "r+");
  assert_int_equal(fseek(raw, (long)address, SEEK_SET), 0);
  fputs("these are not the compressed numbers", raw);
  assert_int_equal(fclose(raw), 0);
  expect_refusal("bad.h5", "dataset 'bob.y' has a chunk that does not hold its rows");
}

/* ------------------------------------------------------------------ full and locked disks */

static void a_full_disk_leaves_the_old_run(void **state) {
  (void)state;
  mount_small("size=400k");
  make_run("small/x.run", 5);
  ptl_folder *folder = open_folder("small/x.run");
  assert_int_not_equal(write_rows(folder, 100000), 0);
  assert_int_equal(ptl_folder_close(folder, &no_summary, NULL), PTL_ERR_IO);
  expect_message("trace.h5: No space left on device");
  assert_int_equal(count_entries("small"), 1);
  assert_int_equal(count_rows("small/x.run"), 5);
  unmount_small();
}

/* So few rows that only closing writes them. */
static void a_full_disk_at_the_end_is_noticed(void **state) {
  (void)state;
  mount_small("size=200k");
  ptl_folder *folder = open_folder("small/x.run");
  assert_int_equal(write_rows(folder, 4000), 0);
  assert_int_equal(ptl_folder_close(folder, &no_summary, NULL), PTL_ERR_IO);
  expect_message("trace.h5: No space left on device");
  assert_int_equal(count_entries("small"), 0);
  unmount_small();
}

static void a_full_disk_at_the_start_is_noticed(void **state) {
  ptl_folder *folder = NULL;
  (void)state;
  mount_small("size=16k");
  assert_int_equal(
      ptl_folder_open_as(fx.context, fx.system, "small/x.run", PTL_TRACE_HDF5, &folder),
      PTL_ERR_IO);
  assert_null(folder);
  expect_message("trace.h5: No space left on device");
  assert_int_equal(count_entries("small"), 0);
  unmount_small();
}

static void a_later_run_succeeds_after_a_full_disk(void **state) {
  (void)state;
  make_run("later.run", 5000);
  assert_int_equal(count_rows("later.run"), 5000);
}

/* ------------------------------------------------------------------ memory */

typedef struct counter {
  long calls, fails_at, held;
} counter;

static void *count_resize(void *old, size_t size, void *user) {
  counter *c = user;
  void *memory = ++c->calls == c->fails_at ? NULL : realloc(old, size);
  c->held += memory != NULL && old == NULL;
  return memory;
}

static void *count_alloc(size_t size, void *user) {
  return count_resize(NULL, size, user);
}

static void count_release(void *memory, void *user) {
  ((counter *)user)->held -= memory != NULL;
  free(memory);
}

/* The allocator refuses call number n, for every n until all succeeds. */
static void running_out_of_memory_loses_nothing(void **state) {
  (void)state;
  make_run("memory.run", 5000);
  for (long n = 1;; n++) {
    counter c = {0, n, 0};
    const ptl_allocator allocator = {count_alloc, count_resize, count_release, &c};
    ptl_context *context = ptl_context_create(&allocator);
    ptl_trace *trace = NULL;
    ptl_folder *folder = NULL;
    ptl_status status = PTL_ERR_MEMORY;
    if (context != NULL) status = ptl_trace_load(context, "memory.run", &trace);
    if (status == PTL_OK)
      status = ptl_folder_open_as(context, fx.system, "out.run", PTL_TRACE_HDF5, &folder);
    if (status != PTL_OK) assert_int_equal(status, PTL_ERR_MEMORY);
    if (folder != NULL) ptl_folder_abandon(folder);
    if (trace != NULL) ptl_trace_destroy(trace);
    if (context != NULL) ptl_context_destroy(context);
    if (c.held != 0) fail_msg("%ld pieces are lost when call %ld fails", c.held, n);
    if (status == PTL_OK) {
      assert_true(c.calls < n);
      return;
    }
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_is_the_same_as_in_csv),
      cmocka_unit_test(every_number_of_rows_comes_back),
      cmocka_unit_test(the_same_run_gives_the_same_bytes),
      cmocka_unit_test(a_run_replaces_one_of_the_other_format),
      cmocka_unit_test(an_abandoned_run_leaves_nothing),
      cmocka_unit_test(a_killed_program_leaves_whole_blocks),
      cmocka_unit_test(rows_come_in_order_until_closed),
      cmocka_unit_test(files_of_other_programs_are_read),
      cmocka_unit_test(what_is_no_trace_is_refused),
      cmocka_unit_test(damaged_files_are_refused),
      cmocka_unit_test(a_length_beyond_all_memory_is_refused),
      cmocka_unit_test(running_out_of_memory_loses_nothing),
  };
  const struct CMUnitTest tools[] = {cmocka_unit_test(others_can_read_it)};
  const struct CMUnitTest full_disk[] = {
      cmocka_unit_test(a_full_disk_leaves_the_old_run),
      cmocka_unit_test(a_full_disk_at_the_end_is_noticed),
      cmocka_unit_test(a_full_disk_at_the_start_is_noticed),
      cmocka_unit_test(a_later_run_succeeds_after_a_full_disk),
  };
  if (asked_for(argc, argv, "tools"))
    return have_program("h5dump") && have_program("h5ls")
               ? cmocka_run_group_tests(tools, enter, leave)
               : skipped("h5dump and h5ls are not installed");
  if (asked_for(argc, argv, "full_disk"))
    return can_mount() ? cmocka_run_group_tests(full_disk, enter, leave)
                       : skipped("mounting is not allowed here");
  if (argc > 1) return no_such_group(argv[1]);
  return cmocka_run_group_tests(tests, enter, leave);
}
