/* indices.h: first-order and total Sobol indices of a design `saltelli`. Internal. */
#ifndef PTL_INDICES_H
#define PTL_INDICES_H

#include <stdint.h>

typedef struct ptl_indices {
  double first, total;
  double first_error, total_error; /* standard errors */
} ptl_indices;

/* Of `n_factors` factors, from the results of n_blocks blocks of n_factors + 2 points: A, AB_1 ...
 * AB_d, B (study/design/design.h). Blocks in which a result is NAN are left out. Returns the number
 * of blocks that counted; below 2, or where the result is the same everywhere, all indices are NAN.
 * First order by Saltelli et al., Comput. Phys. Commun. 181 (2010) 259, table 2 (b); total by
 * Jansen, ibid. (f). */
int64_t ptl_sobol_indices(const double *results, int64_t n_blocks, int n_factors, ptl_indices *out);

#endif
