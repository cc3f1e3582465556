/* brake.c: two friction surfaces that are pressed together and turn on each other: a brake where
 * one of the two bodies stands, a clutch where both turn. It holds nothing by itself: the joint's
 * `pressed` force makes the friction
 *
 *   M = r F(r angle', N)
 *
 * on a mean radius r, of two flat rings 2/3 (r_o^3 - r_i^3)/(r_o^2 - r_i^2) where the pressure is
 * even. */
#include "pintle_extend.h"

static const ptl_param params[] = {
    {.name = "radius",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Mean radius of the surfaces; for n pairs of them `pressed` counts n times."},
    {0},
};

static void sliding(const double *c, const ptl_pose *pose, const double *reaction,
                    ptl_sliding *out) {
  (void)pose;
  (void)reaction;
  out->d[2] = c[0];
}

const ptl_joint_type ptl_joint_brake = {
    .name = "brake",
    .doc = {.title = "Brake or clutch: surfaces that turn on each other under a force",
            .formula = "moment = radius F(radius angle', pressed)",
            .source = "elementary",
            .validity =
                "the bodies turn about one axis, which other joints hold; a law that sticks, "
                "such as stick_slip, holds without creep up to its elastic share"},
    .part_a = "body",
    .part_b = "disc",
    .params = params,
    .flags = PTL_JOINT_FRICTION_MOMENT | PTL_JOINT_PRESSED,
    .coordinate = PTL_COORDINATE_ANGLE,
    .sliding = sliding};
