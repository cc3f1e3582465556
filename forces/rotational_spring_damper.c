/* rotational_spring_damper.c: a linear spring and damper on the angle between two bodies.
 *
 *   M = k (a - a0) + d a',   a the angle of part B against part A                              */
#include <math.h>

#include "pintle_extend.h"

enum { STIFFNESS, DAMPING, FREE_ANGLE };

static const ptl_param params[] = {
    {.name = "stiffness", .unit = "N m/rad", .fallback = 0.0, .min = 0.0, .max = INFINITY,
     .doc = "k"},
    {.name = "damping", .unit = "N m s/rad", .fallback = 0.0, .min = 0.0, .max = INFINITY,
     .doc = "d"},
    {.name = "free_angle", .unit = "rad", .fallback = 0.0, .min = -INFINITY, .max = INFINITY,
     .doc = "a0: the angle at which the spring is slack"},
    {0}};

static void coordinate(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  (void)c;
  *out = (ptl_scalar){.value = pose->angle, .d = {0.0, 0.0, 1.0}};
}

static void force(const double *c, double s, double rate, ptl_force_out *out) {
  double turned = s - c[FREE_ANGLE];
  out->force = c[STIFFNESS] * turned + c[DAMPING] * rate;
  out->d_s = c[STIFFNESS];
  out->d_rate = c[DAMPING];
  out->energy = 0.5 * c[STIFFNESS] * turned * turned;
}

const ptl_force_type ptl_force_rotational_spring_damper = {
    .name = "rotational_spring_damper",
    .doc = {.title = "Linear rotational spring-damper between two bodies",
            .formula = "M = k (a - a0) + d a'",
            .source = "elementary",
            .validity = "the angle is counted through full turns"},
    .params = params,
    .coordinate = coordinate,
    .force = force};
