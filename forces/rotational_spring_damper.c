/* rotational_spring_damper.c: a linear spring and damper on the angle between two bodies.
 *
 *   M = M0 + k (a - a0) + d a',   a the angle of part B against part A */
#include "coordinate.h"
#include "spring.h"

static const ptl_param params[] = {
    {.name = "stiffness",
     .unit = "N m/rad",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Stiffness k."},
    {.name = "damping",
     .unit = "N m s/rad",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Damping d."},
    {.name = "free_angle",
     .unit = "rad",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "Angle a0 at which the spring is slack."},
    {.name = "preload",
     .unit = "N m",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "Constant part M0 of the moment."},
    {0},
};

const ptl_force_type ptl_force_rotational_spring_damper = {
    .name = "rotational_spring_damper",
    .doc = {.title = "Linear rotational spring-damper between two bodies",
            .formula = "M = M0 + k (a - a0) + d a'",
            .source = "elementary",
            .validity = "the angle is counted through full turns"},
    .params = params,
    .coordinate = ptl_force_angle,
    .force = ptl_spring_force,
    .flags = PTL_FORCE_ROTATIONAL};
