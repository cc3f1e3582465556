/* sobol.c: the Sobol sequence. */
#include "sobol.h"

#include "sobol_table.h"

_Static_assert(sizeof ptl_sobol_table / sizeof *ptl_sobol_table == PTL_SOBOL_DIMENSIONS - 1,
               "a row for every dimension but the first");

/* Direction numbers v[j] = m[j] 2^(31 - j). */
static void directions(int dimension, uint32_t v[PTL_SOBOL_BITS]) {
  if (dimension == 0) {
    for (int j = 0; j < PTL_SOBOL_BITS; j++) v[j] = 1u << (PTL_SOBOL_BITS - 1 - j);
    return;
  }
  const struct ptl_sobol_row *row = &ptl_sobol_table[dimension - 1];
  int degree = 0;
  while (row->polynomial >> (degree + 1)) degree++;
  for (int j = 0; j < PTL_SOBOL_BITS; j++) {
    if (j < degree) {
      v[j] = (uint32_t)row->m[j] << (PTL_SOBOL_BITS - 1 - j);
      continue;
    }
    v[j] = v[j - degree] ^ (v[j - degree] >> degree);
    for (int k = 1; k < degree; k++)
      if (row->polynomial >> (degree - k) & 1) v[j] ^= v[j - k];
  }
}

uint32_t ptl_sobol(uint32_t index, int dimension) {
  uint32_t v[PTL_SOBOL_BITS], x = 0;
  directions(dimension, v);
  uint32_t gray = index ^ (index >> 1);
  for (int j = 0; gray != 0; j++, gray >>= 1)
    if (gray & 1) x ^= v[j];
  return x;
}
