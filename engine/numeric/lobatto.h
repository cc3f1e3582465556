/* lobatto.h: functions by their values at the Gauss-Lobatto points of an interval. Internal. */
#ifndef PTL_LOBATTO_H
#define PTL_LOBATTO_H

/* On [0, 1]: its ends and two points inside; the weighted sum of the values is the integral, exact
 * to degree 5. */
enum { PTL_LOBATTO_POINTS = 4 };
extern const double ptl_lobatto_points[PTL_LOBATTO_POINTS];
extern const double ptl_lobatto_weights[PTL_LOBATTO_POINTS];

/* Coefficients of the cubic f(x) = c0 + c1 x + c2 x^2 + c3 x^3 through the values f. */
void ptl_lobatto_cubic(const double f[PTL_LOBATTO_POINTS], double c[4]);
/* Integral of such a cubic from 0 to x. */
double ptl_lobatto_integral(const double c[4], double x);
/* Largest value of the cubic through the values f on [0, 1], and where it is. */
double ptl_lobatto_maximum(const double f[PTL_LOBATTO_POINTS], double *where);

#endif
