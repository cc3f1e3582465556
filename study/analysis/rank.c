/* rank.c: ranks and their correlation. */
#include "rank.h"

#include <math.h>
#include <stdlib.h>

typedef struct place {
  double value;
  int64_t index;
} place;

static int compare_places(const void *a, const void *b) {
  const place *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

/* Places sorted by value become ranks; equal values share their mean. */
static void rank(place *places, int64_t n, double *ranks) {
  qsort(places, (size_t)n, sizeof *places, compare_places);
  for (int64_t i = 0, end; i < n; i = end) {
    for (end = i; end < n && places[end].value == places[i].value;) end++;
    for (int64_t k = i; k < end; k++) ranks[places[k].index] = 0.5 * (double)(i + end - 1);
  }
}

static double correlation(const double *x, const double *y, int64_t n) {
  const double mean = 0.5 * (double)(n - 1);
  double xx = 0, yy = 0, xy = 0;
  for (int64_t i = 0; i < n; i++) {
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
    xy += (x[i] - mean) * (y[i] - mean);
  }
  return n >= 3 && xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
}

ptl_status ptl_rank_correlation(ptl_context *context, const double *x, const double *y, int64_t n,
                                double *out) {
  place *places = ptl_alloc(context, 2 * (size_t)n, sizeof *places);
  double *ranks = ptl_alloc(context, 2 * (size_t)n, sizeof *ranks);
  ptl_status status = places != NULL && ranks != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) {
    int64_t kept = 0;
    for (int64_t i = 0; i < n; i++) {
      if (isnan(x[i]) || isnan(y[i])) continue;
      places[kept] = (place){x[i], kept};
      places[n + kept] = (place){y[i], kept};
      kept++;
    }
    rank(places, kept, ranks);
    rank(places + n, kept, ranks + n);
    *out = correlation(ranks, ranks + n, kept);
  }
  ptl_free(context, places);
  ptl_free(context, ranks);
  return status;
}
