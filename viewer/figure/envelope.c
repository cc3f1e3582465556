#include "envelope.h"

#include <math.h>
#include <stdlib.h>

/* Points in the order in which they came; `n` counts all that came into the bin. */
typedef struct bin {
  int64_t n, low_at, high_at;
  double first_x, first_y, low_x, low_y, high_x, high_y, last_x, last_y;
  int broken; /* the curve is interrupted behind it */
} bin;

struct ptl_envelope {
  double from, per_bin; /* bins per unit of x */
  int n_bins;
  bin *bins; /* one before, n_bins, one behind */
};

ptl_envelope *ptl_envelope_create(double from, double to, int bins) {
  ptl_envelope *e = calloc(1, sizeof *e);
  if (e == NULL) return NULL;
  *e = (ptl_envelope){from, to > from ? bins / (to - from) : 0, bins, NULL};
  e->bins = calloc((size_t)bins + 2, sizeof *e->bins);
  if (e->bins != NULL) return e;
  free(e);
  return NULL;
}

void ptl_envelope_destroy(ptl_envelope *e) {
  if (e == NULL) return;
  free(e->bins);
  free(e);
}

static bin *bin_of(ptl_envelope *e, double x) {
  const double place = (x - e->from) * e->per_bin;
  if (place < 0) return &e->bins[0];
  if (place > e->n_bins) return &e->bins[e->n_bins + 1];
  return &e->bins[1 + (place < e->n_bins ? (int)place : e->n_bins - 1)];
}

static void start(bin *b, double x, double y) {
  b->n = 1;
  b->low_at = b->high_at = 0;
  b->first_x = b->low_x = b->high_x = b->last_x = x;
  b->first_y = b->low_y = b->high_y = b->last_y = y;
  b->broken = 0;
}

static void add(bin *b, double x, double y) {
  if (b->n == 0) {
    start(b, x, y);
    return;
  }
  if (y < b->low_y) {
    b->low_x = x;
    b->low_y = y;
    b->low_at = b->n;
  }
  if (y > b->high_y) {
    b->high_x = x;
    b->high_y = y;
    b->high_at = b->n;
  }
  b->last_x = x;
  b->last_y = y;
  b->n++;
}

void ptl_envelope_add(ptl_envelope *e, const double *x, const double *y, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    if (!isfinite(x[i])) continue;
    bin *b = bin_of(e, x[i]);
    if (!isfinite(y[i]))
      b->broken = 1;
    else if (b == e->bins) /* before the range: the latest counts */
      start(b, x[i], y[i]);
    else if (b != e->bins + e->n_bins + 1 || b->n == 0)
      add(b, x[i], y[i]);
  }
}

int64_t ptl_envelope_count(const ptl_envelope *e) {
  int64_t n = 0;
  for (int i = 0; i < e->n_bins + 2; i++) {
    const bin *b = &e->bins[i];
    n += (b->n < 4 ? b->n : 4) + b->broken;
  }
  return n;
}

static void put(double **x, double **y, double at, double value) {
  *(*x)++ = at;
  *(*y)++ = value;
}

/* Up to four points of n, those between the first and the last in the order in which they came. */
static void put_bin(const bin *b, double **x, double **y) {
  const int low_first = b->low_at <= b->high_at;
  if (b->n > 0) put(x, y, b->first_x, b->first_y);
  if (b->n == 3) { /* the middle one is the lowest, the highest, or between the two others */
    const int is_low = b->low_at == 1;
    const int is_extreme = is_low || b->high_at == 1;
    if (is_extreme) put(x, y, is_low ? b->low_x : b->high_x, is_low ? b->low_y : b->high_y);
    if (!is_extreme) put(x, y, b->last_x, b->last_y);
  }
  if (b->n > 3) {
    put(x, y, low_first ? b->low_x : b->high_x, low_first ? b->low_y : b->high_y);
    put(x, y, low_first ? b->high_x : b->low_x, low_first ? b->high_y : b->low_y);
  }
  if (b->n > 1) put(x, y, b->last_x, b->last_y);
  if (b->broken) put(x, y, NAN, NAN);
}

void ptl_envelope_points(const ptl_envelope *e, double *x, double *y) {
  for (int i = 0; i < e->n_bins + 2; i++) put_bin(&e->bins[i], &x, &y);
}
