/* random_source.h: random numbers that are the same on every machine: splitmix64 (Steele, Lea,
 * Flood 2014) and arithmetic that needs no library but sqrt. For the generator of mechanisms. */
#ifndef PTL_TEST_RANDOM_SOURCE_H
#define PTL_TEST_RANDOM_SOURCE_H

#include <stdint.h>

typedef struct random_source {
  uint64_t state;
} random_source;

random_source random_source_of(uint64_t seed);

double random_unit(random_source *r);                        /* [0, 1) */
double random_between(random_source *r, double a, double b); /* six digits */
int random_below(random_source *r, int n);                   /* 0 ... n - 1 */
int random_chance(random_source *r, double p);
/* As likely in every decade from a to b; six digits. */
double random_decades(random_source *r, double a, double b);
/* A unit vector. */
void random_direction(random_source *r, double d[2]);
/* x to six significant digits, the same on every machine. */
double six_digits(double x);

#endif
