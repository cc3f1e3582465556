/* rail_brake.c: a shoe that is pressed on a rail, on which it slides along the rail's x axis: a
 * clamp, a rail brake, a seal. It holds nothing by itself: the joint's `pressed` force makes the
 * friction F(x', N). */
#include "pintle_extend.h"

static const ptl_param params[] = {
    {0},
};

static void sliding(const double *c, const ptl_pose *pose, const double *reaction,
                    ptl_sliding *out) {
  (void)c;
  (void)pose;
  (void)reaction;
  out->d[0] = 1.0;
}

const ptl_joint_type ptl_joint_rail_brake = {
    .name = "rail_brake",
    .doc = {.title = "Rail brake or clamp: a shoe that slides on a rail under a force",
            .formula = "force = F(x', pressed)",
            .source = "elementary",
            .validity = "the shoe slides along the rail, on which another joint holds it"},
    .part_a = "rail",
    .part_b = "shoe",
    .params = params,
    .flags = PTL_JOINT_PRESSED,
    .coordinate = PTL_COORDINATE_X,
    .sliding = sliding};
