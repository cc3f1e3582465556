/* Arrays from one piece of memory. Expected: what the head of arena.h promises. */
#include "support.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "arena.h"

enum { MOST = 3 };

typedef struct counted { /* an allocator that counts what it gives */
  int live;
} counted;

static void *count_alloc(size_t size, void *user) {
  ((counted *)user)->live++;
  return malloc(size);
}

static void *count_resize(void *memory, size_t size, void *user) {
  (void)user;
  return realloc(memory, size);
}

static void count_release(void *memory, void *user) {
  if (memory != NULL) ((counted *)user)->live--;
  free(memory);
}

/* Blocks are zero, aligned for any type, apart from each other, and gone by one release. */
static void blocks_are_apart_and_aligned(void **state) {
  counted c = {0};
  const ptl_allocator allocator = {count_alloc, count_resize, count_release, &c};
  ptl_context *context = ptl_context_create(&allocator);
  int before = c.live;
  char *text;
  double *numbers, *none;
  int32_t *words;
  (void)state;
  const ptl_block blocks[] = {PTL_BLOCK(text, 5), PTL_BLOCK(numbers, 7), PTL_BLOCK(none, 0),
                              PTL_BLOCK(words, MOST)};
  void *memory = ptl_arena_create(context, blocks, 4);
  assert_non_null(memory);
  assert_int_equal(c.live, before + 1);
  assert_int_equal((uintptr_t)text % alignof(max_align_t), 0);
  assert_int_equal((uintptr_t)numbers % alignof(max_align_t), 0);
  assert_int_equal((uintptr_t)words % alignof(max_align_t), 0);
  assert_non_null(none);
  for (int i = 0; i < 5; i++) assert_int_equal(text[i], 0);
  for (int i = 0; i < 7; i++) assert_true(numbers[i] == 0.0);
  memset(text, 1, 5);
  for (int i = 0; i < MOST; i++) words[i] = -1;
  for (int i = 0; i < 7; i++) assert_true(numbers[i] == 0.0);
  for (int i = 0; i < 7; i++) numbers[i] = 1.0;
  for (int i = 0; i < 5; i++) assert_int_equal(text[i], 1);
  for (int i = 0; i < MOST; i++) assert_int_equal(words[i], -1);
  ptl_free(context, memory);
  assert_int_equal(c.live, before);
  ptl_context_destroy(context);
}

/* Sizes that no memory has, alone or together, are refused, and the pointers stay as they were. */
static void too_much_is_refused(void **state) {
  double here = 0.0, *a = &here, *b = &here;
  const ptl_block one[] = {PTL_BLOCK(a, SIZE_MAX / 4)};
  const ptl_block two[] = {PTL_BLOCK(a, SIZE_MAX / 12), PTL_BLOCK(b, SIZE_MAX / 12)};
  assert_null(ptl_arena_create(*state, one, 1));
  assert_non_null(strstr(ptl_context_message(*state), "out of memory"));
  assert_null(ptl_arena_create(*state, two, 2));
  assert_true(a == &here && b == &here);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_are_apart_and_aligned),
      cmocka_unit_test(too_much_is_refused),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
