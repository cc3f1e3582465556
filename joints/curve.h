/* curve.h: a smooth curve through points, and the point of it nearest to another one.
 *
 * A cubic spline with two continuous derivatives, over the length of the chords between the points;
 * periodic when closed, else its first two and last two pieces are one cubic each. The points are a
 * PTL_POINTS parameter, the spline is what prepare() derives from them. */
#ifndef PTL_CURVE_H
#define PTL_CURVE_H

#include "curve_nearest.h"

/* Fits the curve through the list at c[index]. `name` is the parameter's name, for reasons. */
int ptl_curve_prepare(double *c, int index, int closed, const char *name, ptl_reason *why);
/* The curve that was fitted. */
ptl_curve ptl_curve_get(const double *c, int index, int closed);

/* > 0 when a closed curve runs counter-clockwise. */
double ptl_curve_area(const ptl_curve *curve);
/* Largest curvature [1/m] to the left (side 1) or to the right (-1), >= 0; *point is where. */
double ptl_curve_tightest(const ptl_curve *curve, double side, int *point);
/* Refuses a curve that crosses itself or comes nearer to itself than `width` [m]. Its radii of
 * curvature must be known to be larger than half of that. */
int ptl_curve_check_width(const ptl_curve *curve, double width, const char *name, ptl_reason *why);

#endif
