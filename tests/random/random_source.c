#include "random_source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t next(random_source *r) {
  uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

random_source random_source_of(uint64_t seed) {
  random_source r = {seed * 0xd1342543de82ef95u + 1u};
  next(&r);
  return r;
}

double random_unit(random_source *r) {
  return (double)(next(r) >> 11) * 0x1p-53;
}

double six_digits(double x) {
  char text[32];
  snprintf(text, sizeof text, "%.6g", x);
  return strtod(text, NULL);
}

double random_between(random_source *r, double a, double b) {
  return six_digits(a + (b - a) * random_unit(r));
}

int random_below(random_source *r, int n) {
  return (int)(random_unit(r) * n);
}

int random_chance(random_source *r, double p) {
  return random_unit(r) < p;
}

double random_decades(random_source *r, double a, double b) {
  int decades = 0;
  for (double x = a; x * 9.999 < b; x *= 10.0) decades++;
  double low = a;
  for (int k = random_below(r, decades); k > 0; k--) low *= 10.0;
  /* within a decade by squares, since 10^u would need a library: densest below */
  double u = random_unit(r);
  return six_digits(fmin(low * (1.0 + 9.0 * u * u), b));
}

void random_direction(random_source *r, double d[2]) {
  double t = random_unit(r), q = 1.0 + t * t, x = (1.0 - t * t) / q, y = 2.0 * t / q;
  int quarter = random_below(r, 4);
  d[0] = quarter == 0 ? x : quarter == 1 ? -y : quarter == 2 ? -x : y;
  d[1] = quarter == 0 ? y : quarter == 1 ? x : quarter == 2 ? -y : -x;
}
