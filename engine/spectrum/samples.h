/* samples.h: rows at any distance made into samples at equal ones. Internal. */
#ifndef PTL_SAMPLES_H
#define PTL_SAMPLES_H

#include <stdint.h>

#include "context.h"

/* Values over places that do not fall. */
typedef struct ptl_series {
  const double *x, *y;
  int64_t n;
} ptl_series;

/* The distance of rows that half of the range is not covered beyond: that at which a run writes
 * rows, where contacts add some. NAN where there is none. */
ptl_status ptl_series_step(ptl_context *context, const ptl_series *series, double *out);
/* y at `at` + i `step`, i = 0 ... n - 1, all within the series: cubic where the four rows around
 * are about evenly spaced, else linear. */
void ptl_series_sample(const ptl_series *series, double at, double step, int n, double *out);

#endif
