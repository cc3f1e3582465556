/* arena.c: see arena.h. */
#include "arena.h"

#include <stdalign.h>
#include <stddef.h>
#include <string.h>

/* Bytes of a block, up to where the next may begin; SIZE_MAX if that is no number of bytes. */
static size_t padded(const ptl_block *block) {
  const size_t step = alignof(max_align_t);
  if (block->count > (SIZE_MAX - step) / block->size) return SIZE_MAX;
  return (block->count * block->size + step - 1) / step * step;
}

void *ptl_arena_create(ptl_context *context, const ptl_block *blocks, size_t n_blocks) {
  size_t total = 0;
  for (size_t i = 0; i < n_blocks; i++) {
    size_t bytes = padded(&blocks[i]);
    total = bytes > SIZE_MAX - total ? SIZE_MAX : total + bytes;
  }
  size_t size = total < SIZE_MAX ? 1 : 2; /* which is no number of bytes either, and is refused */
  char *memory = ptl_alloc(context, total, size);
  char *next = memory;
  for (size_t i = 0; i < n_blocks && memory != NULL; i++) {
    memcpy(blocks[i].pointer, &next, sizeof next); /* all pointers to objects look the same */
    next += padded(&blocks[i]);
  }
  return memory;
}
