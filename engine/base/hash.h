/* hash.h: FNV-1a of 64 bits. Internal. Source: Fowler, Noll, Vo; draft-eastlake-fnv. */
#ifndef PTL_HASH_H
#define PTL_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Of nothing. */
#define PTL_HASH_START UINT64_C(0xcbf29ce484222325)

/* `hash` goes on over n bytes. */
uint64_t ptl_hash(uint64_t hash, const void *bytes, size_t n);

#endif
