/* rotational_table_spring_damper.c: a rotational spring and damper whose characteristics are
 * tables.
 *
 *   M = spring(a - a0) + damper(a') */
#include "coordinate.h"
#include "spring.h"
#include "table.h"

static const ptl_param params[] = {
    {.name = "spring",
     .unit = "rad|N m",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .kind = PTL_POINTS,
     .doc = "Points [[turn, moment], ...] with growing turn."},
    {.name = "damper",
     .unit = "rad/s|N m",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .kind = PTL_POINTS,
     .doc = "Points [[rate, moment], ...] with growing rate."},
    {.name = "free_angle",
     .unit = "rad",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "Angle a0 at which the turn is 0."},
    {0},
};

const ptl_force_type ptl_force_rotational_table_spring_damper = {
    .name = "rotational_table_spring_damper",
    .doc = {.title = "Rotational spring and damper by tables",
            .formula = "M = spring(a - a0) + damper(a')",
            .source = "Fritsch, Butland 1984 (interpolation)",
            .validity = "monotone cubics between the points, straight on beyond them; the angle is "
                        "counted through full turns"},
    .params = params,
    .n_derived_per_point = PTL_TABLE_DOUBLES,
    .prepare = ptl_table_spring_prepare,
    .coordinate = ptl_force_angle,
    .force = ptl_table_spring_force,
    .flags = PTL_FORCE_ROTATIONAL};
