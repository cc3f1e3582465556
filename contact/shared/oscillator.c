/* Damping of the linear oscillator, carried over to any elastic law. */
#include "oscillator.h"

#include <math.h>

#include "pair.h"

double ptl_oscillator_ratio(double restitution) {
  const double l = log(restitution);
  return -l / sqrt(PTL_PI * PTL_PI + l * l);
}

/* D = s F/sqrt(2 E), dD/dd = D (F'/F - F/(2 E)) */
double ptl_oscillator_damping(double strength, const ptl_elastic_out *elastic, double *slope) {
  *slope = 0;
  if (!(elastic->energy > 0)) return 0;
  const double damping = strength * elastic->force / sqrt(2 * elastic->energy);
  *slope = damping * (elastic->stiffness / elastic->force - elastic->force / (2 * elastic->energy));
  return damping;
}
