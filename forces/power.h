/* power.h: the power law that the springs and dampers of this folder share. */
#ifndef PTL_FORCE_POWER_H
#define PTL_FORCE_POWER_H

#include <math.h>

/* K |x|^n sign x, its derivative and its integral from 0; n >= 1. */
static inline void ptl_power(double factor, double exponent, double x, double out[3]) {
  double size = fabs(x), slope = factor == 0.0 ? 0.0 : factor * pow(size, exponent - 1.0);
  out[0] = slope * x;
  out[1] = exponent * slope;
  out[2] = slope * x * x / (exponent + 1.0);
}

#endif
