/* mesh.c: see mesh.h. */
#include "mesh.h"

#include <math.h>

#include "friction.h"
#include "servo.h"

void ptl_eval_mesh_distance(const ptl_data *data, int mesh, const double *q, ptl_pair_state *state,
                            ptl_scalar *x) {
  const ptl_sys_mesh *k = &data->system->meshes[mesh];
  ptl_pair_set_pose(&k->pair, q, data->rotations, state);
  ptl_measured_coordinate_eval(k->measured, &state->pose, x);
}

void ptl_eval_mesh_force(const ptl_data *data, int mesh, double lambda, double *force,
                         double *by_lambda) {
  const ptl_sys_mesh *k = &data->system->meshes[mesh];
  *force = k->radial * fmax(fabs(lambda), k->least);
  *by_lambda = fabs(lambda) > k->least ? lambda > 0.0 ? k->radial : -k->radial : 0.0;
}

void ptl_eval_mesh(const ptl_data *data, int mesh, const double *q, const double *v,
                   const double *lambda, ptl_mesh_eval *out) {
  ptl_eval_mesh_distance(data, mesh, q, &out->state, &out->x);
  ptl_pair_set_twist(&data->system->meshes[mesh].pair, v, &out->state);
  out->rate = ptl_pair_rate(out->x.d, &out->state);
  const int row = data->system->constraints[data->system->meshes[mesh].constraint].row;
  ptl_eval_mesh_force(data, mesh, lambda[row], &out->force, &out->by_lambda);
}

void ptl_eval_mesh_across(const ptl_data *data, int mesh, int side, const double *q,
                          ptl_pair_state *state, ptl_scalar *x) {
  const ptl_sys_mesh *k = &data->system->meshes[mesh];
  ptl_pair_set_pose(&data->system->constraints[k->constraint + side].pair, q, data->rotations,
                    state);
  *x = (ptl_scalar){.d = {k->across[side][0], k->across[side][1], 0.0}};
}

static double pose_y(const ptl_data *data, const ptl_sys_constraint *side, const double *q) {
  ptl_pair_state state;
  ptl_pair_set_pose(&side->pair, q, data->rotations, &state);
  return state.pose.y;
}

double ptl_mesh_shift(const ptl_data *data, int mesh, const double *q) {
  const ptl_sys_mesh *k = &data->system->meshes[mesh];
  const ptl_sys_constraint *side = &data->system->constraints[k->constraint];
  ptl_pair_state state;
  ptl_scalar x;
  ptl_eval_mesh_distance(data, mesh, q, &state, &x);
  const double along = fabs(x.value - k->apart);
  if (k->measured == PTL_MEASURED_Y) return along;
  return fmax(along, fabs(pose_y(data, side + 1, q) - pose_y(data, side, q)));
}

const char *ptl_mesh_carrier(const ptl_system *s, int mesh) {
  const int body = s->constraints[s->meshes[mesh].constraint].pair.a.body;
  return body < 0 ? "ground" : s->mechanism->bodies[body].def.name;
}

static void add_across(ptl_data *data, int mesh, const double *q, const double *lambda) {
  const ptl_sys_constraint *first =
      &data->system->constraints[data->system->meshes[mesh].constraint];
  for (int side = 0; side < 2; side++) {
    ptl_pair_state state;
    ptl_scalar x;
    double row[6];
    ptl_eval_mesh_across(data, mesh, side, q, &state, &x);
    ptl_pair_gradient(&state, x.d, row);
    ptl_pair_subtract(&first[side].pair, row, lambda[first->row], data->force);
  }
}

void ptl_add_carried_forces(ptl_data *data, const double *q, const double *v,
                            const double *lambda) {
  ptl_add_servo_forces(data, q, lambda);
  for (int i = 0; i < data->system->n_meshes; i++) {
    ptl_mesh_eval mesh;
    double row[6];
    ptl_eval_mesh(data, i, q, v, lambda, &mesh);
    ptl_pair_gradient(&mesh.state, mesh.x.d, row);
    ptl_pair_subtract(&data->system->meshes[i].pair, row, mesh.force, data->force);
    if (data->system->meshes[i].is_held) add_across(data, i, q, lambda);
  }
}

int ptl_add_reaction_forces(ptl_data *data, const double *q, const double *v,
                            const double *lambda) {
  ptl_add_carried_forces(data, q, v, lambda);
  return ptl_eval_joint_frictions(data, q, v, lambda);
}

int ptl_system_has_reaction_forces(const ptl_system *s) {
  return s->n_meshes > 0 || s->n_servos > 0 || ptl_system_has_joint_friction(s);
}

int ptl_mesh_first_loose(const ptl_system *s) {
  int i = 0;
  while (i < s->n_meshes && s->meshes[i].is_held) i++;
  return i;
}

int ptl_system_reactions_act(const ptl_system *s) {
  return s->n_servos > 0 || ptl_mesh_first_loose(s) < s->n_meshes ||
         ptl_system_has_joint_friction(s);
}
