/* rank.h: ranks and their correlation. Internal. */
#ifndef PTL_RANK_H
#define PTL_RANK_H

#include "context.h"

/* Spearman's coefficient of n pairs, ties at their mean rank; pairs with a NAN are left out. *out
 * is NAN where one side is the same everywhere or fewer than 3 pairs are left. PTL_ERR_MEMORY. */
ptl_status ptl_rank_correlation(ptl_context *context, const double *x, const double *y, int64_t n,
                                double *out);

#endif
