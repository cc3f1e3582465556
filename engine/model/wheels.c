/* wheels.c: see wheels.h. */
#include "wheels.h"

#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------ joints */

const ptl_part_def *ptl_part_on(const ptl_joint_def *joint, const char *body) {
  if (strcmp(joint->a.body, body) == 0) return &joint->a;
  return strcmp(joint->b.body, body) == 0 ? &joint->b : NULL;
}

const ptl_part_def *ptl_other_part(const ptl_joint_def *joint, const char *body) {
  return ptl_part_on(joint, body) == &joint->a ? &joint->b : &joint->a;
}

const char *ptl_common_body(const ptl_joint_def *first, const ptl_joint_def *second) {
  const int a = ptl_part_on(second, first->a.body) != NULL;
  const int b = ptl_part_on(second, first->b.body) != NULL;
  return a == b ? NULL : a ? first->a.body : first->b.body;
}

/* ------------------------------------------------------------------ wheels */

static ptl_wheel wheel_at(const ptl_part_def *at, const ptl_part_def *bearing, int is_borne) {
  ptl_wheel out = {*at, bearing, is_borne};
  out.at.angle = 0.0;
  return out;
}

ptl_wheel ptl_find_wheel(const ptl_mechanism *m, const char *carrier, const char *wheel) {
  const ptl_part_def *only = NULL;
  int n = 0;
  for (int i = 0; i < m->n_joints; i++) {
    const ptl_mech_joint *joint = &m->joints[i];
    const ptl_joint_type *type = joint->use.type;
    const ptl_part_def *on_wheel = ptl_part_on(&joint->def, wheel);
    if (on_wheel == NULL || !(type->flags & PTL_JOINT_POINT_PAIR)) continue;
    const ptl_part_def *bearing = ptl_part_on(&joint->def, carrier);
    if (bearing != NULL)
      return wheel_at(on_wheel, bearing, joint->form.hold == PTL_HELD_BY_CONSTRAINTS);
    only = on_wheel;
    n++;
  }
  return wheel_at(n == 1 ? only : &(ptl_part_def){.body = wheel}, NULL, 0);
}

void ptl_find_wheels(const ptl_mechanism *m, const ptl_coupling_def *def, ptl_wheel out[2]) {
  const ptl_measure_def *of[2] = {&def->first, &def->second};
  for (int i = 0; i < 2; i++) {
    out[i] = ptl_find_wheel(m, of[i]->a.body, of[i]->b.body);
    ptl_part_def *at = &out[i].at;
    if (!def->has_points || (at->x == def->points[i][0] && at->y == def->points[i][1])) continue;
    at->x = def->points[i][0];
    at->y = def->points[i][1];
    out[i].bearing = NULL;
    out[i].is_borne = 0;
  }
}

/* ------------------------------------------------------------------ placement */

ptl_pose ptl_placed_part(const ptl_mechanism *m, const ptl_part_def *part) {
  const int body = ptl_find_body(m, part->body);
  if (body < 0) return (ptl_pose){.x = part->x, .y = part->y, .angle = part->angle};
  const ptl_body_def *def = &m->bodies[body].def;
  const double c = cos(def->angle), s = sin(def->angle);
  return (ptl_pose){.x = def->x + c * part->x - s * part->y,
                    .y = def->y + s * part->x + c * part->y,
                    .angle = def->angle + part->angle};
}
