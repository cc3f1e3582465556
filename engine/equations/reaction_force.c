/* reaction_force.c: see reaction_force.h. */
#include "reaction_force.h"

#include <math.h>

#include "friction.h"
#include "mesh.h"
#include "servo.h"

int ptl_reaction_forces_count(const ptl_system *s) {
  int count = PTL_SERVO_SIDES * s->n_servos;
  for (int i = 0; i < s->n_meshes; i++) count += s->meshes[i].is_held ? 3 : 1;
  for (int i = 0; i < s->n_frictions; i++) count += s->frictions[i].constraint >= 0;
  return count;
}

void ptl_reaction_forces_list(const ptl_system *s, ptl_reaction_force *list) {
  ptl_reaction_force *next = list;
  for (int i = 0; i < s->n_frictions; i++) {
    if (s->frictions[i].constraint < 0) continue;
    const ptl_sys_constraint *joint = &s->constraints[s->frictions[i].constraint];
    *next++ = (ptl_reaction_force){.friction = i,
                                   .mesh = -1,
                                   .servo = -1,
                                   .side = -1,
                                   .pair = &joint->pair,
                                   .name = s->frictions[i].joint,
                                   .row = joint->row,
                                   .n_rows = joint->n_rows};
  }
  for (int i = 0; i < s->n_meshes; i++) {
    const ptl_sys_mesh *mesh = &s->meshes[i];
    const ptl_sys_constraint *first = &s->constraints[mesh->constraint];
    const ptl_reaction_force along = {.friction = -1,
                                      .mesh = i,
                                      .servo = -1,
                                      .side = -1,
                                      .pair = &mesh->pair,
                                      .name = mesh->name,
                                      .row = first->row,
                                      .n_rows = 1,
                                      .gain = fabs(mesh->radial)};
    *next++ = along;
    for (int side = 0; side < 2 && mesh->is_held; side++) {
      *next = along;
      next->side = side;
      next->pair = &first[side].pair;
      next->gain = 1.0;
      next++;
    }
  }
  for (int i = 0; i < s->n_servos; i++)
    for (int side = 0; side < PTL_SERVO_SIDES; side++)
      *next++ = (ptl_reaction_force){.friction = -1,
                                     .mesh = -1,
                                     .servo = i,
                                     .side = side,
                                     .pair = ptl_servo_pair(s, i, side),
                                     .name = ptl_servo_row(s, i)->name,
                                     .row = ptl_servo_row(s, i)->row,
                                     .n_rows = 1,
                                     .gain = 1.0};
}

void ptl_reaction_forces_place(const ptl_data *data, ptl_reaction_force *list, int n,
                               const double *q, const double *v) {
  for (int i = 0; i < n; i++) {
    if (list[i].friction < 0) continue;
    ptl_pair_set_pose(list[i].pair, q, data->rotations, &list[i].state);
    ptl_pair_set_twist(list[i].pair, v, &list[i].state);
  }
}

ptl_status ptl_reaction_force_eval(ptl_data *data, ptl_reaction_force *k, const double *q,
                                   const double *v, const double *lambda, double *force,
                                   double row[6]) {
  if (k->side >= 0) {
    ptl_pair_state state;
    ptl_scalar x;
    if (k->mesh >= 0)
      ptl_eval_mesh_across(data, k->mesh, k->side, q, &state, &x);
    else
      ptl_eval_servo(data, k->servo, k->side, q, &state, &x);
    ptl_pair_gradient(&state, x.d, row);
    *force = lambda[k->row];
    k->by_lambda[0] = 1.0;
    return PTL_OK;
  }
  if (k->mesh >= 0) {
    ptl_mesh_eval mesh;
    ptl_eval_mesh(data, k->mesh, q, v, lambda, &mesh);
    ptl_pair_gradient(&mesh.state, mesh.x.d, row);
    *force = mesh.force;
    k->by_lambda[0] = mesh.by_lambda;
    return PTL_OK;
  }
  ptl_sliding sliding;
  if (ptl_eval_joint_friction(data, k->friction, &k->state, lambda + k->row, &sliding))
    return ptl_fail(data->context, PTL_ERR_UNFIT,
                    PTL_E(0304) "friction of joint '%s' is not a finite number", k->name);
  ptl_pair_gradient(&k->state, sliding.d, row);
  const ptl_friction_out *out = &data->frictions[k->friction];
  for (int i = 0; i < k->n_rows; i++) k->by_lambda[i] = out->d_normal * sliding.d_normal[i];
  k->gain = fabs(out->d_normal);
  *force = out->force;
  return PTL_OK;
}
