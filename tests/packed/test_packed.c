/* Packed descriptions: read back to the same run, and refused where they are damaged, whatever the
 * damage. */
#include "hash.h"
#include "model_run.h"
#include "packed.h"

static ptl_mechanism *load(const char *name, const ptl_setting *settings, int n) {
  char path[512];
  ptl_mechanism *m;
  snprintf(path, sizeof path, PINTLE_MODELS "/%s.yaml", name);
  must(context, ptl_mechanism_load(context, path, settings, n, &m));
  return m;
}

/* The text that the description is written as, with every default resolved. */
static char *text_of(const ptl_mechanism *m) {
  char *text;
  must(context, ptl_mechanism_text(m, &text));
  return text;
}

static void check_same(const ptl_mechanism *a, const ptl_mechanism *b) {
  char *x = text_of(a), *y = text_of(b);
  assert_string_equal(x, y);
  ptl_text_release(context, x);
  ptl_text_release(context, y);
}

/* All shipped models, in a context that knows no other units than the packed ones. */
static void reads_back_what_was_packed(void **state) {
  (void)state;
  model_list list;
  list_models(&list);
  for (int i = 0; i < list.n; i++) {
    ptl_mechanism *m = load(list.name[i], NULL, 0), *again;
    void *bytes;
    size_t size;
    must(context, ptl_pack(m, &bytes, &size));
    must(context, ptl_unpack(context, "packed", bytes, size, &again));
    check_same(m, again);
    ptl_mechanism_destroy(again);
    ptl_text_release(context, bytes);
    const size_t first = size; /* the context has each unit once, however often it is read */
    must(context, ptl_pack(m, &bytes, &size));
    assert_int_equal(size, first);
    ptl_text_release(context, bytes);
    ptl_mechanism_destroy(m);
  }
}

/* Settings are in the packed tree, and a description that a program made has one too. */
static void settings_and_programs_are_packed(void **state) {
  (void)state;
  const ptl_setting slower = {"parameters.speed", "100 rpm"};
  ptl_mechanism *m = load("scotch_yoke", &slower, 1), *again;
  void *bytes;
  size_t size;
  must(context, ptl_mechanism_set_title(m, "changed", NULL));
  must(context, ptl_pack(m, &bytes, &size));
  must(context, ptl_unpack(context, "packed", bytes, size, &again));
  check_same(m, again);
  ptl_text_release(context, bytes);
  ptl_mechanism_destroy(again);
  ptl_mechanism_destroy(m);
}

/* With the hash made right again, so that the reading itself meets the damage; under the
 * sanitizers. */
static void damage_is_refused_or_harmless(void **state) {
  (void)state;
  enum { HEAD = 32, SUM = 24, TRIES = 4000 };
  ptl_mechanism *m = load("scotch_yoke", NULL, 0), *again;
  void *bytes;
  size_t size;
  uint64_t random = 88172645463325252u;
  must(context, ptl_pack(m, &bytes, &size));
  unsigned char *copy = malloc(size);
  assert_non_null(copy);
  int n_refused = 0;
  for (int i = 0; i < TRIES; i++) {
    memcpy(copy, bytes, size);
    random ^= random << 13, random ^= random >> 7, random ^= random << 17;
    const size_t at = HEAD + (size_t)(random >> 8) % (size - HEAD);
    const size_t length = i % 3 == 0 ? at : size;
    copy[at] = (unsigned char)(i % 2 == 0 ? 0xff : random);
    const uint64_t sum = ptl_hash(PTL_HASH_START, copy + HEAD, length - HEAD);
    memcpy(copy + SUM, &sum, sizeof sum);
    const ptl_status status = ptl_unpack(context, "packed", copy, length, &again);
    if (status == PTL_OK) ptl_mechanism_destroy(again);
    n_refused += status == PTL_ERR_INPUT;
    assert_true(status == PTL_OK || status == PTL_ERR_INPUT);
  }
  assert_true(n_refused > TRIES / 2);
  free(copy);
  ptl_text_release(context, bytes);
  ptl_mechanism_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_back_what_was_packed),
      cmocka_unit_test(settings_and_programs_are_packed),
      cmocka_unit_test(damage_is_refused_or_harmless),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
