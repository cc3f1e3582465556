/* tooth.h: what gear_teeth.c and rack_teeth.c share: involute teeth with two flanks and a backlash between them.
 *
 * J. E. Shigley, C. R. Mischke: Mechanical Engineering Design (1989), ch. 13; E. Buckingham: Analytical Mechanics of Gears
 * (1949), ch. 4. Teeth repeat by the base pitch along the line of action; one pair of them touches at a time, the one that
 * is within half a pitch of the pitch point. */
#ifndef PTL_TOOTH_H
#define PTL_TOOTH_H

#include <math.h>

#include "pintle_extend.h"

/* What is left of x without whole pitches: from minus to plus half of one. */
static inline double ptl_tooth_part(double x, double pitch) {
  return x - pitch * round(x / pitch);
}

/* Depth of the flank that touches where `way` along the line of action grows (side 1) or falls (side -1); the flanks are
 * apart, because of the centres, and half of the backlash from the middle. A quarter of a pitch deep nothing is a tooth any
 * more. */
static inline double ptl_tooth_depth(double way, double side, double apart, double backlash,
                                     double pitch) {
  const double depth = side * ptl_tooth_part(way, pitch) - apart - 0.5 * backlash;
  return depth < 0.25 * pitch ? depth : NAN;
}

/* Before nothing is a tooth any more, so that a run that gets there says which depth is allowed. */
static inline double ptl_tooth_max_depth(double pitch) {
  return 0.2 * pitch;
}

/* Centres that are further apart than nominal by two modules, pitch/pi, have their teeth apart. */
static inline int ptl_tooth_is_apart(double distance, double nominal, double pitch) {
  static const double two_per_pi = 0.63661977236758134308;
  return fabs(distance - nominal) > two_per_pi * pitch;
}

static inline double ptl_tooth_clearance(const double *c) {
  (void)c;
  return INFINITY;
}

static inline int ptl_tooth_check(double pitch, double backlash, double radius, double angle,
                                  ptl_reason *why) {
  if (!(backlash < 0.5 * pitch))
    return ptl_refuse(why, "a backlash of %g m is half of the pitch, %g m, or more", backlash,
                      pitch);
  if (!(radius * sin(angle) > 0.5 * pitch * cos(angle)))
    return ptl_refuse(why, "teeth with a pitch of %g m on a pitch radius of %g m are undercut",
                      pitch, radius);
  return 0;
}

/* Rows of a table of parameters, and their doc. */
#define PTL_TOOTH_PARAMS                                                                  \
  {.name = "backlash",                                                                    \
   .unit = "m",                                                                           \
   .min = 0.0,                                                                            \
   .max = INFINITY,                                                                       \
   .flags = PTL_REQUIRED | PTL_OPEN_MIN,                                                  \
   .doc = "play of the teeth along the pitch line"},                                      \
  {                                                                                       \
    .name = "pressure_angle", .unit = "rad", .fallback = 0.34906585039886592, .min = 0.0, \
    .max = 1.0, .flags = PTL_OPEN_MIN,                                                    \
    .doc = "of the teeth at the nominal distance; default 20 deg"                         \
  }

#endif
