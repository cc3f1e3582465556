/* envelope.h: a curve over a growing x in so many points as can be seen, with every peak. */
#ifndef PTL_ENVELOPE_H
#define PTL_ENVELOPE_H

#include <stdint.h>

typedef struct ptl_envelope ptl_envelope;

/* The range [from, to] in `bins` equal parts; of each the first and the last point are kept, and
 * the lowest and the highest. Before and behind the range the nearest point is kept. NULL when
 * memory is out. */
ptl_envelope *ptl_envelope_create(double from, double to, int bins);
void ptl_envelope_destroy(ptl_envelope *envelope);
/* n points, in order of x. A value that is not finite interrupts the curve. */
void ptl_envelope_add(ptl_envelope *envelope, const double *x, const double *y, int64_t n);
/* The points kept, in order, with NAN where the curve is interrupted. Room for
 * ptl_envelope_count. */
int64_t ptl_envelope_count(const ptl_envelope *envelope);
void ptl_envelope_points(const ptl_envelope *envelope, double *x, double *y);

#endif
