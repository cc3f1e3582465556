/* translational.c: part B slides along the x axis of part A and does not turn against it. */
#include "pintle_extend.h"

static const ptl_param params[] = {{0}};

static void constraints(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                        ptl_scalar *out) {
  (void)c;
  out[0] = (ptl_scalar){.value = pose->y, .d = {0.0, 1.0, 0.0}};
  out[1] = (ptl_scalar){.value = pose->angle - rest->angle, .d = {0.0, 0.0, 1.0}};
}

const ptl_joint_type ptl_joint_translational = {
    .name = "translational",
    .doc = {.title = "Translational joint: slider on a straight guide",
            .formula = "p_y = 0, angle = angle at rest",
            .source = "Nikravesh: Planar Multibody Dynamics, 2nd ed. 2018, ch. 7",
            .validity = "the angle between the parts stays what the model's placement gives"},
    .part_a = "guide",
    .part_b = "slider",
    .params = params,
    .n_constraints = 2,
    .coordinate = PTL_COORDINATE_X,
    .constraints = constraints};
