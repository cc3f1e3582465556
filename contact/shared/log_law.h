/* log_law.h: the logarithmic laws of cylinders, d = c W ln(s/W) with W = F/L, solved for the
 * force. Shared by contact/ only.
 *
 * The force per length W grows with the depth up to d_max = c s/e, where its slope is infinite;
 * deeper there is no solution, and the law's largest depth says so. With u = ln(s/W) the
 * relation is u - ln u = 1 + ln(d_max/d), u > 1: the branch -1 of Lambert's function. */
#ifndef PTL_LOG_LAW_H
#define PTL_LOG_LAW_H

#include "pintle_extend.h"

enum { PTL_N_LOG_LAW = 2 }; /* doubles that such a law derives */

/* Derives from c [m^2/N], s [N/m] and the length [m] into the instance's places at `derived`. */
void ptl_log_law_derive(double *derived, double compliance, double scale, double length);
double ptl_log_law_deepest(const double *derived); /* d_max                                  [m] */

void ptl_log_law_force(const double *derived, double depth, ptl_elastic_out *out);

/* u for the depth d_max * share, 0 < share <= 1; NAN outside. Relative error below 1e-15, growing
 * as the square root of the rounding towards share = 1, where the solution itself does. */
double ptl_log_law_root(double share);

#endif
