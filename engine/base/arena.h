/* arena.h: the arrays of an object in one piece of memory, by a table. Internal. */
#ifndef PTL_ARENA_H
#define PTL_ARENA_H

#include "context.h"

typedef struct ptl_block {
  void *pointer;      /* address of the pointer that is to be set */
  size_t count, size; /* elements, and bytes of one */
} ptl_block;

/* The row of a table for an array of `count` elements behind `pointer`. */
#define PTL_BLOCK(pointer, count) \
  { &(pointer), (size_t)(count), sizeof *(pointer) }

/* Zeroed memory for all blocks of a table, one behind the other, each aligned for any type; sets
 * their pointers. To be released by one ptl_free of what is returned. NULL sets the message and
 * leaves the pointers alone. */
void *ptl_arena_create(ptl_context *context, const ptl_block *blocks, size_t n_blocks);

#endif
