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

/* D [N s/m] and dD/dd for strength = 2 zeta sqrt(m); zero where the energy is. */
double ptl_oscillator_damping(double strength, const ptl_elastic_out *elastic, double *slope);

#endif
