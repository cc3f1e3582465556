/* monotone.h: a smooth curve through points that does not overshoot between them. Shared by
 * contact/ only.
 *
 * Piecewise cubic with the slopes of Fritsch and Butland (SIAM J. Sci. Stat. Comput. 1984, 5, 300):
 * the weighted harmonic mean of the secants at both sides, zero where they differ in sign. */
#ifndef PTL_MONOTONE_H
#define PTL_MONOTONE_H

/* Slopes at the n points x0, y0, x1, y1, ... with growing x; `first` at the first, 0 at the last. */
void ptl_monotone_slopes(const double *points, int n, double first, double *slopes);

/* Value and slope at x; constant, without slope, beyond both ends. */
double ptl_monotone_value(const double *points, const double *slopes, int n, double x,
                          double *slope);

/* The cubic between 0 and h with these values and slopes at its ends, at the share t of h. */
double ptl_cubic_value(double h, const double value[2], const double slopes[2], double t,
                       double *slope);

#endif
