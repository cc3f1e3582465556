/* bushing.h: compliant joints: springs and dampers in place of constraints. Internal. */
#ifndef PTL_BUSHING_H
#define PTL_BUSHING_H

#include "joint_form.h"
#include "kinematics.h"

/* A scalar force along a function of the pose. */
typedef struct ptl_bushing_part {
  ptl_scalar x;
  double rate;
  double force, by_x, by_rate, energy; /* force opposes a growing x when > 0 */
} ptl_bushing_part;

enum { PTL_BUSHING_PARTS = 5 };

/* The forces where pose and twist of the pair are set; returns their number. */
int ptl_bushing_eval(const ptl_joint_type *type, const double *c, const ptl_pose *rest,
                     const ptl_bushing_def *def, const ptl_pair_state *state,
                     ptl_bushing_part *out);

/* Displacement of part B from its ideal position in part A's frame [m], and its rotation from rest
 * [rad]. */
void ptl_bushing_deflection(const ptl_joint_type *type, const double *c, const ptl_pose *rest,
                            const ptl_pose *pose, double out[3]);

#endif
