/* spring.c: see spring.h. */
#include "spring.h"

#include "power.h"
#include "table.h"

void ptl_spring_force(const double *c, double s, double rate, ptl_force_out *out) {
  double e = s - c[PTL_SPRING_FREE], k = c[PTL_SPRING_STIFFNESS];
  out->force = c[PTL_SPRING_PRELOAD] + k * e + c[PTL_SPRING_DAMPING] * rate;
  out->d_s = k;
  out->d_rate = c[PTL_SPRING_DAMPING];
  out->energy = c[PTL_SPRING_PRELOAD] * e + 0.5 * k * e * e;
}

void ptl_power_spring_force(const double *c, double s, double rate, ptl_force_out *out) {
  double e = s - c[PTL_POWER_SPRING_FREE], spring[3], damper[3];
  double preload = c[PTL_POWER_SPRING_PRELOAD], k = c[PTL_POWER_SPRING_STIFFNESS];
  ptl_power(c[PTL_POWER_SPRING_POWER_STIFFNESS], c[PTL_POWER_SPRING_EXPONENT], e, spring);
  ptl_power(c[PTL_POWER_SPRING_POWER_DAMPING], c[PTL_POWER_SPRING_DAMPING_EXPONENT], rate, damper);
  out->force = preload + k * e + spring[0] + c[PTL_POWER_SPRING_DAMPING] * rate + damper[0];
  out->d_s = k + spring[1];
  out->d_rate = c[PTL_POWER_SPRING_DAMPING] + damper[1];
  out->energy = preload * e + 0.5 * k * e * e + spring[2];
}

int ptl_table_spring_prepare(double *c, ptl_reason *why) {
  if (c[PTL_TABLE_SPRING_SPRING] == 0.0 && c[PTL_TABLE_SPRING_DAMPER] == 0.0)
    return ptl_refuse(why, "it needs 'spring', 'damper' or both");
  return ptl_table_prepare(c, PTL_TABLE_SPRING_SPRING, "spring", why) ||
         ptl_table_prepare(c, PTL_TABLE_SPRING_DAMPER, "damper", why);
}

void ptl_table_spring_force(const double *c, double s, double rate, ptl_force_out *out) {
  double spring[3], damper[3];
  ptl_table_eval(c, PTL_TABLE_SPRING_SPRING, s - c[PTL_TABLE_SPRING_FREE], spring);
  ptl_table_eval(c, PTL_TABLE_SPRING_DAMPER, rate, damper);
  *out = (ptl_force_out){
      .force = spring[0] + damper[0], .d_s = spring[1], .d_rate = damper[1], .energy = spring[2]};
}

void ptl_one_way_force(const double *c, double s, double rate, ptl_force_out *out) {
  double side = c[PTL_ONE_WAY_DIRECTION] == 0.0 ? 1.0 : -1.0;
  double exponent = c[PTL_ONE_WAY_EXPONENT], alpha = c[PTL_ONE_WAY_ALPHA];
  double x = side * (s - c[PTL_ONE_WAY_FREE]), factor = 1.0 + alpha * (side * rate);
  *out = (ptl_force_out){0};
  if (!(x > 0.0)) return;
  double elastic = c[PTL_ONE_WAY_STIFFNESS] * pow(x, exponent);
  out->energy = elastic * x / (exponent + 1.0);
  if (!(factor > 0.0)) return;
  out->force = side * elastic * factor;
  out->d_s = exponent * elastic / x * factor;
  out->d_rate = elastic * alpha;
}
