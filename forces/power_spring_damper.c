/* power_spring_damper.c: a progressive spring and damper: linear terms and powers.
 *
 *   F = F0 + k e + K |e|^n sign e + d s' + D |s'|^m sign s',   e = s - s0 */
#include "coordinate.h"
#include "spring.h"

enum { ALONG = PTL_POWER_SPRING_PARAMS };

static const ptl_param params[] = {
    {.name = "stiffness",
     .unit = "N/m",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Stiffness k."},
    {.name = "power_stiffness",
     .unit = "N/m^exponent",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "Stiffness K of the power; less than 0 softens."},
    {.name = "exponent",
     .unit = "1",
     .fallback = 3.0,
     .min = 1.0,
     .max = INFINITY,
     .doc = "Exponent n of the power."},
    {.name = "damping",
     .unit = "N s/m",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Damping d."},
    {.name = "power_damping",
     .unit = "N s^damping_exponent/m^damping_exponent",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Damping D of the power."},
    {.name = "damping_exponent",
     .unit = "1",
     .fallback = 2.0,
     .min = 1.0,
     .max = INFINITY,
     .doc = "Exponent m of the damping."},
    {.name = "free_length",
     .unit = "m",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "Length s0 at which the spring is slack."},
    {.name = "preload",
     .unit = "N",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "Constant part F0 of the force."},
    PTL_DISPLACEMENT_ROW,
    {0},
};

static void coordinate(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  ptl_force_displacement(c[ALONG], pose, out);
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
    .force = ptl_power_spring_force};
