/* coordinate.h: the coordinates that a force between two parts may act along. */
#ifndef PTL_FORCE_COORDINATE_H
#define PTL_FORCE_COORDINATE_H

#include <math.h>

#include "pintle_extend.h"

/* The row of a parameter table for a displacement. */
#define PTL_DISPLACEMENT_ROW                                                                     \
  {                                                                                              \
    .name = "along", .unit = "1", .fallback = 0.0, .min = 0.0, .max = 2.0, .kind = PTL_CHOICE,   \
    .choices = "distance|x|y",                                                                   \
    .doc =                                                                                       \
        "The coordinate s: distance of the two parts, or position of B along an axis of part A." \
  }

/* The displacement that a choice of this row stands for. */
static inline void ptl_force_displacement(double choice, const ptl_pose *pose, ptl_scalar *out) {
  if (choice == 1.0) {
    *out = (ptl_scalar){.value = pose->x, .d = {1.0, 0.0, 0.0}};
    return;
  }
  if (choice == 2.0) {
    *out = (ptl_scalar){.value = pose->y, .d = {0.0, 1.0, 0.0}};
    return;
  }
  double s = hypot(pose->x, pose->y), curvature = s > 0.0 ? 1.0 / s : 0.0;
  double ux = s > 0.0 ? pose->x / s : 1.0, uy = s > 0.0 ? pose->y / s : 0.0;
  *out = (ptl_scalar){
      .value = s,
      .d = {ux, uy, 0.0},
      .dd = {curvature * uy * uy, -curvature * ux * uy, curvature * ux * ux, 0.0, 0.0, 0.0}};
}

/* The angle of B against A; `coordinate` of a type with PTL_FORCE_ROTATIONAL. */
static inline void ptl_force_angle(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  (void)c;
  *out = (ptl_scalar){.value = pose->angle, .d = {0.0, 0.0, 1.0}};
}

#endif
