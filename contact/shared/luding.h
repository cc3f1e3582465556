/* luding.h: the loading stiffness that Luding's elastic law and its damping share, in contact/. */
#ifndef PTL_LUDING_H
#define PTL_LUDING_H

#include "pintle_extend.h"

#define PTL_LUDING_ROWS                                                                       \
  {.name = "stiffness",                                                                       \
   .unit = "N/m",                                                                             \
   .min = 0,                                                                                  \
   .max = INFINITY,                                                                           \
   .flags = PTL_OPTIONAL | PTL_OPEN_MIN,                                                      \
   .doc = "Loading stiffness k1."},                                                           \
  {                                                                                           \
    .name = "characteristic_velocity", .unit = "m/s", .min = 0, .max = INFINITY,              \
    .flags = PTL_OPTIONAL | PTL_OPEN_MIN,                                                     \
    .doc = "Speed at which k1 stores the depth and energy of Hertz's sphere, in place of k1." \
  }

/* k1 as given, or from the speed V, materials, radii and mass:
 *   k1 = (16/15) sqrt(R) E* (15 m V^2/(16 sqrt(R) E*))^(1/5) */
int ptl_luding_stiffness(double stiffness, double velocity, const ptl_contact_env *env, double *out,
                         ptl_reason *why);

#endif
