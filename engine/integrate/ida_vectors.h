/* ida_vectors.h: loops over the vectors of SUNDIALS, several times as fast on short ones as those
 * that it is packaged with. Internal. */
#ifndef PTL_IDA_VECTORS_H
#define PTL_IDA_VECTORS_H

#include <sundials/sundials_nvector.h>

/* For a serial vector; its clones inherit them. */
void ptl_ida_use_own_loops(N_Vector v);
/* The root of the mean of (x_i w_i)^2. */
sunrealtype ptl_ida_norm(N_Vector x, N_Vector w);

#endif
