/* philox.c: random numbers that are a function of what is asked for. */
#include "philox.h"

#include <string.h>

enum { ROUNDS = 10 };

void ptl_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
  uint32_t c[4], k[2] = {key[0], key[1]};
  memcpy(c, counter, sizeof c);
  for (int round = 0; round < ROUNDS; round++) {
    const uint64_t p0 = (uint64_t)0xD2511F53u * c[0], p1 = (uint64_t)0xCD9E8D57u * c[2];
    const uint32_t next[4] = {(uint32_t)(p1 >> 32) ^ c[1] ^ k[0], (uint32_t)p1,
                              (uint32_t)(p0 >> 32) ^ c[3] ^ k[1], (uint32_t)p0};
    memcpy(c, next, sizeof c);
    k[0] += 0x9E3779B9u;
    k[1] += 0xBB67AE85u;
  }
  memcpy(out, c, sizeof c);
}

uint64_t ptl_random_bits(uint64_t seed, ptl_random_purpose purpose, uint32_t dimension,
                         uint64_t index) {
  const uint32_t counter[4] = {(uint32_t)index, (uint32_t)(index >> 32), dimension,
                               (uint32_t)purpose};
  const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
  uint32_t out[4];
  ptl_philox(counter, key, out);
  return (uint64_t)out[1] << 32 | out[0];
}

double ptl_random_unit(uint64_t seed, ptl_random_purpose purpose, uint32_t dimension,
                       uint64_t index) {
  const uint64_t bits = ptl_random_bits(seed, purpose, dimension, index) >> 12;
  return ((double)bits + 0.5) * 0x1p-52;
}
