/* bushing_def.h: springs and dampers in place of a joint's constraints, as described. Internal. */
#ifndef PTL_BUSHING_DEF_H
#define PTL_BUSHING_DEF_H

#include "mechanism_add.h"

/* The bushing fits the prepared joint. */
ptl_status ptl_bushing_check(const ptl_mechanism *m, ptl_label label, const ptl_joint_type *type,
                             const double *c, const ptl_bushing_def *def);

/* The constraint functions of the joint that are displacements, with their derivatives by the pose, into
 * out (PTL_MAX_CONSTRAINTS); returns their number. */
int ptl_bushing_displacements(const ptl_joint_type *type, const double *c, const ptl_pose *rest,
                              const ptl_pose *pose, ptl_scalar *out);

#endif
