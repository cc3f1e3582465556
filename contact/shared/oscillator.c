/* Damping of the linear oscillator, carried over to any elastic law. */
#include "oscillator.h"

#include <math.h>

#include "pair.h"

double ptl_oscillator_ratio(double restitution) {
  const double l = log(restitution);
  return -l / sqrt(PTL_PI * PTL_PI + l * l);
}

/* -ln c of a damping ratio. */
static double loss(double zeta) {
  const double q2 = (1 - zeta) * (1 + zeta), q = sqrt(fabs(q2));
  if (q < 1e-6) return 2; /* the limit at zeta = 1, to 1e-12 */
  if (q2 > 0) return zeta / q * atan2(2 * zeta * q, 2 * zeta * zeta - 1);
  return 2 * zeta / q * log(zeta + q); /* zeta - q = 1/(zeta + q) */
}

/* Bisection: the loss grows with zeta, and for large zeta it is ln(4 zeta^2). */
double ptl_oscillator_ratio_clamped(double restitution) {
  const double wanted = -log(restitution);
  double low = 0, high = 1 + 1 / sqrt(restitution);
  if (!(wanted > 0)) return 0;
  for (int i = 0; i < 100; i++) {
    const double middle = (low + high) / 2;
    if (loss(middle) < wanted)
      low = middle;
    else
      high = middle;
  }
  return (low + high) / 2;
}

double ptl_oscillator_ratio_at(double restitution, double exit) {
  return exit == PTL_EXIT_AT_FORCE_0 ? ptl_oscillator_ratio_clamped(restitution)
                                     : ptl_oscillator_ratio(restitution);
}

/* D = s F/sqrt(2 E), dD/dd = D (F'/F - F/(2 E)) */
double ptl_oscillator_damping(double strength, const ptl_elastic_out *elastic, double *slope) {
  *slope = 0;
  if (!(elastic->energy > 0)) return 0;
  const double damping = strength * elastic->force / sqrt(2 * elastic->energy);
  *slope = damping * (elastic->stiffness / elastic->force - elastic->force / (2 * elastic->energy));
  return damping;
}
