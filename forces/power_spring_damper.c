/* power_spring_damper.c: a progressive spring and damper: linear terms and powers.
 *
 *   F = F0 + k e + K |e|^n sign e + d s' + D |s'|^m sign s',   e = s - s0 */
#include "along.h"
#include "power.h"

enum {
  STIFFNESS,
  POWER_STIFFNESS,
  EXPONENT,
  DAMPING,
  POWER_DAMPING,
  DAMPING_EXPONENT,
  FREE_LENGTH,
  PRELOAD,
  ALONG
};

static const ptl_param params[] = {
    {.name = "stiffness", .unit = "N/m", .fallback = 0.0, .min = 0.0, .max = INFINITY, .doc = "k"},
    {.name = "power_stiffness",
     .unit = "N/m^exponent",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "K; < 0 softens"},
    {.name = "exponent", .unit = "1", .fallback = 3.0, .min = 1.0, .max = INFINITY, .doc = "n"},
    {.name = "damping", .unit = "N s/m", .fallback = 0.0, .min = 0.0, .max = INFINITY, .doc = "d"},
    {.name = "power_damping",
     .unit = "N s^damping_exponent/m^damping_exponent",
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
    {.name = "free_length",
     .unit = "m",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "s0: where the spring is slack"},
    {.name = "preload",
     .unit = "N",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "F0: constant part of the force"},
    PTL_DISPLACEMENT_ROW,
    {0}};

static void coordinate(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  ptl_force_displacement(c[ALONG], pose, out);
}

static void force(const double *c, double s, double rate, ptl_force_out *out) {
  double e = s - c[FREE_LENGTH], spring[3], damper[3];
  ptl_power(c[POWER_STIFFNESS], c[EXPONENT], e, spring);
  ptl_power(c[POWER_DAMPING], c[DAMPING_EXPONENT], rate, damper);
  out->force = c[PRELOAD] + c[STIFFNESS] * e + spring[0] + c[DAMPING] * rate + damper[0];
  out->d_s = c[STIFFNESS] + spring[1];
  out->d_rate = c[DAMPING] + damper[1];
  out->energy = c[PRELOAD] * e + 0.5 * c[STIFFNESS] * e * e + spring[2];
}

const ptl_force_type ptl_force_power_spring_damper = {
    .name = "power_spring_damper",
    .doc = {.title = "Progressive spring-damper between two points",
            .formula = "F = F0 + k e + K |e|^n sign e + d s' + D |s'|^m sign s', e = s - s0",
            .source = "elementary",
            .validity = "exponents of 1 or more; the direction is undefined while the two points "
                        "coincide"},
    .params = params,
    .coordinate = coordinate,
    .force = force};
