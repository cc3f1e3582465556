/* hash.c: see hash.h. */
#include "hash.h"

uint64_t ptl_hash(uint64_t hash, const void *bytes, size_t n) {
  const unsigned char *b = bytes;
  for (size_t i = 0; i < n; i++) hash = (hash ^ b[i]) * UINT64_C(0x100000001b3);
  return hash;
}
