/* curve_type.h: a curve of curve.h as its users hold it. */
#ifndef PTL_CURVE_TYPE_H
#define PTL_CURVE_TYPE_H

#include "pintle_extend.h"

enum {
  PTL_CURVE_SAMPLES = 4,                         /* per piece, where searching begins */
  PTL_CURVE_DOUBLES = 18 + 2 * PTL_CURVE_SAMPLES /* n_derived_per_point of a type with a curve */
};

typedef struct ptl_curve {
  const double *piece; /* PTL_CURVE_DOUBLES per point */
  int n_points, n_pieces;
} ptl_curve;

static inline int ptl_curve_is_closed(const ptl_curve *curve) {
  return curve->n_pieces == curve->n_points;
}

#endif
