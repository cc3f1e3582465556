/* structure.h: which derivatives of a constraint vanish in every position of the mechanism, and
 * which have the same value in all. Internal. */
#ifndef PTL_STRUCTURE_H
#define PTL_STRUCTURE_H

#include "system.h"

/* 1 where a derivative may differ from zero. Columns: x, y, angle of A's body, then of B's; never 1
 * in those of the ground. */
typedef struct ptl_constraint_structure {
  char row[PTL_MAX_CONSTRAINTS][6];      /* Phi_q */
  char constant[PTL_MAX_CONSTRAINTS][6]; /* of these, the entries that never change */
  char rate[PTL_MAX_CONSTRAINTS][6];     /* (Phi_q v)_q */
  char second[36];                       /* (Phi_q^T lambda)_q */
  int has_curvature;     /* 1: second derivatives by the pose may differ from zero */
  int has_variable_rows; /* 1: Phi_q depends on the position */
} ptl_constraint_structure;

/* From the kinds that the types declare, and from where the parts are. */
void ptl_constraint_structure_find(const ptl_sys_constraint *constraint,
                                   ptl_constraint_structure *out);
/* Sets what an assembled element is: the kinds of its functions, whether it is a pair of points
 * held along the axes of the ground, has curvature and variable rows. Joint friction, which depends
 * on the reactions along part A's axes, excludes the axes of the ground. */
void ptl_constraint_classify(const ptl_system *system, ptl_sys_constraint *constraint);

typedef enum ptl_loops_of {
  PTL_LOOPS_OF_JOINTS,
  PTL_LOOPS_WITH_COUPLINGS,
  PTL_LOOPS_WITH_DRIVERS /* and couplings */
} ptl_loops_of;

/* Whether these constraints close a loop of bodies, or act twice between two: only where those
 * without drivers do can positions be singular. 1 where memory is out. */
int ptl_structure_has_loops(ptl_context *context, const ptl_system *s, ptl_loops_of of);

#endif
