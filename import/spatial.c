/* spatial.c: see spatial.h. */
#include "spatial.h"

#include <string.h>

static ptl_status enter(ptl_spatial *s, int group, const char *name, int line, int number) {
  static const char *const words[] = {"body", "joint"};
  if (name == NULL) return PTL_OK;
  if (ptl_name_find(&s->names, group, name, strlen(name)) >= 0)
    return ptl_import_fail(s->import, line, PTL_E(0151) "the name of %s '%.60s' is taken",
                           words[group], name);
  return ptl_name_enter(s->import->context, &s->names, group, name, number);
}

/* Appends an element to an array of the mechanism. */
#define APPEND(ARRAY, N, ELEMENT)                                            \
  do {                                                                       \
    void *grown = ptl_import_grow(s->import, (ARRAY), (N), sizeof *(ARRAY)); \
    if (grown == NULL) return PTL_ERR_MEMORY;                                \
    (ARRAY) = grown;                                                         \
    (ARRAY)[(N)++] = *(ELEMENT);                                             \
  } while (0)

ptl_status ptl_spatial_add_body(ptl_spatial *s, const ptl_spatial_body *body) {
  const ptl_status status = enter(s, PTL_SPATIAL_BODY, body->name, body->line, s->n_bodies);
  if (status != PTL_OK) return status;
  APPEND(s->bodies, s->n_bodies, body);
  return PTL_OK;
}

ptl_status ptl_spatial_add_joint(ptl_spatial *s, const ptl_spatial_joint *joint) {
  const ptl_status status = enter(s, PTL_SPATIAL_JOINT, joint->name, joint->line, s->n_joints);
  if (status != PTL_OK) return status;
  APPEND(s->joints, s->n_joints, joint);
  ptl_spatial_body *body = &s->bodies[joint->body];
  if (body->n_joints == 0) body->first_joint = s->n_joints - 1;
  if (body->first_joint + body->n_joints++ == s->n_joints - 1) return PTL_OK;
  return ptl_import_fail(
      s->import, joint->line,
      PTL_E(0151) "the joints of a body must stand in front of the bodies in it");
}

ptl_status ptl_spatial_add_mass(ptl_spatial *s, const ptl_spatial_mass *mass) {
  APPEND(s->masses, s->n_masses, mass);
  return PTL_OK;
}

ptl_status ptl_spatial_add_solid(ptl_spatial *s, const ptl_solid *solid) {
  APPEND(s->solids, s->n_solids, solid);
  return PTL_OK;
}

ptl_status ptl_spatial_add_tie(ptl_spatial *s, const ptl_spatial_tie *tie) {
  APPEND(s->ties, s->n_ties, tie);
  return PTL_OK;
}

ptl_status ptl_spatial_add_ratio(ptl_spatial *s, const ptl_spatial_ratio *ratio) {
  APPEND(s->ratios, s->n_ratios, ratio);
  return PTL_OK;
}

int ptl_spatial_find(const ptl_spatial *s, int group, const char *name) {
  return name != NULL ? ptl_name_find(&s->names, group, name, strlen(name)) : -1;
}
