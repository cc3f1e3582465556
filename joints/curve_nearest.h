/* curve_nearest.h: the place of a curve of curve.h that is nearest to a point. */
#ifndef PTL_CURVE_NEAREST_H
#define PTL_CURVE_NEAREST_H

#include "curve_type.h"

typedef struct ptl_foot {
  double x, y;      /* nearest point of the curve */
  double tx, ty;    /* unit tangent there */
  double offset;    /* of the point asked for, > 0 to the left                             [m] */
  double curvature; /* > 0 curves to the left                                            [1/m] */
  int past;         /* -1 or 1: beyond the first or last end of an open curve, else 0 */
} ptl_foot;

void ptl_curve_find(const ptl_curve *curve, double x, double y, ptl_foot *out);
/* An end of an open curve: the first (last 0) or the last one. Leaves the offset alone. */
void ptl_curve_end(const ptl_curve *curve, int last, ptl_foot *out);
/* Circles around every piece and around spans of them, by which the nearest is found. */
void ptl_curve_write_circles(double *pieces, int n_pieces);

#endif
