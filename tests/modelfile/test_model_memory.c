/* test_model_memory.c: memory that runs out at any point. The allocator refuses call number n, for
 * every n until the work succeeds; it then counts what was not given back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mechanism.h"

typedef struct counter {
  long calls, fails_at; /* call number that is refused, 0 for none */
  long held;
} counter;

static int refuses(counter *c) {
  return ++c->calls == c->fails_at;
}

static void *count_alloc(size_t size, void *user) {
  counter *c = user;
  void *memory = refuses(c) ? NULL : malloc(size);
  c->held += memory != NULL;
  return memory;
}

static void *count_resize(void *old, size_t size, void *user) {
  counter *c = user;
  void *memory = refuses(c) ? NULL : realloc(old, size);
  c->held += memory != NULL && old == NULL;
  return memory;
}

static void count_release(void *memory, void *user) {
  counter *c = user;
  c->held -= memory != NULL;
  free(memory);
}

/* Loads, copies and saves a model, and says whether everything succeeded. */
static int work(counter *c, const char *path) {
  static const ptl_setting settings[] = {{"run.rtol", "1e-6"},
                                         {"bodies.extra",
                                          "{mass: 1, "
                                          "inertia: 2}"}};
  const ptl_allocator allocator = {count_alloc, count_resize, count_release, c};
  ptl_context *context = ptl_context_create(&allocator);
  ptl_mechanism *m = NULL, *copy = NULL;
  if (context == NULL) return 0;
  ptl_status status = ptl_mechanism_load(context, path, settings, 2, &m);
  if (status == PTL_OK) status = ptl_mechanism_copy(context, m, &copy);
  if (status == PTL_OK) status = ptl_mechanism_save(copy, "/dev/null/no");
  if (status != PTL_ERR_MEMORY && status != PTL_ERR_IO)
    fail_msg("status %d: %s", status, ptl_context_message(context));
  if (status == PTL_ERR_MEMORY) assert_non_null(strstr(ptl_context_message(context), "memory"));
  ptl_mechanism_destroy(m);
  ptl_mechanism_destroy(copy);
  ptl_context_destroy(context);
  return status == PTL_ERR_IO; /* came as far as the file that cannot be written */
}

static void check_model(const char *path) {
  long n;
  for (n = 1;; n++) {
    counter c = {0, n, 0};
    const int done = work(&c, path);
    if (c.held != 0) fail_msg("%ld pieces are lost when call %ld fails", c.held, n);
    if (done) {
      assert_true(c.calls < n); /* nothing was refused: the end */
      break;
    }
  }
  assert_true(n > 50);
}

static void test_models(void **state) {
  (void)state;
  check_model(PINTLE_MODELS "/slider_crank_clearance.yaml");
  check_model(PINTLE_MODELS "/pendulum.yaml");
  check_model(PINTLE_DATA "/everything.yaml");
  check_model(PINTLE_DATA "/drives.yaml");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
