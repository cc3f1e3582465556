/* singular.h: what rounding leaves of a state near a singular position. Internal.
 *
 * Where the constraints have the strength w (root of the least pivot), their violation eps is eps/w
 * across the branch that the mechanism is on, and eps/w^2 of velocities, as Phi_q(q) v = 0 turns
 * with q. */
#ifndef PTL_SINGULAR_H
#define PTL_SINGULAR_H

#include <float.h>
#include <math.h>

#include "accelerations.h"
#include "system.h"

/* The strength of the weakest direction of the constraints, 1 where that is not small; or where it
 * has never been much more: such mechanisms are never far from a singular position. */
typedef struct ptl_strength {
  double value, largest; /* largest: so far, where it was never regular */
  int was_regular;
} ptl_strength;

/* At the state of the last factors in `reduced`, of which `pivot` is the least; about 1 where it is
 * not below `regular`. */
static inline void ptl_strength_update(ptl_strength *s, const ptl_data *data, double regular,
                                       double pivot, ptl_accelerations *reduced) {
  static const double least = 1e-5, much_less = 0.3;
  const int is_lost = ptl_accelerations_n_lost(reduced, data) > 0;
  if (!is_lost && !(pivot < regular * regular)) {
    *s = (ptl_strength){.value = 1.0, .was_regular = 1};
    return;
  }
  s->value = is_lost ? least : fmin(1.0, fmax(least, ptl_accelerations_strength(reduced)));
  s->was_regular |= s->value >= regular;
  s->largest = fmax(s->largest, s->value);
  if (!s->was_regular && s->value > much_less * s->largest) s->value = 1.0;
}

/* Rounding of coordinates, by lengths: far from the origin it is more. */
static inline double ptl_singular_rounding(const ptl_system *s) {
  double farthest = s->length;
  for (int i = 0; i < s->n_bodies; i++)
    farthest = fmax(farthest, fmax(fabs(s->q0[3 * i]), fabs(s->q0[3 * i + 1])));
  return DBL_EPSILON * farthest / s->length;
}

/* A bound of such errors: of positions by lengths, of velocities by the system's speed. margin:
 * what the method makes of a rounding. */
static inline void ptl_singular_noise(const ptl_system *s, double margin, double strength,
                                      double *position, double *velocity) {
  *position = margin * ptl_singular_rounding(s) / strength;
  *velocity = *position / strength;
}

/* Raises the tolerances of q and v, given in `tolerance`, to that bound; 1 where one of v is
 * raised. */
static inline int ptl_singular_raise(const ptl_system *s, double margin, double strength,
                                     const double *tolerance, double *raised) {
  int n = s->n_coordinates, is_raised = 0;
  double position, velocity;
  ptl_singular_noise(s, margin, strength, &position, &velocity);
  for (int i = 0; i < n; i++) {
    double size = s->length / ptl_system_lever(s, i),
           speed = velocity * size * s->speed / s->length;
    is_raised |= speed > tolerance[n + i];
    raised[i] = fmax(tolerance[i], position * size);
    raised[n + i] = fmax(tolerance[n + i], speed);
  }
  return is_raised;
}

#endif
