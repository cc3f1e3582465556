/* one_way.h: a spring that acts on one side only. */
#ifndef PTL_FORCE_ONE_WAY_H
#define PTL_FORCE_ONE_WAY_H

#include <math.h>

#include "pintle_extend.h"

/* K e^n (1 + alpha e') where the stretch e > 0 and that is > 0, else nothing. No force at e = 0, so that
 * it sets in without a jump, and it never turns round. `side` 1: e = s - s0; -1: e = s0 - s.
 * (Hunt, Crossley: Coefficient of restitution interpreted as damping in vibroimpact, 1975.) */
static inline void ptl_one_way(double stiffness, double exponent, double alpha, double side,
                               double s, double rate, ptl_force_out *out) {
  double e = side * s, speed = side * rate, factor = 1.0 + alpha * speed;
  *out = (ptl_force_out){0};
  if (!(e > 0.0)) return;
  double elastic = stiffness * pow(e, exponent);
  out->energy = elastic * e / (exponent + 1.0);
  if (!(factor > 0.0)) return;
  out->force = side * elastic * factor;
  out->d_s = exponent * elastic / e * factor;
  out->d_rate = elastic * alpha;
}

#endif
