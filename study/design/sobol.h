/* sobol.h: the Sobol sequence. Internal.
 *
 * Direction numbers of S. Joe and F. Y. Kuo, "Constructing Sobol sequences with better
 * two-dimensional projections", SIAM J. Sci. Comput. 30 (2008) 2635, their set new-joe-kuo-6.21201
 * (JOE_KUO_LICENCE.txt), in the order of the Gray code of Antonov and Saleev, as in their
 * program. */
#ifndef PTL_SOBOL_H
#define PTL_SOBOL_H

#include <stdint.h>

enum { PTL_SOBOL_DIMENSIONS = 250, PTL_SOBOL_BITS = 32 };

/* Coordinate `dimension` (from 0) of point `index` (from 0; below 2^32) times 2^32. */
uint32_t ptl_sobol(uint32_t index, int dimension);

#endif
