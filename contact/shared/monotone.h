/* monotone.h: values of a smooth curve through points that does not overshoot between them, with
 * the slopes of pintle_monotone.h. Shared by contact/ only. */
#ifndef PTL_MONOTONE_H
#define PTL_MONOTONE_H

/* Value and slope at x; constant, without slope, beyond both ends. */
double ptl_monotone_value(const double *points, const double *slopes, int n, double x,
                          double *slope);

/* The cubic between 0 and h with these values and slopes at its ends, at the share t of h. */
double ptl_cubic_value(double h, const double value[2], const double slopes[2], double t,
                       double *slope);

#endif
