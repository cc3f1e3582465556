/* reaction_force.c: see reaction_force.h. */
#include "reaction_force.h"

#include <math.h>
#include <string.h>

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
                                   .joint = joint,
                                   .rubs = &s->frictions[i],
                                   .name = s->frictions[i].joint,
                                   .first = joint->row,
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
                                      .first = first->row,
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
                                     .first = ptl_servo_row(s, i)->row,
                                     .n_rows = 1,
                                     .gain = 1.0};
}

void ptl_reaction_forces_place(const ptl_data *data, ptl_reaction_force *list, int n,
                               const double *q, const double *v) {
  for (int i = 0; i < n; i++) {
    ptl_reaction_force *f = &list[i];
    ptl_scalar x;
    if (f->friction >= 0) {
      if (f->joint->is_point_pair) {
        ptl_pair_set_joined(f->pair, q, v, data->rotations, &f->state);
      } else {
        ptl_pair_set_pose(f->pair, q, data->rotations, &f->state);
        ptl_pair_set_twist(f->pair, v, &f->state);
      }
      f->d[0] = NAN; /* its direction may depend on reactions */
      continue;
    }
    if (f->servo >= 0)
      ptl_eval_servo(data, f->servo, f->side, q, &f->state, &x);
    else if (f->side >= 0)
      ptl_eval_mesh_across(data, f->mesh, f->side, q, &f->state, &x);
    else
      ptl_eval_mesh_distance(data, f->mesh, q, &f->state, &x);
    ptl_pair_gradient(&f->state, x.d, f->row);
    f->is_turned = 0;
  }
}

/* The law at the normal force and, with a direction that has changed, at another slip rate. */
static int eval_law(ptl_data *data, ptl_reaction_force *f, double normal) {
  const ptl_friction_out *out = &data->frictions[f->friction];
  if (f->is_turned) f->slip = ptl_pair_rate(f->d, &f->state);
  if (ptl_eval_friction(data, f->friction, f->slip, normal)) return 1;
  f->by_normal = out->d_normal;
  f->gain = fabs(out->d_normal);
  f->is_proportional =
      f->rubs->law->flags & PTL_FRICTION_PROPORTIONAL && data->friction_given == NULL;
  return 0;
}

/* Non-zero where the friction is not a finite number. */
static inline int eval_friction(ptl_data *data, ptl_reaction_force *f, const double *lambda,
                                double *force) {
  double *value = &data->frictions[f->friction].force;
  ptl_sliding sliding; /* all but its second derivatives */
  memset(sliding.d, 0, sizeof sliding.d);
  memset(sliding.d_normal, 0, sizeof sliding.d_normal);
  sliding.normal = 0.0;
  ptl_eval_sliding_of(data, f->rubs, f->joint, &f->state, lambda + f->first, &sliding);
  f->is_turned = memcmp(sliding.d, f->d, sizeof f->d) != 0;
  if (f->is_turned) {
    memcpy(f->d, sliding.d, sizeof f->d);
    ptl_pair_gradient(&f->state, sliding.d, f->row);
  }
  if (f->is_proportional && !f->is_turned)
    *value = f->by_normal * sliding.normal;
  else if (eval_law(data, f, sliding.normal))
    return 1;
  for (int i = 0; i < PTL_MAX_CONSTRAINTS; i++)
    f->by_lambda[i] = f->by_normal * sliding.d_normal[i];
  data->friction_results[f->friction] = (ptl_friction_result){f->slip, *value};
  *force = *value;
  return 0;
}

ptl_status ptl_reaction_forces_eval(ptl_data *data, ptl_reaction_force *list, int n,
                                    const double *lambda, double *force) {
  for (int k = 0; k < n; k++) {
    ptl_reaction_force *f = &list[k];
    if (f->friction >= 0) {
      if (eval_friction(data, f, lambda, &force[k]))
        return ptl_fail(data->context, PTL_ERR_UNFIT,
                        PTL_E(0304) "friction of joint '%s' is not a finite number", f->name);
    } else if (f->side >= 0) {
      force[k] = lambda[f->first];
      f->by_lambda[0] = 1.0;
    } else {
      ptl_eval_mesh_force(data, f->mesh, lambda[f->first], &force[k], &f->by_lambda[0]);
    }
  }
  return PTL_OK;
}

void ptl_reaction_forces_respond(ptl_accelerations *accelerations, const ptl_reaction_force *list,
                                 int n_forces, int n_coordinates, double *unit, double *a,
                                 double *lambda) {
  memset(unit, 0, sizeof(double) * (size_t)(PTL_LANES * n_coordinates));
  for (int k = 0; k < n_forces; k++) {
    const ptl_pair *pair = list[k].pair;
    for (int c = 0; c < 3 && pair->a.body >= 0; c++)
      unit[PTL_LANES * (3 * pair->a.body + c) + k] -= list[k].row[c];
    for (int c = 0; c < 3 && pair->b.body >= 0; c++)
      unit[PTL_LANES * (3 * pair->b.body + c) + k] -= list[k].row[3 + c];
  }
  ptl_accelerations_respond(accelerations, unit, a, lambda);
}
