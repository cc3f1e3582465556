/* one_way_spring.c: a rope or belt that only pulls, a buffer that only pushes.
 *
 *   F = K e^n (1 + alpha e') while e > 0,   e = s - s0 (tension) or s0 - s (compression) */
#include "coordinate.h"
#include "spring.h"

enum { ALONG = PTL_ONE_WAY_PARAMS };

static const ptl_param params[] = {
    {.name = "stiffness",
     .unit = "N/m^exponent",
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
     .unit = "s/m",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Damping alpha, in proportion to the elastic force."},
    {.name = "free_length",
     .unit = "m",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "Length s0 at which it becomes slack."},
    {.name = "direction",
     .unit = "1",
     .fallback = 0.0,
     .min = 0.0,
     .max = 1.0,
     .kind = PTL_CHOICE,
     .choices = "tension|compression",
     .doc = "Whether it acts above or below the free length."},
    PTL_DISPLACEMENT_ROW,
    {0},
};

static void coordinate(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  ptl_force_displacement(c[ALONG], pose, out);
}

const ptl_force_type ptl_force_one_way_spring = {
    .name = "one_way_spring",
    .doc = {.title = "Spring that only pulls (rope) or only pushes (buffer)",
            .formula = "F = K e^n (1 + alpha e') for e > 0, never < 0; e = s - s0 or s0 - s",
            .source = "Hunt, Crossley 1975 (damping)",
            .validity = "the rope has no mass; the direction is undefined while the two points "
                        "coincide"},
    .params = params,
    .coordinate = coordinate,
    .force = ptl_one_way_force};
