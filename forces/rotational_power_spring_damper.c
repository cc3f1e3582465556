/* rotational_power_spring_damper.c: a progressive spring and damper on the angle between two bodies.
 *
 *   M = M0 + k e + K |e|^n sign e + d a' + D |a'|^m sign a',   e = a - a0 */
#include "along.h"
#include "power.h"

enum {
  STIFFNESS,
  POWER_STIFFNESS,
  EXPONENT,
  DAMPING,
  POWER_DAMPING,
  DAMPING_EXPONENT,
  FREE_ANGLE,
  PRELOAD
};

static const ptl_param params[] = {
    {.name = "stiffness",
     .unit = "N m/rad",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "k"},
    {.name = "power_stiffness",
     .unit = "N m/rad^exponent",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "K; < 0 softens"},
    {.name = "exponent", .unit = "1", .fallback = 3.0, .min = 1.0, .max = INFINITY, .doc = "n"},
    {.name = "damping",
     .unit = "N m s/rad",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "d"},
    {.name = "power_damping",
     .unit = "N m s^damping_exponent/rad^damping_exponent",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "D"},
    {.name = "damping_exponent",
     .unit = "1",
     .fallback = 2.0,
     .min = 1.0,
     .max = INFINITY,
     .doc = "m"},
    {.name = "free_angle",
     .unit = "rad",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "a0: the angle at which the spring is slack"},
    {.name = "preload",
     .unit = "N m",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "M0: constant part of the moment"},
    {0}};

static void coordinate(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  (void)c;
  ptl_force_angle(pose, out);
}

static void force(const double *c, double s, double rate, ptl_force_out *out) {
  double e = s - c[FREE_ANGLE], spring[3], damper[3];
  ptl_power(c[POWER_STIFFNESS], c[EXPONENT], e, spring);
  ptl_power(c[POWER_DAMPING], c[DAMPING_EXPONENT], rate, damper);
  out->force = c[PRELOAD] + c[STIFFNESS] * e + spring[0] + c[DAMPING] * rate + damper[0];
  out->d_s = c[STIFFNESS] + spring[1];
  out->d_rate = c[DAMPING] + damper[1];
  out->energy = c[PRELOAD] * e + 0.5 * c[STIFFNESS] * e * e + spring[2];
}

const ptl_force_type ptl_force_rotational_power_spring_damper = {
    .name = "rotational_power_spring_damper",
    .doc = {.title = "Progressive rotational spring-damper between two bodies",
            .formula = "M = M0 + k e + K |e|^n sign e + d a' + D |a'|^m sign a', e = a - a0",
            .source = "elementary",
            .validity = "exponents of 1 or more; the angle is counted through full turns"},
    .params = params,
    .coordinate = coordinate,
    .force = force,
    .flags = PTL_FORCE_MOMENT};
