/* fixed.c: part B does not move against part A. */
#include "pintle_extend.h"

static const ptl_param params[] = {
    {0},
};

static void constraints(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                        ptl_scalar *out) {
  (void)c;
  out[0] = (ptl_scalar){.value = pose->x - rest->x, .d = {1.0, 0.0, 0.0}};
  out[1] = (ptl_scalar){.value = pose->y - rest->y, .d = {0.0, 1.0, 0.0}};
  out[2] = (ptl_scalar){.value = pose->angle - rest->angle, .d = {0.0, 0.0, 1.0}};
}

const ptl_joint_type ptl_joint_fixed = {
    .name = "fixed",
    .doc = {.title = "Fixed joint: weld",
            .formula = "p = p at rest, angle = angle at rest",
            .source = "elementary",
            .validity = "keeps the pose at which the model places the two parts"},
    .part_a = "base",
    .part_b = "part",
    .params = params,
    .n_constraints = 3,
    .kinds = {PTL_CONSTRAINT_LINE, PTL_CONSTRAINT_LINE, PTL_CONSTRAINT_ANGLE},
    .coordinate = PTL_COORDINATE_NONE,
    .constraints = constraints};
