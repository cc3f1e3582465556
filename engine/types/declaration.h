/* declaration.h: what joint and force types declare about their functions (pintle_joint_type.h),
 * for one instance, and whether the functions are as declared. Internal. */
#ifndef PTL_DECLARATION_H
#define PTL_DECLARATION_H

#include "pintle_extend.h"

/* Kind of a constraint of a prepared instance. */
ptl_constraint_kind ptl_joint_constraint_kind(const ptl_joint_type *type, const double *c,
                                              int constraint);
/* Whether the constraint's second derivatives by the pose may differ from zero. */
int ptl_constraint_kind_has_curvature(ptl_constraint_kind kind);

/* What in a type's declaration contradicts itself, as a clause; NULL if nothing does. */
const char *ptl_joint_declaration_fault(const ptl_joint_type *type);
const char *ptl_force_declaration_fault(const ptl_force_type *type);

/* Evaluates the functions of a prepared instance at a few poses; non-zero with the reason where
 * they are not as declared: the engine relies on derivatives that are declared to vanish. */
int ptl_joint_verify(const ptl_joint_type *type, const double *c, ptl_reason *why);
int ptl_force_verify(const ptl_force_type *type, const double *c, ptl_reason *why);

#endif
