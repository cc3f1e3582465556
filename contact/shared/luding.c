/* Loading stiffness of Luding's law. */
#include "luding.h"

#include <math.h>

#include "pair.h"

int ptl_luding_stiffness(double stiffness, double velocity, const ptl_contact_env *env, double *out,
                         ptl_reason *why) {
  const int by_stiffness = !isnan(stiffness), by_velocity = !isnan(velocity);
  double modulus, radius;
  if (by_stiffness == by_velocity)
    return ptl_refuse(
        why, "give exactly one of stiffness [N/m] and characteristic_velocity [m/s], not %s",
        by_stiffness ? "both" : "none");
  *out = stiffness;
  if (by_stiffness) return 0;
  if (!(env->effective_mass > 0))
    return ptl_refuse(why, "with characteristic_velocity it needs the effective mass [kg]");
  if (ptl_pair_modulus(env, &modulus, why) || ptl_pair_radius(env, &radius, why)) return 1;
  const double hertz = 16.0 / 15.0 * sqrt(radius) * modulus;
  *out = hertz * pow(env->effective_mass * velocity * velocity / hertz, 0.2);
  return 0;
}
