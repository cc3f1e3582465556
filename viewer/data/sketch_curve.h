/* sketch_curve.h: a smooth curve through points, as short lines, and the area of a polygon. */
#ifndef PTL_SKETCH_CURVE_H
#define PTL_SKETCH_CURVE_H

/* A curve through n >= 2 points x0, y0, x1, ...: cubic Hermite pieces over the chord lengths whose
 * slope at a point is that of the parabola through it and its neighbours. It differs from the
 * engine's spline by less than a drawing shows. Returns the number of points of *out, which the
 * caller frees; 0 and NULL when memory is out. */
int ptl_sketch_curve(const double *points, int n, int closed, double **out);

/* Area of a polygon [m^2]; positive when its corners are counter-clockwise. */
double ptl_sketch_area(const double *points, int n);

#endif
