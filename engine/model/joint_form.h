/* joint_form.h: what a joint is in the equations, decided once, when the joint is added. Internal.
 */
#ifndef PTL_JOINT_FORM_H
#define PTL_JOINT_FORM_H

#include "element.h"

/* The form of a prepared joint: a bushing goes before its clearance, its clearance before its
 * constraints. */
ptl_joint_form ptl_joint_form_of(const ptl_joint_type *type, const double *c, int has_bushing);
/* The form that it takes where every clearance counts as 0 and every bushing as rigid. */
ptl_joint_form ptl_joint_form_ideal(const ptl_joint_type *type, const double *c);
/* "ideal", "ideal with stops", "clearance", "film", "bushing", "contact" of a type without
 * constraints, or "pressed" of surfaces that the model presses together. */
const char *ptl_joint_form_word(const ptl_mech_joint *joint);

/* The numbers of a bushing but for its exponent, which "^exponent" in their units stands for; ends
 * with a key NULL. */
extern const ptl_number_field ptl_bushing_fields[];
/* The bushing's numbers, and whether they fit what the prepared joint holds. */
ptl_status ptl_bushing_check(const ptl_mechanism *m, ptl_label label, const ptl_joint_type *type,
                             const double *c, const ptl_bushing_def *def);

/* The numbers of a joint's wear; ends with a key NULL. */
extern const ptl_number_field ptl_wear_fields[];
/* These numbers, and whether the joint has surfaces that touch. */
ptl_status ptl_wear_check(const ptl_mechanism *m, ptl_label label, const ptl_mech_joint *joint,
                          const ptl_wear_def *def);

/* The constraint functions of the joint that are displacements, with their derivatives by the pose,
 * into out (PTL_MAX_CONSTRAINTS); returns their number. */
int ptl_bushing_displacements(const ptl_joint_type *type, const double *c, const ptl_pose *rest,
                              const ptl_pose *pose, ptl_scalar *out);

#endif
