/* rotational_one_way_spring.c: a spring that meets a body beyond an angle.
 *
 *   M = K e^n (1 + alpha e') while e > 0,   e = a - a0 (above) or a0 - a (below) */
#include "coordinate.h"
#include "spring.h"

static const ptl_param params[] = {
    {.name = "stiffness",
     .unit = "N m/rad^exponent",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Stiffness K."},
    {.name = "exponent",
     .unit = "1",
     .fallback = 1.0,
     .min = 1.0,
     .max = INFINITY,
     .doc = "Exponent n."},
    {.name = "alpha",
     .unit = "s/rad",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Damping alpha, in proportion to the elastic moment."},
    {.name = "free_angle",
     .unit = "rad",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "Angle a0 at which it becomes slack."},
    {.name = "direction",
     .unit = "1",
     .fallback = 0.0,
     .min = 0.0,
     .max = 1.0,
     .kind = PTL_CHOICE,
     .choices = "above|below",
     .doc = "Whether it acts above or below the free angle."},
    {0},
};

const ptl_force_type ptl_force_rotational_one_way_spring = {
    .name = "rotational_one_way_spring",
    .doc = {.title = "Rotational spring that acts beyond an angle only",
            .formula = "M = K e^n (1 + alpha e') for e > 0, never < 0; e = a - a0 or a0 - a",
            .source = "Hunt, Crossley 1975 (damping)",
            .validity = "the angle is counted through full turns"},
    .params = params,
    .coordinate = ptl_force_angle,
    .force = ptl_one_way_force,
    .flags = PTL_FORCE_ROTATIONAL};
