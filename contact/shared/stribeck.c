/* The coefficient of friction that falls with the slip rate. */
#include "stribeck.h"

#include <math.h>

double ptl_stribeck_coefficient(const ptl_stribeck *s, double slip_rate, double *slope) {
  const double share = fabs(slip_rate) / s->speed;
  const double above = (s->still - s->kinetic) * exp(-pow(share, s->exponent));
  const double fall = above > 0 ? above * s->exponent * pow(share, s->exponent - 1) / s->speed : 0;
  *slope = slip_rate > 0 ? -fall : fall;
  return s->kinetic + above;
}

int ptl_stribeck_check(const ptl_stribeck *s, ptl_reason *why) {
  if (s->still >= s->kinetic) return 0;
  return ptl_refuse(why, "static (%g) must not be smaller than kinetic (%g)", s->still, s->kinetic);
}
