/* luding.h: the loading stiffness that Luding's elastic law and its damping share, in contact/. */
#ifndef PTL_LUDING_H
#define PTL_LUDING_H

#include "pintle_extend.h"

#define PTL_LUDING_ROWS                                                                      \
  {"stiffness", "N/m", 0, 0, INFINITY, "Loading stiffness k1.", PTL_OPTIONAL | PTL_OPEN_MIN, \
   PTL_NUMBER,  NULL},                                                                       \
  {                                                                                          \
    "characteristic_velocity", "m/s", 0, 0, INFINITY,                                        \
        "Speed at which k1 stores the depth and energy of Hertz's sphere, in place of k1.",  \
        PTL_OPTIONAL | PTL_OPEN_MIN, PTL_NUMBER, NULL                                        \
  }

/* k1 as given, or from the speed V, materials, radii and mass:
 *   k1 = (16/15) sqrt(R) E* (15 m V^2/(16 sqrt(R) E*))^(1/5) */
int ptl_luding_stiffness(double stiffness, double velocity, const ptl_contact_env *env, double *out,
                         ptl_reason *why);

#endif
