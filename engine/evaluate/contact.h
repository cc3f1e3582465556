/* contact.h: forces at the gaps of a system at one state. Internal.
 *
 * All functions are called after ptl_data_set_state or ptl_data_set_unknowns at the same state. */
#ifndef PTL_CONTACT_H
#define PTL_CONTACT_H

#include "gap.h"

/* Torque against the pair's relative rotation [N m], with its slopes by the normal force and by the
 * rate of rotation [rad/s]; zero while the gap is open. */
typedef struct ptl_rolling {
  double torque, by_normal, by_rate;
} ptl_rolling;
ptl_rolling ptl_eval_rolling(const ptl_sys_gap *gap, double normal, double rate);

/* When a gap exerts force, and which reference speed its law has. */
typedef enum ptl_contact_rule {
  /* While its depth is > 0; the largest of what its state has and its rate asks for. */
  PTL_CONTACT_BY_DEPTH,
  /* While its state is touching, at depth 0 what it exerts just after a touch; as above. */
  PTL_CONTACT_BY_STATE,
  /* While its state is touching and its law is asked for a depth > 0; what its rate asks for if
   * that raises it by its state, else what its state has: nothing switches within a step. */
  PTL_CONTACT_IN_STEP
} ptl_contact_rule;

/* What decides about the forces of the gaps. */
typedef struct ptl_contact_mode {
  ptl_contact_rule rule;
  int gap;      /* IN_STEP: whose law takes the depth below for its own; -1: none */
  double depth; /* [m] */
} ptl_contact_mode;
static const ptl_contact_mode ptl_contact_by_depth = {PTL_CONTACT_BY_DEPTH, -1, 0.0};
static const ptl_contact_mode ptl_contact_by_state = {PTL_CONTACT_BY_STATE, -1, 0.0};

/* The gap of the same joint from which the contact at `gap`, whose own state is open, has come; gap
 * if none. */
int ptl_contact_owner(const ptl_data *data, int gap);
/* The contact force of a gap that exerts force by the rule, at a depth [m]; non-zero when the law
 * gives none. d_rate allows for a reference speed that goes with the rate. */
int ptl_eval_contact_law(ptl_data *data, ptl_contact_rule rule, int gap, double depth, double rate,
                         ptl_contact_out *out);
/* The force alone. */
int ptl_eval_contact_force(ptl_data *data, ptl_contact_rule rule, int gap, double depth,
                           double rate, double *force);
/* Depth and rate of the gaps of a joint, and the force of those that exert it by the rule. */
void ptl_eval_contacts(ptl_data *data, ptl_contact_rule rule, int gap_set, const double *q,
                       const double *v, ptl_gap_eval *out);
/* The same of all gaps of the system. */
void ptl_eval_all_contacts(ptl_data *data, ptl_contact_rule rule, const double *q, const double *v,
                           ptl_gap_eval *out);

/* Adds the forces of all gaps, friction included, to data->force and the power against them to
 * data->absorbed; non-zero as ptl_eval_forces. mode NULL: by depth. */
int ptl_add_contact_forces(ptl_data *data, const double *q, const double *v,
                           const ptl_contact_mode *mode);
/* Change of the force [N] of a gap with these derivatives of its law, and this gradient of the
 * depth, by small errors of q and v, given at the start of `errors` as in y. */
double ptl_eval_force_error(const ptl_data *data, int gap, const ptl_contact_out *law,
                            const double gradient[3], const double *y, const double *errors);

#endif
