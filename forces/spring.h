/* spring.h: the laws that a spring between two points and one on an angle share, over e = s - s0: s
 * a displacement [m] or an angle [rad], s0 the free one. In each the parameters stand in the order
 * of its enum; a coordinate's own may follow. */
#ifndef PTL_FORCE_SPRING_H
#define PTL_FORCE_SPRING_H

#include "pintle_extend.h"

/* F = F0 + k e + d s' */
enum {
  PTL_SPRING_STIFFNESS,
  PTL_SPRING_DAMPING,
  PTL_SPRING_FREE,
  PTL_SPRING_PRELOAD,
  PTL_SPRING_PARAMS
};
void ptl_spring_force(const double *c, double s, double rate, ptl_force_out *out);

/* F = F0 + k e + K |e|^n sign e + d s' + D |s'|^m sign s' */
enum {
  PTL_POWER_SPRING_STIFFNESS,
  PTL_POWER_SPRING_POWER_STIFFNESS,
  PTL_POWER_SPRING_EXPONENT,
  PTL_POWER_SPRING_DAMPING,
  PTL_POWER_SPRING_POWER_DAMPING,
  PTL_POWER_SPRING_DAMPING_EXPONENT,
  PTL_POWER_SPRING_FREE,
  PTL_POWER_SPRING_PRELOAD,
  PTL_POWER_SPRING_PARAMS
};
void ptl_power_spring_force(const double *c, double s, double rate, ptl_force_out *out);

/* F = spring(e) + damper(s'), two tables (table.h) */
enum {
  PTL_TABLE_SPRING_SPRING,
  PTL_TABLE_SPRING_DAMPER = PTL_TABLE_SPRING_SPRING + 2,
  PTL_TABLE_SPRING_FREE = PTL_TABLE_SPRING_DAMPER + 2,
  PTL_TABLE_SPRING_PARAMS
};
int ptl_table_spring_prepare(double *c, ptl_reason *why);
void ptl_table_spring_force(const double *c, double s, double rate, ptl_force_out *out);

/* F = K x^n (1 + alpha x') where x > 0 and that is > 0, else 0; x = e (direction 0) or -e (1).
 * There is no force at x = 0, so that it begins without a jump, and it never changes its sign.
 * (Hunt, Crossley: Coefficient of restitution interpreted as damping in vibroimpact, 1975.) */
enum {
  PTL_ONE_WAY_STIFFNESS,
  PTL_ONE_WAY_EXPONENT,
  PTL_ONE_WAY_ALPHA,
  PTL_ONE_WAY_FREE,
  PTL_ONE_WAY_DIRECTION,
  PTL_ONE_WAY_PARAMS
};
void ptl_one_way_force(const double *c, double s, double rate, ptl_force_out *out);

#endif
