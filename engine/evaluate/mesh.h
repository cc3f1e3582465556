/* mesh.h: forces of gears, belts and racks along their lines of centres at one state. Internal.
 *
 * A mesh with the multiplier lambda carries the force F = lambda/radius across its line of centres:
 * the tangential force at the pitch point, or the difference T1 - T2 of a belt's strands. Its row
 * has the moments of both wheels. The rest is here:
 *   across the line of centres, F at the pitch point less these moments; where ideal joints hold
 *   the centres against their
 *   carrier that moves nothing but reactions. Where they do not, the row has it (compile_mesh.h).
 *   along the line of centres
 *     gears and racks   |F| tan(pressure angle) apart, whichever flank carries; of a ring together
 *     belts             (T1 + T2) cos(angle of the strands to the line of centres) together, with
 *                       T1 + T2 = max(2 pretension, |F|), since no strand pushes.
 * All functions are called after ptl_data_set_state or ptl_data_set_unknowns at the same state. */
#ifndef PTL_MESH_H
#define PTL_MESH_H

#include "data.h"

typedef struct ptl_mesh_eval {
  ptl_pair_state state;
  ptl_scalar x; /* distance of the centres, or that of the pinion's from the pitch line [m] */
  double rate;  /* [m/s] */
  double force, by_lambda; /* against a growing x [N], and its derivative */
} ptl_mesh_eval;

void ptl_eval_mesh(const ptl_data *data, int mesh, const double *q, const double *v,
                   const double *lambda, ptl_mesh_eval *out);
/* The parts of it: the distance, and the force. */
void ptl_eval_mesh_distance(const ptl_data *data, int mesh, const double *q, ptl_pair_state *state,
                            ptl_scalar *x);
void ptl_eval_mesh_force(const ptl_data *data, int mesh, double lambda, double *force,
                         double *by_lambda);
/* How far the centres (of a rack the pitch line and the pinion's) are from where they stood against
 * their carrier at the start, along and across the line of centres, the larger [m]; and the
 * carrier's name. */
double ptl_mesh_shift(const ptl_data *data, int mesh, const double *q);
const char *ptl_mesh_carrier(const ptl_system *system, int mesh);
/* What lambda does on one side across the line of centres: minus lambda times the gradient of x. */
void ptl_eval_mesh_across(const ptl_data *data, int mesh, int side, const double *q,
                          ptl_pair_state *state, ptl_scalar *x);
/* Adds the forces of all meshes and servos to data->force; lambda: all multipliers. */
void ptl_add_carried_forces(ptl_data *data, const double *q, const double *v, const double *lambda);
/* Those, and the friction of ideal joints; non-zero as ptl_eval_joint_frictions. */
int ptl_add_reaction_forces(ptl_data *data, const double *q, const double *v, const double *lambda);
/* 1 if forces of the system depend on reactions: meshes, servos, friction of ideal joints. */
int ptl_system_has_reaction_forces(const ptl_system *system);
/* The first mesh that ideal joints do not hold, n_meshes where they hold all. */
int ptl_mesh_first_loose(const ptl_system *system);
/* 1 if such forces act back on the motion: all but those of meshes that ideal joints hold, without
 * joint friction. */
int ptl_system_reactions_act(const ptl_system *system);

#endif
