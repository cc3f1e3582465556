/* spring_damper.c: a linear spring and damper along the line between two points, or along an axis.
 *
 *   F = F0 + k (s - s0) + d s',   F > 0 pulls the two parts together */
#include "coordinate.h"
#include "spring.h"

enum { ALONG = PTL_SPRING_PARAMS };

static const ptl_param params[] = {
    {.name = "stiffness",
     .unit = "N/m",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Stiffness k."},
    {.name = "damping",
     .unit = "N s/m",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Damping d."},
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

const ptl_force_type ptl_force_spring_damper = {
    .name = "spring_damper",
    .doc = {.title = "Linear spring-damper between two points",
            .formula = "F = F0 + k (s - s0) + d s'",
            .source = "elementary",
            .validity = "the direction is undefined while the two points coincide"},
    .params = params,
    .coordinate = coordinate,
    .force = ptl_spring_force};
