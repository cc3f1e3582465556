/* fit_search.h: the search for the best numbers. Internal. */
#ifndef PTL_FIT_SEARCH_H
#define PTL_FIT_SEARCH_H

#include "fit.h"

/* PTL_ERR_INPUT when the fit is not whole or the model does not take it; PTL_ERR_SIMULATION when no
 * run succeeds. `progress` is called within each run and after it and ends the search with
 * PTL_ERR_INTERRUPTED, or is NULL; the result is then that of the best run so far, without errors,
 * if there is one (its `best` > 0). */
ptl_status ptl_fit_run(ptl_context *context, const ptl_fit *fit,
                       int (*progress)(void *user, int64_t evaluations, double best), void *user,
                       ptl_fit_result *out);

#endif
