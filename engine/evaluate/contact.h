/* contact.h: forces at the gaps of a system at one state. Internal.
 *
 * All functions are called after ptl_data_set_state or ptl_data_set_unknowns at the same state. */
#ifndef PTL_CONTACT_H
#define PTL_CONTACT_H

#include "gap.h"

/* The contact force of a gap that is deeper than 0 [m]; non-zero when the law gives none. */
int ptl_eval_contact_law(ptl_data *data, int gap, double depth, double rate, ptl_contact_out *out);
/* Depth and rate of the gaps of a joint, and the force of those that touch. */
void ptl_eval_contacts(ptl_data *data, int gap_set, const double *q, const double *v,
                       ptl_gap_eval *out);
/* What decides whether a gap exerts force, and the depth that its law takes. */
typedef struct ptl_contact_mode {
  int by_contact_state; /* 1: a gap exerts force while its state is touching; 0: while its depth is > 0 */
  int gap;              /* whose law takes the depth below for its own; -1: none */
  double depth;         /* [m] */
} ptl_contact_mode;

/* Adds the forces of all gaps, friction included, to data->force and the power against them to
 * data->absorbed; non-zero as ptl_eval_forces. mode NULL: a gap exerts force while its depth is > 0. */
int ptl_add_contact_forces(ptl_data *data, const double *q, const double *v,
                           const ptl_contact_mode *mode);
/* Change of the gap's force [N] by small errors of q and v, given at the start of `errors` as in y. */
double ptl_eval_force_error(ptl_data *data, int gap, const double *y, const double *errors);

#endif
