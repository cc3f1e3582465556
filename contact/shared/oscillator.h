/* oscillator.h: viscous damping that makes any elastic law behave like the linear oscillator.
 * Shared by contact/ only.
 *
 * With x = sqrt(2 E(d)) and D = 2 zeta sqrt(m) F_el/x the motion is that of a linear spring with
 * the damping ratio zeta, whatever the elastic law: the restitution depends on zeta alone. */
#ifndef PTL_OSCILLATOR_H
#define PTL_OSCILLATOR_H

#include "pintle_extend.h"

/* zeta = -ln c/sqrt(pi^2 + ln^2 c): the damping ratio that gives c when the force may pull and the
 * contact ends at depth zero. */
double ptl_oscillator_ratio(double restitution);

/* zeta that gives c when the force does not pull and the motion is followed until it is zero:
 *   c = exp(-(zeta/q) atan2(2 zeta q, 2 zeta^2 - 1)), q = sqrt(1 - zeta^2), for zeta < 1,
 *   c = exp(-(zeta/q) ln((zeta + q)/(zeta - q))), q = sqrt(zeta^2 - 1), for zeta > 1. */
double ptl_oscillator_ratio_clamped(double restitution);

/* How a damping law without tension turns c into zeta: `exit`, the condition under which c
 * holds. */
typedef enum ptl_oscillator_exit { PTL_EXIT_AT_DEPTH_0, PTL_EXIT_AT_FORCE_0 } ptl_oscillator_exit;
#define PTL_OSCILLATOR_EXIT_ROW                                                                \
  {                                                                                            \
    .name = "exit", .unit = "1", .kind = PTL_CHOICE, .choices = "depth|force",                 \
    .doc =                                                                                     \
        "Where the contact that returns c ends: at `depth` 0, as published, or at `force` 0, " \
        "where this law's ends."                                                               \
  }
double ptl_oscillator_ratio_at(double restitution, double exit);

/* D [N s/m] and dD/dd for strength = 2 zeta sqrt(m); zero where the energy is. */
double ptl_oscillator_damping(double strength, const ptl_elastic_out *elastic, double *slope);

#endif
