/* constraint.h: the constraints Phi of a system at one state. Internal.
 *
 * All functions are called after ptl_data_set_state at the same q and v. */
#ifndef PTL_CONSTRAINT_H
#define PTL_CONSTRAINT_H

#include "data.h"

/* One element at one state. */
typedef struct ptl_constraint_eval {
  double value[PTL_MAX_CONSTRAINTS], rate[PTL_MAX_CONSTRAINTS]; /* Phi, Phi_q v + Phi_t */
  double rows[PTL_MAX_CONSTRAINTS][6];                          /* Phi_q */
  double by_angle[PTL_MAX_CONSTRAINTS]; /* derivatives by the pose's angle */
  ptl_point_pair points;                /* of a point pair; of others the two below */
  ptl_pair_state state;                 /* with friction of a point pair, too */
  ptl_scalar f[PTL_MAX_CONSTRAINTS];
} ptl_constraint_eval;

void ptl_eval_constraint(const ptl_data *data, int constraint, const double *q, const double *v,
                         ptl_constraint_eval *out);
/* The square of the gradient of one of its equations by the pose, angles at the lever of the
 * characteristic length: the same however the pair lies, and for both equations of a pin. */
double ptl_constraint_square(const ptl_system *system, const ptl_sys_constraint *constraint,
                             const ptl_constraint_eval *element, int equation);
/* Second derivatives of one of its equations by the coordinates of its pair. */
void ptl_constraint_hessian(const ptl_sys_constraint *constraint,
                            const ptl_constraint_eval *element, int equation, double hessian[36]);

/* What one pair adds to the row of a driver or a coupling, with its derivatives by the pose; a
 * driver's target apart. */
void ptl_eval_term(const ptl_sys_constraint *constraint, const ptl_pose *pose, ptl_scalar *f);

/* Phi into data->phi and Phi_q v + Phi_t into data->phi_rate. */
void ptl_eval_constraints(ptl_data *data, const double *q, const double *v);
/* All rows of Phi_q into data->jacobian_rows. */
void ptl_eval_rows(ptl_data *data, const double *q, const double *v);
/* gamma = -(Phi_q v)_q v - Phi_tt, so that accelerations obey Phi_q a = gamma; leaves in
 * data->jacobian_rows what changes of the rows of data->variable_constraints. */
void ptl_eval_gamma(ptl_data *data, const double *q, const double *v, double *gamma);

/* "JOINT, equation K" of a row of Phi. */
void ptl_row_name(const ptl_system *system, int row, char *text, size_t size);

#endif
