/* test_losses_read.c: the entry `wear` of summary.json read back. */
#include <unistd.h>

#include "losses_read.h"
#include "support.h"

static char folder[64], path[96];

static void put_summary(const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

static int make_folder(void **state) {
  strcpy(folder, "/tmp/pintle_losses_XXXXXX");
  if (mkdtemp(folder) == NULL) return 1;
  snprintf(path, sizeof path, "%s/summary.json", folder);
  return make_context(state);
}

static int drop_folder(void **state) {
  unlink(path);
  rmdir(folder);
  return drop_context(state);
}

#define ROUND "\"shape\": \"round\", \"radius\": 0.01, \"first\": 0, \"width\": 0.5"
#define FLAT "\"shape\": \"flat\", \"radius\": null, \"first\": -0.25, \"width\": 0.5"
#define GAP(JOINT, FIRST, SECOND)                                                       \
  "{\"joint\": \"" JOINT "\", \"gap\": \"g\", \"length\": 0.02, \"surfaces\": [{" FIRST \
  "}, {"                                                                                \
  "\"part\": \"pin\", " SECOND "}]}"

/* Depths by hand: coefficient times work over length times width, which of a round surface is an
 * angle and times the radius. The first surface of a gap is drawn outwards, the other inwards.
 * Negative work is none; a surface without a coefficient, or without sectors, is not there. */
static void depths_are_those_of_archard(void **state) {
  ptl_losses losses;
  put_summary("{\"title\": \"a \\u2192 \\\"b\\\"\", \"wear\": [\n" GAP(
      "one", "\"part\": \"bush\", \"coefficient\": 2e-14, \"works\": [0, 3, -1, 1e-3], " ROUND,
      "\"coefficient\": 4e-14, \"works\": [5, 7], " FLAT) ",\n" GAP("two\\n",
                                                                    "\"part\": \"wall\", "
                                                                    "\"coefficient\": 0, "
                                                                    "\"works\": [1], " FLAT,
                                                                    "\"coefficient\": 1e-14, "
                                                                    "\"works\": [], \"shape\": "
                                                                    "\"whole\"") "]}\n");
  must(*state, ptl_losses_read(*state, folder, &losses));
  assert_int_equal(losses.n, 2);
  const ptl_surface_loss *bush = &losses.surfaces[0], *pin = &losses.surfaces[1];
  assert_string_equal(bush->name, "one.g.bush");
  assert_string_equal(pin->name, "one.g.pin");
  assert_true(bush->is_round && !bush->is_inward && bush->n == 4);
  assert_true(!pin->is_round && pin->is_inward && pin->n == 2);
  const double round[] = {0, 6e-10, 0, 2e-13}, flat[] = {2e-11, 2.8e-11};
  for (int i = 0; i < 4; i++) {
    assert_near(bush->depths[i], round[i], 1e-24);
    assert_near(bush->places[i], 0.5 * i, 0);
  }
  for (int i = 0; i < 2; i++) {
    assert_near(pin->depths[i], flat[i], 1e-25);
    assert_near(pin->places[i], -0.25 + 0.5 * i, 0);
  }
  ptl_losses_release(*state, &losses);
}

/* More surfaces than any number of colours; a name with a line end stays a name. */
static void there_may_be_many(void **state) {
  enum { GAPS = 40 };
  static const char gap[] =
      GAP("a\\nb", "\"part\": \"x\", \"coefficient\": 1e-14, \"works\": [1], " FLAT,
          "\"coefficient\": 1e-14, \"works\": [1], " FLAT);
  static char text[GAPS * (sizeof gap + 2) + 32];
  ptl_losses losses;
  strcpy(text, "{\"wear\": [");
  for (int i = 0; i < GAPS; i++) sprintf(text + strlen(text), "%s%s", i > 0 ? ",\n" : "", gap);
  strcat(text, "]}");
  put_summary(text);
  must(*state, ptl_losses_read(*state, folder, &losses));
  assert_int_equal(losses.n, 2 * GAPS);
  assert_string_equal(losses.surfaces[2 * GAPS - 1].name, "a\nb.g.pin");
  ptl_losses_release(*state, &losses);
}

/* What is no such file is an error that tells where; what has other things in these places has
 * no losses. */
static void other_texts_are_refused_or_have_none(void **state) {
  static const char *const torn[] = {"{\"wear\": [{\"joint\": \"x",
                                     "{\"wear\": [\n{\"joint\": ",
                                     "{",
                                     "{\"wear\": [}",
                                     "[1, 2",
                                     "{\"a\": \"\\q\"}"};
  static const char *const none[] = {
      "",      "{}",
      "[]",    "7",
      "null",  "{\"wear\": 1}",
      "[[]]",  "{\"wear\": [1, [], {\"surfaces\": {}}, {\"surfaces\": [null, 2]}]}",
      "\"x\"", "{\"wear\": [{\"surfaces\": [{\"coefficient\": \"1 x\", \"works\": 3}]}]}"};
  ptl_losses losses;
  for (size_t i = 0; i < sizeof torn / sizeof *torn; i++) {
    put_summary(torn[i]);
    assert_int_equal(ptl_losses_read(*state, folder, &losses), PTL_ERR_INPUT);
    assert_non_null(strstr(ptl_context_message(*state), "/summary.json:"));
    ptl_losses_release(*state, &losses);
  }
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    put_summary(none[i]);
    must(*state, ptl_losses_read(*state, folder, &losses));
    assert_int_equal(losses.n, 0);
    ptl_losses_release(*state, &losses);
  }
  unlink(path);
  assert_int_equal(ptl_losses_read(*state, folder, &losses), PTL_ERR_IO);
  ptl_losses_release(*state, &losses);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(depths_are_those_of_archard),
      cmocka_unit_test(there_may_be_many),
      cmocka_unit_test(other_texts_are_refused_or_have_none),
  };
  return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
