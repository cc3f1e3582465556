/* Geometry and material of a pair in contact. */
#include "pair.h"

#include <math.h>

static int compliance(double young, double poisson, char body, double *h, ptl_reason *why) {
  if (!(young > 0))
    return ptl_refuse(why, "Young's modulus of body %c is %g Pa, must be positive", body, young);
  if (!(poisson > -1 && poisson <= 0.5))
    return ptl_refuse(why, "Poisson's ratio of body %c is %g, must be in (-1, 0.5]", body, poisson);
  *h = (1 - poisson * poisson) / young;
  return 0;
}

int ptl_pair_modulus(const ptl_contact_env *env, double *modulus, ptl_reason *why) {
  double ha = 0, hb = 0;
  if (compliance(env->young_a, env->poisson_a, 'A', &ha, why) ||
      compliance(env->young_b, env->poisson_b, 'B', &hb, why))
    return 1;
  if (ha + hb <= 0) return ptl_refuse(why, "both bodies are rigid, one must have a finite modulus");
  *modulus = 1 / (ha + hb);
  return 0;
}

int ptl_pair_radius(const ptl_contact_env *env, double *radius, ptl_reason *why) {
  const double a = env->radius_a, b = env->radius_b;
  if (isnan(a) || isnan(b) || a == 0 || b == 0)
    return ptl_refuse(why, "radii are %g m and %g m, a rounded contact needs both non-zero", a, b);
  const double curvature = 1 / a + 1 / b;
  if (curvature > 0) {
    *radius = 1 / curvature;
    return 0;
  }
  if (isinf(a) && isinf(b)) return ptl_refuse(why, "both surfaces are flat, one must be round");
  if (a > 0 || b > 0)
    return ptl_refuse(why, "the hole (radius %g m) must be larger than its pin (radius %g m)",
                      fmax(-a, -b), fmax(a, b));
  return ptl_refuse(why, "radii are %g m and %g m, one of the two must be convex", a, b);
}

int ptl_pair_difference(const ptl_contact_env *env, double *difference, ptl_reason *why) {
  double radius;
  if (ptl_pair_radius(env, &radius, why)) return 1;
  if (isinf(env->radius_a) || isinf(env->radius_b))
    return ptl_refuse(why, "one surface is flat; this law needs two finite radii");
  *difference = fabs(env->radius_a + env->radius_b);
  return 0;
}
