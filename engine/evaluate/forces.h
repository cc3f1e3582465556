/* forces.h: all applied forces of a system at one state. Internal.
 *
 * All functions are called after ptl_data_set_state or ptl_data_set_unknowns at the same state. */
#ifndef PTL_FORCES_H
#define PTL_FORCES_H

#include "bushing.h"
#include "contact.h"

/* Gravity, loads, forces between parts, bushings and contacts with friction in gaps, into
 * data->force, their powers into data->supplied and absorbed, the gaps' forces into
 * data->gap_results, rates of signals; 0, or non-zero when a law was asked outside its domain, or a
 * number, a target among them, is not finite. mode as in ptl_add_contact_forces. */
int ptl_eval_forces(ptl_data *data, const double *q, const double *v, const ptl_contact_mode *mode);

/* Force [N] and torque [N m] of a load about its body's centre of mass, in ground axes. */
void ptl_eval_load(const ptl_data *data, int load, double out[3]);
/* Their derivative by a variable of the expressions; 0 when none of them reads it. */
int ptl_eval_load_derivative(const ptl_data *data, int load, int variable, double out[3]);

/* A force between two parts. */
typedef struct ptl_spring_eval {
  ptl_pair_state state;
  ptl_scalar x; /* the coordinate that it acts along [m] or [rad] */
  double rate;
  ptl_force_out out;
} ptl_spring_eval;
void ptl_eval_spring(const ptl_data *data, int force, const double *q, const double *v,
                     ptl_spring_eval *out);

/* The parts of a bushing's force, PTL_BUSHING_PARTS or fewer; returns their number. */
int ptl_eval_bushing(const ptl_data *data, int bushing, const double *q, const double *v,
                     ptl_pair_state *state, ptl_bushing_part *out);

#endif
