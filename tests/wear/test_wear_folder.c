/* Folders of `pintle wear` that were changed by others: refused, and left as they are. */
#include <sys/stat.h>

#include "support.h"
#include "wear_support.h"

enum { MOST_TEXT = 1 << 20, TABLES = 2 };

static const char *const tables[TABLES] = {"wear.csv", "profiles.csv"};

/* A pin that is pressed onto the wall of a slot; the walls are divided after the first cycle. */
static const char slot[] =
    "pintle: 1\n"
    "bodies: {block: {mass: 1 kg, inertia: 1e-3, position: [30 mm, -0.1 mm]}}\n"
    "joints:\n"
    "  way: {type: pin_in_slot, slot: {body: ground, line: {from: [0, 0], to: [60 mm, 0]}}, pin: "
    "{body: block, at: [0, 0], "
    "radius: 5 mm}, clearance: 0.1 mm, contact: dry, wear: {coefficient: 2e-14 m^2/N, length: 20 "
    "mm, sectors: 36}}\n"
    "  draw: {type: motion, bodies: [ground, block], along: x, rate: 0.3 m/s*cos(62.83*time/(1 "
    "s))}\n"
    "  hold: {type: motion, bodies: [ground, block], along: angle, rate: 0}\n"
    "loads: {weight: {body: block, force: [0, -100 N]}}\n"
    "contacts: {dry: {elastic: {law: power, stiffness: 1e7 N/m, exponent: 1}, damping: {law: "
    "hunt_crossley, alpha: 100 s/m}}}\n"
    "run: {until: 0.1 s, every: 1 ms, start: given, rtol: 1e-6}\n";

static const char *path_in(const char *folder, const char *name) {
  static char path[700];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void read_text(const char *path, char *text) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  text[fread(text, 1, MOST_TEXT - 1, file)] = '\0';
  fclose(file);
}

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static off_t size_of(const char *folder, const char *name) {
  struct stat info;
  assert_int_equal(stat(path_in(folder, name), &info), 0);
  return info.st_size;
}

/* The text with another line in the place of one, counted from 0. */
static void with_line(const char *text, int line, const char *other, char *out) {
  const char *at = text;
  for (int i = 0; i < line; i++) at = strchr(at, '\n') + 1;
  sprintf(out, "%.*s%s%s", (int)(at - text), text, other, strchr(at, '\n'));
}

static ptl_status go_on(ptl_context *context, const ptl_mechanism *m, const char *folder,
                        ptl_wear **w) {
  ptl_wear_options options = ptl_wear_options_default();
  options.cycle = "0.1 s";
  options.cycles = 2e4;
  options.folder = folder;
  options.resume = 1;
  return ptl_wear_create(context, m, &options, w);
}

static ptl_mechanism *begin_slot(ptl_context *context, const char *name, char folder[600]) {
  ptl_mechanism *m = mechanism_of(context, slot, NULL, 0);
  snprintf(folder, 600, "%s", write_file(name, ""));
  remove(folder);
  ptl_wear *w = begin_cycle(context, m, "0.1 s", 2e4, 2e-3, folder, 0);
  must(context, ptl_wear_advance(w));
  ptl_wear_destroy(w);
  return m;
}

/* Lines of the checkpoint: head, hash, two sizes of tables, blocks, cycles, the next block, error,
 * simulations, stiffness, peak force, then sectors, first place and width of the inner wall, of the
 * pin and of the outer wall, which nothing touches. */
static void a_checkpoint_out_of_range_is_refused(void **state) {
  static const struct {
    int line;
    const char *text;
  } wrong[] = {{2, "nan"},  {2, "-1"},    {2, "1e12"}, {3, "1e300"}, {4, "-1"},  {4, "1e300"},
               {5, "nan"},  {6, "inf"},   {7, "-1"},   {8, "1e30"},  {9, "nan"}, {10, "x"},
               {11, "1"},   {11, "2"},    {11, "37"},  {11, "-1"},   {11, "0"},  {12, "nan"},
               {13, "0"},   {13, "-1e3"}, {14, "35"},  {14, "0"},    {15, "1"},  {18, "1"},
               {20, "inf"}, {21, "nan"},  {25, ""},    {30, "1\n1"}};
  static char text[MOST_TEXT], changed[MOST_TEXT];
  char folder[600];
  off_t sizes[TABLES];
  ptl_mechanism *m = begin_slot(*state, "wear_g", folder);
  ptl_wear *w;
  for (int i = 0; i < TABLES; i++) sizes[i] = size_of(folder, tables[i]);
  read_text(path_in(folder, "checkpoint.txt"), text);
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    with_line(text, wrong[k].line, wrong[k].text, changed);
    write_text(path_in(folder, "checkpoint.txt"), changed);
    if (go_on(*state, m, folder, &w) != PTL_ERR_IO)
      fail_msg("line %d: '%s' is taken", wrong[k].line, wrong[k].text);
    for (int i = 0; i < TABLES; i++) assert_int_equal(size_of(folder, tables[i]), sizes[i]);
  }
  write_text(path_in(folder, "checkpoint.txt"), text);
  must(*state, go_on(*state, m, folder, &w));
  ptl_wear_destroy(w);
  remove_folder(folder);
  ptl_mechanism_destroy(m);
}

static void put_pipe(const char *folder, const char *name) {
  assert_int_equal(unlink(path_in(folder, name)), 0);
  assert_int_equal(mkfifo(path_in(folder, name), 0600), 0);
}

static void expect_no_file(const ptl_context *context, ptl_status status) {
  assert_int_equal(status, PTL_ERR_IO);
  if (strstr(ptl_context_message(context), ": error: cannot be read: it is no file") == NULL)
    fail_msg("%s", ptl_context_message(context));
}

/* A pipe in the place of a file of the folder, which might let wait for ever, is not read. */
static void a_pipe_in_the_place_of_a_file_is_refused(void **state) {
  char folder[600];
  ptl_mechanism *m = begin_slot(*state, "wear_p", folder);
  ptl_wear *w;
  ptl_wear_table table;
  must(*state, go_on(*state, m, folder, &w));
  for (int i = 0; i < TABLES; i++) {
    put_pipe(folder, tables[i]);
    expect_no_file(*state, ptl_wear_read_table(w, tables[i], &table));
  }
  ptl_wear_destroy(w);
  put_pipe(folder, "checkpoint.txt");
  expect_no_file(*state, go_on(*state, m, folder, &w));
  remove_folder(folder);
  ptl_mechanism_destroy(m);
}

/* Where a table begins with another row of heads, its columns are not those that pictures are made
 * of. */
static void tables_of_other_columns_are_refused(void **state) {
  static char text[MOST_TEXT];
  char folder[600];
  ptl_mechanism *m = begin_slot(*state, "wear_h", folder);
  ptl_wear *w;
  ptl_wear_table table;
  must(*state, go_on(*state, m, folder, &w));
  for (int i = 0; i < TABLES; i++) {
    must(*state, ptl_wear_read_table(w, tables[i], &table));
    assert_true(table.rows > 1);
    ptl_wear_table_release(w, &table);
    read_text(path_in(folder, tables[i]), text);
    memset(text, 'x', strcspn(text, "\n"));
    write_text(path_in(folder, tables[i]), text);
    assert_int_equal(ptl_wear_read_table(w, tables[i], &table), PTL_ERR_INPUT);
    assert_non_null(strstr(ptl_context_message(*state), "it has 1 columns"));
  }
  ptl_wear_destroy(w);
  remove_folder(folder);
  ptl_mechanism_destroy(m);
}

/* Names of files are put together of that of the folder. */
static void a_folder_of_a_long_name_is_refused(void **state) {
  char folder[1200];
  ptl_mechanism *m = mechanism_of(*state, slot, NULL, 0);
  ptl_wear *w;
  memset(folder, 'f', sizeof folder - 1);
  folder[sizeof folder - 1] = '\0';
  assert_int_equal(go_on(*state, m, folder, &w), PTL_ERR_USAGE);
  assert_non_null(strstr(ptl_context_message(*state), "longer than 1000 bytes"));
  ptl_mechanism_destroy(m);
}

/* Ends a simulation when it has been asked so often. */
static int count_down(void *user, double fraction) {
  int *left = user;
  assert_true(fraction >= 0.0 && fraction <= 1.0);
  return --*left < 0;
}

/* What is stopped within a simulation is as after the last block, in memory and in the folder, and
 * goes on to the bits of what was never stopped; stopped in the first cycle it leaves no folder. */
static void it_can_be_stopped_within_a_cycle(void **state) {
  enum { SECTORS = 72, ENOUGH = 1000000000 };
  ptl_mechanism *m;
  ptl_wear_options options = ptl_wear_options_default();
  ptl_wear *w;
  struct stat before, after;
  char folder[600], table[700];
  double loss[2][SECTORS], works[SECTORS];
  int left = ENOUGH;
  must(*state, ptl_mechanism_load(*state, PINTLE_MODELS "/slider_crank_wear.yaml", NULL, 0, &m));
  snprintf(folder, sizeof folder, "%s", write_file("wear_s", ""));
  snprintf(table, sizeof table, "%s/wear.csv", folder);
  remove(folder);
  options.cycles = 300.0;
  options.folder = folder;
  options.progress = count_down;
  options.user = &left;
  must(*state, ptl_wear_create(*state, m, &options, &w));
  must(*state, ptl_wear_advance(w));
  const int first = ENOUGH - left;
  must(*state, ptl_wear_advance(w));
  const int second = ENOUGH - left - first;
  memcpy(loss[0], w->bearings[0].sides[0].loss, sizeof loss[0]);
  ptl_wear_destroy(w);
  remove_folder(folder);

  left = ENOUGH;
  must(*state, ptl_wear_create(*state, m, &options, &w));
  must(*state, ptl_wear_advance(w));
  const ptl_wear_bearing bearing = w->bearings[0];
  const int64_t simulations = w->simulations;
  memcpy(loss[1], bearing.sides[0].loss, sizeof loss[1]);
  memcpy(works, bearing.sides[0].works, sizeof works);
  assert_int_equal(stat(table, &before), 0);
  const int stops[] = {second / 2,
                       second - second / 8}; /* the later one within a cycle that counts */
  for (int i = 0; i < 2; i++) {
    left = stops[i];
    assert_int_equal(ptl_wear_advance(w), PTL_ERR_INTERRUPTED);
    assert_true(w->n_blocks == 1 && w->simulations == simulations);
    assert_memory_equal(loss[1], w->bearings[0].sides[0].loss, sizeof loss[1]);
    assert_memory_equal(works, w->bearings[0].sides[0].works, sizeof works);
    assert_true(w->bearings[0].peak_force == bearing.peak_force &&
                w->bearings[0].largest_clearance == bearing.largest_clearance &&
                w->bearings[0].sides[0].depth == bearing.sides[0].depth);
    assert_int_equal(stat(table, &after), 0);
    assert_true(after.st_size == before.st_size);
  }
  left = ENOUGH;
  must(*state, ptl_wear_advance(w));
  assert_memory_equal(loss[0], w->bearings[0].sides[0].loss, sizeof loss[0]);
  ptl_wear_destroy(w);
  remove_folder(folder);

  left = 10;
  assert_int_equal(ptl_wear_create(*state, m, &options, &w), PTL_ERR_INTERRUPTED);
  assert_int_not_equal(stat(folder, &after), 0);
  ptl_mechanism_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_checkpoint_out_of_range_is_refused),
      cmocka_unit_test(a_pipe_in_the_place_of_a_file_is_refused),
      cmocka_unit_test(tables_of_other_columns_are_refused),
      cmocka_unit_test(a_folder_of_a_long_name_is_refused),
      cmocka_unit_test(it_can_be_stopped_within_a_cycle),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
