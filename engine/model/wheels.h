/* wheels.h: where the centres of gears, pulleys and racks are, by the joints of a description.
 * Internal. */
#ifndef PTL_WHEELS_H
#define PTL_WHEELS_H

#include "mechanism.h"

/* The part of a joint on a body, NULL if it has none there; and that on its other body. */
const ptl_part_def *ptl_part_on(const ptl_joint_def *joint, const char *body);
const ptl_part_def *ptl_other_part(const ptl_joint_def *joint, const char *body);
/* The body that two joints have in common, NULL if there is none or two. */
const char *ptl_common_body(const ptl_joint_def *first, const ptl_joint_def *second);

/* Centre of a wheel: of its revolute joint with the carrier, else of its only revolute joint, else
 * its body's origin. */
typedef struct ptl_wheel {
  ptl_part_def at;             /* on the wheel's body; angle 0 */
  const ptl_part_def *bearing; /* on the carrier, NULL where no joint is between the two */
  int is_borne;                /* 1: that joint is ideal and holds it */
} ptl_wheel;

ptl_wheel ptl_find_wheel(const ptl_mechanism *m, const char *carrier, const char *wheel);
/* Those of a coupling of two wheels, at the points that it gives. */
void ptl_find_wheels(const ptl_mechanism *m, const ptl_coupling_def *def, ptl_wheel out[2]);

/* A part in the ground's frame where the model places the bodies. */
ptl_pose ptl_placed_part(const ptl_mechanism *m, const ptl_part_def *part);

#endif
