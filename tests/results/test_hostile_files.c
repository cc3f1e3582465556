/* Files whose size or kind is out of the ordinary: memory stays in proportion to the file, nothing
 * waits for ever, nothing is cut short in silence. Expected: bounds of docs/trace.md; CSV by RFC
 * 4180, YAML by its specification 1.2. */
#include <sys/stat.h>

#include "pintle_trace.h"
#include "support.h"

static char place[] = "/tmp/pintle-hostile-XXXXXX";
static ptl_context *context;

/* An allocator that counts. */
static size_t in_use, most;

static void *counted_alloc(size_t size, void *user) {
  size_t *block = malloc(size + 16);
  (void)user;
  if (block == NULL) return NULL;
  *block = size;
  in_use += size;
  if (in_use > most) most = in_use;
  return block + 2;
}

static void counted_release(void *memory, void *user) {
  size_t *block = (size_t *)memory - 2;
  (void)user;
  in_use -= *block;
  free(block);
}

static void *counted_resize(void *old, size_t size, void *user) {
  void *larger = counted_alloc(size, user);
  if (larger == NULL || old == NULL) return larger;
  const size_t before = ((size_t *)old)[-2];
  memcpy(larger, old, before < size ? before : size);
  counted_release(old, user);
  return larger;
}

static int enter(void **state) {
  const ptl_allocator counted = {counted_alloc, counted_resize, counted_release, NULL};
  (void)state;
  if (!mkdtemp(place) || chdir(place) != 0) return -1;
  context = ptl_context_create(&counted);
  return context == NULL;
}

static int leave(void **state) {
  char command[256];
  (void)state;
  ptl_context_destroy(context);
  snprintf(command, sizeof command, "rm -rf %s", place);
  return chdir("/") == 0 ? system(command) : -1;
}

static void put(const char *path, const void *bytes, size_t n) {
  FILE *file = fopen(path, "wb");
  fwrite(bytes, 1, n, file);
  assert_int_equal(fclose(file), 0);
}

static void expect_message(const char *part) {
  if (strstr(ptl_context_message(context), part) == NULL)
    fail_msg("expected '%s' in: %s", part, ptl_context_message(context));
}

static void expect_refusal(const char *path, const char *part) {
  ptl_trace *trace;
  if (ptl_trace_load(context, path, &trace) == PTL_OK) fail_msg("%s is read", path);
  expect_message(part);
}

/* 20,000 columns in two rows, 290 kB: a block of 1024 rows of each would be 164 MB. */
static void wide_tables_take_little(void **state) {
  enum { WIDE = 20000 };
  (void)state;
  FILE *file = fopen("wide.csv", "w");
  for (int i = 0; i < WIDE; i++) fprintf(file, "%sc%d [m]", i > 0 ? "," : "", i);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < WIDE; i++) fprintf(file, "%c%d", i > 0 ? ',' : '\n', k);
  fputc('\n', file);
  assert_int_equal(fclose(file), 0);
  const size_t before = in_use;
  ptl_trace_reader *reader;
  ptl_trace_block block;
  most = in_use;
  must(context, ptl_trace_reader_open(context, "wide.csv", &reader));
  must(context, ptl_trace_reader_next(reader, &block));
  assert_int_equal(block.n_rows, 2);
  assert_true(block.columns[WIDE - 1][1] == 1);
  ptl_trace_reader_close(reader);
  print_message("%zu kB at most\n", (most - before) >> 10);
  assert_true(most - before < 64u << 20);
  assert_int_equal(in_use, before);
}

/* A line without an end: 80 MB of zeros, most of which are not on the disk. */
static void endless_lines_are_refused(void **state) {
  (void)state;
  put("zeros.csv", "", 1);
  assert_int_equal(truncate("zeros.csv", 80 << 20), 0);
  most = in_use;
  const size_t before = in_use;
  expect_refusal("zeros.csv", "a line has more than 64 MB");
  assert_true(most - before < 256u << 20);
}

/* Whoever opens a pipe waits for the other end. */
static void pipes_are_no_traces_and_no_plugins(void **state) {
  (void)state;
  assert_int_equal(mkfifo("pipe", 0600), 0);
  expect_refusal("pipe", "it is no file");
  assert_int_equal(ptl_context_load_plugin(context, "./pipe"), PTL_ERR_INPUT);
  expect_message("it is no file");
  assert_int_equal(mkdir("pipe.run", 0700), 0);
  assert_int_equal(mkfifo("pipe.run/trace.csv", 0600), 0);
  expect_refusal("pipe.run", "it is no file");
  expect_refusal("/dev/zero", "it is no file");
}

static void zeros_do_not_cut_text(void **state) {
  static const char names[] = "time [s],a\0b [m]\n0,1\n", numbers[] = "time [s],a [m]\n0,1\0002\n";
  static const char *const models[] = {
      "pintle: 1\ntitle: \"a\\0b\"\n", "pintle: 1\n\"title\\0x\": a\n",
      "pintle: 1\nparameters: {q: \"1 m\\0 rubbish\"}\n", "pintle: 1\ntitle: \"a\\x00b\"\n"};
  (void)state;
  put("names.csv", names, sizeof names - 1);
  expect_refusal("names.csv", "names.csv:1:11: error: a zero byte");
  put("numbers.csv", numbers, sizeof numbers - 1);
  expect_refusal("numbers.csv", "numbers.csv:2:4: error:");
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    ptl_mechanism *m = NULL;
    put("model.yaml", models[i], strlen(models[i]));
    assert_int_equal(ptl_mechanism_load(context, "model.yaml", NULL, 0, &m), PTL_ERR_INPUT);
    expect_message("a character with the code 0 does not belong into text");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wide_tables_take_little),
      cmocka_unit_test(endless_lines_are_refused),
      cmocka_unit_test(pipes_are_no_traces_and_no_plugins),
      cmocka_unit_test(zeros_do_not_cut_text),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
