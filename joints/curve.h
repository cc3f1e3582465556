/* curve.h: a smooth curve through points, and the point of it nearest to another one.
 *
 * A cubic spline with two continuous derivatives, over the length of the chords between the points;
 * periodic when closed, else its first two and last two pieces are one cubic each. The points are a
 * PTL_POINTS parameter, the spline is what prepare() derives from them. */
#ifndef PTL_CURVE_H
#define PTL_CURVE_H

#include "pintle_extend.h"

enum {
  PTL_CURVE_SAMPLES = 4,                         /* per piece, where searching begins */
  PTL_CURVE_DOUBLES = 11 + 2 * PTL_CURVE_SAMPLES /* n_derived_per_point of a type with a curve */
};

typedef struct ptl_curve {
  const double *piece; /* PTL_CURVE_DOUBLES per point */
  int n_points, n_pieces;
} ptl_curve;

/* Fits the curve through the list at c[index]. `name` is the parameter's name, for reasons. */
int ptl_curve_prepare(double *c, int index, int closed, const char *name, ptl_reason *why);
/* The curve that was fitted. */
ptl_curve ptl_curve_get(const double *c, int index, int closed);

int ptl_curve_is_closed(const ptl_curve *curve);
/* > 0 when a closed curve runs counter-clockwise. */
double ptl_curve_area(const ptl_curve *curve);
/* Largest curvature [1/m] to the left (side 1) or to the right (-1), >= 0; *point is where. */
double ptl_curve_tightest(const ptl_curve *curve, double side, int *point);
/* Refuses a curve that crosses itself or comes nearer to itself than `width` [m]. Its radii of
 * curvature must be known to be larger than half of that. */
int ptl_curve_check_width(const ptl_curve *curve, double width, const char *name, ptl_reason *why);

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

#endif
