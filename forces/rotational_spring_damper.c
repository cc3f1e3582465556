/* rotational_spring_damper.c: a linear spring and damper on the angle between two bodies.
 *
 *   M = M0 + k (a - a0) + d a',   a the angle of part B against part A */
#include "along.h"

enum { STIFFNESS, DAMPING, FREE_ANGLE, PRELOAD };

static const ptl_param params[] = {{.name = "stiffness",
                                    .unit = "N m/rad",
                                    .fallback = 0.0,
                                    .min = 0.0,
                                    .max = INFINITY,
                                    .doc = "k"},
                                   {.name = "damping",
                                    .unit = "N m s/rad",
                                    .fallback = 0.0,
                                    .min = 0.0,
                                    .max = INFINITY,
                                    .doc = "d"},
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
  double turned = s - c[FREE_ANGLE];
  out->force = c[PRELOAD] + c[STIFFNESS] * turned + c[DAMPING] * rate;
  out->d_s = c[STIFFNESS];
  out->d_rate = c[DAMPING];
  out->energy = c[PRELOAD] * turned + 0.5 * c[STIFFNESS] * turned * turned;
}

const ptl_force_type ptl_force_rotational_spring_damper = {
    .name = "rotational_spring_damper",
    .doc = {.title = "Linear rotational spring-damper between two bodies",
            .formula = "M = M0 + k (a - a0) + d a'",
            .source = "elementary",
            .validity = "the angle is counted through full turns"},
    .params = params,
    .coordinate = coordinate,
    .force = force,
    .flags = PTL_FORCE_MOMENT};
