/* columns.c: names and units of the columns that a trace can have. */
#include <stdio.h>

#include "instance.h"
#include "mechanism.h"
#include "names.h"

/* A list while it grows; after a failure the rest does nothing. */
typedef struct ptl_lister {
  const ptl_mechanism *m;
  ptl_symbol_list list;
  ptl_status status;
} ptl_lister;

static void add(ptl_lister *l, const char *unit, const char *prefix, const char *name) {
  if (l->status == PTL_OK)
    l->status = ptl_symbols_add_pair(l->m->context, &l->list, prefix, name, unit);
}

static void add_plain(ptl_lister *l, const char *unit, const char *name) {
  if (l->status == PTL_OK) l->status = ptl_symbols_add(l->m->context, &l->list, name, unit);
}

static void add_force_and_moment(ptl_lister *l, const char *name) {
  add(l, "N", name, "fx");
  add(l, "N", name, "fy");
  add(l, "N m", name, "moment");
}

/* 1 if the surfaces of an ideal joint turn against each other and do not slide. */
static int friction_turns(const ptl_joint_type *type, const double *c) {
  static const double unloaded[PTL_MAX_CONSTRAINTS] = {0};
  const ptl_pose pose = {0.3, 0.4, 0.5};
  ptl_sliding sliding = {.normal = 0.0};
  type->sliding(c, &pose, unloaded, &sliding);
  return sliding.d[0] == 0.0 && sliding.d[1] == 0.0;
}

static void add_constraint(ptl_lister *l, const ptl_mech_joint *joint, const double *c) {
  const ptl_joint_type *type = joint->use.type;
  const char *name = joint->def.name;
  if (joint->def.bushing != NULL || !ptl_joint_is_ideal(type, c) || type->n_constraints == 0)
    return;
  add_force_and_moment(l, name);
  if (joint->friction.type != NULL) add(l, friction_turns(type, c) ? "N m" : "N", name, "friction");
}

static void add_bushing(ptl_lister *l, const ptl_mech_joint *joint, const double *c) {
  const char *name = joint->def.name;
  (void)c;
  if (joint->def.bushing == NULL) return;
  add(l, "m", name, "ex");
  add(l, "m", name, "ey");
  add(l, "rad", name, "twist");
  add_force_and_moment(l, name);
}

static void add_gap(ptl_lister *l, const char *joint, const char *gap) {
  char name[160];
  snprintf(name, sizeof name, "%s.%s", joint, gap);
  add(l, "m", name, "depth");
  add(l, "m/s", name, "depth_rate");
  add(l, "N", name, "normal_force");
  add(l, "m/s", name, "slip_rate");
  add(l, "N", name, "friction_force");
}

static void add_play(ptl_lister *l, const ptl_mech_joint *joint, const double *c) {
  const ptl_joint_type *type = joint->use.type;
  const char *name = joint->def.name;
  int n = 0;
  for (int i = 0; type->gap_names != NULL && type->gap_names[i] != NULL; i++) {
    if (!ptl_joint_has_gap(type, c, i)) continue;
    add_gap(l, name, type->gap_names[i]);
    n++;
  }
  if (n == 0) return;
  if ((joint->def.bushing != NULL || ptl_joint_is_ideal(type, c)) && type->n_constraints > 0)
    return;
  if (type->eccentricity != NULL) {
    add(l, "m", name, "ex");
    add(l, "m", name, "ey");
  }
  add(l, "N", name, "fx");
  add(l, "N", name, "fy");
}

/* The numbers of an instance as its functions want them; NULL ends the listing. */
static double *prepared(ptl_lister *l, const ptl_instance *use,
                        int (*prepare)(double *c, ptl_reason *why)) {
  ptl_reason why;
  double *c = ptl_instance_copy(l->m->context, use);
  if (c == NULL) l->status = PTL_ERR_MEMORY;
  if (c != NULL && prepare != NULL) prepare(c, &why); /* it took them when the element was added */
  return c;
}

static void add_joints(ptl_lister *l,
                       void (*add_one)(ptl_lister *, const ptl_mech_joint *, const double *)) {
  for (int i = 0; i < l->m->n_joints && l->status == PTL_OK; i++) {
    const ptl_mech_joint *joint = &l->m->joints[i];
    double *c = prepared(l, &joint->use, ((const ptl_joint_type *)joint->use.type)->prepare);
    if (c != NULL) add_one(l, joint, c);
    ptl_free(l->m->context, c);
  }
}

/* The reaction of a coupling or a motion, along its coordinate. */
static void add_drive(ptl_lister *l, const char *name, const ptl_measure_def *of) {
  const int turns = ptl_measure_along(l->m, of) == PTL_ALONG_ANGLE;
  add(l, turns ? "N m" : "N", name, turns ? "moment" : "force");
}

/* A force along an angle changes with the pose's angle only. */
static void add_force(ptl_lister *l, const ptl_mech_force *force) {
  const ptl_force_type *type = force->use.type;
  const ptl_pose pose = {0.3, 0.4, 0.5};
  const char *name = force->def.name;
  double *c = prepared(l, &force->use, type->prepare);
  ptl_scalar s;
  if (c == NULL) return;
  type->coordinate(c, &pose, &s);
  ptl_free(l->m->context, c);
  int turns = s.d[0] == 0 && s.d[1] == 0;
  add(l, turns ? "rad" : "m", name, turns ? "angle" : "length");
  add(l, turns ? "N m" : "N", name, turns ? "moment" : "force");
}

static void add_point(ptl_lister *l, const char *name) {
  add(l, "m", name, "x");
  add(l, "m", name, "y");
  add(l, "m/s", name, "vx");
  add(l, "m/s", name, "vy");
}

ptl_status ptl_mechanism_columns(const ptl_mechanism *m, ptl_symbol_list *out) {
  static const char *const energies[] = {"kinetic",    "potential", "elastic",
                                         "dissipated", "supplied",  "balance"};
  ptl_lister l = {.m = m};
  add_plain(&l, "s", "time");
  add_plain(&l, "1", "event");
  for (int i = 0; i < PTL_BODY_COLUMNS * m->n_bodies; i++)
    add(&l, ptl_body_variables[i % PTL_BODY_COLUMNS][1], m->bodies[i / PTL_BODY_COLUMNS].def.name,
        ptl_body_variables[i % PTL_BODY_COLUMNS][0]);
  add_joints(&l, add_constraint);
  for (int i = 0; i < m->n_couplings; i++)
    add_drive(&l, m->couplings[i].def.name, &m->couplings[i].def.first);
  for (int i = 0; i < m->n_motions; i++)
    add_drive(&l, m->motions[i].def.name, &m->motions[i].def.of);
  add_joints(&l, add_bushing);
  add_joints(&l, add_play);
  for (int i = 0; i < m->n_forces; i++) add_force(&l, &m->forces[i]);
  for (int i = 0; i < m->n_points; i++) add_point(&l, m->points[i].def.name);
  for (int i = 0; i < 6; i++) add(&l, "J", "energy", energies[i]);
  for (int i = 0; i < m->n_columns; i++)
    add_plain(&l, m->columns[i].def.unit, m->columns[i].def.name);
  if (l.status != PTL_OK) ptl_symbols_release(m->context, &l.list);
  *out = l.list;
  return l.status;
}
