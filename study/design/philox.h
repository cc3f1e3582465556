/* philox.h: random numbers that are a function of what is asked for, without a state. Internal. */
#ifndef PTL_PHILOX_H
#define PTL_PHILOX_H

#include <stdint.h>

/* Four words from a counter and a key. Philox4x32-10 of Salmon, Moraes, Dror, Shaw: Parallel random
 * numbers: as easy as 1, 2, 3 (SC 2011). */
void ptl_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* What a number is drawn for; numbers of different purposes are independent. */
typedef enum ptl_random_purpose {
  PTL_RANDOM_POINT,   /* coordinate of a point */
  PTL_RANDOM_STRATUM, /* the order of the strata of a Latin hypercube */
  PTL_RANDOM_SHIFT,   /* the digital shift of a Sobol sequence */
  PTL_RANDOM_START    /* the perturbed start of a replicate */
} ptl_random_purpose;

/* 64 random bits. */
uint64_t ptl_random_bits(uint64_t seed, ptl_random_purpose purpose, uint32_t dimension,
                         uint64_t index);
/* A number in (0, 1), uniformly distributed. */
double ptl_random_unit(uint64_t seed, ptl_random_purpose purpose, uint32_t dimension,
                       uint64_t index);

#endif
